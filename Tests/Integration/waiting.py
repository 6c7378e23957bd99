"""Turns with a server tool, a client tool and an approval; the server is killed with -9 while they wait and while they are answered.

    make trial-waiting OPTIONS="--times 20 --seed 1"

Each turn is resumed after every restart by its last event's id, as an app does. Counts violations: a turn that does not end, an event
that is missing or doubled, an answer that is lost after its 202 or accepted twice, a call that is made twice, a round for which the
model is called again, an answer that is accepted from another client.
"""

import argparse
import collections
import random
import threading
import time

import checks
import trial
from chat_model import ChatModel
from client import Broken
from torii import torii

FIND = {
    "name": "findPeople",
    "description": "Looks up people",
    "parameters": {"type": "object", "properties": {"month": {"type": "integer"}}, "required": ["month"]},
    "output": {"type": "array", "items": {"type": "string"}},
}
# The moments at which the server is killed, as sequences of actions.
SITUATIONS = {
    "never": ["first", "repeat", "second"],
    "while both wait": ["kill", "first", "second"],
    "twice while both wait": ["kill", "kill", "first", "second"],
    "just after the first answer": ["first", "kill", "repeat", "second"],
    "while both wait, and after the first": ["kill", "first", "kill", "repeat", "second"],
    "while the second is on its way": ["first", "second in a kill"],
    "just after the second answer": ["first", "second", "kill"],
}
# An approved call is made at most once: if the server is killed during the turn, the turn is interrupted.
MAY_BE_INTERRUPTED = {"while the second is on its way", "just after the second answer"}
BAD = [
    "turns without their end", "events missing, doubled or out of order", "replays that differ", "waiting calls lost",
    "answers refused", "answers lost after their 202", "second answers to a call taken", "calls made twice",
    "rounds asked again", "results that are wrong", "answers of another client taken", "runs shown to another client",
    "conversations that do not go on",
]  # fmt: skip


class Turn:
    """One turn, with its client's actions and observations."""

    def __init__(self, server, stranger, item, order, dice, counts):
        self.server, self.stranger, self.item, self.dice, self.counts = server, stranger, item, dice, counts
        self.calls = [f"{kind}-{item}" for kind in order]
        self.answered = []
        self.events = []

    @property
    def run(self):
        return self.events[0].run

    @property
    def path(self):
        return f"/v1/runs/{self.run}/outputs"

    def body(self, call, is_other=False):
        """Returns the answer to a call, or one that differs from it."""
        if call.startswith("client"):
            return {"outputs": [{"call": call, "output": ["Somebody else" if is_other else "Naomi"]}]}
        return {"decisions": [{"call": call, "decision": "reject" if is_other else "approve"}]}

    def ask(self):
        """Sends the request that starts the turn, and that finds it again."""
        body = {"message": f"item {self.item}", "client_tools": [FIND], "stream": True}
        return self.server.open("POST", "/v1/chat", body, {"Idempotency-Key": f"waiting-{self.item}"})

    def perform(self, steps):
        answer = self.ask()
        for event in answer.events():
            self.take(event)
            if sum(1 for event in self.events if event.kind == "action.required") == len(self.calls):
                break
        answer.leave()
        self.look()
        for step in steps:
            self.step(step)
        self.read()

    def step(self, step):
        match step:
            case "first" | "second":
                self.answer(self.calls[len(self.answered)])
            case "repeat":
                for call in self.answered:
                    self.repeat(call)
            case "kill":
                self.server.running.kill()
                self.server.running.start()
                self.look()
            case "second in a kill":
                self.answer_in_a_kill(self.calls[1])

    def take(self, event):
        if event.number != len(self.events) or self.events and (event.run != self.run or self.events[-1].is_terminal):
            self.counts["events missing, doubled or out of order"] += 1
        self.events.append(event)

    def look(self):
        """While the turn waits, checks that it reports this, that the request finds the run, and that no other client does."""
        left = [call for call in self.calls if call not in self.answered]
        if not left:
            return
        description = self.server.send("GET", f"/v1/runs/{self.run}")[1]
        waiting = {action["call"] for action in description.get("actions", [])}
        if description["status"] != "waiting" or waiting != set(left):
            self.counts["waiting calls lost"] += 1
        answer = self.ask()
        for event, before in zip(answer.events(), self.events):
            if event[:3] != before[:3]:
                self.counts["replays that differ"] += 1
            if event.number == len(self.events) - 1:
                break
        answer.leave()
        for call in left:
            if self.stranger.send("POST", self.path, self.body(call))[0] != 404:
                self.counts["answers of another client taken"] += 1
        if self.stranger.send("GET", f"/v1/runs/{self.run}")[0] != 404:
            self.counts["runs shown to another client"] += 1

    def answer(self, call):
        if self.server.send("POST", self.path, self.body(call))[0] != 202:
            self.counts["answers refused"] += 1
        self.answered.append(call)

    def answer_in_a_kill(self, call):
        """Sends an answer while the server is killed within the next milliseconds, and again until it is accepted."""
        timer = threading.Timer(self.dice.uniform(0, 0.008), self.server.running.kill)
        timer.start()
        try:
            self.answer(call)
        except Broken:
            pass
        timer.join()
        self.server.running.start()
        if call not in self.answered:
            self.counts["(answers without a reply, sent again)"] += 1
            self.answer(call)

    def repeat(self, call):
        """Checks that an accepted answer is known: the same one again changes nothing, a different one is refused."""
        if self.server.send("POST", self.path, self.body(call))[0] != 202:
            self.counts["answers lost after their 202"] += 1
        if self.server.send("POST", self.path, self.body(call, is_other=True))[0] != 409:
            self.counts["second answers to a call taken"] += 1

    def read(self):
        """Reads on to the end, and resumes the stream as often as it breaks."""
        deadline = time.monotonic() + 60
        while not self.events[-1].is_terminal and time.monotonic() < deadline:
            try:
                last = {"Last-Event-ID": self.events[-1].id}
                answer = self.server.open("GET", f"/v1/runs/{self.run}/events", headers=last)
                for event in answer.events():
                    self.take(event)
                answer.leave()
            except Broken:
                time.sleep(0.02)

    @property
    def end(self):
        return self.events[-1].kind

    def audit(self, rounds):
        """Checks after the end: answers are still known, nothing was done twice, the result is right, and the conversation continues."""
        for call in self.answered:
            self.repeat(call)
        replay = list(self.server.open("GET", f"/v1/runs/{self.run}/events").events())
        if [event[:3] for event in replay] != [event[:3] for event in self.events]:
            self.counts["replays that differ"] += 1
        finished = [event.json["call"] for event in self.events if event.kind == "tool.finished"]
        if len(set(finished)) != len(finished):
            self.counts["calls made twice"] += 1
        if max(rounds[self.item, False], rounds[self.item, True]) > 1:
            self.counts["rounds asked again"] += 1
        if self.end == "run.completed" and not self.is_right:
            self.counts["results that are wrong"] += 1
        status, reply = self.server.ask("next", conversation=self.events[0].json["conversation"])
        if status != 200 or reply["message"]["text"] != "fine":
            self.counts["conversations that do not go on"] += 1

    @property
    def is_right(self):
        """Whether the model received the unchanged item, the client's output and the deletion, and the item is deleted."""
        text = "".join(event.json["text"] for event in self.events if event.kind == "message.completed")
        parts = text.split("|")
        expected = [f"lamp {self.item}", "Naomi", "Deleted"]
        return len(parts) == 4 and all(word in part for word, part in zip(expected, parts)) and self.is_deleted

    @property
    def is_deleted(self):
        return "no inventory item" in self.server.post("/mcp/tools/get-inventory", {"id": self.item}).text()


