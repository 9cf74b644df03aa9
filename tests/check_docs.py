#!/usr/bin/env python3
"""check_docs.py EBB: fails when a page of docs/ that the program writes is not what it writes today."""
import difflib
import pathlib
import subprocess
import sys

PAGES = {"docs/config.md": ["docs", "config"]}

root = pathlib.Path(__file__).resolve().parent.parent
stale = False
for page, args in PAGES.items():
    written = subprocess.run([sys.argv[1], *args], stdout=subprocess.PIPE, text=True, check=True).stdout
    if not written:
        sys.exit(f"`ebb {' '.join(args)}` printed nothing")
    committed = (root / page).read_text(encoding="utf-8") if (root / page).exists() else ""
    if written == committed:
        continue
    stale = True
    diff = difflib.unified_diff(committed.splitlines(), written.splitlines(), page, "what ebb writes", lineterm="")
    print("\n".join(list(diff)[:40]))
    print(f"\n{page} is out of date; write it anew with\n    ./run {' '.join(args)} > {page}\n")
sys.exit(1 if stale else 0)
