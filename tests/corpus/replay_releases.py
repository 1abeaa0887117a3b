#!/usr/bin/env python3
"""Replays releases of a real repository and holds the board against what happened.

For each release the repository is put back to the evening of a freeze. Whose
files name the release by then is opted in; what was merged up to two weeks
later is there as a pull request that nobody has merged yet. The board then says
of each proposal whether it makes the freeze. What really happened is read from
the history after it: the milestone stayed, was moved, or was dropped.

usage: replay_releases.py MILEPOST BUNDLE [RELEASE…]

The enhancements freeze is the last day of the peak of merges that name the
release; the freeze for production readiness is a week earlier.
"""

import argparse
import collections
import datetime
import json
import os
import re
import subprocess
import sys
import tempfile

LATER = datetime.timedelta(days=14)  # how long after a freeze a merge still belongs to it
FREEZES = ("prr-freeze", "enhancements-freeze")


def git(folder, *arguments, when=None, text=None):
    environment = dict(os.environ)
    if when:
        environment.update(GIT_COMMITTER_DATE=when, GIT_AUTHOR_DATE=when)
    for name in ("AUTHOR", "COMMITTER"):
        environment[f"GIT_{name}_NAME"] = "replay"
        environment[f"GIT_{name}_EMAIL"] = "replay@example.org"
    return subprocess.run(["git", "-C", folder, *arguments], input=text, env=environment, check=True,
                          stdout=subprocess.PIPE, text=True).stdout


class Metadata:
    """The few fields that say what a proposal aims at."""

    def __init__(self, text):
        self.number = self.field(text, "kep-number")
        self.group = self.field(text, "owning-sig")
        self.status = self.field(text, "status").lower()
        self.stage = self.field(text, "stage").lower()
        self.latest = self.version(self.field(text, "latest-milestone"))
        self.milestones = {}
        below = re.search(r"^milestone:[ \t]*\n((?:[ \t]+.*\n?)*)", text, re.M)
        for line in (below.group(1) if below else "").splitlines():
            stage, _, value = line.partition(":")
            self.milestones[stage.strip()] = self.version(value)

    @staticmethod
    def field(text, name):
        found = re.search(rf"^{name}:[ \t]*(.*)$", text, re.M)
        return re.sub(r"\s+#.*$", "", found.group(1)).strip(" \t\"'") if found else ""

    @staticmethod
    def version(text):
        found = re.search(r"(\d+)\.(\d+)", text)
        return f"v{found.group(1)}.{found.group(2)}" if found else ""

    def aims_at(self, release):
        closed = self.status in ("rejected", "withdrawn", "replaced", "superseded", "deferred")
        return not closed and release in (self.latest, self.milestones.get(self.stage, ""))


def version_key(version):
    return tuple(int(part) for part in version[1:].split(".")) if version else ()


class History:
    """Every version of every proposal's metadata, by the days they were merged on."""

    def __init__(self, folder):
        self.folder = folder
        self.versions = collections.defaultdict(list)  # number → [(instant, commit, Metadata)]
        self.merges = collections.defaultdict(collections.Counter)  # release → day → commits
        log = git(folder, "log", "--first-parent", "--reverse", "--format=@%H %ct", "--name-only",
                  "--diff-filter=AMR", "--", "keps/*/kep.yaml")
        commit, instant = "", None
        seen = {}
        for line in log.splitlines():
            if line.startswith("@"):
                commit, seconds = line[1:].split()
                instant = datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc)
            elif line.endswith("/kep.yaml"):
                self.add(commit, instant, line, seen)

    def add(self, commit, instant, path, seen):
        text = git(self.folder, "show", f"{commit}:{path}")
        metadata = Metadata(text)
        if not metadata.number.isdigit():
            return
        number = metadata.number.lstrip("0")
        self.versions[number].append((instant, commit, metadata))
        named = {metadata.latest, *metadata.milestones.values()}
        for release in named - seen.get(number, set()):
            self.merges[release][instant.date()] += 1
        seen[number] = named

    def at(self, number, instant):
        """The version in force at an instant, if there was one."""
        before = [one for one in self.versions[number] if one[0] < instant]
        return before[-1] if before else None

    def freeze(self, release):
        """The last day of the peak of merges that name the release."""
        days = self.merges[release]
        peak = max(days, key=lambda day: days[day])
        while any(days[peak + datetime.timedelta(days=ahead)] >= 3 for ahead in (1, 2)):
            peak += datetime.timedelta(days=1 if days[peak + datetime.timedelta(days=1)] >= 3 else 2)
        return peak


