"""The frame of every script that is run on its own."""

import pathlib
import signal
import sys
import tempfile

import checks


def stop(number, _):
    """Raises an exception, so that every running server is stopped."""
    sys.exit(f"stopped: {'the limit of time is reached' if number == signal.SIGALRM else signal.Signals(number).name}")


def run(trial, *arguments, minutes=30):
    """Runs a trial in its own folder with a time limit in minutes; exits with 1 if one of its checks failed."""
    for number in (signal.SIGALRM, signal.SIGTERM):
        signal.signal(number, stop)
    signal.alarm(int(minutes * 60))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        # nginx, if started by root, runs as another user.
        folder.chmod(0o755)
        trial(folder, *arguments)
    checks.conclude()
