"""Stand-ins with the rules of servers that speak OpenAI's chat completions in their own way, and of Ollama."""

import json
import re

from today_cache import PromptCache
from today_openai import chat_frames, check_chat_messages, error
from today_stand_ins import Counts, Refused, StandIn, answer_to, canonical
from wire_chat import Chat
from wire_ollama import Ollama as OllamaWire


class Compatible(StandIn):
    """A server with chat completions."""

    provider = "openai"
    settings_names = ("OPENAI_BASE_URL", "OPENAI_API_KEY", "/v1")
    longest_id = 64

    def __init__(self):
        super().__init__()
        self.cache = PromptCache()
        # The thoughts of the calls that were made, by the first call's id.
        self.thoughts = {}

    def unauthorized(self):
        return error("key", "Authentication Fails", None, "invalid_request_error", 401)

    def get(self, exchange, path):
        self.organization(exchange)
        exchange.json({"object": "list", "data": [{"id": name, "object": "model", "created": 1, "owned_by": "x"} for name in self.names]})

    def post(self, exchange, path, body):
        organization = self.organization(exchange)
        if not path.endswith("/chat/completions"):
            raise error("path", "Not Found", None, None, 404)
        if body.get("model") not in self.names:
            raise error("unknown model", "Model Not Exist", None, None, 404)
        self.check(body)
        wire = Chat()
        heard = wire.heard(self.as_openai(body))
        counts = self.cache.counts(
            (organization, body["model"]), "automatic", canonical(body.get("tools")) + canonical(body["messages"])[:-1]
        )
        reply = answer_to(heard, self.thinks(body), (body.get("response_format") or {}).get("type") == "json_object")
        self.count(heard, counts)
        if reply.calls and reply.thought:
            self.thoughts[self.call_id(reply, 0)] = self.thought(reply.thought)
        self.send(exchange, chat_frames(reply, counts, self.thought, self.call_id))

    def as_openai(self, body):
        return body

    def thinks(self, body):
        return True

    def thought(self, text):
        """Returns the members of a delta with a thought."""
        return {"reasoning_content": text}

    def call_id(self, reply, index):
        return f"call_{reply.id}{index}"

    def check(self, body):
        """Refuses what the server refuses."""
        for index, tool in enumerate(body.get("tools") or []):
            if not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", tool["function"]["name"]):
                raise error("tool name", f"Invalid 'tools[{index}].function.name'")
        check_chat_messages(body["messages"], None, self.longest_id)


class DeepSeek(Compatible):
    """DeepSeek, which demands the thoughts of all calls."""

    address = "127.0.0.2"
    names = ["deepseek-v4-pro", "deepseek-flash"]
    row = {"thoughts": "reasoning_content", "demands_thoughts": True, "efforts": ["low", "high", "max"]}
    demand = "The reasoning_content in the thinking mode must be passed back to the API."

    def thinks(self, body):
        return (body.get("thinking") or {}).get("type") != "disabled"

    def check(self, body):
        super().check(body)
        for message in body["messages"]:
            if not message.get("tool_calls") or not self.thinks(body):
                continue
            thought = message.get("reasoning_content")
            if not thought:
                raise error("thoughts of calls", self.demand)
            known = self.thoughts.get(message["tool_calls"][0]["id"])
            # One blank passes for a thought that is not known.
            if known and thought not in (" ", known["reasoning_content"]):
                raise error("changed thought", self.demand)


class Kimi(DeepSeek):
    """Moonshot's Kimi."""

    address = "127.0.0.3"
    names = ["kimi-k3"]
    row = {"thoughts": "reasoning_content", "demands_thoughts": True}
    demand = "thinking is enabled but reasoning_content is missing in assistant tool call message at index 2"

    def call_id(self, reply, index):
        # The form of its ids, which others refuse.
        return f"functions.call_{reply.id}:{index}"


class OpenRouter(Compatible):
    """OpenRouter, which wants the details of its thoughts back within a turn."""

    address = "127.0.0.4"
    names = ["deepseek/deepseek-v4-pro", "moonshotai/kimi-k3"]
    row = {"thoughts": "reasoning"}

    def thought(self, text):
        detail = {"type": "reasoning.text", "text": text, "format": "unknown", "index": 0, "signature": f"s-{text}"}
        return {"reasoning": text, "reasoning_details": [detail]}

    def check(self, body):
        super().check(body)
        messages = body["messages"]
        last = max((index for index, message in enumerate(messages) if message["role"] == "user"), default=0)
        for message in messages[last:]:
            known = message.get("tool_calls") and self.thoughts.get(message["tool_calls"][0]["id"])
            if known and message.get("reasoning_details") != known["reasoning_details"]:
                demand = "The `reasoning_content` in the thinking mode must be passed back to the API."
                raise error("thoughts of calls", f"Provider returned error: {demand}", None, 400)


