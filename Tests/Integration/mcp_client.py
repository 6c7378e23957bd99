"""The client of `mcp` 2 against Torii, in the revisions without and with sessions."""

import contextlib
import uuid

import anyio
import httpx2
import mcp_types as types
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

import mcp_checks
from checks import check, section
from mcp_checks import HEADERS, URL, Person, failure, servers, text_of, wire
from torii import TOKEN, Torii

REVISIONS = {"auto": "2026-07-28", "legacy": "2025-11-25"}


@contextlib.asynccontextmanager
async def connected(mode, person=None, headers=HEADERS, log_level=None):
    """Opens a session with a person who can be asked, or without one."""

    async def ask(_, params):
        person.questions.append(params.message)
        return types.ElicitResult(action=person.action, content=person.content)

    async with httpx2.AsyncClient(headers=headers, timeout=60) as web:
        transport = streamable_http_client(URL, http_client=web)
        async with Client(
            transport,
            mode=mode,
            elicitation_callback=ask if person and person.action else None,
            logging_callback=person.note_log if person else None,
            message_handler=person.note_message if person else None,
            log_level=log_level,
            cache=None,
        ) as session:
            yield session


async def revision(mode):
    name = f"mcp 2, {REVISIONS[mode]}"
    with section(name):
        person = Person()
        async with connected(mode, person, log_level="info") as session:
            check(f"{name}: the revision is agreed", session.protocol_version == REVISIONS[mode], session.protocol_version)
            info = wire(session.server_info)
            check(f"{name}: the server has a name", info["name"] == "torii" and info["version"], info)
            check(f"{name}: instructions say what the outputs are", "data" in (session.instructions or ""), session.instructions)
            await mcp_checks.tools(name, session)
            item = await mcp_checks.calls(name, session)
            await mcp_checks.errors(name, session)
            if mode == "legacy":
                await session.send_ping()
                await session.set_logging_level("info")
            before = len(person.log)
            await mcp_checks.heard(name, session, person)
            loggers = {entry.get("logger") for entry in person.log[before:]}
            check(f"{name}: calls are logged to the client that wants it", loggers == {"torii.tools"}, person.log[before:])
            check(f"{name}: a call that is given up ends at the upstream", await mcp_checks.cancellation(name, session))
            after = text_of(wire(await session.call_tool("getInventoryList", {})))
            check(f"{name}: the session goes on", after, after)
        await mcp_checks.approval(name, lambda person: connected(mode, person), item)
    with section(f"{name}: prompts and resources"):
        async with connected(mode) as session:
            await mcp_checks.prompts(
                name,
                session,
                lambda prompt, argument, value: session.complete(
                    types.PromptReference(name=prompt), argument={"name": argument, "value": value}
                ),
            )
            await mcp_checks.resources(name, session, str)


async def quiet():
    """A client without a level receives no log, and one with another token sees only its tools."""
    name = "mcp 2"
    with section(f"{name}: tokens"):
        person = Person()
        async with connected("auto", person) as session:
            await session.call_tool("getInventoryList", {})
        check(f"{name}: no log without a level", not person.log, person.log)
        administrator = Torii(servers.scripted, None, None, None)
        _, made, said = administrator.admin(
            "POST", "clients", {"name": f"reader {uuid.uuid4().hex[:6]}", "scopes": ["tools:getInventoryList"]}
        )
        headers = {"Authorization": f"Bearer {made['token']['secret']}"} if made else {}
        check(f"{name}: a client with one scope is made", made and "token" in made, said)
        for mode in REVISIONS:
            async with connected(mode, headers=headers) as session:
                listed = {tool.name for tool in (await session.list_tools()).tools}
                check(f"{name}, {mode}: a token sees the tools of its scopes", listed <= {"getInventoryList", "readOn"}, listed)
                error = await failure(session.call_tool("createInventory", {"title": "x"}))
                check(f"{name}, {mode}: another tool is refused", error is not None, repr(error))
            error = await failure(refused(mode))
            check(f"{name}, {mode}: a wrong token opens no session", error is not None, repr(error))


async def refused(mode):
    with anyio.fail_after(20):
        async with connected(mode, headers={"Authorization": f"Bearer {TOKEN}x"}) as session:
            await session.list_tools()


async def changes():
    """A subscription hears of a new conversation and of its next turn."""
    name = "mcp 2"
    with section(f"{name}: changes"):
        async with connected("auto") as session:
            async with session.listen(resources_list_changed=True, tools_list_changed=True) as events:
                mcp_checks.Client(servers.scripted, TOKEN).ask(f"say: {uuid.uuid4().hex[:8]}")
                with anyio.move_on_after(15):
                    async for event in events:
                        check(f"{name}: a new conversation changes the list of resources", "Resource" in type(event).__name__, event)
                        return
        check(f"{name}: a new conversation changes the list of resources", False, "no event")


async def main():
    for mode in REVISIONS:
        await revision(mode)
    await quiet()
    await changes()


if __name__ == "__main__":
    mcp_checks.run(main())
