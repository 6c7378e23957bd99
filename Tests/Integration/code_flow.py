"""A person who signs in at an OpenID issuer with a browser, by the code flow with PKCE."""

import base64
import hashlib
import html
import json
import re
import secrets
import urllib.parse
import urllib.request

# Where the app would be; nothing listens there.
BACK = "http://127.0.0.1:1/back"


class Arrived(Exception):
    """The browser was sent back to the app."""


class Redirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, request, file, code, message, headers, address):
        if address.startswith(BACK):
            raise Arrived(address)
        return super().redirect_request(request, file, code, message, headers, address)


class Page:
    """A page with the fields of its form."""

    def __init__(self, answer):
        self.address, self.text = answer.geturl(), answer.read().decode()
        inputs = re.findall(r"<input[^>]*>", self.text)
        named = [(re.search(r'name="([^"]+)"', field), re.search(r'value="([^"]*)"', field)) for field in inputs]
        self.fields = {name[1]: html.unescape(value[1]) if value else "" for name, value in named if name}


def browse(address, forms):
    """Opens a page and fills in one form after the other; returns the address at which the app is called back."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(), Redirects())
    try:
        page = Page(browser.open(address, timeout=30))
        for form in forms:
            body = urllib.parse.urlencode(page.fields | form).encode()
            page = Page(browser.open(page.address, body, timeout=30))
    except Arrived as back:
        return back.args[0]
    raise AssertionError(f"the sign-in ended at {page.address}")


def get(address):
    with urllib.request.urlopen(address, timeout=30) as answer:
        return json.load(answer)


def post(address, body, headers=None):
    with urllib.request.urlopen(urllib.request.Request(address, body, headers or {}), timeout=30) as answer:
        return json.load(answer)


def register(address, **client):
    """Registers the app (RFC 7591); returns its id and secret."""
    body = json.dumps({"redirect_uris": [BACK], "token_endpoint_auth_method": "client_secret_post"} | client).encode()
    made = post(address, body, {"Content-Type": "application/json"})
    return made["client_id"], made["client_secret"]


def sign_in(discovery, client, secret, forms, **more):
    """Signs a person in; returns the answer of the token endpoint."""
    verifier, state = secrets.token_urlsafe(48), secrets.token_urlsafe(8)
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    query = {
        "client_id": client, "response_type": "code", "redirect_uri": BACK, "scope": "openid", "state": state,
        "nonce": secrets.token_urlsafe(8), "code_challenge": challenge, "code_challenge_method": "S256",
    } | more  # fmt: skip
    back = browse(f"{discovery['authorization_endpoint']}?{urllib.parse.urlencode(query)}", forms)
    found = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(back).query))
    if found.get("state") != state or "code" not in found:
        raise AssertionError(f"the sign-in was refused: {found}")
    form = {
        "grant_type": "authorization_code", "code": found["code"], "redirect_uri": BACK, "client_id": client, "client_secret": secret,
        "code_verifier": verifier,
    }  # fmt: skip
    return post(discovery["token_endpoint"], urllib.parse.urlencode(form).encode())


def claims(token):
    """Returns the header and the claims of a token, without a check."""
    return [json.loads(base64.urlsafe_b64decode(part + "==")) for part in token.split(".")[:2]]
