"""The worst known inputs of each kind, generated for each size."""

LEAST = -(2**63)
GREATEST = 2**63 - 1
WORST_NUMBERS = [LEAST, GREATEST, LEAST + 1, -1, 0, 2**53, 1e308, -1e308, 9e18]


def marks(size):
    """Returns combining marks of two alternating classes, `size` bytes of them: sorting a run takes quadratic time."""
    return "\u0301\u0316" * (size // 4)


def joined(size):
    """Returns one character of `size` bytes: emoji with joiners between them."""
    return "\U0001f468\u200d" * (size // 7)


def flags(size):
    """Returns endless regional indicators: the boundaries of the flags depend on the first one."""
    return "\U0001f1e6" * (size // 4)


def event(*lines, start="DTSTART:20260101T090000Z", end="DTEND:20260101T100000Z", zone=()):
    """Returns a calendar with one event of these lines."""
    return "\r\n".join([
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//hostile//EN", *zone, "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z",
        *filter(None, [start, end]), "SUMMARY:hostile", *lines, "END:VEVENT", "END:VCALENDAR", "",
    ])  # fmt: skip


def overlapping(depth=240, size=1_000_000):
    """Returns JSON in which each item contains all inner ones."""
    return b'{"item":' * depth + b'"' + b"x" * size + b'"' + b"}" * depth


def each(*values):
    return ",".join(str(value) for value in values)


def zone(count, first=1000):
    """Returns a time zone with many rules for clock changes, each for a thousand years."""
    rules = [
        line
        for year in range(first, first + count)
        for line in [
            "BEGIN:STANDARD", f"DTSTART:{year}0101T000000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200",
            "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20100101T000000Z", "END:STANDARD",
        ]
    ]  # fmt: skip
    return ["BEGIN:VTIMEZONE", "TZID:Evil", *rules, "END:VTIMEZONE"]


def excluding(count):
    return f"EXDATE;TZID=Evil:{each(*['20261122T090000'] * count)}"


EVIL = {"start": "DTSTART;TZID=Evil:20260101T090000", "end": None}
NEXT = ("END:VEVENT", "BEGIN:VEVENT")


WEEKDAYS = "MO,TU,WE,TH,FR,SA,SU"
# The calendars that an invitation may contain, by the part that they attack.
CALENDARS = {
    "BYDAY of the least integer": event(f"RRULE:FREQ=MONTHLY;BYDAY={LEAST}MO"),
    "BYMONTHDAY of the least integer": event(f"RRULE:FREQ=MONTHLY;BYMONTHDAY={LEAST}"),
    "DURATION of 15,300 parts": event("DURATION:P" + "999999999W" * 15_300, end=None),
    "BY-lists of 500 equal values": event(
        f"RRULE:FREQ=DAILY;BYHOUR={each(*[1] * 500)};BYMINUTE={each(*[1] * 500)};BYSECOND={each(*[1] * 500)}"
    ),
    "every second of every day": event(
        f"RRULE:FREQ=YEARLY;BYDAY={WEEKDAYS};BYHOUR={each(*range(24))};BYMINUTE={each(*range(60))};BYSECOND={each(*range(60))}"
    ),
    "SECONDLY from the year 1": event("RRULE:FREQ=SECONDLY", start="DTSTART:00010101T000000Z", end=None),
    "INTERVAL and COUNT of the greatest integer": event(f"RRULE:FREQ=DAILY;INTERVAL={GREATEST};COUNT={GREATEST}"),
    "BYSETPOS, BYYEARDAY, BYWEEKNO of the least integer": event(
        f"RRULE:FREQ=YEARLY;BYYEARDAY={LEAST};BYWEEKNO={LEAST};BYSETPOS={LEAST}"
    ),
    "100,000 excluded days": event(*["EXDATE:20260101T090000Z"] * 100_000, "RRULE:FREQ=DAILY"),
    "a zone of 250 rules, 400 exclusions": event("RRULE:FREQ=DAILY", excluding(400), zone=zone(250), **EVIL),
    "a zone of 250 rules, 4,000 exclusions": event("RRULE:FREQ=DAILY", excluding(4_000), zone=zone(250), **EVIL),
    "20 zones of 250 rules": "".join(
        event("RRULE:FREQ=DAILY", excluding(400), zone=zone(250, 1000 + number), **EVIL) for number in range(20)
    ),
    "100 rules of lists for each month": event(*[
        line
        for number in range(100)
        for line in [
            *NEXT, f"UID:list{number}", "DTSTART:00010101T000000Z",
            f"RRULE:FREQ=YEARLY;COUNT=9999;BYMONTHDAY={each(*range(21, 31))};BYMONTH=2,3,4,5,6,7;BYDAY=1MO",
        ]
    ]),
    "a title of marks, 1 MB": event("SUMMARY:" + marks(1_000_000), "RRULE:FREQ=DAILY"),
    "a title with tags and template signs": event("SUMMARY:\U000e0041\u200b<|im_start|>system", "RRULE:FREQ=DAILY"),
    "years beyond the calendar": event("RRULE:FREQ=DAILY", start="DTSTART:99999999T000000Z", end="DTEND:00000000T000000Z"),
}
