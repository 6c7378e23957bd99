"""The users of an app whose backend names them: with the clients of `openai` and of `mcp`."""

import clients
import mcp_clients
from checks import check
from clients import CLIENTS, MCP, Servers

# The clients, each with the Python that it is installed for.
SCRIPTS = [(CLIENTS, "users_client.py"), (MCP, "users_mcp_client.py")]


def run(folder):
    with mcp_clients.serving(folder) as (server, model, search):
        for python, script in SCRIPTS:
            clients.run(python, script, Servers(server.port, search.port, server.port, model.port))
        check("the server is still there", server.process.poll() is None)
