"""How a growing answer is drawn: frames, time for scripts, memory, a moved view, 1,000 messages, and the sizes of the page."""

import json
import time

from browser import TOKEN, answer, ask, check, chromium, context, sign_in, url
from chat_model import ChatModel
from checks import section, table
from flows import settings
from torii import torii

PARAGRAPH = "Tea is an aromatic **drink** that is prepared by pouring hot water over `leaves` of the plant, see [the page](https://example.org). "
SECONDS = 5

START = """() => {
  const state = window.measured = { gaps: [], last: performance.now(), isOn: true, long: 0, nodes: 0 };
  const step = now => { state.gaps.push(now - state.last); state.last = now; if (state.isOn) requestAnimationFrame(step); };
  requestAnimationFrame(step);
  try { new PerformanceObserver(list => { state.long += list.getEntries().length; }).observe({ type: "long-animation-frame" }); } catch { /* An older browser. */ }
}"""
END = """() => { const { gaps, long } = window.measured; window.measured.isOn = false; gaps.sort((a, b) => a - b);
  return { fps: gaps.length / (gaps.reduce((sum, gap) => sum + gap, 0) / 1000), p99: gaps[Math.floor(gaps.length * 0.99)], long }; }"""


def say(turn):
    """Says words at the number a second in the message, for some seconds, with a block of code in the middle."""
    rate = int(turn.message.split()[0])
    text = PARAGRAPH * 4 + "\n\n```python\n" + "print('tea')\n" * 60 + "```\n\n" + (PARAGRAPH * 3 + "\n\n") * 40
    pieces = text.split(" ")
    start, sent = time.monotonic(), 0
    while sent < rate * SECONDS:
        due = min(rate * SECONDS, int((time.monotonic() - start) * rate) + 1)
        # One event for each word, as providers send them.
        for number in range(sent, due):
            turn.text(pieces[number % len(pieces)] + " ")
        sent = due
        time.sleep(max(0.002, 1 / rate))
    turn.finish(usage={"prompt_tokens": 5, "completion_tokens": sent})


def perform(playwright, folder):
    model = ChatModel(say)
    with chromium(playwright) as browser, model.running(), torii(folder, **settings(model)) as server:
        with section("A growing answer"), context(browser) as opened:
            growing(opened, server)
        with section("A view that was moved, and blocks that stay"), context(browser) as opened:
            moved(opened, server)
        with section("1,000 messages"), context(browser) as opened:
            thousand(opened, server)
        with section("The first view"), context(browser) as opened:
            first_view(opened, server)


def growing(opened, server):
    rows = []
    for throttle in (1, 4):
        for rate in (100, 300, 1000):
            page = opened.new_page()
            if rows:
                page.goto(url(server))
                page.locator(".composer textarea").wait_for()
            else:
                sign_in(page, server)
            tools = opened.new_cdp_session(page)
            tools.send("Performance.enable")
            tools.send("Emulation.setCPUThrottlingRate", {"rate": throttle})
            ask(page, f"{rate} words a second")
            page.locator(".answer .text p").first.wait_for()
            before = metrics(tools)
            page.evaluate(START)
            page.locator(".answer .actions button").first.wait_for(state="attached", timeout=60_000)
            found = page.evaluate(END)
            after = metrics(tools)
            tokens = rate * SECONDS
            script = (after["ScriptDuration"] - before["ScriptDuration"]) / tokens * 1e6
            thread = (after["TaskDuration"] - before["TaskDuration"]) / tokens * 1e6
            tools.send("HeapProfiler.collectGarbage")
            heap = metrics(tools)["JSHeapUsedSize"] / 1e6
            frame = (after["ScriptDuration"] - before["ScriptDuration"]) / (found["fps"] * SECONDS) * 1e3
            figures = [f"{found['fps']:.0f}", f"{found['p99']:.0f}", found["long"], f"{frame:.2f}", f"{script:.0f}", f"{thread:.0f}", f"{heap:.1f}"]
            rows.append([rate, throttle, *figures])
            page.close()
    table(["tokens/s", "CPU slowed", "frames/s", "p99 of frames, ms", "long frames", "script, ms/frame", "script, µs/token", "main thread, µs/token", "heap, MB"], rows)
    for rate, throttle, fps, p99, long, frame, script, _, heap in rows:
        name = f"{rate} tokens/s, CPU slowed {throttle} times"
        if throttle == 1:
            check(f"{name}: 99 of 100 frames within 20 ms, no long frame", float(p99) <= 20.5 and long == 0, f"{p99} ms, {long} long")
            check(f"{name}: at most 1 ms of script for a frame", float(frame) <= 1, frame)
            if rate >= 300:
                check(f"{name}: at most 100 µs of script for a token", float(script) <= 100, script)
        else:
            check(f"{name}: 30 frames a second", float(fps) >= 30, fps)
        check(f"{name}: at most 15 MB", float(heap) <= 15, heap)


