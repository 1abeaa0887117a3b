"""Hostile Markdown in a real browser: nothing of it runs, with the policy of pages and without.

Inputs are those of hostile/*.txt (parted by lines of "%%"; \\u0000 stands for a character that
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

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.service import Service

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
WRITER = os.environ.get("MILEPOST_MARKDOWN_WRITER",
                        os.path.join(ROOT, "build", "markdown_writer"))
BATCH = 20

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
for (const part of document.querySelectorAll("#around .one *")) {
  for (const name of ["mouseover", "mouseenter", "pointerenter", "focus", "copy", "wheel"]) {
    part.dispatchEvent(new Event(name, {bubbles: true}));
  }
  if (part.localName === "details") part.open = !part.open;
  const link = part.closest("a[href]");
  if (!link || !["http:", "https:", "mailto:"].includes(link.protocol)) part.click();
}
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


@unittest.skipUnless(shutil.which("chromium") and shutil.which("chromedriver"),
                     "there is no chromium")
class Hostile(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.pages = Server()
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
        for server in (cls.pages, cls.trap):
            server.shutdown()
            server.server_close()
        shutil.rmtree(cls.folder, ignore_errors=True)

    def render(self, inputs):
        paths = []
        for index, (_, text) in enumerate(inputs):
            text = text.replace("TRAPHOST", self.trap.host).replace(
                "TRAP/", f"http://{self.trap.host}/")
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
        self.trap.asked.clear()
        address = f"http://{self.pages.host}/page"
        try:
            self.driver.get(address)
            self.driver.execute_script(USE)
            wrong = self.driver.execute_script(LOOK)
            if self.driver.current_url.split("#")[0] != address:
                wrong.append("went to " + self.driver.current_url)
            if len(self.driver.window_handles) != 1:
                wrong.append("opened a window")
        except WebDriverException as error:
            wrong = [f"the browser stopped: {error.msg}"]
        wrong += [f"asked the trap for {path}" for path in self.trap.asked
                  if not path.startswith("/picture")]
        return wrong

    def check(self, inputs, policy):
        # Each in its own page is slow: several share one, and are told apart when something is wrong.
        rendered = self.render(inputs)
        self.assertEqual(len(rendered), len(inputs))
        for begin in range(0, len(inputs), BATCH):
            if not self.wrong_with(rendered[begin:begin + BATCH], policy):
                continue
            for (name, text), part in zip(inputs[begin:begin + BATCH],
                                          rendered[begin:begin + BATCH]):
                wrong = self.wrong_with([part], policy)
                if wrong:
                    with self.subTest(name, text=text):
                        self.fail(f"{wrong}\n{part}")

    def test_the_sentinel_sees_what_runs(self):
        for part in ('<script>trap()</script>', '<img src=x onerror=trap()>',
                     '<a href="javascript:trap()">x</a>', '</div><b>out</b>', '<b style="x">x</b>',
                     f'<iframe src="http://{self.trap.host}/frame"></iframe>', '<p id=Content>x'):
            with self.subTest(part):
                self.assertTrue(self.wrong_with([part], ""))
                self.assertTrue(self.wrong_with([part], content_policy()))

    def test_own(self):
        inputs = own_inputs()
        self.assertGreaterEqual(len(inputs), 500)
        for policy in (content_policy(), ""):
            with self.subTest("with" if policy else "without"):
                self.check(inputs, policy)

    def test_purify(self):
        inputs = purify_inputs(self.folder)
        if inputs is None:
            self.skipTest("npm cannot fetch dompurify@0.6.7")
        self.assertGreaterEqual(len(inputs), 180)
        for policy in (content_policy(), ""):
            with self.subTest("with" if policy else "without"):
                self.check(inputs, policy)


if __name__ == "__main__":
    unittest.main(verbosity=2)
