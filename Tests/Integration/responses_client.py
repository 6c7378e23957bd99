"""The unmodified `openai` client against Torii's Responses.

`make integration PARTS=responses` runs it once for each version that is installed.
"""

import asyncio
import base64
import itertools
import json
import pathlib
import tempfile
import time
import warnings

import openai
from openai.types.responses import Response
from pydantic import BaseModel, ValidationError

import checks
from checks import check, section
from client import Client
from clients import Servers, fresh, outcome, url
from neutral import REFUSAL, ROOMS, SEAL, TEXT, THOUGHT, TRIP, USAGE
from torii import TOKEN, torii
from wire_model import WireModel

MODEL = "openai:m"
SENSOR = {
    "type": "function", "name": "read_sensor", "description": "Reads the temperature of a room", "strict": True,
    "parameters": {
        "type": "object", "properties": {"room": {"type": "string"}}, "required": ["room"], "additionalProperties": False,
    },
}  # fmt: skip
OTHER = SENSOR | {"name": "open_window", "description": "Opens a window"}
# A red pixel.
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
WORDS = " ".join(f"w{number}" for number in range(30))
TERMINAL = {"response.completed", "response.incomplete", "response.failed"}
servers = Servers.of_this_process()


class Trip(BaseModel):
    city: str
    days: int


def client(port=None, token=TOKEN, **fields):
    return openai.OpenAI(base_url=url(port or servers.scripted), api_key=token, **{"max_retries": 0, "timeout": 60} | fields)


def create(input, *, api=None, model=MODEL, **fields):
    return (api or client()).responses.create(model=model, input=input, **fields)


def faults(*objects):
    """Returns the objects' violations of the client's types, which the client itself does not check; items of Torii's own are left out."""
    found = []
    for value in objects:
        if any(str(getattr(one, "type", "")).startswith("torii:") for one in (value, getattr(value, "item", None))):
            continue
        try:
            kept = without_own(value)
            type(value).model_validate(kept, strict=False)
        except ValidationError as error:
            found.append(f"{type(value).__name__}: {error}")
    return found


def without_own(value):
    """Returns an object's JSON without items of Torii's own types."""
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="json", warnings=False, exclude_unset=True)
    if isinstance(value, dict):
        return {name: without_own(member) for name, member in value.items()}
    if isinstance(value, list):
        return [without_own(member) for member in value if not (isinstance(member, dict) and str(member.get("type")).startswith("torii:"))]
    return value


def refusal(kind, work):
    """Returns the error of this type that a call raises; if it raises none, a failed check and `None`."""
    found = outcome(work)
    if isinstance(found, kind):
        return found
    check(f"it is a {kind.__name__}", False, repr(found))
    return None


def calls_of(response):
    return [item for item in response.output if item.type == "function_call"]


def outputs_of(calls, *values):
    return [{"type": "function_call_output", "call_id": call.call_id, "output": value} for call, value in zip(calls, values)]


def turns(message):
    """Returns the conversation of the last request with this message, as the model received it, without thoughts."""
    return [tuple(turn) for turn in servers.heard(message)[-1]["turns"] if turn[0] != "thought"]


