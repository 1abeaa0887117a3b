"""Approvals, concerns and holds: put down in the record, and asked for by gates."""

import json
import os
import sqlite3
import subprocess
import unittest

import _home
import _milepost

FOLDER = "keps/sig-runtime/158-structured-exit-reasons"


class Approvals(_home.Home):

    def setUp(self):
        super().setUp()
        self.root = self.repository("kep")
        self.document = os.path.join(self.root, FOLDER, "README.md")

    def say(self, *words, status=0, now="2026-02-03"):
        return self.milepost(*words, "--now", now, cwd=self.root, status=status).err

    def conditions(self, *words):
        told = json.loads(
            self.milepost("why", "158", "--to", "beta", "--release", "v1.16", "--format", "json",
                          "--now", "2026-02-10", *words, cwd=self.root, status=None).out)
        return {one["id"]: one for one in told["conditions"]}

    def edit(self, old, new):
        text = self.read(self.document)
        self.assertIn(old, text)
        with open(self.document, "w", encoding="utf-8") as file:
            file.write(text.replace(old, new, 1))

    def approve(self, person, *words, **more):
        return self.say("approve", "158", "--role", "approver", "--stage", "beta", "--as", person,
                        *words, **more)

    def test_each_approver_approves(self):
        self.assertEqual(self.conditions()["approval"]["holds"], "unknown")
        self.assertEqual(self.approve("@jtakeda"),
                         "158: @jtakeda approved for beta as an approver\n")
        missing = self.conditions()["approval"]
        self.assertEqual((missing["holds"], missing["who"]), ("no", ["@mokafor"]))
        self.approve("mokafor", now="2026-02-04")
        given = self.conditions()["approval"]
        self.assertEqual(given["holds"], "yes")
        self.assertEqual(given["message"], "approved by @jtakeda on 2026-02-03, @mokafor on "
                         "2026-02-04, text unchanged since")
        self.assertIn("as before", self.approve("jtakeda"))

    def test_a_change_of_the_text_voids_it(self):
        self.approve("jtakeda")
        self.approve("mokafor")
        # What says nothing changes nothing.
        self.edit("\n## Summary\n", "\n<!-- a remark -->\n\n## Summary\n\n")
        self.assertEqual(self.conditions()["approval"]["holds"], "yes")
        self.edit("\n## Motivation\n", "\n## Motivation\n\nTwo words.\n")
        void = self.conditions()["approval"]
        self.assertEqual((void["holds"], void["who"]), ("no", ["@jtakeda", "@mokafor"]))
        told = [detail["text"].strip() for detail in void["details"]]
        self.assertIn("Motivation: +2 −0 words", told)
        self.approve("jtakeda", now="2026-02-05")
        self.assertEqual(self.conditions()["approval"]["who"], ["@mokafor"])

    def test_a_review_covers_its_sections_alone(self):
        self.say("approve", "158", "--role", "prr", "--stage", "beta", "--as", "rcole", "--quiet")
        self.assertEqual(self.conditions()["prr"]["holds"], "yes")
        self.edit("\n## Motivation\n", "\n## Motivation\n\nTwo words.\n")
        self.assertEqual(self.conditions()["prr"]["holds"], "yes")
        self.edit("\n### Feature Enablement and Rollback\n",
                  "\n### Feature Enablement and Rollback\n\nNothing grows.\n")
        void = self.conditions()["prr"]
        self.assertEqual(void["holds"], "no")
        self.assertIn("@rcole approved beta on 2026-02-03, but the text has changed since",
                      void["message"])

    def test_who_may(self):
        self.assertIn("@tlind may not approve: it is for an approver (@jtakeda, @mokafor)",
                      self.approve("tlind", status=2))
        self.assertIn("who are you?", self.say("approve", "158", "--role", "approver", "--stage",
                                               "beta", status=2))
        self.assertIn("no role is called `aprover`",
                      self.say("approve", "158", "--role", "aprover", "--as", "x", status=2))
        # Nobody approves their own proposal.
        metadata = os.path.join(self.root, FOLDER, "kep.yaml")
        text = self.read(metadata)
        with open(metadata, "w", encoding="utf-8") as file:
            file.write(text.replace("approvers:\n", "approvers:\n  - \"@tlind\"\n"))
        if "@tlind" in text.split("reviewers:")[0]:
            self.assertIn("@tlind may not approve", self.approve("tlind", status=2))

    def test_withdrawing(self):
        self.assertIn("@jtakeda has not approved 158",
                      self.say("withdraw", "158", "--role", "approver", "--stage", "beta", "--as",
                               "jtakeda", status=2))
        self.approve("jtakeda")
        self.approve("mokafor")
        self.say("withdraw", "158", "--role", "approver", "--stage", "beta", "--as", "jtakeda",
                 "--comment", "the API has changed")
        self.assertEqual(self.conditions()["approval"]["who"], ["@jtakeda"])

    def test_a_concern_closes_the_gate(self):
        self.assertIn("what is the concern?",
                      self.say("concern", "158", "--as", "iduarte", status=2))
        self.say("concern", "158", "--as", "iduarte", "--comment", "what of downgrades?")
        told = self.conditions()
        concern = told["concern-1"]
        self.assertEqual((concern["holds"], concern["message"]),
                         ("no", "a concern of @iduarte: what of downgrades?"))
        self.assertIn("may not resolve a concern of @iduarte",
                      self.say("resolve", "158", "--as", "stranger", status=2))
        self.assertIn("no open concern 7", self.say("resolve", "158", "7", "--as", "iduarte",
                                                    status=2))
        self.say("resolve", "158", "1", "--as", "mokafor", "--comment", "covered now")
        self.assertNotIn("concern-1", self.conditions())
        self.assertIn("has no open concern", self.say("resolve", "158", "--as", "iduarte",
                                                      status=2))

    def test_a_hold_closes_the_gate(self):
        self.assertIn("why?", self.say("hold", "158", "--as", "mokafor", status=2))
        self.say("hold", "158", "--as", "mokafor", "--comment", "wait for the API review")
        hold = self.conditions()["hold"]
        self.assertEqual(hold["message"],
                         "@mokafor holds it since 2026-02-03: wait for the API review")
        self.assertIn("holds it already", self.say("hold", "158", "--as", "jtakeda", "--comment",
                                                   "x", status=2))
        self.say("unhold", "158", "--as", "mokafor")
        self.assertNotIn("hold", self.conditions())
        self.assertIn("nobody holds 158", self.say("unhold", "158", "--as", "mokafor", status=2))

    def test_a_dry_run_puts_nothing_down(self):
        self.assertIn("nothing was put down", self.approve("jtakeda", "--dry-run"))
        self.assertFalse(os.path.exists(os.path.join(self.root, ".git/milepost/record.db")))
        self.approve("jtakeda")
        self.approve("mokafor", "--dry-run")
        self.assertEqual(self.conditions()["approval"]["who"], ["@mokafor"])

    def test_many_at_once(self):
        people = [f"person{i}" for i in range(20)]
        said = [subprocess.Popen(
            [_milepost.PROGRAM, "concern", "158", "--as", person, "--comment", "hm", "--now",
             "2026-02-03"],
            cwd=self.root, env=self.environment(), stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL) for person in people]
        self.assertEqual([one.wait(timeout=120) for one in said], [0] * len(people))
        told = [one for one in self.conditions() if one.startswith("concern-")]
        self.assertEqual(len(told), len(people))
        record = sqlite3.connect(os.path.join(self.root, ".git/milepost/record.db"))
        self.addCleanup(record.close)


if __name__ == "__main__":
    unittest.main()
