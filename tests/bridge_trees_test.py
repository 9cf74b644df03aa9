#!/usr/bin/env python3
"""VLAN trees on Linux bridges: the commands that `ebb trees --bridge` prints, run as they are, and pings between all hosts.

usage: bridge_trees_test.py PATH_OF_EBB     (from the source folder)

Three bridges in a ring, in one network namespace, and a host behind each. Needs root and a kernel whose bridges filter VLANs;
without them it says so and ends with status 77, which ctest counts as skipped.
"""
import csv
import io
import os
import re
import subprocess
import sys
import tempfile
import unittest

EBB = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "build/ebb"
FABRIC = f"ebbbridge{os.getpid()}"
HOSTS = 3
PATIENCE = 60  # seconds
NETWORK = '[topology]\nname = "complete"\nswitches = 3\nhosts_per_switch = 1\n\n[trees]\npaths = "shortest"\n'
os.environ["PATH"] += ":/usr/sbin:/sbin"


def run(*command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=PATIENCE)


def inside(place, *command, text=None):
    done = run("ip", "netns", "exec", place, *command, text=text)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr or done.stdout}")
    return done.stdout


def host(number):
    return f"{FABRIC}.h{number}"


def obstacle():
    if os.geteuid() != 0:
        return "only root may make network namespaces"
    made = run("ip", "netns", "add", FABRIC)
    if made.returncode:
        return "this kernel makes no network namespaces here: " + made.stderr.strip()
    bridge = run("ip", "netns", "exec", FABRIC, "ip", "link", "add", "probe", "type", "bridge", "vlan_filtering", "1")
    run("ip", "netns", "del", FABRIC)
    return f"this kernel has no bridges that filter VLANs: {bridge.stderr.strip()}" if bridge.returncode else None


class Bridges(unittest.TestCase):
    def setUp(self):
        with tempfile.NamedTemporaryFile("w", suffix=".toml", delete=False) as file:
            file.write(NETWORK)
        self.addCleanup(os.remove, file.name)
        self.commands = self.printed(file.name, "--bridge")
        for place in (FABRIC, *(host(h) for h in range(HOSTS))):
            self.assertEqual(run("ip", "netns", "add", place).returncode, 0)
            self.addCleanup(run, "ip", "netns", "del", place)
        self.lay_cables(csv.DictReader(io.StringIO(self.printed(file.name, "--csv"))))

    def printed(self, file, option):
        done = run(EBB, "trees", file, option)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def lay_cables(self, rows):
        """A port to s1 is joined with that of s1 to here; a host has the address that its entries in the tables have."""
        port_to = {(row["switch"], row["to"]): f'{row["switch"]}-p{int(row["port"]) - 1}' for row in rows}
        for (here, to), port in port_to.items():
            if to.startswith("h"):
                place = host(int(to[1:]))
                inside(FABRIC, "ip", "link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", place)
                mac = re.search(rf"fdb add (\S+) dev {port} ", self.commands).group(1)
                inside(place, "ip", "link", "set", "eth0", "address", mac, "up")
                inside(place, "ip", "addr", "add", f"10.0.0.{int(to[1:]) + 1}/24", "dev", "eth0")
            elif here < to:
                inside(FABRIC, "ip", "link", "add", port, "type", "veth", "peer", "name", port_to[to, here])
        for port in port_to.values():
            inside(FABRIC, "ip", "link", "set", port, "up")

    def test_printed_commands_join_all_hosts_without_a_loop(self):
        inside(FABRIC, "sh", "-e", text=self.commands)
        for a in range(HOSTS):
            for b in range(HOSTS):
                if a != b:
                    words = inside(host(a), "ping", "-n", "-c", "3", "-i", "0.2", "-W", "2", f"10.0.0.{b + 1}")
                    self.assertNotIn("DUP!", words)
        # A broadcast that circulated would keep the links busy: three hosts have sent a few frames.
        shown = inside(FABRIC, "cat", "/sys/class/net/s0-p1/statistics/rx_packets")
        self.assertLess(int(shown), 500)


if __name__ == "__main__":
    why_not = obstacle()
    if why_not:
        print(f"skipped: {why_not}")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