def answers():
    message = fresh("say")
    response = create(message)
    check("a text", response.output_text == TEXT and response.status == "completed", response)
    check("it is as the interface says", not faults(response) and isinstance(response, Response), faults(response))
    usage = response.usage
    check("it has its usage", (usage.input_tokens, usage.output_tokens, usage.total_tokens) == (*USAGE, sum(USAGE)), usage)
    check("it has its names", response.id.startswith("resp_") and response.model == MODEL and response.error is None, response.id)
    message = fresh("say")
    items = [
        {"role": "developer", "content": "Answer in rhymes."},
        {"role": "user", "content": "Hello"},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Good day", "annotations": []}]},
        {"role": "user", "content": [{"type": "input_text", "text": message}]},
    ]
    response = create(items, instructions="Be brief.", temperature=0.25, top_p=0.5, max_output_tokens=77, metadata={"trip": "7"})
    check("items", response.output_text == TEXT, response.output_text)
    heard = servers.heard(message)[-1]
    said = [tuple(turn) for turn in heard["turns"]]
    check("they reach the model", said == [("user", "Hello"), ("assistant", "Good day"), ("user", message)], said)
    system = heard["system"]
    check("so do the instructions, in their order", 0 <= system.find("Be brief.") < system.find("Answer in rhymes."), system[-200:])
    check("and the sampling", (heard["temperature"], heard["limit"]) == (0.25, 77), heard)
    echoed = (response.metadata, response.instructions, response.temperature, response.top_p, response.max_output_tokens)
    check("they are echoed", echoed == ({"trip": "7"}, "Be brief.", 0.25, 0.5, 77), echoed)
    message = fresh("say")
    image = {"type": "input_image", "image_url": f"data:image/png;base64,{PIXEL}", "detail": "auto"}
    create([{"role": "user", "content": [{"type": "input_text", "text": message}, image]}])
    check("an image reaches the model", servers.heard(message)[-1]["images"] == 1, servers.heard(message)[-1]["images"])
    response = create("List the inventory", model="phrasebook")
    check("the built-in model", response.output_text and response.status == "completed", response.output_text)
    raw = client().responses.with_raw_response.create(model=MODEL, input=fresh("say"))
    check("an answer has a request id", raw.headers.get("x-request-id"), dict(raw.headers))


ORDER = [
    "response.created", "response.in_progress", "response.output_item.added", "response.content_part.added", "response.output_text.delta",
    "response.output_text.done", "response.content_part.done", "response.output_item.done", "response.completed",
]  # fmt: skip


def streams():
    events = list(create(fresh("say"), stream=True))
    kinds = [kind for kind, _ in itertools.groupby(event.type for event in events)]
    check("the events of a text, in order", kinds == ORDER, kinds)
    check("each is as the interface says", not faults(*events), faults(*events)[:1])
    numbers = [event.sequence_number for event in events]
    check("numbers without a gap", numbers == list(range(len(events))), numbers)
    text = "".join(event.delta for event in events if event.type == "response.output_text.delta")
    check("the pieces are the text", text == TEXT and events[-1].response.output_text == TEXT, text)
    with client().responses.stream(model=MODEL, input=fresh("say")) as stream:
        kinds = {event.type for event in stream}
        final = stream.get_final_response()
    check("the client's own helper", final.output_text == TEXT and set(ORDER) == kinds, kinds ^ set(ORDER))
    events = list(create(fresh("parallel"), stream=True, tools=[SENSOR]))
    check("events of calls are as the interface says", not faults(*events), faults(*events)[:1])
    calls = calls_of(events[-1].response)
    pieces = {}
    for event in events:
        if event.type == "response.function_call_arguments.delta":
            pieces[event.item_id] = pieces.get(event.item_id, "") + event.delta
    check("their pieces join to the arguments", [pieces[call.id] for call in calls] == [call.arguments for call in calls], pieces)
    with client().responses.stream(model=MODEL, input=fresh("client"), tools=[SENSOR]) as stream:
        kinds = {event.type for event in stream}
        call = calls_of(stream.get_final_response())[0]
    wanted = {"response.function_call_arguments.delta", "response.function_call_arguments.done"}
    check("the helper has the call", call.name == "read_sensor" and wanted <= kinds, (call, kinds))


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
    check("its items, page by page", len(page.data) == 1 and page.has_more and [item.id for item in page] == [item.id for item in items], page)
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


