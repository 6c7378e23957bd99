"""The clients of `mcp` 2 and 1 with `torii mcp` as the program that they start."""

import asyncio
import os
import tempfile
from importlib.metadata import version

import checks
import mcp
from checks import check, section
from mcp.client.stdio import StdioServerParameters, stdio_client
from servers import clean_environment

VERSION = version("mcp")
NAME = f"mcp {VERSION} over stdio"


async def main():
    with section(NAME), tempfile.TemporaryDirectory() as folder:
        environment = clean_environment(TORII_DATA_DIR=folder + "/data", TORII_MODEL="phrasebook", TORII_LOG_LEVEL="warning")
        program = StdioServerParameters(command=os.environ["MCP_COMMAND"], args=["mcp"], env=environment, cwd=folder)
        if VERSION.startswith("1."):
            async with stdio_client(program) as (reader, writer), mcp.ClientSession(reader, writer) as session:
                await session.initialize()
                await talk(session)
        else:
            for mode in ("auto", "legacy"):
                async with mcp.Client(program, mode=mode) as session:
                    check(f"{NAME}: the revision", session.protocol_version, session.protocol_version)
                    await talk(session)


async def talk(session):
    names = {tool.name for tool in (await session.list_tools()).tools}
    check(f"{NAME}: the tools are listed", "createInventory" in names, names)
    made = await session.call_tool("createInventory", {"title": "cup"})
    check(f"{NAME}: a tool is called", "cup" in made.content[0].text, made)


if __name__ == "__main__":
    asyncio.run(main())
    checks.conclude()
