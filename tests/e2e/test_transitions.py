"""Every move of every process: allowed with its conditions, refused without."""

import re
import unittest

from _moves import Moves

FOLDER = "keps/sig-runtime/112-graceful-berth-drain/"
METADATA = FOLDER + "kep.yaml"
README = FOLDER + "README.md"
REVIEW = "keps/prod-readiness/sig-runtime/112.yaml"

HEAD = """\
title: Graceful Berth Drain
kep-number: 112
authors: ["@tlind"]
owning-sig: sig-runtime
creation-date: 2024-01-22
last-updated: 2025-03-24
reviewers: ["@iduarte"]
"""
GATES = """\
feature-gates:
  - name: GracefulBerthDrain
    components: [lane-api]
disable-supported: true
metrics: [lane_drain_duration_seconds, lane_drain_jobs_killed_total, lane_requeue_latency_seconds]
"""
APPROVERS = 'approvers: ["@mokafor"]\n'
STATUSES = ("provisional", "implementable", "implemented", "deferred", "rejected", "withdrawn",
            "replaced")


class Kep(Moves):
    """A proposal with everything in it, put where a test wants it."""

    def at(self, status, stage="", milestones="", more=APPROVERS + GATES, reviewed=()):
        text = HEAD + f"status: {status}\n" + more
        if stage:
            text += f"stage: {stage}\n"
        if milestones:
            latest = milestones.split(" ")[-1].strip()
            text += f"latest-milestone: {latest}\nmilestone: {{{milestones}}}\n"
        self.write(METADATA, text)
        self.write(
            REVIEW,
            "kep-number: 112\n" + "".join(f'{one}:\n  approver: "@rcole"\n' for one in reviewed))

    def without(self, *changes):
        self.edit(README, *changes)


