"""Torii against real servers: LiteLLM's proxy as its model, nginx in front of it.

Run it with `make integration`, which installs the two and builds Torii first. Everything is on loopback, every server is stopped
by its own process id, and nothing waits longer than its limit.
"""

import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TORII = ROOT / ".build/release/torii"
STANDINS = ROOT / ".build/debug/standins"
LITELLM = ROOT / ".build/integration/bin/litellm"
TOKEN = "torii_integration"
ANSWER = "Hello from the mock, piece by piece."


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def server(command, port, log, seconds=90, **options):
    """Runs a server until the block ends; it is ready when its port takes a connection."""
    with open(log, "wb") as output:
        process = subprocess.Popen([str(part) for part in command], stdout=output, stderr=output, **options)
    try:
        deadline = time.monotonic() + seconds
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                break
            if process.poll() is not None or time.monotonic() > deadline:
                sys.exit(f"{command[0]} did not start:\n{pathlib.Path(log).read_text()}")
            time.sleep(0.1)
        yield
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def torii(folder, port, **settings):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TORII_")}
    environment |= {
        "TORII_PORT": str(port),
        "TORII_DATA_DIR": str(folder / f"data-{port}"),
        "TORII_CLIENT_TOKEN": TOKEN,
        "TORII_ADMIN_TOKEN": TOKEN + "_admin",
    }
    environment |= settings
    return server([TORII, "serve"], port, folder / f"torii-{port}.log", env=environment, cwd=folder)


def stream(connection, message):
    """Takes a turn as a stream; gives each event's type and data with the time it came in."""
    body = json.dumps({"message": message, "stream": True})
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    connection.request("POST", "/v1/chat", body, headers)
    response = connection.getresponse()
    assert response.status == 200, (response.status, response.read())
    events, kind = [], None
    while line := response.readline():
        line = line.decode().rstrip("\n")
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: "):
            events.append((time.monotonic(), kind, json.loads(line.removeprefix("data: "))))
    return events


def check(name, holds, detail=""):
    print(f"{'ok' if holds else 'FAILED'}  {name}{'  ' + str(detail) if detail else ''}", flush=True)
    if not holds:
        raise SystemExit(1)


def litellm(folder):
    """A plain turn through LiteLLM's proxy, whose wire format is not ours to shape."""
    proxy, port = free_port(), free_port()
    config = folder / "litellm.json"
    model = {"model": "openai/mock", "api_key": "x", "mock_response": ANSWER}
    config.write_text(
        json.dumps(
            {
                "model_list": [{"model_name": "mock", "litellm_params": model}],
                "general_settings": {"master_key": "sk-integration"},
            }
        )
    )
    command = [LITELLM, "--config", config, "--host", "127.0.0.1", "--port", proxy]
    environment = os.environ | {"LITELLM_LOCAL_MODEL_COST_MAP": "True"}
    with server(command, proxy, folder / "litellm.log", env=environment), torii(
        folder,
        port,
        TORII_MODEL="openai:mock",
        OPENAI_BASE_URL=f"http://127.0.0.1:{proxy}/v1",
        OPENAI_API_KEY="sk-integration",
    ):
        events = stream(http.client.HTTPConnection("127.0.0.1", port, timeout=60), "Say hello")
        deltas = [data["text"] for _, kind, data in events if kind == "message.delta"]
        check("LiteLLM: the answer is whole", "".join(deltas) == ANSWER, deltas)
        check("LiteLLM: it came in pieces", len(deltas) > 3)
        check("LiteLLM: the run completed", events[-1][1] == "run.completed", events[-1][2])


def nginx(folder):
    """The site of Deployment/nginx.conf: events must pass one by one, over TLS."""
    base, port, front = free_port(), free_port(), free_port()
    certificate, key = folder / "torii.pem", folder / "torii.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=torii.example",
         "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )
    site = (ROOT / "Deployment/nginx.conf").read_text()
    site = site.replace("127.0.0.1:8080;", f"127.0.0.1:{port};")
    site = site.replace("listen 443 ssl;", f"listen 127.0.0.1:{front} ssl;").replace("    listen [::]:443 ssl;\n", "")
    site = site.replace("/etc/ssl/certs/torii.pem", str(certificate)).replace("/etc/ssl/private/torii.key", str(key))
    version = subprocess.run([nginx_path(), "-v"], capture_output=True, text=True).stderr
    numbers = tuple(int(part) for part in re.search(r"(\d+)\.(\d+)\.(\d+)", version).groups())
    if numbers < (1, 25, 1):
        site = site.replace("    http2 on;\n", "")
    configuration = folder / "nginx.conf"
    configuration.write_text(
        f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;\n"
        "events {}\n"
        f"http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;\n"
        f"fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;\n{site}\n}}\n"
    )
    with server([STANDINS, "--port-base", base, "--pace", 50], base, folder / "standins.log"), torii(
        folder, port, TORII_MODEL="openai:stand-in", OPENAI_BASE_URL=f"http://127.0.0.1:{base}/v1",
        OPENAI_API_KEY="sk-standin-first-0001",
    ), server([nginx_path(), "-p", folder, "-c", configuration], front, folder / "nginx.log"):
        context = ssl.create_default_context(cafile=certificate)
        context.check_hostname = False
        connection = http.client.HTTPSConnection("127.0.0.1", front, timeout=60, context=context)
        events = stream(connection, "Tell me something")
        times = [at for at, kind, _ in events if kind == "message.delta"]
        check("nginx: the run completed", events[-1][1] == "run.completed")
        # The stand-in sends a token every 50 ms: held back by a buffer, all would come at once.
        spread = times[-1] - times[0]
        check("nginx: events come one by one", spread > 0.025 * len(times), f"{len(times)} deltas over {spread:.2f} s")
        connection.request("GET", "/admin/upstreams", headers={"Authorization": f"Bearer {TOKEN}_admin"})
        check("nginx: the admin endpoint is not passed on", connection.getresponse().status == 404)


def nginx_path():
    return shutil.which("nginx") or "/usr/sbin/nginx"


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        litellm(folder)
        nginx(folder)


main()
