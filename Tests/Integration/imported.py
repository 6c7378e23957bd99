"""Calls of tools that were imported from published OpenAPI documents, each request checked by the same document.

Run it by hand with `openapi-core`, `pyyaml` and the documents: `BUILT=.build/release python3 Tests/Integration/imported.py FOLDER`. Each file
of the folder is imported; ten of its tools are called with arguments out of their schemas. Only the address of the API is replaced.
"""

import http.server
import json
import pathlib
import re
import subprocess
import sys
import threading
import urllib.parse

import trial
import yaml
from checks import check, section
from jsonschema_path import SchemaPath
from openapi_core import Config, OpenAPI
from openapi_core.testing import MockRequest
from servers import BUILT
from torii import torii
from werkzeug.datastructures import ImmutableMultiDict

CALLS = 10
TEXTS = {
    "date": "2026-11-24",
    "date-time": "2026-11-24T00:00:00Z",
    "uuid": "7d5cf7b7-0000-4000-8000-000000000000",
    "uri": "https://example.com/a",
    "email": "a@example.com",
}
PATTERNED = ["abc", "1", "12", "ABC", "TX", "TXZ001", "VAC", "dt0", "37.7,-97.1", "2026-11-24", "123456789012345678", "+15551234567"]


class API(http.server.BaseHTTPRequestHandler):
    """An API that checks each request by its document and answers with an empty object."""

    protocol_version = "HTTP/1.1"

    def handle_request(self):
        url = urllib.parse.urlsplit(self.path)
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length) if length else None
        request = MockRequest(
            self.server.base,
            self.command.lower(),
            urllib.parse.unquote(url.path),
            args=ImmutableMultiDict(urllib.parse.parse_qsl(url.query, keep_blank_values=True)),
            headers=dict(self.headers),
            cookies={},
            data=body,
            content_type=self.headers.get("Content-Type") or "",
        )
        try:
            self.server.document.validate_request(request)
            fault = None
        except Exception as error:
            fault = f"{self.command} {self.path}: {error!r} {error.__cause__!r}"[:300]
        self.server.faults.append(fault)
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "2")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(b"{}")

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = handle_request

    def log_message(self, *arguments):
        pass


def text(schema):
    """Returns a text that fits a schema."""
    value = TEXTS.get(schema.get("format"), "abc")
    if pattern := schema.get("pattern"):
        account = re.match(r"\^([A-Z]{2})\[0-9a-fA-F\]\{32\}\$", pattern)
        fitting = (text for text in PATTERNED if re.search(pattern, text))
        value = account.group(1) + "0" * 32 if account else next(fitting, value)
    return value + "x" * max(0, schema.get("minLength", 0) - len(value))


def sample(schema, definitions, depth=0):
    """Returns a value that fits a schema."""
    if depth > 8:
        return {}
    if "$ref" in schema:
        return sample(definitions[schema["$ref"].split("/")[-1]], definitions, depth + 1)
    if "const" in schema or schema.get("enum"):
        return schema.get("const", (schema.get("enum") or [None])[0])
    for part in schema.get("anyOf", []) + schema.get("oneOf", []):
        if part.get("type") != "null":
            return sample(part, definitions, depth + 1)
    if parts := schema.get("allOf"):
        values = [sample(part, definitions, depth + 1) for part in parts]
        return {name: value for part in values if isinstance(part, dict) for name, value in part.items()} or values[0]
    kinds = schema.get("type", "object" if "properties" in schema else "string")
    kind = next(kind for kind in ([kinds] if isinstance(kinds, str) else kinds) if kind != "null")
    if kind == "array":
        return [sample(schema.get("items", {}), definitions, depth + 1)] * max(1, schema.get("minItems", 1))
    if kind == "object":
        members, needed = schema.get("properties", {}), schema.get("required", [])
        return {name: sample(members[name], definitions, depth + 1) for name in needed if name in members}
    number = min(max(int(schema.get("minimum", 1)), 1), int(schema.get("maximum", 1 << 30)))
    return {"integer": number, "number": schema.get("minimum", 1), "boolean": True}.get(kind) or text(schema)


