"""A relay in front of the stand-ins of models that breaks an answer at a chosen place, in any dialect."""

import contextlib
import http.client
import json
import re
import socket
import struct
import threading
import time

from loopback import Handler, listening

# The target of each dialect's requests: the position of its stand-in.
PLACES = {"/chat/completions": 0, "/messages": 5, "/responses": 6, ":streamGenerateContent": 7, "/api/chat": 8}
# A text in the upstream's errors that must not be shown to anybody.
SECRET = "sk-upstream-secret-0001"
ERRORS = {
    "/chat/completions": {"error": {"message": f"Overloaded {SECRET}", "type": "server_error", "code": None}},
    "/messages": {"type": "error", "error": {"type": "overloaded_error", "message": f"Overloaded {SECRET}"}},
    "/responses": {"type": "error", "code": "server_error", "message": f"Overloaded {SECRET}", "sequence_number": 99},
    ":streamGenerateContent": {"error": {"code": 503, "status": "UNAVAILABLE", "message": f"Overloaded {SECRET}"}},
    "/api/chat": {"error": f"Overloaded {SECRET}"},
}


class Case:
    """The fault of one turn, and the relay's observations.

    - `place`: "before the header", "after the header", "in the middle" or "after the end" of the answer;
    - `fault`: "cut", "reset", "half a frame", "ends early", "no JSON", "error event" or "stall";
    - `round`: the number of the answer in the turn.
    """

    def __init__(self, place, fault, round):
        self.place, self.fault, self.round = place, fault, round
        self.lock = threading.Lock()
        self.requests = 0
        # Whether the other side closed a stalled connection.
        self.was_left = threading.Event()

    def is_due(self):
        """Whether the answer to the next request must be broken."""
        with self.lock:
            self.requests += 1
            # A request that is sent again because nothing was answered meets the same fault.
            return self.requests == self.round or self.place == "before the header" and self.requests > self.round


class FaultyRelay:
    """The relay. A turn's message contains the name of its case, such as `case-7`; other turns are passed on unchanged."""

    def __init__(self, port_base):
        self.port_base = port_base
        self.cases = {}

    def prepare(self, name, place, fault, round):
        """Sets the fault of the turn with this name."""
        self.cases[name] = Case(place, fault, round)
        return self.cases[name]

    @contextlib.contextmanager
    def running(self):
        with contextlib.ExitStack() as stack:
            ports = [stack.enter_context(listening(Relayed, self)) for _ in range(4)]
            # One for each provider, because Torii stops requests to a host when half of them fail.
            self.openai, self.anthropic, self.gemini, self.ollama = (f"http://127.0.0.1:{port}" for port in ports)
            yield self


class Relayed(Handler):
    """One request, which is passed on, and its answer, which is broken if its case requires it."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        dialect = next(name for name in PLACES if name in self.path)
        # The name in the latest message; earlier ones are part of the conversation.
        names = re.findall(rb"case-\d+", body)
        case = self.server.owner.cases.get(names[-1].decode()) if names else None
        try:
            if case and case.is_due():
                self.broken(case, dialect, *self.forward(dialect, body))
            else:
                status, type, answer = self.forward(dialect, body)
                self.stream(status, type)
                self.chunk(answer)
                self.end()
        except OSError:
            self.close_connection = True

    def forward(self, dialect, body):
        """Calls the stand-in; returns the status, the type and the whole body, which it sends without a pause."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.owner.port_base + PLACES[dialect], timeout=30)
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection")}
        connection.request("POST", self.path, body, headers)
        with contextlib.closing(connection), connection.getresponse() as response:
            return response.status, response.headers["Content-Type"], response.read()

    def broken(self, case, dialect, status, type, answer):
        """Sends the answer up to the place, then the fault."""
        # Single lines, or blocks that end with an empty line.
        frames = re.findall(rb"[^\n]*\n" if "ndjson" in type else rb".*?\n\r?\n", answer, re.DOTALL)
        sent = {"in the middle": len(frames) // 2, "after the end": len(frames)}.get(case.place, 0)
        if case.place != "before the header":
            self.stream(status, type)
        for frame in frames[:sent]:
            self.chunk(frame)
            # So that the bytes before the fault are passed on before it occurs.
            time.sleep(0.01)
        self.fail(case, dialect, frames[min(sent, len(frames) - 1)])

    def fail(self, case, dialect, frame):
        match case.fault:
            case "cut":
                self.close_connection = True
            case "reset":
                self.close_connection = True
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            case "half a frame":
                self.chunk(frame[: len(frame) // 2])
                self.close_connection = True
            case "ends early":
                self.end()
            case "no JSON":
                self.chunk(frame.replace(b"{", b"{" + SECRET.encode(), 1))
                self.end()
            case "error event":
                named = "event: error\n" if dialect in ("/messages", "/responses") else ""
                text = json.dumps(ERRORS[dialect])
                self.chunk((text + "\n" if dialect == "/api/chat" else f"{named}data: {text}\n\n").encode())
                self.end()
            case "stall":
                self.wait_for_close()
                case.was_left.set()
