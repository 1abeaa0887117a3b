"""Hostile Markdown in a real browser: nothing of it runs, with the policy of pages and without.

Each is looked at as it is rendered, and in the pages of a server: as the text of a proposal, its
headings and tasks, its title and its people. Inputs are those of hostile/*.txt (parted by lines of "%%"; \\u0000 stands for a character that
cannot be seen; TRAP and TRAPHOST for a server that nobody may ask) and those that DOMPurify
0.6.7 is tested with, which npm fetches. What counts as running: a call of trap(), alert() and the
like; a request to the trap, but for pictures; leaving the page or opening another; any element,
attribute or scheme that could run something; an end to what is around the text; and with the
policy, whatever it had to stop."""

import http.server
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import unittest
from unittest import mock

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.service import Service

import _browser

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
WRITER = os.environ.get("MILEPOST_MARKDOWN_WRITER",
                        os.path.join(ROOT, "build", "markdown_writer"))
BATCH = 20
OF_A_PROPOSAL = 10

SENTINEL = """
window.ran = [];
for (const name of ["trap", "TRAP", "alert", "confirm", "prompt", "print", "open", "xss"]) {
  window[name] = (...words) => { window.ran.push(name + "(" + words.join() + ")"); };
}
addEventListener("securitypolicyviolation", (event) => {
  if (!["img-src"].includes(event.effectiveDirective)) {
    window.ran.push("stopped " + event.effectiveDirective + " " + event.sourceFile + " "
                    + event.blockedURI);
  }
});
"""

# What is found wrong in the page, as sentences.
LOOK = """
const wrong = [...window.ran];
const elements = new Set(("a abbr b blockquote br caption cite code dd del details dfn div dl dt em "
  + "h1 h2 h3 h4 h5 h6 hr i img input ins kbd label li mark ol p pre q s samp section small span "
  + "strong sub summary sup table tbody td tfoot th thead tr u ul var wbr").split(" "));
const attributes = new Set(("alt checked class colspan disabled height href id loading open "
  + "referrerpolicy rel rowspan scope src start tabindex title type width").split(" "));
const around = document.getElementById("around");
if (!around || around.parentElement !== document.body) wrong.push("what is around was moved");
if (document.body.lastElementChild.id !== "after") wrong.push("what is after was moved");
if (document.body.children.length !== 2) wrong.push("something stands outside");
if (document.title !== "hostile") wrong.push("the title is " + document.title);
for (const one of around.children) {
  if (!one.classList.contains("one")) wrong.push("something broke out: " + one.outerHTML);
}
const ids = new Set();
for (const part of around.querySelectorAll(".one *")) {
  const name = part.localName;
  if (part.namespaceURI !== "http://www.w3.org/1999/xhtml") wrong.push("of SVG: " + name);
  if (!elements.has(name)) wrong.push("an element " + name);
  if (name === "input" && (part.type !== "checkbox" || !part.disabled)) wrong.push("a field");
  for (const attribute of part.attributes) {
    if (!attributes.has(attribute.name)) wrong.push("an attribute " + attribute.name);
    if (attribute.name === "id" && /[A-Z]/.test(attribute.value)) wrong.push("an id " + part.id);
  }
  for (const key of ["href", "src"]) {
    if (!part.hasAttribute(key)) continue;
    if (!/^(https?|mailto):$/.test(new URL(part[key], location).protocol)) {
      wrong.push(key + " " + part[key]);
    }
  }
}
return wrong;
"""

# As a reader would: points at everything, opens and closes what folds, presses what stays here.
USE = """
for (const part of document.querySelectorAll("#around .one *, main *")) {
  for (const name of ["mouseover", "mouseenter", "pointerenter", "focus", "copy", "wheel"]) {
    part.dispatchEvent(new Event(name, {bubbles: true}));
  }
  if (part.localName === "details") part.open = !part.open;
  if (part.closest("form, button, .sort, [data-help]")) continue;
  const link = part.closest("a[href]");
  if (link && link.closest("main")) continue;  // leads to another page, as it should
  if (!link || !["http:", "https:", "mailto:"].includes(link.protocol)) part.click?.();
}
"""


