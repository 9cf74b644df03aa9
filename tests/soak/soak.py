#!/usr/bin/env python3
"""Everything that looks for trouble by chance, for as long as anyone likes: other seeds in every run.

usage: soak.py BUILD_FOLDER MINUTES [--seed N] [--only PART]    (from the source folder; `./test --soak MINUTES` builds)

It prints the table of docs/results/reliability.md with today's figures, and ends with exit code 1 if a promise was broken.
"""
import argparse
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
FUZZERS = sorted(path.name.removesuffix("_fuzz.cpp") for path in pathlib.Path(HERE, "../../fuzz").glob("*_fuzz.cpp"))


class Soak:
    def __init__(self, build, seed):
        self.build, self.seed = os.path.abspath(build), seed
        self.ebb, self.rows, self.broken = os.path.join(self.build, "ebb"), [], 0

    def run(self, command, **environment):
        """Whether it ended well, and all that it said. What went wrong is shown at once."""
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                              env={**os.environ, **environment}, check=False)
        if done.returncode:
            print(" ".join(command), *(f"{k}={v}" for k, v in environment.items()), done.stdout[-4000:], sep="\n", flush=True)
        return done.returncode == 0, done.stdout

    def row(self, promise, figure, broken):
        self.rows.append((promise, figure, broken))
        self.broken += broken
        print(f"| {promise} | {figure} | {broken} |", flush=True)

    def python_test(self, name, tests, seconds, extra=()):
        """Repeats tests of a file until the time is over; how often, and how often they failed."""
        until, rounds, failed = time.time() + seconds, 0, 0
        while rounds == 0 or time.time() < until:
            well, _ = self.run([sys.executable, f"tests/{name}.py", self.ebb, *extra, *tests],
                               EBB_SOAK_SEED=str(self.seed + rounds))
            rounds, failed = rounds + 1, failed + (not well)
        return rounds, failed


def executors(soak, seconds):
    """Random configurations: the fast executor against the plain one, and two ranks against one thread."""
    until, cases, failed = time.time() + seconds, 0, 0
    at_once = 100
    while cases == 0 or time.time() < until:
        well, _ = soak.run([f"{soak.build}/tests/experiment_test", "--gtest_filter=Executors.*", "--gtest_brief=1"],
                           EBB_EXECUTOR_CASES=str(at_once), EBB_EXECUTOR_SEED=str(soak.seed + 100_000 * (1 + cases)))
        cases, failed = cases + at_once, failed + (not well)
    soak.row("The fast executor gives the bits of the plain one, on any number of threads.", f"{cases:,} random configurations", failed)


def kills(soak, seconds):
    rounds, failed = soak.python_test("sweep_process_test", ["Stopped", "Together"], seconds)
    soak.row("A sweep that is killed loses nothing and runs nothing twice.", f"{rounds} rounds of kills", failed)


def faults(soak, seconds):
    rounds, failed = soak.python_test("file_faults_test", ["EveryCall", "Killed"], seconds,
                                      [f"{soak.build}/tests/libfile_faults.so"])
    soak.row("Whatever ebb writes appears whole or not at all.", f"every call failed {rounds} times in turn", failed)


def mutations(soak, seconds):
    """Mutated inputs of every kind, by the fuzzers."""
    inputs = failed = 0
    for name in FUZZERS:
        program = f"{soak.build}/fuzz/{name}_fuzz"
        corpus = {"config": "corpus", "trace_text": "text_corpus"}.get(name, f"{name}_corpus")
        found = f"{soak.build}/fuzz/{name}_fuzz_found"
        os.makedirs(found, exist_ok=True)
        well, said = soak.run([program, f"-seed={soak.seed}", "-max_len=4096", "-timeout=100", "-print_final_stats=1",
                               f"-max_total_time={max(1, int(seconds / len(FUZZERS)))}",
                               f"-artifact_prefix={soak.build}/fuzz/", found, f"fuzz/{corpus}"])
        count = re.search(r"number_of_executed_units: (\d+)", said)
        inputs, failed = inputs + int(count[1]) if count else inputs, failed + (not well)
    soak.row("Every reader takes any bytes.", f"{inputs:,} mutated files for {len(FUZZERS)} readers", failed)


def plugins(soak, seconds):
    """A plugin that was cut off anywhere is refused, not loaded. Other damage is not tried: a plugin is code, and trusted."""
    whole = f"{soak.build}/plugin_example/libring.so"
    promise = "A plugin that was cut off is refused."
    if not os.path.exists(whole):
        print(f"{whole} is missing: ctest -R '^install$' makes it", flush=True)
        return soak.row(promise, "not tried", 1)
    # One of another build is refused whole, and so is every part of it: then nothing would be shown.
    if not soak.run([soak.ebb, "--plugin", whole, "policy", "list"])[0]:
        print(f"{whole} is no plugin of this build: ctest -R '^install$' makes it again", flush=True)
        return soak.row(promise, "not tried", 1)
    with open(whole, "rb") as file:
        data = file.read()
    chance, until, cuts, failed = random.Random(soak.seed), time.time() + seconds, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        while cuts < 20 or (cuts < 2000 and time.time() < until):
            with open(f"{folder}/{cuts}.so", "wb") as file:
                file.write(data[:chance.randrange(len(data))])
            done = subprocess.run([soak.ebb, "--plugin", file.name, "policy", "list"], capture_output=True, check=False)
            cuts, failed = cuts + 1, failed + (done.returncode != 2)
            os.remove(file.name)
    return soak.row(promise, f"{cuts} cuts", failed)


