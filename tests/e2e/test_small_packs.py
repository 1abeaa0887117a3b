"""The packs for kinds of repositories: a first proposal, filled in, has nothing against it, and
each slip that people make there is told."""

import os
import re
import unittest

from _home import Home

PROSE = "A paragraph that says something of its own about the harbour and its quays, as asked here."

# The words of `new`, the proposal's file, that of its metadata, and what a person writes into
# them: patterns and what takes their place.
PACKS = {
    "kueue": {
        "new": ["--number", "12"],
        "document": "keps/12-warm-quays/README.md",
        "metadata": "keps/12-warm-quays/kep.yaml",
        "fields": [(r'latest-milestone: .*', 'latest-milestone: "v0.9"'),
                   (r'  alpha: .*', '  alpha: "v0.9"'),
                   (r'(reviewers:)[^:]*\n(?=\w)', r'\1' + '\n  - "@ines"\n'),
                   (r'(approvers:)[^:]*\n(?=\s*\w+-?\w*:)', r'\1' + '\n  - "@olga"\n')],
        "text": [(r"- `<package>`.*", "- `pkg/quay`: `2026-10-01` - `80 %`"),
                 (r"\[ \] I/we", "[x] I/we")],
        "open": "implementable",
        "slips": [("document", r"## Drawbacks\n", "## Other\n", "MP201"),
                  ("metadata", r"kep-number: .*", "kep-number: 13", "MP310"),
                  ("metadata", r"status: .*", "status: done", "MP304"),
                  ("metadata", r"\Z", "owning-sig: sig-quay\n", "MP307")],
    },
    "gateway": {
        "new": ["--number", "12"],
        "document": "geps/gep-12/index.md",
        "metadata": "geps/gep-12/metadata.yaml",
        "fields": [(r"(authors:\n)(  - .*\n)+", r"\1  - jane-doe" + "\n")],
        "text": [],
        "open": "Experimental",
        "slips": [("document", r"## TLDR\n", "## Gist\n", "MP201"),
                  ("document", r"## API\n", "## Wires\n", "MP201"),
                  ("metadata", r"status: .*", "status: Standart", "MP304"),
                  ("metadata", r"number: 12", "number: 13", "MP310"),
                  ("metadata", r"relationships:\n", "seeAlso: []\nrelationships:\n", "MP307"),
                  ("metadata", r"  seeAlso: \[\]", "  seealso: []", "MP307")],
    },
    "tekton": {
        "new": [],
        "document": "teps/0001-warm-quays.md",
        "metadata": "teps/0001-warm-quays.md",
        "fields": [],
        "text": [],
        "open": "implementable",
        "slips": [("document", r"## Alternatives\n", "## Other\n", "MP201"),
                  ("document", r"status: .*", "status: propsed", "MP304"),
                  ("document", r"creation-date: .*\n", "", "MP306"),
                  ("document", r"# TEP-0001", "# TEP-0002", "MP324")],
    },
    "cluster-api": {
        "new": [],
        "document": r"docs/proposals/\d{8}-warm-quays.md",
        "metadata": r"docs/proposals/\d{8}-warm-quays.md",
        "fields": [(r"(reviewers:\n)(  - .*\n)+", r'\1  - "@ines"' + "\n")],
        "text": [],
        "open": "experimental",
        "slips": [("document", r"## Upgrade Strategy\n", "## Other\n", "MP201"),
                  ("document", r"### Non-Goals/Future Work\n", "### Other\n", "MP201"),
                  ("document", r"status: .*", "status: in-progress", "MP304"),
                  ("document", r"# Warm quays", "# Title", "MP602"),
                  ("document", r"status: .*", "status: replaced", "MP403")],
    },
    "kubevirt": {
        "new": ["--group", "sig-compute", "--number", "12"],
        "document": "veps/sig-compute/12-warm-quays/vep.md",
        "metadata": "veps/sig-compute/12-warm-quays/vep.md",
        "fields": [],
        "text": [(r"(targets alpha for version:).*", r"\1 v1.9"),
                 (r"(targets beta for version:).*", r"\1 v1.10"),
                 (r"(targets GA for version:).*", r"\1 v1.12"),
                 (r"- \[ \] \(R\)", "- [x] (R)")],
        "open": None,
        "slips": [("document", r"## Scalability\n", "## Other\n", "MP201"),
                  ("document", r"### Target releases\n", "### Releases\n", "MP201"),
                  ("document", r"(targets beta for version:).*", r"\1 next year", "MP308"),
                  ("document", r"# VEP #12", "# VEP #13", "MP324")],
    },
    "rust-rfc": {
        "new": ["--number", "12"],
        "document": "text/0012-warm-quays.md",
        "metadata": "text/0012-warm-quays.md",
        "fields": [],
        "text": [],
        "open": None,
        "slips": [("document", r"# Drawbacks\n", "# Other\n", "MP201"),
                  ("document", r"- Start Date: .*", "- Start Date: 2026-02-30", "MP305")],
    },
}


