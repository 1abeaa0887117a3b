"""What changes several files changes all of them or none, whatever happens on the way."""

import os
import unittest

import _faults
from _moves import EXAMPLES


def example(name, *paths):
    folder = os.path.join(EXAMPLES, name)
    found = _faults.read_tree(folder)
    return {path: text for path, text in found.items() if path.startswith(paths)}


KEP = example("kep", "milepost.yaml", "OWNERS_ALIASES", "keps/sig-runtime/158-",
              "keps/prod-readiness/sig-runtime/158")
FEATURE = example("feature", "milepost.yaml", "proposals/job-arrays.md")
FEATURE["README.md"] = "See [job arrays](proposals/job-arrays.md#summary).\n"

COMMANDS = {
    "promote": (KEP, ("promote", "158", "--to", "beta", "--release", "v1.16", "--override",
                      "--reason", "a test", "--now", "2026-02-01", "--quiet")),
    "promote to its final place":
        (FEATURE, ("promote", "63", "--to", "stable", "--override", "--reason", "a test", "--now",
                   "2026-02-01", "--quiet")),
    "new": (KEP, ("new", "Warm start", "--group", "sig-runtime", "--number", "180", "--as",
                  "jtakeda", "--now", "2026-02-01")),
    "approve": (KEP, ("approve", "158", "--role", "prr", "--to", "beta", "--as", "rcole",
                      "--quiet")),
}


@unittest.skipUnless(_faults.available(), "no strace")
class Faults(unittest.TestCase):

    def test_all_or_nothing(self):
        for name, (files, words) in COMMANDS.items():
            with self.subTest(name):
                points, torn, undone, made = _faults.prove(files, words)
                print(f"{name}: {points} points, {len(torn)} torn ({undone} undone, {made} made)")
                self.assertEqual(torn, [])
                self.assertGreater(undone, 0)
                self.assertGreater(made, 0)


if __name__ == "__main__":
    unittest.main()