def client_tools():
    for way in ("by previous_response_id", "by its items", "in a conversation"):
        for verb, rooms in (("client", ROOMS[:1]), ("parallel", ROOMS)):
            message, api = fresh(verb), client()
            place = {"conversation": api.conversations.create().id} if way == "in a conversation" else {}
            if way == "by its items":
                place = {"store": False}
            asked = create(message, tools=[SENSOR], **place)
            calls = calls_of(asked)
            found = [room_of(call) for call in calls]
            check(f"{verb}, {way}: the calls", found == rooms and asked.status == "completed", found)
            outputs = outputs_of(calls, "21 °C", "9 °C")
            if way == "by previous_response_id":
                input, place = outputs, {"previous_response_id": asked.id}
            elif way == "by its items":
                input = [{"role": "user", "content": message}, *(item.to_dict() for item in asked.output), *outputs]
            else:
                input = outputs
            answer = create(input, tools=[SENSOR], **place)
            expected = "|".join(["21 °C", "9 °C"][: len(rooms)])
            check(f"{verb}, {way}: the answer", answer.output_text == expected and answer.id != asked.id, answer.output_text)
            check(f"{verb}, {way}: no round is asked for twice", servers.requests(message) == 2, servers.requests(message))
            heard = turns(message)
            kinds = ["user"] + ["call"] * len(rooms) + ["output"] * len(rooms)
            check(f"{verb}, {way}: the calls and outputs reach the model", [turn[0] for turn in heard] == kinds, heard)
    message = fresh("mixed")
    asked = create(message, tools=[SENSOR])
    check("mixed: only the client's call is open", [call.name for call in calls_of(asked)] == ["read_sensor"], asked.output)
    answer = create(outputs_of(calls_of(asked), "21 °C"), previous_response_id=asked.id, tools=[SENSOR])
    check("mixed: the answer has both", answer.output_text == "added|21 °C", answer.output_text)
    message, rooms = fresh("twice"), []
    response = create(message, tools=[SENSOR])
    while calls := calls_of(response):
        rooms += [room_of(call) for call in calls]
        outputs = outputs_of(calls, f"{20 + len(rooms)} °C")
        response = create(outputs, previous_response_id=response.id, tools=[SENSOR])
    check("a loop of two rounds", response.output_text == "21 °C|22 °C" and rooms == ROOMS, response.output_text)


def room_of(call):
    return json.loads(call.arguments)["room"]


def tool_choices():
    for name, choice, tools in [
        ("required", "required", {"read_sensor", "open_window"}),
        ("none", "none", set()),
        ("a named tool", {"type": "function", "name": "read_sensor"}, {"read_sensor"}),
        (
            "allowed_tools",
            {"type": "allowed_tools", "mode": "auto", "tools": [{"type": "function", "name": "read_sensor"}]},
            {"read_sensor"},
        ),
        (
            "allowed_tools, required",
            {"type": "allowed_tools", "mode": "required", "tools": [{"type": "function", "name": "open_window"}]},
            {"open_window"},
        ),
    ]:
        message = fresh("say")
        create(message, tools=[SENSOR, OTHER], tool_choice=choice)
        heard = servers.heard(message)[-1]
        offered = set(heard["tools"]) & {"read_sensor", "open_window"}
        is_narrowed = offered == tools or name == "none" and heard["choice"] == "none" or name == "a named tool" and heard["choice"] == "function"
        check(f"{name}: the model is offered no other tool", is_narrowed, (offered, heard["choice"]))
        if "required" in name:
            check(f"{name}: it must call", heard["choice"] in ("required", "function"), heard["choice"])
    message = fresh("client")
    allowed = {"type": "allowed_tools", "mode": "auto", "tools": [{"type": "function", "name": "open_window"}]}
    response = outcome(lambda: create(message, tools=[SENSOR, OTHER], tool_choice=allowed))
    is_held = isinstance(response, openai.APIStatusError) or not calls_of(response)
    check("allowed_tools: a call of another tool is not passed on", is_held, response)
    message = fresh("say")
    create(message, tools=[SENSOR], parallel_tool_calls=False)
    check("parallel_tool_calls reaches the model", servers.bodies(message)[-1].get("parallel_tool_calls") is False)


def server_tools():
    message = fresh("servers")
    response = create(message)
    check("the answer of a turn with the server's tools", response.output_text == "2 outputs, added", response.output_text)
    own = [item for item in response.to_dict()["output"] if item["type"] == "torii:tool_call"]
    names = [item["name"] for item in own]
    check("their calls are items of Torii's own", names == ["createInventory", "getInventoryList"], own)
    whole = all(item["status"] == "completed" and item["output"] and item["id"] for item in own)
    check("with their arguments and outputs", whole and "lamp" in own[0]["arguments"], own)
    events = list(create(fresh("servers"), stream=True))
    check("events are as the interface says", not faults(*events), faults(*events)[:1])
    numbers = [event.sequence_number for event in events]
    check("numbers without a gap", numbers == list(range(len(events))), numbers)
    check("the streamed answer is the same", events[-1].response.output_text == "2 outputs, added", events[-1].response.output_text)
    following = fresh("say")
    response = create(following, previous_response_id=response.id)
    check("the chain continues after them", response.output_text == TEXT and turns(following)[0] == ("user", message), turns(following))
    message = fresh("say")
    input = [{"role": "user", "content": "Before"}, *own, {"role": "user", "content": message}]
    response = create(input)
    check("the items can be sent back", response.output_text == TEXT, response.output_text)


