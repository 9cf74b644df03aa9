#!/usr/bin/env python3
"""What ebb says a run will take, over what it took at its peak.

usage: memory.py EBB [--only CASE] [--largest HOSTS]

The promise is 0.8 to 1.25: the prediction is within a fifth of the peak. A case that is not ends with exit code 1.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

from memory_cases import CASES


def predicted(command):
    done = subprocess.run([*command, "--memory", "--json"], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(" ".join(command) + "\n" + done.stderr)
    return json.loads(done.stdout)["predicted_memory_bytes"]


# A process inherits the peak of the one that started it, so that one has to be small.
LAUNCHER = """
import os, sys
pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ,
                     file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
_, status, used = os.wait4(pid, 0)
print(used.ru_maxrss * 1024)
sys.exit(status != 0)
"""


def peak(command):
    """The most bytes that one run had in memory at a time."""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", LAUNCHER, *command], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(" ".join(command) + "\n" + done.stderr)
    return int(done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ebb")
    parser.add_argument("--only", default="", help="cases with this in their name")
    parser.add_argument("--largest", type=int, default=10**6, help="leave out networks of more hosts")
    args = parser.parse_args()
    wrong = seen = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, case in enumerate(c for c in CASES if args.only in c.name and c.hosts <= args.largest):
            file = os.path.join(folder, f"{number}.toml")
            with open(file, "w") as out:
                out.write(case.text)
            command = [args.ebb, "run", "-q", file, *case.options(os.path.join(folder, str(number)))]
            said, took = predicted(command), peak(command)
            ratio = said / took
            seen += 1
            wrong += not 0.8 <= ratio <= 1.25
            print(f"{case.name:52} {said / 1e6:8.1f} MB predicted {took / 1e6:8.1f} MB at its peak  {ratio:5.2f}"
                  f"{'' if 0.8 <= ratio <= 1.25 else '  <-'}", flush=True)
    print(f"{seen - wrong} of {seen} within a fifth")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
