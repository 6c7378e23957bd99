"""A client by Anthropic's Messages."""

import json

from door import SENSOR, Door
from outcome import Outcome

STOPS = {"end_turn": "stop", "stop_sequence": "stop", "max_tokens": "length", "tool_use": "calls", "refusal": "refusal"}


class MessagesDoor(Door):
    path = "/v1/messages"
    shows_thoughts = shows_seals = True

    def request(self, model, message, *, has_tools=False, schema=None, limit=None, thinks=False, system=None):
        name, description, parameters = SENSOR
        return (
            {"model": model, "messages": [{"role": "user", "content": message}], "max_tokens": limit or 4096}
            | ({"system": system} if system else {})
            | ({"tools": [{"name": name, "description": description, "input_schema": parameters}]} if has_tools else {})
            | ({"output_config": {"format": {"type": "json_schema", "schema": schema}}} if schema else {})
            | ({"thinking": {"type": "enabled", "budget_tokens": 1024}} if thinks else {})
        )

    def begin(self, body, is_streamed=True, headers=None, method="POST", path=None):
        version = {"anthropic-version": "2023-06-01"}
        return super().begin(body, is_streamed, version | (headers or {}), method, path)

    def answer(self, asked, outputs, is_streamed=True):
        blocks = [{"type": "tool_result", "tool_use_id": call[0], "content": output} for call, output in zip(asked.calls, outputs)]
        messages = [*asked.history["messages"], {"role": "assistant", "content": asked.blocks}, {"role": "user", "content": blocks}]
        return self.send(asked.history | {"messages": messages}, is_streamed)

    def streamed(self, events, body):
        found, blocks, open, pieces, delta = Outcome(history=body), [], None, "", None
        kinds = [event.kind for event in events]
        for event in events:
            data = event.json
            found.expect(event.kind == data["type"], f"{event.kind} is {data['type']}")
            match event.kind:
                case "message_start":
                    found.id = data["message"]["id"]
                    input = data["message"]["usage"]["input_tokens"]
                case "content_block_start":
                    found.expect(open is None and data["index"] == len(blocks), f"block {data['index']} after {len(blocks)}")
                    open, pieces = dict(data["content_block"]), ""
                    blocks.append(open)
                case "content_block_delta":
                    found.expect(open is not None and data["index"] == len(blocks) - 1, data)
                    match data["delta"]:
                        case {"type": "text_delta", "text": text}:
                            open["text"] += text
                        case {"type": "thinking_delta", "thinking": text}:
                            open["thinking"] += text
                        case {"type": "signature_delta", "signature": seal}:
                            open["signature"] += seal
                        case {"type": "input_json_delta", "partial_json": text}:
                            pieces += text
                case "content_block_stop":
                    if open and open["type"] == "tool_use":
                        open["input"] = json.loads(pieces or "{}")
                    open = None
                case "message_delta":
                    delta = data
                case "error":
                    found.error = (data["error"]["type"], data["error"]["message"])
        found.expect(kinds[:1] == ["message_start"], kinds[:1])
        if found.error:
            found.stop = "error"
            found.text = "".join(block.get("text", "") for block in blocks)
            found.expect(kinds[-1] == "error", kinds[-2:])
            return found
        found.expect(kinds[-2:] == ["message_delta", "message_stop"] and open is None, kinds[-3:])
        if delta:
            usage = {"input_tokens": input} | delta["usage"]
            self.take(found, blocks, delta["delta"]["stop_reason"], usage)
        return found

    def whole(self, status, reply, body):
        if status != 200:
            found = Outcome(stop="error", error=(reply["error"]["type"], reply["error"]["message"]))
            found.expect(reply["type"] == "error", reply)
            return found
        found = Outcome(history=body, id=reply["id"])
        found.expect(reply["type"] == "message" and reply["role"] == "assistant", reply)
        self.take(found, reply["content"], reply["stop_reason"], reply["usage"])
        return found

    def take(self, found, blocks, reason, usage):
        for block in blocks:
            match block["type"]:
                case "text":
                    found.text += block["text"]
                case "thinking":
                    found.thought += block["thinking"]
                    found.seal = block["signature"]
                case "tool_use":
                    found.calls.append((block["id"], block["name"], json.dumps(block["input"])))
        found.blocks = blocks
        found.stop = STOPS.get(reason, reason)
        found.usage = (usage["input_tokens"], usage["output_tokens"])
        if found.stop == "refusal":
            found.refusal, found.text = found.text, ""
