"""A hunt for secrets in a browser after a key was added and rotated and a client created: the page, its memory, its storages, its history,
its console, its requests, and the profile on the disk."""

import json
import re
import shutil

from browser import LIMIT, TOKEN, WATCH, Watch, answer, check, field, none, settled, url
from checks import section
from console_page import ADMIN, fill, row, settle, sign_in, type_secret, visit
from torii import torii
from upstream import Upstream

FIRST, ADDED, ROTATED, REFUSED = (f"sk-hunt-0123456789-{name}" for name in ("first", "added", "rotated", "refused"))
# Something that the page must know: it proves that the hunt can find.
LABEL = "hunted-label-0123456789"


def perform(playwright, folder):
    upstream = Upstream(FIRST, ADDED, ROTATED)
    with section("Secrets in the browser"), upstream.running(), torii(folder, OPENAI_API_KEY=FIRST, **upstream.settings) as server:
        profile = folder / "profile"
        opened = playwright.chromium.launch_persistent_context(
            profile, executable_path=shutil.which("chromium"), args=["--no-sandbox"], viewport={"width": 1280, "height": 800}, locale="en-US", timeout=LIMIT
        )
        opened.set_default_timeout(LIMIT)
        opened.add_init_script(WATCH)
        opened.watch = Watch(opened)
        try:
            page = opened.new_page()
            sent, secrets = use(page, server)
            look(opened, page, secrets, sent, "after the work")
            page.reload()
            page.locator("nav.side").wait_for(state="attached")
            settle(page)
            look(opened, page, secrets, sent, "after a reload")
            chat(page, server)
            secrets["the client token"], sent[TOKEN] = TOKEN, "/v1/session"
            look(opened, page, secrets, sent, "on the chat page")
            state = opened.storage_state()
        finally:
            opened.close()
        none("violations of the policy", len(opened.watch.violations), opened.watch.violations[:3])
        kept = {name: [path.name for path in profile.rglob("*") if path.is_file() and secret.encode() in path.read_bytes()] for name, secret in secrets.items()}
        for name, files in kept.items():
            none(f"files of the profile with {name}", len(files), files)
        check(
            "the browser keeps two cookies, and no token in them",
            len(state["cookies"]) == 2 and not any(secret in json.dumps(state) for secret in secrets.values()),
            [cookie["name"] for cookie in state["cookies"]],
        )
        # A browser writes every address into its history, before a script can change it. So a code must be worth nothing after its use.
        code = next(code for code, path in sent.items() if path == "/admin/session" and code != ADMIN)
        check(
            "the code of the link is in the browser's history, and of no use",
            server.send("POST", "/admin/session", {"code": code}, {"X-Torii": "1"}, token="none")[0] == 401,
        )


def use(page, server):
    """Does everything that has a secret; returns the bodies that must hold them, and the secrets."""
    _, made, _ = server.admin("POST", "sign-in-codes", {"page": "console"})
    page.goto(url(server, f"/admin/#code={made['code']}"))
    page.locator("nav.side").wait_for(state="attached")
    page.context.clear_cookies()
    page.goto(url(server, "/healthz"))
    sign_in(page, server)
    visit(page, "keys")
    row(page, "keys-openai", FIRST[-4:])
    page.locator("header .add-key").click()
    dialog = page.locator("dialog.add-key-dialog")
    dialog.locator("select").first.select_option("openai")
    fill(dialog, page, "label", LABEL)
    type_secret(page, dialog, ADDED)
    dialog.locator(".dialog-actions .primary").click()
    dialog.wait_for(state="detached")
    row(page, "keys-openai", LABEL).locator("button.rotate").click()
    dialog = page.locator("dialog.rotation-dialog")
    type_secret(page, dialog, REFUSED)
    dialog.locator(".dialog-actions .primary").click()
    dialog.locator("button.another-key").click()
    type_secret(page, dialog, ROTATED)
    dialog.locator(".dialog-actions .primary").click()
    dialog.locator(".stepper[data-state=active], .stepper[data-state=draining], .stepper[data-state=retired]").wait_for()
    dialog.locator(".dialog-actions button").first.click()
    dialog.wait_for(state="detached")
    visit(page, "clients")
    page.locator("header .create-client").click()
    dialog = page.locator("dialog.client-dialog")
    fill(dialog, page, "name", "hunted")
    with page.expect_response(lambda response: response.url.endswith("/admin/clients") and response.request.method == "POST"):
        dialog.locator(".dialog-actions .primary").click()
    once = page.locator("dialog.once-dialog")
    token = once.locator("output.once").inner_text()
    once.locator(".primary").click()
    once.wait_for(state="detached")
    secrets = {
        "the added key": ADDED, "the rotated key": ROTATED, "the refused key": REFUSED, "the new client's token": token, "the admin token": ADMIN,
    }  # fmt: skip
    # Each secret that a person enters is in the body of one request, and nowhere else.
    sent = {ADDED: "/keys", ROTATED: "/rotations", REFUSED: "/rotations", ADMIN: "/admin/session", made["code"]: "/admin/session"}
    return sent, secrets


