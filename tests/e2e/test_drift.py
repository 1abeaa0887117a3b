"""Drift: what disagrees is found with both places, and what is printed settles it."""

import os
import re
import shlex
import unittest

import _documents
import _home
import _schemas

PAGE = "docs/drift.md"
NOW = "2026-01-30"
CACHE = "keps/sig-storage/131-shared-input-cache"
EXITS = "keps/sig-runtime/158-structured-exit-reasons"


class Drift(_home.Home):

    process = "kep"

    def setUp(self):
        super().setUp()
        self.root = self.repository(self.process)

    def run_there(self, *words, by=None, now=NOW, status=0):
        person = ["--as", by] if by else []
        return self.milepost(*words, *person, "--now", now, cwd=self.root, status=status)

    def drifts(self, *words, now=NOW):
        """By kind, the first of each."""
        answer = self.run_there("drift", *words, "--format", "json", now=now, status=None)
        self.assertEqual(answer.err, "")
        run = answer.json()
        _schemas.validate(run, "drift.schema.json")
        self.assertEqual(answer.status, 1 if run["count"] else 0)
        found = {}
        for proposal in run["proposals"]:
            for drift in proposal["drifts"]:
                found.setdefault(drift["kind"], drift)
        self.assertEqual(run["count"], sum(len(one["drifts"]) for one in run["proposals"]))
        return found

    def replace(self, name, *pairs):
        path = os.path.join(self.root, name)
        text = self.read(path)
        for old, new in pairs:
            self.assertIn(old, text)
            text = text.replace(old, new)
        self.write(path, text)

    def set_line(self, path, line, change):
        lines = self.read(self.root, path).split("\n")
        lines[line - 1] = change(lines[line - 1])
        self.write(os.path.join(self.root, path),
                   "\n".join(one for one in lines if one is not None))

    def edit(self, text):
        """Does what an edit says."""
        field = r"(\S+): (\S+)"
        if match := re.fullmatch(rf"set {field} in (\S+):(\d+)(?:, and {field} in line (\d+))?",
                                 text):
            key, value, path, line, *more = match.groups()
            for one, said, at in ((key, value, line), more):
                if one:
                    self.set_line(path, int(at), lambda old, one=one, said=said: re.sub(
                        r"\S+:.*", f"{one}: {said}", old))
        elif match := re.fullmatch(r"set (\S+) to (\S+) in (\S+):(\d+)", text):
            _, stage, path, line = match.groups()
            self.set_line(path, int(line), lambda old: re.sub(
                r"(?i)\b(alpha|beta|ga)\b", stage, old))
        elif match := re.fullmatch(r"set the version to v(\S+) in (\S+):(\d+)", text):
            version, path, line = match.groups()
            self.set_line(path, int(line), lambda old: re.sub(r"1\.\d+", version, old))
        elif match := re.fullmatch(r"take (\S+) out of (\S+):(\d+)", text):
            self.set_line(match.group(2), int(match.group(3)), lambda old: None)
        elif match := re.fullmatch(r"add (\S+) to (\S+)", text):
            path = os.path.join(self.root, match.group(2))
            self.write(path, self.read(path) + f"{match.group(1)} beta\n")
        else:
            self.fail(f"no such edit: {text}")

    def settle(self, kind, *words, by=None, now=NOW, way=0):
        """There is drift of the kind; what is printed is done; then there is none."""
        found = self.drifts(*words, now=now)
        self.assertIn(kind, found)
        remedy = found[kind]["settle"][way]
        if remedy["is"] == "edit":
            self.edit(remedy["text"])
        else:
            for command in remedy["text"].split(" && "):
                program, *rest = shlex.split(command)
                self.assertEqual(program, "milepost")
                person = None if "--as" in rest else by
                self.run_there(*rest, by=person, now=now)
        self.assertNotIn(kind, self.drifts(*words, now=now))
        return found[kind]


