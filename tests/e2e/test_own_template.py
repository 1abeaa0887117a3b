"""A repository's own template is the template: `new`, `check --fix`, `upgrade` and `init` use its
text, and metadata has the fields that its own has."""

import difflib
import os
import re
import shutil
import subprocess
import unittest

import _strict_metadata
from _home import Home

DOCUMENT = """\
<!--
Welcome to the proposals of Harbor Lane. Copy this directory.
-->
# KEP-NNNN: Your short, descriptive title

<!-- toc -->
- [Summary](#summary)
- [Motivation](#motivation)
  - [Goals](#goals)
  - [Non-Goals](#non-goals)
- [Proposal](#proposal)
  - [Risks and Mitigations](#risks-and-mitigations)
- [Design Details](#design-details)
  - [Test Plan](#test-plan)
    - [Unit tests](#unit-tests)
- [Harbor Pilots](#harbor-pilots)
- [Drawbacks](#drawbacks)
<!-- /toc -->

## Summary

<!--
Our own words: three sentences for the harbor master.
-->

## Motivation

<!--
Our own words: why ships need it.
-->

### Goals

<!--
Our own words: what the ships can do then.
-->

### Non-Goals

## Proposal

### Risks and Mitigations

<!--
Our own words: which ships may sink.
-->

## Design Details

### Test Plan

<!--
Our own words: how to try it in dock.
-->

#### Unit tests

<!--
Our own words: which planks were tried alone.
-->

## Harbor Pilots

<!--
Our own words: whom the pilots must call. This section must be completed when targeting beta.
-->

## Drawbacks

<!--
Our own words: why not.
-->
"""

METADATA = """\
title: KEP Template
kep-number: NNNN
authors:
  - "@jane.doe"
owning-sig: sig-xyz
participating-sigs:
  - sig-aaa
  - sig-bbb
status: provisional|implementable|implemented
creation-date: yyyy-mm-dd
reviewers:
  - TBD
  - "@alice.doe"
approvers:
  - TBD
  - "@oscar.doe"

see-also:
  - "/keps/sig-aaa/1234-we-heard-you-like-keps"
replaces:
  - "/keps/sig-ccc/3456-replaced-kep"

# The stage in this cycle.
stage: alpha|beta|stable

# The last release with work on it.
latest-milestone: "v1.19"

# What each stage was in.
milestone:
  alpha: "v1.19"
  beta: "v1.20"
  stable: "v1.22"

# Needed for alpha
# with all components
feature-gates:
  - name: MyFeature
    components:
      - berth-agent
disable-supported: true

# Needed for beta
metrics:
  - my_feature_metric
"""

OLD = """\
# KEP-7: Old ships

## Summary

Old ships are mended where they are, so that their crews need not wait for a dock to be free,
which takes weeks in autumn.

## Motivation

Weeks are long.

## Proposal

They are mended afloat.

## Design Details

### Test Plan

An old ship is mended in the harbor and at sea, and the times are compared.

### Graduation Criteria

All ships are mended so.
"""
OLD_METADATA = """\
title: Old ships
kep-number: 7
authors: ["@jane"]
owning-sig: sig-runtime
status: {status}
creation-date: 2020-01-07
reviewers: ["@iduarte"]
approvers: ["@mokafor"]
stage: alpha
latest-milestone: "v1.9"
milestone:
  alpha: "v1.9"
feature-gates:
  - name: OldShips
    components: [berth-agent]
disable-supported: true
"""


def filled_in(before, after):
    """The lines that a file has and had not, and those that it had and has not."""
    lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0))
    return ([line[1:] for line in lines[2:] if line.startswith("+")],
            [line[1:] for line in lines[2:] if line.startswith("-")])


