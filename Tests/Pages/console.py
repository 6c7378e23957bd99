"""What an operator does in the console, in English and in Japanese: keys, rotations, clients, usage, runs, the audit, sessions."""

import contextlib
import json
import pathlib

from browser import TOKEN, check, chromium, context, expect, none, url
from checks import section
from client import Client
from console_page import ADMIN, VIEWS, confirm, fill, row, settle, sign_in, type_secret, visit, word
from torii import torii
from upstream import Upstream, completed

FIRST, SECOND, THIRD, FAULTY, WRONG = (f"sk-0123456789abcdef-{name}" for name in ("1st1", "2nd2", "3rd3", "fau4", "wro5"))

RATES = """torii: 1
upstream: rates
base: {base}
tools:
  - name: getExchangeRates
    description: Returns the exchange rates of one currency.
    effect: reads
    arguments: {{base: {{type: string, pattern: "^[A-Z]{{3}}$"}}}}
    required: [base]
    request: {{get: /rates, query: {{base: "{{base}}"}}}}
    answer: {{fields: {{day: $.day, rates: $.rates}}}}
"""


def perform(playwright, folder):
    with chromium(playwright) as browser:
        for locale in ("en-US", "ja-JP"):
            upstream = Upstream(FIRST, SECOND, THIRD)
            upstream.unknown.add(FAULTY)
            tools = folder / f"tools-{locale}"
            tools.mkdir()
            more = {"OPENAI_API_KEY": FIRST, "TORII_TOOLS_DIR": tools, "TORII_TOOLS_HOSTS": "127.0.0.1"}
            with upstream.running(), torii(folder, **more, **upstream.settings) as server, context(browser, locale=locale) as opened:
                page = opened.new_page()
                server.upstream = upstream.model.url
                for name, part in (("Sign-in", signed_in), ("What needs attention", attention), ("Keys", keys), ("A key's place", place), ("Rotations", rotations), ("Clients", clients), ("Usage and runs", usage_and_runs), ("For operators", for_operators), ("Audit", audit), ("Actors", actors),
                                   ("Tools and the vault", tools_and_vault), ("Live, in two tabs", live), ("A drain, and the health", drain), ("An old sign-in", confirmation), ("Sign-in links", links), ("Sessions", sessions)):  # fmt: skip
                    with section(f"{name}, {locale}"):
                        # Each part begins with a page of its own, whatever the part before it left.
                        page.goto(url(server, "/healthz"))
                        if part is not signed_in:
                            page.goto(url(server, "/admin/"))
                        part(opened, page, server)
            with torii(folder) as server, context(browser, locale=locale, timezone_id="UTC") as opened:
                page = opened.new_page()
                with section(f"Midnight at Greenwich, {locale}"):
                    midnight(page, server)
                with section(f"Without a folder of tools, {locale}"):
                    no_folder(page, server)
                with section(f"A long wait, {locale}"):
                    long_wait(page, server)


def signed_in(opened, page, server):
    _, made, _ = server.admin("POST", "sign-in-codes", {"page": "console"})
    page.goto(url(server, f"/admin/#code={made['code']}"))
    page.locator("nav.side").wait_for(state="attached")
    check("a link signs in, and its code leaves the address", "code" not in page.url)
    cookies = {cookie["name"]: cookie for cookie in opened.cookies()}
    check(
        "the cookie is closed to scripts",
        len(cookies) == 1 and all(cookie["httpOnly"] and cookie["sameSite"] == "Strict" for cookie in cookies.values()),
        list(cookies),
    )
    opened.clear_cookies()
    page.goto(url(server, "/healthz"))
    page.goto(url(server, "/admin/"))
    dialog = page.locator("dialog.sign-in")
    dialog.locator("input.secret").fill("torii_never_valid")
    dialog.locator("input.secret").press("Enter")
    expect(dialog.locator(".problem")).to_have_text(word(page, "problem.unauthorized"))
    said = dialog.locator(".problem").inner_text()
    check("a token that never was valid is not said to be valid no more", "any more" not in said and "リンク" not in said, said)
    sign_in(page, server)
    settle(page)
    page.locator(".tiles a.tile").nth(5).wait_for()
    check("the token signs in too", True)
    check("the language is that of the browser", page.evaluate("() => document.documentElement.lang") == page.evaluate("() => navigator.language.slice(0, 2)"))
    for view in VIEWS:
        visit(page, view)
        check(f"the view {view} is there, and current", page.locator(f"nav.side a.nav-{view}").get_attribute("aria-current") == "page")


