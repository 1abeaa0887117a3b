"""Real proposals as HTML: html5lib, which reads as browsers do, finds nothing to mend, and nothing
that is not on the list."""

import json
import os
import random
import re
import subprocess
import tempfile
import unittest

import html5lib

import _documents

CORPUS = os.environ.get("MILEPOST_CORPUS",
                        os.path.join(_documents.ROOT, "..", "shared", "corpus"))
BUNDLE = os.path.join(CORPUS, "keps.bundle")
WRITER = os.environ.get("MILEPOST_MARKDOWN_WRITER",
                        os.path.join(_documents.ROOT, "build", "markdown_writer"))
HOSTILE = os.path.join(_documents.ROOT, "tests", "browser", "hostile")
SAMPLE = 60
SEED = 20261118

ELEMENTS = set("""a abbr b blockquote br caption cite code dd del details dfn div dl dt em h1 h2 h3 h4
    h5 h6 hr i img input ins kbd label li mark ol p pre q s samp section small span strong sub
    summary sup table tbody td tfoot th thead tr u ul var wbr""".split())
ATTRIBUTES = {
    "*": {"id", "class"},
    "a": {"href", "rel", "title"}, "abbr": {"title"}, "dfn": {"title"},
    "img": {"src", "alt", "width", "height", "title", "loading", "referrerpolicy"},
    "input": {"type", "disabled", "checked"}, "ol": {"start"}, "details": {"open"},
    "td": {"colspan", "rowspan"}, "th": {"colspan", "rowspan", "scope"},
    "pre": {"tabindex"}, "div": {"tabindex"},
}
FRAME = "<!DOCTYPE html><html><head><title>x</title></head><body><main>{}</main></body></html>"


def render(paths):
    done = subprocess.run([WRITER, *paths], check=True, capture_output=True)
    made = [json.loads(line) for line in done.stdout.decode().split("\n") if line]
    assert len(made) == len(paths)
    return made


def render_texts(texts):
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for index, text in enumerate(texts):
            paths.append(os.path.join(folder, str(index)))
            with open(paths[-1], "w", encoding="utf-8") as file:
                file.write(text)
        return list(zip(texts, render(paths)))


class MarkdownHtml(unittest.TestCase):

    def check(self, made):
        parser = html5lib.HTMLParser(namespaceHTMLElements=False)
        tree = parser.parse(FRAME.format(made["html"]))
        self.assertEqual([(at, code) for at, code, _ in parser.errors], [])
        body = tree.find("body")
        self.assertEqual([child.tag for child in body], ["main"])
        ids = []
        for part in body.find("main").iter():
            if part.tag == "main":
                continue
            self.assertIn(part.tag, ELEMENTS)
            allowed = ATTRIBUTES["*"] | ATTRIBUTES.get(part.tag, set())
            self.assertLessEqual(set(part.attrib), allowed, part.tag)
            ids += [part.attrib["id"]] if "id" in part.attrib else []
        self.assertEqual(len(ids), len(set(ids)), "an id is given twice")
        for heading in made["headings"]:
            self.assertIn(heading["id"], ids)

    @unittest.skipUnless(os.path.exists(BUNDLE), "there is no corpus")
    def test_real_proposals(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["git", "clone", "-q", "-b", "master", os.path.abspath(BUNDLE), folder],
                           check=True)
            paths = sorted(os.path.join(at, name) for at, _, names in os.walk(folder)
                           for name in names if name.endswith(".md"))
            self.assertGreater(len(paths), 300)
            sample = random.Random(SEED).sample(paths, SAMPLE)
            for path, made in zip(sample, render(sample)):
                with self.subTest(os.path.relpath(path, folder)):
                    self.check(made)
                    self.assertFalse(made["cut"])

    def test_hostile_inputs(self):
        texts = []
        for name in sorted(os.listdir(HOSTILE)):
            with open(os.path.join(HOSTILE, name), encoding="utf-8") as file:
                texts += re.sub(r"\\u([0-9a-f]{4})", lambda code: chr(int(code[1], 16)),
                                file.read()).split("\n%%\n")
        self.assertGreater(len(texts), 330)
        for text, made in render_texts(texts):
            with self.subTest(text):
                self.check(made)

    def test_noise(self):
        """Tags and marks thrown together."""
        pieces = ["<b>", "</b>", "<div>", "</div>", "<p>", "</p>", "<table>", "</table>", "<tr>",
                  "<td>", "</td>", "<li>", "<ul>", "</ul>", "<details>", "</details>", "<summary>",
                  "<a href=x>", "</a>", "<h2>", "</h2>", "<pre>", "</pre>", "<dl>", "<dt>", "<dd>",
                  "<caption>", "<tbody>", "<hr>", "<br>", "<img src=x>", "\n", "\n\n", "- ", "> ",
                  "# x\n", "*", "**", "`", "[x](y)", "| a | b |\n|-|-|\n| c |\n", "- [ ] ", "word ",
                  "    ", "```\n", "<!--", "-->", "1. ", "&amp;", "<x>", "</section>"]
        dice = random.Random(SEED)
        texts = ["".join(dice.choices(pieces, k=dice.randint(2, 40))) for _ in range(1500)]
        for text, made in render_texts(texts):
            with self.subTest(text):
                self.check(made)


if __name__ == "__main__":
    unittest.main()