class SmallPacks(Home):

    def begin(self, name):
        """A repository of the process with one proposal that is filled in."""
        pack = PACKS[name]
        folder = os.path.join(self.folder, name)
        os.makedirs(folder)
        self.git("init", "-q", cwd=folder)
        self.milepost("init", "--process", name, cwd=folder)
        self.milepost("new", "Warm quays", *pack["new"], "--as", "jane", cwd=folder)
        paths = {key: self.find(folder, pack[key]) for key in ("document", "metadata")}
        text = self.read(paths["document"])
        text = re.sub(r"<!--DIRECTIVE.*-->\n", "", text)
        text = re.sub(r"<!-- START doctoc.*\n<!-- END doctoc.*\n", "", text)
        text = re.sub(r"<!--(?! /?toc)(?:.|\n)*?-->", PROSE, text)
        for pattern, instead in pack["text"]:
            text, count = re.subn(pattern, instead, text)
            self.assertGreater(count, 0, pattern)
        # Headings with nothing below them but the next one.
        text = re.sub(r"(?m)^(#+ .*\n)\s*(?=^#|\Z)", r"\1" + f"\n{PROSE}\n\n", text)
        self.put(paths["document"], text)
        fields = self.read(paths["metadata"])
        for pattern, instead in pack["fields"]:
            fields, count = re.subn(pattern, instead, fields)
            self.assertGreater(count, 0, pattern)
        if pack["open"]:
            fields = re.sub(r"(?m)^status: .*", f"status: {pack['open']}", fields, count=1)
        self.put(paths["metadata"], fields)
        return folder, paths

    def find(self, folder, pattern):
        found = [path for path in self.tree(folder) if re.fullmatch(pattern, path)]
        self.assertEqual(len(found), 1, f"{pattern} among {sorted(self.tree(folder))}")
        return os.path.join(folder, found[0])

    def put(self, path, text):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def findings(self, folder):
        answer = self.milepost("check", "--format", "json", cwd=folder, status=None)
        self.assertIn(answer.status, (0, 1), answer.err)
        return answer.json()["findings"]

    def test_filled_in_it_is_right(self):
        for name in PACKS:
            with self.subTest(name):
                folder, _ = self.begin(name)
                serious = [one for one in self.findings(folder) if one["severity"] != "info"]
                self.assertEqual(serious, [])

    def test_slips_are_told(self):
        for name, pack in PACKS.items():
            folder, paths = self.begin(name)
            before = {one["rule"] for one in self.findings(folder) if one["severity"] != "info"}
            for which, pattern, instead, code in pack["slips"]:
                with self.subTest(name=name, slip=instead):
                    text = self.read(paths[which])
                    changed, count = re.subn(pattern, instead, text, count=1)
                    self.assertEqual(count, 1, pattern)
                    self.put(paths[which], changed)
                    rules = {one["rule"] for one in self.findings(folder)}
                    self.put(paths[which], text)
                    self.assertIn(code, rules)
                    self.assertNotIn(code, before)

    def test_an_empty_map_is_an_empty_list(self):
        folder, paths = self.begin("gateway")
        self.put(paths["metadata"], self.read(paths["metadata"]).replace("[]", "{}"))
        self.assertEqual([one for one in self.findings(folder) if one["severity"] != "info"], [])

    def test_without_configuration_it_is_recognised(self):
        for name in PACKS:
            with self.subTest(name):
                folder, _ = self.begin(name)
                os.remove(os.path.join(folder, "milepost.yaml"))
                answer = self.milepost("check", "--format", "json", cwd=folder, status=None)
                notes = " ".join(answer.json().get("notes", [])) + answer.err
                self.assertIn(f"process {name}, recognised by ", notes)



class WithoutATitle(Home):
    """RFCs whose template has its sections at the level of titles."""

    def test_the_first_section_stays(self):
        root = os.path.join(self.folder, "rfcs")
        self.write("rfcs/0000-template.md",
                   "- Feature Name: (a name)\n- Start Date: (today)\n- RFC PR: (leave this empty)\n\n"
                   "# Summary\n\nOne paragraph.\n\n# Motivation\n\nWhy?\n\n# Drawbacks\n\nWhy not?\n")
        os.makedirs(os.path.join(root, "text"))
        self.write("rfcs/text/0001-one.md",
                   "- Feature Name: one\n- Start Date: 2026-01-02\n- RFC PR: x\n\n# Summary\n\n" + PROSE)
        self.milepost("new", "Warm spare pods", "--number", "3", "--as", "jane", cwd=root)
        text = self.read(root, "text/0003-warm-spare-pods.md")
        self.assertIn("\n# Summary\n", text)
        self.assertNotIn("# Warm spare pods", text)
        for word in ("3", "#3", "RFC-3", "RFC-0003"):
            self.assertIn("3", self.milepost("show", word, cwd=root).out.split("\n")[0])
        # It says no status, and need not: `why` begins where proposals do.
        self.assertEqual(self.milepost("why", "3", cwd=root, status=1).err, "")


if __name__ == "__main__":
    unittest.main()
