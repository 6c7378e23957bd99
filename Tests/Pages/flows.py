"""What a person does on the chat page, with the built-in model, in English and in Japanese."""

import json
import re

from browser import answer, ask, check, chromium, context, sign_in, url
from chat_model import ChatModel
from checks import section
from playwright.sync_api import expect
from torii import TOKEN, torii

WORDS = {
    "en-US": {
        "add": 'Add "A4 paper" to the inventory, quantity 10', "title": "Add to inventory", "delete": "Delete the inventory item with the ID 1",
        "approve": "Approve", "reject": "Reject", "list": "List the inventory", "welcome": "What can Torii do for you?", "menu": "Actions for",
        "rename": "Rename", "remove": "Delete", "undo": "Undo", "retry": "Try again", "edit": "Edit", "rejected": "Rejected.",
    },
    "ja-JP": {
        "add": "「A4用紙」を10個、在庫に追加して", "title": "在庫に追加", "delete": "ID 1 の在庫を削除して",
        "approve": "承認", "reject": "却下", "list": "在庫を一覧して", "welcome": "ご用件は何でしょうか", "menu": "の操作",
        "rename": "名前を変更", "remove": "削除", "undo": "元に戻す", "retry": "もう一度", "edit": "編集", "rejected": "却下しました。",
    },
}  # fmt: skip


def perform(playwright, folder):
    with chromium(playwright) as browser:
        for locale, words in WORDS.items():
            with section(f"A person's day in {locale}"), torii(folder) as server, context(browser, locale=locale) as opened:
                day(opened, server, words)
        with section("Sign-in by a link"), torii(folder) as server, context(browser) as opened:
            sign_in_by_link(opened, server)
        with section("A model that takes its time"):
            model = ChatModel(slow)
            with model.running(), torii(folder, **settings(model)) as server, context(browser) as opened:
                stop_retry_edit(opened, server)


def settings(model):
    return model.settings | {"OPENAI_API_KEY": "sk-pages-0123456789"}


