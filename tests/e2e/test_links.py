"""Links that a repository carries: no verb writes through one that leads out of it, and what lies
outside is in nobody's output.

Every verb that writes runs once, to learn which paths it writes; each of them is then replaced by a
link to a canary, and so is each folder above it. For reading, each file of the repository is replaced
by a link to a copy outside that says a secret. MILEPOST_ATTACK=full has every verb in every format meet
every file; without it each verb meets each kind of file once."""

import os
import shutil
import subprocess
import unittest

import _home
import _milepost

FULL = os.environ.get("MILEPOST_ATTACK") == "full"

CANARY = b"canary\n"
SECRET = "sekret"

TEMPLATE = "# Title\n\n## Summary\n\n<!--DIRECTIVE: required: true-->\n"
UNCLOSED = "# Title\n\n## Summary\n\n<!--DIRECTIVE: required: true\n\n## Risks\n"
ISSUE_NOW = "2027-06-10"

# Verbs that write, and what they need to have been done before. `{outside}` is a folder outside.
WRITERS = [
    ("check --fix", []),
    ("check --fix {first}", []),
    ("check --write-baseline baseline.json", []),
    ("check --write-baseline out/baseline.json", []),
    ("toc", []),
    ("toc {first}", []),
    ("new Another thing --group sig-storage --number 990 --as iduarte", []),
    ("init", []),
    ("promote 171 --to implementable --override --reason x --as tlind --now 2027-05-01", []),
    ("approve 131 --role approver --as iduarte --now 2027-05-01", []),
    ("approve 140 --role prr --to beta --as bsantos --now 2027-05-01", []),
    ("concern 131 --as iduarte --comment odd --now 2027-05-01", []),
    ("release new v1.19 --start 2027-05-03 --now 2027-04-26", []),
    ("release opt-in v1.18 131 --as iduarte --now 2026-10-10", []),
    ("track new 131 --as pnovak --now " + ISSUE_NOW, []),
    ("track settle 131 --take issue --as pnovak --now 2027-06-14",
     ["track new 131 --as pnovak --now " + ISSUE_NOW]),
    ("report --html page.html", []),
    ("report --html out/page.html", []),
    ("man --into out/man", []),
    ("man check --into out", []),
    ("template check --fix unclosed.md", []),
    ("template check --fix out/unclosed.md", []),
    ("history 131", []),
    ("store export record.jsonl", ["concern 131 --as iduarte --comment odd --now 2027-05-01"]),
    ("store export out/record.jsonl", ["concern 131 --as iduarte --comment odd --now 2027-05-01"]),
    ("store import copy.jsonl", []),
    ("fsck --checkpoint point", ["concern 131 --as iduarte --comment odd --now 2027-05-01"]),
    ("fsck --checkpoint out/point", ["concern 131 --as iduarte --comment odd --now 2027-05-01"]),
    ("store rebuild", ["concern 131 --as iduarte --comment odd --now 2027-05-01"]),
]

