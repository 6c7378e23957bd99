"""What an operator does in the console with the users of a client, in English and in Japanese: settings, users, issuers, and tokens that are tested."""

import base64
import contextlib
import hashlib
import hmac
import json
import re
import time

from accessibility import examine
from assistance import SMALL
from browser import check, chromium, context, expect, settled, url
from chat_model import ChatModel
from checks import section
from client import Client
from console import outcome, saved
from console_page import ADMIN, confirm, fill, row, settle, sign_in, type_secret, visit, word
from console_states import WIDE
from torii import torii
from upstream import Upstream

KEY = "sk-0123456789abcdef-user"
AUDIENCE = "https://torii.example"
# An issuer's name for a user is chosen by strangers.
HOSTILE = "<img src=x onerror=alert(1)>"
# More than a page of the list.
MANY = 102

# The base point of P-256 is a public key too; no token is signed by it here.
POINT = ("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296", "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")


def encoded(data):
    """Returns base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def signed(secret, key, **claims):
    """Returns a token of the app's backend."""
    now = int(time.time())
    parts = [{"alg": "HS256", "kid": key}, {"aud": AUDIENCE, "iat": now, "exp": now + 600} | claims]
    text = ".".join(encoded(json.dumps(part).encode()) for part in parts)
    return f"{text}.{encoded(hmac.digest(secret.encode(), text.encode(), hashlib.sha256))}"


class Provider:
    """An OpenID provider, as far as its keys are read."""

    def __init__(self):
        self.model = ChatModel(None, self.get)

    @property
    def url(self):
        return self.model.url

    def get(self, turn):
        if turn.path == "/.well-known/openid-configuration":
            turn.json({"issuer": self.url, "jwks_uri": f"{self.url}/keys"})
        elif turn.path == "/keys":
            x, y = (encoded(bytes.fromhex(part)) for part in POINT)
            turn.json({"keys": [{"kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": "first", "x": x, "y": y}]})
        else:
            turn.json({}, status=404)


@contextlib.contextmanager
def app(folder):
    """A server with a model and a client whose backend may name users, and a provider beside it."""
    provider, upstream = Provider(), Upstream(KEY)
    named = {"TORII_PUBLIC_URL": AUDIENCE, "TORII_ISSUER_HOSTS": "127.0.0.1:*", "OPENAI_API_KEY": KEY}
    with provider.model.running(), upstream.running(), torii(folder, **named, **upstream.settings) as server:
        made = server.admin("POST", "clients", {"name": "phone", "scopes": ["chat", "tools:*", "users"]})[1]
        server.provider, server.app = provider, made["client"]["id"]
        server.backend = Client(server.port, made["token"]["secret"])
        yield server


def name_user(server, name):
    """Sends a request for a user, which makes it; returns its id."""
    status, answer = server.backend.send("GET", "/v1/session", headers={"Torii-User": name})
    if status != 200:
        raise AssertionError(f"the user was answered with {status}: {answer}")
    return answer["user"]


def spend(server, name):
    """Makes a turn for a user, and waits until its usage is stored."""
    status, answer = server.backend.send("POST", "/v1/chat", {"message": "much"}, {"Torii-User": name})
    if status != 200:
        raise AssertionError(f"the turn was answered with {status}: {answer}")
    end = time.monotonic() + 30
    while not server.admin("GET", f"clients/{server.app}/users?q={name}")[1]["users"][0]["tokens"] and time.monotonic() < end:
        time.sleep(0.2)


