"""Torii against stand-ins with the rules of today's providers.

The checks are conversations with tools by each API at each provider, also with the server killed and keys of two organizations in
between; the share of the input that is read from a provider's cache; the calls of refused requests; and values for other projects' clients.

    make integration PARTS=today

`CONVERSATIONS=4` makes fewer conversations by each API at each provider than 40.
"""

import collections
import concurrent.futures
import contextlib
import json
import os
import time

import checks
import clients
import today_rules
from checks import check, section
from today_anthropic import Anthropic
from today_gemini import Gemini
from today_openai import OpenAI
from today_others import DeepSeek, Kimi, Mistral, Ollama, OpenRouter
from today_stand_ins import AGAIN, FIRST, OTHER, STEPS, done
from today_talks import TALKS, BilledTalk, MarkedTalk
from torii import torii

COUNT = int(os.environ.get("CONVERSATIONS") or 40)
# The conversations by each API at each provider that have the server killed and keys rotated in between.
INTERRUPTED = min(COUNT, 4)
# The steps of each turn, before its answer.
PLANS = ["server", "client", "server, client", "both, client", "client, server"]
# The least share of a conversation's input that a cache must have, from the second turn on.
SHARE = 0.8
# The seconds between two turns, because the clock may not change what a cache has.
PAUSE = 1.05
# The servers, each with the stand-ins that it has; those that speak chat completions have the same settings, so each has its own server.
SERVERS = [(OpenAI, Anthropic, Gemini, Ollama), (DeepSeek,), (Kimi,), (OpenRouter,), (Mistral,)]


class Side:
    """A server with its stand-ins."""

    def __init__(self, stack, folder, kinds):
        self.stand_ins = [stack.enter_context(kind().running()) for kind in kinds]
        settings = {"TORII_LOG_LEVEL": "notice", "TORII_DISCONNECT_GRACE": "0"}
        models = [f"{one.provider}:{name}" for one in self.stand_ins for name in one.names]
        settings["TORII_MODEL"], settings["TORII_MODELS_ALLOWED"] = models[0], ",".join(models[1:])
        for one in self.stand_ins:
            address, key, path = one.settings_names
            settings[address] = one.url + path
            if key:
                settings[key] = FIRST
        # By this a loopback address has the rules of a provider's host.
        rows = [{"hosts": [one.address]} | one.row for one in self.stand_ins if one.row]
        file = folder / f"models-{self.stand_ins[0].port}.json"
        file.write_text(json.dumps({"servers": rows}))
        self.server = stack.enter_context(torii(folder, TORII_MODEL_FILE=file, **settings))

    def restart(self):
        self.server.running.kill()
        self.server.running.start()

    def keys(self, work):
        """Changes the keys of each stand-in that has some; returns the failures."""
        failed = []
        for one in self.stand_ins:
            if one.has_keys:
                status, answer, _ = work(one.provider)
                if status not in (200, 201):
                    failed.append((one.provider, status, answer))
        return failed

    def rotate(self):
        return self.keys(
            lambda name: self.server.admin("POST", f"upstreams/{name}/rotations", {"secret": OTHER}, Idempotency_Key=f"today-{name}")
        )

    def add(self):
        return self.keys(lambda name: self.server.admin("POST", f"upstreams/{name}/keys", {"secret": AGAIN}))


class Counted:
    """A conversation, with the number of its turns, of its remedied refusals, and its first fault."""

    def __init__(self, side, stand_in, api, number, kind=None):
        self.stand_in, self.api, self.number = stand_in, api, number
        model = f"{stand_in.provider}:{stand_in.names[number % len(stand_in.names)]}"
        self.talk = (kind or TALKS[api])(side.server, model, number)
        self.turns, self.remedied, self.fault = 0, 0, None

    def attempt(self, work):
        """Does a part of a turn, unless an earlier one failed."""
        if self.fault:
            return
        before = len(self.stand_in.refusals)
        try:
            self.fault = work()
        except Exception as error:
            self.fault = f"{type(error).__name__}: {error}"
        refused = self.stand_in.refusals[before:]
        if self.fault:
            self.fault = (
                f"{self.talk.model} [{self.number}], turn {self.turns + 1}: {self.fault} (refused: {', '.join(refused) or 'nothing'})"
            )
        else:
            self.remedied += len(refused)

    def begin(self):
        """Sends the next message."""
        plan = PLANS[self.turns % len(PLANS)]
        self.found = self.talk.say(f"Task {self.turns} of talk {self.talk.name}: {plan}.")
        self.expected = done(self.turns, sum(len(STEPS[step]) for step in plan.split(", ")))

    def end(self):
        """Answers the calls until the turn has ended; returns its fault, or `None`."""
        for _ in range(6):
            if self.found.stop != "calls":
                break
            self.found = self.talk.answer(["21 °C" for _ in self.found.calls])
        if self.found.stop == "error":
            return f"refused: {self.found.error}"
        if self.found.text != self.expected or self.found.stop != "stop":
            return f"{self.found.stop}: {self.found.text!r}, not {self.expected!r}"
        self.turns += 1
        return str(self.found.faults) if self.found.faults else None

    def take(self):
        """Takes a whole turn."""

        def work():
            self.begin()
            return self.end()

        self.attempt(work)


