"""Messages of the Model Context Protocol as bytes over HTTP, for checks that no client library makes."""

import contextlib
import json

from client import Broken

BOTH = "application/json, text/event-stream"
STATELESS, STATEFUL = "2026-07-28", "2025-11-25"
PARSE, INVALID_REQUEST, UNKNOWN, INVALID = -32700, -32600, -32601, -32602
MISMATCH, VERSION = -32020, -32022


class Reply:
    """A whole answer: its status, header fields, text, and the messages in it."""

    def __init__(self, answer):
        with contextlib.closing(answer.connection):
            self.status, self.headers = answer.status, answer.headers
            if (self.headers["Content-Type"] or "").startswith("text/event-stream"):
                events = list(answer.events())
                self.ids = [event.id for event in events]
                self.messages = [json.loads(event.data) for event in events if event.data]
                self.text = ""
            else:
                self.text, self.ids = answer.text(), []
                self.messages = [json.loads(self.text)] if self.text.startswith(("{", "[")) else []

    @property
    def message(self):
        return self.messages[-1] if self.messages else {}

    @property
    def result(self):
        return self.message.get("result", {})

    @property
    def code(self):
        return self.message.get("error", {}).get("code")

    def __repr__(self):
        return f"{self.status} {json.dumps(self.messages)[:400] or self.text[:200]}"


class Speaker:
    """A caller that sends messages to `/mcp` with a token."""

    def __init__(self, client):
        self.client = client

    def send(self, body, headers=None, method="POST", **options):
        """Sends a body with exactly these header fields beside `Accept` and the token."""
        return Reply(self.client.open(method, "/mcp", body, {"Accept": BOTH} | (headers or {}), **options))

    def stateless(self, method, params=None, id=1, capabilities=None, headers=None, **metadata):
        """Makes a request of the revision without sessions."""
        return self.send(request(method, params, id, capabilities, **metadata), routing(method, params) | (headers or {}))

    def begin(self, revision=STATEFUL, capabilities=None):
        """Starts a session; returns its id."""
        params = {"protocolVersion": revision, "capabilities": capabilities or {}, "clientInfo": {"name": "trial", "version": "1"}}
        reply = self.send({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params})
        session = reply.headers["Mcp-Session-Id"]
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"}, of(session, revision))
        return session

    def stateful(self, session, method, params=None, id=1):
        """Makes a request in a session."""
        return self.send({"jsonrpc": "2.0", "id": id, "method": method, "params": params or {}}, of(session))

    def end(self, session):
        return self.send(None, of(session), method="DELETE")


def request(method, params=None, id=1, capabilities=None, version=STATELESS, **metadata):
    """Returns the body of a request of the revision without sessions."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": capabilities or {},
    } | metadata
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": (params or {}) | {"_meta": meta}}


def routing(method, params=None, version=STATELESS):
    """Returns the header fields that repeat parts of a request."""
    name = (params or {}).get("name") or (params or {}).get("uri")
    return {"MCP-Protocol-Version": version, "Mcp-Method": method} | ({"Mcp-Name": name} if name else {})


def of(session, revision=STATEFUL):
    """Returns the header fields of a message of a session."""
    return {"Mcp-Session-Id": session, "MCP-Protocol-Version": revision}


def survives(work):
    """Returns the result of a call, or the text of a broken connection."""
    try:
        return work()
    except (Broken, OSError) as error:
        return f"broken: {error}"
