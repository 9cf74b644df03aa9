#!/usr/bin/env python3
"""Spines of real routers sleep and wake for long, under UDP, TCP and pings; then with faults.

usage: routed_soak.py EBB sleeps|faults [--count N] [--minutes M] [--protocol ospf|bgp] [--hour SECONDS] [--seed N]
                      [--only FAULT] [--spines N] [--tally FILE]     (from the source folder; root)

It ends after N or after M minutes; `./test --soak` runs both parts. It wants a machine that has nothing else to do: what routers
in one kernel do too late looks lost. Its last line has the counts. With --tally, they are added to those of earlier runs in this
file after each round, and N is of all runs together: the same command continues one that was stopped.
sleeps:  both halves of the spines sleep and wake in turn; every datagram, every byte of TCP and every ping must arrive
faults:  a routing daemon is killed, a router restarts, a port does not come up, a kernel loses a next hop, the agent is killed
         at any step, a second agent starts. After each, all pairs must answer. When the agent ends, nothing may be asleep.
"""
import argparse
import collections
import json
import os
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from routed_lab_testing import PATIENCE, Agent, RoutedLab, Traffic, end_by_signals, obstacle, schedule_of, until  # noqa: E402

ROUND = 40  # sleeps and wakes
LEAVES, CABLES = ("s0", "s1", "s2", "s3"), 4
FAULTS = ("daemon", "router", "port", "next hop", "agent", "second agent")


class Tally:
    """Counts of all runs together, in a file if there is one."""

    def __init__(self, path):
        self.path = path
        self.counts = collections.Counter(json.loads(path.read_text()) if path and path.exists() else {})

    def add(self, **more):
        self.counts.update(more)
        if not self.path:
            return
        part = self.path.with_name(self.path.name + ".part")
        part.write_text(json.dumps(self.counts, indent=1) + "\n")
        part.replace(self.path)

    def __str__(self):
        return "altogether: " + ", ".join(f"{name.replace('_', ' ')} {count:,}" for name, count in sorted(self.counts.items()))


def soak_sleeps(lab, folder, spines, wanted, until_then, tally):
    """In rounds, each with its own traffic and agent."""
    good = True
    while good and tally.counts["sleeps"] < wanted.count and time.monotonic() < until_then:
        count = min(ROUND, wanted.count - tally.counts["sleeps"])
        good = one_round(lab, tempfile.mkdtemp(dir=folder), spines, count, until_then, wanted.hour, tally)
    return good


