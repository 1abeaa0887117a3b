"""Makes demo.svg, half a minute of milepost at work, and why.svg, from what the program prints:

    MILEPOST=build/milepost python3 docs/images/demo.py

The commands are run on a terminal of their own in a new repository, so that both pictures show
what a reader who types the same will see. Where motion is not wanted, the last scene stands still."""

import os
import pty
import re
import subprocess
import sys
import tempfile
from html import escape

import terminal

HERE = os.path.dirname(os.path.abspath(__file__))
MILEPOST = os.path.abspath(os.environ.get("MILEPOST", "build/milepost"))
COLUMNS, LINES = 80, 25
TYPED, READ = 0.05, (5.2, 5.6, 6.2, 7.4)  # seconds: a character is typed in, each scene stands
SCENES = (
    "milepost init --process kep",
    'milepost new "Faster probes" --kind feature --group sig-a --number 4211',
    "milepost check",
    "milepost why 4211 --to implementable",
)


def on_terminal(command, folder):
    """What a command prints on a terminal of our width, colours included."""
    ours, theirs = pty.openpty()
    environment = {
        "PATH": os.path.dirname(MILEPOST) + os.pathsep + os.environ["PATH"], "HOME": folder,
        "TERM": "xterm-256color", "COLUMNS": str(COLUMNS), "LINES": "200", "LANG": "C.UTF-8",
        "MILEPOST_AS": "jane", "MILEPOST_PAGER": "cat",
    }
    with subprocess.Popen(command, shell=True, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=theirs, stderr=theirs) as run:
        os.close(theirs)
        printed = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # Linux says so when nobody has the other end open
                piece = b""
            if not piece:
                break
            printed += piece
    os.close(ours)
    if run.returncode not in (0, 1):
        sys.exit(f"{command}: exit status {run.returncode}\n{printed.decode()}")
    text = re.sub(r"\x1b\]8;[^\x07\x1b]*(\x07|\x1b\\)", "", printed.decode())
    return text.replace("\r\n", "\n").rstrip("\n").split("\n")


def row(line, number):
    text = "".join(
        f'<tspan fill="{terminal.BOLD if bold and colour == terminal.PLAIN else colour}"'
        f'{" font-weight=" + chr(34) + "bold" + chr(34) if bold else ""}>{escape(part)}</tspan>'
        for part, colour, bold in terminal.spans(line))
    length = len(re.sub(r"\x1b\[[0-9;]*m", "", line)) * terminal.WIDTH
    return (f'<text x="{terminal.MARGIN}" y="{terminal.MARGIN + 14 + number * terminal.HEIGHT}" '
            f'xml:space="preserve" textLength="{length:.1f}" lengthAdjust="spacingAndGlyphs">'
            f"{text}</text>") if line else ""


def animated(scenes):
    """One picture of all scenes, (command, lines) each, shown one after the other for ever."""
    width = round(2 * terminal.MARGIN + COLUMNS * terminal.WIDTH)
    height = 2 * terminal.MARGIN + LINES * terminal.HEIGHT
    times = [TYPED * len(command) + READ[i] for i, (command, _) in enumerate(scenes)]
    whole, began, styles, groups = sum(times), 0.0, [], []
    for i, (command, lines) in enumerate(scenes):
        typed, ends = began + 0.3 + TYPED * len(command), began + times[i]
        a, b, c = (f"{100 * at / whole:.2f}%" for at in (began, typed, ends))
        reach = len(command) * terminal.WIDTH
        styles += [
            f".s{i}{{animation:s{i} {whole:.1f}s infinite step-end}}",
            f"@keyframes s{i}{{0%{{opacity:{int(i == 0)}}}{a}{{opacity:1}}{c}{{opacity:0}}}}",
            f".o{i}{{animation:o{i} {whole:.1f}s infinite step-end}}",
            f"@keyframes o{i}{{0%{{opacity:0}}{b}{{opacity:1}}}}",
            f".c{i}{{animation:c{i} {whole:.1f}s infinite}}",
            f"@keyframes c{i}{{0%,{a}{{transform:none;animation-timing-function:"
            f"steps({len(command)})}}{b},100%{{transform:translateX({reach:.1f}px)}}}}",
        ]
        shown = lines[:LINES - 1]
        if len(lines) > LINES - 1:
            shown[-1] = f"\x1b[36m      … {len(lines) - LINES + 2} more lines\x1b[0m"
        x, y = terminal.MARGIN + 2 * terminal.WIDTH, terminal.MARGIN
        groups += [
            f'<g class="s{i}"><g>{row("$ " + command, 0)}</g>',
            f'<g class="c{i}"><rect class="cover" x="{x:.1f}" y="{y}" '
            f'width="{width}" height="{terminal.HEIGHT}" fill="#0d1117"/>'
            f'<rect class="cover" x="{x:.1f}" y="{y + 2}" width="{terminal.WIDTH}" '
            f'height="15" fill="{terminal.PLAIN}"/></g>',
            f'<g class="o{i}">',
            *(row(line, number + 1) for number, line in enumerate(shown)),
            "</g></g>",
        ]
        began = ends
    still = "".join(f".s{i}{{opacity:{int(i == len(scenes) - 1)}}}" for i in range(len(scenes)))
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="milepost at work: '
        f'{escape("; ".join(command for command, _ in scenes), quote=True)}">',
        "<style>" + "".join(styles) +
        "@media (prefers-reduced-motion:reduce){*{animation:none!important}.cover{display:none}" +
        still + "}</style>",
        f'<rect width="{width}" height="{height}" rx="8" fill="#0d1117"/>',
        '<g font-family="ui-monospace, DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="13">',
        *filter(None, groups), "</g>", "</svg>", ""])


def main():
    with tempfile.TemporaryDirectory() as scratch:
        folder = os.path.join(scratch, "harborlane")
        os.mkdir(folder)
        for words in (["init", "-q", "-b", "main"], ["config", "user.name", "Jane"],
                      ["config", "user.email", "jane@example.org"]):
            subprocess.run(["git", *words], cwd=folder, check=True)
        scenes = [(command, on_terminal(command, folder)) for command in SCENES]
    with open(os.path.join(HERE, "demo.svg"), "w", encoding="utf-8") as out:
        out.write(animated(scenes))
    command, lines = scenes[-1]
    with open(os.path.join(HERE, "why.svg"), "w", encoding="utf-8") as out:
        out.write(terminal.draw("\n".join([f"$ {command}", *lines]), COLUMNS, f"{command} prints"))


if __name__ == "__main__":
    main()
