"""Many hands at once: nothing is lost, nothing is recorded twice."""

import collections
import unittest
from concurrent.futures import ThreadPoolExecutor

from _record import Record


class Races(Record):

    def race(self, prefixes, people, rounds):
        """Lets a process loose for each prefix; how many each of them recorded."""
        self.verb("store", "status")
        with ThreadPoolExecutor() as pool:
            return list(pool.map(lambda prefix: self.approve(prefix, people, rounds), prefixes))

    def expect(self, names, rounds):
        _, events, _ = self.export()
        found = collections.Counter((event["stream"], event["by"]) for event in events)
        wanted = {(f"proposal/{i}", name) for i in range(rounds) for name in names}
        self.assertEqual(set(found), wanted)
        self.assertEqual(max(found.values()), 1)
        self.fsck()

    def test_two_processes_fifty_approvers_a_hundred_rounds(self):
        self.use_server()
        # Both try the same approvals, and each is recorded by one of them.
        recorded = self.race(["a", "a"], 50, 100)
        self.assertEqual(sum(recorded), 50 * 100)
        self.expect([f"a{i}" for i in range(50)], 100)

    def ticks(self):
        self.assertEqual(self.race(["a", "b"], 50, 1), [50, 50])
        self.expect([f"{prefix}{i}" for prefix in "ab" for i in range(50)], 1)

    def test_a_hundred_ticks_of_one_list_in_a_file(self):
        self.ticks()

    def test_a_hundred_ticks_of_one_list_in_postgresql(self):
        self.use_server()
        self.ticks()


if __name__ == "__main__":
    unittest.main()
