"""Conversations by the four APIs, as their clients keep them: by the server, or with the whole history in each request."""

import itertools
import secrets
import uuid

from door_chat import ChatDoor
from door_messages import MessagesDoor
from door_native import NativeDoor
from door_responses import ResponsesDoor

SENSOR = {
    "type": "object", "properties": {"room": {"type": "string"}}, "required": ["room"], "additionalProperties": False,
}  # fmt: skip
# A tool as servers of the Model Context Protocol have it: with what one provider or another refuses. No model calls it.
ODD = {
    "type": "object",
    "properties": {
        "mode": {"type": "string", "enum": ["", "slow", "fast"]},
        "name": {"type": "string", "pattern": "^(?!x)[a-z]+$"},
        "place": {"type": "object", "properties": {"floor": {"type": "integer", "minimum": 0}}},
    },
    "anyOf": [{"required": ["mode"]}, {"required": ["name"]}],
}
TOOLS = [("read_sensor", "Reads the temperature of a room", SENSOR), ("move_lift", "Moves the lift", ODD)]


class Talk:
    """One conversation by one API with one model.

    `say` makes a request with the user's next message, and `answer` one with the outputs of the calls that are open. Both return the
    `Outcome`. `flavor` is a number that varies the fields of the requests.
    """

    def __init__(self, server, model, flavor):
        self.server, self.model, self.flavor = server, model, flavor
        self.name = uuid.uuid4().hex[:8]
        self.turns = itertools.count()

    @property
    def is_streamed(self):
        return next(self.turns) % 2 == 0


class NativeTalk(Talk):
    """By `POST /v1/chat`, with the conversation kept by the server."""

    class Door(NativeDoor):
        conversation = None

        def streamed(self, events, body):
            return super().streamed(map(self.see, events), body)

        def see(self, event):
            self.conversation = event.json.get("conversation") or self.conversation
            return event

        def whole(self, status, reply, body):
            self.conversation = reply.get("conversation") or self.conversation
            return super().whole(status, reply, body)

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.door = self.Door(self.server)

    def say(self, text):
        tools = [{"name": name, "description": description, "parameters": schema} for name, description, schema in TOOLS]
        body = {"model": self.model, "message": text, "client_tools": tools}
        if self.door.conversation:
            body["conversation"] = self.door.conversation
        self.asked = self.door.send(body, self.is_streamed)
        return self.asked

    def answer(self, outputs):
        self.asked = self.door.answer(self.asked, outputs, self.is_streamed)
        return self.asked


