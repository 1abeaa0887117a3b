"""`milepost report` on repositories made with git."""

import csv
import io
import os
import re
import subprocess
import unittest
import xml.etree.ElementTree

import _home
import _milepost
import _schemas
from test_history import committed_on

NAMES = ("times", "flow", "throughput", "progress", "stuck", "permanent", "milestones", "unclosed",
         "templates", "approvers", "latency", "roadmap")

METADATA = """title: {title}
kep-number: {number}
authors: ["@jtakeda"]
owning-sig: sig-runtime
status: {status}
creation-date: 2022-12-22
approvers: ["@maria"]
{more}"""


class Report(_home.Home):

    def setUp(self):
        super().setUp()
        with committed_on("2023-01-01"):
            self.root = self.repository("kep")

    def commit(self, day, *proposals):
        for number, status, more in proposals:
            path = os.path.join(self.root, f"keps/sig-runtime/{number}-way")
            os.makedirs(path, exist_ok=True)
            with open(os.path.join(path, "kep.yaml"), "w", encoding="utf-8") as file:
                file.write(METADATA.format(number=number, title=f"Way <{number}>", status=status,
                                           more=more))
            with open(os.path.join(path, "README.md"), "w", encoding="utf-8") as file:
                file.write(f"# KEP-{number}: Way\n\n## Summary\n\nIt *moves* on, e.g. fast. More.\n")
        self.git("add", "-A", cwd=self.root)
        with committed_on(day):
            self.git("commit", "-q", "-m", day, cwd=self.root)

    def walk(self):
        """Ten go on after ten days each, one stays behind."""
        provisional = [(number, "provisional", "") for number in range(900, 911)]
        self.commit("2024-01-01", *provisional)
        alpha = 'stage: alpha\nlatest-milestone: "v1.12"\nmilestone:\n  alpha: "v1.12"\n'
        self.commit("2024-01-11", *[(number, "implementable", alpha) for number in range(900, 910)])

    def report(self, *words, **options):
        return self.milepost("report", *words, "--now", "2026-02-01", cwd=self.root, **options)

    def test_tells_times_exactly(self):
        self.walk()
        told = self.report("times", "--format", "json").json()
        _schemas.validate(told, "report.schema.json")
        moves = {row["move"]: row for row in told["reports"]["times"]["by"]["move"]}
        row = moves["provisional → implementable"]
        self.assertEqual((row["count"], row["medianDays"], row["p90Days"]), (10, 10, 10))
        groups = told["reports"]["times"]["by"]["group"]
        self.assertIn("sig-runtime", {row["group"] for row in groups})

    def test_finds_what_stands_still(self):
        self.walk()
        reports = self.report("--format", "json").json()["reports"]
        self.assertEqual(set(reports), set(NAMES))
        stuck = [row["number"] for row in reports["stuck"]["by"]["proposal"]]
        self.assertIn(910, stuck)
        self.assertNotIn(900, stuck)
        # v1.15 is at work: v1.12 lies three before.
        permanent = {row["number"]: row for row in reports["permanent"]["by"]["proposal"]}
        self.assertEqual(permanent[900]["releases"], 3)
        self.assertIn(900, [row["number"] for row in reports["milestones"]["by"]["proposal"]])

    def test_json_follows_the_schema(self):
        self.walk()
        _schemas.validate(self.report("--format", "json").json(), "report.schema.json")

    def test_tells_of_the_whole_repository_from_anywhere(self):
        self.walk()
        below = os.path.join(self.root, "keps", "sig-storage")
        words = ("report", "progress", "--now", "2026-02-01")
        self.assertEqual(self.milepost(*words, cwd=below).out,
                         self.milepost(*words, cwd=self.root).out)

    def test_gives_the_same_bytes_again(self):
        self.walk()
        for words in (("--format", "json"), ("--html", "-"), ("flow", "--format", "svg"), ()):
            with self.subTest(words):
                self.assertEqual(self.report(*words).out_bytes, self.report(*words).out_bytes)

    def test_the_summary_fits_a_terminal(self):
        self.walk()
        shown = self.report(status=0).out.splitlines()
        self.assertLessEqual(len(shown), 50)
        self.assertLessEqual(max(map(len, shown)), 80)
        for name in NAMES:
            self.assertTrue(any(line.startswith(name) for line in shown), name)

    def test_csv_holds_one_table(self):
        self.walk()
        told = self.report("throughput", "--by", "release", "--format", "csv").out
        rows = {row["release"]: row for row in csv.DictReader(io.StringIO(told))}
        # Two of the example's own, and the ten.
        self.assertEqual(rows["v1.12"]["alpha"], "12")
        self.assertIn("holds one report", self.report("--format", "csv", status=2).err)

    def test_charts_are_pictures(self):
        self.walk()
        for name in ("flow", "times", "throughput", "stuck"):
            with self.subTest(name):
                picture = xml.etree.ElementTree.fromstring(
                    self.report(name, "--format", "svg").out_bytes)
                self.assertEqual(picture.tag, "{http://www.w3.org/2000/svg}svg")
        self.assertIn("approvers has no chart",
                      self.report("approvers", "--format", "svg", status=2).err)

    def test_writes_a_page_as_a_whole(self):
        self.walk()
        done = self.report("--html", "page.html")
        self.assertEqual(done.out, "")
        page = self.read(self.root, "page.html")
        self.assertEqual(page, self.report("--html", "-").out)
        self.assertTrue(page.startswith("<!DOCTYPE html>"))
        self.assertIn("Way &lt;910&gt;", page)
        for name in NAMES:
            self.assertIn(f'id="{name}"', page)
        for outside in ("<script", "src=", "@import", "url("):
            self.assertNotIn(outside, page)
        os.mkdir(os.path.join(self.root, "folder"))
        self.assertIn("--html folder: is a directory", self.report("--html", "folder", status=2).err)
        self.assertFalse([name for name in os.listdir(self.root) if name.endswith(".new")])

    def test_a_page_names_the_repository_and_links_to_its_proposals(self):
        self.walk()
        page = self.report("--format", "html").out
        self.assertEqual(page, self.report("--html", "-").out)
        name = os.path.basename(self.root)
        self.assertIn(f"<title>Proposals of {name} on ", page)
        links = set(re.findall(r'<a href="([^"#]+)">', page))
        self.assertTrue(links)
        for link in links:
            self.assertTrue(os.path.isfile(os.path.join(self.root, link)), link)
        os.makedirs(os.path.join(self.root, "out"), exist_ok=True)
        self.report("--html", "out/page.html")
        below = set(re.findall(r'<a href="([^"#]+)">', self.read(self.root, "out/page.html")))
        self.assertEqual(below, {"../" + link for link in links})
        served = self.report("--format", "html", "--base-url", "https://milepost.example/").out
        self.assertIn('<a href="https://milepost.example/proposals/910">', served)
        self.git("remote", "add", "origin", "git@host.example:lane/proposals.git", cwd=self.root)
        hosted = self.report("--format", "html").out
        self.assertIn("<title>Proposals of lane/proposals on ", hosted)
        self.assertRegex(hosted,
                         '<a href="https://host.example/lane/proposals/blob/HEAD/keps/[^"]+.md">')

    def test_the_roadmap_has_sentences_without_markup(self):
        self.commit("2024-01-01", (900, "implementable",
                                   'stage: alpha\nmilestone:\n  alpha: "v1.15"\n  beta: "v1.16"\n'))
        told = self.report("roadmap").out
        self.assertIn("v1.15, at work", told)
        self.assertIn("900 Way <900>  (→ alpha)\n      It moves on, e.g. fast.\n", told)
        self.assertIn("900 Way <900>  (alpha → beta)", told)
        markdown = self.report("roadmap", "--format", "markdown").out
        self.assertIn("- **900 Way \\<900\\>** (alpha → beta): It moves on, e.g. fast.", markdown)

    def test_without_git_tells_what_it_can(self):
        folder = self.example("design")
        told = self.milepost("report", cwd=folder).out
        self.assertRegex(told, r"\nflow +.*in no git repository")
        self.assertRegex(told, r"\nprogress +\d+ ")
        self.assertIn("in no git repository",
                      self.milepost("report", "times", cwd=folder, status=2).err)

    def test_says_what_is_wrong(self):
        for words, said in (
            (("stuk",), 'did you mean stuck?'),
            (("times", "--by", "colour"), "only by group, move, year"),
            (("--since", "lately"), "--since is a day"),
            (("--html", "x.html", "--format", "json"), "leave --format out"),
            (("--format", "svg"), "holds one report"),
            (("--base-url", "https://x.example"), "--base-url goes with --format html"),
            (("--format", "html", "--base-url", "x.example"), "is an address such as https://"),
        ):
            with self.subTest(words):
                self.assertIn(said, self.report(*words, status=2).err)


