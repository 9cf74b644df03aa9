#!/usr/bin/env python3
"""Datagrams that follow the curve of a day, and their sink.

usage: udp_day.py send ADDRESS SECONDS_OF_AN_HOUR MEGABITS…     one figure an hour
       udp_day.py sink ADDRESS                                  until it is stopped; prints how many came
"""
import signal
import socket
import sys
import time

PORT, SIZE, TICK = 9_864, 1400, 0.01


def send(address, hour, rates):
    out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    began, sent, due = time.monotonic(), 0, 0.0
    payload = bytes(SIZE)
    for number, rate in enumerate(rates):
        before = time.monotonic()
        while (now := time.monotonic()) < began + (number + 1) * hour:
            due += (now - before) * rate * 1e6 / 8 / SIZE
            before = now
            while due >= 1:
                out.sendto(payload, (address, PORT))
                sent, due = sent + 1, due - 1
            time.sleep(TICK)
    print(sent)


def sink(address):
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    came = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    came.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
    came.bind((address, PORT))
    count = 0
    try:
        while True:
            came.recv(2 * SIZE)
            count += 1
    finally:
        print(count, flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "send":
        send(sys.argv[2], float(sys.argv[3]), [float(rate) for rate in sys.argv[4:]])
    else:
        sink(sys.argv[2])
