"""The tables of a managed switch, as SNMP writes them: VLANs, PVIDs, STP and transceivers."""
import json

BRIDGE = (1, 3, 6, 1, 2, 1, 17)
NUM_PORTS = BRIDGE + (1, 2, 0)
IF_INDEX = BRIDGE + (1, 4, 1, 2)
STP = BRIDGE + (2, 15, 1, 4)
NAME, EGRESS, UNTAGGED, STATUS = (BRIDGE + (7, 1, 4, 3, 1, column) for column in (1, 2, 4, 5))
PVID = BRIDGE + (7, 1, 4, 5, 1, 1)
ACTIVE, NOT_READY, CREATE_AND_GO, CREATE_AND_WAIT, DESTROY = 1, 3, 4, 5, 6
STP_ON, STP_OFF = 1, 2
HIGH_SPEED = (1, 3, 6, 1, 2, 1, 31, 1, 1, 1, 15)
MAU = (1, 3, 6, 1, 2, 1, 26)
MAU_TYPE, MAU_NEGOTIATES = MAU + (2, 1, 1, 11), MAU + (2, 1, 1, 12)
NEGOTIATION, RESTART = MAU + (5, 1, 1, 1), MAU + (5, 1, 1, 8)
SPEED_OF_TYPE = {11: 10, 16: 100, 30: 1000, 54: 10000}  # Mb/s, by dot3MauType


def ports_in(octets):
    return [i * 8 + bit + 1 for i, octet in enumerate(octets) for bit in range(8) if octet & 0x80 >> bit]


class Tables:
    """The switch's VLANs by number, and the PVID, STP and transceiver of its ports; `interfaces` has the port of each ifIndex."""

    def __init__(self, ports, stp, interfaces):
        self.interfaces = interfaces
        self.octets = (ports + 7) // 8
        all_ports = bytes(sum(0x80 >> bit for bit in range(8) if octet * 8 + bit < ports) for octet in range(self.octets))
        self.vlans = {1: {NAME: b"default", EGRESS: all_ports, UNTAGGED: all_ports, STATUS: ACTIVE}}
        self.pvid = {port: 1 for port in range(1, ports + 1)}
        self.stp = {port: stp for port in range(1, ports + 1)}
        self.mau = {port: 30 for port in range(1, ports + 1)}
        self.negotiates = {port: True for port in range(1, ports + 1)}

    def saved(self):
        rows = {vlan: {"name": row[NAME].decode(), "egress": row[EGRESS].hex(), "untagged": row[UNTAGGED].hex(),
                       "status": row[STATUS]} for vlan, row in self.vlans.items()}
        return json.dumps({"vlans": rows, "pvid": self.pvid, "stp": self.stp, "mau": self.mau, "negotiates": self.negotiates})

    def restore(self, text):
        kept = json.loads(text)
        self.vlans = {int(vlan): {NAME: row["name"].encode(), EGRESS: bytes.fromhex(row["egress"]),
                                  UNTAGGED: bytes.fromhex(row["untagged"]), STATUS: row["status"]}
                      for vlan, row in kept["vlans"].items()}
        for what in ("pvid", "stp", "mau", "negotiates"):
            setattr(self, what, {int(port): value for port, value in kept[what].items()})

    def write(self, name, value):
        """False where the switch must refuse it."""
        column, index = name[:-1], name[-1]
        if name[:len(MAU)] == MAU:
            return self.write_transceiver(column[:-1], self.interfaces.get(column[-1]), value)
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

    def write_transceiver(self, column, port, value):
        if column == MAU_TYPE and port and value[-1] in SPEED_OF_TYPE:
            self.mau[port] = value[-1]
        elif column == NEGOTIATION and port and value in (1, 2):
            self.negotiates[port] = value == 1
        else:
            return column == RESTART and port is not None
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