@unittest.skipUnless(os.environ.get("MILEPOST_CORPUS"), "needs the corpus")
class Corpus(_milepost.Case):

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.bundle = os.path.join(os.environ["MILEPOST_CORPUS"], "keps.bundle")

    def test_agrees_with_what_was_measured(self):
        root = os.path.join(self.folder, "keps")
        subprocess.run(["git", "clone", "-q", "-b", "master", self.bundle, root], check=True)
        told = _milepost.run("report", "--format", "json", "--now", "2026-07-23", cwd=root).json()
        _schemas.validate(told, "report.schema.json")
        self.assertEqual(told["release"], "v1.37")
        reports = told["reports"]
        moves = {row["move"]: row["medianDays"] for row in reports["times"]["by"]["move"]}
        # Of the whole repository, of which this is half, it was 18, 508, 235 and 267.
        for move, low, high in (("provisional → implementable", 5, 60),
                                ("implementable → implemented", 350, 700),
                                ("alpha → beta", 150, 320), ("beta → stable", 180, 360)):
            with self.subTest(move):
                self.assertTrue(low <= moves[move] <= high, moves[move])
        for name in ("stuck", "permanent", "milestones", "unclosed"):
            self.assertGreater(len(reports[name]["by"]["proposal"]), 0, name)


if __name__ == "__main__":
    unittest.main()
