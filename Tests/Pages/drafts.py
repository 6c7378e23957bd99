"""What a person has written stays until the server has it: drafts, messages without a network, dropped files, the page offline."""

from browser import answer, ask, check, chromium, context, expect, field, sign_in, url
from checks import section
from torii import torii

DROP = """([name, type, text]) => {
  const files = new DataTransfer();
  files.items.add(new File([text], name, { type }));
  document.querySelector(".log").dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
}"""


# The reason and the button of a message that is too long, and the reason of one that was sent too early.
REFUSED = {
    "en-US": ("Not sent. It is too long for the server. Back to the message field", "Try again in a second."),
    "ja-JP": ("送信できませんでした。 サーバーの上限より長い内容です。 入力欄に戻す", "1 秒後にもう一度お試しください。"),
}

VISIBLE = """node => {
  const [own, view] = [node, node.closest(".log")].map(one => one.getBoundingClientRect());
  return own.height > 0 && own.top >= view.top && own.bottom <= view.bottom;
}"""


def perform(playwright, folder):
    with chromium(playwright) as browser, torii(folder) as server:
        with section("Drafts"), context(browser) as opened:
            drafts(opened, server)
        with section("A message without a network"), context(browser) as opened:
            without_a_network(opened, server)
        # A worker would have kept the files.
        with section("A message without the files of the page"), context(browser, service_workers="block") as opened:
            without_files(opened, server)
        with section("A message without a server"), context(browser) as opened:
            without_a_server(opened, server)
        for locale, words in REFUSED.items():
            with section(f"A message that the server refuses, {locale}"), context(browser, locale=locale) as opened:
                refused(opened, server, *words)
        with section("Dropped files"), context(browser) as opened:
            dropped(opened, server)
        with section("The page offline"), context(browser) as opened:
            offline(opened, server)
        with section("The page while the server is stopped"), context(browser) as opened:
            stopped(opened, server)


def stored(page, count):
    page.wait_for_function("count => Object.keys(localStorage).filter(key => key.startsWith('torii.draft.')).length === count", arg=count)


