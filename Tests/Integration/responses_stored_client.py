"""The unmodified `openai` client against Torii's Responses: what is stored, continued, resumed and deleted.

`make integration PARTS=responses` runs it once for each version that is installed.
"""

import json
import pathlib
import tempfile
import time

import openai

from checks import check
from client import Client
from clients import fresh
from neutral import TEXT
from responses_checks import (
    MODEL,
    SENSOR,
    TERMINAL,
    WORDS,
    calls_of,
    client,
    create,
    faults,
    outputs_of,
    refusal,
    run,
    servers,
    turns,
    without_own,
)
from torii import TOKEN, torii
from wire_model import WireModel

def state():
    api = client()
    first_message, second_message, fork_message = fresh("say"), fresh("say"), fresh("say")
    first = create(first_message, instructions="Be brief.")
    second = create(second_message, previous_response_id=first.id)
    expected = [("user", first_message), ("assistant", TEXT), ("user", second_message)]
    check("a chain has its history", turns(second_message) == expected, turns(second_message))
    check("the response names the previous one", second.previous_response_id == first.id, second.previous_response_id)
    check("instructions are not inherited", "Be brief." not in servers.heard(second_message)[-1]["system"] and not second.instructions)
    third_message = fresh("say")
    create(third_message, previous_response_id=second.id)
    check("a chain of three", len(turns(third_message)) == 5, turns(third_message))
    create(fork_message, previous_response_id=first.id)
    expected = [("user", first_message), ("assistant", TEXT), ("user", fork_message)]
    check("a fork from an older response", turns(fork_message) == expected, turns(fork_message))
    again = api.responses.retrieve(first.id)
    check("a stored response is the same", without_own(again) == without_own(first), (without_own(again), without_own(first)))
    unstored_message = fresh("say")
    unstored = create(unstored_message, store=False, previous_response_id=first.id)
    check("store=False continues a stored one", unstored.store is False and len(turns(unstored_message)) == 3, unstored.store)
    refusal(openai.NotFoundError, lambda: api.responses.retrieve(unstored.id))
    error = refusal(openai.APIStatusError, lambda: create(fresh("say"), previous_response_id=unstored.id))
    check("and is not kept", error and error.status_code in (400, 404) and error.param == "previous_response_id", error and error.body)


def references():
    """Items of stored responses are sent back by their ids, as clients of other projects do by default."""
    name = create(fresh("say")).output[0].id
    message = fresh("say")
    history = [{"role": "user", "content": "Before"}, {"type": "item_reference", "id": name}, {"role": "user", "content": message}]
    response = create(history)
    expected = [("user", "Before"), ("assistant", TEXT), ("user", message)]
    check("a reference to a message", response.output_text == TEXT and turns(message) == expected, turns(message))
    for name, id in [("unknown", "msg_nobody_0"), ("of another form", "nobody")]:
        input = [{"role": "user", "content": "x"}, {"type": "item_reference", "id": id}]
        error = refusal(openai.APIStatusError, lambda: create(input))
        check(f"a reference that is {name}", error and error.status_code == 400 and error.param == "input[1].id", error and error.body)
    stranger = client(token=servers.limited_token(fresh("stranger"), requests_per_minute=100))
    error = refusal(openai.APIStatusError, lambda: create(history, api=stranger))
    check("a reference to an item of another client", error and error.status_code == 400, error and error.body)


def conversations():
    api = client()
    conversation = api.conversations.create(metadata={"topic": "tea"})
    kept = (conversation.object, conversation.metadata)
    check("a conversation", conversation.id.startswith("conv_") and kept == ("conversation", {"topic": "tea"}), conversation)
    first, second = fresh("say"), fresh("say")
    response = create(first, conversation=conversation.id)
    check("a response in it names it", response.conversation and response.conversation.id == conversation.id, response.conversation)
    create(second, conversation={"id": conversation.id})
    expected = [("user", first), ("assistant", TEXT), ("user", second)]
    check("the next one has its history", turns(second) == expected, turns(second))
    items = list(api.conversations.items.list(conversation.id, order="asc"))
    roles = [(item.type, item.role) for item in items]
    check("its items", roles == [("message", "user"), ("message", "assistant")] * 2 and not faults(*items), roles)
    page = api.conversations.items.list(conversation.id, order="asc", limit=1)
    ids = [item.id for item in items]
    check("its items, page by page", len(page.data) == 1 and page.has_more and [item.id for item in page] == ids, page)
    item = api.conversations.items.retrieve(items[1].id, conversation_id=conversation.id)
    check("one item", item.id == items[1].id and item.content[0].text == TEXT, item)
    changed = api.conversations.update(conversation.id, metadata={"topic": "rice"})
    check("its metadata change", changed.metadata == {"topic": "rice"} == api.conversations.retrieve(conversation.id).metadata, changed)
    seeded = api.conversations.create(items=[{"type": "message", "role": "user", "content": "My name is Naomi."}])
    third = fresh("say")
    create(third, conversation=seeded.id)
    check("items that it is made with", turns(third)[0] == ("user", "My name is Naomi."), turns(third))
    # The same thread by another API.
    native, fourth = Client(servers.scripted, TOKEN), fresh("say")
    status, reply = native.ask(fourth, conversation=conversation.id)
    check("the native API continues it", status == 200 and turns(fourth)[:4] == expected + [("assistant", TEXT)], (status, reply))
    deleted = api.conversations.delete(conversation.id)
    check("it is deleted", deleted.deleted and deleted.object == "conversation.deleted", deleted)
    refusal(openai.NotFoundError, lambda: api.conversations.retrieve(conversation.id))
    error = refusal(openai.APIStatusError, lambda: create(fresh("say"), conversation=conversation.id))
    check("and cannot be used", error and error.status_code == 404 and error.param == "conversation", error and error.body)


