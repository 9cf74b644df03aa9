#!/usr/bin/env python3
"""Runs random configurations with two executors, and prints how many differ in any figure or in the digest:

    bench/compare_executors.py build/ebb [--executors gpu-emulated plain] [--cases 1000] [--seed 1] [--jobs 8]

They are cut-through with credits at full rate, on butterflies, Clos networks, dragonflies, meshes and tori: what the
executor for accelerators runs. A configuration that a program refuses is drawn again. The exit code is 1 if any differ.
"""
import argparse
import concurrent.futures
import json
import pathlib
import random
import subprocess
import sys
import tempfile

NETWORKS = [
    ('"flattened_butterfly"', ["k = 3\nn = 2\nc = 3", "k = 4\nn = 3\nc = 4", "k = 2\nn = 5\nc = 2", "k = 8\nn = 3\nc = 8",
                               "sizes = [4, 3]\nc = 9\nparallel = [2, 1]"],
     ["minimal_adaptive", "dimension_order", "valiant", "ugal_l", "dal", "butterfly_ecmp"]),
    ('"folded_clos"', ["levels = 2\nradix = 8", "levels = 3\nradix = 4", "levels = 3\nradix = 8"], ["clos_adaptive", "clos_ecmp"]),
    ('"dragonfly"', ["a = 2\np = 1\nh = 1", "a = 4\np = 2\nh = 2", "a = 4\np = 2\nh = 2\ng = 5"],
     ["dragonfly_minimal", "dragonfly_ugal_l", "dragonfly_valiant_group", "dragonfly_valiant_node"]),
    ('"mesh"', ["sizes = [4, 5]\nc = 2", "sizes = [3, 3, 3]\nc = 1"], ["grid_dimension_order", "grid_adaptive", "grid_odd_even"]),
    ('"torus"', ["sizes = [4, 5]\nc = 2", "sizes = [3, 3, 3]\nc = 1"], ["grid_dimension_order", "grid_adaptive"])]


def configuration(rng, executor):
    topology, sizes, routings = rng.choice(NETWORKS)
    one = rng.choice
    sizes_of_messages = one(['name = "fixed"\nsize = "700B"', 'name = "fixed"\nsize = "20KiB"',
                             'name = "range"\nleast = "64B"\nmost = "9000B"'])
    pattern = one(["uniform", "uniform", "tornado", "transpose", "bit_complement"])
    return f"""[topology]
name = {topology}
{one(sizes)}
[routing]
name = "{one(routings)}"
[cables]
copper_delay = "{one(["5ns", "40ns"])}"
[switch]
pipeline = "{one(["20ns", "100ns"])}"
credit_time = "{one(["0ns", "50ns", "100ns"])}"
input_buffer = "{one(["2KiB", "8KiB", "32KiB"])}"
output_queue = "{one(["2KiB", "8KiB", "32KiB"])}"
speedup = {one([1, 1.5, 2])}
vcs = {one([0, 0, 16])}
[host]
packet = "{one(["256B", "1000B", "2000B"])}"
header = "{one(["0B", "32B"])}"
[traffic]
load = {one([0.05, 0.3, 0.6, 0.95])}
pattern = "{pattern}"
arrivals = "{one(["poisson", "poisson", "on_off_exponential"])}"
[traffic.sizes]
{sizes_of_messages}
[run]
seed = {rng.randrange(1, 1000)}
order = {one(["true", "false"])}
most_time = "{one(["20us", "60us"])}"
executor = "{executor}"
"""


def without_work(figures):
    """All but how much work it was: executors differ in that."""
    if isinstance(figures, dict):
        return {key: without_work(value) for key, value in figures.items() if key.split(".")[0] not in ("work", "file")}
    return [without_work(value) for value in figures] if isinstance(figures, list) else figures


def run(program, folder, name, text):
    """Returns what the program prints, or None and the reason where it refuses the configuration."""
    path = pathlib.Path(folder) / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    done = subprocess.run([program, "run", str(path), "--json", "-q"], capture_output=True, text=True, check=False)
    if done.returncode == 2:
        return None, done.stderr
    try:
        return without_work(json.loads(done.stdout)), ""
    except json.JSONDecodeError:
        return {"failed": f"exit code {done.returncode}: {done.stderr}"}, ""


def compare(program, executors, folder, seed):
    """Returns "same", "refused", or the text of a configuration that differs."""
    results = []
    for executor in executors:
        text = configuration(random.Random(seed), executor)
        result, refusal = run(program, folder, f"{seed}-{executor}", text)
        if result is None:
            return "refused", refusal
        results.append(result)
    if results[0] == results[1] and "failed" not in results[0]:
        return "same", ""
    keys = [key for key in results[0] if results[0][key] != results[1].get(key)]
    return "different", f"seed {seed}, {', '.join(keys)}: {results[0].get('failed', '')}\n{text}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program")
    parser.add_argument("--executors", nargs=2, default=["gpu-emulated", "plain"])
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=8)
    options = parser.parse_args()
    counts = {"same": 0, "refused": 0, "different": 0}
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        seed = options.seed
        while (left := options.cases - counts["same"] - counts["different"]) > 0:
            seeds = range(seed, seed := seed + left)
            for what, text in pool.map(lambda one: compare(options.program, options.executors, folder, one), seeds):
                counts[what] += 1
                if what == "different":
                    print(text, flush=True)
            if counts["refused"] > 20 * options.cases:
                sys.exit("the program refuses nearly everything: " + text)
    print(f"{counts['same'] + counts['different']} configurations on {' and '.join(options.executors)}: "
          f"{counts['different']} differ ({counts['refused']} more were refused)")
    sys.exit(counts["different"] > 0)


if __name__ == "__main__":
    main()
