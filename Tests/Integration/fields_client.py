"""Every field of the clients' types, sent once.

It has its effect, is refused, or is named in `Torii-Ignored` or `Torii-Emulated`.
"""

import contextlib

import anthropic.types.message_create_params as messages
import openai.types.chat.completion_create_params as chat
import openai.types.responses.response_create_params as responses

import checks
from checks import check, section
from client import Client
from clients import Servers, fresh
from torii import TOKEN

servers = Servers.of_this_process()
VERSION = {"anthropic-version": "2023-06-01"}
# A value of each field that has no effect on the answers of the scripted model, or is not served.
SAMPLES = {
    "access_programs": ["x"], "audio": {"voice": "alloy", "format": "mp3"}, "background_options": {"priority": "low"},
    "cache_control": {"type": "ephemeral"}, "container": "container_1", "context_management": [{"type": "compaction"}],
    "diagnostics": {"include": []}, "function_call": "auto", "functions": [{"name": "f", "parameters": {}}], "image": {"size": "auto"},
    "inference_geo": "eu", "logit_bias": {"50256": -100}, "logprobs": True, "metadata": {"k": "v"},
    "modalities": ["text", "audio"], "moderation": {"model": "m"},
    "prediction": {"type": "content", "content": "x"}, "prompt": {"id": "pmpt_1"}, "prompt_cache_key": "k",
    "prompt_cache_options": {"mode": "implicit"}, "prompt_cache_retention": "24h", "safety_identifier": "s", "service_tier": "flex",
    "speed": "fast", "store": True, "top_logprobs": 2, "truncation": "auto", "user": "u", "user_profile_id": "p", "verbosity": "low",
    "web_search_options": {}, "workspace_id": "w",
}  # fmt: skip
# The fields whose effects the other trials show.
SERVED = {
    "/v1/chat/completions": {
        "frequency_penalty", "max_completion_tokens", "max_tokens", "messages", "model", "n", "parallel_tool_calls", "presence_penalty",
        "reasoning_effort", "response_format", "seed", "stop", "stream_options", "temperature", "tool_choice", "tools", "top_p",
    },
    "/v1/responses": {
        "background", "conversation", "include", "input", "instructions", "max_output_tokens", "max_tool_calls", "metadata", "model",
        "parallel_tool_calls", "previous_response_id", "reasoning", "store", "stream_options", "temperature", "text", "tool_choice",
        "tools", "top_p",
    },
    "/v1/messages": {
        "max_tokens", "messages", "metadata", "model", "output_config", "stop_sequences", "system", "thinking", "tool_choice", "tools",
    },
}  # fmt: skip
TYPES = {
    "/v1/chat/completions": chat.CompletionCreateParamsBase, "/v1/responses": responses.ResponseCreateParamsBase,
    "/v1/messages": messages.MessageCreateParamsBase,
}  # fmt: skip


def bodies(path):
    """Returns the smallest body of a path."""
    thread = [{"role": "user", "content": fresh("say")}]
    return {
        "/v1/chat/completions": {"model": "openai:m", "messages": thread},
        "/v1/responses": {"model": "openai:m", "input": fresh("say")},
        "/v1/messages": {"model": "openai:m", "max_tokens": 100, "messages": thread},
    }[path]


def names_of(kind):
    return sorted({name for base in kind.__mro__ for name in getattr(base, "__annotations__", {})})


def send(path):
    client = Client(servers.scripted, TOKEN)
    for name in names_of(TYPES[path]):
        if name in SERVED[path]:
            continue
        if name not in SAMPLES:
            check(f"{name} is a field that this trial knows", False, "add a sample of it, or name it as served")
            continue
        answer = client.open("POST", path, bodies(path) | {name: SAMPLES[name]}, VERSION)
        with contextlib.closing(answer.connection):
            reply = answer.json()
        notes = f"{answer.headers['Torii-Ignored'] or ''} {answer.headers['Torii-Emulated'] or ''}"
        is_refused = answer.status == 400 and name in reply["error"]["message"]
        is_honest = is_refused or answer.status == 200 and name in notes
        check(f"{name} is not dropped in silence", is_honest, (answer.status, notes, reply.get("error")))


if __name__ == "__main__":
    for path in TYPES:
        with section(f"the fields of {path}"):
            send(path)
    checks.conclude()