def wait_for(name, seconds=20):
    """Polls a background response until it has ended."""
    deadline = time.monotonic() + seconds
    while (response := client().responses.retrieve(name)).status in ("queued", "in_progress") and time.monotonic() < deadline:
        time.sleep(0.05)
    return response


def background():
    api = client()
    response = create(fresh("slow"), background=True)
    check("at once", response.status in ("queued", "in_progress") and response.background is True, response.status)
    response = wait_for(response.id)
    check("retrieved when it has ended", (response.status, response.output_text) == ("completed", WORDS), response.status)
    message = fresh("hold")
    response = create(message, background=True)
    deadline = time.monotonic() + 10
    while not servers.requests(message) and time.monotonic() < deadline:
        time.sleep(0.02)
    cancelled = api.responses.cancel(response.id)
    check("cancelled", cancelled.status == "cancelled" and not faults(cancelled), (cancelled.status, faults(cancelled)))
    check("the upstream call is closed", servers.has_left(message))
    again = api.responses.cancel(response.id)
    check("cancelling again changes nothing", again.status == "cancelled" and api.responses.retrieve(response.id).status == "cancelled")
    done = create(fresh("say"), background=True)
    wait_for(done.id)
    check("nor does cancelling one that has ended", api.responses.cancel(done.id).status == "completed")
    error = refusal(openai.BadRequestError, lambda: api.responses.cancel(create(fresh("say")).id))
    check("one that is not in the background cannot be cancelled", error and error.status_code == 400, error and error.body)
    error = refusal(openai.BadRequestError, lambda: create(fresh("say"), background=True, store=False))
    check("background needs storage", error and error.param in ("background", "store"), error and error.body)


