"""Characters that a terminal obeys or that mislead a reader: titles, names, headings, comments and
paths carry one of each kind. On a terminal no verb shows any in any format; in JSON, SARIF, JUnit and
exported records they are escaped, and read back as what they were. A program that reads CSV gets them
as they are."""

import csv
import io
import json
import os
import shutil
import unittest
import xml.etree.ElementTree

import _home
import _milepost

CONTROLS = "\x1b[2J\x7f\x9b"  # YAML does not take these
HIDDEN = ("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\u2028\u2029"
          "\u200b\u2060\ufeff\U000e0041")
JOINERS = "\u200c\u200d"  # these only JSON escapes
MARK = "".join(f"{character}q" for character in HIDDEN)
FIRST = "keps/sig-storage/131-shared-input-cache"
NOW = "2027-05-10"

READERS = [
    ("check", ("text", "json", "sarif", "github", "markdown", "junit")),
    ("check --base HEAD~1", ("text", "json", "sarif")),
    ("check --fix --dry-run", ("",)),
    ("toc --check", ("",)),
    ("toc --dry-run", ("",)),
    ("list --columns number,title,author,group,path", ("text", "json", "csv", "markdown")),
    ("show 131", ("text", "json")),
    ("graph", ("dot", "json", "svg", "mermaid")),
    ("why 131 --to stable", ("text", "json")),
    ("why --all", ("text", "json")),
    ("inbox --as iduarte --now 2027-05-10", ("text", "json")),
    ("release status v1.14 --now 2025-10-01", ("text", "json")),
    ("release calendar", ("text", "json")),
    ("release notes v1.12", ("markdown", "json")),
    ("release report v1.14 --now 2025-10-01", ("markdown", "json", "csv")),
    ("release rollover v1.14 --now 2027-05-01", ("text", "json")),
    ("track show 131 --now 2027-05-11", ("text", "json")),
    ("track check 131 --now 2027-05-11", ("text", "json")),
    ("history 131", ("text", "json", "markdown", "svg")),
    ("history --moves", ("text", "json", "csv")),
    ("log 131", ("text", "json", "csv")),
    ("log --release v1.18", ("text", "json", "csv")),
    ("diff 131 HEAD~1", ("text", "json")),
    ("diff 131 --approved --as iduarte", ("text", "json")),
    ("drift --now 2027-06-14 --gates gates.go", ("text", "json")),
    ("report", ("text", "json", "markdown")),
    ("report roadmap", ("csv",)),
    ("upgrade 131 --dry-run", ("",)),
    ("promote 171 --to implementable --override --reason x --as tlind --dry-run", ("",)),
    ("template show own-template.md", ("text", "json")),
    ("template check own-template.md", ("text", "json")),
    ("fsck", ("text", "json")),
    ("store status", ("text", "json")),
    ("store export", ("",)),
]


