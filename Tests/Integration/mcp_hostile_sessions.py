"""Wrong and hostile uses of sessions, streams and approvals at `/mcp`."""

import json
import uuid

from checks import check
from mcp_http import BOTH, INVALID, INVALID_REQUEST, STATEFUL, of, survives


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
        ("a state cut off", call | yes | {"requestState": state[:30]}),
        ("a state of another call", another | yes | {"requestState": state}),
        ("a state that is a number", call | yes | {"requestState": 7}),
        ("a state of a megabyte", call | yes | {"requestState": "a" * 2**20}),
        ("answers that are a list", call | {"inputResponses": [], "requestState": state}),
    ):  # fmt: skip
        reply = speaker.stateless("tools/call", params, capabilities=form)
        is_refused = (
            reply.status in (400, 413) and reply.code in (INVALID, INVALID_REQUEST) or reply.result.get("resultType") == "input_required"
        )
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
    again = speaker.stateful(
        session, "initialize", {"protocolVersion": STATEFUL, "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    )
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
