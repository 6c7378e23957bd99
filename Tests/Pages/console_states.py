"""The states of the console: its views with content, and its dialogs. Each is examined with axe, measured, or photographed."""

import contextlib
import tempfile

from accessibility import examine
from assistance import SMALL
from browser import check, chromium, context, expect, settled, url
from checks import section
from client import Client
from console_page import fill, row, settle, sign_in, type_secret, visit
from torii import torii
from upstream import Upstream, completed

WIDE = """() => ["html", "main", "#content", "dialog[open]"].map(name => document.querySelector(name)).map(node => node ? node.scrollWidth - node.clientWidth : 0)"""

FIRST, SECOND, WRONG = (f"sk-0123456789abcdef-{name}" for name in ("1st1", "2nd2", "wro5"))


def perform(playwright, folder):
    with chromium(playwright) as browser:
        for name, options in {"English, light": {}, "Japanese, dark": {"locale": "ja-JP", "color_scheme": "dark"}}.items():
            with section(f"axe on the console, {name}"), busy(folder) as server, context(browser, **options) as opened:
                page = opened.new_page()
                for state in walk(page, server):
                    examine(page, state)
        with (
            section("A narrow console, with fingers"),
            busy(folder) as server,
            context(browser, viewport={"width": 320, "height": 700}, has_touch=True, is_mobile=True) as opened,
        ):
            page = opened.new_page()
            for state in walk(page, server):
                settled(page)
                wide = page.evaluate(WIDE)
                small = page.evaluate(SMALL, 24)
                check(f"320 pixels need no sideways scroll, and targets have 24, {state}", max(wide) <= 0 and not small, (wide, small[:4]))
            examine(page, "320 pixels")


@contextlib.contextmanager
def busy(folder):
    """A server with keys, clients, usage, runs and rows of the audit."""
    upstream = Upstream(FIRST, SECOND)
    tools = tempfile.mkdtemp(dir=folder)
    with upstream.running(), torii(folder, OPENAI_API_KEY=FIRST, TORII_TOOLS_DIR=tools, **upstream.settings) as server:
        client = server.admin("POST", "clients", {"name": "phone", "limits": {"tokens_per_day": 20_000, "requests_per_minute": 60}})[1]
        Client(server.port, client["token"]["secret"]).ask("much")
        server.admin("POST", "clients", {"name": "tablet"})
        server.run = [completed(server, message) for message in ("hello 0", "hello 1", "add paper")][-1]
        server.admin("POST", "upstreams/openai/keys", {"secret": SECOND, "label": "second", "weight": 0})
        server.admin("POST", "upstreams/openai/rotations", {"secret": WRONG})
        yield server


def walk(page, server):
    """Yields the name of each state while the page shows it."""
    page.goto(url(server, "/admin/"))
    page.locator("dialog.sign-in").wait_for()
    yield "sign-in"
    sign_in(page, server)
    settle(page)
    page.locator("#pools a.pool-card").first.wait_for()
    yield "overview"
    visit(page, "keys")
    row(page, "keys-openai", "second")
    yield "keys"
    page.locator("header .add-key").click()
    page.locator("dialog.add-key-dialog").wait_for()
    yield "add-key"
    page.keyboard.press("Escape")
    visit(page, "keys/openai")
    row(page, "keys-openai", "second")
    yield "pool"
    page.locator("#keys-openai button.rotate").first.click()
    dialog = page.locator("dialog.rotation-dialog")
    type_secret(page, dialog, WRONG)
    yield "rotation-form"
    dialog.locator(".dialog-actions .primary").click()
    dialog.locator("button.another-key").wait_for()
    yield "rotation-refused"
    dialog.locator(".dialog-actions button").first.click()
    dialog.wait_for(state="detached")
    row(page, "keys-openai", "second").locator("button.more").click()
    page.locator("dialog.choices-dialog").wait_for()
    yield "more"
    page.locator("dialog.choices-dialog button.remove").click()
    page.locator("dialog.danger-dialog").wait_for()
    yield "danger"
    page.keyboard.press("Escape")
    visit(page, "rotations")
    page.locator("#rotations tbody a").first.wait_for()
    yield "rotations"
    page.locator("#rotations tbody a").first.click()
    page.locator(".rotation-view .stepper").wait_for()
    yield "rotation"
    visit(page, "clients")
    row(page, "clients", "phone")
    yield "clients"
    page.locator("header .create-client").click()
    dialog = page.locator("dialog.client-dialog")
    dialog.wait_for()
    yield "client-form"
    fill(dialog, page, "name", "watch")
    dialog.locator(".dialog-actions .primary").click()
    page.locator("dialog.once-dialog").wait_for()
    yield "once"
    page.locator("dialog.once-dialog .primary").click()
    expect(page.locator("dialog")).to_have_count(0)
    visit(page, "clients")
    row(page, "clients", "phone").locator("a").first.click()
    page.locator("[role=meter][data-limit=tokens-per-day]").wait_for()
    yield "client"
    page.locator("header button.more").click()
    page.locator("dialog.choices-dialog button.delete").click()
    page.locator("dialog.danger-dialog .typed-name input").wait_for()
    yield "delete-client"
    page.keyboard.press("Escape")
    visit(page, "usage")
    page.locator("figure.plot.bars svg.plot-picture").wait_for()
    yield "usage"
    visit(page, "runs")
    page.locator(f"#runs tbody tr[data-key={server.run}] a").first.wait_for()
    yield "runs"
    page.locator(f"#runs tbody tr[data-key={server.run}] a").first.click()
    page.locator(".run-facts").wait_for()
    settle(page)
    yield "run"
    visit(page, "audit")
    page.locator("#audit tbody tr").first.wait_for()
    yield "audit"
    page.locator("header .verify").click()
    page.locator("dialog.verify-dialog .primary").click()
    page.locator("dialog.verify-dialog .verdict .badge").wait_for()
    yield "verified"
    page.keyboard.press("Escape")
    visit(page, "tools")
    page.locator("header .check-file").first.click()
    page.locator("dialog.file-dialog").wait_for()
    yield "tools"
    page.keyboard.press("Escape")
    visit(page, "vault")
    page.locator("#master-keys tbody tr").first.wait_for()
    yield "vault"
    visit(page, "sessions")
    page.locator("#sessions tbody tr").first.wait_for()
    yield "sessions"
    if page.locator("header .icon-button.narrow").is_visible():
        page.locator("header .icon-button.narrow").click()
        page.locator("body.side-open").wait_for()
        yield "menu"
    page.locator("nav.side .settings").click()
    page.locator("dialog").wait_for()
    yield "settings"
    page.keyboard.press("Escape")
