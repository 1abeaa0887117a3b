"""Mistakes of a person: each gets an exact message that says what to do, and exit status 2."""

import json
import os
import signal
import subprocess
import time
import unittest

from _many_proposals import ManyProposals
from _milepost import PROGRAM, plain_environment

NOBODY = 65534
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
        self.assertTrue(answer.err.startswith("milepost: no process is recognised here; "), answer.err)

    def test_unreadable_document(self):
        document = "keps/sig-node/101-faster-probes/README.md"
        os.chmod(os.path.join(self.folder, document), 0)
        answer = self.as_nobody("check", "101")
        self.assertEqual(answer.returncode, 2)
        self.assertIn(f"milepost: {document}: permission denied", answer.stderr)

    def test_read_only_folder(self):
        proposal = os.path.join(self.folder, "keps/sig-node/101-faster-probes")
        with open(os.path.join(proposal, "README.md"), encoding="utf-8") as file:
            before = file.read()
        os.chmod(proposal, 0o555)
        answer = self.as_nobody("check", "--fix", "--select", "MP609", "101")
        os.chmod(proposal, 0o755)
        self.assertEqual(answer.returncode, 2)
        self.assertIn("milepost: the fixes were not written: ", answer.stderr)
        with open(os.path.join(proposal, "README.md"), encoding="utf-8") as file:
            self.assertEqual(file.read(), before)

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
