#!/usr/bin/env python3
"""libebb-record.so: an MPI program is recorded, and the job is replayed.

usage: record_process_test.py PATH_OF_EBB PATH_OF_MPI_KERNEL PATH_OF_LIBRARY [--cost N]     (from the source folder)

With --cost N one process runs N times with the library and N times without, in turn, and the difference of the fastest runs
is printed: what recording costs.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

EBB, KERNEL, LIBRARY = (os.path.abspath(path) for path in sys.argv[1:4])
RANKS = 4
RUN = """
[topology]
name = "star"
hosts = 4

[cables]
rate = "{rate}"

[routing]
name = "shortest_path"

[traffic]
workload = {{ name = "trace", file = "{trace}" }}

[run]
most_time = "60s"
"""


def run_program(rounds, size, trace=None):
    """The program's words, and the seconds that its rounds took."""
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    more = ["-x", f"LD_PRELOAD={LIBRARY}", "-x", f"EBB_RECORD={trace}"] if trace else []
    done = subprocess.run(["mpirun", "-np", str(RANKS), "--oversubscribe", "--mca", "btl", "vader,self", "--mca",
                           "mpi_yield_when_idle", "1", *more, KERNEL, str(rounds), str(size)],
                          env=environment, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stderr, float(re.findall(r"round \d+ ([\d.]+) wrong 0", done.stdout)[-1])


class Recorded(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.trace = os.path.join(self.folder.name, "job.ebbtrace")

    def replay(self, rate):
        path = os.path.join(self.folder.name, "run.toml")
        with open(path, "w", encoding="utf-8") as out:
            out.write(RUN.format(rate=rate, trace=self.trace))
        done = subprocess.run([EBB, "run", path, "--json"], capture_output=True, text=True, timeout=200)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["job"]

    def test_a_program_becomes_a_job_that_takes_longer_on_a_slower_network(self):
        words, _ = run_program(5, 8_000, self.trace)
        self.assertIn("4 processes", words)
        info = subprocess.run([EBB, "trace", "info", self.trace, "--json"], capture_output=True, text=True, timeout=60)
        self.assertEqual(info.returncode, 0, info.stderr)
        found = json.loads(info.stdout)
        found = found[0] if isinstance(found, list) else found
        found = found.get("rows", [found])[0]
        # In each round each process sends to each other one and adds up eight bytes in two steps; the first one tells
        # the others whether to stop; there is a barrier at the end.
        self.assertEqual(found["payload_bytes"],
                         5 * (RANKS * (RANKS - 1) * 8_000 + RANKS * 2 * 8 + (RANKS - 1) * 4) + RANKS * 2)
        fast, slow = self.replay("40Gb/s"), self.replay("100Mb/s")
        self.assertTrue(fast["finished"] and slow["finished"])
        # Each process sends 24,000 bytes in a round: 1.92 ms.
        self.assertGreater(slow["run_time_ps"], fast["run_time_ps"] + 5 * 1.8e9)


def cost(times):
    """Of one call. Processes that wait for each other on a busy machine would measure the machine, so there is one."""
    rounds, calls = 200_000, 3 * 200_000
    environment = dict(os.environ, EBB_RECORD=os.path.join(tempfile.gettempdir(), f"cost{os.getpid()}.ebbtrace"))
    fastest = {}
    for _ in range(times):
        for library in ("", LIBRARY):
            done = subprocess.run([KERNEL, str(rounds), "8"], env=dict(environment, LD_PRELOAD=library),
                                  capture_output=True, text=True, timeout=200)
            seconds = float(re.findall(r"round \d+ ([\d.]+) wrong 0", done.stdout)[-1])
            fastest[library] = min(seconds, fastest.get(library, seconds))
    os.remove(environment["EBB_RECORD"])
    each = (fastest[LIBRARY] - fastest[""]) / calls
    print(f"a recorded call costs {1e9 * each:.0f} ns; a process that makes {0.02 / each:,.0f} calls in a second "
          "is slowed down by 2 %")


if __name__ == "__main__":
    if "--cost" in sys.argv:
        cost(int(sys.argv[sys.argv.index("--cost") + 1]))
    else:
        unittest.main(argv=sys.argv[:1])
