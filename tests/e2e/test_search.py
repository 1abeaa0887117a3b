#!/usr/bin/env python3
"""`milepost search`: by words, headings, numbers, terms and slips, in both kinds of record."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["MILEPOST"]
EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "examples" / "kep"


class Search(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="milepost-search-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.root = pathlib.Path(self.folder) / "kep"
        shutil.copytree(EXAMPLE, self.root)

    def search(self, *words, status=0):
        run = subprocess.run(
            [PROGRAM, "-C", self.root, "search", "--format", "json", *words],
            capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, status, run.stderr)
        return json.loads(run.stdout) if run.stdout else run.stderr

    def one(self):
        """A proposal of the example that has a title and a document."""
        listed = subprocess.run([PROGRAM, "-C", self.root, "list", "--format", "json"],
                                capture_output=True, text=True, check=True)
        return json.loads(listed.stdout)[0]

    def test_finds_titles_first(self):
        one = self.one()
        found = self.search(one["title"])
        self.assertEqual(found["found"][0]["title"], one["title"])
        self.assertEqual(found["found"][0]["foundIn"], "title")

    def test_finds_numbers(self):
        number = str(self.one()["number"])
        for words in (number, "#" + number, "KEP-" + number):
            found = self.search(words)["found"][0]
            self.assertEqual((str(found["proposal"]), found["foundIn"]), (number, "number"))

    def test_corrects_a_slip_in_a_title(self):
        word = max(self.one()["title"].split(), key=len).lower()
        slipped = word[:2] + word[3] + word[2] + word[4:]
        found = self.search(slipped)
        self.assertEqual(found["corrected"], word)
        self.assertGreaterEqual(found["total"], 1)

    def test_corrects_a_slip_in_three_letters_where_nothing_has_them(self):
        document = sorted(self.root.glob("keps/*/*/kep.yaml"))[0]
        text = document.read_text(encoding="utf-8")
        document.write_text(text.replace("title: ", "title: Zqx ", 1), encoding="utf-8")
        for slipped in ("zxq", "zqy"):
            found = self.search(slipped)
            self.assertEqual((found["corrected"], found["total"]), ("zqx", 1), slipped)
        self.assertEqual(self.search("zq")["corrected"], None, "it is the beginning of one")
        readme = document.with_name("README.md")
        with readme.open("a", encoding="utf-8") as file:
            file.write("\nSee zqy.\n")
        self.assertEqual(self.search("zqy")["corrected"], None)

    def test_shows_the_section(self):
        document = next(self.root.glob("keps/*/*/README.md"))
        text = document.read_text(encoding="utf-8")
        document.write_text(text + "\n## Aardvarks\n\nA sentence about zyzzyva beetles.\n",
                            encoding="utf-8")
        found = self.search("zyzz beet")["found"]
        self.assertEqual(len(found), 1)
        self.assertEqual((found[0]["heading"], found[0]["anchor"]), ("Aardvarks", "aardvarks"))
        marked = [piece["text"] for piece in found[0]["snippet"] if piece["marked"]]
        self.assertEqual(marked, ["zyzzyva", "beetles"])
        # What is taken out is not found again.
        document.write_text(text, encoding="utf-8")
        self.search("zyzzyva", status=1)

    def test_does_not_find_comments(self):
        document = next(self.root.glob("keps/*/*/README.md"))
        with document.open("a", encoding="utf-8") as file:
            file.write("\n<!-- zyzzyva -->\n")
        self.search("zyzzyva", status=1)

    def test_does_not_find_tables_of_contents(self):
        document = next(self.root.glob("keps/*/*/README.md"))
        with document.open("a", encoding="utf-8") as file:
            file.write("\n<!-- toc -->\n- [zyzzyva](#x)\n<!-- /toc -->\n\nAfter quokkas.\n")
        self.search("zyzzyva", status=1)
        self.assertEqual(self.search("quokkas")["total"], 1)

    def test_narrows_by_terms(self):
        group = self.one()["group"]
        all_of_it = self.search("the")
        some = self.search("the", "group:" + group)
        self.assertEqual(some["filter"], "group:" + group)
        self.assertLess(some["total"], all_of_it["total"])
        self.assertEqual({found["group"] for found in some["found"]}, {group})

    def test_terms_may_be_alternatives(self):
        listed = subprocess.run([PROGRAM, "-C", self.root, "list", "--format", "json"],
                                capture_output=True, text=True, check=True)
        groups = sorted({entry["group"] for entry in json.loads(listed.stdout)})[:2]
        self.assertEqual(len(groups), 2)
        each = [self.search("the", f"group:{group}")["total"] for group in groups]
        for words in (("the", f"group:{groups[0]} OR group:{groups[1]}"),
                      (f"(group:{groups[0]} OR group:{groups[1]}) the",),
                      (f"group:{groups[0]}", "OR", f"group:{groups[1]}", "the")):
            found = self.search(*words)
            self.assertEqual(found["total"], sum(each), words)
            self.assertEqual(found["filter"], f"(group:{groups[0]} OR group:{groups[1]})")
        self.assertIn("OR stands between", self.search("the OR group:x", status=2))
        self.assertIn("OR is looked for as a word", self.search("the OR a")["notes"][0])

    def test_leaves_out_what_says_a_word(self):
        documents = sorted(self.root.glob("keps/*/*/README.md"))[:3]
        for document, words in zip(documents, ("zyzzyva lanes", "zyzzyva", "lanes zyzzyva")):
            document.write_text(document.read_text(encoding="utf-8") + f"\n## Own\n\n{words}.\n",
                                encoding="utf-8")
        left = str(documents[1].parent.relative_to(self.root))
        for words in (("zyzzyva", "-lanes"), ("-lanes", "zyzz", "title:*"), ("zyzzyva -lanes",)):
            found = self.search("--", *words)
            self.assertEqual([one["path"] for one in found["found"]], [left], words)
        everything = self.search("title:*")["total"]
        self.assertEqual(self.search("--", "title:*", "-zyzzyva")["total"], everything - 3)
        found = self.search("--", "-lanes", status=1)
        self.assertEqual((found["total"], found["filter"]), (0, "-lanes"))
        self.assertEqual(found["notes"],
                         ["these words are left out; say also what is to be found"])

    def test_a_title_with_a_colon_is_words(self):
        metadata = next(self.root.glob("keps/*/*/kep.yaml"))
        lines = metadata.read_text(encoding="utf-8").splitlines()
        lines = ["title: 'DRA: device taints – and Überlast'" if line.startswith("title:") else line
                 for line in lines]
        metadata.write_text("\n".join(lines) + "\n", encoding="utf-8")
        for words in ("DRA: device taints – and Überlast", "dra: UBERLAST", "taints: device",
                      "device — taints"):
            self.assertEqual(self.search(words)["found"][0]["foundIn"], "title", words)

    def test_many_words_are_too_many(self):
        found = self.search(" ".join("abcdefghijklmnop"))
        self.assertEqual(found["notes"], ["only the first 12 words are looked for"])
        self.assertEqual(self.search("the " * 100)["notes"], [])

    def test_a_filter_makes_no_slip_of_a_word(self):
        word = max(self.one()["title"].split(), key=len).lower()
        found = self.search(word, "title:zyzzyva", status=1)
        self.assertEqual((found["total"], found["corrected"]), (0, None))

    def test_names_what_finds_far_more(self):
        word = max(self.one()["title"].split(), key=len).lower()
        slipped = word[:2] + word[3] + word[2] + word[4:]
        documents = sorted(self.root.glob("keps/*/*/README.md"))
        for document in documents:
            with document.open("a", encoding="utf-8") as file:
                file.write(f"\nMore of {word}.\n")
        with documents[0].open("a", encoding="utf-8") as file:
            file.write(f"\nA {slipped}.\n")
        found = self.search(slipped)
        self.assertEqual((found["total"], found["suggested"]),
                         (1, word if len(documents) > 4 else None))

    def test_refuses_a_wrong_term(self):
        self.assertIn("statu", self.search("the", "statu:beta", status=2))

    def test_works_where_nothing_can_be_kept(self):
        run = subprocess.run(
            [PROGRAM, "search", "the", "--format", "json"], cwd=self.root, capture_output=True,
            text=True, check=False, env={**os.environ, "HOME": "/nonexistent"})
        self.assertEqual(run.returncode, 0, run.stderr)
        (self.root / ".milepost").rename(self.root / "gone")
        (self.root / ".milepost").write_text("a file in its place", encoding="utf-8")
        self.assertGreater(self.search("the")["total"], 0)


if __name__ == "__main__":
    unittest.main()
