"""What `milepost --version` tells of the commit: the build asks for it (cmake/commit.cmake)."""

import os
import re
import shutil
import subprocess
import unittest

import _documents
import _milepost

SCRIPT = os.path.join(_documents.ROOT, "cmake", "commit.cmake")
CHANGED = ", with changes that are in no commit"


@unittest.skipUnless(shutil.which("cmake"), "lacking: cmake")
class Commit(_milepost.Case):

    def setUp(self):
        super().setUp()
        self.sources = os.path.join(self.folder, "sources")
        self.write("sources/a", "text\n")
        self.written = os.path.join(self.folder, "built_from.cc")

    def git(self, *words):
        return subprocess.run(
            ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", *words],
            cwd=self.sources, env=_milepost.plain_environment(), capture_output=True, text=True,
            check=True).stdout.strip()

    def commit(self):
        self.git("init", "-q")
        self.git("add", "-A")
        self.git("commit", "-qm", "one")
        return self.git("rev-parse", "--short=12", "HEAD")

    def told(self, **environment):
        subprocess.run(
            ["cmake", "-D", f"SOURCE={self.sources}", "-D", f"INTO={self.written}", "-P", SCRIPT],
            env=_milepost.plain_environment(**environment), capture_output=True, check=True)
        with open(self.written, encoding="utf-8") as file:
            return re.search(r'"(.*)"', file.read())[1]

    def test_clean_and_changed(self):
        commit = self.commit()
        self.assertEqual(self.told(), commit)
        self.git("tag", "-am", "v1", "v1")
        self.assertEqual(self.told(), commit)
        self.write("sources/new", "not git's yet\n")
        self.assertEqual(self.told(), commit)
        self.write("sources/a", "other\n")
        self.assertEqual(self.told(), commit + CHANGED)
        self.git("commit", "-qam", "two")
        self.assertNotEqual(self.told(), commit)

    def test_what_did_not_change_is_not_built_again(self):
        self.commit()
        self.told()
        os.utime(self.written, (1, 1))
        self.told()
        self.assertEqual(os.stat(self.written).st_mtime, 1)

    def test_outside_of_git(self):
        self.assertEqual(self.told(), "commit unknown")

    def test_in_another_repository(self):
        self.commit()
        self.write("sources/copied/a", "text\n")
        self.sources = os.path.join(self.sources, "copied")
        self.assertEqual(self.told(), "commit unknown")

    def test_variables_of_another_repository(self):
        commit = self.commit()
        self.assertEqual(self.told(GIT_DIR=os.path.join(self.folder, "gone")), commit)

    def test_archive(self):
        for name in ("cmake/archived_commit", ".gitattributes"):
            self.write(f"sources/{name}", _documents.read(name))
        commit = self.commit()
        taken = os.path.join(self.folder, "taken")
        os.makedirs(taken)
        self.git("archive", "--output", os.path.join(self.folder, "taken.tar"), "HEAD")
        subprocess.run(["tar", "-C", taken, "-xf", os.path.join(self.folder, "taken.tar")], check=True)
        self.sources = taken
        self.assertEqual(self.told(), commit)


if __name__ == "__main__":
    unittest.main()
