"""The model for tests of chat completions: it follows the user's message, such as `mixed: 7`."""

import collections
import json
import threading
import time
import urllib.parse

from chat_model import ChatModel, without_note

# Characters of several bytes and of several code points, and everything that JSON escapes.
TEXT = 'Grüße, 世界! "Quotes", a \\ back\tslash\nand a family: 👩‍👩‍👧.'
REFUSAL = "I'm sorry, 申し訳ありません."
TRIP = {"city": "Kyoto", "days": 3}
ROOMS = ["kitchen", "cellar"]
USAGE = {"prompt_tokens": 12, "completion_tokens": 7, "total_tokens": 19}
# The fields of the request that `echo` repeats.
ECHOED = [
    "temperature", "top_p", "max_tokens", "max_completion_tokens", "stop", "seed", "presence_penalty", "frequency_penalty", "tool_choice",
    "parallel_tool_calls", "reasoning_effort",
]  # fmt: skip


class ScriptedModel(ChatModel):
    """The model, with the number of requests for each message.

    | message | answer |
    |---|---|
    | `say: …` | TEXT, three characters a piece |
    | `server: …` | a call of the server's tool `getInventoryList`, then its output |
    | `client: …`, `parallel: …` | one call, or two, of the client's tool `read_sensor`, then the outputs |
    | `pieces: …` | two such calls with their arguments interleaved, a few characters a piece, then the outputs |
    | `torn: …` | half of such a call, then an error |
    | `mixed: …` | a call of each, then the outputs |
    | `twice: …` | two rounds with a call of `read_sensor` each, then the outputs |
    | `trip: …` | TRIP, as text if there is a schema, or as a call if there is a tool for it |
    | `fragile: …` | a call of `read_sensor`, then an error the first time and its output the second |
    | `echo: …` | the request's messages and fields as JSON |
    | `hold: …` | two words, then nothing until the caller disconnects |
    | `break: …` | two words, then an error |
    | `think: …` | a thought, then TEXT |
    | `delete: 3` | a call of the server's tool `deleteInventory`, then its output |
    | `short: …` | two words, cut by the limit of tokens |
    | `refuse: …` | REFUSAL, three characters a piece |
    | `busy: …` | 429 |
    | `long: …` | 400, because the conversation is too long |
    """

    def __init__(self):
        super().__init__(self.answer, self.report)
        self.lock = threading.Condition()
        self.requests, self.left = collections.Counter(), {}

    def answer(self, turn):
        text = user_text(turn.body)
        verb, _, name = text.partition(": ")
        with self.lock:
            self.requests[text] += 1
        outputs = turn.outputs
        if verb == "fragile" and outputs and self.requests[text] == 2:
            return turn.json({"error": {"message": "Broken", "type": "server_error", "param": None, "code": None}}, 500)
        if verb == "twice" and len(outputs) == 1:
            return turn.call({f"second-{name}": ("read_sensor", {"room": ROOMS[1]})})
        if outputs:
            return say(turn, "|".join(reversed(outputs.values())))
        calls = self.calls(verb, name)
        if calls:
            return turn.call(calls)
        match verb:
            case "trip":
                self.plan(turn, name)
            case "refuse":
                for start in range(0, len(REFUSAL), 3):
                    turn.delta({"refusal": REFUSAL[start : start + 3]})
                turn.finish("stop", USAGE)
            case "pieces" | "torn":
                write_calls(turn, name, verb == "torn")
            case "echo":
                fields = {field: turn.body[field] for field in ECHOED if field in turn.body}
                tools = [tool["function"]["name"] for tool in turn.body.get("tools", [])]
                say(turn, json.dumps({"messages": turn.body["messages"], "tools": tools} | fields))
            case "hold":
                turn.text("one ")
                turn.text("two ")
                self.note(name, turn.left())
            case "break":
                turn.text("one ")
                turn.text("two ")
                turn.chunk(b'data: {"error": {"message": "Broken", "type": "server_error", "param": null, "code": null}}\n\n')
                turn.close_connection = True
            case "think":
                turn.delta({"reasoning_content": "Well, "})
                turn.delta({"reasoning_content": "a greeting."})
                say(turn, TEXT)
            case "short":
                say(turn, "one two ", "length")
            case "busy":
                turn.json({"error": {"message": "Slow down", "type": "rate_limit_error", "param": None, "code": None}}, 429)
            case "long":
                error = {"type": "invalid_request_error", "param": "messages", "code": "context_length_exceeded"}
                message = "This model's maximum context length is 4096 tokens. However, your messages resulted in 5000 tokens."
                turn.json({"error": error | {"message": message}}, 400)
            case _:
                say(turn, TEXT)

    def calls(self, verb, name):
        """Returns the calls of the turn's first round."""
        server = {f"server-{name}": ("getInventoryList", {})}
        client = {f"client-{name}": ("read_sensor", {"room": ROOMS[0]})}
        match verb:
            case "server":
                return server
            case "delete":
                return {f"delete-{name}": ("deleteInventory", {"id": int(name)})}
            case "client" | "twice" | "fragile":
                return client
            case "mixed":
                return server | client
            case "parallel":
                return client | {f"other-{name}": ("read_sensor", {"room": ROOMS[1]})}

    def plan(self, turn, name):
        tools = [tool["function"] for tool in turn.body.get("tools", [])]
        mine = [tool["name"] for tool in tools if set(tool.get("parameters", {}).get("required", [])) == set(TRIP)]
        if mine:
            turn.call({f"trip-{name}": (mine[0], TRIP)})
        else:
            say(turn, json.dumps(TRIP))

    def note(self, name, time):
        with self.lock:
            self.left[name] = time
            self.lock.notify_all()

    def report(self, turn):
        """Answers the scripts' queries: whether the turn `/left/<name>` was disconnected, and the count of `/requests/<message>`."""
        kind, _, name = urllib.parse.unquote(turn.path.removeprefix("/")).partition("/")
        with self.lock:
            if kind == "requests":
                return turn.json(self.requests[name])
            turn.json(self.lock.wait_for(lambda: name in self.left, timeout=15))


def user_text(body):
    """Returns the user's last message, without the app's note at its end."""
    content = next(message["content"] for message in reversed(body["messages"]) if message["role"] == "user")
    text = content if isinstance(content, str) else "".join(part.get("text", "") for part in content)
    return without_note(text)


# The arguments of `pieces`, in a form that no serializer writes.
WRITTEN = ['{ "room" : "kitchen", "n": 1.0 }', '{"room":\n"cellar"}']


def write_calls(turn, name, is_torn):
    """Calls `read_sensor` twice, with the arguments of both interleaved."""
    for index in range(len(WRITTEN)):
        function = {"name": "read_sensor", "arguments": ""}
        turn.delta({"tool_calls": [{"index": index, "id": f"{index}-{name}", "type": "function", "function": function}]})
    for start in range(0, max(map(len, WRITTEN)), 5):
        if is_torn and start:
            turn.chunk(b'data: {"error": {"message": "Broken", "type": "server_error", "param": null, "code": null}}\n\n')
            turn.close_connection = True
            return
        for index, text in enumerate(WRITTEN):
            if text[start : start + 5]:
                turn.delta({"tool_calls": [{"index": index, "function": {"arguments": text[start : start + 5]}}]})
    turn.finish("tool_calls", USAGE)


def say(turn, text, reason="stop"):
    for start in range(0, len(text), 3):
        turn.text(text[start : start + 3])
        time.sleep(0.001)
    turn.finish(reason, USAGE)
