"""What promote and approve write, to the byte."""

import os
import re
import unittest

from _moves import Moves

FOLDER = "keps/sig-runtime/158-structured-exit-reasons/"
METADATA = FOLDER + "kep.yaml"
README = FOLDER + "README.md"
REVIEW = "keps/prod-readiness/sig-runtime/158.yaml"
HISTORY = """\
## Implementation History

- 2025-05-20: first draft, merged as provisional
- 2025-06-17: implementable, alpha targeted for v1.14
"""
ENTRY = "2026-02-01: moved from alpha to beta for v1.16, overriding "


def lines_changed(before, after):
    """Lines that went, and lines that came."""
    old, new = before.splitlines(), after.splitlines()
    return [one for one in old if one not in new], [one for one in new if one not in old]


class Kep(Moves):

    def to_beta(self, *words):
        """The gate is closed for more reasons than matter here."""
        return self.allowed("158", "--to", "beta", "--release", "v1.16", "--override", "--reason",
                            "a test", *words)


class Metadata(Kep):

    def change(self, before):
        """What the metadata becomes, in Unix lines."""
        self.write(METADATA, before)
        return self.to_beta()[METADATA]

    HEAD = ("# Ours\ntitle: 'Structured Exit Reasons'  # short\nkep-number: 158\nauthors: ['@iduarte']\n"
            "owning-sig: sig-runtime\nstatus: \"implementable\"\ncreation-date: 2025-05-20\n")

    def test_comments_quotes_and_order_stay(self):
        before = (self.HEAD + "stage: 'alpha' # for now\n\nlatest-milestone: \"v1.14\"\n"
                  "milestone:\n    alpha: \"v1.14\" # shipped\n    # next\n    beta: \"\"\n"
                  "last-updated: '2025-06-17'\n")
        self.assertEqual(
            self.change(before),
            before.replace("'alpha' #", "'beta' #").replace('latest-milestone: "v1.14"',
                                                            'latest-milestone: "v1.16"').replace(
                                                                'beta: ""', 'beta: "v1.16"').replace(
                                                                    "2025-06-17", "2026-02-01"))

    def test_carriage_returns_stay(self):
        before = self.HEAD + "stage: alpha\nmilestone:\n  alpha: v1.14\n"
        after = self.change(before.replace("\n", "\r\n"))
        self.assertEqual(after.count("\n"), after.count("\r\n"))
        self.assertEqual(
            after.replace("\r\n", "\n"),
            self.HEAD + "last-updated: 2026-02-01\nstage: beta\nlatest-milestone: v1.16\n"
            "milestone:\n  alpha: v1.14\n  beta: v1.16\n")

    def test_milestones(self):
        head = self.HEAD + "last-updated: 2026-02-01\nlatest-milestone: v1.16\nstage: alpha\n"
        for name, before, after in (
            ("block", "milestone:\n  alpha: v1.14\n", "milestone:\n  alpha: v1.14\n  beta: v1.16\n"),
            ("in quotes", "milestone:\n  alpha: 'v1.14'\n",
             "milestone:\n  alpha: 'v1.14'\n  beta: \"v1.16\"\n"),
            ("braces", "milestone: {alpha: v1.14} # all\n",
             "milestone: {alpha: v1.14, beta: v1.16} # all\n"),
            ("braces on several lines", "milestone: {\n  alpha: v1.14,\n}\n",
             "milestone: {\n  alpha: v1.14, beta: v1.16,\n}\n"),
            ("there already", "milestone: {alpha: v1.14, beta: v1.15}\n",
             "milestone: {alpha: v1.14, beta: v1.16}\n"),
            ("null", "milestone: null # soon\n", "milestone: # soon\n  beta: v1.16\n"),
            ("empty", "milestone:\n", "milestone:\n  beta: v1.16\n"),
            ("nothing in braces", "milestone: {}\n", "milestone:\n  beta: v1.16\n"),
        ):
            with self.subTest(name):
                self.assertEqual(self.change(head + before),
                                 head.replace("stage: alpha", "stage: beta") + after)

    def test_no_milestones(self):
        head = self.HEAD + "last-updated: 2026-02-01\nlatest-milestone: v1.14\nstage: alpha\n"
        self.assertEqual(
            self.change(head),
            head.replace("v1.14\n", "v1.16\nmilestone:\n  beta: v1.16\n").replace(
                "stage: alpha", "stage: beta"))

    def test_all_in_braces(self):
        self.assertEqual(
            self.change("{title: T, kep-number: 158, status: implementable, stage: alpha}\n"),
            "{title: T, kep-number: 158, status: implementable, stage: beta, "
            "latest-milestone: v1.16, milestone: {beta: v1.16}, last-updated: 2026-02-01}\n")

    def test_what_cannot_be_changed(self):
        for name, before, message in (
            ("a list", "stage: [alpha]\n", "`stage` is not a single value"),
            ("a block", "stage: >\n  alpha\n", "`stage` is written in a way that cannot be changed "
             "safely"),
            ("no map", "stage: alpha\nmilestone: v1.14\n", "`milestone` is not written as a map"),
            ("broken", "stage: alpha\nx: [\n", "its metadata cannot be read to its end"),
        ):
            with self.subTest(name):
                self.write(METADATA, self.HEAD + before)
                files = self.files()
                answer = self.promote("158", "--to", "beta", "--release", "v1.16", "--override",
                                      "--reason", "x")
                self.assertEqual((answer.status, answer.out), (2, ""), answer.err)
                self.assertIn(message, answer.err)
                self.assertEqual(self.files(), files)

    def test_step_back_keeps_the_latest_release(self):
        self.edit(METADATA, ("stage: alpha", "stage: beta"), ('latest-milestone: "v1.14"',
                                                              'latest-milestone: "v1.16"'))
        changed = self.allowed("158", "--to", "alpha", "--override", "--reason", "it leaked")
        self.assertIn('latest-milestone: "v1.16"\n', changed[METADATA])
        self.assertIn('alpha: "v1.14"\n', changed[METADATA])