# Verbs that read, with the formats that differ in what of a file they show.
READERS = [
    ("check", ("text", "json", "sarif", "github", "markdown")),
    ("check --base HEAD", ("text", "json")),
    ("check --fix --dry-run", ("",)),
    ("check keps/sig-storage/131-shared-input-cache/README.md", ("text", "json")),
    ("check --template own-template.md keps/sig-storage/131-shared-input-cache/README.md", ("text",)),
    ("check --baseline baseline.json", ("text", "json")),
    ("toc --check", ("",)),
    ("toc --dry-run", ("",)),
    ("list", ("text", "json", "csv")),
    ("list text:e", ("json",)),
    ("show 131", ("text", "json")),
    ("show keps/sig-storage/131-shared-input-cache", ("text",)),
    ("graph", ("dot", "json", "svg")),
    ("why 131 --to stable", ("text", "json")),
    ("why --all", ("text",)),
    ("inbox --as iduarte --now 2027-05-10", ("text", "json")),
    ("release status v1.14 --now 2025-10-01", ("text", "json")),
    ("release calendar", ("text", "json")),
    ("release notes v1.12", ("",)),
    ("release report v1.14 --now 2025-10-01", ("text",)),
    ("release rollover v1.14 --now 2027-05-01", ("text",)),
    ("track new 131 --as pnovak --dry-run --now " + ISSUE_NOW, ("",)),
    ("track check 131 --now 2027-06-14", ("text",)),
    ("track check issue.md --number 131 --now 2027-06-14", ("text", "json")),
    ("track import issue.md --number 131 --as pnovak --dry-run --now 2027-06-14", ("",)),
    ("history 131", ("text", "json")),
    ("log 131", ("text", "json")),
    ("diff 131 HEAD", ("text", "json")),
    ("drift --now 2027-06-14 --gates gates.go", ("text", "json")),
    ("report", ("text", "json", "markdown")),
    ("report roadmap", ("csv",)),
    ("upgrade 131 --dry-run", ("",)),
    ("new Another thing --group sig-storage --number 990 --as iduarte --dry-run", ("",)),
    ("promote 171 --to implementable --override --reason x --as tlind --dry-run", ("",)),
    ("template show own-template.md", ("text", "json")),
    ("template check own-template.md", ("text", "json")),
    ("template lineage own-template.md", ("",)),
    ("fsck --checkpoint point", ("text", "json")),
    ("store status", ("text",)),
    ("store export", ("",)),
    ("store import copy.jsonl --dry-run", ("",)),
    ("explain MP201", ("",)),
    ("rules", ("text",)),
    ("list --process pack", ("text",)),
]

# Between them these read every kind of file.
CORE = ("check", "check --base HEAD", "list", "show 131", "release calendar", "diff 131 HEAD",
        "track new 131 --as pnovak --dry-run --now " + ISSUE_NOW)

FIRST = "keps/sig-storage/131-shared-input-cache/README.md"

# One of each kind of file that is read; MILEPOST_ATTACK=full takes all there are.
KINDS = [
    FIRST,
    "keps/sig-storage/131-shared-input-cache/kep.yaml",
    "keps/prod-readiness/sig-storage/131.yaml",
    "OWNERS_ALIASES",
    "releases.yaml",
    "milepost.yaml",
    "own-template.md",
    "own-issue.md",
    "baseline.json",
    "issue.md",
    "gates.go",
    "point",
    "copy.jsonl",
    "pack/process.yaml",
    "pack/template.md",
]
# Those that are read only when they are named.
NAMED = KINDS[KINDS.index("baseline.json"):]
FOLDERS = ["keps", "keps/sig-storage", "keps/sig-storage/131-shared-input-cache",
           "keps/prod-readiness", "keps/prod-readiness/sig-storage", "pack"]

CONFIG = """\
schema: 1
process: kep
reviews:
  - id: prr
    needed: {in: [implementable, implemented], of: [feature], since: v1.9}
kinds:
  - id: feature
    template: own-template.md
tracking:
  template: own-issue.md
"""


