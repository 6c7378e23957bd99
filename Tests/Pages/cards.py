"""The cards of what tools found: every type of artifact as servers send it, with holes in it, and of other shapes; in English and Japanese."""

from accessibility import examine
from browser import answer, ask, check, chromium, context, none, settled, sign_in
from checks import section
from torii import torii

DAYS = [
    {"date": f"2026-11-{day}", "temperature_min": day - 20, "temperature_max": day - 15.5, "condition": "light rain", "precipitation_probability": day, "weather_code": 61}
    for day in range(22, 29)
]  # fmt: skip

# A type, its data, and words that its cards must show in English and Japanese.
ARTIFACTS = [
    ("inventory.items",
     [{"id": number, "title": f"Tea {number}", "quantity": 1234.5, "unit": "g", "category": "drinks", "place": "shelf", "state": "", "code": "T1",
       "note": "fresh", "created_at": 1_764_000_000_000, "updated_at": 1_764_000_000_000} for number in range(1, 15)],
     ["Tea 1", "1,234.5 g", "drinks · shelf", "2 more"], ["Tea 1", "1,234.5 g", "あと 2 件"]),
    ("weather.reports",
     [{"place": "Tokyo", "name": "Tokyo", "temperature": 12.34, "temperature_unit": "°C", "condition": "clear sky", "humidity": 41, "wind_speed": 9.8,
       "wind_speed_unit": "km/h", "daily": DAYS}, {"place": "Oslo", "temperature": -3, "temperature_unit": "°C", "daily": []}],
     ["Tokyo", "12.3 °C", "clear sky", "41 %", "9.8 km/h", "2–7 °C", "rain or snow ☂ 22 %", "Sun"], ["12.3 °C", "降水確率 ☂ 22 %", "日"]),
    ("search.results",
     {"query": "tea", "results": [{"title": "History of tea", "content": "Tea began in China.", "url": "https://example.org/tea", "score": 1}], "failed": []},
     ["History of tea", "example.org", "Tea began"], ["History of tea"]),
    ("web.page", {"url": "https://example.org/long", "title": "A long page", "part": 2, "parts": 3, "is_cut": True, "links": []}, ["A long page", "2/3"], ["A long page"]),
    ("contacts.birthdays", {"contacts": [{"given_name": "Naomi", "birthday": "--11-26"}], "fallback": False}, ["Naomi", "November 26"], ["Naomi", "11月26日"]),
    ("calendar.events",
     {"date": "2026-11-26", "attendee": "Naomi", "other_events": 1, "events": [
         {"title": "Tea", "start": "2026-11-26T09:00:00+09:00", "end": "2026-11-26T10:00:00+09:00", "all_day": False},
         {"title": "Holiday", "start": "2026-11-26", "end": "2026-11-27", "all_day": True}]},
     ["Tea", "9:00", "Holiday", "all day"], ["9:00", "終日"]),
    ("health.metrics",
     {"type": "weekly", "from": "2026-11-20", "to": "2026-11-26", "metrics": [
         {"metric": "steps", "name": "Steps", "unit": "count", "days": [{"date": f"2026-11-{day}", "value": day * 300} for day in range(20, 27)]}]},
     ["Steps (count)", "7,800", "Thu"], ["Steps", "7,800", "木"]),
    ("mcp.structured", {"answer": {"deep": [1, {"deeper": True}]}, "blob": "QUJD" * 2000}, ["mcp.structured", "deeper", "true"], ["mcp.structured"]),
]  # fmt: skip

# Shapes that no server of today sends.
STRANGE = [None, 1, "text", [], {}, [None], [{}], [1], {"results": 1, "events": "x", "metrics": {}, "contacts": None}, {"results": [None]}, {"metrics": [{}]}, {"events": [{}]},
           {"metrics": [{"days": [{}, {"date": 1, "value": "x"}]}]}, {"results": [{"url": "javascript:alert(1)", "title": "<b>x</b>"}]}, {"url": "javascript:alert(1)"}]  # fmt: skip

DRAW = """async ([type, data]) => {
  const { artifactCards } = await import(document.querySelector("script").src.replace("chat.js", "cards.js"));
  const found = document.querySelector(".messages > .answer .found");
  const node = artifactCards({ type, data }, () => {});
  found.replaceChildren(node);
  return found.textContent;
}"""


def perform(playwright, folder):
    with chromium(playwright) as browser, torii(folder) as server:
        for number, locale in enumerate(("en-US", "ja-JP")):
            with section(f"Cards in {locale}"), context(browser, locale=locale) as opened:
                page = opened.new_page()
                sign_in(page, server)
                ask(page, "Show item 77")
                answer(page, 0)
                for type, data, *words in ARTIFACTS:
                    text = page.evaluate(DRAW, [type, data])
                    missing = [word for word in words[number] if word not in text]
                    none(f"missing words of {type}", len(missing), (missing, text[:200]) if missing else "")
                    if number == 0:
                        examine(page, type)
        with section("Cards of strange shapes"), context(browser) as opened:
            strange(opened, server)


def strange(opened, server):
    page = opened.new_page()
    sign_in(page, server)
    ask(page, "Show item 77")
    answer(page, 0)
    drawn = 0
    for type, *_ in ARTIFACTS:
        for data in STRANGE:
            page.evaluate(DRAW, [type, data])
            drawn += page.locator(".found > *").count()
            if page.locator(".found a[href^='javascript']").count() or page.locator(".found b").count():
                check(f"{type} with {data} is harmless", False)
    check(f"{drawn} artifacts of strange shapes are drawn", drawn == len(ARTIFACTS) * len(STRANGE), drawn)
    page.evaluate(DRAW, ["inventory.items", ARTIFACTS[0][1]])
    page.locator(".found button", has_text="2 more").click()
    settled(page)
    check(
        "further cards come, and the focus goes to the first of them",
        page.locator(".found .card").count() == 14 and "Tea 13" in page.evaluate("() => document.activeElement.textContent"),
    )
    long = page.evaluate(DRAW, ["mcp.structured", {"blob": "x" * 100_000}])
    check("a file in an artifact is not drawn whole", len(long) < 3000, len(long))