def end_of(day):
    """The end of a day, anywhere on earth."""
    return datetime.datetime.combine(day + datetime.timedelta(days=1), datetime.time(12),
                                     datetime.timezone.utc)


def stamp(instant):
    return instant.strftime("%Y-%m-%dT%H:%M:%SZ")


class Member:
    """A proposal of a release, as it was by a freeze, and the text it had or was to have."""

    def __init__(self, number, metadata, commit, merged):
        self.number, self.metadata, self.commit, self.merged = number, metadata, commit, merged
        self.stage = metadata.stage


def members_at(history, release, deadline):
    members = []
    for number, versions in history.versions.items():
        now = history.at(number, deadline)
        if now and now[2].aims_at(release):
            members.append(Member(number, now[2], now[1], True))
            continue
        for instant, commit, metadata in versions:
            if deadline <= instant < deadline + LATER and metadata.aims_at(release):
                members.append(Member(number, metadata, commit, False))
                break
    return sorted(members, key=lambda member: int(member.number))


def outcome(history, member, release):
    """What became of it: kept, or since when and how it was not."""
    stays = member.metadata.milestones.get(member.stage, "") != release
    for instant, _, metadata in history.versions[member.number]:
        if instant < end_of(history.freeze(release)):
            continue
        planned = metadata.milestones.get(member.stage, "") or metadata.latest
        if stays:  # in a stage that it reached before: its latest milestone moves on with it
            planned = ""
        if metadata.status in ("rejected", "withdrawn", "deferred", "replaced"):
            return False, f"{metadata.status} on {instant:%Y-%m-%d}"
        if version_key(planned) > version_key(release):
            return False, f"moved to {planned} on {instant:%Y-%m-%d}"
        if planned and planned != release and metadata.stage == member.stage:
            return False, f"says {planned} since {instant:%Y-%m-%d}"
        if version_key(metadata.latest) > version_key(release):
            break  # the next cycle: it was left as it is
    return True, "kept"


