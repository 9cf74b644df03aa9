#!/usr/bin/env python3
"""`ebb reproduce` computes its values without looking at what the paper prints.

usage: reproduce_process_test.py PATH_OF_EBB     (from the source folder)

Every reproduction with a judged number runs twice, as --quick does: with the papers as they are, and with a copy of
the data folder in which every printed number is another one. Ours must be the same, row by row. The verdicts must not:
a number that is far from the printed one no longer matches.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib
import unittest

EBB = os.path.abspath(sys.argv[1])
HOME = pathlib.Path(os.environ.get("EBB_HOME", ".")).resolve()
ON_SWITCHES = {"benito-dmp", "koibuchi-lab"}  # they need root and Open vSwitch
VALUE = re.compile(r'^value = "([\d.]+)"$', re.MULTILINE)


def is_judged(row):
    return bool(row.get("value")) and row.get("basis", "computed") == "computed"


def names_with_judged_numbers():
    names = []
    for paper in sorted((HOME / "papers").glob("*.toml")):
        for name, rows in tomllib.loads(paper.read_text(encoding="utf-8")).items():
            if isinstance(rows, list) and name not in ON_SWITCHES and any(is_judged(row) for row in rows):
                names.append(name)
    return names


def with_other_numbers(folder):
    """Fills the folder with links to the data folder, and copies of its papers with other numbers."""
    home = pathlib.Path(folder)
    for entry in HOME.iterdir():
        if entry.name != "papers":
            (home / entry.name).symlink_to(entry)
    (home / "papers").mkdir()
    for paper in (HOME / "papers").iterdir():
        text = VALUE.sub(lambda match: f'value = "{3 * float(match.group(1)) + 7}"', paper.read_text(encoding="utf-8"))
        (home / "papers" / paper.name).write_text(text, encoding="utf-8")
    return home


def rows_of(names, home):
    run = subprocess.run([EBB, "reproduce", *names, "--quick", "--json"], capture_output=True, text=True,
                         env=dict(os.environ, EBB_HOME=str(home)), timeout=900)
    assert run.returncode == 0, run.stderr
    return {(one["name"], row["id"]): row for one in json.loads(run.stdout) for row in one["rows"]}


class Ours(unittest.TestCase):
    def test_does_not_depend_on_what_the_paper_prints(self):
        names = names_with_judged_numbers()
        self.assertGreater(len(names), 10)
        with tempfile.TemporaryDirectory() as folder:
            before, after = rows_of(names, HOME), rows_of(names, with_other_numbers(folder))
        self.assertEqual(before.keys(), after.keys())
        changed = matched = 0
        for key, row in before.items():
            if row["verdict"] not in ("given", "fitted"):
                self.assertEqual(row["ours"], after[key]["ours"], f"{key}: ours follows the printed number")
            changed += row["paper"] != after[key]["paper"]
            matched += after[key]["verdict"] == "match"
        self.assertGreater(changed, 100)  # the changed papers were read
        self.assertLess(matched, 10)  # bounds, as "more than 60"


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
