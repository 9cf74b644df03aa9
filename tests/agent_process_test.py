#!/usr/bin/env python3
"""`ebb agent` in a lab of real Open vSwitch bridges: cables off and on under traffic, killed agents, killed switches.

usage: agent_process_test.py PATH_OF_EBB [TEST…]     (from the source folder)

Exit code 77 (skipped) without root or Open vSwitch. The lab has a name of its own and is removed at the end.
"""
import json
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

EBB = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.abspath("build/ebb")
NAME = "agt%d" % (os.getpid() % 10000)
FOLDER = "/run/ebb-lab/" + NAME
INVENTORY = FOLDER + "/inventory.toml"
FILE = "examples/agent-butterfly.toml"
QUICK = ["--set", "agent.hold_down=1s", "--set", "control.policy.quiet_epochs=1", "--drain", "300"]
OFF = "/inventory.toml.off"


def skip(why):
    print("skipped: " + why)
    sys.exit(77)


def need_root_and_switches():
    if os.geteuid() != 0:
        skip("only root can make network namespaces")
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    for tool in ["ovs-ofctl", "ovs-vswitchd", "ovsdb-server", "ip", "tc", "ping"]:
        if not shutil.which(tool):
            skip(tool + " is not installed")
    if subprocess.run(["unshare", "--net", "true"], capture_output=True).returncode != 0:
        skip("this machine makes no namespaces")


def ebb(*words, check=True):
    done = subprocess.run([EBB, *words], capture_output=True, text=True, timeout=180)
    if check and done.returncode != 0:
        raise AssertionError("ebb %s\n%s%s" % (" ".join(words), done.stdout, done.stderr))
    return done


def in_lab(host, *words):
    return [EBB, "lab", "exec", "--name", NAME, host, "--", *words]


class Agent:
    """An agent beside the lab's switches."""

    def __init__(self, folder, *more):
        self.log = os.path.join(folder, "agent.log")
        words = [EBB, "agent", FILE, "-i", INVENTORY, "--log", self.log, *QUICK, *more]
        self.process = subprocess.Popen(in_lab("fabric", *words), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        text=True)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        output = self.process.communicate(timeout=150)[0]
        if self.process.returncode != 0:
            raise AssertionError(output)
        return output

    def kill(self):
        self.process.kill()
        self.process.communicate()


def cables_off():
    try:
        with open(FOLDER + OFF, encoding="ascii") as file:
            return sum(1 for line in file if not line.startswith("#"))
    except FileNotFoundError:
        return 0


def wait_until(condition, seconds):
    end = time.time() + seconds
    while time.time() < end:
        if condition():
            return True
        time.sleep(0.2)
    return False


def ping(seconds, source="h0", target=7, interval=0.02):
    """Returns how many of how many pings were not answered."""
    count = int(seconds / interval)
    done = subprocess.run(in_lab(source, "ping", "-q", "-c", str(count), "-i", str(interval), "-W", "5",
                                 "10.86.0.%d" % (target + 2)), capture_output=True, text=True, timeout=seconds * 4 + 60)
    sent, received = map(int, re.search(r"(\d+) packets transmitted, (\d+) received", done.stdout).groups())
    return sent - received, sent


def restart_switches():
    """Kills the lab's own switch process, by its number, and starts another: counters and rules begin at nothing."""
    with open(FOLDER + "/ovs-vswitchd.pid", encoding="ascii") as file:
        os.kill(int(file.read()), signal.SIGKILL)
    time.sleep(1)
    folders = ["OVS_%s=%s" % (word, FOLDER) for word in ["RUNDIR", "LOGDIR", "DBDIR", "SYSCONFDIR"]]
    started = subprocess.run(in_lab("fabric", "env", *folders, "ovs-vswitchd", "unix:%s/db.sock" % FOLDER,
                                    "--no-chdir", "--detach", "--pidfile=%s/ovs-vswitchd.pid" % FOLDER,
                                    "--log-file=%s/ovs-vswitchd.log" % FOLDER,
                                    "--unixctl=%s/ovs-vswitchd.ctl" % FOLDER, "-vconsole:off"),
                             capture_output=True, text=True, timeout=60)
    if started.returncode != 0:
        raise AssertionError(started.stderr)


