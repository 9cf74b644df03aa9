#!/usr/bin/env python3
"""A managed switch to try SNMP on: BRIDGE-MIB and Q-BRIDGE-MIB for the real snmpd, applied to an Open vSwitch bridge.

usage: snmp_switch.py BRIDGE SOCKET FOLDER     (OVS_RUNDIR is the folder of Open vSwitch's sockets)

SOCKET is snmpd's for subagents (`master agentx`, `agentXSocket`). The bridge's ports become bridge ports 1, 2, … in the order of
their OpenFlow numbers. Each change of a VLAN or a PVID becomes OpenFlow rules that do what IEEE 802.1Q says: an untagged frame
gets its port's PVID, a frame of a VLAN that its port is not in is dropped, and others leave by all ports of the VLAN, with or
without the tag. Rules, and not Open vSwitch's `tag` and `trunks`, because a host's port must be untagged in several VLANs, which
`tag` cannot say. Nothing is learnt: all frames are flooded in their VLAN.

STP is Open vSwitch's RSTP: on at a port while the bridge has it on and the port has not switched it off.

FOLDER/fault, where it exists, holds a number n and a word. The n-th request that writes from now on is refused ("refuse"), or
refused after half of it was written ("half"), or carried out before the switch ends ("end"). FOLDER/ready is written when it
can be asked.
"""
import copy
import os
import subprocess
import sys

import agentx

BRIDGE = (1, 3, 6, 1, 2, 1, 17)
NUM_PORTS = BRIDGE + (1, 2, 0)
IF_INDEX = BRIDGE + (1, 4, 1, 2)
STP = BRIDGE + (2, 15, 1, 4)
NAME, EGRESS, UNTAGGED, STATUS = (BRIDGE + (7, 1, 4, 3, 1, column) for column in (1, 2, 4, 5))
PVID = BRIDGE + (7, 1, 4, 5, 1, 1)
ACTIVE, NOT_READY, CREATE_AND_GO, CREATE_AND_WAIT, DESTROY = 1, 3, 4, 5, 6
STP_ON, STP_OFF = 1, 2


