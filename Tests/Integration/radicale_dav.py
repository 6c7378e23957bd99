"""Torii against Radicale: a realistic address book and calendars, and passwords that are wrong or change."""

import base64
import contextlib
import http.client
import json
import os
import subprocess
import sys

import dav_data
from checks import check, section
from servers import BUILT, INSTALLED, clean_environment, free_port, server
from torii import TOKEN, torii

USER = "alice"
FIRST, SECOND = "dav-first-0123456789", "dav-second-9876543210"


class Radicale:
    """A running server with one account."""

    def __init__(self, port, users):
        self.port, self.users = port, users
        self.url = f"http://127.0.0.1:{port}"

    def accept(self, password):
        """Changes the account's password."""
        # In one step, because the server reads the file with every request.
        draft = self.users.with_suffix(".new")
        draft.write_text(f"{USER}:{password}\n")
        os.replace(draft, self.users)

    def send(self, method, path, body, kind):
        credentials = base64.b64encode(f"{USER}:{FIRST}".encode()).decode()
        headers = {"Authorization": f"Basic {credentials}", "Content-Type": kind}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request(method, path, body.encode(), headers)
        with contextlib.closing(connection), connection.getresponse() as response:
            if response.status not in (201, 204):
                raise AssertionError(f"{method} {path} was answered with {response.status}: {response.read().decode()}")

    def fill(self):
        """Makes the collections and stores everything in them."""
        self.send("MKCOL", f"/{USER}/people/", dav_data.ADDRESS_BOOK, "application/xml; charset=utf-8")
        for name, component in [("work", "VEVENT"), ("home", "VEVENT"), ("tasks", "VTODO")]:
            self.send("MKCALENDAR", f"/{USER}/{name}/", dav_data.calendar(component), "application/xml; charset=utf-8")
        for name, card in dav_data.CARDS.items():
            self.send("PUT", f"/{USER}/people/{name}.vcf", card, "text/vcard; charset=utf-8")
        for name, event in dav_data.EVENTS.items():
            self.send("PUT", f"/{USER}/{name}.ics", event, "text/calendar; charset=utf-8")


@contextlib.contextmanager
def radicale(folder):
    """Runs Radicale as pip installs it, with a password file."""
    port = free_port()
    instance = Radicale(port, folder / "radicale-users")
    instance.accept(FIRST)
    command = [
        INSTALLED / "radicale", "--config", "", "--server-hosts", f"127.0.0.1:{port}",
        "--auth-type", "htpasswd", "--auth-htpasswd-filename", instance.users, "--auth-htpasswd-encryption", "plain",
        "--auth-delay", "0", "--storage-filesystem-folder", folder / "radicale", "--web-type", "none",
    ]  # fmt: skip
    with server(command, port, folder / "radicale.log", env=clean_environment(), cwd=folder):
        instance.fill()
        yield instance


def settings(url, password=FIRST, user=USER):
    """Returns Torii's settings for the account, for contacts and calendars alike."""
    account = {"BASE_URL": url, "USER_NAME": user, "PASSWORD": password}
    names = {f"{kind}_{name}": value for kind in ("CARDDAV", "CALDAV") for name, value in account.items()}
    return names | {"TORII_TIME_ZONE": "Asia/Tokyo", "TORII_MODEL": "phrasebook"}


def call(instance, tool, query="", **arguments):
    """Calls a tool without a model: returns its text without the fences around others' text, and whether it failed."""
    answer = instance.post(f"/mcp/tools/{tool}{query}", arguments)
    answer = answer.json()
    lines = answer["content"][0]["text"].split("\n")
    text = "\n".join(line for line in lines if not line.startswith(("--- begin quoted text ", "--- end quoted text ")))
    return text, answer.get("isError", False)


def text_of(reply):
    status, answer = reply
    return answer["message"]["text"] if status == 200 else f"status {status}: {answer}"


def run(folder):
    with section("Contacts and calendars of Radicale"), radicale(folder) as instance:
        with torii(folder, **settings(instance.url)) as gate:
            contacts(gate)
            events(gate)
            turns(gate)
            clients_of_other_zones(gate)
        addresses(folder, instance)
        doctor(folder, instance)
        wrong(folder, instance)
        rotation(folder, instance)


def contacts(gate):
    for month, query, expected in dav_data.BIRTHDAYS:
        text, failed = call(gate, "findContacts", query, month=month)
        check(f"born in month {month}{query}", text == expected and not failed, text.replace("\n", " / "))
    text, failed = call(gate, "findContacts", month=13)
    check("a month that is none is refused", failed and "13 is not a month" in text, text)


def events(gate):
    for what, attendee, date, expected in dav_data.DAYS:
        text, failed = call(gate, "getCalendarEvents", attendee=attendee, date=date)
        check(what, text == expected and not failed, text.replace("\n", " / "))