def one_round(lab, folder, spines, count, until_then, hour, tally):
    """On a machine that is too slow for the hour, some spines sleep through it."""
    number, halves, lost_hops = 0, (spines[:len(spines) // 2], spines[len(spines) // 2:]), 0
    with Traffic(lab) as traffic:
        agent = Agent(lab, folder, *schedule_of(lab, folder, halves, hour))
        woken = lambda: sum(agent.woke(spine) for spine in spines) // CABLES  # noqa: E731
        try:
            while number == 0 or (number < count and time.monotonic() < until_then):
                until(lambda: woken() > number, PATIENCE + 2 * hour, lambda: "\n".join(agent.lines()[-20:]))
                number = woken()
                print(f"{number} sleeps and wakes, {agent.count('not within')} late steps, "
                      f"{agent.count('made to install it again')} lost next hops", flush=True)
            lost_hops = agent.count("made to install it again")
            agent.stop()
        finally:
            agent.kill()
    print(f"{woken()} sleeps and wakes; {traffic}", flush=True)
    tally.add(sleeps=woken(), datagrams=traffic.sent, datagrams_lost=traffic.lost, pings=traffic.pinged,
              pings_lost=traffic.unanswered, tcp_bytes=traffic.bytes, tcp_bytes_lost=traffic.lost_bytes,
              next_hops_lost_by_kernels=lost_hops)
    return traffic.all_arrived()


class Faults:
    """One fault after the other, while both spines sleep and wake in turn."""

    def __init__(self, lab, folder, spines, hour, protocol, seed, tally):
        self.lab, self.folder, self.spines, self.hour, self.tally = lab, folder, spines, hour, tally
        self.daemon = "ospfd" if protocol == "ospf" else "bgpd"
        self.random = random.Random(seed)
        self.bad, self.steps, self.struck, self.slept = [], collections.Counter(), 0, 0
        self.agent = self.start()

    def start(self):
        folder = tempfile.mkdtemp(dir=self.folder)
        return Agent(self.lab, folder, *schedule_of(self.lab, folder, ((), self.spines[:1], (), self.spines[1:]), self.hour))

    def kill_and_restart(self, router, names):
        """Daemons of a router, killed together and started again as they were."""
        commands = {}
        for name in names:
            process = self.lab.processes()[f"{router}/{name}"]
            commands[name] = pathlib.Path(f"/proc/{process}/cmdline").read_text("utf8").split("\0")[:-1]
            os.kill(process, 9)
        time.sleep(1)
        for name in names:
            subprocess.run(self.lab.inside(router, *commands[name]), check=True, capture_output=True, timeout=PATIENCE)

    def hold_down(self, router, port, seconds):
        """The agent switches it on, and it goes down again."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.lab.do(router, "ip", "link", "set", port, "down")
            time.sleep(0.2)
        self.lab.do(router, "ip", "link", "set", port, "up")

    def drop_next_hop(self, leaf):
        """False: the leaf has one next hop only, because a spine sleeps."""
        other = f"10.86.0.{2 + 2 * self.random.choice([k for k in range(4) if f's{k}' != leaf])}"
        try:
            self.lab.drop_next_hop(leaf, other, f"{leaf}p{self.random.choice((2, 3))}")
        except (KeyError, AssertionError, subprocess.CalledProcessError):
            return False
        return True

    def recorded(self):
        """Ports that are off are in the agent's file: an agent that starts later finds them."""
        off = {port for spine in self.spines for port in set(self.lab.ports(spine, off=True)) - set(self.lab.ports(spine))}
        file = pathlib.Path(self.lab.inventory + ".off")
        lines = file.read_text().splitlines() if file.exists() else []
        named = {tuple(line.split()[:2]) for line in lines if line.startswith("s")}
        self.steps["off" if len(off) >= CABLES else "between" if off else "on"] += 1
        return all((f"s{port.split('p')[1]}", str(2 + self.spines.index(port.split("p")[0]))) in named for port in off)

    def count_sleeps(self):
        self.slept += sum(self.agent.slept(spine) for spine in self.spines) // CABLES

    def kill_agent(self):
        self.agent.kill()
        self.count_sleeps()
        recorded = self.recorded()
        self.agent = self.start()
        return recorded

    def second_agent_refused(self):
        second = self.start()
        try:
            output = second.process.communicate(timeout=PATIENCE)[0]
        except subprocess.TimeoutExpired:
            second.kill()
            return False
        return second.process.returncode != 0 and "another ebb is at work" in output

    def strike(self, fault):
        """Whether it did what it should at once."""
        router, leaf = self.random.choice(self.spines), self.random.choice(LEAVES)
        if fault == "agent":
            return self.kill_agent()
        if fault == "second agent":
            return self.second_agent_refused()
        if fault == "daemon":
            self.kill_and_restart(router, [self.daemon])
        elif fault == "router":
            self.kill_and_restart(router, ["zebra", self.daemon])
        elif fault == "port":
            self.hold_down(leaf, f"{leaf}p{self.random.choice((2, 3))}", 8)
        else:
            until(lambda: self.drop_next_hop(leaf), PATIENCE,
                  lambda: "\n".join([f"two next hops at {leaf}", *self.agent.lines()[-40:]]))
        return True

    def connected(self):
        return all(result == "good" for check, result, _ in self.lab.findings() if check == "ping")

    def run(self, faults, count, until_then):
        for number in range(1, count + 1):
            if number > 1 and time.monotonic() > until_then:
                break
            self.struck = number
            fault = faults[(number - 1) % len(faults)]
            time.sleep(self.random.uniform(0, 2 * self.hour))
            good = self.strike(fault)
            began = time.monotonic()
            try:
                until(self.connected, PATIENCE, "connectivity")
            except TimeoutError:
                good = False
            if self.agent.process.poll() is not None:
                good = False
                print("the agent has ended: " + self.agent.process.stdout.read()[-600:], flush=True)
            if not good:
                self.bad.append((number, fault))
            self.tally.add(faults=1, faults_bad=not good, **{"fault_" + fault.replace(" ", "_"): 1})
            print(f"{number}: {fault}: {'good' if good else 'BAD'}, all pairs answer after {time.monotonic() - began:.1f} s",
                  flush=True)

    def end(self):
        """Nothing is asleep, and all kernels have all next hops."""
        self.agent.stop()
        self.count_sleeps()
        asleep = [spine for spine in self.spines if len(self.lab.ports(spine)) < CABLES]
        until(lambda: all(result == "good" for _, result, _ in self.lab.findings()), PATIENCE, lambda: str(self.lab.findings()))
        print(f"{self.struck} faults, {self.slept} sleeps of spines; bad: {self.bad or 'none'}; spines where the agent was killed: {dict(self.steps)}; "
              f"asleep at the end: {asleep or 'none'}; all kernels have all next hops")
        self.tally.add(sleeps_under_faults=self.slept, asleep_at_the_end=len(asleep))
        return not self.bad and not asleep


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("ebb", type=os.path.abspath)
    parser.add_argument("what", choices=("sleeps", "faults"))
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--minutes", type=float, default=1e6)
    parser.add_argument("--protocol", choices=("ospf", "bgp"), default="ospf")
    parser.add_argument("--hour", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--spines", type=int, default=2, help="of the sleeps")
    parser.add_argument("--tally", type=pathlib.Path)
    parser.add_argument("--only", choices=FAULTS, action="append", help="faults of this kind")
    wanted = parser.parse_args()
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    if why := obstacle("routedsoak"):
        print(f"skipped: {why}")
        sys.exit(77)
    end_by_signals()
    lab = RoutedLab(wanted.ebb, f"soak{os.getpid()}")
    print(shlex.join(sys.argv))
    try:
        count = wanted.spines if wanted.what == "sleeps" else 2
        spines = [f"s{len(LEAVES) + number}" for number in range(count)]
        shape = [f"topology.access_radix={2 + count}", "topology.hosts_per_switch=2", f"topology.uplinks={count}"]
        print(lab.open(f"lab.protocol={wanted.protocol}", *shape).splitlines()[0], flush=True)
        with tempfile.TemporaryDirectory() as folder:
            until_then, tally = time.monotonic() + 60 * wanted.minutes, Tally(wanted.tally)
            if wanted.what == "sleeps":
                good = soak_sleeps(lab, folder, spines, wanted, until_then, tally)
            else:
                done = tally.counts["faults"]
                faults = Faults(lab, folder, spines, wanted.hour, wanted.protocol, wanted.seed + done, tally)
                try:
                    faults.run(wanted.only or FAULTS, wanted.count - done, until_then)
                    good = faults.end()
                finally:
                    faults.agent.kill()
            print(tally)
    finally:
        lab.close()
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
