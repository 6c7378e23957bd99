"""Turns with a model that takes its time: stop, try again, edit, messages that wait or take over, two models, two tabs."""

import json

from accessibility import examine
from browser import answer, ask, check, chromium, context, decide, expect, field, sign_in
from checks import section
from models import USAGE, ChatModel, settings
from torii import torii
from words import WORDS

# What the page asks before a change is repeated: title, text, the change, the verbs of a new try and of an edited message.
AGAIN = {
    "en-US": ("Some of this is already done", "A new answer does not undo it, and can do it a second time.", "Add to inventory: A4 paper", "Try again", "Send"),
    "ja-JP": ("実行済みの操作があります", "新しい回答では取り消されません。同じ操作がもう一度行われることがあります。", "在庫に追加: A4用紙", "もう一度", "送信"),
}
OTHER = {"en-US": "Another model can be chosen at the top.", "ja-JP": "上部で別のモデルを選べます。"}


def slow(turn):
    """Says nothing, or says words and no end, until the caller goes."""
    text = turn.message
    if text.startswith("silent"):
        turn.comment()
        return turn.left()
    if text.startswith("slow"):
        turn.text("first words ")
        return turn.left()
    if text.startswith("two calls") and not turn.outputs:
        return turn.call({"call_1": ("getWeather", {"place": "Nowhere"}), "call_2": ("createInventory", {"title": "A4 paper", "quantity": 10})})
    if text.startswith("two deletions") and not turn.outputs:
        return turn.call({f"call_{number}": ("deleteInventory", {"id": int(number)}) for number in text.split()[2:]})
    if text == "list" and not turn.outputs:
        return turn.call({f"call_{number}": ("getInventoryList", {}) for number in range(3)})
    if text.startswith("the app"):
        return turn.call({"call_1": ("findPeople", {"month": 11})})
    if text.startswith("fail"):
        return turn.json({"error": {"message": "the model is gone"}}, status=503)
    if turn.outputs:
        text = "done"
    turn.text(f"**{text}** after {len(turn.body['messages']) - 2} by {turn.body['model']}")
    turn.finish(usage=USAGE)


def perform(playwright, folder):
    model = ChatModel(slow)
    with chromium(playwright) as browser, model.running():
        with torii(folder, **settings(model)) as server:
            with section("Stop, try again, edit"), context(browser) as opened:
                stop_retry_edit(opened, server)
            with section("Messages while an answer is written"), context(browser) as opened:
                while_busy(opened, server)
            with section("Two tabs"), context(browser) as opened:
                two_tabs(opened, server)
            with section("Calls of tools"), context(browser) as opened:
                calls(opened, server)
            with section("Two decisions"), context(browser) as opened:
                two_decisions(opened, server)
            with section("Thoughts and usage"), context(browser) as opened:
                thoughts(opened, server)
            with section("What was found"), context(browser) as opened:
                found_below(opened, server)
            with section("Stored calls"), context(browser) as opened:
                declined_before(opened, server)
        with section("The list by keys"), torii(folder, **settings(model)) as server, context(browser) as opened:
            by_keys(opened, server)
        for locale, words in WORDS.items():
            with section(f"Decisions by a word, {locale}"), torii(folder) as server, context(browser, locale=locale) as opened:
                typed_decisions(opened, server, words)
        for locale, words in AGAIN.items():
            with section(f"A change that would be repeated, {locale}"), torii(folder) as server, context(browser, locale=locale) as opened:
                repeated(opened, server, WORDS[locale], *words)
        with section("Approvals that end otherwise"), torii(folder) as server, context(browser) as opened:
            approvals(opened, server)
        two = settings(model) | {"TORII_MODEL": "openai:small,openai:large"}
        with section("Two models"), torii(folder, **two) as server, context(browser) as opened:
            two_models(opened, server)
        for locale in OTHER:
            with section(f"Failures of one of two models, {locale}"), torii(folder, **two) as server, context(browser, locale=locale) as opened:
                failures(opened, server, locale)


