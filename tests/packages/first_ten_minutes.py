"""The first ten minutes of somebody new, in a clean system without a compiler: runs the commands of
docs/first-ten-minutes.md there, each on a terminal, and holds what they print against the page.

    python3 tests/packages/first_ten_minutes.py            fails where the page says otherwise
    python3 tests/packages/first_ten_minutes.py --write    writes what they print into the page

The repository is a clone of MILEPOST_CORPUS/keps.bundle. A line that begins with "…" stands for
lines left out."""

import os
import pty
import re
import shutil
import subprocess
import sys
import time

import _roots

PAGE = os.path.join(_roots.ROOT, "docs", "first-ten-minutes.md")
CORPUS = os.environ.get("MILEPOST_CORPUS", os.path.join(_roots.ROOT, "..", "shared", "corpus"))
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
FIRST, LAST = 16, 12  # lines of one command that the page shows
DAY = "2026-11-19"  # of the page, which these verbs are told and nobody has to read
DATED = re.compile(r"^milepost (check|new|promote|why)\b.*")


def on_terminal(root, script):
    """What a script prints on a terminal of 100 columns, without colours."""
    ours, theirs = pty.openpty()
    command = root.command(script, COLUMNS="100", LINES="200", TERM="dumb", PAGER="cat",
                           MILEPOST_AS="newcomer", MILEPOST_RELEASES="file:///packages")
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs) as run:
        os.close(theirs)
        printed = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # Linux says so when nobody has the other end open
                piece = b""
            if not piece:
                break
            printed += piece
    os.close(ours)
    return printed.decode().replace("\r\n", "\n")


def shown(printed):
    # Of a line that is written over and over, what stands in the end. How much dpkg reads before
    # it installs says nothing of the package.
    lines = [line.rsplit("\r", 1)[-1].removeprefix("\x1b[K").rstrip() for line in printed.split("\n")
             if not line.startswith("(Reading database")]
    while lines and not lines[-1]:
        lines.pop()
    if len(lines) > FIRST + LAST + 1:
        lines = [*lines[:FIRST], f"… {len(lines) - FIRST - LAST} more lines …", *lines[-LAST:]]
    return "".join(line + "\n" for line in lines)


def commands(block):
    return [line[2:] for line in block.split("\n") if line.startswith("$ ")]


def prepared():
    """A system as its user finds it: with git and curl, and the repository to clone."""
    root = _roots.Root("bookworm")
    root.run("apt-get update -qq && apt-get install -y -qq --no-install-recommends "
             "ca-certificates curl git")
    shutil.copy(os.path.join(CORPUS, "keps.bundle"), root.path("keps.bundle"))
    root.run("git config --global user.name Newcomer; "
             "git config --global user.email newcomer@example.org; mkdir /home/you")
    return root


def main():
    for lacking in (_roots.why_not(), "" if os.path.isdir(CORPUS) else "corpus",
                    "" if os.path.isdir(_roots.PACKAGES) else "packages"):
        if lacking:
            print(f"skipped: lacking: {lacking}")
            return 0
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    root, folder, began = prepared(), "/home/you", time.monotonic()
    try:
        def run(match):
            nonlocal folder
            answer = ""
            for command in commands(match[1]):
                if command.startswith("cd "):
                    folder = os.path.normpath(os.path.join(folder, command[3:]))
                    answer += f"$ {command}\n"
                    continue
                typed = DATED.sub(rf"\g<0> --now {DAY}", command)
                printed = on_terminal(root, f"cd {folder}; {typed}")
                # What takes how long differs from run to run.
                printed = re.sub(r" in (\d+ ms|\d+\.\d s)\b", "", printed)
                answer += f"$ {command}\n" + shown(printed)
            return f"```console\n{answer}```"

        made = BLOCK.sub(run, page)
    finally:
        root.remove()
    print(f"all of it took {time.monotonic() - began:.0f} s")
    if "--write" in sys.argv[1:]:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(made)
        return 0
    if made != page:
        import difflib
        sys.stdout.writelines(difflib.unified_diff(page.splitlines(True), made.splitlines(True),
                                                   "docs/first-ten-minutes.md", "as it is"))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
