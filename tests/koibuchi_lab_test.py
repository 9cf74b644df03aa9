#!/usr/bin/env python3
"""A parallel program on six real Open vSwitch bridges, fully connected by two links each, while links go off and come on.

usage: koibuchi_lab_test.py PATH_OF_EBB     (from the source folder)

The program (tests/mpi_kernel.cpp, beside the tests) runs under Open MPI with a process on each of six hosts, each a network
namespace with a host name of its own. It checks what it receives. Links are regulated by `ebb fabric regulate` while it
runs. Counted are wrong words, lost pings (of a hundred a second between twelve pairs) and how long a round took before, during
and after. Segments that TCP sent twice are told too: on a machine that is short of processors it repeats some in any case.
Needs root, Open vSwitch and Open MPI; without them it says so and ends with status 77, which ctest counts as skipped.
The lab has a name of this process, is its own Open vSwitch, and is removed whatever happens.
"""
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
ARGUMENTS = sys.argv[:]
sys.argv = sys.argv[:2]
import trees_lab_test as lab  # noqa: E402  the same six bridges

LIBRARY = os.path.join(os.path.dirname(os.path.abspath(lab.EBB)), "libebb-record.so")
KERNEL = os.path.join(os.path.dirname(os.path.abspath(lab.EBB)), "tests", "mpi_kernel")
MOST_ROUNDS, BYTES, AFTERWARDS = 100_000, 4_000, 3  # seconds that it goes on in the end
RATE, RECORDED_ROUNDS = "10Mb/s", 12
TWIN = """
[topology]
name = "graph"
file = "twin.edges"
hosts_per_switch = 1

[cables]
rate = "{rate}"

[routing]
name = "vlan_trees"

[flow]
name = "pause"

[host]
packet = "1448B"
header = "66B"  # of Ethernet, IP and TCP

[traffic]
workload = {{ name = "trace", file = "{trace}" }}

[run]
most_time = "600s"
"""
ONE_OF_EACH = [f"s{a}-s{b}:1" for a in range(6) for b in range(a + 1, 6)]


def obstacle():
    reason = lab.obstacle(lab.LAB, ["ping", "mpirun", "unshare", "nsenter"])
    if not reason and not os.path.exists(KERNEL):
        reason = "the kernel was not built: there is no MPI"
    return reason


def write_agent(folder):
    """What mpirun takes for ssh: it enters the host's namespace, with a host name of its own."""
    agent = os.path.join(folder, "agent")
    with open(agent, "w", encoding="utf-8") as out:
        out.write(f"""#!/bin/sh
host=$1
shift
exec ip netns exec ebb.{lab.LAB}.$host unshare --uts sh -c 'hostname "$0"; exec sh -c "$1"' $host "$*"
""")
    os.chmod(agent, 0o755)
    return agent


def start_program(folder, rounds=MOST_ROUNDS, trace=None):
    return start_mpi(folder, [KERNEL, str(rounds), str(BYTES), os.path.join(folder, "stop")], trace)


