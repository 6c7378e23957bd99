"""Forty requests to the apps of a device: the intent and the input that the built-in model and a model on three rungs of weakness lead to.

    make trial-intents OPTIONS="--only photos"

Every request is a turn of a new conversation, with the things of the device as at the start. A hit is one call on the device with the
expected schema and input, a question if that is right, or nothing if no intent is meant. The model's rungs are those of intents_model.py.
Fails if a rung misses, if a call reaches the device that is not expected, or if the built-in model hits fewer than LEAST.
"""

import argparse
import contextlib
import json
import unicodedata
from datetime import datetime

import checks
import trial
from intents_device import ZONE, Device
from intents_model import RUNGS, Ladder, finder_of, references, tool_of
from intents_store import SCHEMAS, TRANSIENT
from intents_utterances import HELD_OUT, UTTERANCES, Call, Either, Moment, Nothing, Question
from intents_utterances import ZONE as MOMENT_ZONE
from torii import torii

# The hits of the built-in model, as measured: among UTTERANCES, and among HELD_OUT, which were held out of the first phrases only.
LEAST, LEAST_HELD_OUT = 40, 17
# Its calls for HELD_OUT whose input is not the expected one: a title that is too long.
MOST_HELD_OUT = 0


def is_same(actual, expected):
    """Whether a value of a call is the expected one; texts in any case, and times of day without their zone and seconds."""
    if isinstance(expected, Either):
        return any(is_same(actual, text) for text in expected.texts)
    if isinstance(expected, datetime):
        with contextlib.suppress(TypeError, ValueError):
            return datetime.fromisoformat(actual) == expected
        return False
    if isinstance(expected, bool) or expected is None:
        return actual is expected
    if isinstance(expected, str):
        return isinstance(actual, str) and actual.strip().casefold() == expected.casefold()
    if isinstance(expected, dict):
        ignored = {"timeZone", "second"}
        return isinstance(actual, dict) and set(actual) - ignored == set(expected) and all(is_same(actual[name], expected[name]) for name in expected)
    if isinstance(expected, list):
        return isinstance(actual, list) and len(actual) == len(expected) and all(map(is_same, actual, expected))
    return actual == expected


def is_input(actual, schema, expected):
    """Whether the input of a call has the expected values, and otherwise only what its schema says by default."""
    defaults = SCHEMAS[schema].get("defaults", {})
    others = {name: value for name, value in actual.items() if name not in expected}
    return all(name in actual and is_same(actual[name], expected[name]) for name in expected) and all(
        value == defaults.get(name) or value is None for name, value in others.items()
    )


def is_question(text, named):
    """Whether a text asks the person for something."""
    asks = text.rstrip().endswith(("?", "？", "か。")) or any(word in text for word in ("need", "必要", "Which one", "どれ"))
    return asks and all(word in text for word in named)


class Attempt:
    """One request with one model."""

    def __init__(self, server, device, text, expected, model):
        self.server, self.device, self.text, self.expected, self.model = server, device, text, expected, model
        self.approvals, self.answer = 0, ""
        before = datetime.now(MOMENT_ZONE)
        device.reset()
        self.perform()
        # Around midnight, either day may be meant.
        self.moments = [Moment(now, is_later) for now in (before, datetime.now(MOMENT_ZONE)) for is_later in (False, True)]

    def perform(self):
        body = {"message": self.text, "model": self.model, "stream": True, "time_zone": ZONE, "device": {"id": self.device.name}}
        answer = self.server.post("/v1/chat", body)
        if answer.status != 200:
            raise AssertionError(f"the turn was refused with {answer.status}: {answer.text()}")
        with contextlib.closing(answer.connection):
            for event in answer.events():
                if event.kind == "action.required" and event.json["kind"] == "approval":
                    self.approvals += 1
                    decision = {"decisions": [{"call": event.json["call"], "decision": "approve"}]}
                    self.server.send("POST", f"/v1/runs/{event.run}/outputs", decision)
                elif event.kind == "message.completed":
                    self.answer = event.json["text"]
                elif event.is_terminal and event.kind != "run.completed":
                    self.answer = f"{event.kind}: {event.data}"

    @property
    def calls(self):
        return self.device.calls

    def is_expected(self, call):
        schema, input = call
        return (
            isinstance(self.expected, Call)
            and schema == self.expected.schema
            and any(is_input(input, schema, self.expected.build(at)) for at in self.moments)
        )

    def judge(self):
        """Notes whether the attempt is a hit, and the calls that should not have reached the device."""
        calls = list(self.calls)
        self.wrong = [call for call in calls if not self.is_expected(call)]
        match self.expected:
            case Call():
                self.hits = len(calls) == 1 and not self.wrong
            case Question():
                self.hits = not calls and is_question(self.answer, self.expected.named)
            case _:
                self.hits = not calls and not self.device.queries
        self.outcome = self.described(calls)
        return self

    def described(self, calls):
        """Returns what happened, in a few words."""
        mark = "hit" if self.hits else "MISS"
        if calls:
            what = "; ".join(f"{schema} {json.dumps(input, ensure_ascii=False)}" for schema, input in calls)
        else:
            asked = "".join(f"{schema}? " for schema, _, _ in self.device.queries)
            what = asked + "“" + " ".join(self.answer.split()) + "”"
        if self.hits and isinstance(self.expected, Call):
            what = calls[0][0]
        return f"{mark}  {shortened(what, 150)}"


def shortened(text, most):
    return text if len(text) <= most else text[: most - 1] + "…"


def width(text):
    return sum(2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in text)


