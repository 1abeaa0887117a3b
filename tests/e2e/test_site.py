"""The pages as files: complete, the same each time, and leading nowhere else."""

import html.parser
import json
import os
import re
import unittest
import urllib.parse
import xml.etree.ElementTree

import _home

NOW = ("--now", "2026-02-01T12:00:00Z")


class Links(html.parser.HTMLParser):
    """The links of a page, and the forms that somebody would have to answer."""

    def __init__(self, text):
        super().__init__()
        self.links, self.posts = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ("href", "src", "action", "formaction", "xlink:href") and value is not None:
                self.links.append(value)
        if tag == "form" and dict(attrs).get("method", "get").lower() == "post":
            self.posts.append(dict(attrs).get("action"))

    handle_startendtag = handle_starttag


class Site(_home.Home):

    def setUp(self):
        super().setUp()
        self.root = self.repository()
        self.out = os.path.join(self.folder, "out")

    def site(self, *words, out=None, status=0):
        return self.milepost("site", out or self.out, *NOW, *words, cwd=self.root, status=status)

    def files(self, out=None):
        out = out or self.out
        found = {}
        for at, _, names in os.walk(out):
            for name in names:
                path = os.path.join(at, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, out)] = file.read()
        return found

    def pages(self):
        return {name: text.decode() for name, text in self.files().items() if name.endswith(".html")}

    def proposals(self):
        return json.loads(self.read(self.out, "search.json"))


class Pages(Site):

    def test_every_proposal_has_its_page(self):
        self.site()
        pages = self.pages()
        for name in ("index.html", "proposals.html", "board.html", "search.html"):
            self.assertIn(name, pages)
        entries = self.proposals()
        self.assertGreater(len(entries), 3)
        for entry in entries:
            page = pages[f"proposals/{entry['key']}.html"]
            self.assertIn(html.escape(entry["title"], quote=False).split("&")[0], page)
        for text in pages.values():
            self.assertIn("<!doctype html>", text)

    def test_no_link_is_dead_or_absolute(self):
        self.site("--base-url", "https://example.org/keps")
        files = self.files()
        links = {name: Links(text) for name, text in self.pages().items()}
        looked_at = 0
        for name, page in links.items():
            self.assertEqual(page.posts, [], name)
            for link in page.links:
                parts = urllib.parse.urlsplit(link)
                if parts.scheme or parts.netloc:
                    self.assertNotIn("example.org/keps", link)
                    continue
                self.assertFalse(link.startswith("/"), f"{name}: {link} is absolute")
                path = urllib.parse.unquote(parts.path)
                target = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
                self.assertIn(target, files, f"{name}: {link} leads nowhere")
                looked_at += 1
                if parts.query:
                    self.assertEqual(target, "search.html", f"{name}: {link}")
        self.assertGreater(looked_at, 100)

    def test_nobody_is_there_to_act(self):
        self.site()
        for name, text in self.pages().items():
            self.assertNotIn('type="password"', text, name)
            self.assertNotIn("_csrf", text, name)
            self.assertNotIn("data-live", text, name)

    def test_the_same_input_makes_the_same_bytes(self):
        self.site()
        other = os.path.join(self.folder, "other")
        self.site(out=other)
        self.assertEqual(self.files(), self.files(other))
        self.assertNotIn(self.folder.encode(), b"".join(self.files().values()))

    def test_only_what_changed_is_written(self):
        self.site()
        before = {name: os.stat(os.path.join(self.out, name)).st_mtime_ns for name in self.files()}
        self.assertRegex(self.site().out, r"\b0 written, \d+ as they were, 0 removed")
        entry = self.proposals()[0]
        path = next(os.path.join(at, "kep.yaml") for at, _, names in os.walk(self.root)
                    if "kep.yaml" in names and os.path.basename(at).startswith(entry["number"]))
        with open(path, encoding="utf-8") as file:
            text = re.sub(r"(?m)^title:.*$", "title: Another title", file.read())
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        self.site()
        changed = {name for name in self.files()
                   if os.stat(os.path.join(self.out, name)).st_mtime_ns != before.get(name)}
        self.assertIn(f"proposals/{entry['key']}.html", changed)
        self.assertIn("proposals.html", changed)
        self.assertNotIn("assets/milepost.css", changed)
        self.assertLess(len(changed), len(before))

    def test_pages_that_are_gone_are_removed(self):
        self.site()
        entry = self.proposals()[0]
        folder = next(at for at, _, names in os.walk(self.root)
                      if "kep.yaml" in names and os.path.basename(at).startswith(entry["number"]))
        self.git("rm", "-r", "-q", folder, cwd=self.root)
        self.site()
        self.assertNotIn(f"proposals/{entry['key']}.html", self.files())

    def test_files_of_others_are_left_alone(self):
        os.makedirs(self.out)
        with open(os.path.join(self.out, "CNAME"), "w", encoding="utf-8") as file:
            file.write("example.org")
        self.site()
        self.assertEqual(self.files()["CNAME"], b"example.org")
        mine = os.path.join(self.folder, "mine")
        os.makedirs(mine)
        with open(os.path.join(mine, "proposals.html"), "w", encoding="utf-8") as file:
            file.write("mine")
        answer = self.site(out=mine, status=2)
        self.assertIn("was not written by milepost site", answer.err)
        self.assertEqual(self.files(mine), {"proposals.html": b"mine"})


