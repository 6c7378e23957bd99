"""The site of Deployment/nginx.conf in front of Torii: events and heartbeats must pass immediately, over TLS.

`QUIET=5` keeps runs silent for five minutes, behind a proxy with a time limit of 60 s without a byte; by default it is 45 seconds, and
a limit of half of that.
"""

import concurrent.futures
import contextlib
import os
import re
import shutil
import ssl
import subprocess
import threading
import time

from chat_model import ChatModel
from checks import check, section
from client import Client, Stream
from servers import ROOT, free_port, server
from torii import TOKEN, torii

QUIET = float(os.environ.get("QUIET") or 0.75) * 60
# The time that nginx waits for a byte; longer than the interval of Torii's heartbeats.
PATIENCE = min(60, int(QUIET / 2))
HEARTBEAT = 15
WORDS = 5


class Model(ChatModel):
    """Sends the next word after the previous one was confirmed, waits until the caller disconnects, or is silent for long."""

    def __init__(self):
        super().__init__(self.speak)
        self.arrived = threading.Semaphore(0)
        self.sent = []
        self.was_left = threading.Event()

    def speak(self, turn):
        match turn.message if not turn.outputs else "done":
            case "one by one":
                self.sent.clear()
                for number in range(WORDS):
                    self.sent.append(time.monotonic())
                    turn.text(f"w{number} ")
                    if not self.arrived.acquire(timeout=30):
                        break
            case "stay":
                turn.text("word")
                turn.left()
                return self.was_left.set()
            case "be quiet":
                end = time.monotonic() + QUIET
                while (left := end - time.monotonic()) > 0:
                    turn.comment()
                    time.sleep(min(10, left))
                turn.text("At last")
            case "delete it":
                return turn.call({"c1": ("deleteInventory", {"id": 1})})
            case "done":
                turn.text("Done")
        turn.finish()


def run(folder):
    model = Model()
    # The site passes its own name on, and Torii refuses unknown host names.
    with model.running(), torii(
        folder, TORII_DISCONNECT_GRACE=0, TORII_ACTION_DEADLINE=3600, TORII_PUBLIC_URL="https://torii.example", **model.settings
    ) as instance:
        front, impatient = free_port(), free_port()
        certificate, configuration = site(folder, instance.port, {front: None, impatient: PATIENCE})
        with server([nginx(), "-p", folder, "-c", configuration], front, folder / "nginx.log"):
            context = ssl.create_default_context(cafile=certificate)
            context.check_hostname = False

            def through(port):
                return Client(port, TOKEN, context, timeout=QUIET + 60)

            with section("nginx in front of Torii"):
                one_by_one(instance, "directly", model)
                one_by_one(through(front), "through nginx", model)
                by_http2(front, certificate, model)
                leave(through(front), model)
                for path in ("/admin", "/admin/", "/admin/upstreams", "//admin/upstreams", "/metrics", "/metrics/"):
                    status = through(front).open("GET", path, token=TOKEN + "_admin").status
                    check(f"{path} is not passed on", status == 404, status)
            with section(f"Runs that are silent for {QUIET:.0f} s behind nginx"):
                silent(instance, through(front), through(impatient))


def one_by_one(client, way, model):
    """The model continues only after its word has arrived: bytes that are held back until there are more never arrive."""
    answer = client.post("/v1/chat", {"message": "one by one", "stream": True})
    delays = []

    def arriving():
        for event in answer.events():
            if event.kind == "message.delta":
                delays.append(event.time - model.sent[len(delays)])
                model.arrived.release()
            yield event

    with contextlib.closing(answer.connection):
        stream = Stream(arriving())
    is_whole = stream.is_whole and stream.events[-1][0] == "run.completed"
    detail = f"first word after {in_ms(delays[0])}, others after {in_ms(max(delays[1:]))} at most"
    check(f"events come one by one {way}", is_whole and len(delays) == WORDS, detail)


def by_http2(port, certificate, model):
    """The same by HTTP/2, with curl."""
    if "HTTP2" not in subprocess.run(["curl", "-V"], capture_output=True, text=True).stdout:
        return print("--  HTTP/2 was not tried: there is no curl that speaks it")
    command = [
        "curl", "--http2", "--no-buffer", "--silent", "--max-time", "60", "--cacert", certificate,
        "--resolve", f"torii.example:{port}:127.0.0.1", f"https://torii.example:{port}/v1/chat", "--write-out", "%{http_version}",
        "--header", f"Authorization: Bearer {TOKEN}", "--json", '{"message": "one by one", "stream": true}',
    ]  # fmt: skip
    words, last = 0, ""
    with subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, text=True) as curl:
        for line in curl.stdout:
            if line.startswith("event: message.delta"):
                words += 1
                model.arrived.release()
            last = line if line.startswith("event: ") else last
            version = line
    check("events come one by one by HTTP/2", (words, last, version) == (WORDS, "event: run.completed\n", "2"), words)


