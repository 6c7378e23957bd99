"""The trials of the pages: all of them, or those that the arguments name, two at a time, each in a process of its own.

A part that fails beside another one is made once more, alone, and that result counts; its first output is printed too.
"""

import concurrent.futures
import contextlib
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

# The longest first, so that two workers end at about the same time.
PARTS = [
    "accessibility", "console_states", "console", "console_users", "smoothness", "markdown_fuzz", "markdown_samples", "flows", "sign_in", "pictures", "attacks", "assistance", "interruptions", "files", "cards",
    "drafts", "turns", "hunt", "composition",
]  # fmt: skip
# These are made only if they are named.
NAMED = ["firefox"]
WORKERS = 2
# Seconds for a part, which needs a tenth of it: a browser that hangs must not block a whole check.
LIMIT = 900
RUNNING = set()


def perform(name):
    """Makes one part, in this process."""
    import importlib

    import browser  # noqa: F401
    import checks
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, sync_playwright() as playwright:
        importlib.import_module(name).perform(playwright, pathlib.Path(folder))
    checks.conclude()


def run(name):
    """Makes one part in another process; returns its name, output, counts and time."""
    start = time.monotonic()
    command = [sys.executable, "-B", __file__, "--only", name]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True) as process:
        RUNNING.add(process)
        try:
            output, _ = process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            end(process)
            output = process.communicate()[0] + f"\nFAILED  {name}: an end within {LIMIT} s\n"
        RUNNING.discard(process)
    found = re.search(r"^([0-9]+) passed, ([0-9]+) failed$", output, re.MULTILINE)
    passed, failed = (
        (int(found[1]), int(found[2])) if found else (len(re.findall("^ok  ", output, re.MULTILINE)), len(re.findall("^FAILED  ", output, re.MULTILINE)))
    )
    if process.returncode != 0 and failed == 0:
        output += f"\nFAILED  {name}: ended with {process.returncode}\n"
        failed = 1
    return name, output, passed, failed, time.monotonic() - start


def end(process):
    """Ends a part with its browser and its servers, which are in the same group of processes."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


@contextlib.contextmanager
def ended(workers):
    """Ends what runs and forgets what waits if the block is left by an interruption."""
    try:
        yield
    except BaseException:
        workers.shutdown(wait=False, cancel_futures=True)
        for left in list(RUNNING):
            end(left)
        raise


def main():
    named = sys.argv[1:] or PARTS
    if unknown := [name for name in named if name not in PARTS + NAMED]:
        sys.exit(f"There is no part {unknown[0]}; the parts are {', '.join(PARTS + NAMED)}.")
    start, results, faults = time.monotonic(), [], []
    again = []
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as workers, ended(workers):
        for result in concurrent.futures.as_completed([workers.submit(run, name) for name in named]):
            name, output, passed, failed, seconds = result.result()
            print(f"\n## {name}\n{output.rstrip()}", flush=True)
            if failed and len(named) > 1:
                again.append(name)
            else:
                results.append((name, passed, failed, seconds))
                faults += [f"{name}: {line}" for line in output.splitlines() if line.startswith("FAILED")]
        for name in again:
            name, output, passed, failed, seconds = workers.submit(run, name).result()
            print(f"\n## {name}, once more, alone\n{output.rstrip()}", flush=True)
            results.append((name, passed, failed, seconds))
            faults += [f"{name}: {line}" for line in output.splitlines() if line.startswith("FAILED")]
    print("\n## Parts")
    for name, passed, failed, seconds in sorted(results):
        print(f"-- {name}: {passed} passed, {failed} failed, {seconds:.0f} s{' (second try)' if name in again else ''}")
    # Repeated here, because a fault in the middle of a long output is not seen.
    for fault in faults:
        print(fault)
    passed, failed = sum(result[1] for result in results), sum(result[2] for result in results)
    print(f"\n{passed} passed, {failed} failed, in {time.monotonic() - start:.0f} s")
    sys.exit(failed > 0)


if sys.argv[1:2] == ["--only"]:
    perform(sys.argv[2])
else:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    main()
