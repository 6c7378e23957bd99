"""`openai-agents`, unchanged, against Torii's Responses, which its default kind of model calls."""

import asyncio
import importlib.metadata
import json
import warnings

import openai
from agents import (
    Agent,
    HostedMCPTool,
    ModelSettings,
    OpenAIConversationsSession,
    OpenAIResponsesModel,
    Runner,
    SQLiteSession,
    function_tool,
    set_tracing_disabled,
)
from openai.types.shared import Reasoning
from pydantic import BaseModel

import checks
from checks import check, section
from client import Client
from clients import Servers, fresh, outcome, url
from neutral import ROOMS, TEXT, TRIP
from torii import TOKEN

MODEL = "openai:m"
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


@function_tool(needs_approval=True, name_override="read_sensor")
def read_secret_sensor(room: str) -> str:
    """Reads the temperature of a room."""
    rooms.append(room)
    return f"{20 + len(rooms)} °C"


def api(token=TOKEN):
    return openai.AsyncOpenAI(base_url=url(servers.scripted), api_key=token, max_retries=0)


def agent(model=MODEL, token=TOKEN, name="clerk", **fields):
    return Agent(name=name, instructions="Be brief.", model=OpenAIResponsesModel(model, api(token)), **fields)


def run(agent, message, **fields):
    return runner.run(Runner.run(agent, message, **fields))


def run_streamed(agent, message, **fields):
    """Returns a streamed run, and the types of its events."""

    async def follow():
        result = Runner.run_streamed(agent, message, **fields)
        return result, [event.data async for event in result.stream_events() if event.type == "raw_response_event"]

    return runner.run(follow())


def answers():
    check("the built-in model", "item" in run(agent("phrasebook"), "List the inventory").final_output.lower())
    result = run(agent(), fresh("say"))
    check("a whole answer", result.final_output == TEXT and result.context_wrapper.usage.total_tokens == 19, result.context_wrapper.usage)
    result, events = run_streamed(agent(), fresh("say"))
    pieces = [event.delta for event in events if event.type == "response.output_text.delta"]
    check("a streamed answer", result.final_output == TEXT == "".join(pieces), pieces)
    thinker = agent("openai-responses:m", model_settings=ModelSettings(reasoning=Reasoning(effort="low", summary="auto")))
    kinds = [item.type for item in run(thinker, fresh("think")).new_items]
    check("a thought is an item", kinds == ["reasoning_item", "message_output_item"], kinds)


def tools():
    able = agent(tools=[read_sensor])
    for verb, called, count in [("client", ROOMS[:1], 2), ("parallel", ROOMS, 2), ("twice", ROOMS, 3), ("mixed", ROOMS[:1], 2)]:
        for way, fields in [("its items", {}), ("previous_response_id", {"auto_previous_response_id": True})]:
            for is_streamed in (False, True):
                rooms.clear()
                message = fresh(verb)
                result = run_streamed(able, message, **fields)[0] if is_streamed else run(able, message, **fields)
                outputs = [f"{21 + index} °C" for index in range(len(called))]
                text, name = result.final_output, f"{verb} by {way}, {'streamed' if is_streamed else 'whole'}"
                is_whole = sorted(text.split("|")[-len(called) :]) == outputs and sorted(rooms) == sorted(called)
                check(f"{name}: the agent's tool", is_whole, (text, rooms))
                check(f"{name}: no round is asked for twice", servers.requests(message) == count, servers.requests(message))
    thinker = agent("anthropic:m", tools=[read_sensor], model_settings=ModelSettings(response_include=["reasoning.encrypted_content"]))
    rooms.clear()
    check("a call after a sealed thought", run(thinker, fresh("thinkclient")).final_output == "21 °C")
    result = run(agent(), fresh("servers"))
    check("tools of the server run unseen", result.final_output == "2 outputs, added", result.final_output)


def handoffs():
    """The model of the first agent is offered a tool for the handoff; a tool of this name is called in its place."""
    clerk = agent(name="clerk", tools=[read_sensor], handoff_description="Reads sensors")
    message = fresh("say")
    result = run(agent(name="desk", handoffs=[clerk]), message)
    offered = servers.heard(message)[-1]["tools"]
    check("a handoff is offered to the model", "transfer_to_clerk" in offered and result.final_output == TEXT, offered)
    message = fresh("handoff")
    rooms.clear()
    result = run(agent(name="desk", handoffs=[clerk]), message)
    names = [item.agent.name for item in result.new_items]
    kinds = [item.type for item in result.new_items]
    check("the other agent answers", result.last_agent.name == "clerk" and "handoff_output_item" in kinds, names)


