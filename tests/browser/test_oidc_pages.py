"""Signing in by OpenID Connect in a real browser, with a real provider that is another site: it is
called localhost, the server 127.0.0.1, so cookies and policy must stand that."""

import os
import tempfile
import unittest

import _browser
import _oidc

PROVIDER = "localhost"


class SigningIn(_browser.Case):

    foreign = (f"http://{PROVIDER}:", "https://fonts.googleapis.com/")  # pages of the provider

    @classmethod
    def setUpClass(cls):
        folder = _oidc.installed()
        if folder is None:
            raise unittest.SkipTest(f"npm cannot fetch {_oidc.PACKAGE}")
        cls.place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.place.cleanup)
        cls.repository = _browser.Repository(cls.place.name)
        port, provider_port = _oidc.free_port(), _oidc.free_port()
        cls.server = _browser.Server(
            cls.repository, "--oidc-issuer", f"http://{PROVIDER}:{provider_port}", "--oidc-client",
            "milepost", port=port, MILEPOST_OIDC_SECRET="a secret: of the client")
        cls.addClassCleanup(cls.server.stop)
        cls.provider = _oidc.Provider(_ClassCleanup(cls), folder, provider_port,
                                      f"{cls.server.address}/login/oidc/callback", host=PROVIDER)
        cls.driver = _browser.start_browser(os.path.join(cls.place.name, "profile"), cls.SCRIPT)
        cls.addClassCleanup(cls.driver.quit)
        cls.driver.set_page_load_timeout(60)

    def setUp(self):
        super().setUp()
        # Nobody is signed in, neither here nor at the provider.
        self.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})

    def is_here(self):
        return self.driver.current_url.startswith(self.server.address)

    def ask_provider(self, page="/proposals/140"):
        """From a page by "Sign in" to the provider's form."""
        self.open("/login?next=" + page)
        self.assert_accessible()
        self.picture("login-oidc")
        self.press(self.link(f"Sign in with {PROVIDER}"))
        self.wait(lambda: self.all("input[name=login]"))
        self.assertTrue(self.driver.current_url.startswith(self.provider.issuer))

    def log_in(self, who):
        self.one("input[name=login]").send_keys(who)
        self.one("input[name=password]").send_keys("any")
        self.press(self.one("button[type=submit]"))
        self.wait(lambda: "/interaction/" in self.driver.current_url and
                  not self.all("input[name=login]"))

    def handle(self):
        return [one.text for one in self.all(".me a[href$='/account']")]

    def test_one_comes_back_signed_in_to_the_page_one_left(self):
        self.ask_provider()
        self.log_in("mokafor")
        self.press(self.one("button[type=submit]"))  # what the provider may tell of them
        self.wait(self.is_here)
        self.wait(lambda: self.handle() == ["@mokafor"])
        self.assertEqual(self.driver.current_url, self.server.address + "/proposals/140")
        self.assertIn("Approve", self.text("#Gate .actions"))
        self.driver.get_log("browser")
        self.open("/account")
        self.assertIn("You sign in by", self.text())
        self.assert_accessible()
        self.assert_no_errors()
        self.picture("account-oidc")
        self.press(self.driver.find_element(
            _browser.By.XPATH, "//main//button[contains(., 'Sign out')]"))
        self.assertEqual(self.handle(), [])
        self.open("/account")
        self.assertNotIn("You sign in by", self.text())

    def test_a_consent_that_is_refused_signs_nobody_in(self):
        self.allowed = ("403",)
        self.ask_provider()
        self.log_in("pnovak")
        self.press(self.link("Cancel"))
        self.wait(self.is_here)
        self.picture("login-oidc-refused")
        self.assertIn("Sign in", self.text("h1"))
        self.assertIn(f"{PROVIDER} did not let you in", self.text(".error"))
        self.assertEqual(self.handle(), [])
        self.assert_accessible()
        # It can be tried again from there, by the same button.
        self.press(self.link(f"Sign in with {PROVIDER}"))
        self.wait(lambda: self.driver.current_url.startswith(self.provider.issuer))

    def test_an_answer_that_was_not_asked_for_is_refused(self):
        self.allowed = ("403",)
        self.open("/login/oidc/callback?code=stolen&state=made-up")
        self.assertTrue(self.all(".error"))
        self.assertEqual(self.handle(), [])


class _ClassCleanup:
    """What a test case is to _oidc.Provider, for a whole class."""

    def __init__(self, case):
        self.addCleanup = case.addClassCleanup

    @staticmethod
    def assertTrue(value, message):
        if not value:
            raise AssertionError(message)


if __name__ == "__main__":
    unittest.main()
