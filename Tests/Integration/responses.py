"""Torii's Responses, with unmodified clients of other projects."""

import contextlib

import clients
import frames
from checks import check
from clients import Servers
from torii import torii
from wire_model import WireModel

# The clients, each with the Python that it is installed for.
SCRIPTS = [
    (clients.CLIENTS, "responses_client.py"),
    (clients.CLIENTS, "responses_stored_client.py"),
    (clients.SERVERS, "responses_client.py"),
    (clients.SERVERS, "responses_stored_client.py"),
    (clients.CLIENTS, "agents_responses_client.py"),
    (clients.CLIENTS, "pydantic_ai_responses_client.py"),
    (clients.CLIENTS, "langchain_responses_client.py"),
    (clients.SERVERS, "litellm_responses_client.py"),
    (clients.SERVERS, "llama_index_client.py"),
    (clients.CLIENTS, "fields_client.py"),
]


# Names that clients know, with what they know about them: a window, structured answers, streams.
ALIASES = "gpt-4o=openai:m,claude-*=anthropic:m"


def run(folder, scripts=SCRIPTS):
    with contextlib.ExitStack() as stack:
        model = stack.enter_context(WireModel().running())
        # No turn waits for a client that has left.
        settings = {"TORII_LOG_LEVEL": "notice", "TORII_DISCONNECT_GRACE": "0", "TORII_MODEL_ALIASES": ALIASES}
        server = stack.enter_context(torii(folder, **settings, **model.settings))
        port = stack.enter_context(frames.recorded(server.port))
        for python, script in scripts:
            clients.run(python, script, Servers(port, port, port, model.port))
        check("the server is still there", server.process.poll() is None)
