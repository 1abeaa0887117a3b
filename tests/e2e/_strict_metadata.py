"""Metadata as the tools of the kep process read it that run after milepost: with known fields only,
each of its type, none twice. Written from what these tools accept; nothing of milepost's is in it."""

import yaml

TEXT, TEXTS, TRUTH = "text", "texts", "truth"

MILESTONES = {stage: TEXT for stage in ("alpha", "beta", "stable", "deprecated", "removed")}
GATE = {"name": TEXT, "components": TEXTS}
# A map is a record, a list with one is a list of such.
FIELDS = {
    "id": TEXT, "prnumber": TEXT, "name": TEXT,
    "title": TEXT, "kep-number": TEXT, "authors": TEXTS, "owning-sig": TEXT,
    "participating-sigs": TEXTS, "reviewers": TEXTS, "approvers": TEXTS, "prr-approvers": TEXTS,
    "editor": TEXT, "creation-date": TEXT, "last-updated": TEXT, "status": TEXT,
    "see-also": TEXTS, "replaces": TEXTS, "superseded-by": TEXTS,
    "stage": TEXT, "latest-milestone": TEXT, "milestone": MILESTONES,
    "feature-gates": [GATE], "disable-supported": TRUTH, "metrics": TEXTS,
}
# What must be there and say something.
REQUIRED = ("title", "kep-number", "authors", "owning-sig", "status", "approvers")
TRUTH_VALUES = ("true", "True", "TRUE", "false", "False", "FALSE",
                "yes", "Yes", "YES", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF",
                "y", "Y", "n", "N")
NULLS = ("", "~", "null", "Null", "NULL")


class Refused(Exception):
    """What such a tool says, and no more is read."""


def _is_null(node):
    return isinstance(node, yaml.ScalarNode) and node.style is None and node.value in NULLS


def _decode(node, kind, where):
    if _is_null(node):
        return None
    if kind in (TEXT, TRUTH):
        if not isinstance(node, yaml.ScalarNode):
            raise Refused(f"{where}: no single value")
        if kind == TRUTH and (node.style is not None or node.value not in TRUTH_VALUES):
            raise Refused(f"{where}: {node.value!r} is no truth value")
        return node.value
    if kind == TEXTS or isinstance(kind, list):
        if not isinstance(node, yaml.SequenceNode):
            raise Refused(f"{where}: no list")
        of = TEXT if kind == TEXTS else kind[0]
        return [_decode(item, of, where) for item in node.value]
    if not isinstance(node, yaml.MappingNode):
        raise Refused(f"{where}: no map")
    found = {}
    for key, value in node.value:
        place = f"{where}.{key.value}".lstrip(".")
        if key.value not in kind:
            raise Refused(f"{place}: field not found")
        if key.value in found:
            raise Refused(f"{place}: defined twice")
        found[key.value] = _decode(value, kind[key.value], place)
    return found


def parse(text):
    """The fields of a kep.yaml; Refused when it is none."""
    node = yaml.compose(text, Loader=yaml.SafeLoader)
    if node is None:
        raise Refused("nothing is there")
    found = _decode(node, FIELDS, "")
    for name in REQUIRED:
        if not found.get(name):
            raise Refused(f"{name}: required")
    return found
