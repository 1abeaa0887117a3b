"""Tables of contents, from the command line."""

import os
import subprocess
import unittest

import _milepost

STALE = "# Title\n\n<!-- toc -->\n- [Old](#old)\n<!-- /toc -->\n\n## Goals\n\n### Non-Goals\n"
TABLE = "- [Goals](#goals)\n  - [Non-Goals](#non-goals)\n"
CURRENT = STALE.replace("- [Old](#old)\n", TABLE)
BARE = "# Title\n\n## Goals\n"
UNPAIRED = "# Title\n\n<!-- toc -->\n\n## Goals\n"
DIFF = """\
--- a/a.md
+++ b/a.md
@@ -1,7 +1,8 @@
 # Title
 
 <!-- toc -->
-- [Old](#old)
+- [Goals](#goals)
+  - [Non-Goals](#non-goals)
 <!-- /toc -->
 
 ## Goals
"""


class Toc(_milepost.Case):

    def setUp(self):
        super().setUp()
        for name, text in (("a.md", STALE), ("b.md", CURRENT), ("c.md", BARE),
                           ("d.md", UNPAIRED)):
            self.write(name, text)

    def read(self, name):
        with open(os.path.join(self.folder, name), "rb") as file:
            return file.read().decode()

    def test_writes_what_is_stale(self):
        answer = self.run_here("toc", "a.md", "b.md")
        self.assertEqual(answer.status, 0)
        self.assertEqual(
            answer.out,
            "a.md: the table of contents was written\n2 documents: 1 written, 1 current\n")
        self.assertEqual(self.read("a.md"), CURRENT)
        self.assertEqual(self.read("b.md"), CURRENT)
        again = self.run_here("toc", "--quiet", "a.md", "b.md")
        self.assertEqual((again.status, again.out, again.err), (0, "", ""))

    def test_check_changes_nothing_and_fails(self):
        answer = self.run_here("toc", "--check", "a.md", "b.md")
        self.assertEqual(answer.status, 1)
        self.assertEqual(
            answer.out, "a.md: the table of contents is stale\n"
            "2 documents: 1 stale, 1 current; milepost toc writes what is stale\n")
        self.assertEqual(self.read("a.md"), STALE)
        self.assertEqual(self.run_here("toc", "--check", "b.md").status, 0)

    def test_dry_run_prints_a_patch(self):
        answer = self.run_here("toc", "--dry-run", "a.md", "b.md")
        self.assertEqual((answer.status, answer.out, answer.err), (0, DIFF, ""))
        self.assertEqual(self.read("a.md"), STALE)
        self.assertEqual(self.run_here("toc", "--dry-run", "--check", "a.md").status, 1)
        for text in (STALE, STALE.replace("\n", "\r\n"), STALE.rstrip("\n"),
                     "<!-- toc --><!-- /toc -->\n# A", "<!-- toc -->\n<!-- /toc -->\n# A"):
            with self.subTest(text):
                self.write("p.md", text)
                patch = self.run_here("toc", "--dry-run", "p.md").out_bytes
                self.run_here("toc", "p.md")
                wanted = self.read("p.md")
                self.write("p.md", text)
                subprocess.run(["git", "apply", "-"], cwd=self.folder, input=patch, check=True)
                self.assertEqual(self.read("p.md"), wanted)

    def test_standard_input_is_a_filter(self):
        answer = self.run_here("toc", "-", stdin=STALE.encode())
        self.assertEqual((answer.status, answer.out, answer.err), (0, CURRENT, ""))
        crlf = self.run_here("toc", "-", stdin=STALE.replace("\n", "\r\n").encode())
        self.assertEqual(crlf.out_bytes, CURRENT.replace("\n", "\r\n").encode())
        for text in (CURRENT, BARE, UNPAIRED):
            self.assertEqual(self.run_here("toc", "-", stdin=text.encode()).out, text)
        self.assertIn("put <!-- toc -->", self.run_here("toc", "-", stdin=BARE.encode()).err)
        checked = self.run_here("toc", "--check", "-", stdin=STALE.encode())
        self.assertEqual(checked.status, 1)
        self.assertTrue(checked.out.startswith("<stdin>: the table of contents is stale\n"))

    def test_without_markers_nothing_is_written(self):
        answer = self.run_here("toc", "c.md")
        self.assertEqual(answer.status, 1)
        self.assertEqual(
            answer.out, "c.md: there is no table of contents\n"
            "to have one, put <!-- toc --> and <!-- /toc --> where it belongs, each on its line\n"
            "1 document: 1 without markers\n")
        self.assertEqual(self.read("c.md"), BARE)

    def test_where_mdtoc_checks_the_tables(self):
        folder = "keps/sig-a/1-a/"
        self.write(folder + "kep.yaml", "title: A\n")
        head = "# Title\n\n<!-- toc -->\n"
        tail = "<!-- /toc -->\n\n## Goals\n\n ### Hidden\n\n> ## Quoted\n"
        table = "- [Goals](#goals)\n- [Quoted](#quoted)\n"
        for before in (head + tail, (head + tail).replace("<!-- /toc -->", "<!--/toc-->").replace(
                "<!-- toc -->", "<!--toc-->")):
            self.write(folder + "README.md", before)
            self.assertEqual(self.run_here("toc", "--check").status, 1)
            self.assertEqual(self.run_here("toc").status, 0)
            self.assertEqual(self.read(folder + "README.md"), head + table + tail)
            self.assertEqual(self.run_here("toc", "--check").status, 0)
        self.assertEqual(self.run_here("toc", "-", stdin=(head + tail).encode()).out,
                         head + table + tail)
        crlf = (head + tail).replace("\n", "\r\n")
        self.write(folder + "README.md", crlf)
        self.assertEqual(self.run_here("toc").status, 0)
        self.assertEqual(
            self.read(folder + "README.md"),
            "# Title\r\n\r\n<!-- toc -->\n" + table + tail.replace("\n", "\r\n"))
        code = "# T\n\n```\n<!-- toc -->\n```\n\n" + head + tail
        self.write(folder + "README.md", code)
        refused = self.run_here("toc")
        self.assertEqual(refused.status, 1)
        self.assertIn("README.md:4: ", refused.out)
        self.assertEqual(self.read(folder + "README.md"), code)
        self.write(folder + "README.md", BARE)
        self.assertEqual(self.run_here("toc").status, 0)
        bare = self.run_here("toc", "--check")
        self.assertEqual(bare.status, 1)
        self.assertIn("README.md: there is no table of contents\n", bare.out)
        self.assertEqual(self.run_here("toc", "1").status, 1)

    def test_markers_that_do_not_pair_up_fail(self):
        for words in ([], ["--check"]):
            answer = self.run_here("toc", "d.md", *words)
            self.assertEqual(answer.status, 1)
            self.assertIn("d.md:3: this begins a table of contents that is never ended",
                          answer.out)
            self.assertEqual(self.read("d.md"), UNPAIRED)

    def test_depth(self):
        self.assertIn("- [Goals](#goals)\n<!-- /toc -->",
                      self.run_here("toc", "--depth", "2", "-", stdin=STALE.encode()).out)
        for depth in ("0", "7", "x", "11", "-1"):
            answer = self.run_here("toc", "--depth=" + depth, "a.md")
            self.assertEqual(answer.status, 2)
            self.assertIn("--depth is a number from 1 to 6", answer.err)
        self.assertEqual(self.read("a.md"), STALE)

    def test_what_cannot_be_done_is_said(self):
        answer = self.run_here("toc", "gone.md", "a.md")
        self.assertEqual(answer.status, 2)
        self.assertEqual(answer.err, "milepost: gone.md: there is no such file or folder\n")
        self.assertEqual(self.read("a.md"), CURRENT)
        self.assertEqual(self.run_here("toc").status, 2)
        answer = self.run_here("toc", "-", "a.md", stdin=STALE.encode())
        self.assertEqual(answer.status, 2)
        self.assertIn("- is standard input, and stands alone: its document is printed", answer.err)

    def test_a_terminal_is_not_given_what_it_would_obey(self):
        self.write("e.md", b"<!-- toc -->\n<!-- /toc -->\n# \x1b[31mred\n")
        shown = _milepost.run_on_terminal("toc", "--dry-run", "e.md", cwd=self.folder, NO_COLOR="1")
        self.assertNotIn(b"\x1b", shown.out_bytes)
        self.assertIn("\\x1b[31mred", shown.out)


if __name__ == "__main__":
    unittest.main()
