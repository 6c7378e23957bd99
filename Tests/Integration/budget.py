"""Parallel turns against a budget in money: together they must never spend more than the budget, whatever happens to the server.

`make trial-budget` runs it: 200 concurrent streamed turns against a budget for 50; then as many turns as the budget still admits; and
another 200 concurrent turns, with the server killed (-9) while the admitted turns are in progress, and restarted.
"""

import collections
import concurrent.futures
import contextlib
import decimal
import threading
import time

from checks import check
import client
from client import Broken, Stream
from servers import BUILT, clean_environment, free_port, server
from stand_ins import stand_ins
from torii import TOKEN, Torii
import trial

TURNS = 200
ROOM = 50
OUTPUT = 200
KEY = "sk-trial-budget"
PRICES = "currency EUR\nopenai:* input=1 output=10\n"


@contextlib.contextmanager
def serving(folder, data, upstream):
    """A server on a data folder that an earlier server may have used."""
    port = free_port()
    prices = folder / "prices.txt"
    prices.write_text(PRICES)
    environment = clean_environment(
        TORII_PORT=str(port),
        TORII_DATA_DIR=str(data),
        TORII_CLIENT_TOKEN=TOKEN,
        TORII_ADMIN_TOKEN=TOKEN + "_admin",
        TORII_MODEL="openai:stand-in",
        TORII_PRICE_FILE=str(prices),
        TORII_MAX_OUTPUT_TOKENS=str(OUTPUT),
        TORII_LOG_LEVEL="warning",
        OPENAI_API_KEY=KEY,
        OPENAI_BASE_URL=upstream.openai,
    )
    log = folder / f"torii-{port}.log"
    with server([BUILT / "torii", "serve"], port, log, health="/readyz", env=environment, cwd=folder) as running:
        yield Torii(port, log, data, running)


class Client:
    """A client with its own limits."""

    def __init__(self, instance, name, **limits):
        status, answer, text = instance.admin("POST", "clients", {"name": name, "limits": limits})
        if status != 201:
            raise AssertionError(f"no client was made: {text}")
        self.id, self.token = answer["client"]["id"], answer["token"]["secret"]

    def begin(self, instance):
        """Sends a streamed turn; returns the answer and the time until its header."""
        begin = time.monotonic()
        body = {"message": "Say something.", "stream": True}
        return client.Client(instance.port, self.token).post("/v1/chat", body), time.monotonic() - begin

    def usage(self, instance):
        """Returns the recorded usage: money, turns, and turns of which only the reservation is known."""
        rows = instance.admin("GET", f"usage?client={self.id}")[1]["usage"]
        return (
            sum(decimal.Decimal(row["money"]) for row in rows),
            sum(row["turns"] for row in rows),
            sum(row["unsettled_turns"] for row in rows),
        )


def set_aside(instance):
    """Returns the money that the server reserves for a turn, by the change of a visible limit."""
    probe = Client(instance, "probe", tokens_per_day=10_000_000)
    response, _ = probe.begin(instance)
    left = int(response.headers["RateLimit"].partition(";r=")[2].partition(";")[0])
    Stream(response.events())
    tokens = 10_000_000 - left
    return decimal.Decimal(tokens - OUTPUT + 10 * OUTPUT) / 1_000_000


class Wave:
    """Turns that are sent concurrently."""

    def __init__(self, instance, client):
        self.statuses, self.refusals, self.ends = collections.Counter(), [], collections.Counter()
        self.lock = threading.Lock()
        self.decided = threading.Semaphore(0)
        self.instance, self.client = instance, client
        self.pool = concurrent.futures.ThreadPoolExecutor(max_workers=TURNS)
        gate = threading.Barrier(TURNS)
        self.turns = [self.pool.submit(self.take, gate) for _ in range(TURNS)]

    def take(self, gate):
        gate.wait()
        response, seconds = self.client.begin(self.instance)
        with self.lock:
            self.statuses[response.status] += 1
            if response.status != 200:
                self.refusals.append(seconds)
        self.decided.release()
        end = "refused"
        if response.status == 200:
            try:
                stream = Stream(response.events())
                end = stream.events[-1][0] if stream.is_whole else "broken off"
            except Broken:
                end = "broken off"
        else:
            response.text()
        with self.lock:
            self.ends[end] += 1

    def wait_for_decisions(self):
        for _ in self.turns:
            self.decided.acquire()

    def wait(self):
        concurrent.futures.wait(self.turns)
        self.pool.shutdown()
        for turn in self.turns:
            turn.result()


