"""The time from a client's disconnect to the close of its upstream connection: during an answer, before its first word, in a tool.

    make trial-disconnect OPTIONS="--graces 0 10 --times 20 --limit 100"

Each situation is tried with a streamed and a plain turn, by each API. Half of the clients close their
connection, the others reset it. With a grace window the time is counted from the end of the window, and all its turns are
concurrent.
"""

import argparse
import concurrent.futures
import itertools
import statistics
import threading
import time
import urllib.parse

import checks
import trial
from chat_model import ChatModel
from client import leave
from torii import torii

SITUATIONS = ["in the middle of the answer", "before the first word", "waiting in a tool"]
# The path of a turn in each dialect, and the marker of a stream's line with text.
DIALECTS = {
    "native": ("/v1/chat", b"message.delta"),
    "chat": ("/v1/chat/completions", b'"content":"word'),
    "responses": ("/v1/responses", b'"delta":"word'),
    "messages": ("/v1/messages", b'"text":"word'),
}
PLACE = {"id": 1, "latitude": 35.7, "longitude": 139.7, "country": "Japan", "country_code": "JP", "timezone": "Asia/Tokyo"}
# A call of the weather service is cancelled after eight seconds: in a longer window the second of a turn's two calls is closed.
CALL = 5


class Upstream:
    """A model whose answers never end, and a weather service that never answers; both record when their caller disconnects."""

    def __init__(self, grace):
        self.hold = max(0, min(CALL, grace - CALL))
        self.lock = threading.Condition()
        self.reached, self.closed = {}, {}
        self.model = ChatModel(self.say, self.get)

    def say(self, turn):
        situation, _, name = turn.message.partition(": ")
        if situation == "waiting in a tool":
            return turn.call({"c1": ("getCurrentWeather", {"city": name})})
        if situation == "in the middle of the answer":
            turn.text("word")
        self.wait(turn, name)

    def get(self, turn):
        address = urllib.parse.urlsplit(turn.path)
        query = urllib.parse.parse_qs(address.query)
        if address.path.endswith("/search"):
            name = query["name"][0]
            if not self.hold:
                return self.wait(turn, name)
            self.note(self.reached, name)
            time.sleep(self.hold)
            # The place's latitude identifies the turn in the second call.
            latitude = int(name.removeprefix("Place")) / 10
            return turn.json({"results": [PLACE | {"name": name, "latitude": latitude}]})
        number = round(float(query["latitude"][0]) * 10)
        self.wait(turn, f"Place{number}")

    def wait(self, turn, name):
        self.note(self.reached, name)
        self.note(self.closed, name, turn.left())

    def note(self, table, name, at=None):
        with self.lock:
            table.setdefault(name, at or time.monotonic())
            self.lock.notify_all()

    def when(self, table, name, patience):
        """Waits for a recorded time and returns it; `None` if there is none in time."""
        with self.lock:
            self.lock.wait_for(lambda: name in table, timeout=patience)
            return table.get(name)


def measure(server, upstream, dialect, situation, is_streamed, number, patience):
    """Disconnects from a turn; returns the seconds until its upstream connection is closed, or `None`."""
    name = f"Place{number}"
    path, text = DIALECTS[dialect]
    message = f"{situation}: {name}"
    messages = {"messages": [{"role": "user", "content": message}]}
    turn = {
        "native": {"message": message}, "chat": messages, "responses": {"input": message},
        "messages": messages | {"model": "openai:m", "max_tokens": 100},
    }[dialect]  # fmt: skip
    headers = {"anthropic-version": "2023-06-01"} if dialect == "messages" else {}
    connection = server.begin("POST", path, turn | {"stream": is_streamed}, headers)
    end = connection.sock
    if upstream.when(upstream.reached, name, 30) is None:
        return None
    if is_streamed and situation == "in the middle of the answer":
        # Like an app that has already shown a part of the answer.
        answer = connection.getresponse()
        while text not in (line := answer.readline()):
            if not line:
                print(f"{name}: the stream ended before its text")
                return None
    begin = time.monotonic()
    leave(connection, end, reset=number % 2 == 0)
    closed = upstream.when(upstream.closed, name, patience)
    return None if closed is None else closed - begin


def disconnect(folder, options):
    rows, late, unclosed = [], 0, 0
    for grace, dialect in itertools.product(options.graces, options.dialects):
        upstream = Upstream(grace)
        with upstream.model.running() as model, torii(
            folder,
            TORII_DISCONNECT_GRACE=grace,
            TORII_TOOLS="getCurrentWeather",
            OPEN_METEO_BASE_URL=model.url,
            OPEN_METEO_GEOCODING_BASE_URL=model.url,
            TORII_LOG_LEVEL="error",
            **model.settings,
        ) as server:
            for (situation, is_streamed), times in measurements(server, upstream, dialect, grace, options.times):
                closed = [1000 * (time - grace) for time in times if time is not None]
                unclosed += len(times) - len(closed)
                late += sum(1 for time in closed if not 0 <= time <= options.limit)
                middle, longest = (f"{statistics.median(closed):.1f}", f"{max(closed):.1f}") if closed else ("-", "-")
                request = "streamed" if is_streamed else "plain"
                rows.append([dialect, situation, request, f"{grace:g} s", len(times), len(closed), middle, longest])
    checks.table(
        ["dialect", "client goes", "request", "grace", "times", "closed", "median, ms after the grace", "longest, ms"], rows
    )
    checks.none("upstream calls that were not closed", unclosed)
    checks.none(f"closed before the end of the grace, or more than {options.limit} ms after it", late)


def measurements(server, upstream, dialect, grace, times):
    """Returns the times for each situation: measured one after the other, or concurrently if there is a window to wait for."""
    kinds = [(situation, is_streamed) for situation in SITUATIONS for is_streamed in (True, False)]
    tries = [(kind, place * times + number + 1) for place, kind in enumerate(kinds) for number in range(times)]
    found = {kind: [] for kind in kinds}
    with concurrent.futures.ThreadPoolExecutor(len(tries) if grace else 1) as pool:
        waiting = []
        for kind, number in tries:
            waiting.append((kind, pool.submit(measure, server, upstream, dialect, *kind, number, grace + 10)))
            # Not all at the same moment, because single disconnects are measured and not a crowd.
            time.sleep(0.03 if grace else 0)
        for kind, one in waiting:
            found[kind].append(one.result())
    return found.items()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--graces", type=float, nargs="+", default=[0, 10], help="values of TORII_DISCONNECT_GRACE (0 10)")
    parser.add_argument(
        "--dialects", nargs="+", choices=DIALECTS, default=[*DIALECTS], help="the APIs of the turns (all)"
    )
    parser.add_argument("--times", type=int, default=20, help="how often each situation is tried (20)")
    parser.add_argument("--limit", type=float, default=100, help="after how many ms it must be closed at the latest (100)")
    trial.run(disconnect, parser.parse_args())
