"""From nothing to an answer: an OpenAPI document becomes tools, its key is added, tried, asked by chat, and rotated under load.

Run it by hand with the OpenAPI document of Qdrant: `BUILT=.build/release python3 -B Tests/Integration/first_tool.py DOCUMENT`. It prints each
command with its output. The API on loopback accepts two keys and answers like Qdrant.
"""

import collections
import http.server
import json
import os
import subprocess
import sys
import threading

import trial
from chat_model import ChatModel
from checks import check, section
from scripted_model import user_text
from servers import BUILT, free_port
from torii import TOKEN, torii

COLLECTIONS = {"result": {"collections": [{"name": "books"}, {"name": "films"}]}, "status": "ok", "time": 0.001}
# What a person adds to the imported tool: the items, and sentences for the model without a large model.
ADDITION = """    answer: {select: "$.result.collections[*]", fields: {name: $.name}}
    phrases:
      examples: {en: Show the collections, ja: コレクションを見せて}
      en: ["(show|list) [me] [the|all] collections"]
      ja: ["コレクション[を](見せて|教えて)"]
"""


class API(http.server.BaseHTTPRequestHandler):
    """The API, which counts the calls of each key and the refused ones."""

    protocol_version = "HTTP/1.1"
    keys, counts = {"key-1", "key-2"}, collections.Counter()

    def do_GET(self):
        key = self.headers.get("api-key", "")
        is_known = key in self.keys
        self.counts[key if is_known else "refused"] += 1
        status, value = (200, COLLECTIONS) if is_known else (401, {"status": {"error": "Invalid API key"}})
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *arguments):
        pass


def say(turn):
    """A model that calls the tool, and then says what it found."""
    if turn.outputs:
        turn.text("The collections: " + ", ".join(name for name in ("books", "films") if name in str(turn.outputs)) + ".")
        return turn.finish()
    tools = [tool["function"]["name"] for tool in turn.body.get("tools", [])]
    if "collections" in user_text(turn.body) and "qdrant_getCollections" in tools:
        return turn.call({"call-1": ("qdrant_getCollections", {})})
    turn.text("I cannot look that up.")
    turn.finish()


def run(folder, document):
    api = http.server.ThreadingHTTPServer(("127.0.0.1", 0), API)
    api.request_queue_size = 128
    threading.Thread(target=api.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{api.server_address[1]}"
    tools = folder / "tools"
    tools.mkdir()
    data = folder / "data"
    environment = dict(os.environ, TORII_TOOLS_DIR=str(tools), TORII_TOOLS_HOSTS="127.0.0.1", TORII_DATA_DIR=str(data))
    environment["TORII_ADMIN_TOKEN"] = TOKEN + "_admin"

    def command(*words, input=None, fails=False):
        shown = "torii " + " ".join(f"'{word}'" if " " in word or "{" in word else word for word in words)
        print("$ " + (f"printf {input} | " if input else "") + shown)
        done = subprocess.run([BUILT / "torii", *words], input=input, capture_output=True, text=True, env=environment, cwd=folder)
        print(done.stdout + done.stderr, end="", flush=True)
        check("the command " + ("is refused" if fails else "succeeds"), (done.returncode != 0) == fails)
        return done.stdout

    with section("import"):
        command("tools", "import", document, "--upstream", "qdrant", "--base", base, "--only", "GET /collections", "--output", "tools")
        path = tools / "qdrant.yaml"
        text = path.read_text()
        lines = [line for line in text.splitlines(True) if "optional" not in line]
        text = "".join(lines)
        first = text.index("    request: {get: /collections}")
        end = text.index("\n", first) + 1
        text = text[:end] + ADDITION + text[end:]
        start = text.index("auth:")
        text = text[:start] + 'auth: {header: {api-key: "{key}"}}\ncheck: {get: /collections}\n' + text[text.index("origin:", start) :]
        path.write_text(text)
        print(text)
        command("tools", "check")

    with section("key and trial, without a server"):
        command("keys", "add", "qdrant", input="wrong", fails=True)
        command("keys", "add", "qdrant", input="key-1")
        command("tools", "list")
        command("tools", "try", "qdrant_getCollections")

    settings = {name: environment[name] for name in ("TORII_TOOLS_DIR", "TORII_TOOLS_HOSTS")}
    with ChatModel(say).running() as model, torii(
        folder, data, TORII_MODELS_ALLOWED="phrasebook", **settings, **model.settings
    ) as server:
        with section("chat"):
            for name, question, answer in [
                ("openai:m", "Which collections are there?", "books, films"),
                ("phrasebook", "Show me the collections", "books"),
                ("phrasebook", "コレクションを教えて", "films"),
            ]:
                body = {"model": name, "messages": [{"role": "user", "content": question}]}
                reply = server.open("POST", "/v1/chat/completions", body).json()
                text = reply["choices"][0]["message"]["content"]
                print(f"{name}: {question} → {text!r}")
                check("the answer has what the API said", answer in text, text)

        with section("rotation under load"):
            environment["TORII_ADMIN_URL"] = f"http://127.0.0.1:{server.port}"
            statuses, end = collections.Counter(), threading.Event()

            def load():
                connection = server.connection()
                while not end.is_set():
                    answer = server.open("POST", "/v1/tools/qdrant_getCollections", {}, connection=connection)
                    statuses[answer.json().get("status")] += 1
                connection.close()

            threads = [threading.Thread(target=load) for _ in range(4)]
            for thread in threads:
                thread.start()
            while statuses["completed"] < 200:
                end.wait(0.01)
            command("keys", "rotate", "qdrant", input="key-2")
            seen = statuses["completed"]
            while statuses["completed"] < seen + 200:
                end.wait(0.01)
            end.set()
            for thread in threads:
                thread.join()
            API.keys.discard("key-1")
            command("tools", "try", "qdrant_getCollections")
            command("keys", "list")
            check("no call failed", set(statuses) == {"completed"}, dict(statuses))
            check("both keys were used, and only the wrong one was refused", API.counts["refused"] == 1, dict(API.counts))
    api.shutdown()


if __name__ == "__main__":
    trial.run(run, sys.argv[1])