def attention(opened, page, server):
    """A key is healthy only after a check or a call; the overview lists it until then, and the runs that failed."""
    visit(page, "overview")
    entry = page.locator("#attention li a[href='#/keys/openai']", has_text=FIRST[-4:])
    note = page.locator(".tile[href='#/usage'] .tile-note").inner_text()
    check("elsewhere the overview has the local time of midnight at Greenwich", "9:00" in note and "GMT" in note, note)
    name = f"{stored(server)[0]['label']} ····{FIRST[-4:]}"
    entry.wait_for()
    expect(entry).to_contain_text(word(page, "attention.unchecked", pool="openai", key=name))
    card = page.locator("#pools .pool-card .badge")
    check("a key of the settings that no call has used is unchecked, which needs attention", card.get_attribute("class") == "badge wait", card.inner_text())
    visit(page, "keys")
    state = row(page, "keys-openai", FIRST[-4:]).locator("[data-column=state] .badge")
    expect(state).to_have_class("badge wait")
    check("its state says so", state.locator("span").last.inner_text() == word(page, "state.unchecked"))
    server.ask("a first call")
    expect(state).to_have_class("badge good")
    visit(page, "overview")
    expect(entry).to_have_count(0)
    check("after a call that succeeded it is healthy", card.get_attribute("class") == "badge good", page.locator("#attention").inner_text())
    for number in range(2):
        server.ask(f"bad {number}")
    failures = page.locator("#attention li a[href*='status=failed']")
    expect(failures).to_contain_text("2")
    check("failed runs of the last hour need attention", "openai:" in failures.inner_text(), failures.inner_text())
    failures.click()
    expect(page.locator("#runs tbody tr")).to_have_count(2)
    check("a link leads to them", page.locator("#runs tbody .badge.bad").count() == 2)


def place(opened, page, server):
    """A key whose service has another place is not sent, and the operator reads the place and permits it; a key that an answer had is named."""
    def store(base):
        text = f"torii: 1\nupstream: orders\nbase: {base}\nauth: {{header: {{X-Api-Key: \"{{key}}\"}}}}\n"
        text += "tools:\n  - {name: readOrders, description: Reads orders., effect: reads, request: {get: /orders}, answer: {fields: {id: $.id}}}\n"
        status, answer, _ = server.admin("PUT", "tool-files/orders.yaml", {"text": text})
        check("the file is stored", status == 200, answer)

    store(server.upstream)
    key = server.admin("POST", "upstreams/orders/keys", {"secret": "orders-0123456789-ord1", "label": "orders"})[1]["key"]
    other = "http://127.0.0.1:9"
    store(other)
    visit(page, "overview")
    expect(page.locator("#attention")).to_contain_text(word(page, "attention.unconfirmed", pool="orders", key="orders ····ord1"))
    visit(page, "keys")
    found = row(page, "keys-orders", "ord1")
    expect(found.locator("[data-column=state]")).to_contain_text(f"{other}")

    def expose(route):
        answer = route.fetch()
        body = answer.json()
        body["key"]["exposed_at"] = "2026-11-28T10:00:00Z"
        route.fulfill(response=answer, json=body)

    # The live stream has the key as it is stored, and may arrive after this answer.
    live = page.locator("header button.live")
    live.click()
    expect(live).to_have_attribute("data-state", "paused")
    page.route("**/confirm", expose)
    found.locator("button.permit").click()
    dialog = page.locator("dialog.permit-dialog")
    check("the place is shown before it is permitted", other in dialog.locator("li").inner_text(), dialog.inner_text())
    dialog.locator(".dialog-actions .primary").click()
    expect(found.locator("button.permit")).to_have_count(0)
    page.unroute("**/confirm")
    kept = next(one for one in server.admin("GET", "upstreams/orders/keys")[1]["keys"] if one["id"] == key["id"])
    check("then the key may be sent there", kept["unconfirmed"] is None and other in kept["destinations"][0], kept)
    state = found.locator("[data-column=state]").inner_text()
    check("a key that an answer had is named", word(page, "key.exposed", pool="orders", time="").split("orders")[-1][-8:] in state, state)
    live.click()
    expect(live).to_have_attribute("data-state", "live")
    server.admin("DELETE", f"upstreams/orders/keys/{key['id']}")
    server.admin("DELETE", "tool-files/orders.yaml")


def add(page, secret, label):
    page.locator("header .add-key").click()
    dialog = page.locator("dialog.add-key-dialog")
    dialog.locator("select").first.select_option("openai")
    fill(dialog, page, "label", label)
    type_secret(page, dialog, secret)
    dialog.locator(".dialog-actions .primary").click()
    return dialog


