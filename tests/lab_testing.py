"""For tests that make labs."""
import os
import shutil
import subprocess


def obstacle(name, programs):
    """Why there can be no lab of that name here, with these programs beside those that each needs; None when there can."""
    if os.geteuid() != 0:
        return "only root may make network namespaces"
    for program in ("ip", "tc", "ovs-vswitchd", "ovsdb-server", "ovs-vsctl", "ovs-ofctl", *programs):
        if not shutil.which(program):
            return f"{program} is not installed"
    done = subprocess.run(["ip", "netns", "add", f"{name}.probe"], capture_output=True, text=True)
    if done.returncode != 0:
        return "this kernel makes no network namespaces here: " + done.stderr.strip()
    subprocess.run(["ip", "netns", "del", f"{name}.probe"])
    return None
