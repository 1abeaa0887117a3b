"""A page that tells a story: its commands are run in order and print what it shows.

Between them something happens in the repository, `self.root`; the comments `<!-- step: NAME -->`
of the page say when, and the methods `step_NAME` of the case do it. MILEPOST_UPDATE_GOLDENS=1 has
the page written anew."""

import os
import re
import shlex
import subprocess

import _documents
import _milepost

UPDATES = bool(os.environ.get("MILEPOST_UPDATE_GOLDENS"))

# All that differs where the record is in a server, which environment variables name.
ALONE = "recorded in this clone only; --store or a server shares it"
SHARED = "recorded in the shared store; whoever uses it sees it"


class Walk:
    """For a case that is a Home."""

    def run_shown(self, command, environment):
        program, *words = shlex.split(command)
        self.assertEqual(program, "milepost")
        done = subprocess.run([_milepost.PROGRAM, *words], cwd=self.root, input=b"",
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
                              env=self.environment(**environment), check=False)
        return done.stdout.decode()

    def walk(self, page, **environment):
        parts = re.split(r"(<!-- step: \w+ -->|^```console\n.*?^```$)", _documents.read(page),
                         flags=re.M | re.S)
        self.assertGreater(len(parts), 20)
        for i, part in enumerate(parts):
            step = re.fullmatch(r"<!-- step: (\w+) -->", part)
            if step:
                getattr(self, "step_" + step[1])()
            if not part.startswith("```console\n"):
                continue
            shown = "```console\n"
            for command, output in _documents.commands(part[len("```console\n"):-len("```")]):
                answer = self.run_shown(command, environment)
                if environment:
                    answer = answer.replace(SHARED, ALONE)
                shown += f"$ {command}\n{answer}"
                if not UPDATES:
                    with self.subTest(command):
                        self.assertEqual(answer, output)
            parts[i] = shown + "```"
        if UPDATES and not environment:
            with open(os.path.join(_documents.ROOT, page), "w", encoding="utf-8") as file:
                file.write("".join(parts))
