"""Clients that others have written, each run by the Python that it is installed for."""

import subprocess
import sys
import threading
import uuid
from typing import NamedTuple

import checks
from client import Client
from servers import INSTALLED, ROOT, clean_environment
from torii import Torii

# The Python of requirements.txt (`openai` 2 and LiteLLM), and that of requirements-clients.txt (`openai` 3 and the clients built on it).
SERVERS = INSTALLED / "python"
CLIENTS = INSTALLED.parent / "clients/bin/python"
# The seconds that a client may take for all its checks.
LIMIT = 240
# The one model of the server whose model is scripted, and of the one whose model is a stand-in.
SCRIPTED, STAND_IN = "openai:m", "openai:stand-in"


class Servers(NamedTuple):
    """The ports of three servers, and of the scripted model behind one of them."""

    built_in: int
    stand_in: int
    scripted: int
    model: int

    @classmethod
    def of_this_process(cls):
        """Returns the ports that `run` has named in the arguments."""
        return cls(*map(int, sys.argv[1:]))

    def has_left(self, name):
        """Whether the turn `hold: <name>` was left; waits until it is."""
        return Client(self.model, "").send("GET", f"/left/{name}")[1]

    def requests(self, message):
        """Returns the number of requests with this message that have reached the model."""
        return Client(self.model, "").send("GET", "/requests/" + message.replace(" ", "%20"))[1]

    def limited_token(self, name, **limits):
        """The token of a further client of the scripted model's server, with these limits."""
        _, made, _ = Torii(self.scripted, None, None, None).admin("POST", "clients", {"name": name, "limits": limits})
        return made["token"]["secret"]


def url(port):
    """The address that a client is given."""
    return f"http://127.0.0.1:{port}/v1"


def fresh(verb):
    """A message of this verb that no other turn has."""
    return f"{verb}: {uuid.uuid4().hex[:8]}"


def outcome(work):
    """Returns the result of a call, or the exception that it raises."""
    try:
        return work()
    except Exception as error:
        return error


def run(python, script, servers):
    """Runs a script of checks as a process of its own, and counts its checks among this process's."""
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
        checks.check(f"{script} comes to its end", False)

