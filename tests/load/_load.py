"""What the load scripts share: a repository to serve, servers, clients, and their memory."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("MILEPOST", str(ROOT / "build" / "milepost"))


def git(folder, *words):
    subprocess.run(["git", "-C", folder, "-c", "user.name=load", "-c",
                    "user.email=load@example.org", *words], check=True, capture_output=True)


@contextlib.contextmanager
def scratch():
    folder = tempfile.mkdtemp(prefix="milepost-load-")
    try:
        yield pathlib.Path(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def example(folder):
    """The example repository, in git."""
    root = folder / "kep"
    shutil.copytree(ROOT / "examples" / "kep", root)
    git(root, "init", "-q", "-b", "main")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Start")
    return root


def corpus(folder):
    """A clone of the corpus, or nothing where that is not there."""
    bundle = pathlib.Path(os.environ.get("MILEPOST_CORPUS", ROOT.parent / "shared" / "corpus"))
    bundle = bundle / "keps.bundle"
    if not bundle.is_file():
        return None
    root = folder / "keps"
    subprocess.run(["git", "clone", "-q", bundle, root], check=True)
    return root


class Server:
    """A running `milepost serve`; its log is in a file."""

    def __init__(self, folder, *words, name="server", program=PROGRAM, patience=60, rates=100000):
        self.log = open(folder / f"{name}.log", "wb")  # pylint: disable=consider-using-with
        self.began = time.monotonic()
        self.process = subprocess.Popen(  # pylint: disable=consider-using-with
            [program, "serve", *map(str, words), "--listen", "127.0.0.1:0", "--rates", str(rates)],
            stdout=subprocess.PIPE, stderr=self.log)
        self.port = self._port(patience)

    def _port(self, patience):
        found = []

        def read():
            for line in self.process.stdout:
                said = re.search(rb"http://127\.0\.0\.1:(\d+)", line)
                if said and not found:
                    found.append(int(said.group(1)))
        threading.Thread(target=read, daemon=True).start()
        until = time.monotonic() + patience
        while not found and self.process.poll() is None and time.monotonic() < until:
            time.sleep(0.01)
        if not found:
            raise RuntimeError(f"the server did not start; see {self.log.name}")
        return found[0]

    def wait_ready(self, patience=60):
        """Seconds from the start until it answers."""
        until = time.monotonic() + patience
        while time.monotonic() < until:
            try:
                if Client(self.port).get("/readyz")[0] == 200:
                    return time.monotonic() - self.began
            except OSError:
                pass
            time.sleep(0.01)
        raise RuntimeError("the server is not ready")

    def resident(self):
        """Its memory in MB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(re.search(r"VmRSS:\s+(\d+) kB", status).group(1)) / 1024

    def stop(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
        status = self.process.wait(timeout=60)
        self.log.close()
        return status

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Client:
    """One connection that is kept."""

    def __init__(self, port, token=None, timeout=30):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
        self.token = token

    def ask(self, method, path, body=None, **headers):
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        if body is not None:
            body = json.dumps(body)
            headers["Content-Type"] = "application/json"
        try:
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        except (http.client.HTTPException, OSError):
            self.connection.close()
            raise

    def get(self, path, **headers):
        return self.ask("GET", path, **headers)

    def tag(self, path):
        """What If-Match takes, and the status of asking."""
        status, headers, _ = self.get(path)
        return {name.lower(): value for name, value in headers.items()}.get("etag", ""), status


def track(root, handle, *store):
    """The tracking issue of 131."""
    subprocess.run([PROGRAM, "-C", root, "track", "new", "131", "--as", handle, *store],
                   check=True, capture_output=True)


def token_for(root, handle, *store):
    """A token to record with, made where the server's accounts are."""
    subprocess.run([PROGRAM, "-C", root, "account", "add", handle, "--password-stdin", *store],
                   check=True, capture_output=True, input=b"a long enough password\n")
    made = subprocess.run(
        [PROGRAM, "-C", root, "account", "token", handle, "--scope", "record", *store],
        check=True, capture_output=True, text=True)
    return re.search(r"mp_[A-Za-z0-9]+", made.stdout).group(0)
