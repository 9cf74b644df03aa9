#!/usr/bin/env python3
"""`ebb fabric` against a real Open vSwitch: rollouts under traffic, killed rollouts, killed switches, bad input.

usage: fabric_process_test.py PATH_OF_EBB [TEST…]     (from the source folder)

Everything happens in a network and a mount namespace of its own, with its own Open vSwitch in a private folder; the
kernel removes all of it when the test ends, however it ends. Exit code 77 (skipped) without root or Open vSwitch.
EBB_FABRIC_KILLS=N kills ebb in so many rollouts (4 unless told).
"""
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

EBB = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.abspath("build/ebb")
TOOLS = ["ovs-ofctl", "ovs-vsctl", "ovs-vswitchd", "ovsdb-server", "ovsdb-tool", "ovsdb-client", "ip", "unshare", "ping"]
KILLS = int(os.environ.get("EBB_FABRIC_KILLS", "4"))
PATIENCE = 120  # seconds; the machine may be busy
DRAIN = ["--drain", "300"]

# A flattened butterfly of two by two switches with three hosts each: ports 0 to 2 are the hosts, 3 and 4 the neighbours.
# The first host of each switch is a namespace; of the others there is only the cable.
SWITCHES, HOSTS, PORTS = 4, 3, 5
CABLES = [((0, 3), (1, 3)), ((2, 3), (3, 3)), ((0, 4), (2, 4)), ((1, 4), (3, 4))]
FILE = """[topology]
name = "flattened_butterfly"
k = 2
n = 3
c = 3

[rules]
organisation = "{}"
"""


def skip(why):
    print("skipped: " + why)
    sys.exit(77)


def enter_private_namespaces():
    if os.geteuid() != 0:
        skip("only root can make network namespaces")
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    for tool in TOOLS:
        if not shutil.which(tool):
            skip(tool + " is not installed")
    if os.environ.get("EBB_FABRIC_INSIDE"):
        return
    if subprocess.run(["unshare", "--net", "--mount", "true"], capture_output=True).returncode != 0:
        skip("this machine makes no namespaces")
    os.environ["EBB_FABRIC_INSIDE"] = "1"
    # --kill-child with a process namespace: whatever was started ends with the test.
    os.execvp("unshare", ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc",
                          "--propagation", "private", sys.executable, os.path.abspath(__file__), EBB, *sys.argv[2:]])


def run(*words, check=True, **more):
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, **more)
    if check and done.returncode != 0:
        raise AssertionError("%s\n%s%s" % (" ".join(words), done.stdout, done.stderr))
    return done


