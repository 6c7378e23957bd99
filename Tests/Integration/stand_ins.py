"""The stand-ins of `make standins`, with keys that can change while they run."""

import contextlib

from client import Client
from servers import BUILT, free_ports, server

# More ports than they need, with the one to control them.
PORTS = 20


class StandIns:
    """Running stand-ins."""

    def __init__(self, port, control):
        self.port, self.control = port, control

    def url(self, place):
        """Returns the address of the stand-in at this position, as `standins --help` lists them."""
        return f"http://127.0.0.1:{self.port + place}"

    @property
    def openai(self):
        """Returns the base URL of the stand-in for OpenAI's chat completions."""
        return self.url(0) + "/v1"

    def accept(self, **keys):
        """Replaces the accepted keys: `accept(openai=["sk-1"])`."""
        status, answer = Client(self.control, "").send("POST", "/keys", keys)
        if status != 200:
            raise AssertionError(f"the stand-ins' keys were not changed: {answer}")


@contextlib.contextmanager
def stand_ins(folder, pace=5):
    """Runs the stand-ins on free ports, with a token of the model every `pace` milliseconds."""
    port = free_ports(PORTS)
    control = port + PORTS - 1
    command = [BUILT / "standins", "--port-base", port, "--control-port", control, "--pace", pace]
    with server(command, control, folder / "standins.log"):
        yield StandIns(port, control)
