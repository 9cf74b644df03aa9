"""For tests on a lab whose switches are managed by SNMP: the lab, pings with their times, and faults of its parts."""
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time

PATIENCE = 300  # seconds; the machine may be busy


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, **more)


class SnmpLab:
    """`ebb lab up` with [lab] switches = "snmp": all switches fully connected."""

    def __init__(self, ebb, name, switches, links, hosts_per_switch, more=""):
        self.ebb, self.name, self.switches, self.hosts = ebb, name, switches, switches * hosts_per_switch
        self.links, self.run_folder = links, f"/run/ebb-lab/{name}"
        self.folder = tempfile.mkdtemp()
        self.file = self.write("network.toml", f"""
[topology]
name = "complete"
switches = {switches}
hosts_per_switch = {hosts_per_switch}
links = {links}

[lab]
switches = "snmp"

[trees]
load = true
{more}""")
        self.inventory = f"{self.run_folder}/inventory.toml"

    def up(self):
        """The switches' forwarding goes first: real switches do not share their processors with those who command them."""
        up = run(self.ebb, "lab", "up", "--name", self.name, self.file)
        if up.returncode == 0:
            with open(f"{self.run_folder}/ovs-vswitchd.pid", encoding="ascii") as read:
                for thread in os.listdir(f"/proc/{int(read.read())}/task"):
                    os.setpriority(os.PRIO_PROCESS, int(thread), -20)
        return up

    def down(self):
        run(self.ebb, "lab", "down", "--name", self.name)
        shutil.rmtree(self.folder, ignore_errors=True)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as out:
            out.write(text)
        return path

    def words(self, what, *more):
        """In the folder of the lab: the journal stays with it."""
        return [self.ebb, "fabric", what, self.file, "-i", self.inventory, *more]

    def fabric(self, what, *more):
        return run(*self.words(what, *more))

    def inside(self, place, *command):
        return ["ip", "netns", "exec", f"ebb.{self.name}.{place}", *command]

    @staticmethod
    def address(host):
        return f"10.86.0.{host + 2}"

    # Its parts.

    def kill_snmpd(self, s):
        """Returns what starts it again."""
        with open(f"{self.run_folder}/s{s}.snmp.d/snmpd.pid", encoding="ascii") as read:
            return self.kill(int(read.read()))

    def kill_switch_program(self, s):
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                words = self.command_line(pid)
            except OSError:
                continue
            if any(word.endswith("/snmp_switch.py") for word in words) and f"{self.run_folder}/s{s}.snmp.d" in words:
                return self.kill(int(pid))
        raise AssertionError(f"the program of s{s} does not run")

    def kill(self, pid):
        words = self.command_line(pid)
        with open(f"/proc/{pid}/environ", encoding="utf-8") as read:
            environment = dict(entry.split("=", 1) for entry in read.read().split("\0") if "=" in entry)
        os.kill(pid, signal.SIGKILL)
        while os.path.exists(f"/proc/{pid}") and "Z" not in self.state(pid):
            time.sleep(0.01)
        return lambda: subprocess.run(self.inside("fabric", *words), env=environment, check=True, timeout=PATIENCE,
                                      stdout=subprocess.DEVNULL)

    @staticmethod
    def command_line(pid):
        with open(f"/proc/{pid}/cmdline", encoding="utf-8") as read:
            return read.read().split("\0")[:-1]

    @staticmethod
    def state(pid):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8") as read:
                return read.read().rsplit(")", 1)[1].split()[0]
        except OSError:
            return "Z"

    def pull_cable(self, port, out):
        """Takes the cable of an interface out, or puts it back."""
        run(*self.inside("fabric", "ip", "link", "set", port, "down" if out else "up"))


class Pings:
    """Between hosts of all pairs of switches, for as long as it is open. Afterwards: sent, twice, and the times of lost ones.
    They, too, go before all else, so that none waits for a processor."""

    def __init__(self, lab, interval=0.02):
        per_switch = lab.hosts // lab.switches
        self.interval, self.running = interval, []
        for a in range(lab.switches):
            for d in range(1, lab.switches):
                source, target = a * per_switch + d % per_switch, (a + d) % lab.switches * per_switch + a % per_switch
                self.running.append(lab.inside(f"h{source}", "ping", "-D", "-n", "-i", str(interval), lab.address(target)))

    def __enter__(self):
        self.running = [subprocess.Popen(["nice", "-n", "-20", *words], stdout=subprocess.PIPE, text=True) for words in self.running]
        time.sleep(0.5)
        return self

    def __exit__(self, *_):
        time.sleep(1)
        self.sent = self.twice = 0
        self.lost = []
        for ping in self.running:
            ping.send_signal(signal.SIGINT)
        for ping in self.running:
            self.count(ping.communicate(timeout=PATIENCE)[0])

    def count(self, words):
        times = {int(number): float(at) for at, number in re.findall(r"\[([\d.]+)\] .*icmp_seq=(\d+) ttl", words)}
        self.sent += max(times, default=0)
        self.twice += words.count("DUP!")
        before = min(times.values(), default=time.time())
        for number in range(1, max(times, default=0)):
            if number in times:
                before = times[number]
            else:
                self.lost.append(before)

    def lost_outside(self, spans, margin=1.0):
        return [at for at in self.lost if not any(begin - margin <= at <= end + margin for begin, end in spans)]
