"""The client's view of faults of a model's upstream: in each dialect, at each place, streamed and plain.

    make trial-faults OPTIONS="--round-deadline 3 --apis native chat"

The turns are made by the native API, and then by chat completions.

Each fault occurs in the third of four turns of a conversation; the others must be complete. Counts violations: a stream without exactly
one terminal event at its end, a broken answer that is reported as complete, text that the upstream did not send, a tool that runs for
an incomplete call, a model that is called again after it had started to answer, a stalled connection that is kept.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import re
import threading
from typing import NamedTuple

import checks
import trial
from chunks import Chunks
from client import TERMINAL, Stream, kind_of
from faulty_relay import SECRET, FaultyRelay
from stand_ins import stand_ins
from torii import torii

DIALECTS = ["openai", "openai-responses", "anthropic", "gemini", "ollama"]
BREAKS = ["cut", "reset", "half a frame", "ends early", "no JSON", "error event", "stall"]
TEXT, TOOL = "Tell me something", "What is the weather in Tokyo?"
# The stand-in's answer to the former.
ECHO = 'I am the stand-in model. You said: "{}"'
# The message, the round of the turn with the fault, the place in its answer, and the expected events.
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
    "words of the upstream that were shown", "turns that clients repeat after a tool was run",
]  # fmt: skip


class Seen(NamedTuple):
    """A client's view of one turn."""

    # Whether the stream has its dialect's end, with the answer complete or not.
    is_in_form: bool
    is_complete: bool
    # The kind of end, and the pieces of text.
    end: str
    pieces: list
    has_run_tools: bool
    # The error's name and text; `None` without an error.
    error: tuple | None
    # Everything received, as text.
    text: str
    # Whether clients repeat the request automatically.
    is_repeated: bool = False


class NativeTurns:
    """Turns by `POST /v1/chat`. A conversation is identified by its id."""

    def __init__(self, server):
        self.server = server

    def begin(self, conversation, message, is_streamed, fields):
        body = {"message": message, "conversation": conversation, "stream": is_streamed} | fields
        return self.server.post("/v1/chat", body)

    def whole(self, conversation, message, fields):
        """Makes a plain turn; returns its text, or `None`, and the conversation with it."""
        status, reply = self.server.ask(message, **fields | ({"conversation": conversation} if conversation else {}))
        return (reply["message"]["text"] if status == 200 else None), reply.get("conversation")

    def stream(self, answer):
        stream = Stream(answer.events())
        terminal = [kind for kind, _ in stream.events if kind in TERMINAL]
        end = stream.events[-1][0]
        return Seen(
            stream.is_whole and len(terminal) == 1, end == "run.completed", end.removeprefix("run."), stream.pieces,
            bool(stream.of("tool.finished")), error_of(stream.problem), str(stream.events),
        )  # fmt: skip

    def plain(self, answer):
        reply = answer.json()
        is_complete = answer.status == 200
        tools = self.server.send("GET", f"/v1/runs/{reply['run']}")[1]["tool_calls"] if "run" in reply else []
        return Seen(True, is_complete, str(answer.status), [], bool(tools), None if is_complete else error_of(reply), str(reply))


class ChatTurns:
    """Turns by chat completions, which show the server's tools. A conversation is its messages."""

    def __init__(self, server):
        self.server = server

    def begin(self, conversation, message, is_streamed, fields):
        messages = [*(conversation or []), {"role": "user", "content": message}]
        body = {"messages": messages, "stream": is_streamed, "torii": {"events": True}} | fields
        return self.server.post("/v1/chat/completions", body)

    def whole(self, conversation, message, fields):
        answer = self.begin(conversation, message, False, fields)
        with contextlib.closing(answer.connection):
            reply = answer.json()
        text = reply["choices"][0]["message"]["content"] if answer.status == 200 else None
        said = [{"role": "user", "content": message}, {"role": "assistant", "content": text}]
        return text, [*(conversation or []), *said]

    def stream(self, answer):
        chunks = Chunks(answer.events())
        is_broken = chunks.error is not None and not chunks.is_done and "error" in chunks.data[-1]
        return Seen(
            chunks.is_whole or is_broken, chunks.is_done, "completed" if chunks.is_done else "failed", chunks.pieces,
            any(member.get("type") == "tool.finished" for member in chunks.torii), chat_error(chunks.error), str(chunks.data),
        )  # fmt: skip

    def plain(self, answer):
        reply = answer.json()
        is_complete = answer.status == 200
        has_run_tools = is_complete and bool(reply["torii"]["tool_calls"])
        return Seen(
            True, is_complete, str(answer.status), [], has_run_tools, chat_error(reply.get("error")), str(reply),
            not is_complete and answer.headers["x-should-retry"] != "false",
        )  # fmt: skip


