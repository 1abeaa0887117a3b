"""A repository full of traps: every verb ends, says which files it could not read, does the rest,
and needs no more memory than for any other."""

import os
import resource
import shutil
import subprocess
import tempfile
import unittest

import _milepost

HUGE = 10 * 1024**3
MOST_MEMORY = 300 * 1024  # in KiB, as getrusage counts
HANG = 60  # seconds; no more than a guard

DEEP = 600
MANY = 20_000

METADATA = """\
title: Faster probes
kep-number: {number}
authors: ["@jane"]
owning-sig: sig-a
status: provisional
creation-date: 2024-03-01
reviewers: ["@ann"]
approvers: ["@ben"]
"""

DOCUMENT = """\
# KEP-{number}: Faster probes

<!-- toc -->
<!-- /toc -->

## Summary

TBD

[x] a box
"""

# Those of the good proposals, in the order of a report.
GOOD = (1, 2)


def sparse(path):
    with open(path, "wb") as file:
        file.truncate(HUGE)


class Tree:
    """The files, made once: a folder of 20,000 takes its time."""

    def __init__(self, root):
        self.root = root
        self.wrong = {}  # what must be said, by path
        self.write("milepost.yaml", "schema: 1\nprocess: kep\n")
        for number in GOOD:
            self.propose(number)
        self.add_huge()
        self.add_pipes()
        self.add_unreadable()
        self.add_links()
        self.propose(40)
        self.write("keps/sig-a/40-x/kep.yaml", 'title: "open\nkep-number: [40\n\tstatus: x: y\n')
        self.add_deep("keps/sig-a/50-x")
        self.add_many("keps/sig-b")

    def path(self, name):
        return os.path.join(self.root, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def propose(self, number):
        folder = f"keps/sig-a/{number}-x"
        self.write(f"{folder}/kep.yaml", METADATA.format(number=number))
        self.write(f"{folder}/README.md", DOCUMENT.format(number=number))
        return folder

    def replace(self, number, name, make, message):
        """Has `make` put something else in the place of a proposal's file."""
        folder = self.propose(number)
        if name == "review":
            name = f"keps/prod-readiness/sig-a/{number}.yaml"
            self.write(name, "")
        else:
            name = f"{folder}/{name}"
        os.remove(self.path(name))
        make(self.path(name))
        self.wrong[name] = message

    def add_huge(self):
        for number, name in ((10, "README.md"), (11, "kep.yaml"), (12, "review")):
            self.replace(number, name, sparse, "is 10 GiB, larger than the limit of 1 MiB")

    def add_pipes(self):
        for number, name in ((20, "README.md"), (21, "kep.yaml"), (22, "review")):
            self.replace(number, name, os.mkfifo, "is a FIFO, not a file")

    def add_unreadable(self):

        def locked(path):
            with open(path, "wb"):
                os.chmod(path, 0)

        probe = self.path("locked")
        locked(probe)
        if os.access(probe, os.R_OK):  # root reads everything
            make, message = os.mkdir, "is a directory"
        else:
            make, message = locked, "permission denied"
        os.remove(probe)
        for number, name in ((30, "README.md"), (31, "kep.yaml"), (32, "review")):
            self.replace(number, name, make, message)

    def add_links(self):
        self.replace(33, "README.md", lambda path: os.symlink("README.md", path), "symbolic links")
        self.replace(34, "README.md", lambda path: os.symlink("gone.md", path),
                     "is a symbolic link that leads nowhere")
        os.symlink("..", self.path("keps/sig-a/loop"))
        self.wrong["keps/sig-a/loop"] = "is a symbolic link to a directory it lies in"
        elsewhere = os.path.join(os.path.dirname(self.root), "elsewhere")
        os.mkdir(elsewhere)
        os.symlink(elsewhere, self.path("keps/sig-out"))
        self.wrong["keps/sig-out"] = "is a symbolic link to a directory elsewhere"

    def add_deep(self, name):
        self.propose(50)
        at = os.open(self.path(name), os.O_RDONLY)
        for _ in range(DEEP):
            os.mkdir("deep", dir_fd=at)
            below = os.open("deep", os.O_RDONLY, dir_fd=at)
            os.close(at)
            at = below
        os.close(os.open("README.md", os.O_CREAT | os.O_WRONLY, dir_fd=at))
        os.close(at)

    def add_many(self, name):
        os.makedirs(self.path(name))
        folder = os.open(self.path(name), os.O_RDONLY)
        for number in range(MANY):
            os.close(os.open(f"{number}.md", os.O_CREAT | os.O_WRONLY, dir_fd=folder))
        os.close(folder)


class HostileTree(unittest.TestCase):

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.tree = Tree(os.path.join(cls.folder, "repository"))

    def run_here(self, *words):
        try:
            done = subprocess.run([_milepost.PROGRAM, *words], cwd=self.tree.root,
                                  stdin=subprocess.DEVNULL, capture_output=True, timeout=HANG,
                                  env=_milepost.plain_environment(), check=False)
        except subprocess.TimeoutExpired:
            self.fail(f"milepost {' '.join(words)} hangs")
        used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        self.assertLess(used, MOST_MEMORY)
        return _milepost.Answer(done.returncode, done.stdout, done.stderr)

    def expect_said(self, answer, kinds=("README.md", "kep.yaml", ".yaml", "loop", "sig-out")):
        """Every file that could not be read is named once, with its reason."""
        self.assertEqual(answer.status, 2, answer.err)
        lines = answer.err.splitlines()
        for path, message in self.tree.wrong.items():
            if not path.endswith(kinds):
                continue
            with self.subTest(path):
                said = [line for line in lines if line.startswith(f"milepost: {path}: ")]
                self.assertEqual(len(said), 1, answer.err)
                self.assertIn(message, said[0])

    def test_check(self):
        answer = self.run_here("check")
        self.expect_said(answer)
        for number in GOOD:
            self.assertIn(f"keps/sig-a/{number}-x/README.md:10:1: ", answer.out)
        self.assertRegex(answer.out, r"keps/sig-a/40-x/kep\.yaml:\d+:\d+: error MP301 ")
        self.assertIn("keps/sig-a/40-x/README.md:10:1: ", answer.out)

    def test_check_in_json(self):
        report = self.run_here("check", "--format", "json").json()
        self.assertLessEqual(
            set(self.tree.wrong), {trouble["path"] for trouble in report["troubles"]})

    def test_fix(self):
        answer = self.run_here("check", "--fix", "--dry-run")
        self.expect_said(answer)
        for number in GOOD:
            self.assertIn(f"+++ b/keps/sig-a/{number}-x/README.md", answer.out)

    def test_list(self):
        answer = self.run_here("list", "--format", "json")
        self.expect_said(answer, ("kep.yaml", "loop", "sig-out"))
        numbers = {card["number"] for card in answer.json()}
        self.assertLessEqual({*GOOD, 50}, numbers)
        self.assertEqual(self.run_here("list", "text:box", "number:1..2").out.count("Faster"), 2)

    def test_toc(self):
        answer = self.run_here("toc", "--check")
        self.expect_said(answer, ("README.md", "kep.yaml", "loop", "sig-out"))
        for number in GOOD:
            self.assertIn(f"keps/sig-a/{number}-x/README.md: the table of contents is stale",
                          answer.out)

    def test_show_and_graph(self):
        self.assertEqual(self.run_here("show", "1").status, 0)
        self.expect_said(self.run_here("graph", "--format", "json"),
                         ("kep.yaml", "loop", "sig-out"))
        for number in (10, 20, 30):
            answer = self.run_here("show", str(number))
            self.assertEqual(answer.status, 2)
            self.assertIn(f"keps/sig-a/{number}-x/README.md: is ", answer.err)

    def test_named_alone(self):
        """A file that is named is refused like one that was found."""
        for path, message in self.tree.wrong.items():
            if not path.endswith((".md", ".yaml")):
                continue
            with self.subTest(path):
                answer = self.run_here("check", path)
                self.assertEqual(answer.status, 2, answer.out)
                self.assertIn(message, answer.err)

    def test_every_folder(self):
        """A process whose documents may lie at any depth looks into all of them."""
        os.rename(self.tree.path("milepost.yaml"), self.tree.path("off"))
        try:
            self.tree.write("milepost.yaml",
                            'schema: 1\nprocess: feature\nlayout: {documents: ["keps/**/*.md"]}\n')
            answer = self.run_here("check")
            self.assertEqual(answer.status, 2)
            self.assertIn("lies more than 64 directories deep; not entered", answer.err)
            self.assertEqual(self.run_here("list").status, 2)
        finally:
            os.replace(self.tree.path("off"), self.tree.path("milepost.yaml"))


if __name__ == "__main__":
    unittest.main()
