#!/usr/bin/env python3
"""libebb-record.so: an MPI program is recorded, and the job is replayed.

usage: record_process_test.py PATH_OF_EBB PATH_OF_LIBRARY [PATH_OF_MPI_REQUESTS] [--cost N]     (from the source folder)

The program is `ebb lab rounds`, and another one with requests of all kinds. With --cost N it runs N times with the library and N times without, in turn, as one process, and
the difference of the least processor times is printed: what recording costs.
"""
import collections
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

EBB, LIBRARY = (os.path.abspath(path) for path in sys.argv[1:3])
REQUESTS = os.path.abspath(sys.argv[3]) if len(sys.argv) > 3 and not sys.argv[3].startswith("--") else ""
RANKS, CALLS = 4, 3  # calls of MPI in a round
BARRIER = 2 * (RANKS - 1)  # messages of a byte: all report to the first process, which tells them to go on
MOST_INSTRUCTIONS = 1_000  # that a recorded call may cost; it was 731 when this was written
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


def mpirun(*words, ranks=RANKS):
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    done = subprocess.run(["mpirun", "-np", str(ranks), "--oversubscribe", "--mca", "btl", "vader,self", "--mca",
                           "mpi_yield_when_idle", "1", *words], env=environment, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def run_recorded(trace, *program, ranks=RANKS, rules="open_mpi"):
    return mpirun("-x", f"LD_PRELOAD={LIBRARY}", "-x", f"EBB_RECORD={trace}", "-x", f"EBB_RECORD_COLLECTIVES={rules}", *program,
                  ranks=ranks)


def run_monitored(folder, *program, ranks=RANKS):
    """What Open MPI itself counts between each two processes, messages of its collective calls: how many, and bytes."""
    prefix = os.path.join(folder, "counted")
    mpirun("--mca", "pml_monitoring_enable", "2", "--mca", "pml_monitoring_enable_output", "3", "--mca",
           "pml_monitoring_filename", prefix, *program, ranks=ranks)
    counted = {}
    for rank in range(ranks):
        with open(f"{prefix}.{rank}.prof", encoding="utf-8") as lines:
            for line in lines:
                if found := re.match(r"I\t(\d+)\t(\d+)\t(\d+) bytes\t(\d+) msgs", line):
                    source, destination, size, count = map(int, found.groups())
                    counted[(source, destination)] = (count, size)
    return {pair: both for pair, both in counted.items() if both[0]}


def run_program(rounds, size, trace):
    """The program's words."""
    done = run_recorded(trace, EBB, "lab", "rounds", str(rounds), str(size))
    assert re.findall(r"round (\d+) [\d.]+ wrong 0", done.stdout)[-1] == str(rounds - 1), done.stdout
    return done.stderr


def run_alone(rounds, library, trace, *before):
    """One process: those that wait for each other on a busy machine would measure the machine."""
    words = [*before, EBB, "lab", "rounds", str(rounds), "8"]
    done = subprocess.run(words, env=dict(os.environ, LD_PRELOAD=library, EBB_RECORD=trace), capture_output=True, text=True,
                          timeout=200)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stderr


def instructions(rounds, library, trace):
    """That the whole process takes, in user space. The same program takes the same number, but for some in ten thousand."""
    said = run_alone(rounds, library, trace, "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null")
    return int(re.search(r"Collected : (\d+)", said).group(1))


def open_mpi_counts():
    """Whether this is an Open MPI whose rules ours are, and which counts its messages."""
    if not shutil.which("ompi_info"):
        return False
    said = subprocess.run(["ompi_info"], capture_output=True, text=True, timeout=60).stdout
    version = re.search(r"Open MPI: v?(\d+)\.(\d+)", said)
    return bool(version) and (4, 1) <= tuple(map(int, version.groups())) < (6, 0) and "MCA pml: monitoring" in said


def sizes_of(rows):
    """How many messages have each size."""
    return collections.Counter(int(row[3]) for row in rows if row[1] != row[2])


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

    def rows(self):
        table = self.trace + ".csv"
        subprocess.run([EBB, "trace", "convert", self.trace, "-o", table, "--force"], capture_output=True, text=True, timeout=60,
                       check=True)
        with open(table, encoding="utf-8") as lines:
            return [row.split(",") for row in lines if row[0].isdigit()]

    def test_a_program_becomes_a_job_that_takes_longer_on_a_slower_network(self):
        words = run_program(5, 8_000, self.trace)
        self.assertIn("4 processes", words)
        info = subprocess.run([EBB, "trace", "info", self.trace, "--json"], capture_output=True, text=True, timeout=60)
        self.assertEqual(info.returncode, 0, info.stderr)
        found = json.loads(info.stdout)
        found = found[0] if isinstance(found, list) else found
        found = found.get("rows", [found])[0]
        # In each round each process sends to each other one and adds up eight bytes in two steps; the first one tells
        # the others whether to stop; there is a barrier at the end.
        self.assertEqual(found["payload_bytes"],
                         5 * (RANKS * (RANKS - 1) * 8_000 + RANKS * 2 * 8 + (RANKS - 1) * 4) + BARRIER)
        fast, slow = self.replay("40Gb/s"), self.replay("100Mb/s")
        self.assertTrue(fast["finished"] and slow["finished"])
        # Each process sends 24,000 bytes in a round: 1.92 ms.
        self.assertGreater(slow["run_time_ps"], fast["run_time_ps"] + 5 * 1.8e9)

    @unittest.skipUnless(REQUESTS, "usage: no PATH_OF_MPI_REQUESTS")
    def test_requests_that_are_started_often_and_calls_that_do_not_wait_are_in_it(self):
        """What the program's comments say, and a barrier at the end."""
        self.assertNotIn("are not in it", run_recorded(self.trace, REQUESTS).stderr)
        rows = self.rows()
        self.assertEqual(sizes_of(rows), {800: RANKS * 3, 8: RANKS * 2, 1200: RANKS - 1, 4: RANKS * (RANKS - 1), 1: 2 * BARRIER})
        # What goes on beside 20 ms of computing does not wait for it: the numbers that are added up have been sent when they
        # are over, and so has what comes from the second process.
        computed = max(int(row[4]) for row in rows if row[1] == row[2])
        self.assertGreater(computed, 19e9)
        last = {size: max(int(row[0]) for row in rows if int(row[3]) == size and row[1] != row[2]) for size in (8, 1200, 4)}
        self.assertLess(max(last[8], last[1200]) + 15e9, last[4])
        fast, slow = self.replay("40Gb/s"), self.replay("1Mb/s")
        # At 1 Mb/s the first process sends 3 x 800 and 1,200 bytes at least (31 ms with headers), of which 1,200 are beside
        # the computing.
        self.assertGreater(slow["run_time_ps"], fast["run_time_ps"] + 18e9)

    @unittest.skipUnless(REQUESTS and open_mpi_counts(), "needs PATH_OF_MPI_REQUESTS and Open MPI 4.1 or 5 with pml_monitoring")
    def test_collective_calls_send_what_open_mpi_counts(self):
        """Its own counters are the judge: between each two processes as many messages and bytes as the job has."""
        for ranks in (2, 3, 4, 6, 9, 16):
            with self.subTest(ranks=ranks):
                counted = run_monitored(self.folder.name, REQUESTS, "collective", ranks=ranks)
                run_recorded(self.trace, REQUESTS, "collective", ranks=ranks)
                recorded = collections.Counter()
                sizes = collections.Counter()
                for row in self.rows():
                    if row[1] != row[2] and row[3] != "1":  # but for the barrier at the end
                        recorded[(int(row[1]), int(row[2]))] += 1
                        sizes[(int(row[1]), int(row[2]))] += int(row[3])
                self.assertEqual({pair: (count, sizes[pair]) for pair, count in recorded.items()}, counted)

    @unittest.skipUnless(REQUESTS, "usage: no PATH_OF_MPI_REQUESTS")
    def test_the_algorithms_are_named_and_can_be_chosen(self):
        said = run_recorded(self.trace, REQUESTS, "collective").stderr
        self.assertIn("ebb-record: all_reduce of 8192 to 1000000 B by rabenseifner: ", said)
        info = subprocess.run([EBB, "trace", "info", self.trace], capture_output=True, text=True, timeout=60, check=True)
        self.assertIn("all_reduce of 8192 to 1000000 B by rabenseifner: ", info.stdout)
        said = run_recorded(self.trace, REQUESTS, "collective", rules="recursive_doubling").stderr
        self.assertIn("ebb-record: all_reduce of 4 to 1000000 B by recursive_doubling: ", said)
        said = run_recorded(self.trace, REQUESTS, "collective", rules="opn_mpi").stderr
        self.assertIn('EBB_RECORD_COLLECTIVES: is "opn_mpi", which is unknown', said)
        self.assertIn("valid: open_mpi, recursive_doubling", said)

    @unittest.skipUnless(REQUESTS, "usage: no PATH_OF_MPI_REQUESTS")
    def test_a_program_that_listens_to_anybody_does_not_hear_the_recorder(self):
        """Those that have ended send what they have recorded to the first process, which still waits for others."""
        run_recorded(self.trace, REQUESTS, "anybody")

    @unittest.skipUnless(REQUESTS, "usage: no PATH_OF_MPI_REQUESTS")
    def test_calls_with_neighbours_are_messages_and_those_that_do_not_wait_are_named(self):
        said = run_recorded(self.trace, REQUESTS, "neighbours").stderr
        self.assertIn("these calls are not in it: 4 MPI_Ineighbor_alltoall\n", said)
        rows = self.rows()
        self.assertEqual(sizes_of(rows), {12: 2 * RANKS, 20: RANKS, 1: BARRIER})
        ring = {(int(row[1]), int(row[2])) for row in rows if row[3] == "12"}
        self.assertEqual(ring, {(p, (p + step) % RANKS) for p in range(RANKS) for step in (1, RANKS - 1)})

    @unittest.skipUnless(REQUESTS, "usage: no PATH_OF_MPI_REQUESTS")
    def test_messages_between_groups_find_the_other_group_and_its_collective_calls_are_named(self):
        said = run_recorded(self.trace, REQUESTS, "groups").stderr
        self.assertIn("these calls are not in it: 4 MPI_Bcast between groups\n", said)
        rows = self.rows()
        self.assertEqual(sizes_of(rows), {40: RANKS // 2, 48: RANKS // 2, 8: 2 * RANKS, 1: BARRIER})
        self.assertEqual({(row[1], row[2]) for row in rows if row[3] == "40"}, {("0", "2"), ("1", "3")})
        self.assertEqual({(row[1], row[2]) for row in rows if row[3] == "48"}, {("2", "0"), ("3", "1")})

    @unittest.skipUnless(shutil.which("valgrind"), "valgrind is not installed")
    def test_a_recorded_call_costs_few_instructions(self):
        """Of two lengths of the program, so that what starts and ends once does not count."""
        few, many = 1_000, 3_000
        bare, recorded = (instructions(many, library, self.trace) - instructions(few, library, self.trace)
                          for library in ("", LIBRARY))
        each = (recorded - bare) / (CALLS * (many - few))
        self.assertLess(each, MOST_INSTRUCTIONS)
        self.assertGreater(each, 50, "nothing was recorded")
        print(f"a recorded call costs {each:.0f} instructions", file=sys.stderr)


def cost(times):
    """Of one call, with its share of what is done at the end: the whole processor time of the process."""
    rounds, least = 200_000, {}

    def spent():
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    with tempfile.TemporaryDirectory() as folder:
        for _ in range(times):
            for library in ("", LIBRARY):
                before = spent()
                run_alone(rounds, library, os.path.join(folder, "cost.ebbtrace"))
                least[library] = min(spent() - before, least.get(library, 1e9))
    each = (least[LIBRARY] - least[""]) / (CALLS * rounds)
    print(f"a recorded call costs {1e9 * each:.0f} ns of a processor; a process that makes {0.02 / each:,.0f} calls in a second "
          "is slowed down by 2 %")


if __name__ == "__main__":
    if "--cost" in sys.argv:
        cost(int(sys.argv[sys.argv.index("--cost") + 1]))
    else:
        unittest.main(argv=sys.argv[:1])
