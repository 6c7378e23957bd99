"""`langchain-openai`, unchanged, against Torii's Responses."""

import openai
from langchain_openai import ChatOpenAI

import langchain_checks
from clients import Servers, url
from torii import TOKEN

servers = Servers.of_this_process()
ERRORS = {
    "a wrong key": openai.AuthenticationError, "an unknown model": openai.NotFoundError, "a model that breaks": openai.InternalServerError,
    "any": openai.APIError,
}  # fmt: skip


def chat(model, token=TOKEN, **fields):
    return ChatOpenAI(base_url=url(servers.scripted), api_key=token, model=model, max_retries=0, use_responses_api=True, **fields)


if __name__ == "__main__":
    thinking = {"reasoning": {"effort": "low", "summary": "auto"}, "include": ["reasoning.encrypted_content"], "store": False}
    langchain_checks.run("langchain-openai", "Responses", servers, chat, thinking, ERRORS)
