"""Many hands at once: nothing is lost, nothing is recorded twice."""

import collections
import os
import shutil
import subprocess
import unittest
from concurrent.futures import ThreadPoolExecutor

from _record import WRITER, Record

SLOW = os.path.join(os.path.dirname(os.path.abspath(__file__)), "slow_creation.c")
FULL = os.environ.get("MILEPOST_ATTACK") == "full"


class Races(Record):

    def race(self, prefixes, people, rounds):
        """Lets a process loose for each prefix; how many each of them recorded."""
        self.verb("store", "status")
        with ThreadPoolExecutor() as pool:
            return list(pool.map(lambda prefix: self.approve(prefix, people, rounds), prefixes))

    def expect(self, names, rounds):
        _, events, _ = self.export()
        found = collections.Counter((event["stream"], event["by"]) for event in events)
        wanted = {(f"proposal/{i}", name) for i in range(rounds) for name in names}
        self.assertEqual(set(found), wanted)
        self.assertEqual(max(found.values()), 1)
        self.fsck()

    def test_two_processes_fifty_approvers_a_hundred_rounds(self):
        self.use_server()
        # Both try the same approvals, and each is recorded by one of them.
        recorded = self.race(["a", "a"], 50, 100)
        self.assertEqual(sum(recorded), 50 * 100)
        self.expect([f"a{i}" for i in range(50)], 100)

    def ticks(self):
        self.assertEqual(self.race(["a", "b"], 50, 1), [50, 50])
        self.expect([f"{prefix}{i}" for prefix in "ab" for i in range(50)], 1)

    def test_a_hundred_ticks_of_one_list_in_a_file(self):
        self.ticks()

    def test_a_hundred_ticks_of_one_list_in_postgresql(self):
        self.use_server()
        self.ticks()


class FirstWriters(Record):
    """Those who make the record, all at once."""

    def setUp(self):
        super().setUp()
        compiler = shutil.which("gcc") or shutil.which("cc")
        if not compiler:
            self.skipTest("there is no C compiler")
        self.library = os.path.join(self.folder, "slow_creation.so")
        subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", self.library, SLOW],
                       check=True, timeout=60)
        with open(WRITER, "rb") as file:
            program = file.read()
        if b"__asan_init" in program or b"__tsan_init" in program:
            self.skipTest("a sanitizer wants to be the first library")

    def environment(self, **changes):
        return super().environment(LD_PRELOAD=getattr(self, "library", ""), **changes)

    def test_nobody_loses_the_lock_of_a_record_just_made(self):
        """Its file was closed by one thread while another had it locked: a disk I/O error."""
        for i in range(100 if FULL else 5):
            self.place = os.path.join(self.folder, f"place{i}")
            os.mkdir(self.place)
            with ThreadPoolExecutor() as pool:
                recorded = list(pool.map(lambda prefix: self.approve(prefix, 12, 1), "ab"))
            self.assertEqual(recorded, [12, 12])


if __name__ == "__main__":
    unittest.main()
