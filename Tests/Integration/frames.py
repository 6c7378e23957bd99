"""Every frame and every whole answer of the trials, validated against published schemas.

OPENAI_SCHEMA names OpenAI's openapi.json, and OPEN_RESPONSES a checkout of the repository of openresponses.org; neither is a part of this
repository. Run this part after others, as in `make integration PARTS="responses matrix frames"`: it validates what they have recorded,
and makes its own streams first.
"""

import collections
import contextlib
import json
import os
import pathlib

import checks
from checks import check
from relay import relay

# The recorded answers: the path of the request, and the body.
ANSWERS = []
# The most violations that are printed of each kind of frame.
SHOWN = 2


@contextlib.contextmanager
def recorded(port):
    """Runs a relay that records all answers for `run`, in front of a server; yields its port."""
    with relay(port) as recorder:
        yield recorder.port
        for conversation in recorder.conversations:
            for _, exchange in conversation.exchanges(has_parts=True):
                if exchange.status == 200:
                    ANSWERS.append((exchange.path, exchange.answer))


def frames_of(answer):
    """Yields the JSON objects of a stream's whole frames."""
    for frame in answer.decode(errors="replace").split("\n\n")[:-1]:
        data = [line.removeprefix("data: ") for line in frame.split("\n") if line.startswith("data: ")]
        if data and data != ["[DONE]"]:
            yield json.loads("\n".join(data))


class Schemas:
    """The schemas of one OpenAPI document."""

    def __init__(self, path):
        # Installed for the other parts only.
        import jsonschema_rs

        self.document = with_null(json.loads(pathlib.Path(path).read_text()))
        self.compile = jsonschema_rs.Draft202012Validator
        self.components = self.document["components"]["schemas"]
        self.validators = {}
        self.events = {}
        for name, schema in self.components.items():
            kinds = schema.get("properties", {}).get("type", {})
            kinds = kinds.get("enum", [kinds.get("const")])
            if name.endswith("Event") and len(kinds) == 1 and kinds[0] and not name.startswith(("Beta", "Realtime")):
                # Of several schemas for an event, the one of a plain stream.
                if kinds[0] not in self.events or name.endswith("StreamingEvent"):
                    self.events[kinds[0]] = name

    def faults(self, name, value):
        """Returns the violations of a component."""
        if name not in self.validators:
            schema = {"$ref": f"#/components/schemas/{name}", "components": self.document["components"]}
            self.validators[name] = self.compile(schema)
        return [f"{'/'.join(map(str, error.instance_path))}: {error.message[:200]}" for error in self.validators[name].iter_errors(value)]


def with_null(schema):
    """Returns schemas with `nullable` of OpenAPI 3.0, which the document of version 3.1 still has, as a type."""
    if isinstance(schema, list):
        return [with_null(member) for member in schema]
    if not isinstance(schema, dict):
        return schema
    schema = {name: with_null(member) for name, member in schema.items()}
    if schema.get("nullable") is True:
        if isinstance(schema.get("type"), str):
            schema["type"] = [schema["type"], "null"]
        if "enum" in schema:
            schema["enum"] = [*schema["enum"], None]
    return schema


class Counts:
    """The frames by kind, and the violations of one document."""

    def __init__(self, name):
        self.name = name
        self.valid, self.invalid, self.own, self.unknown = (collections.Counter() for _ in range(4))
        self.faults = collections.defaultdict(list)

    def add(self, kind, faults, value):
        if faults:
            self.invalid[kind] += 1
            self.faults[kind].append((faults[0], json.dumps(value)[:300]))
        else:
            self.valid[kind] += 1

    def report(self):
        kinds = sorted(self.valid.keys() | self.invalid.keys() | self.own.keys() | self.unknown.keys())
        columns = (self.valid, self.invalid, self.own, self.unknown)
        print(f"\n{self.name}:")
        rows = [[kind, *(column[kind] for column in columns)] for kind in kinds]
        checks.table(["kind", "valid", "invalid", "own type", "no schema"], rows)
        for kind, faults in self.faults.items():
            for fault, value in faults[:SHOWN]:
                print(f"   {kind}: {fault}\n      {value}")
        total = sum(self.valid.values())
        check(f"{self.name}: {total} frames and answers are valid", total > 0 and not self.invalid, sum(self.invalid.values()))


