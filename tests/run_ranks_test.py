#!/usr/bin/env python3
"""`mpirun -n R ebb run` as processes: the same digest, one voice, and an end when a rank dies.

usage: run_ranks_test.py PATH_OF_EBB PATH_OF_MPIRUN PATH_OF_EXPERIMENT_TEST     (from the source folder; the examples are read from there)
"""
import glob
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

EBB, MPIRUN, RANDOM_RUNS = (os.path.abspath(path) for path in sys.argv[1:4])
EXAMPLE = "examples/run-fbfly-512.toml"
PATIENCE = 120  # seconds; the machine may be busy
# Root is what a container has; two ranks on one processor are slow, not wrong.
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl_base_warn_component_unused": "0"}


def on_ranks(ranks, *arguments):
    return [MPIRUN, "-n", str(ranks), EBB, "run", *arguments]


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env=ENVIRONMENT)


def summary_of(done):
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    del summary["work"]["cpu_s"], summary["figures"]["work.cpu_s"]  # the only thing that may differ
    return summary


def children_of(parent):
    children = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8") as file:
                if int(file.read().rsplit(")", 1)[1].split()[1]) == parent:
                    children.append(int(name))
        except OSError:
            pass  # gone in the meantime
    return sorted(children)


class Ranks(unittest.TestCase):
    def same(self, example, *settings, ways=((3, 1), (4, 1), (2, 2))):
        arguments = [example, "--json", "-q"] + [word for setting in settings for word in ("--set", setting)]
        alone = summary_of(run(EBB, "run", *arguments))
        for ranks, threads in ways:
            done = run(*on_ranks(ranks, *arguments, "--threads", str(threads)))
            self.assertEqual(summary_of(done), alone, f"{example} on {ranks} ranks with {threads} threads")

    def test_give_the_digest_and_the_channels_of_one(self):
        self.same(EXAMPLE, "run.most_time=15us", ways=((2, 1), (3, 1), (4, 1), (2, 2)))

    def test_refuse_a_rank_with_another_configuration(self):
        done = run(MPIRUN, "-n", "1", EBB, "run", "-q", EXAMPLE, "--set", "run.most_time=15us", ":",
                   "-n", "1", EBB, "run", "-q", EXAMPLE, "--set", "run.most_time=15us", "--set", "traffic.load=0.21")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("rank 1: its configuration differs from that of rank 0", done.stderr)

    def test_refuse_processes_that_do_not_find_each_other(self):
        done = subprocess.run([EBB, "run", "-q", EXAMPLE], capture_output=True, text=True, timeout=PATIENCE,
                              env={**ENVIRONMENT, "SLURM_STEP_NUM_TASKS": "2"})
        self.assertEqual(done.returncode, 2)
        self.assertIn("2 processes that do not find each other", done.stderr)

    def test_give_the_summary_of_one_when_rates_change(self):
        self.same("examples/run-halve-double.toml", "run.most_time=60us")

    def test_give_the_summary_of_one_in_a_clos_with_congestion(self):
        self.same("examples/run-clos-incast.toml", "run.most_time=60us")

    def test_give_the_summary_of_one_when_pauses_send_packets_elsewhere(self):
        self.same("examples/run-dragonfly-adv-rules.toml", "run.most_time=20us", "run.order=true")

    def test_give_the_summary_of_one_when_packets_are_dropped(self):
        self.same("examples/run-drop.toml", "run.most_time=20us", "run.order=true")

    def test_give_the_summary_of_one_when_hosts_answer(self):
        self.same("examples/run-dragonfly-rpc.toml", "run.most_time=30us")

    def test_give_the_summary_of_one_when_switches_know_of_their_group(self):
        # 19 groups of 6 switches: three ranks cut groups, so that they must tell each other of their queues.
        self.same("examples/run-dragonfly-adv-piggyback.toml", "run.most_time=20us")

    def test_give_the_summary_of_one_when_switches_know_of_all_others(self):
        self.same("examples/run-dragonfly-adv-piggyback.toml", "routing.name=dragonfly_ugal_g", "run.most_time=20us")

    def test_give_the_summary_of_one_when_cables_go_off_and_come_back(self):
        self.same("examples/run-dynamic-topology.toml", "run.most_time=120us")

    def test_give_the_summary_of_one_when_switches_sleep(self):
        self.same("examples/run-sleeping-switches.toml", "topology.radix=8", "run.warm_up=100us", "run.most_time=600us",
                  "control.epoch=5us", "control.wake=1us", 'control.policy={name="sleeping_switches",interval="20us",'
                  'weight=1.0,quiet=1,target=0.7,wake="10us",wake_p99="20us",fails=0.1}', ways=((2, 1), (2, 2)))

    def test_give_the_summary_of_one_when_a_trace_is_played(self):
        self.same("examples/run-trace.toml")

    def test_give_the_summary_of_one_when_a_job_runs(self):
        self.same("examples/run-job.toml", "run.most_time=300us", ways=((2, 2),))

    def test_give_the_summary_of_one_when_a_file_names_cables_of_several_rates(self):
        self.same("examples/run-leaf-spine.toml", "run.most_time=60us", ways=((2, 2),))

    def test_give_the_summary_of_one_when_adapters_take_time(self):
        self.same("examples/run-mpeg.toml", "run.most_time=60us", ways=((2, 2),))

    def test_give_the_summary_of_one_when_vlans_are_trees(self):
        self.same("examples/run-torus-8x8.toml", "routing.name=vlan_trees", "traffic.load=0.1", "run.most_time=30us",
                  ways=((2, 2),))

    def test_give_the_summary_of_one_on_random_configurations(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([RANDOM_RUNS, "--gtest_filter=Executors.*OnTwoRanks*"], capture_output=True,
                                  text=True, timeout=PATIENCE, check=False,
                                  env={**ENVIRONMENT, "EBB_EXECUTOR_FOLDER": folder, "EBB_EXECUTOR_CASES": "12"})
            self.assertEqual(done.returncode, 0, done.stdout)
            files = sorted(glob.glob(os.path.join(folder, "*.toml")))
            self.assertGreater(len(files), 6)
            for file in files:
                self.same(file, ways=((2, 2),))

    def test_speak_with_one_voice_and_write_one_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            results = os.path.join(folder, "results")
            done = run(*on_ranks(2, EXAMPLE, "--set", "run.most_time=5us", "-o", results))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stdout.count("digest"), 1, done.stdout)
            self.assertIn("2 ranks:", done.stderr)
            self.assertIn("memory of the ranks:", done.stderr)
            with open(os.path.join(results, "channels.csv"), encoding="utf-8") as file:
                self.assertEqual(len(file.readlines()), 1 + 64 * (8 + 14) + 512)  # 64 switches, and the hosts

    def test_write_the_same_channels_as_one(self):
        arguments = ["examples/run-halve-double.toml", "-q", "--set", "run.most_time=300us"]
        texts = set()
        with tempfile.TemporaryDirectory() as folder:
            for ranks in (1, 3):
                results = os.path.join(folder, str(ranks))
                done = run(*on_ranks(ranks, *arguments, "-o", results))
                self.assertEqual(done.returncode, 0, done.stderr)
                with open(os.path.join(results, "channels.csv"), encoding="utf-8") as file:
                    texts.add(file.read())
        self.assertEqual(len(texts), 1)
        self.assertGreater(texts.pop().count("\n"), 100)

    def test_refuse_bad_input_once(self):
        done = run(*on_ranks(3, EXAMPLE, "--set", "traffic.load=2"))
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("load"), run(EBB, "run", EXAMPLE, "--set", "traffic.load=2").stderr.count("load"))

    def test_refuse_more_ranks_than_switches(self):
        done = run(*on_ranks(4, EXAMPLE, "--set", "topology.k=3", "--set", "topology.n=2"))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("too few for 4 ranks", done.stderr)

    def test_end_with_what_they_have_when_mpirun_hands_them_usr1(self):
        process = subprocess.Popen(on_ranks(2, EXAMPLE, "--set", "run.precision=0.00001", "--set", "run.most_time=3600s"),
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
        while "simulated" not in process.stderr.readline():
            self.assertIsNone(process.poll())
        process.send_signal(signal.SIGUSR1)
        output, _ = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 1)
        self.assertIn("digest", output)

    def test_end_with_a_message_when_one_is_killed(self):
        process = subprocess.Popen(on_ranks(3, EXAMPLE, "--set", "run.precision=0.00001", "--set", "run.most_time=3600s"),
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
        while "simulated" not in process.stderr.readline():
            self.assertIsNone(process.poll())
        children = children_of(process.pid)
        self.assertEqual(len(children), 3)
        os.kill(children[1], signal.SIGKILL)
        begin = time.monotonic()
        out, errors = process.communicate(timeout=PATIENCE)
        self.assertLess(time.monotonic() - begin, 60)
        self.assertNotEqual(process.returncode, 0)
        self.assertEqual(out, "")
        self.assertIn("rank", errors)
        while any(os.path.exists(f"/proc/{child}") for child in children):
            self.assertLess(time.monotonic() - begin, 60, "a rank lives on")
            time.sleep(0.1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
