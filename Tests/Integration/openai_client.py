"""The unmodified `openai` client against Torii's chat completions, synchronous and asynchronous.

`make integration PARTS=openai` runs it once for each version that is installed.
"""

import asyncio
import base64
import json
import pathlib
import tempfile
import uuid

import openai
from openai.types import Model
from pydantic import BaseModel, ValidationError

import checks
from checks import check, section
from client import Client
from clients import SCRIPTED, STAND_IN, Servers, fresh, outcome, url
from scripted_model import REFUSAL, ROOMS, TEXT, TRIP, USAGE, WRITTEN, ScriptedModel
from torii import TOKEN, torii

SENSOR = {
    "type": "function",
    "function": {
        "name": "read_sensor",
        "description": "Reads the temperature of a room",
        "strict": True,
        "parameters": {
            "type": "object",
            "properties": {"room": {"type": "string"}},
            "required": ["room"],
            "additionalProperties": False,
        },
    },
}
# A red pixel.
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
)
servers = Servers.of_this_process()


class Trip(BaseModel):
    city: str
    days: int


class Synchronous:
    """`OpenAI`."""

    name = "synchronous"

    def __init__(self, port, model, token=TOKEN):
        self.client = openai.OpenAI(base_url=url(port), api_key=token, max_retries=0, timeout=60)
        self.model = model

    def ask(self, messages, **fields):
        return self.client.chat.completions.create(model=self.model, messages=thread(messages), **fields)

    def read(self, read, messages, **fields):
        """Reads a stream to its end, with each chunk appended to a list as it arrives."""
        with self.ask(messages, stream=True, **fields) as stream:
            for chunk in stream:
                read.append(chunk)

    def leave(self, messages, count, **fields):
        """Reads a number of chunks, and closes the stream."""
        with self.ask(messages, stream=True, **fields) as stream:
            return [next(stream) for _ in range(count)]

    def parse(self, messages, **fields):
        return self.client.chat.completions.parse(model=self.model, messages=thread(messages), **fields)

    def follow(self, messages, **fields):
        """Returns the events of the client's stream helper, and its final result."""
        with self.client.chat.completions.stream(model=self.model, messages=thread(messages), **fields) as stream:
            return list(stream), stream.get_final_completion()

    def raw(self, messages, **fields):
        """Returns the header of an answer, and the answer."""
        raw = self.client.chat.completions.with_raw_response.create(model=self.model, messages=thread(messages), **fields)
        return raw.headers, raw.parse()

    def models(self):
        return list(self.client.models.list())

    def retrieve(self, name):
        return self.client.models.retrieve(name)


class Asynchronous:
    """`AsyncOpenAI`, with each call awaited."""

    name = "asynchronous"
    runner = asyncio.Runner()

    def __init__(self, port, model, token=TOKEN):
        self.client = openai.AsyncOpenAI(base_url=url(port), api_key=token, max_retries=0, timeout=60)
        self.model = model

    def wait(self, work):
        async def awaited():
            return await work

        return self.runner.run(awaited())

    def ask(self, messages, **fields):
        return self.wait(self.begin(messages, **fields))

    def begin(self, messages, **fields):
        return self.client.chat.completions.create(model=self.model, messages=thread(messages), **fields)

    def read(self, read, messages, **fields):
        async def follow():
            async with await self.begin(messages, stream=True, **fields) as stream:
                async for chunk in stream:
                    read.append(chunk)

        self.wait(follow())

    def leave(self, messages, count, **fields):
        async def follow():
            async with await self.begin(messages, stream=True, **fields) as stream:
                return [await anext(stream) for _ in range(count)]

        return self.wait(follow())

    def parse(self, messages, **fields):
        return self.wait(self.client.chat.completions.parse(model=self.model, messages=thread(messages), **fields))

    def follow(self, messages, **fields):
        async def events():
            async with self.client.chat.completions.stream(
                model=self.model, messages=thread(messages), **fields
            ) as stream:
                return [event async for event in stream], await stream.get_final_completion()

        return self.wait(events())

    def raw(self, messages, **fields):
        raw = self.wait(
            self.client.chat.completions.with_raw_response.create(model=self.model, messages=thread(messages), **fields)
        )
        return raw.headers, raw.parse()

    def models(self):
        async def collected():
            return [model async for model in self.client.models.list()]

        return self.wait(collected())

    def retrieve(self, name):
        return self.wait(self.client.models.retrieve(name))


