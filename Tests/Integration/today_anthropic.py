"""A stand-in with the rules of Anthropic's API: the parameters of each model, the marks of caches, and thoughts that are bound to the text
before them."""

import hashlib
import itertools
import json
import re
from typing import NamedTuple

from today_cache import MarkedCache
from today_stand_ins import Refused, StandIn, answer_to, canonical, pieces, without
from wire_anthropic import Anthropic as Wire
from wire_anthropic import event

FIELDS = set(
    "model messages max_tokens system tools tool_choice thinking output_config stream stop_sequences temperature top_p top_k metadata "
    "cache_control container service_tier context_management mcp_servers inference_geo speed fallbacks diagnostics".split()
)
TOOL_FIELDS = {
    "name",
    "description",
    "input_schema",
    "cache_control",
    "strict",
    "type",
    "defer_loading",
    "eager_input_streaming",
    "input_examples",
}
WORDS = ["low", "medium", "high", "xhigh", "max"]
PREFILL = "This model does not support assistant message prefill. The conversation must end with a user message."


class Model(NamedTuple):
    """The parameters that a model of Anthropic accepts."""

    thinking: tuple
    thinks: bool
    efforts: tuple
    forces: bool
    # Whether a thought is valid only after the same text, and whether one from another organization is dropped or refused.
    binds: bool
    drops_foreign: bool
    samples: bool
    limit: int
    least: int
    has_system_messages: bool = False


MODELS = {
    "claude-sonnet-5-5": Model(("adaptive", "between_tools"), True, tuple(WORDS), False, True, True, False, 128_000, 512, True),
    "claude-opus-5-5": Model(("adaptive",), True, tuple(WORDS), False, True, False, False, 128_000, 512, True),
    "claude-haiku-5-5": Model(("adaptive", "disabled"), True, tuple(WORDS), True, True, True, False, 128_000, 512, True),
    "claude-opus-4-6": Model(
        ("adaptive", "enabled", "disabled"), False, ("low", "medium", "high", "max"), True, False, False, True, 128_000, 4096
    ),
    "claude-haiku-4-5": Model(("enabled", "disabled"), False, (), True, False, False, True, 64_000, 4096),
}


def error(rule, message, status=400, type="invalid_request_error"):
    return Refused(rule, {"type": "error", "error": {"type": type, "message": message}, "request_id": "req_1"}, status)


def blocks_of(content):
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


