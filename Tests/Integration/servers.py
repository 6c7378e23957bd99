"""Servers on loopback, each stopped by its process id."""

import contextlib
import http.client
import os
import pathlib
import random
import socket
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILT = pathlib.Path(os.environ.get("BUILT", ROOT / ".build/release")).resolve()
INSTALLED = ROOT / ".build/integration/bin"


class NotStarted(Exception):
    """A server that did not start, with its output."""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def free_ports(count):
    """Returns the first of a number of consecutive free ports, below the range for outgoing connections."""
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
    """Whether a server answers with 200, for servers that listen before they are ready."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    with contextlib.suppress(OSError, http.client.HTTPException), contextlib.closing(connection):
        connection.request("GET", path)
        return connection.getresponse().status == 200
    return False


class Server:
    """A server process, which can be stopped, killed and restarted with the same arguments."""

    def __init__(self, command, port, log, health=None, seconds=120, **options):
        self.command = [str(part) for part in command]
        self.port, self.log, self.health, self.seconds, self.options = port, log, health, seconds, options
        self.process = None

    def start(self):
        """Starts it and waits until it is ready: its port accepts a connection, or `health` is answered with 200."""
        with open(self.log, "ab") as output:
            self.process = subprocess.Popen(self.command, stdout=output, stderr=output, **self.options)
        deadline = time.monotonic() + self.seconds
        while not (is_healthy(self.port, self.health) if self.health else listens(self.port)):
            if self.process.poll() is not None or time.monotonic() > deadline:
                said = pathlib.Path(self.log).read_text(errors="replace")[-4000:]
                raise NotStarted(f"{self.command[0]} did not start:\n{said}")
            time.sleep(0.02)

    def kill(self):
        """Ends it by `kill -9`."""
        self.process.kill()
        self.process.wait()

    def stop(self):
        """Asks it to end, and kills it if it does not."""
        self.process.terminate()
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.kill()


@contextlib.contextmanager
def server(*arguments, **options):
    """Runs a `Server` for the duration of the block."""
    running = Server(*arguments, **options)
    try:
        running.start()
        yield running
    finally:
        if running.process:
            running.stop()


def clean_environment(**settings):
    """Returns this process's environment without settings of Torii and keys of providers that a developer may have in it."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("TORII_", "CARDDAV_", "CALDAV_"))
        and not name.endswith(("_API_KEY", "_API_TOKEN", "_BASE_URL"))
    } | settings
