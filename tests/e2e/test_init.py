"""Preparing a repository, from the command line."""

import os
import shlex
import unittest

import yaml

import _documents
from _home import Home

COMMON = {"milepost.yaml", ".github/workflows/milepost.yml", ".pre-commit-config.yaml"}
FILES = {
    "kep": {"OWNERS_ALIASES", "releases.yaml", "keps/NNNN-kep-template/README.md",
            "keps/NNNN-kep-template/kep.yaml", "keps/NNNN-process-template/README.md",
            "keps/NNNN-process-template/kep.yaml"},
    "feature": {"OWNERS_ALIASES", "docs/proposals/_template.md"},
    "design": {"design/_template.md"},
    "openshift": {"guidelines/enhancement_template.md"},
    "kueue": {"OWNERS_ALIASES", "releases.yaml", "keps/NNNN-template/README.md",
              "keps/NNNN-template/kep.yaml"},
    "gateway": {"OWNERS_ALIASES", "geps/gep-696/index.md", "geps/gep-696/metadata.yaml"},
    "tekton": {"OWNERS", "teps/tools/tep-template.md.template", "teps/companies.yaml"},
    "cluster-api": {"OWNERS_ALIASES", "docs/proposals/YYYYMMDD-template.md"},
    "kubevirt": {"OWNERS_ALIASES", "veps/NNNN-vep-template/vep.md"},
    "rust-rfc": {"text/0000-template.md"},
}
NEW = {
    "kep": ["--group", "sig-a", "--number", "1"],
    "feature": ["--number", "1"],
    "design": [],
    "openshift": ["--group", "network"],
    "kueue": ["--number", "1"],
    "gateway": ["--number", "1"],
    "tekton": [],
    "cluster-api": [],
    "kubevirt": ["--group", "sig-compute", "--number", "1"],
    "rust-rfc": ["--number", "1"],
}


