#!/usr/bin/env python3
"""A program without memory says so and ends with exit status 2; it neither aborts nor faults, and
what it was about to change is whole.

Some allocations of a few verbs fail; with MILEPOST_ATTACK=full, some 2,500 of many."""

import os
import random
import shutil
import subprocess
import unittest

import _home
import _milepost

FULL = os.environ.get("MILEPOST_ATTACK") == "full"
SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "failing_malloc.c")
FIRST = range(1, 9) if FULL else (1, 2)  # what is made before main() is among them
POINTS = 75 if FULL else 3
NOW = ["--now", "2027-05-20"]
VERBS = {
    "check": ["check"],
    "change": ["check", "--base", "HEAD"],
    "why": ["why", "131", "--to", "stable", *NOW],
    "approve": ["approve", "131", "--role", "approver", "--as", "iduarte", *NOW],
    "report": ["report", *NOW],
}
MORE_VERBS = {
    "fix": ["check", "--fix"],
    "sarif": ["check", "--format", "sarif"],
    "show": ["show", "131"],
    "list": ["list", "--with", "findings"],
    "history": ["history", "131"],
    "log": ["log", "131"],
    "diff": ["diff", "131", "HEAD"],
    "inbox": ["inbox", "--as", "iduarte", *NOW],
    "promote": ["promote", "131", "--to", "stable", "--override", "--reason", "x", "--as", "pnovak",
                *NOW],
    "drift": ["drift", *NOW],
    "track": ["track", "new", "131", "--as", "pnovak", *NOW],
    "fsck": ["fsck"],
    "export": ["store", "export"],
}


class OutOfMemory(_home.Home):

    def setUp(self):
        super().setUp()
        compiler = shutil.which("gcc") or shutil.which("cc")
        if not compiler:
            self.skipTest("there is no C compiler")
        self.library = os.path.join(self.folder, "failing_malloc.so")
        subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", self.library, SOURCE], check=True,
                       timeout=60)
        if b"__asan_init" in self.program():
            self.skipTest("a sanitizer has an allocator of its own")
        self.root = self.repository()
        # So that there is a record.
        self.milepost("approve", "131", "--role", "approver", "--as", "iduarte", "--now",
                      "2027-05-10", cwd=self.root)

    @staticmethod
    def program():
        with open(_milepost.PROGRAM, "rb") as file:
            return file.read()

    def starved(self, words, **environment):
        """A run in a repository of its own, whose allocations fail."""
        place = os.path.join(self.folder, "fresh")
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(self.root, place)
        done = subprocess.run(
            [_milepost.PROGRAM, *words], cwd=place, stdin=subprocess.DEVNULL, capture_output=True,
            timeout=120, check=False,
            env=self.environment(LD_PRELOAD=self.library, **environment))
        return place, _milepost.Answer(done.returncode, done.stdout, done.stderr)

    def undisturbed(self, words):
        """How many allocations there are, and the answer."""
        count = os.path.join(self.folder, "count")
        _, answer = self.starved(words, FAIL_COUNT=count)
        self.assertIn(answer.status, (0, 1), answer.err)
        return int(self.read(count)), answer

    def test_it_says_so_and_ends(self):
        for name, words in (VERBS | MORE_VERBS if FULL else VERBS).items():
            most, whole = self.undisturbed(words)
            self.assertGreater(most, 1000)
            numbers = random.Random(name)
            for at in [*FIRST, *(numbers.randint(1, most) for _ in range(POINTS))]:
                for lasting in (False, True):
                    with self.subTest(verb=name, at=at, lasting=lasting):
                        more = {"FAIL_ON": "1"} if lasting else {}
                        place, answer = self.starved(words, FAIL_AT=str(at), **more)
                        if answer.status == 2:
                            self.assertNotEqual(answer.err_bytes, b"")
                        else:  # what failed was asked for again, or could be done without
                            self.assertEqual((answer.status, answer.out_bytes),
                                             (whole.status, whole.out_bytes))
                        if name in ("approve", "fix", "promote", "track") and at % 5 == 0:
                            after = self.milepost("fsck", cwd=place, status=None)
                            self.assertEqual(after.status, 0, after.out + after.err)


if __name__ == "__main__":
    unittest.main()
