"""`openai-agents`, unchanged, against Torii's chat completions."""

import asyncio
import importlib.metadata

import openai
from agents import Agent, ModelSettings, OpenAIChatCompletionsModel, Runner, function_tool, set_tracing_disabled
from pydantic import BaseModel

import checks
from checks import check, section
from clients import SCRIPTED, STAND_IN, Servers, fresh, outcome, url
from scripted_model import ROOMS, TEXT, TRIP
from torii import TOKEN

servers = Servers.of_this_process()
# One event loop for all runs, because the clients keep their connections.
runner = asyncio.Runner()
rooms = []


class Trip(BaseModel):
    city: str
    days: int


@function_tool
def read_sensor(room: str) -> str:
    """Reads the temperature of a room."""
    rooms.append(room)
    return f"{20 + len(rooms)} °C"


def agent(port, model, token=TOKEN, **fields):
    client = openai.AsyncOpenAI(base_url=url(port), api_key=token, max_retries=0)
    chat = OpenAIChatCompletionsModel(model, client)
    return Agent(name="clerk", instructions="Be brief.", model=chat, **fields)


def ask(agent, message):
    return runner.run(Runner.run(agent, message)).final_output


async def streamed(agent, message):
    """The answer of a streamed run, and its pieces of text."""
    run = Runner.run_streamed(agent, message)
    pieces = [
        event.data.delta
        async for event in run.stream_events()
        if event.type == "raw_response_event" and event.data.type == "response.output_text.delta"
    ]
    return run.final_output, pieces


def answers():
    check("the built-in model", "item" in ask(agent(servers.built_in, "phrasebook"), "List the inventory").lower())
    scripted = agent(servers.scripted, SCRIPTED)
    check("a whole answer", ask(scripted, fresh("say")) == TEXT)
    text, pieces = runner.run(streamed(scripted, fresh("say")))
    check("a streamed answer", text == TEXT == "".join(pieces) and len(pieces) > 3, pieces)
    counting = agent(servers.scripted, SCRIPTED, model_settings=ModelSettings(include_usage=True))

    async def usage():
        run = Runner.run_streamed(counting, fresh("say"))
        async for _ in run.stream_events():
            pass
        return run.context_wrapper.usage

    counted = runner.run(usage())
    check("its usage", counted.total_tokens == 19, counted)


def tools():
    for verb, expected, called in [
        ("client", "21 °C", ROOMS[:1]),
        ("parallel", "21 °C|22 °C", ROOMS),
        ("twice", "21 °C|22 °C", ROOMS),
    ]:
        for way in ("whole", "streamed"):
            rooms.clear()
            message = fresh(verb)
            able = agent(servers.scripted, SCRIPTED, tools=[read_sensor])
            text = ask(able, message) if way == "whole" else runner.run(streamed(able, message))[0]
            check(f"{verb}, {way}: the agent's tool", sorted(rooms) == sorted(called) and len(text) == len(expected), (text, rooms))
            count = 3 if verb == "twice" else 2
            check(f"{verb}, {way}: no round is asked for twice", servers.requests(message) == count, servers.requests(message))
    for way in ("whole", "streamed"):
        rooms.clear()
        able = agent(servers.scripted, SCRIPTED, tools=[read_sensor])
        text = ask(able, fresh("mixed")) if way == "whole" else runner.run(streamed(able, fresh("mixed")))[0]
        check(f"mixed, {way}: both outputs reach the answer", text.count("|") == 1 and text.endswith("|21 °C"), text)


def structured():
    for port, model, message in [
        (servers.scripted, SCRIPTED, fresh("trip")),
        (servers.stand_in, STAND_IN, "Kyoto, 3 days"),
    ]:
        planner = agent(port, model, output_type=Trip)
        found = ask(planner, message)
        check(f"{model}: an output type", found == Trip(**TRIP), found)


def errors():
    for name, kind, chosen, message in [
        ("a wrong key", openai.AuthenticationError, agent(servers.scripted, SCRIPTED, token="wrong"), "Hello"),
        ("an unknown model", openai.NotFoundError, agent(servers.scripted, "gpt-nobody-knows"), "Hello"),
        ("a busy upstream", openai.InternalServerError, agent(servers.scripted, SCRIPTED), fresh("busy")),
    ]:
        found = outcome(lambda: ask(chosen, message))
        check(f"{name}: {kind.__name__}", isinstance(found, kind), repr(found))
    found = outcome(lambda: runner.run(streamed(agent(servers.scripted, SCRIPTED), fresh("break"))))
    check("a stream that breaks: APIError", isinstance(found, openai.APIError), repr(found))


if __name__ == "__main__":
    set_tracing_disabled(True)
    version = importlib.metadata.version("openai-agents")
    for perform in (answers, tools, structured, errors):
        with section(f"openai-agents {version}: {perform.__name__}"):
            perform()
    checks.conclude()