def arguments(tool):
    """Returns the arguments that a tool requires, and one more."""
    definitions, needed = tool.get("$defs", {}), tool.get("required", [])
    schemas = tool.get("arguments") or {}
    further = [name for name in schemas if name not in needed and schemas[name].get("type") in ("integer", "boolean")]
    return {name: sample(schemas[name], definitions) for name in [*needed, *further[:1]]}


def serve(document, prefixes):
    """Starts an API that checks by a document, whose servers it replaces by its own address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), API)
    server.base, server.faults = f"http://127.0.0.1:{server.server_address[1]}", []
    loaded = load(document)
    loaded["servers"] = [{"url": server.base + prefix} for prefix in prefixes]
    for path in loaded["paths"].values():
        path.pop("servers", None)
        for operation in path.values():
            if isinstance(operation, dict):
                operation.pop("servers", None)
    # Some published documents do not fit their own format.
    config = Config(spec_validator_cls=None)
    server.document = OpenAPI(SchemaPath.from_dict(loaded, base_uri=document.resolve().as_uri()), config=config)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def call(folder, document):
    """Imports a document and calls ten of its tools."""
    name = re.sub("[^a-z0-9]+", "-", document.stem.lower()).strip("-") + "-api"
    tools = folder / name
    tools.mkdir()
    command = [BUILT / "torii", "tools", "import", document, "--upstream", name, "--output", tools]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode and "--base" in done.stdout + done.stderr or not list(tools.glob("*.yaml")):
        done = subprocess.run([*command, "--base", "https://api.example.com"], capture_output=True, text=True)
    check("the document is imported", done.returncode == 0, done.stdout.strip().splitlines()[-1:] or done.stderr[:200])
    file = tools / f"{name}.yaml"
    declared = yaml.load(file.read_text(), yaml.CSafeLoader)
    prefix = re.sub("^https?://[^/]+", "", declared["base"])
    roots = {re.sub("^https?://[^/]+", "", server.get("url", "")).rstrip("/") for server in load(document).get("servers") or []}
    api = serve(document, sorted({prefix, *roots}))
    text = re.sub("(?m)^base: .*$", f'base: "{api.base}{prefix}"\ncheck: {{get: /}}', file.read_text(), count=1)
    file.write_text(text)
    for other in tools.glob("*.yaml"):
        if other != file:
            other.unlink()
    settings = {"TORII_TOOLS_DIR": tools, "TORII_TOOLS_HOSTS": "127.0.0.1,*", "TORII_LOG_LEVEL": "error"}
    with torii(folder, **settings) as instance:
        secret = json.dumps({"user": "u", "password": "p"}) if "basic:" in text else "k"
        instance.admin("POST", f"upstreams/{name}/keys", {"secret": secret})
        api.faults.clear()
        step = max(1, len(declared["tools"]) // CALLS)
        for tool in declared["tools"][::step][:CALLS]:
            count = len(api.faults)
            answer = instance.open("POST", f"/v1/tools/{tool['name']}?confirm=true", arguments(tool)).json()
            sent = len(api.faults) > count
            check(tool["name"], sent and not api.faults[-1], api.faults[-1] if sent else str(answer)[:300])
    api.shutdown()


def load(document):
    """Returns the value of a document."""
    # Not all JSON is YAML.
    return json.loads(document.read_text()) if document.suffix == ".json" else yaml.load(document.read_text(), yaml.CSafeLoader)


def run(folder):
    for document in sorted(pathlib.Path(sys.argv[1]).iterdir()):
        if document.suffix in (".json", ".yaml", ".yml"):
            with section(document.name):
                call(folder, document)


if __name__ == "__main__":
    trial.run(run)
