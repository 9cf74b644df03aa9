#!/usr/bin/env python3
"""TCP of ebb against ns-3 and closed forms: the same flows, one after the other; prints Markdown tables.

    bench/peers/compare_tcp.py [--build DIR] [--only dumbbell|window|incast|forms]

Build first with -DEBB_PEERS=ON. docs/notes/tcp-validation.md has the results and explains what differs.
"""
import argparse
import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile

PAYLOAD, HEADER = 1448, 54  # bytes of a segment; TCP with timestamps, IP and PPP
WIRE = PAYLOAD + HEADER
ENDLESS = 10**12  # bytes: no flow sends as many
BASE = {"flows": 2, "bottleneck_mbps": 100, "access_mbps": 1000, "delay_us": 4000, "access_delay_us": 10, "queue": 64,
        "min_rto_us": 200_000, "ecn": 0, "ack_every": 2, "window": 4 << 20}


def output_of(command):
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stderr}")
    return done.stdout


def sections(case, control, inputs, each=1):
    """What all runs of ebb share. A queue of ns-3 and the packet on its wire are here the output queue and `each` packets in
    the input buffers before it."""
    marks = f'ecn = "{case["ecn"] * WIRE}B"\n' if case["ecn"] else ""
    protocol = "dctcp" if control == "dctcp" else "tcp"
    congestion = "newreno" if control == "dctcp" else control
    return f"""
[switch]
forwarding = "store_and_forward"
pipeline = "1ns"
speedup = 16
input_buffer = "{each * WIRE}B"
output_queue = "{(case["queue"] + 1 - inputs * each) * WIRE}B"
[flow]
name = "drop"
{marks}[host]
packet = "{PAYLOAD}B"
header = "{HEADER}B"
transport = "{protocol}"
[transport]
congestion = "{congestion}"
window = "{case["window"]}B"
min_rto = "{case["min_rto_us"]}us"
ack_every = {case["ack_every"]}
[routing]
name = "shortest_path"
[traffic.workload]
name = "trace"
file = "flows.csv"
"""


def write_dumbbell(folder, case, control):
    (folder / "dumbbell.cables").write_text(
        f"left hosts={case['flows']}\nright hosts={case['flows']}\n"
        f"left right rate={case['bottleneck_mbps']}Mb/s delay={case['delay_us']}us\n")
    rows = [f"{i},{i},{case['flows'] + i},{ENDLESS}" for i in range(case["flows"])]
    (folder / "flows.csv").write_text("time_ns,source,destination,bytes\n" + "\n".join(rows) + "\n")
    (folder / "run.toml").write_text(
        f'[topology]\nname = "graph"\nfile = "dumbbell.cables"\n[cables]\nrate = "{case["access_mbps"]}Mb/s"\n'
        f'copper_delay = "{case["access_delay_us"]}us"\n' + sections(case, control, case["flows"]))


def connections_at(ebb, folder, microseconds):
    """The connections of the same run after so much time: a run is the beginning of every longer one."""
    out = folder / f"after-{microseconds}"
    output_of([ebb, "run", "-q", folder / "run.toml", "-o", out, "--set", f'run.least_time="{microseconds}us"', "--set",
               f'run.most_time="{microseconds}us"'])
    with open(out / "connections.csv", encoding="utf-8", newline="") as file:
        rows = [{k: float(v) for k, v in row.items()} for row in csv.DictReader(file)]
    summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    return rows, summary


def ebb_dumbbell(ebb, case, control, warm, end):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_dumbbell(folder, case, control)
        before, first = connections_at(ebb, folder, round(warm * 1e6))
        after, last = connections_at(ebb, folder, round(end * 1e6))
    rates = [(b["acked_packets"] - a["acked_packets"]) * PAYLOAD * 8 / (end - warm) for a, b in zip(before, after)]
    count = lambda s: s["flow"]["dropped_packets"]
    return {"goodput_bits_per_s": rates, "dropped": count(last) - count(first), "total_dropped": count(last),
            "retransmissions": last["transport"]["retransmissions"], "acked": sum(b["acked_packets"] for b in after)
            - sum(a["acked_packets"] for a in before), "round_trip_us": [row["round_trip_us"] for row in after]}


def ebb_windows(ebb, case, control, times):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_dumbbell(folder, case, control)
        return [connections_at(ebb, folder, round(t * 1e6))[0][0]["window_packets"] for t in times]


def ns3(program, what, control, **values):
    return json.loads(output_of([program, what, control, *[f"{k}={v}" for k, v in values.items()]]))


def jain(rates):
    return sum(rates) ** 2 / (len(rates) * sum(r * r for r in rates))


