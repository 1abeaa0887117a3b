"""Whoever writes to a record may be killed at any time: what was acknowledged stays.

MILEPOST_KILLS says how often (20)."""

import os
import random
import signal
import time
import unittest

from _record import Record, SERVER, durable_server

KILLS = int(os.environ.get("MILEPOST_KILLS", "20"))


class Kills(Record):

    def setUp(self):
        super().setUp()
        self.chance = random.Random(1)
        self.acknowledged = {}

    def kill_writer(self, kill):
        """Lets a writer work for a moment, then ends it; notes what it was told."""
        with self.writer("append", "jane") as writer:
            out = writer.stdout.readline()  # it is at work
            time.sleep(self.chance.uniform(0, 0.02))
            kill(writer)
            rest, err = writer.communicate(timeout=60)
        lines = (out + rest).decode().splitlines(keepends=True)
        for line in lines:
            if not line.endswith("\n"):
                continue
            number, digest = line.split()
            self.acknowledged[int(number)] = digest
        return err.decode()

    def expect_everything(self):
        report = self.fsck()
        self.assertGreaterEqual(report["record"]["events"], max(self.acknowledged))

    def expect_digests(self):
        _, events, _ = self.export()
        kept = {event["number"]: event["digest"] for event in events}
        for number, digest in self.acknowledged.items():
            self.assertEqual(kept.get(number), digest, f"event {number} is lost")

    def kill_writers(self):
        for _ in range(KILLS):
            self.kill_writer(lambda writer: writer.send_signal(signal.SIGKILL))
            self.expect_everything()
        self.expect_digests()

    def test_in_a_file(self):
        self.kill_writers()

    @unittest.skipUnless(SERVER, "there is no server: MILEPOST_TEST_POSTGRES")
    def test_in_postgresql(self):
        with durable_server() as (address, _):
            self.use_server(address)
            self.kill_writers()

    @unittest.skipUnless(SERVER, "there is no server: MILEPOST_TEST_POSTGRES")
    def test_of_the_server(self):
        """All of the server's sessions end when one is killed, and it recovers."""
        with durable_server() as (address, process):
            self.use_server(address)
            for _ in range(max(1, KILLS // 10)):
                err = self.kill_writer(lambda _: self.kill_session(process))
                self.assertRegex(err, "the connection was lost|not known whether it was")
                self.wait_for(address)
                self.expect_everything()
            self.expect_digests()

    def kill_session(self, server):
        for name in os.listdir("/proc"):
            try:
                with open(f"/proc/{name}/stat", encoding="ascii", errors="replace") as file:
                    parent = file.read().rsplit(")", 1)[1].split()[1]
                with open(f"/proc/{name}/cmdline", encoding="ascii", errors="replace") as file:
                    title = file.read()
            except (OSError, IndexError):
                continue
            if int(parent) == server and title.startswith("postgres: milepost"):
                os.kill(int(name), signal.SIGKILL)
                return
        self.fail("the writer has no session")

    def wait_for(self, address):
        for _ in range(300):
            if self.milepost("store", "status", "--store", address, cwd=self.root,
                             status=None).status == 0:
                return
            time.sleep(0.1)
        self.fail("the server does not recover")


if __name__ == "__main__":
    unittest.main()
