"""Every format says the same, is valid, and survives hostile input."""

import collections
import json
import os
import re
import subprocess
import unittest
import urllib.parse
import xml.etree.ElementTree

import jsonschema

import _milepost
from _schemas import OF_OTHERS, validate


def validate_junit(text):
    done = subprocess.run(
        ["xmllint", "--noout", "--nonet", "--schema", os.path.join(OF_OTHERS, "junit.xsd"), "-"],
        input=text,
        capture_output=True,
        check=False)
    if done.returncode != 0:
        raise AssertionError(done.stderr.decode())


class Formats(_milepost.Case):

    def runs(self):
        """Words for check: a clean run, findings, hostile input, and trouble."""
        return {
            "clean": ["clean.md"],
            "findings": ["clean.md", "error.md", "warning.md"],
            "hostile": ["hostile.md", self.hostile],
            "trouble": ["error.md", "gone.md"],
            "hostile trouble": [b"gone\x1b[2J\n::error::\xff.md"],
        }

    def test_json_is_valid(self):
        for name, words in self.runs().items():
            with self.subTest(name):
                answer = self.check(*words, "--format", "json")
                report = answer.json()
                validate(report, "findings.schema.json")
                counts = collections.Counter(one["severity"] for one in report["findings"])
                summary = report["summary"]
                self.assertEqual(counts["error"], summary["errors"])
                self.assertEqual(counts["warning"], summary["warnings"])
                self.assertEqual(counts["info"], summary["infos"])
                self.assertEqual("troubles" in report, "trouble" in name)

    def test_json_keys_keep_their_order(self):
        report = json.loads(
            self.check("error.md", "--format", "json").out, object_pairs_hook=list)
        self.assertEqual([key for key, _ in report], ["findings", "summary"])
        keys = [key for key, _ in report[0][1][0] if key != "note"]
        self.assertEqual(keys, [
            "rule", "name", "severity", "path", "line", "column", "endLine", "endColumn",
            "message", "section", "fixes"
        ])

    def test_columns_count_code_points(self):
        self.write("wide.md", _milepost.CLEAN + "\näöü 漢字 👍 caf\u00c3\u00a9 \u00e2\u20ac\u201d\n")
        report = self.check("wide.md", "--format", "json").json()
        damage = [one for one in report["findings"] if one["name"] == "encoding-damaged"]
        self.assertTrue(damage)
        line = (_milepost.CLEAN + "\näöü 漢字 👍 caf\u00c3\u00a9 \u00e2\u20ac\u201d\n").splitlines()
        for one in damage:
            text = line[one["line"] - 1][one["column"] - 1:one["endColumn"] - 1]
            self.assertIn(text, ("\u00c3\u00a9", "\u00e2\u20ac\u201d"))

    def test_sarif_is_valid(self):
        for name, words in self.runs().items():
            with self.subTest(name):
                log = self.check(*words, "--format", "sarif").json()
                validate(log, "sarif.schema.json")
                run = log["runs"][0]
                rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
                self.assertEqual(sorted(rules), rules)
                for result in run["results"]:
                    self.assertEqual(rules[result["ruleIndex"]], result["ruleId"])
                succeeded = run["invocations"][0]["executionSuccessful"]
                self.assertEqual(succeeded, "trouble" not in name)

    def test_sarif_agrees_with_json(self):
        for name, words in self.runs().items():
            with self.subTest(name):
                findings = self.check(*words, "--format", "json").json()["findings"]
                results = self.check(*words, "--format", "sarif").json()["runs"][0]["results"]
                self.assertEqual(len(findings), len(results))
                for finding, result in zip(findings, results):
                    place = result["locations"][0]["physicalLocation"]
                    self.assertEqual(finding["rule"], result["ruleId"])
                    uri = urllib.parse.unquote(place["artifactLocation"]["uri"], errors="replace")
                    self.assertEqual(finding["path"], uri)
                    self.assertEqual(
                        [finding[key] for key in ("line", "column", "endLine", "endColumn")],
                        [place["region"][key]
                         for key in ("startLine", "startColumn", "endLine", "endColumn")])
                    self.assertTrue(result["message"]["text"].startswith(finding["message"]))

    def test_regions_lie_in_their_files(self):
        for finding in self.check("hostile.md", "error.md", "--format", "json").json()["findings"]:
            path = os.path.join(self.folder, finding["path"])
            with open(path, "rb") as file:
                lines = re.split("\r\n|\n|\r", file.read().decode("utf-8", "surrogateescape"))
            start = (finding["line"], finding["column"])
            end = (finding["endLine"], finding["endColumn"])
            self.assertLessEqual(start, end)
            self.assertLessEqual(finding["endLine"], len(lines))
            self.assertLessEqual(finding["column"], len(lines[finding["line"] - 1]) + 1)
            self.assertLessEqual(finding["endColumn"], len(lines[finding["endLine"] - 1]) + 1)

    def test_junit_is_valid(self):
        for name, words in self.runs().items():
            for strict in ([], ["--strict"]):
                with self.subTest(name, strict=strict):
                    answer = self.check(*words, *strict, "--format", "junit")
                    validate_junit(answer.out_bytes)
                    suites = xml.etree.ElementTree.fromstring(answer.out_bytes)
                    failures = suites.findall(".//failure")
                    errors = suites.findall(".//error")
                    self.assertEqual(int(suites.get("failures")), len(failures))
                    self.assertEqual(int(suites.get("errors")), len(errors))
                    self.assertEqual(
                        int(suites.get("tests")), len(suites.findall(".//testcase")))
                    # What the CI server shows agrees with the exit status.
                    status = 2 if errors else 1 if failures else 0
                    self.assertEqual(answer.status, status)

    def test_github_commands(self):
        command = re.compile(
            r"::(error|warning|notice) (?:[a-zA-Z]+=[^,:\r\n]*)(?:,[a-zA-Z]+=[^,:\r\n]*)*::[^\r\n]+")
        for name, words in self.runs().items():
            with self.subTest(name):
                out = self.check(*words, "--format", "github").out
                lines = out.splitlines()
                for line in lines:
                    self.assertRegex(line, command)
                    self.assertTrue(line.isprintable(), line)
                severities = [line.split(" ")[0] for line in lines]
                order = ["::error", "::warning", "::notice"]
                self.assertEqual(sorted(severities, key=order.index), severities)
                self.assertEqual(out == "", name == "clean")

    def test_github_keeps_to_ten(self):
        names = [f"error{number:02}.md" for number in range(14)]
        for name in names:
            self.write(name, _milepost.ERROR)
        lines = self.check(*names, "warning.md", "--format", "github").out.splitlines()
        self.assertEqual(len(lines), 11)
        for name, line in zip(names, lines[:10]):
            self.assertTrue(line.startswith(f"::error file={name},"), line)
        self.assertEqual(
            lines[-1],
            "::notice title=milepost::and 4 errors, 1 warning more; milepost check lists them")

    def test_text_has_a_line_for_each_finding(self):
        for name, words in self.runs().items():
            with self.subTest(name):
                findings = self.check(*words, "--format", "json").json()["findings"]
                lines = self.check(*words).out.splitlines()
                self.assertEqual(len(lines), len(findings) + 1)
                for finding, line in zip(findings, lines):
                    self.assertIn(
                        f":{finding['line']}:{finding['column']}: {finding['severity']} "
                        f"{finding['rule']} {finding['name']}  ", line)

    def test_formats_are_the_same_every_time(self):
        for form in ("text", "json", "sarif", "junit", "github"):
            words = ["error.md", "warning.md", "hostile.md", "--format", form]
            once = self.check(*words, "--jobs", "1")
            again = self.check(*words, "--jobs", "2")
            self.assertEqual(once.out_bytes, again.out_bytes)

    def test_findings_in_metadata(self):
        """They point into the front matter, or into a file beside the document."""
        self.write("front/proposals/a.md",
                   "---\ntitle: A\nstatus: \"don<e & ]]>\"\ncreated: 2023-14-05\n---\n\n" +
                   _milepost.CLEAN + "\n## Motivation\n\nProbes wait.\n")
        self.write("beside/keps/sig-a/1-b/README.md", _milepost.CLEAN)
        self.write("beside/keps/sig-a/1-b/kep.yaml", "title: B\nkep-number: 1\nstatus: odd\n")
        for folder, path, lines in (("front", "proposals/a.md", {3, 4}),
                                    ("beside", "keps/sig-a/1-b/kep.yaml", {3})):
            with self.subTest(folder):
                words = ["-C", folder, "check", "--select", "MP304,MP305", "--format"]
                report = self.run_here(*words, "json").json()
                validate(report, "findings.schema.json")
                self.assertEqual({(one["path"], one["line"]) for one in report["findings"]},
                                 {(path, line) for line in lines})
                log = self.run_here(*words, "sarif").json()
                validate(log, "sarif.schema.json")
                self.assertEqual(len(log["runs"][0]["results"]), len(lines))
                junit = self.run_here(*words, "junit").out_bytes
                validate_junit(junit)
                failures = xml.etree.ElementTree.fromstring(junit).findall(".//failure")
                self.assertEqual(len(failures), len(lines))
                github = self.run_here(*words, "github").out
                for line in lines:
                    self.assertIn(f"::error file={path},line={line},", github)

    def test_template_formats(self):
        report = self.run_here("template", "show", "--format", "json", "template.md").json()
        validate(report, "template.schema.json")
        self.assertEqual([one["title"] for one in report["sections"]],
                         ["Title of the proposal", "Summary", "Risks"])
        self.write("odd.md", "# T\n\n## A\n\n<!--DIRECTIVE: required: true\n\n## B\x1b[2J\n")
        validate(
            self.run_here("template", "show", "--format", "json", "odd.md").json(),
            "template.schema.json")
        validate(
            self.run_here("template", "check", "--format", "json", "odd.md").json(),
            "findings.schema.json")
        validate(
            self.run_here("template", "check", "--format", "sarif", "odd.md").json(),
            "sarif.schema.json")
        validate_junit(self.run_here("template", "check", "--format", "junit", "odd.md").out_bytes)
        github = self.run_here("template", "check", "--format", "github", "odd.md").out
        self.assertIn("::error file=odd.md,line=5", github)
        self.assertNotIn("\x1b", self.run_here("template", "show", "odd.md").out)

    def test_rules_formats(self):
        report = self.run_here("rules", "--format", "json").json()
        validate(report, "rules.schema.json")
        codes = [rule["rule"] for rule in report["rules"]]
        self.assertEqual(codes, sorted(set(codes)))
        names = [rule["name"] for rule in report["rules"]]
        self.assertEqual(len(names), len(set(names)))
        lines = self.run_here("rules").out.splitlines()
        self.assertEqual([line.split()[0] for line in lines], codes)


class Schemas(unittest.TestCase):
    """A schema that accepts anything would prove nothing."""

    def test_they_refuse(self):
        refused = {
            "findings.schema.json": [
                {}, {"findings": [], "summary": {"files": 0, "errors": 0, "warnings": 0}},
                {"findings": [{}],
                 "summary": {"files": 0, "errors": 0, "warnings": 0, "infos": 0}},
            ],
            "sarif.schema.json": [{"version": "2.1.0"}, {"$schema": "https://x", "version": "2.0",
                                                         "runs": []}],
            "template.schema.json": [{"sections": [{"title": "x"}], "findings": []}],
            "rules.schema.json": [{"rules": []}],
        }
        for schema, values in refused.items():
            for value in values:
                with self.subTest(schema), self.assertRaises(jsonschema.ValidationError):
                    validate(value, schema)
        with self.assertRaises(AssertionError):
            validate_junit(b"<testsuites name='x' tests='0' failures='0' errors='0'/>")


if __name__ == "__main__":
    unittest.main()
