"""Approvals, concerns and holds: recorded, and asked for by gates."""

import json
import os
import sqlite3
import subprocess
import unittest

import _home
import _milepost

FOLDER = "keps/sig-runtime/158-structured-exit-reasons"


class Base(_home.Home):

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
        return self.say("approve", "158", "--role", "approver", "--to", "beta", "--as", person,
                        *words, **more)


class Approvals(Base):

    def test_each_approver_approves(self):
        self.assertEqual(self.conditions()["approval"]["holds"], "unknown")
        self.assertEqual(self.approve("@jtakeda"),
                         "158: @jtakeda (claimed) approved for beta as an approver\n"
                         "  recorded in this clone only; --store or a server shares it\n")
        missing = self.conditions()["approval"]
        self.assertEqual((missing["holds"], missing["who"]), ("no", ["@mokafor"]))
        self.approve("mokafor", now="2026-02-04")
        given = self.conditions()["approval"]
        self.assertEqual(given["holds"], "yes")
        self.assertEqual(given["message"], "approved by @jtakeda (claimed) on 2026-02-03, @mokafor "
                         "(claimed) on 2026-02-04, text unchanged since")
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

    def test_text_that_a_reader_sees_voids_it(self):
        self.approve("jtakeda")
        self.approve("mokafor")
        before = self.read(self.document)
        for old, new in (
            ("\n## Motivation\n", "\n<!-- a --!> SHOWN -->\n\n## Motivation\n"),
            ("\n## Motivation\n", "\n<!--> SHOWN -->\n\n## Motivation\n"),
            ("\n## Motivation\n", "\n<div>\n\n## Motivation\n"),
            ("\n## Implementation History\n",
             "\n## Implementation History\n\n### A new design\n\nSHOWN\n"),
            ("\n<!-- /toc -->\n", "\nSHOWN\n<!-- /toc -->\n"),
        ):
            with self.subTest(new):
                self.edit(old, new)
                self.assertEqual(self.conditions()["approval"]["holds"], "no")
                with open(self.document, "w", encoding="utf-8") as file:
                    file.write(before)
        self.assertEqual(self.conditions()["approval"]["holds"], "yes")

    def test_words_that_become_a_definition_void_it(self):
        self.edit("\n## Motivation\n", "\n## Motivation\n\nWe allow it [never]: again.\n")
        self.approve("jtakeda")
        self.approve("mokafor")
        self.edit("We allow it [never]: again.", "We allow it\n\n[never]: again.")
        void = self.conditions()["approval"]
        self.assertEqual(void["holds"], "no")
        self.edit("We allow it\n\n[never]: again.", "We allow it\n[never]: again.")
        self.assertEqual(self.conditions()["approval"]["holds"], "yes")

    def test_metadata_that_a_gate_asks_for_voids_it(self):
        self.approve("jtakeda")
        self.approve("mokafor")
        self.document = os.path.join(self.root, FOLDER, "kep.yaml")
        self.edit("last-updated: 2025-06-17", "last-updated: 2026-06-17")
        self.assertEqual(self.conditions()["approval"]["holds"], "yes")
        self.edit("name: JobExitReasons", "name: AllReasons")
        void = self.conditions()["approval"]
        self.assertEqual(void["holds"], "no")
        self.assertIn("metadata › feature-gates: changed",
                      [detail["text"].strip() for detail in void["details"]])

    def test_a_review_covers_its_sections_alone(self):
        self.say("approve", "158", "--role", "prr", "--to", "beta", "--as", "rcole", "--quiet")
        self.assertEqual(self.conditions()["prr"]["holds"], "yes")
        self.edit("\n## Motivation\n", "\n## Motivation\n\nTwo words.\n")
        self.assertEqual(self.conditions()["prr"]["holds"], "yes")
        self.edit("\n### Feature Enablement and Rollback\n",
                  "\n### Feature Enablement and Rollback\n\nNothing grows.\n")
        void = self.conditions()["prr"]
        self.assertEqual(void["holds"], "no")
        self.assertIn("@rcole (claimed) approved beta on 2026-02-03, but the text has changed since",
                      void["message"])

    def test_who_may(self):
        self.assertIn("@tlind may not approve: it is for an approver (@jtakeda, @mokafor)",
                      self.approve("tlind", status=2))
        self.assertIn("who are you?", self.say("approve", "158", "--role", "approver", "--to",
                                               "beta", status=2))
        self.assertIn("no role is called `aprover`",
                      self.say("approve", "158", "--role", "aprover", "--as", "x", status=2))
        # Nobody approves their own proposal.
        metadata = os.path.join(self.root, FOLDER, "kep.yaml")
        text = self.read(metadata)
        with open(metadata, "w", encoding="utf-8") as file:
            file.write(text.replace("approvers:\n", "approvers:\n  - \"@iduarte\"\n"))
        self.assertIn("@iduarte may not approve: you are the author of it, who cannot be an approver",
                      self.approve("iduarte", status=2))

    def test_role_and_stage_are_taken_where_only_one_is_possible(self):
        told = self.say("approve", "158", "--as", "mokafor")
        self.assertIn("approved for alpha as an approver", told)
        self.assertIn("taken: --role approver, the only one that you can approve as", told)
        self.assertIn("taken: --to alpha, which it aims at", told)
        told = self.say("withdraw", "158", "--as", "mokafor")
        self.assertIn("withdrew the approval for alpha as an approver", told)
        self.assertIn("taken: --role approver, the only approval that you gave", told)
        self.assertIn("the record has no approval of 158 by @mokafor",
                      self.say("withdraw", "158", "--as", "mokafor", status=2))
        # Somebody who is nothing to it is told all that they would have to be.
        self.assertIn("@zed may not approve: it is for an approver",
                      self.say("approve", "158", "--as", "zed", status=2))

    def test_what_cannot_be_put_down(self):
        self.assertIn("the comment is too long: it has 70000 bytes",
                      self.say("concern", "158", "--as", "x", "--comment", "a" * 70000, status=2))
        self.root = self.repository("design")
        self.assertIn("no role is called `approver`; there are author, maintainer",
                      self.say("approve", "design/retry-budget-per-queue.md", "--role", "approver",
                               "--as", "x", status=2))

    def test_withdrawing(self):
        self.assertIn("@jtakeda has not approved 158",
                      self.say("withdraw", "158", "--role", "approver", "--to", "beta", "--as",
                               "jtakeda", status=2))
        self.approve("jtakeda")
        self.approve("mokafor")
        self.say("withdraw", "158", "--role", "approver", "--to", "beta", "--as", "jtakeda",
                 "--comment", "the API has changed")
        self.assertEqual(self.conditions()["approval"]["who"], ["@jtakeda"])

    def test_what_is_said_again_with_other_words_is_kept(self):
        self.approve("jtakeda", "--comment", "fine")
        self.assertIn("as before", self.approve("jtakeda", "--comment", "fine"))
        self.assertNotIn("as before", self.approve("jtakeda", "--comment", "fine, but mind skew"))
        events = self.milepost("store", "export", cwd=self.root).out
        self.assertIn("fine, but mind skew", events)

    def test_a_concern_is_raised_in_a_role_one_has(self):
        self.assertIn("@tlind may not speak as an approver",
                      self.say("concern", "158", "--role", "approver", "--comment", "x", "--as",
                               "tlind", status=2))
        self.assertIn("no stage is called `gamma`",
                      self.say("concern", "158", "--to", "gamma", "--comment", "x", "--as",
                               "tlind", status=2))
        self.say("concern", "158", "--role", "approver", "--comment", "x", "--as", "jtakeda")

    def test_who_can_settle_a_concern_is_told(self):
        self.say("concern", "158", "--as", "stranger", "--comment", "what of downgrades?")
        concern = self.conditions()["concern-1"]
        self.assertEqual(concern["who"][0], "@stranger")
        self.assertIn("@mokafor", concern["who"])
        self.assertNotIn("@iduarte", concern["who"])
        text = self.milepost("why", "158", "--to", "beta", "--now", "2026-02-10", cwd=self.root,
                             status=1).out
        self.assertIn("Waiting for a reply to the objection", text)
        self.assertIn("for @stranger, or a reviewer (@tlind)", text)
        inbox = self.milepost("inbox", "--as", "mokafor", "--now", "2026-02-10", cwd=self.root,
                              status=None).out
        self.assertIn("see whether what @stranger objects is settled", inbox)
        self.assertIn("milepost resolve 158 1", inbox)

    def test_what_changed_since_it_was_approved_is_shown(self):
        self.assertIn("the record has no approval of 158",
                      self.milepost("diff", "158", "--approved", cwd=self.root, status=2).err)
        self.approve("jtakeda")
        self.edit("\n## Motivation\n", "\n## Motivation\n\nTwo words.\n")
        void = self.conditions()["approval"]["details"]
        self.assertIn("milepost diff 158 --approved --role approver --by jtakeda",
                      void[1]["text"])
        words = ("diff", "158", "--approved", "--role", "approver", "--by", "jtakeda")
        shown = self.milepost(*words, cwd=self.root).out
        self.assertIn("approved by @jtakeda on 2026-02-03 → work tree", shown)
        self.assertIn("changed  Motivation", shown)
        self.assertIn("+ Two words.", shown)
        self.assertIn("0 removed, 1 changed", shown)
        for refused, message in ((("--by", "mokafor"), "has no approval of 158 by @mokafor"),
                                 (("--role", "king"), "no role is called `king`"),
                                 (("HEAD",), "stands in the place of revisions")):
            answer = self.milepost("diff", "158", "--approved", *refused, cwd=self.root, status=2)
            self.assertIn(message, answer.err)
        self.assertIn("HEAD → work tree", self.milepost("diff", "158", cwd=self.root).out)

    def test_a_concern_closes_the_gate(self):
        self.assertIn("what is the concern?",
                      self.say("concern", "158", "--as", "iduarte", status=2))
        self.say("concern", "158", "--as", "iduarte", "--comment", "what of downgrades?")
        told = self.conditions()
        concern = told["concern-1"]
        self.assertEqual((concern["holds"], concern["message"]),
                         ("no", "a concern of @iduarte (claimed): what of downgrades?"))
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
                         "@mokafor (claimed) holds it since 2026-02-03: wait for the API review")
        self.assertIn("holds it already", self.say("hold", "158", "--as", "jtakeda", "--comment",
                                                   "x", status=2))
        self.say("unhold", "158", "--as", "mokafor")
        self.assertNotIn("hold", self.conditions())
        self.assertIn("nobody holds 158", self.say("unhold", "158", "--as", "mokafor", status=2))

    def test_a_dry_run_puts_nothing_down(self):
        self.assertIn("would record: 158: @jtakeda (claimed) approved", self.approve("jtakeda", "--dry-run"))
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


