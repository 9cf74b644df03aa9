#!/usr/bin/env python3
"""`ebb run` as a process: progress, Ctrl-C, being killed, repeating a run from its results folder.

usage: run_process_test.py PATH_OF_EBB     (from the source folder; the examples are read from there)
"""
import collections
import glob
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

EBB = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "build/ebb"
CACHE = os.path.join(os.path.dirname(EBB), "CMakeCache.txt")
SANITIZED = os.path.exists(CACHE) and "EBB_SANITIZE:BOOL=ON" in open(CACHE, encoding="utf-8").read()
# A shell in the background starts us with Ctrl-C ignored, and our children would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
EXAMPLE = "examples/run-fbfly-512.toml"
SHORT = ["--set", "run.most_time=20us"]
ENDLESS = ["--set", "run.precision=0.00001", "--set", "run.most_time=3600s"]
FILES = {"config.toml", "summary.json", "summary.txt", "channels.csv", "series.csv", "series.json", "digest.txt"}
# Packets that go half way round a ring can wait for each other.
HALF_ROUND_A_RING = """
[topology]
name = "torus"
sizes = [7]
c = 1
[host]
packet = "2000B"
[traffic]
load = 0.9
pattern = "tornado"
sizes = { name = "fixed", size = "2000B" }
"""
# With pauses of whole ports they do.
DEADLOCK = HALF_ROUND_A_RING + """
[routing]
name = "grid_dimension_order"
[flow]
name = "pause"
[switch]
input_buffer = "8000B"
output_queue = "2000B"
"""
# The same by the shortest ways in VLAN trees, of whole packets on two virtual lanes.
LANES_DEADLOCK = HALF_ROUND_A_RING + """
[routing]
name = "vlan_trees"
paths = "shortest"
[switch]
forwarding = "store_and_forward"
flit = "500B"
input_buffer = "8000B"
[lanes]
count = 2
"""
PATIENCE = 60  # seconds; the machine may be busy


def ebb(*arguments):
    return subprocess.run([EBB, *arguments], capture_output=True, text=True, timeout=PATIENCE)


def read(*path):
    with open(os.path.join(*path), encoding="utf-8", newline="") as file:
        return file.read()


