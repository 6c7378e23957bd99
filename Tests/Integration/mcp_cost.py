"""The CPU time of a `tools/call` of Torii beside that of `fastmcp`: the same tool, the same requests, in turns.

The tool reads one item by its id from a SQLite database. Torii also records, meters and audits each call as a run.
"""

import contextlib
import http.client
import itertools
import json
import os
import pathlib
import statistics

from checks import check, section, table
from clients import MCP
from mcp_http import BOTH, Speaker, of, request, routing
from servers import ROOT, clean_environment, free_port, server
from torii import TOKEN, torii

ROUNDS, CALLS = 6, 256
# The least ratio of the two costs, by the number of connections that call at once. The goal is 10.
LEAST = {1: 1.2, 64: 2.5}
TICK = os.sysconf("SC_CLK_TCK")


class Caller:
    """Calls of one server on one connection."""

    def __init__(self, port, token):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.fields = {"Authorization": f"Bearer {token}", "Accept": BOTH, "Content-Type": "application/json"}
        self.session = None

    def send(self, body, fields):
        self.connection.request("POST", "/mcp", json.dumps(body), self.fields | fields)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        if answer.headers.get_content_type() == "text/event-stream":
            text = next(line[6:] for line in text.splitlines() if line.startswith("data: {"))
        return answer, json.loads(text) if text else {}

    def begin(self):
        """Starts a session."""
        params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "trial", "version": "1"}}
        answer, _ = self.send({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}, {})
        self.session = answer.headers["Mcp-Session-Id"]
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"}, of(self.session))

    def start(self, number, is_stateless):
        """Sends a call without waiting for its answer."""
        params = {"name": "getInventory", "arguments": {"id": 1}}
        if is_stateless:
            body, fields = request("tools/call", params, number), routing("tools/call", params)
        else:
            body = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
            fields = of(self.session)
        self.connection.request("POST", "/mcp", json.dumps(body), self.fields | fields)

    def answer(self):
        """Returns the answer to the call that was sent."""
        return self.connection.getresponse().read().decode()


def call(callers, number, is_stateless):
    """Makes a call on each connection, all at the same time; returns one of the answers."""
    for caller in callers:
        caller.start(number, is_stateless)
    return [caller.answer() for caller in callers][-1]


def cpu(process):
    """Returns the CPU time of a process in microseconds."""
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1_000_000 // TICK


def run(folder):
    with contextlib.ExitStack() as stack, section("the cost of a call"):
        instance = stack.enter_context(torii(folder, TORII_LOG_LEVEL="error", TORII_MODEL="phrasebook"))
        made = Speaker(instance).stateless("tools/call", {"name": "createInventory", "arguments": {"title": "lamp", "quantity": 3}})
        check("the item is made", "lamp" in json.dumps(made.result), made)
        port = free_port()
        command = [MCP, "-B", ROOT / "Tests/Integration/mcp_stock.py", port, folder / "stock.db"]
        other = stack.enter_context(server(command, port, folder / "stock.log", env=clean_environment(), cwd=folder))
        rows = []
        for (revision, is_stateless), (count, least) in itertools.product(
            (("2026-07-28", True), ("2025-11-25", False)), LEAST.items()
        ):
            sides = {
                "Torii": ([Caller(instance.port, TOKEN) for _ in range(count)], instance.process),
                "fastmcp": ([Caller(port, "none") for _ in range(count)], other.process),
            }
            costs = {name: [] for name in sides}
            for name, (callers, _) in sides.items():
                for caller in callers if not is_stateless else []:
                    caller.begin()
                for number in range(max(1, 64 // count)):
                    answer = call(callers, number + 1, is_stateless)
                check(f"{revision}, {count} connections: {name} answers", "lamp" in answer, answer)
            for round in range(ROUNDS):
                for name, (callers, process) in sides.items():
                    before = cpu(process)
                    for number in range(CALLS // count):
                        call(callers, 1000 + round * CALLS + number, is_stateless)
                    costs[name].append((cpu(process) - before) / CALLS)
            mine, theirs = (statistics.median(costs[name]) for name in sides)
            ratio = theirs / max(mine, 1)
            rows.append([revision, count, f"{mine:.0f}", f"{theirs:.0f}", f"{ratio:.1f}"])
            check(f"{revision}, {count} connections: a call costs {least} times less", ratio >= least, f"{ratio:.1f}")
        table(["revision", "connections", "Torii, µs", "fastmcp, µs", "ratio"], rows)