class History(Kep):

    def becomes(self, section):
        """The text of the document after the move, given its section."""
        self.edit(README, (HISTORY, section))
        return self.to_beta()[README]

    def entry(self, text):
        return re.search(r"2026-02-01: moved from alpha to beta for v1\.16.*: a test", text).group()

    def check_section(self, before, after):
        text = self.becomes(before)
        self.assertIn(after.replace("ENTRY", self.entry(text)), text)

    def test_hyphens(self):
        self.check_section(HISTORY, HISTORY + "- ENTRY\n\n## Alternatives")

    def test_stars(self):
        stars = HISTORY.replace("- ", "* ")
        self.check_section(stars, stars + "* ENTRY\n\n## Alternatives")

    def test_nested_list(self):
        nested = HISTORY + "  * tests\n"
        self.check_section(nested, nested + "- ENTRY\n\n## Alternatives")

    def test_list_that_wraps(self):
        wrapped = HISTORY + "  and more\n"
        self.check_section(wrapped, wrapped + "- ENTRY\n\n## Alternatives")

    def test_prose(self):
        prose = "## Implementation History\n\nNothing yet.\n"
        self.check_section(prose, prose + "\n- ENTRY\n\n## Alternatives")

    def test_numbers(self):
        numbers = "## Implementation History\n\n1. first\n"
        self.check_section(numbers, numbers + "\n- ENTRY\n\n## Alternatives")

    def test_only_a_comment(self):
        comment = "## Implementation History\n\n<!--\nMajor milestones.\n-->\n"
        self.check_section(comment, comment + "\n- ENTRY\n\n## Alternatives")

    def test_empty(self):
        self.check_section("## Implementation History\n",
                           "## Implementation History\n\n- ENTRY\n\n## Alternatives")

    def test_last_and_without_a_line_end(self):
        text = self.read(README)
        self.write(README, text[:text.index("## Implementation History")] + HISTORY.rstrip("\n"))
        changed = self.to_beta()[README]
        self.assertTrue(changed.endswith(HISTORY + "- " + self.entry(changed)))

    def test_carriage_returns(self):
        self.write(README, self.read(README).replace("\n", "\r\n"))
        changed = self.to_beta()[README]
        # mdtoc, which checks the table of contents, takes no returns in it.
        ends = [line[-2:] for line in changed.splitlines(keepends=True)
                if not line.lstrip().startswith(("- [", "<!-- toc"))]
        self.assertEqual(set(ends), {"\r\n"})
        self.assertIn("v1.14\r\n- " + self.entry(changed) + "\r\n\r\n## Alternatives", changed)

    def test_missing(self):
        self.edit(README, (HISTORY + "\n", ""),
                  ("- [Implementation History](#implementation-history)\n", ""))
        text = self.to_beta()[README]
        at = text.index("\n## Implementation History\n")
        self.assertLess(text.index("\n## Production Readiness Review Questionnaire\n"), at)
        self.assertLess(at, text.index("\n## Alternatives\n"))
        self.assertIn("\n\n## Implementation History\n\n- " + self.entry(text) +
                      "\n\n## Alternatives\n", text)
        self.assertIn("- [Implementation History](#implementation-history)\n"
                      "- [Alternatives](#alternatives)\n<!-- /toc -->", text)

    def test_only_this_changes(self):
        before = self.read(README)
        gone, come = lines_changed(before, self.to_beta()[README])
        self.assertEqual(gone, [])
        self.assertEqual(len(come), 1)

    def test_hostile_reasons(self):
        before = self.read(README)
        for reason, want in (
            ("one\ntwo\r\n\n- three\t4", "one two - three 4"),
            ("</li><script>x</script> --> <!-- y", "&lt;/li>&lt;script>x&lt;/script> --> &lt;!-- y"),
            ("<<[UNRESOLVED]>>", "&lt;&lt;[UNRESOLVED]>>"),
            ("it takes <4 weeks & 3 < 4", "it takes <4 weeks & 3 < 4"),
            ("\x1b[31mred\x07\x7f \u0085x\u2028y", "[31mred x y"),
            ("turned \u202earound", "turned \\u{202e}around"),
            ("`code` **bold** [a](b)", "`code` **bold** [a](b)"),
        ):
            with self.subTest(reason):
                self.write(README, before)
                self.edit(METADATA, ("stage: beta", "stage: alpha")) if "stage: beta" in self.read(
                    METADATA) else None
                changed = self.allowed("158", "--to", "beta", "--release", "v1.16", "--override",
                                       "--reason", reason)[README]
                self.assertEqual(len(changed.splitlines()), len(before.splitlines()) + 1)
                self.assertRegex(changed, r"(?m)^- 2026-02-01: .*: " + re.escape(want) + "$")
                found = self.milepost("check", "158", "--format", "json").json()
                self.assertNotIn("MP601", [one["rule"] for one in found["findings"]])

    def test_reasons_that_are_none(self):
        for reason, message in ((b"\xff", "the reason is not UTF-8"),
                                ("x" * 1001, "the reason has 1001 bytes; one line has room for 1000")):
            answer = self.promote("158", "--to", "withdrawn", "--reason", reason)
            self.assertEqual(answer.status, 2)
            self.assertIn(message, answer.err)

    def test_handles_that_are_none(self):
        for handle in ("a b", "x\ny", "<x>", "@@x"):
            answer = self.promote("158", "--to", "withdrawn", "--reason", "x", "--as", handle)
            self.assertEqual(answer.status, 2, handle)
            self.assertIn("which is no handle such as jane or @jane", answer.err)


