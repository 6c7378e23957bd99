"""Honest streams beside an attack: 20 clients, each token with the time at which its model said it.

They are a process of their own, so that the attackers' work is not counted as delay.
"""

import json
import multiprocessing
import threading
import time

from chat_model import ChatModel, Turn
from client import Broken, Client, Stream

STREAMS = 20
TOKENS = 40
PACE = 0.05


class PacedTurn(Turn):
    """An answer by Ollama's interface: a token every 50 ms."""

    def line(self, value):
        self.chunk(json.dumps({"model": "m"} | value).encode() + b"\n")

    def perform(self, _):
        self.stream(200, "application/x-ndjson")
        try:
            for _ in range(TOKENS):
                time.sleep(PACE)
                message = {"role": "assistant", "content": f"{time.monotonic():.6f} "}
                self.line({"message": message, "done": False})
            end = {"role": "assistant", "content": ""}
            self.line({"message": end, "done": True, "done_reason": "stop", "prompt_eval_count": 9, "eval_count": TOKENS})
            self.end()
        except OSError:
            self.close_connection = True


class PacedModel(ChatModel):
    """The model of the honest clients."""

    handler = PacedTurn

    def __init__(self):
        super().__init__(None)


class Figures:
    """What the streams of one phase came to."""

    def __init__(self):
        self.whole, self.faults, self.delays = 0, [], []

    def delay(self, share):
        """So many of a hundred delays are shorter, in milliseconds."""
        ordered = sorted(self.delays)
        return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share / 100))] if ordered else float("nan")


class Honest:
    """The clients, seen from the trial."""

    def __init__(self):
        self.pipe, other = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("spawn").Process(target=work, args=(other,), daemon=True)

    def __enter__(self):
        self.process.start()
        self.model = self.pipe.recv()
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.join()

    def begin(self, port, token):
        self.pipe.send((port, token))

    def figures(self):
        """What has come since the last call, when every stream that was under way has ended."""
        self.pipe.send("figures")
        return self.pipe.recv()


def work(pipe):
    """The process: the model, the clients, and who answers the trial."""
    with PacedModel().running() as model:
        pipe.send(model.url)
        port, token = pipe.recv()
        lock, state = threading.Lock(), {"figures": Figures()}

        def repeat():
            client = Client(port, token, timeout=60)
            while True:
                delays, fault = [], None
                try:
                    fault = follow(client, delays)
                except (Broken, OSError, AssertionError) as error:
                    fault = repr(error)[:200]
                    time.sleep(0.2)
                with lock:
                    state["figures"].delays += delays
                    if fault:
                        state["figures"].faults.append(fault)
                    else:
                        state["figures"].whole += 1

        for _ in range(STREAMS):
            threading.Thread(target=repeat, daemon=True).start()
        while pipe.recv() == "figures":
            with lock:
                found, state["figures"] = state["figures"], Figures()
            pipe.send(found)


def follow(client, delays):
    """One streamed turn; gives what was wrong with it, or `None`."""
    answer = client.post("/v1/chat", {"message": "go on", "stream": True})
    if answer.status != 200:
        answer.connection.close()
        return f"refused with {answer.status}"
    events = []
    for event in answer.events():
        events.append(event)
        if event.kind == "message.delta":
            delays += [event.time - float(sent) for sent in event.json["text"].split()]
    answer.connection.close()
    stream = Stream(events)
    if not stream.is_whole:
        return f"not whole: {events[-1].kind if events else 'no event'}"
    return None if len(stream.text.split()) == TOKENS else f"{stream.events[-1][0]}: {len(stream.text.split())} of {TOKENS} tokens"