def perform(playwright, folder):
    with chromium(playwright) as browser:
        for locale in ("en-US", "ja-JP"):
            with app(folder) as server, context(browser, locale=locale) as opened:
                page = opened.new_page()
                sign_in(page, server, "clients")
                for name, part in (("Settings of users", settings), ("Users", users), ("A user", user), ("Issuers", issuers), ("A backend's tokens", backend),
                                   ("All are signed out", all_out), ("An old sign-in", old_sign_in)):  # fmt: skip
                    with section(f"{name}, {locale}"):
                        page.goto(url(server, "/healthz"))
                        page.goto(url(server, "/admin/#/clients"))
                        part(page, server)
                with section(f"An administrator of users alone, {locale}"), context(browser, locale=locale) as other:
                    support(other.new_page(), server)
        for name, options in {"English, light": {}, "Japanese, dark": {"locale": "ja-JP", "color_scheme": "dark"}}.items():
            with section(f"axe on users, {name}"), app(folder) as server, context(browser, **options) as opened:
                page = opened.new_page()
                for state in walk(page, server):
                    examine(page, state)
        with (
            section("Users on a narrow console, with fingers"),
            app(folder) as server,
            context(browser, viewport={"width": 320, "height": 700}, has_touch=True, is_mobile=True) as opened,
        ):
            page = opened.new_page()
            for state in walk(page, server):
                settled(page)
                wide, small = page.evaluate(WIDE), page.evaluate(SMALL, 24)
                check(f"320 pixels need no sideways scroll, and targets have 24, {state}", max(wide) <= 0 and not small, (wide, small[:4]))


def write_json(dialog, value):
    dialog.locator("textarea").last.fill(value if isinstance(value, str) else json.dumps(value))


def settings(page, server):
    path = f"clients/{server.app}/users-settings"
    visit(page, f"clients/{server.app}")
    tabs = page.locator("nav.tabs a")
    check("a client's page has a tab for each part", tabs.count() == 4 and tabs.first.get_attribute("aria-current") == "page", tabs.all_inner_texts())
    tabs.last.click()
    page.locator("button.switch-on").click()
    dialog = page.locator("dialog.user-settings-dialog")
    dialog.locator(".dialog-actions .primary").click()
    dialog.wait_for(state="detached")
    row(page, "plans", "default")
    check("a client is let have users, with the standard plans", server.admin("GET", path)[1]["users"]["plans"]["default"]["tokens_per_day"] == 50_000)
    check("without a ceiling over all of them there is a warning", "torii clients limits" in page.locator(".user-settings .warning").inner_text())
    page.locator("header button.edit").click()
    write_json(dialog, '{"plans": ')
    dialog.locator(".dialog-actions .primary").click()
    said = dialog.locator("textarea").evaluate("node => node.validationMessage")
    check("a text that is no JSON object is refused by the field", said == word(page, "json.form") and dialog.is_visible(), said)
    write_json(dialog, {"plans": {"pro": {"tokens_per_day": 0}}})
    dialog.locator(".dialog-actions .primary").click()
    expect(dialog.locator(".problem")).to_contain_text("users.plans.pro.tokens_per_day")
    check("a wrong number is refused with the name of its member", True)
    server.admin("PUT", path, {"users": {"new_users_per_day": 7000}, "revision": server.admin("GET", path)[1]["revision"]})
    write_json(dialog, {"plans": {"pro": {"tokens_per_day": 2_000_000, "models": ["phrasebook"]}}})
    dialog.locator(".dialog-actions .primary").click()
    expect(dialog.locator(".problem")).to_have_text(word(page, "user-settings.changed"))
    check("the change of somebody else is shown beside the own text", "7000" in dialog.locator("pre").inner_text())
    dialog.locator(".dialog-actions .primary").click()
    dialog.wait_for(state="detached")
    expect(row(page, "plans", "pro")).to_contain_text("2,000,000")
    check("then the own text replaces it", server.admin("GET", path)[1]["users"]["new_users_per_day"] == 10_000)


