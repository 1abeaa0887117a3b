"""inbox, and list by what awaits people and what they approved."""

import os
import shlex
import shutil
import unittest

import _documents
import _home
import _release
from _schemas import validate

PAGE = "docs/inbox.md"


class Inbox(_home.Home):

    now = "2027-01-20"

    def ask(self, person, *words, now=None):
        """What awaits somebody, the text held to its width and the data to its schema."""
        common = ["inbox", "--as", person, "--now", now or self.now, *words]
        text = self.milepost(*common, cwd=self.root).out
        wide = [line for line in text.splitlines() if len(line) > 80]
        self.assertEqual(wide, [])
        told = self.milepost(*common, "--format", "json", cwd=self.root).json()
        validate(told, "inbox.schema.json")
        count = len(told["items"])
        self.assertTrue(text.startswith(f"{count or 'nothing'} "), text)
        return told["items"]

    def find(self, person, kind, number, *words, now=None):
        found = [item for item in self.ask(person, *words, now=now)
                 if (item["kind"], item["proposal"]) == (kind, number)]
        self.assertLessEqual(len(found), 1)
        return found[0] if found else None

    def find_own(self, person, number):
        """What somebody objects themselves, and may settle."""
        (found,) = [item for item in self.ask(person)
                    if (item["kind"], item["proposal"]) == ("settle", number)
                    and " your " in item["what"]]
        return found

    def obey(self, item, person, now=None):
        """Runs the command that an item names."""
        program, *words = shlex.split(item["command"])
        self.assertEqual(program, "milepost")
        words = [word.replace("…", "done") for word in words]
        return self.milepost(*words, "--as", person, "--now", now or self.now, cwd=self.root)

    def listed(self, *words, status=0):
        answer = self.milepost("list", *words, "--now", self.now, "--format", "json", cwd=self.root,
                               status=status)
        return {card["number"] for card in answer.json()} if status == 0 else answer.err


