#!/usr/bin/env python3
"""Mixed load on one server: pages, API, search, concerns, comments, edits of files.

    soak.py [MINUTES]      (10)

Fails on any answer of 500 or above, when the server ends, or when its memory grows by more than
a tenth between the end of the first third and the end. With MILEPOST the program of a build
under sanitizers, their reports end it too.
"""

import collections
import random
import sys
import threading
import time

from _load import Client, Server, example, scratch, token_for

READS = ["/", "/proposals", "/proposals?q=stage%3Abeta", "/proposals/131", "/proposals/140",
         "/proposals/131/raw", "/board", "/release", "/process", "/rules", "/people", "/groups",
         "/reports", "/log", "/search?q=cache", "/check", "/api/v1/proposals",
         "/api/v1/proposals/131", "/api/v1/proposals/131/findings",
         "/api/v1/proposals/131/gates?to=stable", "/api/v1/search?q=cache", "/api/v1/rules",
         "/api/v1/process", "/metrics", "/healthz"]


class Load:
    def __init__(self, server, token, root, end):
        self.server, self.token, self.root, self.end = server, token, root, end
        self.statuses = collections.Counter()
        self.wrong = []
        self.lock = threading.Lock()

    def note(self, what, status, body=b""):
        with self.lock:
            self.statuses[(what, status)] += 1
            if status >= 500 and len(self.wrong) < 20:
                self.wrong.append((what, status, body[:300]))

    def run(self, work):
        while time.monotonic() < self.end and self.server.process.poll() is None:
            try:
                work()
            except OSError as error:
                self.note(f"no answer: {error}", 599)

    def reader(self, seed):
        chance = random.Random(seed)
        client = Client(self.server.port)

        def work():
            path = chance.choice(READS)
            status, _, body = client.get(path)
            self.note("read", status, path.encode() + b" " + body)
            time.sleep(0.002)
        self.run(work)

    def writer(self):
        client = Client(self.server.port, self.token)

        def work():
            _, headers, _ = client.get("/api/v1/proposals/131")
            tag = {name.lower(): value for name, value in headers.items()}.get("etag", "")
            status, _, body = client.ask("POST", "/api/v1/proposals/131/comments",
                                         {"text": f"seen at {time.time()}"}, **{"If-Match": tag})
            self.note("comment", status, body)
            status, _, body = client.ask("POST", "/api/v1/proposals/131/comments",
                                         {"text": "too late"}, **{"If-Match": tag})
            self.note("comment upon an old version", status, body)
            time.sleep(0.2)
        self.run(work)

    def editor(self):
        document = next(self.root.glob("keps/*/131-*/README.md"))
        text = document.read_text(encoding="utf-8")
        count = 0

        def work():
            nonlocal count
            count += 1
            document.write_text(text + f"\nEdited {count} times.\n", encoding="utf-8")
            self.note("edit", 0)
            time.sleep(0.5)
        self.run(work)
        document.write_text(text, encoding="utf-8")


def main():
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 10
    with scratch() as folder:
        root = example(folder)
        token = token_for(root, "tlind")
        with Server(folder, root) as server:
            server.wait_ready()
            began = time.monotonic()
            load = Load(server, token, root, began + minutes * 60)
            threads = [threading.Thread(target=load.reader, args=(seed,)) for seed in range(6)]
            threads += [threading.Thread(target=load.writer), threading.Thread(target=load.editor)]
            for thread in threads:
                thread.start()
            memory = []
            while any(thread.is_alive() for thread in threads):
                if server.process.poll() is None:
                    memory.append((time.monotonic() - began, server.resident()))
                time.sleep(min(5, minutes * 60 / 30))
            alive = server.process.poll() is None
        for (what, status), count in sorted(load.statuses.items()):
            print(f"{what:32} {status or '':>4} {count:>9}")
        third = [size for at, size in memory if at > minutes * 20]
        print(f"memory: {memory[0][1]:.0f} MB at first, {third[0]:.0f} MB after a third, "
              f"{memory[-1][1]:.0f} MB at the end")
        for what, status, body in load.wrong:
            print("wrong:", what, status, body)
        if not alive:
            print("the server ended:", server.process.returncode)
        grown = memory[-1][1] > third[0] * 1.1
        if grown:
            print("its memory grew")
        sys.exit(1 if load.wrong or not alive or grown else 0)


if __name__ == "__main__":
    main()
