"""Every verb that writes looks first with --dry-run, which changes no byte of files or record."""

import hashlib
import os
import re
import shutil
import sqlite3
import unittest

import _milepost
from _release import CACHE, LANES, Release

# Those that change neither files nor record. A file or folder that a word or option of theirs
# names gets what they print.
READ = {
    "explain", "rules", "list", "search", "show", "graph", "inbox", "why", "track show",
    "track check", "track export", "release status", "release calendar", "release admits",
    "release report", "release notes", "release rollover", "history", "log", "diff", "report",
    "template show", "template lineage", "serve", "account list", "fsck", "store status",
    "store export", "completions", "help", "process list", "process show", "process check"
}
# What an operator does about sign-ins is beside the record, and undone by the opposite.
ACCOUNTS = {f"account {verb}" for verb in ("add", "disable", "enable", "reset", "token")}

# In test_own_template.py: of a repository whose metadata cannot hold what it records.
ELSEWHERE = {"confirm"}

NOW = ["--now", "2027-05-10"]
LATE = ["--now", "2027-06-01T12:00:00Z"]

# In the order of a story: each is looked at first, then done. `release freeze` plans until
# --apply, and others check until --fix.
KEP = (
    ("new", ["Faster probes", "--group", "sig-runtime", "--number", "4211", "--as", "jane"]),
    ("drift", ["--fix"]),
    ("upgrade", ["140"]),
    ("check", ["--fix", "140"]),
    ("toc", ["131"]),
    ("template check", ["--fix", "template.md"]),
    ("process new", ["ours", "--from", "template.md"]),
    ("approve", ["140", "--role", "approver", "--as", "mokafor", *NOW]),
    ("withdraw", ["140", "--role", "approver", "--as", "mokafor", *NOW]),
    ("concern", ["140", "what of downgrades?", "--as", "mokafor", *NOW]),
    ("resolve", ["140", "--comment", "covered", "--as", "mokafor", *NOW]),
    ("hold", ["140", "wait", "--as", "jtakeda", *NOW]),
    ("unhold", ["140", "--as", "jtakeda", *NOW]),
    ("promote", ["171", "--to", "implementable", "--override", "--reason", "x", "--as", "pnovak"]),
    ("release new", ["v1.19", "--start", "2027-05-03", "--now", "2027-04-26"]),
    ("release opt-in", ["v1.19", "131", "--as", "iduarte", *NOW]),
    ("release opt-in", ["v1.19", "140", "--as", "mokafor", *NOW]),
    ("release opt-out", ["v1.19", "140", "--as", "mokafor", *NOW]),
    ("release opt-in", ["v1.19", "140", "--as", "mokafor", *NOW]),
    ("release defer", ["v1.19", "140", "--to", "v1.20", "--reason", "x", "--as", "mokafor", *NOW]),
    ("release restore", ["v1.19", "140", "--reason", "x", "--as", "nquist", *NOW]),
    ("release remove", ["v1.19", "140", "--reason", "x", "--as", "nquist", *NOW]),
    ("release exception", ["request", "v1.19", "140", "--freeze", "prr", "--reason", "x", "--as",
                           "jtakeda", *LATE]),
    ("release exception", ["reject", "v1.19", "140", "--freeze", "prr", "--reason", "x", "--as",
                           "nquist", *LATE]),
    ("release freeze", ["v1.19", "prr", "--apply", "--as", "nquist", *LATE]),
    ("release messages", ["v1.19", "prr", "--posted", "--as", "nquist", *LATE]),
    ("release freeze", ["v1.19", "prr", "--undo", "--reason", "x", "--as", "nquist", *LATE]),
    ("track new", ["131", "--as", "pnovak", *LATE]),
    ("track settle", ["131", "--take", "issue", "--as", "pnovak", *LATE]),
    ("site", ["../public", *LATE]),
    ("man", ["--into", "../man"]),
    ("store move", ["140", "158", "--as", "nquist", *LATE]),
)
FEATURE = (
    ("track new", ["63", "--as", "pnovak", *NOW]),
    ("track new", ["--number", "88", "--title", "Warm Starts", "--description",
                   "Jobs start on workers that are warm. They begin sooner.", "--confirm",
                   "consensus", "--as", "tlind", *NOW]),
    ("track describe", ["63", "--as", "pnovak", *NOW]),
    ("track approve", ["63", "minimal-docs", "--as", "mokafor", *NOW]),
    ("track tick", ["63", "minimal-testing", "--as", "pnovak", *NOW]),
    ("track untick", ["63", "minimal-testing", "--as", "pnovak", *NOW]),
    ("track withdraw", ["63", "minimal-docs", "--reason", "x", "--as", "mokafor", *NOW]),
    ("track comment", ["63", "ready", "--as", "pnovak", *NOW]),
    ("track link-pr", ["63", "lane/lane#58", "--kind", "design", "--as", "pnovak", *NOW]),
    ("track label", ["63", "code-complete", "--as", "pnovak", *NOW]),
    ("track status", ["63", "ALPHA", "--as", "iduarte", *NOW]),
    ("track import", ["issue.md", "--number", "63", "--as", "pnovak", *NOW]),
    ("track retract", ["88", "--reason", "x", "--as", "tlind", *NOW]),
    ("store import", ["copy.jsonl"]),
    ("store rebuild", []),
    ("init", ["--process", "kep", "-C", "../fresh"]),
)


