"""A change cannot change its own judge: check --base as a hostile contributor would meet it."""

import json
import os
import shutil
import subprocess
import unittest

import _milepost
import test_formats

CONFIG = "schema: 1\nprocess: ./pack\n"
PACK = """\
schema: 1
name: small
title: A small process
layout:
  documents: ["proposals/*.md"]
  path: "proposals/{number}-{slug}.md"
  metadata:
    - front-matter: true
fields:
  - {id: number, is: number, type: number}
  - {id: owner, type: text, needed: always}
  - {id: approvers, is: approvers, type: people}
  - {id: status, is: status, type: enum}
  - {id: stage, is: stage, type: enum}
rosters:
  - {id: guards, file: PEOPLE, members: [safety]}
  - {id: group-leads, file: PEOPLE, members: ["{group}-leads"]}
reviews:
  - {id: safety, title: safety review, file: "reviews/{number}.yaml", approver: approver, roster: guards}
ladders:
  - {id: growth, stages: [alpha, beta]}
statuses:
  - {id: draft, moves: [accepted]}
  - {id: accepted, unresolved: error}
kinds:
  - {id: feature, template: templates/feature.md}
calendar: {file: dates.yaml}
words:
  placeholders: [tbd]
"""
TEMPLATE = """\
# Title

## Summary

<!--DIRECTIVE: required: true-->

Say what it is about.

## Risks

<!--DIRECTIVE: required: true-->

## Plan

<!--DIRECTIVE: required: true,stage: beta-->
"""
PEOPLE = "aliases:\n  safety:\n    - jane\n  node-leads:\n    - ann\n"
DOCUMENT = """\
---
number: 12
owner: Ann
approvers: ["@jane"]
status: draft
stage: alpha
---

# Faster probes

## Summary

Probes wait for a second even when nothing happens, and this makes them adapt.

## Risks

A probe might come too early.
"""
BROKEN = DOCUMENT[:DOCUMENT.index("## Risks")]  # MP201 by the base's template
BASELINE = '{\n  "schema": 1,\n  "findings": []\n}\n'
PROPOSAL = "proposals/12-probes.md"


