"""A client by OpenAI's chat completions."""

from chunks import Chunks
from door import SENSOR, Door
from outcome import Outcome

STOPS = {"stop": "stop", "length": "length", "tool_calls": "calls", "content_filter": "filtered"}


class ChatDoor(Door):
    path = "/v1/chat/completions"
    shows_thoughts = True

    def request(self, model, message, *, has_tools=False, schema=None, limit=None, thinks=False, system=None):
        name, description, parameters = SENSOR
        function = {"name": name, "description": description, "parameters": parameters}
        format = {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema, "strict": True}}
        return (
            {"model": model, "messages": [{"role": "system", "content": system}] * bool(system) + [{"role": "user", "content": message}]}
            | {"torii": {"events": True} | ({"reasoning": True} if thinks else {})}
            | ({"tools": [{"type": "function", "function": function}]} if has_tools else {})
            | ({"response_format": format} if schema else {})
            | ({"max_completion_tokens": limit} if limit else {})
        )

    def answer(self, asked, outputs, is_streamed=True):
        calls = [{"id": id, "type": "function", "function": {"name": name, "arguments": arguments}} for id, name, arguments in asked.calls]
        said = {"role": "assistant", "content": asked.text or None, "tool_calls": calls}
        answers = [{"role": "tool", "tool_call_id": call["id"], "content": output} for call, output in zip(calls, outputs)]
        return self.send(asked.history | {"messages": [*asked.history["messages"], said, *answers]}, is_streamed)

    def begin(self, body, is_streamed=True, headers=None, method="POST", path=None):
        options = {"stream_options": {"include_usage": True}} if is_streamed and body else {}
        return super().begin(body and body | options, is_streamed, headers, method, path)

    def streamed(self, events, body):
        chunks = Chunks(events)
        found = Outcome(text=chunks.text, history=body)
        found.calls = [(call["id"], call["name"], call["arguments"]) for call in chunks.calls]
        found.server_calls = [event["data"]["name"] for event in chunks.torii if event.get("type") == "tool.started"]
        for choice in chunks.choices:
            found.thought += choice["delta"].get("reasoning_content") or ""
            found.refusal += choice["delta"].get("refusal") or ""
        if chunks.error:
            found.stop, found.error = "error", (chunks.error["code"] or chunks.error["type"], chunks.error["message"])
            found.expect(not chunks.is_done, "[DONE] after an error")
            return found
        found.expect(chunks.is_whole, chunks.data[-3:])
        found.id = chunks.list[0]["id"] if chunks.list else None
        found.stop = "refusal" if found.refusal else STOPS[chunks.reasons[0]] if chunks.reasons else None
        if chunks.usage:
            found.usage = (chunks.usage["prompt_tokens"], chunks.usage["completion_tokens"])
        return found

    def whole(self, status, reply, body):
        if status != 200:
            error = reply["error"]
            return Outcome(stop="error", error=(error["code"] or error["type"], error["message"]))
        message, usage = reply["choices"][0]["message"], reply["usage"]
        found = Outcome(
            text=message["content"] or "", refusal=message.get("refusal") or "", thought=message.get("reasoning_content") or "",
            usage=(usage["prompt_tokens"], usage["completion_tokens"]), id=reply["id"], history=body,
        )  # fmt: skip
        found.calls = [(call["id"], call["function"]["name"], call["function"]["arguments"]) for call in message.get("tool_calls", [])]
        found.server_calls = [call["name"] for call in reply.get("torii", {}).get("tool_calls", [])]
        found.stop = "refusal" if found.refusal else STOPS[reply["choices"][0]["finish_reason"]]
        return found
