"""The files of the chat page: what a first view loads, what comes later, and that their lists and words agree."""

import gzip
import re
import urllib.request

import servers
from browser import answer, ask, check, chromium, context, field, none, sign_in, url
from checks import section, table
from torii import torii

FOLDER = servers.ROOT / "Sources/C/CWebAssets/web"
# The budgets of a first view: bytes without headers, and requests.
BYTES, REQUESTS = 63_000, 8


def perform(playwright, folder):
    with section("Words and lists"):
        words()
        kept_files()
    with section("Compression"), torii(folder) as server:
        compressed(server)
    with chromium(playwright) as browser, section("The first view"), torii(folder) as server:
        rows = []
        for locale in ("en-US", "ja-JP"):
            with context(browser, locale=locale) as opened:
                rows += views(opened, server, locale[:2])
        table(["view", "files", "bytes", "largest paint, ms", "shift"], [[row[0], row[1], f"{row[2]:,}", f"{row[3]:.0f}", f"{row[4]:.3f}"] for row in rows])
        for name, count, total, _, shift in rows:
            if "chat that is stored" in name:
                continue
            check(f"{name}: at most {REQUESTS} files", count <= REQUESTS, count)
            check(f"{name}: at most {BYTES:,} bytes", total <= BYTES, total)
            check(f"{name}: nothing shifts", shift <= 0.02, f"{shift:.3f}")


def words():
    english, japanese = (set(re.findall(r'"([\w.-]+)": "', (FOLDER / name).read_text(encoding="utf-8"))) for name in ("i18n.js", "ja.js"))
    pairs = set(re.findall(r'"([\w.-]+)": \["(?:[^"\\]|\\.)+", "(?:[^"\\]|\\.)+"\]', "".join((FOLDER / name).read_text(encoding="utf-8") for name in ("turns.js", "settings.js"))))
    both = english & pairs
    none("words in two tables", len(both), both)
    english, japanese = english | pairs, japanese | pairs
    none("words without Japanese", len(english - japanese), english - japanese)
    none("words without English", len(japanese - english), japanese - english)
    own = [path for path in FOLDER.glob("*.js") if path.name in kept_names()]
    used = {key for path in own for key in re.findall(r'\bt\("([\w.-]+)"', path.read_text(encoding="utf-8"))}
    none("words that no table has", len(used - english), used - english)


def kept_names():
    return set(re.findall(r'"([\w-]+\.(?:js|css))"', (FOLDER / "sw.js").read_text(encoding="utf-8")))


def kept_files():
    """The service worker's list has every file that the page can load."""
    needed, waiting = set(), ["chat.js"]
    while waiting:
        name = waiting.pop()
        if name in needed:
            continue
        needed.add(name)
        text = (FOLDER / name).read_text(encoding="utf-8") if name.endswith(".js") else ""
        waiting += re.findall(r'(?:from |import\(|#load\()"\./([\w-]+\.js)"', text) + re.findall(r'#style\("([\w-]+\.css)"', text)
    needed |= set(re.findall(r"\{\{web\}\}/([\w-]+\.(?:js|css))", (FOLDER / "chat.html").read_text(encoding="utf-8")))
    check("the service worker keeps every file of the page, and no other", needed == kept_names(), needed ^ kept_names())


def compressed(server):
    """Each file is the same with and without compression, and its tag belongs to its form."""

    def get(path, **fields):
        request = urllib.request.Request(url(server, path), headers={name.replace("_", "-"): value for name, value in fields.items()})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.read(), answer.headers

    folder = re.search(rb"/web/[0-9a-f]+/", get("/")[0])[0].decode()
    sizes = [0, 0]
    for path in ["/", "/admin/", "/sw.js", "/favicon.svg", "/manifest.webmanifest", *(folder + file.name for file in FOLDER.iterdir() if file.suffix in (".js", ".css"))]:
        if path == folder + "sw.js":
            continue
        plain, fields = get(path)
        packed, packed_fields = get(path, Accept_Encoding="gzip, deflate, br")
        isRight = "Content-Encoding" not in fields and packed_fields["Content-Encoding"] == "gzip" and gzip.decompress(packed) == plain
        isVaried = all("Accept-Encoding" in (found["Vary"] or "") for found in (fields, packed_fields))
        tags = fields["ETag"], packed_fields["ETag"]
        check(f"{path.rsplit('/', 1)[-1] or path} has two forms", isRight and isVaried and (tags == (None, None) or tags[0] != tags[1]), (len(plain), len(packed), tags))
        sizes = [sizes[0] + len(plain), sizes[1] + len(packed)]
    check("compressed, all files need less than half", sizes[1] * 2 < sizes[0], sizes)
    for fields in ({}, {"Accept_Encoding": "gzip"}):
        tag = get("/", **fields)[1]["ETag"]
        try:
            get("/", If_None_Match=tag, **fields)
            status = 200
        except urllib.error.HTTPError as error:
            status = error.code
        check(f"a browser that has the page with {fields} gets 304", status == 304, status)
    other = get("/", If_None_Match=get("/")[1]["ETag"], Accept_Encoding="gzip")[1]
    check("the tag of one form is not that of the other", other["Content-Encoding"] == "gzip")


def views(opened, server, language):
    """Measures the sign-in, an empty page and a stored chat, each without a cache."""
    rows = []
    page = opened.new_page()
    page.goto(url(server))
    page.locator("dialog.sign-in").wait_for()
    rows.append([f"{language}, sign-in", *loaded(page)])
    page.close()
    page = opened.new_page()
    sign_in(page, server)
    ask(page, "List the inventory")
    answer(page, 0)
    chat = page.url
    page.close()
    for name, address in ((f"{language}, new chat", url(server)), (f"{language}, a chat that is stored", chat)):
        # Without the service worker and the cache, as at the first time.
        with_cookie = opened.browser.new_context(storage_state=opened.storage_state(), locale=f"{language}-XX", service_workers="block")
        page = with_cookie.new_page()
        page.goto(address)
        field(page).wait_for()
        page.locator(".chats a").first.wait_for()
        if address != url(server):
            answer(page, 0)
        rows.append([name, *loaded(page)])
        with_cookie.close()
    return rows


def loaded(page):
    """Returns the number of files, their bytes, the time of the largest paint, and how much shifted."""
    page.wait_for_load_state("networkidle")
    sizes = page.evaluate("""() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .filter(entry => !entry.name.includes("/v1/") && !/(sw\\.js|favicon\\.svg|webmanifest)$/.test(entry.name)).map(entry => [entry.name.split("/").pop(), entry.decodedBodySize])""")
    paint = page.evaluate(
        "() => new Promise(done => new PerformanceObserver(list => done(list.getEntries().at(-1).startTime)).observe({ type: 'largest-contentful-paint', buffered: true }))"
    )
    shift = page.evaluate("""() => new Promise(done => {
        const watch = new PerformanceObserver(() => {});
        watch.observe({ type: "layout-shift", buffered: true });
        done(watch.takeRecords().reduce((sum, entry) => sum + entry.value, 0));
    })""")
    print("; ".join(f"{name or '/'} {size}" for name, size in sizes), flush=True)
    return len(sizes), sum(size for _, size in sizes), paint, shift
