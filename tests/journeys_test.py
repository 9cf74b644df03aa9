#!/usr/bin/env python3
"""What an architect does in one go, as commands: the files of one step are those that the next one reads.

usage: journeys_test.py PATH_OF_EBB [PATH_OF_THE_RECORDER]     (from the source folder)

The mixed network's cables, parts and picture are in src/app/plan/plan_journeys_test.cpp; a store in a real browser is in
tests/web_page_test.py.
"""
import csv
import html
import http.client
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

EBB = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.abspath("build/ebb")
RECORDER = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 and sys.argv[2] else ""
MIXED = "examples/plan-mixed-12k.toml"


SMALL_CLOS = """[topology]
name = "folded_clos"
levels = 2
radix = 8

[cables]
rate = "100Gb/s"
"""
PLAN = """
[plan]
switch = "mine.toml"
nic = "none"
load = 0.1
price_usd_per_kwh = 0.11
pue = 1.35
"""
SMALL_RUN = SMALL_CLOS + """
[routing]
name = "clos_adaptive"

[traffic]
load = 0.2
pattern = "uniform"
sizes = { name = "fixed", size = "64KiB" }

[control]
policy = "hysteresis"
rates = ["25Gb/s", "50Gb/s", "100Gb/s"]
epoch = "10us"
reactivation = "1us"

[energy]
devices = ["mine.toml"]

[run]
most_time = "300us"
"""
CLUSTER = """[topology]
name = "complete"
switches = 4
hosts_per_switch = 1
links = 4

[cables]
rate = "1Gb/s"

[routing]
name = "vlan_trees"

[flow]
name = "pause"

[trees]
paths = "up_down"

[energy]
devices = ["mahadevan-rack-48"]

[run]
most_time = "60s"
"""


def device_of(*rates):
    """A switch of 50 W whose ports use 4 W at the first rate, and a watt less at each that follows."""
    rows = "".join(f'[[link]]\nrate = "{rate}Gb/s"\nport = {{ value = "{4 - i}W", source = "assumed" }}\n' for i, rate in enumerate(rates))
    return ('title = "mine"\nkind = "switch"\nfrom = "me"\nports = { value = 8, source = "assumed" }\n'
            'base = { value = "50W", source = "assumed" }\n') + rows


DEVICE = device_of(100, 50, 25)


def ebb(*words, code=0, limit=200, **more):
    done = subprocess.run([EBB, *map(str, words)], capture_output=True, text=True, timeout=limit, **more)
    assert done.returncode == code, f"ebb {words} ended with {done.returncode}:\n{done.stdout}{done.stderr}"
    return done.stdout


def cards_of(page):
    """The key figures of a page, by what they are."""
    found = re.findall(r'<div class="big">(.*?)</div><div class="what">(.*?)</div>', page)
    return {html.unescape(what): html.unescape(value) for value, what in found}


