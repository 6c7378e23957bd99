"""A person's day on the chat page with the built-in model, in English and in Japanese."""

import re
import urllib.parse

from browser import answer, ask, check, chromium, context, decide, expect, field, sign_in
from checks import section
from models import ChatModel
from torii import torii
from words import WORDS


def perform(playwright, folder):
    world = ChatModel(None, look_up)
    with chromium(playwright) as browser:
        for locale in WORDS:
            with section(f"Requests to start with in {locale}"), world.running(), torii(folder, **services(world)) as server, context(browser, locale=locale) as opened:
                start(opened, server)
        for locale, words in WORDS.items():
            with section(f"A person's day in {locale}"), torii(folder) as server, context(browser, locale=locale) as opened:
                page = opened.new_page()
                sign_in(page, server)
                talk(page, words)
                manage(page, server, words)


def services(world):
    """The services that need no key, in place of those on the Internet."""
    return {"OPEN_METEO_BASE_URL": world.url, "OPEN_METEO_GEOCODING_BASE_URL": world.url, "MEDIAWIKI_BASE_URL": f"{world.url}/w/api.php"}


def look_up(turn):
    """Answers as Open-Meteo and Wikipedia do."""
    address = urllib.parse.urlsplit(turn.path)
    query = dict(urllib.parse.parse_qsl(address.query))
    if address.path == "/v1/search":
        turn.json({"results": [{"name": query["name"], "latitude": 35.7, "longitude": 139.7, "country": "Tealand", "timezone": "Asia/Tokyo"}]})
    elif address.path == "/v1/forecast":
        turn.json({"current": {"time": "2026-11-26T09:00", "temperature_2m": 12.3, "weather_code": 0, "relative_humidity_2m": 40, "wind_speed_10m": 3}})
    else:
        turn.json({"query": {"pages": [{"index": 1, "title": query["gsrsearch"], "extract": "It is old.", "fullurl": "https://example.org/tea"}]}})


def start(opened, server):
    """Presses each request that the page offers, on a server without any data: each has a useful answer."""
    page = opened.new_page()
    sign_in(page, server)
    offered = page.locator(".examples button").all_inner_texts()
    check("there are requests to start with", len(offered) == 5, offered)
    # The last one first, so that the inventory is empty as long as it can be.
    for number, text in reversed(list(enumerate(offered))):
        page.locator(".examples button").nth(number).click()
        expect(field(page)).to_have_value(text)
        field(page).press("Enter")
        answer(page, 0)
        stored = server.send("GET", f"/v1/conversations/{page.url.rsplit('/', 1)[1]}/messages")[1]["messages"][-1]
        states = [call["status"] for call in stored.get("tool_calls", [])]
        # The last one asks what can be asked, which needs no tool.
        is_useful = all(example in stored["text"] for example in offered[:1]) if number == len(offered) - 1 else len(states) > 0
        check(f"'{text}' has a useful answer", stored["status"] == "completed" and is_useful and set(states) <= {"completed"}, stored["text"])
        page.keyboard.press("Control+Shift+KeyO")
        expect(page.locator(".welcome")).to_be_visible()


