"""axe on every state of the chat page, the order of the focus, what screen readers hear, sizes of targets, and narrow pages."""

from axe_playwright_python.sync_playwright import Axe
from browser import answer, ask, check, chromium, context, expect, field, none, settled, sign_in, url
from checks import section
from models import USAGE, ChatModel, settings
from torii import torii

RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]}}

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

> quoted"""

# Targets of less than 24 pixels, or 44 with a finger, that are not links in running text.
SMALL = """limit => [...document.querySelectorAll("button, select, input, textarea, summary, a")].filter(node => {
    const box = node.getBoundingClientRect();
    return box.width > 0 && !node.closest(".text, .results, .visually-hidden, .skip") && !(node.type === "checkbox") && getComputedStyle(node).visibility === "visible"
        && (box.width < limit || box.height < limit) && box.right > 0;
}).map(node => `${node.tagName} ${node.className} ${Math.round(node.getBoundingClientRect().width)}×${Math.round(node.getBoundingClientRect().height)}`)"""

LISTEN = """() => {
    window.heard = [];
    const region = document.querySelector("[aria-live=polite]");
    new MutationObserver(() => { if (region.textContent) window.heard.push(region.textContent); }).observe(region, { childList: true, characterData: true, subtree: true });
}"""


def say(turn):
    """Says the text in pieces; words without an end; or nothing."""
    if turn.message == "fail":
        return turn.json({"error": {"message": "the model is gone"}}, status=400)
    for start in range(0, len(TEXT), 7):
        turn.text(TEXT[start : start + 7])
    if turn.message == "slow":
        return turn.left()
    turn.finish(usage=USAGE)


def examine(page, state):
    settled(page)
    found = Axe().run(page, options=RULES).response["violations"]
    none(f"violations, {state}", len(found), [(fault["id"], [(node["target"], node.get("failureSummary", "")[:160]) for node in fault["nodes"]][:2]) for fault in found][:3])


def perform(playwright, folder):
    model = ChatModel(say)
    with chromium(playwright) as browser, model.running():
        for name, options in {"light": {}, "dark": {"color_scheme": "dark"}, "forced colors": {"forced_colors": "active"}, "Japanese": {"locale": "ja-JP"}}.items():
            with section(f"axe, {name}"), torii(folder) as server, context(browser, **options) as opened:
                with_the_built_in_model(opened.new_page(), server)
        with torii(folder, **settings(model)) as server:
            for scheme in ("light", "dark"):
                with section(f"axe with a model, {scheme}"), context(browser, color_scheme=scheme) as opened:
                    with_a_model(opened, server)
            with section("Screen readers"), context(browser) as opened:
                screen_readers(opened, server)
            with section("The keyboard"), context(browser) as opened:
                keyboard(opened, server)
            with section("Fingers"), context(browser, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True) as opened:
                fingers(opened, server)


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
    answer(page, 1)
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
    page.locator(".answer blockquote").wait_for()
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
    page.locator(".versions summary").click()
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
    for width, size in ((320, "100%"), (640, "200%")):
        page.set_viewport_size({"width": width, "height": 640})
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
        wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        log = page.evaluate("() => { const log = document.querySelector('.log'); return log.scrollWidth - log.clientWidth; }")
        check(f"{width} pixels with letters of {size} need no sideways scroll", wide <= 0 and log <= 0, (wide, log))
        examine(page, f"{width} pixels, letters of {size}")


def screen_readers(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    page.evaluate(LISTEN)
    ask(page, "tea")
    answer(page, 0)
    page.wait_for_function("() => window.heard.join(' ').includes('Answer complete.')")
    heard = page.evaluate("() => window.heard")
    whole = " ".join(heard)
    pieces = len(TEXT) // 7
    check(f"screen readers hear the answer, {pieces} pieces, in few texts", 1 <= len(heard) <= 5 and "Code, 1 lines." in whole and "words" in whole, heard)
    check("the log itself is silent", page.locator(".log").get_attribute("aria-live") == "off")
    names = page.evaluate("() => [...document.querySelectorAll('article h2')].map(node => node.textContent)")
    check("each message has a heading", names == ["You", "Torii"], names)
    for choice, isSpoken in (("states", False), ("end", True)):
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("Screen reader").select_option(choice)
        page.keyboard.press("Escape")
        page.evaluate("() => { window.heard.length = 0; }")
        ask(page, f"tea, {choice}")
        answer(page)
        page.wait_for_function("() => window.heard.join(' ').includes('Answer complete.')")
        heard = page.evaluate("() => window.heard")
        check(f"with the setting '{choice}' the words are {'heard at the end' if isSpoken else 'not heard'}", ("words" in heard[-1]) is isSpoken and not any("words" in text for text in heard[:-1]), heard)
    ask(page, "fail")
    page.locator(".answer .problem").wait_for()
    expect(page.locator("body > [role=alert]")).not_to_be_empty()
    check("a failure is an alert", True)
    page.reload()
    page.locator(".answer .problem").wait_for()
    check("a stored failure is none", page.locator("body > [role=alert]").inner_text() == "")
    ask(page, "お茶をください")
    check("Japanese words on an English page have their language", page.locator(".bubble").last.get_attribute("lang") == "ja")


def keyboard(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    ask(page, "tea")
    answer(page, 0)
    check("the focus stays in the field", page.evaluate("() => document.activeElement.id") == "message")
    order = []
    for _ in range(12):
        page.keyboard.press("Shift+Tab")
        order.append(page.evaluate("() => document.activeElement.getAttribute('aria-label') || document.activeElement.textContent.trim().slice(0, 20)"))
    check("the focus goes back through the answer to the list", "Copy" in order and any("Actions" in name for name in order), order)
    page.keyboard.press("Control+/")
    expect(page.locator("dialog kbd")).to_have_count(6)
    check("the shortcuts are listed", True)
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+Escape")
    check("a shortcut leads to the field", page.evaluate("() => document.activeElement.id") == "message")
    opened.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("Control+Shift+Semicolon")
    page.wait_for_function("() => navigator.clipboard.readText().then(text => text.includes('print'))")
    check("a shortcut copies the last code", True)
    page.keyboard.press("Control+Shift+KeyK")
    check("a shortcut leads to the search", page.evaluate("() => document.activeElement.type") == "search")
    page.keyboard.press("Control+Shift+KeyO")
    check("a shortcut starts a new chat", page.locator("header h1").inner_text() == "New chat")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Keyboard shortcuts").select_option("off")
    page.keyboard.press("Escape")
    check("a dialog gives the focus back", page.evaluate("() => document.activeElement.className") == "settings")
    page.locator(".chats a").first.click()
    answer(page, 0)
    page.keyboard.press("Control+Shift+KeyO")
    check("shortcuts can be switched off", page.locator("header h1").inner_text() != "New chat")
    page.keyboard.press("Tab")
    page.evaluate("() => document.querySelector('.skip').focus()")
    page.keyboard.press("Enter")
    check("a link leads past the list", page.evaluate("() => document.activeElement.id") == "message")


def fingers(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    check("the keyboard does not open by itself", page.evaluate("() => document.activeElement.id") != "message")
    ask(page, "tea")
    answer(page, 0)
    field(page).fill("one")
    field(page).press("Enter")
    check("Enter makes a line", page.locator(".question").count() == 1)
    field(page).fill("")
    small = page.evaluate(SMALL, 44)
    none("targets of less than 44 pixels", len(small), small[:4])
    check("the actions of messages are shown", page.locator(".question .actions").evaluate("node => getComputedStyle(node).opacity") == "1")
    size = page.evaluate("() => parseFloat(getComputedStyle(document.querySelector('#message')).fontSize)")
    check("the letters of the field have 16 pixels", size >= 16, size)
    page.locator(".menu").click()
    page.locator(".side .settings").click()
    page.locator("dialog select").first.wait_for()
    small = page.evaluate(SMALL, 44)
    none("targets of less than 44 pixels in the settings", len(small), small[:4])
