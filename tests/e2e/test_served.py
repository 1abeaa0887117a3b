"""A repository that changes while it is served: by an editor, by git, by others who record."""

import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import threading
import time
import unittest
import urllib.parse

import _home
import _milepost
import _record
import _serve

LONG = 30  # the machine may be busy


class Case(_home.Home):
    """A repository to be served, and one of its proposals."""

    def setUp(self):
        super().setUp()
        self.root = self.repository()
        self.proposal = next(
            os.path.join(at, name) for at, _, names in sorted(os.walk(os.path.join(self.root, "keps")))
            for name in names if name == "kep.yaml")

    def serve(self, *words):
        environment = self.environment(XDG_CACHE_HOME=os.path.join(self.folder, "cache"))
        server = _serve.Server(*words, environment=environment)
        self.addCleanup(server.end)
        return server

    def titles(self, server, base=""):
        reply = server.get(base + "/proposals.json")
        self.assertEqual(reply.status, 200, reply.body)
        return [entry["title"] for entry in reply.json()]

    def await_title(self, server, title, there=True, base=""):
        end = time.monotonic() + LONG
        while (title in self.titles(server, base)) != there:
            self.assertLess(time.monotonic(), end, f"{title} never came, or went")
            time.sleep(0.02)

    def rename(self, title, path=None):
        path = path or self.proposal
        lines = self.read(path).splitlines(keepends=True)
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(f"title: {title}\n" if line.startswith("title:") else line
                            for line in lines)


