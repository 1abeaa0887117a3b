"""What names a proposal means the same to every verb, and what names none is refused alike."""

import unittest

import _release

SITE = "https://github.com/lane/enhancements"
NAMES = ("140", "0140", "#140", "KEP-140", "140-priority-lanes", "priority-lanes",
         "sig-runtime/140-priority-lanes", "keps/sig-runtime/140-priority-lanes", "Priority Lanes",
         f"{SITE}/issues/140", f"{SITE}/issues/140#issuecomment-1", "lane/enhancements#140",
         f"{SITE}/blob/main/keps/sig-runtime/140-priority-lanes/README.md")
NOW = ("--now", "2027-01-20")
VERBS = (
    (("show",), ()),
    (("diff",), ("HEAD~1",)),
    (("graph",), ()),
    (("why",), NOW),
    (("release", "admits", "v1.18"), NOW),
    (("release", "opt-in", "v1.18"), ("--as", "mokafor", "--dry-run", *NOW)),
    (("release", "opt-out", "v1.18"), ("--as", "mokafor", "--dry-run", *NOW)),
    (("release", "defer", "v1.18"), ("--to", "v1.19", "--reason", "x", "--as", "mokafor", "--dry-run",
                                     *NOW)),
    (("release", "remove", "v1.18"), ("--reason", "x", "--as", "nquist", "--dry-run", *NOW)),
    (("release", "exception", "request", "v1.18"), ("--freeze", "prr", "--reason", "x", "--as",
                                                    "mokafor", "--dry-run", *NOW)),
    (("release", "messages", "v1.18", "prr"), NOW),
    (("approve",), ("--role", "approver", "--as", "mokafor", "--dry-run")),
    (("resolve",), ("--as", "mokafor", "--dry-run")),
    (("track", "new",), ("--as", "mokafor", "--dry-run")),
)


class Names(_release.Release):

    def setUp(self):
        super().setUp()
        self.git("remote", "add", "origin", "git@github.com:lane/enhancements.git", cwd=self.root)
        self.aim_at("v1.18", "2027-01-08")
        self.milepost("release", "opt-in", "v1.18", "140", "--as", "mokafor", "--now", "2027-01-10",
                      cwd=self.root)

    def ask(self, verb, name):
        words, more = verb
        return self.milepost(*words, name, *more, cwd=self.root, status=None)

    def test_a_name_means_the_same_to_every_verb(self):
        for verb in VERBS:
            wanted = self.ask(verb, "140")
            self.assertNotIn("no such file", wanted.err, verb)
            for name in NAMES:
                with self.subTest(verb=verb[0], name=name):
                    found = self.ask(verb, name)
                    self.assertEqual((found.status, found.out, found.err),
                                     (wanted.status, wanted.out, wanted.err))

    def test_what_names_none_is_refused_alike(self):
        for name, message in (
            ("9999", "9999: there is no such file or folder, and no proposal of that number"),
            ("#9999", "9999: there is no such file or folder, and no proposal of that number"),
            (f"{SITE}/issues/9999", "9999: there is no such file or folder, and no proposal"),
            (f"{SITE}/pull/140", f"{SITE}/pull/140 is a pull request, whose number need not be that "
             "of a proposal; name the proposal by its number"),
            ("https://github.com/other/other/issues/140", "https://github.com/other/other/issues/140 "
             f"is of another repository; this one is at {SITE}"),
            ("other/other#140", f"other/other#140 is of another repository; this one is at {SITE}"),
            ("140,158", "140,158: there is no such file or folder; several numbers stand apart: "
             "140 158"),
        ):
            for verb in VERBS:
                if verb[0] == ("graph",) and name == "140,158":
                    continue  # a query
                with self.subTest(verb=verb[0], name=name):
                    refused = self.ask(verb, name)
                    self.assertEqual((refused.status, refused.out), (2, ""))
                    self.assertIn(message, refused.err)

    def test_an_address_means_nothing_where_the_site_is_not_known(self):
        self.git("remote", "remove", "origin", cwd=self.root)
        refused = self.ask((("show",), ()), f"{SITE}/issues/140")
        self.assertEqual(refused.status, 2)
        self.assertIn("where this repository is on the web is not known", refused.err)

    def test_words_of_a_title_without_quotes_are_no_revisions(self):
        refused = self.milepost("diff", "priority", "lanes", cwd=self.root, status=2)
        self.assertEqual(
            refused.err, "milepost: \"lanes\" is no commit, branch or tag of this repository\n"
            "  put words of a title in quotes: milepost diff \"priority lanes\"\n")

    def test_folders_stand_side_by_side(self):
        both = self.milepost("check", "priority-lanes", "shared-input-cache", cwd=self.root,
                             status=None)
        self.assertIn("2 proposals, ", both.out)

    # --- what people say after the proposal ---

    def test_words_of_a_title_are_recorded_as_no_text(self):
        for words in (("shared", "input"), ("shared", "input", "cache")):
            refused = self.milepost("approve", *words, "--role", "approver", "--as", "iduarte",
                                    cwd=self.root, status=2)
            self.assertIn(f"\"{' '.join(words)}\" is in the title of 131 Shared Input Cache", refused.err)
        refused = self.milepost("approve", "140", "131", "--role", "approver", "--as", "mokafor",
                                cwd=self.root, status=2)
        self.assertIn("\"131\" is 131 Shared Input Cache", refused.err)
        self.assertIn("one proposal is meant at a time; where it is the text, give it with --comment",
                      refused.err)
        self.assertNotIn("approved", self.milepost("log", "140", cwd=self.root).out)

    def test_the_text_is_shown(self):
        raised = self.milepost("concern", "140", "what of quotas?", "--as", "tlind", cwd=self.root)
        self.assertIn("  about Priority Lanes, with the text \"what of quotas?\"\n", raised.err)

    def test_a_blank_concern_is_none(self):
        for text in ("", "   "):
            refused = self.milepost("concern", "140", text, "--as", "tlind", cwd=self.root, status=2)
            self.assertIn("what is the concern?", refused.err)

    def test_reason_and_comment_are_one_option(self):
        done = self.milepost("hold", "140", "--reason", "later", "--as", "mokafor", "--dry-run",
                             cwd=self.root)
        self.assertIn("would record: 140: @mokafor (claimed) holds it\n", done.err)
        self.milepost("release", "defer", "v1.18", "140", "--to", "v1.19", "--comment", "later", "--as",
                      "mokafor", *NOW, cwd=self.root)
        refused = self.milepost("approve", "140", "-m", "lgtm", cwd=self.root, status=2)
        self.assertIn("did you mean --comment?", refused.err)


if __name__ == "__main__":
    unittest.main()