def leave(client, model):
    answer = client.post("/v1/chat", {"message": "stay", "stream": True})
    next(event for event in answer.events() if event.kind == "message.delta")
    begin = time.monotonic()
    answer.leave()
    left = model.was_left.wait(timeout=30)
    check("a disconnect is noticed behind nginx", left, f"upstream closed after {in_ms(time.monotonic() - begin)}")


def silent(instance, front, impatient):
    """Streams survive by their heartbeats; a plain request needs the time limit that the site sets."""
    instance.post("/mcp/tools/create-inventory", {"title": "lamp"}).text()
    with concurrent.futures.ThreadPoolExecutor() as pool:
        streams = {
            "the site": pool.submit(quiet, front),
            f"a limit of {PATIENCE} s": pool.submit(quiet, impatient),
        }
        waiting = pool.submit(wait, impatient)
        plain = {client: pool.submit(client.post, "/v1/chat", {"message": "be quiet"}) for client in (front, impatient)}
        for way, stream in streams.items():
            events, begin = stream.result()
            judge(f"a stream outlives {way}", events, begin)
        judge(f"a stream of a run that waits for an approval outlives a limit of {PATIENCE} s", *waiting.result())
        status = plain[front].result().status
        check("a plain request is answered through the site", status == 200, status)
        status = plain[impatient].result().status
        check(f"a plain request is given up by the limit of {PATIENCE} s, so it is in force", status == 504, status)


def quiet(client):
    """Makes a turn whose model is silent for long; returns its events with the heartbeats, and its start time."""
    begin = time.monotonic()
    answer = client.post("/v1/chat", {"message": "be quiet", "stream": True})
    with contextlib.closing(answer.connection):
        return list(answer.events(comments=True)), begin


def wait(client):
    """Makes a turn that waits for an approval, which is sent late."""
    begin = time.monotonic()
    answer = client.post("/v1/chat", {"message": "delete it", "stream": True})
    events = []
    with contextlib.closing(answer.connection):
        for event in answer.events(comments=True):
            events.append(event)
            if event.kind == "action.required":
                decision = {"decisions": [{"call": event.json["call"], "decision": "approve"}]}
                threading.Timer(QUIET, client.send, ("POST", f"/v1/runs/{event.run}/outputs", decision)).start()
    return events, begin


def judge(name, events, begin):
    """Checks that the stream is complete and never silent for longer than the heartbeat interval; buffered heartbeats arrive together."""
    stream = Stream(event for event in events if not event.is_comment)
    beats = sum(1 for event in events if event.is_comment)
    times = [begin] + [event.time for event in events]
    gap = max(after - before for before, after in zip(times, times[1:]))
    is_whole = stream.is_whole and stream.events[-1][0] == "run.completed"
    # When the first heartbeat is due, the stream starts with its first event.
    is_steady = beats >= int(QUIET / HEARTBEAT) - 2 and gap < HEARTBEAT + 5
    seconds = stream.times[-1] - begin
    check(name, is_whole and is_steady, f"{beats} heartbeats, silent for {gap:.1f} s at most, ended after {seconds:.1f} s")


def in_ms(seconds):
    return f"{seconds * 1000:.1f} ms"


def site(folder, port, fronts):
    """Yields the site on loopback ports with its own certificate; `fronts` has the time limit of each port, if it differs.

    Yields the certificate and the configuration.
    """
    certificate, key = folder / "torii.pem", folder / "torii.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=torii.example",
         "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    text = (ROOT / "Deployment/nginx.conf").read_text()
    text = text.replace("127.0.0.1:8080;", f"127.0.0.1:{port};").replace("    listen [::]:443 ssl http2;\n", "")
    text = text.replace("/etc/ssl/certs/torii.pem", str(certificate)).replace("/etc/ssl/private/torii.key", str(key))
    upstream, place, served = text.partition("\nserver {\n")
    if text.count("listen 443 ") != 1 or "listen 443 " not in served:
        raise ValueError("Deployment/nginx.conf has another form than this part expects: adapt site()")
    sites = [upstream]
    for front, seconds in fronts.items():
        one = (place + served).replace("listen 443 ", f"listen 127.0.0.1:{front} ")
        sites.append(re.sub(r"proxy_read_timeout \d+s;", f"proxy_read_timeout {seconds}s;", one) if seconds else one)
    configuration = folder / "nginx.conf"
    configuration.write_text(
        f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;\n"
        "events {}\n"
        f"http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;\n"
        f"fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;\n{''.join(sites)}\n}}\n"
    )
    return certificate, configuration


def nginx():
    return shutil.which("nginx") or "/usr/sbin/nginx"