def wide_table(names, rows):
    """Prints rows as a table whose columns also line up with Japanese text."""
    widths = [max(width(row[column]) for row in (names, *rows)) for column in range(len(names))]
    lines = ["| " + " | ".join(cell + " " * (size - width(cell)) for cell, size in zip(row, widths)) + " |" for row in (names, *rows)]
    lines.insert(1, "|" + "|".join("-" * (size + 2) for size in widths) + "|")
    print("\n".join(["", *lines, ""]), flush=True)


def needed(expected):
    """Returns the tools that a model needs for a request."""
    if isinstance(expected, Nothing):
        return []
    if isinstance(expected, Question):
        # Words that mean several things have to be looked up.
        kinds = [notation.rpartition("entity:")[2] for notation in SCHEMAS[expected.schema]["parameters"] if expected.named]
        return [tool_of(expected.schema), *map(finder_of, kinds)]
    kinds = {thing["type"] for thing in references(expected.build(Moment()))}
    return [tool_of(expected.schema), *map(finder_of, sorted(kinds))]


BUILT_IN = "phrasebook"
MODELS = [BUILT_IN, *(f"openai:rung-{rung}" for rung in RUNGS)]


def try_all(server, device, rows, models):
    """Returns the attempts of each request, one by each model."""
    return [[Attempt(server, device, text, expected, model).judge() for model in models] for _, text, expected in rows]


def report(rows, attempts, ladder, total):
    shown, lacking = [], 0
    for (_, text, expected), row in zip(rows, attempts):
        offered = ladder.offered.get((text, 1), [])
        missing = [name for name in needed(expected) if name not in offered]
        lacking += bool(missing)
        has = "-" if isinstance(expected, Nothing) else "lacks " + ", ".join(missing) if missing else "yes"
        wants = "nothing" if isinstance(expected, Nothing) else expected.schema + (" (asks)" if isinstance(expected, Question) else "")
        rungs = ["hit" if one.hits else one.outcome for one in row[1:]]
        shown.append([text, wants, row[0].outcome, *rungs, f"{len(offered)} of {total}", has])
    wide_table(["request", "expected", "Phrasebook", "rung 1", "rung 2", "rung 3", "tools offered", "has the right ones"], shown)
    counts = []
    for domain in dict.fromkeys(domain for domain, _, _ in rows):
        mine = [row for (one, _, _), row in zip(rows, attempts) if one == domain]
        counts.append([domain, str(len(mine)), *(str(sum(row[index].hits for row in mine)) for index in range(len(attempts[0])))])
    counts.append(["all", str(len(rows)), *(str(sum(row[index].hits for row in attempts)) for index in range(len(attempts[0])))])
    wide_table(["domain", "requests", "Phrasebook", *(f"rung {rung}" for rung in RUNGS)], counts)
    return lacking


def run(folder, options):
    rows = [row for row in UTTERANCES if options.only in ("", row[0])]
    with Ladder().running() as ladder, torii(folder, TORII_LOG_LEVEL="error", **ladder.settings) as server:
        device = Device(server)
        (intents, entities), rejected = device.register()
        checks.check(f"{intents} intents and {entities} entities of 5 apps are registered", not rejected, rejected)
        # Those of the server, the intents, and a query for each entity that has an identity.
        total = len(server.send("GET", "/v1/tools")[1]["tools"]) + intents + entities - len(TRANSIENT)
        with device.listening():
            attempts = try_all(server, device, rows, MODELS)
            held_out = try_all(server, device, HELD_OUT, [BUILT_IN])
        for rung, text in RUNGS.items():
            print(f"rung {rung}: {text}")
        lacking = report(rows, attempts, ladder, total)
        wide_table(["request held out", "expected", "Phrasebook"], [
            [text, expected.schema or "nothing", row[0].outcome] for (_, text, expected), row in zip(HELD_OUT, held_out)
        ])  # fmt: skip
        checks.none("requests whose tools were not all offered", lacking)
        checks.none("reports of the device that were refused", len(device.faults), device.faults)
        for rung in RUNGS:
            checks.none(f"misses on rung {rung}", sum(not row[rung].hits for row in attempts))
        for rung in RUNGS:
            accepted = [output for output in ladder.slips[rung] if '"status"' in output]
            made = 0 if rung == 1 else len(rows)
            checks.check(f"mistakes of the model on rung {rung} that were refused: {len(ladder.slips[rung]) - len(accepted)} of {made}",
                         not accepted and len(ladder.slips[rung]) == made, accepted)  # fmt: skip
        wrong = [call for row in attempts for one in row[1:] for call in one.wrong]
        checks.none("calls of the model that are wrong and reached the device", len(wrong), wrong)
        wrong = [call for row in attempts for call in row[0].wrong]
        checks.none("calls of the built-in model that are wrong and reached the device", len(wrong), wrong)
        hits = sum(row[0].hits for row in attempts)
        if not options.only:
            checks.check(f"the built-in model hits {hits} of {len(rows)}, and at least {LEAST}", hits >= LEAST)
            hits = sum(row[0].hits for row in held_out)
            wrong = sum(len(row[0].wrong) for row in held_out)
            checks.check(f"its calls with a wrong input for requests held out: {wrong}, and at most {MOST_HELD_OUT}", wrong <= MOST_HELD_OUT)
            checks.check(f"the built-in model hits {hits} of {len(held_out)} held out, and at least {LEAST_HELD_OUT}", hits >= LEAST_HELD_OUT)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="a domain, such as photos or none")
    trial.run(run, parser.parse_args())