class WithoutRecord(Drift):

    def test_only_the_missing_review_is_drift(self):
        answer = self.run_there("drift", status=1)
        self.assertEqual(
            answer.out, "140 Priority Lanes\n"
            "  what is computed\n"
            "    [ ] test-plan  keps/sig-runtime/140-priority-lanes/README.md:46:3\n"
            "    [x] test-plan  1 section of Test Plan for beta is filled\n"
            "    → milepost drift --fix 140\n"
            "  the stage and its production-readiness review\n"
            "    stage: beta      keps/sig-runtime/140-priority-lanes/kep.yaml:17:8\n"
            "    nobody for beta  keps/prod-readiness/sig-runtime/140.yaml:1:1\n"
            "    → milepost approve 140 --role prr --to beta\n"
            "\n"
            "7 proposals, 2 disagreements in 1\n")
        self.assertFalse(os.path.exists(os.path.join(self.root, ".git/milepost/record.db")))
        self.settle("review-missing", "140", by="rcole")
        self.settle("box", "140")
        self.assertEqual(self.run_there("drift").out, "7 proposals, no drift\n")

    def test_one_that_is_named(self):
        self.assertEqual(self.run_there("drift", "131", "112").out, "2 proposals, no drift\n")
        self.assertEqual(self.run_there("drift", "131", "--quiet").out, "")

    def test_complaints(self):
        for words, said in (
            (("999",), "999"),
            (("--gates", "none.go"), "none.go"),
            (("--release", "soon"), '--release is a version such as v1.37, not "soon"'),
            (("--format", "xml"), "--format"),
        ):
            with self.subTest(words):
                answer = self.run_there("drift", *words, status=2)
                self.assertEqual(answer.out, "")
                self.assertIn(said, answer.err)


class Issues(Drift):

    def setUp(self):
        super().setUp()
        self.run_there("track", "new", "131", by="pnovak")

    def test_label(self):
        self.assertNotIn("stage-label", self.drifts("131"))
        self.run_there("track", "label", "131", "stage/alpha", by="pnovak")
        drift = self.settle("stage-label", "131", by="pnovak")
        self.assertEqual([side["path"] for side in drift["sides"]],
                         [f"{CACHE}/kep.yaml", "the record"])
        labels = self.run_there("track", "show", "131", "--format", "json").json()["labels"]
        self.assertEqual([label["label"] for label in labels], ["stage/beta"])

    def test_what_the_metadata_says(self):
        self.run_there("track", "tick", "131", "history", by="pnovak")
        self.replace(f"{CACHE}/kep.yaml", ("Shared Input Cache", "Shared Cache"),
                     ('beta: "v1.14"', 'beta: "v1.15"'), ("  - sig-runtime\nstatus",
                                                          "  - sig-process\nstatus"))
        text = self.run_there("track", "export", "131").out
        self.write("issue.md", text.replace("131-shared-input-cache\n", "130-other\n"))
        self.run_there("track", "import", os.path.join(self.folder, "issue.md"), "--number", "131",
                       by="pnovak")
        kinds = {"issue-title", "issue-link", "issue-groups", "issue-target"}
        self.assertLessEqual(kinds, set(self.drifts("131")))
        self.settle("issue-target", "131", by="pnovak")
        self.assertFalse(kinds & set(self.drifts("131")))
        text = self.run_there("track", "export", "131").out
        self.assertIn("Beta release target (x.y): 1.15\n", text)
        self.assertIn("Responsible SIGs: sig-storage, sig-process\n", text)
        self.assertIn('[x] "Implementation History"', text)
        again = self.run_there("track", "settle", "131", "--take", "metadata", by="pnovak")
        self.assertEqual(again.err, "131: the issue says what the metadata says\n")

    def test_list(self):
        self.settle("list", "131", by="pnovak")

    def test_list_the_other_way(self):
        self.settle("list", "131", by="pnovak")
        self.replace(f"{CACHE}/README.md", ('- [ ] "Implementation History"',
                                            '- [x] "Implementation History"'))
        drift = self.settle("list", "131", by="pnovak", way=1)
        self.assertEqual(drift["sides"][0]["says"], "[x] history")


    def test_list_item(self):
        self.settle("list", "131", by="pnovak")
        self.replace(f"{CACHE}/README.md", ("- [ ] \"Impl", "- [x] Asked\n- [ ] \"Impl"))
        self.settle("list-item", "131", by="pnovak")
        self.assertEqual(self.drifts("131"), {})

    def test_list_item_the_other_way(self):
        self.settle("list", "131", by="pnovak")
        before = self.read(self.root, CACHE, "README.md")
        self.replace(f"{CACHE}/README.md", ("- [ ] \"Impl", "- [x] Asked\n- [ ] \"Impl"))
        self.settle("list-item", "131", way=1)
        self.assertEqual(self.read(self.root, CACHE, "README.md"), before)

    def test_what_is_computed_and_stands_in_the_issue_alone(self):
        # 140 has an older list, without the documentation for users.
        self.run_there("track", "new", "140", by="jtakeda")
        shown = self.run_there("drift", "140", status=1).out
        self.assertIn("    no such item         keps/sig-runtime/140-priority-lanes/README.md\n"
                      "    [ ] supporting-docs  issue 140", shown)
        self.assertIn("    no such item   keps/sig-runtime/140-priority-lanes/README.md\n"
                      "    [ ] user-docs  issue 140", shown)
        path = os.path.join(self.root, "keps/sig-runtime/140-priority-lanes/README.md")
        before = self.read(path)
        self.run_there("drift", "--fix", "140", status=1)
        self.assertEqual(self.read(path), before.replace("- [] (R) Test plan", "- [x] (R) Test plan"))

    def test_list_item_of_the_issue(self):
        self.settle("list", "131", by="pnovak")
        text = self.run_there("track", "export", "131").out
        self.write("issue.md", text + "- [ ] Asked\n")
        self.run_there("track", "import", os.path.join(self.folder, "issue.md"), "--number", "131",
                       by="pnovak")
        drift = self.settle("list-item", "131")
        self.assertEqual([side["says"] for side in drift["sides"]], ["no such item", "[ ] asked"])
        self.assertRegex(drift["settle"][1]["text"], r"^take asked out of issue 131:\d+ and import")