def thread(messages):
    """Returns a conversation with one message, if only its text is given."""
    return [{"role": "user", "content": messages}] if isinstance(messages, str) else messages


def chunks(api, messages, **fields):
    """Reads a stream to its end."""
    read = []
    api.read(read, messages, **fields)
    return Assembled(read)


def faults(*objects):
    """Returns the objects' violations of the client's types, which the client itself does not check."""
    found = []
    for value in objects:
        try:
            type(value).model_validate_json(value.to_json(), strict=True)
        except ValidationError as error:
            found.append(f"{type(value).__name__}: {error}")
    return found


class Assembled:
    """A stream, assembled from its chunks."""

    def __init__(self, chunks):
        chunks = list(chunks)
        choices = [choice for chunk in chunks for choice in chunk.choices]
        self.faults = faults(*chunks)
        self.pieces = [choice.delta.content for choice in choices if choice.delta.content]
        self.text = "".join(self.pieces)
        self.refusal = "".join(choice.delta.refusal or "" for choice in choices)
        self.thoughts = "".join(getattr(choice.delta, "reasoning_content", None) or "" for choice in choices)
        self.reasons = [choice.finish_reason for choice in choices if choice.finish_reason]
        self.usages = [chunk.usage for chunk in chunks if chunk.usage]
        self.torii = [chunk.torii for chunk in chunks if getattr(chunk, "torii", None)]
        self.ids = {(chunk.id, chunk.created, chunk.model) for chunk in chunks}
        self.call_chunks = [call for choice in choices for call in choice.delta.tool_calls or []]
        self.calls = {}
        for delta in self.call_chunks:
            call = self.calls.setdefault(delta.index, {"type": "function", "function": {"arguments": ""}})
            if delta.id:
                call["id"] = delta.id
                call["function"]["name"] = delta.function.name
            call["function"]["arguments"] += delta.function.arguments or ""
        self.last = chunks[-1]

    @property
    def message(self):
        """Returns the message in the form in which it is sent back."""
        calls = [self.calls[index] for index in sorted(self.calls)]
        return {"role": "assistant", "content": self.text or None} | ({"tool_calls": calls} if calls else {})


def refusal(kind, work):
    """Returns the error of this type that a call raises; if it raises none, a failed check and `None`."""
    found = outcome(work)
    if isinstance(found, kind):
        return found
    check(f"it is a {kind.__name__}", False, repr(found))
    return None


def built_in_model(make):
    api = make(servers.built_in, "phrasebook")
    models = api.models()
    check("the models are listed", "phrasebook" in [model.id for model in models] and not faults(*models), models)
    model = api.retrieve("phrasebook")
    check("a model is shown", isinstance(model, Model) and model.id == "phrasebook" and not faults(model), model)
    title = f"green tea bags {uuid.uuid4().hex[:6]}"
    added = api.ask(f'Add 3 "{title}"')
    text = added.choices[0].message.content
    check("a tool of the server changes something", title in text and not faults(added), text)
    listed = api.ask("List the inventory")
    check("a whole answer", title in listed.choices[0].message.content and listed.choices[0].finish_reason == "stop", listed)
    stream = chunks(api, "List the inventory")
    same = stream.text == listed.choices[0].message.content
    check("its chunks have the same text", same and stream.reasons == ["stop"] and not stream.calls, stream.pieces[:3])
    check("no chunk is against the interface", not stream.faults, stream.faults[:1])
    history = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "List the inventory"},
        {"role": "assistant", "content": listed.choices[0].message.content},
        {"role": "user", "content": [{"type": "text", "text": "List the inventory"}]},
    ]
    check("a conversation goes on", title in api.ask(history).choices[0].message.content)
    error = refusal(openai.BadRequestError, lambda: api.ask(with_image(PIXEL)))
    check("an image is refused", error and error.status_code == 400, error)


def with_image(data):
    part = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{base64.b64encode(data).decode()}"}}
    return [{"role": "user", "content": [{"type": "text", "text": "What color is it?"}, part]}]


