"""One question to a model by a session in Swift with no server around, for what `POST /v1/chat` cannot ask yet."""

import json
import subprocess

import jsonschema

from llama_server import KEY, MODEL
from servers import BUILT, clean_environment


def put(interface, port, **question):
    """Puts a question; gives the answer or the error."""
    question |= {"interface": interface.name, "model": MODEL, "base_url": interface.base_url(port), "key": KEY}
    done = subprocess.run(
        [BUILT / "ask-model"], input=json.dumps(question), capture_output=True, text=True, timeout=120, env=clean_environment()
    )
    if done.returncode:
        raise AssertionError(f"ask-model failed: {done.stdout}{done.stderr}")
    return json.loads(done.stdout)


def fits(value, schema):
    """Whether a value keeps to a schema, in the eyes of a validator that is not ours.

    Where every member has to be there, a model writes `null` for one that may be absent; that counts as its absence.
    """
    if not isinstance(value, dict):
        return False
    value = {name: member for name, member in value.items() if member is not None or name in schema["required"]}
    return jsonschema.Draft202012Validator(schema).is_valid(value)
