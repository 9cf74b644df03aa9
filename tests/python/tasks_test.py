"""The other tasks give what the program gives."""
import os
import pathlib
import tempfile
import unittest

from python_testing import SMALL
from python_testing import ebb as program

import ebb

STUDY = {**SMALL, "sweep": {"cross": {"traffic.load": [0.1, 0.2]}}}


class Plans(unittest.TestCase):
    def test_a_plan_is_that_of_the_program(self):
        file = "examples/plan-fbfly-32k.toml"
        theirs = program("plan", file, "--json")
        theirs.pop("origin")  # the command line
        self.assertEqual(ebb.plan(file), theirs)
        clos, fbfly = ebb.plan(["examples/plan-clos-32k.toml", file])
        self.assertGreater(clos.power.total_power_w, fbfly.power.total_power_w)

    def test_a_dict_is_planned(self):
        plan = ebb.plan({"topology": {"name": "flattened_butterfly", "c": 8, "k": 8, "n": 5},
                         "plan": {"switch": "abts-switch", "nic": "abts-nic"}})
        self.assertEqual(plan.parts.hosts, 32768)

    def test_sizes_are_rows_with_plan_files(self):
        sizes = ebb.size(1000, "infiniband-36")
        self.assertEqual(list(sizes), program("plan", "size", "--hosts", 1000, "--switch", "infiniband-36", "--json")["networks"])
        self.assertIn("[topology]", sizes.plan_file(1))
        self.assertEqual(len(sizes.frame()), len(sizes))


class Studies(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.store = os.path.join(folder.name, "mine.results")

    def test_a_sweep_is_a_frame_and_resumes(self):
        told = []
        swept = ebb.sweep(STUDY, store=self.store, jobs=2, progress=lambda share, text: told.append(text))
        self.assertTrue(swept.complete)
        self.assertEqual(swept.outcome.done, 2)
        self.assertTrue(told)
        frame = swept.frame().sort_values("traffic.load")
        self.assertEqual(list(frame["traffic.load"]), [0.1, 0.2])
        self.assertEqual(frame["digest"].iloc[0], ebb.run(SMALL, set={"traffic.load": 0.1}).digest)
        again = ebb.sweep(STUDY, store=self.store, jobs=1)
        self.assertEqual(again.outcome.done_before, 2)
        stored = ebb.results(self.store)
        self.assertEqual(sorted(stored["digest"]), sorted(frame["digest"]))

    def test_a_run_can_be_stored(self):
        run = ebb.run(SMALL, store=self.store)
        self.assertEqual(list(ebb.results(self.store)["digest"]), [run.digest])

    def test_policies_are_compared(self):
        config = {**SMALL, "compare": [{"name": "halve_double"}, {"name": "static", "rate": "40Gb/s"}]}
        compared = ebb.compare(config, store=self.store, jobs=2)
        self.assertTrue(compared.outcome.complete)
        rows = [v for v in compared.values() if isinstance(v, ebb.Rows)]
        self.assertIn("halve_double", str(rows))

    def test_a_dict_needs_a_store(self):
        with self.assertRaises(ebb.Problem) as caught:
            ebb.sweep(STUDY)
        self.assertEqual(caught.exception.place, "store")


class Networks(unittest.TestCase):
    def test_trees_are_frames(self):
        trees = ebb.trees("examples/trees-koibuchi.toml")
        self.assertGreater(len(trees.vlans), 0)
        self.assertGreater(len(trees.ports), len(trees.vlans))

    def test_off_sets_are_those_of_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            demand, theirs = pathlib.Path(folder, "tm.csv"), pathlib.Path(folder, "schedule.csv")
            demand.write_text("source,destination,Gb/s\nh0,h7,1\n")
            off = ebb.off("examples/lab-complete.toml", demand, max_utilisation=0.5, port_w=1.5)
            program("off", "examples/lab-complete.toml", "--demand", demand, "--max-utilisation", "0.5", "--schedule", theirs, "--json")
            self.assertEqual(off.schedule, theirs.read_text())
            self.assertGreater(off.kwh_per_year, 0)

    def test_papers_are_reproduced(self):
        rows = ebb.reproduce("abts-table1").rows.frame()
        self.assertIn("clos.hosts", set(rows["id"]))
        with self.assertRaisesRegex(ebb.Problem, "abts-table1"):
            ebb.reproduce("abts-tabel1")


if __name__ == "__main__":
    unittest.main()