def row(*cells):
    print("| " + " | ".join(str(c) for c in cells) + " |")


def head(*cells):
    row(*cells)
    row(*["---"] * len(cells))


def percent(ours, theirs):
    return f"{100 * (ours / theirs - 1):+.1f} %"


def ns3_case(case):
    """ns-3 marks by the queue before the device; the packet in the device and the one on the wire come on top."""
    return {**case, "ecn": max(0, case["ecn"] - 2)}


def compare_dumbbell(ebb, program):
    print("\nDumbbell of 100 Mb/s, 8.1 ms round trip, seconds 5 to 20\n")
    head("control", "flows", "queue", "ns-3 [Mb/s]", "ebb [Mb/s]", "difference", "Jain ns-3", "Jain ebb", "dropped ns-3", "dropped ebb")
    for control, flows, queue, ecn in [("newreno", 1, 64, 0), ("newreno", 4, 64, 0), ("newreno", 8, 64, 0), ("newreno", 1, 8, 0),
                                       ("cubic", 1, 64, 0), ("cubic", 4, 64, 0), ("cubic", 8, 64, 0), ("dctcp", 1, 250, 22),
                                       ("dctcp", 4, 250, 22), ("dctcp", 8, 250, 22)]:
        case = {**BASE, "flows": flows, "queue": queue, "ecn": ecn}
        theirs = ns3(program, "dumbbell", control, **ns3_case(case), seconds=20, warm_seconds=5)
        ours = ebb_dumbbell(ebb, case, control, 5, 20)
        a, b = sum(theirs["goodput_bits_per_s"]), sum(ours["goodput_bits_per_s"])
        row(control, flows, queue, f"{a / 1e6:.2f}", f"{b / 1e6:.2f}", percent(b, a), f"{jain(theirs['goodput_bits_per_s']):.3f}",
            f"{jain(ours['goodput_bits_per_s']):.3f}", theirs["dropped"], ours["total_dropped"])


def compare_windows(ebb, program):
    """CUBIC with a long round trip: with a short one it follows NewReno, which the CUBIC of ns-3 does not."""
    print("\nWindow of one flow, in packets: NewReno with 8.1 ms and a queue of 64, CUBIC with 100 ms and a queue of 400\n")
    head("NewReno, s", "ns-3", "ebb", "CUBIC, s", "ns-3", "ebb")
    cases = [("newreno", {**BASE, "flows": 1}, 0.25), ("cubic", {**BASE, "flows": 1, "delay_us": 50_000, "queue": 400}, 1.0)]
    columns = []
    for control, case, step in cases:
        times = [step * i for i in range(1, 33)]
        columns.append(times)
        columns.append(ns3(program, "dumbbell", control, **case, seconds=times[-1] + 0.001, warm_seconds=1,
                           sample_ms=step * 1000)["window_packets"])
        columns.append(ebb_windows(ebb, case, control, times))
    for values in zip(*columns):
        row(*[f"{value:.2f}" if i % 3 == 0 else f"{value:.1f}" for i, value in enumerate(values)])
    row("mean", *[f"{sum(column) / len(column):.1f}" if i % 3 else "" for i, column in enumerate(columns)][1:])


def service_us(round_number, server):
    """A server answers after 0 to 100 us, the same in ns3_tcp.cpp: without it all rounds are alike, and one loss decides."""
    return (round_number * 7919 + server * 104729) % 101


def write_incast(folder, case, control):
    """Rounds of a client (host 0) and its servers as a job. Before them each server sends one segment by itself, so that
    every connection has measured a round trip, as a handshake would have. The servers' own switch never queues: all come to
    the client's switch by one input, and share one queue in order of arrival, as in ns-3."""
    lines, number, barrier = ["time_ps,source,destination,bytes,computing_ps,after"], 0, ""

    def add(source, destination, size, after, computing_us=0):
        nonlocal number
        lines.append(f"0,{source},{destination},{size},{computing_us * 10**6},{after}")
        number += 1
        return number - 1
    for server in range(1, case["flows"] + 1):
        barrier = add(0, server, 100, barrier)
        barrier = add(server, 0, 2 * PAYLOAD, barrier)
    for round_number in range(case["rounds"]):
        requests = [add(0, server, 100, barrier) for server in range(1, case["flows"] + 1)]
        blocks = [add(server, 0, case["block"], requests[server - 1], service_us(round_number, server - 1))
                  for server in range(1, case["flows"] + 1)]
        barrier = " ".join(map(str, blocks))
    (folder / "flows.csv").write_text("\n".join(lines) + "\n")
    (folder / "net.cables").write_text(
        f"client hosts=1\nservers hosts={case['flows']}\nclient servers rate=100Gb/s delay=1ns\n")
    (folder / "run.toml").write_text(
        f'[topology]\nname = "graph"\nfile = "net.cables"\n[cables]\nrate = "{case["bottleneck_mbps"]}Mb/s"\n'
        f'copper_delay = "{case["access_delay_us"]}us"\n[run]\nmost_time = "1000s"\n' + sections(case, control, 1, 8))


