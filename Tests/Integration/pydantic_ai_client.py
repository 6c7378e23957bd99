"""`pydantic-ai`, unchanged, against Torii's chat completions."""

import asyncio
import importlib.metadata

from pydantic import BaseModel
from pydantic_ai import Agent, NativeOutput
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

import checks
from checks import check, section
from clients import SCRIPTED, STAND_IN, Servers, fresh, outcome, url
from scripted_model import ROOMS, TEXT, TRIP
from torii import TOKEN

servers = Servers.of_this_process()
rooms = []


class Trip(BaseModel):
    """A journey."""

    city: str
    days: int


def read_sensor(room: str) -> str:
    """Reads the temperature of a room."""
    rooms.append(room)
    return f"{room}: 21 °C"


def agent(port, model, token=TOKEN, **fields):
    chat = OpenAIChatModel(model, provider=OpenAIProvider(base_url=url(port), api_key=token))
    return Agent(chat, instructions="Be brief.", retries=0, **fields)


def ask(agent, message):
    return agent.run_sync(message).output


async def streamed(agent, message):
    """Returns the answer of a streamed run, and the texts shown meanwhile."""
    async with agent.run_stream(message) as run:
        shown = [text async for text in run.stream_text(debounce_by=None)]
        return await run.get_output(), shown


def answers():
    answer = ask(agent(servers.built_in, "phrasebook"), "List the inventory")
    check("the built-in model", "item" in answer.lower(), answer)
    scripted = agent(servers.scripted, SCRIPTED)
    run = scripted.run_sync(fresh("say"))
    check("a whole answer", run.output == TEXT and run.usage.total_tokens == 19, run.usage)
    text, shown = asyncio.run(streamed(scripted, fresh("say")))
    check("a streamed answer", text == TEXT == shown[-1] and len(shown) > 3, shown)


def tools():
    able = agent(servers.scripted, SCRIPTED, tools=[read_sensor])
    for verb, called in [("client", ROOMS[:1]), ("parallel", ROOMS), ("twice", ROOMS), ("mixed", ROOMS[:1])]:
        for way in ("whole", "streamed"):
            rooms.clear()
            message = fresh(verb)
            text = ask(able, message) if way == "whole" else asyncio.run(streamed(able, message))[0]
            outputs = [f"{room}: 21 °C" for room in called]
            is_whole = text.endswith("|".join(outputs)) and sorted(rooms) == sorted(called)
            check(f"{verb}, {way}: the agent's tool", is_whole and text.count("|") == (1 if verb != "client" else 0), text)
            count = 3 if verb == "twice" else 2
            check(f"{verb}, {way}: no round is asked for twice", servers.requests(message) == count, servers.requests(message))


def structured():
    for name, kind in [("a tool for the output", Trip), ("the output's schema", NativeOutput(Trip))]:
        found = ask(agent(servers.scripted, SCRIPTED, output_type=kind), fresh("trip"))
        check(f"{SCRIPTED}: {name}", found == Trip(**TRIP), found)
    found = ask(agent(servers.stand_in, STAND_IN, output_type=NativeOutput(Trip)), "Kyoto, 3 days")
    check(f"{STAND_IN}: the output's schema", found == Trip(**TRIP), found)

    async def stream():
        async with agent(servers.scripted, SCRIPTED, output_type=NativeOutput(Trip)).run_stream(fresh("trip")) as run:
            return [part async for part in run.stream_output(debounce_by=None)][-1]

    found = asyncio.run(stream())
    check("streamed", found == Trip(**TRIP), found)


def errors():
    for name, status, chosen, message in [
        ("a wrong key", 401, agent(servers.scripted, SCRIPTED, token="wrong"), "Hello"),
        ("an unknown model", 404, agent(servers.scripted, "gpt-nobody-knows"), "Hello"),
        ("a bad number", 400, agent(servers.scripted, SCRIPTED, model_settings={"temperature": 9}), "Hello"),
    ]:
        found = outcome(lambda: ask(chosen, message))
        check(f"{name}: {status}", getattr(found, "status_code", None) == status, repr(found))
    found = outcome(lambda: asyncio.run(streamed(agent(servers.scripted, SCRIPTED), fresh("break"))))
    check("a stream that breaks raises", isinstance(found, Exception), repr(found))


if __name__ == "__main__":
    version = importlib.metadata.version("pydantic-ai-slim")
    for perform in (answers, tools, structured, errors):
        with section(f"pydantic-ai {version}: {perform.__name__}"):
            perform()
    checks.conclude()
