"""The scripted model on one port: OpenAI's chat completions and Responses, Anthropic's Messages, Gemini and Ollama.

Each wire reads a request into `Heard` and writes a `Reply` as that provider streams it.
"""

import collections
import contextlib
import json
import threading
import time
import urllib.parse

import neutral
from chat_model import without_note
from loopback import Handler, listening
from wire_anthropic import Anthropic
from wire_chat import Chat
from wire_gemini import Gemini
from wire_ollama import Ollama
from wire_responses import Responses

# The wires, by the end of their paths.
WIRES = {
    "/chat/completions": Chat, "/responses": Responses, "/messages": Anthropic, ":streamGenerateContent": Gemini, "/api/chat": Ollama,
}  # fmt: skip
# The models of a server with this upstream, by the name of the wire.
MODELS = {"openai": Chat, "openai-responses": Responses, "anthropic": Anthropic, "gemini": Gemini, "ollama": Ollama}


class Request(Handler):
    """One request to the model."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])) or b"{}")
        path = self.path.partition("?")[0]
        try:
            if path.endswith(("/count_tokens", "/input_tokens", ":countTokens")):
                # The members of the three providers that count.
                return self.json({"input_tokens": 42, "object": "response.input_tokens", "totalTokens": 42})
            kind = next(wire for end, wire in WIRES.items() if path.endswith(end))
            self.answer(kind(self, body), body)
        except OSError:
            self.close_connection = True

    def do_GET(self):
        self.server.owner.report(self)

    def answer(self, wire, body):
        heard = wire.heard(body)
        turns = [("user", without_note(turn[1])) if turn[0] == "user" else turn for turn in heard.turns]
        heard = heard._replace(turns=turns)
        self.server.owner.note(type(wire), heard, body)
        reply = self.server.owner.reply(heard)
        self.stream(200, wire.type)
        for frame in wire.frames(reply):
            self.chunk(frame)
            if reply.pace:
                time.sleep(reply.pace)
        if reply.holds:
            self.wait_for_close()
            return self.server.owner.was_left(heard.question)
        if reply.breaks and wire.cuts_after_error:
            self.close_connection = True
            return
        self.end()

    def json(self, value, status=200):
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


class WireModel:
    """The model, with its requests by the user's message. `reply` is called with each `Heard` and returns the `Reply`."""

    def __init__(self, reply=neutral.reply):
        self.reply = reply
        self.lock = threading.Condition()
        self.requests, self.bodies, self.left = collections.defaultdict(list), collections.defaultdict(list), set()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def settings(self):
        """Returns the settings of a server whose models are this one by every wire; the first is `openai:m`."""
        return {
            "TORII_MODEL": ",".join(f"{name}:m" for name in MODELS),
            "TORII_MODELS_ALLOWED": "phrasebook",
            "OPENAI_BASE_URL": self.url + "/v1",
            "ANTHROPIC_BASE_URL": self.url,
            "GEMINI_BASE_URL": self.url,
            "OLLAMA_BASE_URL": self.url,
        }

    @contextlib.contextmanager
    def running(self):
        with listening(Request, self) as self.port:
            yield self

    def note(self, wire, heard, body):
        with self.lock:
            self.requests[heard.question].append(heard)
            self.bodies[heard.question].append(body)

    def was_left(self, question):
        with self.lock:
            self.left.add(question)
            self.lock.notify_all()

    def has_left(self, question, seconds=15):
        """Waits until the caller of the turn `hold: …` has closed its connection; returns whether it did."""
        with self.lock:
            return self.lock.wait_for(lambda: question in self.left, seconds)

    def report(self, request):
        """Answers the queries of clients in other processes.

        `/left/<message>` is whether that turn was left, `/requests/<message>` the number of its requests, `/heard/<message>` the requests
        in neutral form, and `/bodies/<message>` as they were sent.
        """
        kind, _, message = urllib.parse.unquote(request.path.removeprefix("/")).partition("/")
        with self.lock:
            heard, bodies = list(self.requests[message]), list(self.bodies[message])
        match kind:
            case "left":
                request.json(self.has_left(message))
            case "requests":
                request.json(len(heard))
            case "heard":
                request.json([one._asdict() for one in heard])
            case _:
                request.json(bodies)
