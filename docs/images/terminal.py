"""Draws what a program prints on a terminal as an SVG: python3 terminal.py TITLE < printed > x.svg

Plain text and the few colours that milepost uses; nothing is installed for it."""

import re
import sys
from html import escape

WIDTH, HEIGHT, MARGIN = 7.83, 18, 18  # of a character of 13 px, of a line, around all
PLAIN, BOLD = "#c9d1d9", "#f0f6fc"
COLOURS = {"31": "#ff7b72", "32": "#7ee787", "33": "#e3b341", "34": "#79c0ff", "36": "#79c0ff"}


def spans(line):
    """The text of a line in parts of one colour each: (text, colour, bold)."""
    colour, bold = PLAIN, False
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        codes = re.fullmatch(r"\x1b\[([0-9;]*)m", part)
        if not codes:
            if part:
                yield part, colour, bold
            continue
        for code in codes[1].split(";"):
            if code in ("", "0"):
                colour, bold = PLAIN, False
            elif code == "1":
                bold = True
            else:
                colour = COLOURS.get(code, colour)


def draw(printed, columns, title):
    """The picture of lines that fit into so many columns."""
    lines = printed.rstrip("\n").split("\n")
    width = round(2 * MARGIN + columns * WIDTH)
    height = 2 * MARGIN + len(lines) * HEIGHT
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="{escape(title)}">',
        f'<rect width="{width}" height="{height}" rx="8" fill="#0d1117"/>',
        '<g font-family="ui-monospace, DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="13">',
    ]
    for i, line in enumerate(lines):
        text = "".join(
            f'<tspan fill="{BOLD if bold and colour == PLAIN else colour}"'
            f'{" font-weight=" + chr(34) + "bold" + chr(34) if bold else ""}>{escape(part)}</tspan>'
            for part, colour, bold in spans(line))
        # The length is given, so that columns stay in line in whichever font is there.
        length = len(re.sub(r"\x1b\[[0-9;]*m", "", line)) * WIDTH
        if text:
            out.append(f'<text x="{MARGIN}" y="{MARGIN + 14 + i * HEIGHT}" xml:space="preserve" '
                       f'textLength="{length:.1f}" lengthAdjust="spacingAndGlyphs">{text}</text>')
    return "\n".join([*out, "</g>", "</svg>", ""])


if __name__ == "__main__":
    shown = sys.stdin.read()
    widest = max((len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in shown.split("\n")), default=0)
    sys.stdout.write(draw(shown, widest, sys.argv[1] if len(sys.argv) > 1 else "a terminal"))
