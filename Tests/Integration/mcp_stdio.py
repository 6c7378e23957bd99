"""A session of a desktop assistant over `torii mcp`, as JSON lines; a data folder and a server behind it; the clients' own transports.

MCP_TRANSCRIPT names a file for the recorded session.
"""

import contextlib
import json
import os
import queue
import subprocess
import threading
import time

import clients
from checks import check, section
from clients import MCP, MCP_1, Servers
from servers import BUILT, clean_environment
from torii import TOKEN, torii

# The limit of a wait for a line, in seconds.
LIMIT = 20
FORM = {"elicitation": {"form": {}}}


class Pipe:
    """A running `torii mcp`, with the lines of both directions."""

    def __init__(self, folder, name, **settings):
        self.log = folder / f"{name}.log"
        environment = clean_environment(**{key: str(value) for key, value in settings.items()})
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [BUILT / "torii", "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, env=environment, cwd=folder
            )
        self.lines, self.transcript, self.last = queue.Queue(), [], 0
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def write(self, message):
        self.raw(json.dumps(message, ensure_ascii=False).encode())
        self.transcript.append({"to": "torii", "message": message})

    def raw(self, data):
        self.process.stdin.write(data + b"\n")
        self.process.stdin.flush()

    def next(self):
        """Returns the next message; `None` at the end of the output."""
        line = self.lines.get(timeout=LIMIT)
        if line is None:
            return None
        message = json.loads(line)
        self.transcript.append({"to": "assistant", "message": message})
        return message

    def ask(self, method, params=None, approve=None):
        """Makes a request; questions before its response are answered by `approve`. Returns the response."""
        self.last += 1
        self.write({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params or {}})
        return self.answer(self.last, approve)

    def answer(self, id, approve=None):
        """Returns the response with an id."""
        while True:
            message = self.next()
            if message is None:
                raise AssertionError(f"the output ended: {self.log.read_text()[-600:]}")
            if message.get("method") == "elicitation/create":
                self.question = message["params"]
                self.write({"jsonrpc": "2.0", "id": message["id"], "result": approve})
            elif message.get("id") == id and "method" not in message:
                return message

    def call(self, tool, arguments=None, approve=None):
        return self.ask("tools/call", {"name": tool, "arguments": arguments or {}}, approve)

    def begin(self, revision="2025-11-25", capabilities=None):
        params = {"protocolVersion": revision, "capabilities": capabilities or {}, "clientInfo": {"name": "desk", "version": "1"}}
        answer = self.ask("initialize", params)
        self.write({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return answer["result"]

    def end(self):
        """Closes the input; returns the seconds until the process ended."""
        begun = time.monotonic()
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        self.process.wait(LIMIT)
        return time.monotonic() - begun


@contextlib.contextmanager
def pipe(folder, name, **settings):
    running = Pipe(folder, name, **settings)
    try:
        yield running
    finally:
        running.process.kill()
        running.process.wait()


def text_of(answer):
    return "\n".join(block.get("text", "") for block in answer.get("result", {}).get("content", []))


def item_of(answer):
    return answer["result"]["structuredContent"]["artifacts"][0]["data"][0]


def run(folder):
    local = {"TORII_DATA_DIR": folder / "desk", "TORII_LOG_LEVEL": "notice", "TORII_MODEL": "phrasebook"}
    with section("a session of an assistant over a data folder"):
        assistant(folder, local)
    with section("wrong lines"):
        wrong(folder, local)
    with section("without a session"):
        stateless(folder, local)
    with section("a server behind it"), torii(folder, TORII_LOG_LEVEL="notice", TORII_MODEL="phrasebook") as server:
        address = {"TORII_URL": f"http://127.0.0.1:{server.port}", "TORII_TOKEN": TOKEN}
        conversation(folder, "bridge", address)
        server.send("POST", "/v1/tools/createInventory", {"title": "cups"})
        with pipe(folder, "bridge-2", **address) as desk:
            desk.begin()
            check("what the server has is seen", "cups" in text_of(desk.call("getInventoryList")))
        with pipe(folder, "bridge-3", **address | {"TORII_TOKEN": "torii_wrong"}) as desk:
            said = refusal(desk)
            check("a wrong token is told", "token" in said.lower() or "401" in said, said)
        with pipe(folder, "shared", TORII_DATA_DIR=server.data, TORII_TOKEN=TOKEN) as desk:
            desk.begin()
            check(
                "a folder that a server uses is reached through it",
                "cups" in text_of(desk.call("getInventoryList")),
                desk.log.read_text()[-400:],
            )
    with section("no server"), pipe(folder, "nobody", TORII_URL="http://127.0.0.1:9", TORII_TOKEN=TOKEN) as desk:
        said = refusal(desk)
        check("a server that is not there is told", "127.0.0.1:9" in said or "reach" in said, said)
    with section("the clients' own transports"):
        os.environ["MCP_COMMAND"] = str(BUILT / "torii")
        for python in (MCP, MCP_1):
            clients.run(python, "mcp_stdio_client.py", Servers(0, 0, 0, 0))


def refusal(desk):
    """Returns what a client that cannot be served is told: in the error or at the end of the log."""
    with contextlib.suppress(AssertionError, OSError, queue.Empty):
        params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "desk", "version": "1"}}
        answer = desk.ask("initialize", params)
        if "result" in answer:
            answer = desk.ask("tools/list")
        return json.dumps(answer)
    return desk.log.read_text()[-600:]


