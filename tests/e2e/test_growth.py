#!/usr/bin/env python3
"""No document makes a verb slow: processor time grows with the length of a text, not with its
square. Every verb that reads a document is given documents that are long in one way each.

A few of them at a small size; all with MILEPOST_ATTACK=full, which takes about an hour."""

import math
import os
import tempfile
import unittest

import _growth

FULL = os.environ.get("MILEPOST_ATTACK") == "full"
TIMES = 4  # two doublings
SIZE = (1008 if FULL else 160) * 1024  # of the larger one: a document may be 1 MiB
MOST_SLOPE = 1.2
TOO_FAST_TO_TELL = 0.02
TRIES = 4
MOST_KILOBYTES = 400 * 1024

# Those that were slow once, each with a verb that showed it.
KNOWN = {
    ("headings", "renamed"): ("check base", "diff"),
    ("headings with boxes", "new"): ("approve", "why", "inbox", "show", "check json"),
    ("broken links on one line", "reversed"): ("check base", "baseline", "check terminal"),
    ("addresses in one line", "new"): ("check",),
    ("long heading with many below", "renamed"): ("diff approved", "diff", "approve", "why"),
}


class Growth(unittest.TestCase):

    def cases(self):
        """Each shape and change, with the verbs to try."""
        for shape in _growth.SHAPES:
            for change in _growth.CHANGES:
                verbs = dict(_growth.COMPARES)
                if change == "new":
                    verbs.update(_growth.READS | _growth.WRITES)
                if not FULL:
                    all_verbs = _growth.READS | _growth.COMPARES | _growth.WRITES
                    verbs = {name: all_verbs[name] for name in KNOWN.get((shape, change), ())}
                if verbs:
                    yield shape, change, verbs

    def slope(self, words, small, large, fresh):
        """How the time grows; a busy machine can make a try slow, but not every one."""
        least = most = math.inf
        for _ in range(TRIES):
            most = min(most, large.seconds(words, fresh))
            self.assertIn(large.status, (0, 1, 2))
            if most < TOO_FAST_TO_TELL:
                return 0
            least = min(least, small.seconds(words, fresh))
            found = math.log(most / least, TIMES)
            if found <= MOST_SLOPE:
                break
        return found

    def test_processor_time_grows_with_the_length(self):
        for shape, change, verbs in self.cases():
            with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
                small = _growth.Place(one, shape, change, SIZE // TIMES)
                large = _growth.Place(other, shape, change, SIZE)
                for name, words in verbs.items():
                    with self.subTest(shape=shape, change=change, verb=name):
                        self.assertLessEqual(
                            self.slope(words, small, large, name in _growth.WRITES), MOST_SLOPE)
                        self.assertLess(large.kilobytes, MOST_KILOBYTES)


if __name__ == "__main__":
    unittest.main()
