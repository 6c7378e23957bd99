"""Turns at a steady rate while the model's key is rotated repeatedly: no turn may fail.

`make trial-rotation` runs it: 10,000 streamed turns on the stand-in and 20 rotations, five of them to a key that its upstream refuses,
and five with the old key revoked at the upstream immediately after the swap. `TURNS=1000 RATE=50` set another load.
"""

import collections
import concurrent.futures
import os
import threading
import time

import trial
from checks import check
from client import Stream
from stand_ins import stand_ins
from torii import torii

TURNS = int(os.environ.get("TURNS") or 10_000)
RATE = float(os.environ.get("RATE") or 100)
ROTATIONS = 20
KINDS = ["plain", "wrong key", "plain", "revoked at once"]


class Load:
    """Streamed turns that start at fixed times, regardless of earlier ones."""

    def __init__(self, instance):
        self.instance = instance
        self.local = threading.local()
        self.failures = collections.Counter()
        self.late, self.done = [], 0
        self.lock = threading.Lock()

    def run(self):
        begin = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(max_workers=64) as pool:
            for number in range(TURNS):
                at = begin + number / RATE
                pool.submit(self.take, number, at)
        return time.monotonic() - begin

    def take(self, number, at):
        time.sleep(max(0, at - time.monotonic()))
        late = time.monotonic() - at
        try:
            fault = self.turn(number)
        except Exception as error:
            fault = repr(error)
        with self.lock:
            self.done += 1
            self.late.append(late)
            if fault:
                self.failures[fault] += 1

    def turn(self, number):
        """Makes a turn on this thread's connection; returns its fault, or `None`."""
        connection = getattr(self.local, "connection", None)
        if connection is None:
            connection = self.local.connection = self.instance.connection()
        try:
            body = {"message": f"Turn {number}", "stream": True}
            answer = self.instance.open("POST", "/v1/chat", body, connection=connection)
            if answer.status != 200:
                return f"status {answer.status}: {answer.json().get('detail')}"
            stream = Stream(answer.events())
        except Exception:
            connection.close()
            self.local.connection = None
            raise
        if not stream.is_whole:
            return "a stream that is not whole"
        kind, data = stream.events[-1]
        if kind != "run.completed":
            return f"{kind}: {data.get('problem', {}).get('detail')}"
        return None if stream.text else "an empty answer"


class Rotations:
    """Twenty rotations, distributed over the turns."""

    def __init__(self, instance, upstream, key, load):
        self.instance, self.upstream, self.key, self.load = instance, upstream, key, load
        self.accepted = [key]
        self.made = []

    def run(self):
        for number in range(ROTATIONS):
            while self.load.done < (number + 0.5) * TURNS / ROTATIONS:
                time.sleep(0.01)
            self.rotate(number, KINDS[number % len(KINDS)])

    def rotate(self, number, kind):
        new = f"sk-trial-{number:02}-{os.urandom(12).hex()}"
        if kind != "wrong key":
            # The key before the last is not needed any more: its leases ended many turns ago.
            self.accepted = [self.key, new]
            self.upstream.accept(openai=self.accepted)
        begin = time.monotonic()
        status, answer, _ = self.instance.admin(
            "POST", "upstreams/openai/rotations", {"secret": new}, Idempotency_Key=f"trial-{number}"
        )
        if kind == "revoked at once":
            self.upstream.accept(openai=[new])
        took = time.monotonic() - begin
        if status == 201:
            self.key = new
        self.made.append((number, kind, status, answer.get("id") or answer.get("rotation"), took))

    def table(self):
        """Prints the result of each rotation."""
        print("\n| rotation | kind | status | took | end state |\n|---|---|---|---|---|")
        states = collections.Counter()
        for number, kind, status, rotation, took in self.made:
            state = self.instance.admin("GET", f"rotations/{rotation}")[1]["state"]
            states[kind, state] += 1
            print(f"| {number + 1} | {kind} | {status} | {took * 1000:.0f} ms | {state} |")
        print()
        return states


def rotate(folder):
    first = "sk-trial-first-" + os.urandom(12).hex()
    settings = {"TORII_MODEL": "openai:stand-in", "OPENAI_API_KEY": first, "TORII_LOG_LEVEL": "warning"}
    with stand_ins(folder, pace=2) as upstream:
        upstream.accept(openai=[first])
        with torii(folder, OPENAI_BASE_URL=upstream.openai, **settings) as instance:
            load = Load(instance)
            rotations = Rotations(instance, upstream, first, load)
            thread = threading.Thread(target=rotations.run, daemon=True)
            thread.start()
            seconds = load.run()
            thread.join(timeout=60)
            states = rotations.table()
            report(load, seconds, states, rotations)


def report(load, seconds, states, rotations):
    late = sorted(load.late)
    print(
        f"{load.done} streamed turns in {seconds:.1f} s ({load.done / seconds:.0f} a second); "
        f"begun late by {late[len(late) // 2] * 1000:.1f} ms (median), {late[int(len(late) * 0.99)] * 1000:.0f} ms (p99)"
    )
    for fault, count in load.failures.most_common(10):
        print(f"  {count} x {fault}")
    failed = sum(load.failures.values())
    check("no turn failed", load.done == TURNS and failed == 0, f"{failed} of {load.done}")
    check("all rotations were made", len(rotations.made) == ROTATIONS, len(rotations.made))
    expected = {("wrong key", "rejected"): 5, ("plain", "retired"): 10, ("revoked at once", "retired"): 5}
    check("each ended as it should", dict(states) == expected, dict(states))
    keys = rotations.instance.admin("GET", "upstreams/openai/keys")[1]["keys"]
    active = [key["last_four"] for key in keys if key["state"] == "active"]
    check("the last good key is the one in use", active == [rotations.key[-4:]], active)
    verdict = rotations.instance.admin("GET", "audit/verification")[1]
    check("the audit chain is whole", verdict["whole"], verdict["rows"])


if __name__ == "__main__":
    trial.run(rotate)
