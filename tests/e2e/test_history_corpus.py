"""The moves of a real repository, against a replay with git alone."""

import json
import os
import re
import subprocess
import unittest

import _documents
import _home

CORPUS = os.environ.get("MILEPOST_CORPUS",
                        os.path.join(_documents.ROOT, "..", "shared", "corpus"))
BUNDLE = os.path.join(CORPUS, "keps.bundle")
METADATA = re.compile(r"keps/(?!prod-readiness/)(?!.*template)[^/]+/[^/]+/kep\.yaml$")
OTHER_NAMES = {"superseded": "replaced"}  # what the process understands by them


def value_of(text, key):
    found = re.search(rf"^{key}:[ \t]*(.*?)[ \t]*(?:#.*)?$", text, re.M)
    return found.group(1).strip().strip("\"'") if found else ""


class Replay:
    """Every version of every kep.yaml, commit by commit; each file for itself."""

    def __init__(self, root):
        self.blobs = subprocess.Popen(["git", "-C", root, "cat-file", "--batch"],
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.moves = set()
        self.firsts = set()  # commits that brought a kep.yaml: what was before lay elsewhere
        said = {}
        log = subprocess.run(
            ["git", "-C", root, "log", "--reverse", "--first-parent", "-m", "--raw", "--no-abbrev",
             "--no-renames", "--format=commit %H"], capture_output=True, check=True)
        commit = None
        for line in log.stdout.decode().splitlines():
            if line.startswith("commit "):
                commit = line.split()[1]
            if not line.startswith(":"):
                continue
            facts, path = line.split("\t", 1)
            if not METADATA.match(path):
                continue
            blob = facts.split()[3]
            if not blob.strip("0"):
                said.pop(path, None)
                continue
            text = self.read(blob)
            now = {key: OTHER_NAMES.get(value_of(text, key), value_of(text, key))
                   for key in ("status", "stage")}
            if path not in said:
                self.firsts.add(commit)
            for key, value in now.items():
                before = said.get(path, {}).get(key, "")
                if before and value and before != value:
                    self.moves.add((key, before, value, commit, os.path.dirname(path)))
            said[path] = now
        self.blobs.stdin.close()
        self.blobs.stdout.close()
        self.blobs.wait()

    def read(self, blob):
        self.blobs.stdin.write(blob.encode() + b"\n")
        self.blobs.stdin.flush()
        size = int(self.blobs.stdout.readline().split()[2])
        return self.blobs.stdout.read(size + 1)[:-1].decode(errors="replace")


@unittest.skipUnless(os.path.exists(BUNDLE), "there is no corpus")
class HistoryCorpus(_home.Home):

    def test_finds_the_moves_that_git_knows(self):
        root = os.path.join(self.folder, "keps")
        self.git("clone", "-q", "-b", "master", os.path.abspath(BUNDLE), root, cwd=self.folder)
        told = json.loads(
            self.milepost("history", "--moves", "--format", "json", cwd=root).out)
        moves = {(move["field"], move["from"], move["to"], move["commit"], move["path"])
                 for move in told
                 if move["field"] in ("status", "stage") and move["from"] and move["to"]}
        replay = Replay(root)
        self.assertGreater(len(replay.moves), 400)
        # A status with one slip is read as the one that is meant: putting it right is no move.
        corrected = {move for move in replay.moves
                     if move[1:3] == ("implementeable", "implementable")}
        self.assertEqual(len(corrected), 1)
        self.assertEqual(sorted(replay.moves - corrected - moves), [])
        # What milepost knows beyond that moved when a file became a folder.
        more = [move for move in moves - replay.moves if move[3] not in replay.firsts]
        self.assertEqual([move for move in more if not move[4].endswith(".md")], [])


if __name__ == "__main__":
    unittest.main()
