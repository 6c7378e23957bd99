"""Torii against real servers: llama.cpp's, LiteLLM's proxy, Radicale, MediaWiki, and nginx in front of it.

Run it with `make integration`, which installs them and builds Torii first. Everything is on loopback, every server is stopped
by its own process id, and nothing waits longer than its limit.
"""

import pathlib
import signal
import sys
import tempfile

import checks
import litellm_proxy
import llama_cpp
import mediawiki_site
import nginx_site
import radicale_dav
from servers import NotStarted

PARTS = {"llama": llama_cpp, "litellm": litellm_proxy, "nginx": nginx_site, "radicale": radicale_dav, "mediawiki": mediawiki_site}
LIMIT = 15 * 60


def stop(number, _):
    """Leaves by an exception, so that every server on the way is stopped."""
    sys.exit(f"stopped: {'the limit of time is reached' if number == signal.SIGALRM else signal.Signals(number).name}")


def main(names):
    for number in (signal.SIGALRM, signal.SIGTERM):
        signal.signal(number, stop)
    signal.alarm(LIMIT)
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        sys.exit(f"there is no {unknown[0]}; the parts are {', '.join(PARTS)}")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        for part in names or PARTS:
            try:
                PARTS[part].run(folder)
            except NotStarted as error:
                checks.check(f"{part}: its servers start", False, error)
    print(f"\n{checks.passed} passed, {checks.failed} failed")
    sys.exit(checks.failed > 0)


if __name__ == "__main__":
    main(sys.argv[1:])
