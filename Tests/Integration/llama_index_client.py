"""LlamaIndex, unchanged, against Torii's Responses and chat completions."""

import asyncio
import importlib.metadata
import warnings

import openai
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.llms import ChatMessage
from llama_index.core.tools import FunctionTool
from llama_index.llms.openai import OpenAIResponses
from llama_index.llms.openai_like import OpenAILike
from pydantic import BaseModel

import checks
from checks import check, section
from clients import Servers, fresh, outcome, url
from neutral import ROOMS, TEXT, TRIP
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
    return f"{20 + len(rooms)} °C"


def responses(model="gpt-4o", token=TOKEN, **fields):
    # LlamaIndex needs a name that it knows, or the size of the model's window; a server maps this one to a model of its own.
    return OpenAIResponses(model=model, api_base=url(servers.scripted), api_key=token, max_retries=0, **fields)


def like(model="openai:m", token=TOKEN):
    place = {"model": model, "api_base": url(servers.scripted), "api_key": token, "max_retries": 0}
    return OpenAILike(**place, is_chat_model=True, is_function_calling_model=True)


def answers():
    for name, make in [("Responses", responses), ("chat completions", like)]:
        message = fresh("say")
        reply = make().chat([ChatMessage(role="system", content="Be brief."), ChatMessage(role="user", content=message)])
        check(f"{name}: a whole answer", reply.message.content == TEXT, reply)
        check(f"{name}: the instructions reach the model", "Be brief." in servers.heard(message)[-1]["system"])
        text = "".join(chunk.delta or "" for chunk in make().stream_chat([ChatMessage(role="user", content=fresh("say"))]))
        check(f"{name}: a streamed answer", text == TEXT, text)
        check(f"{name}: a completion", make().complete(fresh("say")).text == TEXT)
        text = make().complete(fresh("servers")).text
        check(f"{name}: tools of the server run unseen", text == "2 outputs, added", text)


def tools():
    tool = FunctionTool.from_defaults(read_sensor)
    for name, make in [("Responses", responses), ("chat completions", like)]:
        for verb, called in [("client", ROOMS[:1]), ("parallel", ROOMS), ("mixed", ROOMS[:1])]:
            rooms.clear()
            message = fresh(verb)
            reply = make().predict_and_call([tool], user_msg=message, allow_parallel_tool_calls=verb == "parallel")
            outputs = [f"{21 + index} °C" for index in range(len(called))]
            check(f"{name}, {verb}: predict_and_call", rooms == called and all(one in reply.response for one in outputs), (reply, rooms))
        rooms.clear()
        message = fresh("client")
        text = asyncio.run(agent(make(), tool, message))
        check(f"{name}: an agent", text == "21 °C" and rooms == ROOMS[:1], (text, rooms))
        check(f"{name}: no round is asked for twice", servers.requests(message) == 2, servers.requests(message))


async def agent(model, tool, message):
    return str(await FunctionAgent(tools=[tool], llm=model, system_prompt="Be brief.").run(message))


def structured():
    for name, make in [("Responses", responses), ("chat completions", like)]:
        found = outcome(lambda: make().as_structured_llm(Trip).complete(fresh("trip")).raw)
        check(f"{name}: a structured answer", found == Trip(**TRIP), found)


def errors():
    for name, kind, chosen in [
        ("a wrong key", openai.AuthenticationError, responses(token="wrong")),
        ("an unknown model", openai.NotFoundError, responses("nobody-knows", context_window=8000)),
    ]:
        found = outcome(lambda: chosen.complete("Hello"))
        check(f"{name}: {kind.__name__}", isinstance(found, kind), repr(found))
    found = outcome(lambda: list(responses().stream_complete(fresh("break"))))
    check("a stream that breaks: APIError", isinstance(found, openai.APIError), repr(found))


if __name__ == "__main__":
    warnings.filterwarnings("ignore", message="Pydantic serializer warnings")
    version = importlib.metadata.version("llama-index-llms-openai")
    for perform in (answers, tools, structured, errors):
        with section(f"LlamaIndex {version}: {perform.__name__}"):
            perform()
    checks.conclude()
