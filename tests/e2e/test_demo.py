"""examples/demo: the repositories that `./dev run` serves are in the middle of a release."""

import json
import os
import subprocess
import tempfile
import unittest

from _milepost import PROGRAM, plain_environment

DEMO = os.path.normpath(os.path.join(os.path.dirname(__file__), "..", "..", "examples", "demo"))


class Demo(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.place.cleanup)
        cls.root = os.path.join(cls.place.name, "repositories")
        done = cls.make(cls.root)
        if done.returncode != 0 or done.stderr:
            raise AssertionError(done.stderr.decode())

    @classmethod
    def make(cls, *words):
        return subprocess.run([DEMO, *words], check=False, timeout=120, capture_output=True,
                              env=plain_environment(HOME=cls.place.name, MILEPOST=PROGRAM))

    def ask(self, repository, *words):
        done = subprocess.run([PROGRAM, *words, "--format", "json"], capture_output=True, timeout=60,
                              cwd=os.path.join(self.root, repository), check=False,
                              env=plain_environment(HOME=self.place.name))
        self.assertEqual(done.stderr, b"")
        return json.loads(done.stdout)

    def test_a_proposal_makes_the_freeze_and_another_is_at_risk(self):
        board = self.ask("enhancements", "release", "status", "v1.18")
        states = {row["proposal"]: row["state"] for row in board["proposals"]}
        self.assertEqual(states, {131: "tracked", 140: "at risk"})

    def test_proposals_came_to_be_what_they_are(self):
        history = self.ask("enhancements", "history", "140")
        self.assertEqual([entry["move"] for entry in history["moves"]],
                         ["provisional", "→ implementable alpha", "→ beta"])

    def test_every_example_is_there_with_a_commit(self):
        examples = os.path.dirname(DEMO)
        folders = [name for name in os.listdir(examples)
                   if os.path.isdir(os.path.join(examples, name))]
        self.assertEqual(len(os.listdir(self.root)), len(folders))
        for name in os.listdir(self.root):
            with self.subTest(name=name):
                self.assertTrue(self.ask(name, "list"))

    def test_it_asks_for_one_folder(self):
        done = self.make("one", "two")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, b"usage: examples/demo FOLDER\n")


if __name__ == "__main__":
    unittest.main()
