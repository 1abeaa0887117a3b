"""Edits of a proposal, as people make them and as somebody would who wants text to pass unseen.

Each takes the text as lines and a source of chance, and gives other lines; None when there is
nothing it could change.
"""

import re

WORD = "CHANGED"


def is_prose(lines, at):
    line = lines[at]
    return bool(re.match(r"[A-Za-z][^|<`\[]{20,}$", line)) and not fenced(lines, at)


def fenced(lines, at):
    return sum(1 for line in lines[:at] if re.match(r"\s*(```|~~~)", line)) % 2 == 1


def pick(lines, chance, wanted):
    places = [at for at in range(len(lines)) if wanted(lines, at)]
    return chance.choice(places) if places else None


def prose(lines, chance):
    return pick(lines, chance, is_prose)


def insert(lines, at, *new):
    return lines[:at] + list(new) + lines[at:]


def replace(lines, at, *new):
    return lines[:at] + list(new) + lines[at + 1:]


def anywhere(lines, chance):
    """Before a line that follows a blank one, or anywhere at all."""
    if chance.random() < 0.2:
        return chance.randrange(len(lines) + 1)
    return pick(lines, chance, lambda all_, at: at > 0 and not all_[at - 1].strip())


COMMENTS = [
    "<!-- a remark -->", "<!-- a --!> SHOWN -->", "<!--> SHOWN -->", "<!---> SHOWN -->",
    "<!-- a -- b -->", "<!---->", "<!-- a --> SHOWN", "<!-- a\n\nb -->", "<!-- <!-- a --> b -->",
    "<!-- a --!>", "<!-- a --\n!> b -->", "<? a > SHOWN ?>", "<? a ?>", "<!X a>", "<!X a> SHOWN",
    "<![CDATA[ a > SHOWN ]]>", "<![CDATA[ a ]]>", "<!--a--><!--b-->", "<!-- a ---!> SHOWN -->",
    "<!- a -->", "<!-- a ->", "</3 a>", "<div><!-- a --></div>", "<!-- toc -->", "<!-- /toc -->",
]
BLOCKS = [
    f"{WORD}", f"# {WORD}", f"## {WORD}", f"### {WORD}", f"- {WORD}", f"1. {WORD}", f"> {WORD}",
    f"    {WORD}", f"```\n{WORD}\n```", f"~~~\n{WORD}", "---", "***", "===", f"[{WORD}]: /url",
    f"[{WORD}]:\n/url", f"<div>{WORD}</div>", "<div>", "</div>", "<div hidden>", "<b>", "</b>",
    f"<b>{WORD}</b>", "<details>", "<textarea>", "<xmp>", "<!--", "-->", "<script>", "<pre>",
    f"<h2>{WORD}</h2>", "<a name=\"x\"></a>", "<br>", "<hr>", "<hr/>", f"| {WORD} | b |\n|---|---|",
    f"![{WORD}](x.png)", f"[{WORD}](#summary)", f"- [{WORD}](#summary)", f"- [ ] {WORD}",
    "- [x]", f"- [✅] {WORD}", "<p>", "<span", "<svg><!-- a --></svg>", "&nbsp;", "&#8203;", "\\",
    "<table><tr><td>", "</p>", "<style>", "<title>", "<p align=center>", "[^1]: a note", "<li>",
]


def comment(lines, chance):
    return insert(lines, anywhere(lines, chance), *chance.choice(COMMENTS).split("\n"))


def comment_alone(lines, chance):
    at = anywhere(lines, chance)
    return insert(lines, at, "", *chance.choice(COMMENTS).split("\n"), "")


def comment_in_line(lines, chance):
    at = prose(lines, chance)
    if at is None:
        return None
    words = lines[at].split(" ")
    words.insert(chance.randrange(1, len(words) + 1), chance.choice(COMMENTS).replace("\n", " "))
    return replace(lines, at, " ".join(words))


def block(lines, chance):
    return insert(lines, anywhere(lines, chance), *chance.choice(BLOCKS).split("\n"))


def block_alone(lines, chance):
    return insert(lines, anywhere(lines, chance), "", *chance.choice(BLOCKS).split("\n"), "")


def word(lines, chance):
    at = prose(lines, chance)
    if at is None:
        return None
    words = lines[at].split(" ")
    words.insert(chance.randrange(len(words) + 1), WORD)
    return replace(lines, at, " ".join(words))


