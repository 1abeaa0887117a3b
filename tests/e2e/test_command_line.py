"""Exit statuses, messages, terminals, and output that cannot be written."""

import os
import re
import subprocess
import unittest

import _documents
import _milepost

CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
COLOUR = re.compile(r"\x1b\[(0|1|31|33|36)m")


class ExitStatus(_milepost.Case):

    def test_of_check(self):
        cases = [
            (0, ["clean.md"]),
            (0, ["warning.md"]),
            (1, ["warning.md", "--strict"]),
            (1, ["error.md"]),
            (1, ["clean.md", "error.md"]),
            (2, ["gone.md"]),
            (2, ["error.md", "gone.md"]),
            (2, ["--format", "nonsense", "clean.md"]),
            (2, ["--select", "no-such-rule", "clean.md"]),
            (2, ["--process", "no-such-process", "clean.md"]),
        ]
        for status, words in cases:
            with self.subTest(words=words):
                answer = self.check(*words)
                self.assertEqual(answer.status, status, answer.err)
                self.assertEqual(answer.err == "", status != 2)
        for form in ("json", "sarif", "junit", "github"):
            self.assertEqual(self.check("error.md", "--format", form).status, 1)
            self.assertEqual(self.check("clean.md", "--format", form).status, 0)

    def test_infos_never_count(self):
        self.write("info.md", _milepost.CLEAN + "\n- [x ] an odd box\n")
        answer = self.check("info.md", "--strict")
        self.assertIn(" info ", answer.out)
        self.assertEqual(answer.status, 0)

    def test_of_templates(self):
        self.write("unclosed.md", "# T\n\n## A\n\n<!--DIRECTIVE: required: true\n\n## B\n")
        self.assertEqual(self.run_here("template", "check", "template.md").status, 0)
        self.assertEqual(self.run_here("template", "check", "unclosed.md").status, 1)
        self.assertEqual(self.run_here("template", "show", "unclosed.md").status, 0)
        for verb in ("show", "check"):
            answer = self.run_here("template", verb, "gone.md")
            self.assertEqual(answer.status, 2)
            self.assertRegex(answer.err, r"^milepost: gone\.md: ")

    def test_what_could_not_be_checked_is_said_and_the_rest_is(self):
        answer = self.check("gone.md", "error.md")
        self.assertRegex(answer.err, r"^milepost: gone\.md: ")
        self.assertIn("error.md:", answer.out)
        self.assertIn(", 1 could not be checked", answer.out)


class Words(_milepost.Case):

    def test_standard_input(self):
        answer = self.check("-", stdin=_milepost.ERROR.encode())
        self.assertEqual(answer.status, 1)
        self.assertIn(":3:1: error MP201", answer.out)

    def test_other_folder(self):
        words = ["check", "--template", "template.md", "error.md"]
        here = self.run_here(*words)
        for at in (["-C", self.folder, *words], [*words, "-C", self.folder],
                   ["--directory=" + self.folder, *words]):
            self.assertEqual(_milepost.run(*at, cwd="/").out, here.out)

    def test_paths_are_taken_as_they_are(self):
        for name in ("[a,b].md", "a b.md", "-odd.md", "%%"):
            self.write(name, _milepost.ERROR)
            self.assertIn(name + ":3:1: error", self.check("--", name).out)

    def test_what_is_named_from_the_top_of_a_repository_belongs_to_it(self):
        self.write("keps/sig-a/1-x/kep.yaml", "title: X\nstatus: provisional\n")
        self.write("docs/draft.md", "# Draft\n\nText.\n")
        alone = self.check("docs/draft.md")
        self.assertEqual(alone.status, 1)
        self.assertIn("docs/draft.md:1:1: error MP201", alone.out)
        beside = self.check("keps/sig-a/1-x", "docs/draft.md")
        self.assertIn("docs/draft.md:1:1: error MP201", beside.out)
        # Without git nothing but the name says that the folder above is meant.
        self.assertIn("no process is recognised",
                      _milepost.run("check", "draft.md", cwd=self.folder + "/docs").err)

    def test_now(self):
        self.write("keps/sig-a/1-x/kep.yaml", "creation-date: 2001-02-03\n")
        words = ["check", "keps/sig-a/1-x", "--process", "kep", "--select", "MP314", "--strict"]
        self.assertEqual(self.run_here(*words).status, 0)
        earlier = self.run_here(*words, "--now", "2001-01-31")
        self.assertEqual(earlier.status, 1)
        self.assertIn("2001-02-03 is in the future; today is 2001-01-31", earlier.out)

    def test_quiet(self):
        self.write("info.md", _milepost.CLEAN + "\n- [x ] an odd box\n")
        self.assertEqual(self.check("--quiet", "info.md", "clean.md").out, "")
        lines = self.check("-q", "error.md", "warning.md").out.splitlines()
        self.assertEqual(len(lines), 2)

    def test_select_and_ignore(self):
        words = ["error.md", "warning.md"]
        self.assertIn("section-missing", self.check(*words).out)
        self.assertNotIn("section-missing", self.check(*words, "--ignore", "MP201").out)
        self.assertNotIn("MP201", self.check(*words, "--select", "section-placeholder").out)

    def test_mistakes_are_answered_with_the_next_step(self):
        cases = [
            (["chekc"], 'unknown verb "chekc"', "did you mean check?"),
            (["check", "--fromat", "json"], "unknown option --fromat", "did you mean --format?"),
            (["check", "--format", "jsn"], "--format is text, json, sarif, junit or github",
             "did you mean json?"),
            (["template", "shwo", "x"], 'template knows show, check or lineage, not "shwo"',
             "did you mean show?"),
            (["explain", "section-mising"], 'there is no rule "section-mising"',
             "did you mean section-missing?"),
            (["explain", "MP210x"], "there is no rule", "did you mean MP210?"),
            (["error.md"], 'unknown verb "error.md"', "milepost check error.md checks it"),
            (["MP201"], 'unknown verb "MP201"', "milepost explain MP201 explains the rule"),
        ]
        for words, message, step in cases:
            with self.subTest(words=words):
                answer = self.run_here(*words)
                self.assertEqual(answer.status, 2)
                self.assertEqual(answer.out, "")
                first, *rest = answer.err.splitlines()
                self.assertTrue(first.startswith("milepost: " + message), first)
                self.assertEqual(rest[0].strip(), step)
                for line in rest:
                    self.assertTrue(line.startswith("  "), line)

    def test_first_steps(self):
        answer = self.run_here()
        self.assertEqual(answer.status, 0)
        self.assertIn("milepost check FILE", answer.out)

    def test_docs_show_the_verbs(self):
        page = _documents.read("docs/verbs.md")
        shown = f"```console\n$ milepost help\n{self.run_here('help').out}```"
        if os.environ.get("MILEPOST_UPDATE_GOLDENS"):
            page = re.sub(r"^```console\n.*?^```$", lambda _: shown, page, flags=re.M | re.S)
            with open(os.path.join(_documents.ROOT, "docs/verbs.md"), "w", encoding="utf-8") as file:
                file.write(page)
        self.assertIn(shown, page)

    def test_help_for_every_verb(self):
        verbs = _milepost.verbs()
        self.assertIn("check", verbs)
        self.assertIn("template show", verbs)
        for verb in verbs:
            with self.subTest(verb):
                told = self.run_here("help", *verb.split())
                self.assertEqual(told.status, 0)
                self.assertEqual(told.out, self.run_here(*verb.split(), "--help").out)
                self.assertIn("usage: milepost " + verb, told.out)
                self.assertIn("\nexit status\n", told.out)

    def test_explains_every_rule(self):
        for line in self.run_here("rules").out.splitlines():
            code, _, name = line.split()[:3]
            with self.subTest(code):
                page = self.run_here("explain", code)
                self.assertEqual(page.status, 0)
                self.assertIn(code, page.out.splitlines()[0])
                self.assertIn(name, page.out.splitlines()[0])
                self.assertEqual(self.run_here("explain", name).out, page.out)
                self.assertEqual(self.run_here("explain", code.lower()).out, page.out)
                self.assertNotIn("\x1b", page.out)

    def test_version(self):
        self.assertRegex(
            self.run_here("--version").out,
            r"^milepost \d+\.\d+\.\d+ \("
            r"([0-9a-f]{12}(, with changes that are in no commit)?|commit unknown)\)\n$")