def text(make):
    api = make(servers.scripted, SCRIPTED)
    reply = api.ask(fresh("say"))
    choice = reply.choices[0]
    check("a whole answer", choice.message.content == TEXT and choice.finish_reason == "stop", choice)
    check("it is as the interface says", not faults(reply) and reply.model == SCRIPTED, faults(reply))
    usage = reply.usage.to_dict()
    check("it has its usage", {name: usage[name] for name in USAGE} == USAGE, usage)
    stream = chunks(api, fresh("say"))
    check("its chunks have the same text", stream.text == TEXT and stream.reasons == ["stop"] and len(stream.pieces) > 3, stream.pieces)
    check("they are as the interface says", not stream.faults and len(stream.ids) == 1, stream.faults[:1])
    check("no usage that was not asked for", not stream.usages)
    stream = chunks(api, fresh("say"), stream_options={"include_usage": True})
    counted = [usage.to_dict() for usage in stream.usages]
    check("usage in the last chunk", counted == [usage] and stream.last.usage and not stream.last.choices, counted)
    events, final = api.follow(fresh("say"))
    kinds = {event.type for event in events}
    check("the client's own helper", final.choices[0].message.content == TEXT and {"chunk", "content.delta", "content.done"} <= kinds, kinds)
    reply = api.ask(fresh("short"))
    check("an answer cut by the limit", reply.choices[0].finish_reason == "length", reply.choices[0])
    stream = chunks(api, fresh("short"))
    check("the same streamed", stream.reasons == ["length"] and stream.text == "one two ", stream.reasons)
    stream = chunks(api, fresh("think"))
    check("no thoughts", stream.text == TEXT and not stream.thoughts, stream.thoughts)
    stream = chunks(api, fresh("think"), extra_body={"torii": {"reasoning": True}})
    check("but on request", stream.text == TEXT and stream.thoughts == "Well, a greeting.", stream.thoughts)
    headers, _ = api.raw(fresh("say"))
    check("an answer has a request id", headers.get("x-request-id"), dict(headers))


def models(make):
    api = make(servers.scripted, SCRIPTED)
    names = [model.id for model in api.models()]
    shown = [api.retrieve(name).id for name in names]
    check("each model that is listed is shown, also one with a slash", shown == names and "openai:org/m" in names, shown)


def fields(make):
    api = make(servers.scripted, SCRIPTED)
    messages = [
        {"role": "developer", "content": "Answer in rhymes."},
        {"role": "user", "content": "Hello"},
        {"role": "assistant", "content": "Good day"},
        {"role": "user", "content": fresh("echo")},
    ]
    sent = {
        "temperature": 0.25, "top_p": 0.5, "max_completion_tokens": 77, "stop": ["END", "STOP"], "seed": 7, "presence_penalty": 0.5,
        "frequency_penalty": -0.5,
    }  # fmt: skip
    reply = api.ask(messages, tools=[SENSOR], tool_choice="required", parallel_tool_calls=False, **sent)
    heard = json.loads(reply.choices[0].message.content)
    said = json.dumps(heard["messages"])
    check("system text and history reach the model", all(word in said for word in ("Answer in rhymes.", "Hello", "Good day")), said)
    limits = {heard.pop(name, None) for name in ("max_tokens", "max_completion_tokens")}
    expected = {name: value for name, value in sent.items() if name != "max_completion_tokens"}
    got = {name: heard.get(name) for name in expected}
    check("sampling reaches the model", got == expected and 77 in limits, got)
    choice = (heard.get("tool_choice"), heard.get("parallel_tool_calls"))
    check("the choice of tools reaches the model", choice == ("required", False) and "read_sensor" in heard["tools"], choice)
    named = {"type": "function", "function": {"name": "read_sensor"}}
    heard = json.loads(api.ask(fresh("echo"), tools=[SENSOR], tool_choice=named).choices[0].message.content)
    # The only tool, either by name or because no other is offered.
    is_named = heard.get("tool_choice") == named or (heard.get("tool_choice"), heard["tools"]) == ("required", ["read_sensor"])
    check("so does a named tool", is_named, (heard.get("tool_choice"), heard["tools"]))
    heard = json.loads(api.ask(fresh("echo"), tools=[SENSOR], tool_choice="none").choices[0].message.content)
    check("no tool where none is wanted", not heard["tools"] or heard.get("tool_choice") == "none", heard["tools"])


