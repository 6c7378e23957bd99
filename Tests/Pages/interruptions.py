"""Answers across cut connections, reloads, a lost network, two tabs and a server that is killed: the text and the numbers of the events."""

import socket
import threading
import types

import servers
from browser import TOKEN, answer, ask, check, chromium, context, expect, sign_in
from checks import section
from models import Paced, settings
from torii import torii

CUTS, RELOADS, KILLS = 50, 5, 3
WORDS = [f"w{number} " for number in range(200)]
EXPECTED = "".join(WORDS).strip()

# The numbers of the events as the page applies them.
APPLIED = """async () => {
  window.applied = [];
  const { EventFollower } = await import(document.querySelector("script").src.replace("chat.js", "stream.js"));
  const run = EventFollower.prototype.run;
  EventFollower.prototype.run = function () {
    const { onEvent } = this.listeners;
    this.listeners = { ...this.listeners, onEvent: (type, data, number) => { window.applied.push([this.path(0), number]); return onEvent(type, data, number); } };
    return run.call(this);
  };
}"""

# The numbers of the events as they arrive after a reload, before a module of the page could be changed.
ARRIVED = """
window.arrived = [];
const send = window.fetch;
window.fetch = async (address, options) => {
  const response = await send(address, options);
  if (!String(address).includes("/events") || !response.body) return response;
  const [own, copy] = response.body.tee();
  (async () => {
    const reader = copy.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    try {
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        const lines = (rest + piece.value).split("\\n");
        rest = lines.pop();
        for (const line of lines) { const id = /^id: .*:(\\d+)$/.exec(line); if (id) window.arrived.push(Number(id[1])); }
      }
    } catch { /* The page was left. */ }
  })();
  return new Response(own, { status: response.status, headers: response.headers });
};
"""


class Relay:
    """A relay in front of the server, whose connections can be cut."""

    def __init__(self, target):
        self.target, self.pairs, self.lock = target, [], threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                return
            with self.lock:
                self.pairs.append((near, far))
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self.copy, args=(source, sink), daemon=True).start()

    def copy(self, source, sink):
        try:
            while data := source.recv(65536):
                sink.sendall(data)
        except OSError:
            pass
        for side in (source, sink):
            try:
                side.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        with self.lock:
            pairs, self.pairs = self.pairs, []
        for pair in pairs:
            for side in pair:
                try:
                    side.shutdown(socket.SHUT_RDWR)
                    side.close()
                except OSError:
                    pass

    def close(self):
        self.listener.close()
        self.cut()


def text(page, number=-1):
    return answer(page, number).locator(".text").inner_text()


def growing(page, number, word):
    """Waits until an answer has a word."""
    expect(page.locator(".messages > .answer").nth(number).locator(".text")).to_contain_text(f"w{word} ")


def perform(playwright, folder):
    with chromium(playwright) as browser:
        paced = Paced(WORDS)
        with paced.model.running():
            with section("Cut connections"), torii(folder, **settings(paced.model)) as server, context(browser) as opened:
                cut_connections(opened, server, paced)
            with section("Reloads, two tabs, no network"), torii(folder, **settings(paced.model)) as server, context(browser) as opened:
                reloads(opened, server, paced)
            with section("A server that is killed"), context(browser) as opened:
                kills(opened, folder, paced)


def cut_connections(opened, server, paced):
    relay = Relay(server.port)
    server.port = relay.port
    page = opened.new_page()
    sign_in(page, server)
    page.evaluate(APPLIED)
    ask(page, "cut")
    paced.allow("cut", 3)
    seen = -1
    for _ in range(CUTS):
        page.wait_for_function("seen => window.applied.length && window.applied.at(-1)[1] > seen", arg=seen)
        seen = page.evaluate("() => window.applied.at(-1)[1]")
        relay.cut()
        paced.allow("cut", 2)
    paced.allow("cut")
    found = text(page)
    check(f"the text after {CUTS} cuts is whole", found == EXPECTED, f"{len(found)} of {len(EXPECTED)} characters")
    numbers = [number for _, number in page.evaluate("() => window.applied")]
    check("each event was applied once, in order", numbers == list(range(len(numbers))) and len(numbers) > CUTS, f"{len(numbers)} events")
    relay.close()


