"""Torii against real servers: llama.cpp's, LiteLLM's proxy, Radicale, MediaWiki, and nginx in front of it; against its API
description; with clients of OpenAI's chat completions and Responses and of Anthropic's Messages; with clients and servers of the Model
Context Protocol, good and hostile; with the rules of today's providers; with users of an app, and the issuers of their tokens; and by
the examples of the guides.

Run it with `make integration`, which installs them and builds Torii first. Everything is on loopback, every server is stopped by its
process id, and every wait has a limit.
"""

import sys

import api_description
import chat_completions
import checks
import frames
import guides
import issuers
import litellm_proxy
import llama_cpp
import matrix
import mcp_clients
import mcp_conformance
import mcp_cost
import mcp_hostile
import mcp_poisoned
import mcp_servers
import mcp_sign_in
import mcp_stdio
import mediawiki_site
import messages
import nginx_site
import open_responses
import radicale_dav
import responses
import today
import trial
import users
from servers import NotStarted

PARTS = {
    "llama": llama_cpp,
    "litellm": litellm_proxy,
    "nginx": nginx_site,
    "radicale": radicale_dav,
    "mediawiki": mediawiki_site,
    "api": api_description,
    "openai": chat_completions,
    "responses": responses,
    "messages": messages,
    "compliance": open_responses,
    "matrix": matrix,
    "mcp_clients": mcp_clients,
    "mcp_cost": mcp_cost,
    "mcp_hostile": mcp_hostile,
    "mcp_servers": mcp_servers,
    "mcp_poisoned": mcp_poisoned,
    "mcp_stdio": mcp_stdio,
    "mcp_conformance": mcp_conformance,
    "mcp_sign_in": mcp_sign_in,
    "users": users,
    "issuers": issuers,
    "today": today,
    "guides": guides,
    # The last one, because it validates what the others recorded.
    "frames": frames,
}


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