# Of a page of the server: what the program writes itself has forms and scripts, what it shows of
# others has none.
LOOK_AT_PAGE = """
const wrong = [...window.ran];
const shown = "#Document, .contents, .findings, .hits, table, h1, h2, .meta";
const never = ["script", "iframe", "object", "embed", "base", "meta", "style", "form", "link"];
for (const part of document.querySelectorAll("body, body *")) {
  const of_others = part.closest(shown);
  if (of_others && never.includes(part.localName)) wrong.push("an element " + part.outerHTML);
  for (const attribute of part.attributes) {
    if (attribute.name.startsWith("on")) wrong.push("an attribute " + part.outerHTML);
    if (attribute.name === "style" && part.closest("#Document")) wrong.push("a style");
    const leads = ["href", "src", "action", "formaction", "data", "xlink:href"];
    if (leads.includes(attribute.name) && /^\\s*(javascript|vbscript|data)/i.test(attribute.value)) {
      wrong.push(attribute.name + " " + attribute.value);
    }
  }
}
if (document.querySelector("main")?.parentElement !== document.body) wrong.push("main was moved");
if (document.querySelectorAll("main, header.top, footer.foot").length !== 3) {
  wrong.push("parts of the page were added or taken");
}
const last = document.body.lastElementChild;
if (!last.matches("footer.foot, dialog, .changed")) wrong.push("what is last was moved");
return wrong;
"""


def content_policy():
    """That of the server."""
    with open(os.path.join(ROOT, "src", "web", "security_headers.h"), encoding="utf-8") as file:
        text = file.read()
    value = text[text.index("kContentPolicy"):]
    return "".join(re.findall(r'"([^"]*)"', value[:value.index(";\n")]))


class Server(http.server.ThreadingHTTPServer):
    """One that pages come from, or the trap."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked = []
        self.page = b""
        self.policy = ""
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def host(self):
        return f"127.0.0.1:{self.server_port}"


class Handler(http.server.BaseHTTPRequestHandler):

    def do_GET(self):  # pylint: disable=invalid-name
        self.server.asked.append(self.path)
        bodies = {"/page": ("text/html; charset=utf-8", self.server.page),
                  "/sentinel.js": ("text/javascript", SENTINEL.encode())}
        kind, body = bodies.get(self.path, ("text/plain", b""))
        self.send_response(200 if self.path in bodies else 404)
        self.send_header("Content-Type", kind)
        if self.path == "/page" and self.server.policy:
            self.send_header("Content-Security-Policy", self.server.policy)
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, *_):
        pass


def own_inputs():
    found = []
    folder = os.path.join(HERE, "hostile")
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            text = file.read()
        text = re.sub(r"\\u([0-9a-f]{4})", lambda code: chr(int(code[1], 16)), text)
        for index, one in enumerate(text.removesuffix("\n").split("\n%%\n")):
            found.append((f"{name}:{index}", one))
    return found


def purify_inputs(folder):
    """None when npm cannot fetch them."""
    if not shutil.which("npm"):
        return None
    done = subprocess.run(["npm", "pack", "--silent", "dompurify@0.6.7"], cwd=folder, check=False,
                          capture_output=True, timeout=120)
    if done.returncode != 0:
        return None
    shutil.unpack_archive(os.path.join(folder, "dompurify-0.6.7.tgz"), folder)
    fixtures = os.path.join(folder, "package", "test", "fixtures", "expect.js")
    done = subprocess.run(
        ["node", "-e", "console.log(JSON.stringify(require(process.argv[1])))", fixtures],
        check=True, capture_output=True)
    return [(f"dompurify:{index} {one.get('title', '')}", one["payload"])
            for index, one in enumerate(json.loads(done.stdout))]


def with_trap(text, trap):
    return text.replace("TRAPHOST", trap.host).replace("TRAP/", f"http://{trap.host}/")


@unittest.skipUnless(shutil.which("chromium") and shutil.which("chromedriver"),
                     "there is no chromium")
class InBrowser(unittest.TestCase):
    """A browser, and the server that nobody may ask."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.trap = Server()
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic",
                     "--no-first-run", "--disable-background-networking",
                     "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
                     # Names that inputs make up lead nowhere.
                     "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                     f"--user-data-dir={cls.folder}/profile"):
            options.add_argument(word)
        options.set_capability("unhandledPromptBehavior", "ignore")
        cls.driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")),
                                      options=options)
        cls.driver.set_page_load_timeout(60)

    @classmethod
    def tearDownClass(cls):
        cls.driver.quit()
        cls.trap.shutdown()
        cls.trap.server_close()
        shutil.rmtree(cls.folder, ignore_errors=True)

    def look(self, address, what):
        """What is wrong with a page and happens on it, as sentences."""
        self.trap.asked.clear()
        try:
            self.driver.get(address)
            self.driver.execute_script(USE)
            wrong = self.driver.execute_script(what)
            if self.driver.current_url.split("#")[0] != address:
                wrong.append("went to " + self.driver.current_url)
            if len(self.driver.window_handles) != 1:
                wrong.append("opened a window")
        except WebDriverException as error:
            wrong = [f"the browser stopped: {error.msg}"]
        return wrong + [f"asked the trap for {path}" for path in self.trap.asked
                        if not path.startswith("/picture")]


