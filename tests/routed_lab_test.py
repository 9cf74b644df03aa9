#!/usr/bin/env python3
"""A spine of real routers (FRR, OSPF) sleeps and wakes under traffic; FRR's fault of next-hop groups is noticed.

usage: routed_lab_test.py PATH_OF_ROUTED_SLEEP     (from the source folder)

Needs root and FRR; without them it says so and ends with status 77, which ctest counts as skipped. The labs have names
of this process and are removed whatever happens.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest

from routed_lab_testing import RoutedLab, end_by_signals, obstacle, until

PROGRAM = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "build/tests/routed_sleep"
PATIENCE = 60  # seconds; the machine may be busy
RATE = 300  # datagrams a second and flow
FLOWS = 8
FAR = "10.88.1.0/31"  # h1's, as leaf0 sees it
os.environ["PATH"] += ":/usr/sbin:/sbin"

# Each datagram has its number; the receiver prints how many different ones it got. Many ports: flows take both spines.
SENDER = f"""
import select, socket, sys, time
flows = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range({FLOWS})]
sent, began = 0, time.monotonic()
while not select.select([sys.stdin], [], [], 0)[0]:
    for flow in flows:
        flow.sendto(b"%d" % sent, ("10.88.1.1", 9000))
        sent += 1
    time.sleep(max(0, began + sent / {FLOWS * RATE} - time.monotonic()))
print(sent)
"""
RECEIVER = """
import select, socket, sys
port = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
port.setsockopt(socket.SOL_SOCKET, 33, 1 << 24)  # SO_RCVBUFFORCE: only routers may lose some
port.bind(("0.0.0.0", 9000))
print("ready", flush=True)
got = set()
while port in (ready := select.select([port, sys.stdin], [], [])[0]) or not ready:
    got.add(port.recv(100))
print(len(got))
"""


class Traffic:
    """UDP from h0 to h1 and pings back, for as long as it is open."""

    def __init__(self, lab):
        self.lab = lab

    def open(self, host, program):
        return subprocess.Popen(self.lab.inside(host, sys.executable, "-c", program), stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        self.receiver = self.open("h1", RECEIVER)
        self.receiver.stdout.readline()
        self.sender = self.open("h0", SENDER)
        self.answers = tempfile.TemporaryFile("w+")  # a pipe would be full after some seconds, and ping would wait
        self.pings = subprocess.Popen(self.lab.inside("h1", "ping", "-n", "-i", "0.01", "10.88.0.1"),
                                      stdout=self.answers)
        time.sleep(0.3)
        return self

    def __exit__(self, *_):
        self.sent = int(self.sender.communicate("end\n", timeout=PATIENCE)[0])
        time.sleep(0.3)
        self.lost = self.sent - int(self.receiver.communicate("end\n", timeout=PATIENCE)[0])
        self.pings.send_signal(2)
        self.pings.wait(timeout=PATIENCE)
        self.answers.seek(0)
        words = self.answers.read()
        self.answers.close()
        answered = {int(number) for number in re.findall(r"icmp_seq=(\d+) ttl", words)}
        self.pinged = max(answered)
        self.unanswered = max(answered) - len(answered)  # the last one may be on its way when it is stopped


class Program:
    """A program under test. It gets commands and ends each with a line that begins with "done"."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def do(self, command):
        """What it prints for a command, as lines; the last is "done"."""
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while not lines or not lines[-1].startswith("done"):
            line = self.process.stdout.readline()
            assert line, f"it ended: {lines}"
            lines.append(line.strip())
        return lines

    def close(self):
        self.process.communicate(timeout=PATIENCE)


def next_hops(lab, leaf="leaf0", prefix=FAR):
    """How many the kernel has."""
    for route in json.loads(lab.do(leaf, "ip", "-j", "route")):
        if route["dst"] == prefix:
            return len(route.get("nexthops", [route]))
    return 0


