"""Packs: listed, shown, checked, and begun from a template and proposals."""

import os
import unittest

import yaml

import _documents
import _invented
from _home import Home

PACKS = os.path.join(_documents.ROOT, "processes")
BUILT_IN = sorted(name for name in os.listdir(PACKS)
                  if os.path.isfile(os.path.join(PACKS, name, "process.yaml")))

# Touches every depth that merges.
OVER_KEP = """\
schema: 1
process: kep
title: Proposals of the harbour
layout:
  url: https://git.example/harbour
fields:
  - {id: harbour-id, type: number, needed: always}
  - {id: title, longest: 90}
statuses:
  - id: deferred
    unresolved: error
kinds:
  - {id: feature, wrap: 90}
gates:
  - id: implementable
    conditions:
      - {id: heard, is: record, title: everybody was heard}
words:
  placeholders: [later]
rules: {MP301: info}
paths:
  - {match: "keps/old/**", rules: {MP201: info}}
"""


class ListAndShow(Home):

    def setUp(self):
        super().setUp()
        self.root = os.path.join(self.folder, "root")
        os.makedirs(self.root)

    def test_list(self):
        listed = self.milepost("process", "list", "--format", "json", cwd=self.root).json()
        names = [one["process"] for one in listed["processes"]]
        for name in BUILT_IN:
            self.assertIn(name, names)
        self.assertFalse(any(one["here"] for one in listed["processes"]))
        kep = self.example("kep")
        text = self.milepost("process", "list", cwd=kep).out
        self.assertIn("this repository goes by kep (milepost.yaml)\n", text)
        self.assertIn("keps/*/*/kep.yaml", text)
        os.remove(os.path.join(kep, "milepost.yaml"))
        self.assertIn("this repository goes by kep (keps/*/*/kep.yaml)\n",
                      self.milepost("process", "list", cwd=kep).out)

    def test_show_prints_the_pack_as_it_is(self):
        for name in BUILT_IN:
            self.assertEqual(self.milepost("process", "show", name, cwd=self.root).out,
                             _documents.read(os.path.join("processes", name, "process.yaml")))
        self.assertEqual(self.milepost("process", "show", cwd=self.example("kep")).out,
                         _documents.read("processes/kep/process.yaml"))
        nothing = self.milepost("process", "show", cwd=self.root, status=2)
        self.assertIn("no process is recognised here; name one: cluster-api, design, ", nothing.err)
        self.assertIn('did you mean `kep`?',
                      self.milepost("process", "show", "keb", cwd=self.root, status=2).err)

    def test_merged_is_a_pack_of_the_same_process(self):
        for name in BUILT_IN:
            with self.subTest(name):
                merged = self.milepost("process", "show", "--merged", name, cwd=self.root).out
                shipped = yaml.load(self.milepost("process", "show", name, cwd=self.root).out,
                                    yaml.BaseLoader)
                merged = yaml.load(merged, yaml.BaseLoader)
                if "extends" in shipped:
                    self.assertNotIn("extends", merged)
                    self.assertNotIn("{'remove'", str(merged))
                    self.assertLess(len(shipped), len(merged))
                else:
                    self.assertEqual(merged, shipped)

    def test_merged_points_into_nothing_that_nobody_sees(self):
        merged = self.milepost("process", "show", "--merged", "kueue", cwd=self.root).out
        self.assertNotIn("processes/", merged)
        self.assertTrue(merged.startswith(
            "# kep:12 is line 12 of `milepost process show kep`.\nschema: 1\nname: kueue\n"))
        line = next(line for line in merged.splitlines() if "  # kep:" in line and "- id: title" in line)
        number = int(line.split("# kep:")[1])
        shown = self.milepost("process", "show", "kep", cwd=self.root).out.splitlines()
        self.assertIn("id: title", shown[number - 1])

    def test_merged_has_what_milepost_yaml_says(self):
        self.write("root/milepost.yaml", OVER_KEP)
        merged = self.milepost("process", "show", "--merged", cwd=self.root).out
        tree = yaml.load(merged, yaml.BaseLoader)
        self.assertNotIn("process", tree)
        self.assertEqual(tree["name"], "kep")
        self.assertEqual(tree["title"], "Proposals of the harbour")
        fields = {one["id"]: one for one in tree["fields"]}
        self.assertEqual(fields["harbour-id"]["type"], "number")
        self.assertEqual(fields["title"]["longest"], "90")
        self.assertEqual(fields["title"]["is"], "title")
        gates = {one["id"]: one for one in tree["gates"]}
        ids = [one["id"] for one in gates["implementable"]["conditions"]]
        self.assertIn("heard", ids)
        self.assertGreater(len(ids), 3)
        self.assertEqual(tree["words"]["placeholders"], ["later"])
        self.assertIn("  # milepost.yaml:", merged)
        # Laid over itself it stays what it is.
        pack = os.path.join(self.root, "merged")
        os.makedirs(pack)
        self.write("root/merged/process.yaml", merged)
        import shutil
        shutil.copytree(os.path.join(_documents.ROOT, "processes/kep/templates"),
                        os.path.join(pack, "templates"))
        for file in ("lineage.yaml",):
            shutil.copy(os.path.join(_documents.ROOT, "processes/kep", file), pack)
        self.assertRegex(self.milepost("process", "check", "merged", cwd=self.root).out,
                         r"^process merged: \d+ files, nothing to report\n$")
        self.write("root/milepost.yaml", "schema: 1\nprocess: merged\n")
        again = self.milepost("process", "show", "--merged", cwd=self.root).out
        self.assertEqual(yaml.load(again, yaml.BaseLoader), tree)


