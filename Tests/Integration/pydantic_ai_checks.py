"""The checks of `pydantic-ai` for each API that it calls."""

import asyncio
import importlib.metadata
import warnings

from pydantic import BaseModel
from pydantic_ai import Agent, NativeOutput
from pydantic_ai.messages import ThinkingPart

import checks
from checks import check, section
from clients import fresh, outcome
from neutral import ROOMS, SEAL, TEXT, THOUGHT, TRIP

MODEL = "openai:m"
rooms = []


class Trip(BaseModel):
    """A journey."""

    city: str
    days: int


def read_sensor(room: str) -> str:
    """Reads the temperature of a room."""
    rooms.append(room)
    return f"{room}: 21 °C"


class Checks:
    """The checks; `model` makes a model of this API, and `thinking` are the settings by which `thinker` thinks."""

    def __init__(self, servers, model, thinking, thinker):
        self.servers, self.model, self.thinking, self.thinker = servers, model, thinking, thinker

    def agent(self, name=MODEL, token=None, **fields):
        model = self.model(name, token) if token else self.model(name)
        return Agent(model, instructions="Be brief.", **{"retries": 0} | fields)

    async def streamed(self, agent, message):
        """Returns the answer of a streamed run, and the texts shown meanwhile."""
        async with agent.run_stream(message) as run:
            shown = [text async for text in run.stream_text(debounce_by=None)]
            return await run.get_output(), shown

    def answers(self):
        answer = self.agent("phrasebook").run_sync("List the inventory").output
        check("the built-in model", "item" in answer.lower(), answer)
        run = self.agent().run_sync(fresh("say"))
        check("a whole answer", run.output == TEXT and run.usage.total_tokens == 19, run.usage)
        text, shown = asyncio.run(self.streamed(self.agent(), fresh("say")))
        check("a streamed answer", text == TEXT == shown[-1], shown)
        run = self.agent().run_sync(fresh("servers"))
        check("tools of the server run unseen", run.output == "2 outputs, added", run.output)
        first = self.agent().run_sync(fresh("say"))
        message = fresh("say")
        self.agent().run_sync(message, message_history=first.all_messages())
        check("a history reaches the model", len(self.servers.heard(message)[-1]["turns"]) == 3, self.servers.heard(message)[-1]["turns"])

    def tools(self):
        able = self.agent(tools=[read_sensor])
        for verb, called in [("client", ROOMS[:1]), ("parallel", ROOMS), ("twice", ROOMS), ("mixed", ROOMS[:1])]:
            for way in ("whole", "streamed"):
                rooms.clear()
                message = fresh(verb)
                text = able.run_sync(message).output if way == "whole" else asyncio.run(self.streamed(able, message))[0]
                outputs = [f"{room}: 21 °C" for room in called]
                check(f"{verb}, {way}: the agent's tool", text.endswith("|".join(outputs)) and sorted(rooms) == sorted(called), text)
                count = 3 if verb == "twice" else 2
                rounds = self.servers.requests(message)
                check(f"{verb}, {way}: no round is asked for twice", rounds == count, rounds)

    def reasoning(self):
        run = self.agent(self.thinker, model_settings=self.thinking).run_sync(fresh("think"))
        thoughts = [part.content for message in run.all_messages() for part in message.parts if isinstance(part, ThinkingPart)]
        check("a thought", thoughts == [THOUGHT] and run.output == TEXT, thoughts)
        rooms.clear()
        message = fresh("thinkclient")
        run = self.agent("anthropic:m", model_settings=self.thinking, tools=[read_sensor]).run_sync(message)
        heard = [turn for turn in self.servers.heard(message)[-1]["turns"] if turn[0] == "thought"]
        check("a call after a thought", run.output == "kitchen: 21 °C", run.output)
        check("the thought goes back with its seal", heard == [["thought", THOUGHT, SEAL]], heard)

    def structured(self):
        # The name of a model that the client knows, because it sends schemas to no other.
        known = "claude-sonnet-4-5" if self.thinker == "anthropic:m" else MODEL
        for name, kind in [("a tool for the output", Trip), ("the output's schema", NativeOutput(Trip))]:
            found = outcome(lambda: self.agent(known, output_type=kind).run_sync(fresh("trip")).output)
            check(name, found == Trip(**TRIP), found)

    def errors(self):
        for name, status, chosen in [
            ("a wrong key", 401, self.agent(token="wrong")),
            ("an unknown model", 404, self.agent("gpt-nobody-knows")),
            ("a bad number", 400, self.agent(model_settings={"max_tokens": -1})),
        ]:
            found = outcome(lambda: chosen.run_sync("Hello"))
            check(f"{name}: {status}", getattr(found, "status_code", None) == status, repr(found))
        found = outcome(lambda: asyncio.run(self.streamed(self.agent(), fresh("break"))))
        check("a stream that breaks raises", isinstance(found, Exception), repr(found))


def run(api, *arguments):
    """Runs the checks, and exits."""
    warnings.filterwarnings("ignore", "Pydantic serializer")
    all = Checks(*arguments)
    version = importlib.metadata.version("pydantic-ai-slim")
    for perform in (all.answers, all.tools, all.reasoning, all.structured, all.errors):
        with section(f"pydantic-ai {version}, {api}: {perform.__name__}"):
            perform()
    checks.conclude()
