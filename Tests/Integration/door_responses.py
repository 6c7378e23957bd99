"""A client by OpenAI's Responses."""

from door import SENSOR, Door
from outcome import Outcome

# The 31 members that Open Responses requires of every response.
REQUIRED = set(
    "id object created_at completed_at status incomplete_details model previous_response_id instructions output error tools tool_choice "
    "truncation parallel_tool_calls text top_p presence_penalty frequency_penalty top_logprobs temperature reasoning usage "
    "max_output_tokens max_tool_calls store background service_tier metadata safety_identifier prompt_cache_key".split()
)
ENDS = {"response.completed", "response.incomplete", "response.failed"}


class ResponsesDoor(Door):
    path = "/v1/responses"
    shows_thoughts = shows_seals = True

    def request(self, model, message, *, has_tools=False, schema=None, limit=None, thinks=False, system=None):
        name, description, parameters = SENSOR
        tool = {"type": "function", "name": name, "description": description, "parameters": parameters, "strict": True}
        format = {"type": "json_schema", "name": "answer", "schema": schema, "strict": True}
        return (
            {"model": model, "input": message}
            | ({"instructions": system} if system else {})
            | ({"tools": [tool]} if has_tools else {})
            | ({"text": {"format": format}} if schema else {})
            | ({"max_output_tokens": limit} if limit else {})
            | ({"reasoning": {"summary": "auto"}, "include": ["reasoning.encrypted_content"]} if thinks else {})
        )

    def answer(self, asked, outputs, is_streamed=True):
        """Sends the outputs of the open calls, with the answer that called as the previous one."""
        items = [{"type": "function_call_output", "call_id": call[0], "output": output} for call, output in zip(asked.calls, outputs)]
        return self.send(asked.history | {"input": items, "previous_response_id": asked.id}, is_streamed)

    def streamed(self, events, body):
        found, numbers, items, added, done = Outcome(history=body), [], {}, {}, False
        last = None
        for event in events:
            if event.data == "[DONE]":
                found.expect(not done and event.kind is None, "[DONE] twice, or with a type")
                done = True
                continue
            data = event.json
            found.expect(not done, "a frame after [DONE]")
            found.expect(event.kind == data["type"] and event.id is None, f"{event.kind} is {data['type']}")
            numbers.append(data["sequence_number"])
            match data["type"]:
                case "response.created":
                    found.id = data["response"]["id"]
                case "response.output_item.added":
                    found.expect(data["output_index"] == len(added), f"item {data['output_index']} after {len(added)}")
                    added[data["item"]["id"]] = data["output_index"]
                case "response.output_item.done":
                    found.expect(added.get(data["item"]["id"]) == data["output_index"], f"done without added: {data['item']}")
                    items[data["output_index"]] = data["item"]
                case "response.output_text.delta":
                    found.text += data["delta"]
                case "response.refusal.delta":
                    found.refusal += data["delta"]
                case "error":
                    found.error = (data["error"]["code"] or data["error"]["type"], data["error"]["message"])
                    flat = {name: data.get(name) for name in ("code", "message", "param")}
                    found.expect(flat == {name: data["error"].get(name) for name in flat}, f"flat and nested differ: {data}")
                case kind if kind in ENDS:
                    last = data["response"]
        first = numbers[0] if numbers else 0
        found.expect(numbers == list(range(first, first + len(numbers))), f"numbers {numbers}")
        found.expect(last is not None and done, "no end")
        text = found.text
        if last:
            self.take(found, last)
            shown = [items[index] for index in sorted(items)]
            found.expect(last["status"] in ("failed", "incomplete") or shown == last["output"], (shown, last["output"]))
            found.expect(found.stop in ("error", "length") or text == found.text, f"streamed {text!r}, whole {found.text!r}")
        found.numbers = numbers
        return found

    def whole(self, status, reply, body):
        if status != 200:
            error = reply["error"]
            return Outcome(stop="error", error=(error["code"] or error["type"], error["message"]))
        found = Outcome(history=body)
        self.take(found, reply)
        return found

    def take(self, found, response):
        """Reads a whole response."""
        found.id = response["id"]
        missing = REQUIRED - response.keys()
        found.expect(not missing, f"missing {sorted(missing)}")
        found.text = found.refusal = found.thought = ""
        for item in response["output"]:
            match item["type"]:
                case "message":
                    for part in item["content"]:
                        found.text += part.get("text", "")
                        found.refusal += part.get("refusal", "")
                case "function_call":
                    found.calls.append((item["call_id"], item["name"], item["arguments"]))
                case "reasoning":
                    found.thought += "".join(part["text"] for part in [*item["summary"], *(item.get("content") or [])])
                    found.seal = item.get("encrypted_content") or ""
                case "torii:tool_call":
                    found.server_calls.append(item["name"])
        if usage := response["usage"]:
            found.usage = (usage["input_tokens"], usage["output_tokens"])
            found.expect(usage["total_tokens"] == sum(found.usage), usage)
        match response["status"]:
            case "completed":
                found.stop = "calls" if found.calls else "refusal" if found.refusal else "stop"
            case "incomplete":
                reason = response["incomplete_details"]["reason"]
                found.stop = {"max_output_tokens": "length", "content_filter": "filtered"}.get(reason, reason)
            case "failed":
                found.stop = "error"
                found.error = (response["error"]["code"], response["error"]["message"])
            case status:
                found.stop = status

    def resume(self, model, message, count):
        """Reads a number of events of a background stream, leaves it, and reads the rest by `starting_after`."""
        body = self.request(model, message) | {"background": True}
        with self.begin(body, True) as answer:
            events = answer.events()
            first = [next(events) for _ in range(count)]
        name, number = first[0].json["response"]["id"], first[-1].json["sequence_number"]
        with self.begin(None, method="GET", path=f"/v1/responses/{name}?stream=true&starting_after={number}") as answer:
            return self.streamed([*first, *answer.events()], body)

    def cancel(self, model, message):
        """Cancels a background response."""
        with self.begin(self.request(model, message) | {"background": True}, True) as answer:
            events = answer.events()
            name = next(events).json["response"]["id"]
            any("one" in event.data for event in events)
            _, cancelled = self.server.send("POST", f"/v1/responses/{name}/cancel", {})
        found = Outcome()
        self.take(found, cancelled)
        return found