def sessions():
    for name, session in [
        ("in the client", SQLiteSession("thread")),
        ("in Torii's conversations", OpenAIConversationsSession(openai_client=api())),
    ]:
        first, second = fresh("client"), fresh("say")
        rooms.clear()
        able = agent(tools=[read_sensor])
        run(able, first, session=session)
        result = run(able, second, session=session)
        heard = [turn[0] for turn in servers.heard(second)[-1]["turns"]]
        expected = ["user", "call", "output", "assistant", "user"]
        check(f"a session {name} has its history", heard == expected and result.final_output == TEXT, heard)
        items = runner.run(session.get_items())
        kinds = [item.get("type", "message") for item in items]
        check(f"a session {name} lists it", len(items) >= 6 and "function_call" in kinds, kinds)
    first, second, api_ = fresh("say"), fresh("say"), api()
    conversation = runner.run(api_.conversations.create()).id
    run(agent(), first, conversation_id=conversation)
    run(agent(), second, conversation_id=conversation)
    heard = [turn[1] for turn in servers.heard(second)[-1]["turns"]]
    check("by conversation_id", heard == [first, TEXT, second], heard)


def approvals():
    rooms.clear()
    result = run(agent(tools=[read_secret_sensor]), fresh("client"))
    state = result.to_state()
    check("a tool of the client waits for its approval", len(result.interruptions) == 1 and not rooms, result.interruptions)
    state.approve(result.interruptions[0])
    result = run(agent(tools=[read_secret_sensor]), state)
    check("and runs after it", result.final_output == "21 °C" and rooms == ROOMS[:1], result.final_output)
    native = Client(servers.scripted, TOKEN)
    config = {"type": "mcp", "server_label": "torii", "server_url": "https://torii.example/mcp", "require_approval": "always"}
    for name in ("approved", "rejected", "by a callback"):
        _, made = native.send("POST", "/v1/tools/createInventory", {"title": "tin lamp"})
        item = made["artifacts"][0]["data"][0]["id"]
        decide = {"on_approval_request": lambda request: {"approve": True}} if name == "by a callback" else {}
        keeper = agent(tools=[HostedMCPTool(tool_config=config, **decide)])
        result = run(keeper, f"delete: {item}")
        if not decide:
            waits = [one.raw_item.name for one in result.interruptions]
            check(f"a tool of the server waits, {name}", waits == ["deleteInventory"], waits)
            state = result.to_state()
            state.approve(result.interruptions[0]) if name == "approved" else state.reject(result.interruptions[0])
            result = run(keeper, state)
        _, listed = native.send("POST", "/v1/tools/getInventoryList", {})
        is_there = f"ID: {item} " in json.dumps(listed)
        check(f"a tool of the server, {name}", is_there == (name == "rejected") and result.final_output, result.final_output)
    result = run(agent(), "delete: 999")
    check("an agent that declares no such tool gets a text", bool(result.final_output), result.final_output)


def structured():
    found = run(agent(output_type=Trip), fresh("trip")).final_output
    check("an output type", found == Trip(**TRIP), found)


def errors():
    for name, kind, chosen, message in [
        ("a wrong key", openai.AuthenticationError, agent(token="wrong"), "Hello"),
        ("an unknown model", openai.NotFoundError, agent("gpt-nobody-knows"), "Hello"),
        ("a model that breaks", openai.InternalServerError, agent(), fresh("break")),
    ]:
        found = outcome(lambda: run(chosen, message))
        check(f"{name}: {kind.__name__}", isinstance(found, kind), repr(found))
    found = outcome(lambda: run_streamed(agent(), fresh("break")))
    check("a stream that breaks: APIError", isinstance(found, openai.APIError), repr(found))


if __name__ == "__main__":
    set_tracing_disabled(True)
    warnings.filterwarnings("ignore", "Pydantic serializer")
    version = importlib.metadata.version("openai-agents")
    for perform in (answers, tools, handoffs, sessions, approvals, structured, errors):
        with section(f"openai-agents {version}, Responses: {perform.__name__}"):
            perform()
    checks.conclude()
