"""The CPU time of a `tools/call` of Torii beside that of `fastmcp`: the same tool, the same requests, in turns.

The tool reads one item by its id from a SQLite database. Torii also records, meters and audits each call as a run.
"""

import contextlib
import http.client
import json
import os
import pathlib
import statistics

from checks import check, section, table
from clients import MCP
from mcp_http import BOTH, Speaker, of, request, routing
from servers import ROOT, clean_environment, free_port, server
from torii import TOKEN, torii

ROUNDS, CALLS = 6, 250
# The least ratio of the two costs.
LEAST = 10
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

    def call(self, number, is_stateless):
        params = {"name": "getInventory", "arguments": {"id": 1}}
        if is_stateless:
            return self.send(request("tools/call", params, number), routing("tools/call", params))[1]
        return self.send({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}, of(self.session))[1]


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
        sides = {"Torii": (Caller(instance.port, TOKEN), instance.process), "fastmcp": (Caller(port, "none"), other.process)}
        rows = []
        for revision, is_stateless in (("2026-07-28", True), ("2025-11-25", False)):
            costs = {name: [] for name in sides}
            for caller, _ in sides.values():
                if not is_stateless:
                    caller.begin()
                for number in range(50):
                    answer = caller.call(number + 1, is_stateless)
                check(f"{revision}: the call answers", "lamp" in json.dumps(answer.get("result", {})), answer)
            for round in range(ROUNDS):
                for name, (caller, process) in sides.items():
                    before = cpu(process)
                    for number in range(CALLS):
                        caller.call(1000 + round * CALLS + number, is_stateless)
                    costs[name].append((cpu(process) - before) / CALLS)
            mine, theirs = (statistics.median(costs[name]) for name in sides)
            ratio = theirs / max(mine, 1)
            rows.append([revision, f"{mine:.0f}", f"{theirs:.0f}", f"{ratio:.1f}"])
            check(f"{revision}: a call costs at least {LEAST} times less", ratio >= LEAST, f"{ratio:.1f}")
        table(["revision", "Torii, µs", "fastmcp, µs", "ratio"], rows)
