"""An address book and calendars as programs write them, and Torii's expected answers in Tokyo."""

ADDRESS_BOOK = """<?xml version="1.0" encoding="utf-8"?>
<mkcol xmlns="DAV:" xmlns:CR="urn:ietf:params:xml:ns:carddav"><set><prop><resourcetype><collection/><CR:addressbook/></resourcetype>
<displayname>People</displayname></prop></set></mkcol>"""


def calendar(component):
    return f"""<?xml version="1.0" encoding="utf-8"?>
<C:mkcalendar xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><set><prop><C:supported-calendar-component-set>
<C:comp name="{component}"/></C:supported-calendar-component-set></prop></set></C:mkcalendar>"""


def _card(*lines, version="3.0"):
    return "\r\n".join(["BEGIN:VCARD", f"VERSION:{version}", *lines, "END:VCARD", ""])


def _event(*lines, zone=()):
    head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//torii//integration//EN", *zone]
    return "\r\n".join([*head, "BEGIN:VEVENT", "DTSTAMP:20261101T000000Z", *lines, "END:VEVENT", "END:VCALENDAR", ""])


CARDS = {
    # The form of Apple and Google, with a photo and with everything that must not appear in answers.
    "hanako": _card(
        "UID:hanako", "FN:Hanako Yamada", "N:Yamada;Hanako;;;", "BDAY:1990-12-03", "TEL;TYPE=CELL:+81-90-0000-0001",
        "ADR;TYPE=HOME:;;1-2-3 Secretgai;Minato;Tokyo;105-0001;Japan", "NOTE:line one\\nline two\\, and more",
        "PHOTO;ENCODING=b;TYPE=JPEG:" + "/9j/4AAQSkZJRgABAQ" * 40,
    ),
    "ben": _card("UID:ben", "FN:Ben Ortiz", "N:Ortiz;Ben;;;", "BDAY;VALUE=date:19851224", "EMAIL:ben@secret.example"),
    # vCard 4: a birthday without a year.
    "chi": _card("UID:chi", "FN:Chi Le", "N:Le;Chi;;;", "BDAY:--0412", version="4.0"),
    # The same in Apple's form.
    "maria": _card(
        "UID:maria", "FN:María-José Núñez", "N:Núñez;María-José;;;", "BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-30",
    ),
    # Japanese, with the reading of the name, and a time after the day.
    "yuki": _card(
        "UID:yuki", "FN:佐藤 由紀", "N:佐藤;由紀;;;", "X-PHONETIC-LAST-NAME:さとう", "BDAY:1979-02-28T00:00:00Z",
    ),
    "leap": _card("UID:leap", "FN:Leap Day", "N:Day;Leap;;;", "BDAY:2000-02-29"),
    "none": _card("UID:none", "FN:No Birthday", "N:Birthday;No;;;", "TEL:+1-202-555-0100"),
    "words": _card("UID:words", "FN:In Words", "N:Words;In;;;", "BDAY;VALUE=text:circa 1800", version="4.0"),
}  # fmt: skip

# The month, the query of the call, and the answer.
# One card has its birthday in words; each answer says that it was left out.
UNREAD = "\nLeft out because their birthday or name cannot be read: 1 contacts."
UNREAD_JA = "\n誕生日か名前を読み取れない連絡先が1件あり、除いています。"

BIRTHDAYS = [
    (12, "", "Hanako (December 3)\nBen (December 24)" + UNREAD),
    (12, "?locale=ja", "Hanako（12月3日）\nBen（12月24日）" + UNREAD_JA),
    (4, "", "Chi (April 12)\nMaría-José (April 30)" + UNREAD),
    (2, "?locale=ja", "由紀（2月28日）\nLeap（2月29日）" + UNREAD_JA),
    (8, "", "Naomi" + UNREAD),
]

_BEN = "ATTENDEE;CN=Ben Ortiz;PARTSTAT=ACCEPTED;ROLE=REQ-PARTICIPANT:mailto:ben@secret.example"
_HANAKO = 'ATTENDEE;CN="Hanako Yamada";RSVP=TRUE:mailto:hanako@secret.example'

# A zone as Outlook defines it: with a name that no system knows, and its rules.
_OUTLOOK = [
    "BEGIN:VTIMEZONE", "TZID:Tokyo by Hand", "BEGIN:STANDARD", "DTSTART:16010101T000000", "TZOFFSETFROM:+0900",
    "TZOFFSETTO:+0900", "END:STANDARD", "END:VTIMEZONE",
]  # fmt: skip

