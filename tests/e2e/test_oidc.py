"""Signing in by OpenID Connect, with a real provider."""

import unittest
import urllib.parse

import _oidc
from _milepost import run
from _server import Browser, Server

PASSWORD = "correct horse battery"


class Oidc(unittest.TestCase):

    def setUp(self):
        folder = _oidc.installed()
        if folder is None:
            self.skipTest(f"npm cannot fetch {_oidc.PACKAGE}")
        port = _oidc.free_port()
        self.server = Server(
            self, "--oidc-issuer", f"http://127.0.0.1:{port}", "--oidc-client", "milepost",
            MILEPOST_OIDC_SECRET="a secret: of the client")
        self.callback = f"http://127.0.0.1:{self.server.port}/login/oidc/callback"
        self.provider = _oidc.Provider(self, folder, port, self.callback)

    def test_sign_in(self):
        browser = Browser(self.server)
        page = browser.get("/login?next=/account")
        self.assertIn("Sign in with 127.0.0.1", page.text)
        begun = browser.get("/login/oidc?next=/account")
        self.assertEqual(begun.status, 303)
        asked = urllib.parse.parse_qs(urllib.parse.urlsplit(begun.location).query)
        self.assertEqual(asked["code_challenge_method"], ["S256"])
        self.assertIn("HttpOnly", begun.headers["Set-Cookie"])
        back = self.provider.sign_in(browser, begun, "jane")
        self.assertTrue(back.startswith(self.callback))
        entered = browser.get(back)
        self.assertEqual((entered.status, entered.location), (303, "/account"))
        me = browser.get("/api/v1/me").json()
        self.assertEqual((me["handle"], me["name"]), ("jane", "jane of the provider"))
        self.assertIn("without a password of this server", browser.get("/account").text)
        # The same answer again, in the same browser and in another.
        for other in (browser, Browser(self.server)):
            again = other.get(back)
            self.assertEqual(again.status, 403)
            self.assertIn("not begun in this browser", again.text)

        # Whoever comes back is the same person.
        again = Browser(self.server)
        again.get(self.provider.sign_in(again, again.get("/login/oidc"), "jane"))
        self.assertEqual(again.get("/api/v1/me").json()["handle"], "jane")
        listed = run("account", "list", "-C", self.server.folder, "--format", "json").json()
        self.assertEqual([one["handle"] for one in listed["accounts"]], ["jane"])
        logged = self.server.logged()
        for secret in (urllib.parse.parse_qs(urllib.parse.urlsplit(back).query)["code"][0],
                       "of the client"):
            self.assertNotIn(secret, logged)

    def test_nobody_is_taken_over(self):
        Browser(self.server).post(self.server.setup_path(), {
            "handle": "jane", "password": PASSWORD, "again": PASSWORD})
        browser = Browser(self.server)
        entered = browser.get(self.provider.sign_in(browser, browser.get("/login/oidc"), "Jane"))
        self.assertEqual(entered.status, 409)
        self.assertIn("somebody else has the account", entered.text)
        self.assertEqual(browser.get("/api/v1/me").status, 401)

    def test_anothers_sign_in_is_refused(self):
        mallory, jane = Browser(self.server), Browser(self.server)
        back = self.provider.sign_in(mallory, mallory.get("/login/oidc"), "mallory")
        jane.get("/login/oidc")
        self.assertEqual(jane.get(back).status, 403)
        self.assertEqual(jane.get("/api/v1/me").status, 401)
        changed = back.replace("code=", "code=x")
        self.assertEqual(mallory.get(changed).status, 503)
        self.assertEqual(mallory.get("/api/v1/me").status, 401)

    def test_a_provider_that_is_gone(self):
        self.provider.stop()
        page = Browser(self.server).get("/login/oidc")
        self.assertEqual(page.status, 503)


class Settings(unittest.TestCase):

    def test_are_refused(self):
        for words, wanted in (
                (["--oidc-issuer", "http://id.example", "--oidc-client", "x"], "is not https"),
                (["--oidc-issuer", "https://id.example"], "are given together"),
                (["--oidc-client", "x"], "are given together")):
            refused = run("serve", "--listen", "127.0.0.1:0", *words)
            self.assertEqual(refused.status, 2)
            self.assertIn(wanted, refused.err)


if __name__ == "__main__":
    unittest.main(verbosity=2)