#: The tests of these programs are sanitized on every landing (./test --sanitized), all others here.
ON_EVERY_LANDING = ("config_test", "record_test", "fabric_test", "engine_test")


def sanitized_tests(said):
    """The numbers of the tests that `ctest --show-only=json-v1` has listed, without those of every landing."""
    return [number for number, test in enumerate(json.loads(said)["tests"], 1)
            if os.path.basename(test.get("command", [""])[0]) not in ON_EVERY_LANDING]


def sanitizers(soak, seconds):
    """What `./test --threads` and `./test --debug` run, with other random cases. Building them takes half an hour on two
    cores, and is not counted. The tests run in random order while there is time, so soaks reach all of them together."""
    threads_well, _ = soak.run(["./test", "--threads"], RC_PARAMS=f"seed={soak.seed} max_success=10")
    soak.row("The thread sanitizer reports nothing.", "all tests on several threads", int(not threads_well))
    built, _ = soak.run(["./test", "--debug", "-N", "-Q"])
    if not built:
        return soak.row("The address and undefined-behaviour sanitizers report nothing.", "not built", 1)
    ran, failed, tests = some_tests(soak, "build-debug", seconds)
    return soak.row("The address and undefined-behaviour sanitizers report nothing.", f"{ran:,} of {tests:,} tests", failed)


def some_tests(soak, folder, seconds, at_once=50):
    """Runs the tests of a build folder until the time is over: how many ran and failed, and how many there are."""
    listed = subprocess.run(["ctest", "--test-dir", folder, "--show-only=json-v1"], stdout=subprocess.PIPE, check=True)
    numbers = sanitized_tests(listed.stdout)
    random.Random(soak.seed).shuffle(numbers)
    until, ran, failed = time.time() + seconds, 0, 0
    while ran < len(numbers) and (ran == 0 or time.time() < until):
        some = numbers[ran:ran + at_once]
        well, said = soak.run(["ctest", "--test-dir", folder, "-j", str(os.cpu_count()), "--output-on-failure",
                               "-I", "0,0,0," + ",".join(map(str, some))], RC_PARAMS=f"seed={soak.seed} max_success=20")
        count = re.search(r"(\d+) tests? failed out of \d+", said)
        ran, failed = ran + len(some), failed + (int(count[1]) if count else int(not well))
    return ran, failed, len(numbers)


def routers(soak, seconds):
    """Spines of a lab of routers sleep and wake under traffic, then with faults. Skipped where there is no FRR."""
    figures, failed = [], 0
    for part in ("sleeps", "faults"):
        done = subprocess.run([sys.executable, f"{HERE}/routed_soak.py", soak.ebb, part, "--minutes", str(seconds / 120),
                               "--seed", str(soak.seed)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        figures.append(done.stdout.strip().splitlines()[-1])
        if done.returncode == 77:
            return print(f"routers: {figures[-1]}", flush=True)
        if done.returncode:
            failed += 1
            print(done.stdout[-4000:], flush=True)
    return soak.row("Routers sleep and wake without a loss.", "; ".join(figures), failed)


def edges(soak, _):
    well, said = soak.run([sys.executable, "tests/edge_values_test.py", soak.ebb])
    soak.row("Every number has a range.", said.strip().splitlines()[-1] if said.strip() else "", int(not well))


def memory(soak, seconds):
    largest = 5_000 if seconds < 600 else 10**6
    _, said = soak.run([sys.executable, f"{HERE}/memory.py", soak.ebb, "--largest", str(largest)])
    good, tried = map(int, re.match(r"(\d+) of (\d+)", said.strip().splitlines()[-1]).groups())
    soak.row("Memory is what was said.", f"{good} of {tried} within a fifth", int(good < 0.95 * tried))


def intervals(soak, seconds):
    """What is measured is a share, so one is broken when it is below 93 % by more than chance; coverage.py counts these."""
    done = subprocess.run([sys.executable, f"{HERE}/coverage.py", soak.ebb, "--table", "--seeds", "200", "--minutes",
                           str(seconds / 60)], check=False)
    soak.broken += done.returncode


# Each part and its share of the time.
PARTS = {executors: 0.2, kills: 0.1, faults: 0.1, mutations: 0.14, plugins: 0.01, edges: 0, memory: 0.05, sanitizers: 0.15,
         routers: 0.1, intervals: 0.15}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build")
    parser.add_argument("minutes", type=float)
    parser.add_argument("--seed", type=int, default=int(time.time()), help="to repeat what another soak did")
    parser.add_argument("--only", default="", help="parts with this in their name")
    args = parser.parse_args()
    if args.minutes <= 0:
        parser.error("MINUTES must be positive")
    soak = Soak(args.build, args.seed)
    print(f"seed {args.seed}\n\n| promise | tried | broken |\n|---|---|---|", flush=True)
    for part, share in PARTS.items():
        if args.only in part.__name__:
            if part is intervals:
                print(flush=True)  # coverage.py prints a table of its own
            part(soak, 60 * args.minutes * share)
    print(f"\n{soak.broken} promises broken")
    sys.exit(1 if soak.broken else 0)


if __name__ == "__main__":
    main()
