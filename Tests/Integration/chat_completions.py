"""Torii's chat completions: the wire format, bad input, and unmodified clients of other projects."""

import contextlib
import json

from openai.types.chat import ChatCompletionChunk
from pydantic import ValidationError

import clients
import frames
from checks import check, section
from chunks import Chunks
from client import Client, Event
from clients import SCRIPTED, STAND_IN, Servers
from scripted_model import TEXT, ScriptedModel
from stand_ins import stand_ins
from torii import torii

PATH = "/v1/chat/completions"
ERROR_MEMBERS = {"message", "type", "param", "code"}
USER = {"role": "user", "content": "Hello"}
# The clients, each with the Python that it is installed for.
SCRIPTS = [
    (clients.CLIENTS, "openai_client.py"),
    (clients.SERVERS, "openai_client.py"),
    (clients.CLIENTS, "agents_client.py"),
    (clients.CLIENTS, "langchain_client.py"),
    (clients.CLIENTS, "pydantic_ai_client.py"),
    (clients.SERVERS, "litellm_client.py"),
]


def run(folder):
    with contextlib.ExitStack() as stack:
        model = stack.enter_context(ScriptedModel().running())
        upstream = stack.enter_context(stand_ins(folder, pace=0))
        # None of these turns waits for a client that has left.
        common = {"TORII_LOG_LEVEL": "notice", "TORII_DISCONNECT_GRACE": "0"}
        built_in = stack.enter_context(torii(folder, **common))
        stand_in = stack.enter_context(
            torii(folder, TORII_MODEL=STAND_IN, OPENAI_BASE_URL=upstream.openai, OPENAI_API_KEY="sk-standin-first-0001", **common)
        )
        # A second model, because model names may contain a slash.
        models = {"TORII_MODEL": f"{SCRIPTED},openai:org/m"}
        scripted = stack.enter_context(torii(folder, **common | model.settings | models))
        with section("chat completions on the wire"):
            wire(scripted)
        with section("bad input"):
            bad_input(scripted)
        ports = [stack.enter_context(frames.recorded(server.port)) for server in (built_in, stand_in, scripted)]
        for python, script in SCRIPTS:
            clients.run(python, script, Servers(*ports, model.port))
        for server in (built_in, stand_in, scripted):
            check("the server is still there", server.process.poll() is None)


def ask(server, body, **headers):
    """Sends a request; returns its answer, whose body is still to be read."""
    return server.open("POST", PATH, {"model": SCRIPTED, "messages": [USER]} | body, headers)


def wire(server):
    """The frames on the wire, which a client's reader would hide."""
    answer = ask(server, {"stream": True, "stream_options": {"include_usage": True}})
    with contextlib.closing(answer.connection):
        type = answer.headers["Content-Type"]
        text = answer.text()
    frames = [frame for frame in text.split("\n\n") if frame]
    check("only data lines, each with an empty one after it", all(f.startswith("data: ") and "\n" not in f for f in frames), frames[:1])
    check("the stream's type, and its last frame", type.startswith("text/event-stream") and frames[-1] == "data: [DONE]", type)
    chunks = Chunks(server_events(frames))
    check("one answer, whole", chunks.is_whole and chunks.text == TEXT and chunks.reasons == ["stop"], frames[-3:])
    wrong = []
    for frame in frames[:-1]:
        try:
            ChatCompletionChunk.model_validate_json(frame.removeprefix("data: "), strict=True)
        except ValidationError as error:
            wrong.append((frame, str(error)))
    check("each chunk is as the interface says", not wrong, wrong[:1])
    first, *others, last = chunks.list
    check("the first chunk has the role", first["choices"][0]["delta"] == {"role": "assistant", "content": ""}, first)
    check("usage is null but in the last chunk", all(chunk["usage"] is None for chunk in [first, *others]), first)
    check("which has no choice", last["choices"] == [] and last["usage"]["total_tokens"] > 0, last)
    answer = ask(server, {"stream": True})
    with contextlib.closing(answer.connection):
        chunks = Chunks(answer.events())
    check("no usage where none is asked for", chunks.is_whole and not any("usage" in chunk for chunk in chunks.list))
    key = {"Idempotency-Key": "chat-completions-1"}
    first, again = (whole(ask(server, {}, **key)) for _ in range(2))
    check("the same key is the same run", first == again and first["id"].startswith("chatcmpl-"), (first, again))
    status, _ = server.send("POST", PATH, {"model": SCRIPTED, "messages": [{"role": "user", "content": "Else"}]}, key)
    check("with another body it is refused", status == 422, status)
    for method in ("GET", "DELETE"):
        status, error = server.send(method, PATH)
        check(f"{method} is refused with an error object", status == 405 and set(error["error"]) == ERROR_MEMBERS, (status, error))
    status, error = Client(server.port, "wrong").send("POST", PATH, {})
    check("a wrong token is refused first", status == 401 and error["error"]["code"] == "invalid_api_key", error)


def server_events(frames):
    """Converts frames that were read at once into the form of `Chunks`."""
    return [Event(None, None, frame.removeprefix("data: "), 0) for frame in frames]


def whole(answer):
    with contextlib.closing(answer.connection):
        return answer.json()


def calling(*ids):
    """Returns an assistant's message that calls a tool with these ids."""
    function = {"name": "read_sensor", "arguments": "{}"}
    return {"role": "assistant", "content": None, "tool_calls": [{"id": id, "type": "function", "function": function} for id in ids]}