TORII = {"type": "mcp", "server_label": "torii", "server_url": "https://torii.example/mcp", "require_approval": "always"}


def approvals():
    """A call that cannot be undone waits for a person, as an item of MCP for a client that declares the server's tools so."""
    for is_streamed in (False, True):
        for approves in (True, False):
            way = f"{'streamed' if is_streamed else 'whole'}, {'approved' if approves else 'rejected'}"
            native = Client(servers.scripted, TOKEN)
            _, made = native.send("POST", "/v1/tools/createInventory", {"title": "tin lamp"})
            item = made["artifacts"][0]["data"][0]["id"]
            if is_streamed:
                events = list(create(f"delete: {item}", tools=[TORII], stream=True))
                check(f"{way}: the events are as the interface says", not faults(*events), faults(*events)[:1])
                asked = events[-1].response
            else:
                asked = create(f"delete: {item}", tools=[TORII])
            requests = [item for item in asked.output if item.type == "mcp_approval_request"]
            is_named = [(one.name, one.server_label) for one in requests] == [("deleteInventory", "torii")]
            check(f"{way}: the request for an approval", is_named and json.loads(requests[0].arguments) == {"id": item}, asked.output)
            decision = {"type": "mcp_approval_response", "approval_request_id": requests[0].id, "approve": approves}
            answer = create([decision], previous_response_id=asked.id, tools=[TORII])
            status, _ = native.send("POST", "/v1/tools/getInventory", {"id": item})
            _, listed = native.send("POST", "/v1/tools/getInventoryList", {})
            is_there = f"ID: {item} " in json.dumps(listed)
            check(f"{way}: the decision has its effect", answer.status == "completed" and is_there != approves, (answer.output_text, status))
    asked = create("delete: 1")
    own = [item["type"] for item in asked.to_dict()["output"]]
    check("for other clients it is an item of Torii's own", "mcp_approval_request" not in own, own)


def structured():
    response = client().responses.parse(model=MODEL, input=fresh("trip"), text_format=Trip)
    check("parsed", response.output_parsed == Trip(**TRIP), response.output_parsed)
    with client().responses.stream(model=MODEL, input=fresh("trip"), text_format=Trip) as stream:
        for _ in stream:
            pass
        final = stream.get_final_response()
    check("parsed from a stream", final.output_parsed == Trip(**TRIP), final.output_parsed)
    response = create(fresh("trip"), text={"format": {"type": "json_object"}})
    check("any object", Trip.model_validate_json(response.output_text) == Trip(**TRIP), response.output_text)
    check("the format is echoed", response.text.format.type == "json_object", response.text)


def reasoning():
    response = create(fresh("think"), model="openai-responses:m", reasoning={"effort": "low", "summary": "auto"})
    thoughts = [item for item in response.output if item.type == "reasoning"]
    texts = ["".join(part.text for part in [*item.summary, *(item.content or [])]) for item in thoughts]
    check("a thought", texts == [THOUGHT] and response.output_text == TEXT, response.output)
    check("its effort is echoed", response.reasoning.effort == "low", response.reasoning)
    events = list(create(fresh("think"), model="openai-responses:m", reasoning={"summary": "auto"}, stream=True))
    check("its events are as the interface says", not faults(*events), faults(*events)[:1])
    kinds = {event.type for event in events}
    deltas = {"response.reasoning_summary_text.delta", "response.reasoning_text.delta"}
    check("it is streamed", deltas & kinds, kinds)
    for model in ("anthropic:m", "openai-responses:m"):
        message = fresh("thinkclient")
        fields = {"model": model, "tools": [SENSOR], "include": ["reasoning.encrypted_content"], "store": False}
        asked = create(message, reasoning={"effort": "medium", "summary": "auto"}, **fields)
        sealed = [item.encrypted_content for item in asked.output if item.type == "reasoning"]
        check(f"{model}: a sealed thought", len(sealed) == 1 and sealed[0], asked.output)
        history = [{"role": "user", "content": message}, *(item.to_dict() for item in asked.output), *outputs_of(calls_of(asked), "21 °C")]
        answer = create(history, reasoning={"effort": "medium", "summary": "auto"}, **fields)
        heard = [turn for turn in servers.heard(message)[-1]["turns"] if turn[0] == "thought"]
        check(f"{model}: it goes back to the model with its seal", heard == [["thought", THOUGHT, SEAL]], heard)
        check(f"{model}: and the answer arrives", answer.output_text == "21 °C", answer.output_text)


