"""`torii chat` in a terminal (tmux) and in pipes: streamed answers, keys, approvals, cuts and kills, Japanese, and the exit status.

    make trial-chat
    make trial-chat OPTIONS="--captures FOLDER"

Waits for texts on the screen, never for a time. With `--captures`, the screens are written into a folder.
"""

import argparse
import json
import os
import pathlib
import re
import signal
import stat
import subprocess
import threading

import checks
import trial
from chat_model import ChatModel
from cutting_relay import CuttingRelay
from servers import BUILT, clean_environment
from tmux import pane
from torii import TOKEN, torii

# A text of a model that would clear a screen, set a title and turn the direction, if a terminal obeyed it.
HOSTILE = "\x1b[2J\x1b[Hgone \x1b]0;owned\x07 \x9b31m \u202eevil"
MARKDOWN = [
    "## Pa", "per\n\nThere are **ten pa", "cks** of `A4 paper` on the shelf. ", "日本語の文章も、行の終わりで正しく折り返されます。",
    "\n\n- first\n- second\n\n", "| Size | Packs |\n|---|--:|\n| A4 | 10 |\n| はがき | 3 |\n\nThat is all.",
]  # fmt: skip
NUMBERS = 120


class Model:
    """The script: answers by the words of the message, and gates that the checks open."""

    def __init__(self):
        self.gate = threading.Event()
        self.half = threading.Event()
        self.messages = []

    def say(self, turn):
        message = turn.message if isinstance(turn.message, str) else turn.body["messages"][-1]["content"]
        if turn.body["messages"][-1]["role"] == "user":
            self.messages.append(message)
        if turn.outputs:
            turn.text("Done: " + next(iter(turn.outputs.values()))[:40])
            turn.finish()
        elif message.startswith("markdown"):
            self.in_halves(turn, MARKDOWN)
        elif message.startswith("count"):
            self.in_halves(turn, [f"n{number} " for number in range(NUMBERS)])
        elif message.startswith("list"):
            turn.call({"call-1": ("getInventoryList", {})})
        elif message.startswith("delete"):
            turn.call({"call-1": ("deleteInventory", {"id": int(message.split()[1])})})
        elif message.startswith("hostile"):
            turn.text(HOSTILE)
            turn.finish()
        elif message.startswith("fail"):
            turn.json({"error": {"message": "no", "type": "invalid_request_error"}}, status=400)
        else:
            turn.text(f"You said: {message}")
            turn.finish()

    def in_halves(self, turn, pieces):
        """Sends half of the pieces, and the others when the gate is open."""
        half = len(pieces) // 2
        for piece in pieces[:half]:
            turn.text(piece)
        self.half.set()
        self.gate.wait(60)
        for piece in pieces[half:]:
            turn.text(piece)
        turn.finish()

    def close(self):
        self.gate.clear()
        self.half.clear()


class Chat:
    """The surroundings of the checks."""

    def __init__(self, folder, server, model, captures):
        self.folder, self.server, self.model, self.captures = folder, server, model, captures

    def environment(self, **settings):
        home = self.folder / "home"
        home.mkdir(exist_ok=True)
        names = {"PATH": os.environ["PATH"], "HOME": str(home), "TERM": "tmux-256color", "LANG": "en_US.UTF-8"}
        # The report of a crash would take minutes.
        names |= {"SWIFT_BACKTRACE": "enable=no"}
        names |= {"TORII_URL": f"http://127.0.0.1:{self.server.port}", "TORII_TOKEN": TOKEN}
        return {name: value for name, value in (names | settings).items() if value is not None}

    def pane(self, words="", columns=80, rows=24, **settings):
        """Returns a terminal in which a chat runs, and after it `stty`, so that the mode of the terminal is seen."""
        command = f"{BUILT}/torii chat {words}; echo status $?; stty -a; exec cat"
        return pane(self.folder, command, self.environment(**settings), columns, rows)

    def run(self, *words, input="", **settings):
        """Runs a command with pipes; returns its exit status, output and errors."""
        command = [BUILT / "torii", "chat", *words]
        done = subprocess.run(
            command, input=input.encode(), capture_output=True, env=self.environment(**settings), cwd=self.folder, timeout=120
        )
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def capture(self, name, screen):
        if self.captures:
            (self.captures / f"{name}.txt").write_text(screen + "\n")

    def item(self, title):
        """Adds an item to the inventory; returns its id."""
        answer = self.server.post("/mcp/tools/create-inventory", {"title": title, "quantity": 10, "unit": "packs", "place": "Shelf 3"}).text()
        return int(re.search(r"ID:? (\d+)", answer)[1])

    def has_item(self, number):
        return "no inventory item" not in self.server.post("/mcp/tools/get-inventory", {"id": number}).text()