def users(page, server):
    server.anna, server.ben, server.hostile = (name_user(server, name) for name in ("anna", "ben", HOSTILE))
    for number in range(MANY - 3):
        name_user(server, f"user {number}")
    visit(page, f"clients/{server.app}/users")
    rows = page.locator("#users tbody tr")
    expect(rows).to_have_count(100)
    page.locator("button.users-more").click()
    expect(rows).to_have_count(MANY)
    check("a list is continued, and nobody is in it twice", page.locator("button.users-more").is_hidden())
    search = page.get_by_label(word(page, "users.search"), exact=True)
    for text, found in (("anna", server.anna), (server.ben, server.ben)):
        search.fill(text)
        search.press("Enter")
        # The search before has one row too.
        expect(rows.first).to_have_attribute("data-key", found)
        check("a user is found by its id, and by an issuer's name for it", rows.count() == 1, text)
    check("a person's name is not in the address", "anna" not in page.url and "q=" not in page.url, page.url)
    search.fill("ann")
    search.press("Enter")
    expect(page.locator("#users .empty")).to_have_text(word(page, "users.none.found"))
    check("a part of a name finds nobody", True)
    search.fill("")
    search.press("Enter")
    expect(rows).to_have_count(100)
    server.admin("PATCH", f"clients/{server.app}/users/{server.ben}", {"blocked": True})
    page.get_by_label(word(page, "state"), exact=True).select_option("true")
    expect(rows).to_have_count(1)
    check("the blocked ones are listed", rows.first.get_attribute("data-key") == server.ben and "blocked=true" in page.url)
    check("a blocked one is marked", rows.first.locator(".badge.bad").inner_text().endswith(word(page, "user.blocked")))
    server.admin("PATCH", f"clients/{server.app}/users/{server.ben}", {"blocked": False})
    page.get_by_label(word(page, "state"), exact=True).select_option("")
    spend(server, "ben")
    page.get_by_label(word(page, "users.order"), exact=True).select_option("spend")
    expect(rows.first).to_have_attribute("data-key", server.ben)
    check("the one that has spent most is first", "order=spend" in page.url)
    with page.expect_download() as download:
        page.locator(".save-csv").click()
    text = saved(download)
    check("the list is saved as a table without names of persons", text.count("\r\n") > 100 and "anna" not in text, text.splitlines()[0])


def show(page, server, user):
    visit(page, f"clients/{server.app}/users/{user}")
    expect(page.locator("header h1")).to_have_text(user)


def more(page, action):
    page.locator("header button.more").click()
    page.locator(f"dialog.choices-dialog button.{action}").click()


def user(page, server):
    path = f"clients/{server.app}/users/{server.anna}"
    show(page, server, server.hostile)
    named = page.locator("#identities .subject")
    expect(named).to_have_text(HOSTILE)
    check("an issuer's name for a user is a text and nothing else", named.evaluate("node => node.childElementCount") == 0)
    show(page, server, server.ben)
    meter = page.locator("[role=meter][data-limit=tokens-per-day]")
    meter.wait_for()
    said = meter.get_attribute("aria-valuetext")
    check("the use of its limits is shown", "19,000" in said and "50,000" in said, said)
    check("so is what it has spent", page.locator(".user-spend .tile-value .number").get_attribute("title") == "19,000")
    show(page, server, server.anna)
    meter.wait_for()
    page.locator("header button.edit").click()
    dialog = page.locator("dialog.user-dialog")
    fill(dialog, page, "user.plan", "platinum")
    dialog.locator(".dialog-actions .primary").click()
    expect(dialog.locator(".problem")).to_contain_text("platinum")
    check("a plan that the client does not have is refused", True)
    fill(dialog, page, "user.plan", "pro")
    write_json(dialog, {"concurrent_runs": 1, "tokens_per_month": None})
    dialog.locator(".dialog-actions .primary").click()
    dialog.wait_for(state="detached")
    kept = server.admin("GET", path)[1]
    check("the plan and the limits of one user are changed", kept["user"]["plan"] == "pro" and kept["user"]["limits"] == {"concurrent_runs": 1, "tokens_per_month": None}, kept)
    expect(meter).to_have_attribute("aria-valuetext", re.compile("2,000,000"))
    page.locator("header button.block").click()
    check("before a block the focus is on Cancel", page.locator("dialog.danger-dialog .cancel").evaluate("node => document.activeElement === node"))
    confirm(page)
    page.locator("header button.unblock").wait_for()
    check("a blocked user is refused", server.backend.send("GET", "/v1/session", headers={"Torii-User": "anna"})[0] == 403)
    expect(page.locator(".user .limits")).to_contain_text("2,000,000")
    check("the limits of a blocked user are there in words", page.locator(".user [role=meter]").count() == 0)
    page.locator("header button.unblock").click()
    page.locator("header button.block").wait_for()
    check("and accepted after the block", server.backend.send("GET", "/v1/session", headers={"Torii-User": "anna"})[0] == 200)
    more(page, "sign-out")
    confirm(page)
    expect(page.locator(".user dt", has_text=word(page, "user.valid-from"))).to_have_count(1)
    check("a sign-out is shown with its time", server.admin("GET", path)[1]["user"]["valid_from"] is not None)
    with page.expect_download() as download:
        more(page, "export")
    records = [json.loads(line)["record"] for line in saved(download).splitlines()]
    check("all that is kept is exported", records[0] == "user" and "identity" in records, (download.value.suggested_filename, records))
    more(page, "erase")
    danger = page.locator("dialog.danger-dialog")
    danger.wait_for()
    check("an erasure says what ends, and wants a part of the id", danger.locator("ul.ends li").count() == 3 and danger.locator("button.danger").is_disabled())
    confirm(page, server.anna[-6:])
    expect(page.locator("nav.tabs a[aria-current]")).to_have_text(word(page, "client.part.users"))
    check("the user is gone, and the person is another one", server.admin("GET", path)[0] == 404 and name_user(server, "anna") != server.anna)
    check("the audit names no person", "anna" not in server.admin("GET", "audit?limit=1000")[2])


