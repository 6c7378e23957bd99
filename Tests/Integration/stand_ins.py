"""The stand-ins of `make standins`, with keys that can be changed while they run."""

import contextlib
import http.client
import json

from servers import BUILT, free_ports, server


class StandIns:
    """Running stand-ins."""

    def __init__(self, port, control):
        self.port, self.control = port, control

    @property
    def openai(self):
        """The base URL of the one that speaks OpenAI's chat completions."""
        return f"http://127.0.0.1:{self.port}/v1"

    def accept(self, **keys):
        """From now on these keys are accepted: `accept(openai=["sk-1"])`."""
        connection = http.client.HTTPConnection("127.0.0.1", self.control, timeout=30)
        connection.request("POST", "/keys", json.dumps(keys))
        with contextlib.closing(connection), connection.getresponse() as response:
            answer = response.read().decode()
            if response.status != 200:
                raise AssertionError(f"the stand-ins' keys were not changed: {answer}")


@contextlib.contextmanager
def stand_ins(folder, pace=5):
    """The stand-ins on free ports, a token of the model every `pace` milliseconds."""
    port = free_ports(20)
    control = port + 19
    command = [BUILT / "standins", "--port-base", port, "--control-port", control, "--pace", pace]
    with server(command, control, folder / "standins.log"):
        yield StandIns(port, control)