class IssueStatus(Drift):

    process = "feature"

    def test_status(self):
        self.run_there("track", "new", "63", by="pnovak")
        self.assertEqual(self.drifts("63"), {})
        self.replace("proposals/job-arrays.md", ("stage: alpha", "stage: stable"))
        drift = self.settle("issue-status", "63", by="iduarte")
        self.assertEqual(drift["settle"][0]["text"],
                         "milepost track status 63 ALPHA && milepost track status 63 BETA")


class Reviews(Drift):

    FILE = "keps/prod-readiness/sig-storage/131.yaml"

    def test_unrecorded(self):
        self.run_there("approve", "131", "--role", "prr", "--to", "alpha", by="rcole")
        self.settle("review-unrecorded", "131")

    def test_unentered(self):
        self.run_there("approve", "131", "--role", "prr", "--to", "beta", by="bsantos")
        self.assertEqual(self.drifts("131"), {})
        self.replace(self.FILE, ('beta:\n  approver: "@bsantos"\n', ""))
        self.settle("review-unentered", "131")

    def test_approver(self):
        self.run_there("approve", "131", "--role", "prr", "--to", "beta", by="bsantos")
        self.replace(self.FILE, ("@bsantos", "@rcole"))
        self.settle("review-approver", "131")
        self.replace(self.FILE, ("@rcole", "@ekoskinen"))
        self.settle("review-approver", "131", way=1)


class Releases(Drift):

    def test_opt_in(self):
        self.run_there("release", "opt-in", "v1.15", "131", by="iduarte")
        self.settle("opt-in", "131")
        self.assertIn('beta: "v1.14"', self.read(self.root, CACHE, "kep.yaml"))

    def test_opt_in_the_other_way(self):
        self.run_there("release", "opt-in", "v1.15", "131", by="iduarte")
        self.settle("opt-in", "131", by="iduarte", way=1)

    def test_left(self):
        self.replace(f"{EXITS}/kep.yaml", ('"v1.14"', '"v1.15"'))
        self.run_there("release", "opt-in", "v1.15", "158", by="jtakeda")
        self.assertEqual(self.drifts("158"), {})
        self.run_there("release", "defer", "v1.15", "158", "--to", "v1.16", "--reason", "later",
                       by="jtakeda")
        self.settle("release-left", "158")
        self.assertIn('alpha: "v1.16"', self.read(self.root, EXITS, "kep.yaml"))

    def test_unknown(self):
        self.replace(f"{EXITS}/kep.yaml", ('"v1.14"', '"v1.25"'))
        self.settle("milestone-unknown", "158", way=1)

    def test_past(self):
        self.replace(f"{EXITS}/kep.yaml", ("status: implementable", "status: provisional"))
        self.settle("milestone-past", "158")
        self.assertIn('alpha: "v1.15"', self.read(self.root, EXITS, "kep.yaml"))


