"""A client, a model, a web page, a calendar, a geocoder and a stranger without a token, each sending its worst for a minute beside
20 honest streams.

    make trial-hostile OPTIONS="--seconds 60 --workers 4 --only stranger"

Prints for each what it sent and got, and how the honest streams fared: all must be whole, and the server must be the same process.
"""

import argparse
import collections
import http.client
import itertools
import pathlib
import random
import threading
import time

import checks
import network
import trial
from hostile_costs import connect, get, head, mebibytes, raw, rows
from hostile_upstreams import HostileUpstreams
from honest import STREAMS, Honest
from torii import torii

ATTACKERS = ["client", "model", "web page", "calendar", "geocoder", "stranger"]
# What is measured alone: it needs minutes, or belongs to none of them.
APART = ["plain", "16 exports", "12 faulty"]


def half_header(server):
    """Begins a request and leaves the rest to the server's patience."""
    with connect(server) as connection:
        connection.sendall(b"POST /v1/chat HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-")
        time.sleep(random.random())
    return "left", 0


def guess(server):
    """A token that is none."""
    return raw(server, head("GET", "/v1/tools", token="torii_" + "".join(random.choices("abcdef0123456789", k=43))))


def attacks():
    """For each attacker, what it sends."""
    found = collections.defaultdict(list)
    for name, _, send in rows():
        if any(name.startswith(word) or word in name for word in APART):
            continue
        kind, colon, _ = name.partition(": ")
        if "no token" in name:
            found["stranger"].append(send)
        elif colon and kind in ("model", "calendar"):
            found[kind].append(send)
        elif colon and kind == "page":
            found["web page"].append(send)
        elif name.startswith(("city", "twins")):
            found["geocoder"].append(send)
        else:
            found["client"].append(send)
    found["stranger"] += [half_header, guess, get("/metrics/", token=None), get("//admin/keys", token=None)]
    return found


def attack(server, sends, seconds, workers):
    """Sends over and over, by several threads; gives how often it was answered how."""
    statuses = collections.Counter()
    turns, lock, end = itertools.cycle(sends), threading.Lock(), time.monotonic() + seconds

    def repeat():
        while time.monotonic() < end:
            with lock:
                send = next(turns)
            try:
                status, _ = send(server)
            except (OSError, http.client.HTTPException) as error:
                status = type(error).__name__
            with lock:
                statuses[status] += 1

    threads = [threading.Thread(target=repeat) for _ in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return statuses


def hostile(folder, options):
    cells, broken, ended = [], [], []
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
        TORII_LOG_LEVEL="error",
        SWIFT_BACKTRACE="enable=no",
    ) as server:
        server.upstreams = upstreams
        # What only a request to the server's own sample would use.
        server.sample = argparse.Namespace(note="", peak=0)
        pid = server.process.pid
        # A client of their own: the attackers may fill up what is stored of theirs.
        honest.begin(server.port, server.another_client("honest").token)
        time.sleep(3)
        honest.figures()
        calm = mebibytes(pid)
        sends = attacks()
        for who in ["nobody", *(options.only or ATTACKERS)]:
            if who == "nobody":
                time.sleep(min(options.seconds, 15))
                statuses = {}
            else:
                statuses = attack(server, sends[who], options.seconds, options.workers)
            figures = honest.figures()
            alive = server.process.poll() is None
            answered = ", ".join(f"{status} × {count}" for status, count in sorted(statuses.items()))
            cells.append([
                who, sum(statuses.values()), answered, figures.whole, len(figures.faults), len(figures.delays),
                f"{figures.delay(50):.1f}", f"{figures.delay(99):.1f}", f"{figures.delay(100):.0f}",
                f"{mebibytes(pid):.0f}" if alive else "-", "yes" if alive else "NO",
            ])  # fmt: skip
            print(" | ".join(str(cell) for cell in cells[-1]), *figures.faults[:5], sep="\n", flush=True)
            broken += figures.faults
            if not alive:
                ended.append(who)
                break
        if not ended:
            # The last attackers' work ends with its own limits.
            time.sleep(10)
            after = mebibytes(pid)
    checks.table(
        ["attacker", "sent", "answered", "streams whole", "broken", "tokens", "p50 ms", "p99 ms", "max ms", "MiB", "alive"], cells
    )
    checks.none("attackers that ended the process", len(ended), ", ".join(ended))
    checks.none(f"honest streams, {STREAMS} at a time, that were broken or refused", len(broken), "; ".join(sorted(set(broken))))
    slow = [row[0] for row in cells if not float(row[7]) <= options.delay]
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