class Hostile(InBrowser):

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.pages = Server()
        cls.addClassCleanup(cls.pages.server_close)
        cls.addClassCleanup(cls.pages.shutdown)

    def render(self, inputs):
        paths = []
        for index, (_, text) in enumerate(inputs):
            text = with_trap(text, self.trap)
            path = os.path.join(self.folder, f"{index}.md")
            with open(path, "wb") as file:
                file.write(text.encode("utf-8", "surrogatepass"))
            paths.append(path)
        done = subprocess.run([WRITER, *paths], check=True, capture_output=True)
        lines = done.stdout.decode().split("\n")
        return [json.loads(line)["html"] for line in lines if line]

    def wrong_with(self, parts, policy):
        """What happens in a page of these parts, as sentences."""
        body = "".join(f'<div class="one">{part}</div>' for part in parts)
        self.pages.policy = policy
        self.pages.page = (
            "<!DOCTYPE html><html lang=en><head><title>hostile</title>"
            f'<script src="/sentinel.js"></script></head><body><div id="around">{body}</div>'
            '<div id="after"></div></body></html>').encode()
        return self.look(f"http://{self.pages.host}/page", LOOK)

    def check(self, inputs, policy):
        # Each in its own page is slow: several share one, and are told apart when something is wrong.
        rendered = self.render(inputs)
        self.assertEqual(len(rendered), len(inputs))
        for begin in range(0, len(inputs), BATCH):
            names = inputs[begin:begin + BATCH]
            parts = rendered[begin:begin + BATCH]
            together = self.wrong_with(parts, policy)
            if not together:
                continue
            alone = [(name, text, part, self.wrong_with([part], policy))
                     for (name, text), part in zip(names, parts)]
            for name, text, part, wrong in alone:
                if wrong:
                    with self.subTest(name, text=text):
                        self.fail(f"{wrong}\n{part}")
            if not any(wrong for *_, wrong in alone):
                # By several of them together, or now and then.
                with self.subTest(f"{names[0][0]} to {names[-1][0]} in one page"):
                    self.fail(f"{together}, and nothing by one alone\n" + "\n".join(parts))

    def test_what_runs_by_several_together_is_seen(self):
        inputs = [(f"input:{i}", f"text {i}") for i in range(BATCH + 1)]
        ran = ["ran alert(1)"]
        result = unittest.TestResult()
        probe = type(self)("test_own")
        with mock.patch(f"{__name__}.own_inputs", lambda: inputs), \
                mock.patch.object(probe, "render", lambda given: [text for _, text in given]), \
                mock.patch.object(probe, "assertGreaterEqual"), \
                mock.patch.object(probe, "wrong_with",
                                  lambda parts, _: ran if len(parts) > 1 else []):
            probe.run(result)
        self.assertEqual(len(result.failures), 2, "with the policy and without")

    def test_the_sentinel_sees_what_runs(self):
        for part in ('<script>trap()</script>', '<img src=x onerror=trap()>',
                     '<a href="javascript:trap()">x</a>', '</div><b>out</b>', '<b style="x">x</b>',
                     f'<iframe src="http://{self.trap.host}/frame"></iframe>', '<p id=Content>x'):
            with self.subTest(part):
                self.assertTrue(self.wrong_with([part], ""))
                self.assertTrue(self.wrong_with([part], content_policy()))

    def test_own(self):
        inputs = own_inputs()
        self.assertGreaterEqual(len({text for _, text in inputs}), 545)
        for policy in (content_policy(), ""):
            with self.subTest("with" if policy else "without"):
                self.check(inputs, policy)

    def test_purify(self):
        inputs = purify_inputs(self.folder)
        if inputs is None:
            self.skipTest("npm cannot fetch dompurify@0.6.7")
        self.assertGreaterEqual(len(inputs), 183)
        for policy in (content_policy(), ""):
            with self.subTest("with" if policy else "without"):
                self.check(inputs, policy)