class Gates(Drift):

    GO = """package features

const (
	GracefulBerthDrain featuregate.Feature = "GracefulBerthDrain"
	SharedInputCache   featuregate.Feature = "SharedInputCache"
	Lanes              featuregate.Feature = "PriorityLanes"
	Experiments        featuregate.Feature = "Experiments"
)

var gates = map[featuregate.Feature]featuregate.VersionedSpecs{
	SharedInputCache: {
		{Version: version.MustParse("1.12"), Default: false, PreRelease: featuregate.Alpha},
		{Version: version.MustParse("1.14"), Default: true, PreRelease: featuregate.Beta},
	},
	Lanes:              {{Version: version.MustParse("1.12"), PreRelease: featuregate.Alpha}},
	GracefulBerthDrain: {{Version: version.MustParse("1.12"), PreRelease: featuregate.GA}},
}
"""

    def setUp(self):
        super().setUp()
        self.gates = os.path.join(self.root, "gates")

    def test_source(self):
        self.write(os.path.join(self.root, "features.go"), self.GO)
        words = ("131", "140", "112", "--gates", "features.go")
        drift = self.settle("gate-stage", *words)
        self.assertEqual(drift["sides"][1], {"says": "PriorityLanes: Alpha since v1.12",
                                             "path": "features.go", "line": 15, "column": 84})
        self.assertNotIn("gate-stage", self.drifts("131", "112", "--gates", "features.go"))
        run = self.run_there("drift", "--gates", "features.go", "--format", "json", status=1).json()
        self.assertEqual([gate["name"] for gate in run["unnamedGates"]], ["Experiments"])
        self.assertIn("no proposal names 1 feature gate of the code: Experiments\n",
                      self.run_there("drift", "--gates", "features.go", status=1).out)

    def test_list(self):
        self.write(self.gates, "# ours\nSharedInputCache,alpha,1.12\nSharedInputCache,beta,1.15\n")
        words = ("131", "--gates", "gates")
        self.settle("gate-version", *words)
        self.assertIn('beta: "v1.15"', self.read(self.root, CACHE, "kep.yaml"))
        self.write(self.gates, "SharedInputCache beta 1.14\n")
        self.settle("gate-version", *words, way=1)

    def test_missing(self):
        self.write(self.gates, "PriorityLanes beta\n")
        self.settle("gate-missing", "131", "--gates", "gates")

    def test_left(self):
        self.replace(f"{CACHE}/kep.yaml", ("status: implementable", "status: withdrawn"))
        self.write(self.gates, "PriorityLanes beta\nSharedInputCache beta\n")
        self.settle("gate-left", "131", "--gates", "gates")

    def test_release(self):
        self.write(self.gates, "PriorityLanes alpha\n")
        self.assertNotIn("gate-stage", self.drifts("140", "--gates", "gates", "--release", "v1.13"))
        self.settle("gate-stage", "140", "--gates", "gates", "--release", "v1.14")

    def test_files_without_a_gate(self):
        for content in ("", "package features\n", "\n\n"):
            self.write(self.gates, content)
            answer = self.run_there("drift", "--gates", "gates", status=2)
            self.assertIn("no feature gate is declared there", answer.err)
            self.assertEqual(answer.out, "")

    def test_files_that_are_none(self):
        for content in (b"\x00\x01\x02\xff" * 100, b"", b"package a\n" + b"{" * 200000):
            self.write(self.gates, content)
            answer = self.run_there("drift", "131", "--gates", "gates", status=None)
            self.assertIn(answer.status, (1, 2))
        self.write(self.gates, "SharedInputCache beta 1.14\n\x1b[2J\x1b[31m alpha\n")
        self.assertNotIn("\x1b", self.run_there("drift", "--gates", "gates", status=1).out)


class Page(Drift):

    def test_output(self):
        for name, text in _documents.files(PAGE).items():
            self.write(os.path.join(self.root, name), text)
        for block in _documents.marked(PAGE, "console"):
            for command, shown in _documents.commands(block):
                with self.subTest(command):
                    program, *words = shlex.split(command)
                    self.assertEqual(program, "milepost")
                    answer = self.milepost(*words, cwd=self.root, status=None)
                    self.assertEqual(answer.out + answer.err, shown)

    def test_kinds(self):
        """The page names each kind of disagreement that programs are told."""
        table = _documents.read(PAGE).split("## What is compared")[1]
        rows = re.findall(r"^\| (`[^|]*) \|", table, re.M)
        told = {kind for row in rows for kind in re.findall(r"`([a-z-]+)`", row)} - {"kind"}
        schema = _documents.read("schemas/drift.schema.json")
        kinds = set(re.findall(r'"([a-z-]+)"', schema.split('"kind": {')[1].split("]")[0]))
        self.assertEqual(kinds - {"enum"}, told)


if __name__ == "__main__":
    unittest.main()
