"""Labs of real routers for tests, and traffic through them."""
import atexit
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

FRR = "/usr/lib/frr"
PATIENCE = 120  # seconds; the machine may be busy
FLOWS, RATE = 8, 100  # flows of UDP, and datagrams a second of each
TCP_BLOCKS = 20  # of 1,000 bytes a second, of each connection

# Each datagram has its number; the receiver prints how many different ones it got. Many ports: flows take all paths.
SENDER = f"""
import select, socket, sys, time
flows = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range({FLOWS})]
sent, began = 0, time.monotonic()
while not select.select([sys.stdin], [], [], 0)[0]:
    for flow in flows:
        flow.sendto(b"%-*d" % (int(sys.argv[2]), sent), (sys.argv[1], 9000))
        sent += 1
    time.sleep(max(0, began + sent / {FLOWS * RATE} - time.monotonic()))
print(sent)
"""
RECEIVER = """
import select, socket, sys
port = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
port.setsockopt(socket.SOL_SOCKET, 33, 1 << 24)  # SO_RCVBUFFORCE: only routers may lose some
port.bind(("0.0.0.0", 9000))
print("ready", flush=True)
got = set()
while port in (ready := select.select([port, sys.stdin], [], [])[0]) or not ready:
    got.add(port.recv(2000))
print(len(got))
"""


# TCP over as many connections: bytes sent, and segments that were sent again (tcpi_total_retrans).
TCP_SENDER = f"""
import select, socket, struct, sys, time
flows = [socket.create_connection((sys.argv[1], 9001), timeout=60) for _ in range({FLOWS})]
sent, began, blocks = 0, time.monotonic(), 0
while not select.select([sys.stdin], [], [], 0)[0]:
    for flow in flows:
        flow.sendall(bytes(1000))
        sent += 1000
    blocks += 1
    time.sleep(max(0, began + blocks / {TCP_BLOCKS} - time.monotonic()))
again = sum(struct.unpack_from("I", flow.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 104), 100)[0] for flow in flows)
for flow in flows:
    flow.shutdown(socket.SHUT_WR)
print(sent, again)
"""
TCP_RECEIVER = f"""
import selectors, socket
listener = socket.create_server(("0.0.0.0", 9001))
print("ready", flush=True)
chosen, got, open_flows = selectors.DefaultSelector(), 0, {FLOWS}
for _ in range({FLOWS}):
    chosen.register(listener.accept()[0], selectors.EVENT_READ)
while open_flows:
    for key, _ in chosen.select():
        block = key.fileobj.recv(1 << 16)
        got += len(block)
        if not block:
            chosen.unregister(key.fileobj)
            open_flows -= 1
print(got)
"""


def obstacle(name):
    """Why there can be no such lab here; None when there can."""
    if os.geteuid() != 0:
        return "only root may make network namespaces"
    for program in ("ip", "tc", "ping", "vtysh", "iperf3"):
        if not shutil.which(program):
            return f"{program} is not installed"
    for daemon in ("zebra", "ospfd", "bgpd"):
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


def until(condition, seconds, what):
    """Waits for a condition, and returns its value."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > end:
            raise TimeoutError(f"{what() if callable(what) else what}: not within {seconds} s")
        time.sleep(0.1)
    return value


def set_all(settings):
    return [word for one in settings for word in ("--set", one)]


class RoutedLab:
    """The lab of an example. close() removes it, also when open() failed half-way."""

    def __init__(self, ebb, name, file="examples/lab-routed.toml"):
        self.ebb, self.name, self.file = ebb, name, file
        self.folder = f"/run/ebb-lab/{name}"
        self.inventory = f"{self.folder}/inventory.toml"

    def run(self, *words, check=True):
        done = subprocess.run([self.ebb, *words], capture_output=True, text=True, timeout=2 * PATIENCE)
        if check and done.returncode != 0:
            raise AssertionError(f"ebb {' '.join(words)}\n{done.stdout}{done.stderr}")
        return done

    def open(self, *settings):
        atexit.register(self.close)  # also when a signal ends the test
        self.settings = settings
        return self.run("lab", "up", self.file, "--name", self.name, "--routers", "frr", *set_all(settings)).stdout

    def close(self):
        self.run("lab", "down", "--name", self.name, check=False)

    def inside(self, place, *words):
        return [self.ebb, "lab", "exec", "--name", self.name, place, "--", *words]

    def do(self, place, *words):
        return subprocess.run(self.inside(place, *words), capture_output=True, text=True, check=True, timeout=PATIENCE).stdout

    def findings(self):
        """What `ebb lab test` finds, without streams: (check, result, finding)."""
        done = self.run("lab", "test", "--name", self.name, "--streams", "0", "--json", check=False)
        return [(row["check"], row["result"], row["finding"]) for row in json.loads(done.stdout)["rows"]]

    def ports(self, switch, off=False):
        """Of its ports those that are on; all of them, if wanted."""
        return [link["ifname"] for link in json.loads(self.do(switch, "ip", "-j", "link"))
                if link["ifname"].startswith(switch) and (off or "UP" in link["flags"])]

    def drop_next_hop(self, router, address, port):
        """Takes one of its next hops from the kernel's route to an address, as FRR's fault does."""
        route = json.loads(self.do(router, "ip", "-j", "-d", "route", "show", address))[0]
        left = [hop for hop in route["nexthops"] if hop["dev"] != port]
        assert len(left) == len(route["nexthops"]) - 1 > 0, route
        hops = [word for hop in left for word in ("nexthop", "via", hop["gateway"], "dev", hop["dev"])]
        self.do(router, "ip", "route", "replace", address, "proto", route["protocol"], "metric", str(route["metric"]), *hops)

    def vtysh(self, router, *commands):
        words = (word for command in commands for word in ("-c", command))
        return self.do(router, "vtysh", "--vty_socket", f"{self.folder}/{router}", *words)

    def routes(self, router):
        """What its kernel, zebra and the routing protocol know, for the report of a failure."""
        log = pathlib.Path(self.folder, router, "zebra.log").read_text(errors="replace").splitlines()
        return "\n".join([f"routes of {router}", self.do(router, "ip", "-d", "route"), self.do(router, "ip", "-br", "addr"),
                          self.vtysh(router, "show ip route", "show ip ospf neighbor", "show ip ospf route"), *log[-40:]])

    def processes(self):
        """Of the lab's daemons, by router and name."""
        return {f"{file.parent.name}/{file.stem}": int(file.read_text()) for file in pathlib.Path(self.folder).glob("s*/*.pid")}


