"""serve: the server over real sockets, with clients that are slow, broken or hostile."""

import os
import re
import signal
import socket
import ssl
import subprocess
import threading
import time
import unittest
import urllib.parse

import _serve
from _milepost import PROGRAM, plain_environment
from _serve import read_reply

GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Requests(_serve.Case):

    def test_answers(self):
        server = self.serve()
        for target, status in (("/healthz", 200), ("/readyz", 200), ("/metrics", 200),
                               ("/assets/milepost.css", 200), ("/proposals", 200),
                               ("/nowhere", 404), ("/api/v1/nowhere", 404)):
            with self.subTest(target):
                reply = server.get(target)
                self.assertEqual(reply.status, status)
                self.assertIn("default-src 'none'", reply.headers["content-security-policy"])
                self.assertEqual(reply.headers["x-content-type-options"], "nosniff")
                self.assertIn("x-request-id", reply.headers)
        self.assertEqual(server.get("/api/v1/nowhere").json()["status"], 404)
        self.assertIn(b"/assets/", server.get("/nowhere").body)

    def test_keeps_alive_and_pipelines(self):
        server = self.serve()
        with server.connect() as one, one.makefile("rb") as stream:
            for _ in range(3):
                one.sendall(GET)
                self.assertEqual(read_reply(stream).body, b"ok\n")
            one.sendall(GET * 200)
            for _ in range(200):
                self.assertEqual(read_reply(stream).status, 200)
            one.sendall(GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
            reply = read_reply(stream)
            self.assertEqual(reply.headers["connection"], "close")
            self.assertIsNone(read_reply(stream))

    def test_head(self):
        server = self.serve()
        whole = server.get("/proposals")
        with server.connect() as one, one.makefile("rb") as stream:
            one.sendall(b"HEAD /proposals HTTP/1.1\r\nHost: localhost\r\n\r\n" + GET)
            head = read_reply(stream, head=True)
            self.assertEqual(head.headers["content-length"], str(len(whole.body)))
            self.assertEqual(head.headers["etag"], whole.headers["etag"])
            self.assertEqual(read_reply(stream).body, b"ok\n")

    def test_old_http_closes(self):
        server = self.serve()
        with server.connect() as one, one.makefile("rb") as stream:
            one.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
            self.assertEqual(read_reply(stream).status, 200)
            self.assertIsNone(read_reply(stream))

    def test_arrives_in_pieces(self):
        server = self.serve()
        with server.connect() as one, one.makefile("rb") as stream:
            for byte in GET:
                one.sendall(bytes([byte]))
            self.assertEqual(read_reply(stream).status, 200)

    def test_assets_last(self):
        server = self.serve()
        page = server.get("/nowhere").body.decode()
        address = page.split('href="')[1].split('"')[0] if "/assets/" not in page else \
            "/assets/" + page.split("/assets/")[1].split('"')[0]
        reply = server.get(address)
        self.assertEqual(reply.status, 200)
        self.assertIn("immutable", reply.headers["cache-control"])
        self.assertEqual(reply.headers["content-type"], "text/css; charset=utf-8")
        again = server.get(address, headers={"If-None-Match": reply.headers["etag"]})
        self.assertEqual((again.status, again.body), (304, b""))
        self.assertNotIn("immutable", server.get("/assets/milepost.css").headers["cache-control"])
        self.assertEqual(server.get("/assets/frame_head.html").status, 404)

    def test_continues(self):
        server = self.serve()
        with server.connect() as one, one.makefile("rb") as stream:
            one.sendall(b"POST /api/v1/nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n"
                        b"Expect: 100-continue\r\n\r\n")
            self.assertEqual(read_reply(stream).status, 100)
            one.sendall(b"{}")
            self.assertEqual(read_reply(stream).status, 404)

    def test_log_holds_no_secrets(self):
        server = self.serve()
        server.get("/proposals?q=cache&token=geheim1", headers={
            "Authorization": "Bearer geheim2",
            "Cookie": "milepost=geheim3",
            "X-Request-Id": "mine-42"})
        server.get("/setup/geheim4")
        server.get("/nowhere", headers={"X-Request-Id": "bad id\twith space"})
        server.end()
        said = b"".join(server.lines)
        self.assertNotIn(b"geheim", said)
        first, _, last = server.log()
        self.assertEqual((first["id"], first["path"]), ("mine-42", "/proposals?q=cache&token=…"))
        self.assertEqual(set(first), {"time", "id", "client", "method", "path", "status", "bytes",
                                      "ms"})
        self.assertRegex(last["id"], "^[0-9a-f]{8}-[0-9a-f]+$")

    def test_counts(self):
        server = self.serve()
        for _ in range(3):
            server.get("/proposals")
        server.send(b"rubbish\r\n\r\n")
        counted = 'milepost_requests_total{method="GET",route="/proposals",status="200"} 3\n'
        # A request is counted once its answer is written, which its reader may have seen before.
        end, told = time.monotonic() + 10, ""
        while counted not in told and time.monotonic() < end:
            told = server.get("/metrics").body.decode()
        self.assertIn(counted, told)
        self.assertIn('milepost_cache_total{result="hit"} 2\n', told)
        self.assertIn('milepost_refused_total{reason="malformed"} 1\n', told)
        self.assertRegex(told, r'milepost_snapshot_generation\{repository="kep"\} [1-9]')
        self.assertIn('milepost_request_seconds_bucket{le="+Inf"}', told)


class Hostile(_serve.Case):

    def test_refused(self):
        server = self.serve()
        large = b"x" * 20_000
        cases = (
            ("garbage", b"\x00\xff\x16\x03\x01 not http\r\n\r\n", 400),
            ("another protocol", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
            ("no host", b"GET / HTTP/1.1\r\n\r\n", 400),
            ("two hosts", b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: b\r\n\r\n", 400),
            ("length twice", b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n"
             b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
            ("the other way round", b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
             b"Content-Length: 3\r\n\r\n0\r\n\r\n", 400),
            ("lengths that differ", b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n"
             b"Content-Length: 4\r\n\r\nabc", 400),
            ("an odd length", b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: +3\r\n\r\nabc", 400),
            ("a list of lengths",
             b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3, 3\r\n\r\nabc", 400),
            ("an odd host", b"GET / HTTP/1.1\r\nHost: a\"><b>\r\n\r\n", 400),
            ("a host with a path", b"GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
            ("an odd encoding", b"POST / HTTP/1.1\r\nHost: localhost\r\n"
             b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 400),
            ("bad chunks", b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
             b"zz\r\n\r\n", 400),
            ("a space before the colon", b"GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400),
            ("an address of another", b"GET http://b/ HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("up", b"GET /a/../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("up, encoded", b"GET /%2e%2e/etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("a zero byte", b"GET /a%00b HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("an unknown method", b"BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
            ("an odd expectation", b"GET / HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\n\r\n", 417),
            ("a large header", b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + large + b"\r\n\r\n", 431),
            ("a long target", b"GET /" + large + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 431),
            ("a large body", b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000\r\n\r\n"
             + large, 413),
            ("a large body in chunks", b"POST / HTTP/1.1\r\nHost: localhost\r\n"
             b"Transfer-Encoding: chunked\r\n\r\n" + b"10000\r\n%b\r\n" % (b"x" * 0x10000) * 40
             + b"0\r\n\r\n", 413),
        )
        for name, data, status in cases:
            with self.subTest(name):
                reply = server.send(data)
                self.assertEqual(reply.status, status, reply.body)
                self.assertEqual(server.get().status, 200)

    def test_too_large_by_a_byte(self):
        server = self.serve()
        most = 2 * 1024 * 1024
        at_most = server.get("/nowhere", "POST", body=b"x" * most)
        self.assertEqual(at_most.status, 404)
        self.assertEqual(server.get("/nowhere", "POST", body=b"x" * (most + 1)).status, 413)

    def test_reaches_no_other_files(self):
        server = self.serve()
        for key in ("~etc~passwd", "..~..~etc~passwd", "milepost.yaml", "keps", ".", "%2e%2e",
                    "-", "~proc~self~environ"):
            with self.subTest(key):
                reply = server.get("/proposals/" + key)
                self.assertIn(reply.status, (400, 404))
                self.assertNotIn(b"root:", reply.body)

    def test_half_a_request(self):
        server = self.serve()
        for data in (b"", b"G", b"GET / HTTP/1.1\r\n", GET[:-2],
                     b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc"):
            with self.subTest(data):
                with server.connect() as one:
                    one.sendall(data)
                    one.shutdown(socket.SHUT_WR)
                    with one.makefile("rb") as stream:
                        self.assertEqual(stream.read(), b"")
        self.assertEqual(server.get().status, 200)

    def test_noise(self):
        server = self.serve()
        seed = 7
        for _ in range(60):
            noise = bytearray()
            for _ in range(300):
                seed = (seed * 1103515245 + 12345) % 2**31
                noise.append(seed >> 16 & 0xff)
            with server.connect() as one:
                one.sendall(bytes(noise) + b"\r\n\r\n")
                one.shutdown(socket.SHUT_WR)
                try:
                    one.recv(4096)
                except ConnectionResetError:
                    pass
        self.assertEqual(server.get().status, 200)


class ManyClients(_serve.Case):

    def test_slow_clients_keep_nobody_waiting(self):
        server = self.serve()
        slow = [server.connect() for _ in range(100)]
        try:
            for i, one in enumerate(slow):
                one.sendall((b"", b"GET / HT", GET[:-1],
                             b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n")[i % 4])
            # Some ask for much and read nothing.
            for _ in range(20):
                one = server.connect()
                one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                one.sendall(b"GET /proposals HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50)
                slow.append(one)
            begun = time.monotonic()
            for _ in range(50):
                self.assertEqual(server.get().status, 200)
            self.assertLess(time.monotonic() - begun, 10)
        finally:
            for one in slow:
                one.close()

    def test_what_is_refused_early_is_a_problem_and_in_the_log(self):
        server = self.serve()
        long = b"GET /api/v1/search?q=" + b"a" * 20000 + b" HTTP/1.1\r\nHost: a\r\n\r\n"
        large = b"POST /api/v1/check HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\n\r\n"
        for status, sent in ((431, long), (413, large)):
            with self.subTest(status), server.connect() as one, one.makefile("rb") as stream:
                one.sendall(sent)
                reply = read_reply(stream)
                self.assertEqual(reply.status, status)
                self.assertEqual(reply.headers["content-type"], "application/problem+json")
                self.assertEqual(reply.json()["status"], status)
                end = time.monotonic() + 10
                while not any(line.get("status") == status for line in server.log()):
                    self.assertLess(time.monotonic(), end, "it is not in the log")
                    time.sleep(0.02)
                line = next(line for line in server.log() if line.get("status") == status)
                self.assertEqual(line["client"], "127.0.0.1")
                self.assertTrue(line["path"].startswith("/api/v1/"), line)

    def test_slow_header_ends(self):
        server = self.serve()
        with server.connect() as one, one.makefile("rb") as stream:
            begun = time.monotonic()
            for byte in b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 100:
                try:
                    one.sendall(bytes([byte]))
                except OSError:
                    break
                time.sleep(0.2)
            try:
                self.assertEqual(stream.read(), b"", "it is closed, and nothing is answered")
            except ConnectionResetError:
                pass
            self.assertLess(time.monotonic() - begun, 28)

    def test_connections_of_one_client_are_limited(self):
        server = self.serve("--client-connections", "5")
        held = []
        for _ in range(5):
            one = server.connect()
            one.sendall(GET)
            self.assertIn(b"200 OK", one.recv(4096))
            held.append(one)
        with server.connect() as one:
            self.assertIn(b" 503 ", one.makefile("rb").readline())
        held.pop().close()

        def get_when_there_is_room(path):
            # That a connection was closed is noticed a little later.
            for _ in range(50):
                time.sleep(0.05)
                try:
                    answer = server.get(path)
                except (OSError, AttributeError):
                    continue
                if answer.status == 200:
                    return answer
            return self.fail(f"{path} was refused again and again")

        get_when_there_is_room("/")
        told = get_when_there_is_room("/metrics").body.decode()
        self.assertRegex(told, r'refused_total\{reason="client_connections"\} [1-9]')
        for one in held:
            one.close()


class Endings(_serve.Case):

    def test_ends_when_told(self):
        for how in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(how):
                server = self.serve(self.example(to="r%d" % how))
                with server.connect() as idle:
                    idle.sendall(GET)
                    self.assertIn(b"200 OK", idle.recv(4096))
                    begun = time.monotonic()
                    self.assertEqual(server.end(how), 0)
                    self.assertLess(time.monotonic() - begun, 5)
                    self.assertEqual(idle.recv(4096), b"")

    def test_under_load_nobody_is_cut_off(self):
        server = self.serve()
        wrong, done = [], []

        def ask(number):
            while True:
                try:
                    one = server.connect(10)
                except OSError:
                    return  # it lets nobody in any more
                try:
                    with one, one.makefile("rb") as stream:
                        one.sendall(b"GET /proposals?page=%d HTTP/1.1\r\nHost: localhost\r\n\r\n" % number)
                        reply = read_reply(stream)
                        if reply is None:
                            return  # it was not looked at before the end
                        if reply.status != 200:
                            wrong.append(reply.status)
                        done.append(1)
                except ConnectionResetError:
                    return
                except Exception as error:  # half an answer
                    wrong.append(error)
                    return

        threads = [threading.Thread(target=ask, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        while len(done) < 40:
            time.sleep(0.01)
        status = server.end()
        for thread in threads:
            thread.join()
        self.assertEqual(status, 0)
        self.assertEqual(wrong, [])

    def test_streams_come_in_pieces_and_end(self):
        place = self.example()
        server = self.serve(place)
        with server.connect() as one, one.makefile("rb") as stream:
            one.sendall(b"GET /api/v1/events/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
            reply = read_reply(stream)
            self.assertEqual(reply.headers["content-type"], "text/event-stream")
            self.assertNotIn("content-length", reply.headers)
            path = os.path.join(place, "keps/sig-storage/131-shared-input-cache/README.md")
            with open(path, "a", encoding="utf-8") as file:
                file.write("\nOne more line.\n")
            told = b""
            while b"event: change" not in told:
                told += stream.read(int(stream.readline(), 16))
                self.assertEqual(stream.readline(), b"\r\n")
            begun = time.monotonic()
            status = server.end()
            self.assertEqual(status, 0)
            self.assertLess(time.monotonic() - begun, 5)
            self.assertTrue(stream.read().endswith(b"0\r\n\r\n"))

    def test_port_in_use(self):
        server = self.serve()
        done = subprocess.run(
            [PROGRAM, "serve", "--listen", "127.0.0.1:%d" % server.port, self.example(to="other")],
            capture_output=True, timeout=60, env=plain_environment(), check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("cannot listen on 127.0.0.1:%d: Address already in use" % server.port,
                      done.stderr.decode())

    def test_cannot_begin(self):
        place = self.example()
        nothing = os.path.join(self.folder, "nothing")
        os.mkdir(nothing)
        cases = (
            (("--listen", "8080"), "--listen is an address and a port"),
            (("--listen", "nowhere:1"), "no address to listen on"),
            (("--base-url", "proposals.example"), "--base-url is an address"),
            (("--base-url", "https://a/b"), "without a path"),
            (("--tls-cert", "a.pem"), "given together"),
            (("--tls-cert", "none.pem", "--tls-key", "none.key"), "--tls-cert none.pem:"),
            (("--client-connections", "0"), "a number from 1 on"),
            ((nothing,), f"milepost: {nothing}: no process is recognised"),
        )
        for words, message in cases:
            with self.subTest(words):
                done = subprocess.run(
                    [PROGRAM, "serve", *(("--listen", "127.0.0.1:0") if "--listen" not in words
                                         else ()), *(words if nothing in words else (*words, place))],
                    cwd=self.folder, capture_output=True, timeout=60, env=plain_environment(),
                    check=False)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(message, done.stderr.decode())


class Places(_serve.Case):

    def test_several_repositories(self):
        server = self.serve(self.example("kep"), self.example("feature"))
        front = server.get("/").body.decode()
        self.assertIn('href="/kep/"', front)
        self.assertIn('href="/feature/"', front)
        self.assertIn(b"/kep/proposals", server.get("/kep/proposals").body)
        self.assertIn(b"/feature/proposals", server.get("/feature/proposals").body)
        self.assertEqual(server.get("/proposals").status, 404)
        self.assertEqual(server.get("/healthz").status, 200)

    def test_signing_in_while_another_is_read(self):
        """The second is at an address that takes its time."""
        with socket.create_server(("127.0.0.1", 0)) as silent:
            with socket.create_server(("127.0.0.1", 0)) as free:
                port = free.getsockname()[1]
            server = _serve.Server(
                self.example("kep"), "http://127.0.0.1:%d/slow.git" % silent.getsockname()[1],
                "--listen", "127.0.0.1:%d" % port, wait=False)
            self.addCleanup(server.end, signal.SIGKILL)
            server.host, server.port = "127.0.0.1", port
            until = time.monotonic() + 60
            statuses = set()
            while time.monotonic() < until and 200 not in statuses:
                try:
                    statuses.add(server.get("/kep/login").status)
                except OSError:
                    self.assertIsNone(server.process.poll(), "it has ended")
                time.sleep(0.02)
            self.assertLessEqual(statuses, {200, 503})
            self.assertIn(200, statuses)
            self.assertEqual(server.get("/kep/proposals").status, 200)
            self.assertEqual(server.get("/readyz").status, 503)

    def test_private_ones_have_no_names(self):
        server = self.serve(self.example("kep", "merger"), self.example("feature", "other"), "--private")
        for target in ("/", "/nope", "/merger/", "/merger/login", "/robots.txt", "/merger/setup/x"):
            reply = server.get(target)
            self.assertEqual((reply.status, reply.headers["location"]),
                             (303, "/login?next=" + urllib.parse.quote(target, safe="")))
        login = server.get("/login")
        self.assertEqual(login.status, 200)
        for page in (login, server.get("/setup/nothing"), server.get("/nope", method="POST")):
            self.assertIn(b"<html", page.body)
            self.assertNotIn(b"merger", page.body)
            self.assertIn(b'data-generation=""', page.body)
        setup = server.process.stdout.readline().decode()
        self.assertEqual(server.get(re.search(r":[0-9]+(/setup/\S+)", setup)[1]).status, 200)

    def test_greets_once(self):
        place = self.example()
        first = self.serve(place)
        setup = first.process.stdout.readline().decode()
        self.assertRegex(setup, r"make the first, an admin, at http://127.0.0.1:[0-9]+/setup/\S{20,}\n")

    def test_open_line(self):
        place = self.example()
        server = _serve.Server(place, "--listen", "0.0.0.0:0", wait=False)
        self.addCleanup(server.end)
        self.assertRegex(server.process.stdout.readline().decode(), "serves kep at http://0.0.0.0:")
        self.assertIn("nobody can sign in from elsewhere", server.process.stdout.readline().decode())

    def test_private(self):
        server = self.serve("--private")
        reply = server.get("/proposals?q=a")
        self.assertEqual((reply.status, reply.headers["location"]),
                         (303, "/login?next=%2Fproposals%3Fq%3Da"))
        self.assertEqual(server.get("/api/v1/search?q=a").status, 401)
        self.assertEqual(server.get("/api/v1/search?q=a").json()["status"], 401)
        self.assertEqual(server.get("/healthz").status, 200)


class Tls(_serve.Case):

    def setUp(self):
        super().setUp()
        self.certificate = os.path.join(self.folder, "site.pem")
        self.key = os.path.join(self.folder, "site.key")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                        "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                        "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout",
                        self.key, "-out", self.certificate], check=True, capture_output=True)

    def connect(self, server, **limits):
        context = ssl.create_default_context(cafile=self.certificate)
        for name, value in limits.items():
            setattr(context, name, value)
        return context.wrap_socket(server.connect(), server_hostname="127.0.0.1")

    def test_the_command_line_trusts_an_authority_of_ones_own(self):
        server = self.serve("--tls-cert", self.certificate, "--tls-key", self.key)
        for named, status in ((None, 2), ("SSL_CERT_FILE", 0), ("CURL_CA_BUNDLE", 0)):
            with self.subTest(named):
                done = subprocess.run(
                    [PROGRAM, "log", "140", "-C", self.example(to=f"{named}"), "--store",
                     f"https://127.0.0.1:{server.port}"], capture_output=True, check=False,
                    env=plain_environment(**{"CURL_CA_BUNDLE": "", "SSL_CERT_FILE": "",
                                             named or "UNSET": self.certificate}))
                self.assertEqual(done.returncode, status, done.stderr)

    def test_speaks_tls(self):
        server = self.serve("--tls-cert", self.certificate, "--tls-key", self.key)
        self.assertEqual(server.scheme, "https")
        with self.connect(server) as one, one.makefile("rb") as stream:
            self.assertIn(one.version(), ("TLSv1.2", "TLSv1.3"))
            for _ in range(3):
                one.sendall(GET)
                reply = read_reply(stream)
                self.assertEqual(reply.status, 200)
                self.assertIn("max-age", reply.headers["strict-transport-security"])
            one.sendall(b"GET /proposals HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.assertIn(b"</html>", read_reply(stream).body)
        # Whoever does not speak it is not answered, and others are.
        with server.connect() as one:
            one.sendall(GET)
            self.assertNotIn(b"200", one.recv(4096))
        with self.connect(server) as one, one.makefile("rb") as stream:
            one.sendall(GET)
            self.assertEqual(read_reply(stream).status, 200)
        self.assertEqual(server.end(), 0)

    def test_refuses_old_versions(self):
        server = self.serve("--tls-cert", self.certificate, "--tls-key", self.key)
        done = subprocess.run(["openssl", "s_client", "-connect", "127.0.0.1:%d" % server.port,
                               "-tls1_1", "-cipher", "ALL@SECLEVEL=0"], input=b"",
                              capture_output=True, check=False, timeout=30)
        self.assertNotEqual(done.returncode, 0)

    def test_wrong_key(self):
        with open(self.key, "w", encoding="utf-8") as file:
            file.write("nothing")
        with self.assertRaisesRegex(AssertionError, "--tls-key"):
            self.serve("--tls-cert", self.certificate, "--tls-key", self.key)


if __name__ == "__main__":
    unittest.main()