class Anthropic(StandIn):
    """Anthropic."""

    address = "127.0.0.1"
    names = list(MODELS)
    provider = "anthropic"
    row = None
    settings_names = ("ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY", "")

    def __init__(self):
        super().__init__()
        self.cache = MarkedCache()

    def unauthorized(self):
        return error("key", "invalid x-api-key", 401, "authentication_error")

    def get(self, exchange, path):
        self.organization(exchange)
        models = [
            {
                "type": "model", "id": name, "display_name": name, "created_at": "2026-09-28T00:00:00Z", "lifecycle": "active",
                "deprecated_at": None, "retires_at": None, "max_input_tokens": 1_000_000, "max_tokens": model.limit,
                "line": name.split("-")[1], "capabilities": None,
            }
            for name, model in MODELS.items()
        ]  # fmt: skip
        if path.endswith("/models"):
            return exchange.json({"data": models, "has_more": False, "first_id": models[0]["id"], "last_id": models[-1]["id"]})
        found = next((model for model in models if path.endswith("/models/" + model["id"])), None)
        exchange.json(found or error("", "model: not found", 404, "not_found_error").body, 200 if found else 404)

    def post(self, exchange, path, body):
        organization = self.organization(exchange)
        if path.endswith("/count_tokens"):
            return exchange.json({"input_tokens": len(canonical(body)) // 4})
        heard = Wire().heard(body)
        self.check_asked(heard)
        model = MODELS.get(body.get("model"))
        if not model:
            raise error("unknown model", f"model: {body.get('model')}", 404, "not_found_error")
        self.check(model, body, exchange.headers, organization)
        counts = self.counts(model, body, organization)
        kind = (body.get("thinking") or {}).get("type")
        thinks = kind in ("adaptive", "enabled", "between_tools") or kind is None and model.thinks
        # It has no mode for JSON, only words.
        reply = answer_to(heard, thinks, "JSON" in canonical([body.get("system"), body["messages"]]))
        self.count(heard, counts)
        self.send(exchange, self.frames(reply, counts, body, organization))

    def check_asked(self, heard):
        match self.asks_for([turn[1] for turn in heard.turns if turn[0] == "user"]):
            case "context":
                raise error("asked", "prompt is too long: 1210000 tokens > 1000000 maximum")
            case "tokens":
                raise error("asked", "max_tokens: 10000000 > 128000, which is the maximum allowed number of output tokens for this model")
            case "content":
                raise error("asked", "messages.0.content.1: image input is not supported by this model")
            case "filter":
                raise error("asked", "Output blocked by content filtering policy")
            case "schema":
                raise error(
                    "asked", "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false"
                )
            case "request":
                raise error("asked", "metadata.user_id: user_id appears to contain an email address")

    # The request.

    def check(self, model, body, headers, organization):
        version = headers["anthropic-version"] or ""
        if not version:
            raise error("version", "anthropic-version: header is required")
        for name in body:
            if name not in FIELDS:
                raise error("unknown field", f"{name}: Extra inputs are not permitted")
        for name in ("temperature", "top_p", "top_k"):
            if name in body and (version >= "2026-10-21" or not model.samples):
                raise error("sampling", f"{name}: Extra inputs are not permitted")
        if "temperature" in body and "top_p" in body:
            raise error("sampling", "`temperature` and `top_p` cannot both be specified for this model. Please use only one.")
        limit = body.get("max_tokens")
        if not isinstance(limit, int):
            raise error("token limit", "max_tokens: Field required")
        if limit > model.limit:
            text = f"max_tokens: {limit} > {model.limit}, which is the maximum allowed number of output tokens for {body['model']}"
            raise error("token limit", text)
        self.check_thinking(model, body, limit)
        self.check_tools(model, body)
        self.check_marks(body)
        self.check_messages(model, body, organization, headers["anthropic-beta"] or "")

    def check_thinking(self, model, body, limit):
        thinking = body.get("thinking") or {}
        kind = thinking.get("type")
        effort = (body.get("output_config") or {}).get("effort")
        if effort is not None and effort not in model.efforts:
            raise error("effort", f"output_config.effort: '{effort}' is not supported for this model.")
        if kind and kind not in model.thinking and not (kind == "disabled" and not model.thinks):
            text = (
                f'"thinking.type.{kind}" is not supported for this model. '
                'Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.'
            )
            raise error("thinking type", text)
        if kind == "enabled" and not 1024 <= thinking.get("budget_tokens", 0) < limit:
            raise error("thinking budget", "`max_tokens` must be greater than `thinking.budget_tokens`, which must be at least 1024.")
        if kind == "between_tools" and effort in ("xhigh", "max"):
            raise error("effort", "thinking.type.between_tools is not supported with this effort.")
        choice = (body.get("tool_choice") or {}).get("type")
        if choice in ("any", "tool"):
            if not model.forces:
                raise error("forced call", f"tool_choice.type: '{choice}' is not supported for this model.")
            if kind == "enabled":
                raise error("forced call", "Thinking may not be enabled when tool_choice forces tool use.")

    def check_tools(self, model, body):
        tools = body.get("tools") or []
        if len({tool.get("name") for tool in tools}) < len(tools):
            raise error("tool name", "tools: Tool names must be unique.")
        for index, tool in enumerate(tools):
            if not re.fullmatch(r"[a-zA-Z0-9_-]{1,128}", tool.get("name", "")):
                raise error("tool name", f"tools.{index}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{{1,128}}$'")
            if extra := tool.keys() - TOOL_FIELDS:
                raise error("unknown field", f"tools.{index}.custom.{extra.pop()}: Extra inputs are not permitted")
            schema = tool.get("input_schema", {})
            if any(name in schema for name in ("anyOf", "oneOf", "allOf")):
                text = f"tools.{index}.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level"
                raise error("tool schema: top level", text)
            if schema.get("type") != "object":
                raise error("tool schema: top level", f"tools.{index}.custom.input_schema.type: Input should be 'object'")
        if body.get("tool_choice") and not tools:
            raise error("tools", "tool_choice may only be specified while providing tools.")
        if not tools and any(
            block["type"] in ("tool_use", "tool_result") for message in body["messages"] for block in blocks_of(message["content"])
        ):
            raise error("tools", "Requests which include `tool_use` or `tool_result` blocks must define tools.")

    def check_marks(self, body):
        parts = parts_of(body)
        marks = [part["cache_control"] for part, _ in parts if part.get("cache_control")]
        whole = body.get("cache_control")
        if len(marks) + bool(whole) > 4:
            raise error("cache marks", f"A maximum of 4 blocks with cache_control may be provided. Found {len(marks) + bool(whole)}.")
        for part, _ in parts:
            if part.get("cache_control") and (part.get("type") in ("thinking", "redacted_thinking") or part.get("text") == ""):
                raise error("cache marks", "cache_control cannot be set for this block.")
        times = [mark.get("ttl", "5m") for mark in [*marks, *([whole] if whole else [])]]
        if any(mark.get("type") != "ephemeral" for mark in marks) or set(times) - {"5m", "1h"}:
            raise error("cache marks", "cache_control.type: Input should be 'ephemeral'")
        if times != sorted(times, key=["1h", "5m"].index):
            raise error("cache marks", "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block.")
        if whole and parts and (last := parts[-1][0].get("cache_control")) and last.get("ttl", "5m") != whole.get("ttl", "5m"):
            raise error("cache marks", "cache_control: the last block has another ttl.")

    def check_messages(self, model, body, organization, beta):
        messages = body["messages"]
        if not messages or messages[0]["role"] != "user":
            raise error("roles", 'messages: first message must use the "user" role')
        open = set()
        for index, message in enumerate(messages):
            blocks = blocks_of(message["content"])
            if message["role"] == "system":
                after = messages[index - 1]["role"]
                before = messages[index + 1]["role"] if index + 1 < len(messages) else "assistant"
                if not model.has_system_messages or after != "user" or before != "assistant":
                    raise error("system message", f"messages.{index}: a system message is not allowed here")
            if not blocks:
                raise error("empty message", f"messages.{index}: all messages must have non-empty content")
            for place, block in enumerate(blocks):
                if block["type"] == "text" and not block["text"].strip():
                    raise error("empty message", "messages: text content blocks must contain non-whitespace text")
                if block["type"] == "document" and message["role"] == "assistant":
                    raise error("documents", f"messages.{index}.content.{place}: document is not allowed here")
            uses = [block["id"] for block in blocks if block["type"] == "tool_use"]
            results = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
            if message["role"] != "system":
                if open - set(results):
                    text = f"messages.{index - 1}: `tool_use` ids were found without `tool_result` blocks immediately after: {sorted(open)[0]}."
                    raise error("calls in pairs", text)
                if set(results) - open:
                    raise error(
                        "calls in pairs",
                        f"messages.{index}.content.0: unexpected `tool_use_id` found in `tool_result` blocks: {results[0]}.",
                    )
                kinds = [block["type"] == "tool_result" for block in blocks]
                if True in kinds[len(results) :]:
                    raise error("calls in pairs", f"messages.{index}: tool_result blocks must come first")
                open = set(uses)
            if len(set(uses)) < len(uses) or any(not re.fullmatch(r"[a-zA-Z0-9_-]+", id) for id in uses):
                raise error("call id", f"messages.{index}.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'")
        if open:
            raise error("calls in pairs", f"messages.{len(messages) - 1}: `tool_use` ids were found without `tool_result` blocks")
        last = messages[-1] if messages[-1]["role"] != "system" else messages[-2]
        if last["role"] == "assistant" and (model.thinks or "adaptive" in model.thinking):
            raise error("prefill", PREFILL)
        self.check_thoughts(model, body, organization, beta)

    def check_thoughts(self, model, body, organization, beta):
        drops = (body.get("thinking") or {}).get("block_binding", {}).get("prefix_mismatch_behavior") == "drop_block"
        drops = drops and "thinking-binding-controls-2026-08-01" in beta
        before = None
        for index, place, block, prefix in thoughts_of(body):
            where = f"messages.{index}.content.{place}"
            facts = self.seals.get(block.get("signature", block.get("data")))
            if not facts:
                raise error("changed seal", f"{where}: Invalid `signature` in `thinking` block")
            if facts["text"] != block.get("thinking", ""):
                raise error("changed thought", f"{where}: `thinking` blocks in the latest assistant message cannot be modified.")
            if facts["organization"] != organization and not model.drops_foreign:
                raise error("seal of another organization", f"{where}: Invalid `signature` in `thinking` block")
            if not model.binds or drops or facts["organization"] != organization or facts["model"] != body["model"]:
                continue
            # Thoughts may be missing at the start of the history, but not between others.
            if facts["prefix"] != prefix or before is not None and facts["before"] != before:
                text = (
                    f"{where}: Invalid ``signature`` in ``thinking`` block. The block is bound to a different conversation. Remove the block, "
                    'or set ``thinking.block_binding.prefix_mismatch_behavior`` to "drop_block".'
                )
                raise error("thought bound to another prefix", text)
            before = block.get("signature")
        if (body.get("thinking") or {}).get("type") == "enabled":
            assistants = [message for message in body["messages"] if message["role"] == "assistant"]
            last = blocks_of(assistants[-1]["content"]) if assistants else []
            is_loop = any(block["type"] == "tool_result" for block in blocks_of(body["messages"][-1]["content"]))
            if is_loop and last[0]["type"] not in ("thinking", "redacted_thinking"):
                text = "Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final `assistant` message "
                raise error("thought left out", text + "must start with a thinking block.")

    # The answer.

    def counts(self, model, body, organization):
        parts = parts_of(body)
        texts = [canonical(without(part, "cache_control")) for part, _ in parts]
        marks = [index for index, (part, _) in enumerate(parts) if part.get("cache_control")]
        if body.get("cache_control"):
            marks.append(max(index for index, (part, _) in enumerate(parts) if part.get("type") not in ("thinking", "redacted_thinking")))
        # A change of these makes another cache of the messages; the parts before them stay.
        options = canonical([body.get("thinking"), (body.get("output_config") or {}).get("effort"), body.get("tool_choice")])
        first = next((index for index, (_, is_message) in enumerate(parts) if is_message), 0)
        texts[first] = options + texts[first]
        return self.cache.counts(f"{organization} {body['model']}", texts, sorted(set(marks)), model.least)

    def frames(self, reply, counts, body, organization):
        indexes = itertools.count()
        rest = counts.total - counts.read - counts.written
        usage = {
            "input_tokens": rest, "cache_creation_input_tokens": counts.written, "cache_read_input_tokens": counts.read, "output_tokens": 1,
            "cache_creation": {"ephemeral_5m_input_tokens": counts.written, "ephemeral_1h_input_tokens": 0},
        }  # fmt: skip
        message = {
            "id": f"msg_{reply.id}",
            "type": "message",
            "role": "assistant",
            "model": body["model"],
            "content": [],
            "stop_reason": None,
        }
        yield event("message_start", message=message | {"stop_sequence": None, "usage": usage})

        def block(block, deltas):
            index = next(indexes)
            yield event("content_block_start", index=index, content_block=block)
            for delta in deltas:
                yield event("content_block_delta", index=index, delta=delta)
            yield event("content_block_stop", index=index)

        if reply.thought:
            text = reply.thought if (body.get("thinking") or {}).get("display") == "summarized" else ""
            earlier = [one for _, _, one, _ in thoughts_of(body)]
            seal = self.seal(
                organization=organization,
                model=body["model"],
                text=text,
                prefix=prefix_of(body),
                before=earlier[-1]["signature"] if earlier else None,
            )
            deltas = [{"type": "thinking_delta", "thinking": text}] if text else []
            yield from block(
                {"type": "thinking", "thinking": "", "signature": ""}, [*deltas, {"type": "signature_delta", "signature": seal}]
            )
        if reply.text:
            yield from block({"type": "text", "text": ""}, [{"type": "text_delta", "text": piece} for piece in pieces(reply.text)])
        for number, call in enumerate(reply.calls):
            use = {"type": "tool_use", "id": f"toolu_{reply.id}{number}", "name": call.name, "input": {}}
            yield from block(use, [{"type": "input_json_delta", "partial_json": json.dumps(call.arguments)}])
        delta = {"stop_reason": "tool_use" if reply.calls else "end_turn", "stop_sequence": None, "stop_details": None}
        details = {"output_tokens_details": {"thinking_tokens": 8 if reply.thought else 0}}
        yield event("message_delta", delta=delta, usage={"output_tokens": 20} | details)
        yield event("message_stop")


def parts_of(body):
    """Returns the parts of a request in the order of its prefix, each with whether it is one of a message."""
    parts = [(tool, False) for tool in body.get("tools") or []]
    parts += [(block, False) for block in blocks_of(body.get("system") or [])]
    for message in body["messages"]:
        parts += [(block | {"role": message["role"]}, True) for block in blocks_of(message["content"])]
    return parts


def digest(value):
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def prefix_of(body, index=None, place=0):
    """Returns a digest of everything before a block, without the marks of caches and without thoughts, which are checked as a chain."""
    tools, system = without(body.get("tools") or [], "cache_control"), without(blocks_of(body.get("system") or []), "cache_control")
    messages, before = body["messages"], []
    for number, message in enumerate(messages[: len(messages) if index is None else index + 1]):
        blocks = blocks_of(message["content"])[: place if number == index else None]
        blocks = [without(block, "cache_control") for block in blocks if block["type"] not in ("thinking", "redacted_thinking")]
        # Messages of one role that follow one another are one message.
        if before and before[-1][0] == message["role"]:
            before[-1][1].extend(blocks)
        elif blocks:
            before.append((message["role"], blocks))
    return digest([tools, system, before])


def thoughts_of(body):
    """Yields the thoughts of a request, with their places and the digests of what comes before them."""
    for index, message in enumerate(body["messages"]):
        for place, block in enumerate(blocks_of(message["content"])):
            if block["type"] in ("thinking", "redacted_thinking"):
                yield index, place, block, prefix_of(body, index, place)
