"""Many users of one client: the memory that they cost, first requests at once, a budget over users, and the queue.

    make trial-users OPTIONS="--users 100000 --only memory first budget queue erasure"

- memory: each user sends a request, every twentieth a turn; the process may grow by 64 MiB.
- first: eight turns at once of users that nobody has seen, with a budget for one turn: one is admitted.
- budget: 200 turns at once of 20 users against a budget of the client for 50, also with the server killed (-9) and restarted.
- queue: a client's run while another client has thousands waiting gets the next free slot, and so does a user among those of its client.
- erasure: 100 users with three conversations each are erased beside 50 streams: none is broken, and nothing of the users stays in a file.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import decimal
import itertools
import re
import resource
import statistics
import threading
import time

import budget
import checks
import trial
from budget import KEY, OUTPUT, ROOM, TURNS, Wave
from chat_model import ChatModel
from checks import check, section
from client import Broken, Client
from honest import Honest
from hostile_costs import mebibytes
from stand_ins import stand_ins
from torii import TOKEN, torii

ADMIN = TOKEN + "_admin"
GROWTH = 64
FREE = {"requests_per_minute": None, "concurrent_runs": None, "tokens_per_day": None, "storage_mb": None}
AT_ONCE = 8


TURN = {"message": "Say something.", "stream": True}


# --- Memory ---


def visit(app, numbers, turns):
    """Sends a request for each user on one connection; returns the numbers of answers by status."""
    statuses, connection = collections.Counter(), app.connection()
    for number in numbers:
        try:
            user = app.acting_for(f"user-{number}")
            requests = [("GET", "/v1/session", None)]
            if turns and number % turns == 0:
                requests.append(("POST", "/v1/chat", {"message": "hello"}))
            for method, path, body in requests:
                answer = user.open(method, path, body, connection=connection)
                answer.text()
                statuses[answer.status] += 1
        except Broken:
            statuses["broken"] += 1
            connection = app.connection()
    return statuses


def memory(folder, options):
    with torii(folder, TORII_MODEL="phrasebook", TORII_LOG_LEVEL="error") as server:
        _, app = server.client_with_users("app", {"plans": {"default": FREE}, "new_users_per_day": None})

        def wave(first, last, turns=20):
            parts = [range(first + start, last, options.threads) for start in range(options.threads)]
            begin = time.monotonic()
            with concurrent.futures.ThreadPoolExecutor(max_workers=options.threads) as pool:
                statuses = sum(pool.map(lambda numbers: visit(app, numbers, turns), parts), collections.Counter())
            return statuses, (last - first) / (time.monotonic() - begin)

        # The memory for a few users, connections and the model is not counted.
        warm = 1000
        wave(0, warm)
        wave(0, warm)
        pid, before = server.process.pid, mebibytes(server.process.pid)
        statuses, rate = wave(warm, warm + options.users)
        after = mebibytes(pid)
        last = warm + options.users
        again, rate_again = wave(max(0, last - 20_000), last, turns=0)
        most = max(after, mebibytes(pid))
        numbers = [rate, rate_again, before, after, most, most - before]
        names = ["users", "new a second", "known a second", "MiB before", "after", "at the end", "growth"]
        checks.table(names, [[options.users, *(f"{number:.0f}" for number in numbers)]])
        check("all requests are answered with 200", set(statuses + again) == {200}, dict(statuses + again))
        check(f"the memory grows by at most {GROWTH} MiB", most - before <= GROWTH, f"{most - before:.1f} MiB")

        def some():
            return [app.acting_for(f"user-{number}").send("GET", "/v1/session")[1]["user"] for number in (0, warm, last - 1)]

        same, begin = some(), time.monotonic()
        server.running.stop()
        server.running.start()
        restarted, idle = time.monotonic() - begin, mebibytes(server.process.pid)
        print(f"stopped and started in {restarted:.2f} s with all of them in the database, {idle:.0f} MiB")
        check("they are the same users after a restart", some() == same and len(set(same)) == 3, same)


# --- First requests at once ---


class Gate:
    """A model whose turns end when they are allowed to."""

    def __init__(self):
        self.open, self.heard, self.lock = threading.Semaphore(0), [], threading.Lock()

    def say(self, turn):
        with self.lock:
            self.heard.append(turn.message)
        self.open.acquire()
        turn.text("done")
        turn.finish(usage={"prompt_tokens": 10, "completion_tokens": 2, "total_tokens": 12})

    def wait_for(self, count, seconds=30):
        """Waits until as many turns have reached the model; returns whether they have."""
        deadline = time.monotonic() + seconds
        while len(self.heard) < count and time.monotonic() < deadline:
            time.sleep(0.01)
        return len(self.heard) >= count

    def release(self, count):
        for _ in range(count):
            self.open.release()


def reservation(server):
    """Returns the number of tokens that are set aside for a turn of a user, by the change of a visible limit."""
    many = 10_000_000
    _, app = server.client_with_users("probe", {"plans": {"default": FREE | {"tokens_per_day": many}}})
    answer = app.acting_for("probe").post("/v1/chat", TURN)
    with contextlib.closing(answer.connection):
        left = int(answer.headers["RateLimit"].partition(";r=")[2].partition(";")[0])
        list(answer.events())
    return many - left


def first(folder, options):
    gate = Gate()
    with ChatModel(gate.say).running() as model, torii(
        folder, TORII_MAX_OUTPUT_TOKENS=OUTPUT, TORII_LOG_LEVEL="error", **model.settings
    ) as server:
        gate.release(1)
        each = reservation(server)
        # One is admitted by the tokens of the plan, and another by its turns at a time.
        plans = {"tokens": {"tokens_per_day": each}, "runs": {"concurrent_runs": 1}}
        for name, plan in plans.items():
            _, app = server.client_with_users(name, {"plans": {"default": FREE | plan}})
            admitted = collections.Counter()
            for number in range(options.strangers):
                admitted[at_once(app.acting_for(f"stranger-{number}"), gate)] += 1
            expected = {(200, *[429] * (AT_ONCE - 1)): options.strangers}
            times = f"{options.strangers} times, by {name}"
            check(f"of {AT_ONCE} first turns at once one is admitted, {times}", admitted == expected, dict(admitted))
        print(f"a turn sets {each} tokens aside")


def at_once(stranger, gate):
    """Starts the turns of one user at the same moment; returns their statuses in order. No turn ends before all are decided."""
    barrier = threading.Barrier(AT_ONCE)

    def take(_):
        barrier.wait()
        answer = stranger.post("/v1/chat", TURN)
        with contextlib.closing(answer.connection):
            answer.text()
            return answer.status

    gate.heard.clear()
    with concurrent.futures.ThreadPoolExecutor(max_workers=AT_ONCE) as pool:
        turns = [pool.submit(take, number) for number in range(AT_ONCE)]
        gate.wait_for(1)
        # An admitted turn is answered when its model is; the others are refused before.
        refused, waiting = [], turns
        deadline = time.monotonic() + 10
        while len(refused) < AT_ONCE - len(gate.heard) and time.monotonic() < deadline:
            refused, waiting = [turn for turn in turns if turn.done()], [turn for turn in turns if not turn.done()]
            time.sleep(0.01)
        gate.release(len(waiting))
        return tuple(sorted(turn.result() for turn in turns))


# --- A budget over users ---


class Users(budget.Client):
    """The backend of a client with a budget: each turn is one of the next user."""

    def __init__(self, instance, name, users, **limits):
        self.id, app = instance.client_with_users(name, {"plans": {"default": FREE}}, limits=limits)
        self.token = app.token
        self.names = itertools.cycle(f"user-{number}" for number in range(users))

    def begin(self, instance):
        begin = time.monotonic()
        user = Client(instance.port, self.token).acting_for(next(self.names))
        return user.post("/v1/chat", TURN), time.monotonic() - begin

    def of_users(self, instance):
        """Returns the money that all users have spent, by the list of them."""
        users = instance.admin("GET", f"clients/{self.id}/users?limit=100&order=spend")[1]["users"]
        return sum(decimal.Decimal(user["money"]) for user in users), len(users)


def over(folder, options):
    data, people = folder / "budget", 20
    for name in ("slow", "fast"):
        (folder / name).mkdir()
    with stand_ins(folder / "slow", pace=400) as slow, stand_ins(folder / "fast", pace=1) as fast:
        for upstream in (slow, fast):
            upstream.accept(openai=[KEY])
        with budget.serving(folder, data, slow) as instance:
            each = decimal.Decimal(reservation(instance) - OUTPUT + 10 * OUTPUT) / 1_000_000
            room = each * ROOM
            steady = Users(instance, "steady", people, money_per_day=str(room))
            wave = Wave(instance, steady)
            wave.wait()
            spent, turns, unsettled = steady.usage(instance)
            shared = steady.of_users(instance)
            killed = Users(instance, "killed", people, money_per_day=str(room))
            broken = Wave(instance, killed)
            broken.wait_for_decisions()
            instance.running.kill()
            broken.wait()
        with budget.serving(folder, data, fast) as instance:
            after = killed.usage(instance)
            refused, _ = killed.begin(instance)
            print(f"\na turn reserves {each} EUR; the budget is {ROOM} times that\n")
            print("| | concurrent turns | admitted | refused | refused after (median / last) | spent | overspend |")
            print("|---|---|---|---|---|---|---|")
            budget.row("steady", wave, spent, room)
            budget.row("killed", broken, after[0], room)
            print()
            expected = {200: ROOM, 429: TURNS - ROOM}
            is_right = wave.statuses == expected
            check(f"as many turns of {people} users are admitted as the client's budget has room for", is_right, dict(wave.statuses))
            check("each of them is recorded once", (turns, unsettled) == (ROOM, 0), (turns, unsettled))
            check("nothing is overspent", 0 < spent <= room, f"{spent} of {room}")
            check("the users' spend adds up to the client's", shared == (spent, people), shared)
            check("the same when the server is killed", broken.statuses == expected, dict(broken.statuses))
            check("then reservations count as used, within the budget", after[1:] == (ROOM, ROOM) and 0 < after[0] <= room, after)
            check("so no further turn of any user is admitted", refused.status == 429, refused.text())


# --- The queue ---


def queued(server):
    """Returns the number of runs that wait for a slot."""
    return int(re.search(r'^torii_runs\{status="queued"\} ([0-9]+)', server.open("GET", "/metrics", token=ADMIN).text(), re.M)[1])


def queue(folder, options):
    gate, slots, people = Gate(), 4, 20
    each = max(1, options.queued // people)
    # A client has half of the places at most, and leaves some of them for its next user.
    settings = {"TORII_MAX_RUNS": slots, "TORII_MAX_QUEUED_RUNS": 4 * people * each + 100, "TORII_LOG_LEVEL": "error"}
    with ChatModel(gate.say).running() as model, torii(folder, **settings, **model.settings) as server, contextlib.ExitStack() as stack:

        def send(client, message):
            """Starts a run, whose answer is of no interest."""
            stack.callback(client.begin("POST", "/v1/chat", {"message": message, "stream": True}).close)

        def waiting(count, seconds=300):
            """Waits until as many runs wait; returns the last number of them."""
            deadline = time.monotonic() + seconds
            while (found := queued(server)) != count and time.monotonic() < deadline:
                time.sleep(0.1)
            return found

        _, app = server.client_with_users("busy", {"plans": {"default": FREE}})
        other = server.another_client("other")
        users = [app.acting_for(f"user-{number}") for number in range(people)]
        begin = time.monotonic()
        for number in range(slots + people * each):
            send(users[number % people], f"busy {number}")
        found = waiting(people * each)
        check(f"{people * each} runs of {people} users wait", found == people * each, f"{found} after {time.monotonic() - begin:.1f} s")
        check(f"{slots} are at the model", gate.wait_for(slots) and len(gate.heard) == slots, len(gate.heard))
        send(other, "other")
        send(app.acting_for("late"), "late")
        found = waiting(people * each + 2)
        check("a run of another client waits, and one of a further user", found == people * each + 2, found)
        handovers = {}
        for number in range(1, people + 3):
            gate.release(1)
            gate.wait_for(slots + number)
            for message in ("other", "late"):
                if message in gate.heard:
                    handovers.setdefault(message, number)
        check("the run of the other client lets one handover pass at most", handovers.get("other", 99) <= 2, handovers)
        # Each of its users has one turn before, and the other client too.
        is_fair = handovers.get("late", 99) <= people + 2
        check(f"the further user waits for one turn of each of the {people} users at most", is_fair, handovers)
        # The other runs are of no interest.
        server.running.kill()


# --- Erasure ---


def holding(data, word):
    """Returns the names of the files of the data folder that have the word in them."""
    return [path.name for path in data.rglob("*") if path.is_file() and word.encode() in path.read_bytes()]


def erasure(folder, options):
    people, streams, word = 100, 50, "marmalade"
    with Honest(streams) as honest, torii(
        folder, TORII_MODEL="ollama:m", TORII_MODELS_ALLOWED="phrasebook", OLLAMA_BASE_URL=honest.model, TORII_LOG_LEVEL="error"
    ) as server:
        id, app = server.client_with_users("app", {"plans": {"default": FREE}, "new_users_per_day": None}, limits=FREE)
        names = [f"user-{number}" for number in range(people)]
        users = [app.acting_for(name).send("GET", "/v1/session")[1]["user"] for name in names]
        turn = {"message": f"{word} {word}", "model": "phrasebook"}
        turns = collections.Counter(app.acting_for(name).send("POST", "/v1/chat", turn)[0] for name in names for _ in range(3))
        check(f"each of {people} users has three conversations", turns == {200: 3 * people}, dict(turns))
        check("their words are in the files", holding(server.data, word) != [])
        honest.begin(server.port, server.another_client("honest", limits=FREE).token)
        # All streams are in their middle when the first user is erased.
        time.sleep(1)
        times, statuses = [], collections.Counter()
        for user in users:
            begin = time.monotonic()
            statuses[server.admin("DELETE", f"clients/{id}/users/{user}")[0]] += 1
            times.append(1000 * (time.monotonic() - begin))
        figures = honest.figures()
        left = holding(server.data, word)
    checks.table(
        ["erased", "ms each", "longest", "streams whole", "broken", "token p99 ms", "/healthz p99 ms"],
        [[people, f"{statistics.median(times):.1f}", f"{max(times):.0f}", figures.whole, len(figures.faults), f"{figures.delay(99):.1f}", f"{figures.probe(99):.1f}"]],
    )
    check("all users are erased", statuses == {204: people}, dict(statuses))
    check(f"of {streams} streams at a time none is broken", figures.faults == [] and figures.whole >= streams, figures.faults[:5])
    check("none of their words is in a file", left == [], left)


PARTS = {"memory": memory, "first": first, "budget": over, "queue": queue, "erasure": erasure}


def users(folder, options):
    # A streamed turn has a descriptor here, and two at the server.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for name in options.only or PARTS:
        with section(name):
            part = folder / name
            part.mkdir()
            PARTS[name](part, options)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--users", type=int, default=100_000, help="users in memory (100000)")
    parser.add_argument("--threads", type=int, default=16, help="connections that send their requests (16)")
    parser.add_argument("--strangers", type=int, default=20, help="users whose first requests come at once (20)")
    parser.add_argument("--queued", type=int, default=3000, help="runs that wait (3000)")
    parser.add_argument("--only", nargs="+", choices=PARTS, help="these parts alone")
    trial.run(users, parser.parse_args(), minutes=60)