class FromProvisional(Kep):

    def setUp(self):
        super().setUp()
        self.at("provisional", "alpha", "alpha: v1.16", reviewed=["alpha"])

    def to_implementable(self):
        return self.closing("112", "--to", "implementable")

    def test_to_implementable(self):
        self.assertEqual(self.to_implementable(), [])
        changed = self.allowed("112", "--to", "implementable", "--as", "tlind")
        self.assertEqual(sorted(changed), [README, METADATA])
        self.assertIn("status: implementable\n", changed[METADATA])
        self.assertIn("last-updated: 2026-02-01\n", changed[METADATA])
        self.assertIn("- 2026-02-01: moved from provisional to implementable for v1.16\n",
                      changed[README])

    def test_next_without_a_target(self):
        self.assertIn("status: implementable\n", self.allowed("112")[METADATA])

    def test_needs_the_review(self):
        self.at("provisional", "alpha", "alpha: v1.16")
        self.assertEqual(self.to_implementable(), ["prr"])
        answer = self.refused("the gate to implementable is closed: no production-readiness review "
                              "for alpha", "112", "--to", "implementable")
        self.assertIn("milepost why 112 --to implementable --release v1.16  shows it\n", answer.err)

    def test_needs_a_review_by_one_who_may(self):
        self.edit(REVIEW, ("@rcole", "@tlind"))
        self.assertEqual(self.to_implementable(), ["prr"])
        self.edit(REVIEW, ("@tlind", "@ekoskinen"))
        self.assertEqual(self.to_implementable(), [], "who once could")

    def test_needs_approvers(self):
        self.edit(METADATA, (APPROVERS, ""))
        self.assertIn("people", self.to_implementable())
        self.edit(METADATA, ("reviewers:", "approvers: [TBD]\nreviewers:"))
        self.assertIn("people", self.to_implementable())
        self.refused("the gate to implementable is closed", "112", "--to", "implementable")

    def test_needs_a_release(self):
        self.at("provisional", "alpha", reviewed=["alpha"])
        self.assertEqual(self.to_implementable(), ["milestone"])
        self.refused("the gate to implementable is closed", "112", "--to", "implementable")
        changed = self.allowed("112", "--to", "implementable", "--release", "1.16")
        self.assertIn("latest-milestone: v1.16\nmilestone:\n  alpha: v1.16\n", changed[METADATA])

    def test_needs_its_sections(self):
        text = self.read(README)
        begin = text.index("## Summary")
        self.write(README, text[:begin] + "## Summary\n\nTBD\n\n" + text[text.index("## Motivation"):])
        self.assertEqual(self.to_implementable(), ["sections"])

    def test_needs_the_switch(self):
        self.at("provisional", "alpha", "alpha: v1.16", more=APPROVERS, reviewed=["alpha"])
        self.assertIn("gate", self.to_implementable())

    def test_needs_the_boxes(self):
        self.without(("- [x] (R)", "- [ ] (R)"))
        self.assertEqual(self.to_implementable(), ["signoff"])

    def test_freeze(self):
        enough = ("112", "--to", "implementable")
        for instant, want in (("2026-02-13T11:59:59Z", []), ("2026-02-13T12:00:00Z", ["freeze"])):
            self.assertEqual(self.closing(*enough, now=instant), want, instant)
        self.refused("the enhancements freeze of v1.16 has passed (Thu 12 Feb 2026, anywhere on earth)", *enough,
                     now="2026-02-13T12:00:00Z")
        self.allowed(*enough, now="2026-02-13T11:59:59Z")

    def test_freeze_that_nobody_knows(self):
        self.write("releases.yaml", "schema: 1\nreleases: []\n")
        self.assertEqual(self.to_implementable(), [], "merging settles it")

    def test_not_to_implemented(self):
        for words in ((), ("--override", "--reason", "it is done")):
            answer = self.refused("provisional → implemented is no move of this process: from "
                                  "provisional the process goes to implementable, deferred, "
                                  "rejected, withdrawn or replaced", "112", "--to", "implemented",
                                  *words)
            self.assertNotIn("--override", answer.err)

    def test_ends(self):
        for status, right, wrong in (("withdrawn", "tlind", "mokafor"),
                                     ("deferred", "jtakeda", "tlind"),
                                     ("rejected", "mokafor", "tlind")):
            answer = self.refused(f"provisional → {status} needs a reason", "112", "--to", status,
                                  "--as", right)
            self.assertIn("--reason", answer.err)
            self.assertNotIn("--override", answer.err)
            move = ("112", "--to", status, "--reason", "solved elsewhere")
            for more in ((), ("--override",)):
                answer = self.refused(f"@{wrong} may not make the move provisional → {status}",
                                      *move, *more, "--as", wrong)
                self.assertIn("it is for ", answer.err)
            changed = self.allowed(*move, "--as", "@" + right)
            self.assertEqual(sorted(changed), [README, METADATA])
            self.assertIn(f"status: {status}\n", changed[METADATA])
            self.assertIn("stage: alpha\nlatest-milestone: v1.16\nmilestone: {alpha: v1.16}\n",
                          changed[METADATA])
            self.assertIn(f"- 2026-02-01: moved from provisional to {status}", changed[README])
            self.assertIn(": solved elsewhere\n", changed[README])
            self.at("provisional", "alpha", "alpha: v1.16", reviewed=["alpha"])

    def test_replaced(self):
        self.assertEqual(self.closing("112", "--to", "replaced"), ["successor"])
        self.refused("no successor is named", "112", "--to", "replaced")
        self.edit(METADATA, ("status:", "superseded-by: [/keps/sig-runtime/999-none]\nstatus:"))
        self.refused("its successor \"/keps/sig-runtime/999-none\" does not exist", "112", "--to",
                     "replaced")
        self.edit(METADATA, ("/keps/sig-runtime/999-none", "/keps/sig-runtime/140-priority-lanes"))
        self.assertIn("status: replaced\n", self.allowed("112", "--to", "replaced")[METADATA])


