"""Tracking issues: made, ticked, labelled, exchanged as Markdown, and kept in the record."""

import json
import os
import re
import subprocess
import unittest

import _documents
import _home
import _milepost
from _record import InPostgresql
from _schemas import validate

CORPUS = os.environ.get("MILEPOST_CORPUS", os.path.join(_documents.ROOT, "..", "shared", "corpus"))
SEEDS = os.path.join(CORPUS, "..", "seeds")
NOW = "2026-01-30"


def bare(text):
    """An export without its stamp."""
    return re.sub(r"<!-- milepost export [^\n]* -->\r?\n?", "", text)


class Track(_home.Home):

    process = "feature"
    number = "63"
    author = "pnovak"

    def setUp(self):
        super().setUp()
        self.root = self.repository(self.process)

    def track(self, verb, *words, by=None, status=0):
        person = ["--as", by] if by else []
        return self.milepost("track", verb, *words, *person, "--now", NOW, cwd=self.root,
                             status=status)

    def new(self, *words):
        return self.track("new", self.number, *words, by=self.author)

    def page(self, *words):
        page = self.track("show", self.number, "--format", "json", *words).json()
        validate(page, "tracker.schema.json")
        return page

    def items(self, *words):
        return {item["key"]: item for item in self.page(*words)["items"]}

    def put(self, text):
        self.write("work/" + self.process + "/issue.md", text)

    def export(self, *words):
        return self.track("export", self.number, *words).out_bytes.decode()

    def bring(self, text, *words, by=None, status=0):
        self.put(text)
        return self.track("import", "issue.md", "--number", self.number, *words,
                          by=by or self.author, status=status)

    def assert_refused(self, text, *words, **options):
        answer = self.track(*words, status=2, **options)
        self.assertIn(text, answer.err)


