"""Records that the milepost of 0.1.0 wrote, kept in tests/records, read by the program of today."""

import os
import random
import shutil
import subprocess
import unittest

import _documents
from _record import SERVER, Record

RECORDS = os.path.join(_documents.ROOT, "tests", "records")


class OldRecord(Record):
    """Says nothing by itself: those below say where the record is."""

    def kept(self, *path):
        return self.read(RECORDS, *path)

    def expect_as_it_was(self, exported):
        self.assertTrue(self.verb("fsck").out.endswith("no damage\n"))
        self.assertEqual(self.verb("store", "export").out, exported)

    def expect_to_go_on(self, exported):
        """More can be recorded, after all that there was."""
        self.verb("hold", "97", "--as", "tlind", "--comment", "wait")
        self.assertEqual(self.verb("store", "export").out.splitlines()[1:57],
                         exported.splitlines()[1:57])
        self.assertEqual(self.export()[1][56]["kind"], "held")
        self.verb("store", "rebuild")
        self.assertTrue(self.verb("fsck").out.endswith("no damage\n"))


class InSqlite(OldRecord):

    def setUp(self):
        super().setUp()
        folder = os.path.join(self.root, ".git", "milepost")
        os.makedirs(folder, exist_ok=True)
        self.file = os.path.join(folder, "record.db")
        shutil.copyfile(os.path.join(RECORDS, "sqlite", "record.db"), self.file)

    def test_is_read_and_goes_on(self):
        self.assertTrue(self.verb("fsck").out.endswith("no damage\n"))
        with open(self.file, "rb") as now, \
                open(os.path.join(RECORDS, "sqlite", "record.db"), "rb") as then:
            self.assertEqual(now.read(), then.read(), "nothing is changed by looking")
        self.expect_as_it_was(self.kept("sqlite", "record.jsonl"))
        self.expect_to_go_on(self.kept("sqlite", "record.jsonl"))

    def test_is_what_people_see(self):
        def seen(*words, status=0):
            return self.verb(*words, "--now", "2027-02-07", status=status)
        self.assertIn("@pnovak", seen("track", "show", "131").out)
        comments = seen("track", "show", "131", "--comments").out
        self.assertIn("The docs are ready for review.", comments)
        self.assertIn("lane/lane#80 is open (code)", comments)
        status = seen("release", "status", "v1.18", "--format", "json", status=None).json()
        states = {one["proposal"]: one["state"] for one in status["proposals"]}
        self.assertEqual(states[158], "deferred")


class InADump(OldRecord):
    """As pg_dump wrote it, in a database of its own."""

    def setUp(self):
        super().setUp()
        if not SERVER:
            self.skipTest("there is no server: MILEPOST_TEST_POSTGRES")
        name = f"test{random.getrandbits(60)}"
        self.sql(SERVER, f"CREATE DATABASE {name}")
        self.addCleanup(self.sql, SERVER, f"DROP DATABASE {name} WITH (FORCE)")
        self.place = SERVER.rsplit("/", 1)[0] + "/" + name
        self.store = ["--store", self.place]
        done = subprocess.run(
            ["psql", "-qAt", "-v", "ON_ERROR_STOP=1", "-f",
             os.path.join(RECORDS, "postgresql", "record.sql"), self.place],
            capture_output=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr.decode())

    def test_is_read_and_goes_on(self):
        self.expect_as_it_was(self.kept("postgresql", "record.jsonl"))
        self.expect_to_go_on(self.kept("postgresql", "record.jsonl"))


if __name__ == "__main__":
    unittest.main()
