"""`torii issuers test` with the tokens of six common mistakes: each is named, with its remedy."""

import subprocess
import time

from checks import check
from rs256 import Key
from servers import BUILT, clean_environment
from signing_issuer import SigningIssuer
from torii import TOKEN

API = "https://api.example"
REALM = "https://keycloak.example/realms/app"
OWN, OTHER = "8d1b3f7e-0a51-4f0e-9c4e-6f6d2f0c1a11", "5c0a9d42-77ab-4be6-8e1f-0d5b9e3f2b22"
GRAPH = "00000003-0000-0000-c000-000000000000"
ENTRA = "https://login.microsoftonline.com/{}/v2.0"


def try_all(server):
    """Adds a Keycloak and an Entra ID whose keys are here, and tries the tokens."""
    with SigningIssuer().running() as issuer:
        id, _ = server.client_with_users("mistakes")
        keys = f"{issuer.url}/keys"
        rows = {
            "keycloak": {"preset": "keycloak", "tenants": ["keycloak.example/app"], "audiences": [API], "keys": keys},
            "entra": {"preset": "entra", "tenants": [OWN], "audiences": [API], "keys": keys},
        }
        for name, settings in rows.items():
            status, _, text = server.admin("POST", f"clients/{id}/issuers", {"name": name, "settings": settings})
            check(f"{name} is added", status == 201, text)
        now = int(time.time())
        entra = {"tid": OWN, "oid": "1", "ver": "2.0"}
        tokens = {
            "a right token": (issuer.token(iss=REALM, aud=[API, "account"], azp="phone"), 0, ["Accepted by keycloak"]),
            "aud: account": (issuer.token(iss=REALM, aud="account", azp="phone"), 1, ["account", "audience mapper", "--party"]),
            "a token for Graph": (issuer.token(iss=ENTRA.format(OWN), aud=GRAPH, **entra), 1, ["Microsoft Graph", "Expose an API"]),
            "an ID token": (
                issuer.token(iss=REALM, aud="phone", azp="phone", nonce="n", typ="ID", header={"typ": "JWT"}),
                1,
                ["ID token", "Send the access token"],
            ),
            "an expired token": (issuer.token(iss=REALM, aud=API, iat=now - 7200, exp=now - 3600), 1, ["expired", "refresh"]),
            "another tenant": (
                issuer.token(iss=ENTRA.format(OTHER), aud=API, **entra | {"tid": OTHER}), 1, [OTHER, "another tenant", "--tenant"],
            ),
            "an unknown key": (issuer.token(Key("staging"), iss=REALM, aud=API), 1, ["no key staging", "torii issuers check"]),
        }  # fmt: skip
        for name, (token, code, words) in tokens.items():
            said = run(server, token)
            is_right = said.returncode == code and all(word in said.stdout for word in words)
            # The last step, above the verdict.
            check(f"`torii issuers test`, {name}", is_right, "\n".join(said.stdout.splitlines()[-2:-1]) + said.stderr)
        check("no user was made", server.admin("GET", f"clients/{id}/users")[1]["users"] == [])


def run(server, token):
    environment = clean_environment(TORII_DATA_DIR=str(server.data), TORII_ADMIN_TOKEN=TOKEN + "_admin")
    command = [BUILT / "torii", "issuers", "test", "mistakes"]
    return subprocess.run(command, input=token, env=environment, capture_output=True, text=True, timeout=60)
