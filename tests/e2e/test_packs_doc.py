"""docs/packs.md keeps its word: its pack works, its examples load, its output is real."""

import os
import shlex
import unittest

import _documents
import _milepost
import _packs_page
from _packs_page import PAGE


class PacksPage(_milepost.Case):

    def setUp(self):
        super().setUp()
        for name, text in _packs_page.files().items():
            self.write(name, text)

    def test_commands_answer_as_shown(self):
        shown = _documents.marked(PAGE, "console")
        self.assertGreaterEqual(len(shown), 2)
        for block in shown:
            for command, output in _documents.commands(block):
                with self.subTest(command):
                    program, *words = shlex.split(command)
                    self.assertEqual(program, "milepost")
                    self.assertEqual(self.run_here(*words).out, output)

    def test_a_new_proposal_can_be_made(self):
        made = self.run_here("new", "Warm quays", "--as", "jane")
        self.assertEqual(made.status, 0, made.err)
        self.assertIn("decisions/0003-warm-quays.md", made.out)
        self.assertEqual(self.run_here("check", "3").status, 0)

    def test_examples_hold_together(self):
        for text in _packs_page.configurations():
            with self.subTest(text):
                self.write("milepost.yaml", text)
                answer = self.run_here("process", "check")
                self.assertEqual(answer.status, 0, answer.out)

    def test_examples_load(self):
        for text in _packs_page.configurations():
            with self.subTest(text):
                self.write("milepost.yaml", text)
                answer = self.run_here("check")
                self.assertIn(answer.status, (0, 1), answer.err)

    def test_example_is_refused_when_it_is_wrong(self):
        text = next(one for one in _packs_page.configurations() if "documents:" in one)
        self.write("milepost.yaml", text.replace("documents:", "document:"))
        answer = self.run_here("check")
        self.assertEqual(answer.status, 2)
        self.assertIn("did you mean `documents`?", answer.err)

    def test_examples_work_in_a_pack_too(self):
        pack = _documents.files(PAGE)["process/process.yaml"]
        for text in _packs_page.parts():
            own = {line.split(":")[0] for line in text.splitlines() if line[:1].isalpha()}
            theirs = {line.split(":")[0] for line in pack.splitlines() if line[:1].isalpha()}
            if own & theirs:
                continue  # a file has each key once
            with self.subTest(text):
                self.write("process/process.yaml", pack + text)
                answer = self.run_here("check")
                self.assertIn(answer.status, (0, 1), answer.err)

    def test_links_lead_somewhere(self):
        for target in ("checking.md", "schema"):
            self.assertIn(f"({target})", _documents.read(PAGE))
            self.assertTrue(os.path.exists(os.path.join(_documents.ROOT, "docs", target)))


if __name__ == "__main__":
    unittest.main()
