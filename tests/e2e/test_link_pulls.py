"""Pull requests linked in bulk: lists of gh and CSV, read again and again, in both records."""

import csv
import io
import json
import os
import subprocess
import unittest

import _milepost
from _record import Record
from _schemas import validate

NOW = "2027-07-20"


def pull(number, title, state="OPEN", repo="lane/lane", **more):
    return {"number": number, "title": title, "state": state,
            "mergedAt": "2027-07-05T10:00:00Z" if state == "MERGED" else None,
            "url": f"https://github.com/{repo}/pull/{number}", "labels": [], **more}


LIST = [
    pull(910, "KEP-131: keep inputs", "MERGED"),
    pull(934, "Lanes", body="Part of https://github.com/lane/enhancements/issues/140\n"),
    pull(935, "Bump 131 libraries", "MERGED"),
    pull(936, "Try KEP 131 and KEP-9999", "CLOSED"),
    pull(41, "Lanes and caches", repo="lane/docs", labels=[{"id": 3, "name": "kind/docs"}],
         body="keps/sig-runtime/140-priority-lanes/README.md, KEP-131"),
]


class Pulls(Record):

    def link(self, pulls, *words, status=0, by="nquist", now=NOW):
        text = pulls if isinstance(pulls, str) else json.dumps(pulls, indent=1)
        with open(os.path.join(self.root, "prs"), "w", encoding="utf-8") as file:
            file.write(text)
        return self.verb("track", "link-pr", "--from", "prs", *words, "--as", by, "--now", now,
                         status=status)

    def report(self, pulls, *words, status=0, **options):
        report = self.link(pulls, "--format", "json", *words, status=status, **options).json()
        validate(report, "pulls.schema.json")
        return report

    def counts(self, *words, **options):
        return {key: count for key, count in self.report(*words, **options)["counts"].items()
                if count > 0}

    def events(self):
        return self.export()[1]

    def links(self, number):
        page = self.verb("track", "show", number, "--format", "json", "--now", NOW).json()
        validate(page, "tracker.schema.json")
        return {(link["kind"], link["reference"], link["state"]) for link in page["links"]}


