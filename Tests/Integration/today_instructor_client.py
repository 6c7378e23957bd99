"""`instructor`: values while the server offers its own tools to the model."""

import importlib.metadata
import logging
import sys

import instructor
import openai
from pydantic import BaseModel

import checks
from checks import check, section
from clients import outcome
from torii import TOKEN

PORT = int(sys.argv[1])
MODELS = ["openai:gpt-6.2-sol", "openai:gpt-4.1", "anthropic:claude-haiku-5-5", "anthropic:claude-sonnet-5-5", "gemini:gemini-4-neon"]
MODES = ["TOOLS", "TOOLS_STRICT", "JSON", "JSON_SCHEMA", "RESPONSES_TOOLS"]


class Trip(BaseModel):
    """A journey."""

    city: str
    days: int


def values():
    client = openai.OpenAI(base_url=f"http://127.0.0.1:{PORT}/v1", api_key=TOKEN, max_retries=0)
    said = [{"role": "user", "content": "Plan a trip to Kyoto for three days."}]
    for name in MODELS:
        for word in MODES:
            mode = getattr(instructor.Mode, word, None)
            if mode is None:
                continue
            able = instructor.from_openai(client, mode=mode)
            found = outcome(lambda: able.chat.completions.create(model=name, messages=said, response_model=Trip, max_retries=0))
            holds = isinstance(found, Trip) and (found.city, found.days) == ("Kyoto", 3)
            check(f"{word}, {name}", holds, repr(found))


if __name__ == "__main__":
    # The checks print its errors.
    logging.disable(logging.CRITICAL)
    with section(f"instructor {importlib.metadata.version('instructor')}: values"):
        values()
    checks.conclude()
