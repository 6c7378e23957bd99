"""Tokens of real issuers: oidc-provider-mock, canaille and moto's Cognito. A person signs in at each, and the token is sent to Torii.

Then `torii issuers test` is asked about the tokens of common mistakes.
"""

import time

import code_flow
from checks import check, section
from client import Client
from real_issuers import KINDS
from torii import torii
from wrong_tokens import try_all

# The seconds within which a new key is used: the time between two readings of a key set, and that of the reading.
LIMIT = 33
# The requests with new tokens after the first one was accepted.
REQUESTS = 10


def run(folder):
    settings = {"TORII_ISSUER_HOSTS": "127.0.0.1:*", "TORII_PUBLIC_URL": "https://torii.example", "TORII_LOG_LEVEL": "notice"}
    with torii(folder, **settings) as server:
        for kind in KINDS:
            with section(kind.name), kind.start(folder) as issuer:
                accepted(server, issuer)
        with section("wrong tokens"):
            try_all(server)
        check("the server is still there", server.process.poll() is None)
        # None of the people, and no token, is in the log.
        log = server.log.read_text()
        check("no token and no name is in the log", "eyJ" not in log and "anna" not in log)


def status(server, token):
    """Returns the status of a request; 401 also for 429, the answer to the eleventh wrong token in a minute."""
    found = Client(server.port, token).send("GET", "/v1/conversations")[0]
    return 401 if found == 429 else found


def accepted(server, issuer):
    id, _ = server.client_with_users(issuer.name)
    path, name = f"clients/{id}/issuers", issuer.name
    token = issuer.token()
    check(f"{name}: a person signs in", token.count(".") == 2, code_flow.claims(token))
    check(f"{name}: the token is unknown until the issuer is added", status(server, token) == 401)

    bound = issuer.settings
    unbound = {member: bound[member] for member in bound if member != issuer.binding}
    refused, _, text = server.admin("POST", path, {"name": "login", "settings": unbound})
    check(f"{name}: without a binding it cannot be added", refused == 400 and issuer.option in text, text)
    check(f"{name}: and nothing was added", server.admin("GET", path)[1]["issuers"] == [])
    added, answer, text = server.admin("POST", path, {"name": "login", "settings": bound})
    check(f"{name}: with one it is, and its keys are read", added == 201 and answer["issuer"]["keys"], text)
    refused, _, text = server.admin("PATCH", f"{path}/login", {"settings": {issuer.binding: None}})
    check(f"{name}: nor can the binding be removed", refused == 400, text)

    user = Client(server.port, token)
    turn, answer = user.ask("List the inventory")
    check(f"{name}: a turn with the token: 200", turn == 200 and answer["status"] == "completed", answer)
    check(f"{name}: its conversation is the user's", len(user.send("GET", "/v1/conversations")[1]["conversations"]) == 1)
    check(f"{name}: another token of the same person finds it", conversations(server, issuer.token()) == 1)
    trial = server.admin("POST", path + "/test", {"token": token})[1]
    check(f"{name}: the test of the token says yes to each step", trial["accepted"], trial)
    changed = token[:-8] + ("A" if token[-8] != "A" else "B") + token[-7:]
    check(f"{name}: with one letter changed it is unknown", status(server, changed) == 401)
    if issuer.rotate:
        rotated(server, issuer, token)
    server.admin("DELETE", f"{path}/login")
    check(f"{name}: without the issuer the token ends at once", status(server, token) == 401)


def conversations(server, token):
    return len(Client(server.port, token).send("GET", "/v1/conversations")[1].get("conversations", []))


def rotated(server, issuer, former):
    """The issuer signs with a new key, of which nobody tells Torii."""
    issuer.rotate()
    begin = time.monotonic()
    token = issuer.token()
    while (found := status(server, token)) != 200 and time.monotonic() < begin + LIMIT + 10:
        time.sleep(2)
    took = time.monotonic() - begin
    check(f"{issuer.name}: a new key is used within {LIMIT} s", found == 200 and took <= LIMIT, f"{found} after {took:.1f} s")
    after = [status(server, issuer.token()) for _ in range(REQUESTS)]
    check(f"{issuer.name}: after that no new token is refused", after == [200] * REQUESTS, after)
    found = status(server, former)
    is_right = found == (200 if issuer.keeps_former_key else 401)
    check(f"{issuer.name}: a token by the former key is accepted while that is published", is_right, found)
