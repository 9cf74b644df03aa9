#!/usr/bin/env python3
"""`ebb fabric` and `ebb agent` on a lab whose switches are managed by SNMP: fully connected, hosts in namespaces.

usage: snmp_lab_test.py PATH_OF_EBB [--switches N] [--links N] [TEST…]     (from the source folder)

Each switch is an snmpd and lab/snmp_switch.py beside an Open vSwitch bridge. Needs root, Open vSwitch and snmpd; without them it
says so and ends with status 77, which ctest counts as skipped. --switches 6 --links 5 is Koibuchi's cluster, which takes minutes.
tests/soak/snmp_regulations.py is the long form, with faults.
"""
import argparse
import json
import os
import subprocess
import sys
import time
import unittest

from lab_testing import obstacle
from snmp_lab_testing import PATIENCE, Pings, SnmpLab

parser = argparse.ArgumentParser()
parser.add_argument("ebb", type=os.path.abspath)
parser.add_argument("--switches", type=int, default=4)
parser.add_argument("--links", type=int, default=2)
arguments, tests = parser.parse_known_args()
EBB, SWITCHES, LINKS, HOSTS = arguments.ebb, arguments.switches, arguments.links, arguments.links
NAME = f"managed{os.getpid()}"
#: Switches flood, so that each ping goes to all hosts.
INTERVAL = 0.02 * SWITCHES * HOSTS / 8
DRAIN = ("--drain", "300")
STAR = 'trees.off=[%s]' % ", ".join(f'"s{a}-s{b}"' for a in range(1, SWITCHES) for b in range(a + 1, SWITCHES))
AGENT = """
[cables]
rate = "1Gb/s"

[control]
rates = ["1Gb/s"]
epoch = "1s"
reactivation = "10ms"
wake = "500ms"
channels = "paired"
policy = "hysteresis"

[agent]
poll = "500ms"
quiet = "1s"
hold_down = "1s"
patience = "30s"
"""
os.environ["PATH"] += ":/usr/sbin:/sbin"


