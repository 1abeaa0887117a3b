"""What milepost can know of an issue's items it computes; boxes are copies; what people did by
mistake is taken back in the open."""

import os
import unittest

import _release
from test_track import NOW, Track

CACHE = "keps/sig-storage/131-shared-input-cache"
README = CACHE + "/README.md"


class Feature(Track):

    def log(self):
        return self.milepost("log", "63", "--format", "json", cwd=self.root, status=None).out

    def test_an_approval_of_an_item_is_taken_back(self):
        self.new()
        self.assert_refused("nobody has approved", "withdraw", "63", "minimal-docs", by="mokafor")
        self.track("approve", "63", "minimal-docs", by="mokafor")
        self.track("tick", "63", "minimal-docs", by="pnovak")
        self.assert_refused("@pnovak may not take back", "withdraw", "63", "minimal-docs",
                            by="pnovak")
        self.track("withdraw", "63", "minimal-docs", "--reason", "dead link", "--dry-run",
                   by="mokafor")
        self.assertEqual(self.items()["minimal-docs"]["standing"], "done")
        self.track("withdraw", "63", "minimal-docs", "--reason", "dead link", by="mokafor")
        item = self.items()["minimal-docs"]
        self.assertEqual((item["standing"], item["approved"]), ("open", None))
        self.assertIn("disagreed", self.log())
        self.assertIn("dead link", self.log())

    def test_a_status_is_corrected_without_a_false_trail(self):
        self.new()
        self.track("status", "63", "ALPHA", by="mokafor")
        self.track("status", "63", "BETA", by="mokafor")
        self.assert_refused("BETA leads to", "status", "63", "ALPHA", by="mokafor")
        self.assert_refused("Give the --reason", "status", "63", "ALPHA", "--correct", by="mokafor")
        self.assert_refused("--reason goes with --correct", "status", "63", "STABLE", "--reason",
                            "x", by="mokafor")
        self.assert_refused("@pnovak may not set", "status", "63", "ALPHA", "--correct",
                            "--reason", "x", by="pnovak")
        said = self.track("status", "63", "ALPHA", "--correct", "--reason", "wrong issue",
                          by="mokafor").err
        self.assertIn("corrected from BETA to ALPHA", said)
        page = self.page()
        self.assertEqual((page["trackerStatus"], page["corrected"]["was"]), ("ALPHA", "BETA"))
        self.assertIn("FEATURE_STATUS ALPHA (corrected from BETA by @mokafor",
                      self.track("show", "63").out)
        self.assertIn("corrects", self.log())
        self.track("status", "63", "BETA", by="mokafor")
        self.assertIsNone(self.page()["corrected"])

    def test_an_approval_of_the_design_is_of_its_text(self):
        self.new()
        self.track("link-pr", "63", "lane/lane#58", "--kind", "design", by="pnovak")
        self.track("approve", "63", "design-proposal", by="mokafor")
        self.track("tick", "63", "design-proposal", by="pnovak")
        self.assertEqual(self.items()["design-proposal"]["standing"], "done")
        path = self.document()
        text = self.read(path)
        self.write(path, text.replace("## Motivation\n", "## Motivation\n\nAnd more of it.\n"))
        item = self.items()["design-proposal"]
        self.assertEqual(item["standing"], "open")
        self.assertEqual(len(item["changes"]), 1)
        self.assertIn("that of @mokafor on 2026-01-30 is void", item["lacking"][0])
        self.track("approve", "63", "design-proposal", by="mokafor")
        self.assertEqual(self.items()["design-proposal"]["standing"], "done")

    def document(self):
        for folder, _, files in os.walk(self.root):
            for name in files:
                path = os.path.join(folder, name)
                if name.endswith(".md") and "number: 63" in self.read(path):
                    return path
        self.fail("no document of 63")

    def test_a_claim_asks_the_reviewers(self):
        self.new()
        self.track("label", "63", "code-complete", by="pnovak")
        request = next(one for one in self.page()["requests"] if one["label"] == "code-complete")
        self.assertEqual((request["item"], request["role"]), (None, "feature-reviewer"))
        self.assertIn("confirm code-complete of 63, which @pnovak claims", request["text"])
        self.assertIn("to confirm: code-complete", self.track("show", "63").out)
        inbox = self.milepost("inbox", "--as", "mokafor", "--now", NOW, cwd=self.root, status=None)
        self.assertIn("confirm the label code-complete", inbox.out)

    def test_new_apis_are_asked_for_a_glossary_entry(self):
        self.new()
        self.track("link-pr", "63", "lane/lane#71", "--kind", "api", by="pnovak")
        item = self.items()["glossary"]
        self.assertEqual((item["standing"], item["due"]), ("open", True))
        self.assert_refused("applies", "tick", "63", "glossary", "--not-applicable", "no", by="pnovak")
        self.track("tick", "63", "glossary", by="pnovak")
        self.assertEqual(self.items()["glossary"]["standing"], "done")


