"""What somebody meets who runs milepost in a repository with many proposals."""

import os
import select
import shutil
import signal
import subprocess
import unittest

from _many_proposals import TEXT, ManyProposals
from _milepost import PROGRAM, plain_environment
from _schemas import validate


class FirstRun(ManyProposals):

    def test_a_terminal_gets_errors_and_counts(self):
        shown = self.on_terminal("check")
        self.assertEqual(shown.status, 1)
        self.assertIn("warnings and infos by rule\n", shown.out)
        self.assertIn("  milepost check --rule MP", shown.out)
        self.assertIn("  milepost check --all         lists every finding\n", shown.out)
        errors = self.run_here("check", "--errors").out
        self.assertTrue(errors)
        self.assertNotIn(": warning ", errors)
        for line in errors.splitlines()[:-1]:
            self.assertIn(line.split(": error ")[1].split()[0], shown.out)

    def test_a_pipe_gets_every_finding(self):
        listed = self.run_here("check").out
        self.assertNotIn("by rule", listed)
        self.assertIn(": info MP", listed)
        for option in ("--concise", "--all"):
            self.assertIn("info", self.on_terminal("check", option).out)
        concise = self.on_terminal("check", "--concise").out
        self.assertRegex(concise, r"(?m)^keps/sig-node/101-faster-probes/\S+:\d+:\d+: \w+ MP\d{3} ")

    def test_statistics_count_what_is_listed(self):
        lines = self.run_here("check", "--statistics").out.splitlines()
        listed = self.run_here("check", "--concise").out.splitlines()
        self.assertEqual(lines[-1], listed[-1])
        self.assertEqual(sum(int(line.split()[0]) for line in lines[:-1]), len(listed) - 1)

    def test_rule_is_select(self):
        self.assertEqual(
            self.run_here("check", "--rule", "MP609").out,
            self.run_here("check", "--select", "MP609").out)

    def test_fixing_says_what_it_did_by_rule(self):
        fixed = self.run_here("check", "--fix", "--select", "MP609")
        self.assertIn("fixed 12 findings in 12 files\n      12  MP609 checkbox-odd\n", fixed.err)

    def test_in_a_folder_it_says_what_it_covers(self):
        note = "only what is in keps/sig-node is checked; -C ../.. checks the whole repository\n"
        self.assertIn(note, self.run_here("-C", "keps/sig-node", "check").err)
        for words in (["check"], ["-C", "keps/sig-node", "check", "."],
                      ["-C", "keps/sig-node", "check", "101"],
                      ["-C", "keps/sig-node", "check", "--quiet"]):
            self.assertNotIn("only what is in", self.run_here(*words).err, words)

    def test_a_dry_run_of_fixing_says_what_it_would_do(self):
        shown = self.run_here("check", "--fix", "--dry-run", "--select", "MP609")
        self.assertIn("would fix 12 findings in 12 files\n      12  MP609 checkbox-odd\n", shown.err)

    def test_reviews_are_shown(self):
        self.run_here("concern", "101", "what of downgrades?", "--as", "ann", "--now", "2026-01-05")
        self.run_here("hold", "101", "wait", "--as", "ann", "--now", "2026-01-06")
        self.run_here("approve", "101", "--as", "ann", "--now", "2026-01-07")
        held = ("Reviews\n"
                "  ✗ held by @ann (claimed) on 2026-01-06: wait\n"
                "  ✗ concern 1 of @ann (claimed) on 2026-01-05: what of downgrades?\n"
                "  ✓ approved for alpha as approver by @ann (claimed) on 2026-01-07\n")
        self.assertIn(held, self.run_here("show", "101").out)
        shown = self.run_here("show", "101", "--format", "json").json()
        validate(shown, "page.schema.json")
        self.assertEqual([one["role"] for one in shown["approvals"]], ["approver"])
        self.assertEqual(shown["hold"]["by"], "@ann")
        why = self.run_here("why", "101", "--to", "beta", "--release", "v1.30").out
        self.assertIn("  Recorded besides\n"
                      "    ✓ approved for alpha as approver by @ann (claimed) on 2026-01-07\n", why)
        self.run_here("resolve", "101", "covered", "--as", "ann", "--now", "2026-01-08")
        self.run_here("unhold", "101", "--as", "ann", "--now", "2026-01-08")
        self.write("keps/sig-node/101-faster-probes/README.md",
                   TEXT.format(title="Faster probes", number=101).replace("TBD", "Other"))
        changed = self.run_here("show", "101").out
        changed = " ".join(changed.split())
        self.assertIn("; resolved by @ann (claimed) on 2026-01-08: covered ", changed)
        self.assertIn("; void, the text has changed since (Summary: +1 −1 words) ", changed)

    def test_words_of_a_title_or_an_address_name_a_proposal(self):
        self.write("milepost.yaml", "schema: 1\nprocess: kep\n"
                   "layout: {url: https://example.org/o/r}\n")
        whole = self.run_here("show", "101").out
        self.assertIn("Faster probes", whole)
        for words in (["faster", "probes"], ["Probes FASTER"],
                      ["https://example.org/o/r/issues/101"],
                      ["https://example.org/o/r/blob/main/keps/sig-node/101-faster-probes/kep.yaml"
                      ]):
            self.assertEqual(self.run_here("show", *words).out, whole, words)
        for verb in (["why", "--to", "beta"], ["history"], ["log"], ["check"]):
            by_number = self.run_here(verb[0], "101", *verb[1:])
            by_title = self.run_here(verb[0], "faster", "probes", *verb[1:])
            self.assertTrue(by_number.out, verb)
            self.assertEqual((by_title.out, by_title.status), (by_number.out, by_number.status), verb)
        moved = self.run_here("promote", "faster", "probes", "--to", "withdrawn", "--reason", "no",
                              "--dry-run")
        self.assertIn("+status: withdrawn\n", moved.out, moved.err)
        self.assertEqual(self.run_here("log", "101", "102").err,
                         "milepost: log takes one PROPOSAL; \"102\" is too much\n")
        several = self.run_here("show", "probes")
        self.assertEqual(several.status, 2)
        self.assertEqual(
            several.err, "milepost: 2 proposals have \"probes\" in their titles; name one:\n"
            "  101 Faster probes\n  102 Slower probes\n")

    def test_a_comparison_is_with_the_last_commit(self):
        document = "keps/sig-node/101-faster-probes/README.md"
        self.write(document, TEXT.format(title="Faster probes", number=101).replace("TBD", "Better"))
        self.assertEqual(
            self.run_here("diff", "101").out, self.run_here("diff", "101", "HEAD").out)
        self.assertIn("Better", self.run_here("diff", "101").out)

    def test_a_text_follows_the_proposal_and_its_place_is_told(self):
        raised = self.run_here("concern", "101", "what of downgrades?", "--as", "ann")
        self.assertEqual(raised.status, 0, raised.err)
        self.assertIn("  recorded in this clone only; --store or a server shares it\n", raised.err)
        self.assertIn("what of downgrades?", self.run_here("why", "101").out)
        number = self.run_here("log", "101", "--format", "json").json()
        self.assertTrue(number)
        twice = self.run_here("hold", "101", "one", "--comment", "two", "--as", "ann")
        self.assertEqual(twice.err, "milepost: \"one\" is too much; "
                         "put what you have to say in quotes, once\n")
        resolved = self.run_here("resolve", "101", "covered under Risks", "--as", "ann")
        self.assertEqual(resolved.status, 0, resolved.err)

    def watch(self, *words):
        """The process, and what reads what it writes up to where it waits."""
        watching = subprocess.Popen(
            [PROGRAM, "check", "--watch", *words],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=plain_environment())
        self.addCleanup(watching.stdout.close)
        self.addCleanup(watching.wait)
        self.addCleanup(watching.kill)

        def read():
            text = ""
            while "watching; Ctrl-C ends it\n" not in text:
                ready, _, _ = select.select([watching.stdout], [], [], 60)
                self.assertTrue(ready, text)
                more = os.read(watching.stdout.fileno(), 65536).decode()
                self.assertTrue(more, text)
                text += more
            return text

        return watching, read

    def test_watching_checks_again_after_a_save(self):
        watching, read = self.watch("101", "--select", "MP609")
        self.assertIn("MP609", read())
        document = "keps/sig-node/101-faster-probes/README.md"
        self.write(document, TEXT.format(title="Faster probes", number=101).replace("[x ]", "[x]"))
        again = read()
        self.assertIn(f"{document} was saved\n", again)
        self.assertNotIn("MP609", again)
        watching.send_signal(signal.SIGINT)
        self.assertEqual(watching.wait(60), -signal.SIGINT)

    def test_watching_a_repository_looks_at_what_was_saved(self):
        _, read = self.watch("--select", "MP609")
        self.assertGreater(read().count("MP609"), 5)
        folder = os.path.join(self.folder, "keps/sig-node/101-faster-probes")
        # As an editor saves: beside the file, then in its place.
        self.write("keps/sig-node/101-faster-probes/README.md.tmp",
                   TEXT.format(title="Faster probes", number=101))
        os.rename(os.path.join(folder, "README.md.tmp"), os.path.join(folder, "README.md"))
        again = read()
        self.assertIn("\nkeps/sig-node/101-faster-probes/README.md was saved\n", again)
        self.assertEqual(again.count("MP609"), 1, again)
        self.assertIn("\n1 proposal, ", again)
        shutil.rmtree(folder)
        self.assertIn(" more were removed\n", read())

    def test_watching_writes_text(self):
        refused = self.run_here("check", "--watch", "--format", "json")
        self.assertEqual((refused.status, refused.err),
                         (2, "milepost: --watch writes a text after each save; leave out --format\n"))


if __name__ == "__main__":
    unittest.main()