def keys(opened, page, server):
    visit(page, "keys")
    row(page, "keys-openai", FIRST[-4:])
    add(page, SECOND, "second").wait_for(state="detached")
    found = row(page, "keys-openai", "second")
    expect(page.locator(".notice")).to_contain_text(word(page, "check.verified"))
    check("an accepted key is added, with its last four characters", SECOND[-4:] in found.inner_text() and SECOND not in page.content())
    dialog = add(page, WRONG, "wrong")
    expect(dialog.locator(".problem")).not_to_be_empty()
    check(
        "a refused key is not, and the field is empty",
        dialog.locator("input[data-secret]").input_value() == "" and len(stored(server)) == 2,
        dialog.locator(".problem").inner_text(),
    )
    dialog.locator(".cancel").click()
    dialog = add(page, FAULTY, "faulty")
    page.wait_for_function("() => !document.querySelector('dialog.add-key-dialog') || document.querySelector('dialog.add-key-dialog .problem').textContent")
    if dialog.count():
        check("a key that could not be checked is not added, with the reason", len(stored(server)) == 2, dialog.locator(".problem").inner_text())
        dialog.locator(".cancel").click()
    else:
        reason = next(key["last_check"]["reason"] for key in stored(server) if key["label"] == "faulty")
        expect(page.locator(".notice")).to_contain_text(word(page, "key.added.unknown", reason=reason))
        check("a key that could not be checked is added, which is said with the reason", True, reason)
        found = row(page, "keys-openai", "faulty")
        expect(found.locator("[data-column=state] .badge")).to_have_class("badge wait")
        check("it is unchecked, and its row has the reason", reason in found.locator("[data-column=check]").inner_text())
        remove(page, "faulty")
    found = row(page, "keys-openai", "second")
    found.locator("button.check").click()
    expect(found.locator("[data-column=check] .badge")).to_have_class("badge good")
    check("a key is checked again", True)
    found.locator("button.more").click()
    page.locator("dialog.choices-dialog button.edit").click()
    dialog = page.locator("dialog.edit-key-dialog")
    fill(dialog, page, "key.weight", "5")
    dialog.locator(".dialog-actions .primary").click()
    dialog.wait_for(state="detached")
    expect(row(page, "keys-openai", "second").locator("[data-column=weight]")).to_have_text("5")
    check("a weight is changed", True)
    check("the audit names the weight only", outcome(server, "key.change") == "done: weight", outcome(server, "key.change"))
    remove(page, "second")
    check("a key is removed", len(stored(server)) == 1)


def remove(page, label):
    row(page, "keys-openai", label).locator("button.more").click()
    page.locator("dialog.choices-dialog button.remove").click()
    dialog = page.locator("dialog.danger-dialog")
    dialog.wait_for()
    check("the focus is on Cancel", dialog.locator(".cancel").evaluate("node => document.activeElement === node"))
    confirm(page)
    # No row leaves a table while the pointer is in it.
    page.mouse.move(0, 0)
    expect(page.locator("#keys-openai tbody tr", has_text=label)).to_have_count(0)


def outcome(server, action):
    """Returns the outcome of the latest row of the audit with an action."""
    return server.admin("GET", f"audit?action={action}&limit=1")[1]["rows"][0]["outcome"]


def stored(server):
    return [key for key in server.admin("GET", "upstreams/openai/keys")[1]["keys"] if key["state"] == "active"]


def rotate(page, secret):
    page.locator("#keys-openai button.rotate").first.click()
    dialog = page.locator("dialog.rotation-dialog")
    type_secret(page, dialog, secret)
    dialog.locator(".dialog-actions .primary").click()
    return dialog


def failed(page, dialog, reason):
    """The steps of a rejected rotation fail at the check, and the dialog has the reason once."""
    expect(dialog.locator(".step-facts")).to_contain_text(reason)
    check(
        "the reason of the rejection is there once",
        dialog.inner_text().count(reason) == 1 and word(page, "rotation.reason") not in dialog.locator("dt").all_inner_texts(),
        dialog.locator(".step-facts").inner_text(),
    )
    check("the step that failed is marked", dialog.locator("li[data-step=verifying]").get_attribute("class") == "failed", dialog.locator(".steps").inner_text())


def step(dialog, *states):
    """Waits for a state of the rotation in a dialog."""
    expect(dialog.locator(", ".join(f".stepper[data-state={state}]" for state in states))).to_have_count(1)


def rotations(opened, page, server):
    visit(page, "keys")
    dialog = rotate(page, WRONG)
    step(dialog, "rejected")
    keys = [key["last_four"] for key in stored(server)]
    check(
        "a refused key changes nothing",
        dialog.locator(".problem").inner_text() != "" and keys == [FIRST[-4:]],
        f"{dialog.locator('.problem').inner_text()} {keys}",
    )
    failed(page, dialog, "answered with status 401")
    dialog.locator("button.another-key").click()
    check("another key can be tried, and the field is empty", dialog.locator("input[data-secret]").input_value() == "")
    type_secret(page, dialog, SECOND)
    dialog.locator(".dialog-actions .primary").click()
    step(dialog, "retired", "draining", "active")
    check("an accepted key is in use", dialog.locator("li[data-step=active].done, li[data-step=active].current").count() == 1 and server.ask("after")[0] == 200)
    check("its text is nowhere in the page", SECOND not in page.content())
    dialog.locator(".dialog-actions button").first.click()
    page.locator(".pool-rotation button.rollback").click()
    confirm(page)
    expect(page.locator(".pool-rotation .stepper[data-state=rolled_back]")).to_have_count(0)
    check("the old key is put back", [key["last_four"] for key in stored(server)] == [FIRST[-4:]] and server.ask("after the roll-back")[0] == 200)
    dialog = rotate(page, FAULTY)
    dialog.locator("button.force").wait_for()
    check("of an unknown key the old one stays", stored(server)[0]["last_four"] == FIRST[-4:], dialog.locator(".problem").inner_text())
    failed(page, dialog, "answered with status 500")
    check("the text does not advise what no button is called", "force" not in dialog.inner_text())
    dialog.locator("button.force").click()
    danger = page.locator("dialog.danger-dialog")
    verb = danger.locator(".dialog-actions button.danger")
    check("to use it unchecked, the pool's name must be typed", verb.is_disabled())
    danger.locator(".typed-name input").fill("openai")
    verb.click()
    step(dialog, "retired", "draining", "active")
    check("it is used then", stored(server)[0]["last_four"] == FAULTY[-4:])
    dialog.locator(".dialog-actions button").first.click()
    page.locator(".pool-rotation button.rollback").click()
    confirm(page)
    expect(row(page, "keys-openai", FIRST[-4:]).locator("[data-column=state] .badge")).to_have_class("badge good")
    visit(page, "rotations")
    expect(page.locator("#rotations tbody tr")).to_have_count(4)
    check("the rotations are listed, the refused ones too", True)
    page.locator("#rotations tbody tr", has_text=SECOND[-4:]).locator("a").click()
    expect(page.locator(".rotation-view .stepper")).to_have_attribute("data-state", "rolled_back")
    check("one is shown with its steps", True)


