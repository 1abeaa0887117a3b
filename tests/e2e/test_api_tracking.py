"""Tracking issues and exceptions over the API: each action by who may, and by who may not."""

import datetime
import os
import time
import unittest

from _api import Api


def day(after):
    return (datetime.date.today() + datetime.timedelta(days=after)).isoformat()


class Tracking(unittest.TestCase):

    def setUp(self):
        self.api = Api(self)
        self.lead = self.api.token("mokafor")
        self.stranger = self.api.token("stranger")
        self.api.milepost("track", "new", "140", MILEPOST_AS="mokafor")
        until = time.monotonic() + 20
        while self.api.get("/proposals/140/tracking").status != 200:
            self.assertLess(time.monotonic(), until, "the tracking issue is not served")
            time.sleep(0.1)

    def change(self, method, path, token, body=None):
        return self.api.change(method, "/proposals/140" + path, token, body)

    def items(self):
        return self.api.get("/proposals/140/tracking").json()["items"]

    def test_items(self):
        item = next(one for one in self.items()
                    if not one["computed"] and one["standing"] == "open" and not one["ticked"])
        author = self.api.token("jtakeda")  # whom the item is for
        mark = {"item": item["key"], "action": "tick", "release": item["release"]}
        for token in (self.stranger, self.lead):
            refused = self.change("POST", "/tracking/items", token, mark)
            self.assertEqual(refused.status, 403, refused.text)
        done = self.change("POST", "/tracking/items", author, mark)
        self.assertEqual(done.status, 200, done.text)
        self.assertTrue(next(one for one in self.items() if one["key"] == item["key"])["ticked"])
        undone = self.change("POST", "/tracking/items", author, dict(mark, action="untick"))
        self.assertEqual(undone.status, 200, undone.text)
        self.assertFalse(next(one for one in self.items() if one["key"] == item["key"])["ticked"])
        unknown = self.change("POST", "/tracking/items", author, dict(mark, item="no-such"))
        self.assertEqual(unknown.status, 404)
        odd = self.change("POST", "/tracking/items", author, dict(mark, action="burn"))
        self.assertEqual(odd.status, 422)

    def test_labels(self):
        computed = self.change("POST", "/labels", self.lead, {"label": "lead-opted-in"})
        self.assertEqual(computed.status, 422)
        self.assertIn("computed", computed.json()["detail"])
        self.assertEqual(self.change("POST", "/labels", self.lead, {"label": "x"}).status, 422)
        self.assertEqual(self.change("DELETE", "/labels?label=x", self.lead).status, 422)
        self.assertEqual(self.api.get("/proposals/140/tracking").json()["labels"], [])

    def test_comments(self):
        tag = self.api.tag("140")
        said = self.change("POST", "/comments", self.lead, {"comment": "<b>soon</b>"})
        self.assertEqual(said.status, 200, said.text)
        self.assertEqual(self.api.get("/proposals/140/tracking").json()["comments"], 1)
        late = self.api.change("POST", "/proposals/140/comments", self.lead, {"comment": "x"}, tag)
        self.assertEqual(late.status, 412)
        nobody = self.api.ask("POST", "/proposals/140/comments", {"comment": "x"}, If_Match=tag)
        self.assertEqual(nobody.status, 401)

    def open_release(self):
        """A release whose code freeze was yesterday."""
        with open(os.path.join(self.api.folder, "releases.yaml"), "a") as file:
            file.write(f"""  - name: v9.9
    start: {day(-60)}
    prr-freeze: {day(-40)}
    enhancements-freeze: {day(-30)}
    docs-placeholder: {day(-20)}
    code-freeze: {day(-2)}
    docs-freeze: {day(20)}
    release: {day(30)}
""")
        until = time.monotonic() + 20
        while self.api.get("/releases/v9.9").status != 200:
            self.assertLess(time.monotonic(), until, "the release is not served")
            time.sleep(0.1)

    def test_deferred_and_restored(self):
        self.open_release()
        path = "/releases/v9.9"
        release_lead = self.api.token("nquist")
        opted = self.change("POST", path + "/opt-in", self.lead, {"stage": "stable"})
        self.assertEqual(opted.status, 200, opted.text)
        for action in ("defer", "restore"):
            refused = self.change("POST", f"{path}/{action}", self.stranger, {"reason": "x"})
            self.assertEqual(refused.status, 403, refused.text)
            done = self.change("POST", f"{path}/{action}", release_lead, {"reason": "x"})
            self.assertEqual(done.status, 200, done.text)

    def test_exceptions(self):
        self.open_release()
        path = "/releases/v9.9"
        decision = path + "/exceptions/code-freeze/decision"
        release_lead = self.api.token("nquist")
        opted = self.change("POST", path + "/opt-in", self.lead, {"stage": "stable"})
        self.assertEqual(opted.status, 200, opted.text)
        early = self.change("POST", decision, release_lead, {"approve": True, "reason": "fine"})
        self.assertEqual(early.status, 422, early.text)
        asked = {"freeze": "code-freeze", "reason": "a flake", "until": day(10)}
        refused = self.change("POST", path + "/exceptions", self.stranger, asked)
        self.assertEqual(refused.status, 403, refused.text)
        done = self.change("POST", path + "/exceptions", self.lead, asked)
        self.assertEqual(done.status, 200, done.text)
        own = self.change("POST", decision, self.lead, {"approve": True, "reason": "fine"})
        self.assertEqual(own.status, 403, own.text)
        given = self.change("POST", decision, release_lead, {"approve": True, "reason": "fine"})
        self.assertEqual(given.status, 200, given.text)


class Versions(unittest.TestCase):

    def test_answers_that_changed_are_sent_again(self):
        """Also where neither the text nor the record did: here the rosters."""
        api = Api(self)
        path = "/proposals/140/gates?to=stable"
        before = api.get(path)
        card = api.get("/proposals/140")
        file = os.path.join(api.folder, "OWNERS_ALIASES")
        with open(file) as aliases:
            text = aliases.read()
        with open(file, "w") as aliases:
            aliases.write(text.replace("mokafor", "zeller"))
        until = time.monotonic() + 20
        while (after := api.get(path)).text == before.text:
            self.assertLess(time.monotonic(), until, "the roster is not served")
            time.sleep(0.1)
        again = api.get(path, If_None_Match=before.headers["ETag"])
        self.assertEqual(again.status, 200)
        self.assertEqual(again.text, after.text)
        # What was decided upon is the text and the record, which are the same.
        token = api.token("rcole")
        done = api.change("POST", "/proposals/140/comments", token, {"comment": "x"},
                          card.headers["ETag"])
        self.assertNotEqual(done.status, 412, done.text)


if __name__ == "__main__":
    unittest.main()
