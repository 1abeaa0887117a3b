"""Issue first, text later: numbers that are known before their text is merged, judged by the pull
requests that the clone has, in both records."""

import json
import os
import shutil
import subprocess
import unittest

import _home
from _record import InPostgresql
from _release import CACHE, Release
from _schemas import validate

NOW = "2027-01-20"
PLACE = "lane/enhancements#5123"
WARM = "keps/sig-storage/990-warm-cache"
REVIEW = "keps/prod-readiness/sig-storage/990.yaml"


class Candidates(InPostgresql, Release):

    BASE = "2027-01-04"

    def setUp(self):
        super().setUp()
        self.store = []

    def verb(self, *words, now=NOW, status=0):
        return self.milepost(*words, *self.store, "--now", now, cwd=self.root, status=status)

    def announce(self, *words, **options):
        return self.verb("track", "new", "--number", "990", "--title", "Warm Cache", "--group",
                         "sig-storage", "--as", "tlind", *words, **options)

    def opt_in(self, *words, number="990", by="iduarte", **options):
        return self.verb("release", "opt-in", "v1.18", number, *words, "--as", by, **options)

    def pull(self, change, day="2027-01-12", number="5123", commits=True):
        """What is changed on a branch is a pull request, and nothing on the main line."""
        self.git("checkout", "-q", "-b", "side", cwd=self.root)
        change()
        if commits:
            self.commit("pull", day)
        self.git("update-ref", f"refs/pull/{number}/head", "HEAD", cwd=self.root)
        self.git("checkout", "-q", "main", cwd=self.root)
        self.git("branch", "-q", "-D", "side", cwd=self.root)

    def write_text(self):
        """All that an alpha of v1.18 is asked for."""
        shutil.copytree(os.path.join(self.root, CACHE), os.path.join(self.root, WARM))
        self.replace(f"{WARM}/kep.yaml", ("title: Shared Input Cache", "title: Warm Cache"),
                     ("kep-number: 131", "kep-number: 990"),
                     ('replaces:\n  - "/keps/sig-storage/97-scratch-on-tmpfs"\n', ""),
                     ("name: SharedInputCache", "name: WarmCache"), ("stage: beta", "stage: alpha"),
                     ('latest-milestone: "v1.14"', 'latest-milestone: "v1.18"'),
                     ('  alpha: "v1.12"\n  beta: "v1.14"\n  stable: "v1.16"\n',
                      '  alpha: "v1.18"\n'))
        self.replace(f"{WARM}/README.md", ("# KEP-131: Shared Input Cache", "# KEP-990: Warm Cache"),
                     ("- [ ] ", "- [x] "))
        with open(os.path.join(self.root, REVIEW), "w", encoding="utf-8") as file:
            file.write('kep-number: 990\nalpha:\n  approver: "@rcole"\n')

    def entry(self, number="990", now=NOW, *words):
        view = self.verb("release", "status", "v1.18", "--format", "json", *words, now=now).json()
        validate(view, "release.schema.json")
        return next(one for one in view["proposals"] if one["proposal"] == int(number))

    def missing(self, freeze, **options):
        at = {one["id"]: one for one in self.entry(**options)["freezes"]}[freeze]
        return [(one["id"], one["message"]) for one in at["missing"]]

    def listed(self, query):
        found = self.verb("list", query, "--format", "json").json()
        validate(found, "listing.schema.json")
        return {one["number"]: one for one in found}


