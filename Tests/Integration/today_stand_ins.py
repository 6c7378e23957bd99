"""The common part of the stand-ins of today's providers: keys of two organizations, a record of refusals, and the model's script."""

import contextlib
import json
import re
import secrets
import sys
import threading
import traceback
from typing import NamedTuple

from loopback import Handler, listening
from neutral import Call

# The keys, with the organization that each belongs to. An organization cannot open the seals of another.
ORGANIZATIONS = {"sk-today-first-0001": "first", "sk-today-other-0002": "other", "sk-today-first-0003": "first"}
FIRST, OTHER, AGAIN = ORGANIZATIONS
# A task in a user's message, which may have other text beside it: its number, the talk's name, and the steps before the answer.
TASK = re.compile(r"Task (\d+) of talk ([\w.-]+): ([a-z, ]*)\.")
# The calls of a step.
STEPS = {
    "server": (Call("getInventoryList", {}),),
    "client": (Call("read_sensor", {"room": "kitchen"}),),
    "both": (Call("getInventoryList", {}), Call("read_sensor", {"room": "cellar"})),
}
# A refusal that a user's message asks for.
REFUSE = re.compile(r"Refuse this with ([a-z_]+), number (\w+)\.")
# The value that every other message asks for, and the model's words where it does not give the value.
VALUE = {"city": "Kyoto", "days": 3}
TALKED = "The inventory is empty."
SERVER = STEPS["server"][0]


class Refused(Exception):
    """A request that the provider refuses, with the rule's name."""

    def __init__(self, rule, body, status=400):
        super().__init__(rule)
        self.rule, self.body, self.status = rule, body, status


class Reply(NamedTuple):
    """An answer of the model."""

    text: str = ""
    calls: tuple = ()
    thought: str = ""
    # A text that no other answer has, for ids.
    id: str = ""


class Counts(NamedTuple):
    """The tokens of one request's input: all, those read from a cache, and those written to it."""

    total: int = 0
    read: int = 0
    written: int = 0


def answer_to(heard, thinks, is_json=False):
    """Returns the answer to a request in its neutral form; `is_json` is whether the request asks for JSON without a schema."""
    id = secrets.token_hex(8)
    thought = f"Considering {id}." if thinks else ""
    last = max((index for index, turn in enumerate(heard.turns) if turn[0] == "user" and TASK.search(turn[1])), default=None)
    if last is None:
        return value(heard, is_json)._replace(thought=thought, id=id)
    task, _, steps = TASK.search(heard.turns[last][1]).groups()
    since = heard.turns[last + 1 :]
    made = sum(1 for turn in since if turn[0] == "call")
    for step in filter(None, steps.split(", ")):
        if made <= 0:
            return Reply(calls=STEPS[step], thought=thought, id=id)
        made -= len(STEPS[step])
    outputs = sum(1 for turn in since if turn[0] == "output")
    return Reply(done(task, outputs), (), thought, id)


def value(heard, is_json):
    """Returns the answer of a model that prefers the server's tools: it calls one first if a call is required.

    The value is the arguments of the client's tool if that tool is named or if no tool of the server is offered, and the text of the
    answer if there is a schema.
    """
    mine = [name for name in heard.tools if name.lower() in ("final_result", "trip", "final_answer", "response")]
    has_servers = SERVER.name in heard.tools
    if mine and (heard.choice in ("function", "tool") or not has_servers):
        return Reply(calls=(Call(mine[0], VALUE),))
    if heard.choice in ("required", "any"):
        has_called = any(turn[0] == "call" for turn in heard.turns)
        return Reply(calls=(Call(mine[0], VALUE),) if mine and has_called else (SERVER,))
    return Reply(json.dumps(VALUE) if heard.schema or is_json else TALKED)


def done(task, outputs):
    return f"Task {task} is done with {outputs} results."


