"""Torii as its operator starts it, and turns as an app takes them."""

import contextlib
import http.client
import json
import ssl
import time

from servers import BUILT, clean_environment, free_port, server

TOKEN = "torii_integration"
TERMINAL = {"run.completed", "run.failed", "run.cancelled", "run.interrupted"}


class Stream:
    """The events of one turn: their numbers, types and data, and when each came."""

    def __init__(self, response):
        self.ids, self.events, self.times = [], [], []
        kind = None
        while line := response.readline():
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name == "id":
                self.ids.append(value)
            elif name == "event":
                kind = value
            elif name == "data":
                self.events.append((kind, json.loads(value)))
                self.times.append(time.monotonic())

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
        """The problem it ended with, or `None`."""
        return next((data["problem"] for data in self.of("run.failed")), None)

    @property
    def is_whole(self):
        """Whether it is numbered without a gap and ends with the only terminal event."""
        kinds = [kind for kind, _ in self.events]
        numbers = [int(id.rpartition(":")[2]) for id in self.ids]
        return (
            numbers == list(range(len(kinds)))
            and [kind for kind in kinds if kind in TERMINAL] == kinds[-1:]
            and len({id.rpartition(":")[0] for id in self.ids}) == 1
        )


class Torii:
    """A running server."""

    def __init__(self, port, log, context=None, data=None, process=None):
        self.port, self.log, self.context, self.data, self.process = port, log, context, data, process

    def connection(self):
        if self.context:
            return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=120, context=self.context)
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)

    def post(self, path, body):
        """Sends JSON; gives the response, whose body is still to be read."""
        connection = self.connection()
        headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
        connection.request("POST", path, json.dumps(body), headers)
        return connection.getresponse()

    def admin(self, method, path, body=None, **headers):
        """Sends a call of the admin interface; gives the status, the answer and its text."""
        connection = self.connection()
        fields = {"Authorization": f"Bearer {TOKEN}_admin"} | {name.replace("_", "-"): headers[name] for name in headers}
        if body is not None:
            fields["Content-Type"] = "application/json"
        connection.request(method, "/admin/" + path, None if body is None else json.dumps(body), fields)
        with contextlib.closing(connection), connection.getresponse() as response:
            text = response.read().decode()
            return response.status, json.loads(text) if text and "\n{" not in text else None, text

    def ask(self, message, **fields):
        """Takes a turn that is answered in one piece; gives the status and the answer."""
        response = self.post("/v1/chat", {"message": message, **fields})
        return response.status, json.loads(response.read())

    def stream(self, message, **fields):
        response = self.post("/v1/chat", {"message": message, "stream": True, **fields})
        if response.status != 200:
            raise AssertionError(f"a stream was refused with {response.status}: {response.read().decode()}")
        return Stream(response)


def kind_of(problem):
    """The last word of a problem's type."""
    return problem["type"].rpartition(":")[2] if problem else None


@contextlib.contextmanager
def torii(folder, **settings):
    """`torii serve` with these settings and a data folder of its own."""
    port = free_port()
    log = folder / f"torii-{port}.log"
    environment = clean_environment(
        TORII_PORT=str(port),
        TORII_DATA_DIR=str(folder / f"data-{port}"),
        TORII_CLIENT_TOKEN=TOKEN,
        TORII_ADMIN_TOKEN=TOKEN + "_admin",
        **settings,
    )
    command = [BUILT / "torii", "serve"]
    with server(command, port, log, health="/healthz", env=environment, cwd=folder) as process:
        yield Torii(port, log, data=folder / f"data-{port}", process=process)
