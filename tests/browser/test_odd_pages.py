"""Pages about proposals that are long, wide, bare or written from right to left."""

import os
import unittest

from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

import _browser


class OddProposals(_browser.Case):

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        kept = "## Summary\n\nIt is what it is.\n\n"
        cls.propose("501-title", "A title that goes on " * 140, kept)
        cls.propose("502-right", "מסלולי עדיפות", "## Summary\n\nהמתזמן שומר את הסדר.\n")
        row = "| " + " | ".join(f"column {i}" for i in range(30)) + " |\n"
        cls.propose("503-wide", "Wide", kept + "x" * 500 + "\n\n" + row + "|" + "---|" * 30 + "\n" +
                    row + "\n```\n" + "code " * 200 + "\n```\n")
        cls.propose("504-many", "Many", kept, approvers=[f"approver-{i:02}" for i in range(60)])
        cls.repository.commit("odd ones", "2026-11-12")
        path = os.path.join(cls.repository.root, "keps/sig-runtime/505-bare")
        os.makedirs(path)
        with open(os.path.join(path, "README.md"), "w", encoding="utf-8") as file:
            file.write("# No metadata\n\n" + kept)
        cls.repository.commit("a bare one", "2026-11-13")
        waiting = WebDriverWait(cls.driver, 30)
        waiting.until(lambda driver: driver.get(cls.server.address + "/proposals/505") or
                      "No metadata" in driver.find_element(By.TAG_NAME, "h1").text)

    @classmethod
    def propose(cls, name, title, text, approvers=("mokafor",)):
        path = os.path.join(cls.repository.root, "keps/sig-runtime", name)
        os.makedirs(path)
        with open(os.path.join(path, "README.md"), "w", encoding="utf-8") as file:
            file.write(f"# {title}\n\n{text}")
        with open(os.path.join(path, "kep.yaml"), "w", encoding="utf-8") as file:
            file.write(f"title: \"{title.strip()}\"\nkep-number: {name[:3]}\nowning-sig: sig-runtime\n"
                       "status: implementable\nstage: beta\nlatest-milestone: \"v1.18\"\n"
                       "authors: [\"@jtakeda\"]\nreviewers: [\"@tlind\"]\napprovers:\n" +
                       "".join(f"  - \"@{one}\"\n" for one in approvers))

    def test_nothing_runs_out_of_the_page(self):
        for width in (1440, 390):
            for page in [f"/proposals/{number}" for number in range(501, 506)] + [
                    "/proposals", "/board", "/people", "/"]:
                with self.subTest(page=page, width=width):
                    self.size(width, 844)
                    self.open(page)
                    self.assertLessEqual(self.driver.execute_script(
                        "return document.documentElement.scrollWidth - innerWidth"), 0)
                    self.assert_accessible()
                    self.picture(f"hostile{page.replace('/', '-')}-{width}")
        self.assert_no_errors()

    def test_a_title_without_end_leaves_room_for_the_text(self):
        self.open("/proposals/501")
        self.assertLess(self.one("h1").size["height"], 260)
        self.assertLess(self.one("#Document").location["y"], 700)

    def test_text_runs_the_way_its_letters_do(self):
        self.open("/proposals/502")
        for selector in ("h1", "#Document p"):
            left, right = self.driver.execute_script(
                "const box = arguments[0].getBoundingClientRect(), range = document.createRange();"
                "range.selectNodeContents(arguments[0]); const text = range.getBoundingClientRect();"
                "return [text.left - box.left, box.right - text.right]", self.one(selector))
            self.assertLess(right, left, selector)

    def test_code_and_tables_keep_their_lines_in_a_difference(self):
        first = ("## Summary\n\nThere is a period in which one may turn it off by the gate.\n\n"
                 "```go\nfunc Keep() {\n\treturn\n}\n```\n")
        self.propose("506-code", "Code", first)
        self.repository.commit("Add code", "2026-11-14")
        path = os.path.join(self.repository.root, "keps/sig-runtime/506-code/README.md")
        with open(path, "w", encoding="utf-8") as file:
            file.write("# Code\n\n" + first.replace("gate.", "gate of clients. " + "More follows. " * 20)
                       .replace("{\n", "{\n\tif late {\n\t\tpanic(1)\n\t}\n"))
        self.repository.commit("Explain it", "2026-11-15")
        self.open_once("/proposals/506/diff", "Explain it")
        self.assertIn("2026-11-14 · J · Add code", self.text("#from option:checked"))
        self.assertEqual(self.text(".subtitle"), "2026-11-14 · J → as it is now")
        lines = self.driver.execute_script(
            "return [...document.querySelectorAll('.words .lines ins')].map((one) => one.textContent)")
        self.assertEqual(lines, ["\tif late {", "\t\tpanic(1)", "\t}"])
        style = self.driver.execute_script(
            "const style = getComputedStyle(document.querySelector('.words .lines ins'));"
            "return [style.fontFamily, style.whiteSpace]")
        self.assertIn("mono", style[0])
        self.assertEqual(style[1], "pre-wrap")
        kept = self.one(".words > p:not(.added)")
        self.assertTrue(kept.text.startswith("… may turn it off by the gate"), kept.text)
        self.assertTrue(kept.find_element(By.TAG_NAME, "ins").text.startswith("gate of clients"))
        self.size(320, 640)
        self.assertLessEqual(self.wide(), 0)

    def test_without_metadata_the_page_says_so(self):
        self.open("/proposals/505")
        self.assertIn("it has no status", self.text("#Gate"))
        self.assertNotIn('""', self.text("#Gate"))
        self.assertFalse(self.text(".meta").startswith("·"))


if __name__ == "__main__":
    unittest.main()
