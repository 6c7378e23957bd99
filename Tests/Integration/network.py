"""A private network of the script, so that a web page can be hostile without a real network.

Torii reads no page at a loopback or private address. The script therefore restarts itself in a new network namespace, beside a second
namespace with a public address. No packet leaves the machine. Needs root and iproute2.
"""

import contextlib
import os
import shutil
import subprocess
import sys

# Public addresses, which exist only in the namespaces.
OWN_ADDRESS = "20.30.40.1"
WEB_ADDRESS = "20.30.40.50"
MARK = "TORII_TRIAL_NETWORK"


def isolate():
    """Restarts the script in a network namespace; returns at once if it already runs there."""
    if os.environ.get(MARK):
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
        return
    if os.geteuid() != 0 or not shutil.which("ip"):
        sys.exit("this trial makes a network namespace of its own: run it as root, with iproute2 installed")
    os.environ[MARK] = "1"
    os.execvp("unshare", ["unshare", "--net", sys.executable, "-B", *sys.argv])


@contextlib.contextmanager
def web_server(script, *arguments):
    """Runs a Python script that serves on port 80 at `WEB_ADDRESS`; the block starts when the script reports that it is ready."""
    command = ["unshare", "--net", sys.executable, "-B", str(script), *arguments]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        # The namespace exists as soon as the script has printed its first word.
        process.stdout.readline()
        for line in (
            f"ip link add torii0 type veth peer name torii1 netns {process.pid}",
            f"ip addr add {OWN_ADDRESS}/24 dev torii0",
            "ip link set torii0 up",
            f"nsenter --net --target {process.pid} ip addr add {WEB_ADDRESS}/24 dev torii1",
            f"nsenter --net --target {process.pid} ip link set torii1 up",
        ):
            subprocess.run(line.split(), check=True)
        process.stdin.write("ready\n")
        process.stdin.flush()
        process.stdout.readline()
        yield f"http://{WEB_ADDRESS}"
    finally:
        process.terminate()
        process.wait(timeout=10)
        subprocess.run(["ip", "link", "del", "torii0"], check=False, stderr=subprocess.DEVNULL)
