"""Man pages as a reader of man pages shows them, and what an installation holds."""

import os
import re
import subprocess
import tempfile
import unittest

import _milepost

BUILD = os.path.dirname(_milepost.PROGRAM)


def mandoc(page, *options):
    return subprocess.run(
        ["mandoc", "-mman", *options], input=page.encode(), capture_output=True, timeout=60,
        check=False)


def shown(page):
    """The page as text, no line broken; bold and italic are left out."""
    done = mandoc(page, "-Tutf8", "-Owidth=1000")
    if done.stderr:
        raise AssertionError(done.stderr)
    return re.sub(".\b", "", done.stdout.decode())


def rows(told, section):
    """The rows of a section of the help: term and text, no line broken."""
    found = []
    for line in told.split(f"\n{section}\n")[1].split("\n\n")[0].splitlines():
        term, *text = re.split(r"\s{2,}", line.strip(), maxsplit=1)
        if line.startswith("     "):
            found[-1][1] = (found[-1][1] + " " + line.strip()).strip()
        else:
            found.append([term, *text] if text else [term, ""])
    return found


class Pages(unittest.TestCase):

    maxDiff = None

    def test_they_are_sound(self):
        for words in [[], *(verb.split() for verb in _milepost.verbs())]:
            with self.subTest(words):
                page = _milepost.run("man", *words).out
                self.assertTrue(page.isascii())
                complaints = mandoc(page, "-Tlint", "-Wwarning").stdout.decode().splitlines()
                # A date would be that of the build.
                self.assertEqual(
                    [one for one in complaints if "missing date" not in one], [])

    def test_lint_can_complain(self):
        page = _milepost.run("man", "check").out
        self.assertIn(b"unknown macro", mandoc(page + ".XX\n", "-Tlint", "-Wwarning").stdout)

    def test_they_say_what_help_says(self):
        for verb in _milepost.verbs():
            told = _milepost.run("help", *verb.split()).out
            text = shown(_milepost.run("man", *verb.split()).out)
            lines = [line.strip() for line in text.splitlines()]
            name = "milepost-" + verb.replace(" ", "-")
            self.assertTrue(lines[0].startswith(f"{name.upper()}(1)"), lines[0])
            for section in ("options", "examples", "exit status"):
                for term, meaning in rows(told, section):
                    with self.subTest(verb, section=section, term=term):
                        self.assertNotEqual(meaning, "")
                        self.assertRegex(
                            text, rf"\n +{re.escape(term)}\s+{re.escape(meaning)}\n")
            first, usage = told.split("\n")[0], told.split("\n")[2]
            self.assertIn(first.replace(f"milepost {verb}: ", f"{name} - "), lines)
            self.assertIn(usage.removeprefix("usage: ").replace("…", "..."), lines)

    def test_overview(self):
        text = shown(_milepost.run("man").out)
        for verb in _milepost.verbs():
            self.assertRegex(text, rf"\n +milepost-{verb.replace(' ', '-')}\(1\)\n")
        for variable in ("NO_COLOR", "TERM", "COLUMNS"):
            self.assertRegex(text, rf"\n +{variable}\s")
        version = " ".join(_milepost.run("--version").out.split()[:2])
        self.assertTrue(text.rstrip().splitlines()[-1].startswith(version))


@unittest.skipUnless(
    os.path.exists(os.path.join(BUILD, "cmake_install.cmake")), "the program is not in its build")
class Installed(unittest.TestCase):

    maxDiff = None

    def test_files(self):
        with tempfile.TemporaryDirectory() as root:
            subprocess.run(
                ["cmake", "--install", BUILD, "--prefix", "/usr"],
                env=_milepost.plain_environment(DESTDIR=root), capture_output=True, timeout=120,
                check=True)
            found = {
                os.path.relpath(os.path.join(folder, name), os.path.join(root, "usr"))
                for folder, _, names in os.walk(root) for name in names
            }
            pages = ["milepost", *("milepost-" + verb.replace(" ", "-") for verb in _milepost.verbs())]
            scripts = {
                "share/bash-completion/completions/milepost": "bash",
                "share/fish/vendor_completions.d/milepost.fish": "fish",
                "share/zsh/site-functions/_milepost": "zsh",
            }
            self.assertEqual(
                sorted(found),
                sorted(["bin/milepost", *scripts, *(f"share/man/man1/{page}.1" for page in pages)]))
            for path, shell in scripts.items():
                with open(os.path.join(root, "usr", path), encoding="utf-8") as file:
                    self.assertEqual(file.read(), _milepost.run("completions", shell).out)
            with open(os.path.join(root, "usr/share/man/man1/milepost-check.1"),
                      encoding="utf-8") as file:
                self.assertEqual(file.read(), _milepost.run("man", "check").out)


if __name__ == "__main__":
    unittest.main()
