"""An approval stands as long as a reader sees what was approved, and no longer.

Real documents are approved, then edited in many ways; whether a reader sees something else is
told by other programs (see _reader.py), and whether the approvals stand by `milepost list`. It
is some hundred edits, or with MILEPOST_ATTACK=full more than a thousand, of all sizes of document.
MILEPOST_SEED begins another series, and MILEPOST_SHOW=1 shows each difference in full.
"""

import difflib
import json
import os
import random
import shutil
import subprocess
import unittest

import _documents
import _edits
import _home

try:
    import _reader
    MISSING = "" if shutil.which("cmark-gfm") else "there is no cmark-gfm"
except ImportError as error:
    MISSING = str(error)

CORPUS = os.environ.get("MILEPOST_CORPUS", os.path.join(_documents.ROOT, "..", "shared", "corpus"))
BUNDLE = os.path.join(CORPUS, "keps.bundle")
FULL = os.environ.get("MILEPOST_ATTACK") == "full"
SEED = int(os.environ.get("MILEPOST_SEED", "16"))
DOCUMENTS, ROUNDS, LARGEST = (60, 20, 60_000) if FULL else (12, 10, 11_000)
FOLDER = "keps/sig-runtime"
NAMED = "\n## Summary\n\nIt is as the note says[^1].\n"
NOTE = "\n[^1]: And as this one does.\n"  # the first definition counts: any other is before it
SECTIONS = ("Implementation History", "Release Signoff Checklist")


class Proposal:

    def __init__(self, number, text, metadata, role):
        self.number = number
        self.text = text
        self.metadata = metadata
        self.role = role
        self.person = "jtakeda" if role == "approver" else "rcole"
        self.seen = self.view(text, metadata)

    def view(self, text, metadata):
        return _reader.covered(text, self.role == "prr"), _reader.fields(metadata)


