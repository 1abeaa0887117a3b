"""docs/release-lead.md keeps its word: a release goes as it is shown, from its calendar to its notes.

Between the commands authors write and merge; the comments `<!-- step: NAME -->` of the page say
when, and the methods `step_NAME` below do it. MILEPOST_UPDATE_GOLDENS=1 writes the page anew.
"""

import os
import re
import shlex
import subprocess
import unittest

import _documents
import _milepost
import _record
import _release

PAGE = "docs/release-lead.md"


class ReleaseLead(_record.InPostgresql, _release.Release):

    def step_aim(self):
        self.aim_at("v1.19", "2027-05-07")

    def step_repair(self):
        self.repair("140", "2027-06-03")

    def step_rewrite(self):
        self.replace(f"{_release.CACHE}/README.md",
                     ("## Design Details\n", "## Design Details\n\nA berth keeps a file for a day.\n"))
        self.commit("say how long files are kept", "2027-06-05")

    def step_back(self):
        self.replace("keps/sig-runtime/158-structured-exit-reasons/kep.yaml",
                     ("status: implementable", "status: provisional"))
        self.commit("take 158 back", "2027-06-06")

    address = {}  # of the record, when it is not in a file

    def run_shown(self, command):
        program, *words = shlex.split(command)
        self.assertEqual(program, "milepost")
        done = subprocess.run([_milepost.PROGRAM, *words], cwd=self.root, input=b"",
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
                              env=self.environment(**self.address), check=False)
        return done.stdout.decode()

    def walk(self):
        """The page with what milepost prints now."""
        parts = re.split(r"(<!-- step: \w+ -->|^```console\n.*?^```$)", _documents.read(PAGE),
                         flags=re.M | re.S)
        for i, part in enumerate(parts):
            step = re.fullmatch(r"<!-- step: (\w+) -->", part)
            if step:
                getattr(self, "step_" + step[1])()
            if not part.startswith("```console\n"):
                continue
            shown = "```console\n"
            for command, output in _documents.commands(part[len("```console\n"):-len("```")]):
                answer = self.run_shown(command)
                shown += f"$ {command}\n{answer}"
                if not os.environ.get("MILEPOST_UPDATE_GOLDENS"):
                    with self.subTest(command):
                        self.assertEqual(answer, output)
            parts[i] = shown + "```"
        self.assertGreater(len(parts), 20)
        return "".join(parts)

    def test_with_the_record_in_a_file(self):
        page = self.walk()
        if os.environ.get("MILEPOST_UPDATE_GOLDENS"):
            with open(os.path.join(_documents.ROOT, PAGE), "w", encoding="utf-8") as file:
                file.write(page)

    def test_with_the_record_in_postgresql(self):
        self.use_server()
        self.address = {"MILEPOST_STORE": self.place}
        self.walk()
        self.assertFalse(os.path.exists(os.path.join(self.root, ".git/milepost/record.db")))


if __name__ == "__main__":
    unittest.main()
