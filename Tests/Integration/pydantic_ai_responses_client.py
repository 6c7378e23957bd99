"""`pydantic-ai`, unchanged, against Torii's Responses."""

from pydantic_ai.models.openai import OpenAIResponsesModel, OpenAIResponsesModelSettings
from pydantic_ai.providers.openai import OpenAIProvider

import pydantic_ai_checks
from clients import Servers, url
from torii import TOKEN

servers = Servers.of_this_process()


def model(name, token=TOKEN):
    return OpenAIResponsesModel(name, provider=OpenAIProvider(base_url=url(servers.scripted), api_key=token))


if __name__ == "__main__":
    thinking = OpenAIResponsesModelSettings(openai_reasoning_effort="low", openai_reasoning_summary="detailed")
    pydantic_ai_checks.run("Responses", servers, model, thinking, "openai-responses:m")