class Replay:
    def __init__(self, milepost, history, release):
        self.milepost, self.history, self.release = milepost, history, release
        self.enhancements = history.freeze(release)
        self.days = {"start": self.enhancements - datetime.timedelta(weeks=5),
                     "prr-freeze": self.enhancements - datetime.timedelta(weeks=1),
                     "enhancements-freeze": self.enhancements,
                     "release": self.enhancements + datetime.timedelta(weeks=10)}

    def run(self, folder, freeze):
        """The rows of a board: member, whether it makes the freeze, and what is missing."""
        deadline = end_of(self.days[freeze])
        head = git(folder, "rev-list", "-1", "--first-parent", f"--before={int(deadline.timestamp()) - 1}",
                   "origin/master").strip()
        git(folder, "checkout", "-q", "--force", "-B", "replay", head)
        with open(os.path.join(folder, "releases.yaml"), "w", encoding="utf-8") as file:
            file.write(f"schema: 1\nreleases:\n  - name: {self.release}\n")
            for name, day in self.days.items():
                file.write(f"    {name}: {day}\n")
        members = members_at(self.history, self.release, deadline)
        store = os.path.join(folder, ".git", "milepost")
        subprocess.run(["rm", "-rf", store], check=True)
        opted = stamp(end_of(self.days["start"]))
        for member in members:
            self.opt_in(folder, member, deadline, head, opted)
        now = stamp(deadline - datetime.timedelta(seconds=1))
        board = json.loads(self.call(folder, "release", "status", self.release, "--now", now, "--format",
                                     "json"))
        rows = {str(entry["proposal"]): entry for entry in board["proposals"]}
        return [(member, rows.get(member.number)) for member in members]

    def opt_in(self, folder, member, deadline, head, now):
        if member.merged and member.metadata.status == "implemented":
            return  # it is done
        options = ["--to", member.stage] if member.stage else []
        if not member.merged:
            # What was merged later, as it stood in its pull request two days before the freeze.
            when = stamp(deadline - datetime.timedelta(days=2))
            tree = git(folder, "rev-parse", f"{member.commit}^{{tree}}").strip()
            commit = git(folder, "commit-tree", tree, "-p", head, "-m", "pull request", when=when).strip()
            git(folder, "update-ref", f"refs/pull/{member.number}/head", commit)
            options += ["--pr", f"kubernetes/enhancements#{member.number}"]
            if not self.history.at(member.number, deadline):
                self.call(folder, "track", "new", "--number", member.number, "--title",
                          f"KEP-{member.number}", "--group", member.metadata.group, "--as", "replay",
                          "--now", now)
        self.call(folder, "release", "opt-in", self.release, member.number, *options, "--as", "replay",
                  "--now", now)

    def call(self, folder, *words):
        done = subprocess.run([self.milepost, "-C", folder, *words], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode > 1:
            raise SystemExit(f"{' '.join(words)}: {done.stderr or done.stdout}")
        return done.stdout


# Whoever replays may opt in for every group.
CONFIG = """schema: 1
process: kep
calendar:
  by: {opt-in: []}
"""


def is_ready(entry, freeze):
    """Whether the board says that the proposal makes the freeze."""
    if entry is None:
        return False
    row = next(one for one in entry["freezes"] if one["id"] == freeze)
    return not row["missing"]


def reasons(entry, freeze):
    if entry is None:
        return "not on the board"
    row = next(one for one in entry["freezes"] if one["id"] == freeze)
    return "; ".join(one["message"] for one in row["missing"]) or "ready"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("milepost")
    parser.add_argument("bundle")
    parser.add_argument("releases", nargs="*", default=["v1.35", "v1.36", "v1.37"])
    options = parser.parse_args()
    total = agreed = 0
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "clone", "-q", "-b", "master", options.bundle, folder], check=True)
        with open(os.path.join(folder, "milepost.yaml"), "w", encoding="utf-8") as file:
            file.write(CONFIG)
        with open(os.path.join(folder, ".git", "info", "exclude"), "a", encoding="utf-8") as file:
            file.write("milepost.yaml\nreleases.yaml\n")
        history = History(folder)
        for release in options.releases:
            replay = Replay(os.path.abspath(options.milepost), history, release)
            for freeze in FREEZES:
                rows = replay.run(folder, freeze)
                same = []
                print(f"\n{release} {freeze} {replay.days[freeze]}: {len(rows)} proposals")
                for member, entry in rows:
                    kept, story = outcome(history, member, release)
                    ready = is_ready(entry, freeze)
                    same.append(ready == kept)
                    if ready != kept:
                        where = "" if member.merged else " (pull request)"
                        print(f"  {member.number} {member.stage}{where}: {story}; the board: "
                              f"{reasons(entry, freeze)}")
                total, agreed = total + len(same), agreed + sum(same)
                print(f"  agree: {sum(same)} of {len(same)}")
    print(f"\n{agreed} of {total} agree: {100 * agreed / max(total, 1):.1f} %")
    return 0 if agreed >= 0.85 * total else 1


if __name__ == "__main__":
    sys.exit(main())
