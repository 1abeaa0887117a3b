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

    def test_says_what_it_does_not_know(self):
        self.walk()
        for words, said in (
            (("history", "999"), "git knows no proposal 999"),
            (("history",), "which proposal?"),
            (("history", "180", "--moves"), "not both"),
            (("history", "--moves", "--since", "lately"), "--since is a day"),
            (("list", "--as-of", "2001-01-01"), "there is no commit of 2001-01-01 or before"),
        ):
            with self.subTest(words):
                self.assertIn(said, self.milepost(*words, cwd=self.root, status=2).err)
        self.assertIn("in no git repository",
                      self.milepost("history", "180", cwd=self.example("design"), status=2).err)


if __name__ == "__main__":
    unittest.main()
