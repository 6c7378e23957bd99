"""Torii with llama.cpp's server as its upstream, by each of the server's three interfaces."""

import contextlib
import json

from checks import check, section
from client import kind_of
from llama_server import CONTEXT_SIZE, KEY, MODEL, llama_server
from questions import fits, put
from relay import relay
from tiny_model import REPLY
from torii import torii

TOO_LONG = "word " * CONTEXT_SIZE
WRONG_KEY = "sk-wrong-key-7f3a9c"
PAPER = "A4 paper"

SCHEMA = {
    "title": "Trip",
    "type": "object",
    "properties": {
        "city": {"type": "string", "enum": ["Oslo", "Tokyo"]},
        "days": {"type": "integer", "minimum": 3, "maximum": 10},
        "from": {"type": "string", "format": "date"},
        "note": {"type": "string"},
        "stops": {
            "type": "array",
            "minItems": 1,
            "maxItems": 3,
            "items": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "nights": {"type": "integer", "minimum": 1, "maximum": 9}},
                "required": ["name", "nights"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["city", "days", "from", "stops"],
    "additionalProperties": False,
}
# llama.cpp's grammars ignore `multipleOf` without an error.
UNHELD = {
    "title": "Week",
    "type": "object",
    "properties": {"days": {"type": "integer", "minimum": 1, "multipleOf": 7}},
    "required": ["days"],
    "additionalProperties": False,
}

# A schema for anything, which grammars cannot express: the server refuses it.
REFUSED = {
    "title": "Whatever",
    "type": "object",
    "properties": {"city": {"type": "string"}, "thing": True},
    "required": ["city", "thing"],
    "additionalProperties": False,
}


class Interface:
    """One of the server's interfaces: its name in Torii, its path, and its form of a tool's output."""

    def __init__(self, name, path, outputs):
        self.name, self.path, self.outputs = name, path, outputs
        self.model = f"{name}:{MODEL}"

    def base_url(self, port):
        return f"http://127.0.0.1:{port}" + ("" if self.name == "anthropic" else "/v1")


def chat_outputs(body):
    return [(message["tool_call_id"], message["content"]) for message in body["messages"] if message["role"] == "tool"]


def responses_outputs(body):
    return [(item["call_id"], item["output"]) for item in body["input"] if item.get("type") == "function_call_output"]


def messages_outputs(body):
    blocks = [block for message in body["messages"] if isinstance(message["content"], list) for block in message["content"]]
    return [(block["tool_use_id"], json.dumps(block["content"])) for block in blocks if block["type"] == "tool_result"]


INTERFACES = [
    Interface("openai", "/v1/chat/completions", chat_outputs),
    Interface("openai-responses", "/v1/responses", responses_outputs),
    Interface("anthropic", "/v1/messages", messages_outputs),
]


def upstream(port, key=KEY):
    """Returns the settings that direct all three interfaces to the server."""
    return {
        "TORII_MODEL": ",".join(interface.model for interface in INTERFACES),
        "OPENAI_BASE_URL": f"http://127.0.0.1:{port}/v1",
        "OPENAI_API_KEY": key,
        "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{port}",
        "ANTHROPIC_API_KEY": key,
    }


def run(folder):
    with contextlib.ExitStack() as stack:
        wire = stack.enter_context(relay(stack.enter_context(llama_server(folder, "call"))))
        with torii(folder, **upstream(wire.port)) as server:
            server.post("/mcp/tools/createInventory", {"title": PAPER, "quantity": 12}).text()
            for interface in INTERFACES:
                with section(f"llama.cpp by {interface.name}"):
                    plain(server, wire, interface)
                    streamed(server, wire, interface)
                    tool_loop(server, wire, interface)
                    failing_tool(server, wire, interface)
                    too_long(server, wire, interface)
            with section("llama.cpp by each interface in turn"):
                across(server, wire)
        for interface in INTERFACES:
            with section(f"llama.cpp by {interface.name}, with a wrong key"):
                wrong_key(folder, wire, interface)
        for interface in INTERFACES:
            with section(f"Structured answers of llama.cpp by {interface.name}"):
                structured(wire, interface)
    with llama_server(folder, "random") as port, torii(folder, **upstream(port)) as server:
        for interface in INTERFACES:
            with section(f"llama.cpp with random weights by {interface.name}"):
                gibberish(server, interface)


def plain(server, wire, interface):
    status, answer = server.ask("Say hello", model=interface.model, tools=[])
    (exchange,) = wire.take(1)
    check("a plain turn is answered", status == 200 and answer["message"]["text"] == REPLY, answer)
    usage = answer["usage"]
    check("its tokens are counted", usage["output_tokens"] == 15 and usage["input_tokens"] > 10, usage)
    check(f"it was asked of {interface.path}", exchange.path == interface.path, exchange.path)


def streamed(server, wire, interface):
    stream = server.stream("Say hello", model=interface.model, tools=[])
    wire.take(1)
    check("a streamed turn comes in pieces", "".join(stream.pieces) == REPLY and len(stream.pieces) > 3, stream.pieces)
    check("its events are whole", stream.is_whole and stream.events[-1][0] == "run.completed", stream.ids[-1])


def tool_loop(server, wire, interface):
    fields = {"model": interface.model, "tools": ["getInventoryList"]}
    stream = server.stream("What do we have?", **fields)
    first, second = wire.take(2)
    finished = stream.of("tool.finished")
    check(
        "a tool is called, and answers",
        [(call["name"], call["status"]) for call in finished] == [("getInventoryList", "completed")],
        finished[0]["summary"] if finished else stream.problem,
    )
    outputs = interface.outputs(second.body)
    check(
        "the model is sent its output, under the id of its call",
        len(outputs) == 1 and PAPER in outputs[0][1] and outputs[0][0].encode() in first.answer,
        outputs,
    )
    check("and then speaks", stream.text == REPLY and stream.is_whole and not stream.problem, stream.text)
    status, answer = server.ask("What do we have?", **fields)
    conversation = answer.get("conversation")
    wire.take(2)
    called = [(call["name"], call["status"]) for call in answer.get("tool_calls", [])]
    check("the same in one piece", status == 200 and called == [("getInventoryList", "completed")], called)
    status, answer = server.ask("And now?", conversation=conversation, **fields)
    _, last = wire.take(2)
    outputs = interface.outputs(last.body)
    check("the next turn has both calls before it", status == 200 and len(outputs) == 2, outputs)


def failing_tool(server, wire, interface):
    """The tiny model writes the shortest arguments that the schema allows: an empty title, which the tool refuses."""
    stream = server.stream("Add something", model=interface.model, tools=["createInventory"])
    _, second = wire.take(2)
    finished = stream.of("tool.finished")
    check("a failed tool has an output", [call["status"] for call in finished] == ["failed"], finished[0]["summary"])
    (output,) = interface.outputs(second.body)
    check("the model receives the failure, and the turn completes", stream.text == REPLY and stream.is_whole, output[1])


def too_long(server, wire, interface):
    status, problem = server.ask(TOO_LONG, model=interface.model, tools=[])
    (exchange,) = wire.take(1)
    answered = f"{exchange.refusal} → {status} {kind_of(problem)}: {problem['detail']}"
    check("a message that is too long is refused", status == 422 and kind_of(problem) == "conversation-too-long", answered)
    status, problem = refused_stream(server, interface, TOO_LONG)
    wire.take(1)
    check("a stream of it is refused as well", (status, kind_of(problem)) == (422, "conversation-too-long"), status)
    answer = put(interface, wire.port, message=TOO_LONG)
    wire.take(1)
    error = answer.get("error", {})
    counts = (error.get("token_count", 0), error.get("context_size"))
    check("a session is told both counts", counts[0] > CONTEXT_SIZE == counts[1], counts)


def across(server, wire):
    """A conversation in which every turn uses another interface."""
    fields = {"tools": ["getInventoryList"]}
    for place, interface in enumerate([*INTERFACES, INTERFACES[0]]):
        status, answer = server.ask("What do we have?", model=interface.model, **fields)
        fields["conversation"] = answer.get("conversation")
        exchanges = wire.take(2)
        outputs = interface.outputs(exchanges[-1].body)
        check(
            f"turn {place + 1}, by {interface.name}, has {place + 1} calls with their outputs",
            status == 200 and len(outputs) == place + 1 and all(PAPER in text for _, text in outputs),
            [id for id, _ in outputs],
        )


def refused_stream(server, interface, message):
    """Returns the answer to a request for a stream that fails before its first event."""
    body = {"message": message, "model": interface.model, "tools": [], "stream": True}
    answer = server.post("/v1/chat", body)
    return answer.status, answer.json() if answer.status != 200 else None


def wrong_key(folder, wire, interface):
    with torii(folder, **upstream(wire.port, key=WRONG_KEY)) as server:
        status, problem = server.ask("Say hello", model=interface.model, tools=[])
        # The key is checked once more separately, before it is marked as invalid.
        exchange, _ = wire.take(2)
        answered = f"{exchange.refusal} → {status} {kind_of(problem)}: {problem['detail']}"
        check("it is reported as the server's fault", (status, kind_of(problem)) == (502, "upstream-unauthorized"), answered)
        status, refused = refused_stream(server, interface, "Say hello")
        answered = f"{status} {kind_of(refused)}: {refused and refused['detail']}"
        check("then no request is sent with it", kind_of(refused) == "no-usable-key" and not wire.take(), answered)
        shown = json.dumps([problem, refused]) + server.log.read_text()
        check("the key is in no answer and not in the log", WRONG_KEY not in shown and WRONG_KEY[-6:] not in shown)


def structured(wire, interface):
    """The server applies a schema only in chat completions; in the others Torii uses a tool with a required call."""
    answer, how = ask(wire, interface, SCHEMA)
    rung = answer.get("metadata", {}).get("torii.structuredOutput")
    check("an answer fits the schema", fits(answer.get("value"), SCHEMA) and answer["violations"] == [], how)
    check("the rung is in its metadata", rung == ("strict" if interface.name == "openai" else "tool"), rung)
    answer, how = ask(wire, interface, SCHEMA, max_tokens=5)
    # In Responses the server reports a cut answer as complete, so it counts as one that does not fit.
    kind = "ParsingError" if interface.name == "openai-responses" else "outputLimit"
    check("a cut answer is an error", answer.get("error", {}).get("kind") == kind, how)
    answer, how = ask(wire, interface, UNHELD)
    check("a fault that the grammar lets through is an error", answer.get("error", {}).get("kind") == "ParsingError", how)
    answer, how = ask(wire, interface, REFUSED)
    fits_in = fits(answer.get("value"), REFUSED)
    check("one to a schema that the server refuses fits, or is an error", fits_in or "value" not in answer, how)


def ask(wire, interface, schema, **limits):
    """Asks for an answer by a schema; returns it, and a description of the request."""
    answer = put(interface, wire.port, message="Where to?", schema=schema, **limits)
    means = ("response_format", "text", "output_config", "tools", "tool_choice")
    asked = [f"{'+'.join(name for name in means if name in one.body) or 'words'}: {one.refusal}" for one in wire.take()]
    return answer, f"{', '.join(asked) or 'not asked'} → {answer.get('error') or (answer['metadata'], answer['text'])}"


def gibberish(server, interface):
    stream = server.stream("Say hello", model=interface.model, tools=[])
    text = stream.problem or f"{len(stream.pieces)} pieces, {len(stream.text)} characters"
    check("a meaningless stream is complete nevertheless", stream.is_whole and "".join(stream.pieces) == stream.text, text)
    check("its text is Unicode", stream.text == stream.text.encode("utf-8", "replace").decode())
