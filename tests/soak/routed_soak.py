#!/usr/bin/env python3
"""Spines of real routers sleep and wake for long, under UDP and pings; then with faults.

usage: routed_soak.py EBB sleeps|faults [--count N] [--protocol ospf|bgp] [--hour SECONDS]     (from the source folder; root)

It wants a machine that has nothing else to do: what routers in one kernel do too late looks lost.
sleeps:  both spines sleep and wake in turn; every datagram and every ping must arrive
faults:  a routing daemon killed, a router restarted, a port pulled while its spine wakes, the agent killed; after each
         all pairs must answer, and when the agent ends nothing may be asleep
"""
import argparse
import os
import random
import shlex
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from routed_lab_testing import PATIENCE, Agent, RoutedLab, Traffic, end_by_signals, obstacle, until  # noqa: E402

SPINES, CABLES = ("s4", "s5"), 4
TURN = ((), ("s4",), (), ("s5",))


def soak_sleeps(lab, folder, count, hour):
    with Traffic(lab) as traffic:
        agent = Agent(lab, folder, TURN, hour)
        try:
            for number in range(1, count // 2 + 1):
                for spine in SPINES:
                    for done in (agent.slept, agent.woke):
                        until(lambda: done(spine) >= CABLES * number, PATIENCE, lambda: "\n".join(agent.lines()[-20:]))
                print(f"{2 * number} sleeps and wakes, {agent.count('not within')} late steps", flush=True)
            agent.stop()
        finally:
            agent.kill()
    print(f"lost: {traffic.lost} of {traffic.sent} datagrams, {traffic.unanswered} of {traffic.pinged} pings")
    return traffic.lost + traffic.unanswered == 0


def kill_and_restart(lab, router, names):
    """Daemons of a router, killed together and started again as they were."""
    commands = {}
    for name in names:
        process = lab.processes()[f"{router}/{name}"]
        with open(f"/proc/{process}/cmdline", encoding="utf8") as file:
            commands[name] = file.read().split("\0")[:-1]
        os.kill(process, 9)
    time.sleep(1)
    for name in names:
        subprocess.run(lab.inside(router, *commands[name]), check=True, capture_output=True, timeout=PATIENCE)


def pull_port(lab, router, port, seconds):
    subprocess.run(lab.inside(router, "ip", "link", "set", port, "down"), check=True)
    time.sleep(seconds)
    subprocess.run(lab.inside(router, "ip", "link", "set", port, "up"), check=True)


def connected(lab):
    return all(result == "good" for check, result, _ in lab.findings() if check == "ping")


def soak_faults(lab, folder, count, hour, protocol):
    rolled = random.Random(1)
    daemon = "ospfd" if protocol == "ospf" else "bgpd"
    agent = Agent(lab, folder, TURN, hour)
    bad = 0
    try:
        for number in range(1, count + 1):
            time.sleep(rolled.uniform(0, 2 * hour))
            router, leaf = rolled.choice(SPINES), f"s{rolled.randrange(4)}"
            fault = rolled.choice(("daemon", "router", "port", "agent"))
            if fault == "daemon":
                kill_and_restart(lab, router, [daemon])
            elif fault == "router":
                kill_and_restart(lab, router, ["zebra", daemon])
            elif fault == "port":
                pull_port(lab, leaf, f"{leaf}p{rolled.choice((2, 3))}", 5)
            else:
                agent.kill()
                agent = Agent(lab, folder, TURN, hour)
            began = time.monotonic()
            try:
                until(lambda: connected(lab), PATIENCE, "connectivity")
                print(f"{number}: {fault} of {router}: all pairs answer after {time.monotonic() - began:.1f} s", flush=True)
            except TimeoutError as late:
                bad += 1
                print(f"{number}: {fault} of {router}: {late}", flush=True)
        agent.stop()
    finally:
        agent.kill()
    asleep = [spine for spine in SPINES if len(lab.ports(spine)) < CABLES]
    routes = until(lambda: all(result == "good" for _, result, _ in lab.findings()), PATIENCE, lambda: str(lab.findings()))
    print(f"{count} faults, {bad} without connectivity; asleep at the end: {asleep or 'none'}; routes whole: {bool(routes)}")
    return bad == 0 and not asleep


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("ebb", type=os.path.abspath)
    parser.add_argument("what", choices=("sleeps", "faults"))
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--protocol", choices=("ospf", "bgp"), default="ospf")
    parser.add_argument("--hour", type=int, default=10)
    wanted = parser.parse_args()
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    if why := obstacle("routedsoak"):
        sys.exit(f"no lab here: {why}")
    end_by_signals()
    lab = RoutedLab(wanted.ebb, f"soak{os.getpid()}")
    print(shlex.join(sys.argv))
    try:
        print(lab.open(f"lab.protocol={wanted.protocol}").splitlines()[0], flush=True)
        with tempfile.TemporaryDirectory() as folder:
            if wanted.what == "sleeps":
                good = soak_sleeps(lab, folder, wanted.count, wanted.hour)
            else:
                good = soak_faults(lab, folder, wanted.count, wanted.hour, wanted.protocol)
    finally:
        lab.close()
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
