"""A real provider of OpenID Connect (npm oidc-provider@8), for the tests beside this file."""

import os
import shutil
import socket
import subprocess
import urllib.parse

from _server import Forms

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "browser",
                      "oidc_provider.mjs")
PACKAGE = "oidc-provider@8"


def installed():
    """The folder where npm has put it, None when npm cannot fetch it."""
    if not shutil.which("npm") or not shutil.which("node"):
        return None
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    folder = os.path.join(cache, "milepost-tests", "oidc-provider-8")
    if os.path.exists(os.path.join(folder, "node_modules", "oidc-provider", "package.json")):
        return folder
    os.makedirs(folder, exist_ok=True)
    try:
        done = subprocess.run(
            ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, PACKAGE],
            check=False, capture_output=True, timeout=300)
    except subprocess.TimeoutExpired:
        return None
    return folder if done.returncode == 0 else None


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Provider:
    """The port is chosen before: the server it is for must know it, and it the server's."""

    def __init__(self, case, folder, port, *redirects, host="127.0.0.1"):
        self.issuer = f"http://{host}:{port}"
        self.process = subprocess.Popen(["node", SCRIPT, folder, f"{host}:{port}", *redirects],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        case.addCleanup(self.stop)
        while (line := self.process.stdout.readline().strip()) != b"ready":
            case.assertTrue(line or self.process.poll() is None, "the provider does not start")

    def stop(self):
        self.process.kill()
        self.process.wait(30)
        self.process.stdout.close()

    def sign_in(self, browser, begun, who):
        """From where the server sends the browser to where the provider sends it back, which is
        not asked for yet."""
        answer = browser.get(begun.location)
        for _ in range(12):
            target = urllib.parse.urljoin(answer.address, answer.location)
            if answer.location and not target.startswith(self.issuer):
                return target
            if answer.location:
                answer = browser.get(target)
                continue
            form = Forms(answer.text).forms[0]
            fields = {**form["fields"], "login": who, "password": "any"}
            answer = browser.post(urllib.parse.urljoin(answer.address, form["action"]), fields)
        raise AssertionError("the provider sends nobody back")
