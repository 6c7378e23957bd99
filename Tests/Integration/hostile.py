"""A client, a model, a web page, a calendar, a geocoder and a stranger without a token, sessions, subscriptions, searches, tool files of an
administrator and a declared service, each sending hostile input for a minute during 20 honest streams.

    make trial-hostile OPTIONS="--seconds 60 --workers 4 --only stranger"

Each has its own client, which is emptied when its storage is full. Prints for each the numbers sent and answered, how many answers
showed an effect, and the figures of the honest streams. All of these must be complete, the server must be the same process, and no
attacker or input may have met mostly refusals that are unrelated to it.
"""

import argparse
import collections
import http.client
import itertools
import pathlib
import random
import threading
import time
import urllib.request

import checks
import network
import trial
from client import Broken, Client
from hostile_costs import connect, get, head, mebibytes, raw, rows
from hostile_upstreams import HostileUpstreams
from hostile_weapons import SCOPES, TOOL_FILE, WEAPONS, Arsenal
from honest import STREAMS, Honest
from torii import torii

ATTACKERS = ["client", "model", "web page", "calendar", "geocoder", "stranger", *WEAPONS]
# These are measured separately: they need minutes, or belong to none of the attackers.
APART = ["plain", "16 exports", "12 faulty"]


# Refusals that are unrelated to the input: the client's storage, its rate, and a full server.
UNRELATED = {"409", "429", "503"}


class Attacker(Client):
    """A client with its own token, and the resources that the inputs need."""

    def __init__(self, server, who, upstreams):
        scopes = {"scopes": SCOPES[who]} if who in SCOPES else {}
        super().__init__(server.port, server.another_client(who, **scopes).token)
        self.arsenal = Arsenal(self)
        self.who, self.upstreams = who, upstreams
        # A part that only a request to the server of a single sample would use.
        self.sample = argparse.Namespace(note="", peak=0)
        self.emptying = threading.Lock()

    def make_room(self):
        """Deletes the client's stored data, one thread at a time."""
        if self.emptying.acquire(blocking=False):
            try:
                self.open("DELETE", "/v1/conversations").leave()
            except (Broken, OSError):
                # The next refusal runs this again.
                time.sleep(0.1)
            finally:
                self.emptying.release()

    def showed(self, name, status):
        """Whether an answer shows the input's effect, or none was waited for."""
        if status == "401":
            return self.who == "stranger" or "Authorization" in name
        return status == "left" or status.isdigit() and status not in UNRELATED

    @property
    def asked(self):
        """Returns the number of answers of its hostile upstream; `None` if the requests themselves are hostile."""
        if self.who == "web page":
            with urllib.request.urlopen(f"http://{network.WEB_ADDRESS}/count") as answer:
                return int(answer.read())
        return self.upstreams.asked[self.who] if self.who in ("model", "calendar", "geocoder", "service") else None


def half_header(server):
    """Starts a request and never completes it, until the server's time limit."""
    with connect(server) as connection:
        connection.sendall(b"POST /v1/chat HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-")
        time.sleep(random.random())
    return "left", 0


def guess(server):
    """Returns an invalid token."""
    return raw(server, head("GET", "/v1/tools", token="torii_" + "".join(random.choices("abcdef0123456789", k=43))))


def attacks():
    """Returns each attacker's inputs by name."""
    found = collections.defaultdict(list, WEAPONS)
    for name, _, send in rows():
        if any(name.startswith(word) or word in name for word in APART):
            continue
        kind, colon, _ = name.partition(": ")
        if "no token" in name:
            found["stranger"].append((name, send))
        elif colon and kind in ("model", "calendar"):
            found[kind].append((name, send))
        elif colon and kind == "page":
            found["web page"].append((name, send))
        elif name.startswith(("city", "twins")):
            found["geocoder"].append((name, send))
        else:
            found["client"].append((name, send))
    found["stranger"] += [
        ("half of a header", half_header), ("a token that is none", guess),
        ("metrics, no token", get("/metrics/", is_signed=False)), ("//admin, no token", get("//admin/keys", is_signed=False)),
    ]  # fmt: skip
    return found


