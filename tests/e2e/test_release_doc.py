"""docs/release-lead.md keeps its word: a release goes as it is shown, from its calendar to its notes,
with either kind of record."""

import os
import unittest

import _record
import _release
import _walk

PAGE = "docs/release-lead.md"


class ReleaseLead(_walk.Walk, _record.InPostgresql, _release.Release):

    def step_aim(self):
        self.aim_at("v1.19", "2027-05-07")

    def step_slip(self):
        self.replace("releases.yaml", ("prr-freeze: 2027-05-31", "prr-freeze: 2027-06-02"))

    def step_slip_back(self):
        self.replace("releases.yaml", ("prr-freeze: 2027-06-02", "prr-freeze: 2027-05-31"))

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

    def test_with_the_record_in_a_file(self):
        self.walk(PAGE)

    def test_with_the_record_in_postgresql(self):
        self.use_server()
        self.walk(PAGE, MILEPOST_STORE=self.place)
        self.assertFalse(os.path.exists(os.path.join(self.root, ".git/milepost/record.db")))


if __name__ == "__main__":
    unittest.main()
