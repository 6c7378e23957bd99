"""The ways into the chat page and out of it: links, tokens, an ended sign-in, another client, other tabs."""

from browser import TOKEN, answer, ask, check, chromium, context, expect, field, sign_in, url
from checks import section
from torii import torii


def perform(playwright, folder):
    with chromium(playwright) as browser, torii(folder) as server:
        with section("Sign-in by a link"), context(browser) as opened:
            by_link(opened, server)
        with section("A token that is wrong"), context(browser) as opened:
            wrong_token(opened, server)
        with section("Another client"), context(browser) as opened:
            another_client(opened, server)
        with section("A link of another client"), context(browser) as opened:
            foreign_link(opened, server)


def by_link(opened, server):
    _, made, _ = server.admin("POST", "sign-in-codes", {"page": "chat"})
    page = opened.new_page()
    page.goto(url(server, f"/#code={made['code']}"))
    field(page).wait_for()
    check("the code leaves the address", "code" not in page.url)
    check("no history keeps it", page.evaluate("() => navigation.entries().every(entry => !entry.url.includes('code='))"))
    check("it is in the body of one request only", sum(made["code"] in (request.post_data or "") for request in opened.watch.requests) == 1)
    check("and in no address", not any(made["code"] in request.url for request in opened.watch.requests))
    cookies = opened.cookies()
    check("the cookie is closed to scripts", [(c["httpOnly"], c["sameSite"]) for c in cookies] == [(True, "Strict")], [c["name"] for c in cookies])
    stored = page.evaluate("() => ({...localStorage, ...sessionStorage})")
    check("the storage has the page's key alone", list(stored) == ["torii-page-key.chat"] and cookies[0]["value"] not in stored.values(), list(stored))
    other = opened.new_page()
    other.goto(url(server, f"/#code={made['code']}"))
    field(other).wait_for()
    check("a used link opens a page that is signed in already", True)
    opened.clear_cookies()
    third = opened.new_page()
    third.goto(url(server, f"/#code={made['code']}"))
    third.locator("dialog.sign-in").wait_for()
    check("a used link asks for a token", "used" in third.locator("dialog.sign-in p").first.inner_text())
    third.close()
    # A sign-in that ends in the middle of a chat loses nothing.
    field(page).fill("List the inventory")
    field(page).press("Enter")
    secret = page.locator("dialog.sign-in input")
    secret.fill(TOKEN)
    secret.press("Enter")
    answer(page, 0)
    check("the message is sent after the sign-in", page.locator(".bubble").inner_text() == "List the inventory")
    field(page).fill("a draft")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Sign out").click()
    page.locator("dialog[role=alertdialog]").get_by_role("button", name="Sign out").click()
    page.locator("dialog.sign-in").wait_for()
    other.locator("dialog.sign-in").wait_for()
    check("the other tab is signed out too", True)
    check("the cookie is gone after the sign-out", opened.cookies() == [])
    check("and the drafts", page.evaluate("() => JSON.stringify({...localStorage})") == "{}")


def wrong_token(opened, server):
    page = opened.new_page()
    page.goto(url(server))
    secret = page.locator("dialog.sign-in input")
    secret.fill("torii_wrong_0123456789abcdef")
    secret.press("Enter")
    expect(page.locator("dialog.sign-in .problem")).not_to_be_empty()
    check("a wrong token is refused", "not valid" in page.locator("dialog.sign-in .problem").inner_text())
    check("and leaves the field", secret.input_value() == "")
    _, made, _ = server.admin("POST", "sign-in-codes", {"page": "chat"})
    other = opened.new_page()
    other.goto(url(server))
    other.locator("dialog.sign-in").wait_for()
    other.goto(url(server, f"/#code={made['code']}"))
    field(other).wait_for()
    check("a link works in a tab that has the page already", "code" not in other.url)
    other.close()
    opened.clear_cookies()
    page.keyboard.press("Escape")
    check("the dialog cannot be left", page.locator("dialog.sign-in").is_visible())
    secret.fill(f"  {TOKEN}\n")
    secret.press("Enter")
    field(page).wait_for()
    check("white space around a token does not matter", True)


def another_client(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    ask(page, "List the inventory")
    answer(page, 0)
    field(page).fill("a draft of the first client")
    page.wait_for_function("() => Object.keys(localStorage).length > 0")
    opened.clear_cookies()
    other = server.another_client("other").token
    page.evaluate("() => dispatchEvent(new Event('online'))")
    secret = page.locator("dialog.sign-in input")
    secret.fill(other)
    secret.press("Enter")
    page.locator(".chats li.label").wait_for()
    field(page).wait_for()
    check("another client sees nothing of the first", page.locator(".bubble").count() == 0 and field(page).input_value() == "")
    check("nor does the storage keep it", "first client" not in page.evaluate("() => JSON.stringify({...localStorage})"))


def foreign_link(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    field(page).fill("a draft of the first client")
    page.wait_for_function("() => Object.keys(localStorage).some(key => key.startsWith('torii.draft'))")
    client = server.another_client("stranger")
    _, made, _ = server.admin("POST", "sign-in-codes", {"page": "chat", "client": "stranger"})
    link = url(server, f"/#code={made['code']}")
    other = opened.new_page()
    other.goto(link)
    dialog = other.locator("dialog[role=alertdialog]")
    dialog.wait_for()
    check("a link of another client asks first, with both names", "stranger" in dialog.locator("h2").inner_text() and "stranger" in dialog.locator("p").inner_text())
    dialog.get_by_role("button", name="Cancel").click()
    field(other).wait_for()
    name = "() => fetch('/v1/session', {headers: {'X-Torii': '1', 'Torii-Page-Key': localStorage['torii-page-key.chat']}}).then(r => r.json()).then(s => s.name)"
    check("who declines stays signed in", other.evaluate(name) != "stranger" and client.token)
    other.close()
    last = opened.new_page()
    last.goto(link)
    last.locator("dialog[role=alertdialog]").get_by_role("button", name="Change").click()
    field(last).wait_for()
    check("who agrees is the other client, without the drafts of the first", last.evaluate(name) == "stranger" and field(last).input_value() == "")
