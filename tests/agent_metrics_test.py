#!/usr/bin/env python3
"""What the agent exports, read by those that it is for: a real Prometheus, promtool and yanglint.

usage: agent_metrics_test.py PATH_OF_EBB [TEST…]     (from the source folder)

Examples are checked wherever promtool is. The rest needs root and Open vSwitch: the lab has a name of its own and is
removed at the end. Exit code 77 (skipped) where nothing could be checked.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

EBB = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.abspath("build/ebb")
NAME = "met%d" % (os.getpid() % 10000)
INVENTORY = "/run/ebb-lab/%s/inventory.toml" % NAME
FILE = "examples/agent-butterfly.toml"
PORT, PROMETHEUS = 9489, 9491
YANG = os.environ.get("EBB_YANG", "../shared/data/yang")


def in_lab(*words):
    return [EBB, "lab", "exec", "--name", NAME, "fabric", "--", *words]


def fetch(url, token=""):
    """Asks from inside the lab, where loopback is the agent's."""
    ask = ("import urllib.request as u; print(u.urlopen(u.Request(%r, headers=%r), timeout=5).read().decode())"
           % (url, {"Authorization": "Bearer " + token} if token else {}))
    told = subprocess.run(in_lab(sys.executable, "-c", ask), capture_output=True, text=True, timeout=60)
    if told.returncode != 0:
        raise AssertionError(told.stderr)
    return told.stdout


def wait_for(what, seconds):
    end = time.time() + seconds
    while time.time() < end:
        try:
            result = what()
            if result:
                return result
        except AssertionError:
            pass
        time.sleep(0.5)
    return None


