"""A stand-in with the rules of OpenAI's API: the parameters of each model, the interface that serves tools, and the items that must be sent
back unchanged."""

import itertools
import json
import re

from today_cache import PromptCache
from today_stand_ins import Refused, StandIn, answer_to, canonical, pieces
from wire_chat import Chat
from wire_responses import Responses

SERIES = re.compile(r"^gpt-(\d+)(?:\.(\d+))?(?=[.-]|$)")
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
LOOKAROUND = re.compile(r"\(\?(=|!|<=|<!)")
CHAT_FIELDS = set(
    "model messages tools tool_choice parallel_tool_calls stream stream_options temperature top_p n stop max_tokens max_completion_tokens "
    "presence_penalty frequency_penalty logit_bias logprobs top_logprobs user seed response_format reasoning_effort verbosity store "
    "metadata prediction audio modalities service_tier safety_identifier prompt_cache_key prompt_cache_options prompt_cache_retention "
    "web_search_options moderation".split()
)
RESPONSES_FIELDS = set(
    "model input instructions tools tool_choice parallel_tool_calls stream stream_options temperature top_p max_output_tokens reasoning "
    "text include store metadata previous_response_id conversation truncation user service_tier safety_identifier prompt_cache_key "
    "prompt_cache_options prompt_cache_retention max_tool_calls background top_logprobs context_management prompt moderation".split()
)
MESSAGE_FIELDS = {
    "system": {"role", "content", "name"}, "developer": {"role", "content", "name"}, "user": {"role", "content", "name"},
    "tool": {"role", "content", "tool_call_id"},
    "assistant": {"role", "content", "name", "refusal", "audio", "tool_calls", "function_call"},
}  # fmt: skip
TOP_LEVEL = ("anyOf", "oneOf", "allOf", "enum", "not")


def version_of(model):
    """Returns the generation of a model of the series, such as (5, 4), or `None`."""
    found = SERIES.match(model.rpartition("/")[2])
    return (int(found[1]), int(found[2] or 0)) if found else None


class Model:
    """The parameters that a model of OpenAI accepts."""

    def __init__(self, name):
        self.name, self.version = name, version_of(name) or (4, 0)
        self.reasons = self.version >= (5, 0) or bool(re.match(r"o\d", name))
        has_none = self.version in {(5, 1), (5, 2), (5, 4), (5, 5), (5, 6)} or name.startswith(("gpt-6-sol", "gpt-6-luna", "gpt-6.1-terra"))
        words = ["low", "medium", "high"]
        if self.version == (5, 0):
            words = ["minimal", *words]
        if has_none:
            words = ["none", *words]
        if self.version >= (5, 2):
            words.append("xhigh")
        if self.version >= (5, 6):
            words.append("max")
        self.efforts = words if self.reasons else []
        # Its effort if a request has none.
        self.default = "none" if self.version in {(5, 1), (5, 2), (5, 4)} else "medium"
        self.needs_responses = name.startswith(("gpt-6-astra", "gpt-6.1")) or self.version >= (5, 4) and not has_none


def format_of(body):
    """Returns the format of the answer that a request of either interface asks for."""
    return body.get("response_format") or (body.get("text") or {}).get("format") or {}


def error(rule, message, param=None, code=None, status=400, type="invalid_request_error"):
    return Refused(rule, {"error": {"message": message, "type": type, "param": param, "code": code}}, status)


def check_schema(rule, label, schema, param, code="invalid_function_parameters"):
    """Refuses the schemas of functions and answers that OpenAI refuses."""
    if schema.get("type") != "object" or any(name in schema for name in TOP_LEVEL):
        message = f"Invalid schema for {label}: schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level."
        raise error(f"{rule}: top level", message, param, code)
    for pattern in patterns(schema):
        if LOOKAROUND.search(pattern):
            raise error(
                f"{rule}: lookaround", f"Invalid schema for {label}: '{pattern}' is not a supported pattern: lookaround", param, code
            )


def patterns(schema):
    """Yields all values of `pattern` in a schema."""
    if isinstance(schema, dict):
        if isinstance(schema.get("pattern"), str):
            yield schema["pattern"]
        schema = list(schema.values())
    if isinstance(schema, list):
        for member in schema:
            yield from patterns(member)


def check_strict(label, schema, param):
    """Refuses a schema outside of the rules of `strict`."""
    for object in objects(schema):
        names = set(object.get("properties", {}))
        if object.get("additionalProperties") is not False:
            message = f"Invalid schema for {label}: 'additionalProperties' is required to be supplied and to be false."
            raise error("strict schema", message, param, "invalid_function_parameters")
        if set(object.get("required", [])) != names:
            message = f"Invalid schema for {label}: 'required' is required to be supplied and to include every key in properties."
            raise error("strict schema", message, param, "invalid_function_parameters")


