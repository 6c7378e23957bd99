"""The checks of LangChain for each API that it calls."""

import asyncio
import functools
import importlib.metadata
import operator
import warnings

from langchain_core.messages import HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import tool
from pydantic import BaseModel

import checks
from checks import check, section
from clients import fresh, outcome
from neutral import ROOMS, SEAL, TEXT, THOUGHT, TRIP

MODEL = "openai:m"


class Trip(BaseModel):
    """A journey."""

    city: str
    days: int


@tool
def read_sensor(room: str) -> str:
    """Reads the temperature of a room."""
    return f"{room}: 21 °C"


def invoke(model, history, way):
    """Returns the reply to a history, whole or joined from its chunks."""
    if way == "whole":
        return model.invoke(history)
    return functools.reduce(operator.add, model.stream(history))


def thoughts_of(reply):
    """Returns the texts of a reply's thoughts, whatever the form of its content."""
    return [block["reasoning"] for block in reply.content_blocks if block["type"] == "reasoning" and block.get("reasoning")]


class Checks:
    """The checks; `chat` makes a model of this API, and `thinking` are the fields by which a model thinks."""

    def __init__(self, servers, chat, thinking, errors):
        self.servers, self.chat, self.thinking, self.kinds = servers, chat, thinking, errors

    def answers(self):
        answer = self.chat("phrasebook").invoke("List the inventory").text
        check("the built-in model", "item" in answer.lower(), answer)
        message = fresh("say")
        reply = self.chat(MODEL).invoke([SystemMessage("Be brief."), HumanMessage(message)])
        check("a whole answer", reply.text == TEXT and reply.usage_metadata["total_tokens"] == 19, reply.usage_metadata)
        check("the instructions reach the model", "Be brief." in self.servers.heard(message)[-1]["system"])
        chunks = list(self.chat(MODEL).stream(fresh("say")))
        whole = functools.reduce(operator.add, chunks)
        check("a streamed answer", whole.text == TEXT and len(chunks) > 2, whole)
        check("its usage", (whole.usage_metadata or {}).get("total_tokens") == 19, whole.usage_metadata)
        check("an asynchronous answer", asyncio.run(self.chat(MODEL).ainvoke(fresh("say"))).text == TEXT)
        text = self.chat(MODEL).invoke(fresh("servers")).text
        check("tools of the server run unseen", text == "2 outputs, added", text)

    def tools(self):
        able = self.chat(MODEL).bind_tools([read_sensor])
        for verb, called in [("client", ROOMS[:1]), ("parallel", ROOMS), ("twice", ROOMS), ("mixed", ROOMS[:1])]:
            for way in ("whole", "streamed"):
                message = fresh(verb)
                history, rooms = [HumanMessage(message)], []
                while (reply := invoke(able, history, way)).tool_calls:
                    history.append(reply)
                    for call in reply.tool_calls:
                        rooms.append(call["args"]["room"])
                        history.append(ToolMessage(read_sensor.invoke(call["args"]), tool_call_id=call["id"]))
                outputs = [f"{room}: 21 °C" for room in called]
                check(f"{verb}, {way}: the client's tool", reply.text.endswith("|".join(outputs)) and rooms == called, reply.text)
                count = 3 if verb == "twice" else 2
                rounds = self.servers.requests(message)
                check(f"{verb}, {way}: no round is asked for twice", rounds == count, rounds)

    def reasoning(self):
        for way in ("whole", "streamed"):
            reply = invoke(self.chat("anthropic:m", **self.thinking), [HumanMessage(fresh("think"))], way)
            check(f"{way}: a thought", "".join(thoughts_of(reply)) == THOUGHT and reply.text == TEXT, reply.content)
            message = fresh("thinkclient")
            able = self.chat("anthropic:m", **self.thinking).bind_tools([read_sensor])
            reply = invoke(able, [HumanMessage(message)], way)
            outputs = [ToolMessage("21 °C", tool_call_id=call["id"]) for call in reply.tool_calls]
            answer = invoke(able, [HumanMessage(message), reply, *outputs], way)
            heard = [turn for turn in self.servers.heard(message)[-1]["turns"] if turn[0] == "thought"]
            check(f"{way}: it goes back with its seal", heard == [["thought", THOUGHT, SEAL]] and answer.text == "21 °C", (heard, answer))

    def structured(self):
        for method in ("json_schema", "function_calling"):
            planner = self.chat(MODEL).with_structured_output(Trip, method=method)
            found = outcome(lambda: planner.invoke(fresh("trip")))
            check(f"with_structured_output by {method}", found == Trip(**TRIP), found)

    def errors(self):
        for name, chosen, message in [
            ("a wrong key", self.chat(MODEL, token="wrong"), "Hello"),
            ("an unknown model", self.chat("gpt-nobody-knows"), "Hello"),
            ("a model that breaks", self.chat(MODEL), fresh("break")),
        ]:
            found = outcome(lambda: chosen.invoke(message))
            check(f"{name}: {self.kinds[name].__name__}", isinstance(found, self.kinds[name]), repr(found))
        found = outcome(lambda: list(self.chat(MODEL).stream(fresh("break"))))
        check("a stream that breaks raises", isinstance(found, self.kinds["any"]), repr(found))
        message = fresh("hold")
        stream = self.chat(MODEL).stream(message)
        next(stream)
        stream.close()
        check("a stream that is closed closes the upstream call", self.servers.has_left(message))


def run(package, api, *arguments):
    """Runs the checks, and exits."""
    warnings.filterwarnings("ignore", message="Pydantic serializer warnings")
    all = Checks(*arguments)
    version = importlib.metadata.version(package)
    for perform in (all.answers, all.tools, all.reasoning, all.structured, all.errors):
        with section(f"{package} {version}, {api}: {perform.__name__}"):
            perform()
    checks.conclude()
