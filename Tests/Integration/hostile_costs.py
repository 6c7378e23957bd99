"""The cost of single hostile inputs: processor time, bytes of the answer, memory, the time that others wait, and whether the server survives them.

    make hostile-costs OPTIONS="--before /path/to/an/earlier/torii --only page"

Each input is sent to a separate server. With `--before` each is also sent to another program, for comparison.
"""

import argparse
import concurrent.futures
import contextlib
import http.client
import itertools
import json
import multiprocessing
import os
import pathlib
import socket
import subprocess
import time

import checks
import network
import servers
import torii as torii_server
import trial
from hostile_inputs import CALENDARS, LEAST, flags, joined, marks
from hostile_upstreams import PAGES, HostileUpstreams
from torii import TOKEN, torii

TICKS = os.sysconf("SC_CLK_TCK")
# Longer than any input needs; an earlier program gets no more time either.
PATIENCE = 60
# An address that honest clients do not have, so that limits by address do not affect them.
ATTACKER = "127.0.0.66"
NUMBERS = itertools.count()


class Sample:
    """The effects of one input on a server."""

    def __init__(self):
        self.status, self.bytes, self.seconds, self.alive, self.grown, self.peak, self.note = "-", 0, 0.0, True, 0, 0, ""
        self.held = 0.0

    @property
    def cells(self):
        status = self.status if self.alive else "process ended"
        return [
            status, f"{1000 * self.seconds:,.0f}", f"{1000 * self.held:,.0f}", f"{self.bytes:,}", f"{self.peak:,.0f}", f"{self.grown:,.0f}",
            self.note,
        ]  # fmt: skip


class Probe:
    """Asks for `/healthz` again and again on new connections, in a process of its own, so that this program's work does not count."""

    def __init__(self, port):
        self.pipe, other = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("spawn").Process(target=probe, args=(port, other), daemon=True)

    def __enter__(self):
        self.process.start()
        self.pipe.recv()
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.join()

    def longest(self):
        """Returns the longest time of an answer since the last call, in seconds; the one that is awaited counts."""
        self.pipe.send("longest")
        return self.pipe.recv()


def probe(port, pipe):
    longest = 0.0
    pipe.send("ready")
    while True:
        begin = time.monotonic()
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            while connection.recv(4096):
                pass
        longest = max(longest, time.monotonic() - begin)
        # Seldom, because the server's work for it counts with that for the input: half a millisecond each.
        if pipe.poll(0.025):
            pipe.recv()
            pipe.send(longest)
            longest = 0.0


def cpu_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def mebibytes(pid, name="VmRSS"):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(name + ":"):
            return int(line.split()[1]) / 1024
    return 0


# --- Ways to send ---


def connect(server):
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE, source_address=(ATTACKER, 0))


def raw(server, data, limit=300_000_000):
    """Sends raw bytes; returns the status and the number of bytes received."""
    with connect(server) as connection:
        with contextlib.suppress(OSError):
            # A server that refuses the header does not have to read the body.
            connection.sendall(data)
        answer = b""
        count = 0
        with contextlib.suppress(OSError):
            while piece := connection.recv(1 << 20):
                count += len(piece)
                answer = answer or piece
                if b"\r\n\r\n" in answer and count < 1 << 20 and is_whole(answer + piece):
                    break
                if count > limit:
                    break
        return answer[9:12].decode() or "-", count


def is_whole(answer):
    head, _, body = answer.partition(b"\r\n\r\n")
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return len(body) >= int(value)
    return False


