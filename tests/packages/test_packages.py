"""The packages in clean systems without a compiler: installed, used, taken away again."""

import contextlib
import http.server
import os
import re
import shlex
import shutil
import ssl
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.request

import yaml

import _roots

sys.path.insert(0, os.path.join(_roots.ROOT, "tests", "e2e"))
import _documents  # noqa: E402

EXAMPLE = os.path.join(_roots.ROOT, "examples", "kep")
CHANGED = "keps/sig-storage/131-shared-input-cache"
RELEASES = "file:///packages"
WHY_NOT = _roots.why_not()


def only(pattern):
    found = [name for name in os.listdir(_roots.PACKAGES) if re.fullmatch(pattern, name)]
    assert len(found) == 1, (pattern, found)
    return found[0]


@unittest.skipIf(WHY_NOT, f"lacking: {WHY_NOT}")
class Case(unittest.TestCase):
    maxDiff = None

    def root(self, suite):
        root = _roots.Root(suite)
        self.addCleanup(root.remove)
        for program in ("cc", "gcc", "g++", "c++", "clang", "make", "cmake"):
            self.assertNotEqual(root.run(f"command -v {program}", status=None).returncode, 0, program)
        return root

    def repository(self, root, path="work"):
        """A clone of the example at /work, with a branch that breaks one proposal; it has no git."""
        upstream = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, upstream)
        work = root.path(path)
        shutil.copytree(EXAMPLE, upstream, dirs_exist_ok=True)
        git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", "-C"]
        for folder, command in [
            (upstream, "init -q -b main"), (upstream, "add -A"), (upstream, "commit -qm base"),
            (upstream, f"clone -q {upstream} {work}"), (work, "checkout -qb change"),
        ]:
            subprocess.run([*git, folder, *command.split()], check=True)
        path = os.path.join(work, CHANGED, "kep.yaml")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.assertIn("status: implementable", text)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace("status: implementable", "status: implementible"))
        subprocess.run([*git, work, "commit", "-qam", "change"], check=True)
        subprocess.run(["chown", "-R", "0:0", work], check=True)

    def version(self):
        """What the program that was packed says, which tells the commit it was built from."""
        told = subprocess.run([os.environ["MILEPOST"], "--version"], capture_output=True, text=True,
                              check=True).stdout
        self.assertRegex(told, r"^milepost \d+\.\d+\.\d+ \((commit unknown|[0-9a-f]{12}(, with .*)?)\)\n$")
        return told

    def use(self, root):
        """What needs each of the libraries that are inside, and the exceptions of C++."""
        self.assertEqual(root.run("milepost --version").stdout, self.version())
        self.repository(root)

        def here(command, status=0):
            return root.run(command, "/work", status)

        self.assertIn("implementible", here("milepost check", 1).stdout)
        # libgit2
        changed = here("milepost check --base origin/main", 1).stdout
        self.assertIn("implementible", changed)
        self.assertNotIn("140-priority-lanes", changed)
        self.assertIn("131", here("milepost history 131").stdout)
        # SQLite and libcrypto
        here("milepost concern 140 'why so?' --as iduarte")
        self.assertIn("why so?", here("milepost log 140").stdout)
        here("milepost fsck")
        # libsodium
        here("milepost account add iduarte --password-stdin <<<'a long password of hers'")
        # libfmt, libyaml, MD4C and Boost: a server with pages
        with self.served(root) as address:
            with urllib.request.urlopen(address + "/proposals/140", timeout=30) as answer:
                self.assertIn("<h1", answer.read().decode())
        # What is opened when needed, and is not there.
        lacking = here("milepost log 140 --store http://127.0.0.1:1", 2).stderr
        self.assertIn("(Debian: libcurl4)", lacking)
        lacking = here("milepost log 140 --store postgresql://127.0.0.1:1/x", 2).stderr
        self.assertIn("(Debian: libpq5)", lacking)

    @contextlib.contextmanager
    def served(self, root):
        """The address of a server of /work."""
        server = subprocess.Popen(
            root.command("exec milepost serve . --listen 127.0.0.1:0", "/work"),
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            address, line = None, "-"
            while address is None and line:
                line = server.stdout.readline()
                address = re.search(r"http://127\.0\.0\.1:\d+", line)
            self.assertIsNotNone(address)
            yield address[0]
        finally:
            server.kill()
            server.communicate()


class Quiet(http.server.BaseHTTPRequestHandler):

    def do_GET(self):
        self.send_error(404)

    def log_message(self, *_):
        pass


class Https(Case):
    """`serve https://…` trusts what the system trusts, wherever it keeps that."""

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        key, self.certificate = (os.path.join(self.folder, name) for name in ("key", "certificate"))
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", self.certificate],
            check=True, capture_output=True)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)

    def test_certificates(self):
        address = f"https://localhost:{self.server.server_port}/repository"
        root = self.root("bookworm")
        with open(root.path("etc/hosts"), "a", encoding="utf-8") as file:
            file.write("127.0.0.1 localhost\n")
        root.run(f"dpkg -i /packages/{only(r'milepost_.*.deb')}")
        serve = f"timeout 60 milepost serve {address} --listen 127.0.0.1:0"
        self.assertIn("certificate", root.run(serve, "/tmp", status=2).stderr)
        for path in ("etc/ssl/certs/ca-certificates.crt", "etc/pki/tls/certs/ca-bundle.crt"):
            with self.subTest(path):
                os.makedirs(os.path.dirname(root.path(path)), exist_ok=True)
                shutil.copy(self.certificate, root.path(path))
                refused = root.run(serve, "/tmp", status=2).stderr
                self.assertIn("404", refused)  # asked, and answered
                os.remove(root.path(path))


