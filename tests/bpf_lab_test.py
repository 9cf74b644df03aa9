#!/usr/bin/env python3
"""`ebb lab --dataplane bpf`: switches that are programs in the kernel, and hosts in network namespaces.

usage: bpf_lab_test.py PATH_OF_EBB     (from the source folder; the examples are read from there)

Needs root, clang and a kernel with BPF; without them it says so and ends with status 77, which ctest counts as skipped.
"""
import json
import os
import re
import subprocess
import sys
import unittest

from lab_testing import obstacle

EBB = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "build/ebb"
LAB = f"bpf{os.getpid()}"
PATIENCE = 180  # seconds; the machine may be busy
os.environ["PATH"] += ":/usr/sbin:/sbin"


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)


def lab(action, *arguments):
    return run(EBB, "lab", action, "--name", LAB, *arguments)


def on(host, *command):
    return lab("exec", host, "--", *command)


class Lab(unittest.TestCase):
    def tearDown(self):
        lab("down")
        left = [n for n in os.listdir("/run/netns") if n.startswith(f"ebb.{LAB}.")] if os.path.isdir("/run/netns") else []
        self.assertEqual(left, [])
        self.assertFalse(os.path.exists(f"/run/ebb-lab/{LAB}"))

    def good(self, done):
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def up(self, *arguments):
        return self.good(lab("up", *arguments))

    def rows(self, done):
        return json.loads(self.good(done))["rows"]

    def test_counters_are_what_the_tables_say(self):
        """Of every organisation: each port passes exactly the frames that the tables of the plan predict."""
        for arguments in (["examples/lab-conditional.toml"],
                          ["examples/lab-dragonfly.toml", "--dataplane", "bpf", "--set", "lab.rate=100Mb/s"],
                          ["examples/lab-clos.toml", "--dataplane", "bpf", "--set", "lab.rate=100Mb/s",
                           "--set", "rules.organisation=flat"]):
            with self.subTest(arguments):
                self.assertIn("in the kernel", self.up(*arguments))
                status = {row["check"]: row["result"] for row in self.rows(lab("status", "--json"))}
                self.assertEqual(status["programs in the kernel"], "good")
                findings = {row["check"]: row for row in self.rows(lab("test", "--json", "--streams", "0"))}
                self.assertEqual({row["result"] for row in findings.values()}, {"good"}, findings)
                self.assertIn("port counters", findings)
                self.good(lab("down"))

    def test_hosts_find_each_other_by_broadcast_and_get_addresses(self):
        self.up("examples/lab-conditional.toml", "--set", "lab.neighbours=arp", "--set", "lab.addresses=dmp")
        self.assertIn("02:00:00:00:00:05", self.good(on("h5", "ip", "link", "show", "eth0")))
        findings = {row["check"]: row for row in self.rows(lab("test", "--json", "--streams", "0"))}
        self.assertEqual(findings["ping"]["result"], "good", findings)

    def test_rules_react_at_once_and_lose_nothing(self):
        self.up("examples/lab-conditional.toml")
        rules, controller = self.rows(lab("reaction", "--json", "--bursts", "3", "--controller", "100"))
        self.assertEqual((rules["bursts"], rules["reacted"], rules["lost"]), (3, 3, 0))
        self.assertGreater(rules["diverted"], 0)
        # A frame follows each millisecond, a busy machine may pause; a controller cannot know before it reads again.
        self.assertLess(rules["median_ms"], 20)
        self.assertLess(rules["median_ms"], controller["median_ms"])

    def test_what_does_not_fit_is_refused(self):
        for arguments, said in ((["--set", "rules.trigger=pause"], "set rules.trigger = \"queue\""),
                                (["--set", "lab.rate=0b/s"], "drain at the rate of their cables"),
                                (["--set", "lab.switches=snmp"], "leave out dataplane")):
            done = lab("up", "examples/lab-conditional.toml", *arguments)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(said, done.stderr)
        self.up("examples/lab-butterfly.toml", "--dataplane", "bpf")
        done = lab("reaction")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("no two hosts that share a port with an alternative", done.stderr)


def why_not():
    found = obstacle(LAB, ["clang"])
    if found:
        return found
    tried = lab("up", "examples/lab-conditional.toml")
    lab("down")
    if tried.returncode != 0 and "a kernel with BPF" in tried.stderr:
        return "this kernel loads no BPF programs: " + re.sub(r"\s+", " ", tried.stderr)[-300:]
    return None


if __name__ == "__main__":
    if why := why_not():
        print(f"skipped: {why}")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1], verbosity=2)
