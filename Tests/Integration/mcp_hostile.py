"""Hostile and wrong messages to `/mcp`: forms, revisions, header fields, sizes, sessions of others, floods; memory stays bounded."""

import contextlib
import json
import threading
import uuid

from checks import check, section, table
from client import Answer, Broken
from mcp_clients import serving
from mcp_http import BOTH, STATEFUL, STATELESS, Reply, Speaker, of, request, routing, survives
from torii import torii

# The most that the server may grow by in the whole part, in MiB.
GROWTH = 150
ISSUER = "https://login.example"
PARSE, INVALID_REQUEST, UNKNOWN, INVALID = -32700, -32600, -32601, -32602
MISMATCH, CAPABILITY, VERSION = -32020, -32021, -32022


def run(folder):
    with serving(folder) as (server, _, search):
        speaker, other = Speaker(server), Speaker(server.another_client("other"))
        before = memory(server)
        with section("who may call"):
            access(server, speaker)
        with section("wrong forms"):
            forms(speaker)
        with section("header and body"):
            headers(speaker)
        with section("approval without sessions"):
            states(speaker, other)
        with section("sessions"):
            sessions(speaker, other, search)
        with section("sizes"):
            sizes(speaker)
        with section("floods"):
            floods(server, speaker)
        with section("one approval, one call"), torii(folder, TORII_MODEL="phrasebook", TORII_TOOLS_APPROVAL="createInventory") as careful:
            once(Speaker(careful))
        with section("an authorization server"), torii(folder, TORII_MODEL="phrasebook", TORII_AUTHORIZATION_SERVERS=ISSUER) as protected:
            metadata(protected, Speaker(protected))
        after = memory(server)
        rows = [["before", before], ["after", after]]
        table(["resident memory", "MiB"], rows)
        check("memory stays bounded", after - before < GROWTH, rows)
        check("the server answers", speaker.stateless("tools/list").status == 200)
        check("it is the same process", server.process.poll() is None)