def attack(attacker, inputs, seconds, workers):
    """Sends repeatedly on several threads; returns the numbers of answers by kind, by the inputs' names."""
    answers = collections.defaultdict(collections.Counter)
    turns, lock, end = itertools.cycle(inputs), threading.Lock(), time.monotonic() + seconds

    def repeat():
        while time.monotonic() < end:
            with lock:
                name, send = next(turns)
            try:
                status, _ = send(attacker)
            except (OSError, http.client.HTTPException) as error:
                status = type(error).__name__
            with lock:
                answers[name][status] += 1
            if status == "409":
                attacker.make_room()

    threads = [threading.Thread(target=repeat) for _ in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def hostile(folder, options):
    cells, broken, ended, idle = [], [], [], []
    tools = folder / "tools"
    tools.mkdir()
    site = pathlib.Path(__file__).with_name("hostile_upstreams.py")
    with Honest() as honest, HostileUpstreams().running() as upstreams, network.web_server(site), torii(
        folder,
        TORII_MODEL="ollama:m",
        TORII_MODELS_ALLOWED="openai:evil",
        OLLAMA_BASE_URL=honest.model,
        OPENAI_BASE_URL=upstreams.url,
        OPENAI_API_KEY="sk-hostile",
        OPEN_METEO_BASE_URL=upstreams.url,
        OPEN_METEO_GEOCODING_BASE_URL=upstreams.url,
        CALDAV_BASE_URL=upstreams.url,
        TORII_TOOLS_DIR=tools,
        TORII_TOOLS_HOSTS="127.0.0.1",
        # A turn with the worst input stores a megabyte.
        TORII_MAX_CLIENT_STORAGE=256,
        TORII_LOG_LEVEL="error",
        SWIFT_BACKTRACE="enable=no",
    ) as server:
        pid = server.process.pid
        text = TOOL_FILE.format(base=upstreams.url, select="$..item", text="{{#items}}x{{/items}}")
        server.admin("PUT", "tool-files/service.yaml", {"text": text})
        honest.begin(server.port, server.another_client("honest").token)
        time.sleep(3)
        honest.figures()
        calm = mebibytes(pid)
        inputs = attacks()
        for who in ["nobody", *(options.only or ATTACKERS)]:
            if who == "nobody":
                time.sleep(min(options.seconds, 15))
                statuses, shown = {}, ""
            else:
                attacker = Attacker(server, who, upstreams)
                before = attacker.asked
                answers = attack(attacker, inputs[who], options.seconds, options.workers)
                attacker.arsenal.close()
                statuses = sum(answers.values(), collections.Counter())
                shown = 0
                for name, found in answers.items():
                    count = sum(found[status] for status in found if attacker.showed(name, status))
                    shown += count
                    if count == 0:
                        idle.append(f"{name} ({', '.join(found)})")
                if before is not None:
                    shown = attacker.asked - before
                if shown < sum(statuses.values()) / 10:
                    idle.append(who)
            figures = honest.figures()
            alive = server.process.poll() is None
            answered = ", ".join(f"{status} × {count}" for status, count in sorted(statuses.items()))
            cells.append([
                who, sum(statuses.values()), answered, shown, figures.whole, len(figures.faults), len(figures.delays),
                f"{figures.delay(50):.1f}", f"{figures.delay(99):.1f}", f"{figures.delay(100):.0f}", f"{figures.probe(99):.0f}",
                f"{mebibytes(pid):.0f}" if alive else "-", "yes" if alive else "NO",
            ])  # fmt: skip
            print(" | ".join(str(cell) for cell in cells[-1]), *figures.faults[:5], sep="\n", flush=True)
            broken += figures.faults
            if not alive:
                ended.append(f"{who} (exit status {server.process.returncode})")
                print(pathlib.Path(server.log).read_text()[-2000:], flush=True)
                break
        if not ended:
            # The last attackers' work ends by its own limits.
            time.sleep(10)
            after = mebibytes(pid)
    checks.table(
        ["attacker", "sent", "answered", "showed", "streams whole", "broken", "tokens", "p50 ms", "p99 ms", "max ms", "/healthz p99", "MiB", "alive"], cells
    )
    checks.none("attackers that ended the process", len(ended), ", ".join(ended))
    checks.none(f"honest streams, {STREAMS} at a time, that were broken or refused", len(broken), "; ".join(sorted(set(broken))))
    checks.none("inputs that met unrelated refusals alone, or attackers that showed little", len(idle), "; ".join(idle))
    slow = [row[0] for row in cells if not float(row[8]) <= options.delay]
    checks.none(f"attackers under whom an honest token waits over {options.delay:g} ms (p99)", len(slow), ", ".join(slow))
    if not ended:
        checks.check(f"memory afterwards: {calm:.0f} → {after:.0f} MiB", after < calm + 96)


if __name__ == "__main__":
    network.isolate()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="how long each attacks (60)")
    parser.add_argument("--workers", type=int, default=4, help="how many of its requests are under way at once (4)")
    parser.add_argument("--delay", type=float, default=1000, help="ms that an honest token may wait, p99 (1000)")
    parser.add_argument("--only", nargs="+", choices=ATTACKERS, help="these attackers alone")
    trial.run(hostile, parser.parse_args(), minutes=30)