class FromImplementable(Kep):

    def test_to_implemented(self):
        self.at("implementable", "stable", "beta: v1.10, stable: v1.12", reviewed=["stable"])
        changed = self.allowed("112")
        self.assertIn("status: implemented\n", changed[METADATA])
        self.assertIn("latest-milestone: v1.12\nmilestone: {beta: v1.10, stable: v1.12}\n",
                      changed[METADATA])

    def test_only_from_the_top(self):
        self.at("implementable", "beta", "beta: v1.12", reviewed=["beta"])
        self.assertEqual(self.closing("112", "--to", "implemented"), ["metadata", "top"])
        self.refused("the gate to implemented is closed: 2 conditions are missing", "112", "--to",
                     "implemented")
        answer = self.milepost("why", "112", "--to", "implemented")
        self.assertIn("the stage is beta: stable comes first", answer.out)

    def test_only_what_has_shipped(self):
        self.at("implementable", "stable", "beta: v1.12, stable: v1.16", reviewed=["stable"])
        for instant, want in (("2026-04-21T23:59:59Z", ["shipped"]), ("2026-04-22T00:00:00Z", [])):
            self.assertEqual(self.closing("112", now=instant), want)
        self.refused("v1.16 comes out on 2026-04-22", "112", now="2026-04-21T23:59:59Z")
        self.allowed("112", now="2026-04-22T00:00:00Z")

    def test_nothing_may_be_under_debate(self):
        self.at("implementable", "stable", "beta: v1.10, stable: v1.12", reviewed=["stable"])
        self.without(("## Motivation",
                      "<<[UNRESOLVED the name]>>\nx\n<<[/UNRESOLVED]>>\n\n## Motivation"))
        self.assertEqual(self.closing("112"), ["debate"])

    def test_all_boxes_count(self):
        self.at("implementable", "stable", "beta: v1.10, stable: v1.12", reviewed=["stable"])
        text = self.read(README)
        unmarked = re.search(r"^- \[x\] (?!\(R\)).*$", text, re.M).group()
        self.without((unmarked, unmarked.replace("[x]", "[ ]")))
        self.assertEqual(self.closing("112"), ["signoff"])

    def test_back(self):
        self.at("implementable", "beta", "beta: v1.12", reviewed=["beta"])
        self.refused("implementable → provisional needs a reason", "112", "--to", "provisional")
        changed = self.allowed("112", "--to", "provisional", "--reason", "not yet agreed")
        self.assertIn("status: provisional\n", changed[METADATA])

    def test_reopened(self):
        self.at("implemented", "stable", "beta: v1.10, stable: v1.16", reviewed=["stable"])
        self.refused("implemented → implementable needs a reason", "112", "--to", "implementable")
        self.allowed("112", "--to", "implementable", "--reason", "it was taken back")

    def test_from_what_is_closed(self):
        for status, target, want in (
            ("implemented", "withdrawn", "from implemented the process goes to implementable or "
             "replaced"),
            ("replaced", "provisional", "nothing comes after replaced"),
            ("rejected", "implementable", "from rejected the process goes to provisional or "
             "replaced"),
            ("deferred", "implemented", "from deferred the process goes to"),
        ):
            self.at(status, "alpha", "alpha: v1.12")
            self.refused(f"{status} → {target} is no move of this process: {want}", "112", "--to",
                         target, "--override", "--reason", "x")

    def test_taken_up_again(self):
        self.at("deferred", "alpha", "alpha: v1.12", reviewed=["alpha"])
        self.assertIn("status: provisional\n", self.allowed("112")[METADATA])
        self.at("deferred", "alpha", "alpha: v1.12", reviewed=["alpha"])
        changed = self.allowed("112", "--to", "implementable", "--release", "v1.16")
        self.assertIn("milestone: {alpha: v1.16}\n", changed[METADATA])
        for status in ("rejected", "withdrawn"):
            self.at(status, "alpha", "alpha: v1.12")
            self.refused(f"{status} → provisional needs a reason", "112", "--to", "provisional")
            self.allowed("112", "--to", "provisional", "--reason", "a new attempt")