# The types of OpenAI's form by which a client declares the server's tools and decides about them; Open Responses has none of them.
MCP = {"mcp", "mcp_approval_request", "mcp_approval_response"}


def without_own(value, is_openai):
    """Returns a value without items and tools of types that the document does not have, and how many there were."""
    if isinstance(value, dict):
        found = {name: without_own(member, is_openai) for name, member in value.items()}
        return {name: member for name, (member, _) in found.items()}, sum(count for _, count in found.values())
    if isinstance(value, list):
        found = [without_own(member, is_openai) for member in value if not is_own(member, is_openai)]
        return [member for member, _ in found], len(value) - len(found) + sum(count for _, count in found)
    return value, 0


def is_own(value, is_openai):
    kind = value.get("type") if isinstance(value, dict) else None
    return str(kind).startswith("torii:") or kind in MCP and not is_openai


def validate(schemas, counts, is_openai):
    """Validates the answers of the paths that a document describes."""
    for path, answer in ANSWERS:
        path = path.partition("?")[0]
        is_stream = answer.startswith((b"event: ", b"data: ", b": "))
        if path.startswith("/v1/responses"):
            if is_stream:
                for frame in frames_of(answer):
                    event(schemas, counts, frame, is_openai)
            elif answer.startswith(b"{") and "status" in (value := json.loads(answer)):
                whole(schemas, counts, value, is_openai)
        elif path == "/v1/chat/completions" and is_openai:
            if is_stream:
                for frame in frames_of(answer):
                    chunk(schemas, counts, frame)
            elif answer:
                value = json.loads(answer)
                counts.add("chat.completion", schemas.faults("CreateChatCompletionResponse", value), value)


def known(response, is_openai):
    """Returns a response without the members in which the documents contradict each other, or the servers of their authors.

    OpenAI's document has no null for the usage of a response that runs; OpenAI's servers send it, and Open Responses requires it. Open
    Responses has only null for the schema of the answer, which OpenAI repeats, and requires its description, which OpenAI leaves out.
    """
    if is_openai:
        return without_null_usage(response)
    format = response["text"]["format"]
    if "schema" in format:
        format = {"description": None} | format | {"schema": None}
    return response | {"text": response["text"] | {"format": format}}


def without_null_usage(value):
    return {name: member for name, member in value.items() if name != "usage" or member is not None}


def whole(schemas, counts, value, is_openai):
    kept, own = without_own(known(value, is_openai), is_openai)
    component = "Response" if is_openai else "ResponseResource"
    counts.own["response"] += own
    counts.add("response", schemas.faults(component, kept), kept)


def event(schemas, counts, value, is_openai):
    kind = value["type"]
    if "response" in value:
        value = value | {"response": known(value["response"], is_openai)}
    if kind.startswith("torii:") or is_own(value.get("item"), is_openai):
        counts.own[kind] += 1
    elif kind not in schemas.events:
        counts.unknown[kind] += 1
    else:
        kept, own = without_own(value, is_openai)
        counts.own[kind] += own
        counts.add(kind, schemas.faults(schemas.events[kind], kept), kept)


def chunk(schemas, counts, value):
    if "error" in value:
        return counts.add("chat error", schemas.faults("ErrorResponse", value), value)
    # OpenAI's servers send null in all chunks but the last, as the text of its document says and its schema does not.
    counts.add("chat.completion.chunk", schemas.faults("CreateChatCompletionStreamResponse", without_null_usage(value)), value)


def run(folder):
    openai, open_responses = os.environ.get("OPENAI_SCHEMA"), os.environ.get("OPEN_RESPONSES")
    if not openai and not open_responses:
        print("\nSkipped: the frames. Set OPENAI_SCHEMA to OpenAI's openapi.json, OPEN_RESPONSES to a checkout of Open Responses, or both.")
        return
    if not ANSWERS:
        # Imported here because it records its answers with this module.
        import matrix

        matrix.run(folder)
    for path, name, is_openai in [
        (openai, "OpenAI's schema", True),
        (open_responses and pathlib.Path(open_responses) / "public/openapi/openapi.json", "Open Responses' schema", False),
    ]:
        if path:
            counts = Counts(name)
            validate(Schemas(path), counts, is_openai)
            counts.report()
