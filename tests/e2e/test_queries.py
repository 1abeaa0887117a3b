"""list, show and graph: what programs read is valid, and hostile metadata is tame."""

import csv
import io
import os
import re
import subprocess
import unittest
import xml.etree.ElementTree

import jsonschema

import _milepost
from _schemas import validate

KEYS = [
    "number", "title", "path", "group", "participatingGroups", "status", "stage",
    "latestMilestone", "milestones", "authors", "reviewers", "approvers", "created", "updated",
    "kind", "featureGates", "written"
]

# Titles that a spreadsheet, a table, a terminal, a graph or a browser might obey.
HOSTILE = {
    11: 'quotes " and \' and, commas; semicolons',
    12: "pipes | and \\ and `code` *stars* [link](x)",
    13: "=cmd|' /C calc'!A0",
    14: "+1 -1 <b>&amp;</b> <script>alert(1)</script> ]]> -->",
    15: "two\nlines\r\nand a\ttab",
    16: "\x1b[2J\x1b]0;title\x07 \u202eodd \u009b31m",
    17: "\"]; } digraph { x [label=\"",
    18: "@handle",
}

PLAIN = """\
title: {title}
kep-number: {number}
authors: ["@jane", john]
owning-sig: sig-a
participating-sigs: [sig-b]
status: implementable
creation-date: 2024-03-01
last-updated: 2025-01-31
reviewers: ["@ann"]
approvers: ["@ben"]
stage: beta
latest-milestone: "v1.30"
milestone:
  alpha: "v1.28"
  beta: "v1.30"
{more}"""


def quoted(text):
    """A double-quoted scalar of YAML that holds whatever there is."""
    inner = "".join(
        c if c.isascii() and c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}"
        for c in text)
    return f'"{inner}"'


class Repository(_milepost.Case):

    def setUp(self):
        super().setUp()
        self.write("milepost.yaml", "schema: 1\nprocess: kep\n")
        self.propose(1, "Faster probes", 'see-also: ["/keps/sig-a/2-x", "/keps/sig-a/9-gone"]')
        self.propose(2, "Slower probes", 'superseded-by: ["/keps/sig-a/1-x"]')
        self.write("keps/sig-a/3-bare/README.md", "# Bare\n\n## Summary\n\nTBD\n")

    def propose(self, number, title, more=""):
        folder = f"keps/sig-a/{number}-x"
        self.write(f"{folder}/README.md", f"# KEP-{number}: x\n\n## Summary\n\nFaster.\n")
        self.write(f"{folder}/kep.yaml",
                   PLAIN.format(title=quoted(title), number=number, more=more))

    def add_hostile(self):
        for number, title in HOSTILE.items():
            self.propose(number, title, f"see-also: [{quoted(title)}]")


