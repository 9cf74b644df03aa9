#!/usr/bin/env python3
"""VLAN trees on real Open vSwitch bridges: six switches, fully connected by two links each, hosts in namespaces.

usage: trees_lab_test.py PATH_OF_EBB     (from the source folder)

Needs root and Open vSwitch; without them it says so and ends with status 77, which ctest counts as skipped.
The lab has a name of this process, is its own Open vSwitch, and is removed whatever happens.
"""
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
LAB = f"trees{os.getpid()}"
PATIENCE = 120  # seconds; the machine may be busy
os.environ["PATH"] += ":/usr/sbin:/sbin"
NETWORK = """
[topology]
name = "complete"
switches = 6
hosts_per_switch = 1
links = 2

[rules]
organisation = "per_switch"

[trees]
load = true
"""
ALL_BUT_A_STAR = [f"s{a}-s{b}" for a in range(1, 6) for b in range(a + 1, 6)]


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)


def inside(place, *command):
    return ["ip", "netns", "exec", f"ebb.{LAB}.{place}", *command]


def address(host):
    return f"10.86.0.{host + 2}"


class Pings:
    """From every host to the next and to the next but one, a hundred times a second, for as long as it is open."""

    def __enter__(self):
        self.running = [subprocess.Popen(inside(f"h{a}", "ping", "-n", "-i", "0.01", address((a + d) % 6)),
                                         stdout=subprocess.PIPE, text=True) for a in range(6) for d in (1, 2)]
        time.sleep(0.3)
        return self

    def __exit__(self, *_):
        time.sleep(0.3)
        self.sent = self.lost = 0
        for ping in self.running:
            ping.send_signal(2)
            words = ping.communicate(timeout=PATIENCE)[0]
            answered = {int(number) for number in re.findall(r"icmp_seq=(\d+) ttl", words)}
            self.sent += max(answered)
            self.lost += max(answered) - len(answered)  # the last ones may be on their way when it is stopped


class TreesLab(unittest.TestCase):
    network = NETWORK

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.file = os.path.join(cls.folder, "network.toml")
        with open(cls.file, "w", encoding="utf-8") as out:
            out.write(cls.network)
        up = run(EBB, "lab", "up", "--name", LAB, cls.file)
        assert up.returncode == 0, up.stderr
        cls.said_at_start = up.stdout
        cls.inventory = f"/run/ebb-lab/{LAB}/inventory.toml"

    @classmethod
    def tearDownClass(cls):
        run(EBB, "lab", "down", "--name", LAB)
        shutil.rmtree(cls.folder, ignore_errors=True)

    def deploy(self, off=(), paths=""):
        names = ", ".join(f'"{name}"' for name in off)
        done = run(EBB, "fabric", "deploy", self.file, "--inventory", self.inventory, "--journal",
                   os.path.join(self.folder, "journal"), "--set", f"trees.off=[{names}]", "--set", f'trees.file="{paths}"')
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_lab_says_how_it_gets_its_trees(self):
        made = f"/run/ebb-lab/{LAB}/inventory.toml"  # a lab of those who inherit this may go by another one
        self.assertIn(f"ebb fabric deploy {self.file} -i {made}", self.said_at_start)

    def all_reach(self):
        for a in range(6):
            for b in range(6):
                if a != b:
                    done = run(*inside(f"h{a}", "ping", "-n", "-c", "1", "-W", "2", address(b)))
                    self.assertEqual(done.returncode, 0, f"h{a} to h{b}: {done.stdout}")

    def set_cables(self, names, state):
        """Both ports of all links between two switches."""
        for name in names:
            for here, there in re.findall(r"s(\d)-s(\d)", name + f" s{name[4]}-s{name[1]}"):
                others = [s for s in range(6) if s != int(here)]
                first = 1 + 2 * others.index(int(there))
                for port in (first, first + 1):
                    done = run(*inside("fabric", "ip", "link", "set", f"s{here}p{port}", state))
                    self.assertEqual(done.returncode, 0, done.stderr)

    def test_links_go_off_and_come_on_without_a_loss(self):
        self.deploy()
        self.all_reach()
        with Pings() as off:
            self.deploy(off=ALL_BUT_A_STAR)
            self.addCleanup(self.set_cables, ALL_BUT_A_STAR, "up")
            self.set_cables(ALL_BUT_A_STAR, "down")
        self.assertEqual(off.lost, 0, f"of {off.sent} sent while links went off")
        self.assertGreater(off.sent, 100)
        self.all_reach()
        with Pings() as on:
            self.set_cables(ALL_BUT_A_STAR, "up")
            self.deploy()
        self.assertEqual(on.lost, 0, f"of {on.sent} sent while links came on")
        self.all_reach()
        print(f"0 of {off.sent + on.sent} pings lost while 20 of 30 links went off and came on", file=sys.stderr)

    def test_paths_of_ones_own_are_the_ways_that_frames_take(self):
        """All by way of s3, which no rule of ours would choose: the links between all others can be cut."""
        paths = os.path.join(self.folder, "by-s3.csv")
        with open(paths, "w", encoding="utf-8") as out:
            for a in range(6):
                for b in range(6):
                    if a != b:
                        out.write(",".join([f"s{a}", *(["s3"] if 3 not in (a, b) else []), f"s{b}"]) + "\n")
        others = [f"s{a}-s{b}" for a in range(6) for b in range(a + 1, 6) if 3 not in (a, b)]
        with Pings() as pings:
            self.deploy(paths=paths)
            self.addCleanup(self.set_cables, others, "up")
            self.set_cables(others, "down")
        self.assertEqual(pings.lost, 0, f"of {pings.sent} sent while paths moved and links were cut")
        self.all_reach()

    def test_verify_counts_every_probe(self):
        self.deploy()
        done = run(EBB, "fabric", "verify", self.file, "--inventory", self.inventory, "--journal",
                   os.path.join(self.folder, "journal"))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    reason = obstacle(LAB, ["ping"])
    if reason:
        print(f"skipped: {reason}")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