class Reviews(Kep):

    def test_is_asked_for(self):
        self.assertEqual(self.to_beta()[REVIEW],
                         'kep-number: 158\nalpha:\n  approver: "@bsantos"\nbeta:\n  approver: ""\n')
        answer = self.milepost("why", "158", "--now", "2026-02-01")
        self.assertIn("the production-readiness review for beta is asked for and not given",
                      answer.out)
        answer = self.milepost("why", "158", "--to", "stable", "--now", "2026-02-01")
        self.assertIn("no production-readiness review for stable", answer.out)

    def test_file_is_made(self):
        os.remove(self.path(REVIEW))
        self.assertEqual(self.to_beta()[REVIEW], 'kep-number: 158\nbeta:\n  approver: ""\n')

    def test_given_already(self):
        self.edit(REVIEW, ("alpha:", 'beta: {approver: "@rcole"}\nalpha:'))
        self.assertNotIn(REVIEW, self.to_beta())

    def test_broken(self):
        self.write(REVIEW, "kep-number: 158\nalpha: [\n")
        answer = self.promote("158", "--to", "beta", "--release", "v1.16", "--override", "--reason",
                              "x")
        self.assertEqual(answer.status, 2)
        self.assertIn("cannot be read to its end", answer.err)


class Approve(Kep):

    def approve(self, *words):
        return self.milepost("approve", "158", "--role", "prr", *words)

    def test_is_entered(self):
        answer = self.approve("--to", "beta", "--as", "@rcole")
        self.assertEqual(answer.status, 0, answer.err)
        self.assertEqual(answer.err,
                         "158: @rcole (claimed) approved for beta as a production-readiness approver\n"
                         "  recorded in this folder only; --store or a server shares it\n"
                         f"  written to {REVIEW} in this folder\n")
        self.assertIn('+  approver: "@rcole"\n', answer.out)
        self.assertEqual(self.read(REVIEW), 'kep-number: 158\nalpha:\n  approver: "@bsantos"\n'
                         'beta:\n  approver: "@rcole"\n')
        again = self.approve("--to", "beta", "--as", "RCOLE")
        self.assertEqual((again.status, again.out, again.err),
                         (0, "", "158: @RCOLE (claimed) approved for beta as a production-readiness approver, "
                          "as before\n"))

    def test_where_it_was_asked_for(self):
        self.write(REVIEW, "kep-number: 158\nbeta:\n  # please\n  approver: \"\"  # soon\n")
        self.assertEqual(self.approve("--to", "beta", "--as", "rcole").status, 0)
        self.assertEqual(self.read(REVIEW),
                         'kep-number: 158\nbeta:\n  # please\n  approver: "@rcole"  # soon\n')

    def test_file_is_made(self):
        os.remove(self.path(REVIEW))
        self.assertEqual(self.approve("--as", "rcole").status, 0)
        self.assertEqual(self.read(REVIEW), 'kep-number: 158\nalpha:\n  approver: "@rcole"\n')

    def test_dry_run(self):
        before = self.files()
        answer = self.approve("--to", "beta", "--as", "rcole", "--dry-run")
        self.assertEqual(answer.status, 0)
        self.assertIn("would record: 158: @rcole (claimed) approved", answer.err)
        self.assertIn('+  approver: "@rcole"\n', answer.out)
        self.assertEqual(self.files(), before)

    def test_refusals(self):
        for words, message in (
            (("--as", "eve"), "@eve may not approve: it is for a production-readiness approver "
             "(@bsantos, @rcole)"),
            (("--as", "ekoskinen"), "@ekoskinen may not approve"),
            ((), "who are you?"),
            (("--as", "rcole"), "has @bsantos for alpha already"),
            (("--as", "rcole", "--to", "gamma"), "no stage is called `gamma`"),
            (("--as", 'rcole"\nx: y'), "which is no handle"),
        ):
            with self.subTest(message):
                before = self.files()
                answer = self.approve(*words)
                self.assertEqual((answer.status, answer.out), (2, ""))
                self.assertIn(message, answer.err)
                self.assertEqual(self.files(), before)