class Journeys(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        pathlib.Path(self.path(name)).write_text(text, encoding="utf-8")
        return self.path(name)

    def test_a_mixed_network_of_12_000_hosts_is_sized_and_mailed(self):
        """Networks of one device and of two are sized, the best of each are compared, and the page can be mailed."""
        sized = ["plan", "size", "--hosts", 12000, "--switch", "cisco-8201-32fh", "--bisection", "0.3"]
        networks = json.loads(ebb(*sized, "--json"))["networks"]
        self.assertGreaterEqual(min(row["hosts"] for row in networks), 12000)
        self.write("one.toml", ebb(*sized, "--toml", 1))
        leaves = ["plan", "size", "--hosts", 12000, "--switch", "arista-7280cr3k-32d4", "--rate", "400Gb/s", "--set",
                  "plan.spine=cisco-8201-32fh", "--set", "cables.host_rate=100Gb/s", "--bisection", "0.3"]
        two = json.loads(ebb(*leaves, "--json"))["networks"][0]
        self.assertGreaterEqual(two["hosts"], 12000)
        self.assertGreaterEqual(two["throughput_percent"], 30)
        self.write("two.toml", ebb(*leaves, "--toml", 1))
        compared = ["plan", "compare", self.path("one.toml"), self.path("two.toml"), MIXED]
        said = json.loads(ebb(*compared, "--report", self.path("page.html"), "--json"))
        one, sized_mixed, mixed = said["plans"]
        self.assertEqual(one["parts"]["switch_chips"], networks[0]["switches"])
        self.assertEqual(sized_mixed["parts"]["switch_chips"], two["switches"])
        self.assertEqual(sized_mixed["spine"], "cisco-8201-32fh")
        self.assertIsNotNone(sized_mixed["price"]["priced_parts_usd"], "adapters have a public price")
        self.assertIn("arista-7280cr3k-32d4", sized_mixed["price"]["without_price"])
        self.assertEqual(mixed["parts"]["hosts"], 12288)
        page = pathlib.Path(self.path("page.html")).read_text(encoding="utf-8")
        self.assertIn("100G hosts under 400G spines", page)
        self.assertIn(f"{mixed['power']['total_power_w']:,.0f}", page)
        self.assertNotRegex(page, r'(src|href)="?http', "it loads nothing")

    def sleeping(self, device, *more):
        self.write("mine.toml", device)
        plan = self.write("plan.toml", SMALL_CLOS + PLAN)
        return json.loads(ebb("plan", plan, "--sleep", "-q", "--json", *more))["sleep"]

    def test_what_sleeping_saves_is_said_in_one_command(self):
        """For a load and for a day of loads; where a port has one state, that nothing can be saved, and why."""
        always = self.sleeping(DEVICE)
        best = always["policies"][0]
        self.assertGreater(best["saved_w"], 100)
        self.assertAlmostEqual(best["saved_usd_per_year"], best["saved_w"] * 8.76 * 0.11 * 1.35, delta=0.01 * best["saved_usd_per_year"])
        self.assertIn("folded_clos", always["simulated"])
        day = self.write("day.csv", "hour,load\n" + "".join(f"{hour},{0.05 if hour < 12 else 0.3}\n" for hour in range(24)))
        self.assertEqual(len(self.sleeping(DEVICE, "--day", day)["loads"]), 2)
        self.write("mine.toml", device_of(100))
        said = ebb("plan", self.path("plan.toml"), "--sleep", "-q")
        self.assertIn("nothing can be saved by sleeping: the device files state one state for each port", said)

    def test_spare_links_of_12_000_hosts_are_switched_off(self):
        """Random demand. Whoever cannot wait gets the best so far by Ctrl-C: a schedule that the agent reads."""
        clos = self.write("clos.toml", '[topology]\nname = "folded_clos"\nlevels = 3\nradix = 36\n[cables]\nrate = "100Gb/s"\n')
        draw, hosts = random.Random(7), 11664
        pairs = "".join(f"h{host},h{draw.randrange(hosts)},5\n" for host in range(hosts))
        demand = self.write("tm.csv", "source,destination,Gb/s\n" + pairs)
        words = ["off", clos, "--demand", demand, "--schedule", self.path("off.csv"), "--csv"]
        search = subprocess.Popen([EBB, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        ticks = os.sysconf("SC_CLK_TCK")

        def cpu_seconds():
            with open(f"/proc/{search.pid}/stat", encoding="utf-8") as stat:
                return sum(map(int, stat.read().rsplit(")", 1)[1].split()[11:13])) / ticks
        while search.poll() is None and cpu_seconds() < 7:
            time.sleep(0.1)
        if search.poll() is None:
            search.send_signal(signal.SIGINT)
        out, err = search.communicate(timeout=300)
        self.assertEqual(search.returncode, 0, err)
        hours = list(csv.DictReader(out.splitlines()))
        self.assertEqual(len(hours), 24, out + err)
        self.assertGreater(int(hours[0]["cables_off"]), 1000, err)
        self.assertEqual(hours[0]["carried"], "yes")
        schedule = pathlib.Path(self.path("off.csv")).read_text(encoding="utf-8").splitlines()
        self.assertEqual(len([line for line in schedule if re.match("3,", line)]), int(hours[3]["cables_off"]))

    def test_a_store_is_served_and_its_runs_are_compared(self):
        """Two runs into a store, read by requests as a browser sends them."""
        network = self.write("run.toml", SMALL_RUN)
        self.write("mine.toml", DEVICE)
        for load in (0.1, 0.3):
            ebb("run", network, "-q", "--store", self.path("a.results"), "--set", f"traffic.load={load}")
        server = subprocess.Popen([EBB, "serve", self.path("a.results")], stderr=subprocess.PIPE, text=True)
        try:
            line = server.stderr.readline()
            if "without a web server" in line:
                self.skipTest("built without cpp-httplib")
            port, token = re.search(r":(\d+)/\?(token=\w+)", line).groups()

            def get(path):
                connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=30)
                connection.request("GET", path + ("&" if "?" in path else "?") + token)
                return connection.getresponse().read().decode()
            runs = []
            for _ in range(300):
                runs = json.loads(get("/api/runs"))["runs"]
                if len(runs) == 2:
                    break
                time.sleep(0.1)
            self.assertEqual(len(runs), 2)
            compared = get(f"/api/compare?a={runs[0]['id']}&b={runs[1]['id']}")
            self.assertIn("traffic.load", compared)
            self.assertIn(runs[0]["id"][:8], get(f"/page?id={runs[0]['id']}"))
        finally:
            server.terminate()
            server.wait(timeout=60)
            server.stderr.close()

    def record(self, trace):
        """By MPI where it is; else a made job."""
        if not RECORDER or not shutil.which("mpirun"):
            return ebb("trace", "make", "nas-cg", "--processes", 4, "--class", "S", "-o", trace)
        environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
        done = subprocess.run(["mpirun", "-np", "4", "--oversubscribe", "--mca", "btl", "vader,self", "--mca", "mpi_yield_when_idle", "1",
                               "-x", f"LD_PRELOAD={RECORDER}", "-x", f"EBB_RECORD={trace}", EBB, "lab", "rounds", "20", "65536"],
                              env=environment, capture_output=True, text=True, timeout=200)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_a_recorded_job_chooses_its_links_and_the_choice_is_simulated(self):
        """The job's messages choose the links; the same job then runs over these alone, with less power."""
        trace, paths = self.path("job.ebbtrace"), self.path("mine.paths")
        self.record(trace)
        about = ebb("trace", "info", trace)
        self.assertIn("a job: its messages wait for each other", about)
        self.assertRegex(about, r"\d+ pairs? of hosts send; most: \d+ -> \d+")
        network = self.write("mine.toml", CLUSTER)
        chosen = ebb("trees", network, "--trace", trace, "--peak", "1GB", "--paths", paths)
        self.assertIn("3 with paths that move", chosen)
        section = re.search(r"With the paths that move:\n(\[trees\]\noff = .*\nfile = .*)", chosen).group(1)
        self.write("chosen.toml", CLUSTER.split("[trees]")[0] + section + "\n" + CLUSTER.split('paths = "up_down"\n')[1])
        all_on, few = (json.loads(ebb("run", self.path(file), "--replay", trace, "-q", "--json")) for file in ("mine.toml", "chosen.toml"))
        self.assertEqual(few["job"]["done"], few["job"]["operations"])
        self.assertGreaterEqual(few["job"]["run_time_ps"], all_on["job"]["run_time_ps"])
        used = [next(row for row in run["energy"] if "mahadevan" in row["table"])["of_full_percent"] for run in (all_on, few)]
        self.assertLess(used[1], used[0] - 10, "links that are off use less")

    def test_every_number_of_a_run_is_the_same_on_every_page(self):
        """One price, one PUE, one set of devices: in the summary, in text, on the three pages, and in the store."""
        self.write("mine.toml", DEVICE)
        run = self.write("run.toml", SMALL_RUN + PLAN)
        ebb("run", run, "-q", "-o", self.path("result"), "--report", self.path("direct.html"))
        ebb("report", self.path("result"), "-o", self.path("folder.html"))
        ebb("run", run, "-q", "--store", self.path("a.results"), "--report", self.path("stored.html"))
        summary = json.loads(pathlib.Path(self.path("result/summary.json")).read_text(encoding="utf-8"))
        power, packets = summary["power"], next(row for row in summary["latency"] if row["what"] == "packets with source queue")
        pages = {name: pathlib.Path(self.path(name + ".html")).read_text(encoding="utf-8") for name in ("direct", "folder", "stored")}
        texts = {**{name: html.unescape(page) for name, page in pages.items()}, "text": ebb("report", self.path("result"))}
        cards = {name: cards_of(page) for name, page in pages.items()}
        self.assertEqual(cards["direct"], cards["folder"])
        self.assertEqual(cards["direct"], cards["stored"])
        self.assertEqual(cards["direct"]["of full power"], f"{100 * power['total_w'] / power['always_on_w']:.1f} %")
        self.assertEqual(cards["direct"]["mean packet latency"], f"{packets['mean_ns'] / 1e3:.4g} us")
        self.assertEqual(cards["direct"]["saved against always on"], f"{power['always_on_w'] - power['total_w']:,.0f} W")
        for name, text in texts.items():
            self.assertEqual(set(re.findall(r"\$(\d+\.?\d*) per kWh", text)), {"0.11"}, name)
            self.assertEqual(set(re.findall(r"PUE of (\d+\.?\d*)\b", text)), {"1.35"}, name)
            self.assertIn(f"{round(power['kwh_per_year']):,} kWh", text, name)
            self.assertIn(summary["digest"], text, name)
        stored = json.loads(ebb("results", "export", "--store", self.path("a.results"), "--json"))
        figures = stored[0]["figures"]
        self.assertEqual(figures["latency.packets_with_source_queue.mean_ns"], packets["mean_ns"])
        self.assertEqual(figures["power.total_w"], power["total_w"])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
