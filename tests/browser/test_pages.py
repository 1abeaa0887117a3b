"""The pages that people read and act on, in a real browser."""

import unittest

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import _browser

PAGES = ["/", "/proposals", "/proposals?q=stage:beta", "/proposals/140", "/proposals/97",
         "/proposals/140/diff", "/board", "/board?by=status", "/people", "/people/jtakeda",
         "/groups", "/groups/sig-runtime", "/check", "/proposals?q=statu:beta", "/proposals/4711"]


class Reading(_browser.Case):

    def test_every_page_is_sound_and_accessible(self):
        for page in PAGES:
            for dark in (False, True):
                with self.subTest(page=page, dark=dark):
                    self.dark(dark)
                    self.open(page)
                    self.assert_accessible()
                    self.assertEqual(len(self.all("main")), 1)
                    self.assertTrue(self.all("h1"))
                    self.assert_no_errors(allowed=("422", "404"))
        self.dark(False)

    def test_a_proposal_is_read_with_its_health_beside_it(self):
        self.open("/proposals/140")
        self.picture("proposal")
        self.assertEqual(self.text("h1"), "Priority Lanes")
        contents = self.text(".contents")
        self.assertIn("Summary", contents)
        self.assertIn("to write", contents)
        self.assertIn("Queues are served by three lanes", self.text("#Document"))
        gate = self.text("#Gate")
        self.assertIn("missing", gate)
        self.assertIn("Waiting for the author", gate)
        self.assertIn("How do lanes share the cache?", self.text("#Reviews"))
        self.assertIn("void", self.text("#Reviews"))
        self.assertIn("opted it in to v1.18", self.text("#Timeline"))
        self.assertTrue(self.link("edit").get_attribute("href").startswith(
            "https://github.com/harborlane/enhancements/edit/"))
        self.assert_no_errors()

    def test_what_voided_an_approval_is_one_click_away(self):
        self.open("/proposals/140")
        self.link("see the change").click()
        self.picture("diff")
        self.assertIn("A lane keeps its order", self.text(".words ins"))
        self.assertIn("Design Details", self.text())

    def test_any_two_versions_are_compared(self):
        self.open("/proposals/140/diff")
        versions = self.all("#from option")
        self.assertEqual(len(versions), 3)
        versions[-1].click()
        self.press(self.one("main button[type=submit]"))
        self.assertIn("latest-milestone", self.text())
        self.assertIn("A lane keeps its order", self.text())

    def test_the_stages_have_their_ends(self):
        self.open("/proposals/140")
        names = [one.text.split(",")[0].strip() for one in self.all(".stage-line strong")]
        self.assertEqual(names, ["implementable", "alpha", "beta", "stable", "implemented"])
        self.assertEqual(self.text(".stage-line li:first-child time"), "1 May")
        self.assertTrue(self.text(".stage-line [aria-current=step] strong").startswith("beta"))
        self.open("/proposals/97")
        self.assertTrue(self.text(".stage-line li:last-child strong").startswith("replaced"))
        self.assertEqual(self.one(".stage-line li:last-child").get_attribute("class"), "ended")

    def test_relations_are_drawn_large_enough_to_be_read_and_followed(self):
        self.open("/proposals/140")
        self.link("Drawn below the text").click()
        words = self.driver.find_element(
            By.XPATH, "//*[@id='Relations']//*[name()='text' and .='Graceful Berth Drain']")
        self.assertGreater(words.rect["height"], 11)
        self.wait(lambda: self.driver.execute_script(
            "const at = arguments[0].getBoundingClientRect(); return at.top > 0 && at.bottom < innerHeight",
            words))
        self.assertEqual(self.all("#Relations [style], #Relations style"), [])
        words.click()
        self.wait(lambda: self.driver.current_url.endswith("/proposals/112"))
        self.assert_no_errors()

    def test_the_name_is_that_of_the_host(self):
        self.open("/")
        self.assertEqual(self.text(".top .repository"), "harborlane/enhancements")

    def test_links_with_the_names_of_before_arrive(self):
        self.open("/proposals/140#doc-drawbacks")
        self.wait(lambda: self.driver.current_url.endswith("#drawbacks"))
        self.wait(lambda: self.driver.execute_script(
            "const at = document.getElementById('drawbacks').getBoundingClientRect().top;"
            "return at >= 0 && at < innerHeight"))
        self.open("/proposals/140#%E0%A4%A")
        self.assertEqual(self.text("h1"), "Priority Lanes")
        self.assert_no_errors()

    def test_a_board_of_a_query_counts_what_it_finds(self):
        self.open("/board?by=status&q=group:sig-runtime")
        count = self.driver.find_element(
            By.XPATH, "//section[h2/span='implementable']//a[@class='quiet']")
        self.assertEqual(count.text, "2")
        count.click()
        self.assertEqual(self.text("h1"), "2 proposals")

    def test_a_contents_line_leads_to_its_section(self):
        self.open("/proposals/140")
        self.all(".contents a[href='#drawbacks']")[0].click()
        self.wait(lambda: self.driver.execute_script(
            "const at = document.getElementById('drawbacks').getBoundingClientRect().top;"
            "return at >= 0 && at < innerHeight"))

    def test_facets_narrow_and_widen_the_query(self):
        self.open("/proposals")
        self.picture("proposals")
        self.assertEqual(self.text("h1"), "7 proposals")
        self.driver.find_element(By.XPATH, "//aside//a[starts-with(., 'beta')]").click()
        self.assertEqual(self.text("h1"), "1 proposal")
        self.assertEqual(self.one("#Search").get_attribute("value"), "stage:beta")
        self.driver.find_element(By.XPATH, "//aside//a[contains(., 'sig-runtime')]").click()
        self.assertEqual(self.one("#Search").get_attribute("value"), "stage:beta group:sig-runtime")
        self.driver.find_element(By.XPATH, "//aside//a[@aria-current and contains(., 'beta')]").click()
        self.assertEqual(self.one("#Search").get_attribute("value"), "group:sig-runtime")
        self.assertEqual(self.text("h1"), "3 proposals")
        self.assert_no_errors()

    def test_a_mistake_in_a_query_is_shown_at_its_place(self):
        self.allowed = ("422",)
        for page in ("/proposals", "/search", "/board"):
            with self.subTest(page=page):
                self.open(f"{page}?q=statu:beta")
                self.assertIn("unknown field", self.text(".error"))
                self.assertEqual(self.text(".error mark"), "statu")
                self.assertIn('did you mean "status"', self.text(".error"))
                self.assertNotIn("^", self.text(".error"))
                self.assertNotIn("Nothing found", self.text())

    def test_what_an_address_asks_for_and_there_is_not_is_said(self):
        self.open("/proposals?page=999")
        self.assertEqual(len(self.all("tbody tr")), 7)
        self.open("/inbox?for=@nobodyatall")
        self.assertIn("Nobody here is called @nobodyatall", self.text())
        self.allowed = ("422",)
        self.open("/proposals?sort=nummer")
        self.assertTrue(self.text(".error").startswith('sort has no field "nummer"'), self.text(".error"))

    def test_words_that_no_title_has_are_looked_for_in_the_texts(self):
        self.open("/proposals")
        self.one("#Search").send_keys("scheduler", Keys.ENTER)
        self.wait(lambda: self.text("h1") == "0 proposals")
        self.press(self.link("Look in the texts"))
        self.assertTrue(self.all(".hits li"))
        self.assertEqual(self.one("#Search").get_attribute("value"), "scheduler")
        self.open("/proposals?q=lanes")
        self.assertEqual(self.text("h1"), "1 proposal")
        self.press(self.link("look in the texts"))
        self.assertIn("Priority Lanes", self.text(".hits"))

    def test_columns_sort_and_the_same_query_is_given_as_data(self):
        self.open("/proposals?q=group:sig-runtime")
        self.link("Title").click()
        titles = [row.text for row in self.all("tbody td.wide")]
        self.assertEqual(titles, sorted(titles))
        self.assertIn("q=group%3Asig-runtime", self.link("CSV").get_attribute("href"))
        answers = self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "Promise.all(['csv', 'json', 'atom'].map((kind) =>"
            " fetch(`/proposals.${kind}?q=group:sig-runtime`).then(async (answer) =>"
            "  [answer.status, answer.headers.get('content-type'), await answer.text()])))"
            ".then(done)")
        self.assertEqual([one[0] for one in answers], [200, 200, 200])
        self.assertTrue(answers[0][1].startswith("text/csv"))
        self.assertEqual(len(answers[0][2].splitlines()), 4)
        self.assertIn("Priority Lanes", answers[1][2])
        self.assertEqual(answers[2][2].count("<entry>"), 3)

    def test_a_board_has_a_column_for_each_stage(self):
        self.open("/board")
        self.picture("board")
        columns = [one.text for one in self.all(".board h2 span")]
        self.assertEqual(columns[:3], ["alpha", "beta", "stable"])
        self.link("by status").click()
        self.assertIn("implementable", self.text(".board"))

    def test_people_and_groups_have_what_they_own(self):
        self.open("/people")
        self.picture("people")
        self.link("@jtakeda").click()
        self.picture("person")
        self.assertIn("Priority Lanes", self.text())
        self.assertIn("lead of sig-runtime", self.text(".subtitle"))
        self.open("/groups/sig-runtime")
        self.assertIn("@mokafor", self.text())
        self.assertIn("Priority Lanes", self.text())

    def test_the_first_page_says_what_is_next(self):
        self.open("/")
        self.picture("home")
        self.assertIn("freeze", self.text().lower())
        self.assertIn("What changed lately", self.text())
        self.assertIn("Priority Lanes", self.text())
        self.assert_no_errors()

    def test_what_one_commit_did_to_a_proposal_is_one_row(self):
        self.open("/")
        rows = [row.text for row in self.all(".rows li")]
        self.assertEqual(len([row for row in rows if "title " in row and "number " in row]), 0)
        opened = [row for row in rows if "Structured Exit Reasons" in row]
        self.assertEqual(len(opened), 1, rows)
        self.assertIn("opened it: status implementable, stage alpha, latest-milestone v1.14",
                      opened[0])

    def test_a_search_keeps_its_words_and_a_column_to_read_in(self):
        self.open("/search?q=lanes")
        self.assertEqual(self.one("#Search").get_attribute("value"), "lanes")
        self.assertTrue(self.one(".hits li").is_displayed())
        self.assertLess(self.one(".hits").size["width"], 800)
        self.assert_accessible()

    def test_a_search_finds_shows_and_leads_there(self):
        self.open("/search?q=restarts")
        hit = self.driver.find_element(By.XPATH, "//li[contains(., 'Priority Lanes')]")
        self.assertEqual(int(self.text("h1").split()[0]), len(self.all(".hits li")))
        self.assertEqual(hit.find_element(By.TAG_NAME, "mark").text.lower(), "restarts")
        self.assertIn("keeps its order", hit.text)
        self.press(hit.find_element(By.PARTIAL_LINK_TEXT, "Design Details"))
        self.assertIn("/proposals/140#design-details", self.driver.current_url)
        self.wait(lambda: self.driver.execute_script(
            "const at = document.getElementById('design-details').getBoundingClientRect().top;"
            "return at >= 0 && at < innerHeight"))

    def test_a_search_forgives_a_slip_and_says_when_there_is_nothing(self):
        self.open("/search?q=priorty")
        self.assertIn("looked for priority", self.text())
        self.assertIn("Priority Lanes", self.text(".hits"))
        self.open("/search?q=zzzznothing")
        self.assertEqual(self.text("h1"), "Nothing found")
        self.assertEqual(self.all(".hits li"), [])
        self.assertIn("Try fewer words", self.text())

    def test_every_count_of_the_reports_leads_to_as_many_proposals(self):
        self.open("/reports")
        counts = self.driver.execute_script(
            "return [...document.querySelectorAll('td.right a[href*=\"/proposals?q=\"]')]"
            ".map((link) => [link.href, link.textContent])")
        counts.append([self.link("open").get_attribute("href"), self.link("open").text.split()[0]])
        self.assertGreater(len(counts), 20)
        found = self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "Promise.all(arguments[0].map(async (href) => {"
            " const text = await (await fetch(href)).text();"
            " return new DOMParser().parseFromString(text, 'text/html').querySelector('h1').textContent;"
            "})).then(done)", sorted({href for href, _ in counts})[:40])
        wanted = dict(counts)
        for href, heading in zip(sorted(wanted)[:40], found):
            self.assertEqual(heading.split()[0], wanted[href], href)
        self.open("/people")
        open_ones = self.one("td a[href*=person]")
        count = open_ones.text
        self.press(open_ones)
        self.assertEqual(self.text("h1").split()[0], count)

    def test_bars_and_cells_of_charts_say_what_they_count(self):
        self.open("/reports")
        told = self.driver.execute_script(
            "return ['#times', '#throughput'].map((part) => [...document.querySelectorAll("
            "`${part} svg g > title`)].map((title) => title.textContent))")
        self.assertTrue(any("time" in one and "days" in one for one in told[0]), told)
        self.assertTrue(any("proposal" in one for one in told[1]), told)

    def test_the_contents_follow_the_reader(self):
        self.size(1440, 500)
        self.open("/proposals/140#drawbacks")
        self.wait(lambda: self.all(".contents [aria-current]"))
        self.wait(lambda: self.driver.execute_script(
            "const box = document.querySelector('.contents').getBoundingClientRect();"
            "const line = document.querySelector('.contents [aria-current]').getBoundingClientRect();"
            "return line.top >= box.top && line.bottom <= box.bottom"))

    def test_nothing_jumps_on_a_phone(self):
        self.size(390, 844)
        # Scripts and styles arrive late, as over the air.
        self.network(latency=150)
        self.addCleanup(self.network, latency=0)
        for page in ("/proposals/140", "/proposals"):
            self.open(page)
            moved = self.driver.execute_async_script(
                "const done = arguments[arguments.length - 1]; let sum = 0;"
                "new PerformanceObserver((list) => {"
                " for (const one of list.getEntries()) sum += one.value;"
                "}).observe({type: 'layout-shift', buffered: true});"
                "setTimeout(() => done(sum), 400)")
            self.assertLess(moved, 0.05, page)

    def network(self, latency):
        self.driver.execute_cdp_cmd("Network.enable", {})
        self.driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": latency > 0})
        self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {
            "offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1})

    def test_a_link_to_a_heading_is_copied(self):
        self.driver.execute_cdp_cmd("Browser.grantPermissions", {
            "origin": self.server.address,
            "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
        self.open("/proposals/140")
        anchor = self.one("#drawbacks .anchor, h2:has(#drawbacks) .anchor")
        self.driver.execute_script("arguments[0].click()", anchor)
        self.wait(lambda: anchor.get_attribute("title") == "copied")
        self.assertEqual(self.driver.execute_async_script(
            "navigator.clipboard.readText().then(arguments[arguments.length - 1])"),
            self.server.address + "/proposals/140#drawbacks")

    def test_a_document_is_checked_as_one_types_chooses_or_drops_it(self):
        self.open("/check")
        self.one("#text").send_keys("# A title\n\n## Summary\n")
        self.wait(lambda: self.all("#check-findings li"))
        self.one("#check-findings li button").click()
        self.assertEqual(self.active().get_attribute("id"), "text")
        self.assertRegex(self.text("#check-state"), "error|warning")
        path = f"{self.repository.root}/{_browser.LANES}/README.md"
        self.one("#file").send_keys(path)
        self.wait(lambda: "Priority Lanes" in self.one("#text").get_attribute("value"))
        self.driver.execute_script(
            "const data = new DataTransfer();"
            "data.items.add(new File(['# Dropped'], 'draft.md', {type: 'text/markdown'}));"
            "arguments[0].dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true,"
            " cancelable: true}))", self.one("#text"))
        self.wait(lambda: self.one("#text").get_attribute("value") == "# Dropped")

    def test_every_number_of_a_group_leads_to_what_it_counts(self):
        self.open("/groups")
        row = self.driver.find_element(By.XPATH, "//tr[th='sig-runtime']")
        for index in range(len(row.find_elements(By.TAG_NAME, "td"))):
            self.open("/groups")
            cell = self.driver.find_elements(By.XPATH, "//tr[th='sig-runtime']/td")[index]
            if cell.text == "0":
                self.assertEqual(cell.find_elements(By.TAG_NAME, "a"), [])
                continue
            count = cell.text
            cell.find_element(By.TAG_NAME, "a").click()
            self.assertEqual(self.text("h1").split()[0], count)

    def test_what_is_not_there_is_said(self):
        self.allowed = ("404",)
        self.open("/proposals/4711")
        self.assertIn("Not found", self.text("h1"))
        self.assertIn("404", self.text("h1"))

    def test_dark_and_phone(self):
        self.dark()
        self.open("/proposals/140")
        self.picture("proposal-dark")
        ground = self.driver.execute_script("return getComputedStyle(document.body).backgroundColor")
        self.assertEqual(ground, "rgb(16, 18, 21)")
        self.dark(False)
        self.size(390, 844)
        self.open("/proposals/140")
        self.picture("proposal-phone")
        gate = self.one("#Gate")
        self.assertNotIn("Waiting for", gate.text)
        self.assertLess(gate.location["y"], self.one("#Document").location["y"])
        self.assertLess(gate.size["height"], 80)
        self.one("#Gate summary").click()
        self.assertIn("Waiting for", gate.text)
        for page in ("/proposals/140", "/proposals", "/", "/board"):
            self.open(page)
            wide = self.driver.execute_script(
                "return document.documentElement.scrollWidth - innerWidth")
            self.assertLessEqual(wide, 0, page)
        self.open("/proposals/140")
        self.assertEqual(self.driver.execute_script(
            "const line = document.querySelector('.stage-line');"
            "return line.scrollWidth - line.clientWidth"), 0)
        self.assert_accessible()
        self.open("/proposals")
        self.picture("proposals-phone")

    def test_print_has_the_text_alone(self):
        self.open("/proposals/140")
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        try:
            self.assertFalse(self.one(".top").is_displayed())
            for aside in (".contents", ".health", ".found", "#Timeline"):
                self.assertFalse(self.one(aside).is_displayed(), aside)
            self.assertTrue(self.one("#Document").is_displayed())
            self.picture("proposal-print")
        finally:
            self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


class Keyboard(_browser.Case):

    def test_rows_pages_search_and_help(self):
        self.open("/")
        self.keys("g", "p")
        self.wait(lambda: self.driver.current_url.endswith("/proposals"))
        self.keys("j", "j", "k", "j")
        self.assertEqual(self.active().text, "Structured Exit Reasons")
        self.keys(Keys.ENTER)
        self.wait(lambda: self.driver.current_url.endswith("/proposals/158"))
        self.keys("?")
        self.assertTrue(self.one("dialog[open]").is_displayed())
        self.keys(Keys.ESCAPE)
        self.assertEqual(self.all("dialog[open]"), [])
        self.keys("/")
        self.assertEqual(self.active().get_attribute("id"), "Search")
        self.assert_no_errors()

    def test_found_proposals_and_the_log_have_rows(self):
        self.open("/search?q=lanes")
        self.keys("j")
        self.assertIn("Priority Lanes", self.active().text)
        self.open("/log")
        self.keys("j")
        self.assertEqual(self.active().text, "140")
        self.keys(Keys.ENTER)
        self.wait(lambda: self.driver.current_url.endswith("/proposals/140"))

    def test_the_first_tab_skips_to_the_content(self):
        self.open("/proposals")
        self.keys(Keys.TAB)
        self.assertEqual(self.active().text, "Skip to the content")
        self.assertGreaterEqual(self.active().location["y"], 0)
        self.keys(Keys.ENTER, Keys.TAB)
        inside = self.driver.execute_script(
            "return document.querySelector('main').contains(document.activeElement)")
        self.assertTrue(inside)
        outline = self.driver.execute_script(
            "return getComputedStyle(document.activeElement).outlineStyle")
        self.assertNotEqual(outline, "none")

    def test_suggestions_complete_a_query(self):
        self.open("/proposals")
        self.keys("/", "sta")
        self.wait(lambda: [one for one in self.all("[role=option]") if one.text == "stage:"])
        while self.one("[aria-selected=true]").text != "stage:" if self.all(
                "[aria-selected=true]") else True:
            self.keys(Keys.DOWN)
        self.keys(Keys.ENTER)
        self.wait(lambda: [one for one in self.all("[role=option]") if one.text == "stage:beta"])
        self.keys("be")
        self.wait(lambda: [one.text for one in self.all("[role=option]")] == ["stage:beta"])
        self.keys(Keys.DOWN, Keys.ENTER)
        self.assertEqual(self.one("#Search").get_attribute("value").strip(), "stage:beta")
        self.keys(Keys.ENTER)
        self.wait(lambda: self.text("h1") == "1 proposal")

    def test_a_page_says_that_it_has_changed(self):
        self.open("/proposals/158")
        self.wait(lambda: self.driver.execute_script("return document.readyState") == "complete")
        self.driver.execute_script("window.stays = true")
        path = "keps/sig-runtime/158-structured-exit-reasons/README.md"
        self.repository.replace(path, ("## Summary\n", "## Summary\n\nA change that is watched.\n"))
        self.wait(lambda: self.all(".changed"))
        self.assertTrue(self.driver.execute_script("return window.stays"))
        self.link("reload").click()
        self.wait(lambda: "A change that is watched." in self.text("#Document"))


class WithoutScript(_browser.Case):

    SCRIPT = False

    def test_reading_searching_and_filtering_work(self):
        self.open("/proposals/140")
        self.picture("proposal-no-script")
        self.assertIn("Queues are served by three lanes", self.text("#Document"))
        self.assertIn("Waiting for the author", self.text("#Gate"))
        self.size(390, 844)
        self.open("/proposals/140")
        self.picture("proposal-phone-no-script")
        self.assertLess(self.one("h1").location["y"], 300)
        self.assertLess(self.one("#Gate").size["height"], 80)
        self.one("#Gate summary").click()
        self.assertIn("Waiting for the author", self.text("#Gate"))
        self.open("/proposals")
        self.assertLess(self.one("h1").location["y"], 300)
        self.size(1440, 900)
        self.open("/proposals")
        box = self.one("#Search")
        box.send_keys("stage:beta", Keys.ENTER)
        self.assertEqual(self.text("h1"), "1 proposal")
        self.driver.find_element(By.XPATH, "//aside//a[@aria-current]").click()
        self.assertEqual(self.text("h1"), "7 proposals")


class Acting(_browser.Case):

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.setup_address = cls.server.setup_address()

    def sign_in_as_approver(self):
        if self.all(".me a[href$='/account']"):
            return
        self.sign_up(self.setup_address, "mokafor")

    def setUp(self):
        super().setUp()
        self.open("/proposals")
        self.sign_in_as_approver()

    def test_1_approving_shows_the_text_and_records_it(self):
        self.open("/proposals/140")
        self.link("Approve again").click()
        self.picture("approve")
        self.assertIn("What will be recorded", self.text())
        self.assertIn("approved for beta as an approver", self.text())
        self.assertIn("A lane keeps its order", self.text(".words ins"))
        self.assertIn("Queues are served by three lanes", self.text(".panel.prose"))
        self.assert_accessible()
        self.one("#Comment").send_keys("the restart is clear now")
        self.one("form[action$='/approve'] button[type=submit]").click()
        self.wait(lambda: self.all(".success"))
        self.picture("approved")
        self.assertIn("Your approval is recorded", self.text(".success"))
        self.assertIn("Withdraw", self.text("#Reviews"))
        self.assertNotIn("void", self.text("#Reviews"))
        log = self.repository.milepost("log", "140", "--format", "json")
        self.assertIn("the restart is clear now", log)
        self.assert_no_errors()

    def test_2_an_approval_is_withdrawn(self):
        self.open("/proposals/140")
        self.one("form[action$='/withdraw'] button").click()
        self.wait(lambda: self.all(".success"))
        self.assertIn("withdrawn", self.text(".success"))

    def test_3_whoever_looked_at_another_text_is_told(self):
        self.open("/proposals/140/approve?role=approver&stage=beta")
        self.repository.replace(f"{_browser.LANES}/README.md",
                                ("keeps its order when", "keeps its place when"))
        self.wait(lambda: "keeps its place" in self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "fetch('/proposals/140/raw').then((answer) => answer.text()).then(done)"))
        self.press(self.one("form[action$='/approve'] button[type=submit]"))
        self.picture("conflict")
        self.allowed = ("412",)
        self.assertIn("412", self.text("h1"))
        self.assert_accessible()
        self.assertIn("changed", self.text().lower())

    def test_5_who_objects_is_said_once(self):
        self.open("/proposals/140")
        gate = self.text("#Gate")
        self.assertIn("Waiting for a reply to the objection\n✗", gate)
        self.assertEqual(gate.count("@pnovak, or a reviewer"), 1)

    def test_5_a_tracking_issue_is_made(self):
        self.open("/proposals/158")
        self.assertIn("It has no tracking issue yet.", self.text("#Tracking"))
        self.press(self.one("#Tracking form[action$='/track'] button"))
        self.wait(lambda: self.all(".success"))
        self.picture("issue-made")
        self.assertIn("The tracking issue is made", self.text(".success"))
        self.assertIn("of", self.text("#Tracking .panel-head"))
        self.assertFalse(self.all("#Tracking form[action$='/track']"))
        self.assertIn("wrote the tracking issue: title Structured Exit Reasons",
                      self.repository.milepost("log", "158"))
        self.assert_no_errors()

    def test_5_a_concern_is_raised_and_resolved(self):
        self.open("/proposals/158")
        self.driver.find_element(By.XPATH, "//summary[contains(., 'Raise a concern')]").click()
        self.one("#Concern").send_keys("Who reads the reasons?")
        self.driver.find_element(By.XPATH, "//button[contains(., 'Raise the concern')]").click()
        self.wait(lambda: self.all(".success"))
        self.assertIn("Who reads the reasons?", self.text("#Reviews"))
        self.driver.find_element(By.XPATH, "//summary[contains(., 'Resolve')]").click()
        self.driver.find_element(By.XPATH, "//button[text()='Resolve']").click()
        self.wait(lambda: "resolved" in self.text("#Reviews"))

    def test_5_a_proposal_is_held_on_the_smallest_phone(self):
        self.size(320, 640)
        self.open("/proposals/112")
        self.one("#Gate summary").click()
        self.one("#Gate .actions a[href='#Reviews']").click()
        raising = self.driver.find_element(By.XPATH, "//summary[contains(., 'Raise a concern')]")
        self.wait(lambda: self.driver.execute_script(
            "const at = arguments[0].getBoundingClientRect().top; return at > 0 && at < innerHeight", raising))
        self.driver.execute_script(
            "arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", raising)
        raising.click()
        self.one("#Concern").send_keys("The berths are being rebuilt.")
        hold = self.driver.find_element(By.XPATH, "//button[contains(., 'Hold the proposal')]")
        self.assertLessEqual(hold.location["x"] + hold.size["width"], 320)
        hold.click()
        self.wait(lambda: self.all(".success"))
        self.assertIn("The berths are being rebuilt.", self.text("#Reviews"))
        self.assertLessEqual(self.wide(), 0)
        self.picture("held-320")

    def test_7_approving_by_the_keyboard_alone(self):
        self.open("/proposals/140")
        self.tab_to("Approve").send_keys(Keys.ENTER)
        self.wait(lambda: self.all("#Comment"))
        self.tab_to("Approve").send_keys(Keys.ENTER)
        self.wait(lambda: self.all(".success"))
        self.assertIn("Your approval is recorded", self.text(".success"))

    def test_6_home_tells_what_awaits_me(self):
        self.open("/")
        self.picture("home-signed-in")
        self.assertIn("What awaits you", self.text())
        self.assertIn("in all", self.text())


class Sessions(_browser.Case):

    def sign_in(self):
        self.one("#handle").send_keys("mokafor")
        self.one("#password").send_keys(_browser.PASSWORD)
        self.press(self.one("main form button"))

    def sign_up_approver(self):
        self.sign_up(self.server.setup_address(), "mokafor")

    def is_at(self, page):
        return self.driver.current_url == self.server.address + page

    def test_1_signing_in_leads_back_and_what_was_written_is_kept(self):
        self.allowed = ("401",)
        self.sign_up_approver()
        self.driver.delete_all_cookies()
        self.open("/proposals/158?to=stable")
        self.press(self.one(".me a"))
        self.sign_in()
        self.assertTrue(self.is_at("/proposals/158?to=stable"), self.driver.current_url)
        self.open("/proposals/158")
        self.driver.find_element(By.XPATH, "//summary[contains(., 'Raise a concern')]").click()
        self.one("#Concern").send_keys("Who reads the reasons?")
        self.driver.delete_all_cookies()
        self.press(self.driver.find_element(By.XPATH, "//button[contains(., 'Raise the concern')]"))
        self.picture("session-ended")
        self.assertIn("nothing was recorded", self.text())
        self.assertEqual(self.one("#Written").get_attribute("value"), "Who reads the reasons?")
        self.press(self.driver.find_element(By.XPATH, "//main//a[text()='Sign in']"))
        self.sign_in()
        self.assertTrue(self.is_at("/proposals/158"), self.driver.current_url)

    def test_2_nothing_is_said_to_be_recorded_that_was_not(self):
        self.open("/proposals/140?done=approved")
        self.assertFalse(self.all(".success"))
        self.open("/proposals/158/approve?role=approver&stage=alpha")
        self.press(self.one("form[action$='/approve'] button[type=submit]"))
        self.wait(lambda: self.all(".success"))
        self.wait(lambda: "seal=" not in self.driver.current_url)
        self.driver.refresh()
        self.wait(lambda: self.all("#Reviews"))
        self.assertFalse(self.all(".success"))

    def test_3_what_one_may_not_do_is_no_button(self):
        self.open("/proposals/140")
        self.assertIn("for the author", self.text("#Tracking"))
        self.assertNotIn("Tick", [one.text for one in self.all("#Tracking button")])
        self.open("/proposals/112")  # implemented
        self.assertFalse(self.all("#Gate .actions a[href$='/approve']"))
        self.open("/proposals/131/diff")
        self.assertNotIn("Since my approval", self.text())
        self.open("/proposals/140/diff")
        self.assertIn("Since my approval", self.text())

    def test_4_who_may_approve_as_several_chooses(self):
        self.repository.replace("OWNERS_ALIASES", ("    - bsantos\n", "    - bsantos\n    - mokafor\n"))
        def chosen():
            self.open("/proposals/140/approve")
            return self.all("ul.chips a")
        self.wait(chosen)
        self.picture("approve-as-what")
        self.assertFalse(self.all(".error"))
        self.assertNotIn("--role", self.text())
        self.assertIn("As what", self.text())
        self.press(self.link("production-readiness approver"))
        self.assertIn("What will be recorded", self.text())
        self.assert_no_errors()

    def test_5_a_field_is_edited_in_the_file_that_has_it(self):
        self.open("/proposals/140?to=stable")
        edits = [one.get_attribute("href") for one in self.all("#Gate a.button")
                 if one.get_attribute("textContent") == "Edit"]
        self.assertIn("/kep.yaml", " ".join(edits))


class Recorded(_browser.Case):

    def test_what_was_recorded_is_said_in_a_sentence(self):
        self.open("/")
        rows = "\n".join(row.text for row in self.all(".rows li"))
        self.assertIn("@pnovak raised a concern: “How do lanes share the cache?”", rows)
        self.assertIn("@tlind wrote the tracking issue", rows)
        self.open("/proposals/140")
        timeline = self.text("#Timeline")
        self.open("/log")
        log = self.text("table")
        printed = self.repository.milepost("log", "140")
        for sentence in ("approved it for beta as an approver", "wrote the tracking issue"):
            for shown in (timeline, log, printed):
                self.assertIn(sentence, shown)

    def test_a_log_of_no_proposal_says_so(self):
        self.allowed = ("404",)
        self.open("/log?proposal=4711")
        self.assertIn("There is no proposal 4711, and nothing is recorded of one.", self.text())
        self.assertNotIn("milepost list", self.text())


class Ticking(_browser.Case):

    def test_an_author_ticks_and_unticks_an_item(self):
        self.sign_up(self.server.setup_address(), "jtakeda")
        self.open("/proposals/140")
        before = self.text("#Tracking .panel-head")
        self.driver.find_element(By.XPATH, "//*[@id='Tracking']//button[text()='Tick']").click()
        self.wait(lambda: self.all(".success"))
        self.picture("ticked")
        self.assertIn("ticked", self.text(".success"))
        self.assertNotEqual(self.text("#Tracking .panel-head"), before)
        self.driver.find_element(By.XPATH, "//*[@id='Tracking']//button[text()='Untick']").click()
        self.wait(lambda: self.text("#Tracking .panel-head") == before)
        # The same by the keyboard alone.
        self.open("/proposals/140")
        self.tab_to("Tick").send_keys(Keys.SPACE)
        self.wait(lambda: self.all(".success"))
        self.assertIn("ticked", self.text(".success"))


if __name__ == "__main__":
    unittest.main()
