#!/usr/bin/env python3
"""How much of a core the agent takes for many routers, its readers included.

usage: routed_cpu.py EBB [--leaves N] [--spines N] [--seconds S] [--poll TIME] [--calm-poll TIME] [--frr]     (from the source folder; root)

The agent only observes (--dry-run), as it does between two changes. With --frr the routers are those of `ebb lab up`, with FRR's
daemons. Else each is a network namespace with as many interfaces as it has ports, and no daemon. They are removed whatever happens.
"""
import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from routed_lab_testing import RoutedLab, end_by_signals, obstacle, until  # noqa: E402

FILE = """
[topology]
name = "folded_clos"
levels = 2
radix = {leaves}
access_radix = {access}
uplinks = {spines}
hosts_per_switch = 2

[cables]
rate = "1Gb/s"

[control]
rates = ["1Gb/s"]
epoch = "5s"
wake = "4s"
channels = "paired"

[control.policy]
name = "sleeping_switches"
interval = "60s"

[agent]
poll = "{poll}"
calm_poll = "{calm}"
quiet = "2s"
patience = "20s"
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ebb", type=os.path.abspath)
    parser.add_argument("--leaves", type=int, default=48)
    parser.add_argument("--spines", type=int, default=16)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--poll", default="250ms")
    parser.add_argument("--calm-poll", default="1s", metavar="TIME")
    parser.add_argument("--frr", action="store_true", help="real routers")
    wanted = parser.parse_args()
    if os.geteuid() != 0:
        print("skipped: only root may make network namespaces")
        sys.exit(77)
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    ports = [2 + wanted.spines] * wanted.leaves + [wanted.leaves] * wanted.spines
    if wanted.frr:
        return with_routers(wanted, ports)
    spaces = [f"cpu{os.getpid()}s{number}" for number in range(len(ports) + 1)]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        file = network_file(wanted, folder)
        try:
            build(spaces, wanted.leaves)
            (folder / "inventory.toml").write_text("\n".join(map(entry, range(len(ports)), spaces, ports)))
            measure(wanted, file, folder / "inventory.toml", ports)
        finally:
            for space in spaces:
                subprocess.run(["ip", "netns", "del", space], capture_output=True)


def network_file(wanted, folder):
    text = FILE.format(leaves=wanted.leaves, spines=wanted.spines, access=2 + wanted.spines, poll=wanted.poll, calm=wanted.calm_poll)
    path = pathlib.Path(folder) / "network.toml"
    path.write_text(text)
    return path


def with_routers(wanted, ports):
    """Measured when all kernels have all next hops."""
    if why := obstacle("routedcpu"):
        print(f"skipped: {why}")
        sys.exit(77)
    end_by_signals()
    with tempfile.TemporaryDirectory() as folder:
        file = network_file(wanted, folder)
        lab = RoutedLab(wanted.ebb, f"cpu{os.getpid()}", str(file))
        try:
            print(lab.open().splitlines()[0], flush=True)
            began = time.monotonic()
            missing = lambda: [finding for _, result, finding in lab.findings() if result != "good"]  # noqa: E731
            until(lambda: not missing(), 240, lambda: "\n".join(missing()[:5]))
            print(f"all pairs answer after {time.monotonic() - began:.0f} s more", flush=True)
            measure(wanted, file, lab.inventory, ports)
        finally:
            lab.close()


def build(spaces, leaves):
    """The last namespace has the hosts."""
    spines = len(spaces) - 1 - leaves
    for space in spaces:
        subprocess.run(["ip", "netns", "add", space], check=True)
    pairs = [((leaf, 2 + spine), (leaves + spine, leaf)) for leaf in range(leaves) for spine in range(spines)]
    pairs += [((leaf, host), (len(spaces) - 1, 2 * leaf + host)) for leaf in range(leaves) for host in range(2)]
    lines = [f"link add p{a[1]} netns {spaces[a[0]]} type veth peer name p{b[1]} netns {spaces[b[0]]}" for a, b in pairs]
    subprocess.run(["ip", "-batch", "-"], input="\n".join(lines), text=True, check=True)
    for number, space in enumerate(spaces):
        lines = [f"link set p{port} up" for pair in pairs for end, port in pair if end == number]
        subprocess.run(["ip", "-n", space, "-batch", "-"], input="\n".join(lines), text=True, check=True)


def entry(number, space, count):
    names = ", ".join(f'"p{port}"' for port in range(count))
    return (f'[[switch]]\nname = "s{number}"\ndriver = "frr"\nprotocol = "ospf"\n'
            f'command = ["ip", "netns", "exec", "{space}"]\nports = [{names}]\n')


def measure(wanted, file, inventory, ports):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([wanted.ebb, "agent", file, "-i", inventory, "--dry-run", "-q",
                    "--time", f"{wanted.seconds}s"], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    user, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
    kind = "routers with FRR" if wanted.frr else "routers"
    print(f"{len(ports)} {kind}, {sum(ports)} ports, a poll every {wanted.poll} ({wanted.calm_poll} where nothing changes), {wanted.seconds} s: {user + system:.2f} s of the "
          f"processor ({user:.2f} of them outside the kernel), {100 * (user + system) / wanted.seconds:.1f} % of a core")


if __name__ == "__main__":
    main()
