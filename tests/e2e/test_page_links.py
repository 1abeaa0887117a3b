"""Where the links and buttons of pages lead: to no refusal."""

import os
import re
import shutil
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import _api  # noqa: E402
import _milepost  # noqa: E402
import _server  # noqa: E402


def links(text):
    return [link.replace("&amp;", "&") for link in re.findall(r'href="([^"]+)"', text)]


class Signed(unittest.TestCase):
    """The example kep, looked at by somebody who has signed in."""

    def setUp(self):
        self.api = _api.Api(self)

    def sign_in(self, handle):
        link = _milepost.run("account", "add", "-C", self.api.folder, handle).out
        browser = _server.Browser(self.api.server)
        path = link[link.index("/invite/"):].split()[0]
        browser.post(path, {"password": _api.PASSWORD, "again": _api.PASSWORD})
        page = browser.get("/login").text
        form = _server.Forms(page).leading_to("/login") if "<form" in page else {"fields": {}}
        browser.post("/login", {**form["fields"], "handle": handle, "password": _api.PASSWORD})
        self.assertIn("@" + handle, browser.get("/proposals").text)
        return browser

    def test_who_may_not_approve_is_not_led_there(self):
        browser = self.sign_in("mokafor")
        page = browser.get("/proposals/131").text
        self.assertIn("Raise a concern", page)
        self.assertNotIn("/approve", page)
        refused = browser.get("/proposals/131/approve")
        self.assertEqual(refused.status, 403)
        self.assertIn("@mokafor may not approve", refused.text)

    def test_who_may_approve_is_led_there_and_back(self):
        browser = self.sign_in("mokafor")
        there = [link for link in links(browser.get("/proposals/140").text) if "/approve" in link]
        self.assertTrue(there)
        for link in there:
            self.assertEqual(browser.get(link).status, 200, link)
        form = _server.Forms(browser.get("/proposals/140/approve?role=approver&stage=beta").text)
        fields = form.leading_to("/approve")["fields"]
        late = browser.post("/proposals/140/approve",
                            {**fields, "_match": "older", "comment": "as <agreed>"})
        self.assertEqual(late.status, 412)
        self.assertIn("as &lt;agreed&gt;</textarea>", late.text)
        back = next(link for link in links(late.text) if "/approve" in link)
        self.assertEqual(browser.get(back).status, 200)


class Places(unittest.TestCase):

    def test_the_description_of_the_interface_is_found_in_each_repository(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        one, two = (os.path.join(place.name, name) for name in ("kep", "feature"))
        shutil.copytree(os.path.join(_server.EXAMPLES, "kep"), one)
        shutil.copytree(os.path.join(_server.EXAMPLES, "feature"), two)
        server = _server.Server(self, one, two, folder=one)
        browser = _server.Browser(server)
        front = browser.get("/").text
        self.assertNotIn("openapi.json", front)
        for name in ("kep", "feature"):
            found = [link for link in links(browser.get(f"/{name}/proposals").text)
                     if "openapi" in link]
            self.assertEqual(found, [f"/{name}/api/v1/openapi.json"])
            self.assertEqual(browser.get(found[0]).status, 200)


class Shared(unittest.TestCase):
    """Two proposals of one number, one of a stage that the process has not."""

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = os.path.join(place.name, "repo")
        shutil.copytree(os.path.join(_server.EXAMPLES, "kep"), self.folder)
        base = os.path.join(self.folder, "keps", "sig-storage")
        shutil.copytree(os.path.join(base, "131-shared-input-cache"),
                        os.path.join(base, "131-shared-again"))
        path = os.path.join(base, "131-shared-again", "kep.yaml")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(re.sub(r"(?m)^stage: .*$", "stage: alpha|beta|stable", text))

    def test_every_link_of_the_lists_leads_somewhere(self):
        browser = _server.Browser(_server.Server(self, folder=self.folder))
        for page in ("/board", "/proposals?q=number:131",
                     "/proposals/keps~sig-storage~131-shared-again"):
            answer = browser.get(page)
            self.assertEqual(answer.status, 200, page)
            found = [link for link in links(answer.text) if link.startswith("/proposals")]
            self.assertTrue(found, page)
            for link in found:
                self.assertIn(browser.get(link).status, (200, 303), f"{link} of {page}")
        self.assertIn("/proposals/keps~sig-storage~131-shared-again",
                      links(browser.get("/board").text))

    def test_a_site_has_both(self):
        site = os.path.join(self.folder, "site")
        _milepost.run("site", "-C", self.folder, site)
        names = os.listdir(os.path.join(site, "proposals"))
        self.assertIn("keps~sig-storage~131-shared-again.html", names)
        self.assertIn("keps~sig-storage~131-shared-input-cache.html", names)


if __name__ == "__main__":
    unittest.main()