def start_mpi(folder, program, trace=None):
    """The program, on all six hosts; its folder is `folder`."""
    hosts = os.path.join(folder, "hosts")
    with open(hosts, "w", encoding="utf-8") as out:
        out.writelines(f"h{h} slots=1\n" for h in range(6))
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                       OMPI_MCA_orte_tmpdir_base=folder)
    command = ["mpirun", "-np", "6", "--hostfile", hosts, "--map-by", "node", "--oversubscribe",
               "--mca", "plm_rsh_agent", write_agent(folder), "--mca", "plm_rsh_no_tree_spawn", "1",
               "--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", "10.86.0.0/16",
               "--mca", "oob_tcp_if_include", "10.86.0.0/16", "--mca", "mpi_yield_when_idle", "1",
               *(["-x", f"LD_PRELOAD={LIBRARY}", "-x", f"EBB_RECORD={trace}"] if trace else []),
               "-wdir", folder, *program]
    # mpirun itself is a host too: the others must reach it.
    return subprocess.Popen(lab.inside("h0", "unshare", "--uts", "sh", "-c", 'hostname h0; exec "$@"', "sh", *command),
                            env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def first_round(program):
    """Its first round's line. Open MPI may warn before it, of its own helpers, and then goes on."""
    before = []
    for line in program.stdout:
        if line.startswith("round 0"):
            return line
        before.append(line)
    raise AssertionError("the program ended before its first round: " + "".join(before))


def retransmitted():
    """TCP segments that the hosts have sent twice."""
    count = 0
    for h in range(6):
        text = lab.run(*lab.inside(f"h{h}", "cat", "/proc/net/snmp")).stdout
        names, values = re.findall(r"^Tcp: (.*)$", text, re.M)
        count += int(dict(zip(names.split(), values.split()))["RetransSegs"])
    return count


class KoibuchiLab(lab.TreesLab):
    network = lab.NETWORK + f'\n[lab]\nrate = "{RATE}"\n'
    test_links_go_off_and_come_on_without_a_loss = None  # the other test's
    test_verify_counts_every_probe = None

    def regulate(self, off):
        names = ", ".join(f'"{name}"' for name in off)
        begin = time.monotonic()
        done = lab.run(lab.EBB, "fabric", "regulate", self.file, "--inventory", self.inventory, "--journal",
                       os.path.join(self.folder, "journal"), "--set", f"trees.off=[{names}]", "--json")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return begin, time.monotonic(), json.loads(done.stdout)

    def record(self):
        """A short run of the same program, with all links on."""
        trace = os.path.join(self.folder, "job.ebbtrace")
        program = start_program(self.folder, RECORDED_ROUNDS, trace)
        words, _ = program.communicate(timeout=lab.PATIENCE)
        self.assertIn("ebb-record", words)
        return trace

    def twin(self, trace, edges):
        """Milliseconds that a round takes in a simulated network of these links, by the ways of the lab's VLAN trees."""
        with open(os.path.join(self.folder, "twin.edges"), "w", encoding="utf-8") as out:
            out.writelines(f"s{a} s{b}\n" for a, b in edges)
        path = os.path.join(self.folder, "twin.toml")
        with open(path, "w", encoding="utf-8") as out:
            out.write(TWIN.format(rate=RATE, trace=trace))
        done = lab.run(lab.EBB, "run", path, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["job"]["run_time_ps"] / 1e9 / RECORDED_ROUNDS

    def test_a_program_runs_through_regulation(self):
        self.regulate([])
        self.all_reach()
        if os.path.exists(LIBRARY):
            trace = self.record()
            pairs = list(itertools.combinations(range(6), 2))
            took = [self.twin(trace, edges) for edges in (pairs * 2, pairs, [(0, s) for s in range(1, 6)] * 2)]
            print("simulated twin: a round takes {:.1f} ms with all links, {:.1f} ms with one of each pair, {:.1f} ms "
                  "as a star".format(*took), file=sys.stderr)
        program = start_program(self.folder)
        self.addCleanup(program.wait)
        self.addCleanup(program.stdout.close)
        self.addCleanup(program.kill)
        first = first_round(program)
        start = time.monotonic() - float(first.split()[2])
        before = retransmitted()
        with lab.Pings() as quiet:  # the program alone must not fill the queues, or its own losses would be counted
            time.sleep(AFTERWARDS)
        self.assertEqual(quiet.lost, 0, f"of {quiet.sent} before anything changed")
        lines, spans = [first], [("nothing", 0, time.monotonic() - start, quiet.sent, 0, retransmitted() - before)]
        for name, off in (("one link of each pair off", ONE_OF_EACH), ("a star is left", lab.ALL_BUT_A_STAR), ("all on", [])):
            before = retransmitted()
            with lab.Pings() as pings:
                begin, end, _ = self.regulate(off)
            spans.append((name, begin - start, end - start, pings.sent, pings.lost, retransmitted() - before))
            self.assertIsNone(program.poll(), "the program ended before the links were regulated")
        time.sleep(AFTERWARDS)
        with open(os.path.join(self.folder, "stop"), "w", encoding="utf-8"):
            pass
        lines += program.stdout.readlines()
        self.assertEqual(program.wait(timeout=lab.PATIENCE), 0, "".join(lines[-5:]))
        rounds = [(float(at), int(wrong)) for at, wrong in re.findall(r"round \d+ ([\d.]+) wrong (\d+)", "".join(lines))]
        self.assertEqual(rounds[-1][1], 0, "words that arrived wrong")
        self.tell(rounds, spans)
        for name, _, _, sent, lost, _ in spans:
            self.assertEqual(lost, 0, f"{name}: pings lost of {sent}")

    def tell(self, rounds, spans):
        ends = [at for at, _ in rounds]
        lengths = [b - a for a, b in zip([0.0] + ends, ends)]

        def mean(begin, end):
            inside = [length for at, length in zip(ends, lengths) if begin < at <= end]
            return f"{1000 * sum(inside) / len(inside):.1f} ms ({len(inside)} rounds)" if inside else "-"
        print(f"{len(rounds)} rounds in {ends[-1]:.2f} s, 0 wrong words", file=sys.stderr)
        for i, (name, begin, end, sent, lost, again) in enumerate(spans):
            after = spans[i + 1][1] if i + 1 < len(spans) else ends[-1]
            print(f"{name}: {end - begin:.1f} s, {lost} of {sent} pings lost, {again} segments sent twice; "
                  f"a round meanwhile {mean(begin, end)}, after it {mean(end, after)}", file=sys.stderr)


class MpiLab(lab.TreesLab):
    test_links_go_off_and_come_on_without_a_loss = None
    test_verify_counts_every_probe = None
    regulate = KoibuchiLab.regulate

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


class SnmpLab(lab.TreesLab):
    """The ports are switched by SNMP, each switch by an snmpd that speaks for it."""
    test_links_go_off_and_come_on_without_a_loss = None
    test_verify_counts_every_probe = None
    regulate = KoibuchiLab.regulate

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
    unittest.main(argv=ARGUMENTS[:1], defaultTest=["KoibuchiLab", "MpiLab", "SnmpLab"])
