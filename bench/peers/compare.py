#!/usr/bin/env python3
"""ebb against ns-3 and SimGrid: the same butterfly and load, one after the other; prints a Markdown table.

    bench/peers/compare.py [--build DIR] [--repeat N]

Build first with -DEBB_PEERS=ON (docs/results/performance.md). A peer that was not built is left out. Only the CPU time of the
simulation itself counts, not that of building the network. Programs take turns and the best of each counts, so that a
busy machine does not decide.
"""
import argparse
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
# hosts on a switch, switches along a dimension, k-ary n-flat, load, simulated microseconds, packets of a message
CASES = [(8, 8, 2, 0.2, 10000, 1), (8, 8, 3, 0.2, 1000, 1), (8, 8, 2, 0.2, 20000, 64)]
PACKET_BYTES = 2048
SAME_WITHIN = 0.02  # what two runs of the same traffic with other random numbers may differ by, and more than they do


def output_of(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stderr}")
    return json.loads(done.stdout)


def run_ebb(program, case):
    c, k, n, load, microseconds, packets = case
    values = {"topology.c": c, "topology.k": k, "topology.n": n, "traffic.load": load,
              "traffic.sizes.size": f'"{packets * PACKET_BYTES}B"',
              "run.least_time": f'"{microseconds}us"', "run.most_time": f'"{microseconds}us"'}
    command = [program, "run", HERE / "butterfly.toml", "--json", "--quiet"]
    for key, value in values.items():
        command += ["--set", f"{key}={value}"]
    result = output_of(command)
    latency = next(row for row in result["latency"] if row["what"] == "messages")
    return {"messages": result["work"]["messages"], "packet_hops": result["work"]["packet_hops"], "latency_mean_ns": latency["mean_ns"],
            "cpu_s": result["work"]["cpu_s"]}


def run_peer(program, case):
    return output_of([program, *map(str, case)])


def simulators(build):
    """Name, program, how to run it; whether it simulates packets."""
    known = [("ebb", build / "ebb", run_ebb, True), ("ns-3", build / "ns3_butterfly", run_peer, True),
             ("SimGrid", build / "simgrid_butterfly", run_peer, False)]
    for name, program, _, _ in known:
        if not program.exists():
            print(f"{name} is left out: there is no {program}", file=sys.stderr)
    if not known[0][1].exists():
        sys.exit("nothing to compare with: build ebb, or name the folder with --build")
    return [one for one in known if one[1].exists()]


def check_same(name, whats, result, ebb):
    """The comparison means something only when all simulate the same."""
    for what in whats:
        if abs(result[what] / ebb[what] - 1) > SAME_WITHIN:
            sys.exit(f"{name} does not simulate the same as ebb: {what} is {result[what]:g}, in ebb {ebb[what]:g}")


def comparable(packets, case):
    """Flows have neither hops nor a packet's latency. Bursts of packets meet ebb's finite buffers, but no end in ns-3."""
    if not packets:
        return ["messages"]
    return ["messages", "packet_hops"] + (["latency_mean_ns"] if case[-1] == 1 else [])


def compare(case, found, repeat):
    best = {}
    for _ in range(repeat):
        for name, program, run, packets in found:
            result = run(program, case)
            if name not in best or result["cpu_s"] < best[name]["cpu_s"]:
                best[name] = result
            check_same(name, comparable(packets, case), result, best["ebb"])
    c, k, n, _, microseconds, count = case
    for name, _, _, packets in found:
        one, ebb = best[name], best["ebb"]
        rate, ebb_rate = one["messages"] / one["cpu_s"], ebb["messages"] / ebb["cpu_s"]
        hops = f"{one['packet_hops'] / one['cpu_s'] / 1e3:,.0f}" if packets else "–"
        print(f"| {k}-ary {n}-flat, {c * k ** (n - 1)} hosts, {microseconds / 1000:g} ms, {count} | {name} | {one['messages']:,.0f} "
              f"| {one['latency_mean_ns']:,.0f} | {one['cpu_s']:.3f} | {round(rate, -2):,.0f} | {hops} | {ebb_rate / rate:.1f} |",
              flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=HERE.parents[1] / "build", help="where the programs are")
    parser.add_argument("--repeat", type=int, default=3, help="rounds; the best of each program counts")
    options = parser.parse_args()
    if options.repeat < 1:
        parser.error("--repeat must be 1 or more")
    found = simulators(options.build)
    print("| network, time, packets of a message | simulator | messages | mean latency, ns | CPU s | messages per CPU s "
          "| thousand packet-hops per CPU s | ebb is faster, times |\n|---|---|---|---|---|---|---|---|")
    for case in CASES:
        compare(case, found, options.repeat)


if __name__ == "__main__":
    main()
