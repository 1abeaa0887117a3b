"""A served repository and a real browser that looks at it, for the tests beside this file.

The repository is examples/kep in git, with some of its life recorded; each test class starts one
server and one Chromium. Pictures go to build/screenshots, or to the folder that MILEPOST_SCREENSHOTS names."""

import functools
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "..", ".."))
sys.path.insert(0, os.path.join(ROOT, "tests", "e2e"))

from _milepost import PROGRAM, plain_environment  # noqa: E402

LANES = "keps/sig-runtime/140-priority-lanes"
CACHE = "keps/sig-storage/131-shared-input-cache"
PASSWORD = "a long enough password"
AXE = "axe-core@4.10.2"
PICTURES = os.environ.get("MILEPOST_SCREENSHOTS") or os.path.join(ROOT, "build", "screenshots")
# What the console says of an answer; the address before it may hold any number, too.
STATUS = re.compile(r"the server responded with a status of (\d{3})\b")


class Repository:
    """A copy of examples/kep: 131 and 140 aim at v1.18, 140 has been approved, changed since and
    objected to, and has a tracking issue."""

    def __init__(self, folder):
        self.home = folder
        self.root = os.path.join(folder, "harborlane")
        shutil.copytree(os.path.join(ROOT, "examples", "kep"), self.root)
        with open(os.path.join(folder, "gitconfig"), "w", encoding="utf-8") as file:
            file.write("[user]\n\tname = J\n\temail = j@example.org\n[init]\n\tdefaultBranch = main\n")
        self.git("init", "-q")
        self.git("remote", "add", "origin", "https://github.com/harborlane/enhancements.git")
        self.commit("base", "2026-05-01")
        self.replace(f"{CACHE}/kep.yaml", ("stage: beta", "stage: stable"),
                     ('latest-milestone: "v1.14"', 'latest-milestone: "v1.18"'),
                     ('stable: "v1.16"', 'stable: "v1.18"'))
        self.replace(f"{LANES}/kep.yaml", ('latest-milestone: "v1.14"', 'latest-milestone: "v1.18"'),
                     ('beta: "v1.14"', 'beta: "v1.18"'))
        self.commit("aim at v1.18", "2026-10-20")
        self.milepost("approve", "140", "--as", "mokafor", "--to", "beta")
        self.milepost("track", "new", "140", "--as", "tlind")
        self.milepost("release", "opt-in", "v1.18", "140", "--as", "mokafor")
        self.milepost("concern", "140", "--as", "pnovak", "--comment",
                      "How do lanes share the cache?")
        self.replace(f"{LANES}/README.md",
                     ("## Design Details\n",
                      "## Design Details\n\nA lane keeps its order when the scheduler restarts.\n"))
        self.commit("say what a restart keeps", "2026-11-10")

    def environment(self, **changes):
        return plain_environment(HOME=self.home, GIT_CONFIG_NOSYSTEM="1",
                                 GIT_CONFIG_GLOBAL=os.path.join(self.home, "gitconfig"), **changes)

    def git(self, *words, **environment):
        subprocess.run(["git", *words], cwd=self.root, check=True, timeout=60,
                       env=self.environment(**environment))

    def commit(self, message, day):
        stamp = f"{day}T09:00:00Z"
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message, GIT_AUTHOR_DATE=stamp, GIT_COMMITTER_DATE=stamp)

    def milepost(self, *words):
        done = subprocess.run([PROGRAM, *words], cwd=self.root, capture_output=True, timeout=120,
                              env=self.environment(), check=False)
        if done.returncode != 0:
            raise AssertionError(f"{words}: {done.stdout.decode()}{done.stderr.decode()}")
        return done.stdout.decode()

    def replace(self, name, *pairs):
        path = os.path.join(self.root, name)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for old, new in pairs:
            if old not in text:
                raise AssertionError(f"{name} has no {old!r}")
            text = text.replace(old, new)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


class Server:
    """milepost serve on a free port of this machine, or on the one that others were told of."""

    def __init__(self, repository, *words, port=0, **environment):
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [PROGRAM, "serve", repository.root, "--listen", f"127.0.0.1:{port}", *words],
            stdout=subprocess.PIPE, stderr=self.log, env=repository.environment(**environment))
        welcome = self.process.stdout.readline().decode()
        found = re.search(r"http://127\.0\.0\.1:\d+", welcome)
        if not found:
            self.stop()
            raise AssertionError(f"it does not serve: {welcome}{self.logged()}")
        self.address = found.group()

    def setup_address(self):
        """The link that the first start prints."""
        return re.search(r"http\S+/setup/\S+", self.process.stdout.readline().decode()).group()

    def logged(self):
        self.log.seek(0)
        return self.log.read().decode()

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(30)
        self.process.stdout.close()
        self.log.close()


def start_browser(folder, script=True):
    options = webdriver.ChromeOptions()
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic",
                 "--no-first-run", "--disable-background-networking",
                 "--disable-component-update", "--disable-sync", "--hide-scrollbars",
                 "--window-size=1440,900", f"--user-data-dir={folder}"):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    if not script:
        options.add_experimental_option(
            "prefs", {"profile.managed_default_content_settings.javascript": 2})
    return webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))


@functools.cache
def fetch_axe():
    """The text of axe-core, from npm by way of a cache; None where npm cannot fetch it, which is
    said once."""
    cache = os.path.join(os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache")),
                         "milepost-tests")
    path = os.path.join(cache, "node_modules", "axe-core", "axe.min.js")
    if not os.path.exists(path):
        os.makedirs(cache, exist_ok=True)
        done = subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix",
                               cache, AXE], capture_output=True, timeout=300, check=False)
        if done.returncode != 0 or not os.path.exists(path):
            print(f"npm cannot fetch {AXE}: accessibility is not looked at", file=sys.stderr)
            return None
    with open(path, encoding="utf-8") as file:
        return file.read()


