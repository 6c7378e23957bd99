"""The rules of the stand-ins, each with a request that it refuses and one that it accepts.

python3 Tests/Integration/today_rules.py
"""

import contextlib
import copy
import http.client
import json

import checks
from checks import check
from today_anthropic import Anthropic
from today_gemini import SKIP, Gemini
from today_openai import OpenAI
from today_others import DeepSeek, Kimi, Mistral, Ollama, OpenRouter
from today_stand_ins import AGAIN, FIRST, OTHER

SCHEMA = {"type": "object", "properties": {"room": {"type": "string"}}, "required": ["room"], "additionalProperties": False}
TOP = {"type": "object", "anyOf": [{"required": ["a"]}]}
LOOK = {"type": "object", "properties": {"name": {"type": "string", "pattern": "^(?!x)"}}}
EMPTY = {"type": "object", "properties": {"mode": {"type": "string", "enum": ["", "a"]}}}
SAY, CALL = "Task 1 of talk self: .", "Task 1 of talk self: client."


class Asker:
    """Sends requests to a stand-in."""

    def __init__(self, stand_in, path, headers=()):
        self.stand_in, self.path, self.headers = stand_in, path, dict(headers)

    def send(self, body, key=FIRST, path=None, **headers):
        """Returns the status and the answer: an error's JSON, or the events of a stream."""
        connection = http.client.HTTPConnection(self.stand_in.address, self.stand_in.port, timeout=20)
        fields = self.headers | {"Authorization": f"Bearer {key}"} | {name.replace("_", "-"): value for name, value in headers.items()}
        with contextlib.closing(connection):
            connection.request("POST", path or self.path, json.dumps(body), fields)
            answer = connection.getresponse()
            text = answer.read().decode()
        if answer.status != 200:
            return answer.status, json.loads(text)
        lines = [line.strip().removeprefix("data: ") for line in text.splitlines()]
        return 200, [json.loads(line) for line in lines if line.startswith("{")]

    def rules(self, name, good, rows, **headers):
        """Checks that a good request is accepted, and that each change of it is refused by its rule or, if that is `None`, accepted."""
        status, answer = self.send(good, **headers)
        check(f"{name}: a good request is accepted", status == 200, answer if status != 200 else "")
        for rule, change in rows:
            before = len(self.stand_in.refusals)
            status, answer = self.send(copy.deepcopy(good) | change, **headers)
            refused = self.stand_in.refusals[before:]
            holds = status == 200 and not refused if rule is None else status >= 400 and refused == [rule]
            check(f"{name}: {short(change)}: {rule or 'accepted'}", holds, (status, refused) if not holds else "")
        self.stand_in.refusals.clear()


def short(change):
    text = json.dumps(change)
    return text if len(text) < 70 else text[:70] + "…"


def function(schema, **members):
    return {"type": "function", "function": {"name": "read_sensor", "parameters": schema} | members}


def flat(schema, **members):
    return {"type": "function", "name": "read_sensor", "parameters": schema} | members


