"""Clients of other projects, each run with the Python that it is installed for."""

import subprocess
import sys
import threading
import urllib.parse
import uuid
from typing import NamedTuple

import checks
from client import Client
from servers import INSTALLED, ROOT, clean_environment
from torii import Torii

# The Python of requirements.txt (`openai` 2 and LiteLLM), and that of requirements-clients.txt (`openai` 3 and clients based on it).
SERVERS = INSTALLED / "python"
CLIENTS = INSTALLED.parent / "clients/bin/python"
# Those of requirements-mcp.txt (`mcp` 2 and `fastmcp`) and requirements-mcp-1.txt (`mcp` 1).
MCP, MCP_1 = INSTALLED.parent / "mcp/bin/python", INSTALLED.parent / "mcp-1/bin/python"
# The programs of requirements-issuers.txt.
ISSUERS = INSTALLED.parent / "issuers/bin"
# The time limit of a client's checks, in seconds.
LIMIT = 240
# The only model of the server with the scripted model, and of the one with a stand-in.
SCRIPTED, STAND_IN = "openai:m", "openai:stand-in"


class Servers(NamedTuple):
    """The ports of three servers, and of the scripted model behind one of them."""

    built_in: int
    stand_in: int
    scripted: int
    model: int

    @classmethod
    def of_this_process(cls):
        """Returns the ports in the arguments that `run` passed."""
        return cls(*map(int, sys.argv[1:]))

    def has_left(self, name):
        """Waits until a turn `hold` is closed by its caller; returns whether it was. A `WireModel` knows turns by their whole message."""
        return self.ask_model("left", name)

    def requests(self, message):
        """Returns the number of requests with this message that have reached the model."""
        return self.ask_model("requests", message)

    def heard(self, message):
        """Returns the requests with this message that have reached a `WireModel`, in neutral form."""
        return self.ask_model("heard", message)

    def bodies(self, message):
        """Returns those requests as they were sent."""
        return self.ask_model("bodies", message)

    def ask_model(self, kind, name):
        """Returns the model's answer to a query about this turn."""
        return Client(self.model, "").send("GET", f"/{kind}/{urllib.parse.quote(name)}")[1]

    def limited_token(self, name, **limits):
        """Returns the token of a further client of the scripted model's server, with these limits."""
        _, made, _ = Torii(self.scripted, None, None, None).admin("POST", "clients", {"name": name, "limits": limits})
        return made["token"]["secret"]


def url(port):
    """Returns the address for a client."""
    return f"http://127.0.0.1:{port}/v1"


def fresh(verb):
    """Returns a message with this verb that no other turn has."""
    return f"{verb}: {uuid.uuid4().hex[:8]}"


def outcome(work):
    """Returns the result of a call, or the exception that it raises."""
    try:
        return work()
    except Exception as error:
        return error


def run(python, script, servers):
    """Runs a script of checks as a separate process, and adds its counts to this process's."""
    command = [python, "-B", ROOT / "Tests/Integration" / script, *servers]
    environment = clean_environment(
        LITELLM_LOCAL_MODEL_COST_MAP="True", OPENAI_AGENTS_DISABLE_TRACING="1", LANGSMITH_TRACING="false", DO_NOT_TRACK="1"
    )
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, text=True, env=environment)
    limit = threading.Timer(LIMIT, process.kill)
    limit.start()
    try:
        is_counted = False
        for line in process.stdout:
            is_counted = checks.count(line)
            if not is_counted:
                print(line, end="", flush=True)
    finally:
        limit.cancel()
        process.kill()
        process.wait()
    if not is_counted:
        checks.check(f"{script} runs to its end", False)