class InSqlite(Pulls):

    def test_are_linked_once(self):
        self.verb("track", "new", "131", "--as", "pnovak", "--now", NOW)
        answer = self.link(LIST, "--kind", "code")
        self.assertEqual(answer.out, """\
140: lane/lane#934 linked, open (code)
140: lane/docs#41 linked, open (docs)
131: lane/lane#910 linked, merged (code)
131: lane/lane#936 linked, closed (code)
131: lane/docs#41 linked, open (docs)
1 number of no proposal left alone (--verbose names them)
5 pull requests: 5 linked, 0 updated, 0 unchanged, 1 not matched
""")
        self.assertRegex(answer.err, f"^{_milepost.PLACE.pattern}$")
        self.assertEqual(self.links("131"), {("code", "lane/lane#910", "merged"),
                                             ("code", "lane/lane#936", "closed"),
                                             ("docs", "lane/docs#41", "open")})
        self.assertIn("code lane/lane#936 closed\n",
                      self.verb("track", "show", "131", "--now", NOW).out)
        before = self.events()
        closed = [event for event in before if event["fields"].get("reference") == "lane/lane#936"]
        self.assertEqual(closed[0]["fields"]["state"], "closed")
        self.assertEqual(self.counts(LIST, "--kind", "docs"), {"unchanged": 5, "unmatched": 1})
        self.assertEqual(self.events(), before, "nothing is recorded twice")
        verbose = self.link(LIST, "--verbose").out
        self.assertIn("131: lane/lane#910 merged as before (code)\n", verbose)
        self.assertIn("not matched: lane/lane#935 Bump 131 libraries\n", verbose)
        self.assertIn("no proposal: KEP-9999 in lane/lane#936\n", verbose)
        self.assertTrue(self.verb("fsck").out.endswith("no damage\n"))

    def test_states_are_kept_up_to_date(self):
        self.link(LIST, "--kind", "code")
        self.verb("track", "new", "140", "--as", "jtakeda", "--now", NOW, "--quiet")
        merged = [pull(934, "Lanes for KEP-140", "MERGED"), pull(41, "KEP-140", "CLOSED", "lane/docs")]
        answer = self.link(merged)
        self.assertEqual(answer.out, """\
140: lane/lane#934 open → merged (code)
140: lane/docs#41 open → closed (docs)
2 pull requests: 0 linked, 2 updated, 0 unchanged, 0 not matched
""")
        self.assertEqual(self.links("140"), {("code", "lane/lane#934", "merged"),
                                             ("docs", "lane/docs#41", "closed")})
        again = self.report([pull(41, "KEP-140", repo="lane/docs")])
        self.assertEqual([(one["before"], one["state"]) for one in again["pulls"]],
                         [("closed", "open")])

    def test_one_that_somebody_linked_stays_what_it_is(self):
        for kind in ("api", "test"):
            self.verb("track", "link-pr", "131", "lane/lane#910", "--kind", kind, "--open", "--path",
                      "api/x", "--as", "pnovak", "--now", NOW)
        self.assertEqual(self.counts(LIST[:1], "--kind", "code"), {"updated": 1})
        self.verb("track", "new", "131", "--as", "pnovak", "--now", NOW, "--quiet")
        self.assertEqual(self.links("131"), {("api", "lane/lane#910", "merged"),
                                             ("test", "lane/lane#910", "merged")})
        self.verb("track", "link-pr", "131", "lane/lane#910", "--kind", "api", "--closed", "--as",
                  "pnovak", "--now", NOW)
        self.assertEqual({state for _, _, state in self.links("131")}, {"closed"})

    def test_dry_run_records_nothing(self):
        answer = self.link(LIST, "--kind", "code", "--dry-run")
        self.assertIn("131: lane/lane#910 linked, merged (code)\n", answer.out)
        self.assertEqual(answer.err, "nothing was recorded\n")
        self.assertEqual(self.counts(LIST, "--kind", "code")["linked"], 5, "nothing was recorded")

    def test_csv(self):
        text = io.StringIO()
        writer = csv.writer(text)
        writer.writerow(["number", "title", "state", "mergedAt", "url", "labels", "body"])
        for one in LIST:
            writer.writerow([one["number"], one["title"], one["state"], one["mergedAt"] or "",
                             one["url"], ";".join(label["name"] for label in one["labels"]),
                             one.get("body", "")])
        self.assertEqual(self.counts(text.getvalue(), "--kind", "code"),
                         {"linked": 5, "unmatched": 1})
        self.assertEqual(self.counts(LIST), {"unchanged": 5, "unmatched": 1})

    def test_standard_input(self):
        done = subprocess.run(
            [_milepost.PROGRAM, "track", "link-pr", "--from", "-", "--kind", "code", "--as", "nquist",
             "--now", NOW, *self.store], cwd=self.root, input=b"[7," + json.dumps(LIST[0]).encode() + b"]",
            capture_output=True, timeout=60, env=self.environment(), check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"131: lane/lane#910 linked, merged (code)\n", done.stdout)
        self.assertIn(b"<stdin>:1: it is no pull request", done.stderr)

    def test_a_bad_row_does_not_stop_the_rest(self):
        text = ("title,state,url\nKEP-131,OPEN,nowhere\x1b[31m\n"
                "KEP-131,OPEN,https://h/a/b/pull/2\nKEP-131,OPEN\n")
        answer = self.link(text, "--kind", "code", status=1)
        self.assertIn("1 linked, 0 updated, 0 unchanged, 0 not matched, 2 bad rows\n", answer.out)
        self.assertEqual(_milepost.PLACE.sub("", answer.err, count=1),
                         'prs:2: "nowhere\\x1b[31m" is no address of a pull request\n'
                         "prs:4: it has 2 columns, the first line has 3\n")
        self.assertEqual([row["line"] for row in self.report(text, status=1)["bad"]], [2, 4])

    def test_what_is_not_known_or_not_allowed(self):
        answer = self.link(LIST[:2], status=1)
        self.assertIn("131: no label says what it holds (design, api, code, test, docs); say it with "
                      "--kind: lane/lane#910\n", answer.err)
        report = self.report(LIST, "--kind", "code", by="pnovak", status=1)
        self.assertEqual({one["change"] for one in report["pulls"] if one["proposal"] == 131},
                         {"linked"})
        refused = [one for one in report["pulls"] if one["change"] == "refused"]
        self.assertEqual({one["proposal"] for one in refused}, {140})
        self.assertIn("@pnovak may not edit the issue", refused[0]["why"])
        # What is as it was is nobody's to forbid.
        self.assertEqual(self.counts(LIST[:1], by="tlind"), {"unchanged": 1})

    def test_the_issues_are_those_of_a_remote(self):
        self.git("remote", "add", "origin", "git@github.com:lane/enhancements.git", cwd=self.root)
        pulls = [pull(1, "Fix #131"), pull(2, "For lane/enhancements#131"),
                 pull(3, "Fix #131", repo="lane/enhancements")]
        report = self.report(pulls, "--kind", "code")
        self.assertEqual([one["reference"] for one in report["pulls"]],
                         ["lane/lane#2", "lane/enhancements#3"])

    def test_what_is_refused(self):
        for text, why in (("", "prs: is empty"), ("hello\n", "prs: is neither the JSON"),
                          ("[{", "prs: is no JSON: the list breaks off in line 1"),
                          ("[" + "7," * 10000 + "7]", "more than 10000 pull requests")):
            self.assertIn(why, self.link(text, status=2).err)
        self.assertIn("no kind of links is called `cod`", self.link(LIST, "--kind", "cod", status=2).err)
        for words in (["--open"], ["--closed"], ["--remove"], ["--path", "x"]):
            self.assertIn("does not go with --from", self.link(LIST, *words, status=2).err)
        self.assertIn('"131" does not go with --from', self.link(LIST, "131", status=2).err)
        for words, why in ((["--from", "nothing"], "nothing"), ([], "needs a PROPOSAL REFERENCE"),
                           (["131"], "needs a PROPOSAL REFERENCE"),
                           (["131", "a/b#1", "--verbose"], "--verbose goes with --from only"),
                           (["131", "a/b#1", "--kind", "code", "--open", "--closed"],
                            "do not go together")):
            self.assertIn(why, self.verb("track", "link-pr", *words, "--as", "nquist", status=2).err)
        with open(os.path.join(self.root, "large"), "wb") as file:
            file.truncate(33 * 1024 * 1024)
        self.assertIn("larger than the limit of 32 MiB",
                      self.verb("track", "link-pr", "--from", "large", "--as", "nquist", status=2).err)

    def test_a_proposal_has_so_many_links(self):
        many = [pull(number, "KEP-131") for number in range(1, 303)]
        self.assertEqual(self.counts(many, "--kind", "code", status=1),
                         {"linked": 300, "refused": 2})
        crowd = pull(1, " ".join(f"KEP-{number}" for number in (97, 112, 131, 140, 150, 158, 171)))
        self.assertEqual(self.counts([crowd], "--kind", "code"), {"linked": 6, "unchanged": 1})

    def test_closed_ones_count_for_nothing(self):
        day = ("--now", "2027-03-05")
        self.verb("release", "opt-in", "v1.18", "140", "--as", "mokafor", "--now", "2027-01-08")
        self.link([pull(1, "KEP-140", "MERGED"), pull(2, "KEP-140")], "--kind", "code",
                  now="2027-03-03")
        held = self.verb("release", "status", "v1.18", "--format", "json", *day, status=None).out
        self.assertIn("still open: lane/lane#2", held)
        self.link([pull(2, "KEP-140", "CLOSED")], now="2027-03-04")
        held = self.verb("release", "status", "v1.18", "--format", "json", *day, status=None).out
        self.assertNotIn("still open: lane/lane#2", held)


class InPostgresql(InSqlite):

    def setUp(self):
        super().setUp()
        self.use_server()


if __name__ == "__main__":
    unittest.main()
