"""The apps of a device for the trial of intents: what they register, the things that they have, and what their calls change."""

import itertools
import json

from servers import ROOT

SCHEMAS = {schema["id"]: schema for schema in json.loads((ROOT / "Sources/C/CAssistantSchemas/Data/schemas.json").read_text())["schemas"]}

# The domains of each app.
APPS = {
    "com.example.pictures": ["photos"],
    "com.example.clock": ["clock"],
    "com.example.planner": ["reminders", "calendar"],
    "com.example.jotter": ["notes"],
    "com.example.chatter": ["messages"],
}
# The members of the unions: parameters and properties by type.
UNIONS = {
    "MessageDestination": [{"kind": "contact", "type": "IntentPerson"}],
    "EventLocation": [{"kind": "address", "type": "String"}],
    "EventAlarm": [{"kind": "date", "type": "Date"}],
    "ReadReaction": [{"kind": "emoji", "type": "String"}],
}
# The cases that the apps have beyond the catalog's.
CASES = {
    "photos.rotationDirection": ["clockwise", "counterclockwise"],
    "photos.filterType": ["original", "mono"],
    "calendar.attendeeType": ["person"],
    "messages.conversationAttribute": ["pinned"],
    "messages.customReaction": ["sticker"],
    "messages.messageAttribute": ["flagged"],
    "messages.messageEffect": ["confetti"],
}
# Values without an identity of their own.
TRANSIENT = {"calendar.attendee", "messages.customAttachment", "messages.messagePerson", "reminders.locationTrigger"}
# The things at the start, by kind and id.
THINGS = {
    "photos.album": {
        "al-summer-24": "Summer 2024", "al-summer-25": "Summer 2025", "al-kyoto": "京都の紅葉", "al-pottery": "Pottery class", "al-garden": "庭",
    },
    "photos.asset": {"p-cake": "Birthday cake", "p-pier": "桟橋の夕日", "p-dog": "Dog on the beach"},
    "photos.recognizedPerson": {"who-mika": "Mika"},
    "clock.timer": {"t-laundry": "Laundry", "t-rice": "Rice"},
    "clock.alarm": {"a-gym": "Gym", "a-medicine": "薬"},
    "reminders.list": {"l-inbox": "Inbox"},
    "reminders.reminder": {"r-rent": "家賃を払う", "r-library": "Return library books", "r-plumber": "Call the plumber"},
    "calendar.calendar": {"c-home": "Home"},
    "calendar.event": {"e-dentist": "Dentist", "e-welcome": "歓迎会"},
    "notes.note": {"n-reading": "読書メモ", "n-packing": "Packing list"},
    "notes.folder": {"f-work": "仕事", "f-recipes": "Recipes"},
    "messages.conversation": {"k-books": "Book club"},
    "messages.message": {"m-parking": "The parking spot is free", "m-dinner": "Dinner on Sunday?"},
}  # fmt: skip
# The parameters that contain a new title.
TITLES = ("name", "title", "label", "content")


def of_domain(kind, domain):
    return [schema for schema in SCHEMAS.values() if schema["kind"] == kind and schema["id"].startswith(domain + ".") and not schema.get("deprecated")]


def typed(notations):
    return dict(notation.split(": ", 1) for notation in notations)


def unions(types):
    return {name: UNIONS[type.strip("[]?")] for name, type in types.items() if type.strip("[]?") in UNIONS}


def intent(schema):
    types = typed(schema["parameters"])
    return {
        "schema": schema["id"],
        "intentId": schema["id"].partition(".")[2],
        "modes": ["foreground" if "OpenIntent" in schema.get("protocols", []) else "background"],
        "parameters": types,
        "unions": unions(types),
        "result": schema.get("result"),
    }


def entity(schema):
    types = typed(schema["properties"])
    is_transient = schema["id"] in TRANSIENT
    return {
        "schema": schema["id"],
        "entityId": schema["id"].partition(".")[2],
        "queries": [] if is_transient else ["get", "matching", "suggested"],
        "transient": is_transient,
        "properties": types,
        "unions": unions(types),
    }


def enumeration(schema):
    cases = CASES.get(schema["id"], schema["cases"])
    return {"schema": schema["id"], "cases": [{"value": case, "title": case.capitalize()} for case in cases]}


def registration(app):
    """Returns the toolbox of an app: all intents of its domains that are not deprecated, and what they refer to."""
    return {
        "catalogue": "2026-11", "app": {"id": app, "version": "1.0"}, "timeZone": "Asia/Tokyo", "locale": "ja_JP",
        "intents": [intent(schema) for domain in APPS[app] for schema in of_domain("intent", domain)],
        "entities": [entity(schema) for domain in APPS[app] for schema in of_domain("entity", domain)],
        "enums": [enumeration(schema) for domain in APPS[app] for schema in of_domain("enum", domain)],
    }  # fmt: skip


class Store:
    """The things of all apps while one request is performed."""

    def __init__(self):
        self.things = {kind: dict(things) for kind, things in THINGS.items()}
        self.ids = (f"new-{number}" for number in itertools.count(1))

    def find(self, kind, verb, arguments, limit):
        """Returns the things that a query means. Words match a title that contains all of them, or that they contain."""
        things = self.things.get(kind, {})
        if verb == "get":
            found = [id for id in arguments.get("ids", []) if id in things]
        elif verb == "matching":
            words = arguments["text"].casefold()
            found = [id for id, title in things.items() if all(word in title.casefold() for word in words.split()) or title.casefold() in words]
        else:
            found = list(things)
        return [self.shown(kind, id) for id in found[:limit]]

    def shown(self, kind, id):
        thing = {"type": kind, "id": id, "display": {"title": self.things[kind][id]}, "ownership": "private"}
        # Without these, an event may be an invitation with the words of others.
        return thing | ({"properties": {"attendees": [], "organizers": []}} if kind == "calendar.event" else {})

    def perform(self, schema, input):
        """Changes the things as an intent says, and returns its output."""
        named = [value for value in flat(input.values()) if isinstance(value, dict) and value.get("type") in self.things]
        if schema.partition(".")[2].startswith("delete"):
            for thing in named:
                self.things[thing["type"]].pop(thing["id"], None)
        result = SCHEMAS[schema].get("result")
        if not result:
            return None
        kind = result.strip("[]").removeprefix("entity:")
        title = next((input[name] for name in TITLES if input.get(name)), None)
        id = next((thing["id"] for thing in named if thing["type"] == kind), None) or next(self.ids)
        things = self.things.setdefault(kind, {})
        things[id] = title or things.get(id, kind)
        shown = self.shown(kind, id)
        return [shown] if result.startswith("[") else shown


def flat(values):
    for value in values:
        yield from flat(value) if isinstance(value, list) else [value]
