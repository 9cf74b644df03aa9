#!/usr/bin/env python3
"""`ebb lab`, `ebb rules` and `ebb dmp` on real Open vSwitch bridges and hosts in network namespaces.

usage: lab_process_test.py PATH_OF_EBB     (from the source folder; the examples are read from there)

Needs root and Open vSwitch; without them it says so and ends with status 77, which ctest counts as skipped.
Every lab has a name of this process, is its own Open vSwitch, and is removed whatever happens.
"""
import csv
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
import unittest

from lab_testing import obstacle

EBB = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "build/ebb"
LAB = f"test{os.getpid()}"
FOLDER = f"/run/ebb-lab/{LAB}"
PATIENCE = 120  # seconds; the machine may be busy
os.environ["PATH"] += ":/usr/sbin:/sbin"


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, **more)


def ebb(*arguments, **more):
    return run(EBB, *arguments, **more)


def lab(action, *arguments):
    return ebb("lab", action, "--name", LAB, *arguments)


def on(host, *command):
    return lab("exec", host, "--", *command)


def wait_for_program(process, name):
    """Until the process has become the program that it is to run."""
    for _ in range(PATIENCE * 100):
        with open(f"/proc/{process.pid}/cmdline", "rb") as file:
            if file.read().split(b"\0")[0].decode() == name:
                return
        time.sleep(0.01)
    raise AssertionError(f"{name} was not started")


def remains():
    """Everything on this machine that has the lab's name."""
    namespaces = [n for n in os.listdir("/run/netns") if n.startswith(f"ebb.{LAB}.")] if os.path.isdir("/run/netns") else []
    processes = [line for line in run("ps", "-eo", "pid,args").stdout.splitlines()
                 if FOLDER in line and "lab_process_test" not in line]
    return namespaces + processes + ([FOLDER] if os.path.exists(FOLDER) else [])