def ready(terminal):
    """Waits until the chat accepts input."""
    return terminal.wait_for("/help", "❯")


def is_restored(screen):
    """Whether `stty` reports the usual mode: lines are edited by the terminal, echoed, and keys send signals."""
    flags = set(screen.split())
    return {"icanon", "echo", "isig", "icrnl"} <= flags


def streamed(chat):
    chat.model.close()
    with chat.pane() as terminal:
        ready(terminal)
        terminal.type("markdown, please")
        terminal.press("Enter")
        screen = terminal.wait_for("There are ten packs of A4 paper", "Answering…")
        chat.capture("streaming", screen)
        checks.check("a part of the answer is shown while it is written", "That is all." not in screen)
        checks.check("marks are styles", "**" not in screen and "`" not in screen)
        chat.model.gate.set()
        screen = terminal.wait_for("That is all.", "openai:m")
        chat.capture("streamed", screen)
        checks.check("the table is drawn", "│ はがき │     3 │" in screen and "╰────────┴───────╯" in screen, screen)
        checks.check("finished lines are not repeated", screen.count("There are ten packs") == 1)
        terminal.press("C-d")
        screen = terminal.wait_for("status 0")
        terminal.wait_for("icanon")
        checks.check("the terminal is as before", is_restored(terminal.screen(history=True)))
        checks.check("the way back is named", "torii chat --continue" in screen)


def japanese(chat):
    with chat.pane(LANG="ja_JP.UTF-8") as terminal:
        ready(terminal)
        checks.check("the texts are Japanese", "コマンド一覧" in terminal.screen())
        terminal.type("日本語のテスト")
        terminal.wait_for("❯ 日本語のテスト")
        terminal.wait(lambda _: terminal.value("#{cursor_x}") == "16", "the cursor behind seven wide characters")
        checks.check("the cursor is behind seven wide characters", True)
        terminal.press("BSpace", "BSpace")
        terminal.wait(lambda _: terminal.value("#{cursor_x}") == "12", "the cursor after two wide characters less")
        checks.check("a backspace removes a whole character", "テスト" not in terminal.screen())
        # A letter and its mark that arrive apart are one character.
        terminal.type("か")
        terminal.type("\u3099")
        terminal.type("です 👩‍💻")
        terminal.press("Home")
        terminal.type("「")
        terminal.press("End")
        terminal.type("」")
        terminal.press("Enter")
        screen = terminal.wait_for("You said: 「日本語のテ")
        expected = "「日本語のテか\u3099です 👩\u200d💻」"
        checks.check("the message arrives as it was typed", chat.model.messages[-1] == expected, repr(chat.model.messages[-1]))
        terminal.paste("一行目\n二行目\n")
        terminal.wait_for("二行目")
        checks.check("a paste is not sent by its line breaks", len(chat.model.messages) and chat.model.messages[-1] == expected)
        terminal.press("Enter")
        terminal.wait_for("You said: 一行目")
        checks.check("a paste is one message", chat.model.messages[-1].rstrip("\n") == "一行目\n二行目", repr(chat.model.messages[-1]))
        chat.capture("japanese", screen)
        terminal.press("Up")
        terminal.press("Up")
        terminal.wait_for("❯ 「日本語", history=False)
        checks.check("the history returns an earlier message", True)