def lose_word(lines, chance):
    at = prose(lines, chance)
    if at is None:
        return None
    words = lines[at].split(" ")
    del words[chance.randrange(len(words))]
    return replace(lines, at, " ".join(words))


def in_toc(lines, chance):
    """Something between the markers."""
    begins = [at for at, line in enumerate(lines) if line.strip() == "<!-- toc -->"]
    if not begins:
        return None
    new = chance.choice([
        f"{WORD} in prose", f"- {WORD}", f"- [{WORD}](#summary)", "- [Summary](#summary)",
        f"- [Summary](#summary) {WORD}", f"- [Summary](#summary \"{WORD}\")", "",
        "  - [Goals](#goals)", f"- [![{WORD}](x.png)](#summary)", "- [Summary](https://example.org)",
        f"<b>{WORD}</b>", "- [**Summary**](#summary)", "1. [Summary](#summary)", "<!-- a -->",
    ])
    end = next((at for at, line in enumerate(lines)
                if at > begins[0] and line.strip() == "<!-- /toc -->"), begins[0] + 1)
    at = chance.randrange(begins[0] + 1, end + 1)
    return insert(lines, at, *chance.choice([[new], ["", new, ""]]))


def lose_toc_line(lines, chance):
    at = pick(lines, chance, lambda all_, i: re.match(r"\s*- \[.*\]\(#", all_[i]) is not None)
    return None if at is None else replace(lines, at)


def add_toc(lines, chance):
    if any(line.strip() == "<!-- toc -->" for line in lines):
        return None
    title = next((at for at, line in enumerate(lines) if line.startswith("# ")), None)
    if title is None:
        return None
    entries = [f"{'  ' * (len(m[1]) - 2)}- [{m[2]}](#{m[2].lower().replace(' ', '-')})"
               for m in (re.match(r"(##+) ([A-Za-z ]+)$", line) for line in lines) if m]
    return insert(lines, title + 1, "", "<!-- toc -->", *entries, "<!-- /toc -->", "")


def split_line(lines, chance):
    at = prose(lines, chance)
    if at is None:
        return None
    words = lines[at].split(" ")
    cut = chance.randrange(1, len(words))
    between = chance.choice([[], [], [], [""], ["   "]])
    return replace(lines, at, " ".join(words[:cut]), *between, " ".join(words[cut:]))


def join_lines(lines, chance):
    at = pick(lines, chance, lambda all_, i: i + 1 < len(all_) and is_prose(all_, i)
              and is_prose(all_, i + 1))
    return None if at is None else lines[:at] + [lines[at] + " " + lines[at + 1]] + lines[at + 2:]


def wrap(lines, chance):
    """A paragraph in lines of another length."""
    at = prose(lines, chance)
    if at is None:
        return None
    begin, end = at, at + 1
    while begin > 0 and is_prose(lines, begin - 1):
        begin -= 1
    while end < len(lines) and is_prose(lines, end):
        end += 1
    new, width = [""], chance.choice([20, 40, 60, 100, 1000])
    for one in " ".join(lines[begin:end]).split():
        if new[-1] and len(new[-1]) + len(one) >= width:
            new.append("")
        new[-1] += (" " if new[-1] else "") + one
    return lines[:begin] + new + lines[end:]


def white_space(lines, chance):
    at = chance.randrange(len(lines))
    line = lines[at]
    new = chance.choice([line + " ", line + "  ", line + "\t", " " + line, "   " + line,
                         "    " + line, line.rstrip(), line.replace(" ", "  ", 1), line + "\r",
                         line.lstrip(), line + "\\", line.replace(" ", "\t", 1)])
    return replace(lines, at, new)


def blank_line(lines, chance):
    at = chance.randrange(len(lines))
    return insert(lines, at, chance.choice(["", "  ", ""]))


def lose_blank_line(lines, chance):
    at = pick(lines, chance, lambda all_, i: not all_[i].strip())
    return None if at is None else replace(lines, at)


def definition(lines, chance):
    """Words that become the definition of a link, or of another one."""
    at = prose(lines, chance)
    if at is None:
        return None
    words = lines[at].split(" ")
    cut = chance.randrange(len(words))
    new = chance.choice([
        [" ".join(words[:cut]), "", f"[{words[cut]}]:", " ".join(words[cut + 1:])],
        ["", f"[{words[cut]}]: /url", *[" ".join(words)]],
        ["", f"[note]: {words[cut]}", "", " ".join(words)],
        ["", f"[note]: /url \"{' '.join(words)}\"", ""],
        [" ".join(words), f"[{words[cut]}]: /url"],
    ])
    return replace(lines, at, *new)


