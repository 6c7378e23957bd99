"""One question to a model by a session in Swift without a server, for features that `POST /v1/chat` lacks."""

import json
import subprocess

import jsonschema

from llama_server import KEY, MODEL
from servers import BUILT, clean_environment


def put(interface, port, **question):
    """Asks a question; returns the answer or the error."""
    question |= {"interface": interface.name, "model": MODEL, "base_url": interface.base_url(port), "key": KEY}
    done = subprocess.run(
        [BUILT / "ask-model"], input=json.dumps(question), capture_output=True, text=True, timeout=120, env=clean_environment()
    )
    if done.returncode:
        raise AssertionError(f"ask-model failed: {done.stdout}{done.stderr}")
    return json.loads(done.stdout)


def fits(value, schema):
    """Whether a value conforms to a schema, by an independent validator.

    If every member is required, a model writes `null` for an optional one; that counts as its absence.
    """
    if not isinstance(value, dict):
        return False
    value = {name: member for name, member in value.items() if member is not None or name in schema["required"]}
    return jsonschema.Draft202012Validator(schema).is_valid(value)
