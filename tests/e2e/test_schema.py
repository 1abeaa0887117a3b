"""The JSON schemas for process.yaml and milepost.yaml agree with milepost.

Both ways: what one accepts the other does, and what one refuses the other does.
"""

import copy
import glob
import json
import os
import re
import unittest

import jsonschema
import yaml

import _documents
import _milepost
import _packs_page


class Editor(yaml.SafeLoader):
    """Reads YAML as editors do, by version 1.2: `off` is a word and a date is text."""

    yaml_implicit_resolvers = {}


for tag, pattern, first in (
    ("tag:yaml.org,2002:null", r"^(?:null|~|)$", ["n", "~", ""]),
    ("tag:yaml.org,2002:bool", r"^(?:true|false)$", ["t", "f"]),
    ("tag:yaml.org,2002:int", r"^[-+]?[0-9]+$", list("-+0123456789")),
    ("tag:yaml.org,2002:float", r"^[-+]?[0-9]*\.[0-9]+$", list("-+.0123456789")),
):
    Editor.add_implicit_resolver(tag, re.compile(pattern), first)


def load(text):
    return yaml.load(text, Loader=Editor)  # a SafeLoader


def schema(name):
    """The schema in one piece: milepost's refers to the definitions of process's."""
    text = _documents.read(f"docs/schema/{name}.schema.json")
    whole = json.loads(text.replace("process.schema.json#", "#"))
    whole["definitions"] = json.loads(
        _documents.read("docs/schema/process.schema.json"))["definitions"]
    jsonschema.Draft7Validator.check_schema(whole)
    return whole


PACK = schema("process")
CONFIGURATION = schema("milepost")


def faults(value, against):
    return [
        f"{'/'.join(str(step) for step in fault.absolute_path)}: {fault.message}"
        for fault in jsonschema.Draft7Validator(against).iter_errors(value)
    ]


def objects(node):
    """Every map with fixed keys in a schema, the schema itself included."""
    if isinstance(node, list):
        for one in node:
            yield from objects(one)
    elif isinstance(node, dict):
        if node.get("additionalProperties") is False:
            yield node
        for one in node.values():
            yield from objects(one)


def keys_of(node):
    return frozenset(node["properties"])


def keys_in_source():
    """The lists of keys milepost's reader accepts, from its source."""
    lists = []
    for path in glob.glob(os.path.join(_documents.ROOT, "src/process/load*.cc")):
        with open(path, encoding="utf-8") as file:
            for found in re.findall(r"expect_keys\(\s*\*?\w+,\s*\{([^}]*)\}", file.read()):
                lists.append(frozenset(re.findall(r'"([^"]+)"', found)))
    lists.append(frozenset(["remove"]))  # in any list (pack_tree.cc)
    return lists


def used_keys(value, against, used):
    """Adds (keys of the map, key) for every key of `value` that the schema describes."""
    if "$ref" in against:
        return used_keys(value, CONFIGURATION["definitions"][against["$ref"].rsplit("/", 1)[1]],
                         used)
    for part in against.get("allOf", []) + against.get("anyOf", []):
        used_keys(value, part, used)
    if isinstance(value, list) and "items" in against:
        for one in value:
            used_keys(one, against["items"], used)
    if isinstance(value, dict) and "properties" in against:
        for key, below in value.items():
            if key in against["properties"]:
                used.add((keys_of(against), key))
                used_keys(below, against["properties"][key], used)


