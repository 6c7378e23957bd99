"""Answers across cut connections, reloads, a lost network, two tabs and a server that is killed: the text and the numbers of the events."""

import socket
import threading
import time

import servers
from browser import TOKEN, answer, ask, check, chromium, context, sign_in
from chat_model import ChatModel
from checks import section
from flows import settings
from torii import torii

TOKENS = 400
CUTS, RELOADS, KILLS = 50, 5, 3
EXPECTED = "".join(f"w{number} " for number in range(TOKENS)).strip()

# Records the numbers of the events as they arrive, before the page reads them.
RECORD = """
window.numbers = [];
const send = window.fetch;
window.fetch = async (address, options) => {
  const response = await send(address, options);
  if (!String(address).includes("/events") || !response.body) return response;
  const [own, copy] = response.body.tee();
  (async () => {
    const reader = copy.getReader();
    const decoder = new TextDecoder();
    let rest = "";
    try {
      while (true) {
        const { value, done } = await reader.read();
        if (done) return;
        rest += decoder.decode(value, { stream: true });
        const frames = rest.split("\\n\\n");
        rest = frames.pop();
        for (const frame of frames) { const id = /^id: .*:(\\d+)$/m.exec(frame); if (id) window.numbers.push(Number(id[1])); }
      }
    } catch { /* The connection was cut. */ }
  })();
  return new Response(own, { status: response.status, headers: response.headers });
};
"""


def say(turn):
    """Says words at 80 a second."""
    for number in range(TOKENS):
        turn.text(f"w{number} ")
        time.sleep(1 / 80)
    turn.finish(usage={"prompt_tokens": 5, "completion_tokens": TOKENS})


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
        for near, far in pairs:
            for side in (near, far):
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


def perform(playwright, folder):
    model = ChatModel(say)
    with chromium(playwright) as browser, model.running():
        with section("Cut connections"), torii(folder, **settings(model)) as server, context(browser) as opened:
            cut_connections(opened, server)
        with section("Reloads, two tabs, no network"), torii(folder, **settings(model)) as server, context(browser) as opened:
            reloads(opened, server)
        with section("A server that is killed"), context(browser) as opened:
            kills(opened, folder, model)


def cut_connections(opened, server):
    relay = Relay(server.port)
    server.port = relay.port
    opened.add_init_script(RECORD)
    page = opened.new_page()
    sign_in(page, server)
    ask(page, "go")
    page.locator(".answer .text p").wait_for()
    cuts = 0
    while cuts < CUTS and page.locator(".answer[aria-busy]").count():
        relay.cut()
        cuts += 1
        page.wait_for_timeout(60)
    found = text(page)
    check(f"the text after {cuts} cuts is whole", found == EXPECTED, f"{len(found)} of {len(EXPECTED)} characters")
    numbers = page.evaluate("() => window.numbers")
    check("each event arrived once, in order", numbers == list(range(len(numbers))) and len(numbers) > 2, f"{len(numbers)} events")
    check("the connections were cut often enough", cuts >= CUTS, cuts)
    relay.close()


def reloads(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    ask(page, "go")
    for _ in range(RELOADS):
        page.locator(".answer .text p").wait_for()
        page.wait_for_timeout(300)
        page.reload()
    other = opened.new_page()
    other.goto(page.url)
    other.locator(".answer .text p").wait_for()
    opened.set_offline(True)
    page.wait_for_timeout(700)
    opened.set_offline(False)
    check(f"the text after {RELOADS} reloads and a lost network is whole", text(page) == EXPECTED)
    check("the other tab has it too", text(other) == EXPECTED)
    # A message that is written while there is no network waits.
    opened.set_offline(True)
    ask(page, "later")
    page.locator(".send-state button").wait_for()
    opened.set_offline(False)
    page.locator(".send-state button").click()
    check("a message that was not sent is sent again", text(page, 1) == EXPECTED)
    page.reload()
    check("it was sent once", page.locator(".answer .actions button").first.wait_for(state="attached") is None and page.locator(".question").count() == 2)


def kills(opened, folder, model):
    port, data = servers.free_port(), folder / "killed"
    environment = servers.clean_environment(
        TORII_PORT=str(port), TORII_DATA_DIR=str(data), TORII_CLIENT_TOKEN=TOKEN, TORII_ADMIN_TOKEN=TOKEN + "_admin", **settings(model)
    )

    def start():
        return servers.server([servers.BUILT / "torii", "serve"], port, folder / "killed.log", health="/healthz", env=environment, cwd=folder)

    class Place:
        pass

    place = Place()
    place.port = port
    page = opened.new_page()
    for number in range(KILLS):
        with start() as running:
            if number == 0:
                sign_in(page, place)
            else:
                page.locator(".answer .problem").nth(number - 1).wait_for()
            ask(page, f"go {number}")
            page.locator(".messages > .answer").nth(number).locator(".text p").wait_for()
            page.wait_for_timeout(400)
            running.process.kill()
            running.process.wait()
    with start():
        page.locator(".answer .problem").nth(KILLS - 1).wait_for()
        page.reload()
        page.locator(".answer .problem").nth(KILLS - 1).wait_for()
        texts = page.locator(".messages > .answer .text").all_inner_texts()
        check(f"{KILLS} killed answers keep what was written", all(kept and EXPECTED.startswith(kept) for kept in texts), [len(kept) for kept in texts])
        ask(page, "again")
        check("the chat continues, still signed in", text(page, KILLS) == EXPECTED)
