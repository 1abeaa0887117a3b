"""Every page that the server has, also to those who have signed in, in light, dark and at the width of
the smallest phone: sound, accessible, without an error. A page that is added to the routes and not
to PAGES fails here."""

import glob
import os
import re
import subprocess
import sys
import unittest
import unittest.mock

import _browser
import test_release_pages

RELEASE = test_release_pages.RELEASE

# What is asked for with GET and answered with something else than a page.
DATA = {"/assets/{path...}", "/files/{path...}", "/healthz", "/readyz", "/metrics", "/proposals.atom",
        "/proposals.csv", "/proposals.json", "/suggestions.json", "/proposals/{proposal}/raw",
        "/proposals/{proposal}/relations.svg",
        "/release/{release}/board.csv", "/release/{release}/board.json",
        "/release/{release}/board.md", "/release/{release}/calendar.ics",
        "/release/{release}/messages/{freeze}/mail", "/release/{release}/messages/{freeze}/json",
        "/release/{release}/messages/{freeze}/markdown", "/login/oidc", "/login/oidc/callback"}

# Each page by its route, with addresses where it shows what it can. Those of the first-time links
# and of signing in are looked at before anybody has signed in.
PAGES = {
    "/": ["/"],
    "/account": ["/account"],
    "/accounts": ["/accounts"],
    "/board": ["/board", "/board?by=status", "/board?q=statu:beta"],
    "/check": ["/check"],
    "/groups": ["/groups"],
    "/groups/{group}": ["/groups/sig-runtime", "/groups/nobody"],
    "/inbox": ["/inbox", "/inbox?for=@mokafor", "/inbox?for=@pnovak"],
    "/invite/{code}": [],
    "/log": ["/log", "/log?proposal=140", "/log?release=v1.9"],
    "/login": [],
    "/people": ["/people"],
    "/people/{person}": ["/people/jtakeda", "/people/nobody"],
    "/process": ["/process"],
    "/proposals": ["/proposals", "/proposals?q=zzzznothing", "/proposals?q=statu:beta"],
    "/proposals/{proposal}": ["/proposals/140", "/proposals/97", "/proposals/4711"],
    "/proposals/{proposal}/approve": ["/proposals/140/approve?role=approver&stage=beta",
                                      "/proposals/97/approve"],
    "/proposals/{proposal}/diff": ["/proposals/140/diff", "/proposals/140/diff?since=my-approval"],
    "/release": ["/release"],
    "/release/{release}": [RELEASE, f"{RELEASE}?state=missed", "/release/v9.9"],
    "/release/{release}/freeze/{freeze}": [f"{RELEASE}/freeze/prr-freeze"],
    "/release/{release}/freeze/{freeze}/confirm": [f"{RELEASE}/freeze/prr-freeze/confirm"],
    "/release/{release}/messages/{freeze}": [f"{RELEASE}/messages/prr-freeze"],
    "/release/{release}/opt-in": [f"{RELEASE}/opt-in?proposal=131"],
    "/release/{release}/proposals/{proposal}": [f"{RELEASE}/proposals/140",
                                                f"{RELEASE}/proposals/131"],
    "/reports": ["/reports"],
    "/rules": ["/rules"],
    "/rules/{rule}": ["/rules/MP201"],
    "/search": ["/search", "/search?q=lanes", "/search?q=zzzznothing"],
    "/setup/{code}": [],
}

REFUSED = ("400", "401", "403", "404", "409", "412", "422", "428")


def routes_of_pages():
    """What the sources answer to GET outside the interface for programs."""
    found = set()
    for path in glob.glob(os.path.join(_browser.ROOT, "src", "**", "*routes.cc"), recursive=True):
        with open(path, encoding="utf-8") as file:
            found.update(re.findall(r'\bkGet,\s*"(/[^"]*)"', file.read()))
    return {route for route in found if not route.startswith("/api/")}


