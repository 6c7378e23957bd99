"""The chat page by ear, by keyboard and by finger: what screen readers hear, where the focus goes, how large targets are."""

from accessibility import TEXT, say
from browser import answer, ask, check, chromium, context, expect, field, none, sign_in
from checks import section
from models import ChatModel, settings
from torii import torii

# Targets of less than 24 pixels, or 44 with a finger, that are not links in running text.
SMALL = """limit => [...document.querySelectorAll("button, select, input, textarea, summary, a")].filter(node => {
    const box = node.getBoundingClientRect();
    return box.width > 0 && !node.closest(".text, .results, .latest-change, .visually-hidden, .skip") && !(node.type === "checkbox") && getComputedStyle(node).visibility === "visible"
        && (box.width < limit || box.height < limit) && box.right > 0;
}).map(node => `${node.tagName} ${node.className} ${Math.round(node.getBoundingClientRect().width)}×${Math.round(node.getBoundingClientRect().height)}`)"""

LISTEN = """() => {
    window.heard = [];
    const region = document.querySelector("[aria-live=polite]");
    new MutationObserver(() => { if (region.textContent) window.heard.push(region.textContent); }).observe(region, { childList: true, characterData: true, subtree: true });
}"""


def perform(playwright, folder):
    model = ChatModel(say)
    with chromium(playwright) as browser, model.running(), torii(folder, **settings(model)) as server:
        with section("Screen readers"), context(browser) as opened:
            screen_readers(opened, server)
        with section("The keyboard"), context(browser) as opened:
            keyboard(opened, server)
        with section("Fingers"), context(browser, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True) as opened:
            fingers(opened, server)


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
    check(f"screen readers hear the answer, {pieces} pieces, in few texts", 1 <= len(heard) <= 5 and "Code, one line." in whole and "words" in whole, heard)
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
        check(
            f"with the setting '{choice}' the words are {'heard at the end' if isSpoken else 'not heard'}",
            ("words" in heard[-1]) is isSpoken and not any("words" in text for text in heard[:-1]),
            heard,
        )
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
    for _ in range(16):
        page.keyboard.press("Shift+Tab")
        order.append(page.evaluate("() => document.activeElement.getAttribute('aria-label') || document.activeElement.textContent.trim().slice(0, 20)"))
    check("the focus goes back through the answer to the list", "Copy" in order and order.count("tea") == 1 and not any("Actions" in name for name in order), order)
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
    expect(page.locator("header h1")).to_have_text("New chat")
    check("a shortcut starts a new chat", True)
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
