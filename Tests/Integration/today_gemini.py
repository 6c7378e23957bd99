"""A stand-in with the rules of Gemini's API: signatures that must come back, levels of thinking, and what a configuration may have."""

import re

from today_cache import PromptCache
from today_stand_ins import Refused, StandIn, answer_to, canonical, pieces
from wire_gemini import Gemini as Wire
from wire_gemini import frame

FIELDS = {"contents", "systemInstruction", "tools", "toolConfig", "generationConfig", "safetySettings", "cachedContent", "labels", "serviceTier",
          "continuationToken"}  # fmt: skip
CONFIG = {"stopSequences", "responseMimeType", "responseSchema", "responseJsonSchema", "candidateCount", "maxOutputTokens", "temperature",
          "topP", "topK", "seed", "presencePenalty", "frequencyPenalty", "responseLogprobs", "logprobs", "thinkingConfig",
          "responseModalities", "mediaResolution"}  # fmt: skip
# The levels that each model takes; an empty list has budgets instead.
MODELS = {
    "gemini-4-neon": ["low", "medium", "high", "xhigh"],
    "gemini-4-argon": ["low", "medium", "high"],
    "gemini-3.8-flash": ["low", "medium", "high"],
    "gemini-3.5-flash": ["minimal", "low", "medium", "high"],
    "gemini-2.5-flash": [],
}
# What Google documents for a signature that is not known.
SKIP = "skip_thought_signature_validator"


def error(rule, message, status=400, word="INVALID_ARGUMENT"):
    return Refused(rule, {"error": {"code": status, "message": message, "status": word}}, status)


