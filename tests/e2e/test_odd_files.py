"""Odd things in the place of git's files and milepost's: a FIFO, a huge file, a `.git` that cannot be
read. Every verb ends, in bounded memory, and says which file is wrong.

MILEPOST_ATTACK=full has every verb meet every file; without it each file meets the verbs that read it
first."""

import os
import resource
import shutil
import subprocess
import unittest
import zlib

import hashlib

import _home
import _milepost

FULL = os.environ.get("MILEPOST_ATTACK") == "full"
HANG = 30  # seconds; no more than a guard
MOST_MEMORY = 400 * 1024  # in KiB, as getrusage counts
HUGE = 8 * 1024**3

VERBS = [
    "check", "check --base HEAD", "check --staged", "history 131", "log 131", "diff 131 HEAD", "drift",
    "report",
    "new Another --group sig-storage --number 990 --as iduarte --dry-run", "inbox --as iduarte",
    "approve 131 --role approver --as iduarte", "toc", "track check 131", "fsck", "store status",
    "template lineage OWNERS_ALIASES",
]
FEW = ["check", "check --base HEAD", "history 131", "approve 131 --role approver --as iduarte", "fsck"]

# Those that are not there in every repository are made.
FILES = [
    ".git", ".git/HEAD", ".git/config", ".git/config.worktree", ".git/packed-refs", ".git/index",
    ".git/shallow", ".git/commondir", ".git/gitdir", ".git/info/exclude", ".git/info/attributes",
    ".git/info/grafts", ".git/objects/info/alternates", ".git/objects/info/commit-graph",
    ".git/objects/pack/multi-pack-index", ".git/refs/heads/main", ".git/refs", ".git/objects",
    ".git/objects/pack", ".git/refs/remotes/origin/HEAD", ".git/refs/milepost/numbers/5",
    ".git/ORIG_HEAD", ".git/MERGE_HEAD", ".git/logs/HEAD", "OBJECT", "PACK", "IDX",
    ".gitignore", ".gitattributes", ".gitmodules", "keps/.gitignore", "keps/.gitattributes",
    "untracked/.gitignore", "milepost.yaml", "releases.yaml", "OWNERS_ALIASES",
    "keps/prod-readiness/sig-storage/131.yaml", "keps/sig-storage/131-shared-input-cache/README.md",
    ".git/milepost", ".git/milepost/record.db", ".git/milepost/record.db-journal",
    ".git/milepost/record.db-wal", ".git/milepost/history", ".git/milepost/changes.planned",
    ".git/milepost/changes.committed", ".git/milepost/changes.lock",
]
SOME = [one for one in FILES if one in (
    ".git/config", ".git/packed-refs", ".git/index", ".git/info/exclude", ".git/refs/heads/main",
    ".git/objects/info/alternates", "OBJECT", "IDX", ".gitignore", "keps/.gitattributes",
    "untracked/.gitignore", ".git/milepost/changes.planned", ".git/milepost/record.db-journal",
    ".git/milepost/changes.lock", ".git/milepost/history")]

# What is read whole: its size must not be believed.
READ_WHOLE = [".git/HEAD", ".git/config", ".git/packed-refs", ".git/index", ".git/info/exclude",
              ".git/refs/heads/main", ".git/objects/info/alternates", ".gitignore", ".gitattributes",
              "keps/.gitignore", ".git/milepost/changes.planned", ".git/milepost/history"]


