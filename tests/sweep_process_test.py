#!/usr/bin/env python3
"""`ebb sweep`, `ebb results` and `ebb rerun` as processes: killed at any moment, on a full disk, several at once.

usage: sweep_process_test.py PATH_OF_EBB
"""
import csv
import glob
import io
import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

EBB = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.abspath("build/ebb")
# A shell in the background starts us with Ctrl-C ignored, and our children would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
PATIENCE = 120  # seconds; the machine may be busy
POINTS = 12
# Each point takes some 50 ms: its precision is never reached, so it always goes on to most_time.
STUDY = """
[topology]
name = "flattened_butterfly"
c = 4
k = 4
n = 2
[routing]
name = "minimal_adaptive"
[host]
packet = "1000B"
[traffic]
load = 0.5
sizes = { name = "fixed", size = "1000B" }
[run]
precision = 0.00001
most_time = "4ms"
"""
SWEEP = STUDY + "[sweep.cross]\ntraffic.load = { from = 0.1, to = 0.6, step = 0.1 }\nrun.seed = [1, 2]\n"
SEARCH = STUDY.replace("0.00001", "0.05") + "[sweep.saturation]\nprecision = 0.05\n[sweep.cross]\nrouting.name = [\"minimal_adaptive\", \"valiant\"]\n"


def limited(size):
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def forget_checksums(database):
    """So that what was changed on purpose is not taken for damaged."""
    database.execute("UPDATE runs SET checksum = NULL, list_checksum = NULL")
    database.execute("UPDATE totals SET high = 0, low = 0")


