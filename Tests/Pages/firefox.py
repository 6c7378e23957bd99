"""Both pages once in Debian's Firefox: the sign-in, a turn with a call and an approval, a stream that is cut, the policy, the console."""

import attacks
from bidi import firefox
from browser import TOKEN, check, none, url
from checks import section
from console_page import ADMIN
from interruptions import EXPECTED, WORDS, Relay
from models import Paced, settings
from torii import torii

PRELOAD = """() => {
    window.violations = [];
    window.faults = [];
    document.addEventListener("securitypolicyviolation", event => window.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
    addEventListener("error", event => window.faults.push(event.message));
    addEventListener("unhandledrejection", event => window.faults.push(String(event.reason)));
}"""
CUTS = 10


def perform(playwright, folder):
    paced = Paced(WORDS)
    with firefox(folder, PRELOAD) as browser:
        with section("Firefox, the chat page"), torii(folder) as server:
            chat(browser.new_page(), server)
        with section("Firefox, a stream"), paced.model.running(), torii(folder, **settings(paced.model)) as server:
            stream(browser.new_page(), server, paced)
        with section("Firefox, the policy"), torii(folder, TORII_WEB_DIR=attacks.changed(folder, 1)) as server:
            policy(browser.new_page(), server)
        with section("Firefox, the console"), torii(folder) as server:
            console(browser.new_page(), server)


def sign_in(page, server):
    page.goto(url(server))
    page.wait("document.querySelector('dialog.sign-in input') === document.activeElement")
    page.type(TOKEN + "\n")
    page.wait("document.querySelector('#message') === document.activeElement && !document.querySelector('dialog')")


def clean(page, name):
    none(f"{name}: violations of the policy", len(page.evaluate("window.violations")), page.evaluate("window.violations"))
    none(f"{name}: errors of scripts", len(page.evaluate("window.faults")), page.evaluate("window.faults"))


def chat(page, server):
    sign_in(page, server)
    check("a token signs in", True)
    page.type('Add "A4 paper" to the inventory, quantity 10\n')
    page.wait("document.querySelector('.answer .actions button')")
    check(
        "a call and its card are shown",
        page.evaluate("document.querySelector('.tool').dataset.state") == "done"
        and page.evaluate("document.querySelector('button.card').textContent") == "A4 paper10",
    )
    page.type("Delete the inventory item with the ID 1\n")
    page.wait("document.querySelector('.approval .primary:enabled')")
    page.evaluate("document.querySelector('.approval .primary').click()")
    page.wait("document.querySelectorAll('.answer')[1]?.querySelector('.actions button')")
    check("an approval is given", page.evaluate("document.querySelectorAll('.approval').length") == 0)
    page.reload()
    page.wait("document.querySelectorAll('.answer').length === 2 && document.querySelectorAll('.tool').length >= 2")
    check("the messages are there after a reload", True)
    check(
        "the page's files are kept for the time without a network",
        page.wait("navigator.serviceWorker.ready.then(() => caches.keys()).then(names => names.length === 1)"),
    )
    clean(page, "the chat page")


def stream(page, server, paced):
    relay = Relay(server.port)
    server.port = relay.port
    sign_in(page, server)
    page.type("cut\n")
    paced.allow("cut", 3)
    seen = 0
    length = "document.querySelector('.answer .text')?.textContent.length ?? 0"
    for _ in range(CUTS):
        seen = page.wait(f"({length}) > {seen} && ({length})")
        relay.cut()
        paced.allow("cut", 2)
    paced.allow("cut")
    page.wait("document.querySelector('.answer .actions button')")
    text = page.evaluate("document.querySelector('.answer .text').textContent").strip()
    check(f"the text after {CUTS} cuts is whole", text == EXPECTED, f"{len(text)} of {len(EXPECTED)} characters")
    clean(page, "a stream")
    relay.close()


def policy(page, server):
    sign_in(page, server)
    page.evaluate("document.querySelector('.side .settings').click()")
    results = page.wait("window.results")
    for name, result in results.items():
        check(f"the policy refuses {name}", result != "taken", result)
    check("no script of a text ran", page.evaluate("window.hacked ?? null") is None)


def console(page, server):
    page.goto(url(server, "/admin/"))
    page.wait("document.querySelector('dialog.sign-in input.secret') === document.activeElement")
    page.type(ADMIN + "\n")
    page.wait("document.querySelector('nav.side')")
    for view in ("keys", "clients", "usage", "runs", "audit", "vault", "sessions", "overview"):
        page.evaluate(f"void (location.hash = '#/{view}')")
        page.wait(
            f"document.querySelector('nav.side a.nav-{view}')?.getAttribute('aria-current') === 'page' && document.querySelector('#content').childElementCount > 0"
        )
    check("the views of the console open", True)
    clean(page, "the console")