class Again(Kep):

    def test_dry_run(self):
        before = self.files()
        answer = self.promote("158", "--to", "beta", "--release", "v1.16", "--override", "--reason",
                              "a test", "--dry-run")
        self.assertEqual((answer.status, answer.err), (0, ""))
        for line in ("-stage: alpha\n", "+stage: beta\n", "+  approver: \"\"\n"):
            self.assertIn(line, answer.out)
        self.assertEqual(self.files(), before)
        self.assertFalse(os.path.exists(self.path(".milepost")))

    def test_second_time(self):
        self.to_beta()
        before = self.files()
        for words in ((), ("--override", "--reason", "a test"), ("--release", "v1.16")):
            answer = self.milepost("promote", "158", "--to", "beta", *words, "--now", "2026-03-03")
            self.assertEqual((answer.status, answer.out, answer.err),
                             (0, "", "it is beta already: nothing to change\n"))
            self.assertEqual(self.files(), before)
        answer = self.promote("158", "--to", "withdrawn", "--reason", "x")
        self.assertEqual(answer.status, 0)
        answer = self.promote("158", "--to", "withdrawn")
        self.assertEqual((answer.status, answer.err),
                         (0, "it is withdrawn already: nothing to change\n"))

    def test_quiet(self):
        answer = self.promote("158", "--to", "withdrawn", "--reason", "x", "--quiet")
        self.assertEqual((answer.status, answer.out, answer.err), (0, "", ""))

    def test_what_is_said(self):
        answer = self.promote("158", "--to", "beta", "--release", "v1.16", "--override", "--reason",
                              "a test")
        self.assertRegex(answer.err, r"^158 is now beta, overriding [a-z, -]+\n"
                         r"  written to 3 files in this folder\n$")


