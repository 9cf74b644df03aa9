#!/usr/bin/env python3
"""libebb-record.so with programs whose threads all call MPI (MPI_THREAD_MULTIPLE).

usage: record_threads_test.py PATH_OF_EBB PATH_OF_LIBRARY PATH_OF_MPI_THREADS [PATH_OF_MPI_THREADS_CHECKED]

The last one is the same program with the recorder inside, built with the thread sanitizer.
"""
import collections
import os
import subprocess
import sys
import tempfile
import unittest

EBB, LIBRARY, PROGRAM = (os.path.abspath(path) for path in sys.argv[1:4])
CHECKED = os.path.abspath(sys.argv[4]) if len(sys.argv) > 4 else ""
SUPPRESSIONS = os.path.abspath(os.path.join(os.path.dirname(__file__), "mpi_threads.supp"))
THREADS, RANKS = 4, 3
RACE = 66  # what the sanitizer makes a program end with
NO_THREADS = 77


def environment(**more):
    return dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", **more)


def mpirun(program, *words, ranks=RANKS, **more):
    forwarded = [word for name in more for word in ("-x", name)]
    return subprocess.run(["mpirun", "-np", str(ranks), "--oversubscribe", "--mca", "btl", "vader,self", "--mca",
                           "mpi_yield_when_idle", "1", *forwarded, program, *words],
                          env=environment(**more), capture_output=True, text=True, timeout=200)


class Threads(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.trace = os.path.join(folder.name, "job.ebbtrace")

    def check(self, done):
        if done.returncode == NO_THREADS:
            self.skipTest("this MPI has no MPI_THREAD_MULTIPLE")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def sizes(self):
        """How many messages have each size."""
        table = self.trace + ".csv"
        subprocess.run([EBB, "trace", "convert", self.trace, "-o", table], check=True, capture_output=True, timeout=60)
        with open(table, encoding="utf-8") as lines:
            rows = [row.split(",") for row in lines if row[0].isdigit()]
        return collections.Counter(int(row[3]) for row in rows if row[1] != row[2])

    def test_many_calls_of_four_threads_never_crash(self):
        """Twenty times, because a race is a matter of luck; 80,000 receives and sends each."""
        for _ in range(20):
            done = subprocess.run([PROGRAM, "stress", "10000"], capture_output=True, text=True, timeout=100,
                                  env=environment(LD_PRELOAD=LIBRARY, EBB_RECORD=self.trace))
            self.check(done)
            self.assertIn("1 processes", done.stderr)

    def test_every_message_of_every_thread_is_in_the_job(self):
        rounds = 500
        self.check(mpirun(PROGRAM, "stress", str(rounds), LD_PRELOAD=LIBRARY, EBB_RECORD=self.trace))
        barrier = 4  # of MPI_Finalize: the third process and the first, both ways, and the first two with each other
        self.assertEqual(self.sizes(), {4: RANKS * THREADS * rounds, 1: barrier})

    def test_calls_of_all_kinds_are_in_it(self):
        rounds = 10
        done = mpirun(PROGRAM, "all", str(rounds), LD_PRELOAD=LIBRARY, EBB_RECORD=self.trace)
        self.check(done)
        self.assertNotIn("are not in it", done.stderr)
        # One round trip, one of requests that are started, four that end in any order, one that outlives its communicator;
        # of the collective calls 4 messages, 2, and one between each pair. All have 4 bytes. One more changes hands.
        a_round = 7 * RANKS + 4 + 2 + RANKS * (RANKS - 1)
        self.assertEqual(self.sizes(), {4: THREADS * rounds * a_round + RANKS, 1: 4})

    @unittest.skipUnless(CHECKED, "the thread sanitizer is not there")
    def test_the_recorder_has_no_data_race(self):
        options = f"suppressions={SUPPRESSIONS} exitcode={RACE} ignore_noninstrumented_modules=0"
        for words in (("stress", "300"), ("all", "5")):
            with self.subTest(words):
                done = mpirun(CHECKED, *words, ranks=2, TSAN_OPTIONS=options, EBB_RECORD=self.trace)
                if "unexpected memory mapping" in done.stderr:
                    self.skipTest("the thread sanitizer does not run on this kernel")
                self.assertNotIn("ThreadSanitizer", done.stderr)
                self.check(done)
                self.assertIn("2 processes", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
