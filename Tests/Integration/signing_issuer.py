"""A small OpenID issuer: discovery, keys, registration of clients, a sign-in without a form, and tokens for the resource that is named."""

import base64
import contextlib
import hashlib
import json
import secrets
import time
import urllib.parse

from loopback import Handler, listening
from rs256 import Key

PERSON = "anna"


class Request(Handler):
    def do_GET(self):
        issuer, path = self.server.owner, urllib.parse.urlsplit(self.path)
        issuer.requests.append(path.path)
        match path.path:
            case "/.well-known/openid-configuration" | "/.well-known/oauth-authorization-server":
                self.json(issuer.discovery)
            case "/keys":
                self.json({"keys": [key.public for key in issuer.keys]})
            case "/authorize":
                self.authorize(dict(urllib.parse.parse_qsl(path.query)))
            case _:
                self.json({}, 404)

    def do_POST(self):
        issuer, body = self.server.owner, self.rfile.read(int(self.headers["Content-Length"]))
        match self.path:
            case "/register":
                asked = json.loads(body)
                made = {"client_id": secrets.token_hex(8), "token_endpoint_auth_method": "none"}
                self.json(asked | made, 201)
            case "/token":
                self.token(dict(urllib.parse.parse_qsl(body.decode())))
            case _:
                self.json({}, 404)

    def authorize(self, query):
        """Signs the person in at once."""
        issuer, code = self.server.owner, secrets.token_hex(16)
        issuer.codes[code] = query
        back = {"code": code, "state": query.get("state", ""), "iss": issuer.url}
        self.send_response(302)
        self.send_header("Location", f"{query['redirect_uri']}?{urllib.parse.urlencode(back)}")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def token(self, form):
        issuer = self.server.owner
        query = issuer.codes.pop(form.get("code"), None)
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if query is None or query.get("code_challenge") != challenge or query["client_id"] != form.get("client_id"):
            return self.json({"error": "invalid_grant"}, 400)
        issuer.asked.append(form.get("resource"))
        token = issuer.token(aud=form.get("resource", query["client_id"]), client_id=query["client_id"])
        self.json({"access_token": token, "token_type": "Bearer", "expires_in": 3600})

    def json(self, value, status=200):
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


class SigningIssuer:
    """The issuer, with its keys, of which the first one signs, and its requests, and the resources that tokens were asked for."""

    def __init__(self):
        self.keys = [Key("first")]
        self.codes, self.asked, self.requests = {}, [], []

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def discovery(self):
        return {
            "issuer": self.url, "jwks_uri": f"{self.url}/keys", "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token", "registration_endpoint": f"{self.url}/register", "response_types_supported": ["code"],
            "grant_types_supported": ["authorization_code"], "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["none"], "authorization_response_iss_parameter_supported": True,
        }  # fmt: skip

    def token(self, key=None, header=None, **claims):
        """Returns a token of an hour; a claim that is `None` is left out."""
        now = int(time.time())
        all = {"iss": self.url, "sub": PERSON, "iat": now, "exp": now + 3600, "jti": secrets.token_hex(8)} | claims
        return (key or self.keys[0]).token({name: value for name, value in all.items() if value is not None}, **(header or {}))

    @contextlib.contextmanager
    def running(self):
        with listening(Request, self) as self.port:
            yield self