def saved(download):
    """Returns the text of a saved file, with the ends of its lines as they are."""
    return pathlib.Path(download.value.path()).read_bytes().decode()


def clients(opened, page, server):
    visit(page, "clients")
    page.locator("header .create-client").click()
    dialog = page.locator("dialog.client-dialog")
    fill(dialog, page, "name", "phone")
    fill(dialog, page, "limit.tokens-per-day", "20000")
    fill(dialog, page, "limit.money-per-day", "2,50")
    dialog.locator(".dialog-actions .primary").click()
    amount = dialog.get_by_label(word(page, "limit.money-per-day"), exact=True)
    said = amount.evaluate("node => node.validationMessage")
    check("an amount with a comma is refused with the form of one", said == word(page, "money.form") and "2.50" in said and dialog.is_visible(), said)
    amount.fill("2.50")
    check("one with a point is not", amount.evaluate("node => node.checkValidity()"))
    amount.fill("")
    dialog.locator(".dialog-actions .primary").click()
    once = page.locator("dialog.once-dialog")
    token = once.locator("output.once").inner_text()
    client = Client(server.port, token)
    check("a new client's token is shown once, and works", client.ask("much")[0] == 200)
    page.keyboard.press("Escape")
    check("the dialog stays until the token is stored", once.is_visible())
    once.locator(".primary").click()
    once.wait_for(state="detached")
    check("then the token is gone", token not in page.content())
    expect(page.locator("header h1")).to_have_text("phone")
    status, answer = client.ask("once more")
    check("the budget ends its turns", status == 429, answer["detail"])
    visit(page, "clients")
    page.locator("#clients tbody a").first.click()
    meter = page.locator("[role=meter][data-limit=tokens-per-day]")
    meter.wait_for()
    check(
        "the meter shows a budget that is almost spent",
        meter.get_attribute("data-level") == "high" and meter.get_attribute("aria-valuenow") == "95",
        meter.get_attribute("aria-valuetext"),
    )
    page.locator("header button.edit").click()
    dialog = page.locator("dialog.client-dialog")
    fill(dialog, page, "limit.requests-per-minute", "60")
    dialog.locator(".dialog-actions .primary").click()
    dialog.wait_for(state="detached")
    check("the audit names the limits only, of a change of limits", outcome(server, "client.update") == "done: limits", outcome(server, "client.update"))
    page.locator("header button.edit").click()
    dialog.locator(".dialog-actions .primary").click()
    dialog.wait_for(state="detached")
    rows = server.admin("GET", "audit?action=client.update")[1]["rows"]
    check("a form without a change sends nothing", len(rows) == 1, rows)
    page.locator("button.rotate-tokens").click()
    page.locator("dialog.token-dialog .dialog-actions .primary").click()
    second = once.locator("output.once").inner_text()
    once.locator(".primary").click()
    once.wait_for(state="detached")
    expect(page.locator("#tokens tbody tr")).to_have_count(2)
    check("a second token overlaps the first", second != token and client.send("GET", "/v1/conversations")[0] == 200)
    visit(page, "clients")
    with page.expect_download() as download:
        page.locator(".save-csv").first.click()
    text = saved(download)
    check("the clients are saved as a table", text.startswith("\ufeff") and "phone" in text and token not in text, download.value.suggested_filename)
    page.locator("#clients tbody a").first.click()
    page.locator("header button.more").click()
    page.locator("dialog.choices-dialog button.delete").click()
    danger = page.locator("dialog.danger-dialog")
    danger.wait_for()
    check("a deletion says what ends, and wants the name", danger.locator("ul.ends li").count() > 0 and danger.locator("button.danger").is_disabled())
    confirm(page, "phone")
    page.locator("#clients .empty").wait_for()
    check("the client is gone", client.send("GET", "/v1/conversations")[0] == 401)


