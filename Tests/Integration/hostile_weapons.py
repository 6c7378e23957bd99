"""Weapons of clients and administrators against one server that goes on: sessions, subscriptions, searches, tool files, hostile services.

`hostile.py` sends them beside honest streams. Each makes its resources at the first use.
"""

import contextlib
import itertools
import json
import threading

from client import Broken
from hostile_inputs import marks
from mcp_http import BOTH, Speaker, of, request, routing

NUMBERS = itertools.count()
# The size of a message of the conversation that is read again and again, and their number.
MESSAGE, MESSAGES = 900_000, 4
# The number of streams that each use leaves open, and the most that each attacker has open.
LEFT, OPEN = 8, 64

TOOL_FILE = """torii: 1
upstream: weapon
base: {base}
tools:
  - name: weaponItems
    description: Returns items.
    effect: reads
    arguments: {{word: {{type: string}}}}
    request: {{get: /service}}
    answer:
      select: {select}
      text: "{text}"
      artifact: weapon.items
      max: 1000
"""


def status(answer):
    """Reads an answer to its end; returns its status and the number of its bytes."""
    with contextlib.closing(answer.connection):
        return str(answer.status), len(answer.text())


class Arsenal:
    """What one attacker has made: a long conversation, and streams that stay open."""

    def __init__(self, attacker):
        self.attacker, self.lock, self.conversation, self.streams = attacker, threading.Lock(), None, []

    def long_conversation(self):
        """Returns the id of a conversation with large messages, which are stored once."""
        with self.lock:
            for _ in range(MESSAGES if self.conversation is None else 0):
                fields = {"conversation": self.conversation} if self.conversation else {}
                code, answer = self.attacker.ask("tell me " + "a" * MESSAGE, **fields)
                if code != 200:
                    break
                self.conversation = answer["conversation"]
            return self.conversation

    def keep(self, answer):
        """Leaves a stream open and unread; the oldest is left when there are too many."""
        with self.lock:
            self.streams.append(answer)
            old = self.streams.pop(0) if len(self.streams) > OPEN else None
        if old:
            old.leave()
        return str(answer.status), 0

    def close(self):
        with self.lock:
            streams, self.streams = self.streams, []
        for stream in streams:
            with contextlib.suppress(Broken, OSError):
                stream.leave()


def sessions(attacker):
    """Begins a session and reads a long conversation in it eight times at once, as a program that loses its sessions does."""
    arsenal = attacker.arsenal
    uri = f"torii://conversations/{arsenal.long_conversation()}"
    session = Speaker(attacker).begin()
    found = []

    def read(number):
        body = {"jsonrpc": "2.0", "id": number, "method": "resources/read", "params": {"uri": uri}}
        with contextlib.suppress(Broken, OSError):
            found.append(status(attacker.open("POST", "/mcp", body, {"Accept": BOTH} | of(session))))

    threads = [threading.Thread(target=read, args=[number]) for number in range(LEFT)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found[0] if found else ("-", 0)


def unread_calls(attacker):
    """Begins a session and leaves a call's answer unread in it."""
    session = Speaker(attacker).begin()
    uri = f"torii://conversations/{attacker.arsenal.long_conversation()}"
    body = {"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": uri}}
    return attacker.arsenal.keep(attacker.open("POST", "/mcp", body, {"Accept": BOTH} | of(session)))


def subscriptions(addresses):
    """Returns a weapon that listens to many addresses and reads nothing."""

    def send(attacker):
        params = {"notifications": {"resourceSubscriptions": addresses()}}
        body = request("subscriptions/listen", params)
        return attacker.arsenal.keep(attacker.open("POST", "/mcp", body, {"Accept": BOTH} | routing("subscriptions/listen")))

    return send


def elicitations(attacker):
    """Opens a call that asks for an approval, with large arguments, and never answers."""
    params = {"name": "deleteInventory", "arguments": {"id": 1, "note": "x" * 900_000}}
    body = request("tools/call", params, capabilities={"elicitation": {"form": {}}})
    return attacker.arsenal.keep(attacker.open("POST", "/mcp", body, {"Accept": BOTH} | routing("tools/call", params)))


