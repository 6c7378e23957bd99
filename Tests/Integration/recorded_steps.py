"""The requests of `recorded.py`: those that make data, those that only read, and those that delete it.

Each client reads also what the other one has made, so the record shows that it is answered as if it did not exist.
"""

SCOPES = ["chat", "extract", "tools:*", "devices"]

VERSION = "2023-06-01"
BOTH = "application/json, text/event-stream"
TRIP = {
    "type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}, "required": ["city", "days"],
    "additionalProperties": False,
}  # fmt: skip
ROOM = {"type": "object", "properties": {"room": {"type": "string"}}, "required": ["room"], "additionalProperties": False}
SAMPLES = {
    "data": {
        "metrics": [
            {
                "name": "step_count", "units": "count",
                "data": [{"date": "2026-11-20 00:00:00 +0000", "qty": 8000, "source": "Phone"}],
            }
        ]
    }
}  # fmt: skip
TOOLBOX = {
    "catalogue": "2026-11", "app": {"id": "com.example.album", "version": "3.1"}, "timeZone": "Asia/Tokyo", "locale": "ja_JP",
    "intents": [
        {"schema": "photos.openAlbum", "intentId": "OpenAlbum", "modes": ["foreground"], "parameters": {"target": "entity:photos.album"}},
        {"schema": "photos.createAlbum", "intentId": "CreateAlbum", "parameters": {"name": "String"}, "result": "entity:photos.album"},
    ],
    "entities": [
        {
            "schema": "photos.album", "entityId": "Album", "queries": ["get", "matching", "suggested"],
            "properties": {"name": "String", "creationDate": "Date?", "albumType": "enum:photos.albumType"},
        }
    ],
    "enums": [{"schema": "photos.albumType", "cases": [{"value": "custom", "title": "Custom album"}]}],
}  # fmt: skip


def make(first, second, admin):
    """Makes data of both clients; returns the ids that the other requests need."""
    known = {}
    for client in (first, second):
        known[client.name] = make_of(client)
    # Both use the same key, which is a different one for each.
    for client in (second, first):
        client.ask("POST", "/v1/chat", {"message": "What is 2 plus 3?"}, Idempotency_Key="the same key")
    client_tools = [{"name": "findContacts", "description": "contacts of the phone"}]
    waiting = first.ask("POST", "/v1/chat", {"message": "Which of my contacts were born in December?", "client_tools": client_tools})
    known["waiting"] = waiting.get("run")
    second.ask("POST", f"/v1/runs/{known['waiting']}/outputs", {"outputs": [{"call": "a", "output": 1}]})
    return known


def make_of(client):
    """Makes data of every kind for one client; returns its ids."""
    known = {}
    chat = client.ask("POST", "/v1/chat", {"message": f"Add {client.name} lamp to the inventory", "locale": "en"})
    known["run"], known["conversation"] = chat.get("run"), chat.get("conversation")
    client.ask("POST", "/v1/chat", {"message": "What is 12 times 4?", "conversation": known["conversation"]})
    client.ask("POST", "/v1/chat", {"message": "What is 12 times 5?", "conversation": known["conversation"], "stream": True})
    client.ask("POST", "/v1/extract", {"text": "trip: Kyoto", "schema": TRIP, "model": "openai:m"})
    make_with_stand_in(client)
    made = client.ask("POST", "/v1/conversations", {"metadata": {"topic": client.name}, "items": [item(f"{client.name} says hello")]})
    known["thread"] = made.get("id")
    client.ask("POST", f"/v1/conversations/{known['thread']}", {"metadata": {"topic": "changed"}})
    client.ask("POST", f"/v1/conversations/{known['thread']}/items", {"items": [item("and more")]})
    client.ask("PATCH", f"/v1/conversations/{known['conversation']}", {"title": f"the lamp of {client.name}"})
    known["response"] = client.ask("POST", "/v1/responses", {"model": "phrasebook", "input": "What is 3 plus 4?"}).get("id")
    client.ask("POST", "/v1/responses", {"model": "phrasebook", "input": "And 3 plus 5?", "previous_response_id": known["response"]})
    client.ask("POST", "/v1/responses", {"model": "phrasebook", "input": "What is 3 plus 6?", "conversation": known["thread"]})
    client.ask("POST", "/v1/responses/input_tokens", {"model": "phrasebook", "input": "hello", "conversation": known["thread"]})
    turn = [{"role": "user", "content": "What is 5 plus 6?"}]
    client.ask("POST", "/v1/chat/completions", {"model": "phrasebook", "messages": turn})
    client.ask("POST", "/v1/chat/completions", {"model": "phrasebook", "messages": turn, "stream": True})
    client.ask("POST", "/v1/messages", {"model": "phrasebook", "max_tokens": 99, "messages": turn}, anthropic_version=VERSION)
    client.ask("POST", "/v1/messages/count_tokens", {"model": "phrasebook", "messages": turn}, anthropic_version=VERSION)
    client.ask("POST", "/v1/tools/createInventory", {"title": f"chair of {client.name}", "quantity": 2})
    client.ask("POST", "/mcp/tools/create-inventory", {"title": f"table of {client.name}"})
    client.ask("POST", "/v1/health/samples", SAMPLES)
    client.ask("POST", "/v1/health/samples", SAMPLES)
    client.ask("PUT", "/v1/devices/phone/toolbox", TOOLBOX)
    client.ask("PATCH", "/v1/devices/phone", {"name": f"phone of {client.name}"})
    client.ask("PUT", f"/v1/devices/pad-{client.name}/toolbox", TOOLBOX)
    return known


