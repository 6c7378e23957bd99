"""MCP clients that sign in at an authorization server of the operator: the client of `mcp` 2, and tokens for other resources."""

import contextlib
import subprocess

import clients
from checks import check, section
from client import Client
from clients import MCP
from mcp_http import Speaker
from servers import BUILT, clean_environment, free_port
from signing_issuer import SigningIssuer
from torii import TOKEN, torii


def run(folder):
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    settings = {"TORII_PUBLIC_URL": url, "TORII_ISSUER_HOSTS": "127.0.0.1:*", "TORII_LOG_LEVEL": "notice"}
    with SigningIssuer().running() as issuer:
        with torii(folder, port=port, **settings) as server:
            with section("an authorization server for MCP"):
                id, _ = server.client_with_users("desk")
                path = "/.well-known/oauth-protected-resource/mcp"
                before = server.send("GET", path)
                check("before, no authorization server is named", not (before[1] or {}).get("authorization_servers"), before)
                row = {"name": "login", "settings": {"issuer": issuer.url, "mcp": True}}
                status, _, text = server.admin("POST", f"clients/{id}/issuers", row)
                check("an issuer is added", status == 201, text)
                document = server.send("GET", path)[1]
                check("it is named as authorization server", document.get("authorization_servers") == [issuer.url], document)
                check("for this resource", document.get("resource") == f"{url}/mcp", document)
                answer = server.open("POST", "/mcp", {}, token="none")
                with contextlib.closing(answer.connection):
                    challenge = answer.headers["WWW-Authenticate"] or ""
                check("401 points to it", answer.status == 401 and f'resource_metadata="{url}{path}"' in challenge, challenge)
            clients.run(MCP, "mcp_sign_in_client.py", [port])
            with section("tokens for MCP"):
                check("the token was asked for this resource", set(issuer.asked) == {f"{url}/mcp"}, issuer.asked)
                resources(server, issuer, url)
                users = server.admin("GET", f"clients/{id}/users")[1]["users"]
                check("the person is one user of the client", len(users) == 1, users)
        with section("an authorization server that no client accepts"):
            other = "https://other.example"
            with torii(folder, data=server.data, TORII_AUTHORIZATION_SERVERS=other, **settings) as server:
                environment = clean_environment(
                    TORII_DATA_DIR=str(server.data), TORII_ADMIN_TOKEN=TOKEN + "_admin", TORII_AUTHORIZATION_SERVERS=other, **settings
                )
                done = subprocess.run([BUILT / "torii", "doctor"], env=environment, capture_output=True, text=True, timeout=120)
                check("`torii doctor` names it", f"no client accepts tokens of {other}" in done.stdout, done.stdout + done.stderr)
                status, answer = server.send("GET", "/readyz")
                check("/readyz too", other in str(answer), (status, answer))


def resources(server, issuer, url):
    """The audience decides, byte for byte."""
    for audience, expected in {f"{url}/mcp": 200, f"{url}/other": 401, f"{url}/mcp/": 401, "https://torii.example/mcp": 401}.items():
        reply = Speaker(Client(server.port, issuer.token(aud=audience))).stateless("tools/list")
        check(f"a token for {audience.replace(url, '‹url›')}: {expected}", reply.status == expected, reply)
