"""Accounts on a running server: the first one, invitations, sessions, tokens, and the verbs."""

import glob
import http.client
import json
import os
import re
import socket
import unittest

from _milepost import run
from _server import Browser, Forms, Server

PASSWORD = "correct horse battery"
WRONG = "the handle or the password is wrong"


class Accounts(unittest.TestCase):

    def setUp(self):
        self.server = Server(self)
        self.setup = self.server.setup_path()
        self.root = Browser(self.server)

    def make_first(self):
        return self.root.post(self.setup, {
            "handle": "root", "name": "The First", "password": PASSWORD, "again": PASSWORD})

    def account(self, *words):
        return run("account", words[0], "-C", self.server.folder, *words[1:])

    def csrf(self, browser, page="/account"):
        return Forms(browser.get(page).text).forms[-1]["fields"]["_csrf"]

    def test_setup_link(self):
        self.assertIn("Make the first account", self.root.get(self.setup).text)
        uneven = self.root.post(self.setup, {
            "handle": "root", "password": PASSWORD, "again": PASSWORD + "x"})
        self.assertEqual(uneven.status, 422)
        self.assertIn("the two passwords differ", uneven.text)
        made = self.make_first()
        self.assertEqual(made.status, 303)
        cookie = made.headers["Set-Cookie"]
        for part in ("milepost=", "HttpOnly", "SameSite=Lax", "Path=/"):
            self.assertIn(part, cookie)
        me = self.root.get("/api/v1/me").json()
        self.assertEqual((me["handle"], me["admin"], me["by_token"]), ("root", True, False))
        other = Browser(self.server)
        self.assertEqual(other.get(self.setup).status, 404)
        self.assertEqual(other.post(self.setup, {
            "handle": "mallory", "password": PASSWORD, "again": PASSWORD}).status, 404)
        # Neither what opens something nor what was typed is in the log.
        logged = self.server.logged()
        self.assertIn('"status":303', logged.replace(" ", ""))
        cookie = self.root.cookies.popitem()[1]["milepost"]
        for secret in (self.setup.rsplit("/", 1)[1], PASSWORD, cookie):
            self.assertNotIn(secret, logged)

    def test_a_second_start_has_no_setup_link(self):
        self.make_first()
        self.server.stop()
        again = Server(self, folder=self.server.folder)
        again.stop()
        self.assertIn("milepost serves", again.welcome)
        self.assertNotIn("/setup/", again.welcome + again.rest)

    def test_signing_in_and_out(self):
        self.make_first()
        browser = Browser(self.server)
        guarded = browser.get("/account")
        self.assertEqual(guarded.status, 303)
        self.assertIn("/login?next=", guarded.location)
        page = browser.follow(guarded)
        form = Forms(page.text).leading_to("/login")
        self.assertEqual(form["fields"]["next"], "/account")
        for handle, password in (("root", "wrong horse battery"), ("nobody", PASSWORD)):
            refused = browser.post("/login", {"handle": handle, "password": password})
            self.assertEqual(refused.status, 403)
            self.assertIn(WRONG, refused.text)
        entered = browser.post("/login", {**form["fields"], "handle": "@Root", "password": PASSWORD})
        self.assertEqual((entered.status, entered.location), (303, "/account"))
        self.assertIn("@root", browser.get("/account").text)
        # Only a form of this session signs out.
        self.assertEqual(browser.post("/logout", {}).status, 403)
        self.assertEqual(browser.post("/logout", {"_csrf": self.csrf(self.root)}).status, 403)
        self.assertEqual(browser.post("/logout", {"_csrf": self.csrf(browser)}).status, 303)
        self.assertEqual(browser.get("/api/v1/me").status, 401)

    def listen(self, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        self.addCleanup(connection.close)
        connection.request("GET", "/api/v1/events/stream", headers=headers)
        return connection.getresponse()

    def test_streams_end_with_who_listens(self):
        self.make_first()
        made = self.root.post("/account/tokens", {
            "name": "ear", "scope": "read", "days": "1", "_csrf": self.csrf(self.root)})
        token = re.search(r"mp_\w{43}", made.text).group()
        by_token = self.listen(Authorization=f"Bearer {token}")
        cookie = next(iter(self.root.cookies.values()))["milepost"]
        by_session = self.listen(Cookie=f"milepost={cookie}")
        by_nobody = self.listen()
        revoke = re.search(r"/account/tokens/\w+/revoke", self.root.get("/account").text).group()
        csrf = self.csrf(self.root)
        self.assertEqual(self.root.post(revoke, {"_csrf": csrf}).status, 303)
        self.assertEqual(self.root.post("/logout", {"_csrf": csrf}).status, 303)
        document = glob.glob(os.path.join(self.server.folder, "**", "*.md"), recursive=True)[0]
        with open(document, "a", encoding="utf-8") as file:
            file.write("\nsecret words\n")
        for listened in (by_token, by_session):
            self.assertEqual(listened.status, 200)
            self.assertNotIn("event:", listened.read().decode())
        while "event: change" not in by_nobody.readline().decode():
            pass  # everybody may read here

    def test_nobody_is_sent_elsewhere(self):
        self.make_first()
        for address in ("//evil.example", "https://evil.example", "/\\evil.example", "javascript:1",
                        "/a\nb"):
            entered = Browser(self.server).post(
                "/login", {"handle": "root", "password": PASSWORD, "next": address})
            self.assertEqual((entered.status, entered.location), (303, "/"), address)

    def test_sign_in_from_other_sites_is_refused(self):
        self.make_first()
        browser = Browser(self.server)
        form = {"handle": "root", "password": PASSWORD}
        for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"},
                        {"Sec-Fetch-Site": "cross-site"}):
            self.assertEqual(browser.post("/login", form, headers=headers).status, 403, headers)
        self.assertEqual(browser.cookies.popitem()[1], {})

    def test_sign_ins_are_limited(self):
        self.make_first()
        browser = Browser(self.server)
        statuses = [browser.post("/login", {"handle": "root", "password": "wrong"}).status
                    for _ in range(12)]
        self.assertEqual(statuses[0], 403)
        self.assertEqual(statuses[-1], 429)

    def test_invitations(self):
        self.make_first()
        csrf = self.csrf(self.root, "/accounts")
        self.assertEqual(self.root.post("/accounts", {"handle": "jane"}).status, 403)
        page = self.root.post("/accounts", {"handle": "jane", "_csrf": csrf})
        link = re.search(r"http://127\.0\.0\.1:\d+(/invite/\w+)", page.text).group(1)
        jane = Browser(self.server)
        self.assertIn('value="jane"', jane.get(link).text)
        made = jane.post(link, {"name": "<b>Jane</b>", "password": PASSWORD, "again": PASSWORD})
        self.assertEqual(made.status, 303)
        self.assertEqual(Browser(self.server).get(link).status, 404)
        self.assertIn("&lt;b&gt;Jane&lt;/b&gt;", jane.get("/account").text)
        self.assertEqual(jane.get("/accounts").status, 403)
        self.assertEqual(jane.post("/accounts/root", {
            "do": "disable", "_csrf": self.csrf(jane)}).status, 403)

        disabled = self.root.post("/accounts/jane", {"do": "disable", "_csrf": csrf})
        self.assertEqual(disabled.status, 303)
        self.assertEqual(jane.get("/api/v1/me").status, 401)
        last = self.root.post("/accounts/root", {"do": "disable", "_csrf": csrf})
        self.assertEqual(last.status, 409)
        self.assertIn("only one who looks after accounts", last.text)

    def test_files_are_private_to_who_has_signed_in(self):
        self.make_first()
        raw = re.search(r"/proposals/[^/\"?]+", self.root.get("/proposals").text).group() + "/raw"
        self.assertEqual(self.root.get(raw).headers["Cache-Control"], "private, no-cache")
        self.assertEqual(Browser(self.server).get(raw).headers["Cache-Control"], "no-cache")

    def test_invitations_are_withdrawn(self):
        self.make_first()
        link = self.account("add", "ghost", "--admin").out.strip()
        self.assertIn("invited, as an admin, until", self.account("list").out)
        invited = json.loads(self.account("list", "--format", "json").out)["invitations"]
        self.assertEqual([(one["handle"], one["admin"]) for one in invited], [("ghost", True)])
        page = self.root.get("/accounts").text
        self.assertIn("@ghost", page)
        csrf = self.csrf(self.root, "/accounts")
        self.assertEqual(self.root.post("/accounts/ghost", {"do": "withdraw", "_csrf": csrf}).status,
                         303)
        self.assertEqual(self.root.get(link).status, 404)
        self.assertNotIn("@ghost", self.root.get("/accounts").text)
        again = self.account("add", "ghost").out.strip()
        self.assertIn("the invitation of ghost is withdrawn", self.account("disable", "ghost").err)
        self.assertEqual(self.root.get(again).status, 404)
        self.assertIn("there is no account ghost", self.account("disable", "ghost").err)

    def test_links_are_called_as_the_server_was_told(self):
        """Whatever a request calls it: such a link is sent to somebody else."""
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        server = Server(self, "--base-url", "http://proposals.example", port=port,
                        folder=self.server.folder)
        self.make_first()
        root = Browser(server)
        signed_in = root.post("/login", {"handle": "root", "password": PASSWORD})
        self.assertEqual(signed_in.status, 303, signed_in.text)
        page = root.post("/accounts", {"handle": "jane", "_csrf": self.csrf(root, "/accounts")},
                         headers={"Host": "localhost", "Origin": "http://proposals.example"})
        self.assertIn("http://proposals.example/invite/", page.text)
        self.assertNotIn("localhost", page.text)
        feed = Browser(server).get("/proposals.atom", headers={"Host": "localhost"}).text
        self.assertIn("http://proposals.example/proposals/", feed)
        self.assertNotIn("localhost", feed)
        for address in ("/accounts", "/proposals.atom", "/nowhere", "/metrics"):
            other = root.get(address, headers={"Host": "evil.example"})
            self.assertEqual(other.status, 421)
            self.assertNotIn("repo", other.text)
        self.assertEqual(root.get("/healthz", headers={"Host": "10.0.0.7:80"}).status, 200)

    def test_passwords_are_changed(self):
        self.make_first()
        other = Browser(self.server)
        other.post("/login", {"handle": "root", "password": PASSWORD})
        changed = self.root.post("/account/password", {
            "_csrf": self.csrf(self.root), "present": PASSWORD, "password": "a new password",
            "again": "a new password"})
        self.assertEqual(changed.status, 303)
        self.assertEqual(other.get("/api/v1/me").status, 401)
        self.assertIn("The password was changed", self.root.follow(changed).text)
        # Somebody else's link says nothing of the kind.
        for query in ("done=password", "done=The+password+was+changed&refused=&seal=x"):
            self.assertNotIn("was changed", self.root.get("/account?" + query).text)

    def test_accounts_are_of_the_servers_machine(self):
        address = f"https://127.0.0.1:{self.server.port}"
        for words in (("list",), ("add", "jane"), ("disable", "jane"), ("token", "jane")):
            said = self.account(*words, "--store", address)
            self.assertEqual(said.status, 2, words)
            self.assertIn(f"the accounts of {address} are looked after on its machine", said.err)

    def test_tokens(self):
        self.make_first()
        page = self.root.post("/account/tokens", {
            "_csrf": self.csrf(self.root), "name": "ci", "scope": "read", "days": "7"})
        self.assertEqual(page.headers["Cache-Control"], "no-store")
        secret = re.search(r"mp_\w{43}", page.text).group()
        self.assertNotIn(secret, self.root.get("/account").text)
        bearer = {"Authorization": "Bearer " + secret}
        program = Browser(self.server)
        me = program.get("/api/v1/me", headers=bearer).json()
        self.assertEqual((me["handle"], me["scope"], me["by_token"]), ("root", "read", True))
        refused = program.get("/api/v1/tokens", headers=bearer)
        self.assertEqual(refused.status, 403)
        self.assertIn("scope accounts", refused.json()["detail"])

        revoke = Forms(self.root.get("/account").text).leading_to("/revoke")
        self.assertEqual(self.root.post(revoke["action"], revoke["fields"]).status, 303)
        self.assertEqual(program.get("/api/v1/me", headers=bearer).status, 401)
        self.assertNotIn(secret, self.server.logged())

    def test_tokens_by_the_interface(self):
        self.make_first()
        made = self.account("token", "root", "--scope", "accounts")
        self.assertEqual(made.status, 0, made.err)
        headers = {"Authorization": "Bearer " + made.out.strip(), "Content-Type": "application/json"}
        program = Browser(self.server)

        def make(body):
            return program.ask("POST", "/api/v1/tokens", headers=headers, body=body)

        for body in ("", "[]", "{}", '{"name": 1}', '{"name": "x", "scope": "all"}',
                     '{"name": "x", "days": 0}', '{"name": "x", "days": 1e9}',
                     '{"name": "x", "more": 1}'):
            self.assertIn(make(body).status, (400, 422), body)
        new = make('{"name": "other", "scope": "record", "days": 1}')
        self.assertEqual(new.status, 201)
        token = new.json()
        self.assertRegex(token.pop("secret"), r"^mp_\w{43}$")
        listed = program.get("/api/v1/tokens", headers=headers).json()["tokens"]
        self.assertIn(token, listed)
        self.assertEqual(len(listed), 2)
        for status in (204, 404):
            gone = program.ask("DELETE", "/api/v1/tokens/" + token["id"], headers=headers)
            self.assertEqual(gone.status, status)

    def test_verbs(self):
        self.make_first()
        added = self.account("add", "joe", "--base-url", f"http://127.0.0.1:{self.server.port}/")
        self.assertEqual(added.status, 0, added.err)
        joe = Browser(self.server)
        self.assertEqual(joe.post(added.out.strip(), {
            "name": "Joe", "password": PASSWORD, "again": PASSWORD}).status, 303)
        self.assertEqual(joe.get("/api/v1/me").json()["name"], "Joe")
        again = self.account("add", "joe")
        self.assertEqual(again.status, 2)
        self.assertIn("joe has an account already", again.err)

        listed = self.account("list", "--format", "json").json()["accounts"]
        self.assertEqual([one["handle"] for one in listed], ["joe", "root"])
        self.assertIn("admin", self.account("list").out)

        reset = self.account("reset", "joe").out.strip()
        self.assertEqual(Browser(self.server).post(reset, {
            "password": "a new password", "again": "a new password"}).status, 303)
        self.assertEqual(self.account("disable", "joe").status, 0)
        refused = Browser(self.server).post("/login", {"handle": "joe", "password": "a new password"})
        self.assertIn(WRONG, refused.text)
        self.assertEqual(self.account("enable", "joe").status, 0)
        self.assertEqual(Browser(self.server).post(
            "/login", {"handle": "joe", "password": "a new password"}).status, 303)
        self.assertEqual(self.account("disable", "root").status, 2)
        self.assertEqual(self.account("disable", "nobody").status, 2)
        self.assertEqual(self.account("token", "joe", "--days", "many").status, 2)


