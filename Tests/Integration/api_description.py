"""The OpenAPI description: it must be valid (openapi-spec-validator), and the server's answers must conform to it (schemathesis)."""

import json
import pathlib
import re
import subprocess
import sys

from openapi_spec_validator import OpenAPIV31SpecValidator

import checks
from servers import clean_environment
from torii import TOKEN, torii

# The faults of an answer: an error of the server, or something that the description lacks.
CHECKS = [
    "not_a_fault_of_the_server",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "unsupported_method",
]
SIDES = {"clients": (r"^/(v1|mcp|healthz|readyz|openapi)", TOKEN), "administrators": (r"^/(admin|metrics)", TOKEN + "_admin")}


def run(folder):
    with torii(folder, TORII_LOG_LEVEL="notice") as server:
        with checks.section("the description"):
            answer = server.open("GET", "/openapi.json")
            document = json.loads(answer.text())
            errors = list(OpenAPIV31SpecValidator(document).iter_errors())
            operations = sum(len([name for name in item if name != "parameters"]) for item in document["paths"].values())
            checks.check(f"OpenAPI {document['openapi']}, {operations} operations, is valid", not errors, errors[:3])
        for side, (paths, token) in SIDES.items():
            with checks.section(f"schemathesis on the side of {side}"):
                fuzz(server, folder, side, paths, token)
        checks.check("the server is still there", server.process.poll() is None)


def fuzz(server, folder, side, paths, token):
    command = [
        sys.executable, "-m", "schemathesis.cli", "run", f"http://127.0.0.1:{server.port}/openapi.json",
        "--header", f"Authorization: Bearer {token}", "--checks", ",".join(CHECKS),
        "--include-path-regex", paths, "--max-examples", "30", "--continue-on-failure",
        "--generation-deterministic", "--request-timeout", "30", "--no-color", "--warnings", "off",
        "--suppress-health-check", "all", "--max-time", "150",
    ]
    environment = clean_environment(SCHEMATHESIS_HOOKS="schemathesis_checks", PYTHONPATH=str(pathlib.Path(__file__).parent))
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=600)
    report = folder / f"schemathesis-{side}.txt"
    report.write_text(done.stdout + done.stderr)
    summary = re.search(r"=+ SUMMARY =+\n(.*)", done.stdout, re.DOTALL)
    print((summary.group(1) if summary else done.stdout[-3000:] + done.stderr[-3000:]).strip())
    checks.check(f"nothing that the description does not say (the report is {report.name})", done.returncode == 0)
    if done.returncode != 0:
        failures = re.search(r"=+ FAILURES =+\n(.*?)=+ SUMMARY", done.stdout, re.DOTALL)
        print((failures.group(1) if failures else "")[:6000])
