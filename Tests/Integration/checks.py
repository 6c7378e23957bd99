"""The results of checks: a line for each check, and the counts at the end."""

import contextlib
import re
import sys
import traceback

passed, failed = 0, 0


def check(name, holds, detail=""):
    """Prints whether a check holds. Later checks are made even after a failure."""
    global passed, failed
    if holds:
        passed += 1
    else:
        failed += 1
    detail = str(detail)
    if len(detail) > 300:
        detail = detail[:300] + "…"
    print(f"{'ok' if holds else 'FAILED'}  {name}{'  ' + detail if detail else ''}", flush=True)


def none(name, count, detail=""):
    """Checks that a count is 0."""
    check(f"{name}: {count}", count == 0, detail)


def table(names, rows):
    """Prints rows as a table."""
    cells = [[str(cell) for cell in row] for row in (names, *rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(names))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |" for row in cells]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    print("\n".join(["", *lines, ""]), flush=True)


@contextlib.contextmanager
def section(name):
    """A group of checks: an exception in it counts as a failed check, and the next group continues."""
    print(f"\n# {name}", flush=True)
    try:
        yield
    except Exception:
        check(f"{name}: no exception", False)
        traceback.print_exc(file=sys.stdout)


def count(line):
    """Adds the counts in the last line of another process's checks; returns false for any other line."""
    global passed, failed
    found = re.fullmatch(r"([0-9]+) passed, ([0-9]+) failed\n", line)
    if found:
        passed += int(found[1])
        failed += int(found[2])
    return bool(found)


def conclude():
    """Prints the counts, and exits with 1 if a check failed."""
    print(f"\n{passed} passed, {failed} failed")
    sys.exit(failed > 0)