REVIEW = "keps/prod-readiness/sig-runtime/158.yaml"


class Reviews(Base):
    """Approvals that a file keeps, beside the record."""

    def review(self, word, person, *more, status=0):
        return self.say(word, "158", "--role", "prr", "--stage", "beta", "--as", person, *more,
                        status=status)

    def file(self):
        return self.read(self.root, REVIEW)

    def drifts(self):
        told = self.milepost("drift", "158", "--format", "json", "--now", "2026-02-10",
                             cwd=self.root, status=None).json()
        return [drift["kind"] for one in told["proposals"] for drift in one["drifts"]]

    def leave_roster(self, person):
        path = os.path.join(self.root, "OWNERS_ALIASES")
        text = self.read(path)
        self.assertIn(f"  - {person}\n", text)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(f"    - {person}\n", ""))

    def test_withdrawing_takes_the_name_out_of_the_file(self):
        self.review("approve", "rcole")
        self.assertIn('beta:\n  approver: "@rcole"\n', self.file())
        self.review("withdraw", "RCole", "--comment", "the rollback is new")
        self.assertIn('beta:\n  approver: ""\n', self.file())
        self.assertEqual(self.conditions()["prr"]["holds"], "no")
        self.assertNotIn("review-unentered", self.drifts())
        self.assertIn("has not approved", self.review("withdraw", "rcole", status=2))
        self.review("approve", "bsantos")
        self.assertEqual(self.conditions()["prr"]["holds"], "yes")

    def test_one_that_only_the_file_has_is_withdrawn_too(self):
        self.write_review("rcole")
        self.review("withdraw", "rcole")
        self.assertNotIn("rcole", self.file())

    def write_review(self, *people):
        with open(os.path.join(self.root, REVIEW), "w", encoding="utf-8") as file:
            file.write("kep-number: 158\nbeta:\n  approver: \"" +
                       ", ".join("@" + person for person in people) + "\"\n")

    def test_others_in_the_file_stay(self):
        self.write_review("bsantos", "rcole")
        self.review("withdraw", "rcole")
        self.assertIn('approver: "@bsantos"\n', self.file())

    def test_an_approval_that_stands_is_not_replaced(self):
        self.review("approve", "rcole")
        refused = self.review("approve", "bsantos", status=2)
        self.assertIn("158.yaml has @rcole for beta already, whose approval stands", refused)
        self.assertIn("rcole", self.file())

    def test_a_void_one_is_replaced(self):
        self.review("approve", "rcole")
        self.edit("\n### Feature Enablement and Rollback\n",
                  "\n### Feature Enablement and Rollback\n\nNothing grows.\n")
        self.assertIn("in place of @rcole, whose approval of 2026-02-03 is void",
                      self.review("approve", "bsantos"))
        self.assertIn('approver: "@bsantos"\n', self.file())
        self.assertEqual(self.conditions()["prr"]["holds"], "yes")

    def test_whoever_left_the_roster_is_replaced_and_may_withdraw(self):
        self.review("approve", "rcole")
        self.leave_roster("rcole")
        self.assertEqual(self.conditions()["prr"]["holds"], "no")
        self.assertIn("in place of @rcole, who is not on the roster",
                      self.review("approve", "bsantos"))
        self.assertEqual(self.conditions()["prr"]["holds"], "yes")
        self.review("withdraw", "rcole")
        self.assertIn('approver: "@bsantos"\n', self.file())

    def test_the_file_is_as_before_when_nothing_can_be_recorded(self):
        self.review("approve", "bsantos")
        before = self.file()
        record = os.path.join(self.root, ".git/milepost/record.db")
        with sqlite3.connect(record) as database:
            database.execute("UPDATE milepost_head SET number = 99")
        database.close()
        self.assertIn("the record ends with event 1, yet there were 99",
                      self.review("withdraw", "bsantos", status=2))
        self.assertEqual(self.file(), before)


