"""LiteLLM's client, unchanged, against Torii's Responses."""

import importlib.metadata
import json

import litellm

import checks
from checks import check, section
from clients import Servers, fresh, outcome, url
from neutral import ROOMS, TEXT, TRIP
from torii import TOKEN

servers = Servers.of_this_process()
SENSOR = {
    "type": "function", "name": "read_sensor", "description": "Reads the temperature of a room", "strict": True,
    "parameters": {
        "type": "object", "properties": {"room": {"type": "string"}}, "required": ["room"], "additionalProperties": False,
    },
}  # fmt: skip
# LiteLLM streams by itself, from a whole answer, if it does not know the model; a server maps this name to one of its models.
KNOWN = "gpt-4o"


def ask(input, model=KNOWN, token=TOKEN, **fields):
    return litellm.responses(input=input, model=f"openai/{model}", api_base=url(servers.scripted), api_key=token, num_retries=0, **fields)


def text_of(response):
    return "".join(part.text for item in response.output if item.type == "message" for part in item.content)


def kind_of(event):
    return getattr(event.type, "value", event.type)


def answers():
    response = ask(fresh("say"), "openai:m")
    check("a whole answer", text_of(response) == TEXT and response.usage.total_tokens == 19, response.usage)
    events = list(ask(fresh("say"), stream=True))
    text = "".join(event.delta for event in events if kind_of(event) == "response.output_text.delta")
    check("a streamed answer", text == TEXT and kind_of(events[-1]) == "response.completed", kind_of(events[-1]))
    message = fresh("say")
    ask(message, previous_response_id=events[-1].response.id)
    check("a chain", len(servers.heard(message)[-1]["turns"]) == 3, servers.heard(message)[-1]["turns"])
    events = list(ask(fresh("servers"), stream=True))
    text = "".join(event.delta for event in events if kind_of(event) == "response.output_text.delta")
    check("tools of the server", text == "2 outputs, added", text)


def tools():
    for verb, called in [("client", ROOMS[:1]), ("parallel", ROOMS), ("twice", ROOMS), ("mixed", ROOMS[:1])]:
        message = fresh(verb)
        response, rooms = ask(message, tools=[SENSOR]), []
        while calls := [item for item in response.output if item.type == "function_call"]:
            outputs = []
            for call in calls:
                rooms.append(json.loads(call.arguments)["room"])
                outputs.append({"type": "function_call_output", "call_id": call.call_id, "output": f"{rooms[-1]}: 21 °C"})
            response = ask(outputs, previous_response_id=response.id, tools=[SENSOR])
        outputs = [f"{room}: 21 °C" for room in called]
        check(f"{verb}: the client's tool", text_of(response).endswith("|".join(outputs)) and rooms == called, text_of(response))


def bridge():
    """Chat completions that LiteLLM makes by Responses."""
    place = {"model": "openai/responses/gpt-4o", "api_base": url(servers.scripted), "api_key": TOKEN, "num_retries": 0}
    reply = litellm.completion(messages=[{"role": "user", "content": fresh("say")}], **place)
    check("a whole answer", reply.choices[0].message.content == TEXT, reply)
    chunks = list(litellm.completion(messages=[{"role": "user", "content": fresh("say")}], stream=True, **place))
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    check("a streamed answer", text == TEXT, text)
    format = {"type": "json_schema", "json_schema": {"name": "trip", "schema": {
        "type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}, "required": ["city", "days"],
    }}}  # fmt: skip
    reply = litellm.completion(messages=[{"role": "user", "content": fresh("trip")}], response_format=format, **place)
    check("by a schema", json.loads(reply.choices[0].message.content) == TRIP, reply)


def errors():
    for name, kind, work in [
        ("a wrong key", litellm.AuthenticationError, lambda: ask("Hello", token="wrong")),
        ("an unknown model", litellm.NotFoundError, lambda: ask("Hello", "nobody-knows")),
        ("a bad number", litellm.BadRequestError, lambda: ask("Hello", temperature=9)),
    ]:
        found = outcome(work)
        check(f"{name}: {kind.__name__}", isinstance(found, kind), repr(found))
    found = outcome(lambda: list(ask(fresh("break"), stream=True)))
    check("a stream that breaks raises", isinstance(found, Exception), repr(found))


if __name__ == "__main__":
    litellm.suppress_debug_info = True
    version = importlib.metadata.version("litellm")
    for perform in (answers, tools, bridge, errors):
        with section(f"LiteLLM {version}, Responses: {perform.__name__}"):
            perform()
    checks.conclude()
