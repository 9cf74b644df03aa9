#!/usr/bin/env python3
"""How often a 95 % interval holds the truth, how wide it is against the scatter of seeds, and how long runs are.

usage: coverage.py EBB [--seeds N] [--only CASE] [--jobs N] [--minutes M] [--table]

The truth of a case is the mean over a few runs that last much longer than one that stops by itself.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

from coverage_cases import CASES

LONG_RUNS = 4


def run(ebb, path, seed, long_ms=None):
    command = [ebb, "run", "-q", path, "--json", "--threads", "1", "--set", f"run.seed={seed}"]
    if long_ms:
        command += ["--set", f"run.least_time={long_ms}ms", "--set", f"run.most_time={long_ms}ms",
                    "--set", f"run.warm_up={long_ms / 10:g}ms"]
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


def mean_and_scatter(values):
    mean = sum(values) / len(values)
    return mean, math.sqrt(sum((v - mean) ** 2 for v in values) / (len(values) - 1))


def study(ebb, text, long_ms, seeds, jobs, until=None):
    """Returns the truth as name -> (value, its standard error), and the runs that stopped by themselves."""
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as file, ThreadPoolExecutor(jobs) as pool:
        file.write(text)
        file.flush()
        long_runs = list(pool.map(lambda seed: figures(run(ebb, file.name, seed, long_ms)),
                                  range(10_001, 10_001 + LONG_RUNS)))
        in_time = lambda seed: run(ebb, file.name, seed) if not until or time.time() < until or seed <= 4 else None
        runs = [r for r in pool.map(in_time, range(1, seeds + 1)) if r]
    truth = {}
    for name in long_runs[0]:
        mean, scatter = mean_and_scatter([r[name][0] for r in long_runs])
        truth[name] = (mean, scatter / math.sqrt(LONG_RUNS))
    return truth, runs


def rows_of(truth, runs):
    """One row per figure: how often its interval held the truth, and how wide it was."""
    rows = {}
    for figure, (true, error) in truth.items():
        values = [v for v in (figures(r)[figure] for r in runs if r["verdict"] == "steady") if v[1] is not None]
        if len(values) < 2:
            continue
        mean, scatter = mean_and_scatter([v for v, _, _ in values])
        half = sum(high - low for _, low, high in values) / len(values) / 2
        rows[figure] = {"held": sum(low <= true <= high for _, low, high in values), "of": len(values),
                        "true": true, "error": error, "bias": mean / true - 1, "half": half / true,
                        "width": half / (1.96 * scatter) if scatter > 0 else math.inf}
    return rows


def report(name, truth, runs):
    verdicts = {v: sum(r["verdict"] == v for r in runs) for v in ("steady", "saturated", "undecided", "finished")}
    length = sum(r["simulated_ps"] for r in runs) / len(runs) / 1e9
    print(f"{name}: {', '.join(f'{n} {v}' for v, n in verdicts.items() if n)}; mean length {length:.2f} ms", flush=True)
    for figure, row in rows_of(truth, runs).items():
        print(f"    {figure:12} truth {row['true']:12.1f} ± {100 * row['error'] / row['true']:.2f} %"
              f"  bias {100 * row['bias']:+6.2f} %  held {row['held']}/{row['of']}"
              f"  half width {100 * row['half']:5.2f} %  over 1.96 scatter {row['width']:5.2f}", flush=True)


def table_row(name, truth, runs):
    rows = rows_of(truth, runs)
    held = lambda figure: f"{rows[figure]['held']} of {rows[figure]['of']}" if figure in rows else ""
    width = f"{rows['packets']['width']:.2f}" if "packets" in rows else ""
    return f"| {name} | {held('packets')} | {width} | {held('packets p99')} | {held('power')} |"


def too_few(rows):
    """How many figures are held less often than in 93 % of the runs, by more than chance in one of a thousand."""
    return sum(row["held"] < 0.93 * row["of"] - 3.09 * math.sqrt(0.93 * 0.07 * row["of"]) for row in rows.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ebb")
    parser.add_argument("--seeds", type=int, default=40)
    parser.add_argument("--only", default="", help="cases with this in their name")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--minutes", type=float, help="no new run after this time")
    parser.add_argument("--table", action="store_true", help="rows of docs/notes/interval-coverage.md")
    args = parser.parse_args()
    until = time.time() + 60 * args.minutes if args.minutes else None
    broken = 0
    for name, (text, long_ms) in CASES.items():
        if args.only not in name or (until and time.time() > until):
            continue
        truth, runs = study(args.ebb, text, long_ms, args.seeds, args.jobs, until)
        print(table_row(name, truth, runs), flush=True) if args.table else report(name, truth, runs)
        broken += too_few(rows_of(truth, runs))
    sys.exit(min(broken, 100))


if __name__ == "__main__":
    main()
