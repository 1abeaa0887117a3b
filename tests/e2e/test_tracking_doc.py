"""docs/tracking.md shows what milepost prints, in the order of the page.

MILEPOST_UPDATE_GOLDENS=1 has the page written anew."""

import os
import re
import shlex
import unittest

import _documents
import _home

PAGE = "docs/tracking.md"
UPDATES = bool(os.environ.get("MILEPOST_UPDATE_GOLDENS"))


class Page(_home.Home):

    def answer(self, command, root):
        program, *words = shlex.split(command)
        self.assertEqual(program, "milepost")
        answer = self.milepost(*words, cwd=root, status=None)
        return answer.out + answer.err

    def test_output(self):
        roots = {"console": self.repository("feature"), "console kep": self.repository("kep")}
        for name, text in _documents.files(PAGE).items():
            self.write(os.path.join(roots["console kep"], name), text)
        self.milepost("track", "new", "63", "--as", "pnovak", "--now", "2026-01-29",
                      cwd=roots["console"])

        def run(block):
            mark, text = block.groups()
            if mark not in roots:
                return block[0]
            out = ""
            for command, shown in _documents.commands(text):
                printed = self.answer(command, roots[mark])
                out += f"$ {command}\n{printed}"
                if not UPDATES:
                    with self.subTest(command):
                        self.assertEqual(printed, shown)
            return f"```{mark}\n{out}```"

        before = _documents.read(PAGE)
        after = re.sub(r"^```([^\n]*)\n(.*?)^```$", run, before, flags=re.M | re.S)
        self.assertGreater(before.count("\n$ milepost"), 15)
        if UPDATES:
            with open(os.path.join(_documents.ROOT, PAGE), "w", encoding="utf-8") as file:
                file.write(after)


if __name__ == "__main__":
    unittest.main()
