"""The pack and the examples of docs/packs.md, for the tests that load them."""

import _documents

PAGE = "docs/packs.md"

# For the example that names one.
LINEAGE = 'schema: 1\nversions:\n  - id: "1"\n    date: 2026-01-01\n    added: ["## Question"]\n'


def files():
    """The page's pack and proposals, and what its examples refer to."""
    return {
        **_documents.files(PAGE),
        "process/lineage.yaml": LINEAGE,
        "process/experiment.yaml": "title: Short Title\n",
    }


def parts():
    return _documents.marked(PAGE, "yaml milepost")


def configurations():
    """Every example as a whole milepost.yaml."""
    head = "schema: 1\nprocess: process\n"
    return [text if "schema: 1\n" in text else head + text for text in parts()]
