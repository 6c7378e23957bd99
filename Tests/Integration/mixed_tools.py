"""Chat completions with a round that calls one tool of the server and two of the client, and the server killed with -9 in between.

    make trial-mixed OPTIONS="--times 20 --seed 1"

The client does not know runs: it sends its messages again with the outputs of its tools. Counts violations: a visible call of the
server's tool, a turn whose answer lacks an output, a tool of the server that is called twice, a round for which the model is called
again, a second answer that differs from the first, different outputs that are accepted, a run that another client can continue.
"""

import argparse
import collections
import contextlib
import random
import re
import threading
from typing import NamedTuple

import checks
import trial
from chat_model import ChatModel
from chunks import Chunks
from client import Broken
from scripted_model import user_text
from torii import torii

FIND = {
    "type": "function",
    "function": {
        "name": "findPeople",
        "description": "Looks up people",
        "parameters": {"type": "object", "properties": {"month": {"type": "integer"}}, "required": ["month"]},
    },
}
# The moments at which the server is killed, as sequences of actions.
SITUATIONS = {
    "never": ["answer"],
    "while the calls wait": ["kill", "answer"],
    "twice while they wait": ["kill", "kill", "answer"],
    "just after the answer": ["answer", "kill", "answer"],
    "while the outputs are on their way": ["answer in a kill"],
}
OUTPUTS = ["Naomi", "Ravi"]
BAD = [
    "calls of the client not shown", "calls of the server shown", "answers refused", "answers that lack an output", "answers that differ",
    "rounds asked again", "tools of the server called twice", "other outputs accepted", "runs reached by another client",
    "interrupted turns that clients repeat by themselves",
]  # fmt: skip


class Reply(NamedTuple):
    """The answer to one request: text, calls or an error."""

    status: int
    text: str
    calls: list
    error: dict | None
    # The header x-should-retry, by which clients decide whether to repeat a request.
    should_retry: str | None = None


class Turn:
    """One turn, with its client's actions and observations."""

    def __init__(self, server, stranger, item, is_streamed, dice, counts):
        self.server, self.stranger, self.item, self.is_streamed, self.dice, self.counts = server, stranger, item, is_streamed, dice, counts
        self.replies = []

    def ask(self, messages, client=None):
        body = {"messages": messages, "tools": [FIND], "stream": self.is_streamed}
        answer = (client or self.server).post("/v1/chat/completions", body)
        with contextlib.closing(answer.connection):
            if answer.status != 200:
                return Reply(answer.status, "", [], answer.json()["error"], answer.headers["x-should-retry"])
            if self.is_streamed:
                chunks = Chunks(answer.events())
                if not chunks.is_whole and not chunks.error:
                    raise Broken("the stream ended too soon")
                return Reply(200, chunks.text, chunks.calls, chunks.error)
            message = answer.json()["choices"][0]["message"]
        calls = [{"id": call["id"], **call["function"]} for call in message.get("tool_calls", [])]
        return Reply(200, message["content"] or "", calls, None)

    def messages(self, outputs=OUTPUTS):
        """Returns the client's copy of the history: the user's message, the calls and their outputs."""
        calls = [
            {"id": call["id"], "type": "function", "function": {"name": call["name"], "arguments": call["arguments"]}}
            for call in self.calls
        ]
        answers = [
            {"role": "tool", "tool_call_id": call["id"], "content": output} for call, output in zip(self.calls, outputs)
        ]
        # The order of the outputs has no meaning.
        self.dice.shuffle(answers)
        return [self.question, {"role": "assistant", "content": None, "tool_calls": calls}, *answers]

    @property
    def question(self):
        return {"role": "user", "content": f"item {self.item}"}

    def perform(self, steps):
        reply = self.ask([self.question])
        self.calls = reply.calls
        if [call["name"] for call in reply.calls if call["name"] == "findPeople"] != ["findPeople"] * 2:
            self.counts["calls of the client not shown"] += 1
            return
        if len(reply.calls) != 2 or "lamp" in str(reply):
            self.counts["calls of the server shown"] += 1
        for step in steps:
            match step:
                case "kill":
                    self.server.running.kill()
                    self.server.running.start()
                    self.reach()
                case "answer":
                    self.replies.append(self.ask(self.messages()))
                case "answer in a kill":
                    self.answer_in_a_kill()
        self.audit()

    def reach(self):
        """Sends the same messages as another client, which may get an answer of its own, but not this run's."""
        if f"lamp {self.item}" in self.ask(self.messages(), self.stranger).text:
            self.counts["runs reached by another client"] += 1

    def answer_in_a_kill(self):
        """Sends the outputs while the server is killed within the next milliseconds; and again after the restart."""
        timer = threading.Timer(self.dice.uniform(0, 0.008), self.server.running.kill)
        timer.start()
        try:
            self.replies.append(self.ask(self.messages()))
        except Broken:
            self.counts["(requests without an answer, sent again)"] += 1
        timer.join()
        self.server.running.start()
        self.replies.append(self.ask(self.messages()))

    def audit(self):
        self.replies.append(self.ask(self.messages()))
        if len({(reply.status, reply.text) for reply in self.replies}) > 1:
            self.counts["answers that differ"] += 1
        if self.is_interrupted:
            self.counts["interrupted turns that clients repeat by themselves"] += (
                self.end.status != 200 and self.end.should_retry != "false"
            )
        else:
            if self.end.error:
                self.counts["answers refused"] += 1
                print(f"item {self.item}: {self.end}")
            elif self.end.text != f"Added lamp {self.item}|Naomi|Ravi":
                self.counts["answers that lack an output"] += 1
            if self.ask(self.messages(["Somebody", "else"])).status != 409:
                self.counts["other outputs accepted"] += 1

    @property
    def end(self):
        return self.replies[-1]

    @property
    def is_interrupted(self):
        """Whether the server was killed during the run: then it must always report that."""
        return self.end.error is not None and self.end.error["code"] == "server_stopped"


