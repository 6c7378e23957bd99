"""The example app Album, used by chat in English and in Japanese, while the server and the app are killed with -9.

    make trial-album

Prints the transcript: what the person says, what the app and its screen show, and each kill. The model is the built-in one. Checks that
each change is made exactly once, that a change waits for a person, and that nobody is told of an end that is not known.
"""

import os
import queue
import signal
import subprocess
import threading

import checks
import trial
from servers import BUILT
from torii import TOKEN, torii


class Program:
    """A running `album`, whose lines are printed as they arrive."""

    def __init__(self, name, server, folder, *arguments, **settings):
        environment = os.environ | {
            "TORII_URL": f"http://127.0.0.1:{server.port}", "TORII_TOKEN": TOKEN, "ALBUM_FOLDER": str(folder), "TZ": "Asia/Tokyo",
        } | settings  # fmt: skip
        self.name, self.lines, self.seen = name, queue.Queue(), []
        self.process = subprocess.Popen(
            [BUILT / "album", *arguments], env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            print(f"  {self.name:6} | {line.rstrip()}", flush=True)
            self.lines.put(line.rstrip())
        self.lines.put(None)

    def wait(self, text):
        """Reads up to a line with this text, and returns it; `None` if the program ends first."""
        while (line := self.lines.get(timeout=60)) is not None:
            self.seen.append(line)
            if text in line:
                return line
        return None

    def enter(self, line):
        print(f"  {self.name:6} < {line}", flush=True)
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def kill(self):
        print(f"  {self.name:6} * kill -9", flush=True)
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def so_far(self):
        """Returns all lines until now."""
        while not self.lines.empty() and (line := self.lines.get()) is not None:
            self.seen.append(line)
        return self.seen

    def end(self):
        """Waits for the end of the program; returns all its lines."""
        while (line := self.lines.get(timeout=60)) is not None:
            self.seen.append(line)
        self.process.wait()
        return self.seen


class Album:
    """The app on its device, and the chat beside it."""

    def __init__(self, server, folder, locale):
        self.server, self.folder, self.locale, self.conversation = server, folder, locale, None
        self.device = None
        self.start()

    def start(self):
        self.device = Program("album", self.server, self.folder, "device")
        self.device.wait("connected")

    def restart(self):
        self.device.kill()
        self.start()

    def ask(self, text):
        """Starts a turn in a program of its own."""
        print(f"person: {text}", flush=True)
        words = ["ask"] + (["-c", self.conversation] if self.conversation else []) + text.split(" ")
        return Program("chat", self.server, self.folder, *words, ALBUM_LOCALE=self.locale)

    def answer(self, chat):
        """Waits for the end of a turn; returns the answer."""
        lines = chat.end()
        for line in lines:
            if line.startswith("conversation "):
                self.conversation = line.removeprefix("conversation ")
        return "\n".join(line.removeprefix("torii  ") for line in lines if line.startswith("torii  "))

    def say(self, text):
        return self.answer(self.ask(text))

    def shown(self):
        """The library as the app shows it."""
        return subprocess.run(
            [BUILT / "album", "show"], env=os.environ | {"ALBUM_FOLDER": str(self.folder)}, text=True, capture_output=True
        ).stdout

    def kill_server(self):
        print("  server * kill -9, and a new start", flush=True)
        self.server.running.kill()
        self.server.running.start()


WORDS = {
    "en": {
        "create": "Create an album called Summer", "open": "Open the album Summer", "find": "Find sea in the app",
        "photo": "Open the photo Harbor at dawn", "add": "Add the photo First snow to the album Summer",
        "delete": "Delete the album Summer", "again": "Create an album called Winter", "name": "Summer", "other": "Winter",
        "found": "Harbor at dawn, Beach with kites", "term": "sea", "maybe": "may have been",
    },
    "ja": {
        "create": "「夏」というアルバムを作って", "open": "「夏」のアルバムを開いて", "find": "アプリ内で「海」を検索して",
        "photo": "「Harbor at dawn」の写真を開いて", "add": "「First snow」の写真を「夏」のアルバムに追加して",
        "delete": "「夏」のアルバムを削除して", "again": "「冬」というアルバムを作って", "name": "夏", "other": "冬",
        "found": "Harbor at dawn, Beach with kites", "term": "海", "maybe": "可能性",
    },
}  # fmt: skip


def uses(album, words):
    answer = album.say(words["create"])
    checks.check("the album is created", album.shown().count(f"album {words['name']}:") == 1, answer)
    answer = album.say(words["open"])
    checks.check("the screen shows it", f"screen: Album {words['name']}, 0 photos" in album.shown(), answer)
    answer = album.say(words["find"])
    checks.check("the screen shows what was found", f"Search {words['term']}: {words['found']}" in album.shown(), answer)
    answer = album.say(words["photo"])
    checks.check("the screen shows the photo", "screen: Photo Harbor at dawn" in album.shown(), answer)
    answer = album.say(words["add"])
    checks.check("the photo is in the album", f"album {words['name']}: First snow" in album.shown(), answer)


def server_killed(album, words):
    """The server is killed while the app asks the person at the device."""
    chat = album.ask(words["delete"])
    question = chat.wait("[y/n]")
    checks.check("a person is asked before", words["name"] in "\n".join(chat.seen), question)
    chat.enter("y")
    album.device.wait("[y/n]")
    album.kill_server()
    album.device.enter("y")
    answer = album.answer(chat)
    checks.check("the turn ends with its answer", words["name"] in answer, answer)
    checks.check("the album is deleted", f"album {words['name']}:" not in album.shown())
    starts = [line for line in album.device.so_far() if "started photos.deleteAlbum" in line]
    checks.check("the app has performed it once", len(starts) == 1, starts)


def app_killed(album, words):
    """The app is killed while it asks."""
    album.say(words["create"])
    chat = album.ask(words["delete"])
    chat.wait("[y/n]")
    chat.enter("y")
    album.device.wait("[y/n]")
    album.restart()
    answer = album.answer(chat)
    checks.check("the answer says that the end is not known", words["maybe"] in answer, answer)
    checks.check("the album is still there", f"album {words['name']}:" in album.shown())


def app_gone(album, words):
    """The app does not run, and runs again later."""
    album.device.kill()
    answer = album.say(words["again"])
    checks.check("nothing is created", f"album {words['other']}:" not in album.shown(), answer)
    album.start()
    answer = album.say(words["again"])
    checks.check("the album is created once", album.shown().count(f"album {words['other']}:") == 1, answer)


def conversation(server, folder, language):
    album, words = Album(server, folder, language), WORDS[language]
    for part in (uses, server_killed, app_killed, app_gone):
        with checks.section(f"{language}: {part.__doc__ or 'create, open, find, show, add'}"):
            part(album, words)
    album.device.kill()


def album(folder):
    with torii(folder, TORII_LOG_LEVEL="error") as server:
        for language in WORDS:
            conversation(server, folder / language, language)


if __name__ == "__main__":
    trial.run(album, minutes=10)
