#!/usr/bin/env python3
"""An agent's long evenings beside real Open vSwitch bridges: a day in minutes, a thousand changes, a hundred faults.

usage: agent_lab.py EBB day|changes|faults [--minutes M] [--curve C] [--faults N] [--keep FOLDER]     (from the source folder; root)

It wants a machine that has nothing else to do: the switches are a process, and what it does too late looks lost.
day:      hosts follow the curve of a day; agent and simulator, the same traffic and policy, on one page (twin.html)
changes:  cables go off and come on by a schedule under a flood of pings, UDP and TCP; everything lost is counted
faults:   switches killed, agents killed, ports pulled; after each fault all pairs must answer, and no cable flap
"""
import argparse
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import agent_process_test as bench  # noqa: E402  its lab, its agent, its pings

HOURS = 24
#: Megabits a second that a host sends by hour, of the 100 of its cable: quiet at night, two peaks.
DAY_CURVE = [round(1 + 19 * max(0.0, math.sin(math.pi * (h - 5) / 15)) + (6 if h in (10, 20) else 0), 1) for h in range(HOURS)]
#: And other traffic of as many parts: one that begins and ends, and hosts that burst each by itself.
CURVES = {"day": lambda host: DAY_CURVE, "step": lambda host: [1.0] * 8 + [30.0] * 8 + [1.0] * 8,
          "burst": lambda host: [random.Random(f"{host} {part}").choice([0.5, 0.5, 0.5, 20.0]) for part in range(HOURS)]}
COMPLETE = """
[topology]
name = "complete"
switches = 12
hosts_per_switch = 1

[routing]
name = "shortest_path"

[cables]
rate = "100Mb/s"

[lab]
rate = "100Mb/s"

[control]
rates = ["25Mb/s", "50Mb/s", "100Mb/s"]
epoch = "1s"
reactivation = "10ms"
wake = "500ms"
channels = "paired"

[control.policy]
name = "hysteresis"

[agent]
poll = "100ms"
hold_down = "1s"
"""


class Lab:
    def __init__(self, file):
        self.file, bench.FILE = file, file
        bench.ebb("lab", "up", file, "--name", bench.NAME)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        bench.ebb("lab", "down", "--name", bench.NAME)


class Flow:
    """Pings of one pair, from when it begins until it is stopped: how many were not answered."""

    def __init__(self, source, target, interval):
        self.process = subprocess.Popen(
            bench.in_lab(f"h{source}", "ping", "-q", "-i", str(interval), "-W", "5", address(target)),
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def stop(self):
        time.sleep(0.5)
        self.process.send_signal(bench.signal.SIGINT)
        words = self.process.communicate(timeout=60)[0]
        sent, received = map(int, re.search(r"(\d+) packets transmitted, (\d+) received", words).groups())
        return max(0, sent - received - 1), sent  # the last one is on its way


def agent_of(folder, *more):
    """That works; what it is told here suits every policy."""
    bench.QUICK = ["--set", "agent.hold_down=1s", "--drain", "300"]
    agent = bench.Agent(folder, *more)
    time.sleep(1)
    if agent.process.poll() is not None:
        raise SystemExit(agent.process.stdout.read())
    return agent


def address(host):
    return "10.86.0.%d" % (host + 2)


def udp_day(host, *words):
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "udp_day.py")
    return subprocess.Popen(bench.in_lab(f"h{host}", sys.executable, program, *words), stdout=subprocess.PIPE, text=True)


def serve(hosts):
    """Servers that listen already: who calls too early is refused, and sends nothing all evening."""
    servers = [subprocess.Popen(bench.in_lab(f"h{h}", "iperf3", "-s"), stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL) for h in hosts]
    for h in hosts:
        while ":5201 " not in subprocess.run(bench.in_lab(f"h{h}", "ss", "-ltn"), capture_output=True, text=True, check=True).stdout:
            time.sleep(0.05)
    return servers


def end(processes):
    for process in processes:
        process.terminate()
    for process in processes:
        process.wait()


