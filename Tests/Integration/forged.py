"""Forged tokens from many addresses beside honest streams, whose user has a genuine token of the same issuer.

    make trial-forged OPTIONS="--rate 10000 --addresses 20 --seconds 60"

Prints the delay of an honest token before and during the attack. All streams must be whole, no forged token may be accepted, and the
issuer may be asked for its keys three times in that minute.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import http.client
import itertools
import json
import secrets
import threading
import time

import checks
import trial
from checks import check
from honest import STREAMS, Honest
from rs256 import part
from signing_issuer import SigningIssuer
from torii import torii

FREE = {"requests_per_minute": None, "concurrent_runs": None, "tokens_per_day": None, "storage_mb": None}
AUDIENCE = "https://torii.example"
# The requests that may be under way at once.
WORKERS = 200


class Forger:
    """The makers of tokens that look like the issuer's, in turn."""

    def __init__(self, genuine, issuer):
        self.head, self.body, self.seal = genuine.split(".")
        self.issuer = issuer

    def forge(self, **header):
        names = {"alg": "RS256", "typ": "at+jwt", "kid": "first"} | header
        return part(json.dumps({name: value for name, value in names.items() if value is not None}).encode())

    def random(self):
        return part(secrets.token_bytes(256))

    def claims(self, **claims):
        usual = {"iss": self.issuer, "aud": AUDIENCE, "sub": "anna", "exp": int(time.time()) + 600, "jti": secrets.token_hex(8)}
        return part(json.dumps(usual | claims).encode())

    @property
    def kinds(self):
        return {
            "an unknown key": lambda: f"{self.forge(kid=secrets.token_hex(8))}.{self.body}.{self.random()}",
            "no key id": lambda: f"{self.forge(kid=None)}.{self.body}.{self.random()}",
            "a false signature": lambda: f"{self.head}.{self.claims()}.{self.random()}",
            "the signature of another token": lambda: f"{self.head}.{self.claims()}.{self.seal}",
            "no algorithm": lambda: f"{self.forge(alg='none')}.{self.claims()}.",
            "a secret's algorithm": lambda: f"{self.forge(alg='HS256')}.{self.claims()}.{part(secrets.token_bytes(32))}",
            "another issuer": lambda: f"{self.head}.{self.claims(iss=f'https://{secrets.token_hex(4)}.example')}.{self.random()}",
            "text that is none": lambda: "ey" + secrets.token_urlsafe(400) + ".x.y",
        }


class Attack:
    """Requests at a steady rate, each on a connection of its own, from the addresses in turn."""

    def __init__(self, port, forger, options):
        self.port, self.options = port, options
        self.kinds = itertools.cycle(forger.kinds.items())
        self.addresses = itertools.cycle(f"127.0.0.{2 + number}" for number in range(options.addresses))
        self.answers, self.accepted, self.lock = collections.Counter(), [], threading.Lock()

    def run(self):
        begin, count = time.monotonic(), int(self.options.rate / 60 * self.options.seconds)
        with concurrent.futures.ThreadPoolExecutor(max_workers=WORKERS) as pool:
            for number in range(count):
                time.sleep(max(0, begin + number * 60 / self.options.rate - time.monotonic()))
                pool.submit(self.send, next(self.addresses), *next(self.kinds))

    def status(self, address, token):
        """Returns the status of a request from this address, or the name of its fault."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30, source_address=(address, 0))
        try:
            with contextlib.closing(connection):
                connection.request("GET", "/v1/conversations", headers={"Authorization": f"Bearer {token}"})
                return connection.getresponse().status
        except (OSError, http.client.HTTPException) as error:
            return type(error).__name__

    def send(self, address, kind, make):
        status = self.status(address, make())
        with self.lock:
            self.answers[status] += 1
            if status == 200:
                self.accepted.append(kind)


def forge(folder, options):
    settings = {
        "TORII_MODEL": "ollama:m", "TORII_ISSUER_HOSTS": "127.0.0.1:*", "TORII_PUBLIC_URL": AUDIENCE, "TORII_LOG_LEVEL": "error",
    }  # fmt: skip
    with Honest() as honest, SigningIssuer().running() as issuer, torii(folder, OLLAMA_BASE_URL=honest.model, **settings) as server:
        id, _ = server.client_with_users("app", {"plans": {"default": FREE}})
        row = {"name": "login", "settings": {"issuer": issuer.url, "audiences": [AUDIENCE]}}
        status, _, text = server.admin("POST", f"clients/{id}/issuers", row)
        check("the issuer is added", status == 201, text)
        genuine = issuer.token(aud=AUDIENCE)
        honest.begin(server.port, genuine)
        time.sleep(3)
        honest.figures()
        time.sleep(options.quiet)
        calm, asked = honest.figures(), len(issuer.requests)
        attack = Attack(server.port, Forger(genuine, issuer.url), options)
        begin = time.monotonic()
        attack.run()
        took, stormy = time.monotonic() - begin, honest.figures()
        rows = [
            [name, figures.whole, len(figures.faults), f"{figures.delay(50):.1f}", f"{figures.delay(99):.1f}", f"{figures.probe(99):.1f}"]
            for name, figures in (("quiet", calm), ("forged tokens", stormy))
        ]
        checks.table(["", "streams whole", "broken", "p50 ms", "p99 ms", "/healthz p99"], rows)
        sent = sum(attack.answers.values())
        print(f"{sent} forged tokens in {took:.0f} s from {options.addresses} addresses: {dict(attack.answers)}")
        print(f"p99 of an honest token: {stormy.delay(99) - calm.delay(99):+.1f} ms\n")
        checks.none("forged tokens that were accepted", len(attack.accepted), ", ".join(sorted(set(attack.accepted))))
        check("they were refused for what they are", attack.answers[401] + attack.answers[429] > sent * 0.9, dict(attack.answers))
        checks.none(f"honest streams, {STREAMS} at a time, that were broken or refused", len(stormy.faults), "; ".join(stormy.faults[:3]))
        # Its keys are read once in 30 seconds at most.
        requests, most = len(issuer.requests) - asked, 1 + int(took / 30)
        check(f"the issuer is asked {most} times at most", requests <= most, requests)
        late = attack.status("127.0.0.2", issuer.token(aud=AUDIENCE))
        check("a new genuine token is accepted, also from one of these addresses", late == 200, late)
        check("the server is still there", server.process.poll() is None)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rate", type=float, default=10_000, help="forged tokens a minute (10000)")
    parser.add_argument("--addresses", type=int, default=20, help="addresses that send them (20)")
    parser.add_argument("--seconds", type=float, default=60, help="how long (60)")
    parser.add_argument("--quiet", type=float, default=30, help="seconds without them, to compare (30)")
    trial.run(forge, parser.parse_args(), minutes=20)
