"""docs/tracking.md shows what milepost prints, in the order of the page."""

import shlex
import unittest

import _documents
import _home

PAGE = "docs/tracking.md"


class Page(_home.Home):

    def test_output(self):
        for mark, name in (("console kep", "kep"), ("console", "feature")):
            root = self.repository(name)
            if name == "feature":
                self.milepost("track", "new", "63", "--as", "pnovak", "--now", "2026-01-29",
                              cwd=root)
            for block in _documents.marked(PAGE, mark):
                for command, shown in _documents.commands(block):
                    with self.subTest(command):
                        program, *words = shlex.split(command)
                        self.assertEqual(program, "milepost")
                        answer = self.milepost(*words, cwd=root, status=None)
                        self.assertEqual(answer.out + answer.err, shown)


if __name__ == "__main__":
    unittest.main()
