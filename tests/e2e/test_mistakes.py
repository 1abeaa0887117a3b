"""Mistakes of a person: each gets an exact message that says what to do, and exit status 2."""

import json
import os
import pty
import select
import shutil
import signal
import sqlite3
import subprocess
import time
import unittest

from _many_proposals import METADATA, ManyProposals
from _milepost import PROGRAM, plain_environment

NOBODY = 65534
RECOGNISED = "process kep, recognised by keps/*/*/kep.yaml\n"
EXPECTED = os.path.join(os.path.dirname(__file__), "mistakes.json")


class Mistakes(ManyProposals):
    """MILEPOST_UPDATE_GOLDENS=1 writes the messages anew; read them before they are kept."""

    def setUp(self):
        super().setUp()
        os.chmod(self.folder, 0o755)

    def as_nobody(self, *words):
        """Runs as somebody to whom permissions apply."""
        for folder, _, names in os.walk(self.folder):
            for name in [folder, *(os.path.join(folder, name) for name in names)]:
                os.chown(name, NOBODY, NOBODY, follow_symlinks=False)
        return subprocess.run(
            [PROGRAM, *words],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            user=NOBODY if os.getuid() == 0 else None,
            env=plain_environment(HOME=self.folder),
            check=False)

    def test_words(self):
        with open(EXPECTED, encoding="utf-8") as file:
            cases = json.load(file)
        self.assertGreaterEqual(len(cases), 40)
        if os.environ.get("MILEPOST_UPDATE_GOLDENS"):
            for case in cases:
                case["message"] = self.run_here(*case["words"]).err.splitlines()
            with open(EXPECTED, "w", encoding="utf-8") as file:
                json.dump(cases, file, indent=1, ensure_ascii=False)
                file.write("\n")
        for case in cases:
            with self.subTest(" ".join(case["words"])):
                answer = self.run_here(*case["words"])
                self.assertEqual(answer.err.splitlines(), case["message"])
                self.assertEqual(answer.status, 2)

    def test_wrong_folder(self):
        os.mkdir(os.path.join(self.folder, "elsewhere"))
        subprocess.run(["git", "init", "-q"], cwd=os.path.join(self.folder, "elsewhere"), check=True)
        answer = self.run_here("-C", "elsewhere", "check")
        self.assertEqual(answer.status, 2)
        self.assertEqual(
            answer.err,
            "milepost: no process is recognised here; name one with --process (cluster-api, design, "
            "feature, gateway, kep, kubevirt, kueue, openshift, rust-rfc, tekton); check can also "
            "judge by a --template\n"
            "  milepost init --process NAME  goes by one that is built in; `documents` and `path` "
            "of `layout` in milepost.yaml say where they are\n"
            "  milepost process new NAME --from TEMPLATE  begins one of your own\n"
            "  milepost process list  lists those built in\n")

    def test_unreadable_document(self):
        document = "keps/sig-node/101-faster-probes/README.md"
        os.chmod(os.path.join(self.folder, document), 0)
        answer = self.as_nobody("check", "101")
        self.assertEqual(answer.returncode, 2)
        self.assertEqual(answer.stderr,
                         RECOGNISED + f"milepost: {document}: permission denied\n")

    def test_what_is_unreadable_is_missed_by_none(self):
        document = "keps/sig-node/101-faster-probes/README.md"
        os.chmod(os.path.join(self.folder, document), 0)
        for words in (["site", "out"], ["list", "--with", "findings"],
                      ["approve", "101", "--role", "approver", "--as", "ann"]):
            answer = self.as_nobody(*words)
            self.assertEqual(answer.returncode, 2, words)
            self.assertEqual(answer.stderr.removeprefix(RECOGNISED),
                             f"milepost: {document}: permission denied\n")

    def test_what_is_unreadable_is_named_by_what_reads_texts(self):
        folder = "keps/sig-node/101-faster-probes"
        self.write("releases.yaml", "schema: 1\nreleases:\n  - {name: v1.16, start: 2026-01-05, "
                   "prr-freeze: 2026-02-05, enhancements-freeze: 2026-02-12, release: 2026-04-22}\n")
        self.write(f"{folder}/kep.yaml", METADATA.format(title="Faster probes", number=101) +
                   'latest-milestone: v1.16\nmilestone:\n  alpha: v1.16\n')
        for name, verbs in (
            ("README.md", (["search", "probes"], ["report", "templates", "--quiet"])),
            ("kep.yaml", (["search", "probes"], ["report", "progress", "--quiet"], ["graph"],
                          ["release", "notes", "v1.16"])),
        ):
            path = os.path.join(self.folder, folder, name)
            os.chmod(path, 0)
            for words in verbs:
                answer = self.as_nobody(*words)
                self.assertEqual((answer.returncode, answer.stderr),
                                 (2, f"milepost: {folder}/{name}: permission denied\n"), words)
            os.chmod(path, 0o644)

    def test_read_only_folder(self):
        proposal = os.path.join(self.folder, "keps/sig-node/101-faster-probes")
        with open(os.path.join(proposal, "README.md"), encoding="utf-8") as file:
            before = file.read()
        os.chmod(proposal, 0o555)
        answer = self.as_nobody("check", "--fix", "--select", "MP609", "101")
        os.chmod(proposal, 0o755)
        self.assertEqual(answer.returncode, 2)
        self.assertEqual(
            answer.stderr,
            "milepost: the fixes were not written: replacing "
            "keps/sig-node/101-faster-probes/README.md: its folder is read-only\n")
        with open(os.path.join(proposal, "README.md"), encoding="utf-8") as file:
            self.assertEqual(file.read(), before)

    def here(self, *words, **options):
        options = {"stdin": subprocess.DEVNULL, "stderr": subprocess.PIPE,
                   "stdout": subprocess.PIPE, "env": plain_environment(), **options}
        return subprocess.run([PROGRAM, *words], cwd=self.folder, text=True, timeout=60, check=False,
                              **options)

    def test_full_disk(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            answer = self.here("rules", stdout=full)
        self.assertEqual((answer.returncode, answer.stderr),
                         (2, "milepost: writing the output: No space left on device\n"))

    def test_a_pipe_that_is_closed(self):
        reading, writing = os.pipe()
        os.close(reading)
        answer = self.here("check", "--all", stdout=writing)
        os.close(writing)
        self.assertEqual((answer.returncode, answer.stderr),
                         (1, "process kep, recognised by keps/*/*/kep.yaml\n"))

    def test_no_home(self):
        environment = plain_environment()
        environment.pop("HOME", None)
        self.assertEqual(self.here("check", "101", env=environment).returncode, 1)
        self.assertEqual(self.here("log", "101", env=environment).stderr, "")

    def test_no_git(self):
        shutil.rmtree(os.path.join(self.folder, ".git"))
        for words, message in (
            (["diff", "101"], "revisions are compared in a git repository, and this is none"),
            (["check", "--base", "main"],
             "changes are looked for in a git repository, and this is none"),
        ):
            answer = self.here(*words)
            self.assertEqual((answer.returncode, answer.stderr), (2, f"milepost: {message}\n"))
        raised = self.here("concern", "101", "why?", "--as", "ann")
        self.assertEqual(raised.stderr, "101: @ann (claimed) raised a concern\n"
                         "  about Faster probes, with the text \"why?\"\n"
                         "  recorded in this folder only; --store or a server shares it\n")

    def test_what_is_no_text(self):
        self.write("keps/sig-node/103-thing-a/README.md", b"\x00\x01\xff")
        self.assertEqual(
            self.here("check", "103").stderr,
            RECOGNISED + "milepost: keps/sig-node/103-thing-a/README.md: is a binary file, not Markdown\n")
        for words, message in (
            ([b"concern", b"101", b"\xff", b"--as", b"ann"],
             "the comment is no text: it is not UTF-8, or has a NUL in it"),
            ([b"new", b"\xff", b"--group", b"sig-node", b"--number", b"9", b"--as", b"x"],
             "the title must be one line of plain text"),
        ):
            answer = self.here(*words)
            self.assertEqual((answer.returncode, answer.stderr), (2, f"milepost: {message}\n"))

    def test_the_folder_is_gone(self):
        gone = os.path.join(self.folder, "gone")
        os.mkdir(gone)
        answer = subprocess.run(["sh", "-c", 'rmdir ../gone; exec "$0" check', PROGRAM], cwd=gone,
                                capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual((answer.returncode, answer.stderr),
                         (2, "milepost: the folder that you are in is gone; cd to one that is there\n"))

    def test_a_broken_configuration(self):
        for text, message in (
            ("process: kepp\n", "milepost.yaml:1:10: no process is called `kepp`; did you mean `kep`? "
             "(a folder with a process.yaml may be named too)"),
            ("proces: kep\n", "milepost.yaml:1:1: `proces` is not known here; did you mean `process`?"),
            ("process: [\n", "milepost.yaml:1:1: a bracket is opened and not closed; close it, "
             "or put the value in quotes"),
        ):
            self.write("milepost.yaml", text)
            answer = self.here("check", "101")
            self.assertEqual(answer.returncode, 2)
            self.assertEqual(answer.stderr, f"milepost: {message}\n")
        os.remove(os.path.join(self.folder, "milepost.yaml"))
        self.write("releases.yaml", "releases: [x")
        self.assertEqual(
            self.here("release", "status", "v1.2").stderr,
            "milepost: releases.yaml:1:11: `[` is not closed by `]`; close it, or put the value in "
            "quotes\n")

    def test_another_process_is_not_adjusted(self):
        self.write("milepost.yaml", "schema: 1\nprocess: kep\nreviews:\n"
                   "  - id: prr\n    needed: {in: [implementable], of: [feature]}\n")
        answer = subprocess.run([PROGRAM, "check", "--process", "design", "-"], cwd=self.folder,
                                input="# T\n", capture_output=True, text=True, timeout=60,
                                env=plain_environment(), check=False)
        self.assertEqual((answer.returncode, answer.stderr), (1, ""))

    def test_a_record_that_is_none(self):
        self.here("concern", "101", "why?", "--as", "ann")
        record = os.path.join(self.folder, ".git", "milepost", "record.db")
        with open(record, "wb") as file:
            file.write(b"nonsense " * 200)
        answer = self.here("fsck")
        self.assertEqual(answer.returncode, 2)
        self.assertEqual(
            answer.stderr,
            f"milepost: {os.path.realpath(record)} is damaged: file is not a database "
            "(SQLITE_NOTADB); move it away, and milepost store import FILE makes the record anew "
            "from an export\n")

    def test_words_that_were_meant_for_terms(self):
        for words, note in (
            (["list", "implementable"], '"implementable" is a status: status:implementable\n'),
            (["list", "stage=alpha"], "a term of a query has a colon: stage:alpha\n"),
        ):
            answer = self.here(*words)
            self.assertEqual(answer.returncode, 0)
            self.assertEqual(answer.stderr, RECOGNISED + note)

    def test_help_before_the_verb(self):
        self.assertEqual(self.here("--help", "check").stdout, self.here("check", "--help").stdout)

    def test_pages_do_not_go_among_the_sources(self):
        for out in (".", "keps"):
            answer = self.here("site", out)
            self.assertEqual(
                (answer.returncode, answer.stderr),
                (2, f"milepost: {out} holds proposals; name a folder of its own for the pages\n"))

    def test_errors_of_a_rule_that_has_none(self):
        answer = self.here("check", "--errors", "--rule", "MP609")
        self.assertEqual(answer.stderr, "12 findings of these rules are no error: --errors leaves "
                         "them out\n" + RECOGNISED)

    def test_a_baseline_that_would_be_written(self):
        answer = self.here("check", "--write-baseline", "b.json", "--dry-run")
        self.assertEqual(answer.returncode, 0)
        self.assertEqual(answer.stderr, "would write: 96 findings in b.json\n")
        self.assertFalse(os.path.exists(os.path.join(self.folder, "b.json")))

    def test_a_record_that_another_process_writes(self):
        self.here("concern", "101", "why?", "--as", "ann")
        record = os.path.join(self.folder, ".git", "milepost", "record.db")
        with sqlite3.connect(record, isolation_level=None) as other:
            other.execute("BEGIN EXCLUSIVE")
            master, slave = pty.openpty()
            waiting = subprocess.Popen([PROGRAM, "hold", "101", "wait", "--as", "ann"],
                                       cwd=self.folder, stdin=subprocess.DEVNULL, stdout=slave,
                                       stderr=slave, env=plain_environment())
            os.close(slave)
            ready, _, _ = select.select([master], [], [], 30)
            self.assertTrue(ready)
            self.assertIn(b"waiting for the record, which another process is writing",
                          os.read(master, 65536))
            other.execute("ROLLBACK")
            self.assertEqual(waiting.wait(60), 0)
            os.close(master)

    def test_somebody_elses_record(self):
        self.here("concern", "101", "why?", "--as", "ann")
        record = os.path.join(self.folder, ".git", "milepost")
        os.chmod(record, 0o755)
        answer = self.as_nobody("log", "101")
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        if os.getuid() == 0:
            os.chown(record, 1, 1)
            self.assertEqual(
                self.as_others("log", "101").stderr,
                f"milepost: opening {os.path.realpath(record)}: belongs to another user; use a clone "
                "of your own, or chown it\n")

    def as_others(self, *words):
        return subprocess.run([PROGRAM, *words], cwd=self.folder, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=60, user=NOBODY,
                              env=plain_environment(HOME=self.folder), check=False)

    def test_interrupted_while_it_waits_for_standard_input(self):
        waiting = subprocess.Popen([PROGRAM, "check", "--process", "design", "-"],
                                   cwd=self.folder,
                                   stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE,
                                   env=plain_environment())
        time.sleep(0.3)
        waiting.send_signal(signal.SIGINT)
        out, err = waiting.communicate(timeout=60)
        self.assertEqual((waiting.returncode, out, err), (-signal.SIGINT, b"", b""))


if __name__ == "__main__":
    unittest.main()