class Switches:
    """An Open vSwitch of our own, with hosts in namespaces."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = dict(os.environ, OVS_RUNDIR=folder, OVS_LOGDIR=folder, OVS_DBDIR=folder,
                                OVS_SYSCONFDIR=folder)
        self.database = "unix:" + self.path("db.sock")

    def path(self, name):
        return os.path.join(self.folder, name)

    def up(self):
        run("ip", "link", "set", "lo", "up")
        os.makedirs("/run/netns", exist_ok=True)
        run("mount", "-t", "tmpfs", "tmpfs", "/run/netns")
        run("ovsdb-tool", "create", self.path("conf.db"), "/usr/share/openvswitch/vswitch.ovsschema")
        self.daemon("ovsdb-server", self.path("conf.db"), "--remote=p" + self.database)
        self.vsctl("--no-wait", "init")
        self.start_vswitchd()
        self.add_parts()

    def daemon(self, program, *words):
        run(program, *words, "--no-chdir", "--detach", "--pidfile=" + self.path(program + ".pid"),
            "--log-file=" + self.path(program + ".log"), "--unixctl=" + self.path(program + ".ctl"),
            "-vconsole:off", env=self.environment)

    def start_vswitchd(self):
        self.daemon("ovs-vswitchd", self.database, "--disable-system")

    def kill_vswitchd(self):
        with open(self.path("ovs-vswitchd.pid"), encoding="ascii") as file:
            pid = int(file.read())
        os.kill(pid, signal.SIGKILL)
        time.sleep(0.3)

    def vsctl(self, *words):
        return run("ovs-vsctl", "--db=" + self.database, "--timeout=60", *words, env=self.environment)

    def ofctl(self, s, command, *words):
        return run("ovs-ofctl", "-O", "OpenFlow14", command, self.mgmt(s), *words).stdout

    def mgmt(self, s):
        return "unix:" + self.path("s%d.mgmt" % s)

    def add_parts(self):
        for s, h in enumerate(range(SWITCHES)):
            run("ip", "netns", "add", "h%d" % h)
            run("ip", "link", "add", "s%dp0" % s, "type", "veth", "peer", "name", "eth0", "netns", "h%d" % h)
            for p in range(1, HOSTS):
                run("ip", "link", "add", "s%dp%d" % (s, p), "type", "veth", "peer", "name", "e%dp%d" % (s, p))
                run("ip", "link", "set", "e%dp%d" % (s, p), "up")
        for (a, p), (b, q) in CABLES:
            run("ip", "link", "add", "s%dp%d" % (a, p), "type", "veth", "peer", "name", "s%dp%d" % (b, q))
        words = []
        for s in range(SWITCHES):
            words += ["--", "add-br", "s%d" % s, "--", "set", "bridge", "s%d" % s, "datapath_type=netdev",
                      "fail_mode=secure"]
            for p in range(PORTS):
                run("ip", "link", "set", "s%dp%d" % (s, p), "up")
                words += ["--", "add-port", "s%d" % s, "s%dp%d" % (s, p)]
        self.vsctl(*words[1:])

    def give_addresses(self, macs):
        for h, mac in enumerate(macs):
            self.inside(h, "ip", "link", "set", "eth0", "address", mac)
            self.inside(h, "ip", "link", "set", "eth0", "up")
            self.inside(h, "ip", "address", "add", "10.0.0.%d/24" % (h + 1), "dev", "eth0")
            if shutil.which("ethtool"):
                self.inside(h, "ethtool", "-K", "eth0", "tx", "off", check=False)
            for other, their in enumerate(macs):
                if other != h:
                    self.inside(h, "ip", "neigh", "replace", "10.0.0.%d" % (other + 1), "lladdr", their, "dev", "eth0")

    def inside(self, h, *words, check=True):
        return run("ip", "netns", "exec", "h%d" % h, *words, check=check)

    def start_inside(self, h, *words):
        return subprocess.Popen(["ip", "netns", "exec", "h%d" % h, *words], stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True)

    def inventory(self, name="inventory.toml", change=lambda s, entry: entry):
        text = ""
        for s in range(SWITCHES):
            entry = {"name": "s%d" % s, "bridge": "s%d" % s, "openflow": self.mgmt(s), "ovsdb": self.database,
                     "ports": ["s%dp%d" % (s, p) for p in range(PORTS)]}
            entry = change(s, entry)
            if entry:
                text += "[[switch]]\n" + "".join("%s = %s\n" % (k, json.dumps(v)) for k, v in entry.items()) + "\n"
        return self.write(name, text)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)


class Fabric(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.net = Switches(cls.temporary.name)
        cls.net.up()
        cls.files = {o: cls.net.write(o + ".toml", FILE.format(o))
                     for o in ("flat", "per_switch", "per_group", "compacted")}
        cls.ready = cls.net.inventory()
        run(EBB, "rules", cls.files["compacted"], "--openflow", cls.net.path("rules"))
        with open(cls.net.path("rules/addresses.csv"), encoding="ascii") as file:
            macs = re.findall(r"(?:[0-9a-f]{2}:){5}[0-9a-f]{2}", file.read())
        cls.net.give_addresses(macs[::HOSTS])

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def fabric(self, what, organisation, *more, inventory=None, check=True):
        done = run(EBB, "fabric", what, self.files[organisation], "--inventory", inventory or self.ready, *more,
                   check=False)
        if check:
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done

    def deploy(self, organisation, *more):
        return self.fabric("deploy", organisation, *DRAIN, *more)

    def rules(self, switches=range(SWITCHES)):
        return [sorted(re.sub(r" (duration|n_packets|n_bytes|idle_age|hard_age)=[^,]*,", "", line)
                       for line in self.net.ofctl(s, "dump-flows").splitlines()[1:]) for s in switches]

    def all_pairs_answer(self):
        for a in range(SWITCHES):
            for b in range(SWITCHES):
                if a != b:
                    self.net.inside(a, "ping", "-c", "1", "-W", "5", "-q", "10.0.0.%d" % (b + 1))

    def test_1_deploys_checks_verifies_and_goes_back(self):
        self.assertIn("deployed", self.deploy("per_switch").stdout)
        self.all_pairs_answer()
        before = self.rules()
        self.assertIn("nothing to do", self.deploy("per_switch").stdout)
        self.assertEqual(self.rules(), before)
        check = self.fabric("check", "compacted").stdout
        self.assertIn("all 132 pairs", check)
        self.assertIn("all 4 between switches", check)
        self.assertEqual(self.rules(), before, "check leaves nothing behind")
        self.assertNotEqual(self.fabric("diff", "compacted", check=False).returncode, 0)
        self.deploy("compacted")
        self.assertIn("nothing", self.fabric("diff", "compacted").stdout)
        self.assertIn("132 of 132 pairs probed", self.fabric("verify", "compacted").stdout)
        self.assertIn("rolled back", self.fabric("rollback", "compacted", *DRAIN).stdout)
        self.assertEqual(self.rules(), before)
        self.assertIn("done", self.fabric("status", "per_switch").stdout)

    def test_2_loses_no_frame_under_traffic(self):
        self.deploy("per_switch")
        floods = [self.net.start_inside(a, "ping", "-i", "0.003", "10.0.0.%d" % (b + 1))
                  for a, b in ((0, 3), (1, 2))]
        iperf = None
        if shutil.which("iperf3"):
            servers = [self.net.start_inside(h, "iperf3", "-s", "-1") for h in (3, 2)]
            time.sleep(0.5)
            tcp = self.net.start_inside(1, "iperf3", "-c", "10.0.0.3", "-b", "2M", "-t", "9", "-J")
            iperf = self.net.start_inside(0, "iperf3", "-c", "10.0.0.4", "-u", "-b", "2M", "-t", "9", "-J")
        time.sleep(0.5)
        for organisation in ("compacted", "per_switch"):
            # Without probes, both rollouts end while the streams still flow.
            self.assertIn("deployed", self.deploy(organisation, "--no-probes").stdout)
        for flood in floods:
            flood.send_signal(signal.SIGINT)
            said, _ = flood.communicate(timeout=PATIENCE)
            answered = {int(n) for n in re.findall(r"icmp_seq=(\d+) ttl", said)}
            last = max(answered)  # what was sent after it was still on its way at the end
            print("ping flood: %d answered, %d lost" % (len(answered), last - len(answered)))
            self.assertGreater(last, 100)
            self.assertEqual(answered, set(range(1, last + 1)))
        if iperf:
            total = json.loads(iperf.communicate(timeout=PATIENCE)[0])["end"]["sum"]
            print("iperf3 (UDP): %d packets, %d lost" % (total["packets"], total["lost_packets"]))
            self.assertEqual(total["lost_packets"], 0)
            end = json.loads(tcp.communicate(timeout=PATIENCE)[0])["end"]
            # On a busy machine an acknowledgement may come later than TCP waits. It then sends again what was not lost.
            print("iperf3 (TCP): %d bytes sent, %d received, %d retransmits" %
                  (end["sum_sent"]["bytes"], end["sum_received"]["bytes"], end["sum_sent"]["retransmits"]))
            self.assertGreater(end["sum_received"]["bytes"], 0.9 * end["sum_sent"]["bytes"])
            for server in servers:
                server.communicate(timeout=PATIENCE)

    def test_3_takes_up_what_a_killed_rollout_left(self):
        self.deploy("per_switch")
        chance, names, finished, taken_back = random.Random(7), ["compacted", "per_switch"], 0, 0
        began = time.monotonic()
        self.deploy("compacted")
        length = time.monotonic() - began
        now = "compacted"
        for _ in range(KILLS):
            wanted = names[1 - names.index(now)]
            ebb = subprocess.Popen([EBB, "fabric", "deploy", self.files[wanted], "--inventory", self.ready, *DRAIN],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(chance.uniform(0.05, length))
            ebb.kill()
            ebb.wait()
            self.all_pairs_answer()  # whatever it left forwards every frame
            status = self.fabric("status", wanted, check=False).stdout
            if "unfinished" in status and chance.random() < 0.5:
                self.fabric("rollback", wanted, *DRAIN)
                taken_back += 1
            else:
                self.deploy(wanted)
                now = wanted
                finished += 1
            self.assertEqual(self.fabric("diff", now).returncode, 0)
            self.all_pairs_answer()
        print("%d rollouts killed: %d finished by the next command, %d taken back; 0 partial states" %
              (KILLS, finished, taken_back))

    def test_4_survives_a_killed_vswitchd(self):
        self.deploy("per_switch")
        chance, kills, alone = random.Random(8), max(1, KILLS // 4), 0
        for n in range(kills):
            wanted = ("compacted", "per_switch")[n % 2]
            ebb = subprocess.Popen([EBB, "fabric", "deploy", self.files[wanted], "--inventory", self.ready, *DRAIN],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(chance.uniform(0.3, 2))
            self.net.kill_vswitchd()
            self.net.start_vswitchd()
            alone += ebb.wait(timeout=PATIENCE) == 0
            self.deploy(wanted)  # a switch that lost its rules after its last turn gets them back
            self.assertEqual(self.fabric("diff", wanted).returncode, 0)
            self.all_pairs_answer()
        print("vswitchd killed in %d rollouts: %d ended well by themselves, all after another deploy" % (kills, alone))

    def refused(self, what, organisation, *words, inventory=None):
        before = self.rules()
        done = self.fabric(what, organisation, *DRAIN[: 2 * (what == "deploy")], inventory=inventory, check=False)
        self.assertIn(done.returncode, (1, 2), done.stdout + done.stderr)
        for word in words:
            self.assertIn(word, (done.stdout + done.stderr).replace("\n", " "))
        self.assertEqual(self.rules(), before, "nothing changed")

    def test_5_refuses_bad_input(self):
        self.deploy("per_switch")
        self.refused("deploy", "compacted", "the inventory is incomplete", "s2",
                     inventory=self.net.inventory("half.toml", lambda s, e: e if s != 2 else None))
        self.refused("deploy", "compacted", "has no such port",
                     inventory=self.net.inventory("port.toml", lambda s, e: dict(e, ports=["s1p0", "s1p1", "s1p2", "s1p3", "s1p9"])
                                                  if s == 1 else e))
        self.refused("deploy", "compacted", "nothing answers at", "s3",
                     inventory=self.net.inventory("gone.toml", lambda s, e: dict(e, openflow="unix:/nowhere/s3.mgmt")
                                                  if s == 3 else e))
        self.refused("deploy", "flat", "another address than per_switch did")
        self.refused("deploy", "flat", "another address than the switches give them now",
                     inventory=self.net.inventory("without-a-journal.toml"))
        swapped = self.net.inventory("swap.toml", lambda s, e: dict(e, ports=["s0p0", "s0p1", "s0p2", "s0p4", "s0p3"])
                                     if s == 0 else e)
        for what in ("check", "deploy"):
            self.refused(what, "compacted", "a wrong cable", "s0 port 3", inventory=swapped)

    def test_6_refuses_switches_that_are_not_ready(self):
        self.deploy("per_switch")
        self.net.ofctl(1, "add-flow", "cookie=0x77,table=0,priority=65000,actions=drop")
        self.refused("deploy", "compacted", "a foreign rule", "s1")
        self.net.ofctl(1, "del-flows", "cookie=0x77/-1")
        harmless = "cookie=0x78,table=0,priority=5,dl_type=0x86dd,actions=drop"
        self.net.ofctl(1, "add-flow", harmless)
        self.deploy("per_group")
        self.deploy("per_switch")
        self.assertIn("cookie=0x78", self.net.ofctl(1, "dump-flows"), "rules of others stay")
        self.net.ofctl(1, "del-flows", "cookie=0x78/-1")
        self.net.vsctl("set", "bridge", "s1", "protocols=OpenFlow10")
        before = self.rules(switches=(0, 2, 3))
        done = self.fabric("deploy", "compacted", *DRAIN, check=False)
        self.assertIn(done.returncode, (1, 2))
        self.assertIn("does not speak OpenFlow 1.4", done.stderr)
        self.assertEqual(self.rules(switches=(0, 2, 3)), before, "nothing changed")
        self.net.vsctl("set", "bridge", "s1", "protocols=OpenFlow13,OpenFlow14")
        self.assertEqual(self.fabric("diff", "per_switch").returncode, 0, "s1 did not change either")
        self.net.vsctl("--", "--id=@full", "create", "Flow_Table", "flow_limit=3", "--", "set", "bridge", "s2",
                       "flow_tables:16=@full", "flow_tables:17=@full", "flow_tables:18=@full", "flow_tables:19=@full")
        before = self.rules()
        done = self.fabric("deploy", "compacted", *DRAIN, check=False)
        self.assertIn("table is full", done.stderr)
        self.assertEqual(self.rules(), before, "taken back everywhere")
        self.net.vsctl("clear", "bridge", "s2", "flow_tables")
        self.net.vsctl("set-fail-mode", "s2", "standalone")
        self.refused("deploy", "compacted", "would flood", "s2")
        self.net.vsctl("set-fail-mode", "s2", "secure")
        run("ip", "link", "set", "s3p3", "down")
        for what in ("check", "deploy"):
            self.refused(what, "compacted", "a cable is missing", "s3 port 3")
        self.net.ofctl(0, "del-flows", "table=16")
        self.net.ofctl(0, "del-flows", "table=17")
        self.assertIn("repaired", self.deploy("per_switch").stdout, "a repair waits for no cable")
        self.fabric("deploy", "compacted", "--no-probes", *DRAIN)
        run("ip", "link", "set", "s3p3", "up")
        self.deploy("per_switch")

    def test_7_refuses_who_has_no_rights(self):
        os.chmod(self.net.folder, 0o755)
        for name in ("compacted.toml", "inventory.toml"):
            os.chmod(self.net.path(name), 0o644)
        before = self.rules()
        done = run(EBB, "fabric", "deploy", self.files["compacted"], "--inventory", self.ready, check=False, user="nobody")
        self.assertIn(done.returncode, (1, 2))
        self.assertIn("no permission", done.stderr)
        self.assertEqual(self.rules(), before, "nothing changed")

    def test_8_talks_over_tls(self):
        if not shutil.which("openssl"):
            self.skipTest("openssl is not installed")
        self.deploy("per_switch")
        for name in ("ours", "others"):
            run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=" + name,
                "-keyout", self.net.path(name + ".key"), "-out", self.net.path(name + ".pem"))
        self.net.vsctl("set-ssl", self.net.path("ours.key"), self.net.path("ours.pem"), self.net.path("ours.pem"))
        self.net.vsctl("set-controller", "s3", "pssl:6653:127.0.0.1")
        plain = self.net.inventory("tls.toml", lambda s, e: dict(e, openflow="ssl:127.0.0.1:6653") if s == 3 else e)
        with open(plain, encoding="utf-8") as file:
            text = file.read()
        for name, good in (("ours", True), ("others", False)):
            tls = '[tls]\nkey = "%s.key"\ncertificate = "%s.pem"\nca = "%s.pem"\n' % (name, name, name)
            inventory = self.net.write("tls-%s.toml" % name, tls + text)
            done = self.fabric("diff", "per_switch", inventory=inventory, check=False)
            self.assertEqual(done.returncode == 0, good, done.stdout + done.stderr)
            self.assertEqual("no encrypted connection" in done.stderr, not good, done.stderr)
        self.net.vsctl("del-controller", "s3")


    def test_9_loads_20000_rules_through_the_driver(self):
        program = os.path.join(os.path.dirname(EBB), "tests", "fabric_test")
        if not os.path.exists(program):
            self.skipTest(program + " is not built")
        before = self.rules()
        done = run(program, "--gtest_filter=OvsDriver.*", env=dict(os.environ, EBB_TEST_BRIDGE=self.net.mgmt(0)))
        print("\n".join(line for line in done.stdout.splitlines() if line.startswith("20,000")))
        self.assertNotIn("SKIPPED", done.stdout)
        self.assertEqual(self.rules(), before)


if __name__ == "__main__":
    enter_private_namespaces()
    unittest.main(argv=sys.argv[:1] + sys.argv[2:], verbosity=2)