class Links(Kep):
    """Nothing outside of the repository is written."""

    def outside(self):
        path = os.path.join(os.path.dirname(self.folder), "outside")
        os.makedirs(path, exist_ok=True)
        return path

    def test_document_elsewhere(self):
        outside = os.path.join(self.outside(), "README.md")
        os.rename(self.path(README), outside)
        os.symlink(outside, self.path(README))
        with open(outside, "rb") as file:
            before = file.read()
        files = self.files()
        answer = self.promote("158", "--to", "withdrawn", "--reason", "x")
        self.assertEqual(answer.status, 2, answer.err)
        self.assertEqual(self.files(), files)
        with open(outside, "rb") as file:
            self.assertEqual(file.read(), before)

    def test_folder_elsewhere(self):
        outside = os.path.join(self.outside(), "folder")
        os.rename(self.path(FOLDER), outside)
        os.symlink(outside, self.path(FOLDER).rstrip("/"))
        files = self.files()
        answer = self.promote("158", "--to", "withdrawn", "--reason", "x")
        self.assertEqual(answer.status, 2, answer.err)
        self.assertEqual(self.files(), files)

    def test_review_elsewhere(self):
        folder = self.path("keps/prod-readiness/sig-runtime")
        outside = os.path.join(self.outside(), "reviews")
        os.rename(folder, outside)
        os.symlink(outside, folder)
        files = self.files()
        answer = self.milepost("approve", "158", "--role", "prr", "--to", "beta", "--as", "rcole")
        self.assertEqual(answer.status, 2, answer.err)
        self.assertEqual(self.files(), files)
        with open(os.path.join(outside, "158.yaml"), "rb") as file:
            self.assertNotIn(b"rcole", file.read())

    def test_proposal_elsewhere(self):
        outside = os.path.join(self.outside(), "x.md")
        with open(outside, "w", encoding="utf-8") as file:
            file.write("# X\n\n## Summary\n")
        answer = self.promote(outside, "--to", "withdrawn", "--reason", "x")
        self.assertEqual(answer.status, 2, answer.err)
        with open(outside, encoding="utf-8") as file:
            self.assertEqual(file.read(), "# X\n\n## Summary\n")