def children_of(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            return [int(child) for child in file.read().split()]
    except FileNotFoundError:
        return []


def lives(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


class Sweep(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = self.temporary.name
        self.write(SWEEP)
        self.store = os.path.join(self.folder, "study.results")

    def tearDown(self):
        self.temporary.cleanup()

    def write(self, text):
        with open(os.path.join(self.folder, "study.toml"), "w", encoding="utf-8") as file:
            file.write(text)

    def ebb(self, *arguments, **more):
        """Every run by itself: these tests vary the seed to have many short points."""
        if arguments[0] == "sweep" or arguments[:2] in (("results", "list"), ("results", "export"), ("results", "compare")):
            arguments += ("--each",)
        return self.plain(*arguments, **more)

    def plain(self, *arguments, **more):
        return subprocess.run([EBB, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE, **more)

    def start(self, *arguments, env=None):
        return subprocess.Popen([EBB, "sweep", "study.toml", "--each", *arguments], cwd=self.folder, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, start_new_session=True,
                                env={**os.environ, **(env or {})})

    def stored(self, *more):
        """What is finished, by id."""
        if not glob.glob(os.path.join(self.store, "*.db")):
            return {}
        done = self.ebb("results", "export", "--json", *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return {run["id"]: run for run in json.loads(done.stdout) if run["verdict"] != "failed"}

    def complete(self, points=POINTS):
        done = self.ebb("sweep", "study.toml", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        runs = self.stored()
        self.assertEqual(len(runs), points)
        for run in runs.values():
            self.assertGreater(run["figures"]["work.packets"], 0)
            self.assertIn("[traffic]", run["config"])
            self.assertIn(run["digest"], run["summary"])
        return done, runs

    def wait_for(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end, "nothing happened")
            time.sleep(0.01)

    def assert_kept(self, before, after):
        """What was finished once is still there and was not run again."""
        for identity, run in before.items():
            self.assertEqual(after[identity], run)


class Seeds(Sweep):
    def test_are_one_row_with_its_interval(self):
        self.write(STUDY + "[sweep]\nrepeats = 3\n[sweep.cross]\ntraffic.load = [0.2, 0.3]\n"
                           "switch.input_buffer = [\"128KiB\", \"64KiB\"]\n")
        done = self.plain("sweep", "study.toml", "-q")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(done.stdout.splitlines()), 4 + 4)  # two of them say what the words mean
        self.assertIn("+/- 95 %", done.stdout)
        rows = json.loads(self.plain("results", "list", "--json").stdout)["runs"]
        self.assertEqual([(row["traffic.load"], row["switch.input_buffer"], row["seeds"]) for row in rows],
                         [(0.2, "64KiB", 3), (0.2, "128KiB", 3), (0.3, "64KiB", 3), (0.3, "128KiB", 3)])
        exported = list(csv.DictReader(io.StringIO(self.plain("results", "export", "--csv").stdout, newline="")))
        self.assertEqual({row["switch.input_buffer_bytes"] for row in exported}, {"65536", "131072"})
        self.assertGreater(float(exported[0]["half_width.latency.messages.mean_ns"]), 0)
        self.assertEqual(len(self.plain("results", "list", "--each").stdout.splitlines()), 12 + 3)

    def test_of_two_points_are_compared_in_pairs(self):
        self.write(STUDY + "[sweep]\nrepeats = 3\n[sweep.cross]\ntraffic.load = [0.2, 0.3]\n")
        self.plain("sweep", "study.toml", "-q")
        first, second = (row["id"] for row in json.loads(self.plain("results", "list", "--json").stdout)["runs"])
        rows = json.loads(self.plain("results", "compare", first, second, "--json").stdout)["rows"]
        latency = next(row for row in rows if row["name"] == "latency.messages.mean_ns")
        self.assertAlmostEqual(latency[second + "_difference"], latency[second] - latency[first], places=6)
        self.assertGreater(latency[second + "_difference_half_width"], 0)


class Whole(Sweep):
    def test_runs_every_point_once_and_prints_a_table(self):
        done = self.ebb("sweep", "study.toml")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("12 points; results in study.results", done.stderr)
        self.assertEqual(len(done.stdout.splitlines()), POINTS + 3)
        self.assertIn("undecided: run.most_time ended before it was shown to be steady or saturated\n", done.stdout)
        before = self.stored()
        again = self.ebb("sweep", "study.toml")
        self.assertIn("12 of 12 done (12 of them before)", again.stderr)
        self.assertEqual(again.stdout, done.stdout)
        self.assertEqual(self.stored(), before)
        self.assertEqual(os.listdir(os.path.join(self.store, "claims")), [])

    def test_check_runs_nothing(self):
        done = self.ebb("sweep", "study.toml", "--check")
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertFalse(os.path.exists(self.store))

    def test_an_edited_file_runs_what_is_new_and_keeps_what_is_stored(self):
        _, before = self.complete()
        self.write(SWEEP.replace("to = 0.6", "to = 0.7").replace("seed = [1, 2]", "seed = [2]"))
        done, after = self.complete(POINTS + 1)
        self.assert_kept(before, after)
        self.assertIn("7 points", done.stderr)
        self.assertIn("6 of them before", done.stderr)
        self.assertIn("6 stored runs are not among the points of this file as it is now", done.stderr)
        self.assertEqual(len(json.loads(done.stdout)["runs"]), 7)

    def by_another_build(self):
        """Makes all that is stored look as if other sources had been built."""
        for path in glob.glob(os.path.join(self.store, "*.db")):
            with sqlite3.connect(path) as database:
                database.execute("UPDATE runs SET version = '0.1.0+0ther', id = 'x' || substr(id, 2)")
                for table in "parameters", "figures":
                    database.execute(f"UPDATE {table} SET run = 'x' || substr(run, 2)")
                forget_checksums(database)

    def test_another_build_of_the_program_runs_them_again(self):
        self.complete()
        self.by_another_build()
        old = self.stored()
        done = self.ebb("sweep", "study.toml")
        self.assertIn("12 stored runs were made by another build of ebb (0.1.0+0ther;", done.stderr)
        self.assertIn("--any-build", done.stderr)
        self.assertIn("(0 of them before)", done.stderr)
        after = self.stored()
        self.assertEqual(len(after), 2 * POINTS)
        self.assert_kept(old, after)
        self.assertIn("0.1.0+0ther", self.ebb("results", "list").stdout)  # which is whose

    def test_another_builds_results_count_when_asked(self):
        self.complete()
        self.by_another_build()
        old = self.stored()
        self.write(SWEEP.replace("to = 0.6", "to = 0.7"))
        done = self.ebb("sweep", "study.toml", "--any-build")
        self.assertIn("14 of 14 done (12 of them before)", done.stderr)
        self.assertIn("12 of them were made by another build of ebb (0.1.0+0ther;", done.stderr)
        self.assertEqual(len(done.stdout.splitlines()), 14 + 3)
        self.assertEqual(len(self.stored()), 14)
        self.assert_kept(old, self.stored())

    def test_a_search_takes_another_builds_runs_when_asked(self):
        self.write(SEARCH)
        self.assertEqual(self.ebb("sweep", "study.toml").returncode, 0)
        self.by_another_build()
        runs, limits = self.stored(), self.stored("--saturation")
        done = self.ebb("sweep", "study.toml", "--any-build")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.stored(), runs)
        found = [run["figures"] for run in self.stored("--saturation").values() if run["id"] not in limits]
        self.assertEqual(sorted(map(str, found)), sorted(str(run["figures"]) for run in limits.values()))


class Stopped(Sweep):
    def test_kill_minus_nine_at_any_moment_costs_only_the_points_in_flight(self):
        shuffled = random.Random(int(os.environ.get("EBB_SOAK_SEED", "1")))
        before = {}
        for _ in range(8):
            process = self.start("-q")
            time.sleep(shuffled.uniform(0.02, 0.25))
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            after = self.stored()
            self.assert_kept(before, after)
            before = after
        _, after = self.complete()
        self.assert_kept(before, after)
        shutil.rmtree(self.store)
        _, alone = self.complete()
        self.assertEqual({i: run["digest"] for i, run in alone.items()}, {i: run["digest"] for i, run in after.items()})

    def test_no_child_outlives_its_parent(self):
        process = self.start("-q", "--jobs", "2")
        self.wait_for(lambda: children_of(process.pid))
        children = children_of(process.pid)
        os.kill(process.pid, signal.SIGKILL)  # alone, not its group
        process.communicate()
        self.wait_for(lambda: not any(lives(child) for child in children))

    def test_ctrl_c_says_how_to_go_on_and_the_same_command_does(self):
        for ending in (signal.SIGINT, signal.SIGTERM):
            process = self.start("--jobs", "1")
            self.wait_for(lambda: children_of(process.pid))
            process.send_signal(ending)
            _, errors = process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, 1)
            self.assertIn("stopped; the same command resumes it", errors)
        before = self.stored()
        _, after = self.complete()
        self.assert_kept(before, after)

    def test_a_point_that_dies_costs_itself_alone_and_is_tried_again(self):
        process = self.start("--jobs", "1")
        self.wait_for(lambda: children_of(process.pid))
        os.kill(children_of(process.pid)[0], signal.SIGKILL)
        _, errors = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 1)
        self.assertIn("killed by signal 9", errors)
        self.assertIn("11 of 12 done (0 of them before), 1 failed", errors)
        self.assertIn("killed by signal 9", self.ebb("results", "list", "--failed").stdout)
        before = self.stored()
        self.assertEqual(len(before), POINTS - 1)
        _, after = self.complete()
        self.assert_kept(before, after)

    def test_a_full_disk_is_said_and_survived(self):
        done = self.ebb("sweep", "study.toml", "-q", preexec_fn=limited(150_000))
        self.assertEqual(done.returncode, 1)
        self.assertIn("the disk is full", done.stderr)
        before = self.stored()
        self.assertLess(len(before), POINTS)
        _, after = self.complete()
        self.assert_kept(before, after)

    def test_a_full_tmpfs_is_said_and_survived(self):
        os.mkdir(self.store)
        if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=160k", "tmpfs", self.store],
                                               capture_output=True, check=False).returncode != 0:
            self.skipTest("may not mount")
        try:
            done = self.ebb("sweep", "study.toml", "-q")
            self.assertEqual(done.returncode, 1)
            self.assertIn("the disk is full", done.stderr)
            before = self.stored()
            subprocess.run(["mount", "-o", "remount,size=10m", self.store], check=True)
            _, after = self.complete()
            self.assert_kept(before, after)
        finally:
            subprocess.run(["umount", self.store], check=True)


class Together(Sweep):
    def ranks(self, number, of=0, first=0):
        return [self.start("--jobs", "1", env={"SLURM_PROCID": str(rank), "SLURM_STEP_TASKS_PER_NODE": str(of or number)})
                for rank in range(first, first + number)]

    def rows(self):
        """Ids in all databases, with repetitions."""
        ids = []
        for path in glob.glob(os.path.join(self.store, "*.db")):
            with sqlite3.connect(path) as database:
                ids += [row[0] for row in database.execute("SELECT id FROM runs")]
        return ids

    def test_processes_share_the_points(self):
        self.write(SWEEP.replace("4ms", "12ms"))  # long enough for all of them to come in time
        processes = self.ranks(1, of=3)
        self.wait_for(lambda: children_of(processes[0].pid))  # it has looked at what was there before
        processes += self.ranks(2, of=3, first=1)
        outputs = [process.communicate(timeout=PATIENCE) for process in processes]
        self.assertEqual([process.returncode for process in processes], [0, 0, 0], outputs)
        self.assertEqual(len(outputs[0][0].splitlines()), POINTS + 3)  # the first of them waits, and prints
        self.assertEqual(outputs[1:], [("", ""), ("", "")])
        self.assertRegex(outputs[0][1], r"12 of 12 done \(0 of them before, [1-9]\d* meanwhile by other processes\)")
        self.assertEqual(len(self.rows()), POINTS)
        self.assertEqual(len(set(self.rows())), POINTS)
        self.assertGreater(len(glob.glob(os.path.join(self.store, "*.db"))), 1)
        self.complete()

    def test_the_points_of_one_that_dies_are_taken_over(self):
        processes = self.ranks(2)
        self.wait_for(lambda: children_of(processes[1].pid))
        os.killpg(processes[1].pid, signal.SIGKILL)
        processes[1].communicate()
        output, errors = processes[0].communicate(timeout=PATIENCE)
        self.assertEqual(processes[0].returncode, 0, errors)
        self.assertEqual(len(output.splitlines()), POINTS + 3)
        self.assertEqual(len(set(self.rows())), POINTS)

    def test_under_mpirun(self):
        if not shutil.which("mpirun"):
            self.skipTest("no mpirun here")
        done = subprocess.run(["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "2", EBB, "sweep", "study.toml", "--each"],
                              cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(done.stdout.strip().splitlines()), POINTS + 3)
        self.assertEqual(len(self.rows()), POINTS)


class Saturation(Sweep):
    def test_what_is_a_point_and_a_run_of_the_search_is_run_once(self):
        self.write(STUDY + "[sweep.saturation]\nfrom = 0.1\nto = 0.5\nprecision = 0.1\n"
                   "[sweep.cross]\ntraffic.load = [0.1, 0.2, 0.3, 0.4, 0.5]\n")  # a search tries 0.3 first
        for jobs in "1", "4":
            done = self.ebb("sweep", "study.toml", "--jobs", jobs)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("6 of 6 done (0 of them before), 0 failed", done.stderr)
            with sqlite3.connect(glob.glob(os.path.join(self.store, "*.db"))[0]) as database:
                stored = database.execute("SELECT count(*), max(rowid) FROM runs").fetchone()
            self.assertEqual(stored, (6, 6))  # a second result would have replaced the first, and have a number of its own
            shutil.rmtree(self.store)

    def limits(self):
        return {run["parameters"]["routing.name"]: run["figures"] for run in self.stored("--saturation").values()}

    def test_is_found_and_an_interrupted_search_goes_on(self):
        self.write(SEARCH)
        before = {}
        for _ in range(3):
            process = self.start("-q")
            self.wait_for(lambda: len(self.stored()) > len(before) or process.poll() is not None)
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            after = self.stored()
            self.assert_kept(before, after)
            before = after
        done = self.ebb("sweep", "study.toml")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_kept(before, self.stored())
        resumed = self.limits()
        shutil.rmtree(self.store)
        self.assertEqual(self.ebb("sweep", "study.toml").stdout.splitlines()[-2:][0].split()[1], "minimal_adaptive")
        self.assertEqual(self.limits(), resumed)
        for figures in resumed.values():
            self.assertAlmostEqual(figures["saturation.saturated_load"] - figures["saturation.steady_load"], 0.05)
        self.assertGreater(resumed["minimal_adaptive"]["saturation.steady_load"],
                           resumed["valiant"]["saturation.saturated_load"])

    def limit(self, *settings):
        done = self.ebb("sweep", "study.toml", *(word for setting in settings for word in ("--set", setting)))
        self.assertEqual(done.returncode, 0, done.stderr)
        (search,) = self.stored("--saturation").values()
        shutil.rmtree(self.store)
        return search, done.stderr

    def test_that_runs_are_too_short_for_is_undecided_and_never_wrong(self):
        # With 4 hosts on each of 4 switches the cables between them are full at a load of 0.94; at whatever
        # load, some 2 % of the bytes of a run of 32 us are under way at its end.
        self.write(STUDY.replace("0.00001", "0.05") + "[sweep.saturation]\nfrom = 0.1\nto = 1\nprecision = 0.1\n")
        found, told = self.limit("run.most_time=2ms")
        self.assertEqual((found["verdict"], found["why"]), ("found", ""))
        self.assertNotIn("undecided", told)
        truth = found["figures"]["saturation.steady_load"], found["figures"]["saturation.saturated_load"]
        self.assertEqual([found["figures"]["saturation.verdict"], round(truth[1] - truth[0], 6)], ["saturated", 0.1])
        short, told = self.limit("run.most_time=2us")
        self.assertEqual(short["verdict"], "undecided")
        self.assertIn("run longer: run.most_time", told)
        for time, size in (("2us", "1000B"), ("20us", "1000B"), ("50us", "1000B"), ("100us", "64KiB"), ("100us", "512KiB")):
            search, _ = self.limit(f"run.most_time={time}", f"traffic.sizes.size={size}")
            steady, saturated = (search["figures"][f"saturation.{name}_load"] for name in ("steady", "saturated"))
            self.assertIn(search["verdict"], ("found", "undecided"), (time, size))
            self.assertGreaterEqual(saturated or 1, 0.5, (time, size))  # never taken for one, however short
            if size == "1000B":
                self.assertLessEqual(steady or 0, truth[1])
                self.assertGreaterEqual(saturated or 1, truth[0])


class Results(Sweep):
    def test_list_show_compare_export_and_rerun(self):
        _, runs = self.complete()
        first, second = list(runs)[:2]
        shown = self.ebb("results", "show", first[:8])
        self.assertIn(runs[first]["summary"], shown.stdout)
        self.assertEqual(self.ebb("results", "show", first, "--config").stdout, runs[first]["config"])
        compared = self.ebb("results", "compare", first, second)
        self.assertIn("latency.messages.mean_ns", compared.stdout)
        self.assertIn("change [%]", compared.stdout)
        rows = list(csv.DictReader(io.StringIO(self.ebb("results", "export", "--csv").stdout, newline="")))
        self.assertEqual(len(rows), POINTS)
        self.assertEqual({row["id"]: row["digest"] for row in rows}, {i: run["digest"] for i, run in runs.items()})
        for name in ("traffic.load", "accepted.share", "latency.messages.p99_ns", "wall_s", "cpu_s", "peak_memory_bytes"):
            self.assertGreater(float(rows[0][name]), 0, name)
        chosen = self.ebb("results", "list", "--column", "work.packets", "--csv").stdout.splitlines()
        self.assertEqual(chosen[0], "id,traffic.load,run.seed,verdict,work.packets")
        again = self.ebb("rerun", first[:6])
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertIn("the same digest as stored", again.stdout)

    def test_rerun_says_what_differs(self):
        _, runs = self.complete()
        for path in glob.glob(os.path.join(self.store, "*.db")):
            with sqlite3.connect(path) as database:
                database.execute("UPDATE runs SET version = '0.0.1', digest = 'feed'")
                forget_checksums(database)
        again = self.ebb("rerun", next(iter(runs)))
        self.assertEqual(again.returncode, 1)
        self.assertIn("not the stored digest feed: it was made by ebb 0.0.1, this is 0.2.0+", again.stdout)
        for path in glob.glob(os.path.join(self.store, "*.db")):
            with sqlite3.connect(path) as database:
                database.executemany("UPDATE runs SET digest = ? WHERE id = ?", [(run["digest"], i) for i, run in runs.items()])
        again = self.ebb("rerun", next(iter(runs)))
        self.assertEqual(again.returncode, 0)
        self.assertIn("the same digest as stored, by ebb 0.0.1", again.stdout)

    def test_a_single_run_can_be_stored_and_counts_as_the_point_that_it_is(self):
        done = self.ebb("run", "study.toml", "-q", "--set", "traffic.load=0.3", "--store", "study.results")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("its [sweep] is ignored, this is a single run; `ebb sweep study.toml` runs all", done.stderr)
        swept = self.ebb("sweep", "study.toml")
        self.assertIn("(1 of them before)", swept.stderr)

    def test_errors_say_what_to_do(self):
        def refused(*arguments):
            done = self.ebb(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            return done.stderr

        self.assertIn("there are no results in this folder", refused("results", "list"))
        self.assertIn("there is no such store", refused("results", "list", "--store", "nowhere"))
        self.assertIn("is no database", refused("results", "list", "--store", "study.toml"))
        self.assertIn("a store is a folder", refused("sweep", "study.toml", "--store", "study.toml"))
        self.assertIn("--memory", refused("sweep", "study.toml", "--memory", "lots"))
        self.assertIn("--jobs", refused("sweep", "study.toml", "--jobs", "0"))
        self.assertIn("units: GiB", refused("sweep", "study.toml", "--memory", "1 parsec"))
        for command in ("sweep", "study.toml"), ("run", "study.toml"), ("results", "list"):
            self.assertIn("--store: is empty", refused(*command, "--store", ""))
        self.write(STUDY)
        self.assertIn("has no [sweep] section", refused("sweep", "study.toml"))
        self.write(SWEEP + "traffic.laod = [1]\n")
        self.assertIn('did you mean "traffic.load"?', refused("sweep", "study.toml"))
        self.write(SWEEP)
        self.complete()
        self.assertIn("is the beginning of none of the 12 stored ids", refused("rerun", "zz"))
        self.assertIn("ID: is empty", refused("results", "show", ""))
        self.assertIn("ID: is empty", refused("rerun", ""))
        self.assertIn("did you mean latency.messages.p90_ns", refused("results", "list", "--column", "latency.messages.p9_ns"))
        self.assertIn("latency.packets_in_the_network.p99_ns", refused("results", "list", "--column", "p99"))
        self.assertLess(len(refused("results", "list", "--column", "nonsense")), 200)
        self.assertEqual(refused("run", "study.toml", "--threads", "0").splitlines()[-2],
                         "--threads: is 0, but must be between 1 and 1024")

    def test_a_point_of_several_studies_shows_the_parameters_of_each(self):
        self.write(STUDY + "[sweep.cross]\ntraffic.load = [0.3]\n")
        self.assertEqual(self.ebb("sweep", "study.toml", "--json").returncode, 0)
        self.write(STUDY + "[sweep.cross]\nrun.seed = [1]\ntraffic.load = [0.3, 0.4]\n")
        rows = json.loads(self.ebb("sweep", "study.toml", "--json").stdout)["runs"]
        self.assertEqual([(row["traffic.load"], row["run.seed"]) for row in rows], [(0.3, 1), (0.4, 1)])

    def test_compare_shows_first_which_parameters_differ(self):
        for number, packet in ("1", "1000B"), ("2", "500B"):  # with more threads it is the same point
            self.ebb("run", "study.toml", "-q", "--set", f"host.packet={packet}", "--threads", number, "--store", "study.results")
        self.ebb("run", "study.toml", "-q", "--threads", "2", "--store", "study.results")
        runs = self.stored()
        self.assertEqual(len(runs), 2)
        first = next(i for i, run in runs.items() if 'packet = "1000B"' in run["config"])
        other, = runs.keys() - {first}
        lines = [line.split() for line in self.ebb("results", "compare", first, other).stdout.splitlines()[2:]]
        self.assertEqual(lines[0], ["host.packet", "1000B", "500B", "-"])
        self.assertNotIn("topology.k", [line[0] for line in lines])
        self.assertLess(0, [line[0] for line in lines].index("work.packets"))
        self.assertIn("the same digest as stored", self.ebb("rerun", first).stdout)

    def test_a_sweep_names_what_it_varies_whoever_ran_its_points(self):
        self.write(STUDY + "[sweep.cross]\ntraffic.load = [0.3]\nhost.packet = [\"1000B\"]\n")
        for store in "study.results", "elsewhere.results":
            self.assertEqual(self.ebb("run", "study.toml", "-q", "--set", "traffic.load=0.3", "--store", store).returncode, 0)
        done = self.ebb("sweep", "study.toml", "--json")
        self.assertIn("(1 of them before)", done.stderr)
        expected = {"traffic.load": 0.3, "host.packet": "1kB"}
        row, = json.loads(done.stdout)["runs"]
        self.assertEqual({name: row[name] for name in expected}, expected)
        run, = self.stored().values()
        self.assertEqual(run["parameters"], expected)
        row, = csv.DictReader(io.StringIO(self.ebb("results", "export", "--csv").stdout, newline=""))
        self.assertEqual((row["traffic.load"], row["host.packet_bytes"]), ("0.3", "1000"))
        before = self.stored()
        self.assertEqual(self.ebb("sweep", "study.toml", "--json").stdout, done.stdout)
        self.write(STUDY + "[sweep.cross]\nrun.seed = [1, 2]\ntraffic.load = [0.3]\n")  # edited: another axis, one less
        rows = json.loads(self.ebb("sweep", "study.toml", "--json").stdout)["runs"]
        self.assertEqual([(row["run.seed"], row["traffic.load"]) for row in rows], [(1, 0.3), (2, 0.3)])
        self.assertNotIn("host.packet", rows[0])
        run = self.stored()[next(iter(before))]
        self.assertEqual(run["parameters"], {**expected, "run.seed": 1})
        self.assertEqual((run["digest"], run["finished_utc"]), (before[run["id"]]["digest"], before[run["id"]]["finished_utc"]))

    def test_a_damaged_store_is_said_with_what_to_do(self):
        self.complete()
        database, = glob.glob(os.path.join(self.store, "*.db"))
        with open(database, "rb") as file:
            whole = file.read()

        def refused(content):
            with open(database, "wb") as file:
                file.write(content)
            for command in ("results", "list"), ("sweep", "study.toml"):
                done = self.ebb(*command)
                self.assertIn(done.returncode, (1, 2))
                self.assertIn("move it out of the folder", done.stderr)
            return done.stderr

        self.assertIn("is damaged", refused(whole[:20000]))
        self.assertIn("is damaged", refused(whole[:8192] + os.urandom(40000) + whole[48192:]))
        self.assertIn("is no database", refused(b"hello"))
        with open(database, "wb") as file:
            file.write(whole)
        with sqlite3.connect(database) as connection:
            connection.execute("DROP TABLE figures")
        self.assertIn("is not as ebb makes it: no such table: figures", self.ebb("results", "list").stderr)
        os.remove(database)
        self.assertEqual(self.ebb("results", "list").stderr, "no run is stored yet\n")
        self.complete()  # as the hint promised
        self.assertEqual(self.ebb("results", "list", "--failed").stderr, "no point has failed\n")

    def test_what_is_damaged_is_named_and_run_again(self):
        _, runs = self.complete()
        bad = next(iter(runs))
        with sqlite3.connect(glob.glob(os.path.join(self.store, "*.db"))[0]) as database:
            database.execute("UPDATE figures SET value = 12345.5 WHERE run = ? AND position = 3", [bad])
        listed = self.ebb("results", "list")
        self.assertIn(f"run {bad} is damaged: its checksum is wrong", listed.stderr)
        self.assertNotIn(bad[:8], listed.stdout)
        checked = self.ebb("results", "check")
        self.assertEqual(checked.returncode, 1)
        self.assertIn(bad, checked.stderr)
        again = self.ebb("sweep", "study.toml")
        self.assertIn(f"{POINTS - 1} of them before", again.stderr)
        self.assertEqual(self.ebb("results", "check").returncode, 0)
        self.assertEqual(self.stored()[bad]["digest"], runs[bad]["digest"])

    def test_a_locked_database_is_waited_for_and_then_said(self):
        self.complete()
        database = sqlite3.connect(glob.glob(os.path.join(self.store, "*.db"))[0], isolation_level=None)
        database.execute("BEGIN EXCLUSIVE")
        done = self.ebb("results", "list")
        database.close()
        self.assertEqual(done.returncode, 2)
        self.assertIn("has been locked by another program", done.stderr)


class Policies(Sweep):
    """`ebb compare-policies` works on a store, by the runner of sweeps."""

    def setUp(self):
        super().setUp()
        self.write(STUDY + '[[compare]]\nname = "ewma"\n[[compare]]\nname = "holt"\n[[compare]]\nname = "latency_bound"\nbound = "20us"\n')

    def compare(self, *more):
        return self.plain("compare-policies", "study.toml", "--json", *more)

    def test_ctrl_c_loses_nothing_and_the_same_command_goes_on(self):
        process = subprocess.Popen([EBB, "compare-policies", "study.toml", "--jobs", "1"], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
        self.wait_for(self.stored)
        process.send_signal(signal.SIGINT)
        printed, errors = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 1)
        self.assertIn("stopped; the same command resumes it", errors)
        before = self.stored()
        self.assertLess(len(before), 5)
        if len(before) > 1:  # the run at full rate alone makes no row
            self.assertIn(f"not the whole study: {len(before)} of 5 done", printed)
        done = self.compare()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"5 of 5 done ({len(before)} of them before)", done.stderr)
        after = self.stored()
        self.assertEqual(len(after), 5)
        self.assert_kept(before, after)
        again = self.compare()
        self.assertIn("5 of 5 done (5 of them before)", again.stderr)
        self.assertEqual(again.stdout, done.stdout)

    def test_several_seeds_and_loads_are_one_study(self):
        done = self.compare("--repeats", "2", "--set", "sweep.cross.traffic.load=[0.1, 0.2]", "--store", "night")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = json.loads(done.stdout)["rows"]
        self.assertEqual([(row["traffic.load"], row["policy"]) for row in rows if row["verdict"] != "computed"],
                         [(load, policy) for load in (0.1, 0.2)
                          for policy in ("always full rate", "ewma", "holt", "latency_bound (bound = 20us)")])
        self.assertTrue(all(row["half_width.mean_increase_us"] > 0 for row in rows if row["policy"] == "holt"))
        listed = json.loads(self.plain("results", "list", "--store", "night", "--json").stdout)["runs"]
        self.assertEqual({row["seeds"] for row in listed if row["control.policy"] == "holt"}, {2})

    def test_a_file_may_come_from_standard_input(self):
        with open(os.path.join(self.folder, "study.toml"), encoding="utf-8") as file:
            done = subprocess.run([EBB, "compare-policies", "-", "--json", "-q", "-o", "table.json"], cwd=self.folder,
                                  stdin=file, capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        with open(os.path.join(self.folder, "table.json"), encoding="utf-8") as file:
            self.assertEqual(len(json.load(file)["rows"]), 2 + 4)
        self.assertTrue(os.path.isdir(os.path.join(self.folder, "standard-input.results")))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
