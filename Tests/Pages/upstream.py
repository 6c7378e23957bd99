"""A provider's server whose keys the trials accept and refuse."""

from chat_model import ChatModel
from models import USAGE

MUCH = {"prompt_tokens": 9_000, "completion_tokens": 10_000}


class Upstream:
    """A model behind keys: each is accepted, refused with 401, or not answered for, because the server has a fault."""

    def __init__(self, *accepted):
        self.accepted, self.unknown, self.used = set(accepted), set(), []
        self.model = ChatModel(self.say, self.get)

    @property
    def settings(self):
        return self.model.settings

    def running(self):
        return self.model.running()

    def allows(self, turn):
        """Answers requests with keys that are not accepted; returns whether the key is."""
        key = turn.headers.get("Authorization", "").removeprefix("Bearer ")
        self.used.append(key)
        if key in self.accepted:
            return True
        if key in self.unknown:
            turn.json({"error": {"message": "the server has a fault"}}, status=500)
        else:
            turn.json({"error": {"message": "Incorrect API key provided", "code": "invalid_api_key"}}, status=401)
        return False

    def get(self, turn):
        if turn.path.startswith("/rates"):
            turn.json({"day": "2026-11-26", "rates": {"JPY": 178.5}})
        elif self.allows(turn):
            turn.json({"object": "list", "data": [{"id": "m", "object": "model"}]})

    def say(self, turn):
        if not self.allows(turn):
            return
        if turn.message.startswith("bad"):
            return turn.json({"error": {"message": "the request is not valid"}}, status=400)
        if turn.message.startswith("slow"):
            turn.text("first words ")
            return turn.left()
        if turn.message.startswith("add") and not turn.outputs:
            return turn.call({"call_1": ("createInventory", {"title": "A4 paper", "quantity": 10})}, USAGE)
        turn.text(f"an answer to {turn.message}")
        turn.finish(usage=MUCH if turn.message.startswith("much") else USAGE)


def completed(server, message):
    """Makes a turn that must be complete, so that the console has a run with calls of models and tools; returns the run."""
    status, answer = server.ask(message)
    if status != 200 or answer["status"] != "completed":
        raise AssertionError(f"'{message}' was answered with {status}: {answer}")
    return answer["run"]