class StatusSection(Moves):

    example = "design"
    name = "design/retry-budget-per-queue.md"

    def moved(self, status, target, *words):
        self.write(self.name, re.sub(r"(## Status\n\n).*?(\n\n## Summary)",
                                     lambda found: found.group(1) + status + found.group(2),
                                     self.read(self.name), count=1, flags=re.S))
        return self.allowed(self.name, "--to", target, "--override", "--reason", "x", *words)[self.name]

    def test_forms(self):
        for before, target, after in (
            ("implementable", "implemented", "implemented"),
            ("Implementable", "implemented", "implemented"),
            ("One of: implementable", "implemented", "One of: implemented"),
            ("[Implemented](https://example.org/1)", "implementable",
             "[implementable](https://example.org/1)"),
            ("<!-- one of: implementable, implemented -->\n\nimplementable", "withdrawn",
             "<!-- one of: implementable, implemented -->\n\nwithdrawn"),
        ):
            with self.subTest(before):
                text = self.moved(before, target)
                self.assertIn(f"## Status\n\n{after}\n\n## Summary", text)

    def test_the_reason_has_no_place(self):
        answer = self.promote(self.name, "--to", "withdrawn", "--reason", "x")
        self.assertEqual(answer.status, 0)
        self.assertIn("the reason is not in the files: the process has no section for it; put it "
                      "into the commit\n", answer.err)


class FrontMatter(Moves):

    example = "openshift"
    name = "enhancements/network/outbound-allow-lists.md"

    def test_only_the_fields_change(self):
        before = self.read(self.name)
        text = self.allowed(self.name, "--to", "withdrawn", "--reason", "x")[self.name]
        self.assertEqual(
            text,
            before.replace("status: implementable", "status: withdrawn").replace(
                "last-updated: 2026-03-02", "last-updated: 2026-02-01"))

    def test_carriage_returns(self):
        self.write(self.name, self.read(self.name).replace("\n", "\r\n").replace(
            "last-updated: 2026-03-02\r\n", ""))
        text = self.allowed(self.name, "--to", "withdrawn", "--reason", "x")[self.name]
        self.assertEqual(text.count("\n"), text.count("\r\n"))
        self.assertIn("creation-date: 2026-03-02\r\nlast-updated: 2026-02-01\r\n", text)


