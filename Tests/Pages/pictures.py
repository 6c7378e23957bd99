"""Pictures of the chat page, to look at: states × desktop and phone × light and dark × English and Japanese.

They are written into the folder PICTURES. Without it only two of the eight combinations are taken. README.md shows one of them.
"""

import os
import pathlib

from browser import answer, ask, check, chromium, context, decide, settled, sign_in, url
from checks import section
from models import USAGE, ChatModel, settings
from torii import torii
from words import WORDS

SIZES = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True},
}

LONG = {
    "en-US": "# Three teas\n\nGreen tea is **not** oxidized. Compare:\n\n| tea | minutes | °C |\n|---|--:|--:|\n| green | 2 | 75 |\n| oolong | 3 | 90 |\n| black | 4 | 100 |\n\n"
    "1. Warm the pot.\n2. Add `3 g` of leaves.\n3. Pour, and wait.\n\n```python\ndef brew(minutes):\n    return f\"wait {minutes} min\"\n```\n\n> Patience is the first leaf. See [the guide](https://example.org/tea).",
    "ja-JP": "# 三つのお茶\n\n緑茶は**「発酵」**させません。比べると：\n\n| お茶 | 分 | ℃ |\n|---|--:|--:|\n| 緑茶 | 2 | 75 |\n| 烏龍茶 | 3 | 90 |\n| 紅茶 | 4 | 100 |\n\n"
    "1. 急須を温めます。\n2. 茶葉を `3 g` 入れます。\n3. お湯を注いで待ちます。\n\n```python\ndef brew(minutes):\n    return f\"{minutes} 分\"\n```\n\n> 急がば回れ。[案内](https://example.org/tea)を参照。",
}  # fmt: skip


def say(turn):
    """Answers with Markdown, stops in the middle, or fails, as the message says."""
    if turn.message.startswith("fail"):
        return turn.json({"error": {"message": "the model is gone"}}, status=400)
    turn.text(LONG["ja-JP" if "お茶" in turn.message else "en-US"])
    if turn.message.startswith("slow"):
        return turn.left()
    turn.finish(usage=USAGE)


def perform(playwright, folder):
    target = pathlib.Path(os.environ["PICTURES"]).resolve() if os.environ.get("PICTURES") else None
    if target:
        target.mkdir(parents=True, exist_ok=True)
    model = ChatModel(say)
    count, combinations = 0, 0
    with section("Pictures"), chromium(playwright) as browser, model.running():
        for size, options in SIZES.items():
            for locale in WORDS:
                for scheme in ("light", "dark"):
                    name = f"{size}-{scheme}-{locale[:2]}"
                    if not target and name not in ("desktop-light-en", "phone-dark-ja"):
                        continue
                    combinations += 1

                    def take(page, state, name=name):
                        nonlocal count
                        settled(page)
                        data = page.screenshot()
                        count += len(data) > 5000
                        if target:
                            (target / f"chat-{name}-{state}.png").write_bytes(data)

                    with torii(folder) as server, context(browser, locale=locale, color_scheme=scheme, **options) as opened:
                        built_in(opened, server, locale, take)
                    with torii(folder, **settings(model)) as server, context(browser, locale=locale, color_scheme=scheme, **options) as opened:
                        with_a_model(opened, server, locale, take)
    check(f"12 pictures of each of {combinations} combinations were taken", count == 12 * combinations, count)


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
    if page.locator("header .menu").is_visible():
        page.locator("header .menu").click()
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
    page.locator(".answer table").wait_for()
    take(page, "growing")
    page.locator(".composer .stop").click()
    answer(page, 0)
    ask(page, tea)
    answer(page, 1)
    take(page, "markdown")
    ask(page, f"fail {tea}")
    page.locator(".answer .problem").wait_for()
    take(page, "failure")
    opened.set_offline(True)
    ask(page, tea)
    page.locator(".send-state button").wait_for()
    take(page, "offline")
    opened.set_offline(False)
