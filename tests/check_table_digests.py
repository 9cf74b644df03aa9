#!/usr/bin/env python3
"""Fails when a table of simulated figures in docs is older than the engine, or does not say which run made it.

usage: check_table_digests.py PATH_OF_EBB [--all] [--write]     (from the source folder)

A page with a table that names a simulated reproduction has a comment with the digests of the run that made it:
  <!-- digest of: ebb reproduce abts-fig8 = 0123456789abcdef, --quick = 0123456789abcdef -->
The run takes minutes, so the test repeats it with --quick only: an engine, workload or network file that changes a
figure changes that digest too. Then make the table again, and --write puts both digests into the comment; it runs the
whole reproduction where the quick digest has changed. "unknown" in place of the first digest says that the whole run was
not repeated since; the table then names the settings it was made with. Where "slow" follows the second digest, the quick run
takes minutes too, and only --all repeats it. A digest covers every row's id and value, to six digits.
--digest FILE.json prints the digest of what `ebb reproduce NAME --json` has printed.
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
DIGEST = "[0-9a-f]{16}|unknown"
MARK = re.compile(rf"<!-- digest of: ebb reproduce ([\w-]+) = ({DIGEST}), --quick = ({DIGEST})(, slow)? -->")
PAGES = ["docs/results/*.md", "docs/notes/*.md", "docs/reference/reproduction-abts.md"]
# Simulated reproductions in the catalogue: their line ends in "true".
SIMULATED = re.compile(r'\{"([\w-]+)",[^{}]*reproduce_\w+,\s*true')
# Pages that name reproductions without their figures, and reproductions that a test cannot repeat.
WITHOUT_FIGURES = {"docs/notes/reproduction-coverage.md": "lists rows",
                   "docs/results/reproduction.md": "tables of what is computed on paper"}
ELSEWHERE = {"hypnos": "needs data of others", "elastictree": "its page has the measured demand of a lab"}


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


def simulated():
    catalogue = (ROOT / "src/reproduce/catalogue.cpp").read_text(encoding="utf-8")
    return set(SIMULATED.findall(catalogue)) - ELSEWHERE.keys()


def unstamped(text, names):
    """The simulated reproductions that a page with a table names without the digest of their run."""
    if "\n|" not in text:
        return []
    marked = {match.group(1) for match in MARK.finditer(text)}
    named = (name for name in sorted(names - marked) if re.search(rf"(?<![\w/.-]){name}(?![\w-])", text))
    return list(named)


def faults(pages, names, quick_digest, slow_too=False):
    for path, text in pages.items():
        for name, _, written, slow in (match.groups() for match in MARK.finditer(text)):
            if slow and not slow_too:
                continue
            today = quick_digest(name)
            if today != written:
                yield (f"{path}: the table of {name} is of another engine: its --quick digest is {written}, today's "
                       f"is {today}; make the table again and run this with --write")
        if path not in WITHOUT_FIGURES:
            for name in unstamped(text, names):
                yield f"{path}: has a table and names {name}, but no digest comment of its run"


def rewrite(text, ebb, slow_too):
    def fresh(match):
        name, full, quick, slow = match.groups()
        if slow and not slow_too:
            return match.group(0)
        today = run(ebb, name, True)
        if today == quick and full != "unknown":
            return match.group(0)
        return f"<!-- digest of: ebb reproduce {name} = {run(ebb, name, False)}, --quick = {today}{slow or ''} -->"
    return MARK.sub(fresh, text)


def self_test():
    mark = "<!-- digest of: ebb reproduce abts-fig8 = 0123456789abcdef, --quick = 0123456789abcdef -->"
    slow = mark.replace(" -->", ", slow -->")

    def expect(what, count, text, today="0123456789abcdef", slow_too=False):
        found = list(faults({"docs/notes/a.md": text}, {"abts-fig8", "kim-fig7"}, lambda name: today, slow_too))
        if len(found) != count:
            sys.exit(f"self-test: {what}: expected {count} fault(s), found {found}")

    expect("a table of today", 0, f"`abts-fig8`:\n{mark}\n| a |\n")
    expect("a table of another engine", 1, f"`abts-fig8`:\n{mark}\n| a |\n", "fedcba9876543210")
    expect("a table without a digest", 1, "`abts-fig8`:\n| a |\n")
    expect("the digest of another table", 1, f"`kim-fig7`:\n{mark}\n| a |\n")
    expect("a page without a table", 0, "`abts-fig8` is simulated.\n")
    expect("a picture's name", 0, "![a](images/abts-fig8.svg)\n| a |\n")
    expect("a slow run of another engine", 0, f"`abts-fig8`:\n{slow}\n| a |\n", "fedcba9876543210")
    expect("the same with --all", 1, f"`abts-fig8`:\n{slow}\n| a |\n", "fedcba9876543210", True)
    one = {"rows": [{"id": "a", "ours": 1.00000001}]}
    if digest_of(one) != digest_of({"rows": [{"id": "a", "ours": 1.0}]}):
        sys.exit("self-test: a digest must not depend on the eighth digit")
    if digest_of(one) == digest_of({"rows": [{"id": "a", "ours": 1.001}]}):
        sys.exit("self-test: a digest must depend on the fourth digit")
    if not {"abts-fig8", "kim-off"} <= simulated():
        sys.exit("self-test: the catalogue's simulated reproductions are not found")
    print("the check of tables catches what it should")


def main():
    if "--self-test" in sys.argv[1:]:
        return self_test()
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--digest":
        for one in json.loads(pathlib.Path(sys.argv[2]).read_text(encoding="utf-8")):
            print(one["name"], digest_of(one))
        return None
    ebb, slow_too = os.path.abspath(sys.argv[1]), "--all" in sys.argv
    paths = sorted(path for pattern in PAGES for path in ROOT.glob(pattern))
    if "--write" in sys.argv[2:]:
        for path in paths:
            path.write_text(rewrite(path.read_text(encoding="utf-8"), ebb, slow_too), encoding="utf-8")
        return None
    pages = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in paths}
    found = list(faults(pages, simulated(), functools.cache(lambda name: run(ebb, name, True)), slow_too))
    if found:
        sys.exit("\n".join(found))
    print("the tables are of today's engine")
    return None


if __name__ == "__main__":
    main()
