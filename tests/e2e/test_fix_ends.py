#!/usr/bin/env python3
"""`check --fix` comes to an end: whatever a document holds, a second run changes nothing. What
cannot be mended is left as it was, and reported.

Some hundred mutated documents; 4,000 with MILEPOST_ATTACK=full."""

import os
import random
import re
import shutil
import unittest

import _home

DOCUMENTS = 4000 if os.environ.get("MILEPOST_ATTACK") == "full" else 120
BATCH = 60
# Lines that open something, look like something, or break what is around them.
LINES = ("<pre>", "<script>", "<style>", "</pre>", "<!--", "-->", "```", "~~~", "> ```", "- ```",
         "<![CDATA[", "<?php", "<details>", "## Summary", "### Goals", "# Another title", "---",
         "<!-- toc -->", "<!-- /toc -->", "- [x ] box", "[ ] box", "- [X]box", "* [] box", "[a]: b",
         "[KEP-140](../140-x/README.md)", "[x](#no-such-heading)", "<<[UNRESOLVED x]>>", "\tcode",
         "    code", "<textarea>", "&lt;!-- x --&gt;", "\u00e2\u20ac\u201d", "\ufeff", "a\r", "- - - x")


def mutated(text, rng):
    lines = text.splitlines()
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(lines))
        kind = rng.randrange(6)
        if kind == 0:
            del lines[at:at + rng.randint(1, 30)]
        elif kind == 1:
            lines[at:at] = lines[at:at + rng.randint(1, 8)]
        elif kind == 2:
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        elif kind == 3:
            cut = rng.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:cut] + rng.choice("`<>[](){}#*_|~\\\t ") + lines[at][cut:]
        else:
            lines.insert(len(lines) if rng.random() < 0.3 else at, rng.choice(LINES))
        lines = lines or [""]
    return rng.choice(("\n", "\n", "\n", "\r\n")).join(lines) + rng.choice(("\n", "\n", ""))


class FixEnds(_home.Home):

    def setUp(self):
        super().setUp()
        self.root = self.example("kep")
        self.texts = []
        for folder, _, names in os.walk(os.path.join(self.root, "keps")):
            if "README.md" in names and "kep.yaml" in names:
                self.texts.append((self.read(folder, "README.md"), self.read(folder, "kep.yaml")))
        shutil.rmtree(os.path.join(self.root, "keps"))

    def propose(self, number, document, metadata):
        folder = f"work/kep/keps/sig-storage/{number}-x"
        self.write(f"{folder}/README.md", document)
        self.write(f"{folder}/kep.yaml",
                   re.sub(r"(?m)^kep-number: .*$", f"kep-number: {number}", metadata))

    def bytes_of(self):
        found = {}
        for folder, _, names in os.walk(os.path.join(self.root, "keps")):
            for name in names:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, self.root)] = file.read()
        return found

    def fix(self):
        return self.milepost("check", "--fix", "--format", "json", cwd=self.root, status=None)

    def expect_an_end(self):
        first = self.fix()
        self.assertIn(first.status, (0, 1, 2), first.err[:2000])
        once = self.bytes_of()
        second = self.fix()
        self.assertIn(second.status, (0, 1, 2), second.err[:2000])
        twice = self.bytes_of()
        self.assertEqual([path for path in once if once[path] != twice[path]], [])
        return first

    def test_a_second_run_changes_nothing(self):
        for begin in range(0, DOCUMENTS, BATCH):
            with self.subTest(begin=begin):
                shutil.rmtree(os.path.join(self.root, "keps"), ignore_errors=True)
                for number in range(begin, begin + BATCH):
                    rng = random.Random(number)
                    document, metadata = rng.choice(self.texts)
                    self.propose(1000 + number, mutated(document, rng), metadata)
                self.expect_an_end()

    def test_what_is_open_at_the_end_takes_no_new_sections(self):
        document, metadata = self.texts[0]
        short = document[:document.index("\n## ", document.index("\n## Summary") + 1)]
        for number, opening in enumerate(("<pre>", "<script>", "<style>", "<textarea>", "<?php",
                                          "<![CDATA[", "<!--", "```", "~~~")):
            with self.subTest(opening):
                shutil.rmtree(os.path.join(self.root, "keps"), ignore_errors=True)
                self.propose(1000 + number, short + "\n" + opening + "\nnever closed\n", metadata)
                before = self.bytes_of()
                self.expect_an_end()
                after = self.bytes_of()
                path = f"keps/sig-storage/{1000 + number}-x/README.md"
                self.assertTrue(after[path].endswith(opening.encode() + b"\nnever closed\n"),
                                after[path][-300:])
                self.assertEqual(after[path].count(b"\n## "), before[path].count(b"\n## "))


if __name__ == "__main__":
    unittest.main()
