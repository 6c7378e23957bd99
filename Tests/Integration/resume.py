"""A stress test of resumed streams: many runs, each reader dropped at random and reattached, the server killed with -9 and restarted.

    make trial-resume OPTIONS="--runs 500 --kills 20 --tokens 20 --seed 1"

Counts violations: an event that is missing, doubled or out of order, a stream that ends without a terminal event, a replay that differs
from the live stream, and a conversation that is damaged or does not continue.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import random
import threading
import time

import checks
import trial
from chat_model import ChatModel
from client import Broken, Event
from torii import torii

BAD = [
    "missing or out of order", "doubled", "after the end", "ended without a terminal event", "replays that differ",
    "texts damaged", "conversations damaged", "runs without an end",
]  # fmt: skip
# The time after which a run without an end is abandoned; far more than it needs.
PATIENCE = 120


class Counts:
    """The counts of all readers' observations."""

    def __init__(self):
        self.lock = threading.Lock()
        self.counter = collections.Counter()

    def add(self, name):
        with self.lock:
            self.counter[name] += 1


class Run:
    """One run and its reader."""

    def __init__(self, server, number, dice, tokens, counts):
        self.server, self.number, self.tokens, self.counts = server, number, tokens, counts
        # The number of events after which the reader is dropped.
        self.drops = sorted((dice.randrange(0, tokens) for _ in range(dice.randint(1, 5))), reverse=True)
        self.resets = dice.random() < 0.5
        self.events = []
        self.id = None

    @property
    def has_ended(self):
        return bool(self.events) and self.events[-1].is_terminal

    def read(self):
        deadline = time.monotonic() + PATIENCE
        while not self.has_ended:
            if time.monotonic() > deadline:
                self.counts.add("runs without an end")
                return
            try:
                self.attach()
            except Broken:
                self.counts.add("broken connections")
                time.sleep(0.02)

    def attach(self):
        if self.events:
            last = {"Last-Event-ID": self.events[-1].id}
            answer = self.server.open("GET", f"/v1/runs/{self.id}/events", headers=last)
        else:
            body = {"message": f"run {self.number}", "stream": True, "on_disconnect": "finish"}
            answer = self.server.open("POST", "/v1/chat", body, {"Idempotency-Key": f"resume-{self.number}"})
        if answer.status == 204:
            # No more events will arrive, and there was no end.
            self.counts.add("ended without a terminal event")
            self.events.append(Event(None, "run.failed", None, None))
        elif answer.status != 200:
            self.refused(answer.status, answer.json())
        elif not self.follow(answer.events()) and not self.has_ended:
            self.counts.add("ended without a terminal event")
        # Either by a normal close or by a reset.
        answer.leave(reset=self.resets)

    def follow(self, events):
        """Reads events until the stream ends; returns true if the reader is dropped before."""
        for event in events:
            self.take(event)
            if self.drops and len(self.events) > self.drops[-1]:
                self.drops.pop()
                self.counts.add("reader dropped")
                return True
        return False

    def refused(self, status, problem):
        """Handles a run that failed before its first output and is reported as its problem; its events exist nevertheless."""
        if "run" in problem:
            self.counts.add(f"ended with status {status}")
            for event in self.replay(problem["run"]):
                self.take(event)
        else:
            self.counts.add(f"refused with status {status}")
            time.sleep(0.1)

    def take(self, event):
        self.id = self.id or event.run
        expected = len(self.events)
        if event.run != self.id or event.number > expected:
            self.counts.add("missing or out of order")
        elif event.number < expected:
            self.counts.add("doubled")
        if self.has_ended:
            self.counts.add("after the end")
        self.events.append(event)

    def replay(self, run):
        """Returns the run's events from the start, as the server has them now."""
        return patiently(lambda: list(self.server.open("GET", f"/v1/runs/{run}/events").events()))

    def audit(self):
        """Checks the replay, the text, and the conversation, which has its next turn."""
        if not self.id:
            return
        if [event[:3] for event in self.replay(self.id)] != [event[:3] for event in self.events]:
            self.counts.add("replays that differ")
        texts = [event.json["text"] for event in self.events if event.kind == "message.delta"]
        end = self.events[-1].kind
        self.counts.add(end)
        if texts != said(len(texts)) or end == "run.completed" and len(texts) != self.tokens:
            self.counts.add("texts damaged")
        conversation = self.events[0].json["conversation"]
        status, reply = patiently(lambda: self.server.ask("short", conversation=conversation))
        _, export = patiently(lambda: self.server.send("GET", f"/v1/conversations/{conversation}"))
        kept = [message["text"] for message in export.get("messages", [])]
        before = [f"run {self.number}", "".join(texts)] if end == "run.completed" else []
        if status != 200 or reply["message"]["text"] != "fine" or kept != before + ["short", "fine"]:
            self.counts.add("conversations damaged")


def patiently(exchange):
    """Repeats an exchange while the server is down."""
    while True:
        with contextlib.suppress(Broken):
            return exchange()
        time.sleep(0.02)


def said(count):
    """Returns the first words of the model's answer."""
    return [f"t{number} " for number in range(count)]


def torture(folder, options):
    dice = random.Random(options.seed)
    counts = Counts()

    def say(turn):
        if turn.message == "short":
            turn.text("fine")
        else:
            for word in said(options.tokens):
                turn.text(word)
                time.sleep(options.pace)
        turn.finish()

    with ChatModel(say).running() as model, torii(folder, TORII_LOG_LEVEL="error", **model.settings) as server:
        runs = [Run(server, number, dice, options.tokens, counts) for number in range(options.runs)]
        begin = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(options.at_once) as readers:
            reading = [readers.submit(run.read) for run in runs]
            restarts = kill(server, runs, options.kills, dice, counts)
            for one in reading:
                one.result()
        seconds = time.monotonic() - begin
        for run in runs:
            run.audit()
    report(options, runs, counts.counter, seconds, restarts)


def kill(server, runs, times, dice, counts):
    """Kills and restarts the server at random times; returns the duration of each start."""
    took = []
    for _ in range(times):
        time.sleep(dice.uniform(0.3, 1.5))
        under_way = sum(1 for run in runs if run.events and not run.has_ended)
        server.running.kill()
        begin = time.monotonic()
        server.running.start()
        took.append(time.monotonic() - begin)
        counts.add("kills with runs under way" if under_way else "kills with nothing under way")
    return took


def report(options, runs, counts, seconds, restarts):
    names = BAD + sorted(set(counts) - set(BAD))
    checks.table(
        ["what", "count"],
        [["runs", len(runs)], ["kill -9", options.kills], ["events read", sum(len(run.events) for run in runs)]]
        + [[name, counts[name]] for name in names],
    )
    slowest = f", longest restart {max(restarts) * 1000:.0f} ms" if restarts else ""
    print(f"seed {options.seed}, {options.at_once} runs at once, {seconds:.1f} s{slowest}\n")
    for name in BAD:
        checks.none(name, counts[name])
    checks.check("readers were dropped", counts["reader dropped"] >= options.runs, counts["reader dropped"])
    if options.kills:
        checks.check("runs were under way at kills", counts["kills with runs under way"] > 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=500)
    parser.add_argument("--kills", type=int, default=20, help="how often the server is killed and started again (20)")
    parser.add_argument("--tokens", type=int, default=20, help="how many words an answer has (20)")
    parser.add_argument("--pace", type=float, default=0.04, help="seconds after each word (0.04)")
    parser.add_argument("--at-once", type=int, default=16, help="how many runs are read at a time (16)")
    parser.add_argument("--seed", type=int, default=1)
    trial.run(torture, parser.parse_args())