class Kep(Track):

    process = "kep"
    number = "131"

    def replace(self, name, *pairs):
        path = os.path.join(self.root, name)
        text = self.read(path)
        for old, new in pairs:
            self.assertIn(old, text)
            text = text.replace(old, new)
        self.write(path, text)

    def drift(self, *words, status=None):
        return self.milepost("drift", "131", *words, "--now", NOW, cwd=self.root, status=status)

    def boxes(self):
        run = self.drift("--format", "json").json()
        return {drift["sides"][0]["says"]: drift["sides"][1]["says"]
                for one in run["proposals"] for drift in one["drifts"] if drift["kind"] == "box"}

    def condition(self, name):
        gate = self.milepost("why", "131", "--format", "json", "--now", NOW, cwd=self.root,
                             status=None).json()
        return next(one for one in gate["conditions"] if one["id"] == name)

    def test_boxes_are_copies_of_what_is_computed(self):
        before = self.read(self.root, README)
        self.replace(README, ("- [x] (R) Graduation criteria are in place",
                              "- [ ] (R) Graduation criteria are in place"))
        self.assertEqual(self.boxes()["[ ] graduation"], "[x] graduation")
        edited = self.read(self.root, README)
        shown = self.drift("--fix", "--dry-run").out
        self.assertIn("+- [x] (R) Graduation criteria are in place", shown)
        self.assertEqual(self.read(self.root, README), edited)
        self.drift("--fix")
        self.assertIn("- [x] (R) Graduation criteria are in place", self.read(self.root, README))
        self.assertEqual(self.boxes(), {})
        self.assertEqual(len(self.read(self.root, README)), len(before))

    def test_a_box_is_no_gate(self):
        self.replace(README, ("- [x] (R)", "- [ ] (R)"))
        signoff = self.condition("signoff")
        texts = " ".join(one["text"] for one in signoff["details"])
        self.assertNotIn("Graduation criteria", texts)
        self.assertNotIn("Design details", texts)
        self.assertIn("GA e2e tests", texts)

    def test_the_issue_links_to_the_proposal(self):
        self.new()
        self.assertEqual(self.items()["milestone"]["standing"], "done")
        text = self.export()
        line = next(one for one in text.split("\n") if "Enhancement Proposal:" in one)
        self.bring(text.replace(line, line.split(":")[0] + ":"))
        item = self.items()["milestone"]
        self.assertEqual(item["standing"], "open")
        self.assertEqual(item["lacking"], ["the tracking issue links to no proposal"])
        self.bring(self.export().replace("Enhancement Proposal:",
                                         "Enhancement Proposal: lane/enhancements#9"))
        self.assertIn("but the proposal is merged", self.items()["milestone"]["lacking"][0])
        self.track("link-pr", "131", "lane/enhancements#9", "--kind", "design", "--open",
                   by="pnovak")
        self.assertEqual(self.items()["milestone"]["standing"], "done", "it is not merged")

    def test_targets_that_only_the_metadata_has(self):
        self.new()
        text = self.export()
        line = next(one for one in text.split("\n") if "Beta release target" in one)
        self.bring(text.replace(line, line.split(":")[0] + ":"))
        told = self.track("check", "131", status=None).out
        self.assertIn('"Beta release target" says nothing, the metadata says v1.14', told)
        kinds = self.drift("--format", "json").out
        self.assertIn("issue-target", kinds)
        self.track("settle", "131", "--take", "metadata", by="pnovak")
        self.assertIn(line, self.export())

    def test_agreement_comes_with_the_merge(self):
        self.new()
        self.replace(README, ("- [x] (R) Approvers have agreed", "- [ ] (R) Approvers have agreed"))
        item = self.items()["implementable"]
        self.assertEqual((item["standing"], item["evidence"]), ("done", "implementable is merged"))
        self.assertIn("[ ] implementable", self.boxes())
        self.replace(CACHE + "/kep.yaml", ("status: implementable", "status: implementable # so"))
        item = self.items()["implementable"]
        self.assertEqual((item["standing"], item["evidence"]),
                         ("open", "implementable comes with merging the change"))
        self.assertNotIn("[ ] implementable", self.boxes(), "nobody knows it yet")
        signoff = self.condition("signoff")
        self.assertNotIn("agreed", " ".join(one["text"] for one in signoff["details"]))

    def test_a_change_of_process_has_its_own_issue(self):
        text = self.track("new", "150", by="jtakeda").out
        self.assertIn("## Signoff Checklist", text)
        self.assertNotIn("release target", text)
        self.assertNotIn("Production readiness", text)
        page = self.track("show", "150", "--format", "json").json()
        self.assertEqual({item["release"] for item in page["items"]}, {None})


class Admission(_release.Release):

    def test_code_waits_for_the_issue(self):
        self.aim_at("v1.19", "2027-05-03")
        words = ("--now", "2027-05-17")
        self.milepost("release", "new", "v1.19", "--start", "2027-05-03", "--now", "2027-04-26",
                      cwd=self.root)
        self.milepost("release", "opt-in", "v1.19", "131", "--as", "iduarte", *words, cwd=self.root)
        said = self.milepost("release", "admits", "v1.19", "131", *words, cwd=self.root, status=1)
        self.assertIn("it has no tracking issue: milepost track new 131", said.out)
        self.milepost("track", "new", "131", "--as", "pnovak", *words, cwd=self.root)
        self.milepost("release", "admits", "v1.19", "131", *words, cwd=self.root)

    def test_a_freeze_without_a_date_holds_nobody(self):
        self.aim_at("v1.18", "2027-01-05")
        words = ("--now", "2027-01-20")
        self.milepost("release", "opt-in", "v1.18", "140", "--as", "mokafor", *words, cwd=self.root)

        def entry():
            view = self.milepost("release", "status", "v1.18", "--format", "json", *words,
                                 cwd=self.root, status=None).json()
            return next(one for one in view["proposals"] if one["proposal"] == 140)

        self.assertEqual(entry()["state"], "at risk")
        self.replace("releases.yaml", ("    prr-freeze: 2027-02-03\n", ""),
                     ("    enhancements-freeze: 2027-02-10\n", ""))
        states = {one["id"]: (one["state"], one["missing"]) for one in entry()["freezes"]}
        self.assertEqual(states["prr-freeze"][0], "not due yet")
        self.assertEqual(states["enhancements-freeze"][0], "not due yet")


if __name__ == "__main__":
    unittest.main()
