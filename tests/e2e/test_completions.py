"""What bash, fish and zsh offer on a command line, asked of the shells themselves."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

import _documents
import _milepost
import _shells

SHELLS = ("bash", "fish", "zsh")


def options_of(*verb):
    """The options that help names, each with its text."""
    told = _milepost.run("help", *verb).out.split("\noptions\n")[1].split("\n\n")[0]
    options = {}
    for line in told.splitlines():
        row = re.match(r"  ((?:-\w, )?--[\w-]+)( \S+)?\s{2,}(.*)", line)
        if row:
            names = row[1].split(", ")
            options.update(dict.fromkeys(names, row[3]))
        elif line.startswith("     ") and options:
            for name in names:
                options[name] += " " + line.strip()
    return options


class Completions(unittest.TestCase):

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        home = tempfile.TemporaryDirectory()
        cls.addClassCleanup(home.cleanup)
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        for name in ("draft.md", "drawing.svg", "with space.md"):
            with open(os.path.join(folder.name, name), "w", encoding="utf-8") as file:
                file.write("# A draft\n")
        os.makedirs(os.path.join(folder.name, "drafts", "old"))
        cls.shells = _shells.Shells(home.name, folder.name)
        cls.addClassCleanup(cls.shells.close)
        cls.rules = [
            word for rule in json.loads(_milepost.run("rules", "--format", "json").out)["rules"]
            for word in (rule["rule"], rule["name"])
        ]
        cls.verbs = _milepost.verbs()

    def expect(self, line, words):
        for shell in SHELLS:
            with self.subTest(shell, line=line):
                offered = self.shells.offers(shell, line)
                # fish marks folders, as the others do once they are typed.
                self.assertEqual(sorted(word.rstrip("/") for word in offered), sorted(words))

    def test_verbs(self):
        first = {verb.split()[0] for verb in self.verbs}
        self.expect("milepost ", first)
        self.expect("milepost help ", first)
        self.expect("milepost man ", first)
        self.expect("milepost ch", ["check"])
        self.expect("milepost tem", ["template"])
        for line in ("milepost template ", "milepost help template ", "milepost man template "):
            self.expect(line, ["check", "lineage", "show"])
        self.expect("milepost template s", ["show"])
        for line in ("milepost nonsense ", "milepost nonsense che", "milepost template nonsense x",
                     "milepost help check x", "milepost help template show x"):
            self.expect(line, [])

    def test_options_of_every_verb(self):
        for verb in self.verbs:
            wanted = options_of(*verb.split())
            self.assertIn("--help", wanted)
            self.expect(f"milepost {verb} -", wanted)
            for shell in ("fish", "zsh"):
                for name, about in self.shells.offers(shell, f"milepost {verb} -").items():
                    with self.subTest(shell, verb=verb, option=name):
                        self.assertNotEqual(about, "")
                        self.assertTrue(wanted[name].startswith(about), about)
        self.expect("milepost --", ["--color", "--directory", "--help", "--no-pager", "--version"])
        self.expect("milepost check --s", ["--select", "--staged", "--statistics", "--strict"])

    def test_descriptions_of_verbs(self):
        for shell in ("fish", "zsh"):
            offered = self.shells.offers(shell, "milepost ")
            self.assertEqual(offered["template"], "show, check, lineage")
            for verb, about in offered.items():
                below = [name.split()[1] for name in self.verbs if name.startswith(verb + " ")]
                # Shells cut what is long.
                self.assertTrue((", ".join(below) or self.verbs[verb]).startswith(about), about)
                self.assertGreater(len(about), 10)

    def test_choices(self):
        formats = ["github", "json", "junit", "sarif", "text"]
        for line in ("milepost check --format ", "milepost check --format=",
                     "milepost template check --strict --format ",
                     "milepost check draft.md --format "):
            self.expect(line, formats)
        self.expect("milepost check --format j", ["json", "junit"])
        self.expect("milepost check --format=j", ["json", "junit"])
        self.expect("milepost rules --format=j", ["json"])
        self.expect("milepost check --color ", ["always", "auto", "never"])
        self.expect("milepost check --format q", [])
        self.expect("milepost check --format=q", [])
        self.expect("milepost completions ", ["bash", "fish", "zsh"])
        self.expect("milepost check --jobs ", [])

    def test_rules(self):
        self.expect("milepost explain ", self.rules)
        self.expect("milepost check --select ", self.rules)
        self.expect("milepost check --ignore=", self.rules)
        self.expect("milepost explain section-mi", ["section-missing"])
        self.expect("milepost explain MP201 M", [])

    def test_lists(self):
        some = [rule for rule in self.rules if rule.startswith("MP20")]
        for before in ("--select ", "--select=", "--ignore ", "--format json --select="):
            self.expect(f"milepost check {before}MP20", some)
            self.expect(f"milepost check {before}MP301,MP20", ["MP301," + one for one in some])
            # What the list has already is not offered again.
            self.expect(f"milepost check {before}MP201,x,MP20",
                        ["MP201,x," + one for one in some if one != "MP201"])

    def test_words_of_processes(self):
        stages = ["alpha", "beta", "deprecated", "disabled", "ga", "removed", "stable"]
        self.expect("milepost check --to ", stages)
        self.expect("milepost check --to=b", ["beta"])
        self.expect("milepost check --kind=pro", ["process", "proposal"])
        self.expect("milepost check --process=ke", ["kep"])
        self.expect("milepost template show --process ku", ["kubevirt", "kueue"])
        for shell in SHELLS:
            offered = self.shells.offers(shell, "milepost check --process ")
            self.assertLessEqual({"design", "feature", "kep"}, set(offered))

    def test_paths(self):
        files = ["draft.md", "drafts", "drawing.svg"]
        for line in ("milepost check dra", "milepost check --template dra",
                     "milepost check --template=dra", "milepost template show dra",
                     "milepost check -- dra", "milepost check x y dra"):
            self.expect(line, files)
        for line in ("milepost -C dra", "milepost --directory=dra", "milepost check -C dra",
                     "milepost check --process dra", "milepost man --into dra"):
            self.expect(line, ["drafts"])
        self.expect("milepost template show draft.md dra", [])

    def test_what_stands_before(self):
        for before in ("-C drafts ", "--directory drafts ", "--directory=drafts "):
            self.expect(f"milepost {before}exp", ["explain"])
            self.expect(f"milepost {before}explain section-mi", ["section-missing"])
            self.expect(f"milepost {before}template s", ["show"])
        # The value of an option is no operand.
        self.expect("milepost help -C drafts temp", ["template"])
        self.expect("milepost explain -C drafts section-mi", ["section-missing"])
        # After -- there are no options, only operands.
        self.expect("milepost check -- --fo", [])

    def test_where_no_word_can_stand_bash_offers_options(self):
        self.assertEqual(
            set(self.shells.offers("bash", "milepost rules ")), set(options_of("rules")))

    def test_typed(self):
        """Lines with tabs in them, as they arrive when they are run."""
        lines = [
            ("milepost che\tdraft.\t", ["check", "draft.md"]),
            ("milepost templ\tsh\twith\t", ["template", "show", "with space.md"]),
            ("milepost check --format=js\tdraft.\t", ["check", "--format=json", "draft.md"]),
            ("milepost check --color al\tdraft.\t", ["check", "--color", "always", "draft.md"]),
            ("milepost check --select MP301,section-mi\t draft.\t",
             ["check", "--select", "MP301,section-missing", "draft.md"]),
            ("milepost check --select=MP301,section-mi\t draft.\t",
             ["check", "--select=MP301,section-missing", "draft.md"]),
            ("milepost check --template=with\t", ["check", "--template=with space.md"]),
            ("milepost check --process ke\t", ["check", "--process", "kep"]),
            ("milepost check -C drafts/o\t", ["check", "-C", "drafts/old"]),
        ]
        for shell in ("bash", "zsh"):
            told = self.shells.typed(shell, *(line for line, _ in lines))
            for (line, words), answer in zip(lines, told):
                with self.subTest(shell, line=line):
                    self.assertEqual([word.rstrip("/") for word in answer], words)


PACK = """\
schema: 1
name: ways
title: A process for tests
layout:
  documents: ["ways/*/README.md"]
  path: "ways/{number}-{slug}/README.md"
  metadata: [{file: way.yaml}]
