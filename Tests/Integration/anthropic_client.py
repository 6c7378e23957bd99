"""The unmodified `anthropic` client against Torii's Messages."""

import asyncio
import contextlib
import http.client
import json
import warnings

import anthropic
from anthropic.types import Message
from pydantic import BaseModel, ValidationError

import checks
from checks import check, section
from client import Client
from clients import Servers, fresh, outcome
from neutral import REFUSAL, ROOMS, SEAL, TEXT, THOUGHT, TRIP, USAGE
from torii import TOKEN

MODEL = "openai:m"
SENSOR = {
    "name": "read_sensor", "description": "Reads the temperature of a room",
    "input_schema": {"type": "object", "properties": {"room": {"type": "string"}}, "required": ["room"], "additionalProperties": False},
}  # fmt: skip
OTHER = SENSOR | {"name": "open_window", "description": "Opens a window"}
# A red pixel.
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
VERSION = {"anthropic-version": "2023-06-01"}
servers = Servers.of_this_process()


def client(**fields):
    place = {"base_url": f"http://127.0.0.1:{servers.scripted}", "max_retries": 0, "timeout": 60}
    # A key in the environment of whoever runs this is not sent.
    credentials = {} if fields.keys() & {"api_key", "auth_token"} else {"api_key": TOKEN}
    return anthropic.Anthropic(**place | credentials | fields)


def arguments(messages, **fields):
    """Returns the arguments of a call; a text is a conversation with one message."""
    thread = [{"role": "user", "content": messages}] if isinstance(messages, str) else messages
    return {"model": MODEL, "max_tokens": 4096, "messages": thread} | fields


def create(messages, api=None, **fields):
    return (api or client()).messages.create(**arguments(messages, **fields))


def faults(*objects):
    """Returns the objects' violations of the client's types, which the client itself does not check."""
    found = []
    for value in objects:
        try:
            type(value).model_validate(value.model_dump(mode="json", warnings=False, exclude_unset=True))
        except ValidationError as error:
            found.append(f"{type(value).__name__}: {error}")
    return found


def refusal(kind, work):
    """Returns the error of this type that a call raises; if it raises none, a failed check and `None`."""
    found = outcome(work)
    if isinstance(found, kind):
        return found
    check(f"it is a {kind.__name__}", False, repr(found))
    return None


def text_of(message):
    return "".join(block.text for block in message.content if block.type == "text")


def calls_of(message):
    return [block for block in message.content if block.type == "tool_use"]


def results_of(calls, *values):
    """Returns the message that answers calls."""
    blocks = [{"type": "tool_result", "tool_use_id": call.id, "content": value} for call, value in zip(calls, values)]
    return {"role": "user", "content": blocks}


def turns(message):
    """Returns the conversation of the last request with this message, as the model received it, without thoughts."""
    return [tuple(turn) for turn in servers.heard(message)[-1]["turns"] if turn[0] != "thought"]