class Links(_home.Home):

    def setUp(self):
        super().setUp()
        self.root = self.repository()
        self.outside = os.path.join(self.folder, "outside")
        os.mkdir(self.outside)

    def put(self, name, text):
        path = os.path.join(self.root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def keep(self):
        """What every test begins with, in a copy that restore() brings back."""
        self.git("gc", "-q", cwd=self.root)  # fewer files to copy
        for name in ("hooks", "logs"):
            shutil.rmtree(os.path.join(self.root, ".git", name), ignore_errors=True)
        self.kept = os.path.join(self.folder, "kept")
        shutil.copytree(self.root, self.kept, symlinks=True)

    def restore(self):
        shutil.rmtree(self.root)
        shutil.copytree(self.kept, self.root, symlinks=True)

    def run_words(self, words, **options):
        try:
            done = subprocess.run([_milepost.PROGRAM, *words], cwd=self.root, input=b"",
                                  capture_output=True, timeout=60, env=self.environment(),
                                  check=False, **options)
        except subprocess.TimeoutExpired:
            self.fail(f"milepost {' '.join(words)} hangs")
        self.assertIn(done.returncode, (0, 1, 2), (words, done.stderr))
        return done

    @staticmethod
    def files_of(folder):
        """Every file and link below a folder, with what it holds."""
        found = {}
        for at, folders, names in os.walk(folder):
            for name in names + [one for one in folders if os.path.islink(os.path.join(at, one))]:
                path = os.path.join(at, name)
                relative = os.path.relpath(path, folder)
                if os.path.islink(path):
                    found[relative] = os.readlink(path).encode()
                else:
                    with open(path, "rb") as file:
                        found[relative] = file.read()
        return found

    def replace_file(self, name, target):
        path = os.path.join(self.root, name)
        if os.path.lexists(path):
            os.remove(path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.symlink(target, path)

    def move_folder_out(self, name):
        """The folder lies outside, and a link stands in its place."""
        moved = os.path.join(self.outside, "moved")
        shutil.rmtree(moved, ignore_errors=True)
        path = os.path.join(self.root, name)
        if os.path.isdir(path):
            shutil.move(path, moved)
        else:
            os.makedirs(moved)
            os.makedirs(os.path.dirname(path), exist_ok=True)
        os.symlink(moved, path)
        return moved


class Writing(Links):

    def setUp(self):
        super().setUp()
        self.put(FIRST, self.read(self.root, FIRST) + "\n## Extra part\n\n- [x ] a box\n")
        self.put("unclosed.md", UNCLOSED)
        self.put("out/unclosed.md", UNCLOSED)
        self.put("out/keep", "")
        self.run_words("concern 140 --as iduarte --comment x --now 2027-04-01".split())
        self.run_words("store export copy.jsonl".split())
        shutil.rmtree(os.path.join(self.root, ".git", "milepost"))
        self.keep()

    attacked = frozenset()

    def written_by(self, words, before):
        """The paths that a verb writes, and what it made of them."""
        self.restore()
        for line in before:
            self.run_words(line.split())
        was = self.files_of(self.root)
        self.run_words(words)
        now = self.files_of(self.root)
        paths = [path for path in now if was.get(path) != now[path] and not self.is_gits(path)]
        for path in list(paths):
            if os.path.basename(path) == "changes.lock":
                state = os.path.dirname(path)
                paths += [f"{state}/changes.planned", f"{state}/changes.committed"]
        return paths

    @staticmethod
    def is_gits(path):
        return path.startswith(".git/") and not path.startswith(".git/milepost/")

    def expect_untouched(self, words, before, prepare, watched):
        self.restore()
        for line in before:
            self.run_words(line.split())
        prepare()
        was = self.files_of(watched())
        self.run_words(words)
        self.assertEqual(self.files_of(watched()), was)

    def attack(self, line, before):
        words = line.format(first=FIRST).split()
        paths = self.written_by(words, before)
        self.assertTrue(paths, line)
        if not FULL:  # what many verbs write is attacked once, and a few of the many man pages
            paths = [path for path in paths if path not in self.attacked][:4]
            self.attacked = self.attacked.union(path for path in paths if "milepost/" in path)
        canary = os.path.join(self.outside, "canary")
        for path in paths:
            with self.subTest(line, file=path):

                def link_file(path=path):
                    with open(canary, "wb") as file:
                        file.write(CANARY)
                    self.replace_file(path, canary)

                self.expect_untouched(words, before, link_file, lambda: self.outside)
                if not FULL and path != paths[0]:
                    continue

                def link_to_nothing(path=path):
                    shutil.rmtree(self.outside)
                    os.mkdir(self.outside)
                    self.replace_file(path, canary)

                self.expect_untouched(words, before, link_to_nothing, lambda: self.outside)
        folders = {folder for path in paths for folder in self.folders_above(path)}
        if not FULL:
            folders -= self.attacked
            self.attacked = self.attacked | folders
        for folder in sorted(folders):
            with self.subTest(line, folder=folder):
                self.expect_untouched(words, before, lambda folder=folder: self.move_folder_out(folder),
                                      lambda: self.outside)

    @staticmethod
    def folders_above(path):
        folder = os.path.dirname(path)
        while folder and folder != ".git":
            yield folder
            folder = os.path.dirname(folder)

    def test_no_write_through_links(self):
        for line, before in WRITERS:
            self.attack(line, before)

    def test_no_write_through_links_outside_of_git(self):
        """The state folder is then one that the repository could carry."""
        shutil.rmtree(os.path.join(self.kept, ".git"))
        lines = WRITERS if FULL else [
            (line, before) for line, before in WRITERS
            if line.startswith(("toc", "new", "approve 140", "report --html p", "store import"))]
        for line, before in lines:
            if not line.startswith("history"):
                self.attack(line, before)

    def test_no_write_into_git(self):
        """A link that stays in the repository may still lead to what git runs or believes."""
        hook = os.path.join(self.root, ".git", "hooks", "post-checkout")
        for line, path in (("report --html page.html", "page.html"),
                           ("check --write-baseline baseline.json", "baseline.json"),
                           ("man check --into out", "out/milepost-check.1"),
                           ("template check --fix unclosed.md", "unclosed.md")):
            with self.subTest(line):
                self.restore()
                os.makedirs(os.path.dirname(hook), exist_ok=True)
                with open(hook, "wb") as file:
                    file.write(UNCLOSED.encode())
                self.replace_file(path, hook)
                done = self.run_words(line.split())
                self.assertEqual(done.returncode, 2, done.stderr)
                with open(hook, "rb") as file:
                    self.assertEqual(file.read(), UNCLOSED.encode())

    def test_what_the_user_names_is_written(self):
        """Outside of the repository, and through links that stay in it."""
        os.mkdir(os.path.join(self.root, "inner"))
        os.symlink("inner", os.path.join(self.root, "link"))
        self.run_words("concern 131 --as iduarte --comment odd --now 2027-05-01".split())
        for line, path in (("report --html {}/page.html", "page.html"),
                           ("check --write-baseline {}/baseline.json", "baseline.json"),
                           ("man check --into {}", "milepost-check.1"),
                           ("store export {}/record.jsonl", "record.jsonl"),
                           ("fsck --checkpoint {}/point", "point")):
            for folder, at in ((self.outside, self.outside), ("link", self.root + "/inner")):
                with self.subTest(line, folder=folder):
                    self.run_words(line.format(folder).split())
                    self.assertTrue(os.path.isfile(os.path.join(at, path)))
        with open(os.path.join(self.root, "inner", "page.html"), "wb") as file:
            file.write(b"old")
        os.symlink("inner/page.html", os.path.join(self.root, "page.html"))
        self.run_words("report --html page.html".split())
        self.assertTrue(os.path.islink(os.path.join(self.root, "page.html")))
        self.assertIn(b"<html", self.files_of(self.root)["inner/page.html"])

    def test_nothing_of_gits_is_written_elsewhere(self):
        """A number is reserved by a ref, which names an object."""
        self.restore()
        config = self.read(self.root, "milepost.yaml")
        self.put("milepost.yaml", config + "layout:\n  numbers: next\n")
        self.keep_anew()
        words = "new Another thing --group sig-storage --as iduarte".split()
        was = set(self.files_of(self.root))
        self.run_words(words)
        made = {path for path in set(self.files_of(self.root)) - was if self.is_gits(path)}
        self.assertTrue(any(path.startswith(".git/refs/milepost/numbers/") for path in made), made)
        folders = {".git/objects", ".git/refs"} | {os.path.dirname(path) for path in made}
        # Objects go where their names say, which are other ones each time.
        folders = {one for one in folders if not one.startswith(".git/objects/")}
        for folder in sorted(folders | {".git/refs/milepost", "ALL"}):
            with self.subTest(folder):
                self.restore()
                if folder == "ALL":
                    moved = self.outside + "/objects"
                    os.makedirs(moved)
                    for i in range(256):
                        place = os.path.join(self.root, f".git/objects/{i:02x}")
                        if not os.path.exists(place):
                            os.symlink(moved, place)
                else:
                    os.makedirs(os.path.join(self.root, folder), exist_ok=True)
                    moved = self.move_folder_out(folder)
                before = self.files_of(moved)
                done = self.run_words(words)
                self.assertEqual(self.files_of(moved), before)
                self.assertIn(b"is a symbolic link", done.stderr)
                self.assertEqual(done.returncode, 2)

    def keep_anew(self):
        shutil.rmtree(self.kept)
        self.keep()


class Reading(Links):

    def setUp(self):
        super().setUp()
        self.put("milepost.yaml", CONFIG)
        self.put("own-template.md", TEMPLATE)
        for name, text in (("own-issue.md", "templates/enhancement-issue.md"),
                           ("pack/process.yaml", "process.yaml"),):
            self.put(name, self.read(_home._documents.ROOT, "processes", "kep", text))
        shutil.copytree(os.path.join(_home._documents.ROOT, "processes", "kep"),
                        os.path.join(self.root, "pack"), dirs_exist_ok=True)
        self.put("pack/template.md", TEMPLATE)
        self.put("gates.go", 'package features\nconst SharedInputCache featuregate.Feature = "X"\n')
        self.run_words("concern 140 --as iduarte --comment x --now 2027-04-01".split())
        self.run_words("store export copy.jsonl".split())
        self.run_words("fsck --checkpoint point".split())
        self.run_words("check --write-baseline baseline.json".split())
        done = self.run_words(("track new 131 --as pnovak --now " + ISSUE_NOW).split())
        self.put("issue.md", done.stdout.decode())
        self.git("add", "-A", cwd=self.root)
        self.git("commit", "-q", "-m", "more", cwd=self.root)
        self.keep()

    def make_secret(self, name, how):
        """A copy outside that says the secret wherever it can."""
        with open(os.path.join(self.kept, name), encoding="utf-8") as file:
            text = file.read()
        if how == "lines":
            text = "".join(f"{SECRET}{i}: [ {SECRET}\n" for i in range(20))
        elif how == "words":
            for word in ("Cache", "cache", "storage", "iduarte", "pnovak", "Summary", "tlind",
                         "mokafor", "v1.1", "Title", "the ", "feature", "nquist", "keps/"):
                text = text.replace(word, SECRET if word != "v1.1" else word)
        path = os.path.join(self.outside, "secret")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text + ("" if how == "words" else f"\n{SECRET}\n"))
        return path

    def lines(self, about=""):
        """All command lines; without MILEPOST_ATTACK=full some, and those that name a file."""
        for line, formats in READERS:
            named = about and about.removesuffix("/process.yaml").removesuffix("/template.md") in line
            if not FULL and not named and (line not in CORE or about in NAMED):
                continue
            for one in formats if FULL else formats[:1]:
                yield line.split() + (["--format", one] if one else [])

    def expect_silence(self, what):
        for words in self.lines(what):
            with self.subTest(what, words=" ".join(words)):
                done = self.run_words(words)
                self.assertNotIn(SECRET.encode(), done.stdout + done.stderr)

    def test_the_secret_can_be_seen(self):
        """Without links each file's words come out somewhere: the test would notice."""
        for name in (FIRST, "keps/sig-storage/131-shared-input-cache/kep.yaml", "own-template.md"):
            self.restore()
            shutil.copy(self.make_secret(name, "words"), os.path.join(self.root, name))
            out = b"".join(self.run_words(words).stdout for words in self.lines(name))
            self.assertIn(SECRET.encode(), out, name)

    def test_no_read_through_links(self):
        names = KINDS
        if FULL:
            names = [one for one in self.files_of(self.kept) if not one.startswith(".git/")]
        for name in names:
            for how in ("lines", "words") if FULL else ("words" if ".md" in name else "lines",):
                self.restore()
                self.replace_file(name, self.make_secret(name, how))
                self.expect_silence(name)

    def test_no_read_through_linked_folders(self):
        for name in FOLDERS if FULL else FOLDERS[2:5]:
            self.restore()
            moved = self.move_folder_out(name)
            for at, _, files in os.walk(moved):
                for one in files:
                    path = os.path.join(at, one)
                    kept = os.path.join(name, os.path.relpath(path, moved))
                    shutil.copy(self.make_secret(kept, "words"), path)
            self.expect_silence(name)

    def test_no_read_by_dots(self):
        """What milepost.yaml names is in the repository, or refused."""
        shutil.copytree(os.path.join(self.kept, "pack"), os.path.join(self.outside, "pack"))
        pack = os.path.join(self.outside, "pack", "process.yaml")
        for how in ("lines", "words") if FULL else ("lines",):
            with open(pack, "a", encoding="utf-8") as file:
                file.write(f"\n{SECRET}: [\n")
            for name in ("own-template.md", "own-issue.md", "OWNERS_ALIASES", "releases.yaml"):
                shutil.copy(self.make_secret(name, how), os.path.join(self.outside, name))
            for outside in ("../../outside", self.outside) if FULL else ("../../outside",):
                for config in (
                        CONFIG.replace("own-template.md", f"{outside}/own-template.md"),
                        CONFIG.replace("own-issue.md", f"{outside}/own-issue.md"),
                        CONFIG.replace("process: kep", f"process: {outside}/pack"),
                        CONFIG + f"calendar: {{file: {outside}/releases.yaml}}\n",
                        CONFIG + "rosters:\n  - id: groups\n"
                        f"    file: {outside}/OWNERS_ALIASES\n    aliases: ['*']\n",
                ):
                    self.restore()
                    self.put("milepost.yaml", config)
                    self.expect_silence(config)

    def test_git_folder_is_not_read(self):
        """It may hold what a CI put there to fetch with."""
        self.git("config", "http.extraheader", SECRET, cwd=self.root)
        for make in (lambda: self.put("milepost.yaml",
                                      CONFIG.replace("own-template.md", ".git/config")),
                     lambda: self.replace_file(FIRST, os.path.join(self.root, ".git/config")),
                     lambda: self.replace_file("own-template.md", ".git/config"),
                     lambda: self.replace_file("baseline.json", ".git/config")):
            config = os.path.join(self.root, ".git", "config")
            with open(config, encoding="utf-8") as file:
                text = file.read()
            self.restore()
            with open(config, "w", encoding="utf-8") as file:
                file.write(text)
            make()
            self.expect_silence("git's folder")

    def test_links_within_work(self):
        """They did before."""
        os.mkdir(os.path.join(self.root, "real"))
        for name in (FIRST, "OWNERS_ALIASES", "own-template.md", "releases.yaml", "milepost.yaml",
                     "keps/prod-readiness/sig-storage/131.yaml"):
            with self.subTest(name):
                before = self.run_words(["check", "--format", "json", "--no-color"][:3])
                real = os.path.join(self.root, "real", os.path.basename(name))
                shutil.move(os.path.join(self.root, name), real)
                os.symlink(os.path.relpath(real, os.path.dirname(os.path.join(self.root, name))),
                           os.path.join(self.root, name))
                after = self.run_words(["check", "--format", "json"])
                self.assertEqual(after.returncode, before.returncode, after.stderr)
                self.assertEqual(after.stderr, before.stderr)

    def test_said_what_is_wrong(self):
        shutil.copy(os.path.join(self.root, FIRST), os.path.join(self.outside, "copy.md"))
        self.replace_file(FIRST, os.path.join(self.outside, "copy.md"))
        for words in (["check"], ["check", FIRST], ["show", "131"], ["toc", FIRST]):
            with self.subTest(words):
                done = self.run_words(words)
                self.assertEqual(done.returncode, 2)
                self.assertIn(f"{FIRST}: is a symbolic link that leads out of the repository",
                              done.stderr.decode())
        self.put("milepost.yaml", "schema: 1\nprocess: ../../outside\n")
        shutil.copy(os.path.join(self.root, "pack", "process.yaml"), self.outside)
        done = self.run_words(["check"])
        self.assertEqual(done.returncode, 2)
        self.assertIn("lies outside of the repository", done.stderr.decode())


if __name__ == "__main__":
    unittest.main()
