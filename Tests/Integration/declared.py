"""Calls of a declared tool while its key is rotated and its file changes: no call may fail, and none may mix two versions of the file.

`make trial-declared` runs it: 10,000 calls on eight connections, 20 rotations and 50 changes. `CALLS=1000 RATE=50` set another load. Each
version of the file has its number in the path and in a header field of the request; the API compares them. A rotation makes the API accept
the new key, swaps it, and withdraws the key before the last, whose calls have ended.
"""

import collections
import http.server
import json
import os
import threading
import time

import trial
from checks import check, section
from torii import TOKEN, torii

CALLS = int(os.environ.get("CALLS") or 10_000)
# The folder is looked at every two seconds, so that 50 changes are seen in two minutes.
RATE = float(os.environ.get("RATE") or 75)
THREADS, ROTATIONS, CHANGES = 8, 20, 50


class API(http.server.BaseHTTPRequestHandler):
    """An API that accepts some keys and compares the two places of the version."""

    protocol_version = "HTTP/1.1"
    keys, counts = {"key-0"}, collections.Counter()

    def do_GET(self):
        _, version, number = (self.path.split("/") + ["", ""])[:3]
        is_known = self.headers.get("Authorization", "").removeprefix("Bearer ") in self.keys
        is_whole = "v" + self.headers.get("X-Version", "") == version or version == "me"
        self.counts["refused" if not is_known else "whole" if is_whole else "mixed"] += 1
        body = json.dumps({"number": number, "version": version}).encode()
        self.send_response(401 if not is_known else 200 if is_whole else 500)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def write(path, port, version):
    """Replaces the file by a version of it, as editors do: at once."""
    text = f"""torii: 1
upstream: api
base: http://127.0.0.1:{port}
auth: [{{bearer: "{{key}}"}}]
check: {{get: /me}}
limits: {{concurrent: 64}}
retry: 1
tools:
  - name: echoNumber
    description: Returns a number.
    effect: reads
    arguments: {{number: {{type: integer}}}}
    required: [number]
    request: {{get: "/v{version}/{{number}}", headers: {{X-Version: "{version}"}}}}
    answer: {{fields: {{number: $.number, version: $.version}}}}
"""
    new = path.with_name(".new")
    new.write_text(text)
    new.replace(path)


class Load:
    """Calls on several connections until all are made."""

    def __init__(self, instance):
        self.instance, self.lock = instance, threading.Lock()
        self.begin = time.monotonic()
        self.next, self.failures, self.versions = 0, collections.Counter(), collections.Counter()

    def run(self):
        threads = [threading.Thread(target=self.call_on) for _ in range(THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def call_on(self):
        connection = self.instance.connection()
        while True:
            with self.lock:
                number, self.next = self.next, self.next + 1
            if number >= CALLS:
                return connection.close()
            time.sleep(max(0, self.begin + number / RATE - time.monotonic()))
            answer = self.instance.open("POST", "/v1/tools/echoNumber", {"number": number}, connection=connection)
            value = answer.json()
            summary = value.get("summary", "")
            with self.lock:
                if value.get("status") != "completed" or f"number: {number};" not in summary:
                    self.failures[str(value.get("detail") or summary)[:200]] += 1
                else:
                    self.versions[summary.split("version: ")[1].split("\n")[0]] += 1


def rotate(instance, load):
    """Rotates the key at equal shares of the calls."""
    for rotation in range(1, ROTATIONS + 1):
        while load.next < CALLS * rotation // (ROTATIONS + 2):
            time.sleep(0.01)
        API.keys.add(f"key-{rotation}")
        API.keys.discard(f"key-{rotation - 2}")
        status, _, text = instance.admin("POST", "upstreams/api/rotations", {"secret": f"key-{rotation}"})
        check(f"rotation {rotation} is accepted", status in (200, 201, 202), text[:200])


def change(path, port, load):
    """Changes the file at equal shares of the calls, as fast as it is looked at."""
    for version in range(1, CHANGES + 1):
        while load.next < CALLS * version // (CHANGES + 2):
            time.sleep(0.01)
        write(path, port, version)


def run(folder):
    api = http.server.ThreadingHTTPServer(("127.0.0.1", 0), API)
    api.request_queue_size = 128
    threading.Thread(target=api.serve_forever, daemon=True).start()
    port = api.server_address[1]
    tools = folder / "tools"
    tools.mkdir()
    write(tools / "api.yaml", port, 0)
    settings = {"TORII_TOOLS_DIR": tools, "TORII_TOOLS_HOSTS": "127.0.0.1", "TORII_LOG_LEVEL": "notice"}
    with torii(folder, **settings) as instance, section("a declared tool under change"):
        status, _, text = instance.admin("POST", "upstreams/api/keys", {"secret": "key-0"})
        check("the key is added and checked", status in (200, 201), text[:200])
        load = Load(instance)
        others = [
            threading.Thread(target=rotate, args=(instance, load)),
            threading.Thread(target=change, args=(tools / "api.yaml", port, load)),
        ]
        for thread in others:
            thread.start()
        load.run()
        for thread in others:
            thread.join()
        taken = instance.log.read_text().count("The tools of a file are offered") - 1
        check(f"all of {CALLS} calls have an answer", sum(load.versions.values()) == CALLS, dict(load.failures))
        check("no call mixed two versions", API.counts["mixed"] == 0, dict(API.counts))
        check("no call was refused", API.counts["refused"] == 0, dict(API.counts))
        check("changes were taken up", taken > 0 and len(load.versions) > 1, taken)
        print(f"{CALLS} calls, {ROTATIONS} rotations, {CHANGES} changes of which {taken} were seen; versions: {len(load.versions)}")
    api.shutdown()


if __name__ == "__main__":
    trial.run(run)
