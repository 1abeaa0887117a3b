"""Small repositories whose proposals are moved, for the tests beside this file."""

import os
import shutil
import tempfile
import unittest

from _milepost import run

EXAMPLES = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", "examples"))

# Freezes last until their day has ended anywhere on earth.
CALENDAR = """\
schema: 1
releases:
  - {name: v1.12, release: 2025-03-19}
  - name: v1.16
    start: 2026-01-05
    prr-freeze: 2026-02-05
    enhancements-freeze: 2026-02-12
    code-freeze: 2026-03-19
    release: 2026-04-22
  - {name: v1.17, start: 2026-05-04, prr-freeze: 2026-06-04, enhancements-freeze: 2026-06-11}
"""
NOW = "2026-02-01T12:00:00Z"


class Moves(unittest.TestCase):
    """A copy of an example, with a calendar."""

    maxDiff = None
    example = "kep"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.join(folder.name, "repository")
        shutil.copytree(os.path.join(EXAMPLES, self.example), self.folder)
        self.write("releases.yaml", CALENDAR)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read().decode()

    def edit(self, name, *changes):
        text = self.read(name)
        for old, new in changes:
            self.assertIn(old, text)
            text = text.replace(old, new, 1)
        self.write(name, text)

    def files(self):
        """All texts, by path; what milepost keeps for itself is left out."""
        found = {}
        for folder, names, files in os.walk(self.folder):
            names[:] = [name for name in names if name not in (".git", ".milepost")]
            for name in files:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, self.folder)] = file.read()
        return found

    def milepost(self, *words):
        return run("-C", self.folder, *words)

    def promote(self, *words, now=NOW):
        return self.milepost("promote", *words, "--now", now)

    def closing(self, *words, now=NOW):
        """The ids of the conditions that close the gate, and the answer's own word."""
        answer = self.milepost("why", *words, "--format", "json", "--now", now)
        self.assertEqual(answer.err, "")
        told = answer.json()
        self.assertEqual(answer.status, 0 if told["open"] else 1)
        closing = [one["id"] for one in told["conditions"] if one["closes"]]
        self.assertEqual(told["open"], not closing)
        return closing

    def allowed(self, *words, now=NOW):
        """Makes the move; what it has changed, by path."""
        before = self.files()
        answer = self.promote(*words, now=now)
        self.assertEqual((answer.status, answer.out == ""), (0, False), answer.err)
        after = self.files()
        return {path: text.decode() for path, text in after.items() if before.get(path) != text}

    def refused(self, message, *words, now=NOW):
        before = self.files()
        answer = self.promote(*words, now=now)
        # A gate says 1; who may not do a thing is told 2, as by every verb.
        may_not = "may not make the move" in message
        self.assertEqual(answer.status, 2 if may_not else 1, answer.err + answer.out)
        self.assertEqual(answer.out, "")
        self.assertIn(message, answer.err)
        self.assertIn("Nothing was changed.", answer.err)
        self.assertEqual(self.files(), before)
        return answer