class Lab(unittest.TestCase):
    def tearDown(self):
        lab("down")
        self.assertEqual(remains(), [])

    def up(self, example, *more):
        done = lab("up", f"examples/{example}.toml", *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def good(self, done):
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def address(self, host):
        return re.search("link/ether ([0-9a-f:]+)", self.good(on(host, "ip", "link", "show", "eth0"))).group(1)

    def addresses(self, example):
        rows = json.loads(self.good(ebb("rules", f"examples/{example}.toml", "--json")))["addresses"]
        return {row["host"]: row["mac"] for row in rows}


class Examples(Lab):
    """Built, pinged through, measured, removed."""

    def try_example(self, example, *more):
        self.up(example, *more)
        self.good(lab("status"))
        findings = {f["check"]: f for f in json.loads(self.good(lab("test", "--json", "--streams", "1")))["rows"]}
        self.assertTrue(all(f["result"] == "good" for f in findings.values()), findings)
        self.assertIn("port counters", findings)
        self.check_rules(example, *more)

    def check_rules(self, example, *more):
        """What the switches say they have is, line by line, what `ebb rules` writes."""
        with tempfile.TemporaryDirectory() as folder:
            self.good(ebb("rules", f"examples/{example}.toml", "--openflow", folder, *more))
            with open(f"{FOLDER}/inventory.toml", "rb") as file:
                switches = tomllib.load(file)["switch"]
            for switch in switches:
                dump = self.good(run("ovs-ofctl", "-O", "OpenFlow13", "--no-names", "--no-stats", "dump-flows", switch["openflow"]))
                with open(f"{folder}/{switch['name']}.flows") as file:
                    wanted = [line.strip() for line in file if not line.startswith("#")]
                there = [line.strip().replace(", ", ",").replace(",priority", ",table=0,priority") for line in dump.splitlines()
                         if "cookie=" in line]
                self.assertEqual(sorted(there), sorted(wanted))
                self.assertEqual(len(switch["ports"]), len(set(switch["ports"])))

    def test_butterfly(self):
        self.try_example("lab-butterfly")

    def test_both_ends_of_every_cable_have_the_rate(self):
        """Open vSwitch clears the interfaces that it is given, so a rate from before that would be gone."""
        self.up("lab-butterfly")
        for place in ("fabric", "h0", "h7"):
            shown = self.good(on(place, "tc", "qdisc", "show"))
            rates = dict(re.findall(r"qdisc tbf \S+ dev (\S+) root .*?rate (\S+)", shown))
            ports = [port for port in re.findall(r"^\d+: (\S+?)@", self.good(on(place, "ip", "link")), re.M)]
            self.assertEqual(rates, {port: "100Mbit" for port in ports}, place)

    def test_losses_are_counted(self):
        """None at first; those that a switch has no way for, and those of a cable whose far end was pulled."""
        self.up("lab-butterfly")

        def losses():
            return json.loads(self.good(lab("losses", "--json")))["rows"][0]
        self.assertEqual(set(losses().values()), {0})
        self.good(on("fabric", "ip", "link", "set", "s3p1", "down"))  # the port of h7
        self.assertNotEqual(on("h0", "ping", "-n", "-c", "5", "-i", "0.05", "-W", "1", "10.86.0.9").returncode, 0)
        self.assertEqual((losses()["refused"], losses()["not_sent_on"]), (0, 5), "a switch sends nothing to a port that is down")
        self.good(on("fabric", "ip", "link", "set", "s3p1", "up"))
        self.good(on("h7", "ip", "link", "set", "eth0", "down"))
        self.assertNotEqual(on("h0", "ping", "-n", "-c", "5", "-i", "0.05", "-W", "1", "10.86.0.9").returncode, 0)
        self.assertEqual((losses()["refused"], losses()["not_sent_on"]), (5, 10))

    def test_hosts_have_names_and_status_lists_their_addresses(self):
        self.up("lab-butterfly")
        self.assertIn("h6 10.86.0.8", self.good(lab("status")))
        hosts = json.loads(self.good(lab("status", "--json")))["hosts"]
        self.assertIn({"host": "h6", "address": "10.86.0.8"}, hosts)
        self.assertIn("10.86.0.8", self.good(on("h0", "ping", "-c", "1", "-W", "5", "h6")))
        self.assertEqual(run("getent", "hosts", "h6").stdout, "", "the machine's own names are left alone")

    def test_traffic_of_others_is_told_from_the_test(self):
        self.up("lab-butterfly")
        flood = subprocess.Popen([EBB, "lab", "exec", "--name", LAB, "h1", "--", "ping", "-i", "0.05", "10.86.0.7"], stdout=subprocess.DEVNULL)
        wait_for_program(flood, "ping")
        try:
            findings = {f["check"]: f for f in json.loads(self.good(lab("test", "--json", "--streams", "0")))["rows"]}
        finally:
            flood.kill()
            flood.wait(PATIENCE)
        self.assertEqual(findings["port counters"]["result"], "good", findings)
        self.assertRegex(findings["port counters"]["finding"], r"\d+ more came from other programs on h1, h5")

    def test_dragonfly(self):
        self.try_example("lab-dragonfly")

    def test_clos_whose_hosts_ask_for_their_addresses(self):
        self.try_example("lab-clos")
        self.assertEqual({h: self.address(h) for h in ("h0", "h5")},
                         {h: self.addresses("lab-clos")[h] for h in ("h0", "h5")})

    def test_clos_whose_tables_look_at_sources_too(self):
        self.try_example("lab-clos", "--set", "rules.organisation=compacted", "--set", "lab.neighbours=static")

    def test_complete_graph(self):
        self.try_example("lab-complete")


class Rollouts(Lab):
    """`ebb fabric` on the switches of a lab, by the inventory that the lab wrote."""

    def fabric(self, what, example, organisation, inventory=f"{FOLDER}/inventory.toml"):
        drain = ["--drain", "300"] if what in ("deploy", "rollback") else []
        return self.good(ebb("fabric", what, f"examples/{example}.toml", "--inventory", inventory,
                             "--set", f"rules.organisation={organisation}", *drain))

    def roll(self, example, organisations, far):
        """From one organisation to the next under a flood of pings, and back from the last one."""
        self.up(example, "--set", "lab.neighbours=static")
        pairs = len(self.addresses(example)) * (len(self.addresses(example)) - 1)
        self.assertIn(f"all {pairs} pairs", self.fabric("check", example, organisations[0]))
        flood = subprocess.Popen([EBB, "lab", "exec", "--name", LAB, "h0", "--", "ping", "-i", "0.005", far],
                                 stdout=subprocess.PIPE, text=True)
        for organisation in organisations:
            self.fabric("deploy", example, organisation)
            self.assertIn(f"{pairs} of {pairs} pairs probed", self.fabric("verify", example, organisation))
        self.assertIn("rolled back", self.fabric("rollback", example, organisations[-1]))
        self.fabric("verify", example, organisations[-2])
        flood.send_signal(signal.SIGINT)
        answered = {int(n) for n in re.findall(r"icmp_seq=(\d+) ttl", flood.communicate(timeout=PATIENCE)[0])}
        print(f"{example}: {len(answered)} pings answered, {max(answered) - len(answered)} lost")
        self.assertEqual(answered, set(range(1, max(answered) + 1)))

    def test_a_dragonfly(self):
        self.roll("lab-dragonfly", ["per_group", "conditional"], "10.86.0.13")

    def test_a_clos(self):
        self.roll("lab-clos", ["compacted", "conditional"], "10.86.0.9")

    def test_the_inventory_of_the_examples(self):
        self.up("lab-butterfly")
        with open("examples/inventory-lab-butterfly.toml") as file:
            text = file.read().replace("/run/ebb-lab/lab/", FOLDER + "/")
        with open(f"{FOLDER}/example.toml", "w") as file:
            file.write(text)
        self.assertIn("all 4 between switches", self.fabric("check", "lab-butterfly", "compacted", f"{FOLDER}/example.toml"))

    def test_a_switch_takes_an_alternative_while_a_port_is_down(self):
        self.up("lab-clos", "--set", "lab.neighbours=static", "--set", "rules.organisation=conditional")
        self.good(on("fabric", "ip", "link", "set", "s0p2", "down"))
        self.good(on("h0", "ping", "-c", "3", "-i", "0.3", "-W", "5", "10.86.0.9"))
        dump = self.good(run("ovs-ofctl", "-O", "OpenFlow13", "dump-group-stats", f"unix:{FOLDER}/s0.mgmt"))
        self.assertRegex(dump, r"bucket1:packet_count=[1-9]")


class Broadcast(Lab):
    def sent_to_hosts(self, hosts_per_switch):
        """Frames that the ports of hosts have sent; ports of hosts come first on a switch."""
        with open(f"{FOLDER}/inventory.toml", "rb") as file:
            switches = tomllib.load(file)["switch"]
        counts = []
        for switch in switches:
            dump = self.good(run("ovs-ofctl", "-O", "OpenFlow13", "--no-names", "dump-ports", switch["openflow"]))
            sent = dict(re.findall(r"port +(\d+): rx.*?tx pkts=(\d+)", dump, re.DOTALL))
            counts += [int(sent[str(port + 1)]) for port in range(hosts_per_switch)]
        return counts

    def test_a_frame_to_all_reaches_every_host_once(self):
        self.up("lab-butterfly")
        before = self.sent_to_hosts(2)
        on("h3", "ping", "-b", "-c", "1", "-W", "1", "10.86.255.255")  # nobody answers: hosts ignore such requests
        after = self.sent_to_hosts(2)
        self.assertEqual([b - a for a, b in zip(before, after)], [0 if host == 3 else 1 for host in range(8)])


class Removal(Lab):
    """Nothing is left, whatever was killed."""

    def test_after_everything_was_killed(self):
        self.up("lab-complete")
        sleeper = subprocess.Popen([EBB, "lab", "exec", "--name", LAB, "h0", "--", "sleep", "1000"])
        wait_for_program(sleeper, "sleep")
        for name in ("ovs-vswitchd", "ovsdb-server"):
            with open(f"{FOLDER}/{name}.pid") as file:
                os.kill(int(file.read()), signal.SIGKILL)
        self.assertNotEqual(lab("status").returncode, 0)
        os.remove(f"{FOLDER}/network.toml")
        again = lab("up", "examples/lab-complete.toml")
        self.assertEqual(again.returncode, 1)
        self.assertIn("ebb lab down", again.stderr)
        self.assertIn("is gone", self.good(lab("down")))
        self.assertEqual(sleeper.wait(PATIENCE), -signal.SIGTERM)
        self.assertEqual(remains(), [])
        self.assertIn("nothing is left", self.good(lab("down")))

    def test_after_up_was_killed_half_way(self):
        for seconds in (0.05, 0.3):
            building = subprocess.Popen([EBB, "lab", "up", "--name", LAB, "examples/lab-dragonfly.toml"],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(seconds)
            building.kill()
            building.wait(PATIENCE)
            self.good(lab("down"))
            time.sleep(0.2)  # what the killed one had just started may still come up
            self.good(lab("down"))
            self.assertEqual(remains(), [])

    def test_a_stopped_up_leaves_nothing(self):
        building = subprocess.Popen([EBB, "lab", "up", "--name", LAB, "examples/lab-dragonfly.toml"],
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(0.15)
        building.terminate()
        _, said = building.communicate(timeout=PATIENCE)
        self.assertEqual(building.returncode, 1, said)
        self.assertEqual(remains(), [])


class Several(Lab):
    def test_labs_that_are_built_at_once_wait_for_each_other(self):
        names = [f"{LAB}-{i}" for i in range(3)]
        try:
            building = [subprocess.Popen([EBB, "lab", "up", "--name", name, "examples/lab-complete.toml"],
                                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for name in names]
            for process in building:
                _, said = process.communicate(timeout=PATIENCE)
                self.assertEqual(process.returncode, 0, said)
            for name in names:
                self.good(ebb("lab", "status", "--name", name))
        finally:
            removing = [subprocess.Popen([EBB, "lab", "down", "--name", name], stdout=subprocess.DEVNULL) for name in names]
            self.assertEqual([process.wait(PATIENCE) for process in removing], [0, 0, 0])


class Messages(Lab):
    def test_one_lab_of_a_name(self):
        self.up("lab-complete")
        again = lab("up", "examples/lab-complete.toml")
        self.assertEqual(again.returncode, 1)
        self.assertIn("is there already", again.stderr)
        self.assertEqual(on("h0", "sh", "-c", "exit 7").returncode, 7)
        self.assertIn('there is no host "h99"', on("h99", "true").stderr)

    def test_a_name_that_is_none(self):
        for words in (("up", "examples/lab-complete.toml"), ("down",), ("status",)):
            done = ebb("lab", words[0], "--name", "../x", *words[1:])
            self.assertEqual(done.returncode, 2)
            self.assertIn("is not a valid name of a lab", done.stderr)

    def test_no_lab(self):
        for action in ("status", "test"):
            self.assertIn("there is no lab", lab(action).stderr)

    def test_without_rights(self):
        def nobody():
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            program = shutil.copy(EBB, folder)
            shutil.copy("examples/lab-complete.toml", folder)
            done = run(program, "lab", "up", "--name", LAB, f"{folder}/lab-complete.toml", preexec_fn=nobody, cwd="/")
            self.assertEqual(done.returncode, 1)
            self.assertIn("only root may", done.stderr)
            self.up("lab-complete")
            for words in (("status",), ("exec", "h0", "--", "true"), ("down",)):
                done = run(program, "lab", words[0], "--name", LAB, *words[1:], preexec_fn=nobody, cwd="/")
                self.assertEqual(done.returncode, 1)
                self.assertIn("only root may", done.stderr)
            self.assertIn("CAP_NET_RAW", run(program, "dmp", "lo", preexec_fn=nobody, cwd="/").stderr)


class Dmp(Lab):
    """Addresses that come by themselves."""

    def ovs(self, *words):
        self.good(run("ovs-vsctl", f"--db=unix:{FOLDER}/db.sock", "--timeout=20", *words))

    def test_a_host_that_moves_gets_the_address_of_its_new_place(self):
        self.up("lab-clos")
        places = self.addresses("lab-clos")
        self.assertIn("already", self.good(on("h0", EBB, "dmp", "eth0")))
        # h0 and h2 change places: port 1 of s0 and port 1 of s1.
        self.ovs("del-port", "s0", "s0p0", "--", "del-port", "s1", "s1p0")
        self.ovs("add-port", "s0", "s1p0", "--", "set", "interface", "s1p0", "ofport_request=1",
                 "--", "add-port", "s1", "s0p0", "--", "set", "interface", "s0p0", "ofport_request=1")
        said = self.good(on("h0", EBB, "dmp", "eth0"))
        self.assertIn(places["h2"], said)
        self.good(on("h2", EBB, "dmp", "eth0"))
        self.assertEqual((self.address("h0"), self.address("h2")), (places["h2"], places["h0"]))
        self.good(on("h0", "ping", "-c", "1", "-W", "2", "10.86.0.4"))

    def test_bad_interfaces_and_silent_switches(self):
        self.up("lab-butterfly", "--set", "rules.dmp=false")
        self.assertIn("there is no such interface", on("h0", EBB, "dmp", "eth7").stderr)
        self.assertIn("not an Ethernet interface", on("h0", EBB, "dmp", "lo").stderr)
        silent = on("h0", EBB, "dmp", "eth0", "--attempts", "2")
        self.assertEqual(silent.returncode, 1)
        self.assertIn("no switch answered 2 requests", silent.stderr)
        self.good(on("h0", "ip", "link", "set", "eth0", "down"))
        self.assertIn("is down", on("h0", EBB, "dmp", "eth0").stderr)

    def flow(self, switch, rule):
        self.good(run("ovs-ofctl", "-O", "OpenFlow13", "add-flow", f"unix:{FOLDER}/{switch}.mgmt", rule))

    def test_asks_again_until_the_switch_has_its_rules(self):
        self.up("lab-butterfly", "--set", "rules.dmp=false", "--set", "lab.addresses=own")
        asking = subprocess.Popen([EBB, "lab", "exec", "--name", LAB, "h1", "--", EBB, "dmp", "eth0"],
                                  stdout=subprocess.PIPE, text=True)
        time.sleep(0.6)
        self.flow("s0", "priority=61001,in_port=2,dl_type=0x88b5,actions=set_field:02:00:00:00:00:01->eth_src,IN_PORT")
        said, _ = asking.communicate(timeout=PATIENCE)
        self.assertEqual(asking.returncode, 0)
        self.assertRegex(said, "02:00:00:00:00:01 now .* asked [2-6] times")

    def test_believes_no_reflection_no_odd_address_and_no_two_answers(self):
        self.up("lab-butterfly", "--set", "rules.dmp=false", "--set", "lab.addresses=own")
        before = self.address("h0")
        for actions, complaint in (
                ("IN_PORT", "come back unchanged"),
                ("set_field:03:00:00:00:00:01->eth_src,IN_PORT", "no address of a host"),
                ("set_field:00:00:00:00:00:01->eth_src,IN_PORT", "no address of a host"),
                ("set_field:02:00:00:00:00:01->eth_src,IN_PORT,set_field:02:00:00:00:00:02->eth_src,IN_PORT", "two different addresses")):
            self.flow("s0", f"priority=61001,in_port=1,dl_type=0x88b5,actions={actions}")
            done = on("h0", EBB, "dmp", "eth0")
            self.assertEqual(done.returncode, 1)
            self.assertIn(complaint, done.stderr)
            self.assertEqual(self.address("h0"), before)

    def test_the_papers_point(self):
        document = json.loads(self.good(ebb("reproduce", "benito-dmp", "--json")))
        rows = {row["id"]: row for row in document["rows"]}
        self.assertEqual({row["verdict"] for row in rows.values()} & {"differs"}, set(), rows)
        ours = {name: row["ours"] for name, row in rows.items()}
        self.assertEqual((ours["rewriting.payload"], ours["rewriting.header"], ours["dmp.payload"]), (0, 12, 12))
        self.assertEqual((ours["whole.payload"], ours["forged"]), (12, 0))
        self.assertGreater(ours["forged.without"], 0, "the test must be able to see a forged answer")



class Rules(unittest.TestCase):
    def test_the_address_map_goes_along(self):
        with tempfile.TemporaryDirectory() as folder:
            done = ebb("rules", "examples/lab-butterfly.toml", "--openflow", folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(f"{folder}/addresses.csv", newline="") as file:
                rows = list(csv.DictReader(file))
            self.assertEqual([row["host"] for row in rows], [f"h{i}" for i in range(8)])
            self.assertEqual(rows[3]["mac"], "02:00:00:00:00:03")

    def test_every_line_is_one_that_ovs_ofctl_reads(self):
        with tempfile.TemporaryDirectory() as folder:
            for organisation in ("flat", "per_switch", "per_group", "compacted", "conditional"):
                done = ebb("rules", "examples/lab-dragonfly.toml", "--organisation", organisation, "--openflow", folder)
                self.assertEqual(done.returncode, 0, done.stderr)
                for name in sorted(os.listdir(folder)):
                    if name.endswith(".flows"):
                        parsed = run("ovs-ofctl", "-O", "OpenFlow13", "parse-flows", f"{folder}/{name}")
                        self.assertEqual(parsed.returncode, 0, parsed.stderr)

    def test_conditions_are_shown_and_said_to_be_more_than_a_switch_holds(self):
        done = ebb("rules", "examples/lab-clos.toml", "--organisation", "conditional", "--switch", "s0")
        self.assertIn("port 3 is not paused", done.stdout)
        self.assertIn("first that is up: output:3,output:4", done.stdout)
        self.assertIn("tests neither whether a port is paused", done.stdout)
        switch = json.loads(ebb("rules", "examples/lab-clos.toml", "--organisation", "conditional", "--json").stdout)["switches"][0]
        self.assertEqual(switch["conditional"][2]["while"], {"port": 3, "signal": "not paused"})
        self.assertEqual([group["type"] for group in switch["groups"]], ["fast_failover"] * 2)
        with tempfile.TemporaryDirectory() as folder:
            for organisation, groups in (("conditional", True), ("compacted", False)):
                ebb("rules", "examples/lab-clos.toml", "--organisation", organisation, "--openflow", folder)
                self.assertEqual(os.path.exists(f"{folder}/s0.groups"), groups)

    def test_a_run_that_forwards_by_rules_says_what_the_conditions_are(self):
        def rules(*more):
            done = ebb("rules", "examples/run-dragonfly-adv-rules.toml", "--organisation", "conditional", "--json",
                       "--switch", "s0", *more)
            self.assertEqual(done.returncode, 0, done.stderr)
            return json.loads(done.stdout)["switches"]
        self.assertEqual(rules(), rules("--set", "rules.trigger=pause_and_own_queue", "--set", "rules.kind=non_minimal"))
        self.assertNotEqual(rules(), rules("--set", "rules.trigger=pause"), "[rules] goes before [routing]")

    def test_refusals(self):
        self.assertIn("no alternative paths of that kind", ebb("rules", "examples/lab-clos.toml", "--organisation", "conditional",
                                                "--set", "rules.kind=non_minimal").stderr)
        self.assertIn("s0 to s3", ebb("rules", "examples/lab-butterfly.toml", "--switch", "s9").stderr)
        self.assertIn("per_group", ebb("rules", "examples/lab-butterfly.toml", "--organisation", "per_grup").stderr)


if __name__ == "__main__":
    why = obstacle(LAB, ["iperf3"])
    if why:
        print(f"skipped: no lab on this machine: {why}")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1], verbosity=2)