class Kep(_release.Release, Inbox):
    """131, 140 and 158 aim at v1.18, whose first freeze is that of 3 February."""

    BASE = "2026-12-01"

    def setUp(self):
        super().setUp()
        self.aim_at("v1.18", "2027-01-08")

    def opt_in(self, *numbers):
        lead = {"131": "iduarte", "140": "mokafor", "158": "mokafor"}
        for number in numbers:
            self.milepost("release", "opt-in", "v1.18", number, "--as", lead[number], "--now",
                          "2027-01-10", cwd=self.root)

    def edit(self, folder, old, new, day="2027-01-15"):
        self.replace(f"{folder}/README.md", (old, new))
        self.commit("an edit", day)

    def say(self, *words, by, now="2027-01-12"):
        self.milepost(*words, "--as", by, "--now", now, cwd=self.root)

    def ready_for_review(self):
        """All that 140 lacks for beta, but for the review."""
        self.opt_in("140")
        self.repair("140", "2027-01-14")
        self.replace("keps/prod-readiness/sig-runtime/140.yaml",
                     ('beta:\n  approver: "@rcole"\n', "beta:\n  approver:\n"))
        self.commit("ask for the review", "2027-01-15")

    # --- what freezes wait for ---

    def test_leads_opt_in(self):
        item = self.find("pnovak", "confirm", 131)
        self.assertEqual(item["command"], "milepost release opt-in v1.18 131")
        self.assertEqual((item["urgency"], item["deadline"], item["any"]),
                         ("freeze", "2027-02-04T12:00:00Z", True))
        self.assertIsNotNone(self.find("@sig-storage-leads", "confirm", 131))
        self.assertIsNone(self.find("@sig-runtime-leads", "confirm", 131))
        self.obey(item, "pnovak")
        self.assertIsNone(self.find("pnovak", "confirm", 131))
        self.assertIsNone(self.find("iduarte", "confirm", 131), "one of them is enough")

    def test_reviewers_are_asked_when_it_can_be_reviewed(self):
        self.opt_in("140")
        self.assertIsNone(self.find("rcole", "review", 140), "the answers are not there")
        self.ready_for_review()
        item = self.find("rcole", "review", 140)
        self.assertEqual(item["who"], ["@bsantos", "@rcole"])
        self.assertEqual(item["since"], "2027-01-14T09:00:00Z")
        self.assertIsNone(self.find("ekoskinen", "review", 140), "who is on another roster")
        self.assertIsNotNone(self.find("prod-readiness-approvers", "review", 140))
        self.assertEqual(self.listed("awaits:@me", "--as", "rcole"), {140})
        self.assertNotIn(140, self.listed("approved-by:@bsantos"))
        self.obey(item, "bsantos")
        self.assertIsNone(self.find("rcole", "review", 140))
        self.assertIsNone(self.find("bsantos", "review", 140))
        self.assertIn(140, self.listed("approved-by:@bsantos"))

    def test_nobody_reviews_before_a_lead_opts_in(self):
        self.ready_for_review()
        self.milepost("release", "opt-out", "v1.18", "140", "--as", "mokafor", "--now",
                      "2027-01-16", cwd=self.root)
        self.assertIsNone(self.find("rcole", "review", 140))

    def test_authors_learn_what_is_missing(self):
        self.opt_in("140", "131")
        item = self.find("jtakeda", "at-risk", 140)
        self.assertEqual(item["deadlineTitle"], "PRR freeze")
        self.assertIn("no production-readiness review for beta (for @bsantos, @rcole)",
                      item["details"])
        self.assertIsNone(self.find("tlind", "at-risk", 131), "it lacks nothing")
        self.repair("140", "2027-01-16")
        self.assertIsNone(self.find("jtakeda", "at-risk", 140))

    def test_who_was_removed_and_who_decides(self):
        self.opt_in("140")
        self.milepost("release", "remove", "v1.18", "140", "--reason", "no review", "--as", "nquist",
                      "--now", "2027-02-05", cwd=self.root)
        now = "2027-02-06"
        item = self.find("jtakeda", "removed", 140, now=now)
        self.assertEqual(item["deadline"], "2027-02-07T12:00:00Z")
        self.assertIsNone(self.find("jtakeda", "at-risk", 140, now=now))
        item["command"] = item["command"].replace("DAY", "2027-02-09")
        self.obey(item, "jtakeda", now=now)
        self.assertIsNone(self.find("jtakeda", "removed", 140, now=now))
        decision = self.find("nquist", "decide", 140, now=now)
        self.assertIsNotNone(self.find("release-team", "decide", 140, now=now))
        self.obey(decision, "nquist", now=now)
        self.assertIsNone(self.find("nquist", "decide", 140, now=now))

    def test_a_lead_applies_freezes_and_posts(self):
        self.opt_in("131", "140")
        self.assertIsNone(self.find("nquist", "freeze", 131), "it has not passed")
        now = "2027-02-06"
        items = [item for item in self.ask("nquist", now=now) if item["kind"] == "freeze"]
        self.assertEqual({item["proposal"] for item in items}, {131, 140, 158})
        command = "milepost release freeze v1.18 prr-freeze --apply"
        self.assertEqual({(item["command"], item["task"]) for item in items},
                         {(command, items[0]["task"])})
        self.assertEqual({item["since"] for item in items}, {"2027-02-04T12:00:00Z"})
        text = self.milepost("inbox", "--as", "nquist", "--now", now, cwd=self.root).out
        self.assertEqual(text.count(command), 1, "one command does it for all")
        self.assertIsNone(self.find("jtakeda", "freeze", 140, now=now), "it is not theirs to do")
        self.obey(items[0], "nquist", now=now)
        self.assertNotIn("freeze", [item["kind"] for item in self.ask("nquist", now=now)])
        post = self.find("nquist", "post", 131, now=now)
        self.assertEqual(post["command"], "milepost release messages v1.18 prr-freeze")
        self.assertIsNotNone(self.find("release-team", "post", 131, now=now))

    def test_exceptions_say_how_long_they_wait(self):
        self.opt_in("140")
        self.say("release", "exception", "request", "v1.18", "140", "--freeze", "prr", "--until",
                 "2027-02-09", "--reason", "ill", by="jtakeda", now="2027-02-01")
        decision = self.find("nquist", "decide", 140, now="2027-02-05")
        self.assertEqual(decision["since"], "2027-02-01T00:00:00Z")
        self.assertIn("asked 4 days ago", self.milepost("inbox", "--as", "nquist", "--now",
                                                        "2027-02-05", cwd=self.root).out)
        self.assertIsNone(self.find("nquist", "freeze", 140, now="2027-02-05"),
                          "the exception comes first")

    def test_nobody_opts_in_to_what_takes_nobody(self):
        for day in ("2027-02-12", "2027-03-20", "2027-04-02"):
            with self.subTest(day):
                self.assertIsNone(self.find("pnovak", "confirm", 131, now=day))
        self.assertEqual(self.ask("nquist", now="2027-05-20"), [], "v1.18 is out")

    def test_of_some_proposals(self):
        numbers = lambda *words: {item["proposal"] for item in self.ask("mokafor", *words)}
        self.assertEqual(numbers(), {140, 158})
        self.assertEqual(numbers("stage:beta"), {140})
        self.assertEqual(numbers("158"), {158})
        self.assertEqual(numbers("group:sig-storage"), set())

    # --- queries that ask what is recorded ---

    def test_queries(self):
        self.opt_in("131", "140")
        self.say("release", "defer", "v1.18", "158", "--reason", "later", by="mokafor")
        self.say("release", "exception", "request", "v1.18", "140", "--freeze", "prr", "--until",
                 "2027-02-09", "--reason", "ill", by="jtakeda")
        cases = (
            ("opted-in:v1.18", {131, 140}),
            ("deferred:v1.18", {158}),
            ("removed:v1.18", set()),
            ("exception:v1.18", {140}),
            ("exception:v1.17", set()),
            ("opted-in:v1.18 missing:prr", {140}),
            ("opted-in:v1.18 missing:sections", {140}),
            ("opted-in:v1.18 -missing:sections", {131}),
            ("opted-in:v1.18 waiting-for:prr", {140}),
            ("opted-in:v1.18 waiting-for:@rcole", {140}),
            ("opted-in:v1.18 waiting-for:@prod-readiness-approvers", {140}),
            ("opted-in:v1.18 waiting-for:@jtakeda", {140}),
            ("opted-in:v1.18 waiting-for:@tlind", set()),
            ("stage:alpha in-stage:>=0releases", {158}),
            ("stage:alpha in-stage:>=1releases", set()),
            ("number:140 in-stage:>40days", {140}),
            ("number:140 in-stage:>60days", set()),
        )
        for query, want in cases:
            with self.subTest(query):
                self.assertEqual(self.listed(*query.split()), want)
        self.say("release", "remove", "v1.18", "140", "--reason", "no", by="nquist")
        self.assertEqual(self.listed("removed:v1.18"), {140})
        self.assertIn('did you mean "prr"?', self.listed("missing:prx", status=2))
        self.assertIn("not with --as-of",
                      self.listed("missing:prr", "--as-of", "2027-01-01", status=2))

    def test_queries_in_other_verbs(self):
        run = lambda *words, **more: self.milepost(*words, cwd=self.root, **more)
        now = ("--now", self.now)
        self.assertIn("1 proposal,", run("check", "number:140", status=1).out)
        self.assertIn("140", run("why", "group:sig-runtime", "stage:beta", *now, status=1).out)
        self.assertIn("140 Priority Lanes", run("show", "stage:beta group:sig-runtime").out)
        refused = run("show", "group:sig-runtime", status=2)
        self.assertIn("proposals match group:sig-runtime, and one is wanted", refused.err)
        self.assertIn("no proposal matches group:none", run("show", "group:none", status=2).err)
        self.assertIn("is a path: in a query it is path:keps",
                      run("check", "keps", "stage:beta", status=2).err)
        self.assertIn("^^^^^ did you mean", run("check", "statu:beta", status=2).err)
        self.assertIn("Priority Lanes", run("history", "number:140").out)
        board = run("release", "status", "v1.18", "stage:beta", "--format", "json", *now).json()
        self.assertEqual([entry["proposal"] for entry in board["proposals"]], [140])
        opted = run("release", "opt-in", "v1.18", "milestone:v1.18", "group:sig-runtime", "--as",
                    "mokafor", *now)
        self.assertEqual(len(opted.out.splitlines()), 2)
        self.assertEqual(self.listed("opted-in:v1.18"), {140, 158})
        self.assertIn("no proposal matches", run("release", "opt-in", "v1.18", "group:none", "--as",
                                                 "mokafor", *now, status=2).err)

    # --- what others wait for ---

    def test_a_void_approval_is_looked_at_again(self):
        self.opt_in("158")
        for person in ("jtakeda", "mokafor"):
            self.say("approve", "158", "--role", "approver", "--to", "alpha", by=person)
        self.assertIsNone(self.find("jtakeda", "approve-again", 158))
        self.assertEqual(self.listed("approved-by:@jtakeda"), {158})
        self.edit(_release.EXITS, "\n## Motivation\n", "\n## Motivation\n\nTwo words.\n")
        item = self.find("jtakeda", "approve-again", 158)
        self.assertIn("Motivation: changed", item["details"])
        self.assertEqual(self.listed("approved-by:@jtakeda"), set())
        self.obey(item, "jtakeda")
        self.assertIsNone(self.find("jtakeda", "approve-again", 158))
        self.assertIsNotNone(self.find("mokafor", "approve-again", 158), "theirs is still void")
        self.assertEqual(self.listed("approved-by:@me", "--as", "jtakeda"), {158})

    def test_the_other_approver_is_asked(self):
        self.opt_in("131")
        self.say("approve", "131", "--role", "approver", "--to", "stable", by="iduarte")
        asked = [item["kind"] for item in self.ask("iduarte") if item["proposal"] == 131]
        self.assertNotIn("approve", asked)

    def test_concerns_and_holds(self):
        self.say("hold", "158", "--comment", "wait", by="mokafor", now="2027-01-11")
        self.say("concern", "158", "--comment", "what of downgrades?", by="tlind")
        mine = self.find_own("tlind", 158)
        self.assertEqual((mine["since"], mine["urgency"]), ("2027-01-12T00:00:00Z", "others"))
        answers = [item for item in self.ask("iduarte") if item["kind"] == "answer"]
        self.assertEqual([item["why"] for item in answers],
                         ["@mokafor: wait", "@tlind: what of downgrades?"], "the older first")
        others = [item["what"] for item in self.ask("mokafor") if item["kind"] == "settle"]
        self.assertIn("see whether what @tlind objects is settled", others, "they may resolve it")
        self.obey(mine, "tlind")
        self.obey(self.find_own("mokafor", 158), "mokafor")
        for person, kind in (("tlind", "settle"), ("mokafor", "settle"), ("iduarte", "answer")):
            self.assertIsNone(self.find(person, kind, 158))

    def test_debates_that_name_somebody(self):
        block = "\n<<[UNRESOLVED {} ]>>\nWhich of them?\n<<[/UNRESOLVED]>>\n"
        summary = "\n## Summary\n"
        self.edit(_release.LANES, summary, summary + block.format("@tlind @rcole"))
        self.edit(_release.EXITS, summary, summary + block.format("sig-storage"))
        item = self.find("tlind", "unresolved", 140)
        self.assertTrue(item["place"]["path"].endswith("140-priority-lanes/README.md"))
        self.assertEqual(item["why"], "@tlind @rcole")
        self.assertIsNotNone(self.find("RCole", "unresolved", 140))
        self.assertIsNotNone(self.find("pnovak", "unresolved", 158), "a lead of the group")
        self.assertIsNotNone(self.find("sig-storage-leads", "unresolved", 158))
        self.assertIsNone(self.find("hweiss", "unresolved", 158))
        closed = "keps/sig-runtime/112-graceful-berth-drain"
        self.edit(closed, summary, summary + block.format("@tlind"))
        self.assertIsNone(self.find("tlind", "unresolved", 112), "closed proposals are history")

    # --- what is one task ---

    def copy(self, folder, number, day="2027-01-09"):
        """The same proposal with another number."""
        old = os.path.basename(folder).split("-")[0]
        copied = folder.replace(f"/{old}-", f"/{number}-")
        shutil.copytree(os.path.join(self.root, folder), os.path.join(self.root, copied))
        self.replace(f"{copied}/kep.yaml", (f"kep-number: {old}", f"kep-number: {number}"))
        self.replace(f"{copied}/README.md", (f"KEP-{old}", f"KEP-{number}"))
        self.commit(f"propose {number}", day)

    def told(self, person, *words):
        return self.milepost("inbox", "--as", person, "--now", self.now, *words, cwd=self.root).out

    def test_the_same_for_several_is_said_once(self):
        for number in ("258", "358"):
            self.copy(_release.EXITS, number)
        self.assertEqual(
            len([item for item in self.ask("mokafor") if item["kind"] == "confirm"]), 4)
        text = self.told("mokafor")
        self.assertIn(_documents.marked(PAGE, "text")[0], text)
        self.assertTrue(text.endswith("\nmilepost inbox --all shows each on its own\n"), text)
        self.assertNotIn("--all", self.told("mokafor", "--quiet"))
        command = "milepost release opt-in v1.18 140 158 258 358"
        self.assertIn(f"      → {command}\n", text)
        each = self.told("mokafor", "--all")
        self.assertIn("  258 Structured Exit Reasons\n", each)
        self.assertIn("→ milepost release opt-in v1.18 258\n", each)
        self.assertNotIn("4 proposals", each)
        self.obey({"command": command}, "mokafor")
        self.assertNotIn("confirm", [item["kind"] for item in self.ask("mokafor")])

    def test_several_reviews_are_done_one_by_one(self):
        self.ready_for_review()
        reviews = "keps/prod-readiness/sig-runtime/{}.yaml"
        for number in ("240", "340"):
            self.copy(_release.LANES, number)
            text = self.read(os.path.join(self.root, reviews.format(140)))
            self.write(os.path.join(self.root, reviews.format(number)),
                       text.replace("kep-number: 140", f"kep-number: {number}"))
            self.milepost("release", "opt-in", "v1.18", number, "--as", "mokafor", "--now",
                          "2027-01-10", cwd=self.root)
        self.commit("ask for reviews", "2027-01-16")
        text = self.told("rcole")
        self.assertIn("  3 proposals: 240, 340, 140\n    review it for beta\n", text)
        self.assertIn("last changed between 10 days ago and 5 days ago; any of 2 can\n", text)
        self.assertIn("→ for n in 240 340 140; do milepost approve $n --role prr --to beta;",
                      text)
        reviews = [item for item in self.ask("rcole") if item["kind"] == "review"]
        self.assertEqual(len({item["task"] for item in reviews}), 1, "they are one task")

    def test_debates_of_one_proposal(self):
        block = "\n<<[UNRESOLVED {} ]>>\nWhich?\n<<[/UNRESOLVED]>>\n"
        summary = "\n## Summary\n"
        self.edit(_release.EXITS, summary,
                  summary + block.format("@rcole first") + block.format("@rcole second"))
        text = self.told("rcole")
        self.assertEqual(text.count("settle what is under debate, in 2 places\n"), 1)
        self.assertRegex(text, r"- @rcole first \(keps/\S+:\d+\)\n      - @rcole second")

    # --- all of it ---

    def test_finished_with_the_release_and_not_yet_opted_in(self):
        self.replace(f"{_release.CACHE}/kep.yaml", ("status: implementable", "status: implemented"))
        self.commit("it is done", "2027-01-12")
        self.assertIsNotNone(self.find("pnovak", "confirm", 131))
        self.replace(f"{_release.CACHE}/kep.yaml", ("status: implemented", "status: withdrawn"))
        self.commit("it is given up", "2027-01-13")
        self.assertIsNone(self.find("pnovak", "confirm", 131))

    def test_a_step_that_is_planned_for_the_release(self):
        """131 is still in beta, and its stable release is the coming one."""
        self.opt_in("140")
        self.replace(f"{_release.CACHE}/kep.yaml", ("stage: stable", "stage: beta"),
                     ('latest-milestone: "v1.18"', 'latest-milestone: "v1.14"'))
        self.commit("not there yet", "2027-01-12")
        item = self.find("pnovak", "confirm", 131)
        self.assertEqual((item["urgency"], item["deadlineTitle"]), ("freeze", "PRR freeze"))
        self.obey(item, "pnovak")
        self.assertIsNone(self.find("pnovak", "confirm", 131))

    def test_a_lead_says_no(self):
        self.assertIsNotNone(self.find("pnovak", "confirm", 131))
        done = self.milepost("release", "opt-out", "v1.18", "131", "--as", "iduarte", "--now",
                             self.now, cwd=self.root)
        self.assertEqual(done.out, "131 Shared Input Cache: @iduarte opted out of v1.18\n")
        self.assertIsNone(self.find("pnovak", "confirm", 131))

    def test_what_was_aimed_at_a_release_gone_by_asks_nobody(self):
        self.repair("140", "2027-01-14")
        self.replace("keps/prod-readiness/sig-runtime/140.yaml",
                     ('beta:\n  approver: "@rcole"\n', "beta:\n  approver:\n"))
        kep = f"{_release.LANES}/kep.yaml"
        self.replace(kep, ('"v1.18"', '"v1.14"'))
        self.commit("as it was", "2027-01-15")
        self.assertIsNone(self.find("rcole", "review", 140))
        self.replace(kep, ('"v1.14"', '"v1.19"'))
        self.commit("for one that is to come", "2027-01-16")
        self.assertEqual(self.find("rcole", "review", 140)["urgency"], "rest", "not planned yet")

    def test_order(self):
        self.ready_for_review()
        self.say("concern", "158", "--comment", "hm", by="mokafor")
        items = self.ask("mokafor")
        ranks = [("freeze", "others", "rest").index(item["urgency"]) for item in items]
        self.assertEqual(ranks, sorted(ranks))
        deadlines = [item["deadline"] for item in items if item["deadline"]]
        self.assertEqual(deadlines, sorted(deadlines))
        self.assertGreater(len(deadlines), 0)
        self.assertIn("settle", [item["kind"] for item in items])

    def test_one_release(self):
        self.say("concern", "171", "--comment", "hm", by="tlind")
        self.assertIsNotNone(self.find("tlind", "settle", 171))
        self.assertIsNone(self.find("tlind", "settle", 171, "--release", "v1.18"))
        unknown = self.milepost("inbox", "--as", "x", "--release", "v9.9", cwd=self.root, status=2)
        self.assertIn("releases.yaml has no release v9.9", unknown.err)

    def test_nothing(self):
        answer = self.milepost("inbox", "--as", "@nobody", "--now", self.now, cwd=self.root)
        self.assertEqual((answer.out, answer.err), ("nothing awaits @nobody\n", ""))
        self.assertFalse(os.path.exists(os.path.join(self.root, ".git/milepost/record.db")))

    def test_whose(self):
        answer = self.milepost("inbox", cwd=self.root, status=2)
        self.assertIn("whose inbox? Say it with --as HANDLE", answer.err)
        self.git("config", "milepost.handle", "@tlind", cwd=self.root)
        self.assertIn("@tlind", self.milepost("inbox", "--now", self.now, cwd=self.root).out)
        answer = self.milepost("inbox", "--as", "a b", cwd=self.root, status=2)
        self.assertIn("no handle", answer.err)

    def test_without_git(self):
        os.rename(os.path.join(self.root, ".git"), os.path.join(self.folder, "git"))
        item = self.find("pnovak", "confirm", 131)
        self.assertIsNone(item["since"])

    # --- list ---

    def test_list(self):
        self.assertEqual(self.listed("awaits:@pnovak"), {131})
        self.assertEqual(self.listed("awaits:@pnovak,mokafor"), {131, 140, 158})
        self.assertEqual(self.listed("(awaits:@pnovak OR awaits:@nobody) stage:beta"), set())
        self.assertEqual(self.listed("approved-by:@rcole", "group:sig-storage"), {131})
        note = self.milepost("list", "approved-by:@rcole", cwd=self.root)
        self.assertIn("there is no record: approvals are those in the review files\n", note.out)
        for words, said in ((("awaits:@me",), "nobody said who @me is"),
                            (("awaits:a&b",), '"a&b" is nobody\'s handle'),
                            (("awaits:@x", "--as-of", "2027-01-10"), "not with --as-of")):
            self.assertIn(said, self.listed(*words, status=2))
        graph = self.milepost("graph", "awaits:@pnovak", "--now", self.now, cwd=self.root).out
        self.assertIn("Shared Input Cache", graph)

    # --- the page ---

    def test_the_page_shows_what_is_printed(self):
        self.opt_in("140", "158")
        for person in ("jtakeda", "mokafor"):
            self.say("approve", "158", "--role", "approver", "--to", "alpha", by=person)
        self.edit(_release.EXITS, "\n## Motivation\n", "\n## Motivation\n\nTwo words.\n")
        for block in _documents.marked(PAGE, "console"):
            for command, shown in _documents.commands(block):
                with self.subTest(command):
                    program, *words = shlex.split(command)
                    self.assertEqual(program, "milepost")
                    answer = self.milepost(*words, cwd=self.root, status=None)
                    self.assertEqual(answer.out + answer.err, shown)


