"""release messages: what is posted about a freeze, before and after it is applied, with either kind of
record."""

import mailbox
import os
import unittest
from email.header import decode_header, make_header

import _record
import _release
from _schemas import validate

PRR = _release.Leads.PRR
ADDRESS = "https://forge.example/harbor/lane"


class Messages(_record.InPostgresql, _release.Leads):

    def setUp(self):
        super().setUp()
        self.place_record()
        self.git("remote", "add", "origin", "git@forge.example:harbor/lane.git", cwd=self.root)
        self.opt_in("131", "140")

    def place_record(self):
        """In a file, unless somebody else says where."""

    def messages(self, *words, now=PRR, status=0):
        return self.release("messages", "v1.18", "prr", *words, now=now, status=status)

    def told(self, *words, now=PRR):
        told = self.messages("--format", "json", *words, now=now).json()
        validate(told, "messages.schema.json")
        return {one["proposal"]: one for one in told}

    def test_reminders_before_the_freeze(self):
        told = self.told(now="2027-01-20")
        self.assertEqual({number: one["kind"] for number, one in told.items()},
                         {131: "ready", 140: "at risk", 158: "at risk"})
        body = told[140]["body"]
        self.assertIn("Wed 3 Feb 2027, anywhere on earth (Thu 4 Feb 2027, 12:00 UTC)", body)
        self.assertIn(f"140-priority-lanes) (alpha → beta, [tracking issue]({ADDRESS}/issues/140)) "
                      "is **at risk**", body)
        self.assertIn("- no production-readiness review for beta", body)
        self.assertIn("@bsantos", body)
        self.assertIn(f"{ADDRESS}/blob/HEAD/keps/sig-runtime/140-priority-lanes/README.md#L", body)
        self.assertIn("What is there:", body)
        self.assertEqual(told[140]["address"],
                         f"{ADDRESS}/tree/HEAD/keps/sig-runtime/140-priority-lanes")
        self.assertEqual(told[140]["issue"], f"{ADDRESS}/issues/140")
        self.assertEqual(told[140]["to"], ["@jtakeda"])
        self.assertIsNone(told[140]["posted"])

    def test_silence_is_explained(self):
        self.release("opt-out", "v1.18", "140", "--as", "mokafor")
        answer = self.messages("140", now="2027-01-20")
        self.assertEqual(answer.out, "")
        self.assertEqual(answer.err, "no message: 140 takes no part in the PRR freeze of v1.18\n")
        self.assertEqual(self.told("140", now="2027-01-20"), {})

    def test_they_survive_applying(self):
        before = self.messages()
        self.freeze("--apply")
        after = self.messages(now="2027-02-05")
        self.assertEqual(after.out, before.out, "made from the record, they are the same")
        self.assertIn("It is **removed from v1.18**", after.out)
        self.assertIn("an exception can be asked for until Sun 7 Feb 2027, 12:00 UTC: write in the "
                      f"[tracking issue]({ADDRESS}/issues/140) why it is needed and until which day; a "
                      "release lead (@nquist) decides", after.out)
        self.assertEqual(self.freeze("--format", "markdown", now="2027-02-05").out, after.out)
        # What is repaired later is not what was missing then.
        self.repair("140", "2027-02-06")
        repaired = self.messages("140", now="2027-02-06T12:00:00Z")
        self.assertIn("- no production-readiness review for beta", repaired.out)

    def test_no_command_is_the_only_way_out(self):
        for now in ("2027-01-20", PRR):
            for one in self.told(now=now).values():
                for line in one["body"].splitlines():
                    at = line.find("milepost ")
                    if at >= 0:
                        self.assertIn("ith milepost: `", line)
                if one["kind"] in ("at risk", "removed"):
                    self.assertIn("tracking issue", one["body"])

    def test_some_of_them(self):
        told = self.told("140", "keps/sig-runtime/158-structured-exit-reasons")
        self.assertEqual(sorted(told), [140, 158])
        self.assertIn("999: there is no such file or folder, and no proposal of that number",
                      self.messages("999", status=2).err)

    def test_from_a_folder_below(self):
        here = os.path.join(self.root, "keps", "sig-runtime")
        below = self.milepost("release", "messages", "v1.18", "prr", "158-structured-exit-reasons",
                              *self.store, "--now", PRR, cwd=here)
        whole = self.messages("158")
        self.assertEqual(below.out, whole.out)

    def test_mail(self):
        path = os.path.join(self.folder, "drafts")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.messages("--format", "mail").out)
        box = mailbox.mbox(path)
        self.addCleanup(box.close)
        drafts = list(box)
        subjects = [str(make_header(decode_header(one["Subject"]))) for one in drafts]
        self.assertEqual(subjects, ["[v1.18] 131 Shared Input Cache: met the PRR freeze",
                                    "[v1.18] 140 Priority Lanes: removed at the PRR freeze",
                                    "[v1.18] 158 Structured Exit Reasons: removed at the PRR freeze"])
        text = drafts[1].get_payload(decode=True).decode()
        self.assertTrue(text.startswith("Hello @jtakeda,"), text)
        self.assertNotIn("\n\n\n", text)
        self.assertIsNone(drafts[1]["To"])

    def test_that_they_are_posted_is_recorded(self):
        self.freeze("--apply")
        refused = self.messages("--posted", "--as", "mokafor", status=2)
        self.assertIn("nothing was recorded: @mokafor may not", refused.err)
        words = ("131", "140", "--posted", "--where", "the issues", "--as", "nquist")
        looked = self.messages(*words, "--dry-run", now="2027-02-05")
        self.assertEqual(looked.out.count("would record: "), 2)
        self.assertNotIn("notified", self.kinds())
        self.messages(*words, now="2027-02-05")
        self.assertEqual(self.kinds()[-2:], ["notified", "notified"])
        self.assertEqual(list(self.told("--unposted", now="2027-02-05")), [158])
        self.assertEqual(self.told(now="2027-02-05")[140]["posted"]["by"], "@nquist")
        self.messages("--posted", "--as", "nquist", now="2027-02-05")
        self.assertEqual(self.kinds().count("notified"), 3, "none of them twice")
        again = self.messages("--posted", "--as", "nquist", now="2027-02-05")
        self.assertEqual(again.out, "nothing is left to post; nothing was recorded\n")
        shown = self.milepost("log", "140", *self.store, cwd=self.root).out
        self.assertIn("posted the message about the prr-freeze of v1.18", shown)
        self.assertIn("│ the issues", shown)
        undone = self.freeze("--undo", "--reason", "x", "--dry-run", now="2027-02-06").out
        self.assertIn("the message about it was posted by @nquist on 2027-02-05: tell its people", undone)

    def test_where_the_date_moved_and_who_is_left_out(self):
        self.freeze("--apply", "--except", "158", "--reason", "agreed on Monday")
        told = self.told(now="2027-02-05")
        self.assertEqual(told[158]["kind"], "left out")
        self.assertIn("It is **not removed**: left out by @nquist on 2027-02-04: agreed on Monday",
                      told[158]["body"])
        self.move_date("prr-freeze", "2027-02-08", "2027-02-05")
        told = self.told(now="2027-02-06")
        self.assertEqual(told[140]["kind"], "moved")
        self.assertIn("To be in v1.18 again, ask a release lead (@nquist)", told[140]["body"])


class MessagesInPostgresql(Messages):

    def place_record(self):
        self.use_server()


if __name__ == "__main__":
    unittest.main()
