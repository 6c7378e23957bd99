"""What every script that is run by itself does around its trial."""

import pathlib
import signal
import sys
import tempfile

import checks


def stop(number, _):
    """Leaves by an exception, so that every server on the way is stopped."""
    sys.exit(f"stopped: {'the limit of time is reached' if number == signal.SIGALRM else signal.Signals(number).name}")


def run(trial, *arguments, minutes=30):
    """Runs a trial in a folder of its own and for so many minutes at most; leaves with 1 when one of its checks failed."""
    for number in (signal.SIGALRM, signal.SIGTERM):
        signal.signal(number, stop)
    signal.alarm(int(minutes * 60))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        # nginx, started by root, works as somebody else.
        folder.chmod(0o755)
        trial(folder, *arguments)
    checks.conclude()