class OddFiles(_home.Home):

    def setUp(self):
        super().setUp()
        self.root = self.repository()
        self.git("gc", "-q", cwd=self.root)
        self.git("commit", "-q", "--allow-empty", "-m", "loose", cwd=self.root)
        self.run_here("concern 131 --as iduarte --comment x")
        self.run_here("history 131")
        shutil.rmtree(os.path.join(self.root, ".git", "hooks"), ignore_errors=True)
        self.kept = os.path.join(self.folder, "kept")
        shutil.copytree(self.root, self.kept, symlinks=True)

    def restore(self):
        shutil.rmtree(self.root)
        shutil.copytree(self.kept, self.root, symlinks=True)

    def run_here(self, line, **options):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        try:
            done = subprocess.run([_milepost.PROGRAM, *line.split()], cwd=self.root,
                                  stdin=subprocess.DEVNULL, capture_output=True, timeout=HANG,
                                  env=self.environment(), check=False, **options)
        except subprocess.TimeoutExpired:
            self.fail(f"milepost {line} hangs")
        self.assertIn(done.returncode, (0, 1, 2), done.stderr)
        used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        if used > before:  # than any child had before
            self.assertLess(used, MOST_MEMORY, line)
        return _milepost.Answer(done.returncode, done.stdout, done.stderr)

    def path_of(self, name):
        objects = os.path.join(self.root, ".git", "objects")
        if name == "OBJECT":
            head = self.git("rev-parse", "HEAD", cwd=self.kept).strip()
            return os.path.join(objects, head[:2], head[2:])
        if name in ("PACK", "IDX"):
            packs = os.listdir(os.path.join(objects, "pack"))
            return os.path.join(objects, "pack",
                                next(one for one in packs if one.endswith("." + name.lower())))
        return os.path.join(self.root, name)

    def replace(self, name, make):
        self.restore()
        path = self.path_of(name)
        if os.path.isdir(path):
            shutil.rmtree(path)
        elif os.path.lexists(path):
            os.remove(path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        make(path)
        return path

    def test_no_fifo_is_waited_for(self):
        for name in FILES if FULL else SOME:
            for line in VERBS if FULL else FEW:
                with self.subTest(name, line=line):
                    self.replace(name, os.mkfifo)
                    self.run_here(line)

    def test_no_fifo_that_git_is_led_to_is_waited_for(self):
        fifo = os.path.join(self.folder, "fifo")
        os.mkfifo(fifo)
        lent = os.path.join(self.folder, "lent")
        os.makedirs(os.path.join(lent, "ab"))
        os.mkfifo(os.path.join(lent, "ab", "c" * 38))
        config = self.read(self.kept, ".git/config")
        named = os.path.join(self.folder, "included")
        self.write("included", f"[user]\n\tname = J\n[Include]\n\tPATH = {fifo}\n")
        home = os.path.relpath(fifo, self.folder)
        for name, text, wanted in (
            (".git/config", f"{config}[include]\n\tpath = {fifo}\n", "fifo is a FIFO"),
            (".git/config", f'{config}[include] path = "../../../fi\\\nfo" ; x\n', "fifo is a FIFO"),
            (".git/config", f"{config}[include]\n\tpath = ~/{home}\n", "fifo is a FIFO"),
            (".git/config", f"{config}[include]\n\tpath = {named}\n", "fifo is a FIFO"),
            (".git/config", f"{config}[include]\n\tpath = config\n" * 100, ""),
            (".git/objects/info/alternates", f"# lent\n{lent}\n", "is a FIFO"),
            (".git/objects/info/alternates", ".\n../objects\n" * 1000, ""),
        ):
            with self.subTest(text[-80:]):
                self.replace(name, os.mkfifo)
                os.remove(self.path_of(name))
                self.write(self.path_of(name), text)
                self.assertIn(wanted, self.run_here("check --base HEAD").err)

    def test_a_fifo_is_not_imported(self):
        os.mkfifo(os.path.join(self.root, "record.jsonl"))
        for line in ("store import record.jsonl", "store import record.jsonl --dry-run"):
            answer = self.run_here(line)
            self.assertEqual(answer.status, 2)
            self.assertIn("record.jsonl is a FIFO, not a file", answer.err)

    def test_no_size_is_believed(self):

        def sparse(path):
            with open(path, "wb") as file:
                if path.endswith("index"):  # one that says it holds files
                    file.write(b"DIRC\0\0\0\2\0\0\0\1")
                file.truncate(HUGE)

        for name in READ_WHOLE if FULL else READ_WHOLE[2:5] + READ_WHOLE[7:8]:
            for line in VERBS if FULL else ("check --base HEAD", "fsck"):
                with self.subTest(name, line=line):
                    self.replace(name, sparse)
                    self.run_here(line)

    def test_said_what_is_wrong(self):
        for name, line, message in (
            (".git/config", "history 131", "config is a FIFO, not a file"),
            (".git/index", "check --base HEAD", "index is a FIFO, not a file"),
            (".gitignore", "check --base HEAD", ".gitignore is a FIFO, not a file"),
            ("OBJECT", "history 131", " is a FIFO, not a file"),
            (".git/milepost/changes.planned", "toc", "changes.planned: is a FIFO, not a file"),
            (".git/milepost/record.db-journal", "store status", "record.db-journal is a FIFO"),
            (".git", "history 131", ".git: is a FIFO, not a file"),
            (".git", "concern 131 --as iduarte --comment y", ".git: is a FIFO, not a file"),
        ):
            with self.subTest(name, line=line):
                self.replace(name, os.mkfifo)
                if line == "toc":
                    path = "keps/sig-storage/131-shared-input-cache/README.md"
                    with open(os.path.join(self.root, path), "a", encoding="utf-8") as file:
                        file.write("\n## Extra part\n")
                answer = self.run_here(line)
                self.assertEqual(answer.status, 2)
                self.assertIn(message, answer.err)

    def write_commit(self, size):
        """A commit whose message has that many bytes, on main; it compresses well."""
        tree = self.git("rev-parse", "HEAD^{tree}", cwd=self.root).strip()
        head = (f"tree {tree}\nauthor J <j@example.org> 1700000000 +0000\n"
                "committer J <j@example.org> 1700000000 +0000\n\n").encode()
        header = f"commit {len(head) + size}\0".encode()
        digest, packed = hashlib.sha1(header + head), zlib.compressobj(1)
        data = [packed.compress(header + head)]
        block = b"x" * (1 << 20)
        for _ in range(size >> 20):
            digest.update(block)
            data.append(packed.compress(block))
        data.append(packed.flush())
        name = digest.hexdigest()
        path = os.path.join(self.root, ".git", "objects", name[:2], name[2:])
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(b"".join(data))
        with open(os.path.join(self.root, ".git", "refs", "heads", "main"), "w",
                  encoding="utf-8") as file:
            file.write(name + "\n")

    def test_a_huge_commit_is_not_read(self):
        self.write_commit(500 << 20)
        for line in VERBS if FULL else ("history 131", "check --base HEAD", "diff 131 HEAD", "fsck"):
            with self.subTest(line):
                answer = self.run_here(line)
                if line in ("history 131", "check --base HEAD", "diff 131 HEAD"):
                    self.assertEqual(answer.status, 2)
                    self.assertIn("larger than the limit of 4 MiB", answer.err)

    def test_a_huge_commit_on_the_way_is_not_read(self):
        self.write_commit(500 << 20)
        tree = self.git("rev-parse", "HEAD^{tree}", cwd=self.kept).strip()
        with open(os.path.join(self.root, ".git", "refs", "heads", "main"), encoding="utf-8") as file:
            parent = file.read().strip()
        body = (f"tree {tree}\nparent {parent}\nauthor J <j@example.org> 1700000001 +0000\n"
                "committer J <j@example.org> 1700000001 +0000\n\nsmall\n").encode()
        data = f"commit {len(body)}\0".encode() + body
        name = hashlib.sha1(data).hexdigest()
        path = os.path.join(self.root, ".git", "objects", name[:2], name[2:])
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(zlib.compress(data))
        with open(os.path.join(self.root, ".git", "refs", "heads", "main"), "w",
                  encoding="utf-8") as file:
            file.write(name + "\n")
        shutil.copy(os.path.join(self.root, ".git", "refs", "heads", "main"),
                    os.path.join(self.root, ".git", "refs", "heads", "other"))
        for line in ("history 131", "check --base HEAD~1", "check --base HEAD^", "diff 131 HEAD~1"):
            with self.subTest(line):
                answer = self.run_here(line)
                self.assertEqual(answer.status, 2)
                self.assertIn("larger than the limit of 4 MiB", answer.err)
        self.run_here("check --base other")

    def test_a_huge_commit_is_not_read_by_any_name(self):
        self.write_commit(500 << 20)
        with open(os.path.join(self.root, ".git", "refs", "heads", "main"), encoding="utf-8") as file:
            name = file.read().strip()
        tag = (f"object {name}\ntype commit\ntag v1\ntagger J <j@example.org> 1700000001 +0000\n"
               "\nx\n")
        self.write("tag", tag)
        self.git("config", "core.bigFileThreshold", "1k", cwd=self.root)
        tagged = self.git("hash-object", "-t", "tag", "--literally", "-w",
                          os.path.join(self.folder, "tag"), cwd=self.root).strip()
        self.write(os.path.join(self.root, ".git/refs/tags/v1"), tagged + "\n")
        for revision in (name, name[:12], "@", f"v9-1-g{name[:9]}", "v1", tagged, "heads/main", "HEAD^0"):
            for line in (f"check --base {revision}", f"diff 131 {revision}"):
                with self.subTest(line):
                    answer = self.run_here(line)
                    self.assertEqual(answer.status, 2)
                    self.assertIn("larger than the limit of 4 MiB", answer.err)
        answer = self.run_here("check --staged")
        self.assertIn("larger than the limit of 4 MiB", answer.err)

    def test_unreadable_git_is_an_error(self):
        """Nothing is kept in a .milepost beside it, as if there were no git."""
        git = os.path.join(self.root, ".git")
        options = {}
        if os.geteuid() == 0:  # root reads everything
            nobody = 65534
            options = {"user": nobody, "group": nobody, "extra_groups": []}
            at = self.root
            while at != "/tmp" and at != "/":
                os.chmod(at, 0o755)
                at = os.path.dirname(at)
            for folder, _, names in os.walk(self.root):
                for path in [folder] + [os.path.join(folder, one) for one in names]:
                    os.chown(path, nobody, nobody)
        os.chmod(git, 0)
        try:
            for line in ("concern 131 --as iduarte --comment y", "history 131", "store status",
                         "check --base HEAD", "diff 131 HEAD"):
                with self.subTest(line):
                    answer = self.run_here(line, **options)
                    self.assertEqual(answer.status, 2, answer.out)
                    self.assertIn(".git: permission denied", answer.err)
            self.assertFalse(os.path.exists(os.path.join(self.root, ".milepost")))
        finally:
            os.chmod(git, 0o755)

    def test_a_git_that_leads_nowhere_is_an_error(self):
        self.replace(".git", lambda path: os.symlink("gone", path))
        answer = self.run_here("concern 131 --as iduarte --comment y")
        self.assertEqual(answer.status, 2)
        self.assertIn(".git: is a symbolic link that leads nowhere", answer.err)
        self.assertFalse(os.path.exists(os.path.join(self.root, ".milepost")))


if __name__ == "__main__":
    unittest.main()
