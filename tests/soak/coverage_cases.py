"""The runs whose intervals coverage.py looks at: small ones for each policy and kind of traffic, and every example.

Cheap ones come first, policies that are alike last, then the examples.
"""
import glob
import os
import re
from dataclasses import dataclass

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


@dataclass(frozen=True)
class Case:
    """A configuration as text or as a file of its own."""
    text: str = ""
    long_ms: float = 0  #: length of a long run, some ten times that of one that stops by itself; 0: found out
    path: str = ""
    settings: tuple = ("run.most_time=200ms",)
    patience_s: float = 600  #: a run that takes longer is given up, and its case with it
    by_seed: bool = False  #: the truth is that of a long run with the same seed


NETWORK = """
[topology]
name = "flattened_butterfly"
c = 4
k = 4
n = 3
[routing]
name = "minimal_adaptive"
[host]
packet = "1000B"
"""
SMALL = NETWORK.replace("c = 4", "c = 2")
STAR = """
[topology]
name = "star"
hosts = 11
[routing]
name = "shortest_path"
[host]
packet = "1000B"
"""
DYNAMIC = """
[topology]
name = "flattened_butterfly"
c = 4
k = 6
n = 2
[routing]
name = "dynamic_butterfly"
[control]
policy = { name = "dynamic_topology" }
rates = ["40Gb/s"]
wake = "1us"
epoch = "10us"
staggered = true
"""
SHUTDOWN = SMALL.replace("minimal_adaptive", "shutdown_paths")
WORMS = """
[topology]
name = "irregular"
switches = 8
degree = 3
hosts_per_switch = 1
[cables]
rate = "2.5Gb/s"
[routing]
name = "shutdown_paths"
[switch]
forwarding = "wormhole"
flit = "32B"
input_buffer = "1KiB"
[host]
packet = "256B"
"""
OFF = """
[control]
device = "kim-link"
reactivation = "400ns"
epoch = "20us"
policy = { name = "link_shutdown" }
"""
EXPONENTIAL = '"on_off_exponential"'
CLOSED = '{ name = "closed_loop", outstanding = 4 }'
CLOSED_PAUSED = '{ name = "closed_loop", outstanding = 2, pause = "2us" }'


def fixed(size):
    return f'{{ name = "fixed", size = "{size}" }}'


def measured(name):
    return f'{{ name = "distribution", file = "{name}" }}'


def pareto(tail):
    return f'{{ name = "on_off_pareto", on_tail = {tail}, off_tail = {tail} }}'


def lognormal(on_sigma, off_sigma):
    return f'{{ name = "on_off_lognormal", on_sigma = {on_sigma}, off_sigma = {off_sigma} }}'


def traffic(load, arrivals='"poisson"', sizes=fixed("1000B"), pattern='"uniform"'):
    load_line = "" if "closed_loop" in arrivals else f"load = {load}\n"
    return f'[traffic]\n{load_line}pattern = {pattern}\narrivals = {arrivals}\nsizes = {sizes}\n'


#: Policies that need no more than their name, each at the same load and epoch.
PLAIN_POLICIES = ("lowest_highest", "hysteresis", "ewma", "holt", "sliding_window", "history_dvs", "power_budget",
                  "halve_double", "static")


def control(policy, epoch="10us", more=""):
    return (f'[control]\npolicy = {{ name = "{policy}"{more} }}\nrates = ["2.5Gb/s", "5Gb/s", "10Gb/s", "20Gb/s", "40Gb/s"]\n'
            f'reactivation = "1us"\nepoch = "{epoch}"\n')


OFF_AT_40G = control("link_shutdown", "20us") + 'wake = "1us"\n'