def canonical(value):
    """Returns a JSON value as text that is equal for equal values."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def without(value, name):
    """Returns a JSON value without the members of this name, at all depths but inside of schemas."""
    if isinstance(value, list):
        return [without(member, name) for member in value]
    if isinstance(value, dict):
        return {key: without(member, name) for key, member in value.items() if key != name}
    return value


def pieces(text, size=60):
    """Splits a text into pieces."""
    return [text[start : start + size] for start in range(0, len(text), size)]


class Exchange(Handler):
    """One request to a stand-in."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])) or b"{}")
        self.perform(lambda: self.server.owner.post(self, self.path.partition("?")[0], body))

    def do_GET(self):
        if self.path.startswith("/asked/"):
            # A query of a client's script: how often a refusal was asked for.
            return self.json(self.server.owner.asked.get(self.path.rpartition("/")[2], 0))
        self.perform(lambda: self.server.owner.get(self, self.path.partition("?")[0]))

    def perform(self, work):
        try:
            work()
        except Refused as refused:
            # A check of a key asks for the models with a wrong key too.
            if self.command == "POST":
                self.server.owner.note(refused)
            self.json(refused.body, refused.status)
        except OSError:
            self.close_connection = True
        except Exception:
            # A fault of the stand-in, or a request of a form that it does not know.
            traceback.print_exc(file=sys.stdout)
            self.server.owner.note(Refused("fault of the stand-in", None))
            self.json({"error": {"message": "fault of the stand-in", "type": "server_error", "code": None, "param": None}}, 501)

    def json(self, value, status=200):
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    @property
    def key(self):
        """Returns the key of the request, however the provider wants it."""
        bearer = (self.headers["Authorization"] or "").removeprefix("Bearer ")
        return self.headers["x-api-key"] or self.headers["x-goog-api-key"] or bearer


class StandIn:
    """A provider's stand-in, at an address of its own on loopback.

    A subclass has `names`, the models that it serves, `check`, which raises `Refused`, and `answer`, which returns the frames.
    """

    address = "127.0.0.1"
    type = "text/event-stream"
    # Whether a request without a known key is refused.
    has_keys = True

    def __init__(self):
        self.lock = threading.Lock()
        # The rules by which requests were refused, and the facts about each seal.
        self.refusals, self.seals = [], {}
        # The number of requests of each message that asks for a refusal.
        self.asked = {}
        # The talk, the task and the counts of each answered request.
        self.tasks = []

    @contextlib.contextmanager
    def running(self):
        with listening(Exchange, self, self.address) as self.port:
            yield self

    @property
    def url(self):
        return f"http://{self.address}:{self.port}"

    def note(self, refused):
        with self.lock:
            self.refusals.append(refused.rule)

    def organization(self, exchange):
        if not self.has_keys:
            return ""
        if exchange.key not in ORGANIZATIONS:
            raise self.unauthorized()
        return ORGANIZATIONS[exchange.key]

    def seal(self, **facts):
        """Returns a new seal, of which these facts are known when it comes back."""
        seal = "gAAAAAB" + secrets.token_urlsafe(120)
        with self.lock:
            self.seals[seal] = facts
        return seal

    def asks_for(self, texts):
        """Returns the kind of refusal that a message asks for, and counts it."""
        found = next(filter(None, (REFUSE.search(text) for text in reversed(texts))), None)
        if not found:
            return None
        with self.lock:
            self.asked[found[2]] = self.asked.get(found[2], 0) + 1
        return found[1]

    def count(self, heard, counts):
        """Records the counts of a request for its task."""
        tasks = [TASK.search(turn[1]) for turn in heard.turns if turn[0] == "user"]
        tasks = [task for task in tasks if task]
        if tasks:
            with self.lock:
                self.tasks.append((tasks[-1][2], int(tasks[-1][1]), counts))

    def send(self, exchange, frames):
        """Streams an answer."""
        data = list(frames)
        exchange.stream(200, self.type)
        for frame in data:
            exchange.chunk(frame)
        exchange.end()