class Tarball(Case):

    def test_in_the_oldest_and_the_newest(self):
        name = only(r"milepost-.*\.tar\.gz")
        for suite in ("bullseye", "trixie"):
            with self.subTest(suite):
                root = self.root(suite)
                before = root.run("find /usr/local | sort").stdout
                root.run(f"tar -C /usr/local --strip-components 1 -xf /packages/{name}")
                self.assertEqual(root.run("command -v milepost").stdout, "/usr/local/bin/milepost\n")
                new = set(root.run("find /usr/local -type f").stdout.split()) - set(before.split())
                for path in ("bin/milepost", "share/man/man1/milepost.1.gz",
                             "share/man/man1/milepost-check.1.gz",
                             "share/bash-completion/completions/milepost",
                             "share/fish/vendor_completions.d/milepost.fish",
                             "share/zsh/site-functions/_milepost",
                             "share/doc/milepost/LICENSE", "share/doc/milepost/copyright"):
                    self.assertIn("/usr/local/" + path, new)
                for path in new:
                    self.assertRegex(path, r"^/usr/local/(bin/milepost$|share/)")
                self.use(root)


class Deb(Case):

    def test_is_installed_and_removed(self):
        name = only(r"milepost_.*\.deb")
        for suite in ("bullseye", "bookworm", "trixie"):
            with self.subTest(suite):
                root = self.root(suite)
                before = root.run("find / -xdev -path /proc -prune -o -print | sort").stdout
                root.run(f"dpkg -i /packages/{name}")
                self.assertEqual(root.run("dpkg --verify milepost").stdout, "")
                self.assertEqual(root.run("command -v milepost").stdout, "/usr/bin/milepost\n")
                shown = root.run("ldd /usr/bin/milepost").stdout
                self.assertNotIn("not found", shown)
                root.run("milepost --version")
                root.run("dpkg -r milepost")
                after = root.run("find / -xdev -path /proc -prune -o -print | sort").stdout
                left = {path for path in set(after.split("\n")) - set(before.split("\n"))
                        if not path.startswith(("/var/lib/dpkg", "/var/log"))}
                self.assertEqual(left, set())
                root.run(f"dpkg -i /packages/{name}")
                self.use(root)

    def older(self, folder):
        """A package of an earlier version, with a man page that is no longer there."""
        tree = os.path.join(folder, "tree")
        subprocess.run(["dpkg-deb", "--raw-extract",
                        os.path.join(_roots.PACKAGES, only(r"milepost_.*\.deb")), tree], check=True)
        control = os.path.join(tree, "DEBIAN", "control")
        with open(control, encoding="utf-8") as file:
            text = file.read()
        with open(control, "w", encoding="utf-8") as file:
            file.write(re.sub(r"(?m)^Version: .*", "Version: 0.0.9", text))
        with open(os.path.join(tree, "usr/share/man/man1/milepost-former.1.gz"), "wb"):
            pass
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", tree,
                        os.path.join(folder, "older.deb")], check=True, stdout=subprocess.DEVNULL)

    def test_is_upgraded(self):
        name = only(r"milepost_.*\.deb")
        root = self.root("bookworm")
        self.older(root.path("tmp"))
        root.run("dpkg -i /tmp/older.deb")
        root.run("test -e /usr/share/man/man1/milepost-former.1.gz")
        root.run(f"dpkg -i /packages/{name}")
        self.assertEqual(root.run("dpkg-query --show --showformat '${Version}' milepost").stdout,
                         name.split("_")[1])
        root.run("test ! -e /usr/share/man/man1/milepost-former.1.gz")
        self.assertEqual(root.run("dpkg --verify milepost").stdout, "")
        self.assertEqual(root.run("milepost --version").stdout, self.version())

    def test_lintian(self):
        if not shutil.which("lintian"):
            self.skipTest("lacking: lintian")
        done = subprocess.run(
            ["lintian", "--fail-on", "error,warning", "--allow-root",
             os.path.join(_roots.PACKAGES, only(r"milepost_.*\.deb"))],
            capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_opens_the_libraries_it_recommends(self):
        for suite, libraries in (("bullseye", "libcurl4"), ("bookworm", "libcurl3-gnutls libpq5"),
                                 ("trixie", "libcurl4 libpq5")):
            with self.subTest(suite):
                root = self.root(suite)
                root.run("apt-get update -qq && apt-get install -y -qq --no-install-recommends "
                         f"{libraries} /packages/{only(r'milepost_.*.deb')}")
                self.repository(root)
                # A server is asked with libcurl.
                with self.served(root) as address:
                    root.run(f"milepost log 140 --store {address}", "/work")
                if "libpq5" in libraries:
                    refused = root.run("milepost log 140 --store postgresql://127.0.0.1:1/x",
                                       "/work", 2).stderr
                    self.assertNotIn("libpq", refused)
                    self.assertIn("127.0.0.1", refused)


class Shells(Case):
    """Three shells and man find by themselves what both packages bring."""

    OFFERED = {
        "bash": """
            source /usr/share/bash-completion/bash_completion
            _completion_loader milepost
            COMP_WORDS=(milepost expl) COMP_CWORD=1 COMP_LINE="milepost expl" COMP_POINT=13
            "$(complete -p milepost | sed 's/.* -F \\([^ ]*\\) .*/\\1/')"
            printf '%s\\n' "${COMPREPLY[@]}"
            """,
        "fish": "complete -C 'milepost expl'",
        "zsh": """
            autoload -Uz compinit
            compinit -u -D
            autoload +X $_comps[milepost]
            print -r -- "$functions[$_comps[milepost]]"
            """,
    }

    def expect(self, root):
        for shell, script in self.OFFERED.items():
            with self.subTest(shell):
                # Only by this variable does fish look below /usr/local.
                offered = root.run(f"timeout 60 {shell} -c {shlex.quote(script)}",
                                   XDG_DATA_DIRS="/usr/local/share:/usr/share").stdout
                self.assertRegex(offered, r"\bexplain\b")
        with self.subTest("man"):
            self.assertIn("MP201", root.run("MANPAGER=cat man milepost-explain").stdout)

    def test_in_the_oldest_and_the_newest(self):
        for suite in ("bullseye", "trixie"):
            root = self.root(suite)
            root.run("apt-get update -qq && apt-get install -y -qq --no-install-recommends "
                     "bash-completion fish man-db zsh")
            with self.subTest(suite, package="deb"):
                root.run(f"dpkg -i /packages/{only(r'milepost_.*.deb')}")
                self.expect(root)
                root.run("dpkg -r milepost")
            with self.subTest(suite, package="tarball"):
                root.run("tar -C /usr/local --strip-components 1 -xf "
                         f"/packages/{only(r'milepost-.*.tar.gz')}")
                self.expect(root)


class Snippets(Case):
    """The files that `init` writes run in a clean system, with packages from a local folder."""

    def prepared(self, suite, packages):
        """What init writes, in a system that has `packages` but milepost."""
        root = self.root(suite)
        if packages:
            root.run(f"apt-get update -qq && apt-get install -y -qq --no-install-recommends {packages}")
        self.repository(root)
        return root

    def written(self, *remote):
        """Files that init writes, by path."""
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        subprocess.run(["git", "init", "-q", folder], check=True)
        if remote:
            subprocess.run(["git", "-C", folder, "remote", "add", "origin", *remote], check=True)
        subprocess.run([os.environ["MILEPOST"], "-C", folder, "init", "--process", "kep"], check=True,
                       stdout=subprocess.DEVNULL)
        files = {}
        for path in (".github/workflows/milepost.yml", ".gitlab-ci.yml", ".pre-commit-config.yaml"):
            if os.path.exists(os.path.join(folder, path)):
                with open(os.path.join(folder, path), encoding="utf-8") as file:
                    files[path] = yaml.safe_load(file)
        return files

    def test_workflow_of_github(self):
        steps = self.written()[".github/workflows/milepost.yml"]["jobs"]["check"]["steps"]
        scripts = {step["name"]: step["run"] for step in steps if "run" in step}
        root = self.prepared("bookworm", "ca-certificates curl")
        root.run("mkdir /tmp/runner")
        given = {"MILEPOST_RELEASES": RELEASES, "MILEPOST_SHA256": "", "BASE": "main",
                 "GITHUB_PATH": "/tmp/paths", "RUNNER_TEMP": "/tmp/runner"}
        root.run(scripts.pop("Get milepost"), "/work", **given)
        with open(root.path("tmp/paths"), encoding="utf-8") as file:
            given["PATH"] = file.read().strip() + ":/usr/bin:/bin"
        changed = root.run(scripts.pop("Check what changed"), "/work", 1, **given).stdout
        self.assertIn("::error file=" + CHANGED, changed)
        root.run(scripts.pop("Check everything for code scanning"), "/work", **given)
        self.assertEqual(scripts, {})
        self.assertTrue(os.path.exists(root.path("work/milepost.sarif")))

    def test_job_of_gitlab(self):
        job, = self.written("https://gitlab.example/owner/name")[".gitlab-ci.yml"].values()
        suite, = re.fullmatch(r"debian:(\w+)-slim", job["image"]).groups()
        root = self.prepared(suite, "")
        script = "\n".join([*job["before_script"], *job["script"]])
        root.run(script, "/work", 1, MILEPOST_RELEASES=RELEASES, MILEPOST_SHA256="0" * 64,
                 CI_MERGE_REQUEST_TARGET_BRANCH_NAME="main")
        self.assertFalse(os.path.exists(root.path("usr/bin/milepost")))
        changed = root.run(script, "/work", 1, MILEPOST_RELEASES=RELEASES,
                           CI_MERGE_REQUEST_TARGET_BRANCH_NAME="main")
        self.assertIn(CHANGED, changed.stdout)
        with open(root.path("work/milepost.xml"), encoding="utf-8") as file:
            self.assertIn("implementible", file.read())

    def test_hook_of_pre_commit(self):
        for remote in ((), ("https://gitlab.example/owner/name",)):
            hook, = self.written(*remote)[".pre-commit-config.yaml"]["repos"][0]["hooks"]
        # As the framework splits it.
        entry = shlex.join(shlex.split(hook["entry"]))
        root = self.prepared("trixie", "ca-certificates curl git")
        root.run("git reset -q --soft HEAD~", "/work")
        for releases in (RELEASES, "file:///nowhere"):  # fetched once, then found
            answer = root.run(entry, "/work", 1, MILEPOST_RELEASES=releases)
            self.assertIn("implementible", answer.stdout)

    def test_container(self):
        """The steps of the Containerfile, in a system like the image it begins with."""
        with open(os.path.join(_roots.PACKAGES, "Containerfile"), encoding="utf-8") as file:
            lines = file.read().replace("\\\n", "").split("\n")
        steps = [line.split(" ", 1) for line in lines if line and not line.startswith("#")]
        self.assertEqual([name for name, _ in steps],
                         ["FROM", "COPY", "RUN", "RUN", "WORKDIR", "ENTRYPOINT", "CMD"])
        said = [rest for _, rest in steps]
        suite, = re.fullmatch(r"debian:(\w+)-slim", said[0]).groups()
        root = self.root(suite)
        what, where = said[1].split()
        root.run(f"cp /packages/{what} {where}")
        for script in said[2:4]:
            root.run(script)
        self.repository(root, said[4].strip("/"))
        subprocess.run(["chown", "-R", "1000:1000", root.path("work")], check=True)
        program = shlex.join(yaml.safe_load(said[5]))
        root.run(f"{program} {shlex.join(yaml.safe_load(said[6]))}", said[4])
        self.assertIn("implementible",
                      root.run(f"{program} check --base origin/main", said[4], 1).stdout)


class Published(unittest.TestCase):

    def test_sums(self):
        subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=_roots.PACKAGES, check=True)
        with open(os.path.join(_roots.PACKAGES, "SHA256SUMS"), encoding="utf-8") as file:
            self.assertEqual({line.split()[1] for line in file},
                             {only(r"milepost-.*\.tar\.gz"), only(r"milepost_.*\.deb"),
                              "Containerfile"})

    def test_packing_again_gives_the_same_bytes(self):
        with tempfile.TemporaryDirectory() as folder:
            sums = []
            for name in ("one", "two"):
                made = os.path.join(folder, name)
                subprocess.run([os.path.join(_roots.ROOT, "packaging", "make"),
                                os.environ["MILEPOST"], made], check=True)
                with open(os.path.join(made, "SHA256SUMS"), encoding="utf-8") as file:
                    sums.append(file.read())
        self.assertEqual(sums[0], sums[1])
        self.assertEqual(len(sums[0].splitlines()), 3)

    def test_what_was_made_before_stays_until_all_is_made_anew(self):
        with tempfile.TemporaryDirectory() as folder:
            made, programs = os.path.join(folder, "made"), os.path.join(folder, "bin")
            for path in (made, programs):
                os.mkdir(path)
            for name in ("milepost_0.0.9_amd64.deb", "SHA256SUMS"):
                with open(os.path.join(made, name), "w", encoding="utf-8") as file:
                    file.write("as it was\n")
            with open(os.path.join(programs, "dpkg-deb"), "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\nexit 1\n")
            os.chmod(file.name, 0o755)
            failed = subprocess.run(
                [os.path.join(_roots.ROOT, "packaging", "make"), os.environ["MILEPOST"], made],
                env={**os.environ, "PATH": programs + os.pathsep + os.environ["PATH"]}, check=False)
            self.assertEqual(failed.returncode, 1)
            self.assertEqual(sorted(os.listdir(made)), ["SHA256SUMS", "milepost_0.0.9_amd64.deb"])
            with open(os.path.join(made, "SHA256SUMS"), encoding="utf-8") as file:
                self.assertEqual(file.read(), "as it was\n")

    def test_version_of_the_snippets(self):
        self.assertIn(only(r"milepost_.*\.deb").split("_")[1], _documents.read("docs/ci.md"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
