"""How a growing answer is drawn: frames, time for scripts, memory, blocks that stay, a moved view, and 1,000 messages.

Counts are always checked. Times and rates depend on the machine: they are printed, and checked against the budgets with BUDGETS=1,
on a machine that does nothing else.
"""

import json
import os
import time

from browser import TOKEN, answer, ask, check, chromium, context, field, settled, sign_in, url
from checks import section, table
from models import ChatModel, Paced, settings
from torii import torii

JUDGES = bool(os.environ.get("BUDGETS"))
SECONDS = 5 if JUDGES else 2
RATES = (100, 300, 1000) if JUDGES else (100, 1000)
PARAGRAPH = "Tea is an aromatic **drink** that is prepared by pouring hot water over `leaves` of the plant, see [the page](https://example.org). "
TEXT = PARAGRAPH * 4 + "\n\n```python\n" + "print('tea')\n" * 60 + "```\n\n" + (PARAGRAPH * 3 + "\n\n") * 40

# Blocks are finished when two others follow them; they must stay as they are.
START = """() => {
  const state = window.measured = { gaps: [], last: performance.now(), isOn: true, long: 0, input: 0, blocks: new Map() };
  const root = [...document.querySelectorAll(".messages > .answer .text")].pop();
  const step = now => {
    state.gaps.push(now - state.last);
    state.last = now;
    if (state.gaps.length % 12 === 0) for (const block of [...root.children].slice(0, -2)) if (!state.blocks.has(block)) state.blocks.set(block, block.textContent);
    if (state.isOn) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  new PerformanceObserver(list => { state.long += list.getEntries().length; }).observe({ type: "long-animation-frame" });
  new PerformanceObserver(list => { for (const entry of list.getEntries()) state.input = Math.max(state.input, entry.duration); }).observe({ type: "event", durationThreshold: 16 });
}"""
END = """() => {
  const { gaps, long, input, blocks } = window.measured;
  window.measured.isOn = false;
  gaps.sort((a, b) => a - b);
  const changed = [...blocks].filter(([block, text]) => !block.isConnected || block.textContent !== text).length;
  return { fps: gaps.length / (gaps.reduce((sum, gap) => sum + gap, 0) / 1000), p99: gaps[Math.floor(gaps.length * 0.99)], long, input, blocks: blocks.size, changed };
}"""


def say(turn):
    """Says words at the number a second in the message, for some seconds, with a block of code in the middle; one event for each word, as providers do."""
    rate = int(turn.message.split()[0])
    pieces = TEXT.split(" ")
    start, sent = time.monotonic(), 0
    while sent < rate * SECONDS:
        due = min(rate * SECONDS, int((time.monotonic() - start) * rate) + 1)
        for number in range(sent, due):
            turn.text(pieces[number % len(pieces)] + " ")
        sent = due
        time.sleep(max(0.002, 1 / rate))
    turn.finish(usage={"prompt_tokens": 5, "completion_tokens": sent})


def perform(playwright, folder):
    model = ChatModel(say)
    with chromium(playwright) as browser:
        with model.running(), torii(folder, **settings(model)) as server:
            with section("A growing answer"), context(browser) as opened:
                growing(opened, server)
            with section("1,000 messages"), context(browser) as opened:
                thousand(opened, server)
        with section("A view that was moved"):
            paced = Paced(TEXT.replace(" ", " \0").split("\0"))
            with paced.model.running(), torii(folder, **settings(paced.model)) as server, context(browser) as opened:
                moved(opened, server, paced)


def growing(opened, server):
    rows = []
    for throttle in (1, 4):
        for rate in RATES:
            rows.append([rate, throttle, *measure(opened, server, rate, throttle, isFirst=not rows)])
    names = [
        "tokens/s",
        "CPU slowed",
        "frames/s",
        "p99 of frames, ms",
        "long frames",
        "script, ms/frame",
        "script, µs/token",
        "main thread, µs/token",
        "slowest key, ms",
        "heap, MB",
    ]
    table(names, rows)
    if not JUDGES:
        return
    for rate, throttle, fps, p99, long, frame, script, _, key, heap in rows:
        name = f"{rate} tokens/s, CPU slowed {throttle} times"
        if throttle == 1:
            check(f"{name}: 99 of 100 frames within 20 ms, no long frame", float(p99) <= 20.5 and long == 0, f"{p99} ms, {long} long")
            check(f"{name}: at most 1 ms of script for a frame", float(frame) <= 1, frame)
            check(f"{name}: a key is drawn within 50 ms", float(key) <= 50, key)
            if rate >= 300:
                check(f"{name}: at most 100 µs of script for a token", float(script) <= 100, script)
        else:
            check(f"{name}: 30 frames a second", float(fps) >= 30, fps)
        check(f"{name}: at most 15 MB", float(heap) <= 15, heap)


