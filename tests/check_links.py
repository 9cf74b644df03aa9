#!/usr/bin/env python3
"""Fails when a page links to a file that is not there, or names an example or a device that is not there."""
import pathlib
import re
import sys

LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
NAMED = re.compile(r"\b((?:examples|devices)/[\w.-]+\.toml)\b")

root = pathlib.Path(__file__).resolve().parent.parent
broken, links = [], 0
for page in [*root.glob("*.md"), *(root / "docs").rglob("*.md")]:
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        targets = [page.parent / t for t in LINK.findall(line) if "://" not in t]
        targets += [root / t for t in NAMED.findall(line)]
        links += len(targets)
        broken += [f"{page.relative_to(root)}:{number}: {t.relative_to(root)} is not there"
                   for t in targets if not t.exists()]
if broken:
    sys.exit("\n".join(broken))
if links < 10:
    sys.exit(f"only {links} links were found: the check looks in the wrong place")
print(f"{links} links lead somewhere")
