#!/usr/bin/env python3
"""Regulations of a lab with switches that are managed by SNMP, with faults: commands, switch programs and snmpd killed, cables pulled.

usage: snmp_regulations.py EBB [ROUNDS] [--seed N] [--minutes M]     (from the source folder; root)

In every round the links of a random star go off or come on, or a trunk changes its rate, while one fault happens. Then the same
regulation is repeated until it succeeds, and `ebb fabric verify` follows all pairs of hosts through the tables as they are. No ping
may be lost, except while a cable in use is out. Ends with status 77 where no such lab can be made.
"""
import argparse
import collections
import os
import random
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from lab_testing import obstacle  # noqa: E402
from snmp_lab_testing import PATIENCE, Pings, SnmpLab  # noqa: E402

NAME = f"soak{os.getpid()}"
SWITCHES, LINKS, HOSTS = 4, 2, 2
FAULTS = ("none", "command killed", "switch program killed", "snmpd killed", "cable pulled")
os.environ["PATH"] += ":/usr/sbin:/sbin"


class Soak:
    def __init__(self, ebb, seed):
        self.random = random.Random(seed)
        self.lab = SnmpLab(ebb, NAME, SWITCHES, LINKS, HOSTS)
        self.off, self.outages, self.repeated = [], [], 0

    def begin(self, words):
        return subprocess.Popen(self.lab.words("regulate", "--drain", "500", *words), stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True)

    def settings(self):
        return ["--set", "trees.off=[%s]" % ", ".join(f'"{link}"' for link in self.off)]

    def next_links(self):
        centre = self.random.randrange(SWITCHES)
        pairs = [(a, b) for a in range(SWITCHES) for b in range(a + 1, SWITCHES)]
        self.off = [f"s{a}-s{b}" + self.random.choice(("", ":1")) for a, b in pairs
                    if centre not in (a, b) and self.random.random() < 0.7]

    def regulate(self, words, fault):
        """Once with the fault; then until it succeeds."""
        command, delay = self.begin(words), self.random.uniform(0.3, 4)
        fault(command, delay)
        said = command.communicate(timeout=PATIENCE)[0]
        for _ in range(4):
            if command.returncode == 0:
                return
            self.repeated += 1
            command = self.begin(words)
            said = command.communicate(timeout=PATIENCE)[0]
        raise AssertionError(f"regulate {words} does not succeed:\n{said}")

    def kill_command(self, command, delay):
        time.sleep(delay)
        command.kill()

    def restart(self, kill):
        def fault(_, delay):
            time.sleep(delay)
            start = kill(self.random.randrange(SWITCHES))
            time.sleep(self.random.uniform(0, 3))
            start()
        return fault

    def pull_cable(self):
        """A cable goes before a regulation, which leads all paths of its trunk elsewhere; then it comes back."""
        trunk = f"s0-s{self.random.randrange(1, SWITCHES)}"
        port = f"s0p{HOSTS + (int(trunk[4:]) - 1) * LINKS}"
        begin = time.time()
        self.lab.pull_cable(port, True)
        self.off = [trunk]
        self.regulate(self.settings(), lambda *_: None)
        self.outages.append((begin, time.time()))
        self.lab.pull_cable(port, False)

    def round(self, kind):
        if kind == "cable pulled":
            self.pull_cable()
        else:
            self.next_links()
            fault = {"none": lambda *_: None, "command killed": self.kill_command,
                     "switch program killed": self.restart(self.lab.kill_switch_program),
                     "snmpd killed": self.restart(self.lab.kill_snmpd)}[kind]
            words = self.settings()
            if not self.off and self.random.random() < 0.5:
                words += ["--rate", "s0-s1=" + self.random.choice(("10Mb/s", "100Mb/s", "1Gb/s"))]
            self.regulate(words, fault)
        verified = self.lab.fabric("verify", *self.settings())
        assert verified.returncode == 0, f"after \"{kind}\": {verified.stdout}{verified.stderr}"

    def run(self, rounds, end):
        up = self.lab.up()
        assert up.returncode == 0, up.stdout + up.stderr
        sent, done = 0, collections.Counter()
        while done.total() < rounds and time.time() < end:
            with Pings(self.lab) as pings:
                for _ in range(5):  # pings print a line each
                    kind = FAULTS[done.total() % len(FAULTS)]
                    self.round(kind)
                    done[kind] += 1
            lost = pings.lost_outside(self.outages)
            assert not lost and not pings.twice, f"{len(lost)} of {pings.sent} pings lost, {pings.twice} twice, after {done}"
            sent += pings.sent
            print(f"{done.total()} regulations, {self.repeated} repeated: 0 of {sent} pings lost outside of "
                  f"{len(self.outages)} pulled cables; {dict(done)}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("ebb", type=os.path.abspath)
    parser.add_argument("rounds", type=int, nargs="?", default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=1e6)
    arguments = parser.parse_args()
    why_not = obstacle(NAME, ["ping", "snmpd", "python3"])
    if why_not:
        print(f"skipped: {why_not}")
        sys.exit(77)
    soak = Soak(arguments.ebb, arguments.seed)
    try:
        soak.run(arguments.rounds, time.time() + 60 * arguments.minutes)
    finally:
        soak.lab.down()