class HostilePages(InBrowser):
    """The pages of a server, of proposals that are made of the inputs."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.root = os.path.join(cls.folder, "served")
        shutil.copytree(os.path.join(ROOT, "examples", "kep"), cls.root)
        inputs = own_inputs() + (purify_inputs(cls.folder) or [])
        cls.numbers = []
        for begin in range(0, len(inputs), OF_A_PROPOSAL):
            cls.numbers.append(3000 + len(cls.numbers))
            cls.propose(cls.numbers[-1], inputs[begin:begin + OF_A_PROPOSAL])
        cls.log = open(os.path.join(cls.folder, "log"), "wb")
        cls.addClassCleanup(cls.log.close)
        cls.process = subprocess.Popen(
            [_browser.PROGRAM, "serve", cls.root, "--listen", "127.0.0.1:0", "--rates", "1000"],
            stdout=subprocess.PIPE, stderr=cls.log,
            env=_browser.plain_environment(HOME=cls.folder))
        cls.addClassCleanup(cls.process.stdout.close)
        cls.addClassCleanup(cls.process.wait)
        cls.addClassCleanup(cls.process.terminate)
        cls.address = re.search(r"http://127\.0\.0\.1:\d+",
                                cls.process.stdout.readline().decode()).group()
        cls.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SENTINEL})

    @classmethod
    def propose(cls, number, inputs):
        folder = os.path.join(cls.root, "keps", "sig-runtime", f"{number}-hostile")
        os.makedirs(folder)
        texts = [with_trap(text, cls.trap) for _, text in inputs]
        # On one line, as values of metadata are; JSON is YAML.
        lines = [" ".join(text.split()).replace("\0", "")[:400] for text in texts]
        metadata = {"title": lines[0] or "nothing", "kep-number": number,
                    "authors": lines[1:4] or ["@jtakeda"], "owning-sig": "sig-runtime",
                    "status": "implementable", "creation-date": "2026-01-02",
                    "reviewers": ["@tlind"], "approvers": ["@mokafor"], "stage": "alpha",
                    "replaces": lines[4:6], "latest-milestone": "v1.18"}
        with open(os.path.join(folder, "kep.yaml"), "wb") as file:
            text = "".join(f"{key}: {json.dumps(value)}\n" for key, value in metadata.items())
            file.write(text.encode("utf-8", "surrogatepass"))
        document = f"# KEP-{number}: {lines[0]}\n\n## Summary\n\n"
        for text, line in zip(texts, lines):
            document += f"{text}\n\n### {line}\n\n- [ ] {line}\n\n"
        with open(os.path.join(folder, "README.md"), "wb") as file:
            file.write(document.encode("utf-8", "surrogatepass"))

    def look_at_all(self, paths):
        for path in paths:
            wrong = self.look(self.address + path, LOOK_AT_PAGE)
            with self.subTest(path):
                self.assertEqual(wrong, [])
                self.assertNotIn("Not found", self.driver.title)
                self.assertNotIn("Not understood", self.driver.title)

    def test_what_runs_in_a_page_is_seen(self):
        address = f"{self.address}/proposals/{self.numbers[0]}"
        self.driver.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})
        for part in ('<img src=x onerror=trap()>', '<a href="javascript:trap()">x</a>',
                     '<iframe srcdoc="x"></iframe>', '<b style="color: red">x</b>'):
            adding = f"document.getElementById('Document').innerHTML += {json.dumps(part)};"
            with self.subTest(part):
                self.assertTrue(self.look(address, adding + LOOK_AT_PAGE))

    def test_pages(self):
        paths = [f"/proposals/{number}" for number in self.numbers]
        paths += ["/", "/proposals", "/board", "/people", "/groups", "/reports", "/log",
                  "/search?q=script", "/search?q=onerror", "/search?q=trap", "/release/v1.18"]
        for bypass in (False, True):
            self.driver.execute_cdp_cmd("Page.setBypassCSP", {"enabled": bypass})
            with self.subTest("without" if bypass else "with"):
                self.look_at_all(paths)


if __name__ == "__main__":
    unittest.main(verbosity=2)