class WithoutTls(unittest.TestCase):

    def test_sign_in_is_for_this_machine(self):
        # The proxy says that the client is elsewhere, and came without TLS.
        server = Server(self, "--trust-proxy")
        browser = Browser(server)
        far = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "http"}
        for address in ("/login", server.setup_path()):
            page = browser.get(address, headers=far)
            self.assertEqual(page.status, 403)
            self.assertIn("needs HTTPS", page.text)
            form = {"handle": "a", "password": PASSWORD, "again": PASSWORD}
            self.assertEqual(browser.post(address, form, headers=far).status, 403)
        # Nor is a client this machine because the proxy says nothing that can be read.
        for said in ({}, {"X-Forwarded-For": "203.0.113.7:4711"}, {"X-Forwarded-For": "junk"},
                     {"X-Forwarded-For": ""}, {"Forwarded": "for=203.0.113.7"}):
            self.assertEqual(browser.get("/login", headers=said).status, 403, said)
            self.assertEqual(browser.get("/metrics", headers=said).status, 403, said)
        here = {"X-Forwarded-For": "127.0.0.1"}
        self.assertEqual(browser.get("/metrics", headers=here).status, 200)

    def test_a_server_that_has_a_name_answers_to_it(self):
        """Whoever hands the request on: a page of elsewhere can have its own name lead here."""
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        named = ("--base-url", "https://proposals.example")
        for words, others in ((named, 421), ((), 200)):
            browser = Browser(Server(self, "--trust-proxy", *words, port=port if words else 0))
            for host, status in (("proposals.example", 200), ("localhost", 200),
                                 ("evil.example", others)):
                reply = browser.get("/proposals", headers={"Host": host})
                self.assertEqual(reply.status, status, (words, host))
            self.assertEqual(browser.get("/healthz", headers={"Host": "evil.example"}).status, 200)

    def test_cookies_over_tls_are_for_the_host_alone(self):
        server = Server(self, "--trust-proxy")
        browser = Browser(server)
        safe = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https",
                "Origin": f"https://127.0.0.1:{server.port}"}
        made = browser.post(server.setup_path(), {
            "handle": "root", "password": PASSWORD, "again": PASSWORD}, headers=safe)
        self.assertEqual(made.status, 303)
        self.assertRegex(made.headers["Set-Cookie"],
                         r"^__Host-milepost=\w{43}; Path=/; .*HttpOnly; SameSite=Lax; Secure$")
        self.assertEqual(browser.get("/api/v1/me", headers=safe).status, 200)
        # The same cookie is nobody's once the way is not safe.
        far = {**safe, "X-Forwarded-Proto": "http"}
        self.assertEqual(browser.get("/api/v1/me", headers=far).status, 401)


if __name__ == "__main__":
    unittest.main(verbosity=2)
