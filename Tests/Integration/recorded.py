"""The answers of a program to a fixed list of requests, so that two versions of it can be compared byte for byte.

    BUILT=folder python3 recorded.py record answers.txt kept      records the answers, and keeps the data folder in `kept`
    BUILT=folder python3 recorded.py read kept again.txt          reads, then deletes, everything in a copy of a kept data folder
    python3 recorded.py compare before.txt after.txt              fails unless both files are the same

The server has a fresh data folder, the built-in model, and the one of `scripted_model.py`. Two clients and an administrator send the requests. Ids, tokens and times are
replaced by placeholders, numbered in the order in which they appear.
"""

import contextlib
import json
import pathlib
import re
import shutil
import sys

import checks
import recorded_steps
import trial
from client import Client
from scripted_model import ScriptedModel
from torii import TOKEN, torii

# The header fields that belong to an answer; the others are those of every answer.
FIELDS = ["Content-Type", "Location", "WWW-Authenticate", "Allow", "Retry-After", "Torii-Run", "Mcp-Session-Id"]

# Each with the name of its placeholders; without a name, all matches have the same one.
PATTERNS = [
    (None, r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)", "‹time›"),
    (None, r"\d{4}-\d\d-\d\d", "‹day›"),
    (None, r"127\.0\.0\.1:\d+", "‹address›"),
    (None, r"(?<=\"last_four\":\")[^\"]*", "‹end›"),
    (None, r"(?<=\"created\":)\d+|(?<=_at\":)\d+", "‹time›"),
    (None, r"(?<=_ms\":)[\d.]+", "‹ms›"),
    (None, r"(?<=\"event_count\":)\d+", "‹count›"),
    (None, r"\b1[0-9]{12}\b", "‹time›"),
    (None, r"(?<=master key )[0-9a-f]+", "‹key›"),
    ("uuid", r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", None),
    ("token", r"torii_[0-9A-Za-z_-]{8,}", None),
    ("id", r"\b[a-z]+_[0-9a-zA-Z]{12,}", None),
    ("text", r"(?<![0-9A-Za-z_-])(?=[A-Za-z_-]*\d)[0-9A-Za-z_-]{20,}", None),
]


class Record:
    """The answers so far, as text without what differs from one time to the next."""

    def __init__(self):
        self.lines, self.seen = [], {}

    def plain(self, text):
        for name, pattern, constant in PATTERNS:
            text = re.sub(pattern, lambda match, name=name, constant=constant: constant or self.place(name, match[0]), text)
        return text

    def place(self, name, text):
        known = self.seen.setdefault(name, {})
        return f"‹{name} {known.setdefault(text, len(known) + 1)}›"

    def add(self, title, answer, text):
        self.lines.append(f"=== {title}\n{answer.status}")
        self.lines += [f"{name}: {self.plain(answer.headers[name])}" for name in FIELDS if answer.headers[name]]
        self.lines.append(self.plain(text))

    def write(self, path):
        pathlib.Path(path).write_text("\n".join(self.lines) + "\n")
        print(f"{path}: {sum(line.startswith('=== ') for line in self.lines)} answers")


class Caller(Client):
    """A client whose answers are recorded."""

    def __init__(self, name, port, token, record):
        super().__init__(port, token, timeout=60)
        self.name, self.record = name, record

    def ask(self, method, path, body=None, **headers):
        """Sends a request, and records the answer; returns its text as JSON, or the text."""
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = self.open(method, path, body, fields)
        with contextlib.closing(answer.connection):
            text = answer.text()
        self.record.add(self.record.plain(f"{self.name}: {method} {path}"), answer, uncommented(text))
        self.headers = answer.headers
        with contextlib.suppress(ValueError):
            return json.loads(text)
        return text


def uncommented(text):
    """Returns an answer without the comments of a stream, which depend on the time."""
    return "\n".join(line for line in text.split("\n") if not line.startswith(":"))


@contextlib.contextmanager
def serving(folder, data, record):
    """Runs a server with its models; returns the two clients and the administrator."""
    with ScriptedModel().running() as script:
        models = {"TORII_MODEL": "phrasebook,openai:m", "OPENAI_API_KEY": "sk-recorded-0001", "TORII_LOG_LEVEL": "warning"}
        with torii(folder, data=data, **script.settings | models) as server:
            yield callers(server, record)


def record_all(folder, path, kept):
    """Records all requests against a new data folder."""
    data, record = folder / "data", Record()
    with serving(folder, data, record) as (first, second, admin):
        made = admin.ask("POST", "/admin/clients", {"name": "second", "scopes": recorded_steps.SCOPES})
        second.token = made["token"]["secret"]
        known = recorded_steps.make(first, second, admin) | {"token": second.token, "client": made["client"]["id"]}
        recorded_steps.read(first, second, admin, known)
    kept = pathlib.Path(kept)
    shutil.rmtree(kept, ignore_errors=True)
    shutil.copytree(data, kept / "data")
    (kept / "known.json").write_text(json.dumps(known))
    # The rest deletes, so it is not in the folder that is kept.
    with serving(folder, data, record) as (first, second, admin):
        second.token = known["token"]
        recorded_steps.read(first, second, admin, known)
        recorded_steps.remove(first, second, admin, known)
    record.write(path)


def read_all(folder, kept, path):
    """Records the requests that only read, against a copy of a data folder that another version may have made."""
    kept, record = pathlib.Path(kept), Record()
    known = json.loads((kept / "known.json").read_text())
    shutil.copytree(kept / "data", folder / "data")
    with serving(folder, folder / "data", record) as (first, second, admin):
        second.token = known["token"]
        recorded_steps.read(first, second, admin, known)
        recorded_steps.remove(first, second, admin, known)
    record.write(path)


def callers(server, record):
    return [
        Caller("first", server.port, TOKEN, record), Caller("second", server.port, "", record),
        Caller("admin", server.port, TOKEN + "_admin", record),
    ]  # fmt: skip


def compare(_, before, after):
    """Checks that two files are the same, and shows the first answer that differs."""
    texts = [pathlib.Path(path).read_bytes() for path in (before, after)]
    checks.check(f"{before} and {after} are the same, {len(texts[0])} bytes", texts[0] == texts[1])
    if texts[0] != texts[1]:
        answers = [text.decode().split("=== ") for text in texts]
        different = next((pair for pair in zip(*answers) if pair[0] != pair[1]), (answers[0][-1], answers[1][-1]))
        print(f"--- {before}\n{different[0]}\n+++ {after}\n{different[1]}")


MODES = {"record": record_all, "read": read_all, "compare": compare}

if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] not in MODES:
        sys.exit(__doc__)
    trial.run(MODES[sys.argv[1]], *sys.argv[2:], minutes=10)