class Story:

    def test_issue_text_and_merge(self):
        refused = self.opt_in(status=2)
        self.assertIn("shows those there are; if its text is to come, make its number known "
                      "first: milepost track new --number 990", refused.err)
        made = self.announce("--pr", PLACE)
        self.assertIn(f"Kubernetes Enhancement Proposal: {PLACE}\n", made.out)
        self.assertIn("Primary contact (assignee): @tlind\n", made.out)
        self.assertIn("Responsible SIGs: sig-storage\n", made.out)
        self.assertIn("made the tracking issue of 990", made.err)
        self.assertIn("may not opt in", self.opt_in(by="tlind", status=2).err)
        self.assertIn("opted in to v1.18 for alpha, as in " + PLACE,
                      self.opt_in("--to", "alpha", "--pr", PLACE).out)
        # The clone does not have it.
        self.assertEqual(self.missing("prr-freeze"), [
            ("readable", "its text is in #5123, which this clone does not have")])
        self.assertEqual(
            self.entry()["freezes"][0]["missing"][0]["how"],
            "git fetch origin pull/5123/head:refs/pull/5123/head")
        # It has: everything holds but that it is merged.
        self.pull(self.write_text)
        self.assertEqual(self.missing("prr-freeze"), [])
        self.assertEqual(self.missing("enhancements-freeze"), [("merged", "not merged yet (#5123)")])
        entry = self.entry()
        self.assertEqual(entry["state"], "tracked")
        self.assertEqual(entry["unmerged"], "as in #5123, not merged")
        self.assertEqual(entry["path"], WARM)
        self.verb("approve", "990", "--role", "approver", "--as", "iduarte")
        self.verb("track", "tick", "990", "supporting-docs", "--release", "v1.18", "--as", "pnovak")
        # It is merged, and keeps its record.
        self.git("merge", "-q", "--no-ff", "-m", "merge", "refs/pull/5123/head", cwd=self.root)
        self.assertEqual(self.missing("enhancements-freeze"), [])
        entry = self.entry()
        self.assertNotIn("unmerged", entry)
        self.assertEqual(entry["part"]["optedIn"]["by"], "@iduarte")
        self.assertIn("✓ approved by @iduarte (claimed) on 2027-01-20, text unchanged since",
                      self.verb("why", "990", "--to", "alpha", status=None).out)
        shown = self.verb("track", "show", "990", "--format", "json").json()
        ticked = next(item for item in shown["items"] if item["key"] == "supporting-docs")
        self.assertEqual(ticked["standing"], "done")
        self.assertNotIn(990, self.listed("is:unmerged"))

    def test_one_that_was_removed_has_its_text_where_it_was(self):
        self.announce()
        self.pull(self.write_text)
        self.opt_in("--to", "alpha", "--pr", PLACE)
        self.verb("release", "remove", "v1.18", "990", "--reason", "no room", "--as", "nquist")
        shown = self.verb("release", "status", "v1.18").out
        self.assertIn("990  Warm Cache (as in #5123, not merged)", shown)
        self.assertIn("as in #5123, not merged", self.verb("list", "is:candidate").out)

    def test_where_its_text_is_stands_in_the_log_and_the_inbox(self):
        self.announce()
        self.opt_in("--to", "alpha", "--pr", PLACE)
        log = self.milepost("log", "990", *self.store, cwd=self.root).out
        self.assertIn(f"opted it in to v1.18 for alpha as in {PLACE}", log)
        self.pull(lambda: (self.write_text(), self.replace(f"{WARM}/kep.yaml", (
            'approvers:\n  - "@iduarte"', 'approvers:\n  - "@mokafor"'))))
        self.assertIn("  990 Warm Cache (as in #5123, not merged)\n",
                      self.verb("inbox", "--as", "mokafor").out)

    def test_verbs_that_need_the_files_say_where_the_text_is(self):
        self.announce()
        why = "990: there is no such file or folder, and no proposal of that number yet: it is a " \
              "candidate, "
        told = self.verb("promote", "990", "--to", "beta", "--as", "tlind", status=2).err
        self.assertIn(why + "of which no text is known", told)
        if not self.store:  # check knows no other record than the one kept here
            self.assertIn(why, self.verb("check", "990", status=2).err)
        self.verb("track", "new", "--number", "990", "--pr", PLACE, "--as", "tlind")
        told = self.verb("promote", "990", "--to", "beta", "--as", "tlind", status=2).err
        self.assertIn(why + f"whose text is in {PLACE} and not merged", told)

    def test_one_made_known_by_mistake_is_taken_back(self):
        self.announce()
        words = ("track", "retract", "990", "--reason", "of another repository")
        self.assertIn("why is it undone?", self.verb(*words[:3], "--as", "tlind", status=2).err)
        self.assertIn("may not", self.verb(*words, "--as", "bsantos", status=2).err)
        self.opt_in("--to", "alpha")
        self.assertIn("milepost release opt-out v1.18 990 comes first",
                      self.verb(*words, "--as", "tlind", status=2).err)
        self.verb("release", "opt-out", "v1.18", "990", "--as", "iduarte")
        self.assertIn("would record: retracted", self.verb(*words, "--as", "tlind", "--dry-run").out)
        self.assertIn("1 of 8 proposals", self.verb("list", "is:candidate").out)
        self.verb(*words, "--as", "tlind")
        self.assertIn("0 of 7 proposals", self.verb("list", "is:candidate").out)
        log = self.milepost("log", "990", *self.store, cwd=self.root).out
        self.assertIn("announced it: title Warm Cache, group sig-storage (undone by @tlind on "
                      "2027-01-20)", log)
        self.assertIn("│ of another repository", log)
        merged = self.verb("track", "retract", "131", "--reason", "x", "--as", "pnovak", status=2)
        self.assertIn("131 is a proposal, which is merged", merged.err)
        self.announce(now="2027-01-21")
        self.assertIn("Warm Cache", self.verb("track", "show", "990", now="2027-01-21").out)


