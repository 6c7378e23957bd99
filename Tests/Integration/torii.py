"""Torii as its operator starts it."""

import contextlib
import json

from client import Client
from servers import BUILT, clean_environment, free_port, server

TOKEN = "torii_integration_0123456789abcdef"


class Torii(Client):
    """A running server, and its first client."""

    def __init__(self, port, log, data, running):
        super().__init__(port, TOKEN)
        self.log, self.data, self.running = log, data, running

    @property
    def process(self):
        return self.running.process

    def admin(self, method, path, body=None, **headers):
        """Sends a request to the admin interface; returns the status, the answer and its text."""
        fields = {name.replace("_", "-"): headers[name] for name in headers}
        answer = self.open(method, "/admin/" + path, body, fields, token=TOKEN + "_admin")
        with contextlib.closing(answer.connection):
            text = answer.text()
            return answer.status, json.loads(text) if text and "\n{" not in text else None, text

    def another_client(self, name, **fields):
        """Returns a further client with its own token; `fields` are members of the client, such as its scopes."""
        _, made, _ = self.admin("POST", "clients", {"name": name} | fields)
        return Client(self.port, made["token"]["secret"])

    def client_with_users(self, name, users=None, **fields):
        """Returns the id of a further client that has users with these settings, and the client as its backend."""
        scopes = ["users", "chat", "devices", "tools:*"]
        _, made, text = self.admin("POST", "clients", {"name": name, "scopes": scopes} | fields)
        if not made or "client" not in made:
            raise AssertionError(f"no client was made: {text}")
        id = made["client"]["id"]
        status, _, text = self.admin("PUT", f"clients/{id}/users-settings", {"users": users or {}, "revision": 0})
        if status != 200:
            raise AssertionError(f"the client has no users: {text}")
        return id, Client(self.port, made["token"]["secret"])


@contextlib.contextmanager
def torii(folder, data=None, port=None, **settings):
    """Runs `torii serve` with these settings, and with a new data folder unless one is given."""
    port = port or free_port()
    data = data or folder / f"data-{port}"
    log = folder / f"torii-{port}.log"
    environment = clean_environment(
        TORII_PORT=str(port),
        TORII_DATA_DIR=str(data),
        TORII_CLIENT_TOKEN=TOKEN,
        TORII_ADMIN_TOKEN=TOKEN + "_admin",
        **{name: str(value) for name, value in settings.items()},
    )
    command = [BUILT / "torii", "serve"]
    with server(command, port, log, health="/healthz", env=environment, cwd=folder) as running:
        yield Torii(port, log, data, running)
