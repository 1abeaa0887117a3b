"""docs/lifecycle.md shows what milepost prints, in the order of the page."""

import shlex
import unittest

import _documents
from _moves import Moves

PAGE = "docs/lifecycle.md"


def answers(case):
    """Each command of the page, with what is printed and what the page says."""
    for name, text in _documents.files(PAGE).items():
        case.write(name, text)
    for block in _documents.marked(PAGE, "console"):
        for command, shown in _documents.commands(block):
            words = shlex.split(command)
            case.assertEqual(words[0], "milepost")
            answer = case.milepost(*words[1:])
            yield command, answer.out + answer.err, shown


class Page(Moves):

    def test_output(self):
        for command, printed, shown in answers(self):
            with self.subTest(command):
                self.assertEqual(printed, shown)


if __name__ == "__main__":
    unittest.main()
