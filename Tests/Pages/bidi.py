"""Debian's Firefox by WebDriver BiDi: no driver program is needed."""

import contextlib
import itertools
import json
import re
import shutil
import subprocess
import time

from browser import LIMIT
from websockets.sync.client import connect


class Page:
    """A tab."""

    def __init__(self, firefox, context):
        self.firefox, self.context = firefox, context

    def goto(self, address):
        self.firefox.send("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def reload(self):
        self.firefox.send("browsingContext.reload", context=self.context, wait="complete")

    def evaluate(self, script):
        """Returns the value of an expression, which may be a promise, as JSON."""
        answer = self.firefox.send(
            "script.evaluate",
            expression=f"Promise.resolve({script}).then(value => JSON.stringify(value ?? null))",
            target={"context": self.context},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def wait(self, script):
        """Waits until an expression is true; returns its value."""
        deadline = time.monotonic() + LIMIT / 1000
        while time.monotonic() < deadline:
            with contextlib.suppress(AssertionError):
                found = self.evaluate(script)
                # An element is an object without members.
                if found or found == {}:
                    return found
            time.sleep(0.05)
        raise AssertionError(f"this did not become true: {script}")

    def type(self, text):
        """Types a text, and Enter for a line feed, as by a keyboard."""
        keys = [{"type": kind, "value": "\ue007" if char == "\n" else char} for char in text for kind in ("keyDown", "keyUp")]
        self.firefox.send("input.performActions", context=self.context, actions=[{"type": "key", "id": "keys", "actions": keys}])


class Firefox:
    """A running Firefox."""

    def __init__(self, socket):
        self.socket, self.numbers = socket, itertools.count(1)

    def send(self, method, **params):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self.socket.recv(timeout=LIMIT / 1000))
            if answer.get("id") == number:
                if answer["type"] == "error":
                    raise AssertionError(f"{method}: {answer['error']}: {answer['message']}")
                return answer["result"]

    def new_page(self):
        return Page(self, self.send("browsingContext.create", type="tab")["context"])


@contextlib.contextmanager
def firefox(folder, preload):
    """Runs Firefox with a profile of its own; `preload` is a function that runs before the scripts of each page."""
    profile = folder / "firefox"
    profile.mkdir()
    # The language of the pages; the time zone is that of the machine.
    (profile / "user.js").write_text(
        'user_pref("intl.accept_languages", "en-US");\nuser_pref("datareporting.policy.dataSubmissionEnabled", false);\n', encoding="utf-8"
    )
    command = [shutil.which("firefox-esr"), "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        address = next(found[1] for line in process.stderr if (found := re.search(r"WebDriver BiDi listening on (ws://\S+)", line)))
        with connect(f"{address}/session", max_size=None, open_timeout=LIMIT / 1000) as socket:
            running = Firefox(socket)
            running.send("session.new", capabilities={})
            running.send("script.addPreloadScript", functionDeclaration=preload)
            yield running
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
