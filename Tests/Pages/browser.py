"""Browsers for the trials of the pages, and what must hold on every page."""

import contextlib
import os
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Integration"))

from checks import check, none  # noqa: E402
from playwright.sync_api import expect  # noqa: E402
from torii import TOKEN  # noqa: E402

# A machine may be busy with other work. Nothing waits for a time to pass, so a long limit costs nothing.
LIMIT = int(os.environ.get("PAGES_LIMIT", 90_000))
expect.set_options(timeout=LIMIT)

# Reported by the page itself, because a browser reports a blocked part in several ways.
WATCH = """
document.addEventListener("securitypolicyviolation", event => console.error(`CSP ${event.violatedDirective} ${event.blockedURI}`));
"""


class Watch:
    """What went wrong on the pages of a context, and what they sent."""

    def __init__(self, context):
        self.violations, self.errors, self.requests, self.said = [], [], [], []
        context.on("page", self.follow)

    def follow(self, page):
        page.on("console", self.heard)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.requests.append(request))

    def heard(self, message):
        self.said.append(message.text)
        if message.type != "error":
            return
        if message.text.startswith("CSP ") or "Content Security Policy" in message.text:
            self.violations.append(message.text)
        elif "Failed to load resource" not in message.text:
            self.errors.append(message.text)


@contextlib.contextmanager
def chromium(playwright, *arguments):
    """Debian's Chromium; nothing is downloaded."""
    program = shutil.which("chromium")
    browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", *arguments], timeout=LIMIT)
    try:
        yield browser
    finally:
        browser.close()


@contextlib.contextmanager
def context(browser, watched=True, **options):
    """A context of its own; at its end no page may have broken the policy or thrown."""
    options = {"viewport": {"width": 1280, "height": 800}, "locale": "en-US", "timezone_id": "Asia/Tokyo"} | options
    opened = browser.new_context(**options)
    opened.set_default_timeout(LIMIT)
    opened.add_init_script(WATCH)
    opened.watch = Watch(opened)
    try:
        yield opened
    finally:
        opened.close()
    if watched:
        none("violations of the policy", len(opened.watch.violations), opened.watch.violations[:3])
        none("errors of scripts", len(opened.watch.errors), opened.watch.errors[:3])


def url(torii, path="/"):
    return f"http://127.0.0.1:{torii.port}{path}"


def field(page):
    return page.locator(".composer textarea")


def sign_in(page, torii, path="/", token=TOKEN):
    """Opens the chat page and signs in by the token."""
    page.goto(url(torii, path))
    secret = page.locator("dialog.sign-in input")
    secret.fill(token)
    secret.press("Enter")
    field(page).wait_for()
    expect(page.locator("dialog")).to_have_count(0)


def ask(page, text):
    """Sends a message: by Enter, or by the button where Enter makes a line."""
    field(page).fill(text)
    if page.evaluate("() => matchMedia('(pointer: coarse)').matches"):
        page.locator(".composer .primary").click()
    else:
        field(page).press("Enter")
    # A message that waits for the answer before it has its place above the field.
    page.wait_for_function("text => ['.messages > .question .bubble', '.next-text'].some(one => [...document.querySelectorAll(one)].pop()?.textContent === text.trim())", arg=text)


def answer(page, number=-1):
    """Waits for the end of the answer to the last question, or of the one with a number; returns its element."""
    if number < 0:
        # An answer is on the page only when the server has the question.
        number = page.locator(".messages > .question").count() - 1
    found = page.locator(".messages > .answer").nth(number)
    found.locator(".actions button").first.wait_for(state="attached")
    return found


def decide(page, verb, number=-1):
    """Presses a button of an approval, which is ready a moment after it was shown."""
    approvals = page.locator(".approval:not(.closed)")
    found = approvals.last if number < 0 else approvals.nth(number)
    found.get_by_role("button", name=verb, exact=True).click()


def settled(page):
    """Waits until pictures would not change: no animation runs, and two frames were drawn."""
    page.evaluate("""async () => {
        await Promise.all(document.getAnimations().filter(one => one.effect?.getTiming().iterations !== Infinity).map(one => one.finished.catch(() => {})));
        await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    }""")


__all__ = [
    "LIMIT", "TOKEN", "answer", "ask", "check", "chromium", "context", "decide", "expect", "field", "none", "settled", "sign_in", "url"
]  # fmt: skip
