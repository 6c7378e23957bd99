"""Pictures of both pages, to look at: states × desktop and phone × light and dark × English and Japanese.

They are written into the folder PICTURES, and two small ones for README.md. Without the folder, only the chat page is taken, in two of the eight
combinations: what its states look like is not checked, but that each can be reached and drawn.
"""

import base64
import os
import pathlib

from browser import answer, ask, check, chromium, context, decide, settled, sign_in, url
from cards import ARTIFACTS, DRAW
from checks import section
from console_states import busy, walk
from models import USAGE, ChatModel, settings
from torii import torii
from words import WORDS

SIZES = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True},
}
ALWAYS = ("desktop-light-en", "phone-dark-ja")
# The states of the console that are photographed.
CONSOLE = ["sign-in", "overview", "keys", "rotation-refused", "rotation", "danger", "once", "client", "usage", "run", "verified", "sessions"]
# The pictures of README.md.
SHOWN = {"chat-desktop-light-en-approval": "chat", "console-desktop-light-en-keys": "console"}

LONG = {
    "en-US": "# Three teas\n\nGreen tea is **not** oxidized. Compare:\n\n| tea | minutes | °C |\n|---|--:|--:|\n| green | 2 | 75 |\n| oolong | 3 | 90 |\n| black | 4 | 100 |\n\n"
    "1. Warm the pot.\n2. Add `3 g` of leaves.\n3. Pour, and wait.\n\n```python\ndef brew(minutes):\n    return f\"wait {minutes} min\"\n```\n\n> Patience is the first leaf. See [the guide](https://example.org/tea).",
    "ja-JP": "# 三つのお茶\n\n緑茶は**「発酵」**させません。比べると：\n\n| お茶 | 分 | ℃ |\n|---|--:|--:|\n| 緑茶 | 2 | 75 |\n| 烏龍茶 | 3 | 90 |\n| 紅茶 | 4 | 100 |\n\n"
    "1. 急須を温めます。\n2. 茶葉を `3 g` 入れます。\n3. お湯を注いで待ちます。\n\n```python\ndef brew(minutes):\n    return f\"{minutes} 分\"\n```\n\n> 急がば回れ。[案内](https://example.org/tea)を参照。",
}  # fmt: skip

WEBP = """async png => {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext("2d").drawImage(picture, 0, 0);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/webp", quality: 0.6 })).arrayBuffer());
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(""));
}"""


def say(turn):
    """Answers with Markdown, stops in the middle, or fails, as the message says."""
    if turn.message.startswith("fail"):
        return turn.json({"error": {"message": "the model is gone"}}, status=503)
    turn.text(LONG["ja-JP" if "お茶" in turn.message else "en-US"])
    if turn.message.startswith("slow"):
        return turn.left()
    turn.finish(usage=USAGE)


def perform(playwright, folder):
    target = pathlib.Path(os.environ["PICTURES"]).resolve() if os.environ.get("PICTURES") else None
    if target:
        target.mkdir(parents=True, exist_ok=True)
    model = ChatModel(say)
    with chromium(playwright) as browser, model.running():
        for size, options in SIZES.items():
            for locale in WORDS:
                for scheme in ("light", "dark"):
                    name = f"{size}-{scheme}-{locale[:2]}"
                    if not target and name not in ALWAYS:
                        continue
                    with section(f"Pictures, {name}"):
                        states = {"locale": locale, "color_scheme": scheme, **options}
                        combination(browser, folder, model, Taken(target, name), states, locale)
        if target:
            small(browser, target)


class Taken:
    """The pictures of one combination."""

    def __init__(self, target, name):
        self.target, self.name, self.states = target, name, []

    def take(self, page, state, kind="chat"):
        settled(page)
        data = page.screenshot()
        # A page without content makes a very small picture.
        if len(data) > 5000:
            self.states.append(f"{kind}-{state}")
        if self.target:
            (self.target / f"{kind}-{self.name}-{state}.png").write_bytes(data)


def combination(browser, folder, model, taken, options, locale):
    with torii(folder) as server, context(browser, **options) as opened:
        built_in(opened, server, locale, taken.take)
    with torii(folder, **settings(model)) as server, context(browser, **options) as opened:
        with_a_model(opened, server, locale, taken.take)
    check("13 states of the chat page were taken", len(taken.states) == 13, taken.states)
    if not taken.target:
        return
    with busy(folder) as server, context(browser, **options) as opened:
        page = opened.new_page()
        for state in walk(page, server):
            if state in CONSOLE:
                taken.take(page, state, "console")
    check("12 states of the console were taken", len(taken.states) == 13 + len(CONSOLE), taken.states)


def small(browser, target):
    """Writes the pictures of README.md; the browser itself makes WebP of them."""
    with context(browser, watched=False) as opened:
        page = opened.new_page()
        for source, name in SHOWN.items():
            png = base64.b64encode((target / f"{source}.png").read_bytes()).decode()
            (target / f"{name}.webp").write_bytes(base64.b64decode(page.evaluate(WEBP, png)))
    check("the pictures for README.md are small", all((target / f"{name}.webp").stat().st_size < 40_000 for name in SHOWN.values()))


def built_in(opened, server, locale, take):
    words = WORDS[locale]
    page = opened.new_page()
    page.goto(url(server))
    page.locator("dialog.sign-in").wait_for()
    take(page, "sign-in")
    sign_in(page, server)
    page.locator(".examples button").first.wait_for()
    take(page, "empty")
    for number, text in enumerate([words["add"], words["add"].replace("A4", "A3").replace("10", "4"), words["list"]]):
        ask(page, text)
        answer(page, number)
    take(page, "cards")
    page.locator("button.card").last.click()
    page.locator("dialog").wait_for()
    take(page, "item")
    page.locator("dialog .dialog-actions button").first.click()
    ask(page, words["delete"])
    page.locator(".approval button:enabled").first.wait_for()
    take(page, "approval")
    page.locator(".approval summary").click()
    decide(page, words["approve"])
    answer(page, 3).locator(".tool summary").last.click()
    take(page, "call")
    if page.locator(".menu").is_visible():
        page.locator(".menu").click()
        page.locator(".side input").wait_for()
    take(page, "list")
    page.locator(".side .settings").click()
    page.locator("dialog").wait_for()
    take(page, "settings")


def with_a_model(opened, server, locale, take):
    tea = "お茶" if locale == "ja-JP" else "tea"
    page = opened.new_page()
    sign_in(page, server)
    ask(page, f"slow {tea}")
    page.locator(".answer blockquote").wait_for()
    take(page, "growing")
    page.locator(".composer .stop").click()
    answer(page, 0)
    ask(page, tea)
    answer(page, 1)
    take(page, "markdown")
    for type, data in [(type, data) for type, data, *_ in ARTIFACTS if type in ("weather.reports", "search.results", "calendar.events", "health.metrics")]:
        page.evaluate(
            DRAW.replace(".messages > .answer .found", ".messages > .answer:last-child .found").replace("found.replaceChildren(node)", "found.append(node)"),
            [type, data],
        )
    page.locator(".messages > .answer .found").last.scroll_into_view_if_needed()
    page.evaluate(
        "() => { const log = document.querySelector('.log'); log.scrollTop = [...document.querySelectorAll('.messages > .question')].pop().offsetTop - 12; }"
    )
    take(page, "artifacts")
    ask(page, f"fail {tea}")
    page.locator(".answer .problem").wait_for()
    take(page, "failure")
    opened.set_offline(True)
    ask(page, tea)
    page.locator(".send-state button").wait_for()
    take(page, "offline")
    opened.set_offline(False)
    answer(page)