class Check(Home):

    def setUp(self):
        super().setUp()
        self.root = os.path.join(self.folder, "root")
        os.makedirs(self.root)

    def test_all_errors_at_once(self):
        self.write("root/pack/process.yaml",
                   "schema: 1\nstatuses:\n  - {id: draft, moves: [acepted]}\n"
                   "  - {id: accepted, clsed: true}\nkinds:\n  - {id: a, template: t.md}\n"
                   "gates:\n  - {id: g, sections: [Sumary]}\n")
        self.write("root/pack/t.md", "# T\n## Summary\n")
        for word in ("pack", "pack/", "pack/process.yaml"):
            answer = self.milepost("process", "check", word, cwd=self.root, status=1)
            self.assertEqual(
                answer.out,
                "pack/process.yaml:4:20: `clsed` is not known here; did you mean `closed`?\n"
                "pack/process.yaml:8:24: no template has the section `Sumary`; did you mean "
                "`Summary`?\n2 errors\n")
        data = self.milepost("process", "check", "pack", "--format", "json", cwd=self.root,
                             status=1).json()
        self.assertEqual([one["line"] for one in data["errors"]], [4, 8])
        self.assertEqual(data["errors"][0]["path"], "pack/process.yaml")
        stops = self.milepost("check", "--process", "pack", cwd=self.root, status=2)
        self.assertIn("(and 1 more error; `milepost process check` lists them)", stops.err)

    def test_what_check_would_refuse_is_found(self):
        for text, want in (
            ("schema: 1\nprocess: kep\nrules:\n  MP999: off\n  section-mising: error\n  MP201: loud\n"
             "paths:\n  - {match: \"a/**\", rules: {nope: off}}\n",
             [(4, "no rule is called `MP999`"), (5, "did you mean `section-missing`?"),
              (6, "a rule is set to off"), (8, "no rule is called `nope`")]),
            ("schema: 1\nprocess: kep\nlayout: {documents: [\"keps/{group\", \"keps/{group}/*.md\"],"
             " path: \"{group}/{group}\"}\n",
             [(3, "has a brace without its other half"), (3, "is no part that this pattern knows"),
              (3, "names {group} twice")]),
            ("schema: 1\nprocess: kep\nlayout: {documents: [\"keps/[0-9]*/README.md\"],"
             " path: \"keps/{number}-{slug}/README.md\"}\n",
             [(3, "a pattern has no `[`: `?` is any one character")]),
            ("schema: 1\nproces: kep\nlayuot: {}\n",
             [(2, "did you mean `process`?"), (3, "did you mean `layout`?")]),
        ):
            self.write("root/milepost.yaml", text)
            data = self.milepost("process", "check", "--format", "json", cwd=self.root,
                                 status=1).json()["errors"]
            for line, message in want:
                self.assertTrue(any(one["line"] == line and message in one["message"] for one in data),
                                f"{line}: {message} is not in {data}")
            self.assertEqual(len(data), len(want), data)
        self.assertIn("milepost.yaml:2:1: `proces` is not known here; did you mean `process`?",
                      self.milepost("check", cwd=self.root, status=2).err)

    def test_an_error_is_where_it_can_be_mended(self):
        self.write("root/milepost.yaml", "schema: 1\nprocess: kep\nladders:\n"
                   "  - {id: stages, stages: [alpha, stable]}\n")
        answer = self.milepost("process", "check", cwd=self.root, status=1)
        for line in answer.out.splitlines()[:-1]:
            self.assertTrue(line.startswith("milepost.yaml:"), line)
        self.assertIn("`milepost process show kep`", answer.out)

    def test_documents_and_paths_say_the_same_places(self):
        tep = "docs/teps/0164-warm-quays.md"
        self.write("root/" + tep, "---\ntitle: Warm quays\nstatus: proposed\n---\n# TEP-0164: Warm "
                   "quays\n\n## Summary\n")
        layout = "schema: 1\nprocess: tekton\nlayout:\n  documents: [\"docs/teps/*.md\"]\n"
        self.write("root/milepost.yaml", layout)
        answer = self.milepost("process", "check", cwd=self.root, status=1)
        self.assertEqual(answer.out,
                         "milepost.yaml:4:14: `documents` are docs/teps/*.md, and none can be where "
                         "`path` says: teps/{number}-{slug}.md; let both say the same places\n"
                         "1 error\n")
        note = "nothing is read from paths, such as numbers: `documents` are docs/teps/*.md"
        self.assertIn(note, self.milepost("check", cwd=self.root, status=1).err)
        before = self.tree(self.root)
        refused = self.milepost("new", "Another", "--as", "jane", cwd=self.root, status=2)
        self.assertIn("teps/0001-another.md would not be found again", refused.err)
        self.assertEqual(self.tree(self.root), before)

        self.write("root/milepost.yaml", layout + "  path: \"docs/teps/{number}-{slug}.md\"\n")
        self.assertIn("nothing to report",
                      self.milepost("process", "check", cwd=self.root).out)
        self.milepost("new", "Another", "--as", "jane", cwd=self.root)
        self.assertIn("docs/teps/0165-another.md", self.tree(self.root))
        self.assertNotIn("nothing is read", self.milepost("check", cwd=self.root, status=1).err)
        self.assertIn("Another", self.milepost("show", "165", cwd=self.root).out)

    def test_a_number_in_a_path_is_given(self):
        def use(path, more=""):
            self.write("root/milepost.yaml", "schema: 1\nprocess: pack\n")
            self.write("root/pack/process.yaml", "schema: 1\nname: notes\nlayout:\n"
                       f"  documents: [\"notes/**/*.md\"]\n  path: \"{path}\"\n"
                       f"  metadata: [{{front-matter: true}}]\n{more}"
                       "statuses: [{id: open}]\nkinds: [{id: note, template: t.md}]\n")
            self.write("root/pack/t.md", "# T\n\n## Summary\n")

        def new(*words, status=0):
            return self.milepost("new", "Warm quays", "--as", "jane", *words, cwd=self.root,
                                 status=status).err

        use("notes/{number}-{slug}.md")
        self.assertIn("which number?", new(status=2))
        new("--number", "12")
        self.assertIn("notes/12-warm-quays.md", self.tree(self.root))

        os.remove(os.path.join(self.root, "notes", "12-warm-quays.md"))
        use("notes/{number}-{slug}.md", "  numbers: none\n")
        fault = "`notes/{number}-{slug}.md` has a {number}, and `numbers` in `layout` is none"
        self.assertIn(fault, new(status=2))
        self.assertIn("pack/process.yaml:7:12: " + fault,
                      self.milepost("process", "check", cwd=self.root, status=1).out)

        use("notes/{team}/{slug}.md")
        fault = "`notes/{team}/{slug}.md`: a new proposal has no {team}"
        self.assertIn(fault, new(status=2))
        self.assertIn("pack/process.yaml:5:9: " + fault,
                      self.milepost("process", "check", cwd=self.root, status=1).out)

    def test_a_pack_may_extend_one_that_extends(self):
        self.write("root/milepost.yaml", "schema: 1\nprocess: pack\n")
        self.write("root/pack/process.yaml", "schema: 1\nextends: kueue\nname: ours\ntitle: Ours\n"
                   "statuses:\n  - {id: parked, moves: [implementable]}\n")
        self.assertIn("nothing to report", self.milepost("process", "check", cwd=self.root).out)
        self.milepost("new", "Warm quays", "--number", "12", "--as", "jane", cwd=self.root)
        self.assertIn("keps/12-warm-quays/README.md", self.tree(self.root))
        self.assertIn("Warm quays", self.milepost("list", cwd=self.root).out)

    def test_nothing_to_report(self):
        for name in BUILT_IN:
            self.assertEqual(self.milepost("process", "check", name, cwd=self.root).out,
                             f"process {name}: nothing to report\n")
        self.assertIn("nothing to report", self.milepost("process", "check",
                                                         cwd=self.example("kep")).out)
        nothing = self.milepost("process", "check", "nowhere", cwd=self.root, status=2)
        self.assertIn("no process is called `nowhere`", nothing.err)


