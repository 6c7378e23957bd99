"""A streamed chat completion from the wire, reassembled."""

import json


class Chunks:
    """The frames of one stream."""

    def __init__(self, events):
        self.data = [event.data for event in events if event.data is not None]
        self.is_done = self.data[-1:] == ["[DONE]"]
        objects = [json.loads(data) for data in self.data if data != "[DONE]"]
        self.list = [value for value in objects if "error" not in value]
        # The error at its end, or `None`.
        self.error = next((value["error"] for value in objects if "error" in value), None)

    @property
    def choices(self):
        return [choice for chunk in self.list for choice in chunk["choices"]]

    @property
    def pieces(self):
        return [choice["delta"]["content"] for choice in self.choices if choice["delta"].get("content")]

    @property
    def text(self):
        return "".join(self.pieces)

    @property
    def reasons(self):
        return [choice["finish_reason"] for choice in self.choices if choice["finish_reason"] is not None]

    @property
    def calls(self):
        """Returns the calls by index: id, name and the text of the arguments."""
        found = {}
        for delta in (call for choice in self.choices for call in choice["delta"].get("tool_calls", [])):
            call = found.setdefault(delta["index"], {"id": "", "name": "", "arguments": ""})
            call["id"] += delta.get("id", "")
            for name in ("name", "arguments"):
                call[name] += delta["function"].get(name, "")
        return [found[index] for index in sorted(found)]

    @property
    def usage(self):
        return next((chunk["usage"] for chunk in self.list if chunk.get("usage")), None)

    @property
    def torii(self):
        """Returns the members of the extension, in order."""
        return [chunk["torii"] for chunk in self.list if "torii" in chunk]

    @property
    def is_whole(self):
        """Whether it is one complete answer from its role to `[DONE]`: with one id, one time, one model and one finish reason."""
        identities = {(chunk["id"], chunk["created"], chunk["model"], chunk["object"]) for chunk in self.list}
        return (
            self.is_done
            and self.data.count("[DONE]") == 1
            and self.error is None
            and len(identities) == 1
            and len(self.reasons) == 1
            and self.choices[0]["delta"].get("role") == "assistant"
        )
