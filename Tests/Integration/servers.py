"""Servers on loopback, each stopped by its own process id."""

import contextlib
import http.client
import os
import pathlib
import random
import socket
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILT = pathlib.Path(os.environ.get("BUILT", ROOT / ".build/release"))
INSTALLED = ROOT / ".build/integration/bin"


class NotStarted(Exception):
    """A server that did not come up; says what it printed."""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def free_ports(count):
    """The first of so many free ports in a row, below those that the system gives out for connections."""
    while True:
        first = random.randrange(20_000, 32_000 - count)
        with contextlib.suppress(OSError), contextlib.ExitStack() as probes:
            for port in range(first, first + count):
                probes.enter_context(socket.socket()).bind(("127.0.0.1", port))
            return first


def listens(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def is_healthy(port, path):
    """Whether a server answers with 200, for those that listen before they can do anything."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    with contextlib.suppress(OSError, http.client.HTTPException), contextlib.closing(connection):
        connection.request("GET", path)
        return connection.getresponse().status == 200
    return False


@contextlib.contextmanager
def server(command, port, log, health=None, seconds=120, **options):
    """Runs a server until the block ends. It is ready when its port takes a connection, or when `health` is answered with 200."""
    with open(log, "wb") as output:
        process = subprocess.Popen([str(part) for part in command], stdout=output, stderr=output, **options)
    try:
        deadline = time.monotonic() + seconds
        while not (is_healthy(port, health) if health else listens(port)):
            if process.poll() is not None or time.monotonic() > deadline:
                raise NotStarted(f"{command[0]} did not start:\n{pathlib.Path(log).read_text(errors='replace')[-4000:]}")
            time.sleep(0.1)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def clean_environment(**settings):
    """This process's environment without settings of Torii and keys of providers that a developer may have in it."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("TORII_", "CARDDAV_", "CALDAV_"))
        and not name.endswith(("_API_KEY", "_API_TOKEN", "_BASE_URL"))
    } | settings