def openai():
    with OpenAI().running() as stand_in:
        chat = Asker(stand_in, "/v1/chat/completions")
        user = [{"role": "user", "content": SAY}]
        tools = {"tools": [function(SCHEMA)]}
        call = {"id": "call_1", "type": "function", "function": {"name": "read_sensor", "arguments": "{}"}}
        called = [*user, {"role": "assistant", "content": None, "tool_calls": [call]}]
        output = {"role": "tool", "tool_call_id": "call_1", "content": "x"}
        chat.rules("OpenAI, chat", {"model": "gpt-5.6", "messages": user}, [
            ("tools on chat completions", tools), ("tools on chat completions", tools | {"reasoning_effort": "low"}),
            (None, tools | {"reasoning_effort": "none"}), (None, {"reasoning_effort": "low"}), ("effort", {"reasoning_effort": "max"}),
            ("sampling", {"temperature": 0.2}), (None, {"temperature": 0.2, "reasoning_effort": "none"}), (None, {"temperature": 1}),
            ("sampling", {"stop": ["x"]}), ("sampling", {"presence_penalty": 1}), ("sampling", {"max_tokens": 100}),
            ("token limit", {"max_completion_tokens": 200_000}), ("unknown field", {"torii": {}}),
            ("calls in pairs", {"messages": called}), (None, {"messages": [*called, output]}),
            ("unknown field", {"messages": [*user, {"role": "assistant", "content": "x", "reasoning_content": "x"}, *user]}),
        ])  # fmt: skip
        chat.rules("OpenAI, chat, 5.4", {"model": "gpt-5.4", "messages": user} | tools, [
            ("tools on chat completions", {"reasoning_effort": "low"}), (None, {"temperature": 0.2}),
            ("tool schema: top level", {"tools": [function(TOP)]}), ("tool schema: lookaround", {"tools": [function(LOOK)]}),
            ("strict schema", {"tools": [function(SCHEMA | {"required": []}, strict=True)]}),
        ])  # fmt: skip
        chat.rules("OpenAI, chat, 4.1", {"model": "gpt-4.1", "messages": user, "temperature": 0.2, "stop": ["x"]} | tools, [
            ("effort", {"reasoning_effort": "low"}), ("responses only", {"model": "gpt-5.5-pro"}), ("unknown model", {"model": "m"}),
            ("tools on chat completions", {"model": "gpt-6.1-terra", "temperature": 1, "stop": None, "reasoning_effort": "none"}),
        ])  # fmt: skip
        responses = Asker(stand_in, "/v1/responses")
        good = {"model": "gpt-6.2-sol", "input": user, "tools": [flat(SCHEMA)], "store": False}
        responses.rules("OpenAI, Responses", good, [
            ("sampling", {"temperature": 0.2}), ("unknown field", {"seed": 1}), ("unknown field", {"stop": ["x"]}),
            ("effort", {"reasoning": {"effort": "none"}}), (None, {"reasoning": {"effort": "max"}}),
            ("tool schema: top level", {"tools": [flat(TOP)]}), ("tool schema: lookaround", {"tools": [flat(LOOK)]}),
            ("token limit", {"max_output_tokens": 200_000}), ("cache key", {"prompt_cache_key": "x" * 65}),
            ("unknown model", {"model": "m"}), ("reasoning", {"model": "gpt-4.1", "reasoning": {"summary": "auto"}}),
        ])  # fmt: skip
        _, events = responses.send(good | {"input": [{"role": "user", "content": CALL}]})
        reasoning, called = events[-1]["response"]["output"]
        told = {"type": "function_call_output", "call_id": called["call_id"], "output": "21"}
        history = [{"role": "user", "content": CALL}, reasoning, called, told]
        responses.rules("OpenAI, a sealed thought", good | {"input": history}, [
            ("calls in pairs", {"input": history[:3]}), ("reasoning left out", {"input": [history[0], *history[2:]]}),
            ("reasoning alone", {"input": history[:2]}), ("reasoning without seal", {"input": [history[0], reasoning | {"encrypted_content": None}, called, told]}),
            ("changed seal", {"input": [history[0], reasoning | {"encrypted_content": "x"}, called, told]}),
            ("doubled item", {"input": [*history, reasoning, called, told]}),
            (None, {"input": [history[0], {name: called[name] for name in ("type", "call_id", "name", "arguments")}, told]}),
        ])  # fmt: skip
        responses.rules("OpenAI, another organization", good, [("seal of another organization", {"input": history})], key=OTHER)
        responses.rules("OpenAI, another key of the first one", good, [(None, {"input": history})], key=AGAIN)
        check("OpenAI: an unknown key is 401", responses.send(good, key="x")[0] == 401)
        long = good | {"instructions": "word " * 2000, "prompt_cache_key": "k"}
        read = [responses.send(long | change)[1][-1]["response"]["usage"]["input_tokens_details"]["cached_tokens"]
                for change in ({}, {}, {"prompt_cache_key": "l"}, {"prompt_cache_key": None}, {"instructions": "wore " * 2000})]  # fmt: skip
        check(
            "OpenAI: equal prefixes with one key are read from the cache",
            read[1] > 2000 and read[0] == read[2] == read[3] == read[4] == 0,
            read,
        )


