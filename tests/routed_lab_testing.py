"""A lab of real routers for tests: two leaves, two spines, a host on each leaf; FRR's zebra and ospfd in namespaces.

Everything has the lab's name: namespaces NAME-leaf0, and FRR's path spaces (/etc/frr, /run/frr). close() removes it,
also when open() failed half-way. The daemons are stopped by the process ids in their own pid files.
"""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

FRR = "/usr/lib/frr"
ROUTERS = ("leaf0", "leaf1", "spine0", "spine1")
SOCKETS, SETTINGS = pathlib.Path("/run/frr"), pathlib.Path("/etc/frr")


def obstacle(name):
    """Why there can be no such lab here; None when there can."""
    if os.geteuid() != 0:
        return "only root may make network namespaces"
    for program in ("ip", "ping", "vtysh"):
        if not shutil.which(program):
            return f"{program} is not installed"
    for daemon in ("zebra", "ospfd"):
        if not os.path.exists(f"{FRR}/{daemon}"):
            return f"{FRR}/{daemon} is not installed (Debian: frr)"
    space = f"{name}.probe"
    try:
        for words in (("ip", "netns", "add", space),
                      ("ip", "-n", space, "link", "add", "probe0", "type", "veth", "peer", "name", "probe1"),
                      ("ip", "netns", "exec", space, "sysctl", "-qw", "net.ipv4.fib_multipath_hash_policy=1")):
            done = subprocess.run(words, capture_output=True, text=True)
            if done.returncode != 0:
                return f"this kernel lacks what the lab needs: {' '.join(words)}: {done.stderr.strip()}"
    finally:
        subprocess.run(["ip", "netns", "del", space], capture_output=True)
    return None


def end_by_signals():
    """A test that is stopped removes its labs, too."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit(1))


def run(*command, check=True):
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    if check and done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {done.stdout}{done.stderr}")
    return done.stdout


class RoutedLab:
    """`groups`: FRR's default, next-hop groups in the kernel; False avoids its fault ("no zebra nexthop kernel enable")."""

    def __init__(self, name, groups=False):
        self.name, self.groups = name, groups

    def space(self, place):
        return f"{self.name}-{place}"

    def inside(self, place, *command):
        return ["ip", "netns", "exec", self.space(place), *command]

    def do(self, place, *command, check=True):
        return run(*self.inside(place, *command), check=check)

    def vtysh(self, router, *commands):
        words = [word for command in commands for word in ("-c", command)]
        return self.do(router, "vtysh", "-N", self.space(router), *words)

    def __enter__(self):
        try:
            self.open()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_):
        self.close()

    def open(self):
        for place in (*ROUTERS, "h0", "h1"):
            run("ip", "netns", "add", self.space(place))
            self.do(place, "ip", "link", "set", "lo", "up")
        for leaf in (0, 1):
            for spine in (0, 1):
                self.connect(f"leaf{leaf}", f"s{spine}", f"spine{spine}", f"l{leaf}", f"10.87.{leaf}.{2 * spine}", 31)
            self.connect(f"leaf{leaf}", "host", f"h{leaf}", "eth0", f"10.88.{leaf}.0", 31)
            self.do(f"h{leaf}", "ip", "route", "add", "default", "via", f"10.88.{leaf}.0")
        for number, router in enumerate(ROUTERS):
            self.do(router, "sysctl", "-qw", "net.ipv4.ip_forward=1", "net.ipv4.fib_multipath_hash_policy=1")
            self.start(router, number)
        for host in ("h0", "h1"):
            self.do(host, "sysctl", "-qw", "net.ipv4.ping_group_range=0 2147483647")

    def connect(self, a, port_a, b, port_b, first, length):
        """A link with addresses `first` at a and the next one at b."""
        head, last = first.rsplit(".", 1)
        run("ip", "link", "add", port_a, "netns", self.space(a), "type", "veth", "peer", "name", port_b, "netns",
            self.space(b))
        for place, port, address in ((a, port_a, first), (b, port_b, f"{head}.{int(last) + 1}")):
            self.do(place, "ip", "address", "add", f"{address}/{length}", "dev", port)
            self.do(place, "ip", "link", "set", port, "up")

    def start(self, router, number):
        space = self.space(router)
        for folder in (SOCKETS / space, SETTINGS / space):
            folder.mkdir(parents=True, exist_ok=True)
            shutil.chown(folder, "frr", "frr")
        (SETTINGS / space / "vtysh.conf").write_text("")
        ports = [link["ifname"] for link in self.links(router) if link["ifname"] != "lo"]
        text = [f"hostname {router}"] + ([] if self.groups else ["no zebra nexthop kernel enable"])
        for port in ports:
            text += [f"interface {port}", " ip ospf area 0", " ip ospf network point-to-point",
                     " ip ospf hello-interval 1", " ip ospf dead-interval 4", " ip ospf retransmit-interval 3", "exit"]
        text += ["router ospf", f" ospf router-id 10.86.0.{number + 1}", " passive-interface host",
                 " timers throttle spf 10 50 500", " timers throttle lsa all 200", " timers lsa min-arrival 100",
                 "exit", ""]
        file = SETTINGS / space / "ebb.conf"
        file.write_text("\n".join(text))
        for daemon in ("zebra", "ospfd"):
            self.do(router, f"{FRR}/{daemon}", "-d", "-N", space, "-f", "/dev/null", "-P", "0")
        self.do(router, "vtysh", "-N", space, "-f", str(file))

    def links(self, place):
        import json
        return json.loads(self.do(place, "ip", "-j", "link"))

    def close(self):
        processes = [process_in(file) for router in ROUTERS for file in (SOCKETS / self.space(router)).glob("*.pid")]
        for stop in (signal.SIGTERM, signal.SIGKILL):
            for process in filter(runs, processes):
                os.kill(process, stop)
            try:
                until(lambda: not any(map(runs, processes)), 5, "the end of FRR's daemons")
            except TimeoutError:
                pass  # the next signal is stronger
        for router in ROUTERS:
            for folder in (SOCKETS, SETTINGS):
                shutil.rmtree(folder / self.space(router), ignore_errors=True)
        for place in (*ROUTERS, "h0", "h1"):
            run("ip", "netns", "del", self.space(place), check=False)


def process_in(pid_file):
    """The number in a pid file; 0 when it has none."""
    try:
        return int(pid_file.read_text())
    except (OSError, ValueError):
        return 0


def runs(process):
    """Whether it is a daemon of FRR's that has not ended; one that nobody has reaped yet has ended."""
    try:
        name, state = pathlib.Path(f"/proc/{process}/stat").read_text().split(")")[0:2]
        return name.split("(")[1] in ("zebra", "ospfd") and state.split()[0] != "Z"
    except (OSError, IndexError):
        return False


def until(condition, seconds, what):
    """Waits for a condition; returns how long it took."""
    began = time.monotonic()
    while not condition():
        if time.monotonic() - began > seconds:
            raise TimeoutError(f"{what}: not within {seconds} s")
        time.sleep(0.02)
    return time.monotonic() - began