def add_issuer(page, shape, name):
    page.locator("header .add-issuer").click()
    dialog = page.locator("dialog.issuer-dialog")
    dialog.locator("select").select_option(shape)
    fill(dialog, page, "name", name)
    return dialog


def issuers(page, server):
    visit(page, f"clients/{server.app}/issuers")
    dialog = add_issuer(page, "auth0", "login")
    tenant = dialog.get_by_label(word(page, "issuer.tenant"), exact=True)
    check("a preset asks for its tenant and its binding only", tenant.is_visible() and dialog.get_by_label(word(page, "issuer.url"), exact=True).is_hidden())
    dialog.locator(".dialog-actions .primary").click()
    check("without them nothing is sent", dialog.is_visible() and tenant.evaluate("node => !node.checkValidity()"))
    dialog.locator("select").select_option("other")
    fill(dialog, page, "issuer.url", f"{server.provider.url}/none")
    fill(dialog, page, "issuer.audiences", "https://api.example")
    dialog.locator(".dialog-actions .primary").click()
    expect(dialog.locator(".problem .detail")).to_contain_text("discovery document")
    check("an issuer whose keys cannot be read is not added", word(page, "problem.upstream-failed")[:-1] in dialog.locator(".problem").inner_text())
    fill(dialog, page, "issuer.url", server.provider.url)
    fill(dialog, page, "issuer.audiences", "")
    dialog.locator(".dialog-actions .primary").click()
    expect(dialog.locator(".problem")).to_contain_text("--audience")
    check("an issuer without a binding is refused with the remedy", True)
    fill(dialog, page, "issuer.audiences", "https://api.example, https://other.example")
    dialog.locator(".dialog-actions .primary").click()
    dialog.wait_for(state="detached")
    found = row(page, "issuers", "login")
    expect(found.locator("[data-column=state] .badge")).to_have_class("badge good")
    kept = server.admin("GET", f"clients/{server.app}/issuers")[1]["issuers"][0]
    check("with one it is added, with its keys", kept["audiences"] == ["https://api.example", "https://other.example"] and "first" in found.inner_text(), kept)
    found.locator("button.check").click()
    expect(page.locator(".notice")).to_contain_text("login")
    check("its keys are read again", page.locator(".notice.bad").count() == 0)
    found.locator("button.more").click()
    page.locator("dialog.choices-dialog button.edit").click()
    write_json(dialog, kept["settings"] | {"audiences": ["https://api.example"], "leeway": 5})
    dialog.locator(".dialog-actions .primary").click()
    dialog.wait_for(state="detached")
    expect(found.locator("[data-column=bound]")).not_to_contain_text("other.example")
    check("its settings are changed as JSON", outcome(server, "issuer.change") == "done: settings", outcome(server, "issuer.change"))
    found.locator("button.more").click()
    page.locator("dialog.choices-dialog button.remove").click()
    confirm(page, "login")
    page.mouse.move(0, 0)
    page.locator("#issuers .empty").wait_for()
    check("it is removed after its name was typed", server.admin("GET", f"clients/{server.app}/issuers")[1]["issuers"] == [])