def clients_of_other_zones(gate):
    for zone, date, expected in dav_data.ZONES:
        text, _ = call(gate, "getCalendarEvents", f"?time_zone={zone}", attendee="Ben Ortiz", date=date)
        check(f"the same meeting in {zone}", text == expected, text.replace("\n", " / "))


def turns(gate):
    for message, expected in dav_data.TURNS:
        text = text_of(gate.ask(message))
        check(f"a turn: {message}", text == expected, text.replace("\n", " / "))
    stream = gate.stream(dav_data.TURNS[0][0])
    artifacts = [artifact for data in stream.of("tool.finished") for artifact in data["artifacts"]]
    check(
        "a stream has the contacts as data",
        stream.is_whole and artifacts[0]["type"] == "contacts.birthdays" and not artifacts[0]["data"]["fallback"],
        artifacts,
    )
    said = json.dumps(stream.events) + gate.log.read_text()
    check("no telephone number, address or place appears", not any(word in said for word in dav_data.PRIVATE))
    check("the log has no password", FIRST not in said)


def addresses(folder, instance):
    """Every address that leads to the account must work."""
    for path in ["/", f"/{USER}", f"/{USER}/work", "/.well-known/caldav"]:
        with torii(folder, **settings(instance.url + path)) as gate:
            text, failed = call(gate, "getCalendarEvents", attendee="Ben Ortiz", date="2026-11-24")
            check(f"the calendar is found from {path}", "10:00: Planning" in text and not failed, text.replace("\n", " / "))


def doctor(folder, instance):
    """`torii doctor` before the first start, with the keys of the environment."""
    for what, user, states in [("the right name", USER, ["ok", "ok"]), ("a wrong name", "bob", ["ok", "BROKEN"])]:
        environment = clean_environment(TORII_DATA_DIR=str(folder / "nothing"), **settings(instance.url, user=user))
        done = subprocess.run([BUILT / "torii", "doctor"], capture_output=True, text=True, timeout=60, env=environment, cwd=folder)
        lines = [line.split() for line in done.stdout.splitlines()]
        found = [line[0] for line in lines if line[1:2] == ["caldav"]]
        check(f"torii doctor with {what}", found == states, " / ".join(" ".join(line) for line in lines if "caldav" in line))


def wrong(folder, instance):
    web = free_port()
    with server([sys.executable, "-m", "http.server", web, "--bind", "127.0.0.1"], web, folder / "web.log", cwd=folder):
        mistakes(folder, instance, f"http://127.0.0.1:{web}")


def mistakes(folder, instance, web):
    sorry = "Sorry, I can't see your calendar."
    for what, values in [
        ("a wrong password", settings(instance.url, password="dav-wrong-000000000")),
        ("a wrong name", settings(instance.url, user="bob")),
        ("an address where nobody listens", settings("http://127.0.0.1:9")),
        ("a web server", settings(web)),
        ("a path that is nobody's", settings(instance.url + "/nobody/at/all")),
    ]:
        with torii(folder, **values) as gate:
            found = call(gate, "findContacts", month=12)
            seen = call(gate, "getCalendarEvents", attendee="Ben Ortiz", date="2026-11-24")
            if what.startswith("a path"):
                # The account is found from the server's address nevertheless (RFC 6764).
                check(f"{what} leads to the account", found[0].startswith("Hanako") and not seen[1], found)
                continue
            check(f"{what}: the chosen name", found == ("Naomi", False), found)
            check(f"{what}: no calendar", seen == (sorry, True), seen)
            log = gate.log.read_text()
            check(f"{what}: no password in the log", values["CALDAV_PASSWORD"] not in log)


def rotation(folder, instance):
    """Changes the password of the calendars at the server, and then in the running Torii; the address book's key must not change."""
    question = "What meetings do I have with Ben Ortiz on 2026-11-24?"
    with torii(folder, **settings(instance.url)) as gate:
        before = text_of(gate.ask(question))
        check("before the rotation", "10:00: Planning" in before, before.replace("\n", " / "))
        status, answer, text = gate.admin("POST", "upstreams/caldav/rotations", {"secret": SECOND})
        check("a password that Radicale refuses is not accepted", status == 422, answer.get("detail"))
        check("the refusal does not repeat it", SECOND not in text)
        still = text_of(gate.ask(question))
        check("the old one is still in use", still == before)
        instance.accept(SECOND)
        try:
            between = text_of(gate.ask(question))
            check("changed at the server only", between == "Sorry, I can't see your calendar.", between)
            status, answer, text = gate.admin("POST", "upstreams/caldav/rotations", {"secret": SECOND})
            check("the new one is checked and accepted", status == 201 and answer["check"]["result"] == "verified", text)
            after = text_of(gate.ask(question))
            check("after the rotation", after == before, after.replace("\n", " / "))
            contacts = text_of(gate.ask("Who was born in December?"))
            check("the address book's key is another one", contacts == "Naomi", contacts)
            said = gate.log.read_text() + text
            check("no password in the log or an answer", FIRST not in said and SECOND not in said)
        finally:
            instance.accept(FIRST)