class List(Repository):

    def list(self, *words):
        answer = self.run_here("list", *words)
        self.assertEqual((answer.status, answer.err), (0, ""))
        return answer

    def test_json(self):
        self.add_hostile()
        cards = self.list("--format", "json").json()
        validate(cards, "listing.schema.json")
        for card in cards:
            self.assertEqual(list(card), KEYS)
        titles = {card["number"]: card["title"] for card in cards}
        for number, title in HOSTILE.items():
            self.assertEqual(titles[number], title)
        self.assertEqual(
            cards[0] | {"path": ""}, {
                "number": 1, "title": "Faster probes", "path": "", "group": "sig-a",
                "participatingGroups": ["sig-b"], "status": "implementable", "stage": "beta",
                "latestMilestone": "v1.30", "milestones": {"alpha": "v1.28", "beta": "v1.30"},
                "authors": ["@jane", "@john"], "reviewers": ["@ann"], "approvers": ["@ben"],
                "created": "2024-03-01", "updated": "2025-01-31", "kind": cards[0]["kind"],
                "featureGates": [], "written": cards[0]["written"]
            })

    def test_json_has_every_field_as_it_is_written(self):
        self.propose(4, "Odd", """\
editor: "@eve"
metrics: [a_total, b_seconds]
replaces: []
see-also:
feature-gates:
  - name: Probes
    components: [kubelet]
made-up: {deep: [1, "two", ~]}
""")
        path = "keps/sig-a/4-x/kep.yaml"
        with open(os.path.join(self.folder, path), encoding="utf-8") as file:
            text = file.read()
        for old, new in (
            ('latest-milestone: "v1.30"', 'latest-milestone: "0.0"'),
            ('beta: "v1.30"', 'beta: never\n  stable: "v1.31, v1.32"'),
            ('authors: ["@jane", john]', 'authors: ["@a, @b and @c; @d"]'),
        ):
            text = text.replace(old, new)
        self.write(path, text)
        card = self.list("--format", "json", "number:4").json()[0]
        validate([card], "listing.schema.json")
        self.assertEqual(card["authors"], ["@a", "@b", "@c", "@d"])
        self.assertEqual((card["latestMilestone"], card["milestones"], card["featureGates"]),
                         (None, {"alpha": "v1.28"}, ["Probes"]))
        written = card["written"]
        self.assertEqual(
            {key: written[key] for key in (
                "authors", "editor", "metrics", "replaces", "see-also", "feature-gates", "made-up",
                "latest-milestone", "milestone", "kep-number")},
            {"authors": ["@a, @b and @c; @d"], "editor": "@eve",
             "metrics": ["a_total", "b_seconds"], "replaces": [], "see-also": None,
             "feature-gates": [{"name": "Probes", "components": ["kubelet"]}],
             "made-up": {"deep": ["1", "two", "~"]}, "latest-milestone": "0.0",
             "milestone": {"alpha": "v1.28", "beta": "never", "stable": "v1.31, v1.32"},
             "kep-number": "4"})
        columns = ("--columns", "number,milestone,milestone.beta,milestone.stable,author,metrics,gate")
        self.assertEqual(self.list("number:4", "--format", "json", *columns).json(), [{
            "number": 4, "milestone": "0.0", "milestone.beta": "never",
            "milestone.stable": "v1.31, v1.32", "author": ["@a", "@b", "@c", "@d"],
            "metrics": ["a_total", "b_seconds"], "gate": ["Probes"]}])
        self.assertEqual(
            self.list("number:4", "--format", "csv", *columns).out.splitlines()[1],
            '4,0.0,never,"v1.31, v1.32","@a, @b, @c, @d","a_total, b_seconds",Probes')
        self.assertEqual(self.list("milestone:none", "--format", "json", "--columns", "number").json(),
                         [{"number": 3}, {"number": 4}])

    def test_json_has_findings_when_asked(self):
        cards = self.list("--format", "json", "--with", "findings").json()
        validate(cards, "listing.schema.json")
        for card in cards:
            self.assertEqual(list(card), KEYS + ["findings"])
            counts = self.run_here("check", "--format", "json", card["path"]).json()["summary"]
            self.assertEqual(card["findings"],
                             {key: counts[key] for key in ("errors", "warnings", "infos")})

    def test_nothing_found_is_an_empty_list(self):
        self.assertEqual(self.list("--format", "json", "number:99").json(), [])
        self.assertEqual(self.list("number:99").out, "0 of 3 proposals\n")

    def test_csv(self):
        self.add_hostile()
        text = self.list("--format", "csv", "--columns", "number,title").out_bytes.decode()
        rows = list(csv.reader(io.StringIO(text, newline="")))
        self.assertEqual(rows[0], ["number", "title"])
        cells = {row[0]: row[1] for row in rows[1:]}
        self.assertEqual(len(cells), 3 + len(HOSTILE))
        for number, title in HOSTILE.items():
            with self.subTest(title):
                formula = title[0] in "=+-\t\r"
                self.assertEqual(cells[str(number)], "'" + title if formula else title)

    def test_markdown(self):
        self.add_hostile()
        lines = self.list("--format", "markdown", "--columns", "number,title").out.splitlines()
        self.assertEqual(len(lines), 2 + 3 + len(HOSTILE))
        for line in lines:
            with self.subTest(line):
                self.assertEqual(len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)), 3)
                self.assertNotRegex(line, r"[\x00-\x1f\x7f-\x9f\u202e]")
                self.assertNotRegex(line, r"(?<!\\)[<*`\[]")

    def test_text(self):
        self.add_hostile()
        out = self.list().out
        self.assertEqual(len(out.splitlines()), 3 + len(HOSTILE) + 1)
        self.assertNotRegex(out, r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]")

    def test_columns_and_order(self):
        out = self.list("--columns", "number,author", "--sort", "-number", "--quiet").out
        self.assertEqual(out, " 3\n 2  @jane, @john\n 1  @jane, @john\n")