def day(opened, server, words):
    page = opened.new_page()
    sign_in(page, server)
    expect(page.get_by_role("heading", name=words["welcome"])).to_be_visible()
    expect(page.locator(".examples button").first).to_be_visible()
    page.locator(".examples button").first.click()
    check("an example fills the field", page.locator(".composer textarea").input_value() != "")
    ask(page, words["add"])
    first = answer(page, 0)
    expect(first.locator(".tool-name")).to_have_text(words["title"])
    check("the call is done", first.locator(".tool").get_attribute("data-state") == "done")
    check("the item is a card", "10" in first.locator(".card .amount").inner_text())
    first.locator("button.card").click()
    expect(page.locator("dialog dl.tree")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    check("the address names the chat", re.search(r"#/c/conv_", page.url))

    ask(page, words["delete"])
    approval = page.locator(".approval")
    approval.wait_for()
    expect(page.locator(".chats .state")).to_have_count(1)
    page.wait_for_timeout(500)
    approval.get_by_role("button", name=words["reject"]).click()
    answer(page, 1)
    expect(approval.locator(".label").last).to_contain_text(words["rejected"])
    ask(page, words["delete"])
    approval = page.locator(".messages > .answer").nth(2).locator(".approval")
    approval.wait_for()
    page.reload()
    approval = page.locator(".approval")
    approval.wait_for()
    check("a decision survives a reload", page.locator(".messages > .question").count() == 3)
    page.wait_for_timeout(500)
    approval.get_by_role("button", name=words["approve"]).click()
    answer(page, 2)
    check("the approved call was made", page.locator(".answer").nth(2).locator(".tool").last.get_attribute("data-state") == "done")
    page.reload()
    answer(page, 2)
    check("messages and cards are there after a reload", page.locator(".answer .tool").count() >= 2 and page.locator("button.card").count() == 1)
    manage(page, server, words)


def manage(page, server, words):
    """Renames, finds, saves and deletes chats."""
    page.locator(".chats .icon-button").first.click()
    page.locator("dialog input").fill("茶と紙 Tea")
    page.get_by_role("button", name=words["rename"], exact=True).click()
    expect(page.locator(".chats a").first).to_have_text("茶と紙 Tea")
    expect(page.locator("header h1")).to_have_text("茶と紙 Tea")
    for text, count in [("紙", 1), ("ｔｅａ", 1), ("nowhere", 0)]:
        page.locator("input[type=search]").fill(text)
        expect(page.locator(".chats a")).to_have_count(count)
    page.locator("input[type=search]").fill("")
    expect(page.locator(".chats a")).to_have_count(1)
    for name, fragment in [("JSON", '"messages"'), ("Markdown", "# 茶と紙 Tea")]:
        page.locator(".chats .icon-button").first.click()
        with page.expect_download() as download:
            page.locator("dialog .choices button").filter(has_text=name).click()
        text = open(download.value.path(), encoding="utf-8").read()
        check(f"the chat is saved as {name}", fragment in text and "A4" in text, download.value.suggested_filename)
    page.locator(".chats .icon-button").first.click()
    page.locator("dialog").get_by_role("button", name=words["remove"], exact=True).click()
    expect(page.locator(".chats a")).to_have_count(0)
    page.get_by_role("button", name=words["undo"]).click()
    expect(page.locator(".chats a")).to_have_count(1)
    page.locator(".chats .icon-button").first.click()
    page.locator("dialog").get_by_role("button", name=words["remove"], exact=True).click()
    page.wait_for_timeout(6500)
    listed = server.json("GET", "/v1/conversations")[1] if hasattr(server, "json") else None
    expect(page.locator(".chats a")).to_have_count(0)
    check("the chat is deleted at the server", listed is None or listed["conversations"] == [])


def sign_in_by_link(opened, server):
    _, made, _ = server.admin("POST", "sign-in-codes", {"page": "chat"})
    page = opened.new_page()
    page.goto(url(server, f"/#code={made['code']}"))
    page.locator(".composer textarea").wait_for()
    check("the code leaves the address", "code" not in page.url)
    check("no history keeps it", page.evaluate("() => navigation.entries().every(entry => !entry.url.includes('code='))"))
    cookies = opened.cookies()
    check("the cookie is closed to scripts", [(c["httpOnly"], c["sameSite"]) for c in cookies] == [(True, "Strict")], [c["name"] for c in cookies])
    check("nothing of it is in the storage", page.evaluate("() => JSON.stringify({...localStorage, ...sessionStorage})") == "{}")
    other = opened.new_page()
    other.goto(url(server, f"/#code={made['code']}"))
    other.locator(".composer textarea").wait_for()
    opened.clear_cookies()
    third = opened.new_page()
    third.goto(url(server, f"/#code={made['code']}"))
    third.locator("dialog.sign-in").wait_for()
    check("a used link asks for a token", "used" in third.locator("dialog.sign-in p").first.inner_text())
    # A sign-in that ends in the middle of a chat loses nothing.
    page.locator(".composer textarea").fill("List the inventory")
    page.locator(".composer textarea").press("Enter")
    field = page.locator("dialog.sign-in input")
    field.wait_for()
    field.fill(TOKEN)
    field.press("Enter")
    answer(page, 0)
    check("the message is sent after the sign-in", page.locator(".bubble").inner_text() == "List the inventory")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Sign out").click()
    page.locator("dialog[role=alertdialog]").get_by_role("button", name="Sign out").click()
    page.locator("dialog.sign-in").wait_for()
    check("the cookie is gone after the sign-out", opened.cookies() == [])


def slow(turn):
    """Says nothing, or says words slowly, until the caller goes."""
    text = turn.message
    if text.startswith("silent"):
        turn.comment()
        return turn.left()
    if text.startswith("slow"):
        turn.text("first words ")
        return turn.left()
    turn.text(f"**{text}** after {len(turn.body['messages']) - 2}")
    turn.finish(usage={"prompt_tokens": 5, "completion_tokens": 5})


def stop_retry_edit(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    for text, kept in [("silent", ""), ("slow", "first words")]:
        ask(page, text)
        number = page.locator(".messages > .question").count() - 1
        if kept:
            expect(page.locator(".answer .text").nth(number)).to_contain_text(kept)
        page.locator(".composer").get_by_role("button", name="Stop").click()
        found = answer(page, number)
        check(f"'{text}' is stopped, and its text stays", kept in found.locator(".text").inner_text() and "Stopped." in found.inner_text())
    page.reload()
    expect(page.locator(".answer .text").nth(1)).to_contain_text("first words")
    ask(page, "hello")
    check("it says what it knows", "hello after" in answer(page, 2).locator(".text").inner_text())
    before = answer(page, 2).locator(".text").inner_text()
    page.locator(".answer").nth(2).get_by_role("button", name="Try again").click()
    page.locator(".versions").wait_for(state="attached")
    expect(page.locator(".messages > .answer")).to_have_count(3)
    check("a new try replaces the answer", answer(page, 2).locator(".text").inner_text() == before, before)
    page.locator(".messages > .question").nth(2).hover()
    page.locator(".messages > .question").nth(2).get_by_role("button", name="Edit").click()
    page.locator(".editing textarea").fill("bonjour")
    page.locator(".editing textarea").press("Enter")
    expect(page.locator(".messages > .answer").nth(2).locator(".text")).to_contain_text("bonjour after")
    answer(page, 2)
    page.reload()
    answer(page, 2)
    texts = page.locator(".messages > .question .bubble").all_inner_texts()
    check("the replaced messages are gone after a reload", texts == ["silent", "slow", "bonjour"], texts)
    # A second message waits for the answer before it.
    ask(page, "slow again")
    expect(page.locator(".answer .text").nth(3)).to_contain_text("first words")
    ask(page, "next")
    expect(page.locator(".send-state").last).to_contain_text("Waits")
    page.keyboard.press("Escape")
    expect(page.locator(".messages > .answer").nth(4).locator(".text")).to_contain_text("next after")
    check("a message that waited is answered", True)
    json.dumps(opened.watch.requests[:1])