class Harness(unittest.TestCase):
    """What these tests rest on."""

    def test_no_route_is_forgotten(self):
        self.assertEqual(routes_of_pages() - DATA, set(PAGES))
        self.assertEqual(DATA - routes_of_pages(), set())

    def test_an_answer_is_allowed_by_its_status_alone(self):
        said = ("http://127.0.0.1:{}/x - Failed to load resource: the server responded with a "
                "status of {} (Why)")
        self.assertTrue(_browser.is_answer(said.format(8080, 422), ("404", "422")))
        self.assertFalse(_browser.is_answer(said.format(40422, 500), ("404", "422")))
        self.assertFalse(_browser.is_answer("http://127.0.0.1:40422/a.js 3:1 TypeError", ("422",)))

    def test_without_axe_the_rest_of_a_test_goes_on(self):
        with unittest.mock.patch.object(_browser, "fetch_axe", return_value=None):
            self.assertIsNone(_browser.Case.assert_accessible(None))
        failed = subprocess.CompletedProcess([], 1)
        with unittest.mock.patch.object(_browser.subprocess, "run", return_value=failed), \
                unittest.mock.patch.object(_browser.os.path, "exists", return_value=False), \
                unittest.mock.patch.object(_browser.os, "makedirs"), \
                unittest.mock.patch.object(sys, "stderr") as said:
            fetch = _browser.functools.cache(_browser.fetch_axe.__wrapped__)
            self.assertIsNone(fetch())
            self.assertIsNone(fetch())
            written = "".join(call.args[0] for call in said.write.call_args_list)
        self.assertEqual(written.count("accessibility is not looked at"), 1)


class EveryPage(test_release_pages.Case):

    allowed = REFUSED

    def look_at(self, page):
        with self.subTest(page=page, user=self.text(".me")):
            self.size(1440, 900)
            self.open(page)
            self.check()

    def check(self):
        """The page that is open, at both widths and in both colours."""
        self.assertEqual(len(self.all("main")), 1)
        self.assertTrue(self.all("h1"))
        self.assert_accessible()
        self.dark()
        self.assert_accessible()
        self.dark(False)
        self.size(320, 640)
        self.assertLessEqual(self.wide(), 0, "nothing is cut off")
        self.size(1440, 900)
        self.assert_no_errors(REFUSED)

    def test_1_before_anybody_has_signed_in(self):
        self.open("/")
        for page in ("/login", "/accounts", "/setup/stale", "/proposals/140/approve"):
            self.look_at(page)
        type(self).setup = self.server.setup_address()
        self.look_at(self.setup[len(self.server.address):])
        self.look_at(self.invite("tlind")[len(self.server.address):])

    def test_2_as_the_lead_of_the_release_who_keeps_the_accounts(self):
        self.sign_up(self.setup, "nquist")
        for pages in PAGES.values():
            for page in pages:
                self.look_at(page)

    def test_3_as_an_approver(self):
        self.sign_in("mokafor")
        for page in ("/", "/account", "/accounts", "/inbox", "/proposals/140", "/proposals/158",
                     "/proposals/140/approve?role=approver&stage=beta", f"{RELEASE}/opt-in?proposal=131",
                     f"{RELEASE}/proposals/140", f"{RELEASE}/freeze/prr-freeze/confirm"):
            self.look_at(page)


class SeveralRepositories(_browser.Case):

    def test_the_list_of_repositories_belongs_to_none_of_them(self):
        other = os.path.join(self.place.name, "tokens")
        subprocess.run(["cp", "-r", os.path.join(_browser.ROOT, "examples", "kep"), other], check=True)
        server = _browser.Server(self.repository, other)
        self.addCleanup(server.stop)
        self.driver.get(server.address + "/")
        self.assertEqual(self.text("h1"), "Repositories")
        self.assertEqual(self.all(".navigation, .top .repository, #Search"), [])
        self.assertEqual(self.text(".foot").split(), ["Keyboard"])
        self.assertEqual(self.driver.title, "Repositories · milepost")
        self.assert_accessible()
        self.picture("repositories")
        self.press(self.link("tokens"))
        self.assertEqual(self.text(".top .repository"), "tokens")
        self.press(self.one("a.brand"))
        self.assertIn("/tokens", self.driver.current_url)


if __name__ == "__main__":
    unittest.main()
