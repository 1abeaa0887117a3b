"""Drift between the proposals of a real repository and code that has all of their feature gates:
first as they say it, then with fifty gates changed."""

import os
import random
import unittest

import _documents
import _go_gates
import _home

CORPUS = os.environ.get("MILEPOST_CORPUS",
                        os.path.join(_documents.ROOT, "..", "shared", "corpus"))
BUNDLE = os.path.join(CORPUS, "keps.bundle")
NOW = "2026-07-23"
SEED = 20260723
NEXT = {"alpha": "beta", "beta": "stable"}


@unittest.skipUnless(os.path.exists(BUNDLE), "there is no corpus")
class DriftCorpus(_home.Home):

    def setUp(self):
        super().setUp()
        self.root = os.path.join(self.folder, "keps")
        self.git("clone", "-q", "-b", "master", os.path.abspath(BUNDLE), self.root, cwd=self.folder)
        self.proposals = _go_gates.read_proposals(self.root)
        self.gates = _go_gates.complete_gates(
            one for one in self.proposals
            if one.status in ("implementable", "implemented") and one.stage in _go_gates.IN_CODE)
        self.assertGreater(len(self.gates), 150)
        # The code is of the latest release that a gate has.
        self.latest = max(gate.entries[-1][1] or (0, 0) for gate in self.gates)

    def drifts(self, **files):
        """What gates and proposals disagree about, and the gates that no proposal names."""
        words = []
        for name, text in files.items():
            self.write(os.path.join(self.folder, name), text)
            words += ["--gates", os.path.join(self.folder, name)]
        told = self.milepost("drift", *words, "--now", NOW, "--format", "json", cwd=self.root,
                             status=None).json()
        found = {(one["proposal"], drift["kind"], drift["about"].split()[-1])
                 for one in told["proposals"] for drift in one["drifts"]
                 if drift["kind"].startswith("gate-")}
        return found, {gate["name"] for gate in told["unnamedGates"]}

    def in_all_styles(self, gates, versions=True):
        go, generic = _go_gates.as_go(gates, SEED)
        yield "list", self.drifts(gates=_go_gates.as_list(gates))
        yield "versioned", self.drifts(**{"features.go": go, "generic.go": generic})
        if not versions:
            yield "plain", self.drifts(**{"features.go": _go_gates.as_plain_go(gates)})

    # --- as the proposals say it ---

    def test_the_same_in_metadata_and_code(self):
        for style, (found, unnamed) in self.in_all_styles(self.gates, versions=False):
            with self.subTest(style):
                self.assertEqual((found, unnamed), (set(), set()))

    # --- with fifty changed ---

    def alone(self):
        """Gates that one proposal names: where several do, any of them may be right. Those of the
        latest release stay what they are."""
        counts = {}
        for proposal in self.proposals:
            for name in proposal.gates:
                counts[name] = counts.get(name, 0) + 1
        return [gate for gate in self.gates
                if counts[gate.name] == 1 and gate.entries[-1][1] != self.latest]

    def is_missed(self, gate):
        """Whether the code should have it: finished features lose their gates, what is for a
        release that the code has not come to is not there yet, and a component of which the code
        has no other gate is in another repository."""
        proposal = gate.proposal
        versions = [proposal.milestones[stage] for stage, *_ in gate.entries]
        there = {other.value for other in self.gates}
        components = {component for other in self.proposals
                      for name, its in other.gates.items() if name in there for component in its}
        own = proposal.gates[gate.name]
        return (proposal.status == "implementable" and (not own or not components.isdisjoint(own))
                and any(version is None or version < self.latest for version in versions))

    def change(self, gate, how, expected, gone):
        """Changes it in one way, and says what is to be found. False when it cannot be so."""
        stage, version, _ = last = gate.entries[-1]
        number = gate.proposal.number
        if how == "stage":
            if stage in NEXT:
                last[0], last[2] = NEXT[stage], True
            elif stage == "stable" and version and version < self.latest:
                last[0] = "beta"
            else:
                return False
            expected.add((number, "gate-stage", gate.name))
        elif how == "version":
            before = gate.entries[-2][1] if len(gate.entries) > 1 else (1, 0)
            other = next((v for v in ((1, version[1] + 1), (1, version[1] - 1))
                          if before < v <= self.latest), None) if version else None
            if not other:
                return False
            last[1] = other
            expected.add((number, "gate-version", gate.name))
        elif how == "default":
            if stage == "alpha" or stage == "stable":
                last[2] = not last[2]
                expected.add((number, "gate-default", gate.name))
            else:
                return False
        else:
            gone.append(gate)
            if how == "missing":
                self.gates.remove(gate)
            else:
                gate.value = gate.name + "V2"
        return True

    def test_fifty_changed_at_random(self):
        rng = random.Random(SEED)
        pool = self.alone()
        rng.shuffle(pool)
        expected, gone = set(), []
        ways = ("stage", "version", "missing", "default", "renamed")
        done = {how: 0 for how in ways}
        for gate in pool:
            how = min(ways, key=done.get)
            if sum(done.values()) < 50 and self.change(gate, how, expected, gone):
                done[how] += 1
        self.assertEqual(set(done.values()), {10})
        missed = {(gate.proposal.number, "gate-missing", gate.name) for gate in gone
                  if self.is_missed(gate)}
        self.assertGreater(len(missed), 3)
        expected |= missed
        unnamed = {gate.value for gate in gone if gate.value != gate.name}
        for style, (found, others) in self.in_all_styles(self.gates):
            with self.subTest(style):
                self.assertEqual(sorted(found - expected), [], "found, and not there")
                self.assertEqual(sorted(expected - found), [], "there, and not found")
                self.assertEqual(others, unnamed)


if __name__ == "__main__":
    unittest.main()
