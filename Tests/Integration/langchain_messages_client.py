"""`langchain-anthropic`, unchanged, against Torii's Messages."""

import anthropic
from langchain_anthropic import ChatAnthropic

import langchain_checks
from clients import Servers
from torii import TOKEN

servers = Servers.of_this_process()
ERRORS = {
    "a wrong key": anthropic.AuthenticationError, "an unknown model": anthropic.NotFoundError,
    "a model that breaks": anthropic.InternalServerError, "any": anthropic.APIError,
}  # fmt: skip


def chat(model, token=TOKEN, **fields):
    place = {"base_url": f"http://127.0.0.1:{servers.scripted}", "api_key": token, "model": model}
    return ChatAnthropic(**place, max_tokens=4096, max_retries=0, **fields)


if __name__ == "__main__":
    thinking = {"thinking": {"type": "enabled", "budget_tokens": 1024}}
    langchain_checks.run("langchain-anthropic", "Messages", servers, chat, thinking, ERRORS)