def anthropic():
    with Anthropic().running() as stand_in:
        asker = Asker(stand_in, "/v1/messages", {"anthropic-version": "2026-10-21"})
        user = {"role": "user", "content": CALL}
        tool = {"name": "read_sensor", "input_schema": SCHEMA}
        good = {"model": "claude-sonnet-5-5", "max_tokens": 1000, "system": "Be brief.", "messages": [user], "tools": [tool]}
        mark, long = {"cache_control": {"type": "ephemeral"}}, {"cache_control": {"type": "ephemeral", "ttl": "1h"}}
        text = {"type": "text", "text": "x"}
        asker.rules("Anthropic", good, [
            ("sampling", {"temperature": 1}), ("sampling", {"top_k": 5}), ("unknown field", {"seed": 1}), ("token limit", {"max_tokens": 200_000}),
            ("thinking type", {"thinking": {"type": "disabled"}}), ("thinking type", {"thinking": {"type": "enabled", "budget_tokens": 2000}}),
            (None, {"thinking": {"type": "between_tools"}, "output_config": {"effort": "low"}}),
            ("effort", {"thinking": {"type": "between_tools"}, "output_config": {"effort": "max"}}), (None, {"output_config": {"effort": "max"}}),
            ("forced call", {"tool_choice": {"type": "any"}}), ("forced call", {"tool_choice": {"type": "tool", "name": "read_sensor"}}),
            ("tool schema: top level", {"tools": [tool | {"input_schema": TOP}]}), ("tool schema: top level", {"tools": [tool | {"input_schema": {}}]}),
            ("tool name", {"tools": [tool, tool]}), ("prefill", {"messages": [user, {"role": "assistant", "content": "x"}]}),
            ("roles", {"messages": [{"role": "assistant", "content": "x"}, user]}), ("empty message", {"messages": [{"role": "user", "content": ""}]}),
            ("cache marks", {"system": [text | mark] * 5}), (None, {"system": [text | mark] * 4}), ("cache marks", {"system": [text | mark] * 4} | mark),
            ("cache marks", {"system": [text | mark, text | long]}), (None, {"system": [text | long, text | mark]}),
            ("system message", {"messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": "x"}, {"role": "system", "content": "x"}]}),
            (None, {"messages": [user, {"role": "system", "content": "x"}]}),
        ])  # fmt: skip
        asker.rules("Anthropic, haiku-5-5", good | {"model": "claude-haiku-5-5", "tool_choice": {"type": "any"}}, [
            (None, {"thinking": {"type": "disabled"}}), ("sampling", {"temperature": 1}), ("unknown model", {"model": "m"}),
        ])  # fmt: skip
        old = good | {"model": "claude-haiku-4-5", "thinking": {"type": "enabled", "budget_tokens": 2000}, "max_tokens": 4000}
        asker.rules("Anthropic, haiku-4-5", old, [
            ("thinking type", {"thinking": {"type": "adaptive"}}), ("effort", {"output_config": {"effort": "low"}}),
            ("thinking budget", {"max_tokens": 2000}), ("sampling", {"temperature": 1}), ("forced call", {"tool_choice": {"type": "any"}}),
        ])  # fmt: skip
        asker.rules("Anthropic, the earlier version", good | {"model": "claude-haiku-4-5"}, [(None, {"temperature": 1}),
            ("sampling", {"temperature": 1, "top_p": 1})], anthropic_version="2023-06-01")  # fmt: skip
        thought, use = blocks(asker.send(good)[1])
        told = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": use["id"], "content": "21"}]}
        said = {"role": "assistant", "content": [thought, use]}
        history = [user, said, told]
        second, answer = blocks(asker.send(good | {"messages": history})[1])
        ended = [*history, {"role": "assistant", "content": [second, answer]}, user]
        changed = {"role": "assistant", "content": [thought | {"thinking": "x"}, use]}
        bare = {"role": "assistant", "content": [use]}
        asker.rules("Anthropic, preserved thinking", good | {"messages": ended}, [
            ("thought bound to another prefix", {"system": "Be brief. It is 17:01."}), ("thought bound to another prefix", {"tools": [tool | {"description": "x"}]}),
            ("thought bound to another prefix", {"messages": [{"role": "user", "content": "x " + CALL}, *ended[1:]]}),
            (None, {"messages": [user, bare, told, {"role": "assistant", "content": [answer]}, user]}), (None, {"messages": [user, bare, *ended[2:]]}),
            ("changed thought", {"messages": [user, changed, told]}), ("changed seal", {"messages": [user, {"role": "assistant", "content": [thought | {"signature": "x"}, use]}, told]}),
            ("calls in pairs", {"messages": [user, said, user]}), (None, {"system": [{"type": "text", "text": "Be brief."} | mark]}), (None, mark),
        ])  # fmt: skip
        third, again = blocks(asker.send(good | {"messages": ended})[1])
        longer = [
            *ended,
            {"role": "assistant", "content": [third, again]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": again["id"], "content": "21"}]},
        ]
        middle = [*longer[:3], {"role": "assistant", "content": [answer]}, *longer[4:]]
        asker.rules("Anthropic, a longer history", good | {"messages": longer}, [("thought bound to another prefix", {"messages": middle})])
        asker.rules("Anthropic, another organization", good | {"messages": ended}, [(None, {})], key=OTHER)
        opus = good | {"model": "claude-opus-5-5"}
        thought, use = blocks(asker.send(opus)[1])
        told = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": use["id"], "content": "21"}]}
        foreign = {"messages": [user, {"role": "assistant", "content": [thought, use]}, told]}
        asker.rules("Anthropic, opus-5-5, another organization", opus, [("seal of another organization", foreign)], key=OTHER)
        large = good | {"system": [{"type": "text", "text": "word " * 2000} | mark]}
        usage = [
            asker.send(body)[1][0]["message"]["usage"] for body in (large, large, large | {"tools": []} | {"system": large["system"]}, good)
        ]
        read = [one["cache_read_input_tokens"] for one in usage]
        check(
            "Anthropic: a marked prefix is written, then read",
            read[0] == 0 and read[1] > 2000 and read[2:] == [0, 0] and usage[0]["cache_creation_input_tokens"] == read[1],
            usage,
        )


def blocks(events):
    """Returns the blocks of a streamed message."""
    found = []
    for event in events:
        if event["type"] == "content_block_start":
            found.append(dict(event["content_block"]))
        elif event["type"] == "content_block_delta":
            delta = event["delta"]
            match delta["type"]:
                case "text_delta":
                    found[-1]["text"] += delta["text"]
                case "thinking_delta":
                    found[-1]["thinking"] += delta["thinking"]
                case "signature_delta":
                    found[-1]["signature"] = delta["signature"]
                case "input_json_delta":
                    found[-1]["input"] = json.loads(delta["partial_json"])
    return found


def gemini():
    with Gemini().running() as stand_in:
        asker = Asker(stand_in, "/v1beta/models/gemini-4-neon:streamGenerateContent")
        user = {"role": "user", "parts": [{"text": CALL}]}
        tools = [{"functionDeclarations": [{"name": "read_sensor", "parametersJsonSchema": SCHEMA}]}]
        good = {"contents": [user], "tools": tools}

        def config(**members):
            return {"generationConfig": members}

        empty = [{"functionDeclarations": [{"name": "read_sensor", "parametersJsonSchema": EMPTY}]}]
        asker.rules("Gemini", good, [
            ("thinking budget", config(thinkingConfig={"thinkingBudget": 1000})), ("thinking level", config(thinkingConfig={"thinkingLevel": "minimal"})),
            (None, config(thinkingConfig={"thinkingLevel": "XHIGH"})), ("penalties", config(presencePenalty=1)), (None, config(temperature=1)),
            ("candidates", config(candidateCount=2)), ("stop sequences", config(stopSequences=list("abcdef"))), ("unknown field", config(x=1)),
            ("token limit", config(maxOutputTokens=100_000)), ("tool schema: empty choice", {"tools": empty}), ("unknown field", {"x": 1}),
            ("tool choice", {"toolConfig": {"functionCallingConfig": {"mode": "AUTO", "allowedFunctionNames": ["read_sensor"]}}}),
        ])  # fmt: skip
        _, events = asker.send(good)
        part = next(part for event in events for part in event["candidates"][0]["content"]["parts"] if "functionCall" in part)
        told = {"role": "user", "parts": [{"functionResponse": {"name": "read_sensor", "response": {"output": "21"}}}]}

        def after(part):
            return {"contents": [user, {"role": "model", "parts": [part]}, told]}

        bare = {"functionCall": part["functionCall"]}
        history = [
            ("signature missing", after(bare)), ("changed seal", after(bare | {"thoughtSignature": "x"})), (None, after(bare | {"thoughtSignature": SKIP})),
            ("calls in pairs", {"contents": [user, {"role": "model", "parts": [part]}, user]}), ("empty message", {"contents": [{"role": "user", "parts": [{}]}]}),
        ]  # fmt: skip
        asker.rules("Gemini, signatures", good | after(part), history)
        asker.rules("Gemini, another organization", good, [("seal of another organization", after(part))], key=OTHER)
        old = Asker(stand_in, "/v1beta/models/gemini-2.5-flash:streamGenerateContent")
        old.rules("Gemini 2.5", good | config(thinkingConfig={"thinkingBudget": 1000}), [
            ("thinking level", config(thinkingConfig={"thinkingLevel": "low"})), ("schema beside tools", config(responseJsonSchema=SCHEMA)), (None, after(bare)),
        ])  # fmt: skip


def compatible():
    user = [{"role": "user", "content": CALL}]
    for kind in (DeepSeek, Kimi):
        with kind().running() as stand_in:
            asker = Asker(stand_in, "/v1/chat/completions")
            good = {"model": stand_in.names[0], "messages": user, "tools": [function(SCHEMA)], "stream_options": {"include_usage": True}}
            deltas = [choice["delta"] for event in asker.send(good)[1] for choice in event["choices"]]
            call = next(delta["tool_calls"][0] for delta in deltas if "tool_calls" in delta)
            thought = next(delta["reasoning_content"] for delta in deltas if "reasoning_content" in delta)
            said = {"role": "assistant", "content": None, "tool_calls": [call]}
            told = {"role": "tool", "tool_call_id": call["id"], "content": "21"}
            asker.rules(kind.__name__, good | {"messages": [*user, said | {"reasoning_content": thought}, told]}, [
                ("thoughts of calls", {"messages": [*user, said, told]}), (None, {"messages": [*user, said | {"reasoning_content": " "}, told]}),
                ("changed thought", {"messages": [*user, said | {"reasoning_content": "x"}, told]}), ("calls in pairs", {"messages": [*user, said]}),
                (None, {"messages": [*user, said, told], "thinking": {"type": "disabled"}}),
            ])  # fmt: skip
    with OpenRouter().running() as stand_in:
        asker = Asker(stand_in, "/v1/chat/completions")
        good = {"model": stand_in.names[0], "messages": user, "tools": [function(SCHEMA)]}
        deltas = [choice["delta"] for event in asker.send(good)[1] for choice in event["choices"]]
        call = next(delta["tool_calls"][0] for delta in deltas if "tool_calls" in delta)
        details = next(delta["reasoning_details"] for delta in deltas if "reasoning_details" in delta)
        said = {"role": "assistant", "content": None, "tool_calls": [call]}
        told = {"role": "tool", "tool_call_id": call["id"], "content": "21"}
        asker.rules("OpenRouter", good | {"messages": [*user, said | {"reasoning_details": details}, told]}, [
            ("thoughts of calls", {"messages": [*user, said, told]}), (None, {"messages": [*user, said, told, *user]}),
        ])  # fmt: skip
    with Mistral().running() as stand_in:
        asker = Asker(stand_in, "/v1/chat/completions")
        call = {"id": "abcdefgh1", "type": "function", "function": {"name": "read_sensor", "arguments": "{}"}}
        told = {"role": "tool", "tool_call_id": "abcdefgh1", "content": "21"}
        said = {"role": "assistant", "content": "", "tool_calls": [call]}
        good = {"model": stand_in.names[0], "messages": [*user, said, told], "tools": [function(SCHEMA)]}
        wrong = [*user, said | {"tool_calls": [call | {"id": "call_1"}]}, told | {"tool_call_id": "call_1"}]
        asker.rules("Mistral", good, [
            ("include_usage", {"stream_options": {"include_usage": True}}), ("unknown field", {"seed": 1}), (None, {"random_seed": 1}),
            ("unknown field", {"max_completion_tokens": 1}), (None, {"max_tokens": 10}), ("call id", {"messages": wrong}), ("unknown field", {"tools": []}),
            ("unknown field", {"messages": [*user, said | {"reasoning_content": "x"}, told]}), ("roles", {"messages": [*user, said, told, *user]}),
        ])  # fmt: skip
    with Ollama().running() as stand_in:
        asker = Asker(stand_in, "/api/chat")
        good = {"model": "qwen3.8:14b", "messages": user, "think": "max"}
        asker.rules("Ollama", good, [
            ("think word", {"think": "xhigh"}), (None, {"think": True}), ("thinks", {"model": "llama3.2:3b"}), (None, {"model": "llama3.2:3b", "think": False}),
            ("images", {"model": "llama3.2:3b", "think": None, "messages": [user[0] | {"images": ["x"]}]}), ("unknown model", {"model": "m"}),
        ])  # fmt: skip
        _, shown = asker.send({"model": "qwen3.8:14b"}, path="/api/show")
        check("Ollama tells what a model can do", "thinking" in shown[0]["capabilities"])


def run():
    """Checks all rules; prints only the counts, unless one fails."""
    for work in (openai, anthropic, gemini, compatible):
        work()


if __name__ == "__main__":
    run()
    checks.conclude()