def chat(page, server):
    """Signs in to the chat page by a token, and asks something."""
    page.goto(url(server))
    page.locator("dialog.sign-in input").focus()
    page.keyboard.insert_text(TOKEN)
    page.keyboard.press("Enter")
    field(page).fill("hello")
    field(page).press("Enter")
    answer(page, 0)


def look(opened, page, secrets, sent, when):
    settled(page)
    tools = opened.new_cdp_session(page)
    tools.send("HeapProfiler.enable")
    tools.send("HeapProfiler.collectGarbage")
    tools.send("HeapProfiler.collectGarbage")
    heap = []
    tools.on("HeapProfiler.addHeapSnapshotChunk", lambda event: heap.append(event["chunk"]))
    tools.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    strings = "\n".join(json.loads("".join(heap))["strings"])
    tools.send("DOMSnapshot.enable")
    history = tools.send("Page.getNavigationHistory")
    places = {
        "the page": json.dumps(tools.send("DOMSnapshot.captureSnapshot", {"computedStyles": []})), "the page's fields": page.evaluate("() => [...document.querySelectorAll('input, textarea')].map(node => node.value).join(' ')"),
        "the memory": strings, "the navigation history": json.dumps(history) + page.evaluate("() => navigation.entries().map(entry => entry.url + JSON.stringify(entry.getState())).join(' ')"),
        "localStorage and sessionStorage": page.evaluate("() => JSON.stringify([{...localStorage}, {...sessionStorage}, history.state, window.name, document.cookie])"),
        "IndexedDB": page.evaluate("() => indexedDB.databases().then(list => JSON.stringify(list))"),
        "the caches": page.evaluate("""async () => { let all = ""; for (const name of await caches.keys()) for (const request of await (await caches.open(name)).keys()) all += request.url + await (await caches.match(request)).text(); return all; }"""),
        "what the console of the browser says": "\n".join(opened.watch.said),
        "the addresses and headers of all requests": "\n".join(request.url + json.dumps(request.headers) for request in opened.watch.requests),
    }  # fmt: skip
    check(
        f"{when}: the hunt finds what the page knows",
        (LABEL if when == "after the work" else "preset") in places["the memory"],
        f"{len(strings) >> 10} kB of the memory's texts",
    )
    for name, secret in secrets.items():
        found = [place for place, text in places.items() if secret in text]
        none(f"{when}: places with {name}", len(found), found)
    secrets = secrets | {f"the sign-in code of {path}": code for code, path in sent.items() if code not in secrets.values()}
    bodies = [(re.sub(r".*?(/(?:admin|v1)/.*)", r"\1", request.url), request.post_data or "") for request in opened.watch.requests]
    for name, secret in secrets.items():
        paths = [path for path, body in bodies if f'"{secret}"' in body]
        expected = [sent[secret]] if secret in sent else []
        check(
            f"{when}: {name} is in the body of {len(expected)} requests",
            len(paths) == len(expected) and all(path.endswith(end) for path, end in zip(paths, expected, strict=True)),
            paths,
        )