def link(lines, chance):
    at = pick(lines, chance, lambda all_, i: re.search(r"\]\([^)\s]+\)", all_[i]) is not None)
    if at is None:
        return None
    line = lines[at]
    new = chance.choice([
        re.sub(r"\]\(([^)\s]+)\)", r"](\1x)", line, count=1),
        re.sub(r"\]\(([^)\s]+)\)", r"](<\1>)", line, count=1),
        re.sub(r"\]\(([^)\s]+)\)", r"](\1 'a title')", line, count=1),
        re.sub(r"\]\(([^)\s]+)\)", r"]( \1 )", line, count=1),
        re.sub(r"\]\(([^)\s]+)\)", r"] (\1)", line, count=1),
        re.sub(r"\]\(([^)\s]+)\)", r"][given]", line, count=1),
    ])
    target = re.search(r"\]\(([^)\s]+)\)", line)[1]
    new = replace(lines, at, new)
    return new + ["", f"[given]: {target}"] if "[given]" in new[at] else new


def fence(lines, chance):
    at = pick(lines, chance, lambda all_, i: re.match(r"\s*```", all_[i]) is not None)
    if at is None:
        return None
    line = lines[at]
    new = chance.choice([line.replace("```", "````"), line.replace("```", "~~~"), "", line + "go",
                         "<pre>", line.replace("```", "``"), " " + line])
    both = chance.random() < 0.5
    lines = replace(lines, at, new)
    if both and not fenced(lines, at):
        other = next((i for i in range(at + 1, len(lines)) if re.match(r"\s*```\s*$", lines[i])),
                     None)
        if other is not None:
            marks = re.match(r"\s*(`+|~+)", new)
            lines = replace(lines, other, marks[1] if marks else "")
    return lines


def kind(lines, chance):
    """The same words as another kind of block."""
    at = prose(lines, chance)
    if at is None:
        return None
    line = lines[at]
    new = chance.choice([["# " + line], ["- " + line], ["> " + line], ["", "    " + line, ""],
                         ["```", line, "```"], ["1. " + line], ["7) " + line], [line, "---"],
                         [line, "==="], ["<p>" + line + "</p>"], ["", "<p>" + line + "</p>", ""],
                         ["", line, ""], ["* " + line], ["<div>", line, "</div>"],
                         ["<!-- " + line + " -->"], ["", "| " + line + " |", "|---|", ""],
                         ["`" + line + "`"], ["~~" + line + "~~"], ["", "<p>", line, "</p>", ""]])
    return replace(lines, at, *new)


def heading(lines, chance):
    at = pick(lines, chance, lambda all_, i: re.match(r"##+ ", all_[i]) and not fenced(all_, i))
    if at is None:
        return None
    line = lines[at]
    text = line.lstrip("#").strip()
    new = chance.choice([["#" + line], [line[1:]], [line + " ##"], [text], [line + " "],
                         ["", text, "---"], ["<h2>" + text + "</h2>"], [f"{line} {WORD}"],
                         ["#" + line.replace(" ", "", 1)], ["> " + line], [line + " <!-- a -->"]])
    return replace(lines, at, *new)


def list_mark(lines, chance):
    at = pick(lines, chance, lambda all_, i: re.match(r"\s*[-*] ", all_[i]) is not None)
    if at is None:
        return None
    line = lines[at]
    new = chance.choice([re.sub(r"[-*] ", "+ ", line, count=1), "  " + line, line.lstrip(),
                         re.sub(r"[-*] ", "1. ", line, count=1), re.sub(r"[-*] ", "", line, count=1),
                         re.sub(r"([-*]) ", r"\1   ", line, count=1),
                         re.sub(r"([-*]) ", r"\1      ", line, count=1)])
    return replace(lines, at, new)


def all_list_marks(lines, chance):
    """The same list with another mark throughout."""
    return [re.sub(r"^(\s*)\* ", r"\1- ", line) for line in lines]


def emphasis(lines, chance):
    at = prose(lines, chance)
    if at is None:
        return None
    words = lines[at].split(" ")
    i = chance.randrange(len(words))
    words[i] = chance.choice(["*{}*", "_{}_", "**{}**", "`{}`", "~~{}~~", "<b>{}</b>", "*{}",
                              "<em>{}</em>", "[{}](x)", "<!-- {} -->", "<{}>", "<b>{}"]).format(
                                  words[i])
    return replace(lines, at, " ".join(words))


