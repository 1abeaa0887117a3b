#!/usr/bin/env python3
"""Holds tables of contents against those of mdtoc, byte for byte.

usage: against_mdtoc.py MILEPOST MDTOC [--made N] [--seed N] [FOLDER…]

MDTOC is mdtoc 1.4.0 (go install sigs.k8s.io/mdtoc@v1.4.0). Every Markdown file in the folders gets a
table from both, where it begins if it has no place for one; then N documents (1000) that are put
together from what the two might read otherwise. What mdtoc itself refuses, crashes on or never ends
with is counted apart.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile

EMPTY = b"<!-- toc -->\n<!-- /toc -->\n\n"
PIECES = """\
# A
## B and more
###  C
#### D ####
###### Too deep
 # One space before it
#No space
##\tA tab
# *a* __b__ `c` ~~d~~
## [a](b "c") and <http://h>
### A & B < C
# \u00c4pfel \u2013 300 \u212a
# A
> # In a quote
> text
- # In a list
- an item
  - below it

1. one

    ## Indented
* * *
---
text
more text
---
A title
=======
Another
-------
```
# in code
```
~~~ yaml
# in code
~~~
    # indented code
<!-- a comment -->
<!--
# in a comment
-->
<details>

# In details

</details>
<b>bold</b>
$$
# in mathematics
$$
| a | b |
|---|---|
| c | d |
[a]: /u
- [x] ticked\
"""


def pieces():
    """Blocks stay together where they would mean nothing apart; fences may be torn all the same."""
    return [*PIECES.split("\n"), "```\n# in code\n```", "<!--\n# in a comment\n-->",
            "<details>\n\n# In details\n\n</details>", "| a | b |\n|---|---|\n| c | d |",
            "Another\n-------", "- a\n\n    # B\n\n"]


def made(count, chance):
    known = pieces()
    for number in range(count):
        parts = [chance.choice(known) + chance.choice(("\n", "\n", "\n\n"))
                 for _ in range(chance.randint(2, 14))]
        yield f"made {number}", "".join(parts).encode()


def real(folders):
    for folder in folders:
        for where, below, names in sorted(os.walk(folder)):
            below[:] = [name for name in below if name != ".git"]
            for name in sorted(names):
                path = os.path.join(where, name)
                if name.lower().endswith(".md") and not os.path.islink(path):
                    with open(path, "rb") as file:
                        yield path, file.read()


def with_crlf(documents):
    return ((name, text.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
            for name, text in documents)


class Both:

    def __init__(self, milepost, mdtoc, scratch):
        self.milepost, self.mdtoc = os.path.abspath(milepost), os.path.abspath(mdtoc)
        self.repository, self.file = os.path.join(scratch, "keps"), os.path.join(scratch, "a.md")
        os.makedirs(self.repository)
        # The process whose tables mdtoc checks.
        with open(os.path.join(scratch, "milepost.yaml"), "w", encoding="utf-8") as file:
            file.write("schema: 1\nprocess: kep\n")

    def by_mdtoc(self, text):
        """None where it has no answer."""
        with open(self.file, "wb") as file:
            file.write(text)
        try:
            done = subprocess.run([self.mdtoc, "--inplace", "--max-depth=5", self.file],
                                  capture_output=True, timeout=30, check=False)
        except subprocess.TimeoutExpired:
            return None
        with open(self.file, "rb") as file:
            return file.read() if done.returncode == 0 else None

    def by_milepost(self, text):
        return subprocess.run([self.milepost, "-C", self.repository, "toc", "-"], input=text,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout

    def hold(self, what, documents):
        """Whether they agree on all of them."""
        alike, unanswered, unlike = 0, 0, []
        for name, text in documents:
            if b"<!-- toc -->" not in text:
                text = EMPTY + text
            wanted = self.by_mdtoc(text)
            if wanted is None:
                unanswered += 1
            elif self.by_milepost(text) == wanted:
                alike += 1
            else:
                unlike.append((name, text))
        print(f"{what}: {alike} alike, {len(unlike)} not, {unanswered} that mdtoc cannot read",
              flush=True)
        for name, text in unlike[:5]:
            print(f"--- {name}\n{text.decode(errors='replace') if name.startswith('made') else ''}")
        return not unlike


def main():
    parser = argparse.ArgumentParser(description="Holds tables of contents against those of mdtoc.")
    parser.add_argument("milepost")
    parser.add_argument("mdtoc")
    parser.add_argument("folders", nargs="*")
    parser.add_argument("--made", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_intermixed_args()
    with tempfile.TemporaryDirectory() as scratch:
        both = Both(given.milepost, given.mdtoc, scratch)
        agree = [both.hold("real files", real(given.folders)),
                 both.hold("the same with CRLF", with_crlf(real(given.folders))),
                 both.hold("made documents", made(given.made, random.Random(given.seed)))]
    sys.exit(0 if all(agree) else 1)


if __name__ == "__main__":
    main()