def storm(instance, client):
    """Sends turns until the budget admits no more; returns the number of admitted turns."""
    admitted, lock = 0, threading.Lock()

    def send():
        nonlocal admitted
        refused = 0
        while refused < 3:
            response, _ = client.begin(instance)
            if response.status == 200:
                Stream(response.events())
                with lock:
                    admitted += 1
                refused = 0
            else:
                response.text()
                refused += 1
                time.sleep(0.2)

    with concurrent.futures.ThreadPoolExecutor(max_workers=64) as pool:
        for turn in [pool.submit(send) for _ in range(64)]:
            turn.result()
    return admitted


def row(name, wave, spent, budget):
    refusals = sorted(wave.refusals)
    median, last = (refusals[len(refusals) // 2], refusals[-1]) if refusals else (0, 0)
    print(
        f"| {name} | {TURNS} | {wave.statuses[200]} | {wave.statuses[429]} | {median * 1000:.0f} / {last * 1000:.0f} ms "
        f"| {spent} of {budget} EUR | {max(decimal.Decimal(0), spent - budget)} EUR |"
    )


def spend(folder):
    data = folder / "data"
    for name in ("slow", "fast"):
        (folder / name).mkdir()
    with stand_ins(folder / "slow", pace=400) as slow, stand_ins(folder / "fast", pace=1) as fast:
        for upstream in (slow, fast):
            upstream.accept(openai=[KEY])
        with serving(folder, data, slow) as instance:
            each = set_aside(instance)
            budget = each * ROOM
            first = Client(instance, "first", money_per_day=str(budget))
            wave = Wave(instance, first)
            wave.wait()
            spent, turns, unsettled = first.usage(instance)
            print(f"a turn reserves {each} EUR; the budget is {ROOM} times that\n")
            print("| | concurrent turns | admitted | refused | refused after (median / last) | spent | overspend |")
            print("|---|---|---|---|---|---|---|")
            row("steady", wave, spent, budget)

            second = Client(instance, "second", money_per_day=str(budget))
            killed = Wave(instance, second)
            killed.wait_for_decisions()
            instance.running.kill()
            killed.wait()
        with serving(folder, data, fast) as instance:
            after = second.usage(instance)
            row("killed", killed, after[0], budget)
            refused, _ = second.begin(instance)
            print()
            check("as many turns are admitted as the budget has room for", wave.statuses == {200: ROOM, 429: TURNS - ROOM}, dict(wave.statuses))
            check("the admitted turns were answered", wave.ends == {"run.completed": ROOM, "refused": TURNS - ROOM}, dict(wave.ends))
            check("each of them is recorded once", (turns, unsettled) == (ROOM, 0), (turns, unsettled))
            check("nothing is overspent", 0 < spent <= budget, f"{spent} of {budget}")
            check("the same when the server is killed", killed.statuses == {200: ROOM, 429: TURNS - ROOM}, dict(killed.statuses))
            check("then reservations count as used", after[1:] == (ROOM, ROOM), after[1:])
            check("and are within the budget", 0 < after[0] <= budget, f"{after[0]} of {budget}")
            check("so no further turn is admitted", refused.status == 429, refused.text())

            admitted = storm(instance, first)
            spent, turns, unsettled = first.usage(instance)
            check("turn after turn uses the budget up to its last turn", budget - each < spent <= budget, f"{spent} of {budget} EUR in {turns} turns")
            check("and each of them is recorded", (turns, unsettled) == (ROOM + admitted, 0), (turns, unsettled))


if __name__ == "__main__":
    trial.run(spend)
