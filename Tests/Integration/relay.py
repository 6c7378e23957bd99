"""A relay that passes every byte on unchanged, and records requests and answers."""

import contextlib
import http.client
import io
import json
import socket
import threading


class Exchange:
    """A request and its answer."""

    def __init__(self, path, body, status, answer):
        self.path, self.body, self.status, self.answer = path, body, status, answer

    @property
    def refusal(self):
        """Returns the name of the error in an answer, such as `401 authentication_error`."""
        with contextlib.suppress(ValueError, KeyError, TypeError):
            error = json.loads(self.answer)["error"]
            return f"{self.status} {error.get('type') or error.get('code')}"
        return str(self.status)


class Said(io.BytesIO):
    """A server's bytes in the form that `HTTPResponse` needs: a socket whose file stays open from one answer to the next."""

    def makefile(self, mode):
        return self

    def close(self):
        pass


class Conversation:
    """The bytes of one connection, in their order among all connections."""

    def __init__(self):
        self.asked, self.said = bytearray(), bytearray()
        self.marks = []

    def exchanges(self, has_parts=False):
        """Returns the complete exchanges, each with the mark of its first byte; with `has_parts`, also answers that were cut off."""
        place, said = 0, Said(bytes(self.said))
        while (end := self.asked.find(b"\r\n\r\n", place)) >= 0:
            head = bytes(self.asked[place:end]).decode("latin-1").split("\r\n")
            method, path, _ = head[0].split(" ")
            fields = dict(line.lower().split(": ", 1) for line in head[1:])
            if "transfer-encoding" in fields:
                raise AssertionError("a request without a Content-Length")
            start = place
            place = end + 4 + int(fields.get("content-length", 0))
            response = http.client.HTTPResponse(said, method=method)
            try:
                response.begin()
                answer = response.read()
            except http.client.IncompleteRead as error:
                if not has_parts:
                    return
                answer = error.partial
            except (http.client.HTTPException, OSError):
                return
            mark = max((mark for offset, mark in self.marks if offset <= start), default=0)
            body = bytes(self.asked[end + 4 : place])
            yield mark, Exchange(path, json.loads(body) if body else None, response.status, answer)


    def unfinished(self):
        """Returns the ends of the request and the answer if the last request has no complete answer."""
        asked = self.asked.count(b"HTTP/1.1\r\n")
        return (bytes(self.asked[-100:]), bytes(self.said[-200:])) if asked > len(list(self.exchanges())) else None


class Relay:
    """Listens on its own port in front of a server."""

    def __init__(self, port):
        self.target = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.lock = threading.Condition()
        self.conversations, self.sockets = [], []
        self.count, self.forgotten = 0, 0

    def take(self, expected=None):
        """Returns the exchanges since the last call, in the order of the requests.

        Waits until there are as many as expected, because the last bytes of an answer may arrive after those that Torii waits for.
        Without a number, returns the present ones.
        """
        with self.lock:
            self.lock.wait_for(lambda: len(self.fresh()) >= (expected or 0), timeout=10)
            fresh = self.fresh()
            self.forgotten = self.count
            if expected is not None and len(fresh) != expected:
                found = [(exchange.path, exchange.refusal) for exchange in fresh]
                unfinished = [text for conversation in self.conversations if (text := conversation.unfinished())]
                raise AssertionError(f"{expected} exchanges are expected, and there are {found}, and unfinished {unfinished}")
        return fresh

    def fresh(self):
        found = (pair for conversation in self.conversations for pair in conversation.exchanges())
        return [exchange for mark, exchange in sorted(found, key=lambda pair: pair[0]) if mark > self.forgotten]

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                upstream = socket.create_connection(("127.0.0.1", self.target))
                conversation = Conversation()
                with self.lock:
                    self.conversations.append(conversation)
                    self.sockets += [client, upstream]
                for way in ((client, upstream, conversation, True), (upstream, client, conversation, False)):
                    threading.Thread(target=self.carry, args=way, daemon=True).start()

    def carry(self, source, target, conversation, asks):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                with self.lock:
                    if asks:
                        self.count += 1
                        conversation.marks.append((len(conversation.asked), self.count))
                        conversation.asked += data
                    else:
                        conversation.said += data
                    self.lock.notify_all()
                target.sendall(data)
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_WR)

    def close(self):
        for end in [self.listener, *self.sockets]:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@contextlib.contextmanager
def relay(port):
    relay = Relay(port)
    threading.Thread(target=relay.accept, daemon=True).start()
    try:
        yield relay
    finally:
        relay.close()
