#!/usr/bin/env python3
"""Whatever ebb writes appears whole or not at all, and a result is never lost: every call that changes a file fails
once, in turn; processes are killed; disks are full, folders read-only or gone, pipes closed, locks missing.

usage: file_faults_test.py PATH_OF_EBB PATH_OF_FILE_FAULTS    (from the source folder)
"""
import glob
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

EBB = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.abspath("build/ebb")
# A shell in the background starts us with Ctrl-C ignored, and our children would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
FAULTS = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else os.path.abspath("build/tests/libfile_faults.so")
PATIENCE = 300  # seconds; the machine may be busy
NO_SPACE, INPUT_OUTPUT = 28, 5
RUN = """
[topology]
name = "flattened_butterfly"
c = 2
k = 3
n = 2
[routing]
name = "minimal_adaptive"
[traffic]
load = 0.3
[run]
precision = 0.00001
most_time = "20us"
[control]
epoch = "2us"
reactivation = "100ns"
policy = "halve_double"
"""
SWEEP = RUN + "[sweep.cross]\nrun.seed = [1, 2, 3]\n"
FILES = {"config.toml", "summary.json", "summary.txt", "channels.csv", "series.csv", "series.json", "digest.txt"}


class Faults(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = self.temporary.name
        self.write("run.toml", RUN)
        self.write("sweep.toml", SWEEP)

    def tearDown(self):
        self.temporary.cleanup()

    def path(self, *name):
        return os.path.join(self.folder, *name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def ebb(self, *arguments, **options):
        options.setdefault("capture_output", True)
        return subprocess.run([EBB, *arguments], cwd=self.folder, text=True, timeout=PATIENCE, check=False, **options)

    def with_fault(self, number, error, *arguments):
        environment = dict(os.environ, LD_PRELOAD=FAULTS, EBB_FAULT_ERROR=str(error), TMPDIR=self.path("tmp"),
                           EBB_FAULT_COUNT=self.path("count"))
        os.makedirs(self.path("tmp"), exist_ok=True)
        if number:
            environment["EBB_FAULT_AT"] = str(number)
        done = self.ebb(*arguments, env=environment)
        self.assertGreaterEqual(done.returncode, 0, f"call {number}: {done.stderr}")
        return done

    def in_turn(self, *arguments, made=()):
        """Each call fails once: yields the number of the call, and how the program ended. `made` is what it makes."""
        self.with_fault(0, 0, *arguments)
        calls = int(self.read("count"))
        self.assertGreater(calls, 3)
        self.remove(*made)
        for number in range(1, calls + 1):
            yield number, self.with_fault(number, (NO_SPACE, INPUT_OUTPUT)[number % 2], *arguments)

    def remove(self, *patterns):
        for pattern in patterns:
            for found in glob.glob(self.path(pattern)):
                subprocess.run(["rm", "-r", found], check=True)

    def drafts(self):
        return [name for name in os.listdir(self.folder) if name.endswith(".part")]


class EveryCall(Faults):
    def test_a_results_folder_is_whole_there_or_rescued(self):
        for number, done in self.in_turn("run", "run.toml", "-q", "-o", "out", made=["out"]):
            places = [p for p in [self.path("out"), *glob.glob(self.path("out.rescued-*")),
                                  *glob.glob(self.path("tmp", "out.rescued-*"))] if os.path.exists(p)]
            for place in places:
                self.assertEqual(set(os.listdir(place)), FILES, f"call {number}")
            if done.returncode == 2:  # seen before the run
                self.assertIn("cannot be", done.stderr)
            else:
                self.assertIn("verdict", done.stdout, f"call {number}: the result was not printed")
                self.assertGreaterEqual(len(places), 1, f"call {number}: {done.stderr}")
                for place in places[-1:]:  # the folder may be there as well, when only its flushing failed
                    if "rescued" in place:
                        self.assertEqual(done.returncode, 1)
                        self.assertIn(place, done.stderr)
            self.assertEqual(self.drafts(), [], f"call {number}")
            self.remove("out", "out.rescued-*", "tmp/out.rescued-*")

    def test_traces_and_texts_stay_as_they_were(self):
        self.ebb("trace", "record", "run.toml", "-o", "a.ebbtrace")
        self.ebb("trace", "convert", "a.ebbtrace", "-o", "a.csv")
        for source, target in (("a.ebbtrace", "b.csv"), ("a.csv", "b.ebbtrace")):
            self.assertEqual(self.ebb("trace", "convert", source, "-o", target).returncode, 0)
            good = self.read(target)
            for number, done in self.in_turn("trace", "convert", source, "-o", target, "--force"):
                self.assertEqual(self.read(target), good, f"call {number}")
                self.assertEqual(self.drafts(), [], f"call {number}: {done.stderr}")
                if done.returncode != 0:
                    self.assertIn("cannot be written", done.stderr)

    def test_decisions_are_whole_or_not_there_and_the_result_is_printed(self):
        for number, done in self.in_turn("run", "run.toml", "-q", "--decisions", "a.why", made=["a.why"]):
            if os.path.exists(self.path("a.why")):
                self.assertEqual(self.ebb("why", "a.why").returncode, 0, f"call {number}")
                os.remove(self.path("a.why"))
            elif done.returncode != 2:
                self.assertIn("verdict", done.stdout, f"call {number}")
                self.assertEqual(done.returncode, 1, f"call {number}")
            self.assertEqual(self.drafts(), [], f"call {number}")

    def test_a_sweep_loses_nothing_and_goes_on(self):
        runs = {}
        for number, done in self.in_turn("sweep", "sweep.toml", "-q", "--store", "s", "--jobs", "1",
                                         made=["s"]):
            if done.returncode != 0:
                self.assertTrue(done.stderr.strip(), f"call {number}: not a word")
            again = self.ebb("sweep", "sweep.toml", "-q", "--store", "s", "--csv")
            self.assertEqual(again.returncode, 0, f"call {number}: {again.stderr}")
            self.assertEqual(self.ebb("results", "check", "--store", "s").returncode, 0, f"call {number}")
            exported = json.loads(self.ebb("results", "export", "--each", "--json", "--store", "s").stdout)
            now = {run["id"]: run["digest"] for run in exported}
            self.assertEqual(len(now), 3)
            runs = runs or now
            self.assertEqual(now, runs, f"call {number}")
            self.remove("s", "s.rescued-*", "tmp/s.rescued-*")


class Killed(Faults):
    def test_the_old_trace_stays_or_the_new_one_is_there(self):
        self.ebb("trace", "record", "run.toml", "--time", "5ms", "-o", "big.ebbtrace")
        self.ebb("trace", "convert", "big.ebbtrace", "-o", "new.csv")
        new = self.read("new.csv")
        dice = random.Random(int(os.environ.get("EBB_SOAK_SEED", "1")))
        began = time.monotonic()
        self.ebb("trace", "convert", "big.ebbtrace", "-o", "x.csv", "--force")
        length = time.monotonic() - began
        kept = 0
        for _ in range(30):
            self.write("x.csv", "old")
            process = subprocess.Popen([EBB, "trace", "convert", "big.ebbtrace", "-o", "x.csv", "--force"],
                                       cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(dice.uniform(0, length))
            process.kill()
            process.wait()
            now = self.read("x.csv")
            self.assertIn(now, (b"old", new))
            kept += now == b"old"
        self.assertGreater(kept, 0)

    def test_asked_to_end_it_leaves_nothing_unfinished(self):
        self.ebb("trace", "record", "run.toml", "--time", "5ms", "-o", "big.ebbtrace")
        for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = subprocess.Popen([EBB, "trace", "convert", "big.ebbtrace", "-o", "x.csv", "--force"], cwd=self.folder,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while process.poll() is None and not self.drafts():
                time.sleep(0.001)
            process.send_signal(ending)
            self.assertIn(process.wait(), (0, -ending))
            self.assertEqual(self.drafts(), [])

    def test_a_table_replaces_no_file_unless_it_is_told_to(self):
        self.write("mine.txt", "years of work")
        done = self.ebb("device", "list", "-o", "mine.txt")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--force replaces it", done.stderr)
        self.assertEqual(self.read("mine.txt"), b"years of work")
        self.assertEqual(self.ebb("device", "list", "-o", "mine.txt", "--force").returncode, 0)
        self.assertIn(b"wedge-100", self.read("mine.txt"))
        self.write("runs.db", "a store")
        self.assertEqual(self.ebb("device", "list", "-o", "runs.db", "--force").returncode, 2)
        self.write("empty.txt", "")
        self.assertEqual(self.ebb("device", "list", "-o", "empty.txt").returncode, 0)

    def test_two_recordings_to_one_name_do_not_damage_each_other(self):
        both = [subprocess.Popen([EBB, "trace", "record", "run.toml", "--set", f"run.seed={seed}", "--time", "1ms",
                                  "-o", "one.ebbtrace"], cwd=self.folder, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL) for seed in (1, 2)]
        codes = sorted(process.wait() for process in both)
        self.assertEqual(self.ebb("trace", "info", "one.ebbtrace").returncode, 0)
        self.assertEqual(codes[0], 0)
        self.assertEqual(self.drafts(), [])


class Places(Faults):
    def test_a_full_disk_a_limit_and_a_closed_output_are_said(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = self.ebb("run", "run.toml", "-q", stdout=full, stderr=subprocess.PIPE, capture_output=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("could not be written", done.stderr)
        with open(re.search(r"it is kept in (\S+)", done.stderr)[1] + "/output.txt", encoding="utf-8") as kept:
            self.assertIn("verdict", kept.read())
        self.ebb("run", "run.toml", "-q", "--store", "s")
        for form, name in (("--csv", "output.csv"), ("--json", "output.json")):
            with open("/dev/full", "w", encoding="utf-8") as full:
                done = self.ebb("results", "export", form, "--store", "s", stdout=full, stderr=subprocess.PIPE,
                                capture_output=False)
            self.assertEqual(done.returncode, 1, form)
            with open(re.search(r"it is kept in (\S+)", done.stderr)[1] + "/" + name, encoding="utf-8") as kept:
                self.assertIn("undecided", kept.read(), form)
        done = self.ebb("run", "run.toml", "-q", "-o", "out",
                        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (5_000, 5_000)))
        self.assertIn(done.returncode, (1, 2))
        self.assertIn("limit on file sizes", done.stderr)

    def test_a_full_file_system_is_seen_before_the_run_or_the_result_is_rescued(self):
        os.mkdir(self.path("small"))
        if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12k", "tmpfs", self.path("small")],
                                               capture_output=True, check=False).returncode != 0:
            self.skipTest("may not mount")
        try:
            done = self.ebb("run", "run.toml", "-q", "-o", "small/out")
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("the disk is full", done.stderr)
            self.assertIn("verdict", done.stdout)
            rescued = re.search(r"the results are in (\S+):", done.stderr)
            self.assertTrue(rescued, done.stderr)
            self.assertEqual(set(os.listdir(rescued[1])), FILES)
            self.assertEqual(os.listdir(self.path("small")), [])
        finally:
            subprocess.run(["umount", self.path("small")], check=True)

    def test_a_read_only_file_system_is_seen_before_the_run(self):
        os.mkdir(self.path("fixed"))
        if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "ro", "tmpfs", self.path("fixed")],
                                               capture_output=True, check=False).returncode != 0:
            self.skipTest("may not mount")
        try:
            for arguments in (["-o", "fixed/out"], ["--decisions", "fixed/a.why"], ["--store", "fixed/s"]):
                done = self.ebb("run", "run.toml", "-q", *arguments)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertRegex(done.stderr, "read-only|Read-only")
        finally:
            subprocess.run(["umount", self.path("fixed")], check=True)

    def rescued_from_a_folder_that_vanishes(self, *where):
        """What is in the place to which a run took its results, because "gone" is no folder any more."""
        os.mkdir(self.path("gone"))
        process = subprocess.Popen([EBB, "run", "run.toml", "--set", "run.most_time=3600s", *where],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(1)
        os.rmdir(self.path("gone"))
        self.write("gone", "a file now")
        process.send_signal(signal.SIGINT)
        output, said = process.communicate(timeout=PATIENCE)
        self.assertIn("verdict", output)
        rescued = re.search(r"the results are in (\S+):", said)
        self.assertTrue(rescued, said)
        return set(os.listdir(rescued[1]))

    def test_a_folder_that_vanishes_does_not_take_the_result_along(self):
        self.assertEqual(self.rescued_from_a_folder_that_vanishes("-o", "gone/out"), FILES)

    def test_a_current_folder_that_is_gone_is_named_as_such(self):
        done = subprocess.run(f"mkdir gone && cd gone && rmdir ../gone && {EBB} run {self.path('run.toml')} -q -o out",
                              shell=True, cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("the current folder is gone", done.stderr)

    def test_nobody_has_to_listen(self):
        reader, writer = os.pipe()
        os.close(reader)
        process = subprocess.Popen([EBB, "run", "run.toml", "--set", "run.most_time=1ms", "-o", "out"], cwd=self.folder,
                                   stdout=subprocess.DEVNULL, stderr=writer)
        os.close(writer)
        self.assertEqual(process.wait(timeout=PATIENCE), 0)
        self.assertEqual(set(os.listdir(self.path("out"))), FILES)

    def test_files_are_written_before_anything_is_printed(self):
        """A reader that has seen enough ends the program, but not before the files are there."""
        for command in (["reproduce", "abts-table1", "-o", "kept", "--report", "kept.html"],
                        ["sweep", "sweep.toml", "-q", "--report", "kept.html"],
                        ["compare-policies", "run.toml", "-q", "--report", "kept.html"]):
            reader, writer = os.pipe()
            os.close(reader)
            subprocess.run([EBB, *command], cwd=self.folder, stdout=writer, stderr=subprocess.DEVNULL, check=False)
            os.close(writer)
            self.assertTrue(os.path.exists(self.path("kept.html")), command)
            os.remove(self.path("kept.html"))
        self.assertIn("reproduction.json", os.listdir(self.path("kept")))

    def test_a_report_that_cannot_be_written_leaves_the_result(self):
        self.assertIn("summary.json", self.rescued_from_a_folder_that_vanishes("--report", "gone/a.html"))

    def test_links_devices_and_pipes_are_not_written_to(self):
        self.ebb("trace", "record", "run.toml", "-o", "a.ebbtrace")
        self.write("precious", "mine")
        os.symlink(self.path("precious"), self.path("link.csv"))
        os.mkfifo(self.path("pipe.csv"))
        for target in ("link.csv", "/dev/null", "pipe.csv"):
            done = self.ebb("trace", "convert", "a.ebbtrace", "-o", target, "--force")
            self.assertEqual(done.returncode, 2, target)
        self.assertEqual(self.read("precious"), b"mine")
        self.assertTrue(os.path.islink(self.path("link.csv")))

    def test_what_never_ends_is_not_read(self):
        os.mkfifo(self.path("x.db"))
        os.makedirs(self.path("s.results"))
        os.mkfifo(self.path("s.results", "x.db"))
        os.mkfifo(self.path("x.goal"))
        os.symlink("/dev/zero", self.path("zero.goal"))
        for arguments in (["trace", "convert", "/dev/zero", "-o", "z.ebbtrace"], ["results", "list", "--store", "x.db"],
                          ["trace", "convert", "x.goal", "-o", "z.ebbtrace"], ["trace", "convert", "zero.goal", "-o", "z.ebbtrace"],
                          ["results", "list", "--store", "s.results"], ["run", "/dev/zero"], ["why", "/dev/zero"],
                          ["trace", "info", "/dev/zero"], ["run", "x.db"], ["device", "show", "/dev/zero"],
                          ["run", "run.toml", "--set", "topology={name=\"graph\",file=\"/dev/zero\"}"]):
            done = self.ebb(*arguments)
            self.assertEqual(done.returncode, 2, (arguments, done.stderr))

    def test_nonsense_of_the_command_line_is_refused(self):
        for arguments in (["sweep", "sweep.toml", "--memory", "-1B"], ["sweep", "sweep.toml", "--memory", "0B"],
                          ["run", "run.toml", "-o", ""], ["run", "run.toml", "--store", ""]):
            done = self.ebb(*arguments)
            self.assertEqual(done.returncode, 2, (arguments, done.stderr))

    def test_a_folder_that_is_no_store_is_not_touched(self):
        os.makedirs(self.path("home", "claims"))
        self.write("home/claims/thesis.tex", "years")
        done = self.ebb("sweep", "sweep.toml", "-q", "--store", "home")
        self.assertEqual(done.returncode, 2)
        self.assertIn("ebb did not make this folder", done.stderr)
        self.assertEqual(self.read("home/claims/thesis.tex"), b"years")

    def test_a_file_system_without_working_locks_is_refused(self):
        for kind, word in (("none", "No locks available"), ("everybody", "two were given the same lock")):
            done = self.ebb("sweep", "sweep.toml", "-q", "--store", "s",
                            env=dict(os.environ, LD_PRELOAD=FAULTS, EBB_FAULT_LOCKS=kind))
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("locks do not work", done.stderr)
            self.assertIn(word, done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
