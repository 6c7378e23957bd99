"""The trials of the pages: all of them, or those that the arguments name."""

import importlib
import os
import pathlib
import sys
import tempfile
import time

import browser  # noqa: F401
import checks
from playwright.sync_api import sync_playwright

# Without a folder for them, pictures are taken only if they are named.
PARTS = ["flows", "interruptions", "composition", "smoothness", "markdown_fuzz", "attacks", "accessibility", "pictures"]


def main():
    named = sys.argv[1:] or [name for name in PARTS if name != "pictures" or os.environ.get("PICTURES")]
    if unknown := [name for name in named if name not in PARTS]:
        sys.exit(f"There is no part {unknown[0]}; the parts are {', '.join(PARTS)}.")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        for name in named:
            start, before = time.monotonic(), (checks.passed, checks.failed)
            importlib.import_module(name).perform(playwright, pathlib.Path(folder))
            passed, failed = checks.passed - before[0], checks.failed - before[1]
            print(f"-- {name}: {passed} passed, {failed} failed, {time.monotonic() - start:.0f} s", flush=True)
    checks.conclude()


main()