def send(source, target, *words):
    return subprocess.Popen(bench.in_lab(f"h{source}", "iperf3", "-J", "-c", address(target), *words),
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def total_of(process, seconds, key):
    """What iperf3 counted at its end."""
    words = process.communicate(timeout=seconds)[0]
    total = json.loads(words).get("end", {}).get(key)
    if not total:
        raise AssertionError("iperf3: " + words[-300:])
    return total


# --- a day --------------------------------------------------------------------------------------------------------


def day(folder, minutes, policy, curve, megabits):
    """Every host sends to the one half round the row, as much as the hour asks for. `megabits`: of a cable."""
    file = os.path.join(folder, "day.toml")
    with open(bench.FILE, encoding="utf-8") as read:
        text = read.read()
    text = re.sub(r"hold_down = .*", 'hold_down = "1s"', text)
    text = re.sub(r'"(100|50|25)Mb/s"', lambda rate: f'"{int(rate[1]) * megabits / 100:g}Mb/s"', text)
    if policy != "dynamic_topology":
        text = re.sub(r"\[control.policy\][^\[]*", f'[control.policy]\nname = "{policy}"\n\n', text)
    routing = "dynamic_butterfly" if policy == "dynamic_topology" else "dimension_order"
    with open(file, "w", encoding="utf-8") as out:
        out.write(text.replace('name = "dynamic_butterfly"', f'name = "{routing}"'))
    paths = {name: os.path.join(folder, name) for name in ("lab.why", "lab.ebbtrace", "sim.why", "twin.html", "agent.html")}
    with Lab(file):
        sinks = [udp_day(h, "sink", address(h)) for h in range(8)]
        pings = [Flow(h, (h + 4) % 8, 0.1) for h in range(8)]
        agent = agent_of(folder, "--decisions", paths["lab.why"], "--record", paths["lab.ebbtrace"], "--report",
                         paths["agent.html"], "-q")
        senders = [udp_day(h, "send", address((h + 4) % 8), str(60 * minutes / HOURS), *(str(rate * megabits / 100) for rate in CURVES[curve](h)))
                   for h in range(8)]
        sent = sum(int(sender.communicate(timeout=60 * minutes + 60)[0]) for sender in senders)
        time.sleep(1)
        said = agent.stop()
        lost = [flow.stop() for flow in pings]
        end(sinks)
        came = sum(int(sink.stdout.read()) for sink in sinks)
    print(said)
    print(f"pings of 8 pairs through the day: {sum(a for a, _ in lost)} of {sum(b for _, b in lost)} lost; datagrams {sent - came} of "
          f"{sent} lost (a port that is slow when the hour begins drops what its queue has no room for)")
    bench.ebb("run", "-q", file, "--replay", paths["lab.ebbtrace"], "--decisions", paths["sim.why"])
    print(bench.ebb("why", paths["lab.why"], "--against", paths["sim.why"], "--trace", paths["lab.ebbtrace"], "--report",
                    paths["twin.html"]).stdout)
    return 0


# --- a thousand changes -------------------------------------------------------------------------------------------


def changes(folder, minutes):
    """All but a path of the complete graph go off in every other hour of the schedule: 55 of 66 cables."""
    file, schedule = os.path.join(folder, "complete.toml"), os.path.join(folder, "off.csv")
    with open(file, "w", encoding="utf-8") as out:
        out.write(COMPLETE)
    with open(schedule, "w", encoding="utf-8") as out:
        out.write("hour,switch,port\n")  # port b of switch a leads to switch b, if b is greater
        out.writelines(f"{h},s{a},{b}\n" for h in range(0, HOURS, 2) for a in range(12) for b in range(a + 2, 12))
    seconds = int(60 * minutes)
    with Lab(file):
        servers = serve((6, 7))
        floods = [Flow(a, b, 0.002) for a, b in ((0, 11), (5, 2))]
        datagrams = send(1, 6, "-u", "-b", "5M", "-l", "1000", "-t", str(seconds - 10))
        stream = send(3, 7, "-b", "5M", "-t", str(seconds - 10))
        agent = agent_of(folder, "--schedule", schedule, "--day", f"{seconds}s", "--time", f"{seconds}s", "-q")
        said = agent.process.communicate(timeout=seconds + 300)[0]
        udp, total = total_of(datagrams, 60, "sum"), total_of(stream, 60, "sum_sent")
        pings = [flow.stop() for flow in floods]
        end(servers)
    with open(agent.log, encoding="utf-8") as read:
        log = [json.loads(line) for line in read]
    print(said)
    print(f"events: {tally(log)}")
    print(f"pings {sum(a for a, _ in pings)} of {sum(b for _, b in pings)} lost; datagrams {udp['lost_packets']} of {udp['packets']} lost; TCP sent "
          f"{total['bytes']:,} B, {total['retransmits']} segments twice")
    return int(any(a for a, _ in pings) or udp["lost_packets"] > 0)


def tally(log):
    """How often each kind of event happened; numbers in it do not count."""
    kinds = {}
    for line in log:
        words = re.sub(r"\d+", "N", line.get("event", "a decision"))
        kinds[words] = kinds.get(words, 0) + 1
    return kinds


# --- a hundred faults ---------------------------------------------------------------------------------------------


def cable_ports_up():
    """Names of the interfaces between switches that are up now."""
    words = subprocess.run(bench.in_lab("fabric", "ip", "-br", "link"), capture_output=True, text=True, check=True).stdout
    return sorted(re.findall(r"^(s\d+p\d+)@s\d+p\d+ +UP", words, re.M))


def set_port(port, state):
    subprocess.run(bench.in_lab("fabric", "ip", "link", "set", port, state), check=True)


def all_pairs_answer(seconds):
    """How long it took until every pair answered; None: it did not."""
    began = time.time()
    waiting = [(a, b) for a in range(0, 8, 2) for b in range(1, 8, 2)]
    while waiting and time.time() < began + seconds:
        a, b = waiting[0]
        lost, sent = bench.ping(0.05, f"h{a}", b, 0.02)
        if lost < sent:
            waiting.pop(0)
    return None if waiting else time.time() - began


def faults(folder, count):
    dice, slowest, wrong, counted = random.Random(1), {}, 0, {}
    with Lab(bench.FILE):
        agent = agent_of(folder, "-q")
        bench.wait_until(lambda: bench.cables_off() > 0, 60)
        for n in range(count):
            fault = dice.choice(["switches killed", "agent killed", "port pulled"])
            if fault == "switches killed":
                bench.restart_switches()
            elif fault == "agent killed":
                agent.kill()
            else:
                port = dice.choice(cable_ports_up())
                set_port(port, "down")
            took = all_pairs_answer(30)  # with the agent dead too: that is the promise
            counted[fault] = counted.get(fault, 0) + 1
            if took is None:
                wrong += 1
                print(f"fault {n}: {fault}: some pairs do not answer after 30 s", flush=True)
            else:
                slowest[fault] = max(slowest.get(fault, 0), took)
            if fault == "agent killed":
                agent = agent_of(folder, "-q")
                bench.wait_until(lambda: bench.cables_off() > 0, dice.choice([3, 15]))
            if fault == "port pulled":
                set_port(port, "up")
            time.sleep(dice.choice([0.2, 2, 5]))
        agent.stop()
        last = all_pairs_answer(30)
        log = agent.log
    print(f"faults {counted}; slowest answer of all 16 pairs after each [s] "
          f"{ {k: round(v, 1) for k, v in slowest.items()} }; not answered {wrong}; at the end {'all answer' if last else 'NOT ALL ANSWER'}")
    most, flaps = most_changes(log)
    print(f"most changes of one cable within twelve seconds: {most} ({flaps})")
    return wrong + (last is None)


def most_changes(path):
    """Of any cable within twelve seconds, from the agent's log, and which: a storm of flaps would show here."""
    changes_of, most, where = {}, 0, "none"
    with open(path, encoding="utf-8") as read:
        for line in map(json.loads, read):
            if found := re.match(r"(.*) is (?:off|up again|a route again)$", line.get("event", "")):
                moment = time.mktime(time.strptime(line["time"], "%Y-%m-%dT%H:%M:%SZ"))  # at_s begins anew with an agent
                changes_of.setdefault(found.group(1), []).append(moment)
    for cable, times in changes_of.items():
        for first in times:
            count = sum(first <= t < first + 12 for t in times)
            if count > most:
                most, where = count, cable
    return most, where


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ebb")
    parser.add_argument("part", choices=["day", "changes", "faults"])
    parser.add_argument("--minutes", type=float, default=4)
    parser.add_argument("--policy", default="hysteresis", help="of the day")
    parser.add_argument("--curve", choices=CURVES, default="day", help="of the day's traffic")
    parser.add_argument("--rate", type=float, default=100, metavar="MEGABITS", help="of the day's cables; less takes less of the processor")
    parser.add_argument("--faults", type=int, default=100)
    parser.add_argument("--keep", help="leave the files here")
    args = parser.parse_args()
    bench.need_root_and_switches()
    folder = args.keep or tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    try:
        result = {"day": lambda: day(folder, args.minutes, args.policy, args.curve, args.rate), "changes": lambda: changes(folder, args.minutes),
                  "faults": lambda: faults(folder, args.faults)}[args.part]()
    finally:
        if not args.keep:
            shutil.rmtree(folder)
    sys.exit(min(result, 100))


if __name__ == "__main__":
    main()