class FeatureTracker(Track):

    def test_new_issue_is_ready_for_a_mail(self):
        answer = self.new()
        self.assertTrue(answer.out.startswith("# Description\n\nA job array is one object"))
        self.assertNotIn("Delete", answer.out)
        self.assertIn("title: Job Arrays\n", answer.err)
        self.assertEqual(self.export(), answer.out)
        self.assert_refused("has a tracking issue already", "new", "63", by="pnovak")

    def test_nothing_works_without_an_issue(self):
        for words in (("show", "63"), ("export", "63"), ("check", "63")):
            self.assert_refused("milepost track new 63 makes it", *words)
        self.assert_refused("has no tracking issue yet", "tick", "63", "code", by="pnovak")

    def test_one_has_to_say_who_one_is(self):
        self.assert_refused("who are you? Say it with --as", "new", "63")

    def test_ticks_are_for_those_who_may(self):
        self.new()
        self.assert_refused("@tlind may not tick", "tick", "63", "minimal-testing", by="tlind")
        self.assertIn('ticked: "Minimal testing" of 63',
                      self.track("tick", "63", "minimal-testing", by="pnovak").err)
        self.track("tick", "63", "update", "Release", "notes", by="pnovak")
        items = self.items()
        self.assertEqual(items["minimal-testing"]["standing"], "done")
        self.assertEqual(items["minimal-testing"]["ticked"]["by"], "@pnovak")
        self.assertEqual(items["release-notes"]["standing"], "done")
        self.assertIn("so already", self.track("tick", "63", "release-notes", by="pnovak").err)
        self.track("untick", "63", "release-notes", by="pnovak")
        self.assertEqual(self.items()["release-notes"]["standing"], "open")
        self.assertIn("[x] Minimal testing", self.export())
        self.assertIn("[ ] Update release notes", self.export())
        self.assert_refused("did you mean minimal-docs?", "tick", "63", "minimal-doc",
                            by="pnovak")

    def test_a_query_is_for_all_that_it_finds(self):
        self.new()
        self.track("new", "41", by="mokafor")
        told = self.track("comment", "status:implementable", "hello", by="tlind")
        self.assertEqual(told.err, "commented on 63\ncommented on 41\n"
                         "  recorded in this clone only; --store or a server shares it\n")
        some = self.track("tick", "status:implementable", "minimal-testing", by="pnovak", status=1)
        self.assertIn('ticked: "Minimal testing" of 63', some.err)
        self.assertIn("1 of 2 refused\n  41: @pnovak may not tick", some.err)
        self.assertEqual(self.items()["minimal-testing"]["standing"], "done")
        self.assertIn("no proposal matches status:rejected",
                      self.track("comment", "status:rejected", "x", by="tlind", status=2).err)

    def test_approvals_come_first(self):
        self.new()
        self.assert_refused("cannot be ticked yet: the approval of a feature reviewer", "tick",
                            "63", "minimal-docs", by="pnovak")
        self.assert_refused("@pnovak may not approve", "approve", "63", "minimal-docs", by="pnovak")
        self.track("approve", "63", "minimal-docs", by="mokafor")
        # Also once somebody else has.
        self.assert_refused("@pnovak may not approve", "approve", "63", "minimal-docs", by="pnovak")
        self.track("tick", "63", "minimal-docs", by="pnovak")
        item = self.items()["minimal-docs"]
        self.assertEqual((item["standing"], item["approved"]["by"]), ("done", "@mokafor"))

    def before_alpha(self):
        gate = self.milepost("why", "63", "--to", "beta", "--format", "json", "--now", NOW,
                             cwd=self.root, status=None).json()
        return next(one for one in gate["conditions"] if one["id"] == "before-alpha")

    def test_gates_ask_the_tracker(self):
        self.assertEqual(self.before_alpha()["holds"], "unknown")
        self.new()
        told = self.before_alpha()
        self.assertEqual(told["holds"], "no")
        self.assertRegex(told["message"], r"\(open: .*\bminimal-testing, minimal-docs\b")
        self.track("link-pr", "63", "lane/lane#58", "--kind", "design", by="pnovak")
        self.track("link-pr", "63", "lane/lane#80", "--kind", "code", by="pnovak")
        for item, approver in (("design-proposal", "mokafor"), ("initial-api-review", "rcole"),
                               ("disabled-by-default", "jtakeda"), ("minimal-docs", "mokafor")):
            self.track("approve", "63", item, by=approver)
        for item in ("design-proposal", "initial-api-review", "disabled-by-default",
                     "minimal-testing", "minimal-docs", "glossary", "release-notes"):
            self.track("tick", "63", item, by="pnovak")
        self.assertRegex(self.before_alpha()["message"], r"\(open: before-alpha, code\)$")
        self.track("tick", "63", "code", by="pnovak")
        self.assertEqual(self.before_alpha()["holds"], "yes")

    def test_each_stage_asks_for_what_is_before_it(self):
        self.new()
        gate = self.milepost("why", "63", "--to", "stable", "--format", "json", "--now", NOW,
                             cwd=self.root, status=None).json()
        said = {one["id"]: one["message"] for one in gate["conditions"]}
        for group, items in (("before-alpha", ("design-proposal", "minimal-testing", "release-notes")),
                             ("before-beta", ("beta-testing", "tutorials", "thorough-api-review")),
                             ("before-stable", ("final-place", "soak", "detailed-docs"))):
            for item in items:
                self.assertRegex(said[group], rf"\(open: .*\b{item}\b")

    def test_the_issue_lives_as_long_as_the_feature(self):
        self.new()
        self.track("tick", "63", "minimal-testing", by="pnovak")
        # Releases later it has another stage, and what was ticked stays so.
        path = os.path.join(self.root, "proposals/job-arrays.md")
        self.write(path, self.read(path).replace("stage: alpha", "stage: beta"))
        page = self.milepost("track", "show", "63", "--format", "json", "--now", "2028-01-30",
                             cwd=self.root).json()
        items = {item["key"]: item for item in page["items"]}
        self.assertEqual(items["minimal-testing"]["standing"], "done")
        self.assertTrue(items["tutorials"]["due"], "its time has come")

    def test_the_description_has_two_or_three_sentences(self):
        for text, wrong in (("One.", True), ("One. Two.", False), ("One. Two. Three.", False),
                            ("One. Two. Three. Four.", True)):
            self.put(f"# Description\n\n{text}\n")
            found = self.track("check", "issue.md", status=None).out
            self.assertEqual("MP702" in found, wrong, text)

    def test_a_reviewers_tick_is_the_approval(self):
        self.new()
        self.track("tick", "63", "detailed-docs", by="iduarte")
        item = self.items()["detailed-docs"]
        self.assertEqual((item["standing"], item["approved"]["by"]), ("done", "@iduarte"))

    def test_computed_items_cannot_be_ticked(self):
        self.new()
        self.assert_refused("is computed, not ticked", "tick", "63", "before-alpha", by="pnovak")
        self.assert_refused("not at its final place", "tick", "63", "final-place", by="iduarte")
        self.assertEqual(self.items()["final-place"]["standing"], "open")

    def test_not_applicable_needs_a_reason(self):
        self.new()
        self.assert_refused("--not-applicable needs a value", "tick", "63", "initial-api-review",
                            "--not-applicable", " ", by="pnovak")
        self.track("tick", "63", "initial-api-review", "--not-applicable", "no API", by="pnovak")
        item = self.items()["initial-api-review"]
        self.assertEqual((item["standing"], item["evidence"]), ("not-applicable", "@pnovak: no API"))
        self.assertIn("[ ] ~~Initial API review", self.export())
        self.bring(self.export())
        self.assertEqual(self.items()["initial-api-review"]["standing"], "not-applicable")

    def test_labels_are_claimed_and_confirmed(self):
        self.new()
        self.assertIn("code-complete claimed",
                      self.track("label", "63", "code-complete", by="pnovak").err)
        self.assert_refused('comes after "Write code', "label", "63", "code-complete", by="iduarte")
        self.track("link-pr", "63", "lane/lane#80", "--kind", "code", by="pnovak")
        for item, person in (("disabled-by-default", "jtakeda"), ("minimal-testing", "pnovak"),
                             ("minimal-docs", "iduarte"), ("glossary", "pnovak"),
                             ("release-notes", "pnovak"),
                             ("code", "pnovak")):
            self.track("tick", "63", item, by=person)
        self.assertIn("code-complete confirmed",
                      self.track("label", "63", "code-complete", by="iduarte").err)
        self.assert_refused("comes after", "label", "63", "design-complete", by="iduarte")
        self.assert_refused("may not set the label", "label", "63", "docs-complete", by="pnovak")
        self.assert_refused("may not take away", "label", "63", "code-complete", "--remove",
                            by="pnovak")
        self.assertEqual([(one["label"], one["state"]) for one in self.page()["labels"]],
                         [("code-complete", "confirmed")])
        self.track("label", "63", "code-complete", "--remove", by="mokafor")
        self.assertEqual(self.page()["labels"], [])
        self.assert_refused("did you mean `code-complete`?", "label", "63", "code-compete",
                            by="pnovak")

    def test_status_moves_as_the_process_says(self):
        self.new()
        self.assert_refused("may not set FEATURE_STATUS", "status", "63", "ALPHA", by="pnovak")
        self.assert_refused("leads to ALPHA, ON_HOLD, ABANDONED", "status", "63", "STABLE",
                            by="iduarte")
        self.track("status", "63", "ALPHA", by="iduarte")
        self.assertEqual(self.page()["trackerStatus"], "ALPHA")
        self.assertIn("**FEATURE_STATUS: ALPHA**", self.export())

    def test_links_fill_the_placeholders(self):
        self.new()
        for wrong in ("71", "a/b", "https://x.example/a/b/issues/3", "a/b#0"):
            self.assert_refused("is no pull request", "link-pr", "63", wrong, "--kind", "api",
                                by="pnovak")
        self.assert_refused("no kind of links is called `apis`", "link-pr", "63", "a/b#1", "--kind",
                            "apis", by="pnovak")
        self.track("link-pr", "63", "https://git.example/lane/lane/pull/58/files", "--kind",
                   "design", by="pnovak")
        self.track("link-pr", "63", "lane/lane#80", "--kind", "code", "--open", by="pnovak")
        self.track("link-pr", "63", "lane/lane#81", "--kind", "test", by="pnovak")
        text = self.export()
        self.assertIn("**lane/lane#58**", text)
        self.assertIn("**lane/lane#80, lane/lane#81**", text)
        self.assertIn("**PR-NUMBER**", text)
        page = self.page()
        self.assertEqual(page["comments"], 3)
        self.assertIn("lane/lane#80 is not merged", self.items()["code"]["lacking"])

    def test_a_pull_request_may_hold_several_things(self):
        self.new()
        self.track("link-pr", "63", "lane/lane#58", "--kind", "design", "--open", "--path",
                   "pkg/apis/x", by="pnovak")
        self.track("link-pr", "63", "lane/lane#58", "--kind", "api", by="pnovak")
        links = {link["kind"]: link for link in self.page()["links"]}
        self.assertEqual(set(links), {"design", "api"})
        for link in links.values():
            self.assertEqual((link["merged"], link["paths"]), (True, ["pkg/apis/x"]))
        self.assert_refused("applies: lane/lane#58 touches pkg/apis/x", "tick", "63",
                            "thorough-api-review", "--not-applicable", "none", by="pnovak")
        self.assertIn("so already", self.track("link-pr", "63", "lane/lane#58", "--kind", "api",
                                               by="pnovak").err)
        self.track("link-pr", "63", "lane/lane#58", "--kind", "design", "--remove", by="pnovak")
        self.assertEqual([link["kind"] for link in self.page()["links"]], ["api"])
        self.assertIn("so already", self.track("link-pr", "63", "lane/lane#58", "--kind", "design",
                                               "--remove", by="pnovak").err)

    def test_paths_of_pull_requests_tell_what_concerns_them(self):
        path = os.path.join(self.root, "proposals/job-arrays.md")
        text = self.read(path)
        self.write(path, text.replace("stage: alpha\n", "stage: alpha\napi-change: false\n"))
        self.new()
        self.assertEqual(self.items()["thorough-api-review"]["standing"], "not-applicable")
        self.track("link-pr", "63", "lane/lane#80", "--kind", "code", "--path",
                   "src/a.cc,api/types.cc", by="pnovak")
        self.assertEqual(self.items()["thorough-api-review"]["evidence"],
                         "lane/lane#80 touches api/types.cc")

    def test_dry_run_puts_nothing_down(self):
        self.new()
        answer = self.track("tick", "63", "minimal-testing", "--dry-run", by="pnovak")
        self.assertEqual(answer.out,
                         "would record: ticked list=tracker item=minimal-testing\n")
        self.assertEqual(self.items()["minimal-testing"]["standing"], "open")

    def round_trip(self, text):
        self.bring(text)
        self.assertEqual(self.export(), text)
        self.bring(text)
        self.assertEqual(self.export(), text)
        # From now on a copy says what it is a copy of.
        self.track("comment", "63", "hello", by="pnovak")
        copy = self.export()
        self.assertNotEqual(copy, text)
        self.assertEqual(bare(copy), text)
        self.bring(copy)
        self.assertEqual(bare(self.export()), text)

    def test_round_trip(self):
        self.round_trip(
            "# Description\r\n\r\nOne. Two.\r\n\r\n# Progress Tracker\r\n\r\n- [x] Mine\r\n"
            "    - [X] Below\r\n\t- odd\r\n* [ ] Other\r\n\r\n**FEATURE_STATUS: IN_DEVELOPMENT**")

    def test_round_trip_of_odd_bytes(self):
        self.round_trip(
            "\ufeff# Progress Tracker\n\n- [x] Odd things \t\n+ [] empty\n\n\n\n")

    def test_edits_become_events(self):
        self.new()
        text = self.export().replace("[ ] Minimal testing", "[x] Minimal testing")
        text = text.replace("A job array is one object", "An array is one object")
        text += "\n- [x] Something new\n"
        answer = self.bring(text)
        self.assertIn("ticked minimal-testing", answer.out)
        self.assertIn("ticked something-new", answer.out)
        self.assertEqual(self.items()["minimal-testing"]["ticked"]["by"], "@pnovak")
        self.assertTrue(self.page()["description"].startswith("An array is one object"))
        self.assertEqual(bare(self.export()), bare(text))

    def test_edits_that_one_may_not_make_are_not_lost(self):
        self.new()
        before = self.export()
        text = before.replace("[ ] Minimal docs", "[x] Minimal docs")
        text = text.replace("STATUS: IN_DEVELOPMENT", "STATUS: ALPHA")
        text = text.replace("[ ] Before Alpha", "[x] Before Alpha")
        answer = self.bring(text, status=1)
        for key in ("minimal-docs", "status", "before-alpha"):
            self.assertIn(f"  {key}: ", answer.out)
        self.assertIn("nothing was recorded", answer.err)
        self.assertEqual(self.export(), before)
        self.bring(text, "--take", "record")
        self.assertIn("[ ] Minimal docs", self.export())
        self.assertEqual(self.page()["trackerStatus"], "IN_DEVELOPMENT")

    def test_a_description_is_proposed_until_somebody_confirms_it(self):
        self.new()
        self.assertTrue(self.page()["descriptionProposed"])
        self.assert_refused("@tlind may not edit the issue", "describe", "63", by="tlind")
        self.track("describe", "63", by="pnovak")
        self.assertFalse(self.page()["descriptionProposed"])
        self.track("describe", "63", "Arrays", "of", "jobs.", by="pnovak")
        self.assertEqual(self.page()["description"], "Arrays of jobs.")
        self.assertIn("Arrays of jobs.", self.export())

    def test_fields_are_for_those_who_may(self):
        self.new()
        before = self.export()
        text = before.replace("A job array is one object", "An array is one object")
        answer = self.bring(text, by="tlind", status=1)
        self.assertIn("  description: @tlind may not edit the issue: it is for the author (@pnovak) "
                      "or a feature reviewer (@iduarte, @mokafor); you are none of them\n", answer.out)
        self.assertIn("nothing was recorded", answer.err)
        self.assertEqual(self.export(), before)
        self.bring(text, "--take", "record", by="tlind")
        self.assertEqual(self.export(), before)
        text = before.replace("A job array is one object", "One array is one object")
        self.bring(text, by="iduarte")
        self.assertEqual(bare(self.export()), bare(text))
        self.assert_refused("@tlind may not edit the issue", "link-pr", "63", "lane/lane#58",
                            "--kind", "design", by="tlind")
        self.track("comment", "63", "Everybody may say something.", by="tlind")
        page = self.page("--comments")
        self.assertEqual([one["by"] for one in page["commentTexts"]], ["@tlind"])
        rules = {rule["name"]: rule["text"] for rule in page["rules"] if rule["of"] == "issue"}
        self.assertEqual(rules, {"fields and links": "the author (@pnovak) or a feature reviewer "
                                 "(@iduarte, @mokafor) edits them"})

    def test_new_words_are_for_those_who_may(self):
        self.assert_refused("@tlind may not edit the issue", "new", "63", "--title", "Mine",
                            by="tlind")
        self.track("new", "63", by="tlind")
        self.assertTrue(self.page()["description"].startswith("A job array"))

    def test_items_are_known_by_all_their_words(self):
        start = "one two three four five six seven eight"
        text = f"# Progress Tracker\n\n- [ ] {start} nine\n- [ ] {start} ten\n"
        self.bring(text)
        self.track("tick", "63", f"{start} ten", by="pnovak")
        standings = [item["standing"] for item in self.items().values() if not item["missing"]]
        self.assertEqual(standings, ["open", "done"])
        ticked = bare(self.export())
        self.assertEqual(ticked, text.replace("[ ] " + start + " ten", "[x] " + start + " ten"))
        one, other = ticked.splitlines()[2:]
        self.bring("\n".join(["# Progress Tracker", "", other, one, ""]))
        standings = [item["standing"] for item in self.items().values() if not item["missing"]]
        self.assertEqual(standings, ["done", "open"])
        self.assertIn("[x] " + start + " ten", self.export())

    def test_older_texts_take_nothing_back(self):
        self.new()
        old = self.export()
        self.track("tick", "63", "minimal-testing", by="pnovak")
        answer = self.bring(old.replace("[ ] Update release", "[x] Update release"))
        self.assertIn("kept as the record has it", answer.out)
        items = self.items()
        self.assertEqual(items["minimal-testing"]["standing"], "done")
        self.assertEqual(items["release-notes"]["standing"], "done")

    def test_conflicts_are_shown_and_settled(self):
        self.new()
        old = self.export()
        self.track("tick", "63", "minimal-testing", "--not-applicable", "tested before",
                   by="pnovak")
        text = old.replace("[ ] Minimal testing", "[x] Minimal testing")
        answer = self.bring(text, status=1)
        self.assertIn("minimal-testing: ticked in the text, not applicable in the record",
                      answer.out)
        self.assertEqual(self.items()["minimal-testing"]["standing"], "not-applicable")
        self.bring(text, "--take", "text")
        self.assertEqual(self.items()["minimal-testing"]["standing"], "done")

    def test_an_older_copy_takes_nothing_of_others_back(self):
        self.new()
        mine = theirs = self.export()
        mine = mine.replace("A job array is one object", "An array is one object")
        mine = mine.replace("[ ] Minimal testing", "[x] Minimal testing")
        mine = mine.replace("More advice:", "Ask Ann first.\n\nMore advice:")
        self.bring(mine)
        theirs = theirs.replace("[ ] Update release notes", "[x] Update release notes")
        theirs = theirs.replace("Split the work", "Please split the work")
        self.bring(theirs)
        text = self.export()
        for words in ("An array is one object", "[x] Minimal testing", "Ask Ann first.",
                      "[x] Update release notes", "Please split the work"):
            self.assertIn(words, text)
        # Their copy goes on to be edited where it is.
        theirs = theirs.replace("[x] Update release notes", "[ ] Update release notes")
        answer = self.bring(theirs, status=1)  # or is it a third copy?
        self.assertIn("both have changed\n  release-notes: unticked in the text, ticked", answer.out)
        self.bring(theirs, "--take", "text")
        text = self.export()
        self.assertIn("[ ] Update release notes", text)
        self.assertIn("[x] Minimal testing", text)
        self.assertIn("Ask Ann first.", text)

    def test_what_two_copies_change_is_a_conflict(self):
        self.new()
        copy = self.export()
        self.bring(copy.replace("A job array", "One array").replace("Split the", "Cut the"))
        other = copy.replace("A job array", "The array").replace("Split the", "Share the")
        other = other.replace("[ ] Minimal testing", "[x] Minimal testing")
        before = self.export()
        for _ in range(2):
            answer = self.bring(other, status=1)
            self.assertRegex(answer.out, "description: The array .* in the text, One array")
            self.assertRegex(answer.out, "the text: - Share the work .* in the text, - Cut the work")
            self.assertEqual(self.export(), before)
        self.bring(other, "--take", "record")
        text = self.export()
        self.assertIn("One array", text)
        self.assertIn("Cut the work", text)
        self.assertIn("[x] Minimal testing", text)
        answer = self.bring(other)
        self.assertIn("kept as the record has it", answer.out)
        self.bring(other, "--take", "text")
        self.assertIn("The array", self.export())
        self.assertIn("Share the work", self.export())
        self.assertIn("[x] Minimal testing", self.export())

    def test_of_copies_that_come_at_once_one_is_taken(self):
        copy = self.new().out
        people = []
        for i in range(6):
            self.write(f"work/feature/{i}.md", copy.replace("A job array", f"Array {i}"))
            people.append(subprocess.Popen(
                [_milepost.PROGRAM, "track", "import", f"{i}.md", "--number", "63", "--as",
                 "pnovak", "--now", NOW], cwd=self.root, env=self.environment(),
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        statuses = [person.wait(timeout=500) for person in people]
        self.assertEqual(sorted(statuses), [0, 1, 1, 1, 1, 1])
        self.assertIn(f"Array {statuses.index(0)} is", self.export())

    def test_a_conflict_is_settled_by_the_text(self):
        self.new()
        copy = self.export()
        self.track("tick", "63", "minimal-testing", by="pnovak")
        self.bring(copy.replace("A job array", "One array").replace("Split the", "Cut the"))
        other = copy.replace("A job array", "The array").replace("Split the", "Share the")
        self.bring(other, status=1)
        self.bring(other, "--take", "text")
        text = self.export()
        self.assertIn("The array", text)
        self.assertIn("Share the work", text)
        self.assertIn("[x] Minimal testing", text)  # nobody took it back

    def test_a_copy_without_a_stamp_is_known_by_its_words(self):
        text = bare(self.new().out)
        self.bring(text.replace("[ ] Minimal testing", "[x] Minimal testing"))
        self.bring(text.replace("[ ] Update release notes", "[x] Update release notes"))
        self.assertIn("[x] Minimal testing", self.export())
        self.assertIn("[x] Update release notes", self.export())
        # A web form that ends lines in its own way changes nothing.
        self.bring(self.export().replace("\n", "\r\n").replace("Split the", "Cut the").encode())
        self.assertIn("[x] Minimal testing", self.export())
        self.assertIn("Cut the work", self.export())

    def test_what_is_no_issue_is_refused(self):
        self.new()
        before = self.export()
        for text, why in (("", "says nothing"), (" \n\n", "says nothing"),
                          (b"# Description\n\nCaf\xe9.\n", "issue.md:3:4: is no UTF-8"),
                          ("One line of prose.\n", "none of the headings"),
                          ("# Shopping\n\n- [ ] bread\n", "none of the headings")):
            with self.subTest(text):
                self.assertIn(why, self.bring(text, status=2).err)
                self.assertEqual(self.export(), before)

    def test_items_of_the_template_stay_asked_for(self):
        self.new()
        text = self.export()
        begin = text.index("  - [ ] Design Approval")
        emptied = text[:begin] + "  - [x] done all\n" + text[text.index("- [ ] Before Beta"):]
        answer = self.bring(emptied)
        self.assertIn("the text has it no longer: minimal-testing", answer.out)
        self.assertIn("the text has it no longer: design-proposal", answer.out)
        told = self.before_alpha()
        self.assertEqual(told["holds"], "no")
        self.assertIn("disabled-by-default", told["message"])
        said = self.track("check", "63", status=1).out
        self.assertIn("MP711", said)
        self.assertIn('"Minimal testing" is missing, so it counts as open; add "- [ ] Minimal '
                      'testing" below "Write code, tests and docs, and get them merged"', said)
        self.assertTrue(self.items()["minimal-testing"]["missing"])
        self.assertIn("it is missing from the issue", self.track("show", "63").out)
        self.assert_refused("is missing from the issue: milepost track check 63", "tick", "63",
                            "minimal-testing", by="pnovak")
        self.assertNotIn("Minimal testing", self.export())
        self.bring(self.export().replace("  - [x] done all\n", text[begin:text.index(
            "- [ ] Before Beta")]))
        self.assertNotIn("MP711", self.track("check", "63").out)

    def test_renamed_and_moved_items_open_no_gate(self):
        self.new()
        text = self.export().replace("[ ] **Code is disabled by default.**", "[x] **It is off.**")
        line = "  - [ ] Testing is sufficient for beta\n"
        text = text.replace(line, "").replace("- [ ] Before Stable\n",
                                              "- [ ] Before Stable\n" + line.replace("[ ]", "[x]"))
        self.bring(text, status=1)  # it does not count where it stands
        self.bring(text.replace("[x] Testing", "[ ] Testing"))
        self.assertIn("disabled-by-default", self.before_alpha()["message"])
        item = self.items()["beta-testing"]
        self.assertTrue(item["moved"])
        self.assertEqual(item["lacking"], ['it belongs below "Before Beta"'])
        self.assertIn('was moved, so it does not count; move it back below "Before Beta"',
                      self.track("check", "63", status=1).out)

    def test_placeholders_and_pull_requests_go_together(self):
        self.new()
        text = self.export().replace("**PROPOSAL-NUMBER**", "**lane/lane#58**")
        text = text.replace("**PR-NUMBER**", "[#59](https://git.example/lane/lane/pull/59)")
        answer = self.bring(text)
        self.assertIn("lane/lane#58 is linked (design), open as far as is known", answer.out)
        links = {(link["kind"], link["reference"], link["merged"]) for link in self.page()["links"]}
        self.assertEqual(links, {("design", "lane/lane#58", False), ("api", "lane/lane#59", False)})
        self.assertIn("lane/lane#58 is not merged", self.items()["design-proposal"]["lacking"])
        self.track("link-pr", "63", "lane/lane#77", "--kind", "design", by="pnovak")
        self.track("link-pr", "63", "lane/lane#80", "--kind", "code", by="pnovak")
        text = self.export()
        self.assertIn("**lane/lane#58, lane/lane#77**", text)
        self.assertIn("[#59](https://git.example/lane/lane/pull/59)", text)
        self.assertIn("**lane/lane#80**", text)
        self.bring(text)
        self.track("link-pr", "63", "lane/lane#81", "--kind", "test", by="pnovak")
        self.assertIn("**lane/lane#80, lane/lane#81**", self.export())
        self.track("link-pr", "63", "lane/lane#77", "--kind", "design", "--remove", by="pnovak")
        self.assertIn("**lane/lane#58**", self.export())
        answer = self.bring(self.export().replace("lane/lane#58", "PROPOSAL-NUMBER"))
        self.assertIn("lane/lane#58 is no longer linked (design)", answer.out)
        self.assertIn("**PROPOSAL-NUMBER**", self.export())

    def test_a_text_that_says_nothing_new_records_nothing(self):
        self.new()
        before = self.milepost("log", self.number, cwd=self.root).out
        again = self.bring(self.export())
        self.assertIn("nothing differs from the record; nothing was recorded\n", again.err)
        self.assertNotIn("recorded in", again.err)
        self.assertEqual(self.milepost("log", self.number, cwd=self.root).out, before)

    def test_hostile_texts_are_refused_or_kept(self):
        self.bring("# Progress Tracker\n\n" + "- [ ] x\n" * 5000, status=2)
        self.bring(b"\x00\x01\x02\xff" * 100, status=2)
        self.put("# Progress Tracker\n\n" + "".join(
            "  " * depth + "- [x] \x1b[2J deep\n" for depth in range(150)))
        answer = self.track("import", "issue.md", "--number", "63", by="pnovak", status=None)
        self.assertIn(answer.status, (0, 1))
        self.assertNotIn("\x1b[2J", answer.out)
        self.assert_refused("does not exist", "import", "none.md", "--number", "63", by="pnovak")
        self.assert_refused("Say it with --number", "import", "issue.md", by="pnovak")


class Crowd(InPostgresql, Track):
    """A hundred people tick at once, some of them the same item."""

    store = []

    def track(self, verb, *words, **options):
        return super().track(verb, *words, *self.store, **options)

    def crowd(self):
        self.bring("# Progress Tracker\n\n" + "".join(f"- [ ] step n{i}\n" for i in range(100)))
        words = [_milepost.PROGRAM, "track", "tick", "63", "--as", "pnovak", "--now", NOW]
        people = [
            subprocess.Popen([*words, *self.store, f"step-n{i}"], cwd=self.root,
                             env=self.environment(), stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE) for i in [*range(100), *range(0, 100, 10)]
        ]
        for person in people:
            said = person.communicate(timeout=500)[1]
            self.assertEqual(person.returncode, 0, said)
        own = [item for item in self.items().values() if not item["missing"]]
        self.assertEqual((len(own), {item["standing"] for item in own}), (100, {"done"}))
        self.assertEqual(self.export().count("[x]"), 100)
        record = self.milepost("store", "export", *self.store, cwd=self.root).out.splitlines()
        ticked = [event["fields"]["item"] for event in map(json.loads, record)
                  if event.get("kind") == "ticked"]
        self.assertEqual(sorted(ticked), sorted(f"step-n{i}" for i in range(100)))
        self.milepost("fsck", *self.store, cwd=self.root)

    def test_in_a_file(self):
        self.crowd()

    def test_in_postgresql(self):
        self.use_server()
        self.crowd()


class SignOff(Track):

    process = "kep"
    number = "131"

    def test_new_issue_says_what_the_metadata_says(self):
        text = self.new("--discussion", "https://lists.example/12").out
        for line in ("release note): Jobs on the same berth that read the same input file download "
                     "it once.\n",
                     "- Kubernetes Enhancement Proposal: keps/sig-storage/131-shared-input-cache\n",
                     "- Discussion Link: https://lists.example/12\n",
                     "- Primary contact (assignee): @pnovak\n",
                     "- Responsible SIGs: sig-storage, sig-runtime\n",
                     "  - Beta release target (x.y): 1.14\n"):
            self.assertIn(line, text)
        self.assertEqual(self.track("check", "131").status, 0)

    def test_what_only_people_know_is_ticked(self):
        self.new()
        self.assertEqual(self.items()["history"]["standing"], "done", "as its document has it")
        self.assertEqual(self.items()["supporting-docs"]["standing"], "open")
        path = os.path.join(self.root, "keps/sig-storage/131-shared-input-cache/README.md")
        text = self.read(path)
        self.write(path, text.replace('- [x] "Implementation History', '- [ ] "Implementation History'))
        self.assertNotEqual(self.read(path), text)
        self.assertEqual(self.items()["history"]["standing"], "open")
        for item in ("history", "supporting-docs"):
            self.track("tick", "131", item, by="pnovak")
            self.assertEqual(self.items()[item]["standing"], "done")

    def test_a_new_milestone_starts_the_list_anew(self):
        self.new()
        self.track("tick", "131", "supporting-docs", by="pnovak")
        self.assertEqual(self.items()["supporting-docs"]["standing"], "done")
        later = self.items("--release", "v1.16")
        self.assertEqual(later["supporting-docs"]["standing"], "open")
        self.assertEqual(later["supporting-docs"]["release"], "v1.16")
        self.assertEqual(self.items("--release", "v1.14")["supporting-docs"]["standing"], "done")
        self.assertIn("[x] Supporting", self.export())
        self.assertIn("[ ] Supporting", self.export("--release", "v1.16"))

    def test_what_a_program_knows_is_computed(self):
        self.new()
        items = self.items()
        for key in ("design", "test-plan", "graduation", "implementable", "prr-approved"):
            self.assertTrue(items[key]["computed"], key)
            self.assertEqual(items[key]["standing"], "done", key)
            self.assertNotEqual(items[key]["evidence"], "", key)
        self.assert_refused("is computed, not ticked", "tick", "131", "prr-approved", by="pnovak")
        computed = self.export("--computed")
        self.assertIn("[x] (R) Production readiness review is approved", computed)
        os.remove(os.path.join(self.root, "keps/prod-readiness/sig-storage/131.yaml"))
        self.assertEqual(self.items()["prr-approved"]["standing"], "open")
        answer = self.bring(computed, status=1)
        self.assertIn("prr-approved: it is computed, and not so: no production-readiness review",
                      answer.out)
        self.assertIn("MP709", self.track("check", "issue.md", "--number", "131", status=1).out)

    def approved(self):
        item = self.items()["prr-approved"]
        return item["standing"], item["evidence"]

    def test_an_approval_in_the_record_counts(self):
        self.new()
        review = os.path.join(self.root, "keps/prod-readiness/sig-storage/131.yaml")
        self.milepost("approve", "131", "--role", "prr", "--to", "beta", "--as", "bsantos",
                      "--now", NOW, cwd=self.root)
        os.remove(review)
        given = "production-readiness review for beta by @bsantos (claimed) on 2026-01-30, not " \
            "entered in its file"
        self.assertEqual(self.approved(), ("done", given))
        gate = self.milepost("why", "131", "--to", "beta", "--format", "json", "--now", NOW,
                             cwd=self.root, status=None).json()
        self.assertIn(given, [one["message"] for one in gate["conditions"]])
        self.assertIn("[x] (R) Production readiness review is approved",
                      self.export("--computed"))
        path = os.path.join(self.root, "keps/sig-storage/131-shared-input-cache/README.md")
        self.write(path, self.read(path).replace("\n### Scalability\n",
                                                 "\n### Scalability\n\nOne more word.\n"))
        self.assertEqual(self.approved()[0], "open", "the approval is void")

    def test_a_void_approval_does_not_count(self):
        self.new()
        self.assertEqual(self.approved()[0], "done")
        self.milepost("approve", "131", "--role", "prr", "--to", "beta", "--as", "bsantos",
                      "--now", NOW, cwd=self.root)
        path = os.path.join(self.root, "keps/sig-storage/131-shared-input-cache/README.md")
        before = self.read(path)
        self.write(path, before.replace("\n### Scalability\n",
                                        "\n### Scalability\n\nOne more word.\n"))
        self.assertEqual(self.approved(), (
            "open", "@bsantos (claimed) approved beta on 2026-01-30, but the text has changed since"))
        self.assert_refused("the text has changed since", "tick", "131", "prr-approved",
                            by="pnovak")
        self.write(path, before)
        self.assertEqual(self.approved()[0], "done")

    def test_time_must_pass(self):
        text = self.new().out.replace(
            "- [ ] (R) Graduation",
            "- [ ] (R) GA e2e tests have run for at least two weeks\n- [ ] (R) Graduation")
        self.bring(text)
        self.assertFalse(self.items()["flakes"]["due"])
        self.track("tick", "131", "flakes", by="pnovak")
        self.assertEqual(self.items()["flakes"]["evidence"],
                         "14 days since 2026-01-30 pass on 2026-02-13")
        page = self.milepost("track", "show", "131", "--format", "json", "--now", "2026-02-13",
                             cwd=self.root).json()
        done = {item["key"]: item["standing"] for item in page["items"]}
        self.assertEqual(done["flakes"], "done")
        self.track("untick", "131", "flakes", "--comment", "a flake", by="pnovak")
        self.assertIn("not begun", self.items()["flakes"]["evidence"])

    def test_the_list_in_the_document_is_the_same(self):
        path = os.path.join(self.root, "keps/sig-storage/131-shared-input-cache/README.md")
        before = self.read(path).replace("- [ ] User-facing", "- [x] User-facing")
        self.write(path, before)
        self.new()
        drifts = {one["key"]: one for one in self.page()["drifts"]}
        self.assertEqual(set(drifts), {"history", "user-docs"})
        self.assertTrue(drifts["history"]["inDocument"])
        self.assertFalse(drifts["history"]["inIssue"])
        self.assertIn("MP710", self.track("check", "131").out)
        answer = self.track("settle", "131", "--take", "document", by="pnovak", status=1)
        self.assertIn("not taken: user-docs: ", answer.out)
        self.assertEqual({one["key"] for one in self.page()["drifts"]}, {"user-docs"})
        shown = self.track("settle", "131", "--take", "issue", "--dry-run").out
        self.assertIn("-- [x] User-facing", shown)
        self.assertEqual(self.read(path), before)
        self.track("settle", "131", "--take", "issue")
        self.assertEqual(self.page()["drifts"], [])
        self.assertEqual(self.read(path),
                         before.replace("- [x] User-facing", "- [ ] User-facing"))

    def stands(self):
        return {one["key"]: one["stands"] for one in self.page()["drifts"]
                if one["stands"] != "both"}

    def test_an_item_that_one_copy_lost(self):
        path = os.path.join(self.root, "keps/sig-storage/131-shared-input-cache/README.md")
        self.new()
        self.track("settle", "131", "--take", "issue")
        before = self.read(path)
        line = next(one for one in before.splitlines() if "readiness review is completed" in one)
        self.assertEqual(self.stands(), {})
        self.write(path, before.replace(line + "\n", ""))
        self.assertEqual(self.stands(), {"prr-completed": "issue"})
        self.assertIn("stands here, and not in keps/", self.track("check", "131").out)
        self.assertIn("prr-completed: stands here, not in", self.track("show", "131").out)
        answer = self.track("settle", "131", "--take", "document", by="pnovak", status=1)
        self.assertIn("not taken: prr-completed: it stands in the issue alone", answer.out)
        self.track("settle", "131", "--take", "issue")
        self.assertEqual(self.read(path), before)
        text = self.export()
        self.bring(text.replace("- [ ] (R) Production readiness review is completed\n", ""))
        self.assertEqual(self.stands(), {"prr-completed": "document"})
        self.assertIn('"(R) Production readiness review is completed" stands in keps/',
                      self.track("check", "131", status=1).out)
        answer = self.track("settle", "131", "--take", "issue", status=1)
        self.assertIn("not taken: prr-completed: it stands in keps/", answer.out)
        answer = self.track("settle", "131", "--take", "document", by="tlind", status=1)
        self.assertIn("not taken: prr-completed: @tlind may not edit the issue", answer.out)
        self.track("settle", "131", "--take", "document", by="pnovak")
        self.assertEqual(bare(self.export()), bare(text))
        self.assertEqual(self.page()["drifts"], [])

    def test_an_item_that_somebody_added(self):
        path = os.path.join(self.root, "keps/sig-storage/131-shared-input-cache/README.md")
        self.new()
        self.track("settle", "131", "--take", "issue")
        before = self.read(path)
        history = next(one for one in before.splitlines() if '"Implementation History"' in one)
        self.write(path, before.replace(history, "- [x] The operators were\n  asked\n" + history))
        self.assertEqual(self.stands(), {"the-operators-were-asked": "document"})
        self.assertIn("items and 1 mark taken from the document",
                      self.track("settle", "131", "--take", "document", by="pnovak").err)
        self.assertEqual(self.page()["drifts"], [])
        self.assertIn("approved\n- [x] The operators were\n  asked\n- [ ] \"Impl", self.export())
        self.write(path, before)
        self.assertEqual(self.stands(), {"the-operators-were-asked": "issue"})
        self.track("settle", "131", "--take", "issue")
        self.assertEqual(self.page()["drifts"], [])
        self.assertIn("- [x] The operators were\n  asked\n", self.read(path))
        self.assertEqual(self.page("--release", "v1.16")["drifts"], [],
                         "the document's list is that of its own release")

    def test_links_are_pull_requests_until_they_are_merged(self):
        self.new()
        text = self.export().replace(
            "Proposal: keps/sig-storage/131-shared-input-cache", "Proposal: lane/lane#58")
        self.bring(text)
        self.assertIn("MP704", self.track("check", "131").out)  # the branch has its files
        self.track("link-pr", "131", "lane/lane#58", "--kind", "design", "--open", by="pnovak")
        self.assertNotIn("MP704", self.track("check", "131").out)
        self.track("link-pr", "131", "lane/lane#58", "--kind", "design", by="pnovak")
        self.assertIn("MP704", self.track("check", "131").out)

    def test_a_proposal_that_is_not_committed_is_not_merged(self):
        self.git("rm", "-q", "-r", "--cached", "keps/sig-storage/131-shared-input-cache",
                 cwd=self.root)
        self.git("commit", "-q", "-m", "not yet", cwd=self.root)
        self.new()
        self.bring(self.export().replace("Proposal: keps/sig-storage/131-shared-input-cache",
                                         "Proposal: lane/lane#58"))
        self.assertNotIn("MP704", self.track("check", "131").out)

    def test_a_release_that_is_none(self):
        self.new()
        self.assert_refused("releases.yaml has no release v77.1", "show", "131", "--release", "v77.1")

    def test_the_document_has_items_that_the_issue_has_not(self):
        self.new()
        self.assertIn("its time begins", self.track("tick", "131", "flakes", by="pnovak").err)
        self.assertIn("In the document alone", self.track("show", "131").out)
        self.assert_refused('the issue has no item "flaked"', "tick", "131", "flaked", by="pnovak")

    def test_a_proposal_under_review_is_linked_by_its_pull_request(self):
        self.track("link-pr", "131", "lane/lane#58", "--kind", "design", "--open", by="pnovak")
        self.assertIn("Proposal: lane/lane#58\n", self.new().out)
        self.assertNotIn("MP704", self.track("check", "131").out)
        self.track("link-pr", "131", "lane/lane#58", "--kind", "design", by="pnovak")
        self.assertIn("MP704", self.track("check", "131").out)

    def test_ticks_given_again_are_not_taken_for_old_ones(self):
        self.new()
        self.track("tick", "131", "supporting-docs", by="pnovak")
        old = self.export()
        self.bring(old)
        self.assertIn("supporting-docs: ticked in the text, unticked in the record",
                      self.bring(old, "--release", "v1.16", "--dry-run").out)
        text = self.export("--release", "v1.16").replace("[ ] Supporting", "[x] Supporting")
        text = text.replace('[ ] "Implementation', '[x] "Implementation')
        # Of a text that does not say where it comes from one cannot tell.
        answer = self.bring(bare(text), "--release", "v1.16", status=1)
        self.assertIn("supporting-docs: ticked in the text, unticked in the record", answer.out)
        self.bring(text, "--release", "v1.16")
        self.assertEqual(self.items("--release", "v1.16")["supporting-docs"]["standing"], "done")

    def test_fields_that_only_the_text_has(self):
        self.new()
        before = self.export()
        text = before.replace("Responsible SIGs: sig-storage", "Responsible SIGs: sig-process")
        answer = self.bring(text, by="ekoskinen", status=1)
        self.assertIn("  Responsible SIGs: @ekoskinen may not edit the issue", answer.out)
        self.assertEqual(self.export(), before)
        self.bring(text, "--take", "record", by="ekoskinen")
        self.assertEqual(self.export(), before)
        self.assert_refused("may not edit the issue", "settle", "131", "--take", "metadata",
                            by="ekoskinen")
        self.bring(text)
        self.assertEqual(bare(self.export()), bare(text))

    def test_a_sentence_is_never_cut_in_the_middle(self):
        path = os.path.join(self.root, "keps/sig-storage/131-shared-input-cache/README.md")
        self.write(path, self.read(path).replace("download it once. The", "download it once, and "
                                                 "the"))
        line = self.new().out.split("release note): ")[1].splitlines()[0]
        self.assertRegex(line, r"^[A-Z].*[^…]\.$")


@unittest.skipUnless(os.path.isdir(SEEDS), "the seeds are not there")
class Seeds(_home.Home):

    def seed(self, process, number, person, name):
        root = self.repository(process)
        with open(os.path.join(SEEDS, name), "rb") as file:
            text = file.read()
        with open(os.path.join(root, "issue.md"), "wb") as file:
            file.write(text)
        self.milepost("track", "import", "issue.md", "--number", number, "--as", person, cwd=root)
        out = self.milepost("track", "export", number, cwd=root).out_bytes
        self.assertEqual(out, text)
        page = self.milepost("track", "show", number, "--format", "json", cwd=root).json()
        keys = [item["key"] for item in page["items"]]
        self.assertEqual([rule["name"] for rule in page["rules"] if rule["of"] == "item"], keys)
        shown = self.milepost("track", "show", number, "--rules", cwd=root).out
        items, rules = shown.split("\nWhat the process says\n")
        for key in keys:
            self.assertRegex(items, f"(?m) {key}$")
            self.assertIn(f"\n  {key}\n", "\n" + rules)
        return root, page

    def test_feature_issue(self):
        root, page = self.seed("feature", "63", "pnovak", "feature-issue.md")
        items = {item["key"]: item for item in page["items"]}
        self.assertEqual(list(items), [
            "before-alpha", "design-approval", "design-proposal", "initial-api-review", "code",
            "disabled-by-default", "minimal-testing", "minimal-docs", "release-notes",
            "before-beta", "beta-testing", "tutorials", "thorough-api-review", "before-stable",
            "final-place", "soak", "detailed-docs", "user-docs"])
        self.assertEqual([item["depth"] for item in items.values()],
                         [0, 1, 2, 2, 1, 2, 2, 2, 2, 0, 1, 1, 1, 0, 1, 1, 1, 0])
        self.assertEqual(len(items["tutorials"]["notes"]), 3)
        self.assertEqual(len(items["minimal-docs"]["notes"]), 3)
        self.assertEqual(page["placeholders"],
                         ["PROPOSAL-NUMBER", "PR-NUMBER", "ALL-PR-NUMBERS"])
        self.assertEqual(page["trackerStatus"], "IN_DEVELOPMENT")
        rules = {rule["name"]: rule["text"] for rule in page["rules"]}
        self.assertEqual(
            rules["initial-api-review"],
            "from alpha; only if api-change says so, or a pull request is linked as api, or one "
            "touches pkg/apis/** or api/**; the author (@pnovak) ticks it; after the approval of "
            "an API reviewer (@rcole); when it is due, tell an API reviewer (@rcole), on the "
            "design pull request")
        self.assertEqual(
            rules["code-complete"], "claimed by the author (@pnovak), confirmed by a feature "
            "reviewer (@iduarte, @mokafor) after code")
        said = self.milepost("track", "check", "63", "--format", "json", cwd=root).json()
        codes = {finding["rule"] for finding in said["findings"]}
        self.assertEqual(codes, {"MP701", "MP703", "MP707"})

    def test_enhancement_issue(self):
        root, page = self.seed("kep", "131", "pnovak", "enhancement-issue.md")
        items = {item["key"]: item for item in page["items"]}
        self.assertEqual(list(items), [
            "milestone", "implementable", "design", "test-plan", "graduation", "prr-completed",
            "prr-approved", "history", "user-docs", "supporting-docs", "e2e-beta",
            "e2e-conformance", "flakes", "conformance"], "those of the document last")
        self.assertEqual([key for key, item in items.items() if not item["required"]],
                         ["history", "user-docs", "supporting-docs"])
        self.assertEqual({item["release"] for item in items.values()}, {"v1.14"})
        said = self.milepost("track", "check", "131", "--format", "json", cwd=root, status=1).json()
        codes = [finding["rule"] for finding in said["findings"]]
        self.assertEqual(codes.count("MP701"), 5)
        self.assertEqual(codes.count("MP706"), 3, "the metadata has all three targets")


if __name__ == "__main__":
    unittest.main()
