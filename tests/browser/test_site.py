"""The search of a site of static files, opened from a disk: no server, no network."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
import _home  # noqa: E402

CHROMIUM = os.environ.get("CHROMIUM", "chromium")


class SiteSearch(_home.Home):

    def setUp(self):
        super().setUp()
        root = self.repository()
        self.out = os.path.join(self.folder, "out")
        self.milepost("site", self.out, "--now", "2026-02-01", cwd=root)
        self.entries = json.loads(self.read(self.out, "search.json"))

    def page(self, query):
        """The search page as a browser has it once its scripts have run."""
        address = f"file://{self.out}/search.html?q={urllib.parse.quote(query)}"
        with tempfile.TemporaryDirectory() as profile:
            done = subprocess.run(
                [CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic",
                 "--no-first-run", "--disable-background-networking", "--disable-component-update",
                 "--disable-sync", f"--user-data-dir={profile}", "--virtual-time-budget=5000",
                 "--dump-dom", address],
                capture_output=True, timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return done.stdout.decode()

    def found(self, query):
        results = self.page(query).split('id="results"')[1].split("</ol>")[0]
        return re.findall(r'href="\./proposals/([^"]+)\.html"', results)

    def test_words_fields_and_their_opposites_find(self):
        entry = self.entries[0]
        self.assertEqual(self.found(entry["number"])[0], entry["key"])
        word = max(re.findall(r"\w+", entry["title"]), key=len)
        self.assertIn(entry["key"], self.found(word.upper()))
        same = [other["key"] for other in self.entries if other["stage"] == entry["stage"]]
        self.assertEqual(sorted(self.found(f"stage:{entry['stage']}")), sorted(same))
        self.assertNotIn(entry["key"], self.found(f"-stage:{entry['stage']}"))
        self.assertEqual(self.found("stage:none-such"), [])

    def test_what_people_paste_and_mistype_finds(self):
        entry = max(self.entries, key=lambda one: len(max(one["title"].split(), key=len)))
        key, number, title = entry["key"], entry["number"], entry["title"]
        word = max(re.findall(r"\w+", title), key=len)
        slip = word[:2] + word[3] + word[2] + word[4:]
        for query in ("#" + number, "KEP-" + number, f'"{title}"', f"“{title}”", title.upper(), slip,
                      f"title:{word.lower()}", f"author:{entry['authors'][0]}",
                      f"person:{entry['authors'][0]}", f"group:{entry['group'][:-1]}*"):
            self.assertIn(key, self.found(query), query)
        self.assertIn("looked for: ", self.page(slip))
        self.assertEqual(self.found(f'"{word[:-1]}"'), [])

    def test_what_needs_a_server_is_said(self):
        for query, said in (("stage:beta OR stage:alpha", "need a server"),
                            ("created:2024 pods", "created: is not known here"),
                            ("milestone:>=v1.2", "takes no ranges here")):
            page = self.page(query)
            self.assertIn(said, page, query)
            self.assertNotIn("0 proposals", page, query)

    def test_what_is_typed_is_text(self):
        page = self.page("<img src=x onerror=document.title='run'>")
        self.assertNotIn("<title>run", page)
        self.assertNotIn("<img src=\"x\"", page)


if __name__ == "__main__":
    unittest.main()
