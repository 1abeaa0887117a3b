"""milepost --store http://server: the command line acts through a server, as the token's person."""

import os
import socket
import subprocess
import threading
import time
import unittest

from _api import Api, clone, git
from _milepost import PROGRAM, plain_environment


class LosingLine:
    """Leads to a server, and loses the first answers to what is recorded."""

    def __init__(self, to, lost):
        self.to = to
        self.lost = lost
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                here, _ = self.listening.accept()
            except OSError:
                return
            threading.Thread(target=self.lead, args=(here,), daemon=True).start()

    def lead(self, here):
        with here, socket.create_connection(("127.0.0.1", self.to)) as there:
            posts = []
            threading.Thread(target=self.send, args=(here, there, posts), daemon=True).start()
            while answer := there.recv(65536):
                if posts and self.lost > 0:
                    self.lost -= 1
                    here.shutdown(socket.SHUT_RDWR)
                    return
                here.sendall(answer)

    @staticmethod
    def send(here, there, posts):
        try:
            while asked := here.recv(65536):
                if b"POST /api/v1/record" in asked:
                    posts.append(asked)
                there.sendall(asked)
        except OSError:
            pass

    def close(self):
        self.listening.close()


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
        # Nothing is recorded, and the server knows all the same who it is.
        for words, done in ((("approve", "140", "--role", "approver"), "approved"),
                            (("hold", "140", "--comment", "wait", "--dry-run"), "holds")):
            words = (*words, "--as", "mokafor")
            _, _, error = self.milepost(*words, MILEPOST_TOKEN=token)
            self.assertIn(f"140: @mokafor {done} ", error)
            _, _, error = self.milepost(*words)
            self.assertIn(f"140: @mokafor (claimed) {done} ", error)
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
        for host in ("192.0.2.1:8080", "127.evil.test:1", "127.0.0.1.example.org:1"):
            with self.subTest(host):
                done = subprocess.run([PROGRAM, "log", "140", "-C", self.here, "--store",
                                       f"http://{host}"], capture_output=True, check=False,
                                      env=plain_environment(MILEPOST_TOKEN="mp_secret"))
                self.assertEqual(done.returncode, 2)
                self.assertIn(b"use https://", done.stderr)
                self.assertNotIn(b"mp_secret", done.stderr)

    def test_what_is_the_records_own_is_refused(self):
        status, _, error = self.milepost("store", "rebuild")
        self.assertEqual(status, 2)
        self.assertIn("keeps the record", error)
        status, _, error = self.milepost("store", "move", "9999", "140", "--as", "mokafor",
                                         MILEPOST_TOKEN=self.api.token("mokafor"))
        self.assertEqual(status, 2)
        self.assertIn("on its machine, in the folder that it serves, run milepost store move 9999 "
                      "140", error)

    def kinds(self, after=0):
        return [event["kind"] for event in self.api.get("/events").json()["events"][after:]]

    def write(self, name, text):
        path = os.path.join(self.here, "..", name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def test_a_number_is_known_before_its_text(self):
        token = self.api.token("mokafor")
        new = ("track", "new", "--number", "6122", "--title", "Later", "--group", "sig-runtime",
               "--description", "What comes later.", "--confirm", "all", "--as", "mokafor")
        status, out, error = self.milepost(*new, MILEPOST_TOKEN=token)
        self.assertEqual(status, 0, error)
        self.assertEqual(out, self.api.milepost("track", "export", "6122"))
        kinds = self.kinds()
        self.assertEqual((kinds[0], kinds[-2:]), ("announced", ["tracked", "imported"]))
        self.assertEqual({event["claimed"] for event in self.api.get("/events").json()["events"]},
                         {False})
        status, _, error = self.milepost(*new, MILEPOST_TOKEN=token)
        self.assertEqual(status, 0, error)
        self.assertEqual(self.kinds(), kinds)
        status, _, error = self.milepost("track", "new", "--number", "140", "--title", "Later",
                                         "--as", "mokafor", MILEPOST_TOKEN=token)
        self.assertEqual(status, 2)
        self.assertIn("140 is a proposal", error)
        retract = ("track", "retract", "6122", "--reason", "by mistake", "--as")
        status, _, error = self.milepost(*retract, "tlind", MILEPOST_TOKEN=self.api.token("tlind"))
        self.assertEqual(status, 2, error)
        status, _, error = self.milepost(*retract, "mokafor", MILEPOST_TOKEN=token)
        self.assertEqual(status, 0, error)
        self.assertEqual(self.kinds(), [*kinds, "retracted"])

    def test_an_issue_is_imported(self):
        token = self.api.token("nquist")
        said = ("--as", "nquist")
        status, out, error = self.milepost("track", "new", "140", *said, MILEPOST_TOKEN=token)
        self.assertEqual(status, 0, error)
        # Edited in the copy, and meanwhile in the record: both stand.
        self.api.milepost("track", "describe", "140", "in other words", *said)
        before = len(self.kinds())
        path = self.write("issue.md", out.replace("<!-- milepost", "A last word.\n<!-- milepost"))
        for again in (False, True):
            status, out, error = self.milepost("track", "import", path, *said, MILEPOST_TOKEN=token)
            self.assertEqual(status, 0, out + error)
            self.assertEqual(self.kinds(before)[-1:], ["imported"], again)
        self.assertEqual(len(self.kinds(before)), 1)
        local = self.api.milepost("track", "export", "140")
        self.assertIn("A last word.", local)
        self.assertIn("in other words", local)
        # What differs is to be settled, by either side.
        for number, side in enumerate(("record", "text")):
            before = len(self.kinds())
            path = self.write("issue.md", local.replace("in other words", f"said anew {number}"))
            self.api.milepost("track", "describe", "140", f"in short {number}", *said)
            status, _, _ = self.milepost("track", "import", path, *said, MILEPOST_TOKEN=token)
            self.assertEqual(status, 1)
            status, out, error = self.milepost("track", "import", path, "--take", side, *said,
                                               MILEPOST_TOKEN=token)
            self.assertEqual(status, 0, out + error)
            self.assertIn("imported", self.kinds(before))
            local = self.api.milepost("track", "export", "140")
            self.assertIn(f"in short {number}" if side == "record" else f"said anew {number}", local)
            local = local.replace(f"in short {number}", "in other words")
            local = local.replace(f"said anew {number}", "in other words")
            self.api.milepost("track", "describe", "140", "in other words", *said)

    def test_an_issue_of_a_number_without_a_proposal_is_imported(self):
        issue = self.api.milepost("track", "new", "131", "--as", "nquist", "--dry-run")
        path = self.write("issue.md", issue)
        status, out, error = self.milepost(
            "track", "import", path, "--number", "6122", "--title", "Later", "--as", "mokafor",
            MILEPOST_TOKEN=self.api.token("mokafor"))
        self.assertEqual(status, 0, out + error)
        self.assertEqual((self.kinds()[0], self.kinds()[-1]), ("announced", "imported"))

    def test_nobody_imports_what_they_may_not(self):
        _, issue, error = self.milepost("track", "new", "140", "--as", "nquist",
                                        MILEPOST_TOKEN=self.api.token("nquist"))
        self.assertIn("@jtakeda", issue, error)
        before = len(self.kinds())
        metadata = os.path.join(self.here, self.api.get("/proposals/140").json()["path"], "kep.yaml")
        with open(metadata) as file:
            text = file.read()
        with open(metadata, "w") as file:
            file.write(text.replace('authors:\n', 'authors:\n  - "@mallory"\n'))
        path = self.write("issue.md", issue.replace("@jtakeda", "@mallory"))
        words = ("track", "import", path, "--as", "mallory")
        status, out, error = self.milepost(*words, "--dry-run")
        self.assertEqual(status, 0, out + error)
        status, out, error = self.milepost(*words, MILEPOST_TOKEN=self.api.token("mallory"))
        self.assertEqual(status, 2, out + error)
        self.assertIn("@mallory may not", error)
        self.assertEqual(self.kinds(before), [])

    def test_a_list_is_settled(self):
        token = self.api.token("jtakeda")
        self.milepost("track", "new", "140", "--as", "jtakeda", MILEPOST_TOKEN=token)
        folder = self.api.get("/proposals/140").json()["path"]
        box = '- [ ] "Implementation History"'
        for root in (self.here, self.api.folder):
            for name, old, new in (("README.md", box, "- [x] One more thing\n" + box.replace(" ]", "x]")),
                                   ("kep.yaml", "title: Priority Lanes", "title: Priority Lanes II")):
                path = os.path.join(root, folder, name)
                with open(path) as file:
                    text = file.read()
                self.assertIn(old, text)
                with open(path, "w") as file:
                    file.write(text.replace(old, new))
        end = time.monotonic() + 60
        while self.api.get("/proposals/140").json()["title"] != "Priority Lanes II":
            self.assertLess(time.monotonic(), end, "the new title never came")
            time.sleep(0.05)
        for side, kinds in (("document", ["imported", "ticked", "ticked"]), ("metadata", ["tracked"])):
            before = len(self.kinds())
            words = ("track", "settle", "140", "--take", side, "--as", "jtakeda")
            status, out, error = self.milepost(*words, MILEPOST_TOKEN=token)
            self.assertLess(status, 2, out + error)
            self.assertEqual(sorted(self.kinds(before)), kinds, out + error)

    def test_issues_are_made_and_pull_requests_linked(self):
        token = self.api.token("nquist")
        for words in (("131",), ("140", "--description", "in other words")):
            status, out, error = self.milepost("track", "new", *words, "--as", "nquist",
                                               MILEPOST_TOKEN=token)
            self.assertEqual(status, 0, error)
            local = self.api.milepost("track", "export", words[0])
            self.assertEqual(out, local)
        rows = ("number,title,state,mergedAt,url,labels\n"
                "7,KEP-140: x,MERGED,2026-01-01T00:00:00Z,https://github.com/o/r/pull/7,docs\n"
                "8,KEP-140: y,OPEN,,https://github.com/o/r/pull/8,docs\n"
                "9,KEP-131: z,CLOSED,,https://github.com/o/r/pull/9,docs\n")
        path = os.path.join(self.here, "..", "pulls.csv")
        with open(path, "w") as file:
            file.write(rows)
        words = ("track", "link-pr", "--from", path, "--kind", "code", "--as", "nquist")
        for _ in range(2):
            status, _, error = self.milepost(*words, MILEPOST_TOKEN=token)
            self.assertEqual(status, 0, error)
        kinds = [event["kind"] for event in self.api.get("/events").json()["events"]]
        self.assertEqual(kinds, ["tracked", "imported"] * 2 + ["linked"] * 3)

    def test_a_freeze_is_applied(self):
        lead = self.api.token("nquist")
        freeze = ("release", "freeze", "v1.15", "enhancements-freeze")
        owner = self.api.token("mokafor")
        for number, who, token in (("140", "mokafor", owner),
                                   ("131", "pnovak", self.api.token("pnovak"))):
            status, _, error = self.milepost("release", "opt-in", "v1.15", number, "--as", who,
                                             MILEPOST_TOKEN=token)
            self.assertEqual(status, 0, error)
        before = len(self.api.get("/events").json()["events"])
        words = (*freeze, "--apply", "--except", "131", "--reason", "it is small")
        status, _, error = self.milepost(*words, "--as", "mokafor", MILEPOST_TOKEN=owner)
        self.assertNotEqual(status, 0, error)
        self.assertEqual(len(self.api.get("/events").json()["events"]), before)
        for _ in range(2):
            status, out, error = self.milepost(*words, "--as", "nquist", MILEPOST_TOKEN=lead)
            self.assertEqual(status, 0, out + error)
        events = self.api.get("/events").json()["events"][before:]
        self.assertTrue(events, error)
        self.assertLessEqual({event["kind"] for event in events}, {"met", "removed", "left-out"})
        self.assertEqual({event["claimed"] for event in events}, {False})
        self.assertEqual(len({event["stream"] for event in events}), len(events))
        applied = len(self.kinds())
        messages = ("release", "messages", *freeze[2:], "--posted", "--where", "in the channel")
        for recorded in (True, False):
            status, out, error = self.milepost(*messages, "--as", "nquist", MILEPOST_TOKEN=lead)
            self.assertEqual(status, 0, out + error)
            self.assertEqual("recorded in" in error, recorded, error)
        posted = self.kinds(applied)
        self.assertEqual(set(posted), {"notified"})
        undo = (*freeze, "--undo", "--reason", "the date was wrong")
        status, _, error = self.milepost(*undo, "--as", "mokafor", MILEPOST_TOKEN=owner)
        self.assertEqual(status, 2, error)
        status, out, error = self.milepost(*undo, "--except", "131", "--as", "nquist",
                                           MILEPOST_TOKEN=lead)
        self.assertEqual(status, 0, out + error)
        undone = self.kinds(applied + len(posted))
        self.assertTrue(undone, out)
        self.assertLessEqual(set(undone), {"unmet", "restored"})

    def test_a_lost_answer_records_once(self):
        token = self.api.token("mokafor")
        for lost, kinds in ((1, ["concern"]), (100, ["concern"] * 2)):
            with self.subTest(lost):
                line = LosingLine(self.api.server.port, lost)
                self.addCleanup(line.close)
                done = subprocess.run(
                    [PROGRAM, "concern", "140", "--comment", f"lost {lost}", "-C", self.here,
                     "--as", "mokafor", "--store", f"http://127.0.0.1:{line.port}"],
                    capture_output=True, check=False,
                    env=plain_environment(MILEPOST_TOKEN=token))
                self.assertEqual(done.returncode, 0 if lost == 1 else 2, done.stderr)
                if lost > 1:
                    self.assertIn(b"it may be recorded all the same", done.stderr)
                events = self.api.get("/events").json()["events"]
                self.assertEqual([event["kind"] for event in events], kinds)

    def test_what_goes_wrong_names_the_server_once(self):
        _, _, error = self.milepost("log", "140", MILEPOST_TOKEN="mp_wrong")
        self.assertEqual(error.count(self.api.address), 1, error)


if __name__ == "__main__":
    unittest.main()
