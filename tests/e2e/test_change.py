"""check --base and --staged from outside: formats, exit status, complaints."""

import json
import os
import subprocess
import unittest

import _milepost
import test_formats

METADATA = """\
title: Faster probes
kep-number: 12
authors: ["@ann"]
owning-sig: sig-node
status: {}
creation-date: 2025-01-10
approvers: ["@jane"]
"""
FOLDER = "keps/sig-node/12-faster-probes"


class Changes(_milepost.Case):

    def setUp(self):
        super().setUp()
        self.write(f"{FOLDER}/kep.yaml", METADATA.format("provisional"))
        self.write(f"{FOLDER}/README.md", "# KEP-12: Faster probes\n")
        self.git("init --quiet")
        self.git("add --all")
        self.git("commit --quiet --message base")

    def git(self, arguments):
        environment = _milepost.plain_environment(
            HOME=self.folder, GIT_CONFIG_NOSYSTEM="1", GIT_AUTHOR_NAME="A", GIT_AUTHOR_EMAIL="a@b",
            GIT_COMMITTER_NAME="A", GIT_COMMITTER_EMAIL="a@b")
        subprocess.run(["git", *arguments.split()], cwd=self.folder, check=True, env=environment)

    def break_move(self):
        self.write(f"{FOLDER}/kep.yaml", METADATA.format("implemented"))

    def test_exit_status(self):
        self.assertEqual(self.run_here("check", "--base", "HEAD").status, 0)
        self.assertEqual(self.run_here("check", "--staged").status, 0)
        self.break_move()
        self.assertEqual(self.run_here("check", "--base", "HEAD").status, 1)
        self.assertEqual(self.run_here("check", "--staged").status, 0, "nothing is staged")
        self.git("add --all")
        self.assertEqual(self.run_here("check", "--staged").status, 1)
        self.assertEqual(self.run_here("check", "--base", "nowhere").status, 2)

    def test_formats(self):
        self.break_move()
        text = self.run_here("check", "--base", "HEAD", "--select", "MP507").out
        self.assertIn("the status cannot go from provisional to implemented", text)
        found = json.loads(
            self.run_here("check", "--base", "HEAD", "--format", "json").out)
        self.assertIn("MP507", json.dumps(found))
        sarif = json.loads(
            self.run_here("check", "--base", "HEAD", "--format", "sarif").out)
        test_formats.validate(sarif, "sarif.schema.json")
        self.assertIn("MP507", json.dumps(sarif))

    def test_complaints(self):
        for arguments, word in [
            (["--whole"], "--base or --staged"),
            (["--base", "HEAD", "--fix"], "--fix does not go with --base"),
            (["--staged", "--touched"], "--touched does not go with --staged"),
            (["--base", ""], "--base needs a value"),
        ]:
            answer = self.run_here("check", *arguments)
            self.assertEqual(answer.status, 2, arguments)
            self.assertIn(word, answer.err)

    def test_outside_of_git(self):
        os.makedirs(os.path.join(self.folder, "plain"))
        os.rename(os.path.join(self.folder, ".git"), os.path.join(self.folder, "away"))
        answer = self.run_here("check", "--base", "HEAD")
        self.assertEqual(answer.status, 2)
        self.assertIn("git repository", answer.err)


if __name__ == "__main__":
    unittest.main()
