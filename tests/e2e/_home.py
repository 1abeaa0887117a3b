"""A home of their own for tests that write into repositories, or type at a terminal."""

import os
import pty
import re
import select
import shutil
import subprocess

import _documents
import _milepost

EXAMPLES = os.path.join(_documents.ROOT, "examples")


class Home(_milepost.Case):
    """Neither the user's git configuration nor a repository around has a say."""

    def environment(self, **changes):
        return _milepost.plain_environment(
            HOME=self.folder,
            GIT_CONFIG_NOSYSTEM="1",
            GIT_CONFIG_GLOBAL=os.path.join(self.folder, "gitconfig"),
            GIT_CEILING_DIRECTORIES=os.path.dirname(self.folder),
            **changes)

    def milepost(self, *words, cwd, status=0, **environment):
        done = subprocess.run([_milepost.PROGRAM, *words], cwd=cwd, input=b"", capture_output=True,
                              timeout=120, env=self.environment(**environment), check=False)
        answer = _milepost.Answer(done.returncode, done.stdout, done.stderr)
        if status is not None:
            self.assertEqual(answer.status, status, answer.out + answer.err)
        return answer

    def git(self, *words, cwd):
        done = subprocess.run(["git", *words], cwd=cwd, capture_output=True, timeout=120,
                              env=self.environment(), check=True)
        return done.stdout.decode().strip()

    def example(self, name):
        folder = os.path.join(self.folder, "work", name)
        shutil.copytree(os.path.join(EXAMPLES, name), folder)
        return folder

    def repository(self, name="kep"):
        self.write("gitconfig", "[user]\n\tname = J\n\temail = j@example.org\n"
                   "[init]\n\tdefaultBranch = main\n")
        folder = self.example(name)
        self.git("init", "-q", cwd=folder)
        self.git("add", "-A", cwd=folder)
        self.git("commit", "-q", "-m", "base", cwd=folder)
        return folder

    def read(self, *path):
        with open(os.path.join(*path), encoding="utf-8") as file:
            return file.read()

    def tree(self, folder):
        found = {}
        for at, folders, names in os.walk(folder):
            folders[:] = [name for name in folders if name not in (".git", ".milepost")]
            for name in names:
                path = os.path.join(at, name)
                found[os.path.relpath(path, folder)] = os.path.islink(path) or self.read(path)
        return found

    def type(self, *words, cwd, answers):
        """Somebody types: each answer once its question, a pattern, has been asked."""
        master, slave = pty.openpty()
        process = subprocess.Popen([_milepost.PROGRAM, *words], cwd=cwd, stdin=slave, stdout=slave,
                                   stderr=slave, env=self.environment(TERM="xterm"))
        os.close(slave)
        shown = b""
        left = list(answers)
        while True:
            ready, _, _ = select.select([master], [], [], 60)
            self.assertTrue(ready, f"milepost waits: {shown}")
            try:
                more = os.read(master, 65536)
            except OSError:
                break
            if not more:
                break
            shown += more
            if left and re.search(left[0][0].encode() + rb"[^\n]*[:\]] $", shown):
                os.write(master, left.pop(0)[1].encode())
        os.close(master)
        self.assertEqual(left, [], shown)
        return _milepost.Answer(process.wait(60), shown.replace(b"\r\n", b"\n"))
