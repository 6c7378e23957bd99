"""Torii's Messages, with unmodified clients of other projects."""

import clients
import responses

# The clients, each with the Python that it is installed for.
SCRIPTS = [
    (clients.CLIENTS, "anthropic_client.py"),
    (clients.CLIENTS, "pydantic_ai_messages_client.py"),
    (clients.CLIENTS, "langchain_messages_client.py"),
    (clients.SERVERS, "litellm_messages_client.py"),
]


def run(folder):
    responses.run(folder, SCRIPTS)