def try_token(page, token):
    dialog = page.locator("dialog.token-test-dialog")
    type_secret(page, dialog, token)
    page.keyboard.press("Enter")
    dialog.locator(".token-result .verdict-word").wait_for()
    field = dialog.locator("input[data-secret]").input_value()
    check("the pasted token is nowhere in the page, its address or its storage", field == "" and token not in page.content() and token not in page.url
          and token not in page.evaluate("() => JSON.stringify({...localStorage, ...sessionStorage})"))  # fmt: skip
    return dialog


def backend(page, server):
    visit(page, f"clients/{server.app}/issuers")
    dialog = add_issuer(page, "secret", "backend")
    dialog.locator(".dialog-actions .primary").click()
    once = page.locator("dialog.once-dialog")
    secret = once.locator("output.once").inner_text()
    once.locator(".primary").click()
    sample = page.locator("dialog.sample-dialog")
    sample.wait_for()
    header, claims = (json.loads(text) for text in sample.locator("pre").all_inner_texts())
    check("the secret is shown once, and then what is signed with it", secret not in page.content() and header["alg"] == "HS256" and claims["aud"] == AUDIENCE and claims["exp"] == claims["iat"] + 600, (header, claims))
    sample.locator(".primary").click()
    genuine = signed(secret, header["kid"], iss=claims["iss"], sub="dora")
    page.locator("header .test-token").click()
    before = len(server.admin("GET", f"clients/{server.app}/users?limit=1000")[1]["users"])
    dialog = try_token(page, genuine)
    steps = dialog.locator(".token-steps li")
    check("a genuine token is accepted at each step", steps.count() == 10 and dialog.locator(".token-steps .badge.bad").count() == 0, steps.all_inner_texts())
    result = dialog.locator(".token-user li").all_inner_texts()
    check("then it names the user of a request", [line.split(": ")[0] for line in result] == ["User", "Plan", "Organization", "Scopes"], result)
    check("the verdict names the issuer", word(page, "token.test.accepted", name="backend") in dialog.locator(".verdict-word").inner_text())
    check("nobody is made by it", len(server.admin("GET", f"clients/{server.app}/users?limit=1000")[1]["users"]) == before)
    for token, name, says in (
        (signed(secret, header["kid"], iss=claims["iss"], sub="dora", exp=int(time.time()) - 900, iat=int(time.time()) - 1800), "time", "expired"),
        (signed(secret, header["kid"], iss=claims["iss"], sub="dora", aud="https://other.example"), "issuer", "https://other.example"),
        (signed("another", header["kid"], iss=claims["iss"], sub="dora"), "signature", "signature"),
        ("opaque-0123456789", "shape", "no signed token"),
    ):
        dialog = try_token(page, token)
        last = steps.last
        expect(last).to_contain_text(says)
        check(f"a faulty token ends at its fault, {name}", last.get_attribute("data-step") == name and dialog.locator(".token-steps .badge.bad").count() == 1, last.inner_text())
    dialog.locator(".dialog-actions button").first.click()
    check("the token works", Client(server.port, genuine).send("GET", "/v1/session")[0] == 200)


def all_out(page, server):
    visit(page, f"clients/{server.app}/users")
    page.locator("header .sign-out-all").click()
    confirm(page, "phone")
    expect(page.locator(".notice")).to_contain_text(word(page, "users.signed-out"))
    check("all users are signed out", server.admin("GET", "audit?action=users.sign-out")[1]["rows"] != [])


def old_sign_in(page, server):
    """An erasure wants the token again if the sign-in is old, and is then made."""
    user = name_user(server, "egon")
    show(page, server, user)
    asked = []

    def refuse(route):
        if route.request.method != "DELETE" or asked:
            return route.continue_()
        asked.append(route.request.url)
        problem = {"type": "urn:torii:problem:confirmation-required", "title": "", "status": 403, "detail": "confirm"}
        route.fulfill(status=403, content_type="application/problem+json", body=json.dumps(problem))

    page.route(f"**/users/{user}", refuse)
    more(page, "erase")
    danger = page.locator("dialog.danger-dialog")
    danger.locator(".typed-name input").fill(user[-6:])
    danger.locator("button.danger").click()
    dialog = page.locator("dialog.confirm-sign-in")
    type_secret(page, dialog, ADMIN)
    dialog.locator(".dialog-actions .primary").click()
    danger.wait_for(state="detached")
    check("an erasure with an old sign-in is made after its confirmation", server.admin("GET", f"clients/{server.app}/users/{user}")[0] == 404)