def run(*command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout.strip()


def ports_in(octets):
    return [i * 8 + bit + 1 for i, octet in enumerate(octets) for bit in range(8) if octet & 0x80 >> bit]


class Tables:
    """The switch's VLANs by number, and the PVID and STP of its ports."""

    def __init__(self, ports, stp):
        self.octets = (ports + 7) // 8
        all_ports = bytes(sum(0x80 >> bit for bit in range(8) if octet * 8 + bit < ports) for octet in range(self.octets))
        self.vlans = {1: {NAME: b"default", EGRESS: all_ports, UNTAGGED: all_ports, STATUS: ACTIVE}}
        self.pvid = {port: 1 for port in range(1, ports + 1)}
        self.stp = {port: stp for port in range(1, ports + 1)}

    def write(self, name, value):
        """False where the switch must refuse it."""
        column, index = name[:-1], name[-1]
        if column == STATUS:
            return self.write_status(index, value)
        if column in (NAME, EGRESS, UNTAGGED):
            self.vlans.setdefault(index, self.new_row())[column] = value  # a row in one request: its status may come last
        elif column == PVID and index in self.pvid and value in self.vlans:
            self.pvid[index] = value
        elif column == STP and index in self.stp and value in (STP_ON, STP_OFF):
            self.stp[index] = value
        else:
            return False
        return True

    def new_row(self):
        return {NAME: b"", EGRESS: bytes(self.octets), UNTAGGED: bytes(self.octets), STATUS: NOT_READY}

    def write_status(self, vlan, value):
        there = self.vlans.get(vlan)
        if value == DESTROY:
            self.vlans.pop(vlan, None)
        elif value in (CREATE_AND_GO, CREATE_AND_WAIT):
            if there and there[STATUS] == ACTIVE:
                return False
            self.vlans.setdefault(vlan, self.new_row())[STATUS] = ACTIVE if value == CREATE_AND_GO else NOT_READY
        elif value == ACTIVE and there:
            there[STATUS] = ACTIVE
        else:
            return False
        return True


class Switch:
    def __init__(self, bridge, folder):
        self.bridge, self.fault_file = bridge, os.path.join(folder, "fault")
        self.vsctl = ["ovs-vsctl", f"--db=unix:{os.environ['OVS_RUNDIR']}/db.sock", "--timeout=20"]
        ofport = {name: int(run(*self.vsctl, "get", "interface", name, "ofport"))
                  for name in run(*self.vsctl, "list-ports", bridge).split()}
        self.names = sorted(ofport, key=ofport.get)
        self.number = {port: ofport[name] for port, name in enumerate(self.names, 1)}
        on = run(*self.vsctl, "get", "bridge", bridge, "rstp_enable") == "true"
        self.tables = Tables(len(ofport), STP_ON if on else STP_OFF)
        self.before, self.written, self.fault = self.tables, [], ""
        self.load_rules()

    # What it does with frames.

    def rules(self):
        yield "table=0,priority=0,actions=drop"
        for port, vlan in self.tables.pvid.items():
            yield (f"table=0,priority=1,in_port={self.number[port]},vlan_tci=0x0000/0x1000,"
                   f"actions=push_vlan:0x8100,set_field:{vlan | 0x1000}->vlan_vid,goto_table:1")
        for vlan, row in self.tables.vlans.items():
            if row[STATUS] != ACTIVE:
                continue
            members, untagged = ports_in(row[EGRESS]), ports_in(row[UNTAGGED])
            for port in members:
                yield f"table=0,priority=1,in_port={self.number[port]},dl_vlan={vlan},actions=goto_table:1"
            out = [f"output:{self.number[port]}" for port in members if port not in untagged]
            out += ["pop_vlan"] + [f"output:{self.number[port]}" for port in members if port in untagged]
            yield f"table=1,priority=1,dl_vlan={vlan},actions={','.join(out)}"

    def load_rules(self):
        run("ovs-ofctl", "-O", "OpenFlow14", "--bundle", "replace-flows", f"{os.environ['OVS_RUNDIR']}/{self.bridge}.mgmt", "-",
            text="\n".join(self.rules()) + "\n")

    def apply(self, old):
        for port, state in self.tables.stp.items():
            if state != old.stp[port]:
                word = "true" if state == STP_ON else "false"
                run(*self.vsctl, "set", "port", self.names[port - 1], f"other_config:rstp-enable={word}")
        self.load_rules()

    # What SNMP reads.

    def objects(self):
        found = {NUM_PORTS: (agentx.INTEGER, len(self.names))}
        for port, name in enumerate(self.names, 1):
            with open(f"/sys/class/net/{name}/ifindex", encoding="ascii") as index:
                found[IF_INDEX + (port,)] = (agentx.INTEGER, int(index.read()))
            found[PVID + (port,)] = (agentx.GAUGE, self.tables.pvid[port])
            found[STP + (port,)] = (agentx.INTEGER, self.tables.stp[port])
        for vlan, row in self.tables.vlans.items():
            for column in (NAME, EGRESS, UNTAGGED):
                found[column + (vlan,)] = (agentx.OCTETS, row[column])
            found[STATUS + (vlan,)] = (agentx.INTEGER, row[STATUS])
        return found

    def get(self, name):
        return self.objects().get(name)

    def next(self, name):
        return min((other for other in self.objects() if other > name), default=None)

    # What SNMP writes.

    def test(self, values):
        self.written, self.fault = [(name, value) for name, _, value in values], self.next_fault()
        trial = copy.deepcopy(self.tables)
        for index, (name, value) in enumerate(self.written, 1):
            if self.fault == "refuse" or not trial.write(name, value):
                return agentx.INCONSISTENT_VALUE, index
        return agentx.NO_ERROR, 0

    def commit(self):
        self.before, half = copy.deepcopy(self.tables), self.fault == "half"
        for name, value in self.written[:len(self.written) // 2] if half else self.written:
            self.tables.write(name, value)
        self.apply(self.before)
        if self.fault == "end":
            sys.exit()
        return (agentx.COMMIT_FAILED, 1) if half else (agentx.NO_ERROR, 0)

    def undo(self):
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


if __name__ == "__main__":
    try:
        subagent = agentx.Subagent(sys.argv[2], BRIDGE, Switch(sys.argv[1], sys.argv[3]))
        with open(os.path.join(sys.argv[3], "ready"), "w", encoding="ascii"):
            pass  # for those who wait
        subagent.serve()
    except EOFError:
        pass  # snmpd has ended