def usage_and_runs(opened, page, server):
    run = [completed(server, message) for message in ("hello 0", "hello 1", "hello 2", "add paper")][-1]
    visit(page, "usage")
    expect(page.locator(".usage-totals .tile")).not_to_have_count(0)
    page.locator("figure.plot.bars svg.plot-picture").wait_for()
    check(
        "the usage is a plot with totals in a named zone", "Asia/Tokyo" in page.locator(".usage-range").inner_text(), page.locator(".usage-range").inner_text()
    )
    page.locator("figure.plot.bars svg.plot-picture").focus()
    page.keyboard.press("ArrowRight")
    check("the arrow keys walk the plot", page.locator("figure.plot.bars .plot-words").inner_text() != "")
    page.locator("figure.plot.bars details.as-table summary").click()
    check("it is a table too", page.locator("figure.plot.bars details.as-table tr").count() > 1)
    with page.expect_download() as download:
        page.locator("header .save-csv").click()
    text = saved(download)
    check("the server makes the table to save", text.startswith("\ufeff") and text.count("\r\n") > 1, text.splitlines()[0])
    visit(page, "runs")
    found = page.locator(f"#runs tbody tr[data-key={run}]")
    expect(found.locator("[data-column=status] .badge")).to_have_class("badge good")
    check("the run is completed", True)
    check("the runs have no texts", "hello" not in page.locator("#content").inner_text())
    found.locator("a").first.click()
    page.locator("figure.waterfall svg.plot-picture").wait_for()
    parts = page.locator(".waterfall-names li").all_inner_texts()
    check("a run has its waterfall: two calls of the model, and that of the tool between them", len(parts) >= 3 and "createInventory" in "".join(parts[1:-1]), parts)
    check("it has no texts", "A4 paper" not in page.locator("#content").inner_text() and "add paper" not in page.locator("#content").inner_text())


OUTSIDE = """() => {
    const area = document.querySelector(".waterfall .plot-area").getBoundingClientRect();
    return [...document.querySelectorAll(".waterfall .bar-time")].filter(node => {
        const box = node.getBoundingClientRect();
        return box.left < area.left - 1 || box.right > area.right + 1;
    }).map(node => node.textContent);
}"""


def long_wait(page, server):
    """The times in a waterfall do not cover the names beside it, however long a bar is. The length is played, because nobody waits that long."""
    server.ask('Add "A4 paper" to the inventory, quantity 10')
    _, run = server.send("POST", "/v1/chat", {"message": "Delete the inventory item with the ID 1", "on_disconnect": "finish"}, {"Prefer": "respond-async"})
    visit(page, "runs")
    expect(page.locator(f"#runs tbody tr[data-key={run['run']}] [data-column=status] .badge")).to_have_class("badge warn")

    def lengthen(route):
        response = route.fetch()
        answer = response.json()
        for span in answer["spans"]:
            if span["kind"] == "wait":
                span["duration_ms"] = 301_000
        route.fulfill(response=response, json=answer)

    page.route(f"**/admin/runs/{run['run']}", lengthen)
    visit(page, f"runs/{run['run']}")
    page.locator(".waterfall-names li", has_text="delete").wait_for()
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        outside = page.evaluate(OUTSIDE)
        check(f"the times stay beside the names, at {width} pixels", page.locator(".waterfall .bar-time").count() >= 2 and not outside, outside)
    page.set_viewport_size({"width": 1280, "height": 800})
    name = page.locator(".waterfall-names li", has_text="delete")
    check("a name that is cut has its whole text as a title", name.get_attribute("title") == name.inner_text(), name.inner_text())
    page.unroute(f"**/admin/runs/{run['run']}")
    server.send("POST", f"/v1/runs/{run['run']}/cancel")


def audit(opened, page, server):
    visit(page, "audit")
    expect(page.locator("#audit tbody tr")).not_to_have_count(0)
    page.locator("header .verify").click()
    dialog = page.locator("dialog.verify-dialog")
    dialog.locator(".primary").click()
    dialog.locator(".verdict .badge").wait_for()
    check(
        "the chain is verified",
        dialog.locator(".verdict .badge.good").count() == 1 and dialog.locator(".verdict .head").inner_text() != "",
        dialog.locator(".verdict").inner_text(),
    )
    head = dialog.locator(".verdict .head").inner_text()
    page.keyboard.press("Escape")
    page.locator("header .verify").click()
    fill(dialog, page, "audit.noted", head.strip()[::-1])
    dialog.locator(".primary").click()
    expect(dialog.locator(".verdict .badge.bad, .problem:not(:empty)")).not_to_have_count(0)
    check("another head is noticed", True)
    page.keyboard.press("Escape")
    with page.expect_download() as download:
        page.locator("header .export").click()
    rows = [json.loads(line) for line in saved(download).splitlines()]
    check(
        "the rows are exported, without secrets",
        len(rows) >= 10 and not any(secret in json.dumps(rows) for secret in (FIRST, SECOND, FAULTY, ADMIN)),
        len(rows),
    )


