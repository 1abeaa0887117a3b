"""What a reader sees of a proposal, told by others: cmark-gfm makes HTML of it, with raw HTML let
through, and html5lib reads that as browsers do. The oracle of test_approved_edits.py.

What an approval leaves out is left out here: comments, white space (also that between the items
of a list, and line breaks), lines of the table of contents that are links to headings, ticks
outside of questionnaires, and what a living section says itself. Two things that GitHub does and
milepost does not look at are taken out on both sides: bare mail addresses become links, and
footnotes, which cmark-gfm would move to the end. What the footnotes say that the text names is read
from a second page, which has them.
"""

import re
import subprocess

import html5lib
import yaml

COMMAND = ["cmark-gfm", "--unsafe", "--sourcepos", "-e", "table", "-e", "tasklist", "-e",
           "strikethrough", "-e", "autolink"]
HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
BLOCKS = set("address article aside blockquote center details dialog dir div dl dd dt fieldset "
             "figcaption figure footer form header hgroup hr li listing main menu nav ol p pre "
             "section summary ul table thead tbody tfoot tr td th caption".split()) | set(HEADINGS)
SPACE = " \t\n\r\f"
LIVING = ("Implementation History", "Release Signoff Checklist", "Signoff Checklist")
QUESTIONNAIRE = "Production Readiness Review Questionnaire"
FIELDS = ("title", "kep-number", "authors", "owning-sig", "creation-date", "reviewers",
          "approvers", "feature-gates", "disable-supported", "metrics")


def collapsed(text):
    return " ".join(re.split(f"[{SPACE}]+", text)).strip(" ")


def without_footnotes(text):
    return re.sub(r"(\[\^[^\]\s]+\]):", r"\1\\:", text)


def parse(text, footnotes=False):
    # cmark-gfm takes "-" before CRLF for an item that may interrupt a paragraph.
    text = text.replace("\r\n", "\n")
    text = text if footnotes else without_footnotes(text)
    command = COMMAND + (["-e", "footnotes"] if footnotes else [])
    done = subprocess.run(command, input=text.encode(), capture_output=True, check=True)
    tree = html5lib.parse(done.stdout.decode("utf-8", "replace"), treebuilder="etree",
                          namespaceHTMLElements=False)
    return tree.find("body")


def is_element(node):
    return isinstance(node.tag, str)


def text_of(node):
    if not is_element(node):
        return ""
    return (node.text or "") + "".join(text_of(child) + (child.tail or "") for child in node)


class Section:

    def __init__(self, level, title, around):
        self.notes = []  # the names of footnotes
        self.level = level
        self.title = title
        self.shape = [around]
        self.words = []

    def value(self):
        return (self.level, self.title, "".join(self.shape), collapsed("".join(self.words)))


