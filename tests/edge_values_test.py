#!/usr/bin/env python3
"""Every documented number at its edges: zero, negative, no number, huge, smallest, and the ends of its range. Each is
refused with a reason, or works within a bound of time and memory. What is an end of a stated range is not refused for itself.

usage: edge_values_test.py PATH_OF_EBB [PART_OF_A_KEY…]    (from the source folder; docs/reference/config.md lists the keys)
"""
import concurrent.futures
import os
import re
import resource
import subprocess
import sys
import tempfile
import time

EBB = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.abspath("build/ebb")
SECONDS = float(os.environ.get("EBB_EDGE_SECONDS", "60"))  # of processor time; most take milliseconds
MEMORY = 3 << 30
NUMBERS = {
    "whole number": ["0", "-1", "1", "nan", "2147483647", "9223372036854775807", "-9223372036854775808"],
    "number": ["0", "-1", "nan", "inf", "-inf", "1e308", "5e-324", "1e-9"],
    "time": ["0s", "-1ps", "1ps", "1ns", "3600s", "9223372036854775807ps", "-9223372036854775808ps", "nan"],
    "rate": ["0b/s", "-1b/s", "1b/s", "100Tb/s", "1000000Tb/s", "9223372036854775807b/s", "nan"],
    "size": ["0B", "-1B", "1B", "1000GB", "9223372036854775807B", "nan"],
    "power": ["0W", "-1W", "0.000001mW", "1e300MW", "nan"],
    "energy": ["0J", "-1J", "0.000001fJ", "1e300MJ", "nan"],
}
RUN = """
[topology]
name = "flattened_butterfly"
c = 2
k = 3
n = 2
[routing]
name = "minimal_adaptive"
[traffic]
load = 0.3
[run]
most_time = "20us"
"""
CONTROL = RUN + """
[control]
epoch = "2us"
reactivation = "100ns"
wake = "200ns"
policy = "halve_double"
"""
SWEEP = RUN + '[sweep]\nrepeats = 1\n[sweep.cross]\nrouting.name = ["minimal_adaptive", "valiant"]\n'
# Words for a value that is wrong by itself, and not beside others of the file.
OUT_OF_RANGE = r"but must be|must be positive|longer than nothing|, outside "
# What a routing, pattern or policy needs around it: the first of these with which its defaults work.
TOPOLOGIES = [
    ["topology.name=flattened_butterfly", "topology.c=2", "topology.k=3", "topology.n=2"],
    ["topology.name=flattened_butterfly", "topology.c=4", "topology.k=4", "topology.n=3"],
    ["topology.name=dragonfly", "topology.a=4", "topology.p=2", "topology.h=2"],
    ["topology.name=folded_clos", "topology.levels=2", "topology.radix=8"],
    ["topology.name=torus", "topology.sizes=[4, 4]", "topology.c=1"],
    ["topology.name=mesh", "topology.sizes=[4, 4]", "topology.c=1"],
    ["topology.name=tree", "topology.depth=2", "topology.arity=3", "topology.hosts_per_switch=2"],
    ["topology.name=irregular", "topology.switches=8", "topology.degree=3"],
    ["topology.name=complete", "topology.switches=4", "topology.hosts_per_switch=2"],
]


def documented():
    """(section, entry or None, key, type, range, default) of every row of the page."""
    section = entry = None
    with open("docs/reference/config.md", encoding="utf-8") as page:
        for line in page:
            if found := re.match(r"## \[(.+)\]", line):
                section, entry = found[1], None
            elif found := re.match(r'### name = "(.+)"', line):
                entry = found[1]
            elif found := re.match(r"\| `(\w+)` \| (.+?) \| (.+?) \| `(.*?)` \|", line):
                yield section, entry, found[1], found[2], found[3], found[4]


def ebb(folder, command, text, settings):
    """Exit code (negative: a signal), what it said, and the processor time it took."""
    name = os.path.join(folder, f"{abs(hash((command, text, tuple(settings))))}.toml")
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)
    arguments = [EBB, command, name] + (["--check"] if command == "sweep" else [])
    arguments += [] if command == "plan" else ["-q"]

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (int(SECONDS), int(SECONDS) + 5))

    for setting in settings:
        arguments += ["--set", setting]
    began = time.monotonic()
    done = subprocess.run(arguments, capture_output=True, text=True, errors="replace", preexec_fn=limit, check=False)
    os.remove(name)
    return done.returncode, done.stderr, time.monotonic() - began