def other_emphasis(lines, chance):
    at = pick(lines, chance, lambda all_, i: re.search(r"\*\*\w[^*]*\*\*", all_[i]) is not None)
    if at is None:
        return None
    new = chance.choice([r"__\1__", r"<strong>\1</strong>", r"*\1*", r"\1", r"** \1**"])
    return replace(lines, at, re.sub(r"\*\*(\w[^*]*)\*\*", new, lines[at], count=1))


def entity(lines, chance):
    at = prose(lines, chance)
    if at is None:
        return None
    line = lines[at]
    i = chance.randrange(len(line))
    letter = line[i]
    new = chance.choice([f"&#{ord(letter)};", f"&#x{ord(letter):x};", "&amp;", "&", "&lt;", "\\<",
                         "&lt", "&copy;", "©", "&copy", "\\&copy;", "&nvlt;", "\\&nvlt;", "&#128;",
                         "\\" + letter, "&nbsp;", " ", "\u200b", "\u00a0", "\v", "\x00"])
    return replace(lines, at, line[:i] + new + line[i + 1:])


def tick(lines, chance):
    at = pick(lines, chance, lambda all_, i: re.match(r"\s*[-*] \[[ xX]\]", all_[i]) is not None)
    if at is None:
        return None
    line = lines[at]
    new = chance.choice([line.replace("[ ]", "[x]") if "[ ]" in line else
                         re.sub(r"\[[xX]\]", "[ ]", line, count=1),
                         re.sub(r"\[[xX]\]", "[X]", line, count=1),
                         re.sub(r"\[[ xX]\]", "[✅]", line, count=1),
                         re.sub(r"\[[ xX]\]", "[]", line, count=1),
                         re.sub(r"\[[ xX]\] ", "", line, count=1)])
    return replace(lines, at, new)


def new_tick(lines, chance):
    at = pick(lines, chance, lambda all_, i: re.match(r"\s*[-*] \w", all_[i]) is not None)
    if at is None:
        return None
    return replace(lines, at, re.sub(r"([-*]) ", r"\1 [x] ", lines[at], count=1))


def table(lines, chance):
    at = pick(lines, chance, lambda all_, i: re.match(r"\|.*\|\s*$", all_[i]) is not None)
    if at is None:
        return None
    line = lines[at]
    new = chance.choice([line + f" {WORD} |", line.replace("|", "| ", 1), line.replace("-", "--", 1),
                         line.replace("-", ":", 1), line.rstrip().rstrip("|"), line.lstrip("|"),
                         line.replace(" |", f" {WORD} |", 1), "", line.replace("|", "\\|", 1)])
    return replace(lines, at, new)


def swap_sections(lines, chance):
    heads = [at for at, line in enumerate(lines) if re.match(r"## ", line) and not fenced(lines, at)]
    if len(heads) < 3:
        return None
    i = chance.randrange(len(heads) - 2)
    first, second, third = heads[i:i + 3]
    return lines[:first] + lines[second:third] + lines[first:second] + lines[third:]


def swap_lines(lines, chance):
    at = chance.randrange(len(lines) - 1)
    return lines[:at] + [lines[at + 1], lines[at]] + lines[at + 2:]


def history_entry(lines, chance):
    at = next((at for at, line in enumerate(lines) if line == "## Implementation History"), None)
    if at is None:
        return None
    return insert(lines, at + 1, "", chance.choice([
        "- 2027-01-02: begun", f"{WORD} in prose", f"### {WORD}\n\nmore", "<!-- a -->",
        "<details>", f"<b>{WORD}", "### 2027\n\n- 2027-01-02: begun"]), "")


def in_living(lines, chance):
    """What reaches out of a section that may say what it likes, or seems to."""
    titles = ("## Implementation History", "## Release Signoff Checklist")
    at = pick(lines, chance, lambda all_, i: all_[i] in titles)
    if at is None:
        return None
    new = chance.choice([
        f"- [^1]: {WORD}", f"> [^1]: {WORD}", f"1. [^1]: {WORD}", f"[^1]: {WORD}\n\n\tmore",
        f"[^2]: {WORD}", f"- {WORD}[^1]", "- x <ul><details><ul>", "- x <ul><li><details></li>",
        "x <select>", "x <button>", "x <math><mtext>", f"<h2>{WORD}</h2>\n\n{WORD}",
        "<details>\n<summary>a</summary>\n\nb\n\n</details>", "<ul><li>a<li>b</ul>",
        "<table><tr><td>a<td>b</table>", "<span><details></span>", "<b><details></b>",
        "<table><details></table>", "<dl><dt>a<dd>b</dl>", "- <i>a</i> `b`", f"- <b>{WORD}</b>",
        "<svg><desc><details></svg>", "<p>a<table><tr><td>b</table>", "</details></div>",
        "<a href=x><p>a</a>", "<div><blockquote></div>", "<tr><td>a", "<li><div><li><p>b",
    ])
    return insert(lines, at + 1, "", *new.split("\n"), "")