class Served(Case):

    def test_an_edit_is_seen(self):
        server = self.serve(self.root)
        self.rename("Seen at once")
        self.await_title(server, "Seen at once")
        shutil.copytree(os.path.dirname(self.proposal),
                        os.path.join(os.path.dirname(os.path.dirname(self.proposal)), "9876-copied"))
        end = time.monotonic() + LONG
        while self.titles(server).count("Seen at once") != 2:
            self.assertLess(time.monotonic(), end, "the copy never came")
            time.sleep(0.02)
        shutil.rmtree(os.path.dirname(self.proposal))
        end = time.monotonic() + LONG
        while self.titles(server).count("Seen at once") != 1:
            self.assertLess(time.monotonic(), end, "the original never went")
            time.sleep(0.02)

    def test_a_branch_that_is_checked_out_is_seen(self):
        self.git("checkout", "-q", "-b", "other", cwd=self.root)
        self.rename("On the other branch")
        self.git("commit", "-q", "-a", "-m", "other", cwd=self.root)
        self.git("checkout", "-q", "main", cwd=self.root)
        server = self.serve(self.root)
        self.assertNotIn("On the other branch", self.titles(server))
        self.git("checkout", "-q", "other", cwd=self.root)
        self.await_title(server, "On the other branch")

    def test_an_address_is_cloned_and_fetched(self):
        server = self.serve("file://" + self.root, "--fetch-every", "1s")
        self.assertIn("kep", server.greeting)
        self.rename("Pushed since")
        self.git("commit", "-q", "-a", "-m", "since", cwd=self.root)
        self.await_title(server, "Pushed since")
        os.rename(os.path.join(self.root, ".git"), os.path.join(self.root, "away"))
        end = time.monotonic() + LONG
        while not any("fetching from" in json.dumps(line) for line in server.log()):
            self.assertLess(time.monotonic(), end, "that a fetch failed is not reported")
            time.sleep(0.05)
        self.assertIn("Pushed since", self.titles(server))

    def test_an_address_that_leads_nowhere_is_an_error(self):
        done = subprocess.run(
            [_milepost.PROGRAM, "serve", "file:///nowhere/at/all", "--listen", "127.0.0.1:0"],
            capture_output=True, timeout=60, check=False,
            env=self.environment(XDG_CACHE_HOME=os.path.join(self.folder, "cache")))
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"fetching from file:///nowhere/at/all", done.stderr)

    def test_git_that_comes_later_is_seen(self):
        shutil.move(os.path.join(self.root, ".git"), os.path.join(self.folder, "away"))
        server = self.serve(self.root)
        name = os.path.basename(os.path.dirname(self.proposal)).split("-")[0]
        history = f"/api/v1/proposals/{name}/history"
        self.assertEqual(server.get(history).status, 422)
        for words in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "all")):
            self.git(*words, cwd=self.root)
        end = time.monotonic() + LONG
        while server.get(history).status != 200:
            self.assertLess(time.monotonic(), end, "that it is in git is never noticed")
            time.sleep(0.05)

    def test_what_cannot_be_served_is_named(self):
        for place, why in ((os.path.join(self.folder, "nowhere"), "there is no such folder"),
                           ("git@example.org:a/b.git", "written ssh://git@example.org/a/b.git")):
            with self.subTest(place):
                done = subprocess.run(
                    [_milepost.PROGRAM, "serve", self.root, place, "--listen", "127.0.0.1:0"],
                    capture_output=True, timeout=60, check=False, env=self.environment())
                self.assertEqual(done.returncode, 2)
                self.assertIn(os.path.basename(place) + ": " if why[0] == "t" else why,
                              done.stderr.decode())
                self.assertIn(why, done.stderr.decode())

    def test_a_clone_that_is_damaged_is_made_anew(self):
        self.serve("file://" + self.root).end()
        objects = [os.path.join(at, name)
                   for at, _, names in os.walk(os.path.join(self.folder, "cache"))
                   for name in names if name.endswith(".pack") or re.fullmatch("[0-9a-f]{38}", name)]
        self.assertTrue(objects)
        for path in objects:
            os.chmod(path, 0o644)
            os.truncate(path, os.path.getsize(path) // 2)
        server = self.serve("file://" + self.root)
        self.assertTrue(self.titles(server))
        self.assertIn("cloning anew", json.dumps(server.log()))

    def test_a_bare_repository_is_served(self):
        bare = os.path.join(self.folder, "bare.git")
        self.git("clone", "-q", "--bare", self.root, bare, cwd=self.folder)
        server = self.serve(bare)
        self.rename("Pushed into it")
        self.git("commit", "-q", "-a", "-m", "since", cwd=self.root)
        self.git("push", "-q", bare, "main", cwd=self.root)
        self.await_title(server, "Pushed into it")

    def test_several_of_one_name_are_told_apart(self):
        other = os.path.join(self.folder, "other", "kep")
        shutil.copytree(self.root, other)
        server = self.serve(self.root, other)
        path = os.path.join(other, os.path.relpath(self.proposal, self.root))
        self.rename("Of the other", path)
        self.await_title(server, "Of the other", base="/kep-2")
        self.assertNotIn("Of the other", self.titles(server, "/kep"))

    def test_a_wrong_time_is_refused(self):
        for text in ("60", "0s", "x", "2d", "25h"):
            answer = self.milepost("serve", "--fetch-every", text, cwd=self.root, status=2)
            self.assertIn("--fetch-every is a time such as", answer.err)


class InPostgresql(_record.InPostgresql, Case):

    def test_the_command_line_shares_the_record_with_a_server(self):
        """What a server keeps beside the record, accounts and words to search, is no fault of it."""
        self.use_server()
        server = self.serve(self.root, *self.store)
        end = time.monotonic() + LONG
        while not server.get("/api/v1/search?q=cache").json().get("found"):
            self.assertLess(time.monotonic(), end, "nothing is ever found")
            time.sleep(0.05)
        for verb in ("list", "fsck"):
            done = _milepost.run(verb, "-C", self.root, *self.store)
            self.assertEqual(done.status, 0, done.err)


class Line:
    """Leads to a database, and can be cut, or hang: what is sent gets nowhere."""

    def __init__(self, address):
        parts = urllib.parse.urlsplit(address)
        self.there = (parts.hostname, parts.port)
        self.listening = None
        self.port = 0
        self.open = []
        self.flows = threading.Event()
        self.flows.set()
        self.mend()
        self.address = parts._replace(netloc=f"{parts.username}@127.0.0.1:{self.port}").geturl()

    def mend(self):
        self.listening = socket.create_server(("127.0.0.1", self.port))
        self.port = self.listening.getsockname()[1]
        threading.Thread(target=self.accept, args=(self.listening,), daemon=True).start()

    def accept(self, listening):
        while True:
            try:
                here, _ = listening.accept()
                there = socket.create_connection(self.there)
            except OSError:
                return
            self.open += [here, there]
            for one, other in ((here, there), (there, here)):
                threading.Thread(target=self.pass_on, args=(one, other), daemon=True).start()

    def pass_on(self, one, other):
        try:
            while data := one.recv(65536):
                self.flows.wait()
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def cut(self):
        self.listening.shutdown(socket.SHUT_RDWR)
        self.listening.close()
        for one in self.open:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()
        self.open = []


class Servers(_record.InPostgresql, Case):
    """That share a database, which may go away."""

    def setUp(self):
        super().setUp()
        self.use_server()
        self.token = self.token_for("tlind")
        self.name = os.path.basename(os.path.dirname(self.proposal)).split("-")[0]
        made = _milepost.run("track", "new", self.name, "--as", "tlind", "-C", self.root,
                             *self.store)
        self.assertEqual(made.status, 0, made.err)

    def token_for(self, handle):
        words = ("-C", self.root, *self.store)
        made = _milepost.run("account", "add", handle, "--password-stdin", *words,
                             stdin=b"a long enough password\n")
        self.assertEqual(made.status, 0, made.err)
        made = _milepost.run("account", "token", handle, "--scope", "record", *words)
        self.assertEqual(made.status, 0, made.err)
        return re.search(r"mp_[A-Za-z0-9]+", made.out).group()

    def ask(self, server, method, path, body=None, **headers):
        connection = http.client.HTTPConnection(server.host, server.port, timeout=LONG)
        headers["Authorization"] = "Bearer " + self.token
        if body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(body)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        answer.text = answer.read().decode()
        connection.close()
        return answer

    def comment(self, server, text, key, tag):
        return self.ask(server, "POST", f"/api/v1/proposals/{self.name}/comments",
                        {"comment": text}, **{"If-Match": tag, "Idempotency-Key": key})

    def tag(self, server):
        return self.ask(server, "GET", f"/api/v1/proposals/{self.name}").headers["ETag"]

    def events(self, server):
        return [event["kind"] for event in
                json.loads(self.ask(server, "GET", "/api/v1/events").text)["events"]]

    def test_a_key_is_good_on_all_of_them(self):
        one, other = (self.serve(self.root, *self.store) for _ in range(2))
        tag = self.tag(one)
        first = self.comment(one, "once", "k1", tag)
        self.assertEqual(first.status, 200, first.text)
        again = self.comment(other, "once", "k1", tag)
        self.assertEqual((again.status, again.text), (200, first.text))
        self.assertEqual(again.headers["Idempotency-Replayed"], "true")
        self.assertEqual(self.comment(other, "otherwise", "k1", tag).status, 422)
        self.assertEqual(self.events(other).count("commented"), 1)

    def test_asked_at_the_same_time_one_does_it(self):
        servers = [self.serve(self.root, *self.store) for _ in range(2)]
        for turn in range(5):
            tag = self.tag(servers[0])
            answers = []
            threads = [threading.Thread(target=lambda server=server: answers.append(
                self.comment(server, f"turn {turn}", f"turn-{turn}", tag)))
                for server in servers * 4]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertLessEqual({answer.status for answer in answers}, {200, 409})
            done = [answer for answer in answers if answer.status == 200]
            self.assertEqual(
                [answer.headers["Idempotency-Replayed"] for answer in done].count(None), 1)
            self.assertEqual(self.events(servers[1]).count("commented"), turn + 1)

    def test_of_those_who_saw_the_same_one_decides(self):
        servers = [self.serve(self.root, *self.store) for _ in range(2)]
        for turn in range(5):
            tag = self.tag(servers[0])
            answers = []
            threads = [threading.Thread(target=lambda server=server, i=i: answers.append(
                self.comment(server, f"turn {turn} {i}", f"{turn}-{i}", tag).status))
                for i, server in enumerate(servers * 4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(sorted(answers), [200] + [412] * 7)
        for turn in range(3):
            tag = self.tag(servers[0])
            said = _milepost.run("concern", self.name, f"turn {turn}", "--as", "jane", "-C",
                                 self.root, *self.store)
            self.assertEqual(said.status, 0, said.err)
            for server in servers:
                late = self.comment(server, "late", f"late-{turn}", tag)
                self.assertEqual(late.status, 412, late.text)
                self.assertNotEqual(late.headers["ETag"], tag)

    def test_a_database_that_hangs_holds_up_nobody_else(self):
        line = Line(self.store[1])
        self.addCleanup(line.cut)
        server = self.serve(self.root, "--store", line.address)
        tag = self.tag(server)
        self.await_readiness(server, 200)
        line.flows.clear()
        self.addCleanup(line.flows.set)
        hung = time.monotonic()
        self.await_readiness(server, 503)
        self.assertLess(time.monotonic() - hung, 10)
        waiting = [threading.Thread(target=self.ask, args=(server, "GET", f"/api/v1/events?after={i}"))
                   for i in range(8)]
        for thread in waiting:
            thread.start()
        time.sleep(0.1)
        begun = time.monotonic()
        self.assertEqual(server.get("/api/v1/rules").status, 200)
        self.assertEqual(server.get("/assets/milepost.css").status, 200)
        self.assertLess(time.monotonic() - begun, 4, "they waited behind those that wait")
        for thread in waiting:
            thread.join()
        # Once it is known, nobody waits.
        for asked in (lambda: self.ask(server, "GET", "/api/v1/events"),
                      lambda: self.comment(server, "meanwhile", "k1", tag)):
            begun = time.monotonic()
            self.assertEqual(asked().status, 503)
            self.assertLess(time.monotonic() - begun, 4)
        line.flows.set()
        self.await_readiness(server, 200)
        self.assertEqual(self.comment(server, "after", "k2", self.tag(server)).status, 200)

    def test_a_database_that_goes_away_and_comes_back(self):
        line = Line(self.store[1])
        self.addCleanup(line.cut)
        server = self.serve(self.root, "--store", line.address)
        self.assertEqual(self.comment(server, "before", "k1", self.tag(server)).status, 200)
        end = time.monotonic() + LONG
        while server.get("/search?q=cache").status == 503:
            self.assertLess(time.monotonic(), end, "its texts are never indexed")
            time.sleep(0.05)
        line.cut()
        self.await_readiness(server, 503)
        self.assertIn(b"record", server.get("/readyz").body)
        self.assertEqual(server.get("/healthz").status, 200)
        for path in (f"/api/v1/proposals/{self.name}", "/log?page=7", "/search?q=gone",
                     "/api/v1/search?q=gone", "/api/v1/me"):
            with self.subTest(path):
                answer = self.ask(server, "GET", path)
                self.assertEqual(answer.status, 503, answer.text)
                self.assertNotIn("postgresql:", answer.text)
                self.assertEqual(answer.headers["Retry-After"], "2")
        answer = self.comment(server, "meanwhile", "k2", '"any"')
        self.assertEqual(answer.status, 503, answer.text)
        line.mend()
        self.await_readiness(server, 200)
        self.assertEqual(self.comment(server, "before", "k1", '"any"').text,
                         self.comment(server, "before", "k1", '"any"').text)
        self.assertEqual(self.comment(server, "after", "k2", self.tag(server)).status, 200)
        self.assertEqual(self.events(server).count("commented"), 2)
        self.assertEqual(server.get(f"/proposals/{self.name}").status, 200)

    def await_readiness(self, server, status):
        end = time.monotonic() + LONG
        while server.get("/readyz").status != status:
            self.assertLess(time.monotonic(), end, f"it never was {status}")
            time.sleep(0.05)


class Listener:
    """Reads a stream of events as they come."""

    def __init__(self, server, target, headers=()):
        self.socket = server.connect(LONG)
        head = f"GET {target} HTTP/1.1\r\nHost: {server.host}:{server.port}\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in headers)
        self.socket.sendall(head.encode() + b"\r\n")
        self.text = ""

    def hear(self, wanted):
        """All that came until something did."""
        end = time.monotonic() + LONG
        while wanted not in self.text:
            if time.monotonic() > end:
                raise AssertionError(f"{wanted} was never told: {self.text}")
            self.socket.settimeout(LONG)
            try:
                more = self.socket.recv(65536)
            except socket.timeout:
                continue
            if not more:
                raise AssertionError(f"the stream ended: {self.text}")
            self.text += more.decode()
        return self.text

    def close(self):
        self.socket.close()


class Live(Case):

    def listen(self, server, target="/api/v1/events/stream", headers=()):
        listener = Listener(server, target, headers)
        self.addCleanup(listener.close)
        return listener

    def number(self):
        return os.path.basename(os.path.dirname(self.proposal)).split("-")[0]

    def hold(self):
        return self.milepost("hold", self.number(), "--comment", "not yet", "--as", "jane",
                             cwd=self.root, status=None)

    def test_changes_and_events_are_told(self):
        server = self.serve(self.root)
        listener = self.listen(server)
        text = listener.hear("retry:")
        self.assertIn("HTTP/1.1 200", text)
        self.assertIn("text/event-stream", text.lower())
        self.rename("Told")
        told = listener.hear("event: change")
        self.assertIn(f'"proposals":["{self.number()}"]', told)

    def test_what_others_record_is_told_and_told_again(self):
        server = self.serve(self.root)
        listener = self.listen(server)
        listener.hear("retry:")
        held = self.hold()
        self.assertEqual(held.status, 0, held.err)
        self.assertIn('data: {"number":1,', listener.hear("event: recorded"))
        # Whoever comes back says what it heard last.
        again = self.listen(server, headers=(("Last-Event-ID", "0"),))
        self.assertIn("id: 1\n", again.hear("event: recorded"))
        nothing = self.listen(server, headers=(("Last-Event-ID", "1"),))
        nothing.hear("retry:")
        time.sleep(0.2)
        self.assertNotIn("recorded", nothing.text)

    def test_nothing_that_was_recorded_is_left_out(self):
        """However much it is: whoever comes back by the last hears the rest."""
        server = self.serve(self.root)
        listener = self.listen(server)
        listener.hear("retry:")
        for turn in range(6):
            self.milepost("concern", self.number(), f"{turn}" * 60000, "--as", "jane", cwd=self.root)
        heard = []
        last = "0"
        for _ in range(10):
            again = self.listen(server, headers=(("Last-Event-ID", last),))
            try:
                text = again.hear("id: 6\n")
            except AssertionError:
                text = again.text
            heard += re.findall(r"^id: (\d+)$", text, re.M)
            last = heard[-1]
            if last == "6":
                break
        self.assertEqual(heard, ["1", "2", "3", "4", "5", "6"])
        self.assertEqual(server.get("/api/v1/events/stream?after=abc").status, 422)

    def test_a_page_hears_what_it_missed(self):
        server = self.serve(self.root)
        self.rename("Missed")
        self.await_title(server, "Missed")
        self.assertIn("event: change",
                      self.listen(server, "/api/v1/events/stream?generation=1").hear("change"))

    def test_one_client_has_so_many_streams(self):
        server = self.serve(self.root)
        listeners = [self.listen(server) for _ in range(100)]
        for listener in listeners:
            listener.hear("retry:")
        full = server.get("/api/v1/events/stream")
        self.assertEqual(full.status, 429, full.body)
        self.assertIn("retry-after", full.headers)
        self.assertEqual(server.get("/healthz").status, 200)

    def test_streams_end_with_the_server(self):
        server = self.serve(self.root)
        listener = self.listen(server)
        listener.hear("retry:")
        self.assertEqual(server.end(), 0)


if __name__ == "__main__":
    unittest.main()