def mix(folder, options):
    dice, counts, rounds = random.Random(options.seed), collections.Counter(), collections.Counter()

    def say(turn):
        """Calls three tools at once, and then repeats their outputs."""
        outputs = turn.outputs
        item = user_text(turn.body).split(" ")[1]
        if not outputs:
            rounds[item] += 1
            return turn.call({
                f"server-{item}": ("createInventory", {"title": f"lamp {item}"}),
                f"first-{item}": ("findPeople", {"month": 11}),
                f"second-{item}": ("findPeople", {"month": 12}),
            })  # fmt: skip
        is_added = f"lamp {item}" in outputs.get(f"server-{item}", "")
        turn.text(f"Added lamp {item}" if is_added else "Nothing was added")
        turn.text("".join(f"|{outputs.get(f'{name}-{item}')}" for name in ("first", "second")))
        turn.finish()

    rows = []
    with ChatModel(say).running() as model, torii(folder, TORII_LOG_LEVEL="error", **model.settings) as server:
        stranger = server.another_client("stranger")
        item = 0
        for situation, steps in SITUATIONS.items():
            ends = collections.Counter()
            for number in range(options.times):
                item += 1
                turn = Turn(server, stranger, item, number % 2 == 0, dice, counts)
                turn.perform(steps)
                if turn.replies:
                    ends["interrupted" if turn.is_interrupted else "completed"] += 1
            rows.append([situation, options.times, ends["completed"], ends["interrupted"]])
            if "in a kill" not in steps[-1]:
                counts["answers refused"] += ends["interrupted"]
        _, listed = server.send("POST", "/v1/tools/getInventoryList", {})
        titles = collections.Counter(title for title in strings(listed) if re.fullmatch("lamp [0-9]+", title))
        counts["tools of the server called twice"] += sum(1 for item in range(1, item + 1) if titles[f"lamp {item}"] > 1)
        counts["rounds asked again"] += sum(1 for count in rounds.values() if count > 1)
    checks.table(["server killed", "turns", "completed", "interrupted"], rows)
    for name in sorted(set(counts) - set(BAD)):
        print(f"{name}: {counts[name]}")
    checks.check("each turn's tool of the server was called", len(titles) == item, f"{len(titles)} of {item}")
    for name in BAD:
        checks.none(name, counts[name])


def strings(value):
    """Yields all strings in a value of JSON."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [text for element in value for text in strings(element)]
    return [value] if isinstance(value, str) else []


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=20, help="how many turns for each situation (20)")
    parser.add_argument("--seed", type=int, default=1)
    trial.run(mix, parser.parse_args())
