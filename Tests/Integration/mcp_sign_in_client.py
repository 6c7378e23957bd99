"""The client of `mcp` 2 with its own way to an authorization server: discovery, registration, sign-in and a token for this server."""

import asyncio
import sys
import urllib.parse
import urllib.request

import httpx2
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.auth.oauth2 import AuthorizationCodeResult
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientMetadata

from checks import check, conclude, section
from code_flow import BACK, Arrived, Redirects

URL = f"http://127.0.0.1:{sys.argv[1]}/mcp"


class Storage:
    """The client's memory."""

    tokens = client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client


class Person:
    """The person with a browser."""

    opened = back = None

    async def open(self, address):
        self.opened = address
        try:
            await asyncio.to_thread(urllib.request.build_opener(Redirects()).open, address)
        except Arrived as back:
            self.back = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(back.args[0]).query))

    async def answer(self):
        return AuthorizationCodeResult(code=self.back["code"], state=self.back["state"], iss=self.back.get("iss"))


async def main():
    storage, person = Storage(), Person()
    metadata = OAuthClientMetadata(client_name="trial", redirect_uris=[BACK], grant_types=["authorization_code"], scope=None)
    provider = OAuthClientProvider(URL, metadata, storage, person.open, person.answer)
    for name in ("first", "again"):
        with section(f"mcp 2 signs in: {name}"):
            opened = person.opened
            async with httpx2.AsyncClient(auth=provider, timeout=60) as web:
                async with Client(streamable_http_client(URL, http_client=web), cache=None) as session:
                    tools = [tool.name for tool in (await session.list_tools()).tools]
                    check(f"{name}: the tools are listed", "getInventoryList" in tools, tools)
                    made = await session.call_tool("createInventory", {"title": f"lamp {name}"})
                    check(f"{name}: a tool is called", not made.is_error and f"lamp {name}" in made.content[0].text, made)
            if name == "first":
                check("the authorization server was found", person.opened is not None, person.opened)
                check("and the token is for this server", urllib.parse.quote_plus(URL) in (person.opened or ""), person.opened)
            else:
                check("the second time the token is enough", person.opened == opened)


if __name__ == "__main__":
    asyncio.run(main())
    conclude()
