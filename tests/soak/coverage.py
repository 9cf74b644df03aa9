#!/usr/bin/env python3
"""How often a 95 % interval holds the truth, how wide it is against the scatter of seeds, and how long runs are.

usage: coverage.py EBB [--seeds N] [--only CASE] [--quick] [--store DIR] [--jobs N] [--minutes M]
                       [--table]

The truth of a case is the mean over a few runs that last much longer than one that stops by itself. Where the seed draws
the pattern (a permutation, a hot host), each seed is another network, and its truth is that of a long run with the same
seed. Every run is kept in the store: the same command goes on where it was interrupted, and with more seeds it adds to
those that are there. Ends with the number of figures that are held too seldom: below 93 % by more than chance.
"""
import argparse
import math
import os
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

from coverage_cases import CASES, QUICK
from coverage_runs import LONG_SEEDS, Runs

STEADY = ("steady", "steady")


def mean_and_scatter(values):
    mean = sum(values) / len(values)
    return mean, math.sqrt(sum((v - mean) ** 2 for v in values) / (len(values) - 1))


def truths_of(long_runs, by_seed, figure):
    """The true value for a seed, as a function, and its standard error as a share."""
    values = {seed: run["figures"][figure][0] for seed, run in long_runs.items()}
    if by_seed:
        return values.__getitem__, None
    mean, scatter = mean_and_scatter(list(values.values()))
    return lambda seed: mean, scatter / math.sqrt(len(values)) / mean


def rows_of(case, long_runs, runs):
    """One row per figure: how often its interval held the truth, and how wide it was. Values are shares of the truth."""
    rows = {}
    steady = [run for run in runs if run["verdict"] in STEADY and (not case.by_seed or run["seed"] in long_runs)]
    for figure in next(iter(long_runs.values()))["figures"]:
        true, error = truths_of(long_runs, case.by_seed, figure)
        values = [[x / true(run["seed"]) for x in run["figures"][figure]]
                  for run in steady if run["figures"][figure][1] is not None]
        if len(values) < 2:
            continue
        mean, scatter = mean_and_scatter([value for value, _, _ in values])
        half = sum(high - low for _, low, high in values) / len(values) / 2
        rows[figure] = {"held": sum(low <= 1 <= high for _, low, high in values), "of": len(values),
                        "error": error, "bias": mean - 1, "half": half,
                        "width": half / (1.96 * scatter) if scatter > 0 else math.inf}
    return rows


def verdicts_of(runs):
    names = sorted({run["verdict"] for run in runs})
    return ", ".join(f"{sum(run['verdict'] == name for run in runs)} {name}" for name in names)


def mean_length(runs):
    return sum(run["length_ms"] for run in runs) / len(runs)


def report(name, rows, runs):
    print(f"{name}: {verdicts_of(runs)}; mean length {mean_length(runs):.2f} ms", flush=True)
    for figure, row in rows.items():
        known = "by seed" if row["error"] is None else f"± {100 * row['error']:.2f} %"
        print(f"    {figure:12} truth {known}  bias {100 * row['bias']:+6.2f} %  held {row['held']}/{row['of']}"
              f"  half width {100 * row['half']:5.2f} %  over 1.96 scatter {row['width']:5.2f}", flush=True)
    if not rows and runs:
        print(f"    {runs[0]['why']}", flush=True)


TABLE_HEAD = """| case | seeds | verdicts | mean latency held | width | p99 held | power held | width | mean length of a run |
|---|---|---|---|---|---|---|---|---|"""


def table_row(name, rows, runs):
    held = lambda figure: f"{rows[figure]['held']} of {rows[figure]['of']}" if figure in rows else "-"
    width = lambda figure: f"{rows[figure]['width']:.2f}" if figure in rows else "-"
    return (f"| {name} | {len(runs)} | {verdicts_of(runs)} | {held('packets')} | {width('packets')} | {held('packets p99')} "
            f"| {held('power')} | {width('power')} | {mean_length(runs):.3g} ms |")


def too_few(rows):
    """How many figures are held less often than in 93 % of the runs, by more than chance in one of a thousand."""
    return sum(row["held"] < 0.93 * row["of"] - 3.09 * math.sqrt(0.93 * 0.07 * row["of"]) for row in rows.values())


def study(args, name, case, pool, in_time):
    """The rows of a case and its runs. The long runs last 16 times as long as the longest of the first three."""
    runs_of_case = Runs(args.ebb, args.store, name, case, pool)
    first = runs_of_case.stopped(range(1, 4), in_time)
    if not any(run["verdict"] in STEADY for run in first):
        return {}, first
    long_ms = case.long_ms or float(f"{16 * max(run['length_ms'] for run in first):.1g}")
    seeds = range(1, args.seeds + 1) if case.by_seed else LONG_SEEDS
    long_runs = runs_of_case.truth(long_ms, seeds, in_time)
    if len(long_runs) < len(LONG_SEEDS):
        return {}, first
    runs = runs_of_case.stopped(range(1, args.seeds + 1), in_time)
    return rows_of(case, long_runs, runs), runs


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ebb")
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--only", default="", help="cases with this in their name")
    parser.add_argument("--quick", action="store_true", help="a few cheap cases")
    parser.add_argument("--store", help="folder that keeps every run; without it nothing is kept")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="runs at the same time")
    parser.add_argument("--minutes", type=float, help="no new run after this time")
    parser.add_argument("--table", action="store_true", help="rows of docs/notes/interval-coverage.md")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(args.jobs) as pool:
        args.store = args.store or folder
        sys.exit(min(measure(args, pool), 100))


def measure(args, pool):
    """Prints the rows, and returns how many figures are held too seldom."""
    until = time.time() + 60 * args.minutes if args.minutes else math.inf
    in_time = lambda: time.time() < until
    broken = 0
    if args.table:
        print(TABLE_HEAD)
    for name, case in CASES.items():
        if args.only not in name or (args.quick and name not in QUICK) or not in_time():
            continue
        rows, runs = study(args, name, case, pool, in_time)
        if runs:
            print(table_row(name, rows, runs), flush=True) if args.table else report(name, rows, runs)
        broken += too_few(rows)
    return broken


if __name__ == "__main__":
    main()
