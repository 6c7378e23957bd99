"""The scenario matrix: each API that Torii serves over each that it calls, with the same neutral outcome in every cell."""

import contextlib
import json
import uuid

import checks
import frames
from checks import check
from client import Client
from doors import DOORS
from neutral import REFUSAL, TEXT, THOUGHT, TRIP, USAGE
from torii import TOKEN, torii
from wire_model import MODELS, WireModel

SCHEMA = {
    "type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}, "required": ["city", "days"],
    "additionalProperties": False,
}  # fmt: skip
KITCHEN = ("read_sensor", {"room": "kitchen"})
# The built-in model has no wire.
PHRASEBOOK = "phrasebook"


class Cell:
    """One scenario by one API over one wire, streamed or whole; collects what differs from the expected outcome."""

    def __init__(self, door, wire, upstream, is_streamed):
        self.door, self.wire, self.upstream, self.is_streamed = door, wire, upstream, is_streamed
        self.model = wire if wire == PHRASEBOOK else f"{wire}:m"
        self.wrong = []

    def expect(self, name, got, expected):
        if got != expected:
            self.wrong.append(f"{name}: {got!r}, not {expected!r}")

    def ask(self, message, **options):
        found = self.door.ask(self.model, message, is_streamed=self.is_streamed, **options)
        self.wrong += found.faults
        return found

    def answer(self, asked, *outputs):
        found = self.door.answer(asked, outputs, self.is_streamed)
        self.wrong += found.faults
        return found

    def heard(self, message):
        """Returns the conversation of the last request with this message, as the model received it, without thoughts."""
        requests = self.upstream.requests[message]
        if not requests:
            self.wrong.append("nothing reached the model")
            return []
        return [tuple(turn) for turn in requests[-1].turns if turn[0] != "thought"]

    def rounds(self, message, count):
        self.expect("rounds", len(self.upstream.requests[message]), count)


def fresh(verb):
    return f"{verb}: {uuid.uuid4().hex[:8]}"


def plain(cell):
    if cell.wire == PHRASEBOOK:
        found = cell.ask("Hello")
        cell.expect("stop", found.stop, "stop")
        cell.expect("text", bool(found.text), True)
        return
    message = fresh("say")
    found = cell.ask(message)
    cell.expect("outcome", (found.text, found.stop, found.calls, found.usage), (TEXT, "stop", [], USAGE))
    cell.expect("heard", cell.heard(message), [("user", message)])


def server_tools(cell):
    if cell.wire == PHRASEBOOK:
        title = f"lamp {uuid.uuid4().hex[:8]}"
        found = cell.ask(f'Add 3 "{title}"')
        cell.expect("outcome", (found.stop, title in found.text), ("stop", True))
        return
    message = fresh("servers")
    found = cell.ask(message)
    cell.expect("outcome", (found.text, found.stop, found.calls), ("2 outputs, added", "stop", []))
    title = message.replace("servers: ", "lamp ")
    calls = [turn[1:] for turn in cell.heard(message) if turn[0] == "call"]
    cell.expect("calls", calls, [("createInventory", {"title": title}), ("getInventoryList", {})])
    cell.rounds(message, 2)
    if found.server_calls:
        cell.expect("shown", found.server_calls, ["createInventory", "getInventoryList"])


def client_tool(cell):
    message = fresh("client")
    asked = cell.ask(message, has_tools=True)
    cell.expect("call", (asked.called, asked.stop), ([KITCHEN], "calls"))
    found = cell.answer(asked, "21 °C")
    cell.expect("outcome", (found.text, found.stop, found.calls), ("21 °C", "stop", []))
    cell.expect("heard", cell.heard(message), [("user", message), ("call", *KITCHEN), ("output", "21 °C")])
    cell.rounds(message, 2)


def both(cell):
    message = fresh("mixed")
    asked = cell.ask(message, has_tools=True)
    cell.expect("call", (asked.called, asked.stop), ([KITCHEN], "calls"))
    found = cell.answer(asked, "21 °C")
    cell.expect("outcome", (found.text, found.stop, found.calls), ("added|21 °C", "stop", []))
    cell.rounds(message, 2)


def structured(cell):
    if cell.wire == PHRASEBOOK:
        cell.expect("outcome", cell.ask("Hello", schema=SCHEMA).stop, "error")
        return
    message = fresh("trip")
    found = cell.ask(message, schema=SCHEMA)
    cell.expect("outcome", (found.text and json.loads(found.text), found.stop), (TRIP, "stop"))
    # As a schema, as the parameters of a tool or in the instructions.
    body = json.dumps(cell.upstream.bodies[message][-1]).replace('\\"', '"')
    cell.expect("the schema reaches the model", [name in body for name in ('"city"', '"days"', "integer")], [True] * 3)


