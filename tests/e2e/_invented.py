"""Ten small processes that nobody has, each as files of a repository: a template and proposals
that follow it, with the slips that real ones have."""

TITLES = ["Times in UTC", "One database", "No shared cache", "Keys are rotated", "Logs are kept",
          "Quotas by team", "Backups at night", "Names of hosts", "Retries back off", "Long queues"]
STATUSES = ["accepted", "accepted", "proposed", "rejected", "accepted", "superseded", "accepted",
            "proposed", "accepted", "accepted"]
TEXT = ("What is written here says in a few plain sentences what was meant, for whom it was "
        "done, and why nothing else would do as well as this.")


def slug(title, between="-"):
    return title.lower().replace(" ", between)


def sections(*titles, level=2):
    return "".join(f"\n{'#' * level} {title}\n\n{TEXT} It is about {title.lower()}.\n"
                   for title in titles)


def headings(*titles):
    return "".join(f"\n## {title}\n\nSay something of {title.lower()}.\n" for title in titles)


def proposals(path, text):
    """`path` and `text` are asked with number, title and status."""
    made = {}
    for i, (title, status) in enumerate(zip(TITLES, STATUSES), 1):
        made[path(i, title)] = text(i, title, status)
    return made


def adr():
    files = proposals(
        lambda i, t: f"docs/adr/{i:04}-{slug(t)}.md",
        lambda i, t, s: f"# {i}. {t}\n\n## Status\n\n{s.capitalize()}\n"
        + sections("Context", "Decision", "Consequences"))
    files["docs/adr/template.md"] = ("# NUMBER. TITLE\n\n## Status\n\nProposed | Accepted | Rejected\n"
                                     + headings("Context", "Decision", "Consequences"))
    files["docs/adr/README.md"] = "# Decisions\n\nA list of them.\n"
    return files, "docs/adr/template.md"


def decisions():
    files = proposals(
        lambda i, t: f"docs/decisions/{i:04}-{slug(t)}.md",
        lambda i, t, s: f"---\nstatus: {s}\ndate: 2026-01-{i:02}\ndeciders: ['@jane', '@ben']\n---\n"
        f"\n# {t}\n" + sections("Context and Problem", "Options", "Decision Outcome")
        + (sections("Pros and Cons") if i % 3 else ""))
    files["docs/decisions/adr-template.md"] = (
        "---\nstatus: proposed | accepted | rejected | superseded\ndate: yyyy-mm-dd\n"
        "deciders: ['@you']\n---\n\n# Short title\n"
        + headings("Context and Problem", "Options", "Decision Outcome", "Pros and Cons"))
    return files, "docs/decisions/adr-template.md"


def rfcs():
    files = proposals(
        lambda i, t: f"rfcs/{i:04}-{slug(t)}.md",
        lambda i, t, s: f"- Feature Name: `{slug(t, '_')}`\n- Start Date: 2026-02-{i:02}\n"
        f"- RFC PR: [example/rfcs#{i}](https://example.org/rfcs/pull/{i})\n"
        + sections("Summary", "Motivation", "Guide", "Drawbacks", level=1))
    files["0000-template.md"] = ("- Feature Name: (a unique name)\n- Start Date: (today)\n"
                                 "- RFC PR: (leave this empty)\n"
                                 + headings("Summary", "Motivation", "Guide", "Drawbacks").replace(
                                     "## ", "# "))
    return files, "0000-template.md"


def front():
    files = proposals(
        lambda i, t: f"proposals/{slug(t)}.md",
        lambda i, t, s: f"---\ntitle: {t}\nowner: jane\nstate: {s}\ntags: [a, b]\n---\n"
        + sections("Problem", "Solution"))
    files["proposals/_template.md"] = ("---\ntitle: Title\nowner: handle\nstate: proposed\n"
                                       "tags: []\n---\n" + headings("Problem", "Solution"))
    return files, "proposals/_template.md"


def folders():
    files = {}
    for i, (title, status) in enumerate(zip(TITLES, STATUSES), 1):
        folder = f"enhancements/{i * 137}-{slug(title)}"
        files[f"{folder}/README.md"] = f"# {title}\n" + sections("Summary", "Design", "Test Plan")
        files[f"{folder}/meta.yaml"] = (
            f"title: {title}\nnumber: {i * 137}\nstatus: {status}\nstage: {'beta' if i % 2 else 'alpha'}\n"
            f"authors:\n  - '@jane'\ncreation-date: 2026-03-{i:02}\n")
    files["enhancements/NNNN-template/README.md"] = ("# Title\n"
                                                     + headings("Summary", "Design", "Test Plan"))
    files["enhancements/NNNN-template/meta.yaml"] = (
        "title: Title\nnumber: NNNN\nstatus: proposed|accepted|rejected|superseded\n"
        "stage: alpha|beta|stable\nauthors:\n  - '@you'\ncreation-date: yyyy-mm-dd\n")
    return files, "enhancements/NNNN-template/README.md"


