"""Torii with LiteLLM's proxy as its upstream, whose wire format differs from the providers'."""

import contextlib
import json

from checks import check, section
from client import kind_of
from llama_server import KEY as LLAMA_KEY
from llama_server import CONTEXT_SIZE, MODEL, llama_server
from relay import relay
from servers import INSTALLED, clean_environment, free_port, server
from tiny_model import REPLY
from torii import torii

KEY = "sk-integration"
TOO_LONG = "word " * CONTEXT_SIZE
ANSWER = "Hello from the mock, piece by piece."
# The proxy converts these texts to faults of a provider.
FAULTS = {
    "busy": ("litellm.RateLimitError", 503, "upstream-busy"),
    "short": ("litellm.ContextWindowExceededError", 422, "conversation-too-long"),
    "broken": ("litellm.InternalServerError", 502, "upstream-failed"),
}


def configuration(llama_port):
    def mock(name, answer):
        return {"model_name": name, "litellm_params": {"model": "openai/mock", "api_key": "x", "mock_response": answer}}

    tiny = {"model": f"hosted_vllm/{MODEL}", "api_base": f"http://127.0.0.1:{llama_port}/v1", "api_key": LLAMA_KEY}
    return {
        "model_list": [
            mock("mock", ANSWER),
            *(mock(name, text) for name, (text, _, _) in FAULTS.items()),
            {"model_name": MODEL, "litellm_params": tiny},
        ],
        "litellm_settings": {"num_retries": 0},
        "router_settings": {"disable_cooldowns": True, "num_retries": 0},
        "general_settings": {"master_key": KEY},
    }


def settings(port, key=KEY):
    models = [f"openai:{name}" for name in ("mock", *FAULTS, MODEL)]
    return {
        "TORII_MODEL": ",".join([*models, "anthropic:mock", f"anthropic:{MODEL}"]),
        "OPENAI_BASE_URL": f"http://127.0.0.1:{port}/v1",
        "OPENAI_API_KEY": key,
        "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{port}",
        "ANTHROPIC_API_KEY": key,
    }


def run(folder):
    with contextlib.ExitStack() as stack:
        llama = stack.enter_context(llama_server(folder, "call"))
        file = folder / "litellm.json"
        file.write_text(json.dumps(configuration(llama)))
        port = free_port()
        stack.enter_context(
            server(
                [INSTALLED / "litellm", "--config", file, "--host", "127.0.0.1", "--port", port],
                port,
                folder / "litellm.log",
                health="/health/liveliness",
                env=clean_environment(LITELLM_LOCAL_MODEL_COST_MAP="True"),
                cwd=folder,
            )
        )
        wire = stack.enter_context(relay(port))
        with torii(folder, **settings(wire.port)) as instance:
            with section("LiteLLM's own answers"):
                streamed(instance, wire)
                whole_message(instance, wire)
                for name in FAULTS:
                    # A server for each, because a key with a requested pause is not used for a while.
                    with torii(folder, **settings(wire.port)) as another:
                        fault(another, wire, name)
            with section("llama.cpp behind LiteLLM"):
                relayed(instance, wire)
        with section("LiteLLM with a wrong key"), torii(folder, **settings(wire.port, key="sk-another")) as instance:
            wrong_key(instance, wire)


def streamed(instance, wire):
    stream = instance.stream("Say hello", model="openai:mock", tools=[])
    wire.take(1)
    check("a streamed turn comes in pieces", "".join(stream.pieces) == ANSWER and len(stream.pieces) > 3, stream.pieces)
    check("its events are whole", stream.is_whole and stream.events[-1][0] == "run.completed")


def whole_message(instance, wire):
    """If a stream of Messages is requested, the proxy answers for a mock with one piece of JSON."""
    stream = instance.stream("Say hello", model="anthropic:mock", tools=[])
    (exchange,) = wire.take(1)
    check("an answer that is not streamed is read nevertheless", stream.text == ANSWER, exchange.answer[:60])


def fault(instance, wire, name):
    _, status, kind = FAULTS[name]
    got, problem = instance.ask("Say hello", model=f"openai:{name}", tools=[])
    (exchange,) = wire.take(1)
    answered = f"{exchange.refusal} → {got} {kind_of(problem) if got != 200 else problem}: {problem.get('detail')}"
    check(f"{name}: it is {kind}", got == status and kind_of(problem) == kind, answered)


def relayed(instance, wire):
    for provider in ("openai", "anthropic"):
        stream = instance.stream("Say hello", model=f"{provider}:{MODEL}", tools=[])
        wire.take(1)
        check(f"by {provider}: a streamed turn", "".join(stream.pieces) == REPLY and stream.is_whole, len(stream.pieces))
        got, problem = instance.ask(TOO_LONG, model=f"{provider}:{MODEL}", tools=[])
        (exchange,) = wire.take(1)
        answered = f"{exchange.refusal} → {got} {kind_of(problem)}: {problem['detail']}"
        check(f"by {provider}: a message that is too long", kind_of(problem) == "conversation-too-long", answered)
    stream = instance.stream("What do we have?", model=f"openai:{MODEL}", tools=["getInventoryList"])
    wire.take(2)
    finished = [(call["name"], call["status"]) for call in stream.of("tool.finished")]
    check("by openai: a tool loop", finished == [("getInventoryList", "completed")] and stream.text == REPLY, finished)


def wrong_key(instance, wire):
    status, problem = instance.ask("Say hello", model="openai:mock", tools=[])
    (exchange,) = wire.take(1)
    answered = f"{exchange.refusal} → {status} {kind_of(problem)}: {problem.get('detail')}"
    check("it is an error", status == 502, answered)
