"""The client of `mcp` 1, which knows only the revisions with sessions, against Torii."""

import contextlib
import uuid
from datetime import timedelta

import httpx
from mcp import ClientSession, types
from mcp.client.streamable_http import streamable_http_client
from pydantic import AnyUrl

import mcp_checks
from checks import check, section
from client import Client
from mcp_checks import HEADERS, URL, Person, failure, search_was, servers, text_of, wire

NAME = "mcp 1, 2025-11-25"


@contextlib.asynccontextmanager
async def connected(person=None, headers=HEADERS):
    """Opens a session with a person who can be asked, or without one; its `id` is that of the header."""

    async def ask(_, params):
        person.questions.append(params.message)
        return types.ElicitResult(action=person.action, content=person.content)

    async with httpx.AsyncClient(headers=headers, timeout=60) as web:
        async with streamable_http_client(URL, http_client=web) as (reader, writer, session_id):
            async with ClientSession(
                reader,
                writer,
                elicitation_callback=ask if person else None,
                logging_callback=person.note_log if person else None,
                message_handler=person.note_message if person else None,
            ) as session:
                session.agreed = await session.initialize()
                session.id = session_id()
                yield session


async def main():
    with section(NAME):
        person = Person()
        async with connected(person) as session:
            check(f"{NAME}: the revision is agreed", session.agreed.protocolVersion == "2025-11-25", session.agreed.protocolVersion)
            check(f"{NAME}: the session has an id", len(session.id or "") >= 32)
            await session.send_ping()
            await mcp_checks.tools(NAME, session)
            item = await mcp_checks.calls(NAME, session)
            await mcp_checks.errors(NAME, session)
            await session.set_logging_level("info")
            await mcp_checks.heard(NAME, session, person)
            check(f"{NAME}: calls are logged to the client that wants it", {entry.get("logger") for entry in person.log} == {"torii.tools"})
            # The cancelled task of this client sends no message, so its limit of time does.
            query = f"hold: {uuid.uuid4().hex[:8]}"
            error = await failure(session.call_tool("searchWeb", {"query": query}, read_timeout_seconds=timedelta(seconds=2)))
            check(f"{NAME}: a call has the client's limit of time", error is not None and await search_was("begun", query), repr(error))
            after = text_of(wire(await session.call_tool("getInventoryList", {})))
            check(f"{NAME}: the session goes on", after, after)
        await mcp_checks.approval(NAME, connected, item)
    with section(f"{NAME}: prompts and resources"):
        async with connected() as session:
            await mcp_checks.prompts(
                NAME,
                session,
                lambda prompt, argument, value: session.complete(
                    types.PromptReference(type="ref/prompt", name=prompt), argument={"name": argument, "value": value}
                ),
            )
            await mcp_checks.resources(NAME, session, AnyUrl)
            subscribed = session.id
        gone, _ = status_of(subscribed)
        check(f"{NAME}: a closed session is gone", gone == 404, gone)


def status_of(session):
    headers = {"Accept": "application/json, text/event-stream", "Mcp-Session-Id": session, "MCP-Protocol-Version": "2025-11-25"}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    return Client(servers.scripted, HEADERS["Authorization"].removeprefix("Bearer ")).send("POST", "/mcp", body, headers)


if __name__ == "__main__":
    mcp_checks.run(main())