SMALL_CASES = {
    "Poisson 0.3": (NETWORK + traffic(0.3), 4),
    "Poisson 0.7": (NETWORK + traffic(0.7), 4),
    "closed loop of 4": (NETWORK + traffic(0, CLOSED), 4),
    "closed loop of 2 with pauses, halve_double": (SMALL + traffic(0, CLOSED_PAUSED) + control("halve_double"), 20),
    "dynamic_topology 0.3": (DYNAMIC + traffic(0.3, sizes=fixed("4KiB")), 120),
    "dynamic_topology 0.2": (DYNAMIC + traffic(0.2, sizes=fixed("4KiB")), 0),
    "dynamic_topology 0.2, hot spot": (DYNAMIC + traffic(0.2, sizes=fixed("4KiB"), pattern='{ name = "hot_spot", hosts = [0] }'), 0),
    "incast 0.08 of 10 hosts": (STAR + traffic(0.08, pattern='"incast"'), 0),
    "link_shutdown 0.1": (SHUTDOWN + traffic(0.1) + OFF_AT_40G, 0),
    "link_shutdown 0.2": (SHUTDOWN + traffic(0.2) + OFF_AT_40G, 0),
    "link_shutdown 0.2, worms": (WORMS + traffic(0.2, sizes=fixed("256B")) + OFF, 0),
    "RPC sizes, Poisson 0.2": (SMALL + traffic(0.2, sizes=measured("google_search_rpc")), 100),
    "Poisson 0.2, queue_aware": (SMALL + traffic(0.2) + control("queue_aware"), 40),
    "Poisson 0.1, idle_sleep, 100us": (SMALL + traffic(0.1) + control("idle_sleep", "100us"), 40),
    "Poisson 0.2, idle_sleep, off": (
        SMALL + traffic(0.2) + control("idle_sleep", more=', idle_state = "off"') + 'wake = "1us"\n', 40),
    "tcep 0.2": (DYNAMIC.replace("dynamic_topology", "tcep") + traffic(0.2, sizes=fixed("4KiB")), 0),
    "Poisson 0.2, promise of 50 %": (SMALL + traffic(0.2) + control("latency_bound", more=", percent = 50"), 60),
    "Poisson 0.1, halve_double, 100us": (SMALL + traffic(0.1) + control("halve_double", "100us"), 2000),
    "Poisson 0.1, halve_double staggered, 100us": (
        SMALL + traffic(0.1) + control("halve_double", "100us") + "staggered = true\n", 1000),
    "on/off exponential 0.3": (NETWORK + traffic(0.3, EXPONENTIAL, fixed("4KiB")), 60),
    "on/off exponential 0.6": (NETWORK + traffic(0.6, EXPONENTIAL, fixed("4KiB")), 20),
    "on/off Pareto 2.5, 0.3": (SMALL + traffic(0.3, pareto(2.5), fixed("4KiB")), 200),
    "on/off Pareto 1.5, 0.3": (SMALL + traffic(0.3, pareto(1.5), fixed("4KiB")), 200),
    "on/off lognormal 0.8, 0.3": (SMALL + traffic(0.3, lognormal(0.8, 0.8), fixed("4KiB")), 200),
    "on/off exponential 0.2, 64 KiB, queue_aware": (
        SMALL + traffic(0.2, EXPONENTIAL, fixed("64KiB")) + control("queue_aware"), 200),
    "on/off exponential 0.2, 64 KiB, halve_double": (
        SMALL + traffic(0.2, EXPONENTIAL, fixed("64KiB")) + control("halve_double"), 200),
    "Poisson 0.9": (NETWORK + traffic(0.9), 50),
    "on/off lognormal 1.2 and 1.8, 0.3": (SMALL + traffic(0.3, '"on_off_lognormal"', fixed("4KiB")), 400),
    "RPC sizes, on/off lognormal 0.1": (
        SMALL + traffic(0.1, '"on_off_lognormal"', measured("google_search_rpc")), 400),
    "search 0.06": (SMALL + '[traffic]\nworkload = { name = "search", utilisation = 0.06 }\n', 1000),
}



#: Policies whose links go off, each direction by itself.
OFF_BY_CHANNEL = ("eee", "perf_bound", "ngram_sleep")

SMALL_CASES |= {f"Poisson 0.2, {policy}": (SMALL + traffic(0.2) + control(policy), 60) for policy in PLAIN_POLICIES}
SMALL_CASES |= {
    f"Poisson 0.2, {policy}, off": (
        SMALL + traffic(0.2) + control(policy, more=', idle_state = "off", unit = "channel"') + 'wake = "1us"\n', 0)
    for policy in OFF_BY_CHANNEL}
SMALL_CASES |= {"Poisson 0.2, step_clock": (SMALL + traffic(0.2) + control("step_clock", more=', endless = "1ms"'), 0)}



def example(path):
    """An example with its own limits. Where the seed draws the pattern, each seed has a truth of its own."""
    with open(path, encoding="utf-8") as file:
        drawn = re.search(r'"(random_permutation|hot_spot|mpeg_streams)"|placement = "random"|\nvideo = ', file.read())
    return Case(path=path, settings=(), by_seed=drawn is not None)


EXAMPLES = {os.path.basename(path)[4:-5]: example(path) for path in sorted(glob.glob(f"{ROOT}/examples/run-*.toml"))}

CASES = {name: Case(text, long_ms) for name, (text, long_ms) in SMALL_CASES.items()}
CASES |= {f"example {name}": case for name, case in EXAMPLES.items()}

#: Some that take seconds. The last one was called steady before it was.
QUICK = ("Poisson 0.3", "Poisson 0.2, queue_aware", "link_shutdown 0.2, worms")