def server_tools(make):
    api = make(servers.scripted, SCRIPTED)
    message = fresh("server")
    reply = api.ask(message)
    choice = reply.choices[0]
    check("a tool of the server is not seen", not choice.message.tool_calls and choice.finish_reason == "stop", choice)
    stream = chunks(api, fresh("server"))
    check("nor in a stream", stream.text == choice.message.content and not stream.calls and not stream.torii, stream.message)
    stream = chunks(api, fresh("server"), extra_body={"torii": {"events": True}})
    kinds = [member["type"] for member in stream.torii]
    check("on request it is", kinds[:1] == ["tool.started"] and kinds[-1:] == ["tool.finished"], stream.torii)
    check("and the answer is the same", stream.text == choice.message.content and not stream.faults, stream.faults)


def approvals(make):
    """A call that cannot be undone waits for a person: the answer is the question, and the native API accepts the decision."""
    api = make(servers.scripted, SCRIPTED)
    native = Client(servers.scripted, TOKEN)
    for is_streamed in (False, True):
        way = "streamed" if is_streamed else "whole"
        _, made = native.send("POST", "/v1/tools/createInventory", {"title": "tin lamp"})
        item = made["artifacts"][0]["data"][0]["id"]
        if is_streamed:
            stream = chunks(api, f"delete: {item}")
            text, reasons, (torii,) = stream.text, stream.reasons, stream.torii
        else:
            reply = api.ask(f"delete: {item}")
            text, reasons = reply.choices[0].message.content, [reply.choices[0].finish_reason]
            (torii,) = reply.torii["actions"]
        check(f"{way}: the text says what waits", "tin lamp" in text and reasons == ["stop"], text)
        method, path = torii["decide"].split(" ")
        decision = {"decisions": [{"call": torii["call"], "decision": "approve"}], "stream": False}
        status, reply = native.send(method, path, decision)
        check(f"{way}: the extension says how to decide", status == 200 and "Deleted" in reply["message"]["text"], reply)


def outputs(calls, *values):
    """Returns the messages that answer calls, by their ids."""
    return [{"role": "tool", "tool_call_id": call["id"], "content": value} for call, value in zip(calls, values)]


def arguments(message):
    return [json.loads(call["function"]["arguments"]) for call in message.get("tool_calls", [])]


def begun(api, message, is_streamed, **fields):
    """Makes a first round with the client's tool; returns the assistant's message, its finish reason, and the faults of its form."""
    if is_streamed:
        stream = chunks(api, message, tools=[SENSOR], **fields)
        return stream.message, stream.reasons, stream.faults
    reply = api.ask(message, tools=[SENSOR], **fields)
    choice = reply.choices[0]
    sent = {name: value for name, value in choice.message.to_dict().items() if value is not None}
    return {"content": None} | sent, [choice.finish_reason], faults(reply)


