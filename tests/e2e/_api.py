"""A server over a copy of the example kep in git, and programs that ask it as somebody."""

import hashlib
import json
import os
import shutil
import subprocess
import tempfile

from _milepost import PROGRAM, plain_environment, run
from _server import EXAMPLES, Browser, Forms, Server

PASSWORD = "correct horse battery"
GIT = dict(GIT_AUTHOR_NAME="a", GIT_AUTHOR_EMAIL="a@example.org", GIT_COMMITTER_NAME="a",
           GIT_COMMITTER_EMAIL="a@example.org", GIT_CONFIG_GLOBAL="/dev/null",
           GIT_AUTHOR_DATE="2025-08-01T12:00:00Z", GIT_COMMITTER_DATE="2025-08-01T12:00:00Z")


def git(folder, *words):
    subprocess.run(["git", "-C", folder, *words], check=True, capture_output=True,
                   env=dict(os.environ, **GIT))


def repository(case):
    place = tempfile.TemporaryDirectory()
    case.addCleanup(place.cleanup)
    folder = os.path.join(place.name, "kep")
    shutil.copytree(os.path.join(EXAMPLES, "kep"), folder)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "all")
    return folder


def clone(case, folder):
    place = tempfile.TemporaryDirectory()
    case.addCleanup(place.cleanup)
    to = os.path.join(place.name, "clone")
    subprocess.run(["git", "clone", "-q", folder, to], check=True, capture_output=True)
    return to


class Api:
    """A running server, and what it answers under /api/v1."""

    def __init__(self, case, *words):
        self.folder = repository(case)
        self.server = Server(case, *words, folder=self.folder)
        self.setup = self.server.setup_path()
        self.browser = Browser(self.server)
        self.address = f"http://127.0.0.1:{self.server.port}"

    def token(self, handle, scope="record"):
        """A token of somebody, whose account is made first."""
        link = run("account", "add", "-C", self.folder, handle).out
        path = "/" + link.strip().split("/", 3)[-1] if "://" in link else link.strip()
        path = path[path.index("/invite/"):].split()[0]
        made = Browser(self.server).post(path, {"password": PASSWORD, "again": PASSWORD})
        assert made.status == 303, made.text
        said = run("account", "token", "-C", self.folder, handle, "--scope", scope, "--days", "1")
        return next(word for word in said.out.split() if word.startswith("mp_"))

    def ask(self, method, path, body=None, token=None, **headers):
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            sent["Authorization"] = "Bearer " + token
        if body is not None:
            sent["Content-Type"] = "application/json"
            body = body if isinstance(body, (str, bytes)) else json.dumps(body)
        return self.browser.ask(method, "/api/v1" + path, headers=sent, body=body)

    def get(self, path, **more):
        return self.ask("GET", path, **more)

    def tag(self, proposal):
        return self.get(f"/proposals/{proposal}").headers["ETag"]

    def change(self, method, path, token, body=None, tag=None):
        """With the tag that the proposal of the path has now."""
        return self.ask(method, path, body, token, If_Match=tag or self.tag(path.split("/")[2]))

    def milepost(self, *words, **environment):
        """What the command line says of the same repository."""
        done = subprocess.run([PROGRAM, *words, "-C", self.folder], capture_output=True, check=False,
                              env=plain_environment(**environment))
        return done.stdout.decode()


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()
