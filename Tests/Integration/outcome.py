"""The neutral outcome of a request, whatever the API that it was made by."""

import dataclasses
import json


@dataclasses.dataclass
class Outcome:
    """What a client has at the end of one request."""

    text: str = ""
    refusal: str = ""
    thought: str = ""
    seal: str = ""
    # The open calls of the client's tools: id, name and the text of the arguments.
    calls: list = dataclasses.field(default_factory=list)
    # "stop", "calls", "length", "refusal", "error", "cancelled", or `None` if the stream was left.
    stop: str | None = None
    # The tokens of input and output, or `None`.
    usage: tuple | None = None
    # The error's code and message, or `None`.
    error: tuple | None = None
    # The name of the answer, such as `resp_…`.
    id: str | None = None
    # What the dialect's next request repeats.
    history: object = None
    # The names of the server's tools that were shown.
    server_calls: list = dataclasses.field(default_factory=list)
    # Violations of the dialect's form.
    faults: list = dataclasses.field(default_factory=list)
    # The blocks of a message, and the numbers of a response's events.
    blocks: list = dataclasses.field(default_factory=list)
    numbers: list = dataclasses.field(default_factory=list)
    # The fields that changed nothing, and those that the model received in another form.
    ignored: str = ""
    emulated: str = ""

    @property
    def called(self):
        """Returns the open calls' names and arguments."""
        return [(name, json.loads(arguments)) for _, name, arguments in self.calls]

    def expect(self, holds, fault):
        """Notes a violation of the dialect's form if a condition does not hold."""
        if not holds:
            self.faults.append(str(fault)[:300])
