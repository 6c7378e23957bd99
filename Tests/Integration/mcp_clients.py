"""Torii's tools over the Model Context Protocol, with the clients of `mcp` 2 and 1 and of `fastmcp`."""

import contextlib

import clients
from checks import check
from clients import MCP, MCP_1, Servers
from mcp_search import Search
from stand_ins import stand_ins
from torii import torii
from wire_model import WireModel

# The clients, each with the Python that it is installed for.
SCRIPTS = [(MCP, "mcp_client.py"), (MCP_1, "mcp_session_client.py"), (MCP, "fastmcp_client.py")]
PROMPT = """---
title: Look at a shelf
argument.shelf: The shelf
argument.shelf.required: yes
argument.shelf.values: A1, A2, B1
---
What is on shelf {{shelf}}?
"""


@contextlib.contextmanager
def serving(folder, **settings):
    """Runs Torii with a scripted model, a search service, the weather of a stand-in and a prompt; yields it, the model and the search."""
    prompts = folder / "prompts"
    prompts.mkdir(exist_ok=True)
    (prompts / "shelf.md").write_text(PROMPT)
    with WireModel().running() as model, Search().running() as search, stand_ins(folder) as weather:
        settings = {
            "TORII_LOG_LEVEL": "notice",
            "TAVILY_BASE_URL": search.url,
            "OPEN_METEO_BASE_URL": weather.url(3),
            "OPEN_METEO_GEOCODING_BASE_URL": weather.url(3),
            "TORII_PROMPTS_DIR": prompts,
            "TORII_DISCONNECT_GRACE": 1,
        } | settings  # fmt: skip
        with torii(folder, **settings, **model.settings) as server:
            yield server, model, search


def run(folder, scripts=SCRIPTS):
    with serving(folder) as (server, model, search):
        for python, script in scripts:
            clients.run(python, script, Servers(server.port, search.port, server.port, model.port))
        check("the server is still there", server.process.poll() is None)
