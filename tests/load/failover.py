#!/usr/bin/env python3
"""Two servers behind nginx on one PostgreSQL; one is killed at 200 requests a second.

    tests/with_postgres --durable tests/load/failover.py [SECONDS]     (30)

Every write that was acknowledged must be in the record afterwards, once; of all requests, each
tried once more when it failed, at most one in a thousand may fail. Sent once more to the server
that is left, with the same key, every acknowledged write must get the answer that it got, also
when the other server gave it.
"""

import json
import os
import queue
import random
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time

from _load import Client, Server, example, scratch, token_for, track, PROGRAM

RATE = 200
READS = ["/proposals/131", "/proposals", "/api/v1/proposals", "/api/v1/proposals/131", "/release"]


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def start_nginx(folder, ports):
    port = free_port()
    servers = "\n".join(f"    server 127.0.0.1:{one} max_fails=1 fail_timeout=2s;" for one in ports)
    (folder / "nginx.conf").write_text(f"""
daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{ worker_connections 1024; }}
http {{
  access_log off;
  client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
  uwsgi_temp_path {folder}; scgi_temp_path {folder};
  upstream milepost {{
{servers}
    keepalive 64;
  }}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://milepost; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host $http_host; proxy_connect_timeout 1s;
      proxy_next_upstream error timeout http_503;
    }}
  }}
}}
""", encoding="ascii")
    process = subprocess.Popen(  # pylint: disable=consider-using-with
        [shutil.which("nginx") or "/usr/sbin/nginx", "-p", str(folder), "-c",
         str(folder / "nginx.conf")])
    for _ in range(200):
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return process, port
        time.sleep(0.05)
    raise RuntimeError("nginx did not start")


class Run:
    def __init__(self, port, token):
        self.port, self.token = port, token
        self.todo = queue.Queue()
        self.lock = threading.Lock()
        self.asked = self.retried = self.failed = 0
        self.acknowledged, self.refused, self.replayed = {}, 0, 0

    def worker(self):
        client = Client(self.port, self.token, timeout=10)
        while True:
            job = self.todo.get()
            if job is None:
                return
            self.once(client, job)

    def once(self, client, job):
        for last in (False, True):
            try:
                done = self.write(client, job) if job.startswith("write ") else self.read(client, job)
            except OSError:
                done = False
            if done:
                break
            with self.lock:
                self.retried += not last
                self.failed += last
        with self.lock:
            self.asked += 1

    def read(self, client, path):
        status, _, _ = client.get(path)
        return status < 500

    @staticmethod
    def comment(client, text, tag):
        return client.ask("POST", "/api/v1/proposals/131/comments", {"comment": text},
                          **{"If-Match": tag, "Idempotency-Key": text.replace(" ", "-")})

    def repeat(self, port):
        """Of the acknowledged writes those that another server does not answer as they were."""
        client = Client(port, self.token, timeout=10)
        wrong = []
        for text, body in self.acknowledged.items():
            status, headers, again = self.comment(client, text, '"long ago"')
            if status >= 300 or again != body or "Idempotency-Replayed" not in headers:
                wrong.append((text, status, again[:200]))
        return wrong

    def write(self, client, text):
        for _ in range(50):  # others write to the same proposal
            tag, status = client.tag("/api/v1/proposals/131")
            if status >= 500:
                return False
            status, headers, body = self.comment(client, text, tag)
            if status in (200, 201, 204):
                with self.lock:
                    self.acknowledged[text] = body
                    self.replayed += "Idempotency-Replayed" in headers
                return True
            if status >= 500:
                return False
            if status not in (409, 412):
                break
        with self.lock:
            self.refused += 1
        return True


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 30
    store = os.environ.get("MILEPOST_TEST_POSTGRES")
    if not store:
        sys.exit("failover: run it under tests/with_postgres")
    with scratch() as folder:
        root = example(folder)
        token = token_for(root, "tlind", "--store", store)
        track(root, "tlind", "--store", store)
        servers = [Server(folder, root, "--store", store, "--trust-proxy", name=f"server{i}")
                   for i in range(2)]
        for server in servers:
            server.wait_ready()
        nginx, port = start_nginx(folder, [server.port for server in servers])
        run = Run(port, token)
        workers = [threading.Thread(target=run.worker) for _ in range(24)]
        for worker in workers:
            worker.start()
        chance = random.Random(18)
        began = time.monotonic()
        killed = None
        for i in range(int(seconds * RATE)):
            run.todo.put(f"write {i}" if i % 20 == 0 else chance.choice(READS))
            if killed is None and time.monotonic() - began > seconds / 2:
                servers[0].process.send_signal(signal.SIGKILL)
                killed = time.monotonic() - began
            time.sleep(max(0, began + (i + 1) / RATE - time.monotonic()))
        for _ in workers:
            run.todo.put(None)
        for worker in workers:
            worker.join()
        nginx.terminate()
        nginx.wait()
        wrong = run.repeat(servers[1].port)
        for server in servers:
            server.stop()
        logged = subprocess.run([PROGRAM, "-C", root, "log", "131", "--format", "json", "--store",
                                 store], check=True, stdout=subprocess.PIPE, text=True).stdout
        recorded = json.dumps(json.loads(logged))
        lost = [text for text in run.acknowledged if f'"{text}"' not in recorded]
        twice = [text for text in run.acknowledged if recorded.count(f'"{text}"') > 1]
        print(f"{run.asked} requests in {seconds:.0f} s, one of two servers killed after "
              f"{killed:.0f} s\n{run.retried} were tried again, {run.failed} failed then "
              f"({run.failed / run.asked:.3%})\n{len(run.acknowledged)} writes acknowledged, "
              f"{len(lost)} of them lost, {len(twice)} recorded twice, {run.refused} refused\n"
              f"{len(run.acknowledged) - len(wrong)} of them answered alike by the server that is "
              f"left; {run.replayed} answers to a second try were kept ones")
        for one in wrong[:5]:
            print("answered otherwise:", one)
        failed = lost or twice or wrong or not run.acknowledged or run.failed > run.asked / 1000
        sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
