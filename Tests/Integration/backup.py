"""Backups of a server during turns and key changes, each restored elsewhere and compared with the original.

    make trial-backup OPTIONS="--times 5 --readers 4"

Each backup is made by `torii backup` while turns, new keys, rotations and new clients continue, and restored by `torii restore` into a
separate folder, on which a server is then started. Counts violations: data acknowledged before the backup that is missing, data that
differs from the original, a fault in the audit chain, the master key in the file.
"""

import argparse
import base64
import json
import subprocess
import threading
import time

import checks
import trial
from client import Client
from servers import BUILT, clean_environment
from torii import TOKEN, torii

# No server listens at this address, so keys are stored and rotated without a check.
SETTINGS = {"TORII_LOG_LEVEL": "error", "TAVILY_BASE_URL": "http://127.0.0.1:9", "TORII_MODEL": "phrasebook"}


def command(*words, **settings):
    """Runs a command of the program and returns its output."""
    environment = clean_environment(**{name: str(value) for name, value in settings.items()})
    done = subprocess.run([BUILT / "torii", *map(str, words)], env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"torii {words[0]} failed: {done.stdout}{done.stderr}")
    return done.stdout


class Load:
    """Writers that run until they are stopped, with the data that the server has acknowledged to them."""

    def __init__(self, server, readers):
        self.server = server
        self.conversations, self.keys, self.clients = [], [], []
        self.faults = []
        self.is_over = threading.Event()
        tasks = [self.take_turns] * readers + [self.change_keys, self.make_clients]
        self.threads = [threading.Thread(target=self.go_on, args=(task, number)) for number, task in enumerate(tasks)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        for thread in self.threads:
            thread.join()

    def go_on(self, task, number):
        count = 0
        try:
            while not self.is_over.is_set():
                task(number, count)
                count += 1
        except Exception as error:
            self.faults.append(repr(error))

    def take_turns(self, number, count):
        status, reply = self.server.ask(f'Add "item {number}-{count}" to the inventory, quantity {count}')
        assert status == 200, reply
        self.conversations.append(reply["conversation"])

    def change_keys(self, _, count):
        """Adds a key, or replaces the latest one."""
        secret = f"tvly-trial-{count}-0123456789abcdef"
        path = "upstreams/tavily/" + ("keys" if count % 3 == 0 else "rotations")
        body = {"secret": secret} if count % 3 == 0 else {"secret": secret, "force": True, "drain_seconds": 1}
        status, made, text = self.server.admin("POST", path, body)
        assert status == 201, text
        self.keys.append(made["key"]["id"] if "key" in made else made["new_key"])

    def make_clients(self, _, count):
        status, made, text = self.server.admin("POST", "clients", {"name": f"client {count}"})
        assert status == 201, text
        self.clients.append((made["client"]["id"], made["token"]["secret"]))
        time.sleep(0.02)

    def acknowledged(self):
        return list(self.conversations), list(self.keys), list(self.clients)


def audit(server):
    """Returns the rows of the audit chain as texts."""
    return server.admin("GET", "audit/export")[2].splitlines()


def conversations(server):
    """Returns the ids of all conversations of the client."""
    ids, cursor = [], ""
    while cursor is not None:
        _, page = server.send("GET", f"/v1/conversations?limit=200{cursor}")
        ids += [row["conversation"] for row in page["conversations"]]
        cursor = "&cursor=" + page["next"] if page.get("next") else None
    return ids


def compare(folder, number, file, made, live):
    """Restores a backup, starts a server on it, compares it with the running one, and returns a row of the table."""
    (known, keys, clients), rows, report, seconds = made
    data = folder / f"restored-{number}"
    data.mkdir(mode=0o700)
    (data / "master.key").write_bytes((live.data / "master.key").read_bytes())
    (data / "master.key").chmod(0o600)
    restored = json.loads(command("restore", file, "--data-dir", data, "--json"))
    with torii(folder, data=data, **SETTINGS) as server:
        there = conversations(server)
        checks.none(f"backup {number}: conversations missing", len(set(known) - set(there)))
        differing = 0
        for one in there:
            status, export = server.send("GET", f"/v1/conversations/{one}")
            differing += status != 200 or (200, export) != live.send("GET", f"/v1/conversations/{one}")
        checks.none(f"backup {number}: conversations that differ", differing)
        stored = {key["id"] for key in server.admin("GET", "upstreams/tavily/keys")[1]["keys"]}
        checks.none(f"backup {number}: keys missing", len(set(keys) - stored))
        refused = [one for one, token in clients if Client(server.port, token).send("GET", "/v1/tools")[0] != 200]
        checks.none(f"backup {number}: clients missing or without their token", len(refused))
        here, all_rows = audit(server), audit(live)
        end = next(at for at, row in enumerate(here) if json.loads(row)["action"] == "database.restore")
        checks.check(f"backup {number}: its {len(rows)} audit rows are there", end >= len(rows))
        checks.none(f"backup {number}: audit rows that differ", sum(a != b for a, b in zip(here[:end], all_rows)))
        verdict = server.admin("GET", "audit/verification")[1]
        checks.check(f"backup {number}: the audit chain is intact", verdict["whole"], verdict)
        asking = {"TORII_ADMIN_TOKEN": TOKEN + "_admin", "TORII_DATA_DIR": data}
        noted = command("audit", "verify", "--noted", report["audit_head"], **asking)
        checks.check(f"backup {number}: the noted head is one of its rows", "is intact" in noted, noted)
    counts = [len(there), len(stored), len(clients), restored["contents"]["audit_rows"]]
    return [number, f"{seconds:.2f}", report["bytes"], *counts]


def back_up(folder, options):
    made, files = [], []
    with torii(folder, **SETTINGS) as live:
        with Load(live, options.readers) as load:
            for number in range(options.times):
                goal = len(load.conversations) + options.turns
                while len(load.conversations) < goal and not load.faults:
                    time.sleep(0.01)
                rows = audit(live)
                known, file = load.acknowledged(), folder / f"backup-{number}"
                begin = time.monotonic()
                report = json.loads(command("backup", file, "--json", TORII_DATA_DIR=live.data))
                made.append((known, rows, report, time.monotonic() - begin))
                files.append(file)
        checks.none("writes that failed meanwhile", len(load.faults), load.faults)
        text = (live.data / "master.key").read_text().splitlines()[0].encode()
        for number, file in enumerate(files):
            content = file.read_bytes()
            checks.none(f"backup {number}: the master key in it", content.count(text) + content.count(base64.b64decode(text)))
            checks.check(f"backup {number}: mode 0600", file.stat().st_mode & 0o777 == 0o600)
        rows = [compare(folder, number, file, made[number], live) for number, file in enumerate(files)]
    checks.table(["backup", "seconds", "bytes", "conversations", "keys", "clients", "audit rows"], rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5, help="how many backups (5)")
    parser.add_argument("--turns", type=int, default=100, help="how many turns before each of them (100)")
    parser.add_argument("--readers", type=int, default=4, help="how many clients take turns at a time (4)")
    trial.run(back_up, parser.parse_args())