def ends():
    response = create(fresh("short"), max_output_tokens=50)
    reason = response.incomplete_details and response.incomplete_details.reason
    check("an answer cut by the limit", (response.status, reason, response.output_text) == ("incomplete", "max_output_tokens", "one two "), response)
    events = list(create(fresh("short"), max_output_tokens=50, stream=True))
    check("streamed", events[-1].type == "response.incomplete" and not faults(*events), (events[-1].type, faults(*events)[:1]))
    response = create(fresh("refuse"))
    parts = [part for item in response.output if item.type == "message" for part in item.content]
    check("a refusal", [(part.type, part.refusal) for part in parts] == [("refusal", REFUSAL)] and response.status == "completed", parts)
    events = list(create(fresh("refuse"), stream=True))
    kinds = [event.type for event in events]
    check("streamed", "response.refusal.delta" in kinds and "response.refusal.done" in kinds and not faults(*events), kinds)
    read = []

    def broken():
        for event in create(fresh("break"), stream=True):
            read.append(event)

    error = refusal(openai.APIError, broken)
    check("an upstream that breaks in the middle is an APIError", error and not isinstance(error, openai.APIConnectionError), error)
    text = "".join(event.delta for event in read if event.type == "response.output_text.delta")
    check("what came before it was read", text == "one two ", text)
    found = outcome(lambda: create(fresh("break")))
    is_failed = isinstance(found, openai.InternalServerError) or getattr(found, "status", None) == "failed"
    check("without a stream it is a failure", is_failed, found)


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
            check("killed while a call is open: the answer", answer.output_text == "21 °C" and len(model.requests[message]) == 2, answer.output_text)
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