class ManagedSwitches(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.lab = SnmpLab(EBB, NAME, SWITCHES, LINKS, HOSTS, AGENT)
        cls.addClassCleanup(cls.lab.down)
        up = cls.lab.up()
        assert up.returncode == 0, up.stdout + up.stderr
        print(up.stdout.splitlines()[0], file=sys.stderr)

    def fabric(self, what, *more):
        done = self.lab.fabric(what, *more)
        self.assertEqual(done.returncode, 0, f"{what} {more}\n{done.stdout}{done.stderr}")
        return done.stdout

    def nothing_lost(self, pings):
        """A machine that loses pings while nothing changes proves nothing, and says so."""
        if pings.lost and not pings.twice:
            with Pings(self.lab, INTERVAL) as quiet:
                time.sleep(5)
            if quiet.lost:
                self.skipTest(f"{len(pings.lost)} of {pings.sent} pings lost, but {len(quiet.lost)} of {quiet.sent} while nothing changed")
        self.assertEqual((len(pings.lost), pings.twice), (0, 0), f"of {pings.sent}")

    def test_1_a_new_lab_forwards_at_once_and_is_found_good(self):
        first = subprocess.run(self.lab.inside("h0", "ping", "-n", "-c", "1", "-W", "1", self.lab.address(SWITCHES * HOSTS - 1)),
                               capture_output=True, text=True)
        self.assertEqual(first.returncode, 0, first.stdout + first.stderr)
        found = self.fabric("check")
        self.assertIn(f"all {SWITCHES * HOSTS * (SWITCHES * HOSTS - 1)} pairs of hosts, over 2 switches at most", found)
        self.assertIn(f"{SWITCHES} switches answer", found)
        self.assertIn("nothing to do", self.fabric("deploy"))
        self.assertIn("pairs followed", self.fabric("verify"))
        self.assertIn("yes", self.fabric("status"))

    def test_2_links_go_off_come_on_and_slow_down_without_a_loss(self):
        with Pings(self.lab, INTERVAL) as pings:
            self.assertIn("switch off", self.fabric("regulate", "--set", STAR))
            self.fabric("verify", "--set", STAR)
            self.assertIn("switch on", self.fabric("regulate"))
            self.assertIn("100Mb/s", self.fabric("regulate", "--rate", "s0-s1=100Mb/s"))
            shaped = subprocess.run(self.lab.inside("fabric", "tc", "qdisc", "show"), capture_output=True, text=True).stdout
            self.assertEqual(shaped.count("rate 100Mbit"), 2 * LINKS, shaped)
            self.fabric("regulate", "--rate", "s0-s1=1Gb/s")
            self.fabric("verify")
        self.nothing_lost(pings)
        print(f"0 of {pings.sent} pings lost in off, on, slower and faster over {SWITCHES * (SWITCHES - 1) // 2 * LINKS} links", file=sys.stderr)

    def test_3_other_paths_are_deployed_and_rolled_back_without_a_loss(self):
        shortest = ("--set", 'trees.packing="first_fit"', "--set", 'trees.off=["s0-s1"]')
        with Pings(self.lab, INTERVAL) as pings:
            self.assertIn("deployed", self.fabric("deploy", *shortest))
            self.fabric("verify", *shortest)
            self.assertIn("nothing:", self.fabric("diff", *shortest))
            self.assertIn("rolled back", self.fabric("rollback"))
            self.fabric("verify")
        self.nothing_lost(pings)

    def test_4_a_command_that_is_killed_is_finished_by_the_next(self):
        with Pings(self.lab, INTERVAL) as pings:
            for delay, words in ((1.0, ("--set", STAR)), (2.0, ())):
                command = subprocess.Popen(self.lab.words("regulate", *words), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                time.sleep(delay)
                command.kill()
                command.wait()
                self.fabric("regulate", *words)
                self.fabric("verify", *words)
        self.nothing_lost(pings)

    def test_5_stp_on_a_trunk_is_refused_by_name(self):
        port, tables = HOSTS + 1, f"{self.lab.run_folder}/s2.snmp.d/tables"
        with open(tables, encoding="utf-8") as read:
            kept = json.load(read)
        self.start_again_with(tables, {**kept, "stp": {**kept["stp"], str(port): 1}})
        try:
            done = self.lab.fabric("check")
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn(f'STP on at port {port} ("s2p{HOSTS}")', done.stdout)
            self.assertIn("STP on", self.lab.fabric("regulate", "--set", STAR).stderr)
        finally:
            self.start_again_with(tables, kept)
        self.fabric("check")

    def start_again_with(self, path, tables):
        start = self.lab.kill_switch_program(2)
        with open(path, "w", encoding="utf-8") as out:
            json.dump(tables, out)
        start()

    def test_6_an_agent_follows_a_schedule_without_a_loss(self):
        off = self.lab.write("off.csv", "hour,switch,port\n" + "".join(
            f"{hour},s1,{HOSTS + LINKS + link}\n" for hour in range(24) for link in range(LINKS)))
        words = [EBB, "agent", self.lab.file, "-i", self.lab.inventory, "--schedule", off, *DRAIN,
                 "--log", os.path.join(self.lab.folder, "agent.log")]
        with Pings(self.lab, INTERVAL) as pings:
            agent = subprocess.Popen(self.lab.inside("fabric", *words), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            seen, end = 0, time.time() + PATIENCE
            while agent.poll() is None and seen < LINKS and time.time() < end:
                time.sleep(0.2)
                seen = self.cables_off()
            agent.terminate()  # it brings them back
            said = agent.communicate(timeout=PATIENCE)[0]
        self.assertEqual(agent.returncode, 0, said)
        self.assertEqual(seen, LINKS, said)
        self.assertEqual(said.count("is a route again"), LINKS, said)
        self.nothing_lost(pings)
        self.fabric("deploy")
        self.fabric("verify")

    def cables_off(self):
        try:
            with open(self.lab.inventory + ".off", encoding="ascii") as read:
                return sum(1 for line in read if not line.startswith("#"))
        except FileNotFoundError:
            return 0


if __name__ == "__main__":
    why_not = obstacle(NAME, ["ping", "snmpd", "python3"])
    if why_not:
        print(f"skipped: {why_not}")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1] + tests)