def objects(schema):
    if isinstance(schema, list):
        for member in schema:
            yield from objects(member)
    if isinstance(schema, dict):
        if schema.get("type") == "object" or schema.get("type") == ["object", "null"]:
            yield schema
        for name, member in schema.items():
            # The names of properties are no keywords.
            yield from objects(list(member.values()) if name in ("properties", "$defs") and isinstance(member, dict) else member)


def check_function(function, param):
    label = f"function '{function.get('name')}'"
    if not NAME.fullmatch(function.get("name", "")):
        raise error("tool name", f"Invalid '{param}.name': string does not match pattern.", f"{param}.name", "invalid_value")
    if "parameters" in function:
        check_schema("tool schema", label, function["parameters"], f"{param}.parameters")
        if function.get("strict"):
            check_strict(label, function["parameters"], f"{param}.parameters")


class OpenAI(StandIn):
    """OpenAI."""

    address = "127.0.0.1"
    names = ["gpt-6.2-sol", "gpt-5.4", "gpt-6.1-terra", "gpt-4.1"]
    provider = "openai"
    row = {"provider": "openai", "interface": "responses"}
    settings_names = ("OPENAI_BASE_URL", "OPENAI_API_KEY", "/v1")

    def __init__(self):
        super().__init__()
        self.cache = PromptCache()
        # The reasoning items that calls were made after, by the call's item.
        self.reasoned = {}

    def unauthorized(self):
        return error("key", "Incorrect API key provided.", None, "invalid_api_key", 401)

    def get(self, exchange, path):
        self.organization(exchange)
        models = [{"id": name, "object": "model", "created": 1, "owned_by": "openai", "shutdown_date": None} for name in self.names]
        if path.endswith("/models"):
            return exchange.json({"object": "list", "data": models})
        found = next((model for model in models if path.endswith("/models/" + model["id"])), None)
        exchange.json(found or error("", "No such model", None, "model_not_found").body, 200 if found else 404)

    def post(self, exchange, path, body):
        organization = self.organization(exchange)
        if path.endswith("/input_tokens"):
            return exchange.json({"object": "response.input_tokens", "input_tokens": len(canonical(body)) // 4})
        is_chat = path.endswith("/chat/completions")
        model = Model(body.get("model", ""))
        wire = (Chat if is_chat else Responses)()
        heard = wire.heard(body)
        self.check_asked(heard)
        (self.check_chat if is_chat else self.check_responses)(model, body, organization)
        parts = [
            body.get("tools"),
            body.get("instructions"),
            body.get("text", body.get("response_format")),
            body.get("messages", body.get("input")),
        ]
        # The end of the list is not a part of the prefix.
        prompt = "".join(canonical(part).rstrip("]") for part in parts if part)
        counts = self.cache.counts((organization, model.name), body.get("prompt_cache_key"), prompt)
        effort = body.get("reasoning_effort") if is_chat else (body.get("reasoning") or {}).get("effort")
        thinks = model.reasons and (effort or model.default) != "none" and not is_chat
        reply = answer_to(heard, thinks, format_of(body).get("type") == "json_object")
        self.count(heard, counts)
        self.send(exchange, chat_frames(reply, counts) if is_chat else self.frames(reply, counts, body, organization))

    def check_asked(self, heard):
        """Refuses what a message asks it to refuse, with OpenAI's words."""
        match self.asks_for([turn[1] for turn in heard.turns if turn[0] == "user"]):
            case "context":
                message = "Your input exceeds the context window of this model. Please adjust your input and try again."
                raise error("asked", message, "input", "context_length_exceeded")
            case "tokens":
                message = "max_tokens is too large: 10000000. This model supports at most 128000 completion tokens."
                raise error("asked", message, "max_tokens", "invalid_value")
            case "content":
                raise error(
                    "asked", "Invalid content type. image_url is only supported by certain models.", "messages.[0].content.[1].type"
                )
            case "filter":
                message = "The response was filtered due to the prompt triggering Azure OpenAI's content management policy."
                raise error("asked", message, "prompt", "content_filter")
            case "schema":
                message = "Invalid schema for response_format 'answer': In context=(), 'required' is required to be supplied."
                raise error("asked", message, "text.format.schema", "invalid_json_schema")
            case "request":
                raise error("asked", "Invalid value: 'x'.", "metadata", "invalid_value")

    # Rules of both interfaces.

    def check_common(self, model, body, fields, effort, has_tools):
        for name in body:
            if name not in fields:
                raise error("unknown field", f"Unknown parameter: '{name}'.", name, "unknown_parameter")
        if model.version == (4, 0) and not model.name.startswith(("gpt-4", "o")):
            raise error(
                "unknown model", f"The model `{model.name}` does not exist or you do not have access to it.", None, "model_not_found", 404
            )
        if effort is not None and effort not in model.efforts:
            message = f"Unsupported value: 'reasoning_effort' does not support '{effort}' with this model."
            raise error("effort", message, "reasoning_effort", "unsupported_value")
        if model.reasons and not ("none" in model.efforts and (effort or model.default) == "none"):
            for name in ("temperature", "top_p"):
                if body.get(name) not in (None, 1):
                    message = f"Unsupported parameter: '{name}' is not supported with this model."
                    raise error("sampling", message, name, "unsupported_parameter")
        if len(body.get("prompt_cache_key") or "") > 64:
            raise error("cache key", "Invalid 'prompt_cache_key': string too long.", "prompt_cache_key", "string_above_max_length")
        if "prompt_cache_options" in body and model.version < (5, 6) or "prompt_cache_retention" in body and model.version >= (5, 6):
            raise error("cache options", "Unsupported parameter: 'prompt_cache_options'.", "prompt_cache_options", "unsupported_parameter")
        if (
            format_of(body).get("type") == "json_object"
            and "json" not in canonical(body.get("messages", [body.get("input"), body.get("instructions")])).lower()
        ):
            raise error(
                "json mode", "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'."
            )
        if len(body.get("tools") or []) > 128:
            raise error("tools", "Invalid 'tools': array too long.", "tools", "array_above_max_length")
        limit = body.get("max_output_tokens", body.get("max_completion_tokens", body.get("max_tokens")))
        most = 128_000 if model.reasons else 32_768
        if limit is not None and limit > most:
            message = (
                f"max_tokens is too large: {limit}. This model supports at most {most} completion tokens, whereas you provided {limit}."
            )
            raise error("token limit", message, "max_tokens", "invalid_value")

    # Chat completions.

    def check_chat(self, model, body, _):
        effort, tools = body.get("reasoning_effort"), body.get("tools") or []
        if re.search(r"-(pro|codex)", model.name):
            message = "This model is only supported in v1/responses and not in v1/chat/completions."
            raise error("responses only", message, "model", None, 404)
        self.check_common(model, body, CHAT_FIELDS, effort, tools)
        if effort == "max":
            raise error("effort", "Unsupported value: 'reasoning_effort' does not support 'max'.", "reasoning_effort", "unsupported_value")
        if model.reasons:
            for name in ("max_tokens", "stop", "logit_bias", "presence_penalty", "frequency_penalty"):
                if body.get(name):
                    message = f"Unsupported parameter: '{name}' is not supported with this model."
                    raise error("sampling", message, name, "unsupported_parameter")
        functions = [tool["function"] for tool in tools if tool.get("type") == "function"]
        if functions and model.version >= (5, 4) and (model.needs_responses or (effort or model.default) != "none"):
            message = (
                f"Function tools with reasoning_effort are not supported for {model.name} in /v1/chat/completions. "
                "To use function tools, use /v1/responses or set reasoning_effort to 'none'."
            )
            raise error("tools on chat completions", message, "reasoning_effort")
        for index, function in enumerate(functions):
            check_function(function, f"tools[{index}].function")
        check_chat_messages(body["messages"], MESSAGE_FIELDS)

    # Responses.

    def check_responses(self, model, body, organization):
        effort, tools = (body.get("reasoning") or {}).get("effort"), body.get("tools") or []
        self.check_common(model, body, RESPONSES_FIELDS, effort, tools)
        if body.get("reasoning") and not model.reasons:
            message = "Unsupported parameter: 'reasoning.effort' is not supported with this model."
            raise error("reasoning", message, "reasoning.effort", "unsupported_parameter")
        if (body.get("max_output_tokens") or 16) < 16:
            raise error("token limit", "Invalid 'max_output_tokens': integer below minimum value.", "max_output_tokens")
        for index, tool in enumerate(tools):
            if tool.get("type") == "function":
                check_function(tool, f"tools[{index}]")
        format = format_of(body)
        if format.get("type") == "json_schema":
            check_schema(
                "answer schema", f"response_format '{format.get('name')}'", format["schema"], "text.format.schema", "invalid_json_schema"
            )
        self.check_items(body["input"], organization)

    def check_items(self, items, organization):
        if isinstance(items, str):
            return
        called, answered, names, last = {}, set(), set(), None
        for index, item in enumerate(items):
            kind = item.get("type", "message")
            if id := item.get("id"):
                if id in names:
                    raise error("doubled item", f"Duplicate item found with id {id}.", "input")
                names.add(id)
            if last and kind not in ("message", "function_call", "reasoning"):
                raise self.lonely(last)
            match kind:
                case "reasoning":
                    self.check_reasoning(item, organization)
                case "function_call":
                    if len(item.get("call_id", "")) > 64 or not item.get("call_id"):
                        raise error("call id", f"Invalid 'input[{index}].call_id': string too long.", f"input[{index}].call_id")
                    reasoning = self.reasoned.get(item.get("id"))
                    if reasoning and reasoning not in names:
                        message = f"Item '{item['id']}' of type 'function_call' was provided without its required 'reasoning' item: '{reasoning}'."
                        raise error("reasoning left out", message, "input")
                    if item["call_id"] in called:
                        raise error("doubled item", f"Duplicate function call {item['call_id']}.", "input")
                    called[item["call_id"]] = index
                case "function_call_output":
                    if item["call_id"] not in called:
                        message = f"No tool call found for function call output with call_id {item['call_id']}."
                        raise error("calls in pairs", message, "input")
                    answered.add(item["call_id"])
                case "message":
                    if item.get("phase") and item["role"] != "assistant":
                        raise error("phase", "Unknown parameter: 'phase'.", f"input[{index}].phase", "unknown_parameter")
                case _:
                    raise error("item", f"Invalid value: '{kind}'.", f"input[{index}].type", "invalid_value")
            last = item if kind == "reasoning" else None
        if last:
            raise self.lonely(last)
        if missing := called.keys() - answered:
            raise error("calls in pairs", f"No tool output found for function call {missing.pop()}.", "input")

    def lonely(self, item):
        message = f"Item '{item['id']}' of type 'reasoning' was provided without its required following item."
        return error("reasoning alone", message, "input")

    def check_reasoning(self, item, organization):
        if not item.get("id"):
            raise error("reasoning id", "Missing required parameter: 'input[0].id'.", "input[0].id", "missing_required_parameter")
        seal = item.get("encrypted_content")
        if not seal:
            message = f"Item with id '{item['id']}' not found. Items are not persisted when `store` is set to false."
            raise error("reasoning without seal", message, "input", None, 404)
        facts = self.seals.get(seal)
        if not facts or facts["organization"] != organization or facts["id"] != item["id"]:
            message = (
                f"The encrypted content {seal[:8]}... could not be verified. "
                "Reason: Encrypted content organization_id did not match the target organization."
            )
            rule = "seal of another organization" if facts and facts["organization"] != organization else "changed seal"
            raise error(rule, message, None, "invalid_encrypted_content")

    def frames(self, reply, counts, body, organization):
        """Yields the events of a response."""
        numbers, output = itertools.count(), []

        def event(type, **members):
            return f"event: {type}\ndata: {json.dumps({'type': type, 'sequence_number': next(numbers)} | members)}\n\n".encode()

        def added(item):
            return event("response.output_item.added", output_index=len(output), item=item)

        def finished(item):
            output.append(item)
            return event("response.output_item.done", output_index=len(output) - 1, item=item)

        def response(status):
            usage = {
                "input_tokens": counts.total, "output_tokens": 20, "total_tokens": counts.total + 20,
                "input_tokens_details": {"cached_tokens": counts.read, "cache_write_tokens": counts.written},
                "output_tokens_details": {"reasoning_tokens": 8 if reply.thought else 0},
            }  # fmt: skip
            return {
                "id": f"resp_{reply.id}", "object": "response", "created_at": 1, "status": status, "model": body["model"],
                "output": list(output), "error": None, "incomplete_details": None,
                "usage": usage if status == "completed" else None,
            }  # fmt: skip

        yield event("response.created", response=response("in_progress"))
        reasoning = None
        if reply.thought:
            reasoning = f"rs_{reply.id}"
            item = {"type": "reasoning", "id": reasoning, "summary": []}
            # The seal of an item that has only been added is incomplete.
            yield added(item | {"encrypted_content": "gAAAAA"})
            if (body.get("reasoning") or {}).get("summary"):
                place = {"item_id": reasoning, "output_index": 0, "summary_index": 0}
                part = {"type": "summary_text", "text": reply.thought}
                yield event("response.reasoning_summary_part.added", part=part | {"text": ""}, **place)
                yield event("response.reasoning_summary_text.delta", delta=reply.thought, **place)
                yield event("response.reasoning_summary_text.done", text=reply.thought, **place)
                yield event("response.reasoning_summary_part.done", part=part, **place)
                item["summary"] = [part]
            yield finished(item | {"encrypted_content": self.seal(organization=organization, id=reasoning)})
        if reply.text:
            item = {
                "type": "message",
                "id": f"msg_{reply.id}",
                "status": "in_progress",
                "role": "assistant",
                "phase": "final_answer",
                "content": [],
            }
            place = {"item_id": item["id"], "output_index": len(output), "content_index": 0}
            part = {"type": "output_text", "text": reply.text, "annotations": [], "logprobs": []}
            yield added(item)
            yield event("response.content_part.added", part=part | {"text": ""}, **place)
            for piece in pieces(reply.text):
                yield event("response.output_text.delta", delta=piece, **place)
            yield event("response.output_text.done", text=reply.text, **place)
            yield event("response.content_part.done", part=part, **place)
            yield finished(item | {"status": "completed", "content": [part]})
        for number, call in enumerate(reply.calls):
            arguments = json.dumps(call.arguments)
            item = {"type": "function_call", "id": f"fc_{reply.id}{number}", "call_id": f"call_{reply.id}{number}", "name": call.name}
            item |= {"arguments": "", "status": "in_progress"}
            if reasoning:
                self.reasoned[item["id"]] = reasoning
            place = {"item_id": item["id"], "output_index": len(output)}
            yield added(item)
            yield event("response.function_call_arguments.delta", delta=arguments, **place)
            yield event("response.function_call_arguments.done", arguments=arguments, **place)
            yield finished(item | {"arguments": arguments, "status": "completed"})
        yield event("response.completed", response=response("completed"))


def check_chat_messages(messages, fields=None, longest_id=40):
    """Refuses messages of chat completions whose calls and outputs are no pairs."""
    open = set()
    for index, message in enumerate(messages):
        role = message["role"]
        if role == "tool":
            if message.get("tool_call_id") not in open:
                text = "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
                raise error("calls in pairs", text, f"messages.[{index}].role")
            open.discard(message["tool_call_id"])
            continue
        if open:
            text = "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."
            raise error("calls in pairs", text, f"messages.[{index}].role")
        if fields:
            for name in message.keys() - fields[role]:
                raise error(
                    "unknown field", f"Unknown parameter: 'messages[{index}].{name}'.", f"messages[{index}].{name}", "unknown_parameter"
                )
        calls = message.get("tool_calls") or []
        if role == "assistant" and not calls and not message.get("content"):
            raise error("empty message", "Invalid value for 'content': expected a string, got null.", f"messages.[{index}].content")
        for call in calls:
            if not 0 < len(call["id"]) <= longest_id:
                raise error(
                    "call id", f"Invalid 'messages[{index}].tool_calls[0].id': string too long.", "messages", "string_above_max_length"
                )
            if call["id"] in open:
                raise error("call id", f"Duplicate tool call id {call['id']}.", "messages")
            open.add(call["id"])
    if open:
        text = "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."
        raise error("calls in pairs", text, "messages")


def chat_frames(reply, counts, thought=None, id=None):
    """Yields the frames of a chat completion; `thought` returns the delta with a thought, and `id` the id of a call."""

    def chunk(members):
        frame = {"id": f"chatcmpl-{reply.id}", "object": "chat.completion.chunk", "created": 1, "model": "m"} | members
        return f"data: {json.dumps(frame)}\n\n".encode()

    def delta(delta, reason=None):
        return chunk({"choices": [{"index": 0, "delta": delta, "finish_reason": reason}]})

    yield delta({"role": "assistant", "content": None if reply.calls else ""})
    if reply.thought and thought:
        yield delta(thought(reply.thought))
    for piece in pieces(reply.text):
        yield delta({"content": piece})
    for index, call in enumerate(reply.calls):
        name = id(reply, index) if id else f"call_{reply.id}{index}"
        function = {"name": call.name, "arguments": json.dumps(call.arguments)}
        yield delta({"tool_calls": [{"index": index, "id": name, "type": "function", "function": function}]})
    yield delta({}, "tool_calls" if reply.calls else "stop")
    usage = {"prompt_tokens": counts.total, "completion_tokens": 20, "total_tokens": counts.total + 20}
    details = {"prompt_tokens_details": {"cached_tokens": counts.read, "cache_write_tokens": counts.written}}
    yield chunk({"choices": [], "usage": usage | details})
    yield b"data: [DONE]\n\n"
