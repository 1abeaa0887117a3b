"""Processes whose proposals are written in other ways: lists and tables, dates, prefixes."""

import datetime
import os
import unittest

import _milepost

PACK = """\
schema: 1
name: notes
title: Notes
layout:
  documents: ["notes/*.md"]
  path: "notes/{number}-{slug}.md"
  numbers: next
  padded: 4
  title-prefix: "Note {number}: "
  metadata:
    - under-title: true
fields:
  - {id: status, is: status, type: enum, needed: always}
  - {id: start-date, is: created, type: date, needed: always}
  - {id: authors, is: authors, type: people, needed: always}
  - id: tracker
    type: map
    fields: [{id: address, type: link, needed: always}]
  - id: impact
    type: map
    fields:
      - {id: size, type: enum, values: [small, big]}
      - {id: parts, type: map, fields: [{id: size, type: enum, values: [small, big]}]}
handles: plain
statuses:
  - {id: idea, sections: none, moves: [open]}
  - {id: open, moves: [done]}
  - {id: done, closed: true}
kinds:
  - {id: note, template: template.md}
words:
  title-placeholders: [Title]
"""

LIST = """\
# Note NNNN: Title
<!--DIRECTIVE: required: true-->

- **Status:** idea
- **Start Date:** yyyy-mm-dd
- **Authors:**

## Summary
<!--DIRECTIVE: required: true-->
"""

TABLE = """\
# Note NNNN: Title
<!--DIRECTIVE: required: true-->

| Status | idea |
|---|---|
| Start Date | |
| Authors | |

## Summary
<!--DIRECTIVE: required: true-->
"""

SUMMARY = "\n## Summary\n\nIt makes warm starts faster than they were before, in all places.\n"


# The day by which milepost goes, in UTC.
TODAY = datetime.datetime.now(datetime.timezone.utc).date().isoformat()