def make_with_stand_in(client):
    """Makes turns of a model that calls the client's tools; two of them remain waiting."""
    tools = [{"name": "read_sensor", "description": "Reads a sensor", "parameters": ROOM}]
    for word in ("client", "mixed", "twice", "parallel"):
        body = {"model": "openai:m", "message": f"{word}: {client.name}", "client_tools": tools}
        waiting = client.ask("POST", "/v1/chat", body, Idempotency_Key=f"key of {word}")
        client.ask("POST", "/v1/chat", body, Idempotency_Key=f"key of {word}")
        outputs = [{"call": action["call"], "output": {"degrees": 21}} for action in waiting.get("actions", [])]
        if word != "parallel":
            path = f"/v1/runs/{waiting.get('run')}"
            client.ask("POST", f"{path}/outputs", {"outputs": outputs, "stream": False}, Idempotency_Key=f"outputs of {word}")
            # Not its events, because the pieces of the stand-in's text depend on the time.
            client.ask("GET", path)
    function = {"type": "function", "function": {"name": "read_sensor", "description": "Reads a sensor", "parameters": ROOM}}
    messages = [{"role": "user", "content": f"client: {client.name} again"}]
    answer = client.ask("POST", "/v1/chat/completions", {"model": "openai:m", "messages": messages, "tools": [function]})
    message = answer.get("choices", [{}])[0].get("message", {})
    for call in message.get("tool_calls", [])[:1]:
        messages += [message, {"role": "tool", "tool_call_id": call["id"], "content": "21 degrees"}]
        client.ask("POST", "/v1/chat/completions", {"model": "openai:m", "messages": messages, "tools": [function]})


def item(text):
    return {"type": "message", "role": "user", "content": text}


def read(first, second, admin, known):
    """Reads everything of both clients, and what the other one has made."""
    for client, other in ((first, second), (second, first)):
        read_lists(client)
        for owner in (client, other):
            read_of(client, known[owner.name], owner.name)
    read_of_mcp(first, second, known)
    for path in ("runs", "runs/counts", "clients", "usage", "usage/summary", "tools", "upstreams", "models", "sessions", "audit/verification"):
        admin.ask("GET", f"/admin/{path}")
    for client in ("preset:client:preset", known["client"]):
        for path in ("", "/limits", "/conversations", "/conversations/export"):
            admin.ask("GET", f"/admin/clients/{client}{path}")
        admin.ask("GET", f"/admin/runs?client={client}")
        admin.ask("GET", f"/admin/usage?client={client}")
    admin.ask("GET", f"/admin/runs/{known['first']['run']}")


def read_lists(client):
    """Reads the lists of a client, and what has no id."""
    for path in (
        "conversations", "conversations?q=lamp", "conversations?limit=1", "runs", "runs?status=waiting", "devices", "session", "tools",
        "devices/phone/toolbox", "devices/phone/calls?app=com.example.album", "devices/pad-first/toolbox", "models",
    ):  # fmt: skip
        client.ask("GET", f"/v1/{path}")
    client.ask("POST", "/v1/chat", {"message": "How many steps did I take this week?", "locale": "en"})
    client.ask("POST", "/mcp/tools/get-inventory-list", {})


