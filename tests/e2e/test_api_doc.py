"""docs/api.md shows what a server answers, in the order of the page.

MILEPOST_UPDATE_GOLDENS=1 has the page written anew."""

import os
import re
import subprocess
import unittest

import _documents
from _api import Api

PAGE = "docs/api.md"
UPDATES = bool(os.environ.get("MILEPOST_UPDATE_GOLDENS"))


class Page(unittest.TestCase):

    def setUp(self):
        self.api = Api(self)
        self.shell = subprocess.Popen(
            ["bash"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env=dict(os.environ, server=self.api.address, token=self.api.token("mokafor")))
        self.addCleanup(self.end)

    def end(self):
        self.shell.stdin.close()
        self.shell.stdout.close()
        self.shell.wait(30)

    def answer(self, command):
        self.shell.stdin.write((command + "\necho; echo --end--\n").encode())
        self.shell.stdin.flush()
        out = ""
        while not out.endswith("--end--\n"):
            line = self.shell.stdout.readline().decode()
            self.assertTrue(line, out)
            out += line
        out = out[:-len("--end--\n")].rstrip("\n")
        # What differs from day to day.
        out = re.sub(r'"time": "[^"]*"', '"time": "2026-01-31T12:00:00Z"', out)
        out = re.sub(r'"request": "[^"]*"', '"request": "0f6c1d2e-000001"', out)
        return out.replace("\r", "") + ("\n" if out else "")

    def test_output(self):
        ran = 0

        def run(block):
            nonlocal ran
            mark, text = block.groups()
            if mark != "console":
                return block[0]
            out = ""
            for command, shown in _documents.commands(text):
                ran += 1
                printed = self.answer(command)
                out += f"$ {command}\n{printed}"
                if not UPDATES:
                    with self.subTest(command):
                        self.assertEqual(printed, shown)
            return f"```{mark}\n{out}```"

        before = _documents.read(PAGE)
        after = re.sub(r"^```([^\n]*)\n(.*?)^```$", run, before, flags=re.M | re.S)
        self.assertGreaterEqual(ran, 9)
        if UPDATES:
            with open(os.path.join(_documents.ROOT, PAGE), "w", encoding="utf-8") as file:
                file.write(after)


if __name__ == "__main__":
    unittest.main()
