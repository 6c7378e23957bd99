"""What the scripts of `openai` against Torii's Responses share."""

import json
import warnings

import openai
from pydantic import BaseModel, ValidationError

import checks
from checks import check, section
from clients import Servers, outcome, url
from torii import TOKEN

MODEL = "openai:m"
SENSOR = {
    "type": "function", "name": "read_sensor", "description": "Reads the temperature of a room", "strict": True,
    "parameters": {
        "type": "object", "properties": {"room": {"type": "string"}}, "required": ["room"], "additionalProperties": False,
    },
}  # fmt: skip
OTHER = SENSOR | {"name": "open_window", "description": "Opens a window"}
# A red pixel.
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
WORDS = " ".join(f"w{number}" for number in range(30))
TERMINAL = {"response.completed", "response.incomplete", "response.failed"}
servers = Servers.of_this_process()


class Trip(BaseModel):
    city: str
    days: int


def client(port=None, token=TOKEN, **fields):
    return openai.OpenAI(base_url=url(port or servers.scripted), api_key=token, **{"max_retries": 0, "timeout": 60} | fields)


def create(input, *, api=None, model=MODEL, **fields):
    return (api or client()).responses.create(model=model, input=input, **fields)


def faults(*objects):
    """Returns the objects' violations of the client's types, which the client itself does not check; items of Torii's own are left out."""
    found = []
    for value in objects:
        if any(str(getattr(one, "type", "")).startswith("torii:") for one in (value, getattr(value, "item", None))):
            continue
        try:
            kept = without_own(value)
            type(value).model_validate(kept, strict=False)
        except ValidationError as error:
            found.append(f"{type(value).__name__}: {error}")
    return found


def without_own(value):
    """Returns an object's JSON without items of Torii's own types."""
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="json", warnings=False, exclude_unset=True)
    if isinstance(value, dict):
        return {name: without_own(member) for name, member in value.items()}
    if isinstance(value, list):
        return [without_own(member) for member in value if not (isinstance(member, dict) and str(member.get("type")).startswith("torii:"))]
    return value


def refusal(kind, work):
    """Returns the error of this type that a call raises; if it raises none, a failed check and `None`."""
    found = outcome(work)
    if isinstance(found, kind):
        return found
    check(f"it is a {kind.__name__}", False, repr(found))
    return None


def calls_of(response):
    return [item for item in response.output if item.type == "function_call"]


def outputs_of(calls, *values):
    return [{"type": "function_call_output", "call_id": call.call_id, "output": value} for call, value in zip(calls, values)]


def room_of(call):
    return json.loads(call.arguments)["room"]


def turns(message):
    """Returns the conversation of the last request with this message, as the model received it, without thoughts."""
    return [tuple(turn) for turn in servers.heard(message)[-1]["turns"] if turn[0] != "thought"]


def run(name, sections):
    """Performs the checks of a script, and exits."""
    # The client's types warn when they write an item of a type that they do not know.
    warnings.filterwarnings("ignore", "Pydantic serializer")
    for title, perform in sections.items():
        with section(f"openai {openai.__version__}, {name}: {title}"):
            perform()
    checks.conclude()
