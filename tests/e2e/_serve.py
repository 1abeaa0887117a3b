"""Starts milepost serve over a copy of an example, for the tests beside this file."""

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import threading
import time
import unittest

from _milepost import PROGRAM, plain_environment

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples")


class Reply:
    """An answer, read from a socket as it comes."""

    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers  # names in small letters
        self.body = body

    def json(self):
        return json.loads(self.body)


def read_reply(stream, head=False):
    """The next answer of a connection; None when it was closed."""
    line = stream.readline()
    if not line:
        return None
    status = int(line.split()[1])
    headers = {}
    while (line := stream.readline().strip()):
        name, _, value = line.partition(b":")
        headers[name.decode().lower()] = value.strip().decode()
    if head or status in (204, 304) or status < 200:
        return Reply(status, headers, b"")
    if headers.get("transfer-encoding") == "chunked":
        return Reply(status, headers, None)
    return Reply(status, headers, stream.read(int(headers.get("content-length", "0"))))


class Server:
    """One that runs; its log is read while it does."""

    def __init__(self, *words, cwd=None, wait=True, environment=None):
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--listen", "127.0.0.1:0", *words],
            cwd=cwd,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=plain_environment(**(environment or {})))
        self.lines = []
        self.log_reader = threading.Thread(target=self.read_log)
        self.log_reader.start()
        self.greeting = ""
        if not wait:
            return
        line = self.process.stdout.readline().decode()
        self.greeting = line
        found = re.search(r"at (https?)://([0-9.]+):([0-9]+)/", line)
        if not found:
            self.end()
            raise AssertionError("it does not serve: %r %r" % (line, b"".join(self.lines)))
        self.scheme, self.host = found[1], found[2]
        self.port = int(found[3])

    def read_log(self):
        for line in self.process.stderr:
            self.lines.append(line)

    def connect(self, timeout=30):
        return socket.create_connection((self.host, self.port), timeout)

    def send(self, data, timeout=30):
        """What is answered to bytes, then the connection is closed."""
        with self.connect(timeout) as one:
            one.sendall(data)
            with one.makefile("rb") as stream:
                return read_reply(stream)

    def get(self, target="/healthz", method="GET", headers=(), body=b"", timeout=30):
        head = "%s %s HTTP/1.1\r\nHost: %s:%d\r\n" % (method, target, self.host, self.port)
        for name, value in dict(headers).items():
            head += "%s: %s\r\n" % (name, value)
        if body:
            head += "Content-Length: %d\r\n" % len(body)
        with self.connect(timeout) as one:
            one.sendall(head.encode() + b"\r\n" + body)
            with one.makefile("rb") as stream:
                return read_reply(stream, method == "HEAD")

    def log(self):
        return [json.loads(line) for line in self.lines]

    def end(self, how=signal.SIGTERM):
        """Tells it to end; its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            status = self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        self.log_reader.join()
        self.process.stdout.close()
        self.process.stderr.close()
        return status


class Case(unittest.TestCase):

    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def example(self, name="kep", to=None):
        """A copy of an example that may be written to."""
        target = os.path.join(self.folder, to or name)
        shutil.copytree(os.path.join(EXAMPLES, name), target)
        return target

    def serve(self, *words, **options):
        if not any(os.path.isdir(word) for word in words):
            words = (self.example(), *words)
        server = Server(*words, **options)
        self.addCleanup(server.end)
        return server
