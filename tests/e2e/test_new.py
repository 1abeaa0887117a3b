"""New proposals, from the command line."""

import json
import os
import pty
import re
import select
import shutil
import subprocess
import unittest

import _milepost
import _strict_metadata
from _home import Home

# For each process: what `new` needs there, and where the proposal then lies.
PROCESSES = {
    "kep": (["--group", "sig-runtime", "--number", "4211"],
            "keps/sig-runtime/4211-faster-probes/README.md"),
    "kep process": (["--group", "sig-process", "--number", "4211", "--kind", "process",
                     "--confirm", "all"], "keps/sig-process/4211-faster-probes/README.md"),
    "feature": (["--number", "4211"], "proposals/faster-probes.md"),
    "design": ([], "design/faster-probes.md"),
    "openshift": (["--group", "network"], "enhancements/network/faster-probes.md"),
}

PACK = """\
schema: 1
name: decision
layout:
  documents: ["decisions/*.md"]
  path: "decisions/{number}-{slug}.md"
  metadata: [{front-matter: true}]
  numbers: next
fields:
  - {id: title, is: title}
  - {id: number, is: number, unique: true, path: number}
statuses: [{id: proposed}]
kinds: [{id: decision, template: template.md}]
"""
PACK_TEMPLATE = "---\ntitle: T\nnumber: 0\n---\n\n# Title\n\n## Why\n"


