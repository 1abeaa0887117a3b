"""Runs milepost the way a shell does, for the tests beside this file."""

import json
import os
import pty
import re
import select
import subprocess
import tempfile
import unittest

PROGRAM = os.path.abspath(
    os.environ.get("MILEPOST")
    or os.path.join(os.path.dirname(__file__), "..", "..", "build", "milepost"))

TEMPLATE = """\
# Title of the proposal

<!--DIRECTIVE: required: true-->

## Summary

<!--DIRECTIVE: required: true-->

## Risks

<!--DIRECTIVE: required: true-->
"""

SUMMARY = """\
# Faster probes

## Summary

Probes wait for a second even when nothing happens. This proposal makes the
wait adapt to what was seen before, so that an idle system does less work, and
a busy one answers sooner than it did.
"""

CLEAN = SUMMARY + """
## Risks

A probe might come too early. Security and UX were reviewed by @reviewer, who
agrees.
"""

WARNING = SUMMARY + "\n## Risks\n\nTBD\n"
ERROR = SUMMARY

# Everything that a terminal, a log or a parser might obey.
HOSTILE = (
    b"# Faster probes\n\n## Summary\n\n\x1b[31mred\x1b[0m \x07 \xc3\xa2\xe2\x82\xac\xe2\x80\x9d \xff\xfe"
    b" \xc2\x9b31m \xe2\x80\xaeodd\r\n::error::x ]]> <&\" %0A\n\n- [x ] \x1b]0;title\x07 a box\n")
HOSTILE_FOLDER = b"%::x,[a b]<&\"\xc3\xa4\x1b[2J\xff"


# What would make a terminal of the tests another one.
TERMINAL = ("NO_COLOR", "TERM", "COLUMNS", "LINES", "PAGER", "LESS", "FORCE_HYPERLINK",
            "TERM_PROGRAM", "VTE_VERSION", "KONSOLE_VERSION", "WT_SESSION", "DOMTERM", "TMUX",
            "STY")


def plain_environment(**changes):
    environment = {
        key: value
        for key, value in os.environ.items()
        if key not in TERMINAL and not key.startswith("MILEPOST_")
    }
    environment.update(changes)
    return environment


class Answer:

    def __init__(self, status, out, err=b""):
        self.status = status
        self.out_bytes = out
        self.err_bytes = err

    @property
    def out(self):
        return self.out_bytes.decode("utf-8")

    @property
    def err(self):
        return self.err_bytes.decode("utf-8")

    def json(self):
        return json.loads(self.out)


def run(*words, cwd=None, stdin=b""):
    done = subprocess.run(
        [PROGRAM, *words],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        timeout=120,
        env=plain_environment(),
        check=False)
    return Answer(done.returncode, done.stdout, done.stderr)


def run_on_terminal(*words, cwd=None, **environment):
    """Standard output and standard error are one terminal, 80 columns wide."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [PROGRAM, *words],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=slave,
        stderr=slave,
        env=plain_environment(**{"TERM": "xterm", "COLUMNS": "80", **environment}))
    os.close(slave)
    shown = b""
    while True:
        ready, _, _ = select.select([master], [], [], 60)
        if not ready:
            process.kill()
            raise TimeoutError("milepost says nothing")
        try:
            more = os.read(master, 65536)
        except OSError:  # the other end is closed
            break
        if not more:
            break
        shown += more
    os.close(master)
    return Answer(process.wait(60), shown.replace(b"\r\n", b"\n"))


class Case(unittest.TestCase):
    """A test with a folder of its own that holds a template and documents."""

    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        for name, text in (("template.md", TEMPLATE), ("clean.md", CLEAN), ("error.md", ERROR),
                           ("warning.md", WARNING), ("hostile.md", HOSTILE)):
            self.write(name, text)
        self.hostile = os.path.join(HOSTILE_FOLDER, b"hostile.md")
        self.write(self.hostile, HOSTILE)

    def write(self, name, content):
        path = os.path.join(os.fsencode(self.folder), os.fsencode(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())

    def run_here(self, *words, **options):
        return run(*words, cwd=self.folder, **options)

    def check(self, *words, **options):
        return self.run_here("check", "--template", "template.md", *words, **options)

    def check_on_terminal(self, *words, **options):
        return run_on_terminal(
            "check", "--template", "template.md", *words, cwd=self.folder, **options)


def verbs():
    """All that help lists, heading by heading: what each is for."""
    blocks = run("help").out.split("\noptions\n")[0].split("\n\n")[2:]
    lines = [line for block in blocks for line in block.splitlines()[1:]]
    return dict(re.split(r"\s{2,}", line.strip()) for line in lines)
