"""The code blocks of a page of documentation, for tests that hold it to its word."""

import os
import re

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def blocks(path):
    """Pairs of what stands behind the opening fence, and the text of the block."""
    return re.findall(r"^```([^\n]*)\n(.*?)^```$", read(path), re.M | re.S)


def marked(path, mark):
    found = [text for info, text in blocks(path) if info == mark]
    assert found, f"{path} has no block marked {mark}"
    return found


def files(path):
    """The blocks marked `file=NAME`, by name."""
    return {
        info.split("file=")[1]: text
        for info, text in blocks(path)
        if "file=" in info
    }


def commands(text):
    """The commands of a console block, each with the output that follows it."""
    found = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return [(command, "".join(line + "\n" for line in out)) for command, out in found]
