"""What a terminal gets beyond text: a pager, colours, links; and what a pipe never gets."""

import os
import pty
import re
import select
import subprocess
import time
import unittest

from _many_proposals import ManyProposals
from _milepost import PROGRAM, Answer, plain_environment, run_on_terminal


class Terminal(ManyProposals):

    def read(self, master, until=None):
        shown = b""
        while until is None or until not in shown:
            ready, _, _ = select.select([master], [], [], 60)
            self.assertTrue(ready, shown)
            try:
                more = os.read(master, 65536)
            except OSError:
                break
            if not more:
                break
            shown += more
        return shown

    def start(self, *words, rows=10, **environment):
        """On a terminal of so many rows, which a shell sets before it becomes the program."""
        process, master = pty.fork()
        if process == 0:
            os.chdir(self.folder)
            os.execve("/bin/sh", ["sh", "-c", f'stty rows {rows} cols 80; exec "$@"', "sh", PROGRAM,
                                  *words],
                      plain_environment(**{"TERM": "xterm", "HOME": self.folder, **environment}))
        return process, master

    def run_paged(self, *words, rows=10, **environment):
        process, master = self.start(*words, rows=rows, **environment)
        shown = self.read(master)
        os.close(master)
        status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        return Answer(status, shown.replace(b"\r\n", b"\n"))

    def test_what_is_longer_than_the_screen_is_paged(self):
        paged = self.run_paged("rules", MILEPOST_PAGER="sed s/^/paged:/")
        self.assertEqual(paged.status, 0)
        lines = paged.out.splitlines()
        self.assertGreater(len(lines), 50)
        self.assertTrue(all(line.startswith("paged:") for line in lines), paged.out)

    def test_what_fits_is_not(self):
        shown = self.run_paged("list", rows=40, MILEPOST_PAGER="sed s/^/paged:/")
        self.assertNotIn("paged:", shown.out)
        self.assertIn("12 proposals", shown.out)

    def test_the_status_is_kept(self):
        for pager in ("cat > /dev/null", "head -n 1", "true", "false"):
            with self.subTest(pager):
                self.assertEqual(
                    self.run_paged("check", "--all", MILEPOST_PAGER=pager).status, 1)

    def test_without_the_pager_everything_is_shown(self):
        whole = self.run_here("rules").out.splitlines()
        for name, words, environment in (
            ("--no-pager", ["--no-pager"], {"MILEPOST_PAGER": "sed s/^/paged:/"}),
            ("cat", [], {"MILEPOST_PAGER": "cat"}),
            ("empty", [], {"PAGER": ""}),
            ("no such program", [], {"MILEPOST_PAGER": "no-such-pager 2>/dev/null"}),
            ("a dumb terminal", [], {"TERM": "dumb"}),
        ):
            with self.subTest(name):
                shown = self.run_paged("rules", *words, **environment).out
                self.assertNotIn("paged:", shown)
                self.assertGreaterEqual(len(shown.splitlines()), len(whole))

    def test_a_pipe_has_no_pager(self):
        done = subprocess.run([PROGRAM, "rules"], cwd=self.folder, capture_output=True, check=True,
                              env=plain_environment(PAGER="sed s/^/paged:/", LINES="10"))
        self.assertNotIn(b"paged:", done.stdout)

    def test_less_shows_and_goes(self):
        process, master = self.start("rules", PAGER="less")
        self.addCleanup(os.close, master)
        self.read(master, b"\n:")
        # Ctrl-C is the pager's: it stays, and so does milepost.
        os.write(master, b"\x03")
        time.sleep(0.3)
        self.assertEqual(os.waitpid(process, os.WNOHANG), (0, 0))
        # What is typed while it paints anew is lost: say it until it goes.
        for _ in range(100):
            os.write(master, b"q")
            if select.select([master], [], [], 0.2)[0]:
                try:
                    if not os.read(master, 65536):
                        break
                except OSError:
                    break
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), 0)

    def test_messages_fit_the_terminal(self):
        shown = run_on_terminal("approve", "9999", "--role", "approver", "--as", "bob",
                                          cwd=self.folder, COLUMNS="60").out
        self.assertEqual(" ".join(shown.split()).count("9999:"), 1)
        for line in shown.splitlines():
            self.assertLessEqual(len(line), 60, shown)
        self.assertEqual(len(self.run_here("show", "9999").err.splitlines()), 1)

    def test_lists_fit_the_terminal(self):
        for words in (("rules",), ("search", "probes")):
            with self.subTest(words=words):
                shown = self.run_paged(*words, rows=40, MILEPOST_PAGER="cat").out
                self.assertLessEqual(max(map(len, shown.splitlines())), 80, shown)
        self.assertGreater(max(map(len, self.run_here("rules").out.splitlines())), 80,
                           "in a pipe a rule has one line")

    def test_narrow_terminals_lose_nothing(self):
        self.run_here("concern", "101", "what of downgrades between versions?", "--as", "ann")
        for words, kept in (
            (("list",), ("Faster probes", "sig-node", "implementable", "alpha")),
            (("log", "101"), ("raised a concern", "what of downgrades", "claimed, not proved")),
            (("report",), ("12 open", "--html FILE")),
            (("report", "stuck", "progress"), ("sig-node",)),
            (("history", "101"), ("implementable alpha", "alpha for 0 days")),
            (("history", "--moves"), ("implementable",)),
        ):
            with self.subTest(words=words):
                shown = run_on_terminal(*words, cwd=self.folder, COLUMNS="60", NO_COLOR="1").out
                self.assertLessEqual(max(map(len, shown.splitlines())), 60, shown)
                for text in kept:
                    self.assertIn(text, " ".join(shown.split()))

    def test_colour(self):
        code = re.compile(rb"\x1b\[[0-9;]+m")
        for name, words, environment, coloured in (
            ("terminal", [], {}, True),
            ("never", ["--color", "never"], {}, False),
            ("NO_COLOR", [], {"NO_COLOR": "1"}, False),
            ("always, before the verb", ["--color=always"], {"NO_COLOR": "1"}, True),
        ):
            for verb in (["check", "101"], ["show", "101"], ["why", "101"],
                         ["check", "--fix", "--dry-run", "--select", "MP609", "101"]):
                with self.subTest(f"{name}: {' '.join(verb)}"):
                    shown = self.run_paged(*words, *verb, **environment, MILEPOST_PAGER="cat")
                    self.assertEqual(code.search(shown.out_bytes) is not None, coloured, shown.out)
        piped = self.run_here("check", "--fix", "--dry-run", "--select", "MP609", "101")
        self.assertNotIn(b"\x1b", piped.out_bytes)
        always = self.run_here("check", "--fix", "--dry-run", "--select", "MP609", "--color",
                               "always", "101")
        self.assertIn("\x1b[31m-- [x ] a box\x1b[0m\n\x1b[32m+- [x] a box\x1b[0m\n", always.out)

    def test_paths_are_links_where_the_terminal_opens_them(self):
        place = re.escape(os.path.realpath(self.folder) + "/keps/sig-node/101-faster-probes/")
        kitty = {"TERM": "xterm-kitty", "MILEPOST_PAGER": "cat"}
        for verb in (["check", "--concise", "--all", "101"], ["check", "--all", "101"],
                     ["show", "101"], ["why", "101"]):
            with self.subTest(" ".join(verb)):
                linked = self.run_paged(*verb, **kitty).out
                self.assertRegex(linked, rf"\x1b\]8;;file://[^/]*{place}[A-Za-z.]+#\d+\x1b\\")
                self.assertEqual(linked.count("\x1b]8;;f"), linked.count("\x1b]8;;\x1b\\"))
                plain = self.run_paged(*verb, MILEPOST_PAGER="cat", TERM="xterm").out
                self.assertNotIn("\x1b]8;", plain)
        self.assertNotIn(b"\x1b]8;", self.run_here("check", "--all").out_bytes)

    def test_a_pager_that_knows_no_links_gets_none(self):
        shown = self.run_paged("check", "--all", TERM="xterm-kitty", MILEPOST_PAGER="sed s/^/paged:/")
        self.assertIn("paged:", shown.out)
        self.assertNotIn("\x1b]8;", shown.out)


if __name__ == "__main__":
    unittest.main()