class PackForms(_milepost.Case):

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()

    def use(self, template=LIST, pack=PACK):
        self.write("process/process.yaml", pack)
        self.write("process/template.md", template)
        self.write("milepost.yaml", "schema: 1\nprocess: process\n")
        self.write("notes/.keep", "")

    def note(self, metadata, title="# Note 0007: Warm starts", name="notes/0007-warm-starts.md"):
        self.write(name, f"{title}\n\n{metadata}{SUMMARY}")

    def findings(self):
        return self.run_here("check", "--all").out

    def test_new_writes_the_list_the_prefix_and_the_padding(self):
        for template, want in (
            (LIST, "# Note 0001: Warm starts\n<!--DIRECTIVE: required: true-->\n\n"
                   f"- **Status:** idea\n- **Start Date:** {TODAY}\n- **Authors:** ann\n"),
            (TABLE, "# Note 0001: Warm starts\n<!--DIRECTIVE: required: true-->\n\n"
                    f"| Status | idea |\n|---|---|\n| Start Date | {TODAY} |\n"
                    "| Authors | ann |\n"),
        ):
            with self.subTest(template):
                self.setUp()
                self.use(template)
                answer = self.run_here("new", "Warm starts", "--author", "ann")
                self.assertEqual(answer.status, 0, answer.err)
                text = self.read("notes/0001-warm-starts.md")
                self.assertTrue(text.startswith(want), text)
                self.assertNotIn("error", self.findings())
                shown = self.run_here("show", "1", "--format", "json").json()
                self.assertEqual(shown["title"], "Warm starts")

    def test_promote_changes_the_word_alone(self):
        self.use()
        self.note("- **Status:** **idea** <!-- for now -->\n- Start Date: 2026-01-02\n"
                  "- Authors: ann, ben\n")
        before = self.read("notes/0007-warm-starts.md")
        answer = self.run_here("promote", "7", "--to", "open", "--as", "ann")
        self.assertEqual(answer.status, 0, answer.err + answer.out)
        self.assertEqual(
            self.read("notes/0007-warm-starts.md"), before.replace("**idea**", "**open**"))

    def test_fixes_change_values_in_lists(self):
        self.use()
        self.note("- Status: open\n- Start Date: 2026-1-2\n- Authors: @ann, ben\n",
                  title="# Warm starts")
        self.assertIn('the title does not begin with "Note 0007:"', self.findings())
        self.assertIn('"@ann" has an @ in front; write "ann"', self.findings())
        self.run_here("check", "--fix", "--all")
        text = self.read("notes/0007-warm-starts.md")
        self.assertTrue(text.startswith("# Note 0007: Warm starts\n\n- Status: open\n"
                                        "- Start Date: 2026-01-02\n- Authors: ann, ben\n"), text)

    def test_statuses_without_sections_ask_for_none(self):
        self.use()
        for status, sections in (("idea", False), ("open", True)):
            with self.subTest(status):
                self.write("notes/0007-warm-starts.md",
                           f"# Note 0007: Warm starts\n\n- Status: {status}\n"
                           "- Start Date: 2026-01-02\n- Authors: ann\n")
                self.assertEqual("MP201" in self.findings(), sections, self.findings())
                self.assertNotIn("MP214", self.findings())

    def test_maps_are_checked(self):
        pack = PACK.replace("    - under-title: true", "    - front-matter: true")
        self.use(pack=pack)
        head = "---\nstatus: open\nstart-date: 2026-01-02\nauthors: [ann]\n"
        for value, want in (
            ("{address: https://a.example/7}", None),
            ("{}", None),
            ("{adress: https://a.example/7}", 'did you mean "address"'),
            ("[a]", '"tracker" must have keys with values'),
            ("{address: }", None),
        ):
            with self.subTest(value):
                self.write("notes/0007-warm-starts.md",
                           f"{head}tracker: {value}\n---\n\n# Note 0007: Warm starts\n{SUMMARY}")
                answer = self.run_here("check", "--all")
                if want:
                    self.assertIn(want, answer.out)
                else:
                    self.assertNotIn("MP307", answer.out)
                    self.assertNotIn("MP308", answer.out)
        for value, want in (
            ("{size: small}", []),
            ("{size: huge}", ['size "huge" is none of the process\'s: small, big']),
            ("{parts: {size: huge}}", ['size "huge" is none of the process\'s: small, big']),
        ):
            with self.subTest(value):
                self.write("notes/0007-warm-starts.md",
                           f"{head}impact: {value}\n---\n\n# Note 0007: Warm starts\n{SUMMARY}")
                told = self.findings()
                self.assertEqual(told.count("MP304"), len(want), told)
                for message in want:
                    self.assertIn(message, told)
        deep = "{a: " * 100 + "b" + "}" * 100
        self.write("notes/0007-warm-starts.md",
                   f"{head}tracker: {deep}\n---\n\n# Note 0007: Warm starts\n{SUMMARY}")
        answer = self.run_here("check")
        self.assertEqual(answer.status, 1)
        self.assertIn("MP301", answer.out)

    def test_padding_and_dates_in_names(self):
        self.use()
        self.note("- Status: open\n- Start Date: 2026-01-02\n- Authors: ann\n",
                  title="# Note 7: Warm starts", name="notes/7-warm-starts.md")
        self.assertIn('rename it to "0007-warm-starts.md"', self.findings())

        pack = PACK.replace("{number}-{slug}", "{date}-{slug}").replace("  numbers: next\n", "")
        pack = pack.replace('  title-prefix: "Note {number}: "\n', "").replace("  padded: 4\n", "")
        pack = pack.replace("type: date, needed: always", "type: date, needed: always, path: date")
        self.setUp()
        self.use(pack=pack)
        for name, said, want in (
            ("20260102", "2026-01-02", None),
            ("2026-01-02", "2026-01-02", None),
            ("20260103", "2026-01-02", "MP310"),
            ("20231405", "2026-01-02", "MP305"),
            ("20260102", "2023-14-05", "MP305"),
        ):
            with self.subTest(name + " " + said):
                self.setUp()
                self.use(pack=pack)
                self.note(f"- Status: open\n- Start Date: {said}\n- Authors: ann\n",
                          title="# Warm starts", name=f"notes/{name}-warm-starts.md")
                answer = self.run_here("check", "--all")
                self.assertIn(answer.status, (0, 1), answer.err)
                if want:
                    self.assertIn(want, answer.out)
                else:
                    self.assertNotIn("MP310", answer.out)
                    self.assertNotIn("MP305", answer.out)
        self.setUp()
        self.use(pack=pack)
        answer = self.run_here("new", "Warm starts", "--author", "ann")
        self.assertEqual(answer.status, 0, answer.err)
        name = f"notes/{TODAY.replace('-', '')}-warm-starts.md"
        self.assertIn(f"- **Start Date:** {TODAY}", self.read(name))

    def test_errors_of_a_milepost_yaml_point_into_it(self):
        for over, place in (
            ("ladders:\n  - id: graduation\n    stages: [{remove: beta}]\n", "milepost.yaml:"),
            ("ladders:\n  - id: graduation\n    stages: [alpha, stable]\n", "milepost.yaml:"),
            ("statuses:\n  - remove: implemented\n", "milepost.yaml:4:13: "),
            ("kinds: [{remove: fetaure}]\n", "milepost.yaml:3:18: "),
            ("fields:\n  - remove: [owning-sig]\nroles: [{remove: approver}]\n", "milepost.yaml:"),
        ):
            with self.subTest(over):
                self.write("milepost.yaml", "schema: 1\nprocess: kep\n" + over)
                answer = self.run_here("check")
                self.assertEqual(answer.status, 2, answer.out)
                self.assertIn(place, answer.err)
                self.assertNotIn("processes/kep", answer.err)

    def test_a_map_in_a_pack_may_be_deep_and_not_too_deep(self):
        def nested(depth):
            inner = "{id: x}"
            for _ in range(depth):
                inner = "{id: x, type: map, fields: [" + inner + "]}"
            return PACK.replace(
                "handles: plain", f"  - {inner}\nhandles: plain")

        self.use(pack=nested(8))
        self.note("- Status: open\n- Start Date: 2026-01-02\n- Authors: ann\n")
        self.assertIn(self.run_here("check").status, (0, 1))
        self.use(pack=nested(100))
        answer = self.run_here("check")
        self.assertEqual(answer.status, 2)
        self.assertIn("process.yaml:", answer.err)


if __name__ == "__main__":
    unittest.main()
