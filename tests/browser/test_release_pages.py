"""The pages of a release, the inbox, reports, process, rules and log, in a real browser."""

import datetime
import os
import tempfile
import unittest

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

import _browser

RELEASE = "/release/v1.18"
PAGES = ["/release", RELEASE, f"{RELEASE}?state=missed", f"{RELEASE}/proposals/140",
         f"{RELEASE}/freeze/prr-freeze", f"{RELEASE}/messages/prr-freeze", "/inbox",
         "/inbox?for=@mokafor", "/inbox?for=@nobody", "/reports", "/process", "/rules",
         "/rules/MP201", "/log", "/log?proposal=140", "/log?release=v1.18"]


def day(offset):
    return str(datetime.datetime.now(datetime.timezone.utc).date() + datetime.timedelta(offset))


class Repository(_browser.Repository):
    """v1.18 is under way: its PRR freeze has passed, and nobody has applied it."""

    DATES = {"start": -30, "prr-freeze": -3, "enhancements-freeze": 6, "docs-placeholder": 20,
             "code-freeze": 40, "docs-freeze": 54, "release": 74}

    def __init__(self, folder):
        super().__init__(folder)
        path = os.path.join(self.root, "releases.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write("schema: 1\nreleases:\n  - name: v1.18\n")
            for name, offset in self.DATES.items():
                file.write(f"    {name}: {day(offset)}\n")
            file.write(f"  - {{name: v1.19, start: {day(90)}}}\n")
        self.commit("plan v1.18", "2026-11-11")


class Case(_browser.Case):

    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.place.cleanup)
        cls.repository = Repository(cls.place.name)
        cls.server = _browser.Server(cls.repository, "--rates", "100")
        cls.addClassCleanup(cls.server.stop)
        cls.driver = _browser.start_browser(os.path.join(cls.place.name, "profile"), cls.SCRIPT)
        cls.addClassCleanup(cls.driver.quit)
        cls.driver.set_page_load_timeout(60)
        cls.sessions = {}

    def sign_in(self, handle):
        """Once; the session goes on, since signing in often is refused."""
        self.driver.delete_all_cookies()
        if handle not in self.sessions:
            self.sign_up(self.invite(handle), handle)
            self.sessions[handle] = self.driver.get_cookies()
            return
        for cookie in self.sessions[handle]:
            self.driver.add_cookie(cookie)

    def button(self, words):
        return self.driver.find_element(By.XPATH, f"//main//button[contains(., '{words}')]")

    def unfold(self, selector):
        self.driver.execute_script("arguments[0].open = true", self.one(selector))

    def rows(self):
        return [row.text.split()[0].rstrip("*") for row in self.all(".release-board tbody tr")]

    def pick_day(self, selector, value):
        self.driver.execute_script("arguments[0].value = arguments[1]", self.one(selector), value)


