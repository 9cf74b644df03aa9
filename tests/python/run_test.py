"""ebb.run(): the same digest as the program, arrays that are not copied, exceptions, Ctrl-C, and the GIL."""
import gc
import os
import signal
import threading
import time
import unittest

from python_testing import SMALL
from python_testing import ebb as program

import ebb
import numpy

FILE = "examples/run-halve-double.toml"
SHORT = {"run.most_time": "500us"}
LONG = {"run.most_time": "1s", "run.precision": 1e-6}


class Results(unittest.TestCase):
    def test_a_file_gives_what_the_program_gives(self):
        run = ebb.run(FILE, set=SHORT)
        theirs = program("run", "-q", FILE, "--set", "run.most_time=500us", "--json")
        for document in (run.document, theirs):
            for name in ("work", "figures"):  # they have the seconds that it took
                document.pop(name, None)
        self.assertEqual(run.document, theirs)
        self.assertEqual(run.digest, theirs["digest"])
        self.assertEqual(run.figures["digest"], theirs["digest"])
        self.assertIn("ideal channels", str(run))

    def test_a_dict_is_a_file(self):
        words = [f"--set={key}" for key in (
            "topology={name='flattened_butterfly',c=4,k=4,n=2}", "routing.name=minimal_adaptive", "traffic.load=0.3",
            "traffic.pattern=uniform", "traffic.sizes={name='fixed',size='16KiB'}", "control.policy.name=halve_double",
            "run.most_time=300us", "run.precision=0.5")]
        theirs = program("run", "-q", FILE, *words, "--json")
        self.assertEqual(ebb.run(SMALL).digest, theirs["digest"])

    def test_threads_do_not_change_the_digest(self):
        self.assertEqual(ebb.run(SMALL).digest, ebb.run(SMALL, set={"run": {"threads": 2}}).digest)

    def test_figures_are_attributes_and_tables_are_frames(self):
        run = ebb.run(SMALL)
        self.assertEqual(run.work.packets, run.document["work"]["packets"])
        self.assertEqual(run.latency["messages"].p99_ns, run.figures["latency.messages.p99_ns"])
        self.assertEqual(list(run.rates.frame()["rate_gbps"]), [2.5, 5, 10, 20, 40])
        with self.assertRaisesRegex(AttributeError, "did you mean verdict"):
            run.verdikt


class ArraysOfResults(unittest.TestCase):
    def test_time_series_views_the_memory_of_the_result(self):
        run = ebb.run(SMALL)
        series = run.time_series
        packets = series.packets
        self.assertFalse(packets.flags.owndata)
        self.assertFalse(packets.flags.writeable)
        self.assertGreater(packets.strides[0], packets.itemsize)  # one member of structs
        self.assertIs(packets, run.time_series.packets)
        total = int(packets.sum())
        self.assertTrue(0.9 * run.work.packets < total <= run.work.packets)  # spans are whole, a run ends anywhere
        del run, series
        gc.collect()
        self.assertEqual(int(packets.sum()), total)  # the array keeps the result alive

    def test_the_frame_of_the_time_series_has_power(self):
        frame = ebb.run(SMALL).time_series.frame()
        self.assertTrue((frame["watts, ideal"] > 0).all())
        self.assertTrue(frame["time_s"].is_monotonic_increasing)

    def test_latencies_are_a_distribution(self):
        curve = ebb.run(SMALL).latency_curve
        self.assertTrue((numpy.diff(curve.packet_ps) >= 0).all())
        self.assertEqual(len(curve.percent), len(curve.packet_ps))
        self.assertFalse(curve.packet_ps.flags.owndata)

    def test_channels_are_recorded_on_request(self):
        run = ebb.run(SMALL, channels=True)
        self.assertEqual(run.digest, ebb.run(SMALL).digest)
        each = run.each_channel
        measured = run.metered_until_ps - run.measured_from_ps
        self.assertTrue((each.time_in_ps.sum(axis=1)[each.bytes > 0] == measured).all())
        self.assertFalse(each.busy_ps.flags.owndata)
        self.assertEqual(run.history.busy.shape[0], len(each.bytes))
        self.assertEqual(run.history.busy.dtype, numpy.uint8)
        with self.assertRaisesRegex(ebb.Problem, "channels=True"):
            ebb.run(SMALL).each_channel


class Mistakes(unittest.TestCase):
    def test_all_problems_of_a_file_have_their_places(self):
        with self.assertRaises(ebb.Problem) as caught:
            ebb.plan("tests/data/mistakes.toml")
        self.assertEqual(caught.exception.place, "tests/data/mistakes.toml:2:1: topology.name")
        self.assertIn("flattened_buterfly", caught.exception.what)
        self.assertIn("did you mean", caught.exception.hint)
        self.assertEqual(len(caught.exception.problems), 4)

    def test_the_place_in_a_dict_is_the_key(self):
        with self.assertRaises(ebb.Problem) as caught:
            ebb.run(SMALL, set={"traffic": {"load": -1}})
        self.assertEqual(caught.exception.place, "traffic.load")
        wrong = {**SMALL, "topology": {"name": "flattened_butterfly", "c": 4, "kk": 4}}
        with self.assertRaises(ebb.Problem) as caught:
            ebb.run(wrong)
        self.assertEqual(caught.exception.place, "topology.kk")

    def test_what_is_no_configuration_is_refused(self):
        with self.assertRaises(ebb.Problem) as caught:
            ebb.run({**SMALL, "run": {"seed": None}})
        self.assertEqual(caught.exception.place, "run.seed")


class WhileItRuns(unittest.TestCase):
    def test_progress_is_told_and_may_stop_the_run(self):
        class Enough(Exception):
            pass
        told = []

        def progress(share, text):
            told.append((share, text))
            if len(told) == 2:
                raise Enough
        with self.assertRaises(Enough) as caught:
            ebb.run(SMALL, set=LONG, progress=progress)
        self.assertIn("simulated", told[0][1])
        self.assertTrue(caught.exception.result.partial)
        self.assertGreater(caught.exception.result.work.packets, 0)

    def test_ctrl_c_ends_it_with_a_partial_result(self):
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt) as caught:
            ebb.run(SMALL, set=LONG)
        self.assertTrue(caught.exception.result.partial)
        self.assertEqual(len(caught.exception.result.digest), 16)

    def test_other_threads_go_on(self):
        counted, done = [0], threading.Event()

        def count():
            while not done.is_set():
                counted[0] += 1
                time.sleep(0.001)
        thread = threading.Thread(target=count)
        thread.start()
        try:
            began, before = time.monotonic(), counted[0]
            ebb.run(FILE, set=SHORT)
            took, after = time.monotonic() - began, counted[0]
        finally:
            done.set(), thread.join()
        self.assertGreater(after - before, took * 20)  # of a thousand a second; a held GIL lets none pass


if __name__ == "__main__":
    unittest.main()