def measure(opened, server, rate, throttle, isFirst):
    """Shows one answer; returns the figures, and checks its text and its blocks."""
    page = opened.new_page()
    if isFirst:
        sign_in(page, server)
    else:
        page.goto(url(server))
        field(page).wait_for()
    tools = opened.new_cdp_session(page)
    tools.send("Performance.enable")
    tools.send("Emulation.setCPUThrottlingRate", {"rate": throttle})
    ask(page, f"{rate} words a second")
    page.locator(".answer .text p").first.wait_for()
    before = metrics(tools)
    page.evaluate(START)
    field(page).press_sequentially("while it grows ", delay=60)
    answer(page)
    found = page.evaluate(END)
    after = metrics(tools)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    tokens = rate * SECONDS
    said = "".join(piece + " " for piece in (TEXT.split(" ") * (tokens // 300 + 1))[:tokens])
    stored = server.send("GET", f"/v1/conversations/{page.url.rsplit('/', 1)[1]}/messages")[1]["messages"][-1]["text"]
    check(f"{rate} tokens/s, CPU slowed {throttle} times: the text is whole", stored.strip() == said.strip() and shown(page) > 0.5 * len(said), len(stored))
    check(f"{found['blocks']} finished blocks stay the same nodes", found["changed"] == 0 and (rate < 1000 or found["blocks"] > 5), found["changed"])
    script, thread = (after[name] - before[name] for name in ("ScriptDuration", "TaskDuration"))
    tools.send("HeapProfiler.collectGarbage")
    heap = metrics(tools)["JSHeapUsedSize"] / 1e6
    frames = found["fps"] * SECONDS
    page.close()
    return [
        f"{found['fps']:.0f}", f"{found['p99']:.0f}", found["long"], f"{script / frames * 1e3:.2f}", f"{script / tokens * 1e6:.0f}", f"{thread / tokens * 1e6:.0f}",
        f"{found['input']:.0f}", f"{heap:.1f}",
    ]  # fmt: skip


def shown(page):
    return page.evaluate("() => [...document.querySelectorAll('.messages > .answer .text')].pop().textContent.length")


def metrics(tools):
    return {metric["name"]: metric["value"] for metric in tools.send("Performance.getMetrics")["metrics"]}


def moved(opened, server, paced):
    page = opened.new_page()
    sign_in(page, server)
    ask(page, "move")
    paced.allow("move", 400)
    page.wait_for_function("() => document.querySelectorAll('.answer .text p').length > 4")
    at = "() => document.querySelector('.log').scrollTop"
    check("the view follows the answer", page.evaluate(at) > 0)
    typed(opened, page)
    page.mouse.move(700, 400)
    before = page.evaluate(at)
    page.mouse.wheel(0, -300)
    # A browser may move in several steps; the end of them is an event of its own.
    page.evaluate(
        """before => new Promise(done => {
        const log = document.querySelector(".log");
        let last = -1;
        const look = () => { if (log.scrollTop < before && log.scrollTop === last) return done(); last = log.scrollTop; setTimeout(look, 100); };
        look();
    })""",
        before,
    )
    places = [page.evaluate(at)]
    for _ in range(8):
        length = shown(page)
        paced.allow("move", 20)
        page.wait_for_function("length => [...document.querySelectorAll('.messages > .answer .text')].pop().textContent.length > length + 50", arg=length)
        places.append(page.evaluate(at))
    check("a moved view stays where it is while the answer grows", max(places) - min(places) == 0, places)
    check("the way to the end is offered", page.locator(".latest").is_visible())
    page.locator(".latest").click()
    paced.allow("move")
    answer(page)
    end = page.evaluate(
        "() => { const log = document.querySelector('.log'); const list = document.querySelector('.messages'); return list.offsetTop + list.offsetHeight - log.scrollTop - log.clientHeight; }"
    )
    check("after it the view follows to the end", end < 60, end)


KEYS = 20


def typed(opened, page):
    """Counts the work of keys between two words of an answer."""
    tools = opened.new_cdp_session(page)
    tools.send("Performance.enable")
    field(page).focus()
    settled(page)
    before = metrics(tools)
    for _ in range(KEYS):
        page.keyboard.press("x")
        settled(page)
    after = metrics(tools)
    layouts, styles, script = (after[name] - before[name] for name in ("LayoutCount", "RecalcStyleCount", "ScriptDuration"))
    print(f"A key costs {layouts / KEYS:.1f} layouts, {styles / KEYS:.1f} recalculations of styles and {script / KEYS * 1e6:.0f} µs of script.", flush=True)
    # One for the frame that shows it. A list of chats that is drawn meanwhile costs a few for all of them.
    check("a key causes no layout but that of its frame", layouts <= 1.5 * KEYS, f"{layouts} for {KEYS} keys")
    heights = []
    for text in ("", "one\ntwo\nthree", "line\n" * 100, ""):
        field(page).fill(text)
        heights.append(field(page).evaluate("node => node.offsetHeight"))
    most = page.evaluate("() => innerHeight * 0.4")
    check("the field fits its text, up to a part of the window", heights[0] * 2 < heights[1] < heights[2] <= most + 1 and heights[3] == heights[0], heights)


def thousand(opened, server):
    status = server.open("POST", "/v1/conversations", {"items": items(0)}, token=TOKEN)
    conversation = json.loads(status.text())["id"]
    for start in range(20, 1000, 20):
        server.open("POST", f"/v1/conversations/{conversation}/items", {"items": items(start)}, token=TOKEN).text()
    page = opened.new_page()
    sign_in(page, server)
    times = []
    for throttle in (1, 4):
        page.goto(url(server))
        page.locator(".chats a").first.wait_for()
        # The time of a person who looks through chats, so the modules are there.
        page.evaluate("() => import(document.querySelector('script').src.replace('chat.js', 'turns.js')).then(() => {})")
        tools = opened.new_cdp_session(page)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": throttle})
        times.append(
            page.evaluate(f"""() => new Promise(done => {{ const start = performance.now(); location.hash = "#/c/{conversation}";
            const look = () => document.querySelectorAll(".messages > article").length >= 50 ? requestAnimationFrame(() => done(performance.now() - start)) : requestAnimationFrame(look); look(); }})""")
        )
        tools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    print(f"Opening 1,000 messages took {times[0]:.0f} ms; {times[1]:.0f} ms with a CPU slowed 4 times.", flush=True)
    if JUDGES:
        check("opening 1,000 messages takes at most 200 ms", times[0] <= 200, f"{times[0]:.0f} ms")
    shown = page.locator(".messages > article").count()
    check("at first the newest 50 are shown", shown == 50, shown)
    steps, jumps = 0, []
    for _ in range(60):
        before = page.locator(".messages > article").count()
        if before >= 1000:
            break
        # The message at the top of the view must stay where it is.
        jumps.append(
            page.evaluate("""() => new Promise(done => {
            const log = document.querySelector(".log");
            log.scrollTop = 250;
            const first = document.querySelector(".messages > article");
            const top = first.getBoundingClientRect().top;
            new MutationObserver((_, watch) => { watch.disconnect(); done(Math.abs(first.getBoundingClientRect().top - top)); }).observe(document.querySelector(".messages"), { childList: true });
            log.dispatchEvent(new Event("scroll"));
        })""")
        )
        steps += 1
    check("all messages are reached step by step", page.locator(".messages > article").count() == 1000, f"{steps} steps")
    check("what is in the view does not move", max(jumps) <= 1, max(jumps))


def items(start):
    return [
        {"type": "message", "role": "user" if number % 2 == 0 else "assistant", "content": f"message {number}: {PARAGRAPH}"}
        for number in range(start, start + 20)
    ]