class DryRuns(Release):

    def state(self):
        """All files, but those of git; its refs; and what the record holds."""
        held = {}
        for folder, folders, names in os.walk(os.path.dirname(self.root)):
            if ".git" in folders:
                folders.remove(".git")
            for name in names:
                with open(os.path.join(folder, name), "rb") as file:
                    held[os.path.join(folder, name)] = hashlib.sha256(file.read()).hexdigest()
        held["refs"] = self.git("for-each-ref", cwd=self.root)
        held["record"] = [
            self.milepost(*words, cwd=self.root, status=None).out
            for words in (["store", "export", "--quiet"], ["fsck", "--format", "json"])
        ]
        return held

    def before(self, verb):
        """What the verb needs beforehand."""
        if verb == "track import":
            text = self.milepost("track", "export", "63", cwd=self.root).out
            self.write(os.path.join(self.root, "issue.md"), text)
        if verb == "store import":
            text = self.milepost("store", "export", "--quiet", cwd=self.root).out
            self.write(os.path.join(self.root, "copy.jsonl"), text)
            shutil.rmtree(os.path.join(self.root, ".git", "milepost"))
        if verb == "template check":
            self.write(os.path.join(self.root, "template.md"),
                       _milepost.TEMPLATE.replace("-->", ">", 1))
        if verb == "toc":
            with open(os.path.join(self.root, CACHE, "README.md"), "a", encoding="utf-8") as file:
                file.write("\n## One more\n\nText.\n")
        if verb == "store move":
            shutil.rmtree(os.path.join(self.root, LANES))
        if verb == "store rebuild":
            with sqlite3.connect(os.path.join(self.root, ".git/milepost/record.db")) as database:
                database.execute("UPDATE milepost_states SET state = 'x' WHERE stream = 'proposal/63'")
            database.close()
        if verb == "init":
            os.mkdir(os.path.join(self.root, "..", "fresh"))

    def walk(self, story):
        for verb, words in story:
            with self.subTest(f"{verb} {' '.join(words)}"):
                self.before(verb)
                before = self.state()
                looked = self.milepost(*verb.split(), *words, "--dry-run", cwd=self.root,
                                       status=None)
                self.assertIn(looked.status, (0, 1), looked.err)
                self.assertTrue(self.state() == before, looked.out)
                self.assertTrue(looked.out + looked.err)
                self.assertNotIn("recorded in", looked.err)
                done = self.milepost(*verb.split(), *words, cwd=self.root, status=None)
                self.assertIn(done.status, (0, 1), done.err)
                after = self.state()
                self.assertFalse(after == before, done.out + done.err)
                recorded = after["record"][0] != before["record"][0]
                told = "  recorded in this clone only; --store or a server shares it\n"
                self.assertEqual(done.err.count(told),
                                 int(recorded and not verb.startswith("store ")), done.err)

    def test_of_proposals_and_releases(self):
        self.walk(KEP)

    def test_of_tracking_issues_and_the_record(self):
        self.root = self.repository("feature")
        self.walk(FEATURE)

    def test_every_verb_that_writes_is_walked(self):
        walked = {verb for verb, _ in KEP + FEATURE}
        for verb in _milepost.verbs():
            with self.subTest(verb):
                shown = _milepost.run("help", *verb.split()).out
                options = re.findall(r"(?m)^  (?:-\w, )?(--[a-z-]+)", shown)
                self.assertEqual("--dry-run" in options, verb not in READ | ACCOUNTS)
                self.assertEqual(verb in walked, verb not in READ | ACCOUNTS | ELSEWHERE)


if __name__ == "__main__":
    unittest.main()
