"""diff and template lineage from outside: formats, exit status, complaints."""

import os
import shutil
import subprocess
import unittest

import _documents
import _milepost

METADATA = """\
title: Faster probes
kep-number: {number}
authors: ["@ann"]
owning-sig: sig-node
status: {status}
creation-date: 2025-01-10
approvers: {approvers}
"""
FOLDER = "keps/sig-node/12-faster-probes"
BEFORE = """\
# KEP-12: Faster probes

<!-- toc -->
- [Summary](#summary)
<!-- /toc -->

## Summary

Probes may wait for a second
even when nothing happens.

## Drawbacks

It is one more thing to know.
"""
AFTER = """\
# KEP-12: Faster probes

<!-- toc -->
- [Summary](#summary)
- [Risks](#risks)
<!-- /toc -->

## Summary

Probes will wait for a second even when
nothing happens.

## Risks

A probe might come too early.
"""
TEXT = f"""\
12 Faster probes · before → work tree
{FOLDER}/README.md

status: provisional → implementable
approvers: −@jane +@joe

changed  Summary  README.md:8
  Probes [-may-]{{+will+}} wait for a second even when …

removed  Drawbacks  README.md:12
  - It is one more thing to know.

added  Risks  README.md:13
  + A probe might come too early.

2 fields; of sections 1 added, 1 removed, 1 changed
"""
MARKDOWN = """\
# 12 Faster probes · before → work tree

- status: provisional → implementable
- approvers: −@jane +@joe

## Summary (changed)

- Probes ~~may~~ **will** wait for a second even when …

## Drawbacks (removed)

- ~~It is one more thing to know.~~

## Risks (added)

- **A probe might come too early.**

2 fields; of sections 1 added, 1 removed, 1 changed.
"""


class Repository(_milepost.Case):

    def git(self, *arguments):
        environment = _milepost.plain_environment(
            HOME=self.folder, GIT_CONFIG_NOSYSTEM="1", GIT_AUTHOR_NAME="A", GIT_AUTHOR_EMAIL="a@b",
            GIT_COMMITTER_NAME="A", GIT_COMMITTER_EMAIL="a@b")
        subprocess.run(["git", *arguments], cwd=self.folder, check=True, env=environment)

    def commit(self, tag):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", tag)
        self.git("tag", tag)

    def propose(self, text, status="provisional", approvers='["@jane"]', folder=FOLDER, number=12):
        self.write(f"{folder}/kep.yaml",
                   METADATA.format(status=status, approvers=approvers, number=number))
        self.write(f"{folder}/README.md", text)


