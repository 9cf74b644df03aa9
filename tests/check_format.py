#!/usr/bin/env python3
"""Fails when a C++ file is not formatted as .clang-format says; prints the command that formats it.

clang-format 14 wants to replace the comment that closes `namespace ebb::inline module` by itself, and calls that
a fault. So the check asks for the replacements and counts those that change something.
"""
import os
import pathlib
import subprocess
import sys
import xml.etree.ElementTree

root = pathlib.Path(__file__).resolve().parent.parent
files = sorted(str(p.relative_to(root)) for folder in ("src", "include", "examples", "tests", "bench", "fuzz", "python")
               for p in (root / folder).rglob("*.[ch]pp"))
if not files:
    sys.exit("no C++ file was found: the check looks in the wrong place")
tool = os.environ.get("CLANG_FORMAT", "clang-format")
answer = subprocess.run([tool, "--output-replacements-xml", *files], cwd=root, capture_output=True, check=False)
if answer.returncode != 0:
    sys.exit(answer.stderr.decode())
# One document for each file, in their order.
documents = answer.stdout.split(b"<?xml")[1:]
if len(documents) != len(files):
    sys.exit(f"clang-format was asked about {len(files)} files and answered about {len(documents)}")


def changes_something(text, replacement):
    begin = int(replacement.get("offset"))
    return text[begin:begin + int(replacement.get("length"))] != (replacement.text or "").encode()


unformatted = [name for name, document in zip(files, documents)
               if any(changes_something((root / name).read_bytes(), r)
                      for r in xml.etree.ElementTree.fromstring(b"<?xml" + document).iter("replacement"))]
if unformatted:
    sys.exit("not formatted; run\n    clang-format -i " + " ".join(unformatted))
print(f"{len(files)} files are formatted")