class New(Home):

    def setUp(self):
        super().setUp()
        self.root = os.path.join(self.folder, "root")
        os.makedirs(self.root)

    def invent(self, make):
        files, template = make()
        for path, text in files.items():
            self.write(os.path.join("root", path), text)
        self.git("init", "-q", cwd=self.root)
        return template

    def test_ten_processes(self):
        for name, make, path, statuses in _invented.PROCESSES:
            with self.subTest(name):
                self.root = os.path.join(self.folder, name)
                os.makedirs(self.root)
                files, template = make()
                for file, text in files.items():
                    self.write(os.path.join(name, file), text)
                self.git("init", "-q", cwd=self.root)
                made = self.milepost("process", "new", name, "--from", template, cwd=self.root)
                self.assertIn("from 10 examples\n", made.out)
                self.assertNotIn("to mend", made.out)
                pack = yaml.load(self.read(self.root, name, "process.yaml"), yaml.BaseLoader)
                self.assertEqual(pack["layout"]["path"], path)
                self.assertEqual([one["id"] for one in pack.get("statuses", [])], statuses)
                self.assertIn("nothing to report",
                              self.milepost("process", "check", name, cwd=self.root).out)
                checked = self.milepost("check", "--process", name, "--format", "json",
                                        cwd=self.root, status=None).json()
                # Documents, and their metadata where it is beside them.
                self.assertEqual(checked["summary"]["files"], 20 if name == "folders" else 10)
                errors = [one for one in checked["findings"] if one["severity"] != "info"]
                self.assertEqual(errors, [])
                self.assertIn("tried\n  10 of 10 examples found, and nothing wrong\n", made.out)
                self.assertIn("\n  a new proposal ", made.out)
                self.milepost("init", "--process", name, cwd=self.root)
                self.assertEqual(
                    self.milepost("process", "list", "--format", "json",
                                  cwd=self.root).json()["processes"][-1]["process"], name)
                self.begin_with(pack)

    def begin_with(self, pack):
        """From the first proposal on every verb knows it."""
        words = ["new", "Spare berths", "--as", "jane"]
        if pack["layout"].get("numbers") == "given":
            words += ["--number", "9999"]
        if "{group}" in pack["layout"]["path"]:
            words += ["--group", "web"]
        made = self.milepost(*words, "--format", "json", cwd=self.root).json()
        document = made["files"][0]
        checked = self.milepost("check", document, cwd=self.root, status=None)
        self.assertIn("1 proposal", checked.out + checked.err)
        listed = self.milepost("list", "--format", "json", cwd=self.root).json()
        self.assertEqual(len(listed), 11)
        if pack.get("statuses"):
            self.assertNotIn(pack["statuses"][0]["id"].lower(), ("accepted", "final"))
            self.assertEqual(self.milepost("why", document, cwd=self.root, status=None).err, "")

    def test_among_the_proposals(self):
        template = self.invent(_invented.rfcs)
        made = self.milepost("process", "new", "rfcs", "--from", template, "rfcs", cwd=self.root)
        self.assertIn("  10 of 10 examples found", made.out)
        self.milepost("init", "--process", "rfcs", cwd=self.root)
        self.milepost("new", "Spare berths", "--as", "jane", cwd=self.root)
        listed = self.milepost("list", "--format", "json", cwd=self.root).json()
        self.assertEqual(len(listed), 11)

    def guess(self, documents, template="t.md"):
        """The pack of documents, what was told of it, and errors in them."""
        for path, text in documents.items():
            self.write(os.path.join("root", path), text)
        self.git("init", "-q", cwd=self.root)
        made = self.milepost("process", "new", "house", "--from", template, "docs", cwd=self.root)
        pack = yaml.load(self.read(self.root, "house/process.yaml"), yaml.BaseLoader)
        checked = self.milepost("check", "--process", "house", "--format", "json", cwd=self.root,
                                status=None).json()["findings"]
        return pack, made.out, [one["message"] for one in checked if one["severity"] == "error"]

    def test_lists_of_links_with_statuses_between_which_an_or_leaves_the_choice(self):
        body = _invented.sections("Introduction", "Solution")
        head = ("# {}\n\n* Proposal: [SE-{}]({}-{}.md)\n* Authors: [Jane](https://example.org/jane)\n"
                "* Status: **{}**\n")
        texts = {f"docs/{i:04}-x{i}.md": head.format(f"X{i}", f"{i:04}", f"{i:04}", f"x{i}", status) + body
                 for i, status in enumerate(["Implemented (Swift 2.2)", "Accepted", "Accepted",
                                             "Implemented (Swift 3)"], 1)}
        texts["t.md"] = head.format(
            "Feature name", "NNNN", "NNNN", "filename",
            "Awaiting implementation** or **Awaiting review") + body
        pack, told, errors = self.guess(texts)
        statuses = {one["id"]: one for one in pack["statuses"]}
        self.assertEqual(pack["statuses"][0]["id"], "Awaiting implementation")
        self.assertEqual(statuses["Implemented"]["detail"], "true")
        self.assertEqual(errors, [])
        self.assertIn("  4 of 4 examples found, and nothing wrong\n", told)
        self.milepost("init", "--process", "house", cwd=self.root)
        self.milepost("new", "Typed throws", "--as", "jane", cwd=self.root)
        text = self.read(self.root, "docs/0005-typed-throws.md")
        self.assertIn("* Status: **Awaiting implementation**\n", text)
        self.assertIn("* Authors: [jane](https://example.org/jane)\n", text)
        self.assertIn("* Proposal: [SE-0005](0005-typed-throws.md)\n", text)

    def test_no_proposal_begins_decided(self):
        texts = {f"docs/{i:04}-x{i}.md": f"# X{i}\n\n## Status\n\n{status}\n"
                 + _invented.sections("Context", "Decision")
                 for i, status in enumerate(["Accepted", "Accepted", "Superseded", "Accepted"], 1)}
        texts["t.md"] = "# Title\n\n## Status\n\nWrite the status here as a single word.\n" + _invented.headings("Context", "Decision")
        pack, _, _ = self.guess(texts)
        self.assertEqual([one["id"] for one in pack["statuses"]], ["draft", "Accepted", "Superseded"])
        self.assertIn("  - id: draft  # nothing tells how a proposal begins\n",
                      self.read(self.root, "house/process.yaml"))

    def test_placeholders_of_day_and_status_are_filled(self):
        texts = {f"docs/{i:04}-x{i}.md": f"# {i}. X{i}\n\nDate: 2016-02-1{i}\n\n## Status\n\nAccepted\n"
                 + _invented.sections("Context", "Decision") for i in range(1, 5)}
        texts["t.md"] = ("# NUMBER. TITLE\n\nDate: DATE\n\n## Status\n\n**STATUS**\n"
                         + _invented.headings("Context", "Decision"))
        pack, _, _ = self.guess(texts)
        self.assertEqual([one["id"] for one in pack["statuses"]], ["draft", "Accepted"])
        self.milepost("init", "--process", "house", cwd=self.root)
        self.milepost("new", "Use queues", "--as", "jane", "--now", "2026-11-15", cwd=self.root)
        self.assertTrue(self.read(self.root, "docs/0005-use-queues.md").startswith(
            "# 5. Use queues\n\nDate: 2026-11-15\n\n## Status\n\n**draft**\n"))

    def test_what_examples_say_is_right(self):
        texts = {f"docs/{i:04}-x{i}.md": f"---\nstatus: {status}\ncreated: 0{i}-Jan-2020\n"
                 f"python: '3.1{i}'\ninformed: []\n---\n\n# X{i}\n"
                 + _invented.sections("Context", "Decision")
                 for i, status in enumerate(["proposed", "accepted", "superseded by ADR-0006",
                                             "accepted"], 1)}
        texts["t.md"] = ("---\nstatus: proposed\ncreated: DD-Mon-YYYY\npython: '3.x'\n"
                         "informed: {list everyone who is kept informed}\n---\n\n# Title\n"
                         + _invented.headings("Context", "Decision"))
        pack, told, errors = self.guess(texts)
        self.assertEqual(errors, [])
        fields = {one["id"]: one for one in pack["fields"]}
        self.assertEqual(fields["created"]["is"], "other")
        self.assertEqual(fields["python"]["type"], "text")
        self.assertEqual(fields["informed"]["type"], "texts")
        self.milepost("init", "--process", "house", cwd=self.root)
        self.milepost("new", "Spare berths", "--as", "jane", cwd=self.root)
        text = self.read(self.root, "docs/0005-spare-berths.md")
        self.assertIn("\ninformed: []\n", text)

    def test_a_title_may_begin_with_a_word(self):
        texts = {f"docs/{i:04}-x{i}.md": f"# Design: Item {i}\n\n* **Status**: draft\n"
                 f"* **Author(s)**: @ann, @bob\n" + _invented.sections("Context", "Decision")
                 for i in range(1, 5)}
        texts["t.md"] = ("# Design: <Name>\n\n* **Status**: draft\n* **Author(s)**: @you\n"
                         + _invented.headings("Context", "Decision"))
        pack, told, errors = self.guess(texts)
        self.assertEqual(errors, [])
        self.assertIn("  4 of 4 examples found, and nothing wrong\n", told)
        self.assertEqual(pack["layout"]["title-prefix"], "Design: ")
        self.assertEqual(pack["words"]["title-placeholders"], ["<Name>"])
        fields = {one["id"]: one for one in pack["fields"]}
        self.assertEqual(fields["author(s)"]["is"], "authors")
        self.milepost("init", "--process", "house", cwd=self.root)
        self.milepost("new", "Item five", "--as", "jane", cwd=self.root)
        text = self.read(self.root, "docs/0005-item-five.md")
        self.assertTrue(text.startswith("# Design: Item five\n"), text)
        self.assertIn("@jane", text)
        self.assertEqual(self.milepost("check", "5", "--rule", "MP319,MP324", cwd=self.root,
                                       status=None).status, 0)

    def test_warnings_are_told_too(self):
        texts = {f"docs/{i:04}-x{i}.md": f"---\nstatus: draft\nauthors: '@ann, @bob'\n---\n\n# X{i}\n"
                 + _invented.sections("Context", "Decision") for i in range(1, 5)}
        texts["t.md"] = ("---\nstatus: draft\nauthors: '@you'\n---\n\n# Title\n"
                         + _invented.headings("Context", "Decision"))
        _, told, _ = self.guess(texts)
        self.assertNotIn("nothing wrong", told)
        self.assertRegex(told, r"\n  4 warnings of MP319, such as docs/0001-x1.md: ")

    def test_what_does_not_fit_is_told(self):
        texts = {f"docs/{i:04}-x{i}.md": f"---\nstatus: proposed\nowner: '@jane'\n---\n\n# X{i}\n"
                 + _invented.sections("Context", "Decision") for i in range(1, 12)}
        texts["docs/notes/0012-x12.md"] = texts["docs/0001-x1.md"].replace("'@jane'", "[[]]")
        texts["t.md"] = ("---\nstatus: proposed\nowner: '@you'\n---\n\n# Title\n"
                         + _invented.headings("Context", "Decision"))
        _, told, errors = self.guess(texts)
        self.assertIn("tried\n", told)
        if errors:
            self.assertIn(errors[0], told)
        else:
            self.assertIn("  not found: docs/notes/0012-x12.md\n", told)

    def test_a_template_is_markdown(self):
        for name, text, want in (("t.rst", "T\n=\n", "t.rst is reStructuredText; a template is Markdown"),
                                 ("t.md", "no heading\n", "t.md has no headings"),
                                 ("t.bin", b"# T\0\1", "t.bin is a binary file")):
            self.write(f"root/{name}", text)
            said = self.milepost("process", "new", "house", "--from", name, cwd=self.root, status=2)
            self.assertIn(want, said.err)
        self.assertFalse(os.path.exists(os.path.join(self.root, "house")))

    def test_each_guess_has_its_reason(self):
        self.invent(_invented.decisions)
        made = self.milepost("process", "new", "house", "--from", "docs/decisions/adr-template.md",
                             "docs/decisions", cwd=self.root)
        text = self.read(self.root, "house/process.yaml")
        self.assertIn("  - id: status  # in all 10 examples\n", text)
        self.assertIn("  - id: accepted  # in 6 of 10 examples\n", text)
        self.assertIn("#   optional Pros and Cons: in 7 of 10 examples\n", text)
        template = self.read(self.root, "house/template.md")
        self.assertIn("## Decision Outcome\n<!--DIRECTIVE: required: true-->\n", template)
        self.assertIn("## Pros and Cons\n<!--DIRECTIVE: required: false-->\n", template)
        self.assertIn("next: read house/process.yaml", made.out)

    def test_it_overwrites_nothing(self):
        template = self.invent(_invented.adr)
        self.write("root/house/template.md", "mine\n")
        before = self.tree(self.root)
        refused = self.milepost("process", "new", "house", "--from", template, cwd=self.root,
                                status=2)
        self.assertIn("house/template.md is there already and stays as it is", refused.err)
        self.assertEqual(self.tree(self.root), before)

    def test_a_dry_run_makes_nothing(self):
        template = self.invent(_invented.adr)
        before = self.tree(self.root)
        planned = self.milepost("process", "new", "house", "--from", template, "--dry-run",
                                cwd=self.root)
        self.assertIn("+++ b/house/process.yaml\n", planned.out)
        self.assertIn("+  path: \"docs/adr/{number}-{slug}.md\"", planned.out)
        self.assertEqual(self.tree(self.root), before)

    def test_what_cannot_be(self):
        template = self.invent(_invented.adr)
        for words, want in (
            (["house"], "which template?"),
            (["house", "--from", "nowhere.md"], "nowhere.md"),
            (["kep", "--from", template], "kep is the name of a pack that is built in"),
            (["house", "--from", template, "nowhere"], "nowhere: there is no such file"),
            (["house", "--from", template, "/etc"], "/etc lies outside of the repository"),
        ):
            self.assertIn(want, self.milepost("process", "new", *words, cwd=self.root, status=2).err)
        self.assertFalse(os.path.exists(os.path.join(self.root, "house")))

    def test_other_formats_are_named_and_left_out(self):
        template = self.invent(_invented.plain)
        made = self.milepost("process", "new", "house", "--from", template, cwd=self.root)
        self.assertIn("left out\n  1 file not in Markdown: design/notes.rst\n", made.out)

    def test_hostile_texts(self):
        self.write("root/t.md", b"---\nst\"atus: \"a\\x1b[31m: #b\"\n---\n# \xff T: [x] {y}\n\n## S: \"q\"\n")
        for i in range(3):
            self.write(f"root/p/{i:04}-a.md",
                       b"---\n\"st: #\": \"\\e[31m, ]: x\"\nstatus: \"a: #b\\t\"\n---\n# \xff T: [x]\n\n## S: \"q\"\n")
        self.milepost("process", "new", "house", "--from", "t.md", "p", cwd=self.root)
        self.assertIn("nothing to report",
                      self.milepost("process", "check", "house", cwd=self.root).out)
        self.assertNotIn("\x1b", self.read(self.root, "house/process.yaml"))