def memory(server):
    """Returns the server's resident memory in MiB."""
    with open(f"/proc/{server.process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) // 1024


def access(server, speaker):
    address = f"http://127.0.0.1:{server.port}"
    for token, name in ((server.token + "x", "a wrong token"), ("", "an empty token")):
        reply = speaker.send(request("tools/list"), routing("tools/list") | {"Authorization": f"Bearer {token}"})
        says = reply.headers["WWW-Authenticate"] or ""
        check(f"{name}: 401 asks for a bearer token", reply.status == 401 and says.startswith("Bearer "), (reply, says))
        check(f"{name}: no metadata is named, because no server issues tokens", "resource_metadata" not in says, says)
    status, metadata = server.send("GET", "/.well-known/oauth-protected-resource/mcp", token="none")
    check("nor is there any", status == 404, metadata)
    _, made, _ = server.admin("POST", "clients", {"name": "reader", "scopes": ["tools:getInventoryList"]})
    token = {"Authorization": f"Bearer {made['token']['secret']}"}
    listed = [tool["name"] for tool in speaker.stateless("tools/list", headers=token).result["tools"]]
    check("a token sees the tools of its scopes", set(listed) <= {"getInventoryList", "readOn"}, listed)
    reply = speaker.stateless("tools/call", {"name": "createInventory", "arguments": {"title": "x"}}, headers=token)
    says = reply.headers["WWW-Authenticate"] or ""
    is_right = reply.status == 403 and 'error="insufficient_scope"' in says and 'scope="tools:createInventory"' in says
    check("another tool: 403 names the scope that is missing", is_right, (reply, says))
    for field, value, status in (
        ("Origin", "https://evil.example", 403), ("Origin", "null", 403), ("Origin", address, 200), ("Host", "evil.example", 421),
    ):  # fmt: skip
        reply = speaker.stateless("tools/list", headers={field: value})
        is_right = reply.status == status or field == "Host" and 400 <= reply.status < 500
        check(f"{field}: {value}: {status}", is_right, reply)
    for accept in ("application/json", "text/event-stream", "text/html"):
        reply = speaker.stateless("tools/list", headers={"Accept": accept})
        check(f"Accept: {accept}: 406", reply.status == 406, reply)


def metadata(server, speaker):
    """Checks the metadata of a server whose tokens an authorization server issues."""
    address = f"http://127.0.0.1:{server.port}"
    document = f"{address}/.well-known/oauth-protected-resource/mcp"
    reply = speaker.send(request("tools/list"), routing("tools/list") | {"Authorization": "Bearer none"})
    says = reply.headers["WWW-Authenticate"] or ""
    check("401 names the metadata", reply.status == 401 and f'resource_metadata="{document}"' in says, (reply, says))
    for path in ("/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource"):
        status, found = server.send("GET", path, token="none")
        is_right = status == 200 and found["resource"] == f"{address}/mcp" and "tools:*" in found["scopes_supported"]
        check(f"{path} describes the resource", is_right and found["authorization_servers"] == [ISSUER], found)


def forms(speaker):
    valid = request("tools/list")
    for name, body, code in (
        ("a batch", [valid, valid], INVALID_REQUEST), ("an empty batch", [], INVALID_REQUEST), ("a text", "tools/list", INVALID_REQUEST),
        ("null", None, None), ("no version of JSON-RPC", valid | {"jsonrpc": "1.0"}, INVALID_REQUEST),
        ("an id that is null", valid | {"id": None}, INVALID_REQUEST), ("an id that is an object", valid | {"id": {}}, INVALID_REQUEST),
        ("an id with a fraction", valid | {"id": 1.5}, INVALID_REQUEST), ("an id that is true", valid | {"id": True}, INVALID_REQUEST),
        ("a method that is a number", valid | {"method": 1}, INVALID_REQUEST),
        ("params that are a list", valid | {"params": []}, INVALID_REQUEST),
        ("neither a method nor a result", {"jsonrpc": "2.0", "id": 1}, INVALID_REQUEST),
    ):  # fmt: skip
        reply = speaker.send(body, routing("tools/list"))
        check(f"{name}: 400", reply.status == 400 and reply.code in (code, PARSE, INVALID_REQUEST), reply)
    for id in (0, -1, 2**53, "ü\n", "", "x" * 1000):
        reply = speaker.stateless("tools/list", id=id)
        is_refused = reply.status == 400 and reply.code == INVALID_REQUEST
        check(f"the id {str(id)[:20]!r} is repeated or refused", reply.message.get("id") == id or is_refused, reply)
    for method in ("tools/lists", "initialize", "ping", "logging/setLevel", "resources/subscribe", "__proto__", "x" * 10_000):
        reply = speaker.send(request(method), routing(method[:100]) if len(method) < 100 else routing(method))
        is_right = reply.status == 404 and reply.code == UNKNOWN and reply.message["id"] == 1
        check(f"the method {method[:20]!r} is unknown without sessions: 404", is_right, reply)
    for report in ({"progressToken": "p"}, {"io.modelcontextprotocol/logLevel": "info"}):
        reply = speaker.stateless("tools/lists", **report)
        check(f"an unknown method with {next(iter(report))}: 404", reply.status == 404 and reply.code == UNKNOWN, reply)
        reply = speaker.stateless("tools/call", {"name": "none", "arguments": {}}, **report)
        check(f"an unknown tool with {next(iter(report))} is an error", reply.code == INVALID, reply)
    for meta in ({"progressToken": "p"}, {"io.modelcontextprotocol/logLevel": "info"}):
        reply = speaker.stateless("tools/call", {"name": "getInventoryList", "arguments": {}}, **meta)
        check(f"a call with {next(iter(meta))} ends with its response", "content" in reply.result, reply)
    for text, name in (("{", "half an object"), ('{"jsonrpc":"2.0",}', "a comma too many"), ("\xff\xfe", "no UTF-8"), ("", "nothing")):
        reply = raw(speaker, text.encode("latin-1"))
        check(f"{name}: 400", reply.status == 400 and reply.code in (PARSE, INVALID_REQUEST), reply)
    reply = raw(speaker, json.dumps(valid).encode(), type="text/plain")
    check("a body that is not called JSON: 4xx", 400 <= reply.status < 500, reply)
    reply = raw(speaker, b'{"jsonrpc":"2.0","id":1,"method":"tools/list","method":"tools/call","params":{}}')
    check("a member twice: 400", reply.status == 400, reply)


def raw(speaker, data, type="application/json"):
    """Sends bytes as they are."""
    connection = speaker.client.connection()
    fields = {"Authorization": f"Bearer {speaker.client.token}", "Accept": BOTH, "Content-Type": type} | routing("tools/list")
    connection.request("POST", "/mcp", data, fields)
    end = connection.sock
    return Reply(Answer(connection, connection.getresponse(), end))


def headers(speaker):
    call = {"name": "getInventoryList", "arguments": {}}
    body, fields = request("tools/call", call), routing("tools/call", call)
    check("header and body agree: 200", speaker.send(body, fields).status == 200)
    for name, changed in (
        ("another method", fields | {"Mcp-Method": "tools/list"}), ("another name", fields | {"Mcp-Name": "deleteInventory"}),
        ("another case of the name", fields | {"Mcp-Name": "GETINVENTORYLIST"}), ("no method", without(fields, "Mcp-Method")),
        ("no name", without(fields, "Mcp-Name")), ("no version", without(fields, "MCP-Protocol-Version")),
        ("another version", fields | {"MCP-Protocol-Version": "2025-11-25"}),
        ("a name that is no base64", fields | {"Mcp-Name": "=?base64?%%%?="}),
    ):  # fmt: skip
        reply = speaker.send(body, changed)
        check(f"{name} in the header: 400", reply.status == 400 and reply.code == MISMATCH and reply.message["id"] == 1, reply)
    for version in ("2099-01-01", "2025-11-25", "", "x" * 5000):
        reply = speaker.send(request("tools/list", version=version), routing("tools/list", version=version))
        check(f"the revision {version[:12]!r} without sessions: 400", reply.status == 400 and reply.code in (VERSION, INVALID, MISMATCH), reply)
    unknown = speaker.send(request("tools/list", version="2099-01-01"), routing("tools/list", version="2099-01-01"))
    data = unknown.message.get("error", {}).get("data", {})
    check("an unknown revision is told which are known", data.get("supported") == [STATELESS] and data.get("requested") == "2099-01-01", data)
    for missing in ("protocolVersion", "clientCapabilities"):
        body = request("tools/list")
        del body["params"]["_meta"][f"io.modelcontextprotocol/{missing}"]
        reply = speaker.send(body, routing("tools/list"))
        check(f"no {missing} in _meta: 400", reply.status == 400 and reply.code == INVALID, reply)
    for cursor in ("", "x", "-1", "999999", "1e3", 5, {}):
        reply = speaker.stateless("tools/list", {"cursor": cursor})
        is_right = reply.code == INVALID or cursor == "" and reply.status == 200
        check(f"the cursor {cursor!r} is refused", is_right, reply)


def without(fields, name):
    return {key: value for key, value in fields.items() if key != name}


def states(speaker, other):
    """Checks that the state of a question serves its own request and caller only."""
    form = {"elicitation": {"form": {}}}
    made = speaker.stateless("tools/call", {"name": "createInventory", "arguments": {"title": "sealed lamp"}})
    item = made.result["structuredContent"]["artifacts"][0]["data"][0]["id"]
    call = {"name": "deleteInventory", "arguments": {"id": item}}
    asked = speaker.stateless("tools/call", call, capabilities=form)
    state = asked.result.get("requestState", "")
    check("a deletion asks", asked.result.get("resultType") == "input_required" and state, asked)
    yes = {"inputResponses": {"approval": {"action": "accept", "content": {"approve": True}}}}
    second = speaker.stateless("tools/call", {"name": "createInventory", "arguments": {"title": "second lamp"}})
    another = {"name": "deleteInventory", "arguments": {"id": second.result["structuredContent"]["artifacts"][0]["data"][0]["id"]}}
    for name, params in (
        ("an answer without a state", call | yes), ("a changed state", call | yes | {"requestState": state[:-2] + "x}"}),
        ("a state cut off", call | yes | {"requestState": state[:30]}), ("a state of another call", another | yes | {"requestState": state}),
        ("a state that is a number", call | yes | {"requestState": 7}), ("a state of a megabyte", call | yes | {"requestState": "a" * 2**20}),
        ("answers that are a list", call | {"inputResponses": [], "requestState": state}),
    ):  # fmt: skip
        reply = speaker.stateless("tools/call", params, capabilities=form)
        is_refused = reply.status in (400, 413) and reply.code in (INVALID, INVALID_REQUEST) or reply.result.get("resultType") == "input_required"
        check(f"{name} deletes nothing", is_refused, reply)
    reply = other.stateless("tools/call", call | yes | {"requestState": state}, capabilities=form)
    check("another client's answer deletes nothing", reply.code == INVALID, reply)
    for item_id in (item, another["arguments"]["id"]):
        kept = speaker.stateless("tools/call", {"name": "getInventory", "arguments": {"id": item_id}})
        check(f"item {item_id} is still there", not kept.result.get("isError"), kept)
    gone = speaker.stateless("tools/call", call | yes | {"requestState": state}, capabilities=form)
    check("the true answer deletes", gone.result.get("resultType") == "complete" and not gone.result.get("isError"), gone)
    asked = speaker.stateless("tools/call", another, capabilities=form)
    speaker.stateless("tools/call", {"name": "updateInventory", "arguments": another["arguments"] | {"title": "renamed lamp"}})
    late = speaker.stateless("tools/call", another | yes | {"requestState": asked.result["requestState"]}, capabilities=form)
    kept = speaker.stateless("tools/call", {"name": "getInventory", "arguments": another["arguments"]})
    check("an item that changed since the question is not deleted", not kept.result.get("isError"), late)


def once(speaker):
    """Checks that one approval makes one call, however often it is sent."""
    form = {"elicitation": {"form": {}}}
    title = f"once {uuid.uuid4().hex[:6]}"
    call = {"name": "createInventory", "arguments": {"title": title}}
    asked = speaker.stateless("tools/call", call, capabilities=form)
    yes = {"inputResponses": {"approval": {"action": "accept", "content": {"approve": True}}}}
    answers = [
        speaker.stateless("tools/call", call | yes | {"requestState": asked.result.get("requestState")}, capabilities=form, id=number)
        for number in range(3)
    ]
    found = speaker.stateless("tools/call", {"name": "getInventoryList", "arguments": {"title": title}})
    check("one approval makes one call", json.dumps(found.result["content"]).count(title) == 1, (found, answers))


def sessions(speaker, other, search):
    session = speaker.begin()
    check("a session is long enough not to be guessed", len(session) >= 32, session)
    check("it answers", "tools" in speaker.stateful(session, "tools/list").result)
    missing = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    check("no session: 400", speaker.send(missing, {"MCP-Protocol-Version": STATEFUL}).status == 400)
    for name, caller, id in (("of another client", other, session), ("unknown", speaker, "0" * 64), ("too long", speaker, "a" * 5000)):
        reply = caller.stateful(id, "tools/list")
        check(f"a session {name}: 404", reply.status == 404 or name == "too long" and 400 <= reply.status < 500, reply)
        ended = caller.end(id)
        check(f"a session {name} cannot be ended", 400 <= ended.status < 500, ended)
    check("it still answers", speaker.stateful(session, "ping").result == {})
    for version in ("2026-07-28", "2024-11-05", "x"):
        reply = speaker.send(missing | {"method": "ping"}, of(session, version))
        check(f"the revision {version} in a session: 400", reply.status == 400, reply)
    again = speaker.stateful(session, "initialize", {"protocolVersion": STATEFUL, "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}})
    check("initialize in a session opens no second one in it", again.code or again.headers["Mcp-Session-Id"] != session, again)
    for wanted, agreed in (("2025-06-18", "2025-06-18"), ("2025-03-26", "2025-03-26"), ("2024-11-05", STATEFUL), ("2026-07-28", STATEFUL)):
        params = {"protocolVersion": wanted, "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
        reply = speaker.send({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
        check(f"{wanted} is answered with {agreed}", reply.result.get("protocolVersion") == agreed, reply)
    resume(speaker, session, search)
    check("DELETE ends it", speaker.end(session).status in (200, 204))
    check("then it is unknown: 404", speaker.stateful(session, "ping").status == 404)


def resume(speaker, session, search):
    """Leaves the stream of a call and continues it by the last event's id."""
    query = f"hold: {uuid.uuid4().hex[:8]}"
    body = {"jsonrpc": "2.0", "id": "left", "method": "tools/call", "params": {"name": "getInventoryList", "arguments": {}}}
    reply = speaker.send(body, of(session))
    ids = [id for id in reply.ids if id]
    check("events have ids, each once", ids and len(ids) == len(set(ids)), reply.ids)
    back = speaker.send(None, {"Accept": "text/event-stream", "Last-Event-ID": ids[0]} | of(session), method="GET")
    check("the response is sent again after its first id", back.message.get("id") == "left", back)
    for id in ("", "x", "9-9-9", "99999-0", "1-99999999999", "-1-0", "a" * 5000):
        answer = survives(lambda id=id: left(speaker, {"Accept": "text/event-stream", "Last-Event-ID": id} | of(session)))
        check(f"Last-Event-ID {id[:16]!r} is refused or sends nothing", answer in (200, 400, 404, 431), answer)
    call = {"jsonrpc": "2.0", "id": 77, "method": "tools/call", "params": {"name": "searchWeb", "arguments": {"query": query}}}
    answer = speaker.client.open("POST", "/mcp", call, {"Accept": BOTH} | of(session))
    with search.lock:
        search.lock.wait_for(lambda: query in search.seen["begun"], 15)
    twice = speaker.send(call, of(session))
    check("an id that is open is refused", twice.status == 400 or twice.code == INVALID_REQUEST, twice)
    cancelled = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 77}}
    check("its cancellation is accepted: 202", speaker.send(cancelled, of(session)).status == 202)
    with search.lock:
        check("the upstream is left", search.lock.wait_for(lambda: query in search.seen["left"], 15))
    answer.leave()
    for id in (78, "x", None, {}):
        cancelled["params"] = {"requestId": id}
        reply = speaker.send(cancelled, of(session))
        check(f"a cancellation of {id!r} changes nothing", reply.status in (202, 400), reply)
    unasked = {"jsonrpc": "2.0", "id": "torii-1", "result": {"action": "accept", "content": {"approve": True}}}
    check("an answer to no question: 202", speaker.send(unasked, of(session)).status == 202)


def left(speaker, headers):
    """Opens a stream and leaves it; returns the status."""
    answer = speaker.client.open("GET", "/mcp", None, headers)
    answer.leave()
    return answer.status


def sizes(speaker):
    call = {"name": "createInventory", "arguments": {"title": "x" * (10 << 20)}}
    reply = survives(lambda: speaker.stateless("tools/call", call))
    check("10 MB of arguments: refused", isinstance(reply, str) or reply.status in (400, 413), reply)
    call = {"name": "createInventory", "arguments": {f"a{number}": number for number in range(100_000)}}
    reply = speaker.stateless("tools/call", call)
    check("100,000 arguments: refused in a short answer", reply.result.get("isError") or reply.status in (400, 413), reply)
    check("… of less than 20 kB", len(reply.text) < 20_000, len(reply.text))
    for name, text in (("arrays", "[" * 100_000 + "]" * 100_000), ("objects", '{"a":' * 100_000 + "1" + "}" * 100_000)):
        data = b'{"jsonrpc":"2.0","id":1,"method":"tools/list","params":' + text.encode() + b"}"
        check(f"100,000 nested {name}: 400", raw(speaker, data).status == 400)
    reply = speaker.send(request("tools/list"), routing("tools/list") | {"Mcp-Param-X": "x" * 30_000})
    check("a header field of 30 kB is refused or ignored", reply.status in (200, 400, 431), reply)
    reply = speaker.stateless("tools/call", {"name": "x" * 1_000_000, "arguments": {}}, headers={"Mcp-Name": "x"})
    check("a name of a megabyte: refused in a short answer", reply.status == 400 and len(reply.text) < 5000, reply)


def floods(server, speaker):
    first = speaker.begin()
    for _ in range(300):
        speaker.begin()
    check("300 sessions push out the oldest of this client", speaker.stateful(first, "ping").status == 404)
    session = speaker.begin()
    answers = []
    for _ in range(100):
        with contextlib.suppress(Broken, OSError):
            answers.append(server.open("GET", "/mcp", None, {"Accept": "text/event-stream"} | of(session)))
    check("100 streams of one session are opened or refused", all(answer.status in (200, 400, 409, 429, 503) for answer in answers))
    check("the session answers beside them", speaker.stateful(session, "ping").result == {})
    for answer in answers:
        answer.leave()
    listening = []
    body = request("subscriptions/listen", {"notifications": {"toolsListChanged": True}})
    for _ in range(100):
        with contextlib.suppress(Broken, OSError):
            listening.append(server.open("POST", "/mcp", body, {"Accept": BOTH} | routing("subscriptions/listen")))
    check("100 subscriptions are opened or refused", all(answer.status in (200, 429, 503) for answer in listening), len(listening))
    check("calls are answered beside them", speaker.stateless("tools/list").status == 200)
    for answer in listening:
        answer.leave(reset=True)
    statuses = []

    def notify():
        for number in range(250):
            note = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}}
            statuses.append(speaker.send(note, of(session)).status)

    threads = [threading.Thread(target=notify) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check("1,000 notifications are accepted or refused for their rate", set(statuses) <= {202, 429}, set(statuses))
