"""log: what was done about a proposal or in a release, from the record and from git."""

import csv
import io
import os
import shutil
import unittest

import _record
import _release
from _milepost import run_on_terminal
from _schemas import validate

FREEZE = "2027-02-04T12:00:00Z"  # the PRR freeze of v1.18
OLD = "keps/sig-runtime/140-priority-lanes"


class Logs(_record.InPostgresql, _release.Release):
    """v1.18, whose calendar examples/kep has."""

    BASE = "2026-12-01"

    def setUp(self):
        super().setUp()
        self.store = []

    def verb(self, *words, status=0):
        return self.milepost(*words, *self.store, cwd=self.root, status=status)

    def act(self, line, by, now, comment=()):
        self.verb(*line.split(), *comment, "--as", by, "--now", now)

    def tell_a_story(self):
        self.aim_at("v1.18", "2027-01-08")
        self.act("release opt-in v1.18 131", "iduarte", "2027-01-10")
        self.act("release opt-in v1.18 140", "mokafor", "2027-01-10")
        self.act("approve 131 --role approver", "iduarte", "2027-01-11")
        self.act("concern 140", "iduarte", "2027-01-12", ("--comment", "What of\nstarvation?"))
        self.act("release freeze v1.18 prr --apply", "nquist", FREEZE)
        self.act("release exception request v1.18 140 --freeze prr --until 2027-02-07", "jtakeda",
                 "2027-02-05", ("--reason", "the reviewer was ill"))
        self.act("release exception approve v1.18 140 --freeze prr", "nquist", "2027-02-06")
        self.act("release defer v1.18 131 --to v1.19", "nquist", "2027-02-07",
                 ("--reason", "the cache grows"))

    def log(self, *words):
        told = self.verb("log", *words, "--format", "json").json()
        validate(told, "log.schema.json")
        return told

    def shown(self, *words):
        return [(one["time"][:10], one["source"], one["by"], one["kind"])
                for one in self.log(*words)["entries"]]

    # --- a proposal ---

    def check_proposal(self):
        self.tell_a_story()
        self.assertEqual(self.shown("140"), [
            ("2026-12-01", "git", "J", "opened"),
            ("2027-01-08", "git", "J", "changed"),
            ("2027-01-10", "record", "@mokafor", "opted-in"),
            ("2027-01-12", "record", "@iduarte", "concern"),
            ("2027-02-04", "record", "@nquist", "removed"),
            ("2027-02-05", "record", "@jtakeda", "exception-requested"),
            ("2027-02-06", "record", "@nquist", "exception-approved"),
        ])
        told = self.log(OLD)
        self.assertEqual((told["proposal"], told["title"]), (140, "Priority Lanes"))
        changed, opted_in, asked = (told["entries"][i] for i in (1, 2, 5))
        self.assertIn({"field": "latest-milestone", "from": "v1.14", "to": "v1.18"},
                      changed["changes"])
        self.assertEqual(changed["commit"], self.git("rev-parse", "HEAD", cwd=self.root))
        self.assertEqual((opted_in["event"], opted_in["claimed"]), (2, True))
        self.assertEqual(opted_in["fields"], {"release": "v1.18"})
        self.assertEqual(opted_in["meaning"], "The proposal is to be in a release.")
        self.assertEqual(asked["comment"], "the reviewer was ill")
        self.assertEqual(asked["fields"]["freeze"], "prr-freeze")
        shown = self.verb("log", "140").out
        self.assertRegex(shown, r"\n2027-01-08T09:00Z  git [0-9a-f]{10}  J +changed .*"
                         r"latest-milestone v1\.14 → v1\.18")
        self.assertRegex(shown, r"\n2027-01-12T00:00Z\* record \d +@iduarte +raised a concern\n")
        self.assertRegex(shown, r"\n +│ What of\n +│ starvation\?\n")
        self.assertRegex(shown, r"@mokafor +opted it in to v1\.18\n")
        self.assertIn("5 events of the record (who acted is claimed, not proved), 2 commits of git",
                      shown)

    def test_of_a_proposal(self):
        self.check_proposal()

    def test_of_a_proposal_in_postgresql(self):
        self.use_server()
        self.check_proposal()

    def test_days(self):
        self.tell_a_story()
        self.assertEqual(
            [one[3] for one in self.shown("140", "--since", "2027-01-08", "--until", "2027-01-10")],
            ["changed", "opted-in"])
        self.assertIn("nothing happened in these days",
                      self.verb("log", "140", "--since", "2028-01-01").out)
        self.assertEqual(self.log("140", "--since", "2028-01-01")["entries"], [])

    def test_without_a_record(self):
        self.assertEqual([one[1:] for one in self.shown("131")], [("git", "J", "opened")])
        self.assertFalse(os.path.exists(os.path.join(self.root, ".git/milepost/record.db")))

    def test_without_git(self):
        shutil.rmtree(os.path.join(self.root, ".git"))
        answer = self.verb("log", "131")
        self.assertIn("nothing is known of it: no events in the record, no moves in git", answer.out)
        self.assertIn("there is no git repository here", answer.err)
        self.act("concern 131", "iduarte", "2027-01-12", ("--comment", "odd"))
        self.assertEqual([one[1:] for one in self.shown("131")], [("record", "@iduarte", "concern")])

    def test_without_commits(self):
        shutil.rmtree(os.path.join(self.root, ".git"))
        self.git("init", "-q", cwd=self.root)
        answer = self.verb("log", "131")
        self.assertIn("git has no commits yet", answer.err)

    def test_of_one_that_is_gone(self):
        self.act("concern 140", "iduarte", "2027-01-12", ("--comment", "odd"))
        shutil.rmtree(os.path.join(self.root, OLD))
        self.assertEqual(self.shown("140")[-1][2:], ("@iduarte", "concern"), "not yet committed")
        self.commit("take 140 away", "2027-01-13")
        for name in ("140", OLD, "../kep/" + OLD + "/"):
            with self.subTest(name):
                told = self.log(name)
                self.assertEqual(told["title"], "Priority Lanes")
                self.assertEqual(told["entries"][-1]["kind"], "deleted")

    def check_names(self):
        self.tell_a_story()
        self.replace(f"{OLD}/kep.yaml", ("kep-number: 140", "kep-number: 141"))
        new = "keps/sig-runtime/141-priority-lanes"
        os.rename(os.path.join(self.root, OLD), os.path.join(self.root, new))
        self.commit("it has another number", "2027-02-08")
        self.act("store move 140 141", "nquist", "2027-02-09")
        self.act("concern 141", "iduarte", "2027-02-10", ("--comment", "odd"))
        for name in ("140", "141", new):
            with self.subTest(name):
                told = self.log(name)
                self.assertEqual((told["proposal"], told["path"]), (141, new))
                self.assertEqual([one["kind"] for one in told["entries"]], [
                    "opened", "changed", "opted-in", "concern", "removed", "exception-requested",
                    "exception-approved", "changed", "moved", "concern"])
        self.assertEqual({one["about"]["proposal"] for one in
                          self.log("--release", "v1.18")["entries"]}, {131, 141, 158})

    def test_follows_another_name(self):
        self.check_names()

    def test_follows_another_name_in_postgresql(self):
        self.use_server()
        self.check_names()

    # --- a release ---

    def check_release(self):
        self.tell_a_story()
        told = self.log("--release", "1.18")
        self.assertEqual(told["release"], "v1.18")
        self.assertEqual([(one["about"]["proposal"], one["by"], one["kind"])
                          for one in told["entries"]], [
            (131, "@iduarte", "opted-in"),
            (140, "@mokafor", "opted-in"),
            (131, "@nquist", "met"),
            (140, "@nquist", "removed"),
            (158, "@nquist", "removed"),  # nobody opted it in
            (140, "@jtakeda", "exception-requested"),
            (140, "@nquist", "exception-approved"),
            (131, "@nquist", "deferred"),
        ])
        shown = self.verb("log", "--release", "v1.18").out
        self.assertRegex(shown, r"\n2027-02-07T00:00Z\* record 10 +@nquist +131 Shared Input Cache\n"
                         r" +put it off to v1\.19\n +│ the cache grows\n")
        self.assertEqual([one["kind"] for one in self.log("--release", "v1.19")["entries"]],
                         ["deferred"])

    def test_of_a_release(self):
        self.check_release()

    def test_of_a_release_in_postgresql(self):
        self.use_server()
        self.check_release()

    def test_of_a_release_that_is_not_there(self):
        answer = self.verb("log", "--release", "v7.1")
        self.assertIn("nothing is recorded of this release", answer.out)
        self.assertIn("releases.yaml has no release v7.1", answer.err)

    # --- formats and refusals ---

    def test_csv(self):
        self.tell_a_story()
        rows = list(csv.DictReader(io.StringIO(
            self.verb("log", "--release", "v1.18", "--format", "csv").out)))
        self.assertEqual(len(rows), 8)
        last = rows[-1]
        self.assertEqual((last["proposal"], last["title"], last["kind"], last["details"],
                          last["comment"], last["source"]),
                         ("131", "Shared Input Cache", "deferred", "release v1.18, to v1.19",
                          "the cache grows", "record"))
        rows = list(csv.DictReader(io.StringIO(self.verb("log", "140", "--format", "csv").out)))
        self.assertEqual([row["source"] for row in rows], ["git"] * 2 + ["record"] * 5)

    def test_fits_a_terminal(self):
        self.tell_a_story()
        for words in (("140",), ("--release", "v1.18")):
            shown = run_on_terminal("-C", self.root, "log", *words, NO_COLOR="1")
            self.assertIn("granted an exception", shown.out)
            for line in shown.out.splitlines():
                self.assertLessEqual(len(line), 80, line)

    def test_refusals(self):
        for words, message in (
            ((), "which proposal?"),
            (("131", "--release", "v1.18"), "name a proposal or a release: not both"),
            (("--release", "soon"), '--release is a version such as v1.37, not "soon"'),
            (("--release", ""), "--release needs a value"),
            (("131", "--since", "monday"), '--since is a day such as 2026-01-31, not "monday"'),
            (("131", "--since", "2027-01-02", "--until", "2027-01-01"),
             "--until 2027-01-01 is before --since 2027-01-02"),
            (("9999",), "no proposal of that number"),
            (("keps/sig-runtime",), "is several proposals"),
            (("131", "140"), "log takes"),
        ):
            with self.subTest(words):
                self.assertIn(message, self.verb("log", *words, status=2).err)

    def test_without_a_process(self):
        folder = os.path.join(self.folder, "empty")
        os.makedirs(folder)
        for words in (("131",), ("--release", "v1.18")):
            self.milepost("log", *words, cwd=folder, status=2)


if __name__ == "__main__":
    unittest.main()