class Reader:
    """Walks over the page and takes down what is in each section."""

    def __init__(self, body):
        self.sections = [Section(0, "", "")]
        self.titles = set(self.titles_in(body))
        self.in_toc = False
        self.toc = self.find_toc(body)
        self.answers = 0  # the level of the questionnaire's heading while in it
        self.living = False  # in a section that may say what it likes; headings in HTML end it
        self.walk_children(body, [])

    @staticmethod
    def is_markdown(node):
        return "data-sourcepos" in node.attrib

    def titles_in(self, node):
        """Of the headings that begin a section."""
        for child in node:
            if not is_element(child) or child.tag in ("li", "blockquote"):
                continue
            if child.tag in HEADINGS and self.is_markdown(child):
                yield collapsed(text_of(child))
            yield from self.titles_in(child)

    def find_toc(self, body):
        begin = None
        for node in body:
            if is_element(node):
                if node.tag in HEADINGS:
                    begin = None
                continue
            word = collapsed(node.text or "").lower()
            if word == "toc":
                begin = node
            elif word == "/toc" and begin is not None:
                return begin, node
        return None, None

    def show(self, text):
        here = self.sections[-1]
        here.words.append(text)
        here.shape.append(re.sub(f"[{SPACE}]+", "", text).replace("&", "&amp;").replace("<", "&lt;"))

    def part_words(self, tag):
        if tag in BLOCKS or tag == "br":
            self.sections[-1].words.append(" ")

    def attributes(self, node):
        kept = {name: value for name, value in node.attrib.items() if name != "data-sourcepos"}
        if node.tag == "input" and kept.get("type") == "checkbox" and not self.answers:
            kept.pop("checked", None)
        return "".join(f' {name}="{collapsed(value)}"' for name, value in sorted(kept.items()))

    def walk(self, node, around):
        if not is_element(node):
            if node is self.toc[0]:
                self.in_toc = True
            elif node is self.toc[1]:
                self.in_toc = False
            return
        nested = any(name in ("li", "blockquote") for name, _ in around)
        if node.tag in HEADINGS and not nested and (self.is_markdown(node) or self.living):
            self.begin_section(node, around)
        if "data-footnote-ref" in node.attrib:
            self.sections[-1].notes.append(node.attrib.get("href", "").lstrip("#"))
        if node.tag in ("ul", "ol") and self.in_toc and not self.has_more(node):
            return
        bare_mail = (node.tag == "a" and node.attrib.get("href", "") == "mailto:" + text_of(node))
        tag = f"<{node.tag}{self.attributes(node)}>"
        self.part_words(node.tag)
        if node.tag != "br" and not bare_mail:
            self.sections[-1].shape.append(tag)
        inner = around + [(node.tag, tag)]
        if node.tag == "li":
            self.walk_item(node, inner)
        else:
            self.walk_children(node, inner)
        if node.tag != "br" and not bare_mail:
            self.sections[-1].shape.append(f"</{node.tag}>")
        self.part_words(node.tag)

    def begin_section(self, node, around):
        level = HEADINGS[node.tag]
        title = collapsed(text_of(node))
        if self.answers and level <= self.answers:
            self.answers = 0
        if title == QUESTIONNAIRE and not self.answers:
            self.answers = level
        if not self.is_markdown(node):
            title = "as HTML: " + title
        self.living = self.is_markdown(node) and title in LIVING
        self.sections.append(Section(level, title, "".join(tag for _, tag in around)))

    def walk_children(self, node, around):
        self.show(node.text or "")
        for child in node:
            self.walk(child, around)
            self.show(child.tail or "")

    def walk_item(self, item, around):
        """Whether an item's text is a paragraph only says how much space is around it."""
        if self.in_toc and self.is_toc_line(item):
            for child in item:
                if is_element(child) and child.tag in ("ul", "ol"):
                    self.walk(child, around)
            return
        here = self.sections[-1]
        open_ = False

        def be_open(wanted):
            nonlocal open_
            if wanted != open_:
                here.shape.append("<p>" if wanted else "</p>")
                here.words.append(" ")
            open_ = wanted

        def text(part):
            if part and part.strip(SPACE):
                be_open(True)
            self.show(part or "")

        text(item.text)
        for child in item:
            if is_element(child):
                be_open(child.tag not in BLOCKS or (open_ and child is self.after_box(item)))
            if is_element(child) and child is self.after_box(item):
                self.walk_children(child, around)
            else:
                self.walk(child, around)
            text(child.tail)
        be_open(False)

    @staticmethod
    def after_box(item):
        """The paragraph after a box, which cmark-gfm puts before it where there is space."""
        if len(item) < 2 or item[0].tag != "input" or item[1].tag != "p":
            return None
        return item[1]

    def is_toc_line(self, item):
        own = [child for child in item if is_element(child) and child.tag not in ("ul", "ol")]
        texts = [item.text] + [child.tail for child in item]
        if len(own) == 1 and own[0].tag == "p":
            texts += [own[0].text] + [child.tail for child in own[0]]
            own = [child for child in own[0] if is_element(child)]
        if any(part and part.strip(SPACE) for part in texts) or len(own) != 1:
            return False
        link = own[0]
        return (link.tag == "a" and link.attrib.get("href", "").startswith("#")
                and "title" not in link.attrib and link.find(".//img") is None
                and collapsed(text_of(link)) in self.titles)

    def has_more(self, listing):
        """Whether a list between the markers holds anything but lines of the table."""
        for item in listing:
            if not is_element(item) or not self.is_toc_line(item):
                return True
            for child in item:
                if is_element(child) and child.tag in ("ul", "ol") and self.has_more(child):
                    return True
        return False


def notes_of(body):
    """What footnotes say, by their names, and the names in them."""
    notes = {}
    for item in body.iter("li"):
        name = item.attrib.get("id", "")
        if not name.startswith("fn-"):
            continue
        names = [node.attrib["href"].lstrip("#") for node in item.iter("a")
                 if "data-footnote-ref" in node.attrib]
        words = re.sub(r"\u21a9\d*|\[\d+\]", "", text_of(item))
        notes[name] = (collapsed(words), names)
    return notes


def shown_notes(text, questionnaire_only):
    """Of the footnotes that covered text names, also by way of others, what they say."""
    body = parse(text, footnotes=True)
    notes = notes_of(body)
    names = [name for section in covered_sections(Reader(body), questionnaire_only)[0]
             for name in section.notes]
    shown, seen = [], set()
    while names:
        name = names.pop(0)
        if name in seen or name not in notes:
            continue
        seen.add(name)
        shown.append(notes[name][0])
        names += notes[name][1]
    return sorted(shown)


def covered(text, questionnaire_only):
    """What an approval is about: of all but the living sections, or of the questionnaire."""
    values = covered_sections(Reader(parse(text)), questionnaire_only)[1]
    if "[^" in text:
        values.append(shown_notes(text, questionnaire_only))
    return values


def covered_sections(reader, questionnaire_only):
    """The sections whose text is covered, and what they and the headings of the others say."""
    sections, values = [], []
    living = set()
    inside = 0
    for section in reader.sections:
        if inside and section.level <= inside:
            inside = 0
        if section.title == QUESTIONNAIRE and not inside:
            inside = section.level
        if questionnaire_only:
            if inside:
                sections.append(section)
                values.append(section.value())
        elif section.title in LIVING and section.title not in living:
            living.add(section.title)
            values.append((section.level, section.title))
        elif section.level or "".join(section.shape):
            sections.append(section)
            values.append(section.value())
    return sections, values


def fields(text):
    read = yaml.load(text, Loader=yaml.BaseLoader)
    return {name: read.get(name) for name in FIELDS}
