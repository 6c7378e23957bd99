"""A terminal that scripts type into and read: a pane of a private tmux server."""

import contextlib
import os
import subprocess
import time

# The longest wait for a text on the screen, in seconds; it passes only if something is wrong.
PATIENCE = 60


class NotShown(Exception):
    """A text that did not appear, with the screen."""


class Pane:
    """A pane with its own program."""

    def __init__(self, socket, name):
        self.socket, self.name = socket, name

    def tmux(self, *words):
        command = ["tmux", "-S", str(self.socket), "-f", "/dev/null", *words]
        return subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout

    def type(self, text):
        """Types a text as an input method commits it: at once."""
        self.tmux("send-keys", "-t", self.name, "-l", "--", text)

    def press(self, *keys):
        """Presses keys by tmux's names, such as `Enter`, `C-c`, `BSpace`."""
        self.tmux("send-keys", "-t", self.name, *keys)

    def paste(self, text):
        """Pastes a text, in brackets if the program asked for them."""
        subprocess.run(["tmux", "-S", str(self.socket), "load-buffer", "-"], input=text.encode(), check=True)
        self.tmux("paste-buffer", "-p", "-t", self.name)

    def screen(self, styles=False, history=False):
        """Returns the lines on the screen; with `history`, those that scrolled away too."""
        words = ["capture-pane", "-p", "-t", self.name]
        if styles:
            words.append("-e")
        if history:
            words += ["-S", "-"]
        return self.tmux(*words).rstrip("\n")

    def value(self, format):
        """Returns a value of the pane, such as `#{cursor_x}`."""
        return self.tmux("display-message", "-p", "-t", self.name, format).rstrip("\n")

    def resize(self, columns, rows):
        self.tmux("resize-window", "-t", self.name, "-x", str(columns), "-y", str(rows))

    def wait(self, condition, what, history=True):
        """Waits until a condition holds for the screen, and returns it."""
        deadline = time.monotonic() + PATIENCE
        while True:
            screen = self.screen(history=history)
            if condition(screen):
                return screen
            if time.monotonic() > deadline:
                raise NotShown(f"{what} did not appear:\n{screen}")
            time.sleep(0.05)

    def wait_for(self, *texts, history=True):
        """Waits until all texts are on the screen, and returns it."""
        return self.wait(lambda screen: all(text in screen for text in texts), " and ".join(map(repr, texts)), history)

    def press_until(self, key, condition, what):
        """Presses a key, again and again, until a condition holds."""
        deadline = time.monotonic() + PATIENCE
        while not condition(self.screen(history=True)):
            if time.monotonic() > deadline:
                raise NotShown(f"{what} did not appear:\n{self.screen(history=True)}")
            self.press(key)
            time.sleep(0.5)


@contextlib.contextmanager
def pane(folder, command, environment, columns=80, rows=24):
    """Runs a shell command in a new tmux server for the duration of the block.

    The environment is that of the command alone, without what a developer's shell has.
    """
    socket = folder / f"tmux-{os.urandom(4).hex()}"
    words = ["env", "-i", *(f"{name}={value}" for name, value in environment.items()), "sh", "-c", command]
    start = ["tmux", "-S", str(socket), "-f", "/dev/null", "-u", "new-session", "-d", "-s", "trial", "-x", str(columns), "-y", str(rows)]
    subprocess.run([*start, *words], check=True, cwd=folder)
    running = Pane(socket, "trial")
    try:
        yield running
    finally:
        with contextlib.suppress(subprocess.CalledProcessError):
            running.tmux("kill-server")
