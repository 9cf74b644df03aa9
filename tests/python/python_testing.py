"""Shared by the tests of the Python module: where the program is, and a run of a fraction of a second."""
import json
import os
import subprocess
import sys

try:
    import numpy  # noqa: F401
    import pandas  # noqa: F401
except ImportError as missing:
    print(f"skipped: {missing}; install python3-numpy and python3-pandas")
    sys.exit(77)

EBB = os.environ["EBB"]

SMALL = {
    "topology": {"name": "flattened_butterfly", "c": 4, "k": 4, "n": 2},
    "routing": {"name": "minimal_adaptive"},
    "traffic": {"load": 0.3, "pattern": "uniform", "sizes": {"name": "fixed", "size": "16KiB"}},
    "control": {"policy": {"name": "halve_double", "target": 0.5}, "epoch": "10us", "reactivation": "1us"},
    "run": {"most_time": "300us", "precision": 0.5},
}


def ebb(*words):
    """The JSON that a command prints."""
    done = subprocess.run([EBB, *map(str, words)], capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
