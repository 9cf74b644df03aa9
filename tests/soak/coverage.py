#!/usr/bin/env python3
"""How often a 95 % interval holds the truth, how wide it is against the scatter of seeds, and how long runs are.

usage: coverage.py EBB [--seeds N] [--long MS] [--only CASE] [--jobs N]

The truth of a case is the mean over a few runs that last much longer than one that stops by itself.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

NETWORK = """
[topology]
name = "flattened_butterfly"
c = 4
k = 4
n = 3
[routing]
name = "minimal_adaptive"
[host]
packet = "1000B"
"""
DYNAMIC = """
[topology]
name = "flattened_butterfly"
c = 4
k = 6
n = 2
[routing]
name = "dynamic_butterfly"
[control]
policy = { name = "dynamic_topology" }
rates = ["40Gb/s"]
wake = "1us"
epoch = "10us"
staggered = true
"""


def traffic(load, arrivals='"poisson"', size="1000B"):
    return f'[traffic]\nload = {load}\npattern = "uniform"\narrivals = {arrivals}\nsizes = {{ name = "fixed", size = "{size}" }}\n'


def control(policy, epoch="10us"):
    return (f'[control]\npolicy = {{ name = "{policy}" }}\nrates = ["2.5Gb/s", "5Gb/s", "10Gb/s", "20Gb/s", "40Gb/s"]\n'
            f'reactivation = "1us"\nepoch = "{epoch}"\n')


CASES = {
    "poisson 0.3": (NETWORK + traffic(0.3), 4),
    "poisson 0.7": (NETWORK + traffic(0.7), 4),
    "poisson 0.9": (NETWORK + traffic(0.9), 8),
    "on/off exponential 0.3": (NETWORK + traffic(0.3, '"on_off_exponential"', "4KiB"), 60),
    "on/off exponential 0.6": (NETWORK + traffic(0.6, '"on_off_exponential"', "4KiB"), 60),
    "on/off lognormal 0.3": (NETWORK + traffic(0.3, '"on_off_lognormal"', "4KiB"), 200),
    "closed loop 4": (NETWORK + traffic(0.3, '{ name = "closed_loop", outstanding = 4 }').replace("load = 0.3\n", ""), 4),
    "halve_double, 100us": (NETWORK + traffic(0.1) + control("halve_double", "100us"), 60),
    "halve_double, bursts": (NETWORK + traffic(0.2, '"on_off_exponential"', "64KiB") + control("halve_double"), 100),
    "queue_aware, bursts": (NETWORK + traffic(0.2, '"on_off_exponential"', "64KiB") + control("queue_aware"), 60),
    "dynamic_topology 0.3": (DYNAMIC + traffic(0.3, size="4KiB"), 60),
    "search 0.06": (NETWORK.replace("c = 4", "c = 2") + '[traffic]\nworkload = { name = "search", utilisation = 0.06 }\n', 200),
}


def run(ebb, path, seed, long_ms=None):
    command = [ebb, "run", "-q", path, "--json", "--set", f"run.seed={seed}"]
    if long_ms:
        command += ["--set", f"run.least_time={long_ms}ms", "--set", f"run.most_time={long_ms}ms", "--set", "run.warm_up=1ms"]
    else:
        command += ["--set", "run.most_time=200ms"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    return json.loads(done.stdout)


def figures(result):
    """name -> (value, low, high): low and high are None where the run gives no interval."""
    found = {}
    for latency in result["latency"][1:]:
        name = "packets" if "packets" in latency["what"] else "messages"
        mean, half = latency["mean_ns"], latency["half_width_ns"]
        found[name] = (mean, None if half is None else mean - half, None if half is None else mean + half)
        found[name + " p99"] = (latency["p99_ns"], latency.get("p99_low_ns"), latency.get("p99_high_ns"))
    for energy in result["energy"][:1] if result["control"] else []:
        power, half = energy["of_full_percent"], energy["of_full_half_width_percent"]
        found["power"] = (power, None if half is None else power - half, None if half is None else power + half)
    return found


def study(ebb, text, long_ms, seeds, jobs):
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as file, ThreadPoolExecutor(jobs) as pool:
        file.write(text)
        file.flush()
        long_runs = list(pool.map(lambda seed: run(ebb, file.name, seed, long_ms), range(10_001, 10_004)))
        runs = list(pool.map(lambda seed: run(ebb, file.name, seed), range(1, seeds + 1)))
    truth = {name: sum(figures(r)[name][0] for r in long_runs) / len(long_runs) for name in figures(long_runs[0])}
    return truth, runs


def report(name, truth, runs):
    verdicts = {v: sum(r["verdict"] == v for r in runs) for v in ("warm", "saturated", "undecided", "finished")}
    length = sum(r["simulated_ps"] for r in runs) / len(runs) / 1e9
    print(f"{name}: {', '.join(f'{n} {v}' for v, n in verdicts.items() if n)}; mean length {length:.2f} ms", flush=True)
    for figure, true in truth.items():
        values = [figures(r)[figure] for r in runs if r["verdict"] == "warm"]
        values = [v for v in values if v[1] is not None]
        if len(values) < 2:
            continue
        held = sum(low <= true <= high for _, low, high in values)
        mean = sum(v for v, _, _ in values) / len(values)
        scatter = math.sqrt(sum((v - mean) ** 2 for v, _, _ in values) / (len(values) - 1))
        half = sum(high - low for _, low, high in values) / len(values) / 2
        print(f"    {figure:12} truth {true:12.1f}  bias {100 * (mean / true - 1):+6.2f} %  held {held}/{len(values)}"
              f"  half width {100 * half / true:5.2f} %  over 1.96 scatter {half / (1.96 * scatter):5.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ebb")
    parser.add_argument("--seeds", type=int, default=40)
    parser.add_argument("--only", default="", help="cases with this in their name")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    for name, (text, long_ms) in CASES.items():
        if args.only in name:
            report(name, *study(args.ebb, text, long_ms, args.seeds, args.jobs))


main()
