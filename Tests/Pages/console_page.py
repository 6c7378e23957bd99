"""The operator's console in a browser: sign-in, views, words in the language of the page, and forms."""

from browser import TOKEN, expect, url

VIEWS = ["overview", "keys", "clients", "usage", "runs", "audit", "tools", "vault", "sessions"]
ADMIN = TOKEN + "_admin"

WORD = """([key, values]) => import(document.querySelector("script").src.replace("admin.js", "i18n.js")).then(words => words.t(key, values))"""


def sign_in(page, server, view="overview", token=ADMIN):
    """Opens a view of the console and signs in by a token."""
    page.goto(url(server, f"/admin/#/{view}"))
    secret = page.locator("dialog.sign-in input.secret")
    secret.focus()
    # Typed as by a keyboard: a text that is passed to the page's scripts would stay in their memory.
    page.keyboard.insert_text(token)
    page.keyboard.press("Enter")
    page.locator("nav.side").wait_for(state="attached")


def visit(page, view):
    """Opens a view and waits until its content is there."""
    page.evaluate("view => { location.hash = `#/${view}`; }", view)
    # The rotations are a part of the keys.
    name = view.split("/")[0].replace("rotations", "keys")
    expect(page.locator(f"nav.side a.nav-{name}")).to_have_attribute("aria-current", "page")
    settle(page)


def settle(page):
    """Waits until nothing is read any more."""
    page.wait_for_function(
        "() => document.querySelector('#content')?.childElementCount > 0 && ![...document.querySelectorAll('#content [aria-busy=true]')].length"
    )


def word(page, key, /, **values):
    """Returns a word of the page in its language."""
    return page.evaluate(WORD, [key, values])


def fill(dialog, page, label, text):
    """Fills the field with a label, given by its key."""
    dialog.get_by_label(word(page, label), exact=True).fill(text)


def type_secret(page, dialog, secret):
    """Types a secret into a dialog's field as by a keyboard."""
    dialog.locator("input[data-secret]").focus()
    page.keyboard.insert_text(secret)


def row(page, table, text):
    """Returns the row of a table that has a text."""
    found = page.locator(f"#{table} tbody tr", has_text=text)
    expect(found).to_have_count(1)
    return found


def confirm(page, typed=None):
    """Confirms what ends, in the last dialog."""
    dialog = page.locator("dialog.danger-dialog")
    dialog.wait_for()
    if typed:
        dialog.locator(".typed-name input").fill(typed)
    dialog.locator(".dialog-actions button.danger").click()
    dialog.wait_for(state="detached")
