"""docs/ci.md keeps its word: what it tells to run works in a repository with a change."""

import os
import re
import shutil
import subprocess
import tarfile
import unittest
import xml.etree.ElementTree

import yaml

import _documents
import _milepost
import test_formats

PAGE = "docs/ci.md"
EXAMPLES = os.path.join(_documents.ROOT, "examples", "kep")
CHANGED = "keps/sig-storage/131-shared-input-cache"
VERSION = _milepost.run("--version").out.split()[1]
PACKAGES = [f"milepost-{VERSION}-{os.uname().sysname}-{os.uname().machine}.tar.gz"]
UNCHANGED = "keps/sig-runtime/140-priority-lanes"  # has errors of its own


def workflow():
    return yaml.safe_load(_documents.files(PAGE)[".github/workflows/milepost.yml"])


def step(name):
    steps = workflow()["jobs"]["check"]["steps"]
    return next(one for one in steps if one.get("name") == name)


class ContinuousIntegration(_milepost.Case):
    """A clone with a branch that breaks one proposal; another was broken before."""

    def setUp(self):
        super().setUp()
        self.home = os.path.join(self.folder, "home")
        self.programs = os.path.join(self.home, "bin")
        os.makedirs(self.programs)
        os.symlink(_milepost.PROGRAM, os.path.join(self.programs, "milepost"))
        self.upstream = os.path.join(self.folder, "upstream")
        shutil.copytree(EXAMPLES, self.upstream)
        self.shell("git init --quiet --initial-branch main && git add --all && "
                   "git commit --quiet --message base", cwd=self.upstream)
        self.clone = os.path.join(self.folder, "clone")
        self.shell(f"git clone --quiet '{self.upstream}' '{self.clone}'", cwd=self.folder)
        self.here("git checkout --quiet -b change")

    def shell(self, script, cwd, status=0, **environment):
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
            cwd=cwd,
            capture_output=True,
            timeout=120,
            check=False,
            env=_milepost.plain_environment(
                HOME=self.home,
                PATH=self.programs + os.pathsep + os.environ["PATH"],
                GIT_CONFIG_NOSYSTEM="1",
                GIT_AUTHOR_NAME="A",
                GIT_AUTHOR_EMAIL="a@example.org",
                GIT_COMMITTER_NAME="A",
                GIT_COMMITTER_EMAIL="a@example.org",
                **environment))
        if status is not None:
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return _milepost.Answer(done.returncode, done.stdout, done.stderr)

    def here(self, script, status=0, **environment):
        return self.shell(script, self.clone, status, **environment)

    def text(self, path):
        with open(path, encoding="utf-8") as file:
            return file.read()

    def edit(self, path, before, after):
        path = os.path.join(self.clone, path)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.assertIn(before, text)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(before, after))

    def break_status(self):
        self.edit(f"{CHANGED}/kep.yaml", "status: implementable", "status: implementible")

    def commit(self):
        self.here("git add --all && git commit --quiet --message change")

    def expect_only_the_change(self, out):
        self.assertIn(f"{CHANGED}/kep.yaml", out)
        self.assertIn("implementible", out)
        self.assertNotIn(UNCHANGED, out)

    def test_command(self):
        command, = _documents.marked(PAGE, "sh")
        self.assertEqual(self.here(command).out, "nothing changed: no proposal is touched\n")
        self.break_status()
        self.commit()
        self.expect_only_the_change(self.here(command, status=1).out)

    def test_command_passes_over_other_files(self):
        command, = _documents.marked(PAGE, "sh")
        self.write("clone/notes/plan of mine.md", "# Plan\n")
        self.commit()
        self.assertEqual(self.here(command).out, "nothing changed: no proposal is touched\n")

    def test_command_sees_what_a_deletion_leaves(self):
        command, = _documents.marked(PAGE, "sh")
        os.remove(os.path.join(self.clone, CHANGED, "README.md"))
        self.commit()
        self.assertIn(CHANGED, self.here(command, status=None).out)

    def test_workflow(self):
        parsed = workflow()
        self.assertEqual(set(parsed), {"name", True, "permissions", "defaults", "jobs"})
        self.assertEqual(parsed["defaults"]["run"]["shell"], "bash")
        self.break_status()
        self.commit()
        check = step("Check what changed")
        self.assertEqual(set(check["env"]), {"BASE"})
        answer = self.here(check["run"], status=1, BASE="main")
        self.expect_only_the_change(answer.out)
        self.assertTrue(answer.out.startswith("::error file="), answer.out)
        # A base that is not there is a failure, not a clean run.
        self.assertNotEqual(self.here(check["run"], status=None, BASE="gone").status, 0)

    def test_trusted_changes_of_the_process(self):
        block, = _documents.marked(PAGE, "yaml")
        check = yaml.safe_load(block)
        self.assertEqual(set(check["env"]), {"BASE", "ACCEPT"})
        self.write("upstream/milepost.yaml", "schema: 1\nprocess: kep\n")
        self.shell("git add --all && git commit --quiet --message configured", cwd=self.upstream)
        self.here("git pull --quiet origin main")
        self.write("clone/milepost.yaml", "schema: 1\nprocess: kep\nrules: {MP304: off}\n")
        self.break_status()
        self.commit()
        answer = self.here(check["run"], status=1, BASE="main", ACCEPT="")
        self.expect_only_the_change(answer.out)
        self.assertIn("::error file=milepost.yaml,line=3", answer.out)
        answer = self.here(check["run"], BASE="main", ACCEPT="--accept-process-change")
        self.assertNotIn("::error", answer.out)

    def release(self):
        """A folder as ./dev package makes it, but with the program under test."""
        folder = os.path.join(self.folder, "a release")
        os.makedirs(folder)
        for path in PACKAGES:
            with tarfile.open(os.path.join(folder, path), "w:gz", compresslevel=1) as file:
                file.add(_milepost.PROGRAM, f"milepost-{VERSION}/bin/milepost")
        self.shell(f"sha256sum {' '.join(PACKAGES)} > SHA256SUMS", cwd=folder)
        return folder

    def test_workflow_fetches_milepost(self):
        release = self.release()
        fetch = step("Get milepost")
        paths = os.path.join(self.home, "paths")
        given = {"MILEPOST_RELEASES": f"file://{release}".replace(" ", "%20"),
                 "GITHUB_PATH": paths, "RUNNER_TEMP": self.folder}
        self.assertEqual(set(fetch["env"]), {"MILEPOST_RELEASES", "MILEPOST_SHA256"})
        self.here(fetch["run"], **given, MILEPOST_SHA256="")
        folder = self.text(paths).strip()
        self.here(f"'{folder}/milepost' --version")
        sums = self.text(os.path.join(release, "SHA256SUMS"))
        self.here(fetch["run"], **given, MILEPOST_SHA256=sums.split()[0])
        os.remove(os.path.join(folder, "milepost"))
        self.here(fetch["run"], status=1, **given, MILEPOST_SHA256="0" * 64)
        self.write("a release/SHA256SUMS", sums.replace(sums[:8], "00000000"))
        self.here(fetch["run"], status=1, **given)
        os.remove(os.path.join(release, "SHA256SUMS"))
        self.here(fetch["run"], status=1, **given)
        unset = self.here(fetch["run"], status=None, GITHUB_PATH=paths, RUNNER_TEMP=self.folder,
                          MILEPOST_RELEASES="")
        self.assertNotEqual(unset.status, 0)
        self.assertIn("MILEPOST_RELEASES: is not set: the address of the releases", unset.err)
        self.assertFalse(os.path.exists(os.path.join(folder, "milepost")))

    def test_hook_fetches_milepost(self):
        entry = yaml.safe_load(_documents.read(".pre-commit-hooks.yaml"))[0]["entry"]
        os.remove(os.path.join(self.programs, "milepost"))
        self.break_status()
        self.here("git add --all")
        unset = self.here(entry, status=None)
        self.assertNotEqual(unset.status, 0)
        self.assertIn("MILEPOST_RELEASES: is not set: the address of the releases", unset.err)
        release = self.release()
        given = {"MILEPOST_RELEASES": f"file://{release}".replace(" ", "%20")}
        self.here(entry, status=1, **given, MILEPOST_SHA256="0" * 64)
        kept = os.path.join(self.home, ".cache", "milepost", VERSION, "bin", "milepost")
        self.assertEqual(os.listdir(os.path.join(self.home, ".cache", "milepost")), [])
        self.expect_only_the_change(self.here(entry, status=1, **given).out)
        self.assertTrue(os.path.exists(kept))
        self.assertEqual(os.listdir(os.path.join(self.home, ".cache", "milepost")), [VERSION])
        # Once is enough.
        shutil.rmtree(release)
        self.expect_only_the_change(self.here(entry, status=1).out)

    def test_snippets_fetch_this_version(self):
        for path in (PAGE, "docs/install.md", "README.md", ".pre-commit-hooks.yaml"):
            with self.subTest(path):
                named = re.findall(r"milepost[-_](\d+\.\d+\.\d+)", _documents.read(path))
                self.assertEqual(set(named), {VERSION})

    def test_code_scanning(self):
        run = step("Check everything for code scanning")["run"]
        self.here(run)
        with open(os.path.join(self.clone, "milepost.sarif"), encoding="utf-8") as file:
            text = file.read()
        test_formats.validate(yaml.safe_load(text), "sarif.schema.json")
        self.assertIn(UNCHANGED, text)
        self.write("clone/milepost.yaml", "schema: 1\nprocess: none\n")
        self.assertNotEqual(self.here(run, status=None).status, 0)

    def test_gitlab(self):
        job, = yaml.safe_load(_documents.files(PAGE)[".gitlab-ci.yml"]).values()
        self.break_status()
        self.commit()
        script = "\n".join(job["script"])
        answer = self.here(script, status=1, CI_MERGE_REQUEST_TARGET_BRANCH_NAME="main")
        self.expect_only_the_change(answer.out)
        report = os.path.join(self.clone, job["artifacts"]["reports"]["junit"])
        with open(report, "rb") as file:
            text = file.read()
        test_formats.validate_junit(text)
        self.expect_only_the_change(text.decode())
        self.assertTrue(xml.etree.ElementTree.fromstring(text).findall(".//failure"))

    def test_hook(self):
        hook = os.path.join(self.clone, ".git", "hooks", "pre-commit")
        with open(hook, "w", encoding="utf-8") as file:
            file.write(_documents.files(PAGE)[".git/hooks/pre-commit"])
        os.chmod(hook, 0o755)
        before = self.here("git rev-parse HEAD").out
        self.break_status()
        answer = self.here("git commit --all --message change", status=1)
        self.expect_only_the_change(answer.out + answer.err)
        self.assertEqual(self.here("git rev-parse HEAD").out, before)
        # What counts is what is staged.
        self.here("git add --all")
        self.here(f"git show 'HEAD:{CHANGED}/kep.yaml' > '{CHANGED}/kep.yaml'")
        self.here("git commit --message change", status=1)
        self.edit(f"{CHANGED}/kep.yaml", "last-updated: 2025-09-16", "last-updated: 2025-09-17")
        self.here("git commit --all --message change")
        self.assertNotEqual(self.here("git rev-parse HEAD").out, before)

    def test_hook_of_the_framework(self):
        hook, = yaml.safe_load(_documents.read(".pre-commit-hooks.yaml"))
        wanted = yaml.safe_load(_documents.files(PAGE)[".pre-commit-config.yaml"])
        same = {key: value for key, value in hook.items() if key != "description"}
        self.assertEqual(wanted["repos"][0]["hooks"], [same])
        self.break_status()
        self.assertFalse(hook["pass_filenames"])
        self.here(hook["entry"])
        self.here("git add --all")
        answer = self.here(hook["entry"], status=1)
        self.expect_only_the_change(answer.out)

    def test_every_block_is_known(self):
        """A block that no test above runs would go unchecked."""
        self.assertEqual(
            [info for info, _ in _documents.blocks(PAGE)], [
                "sh", "yaml file=.github/workflows/milepost.yml", "yaml", "yaml file=.gitlab-ci.yml",
                "yaml file=.pre-commit-config.yaml", "sh file=.git/hooks/pre-commit"
            ])


if __name__ == "__main__":
    unittest.main()