PLAN = """\
# Plan: {title}

- Status: draft
- Author: dave
- See also: {also}

## Summary

Ships that wait for a berth are told when one is free.
"""

PACK = """\
schema: 1
name: plans
title: Plans by day
handles: plain
companies:
  of: {alice: Harbour Ltd, bob: Quay Inc}
layout:
  recognised-by: ["plans/{date}-*.md"]
  documents: ["plans/{date}-*.md"]
  path: "plans/{date}-{slug}.md"
  title-prefix: "Plan: "
  metadata:
    - under-title: true
fields:
  - {id: status, is: status, type: enum, needed: always}
  - {id: author, is: authors, type: people, needed: always}
  - {id: see-also, is: see-also, type: links}
statuses:
  - {id: draft, moves: [accepted]}
  - {id: accepted, closed: true}
kinds:
  - {id: plan, template: template.md}
rosters:
  - {id: owners, file: plans/OWNERS, owners: [approvers]}
roles:
  - {id: owner, roster: owners}
gates:
  - id: accept
    status: accepted
    conditions:
      - {id: ok, is: approval, role: owner, people: 2, companies: 2}
"""


class WithoutNumbers(_home.Home):
    """What has no number is known by its path, in the record as in gates."""

    BERTHS = "plans/2024-03-04-berths.md"

    def setUp(self):
        super().setUp()
        self.root = self.repository("design")
        plans = "work/design/plans/"
        self.write("work/design/milepost.yaml", "schema: 1\nprocess: process\n")
        self.write("work/design/process/process.yaml", PACK)
        self.write("work/design/process/template.md", "# Plan: Title\n\n## Summary\n")
        self.write(plans + "OWNERS", "approvers: [alice, bob]\n")
        self.write(plans + "2024-03-04-berths.md", PLAN.format(title="Berths", also=""))
        self.write(plans + "2024-03-05-cranes.md", PLAN.format(
            title="Cranes", also="2024-03-04-berths.md"))
        self.git("add", "-A", cwd=self.root)
        self.git("commit", "-q", "-m", "plans", cwd=self.root)

    def say(self, *words, status=0):
        answer = self.milepost(*words, "--now", "2026-02-03", cwd=self.root, status=status)
        return answer.out + answer.err

    def condition(self):
        asked = json.loads(self.say("why", "berths", "--format", "json", status=None))
        return asked["conditions"][0]

    def waiting(self, person):
        return [item["path"] for item in json.loads(
            self.say("inbox", "--as", person, "--format", "json"))["items"]]

    def approve(self, person):
        return self.say("approve", "berths", "--role", "owner", "--as", person)

    def page(self, path=BERTHS):
        out = os.path.join(self.folder, "out")
        self.say("site", out)
        return self.read(out, "proposals", path.replace("/", "~") + ".html")

    def test_gates_see_their_approvals(self):
        self.assertIn(self.BERTHS, self.waiting("alice"))
        self.approve("alice")
        missing = self.condition()
        self.assertEqual((missing["holds"], missing["who"]), ("no", ["@bob"]))
        self.assertNotIn(self.BERTHS, self.waiting("alice"))
        self.assertIn("1 of 2 approvals is missing", self.page())
        self.assertIn("1 of 2 approvals is missing",
                      self.say("promote", "berths", "--to", "accepted", status=1))
        self.approve("bob")
        self.assertEqual(self.condition()["holds"], "yes")
        self.assertIn("text unchanged since, of Harbour Ltd and Quay Inc", self.page())
        self.say("promote", "berths", "--to", "accepted")
        self.assertIn("Status: accepted", self.read(self.root, self.BERTHS))

    def test_a_change_of_the_text_voids_them(self):
        self.approve("alice")
        self.approve("bob")
        with open(os.path.join(self.root, self.BERTHS), "a", encoding="utf-8") as file:
            file.write("\nOthers are told when none will be.\n")
        self.assertEqual(self.condition()["who"], ["@alice", "@bob"])

    def test_an_approval_follows_a_move(self):
        self.approve("alice")
        moved = "plans/2024-03-06-berths.md"
        self.git("mv", self.BERTHS, moved, cwd=self.root)
        self.say("store", "move", self.BERTHS, moved, "--as", "dave")
        self.assertEqual(self.condition()["who"], ["@bob"])

    def test_the_page_draws_their_relations(self):
        self.assertIn("Relations of Cranes", self.page("plans/2024-03-05-cranes.md"))


if __name__ == "__main__":
    unittest.main()