def at_once(groups, work):
    """Does the work for the members of each group, one after the other; all groups at once."""

    def perform(group):
        for one in group:
            work(one)

    with concurrent.futures.ThreadPoolExecutor(len(groups)) as pool:
        for result in [pool.submit(perform, group) for group in groups]:
            result.result()


def groups_of(sides, count):
    """Returns new conversations, grouped by their stand-in, whose refusals are counted one conversation after the other."""
    return [
        [Counted(side, stand_in, api, number) for api in TALKS for number in range(count)] for side in sides for stand_in in side.stand_ins
    ]


def report(title, groups):
    """Prints the results of conversations, and checks that none was refused."""
    rows = []
    for group in groups:
        for api in TALKS:
            ours = [one for one in group if one.api == api]
            failed = [one.fault for one in ours if one.fault]
            remedied = sum(one.remedied for one in ours)
            provider = type(group[0].stand_in).__name__
            rows.append([provider, api, len(ours), sum(one.turns for one in ours), len(failed), remedied])
            check(
                f"{title}: {api} at {provider}: {len(failed)} of {len(ours)} conversations refused", not failed, failed[0] if failed else ""
            )
    checks.table(["provider", "API", "conversations", "turns", "refused", "remedied refusals"], rows)
    refused = sum(row[4] for row in rows)
    print(f"{title}: {sum(row[2] for row in rows)} conversations, {refused} refused, {sum(row[5] for row in rows)} refusals remedied")
    rules = collections.Counter(rule for group in groups for rule in group[0].stand_in.refusals)
    print("rules that refused a request: " + (", ".join(f"{rule} {count}" for rule, count in rules.most_common()) or "none"))
    for group in groups:
        group[0].stand_in.refusals.clear()


def plainly(sides):
    """Five turns. The conversations of a stand-in take turns, so that time passes in each of them."""
    groups = groups_of(sides, COUNT)
    begin = time.monotonic()
    for _ in PLANS:
        at_once(groups, Counted.take)
        time.sleep(PAUSE)
    report("five turns", groups)
    print(f"{sum(one.turns for group in groups for one in group)} turns in {time.monotonic() - begin:.0f} s")


def interrupted(sides):
    """Five turns: in the third the server is killed while calls wait, before the fourth the key is replaced by one of another organization,
    and before the fifth the first organization has a key again, and the server is killed once more."""
    groups = groups_of(sides, INTERRUPTED)
    for _ in range(2):
        at_once(groups, Counted.take)
        time.sleep(PAUSE)
    at_once(groups, lambda one: one.attempt(one.begin))
    for side in sides:
        side.restart()
    at_once(groups, lambda one: one.attempt(one.end))
    failed = [fault for side in sides for fault in side.rotate()]
    check("the keys are rotated", not failed, failed)
    at_once(groups, Counted.take)
    failed = [fault for side in sides for fault in side.add()]
    check("further keys are added", not failed, failed)
    for side in sides:
        side.restart()
    at_once(groups, Counted.take)
    report("killed and rotated", groups)


def cached(side):
    """Ten turns with tools: the share of the input that was read from the provider's cache."""
    ours, theirs = side.stand_ins[:2]
    kinds = [(stand_in, api, kind) for stand_in in (ours, theirs) for api, kind in TALKS.items()]
    kinds += [(ours, "Claude Code", BilledTalk), (theirs, "marked", MarkedTalk)]
    talks = {f"{type(stand_in).__name__}, {api}": Counted(side, stand_in, api, 0, kind) for stand_in, api, kind in kinds}
    for _ in range(10):
        for one in talks.values():
            one.take()
        time.sleep(PAUSE)
    columns = []
    for name, one in talks.items():
        shares = [share_of(one, turn) for turn in range(10)]
        columns.append([f"{share:.0%}" for share in shares])
        detail = one.fault or f"at least {min(shares[1:]):.0%} from the second turn on"
        check(f"{name}: {SHARE:.0%} of the input are read from the cache", not one.fault and min(shares[1:]) >= SHARE, detail)
    checks.table(["turn", *talks], [[turn + 1, *shares] for turn, shares in enumerate(zip(*columns))])


def share_of(one, turn):
    """Returns the share of a turn's input that was read from the cache, over all of its rounds."""
    counts = [counts for talk, task, counts in one.stand_in.tasks if (talk, task) == (one.talk.name, turn)]
    total = sum(count.total for count in counts)
    return sum(count.read for count in counts) / total if total else 0


def run(folder):
    with section("the stand-ins themselves"):
        today_rules.run()
    with contextlib.ExitStack() as stack:
        sides = [Side(stack, folder, kinds) for kinds in SERVERS]
        with section("conversations"):
            plainly(sides)
        with section("shares of the caches"):
            cached(sides[0])
        ports = (sides[0].server.port, *(one.port for one in sides[0].stand_ins))
        clients.run(clients.CLIENTS, "today_refused_client.py", ports)
        clients.run(clients.CLIENTS, "today_values_client.py", ports)
        clients.run(clients.SERVERS, "today_instructor_client.py", ports)
        with section("conversations with the server killed and keys rotated"):
            interrupted(sides)
        for side in sides:
            check("the server is still there", side.server.process.poll() is None)
