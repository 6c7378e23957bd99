"""The client of `fastmcp` against Torii: it chooses the revision, and reads structured content by its schema."""

import contextlib
import pathlib
import subprocess
import sys

import fastmcp
from fastmcp.client.elicitation import ElicitResult
from fastmcp.client.transports import StreamableHttpTransport

import mcp_checks
from checks import check, section
from mcp_checks import HEADERS, URL, Person, failure
from torii import TOKEN

NAME = f"fastmcp {fastmcp.__version__}"


@contextlib.asynccontextmanager
async def connected(person=None, headers=HEADERS):
    async def ask(message, kind, params, context):
        person.questions.append(message)
        return ElicitResult(action=person.action, content=person.content)

    more = {"elicitation_handler": ask} if person else {}
    async with fastmcp.Client(StreamableHttpTransport(URL, headers=headers), timeout=60, **more) as client:
        yield client


async def main():
    with section(NAME):
        async with connected() as client:
            names = {tool.name for tool in await client.list_tools()}
            check(f"{NAME}: the tools are listed", {"getInventoryList", "searchWeb"} <= names, names)
            made = await client.call_tool("createInventory", {"title": "fastmcp lamp"})
            item = made.structured_content["artifacts"][0]["data"][0]
            check(f"{NAME}: structured content arrives", item["title"] == "fastmcp lamp", made.structured_content)
            error = await failure(client.call_tool("getInventory", {"id": 987654}))
            check(f"{NAME}: a failed call raises its text", "987654" in str(error), repr(error))
            prompts = [prompt.name for prompt in await client.list_prompts()]
            check(f"{NAME}: the prompts are listed", "shelf" in prompts, prompts)
        person = Person("accept", {"approve": True})
        async with connected(person) as client:
            await client.call_tool("deleteInventory", {"id": item["id"]})
            check(f"{NAME}: the person was asked", len(person.questions) == 1, person.questions)
            error = await failure(client.call_tool("getInventory", {"id": item["id"]}))
            check(f"{NAME}: the item is gone", error is not None, repr(error))
    with section(f"{NAME}: the command line"):
        program = [pathlib.Path(sys.executable).with_name("fastmcp")]
        done = subprocess.run([*program, "list", URL, "--auth", TOKEN], capture_output=True, text=True, timeout=60)
        check(f"{NAME}: `fastmcp list` shows the tools", "getInventoryList" in done.stdout, done.stdout[-300:] + done.stderr[-300:])


if __name__ == "__main__":
    mcp_checks.run(main())
