"""A model that climbs a ladder of weak behavior, with the requests of intents_utterances.py."""

import json
import threading
from datetime import datetime
from typing import NamedTuple

from chat_model import ChatModel, without_note
from intents_store import SCHEMAS, THINGS
from intents_utterances import UTTERANCES, Call, Either, Moment, Nothing, Question

RUNGS = {
    1: "the right calls at once, with the ids that queries have shown",
    2: "first an invented id or a faulty argument",
    3: "first a tool that does not exist, or one of another domain",
}
# The calls of a model that sees an intent where there is none.
TEMPTATION = "photos.deleteAlbum"
DONE, NO_TOOL = "Done.", "I have no tool for this."


class Step(NamedTuple):
    """The calls of one round, by name and arguments, and whether a weak model makes them by mistake."""

    calls: list
    is_wrong: bool = False


def tool_of(schema):
    return schema.replace(".", "_")


def finder_of(kind):
    return tool_of(kind) + "_find"


def is_reference(value):
    return isinstance(value, dict) and set(value) == {"type", "id"} and value["type"] in THINGS


def references(value):
    """Returns the references to things in a value."""
    if is_reference(value):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [found for part in parts for found in references(part)]


def rewritten(value, rewrite):
    """Returns a value with its references rewritten, and its other leaves as they are on the wire."""
    if is_reference(value):
        return rewrite(value)
    if isinstance(value, dict):
        return {name: rewritten(part, rewrite) for name, part in value.items()}
    if isinstance(value, list):
        return [rewritten(part, rewrite) for part in value]
    if isinstance(value, Either):
        return value.texts[0]
    return value.isoformat() if isinstance(value, datetime) else value


def misread(text, input):
    """Returns an input with its first value in a form that no schema has: words instead of a number or a date, or another member for a text."""
    name, value = next(iter(input.items()))
    if isinstance(value, str) and "T" not in value:
        return {**{other: part for other, part in input.items() if other != name}, "label_text": value}
    return {**input, name: text}


class Ladder(ChatModel):
    """The model. The name of the model in the request is its rung, such as `rung-2`."""

    def __init__(self):
        super().__init__(self.step)
        self.lock = threading.Lock()
        # The names of the tools that the first request of each turn offered, by text and rung.
        self.offered = {}
        # The outputs of the calls that were made by mistake, by rung.
        self.slips = {rung: [] for rung in RUNGS}

    @property
    def settings(self):
        others = ",".join(f"openai:rung-{rung}" for rung in RUNGS if rung > 1)
        return {"TORII_MODEL": "openai:rung-1", "TORII_MODELS_ALLOWED": f"phrasebook,{others}", "OPENAI_BASE_URL": self.url + "/v1"}

    def step(self, turn):
        """Makes the next step of the plan: one for each round of tool outputs that the turn has."""
        messages = turn.body["messages"]
        start = max(index for index, message in enumerate(messages) if message["role"] == "user")
        text = without_note(messages[start]["content"])
        rung = int(turn.body["model"].rpartition("-")[2])
        names = [tool["function"]["name"] for tool in turn.body.get("tools", [])]
        rounds = sum(1 for message in messages[start:] if message["role"] == "assistant")
        with self.lock:
            if rounds == 0:
                self.offered[text, rung] = names
        outputs = [message["content"] for message in messages[start:] if message["role"] == "tool"]
        number, (_, _, expected) = next((number, row) for number, row in enumerate(UTTERANCES) if row[1] == text)
        steps = self.plan(number, text, expected, rung)
        if rounds and steps[rounds - 1](outputs).is_wrong:
            with self.lock:
                self.slips[rung].append(outputs[-1])
        if rounds >= len(steps):
            return say(turn, self.conclusion(expected, outputs))
        step = steps[rounds](outputs)
        # No model can make a right call of a tool that it does not see.
        if not step.is_wrong and any(name not in names for name, _ in step.calls):
            return say(turn, NO_TOOL)
        turn.call({f"call-{rounds}-{index}": call for index, call in enumerate(step.calls)})

    def plan(self, number, text, expected, rung):
        """Returns the steps of a turn, each a function of the outputs so far."""
        if isinstance(expected, Nothing):
            wrong = (tool_of(TEMPTATION), {"entities": [{"type": "photos.album", "id": "made-up"}]})
            return [[], [lambda _: Step([wrong], True)], [lambda _: Step([("photos_describe", {})], True)]][rung - 1]
        if isinstance(expected, Question):
            return self.plan_of_question(expected, rung)
        input = expected.build(Moment())
        kinds = {thing["id"]: thing["type"] for thing in references(input)}
        finds = [(finder_of(kind), words_for(kind, id)) for id, kind in kinds.items()]

        def shown(outputs):
            """Returns the input with the ids that the outputs have shown for the titles."""
            ids = {entity["display"]["title"]: entity["id"] for output in outputs for entity in entities(output)}
            return rewritten(input, lambda thing: {"type": thing["type"], "id": ids.get(THINGS[thing["type"]][thing["id"]], "not-shown")})

        def invented():
            return rewritten(input, lambda thing: {"type": thing["type"], "id": "made-up"})

        name = tool_of(expected.schema)
        steps = [lambda _: Step(finds)] if finds else []
        if rung == 2:
            faulty = (name, invented() if finds else misread(text, rewritten(input, None)))
            steps = [lambda _: Step([faulty], True), *steps]
        if rung == 3:
            wrong = name + "Now" if number % 2 else "photos_createAlbum" if expected.schema.startswith("clock.") else "clock_createTimer"
            steps += [lambda outputs: Step([(wrong, shown(outputs))], True)]
        return [*steps, lambda outputs: Step([(name, shown(outputs))])]

    def plan_of_question(self, expected, rung):
        name = tool_of(expected.schema)
        kind = next((type.partition(":")[2] for type in SCHEMAS[expected.schema]["parameters"] if "entity:" in type), "").rpartition("entity:")[2]
        finds = [lambda _: Step([(finder_of(kind), {"text": common(expected.named)})])] if expected.named else []
        if rung == 1:
            return finds
        if rung == 2:
            faulty = {"target": {"type": kind, "id": "made-up"}} if kind else {}
            return [lambda _: Step([(name, faulty)], True), *finds]
        return [lambda _: Step([(name + "Now", {})], True), *finds]

    def conclusion(self, expected, outputs):
        if isinstance(expected, Nothing):
            return "That is a nice thing to talk about."
        if isinstance(expected, Question):
            titles = [entity["display"]["title"] for output in outputs for entity in entities(output)]
            return "Which one do you mean: " + ", ".join(titles) + "?" if expected.named else "Which value should I use?"
        return DONE


def common(titles):
    """Returns the words that all titles have."""
    words = [title.split() for title in titles]
    return " ".join(word for word in words[0] if all(word in other for other in words))


def words_for(kind, id):
    """Returns the arguments of a query for a thing: the only one of its kind is found among the suggestions."""
    return {} if len(THINGS[kind]) == 1 else {"text": THINGS[kind][id]}


def entities(output):
    """Returns the entities that an output of a query shows."""
    lines = output.split("\n")
    return json.loads(lines[2])["entities"] if len(lines) == 4 and lines[1].startswith("--- begin quoted text ") else []


def say(turn, text):
    turn.text(text)
    turn.finish()