def metrics(tools):
    return {metric["name"]: metric["value"] for metric in tools.send("Performance.getMetrics")["metrics"]}


def moved(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    ask(page, "200 words a second")
    code = page.locator(".answer pre code")
    code.wait_for()
    page.evaluate("() => { window.block = document.querySelector('.answer pre code'); window.first = document.querySelector('.answer .text p'); }")
    page.locator(".answer .text p").nth(2).wait_for()
    page.mouse.move(700, 400)
    page.mouse.wheel(0, -300)
    page.wait_for_timeout(200)
    places = []
    for _ in range(10):
        places.append(page.evaluate("() => document.querySelector('.log').scrollTop"))
        page.wait_for_timeout(60)
    check("a moved view stays where it is", max(places) - min(places) == 0, places)
    check("the way to the end is offered", page.locator(".latest").is_visible())
    page.locator(".latest").click()
    answer(page)
    end = page.evaluate("() => { const log = document.querySelector('.log'); const list = document.querySelector('.messages'); return list.offsetTop + list.offsetHeight - log.scrollTop - log.clientHeight; }")
    check("after it the view follows to the end", end < 60, end)
    same = page.evaluate("() => window.block.isConnected && window.first.isConnected")
    check("finished blocks are the same nodes as before", same)


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
        page.locator(".composer textarea").wait_for()
        page.locator(".chats a").first.wait_for()
        tools = opened.new_cdp_session(page)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": throttle})
        time_ms = page.evaluate(f"""() => new Promise(done => {{ const start = performance.now(); location.hash = "#/c/{conversation}";
            const look = () => document.querySelectorAll(".messages > article").length >= 50 ? requestAnimationFrame(() => done(performance.now() - start)) : requestAnimationFrame(look); look(); }})""")
        times.append(time_ms)
    check("opening 1,000 messages takes at most 200 ms", times[0] <= 200, f"{times[0]:.0f} ms; {times[1]:.0f} ms with a CPU slowed 4 times")
    tools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    shown = page.locator(".messages > article").count()
    for _ in range(60):
        before = page.locator(".messages > article").count()
        if before >= 1000:
            break
        page.evaluate("() => { const log = document.querySelector('.log'); log.scrollTop = 250; log.dispatchEvent(new Event('scroll')); }")
        page.wait_for_function(f"() => document.querySelectorAll('.messages > article').length > {before}")
    check("all messages are reached step by step", page.locator(".messages > article").count() == 1000, f"{shown} at first")


def items(start):
    return [
        {"type": "message", "role": "user" if number % 2 == 0 else "assistant", "content": f"message {number}: {PARAGRAPH}"} for number in range(start, start + 20)
    ]


def first_view(opened, server):
    page = opened.new_page()
    tools = opened.new_cdp_session(page)
    tools.send("Network.enable")
    sizes, names = {}, {}
    tools.on("Network.responseReceived", lambda event: names.update({event["requestId"]: event["response"]["url"]}))
    tools.on("Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]}))
    page.goto(url(server))
    page.locator("dialog.sign-in").wait_for()
    page.wait_for_timeout(500)
    files = {names[key]: size for key, size in sizes.items() if "/v1/" not in names.get(key, "") and key in names}
    paint = page.evaluate("""() => new Promise(done => new PerformanceObserver(list => done(list.getEntries().at(-1).startTime)).observe({ type: "largest-contentful-paint", buffered: true }))""")
    shift = page.evaluate("""() => new Promise(done => { let sum = 0; new PerformanceObserver(list => { for (const entry of list.getEntries()) sum += entry.value; }).observe({ type: "layout-shift", buffered: true }); setTimeout(() => done(sum), 200); })""")
    own = [name for name in files if not name.endswith(("/sw.js", "favicon.svg", ".webmanifest"))]
    total = sum(files[name] for name in own)
    print("; ".join(f"{name.rsplit('/', 1)[1] or '/'} {files[name]}" for name in own), flush=True)
    check("the first view has at most 8 files", len(own) <= 8, len(own))
    check("the largest paint is there within 300 ms", paint <= 300, f"{paint:.0f} ms")
    check("nothing shifts", shift <= 0.02, f"{shift:.3f}")
    print(f"The files of the first view have {total} bytes as sent, with headers.", flush=True)
