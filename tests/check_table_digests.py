#!/usr/bin/env python3
"""Fails when a table in docs/results is older than the engine.

usage: check_table_digests.py PATH_OF_EBB [--write]     (from the source folder)

A table of simulated figures follows a comment with the digests of the run that made it:
  <!-- digest of: ebb reproduce abts-fig8 = 0123456789abcdef, --quick = 0123456789abcdef -->
The run takes minutes, so the test repeats it with --quick only: an engine, workload or network file that changes a
figure changes that digest too. Then make the table again, and --write puts both digests into the comment; it runs the
whole reproduction where the quick digest has changed. "unknown" in place of the first digest says that the whole run was
not repeated since; the table then names the settings it was made with. A digest covers every row's id and value, to six digits.
--self-test checks the checker.
"""
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MARK = re.compile(r"<!-- digest of: ebb reproduce ([\w-]+) = ([0-9a-f]{16}|unknown), --quick = ([0-9a-f]{16}|unknown) -->")
# Pages in which every simulated table must have a digest.
STAMPED = ["docs/results/reproduction-simulated.md", "docs/results/reproduction-trees.md"]
TABLE_OF = re.compile(r"^## .*\(((?:abts|koibuchi)-\w+)\)$", re.MULTILINE)


def digest_of(reproduction):
    """Of the rows of `ebb reproduce NAME --json`."""
    text = "".join(f"{row['id']}={row['ours']:.6g}\n" for row in reproduction["rows"])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def run(ebb, name, quick):
    command = [ebb, "reproduce", name, "--json", "-q"] + (["--quick"] if quick else [])
    result = subprocess.run(command, capture_output=True, text=True, check=False,
                            env=dict(os.environ, EBB_HOME=os.environ.get("EBB_HOME", str(ROOT))))
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)}: {result.stderr}")
    found = json.loads(result.stdout)
    return digest_of(found[0] if isinstance(found, list) else found)


def unstamped(text):
    """The reproductions that have a section in a page but no digest in it."""
    sections = TABLE_OF.split(text)[1:]
    for name, section in zip(sections[::2], sections[1::2]):
        if not any(match.group(1) == name for match in MARK.finditer(section)):
            yield name


def faults(pages, quick_digest):
    for path, text in pages.items():
        for match in MARK.finditer(text):
            name, _, written = match.groups()
            today = quick_digest(name)
            if today != written:
                yield (f"{path}: the table of {name} is of another engine: its --quick digest is {written}, today's "
                       f"is {today}; make the table again and run this with --write")
        if path in STAMPED:
            for name in unstamped(text):
                yield f"{path}: the section of {name} has no digest comment"


def rewrite(text, ebb):
    def fresh(match):
        name, full, quick = match.groups()
        today = run(ebb, name, True)
        if today == quick and full != "unknown":
            return match.group(0)
        return f"<!-- digest of: ebb reproduce {name} = {run(ebb, name, False)}, --quick = {today} -->"
    return MARK.sub(fresh, text)


def self_test():
    mark = "<!-- digest of: ebb reproduce abts-fig8 = 0123456789abcdef, --quick = 0123456789abcdef -->"
    page = STAMPED[0]

    def expect(what, count, text, today="0123456789abcdef"):
        found = list(faults({page: text}, lambda name: today))
        if len(found) != count:
            sys.exit(f"self-test: {what}: expected {count} fault(s), found {found}")

    expect("a table of today", 0, f"## Power (abts-fig8)\n{mark}\n| a |\n")
    expect("a table of another engine", 1, f"## Power (abts-fig8)\n{mark}\n| a |\n", "fedcba9876543210")
    expect("a table without a digest", 1, "## Power (abts-fig8)\n| a |\n")
    expect("a table of another paper without a digest", 1, "## HPL (koibuchi-fig4)\n| a |\n")
    expect("the digest of another table", 1, f"## Rates (abts-fig7)\n{mark}\n| a |\n")
    one = {"rows": [{"id": "a", "ours": 1.00000001}]}
    if digest_of(one) != digest_of({"rows": [{"id": "a", "ours": 1.0}]}):
        sys.exit("self-test: a digest must not depend on the eighth digit")
    if digest_of(one) == digest_of({"rows": [{"id": "a", "ours": 1.001}]}):
        sys.exit("self-test: a digest must depend on the fourth digit")
    print("the check of tables catches what it should")


def main():
    if "--self-test" in sys.argv[1:]:
        return self_test()
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    ebb = os.path.abspath(sys.argv[1])
    paths = sorted((ROOT / "docs/results").glob("*.md"))
    if "--write" in sys.argv[2:]:
        for path in paths:
            path.write_text(rewrite(path.read_text(encoding="utf-8"), ebb), encoding="utf-8")
        return None
    pages = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in paths}
    found = list(faults(pages, functools.cache(lambda name: run(ebb, name, True))))
    if found:
        sys.exit("\n".join(found))
    print("the tables are of today's engine")
    return None


if __name__ == "__main__":
    main()
