#!/usr/bin/env python3
"""VLAN trees on managed switches by SNMP: `ebb trees --snmp` against the real snmpd, three switches in a ring, hosts in namespaces.

usage: snmp_vlan_test.py PATH_OF_EBB     (from the source folder)

Each switch is an snmpd and lab/snmp_switch.py, which serves Q-BRIDGE-MIB and applies it to an Open vSwitch bridge. Needs root,
Open vSwitch and snmpd; without them it says so and ends with status 77, which ctest counts as skipped.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

from lab_testing import obstacle

EBB = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "build/ebb"
LAB = f"snmp{os.getpid()}"
PATIENCE = 120  # seconds; the machine may be busy
SWITCHES = 3
RUN = f"/run/ebb-lab/{LAB}"
NETWORK = """
[topology]
name = "complete"
switches = 3
hosts_per_switch = 1

[trees]
paths = "shortest"
"""
os.environ["PATH"] += ":/usr/sbin:/sbin"


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)


def inside(place, *command):
    return ["ip", "netns", "exec", f"ebb.{LAB}.{place}", *command]


def vsctl(*words):
    done = run("ovs-vsctl", f"--db=unix:{RUN}/db.sock", "--timeout=20", *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def address(host):
    return f"10.86.0.{host + 2}"


class Pings:
    """From every host to the two others, fifty times a second, for as long as it is open."""

    def __enter__(self):
        self.running = [subprocess.Popen(inside(f"h{a}", "ping", "-n", "-i", "0.02", address((a + d) % SWITCHES)),
                                         stdout=subprocess.PIPE, text=True) for a in range(SWITCHES) for d in (1, 2)]
        time.sleep(0.3)
        return self

    def __exit__(self, *_):
        time.sleep(0.3)
        self.sent = self.lost = self.twice = 0
        for ping in self.running:
            ping.send_signal(2)
            words = ping.communicate(timeout=PATIENCE)[0]
            answered = {int(number) for number in re.findall(r"icmp_seq=(\d+) ttl", words)}
            self.sent += max(answered, default=0)
            self.lost += max(answered, default=0) - len(answered)
            self.twice += words.count("DUP!")


class SnmpVlans(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.file = self.write("network.toml", NETWORK)
        self.addCleanup(run, EBB, "lab", "down", "--name", LAB)
        up = run(EBB, "lab", "up", "--name", LAB, self.file)
        self.assertEqual(up.returncode, 0, up.stderr)
        for s in range(SWITCHES):
            vsctl("set", "bridge", f"s{s}", "rstp_enable=true")
        self.processes = {}
        self.addCleanup(lambda: [self.stop(s) for s in list(self.processes)])
        self.write("passwords", "a long password\na long secret\n")
        self.write_inventory("s0p0", "s0p1", "s0p2")
        for s in range(SWITCHES):
            self.start(s)
        self.wait_for(lambda: all(self.reaches(a, b) for a in range(SWITCHES) for b in range(SWITCHES) if a != b),
                      "the spanning tree")

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
        return path

    def write_inventory(self, *ports_of_s0):
        text = '[snmp]\nuser = "ebb"\npasswords = "passwords"\n'
        for s in range(SWITCHES):
            ports = ports_of_s0 if s == 0 else [f"s{s}p{p}" for p in range(SWITCHES)]
            text += f'\n[[switch]]\nname = "s{s}"\nsnmp = "unix:{self.folder}/s{s}.snmp"\nports = {json.dumps(ports)}\n'
        self.inventory = self.write("inventory.toml", text)

    def start(self, s):
        kept = os.path.join(self.folder, f"s{s}")
        os.makedirs(kept, exist_ok=True)
        config = self.write(f"s{s}.conf", 'createUser ebb SHA "a long password" AES "a long secret"\nrwuser ebb priv\n'
                            f"master agentx\nagentXSocket unix:{kept}/agentx\n")
        environment = dict(os.environ, SNMP_PERSISTENT_DIR=kept, MIBS="", OVS_RUNDIR=RUN)
        program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lab", "snmp_switch.py")
        self.processes[s] = [self.begin("snmpd", "-f", "-C", "-c", config, "-Lf", os.path.join(kept, "log"),
                                        f"unix:{self.folder}/s{s}.snmp", environment=environment)]
        self.wait_for(lambda: os.path.exists(f"{kept}/agentx"), f"snmpd of s{s}")
        self.processes[s].append(self.begin(sys.executable, program, f"s{s}", f"{kept}/agentx", kept, environment=environment))
        self.wait_for(lambda: os.path.exists(f"{kept}/ready"), f"the program of s{s}")

    @staticmethod
    def begin(*command, environment):
        return subprocess.Popen(inside("fabric", *command), env=environment, stdout=subprocess.DEVNULL)

    def wait_for(self, condition, what):
        for _ in range(20 * PATIENCE):
            if condition():
                return
            time.sleep(0.05)
        self.fail(f"{what} does not start")

    def stop(self, s):
        for process in reversed(self.processes.pop(s)):
            process.terminate()
            process.wait()
        shutil.rmtree(os.path.join(self.folder, f"s{s}"))

    def trees(self, *words):
        return run(EBB, "trees", self.file, "--snmp", self.inventory, *words)

    def configure(self, *words):
        done = self.trees("--stp-off", *words)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def plan_fault(self, s, request, word):
        with open(os.path.join(self.folder, f"s{s}", "fault"), "w", encoding="ascii") as out:
            out.write(f"{request} {word}")

    @staticmethod
    def rules_of(s):
        text = run("ovs-ofctl", "-O", "OpenFlow14", "--no-stats", "dump-flows", f"{RUN}/s{s}.mgmt").stdout
        return sorted(line for line in text.splitlines() if "actions" in line)

    def rules(self):
        return [self.rules_of(s) for s in range(SWITCHES)]

    @staticmethod
    def reaches(a, b):
        done = run(*inside(f"h{a}", "ping", "-n", "-c", "1", "-W", "1", address(b)))
        return done.returncode == 0 and "DUP!" not in done.stdout

    def all_reach(self):
        for a in range(SWITCHES):
            for b in range(SWITCHES):
                self.assertTrue(a == b or self.reaches(a, b), f"h{a} to h{b}")

    @staticmethod
    def sent_by(port):
        shown = run(*inside("fabric", "ip", "-s", "-j", "link", "show", "dev", port)).stdout
        return json.loads(shown)[0]["stats64"]["tx"]["packets"]

    def test_trees_use_all_links_and_move_to_other_numbers_without_a_loss(self):
        refused = self.trees()
        self.assertNotEqual(refused.returncode, 0, refused.stdout)
        self.assertIn('s0: has STP on at port 2 ("s0p1"), which leads to another switch', refused.stderr)
        planned = self.trees("--stp-off", "--plan")
        self.assertEqual(planned.returncode, 0, planned.stderr)
        self.assertIn("s1: create VLAN 3: ports 1-3, untagged 1\n", planned.stdout)
        self.assertIn("nothing was changed", planned.stdout)
        self.configure()
        self.all_reach()
        # s0-s1, s0-s2 and s1-s2 all carry the frames of their two hosts, which no spanning tree would do.
        before = {port: self.sent_by(port) for s in range(SWITCHES) for port in (f"s{s}p1", f"s{s}p2")}
        with Pings() as pings:
            self.assertIn("steps done", self.configure("--set", "trees.first_vlan=10"))
            time.sleep(1)
        self.assertEqual((pings.lost, pings.twice), (0, 0), f"of {pings.sent}")
        for port, count in before.items():
            self.assertGreater(self.sent_by(port) - count, 50, port)
        self.assertIn("0 steps done", self.configure("--set", "trees.first_vlan=10"))
        self.all_reach()
        print(f"0 of {pings.sent} pings lost while three switches moved to other VLANs by SNMP", file=sys.stderr)

    def test_a_refused_request_leaves_all_switches_as_they_were(self):
        self.configure()
        before = self.rules()
        undone = 0
        # Requests of a switch: 3 rows, 1 PVID, 3 removals. A row that is refused at once is made column by column.
        with Pings() as pings:
            for s, request, word in ((0, 1, "refuse"), (1, 2, "half"), (1, 4, "refuse"), (2, 4, "half"), (2, 6, "refuse"),
                                     (0, 7, "refuse")):
                self.plan_fault(s, request, word)
                done = self.trees("--set", "trees.first_vlan=10")
                if done.returncode:
                    undone += 1
                    self.assertIn("every switch has its old VLANs", done.stderr)
                    self.assertEqual(self.rules(), before, f"{word} request {request} of s{s}")
                else:
                    self.configure()
        self.assertEqual((pings.lost, pings.twice), (0, 0), f"of {pings.sent}")
        self.assertEqual(undone, 4)
        self.assertEqual(self.rules(), before)
        self.all_reach()

    def test_a_command_that_is_killed_at_any_time_loses_nothing_and_is_finished_by_the_next(self):
        self.configure()
        killed = 0
        with Pings() as pings:
            for attempt, delay in enumerate((0.2, 0.4, 0.6, 0.8, 1.0, 1.3)):
                number = f"trees.first_vlan={10 + attempt % 2 * 10}"
                command = subprocess.Popen([EBB, "trees", self.file, "--snmp", self.inventory, "--set", number],
                                           stdout=subprocess.DEVNULL)
                time.sleep(delay)
                killed += command.poll() is None
                command.kill()
                command.wait()
                self.all_reach()
                self.configure("--set", number)
        self.assertGreater(killed, 2)
        self.assertEqual((pings.lost, pings.twice), (0, 0), f"of {pings.sent}")
        self.assertIn("0 steps done", self.configure("--set", number))
        print(f"0 of {pings.sent} pings lost while {killed} commands were killed", file=sys.stderr)

    def test_a_switch_that_ends_in_the_middle_is_finished_when_it_is_back(self):
        """It starts again with the VLANs of a new switch, as one without a saved configuration does."""
        self.plan_fault(1, 3, "end")
        done = self.trees("--stp-off")
        self.assertNotEqual(done.returncode, 0, done.stdout)
        self.assertIn("s1", done.stderr)
        self.stop(1)
        self.start(1)
        self.configure()
        self.all_reach()

    def test_a_dead_switch_is_named_and_the_others_stay_as_they_are(self):
        self.configure()
        before = self.rules()
        self.stop(1)
        done = self.trees("--set", "trees.first_vlan=10")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("s1: cannot be queried", done.stderr)
        self.assertEqual(self.rules(), before)

    def test_an_unknown_interface_is_refused_before_any_change(self):
        self.write_inventory("s0p0", "s0p1", "s0p9")
        before = self.rules()
        done = self.trees("--stp-off")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn('s0: has no bridge port with interface "s0p9"', done.stderr)
        self.assertEqual(self.rules()[1:], before[1:])


if __name__ == "__main__":
    why_not = obstacle(LAB, ["ping", "snmpd"])
    if why_not:
        print(f"skipped: {why_not}")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
