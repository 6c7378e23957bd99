"""The tool `getInventory` as a server of `fastmcp`, which reads an item from SQLite as Torii does.

python mcp_stock.py 8000 stock.db
"""

import sqlite3
import sys

from fastmcp import FastMCP
from fastmcp.tools import ToolResult

server = FastMCP("stock")
database = sqlite3.connect(sys.argv[2], check_same_thread=False)
database.execute("CREATE TABLE IF NOT EXISTS items (id INTEGER PRIMARY KEY, title TEXT, quantity REAL, created TEXT, updated TEXT)")
database.execute("INSERT OR REPLACE INTO items VALUES (1, 'lamp', 3, '2026-11-23T21:55:28.000Z', '2026-11-23T21:55:28.000Z')")
database.commit()


@server.tool(annotations={"readOnlyHint": True})
async def getInventory(id: int) -> ToolResult:
    """Returns one item of the inventory."""
    item = database.execute("SELECT id, title, quantity, created, updated FROM items WHERE id = ?", (id,)).fetchone()
    text = f"ID: {item[0]} - {item[1]} (updated: {item[4][:10]})\nQuantity: {item[2]:g}\nVersion: {item[4]}"
    names = ("id", "title", "quantity", "created_at", "updated_at")
    data = [{"type": "inventory.items", "data": [dict(zip(names, item))]}]
    return ToolResult(content=text, structured_content={"artifacts": data})


if __name__ == "__main__":
    server.run(transport="http", host="127.0.0.1", port=int(sys.argv[1]), show_banner=False, log_level="error")