class OwnTemplate(Home):

    FOLDER = "keps/NNNN-kep-template"

    def setUp(self):
        super().setUp()
        self.root = self.example("kep")
        for name, text in (("README.md", DOCUMENT), ("kep.yaml", METADATA)):
            self.put(f"{self.FOLDER}/{name}", text)

    def put(self, path, text):
        self.write(os.path.join("work/kep", path), text)

    def new(self, *words, **options):
        return self.milepost("new", "Faster probes", "--group", "sig-runtime", "--number", "4211",
                             "--as", "jane", "--now", "2026-11-15", *words, cwd=self.root,
                             **options)

    def commit(self, day):
        self.git("add", "-A", cwd=self.root)
        subprocess.run(["git", "-c", "user.name=J", "-c", "user.email=j@example.org", "commit", "-qm",
                        day], cwd=self.root, check=True,
                       env=self.environment(GIT_COMMITTER_DATE=f"{day}T12:00:00Z"))

    def made(self, name, place="keps/sig-runtime/4211-faster-probes"):
        return self.read(self.root, place, name)

    def findings(self, *words):
        checked = self.milepost("check", *words, "--format", "json", "--now", "2026-11-15",
                                cwd=self.root, status=None).json()
        return checked["findings"]

    # --- new ---

    def test_a_feature_differs_from_the_template_in_facts_alone(self):
        self.new()
        self.assertEqual(filled_in(DOCUMENT, self.made("README.md")),
                         (["# KEP-4211: Faster probes"],
                          ["# KEP-NNNN: Your short, descriptive title"]))
        added, _ = filled_in(METADATA, self.made("kep.yaml"))
        self.assertEqual(added, [
            "title: Faster probes", "kep-number: 4211", '  - "@jane"', "owning-sig: sig-runtime",
            "participating-sigs: []", "status: provisional", "creation-date: 2026-11-15",
            "see-also: []", "replaces: []", "stage: alpha", 'latest-milestone: ""', '  alpha: ""',
            '  beta: ""', '  stable: ""', "feature-gates: []", "metrics: []"])
        self.assertIn("reviewers:\n  - TBD\napprovers:\n  - TBD\n", self.made("kep.yaml"))
        self.assertEqual({one["rule"] for one in self.findings("4211")}, {"MP203", "MP214"})

    def test_both_kinds_are_read_by_strict_tools(self):
        self.new()
        feature = _strict_metadata.parse(self.made("kep.yaml"))
        self.assertEqual(feature["kep-number"], "4211")
        self.assertEqual(feature["disable-supported"], "true")
        self.assertEqual(feature["stage"], "alpha")
        self.milepost("new", "Faster reviews", "--group", "sig-process", "--number", "4212",
                      "--kind", "process", "--confirm", "all", "--as", "jane", cwd=self.root)
        text = self.made("kep.yaml", "keps/sig-process/4212-faster-reviews")
        process = _strict_metadata.parse(text)
        self.assertLessEqual(set(process), set(_strict_metadata.parse(
            METADATA.replace("alpha|beta|stable", "alpha"))), "no field that the template lacks")
        for name in ("kind", "criteria", "template-version", "stage", "milestone",
                     "feature-gates", "disable-supported", "metrics"):
            self.assertNotIn(name, process)
        self.assertTrue(text.endswith("replaces: []\n"), text)
        # The review's file is not refused either.
        self.assertFalse(os.path.exists(
            os.path.join(self.root, "keps/prod-readiness/sig-process/4212.yaml")))

    def test_the_strict_reader_refuses_what_such_tools_refuse(self):
        right = METADATA.replace("alpha|beta|stable", "alpha")
        _strict_metadata.parse(right)
        for before, after in (("stage: alpha", "kind: process"),
                              ("stage: alpha", 'template-version: "13"'),
                              ("stage: alpha", "criteria: [no-prr]"),
                              ("disable-supported: true", 'disable-supported: ""'),
                              ("disable-supported: true", 'disable-supported: "true"'),
                              ("disable-supported: true", "disable-supported: TBD"),
                              ("stage: alpha", "title: Twice"),
                              ("title: KEP Template", 'title: ""'),
                              ("  alpha: \"v1.19\"", "  disabled: v1.19"),
                              ("    components:\n      - berth-agent", "    lead: me"),
                              ("metrics:\n  - my_feature_metric", "metrics: one")):
            with self.subTest(after):
                self.assertIn(before, right)
                with self.assertRaises(_strict_metadata.Refused):
                    _strict_metadata.parse(right.replace(before, after))

    def test_the_template_tells_the_kind_and_the_record_keeps_the_criteria(self):
        words = ["new", "Faster reviews", "--group", "sig-process", "--number", "4212", "--kind",
                 "process", "--as", "jane"]
        refused = self.milepost(*words, cwd=self.root, status=2)
        self.assertIn("--confirm", refused.err)
        made = self.milepost(*words, "--confirm", "all", "--now", "2026-11-15", cwd=self.root)
        self.assertIn("criteria of the kind process confirmed: process-only, no-release, no-prr, "
                      "immediate, documentation-only\n  recorded in this folder only", made.err)
        shown = self.milepost("list", "4212", "--format", "json", cwd=self.root).json()
        self.assertEqual(shown[0]["kind"], "process")
        self.assertLessEqual({one["rule"] for one in self.findings("4212")}, {"MP203", "MP214"})
        why = self.milepost("why", "4212", "--now", "2026-11-15", cwd=self.root, status=None).out
        self.assertIn("all 5 criteria of the kind process are confirmed", why)
        self.assertNotIn("alpha", why.splitlines()[0])
        self.assertIn("confirmed", self.milepost("log", "4212", cwd=self.root).out)
        self.milepost("fsck", cwd=self.root)

    def test_criteria_can_be_confirmed_later(self):
        words = ["new", "Faster reviews", "--group", "sig-process", "--number", "4212", "--kind",
                 "process", "--as", "jane", "--confirm", "all"]
        self.milepost(*words, cwd=self.root)
        for at, _, names in os.walk(os.path.join(self.root, ".milepost")):
            for name in names:
                os.remove(os.path.join(at, name))
        why = self.milepost("why", "4212", cwd=self.root, status=None).out
        flat = re.sub(r"\s+", " ", why)
        self.assertIn("5 of 5 criteria of the kind process are not confirmed", flat)
        self.assertIn("milepost confirm 4212 process-only", flat)
        self.assertIn("for the author", self.milepost(
            "confirm", "4212", "all", "--as", "mokafor", cwd=self.root, status=2).err)
        self.assertIn("did you mean `no-prr`", self.milepost(
            "confirm", "4212", "no-pr", "--as", "jane", cwd=self.root, status=2).err)
        record = self.milepost("store", "export", "--quiet", cwd=self.root, status=None).out
        self.milepost("confirm", "4212", "process-only", "--as", "jane", "--dry-run", cwd=self.root)
        again = self.milepost("store", "export", "--quiet", cwd=self.root, status=None).out
        self.assertEqual(again, record)
        self.milepost("confirm", "4212", "process-only", "no-prr", "--as", "jane", cwd=self.root)
        why = self.milepost("why", "4212", cwd=self.root, status=None).out
        self.assertIn("3 of 5 criteria", re.sub(r"\s+", " ", why))
        self.milepost("confirm", "4212", "all", "--as", "jane", cwd=self.root)
        again = self.milepost("confirm", "4212", "all", "--as", "jane", cwd=self.root)
        self.assertIn("as before", again.err)
        self.assertIn("no criteria", self.milepost(
            "confirm", "112", "all", "--as", "tlind", cwd=self.root, status=2).err)

    def test_metadata_in_front_of_the_template_comes_into_its_file(self):
        os.remove(os.path.join(self.root, self.FOLDER, "kep.yaml"))
        self.put(f"{self.FOLDER}/README.md", f"---\n{METADATA}---\n{DOCUMENT}")
        self.new()
        self.assertEqual(_strict_metadata.parse(self.made("kep.yaml"))["title"], "Faster probes")
        self.assertTrue(self.made("README.md").lstrip().startswith("<!--\nWelcome"))
        self.assertNotIn("owning-sig", self.made("README.md"))

    def test_metadata_that_is_no_yaml_is_refused_with_its_place(self):
        place = f"{self.FOLDER}/kep.yaml:"
        for name, before, after, want in (
            ("a colon in a value", "title: KEP Template", "title: <title: here>", "1:"),
            ("a slot of another tool", "title: KEP Template", "title: {{ .Title }}", "1:"),
            ("a key twice", "owning-sig: sig-xyz", "owning-sig: sig-xyz\nowning-sig: sig-a", "6:"),
            ("a line that is none", "owning-sig: sig-xyz", "owning-sig sig-xyz", ""),
        ):
            with self.subTest(name):
                self.assertIn(before, METADATA)
                self.put(f"{self.FOLDER}/kep.yaml", METADATA.replace(before, after))
                told = self.new(status=2).err
                self.assertTrue(told.startswith(f"milepost: {place}{want}"), told)
                self.assertIn("; new proposals begin as this file is", told)
                self.assertFalse(os.path.exists(
                    os.path.join(self.root, "keps/sig-runtime/4211-faster-probes")))
                checked = self.milepost("process", "check", cwd=self.root, status=1).out
                self.assertIn(place + want, checked)
                self.assertIn("\n1 error\n", checked)

    def test_metadata_in_front_of_a_template_is_refused_with_its_place(self):
        os.remove(os.path.join(self.root, self.FOLDER, "kep.yaml"))
        self.put(f"{self.FOLDER}/README.md",
                 f"---\n{METADATA.replace('title: KEP Template', 'title: <title: here>')}---\n"
                 + DOCUMENT)
        self.assertIn(f"{self.FOLDER}/README.md:2:", self.new(status=2).err)
        self.assertIn(f"{self.FOLDER}/README.md:2:",
                      self.milepost("process", "check", cwd=self.root, status=1).out)

    def test_an_alias_is_no_reason_to_write_other_metadata(self):
        self.put(f"{self.FOLDER}/kep.yaml", METADATA.replace("authors:\n", "authors: &who\n")
                 .replace("see-also:\n", "editor: *who\nsee-also:\n"))
        self.new()
        self.assertIn("\neditor: *who\n", self.made("kep.yaml"))
        self.assertNotIn("template-version", self.made("kep.yaml"))

    def test_a_template_that_says_nothing_is_told(self):
        self.put(f"{self.FOLDER}/README.md", "")
        self.put(f"{self.FOLDER}/kep.yaml", "")
        self.assertIn(f"note: {self.FOLDER}/README.md has no sections, {self.FOLDER}/kep.yaml has "
                      "hardly any fields: milepost's own is used instead\n", self.new().out)

    def test_the_heading_keeps_what_stands_before_the_title(self):
        for template, want in (
            ("# KEP: <title>", "# KEP: Faster probes"),
            ("# KEP-NNNN - Your title", "# KEP-4211 - Faster probes"),
            ("# Title of your proposal", "# Faster probes"),
            ("## KEP-NNNN: Your short, descriptive title", "## KEP-4211: Faster probes"),
        ):
            with self.subTest(template):
                shutil.rmtree(os.path.join(self.root, "keps/sig-runtime/4211-faster-probes"),
                              ignore_errors=True)
                self.put(f"{self.FOLDER}/README.md", DOCUMENT.replace(
                    "# KEP-NNNN: Your short, descriptive title", template))
                self.new("--yes")
                self.assertIn(f"\n{want}\n", self.made("README.md"))
                self.assertNotIn("MP324", {one["rule"] for one in self.findings("4211")})

    def test_fields_that_milepost_yaml_asks_for_are_written(self):
        config = self.read(self.root, "milepost.yaml")
        self.put("milepost.yaml",
                 config + "fields:\n  - {id: last-updated, is: updated, type: date}\n"
                 "  - {id: template-version, is: template-version}\n")
        self.new()
        self.assertIn("template-version: ", self.made("kep.yaml"))

    def test_a_dry_run_records_nothing(self):
        answer = self.milepost("new", "Faster reviews", "--group", "sig-process", "--number",
                               "4212", "--kind", "process", "--as", "jane", "--confirm", "all",
                               "--dry-run", cwd=self.root)
        self.assertNotIn("recorded", answer.err)
        self.assertNotIn("+kind:", answer.out)
        self.assertNotIn("+criteria:", answer.out)

    # --- fix, upgrade ---

    def test_a_section_that_is_added_has_the_repositorys_instructions(self):
        self.put("keps/sig-runtime/7-old-ships/README.md", OLD)
        self.put("keps/sig-runtime/7-old-ships/kep.yaml",
                 OLD_METADATA.format(status="implementable") + "# edited\n")
        before = {one["message"] for one in self.findings("7") if one["rule"] == "MP201"}
        self.assertTrue(before)
        self.milepost("check", "--fix", "--select", "MP201", "7", cwd=self.root, status=None)
        text = self.read(self.root, "keps/sig-runtime/7-old-ships/README.md")
        self.assertIn("Our own words: which ships may sink.", text)
        self.assertNotIn("DIRECTIVE", text)
        own = {line.strip() for line in (DOCUMENT + OLD).splitlines()}
        self.assertEqual([line for line in text.splitlines() if line.strip() not in own], [])

    def test_an_upgrade_brings_the_repositorys_text(self):
        for returns in (False, True):
            with self.subTest(returns=returns):
                end = "\r\n" if returns else "\n"
                path = "keps/sig-runtime/7-old-ships/README.md"
                self.put(path, OLD)
                self.put("keps/sig-runtime/7-old-ships/kep.yaml",
                         OLD_METADATA.format(status="implementable"))
                full = os.path.join(self.root, path)
                with open(full, "w", encoding="utf-8", newline="") as file:
                    file.write(OLD.replace("\n", end))
                upgraded = self.milepost("upgrade", "7", cwd=self.root).out
                self.assertIn("inserted", upgraded)
                with open(full, encoding="utf-8", newline="") as file:
                    text = file.read()
                self.assertEqual(text.count("\n"), text.count(end))
                own = {line.strip() for line in (DOCUMENT + OLD).splitlines()}
                self.assertEqual(
                    [line for line in text.splitlines() if line.strip() not in own], [])
                self.assertIn("Our own words: which planks were tried alone.", text)
                self.assertNotIn("Prerequisite testing updates", text, "only the pack has it")
                self.assertIn("nothing to change",
                              self.milepost("upgrade", "7", cwd=self.root).out)

    def test_an_upgrade_brings_sections_that_came_to_the_repositorys_template(self):
        for when, brings in (("2019-12-24", False), ("2026-03-04", True)):
            with self.subTest(when=when):
                shutil.rmtree(self.root)
                self.setUp()
                self.git("init", "-q", cwd=self.root)
                path = "keps/sig-runtime/7-old-ships/README.md"
                self.put(path, OLD)
                self.put("keps/sig-runtime/7-old-ships/kep.yaml",
                         OLD_METADATA.format(status="implementable"))
                before = DOCUMENT.replace("## Harbor Pilots", "## Harbor Masters").replace(
                    " This section must be completed when targeting beta.", "")
                ours = "## Carbon\n\n<!--\nOur own words: how much of it.\n-->\n\n"
                for day, text in (("2019-12-23", before),
                                  (when, before.replace("## Drawbacks", ours + "## Drawbacks"))):
                    self.put(f"{self.FOLDER}/README.md", text)
                    self.commit(day)
                self.milepost("upgrade", "7", cwd=self.root)
                text = self.read(self.root, path)
                self.assertEqual("## Carbon\n\n<!--\nOur own words: how much of it.\n" in text, brings)
                self.assertNotIn("Harbor Masters", text, "it was there, and left out")
                self.assertIn("nothing to change",
                              self.milepost("upgrade", "7", cwd=self.root).out)

    def test_a_move_adds_no_field_either(self):
        self.new()
        moved = self.milepost("promote", "4211", "--to", "implementable", "--release", "v1.19",
                              "--override", "--reason", "x", "--as", "jane", "--now", "2026-11-16",
                              "--dry-run", cwd=self.root).out
        self.assertIn("+status: implementable\n", moved)
        self.assertNotIn("last-updated", moved)
        self.assertNotIn("Implementation History", moved, "only the pack has it")

    def test_what_came_close_is_told_where_proposals_lie_elsewhere(self):
        os.remove(os.path.join(self.root, "milepost.yaml"))
        os.rename(os.path.join(self.root, "keps"), os.path.join(self.root, "proposals"))
        said = self.milepost("check", cwd=self.root, status=2).err
        self.assertIn("no process is recognised here", said)
        self.assertIn(f"{self.FOLDER.replace('keps', 'proposals')}/kep.yaml (kep)", said)
        self.assertIn("came close", said)

    # --- init ---

    def test_init_puts_no_template_beside_it(self):
        os.remove(os.path.join(self.root, "milepost.yaml"))
        before = set(self.tree(self.root))
        answer = self.milepost("init", cwd=self.root)
        made = set(self.tree(self.root)) - before
        self.assertEqual([path for path in made if "template" in path], [])
        self.assertIn(f"goes by the template here: {self.FOLDER}/README.md\n", answer.out)
        self.assertIn("goes by milepost's own template for the kind process\n", answer.out)
        self.assertNotIn("kinds:", self.read(self.root, "milepost.yaml"))

    def test_init_of_a_process_that_is_named_sees_it_too(self):
        folder = os.path.join(self.folder, "designs")
        self.write("designs/_template.md", "# Title\n\n## Status\n\n## Summary\n\nSay it.\n")
        answer = self.milepost("init", "--process", "design", cwd=folder)
        self.assertIn("goes by the template here: _template.md\n", answer.out)
        self.assertFalse(os.path.exists(os.path.join(folder, "design/_template.md")))


if __name__ == "__main__":
    unittest.main()
