#!/usr/bin/env python3
"""A managed switch of a lab: BRIDGE-MIB, Q-BRIDGE-MIB and MAU-MIB for the real snmpd, applied to an Open vSwitch bridge.

usage: snmp_switch.py [--detach] BRIDGE SOCKET FOLDER [RATE]     (OVS_RUNDIR is the folder of Open vSwitch's sockets)

SOCKET is snmpd's for subagents (`master agentx`, `agentXSocket`). The bridge's ports become bridge ports 1, 2, … in the order of
their OpenFlow numbers. Each change of a VLAN or a PVID becomes OpenFlow rules that do what IEEE 802.1Q says: an untagged frame
gets its port's PVID, a frame of a VLAN that its port is not in is dropped, and others leave by all ports of the VLAN, with or
without the tag. Rules, and not Open vSwitch's `tag` and `trunks`, because a host's port must be untagged in several VLANs, which
`tag` cannot say. Nothing is learnt: all frames are flooded in their VLAN.

STP is Open vSwitch's RSTP: on at a port while the bridge has it on and the port has not switched it off.

All ports begin at 1 Gb/s. Another type of transceiver limits what the port sends (tc), after a second in which no frame crosses the
port, as when a link is negotiated anew. RATE, in bit/s, is the most that a port sends at any speed; 0: no limit.

It keeps its tables in FOLDER/tables, as a switch that saves its configuration, and connects again when snmpd has ended.
FOLDER/fault, where it exists, holds a number n and a word. The n-th request that writes from now on is refused ("refuse"), or
refused after half of it was written ("half"), or carried out before the switch ends ("end"). FOLDER/ready is written when it
can be asked; with --detach, the command ends then and the switch goes on.
"""
import bisect
import copy
import os
import socket
import subprocess
import sys
import threading
import time

import agentx
from switch_tables import (ACTIVE, BRIDGE, EGRESS, HIGH_SPEED, IF_INDEX, MAU, MAU_NEGOTIATES, MAU_TYPE, NAME, NEGOTIATION, NUM_PORTS,
                           PVID, SPEED_OF_TYPE, STATUS, STP, STP_OFF, STP_ON, UNTAGGED, Tables, ports_in)

INTERRUPTED_S = 1.0


