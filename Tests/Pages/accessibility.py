"""axe on every state of the chat page, the order of the focus, what screen readers hear, and a narrow page."""

from axe_playwright_python.sync_playwright import Axe
from browser import answer, ask, check, chromium, context, none, sign_in
from chat_model import ChatModel
from checks import section
from flows import settings
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


def say(turn):
    for start in range(0, len(TEXT), 7):
        turn.text(TEXT[start : start + 7])
    turn.finish(usage={"prompt_tokens": 5, "completion_tokens": 5})


def examine(page, state):
    found = Axe().run(page, options=RULES).response["violations"]
    none(f"violations, {state}", len(found), [(fault["id"], [node["target"] for node in fault["nodes"]][:2]) for fault in found][:3])


def perform(playwright, folder):
    model = ChatModel(say)
    with chromium(playwright) as browser, model.running():
        for scheme in ("light", "dark"):
            with section(f"axe, {scheme}"), torii(folder) as server, context(browser, color_scheme=scheme) as opened:
                with_the_built_in_model(opened.new_page(), server, scheme)
        with section("A long answer"), torii(folder, **settings(model)) as server, context(browser) as opened:
            with_a_model(opened, server)


def with_the_built_in_model(page, server, scheme):
    from browser import url

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
    page.locator(".approval").wait_for()
    examine(page, "an approval")
    page.locator("button.card").first.click()
    examine(page, "an item")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").click()
    page.locator("dialog").wait_for()
    examine(page, "the settings")
    page.keyboard.press("Escape")
    page.locator(".chats .icon-button").first.click()
    page.locator("dialog").wait_for()
    examine(page, "the actions of a chat")
    page.keyboard.press("Escape")
    page.locator(".composer").get_by_role("button", name="Stop").click()
    answer(page, 1)
    examine(page, "stopped")
    page.set_viewport_size({"width": 320, "height": 640})
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    check("320 pixels need no sideways scroll", wide <= 0, wide)
    page.locator("header .narrow").click()
    page.locator(".side input").wait_for()
    # The side slides in.
    page.wait_for_timeout(300)
    examine(page, "the open side of a narrow page")
    page.keyboard.press("Escape")


def with_a_model(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    page.evaluate("""() => {
        window.heard = [];
        new MutationObserver(() => { const text = document.querySelector("[aria-live=polite]").textContent; if (text) window.heard.push(text); })
          .observe(document.querySelector("[aria-live=polite]"), { childList: true, characterData: true, subtree: true });
    }""")
    ask(page, "tea")
    answer(page, 0)
    examine(page, "Markdown")
    page.wait_for_timeout(3500)
    heard = page.evaluate("() => window.heard")
    whole = " ".join(heard)
    check("screen readers hear the answer in few texts", 1 <= len(heard) <= 5 and "Code, 1 lines." in whole and "words" in whole, heard)
    check("the log itself is silent", page.locator(".log").get_attribute("aria-live") == "off")
    names = page.evaluate("() => [...document.querySelectorAll('article h2')].map(node => node.textContent)")
    check("each message has a heading", names == ["You", "Torii"], names)
    page.locator(".composer textarea").focus()
    order = []
    for _ in range(12):
        page.keyboard.press("Shift+Tab")
        order.append(page.evaluate("() => document.activeElement.getAttribute('aria-label') || document.activeElement.textContent.trim().slice(0, 20)"))
    check("the focus goes back through the answer to the list", "Copy" in order and any("Actions" in name for name in order), order)
    page.keyboard.press("Control+/")
    check("the shortcuts are listed", page.locator("dialog kbd").count() == 6)
    page.keyboard.press("Escape")
    page.keyboard.press("Control+Shift+KeyO")
    check("a shortcut starts a new chat", page.locator("header h1").inner_text() == "New chat")