class FinalPlace(Moves):

    example = "feature"
    name = "proposals/job-arrays.md"
    place = "docs/design/job-arrays.md"

    def move(self, *words):
        return self.promote("63", "--to", "stable", "--override", "--reason", "x", *words)

    def broken_links(self):
        found = self.milepost("check", "--select", "MP4", "--format", "json").json()
        return [(one["path"], one["message"]) for one in found["findings"]]

    def test_links_follow(self):
        self.write("docs/guide/arrays.md", "# Guide\n\nSee [it](../../proposals/job-arrays.md),\n"
                   "[its goals](../../proposals/job-arrays.md#goals \"title\"), [from the root]"
                   "(/proposals/job-arrays.md#goals),\n[by name][arrays], "
                   "[odd](<../../proposals/job-arrays.md>) and [another]"
                   "(../../proposals/log-streaming.md).\n\n[arrays]: ../../proposals/job-arrays.md#goals\n")
        self.write("README.md", "# Here\n\n- [arrays](proposals/job-arrays.md)\n- [arrays]"
                   "(./proposals/job-arrays.md?plain=1#goals)\n`[code](proposals/job-arrays.md)`\n")
        self.edit("proposals/log-streaming.md",
                  ("stage: beta\n", "stage: beta\nrequires:\n  - /proposals/job-arrays.md\n"
                   "  - proposals/job-arrays.md # the same\n  - \"job-arrays.md\"\n  - 63\n"),
                  ("## Motivation", "See [arrays](job-arrays.md) and [63](./job-arrays.md#goals).\n\n"
                   "## Motivation"))
        self.edit(self.name, ("stage: alpha\n", "stage: alpha\nrequires: [maintenance-calendar.md]\n"),
                  ("## Motivation", "See [logs](log-streaming.md#goals), [own](#goals), [self]"
                   "(job-arrays.md#goals), [self](../proposals/job-arrays.md),\n[root](/README.md), "
                   "[up](../README.md), ![pic](my%20pictures/a%20b.png) and [folder](my%20pictures/)."
                   "\n\n## Motivation"))
        self.write("proposals/my pictures/a b.png", b"\x89PNG")
        self.assertEqual(self.broken_links(), [])
        answer = self.move()
        self.assertEqual(answer.status, 0, answer.err)
        self.assertFalse(os.path.exists(self.path(self.name)))
        self.assertEqual(self.read("docs/guide/arrays.md"), "# Guide\n\nSee [it](../design/job-arrays.md),\n"
                         "[its goals](../design/job-arrays.md#goals \"title\"), [from the root]"
                         "(/docs/design/job-arrays.md#goals),\n[by name][arrays], "
                         "[odd](<../design/job-arrays.md>) and [another]"
                         "(../../proposals/log-streaming.md).\n\n[arrays]: ../design/job-arrays.md#goals\n")
        self.assertEqual(self.read("README.md"), "# Here\n\n- [arrays](docs/design/job-arrays.md)\n"
                         "- [arrays](docs/design/job-arrays.md?plain=1#goals)\n"
                         "`[code](proposals/job-arrays.md)`\n")
        logs = self.read("proposals/log-streaming.md")
        self.assertIn("requires:\n  - /docs/design/job-arrays.md\n  - docs/design/job-arrays.md # the "
                      "same\n  - \"../docs/design/job-arrays.md\"\n  - 63\n", logs)
        self.assertIn("See [arrays](../docs/design/job-arrays.md) and "
                      "[63](../docs/design/job-arrays.md#goals).", logs)
        moved = self.read(self.place)
        self.assertIn("\nstage: stable\nrequires: [../../proposals/maintenance-calendar.md]\n", moved)
        self.assertIn("See [logs](../../proposals/log-streaming.md#goals), [own](#goals), [self]"
                      "(job-arrays.md#goals), [self](job-arrays.md),\n[root](/README.md), "
                      "[up](../../README.md), ![pic](../../proposals/my%20pictures/a%20b.png) and "
                      "[folder](../../proposals/my%20pictures/).", moved)
        self.assertEqual(self.broken_links(), [])
        again = self.move()
        self.assertEqual((again.status, again.err), (0, "it is stable already: nothing to change\n"))

    def test_dry_run(self):
        before = self.files()
        answer = self.move("--dry-run")
        self.assertEqual(answer.status, 0, answer.err)
        self.assertIn("+++ b/docs/design/job-arrays.md", answer.out)
        self.assertIn("--- a/proposals/job-arrays.md", answer.out)
        self.assertEqual(self.files(), before)

    def test_the_place_is_taken(self):
        self.write(self.place, "# Other\n")
        before = self.files()
        answer = self.move()
        self.assertEqual(answer.status, 2)
        self.assertIn("docs/design/job-arrays.md is there already", answer.err)
        self.assertEqual(self.files(), before)

    def test_stable_but_not_there(self):
        self.edit(self.name, ("stage: alpha", "stage: stable"))
        before = self.read(self.name)
        answer = self.move()
        self.assertEqual(answer.status, 0, answer.err)
        self.assertEqual(self.read(self.place), before)

    def test_a_link_does_not_move(self):
        os.rename(self.path(self.name), self.path("proposals/real.md"))
        os.symlink("real.md", self.path(self.name))
        before = self.files()
        answer = self.promote(self.name, "--to", "stable", "--override", "--reason", "x")
        self.assertEqual(answer.status, 2, answer.err)
        self.assertIn("proposals/job-arrays.md is a link to proposals/real.md, which therefore cannot "
                      "go to docs/design/real.md", answer.err)
        self.assertEqual(self.files(), before)


if __name__ == "__main__":
    unittest.main()
