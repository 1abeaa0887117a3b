"""Proposals below a group's subprojects: every verb finds them as it finds others."""

import os
import shutil
import unittest

import _home

GROUP = "keps/sig-runtime"
DEEP = "keps/sig-runtime/core/old"
NOW = "2026-01-15"


class Subprojects(_home.Home):

    def setUp(self):
        super().setUp()
        self.root = self.repository("kep")
        self.flat = os.path.join(self.folder, "flat")
        shutil.copytree(self.root, self.flat)
        names = sorted(os.listdir(os.path.join(self.root, GROUP)))
        os.makedirs(os.path.join(self.root, DEEP))
        for name in names:
            self.git("mv", f"{GROUP}/{name}", f"{DEEP}/{name}", cwd=self.root)
        for path, text in self.tree(self.root).items():
            if not path.endswith((".md", "kep.yaml")):
                continue
            for name in names:
                text = text.replace(f"{GROUP}/{name}", f"{DEEP}/{name}")
            with open(os.path.join(self.root, path), "w", encoding="utf-8") as file:
                file.write(text)
        self.git("add", "-A", cwd=self.root)
        self.git("commit", "-q", "-m", "into a subproject", cwd=self.root)

    def same(self, *words):
        """Both repositories get the same answer, but for the folders."""
        wide = {"COLUMNS": "500"}
        flat = self.milepost(*words, cwd=self.flat, status=None, **wide)
        deep = self.milepost(*words, cwd=self.root, status=None, **wide)
        for was, now in ((flat.out, deep.out), (flat.err, deep.err)):
            self.assertEqual(now.replace(DEEP, GROUP), was)
        self.assertEqual(deep.status, flat.status)
        return deep

    def test_every_verb_that_reads(self):
        for words in (["check", "--format", "json", "--now", NOW], ["check", "140", "--now", NOW],
                      ["list", "--format", "json"], ["list", "group:sig-runtime"],
                      ["show", "140", "--now", NOW], ["why", "158", "--to", "beta", "--now", NOW],
                      ["track", "show", "158", "--now", NOW], ["graph", "--format", "json"],
                      ["track", "export", "158", "--now", NOW],
                      ["release", "status", "v1.15", "--now", NOW],
                      ["promote", "158", "--to", "beta", "--dry-run", "--now", NOW],
                      ["inbox", "--as", "jtakeda", "--now", NOW], ["toc", "140", "--check"]):
            with self.subTest(" ".join(words)):
                self.same(*words)

    def test_paths_and_folders(self):
        name = os.listdir(os.path.join(self.root, DEEP))[0]
        for word in (DEEP, f"{DEEP}/{name}", f"{DEEP}/{name}/README.md", f"{DEEP}/{name}/kep.yaml"):
            with self.subTest(word):
                deep = self.milepost("check", word, "--format", "json", cwd=self.root, status=None)
                flat = self.milepost("check", word.replace(DEEP, GROUP), "--format", "json",
                                     cwd=self.flat, status=None)
                self.assertEqual(deep.out.replace(DEEP, GROUP), flat.out)

    def test_history_goes_on_at_the_new_place(self):
        told = self.milepost("history", "140", "--format", "json", cwd=self.root).json()
        self.assertEqual(told["path"], f"{DEEP}/140-priority-lanes")
        first = self.git("rev-parse", "HEAD~1", cwd=self.root)
        self.assertTrue(first.startswith(told["moves"][0]["commit"]))
        changed = self.milepost("diff", "140", "HEAD~1", cwd=self.root, status=None)
        self.assertEqual(changed.err, "")
        moved = self.milepost("check", "--base", "HEAD~1", "--format", "json", cwd=self.root,
                              status=None).json()
        self.assertEqual([one for one in moved["findings"] if one["rule"] == "MP514"], [])

    def test_new_ones_go_where_the_group_says(self):
        self.milepost("new", "Faster probes", "--group", "sig-runtime/core", "--number", "4211",
                      "--as", "jane", cwd=self.root)
        made = os.path.join(self.root, "keps/sig-runtime/core/4211-faster-probes")
        self.assertIn("owning-sig: sig-runtime\n", self.read(made, "kep.yaml"))
        self.assertTrue(os.path.exists(
            os.path.join(self.root, "keps/prod-readiness/sig-runtime/4211.yaml")))
        taken = self.milepost("new", "Other", "--group", "sig-runtime", "--number", "4211", "--as",
                              "jane", cwd=self.root, status=2)
        self.assertIn("keps/sig-runtime/core/4211-faster-probes", taken.err)
        for odd in ("sig-runtime/", "sig-runtime/../x", "sig-runtime//x"):
            self.milepost("new", "Odd", "--group", odd, "--number", "4212", "--as", "jane",
                          cwd=self.root, status=2)


