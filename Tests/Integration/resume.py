#!/usr/bin/env python3
"""Resume torture: many runs, each reader dropped at random and reattached, the server killed with -9 and started again between.

Counts what a reader must never see: an event missing, doubled or out of order, a stream that ends without a terminal event, a
replay that differs from what was read live, and a conversation that is damaged. Everything is on loopback; only the standard
library is used. Exits with 1 when any count is not 0.

    python3 Tests/Integration/resume.py [--torii .build/release/torii] [--runs 500] [--kills 20] [--tokens 20] [--seed 1]
"""

import argparse
import asyncio
import json
import os
import random
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections import Counter

TERMINAL = {"run.completed", "run.failed", "run.cancelled", "run.interrupted"}
TOKEN = "torii_token_of_the_resume_test"


class Broken(Exception):
    """The connection ended before the answer did."""


async def answer(reader):
    """Reads an HTTP header; gives the status (0 for a request) and the header's fields."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, ConnectionError) as error:
        raise Broken() from error
    lines = head.decode().split("\r\n")
    fields = dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line)
    return int(lines[0].split(" ")[1]) if lines[0].startswith("HTTP/") else 0, fields


async def chunks(reader, fields):
    """The pieces of a body as they arrive."""
    try:
        if "content-length" in fields:
            yield await reader.readexactly(int(fields["content-length"]))
            return
        while True:
            size = int((await reader.readuntil(b"\r\n")).strip(), 16)
            piece = await reader.readexactly(size + 2)
            if size == 0:
                return
            yield piece[:-2]
    except (asyncio.IncompleteReadError, ConnectionError, ValueError) as error:
        raise Broken() from error


def request(method, path, body=None, headers=()):
    content = json.dumps(body).encode() if body is not None else b""
    lines = [f"{method} {path} HTTP/1.1", "Host: torii", f"Authorization: Bearer {TOKEN}"]
    lines += [f"{name}: {value}" for name, value in headers]
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + content


class Upstream:
    """Speaks OpenAI's chat completions: numbered tokens at a pace, or a short answer to "short"."""

    def __init__(self, tokens, pace):
        self.tokens, self.pace = tokens, pace

    async def start(self):
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0, backlog=1024)
        return self.server.sockets[0].getsockname()[1]

    async def serve(self, reader, writer):
        try:
            while True:
                _, fields = await answer(reader)
                body = json.loads(await reader.readexactly(int(fields["content-length"])))
                text = body["messages"][-1]["content"]
                texts = ["fine"] if text == "short" else [f"t{number} " for number in range(self.tokens)]
                writer.write(
                    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
                )
                for text in texts:
                    self.send(writer, {"choices": [{"index": 0, "delta": {"content": text}}]})
                    await writer.drain()
                    if len(texts) > 1:
                        await asyncio.sleep(self.pace)
                self.send(writer, {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
                data = b"data: [DONE]\n\n"
                writer.write(b"%x\r\n%s\r\n0\r\n\r\n" % (len(data), data))
                await writer.drain()
        except (Broken, ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    @staticmethod
    def send(writer, value):
        value |= {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}
        data = b"data: " + json.dumps(value).encode() + b"\n\n"
        writer.write(b"%x\r\n%s\r\n" % (len(data), data))


class Torii:
    """The server, which can be killed and started again on the same folder."""

    def __init__(self, binary, upstream):
        self.binary = os.path.abspath(binary)
        self.folder = tempfile.mkdtemp(prefix="torii-resume-")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.environment = {
            "PATH": os.environ["PATH"],
            "TORII_PORT": str(self.port),
            "TORII_DATA_DIR": self.folder + "/var",
            "TORII_MODEL": "openai:m",
            "OPENAI_BASE_URL": f"http://127.0.0.1:{upstream}",
            "TORII_CLIENT_TOKEN": TOKEN,
            "TORII_ADMIN_TOKEN": TOKEN + "_admin",
            "TORII_LOG_LEVEL": "error",
        }

    async def start(self):
        self.process = await asyncio.create_subprocess_exec(
            self.binary, "serve", env=self.environment, cwd=self.folder, stdout=asyncio.subprocess.DEVNULL
        )
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.close()
                return
            except OSError:
                if self.process.returncode is not None:
                    sys.exit(f"the server ended by itself with {self.process.returncode}")
                await asyncio.sleep(0.01)

    async def kill(self):
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()

    async def stop(self):
        self.process.terminate()
        await self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    async def connect(self):
        while True:
            try:
                return await asyncio.open_connection("127.0.0.1", self.port)
            except OSError:
                await asyncio.sleep(0.02)

    async def json(self, method, path, body=None, headers=()):
        """One plain exchange, tried again while the server is away."""
        while True:
            reader, writer = await self.connect()
            try:
                writer.write(request(method, path, body, headers))
                status, fields = await answer(reader)
                return status, json.loads(b"".join([piece async for piece in chunks(reader, fields)]) or b"null")
            except (Broken, ConnectionError):
                await asyncio.sleep(0.02)
            finally:
                writer.close()


class Run:
    """One run and its reader."""

    def __init__(self, torii, number, dice, tokens, counts):
        self.torii, self.number, self.counts = torii, number, counts
        self.key = f"resume-{number}"
        self.drops = sorted((dice.randrange(0, tokens) for _ in range(dice.randint(1, 5))), reverse=True)
        self.events = []
        self.id = None

    async def read(self):
        while not self.events or self.events[-1][1] not in TERMINAL:
            try:
                await self.attach()
            except (Broken, ConnectionError):
                self.counts["broken connections"] += 1
                await asyncio.sleep(0.02)

    async def attach(self):
        reader, writer = await self.torii.connect()
        try:
            if self.id is None:
                body = {"message": f"run {self.number}", "stream": True, "on_disconnect": "finish"}
                writer.write(request("POST", "/v1/chat", body, [("Idempotency-Key", self.key)]))
            else:
                last = [("Last-Event-ID", self.events[-1][0])]
                writer.write(request("GET", f"/v1/runs/{self.id}/events", None, last))
            status, fields = await answer(reader)
            if status == 204:
                self.counts["ended without a terminal event"] += 1
                self.events.append((None, "run.failed", None))
                return
            if status != 200:
                await self.refused(status, b"".join([piece async for piece in chunks(reader, fields)]))
                return
            buffer = b""
            async for piece in chunks(reader, fields):
                buffer += piece
                while b"\n\n" in buffer:
                    frame, buffer = buffer.split(b"\n\n", 1)
                    self.take(frame)
                    if self.drops and len(self.events) > self.drops[-1]:
                        self.drops.pop()
                        self.counts["drops"] += 1
                        return
            if self.events[-1][1] not in TERMINAL:
                self.counts["ended without a terminal event"] += 1
        finally:
            # Without a word to the other side.
            writer.transport.abort()

    async def refused(self, status, body):
        """A run that ended before it had said anything is told as its problem: its events are there all the same."""
        problem = json.loads(body)
        if "run" in problem:
            self.counts[f"ended with {status}"] += 1
            self.id = problem["run"]
            _, replay = await self.torii_events()
            for event in replay:
                self.check(event)
            return
        self.counts[f"refused with {status}"] += 1
        await asyncio.sleep(0.1)

    def take(self, frame):
        lines = [line for line in frame.decode().split("\n") if not line.startswith(":")]
        fields = dict(line.split(": ", 1) for line in lines)
        self.check((fields["id"], fields["event"], fields["data"]))

    def check(self, event):
        run, sequence = event[0].rsplit(":", 1)
        if self.id is None:
            self.id = run
        expected = len(self.events)
        if run != self.id or int(sequence) > expected:
            self.counts["missing or out of order"] += 1
        elif int(sequence) < expected:
            self.counts["doubled"] += 1
        if self.events and self.events[-1][1] in TERMINAL:
            self.counts["after the end"] += 1
        self.events.append(event)

    async def torii_events(self):
        """The run's events from its beginning, as the server has them now."""
        while True:
            reader, writer = await self.torii.connect()
            try:
                writer.write(request("GET", f"/v1/runs/{self.id}/events"))
                status, fields = await answer(reader)
                text = b"".join([piece async for piece in chunks(reader, fields)]).decode()
                events = []
                for frame in text.split("\n\n")[:-1]:
                    lines = dict(l.split(": ", 1) for l in frame.split("\n") if not l.startswith(":"))
                    events.append((lines["id"], lines["event"], lines["data"]))
                return status, events
            except (Broken, ConnectionError):
                await asyncio.sleep(0.02)
            finally:
                writer.close()

    async def audit(self, tokens):
        """Afterwards: the replay, the text, and the conversation, which takes its next turn."""
        _, replay = await self.torii_events()
        if replay != self.events:
            self.counts["replay differs"] += 1
        deltas = [json.loads(data)["text"] for _, kind, data in self.events if kind == "message.delta"]
        if deltas != [f"t{number} " for number in range(len(deltas))]:
            self.counts["text damaged"] += 1
        end = self.events[-1][1]
        self.counts[end] += 1
        if end == "run.completed" and len(deltas) != tokens:
            self.counts["text damaged"] += 1
        started = json.loads(self.events[0][2])
        body = {"message": "short", "conversation": started["conversation"]}
        status, reply = await self.torii.json("POST", "/v1/chat", body)
        _, export = await self.torii.json("GET", f"/v1/conversations/{started['conversation']}")
        said = [message["text"] for message in export.get("messages", [])]
        before = [f"run {self.number}", "".join(deltas)] if end == "run.completed" else []
        if status != 200 or reply["message"]["text"] != "fine" or said != before + ["short", "fine"]:
            self.counts["conversations damaged"] += 1


async def main():
    options = argparse.ArgumentParser()
    options.add_argument("--torii", default=".build/release/torii")
    options.add_argument("--runs", type=int, default=500)
    options.add_argument("--kills", type=int, default=20)
    options.add_argument("--tokens", type=int, default=20)
    options.add_argument("--pace", type=float, default=0.04)
    options.add_argument("--at-once", type=int, default=16)
    options.add_argument("--seed", type=int, default=1)
    options = options.parse_args()
    dice = random.Random(options.seed)
    torii = Torii(options.torii, await Upstream(options.tokens, options.pace).start())
    await torii.start()
    counts = Counter()
    runs = [Run(torii, number, dice, options.tokens, counts) for number in range(options.runs)]
    places = asyncio.Semaphore(options.at_once)
    begin = time.monotonic()

    async def read(run):
        async with places:
            await run.read()

    async def kill():
        for _ in range(options.kills):
            ended = sum(1 for run in runs if run.events and run.events[-1][1] in TERMINAL)
            await asyncio.sleep(dice.uniform(0.3, 1.5))
            if ended < len(runs):
                counts["kills with runs under way"] += 1
            await torii.kill()
            await torii.start()

    try:
        await asyncio.gather(kill(), *(read(run) for run in runs))
        seconds = time.monotonic() - begin
        for run in runs:
            await run.audit(options.tokens)
    finally:
        await torii.stop()
    bad = [
        "missing or out of order", "doubled", "after the end", "ended without a terminal event", "replay differs",
        "text damaged", "conversations damaged",
    ]
    print(f"{options.runs} runs, {options.kills} kills, seed {options.seed}, {seconds:.1f} s")
    print(f"events: {sum(len(run.events) for run in runs)}")
    for name in bad:
        print(f"{name}: {counts[name]}")
    for name in sorted(set(counts) - set(bad)):
        print(f"  ({name}: {counts[name]})")
    return 1 if any(counts[name] for name in bad) else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
