"""A model with OpenAI's chat completions whose answers and timing are a function in the script."""

import contextlib
import json
import time

from loopback import Handler, listening


def without_note(text):
    """Returns a message of the user without the app's note, which the server adds at its end."""
    return text.split("[The app's note", 1)[0].removesuffix("\n")


class Turn(Handler):
    """One request to the model, and its answer in pieces."""

    def do_POST(self):
        self.body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.has_begun = False
        self.perform(self.server.owner.say)

    def do_GET(self):
        self.perform(self.server.owner.get)

    def perform(self, work):
        try:
            work(self)
        except OSError:
            self.close_connection = True

    @property
    def message(self):
        """Returns the text of the last message, without the note that the server adds to a message of the user."""
        content = self.body["messages"][-1]["content"]
        return without_note(content) if isinstance(content, str) else content

    @property
    def outputs(self):
        """Returns the outputs of the tools that were called since the user's last message, by call id."""
        found = {}
        for message in reversed(self.body["messages"]):
            if message["role"] == "user":
                break
            if message["role"] == "tool":
                found[message["tool_call_id"]] = message["content"]
        return found

    def begin(self):
        """Sends the header."""
        if not self.has_begun:
            self.has_begun = True
            self.stream(200, "text/event-stream")

    def text(self, text):
        self.delta({"content": text})

    def call(self, calls, usage=None):
        """Calls tools, given by call id, name and arguments."""
        self.delta({"tool_calls": [
            {"index": index, "id": id, "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
            for index, (id, (name, arguments)) in enumerate(calls.items())
        ]})  # fmt: skip
        self.finish("tool_calls", usage)

    def comment(self):
        """Sends a keep-alive comment, as proxies of providers do."""
        self.begin()
        self.chunk(b": thinking\n\n")

    def delta(self, delta, reason=None):
        self.event({"choices": [{"index": 0, "delta": delta, "finish_reason": reason}]})

    def event(self, members):
        chunk = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"} | members
        self.begin()
        self.chunk(f"data: {json.dumps(chunk)}\n\n".encode())

    def finish(self, reason="stop", usage=None):
        self.delta({}, reason)
        if usage:
            self.event({"choices": [], "usage": usage})
        self.chunk(b"data: [DONE]\n\n")
        self.end()

    def json(self, value, status=200):
        """Answers with one object, for services other than models and for errors."""
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def left(self):
        """Waits until the caller closes the connection; returns the time."""
        self.wait_for_close()
        return time.monotonic()


class ChatModel:
    """The model.

    `say` is called with each `Turn` on a separate thread; `get`, if given, with each request that is not a turn.
    """

    handler = Turn

    def __init__(self, say, get=None):
        self.say, self.get = say, get

    @property
    def settings(self):
        return {"TORII_MODEL": "openai:m", "OPENAI_BASE_URL": self.url}

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    @contextlib.contextmanager
    def running(self):
        with listening(self.handler, self) as self.port:
            yield self