def waiting(attacker):
    """Leaves a run that waits for the app's tool."""
    body = {
        "message": "pixel " + "x" * 900_000,
        "client_tools": [{"name": "findContacts", "description": "contacts"}],
    }
    return status(attacker.open("POST", "/v1/chat", body))


def searches(pattern):
    """Returns a weapon that searches all messages for a text that nearly fits everywhere."""

    def send(attacker):
        attacker.arsenal.long_conversation()
        return status(attacker.open("GET", f"/v1/conversations?q={pattern}"))

    return send


def bomb(levels):
    """Returns YAML whose alias is a name: each level has ten times the nodes of the one before."""
    lines = ["a0: &a0 [" + ",".join(["x"] * 10) + "]"]
    lines += [f"a{n}: &a{n} [" + ",".join([f"*a{n - 1}"] * 10) + "]" for n in range(1, levels + 1)]
    return "\n".join([*lines, f"? *a{levels}", ": 1", ""])


def sections(depth):
    """Returns a template with sections in sections."""
    return "{{#items}}" * depth + "{{n}}" + "{{/items}}" * depth


def phrases(pattern):
    """Returns a tool file with one pattern."""
    return TOOL_FILE.format(base="http://127.0.0.1", select="$.items[*]", text="{{#items}}{{n}}{{/items}}") + (
        f"    phrases:\n      examples: {{en: weapon}}\n      en:\n        - {json.dumps(pattern)}\n"
    )


TOOL_FILES = {
    "aliases as a name": bomb(12),
    "aliases as values": bomb(12).replace("? *a12\n: 1\n", "b: *a12\n"),
    "names of marks": '? "x' + marks(190_000) + '"\n: 1\n',
    "10,000 names of marks": "".join(f'"x{marks(80)}{n}": 1\n' for n in range(10_000)),
    "a million brackets": "[" * 1_000_000,
    "many %TAG lines": "".join(f"%TAG !t{n}! tag:x,2026:\n" for n in range(20_000)) + "---\na: 1\n",
    "a pattern of brackets": phrases("[" * 5_000 + "a" + "]" * 5_000),
    "a pattern of parentheses": phrases("(" * 5_000 + "a" + ")" * 5_000),
    "a pattern of many choices": phrases("(a|b|c|d)" * 200),
    "a template of sections": TOOL_FILE.format(base="http://127.0.0.1", select="$.items[*]", text=sections(500)),
    "a query of dots": TOOL_FILE.format(base="http://127.0.0.1", select="$" + "..item" * 2_000, text="x"),
    "a schema of patterns": TOOL_FILE.format(base="http://127.0.0.1", select="$.a", text="x").replace(
        "{word: {type: string}}", '{word: {type: string, pattern: "' + "(a|b)*" * 500 + '"}}'
    ),
}


def tool_file(text):
    """Returns a weapon that has a tool file checked and then stored."""

    def send(attacker):
        name = f"weapon{next(NUMBERS) % 4}.yaml"
        found = status(attacker.open("POST", "/admin/tool-files/check", {"file": name, "text": text}))
        status(attacker.open("PUT", f"/admin/tool-files/{name}", {"text": text}))
        return found

    return send


def service(attacker):
    """Calls a tool whose service sends items within items."""
    return status(attacker.open("POST", "/v1/tools/weaponItems", {"word": str(next(NUMBERS))}))


WEAPONS = {
    "sessions": [("sessions that read a conversation", sessions), ("calls whose answers are not read", unread_calls)],
    "subscriber": [
        ("1,000 addresses", subscriptions(lambda: [f"torii://conversations/{'a' * 900}{n}" for n in range(1_000)])),
        ("a long address", subscriptions(lambda: ["torii://conversations/" + "a" * 900_000])),
        ("an address of a stranger", subscriptions(lambda: ["torii://conversations/x"])),
        ("an approval that nobody gives", elicitations),
        ("a run that waits", waiting),
    ],
    "searcher": [("199 a and b", searches("a" * 199 + "b")), ("marks", searches("%CC%81%CC%96" * 60)), ("a", searches("a"))],
    "tool files": [(name, tool_file(text)) for name, text in TOOL_FILES.items()],
    "service": [("items within items", service)],
}
# The scopes of the attackers that have other ones than a client.
SCOPES = {"tool files": ["admin:tools", "chat", "tools:*"]}
