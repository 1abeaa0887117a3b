"""docs/tutorial.md keeps its word: the walk from `new` to `implemented` goes as it is shown. Between
the commands an author writes."""

import os
import re
import unittest

import _home
import _walk

PAGE = "docs/tutorial.md"
PROPOSAL = "keps/sig-runtime/180-warm-start-for-idle-berths"
SENTENCE = """\
A berth that was idle keeps its image and its network for ten minutes, so that
the next job of the same team begins at once; after that everything is given
back. @iduarte reviews what that means for security and for UX.
"""


class Tutorial(_walk.Walk, _home.Home):

    def setUp(self):
        super().setUp()
        self.root = self.repository("kep")

    # --- what the author writes ---

    def change(self, name, change):
        path = os.path.join(self.root, PROPOSAL, name)
        text = change(self.read(path))
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def fill(self, wanted=lambda title: True):
        """Gives every section below the title that has no text one, and ticks what is asked."""

        def filled(text):
            parts = re.split(r"^(#{2,6} .*\n)", text, flags=re.M)
            for i in range(1, len(parts), 2):
                title = parts[i].lstrip("#").strip()
                said = re.sub(r"<!--.*?-->", "", parts[i + 1], flags=re.S)
                if said.strip() or not wanted(title):
                    continue
                history = title == "Implementation History"
                own = "- 2026-01-12: first draft\n" if history else SENTENCE
                parts[i + 1] = parts[i + 1].rstrip("\n") + "\n\n" + own + "\n"
            return "".join(parts)

        self.change("README.md", filled)

    def replace(self, name, *pairs):

        def replaced(text):
            for old, new in pairs:
                self.assertIn(old, text)
                text = text.replace(old, new)
            return text

        self.change(name, replaced)

    def step_draft(self):
        self.fill(lambda title: title in ("Summary", "Motivation"))

    def step_alpha(self):
        self.fill()
        self.replace(
            "README.md",
            ("- [ ] I/we accept", "- [x] I/we accept"),
            ("- `<package>`: `<date>` - `<test coverage>`", "- `berth/warm`: `2026-01-20` - `81 %`"),
            ("- <test>: <link to test coverage>", "- warm start: https://tests.example/warm-start"),
            ("- [ ] Feature gate (also fill in values in `kep.yaml`)\n  - Feature gate name:\n"
             "  - Components depending on the feature gate:",
             "- [x] Feature gate (also fill in values in `kep.yaml`)\n"
             "  - Feature gate name: WarmStart\n"
             "  - Components depending on the feature gate: berth-agent"),
        )
        self.replace(
            "kep.yaml",
            ("reviewers:\n  - TBD", 'reviewers:\n  - "@iduarte"'),
            ("approvers:\n  - TBD", 'approvers:\n  - "@mokafor"'),
            ("feature-gates: []",
             "feature-gates:\n  - name: WarmStart\n    components:\n      - berth-agent"),
            ("disable-supported:", "disable-supported: true"),
        )
        # What speaks of a later stage is not due yet.
        later = ("Beta API", "GA e2e", "GA endpoints")

        def ticked(text):
            lines = text.split("\n")
            for i, line in enumerate(lines):
                due = "(R)" in line and not any(word in line for word in later)
                if due:
                    lines[i] = line.replace("[ ]", "[x]")
            return "\n".join(lines)

        self.change("README.md", ticked)

    def step_beta(self):
        self.change("README.md", lambda text: re.sub(
            r"- \[ \] (?=[^\n]*Beta)", "- [x] ", text))
        self.replace(
            "README.md",
            ("- [ ] Events\n  - Event Reason:", "- [x] Events\n  - Event Reason: BerthKeptWarm"),
            ("- [ ] Metrics\n  - Metric name:\n", "- [x] Metrics\n  - Metric name: "
             "`berth_warm_starts_total`\n"),
            ("  - Components exposing the metric:\n",
             "  - Components exposing the metric: berth-agent\n"),
        )
        self.replace("kep.yaml", ("metrics: []", "metrics:\n  - berth_warm_starts_total"))

    def step_stable(self):
        self.change("README.md", lambda text: text.replace("- [ ] (R)", "- [x] (R)")
                    .replace("  - [ ] (R)", "  - [x] (R)"))

    def step_done(self):
        section = r"(## Release Signoff Checklist\n.*?)(?=\n## )"
        self.change("README.md", lambda text: re.sub(
            section, lambda found: found[0].replace("[ ]", "[x]"), text, flags=re.S))

    # --- the page ---

    def test_the_walk(self):
        self.walk(PAGE)
        metadata = self.read(self.root, PROPOSAL, "kep.yaml")
        self.assertIn("status: implemented\n", metadata)
        self.assertIn('  stable: "v1.18"\n', metadata)
        self.milepost("check", "180", "--strict", "--now", "2027-04-21", cwd=self.root)


if __name__ == "__main__":
    unittest.main()