def actors(opened, page, server):
    """The actors of the audit, of rotations and on the overview have the names of their clients; the ends of the ids of requests differ."""
    _, made, _ = server.admin("POST", "clients", {"name": "auditor", "scopes": ["admin:read", "admin:keys", "admin:clients"]})
    actor = f"admin:{made['client']['id']}"
    administrator = Client(server.port, made["token"]["secret"])
    administrator.send("POST", "/admin/upstreams/openai/rotations", {"secret": WRONG})
    administrator.send("POST", "/admin/clients", {"name": "made by the auditor"})
    for view, cells in (
        ("audit", "#audit tbody [data-column=actor] a"),
        ("rotations", "#rotations tbody [data-column=by] a"),
        ("overview", ".latest-change a[title]"),
    ):
        visit(page, view)
        found = page.locator(cells).first
        expect(found).to_have_text("auditor")
        check(f"the view {view} names the actor, with the id as a title", found.get_attribute("title") == actor)
    visit(page, "rotations")
    page.locator("#rotations tbody tr", has_text="auditor").locator("a").first.click()
    expect(page.locator(".step-facts a[title]")).to_have_text("auditor")
    check("and so does the view of the rotation", page.locator(".step-facts a[title]").get_attribute("title") == actor)
    visit(page, "audit")
    expect(page.locator("#audit tbody tr").nth(5)).to_be_visible()
    ids = page.locator("#audit tbody [data-column=request] code")
    shown = dict(ids.evaluate_all("nodes => nodes.map(node => [node.title, node.textContent])"))
    check(
        "the column of requests shows the ends of their ids, which differ",
        len(set(shown.values())) == len(shown) > 1 and all(id.endswith(text.removeprefix("…")) and text.startswith("…") for id, text in shown.items()),
        list(shown.items())[:2],
    )
    rows = page.locator("#audit tbody tr")
    fill(page, page, "audit.actor", "auditor")
    page.keyboard.press("Enter")
    expect(rows.locator("[data-column=actor]", has_not_text="auditor")).to_have_count(0)
    check("the name of a client filters the rows too", rows.count() >= 2, rows.count())
    fill(page, page, "audit.actor", "")
    page.keyboard.press("Enter")
    expect(rows.nth(5)).to_be_visible()
    server.admin("DELETE", f"clients/{made['client']['id']}")
    expect(page.locator("#audit tbody [data-column=actor] a")).to_have_count(0)
    check("the actor that is deleted keeps its id", page.locator("#audit tbody [data-column=actor]", has_text=actor).count() >= 2)


def for_operators(opened, page, server):
    """What needs attention is first, amounts have their currency, states and advice are for an operator, and many clients are searched for."""
    summary = "**/admin/usage/summary?*"

    def priced(route):
        answer = route.fetch()
        body = answer.json() | {"currency": "EUR"}
        route.fulfill(response=answer, json=body)

    page.route(summary, priced)
    visit(page, "usage")
    visit(page, "overview")
    money = page.locator(".tile[href^='#/usage?measure=money'] .tile-value")
    expect(money).to_contain_text("€")
    order = page.locator(".overview").evaluate("node => [...node.children].map(child => child.id || child.className)")
    check("what needs attention is the first of the overview", order[:2] == ["attention", "tiles"], order)
    visit(page, "usage")
    expect(page.locator(".usage-totals .tile").last).to_contain_text("€")
    page.unroute(summary)
    advice = word(page, "problem.upstream-unauthorized")
    check("the advice is for an operator", ("Rotate" if "service" in advice else "ローテーション") in advice and "operator" not in advice and "運用者" not in advice, advice)
    badge = page.evaluate("""() => import(document.querySelector("script").src.replace("admin.js", "admin-parts.js")).then(parts => { const made = parts.keyBadge("in_doubt"); return [made.className, made.lastChild.textContent]; })""")
    check("a key in doubt is told from a healthy one", badge == ["badge warn", {"en": "in doubt", "ja": "要確認"}[page.evaluate("() => document.documentElement.lang")]], badge)
    many = [{"id": f"{number:08x}-0000", "name": "twin" if number < 2 else f"client {number}"} for number in range(5000)]
    found = page.evaluate(
        """async many => { const form = await import(document.querySelector("script").src.replace("admin.js", "form.js"));
        let changes = 0; const made = form.clientField(many, "", () => { changes++; }); document.querySelector("#content").append(made.node);
        const type = text => { made.input.value = text; made.input.dispatchEvent(new Event("input")); made.input.dispatchEvent(new Event("change")); return [made.value(), made.input.validity.valid]; };
        const offers = () => made.node.querySelectorAll("datalist option").length;
        const few = form.clientField(many.slice(0, 3), many[1].id, () => {});
        const result = { tag: made.input.type, first: offers(), one: type("client 4711"), offered: offers(), twin: type("twin (00000001)"), none: type("nobody"), id: type("00000003-0000"), all: type(""), changes, few: [few.input.localName, few.value()] };
        made.node.remove(); return result; }""",
        many,
    )
    expected = {
        "tag": "search", "first": 20, "one": ["00001267-0000", True], "offered": 1, "twin": ["00000001-0000", True], "none": ["00000001-0000", False], "id": ["00000003-0000", True], "all": ["", True],
        "changes": 4, "few": ["select", "00000001-0000"],
    }  # fmt: skip
    check("of many clients one is searched for by its name", found == expected, found)


def midnight(page, server):
    """Where midnight is that of Greenwich, the overview names it once."""
    sign_in(page, server)
    note = page.locator(".tile[href='#/usage'] .tile-note")
    note.wait_for()
    expect(note).to_have_text(word(page, "overview.gmt.here"))
    check("the time since which tokens are counted is there once", "12" not in note.inner_text(), note.inner_text())