def bridges(*words):
    """Tells the lab's database."""
    subprocess.run(["ovs-vsctl", "--db=unix:%s/db.sock" % FOLDER, "--timeout=30", *words], check=True, capture_output=True,
                   timeout=60)


def add_bridge(name):
    """As `ebb lab up` made it; its interfaces are still there."""
    words = ["add-br", name, "--", "set", "bridge", name, "datapath_type=netdev", "fail_mode=secure",
             "protocols=OpenFlow13,OpenFlow14,OpenFlow15"]
    for port in range(5):
        interface = "%sp%d" % (name, port)
        words += ["--", "add-port", name, interface, "--", "set", "interface", interface, "ofport_request=%d" % (port + 1)]
    bridges(*words)


def all_on():
    return ebb("lab", "exec", "--name", NAME, "fabric", "--", EBB, "agent", FILE, "-i", INVENTORY, "--all-on", *QUICK,
               check=False)


def status_at(port):
    """What the agent says of itself."""
    with open(INVENTORY + ".token", encoding="ascii") as file:
        token = file.read().strip()
    ask = ("import urllib.request as u; print(u.urlopen(u.Request('http://127.0.0.1:%d/status', headers="
           "{'Authorization': 'Bearer %s'}), timeout=5).read().decode())" % (port, token))
    told = subprocess.run(in_lab("fabric", sys.executable, "-c", ask), capture_output=True, text=True, timeout=60)
    if told.returncode != 0:
        raise AssertionError(told.stderr)
    return json.loads(told.stdout)


def decisions_in(log):
    if not os.path.exists(log):
        return 0
    with open(log, encoding="utf-8") as file:
        return sum('"why"' in line for line in file)