class Stages(Kep):

    def climb(self, stage, to, milestones, **options):
        self.at("implementable", stage, milestones, reviewed=[stage, to])
        return self.allowed("112", "--to", to, "--release", "v1.16", **options)

    def test_upwards(self):
        for stage, to, milestones in (("alpha", "beta", "alpha: v1.12"),
                                      ("beta", "stable", "beta: v1.12"),
                                      ("deprecated", "disabled", "deprecated: v1.12"),
                                      ("disabled", "removed", "disabled: v1.12")):
            changed = self.climb(stage, to, milestones)
            self.assertEqual(sorted(changed), [README, METADATA])
            self.assertIn(f"stage: {to}\n", changed[METADATA])
            self.assertIn("latest-milestone: v1.16\n", changed[METADATA])
            self.assertIn(f"milestone: {{{milestones}, {to}: v1.16}}\n", changed[METADATA])
            self.assertIn(f"- 2026-02-01: moved from {stage} to {to} for v1.16\n", changed[README])

    def test_onto_the_other_ladder(self):
        self.at("implementable", "stable", "stable: v1.12", reviewed=["deprecated"])
        changed = self.allowed("112", "--to", "deprecated", "--release", "v1.16")
        self.assertIn("stage: deprecated\n", changed[METADATA])
        self.at("implementable", "stable", "stable: v1.12", reviewed=["removed"])
        self.refused("stable → removed is out of order: deprecated comes before removed", "112",
                     "--to", "removed", "--release", "v1.16")

    def test_conditions(self):
        to_beta = ("112", "--to", "beta", "--release", "v1.16")
        self.at("implementable", "alpha", "alpha: v1.12", reviewed=["alpha"])
        self.assertEqual(self.closing(*to_beta), ["prr"])
        self.at("provisional", "alpha", "alpha: v1.12", reviewed=["alpha", "beta"])
        self.assertEqual(self.closing(*to_beta), ["status"])
        self.at("implementable", "alpha", "alpha: v1.12", reviewed=["alpha", "beta"],
                more=APPROVERS + GATES.split("metrics")[0])
        self.assertEqual(self.closing(*to_beta), ["metrics"])
        self.at("implementable", "alpha", "alpha: v1.17", reviewed=["alpha", "beta"])
        self.assertEqual(self.closing(*to_beta), ["milestone"])

    def test_left_out(self):
        self.at("implementable", "alpha", "alpha: v1.12", reviewed=["stable"])
        move = ("112", "--to", "stable", "--release", "v1.16")
        self.assertEqual(self.closing(*move), ["order"])
        answer = self.refused("alpha → stable is out of order: beta comes before stable", *move)
        self.assertIn('--override --reason "…"', answer.err)
        answer = self.promote(*move, "--override")
        self.assertEqual(answer.status, 2)
        self.assertIn("--override needs a --reason, which is written down with the move", answer.err)
        self.assertEqual(self.promote(*move, "--override", "--reason", " \n ").status, 2)
        changed = self.allowed(*move, "--override", "--reason", "small and well known", "--as",
                               "tlind")
        self.assertIn("stage: stable\n", changed[METADATA])
        self.assertIn("- 2026-02-01: moved from alpha to stable for v1.16, overriding order "
                      "(@tlind): small and well known\n", changed[README])

    def test_back(self):
        self.at("implementable", "beta", "alpha: v1.12, beta: v1.16", reviewed=["alpha"])
        self.refused("beta → alpha needs a reason", "112", "--to", "alpha", "--release", "v1.16")
        changed = self.allowed("112", "--to", "alpha", "--release", "v1.16", "--reason", "it leaked")
        self.assertIn("stage: alpha\n", changed[METADATA])
        self.assertIn("moved from beta to alpha for v1.16: it leaked\n", changed[README])

    def test_another_release(self):
        self.at("implementable", "beta", "alpha: v1.12, beta: v1.16", reviewed=["beta"])
        changed = self.allowed("112", "--to", "beta", "--release", "v1.17")
        self.assertIn("milestone: {alpha: v1.12, beta: v1.17}\n", changed[METADATA])
        self.assertIn("- 2026-02-01: beta for v1.17\n", changed[README])

    def test_advice_closes_nothing(self):
        self.at("implementable", "beta", "beta: v1.16", reviewed=["stable"])
        told = self.milepost("why", "112", "--to", "stable", "--release", "v1.16", "--format",
                             "json", "--now", "2026-02-01").json()
        soak = [one for one in told["conditions"] if one["id"] == "soak"][0]
        self.assertEqual((soak["holds"], soak["closes"], told["open"]), ("no", False, True))