def approval(chat):
    number = chat.item("A4 paper")
    with chat.pane() as terminal:
        ready(terminal)
        terminal.type(f"delete {number}")
        terminal.press("Enter")
        screen = terminal.wait_for("Waits for your decision", "[a] approve")
        chat.capture("approval", screen)
        checks.check("the question names the item", "A4 paper" in screen)
        checks.check("nothing is deleted before the decision", chat.has_item(number))
        terminal.press_until("a", lambda screen: "Done:" in screen, "the answer after the approval")
        chat.capture("approved", terminal.screen())
        checks.check("the item is deleted", not chat.has_item(number))
        terminal.press("C-u")
        kept = chat.item("Envelopes")
        terminal.type(f"delete {kept}")
        terminal.press("Enter")
        terminal.wait_for("Envelopes", "[r] reject")
        terminal.press_until("r", lambda screen: screen.count("Done:") == 2, "the answer after the rejection")
        checks.check("a rejected call is not made", chat.has_item(kept))


def approval_after_a_kill(chat):
    number = chat.item("Lamp")
    with chat.pane() as terminal:
        ready(terminal)
        terminal.type(f"delete {number}")
        terminal.press("Enter")
        terminal.wait_for("[a] approve")
        chat.server.running.kill()
        terminal.press_until("x", lambda screen: "x" in screen, "typed text")
        terminal.press("C-u")
        chat.server.running.start()
        terminal.press_until("a", lambda screen: "Done:" in screen or "answer was complete" in screen, "the end of the run")
        checks.check("a call is approved after the server was killed", not chat.has_item(number))
    # The person leaves while a call waits, and decides it in another terminal.
    number = chat.item("Chair")
    with chat.pane() as terminal:
        ready(terminal)
        terminal.type(f"delete {number}")
        terminal.press("Enter")
        terminal.wait_for("[a] approve")
        terminal.press("C-d")
        terminal.wait_for("status 0")
    with chat.pane("--continue") as terminal:
        screen = terminal.wait_for("[a] approve", "Chair")
        chat.capture("continued", screen)
        terminal.press_until("a", lambda screen: "Done:" in screen, "the answer after the approval")
        checks.check("a call that waits is decided by a later chat", not chat.has_item(number))


def is_counted(screen):
    """Whether the numbers are there, each once and in order."""
    return re.findall(r"\bn(\d+)\b", screen) == [str(number) for number in range(NUMBERS)]


def resumed(chat):
    chat.model.close()
    relay = CuttingRelay(chat.server.port)
    with relay.running(), chat.pane(rows=40, TORII_URL=f"http://127.0.0.1:{relay.port}") as terminal:
        ready(terminal)
        terminal.type("count for me")
        terminal.press("Enter")
        terminal.wait_for(f"n{NUMBERS // 2 - 2} ")
        for _ in range(5):
            relay.cut()
        chat.model.gate.set()
        screen = terminal.wait_for(f"n{NUMBERS - 1}", "openai:m")
        chat.capture("resumed", screen)
        checks.check("a cut answer goes on, each piece once", is_counted(screen), screen)
    # A server that is killed leaves a half of the answer, which is shown once, and the reason.
    chat.model.close()
    with chat.pane(rows=40) as terminal:
        ready(terminal)
        terminal.type("count again")
        terminal.press("Enter")
        terminal.wait_for(f"n{NUMBERS // 2 - 2} ")
        chat.server.running.kill()
        screen = terminal.wait_for("Connection lost.")
        chat.capture("lost", screen)
        chat.server.running.start()
        screen = terminal.wait_for("The server stopped before the answer was complete.")
        chat.capture("interrupted", screen)
        chat.model.gate.set()
        found = re.findall(r"\bn(\d+)\b", screen)
        checks.check("what was shown before the kill is shown once", found == [str(number) for number in range(len(found))] and found, found)
        terminal.type("/retry")
        terminal.press("Enter")
        screen = terminal.wait(lambda screen: f"n{NUMBERS - 1}" in screen, "the answer of another attempt")
        checks.check("/retry answers again", True)


