"""The scripted model's OpenAI chat completions."""

import json

from neutral import USAGE, Heard, pieces


def text_of(content):
    """Returns the text of a message's content, which is a string or a list of parts."""
    if content is None or isinstance(content, str):
        return content or ""
    return "".join(part.get("text", "") for part in content)


def images_of(contents, type):
    """Counts the parts of this type."""
    return sum(1 for content in contents if isinstance(content, list) for part in content if part.get("type") == type)


def choice_of(value):
    """Returns a choice of tools as one word."""
    return value.get("type", "auto") if isinstance(value, dict) else value or "auto"


class Chat:
    """The wire of one request."""

    type = "text/event-stream"
    cuts_after_error = True

    def __init__(self, *_):
        pass

    def heard(self, body):
        system, turns = [], []
        for message in body["messages"]:
            match message["role"]:
                case "system" | "developer":
                    system.append(text_of(message["content"]))
                case "tool":
                    turns.append(("output", text_of(message["content"])))
                case "user":
                    turns.append(("user", text_of(message["content"])))
                case _:
                    if said := text_of(message.get("content")):
                        turns.append(("assistant", said))
                    turns += [
                        ("call", call["function"]["name"], json.loads(call["function"]["arguments"] or "{}"))
                        for call in message.get("tool_calls") or []
                    ]
        format = body.get("response_format", {})
        return Heard(
            "\n".join(system), turns, [tool["function"]["name"] for tool in body.get("tools", [])], choice_of(body.get("tool_choice")),
            format.get("json_schema", {}).get("schema"), body.get("max_completion_tokens", body.get("max_tokens")),
            body.get("temperature"), images_of([message.get("content") for message in body["messages"]], "image_url"),
        )  # fmt: skip

    def frames(self, reply):
        yield self.delta({"role": "assistant", "content": None if reply.calls else ""})
        for piece in pieces(reply.thought):
            yield self.delta({"reasoning_content": piece})
        for piece in pieces(reply.text):
            yield self.delta({"content": piece})
        for piece in pieces(reply.refusal):
            yield self.delta({"refusal": piece})
        for index, call in enumerate(reply.calls):
            function = {"name": call.name, "arguments": ""}
            yield self.delta({"tool_calls": [{"index": index, "id": f"call_{index}", "type": "function", "function": function}]})
            for piece in pieces(json.dumps(call.arguments)):
                yield self.delta({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})
        if reply.breaks:
            yield frame({"error": {"message": "Broken", "type": "server_error", "param": None, "code": None}})
        elif not reply.holds:
            yield self.delta({}, "length" if reply.is_cut else "tool_calls" if reply.calls else "stop")
            usage = {"prompt_tokens": USAGE[0], "completion_tokens": USAGE[1], "total_tokens": sum(USAGE)}
            yield self.chunk({"choices": [], "usage": usage})
            yield b"data: [DONE]\n\n"

    def delta(self, delta, reason=None):
        return self.chunk({"choices": [{"index": 0, "delta": delta, "finish_reason": reason}]})

    def chunk(self, members):
        return frame({"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"} | members)


def frame(value):
    return f"data: {json.dumps(value)}\n\n".encode()
