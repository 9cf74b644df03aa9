#!/usr/bin/env python3
"""The names on docs/reference/json.md and json-members.md are those that the program prints.

Every command with --json runs here, except those that need switches. What it prints at the top is on its row of json.md, and the
program has each name that is on that page. json-members.md has the members of these documents at every depth, with their
types; --write writes it.

usage: json_names_test.py PATH_OF_EBB [--write]
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

EBB = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.abspath("build/ebb")
WRITES = "--write" in sys.argv[2:]
ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/reference/json.md"
MEMBERS = ROOT / "docs/reference/json-members.md"
HEAD = """# Members of JSON documents

<!-- Written by tests/json_names_test.py --write, from what the program prints. -->

Every member that the commands print in the calls named here, at every depth; [JSON output](json.md) says what they are. `rows[]` is
a list, `figures.*` stands for any names. A run prints more of them when it uses more features.
"""
OTHERS = "other commands"
RUN = """
[topology]
name = "flattened_butterfly"
c = 2
k = 2
n = 2
[routing]
name = "minimal_adaptive"
[traffic]
load = 0.3
sizes = { name = "fixed", size = "1000B" }
[control]
policy = "halve_double"
[run]
most_time = "200us"
precision = 0.5
"""
# They need switches or root; tests of labs read what they print.
ON_SWITCHES = {"fabric check", "fabric diff", "fabric regulate", "fabric status", "lab status", "lab losses", "lab reaction",
               "lab test"}
# Command -> its calls, in this order. EXAMPLES stands for the folder, FIRST and SECOND for two stored runs.
CALLS = {
    "plan": ["plan EXAMPLES/plan-fbfly-32k.toml", "plan EXAMPLES/plan-mixed-12k.toml", "plan EXAMPLES/plan-800g-8k.toml"],
    "plan compare": ["plan compare EXAMPLES/plan-fbfly-32k.toml EXAMPLES/plan-clos-32k.toml"],
    "plan size": ["plan size --hosts 64 --switch wedge-100"],
    "topology list": ["topology list"], "topology show": ["topology show torus"],
    "routing list": ["routing list"], "routing show": ["routing show valiant"],
    "policy list": ["policy list"], "policy show": ["policy show hysteresis"],
    "traffic list": ["traffic list"], "traffic show": ["traffic show uniform"],
    "traffic measure": ["traffic measure run.toml --time 10us"],
    "trace record": ["trace record run.toml -o sent.ebbtrace --time 20us"],
    "trace make": ["trace make nas-cg --processes 4 --iterations 1 -o job.ebbtrace"],
    "trace info": ["trace info job.ebbtrace"],
    "trace convert": ["trace convert job.goal -o converted.ebbtrace"],
    "device list": ["device list"], "device show": ["device show cisco-nexus-9336c-fx2"],
    "run": ["run run.toml -o results --decisions decisions",
            *(f"run EXAMPLES/run-{name}.toml --set run.most_time=200us --set run.precision=0.5"
              for name in ("fabric-2026", "job", "packet-lanes", "pfc", "search", "tcp", "video-beside", "wormhole-mesh"))],
    "run --memory": ["run run.toml --memory"],
    "why": ["why decisions", "why decisions --reason busier"],
    "why --against": ["why decisions --against decisions"],
    "sweep": ["sweep sweep.toml --store stored"],
    "results list": ["results list --store stored"],
    "results show": ["results show FIRST --store stored"],
    "results compare": ["results compare FIRST SECOND --store stored"],
    "results export": ["results export --store stored"],
    "results check": ["results check --store stored"],
    "rerun": ["rerun FIRST --store stored"],
    "report": ["report results"],
    "compare-policies": ["compare-policies run.toml --store compared"],
    "frontier": ["frontier contest.toml --store contest"],
    "check": ["check run.toml"],
    "rules": ["rules EXAMPLES/lab-butterfly.toml", "rules EXAMPLES/lab-conditional.toml --switch s0"],
    "trees": ["trees EXAMPLES/trees-koibuchi.toml --switch s0"],
    "off": ["off EXAMPLES/lab-butterfly.toml --demand demand.csv"],
    "reproduce": ["reproduce list", "reproduce abts-table1"],
}
TABLE_CALLS = {"reproduce list"}  # a table, unlike the other calls of its command


def names_in(text):
    return re.findall(r"`([a-z][a-z0-9_]*)`", text)


def rows_of_page():
    """Command, as "plan size" or "run --memory" -> the members on its row; OTHERS for the commands without one."""
    text = PAGE.read_text(encoding="utf-8")
    documents, members = text.split("## Documents\n")[1].split("## Other JSON")[0].split("## Members of a run")
    rows = {}
    for line in documents.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) != 2 or set(cells[0]) <= {"-"} or cells[0] == "command":
            continue
        own, *others = re.split(r"`ebb ([^`]*)`: ", cells[1])
        if cells[0] == OTHERS:
            rows[OTHERS] = set(names_in(own))
        for command in re.findall(r"`ebb ([^`]*)`", cells[0]):
            rows[command] = set(names_in(own))
        for command, named in zip(others[::2], others[1::2]):
            rows[command] = set(names_in(named))
    rows["run"] |= {name for line in members.splitlines() if line.startswith("| `") for name in names_in(line.split("|")[1])}
    return rows


def types_of(value, path="", found=None):
    """Path of a member -> the types that it has here."""
    found = {} if found is None else found
    if isinstance(value, dict):
        fixed = all(re.fullmatch(r"[a-z][a-z0-9_]*", name) for name in value)
        for name, member in value.items():
            types_of(member, f"{path}.{name if fixed else '*'}".lstrip("."), found)
    elif isinstance(value, list):
        for member in value:
            types_of(member, path + "[]", found)
        if not value:
            found.setdefault(path + "[]", set())
    else:
        kind = {bool: "true or false", str: "text", type(None): "null"}.get(type(value), "number")
        found.setdefault(path, set()).add(kind)
    return found


def text_of_members(calls, found):
    lines = ["", "    " + "\n    ".join(f"ebb {call} --json" for call in calls), "", "| member | type |", "|---|---|"]
    for path in sorted(found):
        kinds = sorted(found[path] - {"null"}) + ["null"] * ("null" in found[path])
        lines.append(f"| `{path}` | {' or '.join(kinds) or 'empty here'} |")
    return "\n".join(lines) + "\n"


class JsonNames(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="ebb-json-"))
        (cls.folder / "run.toml").write_text(RUN)
        (cls.folder / "contest.toml").write_text(
            RUN.replace('policy = "halve_double"', "") +
            '[frontier]\nseeds = 2\n[[compare]]\nname = "halve_double"\n[[compare]]\nname = "queue_aware"\n')
        (cls.folder / "sweep.toml").write_text(RUN + "[sweep.cross]\ntraffic.load = [0.1, 0.2]\n")
        (cls.folder / "demand.csv").write_text("source,destination,Gb/s\nh0,h7,1\n")
        (cls.folder / "job.goal").write_text("num_ranks 2\nrank 0 {\na: send 9b to 1 tag 0\n}\nrank 1 {\na: recv 9b from 0 tag 0\n}\n")
        cls.ids, cls.seen = ["FIRST", "SECOND"], {}

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def ebb(self, words):
        done = subprocess.run([EBB, *words], cwd=self.folder, capture_output=True, text=True, encoding="utf-8", timeout=300)
        self.assertEqual(done.returncode, 0, f"ebb {' '.join(words)}: {done.stderr}")
        return done.stdout

    def printed(self, call):
        """The objects that a call prints; it runs once."""
        if call in self.seen:
            return self.seen[call]
        stored = dict(zip(("FIRST", "SECOND"), self.ids))
        words = [stored.get(word, word.replace("EXAMPLES", str(ROOT / "examples"))) for word in call.split()]
        document = json.loads(self.ebb([*words, "--json", "-q"]))
        if call.startswith("results list"):
            type(self).ids = [run["id"] for run in document["runs"]]
        self.seen[call] = document if isinstance(document, list) else [document]
        return self.seen[call]

    def test_every_command_prints_what_the_page_says(self):
        rows = rows_of_page()
        for command, calls in CALLS.items():
            for call in calls:
                with self.subTest(call):
                    row = rows[OTHERS] if call in TABLE_CALLS else rows.get(command, rows[OTHERS])
                    for one in self.printed(call):
                        self.assertEqual(list(one)[0], "schema", "the first member")
                        self.assertEqual(set(one) - {"schema"} - row, set(), f"members of `ebb {call}` that json.md lacks")

    def test_the_page_of_members_is_current(self):
        page = HEAD
        for command in sorted(CALLS):
            found = {}
            for call in CALLS[command]:
                for one in self.printed(call):
                    types_of(one, found=found)
            page += f"\n## ebb {command}\n" + text_of_members(CALLS[command], found)
        if WRITES:
            MEMBERS.write_text(page, encoding="utf-8")
        self.maxDiff = 2000
        self.assertEqual(MEMBERS.read_text(encoding="utf-8"), page, "json_names_test.py PATH_OF_EBB --write makes it current")

    def test_no_command_with_json_is_left_out(self):
        commands = re.split(r"^## ebb ", self.ebb(["docs", "commands"]), flags=re.MULTILINE)[1:]
        with_json = {text.split("\n")[0] for text in commands if "`--json`" in text}
        self.assertEqual(with_json - set(CALLS) - ON_SWITCHES, set(), "add a call of it to CALLS")
        self.assertEqual(ON_SWITCHES - with_json, set())

    def test_the_program_has_every_name_of_the_page(self):
        """A name that no call prints, because it takes another run, is at least a text of the program."""
        program = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "src").rglob("*.[ch]pp"))
                          if not path.stem.endswith(("_test", "_testing")))
        texts = set(re.findall(r'"([a-z][a-z0-9_]*)"', program))
        for command, names in rows_of_page().items():
            printed = {name for call in CALLS.get(command, []) for one in self.printed(call) for name in one}
            self.assertEqual(names - printed - texts, set(), f"names on the row of `ebb {command}` that the program does not have")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
