"""Runs of all sizes and kinds whose memory memory.py compares with what was predicted.

None of them is offered more than its network can carry: then queues grow, and only a watch on the run helps.
"""
from dataclasses import dataclass, field


@dataclass
class Case:
    name: str
    hosts: int
    text: str
    more: list = field(default_factory=list)

    def options(self, folder):
        return [o.replace("FOLDER", folder) for o in self.more]


BUTTERFLY = '[topology]\nname = "flattened_butterfly"\nc = {c}\nk = {k}\nn = {n}\n[routing]\nname = "{routing}"\n'
DRAGONFLY = '[topology]\nname = "dragonfly"\na = {a}\np = {p}\nh = {h}\ng = {g}\n[routing]\nname = "{routing}"\n'
CLOS = '[topology]\nname = "folded_clos"\nradix = {radix}\nlevels = 3\n[routing]\nname = "{routing}"\n'


def butterfly(c, k, n, routing="minimal_adaptive"):
    return BUTTERFLY.format(c=c, k=k, n=n, routing=routing), c * k ** (n - 1)


def dragonfly(a, p, h, routing="shortest_path"):
    g = a * h + 1
    return DRAGONFLY.format(a=a, p=p, h=h, g=g, routing=routing), a * p * g


def traffic(load=0.3, arrivals='"poisson"', size="1000B", pattern="uniform"):
    load_line = "" if "closed_loop" in arrivals else f"load = {load}\n"
    return (f'[traffic]\n{load_line}pattern = "{pattern}"\narrivals = {arrivals}\n'
            f'sizes = {{ name = "fixed", size = "{size}" }}\n')


def control(policy, more=""):
    return (f'[control]\npolicy = {{ name = "{policy}"{more} }}\nrates = ["2.5Gb/s", "5Gb/s", "10Gb/s", "20Gb/s", '
            '"40Gb/s"]\nreactivation = "1us"\nepoch = "10us"\n')


def long_loop(outstanding, pause="0s"):
    return f'{{ name = "closed_loop", outstanding = {outstanding}, pause = "{pause}" }}'


def run(time="100us", threads=1):
    return f'[run]\nmost_time = "{time}"\nleast_time = "{time}"\nthreads = {threads}\n'


def case(name, network, *sections, more=()):
    text, hosts = network
    return Case(f"{name}, {hosts:,} hosts", hosts, text + "".join(sections), list(more))


TINY, SMALL, MIDDLE, LARGE, HUGE = (butterfly(2, 2, 2), butterfly(4, 4, 3), butterfly(8, 8, 4), butterfly(16, 16, 4),
                                    butterfly(32, 13, 4))
DRAGON, LARGE_DRAGON = dragonfly(8, 4, 4), dragonfly(16, 8, 8)
OUT = ["-o", "FOLDER"]
CLOSED = '{ name = "closed_loop", outstanding = 16 }'
PAUSE = '[flow]\nname = "pfc"\n'
DROP = '[flow]\nname = "drop"\n'
PROMISE = ", percent = 50"

CASES = [
    case("load 0.1", TINY, traffic(0.1), run()),
    case("load 0.5", TINY, traffic(0.5), run("1ms")),
    case("load 0.3", SMALL, traffic(), run()),
    case("load 0.9", SMALL, traffic(0.9), run("1ms")),
    case("load 0.3, long", SMALL, traffic(), run("10ms")),
    case("load 0.3, -o", SMALL, traffic(), run(), more=OUT),
    case("load 0.3, halve_double", SMALL, traffic(), control("halve_double"), run("1ms")),
    case("load 0.3, halve_double, -o", SMALL, traffic(), control("halve_double"), run("1ms"), more=OUT),
    case("load 0.3, queue_aware", SMALL, traffic(), control("queue_aware"), run("1ms")),
    case("load 0.3, 2 threads", SMALL, traffic(), run("1ms", 2)),
    case("closed loop of 16", SMALL, traffic(0, CLOSED), run("1ms")),
    case("closed loop of 1,024", SMALL, traffic(0, long_loop(1024)), run("200us")),
    case("closed loop of 16,384", SMALL, traffic(0, long_loop(16384)), run("200us")),
    case("closed loop of 4,096, pauses", SMALL, traffic(0, long_loop(4096, "100us")), run("300us")),
    case("closed loop of 1,024, 64 KiB", SMALL, traffic(0, long_loop(1024), "64KiB"), run("300us")),
    case("on/off 0.3, 64 KiB", SMALL, traffic(0.3, '"on_off_exponential"', "64KiB"), run("10ms")),
    case("class pauses 0.3", SMALL, traffic(), PAUSE, run("1ms")),
    case("drop 0.9", SMALL, traffic(0.9), DROP, run("1ms")),
    case("load 0.3", MIDDLE, traffic(), run()),
    case("load 0.7", MIDDLE, traffic(0.7), run()),
    case("load 0.9", MIDDLE, traffic(0.9), run("300us")),
    case("load 0.3, -o", MIDDLE, traffic(), run(), more=OUT),
    case("load 0.3, halve_double", MIDDLE, traffic(), control("halve_double"), run()),
    case("load 0.1, halve_double, -o", MIDDLE, traffic(0.1), control("halve_double"), run("300us"), more=OUT),
    case("load 0.3, promise", MIDDLE, traffic(), control("latency_bound", PROMISE), run()),
    case("load 0.3, 2 threads", MIDDLE, traffic(), run("100us", 2)),
    case("closed loop of 16", MIDDLE, traffic(0, CLOSED), run()),
    case("closed loop of 256", MIDDLE, traffic(0, long_loop(256)), run("60us")),
    case("closed loop of 4,096", MIDDLE, traffic(0, long_loop(4096)), run("60us")),
    case("on/off 0.3, 64 KiB", MIDDLE, traffic(0.3, '"on_off_exponential"', "64KiB"), run("300us")),
    case("class pauses 0.3", MIDDLE, traffic(), PAUSE, run()),
    case("drop 0.5", MIDDLE, traffic(0.5), DROP, run()),
    case("order looked at", MIDDLE, traffic(), run() + "order = true\n"),
    case("shortest paths", DRAGON, traffic(0.05), run()),
    case("rules", dragonfly(8, 4, 4, "rules"), traffic(), run()),
    case("piggyback, adversarial", dragonfly(8, 4, 4, "dragonfly_piggyback"), traffic(0.3, pattern="adversarial"), run()),
    case("shortest paths", LARGE_DRAGON, traffic(0.05), run("50us")),
    case("shortest paths, -o", LARGE_DRAGON, traffic(0.05), run("50us"), more=OUT),
    case("load 0.1", LARGE, traffic(0.1), run("20us")),
    case("load 0.5", LARGE, traffic(0.5), run("20us")),
    case("load 0.9", LARGE, traffic(0.9), run("20us")),
    case("load 0.3, -o", LARGE, traffic(0.3), run("20us"), more=OUT),
    case("load 0.1, promise", LARGE, traffic(0.1), control("latency_bound", PROMISE), run("20us")),
    case("load 0.3, 2 threads", LARGE, traffic(0.3), run("20us", 2)),
]
