"""A search for all keys and tokens of a run in every place that they could have reached.

`make trial-secrets` runs it: the log at its finest level, the data folder while the server runs and afterwards, every answer, the output
of a crash, and the memory of the idle process, read by gdb's `gcore` if it is installed. The memory is only reported, because the
server must hold the keys in use; a secret that must be gone from it is a failure.
"""

import os
import pathlib
import shutil
import signal
import subprocess
import time

import trial
from checks import check
from stand_ins import stand_ins
from torii import TOKEN, torii


def made(kind):
    """Returns a secret that appears nowhere else."""
    return f"sk-hunt-{kind}-" + os.urandom(16).hex()


class Hunt:
    """The secrets of a run by name, and the texts of all answers."""

    def __init__(self):
        self.secrets = {
            "a key of the environment, rotated away": made("first"),
            "a key in use": made("second"),
            "a key that its upstream refused": made("wrong"),
            "a key that was added and removed": made("removed"),
            "the preset client token": TOKEN,
            "the preset admin token": TOKEN + "_admin",
        }
        self.answers = []

    def key(self, name):
        return self.secrets[name]

    def found_in(self, data):
        return [name for name, secret in self.secrets.items() if secret.encode() in data]


def use(hunt, instance, upstream):
    """Uses every feature that handles secrets."""

    def admin(method, path, body=None):
        status, answer, text = instance.admin(method, path, body)
        hunt.answers.append(text)
        return status, answer

    def chat():
        for fields in ({}, {"stream": True}):
            answer = instance.post("/v1/chat", {"message": "Say something", **fields})
            hunt.answers.append(str(answer.headers) + answer.text())

    chat()
    status, _ = admin("POST", "upstreams/openai/rotations", {"secret": hunt.key("a key that its upstream refused")})
    check("a wrong key is refused", status == 422, status)
    status, _ = admin("POST", "upstreams/openai/rotations", {"secret": hunt.key("a key in use"), "keep_seconds": 0})
    check("a good key is accepted", status == 201, status)
    upstream.accept(openai=[hunt.key("a key in use")])
    chat()
    status, added = admin("POST", "upstreams/tavily/keys", {"secret": hunt.key("a key that was added and removed")})
    check("a key is added", status == 201, status)
    admin("POST", f"upstreams/tavily/keys/{added['key']['id']}/check")
    admin("DELETE", f"upstreams/tavily/keys/{added['key']['id']}")
    status, client, text = instance.admin("POST", "clients", {"name": "phone"})
    token = client["token"]["secret"]
    hunt.answers.append(text.replace(token, "", 1))
    hunt.secrets["a client's token, shown once"] = token
    instance.admin("POST", f"clients/{client['client']['id']}/revoke")
    # Errors often repeat the faulty input.
    admin("POST", "upstreams/openai/keys", {"secret": [hunt.key("a key in use")]})
    admin("POST", "upstreams/openai/keys", {"secret": hunt.key("a key in use") + "\n"})
    admin("POST", "vault/rewrap")
    for path in ("upstreams", "upstreams/openai/keys", "rotations", "clients", "vault", "audit", "audit/export", "usage"):
        status, _ = admin("GET", path)
        check(f"GET {path} answers", status == 200, status)
    for path in ("/healthz", "/readyz", "/metrics", "/openapi.json", "/admin/upstreams"):
        answer = instance.open("GET", path, token=token)
        hunt.answers.append(str(answer.headers) + answer.text())


def look(hunt, instance, when):
    for file in sorted(path for path in instance.data.rglob("*") if path.is_file()):
        found = hunt.found_in(file.read_bytes())
        check(f"{when}: nothing in {file.relative_to(instance.data)}", not found, found)
    found = hunt.found_in(instance.log.read_bytes())
    check(f"{when}: nothing in the log", not found, found)


def memory(hunt, instance, folder):
    """Reports the secrets in the memory of the idle process."""
    if not shutil.which("gcore"):
        print("--  the process's memory was not looked at: gcore is not installed")
        return
    core = folder / "memory" / "core"
    core.parent.mkdir()
    # The process excludes its memory from dumps; this reader may attach to it and reads everything.
    pathlib.Path(f"/proc/{instance.process.pid}/coredump_filter").write_text("0x33\n")
    command = ["gcore", "-o", str(core), str(instance.process.pid)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    data = next(core.parent.iterdir()).read_bytes()
    print(f"--  a core of {len(data) >> 20} MB of the idle process, by somebody who may attach to it, holds:")
    for name, secret in hunt.secrets.items():
        count = data.count(secret.encode())
        print(f"      {count:3} x {name}")


def crash(hunt, folder, upstream):
    """Crashes a server in the middle of a turn: its output, and a core if it leaves one."""
    settings = {"TORII_MODEL": "openai:stand-in", "OPENAI_API_KEY": hunt.key("a key in use"), "TORII_LOG_LEVEL": "trace"}
    # The program contains Swift's runtime, so it needs the path of the toolchain's backtrace program.
    swift = pathlib.Path(shutil.which("swift") or "/usr/bin/swift").resolve()
    backtracer = swift.parent.parent / "libexec" / "swift" / "linux" / "swift-backtrace-static"
    check("the toolchain has a program for backtraces", backtracer.exists(), backtracer)
    settings |= {"SWIFT_BACKTRACE": f"enable=yes,color=no,swift-backtrace={backtracer}"}
    with torii(folder, OPENAI_BASE_URL=upstream.openai, **settings) as instance:
        answer = instance.post("/v1/chat", {"message": "Say something", "stream": True})
        next(answer.events())
        # The first signal makes the runtime write its report; a genuine fault would then occur again, so a second signal follows.
        for _ in range(2):
            instance.process.send_signal(signal.SIGILL)
            deadline = time.monotonic() + 60
            while instance.process.poll() is None and b"Backtrace took" not in instance.log.read_bytes():
                if time.monotonic() > deadline:
                    break
                time.sleep(0.2)
        instance.process.wait(timeout=60)
        check("the server crashed", instance.process.returncode == -signal.SIGILL, instance.process.returncode)
    output = instance.log.read_bytes()
    print(f"--  the crash wrote {'a backtrace' if b'crashed' in output else 'nothing'}")
    found = hunt.found_in(output)
    check("nothing in the crash's output", not found, found)
    cores = [file for place in (folder, instance.data) for file in place.glob("core*")]
    check("the crash left no core", not cores, cores)


def search(folder):
    hunt = Hunt()
    first = hunt.key("a key of the environment, rotated away")
    settings = {"TORII_MODEL": "openai:stand-in", "OPENAI_API_KEY": first, "TORII_LOG_LEVEL": "trace"}
    with stand_ins(folder) as upstream:
        upstream.accept(openai=[first, hunt.key("a key in use")], tavily=[hunt.key("a key that was added and removed")])
        settings |= {"OPENAI_BASE_URL": upstream.openai, "TAVILY_BASE_URL": upstream.url(1)}
        with torii(folder, **settings) as instance:
            use(hunt, instance, upstream)
            look(hunt, instance, "while it runs")
            found = hunt.found_in("\n".join(hunt.answers).encode())
            check(f"nothing in {len(hunt.answers)} answers", not found, found)
            memory(hunt, instance, folder)
        look(hunt, instance, "after its end")
        crash(hunt, folder, upstream)


if __name__ == "__main__":
    # If the system writes cores into the working folder, the server itself must prevent one.
    trial.run(search)
