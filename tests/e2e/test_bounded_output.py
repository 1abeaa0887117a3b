#!/usr/bin/env python3
"""A document made to have very many findings makes no report to match: of each rule in each file
the first are listed and the rest is counted, in every format. What is not a report has them all."""

import json
import os
import unittest

import _milepost
from _schemas import validate

LISTED = 200
BOX = "- [x ] a\n"
RULE = "MP609"


class BoundedOutput(_milepost.Case):

    def setUp(self):
        super().setUp()
        self.boxes = (100 if self.small() else 1000) * 1024 // len(BOX)
        self.write("boxes.md", _milepost.CLEAN + "\n" + BOX * self.boxes)

    @staticmethod
    def small():
        return os.environ.get("MILEPOST_ATTACK") != "full"

    def test_every_format_is_short(self):
        for format_name in ("text", "json", "sarif", "junit", "github"):
            with self.subTest(format_name):
                answer = self.check("boxes.md", "--format", format_name)
                self.assertLess(len(answer.out_bytes), 300 * 1024)
                self.assertEqual(answer.out.count(RULE) > 0, True)

    def test_the_rest_is_counted(self):
        answer = self.check("boxes.md")
        self.assertIn(f"({self.boxes - LISTED} more of {RULE} in this file: --all)", answer.out)
        report = self.check("boxes.md", "--format", "json").json()
        validate(report, "findings.schema.json")
        self.assertEqual(len([one for one in report["findings"] if one["rule"] == RULE]), LISTED)
        self.assertEqual([(one["rule"], one["count"]) for one in report["unlisted"]],
                         [(RULE, self.boxes - LISTED)])
        summary = report["summary"]
        self.assertEqual(summary["errors"] + summary["warnings"] + summary["infos"],
                         len(report["findings"]) + self.boxes - LISTED)

    def test_all_lists_all(self):
        report = self.check("boxes.md", "--all", "--format", "json").json()
        self.assertEqual(len([one for one in report["findings"] if one["rule"] == RULE]), self.boxes)
        self.assertNotIn("unlisted", report)

    def test_a_baseline_has_all(self):
        self.check("boxes.md", "--write-baseline", "baseline.json")
        with open(os.path.join(self.folder, "baseline.json"), encoding="utf-8") as file:
            entries = json.load(file)["findings"]
        self.assertEqual(sum(one["count"] for one in entries if one["rule"] == RULE), self.boxes)
        answer = self.check("boxes.md", "--baseline", "baseline.json", "--strict")
        self.assertEqual((answer.status, RULE in answer.out), (0, False))

    def test_a_fix_mends_all(self):
        self.check("boxes.md", "--fix")
        with open(os.path.join(self.folder, "boxes.md"), encoding="utf-8") as file:
            self.assertEqual(file.read().count("- [x] a"), self.boxes)


if __name__ == "__main__":
    unittest.main()