class Mistral(Compatible):
    """Mistral, which refuses every field that it does not know."""

    address = "127.0.0.5"
    names = ["mistral-large-2611"]
    row = {"asks_for_usage": False, "seed_name": "random_seed", "call_id_length": 9, "thoughts": "parts"}
    fields = set(
        "model messages tools tool_choice parallel_tool_calls stream temperature top_p max_tokens stop random_seed response_format "
        "presence_penalty frequency_penalty n prediction prompt_mode safe_prompt metadata reasoning_effort prompt_cache_key guardrails".split()
    )
    members = {
        "system": {"role", "content"}, "user": {"role", "content"}, "tool": {"role", "content", "tool_call_id", "name"},
        "assistant": {"role", "content", "tool_calls", "prefix"},
    }  # fmt: skip

    def unauthorized(self):
        return Refused("key", {"detail": "Unauthorized"}, 401)

    def thought(self, text):
        return {"content": [{"type": "thinking", "thinking": [{"type": "text", "text": text}], "closed": True}]}

    def call_id(self, reply, index):
        return f"{reply.id[:8]}{index}"

    def extra(self, rule, *place):
        detail = [{"type": "extra_forbidden", "loc": ["body", *place], "msg": "Extra inputs are not permitted"}]
        error = {"object": "error", "message": {"detail": detail}, "type": "invalid_request_error", "param": None, "code": None}
        return Refused(rule, error, 422)

    def check(self, body):
        if "stream_options" in body:
            raise self.extra("include_usage", "stream_options", "include_usage")
        for name in body.keys() - self.fields:
            raise self.extra("unknown field", name)
        if body.get("tools") == []:
            raise self.extra("unknown field", "tools")
        if body.get("reasoning_effort") not in (None, "none", "high"):
            raise self.extra("effort", "reasoning_effort")
        before = None
        for index, message in enumerate(body["messages"]):
            for name in message.keys() - self.members.get(message["role"], set()):
                raise self.extra("unknown field", "messages", index, name)
            for call in message.get("tool_calls") or []:
                if not re.fullmatch(r"[A-Za-z0-9]{9}", call["id"]):
                    raise error("call id", f"Tool call id was {call['id']} but must be a-z, A-Z, 0-9, with a length of 9.")
            if before == "tool" and message["role"] in ("user", "system"):
                raise error("roles", f"Unexpected role '{message['role']}' after role 'tool'")
            before = message["role"]
        if before not in ("user", "tool"):
            raise error("roles", f"Expected last role User or Tool (or Assistant with prefix True) for serving but got {before}")
        super().check(body)


class Ollama(StandIn):
    """Ollama's native interface."""

    address = "127.0.0.1"
    names = ["qwen3.8:14b", "gpt-oss:20b", "llama3.2:3b"]
    provider = "ollama"
    row = None
    settings_names = ("OLLAMA_BASE_URL", None, "")
    type = "application/x-ndjson"
    has_keys = False
    capabilities = {
        "qwen3.8:14b": ["completion", "tools", "thinking", "vision"], "gpt-oss:20b": ["completion", "tools", "thinking"],
        "llama3.2:3b": ["completion", "tools"],
    }  # fmt: skip

    def get(self, exchange, path):
        exchange.json({"models": [{"name": name, "model": name} for name in self.names]} if path.endswith("/tags") else {"version": "0.21"})

    def post(self, exchange, path, body):
        name = body.get("model")
        if name not in self.names:
            raise self.error("unknown model", f"model '{name}' not found", 404)
        if path.endswith("/show"):
            return exchange.json({"capabilities": self.capabilities[name], "details": {}, "model_info": {}})
        self.check(body)
        heard = OllamaWire().heard(body)
        think = body.get("think")
        reply = answer_to(heard, "thinking" in self.capabilities[name] and think is not False, body.get("format") == "json")
        self.count(heard, Counts(100))
        self.send(exchange, self.frames(reply, name))

    def error(self, rule, message, status=400):
        return Refused(rule, {"error": message}, status)

    def check(self, body):
        think, name = body.get("think"), body["model"]
        if think is not None and think is not True and think is not False and think not in ("low", "medium", "high", "max"):
            raise self.error(
                "think word", f'invalid think value: {json.dumps(think)} (must be "high", "medium", "low", "max", true, or false)'
            )
        if think and "thinking" not in self.capabilities[name]:
            raise self.error("thinks", f'"{name}" does not support thinking')
        if any(message.get("images") for message in body["messages"]) and "vision" not in self.capabilities[name]:
            raise self.error("images", "this model is missing data required for image input")
        for message in body["messages"]:
            for call in message.get("tool_calls") or []:
                if not isinstance(call["function"].get("arguments"), dict):
                    raise self.error("arguments", "json: cannot unmarshal string into Go struct field")

    def frames(self, reply, name):
        def line(message, **members):
            value = {
                "model": name,
                "created_at": "2026-11-28T00:00:00Z",
                "message": {"role": "assistant", "content": ""} | message,
                "done": False,
            }
            return json.dumps(value | members).encode() + b"\n"

        if reply.thought:
            yield line({"thinking": reply.thought})
        if reply.text:
            yield line({"content": reply.text})
        for index, call in enumerate(reply.calls):
            yield line(
                {
                    "tool_calls": [
                        {"id": f"call_{reply.id}{index}", "function": {"index": index, "name": call.name, "arguments": call.arguments}}
                    ]
                }
            )
        yield line({}, done=True, done_reason="stop", prompt_eval_count=100, eval_count=20)