class Extras(Site):

    def test_the_search_index_has_what_tells_proposals_apart(self):
        self.site()
        entries = self.proposals()
        self.assertEqual(
            set(entries[0]),
            {"key", "page", "number", "title", "group", "status", "stage", "milestone", "kind",
             "participating", "authors", "reviewers", "approvers", "headings"})
        script = self.read(self.out, "search.js")
        self.assertEqual(json.loads(script[len("window.milepostIndex = "):-2]), entries)
        # What the template says is in most of them, and tells nothing.
        self.assertNotIn("Summary", [heading for entry in entries for heading in entry["headings"]])

    def test_links_to_queries_ask_what_the_script_answers(self):
        self.site()
        fields = set()
        for text in self.pages().values():
            for link in Links(text).links:
                query = urllib.parse.parse_qs(urllib.parse.urlsplit(link).query).get("q", [""])[0]
                self.assertNotRegex(query, r"[()<>]| OR ")
                fields.update(re.findall(r"(?:^|\s)-?([a-z-]+):", query))
        self.assertIn("milestone", fields)
        self.assertLessEqual(fields, {
            "number", "title", "group", "participating", "status", "stage", "milestone", "kind",
            "author", "reviewer", "approver", "person"})

    def test_the_board_has_the_search_and_releases_their_calendar(self):
        self.site()
        self.assertIn('class="search"', self.read(self.out, "board.html"))
        releases = [name for name in self.pages() if name.startswith("release/")]
        self.assertTrue(releases)
        for name in releases:
            links = Links(self.read(self.out, name)).links
            self.assertIn("../releases.ics", links)
            self.assertNotIn("../" + name, links)

    def test_a_long_path_has_a_page(self):
        folder = os.path.join(self.root, "keps", "sig-a", "l" * 230)
        example = next(entry for entry in os.walk(os.path.join(self.root, "keps"))
                       if "kep.yaml" in entry[2])
        os.makedirs(folder)
        for name in ("kep.yaml", "README.md"):
            with open(os.path.join(example[0], name), encoding="utf-8") as file:
                text = file.read()  # with the number of another, so that its path names it
            self.write(os.path.join(folder, name), text)
        self.site()
        for entry in self.proposals():
            self.assertTrue(os.path.exists(os.path.join(self.out, entry["page"])), entry["page"])
        long = [entry["page"] for entry in self.proposals() if "llll" in entry["page"]]
        self.assertEqual(len(long), 1)
        self.assertLess(len(os.path.basename(long[0])), 200)

    def test_paths_that_differ_in_a_tilde_have_pages_of_their_own(self):
        example = next(entry for entry in os.walk(os.path.join(self.root, "keps"))
                       if "kep.yaml" in entry[2])
        for name in ("sig-z~a/b", "sig-z/a~b", "sig-z!~a/b", "sig-z!/a~b"):
            folder = os.path.join(self.root, "keps", name)
            os.makedirs(folder)
            for file_name in ("kep.yaml", "README.md"):
                with open(os.path.join(example[0], file_name), encoding="utf-8") as file:
                    self.write(os.path.join(folder, file_name), file.read())
        self.site()
        pages = [entry["page"] for entry in self.proposals() if "sig-z" in entry["page"]]
        self.assertEqual(len(set(pages)), 4, pages)
        for page in pages:
            self.assertTrue(os.path.exists(os.path.join(self.out, page)), page)

    def test_a_feed_without_an_address_has_names(self):
        self.site()
        atom = "{http://www.w3.org/2005/Atom}"
        feed = xml.etree.ElementTree.fromstring(self.read(self.out, "proposals.atom"))
        names = [one.text for one in feed.iter(atom + "id")]
        self.assertEqual(len(names), len(set(names)))
        for name in names:
            self.assertRegex(name, "^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")

    def test_programs_find_what_they_read(self):
        self.site("--base-url", "https://example.org/keps/")
        self.assertGreater(len(json.loads(self.read(self.out, "proposals.json"))), 3)
        self.assertIn("BEGIN:VCALENDAR", self.read(self.out, "releases.ics"))
        feed = xml.etree.ElementTree.fromstring(self.read(self.out, "proposals.atom"))
        atom = "{http://www.w3.org/2005/Atom}"
        links = [link.get("href") for entry in feed.iter(atom + "entry")
                 for link in entry.iter(atom + "link")]
        self.assertGreater(len(links), 3)
        for link in links:
            self.assertRegex(link, r"^https://example\.org/keps/proposals/[^/]+\.html$")
            name = urllib.parse.unquote(link[len("https://example.org/keps/"):])
            self.assertIn(name, self.files())

    def test_the_sitemap_names_every_page(self):
        self.site()
        self.assertNotIn("sitemap.xml", self.files())
        self.site("--base-url", "https://example.org/keps")
        sitemap = xml.etree.ElementTree.fromstring(self.read(self.out, "sitemap.xml"))
        places = {place.text for place in sitemap.iter() if place.tag.endswith("loc")}
        self.assertIn("https://example.org/keps/", places)
        self.assertIn("https://example.org/keps/proposals.html", places)
        for entry in self.proposals():
            self.assertIn(f"https://example.org/keps/proposals/{entry['key']}.html", places)

    def test_wrong_addresses_are_refused(self):
        for url in ("example.org", "ftp://example.org", "https://", 'https://a/"x', "https://a/?q"):
            answer = self.site("--base-url", url, status=2)
            self.assertIn("--base-url is an address such as", answer.err)

    def test_a_folder_without_a_process_is_an_error(self):
        empty = os.path.join(self.folder, "empty")
        os.makedirs(empty)
        answer = self.milepost("site", self.out, cwd=empty, status=2)
        self.assertIn("no process is recognised", answer.err)
        self.assertFalse(os.path.exists(self.out))


class Hostile(Site):

    def test_files_that_a_host_would_run_are_not_written(self):
        folder = next(at for at, _, names in sorted(os.walk(self.root)) if "kep.yaml" in names)
        links = []
        for name, text in (("evil.html", "<script>alert(1)</script>"),
                           ("evil.svg", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
                           ("fine.svg", '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'),
                           ("notes.js", "alert(1)")):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
            links.append(f"![{name}]({name}) [{name}](./{name})\n")
        with open(os.path.join(folder, "README.md"), "a", encoding="utf-8") as file:
            file.write("\n## Files\n\n" + "\n".join(links))
        self.site()
        names = [name for name in self.files() if "evil" in name or name.endswith("notes.js")]
        self.assertEqual([name for name in names if name.endswith((".html", ".svg", ".js"))], [])
        self.assertTrue(any(name.endswith("fine.svg") for name in self.files()))


if __name__ == "__main__":
    unittest.main()
