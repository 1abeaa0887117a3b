"""A repository with a dozen proposals that have much to mend."""

import subprocess

from _milepost import Case, run_on_terminal

METADATA = """\
title: {title}
kep-number: {number}
authors:
  - "@jane"
owning-sig: sig-node
status: implementable
creation-date: 2026-01-05
reviewers:
  - "@rita"
approvers:
  - "@ann"
stage: alpha
"""

TEXT = "# KEP-{number}: {title}\n\n## Summary\n\nTBD\n\n- [x ] a box\n"


class ManyProposals(Case):

    def setUp(self):
        super().setUp()
        names = ["Faster probes", "Slower probes"] + [f"Thing {word}" for word in "abcdefghij"]
        for number, title in enumerate(names, 101):
            folder = f"keps/sig-node/{number}-{title.lower().replace(' ', '-')}"
            self.write(f"{folder}/kep.yaml", METADATA.format(title=title, number=number))
            self.write(f"{folder}/README.md", TEXT.format(title=title, number=number))
        git = ["git", "-c", "user.name=Jane", "-c", "user.email=jane@example.org"]
        for words in (["init", "-q", "-b", "main"], ["add", "keps"], ["commit", "-qm", "begin"]):
            subprocess.run([*git, *words], cwd=self.folder, check=True)

    def on_terminal(self, *words):
        return run_on_terminal(*words, cwd=self.folder, NO_COLOR="1", GIT_PAGER="cat")
