"""Policies in Python: the digest of their C++ twin, and what they may not do."""
import os
import tempfile
import unittest

from python_testing import SMALL

import ebb
import numpy


class Batches(ebb.Policy):
    """halve_double in NumPy."""

    def __init__(self):
        self.sizes = []

    def decide_all(self, views, levels):
        self.sizes.append(len(views))
        busy = views["utilisation"]
        level = numpy.searchsorted(levels, views["rate"]) + (busy > 0.5) - (busy < 0.5)
        return levels[level.clip(int(levels[0] == 0), len(levels) - 1)]


class Single(ebb.Policy):
    """halve_double channel by channel."""

    def decide(self, view, levels):
        if view.utilisation > 0.5:
            return ebb.Decision(levels.next_faster(view.rate), "busier than the target")
        return levels.next_slower(view.rate) if view.utilisation < 0.5 else view.rate


def remembering(utilisation, queued, level, bits):
    """The same arithmetic on numbers and on arrays: a weighted mean, and a count of evaluations."""
    return 0.75 * level + 0.25 * utilisation + (queued > 1 << 14), bits + 1


class MemoryOfOne:
    requires = ("queue",)

    def decide(self, view, levels):
        level, bits = remembering(view.utilisation, view.queued_bytes, view.level, view.bits)
        return ebb.Decision(levels.fastest if level > 0.3 else levels.slowest, None, 5_000_000 if bits % 2 else 0, 40_000, level,
                            bits=bits)


class MemoryOfAll:
    requires = ("queue",)
    reasons = ("slow enough", "fast")

    def decide_all(self, views, levels):
        made = ebb.decisions(views)
        level, bits = remembering(views["utilisation"], views["queued_bytes"], views["level"], views["bits"])
        made["level"], made["bits"], made["reason"] = level, bits, level > 0.3
        made["rate"] = numpy.where(level > 0.3, levels[-1], levels[int(levels[0] == 0)])
        made["evaluate_after_ps"] = numpy.where(bits % 2, 5_000_000, 0)
        made["evaluate_at_bytes"] = 40_000
        return made


class Twins(unittest.TestCase):
    def same(self, policy, **settings):
        keys = {key.replace("__", "."): value for key, value in settings.items()}
        self.assertEqual(ebb.run(SMALL, set=keys, policy=policy).digest, ebb.run(SMALL, set=keys).digest, settings)

    def test_numpy_has_the_digest_of_the_twin(self):
        policy = Batches()
        self.same(policy)
        self.assertEqual(max(policy.sizes), 11)  # 4 hosts, both ways, and 3 other switches
        self.assertGreater(numpy.mean(policy.sizes), 6)

    def test_single_evaluations_have_it_too(self):
        self.same(Single())

    def test_whatever_the_control(self):
        self.same(Batches(), control__staggered=True)
        self.same(Batches(), control__channels="paired")
        self.same(Batches(), control__transition="drain")
        self.same(Single(), control__wake="2us")
        self.same(Batches(), control__wake="2us")

    def test_on_several_threads(self):
        self.same(Batches(), run__threads=3)
        self.same(Single(), run__threads=2)

    def test_memory_reasons_and_times_are_kept(self):
        one, both = ebb.run(SMALL, policy=MemoryOfOne()), ebb.run(SMALL, policy=MemoryOfAll())
        self.assertEqual(one.digest, both.digest)
        self.assertNotEqual(one.digest, ebb.run(SMALL).digest)
        self.assertEqual({row.why for row in both.decisions.reasons}, {"slow enough", "fast"})
        self.assertEqual([row.why for row in one.decisions.reasons], ["decided by MemoryOfOne"])
        self.assertEqual(both.decisions.evaluations, one.decisions.evaluations)


class Refusals(unittest.TestCase):
    def test_what_it_raises_stops_the_run(self):
        class Broken:
            def decide_all(self, views, levels):
                return views["no such field"]
        with self.assertRaisesRegex(ValueError, "no such field"):
            ebb.run(SMALL, policy=Broken())
        with self.assertRaises(ZeroDivisionError):
            ebb.run(SMALL, set={"run.threads": 2}, policy=type("Broken", (), {"decide": lambda self, v, l: 1 // 0})())

    def test_a_rate_that_is_no_level_is_named(self):
        with self.assertRaises(ebb.Problem) as caught:
            run = ebb.run(SMALL, policy=type("Odd", (), {"decide": lambda self, v, l: 7_000_000_000})())
            raise ebb.Problem(run.failure)  # a run that fails has a result up to then
        self.assertIn("7", caught.exception.what)

    def test_a_batch_has_a_decision_for_each_view(self):
        with self.assertRaisesRegex(TypeError, "for each view"):
            ebb.run(SMALL, policy=type("Short", (), {"decide_all": lambda self, views, levels: levels[:1]})())
        with self.assertRaisesRegex(TypeError, "a rate"):
            ebb.run(SMALL, policy=type("Text", (), {"decide": lambda self, v, l: (1, 2)})())

    def test_objects_that_are_no_policies(self):
        with self.assertRaisesRegex(ebb.Problem, "neither decide"):
            ebb.run(SMALL, policy=object())
        with self.assertRaisesRegex(ebb.Problem, "valid: queue, downstream"):
            ebb.run(SMALL, policy=type("Wants", (Single,), {"requires": ("topology",)})())

    def test_what_cannot_be_repeated_is_not_stored(self):
        with tempfile.TemporaryDirectory() as folder:
            store = os.path.join(folder, "mine.results")
            with self.assertRaisesRegex(ebb.Problem, "nobody could repeat it"):
                ebb.run(SMALL, store=store, policy=Single())
            study = {**SMALL, "control": {"policy": "python"}, "sweep": {"cross": {"traffic.load": [0.1]}}}
            with self.assertRaisesRegex(ebb.Problem, "policy=object"):
                ebb.sweep(study, store=store)


if __name__ == "__main__":
    unittest.main()
