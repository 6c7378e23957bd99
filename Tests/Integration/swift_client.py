"""The Swift client against a server that is killed with -9 and started again, ten times in one stream.

    make trial-client OPTIONS="--kills 10 --tokens 60 --seed 1"

Three kinds of streams: a turn whose tool in the app is called in each of its rounds, with a kill during each call; a completed run that is
read step by step, with kills between the events; and turns that are killed while the model writes, which end as interrupted. Counts
violations: an event that is missing, doubled or out of order, a call that is made twice, an answer that differs from what the server has.
"""

import argparse
import collections
import json
import os
import random
import subprocess
import time

import checks
import trial
from chat_model import ChatModel
from servers import BUILT
from torii import TOKEN, torii

BAD = [
    "events missing, doubled or out of order", "events that differ from the server's", "calls made twice or not at all",
    "streams with a wrong end", "answers refused",
]  # fmt: skip


class Program:
    """A running `client-trial`, line by line."""

    def __init__(self, server, *arguments, **settings):
        environment = os.environ | {"TORII_URL": f"http://127.0.0.1:{server.port}", "TORII_TOKEN": TOKEN} | settings
        self.process = subprocess.Popen(
            [BUILT / "client-trial", *arguments], env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.events, self.calls, self.notices, self.end = [], [], collections.Counter(), None

    def lines(self):
        """Returns the program's lines as they arrive, after it has noted each."""
        for text in self.process.stdout:
            line = json.loads(text)
            if "id" in line:
                self.events.append(line)
            elif "call" in line and "notice" not in line:
                self.calls.append(line["call"])
            elif "notice" in line:
                self.notices[line["notice"]] += 1
            elif "end" in line:
                self.end = line
            yield line
        self.process.wait()

    def proceed(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    @property
    def run(self):
        return self.events[0]["data"]["run"]

    def audit(self, counts, server, end, problem=None):
        """Compares the events with those that the server has, and the end with the expected one."""
        numbers = [event["id"] for event in self.events]
        if numbers != [f"{self.run}:{number}" for number in range(len(numbers))]:
            counts["events missing, doubled or out of order"] += 1
        replay = [event for event in server.open("GET", f"/v1/runs/{self.run}/events").events()]
        if [(event.id, event.kind) for event in replay] != [(event["id"], event["type"]) for event in self.events]:
            counts["events that differ from the server's"] += 1
        for event, seen in zip(replay, self.events):
            # The program writes other events in a form of its own.
            if event.kind in ("message.delta", "message.completed", "tool.finished") and event.json != seen["data"]:
                counts["events that differ from the server's"] += 1
        if not self.end or self.end["end"] != end or self.end.get("problem") != problem:
            counts["streams with a wrong end"] += 1
        counts["answers refused"] += self.notices["refused"]
        counts["events read"] += len(self.events)
        counts["connections lost or refused"] += self.notices["lost"]
        counts["connections made"] += self.notices["connected"]


def kill(server, counts):
    server.running.kill()
    server.running.start()
    counts["kills"] += 1


def waiting_turn(server, options, counts):
    """A turn with a call of the app in each round; the server is killed during each call."""
    program = Program(server, "chat", "steps")
    for line in program.lines():
        if "call" in line and "notice" not in line:
            kill(server, counts)
            program.proceed()
    if program.calls != list(range(options.kills)):
        counts["calls made twice or not at all"] += 1
    program.audit(counts, server, "completed")
    return program


def paced_reader(server, options, counts, dice):
    """A run that has ended is read one event after the other; the server is killed between some of them."""
    _, reply = server.ask("slowly")
    count = sum(1 for _ in server.open("GET", f"/v1/runs/{reply['run']}/events").events())
    kills = set(dice.sample(range(1, count - 1), options.kills))
    program = Program(server, "follow", reply["run"], STEP="1")
    for line in program.lines():
        if "id" in line:
            if len(program.events) in kills:
                kill(server, counts)
            program.proceed()
    program.audit(counts, server, "completed")


def killed_turn(server, options, counts, dice):
    """A turn whose server is killed while the model writes."""
    program = Program(server, "chat", "slowly")
    at = dice.randrange(2, options.tokens - 2)
    for line in program.lines():
        if "id" in line and len(program.events) == at:
            kill(server, counts)
    program.audit(counts, server, "problem", "run-interrupted")


def torture(folder, options):
    dice, counts = random.Random(options.seed), collections.Counter()

    def say(turn):
        if turn.message == "slowly":
            for number in range(options.tokens):
                turn.text(f"t{number} ")
                time.sleep(options.pace)
        elif len(turn.outputs) < options.kills:
            number = len(turn.outputs)
            return turn.call({f"step-{number}": ("step", {"number": number})})
        else:
            turn.text("all steps")
        turn.finish()

    with ChatModel(say).running() as model, torii(folder, TORII_LOG_LEVEL="error", **model.settings) as server:
        steps = waiting_turn(server, options, counts)
        paced_reader(server, options, counts, dice)
        for _ in range(options.kills):
            killed_turn(server, options, counts, dice)
        text = [event["data"]["text"] for event in steps.events if event["type"] == "message.completed"]
        checks.check("the turn with its calls has its answer", text == ["all steps"], text)
    names = BAD + sorted(set(counts) - set(BAD))
    checks.table(["what", "count"], [[name, counts[name]] for name in names])
    for name in BAD:
        checks.none(name, counts[name])
    expected = options.kills * 3
    checks.check(f"kills: {counts['kills']}", counts["kills"] == expected, expected)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=10, help="the number of kills in each kind of stream")
    parser.add_argument("--tokens", type=int, default=60, help="the number of tokens of an answer")
    parser.add_argument("--pace", type=float, default=0.01, help="the time between two tokens, in seconds")
    parser.add_argument("--seed", type=int, default=1)
    trial.run(torture, parser.parse_args())