class AgentInTheLab(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        ebb("lab", "up", FILE, "--name", NAME)

    @classmethod
    def tearDownClass(cls):
        ebb("lab", "down", "--name", NAME)
        shutil.rmtree(cls.folder)

    def all_pairs_answer(self):
        """That a way is there. What a change loses is counted by the pings that run through it: on a machine with more to
        do than it has cores, the switches' caches forget a pair's old way late, and its first ping may still go there."""
        for source in range(0, 8, 2):
            for target in range(1, 8, 2):
                lost, sent = ping(0.07, "h%d" % source, target, 0.02)
                self.assertLess(lost, sent, "h%d -> h%d" % (source, target))

    def test_1_dry_run_changes_nothing(self):
        ebb("fabric", "deploy", FILE, "-i", INVENTORY, "--drain", "300")  # so that pings cross
        before = ebb("fabric", "status", FILE, "-i", INVENTORY, "--csv").stdout
        # h0 and h7 are at two ends of a cable that goes off first. Nobody leads their pings round it. They end by
        # themselves: one that is stopped may have an answer on its way.
        pings = subprocess.Popen(in_lab("h0", "ping", "-q", "-i", "0.02", "-c", "350", "-W", "5", "10.86.0.9"),
                                 stdout=subprocess.PIPE, text=True)
        try:
            out = ebb("lab", "exec", "--name", NAME, "fabric", "--", EBB, "agent", FILE, "-i", INVENTORY, "--dry-run",
                      "--time", "6s", *QUICK).stdout
        finally:
            answered = re.search(r"(\d+) packets transmitted, (\d+) received", pings.communicate(timeout=60)[0])
        self.assertEqual(answered.group(1), answered.group(2))
        changes = [line for line in out.splitlines() if re.search(r" is (off|a route again)$", line)]
        self.assertEqual(sum(line.endswith(" is off") for line in changes), 3, out)
        for line in changes:
            self.assertIn("would: ", line)
        self.assertNotIn("does not become quiet", out)
        self.assertIn("a dry run: nothing was changed", out)
        self.assertRegex(out, r"would: s\d:\d -> [sh]\d: 100Mb/s -> ")
        self.assertEqual(cables_off(), 0)
        self.assertEqual(ebb("fabric", "status", FILE, "-i", INVENTORY, "--csv").stdout, before)

    def test_2_quiet_cables_go_off_under_pings_and_come_back(self):
        page = os.path.join(self.folder, "evening.html")
        agent = Agent(self.folder, "--decisions", os.path.join(self.folder, "lab.why"), "--report", page, "--live")
        lost, sent = ping(20)
        self.assertEqual(lost, 0, "of %d pings" % sent)
        self.assertTrue(wait_until(lambda: cables_off() == 3, 60), "%d cables are off" % cables_off())
        self.all_pairs_answer()
        out = agent.stop()
        self.assertIn("energy of the ports", out)
        self.assertRegex(out, r"live: http://127\.0\.0\.1:\d+/\?token=")
        with open(page, encoding="utf-8") as file:
            self.assertIn("Ports by rate", file.read())
        self.assertEqual(cables_off(), 0)
        self.all_pairs_answer()
        self.assertIn("quiet: it goes off", ebb("why", os.path.join(self.folder, "lab.why")).stdout)
        with open(agent.log, encoding="utf-8") as file:
            self.assertTrue(all(json.loads(line) for line in file))

    def test_3_a_killed_agent_leaves_a_network_that_works(self):
        agent = Agent(self.folder)
        self.assertTrue(wait_until(lambda: cables_off() > 0, 90))
        agent.kill()
        self.all_pairs_answer()
        off = cables_off()
        dry = ebb("lab", "exec", "--name", NAME, "fabric", "--", EBB, "agent", FILE, "-i", INVENTORY, "--dry-run", "--time", "2s",
                  *QUICK).stdout
        self.assertRegex(dry, r"would: .*%d cables? left off by an earlier agent" % off)
        self.assertEqual(cables_off(), off, "a dry run keeps the file")
        out = ebb("lab", "exec", "--name", NAME, "fabric", "--", EBB, "agent", FILE, "-i", INVENTORY, "--all-on",
                  *QUICK).stdout
        self.assertIn("everything is on", out)
        self.assertEqual(cables_off(), 0)
        self.all_pairs_answer()

    def test_6_a_killed_switch_is_brought_to_the_right_state(self):
        agent = Agent(self.folder)
        self.assertTrue(wait_until(lambda: cables_off() == 3, 90))
        restart_switches()
        self.assertTrue(wait_until(lambda: ping(0.1)[0] == 0, 60), "no pings after the restart")
        self.all_pairs_answer()
        agent.stop()
        self.all_pairs_answer()

    def test_4_one_agent_at_a_time(self):
        agent = Agent(self.folder)
        time.sleep(3)
        second = ebb("lab", "exec", "--name", NAME, "fabric", "--", EBB, "agent", FILE, "-i", INVENTORY, "--time", "1s",
                     check=False)
        self.assertEqual(second.returncode, 1)
        self.assertIn("another ebb is at work", second.stderr)
        agent.stop()

    def test_5_policies_that_need_a_queue_are_refused(self):
        done = ebb("agent", FILE, "-i", INVENTORY, "--set", "control.policy.name=queue_aware", check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("requires the queue length", done.stderr)

    def test_5_settings_that_do_not_fit_are_named(self):
        done = ebb("agent", FILE, "-i", INVENTORY, "--schedule", "off.csv", "--set", "control.policy={name=\"hysteresis\"}",
                   "--set", "control.wake=0s", check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("has no off state in [control]", done.stderr)
        self.assertIn("wake = \"500ms\"", done.stderr)
        done = ebb("agent", FILE, "-i", INVENTORY, "--set",
                   "control.policy={name=\"sliding_window\",length=\"1us\",slots=1}", check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("control.policy.", done.stderr)

    def test_5_a_schedule_that_is_not_there_leaves_no_file(self):
        why = os.path.join(self.folder, "new.why")
        done = ebb("agent", FILE, "-i", INVENTORY, "--schedule", "nope.csv", "--decisions", why, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("nope.csv: there is no such file", done.stderr)
        self.assertFalse(os.path.exists(why))

    def test_8_decisions_and_recording_survive_a_kill(self):
        folder = tempfile.mkdtemp(dir=self.folder)
        why, trace = (os.path.join(folder, name) for name in ("killed.why", "killed.ebbtrace"))
        agent = Agent(folder, "--decisions", why, "--record", trace)
        self.assertTrue(wait_until(lambda: os.path.exists(trace), 30))
        ping(6)
        self.assertTrue(wait_until(lambda: decisions_in(agent.log) > 0, 60))
        sure = decisions_in(agent.log)
        time.sleep(3)  # a kill may cost the last second
        agent.kill()
        said = json.loads(ebb("why", why, "--json").stdout)
        self.assertTrue(said["partial"])
        self.assertGreaterEqual(said["kept"], sure)
        self.assertIn("stopped early", ebb("why", why).stdout)
        seen = ebb("trace", "info", trace, "--csv").stdout.splitlines()
        seen = dict(zip(seen[0].split(","), seen[1].split(",")))
        self.assertGreater(int(seen["messages"]), 0)
        ebb("run", FILE, "--replay", trace, "-q")
        again = ebb("lab", "exec", "--name", NAME, "fabric", "--", EBB, "agent", FILE, "-i", INVENTORY, "--time", "1s",
                    "--decisions", why, check=False)
        self.assertEqual(again.returncode, 2)
        self.assertIn("killed.why: cannot be written: it is there already", again.stderr)
        self.assertIn("--force", again.stderr)
        ebb("lab", "exec", "--name", NAME, "fabric", "--", EBB, "agent", FILE, "-i", INVENTORY, "--all-on", *QUICK)

    def test_8_record_needs_no_policy_and_changes_nothing(self):
        folder = tempfile.mkdtemp(dir=self.folder)
        trace, plain = os.path.join(folder, "evening.ebbtrace"), os.path.join(folder, "plain.toml")
        with open(FILE, encoding="utf-8") as file, open(plain, "w", encoding="utf-8") as out:
            out.write(re.sub(r"(?ms)^\[control\].*?(?=^\[agent\])", "", file.read()))  # nor [control.policy]
        ebb("fabric", "deploy", FILE, "-i", INVENTORY, "--drain", "300")
        before = ebb("fabric", "status", FILE, "-i", INVENTORY, "--csv").stdout
        pings = subprocess.Popen(in_lab("h0", "ping", "-q", "-s", "1200", "-i", "0.02", "10.86.0.9"), stdout=subprocess.PIPE,
                                 text=True)
        try:
            out = ebb("agent", "record", plain, "-i", INVENTORY, "-o", trace, "--time", "5s").stdout
        finally:
            pings.send_signal(signal.SIGINT)
            pings.communicate(timeout=30)
        self.assertRegex(out, r"5\.\d s of 8 hosts recorded in ")
        self.assertNotIn("would", out)
        self.assertEqual(ebb("fabric", "status", FILE, "-i", INVENTORY, "--csv").stdout, before)
        seen = ebb("trace", "info", trace, "--csv").stdout.splitlines()
        self.assertGreater(int(dict(zip(seen[0].split(","), seen[1].split(",")))["messages"]), 100)
        ebb("run", FILE, "--replay", trace, "-q")
        again = ebb("agent", "record", plain, "-i", INVENTORY, "-o", trace, check=False)
        self.assertEqual(again.returncode, 2)
        self.assertIn("it is there already", again.stderr)

    def test_7_no_link_is_appended_to(self):
        theirs, link = (os.path.join(self.folder, name) for name in ("theirs.txt", "link.log"))
        with open(theirs, "w", encoding="ascii") as file:
            file.write("not ours\n")
        os.symlink(theirs, link)
        done = ebb("lab", "exec", "--name", NAME, "fabric", "--", EBB, "agent", FILE, "-i", INVENTORY, "--time", "1s",
                   "--log", link, check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("link.log: cannot be opened for appending", done.stderr)
        with open(theirs, encoding="ascii") as file:
            self.assertEqual(file.read(), "not ours\n")

    def test_8_a_dead_switch_is_gone_round_and_taken_in_again(self):
        agent = Agent(self.folder)
        self.assertTrue(wait_until(lambda: cables_off() == 3, 90))
        bridges("del-br", "s1")  # with hosts 2 and 3; s1 was on the way from s0 to everybody
        others = [(0, 4), (0, 7), (5, 1), (6, 0)]
        for source, target in others:
            self.assertTrue(wait_until(lambda a=source, b=target: ping(0.1, "h%d" % a, b)[0] == 0, 40),
                            "h%d -> h%d" % (source, target))
        agent.process.send_signal(signal.SIGTERM)
        out = agent.process.communicate(timeout=150)[0]
        self.assertEqual(agent.process.returncode, 1, "a cable of s1 is off, and nobody can switch it on: " + out)
        self.assertIn("s1 is cut off", out)
        done = all_on()
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("s1: does not answer", done.stderr)
        self.assertNotIn("everything is on", done.stdout)
        add_bridge("s1")
        done = all_on()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(cables_off(), 0)
        self.all_pairs_answer()

    def test_9_the_one_who_started_it_hears_of_it_and_loopback_answers(self):
        path = os.path.join(self.folder, "notify")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
            heard.bind(path)
            heard.setblocking(False)
            os.environ["NOTIFY_SOCKET"] = path
            try:
                agent = Agent(self.folder, "--status-port", "9187")
            finally:
                del os.environ["NOTIFY_SOCKET"]
            messages = []

            def hear(word):
                while select.select([heard], [], [], 0)[0]:
                    messages.append(heard.recv(4096).decode())
                return any(message.startswith(word) for message in messages)

            self.assertTrue(wait_until(lambda: hear("READY=1"), 30))
            self.assertTrue(wait_until(lambda: hear("WATCHDOG=1"), 30))
            self.assertFalse(hear("STOPPING=1"))
            status = status_at(9187)
            self.assertTrue(status["healthy"])
            self.assertFalse(status["dry_run"])
            # 20 ports of 0.6875 W, of which those that are off draw nothing
            self.assertAlmostEqual(status["power"]["now_w"] + status["power"]["saved_w"], 20 * 0.6875)
            agent.process.send_signal(signal.SIGTERM)
            self.assertTrue(wait_until(lambda: hear("STOPPING=1") and agent.process.poll() is not None, 150))
            self.assertEqual(agent.process.returncode, 0, agent.process.communicate()[0])

    def test_91_it_ends_whatever_its_clients_do(self):
        agent = Agent(self.folder, "--status-port", "9188")
        drip = ("import socket, time\n"
                "def connect():\n"
                " for _ in range(300):\n"
                "  try: return socket.create_connection(('127.0.0.1', 9188))\n"
                "  except OSError: time.sleep(0.1)\n"  # it does not listen yet
                "all = [connect() for _ in range(60)]\n"
                "print('connected', flush=True)\n"
                "while True:\n for one in all:\n  try: one.send(b'x')\n  except OSError: pass\n time.sleep(0.3)")
        self.addCleanup(lambda: agent.process.poll() is None and agent.process.kill())  # or every later test fails, too
        clients = subprocess.Popen(in_lab("fabric", sys.executable, "-c", drip), stdout=subprocess.PIPE, text=True)
        try:
            self.assertEqual(clients.stdout.readline().strip(), "connected")
            agent.stop()
        finally:
            clients.kill()
            clients.communicate()

    def test_91b_one_that_is_refused_after_it_listens_ends(self):
        with open(FOLDER + OFF, "w", encoding="ascii") as file:
            file.write("# cables that ebb agent has switched off: a switch, and its local port in the plan\n"  # of 0.1.0
                       "s99 99\n")
        try:
            for _ in range(10):
                done = subprocess.run(in_lab("fabric", EBB, "agent", FILE, "-i", INVENTORY, "--status-port", "9188", *QUICK),
                                      capture_output=True, text=True, timeout=30)
                self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
                self.assertIn("names no cable between switches of this network", done.stderr)
        finally:
            os.remove(FOLDER + OFF)

    def test_92_rates_are_refused_where_the_interfaces_are_not(self):
        """Nothing is slower there, on paper or otherwise."""
        halves = ["--set", "control.wake=0s", "--set", "control.policy={name=\"halve_double\"}"]
        done = ebb("agent", FILE, "-i", INVENTORY, "--time", "4s", *QUICK, *halves, check=False)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r"s0:0 and \d+ more do not take the rate that was set.*no interface of that name")
        self.assertRegex(done.stdout, r"100Mb/s +100\.00")
        done = ebb("agent", FILE, "-i", INVENTORY, "--all-on", *QUICK, check=False)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("may not be at full rate: there is no interface of that name here", done.stderr)
        self.assertNotIn("everything is on", done.stdout)
        done = ebb("agent", FILE, "-i", INVENTORY, "--rates", "none", "--time", "4s", *halves)
        self.assertRegex(done.stdout, r"100Mb/s +100\.00")

    def test_93_interfaces_of_another_machine_with_the_same_names_are_left_alone(self):
        other = NAME + "-other"
        within = ["ip", "netns", "exec", other]
        subprocess.run(["ip", "netns", "add", other], check=True)
        try:
            names = ["s%dp%d" % (switch, port) for switch in range(4) for port in range(5)]
            for one, two in zip(names[::2], names[1::2]):
                subprocess.run([*within, "ip", "link", "add", one, "type", "veth", "peer", "name", two], check=True)
            before = subprocess.run([*within, "tc", "qdisc"], capture_output=True, text=True, check=True).stdout
            done = subprocess.run([*within, EBB, "agent", FILE, "-i", INVENTORY, "--time", "4s", *QUICK, "--set",
                                   "control.wake=0s", "--set", "control.policy={name=\"halve_double\"}"],
                                  capture_output=True, text=True, timeout=180)
            after = subprocess.run([*within, "tc", "qdisc"], capture_output=True, text=True, check=True).stdout
        finally:
            subprocess.run(["ip", "netns", "del", other], check=True)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("its MAC address is another than the switch says", done.stdout)
        self.assertRegex(done.stdout, r"100Mb/s +100\.00")
        self.assertEqual(after, before)

    def test_95_cables_of_several_rates_have_the_same_share_of_their_own(self):
        folder, name = tempfile.mkdtemp(dir=self.folder), NAME + "m"
        inventory, file = "/run/ebb-lab/%s/inventory.toml" % name, os.path.join(folder, "mixed.toml")
        ends = [("a", "b"), ("b", "c"), ("a", "c")]
        with open(os.path.join(folder, "net.json"), "w", encoding="utf-8") as out:
            json.dump({"nodes": [{"id": n, "hosts": 2, "host_rate": "40Mb/s"} for n in "abc"],
                       "links": [{"source": a, "target": b, "rate": "100Mb/s"} for a, b in ends]}, out)
        with open(file, "w", encoding="utf-8") as out:
            out.write("[topology]\nname = \"graph\"\nfile = \"net.json\"\n[control]\nrates = [\"25Mb/s\", \"100Mb/s\"]\n"
                      "epoch = \"1s\"\nreactivation = \"10ms\"\n[control.policy]\nname = \"halve_double\"\n")
        words = ["lab", "exec", "--name", name, "fabric", "--"]
        ebb("lab", "up", file, "--name", name)
        try:
            agent = subprocess.Popen([EBB, *words, EBB, "agent", file, "-i", inventory, "--drain", "300", "-q"],
                                     stdout=subprocess.DEVNULL)
            shaped = lambda: ebb(*words, "tc", "qdisc", "show").stdout
            slow = wait_until(lambda: "rate 10Mbit" in shaped() and "rate 25Mbit" in shaped(), 30)
            agent.send_signal(signal.SIGTERM)
            self.assertEqual(agent.wait(timeout=60), 0)
            self.assertTrue(slow)
            rates = re.findall(r"rate (\w+)", shaped())
            self.assertEqual(sorted(rates), ["100Mbit"] * 6 + ["40Mbit"] * 6)
            ebb("agent", "record", file, "-i", inventory, "-o", os.path.join(folder, "mixed.ebbtrace"), "--time", "1s")
        finally:
            ebb("lab", "down", "--name", name)

    def test_96_what_others_change_is_found_and_mended(self):
        """Rates alone: no change of tables of its own would bring the rules again."""
        agent = Agent(self.folder, "--status-port", "9188", "--set", "control.wake=0s", "--set",
                      "control.policy={name=\"halve_double\"}")
        try:
            slow = lambda: "rate 25Mbit" in subprocess.run(in_lab("fabric", "tc", "qdisc", "show", "dev", "s0p2"),
                                                           capture_output=True, text=True, check=True).stdout
            self.assertTrue(wait_until(lambda: slow() and ping(0.1)[0] == 0, 60))
            subprocess.run(["ovs-ofctl", "-O", "OpenFlow14", "del-flows", "unix:%s/s0.mgmt" % FOLDER], check=True)
            begin = time.time()
            answers = lambda: subprocess.run(in_lab("h0", "ping", "-q", "-c", "1", "-W", "0.2", "10.86.0.9"),
                                             capture_output=True, timeout=60).returncode == 0
            self.assertFalse(answers(), "they are gone")
            self.assertTrue(wait_until(answers, 20))
            print("lost rules were back after %.1f s" % (time.time() - begin))
            subprocess.run(in_lab("fabric", "tc", "qdisc", "replace", "dev", "s0p2", "root", "tbf", "rate", "1mbit", "burst",
                                  "16kb", "latency", "50ms"), check=True)
            self.assertTrue(wait_until(slow, 20))
            found = {"rules": 1, "ports": 0, "rates": 1}
            self.assertTrue(wait_until(lambda: status_at(9188)["changes_by_others"] == found, 5), status_at(9188))
            self.assertTrue(status_at(9188)["healthy"], status_at(9188))
        finally:
            out = agent.stop()
        self.assertRegex(out, r"s0: it holds 0 of its \d+ rules, changed by somebody else")
        self.assertIn("s0 holds its rules again", out)
        self.assertIn("s0:2 has a rate of 1Mbit instead of 25Mb/s", out)

    def test_97_ends_soon_when_no_switch_answers(self):
        agent = Agent(self.folder)
        self.assertTrue(wait_until(lambda: cables_off() > 0, 90))  # what it then cannot bring back is its failure
        with open(FOLDER + "/ovs-vswitchd.pid", encoding="ascii") as file:
            switches = int(file.read())
        os.kill(switches, signal.SIGSTOP)  # sockets are there, and nobody answers
        try:
            time.sleep(1)
            looks = subprocess.Popen([EBB, "fabric", "status", FILE, "-i", INVENTORY], stdout=subprocess.DEVNULL)
            time.sleep(1)
            begin = time.time()
            for process in (agent.process, looks):
                process.send_signal(signal.SIGTERM)
            looks.wait(timeout=15)
            out = agent.process.communicate(timeout=30)[0]
            self.assertLess(time.time() - begin, 15, out)
            self.assertEqual(agent.process.returncode, 1, out)
        finally:
            os.kill(switches, signal.SIGCONT)
        self.assertEqual(all_on().returncode, 0)

    def test_94_the_operators_qdisc_stays(self):
        subprocess.run(in_lab("fabric", "tc", "qdisc", "replace", "dev", "s0p2", "root", "handle", "1:", "htb"), check=True)
        try:
            done = ebb("lab", "exec", "--name", NAME, "fabric", "--", EBB, "agent", FILE, "-i", INVENTORY, "--time", "4s",
                       *QUICK, "--set", "control.wake=0s", "--set", "control.policy={name=\"halve_double\"}", check=False)
            kept = subprocess.run(in_lab("fabric", "tc", "qdisc", "show", "dev", "s0p2"), capture_output=True, text=True,
                                  check=True).stdout
        finally:
            subprocess.run(in_lab("fabric", "tc", "qdisc", "del", "dev", "s0p2", "root"), check=True)
        self.assertIn("qdisc htb 1:", kept)
        self.assertIn("has a qdisc of somebody else (htb)", done.stdout)
        self.assertRegex(done.stdout, r"25Mb/s +[1-9]")

    def test_91_all_on_names_a_port_that_is_down(self):
        subprocess.run(in_lab("fabric", "ip", "link", "set", "s0p2", "down"), check=True)
        done = all_on()
        subprocess.run(in_lab("fabric", "ip", "link", "set", "s0p2", "up"), check=True)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("s0:2 - s1:2: is not on", done.stderr)
        self.assertEqual(all_on().returncode, 0)


if __name__ == "__main__":
    need_root_and_switches()
    del sys.argv[1:2]
    unittest.main(verbosity=2)