def errors():
    def expect(name, kind, work, **members):
        error = refusal(kind, work)
        if error is not None:
            got = {member: getattr(error, member, None) for member in members}
            check(f"{name}: {kind.__name__}", got == members and error.request_id, error.body)

    good = {"role": "user", "content": "Hello"}
    for name, kind, work, members in [
        ("a wrong key", openai.AuthenticationError, lambda: create("Hello", api=client(token="wrong")), {"code": "invalid_api_key"}),
        ("an unknown model", openai.NotFoundError, lambda: create("Hello", model="gpt-nobody-knows"), {"code": "model_not_found", "param": "model"}),
        (
            "an unknown previous response", openai.APIStatusError, lambda: create("Hello", previous_response_id="resp_nobody"),
            {"code": "previous_response_not_found", "param": "previous_response_id"},
        ),
        ("an unknown item", openai.BadRequestError, lambda: create([good, good, good, {"type": "smell"}]), {"param": "input[3].type"}),
        ("an unknown part", openai.BadRequestError, lambda: create([{"role": "user", "content": [{"type": "smell"}]}]), {"param": "input[0].content[0].type"}),
        ("an unknown role", openai.BadRequestError, lambda: create([{"role": "robot", "content": "x"}]), {"param": "input[0].role"}),
        ("an output without a call", openai.BadRequestError, lambda: create([good, {"type": "function_call_output", "call_id": "c", "output": "x"}]), {"param": "input[1].call_id"}),
        ("nothing", openai.BadRequestError, lambda: create([]), {"param": "input"}),
        ("a bad number", openai.BadRequestError, lambda: create("Hello", temperature=9), {"param": "temperature"}),
        ("a bad number, streamed", openai.BadRequestError, lambda: create("Hello", top_p=9, stream=True), {"param": "top_p"}),
        ("no tokens", openai.BadRequestError, lambda: create("Hello", max_output_tokens=0), {"param": "max_output_tokens"}),
        ("an unknown kind of tool", openai.BadRequestError, lambda: create("Hello", tools=[{"type": "computer_use_preview"}]), {"param": "tools[0].type"}),
        ("a choice of no tool", openai.BadRequestError, lambda: create("Hello", tools=[SENSOR], tool_choice={"type": "function", "name": "f"}), {"param": "tool_choice"}),
        ("too much metadata", openai.BadRequestError, lambda: create("Hello", metadata={str(n): "x" for n in range(17)}), {"param": "metadata"}),
    ]:  # fmt: skip
        expect(name, kind, work, **members)
    api = client()
    conversation = api.conversations.create()
    error = refusal(openai.BadRequestError, lambda: create("Hello", conversation=conversation.id, previous_response_id="resp_x"))
    check("a previous response and a conversation", error and error.param in ("previous_response_id", "conversation"), error and error.body)
    expect("a response that is not there", openai.NotFoundError, lambda: api.responses.retrieve("resp_nobody"))
    limited = client(token=servers.limited_token(fresh("limited"), requests_per_minute=1))
    create(fresh("say"), api=limited)
    error = refusal(openai.RateLimitError, lambda: create(fresh("say"), api=limited))
    check("a limit states when to retry", error and int(error.response.headers.get("retry-after", 0)) > 0, error)
    stranger = client(token=servers.limited_token(fresh("stranger"), requests_per_minute=100))
    response = create(fresh("say"))
    refusal(openai.NotFoundError, lambda: stranger.responses.retrieve(response.id))
    error = refusal(openai.APIStatusError, lambda: create("Hello", api=stranger, previous_response_id=response.id))
    check("another client's response is not there", error and error.status_code in (400, 404), error and error.body)


def leaving():
    message = fresh("hold")
    with create(message, stream=True) as stream:
        for event in stream:
            if event.type == "response.output_text.delta":
                break
    check("a stream that is closed in the middle closes the upstream call", servers.has_left(message))


def asynchronous():
    async def all():
        api = openai.AsyncOpenAI(base_url=url(servers.scripted), api_key=TOKEN, max_retries=0)
        response = await api.responses.create(model=MODEL, input=fresh("say"))
        check("a text", response.output_text == TEXT, response.output_text)
        async with api.responses.stream(model=MODEL, input=fresh("client"), tools=[SENSOR]) as stream:
            async for _ in stream:
                pass
            asked = await stream.get_final_response()
        input = outputs_of(calls_of(asked), "21 °C")
        answer = await api.responses.create(model=MODEL, input=input, previous_response_id=asked.id, tools=[SENSOR])
        check("a call and its output", answer.output_text == "21 °C", answer.output_text)
        parsed = await api.responses.parse(model=MODEL, input=fresh("trip"), text_format=Trip)
        check("parsed", parsed.output_parsed == Trip(**TRIP), parsed.output_parsed)
        many = await asyncio.gather(*(api.responses.create(model=MODEL, input=fresh("say")) for _ in range(16)))
        check("sixteen at once", {one.output_text for one in many} == {TEXT}, len(many))

    asyncio.run(all())


SECTIONS = {
    "answers": answers,
    "streams": streams,
    "chains and forks": state,
    "conversations": conversations,
    "tools of the client": client_tools,
    "the choice of tools": tool_choices,
    "tools of the server": server_tools,
    "approvals": approvals,
    "structured answers": structured,
    "reasoning": reasoning,
    "limits, refusals and breaks": ends,
    "background": background,
    "resumption": resumption,
    "crashes": crashes,
    "stored responses and counts": stored,
    "errors": errors,
    "leaving": leaving,
    "asynchronous": asynchronous,
}


if __name__ == "__main__":
    # The client's types warn when they write an item of a type that they do not know.
    warnings.filterwarnings("ignore", "Pydantic serializer")
    for name, perform in SECTIONS.items():
        with section(f"openai {openai.__version__}, Responses: {name}"):
            perform()
    checks.conclude()
