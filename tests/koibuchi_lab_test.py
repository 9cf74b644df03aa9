#!/usr/bin/env python3
"""Parallel programs on six real Open vSwitch bridges, fully connected by two links each, while links go off and come on.

usage: koibuchi_lab_test.py PATH_OF_EBB     (from the source folder)

`ebb reproduce koibuchi-lab` does it and counts; here its counts are judged. `ebb lab mpi` is tried, and ports that are switched
by SNMP. Needs root, Open vSwitch and Open MPI; without them it says so and ends with status 77, which ctest counts as skipped.
Labs have a name of their process, are their own Open vSwitch, and are removed whatever happens.
"""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
ARGUMENTS = sys.argv[:]
sys.argv = sys.argv[:2]
import trees_lab_test as lab  # noqa: E402  the same six bridges

NOBODY = 65534
STEPS = {"half": 15, "star": 10, "all": 30}  # links that are on after it


def obstacle():
    reason = lab.obstacle(lab.LAB, ["ping", "mpirun", "unshare"])
    built = subprocess.run([lab.EBB, "lab", "rounds", "0"], capture_output=True, text=True)
    return reason or (built.stderr if built.returncode else None)


class Reproduction(unittest.TestCase):
    def test_a_program_runs_through_regulation(self):
        done = subprocess.run([lab.EBB, "reproduce", "koibuchi-lab", "--quick", "--json"], capture_output=True, text=True,
                              timeout=400)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = {row["id"]: row for row in json.loads(done.stdout)["rows"]}
        for row in rows.values():
            print(f'{row["what"]}: {row["ours"]:.6g} {row["unit"]} {row["note"]}', file=sys.stderr)
        self.assertEqual(rows["vlans"]["verdict"], "match")
        self.assertEqual(rows["connected"]["verdict"], "shape")
        self.assertEqual(rows["wrong"]["ours"], 0, rows["wrong"])
        for step in ("nothing", *STEPS):
            for count in ("pings_lost", "refused", "queue_full"):
                self.assertEqual(rows[f"{step}.{count}"]["ours"], 0, rows[f"{step}.{count}"])
            self.assertGreater(int(re.search(r"of (\d+)", rows[f"{step}.pings_lost"]["note"]).group(1)), 600)
            self.assertGreater(int(re.search(r"of (\d+)", rows[f"{step}.sent_again"]["note"]).group(1)), 600)
            self.assertIn(f"{step}.round", rows, "the program stood still")
            self.assertIn(f"{step}.round_after", rows, "the program stood still")
        for step, links in STEPS.items():
            self.assertIn(f"{links} of 30 links", rows[f"{step}.took"]["note"])
            # Five blocks of 4,000 bytes, in frames of 1,448, by a host's own link of 10 Mb/s: 16.7 ms.
            self.assertGreater(rows[f"{step}.twin"]["ours"], 16.7)
            self.assertLess(rows[f"{step}.twin"]["ours"], 50)
        self.assertNotIn("ebb.koibuchi", lab.run("ip", "netns").stdout)

    def test_a_signal_takes_the_lab_away(self):
        program = subprocess.Popen([lab.EBB, "reproduce", "koibuchi-lab", "--quick"], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        mine = f"ebb.koibuchi{program.pid}"
        try:
            for _ in range(300):
                if mine in lab.run("ip", "netns").stdout:
                    break
                time.sleep(0.1)
            self.assertIn(mine, lab.run("ip", "netns").stdout)
            program.send_signal(signal.SIGINT)
            self.assertEqual(program.wait(timeout=120), -signal.SIGINT)
        finally:
            program.kill()
        self.assertNotIn(mine, lab.run("ip", "netns").stdout)

    def test_says_what_is_missing(self):
        done = subprocess.run([lab.EBB, "reproduce", "koibuchi-lab"], capture_output=True, text=True, user=NOBODY,
                              timeout=lab.PATIENCE)
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertIn("koibuchi-lab was skipped", done.stderr)
        self.assertIn("only root may", done.stderr)


class Regulated(lab.TreesLab):
    test_links_go_off_and_come_on_without_a_loss = None  # the other test's
    test_verify_counts_every_probe = None
    test_paths_of_ones_own_are_the_ways_that_frames_take = None

    def regulate(self, off):
        names = ", ".join(f'"{name}"' for name in off)
        begin = time.monotonic()
        done = lab.run(lab.EBB, "fabric", "regulate", self.file, "--inventory", self.inventory, "--journal",
                       os.path.join(self.folder, "journal"), "--set", f"trees.off=[{names}]", "--json")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return begin, time.monotonic()


class MpiLab(Regulated):
    def test_a_program_of_ones_own_is_run_and_recorded(self):
        self.regulate([])
        done = subprocess.run([lab.EBB, "lab", "mpi", "--name", lab.LAB, "--record", "job.ebbtrace", "--", lab.EBB, "lab", "rounds",
                               "3", "800"], capture_output=True, text=True, cwd=self.folder, timeout=lab.PATIENCE)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(len(re.findall(r"^round \d [\d.]+ wrong 0$", done.stdout, re.M)), 3, done.stdout)
        self.assertIn("ebb-record: " + os.path.join(self.folder, "job.ebbtrace") + ": 6 processes", done.stderr)

    def test_a_lab_that_is_not_there_is_refused(self):
        done = lab.run(lab.EBB, "lab", "mpi", "--name", "nowhere", "--", "true")
        self.assertEqual(done.returncode, 1)
        self.assertIn('there is no lab "nowhere"', done.stderr)


class RateLab(Regulated):
    network = lab.NETWORK + '\n[lab]\nrate = "10Mb/s"\n'

    def change(self, *rates, inside=True):
        words = [lab.EBB, "fabric", "regulate", self.file, "--inventory", self.inventory, "--journal",
                 os.path.join(self.folder, "journal"), "--json", *(word for rate in rates for word in ("--rate", rate))]
        return lab.run(*(lab.inside("fabric", *words) if inside else words))

    def test_another_rate_is_hidden_behind_a_detour(self):
        self.regulate([])
        with lab.Pings() as pings:
            done = self.change("s0-s1=5Mb/s")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual([row["step"] for row in json.loads(done.stdout)["rows"]],
                         ["lead paths over 30 links", "lead paths over 28 links", "set s0-s1 link 1, s0-s1 link 2 to 5Mb/s",
                          "lead paths over 30 links"])
        shown = lab.run(*lab.inside("fabric", "tc", "qdisc", "show")).stdout
        rates = dict(re.findall(r"qdisc tbf \S+ dev (\S+) root .*?rate (\S+)", shown))
        self.assertEqual({port for port, rate in rates.items() if rate == "5Mbit"}, {"s0p1", "s0p2", "s1p1", "s1p2"})
        self.assertEqual(len(rates), 66)
        self.assertEqual(pings.lost, 0, f"of {pings.sent}")
        self.all_reach()
        print(f"0 of {pings.sent} pings lost while two links changed their rate", file=sys.stderr)

    def test_what_cannot_be_is_refused(self):
        self.regulate([])
        for rate, what in (("s0-s9=5Mb/s", "no cable joins these two"), ("s0-s1", "cannot be read"),
                           ("s0-s1=fast", "cannot be read")):
            done = self.change(rate)
            self.assertEqual(done.returncode, 2, done.stdout)
            self.assertIn(what, done.stderr)
        done = self.change("s0-s1=5Mb/s", inside=False)  # the ports are not in this namespace
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("does not take the rate", done.stderr)
        self.all_reach()


class SnmpLab(Regulated):
    """The ports are switched by SNMP, each switch by an snmpd that speaks for it."""

    def setUp(self):
        if not shutil.which("snmpd"):
            self.skipTest("snmpd is not installed")
        with open(self.inventory, encoding="utf-8") as read:
            text = read.read()
        self.daemons = []
        for s in range(6):
            text = text.replace(f'name = "s{s}"\n', f'name = "s{s}"\nsnmp = "unix:{self.folder}/s{s}.snmp"\n')
            self.start_daemon(s)
        self.addCleanup(self.stop_daemons)
        with open(os.path.join(self.folder, "passwords"), "w", encoding="utf-8") as out:
            out.write("a long password\na long secret\n")
        self.inventory = os.path.join(self.folder, "inventory.toml")
        with open(self.inventory, "w", encoding="utf-8") as out:
            out.write('[snmp]\nuser = "ebb"\npasswords = "passwords"\n\n' + text)

    def start_daemon(self, s):
        config = os.path.join(self.folder, f"s{s}.conf")
        with open(config, "w", encoding="utf-8") as out:
            out.write('createUser ebb SHA "a long password" AES "a long secret"\nrwuser ebb priv\n')
        environment = dict(os.environ, SNMP_PERSISTENT_DIR=os.path.join(self.folder, f"s{s}.kept"), MIBS="")
        self.daemons.append(subprocess.Popen(
            lab.inside("fabric", "snmpd", "-f", "-C", "-c", config, "-Lf", os.path.join(self.folder, f"s{s}.log"),
                       f"unix:{self.folder}/s{s}.snmp"), env=environment, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL))

    def stop_daemons(self):
        for daemon in self.daemons:
            daemon.terminate()
            daemon.wait()

    def test_links_go_off_and_come_on_by_snmp_without_a_loss(self):
        for _ in range(100):
            if all(os.path.exists(f"{self.folder}/s{s}.snmp") for s in range(6)):
                break
            time.sleep(0.1)
        self.regulate([])
        self.all_reach()
        with lab.Pings() as pings:
            self.regulate(lab.ALL_BUT_A_STAR)
            ports = lab.run(*lab.inside("fabric", "ip", "-br", "link")).stdout
            self.regulate([])
        self.assertEqual(pings.lost, 0, f"of {pings.sent}")
        self.assertIn("DOWN", ports)
        self.all_reach()
        print(f"by SNMP: 0 of {pings.sent} pings lost while 20 of 30 links went off and came on", file=sys.stderr)


if __name__ == "__main__":
    why_not = obstacle()
    if why_not:
        print(f"skipped: {why_not}")
        sys.exit(77)
    unittest.main(argv=ARGUMENTS[:1], defaultTest=["Reproduction", "MpiLab", "RateLab", "SnmpLab"])
