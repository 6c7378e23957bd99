"""The scripted model's OpenAI Responses."""

import itertools
import json

from neutral import USAGE, Heard, pieces
from wire_chat import choice_of, images_of, text_of


class Responses:
    """The wire of one request."""

    type = "text/event-stream"
    cuts_after_error = False

    def __init__(self, *_):
        self.numbers = itertools.count()
        self.output = []

    def heard(self, body):
        items = body["input"]
        items = [{"role": "user", "content": items}] if isinstance(items, str) else items
        system, turns = [body["instructions"]] if body.get("instructions") else [], []
        for item in items:
            match item.get("type", "message"):
                case "message":
                    kind = {"user": "user", "assistant": "assistant"}.get(item["role"])
                    if kind:
                        turns.append((kind, text_of(item["content"]) or "".join(part.get("refusal", "") for part in item["content"])))
                    else:
                        system.append(text_of(item["content"]))
                case "function_call":
                    turns.append(("call", item["name"], json.loads(item["arguments"] or "{}")))
                case "function_call_output":
                    turns.append(("output", text_of(item["output"])))
                case "reasoning":
                    turns.append(("thought", "".join(part["text"] for part in item["summary"]), item.get("encrypted_content")))
        format = body.get("text", {}).get("format", {})
        return Heard(
            "\n".join(system), turns, [tool["name"] for tool in body.get("tools", [])], choice_of(body.get("tool_choice")),
            format.get("schema"), body.get("max_output_tokens"), body.get("temperature"),
            images_of([item.get("content") for item in items], "input_image"),
        )  # fmt: skip

    def frames(self, reply):
        yield self.event("response.created", response=self.response("in_progress"))
        yield self.event("response.in_progress", response=self.response("in_progress"))
        if reply.thought:
            yield from self.reasoning(reply)
        if reply.text:
            yield from self.message("output_text", "text", reply.text, not (reply.breaks or reply.holds))
        if reply.refusal:
            yield from self.message("refusal", "refusal", reply.refusal, True)
        for number, call in enumerate(reply.calls):
            yield from self.call(number, call)
        if reply.breaks:
            error = {"type": "server_error", "code": "server_error", "message": "Broken", "param": None}
            yield self.event("error", error=error)
            failed = self.response("failed") | {"error": {"code": "server_error", "message": "Broken"}}
            yield self.event("response.failed", response=failed)
        elif reply.is_cut:
            details = {"incomplete_details": {"reason": "max_output_tokens"}}
            yield self.event("response.incomplete", response=self.response("incomplete") | details)
        elif not reply.holds:
            yield self.event("response.completed", response=self.response("completed"))

    def reasoning(self, reply):
        item = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": reply.seal}
        place = {"item_id": "rs_1", "output_index": len(self.output), "summary_index": 0}
        part = {"type": "summary_text", "text": reply.thought}
        yield self.added(item)
        yield self.event("response.reasoning_summary_part.added", part=part | {"text": ""}, **place)
        for piece in pieces(reply.thought):
            yield self.event("response.reasoning_summary_text.delta", delta=piece, **place)
        yield self.event("response.reasoning_summary_text.done", text=reply.thought, **place)
        yield self.event("response.reasoning_summary_part.done", part=part, **place)
        yield self.done(item | {"summary": [part]})

    def message(self, type, member, text, is_whole):
        name = f"msg_{len(self.output)}"
        item = {"type": "message", "id": name, "status": "in_progress", "role": "assistant", "content": []}
        place = {"item_id": name, "output_index": len(self.output), "content_index": 0}
        part = {"type": type, member: text} | ({"annotations": [], "logprobs": []} if type == "output_text" else {})
        yield self.added(item)
        yield self.event("response.content_part.added", part=part | {member: ""}, **place)
        for piece in pieces(text):
            yield self.event(f"response.{type}.delta", delta=piece, **place)
        if is_whole:
            yield self.event(f"response.{type}.done", **{member: text}, **place)
            yield self.event("response.content_part.done", part=part, **place)
            yield self.done(item | {"status": "completed", "content": [part]})

    def call(self, number, call):
        arguments = json.dumps(call.arguments)
        name = f"fc_{number}"
        item = {"type": "function_call", "id": name, "call_id": f"call_{number}", "name": call.name}
        item |= {"arguments": "", "status": "in_progress"}
        place = {"item_id": name, "output_index": len(self.output)}
        yield self.added(item)
        for piece in pieces(arguments):
            yield self.event("response.function_call_arguments.delta", delta=piece, **place)
        yield self.event("response.function_call_arguments.done", arguments=arguments, **place)
        yield self.done(item | {"arguments": arguments, "status": "completed"})

    def added(self, item):
        return self.event("response.output_item.added", output_index=len(self.output), item=item)

    def done(self, item):
        self.output.append(item)
        return self.event("response.output_item.done", output_index=len(self.output) - 1, item=item)

    def response(self, status):
        usage = {
            "input_tokens": USAGE[0], "input_tokens_details": {"cached_tokens": 0}, "output_tokens": USAGE[1],
            "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": sum(USAGE),
        }  # fmt: skip
        return {
            "id": "resp_1", "object": "response", "created_at": 1, "status": status, "model": "m", "output": self.output, "error": None,
            "incomplete_details": None, "usage": None if status == "in_progress" else usage,
        }  # fmt: skip

    def event(self, type, **members):
        data = {"type": type, "sequence_number": next(self.numbers)} | members
        return f"event: {type}\ndata: {json.dumps(data)}\n\n".encode()
