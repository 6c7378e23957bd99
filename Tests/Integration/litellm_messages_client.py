"""LiteLLM's client, unchanged, against Torii's Messages."""

import importlib.metadata
import json

import litellm
from pydantic import BaseModel

import checks
from checks import check, section
from clients import Servers, fresh, outcome
from neutral import ROOMS, TEXT, THOUGHT, TRIP
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


def ask(messages, model="openai:m", token=TOKEN, **fields):
    thread = [{"role": "user", "content": messages}] if isinstance(messages, str) else messages
    place = {"model": f"anthropic/{model}", "api_base": f"http://127.0.0.1:{servers.scripted}", "api_key": token}
    return litellm.completion(**place, messages=thread, num_retries=0, **{"max_tokens": 4096} | fields)


def streamed(messages, **fields):
    """Returns a streamed answer as LiteLLM joins its chunks."""
    return litellm.stream_chunk_builder(list(ask(messages, stream=True, **fields)))


def answers():
    message = fresh("say")
    reply = ask([{"role": "system", "content": "Be brief."}, {"role": "user", "content": message}])
    check("a whole answer", reply.choices[0].message.content == TEXT and reply.usage.total_tokens == 19, reply.usage)
    check("the instructions reach the model", "Be brief." in servers.heard(message)[-1]["system"])
    reply = streamed(fresh("say"))
    check("a streamed answer", reply.choices[0].message.content == TEXT and reply.choices[0].finish_reason == "stop", reply)
    reply = ask(fresh("think"), model="claude-sonnet-4-5", thinking={"type": "enabled", "budget_tokens": 1024})
    check("a thought", reply.choices[0].message.reasoning_content == THOUGHT, reply.choices[0].message)
    reply = ask(fresh("short"), max_tokens=50)
    check("an answer cut by the limit", reply.choices[0].finish_reason == "length", reply.choices[0])


def tools():
    for verb, called in [("client", ROOMS[:1]), ("parallel", ROOMS), ("twice", ROOMS), ("mixed", ROOMS[:1])]:
        for way in ("whole", "streamed"):
            message = fresh(verb)
            history, rooms = [{"role": "user", "content": message}], []
            while True:
                said = (ask if way == "whole" else streamed)(history, tools=[SENSOR]).choices[0].message
                if not said.tool_calls:
                    break
                history.append(said.model_dump())
                for call in said.tool_calls:
                    rooms.append(json.loads(call.function.arguments)["room"])
                    history.append({"role": "tool", "tool_call_id": call.id, "content": f"{rooms[-1]}: 21 °C"})
            outputs = [f"{room}: 21 °C" for room in called]
            check(f"{verb}, {way}: the client's tool", said.content.endswith("|".join(outputs)) and rooms == called, said.content)
            count = 3 if verb == "twice" else 2
            check(f"{verb}, {way}: no round is asked for twice", servers.requests(message) == count, servers.requests(message))


def structured():
    for model in ("openai:m", "claude-sonnet-4-5"):
        found = outcome(lambda: ask(fresh("trip"), model=model, response_format=Trip).choices[0].message.content)
        check(f"{model}: by a schema", isinstance(found, str) and json.loads(found) == TRIP, found)


def errors():
    for name, kind, work in [
        ("a wrong key", litellm.AuthenticationError, lambda: ask("Hello", token="wrong")),
        ("an unknown model", litellm.NotFoundError, lambda: ask("Hello", "nobody-knows")),
        ("a bad number", litellm.BadRequestError, lambda: ask("Hello", temperature=9)),
    ]:
        found = outcome(work)
        check(f"{name}: {kind.__name__}", isinstance(found, kind), repr(found))
    found = outcome(lambda: streamed(fresh("break")))
    check("a stream that breaks raises", isinstance(found, Exception), repr(found))


if __name__ == "__main__":
    litellm.suppress_debug_info = True
    version = importlib.metadata.version("litellm")
    for perform in (answers, tools, structured, errors):
        with section(f"LiteLLM {version}, Messages: {perform.__name__}"):
            perform()
    checks.conclude()
