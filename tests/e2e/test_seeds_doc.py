"""Every row of docs/seeds.md names tests that are there."""

import os
import re
import unittest

import _documents

PAGE = "docs/seeds.md"


class Seeds(unittest.TestCase):

    def rows(self):
        for line in _documents.read(PAGE).split("\n"):
            cells = [cell.strip() for cell in line.split("|")[1:-1]]
            if len(cells) == 3 and not set(cells[0]) <= {"-"} and cells[2] != "test":
                yield cells

    def test_each_row_has_a_test_that_is_there(self):
        count = 0
        for what, where, test in self.rows():
            with self.subTest(row=what):
                count += 1
                self.assertNotIn(where, ("", "not"))
                named = re.fullmatch(r"`(\S+)` `(\S+)`", test)
                self.assertTrue(named, test)
                path, name = named.groups()
                source = _documents.read(path)
                found = (rf"def {name}\(self" if path.endswith(".py")
                         else rf"TEST(_F)?\(\w+, {name}\)")
                self.assertRegex(source, found)
        self.assertGreater(count, 50)

    def test_the_page_names_every_label_and_computed_item(self):
        page = _documents.read(PAGE)
        for pack in ("feature", "kep"):
            text = _documents.read(os.path.join("processes", pack, "process.yaml"))
            for key in re.findall(r"- \{id: ((?:design|code|docs)-complete|lead-opted-in|tracked/\w+)",
                                  text):
                self.assertIn(key, page)


if __name__ == "__main__":
    unittest.main()