def output(id):
    return {"role": "tool", "tool_call_id": id, "content": "21 °C"}


def schema(value):
    return {"response_format": {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": value}}}


def function(name, parameters):
    return {"type": "function", "function": {"name": name, "parameters": parameters}}


TOOL = function("read_sensor", {"type": "object", "properties": {}})
# Fields that are added to a good request, or replace its fields, with the parameter that the error names.
BAD = [
    ("no messages", {"messages": []}, "messages"),
    ("messages that are no list", {"messages": "Hello"}, "messages"),
    ("5,000 messages", {"messages": [USER] * 5000}, "messages"),
    ("an unknown role", {"messages": [{"role": "robot", "content": "Hello"}]}, "messages.[0].role"),
    ("a message without a role", {"messages": [{"content": "Hello"}]}, "messages.[0].role"),
    ("an output without a call", {"messages": [USER, output("call_1")]}, "messages.[1].tool_call_id"),
    ("an output of another call", {"messages": [USER, calling("call_1"), output("call_2")]}, "messages.[2].tool_call_id"),
    ("an output twice", {"messages": [USER, calling("call_1"), output("call_1"), output("call_1")]}, "messages.[3].tool_call_id"),
    ("calls last", {"messages": [USER, calling("call_1")]}, "messages.[1].tool_calls"),
    ("a user who says nothing", {"messages": [{"role": "user", "content": ""}]}, "messages.[0].content"),
    ("nobody asks", {"messages": [{"role": "system", "content": "Be brief."}]}, "messages"),
    ("an unknown part", {"messages": [{"role": "user", "content": [{"type": "smell"}]}]}, "messages.[0].content.[0].type"),
    ("a schema that is none", schema({"type": "colour"}), "response_format.json_schema.schema.type"),
    ("a schema that is no object", schema("string"), "response_format.json_schema.schema"),
    ("an unknown format", {"response_format": {"type": "xml"}}, "response_format.type"),
    ('a stream of "yes"', {"stream": "yes"}, "stream"),
    ("options of a stream without one", {"stream_options": {"include_usage": True}}, "stream_options"),
    ("no tokens", {"max_tokens": 0}, "max_tokens"),
    ("no tokens by the newer name", {"max_completion_tokens": 0}, "max_completion_tokens"),
    ("half a token", {"max_tokens": 1.5}, "max_tokens"),
    ("a number beyond all", {"max_tokens": 10**30}, "max_tokens"),
    ("two limits", {"max_tokens": 5, "max_completion_tokens": 6}, "max_tokens"),
    ("two choices", {"n": 2}, "n"),
    ("probabilities", {"logprobs": True}, "logprobs"),
    ("audio", {"modalities": ["text", "audio"], "audio": {"voice": "alloy", "format": "mp3"}}, "modalities"),
    ("functions of the old kind", {"functions": [{"name": "f"}]}, "functions"),
    ("a misspelt extension", {"torii": {"event": True}}, "torii.event"),
    ("five stops", {"stop": ["a", "b", "c", "d", "e"]}, "stop"),
    ("a temperature of 3", {"temperature": 3}, "temperature"),
    ("a tool without a name", {"tools": [{"type": "function", "function": {}}]}, "tools.[0].function.name"),
    ("two tools of one name", {"tools": [TOOL, TOOL]}, "tools"),
    ("a tool of the server's name", {"tools": [function("getInventoryList", {"type": "object"})]}, "tools.[0].function.name"),
    ("parameters that are no schema", {"tools": [function("f", {"type": "object", "properties": 1})]}, "tools.[0].function.parameters"),
    ("an unknown tool of the server's", {"torii": {"tools": ["fly"]}}, "torii.tools"),
    ("a choice of no tool", {"tools": [TOOL], "tool_choice": {"type": "function", "function": {"name": "f"}}}, "tool_choice"),
]  # fmt: skip


def bad_input(server):
    for name, fields, param in BAD:
        for is_streamed in (False, True):
            # The options of a stream are valid only with a stream.
            if is_streamed and fields.keys() & {"stream", "stream_options"}:
                continue
            answer = ask(server, {"stream": is_streamed} | fields)
            status, error = answer.status, whole(answer).get("error", {})
            is_named = status == 400 and error.get("type") == "invalid_request_error" and error.get("param") == param
            way = ", streamed" if is_streamed else ""
            check(f"{name}{way}: 400 with {param}", is_named and set(error) == ERROR_MEMBERS, (status, error))
    for name, data in [("no JSON", b"{"), ("no object", b"[]"), ("nothing", b"")]:
        status, error = posted(server, data)
        check(f"{name}: 400", status == 400 and error["error"]["type"] == "invalid_request_error", error)
    answer = ask(server, {"model": "gpt-nobody-knows"})
    status, error = answer.status, whole(answer)["error"]
    check("an unknown model: 404 with model", status == 404 and error["code"] == "model_not_found" and error["param"] == "model", error)
    reply = whole(ask(server, {}))
    check("a good request after all that", reply["choices"][0]["message"]["content"] == TEXT, reply)


def posted(server, data):
    """Sends bytes; returns the status and the answer."""
    with contextlib.closing(server.connection()) as connection:
        fields = {"Authorization": f"Bearer {server.token}", "Content-Type": "application/json"}
        connection.request("POST", PATH, data, fields)
        response = connection.getresponse()
        return response.status, json.loads(response.read())
