"""Records for tests: written by a program of their own, in a file or in PostgreSQL."""

import contextlib
import json
import os
import random
import subprocess

import _home
import _milepost

WRITER = os.path.abspath(
    os.environ.get("MILEPOST_STORE_WRITER")
    or os.path.join(os.path.dirname(_milepost.PROGRAM), "store_writer"))
WITH_POSTGRES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "with_postgres")
SERVER = os.environ.get("MILEPOST_TEST_POSTGRES")


@contextlib.contextmanager
def durable_server():
    """A server of one's own that syncs what it writes: its address and its process."""
    words = [WITH_POSTGRES, "--durable", "sh", "-c",
             "echo $MILEPOST_TEST_POSTGRES $MILEPOST_TEST_POSTGRES_PID; read -r line"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        address, process = server.stdout.readline().decode().split()
        try:
            yield address, int(process)
        finally:
            server.stdin.close()
            server.wait(60)


class InPostgresql:
    """What a case needs that keeps its record in PostgreSQL."""

    def use_server(self, address=SERVER):
        """The record is in a schema of its own in PostgreSQL."""
        if not address:
            self.skipTest("there is no server: MILEPOST_TEST_POSTGRES")
        name = f"test{random.getrandbits(60)}"
        self.sql(address, f"CREATE SCHEMA {name}")
        self.place = f"{address}?options=-csearch_path%3D{name}"
        self.store = ["--store", self.place]

    def sql(self, address, script):
        done = subprocess.run(["psql", "-qAt", "-v", "ON_ERROR_STOP=1", "-c", script, address],
                              capture_output=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return done.stdout.decode()


class Record(InPostgresql, _home.Home):
    """A repository with a record; `store` is the words that lead to it."""

    def setUp(self):
        super().setUp()
        self.root = self.repository()
        self.place = self.root
        self.store = []

    def writer(self, *words, **options):
        return subprocess.Popen([WRITER, self.place, *words], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, env=self.environment(), **options)

    def approve(self, prefix, people, rounds):
        """Records approvals, and says how many."""
        with self.writer("approve", prefix, str(people), str(rounds)) as writer:
            out, err = writer.communicate(timeout=500)
        self.assertEqual(writer.returncode, 0, err.decode())
        return int(out)

    def verb(self, *words, status=0):
        return self.milepost(*words, *self.store, cwd=self.root, status=status)

    def fsck(self, *words, status=0):
        return self.verb("fsck", "--format", "json", *words, status=status).json()

    def export(self):
        """The record's lines as values: the header, events, texts."""
        lines = [json.loads(line) for line in self.verb("store", "export").out.splitlines()]
        return (lines[0], [line for line in lines[1:] if "number" in line],
                [line for line in lines[1:] if "text" in line])
