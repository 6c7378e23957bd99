"""The frame of a client by one API."""

import contextlib
import uuid

from outcome import Outcome

# The tool of the client.
SENSOR = ("read_sensor", "Reads the temperature of a room", {
    "type": "object", "properties": {"room": {"type": "string"}}, "required": ["room"], "additionalProperties": False,
})  # fmt: skip


class Door:
    """Makes requests by one API, and reads the answers into an `Outcome`."""

    path = None
    # Whether this API has a word for the limit of tokens, for the model's thoughts and for their signatures.
    shows_length, shows_thoughts, shows_seals = True, False, False

    def __init__(self, server):
        self.server = server

    def ask(self, model, message, *, is_streamed=True, headers=None, **options):
        """Makes a new turn with one message."""
        return self.send(self.request(model, message, **options), is_streamed, headers)

    def send(self, body, is_streamed=True, headers=None):
        """Sends a request and reads its answer to the end."""
        with self.begin(body, is_streamed, headers) as answer:
            return self.read(answer, body)

    @contextlib.contextmanager
    def begin(self, body, is_streamed=True, headers=None, method="POST", path=None):
        """Sends a request; its answer is closed at the end of the block."""
        body = None if body is None else body | {"stream": is_streamed}
        answer = self.server.open(method, path or self.path, body, headers)
        with contextlib.closing(answer.connection):
            yield answer

    def read(self, answer, body):
        """Reads an answer, streamed or whole."""
        if answer.status == 200 and answer.headers["Content-Type"].startswith("text/event-stream"):
            found = self.streamed(list(answer.events()), body)
        else:
            found = self.whole(answer.status, answer.json(), body)
        found.ignored, found.emulated = answer.headers["Torii-Ignored"] or "", answer.headers["Torii-Emulated"] or ""
        return found

    def resume(self, model, message, count):
        """Reads a number of events of a stream, leaves it, and reads it to its end by another request."""
        key = {"Idempotency-Key": str(uuid.uuid4())}
        body = self.request(model, message)
        with self.begin(body, True, key) as answer:
            events = answer.events()
            for _ in range(count):
                next(events)
        with self.begin(body, True, key) as answer:
            return self.read(answer, body)

    def cancel(self, model, message):
        """Reads the first words of a turn that does not end by itself, and ends it."""
        with self.begin(self.request(model, message), True) as answer:
            has_words = any("one" in (event.data or "") for event in answer.events())
        return Outcome(stop="cancelled" if has_words else "ended by itself")
