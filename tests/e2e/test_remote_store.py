"""milepost --store http://server: the command line acts through a server, as the token's person."""

import os
import subprocess
import unittest

from _api import Api, clone, git
from _milepost import PROGRAM, plain_environment


class RemoteStore(unittest.TestCase):

    def setUp(self):
        self.api = Api(self)
        self.here = clone(self, self.api.folder)

    def milepost(self, *words, **environment):
        done = subprocess.run(
            [PROGRAM, *words, "-C", self.here, "--store", self.api.address], capture_output=True,
            check=False, env=plain_environment(**environment))
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def test_act_and_read(self):
        token = self.api.token("mokafor")
        status, _, error = self.milepost("approve", "140", "--role", "approver", "--as", "mokafor",
                                         MILEPOST_TOKEN=token)
        self.assertEqual(status, 0, error)
        self.assertNotIn(token, error)
        self.assertIn("140: @mokafor approved ", error)
        self.assertNotIn("claimed", error)
        given = self.api.get("/proposals/140/approvals").json()["approvals"]
        self.assertEqual([(one["by"], one["claimed"], one["valid"]) for one in given],
                         [("@mokafor", False, True)])
        status, out, error = self.milepost("log", "140")
        self.assertEqual(status, 0, error)
        self.assertIn("approved", out)
        self.assertFalse(os.path.exists(os.path.join(self.here, ".git", "milepost", "record.db")))
        for words in (("concern", "140", "--comment", "what of it?"), ("resolve", "140"),
                      ("hold", "140", "--comment", "wait"), ("unhold", "140"),
                      ("release", "opt-in", "v1.15", "140"),
                      ("withdraw", "140", "--role", "approver")):
            with self.subTest(words):
                status, _, error = self.milepost(*words, "--as", "mokafor", MILEPOST_TOKEN=token)
                self.assertEqual(status, 0, error)
        kinds = [event["kind"] for event in self.api.get("/events").json()["events"]]
        self.assertEqual(kinds, ["approved", "concern", "resolved", "held", "unheld", "opted-in",
                                 "withdrew"])

    def test_git_has_the_token(self):
        git(self.here, "config", "milepost.token", self.api.token("mokafor"))
        git(self.here, "config", "milepost.handle", "mokafor")
        status, _, error = self.milepost("hold", "140", "--comment", "wait")
        self.assertEqual(status, 0, error)

    def test_only_as_oneself(self):
        token = self.api.token("tlind")
        status, _, error = self.milepost("hold", "140", "--comment", "x", "--as", "mokafor",
                                         MILEPOST_TOKEN=token)
        self.assertEqual(status, 2)
        self.assertIn("the token is @tlind's", error)
        status, _, error = self.milepost("hold", "140", "--comment", "x", "--as", "mokafor")
        self.assertEqual(status, 2)
        self.assertIn("MILEPOST_TOKEN", error)
        status, _, error = self.milepost("hold", "140", "--comment", "x", "--as", "mokafor",
                                         MILEPOST_TOKEN="mp_wrong")
        self.assertEqual(status, 2)
        self.assertIn("the token is not known", error)
        self.assertEqual(self.api.get("/events").json()["events"], [])

    def test_the_rosters_of_the_server_count(self):
        aliases = os.path.join(self.here, "OWNERS_ALIASES")
        with open(aliases) as file:
            text = file.read()
        with open(aliases, "w") as file:
            file.write(text.replace("prod-readiness-approvers:\n",
                                    "prod-readiness-approvers:\n    - mallory\n"))
        words = ("approve", "140", "--role", "prr", "--to", "stable", "--as", "mallory")
        status, _, error = self.milepost(*words, "--dry-run")
        self.assertEqual(status, 0, error)
        self.assertIn("@mallory (claimed) ", error)
        status, _, error = self.milepost(*words, MILEPOST_TOKEN=self.api.token("mallory"))
        self.assertEqual(status, 2)
        self.assertIn("may not approve", error)
        self.assertEqual(self.api.get("/events").json()["events"], [])

    def test_the_text_of_the_server_is_approved(self):
        card = self.api.get("/proposals/140").json()
        with open(os.path.join(self.here, card["path"], "README.md"), "a") as file:
            file.write("\nOne more sentence.\n")
        status, _, error = self.milepost("approve", "140", "--role", "approver", "--as", "mokafor",
                                         MILEPOST_TOKEN=self.api.token("mokafor"))
        self.assertEqual(status, 2)
        self.assertIn("is not the one the server has", error)
        self.assertEqual(self.api.get("/proposals/140/approvals").json(), {"approvals": []})

    def test_plain_http_is_for_this_machine(self):
        done = subprocess.run([PROGRAM, "log", "140", "-C", self.here, "--store",
                               "http://192.0.2.1:8080"], capture_output=True, check=False,
                              env=plain_environment(MILEPOST_TOKEN="mp_secret"))
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"use https://", done.stderr)
        self.assertNotIn(b"mp_secret", done.stderr)

    def test_what_cannot_be_checked_is_refused(self):
        status, _, error = self.milepost("track", "new", "140", "--as", "mokafor",
                                         MILEPOST_TOKEN=self.api.token("mokafor"))
        self.assertEqual(status, 2)
        self.assertIn("is not recorded through a server", error)


if __name__ == "__main__":
    unittest.main()
