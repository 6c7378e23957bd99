"""LiteLLM's client, unchanged, against Torii's chat completions."""

import asyncio
import importlib.metadata
import json

import litellm
from pydantic import BaseModel

import checks
from checks import check, section
from clients import SCRIPTED, STAND_IN, Servers, fresh, outcome, url
from scripted_model import ROOMS, TEXT, TRIP
from torii import TOKEN

servers = Servers.of_this_process()
SENSOR = {
    "type": "function",
    "function": {
        "name": "read_sensor",
        "description": "Reads the temperature of a room",
        "parameters": {"type": "object", "properties": {"room": {"type": "string"}}, "required": ["room"]},
    },
}


class Trip(BaseModel):
    city: str
    days: int


def arguments(port, model, messages, token=TOKEN, **fields):
    thread = [{"role": "user", "content": messages}] if isinstance(messages, str) else messages
    place = {"model": f"openai/{model}", "api_base": url(port), "api_key": token}
    return place | {"messages": thread, "max_retries": 0, "num_retries": 0, "drop_params": False} | fields


def ask(*place, **fields):
    return litellm.completion(**arguments(*place, **fields))


def streamed(*place, **fields):
    """Returns a streamed answer as LiteLLM joins its chunks, and the chunks."""
    chunks = list(ask(*place, stream=True, **fields))
    return litellm.stream_chunk_builder(chunks), chunks


def answers():
    answer = ask(servers.built_in, "phrasebook", "List the inventory").choices[0].message.content
    check("the built-in model", "item" in answer.lower(), answer)
    reply = ask(servers.scripted, SCRIPTED, fresh("say"))
    check("a whole answer", reply.choices[0].message.content == TEXT and reply.usage.total_tokens == 19, reply.usage)
    reply, chunks = streamed(servers.scripted, SCRIPTED, fresh("say"), stream_options={"include_usage": True})
    check("a streamed answer", reply.choices[0].message.content == TEXT and len(chunks) > 3, len(chunks))
    check("its usage", reply.usage.total_tokens == 19, reply.usage)
    reply = asyncio.run(litellm.acompletion(**arguments(servers.scripted, SCRIPTED, fresh("say"))))
    check("an asynchronous answer", reply.choices[0].message.content == TEXT, reply.choices[0].message.content)


def tools():
    for verb, called in [("client", ROOMS[:1]), ("parallel", ROOMS), ("twice", ROOMS), ("mixed", ROOMS[:1])]:
        for way in ("whole", "streamed"):
            message = fresh(verb)
            history, rooms = [{"role": "user", "content": message}], []
            while True:
                place = (servers.scripted, SCRIPTED, history)
                reply = ask(*place, tools=[SENSOR]) if way == "whole" else streamed(*place, tools=[SENSOR])[0]
                said = reply.choices[0].message
                if not said.tool_calls:
                    break
                history.append(said.model_dump())
                for call in said.tool_calls:
                    room = json.loads(call.function.arguments)["room"]
                    rooms.append(room)
                    history.append({"role": "tool", "tool_call_id": call.id, "content": f"{room}: 21 °C"})
            outputs = [f"{room}: 21 °C" for room in called]
            is_whole = said.content.endswith("|".join(outputs)) and rooms == called
            check(f"{verb}, {way}: the client's tool", is_whole and said.content.count("|") == (1 if verb != "client" else 0), said.content)
            count = 3 if verb == "twice" else 2
            check(f"{verb}, {way}: no round is asked for twice", servers.requests(message) == count, servers.requests(message))


def structured():
    for port, model, message in [
        (servers.scripted, SCRIPTED, fresh("trip")),
        (servers.stand_in, STAND_IN, "Kyoto, 3 days"),
    ]:
        reply = ask(port, model, message, response_format=Trip)
        found = reply.choices[0].message.content
        check(f"{model}: by a schema", Trip.model_validate_json(found) == Trip(**TRIP), found)


def errors():
    for name, kind, place, fields in [
        ("a wrong key", litellm.AuthenticationError, (servers.scripted, SCRIPTED, "Hello"), {"token": "wrong"}),
        ("an unknown model", litellm.NotFoundError, (servers.scripted, "gpt-nobody-knows", "Hello"), {}),
        ("a bad number", litellm.BadRequestError, (servers.scripted, SCRIPTED, "Hello"), {"temperature": 9}),
        ("a conversation that is too long", litellm.ContextWindowExceededError, (servers.scripted, SCRIPTED, fresh("long")), {}),
        # LiteLLM recognizes the upstream's 429 in the message.
        ("a busy upstream", litellm.RateLimitError, (servers.scripted, SCRIPTED, fresh("busy")), {}),
    ]:
        found = outcome(lambda: ask(*place, **fields))
        check(f"{name}: {kind.__name__}", isinstance(found, kind), repr(found))
    found = outcome(lambda: streamed(servers.scripted, SCRIPTED, fresh("break")))
    check("a stream that breaks raises", isinstance(found, Exception), repr(found))


if __name__ == "__main__":
    litellm.suppress_debug_info = True
    version = importlib.metadata.version("litellm")
    for perform in (answers, tools, structured, errors):
        with section(f"LiteLLM {version}: {perform.__name__}"):
            perform()
    checks.conclude()
