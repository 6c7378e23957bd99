"""One scripted model behind five wire formats: its neutral requests and answers, and its script."""

import json
from typing import NamedTuple

TEXT = 'Grüße, 世界! "Quotes", a \\ back\tslash\nand a family: 👩‍👩‍👧.'
THOUGHT = "Well, a greeting."
# A signature as providers make them.
SEAL = "c2VhbGVkLXRob3VnaHQ="
REFUSAL = "I'm sorry, 申し訳ありません."
TRIP = {"city": "Kyoto", "days": 3}
ROOMS = ["kitchen", "cellar"]
# The tokens of each round: input and output.
USAGE = (12, 7)


class Call(NamedTuple):
    """A call of a tool."""

    name: str
    arguments: dict


class Heard(NamedTuple):
    """A request as the model understands it, whatever its wire."""

    # The instructions, joined.
    system: str
    # The conversation: ("user", text), ("assistant", text), ("thought", text, signature), ("call", name, arguments), ("output", text).
    turns: list
    # The names of the offered tools, and whether a call is required, forbidden or free.
    tools: list
    choice: str
    schema: dict | None
    limit: int | None
    temperature: float | None
    images: int

    @property
    def question(self):
        """Returns the user's last message."""
        return next(turn[1] for turn in reversed(self.turns) if turn[0] == "user")

    @property
    def since(self):
        """Returns what follows the user's last message."""
        last = max(index for index, turn in enumerate(self.turns) if turn[0] == "user")
        return self.turns[last + 1 :]

    @property
    def outputs(self):
        return [turn[1] for turn in self.since if turn[0] == "output"]


class Reply(NamedTuple):
    """An answer of the model, whatever its wire."""

    text: str = ""
    calls: tuple = ()
    thought: str = ""
    seal: str = ""
    refusal: str = ""
    # Whether the limit of tokens ended it, whether it breaks after the text, and whether it waits there until the caller leaves.
    is_cut: bool = False
    breaks: bool = False
    holds: bool = False
    # Seconds between two pieces.
    pace: float = 0


def reply(heard):
    """Follows the user's message.

    | message | answer |
    |---|---|
    | `say: …` | TEXT |
    | `slow: …` | thirty words, one every 20 ms |
    | `servers: …` | two calls of the server's tools, then how many outputs came and whether the first has the title |
    | `client: …`, `parallel: …` | one call or two of the client's tool `read_sensor`, then the outputs |
    | `mixed: …` | a call of each side, then the client's output and whether the server's has the title |
    | `twice: …` | two rounds with a call of `read_sensor` each, then the outputs |
    | `trip: …` | TRIP as JSON, or as the arguments of the tool for it |
    | `think: …` | THOUGHT with a signature, then TEXT |
    | `thinkclient: …` | THOUGHT with a signature and a call of `read_sensor`, then the output |
    | `refuse: …` | REFUSAL |
    | `short: …` | two words, cut by the limit of tokens |
    | `break: …` | two words, then an error |
    | `hold: …` | two words, then nothing until the caller leaves |
    | `handoff: …` | a call of `transfer_to_clerk`, if it is offered |
    | `delete: 3` | a call of the server's `deleteInventory`, then the output |
    | `heard: …` | the request in its neutral form, as JSON |
    | any other, with a tool `get_weather` | a call of it |
    | `Count from 1 to 5.` | the numbers |
    """
    verb, _, name = heard.question.partition(": ")
    title = f"lamp {name}"
    outputs = heard.outputs
    sensor = [Call("read_sensor", {"room": room}) for room in ROOMS]
    add = Call("createInventory", {"title": title})
    if verb == "twice" and len(outputs) == 1:
        return Reply(calls=(sensor[1],))
    if outputs:
        match verb:
            case "servers":
                return Reply(f"{len(outputs)} outputs, {'added' if title in outputs[0] else outputs[0]}")
            case "mixed":
                server, client = sorted(outputs, key=lambda output: title not in output)
                return Reply(f"{'added' if title in server else server}|{client}")
            case _:
                return Reply("|".join(outputs))
    match verb:
        case "slow":
            return Reply(" ".join(f"w{number}" for number in range(30)), pace=0.02)
        case "servers":
            return Reply(calls=(add, Call("getInventoryList", {})))
        case "client" | "twice":
            return Reply(calls=(sensor[0],))
        case "parallel":
            return Reply(calls=tuple(sensor))
        case "mixed":
            return Reply(calls=(add, sensor[0]))
        case "trip":
            # The tool by which Torii asks providers that cannot have tools and a schema at once, and that of pydantic-ai.
            tool = next((name for name in ("final_answer", "final_result", "Trip") if name in heard.tools), None)
            return Reply(calls=(Call(tool, TRIP),)) if tool else Reply(json.dumps(TRIP))
        case "think":
            return Reply(TEXT, thought=THOUGHT, seal=SEAL)
        case "thinkclient":
            return Reply(calls=(sensor[0],), thought=THOUGHT, seal=SEAL)
        case "refuse":
            return Reply(refusal=REFUSAL)
        case "short":
            return Reply("one two ", is_cut=True)
        case "break":
            return Reply("one two ", breaks=True)
        case "hold":
            return Reply("one two ", holds=True)
        case "handoff" if "transfer_to_clerk" in heard.tools:
            return Reply(calls=(Call("transfer_to_clerk", {}),))
        case "delete":
            return Reply(calls=(Call("deleteInventory", {"id": int(name)}),))
        case "heard":
            return Reply(json.dumps(heard._asdict()))
        case _ if "get_weather" in heard.tools:
            return Reply(calls=(Call("get_weather", {"location": "San Francisco, CA"}),))
        case "Count from 1 to 5.":
            return Reply("1, 2, 3, 4, 5")
        case _:
            return Reply(TEXT)


def pieces(text, size=5):
    """Splits a text into pieces of a few characters."""
    return [text[start : start + size] for start in range(0, len(text), size)]
