"""Every link with a fragment, on every page of the examples, leads to a place that is there; and no
text of a proposal takes the place of a part of the page."""

import collections
import html.parser
import tempfile
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request

import _browser
from _browser import LANES

# Pages that differ in their query alone are alike: some of each kind are enough.
MOST_OF_A_KIND = 6

# What the page itself is made of, as titles of an author.
CLAIMING = ("Content", "Search", "Gate", "Reviews", "Tracking", "Timeline", "Relations", "Findings", "Document",
            "Comment", "Concern", "Fault", "Suggestions 1")


class Page(html.parser.HTMLParser):

    def __init__(self, text):
        super().__init__()
        self.links, self.ids = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if values.get("id"):
            self.ids.append(values["id"])
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])


class Walk:
    """All pages that links lead to from the first, read once each."""

    def __init__(self, address):
        self.address = address
        self.pages, self.fragments = {}, []
        kinds, seen, rest = collections.Counter(), set(), ["/"]
        while rest:
            path = rest.pop(0)
            split = urllib.parse.urlsplit(path)
            kind = split.path + "?" + "&".join(sorted(
                field.split("=")[0] for field in split.query.split("&")))
            if path in seen or (split.query and kinds[kind] >= MOST_OF_A_KIND):
                continue
            seen.add(path)
            kinds[kind] += 1
            page = self.read(path)
            if page is None:
                continue
            self.pages[path] = page
            for link in page.links:
                whole = urllib.parse.urljoin(address + path, link)
                if not whole.startswith(address + "/"):
                    continue
                to, fragment = urllib.parse.urldefrag(whole[len(address):])
                if fragment:
                    self.fragments.append((path, to, urllib.parse.unquote(fragment)))
                rest.append(to)

    def read(self, path):
        for _ in range(60):
            try:
                with urllib.request.urlopen(self.address + path, timeout=60) as answer:
                    if not answer.headers.get("content-type", "").startswith("text/html"):
                        return None
                    return Page(answer.read().decode())
            except urllib.error.HTTPError as error:
                if error.code != 429:
                    raise AssertionError(f"{path}: {error.code}") from error
                time.sleep(1)
        raise AssertionError(f"{path}: too many requests")

    def dead(self):
        return sorted({(at, f"{to}#{fragment}") for at, to, fragment in self.fragments
                       if to in self.pages and fragment not in self.pages[to].ids})


class Fragments(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.place.cleanup)
        cls.repository = _browser.Repository(cls.place.name)
        sections = "".join(f"\n### {title}\n\nSaid here.\n" for title in CLAIMING)
        cls.repository.replace(f"{LANES}/README.md", ("## Drawbacks\n", sections + "\n## Drawbacks\n"))
        cls.repository.commit("claim the parts of the page", "2026-11-12")
        cls.server = _browser.Server(cls.repository, "--rates", "1000")
        cls.addClassCleanup(cls.server.stop)
        cls.walk = Walk(cls.server.address)

    def test_leads_to_places_that_are_there(self):
        self.assertGreater(len(self.walk.fragments), 100)
        self.assertEqual(self.walk.dead(), [])

    def test_has_each_id_once(self):
        twice = {path: [name for name, count in collections.Counter(page.ids).items() if count > 1]
                 for path, page in self.walk.pages.items()}
        self.assertEqual({path: names for path, names in twice.items() if names}, {})

    def test_keeps_titles_from_parts_of_the_page(self):
        ids = self.walk.pages["/proposals/140"].ids
        for title in CLAIMING:
            self.assertIn(title.lower().replace(" ", "-"), ids)
        for own in ("Content", "Search", "Gate", "Reviews", "Timeline", "Findings", "Document"):
            self.assertIn(own, ids)

    def test_has_the_names_of_github_for_links_from_outside(self):
        ids = self.walk.pages["/proposals/140"].ids
        for name in ("summary", "goals", "design-details", "drawbacks"):
            self.assertIn(name, ids)

    def test_finds_lead_to_the_heading(self):
        found = self.walk.read("/search?q=restarts")
        to = [link for link in found.links if "/proposals/140#" in link]
        self.assertTrue(to)
        for link in to:
            self.assertIn(urllib.parse.urldefrag(link)[1], self.walk.pages["/proposals/140"].ids)

    def test_lets_a_visitor_choose_the_step(self):
        chosen = self.walk.read("/proposals/140?to=stable")
        self.assertIn("?to=beta#Gate", chosen.links)


class HeadingsInTheBrowser(_browser.Case):

    def test_arrives_at_a_heading(self):
        self.open("/proposals/140#goals")
        self.wait(lambda: abs(self.driver.execute_script(
            "return document.getElementById('goals').getBoundingClientRect().top")) < 200)

    def test_asks_about_the_step_that_was_opted_in_for(self):
        self.open("/proposals/140")
        self.assertIn("Ready for beta?", self.text("#Gate"))
        self.open("/proposals/140?to=stable#Gate")
        self.assertIn("Ready for stable?", self.text("#Gate"))
        self.assert_no_errors()


if __name__ == "__main__":
    unittest.main()