fields:
  - {id: title, is: title}
  - {id: number, is: number, type: number}
  - {id: group, is: group}
  - {id: status, is: status, type: enum}
  - {id: stage, is: stage, type: enum}
  - {id: authors, is: authors, type: people}
  - {id: latest, is: latest-milestone, type: version}
roles:
  - {id: owner, title: an owner, field: authors}
calendar:
  file: releases.yaml
  dates:
    - {id: start, title: start}
    - {id: code-freeze, title: code freeze, deadline: true}
ladders:
  - {id: growth, stages: [seed, sprout, tree]}
statuses: [{id: draft}, {id: accepted}, {id: done, closed: true}]
kinds: [{id: way, template: template.md}]
"""

WAYS = {
    "31-faster-probes": ("Faster probes", "draft", "core", "jane", "v1.9"),
    "32-slower-probes": ("Slower: it's $HOME", "accepted", "core", "john", "v1.10"),
    "40-odd": ("Odd", "done", "edge", "jane", "v1.10"),
}


class Repositories(unittest.TestCase):
    """Words that only the repository knows."""

    maxDiff = None
    expect = Completions.expect

    @classmethod
    def setUpClass(cls):
        home = tempfile.TemporaryDirectory()
        cls.addClassCleanup(home.cleanup)
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = os.path.join(folder.name, "project")
        files = {
            "milepost.yaml": "schema: 1\nprocess: ./pack\n",
            "pack/process.yaml": PACK,
            "pack/template.md": _milepost.TEMPLATE,
            "releases.yaml": "schema: 1\nreleases:\n  - {name: v1.11, start: 2026-01-05}\n",
        }
        for name, (title, status, group, author, latest) in WAYS.items():
            files[f"ways/{name}/README.md"] = _milepost.CLEAN
            files[f"ways/{name}/way.yaml"] = (
                f'title: "{title}"\nnumber: {name.split("-")[0]}\nstatus: {status}\n'
                f'group: {group}\nauthors: ["@{author}"]\nlatest: {latest}\n')
        for name, text in files.items():
            path = os.path.join(cls.folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        cls.shells = _shells.Shells(home.name, cls.folder)
        cls.addClassCleanup(cls.shells.close)

    def test_numbers(self):
        self.expect("milepost show 3", ["31", "32"])
        self.expect("milepost approve 4", ["40"])
        self.expect("milepost check 31 4", ["40"])
        self.expect("milepost release opt-in v1.9 31 4", ["40"])
        self.expect("milepost show 9", [])
        for shell in ("fish", "zsh"):
            offered = self.shells.offers(shell, "milepost show 3")
            self.assertEqual(offered["31"], "Faster probes")
            self.assertEqual(offered["32"], "Slower: it's $HOME")

    def test_titles(self):
        self.expect("milepost show fas", ["faster"])
        self.expect("milepost show faster pro", ["probes"])
        self.expect("milepost why Od", ["Odd"])

    def test_words_in_quotes(self):
        lines = [
            ('milepost show "fas\t', ["show", "faster"]),
            ("milepost show 'faster pro\t", ["show", "faster probes"]),
            ('milepost approve "faster pro\t --role own\t',
             ["approve", "faster probes", "--role", "owner"]),
        ]
        for shell in ("bash", "zsh"):
            told = self.shells.typed(shell, *(line for line, _ in lines))
            for (line, words), answer in zip(lines, told):
                with self.subTest(shell, line=line):
                    self.assertEqual(answer, words)
        self.assertEqual(list(self.shells.offers("fish", 'milepost show "faster pro')),
                         ["faster probes"])

    def test_revisions_and_concerns(self):
        git = ["git", "-C", self.folder, "-c", "user.name=J", "-c", "user.email=j@example.org"]
        for words in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-qm", "begin"],
                      ["tag", "v1"], ["branch", "topic/tides"]):
            subprocess.run(git + words, check=True, env=_milepost.plain_environment())
        self.addCleanup(shutil.rmtree, os.path.join(self.folder, ".git"))
        self.expect("milepost diff 31 ", ["HEAD", "main", "topic/tides", "v1"])
        self.expect("milepost diff 31 v1 to", ["topic/tides"])
        self.expect("milepost check --base m", ["main"])
        for text in ("why?", "how?"):
            raised = _milepost.run("concern", "31", text, "--as", "jane", cwd=self.folder)
            self.assertEqual(raised.status, 0, raised.err)
        number = _milepost.run("complete", "concerns", "--", "", cwd=self.folder).out.split("\t")[0]
        _milepost.run("resolve", "31", number, "--as", "jane", cwd=self.folder)
        offered = self.shells.offers("fish", "milepost resolve 31 ")
        self.assertEqual(list(offered.values()), ["31: how?"])
        self.assertNotIn(number, offered)

    def test_labels_and_statuses_of_issues(self):
        self.shells.cwd, before = os.path.join(_documents.ROOT, "examples", "kep"), self.shells.cwd
        self.addCleanup(setattr, self.shells, "cwd", before)
        self.assertIn("stage/beta", self.shells.offers("bash", "milepost track label 131 "))
        self.assertIn("stage/beta", self.shells.offers("fish", "milepost track label 131 stage"))
        self.shells.cwd = os.path.join(_documents.ROOT, "examples", "feature")
        self.assertIn("ALPHA", self.shells.offers("fish", "milepost track status 63 "))

    def test_paths_where_no_word_fits(self):
        for shell in SHELLS:
            self.assertEqual([word.rstrip("/") for word in self.shells.offers(
                shell, "milepost show way")], ["ways"])

    def test_words_of_the_process(self):
        self.expect("milepost check --to ", ["seed", "sprout", "tree"])
        self.expect("milepost check --to=s", ["seed", "sprout"])
        self.expect("milepost promote 31 --to d", ["done", "draft"])
        self.expect("milepost approve 31 --role ", ["owner"])
        self.expect("milepost new --kind ", ["way"])
        self.expect("milepost check --for s", ["seed", "sprout"])
        self.expect("milepost approve 31 --stage t", ["tree"])
        self.expect("milepost release freeze v1.9 ", ["code-freeze"])

    def test_releases_people_groups(self):
        self.expect("milepost why 31 --release v1.1", ["v1.10", "v1.11"])
        self.expect("milepost release status v1.", ["v1.10", "v1.11", "v1.9"])
        self.expect("milepost approve 31 --as j", ["jane", "john"])
        self.expect("milepost inbox --as=@ja", ["@jane"])
        self.expect("milepost new --author jane,j", ["jane,john"])
        self.expect("milepost new --group ", ["core", "edge"])

    def test_queries(self):
        self.expect("milepost list gro", ["group:"])
        self.expect("milepost list group:", ["group:core", "group:edge", "group:none"])
        self.expect("milepost list group:core stat", ["status:"])
        self.expect("milepost list group:core status:d", ["status:done", "status:draft"])
        self.expect("milepost list author:@ja", ["author:@jane"])
        self.expect("milepost list author:ja", ["author:jane"])
        self.expect("milepost why group:e", ["group:edge"])
        self.expect("milepost release status v1.9 group:e", ["group:edge"])
        self.expect("milepost list --sort tit", ["title"])

    def test_typed(self):
        lines = [
            ("milepost list gro\tcor\tstatus:dr\t", ["list", "group:core", "status:draft"]),
            ("milepost list author:@\tja\t", ["list", "author:@jane"]),
            ("milepost list author:@ja\t", ["list", "author:@jane"]),
            ("milepost inbox --as @ja\t", ["inbox", "--as", "@jane"]),
            ("milepost inbox --as=@ja\t", ["inbox", "--as=@jane"]),
            ("milepost show fas\t pro\t", ["show", "faster", "probes"]),
            ("milepost check --to=spr\t40\t", ["check", "--to=sprout", "40"]),
        ]
        for shell in ("bash", "zsh"):
            told = self.shells.typed(shell, *(line for line, _ in lines))
            for (line, words), answer in zip(lines, told):
                with self.subTest(shell, line=line):
                    self.assertEqual(answer, words)

    def test_another_folder(self):
        outside = _shells.Shells(tempfile.mkdtemp(dir=self.shells.home),
                                 os.path.dirname(self.folder))
        self.addCleanup(outside.close)
        for shell in SHELLS:
            with self.subTest(shell):
                self.assertEqual(outside.offers(shell, "milepost show 3"), {})
                for line in ("milepost -C project show 3", "milepost show -C project 3",
                             "milepost --directory=project show 3"):
                    self.assertEqual(sorted(outside.offers(shell, line)), ["31", "32"], line)

    def test_the_verb_is_quiet_and_writes_nothing(self):
        def files():
            return sorted(
                (path, name, os.stat(os.path.join(path, name)).st_mtime_ns)
                for path, _, names in os.walk(self.folder) for name in names)

        before = files()
        answer = _milepost.run("complete", "proposals", "--", "3", cwd=self.folder)
        self.assertEqual((answer.status, answer.err), (0, ""))
        self.assertEqual(answer.out, "31\tFaster probes\n32\tSlower: it's $HOME\n")
        self.assertEqual(files(), before)
        for word in ("proposals", "query", "people", "releases"):
            outside = _milepost.run("complete", word, "--", "x", cwd=os.path.dirname(self.folder))
            self.assertEqual((outside.status, outside.out, outside.err), (0, "", ""))
        self.assertNotIn("complete ", _milepost.run("help").out)


class Scripts(unittest.TestCase):

    def test_they_parse(self):
        for shell in SHELLS:
            with self.subTest(shell), tempfile.NamedTemporaryFile("w") as file:
                file.write(_shells.script_of(shell))
                file.flush()
                done = subprocess.run(
                    [shell, "-n", file.name], capture_output=True, timeout=60, check=False)
                self.assertEqual((done.returncode, done.stderr), (0, b""))


if __name__ == "__main__":
    unittest.main()