def frames(lab, router, port):
    for link in json.loads(lab.do(router, "ip", "-j", "-s", "link")):
        if link["ifname"] == port:
            return link["stats64"]["rx"]["packets"] + link["stats64"]["tx"]["packets"]
    raise AssertionError(f"{router} has no {port}")


def all_paths(lab):
    return next_hops(lab) == 2 and next_hops(lab, "leaf1", "10.88.0.0/31") == 2


class LabTest(unittest.TestCase):
    groups = False

    @classmethod
    def setUpClass(cls):
        cls.lab = RoutedLab(f"rt{os.getpid()}{'g' if cls.groups else 'p'}", cls.groups)
        cls.addClassCleanup(cls.lab.close)
        cls.lab.open()

    def setUp(self):
        until(lambda: all_paths(self.lab), PATIENCE, "equal-cost routes on both leaves")

    def program(self, *command):
        made = Program(*command)
        self.addCleanup(made.close)
        return made

    def sleeper(self):
        return self.program(PROGRAM, self.lab.name, "spine0", "l0:leaf0:s0", "l1:leaf1:s0")

    def carried(self, router="spine0", port="l0"):
        """Frames on a port in .3 seconds."""
        before = frames(self.lab, router, port)
        time.sleep(0.3)
        return frames(self.lab, router, port) - before

    def assert_no_loss(self, traffic, about):
        self.assertEqual(traffic.lost, 0, f"of {traffic.sent} datagrams; {about}")
        self.assertEqual(traffic.unanswered, 0, f"of {traffic.pinged} pings; {about}")
        self.assertGreater(traffic.sent, 2000)


class Routers(LabTest):
    def test_a_spine_sleeps_and_is_proved_awake_without_a_loss(self):
        sleeper = self.sleeper()
        with Traffic(self.lab) as traffic:
            self.assertGreater(self.carried(), 30, "no flow takes the spine that will sleep")
            slept = sleeper.do("sleep")[:-1]
            self.assertEqual([line.split()[0] for line in slept], ["draining", "quieting", "asleep"], slept)
            self.assertEqual(next_hops(self.lab), 1)
            for router, port in (("spine0", "l0"), ("leaf0", "s0")):
                self.assertIn('"operstate":"DOWN"', self.lab.do(router, "ip", "-j", "link", "show", port))
            woke = sleeper.do("wake")[:-1]
            self.assertEqual([line.split()[0] for line in woke], ["linking", "routing", "probing", "awake"], woke)
            self.assertTrue(all_paths(self.lab), "it counted as awake before all kernels had its next hop")
            self.assertGreater(self.carried(), 30, "it counted as awake and carries nothing")
        self.assert_no_loss(traffic, slept + woke)
        print(f"0 of {traffic.sent} datagrams and {traffic.pinged} pings lost; sleep [ms]: {', '.join(slept)}; "
              f"wake [ms]: {', '.join(woke)}", file=sys.stderr)


class FaultOfNextHopGroups(LabTest):
    groups = True

    def test_it_is_named_and_the_router_is_not_awake(self):
        sleeper = self.sleeper()
        with Traffic(self.lab) as traffic:
            slept = sleeper.do("sleep")[:-1]
            self.assertTrue(slept[-1].startswith("asleep"), slept)
            woke = sleeper.do("wake")[:-1]
        if woke[-1].startswith("awake") and all_paths(self.lab):
            self.skipTest("this FRR restored its next-hop groups")
        self.assertFalse([line for line in woke if line.startswith("awake")], woke)
        self.assertRegex(woke[-1], r"failed: leaf\d: spine0 is not awake: .* the kernel's next-hop group lacks it")
        self.assertIn("no zebra nexthop kernel enable", woke[-1])
        print(f"during the fault, {traffic.lost} of {traffic.sent} datagrams and {traffic.unanswered} of {traffic.pinged} "
              "pings lost", file=sys.stderr)


if __name__ == "__main__":
    reason = obstacle(f"rt{os.getpid()}")
    if reason:
        print(f"skipped: {reason}")
        sys.exit(77)
    end_by_signals()
    unittest.main(argv=sys.argv[:1])