class Gemini(StandIn):
    """Gemini."""

    address = "127.0.0.1"
    names = list(MODELS)
    provider = "gemini"
    row = None
    settings_names = ("GEMINI_BASE_URL", "GEMINI_API_KEY", "")

    def __init__(self):
        super().__init__()
        self.cache = PromptCache()

    def unauthorized(self):
        return error("key", "API key not valid. Please pass a valid API key.", 400, "INVALID_ARGUMENT")

    def get(self, exchange, path):
        self.organization(exchange)
        models = [{"name": f"models/{name}", "inputTokenLimit": 1_048_576, "outputTokenLimit": 65_536, "thinking": True} for name in MODELS]
        if path.endswith("/models"):
            return exchange.json({"models": models})
        found = next((model for model in models if path.endswith(model["name"])), None)
        exchange.json(found or error("", "not found", 404, "NOT_FOUND").body, 200 if found else 404)

    def post(self, exchange, path, body):
        organization = self.organization(exchange)
        if path.endswith(":countTokens"):
            return exchange.json({"totalTokens": len(canonical(body)) // 4})
        name = path.rpartition("/")[2].partition(":")[0]
        if name not in MODELS:
            raise error("unknown model", f"models/{name} is not found", 404, "NOT_FOUND")
        heard = Wire().heard(body)
        self.check_asked(heard)
        self.check(name, body, organization)
        prompt = "".join(canonical(body.get(part)).rstrip("]") for part in ("tools", "systemInstruction", "contents") if body.get(part))
        # It needs no key for its cache.
        counts = self.cache.counts((organization, name), "implicit", prompt)
        reply = answer_to(heard, True, (body.get("generationConfig") or {}).get("responseMimeType") == "application/json")
        self.count(heard, counts)
        self.send(exchange, self.frames(reply, counts, body, organization))

    def check_asked(self, heard):
        match self.asks_for([turn[1] for turn in heard.turns if turn[0] == "user"]):
            case "context":
                raise error("asked", "The input token count (1210000) exceeds the maximum number of tokens allowed (1048576).")
            case "tokens":
                raise error(
                    "asked",
                    "Unable to submit request because it has a maxOutputTokens value of 10000000 but the supported range is from 1 to 65537.",
                )
            case "content":
                raise error("asked", "Image input modality is not enabled for this model.")
            case "filter":
                raise error("asked", "The prompt was blocked because of prohibited content.")
            case "schema":
                raise error("asked", "Invalid value at 'generation_config.response_json_schema'")
            case "request":
                raise error("asked", "Request contains an invalid argument.")

    def check(self, name, body, organization):
        generation = float(re.search(r"[\d.]+", name)[0])
        for field in body.keys() - FIELDS:
            raise error("unknown field", f'Invalid JSON payload received. Unknown name "{field}": Cannot find field.')
        config = body.get("generationConfig") or {}
        for field in config.keys() - CONFIG:
            raise error(
                "unknown field", f"Invalid JSON payload received. Unknown name \"{field}\" at 'generation_config': Cannot find field."
            )
        if generation >= 3 and ("presencePenalty" in config or "frequencyPenalty" in config):
            raise error("penalties", "Penalty is not enabled for this model")
        if config.get("candidateCount", 1) > 1 and generation >= 4:
            raise error("candidates", "Only one candidate can be specified")
        if len(config.get("stopSequences") or []) > 5:
            raise error("stop sequences", "The number of stop sequences must be at most 5")
        if config.get("maxOutputTokens", 1) > 65_536:
            raise error("token limit", "maxOutputTokens: the supported range is from 1 (inclusive) to 65537 (exclusive).")
        self.check_thinking(name, generation, config.get("thinkingConfig") or {})
        self.check_tools(generation, body, config)
        self.check_contents(name, generation, body, organization)

    def check_thinking(self, name, generation, thinking):
        level, budget = thinking.get("thinkingLevel"), thinking.get("thinkingBudget")
        if level is not None and budget is not None:
            raise error("thinking", "You can only set only one of thinking budget and thinking level.")
        if budget is not None and generation >= 4:
            raise error("thinking budget", "Thinking budget is not supported for this model.")
        if level is not None and level.lower() not in MODELS[name]:
            raise error("thinking level", f"Thinking level {level.upper()} is not supported for this model.")

    def check_tools(self, generation, body, config):
        functions = [function for tool in body.get("tools") or [] for function in tool.get("functionDeclarations", [])]
        for index, function in enumerate(functions):
            if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.:-]{0,127}", function["name"]):
                raise error("tool name", f"Invalid function name at tools[0].function_declarations[{index}].name")
            if "parameters" in function and "parametersJsonSchema" in function:
                raise error("tool schema", "parameters and parametersJsonSchema must not both be set")
            for choice in choices(function.get("parameters", function.get("parametersJsonSchema", {}))):
                if choice == "":
                    raise error(
                        "tool schema: empty choice",
                        f"GenerateContentRequest.tools[0].function_declarations[{index}].enum[0]: cannot be empty",
                    )
        has_answer = "responseSchema" in config or "responseJsonSchema" in config or config.get("responseMimeType") == "application/json"
        if functions and has_answer and generation < 3:
            raise error("schema beside tools", "Function calling with a response mime type: 'application/json' is unsupported")
        choice = (body.get("toolConfig") or {}).get("functionCallingConfig") or {}
        if choice.get("allowedFunctionNames") and choice.get("mode") not in ("ANY", "VALIDATED"):
            raise error("tool choice", "allowed_function_names should only be set when the function calling mode is ANY or VALIDATED.")

    def check_contents(self, name, generation, body, organization):
        contents, waiting = body["contents"], 0
        for index, content in enumerate(contents):
            parts = content["parts"]
            calls = [part for part in parts if "functionCall" in part]
            responses = [part for part in parts if "functionResponse" in part]
            if not parts or any(not part.keys() - {"thought", "thoughtSignature"} for part in parts):
                raise error(
                    "empty message", f"contents[{index}].parts[0].data: required oneof field 'data' must have one initialized field"
                )
            if len(responses) != waiting:
                text = "Please ensure that the number of function response parts is equal to the number of function call parts"
                raise error("calls in pairs", text + " of the function call turn.")
            if calls and (index == 0 or contents[index - 1].get("role") == "model"):
                text = "Please ensure that function call turn comes immediately after a user turn or after a function response turn."
                raise error("calls in pairs", text)
            waiting = len(calls)
            if calls and generation >= 3 and "thoughtSignature" not in calls[0]:
                call = calls[0]["functionCall"]["name"]
                text = f"Function call is missing a thought_signature in functionCall parts. Function call `default_api:{call}`, position {index + 1}."
                raise error("signature missing", text)
            for part in parts:
                seal = part.get("thoughtSignature")
                if seal is None or seal == SKIP or generation < 3:
                    continue
                facts = self.seals.get(seal)
                if not facts:
                    raise error("changed seal", "Corrupted thought signature.")
                if facts["organization"] != organization:
                    raise error("seal of another organization", "Corrupted thought signature.")
        if waiting:
            raise error("calls in pairs", "Please ensure that the function call turn is followed by a function response turn.")
        if contents[-1].get("role") == "model" and generation >= 4:
            raise error("prefill", "The last message must not be of the model.")

    def frames(self, reply, counts, body, organization):
        usage = {
            "promptTokenCount": counts.total, "cachedContentTokenCount": counts.read, "candidatesTokenCount": 12, "thoughtsTokenCount": 8,
            "totalTokenCount": counts.total + 20,
        }  # fmt: skip

        def chunk(parts, reason=None):
            candidate = {"content": {"parts": parts, "role": "model"}, "index": 0} | ({"finishReason": reason} if reason else {})
            return frame({"candidates": [candidate], "usageMetadata": usage, "modelVersion": "m", "responseId": reply.id})

        seal = {"thoughtSignature": self.seal(organization=organization)} if reply.thought else {}
        if (body.get("generationConfig") or {}).get("thinkingConfig", {}).get("includeThoughts"):
            yield chunk([{"text": reply.thought, "thought": True}])
        for piece in pieces(reply.text):
            yield chunk([{"text": piece}])
        if reply.calls:
            calls = [{"functionCall": {"name": call.name, "args": call.arguments}} for call in reply.calls]
            calls[0] |= seal
            yield chunk(calls, "STOP")
        else:
            yield chunk([{"text": ""} | seal], "STOP")


def choices(schema):
    """Yields all values of `enum` in a schema."""
    if isinstance(schema, dict):
        if isinstance(schema.get("enum"), list):
            yield from schema["enum"]
        schema = list(schema.values())
    if isinstance(schema, list):
        for member in schema:
            yield from choices(member)
