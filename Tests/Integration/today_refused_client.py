"""How often the unmodified `openai` and `anthropic` clients send a request that the provider refuses, with their own repeats on."""

import http.client
import itertools
import json
import sys

import anthropic
import openai

import checks
from checks import check, section
from torii import TOKEN

PORT, OPENAI, ANTHROPIC, GEMINI, *_ = map(int, sys.argv[1:])
NUMBERS = itertools.count()
# The kinds of refusal, with the most calls that one may cost. A token limit is lowered once. A schema has three forms until Torii knows which of
# them the model accepts: as it is, with its limits in words, and as the arguments of a call.
KINDS = {"context": 1, "tokens": 2, "content": 1, "filter": 1, "schema": 3, "request": 1}
TRIP = {
    "type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}, "required": ["city", "days"],
    "additionalProperties": False,
}  # fmt: skip
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
PICTURE = f"data:image/png;base64,{PIXEL}"
MODELS = {"openai:gpt-6.2-sol": OPENAI, "anthropic:claude-sonnet-5-5": ANTHROPIC, "gemini:gemini-4-neon": GEMINI}


def asked(port, number):
    """Returns how often a request has reached the stand-in."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", f"/asked/{number}")
    return json.loads(connection.getresponse().read())


def chat(model, text, kind, is_streamed):
    client = openai.OpenAI(base_url=f"http://127.0.0.1:{PORT}/v1", api_key=TOKEN)
    content = [{"type": "text", "text": text}, {"type": "image_url", "image_url": {"url": PICTURE}}] if kind == "content" else text
    fields = (
        {"response_format": {"type": "json_schema", "json_schema": {"name": "answer", "schema": TRIP, "strict": True}}}
        if kind == "schema"
        else {}
    )
    made = client.chat.completions.create(model=model, messages=[{"role": "user", "content": content}], stream=is_streamed, **fields)
    return list(made) if is_streamed else made


def responses(model, text, kind, is_streamed):
    client = openai.OpenAI(base_url=f"http://127.0.0.1:{PORT}/v1", api_key=TOKEN)
    picture = {"type": "input_image", "image_url": PICTURE, "detail": "auto"}
    content = [{"type": "input_text", "text": text}, picture] if kind == "content" else text
    fields = {"text": {"format": {"type": "json_schema", "name": "answer", "schema": TRIP, "strict": True}}} if kind == "schema" else {}
    made = client.responses.create(model=model, input=[{"role": "user", "content": content}], stream=is_streamed, **fields)
    if not is_streamed:
        return made
    events = list(made)
    failed = next((event for event in events if event.type in ("error", "response.failed")), None)
    if failed:
        raise AssertionError(failed)
    return events


def messages(model, text, kind, is_streamed):
    client = anthropic.Anthropic(base_url=f"http://127.0.0.1:{PORT}", api_key=TOKEN)
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXEL}}
    content = [{"type": "text", "text": text}, picture] if kind == "content" else text
    fields = {"output_config": {"format": {"type": "json_schema", "schema": TRIP}}} if kind == "schema" else {}
    made = client.messages.create(
        model=model, max_tokens=1000, messages=[{"role": "user", "content": content}], stream=is_streamed, **fields
    )
    return list(made) if is_streamed else made


CLIENTS = {"chat completions": chat, "Responses": responses, "Messages": messages}


def refused():
    rows = []
    for api, ask in CLIENTS.items():
        for model, port in MODELS.items():
            row = [api, model]
            for kind, most in KINDS.items():
                for is_streamed in (False, True):
                    number = f"n{next(NUMBERS)}"
                    try:
                        found = ask(model, f"Refuse this with {kind}, number {number}.", kind, is_streamed)
                    except Exception as error:
                        found = error
                    count, status = asked(port, number), getattr(found, "status_code", None)
                    row.append(f"{count} ({status})")
                    way = "streamed" if is_streamed else "whole"
                    # A stream that has begun has no status any more.
                    is_told = isinstance(found, Exception) and (status is None or 400 <= status < 500) and (status or is_streamed)
                    detail = f"{type(found).__name__}: {found}"
                    check(
                        f"{api}, {model}, {kind}, {way}: {count} call(s), at most {most}; status {status}",
                        0 < count <= most and is_told,
                        detail,
                    )
            rows.append(row)
    checks.table(["API", "model", *(f"{kind}{way}" for kind in KINDS for way in ("", ", streamed"))], rows)


def limits():
    """A limit of tokens that no model has: the turn is answered nevertheless."""
    client = openai.OpenAI(base_url=f"http://127.0.0.1:{PORT}/v1", api_key=TOKEN, max_retries=0)
    other = anthropic.Anthropic(base_url=f"http://127.0.0.1:{PORT}", api_key=TOKEN, max_retries=0)
    text = [{"role": "user", "content": "Task 1 of talk limits: ."}]
    most = 10_000_000
    for model in MODELS:
        for api, ask in {
            "chat completions": lambda: client.chat.completions.with_raw_response.create(
                model=model, messages=text, max_completion_tokens=most
            ),
            "Responses": lambda: client.responses.with_raw_response.create(model=model, input=text, max_output_tokens=most),
            "Messages": lambda: other.messages.with_raw_response.create(model=model, messages=text, max_tokens=most, timeout=60),
        }.items():
            try:
                answer = ask()
                named = {name: value for name, value in answer.headers.items() if name.lower().startswith("torii-")}
                holds = answer.status_code == 200 and any("max" in value and "tokens" in value for value in named.values())
                check(f"{api}, {model}: a limit of {most} tokens is lowered, and a header names it", holds, named)
            except Exception as error:
                check(f"{api}, {model}: a limit of {most} tokens is lowered", False, f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    with section(f"refused requests, openai {openai.__version__} and anthropic {anthropic.__version__}"):
        refused()
    with section("limits of tokens"):
        limits()
    checks.conclude()