def resumption():
    """A background stream is cut after every number of events, and continued after the last one that was read."""
    stream = list(create(fresh("slow"), background=True, stream=True))
    total = len(stream)
    check("a background stream", stream[-1].type == "response.completed" and stream[-1].response.output_text == WORDS, stream[-1])
    wrong = []
    for cut in range(1, total, 3):
        read = cut_and_continue(client(), fresh("slow"), [cut])
        wrong += complaint(read, f"cut after {cut}")
    check(f"cut at each third of {total} events", not wrong, wrong[:2])
    wrong = complaint(cut_and_continue(client(), fresh("slow"), list(range(2, total, 2))), "cut everywhere")
    check("cut after every second event", not wrong, wrong)
    name = stream[0].response.id
    for after in (0, total // 2, total - 2):
        rest = list(client().responses.retrieve(name, stream=True, starting_after=after))
        same = [event.to_dict() for event in rest] == [event.to_dict() for event in stream[after + 1 :]]
        check(f"the events after {after} of one that has ended are the same", same, [event.sequence_number for event in rest][:3])
    plain = create(fresh("say"))
    replay = list(client().responses.retrieve(plain.id, stream=True))
    check("a response that was not in the background can be read too", replay[-1].type == "response.completed", replay[-1:])


def cut_and_continue(api, message, cuts):
    """Returns the events of a background stream that is closed after the numbers of events in `cuts`."""
    read = []
    stream = create(message, api=api, background=True, stream=True)
    for cut in [*cuts, None]:
        with stream:
            for event in stream:
                read.append(event)
                if cut is not None and len(read) >= cut:
                    break
        if read[-1].type in TERMINAL:
            break
        stream = api.responses.retrieve(read[0].response.id, stream=True, starting_after=read[-1].sequence_number)
    return read


def complaint(read, name):
    """Returns what is wrong with the events of a whole stream."""
    numbers = [event.sequence_number for event in read]
    text = "".join(event.delta for event in read if event.type == "response.output_text.delta")
    if numbers != list(range(len(read))) or text != WORDS or read[-1].type != "response.completed":
        return [f"{name}: {numbers}, {text!r}, {read[-1].type}"]
    return []


def crashes():
    """The server is killed with -9 while a background stream is read, and after it has ended."""
    model = WireModel()
    with tempfile.TemporaryDirectory() as folder, model.running():
        with torii(pathlib.Path(folder), TORII_LOG_LEVEL="error", **model.settings) as server:
            api = client(server.port)
            for cut in (3, 8, 20):
                read = []
                stream = create(fresh("slow"), api=api, background=True, stream=True)
                error = None
                try:
                    for event in stream:
                        read.append(event)
                        if len(read) == cut:
                            server.running.kill()
                # The client does not wrap an error of a connection in the middle of a stream.
                except Exception as found:
                    error = found
                check(f"killed after {cut} events: the stream breaks", error is not None, len(read))
                server.running.start()
                rest = list_until_error(api, read)
                numbers = [event["sequence_number"] for event in [*(event.to_dict() for event in read), *rest]]
                check(f"killed after {cut} events: nothing is lost or twice", numbers == list(range(len(numbers))), numbers)
                kinds = [event["type"] for event in rest]
                check(f"killed after {cut} events: it ends as failed", kinds[-1:] == ["response.failed"], kinds[-3:])
                again = api.responses.retrieve(read[0].response.id)
                check(f"killed after {cut} events: so says the stored one", again.status == "failed" and again.error, again)
            read = list(create(fresh("slow"), api=api, background=True, stream=True))
            server.running.kill()
            server.running.start()
            rest = list(api.responses.retrieve(read[0].response.id, stream=True, starting_after=9))
            same = [event.to_dict() for event in rest] == [event.to_dict() for event in read[10:]]
            check("killed after its end: the rest is the same", same, [event.sequence_number for event in rest][:3])
            message = fresh("client")
            asked = create(message, api=api, tools=[SENSOR])
            server.running.kill()
            server.running.start()
            answer = create(outputs_of(calls_of(asked), "21 °C"), api=api, previous_response_id=asked.id, tools=[SENSOR])
            is_once = len(model.requests[message]) == 2
            check("killed while a call is open: the answer", answer.output_text == "21 °C" and is_once, answer.output_text)
            following = create(fresh("say"), api=api, previous_response_id=answer.id)
            check("and the chain continues", following.output_text == TEXT, following.output_text)


def list_until_error(api, read):
    """Returns the events after those that were read, as JSON; the client raises an error event, so the frames are read raw."""
    name, number = read[0].response.id, read[-1].sequence_number
    answer = Client(int(api.base_url.port), TOKEN).open("GET", f"/v1/responses/{name}?stream=true&starting_after={number}")
    return [event.json for event in answer.events() if event.data != "[DONE]"]


def stored():
    api = client()
    message = fresh("say")
    response = create([{"role": "user", "content": [{"type": "input_text", "text": message}]}], instructions="Be brief.")
    items = list(api.responses.input_items.list(response.id))
    said = [(item.type, item.role, item.content[0].text) for item in items]
    check("the input items", said == [("message", "user", message)] and not faults(*items), said)
    following = create([{"role": "user", "content": "a"}, {"role": "user", "content": fresh("say")}], previous_response_id=response.id)
    page = api.responses.input_items.list(following.id, limit=1, order="asc")
    texts = [item.content[0].text for item in page if item.role == "user"]
    check("the input items, page by page", "a" in texts and len(page.data) == 1, texts)
    api.responses.delete(response.id)
    refusal(openai.NotFoundError, lambda: api.responses.retrieve(response.id))
    refusal(openai.NotFoundError, lambda: api.responses.delete(response.id))
    check("a deleted one is gone", True)
    counted = api.responses.input_tokens.count(model=MODEL, input="How many tokens are these words?")
    is_counted = counted.input_tokens > 0 and counted.object == "response.input_tokens"
    check("tokens are counted", is_counted and not faults(counted), counted)
    more = api.responses.input_tokens.count(model=MODEL, input="How many tokens are these words?", tools=[SENSOR], instructions="x " * 100)
    check("tools and instructions count too", more.input_tokens > counted.input_tokens or MODEL != "openai:m", (more, counted))


SECTIONS = {
    "chains and forks": state,
    "references": references,
    "conversations": conversations,
    "background": background,
    "resumption": resumption,
    "crashes": crashes,
    "stored responses and counts": stored,
}


if __name__ == "__main__":
    run("stored Responses", SECTIONS)
