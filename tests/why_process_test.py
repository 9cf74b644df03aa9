#!/usr/bin/env python3
"""`ebb run --decisions` and `ebb why` as processes: the same file from everybody, whole or not at all, and answers.

usage: why_process_test.py PATH_OF_EBB [PATH_OF_MPIRUN]     (from the source folder; the examples are read from there)
"""
import csv
import io
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest

EBB = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "build/ebb"
MPIRUN = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else None
EXAMPLE = "examples/run-halve-double.toml"
SHORT = ["--set", "topology.c=4", "--set", "topology.k=4", "--set", "run.most_time=200us", "-q"]
PATIENCE = 120  # seconds; the machine may be busy
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl_base_warn_component_unused": "0"}


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env=ENVIRONMENT)


def ebb(*arguments):
    return run(EBB, *arguments)


class Decisions(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.file = self.path("run.why")

    def tearDown(self):
        self.temporary.cleanup()

    def path(self, name):
        return os.path.join(self.temporary.name, name)

    def bytes_of(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def record(self, *more, file=None):
        done = ebb("run", EXAMPLE, *SHORT, "--json", "--decisions", file or self.file, *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def why(self, *arguments):
        done = ebb("why", self.file, *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "")
        return done.stdout


class Run(Decisions):
    def test_counts_each_reason_whether_decisions_are_written_or_not(self):
        plain = json.loads(ebb("run", EXAMPLE, *SHORT, "--json").stdout)["decisions"]
        self.assertEqual(plain["evaluations"], sum(r["evaluations"] for r in plain["reasons"]))
        self.assertEqual(plain["changes"], sum(r["changes"] for r in plain["reasons"]))
        self.assertGreater(plain["changes"], 100)
        written = self.record()["decisions"]
        self.assertEqual((written.pop("kept"), written.pop("not_kept")), (plain["changes"], 0))
        self.assertEqual(written, plain)
        uncontrolled = json.loads(ebb("run", "examples/run-fbfly-512.toml", "--set", "topology.n=2", "--set",
                                      "run.most_time=20us", "--json", "-q").stdout)
        self.assertIsNone(uncontrolled["decisions"])

    def test_writes_the_same_file_whoever_runs_it(self):
        digests = set()
        for way in ([], ["--threads", "2"], ["--threads", "4"], ["--executor", "plain"]):
            name = f"run{len(way)}{''.join(way)}"
            digests.add(json.dumps(self.record(*way, file=self.path(name))["digest"]))
            self.assertEqual(self.bytes_of(name), self.bytes_of("run0"), way)
        self.assertEqual(len(digests), 1)

    @unittest.skipUnless(MPIRUN, "there is no mpirun")
    def test_writes_the_same_file_on_ranks(self):
        self.record(file=self.path("one"))
        for ranks in ("2", "3"):
            done = run(MPIRUN, "-n", ranks, EBB, "run", EXAMPLE, *SHORT, "--decisions", self.path(ranks))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(self.bytes_of(ranks), self.bytes_of("one"))
        refused = run(MPIRUN, "-n", "2", EBB, "run", EXAMPLE, *SHORT, "--executor", "plain")
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn("plain runs in one process, but this run has 2 ranks", refused.stderr)

    def test_says_what_it_did_not_keep(self):
        summary = self.record("--decisions-limit", "50")["decisions"]
        self.assertEqual(summary["kept"], 50)
        self.assertEqual(summary["not_kept"], summary["changes"] - 50)
        text = self.why()
        self.assertIn("the first 50 are in this file", text)
        head = json.loads(self.why("--json"))
        self.assertEqual((head["kept"], head["not_kept"]), (50, summary["not_kept"]))
        self.assertEqual(head["reasons"], summary["reasons"])
        at = json.loads(self.why("--channel", "1", "--at", "199us", "--json"))["rows"][0]
        self.assertEqual((at["requested_gbps"], at["since_ps"], at["why"]), (None, None, None))
        self.assertIn("not known after", self.why("--channel", "1", "--at", "199us"))
        self.assertIn("not known after", self.why("--at", "199us"))
        done = ebb("run", EXAMPLE, *SHORT, "--decisions", self.path("other"), "--decisions-limit", "50")
        self.assertIn("the first 50 kept, ", done.stdout)

    def test_leaves_its_other_output_as_it_is(self):
        def lines(*more):
            return [line for line in ebb("run", EXAMPLE, *SHORT, *more).stdout.splitlines()
                    if not line.startswith(("decisions", "work"))]
        self.assertEqual(lines("--decisions", self.file), lines())

    def test_that_is_killed_leaves_no_file(self):
        process = subprocess.Popen([EBB, "run", EXAMPLE, "--set", "run.precision=0.00001", "--decisions", self.file],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        process.stderr.readline()
        time.sleep(0.5)
        process.kill()
        process.communicate()
        self.assertFalse(os.path.exists(self.file))

    def test_that_is_interrupted_leaves_what_it_has(self):
        process = subprocess.Popen([EBB, "run", EXAMPLE, "--set", "run.precision=0.00001", "--decisions", self.file],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        process.stderr.readline()
        time.sleep(0.5)
        process.terminate()
        process.communicate(timeout=PATIENCE)
        self.assertIn("(stopped early)", self.why())

    def test_refuses_what_makes_no_sense(self):
        with open(self.file, "w", encoding="utf-8") as file:
            file.write("mine")
        for words, arguments in (("is there already", ["--decisions", self.file]),
                                 ("cannot be written", ["--decisions", self.path("no/such/folder")]),
                                 ("is 0", ["--decisions", self.path("a"), "--decisions-limit", "0"]),
                                 ("is \"-5\", but must be a whole number",
                                  ["--decisions", self.path("a"), "--decisions-limit", "-5"]),
                                 ("for example: --decisions-limit 1000",
                                  ["--decisions", self.path("a"), "--decisions-limit", "1e3"]),
                                 ("did you mean \"plain\"", ["--executor", "plian"])):
            done = ebb("run", EXAMPLE, *SHORT, *arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertIn(words, done.stderr)
        # A file that is there is noticed before the network is built.
        done = ebb("run", EXAMPLE, *SHORT, "--decisions", self.file, "--set", "routing.name=dragonfly_minimal")
        self.assertIn("is there already", done.stderr)
        self.assertNotIn("routing", done.stderr)
        done = ebb("run", "examples/run-fbfly-512.toml", "--decisions", self.path("a"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("this run has no [control]", done.stderr)
        self.assertEqual(os.listdir(self.temporary.name), ["run.why"])

    def test_says_that_the_plain_executor_has_one_thread(self):
        done = ebb("run", EXAMPLE, *[word for word in SHORT if word != "-q"], "--executor", "plain", "--threads", "4")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("runs on one thread: run.threads = 4 is ignored", done.stderr)


class Why(Decisions):
    def test_tells_of_every_decision_once(self):
        summary = self.record()
        rows = list(csv.DictReader(io.StringIO(self.why("--between", "0us", "200us", "--csv"))))
        self.assertEqual(len(rows), summary["decisions"]["changes"])
        by_reason = {}
        wants = {}
        for row in rows:
            by_reason[row["why"]] = by_reason.get(row["why"], 0) + 1
            self.assertEqual(row["before_gbps"], wants.get(row["channel"], "40"))
            wants[row["channel"]] = row["requested_gbps"]
        self.assertEqual(by_reason, {r["why"]: r["changes"] for r in summary["decisions"]["reasons"] if r["changes"]})
        channel = rows[-1]["channel"]
        history = json.loads(self.why("--channel", channel, "--json"))
        self.assertEqual(history["found"], sum(row["channel"] == channel for row in rows))
        name = f'{rows[-1]["from"]} -> {rows[-1]["to"]}'
        self.assertEqual(json.loads(self.why("--channel", name, "--json"))["decisions"], history["decisions"])
        at = json.loads(self.why("--channel", channel, "--at", "200us", "--json"))["rows"][0]
        self.assertEqual((at["why"], at["requested_gbps"]), (rows[-1]["why"], float(rows[-1]["requested_gbps"])))
        rates = list(csv.DictReader(io.StringIO(self.why("--at", "200us", "--csv"))))
        self.assertEqual(sum(int(rate["channels"]) for rate in rates), json.loads(self.why("--json"))["channels"])

    def test_fits_a_terminal(self):
        self.record()
        for arguments in ([], ["--channel", "host 3"], ["--channel", "switch 1", "--at", "100us"],
                          ["--reason", "busier"], ["--between", "50us", "60us"], ["--at", "100us"]):
            for line in self.why(*arguments).splitlines():
                self.assertLessEqual(len(line), 80, line)

    def test_hints_at_what_was_meant(self):
        self.record()
        for words, arguments in (("did you mean \"switch\"", ["--channel", "swtch 3"]),
                                 ("the switches 0 to 3", ["--channel", "switch 9"]),
                                 ("busier than the target", ["--reason", "bussier"]),
                                 ("the run went from 0 to", ["--channel", "1", "--at", "9s"]),
                                 ("ends before it begins", ["--between", "20us", "10us"]),
                                 ("is \"-3\", but must be a whole number", ["--limit", "-3"]),
                                 ("for example: --limit 50", ["--limit", "1e3"]),
                                 ("do not go together", ["--at", "1us", "--reason", "x"])):
            done = ebb("why", self.file, *arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertIn(words, done.stderr)

    def test_shows_in_its_help_that_two_moments_are_needed(self):
        self.assertIn("--between FROM TO", ebb("why", "--help").stdout)

    def test_says_that_a_channel_may_not_go_off_yet(self):
        done = ebb("run", "examples/run-dynamic-topology.toml", "-q", "--json", "--decisions", self.file,
                   "--set", "run.most_time=300us")
        self.assertEqual(done.returncode, 0, done.stderr)
        reasons = {r["why"]: r for r in json.loads(done.stdout)["decisions"]["reasons"]}
        refused = reasons["refused: it is not empty yet"]
        rows = json.loads(self.why("--reason", "refused: it is not", "--json"))["decisions"]
        self.assertEqual(len(rows), refused["changes"])
        self.assertGreater(len(rows), 0)
        self.assertTrue(all(row["requested_gbps"] > 0 for row in rows))

    def test_refuses_what_is_no_sound_file(self):
        self.record()
        good = self.bytes_of("run.why")
        for words, content in (("the file ends here", good[:-1]), ("checksum", good[:200] + b"?" + good[201:]),
                               ("is not a log of decisions of ebb", b"a text of some length that is no log")):
            with open(self.path("bad"), "wb") as file:
                file.write(content)
            done = ebb("why", self.path("bad"))
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(words, done.stderr)
        self.assertIn("there is no such file", ebb("why", self.path("none")).stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