class Reading(Case):

    def test_every_page_is_sound_and_accessible(self):
        for page in PAGES:
            for dark in (False, True):
                with self.subTest(page=page, dark=dark):
                    self.dark(dark)
                    self.open(page)
                    self.assert_accessible()
                    self.assertEqual(len(self.all("main h1")), 1)
                    self.assert_no_errors(allowed=("404",))
        self.dark(False)

    def test_pictures(self):
        for name, page in (("release", RELEASE), ("freeze", f"{RELEASE}/freeze/prr-freeze"),
                           ("inbox", "/inbox?for=@mokafor"), ("reports", "/reports"),
                           ("process", "/process"), ("log", "/log"), ("rule", "/rules/MP201"),
                           ("messages", f"{RELEASE}/messages/prr-freeze"),
                           ("part", f"{RELEASE}/proposals/140")):
            for kind in ("", "-dark", "-phone"):
                with self.subTest(name=name, kind=kind):
                    self.dark(kind == "-dark")
                    self.size(400 if kind == "-phone" else 1440, 900)
                    self.open(page)
                    width = self.driver.execute_script("return document.documentElement.scrollWidth")
                    self.assertLessEqual(width, 400 if kind == "-phone" else 1440, "nothing is cut off")
                    self.picture(name + kind, whole=True)
        self.dark(False)

    def test_the_board_is_filtered_by_chips_that_the_address_keeps(self):
        self.open(RELEASE)
        self.assertEqual(sorted(self.rows()), ["131", "140"])
        self.driver.find_element(By.XPATH, "//main//a[starts-with(., 'sig-runtime')]").click()
        self.assertEqual(self.rows(), ["140"])
        self.assertIn("group=sig-runtime", self.driver.current_url)
        self.driver.refresh()
        self.assertEqual(self.rows(), ["140"])
        self.one(".chip[aria-current]").click()
        self.assertEqual(sorted(self.rows()), ["131", "140"])

    def test_a_count_leads_to_what_it_counts(self):
        self.open(RELEASE)
        for count in range(len(self.all(".counts a"))):
            link = self.all(".counts a")[count]
            number = int(link.find_element(By.TAG_NAME, "strong").text)
            link.click()
            self.assertEqual(len(self.rows()), number)
            self.open(RELEASE)

    def test_a_query_and_another_day_narrow_the_board(self):
        self.open(RELEASE)
        self.one("#q").send_keys("group:sig-storage")
        self.press(self.button("Show"))
        self.assertEqual(self.rows(), ["131"])
        self.open(f"{RELEASE}?on={day(-5)}")
        self.assertIn("as of the end of " + day(-5), self.text(".subtitle"))
        self.open(f"{RELEASE}?q=statu:x")
        self.assertIn("statu", self.text(".error"))

    def test_what_is_no_word_of_a_repository_is_not_looked_for_elsewhere(self):
        self.allowed = ("404",)
        for page in (f"{RELEASE}/proposals/~etc~passwd", f"{RELEASE}/proposals/-",
                     f"{RELEASE}/proposals/group:sig-runtime", "/log?proposal=-", "/release/v9.9"):
            with self.subTest(page=page):
                self.open(page)
                self.assertIn("Not found", self.driver.title)

    def test_the_calendar_is_a_line_with_today_on_it(self):
        self.open(RELEASE)
        self.assertIn("today", self.text(".calendar-line .today"))
        self.assertEqual(len(self.all(".calendar-line .date")), len(Repository.DATES))
        self.size(400, 800)
        self.assertFalse(self.one(".calendar-line").is_displayed())
        self.assertTrue(self.one(".calendar-list").is_displayed())

    def test_the_process_is_drawn(self):
        self.open("/process")
        self.assertGreater(len(self.all("#statuses .machine .state")), 4)
        self.assertGreater(len(self.all("#statuses .machine .move")), 4)
        self.assertTrue(self.all("#stages .machine"))
        self.unfold("#gate-prr-freeze")
        self.assertIn("a lead of the group has opted in", self.text("#gate-prr-freeze"))
        self.press(self.link("Rules"))
        self.press(self.link("MP201"))
        self.assertIn("Bad", self.text(".rule-page"))

    def test_the_report_has_charts_in_the_colours_of_the_page(self):
        self.open("/reports")
        colour = self.driver.execute_script(
            "return getComputedStyle(document.querySelector('.report-part svg text')).fill")
        text = self.driver.execute_script("return getComputedStyle(document.body).color")
        self.assertEqual(colour, text)
        self.assertTrue(self.all(".report-part table a"))

    def test_the_log_tells_who_and_where_the_record_ends(self):
        self.open("/log?proposal=140")
        self.assertIn("@mokafor", self.text("table.log"))
        self.assertIn("opted it in to v1.18", self.text("table.log"))
        self.assertRegex(self.text(".digest"), "^[0-9a-f]{64}$")

    def test_menus_close_and_lead_to_the_board_as_data(self):
        self.open(RELEASE)
        export, freezes = self.all("details.menu > summary")
        export.click()
        self.assertTrue(self.link("CSV").is_displayed())
        answers = self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "Promise.all([...document.querySelectorAll('details.menu[open] a')].map(async (link) => {"
            " const answer = await fetch(link.href);"
            " return [answer.status, answer.headers.get('content-type').split(';')[0]];"
            "})).then(done)")
        self.assertEqual(answers, [[200, "text/csv"], [200, "text/markdown"],
                                   [200, "application/json"], [200, "text/calendar"]])
        freezes.click()
        self.assertEqual(len(self.all("details.menu[open]")), 1)
        self.keys(Keys.ESCAPE)
        self.assertEqual(self.all("details.menu[open]"), [])
        self.assertEqual(self.active(), freezes)
        export.click()
        self.one("h1").click()
        self.assertEqual(self.all("details.menu[open]"), [])

    def test_titles_stand_beside_their_numbers_on_a_phone(self):
        self.size(320, 800)
        self.open(RELEASE)
        number, title = self.one("td.number"), self.one("th.wide a")
        self.assertLessEqual(number.location["x"] + number.size["width"], title.location["x"] + 1)
        self.assertLess(abs(number.location["y"] - title.location["y"]), 8)

    def test_an_inbox_row_leads_to_its_action(self):
        self.open("/inbox?for=@nquist")
        self.press(self.link("Plan the freeze"))
        self.assertIn("/freeze/prr-freeze", self.driver.current_url)