def assistant(folder, settings):
    """The session that is shown: a list, a new item, a change, a deletion that is declined and then approved."""
    transcript, seconds = conversation(folder, "desk", settings)
    check("it ends when its input ends", seconds < 10, seconds)
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in transcript)
    print(text if len(text) < 30_000 else text[:30_000], flush=True)
    if os.environ.get("MCP_TRANSCRIPT"):
        with open(os.environ["MCP_TRANSCRIPT"], "w") as file:
            file.write(text)


def conversation(folder, name, settings):
    with pipe(folder, name, **settings) as desk:
        agreed = desk.begin(capabilities=FORM)
        check(f"{name}: the revision is agreed", agreed["protocolVersion"] == "2025-11-25", agreed)
        tools = {tool["name"] for tool in desk.ask("tools/list")["result"]["tools"]}
        check(f"{name}: the tools are listed", {"createInventory", "deleteInventory"} <= tools, tools)
        item = item_of(desk.call("createInventory", {"title": "green tea", "quantity": 3, "unit": "box"}))
        changed = desk.call("updateInventory", {"id": item["id"], "quantity": 5})
        check(f"{name}: an item is changed", "5" in text_of(changed), changed)
        kept = desk.call("deleteInventory", {"id": item["id"]}, {"action": "decline"})
        check(f"{name}: nothing is deleted when the person declines", kept["result"].get("isError"), kept)
        check(f"{name}: the question names the item", "green tea" in desk.question["message"], desk.question)
        gone = desk.call("deleteInventory", {"id": item["id"]}, {"action": "accept", "content": {"approve": True}})
        check(f"{name}: it is deleted when the person approves", not gone["result"].get("isError"), gone)
        none = desk.call("getInventory", {"id": item["id"]})
        check(f"{name}: it is gone", none["result"].get("isError"), none)
        seconds = desk.end()
        rest = desk.lines.get(timeout=LIMIT)
        check(f"{name}: only messages are on the output", rest is None, rest)
        return desk.transcript, seconds


def wrong(folder, settings):
    with pipe(folder, "wrong", **settings) as desk:
        for line, name in (
            (b"hello", "no JSON"), (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', "a batch"),
            (b'{"jsonrpc":"2.0","id":{},"method":"ping"}', "an id that is none"),
            (b"\xff\xfe", "no UTF-8"), (b'{"jsonrpc":"2.0","id":1,"method":"' + b"x" * (6 << 20) + b'"}', "a line of 6 MiB"),
        ):  # fmt: skip
            desk.raw(line)
            answer = desk.next()
            check(f"{name}: an error", answer and answer["error"]["code"] in (-32700, -32600, -32601, -32602), str(answer)[:200])
        desk.raw(b"")
        desk.raw(b'{"jsonrpc":"2.0","method":"notifications/unknown"}')
        desk.raw(b'{"jsonrpc":"2.0","id":"torii-9","result":{}}')
        answer = desk.ask("tools/list")
        check("a call before initialize is an error", "error" in answer, answer)
        desk.begin()
        check("then the session starts", "tools" in desk.ask("tools/list")["result"])
        desk.last = 100
        for id in range(1000):
            desk.raw(json.dumps({"jsonrpc": "2.0", "id": f"p{id}", "method": "ping"}).encode())
        answers = {desk.next()["id"] for _ in range(1000)}
        check("1,000 requests at once are answered, each once", len(answers) == 1000, len(answers))
        seconds = desk.end()
        check("it ends when its input ends", seconds < 10 and desk.process.returncode == 0, (seconds, desk.process.returncode))


def stateless(folder, settings):
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": FORM,
    }
    with pipe(folder, "stateless", **settings) as desk:
        found = desk.ask("server/discover", {"_meta": meta})
        check("discovery answers without a session", "2026-07-28" in found["result"]["supportedVersions"], found)
        made = desk.ask("tools/call", {"name": "createInventory", "arguments": {"title": "cup"}, "_meta": meta})
        call = {"name": "deleteInventory", "arguments": {"id": item_of(made)["id"]}, "_meta": meta}
        asked = desk.ask("tools/call", call)["result"]
        check("a deletion asks", asked["resultType"] == "input_required", asked)
        yes = {"inputResponses": {"approval": {"action": "accept", "content": {"approve": True}}}, "requestState": asked["requestState"]}
        gone = desk.ask("tools/call", call | yes)
        check("the answer deletes", not gone["result"].get("isError"), gone)
