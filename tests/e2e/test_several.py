#!/usr/bin/env python3
"""Several repositories and several checkouts in one PostgreSQL database: each has its own."""

import json
import pathlib
import random
import subprocess
import time
import unittest
import urllib.parse

import _record
import _serve
from _milepost import PROGRAM, plain_environment


class Several(_record.InPostgresql, _serve.Case):

    def setUp(self):
        super().setUp()
        if not _record.SERVER:
            self.skipTest("there is no server: MILEPOST_TEST_POSTGRES")
        name = f"several{random.getrandbits(60)}"
        self.sql(_record.SERVER, f"CREATE DATABASE {name}")
        self.addCleanup(self.sql, _record.SERVER, f"DROP DATABASE {name} WITH (FORCE)")
        self.address = _record.SERVER.rsplit("/", 1)[0] + "/" + name

    def run_in(self, root, *words, status=0, store=None):
        done = subprocess.run([PROGRAM, "-C", root, *words, "--store", store or self.address],
                              capture_output=True, text=True, check=False, env=plain_environment())
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def search(self, server, words, base=""):
        for _ in range(100):
            reply = server.get(f"{base}/api/v1/search?q=" + urllib.parse.quote(words))
            if reply.status == 200:
                return reply.json()
            time.sleep(0.1)
        raise AssertionError(reply.body)

    def first_number(self, root):
        return str(json.loads(self.run_in(root, "list", "--format", "json"))[0]["number"])

    def test_repositories_of_one_server_have_records_of_their_own(self):
        one, other = self.example(to="ex-kep"), self.example(to="other")
        number = self.first_number(one)
        schema = self.address + "?options=-csearch_path%3Dex_kep"
        server = self.serve(one, other, "--store", self.address)
        self.run_in(one, "concern", number, "Is this for ex-kep alone?", "--as", "jane",
                    store=schema)
        for _ in range(100):
            if b"Is this for" in server.get("/ex-kep/log").body:
                break
            time.sleep(0.1)
        self.assertIn(b"Is this for", server.get("/ex-kep/log").body)
        self.assertNotIn(b"Is this for", server.get("/other/log").body)
        schemas = self.sql(self.address, "SELECT table_schema FROM information_schema.tables"
                                         " WHERE table_name = 'milepost_events'").split()
        self.assertEqual(schemas, ["ex_kep"])
        accounts = self.sql(self.address, "SELECT DISTINCT table_schema FROM"
                                          " information_schema.tables WHERE table_name LIKE"
                                          " 'mp_account%'").split()
        self.assertEqual(accounts, ["public"])
        self.assertGreater(self.search(server, "the", "/ex-kep")["total"], 0)
        self.assertGreater(len(self.search(server, "the", "/other")["found"]), 0)

    def test_a_record_of_one_is_not_taken_for_that_of_several(self):
        one, other = self.example(to="one"), self.example(to="other")
        number = self.first_number(one)
        self.run_in(one, "concern", number, "Whose is it?", "--as", "jane")
        said = self.run_in("/", "serve", one, other, "--listen", "127.0.0.1:0", status=2)
        self.assertIn("the record in its default schema is of one repository", said)
        self.assertIn("one, other", said)
        tables = ["head", "events", "states", "texts", "schema"]
        self.sql(self.address, "CREATE SCHEMA one;" + "".join(
            f"ALTER TABLE milepost_{table} SET SCHEMA one;" for table in tables) +
            "ALTER FUNCTION milepost_refuse() SET SCHEMA one")
        server = self.serve(one, other, "--store", self.address)
        self.assertIn(b"Whose is it?", server.get("/one/log").body)
        self.run_in(one, "fsck", store=self.address + "?options=-csearch_path%3Done")

    def test_names_that_cannot_be_schemas_are_refused(self):
        one, other = self.example(to="a-b"), self.example(to="a_b")
        said = self.run_in("/", "serve", one, other, "--listen", "127.0.0.1:0", status=2)
        self.assertIn("a_b, a_b", said)

    def test_nobody_finds_the_drafts_of_others(self):
        one, other = self.example(to="served"), self.example(to="drafts")
        server = self.serve(one, "--store", self.address)
        before = self.search(server, "the")["total"]
        document = next(pathlib.Path(other).glob("keps/*/*/README.md"))
        document.write_text(document.read_text("utf-8") + "\n\nA secret xylophonic draft.\n",
                            encoding="utf-8")
        self.run_in(other, "search", "xylophonic")
        self.run_in(one, "search", "xylophonic", status=1)
        self.assertEqual(self.search(server, "xylophonic")["total"], 0)
        self.assertEqual(self.search(server, "the")["total"], before)
        self.assertEqual(len(self.search(server, "the")["found"]), min(before, 20))


if __name__ == "__main__":
    unittest.main()