def reloads(opened, server, paced):
    opened.add_init_script(ARRIVED)
    page = opened.new_page()
    sign_in(page, server)
    ask(page, "reload")
    for number in range(RELOADS):
        paced.allow("reload", 10)
        growing(page, 0, 10 * number + 8)
        page.reload()
    growing(page, 0, 10 * RELOADS - 2)
    other = opened.new_page()
    other.goto(page.url)
    growing(other, 0, 10 * RELOADS - 2)
    paced.allow("reload", 10)
    growing(page, 0, 10 * RELOADS + 8)
    growing(other, 0, 10 * RELOADS + 8)
    opened.set_offline(True)
    paced.allow("reload", 10)
    expect(page.locator(".connection")).not_to_be_empty()
    opened.set_offline(False)
    paced.allow("reload")
    check(f"the text after {RELOADS} reloads and a lost network is whole", text(page) == EXPECTED)
    check("the other tab has it too", text(other) == EXPECTED)
    page.reload()
    check("the stored answer is the same", text(page) == EXPECTED)
    ask(page, "again")
    paced.allow("again", 100)
    growing(page, 1, 98)
    page.reload()
    growing(page, 1, 98)
    paced.allow("again")
    check("an answer that is joined in its middle is whole", text(page, 1) == EXPECTED)
    numbers = page.evaluate("() => window.arrived")
    check("its events arrived from the first one on, each once, in order", numbers == list(range(len(numbers))) and len(numbers) > 2, f"{len(numbers)} events")


def kills(opened, folder, paced):
    port, data = servers.free_port(), folder / "killed"
    environment = servers.clean_environment(
        TORII_PORT=str(port), TORII_DATA_DIR=str(data), TORII_CLIENT_TOKEN=TOKEN, TORII_ADMIN_TOKEN=TOKEN + "_admin", **settings(paced.model)
    )

    def start():
        return servers.server([servers.BUILT / "torii", "serve"], port, folder / "killed.log", health="/healthz", env=environment, cwd=folder)

    page = opened.new_page()
    seen = []
    for number in range(KILLS):
        with start() as running:
            if number == 0:
                sign_in(page, types.SimpleNamespace(port=port))
                page.evaluate(APPLIED)
            else:
                come_back(page, number)
            ask(page, f"kill {number}")
            paced.allow(f"kill {number}", 20)
            growing(page, number, 18)
            seen.append(page.locator(".messages > .answer").nth(number).locator(".text").inner_text())
            running.kill()
    with start():
        come_back(page, KILLS)
        runs = {}
        for path, number in page.evaluate("() => window.applied"):
            runs.setdefault(path, []).append(number)
        check(
            "the events of each killed answer were applied once, in order",
            len(runs) == KILLS and all(n == list(range(len(n))) for n in runs.values()),
            [len(n) for n in runs.values()],
        )
        page.reload()
        page.locator(".answer .problem").nth(KILLS - 1).wait_for()
        texts = page.locator(".messages > .answer .text").all_inner_texts()
        kept = all(stored.startswith(before) and EXPECTED.startswith(stored) for stored, before in zip(texts, seen, strict=True))
        check(f"{KILLS} killed answers keep what a person had read", kept, [(len(before), len(stored)) for stored, before in zip(texts, seen, strict=True)])
        ask(page, "again after all")
        paced.allow("again after all")
        check("the chat continues, still signed in", text(page, KILLS) == EXPECTED)


def come_back(page, count):
    """Waits until the page has learnt from the new server that the answers are over."""
    page.evaluate("() => dispatchEvent(new Event('online'))")
    page.locator(".answer .problem").nth(count - 1).wait_for()
