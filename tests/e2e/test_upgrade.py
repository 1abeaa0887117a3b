"""Proposals brought up to a newer template, from the command line."""

import os
import subprocess
import unittest

import _documents
import _schemas
from _moves import Moves

PAGE = "docs/upgrade.md"
FOLDER = "keps/sig-runtime/61-warm-spares/"
README = FOLDER + "README.md"
METADATA = FOLDER + "kep.yaml"
EDITED = """\
<!--
This section is incredibly important for producing high-quality, user-focused
Ask Ines for better words.
She knows the numbers, too.
-->
"""


class Upgrade(Moves):

    def setUp(self):
        super().setUp()
        for name, text in _documents.files(PAGE).items():
            self.write(name, text)

    def upgrade(self, *words, status=0):
        answer = self.milepost("upgrade", *words)
        self.assertEqual(answer.status, status, answer.out + answer.err)
        return answer

    def test_page(self):
        for block in _documents.marked(PAGE, "console"):
            for command, shown in _documents.commands(block):
                with self.subTest(command):
                    answer = self.milepost(*command.split()[1:])
                    self.assertEqual(answer.out + answer.err, shown)

    def test_what_the_page_promises(self):
        before = self.files()
        self.upgrade("61")
        after = self.files()
        changed = {name for name in after if after[name] != before.get(name)}
        self.assertEqual(changed, {README, METADATA})
        self.assertIn('template-version: "13"\n', self.read(METADATA))
        text = self.read(README)
        self.assertIn("###### Will enabling / using this feature result in any new API calls?\n\nNo.\n",
                      text)
        drift = self.milepost("check", "--select", "section-drift", "61", "--format", "json")
        self.assertEqual(drift.json()["findings"], [])
        self.assertIn("nothing to change", self.upgrade("61").out)
        self.assertEqual(self.files(), after)

    def test_dry_run_is_a_patch(self):
        before = self.files()
        answer = self.upgrade("61", "--dry-run")
        self.assertEqual(self.files(), before)
        self.assertTrue(answer.err.endswith("nothing was changed\n"), answer.err)
        subprocess.run(["git", "apply", "-"], cwd=self.folder, input=answer.out_bytes, check=True)
        patched = self.files()
        for name in (README, METADATA):
            self.write(name, before[name])
        self.upgrade("61")
        self.assertEqual(self.files(), patched)

    def test_line_ends_stay(self):
        for name in (README, METADATA):
            self.write(name, self.read(name).replace("\n", "\r\n").rstrip("\r\n"))
        self.upgrade("61")
        for name in (README, METADATA):
            text = self.read(name)
            self.assertEqual(text.count("\n"), text.count("\r\n"))
        self.assertNotIn(self.read(README)[-1], "\r\n")

    def test_conflicts_fail_until_they_are_settled(self):
        self.edit(README, ("Jobs wait for", EDITED + "\nJobs wait for"))
        answer = self.upgrade("61", status=1)
        line = self.read(README)[:self.read(README).index("<<[UNRESOLVED upgrade")].count("\n") + 1
        self.assertIn(f"    {README}:{line} Summary\n", answer.out)
        found = self.milepost("check", "--select", "unresolved-open", "61", "--format", "json").json()
        self.assertEqual([one["line"] for one in found["findings"]], [line])
        marked = self.read(README)
        self.assertIn(EDITED, marked)
        again = self.upgrade("61", status=1)
        self.assertIn(f"{README}:{line}", again.out)
        self.assertEqual(self.read(README), marked)

        begin = marked.index("<<[UNRESOLVED upgrade")
        template = marked.index("<!--\nSay what changes")
        text = marked[:begin] + marked[template:].replace("<<[/UNRESOLVED]>>\n", "", 1)
        self.write(README, text)
        self.upgrade("61")
        self.assertEqual(self.read(README), text)

    def test_versions(self):
        before = self.files()
        for version, words in (("12b", ['there is no version "12b"', "1 (2018-12-01)", "13 (2025-12-08)"]),
                               ("5", ["is written for version 6 of the template (2020-06-24)",
                                      "newer than 5"])):
            with self.subTest(version):
                answer = self.upgrade("61", "--to", version, status=2)
                self.assertEqual(answer.out, "")
                for word in words:
                    self.assertIn(word, answer.err)
                self.assertEqual(self.files(), before)
        self.upgrade("61", "--to", "8")
        text = self.read(README)
        self.assertIn("###### How can someone using this feature know", text)
        self.assertIn("for the above SLIs?", text)
        self.assertNotIn("##### Unit tests", text)
        self.assertIn('template-version: "8"\n', self.read(METADATA))

    def test_json(self):
        for words in ((), ("--dry-run",)):
            told = self.upgrade("61", "158", "--format", "json", *words).json()
            _schemas.validate(told, "upgrade.schema.json")
            self.assertEqual([one["path"] for one in told], [
                README, "keps/sig-runtime/158-structured-exit-reasons/README.md"])
        self.assertEqual((told[0]["from"], told[0]["to"]), ("13", "13"))

    def test_several_and_what_cannot_be_done(self):
        os.makedirs(self.path("keps/sig-runtime/62-a-link"))
        os.symlink("../61-warm-spares/README.md", self.path("keps/sig-runtime/62-a-link/README.md"))
        self.write("keps/sig-runtime/62-a-link/kep.yaml", "title: A link\nkep-number: 62\n")
        self.write("keps/sig-runtime/63-open/kep.yaml",
                   "title: Open\nkep-number: 63\ncreation-date: 2019-03-01\n")
        self.write("keps/sig-runtime/63-open/README.md",
                   "# KEP-63: Open\n\n## Summary\n\n```\n" + "x\n" * 3)
        before = self.read(README)
        answer = self.upgrade("62", "63", "150", "61", status=2)
        self.assertIn("62-a-link/README.md: is a link to " + README, answer.err)
        self.assertIn("63-open/README.md: a code block begins on line 5 and is never closed",
                      answer.err)
        self.assertIn('kind "process" has no lineage', answer.err)
        self.assertIn("61-warm-spares/README.md\n  template 6 (2020-06-24) → 13 (", answer.out)
        self.assertNotEqual(self.read(README), before)
        self.assertTrue(os.path.islink(self.path("keps/sig-runtime/62-a-link/README.md")))
        self.assertEqual(self.upgrade("99", status=2).out, "")
        self.assertEqual(self.upgrade(status=2).out, "")

    def test_quiet(self):
        self.assertEqual(self.upgrade("61", "--quiet").out, "")


if __name__ == "__main__":
    unittest.main()
