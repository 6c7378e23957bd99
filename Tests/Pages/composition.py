"""Words that are put together before they are entered: Japanese and Chinese input, in the orders of Chromium and of Safari."""

from browser import check, chromium, context, expect, field, sign_in
from checks import section
from models import ChatModel, settings
from torii import torii
from turns import slow

ENTER, ESCAPE = ("Enter", 13), ("Escape", 27)
COMPOSING = 229


class Keys:
    """The keys of an input method, by the browser's own protocol."""

    def __init__(self, opened, page):
        self.tools = opened.new_cdp_session(page)

    def press(self, key, code=None):
        event = {"key": key[0], "code": key[0], "windowsVirtualKeyCode": code or key[1], "nativeVirtualKeyCode": code or key[1]}
        self.tools.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **event})
        self.tools.send("Input.dispatchKeyEvent", {"type": "keyUp", **event})

    def compose(self, text):
        self.tools.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})

    def enter(self, text):
        self.tools.send("Input.insertText", {"text": text})


def perform(playwright, folder):
    model = ChatModel(slow)
    with chromium(playwright) as browser, model.running(), torii(folder, **settings(model)) as server:
        with section("Input of words"), context(browser) as opened:
            message(opened, server)
        with section("Input of words in other fields"), context(browser) as opened:
            other_fields(opened, server)


def sent(page, path):
    return [request.url for request in page.context.watch.requests if request.method == "POST" and request.url.endswith(path)]


def message(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    keys = Keys(opened, page)
    field(page).focus()
    keys.compose("とうきょう")
    keys.press(ENTER, COMPOSING)
    check("Enter while a word is put together sends nothing", sent(page, "/v1/chat") == [])
    keys.enter("slow 東京")
    check("the word is in the field", field(page).input_value() == "slow 東京", field(page).input_value())
    keys.press(ENTER, COMPOSING)
    check("Safari's Enter after the word sends nothing", sent(page, "/v1/chat") == [] and field(page).input_value() == "slow 東京")
    keys.press(ENTER)
    expect(page.locator(".bubble")).to_have_text("slow 東京")
    check("the next Enter sends it", True)
    expect(page.locator(".answer .text")).to_contain_text("first words")
    keys.compose("ちゃ")
    keys.press(ESCAPE, COMPOSING)
    keys.enter("茶")
    check("Escape while a word is put together stops nothing", sent(page, "/cancel") == [] and page.locator(".stop").is_visible())
    field(page).press("Shift+Enter")
    check("Shift and Enter make a line", field(page).input_value() == "茶\n")
    keys.press(ESCAPE)
    expect(page.locator(".answer .ending")).to_contain_text("Stopped.")
    check("the next Escape stops the answer", len(sent(page, "/cancel")) == 1)
    check("and the text in the field stays", field(page).input_value() == "茶\n")


def other_fields(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    keys = Keys(opened, page)
    field(page).fill("hello")
    field(page).press("Enter")
    expect(page.locator(".answer .text")).to_contain_text("hello after")
    page.locator(".answer .actions button").first.wait_for(state="attached")
    page.locator(".question").hover()
    page.get_by_role("button", name="Edit").click()
    editing = page.locator(".editing textarea")
    editing.fill("")
    keys.compose("かな")
    keys.press(ENTER, COMPOSING)
    keys.press(ESCAPE, COMPOSING)
    keys.enter("仮名")
    keys.press(ENTER, COMPOSING)
    check("a message that is edited is not sent by the same keys", editing.input_value() == "仮名" and len(sent(page, "/v1/chat")) == 1)
    keys.press(ENTER)
    expect(page.locator(".messages > .answer .text")).to_contain_text("仮名 after")
    check("the next Enter sends it", len(sent(page, "/v1/chat")) == 2)
    page.locator(".chats .icon-button").first.click()
    name = page.locator("dialog input")
    name.fill("")
    keys.compose("なまえ")
    keys.press(ENTER, COMPOSING)
    keys.enter("名前")
    keys.press(ENTER, COMPOSING)
    check("nor is a chat renamed", page.locator("dialog").is_visible() and name.input_value() == "名前")
    keys.press(ENTER)
    expect(page.locator(".chats .chat-title").first).to_have_text("名前")
    check("the next Enter renames it", True)