class Mistakes(Repository):

    def test_they_are_pointed_at(self):
        cases = {
            "field": (["beta", "statu:draft"], "  beta statu:draft\n       ^^^^^ did you mean"),
            "value": (["stage:gamma"], "  stage:gamma\n        ^^^^^ "),
            "date": (["created:soon"], "  created:soon\n          ^^^^ "),
            "parenthesis": (["(stage:beta"], "  (stage:beta\n  ^ "),
            "quote": (['title:"a'], '  title:"a\n        ^'),
            "empty": (["stage:"], "  stage:\n  "),
            "wide letters": (["日本 statu:x"], "  日本 statu:x\n       ^^^^^ "),
            "what a terminal obeys": (["created:\x1b[2J"], "  created:\\x1b[2J\n          ^^^^^^^ "),
        }
        for verb in ("list", "graph"):
            for name, (words, shown) in cases.items():
                with self.subTest(verb=verb, query=name):
                    answer = self.run_here(verb, *words)
                    self.assertEqual((answer.status, answer.out), (2, ""))
                    self.assertIn(shown, answer.err)
                    self.assertNotIn("\x1b", answer.err)

    def test_fields_of_options(self):
        for option in ("--sort", "--columns"):
            answer = self.run_here("list", option, "titl")
            self.assertEqual((answer.status, answer.out), (2, ""))
            self.assertIn('did you mean "title"?', answer.err)

    def test_proposals_that_are_not_there(self):
        for subject in ("99", "keps/sig-a/99-x", ""):
            with self.subTest(subject):
                answer = self.run_here("show", subject)
                self.assertEqual((answer.status, answer.out), (2, ""))
                self.assertIn("there is no such file or folder", answer.err)
        answer = self.run_here("show", "keps/sig-a")
        self.assertEqual(answer.status, 2)
        self.assertIn("keps/sig-a/1-x, keps/sig-a/2-x", answer.err)


class Show(Repository):

    def test_json(self):
        self.add_hostile()
        for number in [1, 2, 3, *HOSTILE]:
            with self.subTest(number):
                answer = self.run_here("show", str(number), "--format", "json")
                self.assertEqual((answer.status, answer.err), (0, ""))
                page = answer.json()
                validate(page, "page.schema.json")
                self.assertEqual(list(page)[:len(KEYS)], KEYS)
                self.assertEqual(page["title"], HOSTILE.get(number, page["title"]))
                counts = {"files": 0, "errors": 0, "warnings": 0, "infos": 0}
                validate({"findings": page["findings"], "summary": counts}, "findings.schema.json")
                checked = self.run_here("check", "--format", "json", page["path"]).json()
                self.assertEqual(page["findings"], checked["findings"])

    def test_relations(self):
        page = self.run_here("show", "1", "--format", "json").json()
        self.assertEqual([(one["relation"], one["path"], one["resolved"])
                          for one in page["relations"]],
                         [("see also", "keps/sig-a/2-x", True), ("see also", None, False)])

    def test_text(self):
        self.add_hostile()
        for number in HOSTILE:
            answer = self.run_here("show", str(number))
            self.assertEqual(answer.status, 0)
            self.assertNotRegex(answer.out, r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]")


def read_dot(text):
    """The words of a graph in DOT, strings as they are meant. Fails on what is no DOT."""
    words = []
    at = 0
    token = re.compile(r'\s+|"((?:[^"\\]|\\.)*)"|(->|--|[{}\[\];,=])|([A-Za-z_][A-Za-z0-9_]*|-?[0-9.]+)',
                       re.S)
    while at < len(text):
        found = token.match(text, at)
        if not found:
            raise AssertionError(f"no DOT at {text[at:at + 40]!r}")
        if found.group(1) is not None:
            words.append(("string", found.group(1)))
        elif not found.group().isspace():
            words.append(("mark", found.group()))
        at = found.end()
    return words


