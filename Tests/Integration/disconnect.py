#!/usr/bin/env python3
"""How long after a client has gone its upstream call is closed: in a stream, in a plain request, before the first token, in a tool.

    python3 Tests/Integration/disconnect.py [--torii .build/release/torii] [--grace 0] [--times 20]

With a grace window the time is counted from its end. Everything is on loopback.
"""

import argparse
import asyncio
import json
import os
import statistics
import sys

sys.dont_write_bytecode = True
from resume import Broken, Torii, Upstream, answer, chunks, request  # noqa: E402


class Endless(Upstream):
    """A model that never ends what it says, and a weather service that never answers; both note when they are left."""

    def __init__(self):
        self.begun = asyncio.Queue()
        self.left = asyncio.Queue()

    async def serve(self, reader, writer):
        try:
            line = (await reader.readuntil(b"\r\n")).decode()
            _, fields = await answer(reader)
            if line.startswith("POST"):
                body = json.loads(await reader.readexactly(int(fields["content-length"])))
                writer.write(
                    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
                )
                text = body["messages"][-1]["content"]
                if text == "tool":
                    function = {"name": "getCurrentWeather", "arguments": '{"city":"Tokyo"}'}
                    call = {"index": 0, "id": "c1", "type": "function", "function": function}
                    self.send(writer, {"choices": [{"index": 0, "delta": {"tool_calls": [call]}}]})
                    self.send(writer, {"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]})
                    writer.write(b"e\r\ndata: [DONE]\n\n\r\n0\r\n\r\n")
                    await writer.drain()
                    return
                if text != "silent":
                    self.send(writer, {"choices": [{"index": 0, "delta": {"content": "word"}}]})
                await writer.drain()
            self.begun.put_nowait(None)
            await reader.read()
            self.left.put_nowait(asyncio.get_running_loop().time())
        except (Broken, ConnectionError, asyncio.IncompleteReadError):
            self.left.put_nowait(asyncio.get_running_loop().time())
        finally:
            writer.close()


async def measure(torii, upstream, text, is_streamed):
    reader, writer = await torii.connect()
    body = {"message": text, "stream": is_streamed}
    writer.write(request("POST", "/v1/chat", body))
    await upstream.begun.get()
    if is_streamed and text == "talk":
        _, fields = await answer(reader)
        async for _ in chunks(reader, fields):
            break
    begin = asyncio.get_running_loop().time()
    writer.transport.abort()
    return await upstream.left.get() - begin


async def main():
    options = argparse.ArgumentParser()
    options.add_argument("--torii", default=".build/release/torii")
    options.add_argument("--grace", type=float, default=0)
    options.add_argument("--times", type=int, default=20)
    options = options.parse_args()
    upstream = Endless()
    port = await upstream.start()
    torii = Torii(options.torii, port)
    base = f"http://127.0.0.1:{port}"
    torii.environment |= {
        "TORII_DISCONNECT_GRACE": str(options.grace),
        "OPEN_METEO_BASE_URL": base,
        "OPEN_METEO_GEOCODING_BASE_URL": base,
        "TORII_TOOLS": "getCurrentWeather",
    }
    await torii.start()
    isLate = False
    try:
        for name, text, is_streamed in [
            ("stream", "talk", True),
            ("plain request", "talk", False),
            ("stream, before the first token", "silent", True),
            ("stream, waiting in a tool", "tool", True),
        ]:
            times = [await measure(torii, upstream, text, is_streamed) for _ in range(options.times)]
            late = sorted(1000 * (time - options.grace) for time in times)
            isLate = isLate or late[-1] > 100
            print(f"{name}: median {statistics.median(late):.1f} ms, longest {late[-1]:.1f} ms after the grace")
    finally:
        await torii.stop()
    return 1 if isLate else 0


if __name__ == "__main__":
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
    sys.exit(asyncio.run(main()))
