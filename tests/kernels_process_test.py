#!/usr/bin/env python3
"""`ebb lab kernel`: MPI programs that compute and send as the NAS benchmarks do.

usage: kernels_process_test.py PATH_OF_EBB PATH_OF_LIBEBB_RECORD PATH_OF_MPI_FAULTS     (from the source folder)

Each program must find its own result right, and wrong when a network spoils what it carries. Recorded, it must send what
`ebb trace make` says of the same problem: message by message, but for what this file states in AROUND and IS_SLACK.
"""
import collections
import csv
import json
import os
import subprocess
import sys
import tempfile
import unittest

import record_process_test as recording

EBB, LIBRARY, FAULTS = (os.path.abspath(path) for path in sys.argv[1:4])
KERNELS = ("nas-bt", "nas-cg", "nas-ft", "nas-is", "nas-lu", "nas-mg")
ITERATIONS = 2
# Keys are drawn and go where their bucket is: no two processes exchange exactly the mean.
IS_SLACK = 0.06


def mpirun(processes, kernel, *options, preload="", trace=""):
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    words = ["mpirun", "-np", str(processes), "--oversubscribe", "--mca", "btl", "vader,self", "--mca",
             "mpi_yield_when_idle", "1", "-x", f"LD_PRELOAD={preload}", "-x", f"EBB_RECORD={trace}",
             # The algorithms of the formulas.
             "-x", "EBB_RECORD_COLLECTIVES=recursive_doubling", EBB, "lab", "kernel", kernel, *options]
    return subprocess.run(words, env=environment, capture_output=True, text=True, timeout=200)


def all_reduce(processes, size):
    """By recursive doubling."""
    return collections.Counter({(p, p ^ step, size): 1 for step in (2 ** i for i in range(processes.bit_length() - 1))
                                for p in range(processes)})


def barrier(processes):
    """Of the end: each process tells the one 1, 2, 4, ... places on. MPI_Finalize is one."""
    steps = [2 ** i for i in range((processes - 1).bit_length())]
    return collections.Counter((p, (p + step) % processes, 1) for step in steps for p in range(processes))


def all_to_all(processes, size):
    return collections.Counter({(a, b, size): 1 for a in range(processes) for b in range(processes) if a != b})


def around(kernel, processes):
    """What a program sends beside its iterations: its verdict, and what it does once. The eigenvalue of CG is told at the end
    of each iteration; the formulas leave it out."""
    once = {
        "nas-bt": collections.Counter(),
        # Two dot products of 8 bytes, along the rows of processes.
        "nas-cg": collections.Counter({(p, p ^ 1, 16): ITERATIONS for p in range(4)}),
        # The first transform, from numbers to waves.
        "nas-ft": all_to_all(4, 16 * 2 ** 18 // 16),
        # The last key for the next process, then how many keys there are more than before, and their marks.
        "nas-is": collections.Counter({(p, p + 1, 4): 1 for p in range(3)}) + all_reduce(4, 16),
        "nas-lu": collections.Counter(),
        # The faces of the first residual: 32 points a side, two processes along x and along y.
        "nas-mg": collections.Counter({(p, p ^ axis, 8 * (16 + 2) * (32 + 2)): 2 for p in range(4) for axis in (1, 2)}),
    }
    assert processes == 4
    return once[kernel] + all_reduce(4, 8) + barrier(4)


class Kernels(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def messages(self, trace):
        """How often each process sends each size to each other one."""
        table = trace + ".csv"
        done = subprocess.run([EBB, "trace", "convert", trace, "-o", table], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(table, encoding="utf-8") as lines:
            rows = csv.DictReader(line for line in lines if not line.startswith("#"))
            sent = ((int(r["source"]), int(r["destination"]), int(r["bytes"])) for r in rows)
            return collections.Counter(message for message in sent if message[0] != message[1])

    def record(self, kernel):
        trace = self.path(kernel + ".ebbtrace")
        done = mpirun(4, kernel, "--iterations", str(ITERATIONS), preload=LIBRARY, trace=trace)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(": right\n", done.stdout)
        self.assertNotIn("are not in it", done.stderr)
        return trace

    def make(self, kernel):
        trace = self.path(kernel + "-made.ebbtrace")
        done = subprocess.run([EBB, "trace", "make", kernel, "--class", "S", "--processes", "4", "--iterations", str(ITERATIONS),
                               "-o", trace], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        return trace

    def test_programs_send_what_the_formulas_say(self):
        for kernel in KERNELS:
            with self.subTest(kernel):
                real, made = self.messages(self.record(kernel)), self.messages(self.make(kernel)) + around(kernel, 4)
                if kernel == "nas-is":
                    self.compare_keys(real, made)
                self.assertEqual(real, made)

    def compare_keys(self, real, made):
        """Takes the keys out of both, which are nearly as many."""
        mean = 4 * 2 ** 16 // 16
        for a in range(4):
            for b in range(4):
                if a == b:
                    continue
                keys = [m for m in real.elements() if m[:2] == (a, b) and abs(m[2] - mean) < IS_SLACK * mean]
                self.assertEqual(len(keys), ITERATIONS, f"from {a} to {b}: {real}")
                real.subtract(keys)
                made[(a, b, mean)] -= ITERATIONS
        for counted in (real, made):
            for message in [m for m, count in counted.items() if count == 0]:
                del counted[message]

    def test_programs_are_right_on_other_grids(self):
        for kernel, processes in (("nas-cg", 8), ("nas-cg", 2), ("nas-ft", 8), ("nas-is", 2), ("nas-lu", 8), ("nas-mg", 8),
                                  ("nas-mg", 16), ("nas-bt", 9)):
            with self.subTest(kernel=kernel, processes=processes):
                done = mpirun(processes, kernel)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                self.assertIn(": right\n", done.stdout)

    def test_spoilt_messages_make_the_result_wrong(self):
        for kernel in KERNELS:
            with self.subTest(kernel):
                done = mpirun(4, kernel, preload=FAULTS)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(": wrong\n", done.stdout)

    def test_what_does_not_fit_is_refused(self):
        for words, said in (((5, "nas-cg"), "nas-cg runs with a power of two"), ((25, "nas-bt"), "5 cells do not divide"),
                            ((4, "nas-gc"), "nas-cg"), ((4, "hpl"), "there is no program of"),
                            ((4, "nas-cg", "--class", "B"), "must be S, A or C")):
            with self.subTest(words):
                done = mpirun(*words)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(said, done.stderr)

    def test_a_recorded_program_is_slower_on_a_slower_network(self):
        """The wavefronts of LU wait for many small messages, CG for sums: both finish later."""
        for kernel in ("nas-cg", "nas-lu"):
            with self.subTest(kernel):
                trace = self.record(kernel)
                fast, slow = (self.replay(trace, rate) for rate in ("40Gb/s", "100Mb/s"))
                self.assertTrue(fast["finished"] and slow["finished"])
                # Each process's own messages at 100 Mb/s, one after the other, are a part of the longer time.
                sent = sum(size * count for (a, _, size), count in self.messages(trace).items() if a == 0)
                self.assertGreater(slow["run_time_ps"] - fast["run_time_ps"], 0.9 * sent * 80_000)

    def replay(self, trace, rate):
        run = self.path("run.toml")
        with open(run, "w", encoding="utf-8") as out:
            out.write(recording.RUN.format(rate=rate, trace=trace))
        done = subprocess.run([EBB, "run", run, "--json"], capture_output=True, text=True, timeout=200)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["job"]


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