class Terminal(_milepost.Case):

    def test_a_pipe_has_neither_colour_nor_carets(self):
        out = self.check("error.md", "warning.md").out
        self.assertNotIn("\x1b", out)
        self.assertNotIn("│", out)

    def test_a_terminal_has_both(self):
        answer = self.check_on_terminal("error.md")
        self.assertIn("\x1b[31merror\x1b[0m MP201", answer.out)
        self.assertIn("       3 │ ## Summary\n", answer.out)
        self.assertRegex(answer.out, r"1 proposal, 1 error in \d+ ms")
        self.assertEqual(answer.status, 1)

    def test_colour_can_be_refused(self):
        for words, environment in ((["--color", "never"], {}), ([], {"NO_COLOR": "1"}),
                                   ([], {"TERM": "dumb"})):
            with self.subTest(words=words, environment=environment):
                out = self.check_on_terminal("error.md", *words, **environment).out
                self.assertNotIn("\x1b", out)
                self.assertIn("       3 │ ## Summary\n", out)

    def test_colour_can_be_kept(self):
        out = self.check("error.md", "--color", "always").out
        self.assertIn("\x1b[31merror\x1b[0m", out)
        self.assertIn("│", out)

    def test_nothing_hostile_reaches_it(self):
        for form in ([], ["--format", "github"]):
            answer = self.check_on_terminal("hostile.md", self.hostile, b"gone\x1b[2J\n\xff", *form)
            shown = COLOUR.sub("", answer.out)
            self.assertIsNone(CONTROL.search(shown), repr(shown))
        piped = self.check("hostile.md", self.hostile, b"gone\x1b[2J\n\xff")
        self.assertIsNone(CONTROL.search(piped.out), repr(piped.out))
        self.assertIsNone(CONTROL.search(piped.err), repr(piped.err))

    def test_lines_fit(self):
        shown = COLOUR.sub("", self.check_on_terminal("error.md", "warning.md").out)
        for line in shown.splitlines():
            self.assertLessEqual(len(line), 80, line)


class Output(_milepost.Case):

    def start(self, stdout):
        return subprocess.Popen(
            [_milepost.PROGRAM, "check", "--template", "template.md", "error.md"],
            cwd=self.folder,
            stdout=stdout,
            stderr=subprocess.PIPE,
            env=_milepost.plain_environment())

    def test_a_reader_that_leaves(self):
        reader, writer = os.pipe()
        os.close(reader)
        process = self.start(writer)
        os.close(writer)
        _, err = process.communicate(timeout=60)
        self.assertEqual(err, b"")
        self.assertEqual(process.returncode, 1)

    @unittest.skipUnless(os.path.exists("/dev/full"), "there is no /dev/full here")
    def test_a_full_disk(self):
        with open("/dev/full", "wb") as full:
            process = self.start(full)
            _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 2)
        self.assertRegex(err, rb"^milepost: writing the output: ")


if __name__ == "__main__":
    unittest.main()