def answers():
    message = create(fresh("say"))
    check("a text", text_of(message) == TEXT and message.stop_reason == "end_turn", message)
    check("it is as the interface says", isinstance(message, Message) and not faults(message), faults(message))
    usage = (message.usage.input_tokens, message.usage.output_tokens)
    check("it has its usage and names", usage == USAGE and message.model == MODEL and message.id.startswith("msg_"), message)
    said = fresh("say")
    thread = [
        {"role": "user", "content": "Hello"},
        {"role": "assistant", "content": [{"type": "text", "text": "Good day"}]},
        {"role": "user", "content": [{"type": "text", "text": said}]},
    ]
    # The client of this version has no arguments for sampling any more.
    sampling = {"stop_sequences": ["END", "STOP"], "max_tokens": 77, "extra_body": {"temperature": 0.25, "top_p": 0.5}}
    create(thread, system=[{"type": "text", "text": "Answer in rhymes."}], **sampling)
    heard = servers.heard(said)[-1]
    check("a conversation reaches the model", turns(said) == [("user", "Hello"), ("assistant", "Good day"), ("user", said)], heard)
    check("so do the instructions", "Answer in rhymes." in heard["system"], heard["system"][-100:])
    body = servers.bodies(said)[-1]
    got = (heard["temperature"], body.get("top_p"), body.get("stop"), heard["limit"])
    check("and the sampling", got == (0.25, 0.5, ["END", "STOP"], 77), got)
    said = fresh("say")
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXEL}}
    create([{"role": "user", "content": [image, {"type": "text", "text": said}]}])
    check("an image reaches the model", servers.heard(said)[-1]["images"] == 1)
    message = create("List the inventory", model="phrasebook")
    check("the built-in model", text_of(message) and message.stop_reason == "end_turn", message)
    raw = client().messages.with_raw_response.create(**arguments(fresh("say")))
    id = raw.headers.get("request-id")
    check("an answer has a request id", id and raw.parse()._request_id == id, dict(raw.headers))
    raw = client().messages.with_raw_response.create(**arguments(fresh("say"), service_tier="standard_only"))
    check("what changed nothing is named", "service_tier" in raw.headers.get("torii-ignored", ""), dict(raw.headers))
    message = create(fresh("short"), max_tokens=50)
    check("an answer cut by the limit", (message.stop_reason, text_of(message)) == ("max_tokens", "one two "), message)
    message = create(fresh("refuse"))
    check("a refusal", (message.stop_reason, text_of(message)) == ("refusal", REFUSAL), message)
    check("the token as a bearer", text_of(create(fresh("say"), client(api_key=None, auth_token=TOKEN))) == TEXT)
    answer = raw_request("POST", "/v1/messages", arguments(fresh("say")), VERSION | {"x-api-key": TOKEN})
    check("the token as x-api-key, as older clients send it", answer[0] == 200 and answer[1]["content"][0]["text"] == TEXT, answer)


