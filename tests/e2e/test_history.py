"""`milepost history`, and lists and pages as of a day, on repositories made with git."""

import contextlib
import json
import os
import unittest

import _home

METADATA = """title: Warm start
kep-number: 180
authors:
  - "@jtakeda"
owning-sig: sig-runtime
status: {status}
creation-date: 2024-01-10
{more}"""
FOLDER = "keps/sig-runtime/180-warm-start"


@contextlib.contextmanager
def committed_on(day):
    os.environ["GIT_COMMITTER_DATE"] = f"{day}T12:00:00Z"
    try:
        yield
    finally:
        del os.environ["GIT_COMMITTER_DATE"]


class History(_home.Home):

    def setUp(self):
        super().setUp()
        with committed_on("2023-01-01"):
            self.root = self.repository("kep")

    def commit(self, day, status, more=""):
        path = os.path.join(self.root, FOLDER)
        os.makedirs(path, exist_ok=True)
        with open(os.path.join(path, "kep.yaml"), "w", encoding="utf-8") as file:
            file.write(METADATA.format(status=status, more=more))
        with open(os.path.join(path, "README.md"), "w", encoding="utf-8") as file:
            file.write("# KEP-180: Warm start\n\n## Summary\n\nBerths stay warm.\n")
        self.git("add", "-A", cwd=self.root)
        with committed_on(day):
            self.git("commit", "-q", "-m", status, cwd=self.root)

    def walk(self):
        self.commit("2024-01-10", "provisional")
        self.commit("2024-02-01", "implementable", 'stage: alpha\nlatest-milestone: "v1.12"\n')
        self.commit("2024-08-01", "implementable", 'stage: beta\nlatest-milestone: "v1.14"\n')

    def test_tells_a_life(self):
        self.walk()
        told = self.milepost("history", "180", "--now", "2024-10-01", cwd=self.root).out
        self.assertIn("2024-01-10  provisional", told)
        self.assertRegex(told, r"2024-02-01  → implementable alpha +v1\.12 +J +22 days")
        self.assertRegex(told, r"2024-08-01  → beta +v1\.14 +J +182 days")
        self.assertIn("2024-10-01  beta for 61 days", told)

    def test_tells_of_releases_without_a_move(self):
        self.walk()
        day = ("--now", "2027-03-01")
        told = self.milepost("history", "180", *day, cwd=self.root).out
        self.assertRegex(told, r"2027-03-01  beta for 942 days.* · no move for 4 releases\n$")
        found = json.loads(
            self.milepost("history", "180", *day, "--format", "json", cwd=self.root).out)
        self.assertEqual(found["releasesInState"], 4)
        self.commit("2026-12-01", "implementable", 'stage: beta\nlatest-milestone: "v1.17"\n')
        self.assertNotIn("no move for",
                         self.milepost("history", "180", *day, cwd=self.root).out)

    def test_lists_moves_as_data(self):
        self.walk()
        moves = json.loads(
            self.milepost("history", "--moves", "--since", "2024-01-01", "--format", "json",
                          cwd=self.root).out)
        moved = [move for move in moves if move["number"] == 180 and move["field"] == "stage"]
        self.assertEqual([(move["from"], move["to"], move["date"]) for move in moved],
                         [(None, "alpha", "2024-02-01"), ("alpha", "beta", "2024-08-01")])
        for move in moves:
            self.assertEqual(
                list(move),
                ["number", "path", "field", "from", "to", "date", "commit", "author"])
        self.assertEqual(moved[1]["commit"], self.git("rev-parse", "HEAD", cwd=self.root))

    def test_the_cache_changes_nothing(self):
        self.walk()
        first = self.milepost("history", "--moves", cwd=self.root).out
        cache = os.path.join(self.root, ".git", "milepost", "history")
        self.assertTrue(os.path.exists(cache))
        self.assertEqual(self.milepost("history", "--moves", cwd=self.root).out, first)
        with open(cache, "w", encoding="utf-8") as file:
            file.write("something else\n")
        self.assertEqual(self.milepost("history", "--moves", cwd=self.root).out, first)
        self.commit("2024-09-01", "implemented", "stage: stable\n")
        continued = self.milepost("history", "--moves", cwd=self.root).out
        os.remove(cache)
        self.assertEqual(self.milepost("history", "--moves", cwd=self.root).out, continued)

    def test_lists_and_shows_as_of_a_day(self):
        self.walk()

        def stage(day):
            listed = json.loads(
                self.milepost("list", "number:180", "--format", "json", "--as-of", day,
                              cwd=self.root).out)
            return [one["stage"] for one in listed]

        self.assertEqual(stage("2024-01-09"), [])
        self.assertEqual(stage("2024-01-10"), [None])
        self.assertEqual(stage("2024-03-01"), ["alpha"])
        self.assertEqual(stage("2024-08-01"), ["beta"])
        page = self.milepost("show", "180", "--as-of", "2024-03-01", cwd=self.root).out
        self.assertIn("sig-runtime · implementable · alpha · v1.12", page)

    def moves_in(self, folder, *words):
        answer = self.milepost("history", "--moves", "--format", "json", *words, cwd=folder)
        return json.loads(answer.out), answer.err

    def test_reads_every_kind_of_clone(self):
        self.walk()
        whole, _ = self.moves_in(self.root)
        address = "file://" + self.root
        for name, words in (("bare.git", ("--bare",)), ("plain", ())):
            with self.subTest(name):
                self.git("clone", "-q", *words, address, name, cwd=self.folder)
                told, err = self.moves_in(os.path.join(self.folder, name))
                self.assertEqual((told, err), (whole, ""))
        self.assertTrue(os.path.exists(os.path.join(self.folder, "bare.git/milepost/history")))
        self.git("worktree", "add", "-q", os.path.join(self.folder, "linked"), cwd=self.root)
        self.assertEqual(self.moves_in(os.path.join(self.folder, "linked"))[0], whole)
        self.assertEqual(self.moves_in(os.path.join(self.root, "keps"))[0], whole)

    def test_says_what_a_clone_lacks(self):
        self.walk()
        whole, _ = self.moves_in(self.root)
        self.git("config", "uploadpack.allowFilter", "true", cwd=self.root)
        address = "file://" + self.root
        self.git("clone", "-q", "--depth", "2", address, "shallow", cwd=self.folder)
        told, err = self.moves_in(os.path.join(self.folder, "shallow"))
        self.assertIn("history is missing: the clone is shallow, from 2024-02-01 on", err)
        self.assertLess(len(told), len(whole))
        self.git("clone", "-q", "--filter=blob:none", address, "partial", cwd=self.folder)
        partial = os.path.join(self.folder, "partial")
        told, err = self.moves_in(partial)
        self.assertRegex(err, r"2 versions could not be read: .* the clone is partial")
        self.assertIn(("stage", "beta"), [(move["field"], move["to"]) for move in told])
        # Nothing of it is kept: when the objects are there, they are read.
        self.git("fetch", "-q", "--refetch", "--no-filter", cwd=partial)
        self.assertEqual(self.moves_in(partial), (whole, ""))
        self.git("clone", "-q", "--filter=tree:0", address, "treeless", cwd=self.folder)
        self.assertIn("the clone is partial",
                      self.milepost("history", "180", cwd=os.path.join(self.folder, "treeless"),
                                    status=2).err)

    def test_says_when_git_cannot_be_opened(self):
        self.walk()
        self.git("config", "core.repositoryformatversion", "1", cwd=self.root)
        self.git("config", "extensions.futurething", "true", cwd=self.root)
        told = self.milepost("history", "180", cwd=self.root, status=2).err
        self.assertIn("futurething", told)

    def test_draws_a_life(self):
        self.walk()
        drawn = self.milepost("history", "180", "--format", "svg", "--now", "2024-10-01",
                              cwd=self.root).out
        self.assertIn("<title>alpha, 2024-02-01 to 2024-08-01</title>", drawn)
        page = self.milepost("history", "180", "--format", "markdown", "--now", "2024-10-01",
                             cwd=self.root).out
        self.assertIn("| 2024-08-01 | → beta | v1.14 | J | 182 days |", page)
        self.assertIn("2024-10-01 beta for 61 days", page)

    def test_says_what_it_does_not_know(self):
        self.walk()
        for words, said in (
            (("history", "999"), "git knows no proposal 999"),
            (("history",), "which proposal?"),
            (("history", "180", "--moves"), "not both"),
            (("history", "180", "--format", "csv"), "csv is no format for one proposal"),
            (("history", "--moves", "--since", "lately"), "--since is a day"),
            (("list", "--as-of", "2001-01-01"), "there is no commit of 2001-01-01 or before"),
        ):
            with self.subTest(words):
                self.assertIn(said, self.milepost(*words, cwd=self.root, status=2).err)
        self.assertIn("in no git repository",
                      self.milepost("history", "180", cwd=self.example("design"), status=2).err)


if __name__ == "__main__":
    unittest.main()