class Feature(Inbox):

    now = "2026-01-30"

    def setUp(self):
        super().setUp()
        self.root = self.repository("feature")

    def test_the_tracking_issue(self):
        self.assertEqual(self.ask("bsantos"), [])
        self.milepost("track", "new", "63", "--as", "pnovak", "--now", self.now, cwd=self.root)
        item = self.find("bsantos", "agree", 63)
        self.assertEqual(item["command"], "milepost track approve 63 user-docs")
        self.assertEqual((item["where"], item["draft"]),
                         ("this issue", '@bsantos: "Write the user docs and get them merged" of 63 '
                          "waits for your approval"))
        know = [one for one in self.ask("docs-reviewers") if one["kind"] == "know"]
        self.assertEqual([one["draft"] for one in know],
                         ['@bsantos: "Minimal docs" of 63 is due; for your information'])
        self.obey(item, "bsantos")
        self.assertIsNone(self.find("bsantos", "agree", 63))
        tick = self.find("pnovak", "tick", 63)
        self.assertEqual(tick["urgency"], "rest")
        self.obey(tick, "pnovak")
        left = self.find("pnovak", "tick", 63)
        self.assertEqual(len(left["details"]), len(tick["details"]) - 1)

    def confirmers(self):
        return [one["who"] for one in self.ask("feature-reviewers") if one["kind"] == "confirm"]

    def test_claims_to_confirm(self):
        def track(verb, *words, by="pnovak"):
            self.milepost("track", verb, "63", *words, "--as", by, "--now", self.now, cwd=self.root)

        track("new")
        track("label", "code-complete")
        self.assertEqual(len(self.confirmers()), 1, "they look at what is open, too")
        track("link-pr", "lane/lane#80", "--kind", "code")
        track("approve", "disabled-by-default", by="jtakeda")
        track("approve", "minimal-docs", by="mokafor")
        for item in ("disabled-by-default", "minimal-testing", "minimal-docs", "glossary",
                     "release-notes", "code"):
            track("tick", item)
        (reviewer, *_), = self.confirmers()
        item = self.find(reviewer, "confirm", 63)
        self.obey(item, reviewer[1:])
        self.assertIsNone(self.find(reviewer, "confirm", 63))

    def test_no_record_no_reviews(self):
        self.assertIn("there is no record here; milepost approve begins one",
                      self.listed("approved-by:@bsantos", status=2))


if __name__ == "__main__":
    unittest.main()