class Nothing(Home):
    """Where no process is recognised."""

    def setUp(self):
        super().setUp()
        self.root = os.path.join(self.folder, "root")
        os.makedirs(self.root)

    def said(self, *words):
        return self.milepost(*words, cwd=self.root, status=2).err

    def test_what_to_do(self):
        for verb in (["check"], ["list"], ["init"]):
            said = self.said(*verb)
            self.assertIn("\n  milepost init --process NAME ", said)
            self.assertIn("\n  milepost process new NAME --from TEMPLATE ", said)

    def test_a_folder_of_proposals(self):
        for path, text in _invented.adr()[0].items():
            self.write(os.path.join("root", path), text)
        said = self.said("check")
        self.assertIn("\n  docs/adr/: 10 Markdown files like proposals of no process", said)
        self.assertIn(" --from docs/adr/template.md docs/adr ", said)

    def test_a_known_process_in_another_folder(self):
        kep = self.example("kep")
        os.remove(os.path.join(kep, "milepost.yaml"))
        os.rename(os.path.join(kep, "keps"), os.path.join(self.root, "proposals"))
        for at, _, names in os.walk(os.path.join(self.root, "proposals")):
            for name in names:
                if name == "kep.yaml":
                    os.remove(os.path.join(at, name))
        os.rename(os.path.join(self.root, "proposals"), os.path.join(self.root, "enhancements"))
        said = self.said("check")
        self.assertRegex(said, r"enhancements/: \d+ of \d+ Markdown files have headings of process "
                               r"kep, but nothing lies as keps/\*/\*/kep.yaml")
        self.assertIn("milepost init --process kep ", said)

    def test_other_formats(self):
        for i in range(5):
            self.write(f"root/peps/pep-{i:04}.rst", "PEP\n===\n")
        said = self.said("check")
        self.assertIn("\n  peps/: 5 files in reStructuredText, which milepost does not read\n", said)

    def test_other_formats_beside_documents(self):
        self.write("root/milepost.yaml", "schema: 1\nprocess: kep\nlayout:\n"
                   "  documents: [\"peps/*.md\"]\n  path: \"peps/{number}-{slug}.md\"\n"
                   "  metadata: [{front-matter: true}]\n")
        for i in range(5):
            self.write(f"root/peps/{i:04}-x.rst", "PEP\n===\n")
        self.write("root/peps/1000-x.md", "# KEP-1000: X\n\n## Summary\n\nText.\n")
        note = "5 documents are not Markdown and left out: peps/0000-x.rst, "
        self.assertIn(note, self.milepost("check", cwd=self.root, status=None).err)
        self.assertIn(note, self.milepost("list", cwd=self.root, status=None).err)


if __name__ == "__main__":
    unittest.main()
