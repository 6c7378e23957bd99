"""What the scripts of MCP clients share: the checks, for every client and revision."""

import asyncio
import json
import uuid

import checks
from checks import check
from client import Client
from clients import Servers
from mcp_search import LURE
from torii import TOKEN

servers = Servers.of_this_process()
URL = f"http://127.0.0.1:{servers.scripted}/mcp"
HEADERS = {"Authorization": f"Bearer {TOKEN}"}
INVALID, UNKNOWN_METHOD = -32602, -32601


def wire(result):
    """Returns a result as it was on the wire, whatever the names of the client's fields."""
    return result.model_dump(by_alias=True, exclude_none=True, mode="json")


def text_of(result):
    return "\n".join(block.get("text", "") for block in result["content"])


async def failure(work):
    """Returns the exception that a call raises; `None` if it raises none."""
    try:
        await work
    except Exception as error:
        return error


def code_of(error):
    """Returns the code of an error in the form of either client."""
    return getattr(getattr(error, "error", error), "code", None)


async def search_was(kind, query):
    """Waits until the search service has received a query (`begun`), or has lost its caller (`left`)."""
    return await asyncio.to_thread(lambda: Client(servers.stand_in, "").send("GET", f"/{kind}/{query.replace(' ', '%20')}")[1])


class Person:
    """The person who is asked for approval, and what the client heard beside answers."""

    def __init__(self, action="accept", content=None):
        self.action, self.content = action, content
        self.questions, self.progress, self.log, self.messages = [], [], [], []

    async def note_progress(self, progress, total=None, message=None):
        self.progress.append((progress, total, message))

    async def note_log(self, params):
        self.log.append(wire(params))

    async def note_message(self, message):
        self.messages.append(message)


async def tools(name, session):
    """Checks the list of tools."""
    listed = {tool["name"]: tool for tool in wire(await session.list_tools())["tools"]}
    wanted = {"searchWeb", "getCurrentWeather", "getInventoryList", "createInventory", "deleteInventory", "readOn"}
    check(f"{name}: the tools are listed", wanted <= set(listed), sorted(listed))
    check(f"{name}: each has a schema of its arguments", all(tool["inputSchema"]["type"] == "object" for tool in listed.values()))
    marks = {tool: listed[tool]["annotations"] for tool in ("getInventoryList", "deleteInventory", "searchWeb")}
    is_right = (
        marks["getInventoryList"]["readOnlyHint"] and marks["deleteInventory"]["destructiveHint"] and marks["searchWeb"]["openWorldHint"]
    )
    check(f"{name}: the marks say what reads, destroys and reaches out", is_right, marks)


async def calls(name, session):
    """Checks calls of tools of each kind."""
    title = f"lamp {uuid.uuid4().hex[:6]}"
    made = wire(await session.call_tool("createInventory", {"title": title, "quantity": 2}))
    check(f"{name}: a tool that writes is called", title in text_of(made) and not made.get("isError"), made)
    artifacts = made.get("structuredContent", {}).get("artifacts", [{}])
    is_item = artifacts[0].get("type") == "inventory.items" and artifacts[0]["data"][0]["title"] == title
    check(f"{name}: its data is structured content", is_item, made.get("structuredContent"))
    found = wire(await session.call_tool("getInventoryList", {"title": title}))
    check(f"{name}: a tool that reads sees it", title in text_of(found), found)
    weather = wire(await session.call_tool("getCurrentWeather", {"city": "Kyoto"}))
    check(f"{name}: the weather arrives", "Kyoto" in text_of(weather) and not weather.get("isError"), weather)
    query = f"lamps {uuid.uuid4().hex[:6]}"
    searched = text_of(wire(await session.call_tool("searchWeb", {"query": query})))
    begin, lure, end = searched.find("--- begin quoted text"), searched.find(LURE), searched.find("--- end quoted text")
    check(f"{name}: the words of web pages are between fences", -1 < begin < lure < end, searched)
    return artifacts[0]["data"][0]["id"]


async def errors(name, session):
    """Checks wrong calls."""
    wrong = wire(await session.call_tool("getInventory", {"id": "x", "colour": 1}))
    check(f"{name}: wrong arguments are an error that the model reads", wrong.get("isError") and "colour" in text_of(wrong), wrong)
    missing = wire(await session.call_tool("getInventory", {"id": 987654}))
    check(f"{name}: a failed call is an error that the model reads", missing.get("isError"), missing)
    error = await failure(session.call_tool("noSuchTool", {}))
    check(f"{name}: an unknown tool is an error of the protocol", code_of(error) == INVALID, repr(error))
    error = await failure(session.get_prompt("noSuchPrompt", {}))
    check(f"{name}: so is an unknown prompt", code_of(error) == INVALID, repr(error))