def ebb_incast(ebb, case, control):
    seconds = []
    for rounds in (0, case["rounds"]):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            write_incast(folder, {**case, "rounds": rounds}, control)
            result = json.loads(output_of([ebb, "run", "-q", folder / "run.toml", "--json"]))
            seconds.append(result["job"]["run_time_ps"] * 1e-12)
    transport = result["transport"]
    return case["block"] * 8 * case["flows"] * case["rounds"] / (seconds[1] - seconds[0]), transport["timeouts"]


def compare_incast(ebb, program):
    print("\nIncast: 60 rounds of blocks of 32 KiB per server over 1 Gb/s, queue of 64 packets, no delayed ACKs\n")
    head("control", "servers", "least RTO", "ns-3 [Mb/s]", "ebb [Mb/s]", "difference", "timeouts of ebb")
    for control, rto, ecn in [("newreno", 200_000, 0), ("newreno", 1_000, 0), ("dctcp", 200_000, 22)]:
        for servers in (2, 4, 8, 16, 32):
            case = {**BASE, "flows": servers, "bottleneck_mbps": 1000, "min_rto_us": rto, "ecn": ecn,
                    "ack_every": 1, "queue": 64, "block": 32 << 10, "rounds": 60}
            theirs = ns3(program, "incast", control, **ns3_case(case))["goodput_bits_per_s"][0]
            ours, timeouts = ebb_incast(ebb, case, control)
            row(control, servers, f"{rto // 1000} ms", f"{theirs / 1e6:.1f}", f"{ours / 1e6:.1f}", percent(ours, theirs), timeouts)


def compare_forms(ebb, _):
    print("\nClosed forms\n")
    head("form", "case", "formula", "ebb", "difference")
    for queue in (4, 8, 16):
        case = {**BASE, "flows": 1, "queue": queue, "ack_every": 1}
        ours = ebb_dumbbell(ebb, case, "newreno", 5, 40)
        round_trip = 2 * (case["delay_us"] + 2 * case["access_delay_us"]) * 1e-6 + WIRE * 8 / (case["bottleneck_mbps"] * 1e6) \
            + queue / 2 * WIRE * 8 / (case["bottleneck_mbps"] * 1e6)
        loss = ours["dropped"] / (ours["acked"] + ours["dropped"])
        mathis = PAYLOAD * 8 / round_trip * math.sqrt(1.5 / loss)
        rate = ours["goodput_bits_per_s"][0]
        row("Mathis: sqrt(3/2p) / RTT", f"queue {queue}, p = {loss:.2e}", f"{mathis / 1e6:.2f} Mb/s", f"{rate / 1e6:.2f} Mb/s",
            percent(rate, mathis))
    for ecn in (20, 40):
        case = {**BASE, "flows": 1, "queue": 250, "ecn": ecn, "ack_every": 1}
        pipe = (2 * (case["delay_us"] + 2 * case["access_delay_us"]) * 1e-6) * case["bottleneck_mbps"] * 1e6 / (WIRE * 8)
        windows = ebb_windows(ebb, case, "dctcp", [5 + 0.0427 * i for i in range(24)])
        critical = pipe + ecn  # the window at which marks begin
        alpha = math.sqrt(2 / critical)
        for name, formula, found in (("highest window: C RTT + K + 1", critical + 1, max(windows)),
                                     ("lowest: (W + 1)(1 - alpha / 2)", (critical + 1) * (1 - alpha / 2), min(windows))):
            row(f"DCTCP's {name}", f"K = {ecn}", f"{formula:.1f}", f"{found:.1f}", percent(found, formula))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build"))
    parser.add_argument("--only", choices=("dumbbell", "window", "incast", "forms"))
    options = parser.parse_args()
    ebb, program = options.build / "ebb", options.build / "ns3_tcp"
    if not ebb.exists() or not (program.exists() or options.only == "forms"):
        sys.exit(f"there is no {ebb if not ebb.exists() else program}: build with -DEBB_PEERS=ON and libns3-dev")
    for name, compare in (("dumbbell", compare_dumbbell), ("window", compare_windows), ("incast", compare_incast), ("forms", compare_forms)):
        if options.only in (None, name):
            compare(ebb, program)


if __name__ == "__main__":
    main()
