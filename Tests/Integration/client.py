"""The HTTP client of these scripts: whole answers, server-sent events as they arrive, and ways to close early."""

import contextlib
import http.client
import json
import socket
import struct
import time
from typing import NamedTuple

TERMINAL = {"run.completed", "run.failed", "run.cancelled", "run.interrupted"}


class Broken(Exception):
    """The connection could not be made, or ended before the answer was complete."""


class Event(NamedTuple):
    """An event of a stream, with the time of its arrival; a comment has neither an id nor data, and its text as its kind."""

    id: str
    kind: str
    data: str
    time: float

    @property
    def json(self):
        return json.loads(self.data)

    @property
    def number(self):
        return int(self.id.rpartition(":")[2])

    @property
    def run(self):
        return self.id.rpartition(":")[0]

    @property
    def is_terminal(self):
        return self.kind in TERMINAL

    @property
    def is_comment(self):
        return self.id is None


class Answer:
    """An answer with its header received and its body still to be read."""

    def __init__(self, connection, response, end):
        self.connection, self.response, self.end = connection, response, end
        self.status, self.headers = response.status, response.headers

    def text(self):
        try:
            return self.response.read().decode()
        except (OSError, http.client.HTTPException) as error:
            raise Broken(repr(error)) from error

    def json(self):
        text = self.text()
        return json.loads(text) if text else None

    def events(self, comments=False):
        """Yields the events as they arrive, until the body's end; with `comments`, the heartbeats too."""
        fields, rest = {}, b""
        while True:
            try:
                piece = self.response.read1()
            except (OSError, http.client.HTTPException, ValueError) as error:
                raise Broken(repr(error)) from error
            if not piece:
                return
            at = time.monotonic()
            *lines, rest = (rest + piece).split(b"\n")
            for line in lines:
                name, _, value = line.decode().partition(": ")
                if line and name:
                    fields[name] = value
                elif line.startswith(b":"):
                    if comments:
                        yield Event(None, value, None, at)
                elif fields:
                    yield Event(fields.get("id"), fields.get("event"), fields.get("data"), at)
                    fields = {}

    def leave(self, reset=False):
        """Closes the connection without reading on; with `reset`, by a RST."""
        leave(self.connection, self.end, reset)
        self.response.close()


class Stream:
    """The events of one turn: their numbers, types, data and times of arrival."""

    def __init__(self, events):
        self.list = list(events)
        self.ids = [event.id for event in self.list]
        self.events = [(event.kind, event.json) for event in self.list]
        self.times = [event.time for event in self.list]

    def of(self, kind):
        return [data for name, data in self.events if name == kind]

    @property
    def pieces(self):
        return [data["text"] for data in self.of("message.delta")]

    @property
    def text(self):
        return "".join(data["text"] for data in self.of("message.completed"))

    @property
    def problem(self):
        """Returns the problem at its end, or `None`."""
        return next((data["problem"] for data in self.of("run.failed")), None)

    @property
    def is_whole(self):
        """Whether the events are numbered without a gap and end with the only terminal event."""
        kinds = [kind for kind, _ in self.events]
        numbers = [event.number for event in self.list]
        return (
            numbers == list(range(len(kinds)))
            and [kind for kind in kinds if kind in TERMINAL] == kinds[-1:]
            and len({event.run for event in self.list}) == 1
        )


class Client:
    """A client of a server, with a token and further header fields of each request."""

    def __init__(self, port, token, context=None, timeout=120, always=None):
        self.port, self.token, self.context, self.timeout, self.always = port, token, context, timeout, always or {}

    def acting_for(self, user):
        """Returns the client as it acts for a user."""
        return Client(self.port, self.token, self.context, self.timeout, {"Torii-User": user})

    def connection(self):
        if self.context:
            return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=self.timeout, context=self.context)
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)

    def begin(self, method, path, body=None, headers=None, connection=None, token=None):
        """Sends a request, and returns the connection on which the answer will arrive."""
        connection = connection or self.connection()
        fields = {"Authorization": f"Bearer {token or self.token}"} | self.always | (headers or {})
        if body is not None:
            fields["Content-Type"] = "application/json"
        try:
            connection.request(method, path, None if body is None else json.dumps(body), fields)
        except OSError as error:
            connection.close()
            raise Broken(repr(error)) from error
        return connection

    def open(self, method, path, body=None, headers=None, connection=None, token=None):
        """Sends a request; returns the answer after its header. A connection passed in can be used again afterwards."""
        connection = self.begin(method, path, body, headers, connection, token)
        # The connection releases its socket if the answer is its last one.
        end = connection.sock
        try:
            response = connection.getresponse()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise Broken(repr(error)) from error
        return Answer(connection, response, end)

    def send(self, method, path, body=None, headers=None, token=None):
        """Makes a whole exchange; returns the status and the answer."""
        answer = self.open(method, path, body, headers, token=token)
        with contextlib.closing(answer.connection):
            return answer.status, answer.json()

    def post(self, path, body):
        return self.open("POST", path, body)

    def ask(self, message, **fields):
        """Makes a plain turn; returns the status and the answer."""
        return self.send("POST", "/v1/chat", {"message": message, **fields})

    def stream(self, message, **fields):
        """Makes a streamed turn and reads it to its end."""
        answer = self.post("/v1/chat", {"message": message, "stream": True, **fields})
        if answer.status != 200:
            raise AssertionError(f"a stream was refused with {answer.status}: {answer.text()}")
        with contextlib.closing(answer.connection):
            return Stream(answer.events())


def leave(connection, end, reset=False):
    """Closes a connection and its socket without waiting for the answer."""
    if reset:
        end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def kind_of(problem):
    """Returns the last word of a problem's type."""
    return problem["type"].rpartition(":")[2] if problem else None