class InSqlite(Story, Candidates):

    def test_is_among_the_proposals(self):
        self.announce()
        self.opt_in("--to", "alpha")
        found = self.listed("is:candidate")
        self.assertEqual(list(found), [990])
        self.assertTrue(found[990]["candidate"])
        self.assertEqual(found[990]["unmerged"],
                         {"place": None, "note": "no text yet", "problem": None})
        self.assertNotIn(990, self.listed("-is:candidate"))
        table = self.milepost("list", "group:sig-storage", cwd=self.root).out
        self.assertRegex(table, r"990 +Warm Cache +sig-storage .*no text yet")
        page = self.milepost("show", "990", cwd=self.root).out
        self.assertIn("990 Warm Cache\nsig-storage\nno text yet\n", page)
        validate(self.milepost("show", "990", "--format", "json", cwd=self.root).json(),
                 "page.schema.json")
        why = self.verb("why", "990", "--to", "alpha", status=1)
        self.assertIn("990 Warm Cache (no text yet)", why.out)
        self.assertIn("no text is known of it yet", why.out)
        self.assertIn("milepost track new --number 990 --pr OWNER/REPOSITORY#N", why.out)
        log = self.milepost("log", "990", "--format", "json", cwd=self.root).json()
        validate(log, "log.schema.json")
        self.assertEqual(log["title"], "Warm Cache")
        self.assertIn("announced", [one["kind"] for one in log["entries"]])
        self.assertNotIn("not here", self.milepost("fsck", cwd=self.root).out)
        validate(self.verb("drift", "--format", "json", status=None).json(), "drift.schema.json")
        inbox = self.verb("inbox", "--as", "tlind", "--format", "json").json()
        validate(inbox, "inbox.schema.json")
        self.assertIn(990, [one["proposal"] for one in inbox["items"]])
        self.assertEqual(self.missing("prr-freeze"),
                         [("readable", "no text is known of it yet")])
        self.assertIn("Warm Cache (no text yet)", self.verb("release", "status", "v1.18").out)
        self.verb("release", "admits", "v1.18", "990", status=1)
        self.assertIn("990", self.verb("release", "report", "v1.18").out)
        self.assertIn("990", self.verb("release", "freeze", "v1.18", "prr", now="2027-02-20").out)
        self.verb("release", "remove", "v1.18", "990", "--reason", "too late", "--as", "nquist")
        self.assertEqual(self.entry()["state"], "removed")

    def test_more_is_known_later(self):
        self.announce()
        again = self.verb("track", "new", "--number", "990", "--as", "tlind", status=2)
        self.assertIn("990 has a tracking issue already", again.err)
        stranger = self.announce("--pr", PLACE, "--as", "stranger", status=2)
        self.assertIn("@stranger may not", stranger.err)
        more = self.verb("track", "new", "--number", "990", "--pr", PLACE, "--as", "tlind")
        self.assertIn("recorded what is new of 990", more.err)
        self.assertEqual(self.listed("is:candidate")[990]["unmerged"]["place"], PLACE)
        taken = self.verb("track", "new", "--number", "131", "--title", "x", "--group",
                          "sig-storage", "--as", "tlind", status=2)
        self.assertIn("131 is a proposal: milepost track new 131 makes its issue", taken.err)

    def test_what_cannot_be_announced(self):
        for words, why in (
            (("--number", "abc", "--title", "x", "--group", "sig-storage"), "not \"abc\""),
            (("--number", "990", "--group", "sig-storage"), "what is it called?"),
            (("--number", "990", "--title", "x"), "which group? Name it with --group"),
            (("--number", "990", "--title", "x", "--group", "sig-none"), "sig-none"),
            (("--number", "990", "--title", "x", "--group", "sig-storage", "--pr", "x"), "--pr is"),
            (("131", "--number", "990"), "not both"),
            (("131", "--group", "sig-storage"), "--number names"),
            (("--number", "990", "--title", "x", "--group", "sig-storage", "--branch", "a b"),
             "--branch is the name of a branch"),
        ):
            with self.subTest(words):
                refused = self.verb("track", "new", *words, "--as", "tlind", status=2)
                self.assertIn(why, refused.err)
        self.assertIn("alpah", self.announce_and("--to", "alpah").err)
        self.assertEqual(self.listed("is:candidate").keys(), {990})

    def announce_and(self, *words):
        self.announce()
        return self.opt_in(*words, status=2)

    def test_update_of_a_proposal(self):
        self.pull(lambda: self.aim_at("v1.18", "2027-01-12"), commits=False)
        back = self.opt_in("--to", "alpha", number="131", status=2)
        self.assertIn("131 is at beta, which comes after alpha", back.err)
        self.opt_in("--to", "stable", "--pr", PLACE, number="131")
        entry = self.entry("131")
        self.assertEqual(entry["unmerged"], "as in #5123, not merged")
        self.assertEqual(self.missing("prr-freeze", number="131"), [])
        self.assertEqual(self.missing("enhancements-freeze", number="131"),
                         [("merged", "not merged yet (#5123)")])
        self.assertNotIn(131, self.listed("is:candidate"))
        self.assertIn(131, self.listed("is:unmerged"))
        # Without the pull request the files of today count, and it is said what is lacking.
        self.git("update-ref", "-d", "refs/pull/5123/head", cwd=self.root)
        self.assertIn(("readable", "its update is in #5123, which this clone does not have"),
                      self.missing("prr-freeze", number="131"))
        # Merged as one commit, nothing of it is left to say.
        self.aim_at("v1.18", "2027-01-19")
        self.assertEqual(self.missing("enhancements-freeze", number="131"), [])

    def test_stage_aimed_at(self):
        self.opt_in("--to", "stable", number="131")
        self.assertIn("opted in for stable, its files say beta in v1.14",
                      [message for _, message in self.missing("prr-freeze", number="131")])

    def test_a_freeze_that_has_passed(self):
        self.announce("--pr", PLACE, now="2027-01-10")
        self.opt_in("--to", "alpha", now="2027-01-10")
        self.pull(self.write_text, day="2027-02-20")
        after = "2027-03-01"
        self.assertEqual(self.missing("prr-freeze", now=after),
                         [("readable", "#5123 had no proposal 990")])
        self.assertEqual(self.missing("docs-placeholder", now=after)[0][0], "docs-linked")

    def test_a_branch(self):
        self.git("checkout", "-q", "-b", "warm", cwd=self.root)
        self.write_text()
        self.commit("text", "2027-01-12")
        self.git("checkout", "-q", "main", cwd=self.root)
        self.announce("--branch", "warm")
        self.opt_in("--to", "alpha")
        self.assertEqual(self.missing("enhancements-freeze"),
                         [("merged", "not merged yet (the branch warm)")])

    def test_new_takes_the_number(self):
        self.announce()
        other = self.milepost("new", "Another thing", "--group", "sig-storage", "--number", "990",
                              "--as", "tlind", cwd=self.root, status=2)
        self.assertIn("the number 990 is taken by a candidate", other.err)
        self.milepost("new", "--number", "990", "--as", "tlind", cwd=self.root)
        made = self.read(self.root, WARM, "kep.yaml")
        self.assertIn("title: Warm Cache\n", made)
        self.assertIn("owning-sig: sig-storage\n", made)
        self.assertIn("kep-number: 990\n", made)
        self.assertNotIn(990, self.listed("is:unmerged"))
        self.assertIn("(R) Approvers", self.verb("track", "export", "990").out)

    def test_import_of_an_unknown_number(self):
        text = self.announce("--pr", PLACE, "--dry-run").out
        text = text.replace("Alpha release target (x.y):", "Alpha release target (x.y): 1.18")
        self.write(os.path.join(self.root, "issue.md"), text)
        unknown = self.verb("track", "import", "issue.md", "--as", "tlind", status=2)
        self.assertIn("Say it with --number", unknown.err)
        done = self.verb("track", "import", "issue.md", "--number",
                         "https://example.org/lane/enhancements/issues/990", "--as", "tlind")
        self.assertIn("990 is known from now on: Warm Cache", done.out)
        self.assertIn("  milepost release opt-in v1.18 990 --to alpha\n", done.out)
        found = self.listed("is:candidate")[990]
        self.assertEqual((found["title"], found["group"]), ("Warm Cache", "sig-storage"))
        self.assertEqual(found["unmerged"]["place"], PLACE)
        self.assertEqual(self.verb("track", "export", "990").out.split("<!-- milepost")[0],
                         text.split("<!-- milepost")[0])

    def test_hostile_pull_requests(self):
        """A pull request brings its own text and nothing that judges it."""
        self.announce("--pr", PLACE)
        self.opt_in("--to", "alpha")

        def bring_judge():
            self.write_text()
            self.replace(f"{WARM}/README.md", ("## Motivation", "## Moitvation"))
            self.replace("OWNERS_ALIASES", ("    - rcole", "    - mallory"))
            with open(os.path.join(self.root, REVIEW), "w", encoding="utf-8") as file:
                file.write('kep-number: 990\nalpha:\n  approver: "@mallory"\n')
            with open(os.path.join(self.root, "milepost.yaml"), "a", encoding="utf-8") as file:
                file.write("gates:\n  - {id: enhancements-freeze, conditions: []}\n"
                           "rules: {MP201: off}\n")

        self.pull(bring_judge)
        ids = [one for one, _ in self.missing("enhancements-freeze")]
        self.assertIn("merged", ids)
        self.assertIn("prr", ids)

    def test_odd_pull_requests(self):
        self.announce("--pr", PLACE)
        self.opt_in("--to", "alpha")

        def link_out():
            self.write_text()
            os.remove(os.path.join(self.root, WARM, "README.md"))
            os.symlink("/etc/passwd", os.path.join(self.root, WARM, "README.md"))

        def name_bomb():
            self.write_text()
            with open(os.path.join(self.root, WARM, "kep.yaml"), "a", encoding="utf-8") as file:
                file.write("a: &a [x, x]\n" + "".join(
                    f"{chr(98 + i)}: &{chr(98 + i)} [*{chr(97 + i)}, *{chr(97 + i)}]\n"
                    for i in range(20)))
                file.write("deep: " + "[" * 5000 + "\n")

        def large():
            self.write_text()
            with open(os.path.join(self.root, WARM, "README.md"), "a", encoding="utf-8") as file:
                file.write("x" * (3 << 20))

        def two():
            self.write_text()
            shutil.copytree(os.path.join(self.root, WARM),
                            os.path.join(self.root, "keps/sig-runtime/990-warm-cache"))

        def none():
            self.replace(f"{CACHE}/README.md", ("## Summary", "## Summary\n\nMore."))

        for change, why in ((link_out, "is a symbolic link"), (large, "README.md in #5123: "),
                            (two, "has several proposals 990"),
                            (none, "#5123 changes no proposal 990")):
            with self.subTest(change.__name__):
                self.pull(change)
                self.assertIn(why, self.missing("prr-freeze")[0][1])
                self.git("update-ref", "-d", "refs/pull/5123/head", cwd=self.root)
        self.pull(name_bomb)
        self.verb("release", "status", "v1.18", status=None)
        # A ref that is no commit, and one whose object is not there.
        blob = self.git("hash-object", "-w", "milepost.yaml", cwd=self.root)
        self.git("update-ref", "refs/pull/5123/head", blob, cwd=self.root)
        self.assertIn("no commit", self.missing("prr-freeze")[0][1])
        with open(os.path.join(self.root, ".git/refs/pull/5123/head"), "w", encoding="utf-8") as ref:
            ref.write("1" * 40 + "\n")
        self.assertEqual(self.missing("prr-freeze")[0][0], "readable")

    def test_approval_in_a_review_file_belongs_to_the_pull_request(self):
        self.announce("--pr", PLACE)
        self.pull(lambda: (self.write_text(), os.remove(os.path.join(self.root, REVIEW))))
        refused = self.verb("approve", "990", "--role", "prr", "--to", "alpha", "--as", "rcole",
                            status=2)
        self.assertIn("#5123 is not merged, and its review belongs to it", refused.err)
        self.assertFalse(os.path.exists(os.path.join(self.root, REVIEW)))


