"""The packages that `./dev package` made last, if it did: what they ask of a system, what is inside."""

import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest

import _documents
import _milepost

FOLDER = os.path.join(_documents.ROOT, "build-package", "packages")
MADE = os.path.isfile(os.path.join(FOLDER, "SHA256SUMS"))
OLDEST_GLIBC = (2, 31)
# Of every system with glibc; a newer one has the first three in libc.so.6, too.
LIBRARIES = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "ld-linux-x86-64.so.2",
             "ld-linux-aarch64.so.1"}


def asked_of_glibc(symbols):
    """Versions of glibc that a table of symbols names; what else has a version is returned whole."""
    versions, others = set(), set()
    for name in re.findall(r"\b[A-Z]\w*_[0-9]+[0-9.]*\b", symbols):
        library, _, version = name.rpartition("_")
        if library == "GLIBC":
            versions.add(tuple(int(part) for part in version.split(".")))
        else:
            others.add(name)
    return versions, others


@unittest.skipUnless(MADE, "no packages were made")
class Packages(unittest.TestCase):

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.tarball, = [os.path.join(FOLDER, name) for name in os.listdir(FOLDER)
                         if name.endswith(".tar.gz")]
        self.deb, = [os.path.join(FOLDER, name) for name in os.listdir(FOLDER)
                     if name.endswith(".deb")]

    def run_here(self, *words):
        return subprocess.run(words, capture_output=True, text=True, check=True, cwd=self.folder).stdout

    def program(self):
        self.run_here("tar", "--strip-components", "1", "-xf", self.tarball)
        return os.path.join(self.folder, "bin", "milepost")

    def test_program_asks_for_an_old_glibc_alone(self):
        program = self.program()
        needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", self.run_here("readelf", "-dW", program)))
        self.assertIn("libc.so.6", needed)
        self.assertLessEqual(needed, LIBRARIES)
        versions, others = asked_of_glibc(self.run_here("objdump", "-T", program))
        self.assertEqual(others, set())
        self.assertGreater(len(versions), 1)
        self.assertLessEqual(max(versions), OLDEST_GLIBC)

    def test_program_shows_nothing_to_what_it_opens(self):
        """Else libpq would take its OpenSSL for the system's."""
        table = self.run_here("readelf", "--dyn-syms", "-W", self.program())
        shown = {line.split()[7] for line in table.splitlines()
                 if re.match(r" +\d+:", line) and " UND " not in line}
        self.assertEqual({name for name in shown if not re.search(r"@+GLIBC_", name)}, set())

    def test_program_is_what_it_was(self):
        program = self.program()
        self.assertRegex(self.run_here(program, "--version"), r"^milepost \d+\.\d+\.\d+ \(")
        self.run_here(program, "-C", os.path.join(_documents.ROOT, "examples", "kep"), "list")

    def test_both_have_the_same_files(self):
        with tarfile.open(self.tarball) as file:
            members = file.getmembers()
        top = {member.name.split("/")[0] for member in members}
        self.assertEqual(len(top), 1)
        tarball = {member.name.split("/", 1)[1] for member in members if member.isfile()}
        for member in members:
            self.assertEqual((member.uid, member.gid), (0, 0))
        if not shutil.which("dpkg-deb"):
            self.skipTest("lacking: dpkg-deb")
        listed = self.run_here("dpkg-deb", "--contents", self.deb).splitlines()
        for line in listed:
            self.assertRegex(line, r"^[-d][-rwx]+ root/root ")
        deb = {line.split(" ./usr/")[1] for line in listed if line.startswith("-")}
        documents = "share/doc/milepost/"
        self.assertEqual(
            {path for path in tarball if not path.startswith(documents)},
            {path.replace("vendor-completions", "site-functions") for path in deb
             if not path.startswith((documents, "share/lintian"))})
        self.assertIn(documents + "LICENSE", tarball)
        self.assertLessEqual({documents + "copyright", documents + "changelog.gz"}, deb)
        control = self.run_here("dpkg-deb", "--field", self.deb)
        self.assertRegex(control, r"\nDepends: libc6 \(>= 2\.([12]\d|3[01])\)\n")
        self.assertRegex(control, r"\nRecommends: .*libcurl4.*libpq5")


class Releases(unittest.TestCase):
    """Where packages will be, by the remote that they were built from."""

    def told(self, folder, **environment):
        return subprocess.run(
            [os.path.join(_documents.ROOT, "packaging", "releases")], cwd=folder, capture_output=True,
            text=True, check=True, env={**_milepost.plain_environment(), **environment}).stdout

    def test_address(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(self.told(folder, GIT_CEILING_DIRECTORIES=folder), "")
            subprocess.run(["git", "init", "-q", folder], check=True)
            self.assertEqual(self.told(folder), "")
            subprocess.run(["git", "-C", folder, "remote", "add", "origin", "x"], check=True)
            for origin, address in {
                "https://forge.example/o/n.git": r"https://forge\.example/o/n/releases/download/v[\d.]+\n",
                "git@forge.example:o/n.git": r"https://forge\.example/o/n/releases/download/v[\d.]+\n",
                "ssh://git@forge.example/o/n": r"https://forge\.example/o/n/releases/download/v[\d.]+\n",
                "https://gitlab.example/o/n": r"https://gitlab\.example/o/n/-/releases/v[\d.]+/downloads\n",
                "https://user:secret@forge.example/o/n": "",
                "/srv/git/n.git": "",
            }.items():
                with self.subTest(origin):
                    subprocess.run(["git", "-C", folder, "remote", "set-url", "origin", origin],
                                   check=True)
                    self.assertRegex(self.told(folder), rf"\A{address}\Z")
            self.assertEqual(self.told(folder, MILEPOST_RELEASES="file:///here"), "file:///here\n")


class Symbols(unittest.TestCase):
    """The reader of symbols sees what it should refuse."""

    def test_versions(self):
        table = ("0000 DF *UND* 0000 (GLIBC_2.2.5) free\n0000 DF *UND* 0000 (GLIBC_2.34) x\n"
                 "0000 DF *UND* 0000 (GLIBCXX_3.4.21) _ZSt\n0000 DF *UND* 0000 (OPENSSL_3.0.0) y\n")
        self.assertEqual(asked_of_glibc(table),
                         ({(2, 2, 5), (2, 34)}, {"GLIBCXX_3.4.21", "OPENSSL_3.0.0"}))


if __name__ == "__main__":
    unittest.main()