@unittest.skipIf(MISSING, MISSING)
@unittest.skipUnless(os.path.exists(BUNDLE), "there is no corpus")
class Edits(_home.Home):

    def documents(self, chance):
        """Proposals with the sections that approvals leave out, spelt as the template has them."""
        bare = os.path.join(self.folder, "keps.git")
        subprocess.run(["git", "clone", "-q", "--bare", "-b", "master", BUNDLE, bare], check=True,
                       env=self.environment())
        listing = self.git("ls-tree", "-r", "-l", "master", cwd=bare).split("\n")
        rows = [(row.split("\t")[1], int(row.split("\t")[0].split()[3])) for row in listing
                if row.endswith("README.md")]
        paths = [path for path, size in rows if 1500 < size < LARGEST]
        chance.shuffle(paths)
        for path in paths:
            done = subprocess.run(["git", "show", "master:" + path], cwd=bare, check=True,
                                  capture_output=True, env=self.environment())
            text = done.stdout.decode("utf-8", "replace").replace("\r", "")
            if text.startswith("---") or "\ufffd" in text:
                continue
            if all(text.count(f"\n## {title}\n") == 1 for title in SECTIONS):
                yield text.replace("\n## Summary\n", NAMED, 1) + NOTE

    def setUp(self):
        super().setUp()
        self.root = self.repository("kep")
        base = os.path.join(self.root, FOLDER)
        metadata = self.read(base, "158-structured-exit-reasons", "kep.yaml")
        shutil.rmtree(os.path.join(self.root, "keps", "sig-storage"))
        shutil.rmtree(os.path.join(self.root, "keps", "sig-process"))
        shutil.rmtree(base)
        self.proposals = []
        for number, text in enumerate(self.documents(random.Random(SEED)), 1001):
            role = "approver"
            if number % 3 == 0 and f"\n## {_reader.QUESTIONNAIRE}\n" in text:
                role = "prr"
            own = metadata.replace("kep-number: 158", f"kep-number: {number}")
            self.proposals.append(Proposal(number, text, own, role))
            self.put(self.proposals[-1], text, own)
            if len(self.proposals) == DOCUMENTS:
                break
        for one in self.proposals:
            self.milepost("approve", str(one.number), "--role", one.role, "--to", "beta", "--as",
                          one.person, "--now", "2026-02-03", cwd=self.root)

    def put(self, proposal, text, metadata):
        folder = os.path.join(self.root, FOLDER, f"{proposal.number}-a-proposal")
        os.makedirs(folder, exist_ok=True)
        for name, content in (("README.md", text), ("kep.yaml", metadata)):
            with open(os.path.join(folder, name), "w", encoding="utf-8", newline="") as file:
                file.write(content)

    def standing(self):
        told = {}
        for person in ("jtakeda", "rcole"):
            done = self.milepost("list", f"approved-by:@{person}", "--format", "json", "--now",
                                 "2026-02-10", cwd=self.root, status=None)
            told[person] = {int(one["number"]) for one in json.loads(done.out)}
        return told

    def edited(self, proposal, chance):
        """The text, the metadata and what was done to them."""
        if chance.random() < 0.06:
            old, new = chance.choice(_edits.METADATA)
            if old in proposal.metadata:
                return proposal.text, proposal.metadata.replace(old, new, 1), f"{old!r} → {new!r}"
        text, names = proposal.text, []
        while not names or (len(names) < 3 and chance.random() < 0.15):
            edit = chance.choice(_edits.ALL)
            lines = edit(text.split("\n"), chance)
            if lines is None:
                continue
            text = "\n".join(lines)
            names.append(edit.__name__)
        return text, proposal.metadata, ", ".join(names)

    def test_stand_or_fall_with_what_is_seen(self):
        counts = {True: 0, False: 0}
        wrong, cautious = [], []
        for turn in range(ROUNDS):
            edits = {}
            for one in self.proposals:
                chance = random.Random(f"{SEED} {one.number} {turn}")
                edits[one.number] = self.edited(one, chance)
                self.put(one, *edits[one.number][:2])
            standing = self.standing()
            for one in self.proposals:
                text, metadata, what = edits[one.number]
                expected = one.view(text, metadata) == one.seen
                found = one.number in standing[one.person]
                counts[expected] += 1
                if expected == found:
                    continue
                told = self.told(one, turn, what, text, metadata, expected)
                explained = expected and self.adds_html(one.text, text)
                (cautious if explained else wrong).append(told)
        total = sum(counts.values())
        print(f"{counts[True]} edits that nobody sees, {counts[False]} that a reader sees; "
              f"{len(wrong)} judged otherwise, {len(cautious)} void for raw HTML")
        if os.environ.get("MILEPOST_SHOW"):
            print("\n".join(cautious))
        self.assertGreater(min(counts.values()), total // 10)
        self.assertEqual(len(wrong), 0, "\n" + "\n".join(wrong[:40]))
        self.assertLessEqual(len(cautious), max(2, total // 100), "\n" + "\n".join(cautious))

    @staticmethod
    def adds_html(before, after):
        """Without a tree of the page it is not told for certain what a tag that is left open, or
        closes what another one opened, does to the text after it. Then text counts as changed
        that is not: `<p>` before a paragraph, or `<a>` without an end in another section."""
        lines = set(before.split("\n"))
        return any("<" in line for line in after.split("\n") if line not in lines)

    def told(self, proposal, turn, what, text, metadata, expected):
        head = (f"--- {proposal.number} {proposal.role} turn {turn} {what}: the approval should "
                f"{'stand' if expected else 'be void'}")
        lines = list(difflib.unified_diff(
            (proposal.text + proposal.metadata).split("\n"), (text + metadata).split("\n"),
            lineterm="", n=2))[2:]
        shown = lines if os.environ.get("MILEPOST_SHOW") else lines[:14]
        return "\n".join([head] + [repr(line)[1:160] for line in shown])


if __name__ == "__main__":
    unittest.main()
