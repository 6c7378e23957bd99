"""A client by `POST /v1/chat`."""

import json

from client import TERMINAL, Stream, kind_of
from door import SENSOR, Door
from outcome import Outcome


class NativeDoor(Door):
    path = "/v1/chat"
    shows_length = False

    def request(self, model, message, *, has_tools=False, schema=None, limit=None, thinks=False, system=None):
        name, description, parameters = SENSOR
        tools = {"client_tools": [{"name": name, "description": description, "parameters": parameters}]} if has_tools else {}
        return {"model": model, "message": message} | tools | ({"response_format": schema} if schema else {})

    def answer(self, asked, outputs, is_streamed=True):
        """Sends the outputs of the open calls."""
        answers = [{"call": call[0], "output": output} for call, output in zip(asked.calls, outputs)]
        with self.begin({"outputs": answers}, is_streamed, path=f"/v1/runs/{asked.id}/outputs") as answer:
            return self.read(answer, None)

    def read(self, answer, body):
        if answer.status == 200 and answer.headers["Content-Type"].startswith("text/event-stream"):
            return self.streamed(answer.events(), body)
        return super().read(answer, body)

    def streamed(self, events, body):
        found, read = Outcome(), []
        for event in events:
            read.append(event)
            data = event.json
            match event.kind:
                case "message.delta":
                    found.text += data["text"]
                case "message.completed":
                    found.expect(not found.text or found.text.endswith(data["text"]), (found.text, data["text"]))
                    found.text = data["text"]
                    if data.get("refused"):
                        found.refusal, found.text = found.text, ""
                case "action.required":
                    found.calls.append((data["call"], data["name"], json.dumps(data["arguments"])))
                    found.stop = "calls"
                case "tool.started":
                    found.server_calls.append(data["name"])
                case kind if kind in TERMINAL:
                    self.end(found, kind, data)
            found.id = event.run
            # A run that waits keeps its stream open.
            if found.stop == "calls" and self.waits(found):
                return found
        return found

    def waits(self, found):
        """Whether the run has no further call to announce."""
        status, run = self.server.send("GET", f"/v1/runs/{found.id}")
        return status == 200 and run["status"] == "waiting" and len(run["actions"]) == len(found.calls)

    def end(self, found, kind, data):
        if usage := data.get("usage"):
            found.usage = (usage["input_tokens"], usage["output_tokens"])
        if kind == "run.completed":
            found.stop = "refusal" if found.refusal else "stop"
        elif kind == "run.cancelled":
            found.stop = "cancelled"
        else:
            found.stop = "error"
            found.error = (kind_of(data["problem"]), data["problem"]["detail"])

    def whole(self, status, reply, body):
        if status == 202:
            calls = [(action["call"], action["name"], json.dumps(action["arguments"])) for action in reply["actions"]]
            return Outcome(calls=calls, stop="calls", id=reply["run"])
        if status != 200:
            return Outcome(stop="error", error=(kind_of(reply), reply["detail"]))
        found = Outcome(id=reply["run"], server_calls=[call["name"] for call in reply["tool_calls"]])
        found.text = reply["message"]["text"]
        if reply["message"].get("refused"):
            found.refusal, found.text = found.text, ""
        self.end(found, "run.completed", reply)
        return found

    def resume(self, model, message, count):
        with self.begin(self.request(model, message), True) as answer:
            events = answer.events()
            first = [next(events) for _ in range(count)]
        with self.begin(None, method="GET", path=f"/v1/runs/{first[0].run}/events?after={first[-1].number}") as answer:
            rest = list(answer.events())
        found = self.streamed([*first, *rest], None)
        found.expect(Stream([*first, *rest]).is_whole, "missing or doubled events")
        return found

    def cancel(self, model, message):
        with self.begin(self.request(model, message), True) as answer:
            read = []
            for event in answer.events():
                read.append(event)
                if event.kind == "message.delta" and "one" in event.json["text"]:
                    self.server.send("POST", f"/v1/runs/{event.run}/cancel")
        return self.streamed(read, None)
