"""A server of the Model Context Protocol made with `fastmcp`, or with `mcp` 1 where that is installed.

python mcp_shop.py stdio
python mcp_shop.py http 8000
"""

import asyncio
import base64
import os
import sys

try:
    from fastmcp import Context, FastMCP
    from fastmcp.utilities.types import Image
except ImportError:
    from mcp.server.fastmcp import Context, FastMCP, Image
from mcp.types import ToolAnnotations
from pydantic import BaseModel

# A red pixel.
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
server = FastMCP("shop", instructions="A shop.")
READS = ToolAnnotations(readOnlyHint=True)


class Order(BaseModel):
    id: int
    items: list[str]


@server.tool(annotations=READS)
def echo(text: str) -> str:
    """Repeats a text."""
    return text


@server.tool(annotations=READS)
def find_order(id: int) -> Order:
    """Finds an order."""
    return Order(id=id, items=["lamp", "cup"])


@server.tool(annotations=READS)
def picture() -> Image:
    """Draws a red pixel."""
    return Image(data=base64.b64decode(PIXEL), format="png")


@server.tool(annotations=READS)
def page(length: int) -> str:
    """Writes a long text."""
    return "".join(f"line {number}\n" for number in range(length))


@server.tool(annotations=READS)
def fail() -> str:
    """Fails."""
    raise ValueError("the shop is closed")


@server.tool(annotations=READS)
async def wait(seconds: float, context: Context) -> str:
    """Waits, and says how far it is."""
    for step in range(4):
        await context.report_progress(step, 4)
        await asyncio.sleep(seconds / 4)
    return "waited"


@server.tool()
def refund(order: int) -> str:
    """Pays the price of an order back."""
    return f"refunded {order}"


@server.tool(annotations=READS)
def variables() -> str:
    """Lists the names of the environment's variables."""
    return ",".join(sorted(os.environ))


@server.tool(annotations=READS)
def crash() -> str:
    """Ends the server at once."""
    os._exit(1)


@server.tool(annotations=READS)
async def grow(context: Context) -> str:
    """Adds a tool to the list."""

    def extra() -> str:
        """Was added later."""
        return "extra"

    server.tool(annotations=READS)(extra)
    if hasattr(context.session, "send_tool_list_changed"):
        await context.session.send_tool_list_changed()
    return "grown"


if __name__ == "__main__":
    if sys.argv[1] == "stdio":
        server.run(transport="stdio")
    elif hasattr(server, "run_http_async"):
        server.run(transport="http", host="127.0.0.1", port=int(sys.argv[2]), show_banner=False, log_level="warning")
    else:
        server.settings.host, server.settings.port = "127.0.0.1", int(sys.argv[2])
        server.run(transport="streamable-http")