def head(method, path, *fields, token=TOKEN):
    """Returns the header of a request, which is the last one of its connection."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close", *fields]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    return "\r\n".join([*lines, "", ""]).encode()


def body(path, text, type="application/json"):
    """Returns a POST of this text."""
    data = text.encode(errors="surrogatepass")
    fields = [f"Content-Type: {type}", f"Content-Length: {len(data)}"]
    if path == "/v1/messages":
        fields.append("anthropic-version: 2023-06-01")
    return lambda server: raw(server, head("POST", path, *fields, token=server.token) + data)


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def post(path, value):
    return body(path, compact(value))


def get(path, *fields, is_signed=True):
    return lambda server: raw(server, head("GET", path, *fields, token=server.token if is_signed else None))


def tool(name, arguments):
    return post(f"/v1/tools/{name}", arguments)


def calendar(name):
    def send(server):
        server.upstreams.calendar = CALENDARS[name]
        return tool("getCalendarEvents", {"attendee": "x", "date": "2026-11-22"})(server)

    return send


def page(kind):
    """Returns a page with a new address each time, because pages are cached by address."""
    return lambda server: tool("readWebPage", {"url": f"http://{network.WEB_ADDRESS}/{kind}/{next(NUMBERS)}"})(server)


def turn(message):
    return post("/v1/chat", {"message": message, "model": "openai:evil"})


def twins(server):
    server.upstreams.places = HostileUpstreams.TWINS
    return tool("getCurrentWeather", {"city": "Twin"})(server)


def exports(server):
    """Exports a conversation with large messages, sixteen times concurrently."""
    conversation = None
    for _ in range(14):
        fields = {"conversation": conversation} if conversation else {}
        status, answer = server.ask("tell me " + "x" * 1_000_000, **fields)
        if status != 200:
            break
        conversation = answer["conversation"]
    server.restart_clock()
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        found = list(pool.map(lambda _: get(f"/v1/conversations/{conversation}")(server), range(16)))
    statuses = sorted({status for status, _ in found})
    return "/".join(statuses), max(count for _, count in found)


def unread(server):
    """Sends twelve faulty bodies without reading the answers."""
    data = compact({"message": "x", "client_tools": [{}] * 340_000}).encode()
    request = head("POST", "/v1/chat", "Content-Type: application/json", f"Content-Length: {len(data)}", token=server.token) + data
    with contextlib.ExitStack() as connections:
        for _ in range(12):
            connection = connections.enter_context(connect(server))
            connection.sendall(request)
        deadline = time.monotonic() + 20
        before = -1.0
        while time.monotonic() < deadline and (now := cpu_seconds(server.process.pid)) > before + 0.05:
            before = now
            time.sleep(1)
        server.sample.peak = mebibytes(server.process.pid)
    return "-", 0


def endless(server):
    """Sends an endless body without a token: returns how much of it is read in four seconds."""
    sent = 0
    with connect(server) as connection:
        connection.settimeout(5)
        connection.sendall(head("POST", "/v1/chat", "Content-Type: application/json", "Transfer-Encoding: chunked", token=None))
        chunk = b"10000\r\n" + b"x" * 65_536 + b"\r\n"
        end = time.monotonic() + 4
        with contextlib.suppress(OSError):
            while time.monotonic() < end:
                connection.sendall(chunk)
                sent += len(chunk)
        status = "-"
        with contextlib.suppress(OSError):
            status = connection.recv(65536)[9:12].decode() or "-"
    server.sample.note = f"{sent:,} bytes sent"
    return status, 0


def rows():
    """Returns the name, the size and the sending function of each input."""
    found = []

    def row(name, size, send):
        found.append((name, size, send))

    row("a plain turn", 100, post("/v1/chat", {"message": "hello"}))
    row("a plain message of 1 MB", 1_000_000, post("/v1/chat", {"message": "hello " * 166_000}))
    for name in ("traceparent", "tracestate", "Authorization", "Content-Type", "Accept", "Last-Event-ID", "Cookie"):
        row(f"{name} of marks, no token", 76_000, get("/healthz", f"{name}: x{marks(70_000)}", is_signed=False))
        row(f"{name} of 15 KB of marks, no token", 16_000, get("/healthz", f"{name}: x{marks(15_000)}", is_signed=False))
    row("Authorization of marks, /v1", 15_000, get("/v1/tools", f"Authorization: Bearer {marks(15_000)}", is_signed=False))
    row("Idempotency-Key of marks", 15_000, lambda server: raw(server, head(
        "POST", "/v1/chat", "Content-Type: application/json", f"Idempotency-Key: {marks(15_000)}", "Content-Length: 15",
        token=server.token) + b'{"message":"x"}'))
    row("query of marks", 15_000, get("/v1/conversations?cursor=" + "%CC%81%CC%96" * 1_200))
    row("path of marks", 15_000, get("/v1/conversations/" + "%CC%81%CC%96" * 1_200))
    row("path of 70 KB, no token", 70_000, get("/" + "a" * 70_000, is_signed=False))
    for name, text in [("marks", marks), ("joined emoji", joined), ("flags", flags)]:
        row(f"a JSON key of {name}", 1_000_000, post("/v1/chat", {"message": "hi", text(990_000): 1}))
        row(f"message of {name}", 1_000_000, post("/v1/chat", {"message": text(990_000)}))
        row(f"tools of {name}", 1_000_000, post("/v1/chat", {"message": "hi", "tools": [text(990_000)]}))
        row(f"title of {name}", 320_000, tool("createInventory", {"title": "x" + text(320_000)}))
        row(f"search for {name}", 320_000, tool("getInventoryList", {"title": text(320_000)}))
        row(f"extraction out of {name}", 900_000, post("/v1/extract", {
            "input": text(900_000), "schema": {"type": "object", "properties": {"a": {"type": "string"}}}}))
    for field in ("model", "locale", "time_zone", "conversation"):
        row(f"{field} of marks", 990_000, post("/v1/chat", {"message": "hi", field: marks(990_000)}))
    row("client tools: 340,000 empty", 1_020_000, post("/v1/chat", {"message": "x", "client_tools": [{}] * 340_000}))
    row("client tools: 500,000 numbers", 1_000_000, post("/v1/chat", {"message": "x", "client_tools": [1] * 500_000}))
    row("90,000 unknown fields", 1_000_000, post("/v1/chat", {"message": "x"} | {f"k{n}": 1 for n in range(90_000)}))
    row("tools: 80,000 names", 900_000, post("/v1/chat", {"message": "x", "tools": [f"tool{n}" for n in range(80_000)]}))
    row("200,000 nested arrays", 200_000, body("/v1/chat", "[" * 200_000))
    row("a number of 1,000,000 digits", 1_000_000, body("/v1/chat", '{"message":' + "1" * 1_000_000 + "}"))
    for pattern in ("(a|b)*", "(a*)*", "a{0,9}", ".*b"):
        pattern = pattern * (3_000 // len(pattern))
        row(f"a schema of a 3 KB pattern, {pattern[:7]}…", 64_000, post("/v1/chat", {"message": "json", "model": "openai:evil", "response_format": {
            "type": "object", "properties": {"a": {"type": "string", "pattern": pattern}}}}))
    row("a schema of 2,000 properties", 120_000, post("/v1/chat", {"message": "json", "model": "openai:evil", "response_format": {
        "type": "object", "properties": {f"p{n}": {"type": "string"} for n in range(2_000)}, "uniqueItems": True}}))
    row("a schema of branches within branches", 120_000, post("/v1/chat", {"message": "json", "model": "openai:evil", "response_format": {
        "$defs": {"a": {"anyOf": [{"$ref": "#/$defs/b"}, {"$ref": "#/$defs/b"}]}, "b": {"allOf": [{"type": "object"}] * 500}},
        "type": "object", "properties": {"a": {"type": "string"}}, "anyOf": [{"$ref": "#/$defs/a"}] * 1_000}}))
    call = {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}
    output = {"type": "function_call_output", "call_id": "c", "output": "x"}
    row("responses: 4,096 items", 250_000, post("/v1/responses", {"input": [{"role": "user", "content": "x"}] * 4_096}))
    row("responses: 2,000 calls, one output", 200_000, post("/v1/responses", {"input": [call] * 2_000 + [output]}))
    row("responses: 20,000 unknown items", 300_000, post("/v1/responses", {"input": [{"type": "x"}] * 20_000}))
    row("responses: metadata of 60,000 names", 900_000, post("/v1/responses", {"input": "x", "metadata": {f"k{n}": "" for n in range(60_000)}}))
    row("responses: a seal of 900 KB", 900_000, post("/v1/responses", {"input": [{"type": "reasoning", "encrypted_content": "A" * 900_000}]}))
    block = {"type": "tool_use", "id": "c", "name": "f", "input": {}}
    row("messages: 1,000 calls of one id", 100_000, post("/v1/messages", {"max_tokens": 9, "messages": [
        {"role": "user", "content": "x"}, {"role": "assistant", "content": [block] * 1_000}, {"role": "user", "content": "y"}]}))
    row("messages: system of 30,000 parts", 900_000, post("/v1/messages", {"max_tokens": 9, "system": [
        {"type": "text", "text": "x"}] * 30_000, "messages": [{"role": "user", "content": "x"}]}))
    row("health samples of marks", 1_000_000, post("/v1/health/samples", {"data": {"metrics": [
        {"name": marks(990_000), "units": "count", "data": []}]}}))
    row("part of the least integer", 100, tool("readWebPage", {"url": f"http://{network.WEB_ADDRESS}/plain", "part": LEAST}))
    row("city of 160 KB", 160_000, tool("getCurrentWeather", {"city": "Twin" + ", France" * 20_000}))
    row("twins of the greatest population", 100, twins)
    for name in CALENDARS:
        row(f"calendar: {name}", len(CALENDARS[name].encode()), calendar(name))
    for kind in PAGES:
        row(f"page: {kind}", 2_000_000, page(kind))
    for name in [*HostileUpstreams.CALLS, *HostileUpstreams.REFUSALS, "many calls", "marks", "joined", "flags"]:
        row(f"model: {name}", 480_000, turn(name))
    row("12 faulty bodies, answers not read", 12_240_000, unread)
    row("a body without an end, no token", 0, endless)
    row("a conversation of 14 MB, 16 exports", 100, exports)
    return found


@contextlib.contextmanager
def running(folder, program):
    """A separate server for each row, with hostile upstreams."""
    torii_server.BUILT = program.parent
    with HostileUpstreams().running() as upstreams, torii(
        folder,
        TORII_MODEL="phrasebook",
        TORII_MODELS_ALLOWED="openai:evil",
        OPENAI_BASE_URL=upstreams.url,
        OPENAI_API_KEY="sk-hostile",
        OPEN_METEO_BASE_URL=upstreams.url,
        OPEN_METEO_GEOCODING_BASE_URL=upstreams.url,
        CALDAV_BASE_URL=upstreams.url,
        TORII_LOG_LEVEL="error",
        SWIFT_BACKTRACE="enable=no",
    ) as server:
        server.upstreams = upstreams
        yield server


def measure(folder, program, send):
    sample = Sample()
    with running(folder, program) as server:
        server.sample = sample
        server.timeout = PATIENCE
        pid = server.process.pid
        # One-time work belongs to no input.
        server.ask("hello")
        before = mebibytes(pid)

        def restart_clock():
            sample.begin = cpu_seconds(pid)

        server.restart_clock = restart_clock
        restart_clock()
        with Probe(server.port) as others, concurrent.futures.ThreadPoolExecutor(1) as pool:
            others.longest()
            sending = pool.submit(send, server)
            try:
                sample.status, sample.bytes = sending.result(timeout=PATIENCE + 5)
            except (OSError, http.client.HTTPException, concurrent.futures.TimeoutError) as error:
                sample.note = type(error).__name__
            # A process that is ending may have closed its connections already.
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.process.wait(timeout=0.5)
            sample.held = others.longest()
        sample.alive = server.process.poll() is None
        if sample.alive:
            # Work without a waiting client counts too.
            seconds, settled = settle(pid)
            sample.seconds = seconds - sample.begin
            sample.peak = max(sample.peak, mebibytes(pid, "VmHWM"))
            sample.grown = mebibytes(pid) - before
            if not settled:
                sample.note = f"still at work after {PATIENCE} s"
                server.running.kill()
    return sample


def settle(pid):
    """Waits until the server is idle; returns its processor time, and whether it became idle."""
    deadline = time.monotonic() + PATIENCE
    before = cpu_seconds(pid)
    while time.monotonic() < deadline:
        time.sleep(0.3)
        now = cpu_seconds(pid)
        if now - before <= 0.02:
            return now, True
        before = now
    return before, False


def costs(folder, options):
    programs = [options.before] if options.before else []
    programs.append(servers.BUILT / "torii")
    cells, slow, held, large, dead, kept = [], [], [], [], [], []
    with network.web_server(pathlib.Path(__file__).with_name("hostile_upstreams.py")):
        for number, (name, size, send) in enumerate(rows()):
            if options.only and not any(word in name for word in options.only):
                continue
            line = [name, f"{size:,}"]
            for place, program in enumerate(programs):
                part = folder / f"{number}-{place}"
                part.mkdir()
                sample = measure(part, pathlib.Path(program), send)
                line += sample.cells
            cells.append(line)
            print(" | ".join(str(cell) for cell in line), flush=True)
            # A smaller request has the same minimum limit, because starting any work has a cost.
            limit = options.document_limit if name.startswith(("page:", "calendar:")) else options.limit
            requests = 16 if "16 exports" in name else 1
            if sample.seconds > limit * requests * max(1, size / 1_000_000):
                slow.append(name)
            if 1000 * sample.held > options.held:
                held.append(f"{name} ({1000 * sample.held:.0f} ms)")
            if sample.bytes > 1_000_000 and "export" not in name:
                large.append(name)
            if not sample.alive:
                dead.append(name)
            if sample.grown > options.memory:
                kept.append(name)
    titles = ["status", "ms", "/healthz ms", "answer", "peak MiB", "kept MiB", "note"]
    checks.table(["input", "bytes"] + titles * len(programs), cells)
    checks.none("inputs that end the process", len(dead), ", ".join(dead))
    bars = f"{1000 * options.limit:.0f} ms of processor time for each MB of a request, {1000 * options.document_limit:.0f} ms of a document"
    checks.none(f"inputs over {bars}", len(slow), ", ".join(slow))
    checks.none(f"inputs that keep /healthz waiting over {options.held:g} ms", len(held), ", ".join(held))
    checks.none("answers over 1 MB", len(large), ", ".join(large))
    checks.none(f"inputs after which over {options.memory} MiB more are held", len(kept), ", ".join(kept))


if __name__ == "__main__":
    network.isolate()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", help="an earlier program, measured beside")
    parser.add_argument("--only", nargs="+", help="only inputs whose names have one of these words in them")
    parser.add_argument("--limit", type=float, default=0.1, help="seconds of processor time for each MB (0.1)")
    parser.add_argument("--document-limit", type=float, default=0.25, help="the same for a page or a calendar (0.25)")
    parser.add_argument("--held", type=float, default=100, help="ms that an answer of /healthz may take meanwhile (100)")
    parser.add_argument("--patience", type=float, default=PATIENCE, help="seconds after which an input is given up (60)")
    parser.add_argument("--memory", type=float, default=64, help="MiB that may stay (64)")
    options = parser.parse_args()
    PATIENCE = options.patience
    trial.run(costs, options, minutes=60)
