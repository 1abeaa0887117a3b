"""release: who may do what, what is recorded, what counts when a freeze has passed."""

import csv
import io
import os
import unittest

import _release
from _schemas import validate

PRR = "2027-02-04T12:00:00Z"  # the end of 3 February, anywhere on earth
BEFORE = "2027-02-04T11:59:59Z"
ENHANCEMENTS = "2027-02-11T12:00:00Z"


class Releases(_release.Release):
    """v1.18, whose calendar examples/kep has."""

    BASE = "2026-12-01"

    def setUp(self):
        super().setUp()
        self.aim_at("v1.18", "2027-01-08")

    def release(self, *words, now="2027-01-20", status=0):
        return self.milepost("release", *words, "--now", now, cwd=self.root, status=status)

    def opt_in(self, *numbers, now="2027-01-10"):
        lead = {"131": "iduarte", "140": "mokafor", "158": "jtakeda"}
        for number in numbers:
            self.release("opt-in", "v1.18", number, "--as", lead[number], now=now)

    def told(self, now="2027-01-20", *more):
        told = self.release("status", "v1.18", "--format", "json", *more, now=now).json()
        validate(told, "release.schema.json")
        return told

    def states(self, now="2027-01-20", *more):
        return {one["proposal"]: one["state"] for one in self.told(now, *more)["proposals"]}

    def events(self):
        import sqlite3
        path = os.path.join(self.root, ".git", "milepost", "record.db")
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as record:
            return record.execute("SELECT count(*) FROM milepost_events").fetchone()[0]

    # --- where to begin ---

    def test_release_alone(self):
        told = self.milepost("release", "--now", "2027-01-20", cwd=self.root).out
        self.assertTrue(told.startswith("v1.18 "), told)
        self.assertIn("milepost release status v1.18", told)
        self.assertNotIn("milepost release new", told)
        os.remove(os.path.join(self.root, "releases.yaml"))
        told = self.milepost("release", "--now", "2027-01-20", cwd=self.root).out
        self.assertIn("releases.yaml has no release that is still to come", told)
        self.assertIn("milepost release new v1.0 --start 2027-01-20", told)
        # Its help, and what is misspelt, are still those of the verbs that begin with it.
        self.assertIn("  release status ", self.milepost("release", "--help", cwd=self.root).out)
        self.assertIn("did you mean status?", self.milepost("release", "statsu", cwd=self.root, status=2).err)

    def test_a_roster_that_is_not_there(self):
        os.remove(os.path.join(self.root, "OWNERS_ALIASES"))
        refused = self.release("opt-in", "v1.18", "131", "--as", "pnovak", status=2)
        self.assertEqual(
            refused.err,
            "milepost: nothing was recorded: @pnovak may not opt in: nobody is known as a lead of the "
            "owning group: there is no file OWNERS_ALIASES that can be read; it is to have\n"
            "  aliases:\n    sig-storage-leads:\n      - pnovak\n")

    # --- opting in and out ---

    def test_only_leads_opt_in(self):
        refused = self.release("opt-in", "v1.18", "131", "--as", "tlind", status=2)
        self.assertEqual(
            refused.err, "milepost: nothing was recorded: @tlind may not opt in: it is for a lead "
            "of the owning group (@iduarte, @pnovak); you are not on sig-storage-leads in "
            "OWNERS_ALIASES\n")
        unknown = self.release("opt-in", "v1.18", "131", status=2)
        self.assertIn("who are you? Say it with --as HANDLE", unknown.err)
        done = self.release("opt-in", "v1.18", "131", "--as", "@iduarte")
        self.assertEqual(done.out, "131 Shared Input Cache: @iduarte opted in to v1.18\n")
        again = self.release("opt-in", "v1.18", "131", "--as", "pnovak")
        self.assertIn("it was so already; nothing was recorded", again.out)
        self.assertEqual(self.events(), 1)

    def test_several_at_once(self):
        looked = self.release("opt-in", "v1.18", "140", "158", "--as", "mokafor", "--dry-run")
        self.assertEqual(looked.out.count("would record: "), 2)
        done = self.release("opt-in", "v1.18", "140", "158", "140", "--as", "mokafor")
        self.assertEqual(done.out, "140 Priority Lanes: @mokafor opted in to v1.18\n"
                         "158 Structured Exit Reasons: @mokafor opted in to v1.18\n")
        self.assertEqual(self.events(), 2)
        self.milepost("release", "remove", "v1.18", "158", "--as", "nquist", "--reason", "x", "--now",
                      "2027-01-20", cwd=self.root)
        self.release("opt-out", "v1.18", "140", "--as", "mokafor")
        refused = self.release("opt-in", "v1.18", "140", "158", "--as", "mokafor", status=1)
        self.assertIn("158 was removed from v1.18", refused.err)
        self.assertEqual(self.states()[140], "at risk", "the other is in")

    def test_a_dry_run_records_nothing(self):
        done = self.release("opt-in", "v1.18", "131", "--as", "iduarte", "--dry-run")
        self.assertTrue(done.out.startswith("would record: 131"), done.out)
        self.assertFalse(os.path.exists(os.path.join(self.root, ".git", "milepost", "record.db")))

    def test_why_says_who_opted_in(self):
        self.opt_in("131")
        shown = self.milepost("why", "131", "--to", "stable", "--release", "v1.18", "--now",
                              "2027-01-20", cwd=self.root, status=None)
        self.assertIn("✓ opted in by @iduarte on 2027-01-10", shown.out)
        shown = self.milepost("why", "140", "--to", "beta", "--release", "v1.18", "--now",
                              "2027-01-20", cwd=self.root, status=1)
        self.assertIn("✗ no lead of the group has opted in yet", shown.out)
        self.assertIn("→ milepost release opt-in v1.18 140", shown.out)

    def test_opting_out_and_deferring(self):
        self.opt_in("131", "140")
        self.release("opt-out", "v1.18", "131", "--as", "pnovak")
        self.release("defer", "v1.18", "140", "--to", "v1.19", "--as", "mokafor", "--reason", "later")
        states = self.states()
        self.assertEqual((states[131], states[140]), ("not opted in", "deferred"))
        for words, message in (
            (("defer", "v1.18", "140", "--as", "mokafor"), "a reason is needed"),
            (("defer", "v1.18", "140", "--as", "mokafor", "--to", "v1.17", "--reason", "x"),
             "--to is a release after v1.18"),
            (("opt-in", "v1.30", "140", "--as", "mokafor"), "releases.yaml has no release v1.30"),
            (("opt-in", "v1.18", "999", "--as", "mokafor"),
             "999: there is no such file or folder, and no proposal of that number"),
            (("remove", "v1.18", "140", "--as", "mokafor", "--reason", "x"),
             "it is for a release lead (@nquist)"),
        ):
            with self.subTest(words):
                self.assertIn(message, self.release(*words, status=2).err)

    def test_the_reason_may_stand_last(self):
        self.opt_in("131", "140")
        self.release("defer", "v1.18", "140", "needs more tests", "--as", "mokafor")
        self.assertIn("│ needs more tests", self.milepost("log", "140", cwd=self.root).out)
        # Words of a title are a proposal.
        self.assertIn("a reason is needed", self.release(
            "remove", "v1.18", "140", "shared input cache", "--as", "nquist", status=2).err)

    def test_where_a_new_release_is_written(self):
        told = self.milepost("release", "new", "v1.19", "--start", "2027-05-03", "--now",
                             "2027-04-26", cwd=self.root)
        self.assertEqual(told.err, "  written to releases.yaml in this clone only; a commit that is "
                         "pushed shares it\n")

    def test_each_once(self):
        done = self.release("opt-in", "v1.18", "140", "158", "140", "--as", "mokafor")
        self.assertEqual(
            done.out, "140 Priority Lanes: @mokafor opted in to v1.18\n"
            "158 Structured Exit Reasons: @mokafor opted in to v1.18\n")
        self.assertEqual(self.events(), 2)
        self.release("defer", "v1.18", "140", "158", "--as", "mokafor", "--reason", "later")
        self.release("opt-out", "v1.18", "131", "--as", "pnovak")
        self.assertEqual(self.states(), {131: "not opted in", 140: "deferred", 158: "deferred"})

    def test_what_goes_into_no_release(self):
        for number, lead, message in (
            ("150", "hweiss", "150 is of kind process, which goes into no release"),
            ("97", "pnovak", "97 is replaced, so nothing of it goes into a release any more; opt in "
             "the proposal that takes its place"),
            ("112", "mokafor", "112 is implemented, so nothing of it goes into a release any more; "
             "milepost promote 112 --to implementable opens it again"),
        ):
            with self.subTest(number):
                refused = self.release("opt-in", "v1.18", number, "--as", lead, status=2)
                self.assertIn(message, refused.err)

    def test_what_is_not_in_it(self):
        self.opt_in("131")
        for words in (("remove", "v1.18", "112", "--as", "nquist"),
                      ("defer", "v1.18", "112", "--as", "mokafor"),
                      ("exception", "request", "v1.18", "112", "--freeze", "prr", "--as",
                       "mokafor")):
            with self.subTest(words):
                refused = self.release(*words, "--reason", "x", status=2)
                self.assertIn("112 is not to be in v1.18: its files aim at v1.12, and nobody has "
                              "opted in. If it is to be, milepost release opt-in v1.18 112 comes "
                              "first", refused.err)

    def test_deferring_to_what_the_calendar_has(self):
        with open(os.path.join(self.root, "releases.yaml"), "a", encoding="utf-8") as file:
            file.write("  - name: v1.19\n    start: 2027-05-03\n")
        words = ("defer", "v1.18", "140", "--as", "mokafor", "--reason", "x", "--to")
        refused = self.release(*words, "v7.7", status=2)
        self.assertIn("releases.yaml has no release v7.7; after v1.18 come v1.19", refused.err)
        self.release(*words, "v1.19")

    def test_opting_in_too_late(self):
        late = self.release("opt-in", "v1.18", "158", "--as", "jtakeda", now="2027-02-05")
        self.assertEqual(
            late.out, "158 Structured Exit Reasons: @jtakeda opted in to v1.18\n"
            "  the PRR freeze has passed, and an exception to it is needed: milepost release "
            'exception request v1.18 158 --freeze prr-freeze --until DAY --reason "…"\n')
        self.assertEqual(self.states("2027-02-05")[158], "not opted in")
        later = self.release("opt-in", "v1.18", "140", "--as", "jtakeda", now="2027-02-12")
        self.assertIn("the PRR freeze has passed, and an exception to it, which is needed, could be "
                      "asked for until 2027-02-07T12:00:00Z: it is not admitted\n", later.out)
        self.assertIn("--freeze enhancements-freeze --until DAY", later.out)

    def test_a_proposal_that_is_deleted(self):
        self.opt_in("131", "158")
        self.git("rm", "-rq", _release.EXITS, cwd=self.root)
        self.commit("delete 158", "2027-01-15")
        gone = next(one for one in self.told()["proposals"] if one["proposal"] == 158)
        self.assertEqual((gone["title"], gone["state"], gone["admitted"]),
                         ("its files are gone", "at risk", False))
        self.assertEqual([one["message"] for one in gone["freezes"][0]["missing"]],
                         ["its files are gone"])
        self.release("admits", "v1.18", "158", status=1)
        self.release("notes", "v1.18")
        self.release("rollover", "v1.18")
        self.release("freeze", "v1.18", "prr", "--apply", "--as", "nquist", now=PRR)
        self.assertEqual(self.states(PRR)[158], "removed")

    def test_taking_out_what_is_deleted(self):
        self.opt_in("158")
        self.git("rm", "-rq", _release.EXITS, cwd=self.root)
        self.commit("delete 158", "2027-01-15")
        self.assertIn("158: there is no such file or folder, and no proposal of that number",
                      self.release("opt-in", "v1.18", "158", "--as", "jtakeda", status=2).err)
        self.release("remove", "v1.18", "158", "--as", "nquist", "--reason", "it is gone")
        self.assertEqual(self.states()[158], "removed")

    # --- where and when ---

    def test_where_one_stands_changes_no_answer(self):
        self.opt_in("131", "140")
        folder = os.path.join(self.root, "keps", "sig-runtime")
        for words in (("release", "status", "v1.18", "--format", "json"),
                      ("release", "admits", "v1.18", "131", "--format", "json"),
                      ("release", "freeze", "v1.18", "prr", "--format", "json"),
                      ("release", "report", "v1.18", "--format", "json"),
                      ("release", "rollover", "v1.18", "--format", "json"),
                      ("drift", "--format", "json"),
                      ("inbox", "--as", "jtakeda", "--format", "json"),
                      ("list", "tracked:v1.18", "--format", "json"),
                      ("list", "awaits:@jtakeda", "--format", "json"),
                      ("list", "approved-by:@rcole", "--format", "json")):
            with self.subTest(words):
                there, below = (
                    self.milepost(*words, "--now", "2027-01-20", cwd=where, status=None)
                    for where in (self.root, folder))
                self.assertEqual(below.status, there.status, below.err)
                self.assertGreater(len(there.out), 40)
                shown = (below.out.replace("../../", "").replace("../", "keps/")
                         .replace('"140-priority-lanes', '"keps/sig-runtime/140-priority-lanes')
                         .replace('"158-structured', '"keps/sig-runtime/158-structured')
                         .replace('"112-graceful', '"keps/sig-runtime/112-graceful'))
                self.assertEqual(shown, there.out)

    def test_time_does_not_go_back(self):
        self.opt_in("131", now="2027-02-06")
        refused = self.release("opt-in", "v1.18", "158", "--as", "jtakeda", now="2027-02-01",
                               status=2)
        self.assertEqual(
            refused.err, "milepost: nothing was recorded: this is for 2027-02-01T00:00:00Z, and the "
            "record has something of 2027-02-06T00:00:00Z already: time does not go back in it\n")
        self.assertEqual(self.states("2027-02-07")[158], "not opted in")
        # Clocks differ.
        self.opt_in("158", now="2027-02-05T23:55:00Z")

    def test_moments_of_their_own_are_noted(self):
        self.opt_in("131", "158")
        found = self.milepost("fsck", "--format", "json", cwd=self.root).json()["findings"]
        self.assertEqual([(one["kind"], one["event"], one["message"]) for one in found],
                         [("note", 1, "2 of 2 events were recorded for another moment than the "
                           "clock's (--now), the first of them event 1")])
        # By the clock, which says an earlier day: nobody is kept out, and it counts.
        self.milepost("hold", "131", "--as", "tlind", "--comment", "x", cwd=self.root)
        self.assertEqual(self.states()[131], "at risk")

    def test_an_earlier_now_does_not_know_what_came_later(self):
        self.opt_in("131", now="2027-01-10")
        self.opt_in("140", now="2027-01-19")
        self.release("remove", "v1.18", "131", "--as", "nquist", "--reason", "x", now="2027-01-25")
        self.assertEqual(self.states("2027-01-18"),
                         {131: "tracked", 140: "not opted in", 158: "not opted in"})
        self.assertEqual(self.states("2027-01-26")[131], "removed")
        shown = self.milepost("why", "131", "--to", "stable", "--release", "v1.18", "--now",
                              "2027-01-18", cwd=self.root, status=None)
        self.assertIn("✓ opted in by @iduarte on 2027-01-10", shown.out)

    # --- freezes ---

    def track_issue(self, number, person, now="2027-01-11"):
        self.milepost("track", "new", number, "--as", person, "--now", now, cwd=self.root)

    def test_an_objection_closes_a_freeze(self):
        self.opt_in("131")
        self.track_issue("131", "pnovak")
        self.release("admits", "v1.18", "131")
        for words, undone, missing in (
            (("hold", "131", "--comment", "wait"), ("unhold", "131"), "hold"),
            (("concern", "131", "--comment", "what of X?"), ("resolve", "131"), "concern-6"),
        ):
            with self.subTest(words):
                self.milepost(*words, "--as", "eve", "--now", "2027-01-15", cwd=self.root)
                told = next(one for one in self.told()["proposals"] if one["proposal"] == 131)
                self.assertEqual(told["state"], "at risk")
                lacks = told["freezes"][0]["missing"]
                self.assertEqual([(one["id"], one["who"][0]) for one in lacks],
                                 [(missing, "@eve")])
                self.release("admits", "v1.18", "131", status=1)
                message = self.release("freeze", "v1.18", "prr", "--format", "markdown").out
                self.assertRegex(message, rf"for @<!-- -->eve, .*\n  - with milepost: `milepost {' '.join(undone)}")
                self.milepost(*undone, "--as", "eve", "--now", "2027-01-15", cwd=self.root)
                self.assertEqual(self.states()[131], "tracked")

    def test_a_freeze_without_a_date_hides_no_other(self):
        self.opt_in("131")
        self.replace("releases.yaml", ("    prr-freeze: 2027-02-03\n", ""))
        told = next(one for one in self.told("2027-02-12")["proposals"] if one["proposal"] == 131)
        self.assertEqual((told["freeze"], told["state"]), ("docs-placeholder", "at risk"))
        self.assertEqual((told["freezes"][0]["due"], told["freezes"][0]["state"]),
                         ("unset", "tracked"))
        told = next(one for one in self.told("2027-01-20")["proposals"] if one["proposal"] == 131)
        self.assertEqual((told["freeze"], told["state"]), ("enhancements-freeze", "tracked"))

    def test_freezes_in_any_case(self):
        self.opt_in("131")
        self.assertEqual(self.release("freeze", "v1.18", "PRR").out,
                         self.release("freeze", "v1.18", "prr-freeze").out)

    def test_the_instant_of_the_freeze(self):
        """What is recorded a second before it counts, at the instant itself it does not."""
        self.opt_in("131", now=BEFORE)
        self.assertEqual(self.states(BEFORE)[131], "tracked")
        self.assertEqual(self.states(PRR)[131], "tracked")
        self.opt_in("158", now=PRR)
        self.assertEqual(self.states(PRR)[158], "not opted in")

    def test_freezes_ask_the_tracking_issue(self):
        config = os.path.join(self.root, "milepost.yaml")
        with open(config, "a", encoding="utf-8") as file:
            file.write("gates:\n  - id: prr-freeze\n    conditions:\n      - {id: supporting-docs, is: "
                       "record, role: author, title: the supporting documentation is linked}\n")
        self.replace("keps/sig-storage/131-shared-input-cache/README.md",
                     ("- [x] Supporting documentation", "- [ ] Supporting documentation"))
        self.commit("ask the issue", "2027-01-09")
        self.opt_in("131")

        def missing(now="2027-01-20"):
            told = {one["proposal"]: one for one in self.told(now)["proposals"]}[131]
            return told["state"], [one["message"] for one in told["freezes"][0]["missing"]]

        def found(query):
            listed = self.milepost("list", query, "--format", "json", "--now", "2027-01-20",
                                   cwd=self.root).json()
            return [one["number"] for one in listed]

        state, lacking = missing()
        self.assertEqual((state, lacking),
                         ("at risk", ["the supporting documentation is linked: no record of it"]))
        for words in (("track", "new", "131"), ("track", "tick", "131", "history")):
            self.milepost(*words, "--as", "pnovak", "--now", "2027-01-12", cwd=self.root)
        still_open = "the supporting documentation is not linked yet (open: supporting-docs)"
        self.assertEqual(missing(), ("at risk", [still_open]))
        self.release("admits", "v1.18", "131", status=1)
        self.assertEqual(found("at-risk:v1.18 number:131"), [131])
        plan = self.release("freeze", "v1.18", "prr", now=PRR, status=None)
        self.assertIn("supporting-docs", plan.out)
        self.milepost("track", "tick", "131", "supporting-docs", "--as", "pnovak", "--now",
                      "2027-01-14", cwd=self.root)
        self.assertEqual(missing(), ("tracked", []))
        self.release("admits", "v1.18", "131")
        self.assertEqual(found("tracked:v1.18 number:131"), [131])
        self.milepost("track", "untick", "131", "supporting-docs", "--as", "pnovak", "--now",
                      "2027-02-06", cwd=self.root)
        self.assertEqual(missing("2027-02-07")[1], [], "it was ticked when the freeze passed")

    def test_what_held_then_counts(self):
        self.opt_in("131", "140")
        self.assertEqual(self.states(BEFORE)[140], "at risk")
        self.assertEqual(self.states(PRR)[140], "missed")
        self.repair("140", "2027-02-05")
        self.assertEqual(self.states("2027-02-06")[140], "missed", "too late")
        self.replace(f"{_release.CACHE}/kep.yaml", ("status: implementable", "status: provisional"))
        self.commit("take it back", "2027-02-06")
        told = self.told("2027-02-07")
        cache = next(one for one in told["proposals"] if one["proposal"] == 131)
        by_freeze = {one["id"]: one["state"] for one in cache["freezes"]}
        self.assertEqual(by_freeze["prr-freeze"], "tracked")
        self.assertEqual(by_freeze["enhancements-freeze"], "at risk")
        self.assertEqual(cache["freeze"], "enhancements-freeze")

    def test_without_git_the_files_of_today_count(self):
        self.opt_in("131")
        os.rename(os.path.join(self.root, ".git"), os.path.join(self.folder, "git"))
        # The record went with it: nobody is known to have opted in.
        shown = self.release("status", "v1.18", now=PRR)
        self.assertIn("is judged by the files of today", shown.err)

    def test_freezing(self):
        self.opt_in("131", "140")
        early = self.release("freeze", "v1.18", "prr", "--apply", "--as", "nquist", now=BEFORE,
                             status=2)
        self.assertIn("the PRR freeze of v1.18 has not passed yet: it is on " + PRR, early.err)
        self.release("freeze", "v1.18", "prr", "--apply", "--as", "mokafor", now=PRR, status=2)
        events = self.events()
        plan = self.release("freeze", "v1.18", "prr", "--format", "json", now=PRR).json()
        self.assertEqual({one["proposal"]["proposal"]: one["action"] for one in plan["steps"]},
                         {131: "keep", 140: "remove", 158: "remove"})
        self.assertEqual(self.events(), events, "a plan puts nothing down")
        self.release("freeze", "v1.18", "prr", "--apply", "--as", "nquist", now=PRR)
        self.assertEqual(self.events(), events + 3)
        self.release("freeze", "v1.18", "prr", "--apply", "--as", "nquist", now=PRR)
        self.assertEqual(self.events(), events + 3, "again records nothing twice")
        self.assertEqual(self.states(PRR), {131: "tracked", 140: "removed", 158: "removed"})
        refused = self.release("opt-in", "v1.18", "140", "--as", "mokafor", now=PRR, status=2)
        self.assertIn("140 was removed from v1.18 by @nquist on 2027-02-04", refused.err)

    # --- exceptions ---

    def ask(self, now, until="2027-02-09", reason="ill", status=0):
        return self.release("exception", "request", "v1.18", "140", "--freeze", "prr", "--until",
                            until, "--reason", reason, "--as", "jtakeda", now=now, status=status)

    def decide(self, what, *more, now="2027-02-05", status=0):
        return self.release("exception", what, "v1.18", "140", "--freeze", "prr", "--as", "nquist",
                            *more, now=now, status=status)

    def test_an_exception(self):
        self.opt_in("140")
        self.release("freeze", "v1.18", "prr", "--apply", "--as", "nquist", now=PRR)
        self.assertIn("nobody asked", self.decide("approve", status=2).err)
        self.ask("2027-02-05")
        self.assertEqual(self.states("2027-02-05")[140], "exception pending")
        self.release("admits", "v1.18", "140", now="2027-02-05", status=1)
        self.decide("approve")
        self.assertEqual(self.states("2027-02-05")[140], "exception")
        # More time for one freeze is no word about the next.
        self.release("admits", "v1.18", "140", now="2027-02-05", status=1)
        self.assertIn("it was so already", self.decide("approve").out)
        for words in (("--until", "2027-03-01"), ("--reason", "and until then no longer")):
            self.assertIn("which is final", self.decide("approve", *words, status=2).err)
        final = self.decide("reject", "--reason", "no", status=2)
        self.assertIn("was approved by @nquist on 2027-02-05, which is final", final.err)
        self.assertEqual(self.states("2027-02-10T11:59:59Z")[140], "exception")
        self.assertEqual(self.states("2027-02-10T12:00:00Z")[140], "missed", "its time is over")

    def test_what_is_asked_for_again_with_other_words_is_kept(self):
        self.opt_in("140")
        self.assertNotIn("already", self.ask("2027-02-05").out)
        self.assertIn("already", self.ask("2027-02-05").out)
        self.assertNotIn("already", self.ask("2027-02-05", until="2027-02-08").out)
        self.assertNotIn("already", self.ask("2027-02-05", until="2027-02-08", reason="two").out)
        self.decide("approve")
        self.assertEqual(self.states("2027-02-09T11:59:59Z")[140], "exception")
        self.assertEqual(self.states("2027-02-09T12:00:00Z")[140], "missed")

    def test_no_such_proposal_is_no_answer(self):
        for subject in ("abc", "9999"):
            self.release("admits", "v1.18", subject, now="2027-01-10", status=2)

    def test_an_exception_that_was_of_use(self):
        self.opt_in("140")
        self.ask("2027-02-05")
        self.decide("approve")
        self.repair("140", "2027-02-08")
        self.assertEqual(self.states("2027-02-10T12:00:00Z")[140], "tracked")
        self.track_issue("140", "jtakeda", "2027-02-10")
        self.release("admits", "v1.18", "140", now="2027-02-10T12:00:00Z")

    def test_when_to_ask(self):
        self.opt_in("140")
        late = self.ask("2027-02-07T12:00:00Z", status=2)
        self.assertIn("could be asked for until 2027-02-07T12:00:00Z", late.err)
        self.ask("2027-02-07T11:59:59Z")
        self.decide("reject", "--reason", "no", now="2027-02-07T12:00:00Z")
        self.assertEqual(self.states("2027-02-08")[140], "missed")
        again = self.ask("2027-02-07T11:59:59Z", status=2)
        self.assertIn("was rejected by @nquist on 2027-02-07, which is final", again.err)

    # --- other days, other formats ---

    def test_as_of(self):
        self.opt_in("131", now="2027-01-10")
        self.release("remove", "v1.18", "131", "--as", "nquist", "--reason", "x", now="2027-01-15")
        self.assertEqual(self.states("2027-02-20", "--as-of", "2027-01-09")[131], "not opted in")
        self.assertEqual(self.states("2027-02-20", "--as-of", "2027-01-14")[131], "tracked")
        self.assertEqual(self.states("2027-02-20", "--as-of", "2027-01-15")[131], "removed")
        self.assertEqual(self.states("2027-02-20", "--as-of", "2027-01-07"), {}, "not aimed at yet")

    def test_report(self):
        self.opt_in("131", now="2027-01-10")
        self.opt_in("140", now="2027-01-19")
        told = self.release("report", "v1.18", "--format", "json").json()
        self.assertEqual(told["byStage"]["stable"], {"tracked": 1})
        self.assertEqual(told["byKind"]["net new"], {"not opted in": 1})
        self.assertEqual([(one["proposal"], one["from"], one["to"]) for one in told["changes"]],
                         [("140", "not opted in", "at risk")])
        rows = list(csv.DictReader(io.StringIO(
            self.release("report", "v1.18", "--format", "csv").out)))
        self.assertEqual([(row["number"], row["state"], row["was"]) for row in rows],
                         [("131", "tracked", "tracked"), ("140", "at risk", "not opted in"),
                          ("158", "not opted in", "not opted in")])
        self.assertIn("\n- 140 Priority Lanes: not opted in → at risk\n",
                      self.release("report", "v1.18").out)

    def test_list(self):
        self.opt_in("131", "140")
        for query, want in (("tracked:v1.18", [131]), ("at-risk:v1.18", [140]),
                            ("-tracked:v1.18 milestone:v1.18", [140, 158])):
            listed = self.milepost("list", query, "--format", "json", "--now", "2027-01-20",
                                   cwd=self.root).json()
            self.assertEqual(sorted(one["number"] for one in listed), want, query)

    def test_rollover(self):
        self.opt_in("131", "140")
        self.release("defer", "v1.18", "158", "--to", "v1.20", "--as", "jtakeda", "--reason", "x",
                     now="2027-01-11")
        early = self.release("rollover", "v1.18", now="2027-04-01").out
        self.assertTrue(early.startswith("v1.18 is not out yet: it is to be in 19 days"), early)
        with open(os.path.join(self.root, "releases.yaml"), "a", encoding="utf-8") as file:
            file.write("  - name: v1.19\n    start: 2027-05-03\n")
        shown = self.release("rollover", "v1.18", now="2027-04-20").out
        self.assertTrue(shown.startswith("v1.18: 2 opt-ins end with it; v1.19 begins"), shown)
        for number, stage, release in (("140", "beta", "v1.19"), ("158", "alpha", "v1.20")):
            self.assertIn(f"      milepost promote {number} --to {stage} --release {release}\n",
                          shown)

    def test_fits_a_terminal(self):
        self.opt_in("131", "140")
        for words in (("status", "v1.18"), ("freeze", "v1.18", "prr"), ("calendar", "v1.18")):
            from _milepost import run_on_terminal
            shown = run_on_terminal("-C", self.root, "release", *words, "--now", "2027-01-20",
                                    NO_COLOR="1")
            for line in shown.out.splitlines():
                self.assertLessEqual(len(line), 80, line)

    def test_calendar(self):
        told = self.release("calendar", "--format", "json").json()
        self.assertEqual([one["release"] for one in told],
                         ["v1.14", "v1.15", "v1.16", "v1.17", "v1.18"])
        ics = self.release("calendar", "v1.18", "--format", "ics").out_bytes
        self.assertTrue(ics.startswith(b"BEGIN:VCALENDAR\r\n"), ics)
        self.assertEqual(ics.count(b"BEGIN:VEVENT\r\n"), 7)
        self.assertIn(b"DTEND:20270204T120000Z\r\n", ics)

    def test_another_process_has_no_releases(self):
        folder = self.example("design")
        answer = self.milepost("release", "status", "v1.18", cwd=folder, status=2)
        self.assertIn("has no releases", answer.err)


if __name__ == "__main__":
    unittest.main()
