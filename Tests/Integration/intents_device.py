"""A device as a thin client would be: it registers its apps, reads its events, answers queries and performs calls."""

import contextlib
import threading

from client import Broken
from intents_store import APPS, Store, registration

ZONE = "Asia/Tokyo"


class Device:
    """The device, with what has reached it since the last `reset`."""

    def __init__(self, server, name="phone"):
        self.server, self.name, self.path = server, name, f"/v1/devices/{name}"
        self.lock = threading.Lock()
        self.reset()

    def reset(self):
        """Starts again with the things of the start."""
        with self.lock:
            self.store, self.calls, self.queries, self.faults = Store(), [], [], []

    def register(self):
        """Registers all apps; returns the number of intents and entities, and what was rejected."""
        counts, rejected = [0, 0], []
        for app in APPS:
            status, report = self.server.send("PUT", self.path + "/toolbox", registration(app))
            if status != 200:
                raise AssertionError(f"the toolbox of {app} was refused with {status}: {report}")
            counts[0] += len(report["accepted"]["intents"])
            counts[1] += len(report["accepted"]["entities"])
            rejected += report["rejected"]
        return counts, rejected

    @contextlib.contextmanager
    def listening(self):
        """Reads the events on a thread for the duration of the block."""
        answer = self.server.open("GET", self.path + "/events")
        events = answer.events()
        # The first event says that the device is live.
        first = next(events)
        if first.kind != "calls.open":
            raise AssertionError(f"the first event is {first.kind}")
        thread = threading.Thread(target=self.follow, args=(events,), daemon=True)
        thread.start()
        try:
            yield self
        finally:
            answer.leave()
            thread.join(timeout=20)

    def follow(self, events):
        # The last two are what a read of a connection that is closed meanwhile may raise.
        with contextlib.suppress(Broken, AttributeError, ValueError):
            for event in events:
                if event.kind == "entity.requested":
                    self.answer(event.json)
                elif event.kind == "intent.requested":
                    self.perform(event.json)

    def answer(self, query):
        with self.lock:
            self.queries.append((query["schema"], query["verb"], query["arguments"]))
            found = self.store.find(query["schema"], query["verb"], query["arguments"], query["limit"])
        self.report(query["queryId"], "output", {"status": "answered", "entities": found})

    def perform(self, call):
        attempt = {"attempt": call["attempt"]}
        with self.lock:
            self.calls.append((call["schema"], call["input"]))
        self.report(call["callId"], "claim", attempt)
        self.report(call["callId"], "running", attempt)
        with self.lock:
            output = self.store.perform(call["schema"], call["input"])
        self.report(call["callId"], "output", {**attempt, "status": "succeeded", "output": output})

    def report(self, call, step, body):
        status, answer = self.server.send("POST", f"{self.path}/calls/{call}/{step}", body)
        if status not in (200, 202):
            with self.lock:
                self.faults.append(f"{step}: {status} {answer}")
