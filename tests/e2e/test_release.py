"""release: who may do what, what is put down, what counts when a freeze has passed."""

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

    # --- opting in and out ---

    def test_only_leads_opt_in(self):
        refused = self.release("opt-in", "v1.18", "131", "--as", "tlind", status=2)
        self.assertEqual(
            refused.err, "milepost: nothing was put down: @tlind may not opt in: it is for a lead "
            "of the owning group (@iduarte, @pnovak)\n")
        unknown = self.release("opt-in", "v1.18", "131", status=2)
        self.assertIn("who are you? Say it with --as HANDLE", unknown.err)
        done = self.release("opt-in", "v1.18", "131", "--as", "@iduarte")
        self.assertEqual(done.out, "131 Shared Input Cache: @iduarte opted in to v1.18\n")
        again = self.release("opt-in", "v1.18", "131", "--as", "pnovak")
        self.assertIn("it was so already; nothing was put down", again.out)
        self.assertEqual(self.events(), 1)

    def test_several_at_once_or_none(self):
        for words, message in (
            (("131", "140"), "140: @iduarte may not opt in"),
            (("131", "999"), "there is no proposal 999"),
        ):
            refused = self.release("opt-in", "v1.18", *words, "--as", "iduarte", status=2)
            self.assertIn("nothing was put down: " + message, refused.err)
        looked = self.release("opt-in", "v1.18", "140", "158", "--as", "mokafor", "--dry-run")
        self.assertEqual(looked.out.count("would put down: "), 2)
        self.assertEqual(self.events(), 0)
        done = self.release("opt-in", "v1.18", "140", "158", "140", "--as", "mokafor")
        self.assertEqual(done.out, "140 Priority Lanes: @mokafor opted in to v1.18\n"
                         "158 Structured Exit Reasons: @mokafor opted in to v1.18\n")
        self.assertEqual(self.events(), 2)
        self.milepost("release", "remove", "v1.18", "158", "--as", "nquist", "--reason", "x", "--now",
                      "2027-01-20", cwd=self.root)
        self.release("opt-out", "v1.18", "140", "--as", "mokafor")
        refused = self.release("opt-in", "v1.18", "140", "158", "--as", "mokafor", status=2)
        self.assertIn("158 was removed from v1.18", refused.err)
        self.assertEqual(self.states()[140], "not opted in", "not even the first of them")

    def test_a_dry_run_puts_nothing_down(self):
        done = self.release("opt-in", "v1.18", "131", "--as", "iduarte", "--dry-run")
        self.assertTrue(done.out.startswith("would put down: 131"), done.out)
        self.assertFalse(os.path.exists(os.path.join(self.root, ".git", "milepost", "record.db")))

    def test_why_says_who_opted_in(self):
        self.opt_in("131")
        shown = self.milepost("why", "131", "--to", "stable", "--release", "v1.18", "--now",
                              "2027-01-20", cwd=self.root, status=None)
        self.assertIn("✓ opted in by @iduarte on 2027-01-10", shown.out)
        shown = self.milepost("why", "140", "--to", "beta", "--release", "v1.18", "--now",
                              "2027-01-20", cwd=self.root, status=1)
        self.assertIn("✗ not yet so: a lead of the group has opted in", shown.out)
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
            (("opt-in", "v1.18", "999", "--as", "mokafor"), "there is no proposal 999"),
            (("remove", "v1.18", "140", "--as", "mokafor", "--reason", "x"),
             "it is for a release lead (@nquist)"),
        ):
            with self.subTest(words):
                self.assertIn(message, self.release(*words, status=2).err)

    # --- freezes ---

    def test_the_instant_of_the_freeze(self):
        """What is put down a second before it counts, at the instant itself it does not."""
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
        still_open = "not yet so: the supporting documentation is linked (open: supporting-docs)"
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
        self.assertEqual(self.states(PRR)[140], "at risk")
        self.repair("140", "2027-02-05")
        self.assertEqual(self.states("2027-02-06")[140], "at risk", "too late")
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
        self.assertEqual(self.events(), events + 3, "again puts down nothing twice")
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
        self.assertEqual(self.states("2027-02-10T12:00:00Z")[140], "at risk", "its time is over")

    def test_what_is_asked_for_again_with_other_words_is_kept(self):
        self.opt_in("140")
        self.assertNotIn("already", self.ask("2027-02-05").out)
        self.assertIn("already", self.ask("2027-02-05").out)
        self.assertNotIn("already", self.ask("2027-02-05", until="2027-02-08").out)
        self.assertNotIn("already", self.ask("2027-02-05", until="2027-02-08", reason="two").out)
        self.decide("approve")
        self.assertEqual(self.states("2027-02-09T11:59:59Z")[140], "exception")
        self.assertEqual(self.states("2027-02-09T12:00:00Z")[140], "at risk")

    def test_no_such_proposal_is_no_answer(self):
        for subject in ("abc", "9999"):
            self.release("admits", "v1.18", subject, now="2027-01-10", status=2)

    def test_an_exception_that_was_of_use(self):
        self.opt_in("140")
        self.ask("2027-02-05")
        self.decide("approve")
        self.repair("140", "2027-02-08")
        self.assertEqual(self.states("2027-02-10T12:00:00Z")[140], "tracked")
        self.release("admits", "v1.18", "140", now="2027-02-10T12:00:00Z")

    def test_when_to_ask(self):
        self.opt_in("140")
        late = self.ask("2027-02-07T12:00:00Z", status=2)
        self.assertIn("could be asked for until 2027-02-07T12:00:00Z", late.err)
        self.ask("2027-02-07T11:59:59Z")
        self.decide("reject", "--reason", "no", now="2027-02-07T12:00:00Z")
        self.assertEqual(self.states("2027-02-08")[140], "at risk")
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
