"""What clients see when the upstream of a model breaks: by each dialect, in each place, streamed and plain.

    make trial-faults OPTIONS="--round-deadline 3"

Each fault comes in the third of four turns of a conversation; the others must be whole. Counts what may not be: a stream without
exactly one terminal event at its end, a broken answer that is called complete, a text that the upstream did not send, a tool that
is run for a call that was not whole, a model that is asked again after it had begun to answer, a stalled connection that is kept.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import re
import threading

import checks
import trial
from client import TERMINAL, Stream, kind_of
from faulty_relay import SECRET, FaultyRelay
from stand_ins import stand_ins
from torii import torii

DIALECTS = ["openai", "openai-responses", "anthropic", "gemini", "ollama"]
BREAKS = ["cut", "reset", "half a frame", "ends early", "no JSON", "error event", "stall"]
TEXT, TOOL = "Tell me something", "What is the weather in Tokyo?"
# What the stand-in says to the former.
ECHO = 'I am the stand-in model. You said: "{}"'
# What is asked, in which round of the turn the fault comes, where in its answer, and which there are to be.
PLACES = [
    ("before the header", TEXT, 1, "before the header", ["cut", "reset", "stall"]),
    ("after the header", TEXT, 1, "after the header", BREAKS),
    ("in the middle of the text", TEXT, 1, "in the middle", BREAKS),
    ("in the middle of a tool call", TOOL, 1, "in the middle", BREAKS),
    ("in the text after a tool", TOOL, 2, "in the middle", BREAKS),
    ("after the last frame", TEXT, 1, "after the end", ["cut", "reset", "stall"]),
]
BAD = [
    "streams without exactly one terminal event, at the end", "broken answers that were called complete",
    "whole answers that were called broken", "texts that the upstream did not send", "tools run for half a round",
    "models asked again", "questions sent more than twice", "stalled connections kept", "turns before or after that were not whole",
    "words of the upstream that were shown",
]  # fmt: skip


class Faults:
    """All cases, what was seen in each, and how often what may not be."""

    def __init__(self, server, relay):
        self.server, self.relay = server, relay
        self.lock = threading.Lock()
        self.counts = collections.Counter()
        self.words = collections.Counter()
        self.seen = {}
        self.cases = {}
        self.number = 0

    def count(self, name, is_bad, case=""):
        if is_bad:
            with self.lock:
                self.counts[name] += 1
                self.cases.setdefault(name, []).append(case)

    def run(self):
        """The dialects at the same time, for most of the time is spent waiting for those that stall."""
        with concurrent.futures.ThreadPoolExecutor(len(DIALECTS)) as pool:
            for one in [pool.submit(self.speak, dialect) for dialect in DIALECTS]:
                one.result()

    def speak(self, dialect):
        for place in PLACES:
            for fault in place[-1]:
                for is_streamed in (True, False):
                    self.take(dialect, place, fault, is_streamed)

    def name(self):
        with self.lock:
            self.number += 1
            return f"case-{self.number}"

    def take(self, dialect, place, fault, is_streamed):
        label, message, round, where, _ = place
        fields = {"model": f"{dialect}:stand-in"}
        # Two of them, for a host of whose answers half break is not asked for a while.
        conversation = self.whole(fields)
        self.whole(fields | {"conversation": conversation})
        name = self.name()
        case = self.relay.prepare(name, where, fault, round)
        body = {"message": f"{message} {name}", "conversation": conversation, "stream": is_streamed} | fields
        answer = self.server.post("/v1/chat", body)
        with contextlib.closing(answer.connection):
            if is_streamed and answer.status == 200:
                seen = self.stream(dialect, Stream(answer.events()), body["message"], place)
            else:
                seen = self.plain(dialect, answer.status, answer.json(), place)
        with self.lock:
            self.seen[label, fault, dialect, is_streamed] = seen
        self.whole(fields | {"conversation": conversation})
        if where == "before the header":
            # Where nothing was answered, and the connection was an old one, the request is sent again: once.
            self.count("questions sent more than twice", case.requests > round + 1, f"{dialect}, {fault}: {case.requests} times")
        else:
            self.count("models asked again", case.requests > round, f"{dialect}, {fault} {label}: {case.requests} requests")
        self.count("stalled connections kept", fault == "stall" and not case.was_left.wait(timeout=30), f"{dialect}, {label}")

    def whole(self, fields):
        """A turn in which nothing breaks; gives its conversation."""
        message = f"{TEXT} {self.name()}"
        status, reply = self.server.ask(message, **fields)
        is_whole = status == 200 and reply["message"]["text"] == ECHO.format(message)
        self.count("turns before or after that were not whole", not is_whole, reply.get("detail", status))
        return reply.get("conversation")

    def stream(self, dialect, stream, message, place):
        """What a reader of the stream saw, in a few words."""
        label, asked, round, where, _ = place
        terminal = [kind for kind, _ in stream.events if kind in TERMINAL]
        self.count(BAD[0], not stream.is_whole or len(terminal) != 1)
        end = stream.events[-1][0]
        self.judge(dialect, end == "run.completed", where)
        if asked == TEXT:
            said = "".join(stream.pieces)
            self.count("texts that the upstream did not send", not ECHO.format(message).startswith(said))
        self.count("tools run for half a round", asked == TOOL and round == 1 and bool(stream.of("tool.finished")))
        return self.words_of(end.removeprefix("run."), stream.problem) + f" after {len(stream.pieces)} words"

    def plain(self, dialect, status, answer, place):
        """What was answered in one piece."""
        label, asked, round, where, _ = place
        self.judge(dialect, status == 200, where)
        if asked == TOOL and round == 1:
            run = self.server.send("GET", f"/v1/runs/{answer['run']}")[1]
            self.count("tools run for half a round", bool(run["tool_calls"]))
        return self.words_of(str(status), None if status == 200 else answer)

    def judge(self, dialect, is_complete, where):
        # Gemini has no mark for its end but that of the body.
        is_whole = where == "after the end" and dialect != "gemini"
        self.count("broken answers that were called complete", is_complete and not is_whole)
        self.count("whole answers that were called broken", is_whole and not is_complete)

    def words_of(self, end, problem):
        if problem is None:
            return end
        with self.lock:
            self.words[kind_of(problem), re.sub(r"127\.0\.0\.1:\d+", "<host>", problem["detail"])] += 1
        self.count("words of the upstream that were shown", SECRET in str(problem))
        return f"{end} {kind_of(problem)}"

    def report(self):
        for label, *_, faults in PLACES:
            print(f"\nThe upstream breaks {label}:")
            rows = [
                [fault, "streamed" if is_streamed else "plain"]
                + [self.seen[label, fault, dialect, is_streamed] for dialect in DIALECTS]
                for fault in faults
                for is_streamed in (True, False)
            ]
            checks.table(["fault", "request", *DIALECTS], rows)
        print("What the problems say:")
        checks.table(["problem", "detail", "times"], [[*words, count] for words, count in self.words.most_common()])
        print(f"{len(self.seen)} broken turns, {self.number} turns in all")
        for name in BAD:
            checks.none(name, self.counts[name], "; ".join(self.cases.get(name, [])))


def break_all(folder, options):
    with stand_ins(folder, pace=0) as upstream, FaultyRelay(upstream.port).running() as relay:
        settings = {
            "TORII_MODEL": ",".join(f"{dialect}:stand-in" for dialect in DIALECTS),
            "TORII_ROUND_DEADLINE": options.round_deadline,
            "OPENAI_BASE_URL": relay.openai + "/v1",
            "OPENAI_API_KEY": "sk-standin-first-0001",
            "ANTHROPIC_BASE_URL": relay.anthropic,
            "ANTHROPIC_API_KEY": "sk-ant-standin-first-0001",
            "GEMINI_BASE_URL": relay.gemini,
            "GEMINI_API_KEY": "gm-standin-first-0001",
            "OLLAMA_BASE_URL": relay.ollama,
            "OPEN_METEO_BASE_URL": upstream.url(3),
            "OPEN_METEO_GEOCODING_BASE_URL": upstream.url(3),
        }
        with torii(folder, **settings) as server:
            faults = Faults(server, relay)
            faults.run()
            faults.count("words of the upstream that were shown", SECRET in server.log.read_text())
            faults.report()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--round-deadline", type=float, default=3, help="TORII_ROUND_DEADLINE, which ends what stalls (3)")
    trial.run(break_all, parser.parse_args())