APIS = {"native": NativeTurns, "chat": ChatTurns}


def error_of(problem):
    return problem and (kind_of(problem), problem["detail"])


def chat_error(error):
    return error and (error["code"] or error["type"], error["message"])


class Faults:
    """All cases, with their observations and the counts of violations."""

    def __init__(self, turns, relay, first):
        """`first` is the number of earlier turns, whose names the relay knows."""
        self.turns, self.relay, self.first = turns, relay, first
        self.lock = threading.Lock()
        self.counts = collections.Counter()
        self.words = collections.Counter()
        self.seen = {}
        self.cases = {}
        self.number = first

    def count(self, name, is_bad, case=""):
        if is_bad:
            with self.lock:
                self.counts[name] += 1
                self.cases.setdefault(name, []).append(case)

    def run(self):
        """Runs the dialects concurrently, because most of the time is spent on waiting for stalls."""
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
        # Two upstreams, because a host with half of its answers broken is not called for a while.
        conversation = self.whole(None, fields)
        self.whole(conversation, fields)
        name = self.name()
        case = self.relay.prepare(name, where, fault, round)
        text = f"{message} {name}"
        answer = self.turns.begin(conversation, text, is_streamed, fields)
        with contextlib.closing(answer.connection):
            is_stream = is_streamed and answer.status == 200
            found = self.turns.stream(answer) if is_stream else self.turns.plain(answer)
        self.judge(dialect, found, text, place)
        seen = self.words_of(found) + (f" after {len(found.pieces)} words" if is_stream else "")
        with self.lock:
            self.seen[label, fault, dialect, is_streamed] = seen
        self.whole(conversation, fields)
        if where == "before the header":
            # If nothing was answered on a reused connection, the request is sent again once.
            self.count("questions sent more than twice", case.requests > round + 1, f"{dialect}, {fault}: {case.requests} times")
        else:
            self.count("models asked again", case.requests > round, f"{dialect}, {fault} {label}: {case.requests} requests")
        self.count("stalled connections kept", fault == "stall" and not case.was_left.wait(timeout=30), f"{dialect}, {label}")

    def whole(self, conversation, fields):
        """Makes a turn without a fault; returns its conversation."""
        message = f"{TEXT} {self.name()}"
        text, conversation = self.turns.whole(conversation, message, fields)
        self.count("turns before or after that were not whole", text != ECHO.format(message), text)
        return conversation

    def judge(self, dialect, found, message, place):
        label, asked, round, where, _ = place
        case = f"{dialect}, {label}: {found.text[-300:]}"
        self.count(BAD[0], not found.is_in_form, case)
        # Gemini marks its end only by the end of the body.
        is_whole = where == "after the end" and dialect != "gemini"
        self.count("broken answers that were called complete", found.is_complete and not is_whole, case)
        self.count("whole answers that were called broken", is_whole and not found.is_complete, case)
        if asked == TEXT:
            said = "".join(found.pieces)
            self.count("texts that the upstream did not send", not ECHO.format(message).startswith(said), case)
        self.count("tools run for half a round", asked == TOOL and round == 1 and found.has_run_tools, case)
        self.count("words of the upstream that were shown", SECRET in found.text, case)
        self.count("turns that clients repeat after a tool was run", round == 2 and found.is_repeated, case)

    def words_of(self, found):
        if found.error is None:
            return found.end
        kind, detail = found.error
        with self.lock:
            self.words[kind, re.sub(r"127\.0\.0\.1:\d+", "<host>", detail)] += 1
        return f"{found.end} {kind}"

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
        print(f"{len(self.seen)} broken turns, {self.number - self.first} turns in all")
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
        turns = 0
        for api in options.apis:
            print(f"\n# By {'chat completions' if api == 'chat' else 'the native API'}")
            # A server for each, because an upstream's faults are remembered for a while.
            with torii(folder, **settings) as server:
                faults = Faults(APIS[api](server), relay, turns)
                faults.run()
                turns = faults.number
                faults.count("words of the upstream that were shown", SECRET in server.log.read_text(), "the log")
                faults.report()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--round-deadline", type=float, default=3, help="TORII_ROUND_DEADLINE, which ends what stalls (3)")
    parser.add_argument("--apis", nargs="+", choices=APIS, default=[*APIS], help="the APIs of the turns (native chat)")
    trial.run(break_all, parser.parse_args())