def client_tools(make):
    api = make(servers.scripted, SCRIPTED)
    for is_streamed in (False, True):
        way = "streamed" if is_streamed else "whole"
        for verb, rooms in (("client", ROOMS[:1]), ("parallel", ROOMS)):
            message = fresh(verb)
            asked, reasons, wrong = begun(api, message, is_streamed)
            calls = asked.get("tool_calls", [])
            names = {call["function"]["name"] for call in calls}
            check(
                f"{verb}, {way}: the calls of the client's tool",
                [found.get("room") for found in arguments(asked)] == rooms and names == {"read_sensor"} and reasons == ["tool_calls"],
                asked,
            )
            check(f"{verb}, {way}: as the interface says", not wrong and len({call["id"] for call in calls}) == len(rooms), wrong[:1])
            history = [*thread(message), asked, *outputs(calls, "21 °C", "9 °C")]
            expected = "|".join(["21 °C", "9 °C"][: len(rooms)])
            answer = api.ask(history, tools=[SENSOR])
            check(f"{verb}, {way}: the answer", answer.choices[0].message.content == expected, answer.choices[0])
            again = chunks(api, history, tools=[SENSOR])
            check(f"{verb}, {way}: the same outputs again, streamed", again.text == expected and not again.faults, again.message)
            check(f"{verb}, {way}: no round is asked for twice", servers.requests(message) == 2, servers.requests(message))
            another = [*thread(message), asked, *outputs(calls, "another", "one")]
            error = refusal(openai.ConflictError, lambda: api.ask(another, tools=[SENSOR]))
            check(f"{verb}, {way}: other outputs are refused", error and error.status_code == 409, error)
    message = fresh("fragile")
    asked, _, _ = begun(api, message, False)
    history = [*thread(message), asked, *outputs(asked["tool_calls"], "21 °C")]
    error = refusal(openai.InternalServerError, lambda: api.ask(history, tools=[SENSOR]))
    check("an upstream that fails after the outputs", error and error.status_code == 502, error and error.body)
    answer = api.ask(history, tools=[SENSOR]).choices[0].message.content
    check("the same request once more is another try", answer == "21 °C", answer)
    message = fresh("twice")
    history, rooms = thread(message), []
    while True:
        reply = api.ask(history, tools=[SENSOR]).choices[0]
        if not reply.message.tool_calls:
            break
        asked = {"content": None} | {name: value for name, value in reply.message.to_dict().items() if value is not None}
        rooms += [found["room"] for found in arguments(asked)]
        history += [asked, *outputs(asked["tool_calls"], f"{20 + len(rooms)} °C")]
    check("a loop of two rounds", reply.message.content == "21 °C|22 °C" and rooms == ROOMS, reply.message.content)
    check("none is asked for twice", servers.requests(message) == 3, servers.requests(message))


def calls_in_pieces(make):
    """The arguments of calls are streamed as the model writes them."""
    api = make(servers.scripted, SCRIPTED)
    message = fresh("pieces")
    stream = chunks(api, message, tools=[SENSOR])
    calls = stream.message["tool_calls"]
    check("the pieces join to the arguments", [call["function"]["arguments"] for call in calls] == WRITTEN, calls)
    check("they are as the interface says", not stream.faults and stream.reasons == ["tool_calls"], stream.faults[:1])
    first, *rest = stream.call_chunks
    check("a call starts without arguments", first.id and first.function.arguments == "" and len(rest) >= 3, first)
    order = [chunk.index for chunk in stream.call_chunks]
    names = [chunk.function.name for chunk in stream.call_chunks if chunk.function.name]
    check("they are sequential, although the model interleaves them", order == sorted(order) and len(names) == 2, order)
    history = [*thread(message), stream.message, *outputs(calls, "21 °C", "9 °C")]
    answer = chunks(api, history, tools=[SENSOR])
    check("the outputs are answered", answer.text == "21 °C|9 °C", answer.message)
    events, final = api.follow(fresh("pieces"), tools=[SENSOR])
    texts = [call.function.arguments for call in final.choices[0].message.tool_calls]
    kinds = {event.type for event in events}
    wanted = {"tool_calls.function.arguments.delta", "tool_calls.function.arguments.done"}
    check("the client's own helper", texts == WRITTEN and wanted <= kinds, (texts, kinds))
    whole = api.ask(fresh("pieces"), tools=[SENSOR]).choices[0].message.tool_calls
    check("a whole answer has the same text", [call.function.arguments for call in whole] == WRITTEN, whole)
    read = []
    error = refusal(openai.APIError, lambda: api.read(read, fresh("torn"), tools=[SENSOR]))
    calls = Assembled(read).calls
    check("a call that is cut off ends with an error", error and [call["function"]["arguments"] for call in calls.values()] == [WRITTEN[0][:5]], calls)