# Each stands in a milepost.yaml over the pack of docs/packs.md.
WRONG = {
    "unknown key": "colour: red\n",
    "other schema": "schema: 2\n",
    "layout is a list": "layout: [a]\n",
    "key of layout": "layout: {document: [a]}\n",
    "documents is a map": "layout: {documents: {a: b}}\n",
    "metadata nowhere": "layout: {metadata: [{}]}\n",
    "front-matter false": "layout: {metadata: [{front-matter: false}]}\n",
    "metadata elsewhere": "layout: {metadata: [{footer: true}]}\n",
    "least-headings is text": "layout: {least-headings: few}\n",
    "negative number": "wrap: -1\n",
    "slug-is-title is text": "layout: {slug-is-title: often}\n",
    "fields is a map": "fields: {id: x}\n",
    "field without id": "fields: [{type: text}]\n",
    "field of no type": "fields: [{id: x, type: colour}]\n",
    "field of no meaning": "fields: [{id: x, is: colour}]\n",
    "field with another key": "fields: [{id: x, colour: red}]\n",
    "field needed sometimes": "fields: [{id: x, needed: sometimes}]\n",
    "needed with another key": "fields: [{id: x, needed: {until: beta}}]\n",
    "longest is text": "fields: [{id: x, longest: long}]\n",
    "unique is text": "fields: [{id: x, unique: maybe}]\n",
    "answer without section": "fields: [{id: x, answer: {choice: a}}]\n",
    "answer with another key": "fields: [{id: x, answer: {section: Notes, box: a}}]\n",
    "field of a record without id": "fields: [{id: x, type: records, fields: [{type: text}]}]\n",
    "roster without id": "rosters: [{names: [a]}]\n",
    "roster with another key": "rosters: [{id: a, people: [b]}]\n",
    "review without id": "reviews: [{file: a, approver: b}]\n",
    "review with another key": "reviews: [{id: r, file: a, approver: b, when: c}]\n",
    "removal of a map": "fields: [{remove: {id: x}}]\n",
    "removal of nothing that is there": "fields: [{id: x}, {remove: x, id: y}]\n",
    "handles of another form": "handles: hash\n",
    "companies by another key": "companies: {from: a}\n",
    "companies as a list": "companies: {of: [a]}\n",
    "padded is text": "layout: {padded: wide}\n",
    "title-prefix by another part": 'layout: {title-prefix: "{slug}: "}\n',
    "title-prefix is empty": 'layout: {title-prefix: ""}\n',
    "status of some sections": "statuses: [{id: a, sections: few}]\n",
    "approvals of no company":
        "gates: [{id: a, conditions: [{id: b, is: approval, companies: 0}]}]\n",
    "metadata under no title": "layout: {metadata: [{under-title: false}]}\n",
    "ladder without id": "ladders: [{stages: [a]}]\n",
    "ladder with another key": "ladders: [{id: a, stages: [b], steps: [c]}]\n",
    "counts-as is a list": "ladders: [{id: a, stages: [b], counts-as: [c]}]\n",
    "status without id": "statuses: [{closed: true}]\n",
    "status with another key": "statuses: [{id: a, open: true}]\n",
    "status closed perhaps": "statuses: [{id: a, closed: perhaps}]\n",
    "status of no severity": "statuses: [{id: a, unresolved: fatal}]\n",
    "status moves nowhere": "statuses: [{id: a, moves: [{by: b}]}]\n",
    "move with another key": "statuses: [{id: a, moves: [{to: accepted, when: b}]}]\n",
    "numbers of another kind": "layout: {numbers: random}\n",
    "final without stage": "layout: {final: {path: a}}\n",
    "final with another key": "layout: {final: {path: a, stage: b, when: c}}\n",
    "role without id": "roles: [{field: a}]\n",
    "role with another key": "roles: [{id: a, roster: b, who: c}]\n",
    "skip sometimes": "ladders: [{id: a, stages: [b], skip: sometimes}]\n",
    "criterion without question": "kinds: [{id: decision, criteria: [{id: a}]}]\n",
    "criterion with another key": "kinds: [{id: decision, criteria: [{id: a, question: b, c: d}]}]\n",
    "condition without id": "gates: [{id: a, conditions: [{is: sections}]}]\n",
    "condition on something else": "gates: [{id: a, conditions: [{id: b, is: weather}]}]\n",
    "condition with another key": "gates: [{id: a, conditions: [{id: b, is: top, when: c}]}]\n",
    "evidence of another kind":
        "gates: [{id: a, conditions: [{id: b, is: record, evidence: hearsay}]}]\n",
    "remedy of another kind":
        "gates: [{id: a, conditions: [{id: b, is: record, do: pray}]}]\n",
    "remedy of no kind":
        "gates: [{id: a, conditions: [{id: b, is: record, do: {to: accepted}}]}]\n",
    "remedy with another key":
        "gates: [{id: a, conditions: [{id: b, is: record, do: {is: promote, when: c}}]}]\n",
    "remedy without its argument":
        "gates: [{id: a, conditions: [{id: b, is: record, do: {is: promote}}]}]\n",
    "remedy without its argument, as a word":
        "gates: [{id: a, conditions: [{id: b, is: record, do: promote}]}]\n",
    "remedy with another's argument":
        "gates: [{id: a, conditions: [{id: b, is: record, "
        "do: {is: promote, to: accepted, label: c}}]}]\n",
    "opting in to something":
        "gates: [{id: a, conditions: [{id: b, is: record, do: {is: opt-in, to: accepted}}]}]\n",
    "checklist without id": "checklists: [{sections: [Notes]}]\n",
    "checklist with another key": "checklists: [{id: a, sections: [Notes], boxes: [b]}]\n",
    "item without text": "checklists: [{id: a, sections: [Notes], items: [{from: b}]}]\n",
    "item with another key":
        "checklists: [{id: a, sections: [Notes], items: [{text: b, until: c}]}]\n",
    "calendar with another key": "calendar: {days: 3}\n",
    "date without id": "calendar: {dates: [{title: a}]}\n",
    "date with another key": "calendar: {dates: [{id: a, day: b}]}\n",
    "people is a list": "people: [jane]\n",
    "people of several handles": "people: {jane@example.org: [a, b]}\n",
    "start without to": "start: [{from: process/template.md}]\n",
    "start with another key": "start: [{from: process/template.md, to: a, mode: b}]\n",
    "week is text": "calendar: {dates: [{id: a, week: soon}]}\n",
    "new is a map": "layout: {new: {a: b}}\n",
    "rewrite with another key": "rewrite: {words: 3}\n",
    "rewrite of so many": "rewrite: {lines: many}\n",
    "kind without id": "kinds: [{template: process/template.md}]\n",
    "kind with another key": "kinds: [{id: a, template: process/template.md, form: b}]\n",
    "gate without id": "gates: [{sections: [Notes]}]\n",
    "gate with another key": "gates: [{id: a, before: b}]\n",
    "rename to nothing": "renames: [{from: [a]}]\n",
    "rename with another key": "renames: [{to: Notes, form: [a]}]\n",
    "words with another key": "words: {bad: [a]}\n",
    "words with maps": "words: {placeholders: [{a: b}]}\n",
    "entry without form": "words: {entries: [{sections: [Notes]}]}\n",
    "entry with another key": "words: {entries: [{form: a, shape: b}]}\n",
    "phrase without text": "phrases: [{stage: a}]\n",
    "phrase with another key": "phrases: [{text: a, since: b}]\n",
    "substance with another key": "substance: {sentences: 3}\n",
    "covered without section": "substance: {covered: [{in: Notes, words: [a]}]}\n",
    "covered with another key": "substance: {covered: [{section: Notes, in: Notes, by: [a]}]}\n",
    "reviewed without section": "substance: {reviewed: [{topics: [a]}]}\n",
    "reviewers that begin with nothing":
        'substance: {reviewed: [{section: Notes, topics: [a], reviewers: [""]}]}\n',
    "delegation with another key": "delegation: {words: [a b c]}\n",
    "other template without file":
        "delegation: {templates: [{title: a, headings: [B, C, D]}]}\n",
    "other template with another key":
        "delegation: {templates: [{title: a, file: b, headings: [B, C, D], when: c}]}\n",
    "fallback is text": "layout: {fallback: perhaps}\n",
    "reviewed with another key": "substance: {reviewed: [{section: Notes, who: a}]}\n",
    "tracking with another key": "tracking: {issue: a}\n",
    "issue field of no meaning": "tracking: {fields: [{is: weather, label: a}]}\n",
    "issue field without a place": "tracking: {fields: [{is: contact}]}\n",
    "issue field in two places": "tracking: {fields: [{is: contact, label: a, section: b}]}\n",
    "issue field with another key": "tracking: {fields: [{is: contact, label: a, size: 3}]}\n",
    "list without id": "tracking: {lists: [{sections: [Notes]}]}\n",
    "list with another key": "tracking: {lists: [{id: a, sections: [Notes], boxes: b}]}\n",
    "list of another scope": "tracking: {lists: [{id: a, sections: [Notes], scope: year}]}\n",
    "tracked item without key":
        "tracking: {lists: [{id: a, sections: [Notes], items: [{text: b}]}]}\n",
    "tracked item with another key":
        "tracking: {lists: [{id: a, sections: [Notes], items: [{key: b, text: c, due: d}]}]}\n",
    "item for some with another key":
        "tracking: {lists: [{id: a, sections: [Notes], items: [{key: b, text: c, "
        "only: {files: d}}]}]}\n",
    "item computed by nothing":
        "tracking: {lists: [{id: a, sections: [Notes], items: [{key: b, text: c, "
        "computed: {id: d}}]}]}\n",
    "label without id": "tracking: {labels: [{by: a}]}\n",
    "label with another key": "tracking: {labels: [{id: a, colour: red}]}\n",
    "tracker status with another key": "tracking: {status: {label: a, words: [b]}}\n",
    "tracker value without id": "tracking: {status: {label: a, values: [{moves: b}]}}\n",
    "tracker value with another key":
        "tracking: {status: {label: a, values: [{id: b, to: c}]}}\n",
    "placeholder without text": "tracking: {placeholders: [{kinds: a}]}\n",
    "placeholder with another key": "tracking: {placeholders: [{text: a, for: b}]}\n",
    "rule of no severity": "rules: {MP201: fatal}\n",
    "path without match": "paths: [{rules: {MP201: off}}]\n",
    "path with another key": 'paths: [{match: "*", rule: {}}]\n',
    "path rule of no severity": 'paths: [{match: "*", rules: {MP201: loud}}]\n',
}


