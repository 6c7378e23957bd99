"""The scripted model's Anthropic Messages."""

import itertools
import json

from neutral import USAGE, Heard, pieces
from wire_chat import choice_of, images_of, text_of


class Anthropic:
    """The wire of one request."""

    type = "text/event-stream"
    cuts_after_error = False

    def __init__(self, *_):
        self.indexes = itertools.count()

    def heard(self, body):
        turns = []
        for message in body["messages"]:
            content = message["content"]
            for block in [{"type": "text", "text": content}] if isinstance(content, str) else content:
                match block["type"]:
                    case "text":
                        turns.append((message["role"], block["text"]))
                    case "thinking":
                        turns.append(("thought", block["thinking"], block["signature"]))
                    case "redacted_thinking":
                        turns.append(("thought", "", block["data"]))
                    case "tool_use":
                        turns.append(("call", block["name"], block["input"]))
                    case "tool_result":
                        turns.append(("output", text_of(block["content"])))
        format = body.get("output_config", {}).get("format", {})
        return Heard(
            text_of(body.get("system")), turns, [tool["name"] for tool in body.get("tools", [])], choice_of(body.get("tool_choice")),
            format.get("schema"), body.get("max_tokens"), body.get("temperature"),
            images_of([message["content"] for message in body["messages"]], "image"),
        )  # fmt: skip

    def frames(self, reply):
        usage = {"input_tokens": USAGE[0], "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0, "output_tokens": 1}
        message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": [], "stop_reason": None}
        yield event("message_start", message=message | {"stop_sequence": None, "usage": usage})
        yield event("ping")
        if reply.thought:
            deltas = [{"type": "thinking_delta", "thinking": piece} for piece in pieces(reply.thought)]
            signature = {"type": "signature_delta", "signature": reply.seal}
            yield from self.block({"type": "thinking", "thinking": "", "signature": ""}, [*deltas, signature])
        if reply.text:
            deltas = [{"type": "text_delta", "text": piece} for piece in pieces(reply.text)]
            yield from self.block({"type": "text", "text": ""}, deltas, not (reply.breaks or reply.holds))
        for number, call in enumerate(reply.calls):
            deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in ["", *pieces(json.dumps(call.arguments))]]
            yield from self.block({"type": "tool_use", "id": f"toolu_{number}", "name": call.name, "input": {}}, deltas)
        if reply.breaks:
            yield event("error", error={"type": "api_error", "message": "Broken"})
        elif not reply.holds:
            reason = "refusal" if reply.refusal else "max_tokens" if reply.is_cut else "tool_use" if reply.calls else "end_turn"
            details = {"type": "refusal", "category": None, "explanation": reply.refusal} if reply.refusal else None
            delta = {"stop_reason": reason, "stop_sequence": None, "stop_details": details}
            yield event("message_delta", delta=delta, usage={"input_tokens": USAGE[0], "output_tokens": USAGE[1]})
            yield event("message_stop")

    def block(self, block, deltas, is_whole=True):
        index = next(self.indexes)
        yield event("content_block_start", index=index, content_block=block)
        for delta in deltas:
            yield event("content_block_delta", index=index, delta=delta)
        if is_whole:
            yield event("content_block_stop", index=index)


def event(type, **members):
    return f"event: {type}\ndata: {json.dumps({'type': type} | members)}\n\n".encode()
