"""The unmodified `openai` client against Torii's Responses: single answers.

`make integration PARTS=responses` runs it once for each version that is installed.
"""

import asyncio
import itertools
import json

import openai
from openai.types.responses import Response

from checks import check
from client import Client
from clients import fresh, outcome, url
from neutral import REFUSAL, ROOMS, SEAL, TEXT, THOUGHT, TRIP, USAGE
from responses_checks import (
    MODEL,
    OTHER,
    PIXEL,
    SENSOR,
    Trip,
    calls_of,
    client,
    create,
    faults,
    outputs_of,
    refusal,
    room_of,
    run,
    servers,
    turns,
)
from torii import TOKEN, torii

ORDER = [
    "response.created", "response.in_progress", "response.output_item.added", "response.content_part.added", "response.output_text.delta",
    "response.output_text.done", "response.content_part.done", "response.output_item.done", "response.completed",
]  # fmt: skip


def other_fields():
    raw = client().responses.with_raw_response.create(
        model=MODEL, input=fresh("say"), truncation="auto", service_tier="flex", user="7", include=["file_search_call.results"],
        tools=[{"type": "computer_use_preview"}],
    )  # fmt: skip
    ignored = raw.headers.get("torii-ignored", "")
    names = ("truncation", "service_tier", "include.file_search_call.results", "tools.computer_use_preview")
    is_named = all(name in ignored for name in names)
    check("what changed nothing is named", is_named, ignored)
    response = create(fresh("servers"), max_tool_calls=1)
    called = [item for item in response.to_dict()["output"] if item["type"] == "torii:tool_call" and item["output"]]
    check("max_tool_calls limits the server's calls", len(called) <= 1 and response.max_tool_calls == 1, response.to_dict()["output"])
    for name, fields in [
        ("by the header", {"extra_headers": {"Torii-Items": "none"}}),
        ("by the body", {"extra_body": {"torii": {"items": False}}}),
    ]:
        response = create(fresh("servers"), **fields)
        kinds = [item["type"] for item in response.to_dict()["output"]]
        check(f"no items of Torii's own, {name}", kinds == ["message"] and response.output_text == "2 outputs, added", kinds)
        events = list(create(fresh("servers"), stream=True, **fields))
        numbers = [event.sequence_number for event in events]
        is_dense = numbers == list(range(len(events))) and not faults(*events)
        own = [event.type for event in events if event.type.startswith("torii:") or getattr(event, "output_index", 0)]
        check(f"no items of Torii's own, {name}, streamed", is_dense and not own, (numbers, own))
    message = fresh("say")
    create(message, tools=[{"type": "torii:getInventoryList"}])
    offered = servers.heard(message)[-1]["tools"]
    check("a tool of the server by its type", "getInventoryList" in offered and "createInventory" not in offered, offered)
    message = fresh("say")
    create(message, extra_body={"torii": {"tools": []}})
    check("none of the server's tools", servers.heard(message)[-1]["tools"] == [], servers.heard(message)[-1]["tools"])


TORII = {"type": "mcp", "server_label": "torii", "server_url": "https://torii.example/mcp", "require_approval": "always"}


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
        # A provider's own word for it is as good.
        is_said = (name, heard["choice"]) in [("none", "none"), ("a named tool", "function")]
        check(f"{name}: the model is offered no other tool", offered == tools or is_said, (offered, heard["choice"]))
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
            _, listed = native.send("POST", "/v1/tools/getInventoryList", {})
            is_there = f"ID: {item} " in json.dumps(listed)
            check(f"{way}: the decision has its effect", answer.status == "completed" and is_there != approves, answer.output_text)
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
    end = (response.status, reason, response.output_text)
    check("an answer cut by the limit", end == ("incomplete", "max_output_tokens", "one two "), end)
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


def errors():
    def expect(name, kind, work, **members):
        error = refusal(kind, work)
        if error is not None:
            got = {member: getattr(error, member, None) for member in members}
            check(f"{name}: {kind.__name__}", got == members and error.request_id, error.body)

    good = {"role": "user", "content": "Hello"}
    wrong = client(token="wrong")
    expect("a wrong key", openai.AuthenticationError, lambda: create("Hello", api=wrong), code="invalid_api_key")
    nobody = {"code": "model_not_found", "param": "model"}
    expect("an unknown model", openai.NotFoundError, lambda: create("Hello", model="gpt-nobody-knows"), **nobody)
    unknown = {"code": "previous_response_not_found", "param": "previous_response_id"}
    lost = {"previous_response_id": "resp_nobody"}
    expect("an unknown previous response", openai.APIStatusError, lambda: create("Hello", **lost), **unknown)
    output = {"type": "function_call_output", "call_id": "c", "output": "x"}
    choice = {"tools": [SENSOR], "tool_choice": {"type": "function", "name": "f"}}
    for name, input, fields, param in [
        ("an unknown item", [good, good, good, {"type": "smell"}], {}, "input[3].type"),
        ("an unknown part", [{"role": "user", "content": [{"type": "smell"}]}], {}, "input[0].content[0].type"),
        ("an unknown role", [{"role": "robot", "content": "x"}], {}, "input[0].role"),
        ("an output without a call", [good, output], {}, "input[1].call_id"),
        ("nothing", [], {}, "input"),
        ("a bad number", "Hello", {"temperature": 9}, "temperature"),
        ("a bad number, streamed", "Hello", {"top_p": 9, "stream": True}, "top_p"),
        ("no tokens", "Hello", {"max_output_tokens": 0}, "max_output_tokens"),
        ("a choice of no tool", "Hello", choice, "tool_choice"),
        ("too much metadata", "Hello", {"metadata": {str(number): "x" for number in range(17)}}, "metadata"),
    ]:
        expect(name, openai.BadRequestError, lambda: create(input, **fields), param=param)
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
    "tools of the client": client_tools,
    "the choice of tools": tool_choices,
    "tools of the server": server_tools,
    "other fields": other_fields,
    "approvals": approvals,
    "structured answers": structured,
    "reasoning": reasoning,
    "limits, refusals and breaks": ends,
    "errors": errors,
    "leaving": leaving,
    "asynchronous": asynchronous,
}


if __name__ == "__main__":
    run("Responses", SECTIONS)
