#!/usr/bin/env python3
"""Fails when a page under docs/ is older than the program that prints it.

A page may end in a part that a command prints. It begins with the line
    <!-- printed by: ebb ARGUMENTS -->
and everything below that line is the command's output. `--write` brings all pages up to date:
    python3 tests/check_generated_docs.py build/ebb --write
"""
import difflib
import pathlib
import re
import subprocess
import sys

MARK = re.compile(r"^<!-- printed by: ebb (.+?) -->\n", re.MULTILINE)


def refreshed(text, ebb):
    """The page with its printed part as the program prints it now; None when it has no such part."""
    mark = MARK.search(text)
    if not mark:
        return None
    run = subprocess.run([ebb, *mark.group(1).split()], capture_output=True, text=True, encoding="utf-8")
    if run.returncode != 0:
        sys.exit(f"ebb {mark.group(1)} failed:\n{run.stderr}")
    return text[: mark.end()] + "\n" + run.stdout


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    ebb, write = sys.argv[1], "--write" in sys.argv[2:]
    pages = stale = 0
    for page in sorted(pathlib.Path("docs").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        fresh = refreshed(text, ebb)
        if fresh is None:
            continue
        pages += 1
        if fresh == text:
            continue
        if write:
            page.write_text(fresh, encoding="utf-8")
            continue
        stale += 1
        changes = difflib.unified_diff(text.splitlines(), fresh.splitlines(), str(page), "ebb prints", lineterm="")
        print("\n".join(list(changes)[:40]))
    if stale:
        sys.exit(f"{stale} page(s) are stale; run: python3 tests/check_generated_docs.py build/ebb --write")
    print(f"{pages} generated page(s) are up to date")


main()