class InPostgresqlToo(Story, Candidates):

    def setUp(self):
        super().setUp()
        self.use_server()


class Features(_home.Home):
    """The process that starts with its issue."""

    def test_starts_with_its_issue(self):
        root = self.repository("feature")
        words = ["track", "new", "--number", "88", "--title", "Warm starts", "--as", "tlind",
                 "--now", "2026-01-30"]
        refused = self.milepost(*words, cwd=root, status=2)
        self.assertIn("what is it about? Say it in 2 to 3 sentences with --description", refused.err)
        words += ["--description", "Jobs start from a pool of warm workers. They begin sooner."]
        refused = self.milepost(*words, cwd=root, status=2)
        self.assertIn("consensus: those concerned agree", refused.err)
        self.assertIn("--confirm consensus, or show it with --discussion LINK", refused.err)
        made = self.milepost(*words, "--confirm", "consensus", cwd=root)
        self.assertIn("Jobs start from a pool of warm workers.", made.out)
        self.assertIn("**FEATURE_STATUS: IN_DEVELOPMENT**", made.out)
        shown = self.milepost("track", "show", "88", "--now", "2026-01-31", cwd=root).out
        self.assertIn("88 Warm starts (no text yet)", shown)
        self.assertIn('@iduarte @mokafor: "Design Proposal" of 88 waits for your approval', shown)
        self.assertIn("confirmed: those concerned agree",
                      self.milepost("log", "88", cwd=root).out)
        self.milepost("track", "tick", "88", "minimal-testing", "--as", "tlind", "--now",
                      "2026-02-02", cwd=root)
        self.milepost("new", "--number", "88", "--as", "tlind", "--now", "2026-03-01", cwd=root)
        kept = self.milepost("track", "show", "88", "--now", "2026-09-01", "--format", "json",
                             cwd=root).json()
        validate(kept, "tracker.schema.json")
        self.assertIn("Minimal testing", json.dumps(kept))


if __name__ == "__main__":
    unittest.main()
