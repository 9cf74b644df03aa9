"""ebb.agent(): a policy of Python drives the ports of a lab of Open vSwitch bridges."""
import json
import os
import signal
import subprocess
import sys
import time
import unittest

import python_testing

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from lab_testing import obstacle  # noqa: E402

import ebb  # noqa: E402
import numpy  # noqa: E402

NAME = f"py{os.getpid() % 100000}"
FILE, INVENTORY = "examples/agent-butterfly.toml", f"/run/ebb-lab/{NAME}/inventory.toml"
os.environ["PATH"] += ":/usr/sbin:/sbin"


class HalveDouble(ebb.Policy):
    """As ebb.run() takes it."""

    def decide_all(self, views, levels):
        busy = views["utilisation"]
        level = numpy.searchsorted(levels, views["rate"]) + (busy > 0.5) - (busy < 0.5)
        return levels[level.clip(int(levels[0] == 0), len(levels) - 1)]


class Broken(HalveDouble):
    def decide_all(self, views, levels):
        raise ArithmeticError("no idea")


def drive(inventory, policy, time_s):
    """Runs beside the lab's switches: prints what the agent did, as a line of JSON."""
    say = lambda share, event: print("event", event, file=sys.stderr, flush=True)
    raised = ""
    try:
        made = ebb.agent(FILE, inventory, policy=globals()[policy](), time_s=float(time_s) or None, drain_s=0.3, progress=say)
    except (KeyboardInterrupt, ArithmeticError) as stop:
        made, raised = stop.result, type(stop).__name__
    rates = dict(zip(made.rates["rate"], made.rates["time_percent"]))
    print(json.dumps({"raised": raised, "decisions": made.decisions, "policy": made.policy, "rates": rates,
                      "problems": [str(p) for p in made.problems], "cables": made.cables, "joules": len(made.energy)}))


class Refusals(unittest.TestCase):
    def test_a_file_that_is_not_there(self):
        with self.assertRaises(ebb.Problem) as raised:
            ebb.agent(FILE, "no-such-inventory.toml", time_s=1)
        self.assertIn("no-such-inventory.toml", str(raised.exception))


@unittest.skipIf(obstacle(NAME, ["ping"]), "no lab can be made here")
class InALab(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        subprocess.run([python_testing.EBB, "lab", "up", FILE, "--name", NAME], check=True, capture_output=True, text=True)

    @classmethod
    def tearDownClass(cls):
        subprocess.run([python_testing.EBB, "lab", "down", "--name", NAME], check=True, capture_output=True)

    def begin(self, policy, time_s):
        words = [python_testing.EBB, "lab", "exec", "--name", NAME, "fabric", "--", sys.executable, os.path.abspath(__file__),
                 "drive", INVENTORY, policy, str(time_s)]
        return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def outcome(self, process):
        output, errors = process.communicate(timeout=100)
        self.assertEqual(process.returncode, 0, errors)
        made = json.loads(output)
        self.assertEqual(made["problems"], [])
        self.assertEqual({phase: cables for phase, cables in made["cables"].items() if cables}, {"on": 6})
        return made

    def test_idle_ports_slow_down_and_come_back(self):
        made = self.outcome(self.begin("HalveDouble", 5))
        self.assertEqual(made["raised"], "")
        self.assertGreater(made["decisions"], 0)
        self.assertGreater(made["rates"]["25Mb/s"], 20)
        self.assertGreater(made["joules"], 0)
        self.assertEqual(made["policy"], "python")

    def test_ctrl_c_brings_everything_on_first(self):
        process = self.begin("HalveDouble", 0)
        process.stderr.readline()  # it has begun
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        self.assertEqual(self.outcome(process)["raised"], "KeyboardInterrupt")

    def test_an_exception_of_the_policy_brings_everything_on_first(self):
        self.assertEqual(self.outcome(self.begin("Broken", 0))["raised"], "ArithmeticError")


if __name__ == "__main__":
    drive(*sys.argv[2:]) if sys.argv[1:2] == ["drive"] else unittest.main()
