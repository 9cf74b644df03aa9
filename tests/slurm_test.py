#!/usr/bin/env python3
"""The job scripts under a real Slurm: two nodes on this machine, reachable from it alone, gone when the test is.

usage: slurm_test.py PATH_OF_EBB     (from the source folder)
Skipped (exit code 77) where Debian's slurm-wlm and munge are not installed, or not started by root.
"""
import glob
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

EBB = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.abspath("build/ebb")
SCRIPTS = os.path.abspath("scripts")
EXAMPLE = os.path.abspath("examples/run-fbfly-512.toml")
PATIENCE = 120  # seconds; the machine may be busy
SHORT = ["--set", "run.most_time=20us"]
ENDLESS = ["--set", "run.precision=0.00001", "--set", "run.most_time=3600s"]
NODES = ("n1", "n2")
STUDY = """
[topology]
name = "flattened_butterfly"
c = 4
k = 4
n = 2
[routing]
name = "minimal_adaptive"
[traffic]
load = 0.5
[run]
precision = 0.00001
most_time = "24ms"
[sweep.cross]
traffic.load = { from = 0.1, to = 0.6, step = 0.1 }
run.seed = [1, 2, 3]
"""
POINTS = 18


def missing():
    wanted = ["munged", "slurmctld", "slurmd", "sbatch", "srun", "mpirun"]
    return [name for name in wanted if not shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")]


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def configuration(folder):
    host = socket.gethostname().split(".")[0]
    nodes = "\n".join(f"NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={free_port()} CPUs={os.cpu_count()} "
                      f"CoresPerSocket={os.cpu_count()} State=UNKNOWN" for name in NODES)
    # MPI names what ranks share after job and node: two such clusters on one machine must not have the same jobs.
    return f"""ClusterName=test
FirstJobId={1000 * (1 + os.getpid() % 60000)}
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
SlurmctldPort={free_port()}
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
TmpFS={folder}/tmp-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
SwitchType=switch/none
KillWait=10
{nodes}
PartitionName=all Nodes=ALL Default=YES State=UP
"""


class Cluster:
    """munged, slurmctld and a slurmd for each node, as children of this process."""

    def __init__(self, folder):
        self.folder, self.daemons = folder, []
        os.chmod(folder, 0o755)
        for name in ["state", *[f"tmp-{n}" for n in NODES], *[f"spool-{n}" for n in NODES]]:
            os.mkdir(os.path.join(folder, name))
        with open(os.open(os.path.join(folder, "munge.key"), os.O_CREAT | os.O_WRONLY, 0o600), "wb") as file:
            file.write(os.urandom(128))
        with open(os.path.join(folder, "slurm.conf"), "w", encoding="ascii") as file:
            file.write(configuration(folder))
        self.env = {**os.environ, "SLURM_CONF": f"{folder}/slurm.conf", "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin",
                    "EBB": EBB, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
        self.start("munged", "--foreground", "--force", *[f"--{what}={folder}/munge.{what[:-5]}"
                                                          for what in ("key-file", "pid-file", "log-file", "seed-file")],
                   f"--socket={folder}/munge.socket")
        self.wait_for(lambda: os.path.exists(f"{folder}/munge.socket"))
        self.start("slurmctld", "-D")
        for node in NODES:
            self.start("slurmd", "-D", "-N", node)
        self.wait_for(lambda: self.call("sinfo", "-h", "-o", "%T %D") == f"idle {len(NODES)}")

    def start(self, *command):
        log = open(os.path.join(self.folder, f"{command[0]}-{len(self.daemons)}.log"), "wb")
        self.daemons.append(subprocess.Popen(command, env=self.env, stdout=log, stderr=log, stdin=subprocess.DEVNULL))
        log.close()

    def stop(self):
        """Jobs first: a rank that still waits for another one would outlive its daemon."""
        try:
            for job in self.call("squeue", "--noheader", "--format=%A").split():
                self.call("scancel", "--full", "--signal=KILL", job)
        except subprocess.TimeoutExpired:
            pass  # the controller is gone, and with it all that can be done
        for daemon in reversed(self.daemons):
            daemon.terminate()
            try:
                daemon.wait(timeout=20)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()

    def call(self, *command, cwd=None):
        return subprocess.run(command, env=self.env, cwd=cwd or self.folder, capture_output=True, text=True, timeout=PATIENCE,
                              check=False).stdout.strip()

    def wait_for(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > end or any(daemon.poll() is not None for daemon in self.daemons):
                raise AssertionError("nothing happened\n" + self.logs())
            time.sleep(0.1)

    def logs(self):
        text = ""
        for path in glob.glob(f"{self.folder}/*.log"):
            with open(path, encoding="utf-8", errors="replace") as file:
                text += f"--- {path}\n{file.read()[-1500:]}\n"
        return text


class Slurm(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory(prefix="slurm")
        cls.cluster = Cluster(cls.temporary.name)

    @classmethod
    def tearDownClass(cls):
        cls.cluster.stop()
        cls.temporary.cleanup()

    def setUp(self):
        self.work = tempfile.mkdtemp(dir=self.temporary.name)

    def submit(self, script, *arguments, launcher="srun"):
        self.cluster.env["EBB_LAUNCHER"] = launcher
        job = self.cluster.call("sbatch", "--parsable", "--nodes=2", os.path.join(SCRIPTS, script), *arguments,
                                cwd=self.work)
        self.assertRegex(job, r"^\d+$", self.cluster.logs())
        return job

    def log(self, job):
        try:
            with open(os.path.join(self.work, f"ebb-{job}.log"), encoding="utf-8", errors="replace") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def ended(self, job):
        """The state in which it ended."""
        self.cluster.wait_for(lambda: not self.cluster.call("squeue", "-h", "-j", job))
        words = self.cluster.call("scontrol", "-o", "show", "job", job).split()
        return next(word.split("=")[1] for word in words if word.startswith("JobState="))

    def ebb(self, *arguments):
        done = subprocess.run([EBB, *arguments], cwd=self.work, capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def check_run(self, launcher):
        job = self.submit("slurm-run.sh", EXAMPLE, "results", *SHORT, launcher=launcher)
        self.assertEqual(self.ended(job), "COMPLETED", self.log(job))
        self.assertIn("2 ranks: ", self.log(job))
        with open(os.path.join(self.work, "results", "digest.txt"), encoding="ascii") as file:
            self.assertEqual(file.read().strip(), json.loads(self.ebb("run", EXAMPLE, *SHORT, "-q", "--json"))["digest"])
        job = self.submit("slurm-run.sh", EXAMPLE, "partial", *ENDLESS, launcher=launcher)
        self.cluster.wait_for(lambda: "s simulated" in self.log(job))
        self.cluster.call("scancel", "--batch", "--signal=USR1", job)  # what --signal=B:USR1 does when the time is up
        self.assertEqual(self.ended(job), "FAILED", self.log(job))
        with open(os.path.join(self.work, "partial", "summary.json"), encoding="utf-8") as file:
            self.assertTrue(json.load(file)["partial"])

    def test_a_run_on_two_nodes_with_srun(self):
        self.check_run("srun")

    def test_a_run_on_two_nodes_with_mpirun(self):
        self.check_run("mpirun")

    def test_a_cancelled_run_leaves_what_it_has(self):
        job = self.submit("slurm-run.sh", EXAMPLE, "partial", *ENDLESS)
        self.cluster.wait_for(lambda: "s simulated" in self.log(job))
        self.cluster.call("scancel", job)
        self.assertEqual(self.ended(job), "CANCELLED", self.log(job))
        self.assertTrue(os.path.exists(os.path.join(self.work, "partial", "summary.json")), self.log(job))

    def test_a_sweep_is_shared_by_the_nodes_and_a_cancelled_one_goes_on(self):
        with open(os.path.join(self.work, "study.toml"), "w", encoding="utf-8") as file:
            file.write(STUDY)

        def stored():
            databases = glob.glob(os.path.join(self.work, "study.results", "*.db"))
            text = self.ebb("results", "export", "--json", "--each") if databases else "[]"
            return {run["id"]: run for run in json.loads(text)}

        job = self.submit("slurm-sweep.sh", "study.toml", "--jobs", "1")
        self.cluster.wait_for(lambda: len(stored()) > 1)
        self.cluster.call("scancel", job)
        self.assertEqual(self.ended(job), "CANCELLED", self.log(job))
        before = stored()
        self.assertLess(len(before), POINTS)
        job = self.submit("slurm-sweep.sh", "study.toml", "--jobs", "1")
        self.assertEqual(self.ended(job), "COMPLETED", self.log(job))
        self.assertRegex(self.log(job), rf"18 of 18 done \({len(before)} of them before.*\), 0 failed")
        after = stored()
        self.assertEqual(len(after), POINTS)
        self.assertEqual({i: after[i] for i in before}, before)  # nothing was run again


if __name__ == "__main__":
    if missing() or os.geteuid() != 0:
        print("skipped: " + ("no " + ", ".join(missing()) if missing() else "only root may start slurmd"))
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
