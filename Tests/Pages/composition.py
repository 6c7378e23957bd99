"""Words that are put together before they are entered: Japanese and Chinese input, in the orders of Chromium and of Safari."""

from browser import check, chromium, context, sign_in
from checks import section
from torii import torii


def perform(playwright, folder):
    with chromium(playwright) as browser, section("Input of words"), torii(folder) as server, context(browser) as opened:
        page = opened.new_page()
        sign_in(page, server)
        keys = opened.new_cdp_session(page)
        field = page.locator(".composer textarea")
        field.focus()

        def enter(code):
            event = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": code, "nativeVirtualKeyCode": code}
            keys.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **event})
            keys.send("Input.dispatchKeyEvent", {"type": "keyUp", **event})

        def sent():
            return page.locator(".question").count()

        keys.send("Input.imeSetComposition", {"text": "とうきょう", "selectionStart": 5, "selectionEnd": 5})
        enter(229)
        check("Enter while a word is put together sends nothing", sent() == 0)
        keys.send("Input.insertText", {"text": "東京"})
        check("the word is in the field", field.input_value() == "東京", field.input_value())
        # Safari sends the key after the end of the input, with the code 229.
        enter(229)
        check("Safari's Enter after the word sends nothing", sent() == 0)
        enter(13)
        page.locator(".question").wait_for()
        check("the next Enter sends it", page.locator(".bubble").inner_text() == "東京")
        page.locator(".answer .actions button").first.wait_for(state="attached")
        keys.send("Input.imeSetComposition", {"text": "ちゃ", "selectionStart": 2, "selectionEnd": 2})
        event = {"key": "Escape", "code": "Escape", "windowsVirtualKeyCode": 229, "nativeVirtualKeyCode": 229}
        keys.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **event})
        check("Escape while a word is put together stops nothing", page.locator("dialog").count() == 0)
        keys.send("Input.insertText", {"text": "茶"})
        field.press("Shift+Enter")
        check("Shift and Enter make a line", field.input_value() == "茶\n")
