"""A copy of examples/kep in git whose commits have the dates of a story, for the tests beside this
file."""

import os
import subprocess

import _home

CACHE = "keps/sig-storage/131-shared-input-cache"
LANES = "keps/sig-runtime/140-priority-lanes"
EXITS = "keps/sig-runtime/158-structured-exit-reasons"


class Release(_home.Home):

    BASE = "2027-04-20"

    def setUp(self):
        super().setUp()
        self.write("gitconfig", "[user]\n\tname = J\n\temail = j@example.org\n"
                   "[init]\n\tdefaultBranch = main\n")
        self.root = self.example("kep")
        self.git("init", "-q", cwd=self.root)
        self.commit("base", self.BASE)

    def commit(self, message, day):
        stamp = f"{day}T09:00:00Z" if len(day) == 10 else day
        self.git("add", "-A", cwd=self.root)
        subprocess.run(["git", "commit", "-q", "-m", message], cwd=self.root, check=True, timeout=60,
                       env=self.environment(GIT_AUTHOR_DATE=stamp, GIT_COMMITTER_DATE=stamp))

    def replace(self, name, *pairs):
        path = os.path.join(self.root, name)
        text = self.read(path)
        for old, new in pairs:
            self.assertIn(old, text)
            text = text.replace(old, new)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def aim_at(self, release, day):
        """131 goes for stable with all that asks for, 140 for beta without, 158 stays in alpha."""
        self.replace(f"{CACHE}/kep.yaml", ("stage: beta", "stage: stable"),
                     ('latest-milestone: "v1.14"', f'latest-milestone: "{release}"'),
                     ('stable: "v1.16"', f'stable: "{release}"'))
        self.replace(f"{CACHE}/README.md", ("- [ ] ", "- [x] "))
        review = "keps/prod-readiness/sig-storage/131.yaml"
        self.replace(review, ("kep-number: 131\n", 'kep-number: 131\nstable:\n  approver: "@rcole"\n'))
        self.replace(f"{LANES}/kep.yaml", ('latest-milestone: "v1.14"',
                                           f'latest-milestone: "{release}"'),
                     ('beta: "v1.14"', f'beta: "{release}"'))
        self.replace(f"{EXITS}/kep.yaml", ('latest-milestone: "v1.14"',
                                           f'latest-milestone: "{release}"'),
                     ('alpha: "v1.14"', f'alpha: "{release}"'), ('beta: "v1.16"', 'beta: "v1.20"'))
        self.commit(f"aim at {release}", day)

    def repair(self, number, day):
        """140 gets what it lacks for beta."""
        self.assertEqual(number, "140")
        answer = "Two sites run it behind the gate and have seen none of it."
        self.replace("keps/prod-readiness/sig-runtime/140.yaml",
                     ("kep-number: 140\n", 'kep-number: 140\nbeta:\n  approver: "@rcole"\n'))
        self.replace(
            f"{LANES}/README.md",
            ("\nTBD\n", f"\n{answer}\n"),
            ("- [ ] (R)", "- [x] (R)"),
            ("- [] (R)", "- [x] (R)"),
            ("- [ ] Events\n  - Event Reason:", "- [x] Events\n  - Event Reason: LaneBorrowed"),
            ("- Metric name:\n", "- Metric name: `lane_sched_lane_jobs`\n"),
            ("- `<package>`: `<date>` - `<test coverage>`\n", ""),
            ("- <test>: <link to test coverage>", "- lanes: https://ci.harborlane.example/e2e/lanes"),
            ("## Design Details\n", f"### Risks and Mitigations\n\n{answer} @iduarte reviews security "
             "and UX.\n\n## Design Details\n"),
            ("## Implementation History\n", "### Troubleshooting\n\n"
             "###### How does this feature react if the API server and/or etcd is unavailable?\n\n"
             f"{answer}\n\n###### What are other known failure modes?\n\n{answer}\n\n"
             "###### What steps should be taken if SLOs are not being met to determine the problem?\n\n"
             f"{answer}\n\n## Implementation History\n"),
            ("inconveniences, why one might leave things as they are. -->\n",
             "inconveniences, why one might leave things as they are. -->\n\n"
             "One more thing to explain to everybody who submits a job.\n"),
        )
        self.replace(f"{LANES}/kep.yaml", ("metrics:\n", "metrics:\n  - lane_sched_lane_jobs\n"))
        self.commit("what 140 lacked", day)


class Leads(Release):
    """v1.18, whose calendar examples/kep has, with the record in a file or, after use_server() of
    _record.InPostgresql, in PostgreSQL."""

    BASE = "2026-12-01"
    PRR = "2027-02-04T12:00:00Z"  # the end of 3 February, anywhere on earth
    ENHANCEMENTS = "2027-02-11T12:00:00Z"
    LEADS = {"131": "iduarte", "140": "mokafor", "158": "jtakeda"}

    def setUp(self):
        super().setUp()
        self.store = []
        self.aim_at("v1.18", "2027-01-08")

    def release(self, *words, now="2027-01-20", status=0):
        return self.milepost("release", *words, *self.store, "--now", now, cwd=self.root,
                             status=status)

    def opt_in(self, *numbers):
        for number in numbers:
            self.release("opt-in", "v1.18", number, "--as", self.LEADS[number], now="2027-01-10")

    def freeze(self, *words, freeze="prr", now=PRR, status=0):
        return self.release("freeze", "v1.18", freeze, *words, "--as", "nquist", now=now,
                            status=status)

    def states(self, now=PRR):
        shown = self.release("status", "v1.18", "--format", "json", now=now).json()
        return {one["proposal"]: one["state"] for one in shown["proposals"]}

    def kinds(self, number=None):
        """The kinds of events of a proposal, or of the release."""
        words = [str(number)] if number else ["--release", "v1.18"]
        shown = self.milepost("log", *words, *self.store, "--format", "json", cwd=self.root).json()
        return [one["kind"] for one in shown["entries"] if one["source"] == "record"]

    def move_date(self, freeze, day, committed):
        """The calendar has another day for it."""
        path = os.path.join(self.root, "releases.yaml")
        lines = self.read(path).splitlines(keepends=True)
        inside, done = False, False
        for i, line in enumerate(lines):
            inside = "v1.18" in line if "name:" in line else inside
            if inside and line.strip().startswith(freeze + ":"):
                lines[i] = line.split(":")[0] + f": {day}\n"
                done = True
        self.assertTrue(done, "the calendar has the date")
        with open(path, "w", encoding="utf-8") as file:
            file.write("".join(lines))
        self.commit(f"move the {freeze}", committed)
