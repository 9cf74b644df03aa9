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
import time
import unittest

from routed_lab_testing import RoutedLab, obstacle, until

PROGRAM = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "build/tests/routed_sleep"
PATIENCE = 60  # seconds; the machine may be busy
RATE = 1000  # datagrams a second and flow
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
        self.pings = subprocess.Popen(self.lab.inside("h1", "ping", "-n", "-i", "0.01", "10.88.0.1"),
                                      stdout=subprocess.PIPE, text=True)
        time.sleep(0.3)
        return self

    def __exit__(self, *_):
        self.sent = int(self.sender.communicate("end\n", timeout=PATIENCE)[0])
        time.sleep(0.3)
        self.lost = self.sent - int(self.receiver.communicate("end\n", timeout=PATIENCE)[0])
        self.pings.send_signal(2)
        words = self.pings.communicate(timeout=PATIENCE)[0]
        answered = {int(number) for number in re.findall(r"icmp_seq=(\d+) ttl", words)}
        self.pinged = max(answered)
        self.unanswered = max(answered) - len(answered)  # the last one may be on its way when it is stopped


class Sleeper:
    """The program under test, at spine0."""

    def __init__(self, lab):
        self.process = subprocess.Popen([PROGRAM, lab.name, "spine0", "l0:leaf0:s0", "l1:leaf1:s0"], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def do(self, command):
        """What it prints for a command, as lines."""
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline().strip()) != "done":
            assert self.process.poll() is None or line, f"it ended: {lines}"
            lines.append(line)
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


class SpineSleeps(unittest.TestCase):
    def open(self, groups):
        lab = RoutedLab(f"rt{os.getpid()}{'g' if groups else 'p'}", groups)
        self.addCleanup(lab.close)
        lab.open()
        until(lambda: all_paths(lab), PATIENCE, "equal-cost routes on both leaves")
        sleeper = Sleeper(lab)
        self.addCleanup(sleeper.close)
        return lab, sleeper

    def test_a_spine_sleeps_and_is_proved_awake_without_a_loss(self):
        lab, sleeper = self.open(groups=False)
        with Traffic(lab) as traffic:
            before = frames(lab, "spine0", "l0")
            time.sleep(0.3)
            self.assertGreater(frames(lab, "spine0", "l0") - before, 100, "no flow takes the spine that will sleep")
            slept = sleeper.do("sleep")
            self.assertEqual([line.split()[0] for line in slept], ["draining", "quieting", "asleep"], slept)
            self.assertEqual(next_hops(lab), 1)
            for router, port in (("spine0", "l0"), ("leaf0", "s0")):
                self.assertIn('"operstate":"DOWN"', lab.do(router, "ip", "-j", "link", "show", port))
            time.sleep(1)
            woke = sleeper.do("wake")
            self.assertEqual([line.split()[0] for line in woke], ["linking", "routing", "probing", "awake"], woke)
            self.assertTrue(all_paths(lab), "it counted as awake before all kernels had its next hop")
            before = frames(lab, "spine0", "l0")
            time.sleep(0.3)
            self.assertGreater(frames(lab, "spine0", "l0") - before, 100, "it counted as awake and carries nothing")
        self.assertEqual(traffic.lost, 0, f"of {traffic.sent} datagrams; {slept} {woke}")
        self.assertEqual(traffic.unanswered, 0, f"of {traffic.pinged} pings; {slept} {woke}")
        self.assertGreater(traffic.sent, 5000)
        print(f"0 of {traffic.sent} datagrams and {traffic.pinged} pings lost; sleep [ms]: {', '.join(slept)}; "
              f"wake [ms]: {', '.join(woke)}", file=sys.stderr)

    def test_the_fault_of_next_hop_groups_is_named_and_not_awake(self):
        lab, sleeper = self.open(groups=True)
        with Traffic(lab) as traffic:
            slept = sleeper.do("sleep")
            self.assertTrue(slept[-1].startswith("asleep"), slept)
            woke = sleeper.do("wake")
        if next_hops(lab) == 2 and woke[-1].startswith("awake"):
            self.skipTest("this FRR restored its next-hop group")
        self.assertFalse([line for line in woke if line.startswith("awake")], woke)
        self.assertRegex(woke[-1], r"failed: leaf\d: spine0 is not awake: .* the kernel's next-hop group lacks it")
        self.assertIn("no zebra nexthop kernel enable", woke[-1])
        self.assertEqual(traffic.lost, 0, f"of {traffic.sent} datagrams; {slept} {woke}")


if __name__ == "__main__":
    reason = obstacle(f"rt{os.getpid()}")
    if reason:
        print(f"skipped: {reason}")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
