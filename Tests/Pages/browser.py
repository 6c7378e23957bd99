"""Browsers for the trials of the pages, and what must hold on every page."""

import contextlib
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Integration"))

from checks import check, none  # noqa: E402
from torii import TOKEN  # noqa: E402

# Reported by the page itself, because a browser reports a blocked part in several ways.
WATCH = """
document.addEventListener("securitypolicyviolation", event => console.error(`CSP ${event.violatedDirective} ${event.blockedURI}`));
"""


class Watch:
    """What went wrong on the pages of a context."""

    def __init__(self, context):
        self.violations, self.errors, self.requests = [], [], []
        context.on("page", self.follow)

    def follow(self, page):
        page.on("console", self.heard)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.requests.append((request.method, request.url, request.post_data)))

    def heard(self, message):
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
    browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", *arguments])
    try:
        yield browser
    finally:
        browser.close()


@contextlib.contextmanager
def context(browser, watched=True, **options):
    """A context of its own; at its end no page may have broken the policy or thrown."""
    options = {"viewport": {"width": 1280, "height": 800}, "locale": "en-US", "timezone_id": "Asia/Tokyo"} | options
    opened = browser.new_context(**options)
    opened.set_default_timeout(15_000)
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


def sign_in(page, torii, path="/", token=TOKEN):
    """Opens the chat page and signs in by the token."""
    page.goto(url(torii, path))
    field = page.locator("dialog.sign-in input")
    field.wait_for()
    field.fill(token)
    field.press("Enter")
    page.locator(".composer textarea").wait_for()
    page.locator("dialog").wait_for(state="detached")


def ask(page, text):
    """Sends a message."""
    page.locator(".composer textarea").fill(text)
    page.locator(".composer textarea").press("Enter")


def answer(page, number=-1):
    """Waits for the end of the last answer, or of the one with a number; returns its element."""
    answers = page.locator(".messages > .answer")
    found = answers.last if number < 0 else answers.nth(number)
    found.locator(".actions button").first.wait_for(state="attached")
    return found


__all__ = ["TOKEN", "answer", "ask", "check", "chromium", "context", "none", "sign_in", "url"]