def raw_request(method, path, body, headers):
    """Makes an exchange with these header fields only; returns the status and the answer."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", servers.scripted, timeout=60)) as connection:
        connection.request(method, path, json.dumps(body), {"Content-Type": "application/json"} | headers)
        response = connection.getresponse()
        return response.status, json.loads(response.read())


ORDER = ["message_start", "content_block_start", "content_block_delta", "content_block_stop", "message_delta", "message_stop"]


def streams():
    events = list(create(fresh("say"), stream=True))
    kinds = list(dict.fromkeys(event.type for event in events))
    check("the events of a text, in order", kinds == ORDER and not faults(*events), (kinds, faults(*events)[:1]))
    with client().messages.stream(**arguments(fresh("say"))) as stream:
        text = "".join(stream.text_stream)
        final = stream.get_final_message()
    usage = (final.usage.input_tokens, final.usage.output_tokens)
    check("the client's own helper", text == TEXT == text_of(final) and usage == USAGE and final.stop_reason == "end_turn", final)
    with client().messages.stream(**arguments(fresh("parallel"), tools=[SENSOR])) as stream:
        kinds = {event.type for event in stream}
        final = stream.get_final_message()
    rooms = [call.input["room"] for call in calls_of(final)]
    check("calls, joined by the helper", rooms == ROOMS and final.stop_reason == "tool_use" and "input_json" in kinds, (final, kinds))
    read = []

    def broken():
        for event in create(fresh("break"), stream=True):
            read.append(event)

    error = refusal(anthropic.APIStatusError, broken)
    check("an upstream that breaks in the middle is an error", error and error.body["error"]["type"] == "api_error", error and error.body)
    text = "".join(event.delta.text for event in read if event.type == "content_block_delta")
    check("what came before it was read", text == "one two ", text)
    found = refusal(anthropic.InternalServerError, lambda: create(fresh("break")))
    check("without a stream it is a status", found and found.status_code in (500, 502, 529), found and found.body)

    async def asynchronous():
        api = anthropic.AsyncAnthropic(base_url=f"http://127.0.0.1:{servers.scripted}", api_key=TOKEN, max_retries=0)
        async with api.messages.stream(**arguments(fresh("say"))) as stream:
            return "".join([text async for text in stream.text_stream])

    check("asynchronously", asyncio.run(asynchronous()) == TEXT)


def client_tools():
    for verb, rooms in (("client", ROOMS[:1]), ("parallel", ROOMS)):
        said = fresh(verb)
        asked = create(said, tools=[SENSOR])
        calls = calls_of(asked)
        check(f"{verb}: the calls", [call.input["room"] for call in calls] == rooms and asked.stop_reason == "tool_use", asked)
        check(f"{verb}: as the interface says", not faults(asked), faults(asked))
        thread = [{"role": "user", "content": said}, {"role": "assistant", "content": asked.content}]
        history = [*thread, results_of(calls, "21 °C", "9 °C")]
        answer = create(history, tools=[SENSOR])
        expected = "|".join(["21 °C", "9 °C"][: len(rooms)])
        check(f"{verb}: the answer", text_of(answer) == expected and answer.stop_reason == "end_turn", answer)
        with client().messages.stream(**arguments(history, tools=[SENSOR])) as stream:
            check(f"{verb}: the same results again, streamed", stream.get_final_text() == expected)
        check(f"{verb}: no round is asked for twice", servers.requests(said) == 2, servers.requests(said))
        error = refusal(anthropic.ConflictError, lambda: create([*thread, results_of(calls, "another", "one")], tools=[SENSOR]))
        check(f"{verb}: other results are refused", error and error.body["error"]["type"] == "conflict_error", error and error.body)
    said = fresh("mixed")
    asked = create(said, tools=[SENSOR])
    check("mixed: only the client's call is seen", [call.name for call in calls_of(asked)] == ["read_sensor"], asked.content)
    history = [{"role": "user", "content": said}, {"role": "assistant", "content": asked.content}, results_of(calls_of(asked), "21 °C")]
    check("mixed: the answer has both", text_of(create(history, tools=[SENSOR])) == "added|21 °C")
    said = fresh("client")
    asked = create(said, tools=[SENSOR])
    fault = {"type": "tool_result", "is_error": True, "content": [{"type": "text", "text": "It is broken"}]}
    results = {"role": "user", "content": [fault | {"tool_use_id": calls_of(asked)[0].id}]}
    thread = [{"role": "user", "content": said}, {"role": "assistant", "content": asked.content}, results]
    check("a result that is an error", "It is broken" in text_of(create(thread, tools=[SENSOR])))
    for name, choice, tools, word in [
        ("any", {"type": "any"}, {"read_sensor", "open_window"}, "required"),
        ("none", {"type": "none"}, set(), "auto"),
        ("a named tool", {"type": "tool", "name": "read_sensor"}, {"read_sensor"}, "required"),
    ]:
        said = fresh("say")
        create(said, tools=[SENSOR, OTHER], tool_choice=choice)
        heard = servers.heard(said)[-1]
        offered = set(heard["tools"]) & {"read_sensor", "open_window"}
        is_narrowed = (offered, heard["choice"]) in [(tools, word), (offered, "function" if name == "a named tool" else "none")]
        check(f"the choice {name}", is_narrowed, (offered, heard["choice"]))
    said = fresh("say")
    create(said, tools=[SENSOR], tool_choice={"type": "auto", "disable_parallel_tool_use": True})
    check("one call at a time", servers.bodies(said)[-1].get("parallel_tool_calls") is False)


def tool_runner():
    rooms = []

    @anthropic.beta_tool
    def read_sensor(room: str) -> str:
        """Reads the temperature of a room.

        Args:
            room: the room
        """
        rooms.append(room)
        return f"{20 + len(rooms)} °C"

    for verb, called, count in [("client", ROOMS[:1], 2), ("parallel", ROOMS, 2), ("twice", ROOMS, 3), ("mixed", ROOMS[:1], 2)]:
        for is_streamed in (False, True):
            rooms.clear()
            said = fresh(verb)
            runner = client().beta.messages.tool_runner(**arguments(said, tools=[read_sensor], stream=is_streamed))
            if is_streamed:
                final = None
                for stream in runner:
                    final = stream.get_final_message()
            else:
                final = runner.until_done()
            text, way = text_of(final), "streamed" if is_streamed else "whole"
            outputs = [f"{21 + index} °C" for index in range(len(called))]
            is_whole = text.endswith("|".join(outputs)) and sorted(rooms) == sorted(called)
            check(f"{verb}, {way}: the tool runner", is_whole, (text, rooms))
            check(f"{verb}, {way}: no round is asked for twice", servers.requests(said) == count, servers.requests(said))


def server_tools():
    message = create(fresh("servers"))
    check("tools of the server are not seen", text_of(message) == "2 outputs, added" and not calls_of(message), message)
    with client().messages.stream(**arguments(fresh("servers"), extra_body={"torii": {"events": True}})) as stream:
        check("nor if their events are wanted, which the client skips", stream.get_final_text() == "2 outputs, added")
    native = Client(servers.scripted, TOKEN)
    for is_streamed in (False, True):
        _, made = native.send("POST", "/v1/tools/createInventory", {"title": "tin lamp"})
        item = made["artifacts"][0]["data"][0]["id"]
        if is_streamed:
            with client().messages.stream(**arguments(f"delete: {item}")) as stream:
                message = stream.get_final_message()
        else:
            message = create(f"delete: {item}")
        way = "streamed" if is_streamed else "whole"
        check(f"an approval, {way}: the text says what waits", "tin lamp" in text_of(message) and message.stop_reason == "end_turn", message)
        waiting = [block.to_dict()["torii"] for block in message.content if "torii" in block.to_dict()]
        check(f"an approval, {way}: the extension says how to decide", len(waiting) == 1 and waiting[0]["decide"], message)
        method, path = waiting[0]["decide"].split(" ")
        decisions = [{"call": waiting[0]["call"], "decision": "approve"}]
        status, reply = native.send(method, path, {"decisions": decisions, "stream": False})
        check(f"an approval, {way}: which the native API accepts", status == 200 and "Deleted" in reply["message"]["text"], reply)


def thinking():
    for model in ("anthropic:m", "openai-responses:m"):
        fields = {"model": model, "thinking": {"type": "enabled", "budget_tokens": 1024}}
        message = create(fresh("think"), **fields)
        thoughts = [block for block in message.content if block.type == "thinking"]
        shown = [(block.thinking, bool(block.signature)) for block in thoughts]
        check(f"{model}: a thought with its signature", shown == [(THOUGHT, True)] and text_of(message) == TEXT, message)
        with client().messages.stream(**arguments(fresh("think"), **fields)) as stream:
            kinds = {event.type for event in stream}
            final = stream.get_final_message()
        shown = [(block.thinking, bool(block.signature)) for block in final.content if block.type == "thinking"]
        check(f"{model}: streamed", shown == [(THOUGHT, True)] and {"thinking", "signature"} <= kinds and not faults(final), (final, kinds))
        said = fresh("thinkclient")
        asked = create(said, tools=[SENSOR], **fields)
        thread = [{"role": "user", "content": said}, {"role": "assistant", "content": asked.content}, results_of(calls_of(asked), "21 °C")]
        answer = create(thread, tools=[SENSOR], **fields)
        heard = [turn for turn in servers.heard(said)[-1]["turns"] if turn[0] == "thought"]
        check(f"{model}: it goes back to the model with its signature", heard == [["thought", THOUGHT, SEAL]], heard)
        check(f"{model}: and the answer arrives", text_of(answer) == "21 °C", answer)
        # Another server's history, whose thoughts are in the messages only.
        said = fresh("say")
        old = [{"type": "thinking", "thinking": THOUGHT, "signature": thoughts[0].signature}, {"type": "text", "text": "Good day"}]
        create([{"role": "user", "content": "Hello"}, {"role": "assistant", "content": old}, {"role": "user", "content": said}], **fields)
        heard = [turn for turn in servers.heard(said)[-1]["turns"] if turn[0] == "thought"]
        check(f"{model}: so does one of an earlier answer", heard in ([["thought", THOUGHT, SEAL]], []), heard)
    message = create(fresh("think"), model="anthropic:m")
    check("no thoughts where none are wanted", [block.type for block in message.content] == ["text"], message.content)


def structured():
    class Trip(BaseModel):
        city: str
        days: int

    schema = Trip.model_json_schema() | {"additionalProperties": False}
    format = {"format": {"type": "json_schema", "schema": schema}}
    for model in ("openai:m", "anthropic:m"):
        message = create(fresh("trip"), model=model, output_config=format)
        check(f"{model}: by a schema", json.loads(text_of(message)) == TRIP and message.stop_reason == "end_turn", message)
    parsed = client().messages.parse(**arguments(fresh("trip"), output_format=Trip))
    check("parsed by the client", parsed.parsed_output == Trip(**TRIP), parsed)


def counts():
    api = client()
    text = "How many tokens are these words?"
    few = api.messages.count_tokens(model=MODEL, messages=[{"role": "user", "content": text}])
    many = api.messages.count_tokens(model=MODEL, messages=[{"role": "user", "content": text * 50}], tools=[SENSOR])
    check("tokens are counted", 0 < few.input_tokens < many.input_tokens and not faults(few), (few, many))
    own = api.messages.count_tokens(model="anthropic:m", messages=[{"role": "user", "content": text}])
    check("by the provider where it counts", own.input_tokens == 42, own)
    models = list(api.models.list())
    check("the models are listed", MODEL in [model.id for model in models] and not faults(*models), (models, faults(*models)[:1]))
    check("one is shown", api.models.retrieve(MODEL).id == MODEL)


def errors():
    def expect(name, kind, type, work):
        error = refusal(kind, work)
        if error is not None:
            found = error.body["error"]["type"] if isinstance(error.body, dict) else error.body
            check(f"{name}: {kind.__name__}, {type}", found == type and error.body["type"] == "error" and error.request_id, error.body)

    good = {"role": "user", "content": "Hello"}
    expect("a wrong key", anthropic.AuthenticationError, "authentication_error", lambda: create("Hello", client(api_key="wrong")))
    expect("an unknown model", anthropic.NotFoundError, "not_found_error", lambda: create("Hello", model="nobody-knows"))
    result = {"type": "tool_result", "tool_use_id": "toolu_nobody", "content": "x"}
    named = {"tools": [SENSOR], "tool_choice": {"type": "tool", "name": "f"}}
    for name, messages, fields in [
        ("an unknown role", [{"role": "robot", "content": "x"}], {}),
        ("an unknown block", [{"role": "user", "content": [{"type": "smell"}]}], {}),
        ("a result without a call", [good, {"role": "user", "content": [result]}], {}),
        ("no messages", [], {}),
        ("no tokens", "Hello", {"max_tokens": 0}),
        ("a bad number", "Hello", {"extra_body": {"temperature": 9}}),
        ("a bad number, streamed", "Hello", {"extra_body": {"top_p": 9}, "stream": True}),
        ("a choice of no tool", "Hello", named),
    ]:
        expect(name, anthropic.BadRequestError, "invalid_request_error", lambda: create(messages, **fields))
    raw = Client(servers.scripted, TOKEN)
    body = arguments("Hello")
    status, error = raw.send("POST", "/v1/messages", body)
    is_named = status == 400 and error["error"]["type"] == "invalid_request_error" and "anthropic-version" in error["error"]["message"]
    check("without anthropic-version: 400", is_named, (status, error))
    status, error = raw.send("POST", "/v1/messages", {name: body[name] for name in ("model", "messages")}, VERSION)
    check("without max_tokens: 400", status == 400 and "max_tokens" in error["error"]["message"], (status, error))
    status, error = raw_request("POST", "/v1/messages", body, VERSION | {"x-api-key": "wrong"})
    check("a wrong x-api-key: 401", (status, error["error"]["type"]) == (401, "authentication_error"), error)
    status, error = raw_request("POST", "/v1/messages", body, VERSION)
    check("no key: 401", (status, error["error"]["type"]) == (401, "authentication_error"), error)
    status, error = raw.send("GET", "/v1/messages", headers=VERSION)
    check("GET is refused with their error", status == 405 and error["type"] == "error", (status, error))
    limited = client(api_key=servers.limited_token(fresh("limited"), requests_per_minute=1))
    create(fresh("say"), limited)
    error = refusal(anthropic.RateLimitError, lambda: create(fresh("say"), limited))
    check("a limit states when to retry", error and int(error.response.headers.get("retry-after", 0)) > 0, error)


def leaving():
    said = fresh("hold")
    with client().messages.stream(**arguments(said)) as stream:
        for _ in stream.text_stream:
            break
    check("a stream that is closed in the middle closes the upstream call", servers.has_left(said))


SECTIONS = {
    "answers": answers,
    "streams": streams,
    "tools of the client": client_tools,
    "the tool runner": tool_runner,
    "tools of the server": server_tools,
    "thinking": thinking,
    "structured answers": structured,
    "counts and models": counts,
    "errors": errors,
    "leaving": leaving,
}


if __name__ == "__main__":
    # The client's types warn when they write what they do not know.
    warnings.filterwarnings("ignore", "Pydantic serializer")
    for name, perform in SECTIONS.items():
        with section(f"anthropic {anthropic.__version__}: {name}"):
            perform()
    checks.conclude()
