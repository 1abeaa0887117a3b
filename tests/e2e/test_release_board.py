"""release status: the board of a release, its order, queries, formats and widths."""

import csv
import io
import os
import re
import shutil
import sys
import unittest

import _documents
import _milepost
import _release
from _schemas import validate

sys.path.insert(0, os.path.join(_documents.ROOT, "docs", "images"))
import terminal  # pylint: disable=wrong-import-position,import-error

LEADS = {"131": "iduarte", "140": "mokafor", "158": "jtakeda"}


class Boards(_release.Release):
    """v1.18, whose calendar examples/kep has: PRR freeze on 3 February 2027."""

    BASE = "2026-12-01"

    def setUp(self):
        super().setUp()
        self.aim_at("v1.18", "2027-01-08")

    def opt_in(self, *numbers):
        for number in numbers:
            self.milepost("release", "opt-in", "v1.18", number, "--as", LEADS.get(number, "jtakeda"),
                          "--now", "2027-01-10", cwd=self.root)

    def board(self, *words, now="2027-01-20", status=0):
        return self.milepost("release", "status", "v1.18", *words, "--now", now, cwd=self.root,
                             status=status)

    def told(self, *words, **more):
        told = self.board(*words, "--format", "json", **more).json()
        validate(told, "release.schema.json")
        return told

    def numbers(self, *words, **more):
        return [one["proposal"] for one in self.told(*words, **more)["proposals"]]

    def on_terminal(self, columns, *words, now="2027-01-20"):
        return _milepost.run_on_terminal("-C", self.root, "release", "status", "v1.18", *words,
                                         "--now", now, COLUMNS=str(columns), NO_COLOR="1",
                                         **self.environment()).out

    def test_colour_marks_how_bad_it_is(self):
        self.opt_in("131", "140")
        shown = _milepost.run_on_terminal("-C", self.root, "release", "status", "v1.18", "--now",
                                          "2027-01-20", COLUMNS="80", **self.environment()).out
        self.assertIn("\x1b[32mtracked\x1b[0m", shown)
        self.assertIn("\x1b[33mat risk\x1b[0m", shown)
        self.assertEqual(re.sub(r"\x1b\[\d+m", "", shown), self.on_terminal(80))
        self.assertNotIn("\x1b", self.board().out)

    def test_why_speaks_of_the_step_that_is_aimed_at(self):
        def step(number, release):
            told = self.milepost("why", number, "--release", release, "--now", "2027-01-20",
                                 "--format", "json", cwd=self.root, status=None).json()
            return told["from"], told["to"]

        self.assertEqual(step("158", "v1.18"), ("alpha", "alpha"), "as its files say")
        self.milepost("release", "opt-in", "v1.18", "158", "--to", "beta", "--as", "jtakeda", "--now",
                      "2027-01-10", cwd=self.root)
        self.assertEqual(step("158", "v1.18"), ("alpha", "beta"), "as it was opted in for")
        self.assertEqual(step("131", "v1.18"), ("stable", "stable"))
        self.assertEqual(step("140", "v1.17"), ("beta", "stable"), "none of that release's")

    def add(self, number, title, stage, milestones, status="implementable", group="sig-runtime"):
        """One more proposal, with the text of 158."""
        folder = os.path.join(self.root, "keps", group, f"{number}-{title.lower().replace(' ', '-')}")
        shutil.copytree(os.path.join(self.root, _release.EXITS), folder)
        name = os.path.relpath(os.path.join(folder, "kep.yaml"), self.root)
        text = self.read(folder, "kep.yaml")
        text = re.sub(r"(?m)^title: .*", f"title: {title}", text)
        text = re.sub(r"(?m)^kep-number: .*", f"kep-number: {number}", text)
        text = re.sub(r"(?m)^owning-sig: .*", f"owning-sig: {group}", text)
        text = re.sub(r"(?m)^status: .*", f"status: {status}", text)
        text = re.sub(r"(?m)^stage: .*", f"stage: {stage}", text)
        text = re.sub(r"(?ms)^milestone:\n(  .*?\n)+", "milestone:\n" + "".join(
            f'  {one}: "{release}"\n' for one, release in milestones.items()), text)
        text = re.sub(r"JobExitReasons", f"Gate{number}", text)
        self.write(os.path.join("work", "kep", name), text)

    # --- order and queries ---

    def test_the_most_urgent_come_first(self):
        self.opt_in("131", "140")
        self.assertEqual(self.numbers(), [140, 158, 131])
        self.assertEqual(self.numbers("--sort", "number"), [131, 140, 158])
        self.assertEqual(self.numbers("--sort", "group"), [140, 158, 131])
        self.assertEqual(self.numbers("--sort", "stage"), [158, 140, 131])
        self.assertEqual(self.numbers("--sort", "title"), [140, 131, 158])
        self.assertIn("urgency, number, group, stage, state or title",
                      self.board("--sort", "age", status=2).err)

    def test_a_query_restricts_the_list_and_not_the_counts(self):
        self.opt_in("131", "140")
        for query, want in ((("group:sig-runtime",), [140, 158]),
                            (("group:sig-runtime", "stage:beta"), [140]),
                            (("-group:sig-runtime",), [131]), (("at-risk:v1.18",), [140]),
                            (("tracked:v1.18",), [131]), (("number:97",), [])):
            with self.subTest(query):
                told = self.told(*query)
                self.assertEqual([one["proposal"] for one in told["proposals"]], want)
                self.assertEqual(sum(told["counts"].values()), 3)
        self.assertTrue(self.board("stage:beta").out.endswith("\n1 of 3 proposals\n"))
        refused = self.board("statu:beta", status=2)
        self.assertIn('did you mean "status"?', refused.err)
        self.assertIn("\n  ^^^^^", refused.err)

    # --- steps, kinds and states ---

    def test_steps_and_kinds_come_from_history(self):
        """Each kind, in a repository whose commits say what was released before."""
        self.add(201, "Slim Berths", "alpha", {"alpha": "v1.18"})
        self.add(202, "Wide Berths", "alpha", {"alpha": "v1.16"})
        self.add(203, "Old Berths", "beta", {"alpha": "v1.12", "beta": "v1.16"})
        self.add(204, "Wet Berths", "stable", {"stable": "v1.12"})
        self.commit("four more", "2027-01-09")
        for path, old, new in (
            ("202-wide-berths", '  alpha: "v1.16"\n', '  beta: "v1.18"\n'),
            ("202-wide-berths", "stage: alpha", "stage: beta"),
            ("204-wet-berths", '  stable: "v1.12"\n', '  deprecated: "v1.18"\n'),
            ("204-wet-berths", "stage: stable", "stage: deprecated"),
        ):
            self.replace(f"keps/sig-runtime/{path}/kep.yaml", (old, new))
        self.commit("two move on", "2027-01-12")
        told = {one["proposal"]: one for one in self.told()["proposals"]}
        self.assertEqual({number: (one["fromStage"], one["toStage"], one["kind"])
                          for number, one in told.items() if number > 200},
                         {201: (None, "alpha", "net new"), 202: ("alpha", "beta", "graduating"),
                          203: ("beta", "beta", "staying"),
                          204: ("stable", "deprecated", "deprecation")})
        shown = self.board().out
        for step in ("new → alpha", "alpha → beta", "stable → deprecated", "stays beta"):
            self.assertIn(step, shown)
        report = self.milepost("release", "report", "v1.18", "--format", "json", "--now",
                               "2027-01-20", cwd=self.root).json()
        self.assertEqual(sorted(report["byKind"]),
                         ["deprecation", "graduating", "net new", "staying"])
        for part in ("byStage", "byGroup", "byKind"):
            self.assertEqual(sum(sum(one.values()) for one in report[part].values()), len(told), part)

    def test_missed_due_and_not_due_yet_are_three_things(self):
        self.opt_in("131", "140")
        freezes = {one["proposal"]: one["freezes"] for one in self.told()["proposals"]}
        self.assertEqual([(one["due"], one["state"]) for one in freezes[140][:3]],
                         [("next", "at risk"), ("later", "not due yet"), ("later", "not due yet")])
        self.assertRegex(self.board().out, r"(?m)^ +140  Priority Lanes .* !···· +at risk +"
                         r"PRR freeze in 15 days: \d+ sections, no production-readiness review$")
        after = self.board(now="2027-02-05").out
        self.assertRegex(after, r"(?m)^ +140  .* ✗!··· +missed +PRR freeze 12 hours ago: ")
        self.assertIn("\n  missed   ", after)
        told = {one["proposal"]: one["state"] for one in self.told(now="2027-02-05")["proposals"]}
        self.assertEqual(told[140], "missed")

    def test_finished_is_done(self):
        self.opt_in("131", "140")
        self.replace(f"{_release.LANES}/kep.yaml", ("status: implementable", "status: implemented"))
        self.commit("it is done", "2027-01-15")
        told = {one["proposal"]: one for one in self.told()["proposals"]}
        self.assertEqual((told[140]["state"], told[140]["admitted"]), ("done", True))
        self.assertIn("done 1", self.board("--quiet").out)

    def test_a_freeze_without_a_date_holds_nobody(self):
        self.opt_in("131", "140")
        self.replace("releases.yaml", ("    prr-freeze: 2027-02-03\n", ""),
                     ("    enhancements-freeze: 2027-02-10\n", ""))
        told = {one["proposal"]: one for one in self.told()["proposals"]}
        self.assertEqual([one["due"] for one in told[140]["freezes"][:3]], ["unset", "unset", "next"])
        self.assertEqual(told[158]["state"], "not opted in")
        shown = self.board().out
        self.assertRegex(shown, r" 140  .* !·· +at risk +docs placeholder deadline in 36 days: "
                         "no pull request for the documentation is linked yet")
        self.assertRegex(shown, r" 158  .* not opted in")
        self.assertIn("without a date: PRR freeze, enhancements freeze\n", shown)
        self.milepost("track", "new", "140", "--as", "jtakeda", "--now", "2027-01-20", cwd=self.root)
        self.milepost("release", "admits", "v1.18", "140", "--now", "2027-01-20", cwd=self.root)

    # --- files ---

    def test_uncommitted_changes_are_marked(self):
        self.opt_in("131", "140")
        self.assertNotIn("*", self.board().out)
        with open(os.path.join(self.root, _release.CACHE, "README.md"), "a", encoding="utf-8") as file:
            file.write("\nMore.\n")
        shown = self.board().out
        self.assertRegex(shown, r"(?m)^ +131\*  Shared")
        self.assertRegex(shown, r"(?m)^ +140   ?Priority")
        self.assertIn("* uncommitted changes", shown)
        told = {one["proposal"]: one["uncommitted"] for one in self.told()["proposals"]}
        self.assertEqual(told, {131: True, 140: False, 158: False})
        self.replace("keps/prod-readiness/sig-runtime/140.yaml", ("kep-number: 140\n",
                                                                 "kep-number: 140\n# soon\n"))
        self.assertRegex(self.board().out, r"(?m)^ +140\*  Priority")
        then = {one["uncommitted"] for one in self.told("--as-of", "2027-01-19")["proposals"]}
        self.assertEqual(then, {False}, "another day's files are those of a commit")

    def test_one_bad_row_hides_no_other(self):
        self.opt_in("131", "140")
        os.remove(os.path.join(self.root, _release.LANES, "README.md"))
        os.mkdir(os.path.join(self.root, _release.LANES, "README.md"))
        shown = self.board(status=2)
        self.assertIn("131  Shared Input Cache", shown.out)
        self.assertRegex(shown.out, r" 140\*? ")
        self.assertIn("140-priority-lanes", shown.err)

    def test_broken_metadata_is_a_row_with_its_reason(self):
        self.opt_in("131", "140")
        self.write(os.path.join("work", "kep", _release.LANES, "kep.yaml"), "title: [\n")
        shown = self.board(status=2)
        self.assertIn("131  Shared Input Cache", shown.out)
        self.assertRegex(shown.out, r"(?m)^ +140\* .* at risk +PRR freeze in 15 days: its metadata "
                         "cannot be read to its end; milepost check 140 says where it breaks$")
        self.assertIn("its metadata cannot be read", shown.err)

    # --- formats ---

    def test_csv(self):
        self.opt_in("131", "140")
        rows = list(csv.DictReader(io.StringIO(self.board("--format", "csv").out)))
        self.assertEqual([row["number"] for row in rows], ["140", "158", "131"])
        lanes = rows[0]
        self.assertEqual((lanes["from"], lanes["to"], lanes["state"], lanes["freeze"]),
                         ("alpha", "beta", "at risk", "prr-freeze"))
        self.assertEqual((lanes["prr-freeze"], lanes["enhancements-freeze"]), ("at risk", "not due yet"))
        self.assertIn("no production-readiness review", lanes["missing"])
        self.assertIn("@rcole", lanes["waiting for"])

    def test_markdown(self):
        self.opt_in("131", "140")
        lines = self.board("--format", "markdown", "stage:beta").out.splitlines()
        self.assertEqual(lines[0], "| number | proposal | group | step | freezes | state | missing |")
        self.assertTrue(lines[2].startswith("| 140 | Priority Lanes | sig-runtime | alpha → beta |"))
        self.assertIn("- ! missing and due next", lines)

    def test_fits_80_and_120_columns(self):
        self.add(203, "Berths that are drained before their job has ended everywhere", "beta",
                 {"alpha": "v1.12", "beta": "v1.18"})
        self.commit("a long title", "2027-01-09")
        self.opt_in("131", "140", "203")
        words = set(re.findall(r"\w+", self.board().out))
        for columns in (80, 120):
            with self.subTest(columns):
                shown = self.on_terminal(columns)
                for line in shown.splitlines():
                    self.assertLessEqual(len(line), columns, line)
                self.assertNotIn("…", shown)
                self.assertEqual(set(re.findall(r"\w+", shown)) - words, set(), "a broken word")
                titles = next(line for line in shown.splitlines() if "number" in line)
                self.assertEqual("group" in titles, columns == 120)
        self.assertGreater(max(len(line) for line in self.on_terminal(120).splitlines()), 100)

    # --- pictures ---

    def test_the_pictures_of_the_page(self):
        """docs/images/board-80.svg and board-120.svg are what the program prints."""
        self.repair("140", "2027-01-09")
        self.replace(f"{_release.LANES}/README.md", ("## Drawbacks\n", "## Drawbacks\n\nTBD\n"))
        self.add(201, "Slim Berths", "alpha", {"alpha": "v1.18"})
        self.add(202, "Drain Berths Before Upgrades of the Agent", "beta",
                 {"alpha": "v1.16", "beta": "v1.18"})
        self.add(203, "Berth Quotas", "beta", {"alpha": "v1.12", "beta": "v1.16"})
        self.add(204, "Job Labels", "stable", {"alpha": "v1.12", "beta": "v1.14", "stable": "v1.18"},
                 status="implemented")
        self.add(205, "Exit Codes by Number", "deprecated", {"stable": "v1.12", "deprecated": "v1.18"})
        self.commit("more", "2027-01-09")
        self.opt_in("131", "140", "158", "201", "202", "203", "205")
        self.milepost("release", "defer", "v1.18", "158", "--to", "v1.19", "--as", "jtakeda", "--reason",
                      "x", "--now", "2027-01-15", cwd=self.root)
        with open(os.path.join(self.root, _release.CACHE, "README.md"), "a", encoding="utf-8") as file:
            file.write("\nMore.\n")
        for columns in (80, 120):
            shown = "$ milepost release status v1.18\n" + self.on_terminal(columns, now="2027-01-28")
            picture = terminal.draw(shown, columns, f"the board of a release in {columns} columns")
            path = os.path.join(_documents.ROOT, "docs", "images", f"board-{columns}.svg")
            if os.environ.get("MILEPOST_UPDATE_GOLDENS"):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(picture)
            self.assertEqual(self.read(path), picture)


if __name__ == "__main__":
    unittest.main()
