"""Small runs whose intervals coverage.py looks at: name -> (configuration, length of a long run in ms).

Cheap ones come first, policies that are alike last. A long run is some ten times as long as one that stops by itself.
"""

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


def traffic(load, arrivals='"poisson"', sizes=fixed("1000B")):
    load_line = "" if "closed_loop" in arrivals else f"load = {load}\n"
    return f'[traffic]\n{load_line}pattern = "uniform"\narrivals = {arrivals}\nsizes = {sizes}\n'


#: Policies that need no more than their name, each at the same load and epoch.
PLAIN_POLICIES = ("lowest_highest", "hysteresis", "ewma", "holt", "sliding_window", "history_dvs")


def control(policy, epoch="10us", more=""):
    return (f'[control]\npolicy = {{ name = "{policy}"{more} }}\nrates = ["2.5Gb/s", "5Gb/s", "10Gb/s", "20Gb/s", "40Gb/s"]\n'
            f'reactivation = "1us"\nepoch = "{epoch}"\n')


CASES = {
    "Poisson 0.3": (NETWORK + traffic(0.3), 4),
    "Poisson 0.7": (NETWORK + traffic(0.7), 4),
    "closed loop of 4": (NETWORK + traffic(0, CLOSED), 4),
    "closed loop of 2 with pauses, halve_double": (SMALL + traffic(0, CLOSED_PAUSED) + control("halve_double"), 20),
    "dynamic_topology 0.3": (DYNAMIC + traffic(0.3, sizes=fixed("4KiB")), 120),
    "RPC sizes, Poisson 0.2": (SMALL + traffic(0.2, sizes=measured("google_search_rpc")), 100),
    "Poisson 0.2, queue_aware": (SMALL + traffic(0.2) + control("queue_aware"), 40),
    "Poisson 0.1, idle_sleep, 100us": (SMALL + traffic(0.1) + control("idle_sleep", "100us"), 40),
    "Poisson 0.2, idle_sleep, off": (
        SMALL + traffic(0.2) + control("idle_sleep", more=', idle_state = "off"') + 'wake = "1us"\n', 40),
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

CASES |= {f"Poisson 0.2, {policy}": (SMALL + traffic(0.2) + control(policy), 60) for policy in PLAIN_POLICIES}
