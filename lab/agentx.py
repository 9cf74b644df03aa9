"""AgentX (RFC 2741), as much of it as a subagent of snmpd needs: it registers a part of the tree of object names, and serves it.

snmpd's simpler interfaces (`pass`, `pass_persist`) cannot create rows: they let nobody write what cannot be read before. And here
all writes of a request come together, so that they can be refused together.
"""
import socket
import struct

OPEN, REGISTER, GET, GET_NEXT, GET_BULK, TEST_SET, COMMIT_SET, UNDO_SET, CLEANUP_SET, RESPONSE = 1, 3, 5, 6, 7, 8, 9, 10, 11, 18
INTEGER, OCTETS, NAME, GAUGE, NO_SUCH_INSTANCE, END_OF_MIB = 2, 4, 6, 66, 129, 130
NO_ERROR, GENERAL_ERROR, INCONSISTENT_VALUE, COMMIT_FAILED, NOT_WRITABLE = 0, 5, 12, 14, 17
NETWORK_ORDER, OTHER_CONTEXT = 0x10, 0x08
INTERNET = (1, 3, 6, 1)


class Reader:
    def __init__(self, data, order):
        self.data, self.order, self.at = data, order, 0

    def take(self, kind):
        size = struct.calcsize(kind)
        self.at += size
        return struct.unpack(self.order + kind, self.data[self.at - size:self.at])

    def name(self):
        """An object's name, and whether a search includes it."""
        count, prefix, include, _ = self.take("BBBB")
        return (INTERNET + (prefix,) if prefix else ()) + self.take(f"{count}I"), include

    def octets(self):
        length, = self.take("I")
        text = self.data[self.at:self.at + length]
        self.at += (length + 3) // 4 * 4
        return text

    def value(self):
        """Name, type and value of an object to be written."""
        kind, _ = self.take("HH")
        name, _ = self.name()
        if kind == OCTETS:
            return name, kind, self.octets()
        return name, kind, self.name()[0] if kind == NAME else self.take("i" if kind == INTEGER else "I")[0]

    def more(self):
        return self.at < len(self.data)


def name_bytes(name):
    return struct.pack(f">BBBB{len(name)}I", len(name), 0, 0, 0, *name)


def octet_bytes(text):
    return struct.pack(">I", len(text)) + text + bytes(-len(text) % 4)


def value_bytes(name, kind, value):
    data = {INTEGER: lambda: struct.pack(">i", value), GAUGE: lambda: struct.pack(">I", value),
            OCTETS: lambda: octet_bytes(value), NAME: lambda: name_bytes(value)}.get(kind, bytes)()
    return struct.pack(">HH", kind, 0) + name_bytes(name) + data


class Subagent:
    """Serves `objects`, which has get(name) -> (type, value) or None, next(name) -> name or None, and for writes test(values),
    commit() and undo(), which return an error and the number of the value that it is about."""

    def __init__(self, path, subtrees, objects):
        self.objects = objects
        self.stream = socket.socket(socket.AF_UNIX)
        self.stream.connect(path)
        self.session = 0
        self.send(OPEN, struct.pack(">BBBB", 20, 0, 0, 0) + name_bytes(()) + octet_bytes(b"a switch"))
        self.session = self.receive()[1]
        for subtree in subtrees:
            self.send(REGISTER, struct.pack(">BBBB", 20, 127, 0, 0) + name_bytes(subtree))
            if self.receive()[4].take("IHH")[1] != NO_ERROR:
                raise RuntimeError("snmpd does not let us serve this part of the tree")

    def send(self, kind, payload, transaction=0, packet=0):
        self.stream.sendall(struct.pack(">BBBBIIII", 1, kind, NETWORK_ORDER, 0, self.session, transaction, packet, len(payload))
                            + payload)

    def exactly(self, size):
        data = b""
        while len(data) < size:
            more = self.stream.recv(size - len(data))
            if not more:
                raise EOFError
            data += more
        return data

    def receive(self):
        head = self.exactly(20)
        order = ">" if head[2] & NETWORK_ORDER else "<"
        session, transaction, packet, length = struct.unpack(order + "IIII", head[4:])
        reader = Reader(self.exactly(length), order)
        if head[2] & OTHER_CONTEXT:
            reader.octets()
        return head[1], session, transaction, packet, reader

    def serve(self):
        while True:
            kind, _, transaction, packet, reader = self.receive()
            error, index, values = self.result_of(kind, reader)
            if kind != CLEANUP_SET:
                self.send(RESPONSE, struct.pack(">IHH", 0, error, index) + values, transaction, packet)

    def result_of(self, kind, reader):
        if kind in (GET, GET_NEXT):
            found = b""
            while reader.more():
                (name, include), (end, _) = reader.name(), reader.name()
                found += self.read(name) if kind == GET else self.read_next(name, include, end)
            return NO_ERROR, 0, found
        if kind == GET_BULK:
            return NO_ERROR, 0, self.read_bulk(reader)
        if kind == TEST_SET:
            values = []
            while reader.more():
                values.append(reader.value())
            return *self.objects.test(values), b""
        if kind == COMMIT_SET:
            return *self.objects.commit(), b""
        if kind == UNDO_SET:
            return *self.objects.undo(), b""
        return (NO_ERROR if kind == CLEANUP_SET else GENERAL_ERROR), 0, b""

    def read(self, name):
        found = self.objects.get(name)
        return value_bytes(name, *found) if found else value_bytes(name, NO_SUCH_INSTANCE, None)

    def following(self, name, include, end):
        following = name if include and self.objects.get(name) else self.objects.next(name)
        return following if following and not (end and following >= end) else None

    def read_next(self, name, include, end):
        following = self.following(name, include, end)
        return value_bytes(following, *self.objects.get(following)) if following else value_bytes(name, END_OF_MIB, None)

    def read_bulk(self, reader):
        single, times = reader.take("HH")
        ranges = []
        while reader.more():
            (name, include), (end, _) = reader.name(), reader.name()
            ranges.append([name, include, end])
        found = b"".join(self.read_next(*one) for one in ranges[:single])
        for _ in range(times):
            for one in ranges[single:]:
                found += self.read_next(*one)
                one[0], one[1] = self.following(*one) or one[0], 0
        return found