class ChatTalk(Talk):
    """By chat completions."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.door, self.messages = ChatDoor(self.server), [{"role": "system", "content": "Be brief."}]

    def body(self):
        functions = [{"name": name, "description": description, "parameters": schema} for name, description, schema in TOOLS]
        fields = [
            {},
            {"temperature": 0.2, "max_tokens": 4000},
            {"reasoning_effort": "low"},
            {"reasoning_effort": "max", "torii": {"reasoning": True}},
        ]
        tools = [{"type": "function", "function": function} for function in functions]
        return {"model": self.model, "messages": self.messages, "tools": tools} | fields[self.flavor % len(fields)]

    def send(self):
        self.asked = found = self.door.send(self.body(), self.is_streamed)
        if found.stop != "error":
            calls = [
                {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}} for id, name, arguments in found.calls
            ]
            said = {"role": "assistant", "content": found.text or None} | ({"tool_calls": calls} if calls else {})
            # A client that keeps the message as it came has the thought in it.
            self.messages.append(said | ({"reasoning_content": found.thought} if found.thought else {}))
        return found

    def say(self, text):
        self.messages.append({"role": "user", "content": text})
        return self.send()

    def answer(self, outputs):
        self.messages += [{"role": "tool", "tool_call_id": call[0], "content": output} for call, output in zip(self.asked.calls, outputs)]
        return self.send()


class ResponsesTalk(Talk):
    """By Responses, with nothing stored: all items of the answers go back."""

    class Door(ResponsesDoor):
        def take(self, found, response):
            self.output = response["output"]
            super().take(found, response)

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.door, self.items = self.Door(self.server), []

    def send(self):
        fields = [
            {"reasoning": {"summary": "auto"}}, {"temperature": 0.2, "max_output_tokens": 4000}, {"reasoning": {"effort": "low"}},
            {"reasoning": {"effort": "max", "summary": "auto"}},
        ]  # fmt: skip
        tools = [
            {"type": "function", "name": name, "description": description, "parameters": schema, "strict": False}
            for name, description, schema in TOOLS
        ]
        body = {"model": self.model, "instructions": "Be brief.", "input": self.items, "tools": tools, "store": False}
        body |= {"include": ["reasoning.encrypted_content"]} | fields[self.flavor % len(fields)]
        self.door.output = []
        self.asked = found = self.door.send(body, self.is_streamed)
        if found.stop != "error":
            self.items = [*self.items, *self.door.output]
        return found

    def say(self, text):
        self.items = [*self.items, {"role": "user", "content": text}]
        return self.send()

    def answer(self, outputs):
        self.items = [
            *self.items,
            *({"type": "function_call_output", "call_id": call[0], "output": output} for call, output in zip(self.asked.calls, outputs)),
        ]
        return self.send()


class MessagesTalk(Talk):
    """By Messages: the blocks of the answers go back."""

    system = "Be brief."

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.door, self.messages = MessagesDoor(self.server), []

    def send(self):
        fields = [
            {"thinking": {"type": "adaptive"}}, {"temperature": 0.2}, {"thinking": {"type": "enabled", "budget_tokens": 2000}},
            {"output_config": {"effort": "max"}, "thinking": {"type": "adaptive", "display": "summarized"}},
        ]  # fmt: skip
        tools = [{"name": name, "description": description, "input_schema": schema} for name, description, schema in TOOLS]
        body = {"model": self.model, "system": self.system, "messages": self.messages, "tools": tools, "max_tokens": 8000}
        self.asked = found = self.door.send(body | fields[self.flavor % len(fields)], self.is_streamed)
        if found.stop != "error" and found.blocks:
            self.messages = [*self.messages, {"role": "assistant", "content": found.blocks}]
        return found

    def say(self, text):
        self.messages = [*self.messages, {"role": "user", "content": text}]
        return self.send()

    def answer(self, outputs):
        results = [{"type": "tool_result", "tool_use_id": call[0], "content": output} for call, output in zip(self.asked.calls, outputs)]
        self.messages = [*self.messages, {"role": "user", "content": results}]
        return self.send()


class MarkedTalk(MessagesTalk):
    """By Messages, with marks of caches at the instructions and at the newest message, as agents of Anthropic send them."""

    mark = {"cache_control": {"type": "ephemeral"}}
    system = [{"type": "text", "text": "You are an agent."}, {"type": "text", "text": "Be brief."} | mark]

    def send(self):
        *earlier, last = self.messages
        blocks = [{"type": "text", "text": last["content"]}] if isinstance(last["content"], str) else last["content"]
        kept, self.messages = self.messages, [*earlier, last | {"content": [*blocks[:-1], blocks[-1] | self.mark]}]
        found = super().send()
        self.messages = kept + self.messages[len(kept) :]
        return found


class BilledTalk(MarkedTalk):
    """The same with a first line of instructions that differs in each request, as Claude Code sends it."""

    @property
    def system(self):
        line = f"x-anthropic-billing-header: cc_version=2.1.201; cc_entrypoint=cli; cch={secrets.token_hex(3)[:5]};"
        return [{"type": "text", "text": line}, *MarkedTalk.system]


TALKS = {"native": NativeTalk, "chat completions": ChatTalk, "responses": ResponsesTalk, "messages": MessagesTalk}