def conversations(chat):
    with chat.pane() as terminal:
        ready(terminal)
        terminal.type("the blue whale")
        terminal.press("Enter")
        terminal.wait_for("You said: the blue whale")
        terminal.type("/rename Whales 鯨")
        terminal.press("Enter")
        terminal.wait_for("Renamed to “Whales 鯨”")
        terminal.type("/new")
        terminal.press("Enter")
        terminal.type("/search blue whale")
        terminal.press("Enter")
        screen = terminal.wait_for("1  Whales 鯨")
        chat.capture("search", screen)
        terminal.type("/open 1")
        terminal.press("Enter")
        screen = terminal.wait(lambda screen: screen.count("You said: the blue whale") == 2, "the conversation")
        checks.check("a conversation is found and opened", True)
        file = chat.folder / "whales.json"
        terminal.type(f"/export {file}")
        terminal.press("Enter")
        terminal.wait_for("Saved as")
        saved = json.loads(file.read_text())
        checks.check("an export is written, for its owner alone", saved["title"] == "Whales 鯨" and stat.S_IMODE(file.stat().st_mode) == 0o600)
        terminal.type("/delete")
        terminal.press("Enter")
        terminal.wait_for("Delete “Whales 鯨”?")
        terminal.press("y")
        terminal.wait_for("Deleted.")
        checks.check("a conversation is deleted", chat.server.send("GET", "/v1/conversations?q=blue+whale")[1]["conversations"] == [])
        terminal.type("/li")
        screen = terminal.wait_for("/list  list the conversations")
        chat.capture("menu", screen)
        terminal.press("Tab")
        terminal.wait_for("❯ /list", history=False)


def pictures(chat):
    for title in ("A4 paper", "コピー用紙", "Envelopes"):
        chat.item(title)
    with chat.pane(rows=30) as terminal:
        ready(terminal)
        terminal.type("list everything")
        terminal.press("Enter")
        screen = terminal.wait_for("✓", "Done:")
        chat.capture("table", screen)
        checks.check("the items are a table", "│ コピー用紙 │ 10 packs │ Shelf 3 │" in screen and "╰" in screen, screen)