def support(page, server):
    """An administrator of users alone enters the client's id, and sees its users and nothing else."""
    _, made, _ = server.admin("POST", "clients", {"name": "support", "scopes": ["admin:users"]})
    page.goto(url(server, "/admin/"))
    dialog = page.locator("dialog.sign-in")
    type_secret(page, dialog, made["token"]["secret"])
    page.keyboard.press("Enter")
    form = page.locator("form.door")
    form.wait_for()
    check("only the clients are in the menu", page.locator("nav.side .nav a").count() == 1)
    form.locator("input").fill(server.app)
    form.locator("button").click()
    page.locator("#users tbody tr").first.wait_for()
    settle(page)
    check("the users are listed, without tabs to what needs other scopes", page.locator("nav.tabs").count() == 0)
    page.locator("#users tbody a").first.click()
    page.locator("header button.block").click()
    confirm(page)
    page.locator("header button.unblock").wait_for()
    check("a user is blocked", len(server.admin("GET", f"clients/{server.app}/users?blocked=true")[1]["users"]) == 1)


def walk(page, server):
    """Yields the name of each state while the page shows it."""
    path = f"clients/{server.app}"
    sign_in(page, server, f"{path}/users-settings")
    page.locator("button.switch-on").wait_for()
    yield "no users"
    visit(page, f"{path}/users")
    page.locator("#users .empty").wait_for()
    yield "nobody"
    server.admin("PUT", f"{path}/users-settings", {"users": {"plans": {"pro": {"money_per_day": "2.50", "models": ["phrasebook", "openai:*"], "tokens_per_day": None}}}})
    made = [name_user(server, name) for name in ("anna", "a-name-of-a-person-that-is-so-long-that-it-does-not-fit-into-a-line-of-a-phone")]
    server.admin("PATCH", f"{path}/users/{made[0]}", {"plan": "pro", "limits": {"tokens_per_day": 9}, "blocked": True})
    visit(page, f"{path}/users-settings")
    row(page, "plans", "pro")
    yield "settings"
    page.locator("header button.edit").click()
    page.locator("dialog.user-settings-dialog textarea").wait_for()
    yield "settings-form"
    page.keyboard.press("Escape")
    visit(page, f"{path}/users")
    page.locator("#users tbody tr").nth(1).wait_for()
    yield "users"
    for number, name in enumerate(("blocked user", "user")):
        show(page, server, made[number])
        settle(page)
        yield name
    page.locator("header button.edit").click()
    page.locator("dialog.user-dialog textarea").wait_for()
    yield "user-form"
    page.keyboard.press("Escape")
    more(page, "erase")
    page.locator("dialog.danger-dialog .typed-name input").wait_for()
    yield "erase"
    page.keyboard.press("Escape")
    visit(page, f"{path}/issuers")
    page.locator("#issuers .empty").wait_for()
    yield "no issuers"
    dialog = add_issuer(page, "keycloak", "login")
    dialog.locator("summary").click()
    yield "issuer-form"
    dialog.locator("select").select_option("other")
    fill(dialog, page, "issuer.url", server.provider.url)
    fill(dialog, page, "issuer.audiences", "https://api.example")
    dialog.locator(".dialog-actions .primary").click()
    dialog.wait_for(state="detached")
    row(page, "issuers", "login")
    page.locator(".notice button").click()
    yield "issuers"
    page.locator("header .test-token").click()
    dialog = page.locator("dialog.token-test-dialog")
    type_secret(page, dialog, "no token")
    page.keyboard.press("Enter")
    dialog.locator(".verdict-word").wait_for()
    yield "a token that is refused"
    page.keyboard.press("Escape")