def no_folder(page, server):
    """A server without a folder of tools cannot check a file, which the view says before it is tried."""
    visit(page, "tools")
    empty = page.locator("#tool-files .empty")
    empty.wait_for()
    expect(empty).to_have_text(word(page, "tools.no-folder"))
    button = page.locator("header .check-file")
    check("the view says that there is no folder, and the button is disabled", button.is_disabled() and empty.locator("button").count() == 0)


def tools_and_vault(opened, page, server):
    visit(page, "tools")
    page.locator("header .check-file").first.click()
    dialog = page.locator("dialog.file-dialog")
    fill(dialog, page, "file.name", "rates.yaml")
    fill(dialog, page, "file.text", "torii: 1\nupstream: rates\n")
    dialog.locator(".dialog-actions button[type=submit]").click()
    expect(dialog.locator(".problem")).not_to_be_empty()
    said = dialog.locator(".problem").inner_text()
    check("a faulty file of tools is refused with its faults", said.splitlines()[0].endswith((":", "：")), said)
    fill(dialog, page, "file.text", RATES.format(base=server.upstream))
    dialog.locator(".dialog-actions button[type=submit]").click()
    expect(dialog.locator(".file-result")).to_contain_text("getExchangeRates")
    dialog.locator("button.store").click()
    dialog.wait_for(state="detached")
    row(page, "tool-files", "rates.yaml").locator("button.try").click()
    dialog = page.locator("dialog.try-dialog")
    fill(dialog, page, "try.arguments", '{"base": "EUR"}')
    dialog.locator(".dialog-actions .primary").click()
    expect(dialog.locator(".trial-result")).to_contain_text("178.5")
    check("a valid one is stored and tried", True)
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    for change, says in (("# first\n", "starts with its present text"), ("# second\n", "and was stored")):
        row(page, "tool-files", "rates.yaml").locator("button.edit").click()
        dialog = page.locator("dialog.file-dialog")
        area = dialog.locator("textarea")
        text = area.input_value()
        check(f"the edited file {says}", text.endswith(RATES.format(base=server.upstream)), text[:80])
        area.fill(change + text)
        dialog.locator(".dialog-actions button[type=submit]").click()
        expect(dialog.locator(".file-result")).to_contain_text("getExchangeRates")
        dialog.locator("button.store").click()
        dialog.wait_for(state="detached")
    stored = server.admin("GET", "tool-files/rates.yaml")[1]["text"]
    check("both edits are in the stored text", stored.startswith("# second\n# first\n"), stored[:40])
    row(page, "tool-files", "rates.yaml").locator("button.edit").click()
    dialog = page.locator("dialog.file-dialog")
    area = dialog.locator("textarea")
    area.fill("# mine\n" + area.input_value())
    server.admin("PUT", "tool-files/rates.yaml", {"text": "# theirs\n" + stored})
    for result in ("changed", "stored"):
        dialog.locator(".dialog-actions button[type=submit]").click()
        expect(dialog.locator(".file-result")).to_contain_text("getExchangeRates")
        dialog.locator("button.store").click()
        if result == "changed":
            expect(dialog.locator(".problem")).to_have_text(word(page, "file.changed"))
            expect(dialog.locator(".file-result pre")).to_contain_text("# theirs")
            check("a change of somebody else is shown, and the own text stays", area.input_value().startswith("# mine\n"))
    dialog.wait_for(state="detached")
    stored = server.admin("GET", "tool-files/rates.yaml")[1]["text"]
    check("then the own text replaces it", stored.startswith("# mine\n# second\n"), stored[:40])
    row(page, "tool-files", "rates.yaml").locator("button.remove").click()
    confirm(page)
    page.locator("#tool-files .empty").wait_for()
    check("and removed", True)
    visit(page, "vault")
    expect(page.locator("#master-keys tbody tr")).not_to_have_count(0)
    check("the vault's keys are listed", True)
    page.locator("button.rewrap").click()
    expect(page.locator(".rewrap-words")).not_to_be_empty()
    check("the records are sealed again", True)


def live(opened, page, server):
    visit(page, "keys")
    other = opened.new_page()
    other.goto(url(server, "/admin/#/keys"))
    for one in (page, other):
        expect(one.locator("header button.live")).to_have_attribute("data-state", "live")
    add(page, THIRD, "third").wait_for(state="detached")
    row(other, "keys-openai", "third")
    check("another tab shows a key that is added", True)
    server.admin("POST", "clients", {"name": "made elsewhere"})
    visit(other, "clients")
    row(other, "clients", "made elsewhere")
    check("and a client that another program makes", True)
    other.locator("header button.live").click()
    expect(other.locator("header button.live")).to_have_attribute("data-state", "paused")
    server.admin("POST", "clients", {"name": "made in the pause"})
    other.locator("header button.live").click()
    row(other, "clients", "made in the pause")
    check("after a pause it catches up", True)
    other.close()
    remove(page, "third")


