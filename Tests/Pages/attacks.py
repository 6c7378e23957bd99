"""What foreign pages, names and texts try, and the answers that they get."""

import http.server
import json
import threading

from browser import TOKEN, answer, ask, check, chromium, context, none, sign_in, url
from chat_model import ChatModel
from checks import section
from flows import settings
from torii import torii

PAYLOADS = [
    "<img src=x onerror=window.hacked=1>", "<script>window.hacked=1</script>", "[a](javascript:window.hacked=1)", "<svg/onload=window.hacked=1>",
    "![x](https://evil.test/pixel.png)", "[https://bank.example](https://evil.test)", "\u202egnp.exe", "a\u0000b", "x" * 100_000,
    "<style>*{display:none}</style>", "<iframe src=//evil.test></iframe>", "[d](data:text/html,<script>window.hacked=1</script>)",
]  # fmt: skip


def say(turn):
    if turn.outputs:
        turn.text("\n\n".join(PAYLOADS))
        return turn.finish()
    # The arguments and the output of a tool are texts from outside too.
    turn.call({"call_1": ("createInventory", {"title": "<img src=x onerror=window.hacked=1>", "quantity": 1, "note": "javascript:window.hacked=1"})})


class Foreign(http.server.BaseHTTPRequestHandler):
    """A page of another program on the same machine."""

    def do_GET(self):
        data = b"<!doctype html><title>foreign</title><body>foreign"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *arguments):
        pass


def perform(playwright, folder):
    foreign = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Foreign)
    threading.Thread(target=foreign.serve_forever, daemon=True).start()
    try:
        with chromium(playwright, "--host-resolver-rules=MAP evil.test 127.0.0.1") as browser:
            with section("Foreign pages"), torii(folder) as server, context(browser, watched=False) as opened:
                foreign_pages(opened, server, foreign.server_address[1])
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
        "a form with text": f"""() => fetch("{target}v1/chat", {{method: "POST", mode: "no-cors", credentials: "include", body: JSON.stringify({{message: "hacked"}})}}).then(r => r.type)""",
        "a request with JSON": f"""() => fetch("{target}v1/chat", {{method: "POST", credentials: "include", headers: {{"Content-Type": "application/json"}}, body: "{{}}"}}).then(r => r.status, e => "refused")""",
        "the field of the page": f"""() => fetch("{target}v1/conversations", {{credentials: "include", headers: {{"X-Torii": "1"}}}}).then(r => r.status, e => "refused")""",
        "a plain read": f"""() => fetch("{target}v1/conversations", {{credentials: "include"}}).then(r => r.text(), e => "refused")""",
        "a sign-in to another account": f"""() => fetch("{target}v1/session", {{method: "POST", mode: "no-cors", credentials: "include", body: JSON.stringify({{token: "{TOKEN}"}})}}).then(r => r.type)""",
        "a script": f"""() => new Promise(done => {{ const node = document.createElement("script"); node.src = "{target}v1/conversations"; node.onload = () => done("loaded"); node.onerror = () => done("refused"); document.head.append(node); }})""",
    }  # fmt: skip
    for name, script in attempts.items():
        result = other.evaluate(script)
        check(f"{name} of another port is refused", result in ("refused", "opaque"), result)
    framed = other.evaluate(f"""() => new Promise(done => {{ const frame = document.createElement("iframe"); frame.src = "{target}"; frame.onload = () => {{ try {{ done(frame.contentDocument ? "own" : "blocked"); }} catch {{ done("blocked"); }} }}; document.body.append(frame); }})""")
    check("a frame shows nothing", framed == "blocked", framed)
    check("none of them changed anything", len(conversations(server)) == before)
    rebound = opened.new_page()
    response = rebound.goto(f"http://evil.test:{server.port}/")
    check("a foreign name for this machine is refused", response.status == 421, response.status)
    read = rebound.evaluate("() => fetch('/v1/conversations').then(r => r.status)")
    check("and reads nothing", read == 421, read)
    # A module of the server itself proves the policy; a script of the trial would be exempt.
    policy = page.evaluate("() => fetch('/').then(r => r.headers.get('Content-Security-Policy'))")
    check("the shell has its policy", "trusted-types torii" in policy and "frame-ancestors 'none'" in policy)
    refused = page.evaluate("""() => { try { document.createElement("div").innerHTML = "<b>x</b>"; return "taken"; } catch (error) { return error.name; } }""")
    check("HTML from a text is refused", refused == "TypeError", refused)


def conversations(server):
    with_status = server.open("GET", "/v1/conversations", token=TOKEN)
    return json.loads(with_status.text())["conversations"]


def foreign_texts(opened, server):
    page = opened.new_page()
    foreign_requests = []
    page.on("request", lambda request: foreign_requests.append(request.url) if not request.url.startswith(url(server)) and not request.url.startswith("blob:") else None)
    sign_in(page, server)
    ask(page, "<img src=x onerror=window.hacked=1>")
    found = answer(page, 0)
    page.locator(".tool summary").first.click()
    page.wait_for_timeout(300)
    check("nothing of a text is run", page.evaluate("() => window.hacked") is None)
    check("the text is shown as text", "<img src=x onerror=window.hacked=1>" in found.inner_text())
    none("requests to other hosts", len(foreign_requests), foreign_requests[:3])
    link = found.locator("a", has_text="bank.example").first
    check("a link that names another host shows where it leads", "evil.test" in link.locator("..").inner_text())
    for name in ["javascript:", "data:"]:
        none(f"links with {name}", page.locator(f"a[href^='{name}']").count())
    none("pictures", page.locator(".messages img").count())
    page.reload()
    answer(page, 0)
    check("nor after a reload", page.evaluate("() => window.hacked") is None)