def pipes(chat):
    status, output, errors = chat.run("-p", "hello")
    checks.check("-p writes the answer and nothing else", (status, output, errors) == (0, "You said: hello\n", ""), (status, output, errors))
    status, output, _ = chat.run("-p", "hello", input="from a pipe\n")
    checks.check("what is piped in is a part of the question", output == "You said: hello\n\nfrom a pipe\n", repr(output))
    status, output, _ = chat.run(input="only piped")
    checks.check("a piped text alone is the question", (status, output) == (0, "You said: only piped\n"), repr(output))
    status, output, errors = chat.run("-p", "hostile")
    checks.check("no control character of a model reaches a pipe", not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", output), repr(output))
    status, output, errors = chat.run("-p", "fail")
    checks.check("a failure has the status 1 and its reason", status == 1 and output == "" and "✗" in errors, (status, errors))
    status, _, errors = chat.run("-p", "x", "--nonsense")
    checks.check("wrong arguments have the status 2", status == 2 and "--nonsense" in errors, (status, errors))
    status, _, errors = chat.run()
    checks.check("no question has the status 2", status == 2 and "-p" in errors, (status, errors))
    status, _, errors = chat.run("-p", "x", TORII_TOKEN="torii_wrong_0123456789abcdef0123456789")
    checks.check("a wrong token has the status 1", status == 1 and "token" in errors, (status, errors))
    status, output, errors = chat.run("-p", "x", TORII_URL="http://127.0.0.1:9")
    checks.check("a server that cannot be reached is named at once", status == 1 and "No server can be reached at http://127.0.0.1:9" in errors, (status, errors))
    number = chat.item("Table")
    status, output, errors = chat.run("-p", f"delete {number}", "--approve", "deleteInventry")
    checks.check("a misspelt tool is told", status == 3 and "did you mean deleteInventory?" in errors, (status, errors))
    status, output, errors = chat.run("-p", f"delete {number}")
    checks.check("a call that needs a person has the status 3", status == 3 and "--approve deleteInventory" in errors.replace("\n", " "), (status, errors))
    checks.check("and is not made", chat.has_item(number))
    status, output, _ = chat.run("-p", f"delete {number}", "--approve", "deleteInventory")
    checks.check("--approve makes the call", status == 0 and not chat.has_item(number), (status, output))
    if chat.captures:
        with pane(chat.folder, "exec bash --norc", chat.environment(PS1="$ ", PATH=f"{BUILT}:{os.environ['PATH']}")) as terminal:
            terminal.type("echo '3 packs, 4 packs' | torii chat -p 'Say this:' | tr a-z A-Z; echo \"status ${PIPESTATUS[1]}\"")
            terminal.press("Enter")
            chat.capture("pipe", terminal.wait_for("YOU SAID: SAY THIS:", "status 0"))


def lines_of_json(chat):
    status, output, errors = chat.run("-p", "hostile", "--json")
    checks.check("--json succeeds in silence", (status, errors) == (0, ""), (status, errors))
    lines = output.splitlines()
    events = [json.loads(line) for line in lines]
    kinds = [event["event"] for event in events]
    checks.check("each line is an event", kinds[0] == "run.started" and kinds[-1] == "run.completed", kinds)
    checks.check("each event has its id", [event["id"].rpartition(":")[2] for event in events] == [str(number) for number in range(len(events))])
    text = "".join(event["data"]["text"] for event in events if event["event"] == "message.completed")
    checks.check("the text is the model's in JSON", "\x1b[2J\x1b[Hgone" in text and "\x9b31m" in text, repr(text))
    checks.check("no raw control character is in the lines", not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", output), repr(output))
    status, output, _ = chat.run("-p", "x", "--json", TORII_TOKEN="torii_wrong_0123456789abcdef0123456789")
    checks.check("a refusal is a line too", status == 1 and json.loads(output)["event"] == "error", output)


def hostile(chat):
    with chat.pane() as terminal:
        ready(terminal)
        title = terminal.value("#{pane_title}")
        terminal.type("hostile, please")
        terminal.press("Enter")
        screen = terminal.wait_for("gone", "openai:m")
        checks.check("a model cannot clear the screen or set its title", "❯ hostile, please" in screen and terminal.value("#{pane_title}") == title, screen)


def endings(chat):
    """The terminal's mode after the ends that a program does not choose."""
    for name, number in (("TERM", signal.SIGTERM), ("HUP", signal.SIGHUP), ("ABRT", signal.SIGABRT), ("SEGV", signal.SIGSEGV)):
        with chat.pane() as terminal:
            ready(terminal)
            pid = int(subprocess.run(["pgrep", "-P", terminal.value("#{pane_pid}"), "torii"], check=True, capture_output=True, text=True).stdout)
            os.kill(pid, number)
            terminal.wait_for("status", "iexten")
            checks.check(f"the terminal is as before after SIG{name}", is_restored(terminal.screen(history=True)))


def plain(chat):
    with chat.pane(TERM="dumb") as terminal:
        terminal.wait(lambda screen: screen.endswith("\n>"), "the prompt")
        terminal.type("hello")
        terminal.press("Enter")
        screen = terminal.wait_for("You said: hello")
        checks.check("a dumb terminal gets plain lines", "❯" not in screen)
    with chat.pane(NO_COLOR="1") as terminal:
        ready(terminal)
        terminal.type("markdown")
        chat.model.gate.set()
        terminal.press("Enter")
        terminal.wait_for("That is all.")
        styles = set(re.findall(r"\x1b\[([0-9;]*)m", terminal.screen(styles=True)))
        colors = [style for style in styles if re.search(r"\b(3[0-7]|4[0-7]|9[0-7])\b", style)]
        checks.check("NO_COLOR has no color", not colors, styles)
    with chat.pane(columns=100) as terminal:
        ready(terminal)
        terminal.type("a text that is long enough to be wrapped when the terminal becomes narrow, so that it has two lines")
        terminal.resize(50, 24)
        terminal.wait_for("─" * 40)
        terminal.resize(100, 24)
        terminal.press("Enter")
        terminal.wait_for("You said: a text")
        checks.check("a new size loses nothing", True)


def history(chat):
    file = chat.folder / "home/.local/state/torii/chat-history"
    messages = [json.loads(line) for line in file.read_text().splitlines()]
    checks.check("the history has the typed messages", "markdown, please" in messages)
    checks.check("only its owner can read the history", stat.S_IMODE(file.stat().st_mode) == 0o600)
    checks.check("questions of scripts are not in it", "hello\n\nfrom a pipe" not in messages and "only piped" not in messages)
    size = file.stat().st_size
    with chat.pane("--no-history") as terminal:
        ready(terminal)
        terminal.type("a secret message")
        terminal.press("Enter")
        terminal.wait_for("You said: a secret message")
    checks.check("--no-history keeps nothing", file.stat().st_size == size)


def embedded(chat):
    """Without a URL the server is within the command, or the one that uses the folder."""
    data = chat.folder / "embedded"
    folder = {"TORII_URL": None, "TORII_TOKEN": None, "TORII_DATA_DIR": str(data)}
    status, output, errors = chat.run("-p", "Add \"A4 paper\" to the inventory, quantity 10", **folder)
    checks.check("a new folder answers at once", status == 0 and "A4 paper" in output, (status, output, errors))
    with chat.pane(rows=30, **folder) as terminal:
        ready(terminal)
        terminal.type("List the inventory")
        terminal.press("Enter")
        screen = terminal.wait_for("A4 paper", "phrasebook ·")
        chat.capture("embedded", screen)
        terminal.type("Delete item 1")
        terminal.press("Enter")
        terminal.wait_for("[a] approve")
        terminal.press("C-d")
        terminal.wait_for("status 0")
    with chat.pane("--continue", **folder) as terminal:
        terminal.wait_for("[a] approve")
        terminal.press_until("a", lambda screen: "phrasebook ·" in screen.split("Delete item 1")[-1], "the answer")
        checks.check("a call that waits survives the command", True)
        status, output, errors = chat.run("-p", "hello", **folder)
        checks.check("a folder in use needs a token", status == 1 and "TORII_TOKEN" in errors, (status, errors))
        terminal.press("C-u", "C-d")
        terminal.wait_for("status 0")
    listed = subprocess.run([BUILT / "torii", "clients", "list"], capture_output=True, text=True, env=clean_environment(TORII_DATA_DIR=str(data)), cwd=chat.folder)
    checks.check("the folder has its first clients and no further one", listed.stdout.count("first client") == 1, listed.stdout)


PARTS = (
    streamed, japanese, approval, approval_after_a_kill, resumed, conversations, pictures, pipes, lines_of_json, hostile, plain, history, endings, embedded,
)  # fmt: skip


def main(folder, captures, parts):
    model = Model()
    script = ChatModel(model.say)
    with script.running(), torii(folder, OPENAI_API_KEY="sk-trial", TORII_DISCONNECT_GRACE=60, **script.settings) as server:
        chat = Chat(folder, server, model, captures)
        for part in [part for part in PARTS if not parts or part.__name__ in parts]:
            with checks.section(part.__name__.replace("_", " ")):
                part(chat)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--captures", type=pathlib.Path, help="a folder for the screens")
    parser.add_argument("--parts", nargs="*", default=[], help="the checks to make: " + ", ".join(part.__name__ for part in PARTS))
    options = parser.parse_args()
    if options.captures:
        options.captures.mkdir(parents=True, exist_ok=True)
    trial.run(main, options.captures, options.parts)