class ProcessKind(Moves):

    path_of = "keps/sig-process/150-review-rotation/"
    criteria = "criteria: [process-only, no-release, no-prr, immediate, documentation-only]\n"

    def at(self, status, criteria=criteria):
        self.edit(self.path_of + "kep.yaml", ("status: implemented\n",
                                              f"status: {status}\n{criteria}"))

    def test_has_no_stages(self):
        self.at("implementable")
        answer = self.promote("150", "--to", "beta")
        self.assertEqual(answer.status, 2)
        self.assertIn("a proposal of kind process has no stages", answer.err)

    def test_to_implementable(self):
        self.at("provisional")
        changed = self.allowed("150")
        self.assertEqual(sorted(changed),
                         [self.path_of + "README.md", self.path_of + "kep.yaml"])
        self.assertIn("status: implementable\n", changed[self.path_of + "kep.yaml"])
        self.assertNotIn("stage", changed[self.path_of + "kep.yaml"])

    def test_needs_its_criteria(self):
        self.at("provisional", "criteria: [immediate]\n")
        self.assertEqual(self.closing("150"), ["criteria"])
        self.refused("4 of 5 criteria of the kind process are not confirmed", "150")

    def test_to_implemented(self):
        self.at("implementable")
        self.assertEqual(self.closing("150"), ["documentation"])
        self.refused("what documents the new process is not linked yet", "150")
        self.edit(self.path_of + "README.md",
                  ("## Drawbacks", "It is told in [the guide](/GUIDE.md).\n\n## Drawbacks"))
        self.allowed("150")

    def test_not_to_implemented_at_once(self):
        self.at("provisional")
        self.refused("provisional → implemented is no move of this process", "150", "--to",
                     "implemented")


class Design(Moves):

    example = "design"
    name = "design/berth-labels-from-hardware-inventory.md"

    def at(self, status):
        text = self.read(self.name)
        self.write(self.name, re.sub(r"(## Status\n\n)[^\n]+\n", rf"\g<1>{status}\n", text))

    def test_moves(self):
        # From, to, what is needed beside.
        for start, target, reason in (("provisional", "implementable", False),
                                      ("implementable", "implemented", False),
                                      ("implementable", "provisional", True),
                                      ("implemented", "implementable", True),
                                      ("provisional", "withdrawn", True),
                                      ("provisional", "deferred", True),
                                      ("implementable", "rejected", True),
                                      ("deferred", "implementable", False),
                                      ("rejected", "provisional", True)):
            self.at(start)
            move = (self.name, "--to", target)
            if reason:
                self.refused(f"{start} → {target} needs a reason", *move)
                move += ("--reason", "so")
            changed = self.allowed(*move)
            self.assertEqual(list(changed), [self.name])
            self.assertIn(f"## Status\n\n{target}\n", changed[self.name])

    def test_provisional_to_implemented(self):
        self.at("provisional")
        self.refused("provisional → implemented is no move of this process", self.name, "--to",
                     "implemented")

    def test_sections(self):
        self.at("provisional")
        text = self.read(self.name)
        self.write(self.name, re.sub(r"(## Alternatives\n\n)(?:(?!\n## ).)+", r"\g<1>TBD\n", text,
                                     flags=re.S))
        self.assertIn("sections", self.closing(self.name, "--to", "implementable"))

    def test_replaced(self):
        self.at("provisional")
        self.refused("no successor is named", self.name, "--to", "replaced")
        self.at("provisional [its successor](retry-budget-per-queue.md)")
        changed = self.allowed(self.name, "--to", "replaced")
        self.assertIn("\nreplaced [its successor](retry-budget-per-queue.md)\n", changed[self.name])


