"""Torii against real servers: llama.cpp's, LiteLLM's proxy, and nginx in front of it.

Run it with `make integration`, which installs them and builds Torii first. Everything is on loopback, every server is stopped
by its own process id, and nothing waits longer than its limit.
"""

import sys

import checks
import litellm_proxy
import llama_cpp
import nginx_site
import trial
from servers import NotStarted

PARTS = {"llama": llama_cpp, "litellm": litellm_proxy, "nginx": nginx_site}


def main(folder, names):
    for part in names or PARTS:
        try:
            PARTS[part].run(folder)
        except NotStarted as error:
            checks.check(f"{part}: its servers start", False, error)


if __name__ == "__main__":
    unknown = [name for name in sys.argv[1:] if name not in PARTS]
    if unknown:
        sys.exit(f"there is no {unknown[0]}; the parts are {', '.join(PARTS)}")
    trial.run(main, sys.argv[1:])
