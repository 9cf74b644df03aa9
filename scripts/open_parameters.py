#!/usr/bin/env python3
"""Prints how the judged sentences of a paper move with the parameters that it leaves open.

usage: open_parameters.py PATH_OF_EBB [PAPER…]     (from the source folder; papers: abts, benito, kim, koibuchi)

abts, kim, koibuchi: runs its simulated reproductions with --quick, once with papers/abts-network.toml, papers/kim-machine.toml
or papers/koibuchi-hosts.toml and -network.toml as they are and once for each other value of an open parameter, in a copy of the
data folder. A line for each judged sentence, a column for each value.
benito: the sentences on Figure 12 by buffers, and the one on latency against piggyback also by the time that is measured and
by what counts as latency, on 1,056 hosts.
The tables are Markdown; docs/notes/open-parameters.md has them.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HOME = pathlib.Path(os.environ.get("EBB_HOME", ".")).resolve()
BUFFERS = lambda size: {"switch": {"input_buffer": size, "output_queue": size}}
HOSTS = lambda **keys: {"koibuchi-hosts.toml:": keys}

# By paper: its reproductions, the file with its open parameters, and the columns: what is changed, and the keys of that
# file by section ("": before the first one), or of another one as "FILE:SECTION".
PAPERS = {
    "abts": (["abts-fig7", "abts-fig8", "abts-fig9a", "abts-fig9b", "abts-slowest"], "abts-network.toml", {
        "buffers 8 KiB": BUFFERS("8KiB"),
        "buffers 32 KiB": BUFFERS("32KiB"),
        "buffers 512 KiB": BUFFERS("512KiB"),
        "packets 256 B": {"host": {"packet": "256B"}},
        "packets 8 KiB": {"host": {"packet": "8KiB"}},
        "store and forward": {"switch": {"forwarding": "store_and_forward"}},
        "dimension order": {"routing": {"name": "dimension_order", "threshold": None}},
        "minimal adaptive": {"routing": {"name": "minimal_adaptive", "threshold": None}},
        "detours worth nothing": {"routing": {"threshold": "0B"}},
        "detours worth 8 KiB": {"routing": {"threshold": "8KiB"}},
        "cables 1 us": {"cables": {"copper_delay": "1us", "optical_delay": "1us"}},
    }),
    "kim": (["kim-fig7", "kim-fig10", "kim-fig11"], "kim-machine.toml", {
        "packets 1 KiB": {"": {"packet": "1KiB", "window": "320us"}},
        "buffers of 8": {"": {"buffer_packets": 8}},
        "graph 57": {"": {"graph": 57}},
        "DVS window 320 us": {"": {"window": "320us"}},
        "DLS window 80 us": {"": {"off_window": "80us"}},
        "t_max 0.1": {"": {"t_max": 0.1}},
        "slow for 18 us": {"": {"settle": "18us"}},
        "cables, tree": {"": {"off_unit": "cable", "detours": "tree"}},
        "detours": {"": {"when_off": "detour"}},
    }),
    "koibuchi": ([f"koibuchi-fig{n}" for n in (2, 3, 4, 5, 6)], "koibuchi-network.toml", {
        "buffers 16 KiB": BUFFERS("16KiB"),
        "buffers 256 KiB": BUFFERS("256KiB"),
        "1 us per switch": {"switch": {"pipeline": "1us"}},
        "10 us per switch": {"switch": {"pipeline": "10us"}},
        "4 ns per byte": HOSTS(per_byte="4ns"),
        "8 ns per byte": HOSTS(per_byte="8ns"),
        "windows of 64 KiB": HOSTS(window="64KiB"),
    }),
}


def with_keys(text, changes):
    """The TOML text with other values; a section that is missing is added."""
    for section, keys in changes.items():
        for key, value in keys.items():
            line = f"{key} = {json.dumps(value)}" if value is not None else ""
            head = re.search(rf"^\[{section}\]\n", text, re.MULTILINE) if section else None
            if section and not head:
                text += f"\n[{section}]\n{line}\n"
                continue
            start = head.end() if head else 0
            end = re.search(r"^\[", text[start:], re.MULTILINE)
            stop = start + end.start() if end else len(text)
            body, count = re.subn(rf"^{key} = .*$", line, text[start:stop], flags=re.MULTILINE)
            text = text[:start] + (body if count else f"{line}\n" + body) + text[stop:]
    return text


def rows_with(ebb, changed, names, changes):
    """Row id -> (ours, verdict, what, printed) of the judged rows, with the changed file."""
    with tempfile.TemporaryDirectory() as folder:
        home = pathlib.Path(folder)
        for entry in HOME.iterdir():
            if entry.name != "papers":
                (home / entry.name).symlink_to(entry)
        (home / "papers").mkdir()
        for file in (HOME / "papers").iterdir():
            text = file.read_text(encoding="utf-8")
            text = with_keys(text, {where.rpartition(":")[2]: keys for where, keys in changes.items()
                                    if (where.rpartition(":")[0] or changed) == file.name})
            (home / "papers" / file.name).write_text(text, encoding="utf-8")
        run = subprocess.run([ebb, "reproduce", *names, "--quick", "--json", "-q"], capture_output=True, text=True,
                             env=dict(os.environ, EBB_HOME=str(home)), check=False)
    if run.returncode != 0:
        sys.exit(f"{changes}: {run.stderr}")
    found = json.loads(run.stdout)
    return {(one["name"], row["id"]): row for one in (found if isinstance(found, list) else [found])
            for row in one["rows"] if row["verdict"] not in ("ours", "given", "fitted")}


def cell(row):
    if row is None:
        return "-"
    value = f"{row['ours']:.3g}" if abs(row["ours"]) < 1000 else f"{row['ours']:.0f}"
    return f"**{value}**" if row["verdict"] == "differs" else value


def print_paper(ebb, paper):
    names, changed, variants = PAPERS[paper]
    columns = {"as chosen": {}, **variants}
    results = {}
    for column, changes in columns.items():
        print(f"{paper}: {column}", file=sys.stderr)
        results[column] = rows_with(ebb, changed, names, changes)
    print(f"| sentence | paper | {' | '.join(columns)} |\n|---|---|{'---|' * len(columns)}")
    for key, row in results["as chosen"].items():
        unit = f" [{row['unit']}]" if row["unit"] else ""
        cells = " | ".join(cell(results[column].get(key)) for column in columns)
        print(f"| {row['what']}{unit} | {row['printed']} | {cells} |")
    counts = [sum(row["verdict"] == "differs" for row in result.values()) for result in results.values()]
    print(f"| differ, of {len(results['as chosen'])} | | {' | '.join(map(str, counts))} |")


SMALL = ["topology.a=8", "topology.p=4", "topology.h=4", "run.batch=1us"]
ROUTINGS = {"min": ["routing.name=dragonfly_minimal"], "valiant": ["routing.name=dragonfly_valiant_group"],
            "piggyback": ["routing.name=dragonfly_piggyback"],
            "conditional": ["routing.name=rules", "routing.kind=non_minimal"]}
# What is judged of each sentence, from the runs that it needs: (routing, pattern, load) -> result; and whether it holds.
SENTENCES = [
    ("uniform, half load: conditional rules over minimal", "resembles", "latency", ("conditional", "uniform", 0.5),
     ("min", "uniform", 0.5), lambda x: 0.95 < x < 1.05),
    ("uniform, half load: piggyback over minimal", "increases latency", "latency", ("piggyback", "uniform", 0.5),
     ("min", "uniform", 0.5), lambda x: x > 1),
    ("adversarial, load 5 %: conditional rules over Valiant", "larger than VAL", "latency", ("conditional", "adversarial", 0.05),
     ("valiant", "adversarial", 0.05), lambda x: x > 1),
    ("adversarial, load 40 %: conditional rules over piggyback", "competitive", "latency",
     ("conditional", "adversarial", 0.4), ("piggyback", "adversarial", 0.4), lambda x: x < 1.2),
    ("adversarial, overload: accepted over piggyback's", "competitive", "accepted", ("conditional", "adversarial", 1.0),
     ("piggyback", "adversarial", 1.0), lambda x: x > 0.8),
]


def figure_12_run(ebb, point, buffers):
    """Latency of packets with the source queue, and the accepted load; the second part of 800 us."""
    routing, pattern, load = point
    command = [ebb, "run", str(HOME / "papers/benito-network.toml"), "--json", "-q"]
    for setting in [*SMALL, *ROUTINGS[routing], f"traffic.load={load}", f"traffic.pattern.name={pattern}",
                    f"switch.input_buffer={buffers}", f"switch.output_queue={buffers}", "run.warm_up=500us",
                    "run.least_time=800us", "run.most_time=800us"]:
        command += ["--set", setting]
    run = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ, EBB_HOME=str(HOME)), check=False)
    if run.returncode != 0:
        sys.exit(f"{point}: {run.stderr}")
    result = json.loads(run.stdout)
    return {"latency": result["latency"][1]["mean_ns"], "accepted": result["accepted"]["share"]}


def print_figure_12_sentences(ebb, sizes):
    """A line for each judged sentence, a column for each size of buffers and queues."""
    runs = {}
    for size in sizes:
        for _, _, _, one, other, _ in SENTENCES:
            for point in (one, other):
                if (point, size) not in runs:
                    runs[point, size] = figure_12_run(ebb, point, size)
    print(f"| sentence | paper | {' | '.join(sizes)} |\n|---|---|{'---|' * len(sizes)}")
    for what, words, of, one, other, holds in SENTENCES:
        values = [runs[one, size][of] / runs[other, size][of] for size in sizes]
        cells = " | ".join(f"{value:.3g}" if holds(value) else f"**{value:.3g}**" for value in values)
        print(f"| {what} | {words} | {cells} |", flush=True)
    print()


def latencies(ebb, routing, settings):
    """Mean latency of packets under adversarial traffic at a load of 40 %: in the network, and with the source queue."""
    command = [ebb, "run", str(HOME / "papers/benito-network.toml"), "--json", "-q"]
    for setting in [*SMALL, "traffic.load=0.4", "traffic.pattern.name=adversarial", *routing, *settings]:
        command += ["--set", setting]
    run = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ, EBB_HOME=str(HOME)), check=False)
    if run.returncode != 0:
        sys.exit(f"{settings}: {run.stderr}")
    return [one["mean_ns"] for one in json.loads(run.stdout)["latency"][:2]]


def print_figure_12(ebb):
    sizes = ["8KiB", "16KiB", "32KiB", "128KiB"]  # less could overflow
    print_figure_12_sentences(ebb, sizes)
    print("| buffers and queues | measured [us] | in the network | with the source queue |\n|---|---|---|---|")
    for size in sizes:
        for first, last in ((0, 100), (500, 800)):
            settings = [f"switch.input_buffer={size}", f"switch.output_queue={size}", f"run.warm_up={first}us",
                        f"run.least_time={last}us", f"run.most_time={last}us"]
            conditional = latencies(ebb, ROUTINGS["conditional"], settings)
            piggyback = latencies(ebb, ROUTINGS["piggyback"], settings)
            ratios = " | ".join(f"{a / b:.2f}" for a, b in zip(conditional, piggyback))
            print(f"| {size} | {first} to {last} | {ratios} |", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for paper_name in sys.argv[2:] or ("abts", "benito", "kim", "koibuchi"):
        if paper_name == "benito":
            print_figure_12(os.path.abspath(sys.argv[1]))
        else:
            print_paper(os.path.abspath(sys.argv[1]), paper_name)
        print()