def groups():
    files = proposals(
        lambda i, t: f"specs/{['storage', 'network', 'web'][i % 3]}/{i:03}-{slug(t)}.md",
        lambda i, t, s: f"---\ntitle: {t}\nstatus: {s}\nteam: {['storage', 'network', 'web'][i % 3]}\n"
        f"---\n\n# SPEC-{i:03}: {t}\n" + sections("Goal", "Plan", "Risks"))
    files["specs/template.md"] = ("---\ntitle: Title\nstatus: proposed\nteam: TEAM\n---\n\n"
                                  "# SPEC-NNN: Title\n" + headings("Goal", "Plan", "Risks"))
    return files, "specs/template.md"


def days():
    files = proposals(
        lambda i, t: f"docs/proposals/202601{i:02}-{slug(t)}.md",
        lambda i, t, s: f"---\ntitle: {t}\nauthors:\n  - '@jane'\ncreation-date: 2026-01-{i:02}\n"
        f"status: {s}\n---\n\n# {t}\n" + sections("Summary", "Proposal", "Alternatives"))
    files["docs/proposals/YYYYMMDD-template.md"] = (
        "---\ntitle: Title\nauthors:\n  - '@you'\ncreation-date: yyyy-mm-dd\n"
        "status: proposed|accepted|rejected|superseded\n---\n\n# Title\n"
        + headings("Summary", "Proposal", "Alternatives"))
    return files, "docs/proposals/YYYYMMDD-template.md"


def tables():
    files = proposals(
        lambda i, t: f"blueprints/{slug(t, '_')}.md",
        lambda i, t, s: f"# {t}\n\n| Status | {s} |\n|---|---|\n| Owner | @jane |\n"
        f"| Created | 2026-05-{i:02} |\n" + sections("What", "How"))
    files["blueprints/template.md"] = ("# Title\n\n| Status | proposed |\n|---|---|\n| Owner | @you |\n"
                                       "| Created | yyyy-mm-dd |\n" + headings("What", "How"))
    return files, "blueprints/template.md"


def plain():
    files = proposals(lambda i, t: f"design/{slug(t)}.md",
                      lambda i, t, s: f"# {t}\n" + sections("Summary", "Motivation", "Proposal"))
    files["design/template.md"] = "# Title\n" + headings("Summary", "Motivation", "Proposal")
    files["design/notes.rst"] = "Notes\n=====\n"
    return files, "design/template.md"


def numbers():
    files = proposals(
        lambda i, t: f"rfd/{i:04}/README.md",
        lambda i, t, s: f"---\nauthors: Jane Doe <jane@example.org>\nstate: {s}\n---\n\n# RFD {i} {t}\n"
        + sections("Background", "Determinations"))
    files["rfd/prototypes/prototype.md"] = (
        "---\nauthors: Your Name <you@example.org>\nstate: prediscussion\n---\n\n# RFD NNN Title\n"
        + headings("Background", "Determinations"))
    return files, "rfd/prototypes/prototype.md"


# The name, what makes its files and names its template, the path that is to be guessed, and its
# statuses in their order.
PROCESSES = [
    ("adr", adr, "docs/adr/{number}-{slug}.md", ["Proposed", "Accepted", "Rejected", "Superseded"]),
    ("decisions", decisions, "docs/decisions/{number}-{slug}.md",
     ["proposed", "accepted", "rejected", "superseded"]),
    ("rfc-process", rfcs, "rfcs/{number}-{slug}.md", []),
    ("front", front, "proposals/{slug}.md", ["proposed", "accepted", "rejected", "superseded"]),
    ("folders", folders, "enhancements/{number}-{slug}/README.md",
     ["proposed", "accepted", "rejected", "superseded"]),
    ("groups", groups, "specs/{group}/{number}-{slug}.md",
     ["proposed", "accepted", "rejected", "superseded"]),
    ("days", days, "docs/proposals/{date}-{slug}.md",
     ["proposed", "accepted", "rejected", "superseded"]),
    ("tables", tables, "blueprints/{slug}.md",
     ["proposed", "accepted", "rejected", "superseded"]),
    ("plain", plain, "design/{slug}.md", []),
    ("numbers", numbers, "rfd/{number}/README.md",
     ["proposed", "accepted", "rejected", "superseded"]),
]
