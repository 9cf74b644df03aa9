#!/usr/bin/env python3
"""Fails when a C++ file is not formatted as .clang-format says; prints the command that formats it."""
import os
import pathlib
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
files = sorted(str(p.relative_to(root)) for folder in ("src", "tests", "bench", "fuzz")
               for p in (root / folder).rglob("*.[ch]pp"))
if not files:
    sys.exit("no C++ file was found: the check looks in the wrong place")
tool = os.environ.get("CLANG_FORMAT", "clang-format")
answer = subprocess.run([tool, "--dry-run", "-Werror", "--ferror-limit=1", *files], cwd=root,
                        stderr=subprocess.PIPE, text=True, check=False)
unformatted = sorted({line.split(":")[0] for line in answer.stderr.splitlines() if ": error: code should be" in line})
if answer.returncode != 0 and not unformatted:
    sys.exit(answer.stderr)
if unformatted:
    sys.exit("not formatted; run\n    clang-format -i " + " ".join(unformatted))
print(f"{len(files)} files are formatted")