class Init(Home):

    def setUp(self):
        super().setUp()
        self.empty = os.path.join(self.folder, "empty")
        os.makedirs(self.empty)

    def test_of_every_process_a_first_proposal_is_right(self):
        for name, files in FILES.items():
            with self.subTest(name):
                folder = os.path.join(self.empty, name)
                os.makedirs(folder)
                self.git("init", "-q", cwd=folder)
                answer = self.milepost("init", "--process", name, cwd=folder)
                self.assertEqual(set(self.tree(folder)), files | COMMON)
                for path in files | COMMON:
                    self.assertIn(f"  {path}\n", answer.out)
                self.assertRegex(self.milepost("check", cwd=folder).out,
                                 r"^no proposals found; documents are \S")
                self.milepost("new", "First", *NEW[name], "--as", "jane", cwd=folder)
                checked = self.milepost("check", "--format", "json", cwd=folder).json()
                self.assertGreater(checked["summary"]["files"], 0)
                self.assertLessEqual({one["rule"] for one in checked["findings"]},
                                     {"MP203", "MP204", "MP214", "MP606"}, checked["findings"])

    def test_a_second_run_keeps_everything(self):
        self.milepost("init", "--process", "kep", cwd=self.empty)
        before = self.tree(self.empty)
        again = self.milepost("init", cwd=self.empty)
        self.assertEqual(self.tree(self.empty), before)
        self.assertNotIn("made\n", again.out)
        for path in FILES["kep"] | COMMON:
            self.assertIn(f"  {path}\n", again.out.split("kept as they are\n")[1])

    def test_what_is_there_stays(self):
        self.write("empty/OWNERS_ALIASES", "aliases: {}\n")
        os.symlink("nowhere", os.path.join(self.empty, "releases.yaml"))
        answer = self.milepost("init", "--process", "kep", cwd=self.empty)
        self.assertIn("kept as they are\n  OWNERS_ALIASES\n  releases.yaml\n", answer.out)
        self.assertEqual(self.read(self.empty, "OWNERS_ALIASES"), "aliases: {}\n")
        self.assertFalse(os.path.exists(os.path.join(self.empty, "nowhere")))

    def test_proposals_are_recognised(self):
        folder = self.example("kep")
        os.remove(os.path.join(folder, "milepost.yaml"))
        answer = self.milepost("init", cwd=os.path.join(folder, "keps"))
        self.assertIn("process kep, recognised by keps/*/*/kep.yaml\n", answer.out)
        self.assertIn("process: kep\n", self.read(folder, "milepost.yaml"))

    def test_all_or_nothing(self):
        self.write("empty/keps", "a file where a folder is wanted\n")
        before = self.tree(self.empty)
        self.milepost("init", "--process", "kep", cwd=self.empty, status=2)
        self.assertEqual(self.tree(self.empty), before)

    def test_what_cannot_be_done_is_said(self):
        nothing = self.milepost("init", cwd=self.empty, status=2)
        self.assertIn("name one with --process: " + ", ".join(sorted(FILES)), nothing.err)
        wrong = self.milepost("init", "--process", "kepp", cwd=self.empty, status=2)
        self.assertIn("did you mean `kep`?", wrong.err)
        self.milepost("init", "--process", "design", cwd=self.empty)
        other = self.milepost("init", "--process", "kep", cwd=self.empty, status=2)
        self.assertIn("milepost.yaml names the process design already", other.err)

    def test_dry_run_is_a_patch(self):
        answer = self.milepost("init", "--process", "kep", "--dry-run", cwd=self.empty)
        self.assertEqual(self.tree(self.empty), {})
        self.git("init", "-q", cwd=self.empty)
        self.write("patch", answer.out)
        self.git("apply", "../patch", cwd=self.empty)
        self.assertEqual(set(self.tree(self.empty)), FILES["kep"] | COMMON)

    def test_the_calendar_begins_today(self):
        self.milepost("init", "--process", "kep", "--now", "2026-12-28", cwd=self.empty)
        release, = yaml.safe_load(self.read(self.empty, "releases.yaml"))["releases"]
        self.assertEqual({key: str(value) for key, value in release.items()}, {
            "name": "v1.0", "start": "2026-12-28", "prr-freeze": "2027-01-25",
            "enhancements-freeze": "2027-02-01", "docs-placeholder": "2027-02-15",
            "code-freeze": "2027-03-08", "docs-freeze": "2027-03-22", "release": "2027-04-12"})

    def test_files_for_ci_are_those_of_the_documentation(self):
        self.milepost("init", "--process", "kep", cwd=self.empty)
        shown = _documents.files("docs/ci.md")
        for path in (".github/workflows/milepost.yml", ".pre-commit-config.yaml"):
            self.assertEqual(self.read(self.empty, path), shown[path])

    def test_the_workflow_goes_by_the_main_branch(self):
        workflow = os.path.join(self.empty, ".github", "workflows", "milepost.yml")

        def branches():
            if os.path.exists(workflow):
                os.remove(workflow)
            self.milepost("init", "--process", "kep", cwd=self.empty)
            # YAML takes the key `on` for a truth value.
            return yaml.safe_load(self.read(workflow))[True]["push"]["branches"]

        self.git("init", "-q", "-b", "trunk", cwd=self.empty)
        self.assertEqual(branches(), ["trunk"])
        self.write("gitconfig", "[user]\n\tname = J\n\temail = j@example.org\n")
        self.git("commit", "-q", "--allow-empty", "-m", "base", cwd=self.empty)
        clone = os.path.join(self.folder, "clone")
        self.git("clone", "-q", self.empty, clone, cwd=self.folder)
        self.git("checkout", "-q", "-b", "topic", cwd=clone)
        self.empty = clone
        workflow = os.path.join(clone, ".github", "workflows", "milepost.yml")
        self.assertEqual(branches(), ["trunk"])

    def test_what_stays_and_runs_no_milepost_is_told(self):
        self.git("init", "-q", cwd=self.empty)
        self.git("remote", "add", "origin", "git@gitlab.example:owner/name.git", cwd=self.empty)
        self.write("empty/.gitlab-ci.yml", "build:\n  script: make\n")
        told = ".gitlab-ci.yml does not run milepost: docs/ci.md shows what to add\n"
        answer = self.milepost("init", "--process", "kep", cwd=self.empty)
        self.assertIn("kept as they are\n  .gitlab-ci.yml\n", answer.out)
        self.assertIn(told, answer.out)
        self.assertNotIn(".pre-commit-config.yaml does not", answer.out)
        self.write("empty/.gitlab-ci.yml", _documents.files("docs/ci.md")[".gitlab-ci.yml"])
        self.assertNotIn("does not run", self.milepost("init", cwd=self.empty).out)

    def test_none_is_put_beside_a_template_that_is_named(self):
        folder = self.example("kep")
        ours = "docs/templates/kep/README.md"
        self.write(f"work/kep/{ours}", "# Title\n\n## Summary\n\n## Tides\n")
        self.write("work/kep/milepost.yaml", "schema: 1\nprocess: kep\n"
                   f"kinds: [{{id: feature, template: {ours}}}]\n")
        before = self.tree(folder)
        answer = self.milepost("init", cwd=folder)
        self.assertIn(f"goes by the template here: {ours}", answer.out)
        made = set(self.tree(folder)) - set(before)
        self.assertEqual([path for path in made if path.startswith("keps/")], [])

    def test_a_repository_on_gitlab_gets_its_job(self):
        self.git("init", "-q", cwd=self.empty)
        self.git("remote", "add", "origin", "git@gitlab.example:owner/name.git", cwd=self.empty)
        self.milepost("init", "--process", "kep", cwd=self.empty)
        self.assertEqual(self.read(self.empty, ".gitlab-ci.yml"),
                         _documents.files("docs/ci.md")[".gitlab-ci.yml"])
        self.assertFalse(os.path.exists(os.path.join(self.empty, ".github")))

    def test_the_templates_it_makes_are_gone_by(self):
        for name, path in (("kep", "keps/NNNN-kep-template/README.md"),
                           ("design", "design/_template.md"),
                           ("feature", "docs/proposals/_template.md"),
                           ("openshift", "guidelines/enhancement_template.md")):
            with self.subTest(name):
                folder = os.path.join(self.empty, name)
                os.makedirs(folder)
                self.milepost("init", "--process", name, cwd=folder)
                self.assertNotIn("kinds:", self.read(folder, "milepost.yaml"))
                text = self.read(folder, path)
                self.write(os.path.join("empty", name, path), text + "\n## Tides\n\nOurs alone.\n")
                made = self.milepost("new", "First", *NEW[name], "--as", "jane", "--format", "json",
                                     cwd=folder).json()
                self.assertIn("\n## Tides\n\nOurs alone.\n", self.read(folder, made["files"][0]))

    def test_documentation_shows_what_is_answered(self):
        page = "docs/new.md"
        self.git("init", "-q", cwd=self.empty)
        shown = [one for block in _documents.marked(page, "console")
                 for one in _documents.commands(block)]
        self.assertGreaterEqual(len(shown), 3)
        for command, output in shown:
            with self.subTest(command):
                program, *words = shlex.split(command)
                self.assertEqual(program, "milepost")
                self.assertEqual(self.milepost(*words, cwd=self.empty).out, output)

    def test_asks_for_what_is_missing(self):
        answer = self.type("init", cwd=self.empty, answers=[
            (r"Process \(" + ", ".join(sorted(FILES)) + r"\)", "design\n")])
        self.assertEqual(answer.status, 0, answer.out)
        self.assertIn("  design/_template.md\n", answer.out)


if __name__ == "__main__":
    unittest.main()