def mixed_tools(make):
    """A round with a tool of the server and one of the client; the server is killed before the client's output is sent."""
    for is_streamed in (False, True):
        way = "streamed" if is_streamed else "whole"
        model = ScriptedModel()
        with tempfile.TemporaryDirectory() as folder, model.running():
            with torii(pathlib.Path(folder), TORII_LOG_LEVEL="error", **model.settings) as server:
                server.post("/mcp/tools/create-inventory", {"title": "brass lamp"}).text()
                api = make(server.port, SCRIPTED)
                message = fresh("mixed")
                asked, reasons, wrong = begun(api, message, is_streamed)
                calls = asked.get("tool_calls", [])
                check(f"{way}: only the client's call is seen", len(calls) == 1 and reasons == ["tool_calls"] and not wrong, asked)
                server.running.kill()
                server.running.start()
                history = [*thread(message), asked, *outputs(calls, "21 °C")]
                if is_streamed:
                    stream = chunks(api, history, tools=[SENSOR])
                    answer, reasons = stream.text, stream.reasons
                else:
                    reply = api.ask(history, tools=[SENSOR])
                    answer, reasons = reply.choices[0].message.content, [reply.choices[0].finish_reason]
                both = "brass lamp" in answer and answer.endswith("|21 °C")
                check(f"{way}: after kill -9 the answer has both outputs", both and reasons == ["stop"], answer)
                check(f"{way}: no round is asked for twice", model.requests[message] == 2, model.requests)
                again = api.ask(history, tools=[SENSOR]).choices[0].message.content
                check(f"{way}: the same outputs once more", again == answer and model.requests[message] == 2, again)


def structured(make):
    for port, model in ((servers.scripted, SCRIPTED), (servers.stand_in, STAND_IN)):
        api = make(port, model)
        message = fresh("trip") if model == SCRIPTED else "Kyoto, 3 days"
        reply = api.parse(message, response_format=Trip)
        parsed = reply.choices[0].message.parsed
        check(f"{model}: parsed", parsed == Trip(**TRIP) and reply.choices[0].finish_reason == "stop", parsed)
        events, final = api.follow(message, response_format=Trip)
        check(f"{model}: parsed from a stream", final.choices[0].message.parsed == Trip(**TRIP), final.choices[0].message)
    api = make(servers.scripted, SCRIPTED)
    reply = api.ask(fresh("trip"), response_format={"type": "json_object"})
    check("any object", json.loads(reply.choices[0].message.content) == TRIP, reply.choices[0].message.content)
    tool = openai.pydantic_function_tool(Trip, name="plan_trip")
    reply = api.parse(fresh("trip"), tools=[tool])
    call = (reply.choices[0].message.tool_calls or [None])[0]
    check("parsed arguments of a tool", call and call.function.parsed_arguments == Trip(**TRIP), reply.choices[0].message)


def refusals(make):
    """A model that declines, also if a value is requested."""
    api = make(servers.scripted, SCRIPTED)
    reply = api.ask(fresh("refuse"))
    choice = reply.choices[0]
    is_refused = choice.message.refusal == REFUSAL and choice.message.content is None and choice.finish_reason == "stop"
    check("a refusal", is_refused and not faults(reply), choice)
    usage = reply.usage.to_dict()
    check("it has its usage", {name: usage[name] for name in USAGE} == USAGE, usage)
    stream = chunks(api, fresh("refuse"))
    check("streamed", stream.refusal == REFUSAL and not stream.text and stream.reasons == ["stop"] and not stream.faults, stream.message)
    events, final = api.follow(fresh("refuse"), response_format=Trip)
    message = final.choices[0].message
    kinds = {event.type for event in events}
    check("the client's own helper", message.refusal == REFUSAL and not message.parsed and "refusal.done" in kinds, (message, kinds))
    message = api.parse(fresh("refuse"), response_format=Trip).choices[0].message
    check("nothing is parsed", message.refusal == REFUSAL and message.parsed is None, message)
    history = [*thread(fresh("refuse")), {"role": "assistant", "refusal": REFUSAL, "content": None}, *thread(fresh("echo"))]
    heard = api.ask(history).choices[0].message.content
    check("sent back, it reaches the model", REFUSAL in json.loads(heard)["messages"][-2]["content"], heard)


def images(make):
    api = make(servers.stand_in, STAND_IN)
    reply = api.ask(with_image(PIXEL))
    check("an image reaches a model that takes them", "What color is it?" in reply.choices[0].message.content, reply.choices[0].message)
    error = refusal(openai.BadRequestError, lambda: api.ask(with_image(b"no image")))
    check("what is no image is refused", error and error.param == "messages.[0].content.[1]", error and error.body)