EVENTS = {
    "work/planning": _event(
        "UID:planning", "DTSTART:20261124T010000Z", "DTEND:20261124T020000Z", "SUMMARY:Planning", "LOCATION:Secret Room 3",
        "DESCRIPTION:Dial 0000", _BEN, _HANAKO,
    ),
    # Every Tuesday in Tokyo but one; the instance on the 24th is an hour later and has another title.
    "work/weekly": "\r\n".join([
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//torii//integration//EN",
        "BEGIN:VTIMEZONE", "TZID:Asia/Tokyo", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0900",
        "TZOFFSETTO:+0900", "TZNAME:JST", "END:STANDARD", "END:VTIMEZONE",
        "BEGIN:VEVENT", "UID:weekly", "DTSTAMP:20261101T000000Z", "DTSTART;TZID=Asia/Tokyo:20261103T093000",
        "DTEND;TZID=Asia/Tokyo:20261103T094500", "RRULE:FREQ=WEEKLY;BYDAY=TU", "EXDATE;TZID=Asia/Tokyo:20261117T093000",
        "SUMMARY:Stand-up", _BEN, "END:VEVENT",
        "BEGIN:VEVENT", "UID:weekly", "DTSTAMP:20261101T000000Z", "RECURRENCE-ID;TZID=Asia/Tokyo:20261124T093000",
        "DTSTART;TZID=Asia/Tokyo:20261124T103000", "DTEND;TZID=Asia/Tokyo:20261124T104500", "SUMMARY:Stand-up (moved)", _BEN,
        "END:VEVENT", "END:VCALENDAR", "",
    ]),
    # New York's clocks change on 2026-11-01; this event is on Mondays at 20:00 there, so on Tuesdays at 10:00 in Tokyo.
    "work/newyork": _event(
        "UID:newyork", "DTSTART;TZID=America/New_York:20261026T200000", "DURATION:PT30M", "RRULE:FREQ=WEEKLY;COUNT=9",
        "SUMMARY:Call with New York", _HANAKO,
    ),
    "work/outlook": _event(
        "UID:outlook", "DTSTART;TZID=Tokyo by Hand:20261126T150000", "DTEND;TZID=Tokyo by Hand:20261126T160000",
        "SUMMARY:From Outlook", _BEN, zone=_OUTLOOK,
    ),
    "work/cancelled": _event("UID:off", "DTSTART:20261124T030000Z", "SUMMARY:Called off", "STATUS:CANCELLED", _BEN),
    "home/trip": _event("UID:trip", "DTSTART;VALUE=DATE:20261128", "DTEND;VALUE=DATE:20261201", "SUMMARY:Trip", _HANAKO),
    "home/holiday": _event("UID:holiday", "DTSTART;VALUE=DATE:20261123", "SUMMARY:勤労感謝の日", "TRANSP:TRANSPARENT"),
    "home/birthday": _event(
        "UID:bday", "DTSTART;VALUE=DATE:20001224", "RRULE:FREQ=YEARLY", "SUMMARY:Ben's birthday", "TRANSP:TRANSPARENT",
    ),
    "home/late": _event(
        "UID:late", "DTSTART;TZID=Asia/Tokyo:20261126T233000", "DTEND;TZID=Asia/Tokyo:20261127T003000", "SUMMARY:Late\\, very",
        _BEN,
    ),
}  # fmt: skip

# The name of the check, the attendee, the day, and the answer.
DAYS = [
    ("a moved instance is at its new time", "Ben Ortiz", "2026-11-24",
     "Events with Ben Ortiz on 2026-11-24:\n10:00: Planning\n10:30: Stand-up (moved)"),
    ("a removed instance is absent", "Ben Ortiz", "2026-11-17",
     "There is 1 event on 2026-11-17, but none with Ben Ortiz."),
    ("an instance far from the first is there", "Ben Ortiz", "2027-03-02",
     "Events with Ben Ortiz on 2027-03-02:\n09:30: Stand-up"),
    ("before the clocks change in New York", "Hanako Yamada", "2026-10-27",
     "Events with Hanako Yamada on 2026-10-27:\n09:00: Call with New York"),
    ("after the change, and with an event in UTC", "Hanako Yamada", "2026-11-24",
     "Events with Hanako Yamada on 2026-11-24:\n10:00: Call with New York\n10:00: Planning"),
    ("after the last of nine", "Hanako Yamada", "2026-12-29",
     "There is 1 event on 2026-12-29, but none with Hanako Yamada."),
    ("a day in the middle of a trip", "Hanako Yamada", "2026-11-30",
     "Events with Hanako Yamada on 2026-11-30:\nall day: Trip"),
    ("the day after the trip", "Hanako Yamada", "2026-12-01",
     "Events with Hanako Yamada on 2026-12-01:\n10:00: Call with New York"),
    ("a time zone from the event itself, and an event late in the evening", "Ben Ortiz", "2026-11-26",
     "Events with Ben Ortiz on 2026-11-26:\n15:00: From Outlook\n23:30: Late, very"),
    ("an event that started the day before", "Ben Ortiz", "2026-11-27",
     "Events with Ben Ortiz on 2026-11-27:\n2026-11-26 23:30: Late, very"),
    ("a name in other letters", "ben ortiz", "2026-11-24",
     "Events with ben ortiz on 2026-11-24:\n10:00: Planning (Ben Ortiz)\n10:30: Stand-up (moved) (Ben Ortiz)"),
    ("a day with nothing but what takes no time", "Ben Ortiz", "2026-12-24", "There are no events on 2026-12-24."),
]  # fmt: skip

# The caller's zone, the day, and the answer.
ZONES = [
    ("America/New_York", "2026-11-23",
     "Events with Ben Ortiz on 2026-11-23:\n20:00: Planning\n20:30: Stand-up (moved)"),
    ("Europe/Berlin", "2026-11-24",
     "Events with Ben Ortiz on 2026-11-24:\n02:00: Planning\n02:30: Stand-up (moved)"),
]  # fmt: skip

TURNS = [
    ("Which of my contacts were born in December?", "Hanako (December 3)\nBen (December 24)" + UNREAD),
    ("4月生まれの連絡先を教えて", "Chi（4月12日）\nMaría-José（4月30日）" + UNREAD_JA),
    ("What meetings do I have with Ben Ortiz on 2026-11-24?",
     "Events with Ben Ortiz on 2026-11-24:\n10:00: Planning\n10:30: Stand-up (moved)"),
    ("2026年11月30日のHanako Yamadaさんとの予定を教えて", "2026-11-30 のHanako Yamadaさんとの予定:\n終日: Trip"),
    ("Do I have any events with Maria on 2026-11-26?", "No.\nThere are 2 events on 2026-11-26, but none with Maria."),
]  # fmt: skip

# Data that no answer and no log may contain.
PRIVATE = ["Secretgai", "+81-90", "secret.example", "Secret Room", "Dial 0000", "line one"]