class Judge(_milepost.Case):

    def setUp(self):
        super().setUp()
        self.folder = os.path.join(self.folder, "repository")
        for name, text in (("milepost.yaml", CONFIG), ("pack/process.yaml", PACK),
                           ("pack/templates/feature.md", TEMPLATE), ("PEOPLE", PEOPLE),
                           (PROPOSAL, DOCUMENT), ("known.json", BASELINE)):
            self.write(name, text)
        self.git("init --quiet --initial-branch main")
        self.commit("base")

    def git(self, arguments):
        environment = _milepost.plain_environment(
            HOME=self.folder, GIT_CONFIG_NOSYSTEM="1", GIT_AUTHOR_NAME="A", GIT_AUTHOR_EMAIL="a@b",
            GIT_COMMITTER_NAME="A", GIT_COMMITTER_EMAIL="a@b")
        subprocess.run(["git", *arguments.split()], cwd=self.folder, check=True, env=environment)

    def commit(self, message):
        self.git("add --all")
        self.git(f"commit --quiet --allow-empty --message {message}")

    def path(self, name):
        return os.path.join(self.folder, name)

    def replace(self, name, before, after):
        with open(self.path(name), encoding="utf-8") as file:
            text = file.read()
        self.assertIn(before, text)
        self.write(name, text.replace(before, after))

    def restore(self):
        self.git("reset --quiet --hard")
        self.git("clean --quiet -ffdx")

    def judge(self, *words, base="main"):
        """The codes of what is found, and the answer."""
        answer = self.run_here("check", "--base", base, "--format", "json", *words)
        self.assertIn(answer.status, (0, 1), answer.out + answer.err)
        found = answer.json()["findings"]
        return [one.get("rule", one.get("code")) for one in found], answer

    def expect_weakened(self, name, edit, *words, base="main"):
        with self.subTest(name):
            edit()
            codes, answer = self.judge(*words, base=base)
            self.assertIn("MP519", codes, answer.out)
            self.assertEqual(answer.status, 1, answer.out)
            self.write(PROPOSAL, BROKEN)
            codes, answer = self.judge(*words, base=base)
            self.assertIn("MP519", codes, answer.out)
            self.assertIn("MP201", codes, "judged by the base: " + answer.out)
            self.write(PROPOSAL, DOCUMENT)
            accepted = self.run_here("check", "--base", base, "--accept-process-change", "--format",
                                     "json", *words)
            self.assertNotIn("MP519", accepted.out)
            if accepted.status != 2:  # where no process is left there is nothing to judge by
                self.assertIn("MP520", accepted.out)
                self.assertEqual(accepted.status, 0, accepted.out)
        self.restore()

    def expect_harmless(self, name, edit, *words):
        with self.subTest(name):
            edit()
            codes, answer = self.judge(*words)
            self.assertEqual(set(codes), {"MP520"}, answer.out)
            self.assertEqual(answer.status, 0, answer.out)
            self.write(PROPOSAL, BROKEN)
            codes, answer = self.judge(*words)
            self.assertIn("MP201", codes, answer.out)
            self.assertNotIn("MP519", codes, answer.out)
        self.restore()

    def add(self, name, text):
        with open(self.path(name), "a", encoding="utf-8") as file:
            file.write(text)

    def test_says_nothing_where_nothing_is_touched(self):
        codes, answer = self.judge()
        self.assertEqual(codes, [])
        self.assertNotIn("judged by", answer.out + answer.err)
        self.write(PROPOSAL, BROKEN)
        codes, _ = self.judge()
        self.assertEqual(set(codes), {"MP201"})

    def test_says_nothing_about_the_ends_of_lines(self):
        self.write(".gitattributes", "* text eol=crlf\n")
        self.commit("attributes")
        for name in ("milepost.yaml", "pack/process.yaml", "pack/templates/feature.md", "PEOPLE"):
            with open(self.path(name), "rb") as file:
                text = file.read()
            self.write(name, text.replace(b"\n", b"\r\n"))
        codes, answer = self.judge()
        self.assertEqual(codes, [], answer.out)

    def test_configuration(self):
        config = "milepost.yaml"
        for name, text in (
            ("a rule off", "rules: {MP201: off}\n"),
            ("a rule off by its name", "rules: {section-missing: off}\n"),
            ("off at last", "rules: {MP201: error, section-missing: off}\n"),
            ("less severe", "rules: {section-missing: info}\n"),
            ("off for some", "paths:\n  - match: 'proposals/**'\n    rules: {MP201: off}\n"),
            ("ignored", "layout: {ignore: ['proposals/12-*']}\n"),
            ("documents elsewhere", "layout: {documents: ['other/*.md']}\n"),
            ("a field not needed", "fields: [{id: owner, needed: never}]\n"),
            ("a status more", "statuses: [{id: waved-through}]\n"),
            ("a status closed", "statuses: [{id: draft, closed: true}]\n"),
            ("another template", "kinds: [{id: feature, template: docs.md}]\n"),
            ("no placeholders", "words: {placeholders: []}\n"),
            ("people", "people: {me@example.org: jane}\n"),
            ("another roster", "rosters: [{id: guards, members: [friends]}]\n"),
            ("what is under debate", "statuses: [{id: accepted, unresolved: 'off'}]\n"),
        ):
            def edit(text=text):
                self.write("docs.md", "# Title\n\n## Summary\n")
                self.add(config, text)
            self.expect_weakened(name, edit)

    def test_other_processes(self):
        def remove():
            os.remove(self.path("milepost.yaml"))

        def link():
            self.write("aside.yaml", CONFIG + "rules: {MP201: off}\n")
            remove()
            os.symlink("aside.yaml", self.path("milepost.yaml"))

        def rename():
            os.rename(self.path("milepost.yaml"), self.path("milepost.yml"))

        def copied_pack():
            shutil.copytree(self.path("pack"), self.path("other"))
            self.replace("milepost.yaml", "./pack", "./other")

        def linked_pack():
            shutil.copytree(self.path("pack"), self.path("other"))
            self.replace("other/templates/feature.md", "## Risks", "## Hopes")
            shutil.rmtree(self.path("pack"))
            os.symlink("other", self.path("pack"))

        def built_in():
            self.replace("milepost.yaml", "./pack", "design")

        def linked_template():
            self.write("other.md", "# Title\n\n## Summary\n")
            os.remove(self.path("pack/templates/feature.md"))
            os.symlink("../../other.md", self.path("pack/templates/feature.md"))

        def linked_people():
            self.write("friends", "aliases: {others: [mallory]}\n")
            os.remove(self.path("PEOPLE"))
            os.symlink("friends", self.path("PEOPLE"))

        for edit in (remove, link, rename, copied_pack, linked_pack, built_in, linked_template,
                     linked_people):
            self.expect_weakened(edit.__name__, edit)

    def test_packs(self):
        pack = "pack/process.yaml"
        for name, before, after in (
            ("a field not needed", ", needed: always", ""),
            ("a field gone", "  - {id: owner, type: text, needed: always}\n", ""),
            ("a status more", "  - {id: draft,", "  - {id: waved-through}\n  - {id: draft,"),
            ("a way more", "moves: [accepted]", "moves: [accepted, draft]"),
            ("a review gone", PACK[PACK.index("reviews:"):PACK.index("ladders:")], ""),
            ("a roster for anybody", ", roster: guards}", "}"),
            ("stages in another order", "[alpha, beta]", "[beta, alpha]"),
            ("a rule off", "schema: 1\n", "schema: 1\nrules: {MP201: off}\n"),
            ("ignored", "layout:\n", "layout:\n  ignore: ['proposals/1*']\n"),
            ("skipping is free", "stages: [alpha, beta]}", "stages: [alpha, beta], skip: free}"),
            ("fewer placeholders", "[tbd]", "[nothing]"),
            ("another path", "proposals/{number}-{slug}.md\"", "proposals/{number}_{slug}.md\""),
        ):
            self.expect_weakened(name, lambda a=before, b=after: self.replace(pack, a, b))
        self.expect_harmless("a comment", lambda: self.add(pack, "# a remark\n"))
        self.expect_harmless("a title", lambda: self.replace(pack, "A small process", "Ours"))
        self.expect_harmless("more placeholders", lambda: self.replace(pack, "[tbd]", "[tbd, xxx]"))
        self.expect_harmless("needed more", lambda: self.replace(
            pack, "type: people}", "type: people, needed: always}"))

    def test_templates(self):
        template = "pack/templates/feature.md"
        for name, before, after in (
            ("a section gone", TEMPLATE[TEMPLATE.index("## Risks"):TEMPLATE.index("## Plan")], ""),
            ("not required", "## Risks\n\n<!--DIRECTIVE: required: true-->",
             "## Risks\n\n<!--DIRECTIVE: required: false-->"),
            ("later", "## Risks\n\n<!--DIRECTIVE: required: true-->",
             "## Risks\n\n<!--DIRECTIVE: required: true,stage: beta-->"),
            ("below what is not required", "## Risks\n",
             "## More\n\n<!--DIRECTIVE: required: false-->\n\n### Risks\n"),
            ("a line that passes for an answer", "Say what it is about.\n", ""),
        ):
            self.expect_weakened(name, lambda a=before, b=after: self.replace(template, a, b))
        self.expect_harmless("a section more", lambda: self.add(
            template, "\n## Costs\n\n<!--DIRECTIVE: required: true-->\n"))
        self.expect_harmless("sooner", lambda: self.replace(template, ",stage: beta", ""))

    def test_suppressions_in_the_change(self):
        for name, comment in (("all of it", "<!-- milepost-disable MP201 -->\n"),
                              ("by its name", "<!-- milepost-disable section-missing -->\n"),
                              ("with others", "<!-- milepost-disable MP203, MP201 -->\n")):
            with self.subTest(name):
                self.write(PROPOSAL, BROKEN.replace("# Faster", comment + "\n# Faster"))
                codes, answer = self.judge()
                self.assertIn("MP201", codes, answer.out)
                self.assertIn("MP519", codes, answer.out)
                self.assertEqual(answer.status, 1)
                codes, answer = self.judge("--accept-process-change")
                self.assertNotIn("MP201", codes, answer.out)
                self.assertNotIn("MP519", codes, answer.out)
                self.assertIn("MP520", codes, answer.out)
        self.restore()

        # Rules of changes themselves.
        suppressed = "<!-- milepost-disable MP507 MP514 -->\n\n# Faster"
        self.write(PROPOSAL, DOCUMENT.replace("# Faster", suppressed))
        codes, answer = self.judge()
        self.assertEqual(codes.count("MP519"), 2, answer.out)
        self.restore()

        # What is no error may be suppressed, and is told.
        self.write(PROPOSAL, DOCUMENT.replace("A probe might", "<!-- milepost-disable MP203 -->\nA probe might"))
        codes, answer = self.judge()
        self.assertIn("MP520", codes, answer.out)
        self.assertNotIn("MP519", codes, answer.out)
        self.restore()

    def test_suppressions_that_the_base_has(self):
        early = "<!-- milepost-disable MP201 -->\n\n# Faster"
        self.write(PROPOSAL, DOCUMENT.replace("# Faster", early))
        self.commit("suppression")
        self.write(PROPOSAL, BROKEN.replace("# Faster", early))
        codes, answer = self.judge()
        self.assertNotIn("MP201", codes, answer.out)
        self.assertNotIn("MP519", codes, answer.out)
        self.restore()

        # One that is moved, loses its end or comes to cover the whole file is another.
        ended = ("A probe might <!-- milepost-disable MP201 --> come\n"
                 "<!-- milepost-enable MP201 -->\n")
        self.write(PROPOSAL, DOCUMENT.replace("A probe might come", ended))
        self.commit("ended")
        self.replace(PROPOSAL, "<!-- milepost-enable MP201 -->\n", "")
        codes, answer = self.judge()
        self.assertIn("MP519", codes, answer.out)
        self.restore()
        self.replace(PROPOSAL, "# Faster probes\n\n## Summary\n", "")
        codes, answer = self.judge()
        self.assertNotIn("MP519", codes, "a heading stands before it: " + answer.out)
        self.restore()
        self.replace(PROPOSAL, ended, "come")
        self.replace(PROPOSAL, "# Faster", "<!-- milepost-disable MP201 -->\n\n# Faster")
        codes, answer = self.judge()
        self.assertIn("MP519", codes, answer.out)

    def test_documents_that_cannot_be_read_are_not_gone(self):
        for name, text in (("NUL", b"\0" * 99 + DOCUMENT.encode()), ("UTF-16", DOCUMENT.encode("utf-16")),
                           ("long", DOCUMENT.encode() + b"word " * 250_000)):
            with self.subTest(name):
                self.write(PROPOSAL, text)
                answer = self.run_here("check", "--base", "main", "--format", "json")
                self.assertNotIn("MP514", answer.out)
                self.assertNotEqual(answer.status, 0)
                self.assertIn(os.path.basename(PROPOSAL), answer.err + answer.out)
            self.restore()

    def test_harmless_configuration(self):
        for name, text in (("a comment", "# our process\n"),
                           ("more severe", "rules: {section-order: error}\n"),
                           ("more severe for some",
                            "paths:\n  - match: 'old/**'\n    rules: {MP203: error}\n"),
                           ("a title", "title: Ours\n")):
            self.expect_harmless(name, lambda text=text: self.add("milepost.yaml", text))

    def test_rosters(self):
        joins = lambda: self.add("PEOPLE", "    - dan\n")  # a lead
        self.expect_harmless("a new member", joins)
        self.expect_harmless("whom nobody is held against", lambda: self.replace(
            "PEOPLE", "  node-leads:\n    - ann\n", ""))
        self.expect_harmless("one more", lambda: self.replace("PEOPLE", "- ann", "- ann\n    - bob"))
        self.expect_harmless("dates", lambda: self.write("dates.yaml", "schema: 1\nreleases: []\n"))

        def approves():
            joins()
            self.write("reviews/12.yaml", "alpha:\n  approver: '@Dan'\n")
        approves()
        codes, answer = self.judge()
        self.assertIn("MP519", codes)
        self.assertIn("MP504", codes, "not on the roster as it was")
        self.assertIn("@dan approves and joins the roster group-leads/node", answer.out)
        self.assertEqual(answer.status, 1)
        codes, answer = self.judge("--accept-process-change")
        self.assertNotIn("MP519", codes)
        self.restore()

        self.replace("PEOPLE", "    - jane\n", "    - jane\n    - mallory\n")
        self.replace(PROPOSAL, '["@jane"]', '["@jane", mallory]')
        codes, answer = self.judge()
        self.assertIn("MP519", codes, "an approver in the metadata")
        self.assertIn("joins the roster guards", answer.out)
        self.restore()

        # Who was an approver before the change does not approve in it.
        self.replace(PROPOSAL, '["@jane"]', '["@jane", "@mallory"]')
        self.commit("approver")
        self.replace("PEOPLE", "    - jane\n", "    - jane\n    - mallory\n")
        self.replace(PROPOSAL, "adapt.", "adapt well.")
        codes, answer = self.judge()
        self.assertNotIn("MP519", codes, answer.out)
        self.restore()

        for name, edit in (("gone", lambda: os.remove(self.path("PEOPLE"))),
                           ("nobody", lambda: self.replace("PEOPLE", "    - jane\n", "")),
                           ("no alias", lambda: self.replace("PEOPLE", "  safety:", "  others:"))):
            self.expect_weakened(name, edit)

    def test_rosters_of_the_configuration(self):
        self.add("milepost.yaml", "rosters: [{id: guards, names: [rob]}]\n")
        self.commit("names")
        self.replace("milepost.yaml", "[rob]", "[rob, mallory]")
        codes, answer = self.judge()
        self.assertEqual(set(codes), {"MP520"}, answer.out)
        self.write("reviews/12.yaml", "alpha:\n  approver: '@mallory'\n")
        codes, _ = self.judge()
        self.assertIn("MP519", codes)

    def test_baselines(self):
        self.write(PROPOSAL, BROKEN)
        self.assertEqual(self.run_here("check", "--write-baseline", "known.json").status, 0)
        for base in (True, False):  # it was there before, or is new
            if not base:
                self.git("rm --quiet --cached known.json")
                self.git("commit --quiet --message without")
            codes, answer = self.judge("--baseline", "known.json")
            self.assertIn("MP519", codes)
            self.assertIn("MP201", codes, "the baseline of the base counts")
            self.assertEqual(answer.status, 1)
            codes, answer = self.judge("--baseline", "known.json", "--accept-process-change")
            self.assertEqual(set(codes), {"MP520"}, answer.out)
        self.commit("known")
        codes, answer = self.judge("--baseline", "known.json", "--whole")
        self.assertEqual(codes, [])
        self.write("known.json", BASELINE)
        codes, answer = self.judge("--baseline", "known.json")
        self.assertEqual(set(codes), {"MP520"}, answer.out)

    def test_inner_configuration(self):
        def inner():
            self.write("proposals/milepost.yaml", "schema: 1\nprocess: design\n")
        self.expect_weakened("seen from above", inner)
        inner()
        self.write(PROPOSAL, BROKEN)
        answer = _milepost.run("check", "--base", "main", "--format", "json",
                               cwd=self.path("proposals"))
        self.assertEqual(answer.status, 1, answer.out + answer.err)
        self.assertIn("MP519", answer.out)
        self.assertIn("MP201", answer.out)
        self.restore()
        inner()
        self.commit("inner")
        self.expect_weakened("changed", lambda: self.add("proposals/milepost.yaml",
                                                         "rules: {MP201: off}\n"))
        self.expect_weakened("gone", lambda: os.remove(self.path("proposals/milepost.yaml")))

    def test_named_on_the_command_line(self):
        self.expect_weakened("a pack", lambda: self.replace(
            "pack/templates/feature.md", "## Risks", "## Hopes"), "--process", "pack")
        self.expect_weakened("a pack by its full name", lambda: self.replace(
            "pack/templates/feature.md", "## Risks", "## Hopes"), "--process", self.path("pack"))
        self.write("template.md", TEMPLATE)
        self.write("other.md", "# Title\n\n## Summary\n")
        self.commit("template")

        def link():
            os.remove(self.path("template.md"))
            os.symlink("other.md", self.path("template.md"))
        for name, edit in (("a template", lambda: self.replace(
                "template.md", "## Risks", "## Hopes")), ("a link to another", link)):
            self.expect_weakened(name, edit, "--template", "template.md")

    def test_recognised_processes(self):
        shutil.rmtree(self.path("pack"))
        os.remove(self.path("milepost.yaml"))
        shutil.rmtree(self.path("proposals"))
        folder = "keps/sig-node/12-faster-probes"
        metadata = ("title: Faster probes\nkep-number: 12\nauthors: ['@ann']\nowning-sig: sig-node\n"
                    "status: provisional\ncreation-date: 2025-01-10\napprovers: ['@jane']\n")
        self.write(f"{folder}/kep.yaml", metadata)
        self.write(f"{folder}/README.md", "# KEP-12: Faster probes\n")
        self.commit("kep")
        self.write("milepost.yaml", "schema: 1\nprocess: kep\nrules: {MP304: off}\n")
        self.write(f"{folder}/kep.yaml", metadata.replace("provisional", "approved"))
        codes, answer = self.judge()
        self.assertIn("MP520", codes, "there was no configuration: " + answer.out)
        self.assertNotIn("MP304", codes)
        codes, answer = self.judge("--process", "kep")
        self.assertLessEqual({"MP304", "MP519"}, set(codes), "the user says by what: " + answer.out)
        self.write("milepost.yaml", "schema: 1\nprocess: kep\n")
        codes, answer = self.judge("--process", "kep")
        self.assertIn("MP520", codes, answer.out)
        self.assertNotIn("MP519", codes, answer.out)
        self.restore()
        self.write("keps/NNNN-kep-template/README.md", "# KEP-NNNN\n\n## Summary\n\n## Goals\n")
        codes, answer = self.judge()
        self.assertIn("MP519", codes, "a template that asks for less: " + answer.out)

    def test_files_by_which_another_process_is_recognised(self):
        shutil.rmtree(self.path("pack"))
        os.remove(self.path("milepost.yaml"))
        self.write(PROPOSAL, DOCUMENT + "\n## Motivation\n\nNobody likes to wait.\n")
        self.commit("feature")
        self.write("keps/a/1-b/kep.yaml", "title: B\n")
        codes, answer = self.judge()
        self.assertIn("MP519", codes, answer.out)
        self.assertIn("the process is kep instead of feature", answer.out)

    def test_a_base_without_configuration(self):
        shutil.rmtree(self.path("pack"))
        os.remove(self.path("milepost.yaml"))
        self.commit("nothing")
        self.git("checkout --quiet main~1 -- pack milepost.yaml")
        codes, answer = self.judge()
        self.assertEqual(set(codes), {"MP520"}, answer.out)
        self.assertIn("main has no configuration to judge by", answer.out)
        self.assertEqual(answer.status, 0)
        self.write(PROPOSAL, BROKEN)
        codes, _ = self.judge()
        self.assertEqual(set(codes), {"MP201", "MP520"}, "judged by the new one")

    def test_a_base_that_cannot_be_read(self):
        for name, file, text in (("configuration", "milepost.yaml", "schema: [\n"),
                                 ("pack", "pack/process.yaml", "schema: 1\nfields: 7\n")):
            with self.subTest(name):
                self.write(file, text)
                self.commit("broken")
                self.git(f"checkout --quiet main~1 -- {file}")
                codes, answer = self.judge()
                self.assertEqual(set(codes), {"MP519"}, answer.out)
                self.assertIn("cannot be read", answer.out)
                codes, answer = self.judge("--accept-process-change")
                self.assertEqual(answer.status, 0, answer.out)
                self.git("reset --quiet --hard main~1")
        self.write("milepost.yaml", "schema: [\n")
        answer = self.run_here("check", "--base", "main")
        self.assertEqual(answer.status, 2)
        self.assertIn("milepost.yaml:1", answer.err)
        self.write("milepost.yaml", CONFIG + "rules: {MP2: off}\n")
        answer = self.run_here("check", "--base", "main")
        self.assertEqual(answer.status, 2, answer.out)
        self.assertIn("no rule is called `MP2`", answer.err)

    def test_a_branch_from_long_ago(self):
        """Who branches off before a rule was made is held to it all the same."""
        self.git("checkout --quiet --orphan old")
        self.git("rm --quiet -r --cached .")
        for name in ("milepost.yaml", "PEOPLE", "known.json"):
            os.remove(self.path(name))
        shutil.rmtree(self.path("pack"))
        self.commit("once")
        self.git("checkout --quiet -B new old")
        for name, text in (("milepost.yaml", CONFIG), ("pack/process.yaml", PACK),
                           ("pack/templates/feature.md", TEMPLATE), ("PEOPLE", PEOPLE)):
            self.write(name, text)
        self.commit("rules")
        self.git("checkout --quiet -B change old")
        for name, text in (("milepost.yaml", CONFIG + "rules: {MP201: off}\n"),
                           ("pack/process.yaml", PACK), ("pack/templates/feature.md", TEMPLATE),
                           ("PEOPLE", PEOPLE), (PROPOSAL, BROKEN)):
            self.write(name, text)
        self.commit("change")
        codes, answer = self.judge(base="new")
        self.assertLessEqual({"MP201", "MP519"}, set(codes), answer.out)
        # What others did to the process since is not the change's doing.
        self.git("checkout --quiet new")
        self.git("checkout --quiet -B side")
        self.write(PROPOSAL, BROKEN)
        self.commit("side")
        self.git("checkout --quiet new")
        self.add("milepost.yaml", "rules: {MP203: error}\n")
        self.commit("stricter")
        self.git("checkout --quiet side")
        codes, answer = self.judge(base="new")
        self.assertEqual(set(codes), {"MP201"}, answer.out)

    def test_formats(self):
        self.add("milepost.yaml", "rules: {MP201: off}\n")
        text = self.run_here("check", "--base", "main")
        self.assertIn("milepost.yaml:3:9: error MP519 process-weakened  MP201 section-missing is off "
                      "instead of as severe as usual", text.out)
        annotation = self.run_here("check", "--base", "main", "--format", "github").out
        self.assertTrue(annotation.startswith("::error file=milepost.yaml,line=3"), annotation)
        sarif = json.loads(self.run_here("check", "--base", "main", "--format", "sarif").out)
        test_formats.validate(sarif, "sarif.schema.json")
        self.assertIn("MP519", json.dumps(sarif))
        self.assertIn("MP519", self.run_here("check", "--base", "main", "--format", "junit").out)

    def test_only_with_a_base(self):
        self.add("milepost.yaml", "rules: {MP201: off}\n")
        self.git("add --all")
        self.assertEqual(self.run_here("check").status, 0)
        self.assertNotIn("MP5", self.run_here("check", "--staged", "--format", "json").out)
        self.assertIn("MP519", self.run_here("check", "--staged", "--base", "main").out)
        answer = self.run_here("check", "--accept-process-change")
        self.assertEqual(answer.status, 2)
        self.assertIn("--accept-process-change goes with --base", answer.err)

    def test_asked_about_one_proposal(self):
        self.add("milepost.yaml", "rules: {MP201: off}\n")
        codes, _ = self.judge("12")
        self.assertIn("MP519", codes)

    def test_bare_repositories(self):
        self.add("milepost.yaml", "rules: {MP201: off}\n")
        self.write(PROPOSAL, BROKEN)
        self.commit("change")
        bare = self.path("../bare.git")
        self.git(f"clone --quiet --bare . {bare}")
        answer = _milepost.run("check", "--base", "main~1", "--format", "json", cwd=bare)
        self.assertIn("MP519", answer.out)
        self.assertIn("MP201", answer.out)


if __name__ == "__main__":
    unittest.main()