def approvals(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    ask(page, 'Add "A4 paper" to the inventory, quantity 10')
    answer(page, 0)
    other = opened.new_page()
    other.goto(page.url)
    answer(other, 0)
    for number, (verb, title) in enumerate([("reject", "You declined · nothing was done"), ("stop", "Stopped; nothing was done.")], 1):
        ask(page, "Delete the inventory item with the ID 1")
        for tab in (page, other):
            tab.locator(".messages > .answer").nth(number).locator(".approval").wait_for()
        if verb == "stop":
            stop(page)
        else:
            decide(page, "Reject")
        for tab in (page, other):
            answer(tab, number)
        said = other.locator(".messages > .answer").nth(number).locator(".approval strong, .tool-state")
        # A decision of another tab is a failed call until the server reports the cause of each end.
        titles = [title, "✗ failed"] if verb == "reject" else [title]
        check(f"another tab says of a {verb}: {title}", said.count() == 1 and said.inner_text() in titles, said.all_inner_texts())
    waiting_for_a_decision(page)
    # The decision is on its way when another tab stops the turn.
    ask(page, "Delete the inventory item with the ID 1")
    for tab in (page, other):
        tab.locator(".messages > .answer").nth(5).locator(".approval button:enabled").first.wait_for()
    held = []
    other.route("**/outputs", lambda route: held.append(route))
    decide(other, "Approve")
    other.wait_for_function("() => document.querySelector('.approval:not(.closed) button').disabled")
    stop(page)
    answer(other, 5)
    for route in held:
        route.continue_()
    expect(other.locator(".approval strong").last).to_have_text("Stopped; nothing was done.")
    check("a decision that is too late says that nothing was done", other.locator(".approval:not(.closed)").count() == 0)


VISIBLE = "node => { const [a, b] = [node, node.closest('.log')].map(one => one.getBoundingClientRect()); return a.top >= b.top && a.bottom <= b.bottom; }"


def waiting_for_a_decision(page):
    ask(page, "Delete the inventory item with the ID 1")
    approval = page.locator(".messages > .answer").nth(3).locator(".approval")
    approval.wait_for()
    ask(page, "Show item 1")
    note = page.locator(".send-state").last
    expect(note).to_have_text('Waits for your decision: Delete ID 1 ("A4 paper", quantity 10) from the inventory? This cannot be undone. Go to the decision')
    check("a message that waits for a decision names it, and the approval stays in the view", approval.evaluate(VISIBLE))
    note.get_by_role("button").click()
    check("its button leads to the approval, which has the focus", approval.evaluate(VISIBLE) and approval.evaluate("node => node === document.activeElement"))
    decide(page, "Reject")
    answer(page, 4)
    expect(page.locator(".next")).to_have_count(0)
    check("after the decision the message is answered", note.inner_text() == "" and "A4 paper" in answer(page, 4).inner_text(), answer(page, 4).inner_text())


def stop(page):
    page.locator(".composer .stop").click()


def stop_retry_edit(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    for number, (text, kept) in enumerate([("silent", ""), ("slow", "first words")]):
        ask(page, text)
        if kept:
            expect(page.locator(".answer .text").nth(number)).to_contain_text(kept)
        stop(page)
        found = answer(page, number)
        check(f"'{text}' is stopped, and its text stays", kept in found.locator(".text").inner_text() and "Stopped." in found.inner_text())
        check("the focus stays in the field", page.evaluate("() => document.activeElement.id") == "message")
    page.reload()
    expect(page.locator(".answer .text").nth(1)).to_contain_text("first words")
    check("so it does after a reload", True)
    ask(page, "hello")
    before = answer(page, 2).locator(".text").inner_text()
    check("it says what it knows", "hello after" in before, before)
    page.locator(".answer").nth(2).get_by_role("button", name="Try again").click()
    page.locator(".versions").wait_for(state="attached")
    expect(page.locator(".messages > .answer")).to_have_count(3)
    check("a new try replaces the answer", answer(page, 2).locator(".text").inner_text() == before, before)
    check("the version before is folded", "hello" in page.locator(".versions .bubble").text_content())
    page.locator(".messages > .question").nth(2).hover()
    page.locator(".messages > .question").nth(2).get_by_role("button", name="Edit").click()
    editing = page.locator(".editing textarea")
    editing.press("Escape")
    check("Escape leaves the editing", editing.count() == 0 and page.locator(".bubble", has_text="hello").count() > 0)
    page.locator(".messages > .question").nth(2).get_by_role("button", name="Edit").click()
    editing.fill("bonjour")
    editing.press("Enter")
    expect(page.locator(".messages > .answer").nth(2).locator(".text")).to_contain_text("bonjour after")
    answer(page, 2)
    page.reload()
    answer(page, 2)
    texts = page.locator(".messages > .question .bubble").all_inner_texts()
    check("the replaced messages are gone after a reload", texts == ["silent", "slow", "bonjour"], texts)
    ask(page, "fail")
    page.locator(".answer .problem").wait_for()
    reasons = answer(page, 3).locator(".ending p").all_inner_texts()
    check("a failure has the words of the server under it", len(reasons) == 2 and "failed (503)" in reasons[1], reasons)
    answer(page, 3).get_by_role("button", name="Try again").click()
    page.locator(".versions").wait_for(state="attached")
    page.locator(".messages > .answer .problem").wait_for()
    check("a failed turn is tried again", page.locator(".send-state button").count() == 0, page.locator(".send-state").last.inner_text())
    ask(page, "and now")
    check("a chat continues after a failure", "and now after" in answer(page).locator(".text").inner_text())


FOCUSED = "() => document.activeElement.textContent || document.activeElement.getAttribute('aria-label')"


def repeated(opened, server, words, title, text, change, verb, send):
    page = opened.new_page()
    sign_in(page, server)

    def items():
        return server.send("POST", "/v1/tools/getInventoryList", {})[1]["artifacts"][0]["data"]

    def again(number):
        # By the keyboard alone.
        answer(page, number).get_by_role("button", name=verb, exact=True).press("Enter")

    ask(page, words["list"])
    answer(page, 0)
    again(0)
    page.locator(".versions").wait_for(state="attached")
    answer(page, 0)
    check("an answer that only read is tried again without a question", page.locator("dialog").count() == 0)
    ask(page, words["add"])
    answer(page, 1)
    again(1)
    dialog = page.get_by_role("alertdialog", name=title, exact=True)
    dialog.wait_for()
    described = page.evaluate("() => document.getElementById(document.querySelector('dialog').getAttribute('aria-describedby')).innerText")
    check("before a change is repeated, the page asks, and names it", text in described and change in described, described)
    check("the focus is on the button that does nothing", page.evaluate(FOCUSED) == words["cancel"], page.evaluate(FOCUSED))
    examine(page, "a change that would be repeated")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    check("Escape leaves it as it is, and gives the focus back", page.evaluate(FOCUSED) == verb and len(items()) == 1, page.evaluate(FOCUSED))
    page.reload()
    again(1)
    dialog.wait_for()
    page.keyboard.press("Tab")
    check("after a reload it asks too, and the next button repeats the change", page.evaluate(FOCUSED) == verb, page.evaluate(FOCUSED))
    page.keyboard.press("Enter")
    page.locator(".versions").wait_for(state="attached")
    answer(page, 1)
    check("then the change is made again, and the focus is in the field", len(items()) == 2 and page.evaluate("() => document.activeElement.id") == "message", items())
    question = page.locator(".messages > .question").nth(1)
    question.hover()
    question.get_by_role("button", name=words["edit"], exact=True).click()
    editing = page.locator(".editing textarea")
    editing.fill(words["list"])
    editing.press("Enter")
    dialog.wait_for()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    check("an edited message asks too, and keeps what was written", editing.input_value() == words["list"] and editing.evaluate("node => node === document.activeElement"))
    editing.press("Enter")
    dialog.get_by_role("button", name=send, exact=True).click()
    expect(answer(page, 1).locator(".tool-name")).to_have_text(words["inventory"])
    check("then it is sent", len(items()) == 2 and page.locator(".messages > .question").count() == 2)


def next_message(page):
    """A message that waits is above the field, can be edited and removed, and does not move what is read."""
    ask(page, "slow")
    expect(page.locator(".answer .text")).to_contain_text("first words")
    place = page.locator(".log").evaluate("node => node.scrollTop")
    chip = page.locator(".next")
    for verb in ("edit", "remove"):
        ask(page, "never asked")
        chip.get_by_role("button", name=f"{verb.capitalize()} the next message").click()
        expect(chip).to_have_count(0)
        expect(field(page)).to_have_value("never asked" if verb == "edit" else "")
        field(page).fill("")
    check("a message that waits is edited or removed", page.locator(".bubble", has_text="never asked").count() == 0)
    ask(page, "kept")
    check("it is above the field, and the answer stays in the view", page.locator(".messages > .question").count() == 1 and page.locator(".log").evaluate("node => node.scrollTop") == place)
    chip.get_by_role("button").first.wait_for()
    page.reload()
    expect(page.locator(".answer .text")).to_contain_text("first words")
    check("after a reload it is in the field", field(page).input_value() == "kept" and chip.count() == 0, field(page).input_value())
    field(page).press("Enter")
    expect(chip.locator(".next-text")).to_have_text("kept")
    stop(page)
    expect(page.locator(".messages > .answer").nth(1).locator(".text")).to_contain_text("kept after")
    check("when its turn comes it is among the others", page.locator(".messages > .question .bubble").all_inner_texts() == ["slow", "kept"] and chip.count() == 0)


def typed_decisions(opened, server, words):
    """A plain yes or no in the message field decides what waits."""
    page = opened.new_page()
    sign_in(page, server)
    ask(page, words["add"])
    answer(page, 0)
    for number, (word, state) in enumerate([(words["no"], "declined"), (words["yes"], "done")], 1):
        ask(page, words["delete"])
        page.locator(".approval button:enabled").first.wait_for()
        field(page).fill(word)
        field(page).press("Enter")
        found = answer(page, number).locator(".tool")
        expect(found).to_have_attribute("data-state", state)
        check(f"'{word}' decides, and is no message", page.locator(".messages > .question").count() == number + 1 and field(page).input_value() == "" and page.locator(".next").count() == 0)
    field(page).fill(words["yes"])
    field(page).press("Enter")
    expect(page.locator(".messages > .question")).to_have_count(4)
    check("without a question it is a message", True)


def two_decisions(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    for title in ("pen", "cup"):
        server.send("POST", "/v1/tools/createInventory", {"title": title, "quantity": 1})
    items = server.send("POST", "/v1/tools/getInventoryList", {})[1]["artifacts"][0]["data"]
    ask(page, f"two deletions {items[0]['id']} {items[1]['id']}")
    expect(page.locator(".approval button.primary:enabled")).to_have_count(2)
    field(page).fill("yes")
    field(page).press("Enter")
    expect(page.locator(".notice")).to_contain_text("2 decisions wait for you.")
    check("with two decisions a yes decides nothing, and stays in the field", field(page).input_value() == "yes" and page.locator(".approval:not(.closed)").count() == 2)
    field(page).fill("")
    decide(page, "Reject", 0)
    decide(page, "Reject")
    found = answer(page, 0)
    line = found.locator(".activity > summary")
    check("several calls are folded into one line, which names them", "× 2" in line.inner_text() and "You declined" in line.inner_text(), line.inner_text())
    check("the calls are in it", found.locator(".activity .tools > .tool").count() == 2 and not found.locator(".tools .tool").first.is_visible())


def thoughts(opened, server):
    """Thoughts are a folded line, and the foot says what was used. The events are those of the native API."""
    page = opened.new_page()
    sign_in(page, server)
    events = [
        ("run.started", {"model": "m"}), ("reasoning.delta", {"item": 0, "text": "First <b>"}), ("reasoning.delta", {"item": 0, "text": "thought"}), ("reasoning.delta", {"item": 1, "text": "Second"}),
        ("message.delta", {"text": "So it is."}), ("message.completed", {"text": "So it is.", "model": "m"}),
        ("run.completed", {"usage": {"input_tokens": 1200, "output_tokens": 34, "total_tokens": 1234, "cost": {"amount": "0.0012", "currency": "EUR"}}}),
    ]  # fmt: skip
    body = "".join(f"id: run:{number}\nevent: {kind}\ndata: {json.dumps(data)}\n\n" for number, (kind, data) in enumerate(events))
    page.route("**/events", lambda route: route.fulfill(content_type="text/event-stream", body=body))
    ask(page, "hello")
    found = answer(page, 0)
    line = found.locator(".thoughts")
    check("thoughts are asked for, and folded", sent(page)["reasoning"] is True and not line.evaluate("node => node.open") and line.locator("summary").inner_text() == "Thoughts")
    check("they are text, one below the other", line.locator("p").evaluate("node => node.textContent") == "First <b>thought\n\nSecond")
    check("the foot says what was used", found.locator(".usage").inner_text().endswith("1,234 tokens · €0.0012"), found.locator(".usage").inner_text())
    seconds = page.evaluate(
        """async path => { const { Thoughts } = await import(path); const made = new Thoughts(true); const now = performance.now; let time = 1000; performance.now = () => time;
        made.add(0, "a"); time += 2600; made.rest(); made.add(1, "b"); time += 3000; made.rest(); performance.now = now; return made.title.textContent; }""",
        page.evaluate("() => document.querySelector('script').src.replace('chat.js', 'cards.js')"),
    )
    check("they say how long they took", seconds == "Thought for 6 s", seconds)


def declined_before(opened, server):
    """A stored answer says of a declined call that it was declined, and shows a long result in part."""
    page = opened.new_page()
    sign_in(page, server)
    ask(page, "hello")
    answer(page, 0)
    items = [{"id": number, "title": f"Item {number}", "quantity": number} for number in range(40)]
    calls = [
        {"call": "c1", "name": "deleteInventory", "arguments": {"id": 1}, "status": "failed", "declined": True, "summary": "no", "duration_ms": 1},
        {"call": "c2", "name": "getInventoryList", "arguments": {}, "status": "completed", "summary": "", "duration_ms": 1, "artifacts": [{"type": "inventory.items", "data": items}]},
    ]

    def change(route):
        stored = route.fetch()
        body = stored.json()
        body["messages"][-1]["tool_calls"] = calls
        route.fulfill(response=stored, json=body)

    page.route("**/messages?*", change)
    page.set_viewport_size({"width": 390, "height": 800})
    page.reload()
    found = answer(page, 0)
    states = found.locator(".tools > .tool").evaluate_all("nodes => nodes.map(node => [node.dataset.state, node.open])")
    check("a declined call is declined after a reload too", states == [["declined", False], ["done", False]], states)
    order = found.evaluate("node => [...node.children].map(child => child.className)")
    check("the text is before what was found", order.index("text") < order.index("found") and order[1] == "tool activity", order)
    more = found.locator(".show-all")
    check("of a long result its start is shown", more.inner_text() == "Show all 40" and found.locator(".short").bounding_box()["height"] <= 321, more.inner_text())
    more.click()
    check("and all of it if it is wanted", found.locator("button.card").count() == 40 and found.locator(".found").bounding_box()["height"] > 321 and more.count() == 0)


def found_below(opened, server):
    """What was found does not push the text out of the view."""
    page = opened.new_page()
    page.set_viewport_size({"width": 390, "height": 640})
    sign_in(page, server)
    for number in range(12):
        server.send("POST", "/v1/tools/createInventory", {"title": f"cup {number}", "quantity": 1})
    ask(page, "list")
    found = answer(page, 0)
    found.locator(".show-all").first.wait_for()
    check("the text is in the view, and what was found below it", found.locator(".text").evaluate(VISIBLE) and found.locator(".found").bounding_box()["y"] < 640)


def by_keys(opened, server):
    """The list of chats is one stop of the Tab key; arrow keys walk it, and a link leads to the last answer."""
    page = opened.new_page()
    sign_in(page, server)
    for text in ("one", "two", "three"):
        ask(page, text)
        answer(page, 0)
        page.keyboard.press("Control+Shift+KeyO")
        expect(page.locator(".welcome")).to_be_visible()
    expect(page.locator(".chats a")).to_have_count(3)
    stops = page.locator(".chats").evaluate("node => [...node.querySelectorAll('a, button')].filter(one => one.tabIndex === 0).length")
    check("the list has one stop", stops == 1, stops)
    page.locator(".chats a").first.focus()
    focused = "() => document.activeElement.innerText || document.activeElement.getAttribute('aria-label')"
    walk = []
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowUp", "Home", "End", "ArrowLeft"):
        page.keyboard.press(key)
        walk.append(page.evaluate(focused))
    check("arrow keys walk it", walk == ["two", "one", "one", "Actions for one", "two", "three", "one", "one"], walk)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    check("the Tab key comes back to the same chat", page.evaluate(focused) == "one", page.evaluate(focused))
    page.keyboard.press("Enter")
    answer(page, 0)
    page.get_by_role("link", name="Go to the last answer").focus()
    page.keyboard.press("Enter")
    check("a link leads to the last answer", page.evaluate("() => document.activeElement.matches('.answer:last-child')"))


def while_busy(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    next_message(page)
    page.keyboard.press("Control+Shift+KeyO")
    expect(page.locator(".welcome")).to_be_visible()
    ask(page, "slow")
    expect(page.locator(".answer .text")).to_contain_text("first words")
    ask(page, "next")
    expect(page.locator(".send-state").last).to_contain_text("Waits")
    page.keyboard.press("Escape")
    expect(page.locator(".messages > .answer").nth(1).locator(".text")).to_contain_text("next after")
    check("Escape stops an answer, and the message that waited is answered", True)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("A message during").select_option("replace")
    page.keyboard.press("Escape")
    ask(page, "slow again")
    expect(page.locator(".messages > .answer").nth(2).locator(".text")).to_contain_text("first words")
    ask(page, "instead")
    expect(page.locator(".messages > .answer").nth(3).locator(".text")).to_contain_text("instead after")
    check("by the setting, a message stops the answer before it", "Stopped." in answer(page, 2).inner_text())


def two_tabs(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    ask(page, "hello")
    answer(page, 0)
    other = opened.new_page()
    other.goto(page.url)
    answer(other, 0)
    ask(page, "from the first")
    expect(other.locator(".messages > .answer").nth(1).locator(".text")).to_contain_text("from the first after")
    check("a tab shows what another one sends", other.locator(".bubble").all_inner_texts() == ["hello", "from the first"])
    check("its answer is the same", answer(page, 1).locator(".text").inner_text() == answer(other, 1).locator(".text").inner_text())


def calls(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    ask(page, "two calls")
    found = answer(page, 0)
    cards = found.locator(".tools > .tool")
    states = cards.evaluate_all("nodes => nodes.map(node => [node.dataset.state, node.open, node.querySelector('.tool-argument').textContent])")
    check("two calls are two cards in their order, and the failed one is open", states == [["failed", True, "Nowhere"], ["done", False, "A4 paper"]], states)
    # An app asks in the same chat, and must make a call of its own.
    tool = {"name": "findPeople", "description": "Looks up people", "parameters": {"type": "object", "properties": {"month": {"type": "integer"}}}}
    request = {"message": "the app asks", "conversation": page.url.rsplit("/", 1)[1], "client_tools": [tool], "on_disconnect": "finish"}
    status, run = server.send("POST", "/v1/chat", request, {"Prefer": "respond-async"})
    page.reload()
    waiting = page.locator(".tool[data-state=waiting]")
    waiting.wait_for()
    check("a call that an app must make waits, and says so", status == 202 and "must run findPeople" in waiting.inner_text(), waiting.inner_text())
    server.send("POST", f"/v1/runs/{run['run']}/outputs", {"outputs": [{"call": actions(server, run)[0]["call"], "output": ["Naomi"]}]})
    check("it is done when the app has answered", "done" in answer(page, 1).inner_text() and page.locator(".tools > .tool[data-state=done]").count() == 2)
    answer(page, 1).get_by_role("button", name="Try again").click()
    dialog = page.get_by_role("alertdialog")
    dialog.wait_for()
    listed = dialog.locator("ul").all_inner_texts()
    check(
        "before a call of an app's tool is made again, the page says that it may have changed something",
        listed == ["findPeople: month 11"] and "Calls that may have changed something:" in dialog.inner_text(),
        dialog.inner_text(),
    )
    page.keyboard.press("Escape")


def actions(server, run):
    return server.send("GET", f"/v1/runs/{run['run']}")[1]["actions"]


def failures(opened, server, locale):
    page = opened.new_page()
    sign_in(page, server)
    ask(page, "fail")
    reasons = answer(page, 0).locator(".ending p")
    reasons.first.wait_for()
    check("a failure says that another model can be chosen", reasons.all_inner_texts()[2:] == [OTHER[locale]], reasons.all_inner_texts())
    detail = "<b>gone</b> [x](https://example.org) " + "long " * 1000
    event = {"problem": {"type": "urn:torii:problem:upstream-failed", "title": "x", "status": 502, "detail": detail}}
    page.route("**/events", lambda route: route.fulfill(content_type="text/event-stream", body=f"id: run:0\nevent: run.failed\ndata: {json.dumps(event)}\n\n"))
    ask(page, "hello")
    shown = answer(page, 1).locator(".ending p").nth(1)
    check("a detail with marks is text, and has an end", shown.inner_text() == detail[:1000].strip() and shown.locator("*").count() == 0, shown.inner_text())


def two_models(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    models = page.locator("header select")
    automatic, *names = models.locator("option").all_inner_texts()
    check("the models can be chosen, and the server chooses unless one is", (automatic, len(names), models.input_value()) == ("Automatic", 2, ""), names)
    models.select_option(names[1])
    ask(page, "hello")
    found = answer(page, 0)
    check("the chosen one answers", "by large" in found.locator(".text").inner_text(), found.locator(".text").inner_text())
    page.keyboard.press("Control+Shift+KeyO")
    expect(page.locator(".welcome")).to_be_visible()
    check("in a new chat the server chooses", models.input_value() == "")
    ask(page, "hello")
    check("then the default answers, and no model is named", "by small" in answer(page, 0).locator(".text").inner_text() and "model" not in sent(page), sent(page))
    page.locator(".chats a").nth(1).click()
    answer(page, 0)
    expect(models).to_have_value(names[1])
    check("the chat keeps its choice", True)
    ask(page, "slow")
    expect(page.locator(".answer .text").nth(1)).to_contain_text("first words")
    stop(page)
    live = [origin(answer(page, number)) for number in range(2)]
    check("each answer has its time and names its model when it has ended", live == [(1, names[1:])] * 2, live)
    page.reload()
    stored = [origin(answer(page, number)) for number in range(2)]
    check("so it does after a reload", stored == live, stored)
    expect(models).to_have_value(names[1])
    check("the chat keeps its choice after a reload", True)


def sent(page):
    """Returns the last request for a turn."""
    return [request for request in page.context.watch.requests if request.method == "POST" and request.url.endswith("/v1/chat")][-1].post_data_json


def origin(found):
    return found.locator(".actions time").count(), found.locator(".actions .label").all_text_contents()