def reasoning(cell):
    message = fresh("think")
    found = cell.ask(message, thinks=True)
    cell.expect("outcome", (found.text, found.stop), (TEXT, "stop"))
    if cell.door.shows_thoughts:
        cell.expect("thought", found.thought, THOUGHT)
    if cell.door.shows_seals and cell.wire == "anthropic":
        cell.expect("signature", bool(found.seal), True)


def refusal(cell):
    message = fresh("refuse")
    found = cell.ask(message)
    match cell.wire:
        case "gemini":
            # Its only word is a filter's.
            cell.expect("stop", found.stop in ("error", "filtered", "refusal"), True)
        case "ollama":
            cell.expect("outcome", (found.text, found.stop), (REFUSAL, "stop"))
        case _:
            cell.expect("outcome", (found.refusal, found.text, found.stop), (REFUSAL, "", "refusal"))


def length(cell):
    message = fresh("short")
    found = cell.ask(message, limit=50)
    cell.expect("outcome", (found.text, found.stop), ("one two ", "length" if cell.door.shows_length else "stop"))
    if cell.door.shows_length:
        cell.expect("limit", cell.upstream.requests[message][-1].limit, 50)


def broken(cell):
    message = fresh("break")
    found = cell.ask(message)
    cell.expect("stop", found.stop, "error")
    cell.expect("text", found.text, "one two " if cell.is_streamed else "")
    cell.expect("error", bool(found.error and found.error[1]), True)
    cell.rounds(message, 1)


def cancel(cell):
    message = fresh("hold")
    found = cell.door.cancel(cell.model, message)
    cell.wrong += found.faults
    cell.expect("stop", found.stop, "cancelled")
    cell.expect("upstream left", cell.upstream.has_left(message), True)


def resume(cell):
    if cell.wire == PHRASEBOOK:
        found = cell.door.resume(cell.model, "Hello", 2)
        cell.expect("outcome", (bool(found.text), found.stop), (True, "stop"))
    else:
        message = fresh("slow")
        found = cell.door.resume(cell.model, message, 6)
        cell.expect("outcome", (found.text, found.stop), (" ".join(f"w{number}" for number in range(30)), "stop"))
        cell.rounds(message, 1)
    cell.wrong += found.faults


# The scenarios, with the wires that cannot say them; the streamed ones only exist as streams.
SCENARIOS = {
    "plain": (plain, ()),
    "server tools": (server_tools, ()),
    "client tool": (client_tool, (PHRASEBOOK,)),
    "both": (both, (PHRASEBOOK,)),
    "structured": (structured, ()),
    "reasoning": (reasoning, (PHRASEBOOK,)),
    "refusal": (refusal, (PHRASEBOOK,)),
    "length": (length, (PHRASEBOOK,)),
    "error": (broken, (PHRASEBOOK,)),
    "cancel": (cancel, (PHRASEBOOK,)),
    "resume": (resume, ()),
}
STREAMED = {"cancel", "resume"}


def run(folder, doors=DOORS):
    rows, settings = [], {"TORII_LOG_LEVEL": "error", "TORII_DISCONNECT_GRACE": "1"}
    with contextlib.ExitStack() as stack:
        upstream = stack.enter_context(WireModel().running())
        server = stack.enter_context(torii(folder, **settings, **upstream.settings))
        recorded = Client(stack.enter_context(frames.recorded(server.port)), TOKEN)
        for inbound, make in doors.items():
            for wire in [*MODELS, PHRASEBOOK]:
                cells = [try_cell(make(recorded), inbound, wire, upstream, name) for name in SCENARIOS]
                rows.append([inbound, wire, *cells])
        check("the server is still there", server.process.poll() is None)
    checks.table(["inbound", "outbound", *SCENARIOS], rows)
    print("–: the built-in model cannot do it. Plain turns of each cell are made whole and streamed; ✗ is a failed check above.")


def try_cell(door, inbound, wire, upstream, name):
    """Runs one cell; returns its mark."""
    perform, absent = SCENARIOS[name]
    if wire in absent:
        return "–"
    wrong = []
    for is_streamed in (True,) if name in STREAMED else (True, False):
        cell = Cell(door, wire, upstream, is_streamed)
        try:
            perform(cell)
        except Exception as error:
            cell.wrong.append(f"{type(error).__name__}: {error}")
        wrong += [f"{'streamed' if is_streamed else 'whole'}: {fault}" for fault in cell.wrong]
    check(f"{inbound} over {wire}: {name}", not wrong, "; ".join(wrong))
    return "✗" if wrong else "✓"
