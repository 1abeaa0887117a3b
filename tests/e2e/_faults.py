"""Lets a command fail at every call by which it writes: killed, out of space, broken disk.

A command is given as the files it begins with and its words. Afterwards, when milepost
has run once more, the files are wholly what they were or wholly what they were to be."""

import os
import re
import shutil
import subprocess
import tempfile

from _milepost import PROGRAM, plain_environment, run

CALLS = ("openat", "write", "pwrite64", "fsync", "fdatasync", "ftruncate", "fchmod", "fchown",
         "rename", "renameat", "renameat2", "unlink", "unlinkat", "mkdir", "mkdirat", "rmdir",
         "link", "linkat", "symlinkat")
FAULTS = ("signal=SIGKILL", "error=ENOSPC", "error=EIO")


def available():
    return shutil.which("strace") is not None


def read_tree(folder):
    """All texts by path; the state that milepost keeps for itself is left out."""
    found = {}
    for parent, names, files in os.walk(folder):
        names[:] = [name for name in names if name not in (".git", ".milepost")]
        for name in files:
            path = os.path.join(parent, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


def write_tree(folder, files):
    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())


def traced(folder, words, *options):
    return subprocess.run(["strace", "-qq", *options, PROGRAM, "-C", folder, *words],
                          capture_output=True, timeout=60, env=plain_environment(), check=False)


def points(folder, words):
    """The calls that write, each with its number among those of its name."""
    with tempfile.NamedTemporaryFile() as log:
        done = traced(folder, words, "-o", log.name, "-e", "trace=" + ",".join(CALLS))
        assert done.returncode == 0, done.stderr.decode()
        lines = log.read().decode("utf-8", "replace").splitlines()
    counts = {}
    found = []
    for line in lines:
        called = re.match(r"(\w+)\(", line)
        if not called:
            continue
        name = called.group(1)
        counts[name] = counts.get(name, 0) + 1
        if name == "openat" and "O_CREAT" not in line:
            continue
        if name == "write" and re.match(r"write\([12],", line):
            continue
        found.append((name, counts[name]))
    return found


def prove(files, words, check=("list",)):
    """The number of points, and what was torn at which of them."""
    with tempfile.TemporaryDirectory() as parent:

        def fresh(name):
            folder = os.path.join(parent, name)
            shutil.rmtree(folder, ignore_errors=True)
            write_tree(folder, files)
            return folder

        folder = fresh("whole")
        old = read_tree(folder)
        calls = points(folder, words)
        new = read_tree(folder)
        assert old != new, "the command changes nothing"
        torn, undone, made = [], 0, 0
        for fault in FAULTS:
            for call, when in calls:
                folder = fresh("torn")
                traced(folder, words, "-o", "/dev/null", "-e", f"trace={call}", "-e",
                       f"inject={call}:{fault}:when={when}")
                run("-C", folder, *check)
                now = read_tree(folder)
                undone += now == old
                made += now == new
                if now not in (old, new):
                    torn.append((fault, call, when, sorted(set(now) ^ set(old))))
        return len(calls) * len(FAULTS), torn, undone, made
