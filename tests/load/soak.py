#!/usr/bin/env python3
"""Mixed load on one server: pages, API, search, approvals, ticks, comments, edits of files.

    soak.py [MINUTES]      (10)

Fails on any answer of 500 or above, when the server ends, or when its memory in the last third is
more than a tenth above that in the second. With MILEPOST the program of a build
under sanitizers, their reports end it too.
"""

import collections
import json
import random
import statistics
import sys
import threading
import time

from _load import Client, Server, example, scratch, token_for, track

READS = ["/", "/proposals", "/proposals?q=stage%3Abeta", "/proposals/131", "/proposals/140",
         "/proposals/131/raw", "/board", "/release", "/process", "/rules", "/people", "/groups",
         "/reports", "/log", "/search?q=cache", "/check", "/api/v1/proposals",
         "/api/v1/proposals/131", "/api/v1/proposals/131/findings",
         "/api/v1/proposals/131/gates?to=stable", "/api/v1/search?q=cache", "/api/v1/rules",
         "/api/v1/process", "/metrics", "/healthz"]


class Load:
    def __init__(self, server, tokens, root, end):
        self.server, self.root, self.end = server, root, end
        self.approver, self.author = tokens
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

    def change(self, client, what, method, path, body, tag=None):
        path = "/api/v1/proposals/131" + path
        tag = tag or client.tag("/api/v1/proposals/131")[0]
        status, _, answer = client.ask(method, path, body, **{"If-Match": tag})
        self.note(what, status, answer)
        return tag

    def commenter(self):
        client = Client(self.server.port, self.approver)

        def work():
            tag = self.change(client, "comment", "POST", "/comments",
                              {"comment": f"seen at {time.time()}"})
            self.change(client, "comment upon an old version", "POST", "/comments",
                        {"comment": "too late"}, tag)
            time.sleep(0.2)
        self.run(work)

    def reviewer(self):
        client = Client(self.server.port, self.approver)

        def work():
            text = client.get("/api/v1/proposals/131/document")[1]["Milepost-Text"]
            self.change(client, "approve", "POST", "/approvals", {"role": "approver", "text": text})
            self.change(client, "withdraw", "DELETE", "/approvals", {"role": "approver"})
            time.sleep(0.3)
        self.run(work)

    def ticker(self):
        client = Client(self.server.port, self.author)
        issue = json.loads(client.get("/api/v1/proposals/131/tracking")[2])
        item = next(one["key"] for one in issue["items"] if not one["computed"])

        def work():
            for action in ("tick", "untick"):
                self.change(client, action, "POST", "/tracking/items",
                            {"item": item, "action": action})
            time.sleep(0.3)
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
        tokens = [token_for(root, handle) for handle in ("iduarte", "pnovak")]
        track(root, "tlind")
        with Server(folder, root) as server:
            server.wait_ready()
            while Client(server.port).get("/api/v1/search?q=cache")[0] == 503:
                time.sleep(0.1)  # the texts are not indexed yet
            began = time.monotonic()
            load = Load(server, tokens, root, began + minutes * 60)
            threads = [threading.Thread(target=load.reader, args=(seed,)) for seed in range(6)]
            threads += [threading.Thread(target=work) for work in
                        (load.commenter, load.reviewer, load.ticker, load.editor)]
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
        # Requests take and give back some megabytes at any moment.
        second = statistics.median(size for at, size in memory if minutes * 20 < at < minutes * 40)
        last = statistics.median(size for at, size in memory if at > minutes * 40)
        print(f"memory: {memory[0][1]:.0f} MB at first, {second:.0f} MB in the middle of the "
              f"second third, {last:.0f} MB in that of the last, "
              f"{max(size for _, size in memory):.0f} MB at most")
        for what, status, body in load.wrong:
            print("wrong:", what, status, body)
        if not alive:
            print("the server ended:", server.process.returncode)
        done = {what for (what, status) in load.statuses if status == 200}
        missing = {"read", "comment", "approve", "withdraw", "tick", "untick"} - done
        if missing:
            print("never done:", ", ".join(sorted(missing)))
        grown = last > second * 1.1
        if grown:
            print("its memory grew")
        sys.exit(1 if load.wrong or missing or not alive or grown else 0)


if __name__ == "__main__":
    main()
