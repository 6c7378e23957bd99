"""`langchain-openai`, unchanged, against Torii's chat completions."""

import asyncio
import functools
import importlib.metadata
import operator
import uuid
import warnings

import openai
from langchain_core.messages import HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from pydantic import BaseModel

import checks
from checks import check, section
from clients import SCRIPTED, STAND_IN, Servers, fresh, outcome, url
from scripted_model import ROOMS, TEXT, TRIP
from torii import TOKEN

servers = Servers.of_this_process()


class Trip(BaseModel):
    """A journey."""

    city: str
    days: int


@tool
def read_sensor(room: str) -> str:
    """Reads the temperature of a room."""
    return f"{room}: 21 °C"


def chat(port, model, token=TOKEN, **fields):
    return ChatOpenAI(base_url=url(port), api_key=token, model=model, max_retries=0, **fields)


def answers():
    answer = chat(servers.built_in, "phrasebook").invoke("List the inventory").content
    check("the built-in model", "item" in answer.lower(), answer)
    scripted = chat(servers.scripted, SCRIPTED)
    reply = scripted.invoke([SystemMessage("Be brief."), HumanMessage(fresh("say"))])
    usage = reply.usage_metadata
    check("a whole answer", reply.content == TEXT and usage["total_tokens"] == 19, usage)
    # With an address other than OpenAI's, the client does not request usage by default.
    chunks = list(scripted.stream(fresh("say"), stream_usage=True))
    whole = functools.reduce(operator.add, chunks)
    check("a streamed answer", whole.content == TEXT and len(chunks) > 3, whole)
    check("its usage", (whole.usage_metadata or {}).get("total_tokens") == 19, whole.usage_metadata)
    answer = asyncio.run(scripted.ainvoke(fresh("say"))).content
    check("an asynchronous answer", answer == TEXT, answer)


def tools():
    able = chat(servers.scripted, SCRIPTED).bind_tools([read_sensor])
    for verb, called in [("client", ROOMS[:1]), ("parallel", ROOMS), ("twice", ROOMS), ("mixed", ROOMS[:1])]:
        for way in ("whole", "streamed"):
            message = fresh(verb)
            history, rooms = [HumanMessage(message)], []
            while True:
                reply = invoke(able, history, way)
                if not reply.tool_calls:
                    break
                history.append(reply)
                for call in reply.tool_calls:
                    rooms.append(call["args"]["room"])
                    history.append(ToolMessage(read_sensor.invoke(call["args"]), tool_call_id=call["id"]))
            outputs = [f"{room}: 21 °C" for room in called]
            is_whole = reply.content.endswith("|".join(outputs)) and rooms == called
            check(f"{verb}, {way}: the client's tool", is_whole and reply.content.count("|") == (1 if verb != "client" else 0), reply.content)
            count = 3 if verb == "twice" else 2
            check(f"{verb}, {way}: no round is asked for twice", servers.requests(message) == count, servers.requests(message))


def invoke(model, history, way):
    if way == "whole":
        return model.invoke(history)
    return functools.reduce(operator.add, model.stream(history))


def structured():
    for method in ("json_schema", "function_calling"):
        planner = chat(servers.scripted, SCRIPTED).with_structured_output(Trip, method=method)
        found = planner.invoke(fresh("trip"))
        check(f"with_structured_output by {method}", found == Trip(**TRIP), found)
    found = chat(servers.stand_in, STAND_IN).with_structured_output(Trip).invoke("Kyoto, 3 days")
    check("by the stand-in of a model", found == Trip(**TRIP), found)
    found = list(chat(servers.scripted, SCRIPTED).with_structured_output(Trip).stream(fresh("trip")))
    check("streamed", found[-1] == Trip(**TRIP), found)


def errors():
    for name, kind, chosen, message in [
        ("a wrong key", openai.AuthenticationError, chat(servers.scripted, SCRIPTED, token="wrong"), "Hello"),
        ("an unknown model", openai.NotFoundError, chat(servers.scripted, "gpt-nobody-knows"), "Hello"),
        ("a bad number", openai.BadRequestError, chat(servers.scripted, SCRIPTED, temperature=9), "Hello"),
        ("a busy upstream", openai.InternalServerError, chat(servers.scripted, SCRIPTED), fresh("busy")),
    ]:
        found = outcome(lambda: chosen.invoke(message))
        check(f"{name}: {kind.__name__}", isinstance(found, kind), repr(found))
    found = outcome(lambda: list(chat(servers.scripted, SCRIPTED).stream(fresh("break"))))
    check("a stream that breaks: APIError", isinstance(found, openai.APIError), repr(found))


def leaving():
    name = uuid.uuid4().hex[:8]
    stream = chat(servers.scripted, SCRIPTED).stream(f"hold: {name}")
    next(stream)
    stream.close()
    check("a stream that is closed closes the upstream call", servers.has_left(name))


if __name__ == "__main__":
    # A warning of the client, about the parsed values in its messages.
    warnings.filterwarnings("ignore", message="Pydantic serializer warnings")
    version = importlib.metadata.version("langchain-openai")
    for perform in (answers, tools, structured, errors, leaving):
        with section(f"langchain-openai {version}: {perform.__name__}"):
            perform()
    checks.conclude()
