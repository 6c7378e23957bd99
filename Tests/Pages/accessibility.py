"""axe on every state of the chat page, and pages that are narrow or have large letters."""

from axe_playwright_python.base import AXE_SCRIPT
from browser import answer, ask, check, chromium, context, expect, none, settled, sign_in, url
from checks import section
from models import USAGE, ChatModel, settings
from torii import torii

# Of elements without a fault axe would collect as much as of those with one.
RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]}, "resultTypes": ["violations"]}

# A text with everything that Markdown can have here.
TEXT = """# Tea

Some **words** and a [link](https://example.org).

| kind | grams |
|---|--:|
| green | 3 |

- one
- [x] two

```python
print("tea")
```

> quoted

> [!WARNING]
> Hot.[^1]

The area is $a^2$:

$$\\frac{1}{2}$$

<details><summary>More</summary>

H<sub>2</sub>O
</details>

[^1]: Very."""


def say(turn):
    """Says the text in pieces; words without an end; or nothing."""
    if turn.message == "fail":
        return turn.json({"error": {"message": "the model is gone"}}, status=503)
    for start in range(0, len(TEXT), 7):
        turn.text(TEXT[start : start + 7])
    if turn.message == "slow":
        return turn.left()
    turn.finish(usage=USAGE)


def examine(page, state):
    settled(page)
    # A document keeps the script of axe.
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found, examined = page.evaluate("async rules => { const found = await axe.run(rules); return [found.violations, found.passes.length]; }", RULES)
    if examined < 10:
        check(f"axe examines {state}", False, examined)
    none(
        f"violations, {state}",
        len(found),
        [(fault["id"], [(node["target"], node.get("failureSummary", "")[:160]) for node in fault["nodes"]][:2]) for fault in found][:3],
    )


def perform(playwright, folder):
    model = ChatModel(say)
    with chromium(playwright) as browser, model.running():
        for name, options in {"light": {}, "dark": {"color_scheme": "dark"}, "Japanese, forced colors": {"locale": "ja-JP", "forced_colors": "active"}}.items():
            with section(f"axe, {name}"), torii(folder) as server, context(browser, **options) as opened:
                with_the_built_in_model(opened.new_page(), server)
        with torii(folder, **settings(model)) as server:
            for scheme in ("light", "dark"):
                with section(f"axe with a model, {scheme}"), context(browser, color_scheme=scheme) as opened:
                    with_a_model(opened, server)


def with_the_built_in_model(page, server):
    page.goto(url(server))
    page.locator("dialog.sign-in").wait_for()
    examine(page, "sign-in")
    sign_in(page, server)
    page.locator(".examples button").first.wait_for()
    examine(page, "empty")
    ask(page, 'Add "A4 paper" to the inventory, quantity 10')
    answer(page, 0)
    page.locator(".tool summary").click()
    examine(page, "a call and its card")
    ask(page, "Delete the inventory item with the ID 1")
    page.locator(".approval button:enabled").first.wait_for()
    examine(page, "an approval")
    ask(page, "Show item 1")
    page.locator(".send-state button").click()
    page.locator(".approval:focus").wait_for()
    examine(page, "a message that waits for the approval")
    page.locator("button.card").first.click()
    examine(page, "an item")
    page.keyboard.press("Escape")
    page.locator(".side .settings").click()
    page.locator("dialog").wait_for()
    examine(page, "the settings")
    page.locator("dialog .dialog-actions button").first.click()
    page.locator("dialog[role=alertdialog]").wait_for()
    examine(page, "the sign-out")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+/")
    page.locator("dialog kbd").first.wait_for()
    examine(page, "the shortcuts")
    page.keyboard.press("Escape")
    page.locator(".chats .icon-button").first.click()
    page.locator("dialog").wait_for()
    examine(page, "the actions of a chat")
    page.keyboard.press("Escape")
    page.locator(".composer .stop").click()
    answer(page, 2)
    examine(page, "stopped")
    page.locator("input[type=search]").fill("nowhere")
    expect(page.locator(".chats a")).to_have_count(0)
    examine(page, "a search that finds nothing")
    page.locator("input[type=search]").fill("")
    expect(page.locator(".chats a")).to_have_count(1)
    page.locator(".chats .icon-button").first.click()
    page.locator("dialog .danger").click()
    page.locator(".notice").wait_for()
    examine(page, "a deleted chat that can be had back")
    page.locator(".notice button").click()
    expect(page.locator(".chats a")).to_have_count(1)
    page.set_viewport_size({"width": 320, "height": 640})
    page.locator(".menu").click()
    page.locator(".side input").wait_for()
    examine(page, "the open side of a narrow page")
    page.keyboard.press("Escape")
    page.locator(".menu:focus").wait_for()
    check("Escape closes it and gives the focus back", True)


def with_a_model(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    ask(page, "slow")
    page.locator(".answer .footnote").wait_for()
    examine(page, "an answer that grows")
    ask(page, "next")
    expect(page.locator(".send-state").last).not_to_be_empty()
    examine(page, "a message that waits")
    page.keyboard.press("Escape")
    answer(page, 1)
    examine(page, "Markdown")
    page.locator(".messages > .question").nth(1).hover()
    page.locator(".messages > .question").nth(1).locator(".actions button").click()
    examine(page, "an edited message")
    page.locator(".editing textarea").press("Escape")
    page.locator(".messages > .answer").nth(1).locator(".actions button").nth(1).click()
    page.locator(".versions").wait_for()
    answer(page, 1)
    page.locator(".versions > summary").click()
    examine(page, "an earlier version")
    ask(page, "fail")
    page.locator(".answer .problem").wait_for()
    examine(page, "a failure")
    opened.set_offline(True)
    ask(page, "without a network")
    page.locator(".send-state button").wait_for()
    examine(page, "a message that was not sent")
    opened.set_offline(False)
    answer(page, 3)
    page.route("**/v1/chat", lambda route: route.fulfill(status=413, content_type="application/problem+json", body="{}"))
    ask(page, "too long")
    page.locator(".send-state button").wait_for()
    examine(page, "a message that was refused")
    page.locator(".send-state button").click()
    for width, size in ((320, "100%"), (640, "200%")):
        page.set_viewport_size({"width": width, "height": 640})
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
        wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        log = page.evaluate("() => { const log = document.querySelector('.log'); return log.scrollWidth - log.clientWidth; }")
        check(f"{width} pixels with letters of {size} need no sideways scroll", wide <= 0 and log <= 0, (wide, log))
        examine(page, f"{width} pixels, letters of {size}")
