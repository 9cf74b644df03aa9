#!/usr/bin/env python3
"""Debian's hpcc (HPL, matrix transposition, FFT, latency and bandwidth) on six real bridges while their links are regulated.

usage: hpcc_lab.py EBB [--size N] [--rate R] [--twin]     (from the source folder; root, Open vSwitch, Open MPI, hpcc)

It runs three times: with all links on, through one regulation after the other, and with all links on again. Each time
hpcc must find its own results right. What its own bursts cost when a queue is full is told apart from what a change costs:
every cable must bring to one end what the other has sent, no port may refuse a packet because it is down, and pings (a
hundred a second between twelve pairs) and what TCP sends again are counted while links change and, for as long, while they do not.

The first run is recorded, and its twin is simulated beside it: the same messages and times of computing on cables of the lab's
rate, in the ways of its VLAN trees, with the links of each step. --twin does that alone. What the lab takes longer than the
twin is the processors, which hosts and switches share; the times of computing have waited for them too.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

ARGUMENTS = sys.argv[1:]
sys.argv = sys.argv[:2]
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import koibuchi_lab_test as koibuchi  # noqa: E402
from koibuchi_lab_test import lab  # noqa: E402

INPUT = """HPLinpack benchmark input file
ebb
HPL.out
8
1            problem sizes
{size}
1            block sizes
32
0            processes by row
1            grids
2
3
16.0         threshold
1
2
1
4
1
2
1
1
1
1
1
1
2
64
0
0
1
8
##
0
1200
0
40
"""
ONE_OF_EACH = [f"s{a}-s{b}:1" for a in range(6) for b in range(a + 1, 6)]
STEPS = [("one link of each pair off", ONE_OF_EACH), ("a star is left", lab.ALL_BUT_A_STAR), ("all on", [])]


def fabric_json(*command):
    return json.loads(subprocess.run(lab.inside("fabric", *command), capture_output=True, text=True, check=True).stdout)


class Counters:
    """Of all cables between switches, in a lab where nothing is under way: packets sent, lost on the way, refused by a port
    that is down, dropped by a full queue."""

    def __init__(self):
        ports = {p["ifname"]: p for p in fabric_json("ip", "-s", "-j", "link") if re.fullmatch(r"s\d+p\d+", p["ifname"])}
        cables = [(p, ports[p["link"]]) for p in ports.values() if p.get("link") in ports]
        self.sent = sum(a["stats64"]["tx"]["packets"] for a, _ in cables)
        self.lost = self.sent - sum(b["stats64"]["rx"]["packets"] for _, b in cables)
        # Received frames of protocols that Linux does not know count as dropped, our probes do; they reached the switch.
        self.refused = sum(p["stats64"]["tx"]["dropped"] for p in ports.values())
        self.queue = sum(q.get("drops", 0) for q in fabric_json("tc", "-s", "-j", "qdisc"))

    def since(self, before):
        names = ("sent", "lost", "refused", "queue")
        sent, lost, refused, queue = (getattr(self, name) - getattr(before, name) for name in names)
        return f"{sent} packets over cables: {lost} lost on the way, {refused} refused by ports, {queue} dropped by full queues"


class Watched:
    """What is lost meanwhile: pings, segments that TCP sent again, those of them that had arrived before, drops."""

    def __enter__(self):
        self.before, self.pings = self.read(), lab.Pings()
        self.pings.__enter__()
        return self

    def __exit__(self, *error):
        self.pings.__exit__(*error)
        after = self.read()  # frames that switches copy make a count unknown
        self.losses = {name: None if None in (count, self.before[name]) else count - self.before[name] for name, count in after.items()}

    @staticmethod
    def read():
        return json.loads(lab.run(lab.EBB, "lab", "losses", "--name", lab.LAB, "--json").stdout)["rows"][0]

    def __str__(self):
        return ("{0.lost} of {0.sent} pings lost, {sent_again} of {segments} segments sent again ({arrived_twice} arrived twice), "
                "{not_sent_on} frames not sent on by switches, {refused} dropped by ports, {queue_full} by queues").format(self.pings, **self.losses)


def cables_left(off):
    """The lab's network without these links, as a list of cables with a host on each switch."""
    links = {(a, b): 2 for a in range(6) for b in range(a + 1, 6)}
    for name in off:
        a, b, count = re.fullmatch(r"s(\d)-s(\d)(?::(\d))?", name).groups()
        links[int(a), int(b)] -= int(count or 2)
    hosts = [f"s{s} hosts=1\n" for s in range(6)]
    return "".join(hosts + [f"s{a} s{b}\n" * count for (a, b), count in links.items()])


