"""Honest streams during an attack: 20 clients, with the time at which the model sent each token; and a probe of `/healthz`.

They run in a separate process, so that the attackers' work does not count as delay.
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
    """An answer by Ollama's API: a token every 50 ms."""

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
    """The figures of the streams in one phase."""

    def __init__(self):
        self.whole, self.faults, self.delays, self.probes = 0, [], [], []

    def delay(self, share):
        """Returns a percentile of the delays of tokens, in milliseconds."""
        return percentile(self.delays, share)

    def probe(self, share):
        """Returns a percentile of the times of `/healthz`, in milliseconds."""
        return percentile(self.probes, share)


def percentile(seconds, share):
    ordered = sorted(seconds)
    return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share / 100))] if ordered else float("nan")


class Honest:
    """The clients, as the trial uses them."""

    def __init__(self, streams=STREAMS):
        self.pipe, other = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("spawn").Process(target=work, args=(other, streams), daemon=True)

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
        """Returns the figures since the last call, after all streams in progress have ended."""
        self.pipe.send("figures")
        return self.pipe.recv()


def work(pipe, streams):
    """The process with the model, the clients, and the connection to the trial."""
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

        def probe():
            client = Client(port, token, timeout=60)
            while True:
                begin = time.monotonic()
                try:
                    answer = client.open("GET", "/healthz")
                    answer.text()
                    answer.connection.close()
                except (Broken, OSError) as error:
                    with lock:
                        state["figures"].faults.append(f"/healthz: {error!r}"[:200])
                took = time.monotonic() - begin
                with lock:
                    state["figures"].probes.append(took)
                time.sleep(PACE)

        threading.Thread(target=probe, daemon=True).start()
        for _ in range(streams):
            threading.Thread(target=repeat, daemon=True).start()
        while pipe.recv() == "figures":
            with lock:
                found, state["figures"] = state["figures"], Figures()
            pipe.send(found)


def follow(client, delays):
    """Makes one streamed turn; returns its fault, or `None`."""
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