def talk(page, words):
    """Asks for examples, calls of tools and decisions."""
    expect(page.get_by_role("heading", name=words["welcome"])).to_be_visible()
    page.locator(".examples button").first.click()
    check("an example fills the field", field(page).input_value() != "")
    ask(page, words["add"])
    first = answer(page, 0)
    expect(first.locator(".tool-name")).to_have_text(words["title"])
    check("the answer has its time and its model", origin(first) == (1, ["phrasebook"]), origin(first))
    check("the call is done", first.locator(".tool").get_attribute("data-state") == "done")
    check("the item is a card", "10" in first.locator(".card .amount").inner_text())
    first.locator("button.card").click()
    expect(page.locator("dialog dl.tree")).to_be_visible()
    page.locator("dialog .dialog-actions button").nth(1).click()
    expect(field(page)).to_have_value(re.compile("A4"))
    check("a card asks about its item", True)
    check("the address names the chat", re.search(r"#/c/conv_", page.url))

    ask(page, words["delete"])
    approval = page.locator(".approval")
    approval.wait_for()
    expect(page.locator(".chats .state")).to_have_text(words["waits"])
    expect(approval.locator(".label").first).to_contain_text(re.compile(r"\d"))
    check("the approval shows the time that is left", True)
    decide(page, words["reject"])
    answer(page, 1)
    call = page.locator(".messages > .answer").nth(1).locator(".tool")
    expect(call.locator(".tool-state")).to_have_text(words["declined"])
    state = call.evaluate("node => [node.dataset.state, node.open]")
    check("a declined call is one closed card, and no failure", state == ["declined", False] and approval.count() == 0, state)
    ask(page, words["delete"])
    page.locator(".messages > .answer").nth(2).locator(".approval").wait_for()
    page.keyboard.press("Escape")
    expect(answer(page, 2).locator(".approval strong")).to_have_text(words["nothing"])
    check("a stop before a decision says that nothing was done", True)
    ask(page, words["delete"])
    page.locator(".messages > .answer").nth(3).locator(".approval").wait_for()
    page.reload()
    page.locator(".approval:not(.closed)").wait_for()
    check("a decision survives a reload", page.locator(".messages > .question").count() == 4)
    decide(page, words["approve"])
    found = answer(page, 3)
    check("the approved call was made, and is the card of the question", found.locator(".approval").count() == 0 and found.locator(".tool").last.get_attribute("data-state") == "done")
    page.reload()
    answer(page, 3)
    check("messages and cards are there after a reload", page.locator(".answer .tool").count() >= 2 and page.locator("button.card").count() == 1)


def origin(found):
    """Returns the times and the models that an answer names."""
    return found.locator(".actions time").count(), found.locator(".actions .label").all_text_contents()


def manage(page, server, words):
    """Renames, finds, saves and deletes chats."""
    page.locator(".chats .icon-button").first.click()
    page.locator("dialog input").fill("茶と紙")
    page.get_by_role("button", name=words["rename"], exact=True).click()
    expect(page.locator(".chats .chat-title").first).to_have_text("茶と紙")
    rename_by_enter(page, "茶と紙 Tea")
    expect(page.locator("header h1")).to_have_text("茶と紙 Tea")
    for text, count in [("紙", 1), ("nowhere", 0), ("ｔｅａ", 1)]:
        page.locator("input[type=search]").fill(text)
        expect(page.locator(".chats a")).to_have_count(count)
        check(f"a search for {text} finds {count}", True)
    page.locator("input[type=search]").fill("")
    for name, fragment in [("JSON", '"messages"'), ("Markdown", "# 茶と紙 Tea")]:
        page.locator(".chats .icon-button").first.click()
        with page.expect_download() as download:
            page.locator("dialog .choices button").filter(has_text=name).click()
        text = open(download.value.path(), encoding="utf-8").read()
        check(f"the chat is saved as {name}", fragment in text and "A4" in text and "茶と紙 Tea" in download.value.suggested_filename, download.value.suggested_filename)
    remove(page, words)
    page.get_by_role("button", name=words["undo"]).click()
    expect(page.locator(".chats a")).to_have_count(1)
    check("the chat is there before its time is over", len(listed(server)) == 1)
    with page.expect_response(lambda response: response.request.method == "DELETE") as deleted:
        remove(page, words)
    check("the chat is deleted at the server", deleted.value.ok and listed(server) == [], deleted.value.status)
    expect(page.locator(".chats a")).to_have_count(0)


def rename_by_enter(page, title):
    page.locator(".chats .icon-button").first.click()
    page.evaluate("() => { window.pressed = 0; document.querySelector('.chats').addEventListener('click', () => { window.pressed++; }, true); }")
    page.locator("dialog input").fill(title)
    # The list is read again only later, so the dialog must know the title before.
    page.route("**/v1/conversations?*", lambda route: None)
    page.locator("dialog input").press("Enter")
    expect(page.locator(".chats .chat-title").first).to_have_text(title)
    check("Enter renames, and presses no button of the list", page.evaluate("() => window.pressed") == 0 and page.locator("dialog").count() == 0)
    page.locator(".chats .icon-button").first.click()
    check("the dialog has the new title at once", page.locator("dialog input").input_value() == title and page.locator("dialog h2").inner_text() == title)
    page.unroute("**/v1/conversations?*")
    page.keyboard.press("Escape")


def remove(page, words):
    page.locator(".chats .icon-button").first.click()
    page.locator("dialog").get_by_role("button", name=words["remove"], exact=True).click()
    expect(page.locator(".chats a")).to_have_count(0)


def listed(server):
    return server.send("GET", "/v1/conversations")[1]["conversations"]