class Diff(Repository):

    def setUp(self):
        super().setUp()
        self.git("init", "--quiet")
        self.propose(BEFORE)
        self.commit("before")
        self.propose(AFTER, "implementable", '["@joe"]')

    def test_shows_sections_and_words(self):
        answer = self.run_here("diff", "12", "before")
        self.assertEqual((answer.status, answer.out, answer.err), (0, TEXT, ""))
        quiet = self.run_here("diff", "--quiet", "12", "before")
        self.assertEqual(quiet.out, TEXT[:TEXT.rindex("\n2 fields")])

    def test_between_two_revisions(self):
        self.commit("after")
        self.propose("# Something else\n")
        answer = self.run_here("diff", "12", "before", "after")
        self.assertEqual(answer.out, TEXT.replace("work tree", "after"))
        back = self.run_here("diff", "12", "after", "before").out
        self.assertIn("[-will-]{+may+}", back)
        self.assertIn("status: implementable → provisional", back)

    def test_nothing_changed(self):
        self.commit("after")
        answer = self.run_here("diff", "12", "HEAD")
        self.assertEqual(answer.status, 0)
        self.assertIn("nothing changed", answer.out)
        same = self.run_here("diff", "12", "HEAD", "--format", "json").json()
        self.assertEqual((same["fields"], same["sections"]), ([], []))

    def test_markdown(self):
        answer = self.run_here("diff", "12", "before", "--format", "markdown")
        self.assertEqual((answer.status, answer.out), (0, MARKDOWN))

    def test_json(self):
        answer = self.run_here("diff", "12", "before", "--format", "json")
        self.assertEqual(answer.status, 0)
        found = answer.json()
        self.assertEqual(found["proposal"], 12)
        self.assertEqual(found["before"], {"revision": "before", "path": f"{FOLDER}/README.md"})
        self.assertIsNone(found["after"]["revision"])
        self.assertEqual(found["fields"][0],
                         {"name": "status", "removed": ["provisional"], "added": ["implementable"]})
        self.assertEqual([(section["path"], section["fate"]) for section in found["sections"]],
                         [(["Summary"], "kept"), (["Drawbacks"], "removed"), (["Risks"], "added")])
        words = found["sections"][0]["parts"][0]["words"]
        self.assertEqual([(word["is"], word["text"]) for word in words],
                         [("kept", "Probes"), ("removed", "may"), ("added", "will"),
                          ("kept", "wait for a second even when nothing happens.")])

    def test_the_page_shows_what_is_printed(self):
        (block,) = _documents.marked("docs/diff.md", "console")
        self.assertEqual(list(_documents.commands(block)), [("milepost diff 12 before", TEXT)])

    def test_colours_instead_of_marks(self):
        answer = self.run_here("diff", "12", "before", "--color", "always")
        self.assertIn("Probes \x1b[31mmay\x1b[0m \x1b[32mwill\x1b[0m wait", answer.out)
        self.assertNotIn("[-", answer.out)

    def test_control_characters_are_escaped(self):
        self.propose("# T\n\n## Summary\n\n\x1b[31mred \u202e turned\n")
        answer = self.run_here("diff", "12", "before")
        self.assertNotIn("\x1b", answer.out)
        self.assertNotIn("\u202e", answer.out)

    def test_follows_another_place_by_number_and_by_title(self):
        for name, folder, number in (("number", "keps/sig-apps/12-moved", 12),
                                     ("title", "keps/sig-apps/34-faster", 34)):
            with self.subTest(name):
                shutil.rmtree(os.path.join(self.folder, "keps"))
                self.propose(AFTER, folder=folder, number=number)
                answer = self.run_here("diff", str(number), "before")
                self.assertEqual(answer.status, 0, answer.err)
                self.assertIn(f"was {FOLDER}/README.md\n", answer.out)
                self.assertIn("[-may-]{+will+}", answer.out)
                by_path = self.run_here("diff", FOLDER, "before")
                self.assertEqual(by_path.out, answer.out)

    def test_follows_a_single_file(self):
        self.git("rm", "-rqf", "keps")
        old = "keps/sig-node/20190101-probes.md"
        self.write(old, "---\ntitle: Probes\n---\n" + BEFORE)
        self.write("keps/sig-node/1-x/kep.yaml", METADATA.format(
            status="x", approvers="[]", number=1).replace("Faster probes", "Another"))
        self.commit("single")
        os.remove(os.path.join(self.folder, old))
        self.propose(BEFORE.replace("may", "will"))
        answer = self.run_here("diff", "12", "single")
        self.assertEqual(answer.status, 0, answer.err)
        self.assertIn(f"was {old}\n", answer.out)
        self.assertIn("[-may-]{+will+}", answer.out)
        self.assertEqual(self.run_here("diff", old, "single").out, answer.out)
        self.commit("folder")
        self.propose("# KEP-12: Faster probes\n\n## Plan\n\nNothing of it stayed.\n")
        for subject in ("12", old):
            rewritten = self.run_here("diff", subject, "single")
            self.assertEqual(rewritten.status, 0, rewritten.err)
            self.assertIn(f"was {old}\n", rewritten.out)
            self.assertIn("added  Plan", rewritten.out)

    def test_complaints(self):
        self.propose(AFTER, folder="keps/sig-apps/77-other", number=77)
        self.write("keps/sig-apps/77-other/kep.yaml", METADATA.format(
            number=77, status="provisional", approvers="[]").replace("Faster probes", "Other"))
        cases = (
            (("diff", "99", "before"),
             "99: there is no such file or folder, and no proposal of that number; milepost list "
             "shows those there are (before and the work tree have none)"),
            (("diff", "12", "nowhere"), "nowhere"),
            (("diff", "12", "before", "nowhere"), "nowhere"),
            (("diff", "77", "before"),
             "keps/sig-apps/77-other is in the work tree only; before has no proposal of its "
             "number, title or history"),
            (("diff", "../x", "before"), "../x: there is no such file or folder"),
        )
        for words, said in cases:
            with self.subTest(words):
                answer = self.run_here(*words)
                self.assertEqual((answer.status, answer.out), (2, ""))
                self.assertIn(said, answer.err)

    def test_no_git(self):
        subprocess.run(["rm", "-rf", ".git"], cwd=self.folder, check=True)
        answer = self.run_here("diff", "12", "HEAD")
        self.assertEqual(answer.status, 2)
        self.assertIn("a git repository, and this is none", answer.err)


class Lineage(Repository):

    def setUp(self):
        super().setUp()
        self.git("init", "--quiet")
        self.write("t.md", "# T\n\n## Summary\n")
        self.commit("one")
        self.write("t.md", "# T\n\n## Summary\n\n## Risks\n\nSay what may break.\n")
        self.commit("two")

    def test_writes_the_file_of_a_pack(self):
        answer = self.run_here("template", "lineage", "t.md")
        self.assertEqual((answer.status, answer.err), (0, "2 versions\n"))
        self.assertTrue(answer.out.startswith("# Made by `milepost template lineage`"))
        self.assertIn('    added:\n      - "## Risks"\n', answer.out)
        quiet = self.run_here("template", "lineage", "--quiet", "t.md")
        self.assertEqual((quiet.out, quiet.err), (answer.out, ""))
        first = self.run_here("template", "lineage", "--rev", "one", "t.md")
        self.assertEqual(first.err, "1 version\n")

    def test_a_pack_takes_it(self):
        self.write("pack/lineage.yaml", self.run_here("template", "lineage", "t.md").out)
        self.write("pack/t.md", "# T\n\n## Summary\n\n## Risks\n")
        self.write("pack/process.yaml", "schema: 1\nname: p\nlayout:\n  documents: [\"d/*.md\"]\n"
                   "kinds:\n  - {id: k, template: t.md, lineage: lineage.yaml}\n")
        self.write("d/a.md", "# A\n\n## Summary\n\nIt is said here.\n")
        answer = self.run_here("show", "--process", "pack", "d/a.md", "--format", "json")
        self.assertEqual(answer.status, 0, answer.err)
        self.assertTrue(answer.json()["templateVersion"].startswith("2 of "))

    def test_complaints(self):
        for words, said in (
            (("t.mx",), "t.mx is in no commit that leads to HEAD; did you mean t.md?"),
            (("--since", "May", "t.md"), '--since is a day such as 2024-01-31, not "May"'),
            ((), "template lineage needs"),
        ):
            with self.subTest(words):
                answer = self.run_here("template", "lineage", *words)
                self.assertEqual((answer.status, answer.out), (2, ""))
                self.assertIn(said, answer.err)


if __name__ == "__main__":
    unittest.main()
