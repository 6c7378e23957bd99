"""The scripted model's Ollama."""

import json

from neutral import USAGE, Heard, pieces


class Ollama:
    """The wire of one request."""

    type = "application/x-ndjson"
    cuts_after_error = False

    def __init__(self, *_):
        pass

    def heard(self, body):
        system, turns = [], []
        for message in body["messages"]:
            match message["role"]:
                case "system":
                    system.append(message["content"])
                case "tool":
                    turns.append(("output", message["content"]))
                case "user":
                    turns.append(("user", message["content"]))
                case _:
                    if message.get("thinking"):
                        turns.append(("thought", message["thinking"], None))
                    if message.get("content"):
                        turns.append(("assistant", message["content"]))
                    turns += [("call", call["function"]["name"], call["function"]["arguments"]) for call in message.get("tool_calls", [])]
        options = body.get("options", {})
        images = sum(len(message.get("images", [])) for message in body["messages"])
        tools = [tool["function"]["name"] for tool in body.get("tools", [])]
        return Heard(
            "\n".join(system), turns, tools, "auto", body.get("format"), options.get("num_predict"), options.get("temperature"), images
        )

    def frames(self, reply):
        for piece in pieces(reply.thought):
            yield self.line({"content": "", "thinking": piece})
        # A model of Ollama's has no other form for a refusal than its words.
        for piece in pieces(reply.text or reply.refusal):
            yield self.line({"content": piece})
        for number, call in enumerate(reply.calls):
            function = {"index": number, "name": call.name, "arguments": call.arguments}
            yield self.line({"content": "", "tool_calls": [{"id": f"call_{number}", "function": function}]})
        if reply.breaks:
            yield b'{"error":"Broken"}\n'
        elif not reply.holds:
            counts = {"prompt_eval_count": USAGE[0], "eval_count": USAGE[1], "total_duration": 1}
            yield self.line({"content": ""}, done=True, done_reason="length" if reply.is_cut else "stop", **counts)

    def line(self, message, **members):
        value = {"model": "m", "created_at": "2026-11-23T00:00:00Z", "message": {"role": "assistant"} | message, "done": False}
        return json.dumps(value | members).encode() + b"\n"