class Graph(Repository):

    def graph(self, *words):
        answer = self.run_here("graph", *words)
        self.assertEqual((answer.status, answer.err), (0, ""))
        return answer

    def test_json(self):
        self.add_hostile()
        graph = self.graph("--format", "json").json()
        validate(graph, "graph.schema.json")
        ids = [node["id"] for node in graph["nodes"]]
        self.assertEqual(len(ids), len(set(ids)))
        for edge in graph["edges"]:
            self.assertIn(edge["from"], ids)
            self.assertIn(edge["to"], ids)
        joined = {(edge["from"], edge["relation"], edge["to"]) for edge in graph["edges"]}
        self.assertLessEqual({("1", "see-also", "2"), ("1", "replaces", "2"),
                              ("1", "see-also", "/keps/sig-a/9-gone")}, joined)
        missing = {node["id"] for node in graph["nodes"] if node["missing"]}
        self.assertIn("/keps/sig-a/9-gone", missing)

    def test_dot(self):
        self.add_hostile()
        words = read_dot(self.graph().out)
        self.assertEqual(words[0], ("mark", "digraph"))
        marks = [word for kind, word in words if kind == "mark"]
        for opening, closing in ("{}", "[]"):
            depth = 0
            for mark in marks:
                depth += (mark == opening) - (mark == closing)
                self.assertGreaterEqual(depth, 0)
            self.assertEqual(depth, 0)
        self.assertEqual(marks.count("digraph"), 1, "a title is not to begin another")
        self.assertEqual(marks[-1], "}")
        edges = self.graph("--format", "json").json()["edges"]
        self.assertEqual(marks.count("->"), len(edges))

    def test_svg(self):
        self.add_hostile()
        for words in ([], ["--all"]):
            text = self.graph("--format", "svg", *words).out_bytes
            done = subprocess.run(["xmllint", "--noout", "--nonet", "-"],
                                  input=text, capture_output=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            root = xml.etree.ElementTree.fromstring(text)
            names = {element.tag.split("}")[1] for element in root.iter()}
            self.assertTrue(names.isdisjoint({"script", "foreignObject", "image"}), names)
            for element in root.iter():
                for key, value in element.attrib.items():
                    self.assertFalse(key.startswith("on"), key)
                    self.assertNotIn("javascript:", value.lower())

    def test_mermaid(self):
        self.add_hostile()
        out = self.graph("--format", "mermaid").out
        self.assertTrue(out.startswith(("flowchart", "graph")), out[:40])
        self.assertNotRegex(out, r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]|<script>")

    def test_of_a_query(self):
        graph = self.graph("--format", "json", "number:2").json()
        self.assertEqual({node["id"] for node in graph["nodes"]}, {"1", "2"})
        empty = self.graph("--format", "json", "number:99").json()
        self.assertEqual(empty, {"nodes": [], "edges": []})


class Notes(_milepost.Case):
    """What was assumed is said, and not among what programs read."""

    NOTE = "process kep, recognised by keps/*/*/kep.yaml\n"

    def setUp(self):
        super().setUp()
        self.write("keps/sig-a/1-x/kep.yaml", PLAIN.format(title="x", number=1, more=""))
        self.write("keps/sig-a/1-x/README.md", "# KEP-1: x\n")

    def test_in_a_pipe(self):
        for words in (["check"], ["check", "--format", "json"], ["show", "1"],
                      ["show", "1", "--format", "json"]):
            with self.subTest(words):
                answer = self.run_here(*words)
                self.assertEqual(answer.err, self.NOTE)
                self.assertNotIn("recognised", answer.out)
        self.assertEqual(self.run_here("check", "--quiet").err, "")

    def test_on_a_terminal(self):
        for words in (["check"], ["check", "--select", "MP101"], ["check", "--format", "json"]):
            with self.subTest(words):
                shown = _milepost.run_on_terminal(*words, cwd=self.folder)
                self.assertEqual(shown.out.count(self.NOTE), 1)


class Schemas(unittest.TestCase):
    """A schema that accepts anything would prove nothing."""

    def test_they_refuse(self):
        card = dict.fromkeys(KEYS) | {
            key: [] for key in ("participatingGroups", "authors", "reviewers", "approvers",
                                "featureGates")
        } | {"path": "a", "milestones": {}, "written": {}}
        validate([card], "listing.schema.json")
        refused = {
            "listing.schema.json": [{}, [{}], [card | {"extra": 1}], [card | {"created": "soon"}],
                                    [card | {"number": "12"}]],
            "page.schema.json": [card, {}],
            "graph.schema.json": [{}, {"nodes": [{}], "edges": []},
                                  {"nodes": [], "edges": [{"from": "a", "to": "b"}]}],
        }
        for schema, values in refused.items():
            for value in values:
                with self.subTest(schema), self.assertRaises(jsonschema.ValidationError):
                    validate(value, schema)


if __name__ == "__main__":
    unittest.main()
