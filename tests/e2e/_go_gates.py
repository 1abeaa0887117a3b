"""The feature gates that proposals name, written as code has them: a list, or Go source."""

import glob
import os
import random
import re

STAGES = ("alpha", "beta", "stable")
IN_CODE = {"alpha": "Alpha", "beta": "Beta", "stable": "GA", "deprecated": "Deprecated"}


def value_of(text, key, indent=""):
    found = re.search(rf"^{indent}{key}:[ \t]*(.*?)[ \t]*(?:#.*)?$", text, re.M)
    return found[1].strip().strip("\"'") if found else ""


def block_of(text, key):
    found = re.search(rf"^{key}:[^\n]*\n((?:[ \t#-][^\n]*\n|\n)*)", text + "\n", re.M)
    return found[1] if found else ""


def version_of(text):
    found = re.fullmatch(r"v?(\d+)\.(\d+)", text)
    return (int(found[1]), int(found[2])) if found and found[1] != "0" else None


class Proposal:
    """What the metadata of one says, read without milepost."""

    def __init__(self, text):
        self.number = int(value_of(text, "kep-number") or 0)
        self.status = value_of(text, "status")
        self.stage = value_of(text, "stage")
        milestones = block_of(text, "milestone")
        self.milestones = {stage: version_of(value_of(milestones, stage, "[ \t]+"))
                           for stage in (*STAGES, "deprecated")}
        self.gates = {}  # the components of each
        for record in re.split(r"^[ \t]*-[ \t]+(?=name:)", block_of(text, "feature-gates"),
                               flags=re.M)[1:]:
            name = value_of(record, "name")
            if name and name.lower() != "n/a":
                self.gates[name] = re.findall(r"^[ \t]*-[ \t]*([\w.-]+)", record, re.M)


def read_proposals(root):
    texts = []
    for path in sorted(glob.glob(os.path.join(root, "keps", "*", "*", "kep.yaml"))):
        if "NNNN" not in path:
            with open(path, encoding="utf-8", errors="replace") as file:
                texts.append(file.read())
    return [Proposal(text) for text in texts]


class Gate:
    """In the code: what it was at which version, and whether that is on by default."""

    def __init__(self, name, proposal):
        self.name = name
        self.value = name  # of the constant; another once it is renamed
        self.proposal = proposal
        self.entries = []
        reached = STAGES[:STAGES.index(proposal.stage) + 1] if proposal.stage in STAGES else ()
        for stage in reached or (proposal.stage,):
            version = proposal.milestones[stage]
            if version and not any(version <= other[1] for other in self.entries):
                self.entries.append([stage, version, stage == "stable"])
        # A milestone that is not set, or that lies before an earlier one, tells no version.
        self.versioned = bool(self.entries) and self.entries[-1][0] == proposal.stage
        if not self.versioned:
            self.entries = [[proposal.stage, None, proposal.stage == "stable"]]


def complete_gates(proposals):
    """One of each name; where several proposals name it, that of the one farthest along."""
    gates = {}
    for proposal in sorted(proposals, key=lambda one: one.stage):  # alphabetical, as it happens
        for name in proposal.gates:
            gates[name] = Gate(name, proposal)
    return [gates[name] for name in sorted(gates)]


def as_list(gates):
    lines = ["# name, stage, version, default"]
    for gate in gates:
        for stage, version, on in gate.entries:
            dotted = "{}.{}".format(*version) if version else ""
            lines.append(f"{gate.value},{stage},{dotted},{str(on).lower()}")
    return "\n".join(lines) + "\n"


HEAD = """\
/*
Copyright The Authors. PreRelease: featuregate.GA}
*/

package features

import (
	"k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/util/version"

	genericfeatures "k8s.io/apiserver/pkg/features"
	"k8s.io/component-base/featuregate" // "braces { in a comment"
)

"""
TAIL = """\

func init() {
	runtime.Must(utilfeature.DefaultMutableFeatureGate.AddVersioned(versionedGates))
	if x := "y"; x != `{` {
		panic(fmt.Sprintf("%s: {PreRelease: featuregate.Beta}", x))
	}
}

var dependencies = map[featuregate.Feature][]featuregate.Feature{
"""


def constants(gates, identifiers, package="featuregate."):
    lines = ["const (", "\t// Every feature gate should have an entry here following this template:",
             "\t//", "\t// // owner: @username", "\t// // kep: https://kep.k8s.io/NNN",
             '\t// MyFeature featuregate.Feature = "MyFeature"']
    for gate in gates:
        lines += ["", "\t// owner: @jane", f"\t// kep: https://kep.k8s.io/{gate.proposal.number}",
                  "\t//", '\t// What it does: "quoted", {braced}.',
                  f'\t{identifiers[gate.name]} {package}Feature = "{gate.value}"']
    return "\n".join(lines) + "\n)\n"


def specification(entry, package="featuregate."):
    stage, version, on = entry
    since = 'Version: version.MustParse("{}.{}"), '.format(*version) if version else ""
    lock = ", LockToDefault: true" if stage == "stable" else ""
    return (f"{{{since}Default: {str(on).lower()}, "
            f"PreRelease: {package}{IN_CODE[stage]}{lock}}}")


def as_go(gates, seed):
    """Two files of the same gates: the generic ones are declared in one, and named with their
    package in the other."""
    rng = random.Random(seed)
    identifiers = {gate.name: gate.name.removeprefix("Custom") if rng.random() < 0.9 else
                   gate.name + "Gate" for gate in gates}
    generic = [gate for gate in gates if rng.random() < 0.3]
    own = [gate for gate in gates if gate not in generic]
    key = {gate.name: ("genericfeatures." if gate in generic else "") + identifiers[gate.name]
           for gate in gates}
    text = HEAD + constants(own, identifiers)
    text += "\nvar versionedGates = map[featuregate.Feature]featuregate.VersionedSpecs{\n"
    for gate in gates:
        if not gate.versioned:
            continue
        text += f"\t{key[gate.name]}: {{\n"
        for entry in gate.entries:
            note = rng.choice(["", " // remove in 1.40", " // {Default: true}", " /* GA */"])
            text += f"\t\t{specification(entry)},{note}\n"
        text += "\t},\n\n" if rng.random() < 0.5 else "\t},\n"
    text += "}\n\nvar plainGates = map[featuregate.Feature]featuregate.FeatureSpec{\n"
    for gate in gates:
        if not gate.versioned:
            text += f"\t{key[gate.name]}: {specification(gate.entries[-1])}, // for now\n"
    text += "}\n" + TAIL
    for gate in gates:
        text += f"\t{key[gate.name]}: {{{rng.choice(['', key[rng.choice(gates).name]])}}},\n"
    return text + "}\n", HEAD + constants(generic, identifiers)


def as_plain_go(gates):
    """One file in the older style, which knows the present alone; the types are its own."""
    text = HEAD + constants(gates, {gate.name: gate.name for gate in gates}, package="")
    text += "\nvar gates = map[Feature]FeatureSpec{\n"
    for gate in gates:
        stage, _, on = gate.entries[-1]
        text += f"\t{gate.name}: {specification([stage, None, on], package='')},\n"
    return text + "}\n"
