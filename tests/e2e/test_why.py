"""why: what programs read is valid, what people read fits, and both say the same."""

import os
import shutil
import tempfile
import unittest

from _milepost import run, run_on_terminal
from _moves import NOW, Moves
from _schemas import validate

STATUSES = ("provisional", "implementable", "implemented", "deferred", "rejected", "withdrawn",
            "replaced")
STAGES = ("alpha", "beta", "stable", "deprecated", "disabled", "removed")


class Why(Moves):

    def why(self, *words):
        return self.milepost("why", *words, "--now", NOW)

    def test_json(self):
        for number in ("112", "131", "140", "158", "171", "97"):
            for target in STATUSES + STAGES:
                told = self.why(number, "--to", target, "--format", "json").json()
                validate(told, "gates.schema.json")
                self.assertEqual(told["proposal"], int(number))
                self.assertEqual(told["to"], target)
        told = self.why("--all", "--format", "json").json()
        validate(told, "gates.schema.json")
        self.assertEqual([one["proposal"] for one in told], [140, 158, 131, 171])

    def test_a_stage_by_what_people_call_it(self):
        for name in ("GA", "ga", "general availability", "General-Availability", "Stable"):
            told = self.why("131", "--to", name, "--format", "json").json()
            self.assertEqual(told["to"], "stable")
        self.assertIn("`gaa`", self.why("131", "--to", "gaa").err)

    def test_several_numbers(self):
        told = self.why("140", "131", "--format", "json").json()
        self.assertEqual([one["proposal"] for one in told], [140, 131])
        self.assertIn("9: there is no such file or folder, and no proposal of that number",
                      self.why("140", "9").err)

    def test_illegal(self):
        told = self.why("171", "--to", "implemented", "--format", "json").json()
        self.assertEqual((told["open"], told["legal"]), (False, False))
        self.assertEqual([one["id"] for one in told["conditions"]], ["move"])

    def test_text_says_the_same(self):
        for number in ("112", "131", "140", "158", "171"):
            told = self.why(number, "--to", "stable", "--format", "json").json()
            text = " ".join(self.why(number, "--to", "stable").out.split())
            for condition in told["conditions"]:
                self.assertIn(" ".join(condition["message"].split()), text)

    def test_fits_a_terminal(self):
        for number in ("131", "140", "158", "171"):
            shown = run_on_terminal("-C", self.folder, "why", number, "--now", NOW, NO_COLOR="1")
            for line in shown.out.splitlines():
                self.assertLessEqual(len(line), 80, line)

    def test_colour(self):
        shown = run_on_terminal("-C", self.folder, "why", "131", "--now", NOW)
        self.assertIn("\x1b[31mCLOSED\x1b[0m", shown.out)
        self.assertNotIn("\x1b", self.why("131").out)

    def test_nothing_is_told_twice(self):
        for number, stage in (("131", "stable"), ("140", "beta"), ("158", "beta")):
            text = self.why(number, "--to", stage).out
            self.assertEqual(text.count(f"no production-readiness review for {stage}"), 1, text)
        # The rest of the list is told, and how much of it is told elsewhere.
        told = " ".join(self.why("158", "--to", "beta").out.split())
        self.assertIn("required items of the sign-off checklist are open, 1 of them listed separately",
                      told)

    def test_a_list_offers_the_remedy_of_what_it_still_lists(self):
        begun = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, begun)
        for words in (("init", "--process", "kep"),
                      ("new", "Faster probes", "--kind", "feature", "--group", "sig-a",
                       "--number", "4211", "--as", "jane")):
            self.assertEqual(run("-C", begun, *words).status, 0)
        conditions = run("-C", begun, "why", "4211", "--to", "implementable",
                         "--format", "json").json()["conditions"]
        by_id = {one["id"]: one for one in conditions}
        self.assertIn("promote", by_id["milestone"]["how"])
        self.assertIn("listed separately", by_id["signoff"]["message"])
        self.assertEqual(by_id["signoff"]["how"], "milepost check 4211 --to alpha says more")

    def test_a_list_waits_for_whom_its_items_wait(self):
        readme = "keps/sig-storage/131-shared-input-cache/README.md"
        path = os.path.join(self.folder, readme)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace("- [ ]", "- [x]"))
        with open(os.path.join(self.folder, "milepost.yaml"), "a", encoding="utf-8") as file:
            file.write("gates:\n  - {id: implementable, conditions: [{id: prr, is: nothing}]}\n")
        signoff = next(
            one for one in self.why("131", "--to", "stable", "--format", "json").json()["conditions"]
            if one["id"] == "signoff")
        self.assertEqual(signoff["role"], "prr")
        self.assertIn("milepost approve 131 --role prr --to stable", signoff["how"])
        shown = self.why("131", "--to", "stable").out
        group = shown[:shown.index("of the sign-off checklist")].rsplit("Waiting for ", 1)[1]
        self.assertTrue(group.startswith("a production-readiness approver"), shown)

    def test_an_item_and_its_reason_are_two(self):
        self.assertIn("(R) Production readiness review is completed: 25 of 32 sections",
                      " ".join(self.why("158", "--to", "beta").out.split()))

    def test_deadline(self):
        self.assertIn("\nPRR freeze in 5 days (Thu 5 Feb 2026, anywhere on earth)\n",
                      self.why("131").out)
        last = self.milepost("why", "131", "--now", "2026-02-06T11:00:00Z").out
        self.assertIn("\nPRR freeze in 1 hour (", last)
        self.assertIn("\nenhancements freeze in 7 days (Thu 12 Feb 2026, anywhere on earth)\n",
                      self.milepost("why", "131", "--now", "2026-02-06T12:00:00Z").out)

    def test_already_there(self):
        answer = self.why("112", "--to", "implemented")
        self.assertEqual(answer.status, 0)
        self.assertTrue(answer.out.endswith("OPEN\nit is implemented already\n"), answer.out)

    def test_nothing_more_to_do(self):
        answer = self.why("112")
        self.assertEqual(answer.status, 0)
        self.assertTrue(answer.out.splitlines()[0].endswith("DONE"), answer.out)
        self.assertTrue(answer.out.endswith(
            "nothing more to do (use --to to ask about another step)\n"), answer.out)
        answer = self.why("112", "--format", "json")
        self.assertEqual(answer.status, 0)
        told = answer.json()
        validate(told, "gates.schema.json")
        self.assertEqual((told["from"], told["to"], told["open"], told["conditions"]),
                         ("implemented", "implemented", True, []))

    def test_errors_left_in_what_is_done(self):
        self.edit("keps/sig-runtime/112-graceful-berth-drain/kep.yaml",
                  ("stage: stable", "stage: beta"))
        answer = self.why("112")
        self.assertEqual(answer.status, 1, answer.out)
        self.assertTrue(answer.out.splitlines()[0].endswith("CLOSED"), answer.out)
        self.assertIn("check finds 1 error in it", answer.out)
        self.assertIn("asks for stage stable", answer.out)
        self.assertNotIn("nothing more", answer.out)
        told = self.why("112", "--format", "json").json()
        validate(told, "gates.schema.json")
        self.assertFalse(told["open"])

    def test_what_the_move_sets_is_not_asked_for(self):
        self.assertNotIn("MP317", self.why("131", "--to", "stable").out)
        self.edit("keps/sig-storage/131-shared-input-cache/kep.yaml",
                  ('latest-milestone: "v1.14"', 'latest-milestone: "v1.13"'))
        self.assertIn("MP317", self.milepost("check", "131").out)
        self.assertIn("MP317", self.why("131", "--to", "beta").out)

    def test_a_calendar_in_conflict(self):
        self.write("releases.yaml", "schema: 1\nreleases:\n<<<<<<< HEAD\n  - {name: v1.16}\n"
                   "=======\n  - {name: v1.17}\n>>>>>>> topic\n")
        answer = self.milepost("release", "status", "v1.16", "--now", NOW)
        self.assertEqual(answer.status, 2)
        self.assertIn("releases.yaml:3:1: a merge conflict is left: line 4 against line 6",
                      answer.err)
        answer = self.milepost("check", "--select", "MP330")
        self.assertEqual(answer.status, 1, answer.err)
        self.assertIn("releases.yaml:3:1: error MP330", answer.out)

    def test_questions_that_are_none(self):
        for words, message in (
            ((), "which proposal?"),
            (("112", "--all"), "name a proposal, or ask for --all: not both"),
            (("9999",), "9999"),
            (("112", "--to", "betta"), "did you mean `beta`?"),
            (("--all", "--to", "betta"), "did you mean `beta`?"),
            (("131", "--release", "soon"), "--release is a version such as v1.37, not \"soon\""),
            (("131", "--release", "v0.0"), "--release is a version"),
            (("131", "--as", "a b"), "which is no handle"),
        ):
            with self.subTest(words):
                answer = self.why(*words)
                self.assertEqual((answer.status, answer.out), (2, ""))
                self.assertIn(message, answer.err)
        answer = self.milepost("why", "131", "--now", "2026-02-30")
        self.assertEqual(answer.status, 2)
        self.assertIn("--now is a day such as", answer.err)

    def test_a_wrong_calendar(self):
        self.write("releases.yaml", "schema: 1\nreleases:\n  - {name: v1.16, frieze: 2026-02-05}\n")
        for verb in ("why", "promote"):
            answer = self.milepost(verb, "131", "--now", NOW)
            self.assertEqual(answer.status, 2)
            self.assertIn("releases.yaml:3:19: no date of the calendar is called `frieze`; there "
                          "are start, prr-freeze,", answer.err)

    def test_another_template(self):
        self.write("template.md", "# T\n\n## Summary\n\n## Motivation\n")
        answer = self.milepost("check", "158", "--template", "template.md", "--select", "MP2")
        self.assertEqual((answer.status, answer.err), (0, ""), answer.out)

    def test_hostile_metadata(self):
        path = "keps/sig-runtime/158-structured-exit-reasons/kep.yaml"
        self.edit(path, ("title: Structured Exit Reasons", 'title: "\\e[2J \\u202e x"'),
                  ('  - "@iduarte"', '  - "@iduarte"\n  - "\\e[31m"'))
        answer = self.why("158")
        self.assertNotIn("\x1b", answer.out)
        self.assertNotIn("\u202e", answer.out)
        validate(self.why("158", "--format", "json").json(), "gates.schema.json")


if __name__ == "__main__":
    unittest.main()