def twin_seconds(folder, trace, rate, off):
    """How long the recorded program takes in the simulator."""
    with open(os.path.join(folder, "cables.txt"), "w", encoding="utf-8") as out:
        out.write(cables_left(off))
    with open("papers/koibuchi-lab.toml", encoding="utf-8") as read:
        text = re.sub(r"\[topology\].*?(?=\n\[)", '[topology]\nname = "graph"\nfile = "cables.txt"\n', read.read(), flags=re.S)
    path = os.path.join(folder, "twin.toml")
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    done = subprocess.run([lab.EBB, "run", path, "--json", "--set", f"cables.rate={rate}", "--set",
                           f"traffic.workload.file={trace}", "--set", "run.most_time=7200s"], capture_output=True, text=True,
                          timeout=3600)
    if done.returncode:
        raise SystemExit(f"the twin does not run: {done.stderr}")
    job = json.loads(done.stdout)["job"]
    if not job["finished"]:
        raise SystemExit("the twin did not finish in two hours of its time")
    return job["run_time_ps"] / 1e12


class Hpcc(koibuchi.Regulated):
    trace = ""  # where the next run is recorded; empty: it is not

    def job(self, folder, size):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        with open(os.path.join(folder, "hpccinf.txt"), "w", encoding="utf-8") as out:
            out.write(INPUT.format(size=size))
        record = ["--record", self.trace] if self.trace else []
        return subprocess.Popen([lab.EBB, "lab", "mpi", "--name", lab.LAB, *record, "--", "hpcc"], cwd=folder,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def finish(self, program, folder):
        """Its words must say that all results are right."""
        words = program.communicate(timeout=1800)[0]
        with open(os.path.join(folder, "hpccoutf.txt"), encoding="utf-8") as read:
            output = read.read()
        passed, failed = len(re.findall(r"PASSED", output)), len(re.findall(r"FAILED", output))
        if program.returncode or "Success=1" not in output or failed or not passed:
            summary = "\n".join(re.findall(r".*(?:Success=|FAILED|[Ee]rror).*", output))
            raise SystemExit(f"hpcc: {passed} residuals passed, {failed} failed, status {program.returncode}\n{summary}\n{words[-2000:]}")
        if self.trace:
            print("    " + "\n    ".join(re.findall(r"ebb-record: .*", words)), flush=True)
        return {name: float(value) for name, value in re.findall(r"^(\w+)=([\d.eE+-]+)$", output, re.M)}, passed

    def twins(self, folder, rate):
        """Of the recorded run, with the links of each step; the trace is used once."""
        trace, self.trace = self.trace, ""
        for name, off in STEPS:
            began = time.monotonic()
            seconds = twin_seconds(folder, trace, rate, off)
            print(f"    simulated, {name}: {seconds:.1f} s (in {time.monotonic() - began:.0f} s)", flush=True)

    def whole(self, folder, size):
        began = time.monotonic()
        figures, passed = self.finish(self.job(folder, size), folder)
        return time.monotonic() - began, figures, passed

    def through_regulation(self, folder, size):
        program, began, told, step = self.job(folder, size), time.monotonic(), [], 0
        while program.poll() is None:
            name, off = STEPS[step % len(STEPS)]
            with Watched() as changed:
                begin, end = self.regulate(off)
            with Watched() as still:
                time.sleep(end - begin)
            print(f"    {name}: {end - begin:.1f} s, {changed};\n        as long without a change: {still}", flush=True)
            told.append((changed.pings, still.pings))
            step += 1
        took = time.monotonic() - began
        figures, passed = self.finish(program, folder)
        self.regulate([])
        return took, figures, passed, told


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ebb")
    parser.add_argument("--size", type=int, default=600)
    parser.add_argument("--rate", default="100Mb/s")
    parser.add_argument("--twin", action="store_true", help="only the recorded run, and its twin")
    args = parser.parse_args(ARGUMENTS)
    if reason := koibuchi.obstacle() or (not shutil.which("hpcc") and "hpcc is not installed"):
        print("skipped: " + reason)
        sys.exit(77)
    Hpcc.network = lab.NETWORK + f'\n[lab]\nrate = "{args.rate}"\n'
    Hpcc.setUpClass()
    folder = tempfile.mkdtemp()
    try:
        bench = Hpcc()
        bench.trace = os.path.join(folder, "hpcc.ebbtrace")
        bench.regulate([])
        show = ("HPL_Tflops", "PTRANS_GBs", "MPIFFT_Gflops", "RandomlyOrderedRingBandwidth_GBytes", "MaxPingPongLatency_usec")
        for name in ("all links on",) if args.twin else ("all links on", "regulated", "all links on again"):
            before = Counters()
            took, figures, passed, *told = (bench.through_regulation if name == "regulated" else bench.whole)(
                os.path.join(folder, "job"), args.size)
            print(f"{name}: {took:.1f} s, {passed} residuals passed, none failed; "
                  + ", ".join(f"{f} {figures[f]:.4g}" for f in show if f in figures), flush=True)
            time.sleep(2)
            print("    " + Counters().since(before), flush=True)
            if bench.trace:
                bench.twins(folder, args.rate)
            steps = told[0] if told else []
            if steps:
                lost, sent, still_lost, still_sent = (sum(getattr(s[i], count) for s in steps) for i in (0, 1) for count in ("lost", "sent"))
                print(f"    {len(steps)} steps: {lost} of {sent} pings lost, {still_lost} of {still_sent} without a change", flush=True)
    finally:
        Hpcc.tearDownClass()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