@unittest.skipUnless(shutil.which("promtool"), "promtool is not installed")
class Examples(unittest.TestCase):
    def test_promtool_accepts_the_configuration_and_the_alerts_fire_when_they_should(self):
        for words in [["check", "rules", "examples/prometheus-rules.yml"],
                      ["check", "config", "--syntax-only", "examples/prometheus.yml"],
                      ["test", "rules", "tests/data/prometheus_alerts.yml"]]:  # when they fire, and when not
            done = subprocess.run(["promtool", *words], capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


def lab_is_possible():
    if os.geteuid() != 0:
        return False
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    tools = all(shutil.which(tool) for tool in ["ovs-vswitchd", "ovsdb-server", "ovs-ofctl", "ip", "tc"])
    return tools and subprocess.run(["unshare", "--net", "true"], capture_output=True).returncode == 0


@unittest.skipUnless(lab_is_possible(), "needs root and Open vSwitch")
class AgentInTheLab(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="ebb-metrics-")
        subprocess.run([EBB, "lab", "up", FILE, "--name", NAME], check=True, capture_output=True, timeout=180)
        cls.agent = subprocess.Popen(in_lab(EBB, "agent", FILE, "-i", INVENTORY, "--dry-run", "--status-port", str(PORT),
                                            "--report", cls.folder + "/page.html"),
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        cls.token = wait_for(lambda: os.path.exists(INVENTORY + ".token") and open(INVENTORY + ".token").read().strip(), 30)
        assert cls.token and wait_for(lambda: cls.get("/metrics"), 30), "the agent does not answer"

    @classmethod
    def tearDownClass(cls):
        if cls.agent.poll() is None:
            cls.agent.terminate()
            cls.agent.wait(timeout=150)
        subprocess.run([EBB, "lab", "down", "--name", NAME], capture_output=True, timeout=180)
        shutil.rmtree(cls.folder, ignore_errors=True)

    @classmethod
    def get(cls, path):
        return fetch("http://127.0.0.1:%d%s" % (PORT, path), cls.token)

    def test_promtool_finds_nothing_wrong_with_the_metrics(self):
        if not shutil.which("promtool"):
            self.skipTest("promtool is not installed")
        done = subprocess.run(["promtool", "check", "metrics"], input=self.get("/metrics"), capture_output=True, text=True,
                              timeout=60)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_a_real_prometheus_scrapes_them_and_answers_the_dashboard(self):
        if not shutil.which("prometheus"):
            self.skipTest("prometheus is not installed")
        with open("examples/prometheus.yml", encoding="utf-8") as file:
            text = file.read()
        text = text.replace("5s", "1s").replace("/etc/ebb/inventory.toml.token", INVENTORY + ".token")
        text = text.replace("9486", str(PORT)).replace("prometheus-rules.yml", os.path.abspath("examples/prometheus-rules.yml"))
        with open(self.folder + "/prometheus.yml", "w", encoding="utf-8") as file:
            file.write(text)
        server = subprocess.Popen(in_lab("prometheus", "--config.file=%s/prometheus.yml" % self.folder,
                                         "--storage.tsdb.path=%s/data" % self.folder,
                                         "--web.listen-address=127.0.0.1:%d" % PROMETHEUS),
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            def query(expression):
                ask = "http://127.0.0.1:%d/api/v1/query?query=%s" % (PROMETHEUS, __import__("urllib.parse").parse.quote(expression))
                answer = json.loads(fetch(ask))
                self.assertEqual(answer["status"], "success", expression)
                return answer["data"]["result"]
            self.assertTrue(wait_for(lambda: [r for r in query('up{job="ebb_agent"}') if r["value"][1] == "1"], 60))
            watts = wait_for(lambda: query('ebb_agent_domain_watts{state="full"}'), 30)
            exported = dict(re.findall(r'ebb_agent_domain_watts\{domain="(\w+)",state="full"\} (\S+)', self.get("/metrics")))
            self.assertEqual({r["metric"]["domain"]: float(r["value"][1]) for r in watts},
                             {domain: float(value) for domain, value in exported.items()})
            self.assertTrue(wait_for(lambda: self.health_of_rules() == {"ok"}, 60), "Prometheus cannot evaluate the alerts")
            with open("examples/grafana-dashboard.json", encoding="utf-8") as file:
                panels = json.load(file)["panels"]
            for panel in panels:
                for target in panel["targets"]:
                    query(target["expr"])  # asserts that Prometheus understands it
        finally:
            server.terminate()
            server.wait(timeout=60)

    def health_of_rules(self):
        """As Prometheus evaluates them itself."""
        groups = json.loads(fetch("http://127.0.0.1:%d/api/v1/rules" % PROMETHEUS))["data"]["groups"]
        return {rule["health"] for group in groups for rule in group["rules"]}

    def test_each_reply_is_valid_by_its_yang_module(self):
        module = YANG + "/ietf-power-and-energy.yang"
        if not shutil.which("yanglint") or not os.path.exists(module):
            self.skipTest("needs yanglint and " + module)
        path = "/restconf/data/ietf-power-and-energy:energy-objects"
        reply = self.get(path)
        objects = json.loads(reply)["ietf-power-and-energy:energy-objects"]["energy-entry"]
        self.assertGreater(len(objects), 4)
        for entry in objects:
            one = json.loads(self.get(path + "/energy-entry=" + entry["energy-object-id"].replace("/", "%2F")))
            whole = {"ietf-power-and-energy:energy-objects": {"energy-entry": one["ietf-power-and-energy:energy-entry"]}}
            self.check(module, json.dumps(whole))
        self.check(module, reply)

    def check(self, module, text):
        file = self.folder + "/reply.json"
        with open(file, "w", encoding="utf-8") as out:
            out.write(text)
        done = subprocess.run(["yanglint", "-p", YANG, "-t", "data", "-f", "json", module, file], capture_output=True,
                              text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr + text)

    def test_the_page_says_what_would_have_been_saved(self):
        self.agent.terminate()
        self.assertEqual(self.agent.wait(timeout=150), 0)
        with open(self.folder + "/page.html", encoding="utf-8") as file:
            self.assertIn("would have been saved", file.read())


if __name__ == "__main__":
    if not shutil.which("promtool") and not lab_is_possible():
        print("skipped: needs promtool, or root and Open vSwitch")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
