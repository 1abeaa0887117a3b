"""YAML of many keys and values: reading it takes at most 16 MB more than reading a few, wherever a
repository may have YAML."""

import os
import pathlib
import shutil
import subprocess
import sys
import unittest

import _documents
import _milepost

FULL = os.environ.get("MILEPOST_ATTACK") == "full"

MOST = 16 * 1024  # KiB
MANY = 80_000

SHAPES = {
    "keys": "".join(f"k{i}: 1\n" for i in range(MANY)),
    "one key": "k: 1\n" * MANY,
    "items": "many:\n" + "- a\n" * MANY,
    "maps": "many:\n" + "- a: 1\n" * MANY,
    "keys below a key": "many:\n" + "".join(f"  k{i}: 1\n" for i in range(MANY)),
    "keys below keys": "".join(f"k{i}:\n  a: 1\n" for i in range(MANY // 2)),
    "a list on one line": "many: [" + "a," * MANY + "]\n",
    "lists below keys": "".join(f"k{i}: [" + "a," * 1000 + "]\n" for i in range(MANY // 1000)),
    "lists in a list": "many: [" + "[]," * MANY + "]\n",
    "a map on one line": "many: {" + ",".join(f"{i:x}" for i in range(MANY)) + "}\n",
    "one key on one line": "many: {" + "a," * MANY + "}\n",
    "anchors": "many: [" + "&a a," * MANY + "]\n",
    "tags": "many: [" + "!a a," * MANY + "]\n",
    "texts": "".join(f"k{i}: |\n  a\n" for i in range(MANY // 2)),
    "not closed": "".join(f"k{i}: 1\n" for i in range(MANY)) + "x: [\n",
}
META = "title: x\nkep-number: 1\nstatus: provisional\n"
CONFIG = "schema: 1\nprocess: kep\n"
LINEAGE = os.path.join(_documents.ROOT, "processes", "design", "lineage.yaml")
FILES = {  # where it may stand, and what stands before it
    "keps/sig-a/1-x/kep.yaml": META,
    "keps/prod-readiness/sig-a/1.yaml": "kep-number: 1\n",
    "milepost.yaml": CONFIG,
    "releases.yaml": "schema: 1\n",
    "OWNERS_ALIASES": "aliases:\n  a: [b]\n",
    "pack/lineage.yaml": pathlib.Path(LINEAGE).read_text(encoding="utf-8"),
}
# A process of its own, since a child is taken to be as large as who began it.
MEASURE = """
import os, sys
quiet = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=quiet)
_, status, used = os.wait4(child, 0)
print(os.waitstatus_to_exitcode(status), used.ru_maxrss)
"""
LIMIT = 64 * 1024  # what is larger is not read as a whole


class YamlMemory(_milepost.Case):

    def setUp(self):
        super().setUp()
        shutil.copytree(os.path.dirname(LINEAGE), os.path.join(self.folder, "pack"))
        self.restore()

    def restore(self):
        for name, text in FILES.items():
            self.write(name, text)
        self.write("keps/sig-a/1-x/README.md", "# KEP-1: x\n")

    def peak(self, *words):
        """Of memory, in KiB."""
        done = subprocess.run([sys.executable, "-I", "-S", "-c", MEASURE, _milepost.PROGRAM, *words],
                              cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=60, check=True, env=_milepost.plain_environment())
        status, used = done.stdout.split()[-2:]
        self.assertIn(int(status), (0, 1, 2), done.stderr)
        return int(used)

    def expect_little(self, name, words, shapes):
        self.restore()
        usual = self.peak(*words)
        for shape in shapes:
            for size in (LIMIT - len(FILES[name]) - 100, 1 << 20):
                with self.subTest(name, shape=shape, size=size):
                    self.write(name, FILES[name] + self.cut(SHAPES[shape], size))
                    self.assertLess(self.peak(*words) - usual, MOST)

    @staticmethod
    def cut(text, size):
        """So much of it as ends as it does."""
        end = {"]": "]\n", "}": "}\n"}.get(text[-2], "") if text.count("\n") == 1 else ""
        if len(text) <= size:
            return text
        return text[:text.rindex("," if end else "\n", 0, size - len(end)) + 1] + end

    def test_metadata(self):
        self.expect_little("keps/sig-a/1-x/kep.yaml", ["check"], SHAPES)

    def test_whatever_else_is_yaml(self):
        for name in FILES:
            words = ["check"] + (["--process", "pack"] if name.startswith("pack") else [])
            if name != "keps/sig-a/1-x/kep.yaml":
                self.expect_little(name, words, SHAPES if FULL else ("keys", "items", "tags"))


if __name__ == "__main__":
    unittest.main()
