"""`pydantic-ai`, and `parse` of the `openai` and `anthropic` clients: values while the server offers its own tools to the model."""

import importlib.metadata
import sys

import anthropic
import openai
from pydantic import BaseModel
from pydantic_ai import Agent, NativeOutput
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.openai import OpenAIProvider

import checks
from checks import check, section
from clients import outcome
from torii import TOKEN

PORT = int(sys.argv[1])
MODELS = ["openai:gpt-6.2-sol", "openai:gpt-4.1", "anthropic:claude-haiku-5-5", "anthropic:claude-sonnet-5-5", "gemini:gemini-4-neon"]
QUESTION = "Plan a trip to Kyoto for three days."


class Trip(BaseModel):
    """A journey."""

    city: str
    days: int


VALUE = Trip(city="Kyoto", days=3)


def agents():
    ours = OpenAIProvider(base_url=f"http://127.0.0.1:{PORT}/v1", api_key=TOKEN)
    theirs = AnthropicProvider(base_url=f"http://127.0.0.1:{PORT}", api_key=TOKEN)
    kinds = {
        "chat completions": lambda name: OpenAIChatModel(name, provider=ours),
        "Responses": lambda name: OpenAIResponsesModel(name, provider=ours),
        "Messages": lambda name: AnthropicModel(name, provider=theirs),
    }
    for name in MODELS:
        for api, model in kinds.items():
            found = outcome(lambda: Agent(model(name), output_type=Trip, retries=0).run_sync(QUESTION).output)
            check(f"{api}, {name}: a tool for the value", found == VALUE, repr(found))
            if api != "Messages":
                found = outcome(lambda: Agent(model(name), output_type=NativeOutput(Trip), retries=0).run_sync(QUESTION).output)
                check(f"{api}, {name}: a schema for the value", found == VALUE, repr(found))


def parsed():
    ours = openai.OpenAI(base_url=f"http://127.0.0.1:{PORT}/v1", api_key=TOKEN, max_retries=0)
    theirs = anthropic.Anthropic(base_url=f"http://127.0.0.1:{PORT}", api_key=TOKEN, max_retries=0)
    said = [{"role": "user", "content": QUESTION}]
    for name in MODELS:
        for api, ask in {
            "chat.completions.parse": lambda: (
                ours.chat.completions.parse(model=name, messages=said, response_format=Trip).choices[0].message.parsed
            ),
            "responses.parse": lambda: ours.responses.parse(model=name, input=said, text_format=Trip).output_parsed,
            "messages.parse": lambda: theirs.messages.parse(model=name, messages=said, max_tokens=1000, output_format=Trip).parsed_output,
        }.items():
            found = outcome(ask)
            check(f"{api}, {name}", found == VALUE, repr(found))
        tool = openai.pydantic_function_tool(Trip)
        found = outcome(
            lambda: ours.chat.completions.parse(model=name, messages=said, tools=[tool], tool_choice="required")
            .choices[0].message.tool_calls[0].function.parsed_arguments
        )  # fmt: skip
        check(f"chat.completions.parse, {name}: a required tool", found == VALUE, repr(found))


if __name__ == "__main__":
    with section(f"pydantic-ai {importlib.metadata.version('pydantic-ai-slim')}: values"):
        agents()
    with section(f"openai {openai.__version__} and anthropic {anthropic.__version__}: parsed values"):
        parsed()
    checks.conclude()