class Feature(Moves):

    example = "feature"
    name = "proposals/job-arrays.md"

    def at(self, status, stage="alpha"):
        text = re.sub(r"^status: .*\nstage: .*\n", f"status: {status}\nstage: {stage}\n",
                      self.read(self.name), flags=re.M)
        self.write(self.name, text)

    def test_moves(self):
        for start, target, reason, right, wrong in (
            ("provisional", "implementable", False, "", ""),
            ("implementable", "provisional", True, "", ""),
            ("implementable", "withdrawn", True, "pnovak", "eve"),
            ("provisional", "deferred", True, "pnovak", "eve"),
            ("provisional", "rejected", True, "rcole", "pnovak"),
            ("deferred", "provisional", False, "", ""),
            ("rejected", "provisional", True, "", ""),
        ):
            self.write("OWNERS_ALIASES", "aliases:\n  feature-reviewers: [rcole]\n")
            self.at(start)
            move = ("63", "--to", target)
            if reason:
                self.refused(f"{start} → {target} needs a reason", *move)
                move += ("--reason", "so")
            if wrong:
                self.refused(f"@{wrong} may not make the move", *move, "--as", wrong)
                move += ("--as", right)
            changed = self.allowed(*move)
            self.assertEqual(list(changed), [self.name])
            self.assertIn(f"\nstatus: {target}\n", changed[self.name])

    def test_what_the_issue_says_is_unknown(self):
        self.at("implementable")
        self.assertEqual(self.closing("63"), ["sections", "before-alpha", "before-beta"])
        self.refused("the gate to beta is closed: 3 conditions are missing", "63")
        changed = self.allowed("63", "--override", "--reason", "the boxes are ticked")
        self.assertIn("\nstage: beta\n", changed[self.name])

    def test_implemented_asks_for_the_final_place(self):
        self.at("implementable", "stable")
        closing = self.closing("63", "--to", "implemented")
        self.assertIn("place", closing)
        self.assertNotIn("top", closing)
        self.at("implementable", "beta")
        self.assertIn("top", self.closing("63", "--to", "implemented"))

    def test_provisional_to_implemented(self):
        self.at("provisional")
        self.refused("provisional → implemented is no move of this process", "63", "--to",
                     "implemented")


class OpenShift(Moves):

    example = "openshift"
    name = "enhancements/scheduling/quiet-hours-for-berths.md"

    def at(self, status):
        text = re.sub(r"^status: .*\n", "", self.read(self.name), flags=re.M)
        self.write(self.name, text.replace("\ntitle:", f"\nstatus: {status}\ntitle:", 1))

    def test_moves(self):
        for start, target, reason, field in (("provisional", "implementable", False, "authors"),
                                             ("implementable", "implemented", False, "authors"),
                                             ("implementable", "provisional", True, "authors"),
                                             ("implemented", "implementable", True, "authors"),
                                             ("provisional", "withdrawn", True, "authors"),
                                             ("provisional", "deferred", True, "approvers"),
                                             ("implementable", "rejected", True, "approvers"),
                                             ("provisional", "informational", False, "authors"),
                                             ("withdrawn", "provisional", True, "authors")):
            self.at(start)
            right = re.search(rf"^{field}:\s*- \"?@?([\w-]+)", self.read(self.name), re.M).group(1)
            move = (self.name, "--to", target)
            if reason:
                self.refused(f"{start} → {target} needs a reason", *move)
                move += ("--reason", "so")
            self.refused("@somebody-else may not make the move", *move, "--as", "somebody-else")
            changed = self.allowed(*move, "--as", right)
            self.assertEqual(list(changed), [self.name])
            self.assertIn(f"\nstatus: {target}\n", changed[self.name])

    def test_provisional_to_implemented(self):
        self.at("provisional")
        self.refused("provisional → implemented is no move of this process", self.name, "--to",
                     "implemented")

    def test_has_no_stages(self):
        answer = self.promote(self.name, "--to", "beta")
        self.assertEqual(answer.status, 2)
        self.assertIn("no status or stage is called", answer.err)


if __name__ == "__main__":
    unittest.main()
