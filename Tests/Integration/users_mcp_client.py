"""The client of `mcp` 2 as the backend of an app: the tools and resources of one user are unknown to another."""

import contextlib
import uuid

import mcp_checks
from checks import check, section
from mcp_checks import failure, servers, text_of, wire
from mcp_client import REVISIONS, connected
from mcp_http import Speaker
from torii import Torii


async def separate(mode, app):
    name = f"mcp 2, {REVISIONS[mode]}"
    with section(f"{name}: users"):
        alice, bob = (app.acting_for(f"{user} {uuid.uuid4().hex[:6]}") for user in ("alice", "bob"))
        word = uuid.uuid4().hex[:8]
        _, turn = alice.ask(f"say: {word}")
        async with contextlib.AsyncExitStack() as stack:
            one, other = [
                await stack.enter_async_context(connected(mode, headers={"Authorization": f"Bearer {app.token}"} | user.always))
                for user in (alice, bob)
            ]
            listed, theirs = [wire(await session.list_resources())["resources"] for session in (one, other)]
            mine = [resource["uri"] for resource in listed if turn["conversation"] in resource["uri"]]
            check(f"{name}: a conversation is a resource", len(mine) == 1, listed)
            check(f"{name}: the other has no resource", theirs == [], theirs)
            error = await failure(other.read_resource(mine[0]))
            check(f"{name}: the other cannot read it", error is not None, repr(error))
            read = wire(await one.read_resource(mine[0]))
            check(f"{name}: the one can", word in str(read), read)
            await one.call_tool("createInventory", {"title": f"lamp {word}"})
            mine, theirs = [text_of(wire(await session.call_tool("getInventoryList", {}))) for session in (one, other)]
            check(f"{name}: an item is its own too", word in mine and word not in theirs, (mine, theirs))


def sessions(app):
    """A session belongs to the user who opened it."""
    alice, bob = (Speaker(app.acting_for(user)) for user in ("alice", "bob"))
    session = alice.begin()
    stolen = bob.stateful(session, "tools/list")
    check("a session of the one is unknown to the other", stolen.status == 404, stolen)
    stolen = bob.end(session)
    check("and cannot be ended", stolen.status == 404, stolen)
    own = alice.stateful(session, "tools/list")
    check("the one continues", own.status == 200 and own.result.get("tools"), own)


async def operators_tools(administrator):
    """A list that all share is the operator's, so its tools are in no user's list until they are named."""
    tools = {}
    for name, scopes in {"unnamed": ["chat", "tools:*"], "named": ["chat", "tools:*", "tools:getInventoryList"]}.items():
        users = {"scopes": scopes, "inventory": "shared"}
        _, app = administrator.client_with_users(f"{name} {uuid.uuid4().hex[:6]}", users)
        headers = {"Authorization": f"Bearer {app.token}", "Torii-User": "alice"}
        async with connected("auto", headers=headers) as session:
            tools[name] = {tool.name for tool in (await session.list_tools()).tools}
            error = await failure(session.call_tool("createInventory", {"title": "x"}))
            check(f"{name}: a tool of the operator that is not named is refused", error is not None, repr(error))
    check("tools/list has none of them", not any("Inventory" in tool for tool in tools["unnamed"]), sorted(tools["unnamed"]))
    check("and those that are named", tools["named"] - tools["unnamed"] == {"getInventoryList"}, sorted(tools["named"]))


async def nobody(app):
    for mode in REVISIONS:
        error = await failure(tools_without_user(mode, app))
        check(f"mcp 2, {REVISIONS[mode]}: no session without a user", error is not None, repr(error))


async def tools_without_user(mode, app):
    async with connected(mode, headers={"Authorization": f"Bearer {app.token}"}) as session:
        await session.list_tools()


async def main():
    free = {"plans": {"default": {"requests_per_minute": None, "concurrent_runs": None, "tokens_per_day": None}}}
    administrator = Torii(servers.scripted, None, None, None)
    _, app = administrator.client_with_users(f"mcp {uuid.uuid4().hex[:6]}", free)
    for mode in REVISIONS:
        await separate(mode, app)
    with section("mcp: sessions"):
        sessions(app)
    with section("mcp 2: tools of the operator"):
        await operators_tools(administrator)
    with section("mcp 2: without a user"):
        await nobody(app)


if __name__ == "__main__":
    mcp_checks.run(main())