def read_of(client, ids, name):
    """Reads what a client has made, which may be another one."""
    for path in (
        f"runs/{ids['run']}", f"runs/{ids['run']}/events", f"conversations/{ids['conversation']}",
        f"conversations/{ids['conversation']}/messages", f"conversations/{ids['conversation']}/items", f"conversations/{ids['thread']}",
        f"conversations/{ids['thread']}/items", f"responses/{ids['response']}", f"responses/{ids['response']}/input_items",
        f"responses/{ids['response']}?stream=true",
    ):  # fmt: skip
        client.ask("GET", f"/v1/{path}")
    if client.name == name:
        return
    # The same requests must be refused for another client, and leave everything as it is.
    for method, path, body in (
        ("POST", f"runs/{ids['run']}/cancel", None), ("POST", f"runs/{ids['run']}/outputs", {"outputs": [{"call": "a", "output": 1}]}),
        ("POST", f"conversations/{ids['thread']}", {"metadata": {}}), ("PATCH", f"conversations/{ids['thread']}", {"title": "x"}),
        ("POST", f"conversations/{ids['thread']}/items", {"items": [item("mine")]}), ("DELETE", f"conversations/{ids['thread']}", None),
        ("DELETE", f"responses/{ids['response']}", None), ("POST", f"responses/{ids['response']}/cancel", None),
        ("POST", "responses", {"model": "phrasebook", "input": "x", "previous_response_id": ids["response"]}),
        ("POST", "responses", {"model": "phrasebook", "input": "x", "conversation": ids["thread"]}),
        ("POST", "chat", {"message": "x", "conversation": ids["conversation"]}), ("DELETE", f"devices/pad-{name}", None),
        ("POST", f"devices/pad-{name}/calls/{ids['run']}.0/claim", {"attempt": 1}),
    ):  # fmt: skip
        client.ask(method, f"/v1/{path}", body)


def read_of_mcp(first, second, known):
    """Reads over the Model Context Protocol, with a session that the other client cannot use."""
    start = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "recorded", "version": "1"}}
    session = {"MCP_Protocol_Version": "2025-11-25", "Accept": BOTH}
    first.ask("POST", "/mcp", call("initialize", start), Accept=BOTH)
    session["Mcp_Session_Id"] = first.headers["Mcp-Session-Id"]
    first.ask("POST", "/mcp", {"jsonrpc": "2.0", "method": "notifications/initialized"}, **session)
    for client in (first, second):
        client.ask("POST", "/mcp", call("resources/list", {}), **session)
        client.ask("POST", "/mcp", call("tools/call", {"name": "getInventoryList", "arguments": {}}), **session)
        for owner in ("first", "second"):
            uri = f"torii://conversations/{known[owner]['conversation']}"
            client.ask("POST", "/mcp", call("resources/read", {"uri": uri}), **session)
    second.ask("DELETE", "/mcp", None, **session)
    first.ask("DELETE", "/mcp", None, **session)
    for client in (first, second):
        client.ask("POST", "/mcp", call("initialize", start), Accept=BOTH)
        own = session | {"Mcp_Session_Id": client.headers["Mcp-Session-Id"]}
        client.ask("POST", "/mcp", call("resources/list", {}), **own)
        for owner in ("first", "second"):
            uri = f"torii://conversations/{known[owner]['conversation']}"
            client.ask("POST", "/mcp", call("resources/read", {"uri": uri}), **own)
        client.ask("DELETE", "/mcp", None, **own)


def call(method, params):
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def remove(first, second, admin, known):
    """Deletes one thing after the other, then all conversations of a client, then a client."""
    first.ask("POST", f"/v1/runs/{known['waiting']}/cancel")
    first.ask("DELETE", f"/v1/responses/{known['first']['response']}")
    first.ask("DELETE", f"/v1/conversations/{known['first']['thread']}")
    first.ask("DELETE", "/v1/devices/pad-first")
    first.ask("DELETE", "/v1/devices/phone/toolbox?app=com.example.album")
    admin.ask("DELETE", f"/admin/clients/preset:client:preset/conversations/{known['first']['conversation']}")
    first.ask("DELETE", "/v1/conversations")
    first.ask("DELETE", "/v1/health/samples")
    read_lists(first)
    read_lists(second)
    admin.ask("DELETE", f"/admin/clients/{known['client']}/conversations/{known['second']['thread']}")
    admin.ask("DELETE", f"/admin/clients/{known['client']}")
    second.ask("GET", "/v1/conversations")
    admin.ask("GET", f"/admin/clients/{known['client']}")
    admin.ask("GET", f"/admin/clients/{known['client']}/conversations")
    admin.ask("GET", "/admin/runs")
    admin.ask("GET", "/admin/audit")