async def prompts(name, session, complete):
    """Checks the operator's prompts. `complete` completes an argument by the client's own types."""
    listed = {prompt["name"]: prompt for prompt in wire(await session.list_prompts())["prompts"]}
    shelf = listed.get("shelf", {})
    check(f"{name}: the operator's prompts are listed", shelf.get("arguments", [{}])[0].get("name") == "shelf", listed)
    filled = wire(await session.get_prompt("shelf", {"shelf": "A2 {{x}}"}))
    text = filled["messages"][0]["content"]["text"]
    check(f"{name}: a prompt is filled in once", text == "What is on shelf A2 {{x}}?", text)
    error = await failure(session.get_prompt("shelf", {}))
    check(f"{name}: a missing argument is an error", code_of(error) == INVALID, repr(error))
    values = wire(await complete("shelf", "shelf", "A"))["completion"]["values"]
    check(f"{name}: an argument is completed", values == ["A1", "A2"], values)


async def resources(name, session, address):
    """Checks conversations as resources. `address` makes an address of the client's own type."""
    api = Client(servers.scripted, TOKEN)
    said = uuid.uuid4().hex[:8]
    _, turn = api.ask(f"say: {said}")
    conversation = turn["conversation"]["id"] if isinstance(turn.get("conversation"), dict) else turn.get("conversation")
    listed = wire(await session.list_resources())["resources"]
    uris = [resource["uri"] for resource in listed]
    mine = next((uri for uri in uris if conversation and conversation in uri), None)
    check(f"{name}: a conversation is a resource", mine, uris[:5] or turn)
    templates = wire(await session.list_resource_templates())["resourceTemplates"]
    check(f"{name}: templates name the addresses", any("conversations" in one["uriTemplate"] for one in templates), templates)
    if mine:
        text = wire(await session.read_resource(address(mine)))["contents"][0]["text"]
        check(f"{name}: it is read as JSON with what was said", said in text and json.loads(text), text)
    error = await failure(session.read_resource(address("torii://conversations/conv_00000000000000000000000000000000")))
    check(f"{name}: an unknown resource is an error", code_of(error) in (INVALID, -32002), repr(error))


async def approval(name, connect, item):
    """Checks the approval of a deletion by the person. `connect` opens a session with a person or none."""
    async with connect(None) as session:
        refused = wire(await session.call_tool("deleteInventory", {"id": item}))
        is_told = refused.get("isError") and "approve" in text_of(refused) and "elicitation" in text_of(refused)
        check(f"{name}: a client that cannot ask is told how a call is approved", is_told, refused)
    for person in (Person("decline"), Person("cancel"), Person("accept", {"approve": False})):
        async with connect(person) as session:
            kept = wire(await session.call_tool("deleteInventory", {"id": item}))
        is_kept = kept.get("isError") and "not approve" in text_of(kept) and len(person.questions) == 1
        check(f"{name}: nothing is deleted after {person.action} {person.content or ''}", is_kept, (kept, person.questions))
    person = Person("accept", {"approve": True})
    async with connect(person) as session:
        still = text_of(wire(await session.call_tool("getInventory", {"id": item})))
        check(f"{name}: the item is still there", f"ID: {item}" in still, still)
        gone = wire(await session.call_tool("deleteInventory", {"id": item}))
        is_gone = not gone.get("isError") and len(person.questions) == 1 and "lamp" in person.questions[0]
        check(f"{name}: it is deleted after the person agrees", is_gone, (gone, person.questions))


async def cancellation(name, session):
    """Checks that a call that the client gives up ends at the upstream."""
    query = f"hold: {uuid.uuid4().hex[:8]}"
    call = asyncio.create_task(session.call_tool("searchWeb", {"query": query}))
    began = await search_was("begun", query)
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)
    return began and await search_was("left", query)


async def heard(name, session, person):
    """Checks progress: rising, and only while the call runs."""
    query = f"many: {uuid.uuid4().hex[:8]}"
    result = wire(await session.call_tool("searchWeb", {"query": query}, progress_callback=person.note_progress))
    steps = [step[0] for step in person.progress]
    check(f"{name}: the progress of a call rises", steps == sorted(set(steps)), (steps, result.get("isError")))
    return result


def run(work):
    asyncio.run(work)
    checks.conclude()
