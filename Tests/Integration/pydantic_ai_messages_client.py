"""`pydantic-ai`, unchanged, against Torii's Messages."""

from pydantic_ai.models.anthropic import AnthropicModel, AnthropicModelSettings
from pydantic_ai.providers.anthropic import AnthropicProvider

import pydantic_ai_checks
from clients import Servers
from torii import TOKEN

servers = Servers.of_this_process()


def model(name, token=TOKEN):
    return AnthropicModel(name, provider=AnthropicProvider(base_url=f"http://127.0.0.1:{servers.scripted}", api_key=token))


if __name__ == "__main__":
    thinking = AnthropicModelSettings(anthropic_thinking={"type": "enabled", "budget_tokens": 1024})
    pydantic_ai_checks.run("Messages", servers, model, thinking, "anthropic:m")