class Schemas(_milepost.Case):

    def setUp(self):
        super().setUp()
        for name, text in _packs_page.files().items():
            self.write(name, text)

    def test_packs_are_valid(self):
        packs = glob.glob(os.path.join(_documents.ROOT, "processes/*/process.yaml"))
        self.assertGreaterEqual(len(packs), 4)
        packs += glob.glob(
            os.path.join(_documents.ROOT, "tests/golden/**/process.yaml"), recursive=True)
        for path in packs:
            with self.subTest(path):
                self.assertEqual(faults(load(_documents.read(path)), PACK), [])
        page = _packs_page.files()["process/process.yaml"]
        self.assertEqual(faults(load(page), PACK), [])

    def test_configurations_are_valid(self):
        found = [
            path for folder in ("examples", "tests/golden") for path in glob.glob(
                os.path.join(_documents.ROOT, folder, "**/milepost.yaml"), recursive=True)
        ]
        self.assertGreaterEqual(len(found), 4)
        for path in found:
            with self.subTest(path):
                self.assertEqual(faults(load(_documents.read(path)), CONFIGURATION), [])
        for text in _packs_page.configurations():
            with self.subTest(text):
                self.assertEqual(faults(load(text), CONFIGURATION), [])

    def test_keys_are_those_of_the_source(self):
        """A key milepost learns, or forgets, must be put into the schema and docs/packs.md."""
        root = keys_of(CONFIGURATION)
        self.assertEqual(keys_of(PACK), root - {"process"} | {"extends"})
        described = {keys_of(one) for one in objects(CONFIGURATION["definitions"])}
        described |= {root | {"extends"}}
        read = set(keys_in_source())
        self.assertGreater(len(read), 15)

        def told(lists):
            return sorted(", ".join(sorted(keys)) for keys in lists)

        self.assertEqual(
            told(read - described), told(described - read),
            "src/process/load*.cc (left) and docs/schema/process.schema.json (right) differ")

    def test_names_are_those_of_the_source(self):
        source = _documents.read("src/process/field.cc")
        field = PACK["definitions"]["field"]["properties"]
        for function, key in (("field_type_names", "type"), ("field_role_names", "is")):
            body = source.split(f"{function}() {{")[1].split("};")[0]
            self.assertEqual(re.findall(r'"([a-z-]+)"', body), field[key]["enum"])

    def test_every_key_has_an_example_that_loads(self):
        """test_packs_doc.py loads them; here none may be missing."""
        used = set()
        for text in _packs_page.configurations():
            used_keys(load(text), CONFIGURATION, used)
        known = {(keys_of(one), key)
                 for one in [CONFIGURATION, *objects(CONFIGURATION["definitions"])]
                 for key in one["properties"]}
        self.assertEqual(
            sorted(key for _, key in known - used), [], "docs/packs.md shows no use of these")

    def test_every_key_is_explained(self):
        text = _documents.read(_packs_page.PAGE)
        for one in [CONFIGURATION, *objects(CONFIGURATION["definitions"])]:
            for key, below in one["properties"].items():
                with self.subTest(key):
                    self.assertTrue(
                        re.search(rf"`{key}\b|^## .*\b{key}\b", text, re.M),
                        "docs/packs.md does not explain it")
                    described = "description" in below or "description" in PACK["definitions"].get(
                        below.get("$ref", "").rsplit("/", 1)[-1], {})
                    self.assertTrue(described, "no description in the schema")

    def test_wrong_files_are_refused_by_both(self):
        for name, text in WRONG.items():
            with self.subTest(name):
                whole = text if text.startswith("schema:") else "schema: 1\n" + text
                whole += "process: process\n"
                self.assertNotEqual(faults(load(whole), CONFIGURATION), [], "the schema accepts it")
                self.write("milepost.yaml", whole)
                answer = self.run_here("check")
                self.assertEqual(answer.status, 2, answer.out)
                self.assertRegex(answer.err, r"milepost\.yaml:\d+:\d+: ")

    def test_wrong_files_cover_every_map(self):
        """A map without `additionalProperties: false` would let mistakes pass."""
        for name, against in (("pack", PACK), ("configuration", CONFIGURATION)):
            for one in objects(against):
                loose = copy.deepcopy(one)
                loose.update({"definitions": CONFIGURATION["definitions"]})
                with self.subTest(name, keys=sorted(one["properties"])):
                    refused = faults({"no-such-key": 1}, loose)
                    self.assertTrue(any("no-such-key" in fault for fault in refused))

        def maps(node):
            if isinstance(node, list):
                return sum(map(maps, node))
            if not isinstance(node, dict):
                return 0
            return ("properties" in node and "type" in node) + sum(map(maps, node.values()))

        self.assertEqual(maps(CONFIGURATION), len(list(objects(CONFIGURATION))))

    def test_packs_lack_what_they_must_have(self):
        pack = load(_packs_page.files()["process/process.yaml"])
        for key in ("schema", "name", "kinds"):
            with self.subTest(key):
                self.assertNotEqual(faults({k: v for k, v in pack.items() if k != key}, PACK), [])
        self.assertNotEqual(faults({**pack, "kinds": [{"id": "decision"}]}, PACK), [])
        self.assertNotEqual(faults({**pack, "reviews": [{"id": "security"}]}, PACK), [])


if __name__ == "__main__":
    unittest.main()