class Replay(unittest.TestCase):
    """What an agent recorded is played to its end, under any policy (docs/howto/agent.md)."""
    FILE = "examples/agent-butterfly.toml"

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.trace = os.path.join(cls.folder.name, "evening.ebbtrace")
        text = os.path.join(cls.folder.name, "evening.csv")
        # As an agent would record it: 12 s at 4 Mb/s from every host, then 8 s of silence but for one message.
        lines = [f"{k * 10**10},{h},{(h + 4) % 8},5000" for k in range(1200) for h in range(8)] + [f"{20 * 10**12 - 1},0,4,5000"]
        with open(text, "w", encoding="ascii") as out:
            out.write("\n".join(["time_ps,source,destination,bytes", *lines, f"# messages={len(lines)}"]) + "\n")
        done = ebb("trace", "convert", text, "-o", cls.trace)
        assert done.returncode == 0, done.stderr

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_a_run_lasts_as_long_as_the_recording(self):
        done = ebb("run", self.FILE, "--replay", self.trace, "--json", "-q")
        self.assertEqual(done.returncode, 0, done.stderr)
        result = json.loads(done.stdout)
        self.assertEqual(result["verdict"], "finished")
        self.assertEqual(result["measured_from_ps"], 0)
        self.assertAlmostEqual(result["measured_until_ps"], 21e12, delta=1e6)  # a twentieth more, for what is under way
        self.assertEqual(result["work"]["messages"], 9601)

    def test_who_sets_the_time_keeps_it(self):
        done = ebb("run", self.FILE, "--replay", self.trace, "--json", "-q", "--set", "run.most_time=5s")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLessEqual(json.loads(done.stdout)["measured_until_ps"], 5e12)

    def test_all_policies_are_judged_by_all_of_it(self):
        done = ebb("compare-policies", self.FILE, "--replay", self.trace, "--json", "-q", "--store",
                   os.path.join(self.folder.name, "store"), "--set",
                   'compare=["hysteresis", {name="static", rate="25Mb/s"}, {name="latency_bound", bound="20us"}, '
                   '{name="latency_bound", bound="200ms"}]')
        self.assertEqual(done.returncode, 0, done.stderr)
        table = json.loads(done.stdout)
        self.assertIn("energy and latency of the same time, from 0 s to 21 s", table["notes"])
        self.assertFalse([note for note in table["notes"] if "most_time" in note], table["notes"])
        rows = {row["policy"]: row for row in table["rows"]}
        simulated = [row for row in rows.values() if row["verdict"] != "computed"]
        self.assertEqual([row["verdict"] for row in simulated], ["finished"] * 5)
        self.assertEqual(rows["always full rate"]["energy_ideal_percent"], 100)
        # Full rate for the first epoch of 21, and 10 ms of the change.
        self.assertAlmostEqual(rows["static (rate = 25Mb/s)"]["energy_ideal_percent"], (1 * 100 + 20 * 25) / 21, delta=0.1)
        # A change of rate takes 10 ms: a promise of 20 us can save little, one of 200 ms much, and the idle end is in both.
        self.assertGreater(rows["latency_bound (bound = 20us)"]["energy_ideal_percent"], rows["latency_bound (bound = 200ms)"]["energy_ideal_percent"])
        self.assertLess(rows["latency_bound (bound = 20us)"]["mean_increase_us"], rows["latency_bound (bound = 200ms)"]["mean_increase_us"])
        self.assertEqual(rows["latency_bound (bound = 20us)"]["latency_bound"], "BROKEN")
        self.assertEqual(rows["latency_bound (bound = 200ms)"]["latency_bound"], "kept")

    def test_a_latency_bound_that_slow_links_cannot_keep_is_reported_as_broken(self):
        done = ebb("run", self.FILE, "--replay", self.trace, "-q", "--set", 'control.policy={name="latency_bound",bound="20us"}')
        self.assertEqual(done.returncode, 0, done.stderr)
        said = next(line for line in done.stdout.splitlines() if line.startswith("bound "))
        self.assertIn("BROKEN, it grew by ", said)
        with open("docs/howto/agent.md", encoding="utf-8") as docs:
            self.assertIn(f"`{said[said.index('BROKEN'):]}`", docs.read())  # what the page shows is what the program says

    def test_a_recording_that_is_not_there_is_named(self):
        for command in ("run", "compare-policies"):
            done = ebb(command, self.FILE, "--replay", "no.ebbtrace")
            self.assertEqual(done.returncode, 2)
            self.assertIn("no.ebbtrace", done.stderr)


class SleepingLinks(unittest.TestCase):
    """What sleeping links would save is one command from a plan file; docs/howto/compare-policies.md shows it with what it prints."""

    def test_the_page_shows_what_the_command_prints(self):
        page = read("docs", "howto", "compare-policies.md")
        command = re.search(r"^    ebb (run -q examples/plan-fabric-2026.toml[^\n]*\\\n[^\n]*)$", page, re.M).group(1)
        shown = page.split("checked by tests/run_process_test.py -->\n```\n")[1].split("```")[0]
        done = ebb(*command.replace("\\\n", " ").split())
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(shown, done.stdout)
        self.assertRegex(shown, r"\$[1-9][0-9]* less")

    def test_a_comparison_of_policies_takes_the_same_plan(self):
        with tempfile.TemporaryDirectory() as folder:
            done = ebb("compare-policies", "-q", "examples/plan-fabric-2026.toml", "--json", "--store", os.path.join(folder, "s"), "--set",
                       "topology.radix=4", "--set", "routing.name=clos_adaptive", "--set", "traffic.load=0.05", "--set",
                       "run.most_time=60us", "--set", "run.batch=2us", "--set", "compare=[{name='idle_sleep'}]")
            self.assertEqual(done.returncode, 0, done.stderr)
            table = json.loads(done.stdout)
            self.assertTrue(any(row["policy"].startswith("idle_sleep") and row["power.total_w"] > 0 for row in table["rows"]), table["rows"])
            self.assertEqual(table["missing_numbers"], ["nic-400g (copper transceiver, per_bit, per_packet)"])


