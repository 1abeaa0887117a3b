"""release restore, freeze --except, --undo and --dry-run, dates that move, rows that are refused, two
leads at once: with either kind of record."""

import subprocess
import unittest

import _milepost
import _record
import _release

PRR = _release.Leads.PRR
ENHANCEMENTS = _release.Leads.ENHANCEMENTS
DAY_AFTER = "2027-02-05"


class Undo(_record.InPostgresql, _release.Leads):

    # --- restore ---

    def test_what_was_removed_by_mistake_comes_back(self):
        self.opt_in("131", "140")
        self.release("remove", "v1.18", "131", "--as", "nquist", "--reason", "the wrong number")
        words = ("restore", "v1.18", "131", "--as", "nquist")
        self.assertIn("a reason is needed", self.release(*words, status=2).err)
        refused = self.release("restore", "v1.18", "131", "--as", "mokafor", "--reason", "x", status=2)
        self.assertIn("@mokafor may not restore a proposal to a release: it is for a release lead "
                      "(@nquist)", refused.err)
        looked = self.release(*words, "--reason", "it was 140", "--dry-run")
        self.assertTrue(looked.out.startswith("would record: 131 "), looked.out)
        self.assertEqual(self.states("2027-01-20")[131], "removed")
        done = self.release(*words, "--reason", "it was 140")
        self.assertEqual(
            done.out, "131 Shared Input Cache: @nquist restored it to v1.18\n"
            "  it is ready for the PRR freeze, Wed 3 Feb 2027, anywhere on earth\n")
        self.assertEqual(self.states("2027-01-20")[131], "tracked")
        self.assertIn("it was so already", self.release(*words, "--reason", "it was 140").out)

    def test_what_was_deferred_by_mistake_comes_back(self):
        self.opt_in("140")
        self.release("defer", "v1.18", "140", "--as", "mokafor", "--reason", "later")
        done = self.release("restore", "v1.18", "140", "--as", "nquist", "--reason", "no, now")
        self.assertIn("it is at risk at the PRR freeze, Wed 3 Feb 2027, anywhere on earth: 8 of 32 "
                      "sections", done.out)
        self.assertIn("no production-readiness review for beta", done.out)
        self.assertNotIn("opted in", done.out)
        self.assertEqual(self.states("2027-01-20")[140], "at risk")

    def test_what_was_not_taken_out_cannot_be_restored(self):
        self.opt_in("140")
        self.release("opt-out", "v1.18", "140", "--as", "mokafor")
        for number, why in (("140", "140 was opted out of v1.18 by @mokafor on 2027-01-20; milepost "
                             "release opt-in v1.18 140 brings it in"),
                            ("131", "131 was neither removed nor deferred from v1.18")):
            refused = self.release("restore", "v1.18", number, "--as", "nquist", "--reason", "x",
                                   status=2)
            self.assertEqual(refused.err, f"milepost: nothing was recorded: {why}\n")

    def test_a_freeze_does_not_remove_again_what_was_restored(self):
        self.opt_in("131", "140")
        self.freeze("--apply")
        restored = self.release("restore", "v1.18", "140", "--as", "nquist", "--reason", "agreed",
                                now=DAY_AFTER)
        self.assertIn("it is at risk: it did not meet the PRR freeze", restored.out)
        before = self.kinds()
        again = self.freeze("--apply", now=DAY_AFTER)
        self.assertIn("restored by @nquist on 2027-02-05: agreed", again.out)
        self.assertEqual(self.kinds(), before)
        # Nobody is asked to apply a freeze that would change nothing.
        awaits = self.milepost("inbox", "--as", "nquist", *self.store, "--now", DAY_AFTER,
                               cwd=self.root).out
        self.assertNotIn("apply the PRR freeze", awaits)
        self.assertNotIn("has passed", self.milepost("release", *self.store, "--now", DAY_AFTER,
                                                     cwd=self.root).out)
        self.release("remove", "v1.18", "140", "--as", "nquist", "--reason", "after all",
                     now=DAY_AFTER)
        self.assertEqual(self.states(DAY_AFTER)[140], "removed")

    # --- leaving out ---

    def test_what_is_left_out_is_not_removed(self):
        self.opt_in("131", "140")
        words = ("--apply", "--except", "140")
        self.assertIn("why are they left out?", self.freeze(*words, status=2).err)
        wrong = self.freeze("--apply", "--except", "999", "--reason", "x", status=2)
        self.assertIn("--except 999: no such proposal is in v1.18", wrong.err)
        looked = self.freeze(*words, "--reason", "the reviewer is ill", "--dry-run")
        self.assertEqual(
            looked.out, "would record: 131 Shared Input Cache: met the PRR freeze\n"
            "would record: 140 Priority Lanes: left out of the PRR freeze: the reviewer is ill\n"
            "would record: 158 Structured Exit Reasons: removed from v1.18, PRR freeze: missing "
            "opt-in\n")
        self.assertNotIn("met", self.kinds())
        self.freeze(*words, "--reason", "the reviewer is ill")
        self.assertEqual(self.kinds()[-3:], ["met", "left-out", "removed"])
        self.freeze("--apply", now=DAY_AFTER)  # another lead, who does not know
        self.assertEqual(self.kinds(140), ["opted-in", "left-out"])
        self.assertEqual(self.states()[140], "missed")
        late = self.freeze("--apply", "--except", "158", "--reason", "x", now=DAY_AFTER, status=2)
        self.assertIn("158 was removed by @nquist on 2027-02-04; milepost release restore v1.18 158 "
                      "brings it back", late.err)
        shown = self.milepost("log", "140", *self.store, cwd=self.root).out
        self.assertIn("kept it, though it had not met the prr-freeze of v1.18", shown)
        self.assertIn("│ the reviewer is ill", shown)

    # --- undoing a freeze ---

    def test_undoing_a_freeze(self):
        self.opt_in("131", "140")
        self.freeze("--apply")
        applied = self.states()
        self.assertIn("a reason is needed", self.freeze("--undo", now=DAY_AFTER, status=2).err)
        words = ("--undo", "--reason", "the wrong day")
        refused = self.release("freeze", "v1.18", "prr", *words, "--as", "mokafor", now=DAY_AFTER,
                               status=2)
        self.assertIn("nothing was recorded: @mokafor may not restore", refused.err)
        self.assertNotIn("acted on since", refused.err)
        looked = self.freeze(*words, "--dry-run", now=DAY_AFTER)
        self.assertEqual(
            looked.out, "would record: 131 Shared Input Cache: that it met the PRR freeze is undone\n"
            "would record: 140 Priority Lanes: restored to v1.18\n"
            "would record: 158 Structured Exit Reasons: restored to v1.18\n")
        self.assertEqual(self.states(DAY_AFTER), applied)
        self.freeze(*words, now=DAY_AFTER)
        self.assertEqual(self.states(DAY_AFTER),
                         {131: "tracked", 140: "missed", 158: "not opted in"})
        again = self.freeze(*words, now=DAY_AFTER)
        self.assertIn("nothing that the PRR freeze of v1.18 recorded is left to undo", again.out)
        self.freeze("--apply", now="2027-02-06")
        self.assertEqual(self.states("2027-02-06"), applied, "and can be done anew")
        for number, marked in ((131, "met the prr-freeze of v1.18 (undone by @nquist on "
                                "2027-02-05)"),
                               (140, "removed it from v1.18 at the prr-freeze (undone by @nquist on "
                                "2027-02-05)")):
            shown = self.milepost("log", str(number), *self.store, cwd=self.root).out
            self.assertEqual(shown.count(marked), 1, shown)
        both = self.milepost("log", "--release", "v1.18", *self.store, cwd=self.root).out
        self.assertEqual(both.count("(undone by @nquist on 2027-02-05)"), 3)

    def test_what_somebody_acted_on_stands(self):
        self.opt_in("131", "140")
        self.freeze("--apply")
        self.release("exception", "request", "v1.18", "140", "--freeze", "prr", "--until",
                     "2027-02-09", "--reason", "ill", "--as", "jtakeda", now=DAY_AFTER)
        before = self.kinds()
        words = ("--undo", "--reason", "the wrong day")
        refused = self.freeze(*words, now="2027-02-06", status=2)
        self.assertEqual(
            refused.err, "milepost: nothing was recorded: the PRR freeze of v1.18 was acted on since\n"
            "  140 Priority Lanes: an exception was asked for by @jtakeda on 2027-02-05\n"
            "  --except leaves them as they are and undoes the rest\n")
        self.assertEqual(self.kinds(), before)
        told = self.freeze(*words, "--format", "json", now="2027-02-06", status=2).json()
        self.assertEqual([one["proposal"] for one in told["refused"]], [140])
        self.freeze(*words, "--except", "140", now="2027-02-06")
        self.assertEqual(self.kinds(131)[-1], "unmet")
        self.assertEqual(self.kinds(140)[-1], "exception-requested")

    def test_a_later_freeze_stands(self):
        self.opt_in("131")
        self.freeze("--apply")
        self.freeze("--apply", freeze="enhancements", now=ENHANCEMENTS)
        refused = self.freeze("--undo", "--reason", "x", now="2027-02-12", status=2)
        self.assertIn("131 Shared Input Cache: the enhancements-freeze was applied by @nquist on "
                      "2027-02-11", refused.err)
        self.freeze("--undo", "--reason", "x", freeze="enhancements", now="2027-02-12")
        self.freeze("--undo", "--reason", "x", now="2027-02-12")

    # --- a date that moves ---

    def test_a_date_that_moves(self):
        self.opt_in("131", "140", "158")
        self.freeze("--apply")
        self.move_date("prr-freeze", "2027-02-08", "2027-02-05")
        note = ("the PRR freeze moved to 2027-02-09T12:00:00Z, after it was applied: the "
                "proposal that it removed is ready or has time again: milepost release restore v1.18 "
                "140 --reason \"…\"; 2 that met it stay so")
        self.assertIn(note, self.release("status", "v1.18", now="2027-02-06").err)
        shown = self.freeze(now="2027-02-06").out
        self.assertIn(note, " ".join(shown.split()))
        self.release("restore", "v1.18", "140", "--as", "nquist", "--reason", "the date moved",
                     now="2027-02-06")
        self.assertEqual(self.states("2027-02-06"), {131: "tracked", 140: "at risk", 158: "tracked"})
        self.assertNotIn("moved", self.release("status", "v1.18", now="2027-02-06").err)
        self.freeze("--apply", now="2027-02-09T12:00:00Z")
        self.assertEqual(self.states("2027-02-10")[140], "removed", "the freeze is held again")
        self.assertNotIn("moved", self.release("status", "v1.18", now="2027-02-10").err)

    def test_the_new_date_has_passed(self):
        self.opt_in("140")
        self.freeze("--apply")
        self.move_date("prr-freeze", "2027-02-08", "2027-02-05")
        self.assertIn("3 proposals that it removed would still be missing what it asks for",
                      self.release("status", "v1.18", now="2027-02-10").err)

    def test_what_was_repaired_in_the_new_time_comes_back(self):
        self.opt_in("140")
        self.freeze("--apply")
        self.move_date("prr-freeze", "2027-02-08", "2027-02-05")
        self.repair("140", "2027-02-07")
        noted = self.release("status", "v1.18", now="2027-02-10").err
        self.assertIn("1 of the 3 proposals that it removed is ready or has time again: milepost "
                      "release restore v1.18 140 --reason", noted)

    # --- rows ---

    def test_one_bad_row_fails_no_other(self):
        done = self.release("opt-in", "v1.18", "140", "131", "999", "158", "--as", "mokafor", status=1)
        self.assertEqual(done.out, "140 Priority Lanes: @mokafor opted in to v1.18\n"
                         "158 Structured Exit Reasons: @mokafor opted in to v1.18\n")
        self.assertEqual(
            _milepost.PLACE.sub("", done.err, count=1), "milepost: 2 of 4 refused; the others are recorded\n"
            "  131: @mokafor may not opt in: it is for a lead of the owning group (@iduarte, "
            "@pnovak); you are not on sig-storage-leads in OWNERS_ALIASES\n"
            "  999: there is no such file or folder, and no proposal of that number; milepost list "
            "shows those there are; if its text is to come, make its number known first: milepost track new --number 999 --title \"…\" --group GROUP\n")
        self.assertEqual(self.kinds(), ["opted-in", "opted-in"])
        for verb in ("remove", "restore"):
            done = self.release(verb, "v1.18", "140", "97", "--as", "nquist", "--reason", "x",
                                status=1)
            self.assertIn("140 Priority Lanes", done.out)
            self.assertIn("1 of 2 refused; the others are recorded", done.err)
        done = self.release("defer", "v1.18", "140", "131", "--as", "mokafor", "--reason", "x",
                            "--dry-run", status=1)
        self.assertIn("1 of 2 refused; the others would be recorded", done.err)
        none = self.release("defer", "v1.18", "131", "97", "--as", "mokafor", "--reason", "x",
                            status=2)
        self.assertIn("milepost: nothing was recorded\n", none.err)
        self.assertEqual(self.kinds(), ["opted-in", "opted-in", "removed", "restored"])

    # --- two at once ---

    def start(self, *words, now=PRR):
        return subprocess.Popen([_milepost.PROGRAM, "release", *words, *self.store, "--as", "nquist",
                                 "--now", now], cwd=self.root, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, env=self.environment())

    def race(self, *commands):
        """Runs them at once; their exit statuses."""
        started = [self.start(*words, now=now) for words, now in commands]
        ends = []
        for one in started:
            _, err = one.communicate(timeout=120)
            self.assertIn(one.returncode, (0, 2), err.decode())
            ends.append(one.returncode)
        return ends

    def test_two_leads_apply_and_undo_at_once(self):
        self.opt_in("131", "140", "158")
        apply = (("freeze", "v1.18", "prr", "--apply"), PRR)
        self.assertEqual(self.race(apply, apply, apply), [0, 0, 0])
        self.assertEqual(sorted(self.kinds()[3:]), ["met", "met", "removed"], "nothing twice")
        undo = (("freeze", "v1.18", "prr", "--undo", "--reason", "x"), DAY_AFTER)
        self.assertEqual(self.race(undo, undo, undo), [0, 0, 0])
        self.assertEqual(sorted(self.kinds()[6:]), ["restored", "unmet", "unmet"], "nothing twice")

    def test_an_exception_or_the_undoing(self):
        """Whichever comes first, never half of both."""
        self.opt_in("131", "140")
        self.freeze("--apply")
        asked = (("exception", "request", "v1.18", "140", "--freeze", "prr", "--until", "2027-02-09",
                  "--reason", "ill", "--as", "mokafor"), DAY_AFTER)
        undo = (("freeze", "v1.18", "prr", "--undo", "--reason", "x"), DAY_AFTER)
        words, now = asked
        first = subprocess.Popen([_milepost.PROGRAM, "release", *words, *self.store, "--now", now],
                                 cwd=self.root, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 env=self.environment())
        ends = self.race(undo)
        first.communicate(timeout=120)
        kinds = self.kinds(140)
        if ends == [0]:
            self.assertLess(kinds.index("restored"),
                            kinds.index("exception-requested") if first.returncode == 0 else 99)
            self.assertEqual(self.kinds(131)[-1], "unmet")
        else:
            self.assertEqual(kinds[-1], "exception-requested")
            self.assertEqual(self.kinds(131)[-1], "met", "nothing of it was undone")


class UndoInPostgresql(Undo):

    def setUp(self):
        super().setUp()
        self.use_server()


if __name__ == "__main__":
    unittest.main()