def run(*command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout.strip()


class Switch:
    def __init__(self, bridge, folder, rate):
        self.bridge, self.rate = bridge, rate
        self.fault_file, self.tables_file = os.path.join(folder, "fault"), os.path.join(folder, "tables")
        self.lock = threading.RLock()
        self.vsctl = ["ovs-vsctl", f"--db=unix:{os.environ['OVS_RUNDIR']}/db.sock", "--timeout=20"]
        ofport = {name: int(run(*self.vsctl, "get", "interface", name, "ofport"))
                  for name in run(*self.vsctl, "list-ports", bridge).split()}
        self.names = sorted(ofport, key=ofport.get)
        self.number = {port: ofport[name] for port, name in enumerate(self.names, 1)}
        on = run(*self.vsctl, "get", "bridge", bridge, "rstp_enable") == "true"
        self.interface = {port: socket.if_nametoindex(name) for port, name in enumerate(self.names, 1)}
        self.tables = Tables(len(ofport), STP_ON if on else STP_OFF, {index: port for port, index in self.interface.items()})
        if os.path.exists(self.tables_file):
            with open(self.tables_file, encoding="utf-8") as kept:
                self.tables.restore(kept.read())
        self.before, self.written, self.fault = self.tables, [], ""
        self.speed = {port: SPEED_OF_TYPE[kind] for port, kind in self.tables.mau.items()}
        self.interrupted = {}  # port: how often
        self.known = self.sorted = None
        self.load_rules()

    # What it does with frames.

    def rules(self):
        yield "table=0,priority=0,actions=drop"
        for port, vlan in self.tables.pvid.items():
            if port in self.interrupted:
                continue
            yield (f"table=0,priority=1,in_port={self.number[port]},vlan_tci=0x0000/0x1000,"
                   f"actions=push_vlan:0x8100,set_field:{vlan | 0x1000}->vlan_vid,goto_table:1")
        for vlan, row in self.tables.vlans.items():
            if row[STATUS] != ACTIVE:
                continue
            members = [port for port in ports_in(row[EGRESS]) if port not in self.interrupted]
            untagged = ports_in(row[UNTAGGED])
            for port in members:
                yield f"table=0,priority=1,in_port={self.number[port]},dl_vlan={vlan},actions=goto_table:1"
            out = [f"output:{self.number[port]}" for port in members if port not in untagged]
            out += ["pop_vlan"] + [f"output:{self.number[port]}" for port in members if port in untagged]
            yield f"table=1,priority=1,dl_vlan={vlan},actions={','.join(out)}"

    def load_rules(self):
        run("ovs-ofctl", "-O", "OpenFlow14", "--bundle", "replace-flows", f"{os.environ['OVS_RUNDIR']}/{self.bridge}.mgmt", "-",
            text="\n".join(self.rules()) + "\n")

    def change_speed(self, port):
        """No frame crosses the port until the timer ends."""
        self.interrupted[port] = self.interrupted.get(port, 0) + 1
        timer = threading.Timer(INTERRUPTED_S, self.link_is_back, [port])
        timer.daemon = True
        timer.start()

    def link_is_back(self, port):
        with self.lock:
            self.interrupted[port] -= 1
            if self.interrupted[port]:
                return
            del self.interrupted[port]
            self.speed[port] = SPEED_OF_TYPE[self.tables.mau[port]]
            self.shape(port)
            self.load_rules()
            self.known = None

    def shape(self, port):
        rate = self.speed[port] * 1_000_000
        rate = min(rate, self.rate) if self.rate else rate if rate < 1_000_000_000 else 0
        if rate:
            run("tc", "qdisc", "replace", "dev", self.names[port - 1], "root", "tbf", "rate", f"{rate}bit",
                "burst", str(max(rate // 2000, 16_000)), "limit", str(max(rate // 160, 64_000)))
        else:
            subprocess.run(["tc", "qdisc", "del", "dev", self.names[port - 1], "root"], capture_output=True)

    def apply(self, old):
        for port, kind in self.tables.mau.items():
            if kind != old.mau[port]:
                self.change_speed(port)
        for port, state in self.tables.stp.items():
            if state != old.stp[port]:
                word = "true" if state == STP_ON else "false"
                run(*self.vsctl, "set", "port", self.names[port - 1], f"other_config:rstp-enable={word}")
        self.load_rules()
        with open(self.tables_file + ".new", "w", encoding="utf-8") as out:
            out.write(self.tables.saved())
        os.replace(self.tables_file + ".new", self.tables_file)

    # What SNMP reads.

    def objects(self):
        found = {NUM_PORTS: (agentx.INTEGER, len(self.names))}
        for port, interface in self.interface.items():
            found[IF_INDEX + (port,)] = (agentx.INTEGER, interface)
            found[HIGH_SPEED + (interface,)] = (agentx.GAUGE, self.speed[port])
            found[MAU_TYPE + (interface, 1)] = (agentx.NAME, MAU + (4, self.tables.mau[port]))
            found[MAU_NEGOTIATES + (interface, 1)] = (agentx.INTEGER, 1)
            found[NEGOTIATION + (interface, 1)] = (agentx.INTEGER, 1 if self.tables.negotiates[port] else 2)
            found[PVID + (port,)] = (agentx.GAUGE, self.tables.pvid[port])
            found[STP + (port,)] = (agentx.INTEGER, self.tables.stp[port])
        for vlan, row in self.tables.vlans.items():
            for column in (NAME, EGRESS, UNTAGGED):
                found[column + (vlan,)] = (agentx.OCTETS, row[column])
            found[STATUS + (vlan,)] = (agentx.INTEGER, row[STATUS])
        return found

    def look(self):
        if self.known is None:
            self.known = self.objects()
            self.sorted = sorted(self.known)

    def get(self, name):
        with self.lock:
            self.look()
            return self.known.get(name)

    def next(self, name):
        with self.lock:
            self.look()
            at = bisect.bisect_right(self.sorted, name)
            return self.sorted[at] if at < len(self.sorted) else None

    # What SNMP writes.

    def test(self, values):
        self.written, self.fault = [(name, value) for name, _, value in values], self.next_fault()
        trial = copy.deepcopy(self.tables)
        for index, (name, value) in enumerate(self.written, 1):
            if self.fault == "refuse" or not trial.write(name, value):
                return agentx.INCONSISTENT_VALUE, index
        return agentx.NO_ERROR, 0

    def commit(self):
        with self.lock:
            return self.commit_alone()

    def commit_alone(self):
        self.known = None
        self.before, half = copy.deepcopy(self.tables), self.fault == "half"
        for name, value in self.written[:len(self.written) // 2] if half else self.written:
            self.tables.write(name, value)
        self.apply(self.before)
        if self.fault == "end":
            os._exit(0)
        return (agentx.COMMIT_FAILED, 1) if half else (agentx.NO_ERROR, 0)

    def undo(self):
        with self.lock:
            self.known = None
            if self.fault != "half":  # a bad switch leaves it as it is
                after, self.tables = self.tables, self.before
                self.apply(after)
        return agentx.NO_ERROR, 0

    def next_fault(self):
        if not os.path.exists(self.fault_file):
            return ""
        with open(self.fault_file, encoding="ascii") as read:
            left, word = read.read().split()
        if int(left) <= 1:
            os.remove(self.fault_file)
            return word
        with open(self.fault_file, "w", encoding="ascii") as out:
            out.write(f"{int(left) - 1} {word}")
        return ""


def detach(folder):
    if os.fork():
        os._exit(0)
    os.setsid()
    log = os.open(os.path.join(folder, "switch.log"), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for file, target in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(file, target)


def main(*words):
    detaches = words[0] == "--detach"
    bridge, master, folder, rate = (*words[detaches:], "0")[:4]
    switch = Switch(bridge, folder, int(rate))
    while True:
        try:
            subagent = agentx.Subagent(master, (BRIDGE, MAU, HIGH_SPEED), switch)
            with open(os.path.join(folder, "ready"), "w", encoding="ascii"):
                pass  # for those who wait
            if detaches:
                detach(folder)
            detaches = False
            subagent.serve()
        except (EOFError, OSError):
            time.sleep(0.2)  # snmpd has ended, and may start again


if __name__ == "__main__":
    main(*sys.argv[1:])
