"""Documents that are long in one way each, the verbs that read them, and how the processor time of
a verb grows with the length.

A shape makes a proposal of about so many bytes, and what it was before; a verb is its words. The
time is that of the processor, not of the clock: a busy machine makes it a little longer, not many
times."""

import math
import os
import shutil
import subprocess

import _home
import _milepost

PROPOSAL = "keps/sig-storage/131-shared-input-cache"
REVIEW = "keps/prod-readiness/sig-storage/131.yaml"
NOW = ["--now", "2027-05-10"]
YAML_SHARE = 16  # metadata may be 64 KiB where a document may be 1 MiB


def repeat(text, size):
    """Lines of a number each, until there are so many bytes."""
    out, length, number = [], 0, 0
    while length < size:
        line = text.replace("@", str(number))
        out.append(line)
        length += len(line)
        number += 1
    return "".join(out)


def at_end(text):
    return lambda size: {"README.md": lambda old: old + "\n" + repeat(text, size)}


def under(heading, text):
    def make(size):
        return {"README.md": lambda old: old.replace(
            f"\n{heading}\n", f"\n{heading}\n\n" + repeat(text, size) + "\n", 1)}
    return make


def below_long(text):
    return lambda size: {"README.md": lambda old: old + "\n## " + "long " * (size // 10) + "\n\n" +
                         repeat(text, size // 2)}


def in_toc(text):
    return lambda size: {"README.md": lambda old: old.replace(
        "<!-- /toc -->", repeat(text, size) + "<!-- /toc -->", 1)}


def in_metadata(text):
    return lambda size: {"kep.yaml": lambda old: old + repeat(text, size // YAML_SHARE)}


def in_list(field, text):
    return lambda size: {"kep.yaml": lambda old: old.replace(
        f"\n{field}:\n", f"\n{field}:\n" + repeat(text, size // YAML_SHARE), 1)}


# What a change makes of the old text, by the name of a shape: else the shape is all new.
SHAPES = {
    "headings": at_end("## heading @\n"),
    "headings with text": at_end("### heading @\n\nwords @\n\n"),
    "headings alike": at_end("## Notes\n\n"),
    "headings like the template's": at_end("### Goals @\n\n## Summary of @\n\n"),
    "deep headings": at_end("## a\n\n### b @\n\n#### c\n\n##### d\n\n###### e\n\n"),
    "questions": under("### Scalability", "###### Will it do @?\n\n- Yes\n"),
    "boxes": under("## Release Signoff Checklist", "- [ ] (R) box @\n"),
    "boxes of the end": at_end("- [x] box @\n"),
    "broken boxes": at_end("- [x ] a\n"),
    "list items": under("### Goals", "- item @\n"),
    "lists in lists": under("### Goals", "- item @\n  - item\n    - item\n      - item\n"),
    "links": under("## Summary", "[word @](#anchor-@) and [file](../@/README.md)\n\n"),
    "links to proposals": under("## Summary", "KEP-@ and [KEP-@](../@-x/README.md)\n\n"),
    "web links": under("## Summary", "https://example.org/@ \n\n"),
    "definitions": at_end("[a@]: https://example.org/@\n"),
    "uses of definitions": at_end("[a@]: #b@\n\n[x][a@] [a@]\n\n"),
    "comments": under("## Summary", "<!-- comment @ -->\n\nword @\n\n"),
    "comments of lines": at_end("<!--\nWhat is it that you propose? @\n-->\n"),
    "unresolved": under("## Proposal", "<<[UNRESOLVED who @ ]>>\nwords\n<<[/UNRESOLVED]>>\n\n"),
    "unresolved and unclosed": under("## Proposal", "<<[UNRESOLVED who @ ]>>\n"),
    "paragraphs": under("## Proposal", "The words of paragraph @ are few.\n\n"),
    "one paragraph": under("## Proposal", "some words in a line @\n"),
    "one long line": under("## Proposal", "some words in a line @ "),
    "long lines": under("## Proposal", "long " * 60 + "@\n\n"),
    "table rows": under("## Proposal", "| a | b |\n|---|---|\n| @ | c |\n| d | e |\n\n"),
    "one table": lambda size: under("## Proposal", "| @ | c |\n")(size),
    "code": at_end("```\ncode @\n```\n\n"),
    "html": at_end("<details>\n<b id='a@'>b</b>\n</details>\n\n"),
    "toc lines": in_toc("- [Heading @](#heading-@)\n"),
    "tocs": at_end("<!-- toc -->\n- [Summary](#summary)\n<!-- /toc -->\n\n"),
    "history": under("## Implementation History", "- 2024-09-10: entry @\n"),
    "history as headings": under("## Implementation History", "### v1.@ 2024-09-10\n\nentry\n\n"),
    "criteria": under("#### Beta", "- Criterion @ is met in beta and stable\n"),
    "promises": at_end("TBD: will be filled in before beta @\n\n"),
    "template lines": at_end(
        "Why should this KEP _not_ be implemented?\n\n- [ ] Feature gate (also fill in values in `kep.yaml`)\n"
        "  - Feature gate name: @\n"),
    "versions": under("### Version Skew Strategy", "v1.@ and alpha, beta, stable in v1.@\n\n"),
    "people": under("## Summary", "@someone@ and sig-runtime, @pnovak\n\n"),
    "keys": in_metadata("key@: value\n"),
    "keys alike": in_metadata("title: value\n"),
    "authors": in_list("authors", '  - "@person@"\n'),
    "groups": in_list("participating-sigs", "  - sig-@\n"),
    "replaces": in_list("replaces", '  - "/keps/sig-storage/@-x"\n'),
    "feature gates": in_list("feature-gates", "  - name: Gate@\n    components:\n      - a@\n"),
    "milestones": in_list("milestone", '  s@: "v1.@"\n'),
    "metrics": in_list("metrics", "  - lane_metric_@\n"),
    "metadata comments": in_metadata("# comment @\n"),
    "headings with boxes": at_end("## heading @\n\n- [ ] box\n\n"),
    "headings with comments": at_end("## heading @\n\n<!-- comment -->\n\nwords @\n\n"),
    "headings with links": at_end("## heading @\n\n[a](#heading-@) [b](#no-@)\n\n"),
    "broken links on one line": at_end("[a](#no-@) "),
    "unresolved on one line": at_end("<<[UNRESOLVED @ ]>> "),
    "long heading with many below": below_long("### heading @\n\n"),
    "long heading with findings": below_long("- [x ] box\n\n[a](#no-@)\n\n"),
    "suppressions": at_end("<!-- milepost-disable-next-line MP406 -->\n[a](#no-@)\n\n"),
    "fences with headings": at_end("```\n## Summary\n```\n\n"),
    "unclosed fences": at_end("````\n```\n## Summary\n\n"),
    "quotes": at_end("> word @\n\n"),
    "footnotes": at_end("[^@]: note\n\nword[^@]\n\n"),
    "dates": at_end("On 2024-09-10 it was @, TODO in v1.@ TBD\n\n"),
    "blank lines": at_end("\n \n"),
    "damaged characters": at_end("\u00e2\u20ac\u201d \u00c3\u00a9 @\n\n"),
    "questions alike": at_end("###### Will it do?\n\nTBD\n\n"),
    "addresses in one line": under("## Proposal", "a://"),
    "addresses with words": under("## Proposal", "a://b://c d "),
    "long lines with fences": under("## Proposal", "word " * 20 + "x ``` y\n"),
    "long lines without a break": under("## Proposal", "a" + " #" * 50 + "\n"),
    "review": lambda size: {REVIEW: lambda old: old + repeat(
        's@:\n  approver: "@person@"\n', size // YAML_SHARE)},
    "calendar": lambda size: {"releases.yaml": lambda old: old + repeat(
        "  - {name: v7.@, release: 2025-03-19}\n", size // YAML_SHARE)},
    "aliases": lambda size: {"OWNERS_ALIASES": lambda old: old + repeat(
        "  sig-@:\n    - person@\n", size // YAML_SHARE)},
}


def renamed(text):
    """The same document with every word of the shape another: numbers get a letter."""
    return "".join(chr(ord("A") + int(c)) if c.isdigit() else c for c in text)


def first_in_reverse(text):
    return "".join(reversed(text.splitlines(keepends=True)))


# How the text was before: not there, every number another, or the lines the other way round.
CHANGES = {"new": None, "renamed": renamed, "reversed": first_in_reverse}

P = "131"
AS = ["--as", "pnovak"]
# By name: words; what writes gets a repository of its own each time.
READS = {
    "check": ["check", P],
    "check json": ["check", P, "--format", "json", "--all"],
    "check terminal": ["check", P, "--color", "always"],
    "check junit": ["check", P, "--format", "junit"],
    "check sarif": ["check", P, "--format", "sarif"],
    "check fix": ["check", P, "--fix", "--dry-run"],
    "check for": ["check", P, "--for", "stable"],
    "check whole": ["check", "--base", "HEAD", "--whole"],
    "why": ["why", P, "--to", "stable", *NOW],
    "why all": ["why", "--all", *NOW],
    "inbox": ["inbox", "--as", "iduarte", *NOW],
    "show": ["show", P],
    "show json": ["show", P, "--format", "json"],
    "list": ["list", "--with", "findings"],
    "list text": ["list", "text:words", *NOW],
    "list awaits": ["list", "awaits:@iduarte", *NOW],
    "toc": ["toc", "--check", P],
    "upgrade": ["upgrade", P, "--dry-run"],
    "graph": ["graph"],
    "promote": ["promote", P, "--to", "stable", "--dry-run", "--override", "--reason", "x", *AS, *NOW],
    "history": ["history", P],
    "log": ["log", P],
    "report": ["report", *NOW],
    "drift": ["drift", *NOW],
    "release status": ["release", "status", "v1.19", "--now", "2027-06-07"],
    "release admits": ["release", "admits", "v1.19", P, "--now", "2027-05-17"],
    "release report": ["release", "report", "v1.19", "--now", "2027-05-27"],
    "release notes": ["release", "notes", "v1.19", "--now", "2027-05-27"],
    "release rollover": ["release", "rollover", "v1.19", "--now", "2027-05-27"],
    "track show": ["track", "show", P, *NOW],
    "track check": ["track", "check", P, *NOW],
    "track export": ["track", "export", P, *NOW],
    "template show": ["template", "show", f"{PROPOSAL}/README.md"],
    "template check": ["template", "check", f"{PROPOSAL}/README.md"],
    "fsck": ["fsck"],
}
# What compares two texts.
COMPARES = {
    "check base": ["check", "--base", "HEAD~1"],
    "diff": ["diff", P, "HEAD~1"],
    "diff json": ["diff", P, "HEAD~1", "--format", "json"],
    "diff approved": ["diff", P, "--approved"],
    "upgrade": ["upgrade", P, "--dry-run"],
    "inbox": ["inbox", "--as", "iduarte", *NOW],
    "why": ["why", P, "--to", "stable", *NOW],
    "history": ["history", P],
    "template lineage": ["template", "lineage", f"{PROPOSAL}/README.md"],
    "drift": ["drift", *NOW],
}
WRITES = {
    "check write": ["check", P, "--fix"],
    "baseline": ["check", P, "--write-baseline", "baseline.json"],
    "toc write": ["toc", P],
    "approve": ["approve", P, "--role", "approver", "--as", "iduarte", "--now", "2027-05-11"],
    "concern": ["concern", P, "--as", "iduarte", "--comment", "odd", "--now", "2027-05-11"],
    "hold": ["hold", P, "--as", "iduarte", "--comment", "wait", "--now", "2027-05-11"],
    "opt-in": ["release", "opt-in", "v1.19", P, "--as", "iduarte", "--now", "2027-05-11"],
    "track tick": ["track", "tick", P, "history", *AS, "--now", "2027-05-11"],
    "settle": ["track", "settle", P, "--take", "document", *AS, "--now", "2027-05-11"],
}


class Place:
    """A repository with one proposal of a shape, as it was before and as it is."""

    def __init__(self, folder, shape, change, size):
        self.home = folder
        self.root = os.path.join(folder, "repository")
        shutil.copytree(os.path.join(_home.EXAMPLES, "kep"), self.root)
        for other in ("sig-runtime", "sig-process", "sig-storage/171-volume-quotas-per-team",
                      "sig-storage/97-scratch-on-tmpfs"):
            shutil.rmtree(os.path.join(self.root, "keps", other))
        # All rules look at it, also those that the process has switched off.
        with open(os.path.join(self.root, "milepost.yaml"), "a", encoding="utf-8") as file:
            file.write("wrap: 79\n")
        with open(os.path.join(folder, "gitconfig"), "w", encoding="utf-8") as file:
            file.write("[user]\n\tname = J\n\temail = j@example.org\n")
        self.git("init", "-q", "-b", "main")
        versions = [self.versions(name, edit, CHANGES[change])
                    for name, edit in SHAPES[shape](size).items()]
        self.commit({path: before for path, before, _ in versions}, "2027-04-20")
        for words in (["release", "new", "v1.19", "--start", "2027-05-03", "--now", "2027-04-26"],
                      ["track", "new", P, *AS, *NOW],
                      ["approve", P, "--role", "approver", "--as", "iduarte", *NOW]):
            self.seconds(words)
        self.commit({path: after for path, _, after in versions}, "2027-04-21")

    def versions(self, name, edit, former):
        """Where a file is, what it was and what it is: of the shape alone there are two versions."""
        path = os.path.join(self.root, name)
        if not os.path.exists(path):
            path = os.path.join(self.root, PROPOSAL, name)
        with open(path, encoding="utf-8") as file:
            plain = file.read()
        after = edit(plain)
        if not former:
            return path, plain, after
        begin = len(os.path.commonprefix([plain, after]))
        end = len(after) - len(os.path.commonprefix([plain[begin:][::-1], after[begin:][::-1]]))
        return path, after[:begin] + former(after[begin:end]) + after[end:], after

    def commit(self, texts, day):
        for path, text in texts.items():
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", day, day=day)

    def environment(self):
        return _milepost.plain_environment(
            HOME=self.home, GIT_CONFIG_NOSYSTEM="1",
            GIT_CONFIG_GLOBAL=os.path.join(self.home, "gitconfig"),
            GIT_CEILING_DIRECTORIES=self.home)

    def git(self, *words, day="2027-04-20"):
        stamp = f"{day}T09:00:00Z"
        subprocess.run(["git", *words], cwd=self.root, check=True, capture_output=True, timeout=60,
                       env={**self.environment(), "GIT_AUTHOR_DATE": stamp,
                            "GIT_COMMITTER_DATE": stamp})

    def seconds(self, words, fresh=False, out=os.devnull):
        """The processor time of one run; a fresh one is in a repository of its own."""
        root = self.root
        if fresh:
            root = os.path.join(self.home, "fresh")
            shutil.rmtree(root, ignore_errors=True)
            shutil.copytree(self.root, root)
        with open(out, "wb") as sink, subprocess.Popen(
                [_milepost.PROGRAM, *words], cwd=root, stdin=subprocess.DEVNULL, stdout=sink,
                stderr=sink, env=self.environment()) as child:
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = self.status = os.waitstatus_to_exitcode(status)
        self.kilobytes = used.ru_maxrss
        return used.ru_utime + used.ru_stime
