#!/usr/bin/env python3
"""Networks of one's own as processes: what `ebb export` writes, other programs read as the same network, and so does
ebb; results folders of such networks run wherever they are moved; names go through every output."""
import csv
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

try:
    import networkx
except ImportError:
    networkx = None

EBB = os.path.abspath(sys.argv.pop(1))
EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples"

TOPOLOGIES = {
    "folded_clos": 'name = "folded_clos"\nlevels = 2\nradix = 8',
    "flattened_butterfly": 'name = "flattened_butterfly"\nc = 2\nsizes = [3, 2]\nparallel = [1, 2]',
    "torus": 'name = "torus"\nsizes = [4, 3]',
    "dragonfly": 'name = "dragonfly"\na = 4\nh = 1\ng = 4',
    "tree": 'name = "tree"\ndepth = 2\narity = 3',
    "graph": f'name = "graph"\nfile = "{EXAMPLES}/leaf-spine.graphml"',
}
RUN = """
[routing]
name = "shortest_path"
[traffic]
workload = { name = "demand", file = "tm.csv" }
[run]
most_time = "60us"
batch = "5us"
"""


class Networks(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.write("tm.csv", "source,destination,Gb/s\n" + "".join(f"{h},{(h + 7) % 12},6\n{h},{(h + 1) % 12},2\n" for h in range(12)))

    def path(self, *names):
        return os.path.join(self.folder.name, *names)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def ebb(self, *arguments, cwd=None, code=0):
        done = subprocess.run([EBB, *arguments], capture_output=True, text=True, cwd=cwd or self.folder.name, timeout=120)
        self.assertEqual(done.returncode, code, (arguments, done.stdout[-2000:], done.stderr))
        return done.stdout if code == 0 else done.stderr

    def run_file(self, topology, name="run.toml"):
        return self.write(name, f"[topology]\n{topology}\n{RUN}")

    @unittest.skipUnless(networkx, "python3-networkx is not installed")
    def test_networkx_reads_the_same_network_in_both_formats(self):
        for name, topology in TOPOLOGIES.items():
            file = self.run_file(topology)
            self.ebb("export", file, "--as", "graphml", "-o", "net.graphml", "--force")
            self.ebb("export", file, "--as", "json", "-o", "net.json", "--force")
            xml = networkx.read_graphml(self.path("net.graphml"), force_multigraph=True)
            data = json.loads(pathlib.Path(self.path("net.json")).read_text(encoding="utf-8"))
            try:
                graph = networkx.node_link_graph(data, edges="links")
            except TypeError:  # before NetworkX 3.4
                graph = networkx.node_link_graph(data)
            self.assertEqual(dict(xml.degree()), dict(graph.degree()), name)
            self.assertTrue(networkx.is_connected(xml))
            kinds = networkx.get_node_attributes(xml, "kind")
            hosts = [n for n, kind in kinds.items() if kind == "host"]
            self.assertTrue(hosts and all(xml.degree(h) == 1 for h in hosts), name)
            counts = {"folded_clos": (12, 32, 64), "torus": (12, 12, 36), "graph": (6, 16, 24)}
            if name in counts:  # worked out by hand
                self.assertEqual((len(kinds) - len(hosts), len(hosts), xml.number_of_edges()), counts[name], name)
            for _, _, said in xml.edges(data=True):
                self.assertIn(said["medium"], ("copper", "optical", "backplane"))
                self.assertTrue(said["rate"].endswith("b/s") and said["delay"].endswith("s"), said)
            # And once more the other way: what NetworkX writes is still that network.
            networkx.write_graphml(xml, self.path("again.graphml"))
            self.assertEqual(self.digest_of_graph("again.graphml"), self.digest_of_graph("net.graphml"), name)
            if name == "graph":
                continue  # its leaf3-h0 would be the name of a host that leaf3 gets below
            # A list of cables has no nodes: all of them are switches then, with as many cables.
            networkx.write_edgelist(xml, self.path("edges.txt"), data=True)
            listed = self.ebb("export", self.run_file('name = "graph"\nfile = "edges.txt"\nhosts_per_switch = 1'),
                              "--as", "dot")
            self.assertEqual(listed.count(" -- "), xml.number_of_edges() + xml.number_of_nodes(), name)

    def digest_of_graph(self, network):
        file = self.run_file(f'name = "graph"\nfile = "{network}"', "again.toml")
        return json.loads(self.ebb("run", file, "-q", "--json"))["digest"]

    def test_what_is_exported_is_read_as_the_same_network(self):
        for name, topology in TOPOLOGIES.items():
            file = self.run_file(topology)
            before = json.loads(self.ebb("run", file, "-q", "--json"))
            for form, output in (("graphml", "net.graphml"), ("json", "net.json")):
                self.ebb("export", file, "--as", form, "-o", output, "--force")
                self.assertEqual(self.digest_of_graph(output), before["digest"], (name, form))

    @unittest.skipUnless(shutil.which("dot"), "graphviz is not installed")
    def test_graphviz_reads_the_network(self):
        for name, topology in TOPOLOGIES.items():
            text = self.ebb("export", self.run_file(topology), "--as", "dot")
            done = subprocess.run(["dot", "-Tcanon"], input=text, capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (0, ""), name)
            self.assertEqual(done.stdout.count(" -- "), text.count(" -- "), name)

    def test_python_compiles_the_mininet_script(self):
        for name, topology in TOPOLOGIES.items():
            text = self.ebb("export", self.run_file(topology), "--as", "mininet")
            calls = {"addSwitch": [], "addHost": [], "addLink": []}

            class Topo:  # what the script inherits from; Mininet itself is not needed to build the graph
                def __getattr__(self, call):
                    return lambda *nodes, **options: calls[call].append((nodes, options))

            module = type(sys)("mininet.topo")
            module.Topo = Topo
            sys.modules["mininet"], sys.modules["mininet.topo"] = type(sys)("mininet"), module
            names = {}
            exec(compile(text, name, "exec"), names)  # pylint: disable=exec-used
            names["topos"]["ebb"]().build()
            nodes = [n[0] for n, _ in calls["addSwitch"] + calls["addHost"]]
            self.assertEqual(len(nodes), len(set(nodes)))
            ports = [(end, options[port]) for ends, options in calls["addLink"]
                     for end, port in zip(ends, ("port1", "port2"))]
            self.assertEqual(len(ports), len(set(ports)), name)
            self.assertTrue(all(end in nodes for end, _ in ports), name)
            self.assertTrue(all(len(f"{end}-eth{port}") <= 15 for end, port in ports), name)
            if name == "graph":  # the names of its file
                self.assertTrue({"leaf1", "spine1"} <= set(nodes), nodes)
            self.assertTrue(all(0 < options["bw"] <= 1000 for _, options in calls["addLink"]), name)

    def small_cluster(self):
        for name in ("leaf-spine.graphml", "demand-day.csv", "run-leaf-spine.toml"):
            shutil.copy(EXAMPLES / name, self.path(name))

    SHORT = ("--set", "run.most_time=1ms", "--set", "run.batch=50us", "-q")

    def test_a_results_folder_runs_wherever_it_is_moved(self):
        os.makedirs(self.path("here"))
        for name in ("leaf-spine.graphml", "demand-day.csv", "run-leaf-spine.toml"):
            shutil.copy(EXAMPLES / name, self.path("here", name))
        # Paths start from the file that names them, not from where one stands.
        self.ebb("run", "here/run-leaf-spine.toml", *self.SHORT, "-o", "results")
        digest = pathlib.Path(self.path("results", "digest.txt")).read_text(encoding="utf-8")
        shutil.rmtree(self.path("here"))
        os.makedirs(self.path("far", "away"))
        shutil.move(self.path("results"), self.path("far", "away", "moved"))
        self.ebb("run", "far/away/moved/config.toml", "-q", "-o", "second")
        self.assertEqual(pathlib.Path(self.path("second", "digest.txt")).read_text(encoding="utf-8"), digest)
        self.assertEqual(sorted(os.listdir(self.path("second", "inputs"))), ["demand-day.csv", "leaf-spine.graphml"])

    def test_a_store_repeats_its_runs_wherever_it_is_moved(self):
        self.small_cluster()
        with open(self.path("run-leaf-spine.toml"), "a", encoding="utf-8") as file:
            file.write('\n[sweep.cross]\nhost.packet = ["1000B", "1500B"]\n')
        self.ebb("sweep", "run-leaf-spine.toml", "-q", "--store", "s", "--set", "run.most_time=200us")
        self.assertEqual(sorted(name[17:] for name in os.listdir(self.path("s", "inputs"))), ["demand-day.csv", "leaf-spine.graphml"])
        runs = json.loads(self.ebb("results", "list", "--store", "s", "--json"))["runs"]
        os.makedirs(self.path("far"))
        shutil.move(self.path("s"), self.path("far", "moved"))
        os.remove(self.path("leaf-spine.graphml"))
        self.write("demand-day.csv", "source,destination,Gb/s\nweb1,web2,1\n")  # changed since
        again = self.ebb("rerun", runs[0]["id"], "--store", "far/moved")
        self.assertIn("the same digest as stored: the run was repeated to the bit", again)

    def test_hosts_that_no_file_names_are_said_to_be_assumed(self):
        self.write("n.txt", "a b\nb c\nc a weight=3\n")
        file = self.write("n.toml", '[topology]\nname = "graph"\nfile = "n.txt"\n[routing]\nname = "shortest_path"\n'
                                    '[traffic]\nload = 0.2\n[run]\nmost_time = "40us"\n')
        said = "n.txt has no hosts, so each of its 3 switches gets 4 (topology.hosts_per_switch)"
        for command in (("run", "-q"), ("check",), ("plan",)):
            self.assertIn(said, self.ebb(*command, "n.toml").replace(self.path(""), ""), command)
        self.assertEqual(json.loads(self.ebb("run", "-q", file, "--json"))["network_notes"], [said.replace("n.txt", self.path("n.txt"))])
        self.assertIn("weight (1)", self.ebb("check", "n.toml"))
        # 1.5 ms of cable each way at 40 Gb/s: 15 MB are on their way before a credit is back.
        for command in (("run", "-q"), ("check",)):
            far = self.ebb(*command, "n.toml", "--set", "cables.optical_delay=1.5ms")
            self.assertIn('0.218 % of a channel at most; all of it takes switch.input_buffer = "15MiB" instead of 32KiB', far, command)
            self.assertNotIn("of a wire", self.ebb(*command, "n.toml"))

    def test_rules_and_lost_packets_go_by_names(self):
        self.small_cluster()
        rules = json.loads(self.ebb("rules", "run-leaf-spine.toml", "--switch", "leaf1", "--json"))
        self.assertEqual([(a["host"], a["port_name"]) for a in rules["addresses"]][:2], [("web1", "eth1"), ("web2", "eth2")])
        self.assertEqual(self.ebb("rules", "run-leaf-spine.toml", "--switch", "2"), self.ebb("rules", "run-leaf-spine.toml", "--switch", "s2"))
        self.write("demand-day.csv", "source,destination,Gb/s\n" + "".join(f"web{i},db1,20\n" for i in range(1, 5)))
        lost = ("run", "run-leaf-spine.toml", *self.SHORT, "--set", "flow.name=drop")
        self.assertRegex(self.ebb(*lost), r"flows were hit; most: web[1-4] to db1 \(")
        flows = json.loads(self.ebb(*lost, "--json"))["flow"]["flows_with_most_drops"]
        self.assertEqual(flows[0]["destination_name"], "db1")

    def test_an_export_that_ebb_would_not_read_says_so(self):
        plan = str(EXAMPLES / "plan-fbfly-32k.toml")
        done = subprocess.run([EBB, "export", plan, "--as", "json", "-o", "/dev/null"], capture_output=True, text=True, timeout=120)
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertIn("ebb itself reads json files of up to 16 MB", done.stderr)

    def test_messages_may_name_their_hosts(self):
        self.small_cluster()
        self.write("m.csv", "time_us,source,destination,bytes\n1,web1,db2,1000\n2,db2,web1,1000\n")
        said = self.ebb("run", "run-leaf-spine.toml", "-q", "--set", "traffic.workload={name='trace', file='m.csv'}")
        self.assertIn("finished", said)
        self.assertNotIn("fairness", said)
        self.write("m.csv", "time_us,source,destination,bytes\n1,wbe1,db2,1000\n")
        said = self.ebb("run", "run-leaf-spine.toml", "-q", "--set", "traffic.workload={name='trace', file='m.csv'}", code=2)
        self.assertIn('did you mean "web1"?', said)

    def test_what_a_demand_asks_for_is_not_called_unfair(self):
        self.small_cluster()
        self.assertNotIn("fairness", self.ebb("run", "run-leaf-spine.toml", *self.SHORT))

    def test_names_go_through_every_output(self):
        self.small_cluster()
        self.ebb("run", "run-leaf-spine.toml", *self.SHORT, "-o", "results", "--report", "page.html")
        with open(self.path("results", "channels.csv"), newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        up = [r for r in rows if r["from"] == "leaf1" and r["to"] == "spine2"]
        self.assertEqual([(r["port"], r["to_port"], r["rate_gbps"]) for r in up], [("eth50", "eth1", "100")])
        self.assertTrue(any(r["from"] == "web1" and r["to"] == "leaf1" and r["rate_gbps"] == "25" for r in rows))
        self.assertFalse(any(r["from"].startswith(("switch ", "host ")) for r in rows))
        series = json.loads(pathlib.Path(self.path("results", "series.json")).read_text(encoding="utf-8"))
        self.assertIn("leaf1:eth50 \u2192 spine2:eth1", series["network"]["channel_names"])
        self.assertEqual([p[0] for p in series["network"]["places"]][:3], ["spine1", "spine2", "leaf1"])
        rules = self.ebb("rules", "run-leaf-spine.toml", "--switch", "leaf1")
        self.assertIn("spine2", rules)
        self.assertIn("web1", rules)
        self.assertIn("did you mean \"leaf2\"", self.ebb("rules", "run-leaf-spine.toml", "--switch", "laef2", code=2))

    def test_decisions_are_told_with_names(self):
        self.write("one.txt", "leaf1 spine1 source_port=eth3\nleaf1 spine2\nleaf2 spine1\nleaf2 spine2\n"
                              "leaf1 hosts=2\nleaf2 hosts=2\n")
        self.write("run.toml", '[topology]\nname = "graph"\nfile = "one.txt"\n' +
                   RUN.replace('workload = { name = "demand", file = "tm.csv" }', "load = 0.1") +
                   '[control]\nrates = ["10Gb/s", "20Gb/s", "40Gb/s"]\nepoch = "5us"\nreactivation = "100ns"\n'
                   'policy = "halve_double"\n')
        self.ebb("run", "run.toml", "-q", "--decisions", "run.why")
        self.assertIn("leaf1:eth3 -> spine1", self.ebb("why", "run.why", "--channel", "leaf1:eth3"))
        self.assertIn("leaf2", self.ebb("why", "run.why", "--channel", "laef2", code=2))

    def test_a_network_of_two_rates_has_watts(self):
        """100 W for each switch, 1 W for each port of 25 Gb/s, 3 W for each of 100."""
        self.small_cluster()
        self.write("tor.toml", 'title = "a leaf"\nkind = "switch"\nfrom = "me"\nports = { value = 64, source = "assumed" }\n'
                   'base = { value = "100W", source = "assumed" }\n'
                   '[[link]]\nrate = "25Gb/s"\nport = { value = "1W", source = "assumed" }\n'
                   'per_bit = { value = "1nJ", source = "assumed" }\n'
                   '[[link]]\nrate = "100Gb/s"\nport = { value = "3W", source = "assumed" }\n')
        names = ["--set", f"plan.switch={self.path('tor.toml')}", "--set", "plan.nic=none"]
        plan = json.loads(self.ebb("plan", "run-leaf-spine.toml", "--json", "--set", "plan.load=0", *names))
        graph = plan["plans"][0] if "plans" in plan else plan
        self.assertEqual((graph["rate_gbps"], graph["slower_rates_gbps"]), (100, [25]))
        hosts, switches = graph["parts"]["hosts"], graph["parts"]["switch_chips_connected"]
        fast = graph["parts"]["ports_used"] - hosts
        self.assertAlmostEqual(graph["power"]["switch_base_power_w"], 100 * switches)
        self.assertAlmostEqual(graph["power"]["port_power_w"], hosts + 3 * fast)
        self.assertIn("25Gb/s and 100Gb/s", self.ebb("plan", "run-leaf-spine.toml", *names))
        run = json.loads(self.ebb("run", "-q", "run-leaf-spine.toml", "--json", "--set", "run.most_time=2ms", *names))
        to_hosts = [k for k in run["channels"] if k["kind"].startswith("to ")]
        watts = 100 * switches + hosts + 3 * fast
        bits = sum(k["channels"] * k["utilisation_mean_percent"] / 100 * 25e9 for k in to_hosts)
        self.assertAlmostEqual(run["power"]["always_on_w"], watts + 1e-9 * bits, delta=0.01 * bits * 1e-9)

    def test_force_replaces_a_device_file_and_no_other_configuration(self):
        def ebb(*args):
            return subprocess.run([EBB, *args], capture_output=True, text=True, timeout=60, cwd=self.folder.name)
        self.assertEqual(ebb("device", "new", "--ports", "8", "-o", "mine.toml").returncode, 0)
        self.assertIn("--force replaces it", ebb("device", "new", "--ports", "9", "-o", "mine.toml").stderr)
        self.assertEqual(ebb("device", "new", "--ports", "9", "-o", "mine.toml", "--force").returncode, 0)
        self.assertIn("9", (pathlib.Path(self.folder.name) / "mine.toml").read_text())
        self.assertIn("--force does not replace it", ebb("device", "list", "-o", "mine.toml", "--force").stderr)

    def test_a_wrong_name_is_the_first_complaint(self):
        done = subprocess.run([EBB, "plot", "abts-fig99"], capture_output=True, text=True, timeout=60)
        self.assertIn("abts-fig99: is no figure that ebb computes without results", done.stderr)
        self.assertTrue(done.stderr.startswith("abts-fig99"), done.stderr)
        self.assertIn("abts-fig9a", done.stderr)
        done = subprocess.run([EBB, "topology", "show", "buterfly"], capture_output=True, text=True, timeout=60)
        self.assertIn('did you mean "flattened_butterfly"?', done.stderr)

    def test_a_switch_has_room_for_a_mix_of_ports(self):
        self.small_cluster()
        row = '[[link]]\nrate = "{}Gb/s"\nports = {{ value = {}, source = "assumed" }}\nport = {{ value = "1W", source = "assumed" }}\n'
        head = 'title = "a leaf"\nkind = "switch"\nfrom = "me"\nports = { value = 4, source = "assumed" }\n'
        for fast, slow, fits in ((4, 16, True), (4, 6, False)):  # leaves have 4 servers and 2 spines: 2/4 + 4/16, 2/4 + 4/6
            self.write("tor.toml", head + row.format(100, fast) + row.format(25, slow))
            said = self.ebb("plan", "run-leaf-spine.toml", "--set", f"plan.switch={self.path('tor.toml')}", "--set", "plan.nic=none",
                            code=0 if fits else 2)
            if not fits:
                self.assertIn("6 at 25Gb/s and 4 at 100Gb/s ports, but a switch of the network needs 4 at 25Gb/s and 2 at 100Gb/s", said)

    def test_policies_slow_cables_of_two_rates_down_in_proportion(self):
        self.small_cluster()
        controlled = ["run-leaf-spine.toml", "-q", "--set", "run.most_time=2ms", "--set", "control.policy=halve_double",
                      "--set", "control.epoch=5us", "--set", "control.reactivation=100ns"]
        runs = [json.loads(self.ebb("run", "--json", "--threads", str(n), *controlled)) for n in (1, 2, 4)]
        self.assertEqual(len({run["digest"] for run in runs}), 1)
        run = runs[0]
        self.assertTrue(run["several_full_rates"])
        self.assertEqual([r["rate_gbps"] for r in run["rates"]], [6.25, 12.5, 25, 50, 100])
        by_kind = {k["kind"]: [r["rate_gbps"] for r in k["rates"]] for k in run["rates_by_kind"]}
        self.assertEqual({tuple(rates) for rates in by_kind.values()},
                         {(6.25, 12.5, 25, 50, 100), (1.5625, 3.125, 6.25, 12.5, 25)})
        self.assertLess(run["rates"][-1]["time_percent"], 60)  # the demand is small: most of the time they are slow
        ideal = next(row for row in run["energy"] if row["table"] == "ideal")
        self.assertGreater(ideal["of_full_percent"], run["ideal_percent"])
        self.ebb("run", *controlled, "--decisions", "run.why", "-o", "out")
        with open(self.path("out/channels.csv"), encoding="utf-8", newline="") as read:
            columns = csv.DictReader(read).fieldnames
        self.assertIn("at_12_5_percent_ps", columns)
        self.assertIn("25 -> 12.5 Gb/s", self.ebb("why", "run.why", "--channel", "web1"))
        self.assertIn("100 -> 50 Gb/s", self.ebb("why", "run.why", "--channel", "leaf1:eth50"))

    def test_parts_of_a_channel_go_by_one_rate(self):
        self.small_cluster()
        said = self.ebb("run", "run-leaf-spine.toml", "--set", 'energy.components=["kim-180nm"]', code=2)
        self.assertIn("25Gb/s, 100Gb/s", said)


if __name__ == "__main__":
    unittest.main()