class Traffic:
    """UDP and TCP from a host to another and pings back, for as long as it is open. `size`: bytes of a datagram, at least."""

    def __init__(self, lab, hosts=(0, 7), size=1):
        self.lab, self.size = lab, size
        self.hosts, self.addresses = [f"h{h}" for h in hosts], [f"10.86.0.{h + 2}" for h in hosts]

    def answers_from(self, host, address):
        return subprocess.run(self.lab.inside(host, "ping", "-n", "-c", "1", "-W", "1", address), stdout=subprocess.DEVNULL,
                              check=False, timeout=PATIENCE).returncode == 0

    def start(self, host, program, *arguments):
        return subprocess.Popen(self.lab.inside(host, sys.executable, "-c", program, *arguments), stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        """Counting begins when both hosts answer each other: before that, nothing is promised."""
        for host, address in zip(self.hosts, reversed(self.addresses)):
            until(lambda: self.answers_from(host, address), PATIENCE, f"{host} has no answer from {address}")
        self.receivers = [self.start(self.hosts[1], program) for program in (RECEIVER, TCP_RECEIVER)]
        for receiver in self.receivers:
            receiver.stdout.readline()
        self.senders = [self.start(self.hosts[0], program, self.addresses[1], str(self.size)) for program in (SENDER, TCP_SENDER)]
        self.answers = tempfile.TemporaryFile("w+")  # a pipe would be full after some seconds, and ping would wait
        self.pings = subprocess.Popen(self.lab.inside(self.hosts[1], "ping", "-n", "-i", "0.01", self.addresses[0]),
                                      stdout=self.answers)
        return self

    def __exit__(self, *_):
        printed = [sender.communicate("end\n", timeout=PATIENCE)[0] for sender in self.senders]
        time.sleep(0.5)
        got = [int(receiver.communicate("end\n", timeout=PATIENCE)[0]) for receiver in self.receivers]
        self.sent, (self.bytes, self.sent_again) = int(printed[0]), map(int, printed[1].split())
        self.lost, self.lost_bytes = self.sent - got[0], self.bytes - got[1]
        self.pings.send_signal(signal.SIGINT)
        self.pings.wait(timeout=PATIENCE)
        self.answers.seek(0)
        answered = {int(number) for number in re.findall(r"icmp_seq=(\d+) ttl", self.answers.read())}
        self.answers.close()
        self.pinged = max(answered)
        self.unanswered = max(answered) - len(answered)  # the last one may be on its way when it is stopped

    def all_arrived(self):
        return (self.lost, self.unanswered, self.lost_bytes) == (0, 0, 0)

    def __str__(self):
        return (f"lost: {self.lost} of {self.sent} datagrams, {self.unanswered} of {self.pinged} pings, {self.lost_bytes} of "
                f"{self.bytes} bytes of TCP ({self.sent_again} segments sent again)")


def schedule_of(lab, folder, asleep, hour):
    """Options of an agent. `asleep`, by hour: the switches ("s4") and the cables ("s0:2") that are off."""
    schedule = pathlib.Path(folder) / "schedule.csv"
    lines = ["hour,switch,port"]
    for number in range(24):
        for off in asleep[number % len(asleep)]:
            switch, _, port = off.partition(":")
            ports = [port] if port else range(len(lab.ports(switch, off=True)))
            lines += [f"{number},{switch},{one}" for one in ports]
    schedule.write_text("\n".join(lines) + "\n")
    return ["--schedule", schedule, "--day", f"{24 * hour}s"]


class Agent:
    """An agent on the lab's routers."""

    def __init__(self, lab, folder, *options):
        self.lab, self.log = lab, pathlib.Path(folder) / "agent.log"
        self.process = subprocess.Popen(
            [lab.ebb, "agent", lab.file, "-i", lab.inventory, "--log", self.log, "--set", "agent.hold_down=1s",
             *set_all(lab.settings), *options],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def lines(self):
        return self.log.read_text().splitlines() if self.log.exists() else []

    def count(self, text):
        """How often something was logged."""
        return sum(text in line for line in self.lines())

    def slept(self, switch):
        """How often cables of a switch, or this cable, went off."""
        return self.matches(switch, "is off")

    def woke(self, switch):
        return self.matches(switch, "is a route again")

    def matches(self, switch, event):
        port = "" if ":" in switch else r":\d+"
        return sum(bool(re.search(rf"\b{switch}{port}\b.* {event}", line)) for line in self.lines())

    def stop(self):
        self.process.terminate()
        output = self.process.communicate(timeout=2 * PATIENCE)[0]
        if self.process.returncode != 0:
            named = sorted({name for line in self.lines() for name in re.findall(r'"event":"(s\d+): .*kernel', line)})
            raise AssertionError("\n".join([output, *self.lines()[-30:], *map(self.lab.routes, named)]))
        return output

    def kill(self):
        """Also after its end."""
        if self.process.returncode is None:
            self.process.kill()
            self.process.communicate()