class NothingFound(_home.Home):

    def setUp(self):
        super().setUp()
        self.root = self.repository("kep")
        self.write(os.path.join(self.root, "docs/guide.md"), "# Guide\n")

    def test_words_without_a_proposal_are_refused(self):
        for words in (["check", "docs"], ["check", "99999"], ["check", "gone"],
                      ["check", "--base", "HEAD", "docs"], ["check", "--base", "HEAD", "99999"],
                      ["show", "99999"], ["show", "docs"], ["why", "99999"], ["history", "99999"],
                      ["track", "show", "99999"], ["toc", "docs"], ["upgrade", "99999"],
                      ["diff", "99999", "HEAD"], ["promote", "99999", "--to", "beta"]):
            with self.subTest(" ".join(words)):
                answer = self.milepost(*words, cwd=self.root, status=2)
                self.assertRegex(answer.err, "there is no|no proposal")

    def test_touched_files_and_inner_folders_are_not(self):
        self.milepost("check", "--touched", "docs/guide.md", cwd=self.root)
        inner = "keps/sig-runtime/140-priority-lanes/images"
        os.makedirs(os.path.join(self.root, inner))
        self.assertIn("1 proposal,", self.milepost("check", inner, cwd=self.root, status=None).out)

    def test_unchanged_is_not_unfound(self):
        self.assertEqual(self.milepost("check", "--base", "HEAD", cwd=self.root).out,
                         "nothing changed: no proposal is touched\n")
        self.assertEqual(self.milepost("check", "--base", "HEAD", "140", cwd=self.root).out,
                         "nothing changed: no proposal is touched\n")
        self.assertEqual(self.milepost("check", "--touched", "docs/guide.md", cwd=self.root).out,
                         "nothing changed: the files belong to no proposal\n")
        empty = os.path.join(self.folder, "empty")
        self.write(os.path.join(empty, "milepost.yaml"), "schema: 1\nprocess: kep\n")
        self.assertEqual(self.milepost("check", cwd=empty).out,
                         "no proposals found; documents are keps/*/**/README.md\n")
        self.assertIn("no proposals found", self.milepost("list", cwd=empty).out)
        self.write(os.path.join(empty, "proposals/7-x/kep.yaml"), "title: X\n")
        answer = self.milepost("check", cwd=empty, status=2)
        self.assertIn("1 file looks like a proposal: proposals/7-x/kep.yaml", answer.err)

    def test_an_empty_repository_has_no_change_either(self):
        empty = os.path.join(self.folder, "fresh")
        self.write(os.path.join(empty, "milepost.yaml"), "schema: 1\nprocess: kep\n")
        for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "begin"]):
            self.git(*words, cwd=empty)
        self.assertEqual(self.milepost("check", "--base", "HEAD", cwd=empty).out,
                         "no proposals found; documents are keps/*/**/README.md\n")

    def test_files_that_are_no_markdown_are_no_proposals(self):
        self.write(os.path.join(self.root, "notes.txt"), "## Summary\n")
        for name in ("notes.txt", "OWNERS_ALIASES"):
            answer = self.milepost("check", name, cwd=self.root, status=2)
            self.assertIn(f"{name}: is no document, and part of no proposal", answer.err)

    HEADINGS = ("# X\n\n## Summary\n\nA.\n\n## Motivation\n\nA.\n\n### Goals\n\nA.\n\n"
                "### Non-Goals\n\nA.\n\n## Proposal\n\nA.\n\n## Drawbacks\n\nA.\n")

    def test_documents_of_another_place_are_no_praise(self):
        empty = os.path.join(self.folder, "elsewhere")
        self.write(os.path.join(empty, "veps/1-x/vep.md"), self.HEADINGS)
        self.write(os.path.join(empty, "docs/guide.md"), "# Guide\n\n## Summary\n")
        answer = self.milepost("check", "--process", "kep", cwd=empty, status=2)
        self.assertIn("keps/*/**/README.md: nothing is there, but 1 file looks like a proposal: "
                      "veps/1-x/vep.md", answer.err)

    def test_a_document_without_metadata_is_told_of(self):
        self.write(os.path.join(self.root, f"{GROUP}/7-x.md"), self.HEADINGS)
        self.write(os.path.join(self.root, f"{GROUP}/minutes.md"), "# M\n\n## Summary\n")
        own = f"{GROUP}/140-priority-lanes/draft.md"
        self.write(os.path.join(self.root, own), self.HEADINGS)
        told = self.milepost("check", "--select", "MP306", cwd=self.root, status=1).out
        self.assertIn(f"{GROUP}/7-x.md:1:1: error MP306", told)
        self.assertNotIn("minutes.md", told)
        self.assertNotIn("draft.md", told)

    def test_conflicts_beside_proposals(self):
        sides = "<<<<<<< HEAD\n## Summary\n=======\n## Overview\n>>>>>>> topic\n"
        own = f"{GROUP}/140-priority-lanes/measurements.md"
        template = "keps/NNNN-kep-template/README.md"
        self.write(os.path.join(self.root, own), "# M\n\n" + sides)
        self.write(os.path.join(self.root, template),
                   "# KEP-NNNN: T\n\n" + sides + "<!--DIRECTIVE: required: true-->\n")
        told = self.milepost("check", "--select", "MP330,MP201", cwd=self.root, status=1).out
        for path in (own, template):
            self.assertIn(f"{path}:3:1: error MP330 conflict-unresolved  a merge conflict is left: "
                          "line 4 against line 6", told)
        self.assertNotIn("Overview", told)

    def test_what_came_close_is_named(self):
        for number in range(1, 6):
            self.write(os.path.join(self.root, f"proposals/{number}-x/kep.yaml"), "title: X\n")
        note = ("5 files look like proposals but are not read: proposals/1-x/kep.yaml, "
                "proposals/2-x/kep.yaml, proposals/3-x/kep.yaml and 2 more; documents are "
                "keps/*/**/README.md (--verbose lists all)\n")
        self.assertIn(note, self.milepost("check", cwd=self.root, status=None).err)
        self.assertIn(note, self.milepost("list", cwd=self.root).out)
        # A list for a program stays a list: what was not read is told beside it.
        for form in ("json", "csv", "markdown"):
            listed = self.milepost("list", "--format", form, cwd=self.root)
            self.assertEqual(listed.err, note)
            self.assertNotIn("proposals/1-x", listed.out)
            self.assertEqual(self.milepost("list", "--format", form, "--quiet", cwd=self.root).err,
                             "")
        self.assertIn("proposals/5-x/kep.yaml",
                      self.milepost("check", "--verbose", cwd=self.root, status=None).err)
        self.assertEqual(len(self.milepost("check", "--format", "json", cwd=self.root,
                                           status=None).json()["unread"]), 5)
        bare = os.path.join(self.folder, "bare")
        self.write(os.path.join(bare, "proposals/7-x/kep.yaml"), "title: X\n")
        self.assertIn("proposals/7-x/kep.yaml (kep)",
                      self.milepost("check", cwd=bare, status=2).err)


if __name__ == "__main__":
    unittest.main()
