"""1,000 slow connections: half of a header, half of a body, and unread answers. All must be closed in time, and honest clients must be
served meanwhile. Then readers that are slow but active, which must get their complete answers.

    make trial-slow OPTIONS="--connections 1000 --patience 150 --alive 120"
"""

import argparse
import concurrent.futures
import contextlib
import json
import os
import select
import socket
import time

import checks
import trial
from chat_model import ChatModel
from client import TERMINAL, Broken, Client
from hostile_costs import ATTACKER, head, mebibytes
from torii import TOKEN, torii

# A number of answers of several kilobytes that exceeds the buffers of both sides.
PIPELINED = 600


def half_header(connection):
    connection.sendall(b"POST /v1/chat HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: appl")


def half_body(connection):
    connection.sendall(head("POST", "/v1/chat", "Content-Type: application/json", "Content-Length: 900000") + b'{"message":"' + b"x" * 400_000)


def unread(connection):
    request = head("GET", "/v1/tools").replace(b"Connection: close\r\n", b"")
    with contextlib.suppress(BlockingIOError, socket.timeout):
        connection.sendall(request * PIPELINED)


KINDS = {"half a header": half_header, "half a body": half_body, "unread answers": unread}


def descriptors(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


def slow(folder, options):
    with torii(folder, TORII_MODEL="phrasebook", TORII_LOG_LEVEL="error", **options.settings) as server:
        pid = server.process.pid
        honest = Client(server.port, TOKEN, timeout=30)
        honest.ask("hello")
        before, calm = descriptors(pid), mebibytes(pid)
        opened, refused = {}, 0
        begin = time.monotonic()
        for number in range(options.connections):
            kind = list(KINDS)[number % len(KINDS)]
            connection = socket.socket()
            # A small buffer, so that the server notices that nothing is read.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.bind((ATTACKER, 0))
            connection.settimeout(2)
            try:
                connection.connect(("127.0.0.1", server.port))
                KINDS[kind](connection)
                opened[connection] = (kind, time.monotonic())
            except OSError:
                refused += 1
                connection.close()
        peak = descriptors(pid)
        checks.check(f"{len(opened)} slow connections in {time.monotonic() - begin:.1f} s, {refused} closed at once", bool(opened))
        closed, asked, served, slowest = {kind: [] for kind in KINDS}, 0, 0, 0.0
        poll = select.poll()
        by_number = {connection.fileno(): connection for connection in opened}
        for connection, (kind, _) in opened.items():
            # A client that reads nothing learns of the close only by an error of its connection.
            poll.register(connection, select.POLLRDHUP | select.POLLHUP | select.POLLERR)
        while by_number and time.monotonic() < begin + options.patience:
            for number, _ in poll.poll(500):
                connection = by_number.pop(number)
                poll.unregister(number)
                kind, at = opened[connection]
                closed[kind].append(time.monotonic() - at)
                connection.close()
            asked += 1
            start = time.monotonic()
            with contextlib.suppress(Exception):
                served += honest.ask("hello")[0] == 200
            slowest = max(slowest, time.monotonic() - start)
        rows = [
            [kind, len(times), f"{min(times, default=0):.1f}", f"{max(times, default=0):.1f}"] for kind, times in closed.items()
        ]
        checks.table(["connection", "closed", "first, s", "last, s"], rows)
        checks.none(f"still open after {options.patience:g} s", len(by_number))
        for connection in by_number.values():
            connection.close()
        checks.check(f"honest turns meanwhile: {served} of {asked}, the slowest {1000 * slowest:.0f} ms", served == asked)
        deadline = time.monotonic() + 15
        while descriptors(pid) > before + 8 and time.monotonic() < deadline:
            time.sleep(0.5)
        after = descriptors(pid)
        checks.check(f"descriptors: {before} before, {peak} at the peak, {after} afterwards", after <= before + 8)
        # Freed memory is returned to the system every few seconds.
        deadline = time.monotonic() + 20
        while mebibytes(pid) > calm + 96 and time.monotonic() < deadline:
            time.sleep(0.5)
        checks.check(f"memory: {calm:.0f} MiB before, {mebibytes(pid):.0f} afterwards", mebibytes(pid) < calm + 96)


# --- Readers that are slow but active ---

# The bytes of a long answer; 10 of them, as messages and in the transcript, are an export of 18 MB.
LONG = 900_000


def say(turn):
    for _ in range(60):
        turn.text("x" * (LONG // 60))
    turn.finish()


def crawl(answer, pace, seconds):
    """Reads an answer at a rate in bytes per second for some time, and then its rest; returns its bytes and the error that ended it."""
    data, begin = bytearray(), time.monotonic()
    try:
        while piece := answer.response.read1(4096):
            data += piece
            if (elapsed := time.monotonic() - begin) < seconds:
                time.sleep(max(0, len(data) / pace - elapsed))
        return bytes(data), None
    except (OSError, Broken) as error:
        return bytes(data), error


def is_whole_export(data):
    with contextlib.suppress(ValueError):
        return len(json.loads(data)["messages"]) == 20
    return False


def is_whole_stream(data):
    return any(f"event: {kind}".encode() in data[-2 * LONG :] for kind in TERMINAL) and data.endswith(b"\n\n")


def alive(folder, options):
    with ChatModel(say).running() as model, torii(folder, TORII_LOG_LEVEL="notice", **model.settings) as server:
        honest = Client(server.port, TOKEN, timeout=60)
        conversation = None
        for _ in range(10):
            fields = {"conversation": conversation} if conversation else {}
            status, answer = honest.ask("go", **fields)
            assert status == 200, answer
            conversation, run = answer["conversation"], answer["run"]
        readers = {
            "an export at 25 kB/s": (f"/v1/conversations/{conversation}", 25_000, is_whole_export),
            "a stream of events at 12 kB/s": (f"/v1/runs/{run}/events", 12_000, is_whole_stream),
        }
        with concurrent.futures.ThreadPoolExecutor() as pool:
            reads = {
                name: (pool.submit(crawl, honest.open("GET", path), pace, options.alive), is_whole)
                for name, (path, pace, is_whole) in readers.items()
            }
            # The slow readers must not block exports for others.
            others = [honest.send("GET", f"/v1/conversations/{honest.ask('go')[1]['conversation']}")[0] for _ in range(10)]
            checks.check("exports beside them are served", others == [200] * 10, others)
            for name, (read, is_whole) in reads.items():
                data, error = read.result()
                checks.check(f"{name} for {options.alive:g} s is whole: {len(data):,} bytes", error is None and is_whole(data), error)


def both(folder, options):
    slow(folder, options)
    alive(folder, options)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--connections", type=int, default=1000, help="how many (1000)")
    parser.add_argument("--patience", type=float, default=150, help="seconds after which all must be closed (150)")
    parser.add_argument("--alive", type=float, default=120, help="seconds for which slow readers are slow (120)")
    parser.add_argument("--setting", action="append", default=[], metavar="NAME=VALUE", help="a setting of the server's")
    options = parser.parse_args()
    options.settings = dict(setting.split("=", 1) for setting in options.setting)
    trial.run(both, options, minutes=15)