class HiddenText(_home.Home):

    def setUp(self):
        super().setUp()
        self.root = self.repository()
        self.put("own-template.md", f"# Title {MARK}\n\n## Sum{MARK}mary\n\n"
                 "<!--DIRECTIVE: required: true-->\n\n## Risks\n\n<!--DIRECTIVE: requ: x-->\n")
        self.put("gates.go", f"const Gate{MARK} = \"x\"\n")
        readme = f"{FIRST}/README.md"
        lines = self.read(self.root, readme).splitlines(True)
        self.put(readme, f"# 131 {MARK}{CONTROLS}{JOINERS}\n" + "".join(lines[1:]) +
                 f"\n## Extra {MARK}{CONTROLS}\n\n- [x ] a box {MARK}{CONTROLS}\n"
                 f"\n[{MARK}](nowhere-{MARK}.md)\n")
        meta = f"{FIRST}/kep.yaml"
        text = self.read(self.root, meta)
        title = next(line for line in text.splitlines() if line.startswith("title:"))
        escapes = MARK.encode("unicode-escape").decode().replace("\\x", "\\u00")
        text = text.replace(title, f'title: "=Shared {escapes}\\e\\u009B\\u007F\\u200D"')
        text = text.replace("authors:", f'authors:\n  - "@{escapes}"', 1)
        self.put(meta, text + f'"odd{escapes}": "{escapes}"\n')
        shutil.copytree(os.path.join(self.root, FIRST),
                        os.path.join(self.root, f"keps/sig-storage/999-{MARK}"))
        self.put(f"keps/sig-storage/999-{MARK}/kep.yaml",
                 self.read(self.root, meta).replace("kep-number: 131", "kep-number: 999"))
        self.git("add", "-A", cwd=self.root)
        self.git("commit", "-q", "-m", f"subject {MARK}{CONTROLS}", cwd=self.root)
        for words in ("approve 131 --role approver --as iduarte",
                      "concern 131 --as iduarte", "track new 131 --as pnovak --quiet"):
            comment = () if words.startswith("track") else ("--comment", f"odd {MARK}{JOINERS}")
            self.milepost(*words.split(), "--now", NOW, *comment, cwd=self.root)

    def put(self, name, text):
        path = os.path.join(self.root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def lines(self):
        for line, formats in READERS:
            for form in formats:
                yield line, form, line.split() + (["--format", form] if form else [])

    def expect_none_in(self, text, allowed=""):
        found = {f"U+{ord(one):04X}" for one in text
                 if one not in allowed and (one in HIDDEN or ord(one) == 0x7F or ord(one) < 0x20 or
                                            0x80 <= ord(one) < 0xA0)}
        self.assertEqual(found, set(), text[:2000])

    def test_no_terminal_gets_any(self):
        for line, form, words in self.lines():
            with self.subTest(line=line, format=form):
                answer = _milepost.run_on_terminal(
                    *words, cwd=self.root, NO_COLOR="1", HOME=self.folder,
                    GIT_CONFIG_GLOBAL=os.path.join(self.folder, "gitconfig"))
                self.assertIn(answer.status, (0, 1, 2))
                self.expect_none_in(answer.out.replace("\r\n", "\n"), "\n\t")

    def test_programs_read_what_was_written(self):
        """JSON has them escaped, and is read as the same."""
        texts = ""
        for line, form, words in self.lines():
            if form in ("json", "sarif", "junit", "svg") or line == "store export":
                with self.subTest(line=line, format=form):
                    answer = self.milepost(*words, cwd=self.root, status=None)
                    self.expect_none_in(answer.out + answer.err, "\n")
                    texts += self.read_back(form, answer)
        self.assertIn(MARK, texts)
        self.assertIn(f"odd {MARK}{JOINERS}", texts)

    def read_back(self, form, answer):
        if form in ("junit", "svg"):
            if answer.out:
                xml.etree.ElementTree.fromstring(answer.out)
            return ""
        for joiner in JOINERS:
            self.assertNotIn(joiner, answer.out)
        return "".join(json.dumps(json.loads(part), ensure_ascii=False)
                       for part in (answer.out.splitlines() if not form else [answer.out]) if part)

    def test_programs_that_read_csv_get_all(self):
        answer = self.milepost("list", "--columns", "number,title", "--format", "csv", cwd=self.root)
        rows = dict(list(csv.reader(io.StringIO(answer.out, newline="")))[1:])
        self.assertEqual(rows["131"], f"'=Shared {MARK}\x1b\x9b\x7f\u200d")

    def test_a_baseline_and_a_record_read_back(self):
        self.milepost("check", "--write-baseline", "baseline.json", cwd=self.root, status=None)
        self.expect_none_in(self.read(self.root, "baseline.json"), "\n")
        again = self.milepost("check", "--baseline", "baseline.json", "--format", "json",
                              cwd=self.root, status=None).json()
        self.assertEqual(again["findings"], [])
        exported = self.milepost("store", "export", cwd=self.root).out
        shutil.rmtree(os.path.join(self.root, ".git", "milepost"))
        self.put("record.jsonl", exported)
        self.milepost("store", "import", "record.jsonl", cwd=self.root)
        self.assertEqual(self.milepost("store", "export", cwd=self.root).out, exported)


if __name__ == "__main__":
    unittest.main()
