"""The API of a running server: what it reads is what the command line prints, and what it records
is what the same actions record."""

import json
import os
import shutil
import time
import unittest

from _api import Api, sha256

READS = {
    "/proposals/140": ("show", "140"),
    "/proposals/140/findings": ("check", "140"),
    "/proposals/140/gates?to=stable": ("why", "140", "--to", "stable"),
    "/proposals/140/gates": ("why", "140"),
    "/proposals/140/history": ("history", "140"),
    "/proposals/97/relations": ("graph", "number:97"),
    "/proposals/140/diff?from=HEAD": ("diff", "140", "HEAD"),
    "/proposals/140/log": ("log", "140"),
    "/releases": ("release", "calendar"),
    "/releases/v1.15": ("release", "status", "v1.15"),
    "/releases/v1.15/freezes/prr-freeze": ("release", "freeze", "v1.15", "prr-freeze"),
    "/releases/v1.15/messages/prr-freeze": ("release", "messages", "v1.15", "prr-freeze"),
    "/rules": ("rules",),
}


class Reads(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.api = Api(cls)

    @classmethod
    def addCleanup(cls, *words):
        cls.addClassCleanup(*words)

    def test_json_is_that_of_the_command_line(self):
        for path, words in READS.items():
            with self.subTest(path):
                answer = self.api.get(path)
                self.assertEqual(answer.status, 200, answer.text)
                self.assertEqual(answer.headers["Content-Type"], "application/json")
                place = () if words[0] == "rules" else ("-C", self.api.folder)
                told = self.api.milepost(*words, "--format", "json") if place else self.rules()
                mine, theirs = answer.json(), json.loads(told)
                for value in (mine, theirs):
                    if isinstance(value, dict):
                        value.pop("now", None)
                self.assertEqual(mine, theirs)

    def rules(self):
        import subprocess
        from _milepost import PROGRAM, plain_environment
        return subprocess.run([PROGRAM, "rules", "--format", "json"], capture_output=True,
                              env=plain_environment(), check=True).stdout.decode()

    def test_pages_of_a_list(self):
        listed = json.loads(self.api.milepost("list", "--format", "json"))
        found, path = [], "/api/v1/proposals?limit=3"
        while path:
            answer = self.api.browser.get(path)
            self.assertEqual(answer.status, 200, answer.text)
            page = answer.json()
            self.assertEqual(page["total"], len(listed))
            self.assertLessEqual(len(page["proposals"]), 3)
            found += page["proposals"]
            path = page["next"]
            self.assertEqual("Link" in answer.headers, path is not None)
        self.assertEqual(found, listed)

    def test_wrong_values_are_refused(self):
        for path in ("/search?q=a&limit=abc", "/search?q=a&limit=0", "/search?q=a&from=-1",
                     "/proposals?limit=0", "/events?after=x", "/proposals/140/gates?release=v9"):
            with self.subTest(path):
                answer = self.api.get(path)
                self.assertEqual(answer.status, 422, answer.text)
                self.assertTrue(answer.json()["errors"])

    def test_queries_sorting_and_fields(self):
        page = self.api.get("/proposals?q=stage:beta&sort=-number&fields=number,title").json()
        self.assertEqual(page["proposals"], [
            {"number": 140, "title": "Priority Lanes"},
            {"number": 131, "title": "Shared Input Cache"}])
        for path, field in (("?q=stage:(", "q"), ("?limit=0", "limit"), ("?limit=x", "limit"),
                            ("?after=9999", "after"), ("?q=author:@me", "q"), ("?fields=zz", "fields"), ("?sort=-zz", "sort")):
            with self.subTest(path):
                answer = self.api.get("/proposals" + path)
                self.assertEqual(answer.status, 422)
                self.assertEqual(answer.headers["Content-Type"], "application/problem+json")
                self.assertEqual(answer.json()["errors"][0]["field"], field)
        for path, detail in (
                ("?q=statu:beta", 'q is not understood at "statu": unknown field in the query (did '
                                  'you mean "status"? "beta" is a stage: stage:beta)'),
                ("?limit=501", "limit must be 1 to 500")):
            self.assertEqual(self.api.get("/proposals" + path).json()["detail"], detail)

    def test_document_and_its_digest(self):
        answer = self.api.get("/proposals/140/document")
        self.assertEqual(answer.headers["Content-Type"], "text/markdown; charset=utf-8")
        self.assertEqual(answer.headers["Milepost-Text"], sha256(answer.text))
        card = self.api.get("/proposals/140")
        self.assertEqual(answer.headers["ETag"].strip('"').split(".")[0],
                         card.headers["ETag"].strip('"').split(".")[0])
        with open(os.path.join(self.api.folder, card.json()["path"], "README.md")) as file:
            self.assertEqual(answer.text, file.read())
        again = self.api.get("/proposals/140", If_None_Match=card.headers["ETag"])
        self.assertEqual((again.status, again.text), (304, ""))

    def test_what_is_not_there(self):
        for path in ("/proposals/9999", "/proposals/..~..~etc~passwd", "/proposals/-",
                     "/proposals/~etc~passwd", "/releases/v9.99", "/releases/v1.15/freezes/x",
                     "/people/nobody", "/groups/none", "/rules/MP999", "/proposals/140/nothing",
                     "/proposals/140/diff?from=no-such-branch"):
            with self.subTest(path):
                answer = self.api.get(path)
                self.assertEqual(answer.status, 404, answer.text)
                self.assertEqual(answer.json()["status"], 404)

    def test_people_groups_process_calendar(self):
        people = {one["person"]: one for one in self.api.get("/people").json()["people"]}
        self.assertEqual(people["@jtakeda"]["authors"], 2)
        person = self.api.get("/people/JTAKEDA").json()
        self.assertEqual(sorted(one["proposal"] for one in person["authors"]), [131, 140])
        group = self.api.get("/groups/sig-storage").json()
        self.assertEqual(sorted(one["proposal"] for one in group["owns"]), [97, 131, 171])
        self.assertEqual(self.api.get("/process").json()["process"], "kep")
        calendar = self.api.get("/releases/v1.15/calendar.ics")
        self.assertEqual(calendar.headers["Content-Type"], "text/calendar; charset=utf-8")
        self.assertIn("BEGIN:VEVENT", calendar.text)
        self.assertEqual(self.api.get("/releases/v1.15.ics").text, calendar.text)

    def test_check_keeps_nothing(self):
        card = self.api.get("/proposals/140").json()
        text = self.api.get("/proposals/140/document").text
        path = card["path"] + "/README.md"
        same = self.api.ask("POST", "/check", {"document": text, "path": path})
        self.assertEqual(same.status, 200, same.text)
        self.assertEqual(same.json()["findings"],
                         self.api.get("/proposals/140/findings").json()["findings"])
        cut = self.api.ask("POST", "/check", {"document": text[:600], "path": path}).json()
        self.assertGreater(cut["summary"]["errors"], same.json()["summary"]["errors"])
        alone = self.api.ask("POST", "/check", {"document": "# Something\n\nTBD\n"})
        self.assertEqual(alone.status, 200, alone.text)
        self.assertTrue(alone.json()["findings"])
        self.assertEqual(self.api.get("/proposals/140/document").text, text)
        for body, field in (({}, "document"), ({"document": 3}, "document"),
                            ({"document": "", "pth": ""}, "pth")):
            answer = self.api.ask("POST", "/check", body)
            self.assertEqual(answer.status, 422)
            self.assertEqual(answer.json()["errors"][0]["field"], field)
        self.assertEqual(self.api.ask("POST", "/check", "[").status, 400)
        self.assertEqual(self.api.ask("POST", "/check",
                                      {"document": "x", "path": "../../x.md"}).status, 422)
        self.assertEqual(self.api.ask("POST", "/check",
                                      {"document": "x", "stage": "gamma"}).status, 422)


class OfOneNumber(unittest.TestCase):
    """Two proposals that share a number."""

    def setUp(self):
        self.api = Api(self)
        self.paths = ["keps/sig-runtime/140-priority-lanes", "keps/sig-storage/140-again"]
        shutil.copytree(*(os.path.join(self.api.folder, path) for path in self.paths))
        end = time.monotonic() + 30
        while self.api.get("/proposals").json()["total"] != 8:
            self.assertLess(time.monotonic(), end, "it is never seen")
            time.sleep(0.05)

    def test_the_list_has_an_end(self):
        found, path = [], "/api/v1/proposals?limit=1"
        while path and len(found) < 20:
            page = self.api.browser.get(path).json()
            found += [one["path"] for one in page["proposals"]]
            path = page["next"]
        self.assertEqual(len(found), 8)
        self.assertEqual(len(set(found)), 8)

    def test_each_is_reached_by_its_path(self):
        approver = self.api.token("mokafor")
        self.assertEqual(self.api.get("/proposals/140").status, 409)
        for path in self.paths:
            with self.subTest(path):
                key = "/proposals/" + path.replace("/", "~")
                self.assertEqual(self.api.get(key).json()["path"], path)
                for more in ("/approvals", "/concerns", "/gates", "/log", "/findings"):
                    self.assertEqual(self.api.get(key + more).status, 200, more)
        key = "/proposals/" + self.paths[1].replace("/", "~")
        held = self.api.change("POST", key + "/hold", approver, {"comment": "wait"})
        self.assertEqual(held.status, 200, held.text)
        self.assertEqual(held.json()["path"], self.paths[1])


class Writes(unittest.TestCase):

    def setUp(self):
        self.api = Api(self)
        self.approver = self.api.token("mokafor")

    def digest(self, proposal):
        return self.api.get(f"/proposals/{proposal}/document").headers["Milepost-Text"]

    def test_approve_and_withdraw(self):
        body = {"role": "approver", "stage": "beta", "comment": "fine", "text": self.digest(140)}
        path = "/proposals/140/approvals"
        self.assertEqual(self.api.ask("POST", path, body).status, 401)
        self.assertEqual(self.api.ask("POST", path, body, self.approver).status, 428)
        tag = self.api.tag(140)
        other = dict(body, text="0" * 64)
        refused = self.api.change("POST", path, self.approver, other)
        self.assertEqual(refused.status, 409, refused.text)
        self.assertIn("read it again", refused.json()["detail"])
        self.assertEqual(self.api.get(path).json(), {"approvals": []})
        missing = self.api.change("POST", path, self.approver, {"role": "approver"})
        self.assertEqual(missing.json()["errors"], [{"field": "text", "message": "is missing"}])
        done = self.api.change("POST", path, self.approver, body)
        self.assertEqual(done.status, 200, done.text)
        self.assertEqual(done.json()["done"].split(" as ")[0], "approved for beta")
        given = self.api.get(path).json()["approvals"][0]
        self.assertEqual((given["by"], given["claimed"], given["valid"], given["text"]),
                         ("@mokafor", False, True, body["text"]))
        self.assertEqual(self.api.change("POST", path, self.approver, body, tag).status, 412)
        author = self.api.token("tlind")
        forbidden = self.api.change("POST", path, author, body)
        self.assertEqual(forbidden.status, 403, forbidden.text)
        withdrawn = self.api.change("DELETE", path + "?role=approver&stage=beta", self.approver)
        self.assertEqual(withdrawn.status, 200, withdrawn.text)
        self.assertEqual(self.api.get(path).json(), {"approvals": []})

    def test_a_token_to_read_records_nothing(self):
        reader = self.api.token("pnovak", "read")
        answer = self.api.change("POST", "/proposals/140/hold", reader, {"comment": "wait"})
        self.assertEqual(answer.status, 403)

    def test_concerns_and_holds(self):
        path = "/proposals/140/concerns"
        done = self.api.change("POST", path, self.approver, {"comment": "downgrades?"})
        self.assertEqual(done.status, 200, done.text)
        concern = self.api.get(path).json()["concerns"][0]
        self.assertEqual((concern["comment"], concern["resolved"]), ("downgrades?", None))
        resolution = f"{path}/{concern['concern']}/resolution"
        stranger = self.api.token("stranger")
        self.assertEqual(self.api.change("POST", resolution, stranger, {}).status, 403)
        self.assertEqual(self.api.change("POST", f"{path}/999/resolution", self.approver,
                                         {}).status, 404)
        self.assertEqual(self.api.change("POST", resolution, self.approver, {}).status, 200)
        hold = "/proposals/140/hold"
        self.assertEqual(self.api.change("POST", hold, self.approver, {}).status, 422)
        self.assertEqual(self.api.change("POST", hold, self.approver,
                                         {"comment": "wait"}).status, 200)
        self.assertEqual(self.api.change("POST", hold, self.approver,
                                         {"comment": "wait"}).status, 409)
        self.assertEqual(self.api.get(path).json()["hold"]["comment"], "wait")
        self.assertEqual(self.api.change("DELETE", hold, self.approver).status, 200)
        log = self.api.get("/proposals/140/log").json()["entries"]
        self.assertEqual([entry["kind"] for entry in log if entry["source"] == "record"],
                         ["concern", "resolved", "held", "unheld"])
        events = self.api.get("/events?after=1&limit=2").json()
        self.assertEqual([event["kind"] for event in events["events"]], ["resolved", "held"])
        self.assertEqual(self.api.browser.get(events["next"]).json()["events"][0]["kind"],
                         "unheld")

    def test_a_part_in_a_release(self):
        lead = self.api.token("nquist")
        path = "/proposals/140/releases/v1.15"
        refused = self.api.change("POST", path + "/remove", lead, {})
        self.assertEqual(refused.json()["errors"][0]["field"], "reason")
        opted = self.api.change("POST", path + "/opt-in", self.approver, {"stage": "stable"})
        self.assertEqual(opted.status, 200, opted.text)
        self.assertIn("opted in", opted.json()["done"])
        board = self.api.get("/releases/v1.15").json()
        self.assertEqual([one["proposal"] for one in board["proposals"]
                          if one["part"] and one["part"]["part"] == "in"], [140])
        removed = self.api.change("POST", path + "/remove", self.approver, {"reason": "late"})
        self.assertEqual(removed.status, 403, removed.text)
        removed = self.api.change("POST", path + "/remove", lead, {"reason": "late"})
        self.assertEqual(removed.status, 200, removed.text)


if __name__ == "__main__":
    unittest.main()