class New(Home):

    def kep(self, title, *words, cwd, **options):
        return self.milepost("new", title, "--group", "sig-runtime", "--as", "jane", "--now",
                             "2026-11-15", *words, cwd=cwd, **options)

    def test_of_every_process_nothing_is_wrong_but_what_is_unwritten(self):
        for name, (words, path) in PROCESSES.items():
            with self.subTest(name):
                folder = self.example(name.split()[0])
                before = self.milepost("check", "--format", "json", cwd=folder,
                                       status=None).json()["findings"]
                self.milepost("new", "Faster probes", "--as", "jane", "--now", "2026-11-15",
                              *words, cwd=folder)
                checked = self.milepost("check", path, "--format", "json", cwd=folder).json()
                rules = {finding["rule"] for finding in checked["findings"]}
                # A design is judged in full from the start, its instructions too (MP606).
                self.assertLessEqual(rules, {"MP203", "MP214"} |
                                     ({"MP606"} if name == "design" else set()))
                self.assertIn("MP203", rules)
                # Nobody else is told anything new.
                after = self.milepost("check", "--format", "json", cwd=folder,
                                      status=None).json()["findings"]
                others = [one for one in after if "faster-probes" not in one["path"]]
                self.assertEqual(others, before)
                shutil.rmtree(folder)

    def test_once_it_is_written_nothing_is_left_to_say(self):
        folder = self.example("kep")
        self.kep("Faster probes", "--number", "4211", cwd=folder)
        path = "keps/sig-runtime/4211-faster-probes/README.md"
        text = self.read(folder, path)
        for heading, words in (("## Summary", "A probe that finds nothing waits longer before it "
                                "looks again, so that an idle system does less work while a busy "
                                "one answers sooner than it did."),
                               ("## Motivation", "Idle machines burn time on probes.")):
            text = text.replace(f"\n{heading}\n", f"\n{heading}\n\n{words}\n", 1)
        with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
            file.write(text)
        checked = self.milepost("check", path, "--strict", "--format", "json", cwd=folder).json()
        self.assertEqual([one["rule"] for one in checked["findings"]], ["MP214"])

    def test_what_a_proposal_begins_as(self):
        folder = self.example("kep")
        answer = self.kep("Faster \"probes\": now", "--number", "4211", cwd=folder)
        place = "keps/sig-runtime/4211-faster-probes-now"
        metadata = self.read(folder, place, "kep.yaml")
        for line in ('title: "Faster \\"probes\\": now"', "kep-number: 4211",
                     'authors:\n  - "@jane"', "owning-sig: sig-runtime", "status: provisional",
                     "creation-date: 2026-11-15", "last-updated: 2026-11-15", "reviewers:\n  - TBD",
                     "# Needed from beta on."):
            self.assertIn(line + "\n", metadata)
        self.assertRegex(metadata, r'template-version: "?[0-9]')
        document = self.read(folder, place, "README.md")
        self.assertIn('\n# KEP-4211: Faster "probes": now\n<!--DIRECTIVE: required: true-->\n',
                      document)
        self.assertIn("- [Summary](#summary)\n", document)
        self.assertIn("Comments like this one are instructions.", document)
        self.assertEqual(self.read(folder, "keps/prod-readiness/sig-runtime/4211.yaml"),
                         'kep-number: 4211\nalpha:\n  approver: ""\n')
        self.assertIn("to write now: Summary, Motivation\n", answer.out)
        self.assertRegex(answer.out, r"to write later: \d+ sections for alpha, \d+ sections for beta")
        self.assertIn("whom to ask: @jtakeda, @mokafor (sig-runtime-leads); "
                      "@iduarte, @jtakeda, @mokafor, @tlind (sig-runtime-reviewers)\n", answer.out)
        self.assertIn(f"next: write the text, then milepost check {place}\n", answer.out)

    def test_without_a_template_here_only_fields_of_milepost_are_added(self):
        folder = self.example("kep")
        self.kep("Faster probes", "--number", "4211", cwd=folder)
        metadata = self.read(folder, "keps/sig-runtime/4211-faster-probes/kep.yaml")
        known = re.sub(r'^template-version: "\d+"\n', "", metadata, flags=re.M)
        self.assertIsNone(_strict_metadata.parse(known)["disable-supported"])

    def test_a_number_that_is_still_to_come(self):
        folder = os.path.join(self.folder, "rfcs")
        os.mkdir(folder)
        self.milepost("init", "--process", "rust-rfc", cwd=folder)
        refused = self.milepost("new", "Faster probes", "--as", "jane", cwd=folder, status=2)
        self.assertEqual(refused.err, "milepost: which number? give that of the tracking issue with "
                         "--number; 0 while there is none\n")
        self.milepost("new", "Faster probes", "--number", "0", "--as", "jane", cwd=folder)
        self.milepost("new", "Slower tides", "--number", "0000", "--as", "jane", cwd=folder)
        for name in ("text/0000-faster-probes.md", "text/0000-slower-tides.md"):
            self.assertTrue(os.path.exists(os.path.join(folder, name)), name)
        found = self.milepost("check", "--format", "json", cwd=folder, status=None).json()["findings"]
        self.assertEqual({one["rule"] for one in found}, {"MP203"})

    def test_a_template_that_is_none_is_named(self):
        folder = self.example("design")
        with open(os.path.join(folder, "design/_template.md"), "wb") as file:
            file.write(b"\x00\x01\xff\xfe")
        made = self.milepost("new", "Faster probes", "--as", "jane", cwd=folder)
        self.assertIn("note: design/_template.md has no sections: milepost's own is used instead\n",
                      made.out)

    def test_what_only_its_author_can_fill_in_is_told(self):
        folder = self.example("kep")
        config = os.path.join(folder, "milepost.yaml")
        self.write(config, self.read(config) + "fields:\n  - {id: meta, type: map, needed: always,"
                   " fields: [{id: link, type: link, needed: always}]}\n")
        answer = self.kep("Faster probes", "--number", "4211", cwd=folder)
        self.assertIn('\nto fill in: the metadata lacks "meta"; add it (MP306)\n', answer.out)
        self.assertTrue(os.path.exists(os.path.join(
            folder, "keps/sig-runtime/4211-faster-probes/kep.yaml")))
        made = self.kep("Slower probes", "--number", "4212", "--format", "json", cwd=folder).json()
        self.assertEqual(made["toMend"], ['the metadata lacks "meta"; add it (MP306)'])

    def test_a_folder_that_is_no_group_stands_for_its_own(self):
        folder = self.example("kep")
        aliases = os.path.join(folder, "OWNERS_ALIASES")
        self.write(aliases, self.read(aliases) + "  sig-cloud-provider-leads:\n    - jtakeda\n")
        words = ["new", "Faster probes", "--number", "4211", "--as", "jane"]
        place = "keps/provider-x/4211-faster-probes"
        self.milepost(*words, "--group", "provider-x", cwd=folder)
        self.assertIn("owning-sig: sig-cloud-provider\n", self.read(folder, place, "kep.yaml"))
        checked = self.milepost("check", place, "--format", "json", cwd=folder).json()
        self.assertLessEqual({one["rule"] for one in checked["findings"]}, {"MP203", "MP214"})
        self.milepost("new", "Slower probes", "--number", "4212", "--as", "jane", "--group",
                      "provider-x/tools", cwd=folder)
        self.read(folder, "keps/provider-x/tools/4212-slower-probes/kep.yaml")
        for group in ("vendor-x", "provider-x y"):
            self.milepost("new", "Other", "--number", "4213", "--as", "jane", "--group", group,
                          cwd=folder, status=2)

    def test_of_a_kind_with_criteria(self):
        folder = self.example("kep")
        words = ["new", "Faster reviews", "--kind", "process", "--group", "sig-process",
                 "--number", "7", "--as", "jane"]
        refused = self.milepost(*words, "--confirm", "process-only,no-release,no-prr", cwd=folder,
                                status=2)
        self.assertIn("immediate: It can take effect as soon as it is approved\n", refused.err)
        self.assertIn("documentation-only: ", refused.err)
        self.assertNotIn("process-only: ", refused.err)
        self.assertIn("--kind feature", refused.err)
        self.assertFalse(os.path.exists(os.path.join(folder, "keps/sig-process/7-faster-reviews")))
        made = self.milepost(*words, "--confirm", "process-only,no-release,no-prr", "--confirm",
                             "immediate,documentation-only", cwd=folder)
        self.assertIn("to write later: 8 sections\n", made.out, "of no stage, since it has none")
        self.assertNotIn("alpha", made.out)
        metadata = self.read(folder, "keps/sig-process/7-faster-reviews/kep.yaml")
        self.assertIn("criteria: [process-only, no-release, no-prr, immediate, "
                      "documentation-only]\n", metadata)
        self.assertIn("kind: process\n", metadata)
        self.assertFalse(
            os.path.exists(os.path.join(folder, "keps/prod-readiness/sig-process/7.yaml")))

    def test_json(self):
        folder = self.example("kep")
        made = self.kep("Priority lanes for jobs", "--number", "4211", "--format", "json",
                        cwd=folder).json()
        self.assertEqual(made["number"], 4211)
        self.assertEqual(made["path"], "keps/sig-runtime/4211-priority-lanes-for-jobs")
        self.assertEqual(made["files"][0], made["path"] + "/README.md")
        self.assertEqual(len(made["files"]), 3)
        self.assertEqual(made["toWrite"], ["Summary", "Motivation"])
        self.assertEqual([one["number"] for one in made["similar"]], ["140"])
        self.assertFalse(made["similar"][0]["sameTitle"])

    def test_dry_run_makes_nothing(self):
        folder = self.repository()
        before = self.tree(folder)
        answer = self.kep("Faster probes", "--number", "4211", "--dry-run", cwd=folder)
        self.assertEqual(self.tree(folder), before)
        self.assertEqual(self.git("for-each-ref", "refs/milepost", cwd=folder), "")
        subprocess.run(["git", "apply", "-"], cwd=folder, input=answer.out_bytes, check=True)
        patched = self.tree(folder)
        self.git("clean", "-fdq", cwd=folder)
        self.kep("Faster probes", "--number", "4211", cwd=folder)
        self.assertEqual(self.tree(folder), patched)

    def test_refusals_leave_nothing_behind(self):
        folder = self.example("kep")
        before = self.tree(folder)
        for title, words, said in (
            ("Faster probes", [], "--number"),
            ("Faster probes", ["--number", "x"], "--number is a number"),
            ("Faster probes", ["--number", "0"], "--number is a number"),
            ("Faster probes", ["--number", "112"],
             "the number 112 is taken by keps/sig-runtime/112-graceful-berth-drain"),
            ("Faster probes", ["--number", "1", "--group", "sig-runtme"],
             "did you mean `sig-runtime`?"),
            ("Faster probes", ["--number", "1", "--group", "../x"], "--group is a name"),
            ("Faster probes", ["--number", "1", "--slug", "a/b"], "--slug is a name"),
            ("Faster probes", ["--number", "1", "--kind", "proces"], "did you mean `process`?"),
            ("Faster probes", ["--number", "1", "--author", "a@example.org"], "is no handle"),
            ("Faster probes", ["--number", "1", "--now", "today"], "--now is a day"),
            ("Two\nlines", ["--number", "1"], "one line"),
            ("turned \u202e around", ["--number", "1"], "one line"),
            ("x" * 101, ["--number", "1"], "101 characters, of at most 100"),
            ("🚀", ["--number", "1"], "--slug"),
            (" ", ["--number", "1"], "the title is empty"),
            ("KEP Template", ["--number", "1"], "would be wrong from the start"),
            ("priority LANES", ["--number", "1"], "has this title already"),
        ):
            with self.subTest(title, words=words):
                answer = self.kep(title, *words, cwd=folder, status=2)
                self.assertIn(said, answer.err)
                self.assertEqual(answer.out, "")
        missing = self.milepost("new", cwd=folder, status=2)
        self.assertIn("which title?", missing.err)
        nobody = self.milepost("new", "A", "--group", "sig-runtime", "--number", "1", cwd=folder,
                               status=2)
        self.assertIn("who writes it?", nobody.err)
        self.assertEqual(self.tree(folder), before)
        self.kep("priority LANES", "--number", "1", "--yes", cwd=folder)

    def test_nothing_is_overwritten_or_written_elsewhere(self):
        folder = self.example("kep")
        self.kep("Faster probes", "--number", "4211", cwd=folder)
        os.remove(os.path.join(folder, "keps/sig-runtime/4211-faster-probes/kep.yaml"))
        os.remove(os.path.join(folder, "keps/sig-runtime/4211-faster-probes/README.md"))
        again = self.kep("Faster probes", "--number", "4211", cwd=folder, status=2)
        self.assertIn("keps/sig-runtime/4211-faster-probes is there already", again.err)
        outside = os.path.join(self.folder, "outside")
        os.makedirs(outside)
        shutil.rmtree(os.path.join(folder, "keps/prod-readiness/sig-runtime"))
        os.symlink(outside, os.path.join(folder, "keps/prod-readiness/sig-runtime"))
        before = self.tree(folder)
        self.kep("Slower probes", "--number", "4212", cwd=folder, status=2)
        self.assertEqual(os.listdir(outside), [])
        self.assertEqual(self.tree(folder), before)

    def test_hostile_titles(self):
        folder = self.example("kep")
        for number, title in enumerate((
                "<!-- toc --> <script>", "a: b # c", "{slug}", "- [ ] x", "'\"\\", "C#",
                "Größe – Übersicht", "`code` *and* _more_", "--> out", "&lt; amp", "true",
                "[a](b.md) [c][d]"), 500):
            with self.subTest(title):
                slug = [] if re.search("[a-z]", title) else ["--slug", "odd"]
                made = self.milepost("new", "--group", "sig-runtime", "--as", "jane", "--number",
                                     str(number), "--format", "json", *slug, "--", title,
                                     cwd=folder).json()
                checked = self.milepost("check", made["files"][0], "--format", "json",
                                        cwd=folder).json()
                self.assertLessEqual({one["rule"] for one in checked["findings"]},
                                     {"MP203", "MP214"}, checked["findings"])
                shown = self.milepost("list", str(number), "--format", "json", cwd=folder).json()
                self.assertEqual([one["title"] for one in shown], [title])

    def test_the_repositorys_own_template_counts(self):
        folder = self.example("kep")
        with open(os.path.join(folder, "milepost.yaml"), "a", encoding="utf-8") as file:
            file.write("kinds:\n  - {id: feature, template: mine.md, metadata: mine.yaml}\n")
        for name, text in (("mine.md", "# KEP-NNNN: Title\n\nOurs.\n\n## Summary\n\n## Motivation\n"),
                           ("mine.yaml", "# ours\ntitle:\nkep-number: NNNN\n")):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        self.kep("Faster probes", "--number", "4211", cwd=folder)
        place = os.path.join(folder, "keps/sig-runtime/4211-faster-probes")
        self.assertTrue(self.read(place, "README.md").startswith(
            "# KEP-4211: Faster probes\n\nOurs.\n"))
        metadata = self.read(place, "kep.yaml")
        self.assertTrue(metadata.startswith("# ours\ntitle: Faster probes\nkep-number: 4211\n"))
        self.assertIn('authors: ["@jane"]\n', metadata)
        self.assertIn("creation-date: 2026-11-15\n", metadata)
        self.assertIn("reviewers: [tbd]\n", metadata)

    def test_who_the_author_is(self):
        folder = self.repository()
        words = ["--group", "sig-runtime", "--dry-run"]

        def author(number, *more, **environment):
            answer = self.milepost("new", "Faster probes", "--number", number, *words, *more,
                                   cwd=folder, **environment)
            return re.findall(r'^\+  - "(@\S+)"$', answer.out, re.M)

        with open(os.path.join(folder, "milepost.yaml"), "a", encoding="utf-8") as file:
            file.write("people:\n  J@example.org: by-mail\n")
        self.assertEqual(author("1"), ["@by-mail"])
        self.git("config", "milepost.handle", "by-git", cwd=folder)
        self.assertEqual(author("1"), ["@by-git"])
        self.assertEqual(author("1", MILEPOST_AS="by-variable"), ["@by-variable"])
        self.assertEqual(author("1", "--as", "by-flag", MILEPOST_AS="x"), ["@by-flag"])
        self.assertEqual(author("1", "--author", "a,@b", "--as", "x"), ["@a", "@b"])

    def test_similar_proposals_are_shown(self):
        folder = self.example("kep")
        answer = self.kep("Graceful drain for berths", "--number", "4211", cwd=folder)
        self.assertIn("proposals with a similar title:\n", answer.err)
        self.assertIn("keps/sig-runtime/112-graceful-berth-drain", answer.err)
        self.assertEqual(self.kep("Unlike all others", "--number", "4212", cwd=folder).err, "")