def drain(opened, page, server):
    """A key that a stream holds is drained, and the steps follow it."""
    visit(page, "keys")
    status, run = server.send("POST", "/v1/chat", {"message": "slow", "on_disconnect": "finish"}, {"Prefer": "respond-async"})
    # A call whose first words are there holds its key.
    events = server.open("GET", f"/v1/runs/{run['run']}/events")
    check("a call holds the key", status == 202 and any(event.kind == "message.delta" for event in events.events()))
    events.leave()
    dialog = rotate(page, SECOND)
    step(dialog, "draining")
    expect(dialog.locator(".step-facts")).to_contain_text("1")
    check("its rotation waits for the call", True)
    server.send("POST", f"/v1/runs/{run['run']}/cancel")
    step(dialog, "retired")
    check("and is over when the call is", True)
    dialog.locator(".dialog-actions button").first.click()
    strip = page.locator("figure.health[data-pool=openai] .strip-row svg.strip").first
    strip.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("figure.health .plot-words").first).not_to_be_empty()
    check(
        "the health of a key is a strip whose parts have words",
        page.locator("figure.health rect[data-state]").count() >= 1,
        page.locator("figure.health .plot-words").first.inner_text(),
    )
    page.locator("figure.health details.as-table summary").first.click()
    check("and a table", page.locator("figure.health details.as-table tr").count() > 1)


def confirmation(opened, page, server):
    """A sign-in of more than 15 minutes is confirmed before something ends. The server's refusal is played, because nobody waits that long."""
    server.admin("POST", "clients", {"name": "old"})
    visit(page, "clients")
    row(page, "clients", "old").locator("a").first.click()
    refusal = {
        "type": "urn:torii:problem:confirmation-required",
        "title": "Confirm",
        "status": 403,
        "detail": "old",
        "confirm_at": "/admin/session/confirmation",
        "max_age_seconds": 900,
    }
    page.route("**/revoke", lambda route: route.fulfill(status=403, content_type="application/problem+json", body=json.dumps(refusal)), times=1)
    page.locator("header button.more").click()
    page.locator("dialog.choices-dialog button.revoke").click()
    page.locator("dialog.danger-dialog .dialog-actions button.danger").click()
    dialog = page.locator("dialog.confirm-sign-in")
    dialog.wait_for()
    dialog.locator("input.secret").focus()
    page.keyboard.insert_text(TOKEN)
    dialog.locator("button.primary").click()
    expect(dialog.locator(".problem")).not_to_be_empty()
    check("another token does not confirm", dialog.locator("input.secret").input_value() == "", dialog.locator(".problem").inner_text())
    dialog.locator("input.secret").focus()
    page.keyboard.insert_text(ADMIN)
    dialog.locator("button.primary").click()
    expect(page.locator("dialog")).to_have_count(0)
    states = [client["revoked_at"] for client in server.admin("GET", "clients")[1]["clients"] if client["name"] == "old"]
    check("the administrator's own does, and the work is done", states[0] is not None, states)


def links(opened, page, server):
    """The dialog of sign-in links offers the clients that can sign in to the chosen page."""
    for name, scopes in (("keeper", ["admin:read"]), ("pad", ["chat"]), ("both", ["chat", "admin:read"]), ("gone", ["chat"])):
        _, made, _ = server.admin("POST", "clients", {"name": name, "scopes": scopes})
    server.admin("POST", f"clients/{made['client']['id']}/revoke")
    visit(page, "clients")
    expect(row(page, "clients", "gone").locator("[data-column=state]")).to_contain_text(word(page, "client.revoked"))
    visit(page, "sessions")
    page.locator("header .create-code").click()
    dialog = page.locator("dialog.code-dialog")
    client = dialog.get_by_label(word(page, "code.client"), exact=True)
    for side, offered, others in (("console", {"keeper", "both"}, {"pad", "gone"}), ("chat", {"pad", "both"}, {"keeper", "gone"})):
        dialog.get_by_label(word(page, "code.page"), exact=True).select_option(side)
        names = set(client.locator("option").all_inner_texts())
        check(f"for the {side} only clients that can sign in to it are offered", offered <= names and not others & names, sorted(names))
    client.select_option(label="pad")
    dialog.locator(".dialog-actions .primary").click()
    once = page.locator("dialog.once-dialog")
    link = once.locator("output.once").inner_text()
    check("the link is one of the chat page", link.startswith(url(server, "/#code=")))
    once.locator(".primary").click()
    once.wait_for(state="detached")


def sessions(opened, page, server):
    with contextlib.closing(opened.browser.new_context(locale="en-US")) as elsewhere:
        other = elsewhere.new_page()
        sign_in(other, server)
        visit(page, "sessions")
        expect(page.locator("#sessions tbody .badge.good")).to_have_count(1)
        check("this browser is marked", True)
        others = page.locator("#sessions button.end")
        for left in range(others.count(), 0, -1):
            others.first.click()
            confirm(page)
            expect(others).to_have_count(left - 1)
        other.reload()
        other.locator("dialog.sign-in").wait_for()
        check("a browser whose sign-in is ended must sign in again", True)
    page.locator("nav.side .settings").click()
    dialog = page.locator("dialog")
    dialog.get_by_role("button", name=word(page, "sign-out")).click()
    page.locator("dialog.sign-in").wait_for()
    check("the sign-out ends it here", opened.cookies() == [])
    none(
        "keys in the requests' addresses",
        sum(any(secret in request.url for secret in (FIRST, SECOND, FAULTY, WRONG, ADMIN)) for request in opened.watch.requests),
    )
