#!/usr/bin/env python3
"""The sweep files under examples/ give the latency of an empty network and the saturation that closed forms promise.

usage: sweep_examples_test.py PATH_OF_EBB     (from the source folder; the examples are read from there)
The reasons for the expected figures stand at the head of each example.
"""
import json
import glob
import os
import subprocess
import sys
import tempfile
import unittest

EBB = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.abspath("build/ebb")
# Example -> routing -> (latency of a lone packet in ns, ideal throughput). Of the way over a
# random group only the limit is expected.
EXPECTED = {
    "butterfly": {"": (350 + 125 * 24 / 31, 31 / 64)},
    "clos": {"": (350 + 125 * 2 * 28 / 31, 1)},
    "dragonfly": {"dragonfly_minimal": (350 + 125 * 2.5, 1 / 8), "dragonfly_valiant_group": (None, 7 / 16)},
    "mesh": {"": (350 + 125 * 2.5 * 32 / 31, 4 * 31 / 256)},
    "torus": {"": (350 + 125 * 2 * 64 / 63, 63 / 128)},
}
LIGHT_LOAD = 0.02
# At a load of 0.02 a packet hardly ever waits, and the mean is known to 2 %. Where one channel carries a whole group's
# traffic it is busy for 16 % of the time: 0.16 / (2 x 0.84) x 200 ns of waiting.
LATENCY_WITHIN = 0.045
# The search finds the limit to 0.02. Finite buffers cost up to 6 % of the ideal; nothing can go beyond it.
LEAST_OF_IDEAL, SEARCH_PRECISION = 0.94, 0.02
LATENCY = "latency.packets_in_the_network.mean_ns"


def sweep(name):
    with tempfile.TemporaryDirectory() as folder:
        store = os.path.join(folder, "x.results")
        done = subprocess.run([EBB, "sweep", f"examples/sweep-{name}.toml", "-q", "--store", store], capture_output=True,
                              text=True, timeout=300, check=False)
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        exported = [subprocess.run([EBB, "results", "export", "--each", "--json", "--store", store, *more], capture_output=True,
                                   text=True, check=True).stdout for more in ([], ["--saturation"])]
        return [json.loads(text) for text in exported]


class Examples(unittest.TestCase):
    def test_all_are_expected(self):
        names = {os.path.basename(path)[len("sweep-"):-len(".toml")] for path in glob.glob("examples/sweep-*.toml")}
        self.assertEqual(names, set(EXPECTED))

    def check(self, name):
        runs, searches = sweep(name)
        self.assertEqual(len(searches), len(EXPECTED[name]))
        for routing, (latency, ideal) in EXPECTED[name].items():
            def mine(run, routing=routing):
                return run["parameters"].get("routing.name", "") == routing
            curve = sorted(((run["parameters"]["traffic.load"], run) for run in runs if mine(run)), key=lambda point: point[0])
            self.assert_curve(curve, latency)
            figures = next(run for run in searches if mine(run))["figures"]
            steady, saturated = figures["saturation.steady_load"], figures["saturation.saturated_load"]
            self.assertAlmostEqual(saturated - steady, SEARCH_PRECISION, places=6)
            self.assertLessEqual(steady, ideal)
            self.assertGreaterEqual(saturated, LEAST_OF_IDEAL * ideal)
            self.assertLessEqual(figures["saturation.accepted_share"], ideal * 1.01)

    def assert_curve(self, curve, latency):
        self.assertEqual(curve[0][0], LIGHT_LOAD)
        if latency:
            measured = curve[0][1]["figures"][LATENCY]
            self.assertGreaterEqual(measured, latency * 0.98)
            self.assertLessEqual(measured, latency * (1 + LATENCY_WITHIN))
        steady = [run["figures"][LATENCY] for _, run in curve if run["verdict"] == "steady"]
        self.assertGreaterEqual(len(steady), 2)
        self.assertEqual(steady, sorted(steady))  # more load, more waiting

    def test_butterfly(self):
        self.check("butterfly")

    def test_clos(self):
        self.check("clos")

    def test_dragonfly(self):
        self.check("dragonfly")

    def test_mesh(self):
        self.check("mesh")

    def test_torus(self):
        self.check("torus")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