PIECES = ["*", "**", "***", "_", "__", "`", "``", "[", "]", "(", ")", "![", "](u)", "][a]", "[]",
          "<", ">", "<b>", "<!-- c -->", "<!--", "-->", "<http://x.y>", "&amp;", "&", ";", "\\",
          "\\*", "~", "~~", "!", "a", "b", "word", " ", "  ", " ", "\"", "'", ".", ",", "(u", "é",
          "—", "<a b='c'>", "http://a.b/c_d", "www.x.y", ":", "</b>", "<i", "&#65;", "|"]
PREFIXES = ["", "", "", " ", "  ", "    ", "\t", "> ", ">", "- ", "* ", "+ ", "1. ", "2) ", "10. ",
            "-     ", " > ", "  - ", "- > ", "> - "]
STARTS = ["text", "# Heading", "### *Three* `code`", "#no", "#", "---", "===", "-", "1.", "- - -",
          "```", "```go", "~~~", "``", "<!-- c -->", "<!--", "-->", "b --> c", "x <!-- y --> z",
          "<!--> x", "<div>", "</div>", "<div", "<a href='x'>", "</b> x", "<pre>", "</pre>",
          "<?php", "?>", "<!X", "<![CDATA[", "]]>", "[a]: /url", "[a]: <u> 'title'", "[b]:", "/dest",
          "'title", "[a]", "[t][a]", "| a | b |", "|---|---|", "a|b", "-|-", ":-:", "[ ] task",
          "[x] done", "`open", "*em", "&copy;", "![i](s)", "[l](<u> \"t\")", "</textarea>"]


def odd_words(lines, chance):
    """Markup that fits together badly."""
    at = prose(lines, chance)
    if at is None:
        return None
    words = lines[at].split(" ")
    pieces = "".join(chance.choice(PIECES) for _ in range(chance.randrange(1, 6)))
    words.insert(chance.randrange(len(words) + 1), pieces)
    return replace(lines, at, " ".join(words))


def odd_lines(lines, chance):
    new = [chance.choice(PREFIXES) + chance.choice(PREFIXES) + chance.choice(STARTS)
           for _ in range(chance.randrange(1, 4))]
    return insert(lines, anywhere(lines, chance), *new)


def odd_prefix(lines, chance):
    at = chance.randrange(len(lines))
    return replace(lines, at, chance.choice(PREFIXES) + lines[at])


def front_matter(lines, chance):
    return ["---", f"note: {WORD}", chance.choice(["---", "...", ""])] + lines


def line_ends(lines, chance):
    return [line + "\r" for line in lines]


def nothing(lines, chance):
    return list(lines)


ALL = [comment, comment, comment_alone, comment_in_line, block, block_alone, word, lose_word,
       in_toc, in_toc, lose_toc_line, add_toc, split_line, join_lines, wrap, white_space,
       white_space, blank_line, lose_blank_line, definition, link, fence, kind, kind, heading,
       list_mark, all_list_marks, emphasis, other_emphasis, entity, tick, tick, new_tick, table,
       swap_sections, swap_lines, history_entry, odd_words, odd_lines, odd_prefix, line_ends,
       front_matter, nothing, in_living, in_living, in_living]

METADATA = [
    ("title: Structured Exit Reasons", "title: Exit Reasons"),
    ("title: Structured Exit Reasons", "title: \"Structured Exit Reasons\""),
    ("name: JobExitReasons", "name: JobExits"),
    ("      - lane-agent\n", ""),
    ("disable-supported: true", "disable-supported: false"),
    ("stage: alpha", "stage: beta"),
    ("last-updated: 2025-06-17", "last-updated: 2026-06-17"),
    ("beta: \"v1.16\"", "beta: \"v1.17\""),
    ("reviewers:\n", "# a remark\nreviewers:\n"),
    ("reviewers:\n", "reviewers:\n  - \"@somebody\"\n"),
    ("see-also:\n", "see-also:\n  - \"/keps/sig-runtime/140-priority-lanes\"\n"),
]
