"""Models whose answers the trials control."""

import threading

from chat_model import ChatModel

USAGE = {"prompt_tokens": 5, "completion_tokens": 5}


def settings(model):
    return model.settings | {"OPENAI_API_KEY": "sk-pages-0123456789"}


class Paced:
    """A model that says a text word by word, each word only when the trial allows it."""

    def __init__(self, words):
        self.words, self.lock, self.gates = words, threading.Lock(), {}
        self.model = ChatModel(self.say)

    def gate(self, message):
        with self.lock:
            return self.gates.setdefault(message, threading.Semaphore(0))

    def allow(self, message, count=None):
        """Lets the answer to a message say a number of words more, or the rest."""
        self.gate(message).release(count or len(self.words) + 1)

    def say(self, turn):
        gate = self.gate(turn.message)
        for word in self.words:
            gate.acquire()
            turn.text(word)
        turn.finish(usage=USAGE)


__all__ = ["USAGE", "ChatModel", "Paced", "settings"]