def wait(folder, options):
    dice, counts, rounds = random.Random(options.seed), collections.Counter(), collections.Counter()

    def say(turn):
        """Calls a tool of each kind at once, and then repeats their outputs."""
        if turn.message == "next":
            turn.text("fine")
            return turn.finish()
        outputs = turn.outputs
        item = int((next(iter(outputs)) if outputs else turn.message).split("-" if outputs else " ")[1])
        rounds[item, bool(outputs)] += 1
        if not outputs:
            return turn.call({
                f"server-{item}": ("getInventory", {"id": item}),
                f"client-{item}": ("findPeople", {"month": 11}),
                f"approval-{item}": ("deleteInventory", {"id": item}),
            })  # fmt: skip
        for kind in ("server", "client", "approval"):
            turn.text(outputs[f"{kind}-{item}"] + "|")
        turn.finish()

    rows = []
    with ChatModel(say).running() as model, torii(folder, TORII_LOG_LEVEL="error", **model.settings) as server:
        stranger = server.another_client("stranger")
        item = 0
        for situation, steps in SITUATIONS.items():
            ends, deleted = collections.Counter(), 0
            for number in range(options.times):
                item += 1
                server.post("/mcp/tools/create-inventory", {"title": f"lamp {item}"}).text()
                order = ["client", "approval"] if number % 2 == 0 else ["approval", "client"]
                turn = Turn(server, stranger, item, order, dice, counts)
                turn.perform(steps)
                turn.audit(rounds)
                ends[turn.end] += 1
                deleted += turn.is_deleted
            rows.append([situation, options.times, ends["run.completed"], ends["run.interrupted"], deleted])
            may_be = ends["run.interrupted"] if situation in MAY_BE_INTERRUPTED else 0
            counts["turns without their end"] += options.times - ends["run.completed"] - may_be
    checks.table(["server killed", "turns", "completed", "interrupted", "items deleted"], rows)
    for name in sorted(set(counts) - set(BAD)):
        print(f"{name}: {counts[name]}")
    for name in BAD:
        checks.none(name, counts[name])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=20, help="how many turns for each situation (20)")
    parser.add_argument("--seed", type=int, default=1)
    trial.run(wait, parser.parse_args())