def errors(make):
    def expect(name, kind, work, **members):
        error = refusal(kind, work)
        if error is not None:
            got = {member: getattr(error, member, None) for member in members}
            check(f"{name}: {kind.__name__}", got == members and error.request_id, error.body)
        return error

    api = make(servers.scripted, SCRIPTED)
    expect(
        "a wrong key", openai.AuthenticationError, lambda: make(servers.scripted, SCRIPTED, "wrong").ask("Hello"),
        status_code=401, code="invalid_api_key",
    )  # fmt: skip
    expect(
        "an unknown model", openai.NotFoundError, lambda: make(servers.scripted, "gpt-nobody-knows").ask("Hello"),
        status_code=404, code="model_not_found", param="model",
    )  # fmt: skip
    expect("a model that is not there", openai.NotFoundError, lambda: api.retrieve("gpt-nobody-knows"), code="model_not_found")
    for name, param, work in [
        ("no messages", "messages", lambda: api.ask([])),
        ("two choices", "n", lambda: api.ask("Hello", n=2)),
        ("a bad number", "temperature", lambda: api.ask("Hello", temperature=9)),
        ("probabilities", "logprobs", lambda: api.ask("Hello", logprobs=True)),
        ("a bad number, streamed", "top_p", lambda: chunks(api, "Hello", top_p=9)),
    ]:
        expect(name, openai.BadRequestError, work, status_code=400, param=param, type="invalid_request_error")
    expect(
        "a conversation that is too long", openai.BadRequestError, lambda: api.ask(fresh("long")),
        status_code=400, code="context_length_exceeded",
    )  # fmt: skip
    busy = expect("a busy upstream", openai.InternalServerError, lambda: api.ask(fresh("busy")), status_code=503)
    check("it may be tried again", busy and busy.response.headers.get("x-should-retry") != "false", busy and dict(busy.response.headers))
    limited = make(servers.scripted, SCRIPTED, servers.limited_token(fresh("limited"), requests_per_minute=1))
    limited.ask(fresh("say"))
    error = expect("a limit", openai.RateLimitError, lambda: limited.ask(fresh("say")), status_code=429)
    check("it states when to retry", error and int(error.response.headers.get("retry-after", 0)) > 0, error and dict(error.response.headers))


def breaks(make):
    api = make(servers.scripted, SCRIPTED)
    read = []
    error = refusal(openai.APIError, lambda: api.read(read, fresh("break")))
    is_told = error is not None and not isinstance(error, (openai.APIStatusError, openai.APIConnectionError))
    check("an upstream that breaks in the middle is an APIError", is_told, error and (error.type, error.code, error.message))
    check("what came before it was read", "".join(found.choices[0].delta.content or "" for found in read) == "one two ", len(read))
    error = refusal(openai.InternalServerError, lambda: api.ask(fresh("break")))
    check("without a stream it is a status", error and error.status_code == 502, error and error.body)


def leaving(make):
    api = make(servers.scripted, SCRIPTED)
    name = uuid.uuid4().hex[:8]
    read = api.leave(f"hold: {name}", 2)
    check("a stream that is closed in the middle", len(read) == 2, read)
    check("closes the upstream call", servers.has_left(name))
    impatient = make(servers.scripted, SCRIPTED)
    impatient.client = impatient.client.with_options(timeout=1)
    name = uuid.uuid4().hex[:8]
    refusal(openai.APITimeoutError, lambda: impatient.ask(f"hold: {name}"))
    check("so does a whole answer that is not waited for", servers.has_left(name))


SECTIONS = {
    "the built-in model": built_in_model,
    "text": text,
    "models": models,
    "fields": fields,
    "tools of the server": server_tools,
    "tools of the client": client_tools,
    "calls in pieces": calls_in_pieces,
    "tools of both, the server killed between": mixed_tools,
    "approvals": approvals,
    "structured answers": structured,
    "refusals": refusals,
    "images": images,
    "errors": errors,
    "an upstream that breaks": breaks,
    "leaving": leaving,
}


if __name__ == "__main__":
    for make in (Synchronous, Asynchronous):
        for name, perform in SECTIONS.items():
            with section(f"openai {openai.__version__}, {make.name}: {name}"):
                perform(make)
    checks.conclude()
