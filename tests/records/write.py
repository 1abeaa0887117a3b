#!/usr/bin/env python3
"""write.py MILEPOST FOLDER [ADDRESS]: lets a milepost write a record in which every kind of event
stands, and puts it into FOLDER: in SQLite, or in the empty PostgreSQL database of ADDRESS."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples")
CACHE = "keps/sig-storage/131-shared-input-cache"


class Story:
    """A repository with proposals of three processes, and what happens to them."""

    def __init__(self, program, root, store):
        self.program, self.root, self.store = os.path.abspath(program), root, store
        for name in ("kep", "feature", "design"):
            shutil.copytree(os.path.join(EXAMPLES, name), root, dirs_exist_ok=True)
        aliases = [self.text(os.path.join(EXAMPLES, name, "OWNERS_ALIASES"))
                   for name in ("kep", "feature")]
        self.write("OWNERS_ALIASES", aliases[0] + aliases[1].split("aliases:\n", 1)[1])
        self.write("milepost.yaml", "schema: 1\nprocess: kep\n")
        self.run("git", "init", "-q", "-b", "main")
        self.commit("2026-12-01")

    def text(self, name):
        with open(os.path.join(self.root, name), encoding="utf-8") as file:
            return file.read()

    def write(self, name, text):
        with open(os.path.join(self.root, name), "w", encoding="utf-8") as file:
            file.write(text)

    def replace(self, name, *pairs):
        text = self.text(name)
        for old, new in pairs:
            assert old in text, (name, old)
            text = text.replace(old, new)
        self.write(name, text)

    def run(self, *words, **more):
        done = subprocess.run(words, cwd=self.root, capture_output=True, text=True, check=False,
                              timeout=60, env={**os.environ, "HOME": self.root, **more})
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout

    def commit(self, day):
        stamp = f"{day}T09:00:00Z"
        self.run("git", "add", "-A")
        self.run("git", "-c", "user.name=J", "-c", "user.email=j@example.org", "commit", "-q", "-m",
                 "text", GIT_AUTHOR_DATE=stamp, GIT_COMMITTER_DATE=stamp)

    def milepost(self, line, now=None, process="kep"):
        """A line of words; those in quotes belong together."""
        words = [one or other for one, other in re.findall(r'"([^"]*)"|(\S+)', line)]
        return self.run(self.program, *words, "--process", process, *self.store,
                        *(["--now", now] if now else []))

    def reviews(self):
        self.milepost('hold 150 --as hweiss --comment "by the clock"')
        for line in ("approve 171 --role approver --as pnovak",
                     'approve 171 --role approver --as pnovak --comment "well\tdone, \u00e4 \\ and so on"',
                     'withdraw 171 --role approver --as pnovak --comment "the API has changed"',
                     "approve 171 --role approver --stage alpha --as pnovak",
                     'concern 171 --as iduarte --comment "what of downgrades?"',
                     'concern 171 --role approver --stage alpha --as pnovak --comment "and skew?"'):
            self.milepost(line, "2027-01-06")
        self.milepost("resolve 171 6 --as iduarte", "2027-01-06")
        self.milepost('resolve 171 7 --as pnovak --comment "covered"', "2027-01-06")
        self.milepost("unhold 150 --as hweiss", "2027-01-06")
        self.milepost('hold 140 --as jtakeda --comment "wait for the API review"', "2027-01-06")
        self.milepost('unhold 140 --as jtakeda --comment "it is done"', "2027-01-06")

    def tracking(self):
        now = "2027-01-07"
        self.replace(f"{CACHE}/kep.yaml", ("stage: beta", "stage: stable"),
                     ('latest-milestone: "v1.14"', 'latest-milestone: "v1.18"'),
                     ('stable: "v1.16"', 'stable: "v1.18"'))
        self.replace("keps/prod-readiness/sig-storage/131.yaml",
                     ("kep-number: 131\n", 'kep-number: 131\nstable:\n  approver: "@rcole"\n'))
        self.commit("2027-01-06")
        self.milepost("track new 131 --discussion https://lists.example/12 --as pnovak", now)
        self.write("issue.md", self.milepost("track export 131", now) +
                   "\n## Signoff Checklist\n\n"
                   "- [ ] (R) GA e2e tests have run for at least two weeks without a flake\n"
                   "- [ ] (R) all GA Endpoints are covered\n- [ ] Supporting documentation\n")
        self.milepost("track import issue.md --number 131 --as pnovak", now)
        for line in ("track tick 131 flakes --as pnovak",
                     'track untick 131 flakes --as pnovak --comment "a flake"',
                     "track tick 131 supporting-docs --as pnovak",
                     'track tick 131 conformance --not-applicable "no endpoints" --as pnovak',
                     "track link-pr 131 lane/lane#58 --kind design --as pnovak",
                     "track link-pr 131 lane/lane#80 --kind code --open --path src/a.cc,src/b.cc --as pnovak",
                     "track link-pr 131 lane/lane#58 --kind design --remove --as pnovak",
                     'track comment 131 "The docs are ready for review." --as tlind'):
            self.milepost(line, now)
        # Two copies of one text, both edited: the second is merged into what the first has left.
        old = self.milepost("track export 131", now)
        mine = old.replace("https://lists.example/12", "https://lists.example/13")
        mine = re.sub(r"(One-line enhancement description.*: ).*", r"\1Inputs are kept.", mine)
        self.write("mine.md", mine)
        self.milepost("track import mine.md --number 131 --as pnovak", now)
        theirs = re.sub(r"(Primary contact.*: ).*", r"\1@tlind", old)
        theirs = re.sub(r"(One-line enhancement description.*: ).*", r"\1Inputs are shared.", theirs)
        self.write("theirs.md", theirs.replace("lists.example/12", "lists.example/14"))
        self.milepost("track import theirs.md --number 131 --as pnovak --take text", now)
        for line in ("track new 63 --as pnovak",
                     "track link-pr 63 lane/lane#58 --kind design --as pnovak",
                     "track tick 63 design-proposal --as iduarte",
                     "track approve 63 minimal-docs --as mokafor",
                     "track label 63 code-complete --as pnovak",
                     "track label 63 design-complete --as iduarte",
                     "track label 63 design-complete --remove --as iduarte",
                     "track status 63 ALPHA --as iduarte"):
            self.milepost(line, now, "feature")

    def releases(self):
        for line, day in (
            ("release opt-in v1.18 131 --as iduarte", "08"),
            ("release opt-in v1.18 140 158 --as mokafor", "08"),
            ('release opt-in v1.18 171 --as iduarte --reason "after all"', "08"),
            ("release opt-out v1.18 171 --as pnovak", "09"),
            ('release defer v1.18 158 --to v1.19 --reason "later" --as mokafor', "09"),
            ('release remove v1.18 140 --reason "too late" --as nquist', "10"),
            ("release exception request v1.18 140 --freeze prr-freeze --until 2027-02-20 --as jtakeda "
             '--reason "the review is late"', "11"),
            ("release exception approve v1.18 140 --freeze prr-freeze --as nquist", "12"),
            ('release exception request v1.18 140 --freeze code-freeze --as jtakeda --reason "more"', "12"),
            ('release exception reject v1.18 140 --freeze code-freeze --as nquist --reason "no"', "13"),
        ):
            self.milepost(line, f"2027-01-{day}")
        self.milepost("release freeze v1.18 prr --apply --as nquist", "2027-02-05")

    def moves(self):
        now = "2027-02-06"
        old, new = "design/retry-budget-per-queue.md", "design/retry-budgets.md"
        self.milepost(f'concern {old} --as ann --comment "hm"', now, "design")
        self.run("git", "mv", old, new)
        self.milepost(f"store move {old} {new} --as ann", now, "design")
        self.milepost(f'hold {new} --as ann --comment "for now"', now, "design")


def main(program, folder, address=None):
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory() as root:
        story = Story(program, os.path.realpath(root), ["--store", address] if address else [])
        story.reviews()
        story.tracking()
        story.releases()
        story.moves()
        lines = story.run(story.program, "store", "export", *story.store)
        with open(os.path.join(folder, "record.jsonl"), "w", encoding="utf-8") as file:
            file.write(lines)
        kinds = sorted(set(re.findall(r'"kind":"([a-z-]+)","by"', lines)))
        print(len(kinds), *kinds)
        if address:
            dump = story.run("pg_dump", "--no-owner", "--no-privileges", "--dbname", address)
            # Without comments and blank lines, and what keeps a psql of another version from it.
            plain = re.sub(r"(?m)^(--.*|\\(un)?restrict .*|)\n", "", dump)
            with open(os.path.join(folder, "record.sql"), "w", encoding="utf-8") as file:
                file.write(plain)
            return
        record = os.path.join(story.root, ".git", "milepost", "record.db")
        shutil.copy(record, os.path.join(folder, "record.db"))
        with sqlite3.connect(record) as database:
            states = database.execute("SELECT stream, state FROM milepost_states ORDER BY stream")
            with open(os.path.join(folder, "states"), "w", encoding="utf-8") as file:
                for stream, state in states:
                    file.write(f"== {stream}\n{state}")


if __name__ == "__main__":
    main(*sys.argv[1:])
