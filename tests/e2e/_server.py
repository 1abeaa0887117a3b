"""A running `milepost serve`, and a browser in the small, for the tests beside this file."""

import html.parser
import http.client
import http.cookies
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import urllib.parse

from _milepost import PROGRAM, plain_environment

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples")


class Server:
    """Serves a copy of an example on a free port of this machine."""

    def __init__(self, case, *words, example="design", folder=None, port=0, **environment):
        if folder is None:
            place = tempfile.TemporaryDirectory()
            case.addCleanup(place.cleanup)
            folder = os.path.join(place.name, "repo")
            shutil.copytree(os.path.join(EXAMPLES, example), folder)
        self.folder = folder
        self.log = tempfile.TemporaryFile()
        case.addCleanup(self.log.close)
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "-C", folder, "--listen", f"127.0.0.1:{port}", *words],
            stdout=subprocess.PIPE, stderr=self.log, env=plain_environment(**environment))
        case.addCleanup(self.stop)
        self.rest = ""  # what it printed after that, once it has ended
        self.welcome = self.process.stdout.readline().decode()
        # With --base-url it greets with that, and its port must be known.
        found = re.search(r"http://127\.0\.0\.1:(\d+)", self.welcome)
        if not found and not (port and self.welcome):
            self.process.wait(30)
            raise AssertionError(f"it does not serve: {self.logged()}")
        self.port = port or int(found.group(1))

    def setup_path(self):
        """The path of the link that the first start prints."""
        line = self.process.stdout.readline().decode()
        return re.search(r"/setup/\w+", line).group()

    def logged(self):
        self.log.seek(0)
        return self.log.read().decode()

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(30)
        if not self.process.stdout.closed:
            self.rest = self.process.stdout.read().decode()
            self.process.stdout.close()


class Answer:

    def __init__(self, response, address):
        self.status = response.status
        self.headers = response.headers
        self.text = response.read().decode()
        self.address = address
        self.location = response.headers.get("Location", "")

    def json(self):
        return json.loads(self.text)


class Browser:
    """Keeps cookies for each host, and follows a redirect when told to."""

    def __init__(self, server):
        self.base = f"http://127.0.0.1:{server.port}"
        self.cookies = {}

    def ask(self, method, address, form=None, headers=None, body=None):
        address = urllib.parse.urljoin(self.base, address)
        parts = urllib.parse.urlsplit(address)
        jar = self.cookies.setdefault(parts.netloc, {})
        sent = dict(headers or {})
        if jar:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in jar.items())
        if form is not None:
            body = urllib.parse.urlencode(form)
            sent["Content-Type"] = "application/x-www-form-urlencoded"
            sent.setdefault("Origin", f"{parts.scheme}://{parts.netloc}")
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
        try:
            target = parts.path + ("?" + parts.query if parts.query else "")
            connection.request(method, target or "/", body=body, headers=sent)
            response = connection.getresponse()
            answer = Answer(response, address)
            for line in response.headers.get_all("Set-Cookie") or []:
                for name, morsel in http.cookies.SimpleCookie(line).items():
                    if morsel["max-age"] == "0" or not morsel.value:
                        jar.pop(name, None)
                    else:
                        jar[name] = morsel.value
            return answer
        finally:
            connection.close()

    def get(self, address, **more):
        return self.ask("GET", address, **more)

    def post(self, address, form, **more):
        return self.ask("POST", address, form=form, **more)

    def follow(self, answer, most=10):
        while answer.location and most > 0:
            answer = self.get(urllib.parse.urljoin(answer.address, answer.location))
            most -= 1
        return answer


class Forms(html.parser.HTMLParser):
    """The forms of a page: where they lead, and what they send untouched."""

    def __init__(self, text):
        super().__init__()
        self.forms = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if tag == "form":
            self.forms.append({"action": values.get("action", ""), "fields": {}})
        elif tag == "input" and self.forms and "name" in values:
            self.forms[-1]["fields"][values["name"]] = values.get("value", "")

    def leading_to(self, part):
        return next(form for form in self.forms if part in form["action"])