class Numbers(Home):

    def setUp(self):
        super().setUp()
        self.pack = os.path.join(self.folder, "decisions")
        for name, text in (("process/process.yaml", PACK), ("process/template.md", PACK_TEMPLATE),
                           ("milepost.yaml", "schema: 1\nprocess: process\n")):
            self.write("decisions/" + name, text)
        self.write("gitconfig", "[user]\n\tname = J\n\temail = j@example.org\n"
                   "[init]\n\tdefaultBranch = main\n")

    def make(self, title, *words, cwd=None, status=0):
        return self.milepost("new", title, "--format", "json", *words, cwd=cwd or self.pack,
                             status=status)

    def commit(self, cwd=None):
        self.git("add", "-A", cwd=cwd or self.pack)
        self.git("commit", "-q", "-m", "change", cwd=cwd or self.pack)

    def test_the_next_is_taken_and_zeros_are_kept(self):
        self.assertEqual(self.make("One").json()["number"], 1)
        self.write("decisions/decisions/0041-old.md", "---\ntitle: Old\nnumber: 41\n---\n\n# Old\n")
        made = self.make("Two").json()
        self.assertEqual((made["number"], made["path"]), (42, "decisions/0042-two.md"))
        self.assertIn("leave --number out", self.make("X", "--number", "9", status=2).err)

    def test_a_number_is_never_given_twice(self):
        """Although its file is gone, or stands on another branch."""
        self.git("init", "-q", cwd=self.pack)
        self.commit()
        self.git("checkout", "-q", "-b", "other", cwd=self.pack)
        self.write("decisions/decisions/7-there.md", "---\ntitle: There\nnumber: 7\n---\n# There\n")
        self.commit()
        self.git("checkout", "-q", "main", cwd=self.pack)
        made = self.make("Here").json()
        self.assertEqual((made["number"], made["reservation"]), (8, "refs/milepost/numbers/8"))
        os.remove(os.path.join(self.pack, made["path"]))
        self.make("Not made", "--dry-run")
        self.assertEqual(self.make("Again").json()["number"], 9)

    def test_clones_learn_of_what_is_pushed(self):
        self.git("init", "-q", cwd=self.pack)
        self.commit()
        bare = os.path.join(self.folder, "bare.git")
        self.git("clone", "-q", "--bare", self.pack, bare, cwd=self.folder)
        one, two = (os.path.join(self.folder, name) for name in ("one", "two"))
        for clone in (one, two):
            self.git("clone", "-q", bare, clone, cwd=self.folder)
        self.assertEqual(self.make("Mine", cwd=one).json()["number"], 1)
        self.assertEqual(self.make("Both", cwd=two).json()["number"], 1)
        self.git("push", "-q", "origin", "refs/milepost/numbers/*", cwd=one)
        with self.assertRaises(subprocess.CalledProcessError):
            self.git("push", "-q", "origin", "refs/milepost/numbers/*", cwd=two)
        self.git("update-ref", "-d", "refs/milepost/numbers/1", cwd=two)
        self.git("fetch", "-q", "origin", "refs/milepost/numbers/*:refs/milepost/numbers/*", cwd=two)
        self.assertEqual(self.make("Yours", cwd=two).json()["number"], 2)

    def simultaneous(self, count):
        running = [
            subprocess.Popen([_milepost.PROGRAM, "new", f"Number {i}", "--format", "json"],
                             cwd=self.pack, env=self.environment(), stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            for i in range(count)
        ]
        numbers = []
        for one in running:
            out, err = one.communicate(timeout=300)
            self.assertEqual(one.returncode, 0, err)
            numbers.append(json.loads(out)["number"])
        self.assertEqual(sorted(numbers), list(range(1, count + 1)))
        self.assertEqual(len(os.listdir(os.path.join(self.pack, "decisions"))), count)

    def test_two_hundred_at_once_get_two_hundred_numbers(self):
        self.git("init", "-q", cwd=self.pack)
        self.commit()
        self.simultaneous(200)

    def test_outside_of_git_too(self):
        self.simultaneous(20)


class OneNumber(Home):
    """Many who want the same number at once."""

    def race(self, folder, count, *more):
        """Asks for one number under different names; what each answered."""
        running = [
            subprocess.Popen([_milepost.PROGRAM, "new", f"Idea {i}", "--slug", f"idea-{i}",
                              "--number", "4211", "--group", "sig-runtime", "--as", "jane", *more],
                             cwd=folder, env=self.environment(), stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            for i in range(count)
        ]
        answers = [(one, one.communicate(timeout=300)[1].decode()) for one in running]
        return [(one.returncode, err) for one, err in answers]

    def expect_one(self, folder, answers):
        made = [name for name in os.listdir(os.path.join(folder, "keps/sig-runtime"))
                if name.startswith("4211")]
        self.assertEqual(sorted(status for status, _ in answers),
                         [0] + [2] * (len(answers) - 1))
        self.assertEqual(len(made), 1, "nobody else left a folder")
        for status, err in answers:
            if status == 2:
                self.assertIn(f"the number 4211 is taken by keps/sig-runtime/{made[0]}", err)
        self.milepost("fsck", cwd=folder)  # no change was left half made
        self.milepost("list", "4211", cwd=folder)

    def test_one_of_sixty_gets_it(self):
        folder = self.repository()
        self.expect_one(folder, self.race(folder, 60))

    def test_not_by_insisting_either(self):
        folder = self.repository()
        self.expect_one(folder, self.race(folder, 20, "--yes"))

    def test_outside_of_git_too(self):
        folder = self.example("kep")
        self.expect_one(folder, self.race(folder, 20))


class Terminal(Home):
    """Somebody types."""

    def test_asks_for_what_is_missing(self):
        folder = self.example("kep")
        answer = self.type("new", "--now", "2026-11-15", cwd=folder, answers=[
            ("Title", "Faster probes\n"), (r"Kind \(feature, process\) \[feature", "\n"),
            (r"Group \(.*sig-runtime", "sig-runtime\n"), ("Number", "4211\n"),
            ("Your handle", "@jane\n")])
        self.assertEqual(answer.status, 0, answer.out)
        self.assertIn("created\n", answer.out)
        metadata = self.read(folder, "keps/sig-runtime/4211-faster-probes/kep.yaml")
        self.assertIn('  - "@jane"\n', metadata)

    def test_asks_about_criteria(self):
        folder = self.example("kep")
        words = ["new", "Faster reviews", "--kind", "process", "--group", "sig-process", "--number",
                 "7", "--as", "jane"]
        yes = [(question, "y\n") for question in
               ("It changes a process", "It waits for no release", "Nothing in it needs",
                "It can take effect", "Enacting it takes")]
        refused = self.type(*words, cwd=folder, answers=yes[:-1] + [(yes[-1][0], "n\n")])
        self.assertEqual(refused.status, 2, refused.out)
        self.assertIn("documentation-only: ", refused.out)
        made = self.type(*words, cwd=folder, answers=yes)
        self.assertEqual(made.status, 0, made.out)

    def test_goes_on_as_another_kind_where_a_criterion_does_not_hold(self):
        folder = self.example("kep")
        questions = ("It changes a process", "It waits for no release", "Nothing in it needs",
                     "It can take effect", "Enacting it takes")
        refused = self.type("new", "Faster reviews", "--kind", "process", "--group", "sig-process",
                            "--number", "7", "--as", "jane", cwd=folder,
                            answers=[(question, "n\n") for question in questions])
        self.assertIn("milepost new 'Faster reviews' --kind feature --group sig-process --number 7 "
                      "--as jane goes on with it as a feature", " ".join(refused.out.split()))

    def test_the_command_to_go_on_with_knows_every_answer(self):
        folder = self.example("kep")
        shown = self.type("new", "Priority lanes", "--group", "sig-runtime", "--as", "jane",
                          cwd=folder, answers=[("Go on with a new one", "yes\n"), ("Kind", "\n"),
                                               ("Number", "\x04")])
        self.assertIn("milepost new 'Priority lanes' --kind feature --group sig-runtime --as jane "
                      "--yes goes on from here", " ".join(shown.out.split()))

    def test_asks_whether_a_similar_one_is_another(self):
        folder = self.example("kep")
        words = ["new", "Priority lanes", "--kind", "feature", "--group", "sig-runtime", "--number",
                 "7", "--as", "jane"]
        no = self.type(*words, cwd=folder, answers=[("Go on with a new one", "\n")])
        self.assertEqual(no.status, 1, no.out)
        self.assertIn("140  Priority Lanes", no.out)
        self.assertIn("nothing was made", no.out)
        yes = self.type(*words, cwd=folder, answers=[("Go on with a new one", "yes\n")])
        self.assertEqual(yes.status, 0, yes.out)

    def test_answers_are_checked_at_once_and_what_was_answered_stays(self):
        folder = self.example("kep")
        answer = self.type("new", "--now", "2026-11-15", cwd=folder, answers=[
            ("Title", "Faster\x01probes\n"), ("Title", "Faster probes\n"), (r"Kind", "featur\n"),
            (r"Kind", "feature\n"), (r"Group", "sig-runtim\n"), (r"Group", "sig-runtime\n"),
            ("Number", "many\n"), ("Number", "140\n"), ("Number", "#4211\n"),
            ("Your handle", "two words\n"), ("Your handle", "@jane\n")])
        self.assertEqual(answer.status, 0, answer.out)
        for told in ("  the title must be one line of plain text\n",
                     "  no kind is called `featur`; did you mean `feature`?\n",
                     "  no group is called `sig-runtim`; did you mean `sig-runtime`?",
                     '  the answer is a number, not "many"\n', "  the number 140 is taken by "):
            self.assertIn(told, answer.out)
        self.assertEqual(answer.out.count("Title: "), 2)
        self.assertIn("title: Faster probes\n",
                      self.read(folder, "keps/sig-runtime/4211-faster-probes/kep.yaml"))

    def test_what_the_command_line_says_wrong_is_asked_for(self):
        folder = self.example("kep")
        answer = self.type("new", "Faster probes", "--kind", "feature", "--group", "nobody",
                           "--number", "4211", "--as", "jane", cwd=folder,
                           answers=[(r"Group", "sig-runtime\n")])
        self.assertEqual(answer.status, 0, answer.out)
        self.assertIn("  no group is called `nobody`", answer.out)

    def test_whoever_gives_up_can_go_on(self):
        folder = self.example("kep")
        answer = self.type("new", cwd=folder, answers=[
            ("Title", "Jane's probes\n"), ("Kind", "\n"), ("Group", "sig-runtime\n"),
            ("Number", "\x04")])
        self.assertEqual(answer.status, 1, answer.out)
        command = "milepost new 'Jane'\\''s probes' --kind feature --group sig-runtime"
        self.assertIn(f"milepost: nothing was made\n  {command} goes on from here\n", answer.out)

    def test_an_interrupt_keeps_what_was_answered(self):
        folder = self.example("kep")
        process, master = pty.fork()
        if process == 0:  # which has the terminal, so that Ctrl-C is for it
            os.chdir(folder)
            os.execve(_milepost.PROGRAM, [_milepost.PROGRAM, "new"], self.environment(TERM="xterm"))
        answers = [(b"Title: ", b"Faster probes\n"), (b"[feature]: ", b"\n"), (b"): ", b"\x03")]
        shown = b""
        while True:
            ready, _, _ = select.select([master], [], [], 60)
            self.assertTrue(ready, shown)
            try:
                shown += os.read(master, 65536)
            except OSError:
                break
            if answers and shown.endswith(answers[0][0]):
                os.write(master, answers.pop(0)[1])
        os.close(master)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), 1, shown)
        self.assertIn(b"\r\nmilepost: nothing was made\r\n  milepost new 'Faster probes' --kind "
                      b"feature goes on from here\r\n", shown)

    def test_no_answer_and_no_yes_are_asked_again(self):
        folder = self.example("kep")
        answer = self.type("new", "--kind", "process", "--group", "sig-process", cwd=folder, answers=[
            ("Title", "\n"), ("Title", "Faster reviews\n"), ("It changes a process", "maybe\n"),
            ("It changes a process", "y\n"), ("It waits for no release", "\x04")])
        self.assertIn("  an answer is needed; Ctrl-C ends here\n", answer.out)
        self.assertIn("  y or n\n", answer.out)
        self.assertIn("--confirm ", answer.out)

    def test_a_new_group_can_be_begun(self):
        folder = self.example("openshift")
        answer = self.type("new", "Faster probes", "--as", "jane", cwd=folder, answers=[
            ("Group", "networks\n"), ("Begin it as a new group", "\n"), ("Group", "networks\n"),
            ("Begin it as a new group", "y\n")])
        self.assertEqual(answer.status, 0, answer.out)
        self.assertTrue(os.path.exists(os.path.join(folder, "enhancements/networks/faster-probes.md")))

    def test_a_number_that_is_taken_is_told_at_once(self):
        folder = self.example("kep")
        answer = self.type("new", "--number", "140", cwd=folder, answers=[("Title", "\x04")])
        self.assertLess(answer.out.index("the number 140 is taken"), answer.out.index("Title:"))

    def test_the_end_of_input_ends_it(self):
        folder = self.example("kep")
        answer = self.type("new", cwd=folder, answers=[("Title", "\x04")])
        self.assertEqual(answer.status, 1, answer.out)
        self.assertIn("nothing was made", answer.out)


if __name__ == "__main__":
    unittest.main()