def drafts(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    ask(page, "List the inventory")
    answer(page, 0)
    field(page).fill("a draft in a chat")
    page.keyboard.press("Control+Shift+KeyO")
    expect(page.locator("header h1")).to_have_text("New chat")
    check("a new chat has no draft of another", field(page).input_value() == "")
    field(page).fill("a draft of a new chat")
    stored(page, 2)
    page.locator(".chats a").first.click()
    expect(field(page)).to_have_value("a draft in a chat")
    check("each chat has its draft", True)
    page.reload()
    expect(field(page)).to_have_value("a draft in a chat")
    check("it is there after a reload", True)
    field(page).press("Enter")
    answer(page, 1)
    stored(page, 1)
    check("it is gone when the server has it", page.evaluate("() => localStorage['torii.draft.new']") == "a draft of a new chat")
    others = page.evaluate("() => Object.keys(localStorage).filter(key => !key.startsWith('torii.draft.'))")
    check("nothing else is stored but the page's key", others == ["torii-page-key.chat"], others)


def without_a_network(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    ask(page, "List the inventory")
    answer(page, 0)
    opened.set_offline(True)
    for number in range(2):
        field(page).fill(f"Show item {number + 1}")
        field(page).press("Enter")
    expect(page.locator(".send-state button")).to_have_count(1)
    check("a message that was not sent says so", "Not sent" in page.locator(".send-state").nth(1).inner_text())
    opened.set_offline(False)
    answer(page, 2)
    texts = page.locator(".messages > .question .bubble").all_inner_texts()
    check("it is sent when the network is back, and those after it in their order", texts[1:] == ["Show item 1", "Show item 2"], texts)
    page.reload()
    answer(page, 2)
    check("each was sent once", page.locator(".messages > .question").count() == 3)
    opened.set_offline(True)
    field(page).fill("Show item 3")
    field(page).press("Enter")
    page.locator(".send-state button").wait_for()
    opened.set_offline(False)
    # The reload may be faster than the message, or slower.
    page.reload()
    answer(page, 2)
    page.wait_for_function(
        "() => document.querySelector('#message').value === 'Show item 3' || document.querySelectorAll('.messages > .question').length === 4"
    )
    check("a message is sent or back in the field after a reload", True)


def without_files(opened, server):
    page = opened.new_page()
    page.route("**/turns.js", lambda route: route.abort())
    sign_in(page, server)
    field(page).fill("Show item 19")
    field(page).press("Enter")
    page.locator(".notice", has_text="cannot be reached").wait_for()
    expect(field(page)).to_have_value("Show item 19")
    check("a message that the page cannot show for want of its files stays in the field", page.locator(".question").count() == 0)
    page.unroute("**/turns.js")
    page.reload()
    expect(field(page)).to_have_value("Show item 19")
    check("and after a reload", True)


def without_a_server(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    # With the worker that keeps its files, the page works without a server.
    page.wait_for_function("() => navigator.serviceWorker.controller")
    for number, place in enumerate(("a new chat", "a chat")):
        server.running.stop()
        field(page).fill(f"Show item {number + 20}")
        field(page).press("Enter")
        page.locator(".send-state button").wait_for()
        check(f"in {place}, a message without a server says that it waits", "It is sent when" in page.locator(".send-state").last.inner_text())
        server.running.start()
        answer(page, number)
        expect(page.locator(".connection")).to_have_text("")
        check(f"in {place}, it is sent when the server is back", page.locator(".send-state").last.inner_text() == "")
    page.reload()
    answer(page, 1)
    texts = page.locator(".messages > .question .bubble").all_inner_texts()
    check("each was sent once", texts == ["Show item 20", "Show item 21"], texts)
    # The server has the message, and the page does not know it.
    page.route("**/v1/chat", lambda route: (route.fetch(), route.abort()), times=1)
    field(page).fill("Show item 22")
    field(page).press("Enter")
    answer(page, 2)
    page.reload()
    answer(page, 2)
    check("a message whose response was lost is sent once", page.locator(".messages > .question").count() == 3)
    # A connection that is closed at each attempt is not tried for ever.
    tried = []
    page.route("**/v1/chat", lambda route: (tried.append(1), route.abort()))
    field(page).fill("Show item 23")
    field(page).press("Enter")
    expect(page.locator(".send-state").last).to_have_text("Not sent. The server cannot be reached. Try again Back to the message field")
    check("a message that fails while the server answers is tried five times", len(tried) == 5, len(tried))
    page.unroute("**/v1/chat")
    page.locator(".send-state button").first.click()
    answer(page, 3)
    check("then a person sends it", page.locator(".messages > .question").count() == 4)


def refused(opened, server, reason, again):
    page = opened.new_page()
    sign_in(page, server)
    text = "tea leaves " * 100_000
    field(page).fill(text)
    field(page).press("Enter")
    note = page.locator(".send-state")
    expect(note).to_have_text(reason)
    check("the reason of a message that is too long is in the view", note.evaluate(VISIBLE))
    field(page).fill("more")
    note.get_by_role("button").click()
    check("its text goes back into the field, before the draft", field(page).input_value() == f"{text.strip()}\n\nmore")
    check("the message is gone, and the field has the focus", page.locator(".question").count() == 0 and page.evaluate("() => document.activeElement.id") == "message")
    expect(page.locator(".welcome")).to_be_visible()
    ask(page, "Show item 40")
    answer(page, 0)
    check("a shorter message is sent", note.inner_text() == "")
    # An edited message that is refused leaves the chat as it was.
    page.route("**/v1/chat", lambda route: route.fulfill(status=413, content_type="application/problem+json", body='{"type": "urn:torii:problem:payload-too-large"}'))
    page.locator(".question").hover()
    page.locator(".question .actions button").click()
    page.locator(".editing textarea").fill("Show item 41")
    page.locator(".editing textarea").press("Enter")
    note.get_by_role("button").click()
    answer(page, 0)
    expect(field(page)).to_have_value("Show item 41")
    check("an edited message that is refused leaves the chat as it was", page.locator(".messages > .question .bubble").all_inner_texts() == ["Show item 40"])
    page.unroute("**/v1/chat")
    page.route("**/v1/chat", lambda route: route.fulfill(status=429, headers={"Retry-After": "1"}, content_type="application/problem+json", body="{}"))
    field(page).press("Enter")
    expect(note.last).to_contain_text(again)
    check("one second is not in the plural", note.last.get_by_role("button").count() == 2)


def dropped(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    field(page).fill("See: ")
    page.evaluate(DROP, ["notes.txt", "text/plain", "three teas"])
    expect(field(page)).to_have_value("See: three teas")
    check("a text file that is dropped anywhere is put into the field", True)
    page.evaluate(DROP, ["tea.png", "image/png", "x"])
    page.locator(".notice", has_text="text only").wait_for()
    check("another file is refused with a sentence", field(page).input_value() == "See: three teas")


def offline(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    files = page.evaluate("""async () => {
        const names = await caches.keys();
        const found = [];
        for (const name of names) for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
        return found;
    }""")
    check("the files of the page are kept", len(files) > 10 and not any(path.startswith("/v1") for path in files), len(files))
    field(page).fill("a draft")
    stored(page, 1)
    opened.set_offline(True)
    page.reload()
    expect(field(page)).to_have_value("a draft")
    expect(page.locator(".connection")).to_contain_text("No connection")
    check("the page opens without a network, with the draft", True)
    opened.set_offline(False)
    expect(page.locator(".connection")).to_have_text("")
    expect(page.locator(".chats a")).not_to_have_count(0)
    field(page).fill("List the inventory")
    field(page).press("Enter")
    answer(page, 0)
    check("and works when the network is back", page.url.startswith(url(server, "/#/c/conv_")))


def stopped(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    ask(page, "List the inventory")
    answer(page, 0)
    expect(page.locator(".chats li.current")).to_have_count(1)
    count = page.locator(".chats a").count()
    server.running.stop()
    page.reload()
    expect(page.locator(".not-read")).to_have_text("The server cannot be reached. Try again")
    expect(page.locator(".chats")).to_have_text("The chats cannot be loaded now.")
    check("a chat whose title is not known is named by a general word", page.locator("header h1").inner_text() == "Chat")
    ask(page, "Show item 30")
    expect(page.locator(".send-state")).to_contain_text("It is sent when")
    field(page).fill("a draft")
    page.locator("input[type=search]").focus()
    server.running.start()
    answer(page, 1)
    texts = page.locator(".messages > .question .bubble").all_inner_texts()
    check("the chat is shown when the server is back, before what was written meanwhile", texts == ["List the inventory", "Show item 30"], texts)
    expect(page.locator(".chats a")).to_have_count(count)
    expect(page.locator("header h1")).to_have_text("List the inventory")
    check("and so are the list and the title", page.locator(".not-read").count() == 0)
    check("a draft and the focus stay", field(page).input_value() == "a draft" and page.evaluate("() => document.activeElement.type") == "search")
    page.reload()
    answer(page, 1)
    check("the message was sent once", page.locator(".messages > .question").count() == 2)