def is_answer(message, statuses):
    """Whether the console speaks of an answer with one of these statuses."""
    found = STATUS.search(message)
    return bool(found) and found.group(1) in statuses


def is_gone(element):
    try:
        element.is_enabled()
    except StaleElementReferenceException:
        return True
    except WebDriverException as error:
        # The page is being exchanged: what it is asked about belongs to no document at this moment.
        return "does not belong to the document" in str(error)
    return False


class Case(unittest.TestCase):
    """One server and one browser for all tests of a class; whoever signs in does it once."""

    SCRIPT = True

    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.place.cleanup)
        cls.repository = Repository(cls.place.name)
        cls.server = Server(cls.repository, "--rates", "100")  # no person reads as fast as a test
        cls.addClassCleanup(cls.server.stop)
        cls.driver = start_browser(os.path.join(cls.place.name, "profile"), cls.SCRIPT)
        cls.addClassCleanup(cls.driver.quit)
        cls.driver.set_page_load_timeout(60)

    # Statuses of answers that a test asks for on purpose, and addresses that pages of others load.
    allowed = ()
    foreign = ()

    def setUp(self):
        self.driver.get_log("browser")
        self.size(1440, 900)

    def tearDown(self):
        self.assert_no_errors(self.allowed)

    # --- going places ---

    def open(self, path):
        self.driver.get(self.server.address + path)

    def open_once(self, path, text):
        """Opens the page once it has the text: the console would note each answer of 404 before."""
        def has_text():
            try:
                with urllib.request.urlopen(self.server.address + path, timeout=20) as answer:
                    return text in answer.read().decode()
            except urllib.error.HTTPError:
                return False
        self.wait(has_text)
        self.open(path)

    def size(self, width, height):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 720})

    def dark(self, on=True):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": "dark" if on else "light"}]})

    @classmethod
    def invite(cls, handle):
        """The address at which they make their account."""
        text = cls.repository.milepost("account", "add", handle, "--base-url", cls.server.address)
        return re.search(r"http\S+", text).group()

    def sign_up(self, address, handle):
        self.driver.get(address)
        if self.all("#handle"):
            box = self.one("#handle")
            if box.is_enabled() and not box.get_attribute("readonly"):
                box.clear()
                box.send_keys(handle)
        self.one("#password").send_keys(PASSWORD)
        self.one("#again").send_keys(PASSWORD)
        self.one("main form button").click()
        self.wait(lambda: self.all(".me a[href$='/account']"))

    # --- looking ---

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector="main"):
        """What it says; asked again where a page that is being left was asked."""
        try:
            return self.one(selector).text
        except StaleElementReferenceException:
            return self.one(selector).text

    def link(self, words):
        return self.driver.find_element(By.PARTIAL_LINK_TEXT, words)

    def wait(self, condition, seconds=20):
        """Until it holds; what it looked at may belong to the page that is just being left."""
        return WebDriverWait(self.driver, seconds, ignored_exceptions=[
            StaleElementReferenceException]).until(lambda _: condition())

    def keys(self, *keys):
        chain = ActionChains(self.driver)
        for key in keys:
            chain.send_keys(key)
        chain.perform()

    def active(self):
        return self.driver.switch_to.active_element

    def tab_to(self, words):
        """By the keyboard alone to what says so."""
        for _ in range(200):
            self.keys(Keys.TAB)
            if self.active().text.strip().startswith(words):
                return self.active()
        raise AssertionError(f"no tab leads to {words}")

    def wide(self):
        """By how much the page is wider than the window."""
        return self.driver.execute_script("return document.documentElement.scrollWidth - innerWidth")

    def press(self, button):
        """A click that leads to another page, and that page."""
        left = self.one("html")
        button.click()
        self.wait(lambda: is_gone(left))

    def assert_no_errors(self, allowed=()):
        """Neither the console nor the policy had anything to complain about, but for answers with
        the statuses that are allowed."""
        found = [entry["message"] for entry in self.driver.get_log("browser")
                 if entry["level"] == "SEVERE" and not is_answer(entry["message"], allowed)
                 and not entry["message"].startswith(self.foreign)]
        self.assertEqual(found, [])

    def assert_accessible(self):
        """axe-core finds nothing serious; where it cannot be had, the rest of the test goes on."""
        axe = fetch_axe()
        if axe is None:
            return
        self.driver.execute_script(axe)
        answer = self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "axe.run(document, {resultTypes: ['violations']}).then(done, (e) => done({error: String(e)}));")
        self.assertNotIn("error", answer)
        serious = [f"{one['id']}: {one['help']}: {[node['html'][:160] for node in one['nodes'][:3]]}"
                   for one in answer["violations"] if one["impact"] in ("serious", "critical")]
        self.assertEqual(serious, [], self.driver.current_url)

    def picture(self, name, whole=False):
        os.makedirs(PICTURES, exist_ok=True)
        if whole:
            height = self.driver.execute_script("return document.documentElement.scrollHeight")
            width = self.driver.execute_script("return innerWidth")
            self.size(width, min(height, 6000))
        try:
            self.driver.save_screenshot(os.path.join(PICTURES, f"{name}.png"))
        except WebDriverException as error:
            print(f"no picture {name}: {error}", file=sys.stderr)
