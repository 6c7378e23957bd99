"""Hostile and wrong messages to `/mcp`: forms, revisions, header fields, sizes, sessions of others, floods; memory stays bounded."""

import contextlib
import json
import threading

from checks import check, section, table
from client import Answer, Broken
from mcp_clients import serving
from mcp_hostile_sessions import once, sessions, states
from mcp_http import (
    BOTH,
    INVALID,
    INVALID_REQUEST,
    MISMATCH,
    PARSE,
    STATELESS,
    UNKNOWN,
    VERSION,
    Reply,
    Speaker,
    of,
    request,
    routing,
    survives,
)
from torii import torii

# The most that the server may grow by in the whole part, in MiB.
GROWTH = 150
ISSUER = "https://login.example"


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
        check(
            f"the revision {version[:12]!r} without sessions: 400",
            reply.status == 400 and reply.code in (VERSION, INVALID, MISMATCH),
            reply,
        )
    unknown = speaker.send(request("tools/list", version="2099-01-01"), routing("tools/list", version="2099-01-01"))
    data = unknown.message.get("error", {}).get("data", {})
    check(
        "an unknown revision is told which are known", data.get("supported") == [STATELESS] and data.get("requested") == "2099-01-01", data
    )
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
