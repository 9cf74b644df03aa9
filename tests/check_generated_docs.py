#!/usr/bin/env python3
"""Fails when a page (README.md, docs/) is older than the program that prints a part of it.

A page may end in a part that a command prints. It begins with the line
    <!-- printed by: ebb ARGUMENTS -->
and everything below that line is the command's output. A block in the middle of a page that shows a command with
its output stands between ``` below a line
    <!-- output of: ebb ARGUMENTS -->
or, to show only the lines from the first that begins with WORD to the first one after it that begins with OTHER,
    <!-- output of: ebb ARGUMENTS (from WORD to OTHER) -->
Commands run in a folder of the page's own that has everything of the source folder in it: what one of them writes,
the later ones of the page find, and nobody else does.
A figure stands below a line
    <!-- figure of: ebb plot ARGUMENTS -->
as ![…](images/NAME.svg); images/NAME.gnuplot beside it is the script that the command gives with --script.
`--write` brings all pages up to date:
    python3 tests/check_generated_docs.py build/ebb --write
"""
import difflib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

MARK = re.compile(r"^<!-- printed by: ebb (.+?) -->\n", re.MULTILINE)
PRINTED = ["docs/reference/config.md", "docs/reference/commands.md", "docs/reference/reproduction-computed.md"]  # these must have such a part
BLOCK = re.compile(r"^(<!-- output of: ebb ([^(\n]+?)(?: \(from (\S+) to (\S+)\))? -->\n```\w*\n)(.*?)(^```$)",
                   re.MULTILINE | re.DOTALL)


FIGURE = re.compile(r"^<!-- figure of: ebb plot (.+?) -->\n!\[[^\]]*\]\(([^)]+)\.svg\)$", re.MULTILINE)
os.environ.pop("COLUMNS", None)  # what is printed must not depend on who looks


def stale_figures(page, text, ebb, write):
    """How many figures of a page are not what their command draws; with `write` they are drawn again."""
    stale = 0
    for arguments, name in FIGURE.findall(text):
        script = page.parent / f"{name}.gnuplot"
        fresh = printed_by(ebb, f"plot {arguments} --script", ".")
        if script.exists() and script.read_text(encoding="utf-8") == fresh:
            continue
        if write:
            script.parent.mkdir(exist_ok=True)
            script.write_text(fresh, encoding="utf-8")
            printed_by(ebb, f"plot {arguments} -o {shlex.quote(str(page.parent / name))}.svg", ".")
            continue
        print(f"{page}: {name}.svg is not what `ebb plot {arguments}` draws now")
        stale += 1
    return stale


def printed_by(ebb, arguments, folder):
    run = subprocess.run([ebb, *shlex.split(arguments)], capture_output=True, text=True, encoding="utf-8", cwd=folder)
    if run.returncode != 0:
        sys.exit(f"ebb {arguments} failed:\n{run.stderr}")
    return run.stdout


def excerpt(output, word, other):
    lines = output.splitlines(keepends=True)
    first = next((i for i, line in enumerate(lines) if line.startswith(word)), len(lines))
    last = next((i for i in range(first + 1, len(lines)) if lines[i].startswith(other)), None)
    if last is None:
        sys.exit(f"no lines from {word} to {other} in\n{output}")
    before, after = "…\n" if first > 0 else "", "…\n" if last + 1 < len(lines) else ""
    return before + "".join(lines[first:last + 1]) + after


def refreshed_block(ebb, match, folder):
    """A block shows what a terminal would, refusals too."""
    head, arguments, word, other, _, tail = match.groups()
    run = subprocess.run([ebb, *shlex.split(arguments)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                         encoding="utf-8", cwd=folder)
    output = excerpt(run.stdout, word, other) if word else run.stdout
    return f"{head}$ ebb {arguments}\n{output}{tail}"


def refreshed(text, ebb):
    """The page with its printed parts as the program prints them now; None when it has no such part."""
    with tempfile.TemporaryDirectory() as folder:
        for name in os.listdir():
            os.symlink(os.path.abspath(name), os.path.join(folder, name))
        mark = MARK.search(text)
        if mark:
            return text[: mark.end()] + "\n" + printed_by(ebb, mark.group(1), folder)
        if BLOCK.search(text):
            return BLOCK.sub(lambda match: refreshed_block(ebb, match, folder), text)
    return None


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    ebb, write = os.path.abspath(sys.argv[1]), "--write" in sys.argv[2:]
    pages = stale = 0
    for page in [pathlib.Path("README.md"), *sorted(pathlib.Path("docs").rglob("*.md"))]:
        text = page.read_text(encoding="utf-8")
        stale += stale_figures(page, text, ebb, write)
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
    for name in PRINTED:
        if not MARK.search(pathlib.Path(name).read_text(encoding="utf-8")):
            sys.exit(f"{name} has lost the line that names its command: <!-- printed by: ebb ARGUMENTS -->")
    print(f"{pages} generated page(s) are up to date")


main()