def around(folder, section, entry):
    """Command, file and settings with which this entry works as it is by default; None: with none of ours."""
    if section == "plan":
        return "plan", RUN, []
    if section.startswith("sweep"):
        return "sweep", SWEEP + ("[sweep.saturation]\n" if section == "sweep.saturation" else ""), []
    text = CONTROL if section.startswith("control") else RUN
    if section == "topology":
        return "run", text, [f"topology.name={entry}", "routing.name=shortest_path"]
    if section == "traffic.workload":
        text = RUN.replace("load = 0.3\n", f"workload.name = \"{entry}\"\n")
        if entry == "trace":
            trace = os.path.join(folder, "small.ebbtrace")
            if not os.path.exists(trace):
                ebb_run = os.path.join(folder, "recorded.toml")
                with open(ebb_run, "w", encoding="utf-8") as file:
                    file.write(RUN)
                subprocess.run([EBB, "trace", "record", ebb_run, "-o", trace], capture_output=True, check=True)
            return "run", text, [f"traffic.workload.file={trace}"]
        return "run", text, ["traffic.workload.utilisation=0.02", "topology.c=8", "topology.k=4"]
    chosen = [f"{section}.name={entry}"] if entry else []
    if entry == "closed_loop":
        text = text.replace("load = 0.3\n", "")
    if entry == "latency_bound":
        chosen.append("control.policy.bound=1us")
    if entry in ("dynamic_topology", "tcep"):
        chosen.append("routing.name=dynamic_butterfly")
    if entry == "link_shutdown":
        chosen.append("routing.name=shutdown_paths")
    if entry == "sleeping_switches":
        chosen.append("routing.name=clos_adaptive")
    for topology in TOPOLOGIES:
        if ebb(folder, "run", text, topology + chosen)[0] == 0:
            return "run", text, topology + chosen
        if section != "routing" and ebb(folder, "run", text, topology + ["routing.name=shortest_path"] + chosen)[0] == 0:
            return "run", text, topology + ["routing.name=shortest_path"] + chosen
    return None


def values(kind, bounds):
    lists = 0
    while kind.startswith("list of "):
        kind, lists = kind[len("list of "):], lists + 1
    if kind not in NUMBERS:
        return []
    found = list(NUMBERS[kind])
    if " to " in bounds:
        found += [end for end in bounds.split(" to ") if end not in found]
    if lists:
        quoted = [v if kind in ("whole number", "number") else f'"{v}"' for v in found]
        return ["[" * lists + v + "]" * lists for v in quoted]
    return found


def judge(folder, case):
    section, entry, key, value, (command, text, settings), ends = case
    name = f"{section}.{key}"
    if section == "compare":
        return None
    settings = [s for s in settings if not s.startswith(name + "=")] + [f"{name}={value}"]
    code, said, seconds = ebb(folder, command, text, settings)
    what = f"{name}={value}" + (f" ({entry})" if entry else "")
    if code == 0 and seconds <= SECONDS * 4:
        return "works", what, seconds
    if code == 2 and value in ends and re.search(OUT_OF_RANGE, said) and "leave it out" not in said:
        return "BAD", f"{what}: is an end of its stated range, {' to '.join(ends)}: {said[:300]}", seconds
    if code == 2 and said.strip():
        return "refused", what, seconds
    return "BAD", f"{what}: exit {code} after {seconds:.1f} s: {said[:300]}", seconds


def main():
    wanted = sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        places, cases, homeless, keys = {}, [], [], 0
        for section, entry, key, kind, bounds, _ in documented():
            if section == "compare" or not values(kind, bounds):
                continue
            if wanted and not any(part in f"{section}.{entry}.{key}" for part in wanted):
                continue
            if bounds == "-":
                sys.exit(f"{section}.{key} is a number, but docs/reference/config.md gives it no range")
            if (section, entry) not in places:
                places[section, entry] = around(folder, section, entry)
            if places[section, entry] is None:
                homeless.append((section, entry))
                continue
            keys += 1
            cases += [(section, entry, key, value, places[section, entry], bounds.split(" to ")) for value in values(kind, bounds)]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            told = [t for t in pool.map(lambda case: judge(folder, case), cases) if t]
    bad = [t for t in told if t[0] == "BAD"]
    slow = sorted(told, key=lambda t: -t[2])[:5]
    print(f"{keys} keys, {len(told)} values: {sum(t[0] == 'works' for t in told)} work, "
          f"{sum(t[0] == 'refused' for t in told)} are refused, {len(bad)} are neither; "
          f"slowest: {', '.join(f'{what} {seconds:.1f} s' for _, what, seconds in slow)}")
    for _, what, _ in bad:
        print(what)
    for place in set(homeless):
        print(f"nothing of ours works around {place}")
    return 1 if bad or homeless else 0


if __name__ == "__main__":
    sys.exit(main())
