"""The runs behind coverage.py: each is kept in a file as soon as it has ended, so a measurement can be resumed.

STORE/truth/CASE-HASH.jsonl       long runs, for the truth
STORE/runs-EBB/CASE-HASH.jsonl    runs that stopped by themselves, by this build of ebb

HASH is that of the configuration. The long runs do not depend on when a run stops, so they are kept over builds that
simulate the same: the digest of a short run tells.
"""
import hashlib
import json
import os
import re
import subprocess
import tempfile

LONG_SEEDS = range(10_001, 10_005)


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


class Runs:
    """Runs of one case by one build of ebb, kept in a folder."""

    def __init__(self, ebb, store, name, case, pool):
        self.ebb, self.case, self.pool = ebb, case, pool
        self.too_slow = False  #: a run took longer than the case's patience
        text = case.text or open(case.path, encoding="utf-8").read()
        slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
        key = f"{slug}-{hashlib.sha256((text + ' '.join(case.settings)).encode()).hexdigest()[:8]}.jsonl"
        with open(ebb, "rb") as file:
            build = hashlib.sha256(file.read()).hexdigest()[:12]
        self.truth_file = f"{store}/truth/{key}"
        self.runs_file = f"{store}/runs-{build}/{key}"
        for path in (self.truth_file, self.runs_file):
            os.makedirs(os.path.dirname(path), exist_ok=True)

    def run(self, seed, *more):
        """The result of a run, or None where it could not be made in time."""
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
            file.write(self.case.text or "")
            file.flush()
            command = [self.ebb, "run", "-q", self.case.path or file.name, "--json", "--threads", "1",
                       "--set", f"run.seed={seed}"]
            for setting in (*self.case.settings, *more):
                command += ["--set", setting]
            try:
                done = subprocess.run(command, capture_output=True, text=True, timeout=self.case.patience_s)
            except subprocess.TimeoutExpired:
                self.too_slow = True
                return None
        if not done.stdout.startswith("{"):
            raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
        result = json.loads(done.stdout)
        return {"seed": seed, "verdict": result["verdict"], "why": result["why"], "digest": result["digest"],
                "length_ms": result["simulated_ps"] / 1e9, "figures": figures(result)}

    def long_run(self, seed, long_ms):
        return self.run(seed, f"run.least_time={long_ms:g}ms", f"run.most_time={long_ms:g}ms",
                        f"run.warm_up={long_ms / 10:g}ms")

    def stopped(self, seeds, in_time):
        """The runs of these seeds that stopped by themselves; fewer where time is over."""
        return list(self.complete(self.runs_file, {}, seeds, self.run, in_time).values())

    def truth(self, long_ms, seeds, in_time):
        """The long runs, by seed; fewer than there should be where time is over."""
        probe = self.run(1, "run.least_time=1ms", "run.most_time=1ms", "run.warm_up=100us")
        mark = {"mark": {"long_ms": long_ms, "digest": probe and probe["digest"]}}
        return self.complete(self.truth_file, mark, seeds, lambda seed: self.long_run(seed, long_ms), in_time)

    def complete(self, path, mark, seeds, run, in_time):
        """Reads the runs that are kept, makes those that are missing, and returns them by seed."""
        kept = {line["seed"]: line for line in read_lines(path) if mark.items() <= line.items()}
        missing = [seed for seed in seeds if seed not in kept]
        made = lambda seed: run(seed) if in_time() and not self.too_slow else None
        for result in filter(None, self.pool.map(made, missing)):
            kept[result["seed"]] = result | mark
            append_line(path, kept[result["seed"]])
        return {seed: kept[seed] for seed in seeds if seed in kept}


def read_lines(path):
    """A last line that was cut off by a kill is passed over."""
    if not os.path.exists(path):
        return
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.endswith("\n"):
                yield json.loads(line)


def append_line(path, value):
    with open(path, "a", encoding="utf-8") as file:
        file.write(json.dumps(value) + "\n")