class Process(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.results = os.path.join(self.temporary.name, "results")

    def tearDown(self):
        self.temporary.cleanup()

    def start(self, *arguments):
        return subprocess.Popen([EBB, "run", EXAMPLE, *arguments], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def whole_folder(self):
        self.assertEqual(set(os.listdir(self.results)), FILES)
        summary = json.loads(read(self.results, "summary.json"))
        self.assertEqual(summary["digest"], read(self.results, "digest.txt").strip())
        lines = read(self.results, "channels.csv").split("\r\n")
        channels = sum(kind["channels"] for kind in summary["channels"])
        self.assertEqual(len(lines), channels + 2)  # a header, and nothing after the last line end
        self.assertEqual(collections.Counter(line.split(",")[3] for line in lines[1:-1]),
                         {kind["kind"]: kind["channels"] for kind in summary["channels"]})
        return summary


def promised_paths(heads):
    """Names with dots in the docs that begin with a key of a run's JSON, each with the page that has it."""
    for page in sorted(glob.glob("docs/**/*.md", recursive=True)) + ["README.md"]:
        if page == "docs/reference/json-members.md":  # members of documents, not figures; json_names_test.py holds it
            continue
        for path in re.findall(r"[`'\"]([a-z_0-9]+(?:\.[a-z_0-9]+)+)[`'\"]", read(page)):
            if path.split(".")[0] in heads and not path.endswith((".md", ".csv", ".json", ".hpp", ".cpp", ".devices")):
                yield page, path


class Paths(Process):
    def figures(self, *arguments):
        done = ebb("run", *arguments, "--json", "-q")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_that_the_docs_promise_are_there(self):
        controlled = self.figures("examples/run-halve-double.toml", "--set", "run.most_time=50us",
                                  "--set", "plan.load=0.2")
        job = self.figures("examples/run-job.toml")
        names = set(controlled["figures"]) | set(job["figures"])
        sections = {"network", "control", "flow", "traffic", "routing"}  # docs mean those of a configuration
        heads = (set(controlled) | set(job)) - sections - {"figures"}
        promised = list(promised_paths(heads))
        self.assertIn(("docs/howto/sweep.md", "latency.messages.p99_ns"), promised)
        self.assertIn(("docs/howto/traces.md", "job.run_time_ps"), promised)
        self.assertEqual([(page, path) for page, path in promised if path not in names], [])

    def test_of_what_was_dropped_is_not_under_way(self):
        self.assertIsNone(self.figures("examples/run-drop.toml")["in_network_bytes"])


class Summary(Process):
    def test_busy_time_has_one_base(self):
        summary = json.loads(ebb("run", EXAMPLE, *SHORT, "--json", "-q").stdout)
        for kind in summary["channels"]:
            self.assertLessEqual(kind["run_utilisation_min_percent"], kind["run_utilisation_mean_percent"] + 1e-9)
            self.assertLessEqual(kind["run_utilisation_mean_percent"], kind["run_utilisation_max_percent"] + 1e-9)

    def test_energy_is_shown_where_it_was_asked_for(self):
        plain = json.loads(ebb("run", EXAMPLE, *SHORT, "--json", "-q").stdout)
        self.assertEqual([row["table"] for row in plain["energy"]], ["infiniband-36, as cabled"])  # for its watts
        self.assertEqual(plain["energy"][0]["of_full_percent"], 100)
        self.assertNotIn("power table", ebb("run", EXAMPLE, *SHORT, "-q").stdout)
        asked = json.loads(ebb("run", EXAMPLE, *SHORT, "--json", "-q", "--set", "energy.devices=[\"wedge-100\"]").stdout)
        self.assertEqual(asked["energy"][-1]["table"], "wedge-100")

    def test_json_is_complete(self):
        done = ebb("run", EXAMPLE, *SHORT, "--json", "-q")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "")
        summary = json.loads(done.stdout)
        for key in ("file network routing traffic seed vcs hosts switches verdict why partial simulated_ps "
                    "measured_from_ps measured_until_ps window_ps offered accepted source_backlog_bytes "
                    "in_network_bytes latency channels work digest").split():
            self.assertIn(key, summary)
        self.assertEqual(summary["hosts"], 512)
        self.assertEqual(summary["simulated_ps"] // 1_000_000, 20)
        self.assertFalse(summary["partial"])
        self.assertEqual(len(summary["latency"]), 3)
        for line in summary["latency"]:
            figures = [line[name + "_ns"] for name in ("min", "p50", "p90", "p99", "p999", "max")]
            self.assertEqual(figures, sorted(figures))
            self.assertGreater(figures[0], 0)
            for name in ("p50", "p90", "p99", "p999"):
                if line[name + "_low_ns"] is not None:
                    self.assertLessEqual(line[name + "_low_ns"], line[name + "_ns"])
                    self.assertLessEqual(line[name + "_ns"], line[name + "_high_ns"])
        self.assertEqual(set(summary["work"]), {"messages", "packets", "packet_hops", "events", "cpu_s"})
        self.assertGreater(summary["work"]["packet_hops"], summary["work"]["packets"])

    def test_memory_is_said_with_its_condition(self):
        """Any open traffic may be more than a pattern lets a network carry; a closed loop waits."""
        self.assertIn("more if the offered load exceeds the capacity", ebb("run", EXAMPLE, "--memory", "--set", "traffic.load=0.1").stdout)
        self.assertTrue(json.loads(ebb("run", EXAMPLE, "--memory", "--json").stdout)["queues_may_grow"])
        closed = ebb("run", EXAMPLE, "--memory", "--set", 'traffic={arrivals={name="closed_loop"}}')
        self.assertNotIn("exceeds", closed.stdout)

    @unittest.skipIf(SANITIZED, "a sanitizer takes memory of its own")
    def test_memory_is_predicted_to_a_fifth(self):
        """Long messages of a closed loop fill the buffers: hosts that send to the same one hold each other up."""
        loop = 'traffic={{arrivals={{name="closed_loop",outstanding={}}},sizes={{name="fixed",size="{}"}}}}'
        for settings in ([loop.format(64, "1000000B")], [loop.format(64, "16000B")], [loop.format(4096, "1000B")],
                         [loop.format(64, "1000000B"), "switch.input_buffer=128KiB"], ["traffic.load=0.5"]):
            words = [word for setting in [*settings, "run.most_time=300us"] for word in ("--set", setting)]
            predicted = json.loads(ebb("run", EXAMPLE, "--memory", "--json", *words).stdout)["predicted_memory_bytes"]
            process = subprocess.Popen([EBB, "run", EXAMPLE, "-q", *words], stdout=subprocess.DEVNULL)
            _, status, used = os.wait4(process.pid, 0)  # also counts this interpreter, which is smaller
            process.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(process.returncode, 0, settings)
            ratio = used.ru_maxrss * 1024 / predicted
            self.assertTrue(1 / 1.2 <= ratio <= 1.2, f"{settings}: {ratio:.2f} times the {predicted} predicted bytes")

    def test_settings_of_the_command_line_go_before_the_file(self):
        done = ebb("run", EXAMPLE, *SHORT, "--json", "-q", "--set", "topology.n=2", "--set", "traffic.load=0.25")
        summary = json.loads(done.stdout)
        self.assertEqual(summary["hosts"], 64)
        self.assertAlmostEqual(summary["offered"]["share"], 0.25, delta=0.05)

    def test_bad_input_has_exit_code_2_and_prints_nothing_to_stdout(self):
        for arguments in (["no-such.toml"], [EXAMPLE, "--set", "traffic.load=2"],
                          [EXAMPLE, "--set", "routing.name=ugal"], [EXAMPLE, "-o", "examples"],
                          [EXAMPLE, "--threads", "0"]):
            done = ebb("run", *arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertNotEqual(done.stderr, "")


class Repeat(Process):
    def test_the_digest_is_that_of_any_number_of_threads_and_of_the_results_folder(self):
        digests = set()
        for threads in ("1", "2", "4"):
            done = ebb("run", EXAMPLE, *SHORT, "--json", "-q", "--threads", threads)
            digests.add(json.loads(done.stdout)["digest"])
        done = ebb("run", EXAMPLE, *SHORT, "-q", "-o", self.results)
        self.assertEqual(done.returncode, 0, done.stderr)
        digests.add(self.whole_folder()["digest"])
        self.assertEqual(done.stdout, read(self.results, "summary.txt"))
        again = ebb("run", os.path.join(self.results, "config.toml"), "--json", "-q")
        digests.add(json.loads(again.stdout)["digest"])
        self.assertEqual(len(digests), 1)
        other = ebb("run", EXAMPLE, *SHORT, "--json", "-q", "--set", "run.seed=2")
        self.assertNotIn(json.loads(other.stdout)["digest"], digests)

    def test_a_trace_as_text_gives_the_bits_of_the_trace(self):
        text = os.path.join(self.temporary.name, "messages.csv")
        self.assertEqual(ebb("trace", "convert", "examples/search-64.ebbtrace", "-o", text).returncode, 0)
        with_text = read("examples/run-trace.toml").replace("search-64.ebbtrace", "messages.csv")
        moved = os.path.join(self.temporary.name, "run.toml")
        with open(moved, "w", encoding="utf-8") as file:
            file.write(with_text)
        runs = [ebb("run", path, *SHORT, "--json", "-q") for path in ("examples/run-trace.toml", moved)]
        self.assertEqual([run.returncode for run in runs], [0, 0], runs[1].stderr)
        self.assertEqual(*(json.loads(run.stdout)["digest"] for run in runs))
        with open(text, "a", encoding="utf-8") as file:
            file.write("1,2\n")
        refused = ebb("run", moved, "-q")
        self.assertEqual(refused.returncode, 2)
        self.assertRegex(refused.stderr, r"messages\.csv:\d+")


class Channels(Process):
    def rows(self):
        header, *lines = read(self.results, "channels.csv").split("\r\n")[:-1]
        return [dict(zip(header.split(","), line.split(","))) for line in lines]

    def states_of(self, row):
        return {key: int(value) for key, value in row.items() if key.startswith(("off_", "at_", "changing_"))}

    def test_say_how_long_each_was_in_each_state_to_the_picosecond(self):
        done = ebb("run", EXAMPLE, *SHORT, "-q", "-o", self.results, "--set", "topology.n=2", "--set", "run.warm_up=5us", "--set",
                   "control.policy={name=\"queue_aware\",idle_state=\"off\"}", "--set", "control.wake=700ns", "--set",
                   "control.epoch=3us")
        self.assertEqual(done.returncode, 0, done.stderr)
        summary = self.whole_folder()
        measured = summary["metered_until_ps"] - summary["measured_from_ps"]
        self.assertLess(measured, summary["simulated_ps"])
        whole = {}
        for row in self.rows():
            states = self.states_of(row)
            self.assertEqual(list(states), ["off_ps"] + [f"at_{r}_gbps_ps" for r in ("2_5", "5", "10", "20", "40")] +
                             [f"changing_{r}_gbps_ps" for r in ("2_5", "5", "10", "20", "40")])
            self.assertEqual(sum(states.values()), measured, row)
            self.assertGreaterEqual(min(states.values()), 0)
            for key, time in states.items():
                whole[key] = whole.get(key, 0) + time
        self.assertGreater(whole["off_ps"], 0)
        for index, key in enumerate(["off_ps", *(f"at_{r}_gbps_ps" for r in ("2_5", "5", "10", "20", "40"))]):
            self.assertEqual(whole[key], sum(kind["rates"][index]["time_ps"] for kind in summary["rates_by_kind"]))

    def test_of_each_kind_are_at_their_rates_for_all_of_the_measured_time(self):
        done = ebb("run", EXAMPLE, *SHORT, "-q", "--json", "--set", "control.policy=halve_double", "--set",
                   "control.epoch=3us", "--set", "run.warm_up=6us")
        self.assertEqual(done.returncode, 0, done.stderr)
        summary = json.loads(done.stdout)
        number = {kind["kind"]: kind["channels"] for kind in summary["channels"]}
        measured = summary["metered_until_ps"] - summary["measured_from_ps"]
        self.assertEqual([kind["kind"] for kind in summary["rates_by_kind"]], list(number))
        at_rate = dict.fromkeys((rate["rate_gbps"] for rate in summary["rates"]), 0)
        for kind in summary["rates_by_kind"]:
            self.assertEqual(sum(rate["time_ps"] + rate["changing_ps"] for rate in kind["rates"]),
                             number[kind["kind"]] * measured)
            for rate in kind["rates"]:
                at_rate[rate["rate_gbps"]] += rate["time_ps"]
        for rate in summary["rates"]:
            self.assertAlmostEqual(rate["time_percent"],
                                   100 * at_rate[rate["rate_gbps"]] / sum(number.values()) / measured, places=9)

    def test_that_nothing_controls_are_at_full_rate_throughout(self):
        ebb("run", EXAMPLE, *SHORT, "-q", "-o", self.results)
        summary = self.whole_folder()
        measured = summary["metered_until_ps"] - summary["measured_from_ps"]
        for row in self.rows():
            self.assertEqual(self.states_of(row), {"at_40_gbps_ps": measured})


class Progress(Process):
    def test_comes_at_once_as_plain_lines(self):
        process = self.start(*ENDLESS)
        begin = time.monotonic()
        line = process.stderr.readline()
        waited = time.monotonic() - begin
        process.kill()
        process.communicate()
        self.assertIn("s simulated", line)
        self.assertIn("packets", line)
        self.assertNotIn("\r", line)
        self.assertNotIn("\033", line)
        self.assertLess(waited, 10)  # a second, on a machine that has time for it

    def test_is_not_shown_to_the_quiet(self):
        process = self.start(*ENDLESS, "-q")
        time.sleep(2)
        self.assertIsNone(process.poll())
        process.kill()
        self.assertEqual(process.communicate()[1], "")


class Interrupted(Process):
    def test_writes_what_it_has_and_says_that_it_is_partial(self):
        for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1, signal.SIGHUP):
            for threads in ("1", "2"):
                process = self.start(*ENDLESS, "-o", self.results, "--json", "--threads", threads)
                process.stderr.readline()
                process.send_signal(ending)
                out, _ = process.communicate(timeout=PATIENCE)
                self.assertEqual(process.returncode, 1)
                self.assertTrue(json.loads(out)["partial"])
                summary = self.whole_folder()
                self.assertTrue(summary["partial"])
                self.assertGreater(summary["simulated_ps"], 0)
                self.assertIn("partial", read(self.results, "summary.txt"))
                os.rename(self.results, f"{self.results}-{ending}-{threads}")

    def test_by_a_deadlock_keeps_and_prints_what_it_has(self):
        file, store = os.path.join(self.temporary.name, "ring.toml"), os.path.join(self.temporary.name, "store")
        with open(file, "w", encoding="utf-8") as out:
            out.write(DEADLOCK)
        done = ebb("run", "-q", file, "-o", self.results, "--store", store, "--json")
        self.assertEqual(done.returncode, 1)
        self.assertIn("this run can end in a deadlock", done.stderr)
        self.assertIn("hint: \"pause\" stops all virtual channels", done.stderr)
        printed, summary = json.loads(done.stdout), self.whole_folder()
        for result in (printed, summary):
            self.assertTrue(result["partial"])
            self.assertEqual(result["verdict"], "undecided")
            self.assertRegex(result["why"], "^deadlock: at .*us these 7 channels are paused because of each other")
            self.assertIn("switch 0 -> switch 1", result["failure"])
            self.assertGreater(result["work"]["packets"], 5)
        self.assertIn("switch 6 -> switch 0", read(self.results, "summary.txt"))
        failed = json.loads(ebb("results", "list", "--store", store, "--failed", "--json").stdout)["rows"]
        self.assertEqual([run["verdict"] for run in failed], ["failed"])
        shown = json.loads(ebb("results", "show", failed[0]["id"], "--store", store, "--json").stdout)
        self.assertEqual(shown["figures"]["work.packets"], summary["work"]["packets"])
        again = ebb("rerun", failed[0]["id"], "--store", store)
        self.assertIn("the run was repeated to the bit", again.stdout)

    def test_by_a_deadlock_of_whole_packets_names_their_lane(self):
        file = os.path.join(self.temporary.name, "lanes.toml")
        with open(file, "w", encoding="utf-8") as out:
            out.write(LANES_DEADLOCK)
        checked = ebb("check", file)
        self.assertEqual(checked.returncode, 1)
        self.assertIn("7 channels can wait for each other in a cycle", checked.stdout)
        done = ebb("run", "-q", file, "--json")
        self.assertEqual(done.returncode, 1)
        self.assertIn("this run can end in a deadlock", done.stderr)
        result = json.loads(done.stdout)
        self.assertTrue(result["partial"])
        self.assertRegex(result["why"], "^deadlock: at .*us these [0-9]+ channels wait for each other in a cycle")
        self.assertRegex(result["failure"], r"switch 6 -> switch 0 \(around\), lane [01], vc 0")
        sound = ebb("check", file, "--set", "routing.paths=up_down")
        self.assertEqual(sound.returncode, 0, sound.stdout + sound.stderr)

    def test_leaves_nothing_when_killed(self):
        process = self.start(*ENDLESS, "-o", self.results)
        process.stderr.readline()
        process.kill()
        process.communicate()
        self.assertFalse(os.path.exists(self.results))

    def test_leaves_a_whole_folder_or_none_whenever_it_is_killed(self):
        begin = time.monotonic()
        self.start(*SHORT, "-q", "-o", self.results).communicate(timeout=PATIENCE)
        length = time.monotonic() - begin
        for share in (0.5, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0):
            self.results = os.path.join(self.temporary.name, f"results-{share}")
            process = self.start(*SHORT, "-q", "-o", self.results)
            time.sleep(length * share)
            process.kill()
            process.communicate()
            if os.path.exists(self.results):
                self.whole_folder()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
