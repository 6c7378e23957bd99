"""What was found: a line for each check, and how many held."""

import contextlib
import sys
import traceback

passed, failed = 0, 0


def check(name, holds, detail=""):
    """Prints whether something holds. The checks after one that failed are made all the same."""
    global passed, failed
    if holds:
        passed += 1
    else:
        failed += 1
    detail = str(detail)
    if len(detail) > 300:
        detail = detail[:300] + "…"
    print(f"{'ok' if holds else 'FAILED'}  {name}{'  ' + detail if detail else ''}", flush=True)


@contextlib.contextmanager
def section(name):
    """Checks that belong together: what breaks them off is one that failed, and the next section is begun."""
    print(f"\n# {name}", flush=True)
    try:
        yield
    except Exception:
        check(f"{name}: nothing breaks off", False)
        traceback.print_exc(file=sys.stdout)