class Acting(Case):

    def test_a_freeze_is_planned_confirmed_applied_and_undone(self):
        self.sign_in("tlind")
        self.open(f"{RELEASE}/freeze/prr-freeze")
        self.assertIn("You cannot apply it: @tlind may not", self.text())
        self.assertNotIn("See what would be recorded", self.text())
        self.assertFalse(self.all("input[name=except]"))
        self.sign_in("nquist")
        self.open(f"{RELEASE}/freeze/prr-freeze")
        self.assertIn("Would be removed", self.text())
        self.one("input[name=except][value='131']").click()
        self.press(self.button("See what would"))
        self.assertIn("Say why those are kept", self.text(".error"))
        self.assertTrue(self.one("input[name=except][value='131']").is_selected())
        self.assertEqual(self.driver.switch_to.active_element.get_attribute("id"), "reason")
        self.one("#reason").send_keys("the reviewer was ill")
        self.press(self.button("See what would"))
        self.picture("freeze-confirm", whole=True)
        self.assertIn("1 kept, 1 removed", self.text())
        self.press(self.button("Record it"))
        self.assertIn("Recorded: 1 kept, 1 removed", self.text(".success"))
        self.open(f"{RELEASE}?state=removed")
        self.assertEqual(self.rows(), ["140"])
        self.open("/log?release=v1.18")
        self.assertIn("the reviewer was ill", self.text("table.log"))
        self.open(f"{RELEASE}/freeze/prr-freeze")
        self.unfold("details.panel")
        self.one("#undo-reason").send_keys("the date was wrong")
        self.press(self.button("Undo it"))
        self.assertIn("Undone", self.text(".success"))
        self.open(f"{RELEASE}?state=removed")
        self.assertEqual(self.rows(), [])
        self.open("/log?release=v1.18")
        self.assertIn("undone by @nquist", self.text("table.log"))
        self.assert_no_errors(allowed=("422",))

    def test_what_somebody_may_not_is_said_in_words(self):
        self.sign_in("tlind")
        self.open(f"{RELEASE}/freeze/prr-freeze/confirm")
        self.assertIn("@tlind may not remove a proposal from a release", self.text(".error"))
        self.assertIn("You can record none of it.", self.text())
        self.assertNotIn("nothing to record", self.text())
        self.open(f"{RELEASE}/proposals/140")
        self.assertFalse(self.all("#remove"))

    def test_what_takes_no_part_is_asked_for_nothing(self):
        self.open(f"{RELEASE}/proposals/97")
        self.assertIn("It takes no part in v1.18", self.text())
        self.assertFalse(self.all("section[id^=exception-]"))

    def test_an_exception_is_asked_for_and_decided(self):
        self.sign_in("mokafor")
        self.open(f"{RELEASE}/proposals/140")
        section = "#exception-prr-freeze"
        self.unfold(f"{section} details.ask")
        self.pick_day("#ask-prr-freeze", day(9))
        self.one("#why-prr-freeze").send_keys("the text lands two days late")
        self.press(self.one(f"{section} form[action$='/exception'] button"))
        self.assertIn("exception", self.text(".success"))
        self.open(RELEASE)
        self.assertIn("the text lands two days late", self.text(".release-board"))
        self.sign_in("nquist")
        self.open("/inbox")
        self.press(self.link("Decide"))
        self.assertIn("the text lands two days late", self.text(section))
        self.press(self.button("Approve the exception"))
        self.assertIn("Approved by @nquist", self.text(section))
        self.assert_no_errors()

    def test_a_proposal_is_opted_out_deferred_and_restored(self):
        self.sign_in("pnovak")
        self.open(f"{RELEASE}/proposals/131")
        self.press(self.one("#opt-in button"))
        self.assertIn("opted in to v1.18", self.text(".success"))
        Select(self.one("#to-defer")).select_by_visible_text("v1.19")
        self.one("#reason-defer").send_keys("the cache is not ready")
        self.press(self.one("#defer button"))
        self.assertIn("deferred to v1.19", self.text(".subtitle"))
        self.assertIn("the cache is not ready", self.text())
        self.sign_in("nquist")
        self.open(f"{RELEASE}/proposals/131")
        self.one("#reason-restore").send_keys("it is ready after all")
        self.press(self.one("#restore button"))
        self.assertNotIn("deferred", self.text(".subtitle"))

    def test_two_decide_at_once_and_the_later_is_told(self):
        self.allowed = ("412",)
        self.sign_in("mokafor")
        self.open(f"{RELEASE}/proposals/140")
        self.repository.milepost("concern", "140", "--as", "pnovak", "--comment", "And one more.")
        self.one("#reason-opt-out").send_keys("not now")
        self.press(self.one("#opt-out button"))
        self.assertIn("changed", self.text().lower())
        self.open("/log?proposal=140")
        self.assertNotIn("opted out", self.text("table.log"))

    def test_the_day_of_an_exception_is_kept_where_it_is_refused(self):
        self.allowed = ("422",)
        self.sign_in("mokafor")
        self.open(f"{RELEASE}/proposals/140")
        self.unfold("#exception-prr-freeze .ask")
        self.driver.execute_script("arguments[0].value = arguments[1]",
                                   self.one("#ask-prr-freeze"), day(-20))
        self.one("#why-prr-freeze").send_keys("The reviewer was ill.")
        self.press(self.button("Ask for an exception"))
        self.assertNotIn("--until", self.text(".error"))
        self.assertIn("no later than", self.text(".error"))
        self.assertEqual(self.one("#ask-prr-freeze").get_attribute("value"), day(-20))
        self.assertEqual(self.one("#why-prr-freeze").get_attribute("value"),
                         "The reviewer was ill.")
        self.assertTrue(self.one("#ask-prr-freeze").is_displayed())

    def test_a_part_offers_what_the_visitor_may_do(self):
        self.sign_in("mokafor")  # leads another group, and reviews no production readiness
        self.open(f"{RELEASE}/proposals/131")
        self.assertNotIn("Opt in…", self.text())
        self.assertNotIn("Approve…", self.text())
        self.sign_in("pnovak")
        self.open(f"{RELEASE}/proposals/131")
        self.assertIn("Opt in…", self.text())

    def test_the_inbox_counts_as_other_pages_do(self):
        self.sign_in("mokafor")
        self.open("/inbox")
        rows = len(self.all("ul.inbox > li"))
        self.assertIn(f"{rows} thing", self.text(".subtitle"))
        self.open("/")
        self.assertIn(f"{rows} in all", self.text())

    def test_the_number_beside_the_inbox_is_how_much_it_holds(self):
        self.sign_in("tlind")
        self.open("/inbox")
        before = len(self.all("ul.inbox > li"))
        self.repository.milepost("concern", "171", "How are they counted?", "--as", "mokafor")
        self.wait(lambda: self.open("/inbox") or len(self.all("ul.inbox > li")) > before)
        held = len(self.all("ul.inbox > li"))
        for page in ("/inbox", "/proposals"):
            self.open(page)
            self.assertEqual(self.one(".badge").get_attribute("textContent"), f"{held} await you")

    def test_messages_are_marked_as_posted(self):
        self.allowed = ("422",)
        self.sign_in("nquist")
        self.open(f"{RELEASE}/messages/prr-freeze")
        self.assertIn("PRR freeze", self.one(".message-text").get_attribute("value"))
        self.one("#where").send_keys("their issues")
        self.press(self.button("Mark the chosen"))
        self.assertIn("choose at least one", self.text(".error"))
        self.assertEqual(self.one("#where").get_attribute("value"), "their issues")
        self.assertNotIn("posted by", self.text())
        self.all("input[name=proposal]")[0].click()
        self.press(self.button("Mark the chosen"))
        self.assertIn("1 message marked as posted", self.text(".success"))
        self.assertIn("posted by @nquist", self.text())


if __name__ == "__main__":
    unittest.main()
