"""Markdown in the browser: what texts become; 20,000 texts drawn at once and in pieces; what may become an element; and the time."""

from browser import check, chromium, context, none, url
from checks import section
from torii import torii

TEXTS = 20_000

FUZZ = """
async ([path, count]) => {
  const { MarkdownView } = await import(path);
  let seed = 20261122;
  const random = limit => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return Math.floor(seed / 4294967296 * limit); };
  const parts = ["word ", "a", "\\n", "\\n\\n", "  ", "    ", "# ", "## x", "- ", "* ", "1. ", "10) ", "- [x] ", "> ", ">> ", "```", "```js\\n", "~~~", "`", "``", "**", "*", "__", "_", "~~", "[", "]", "](", ")", "](https://example.org/a_(b))",
    "![", "| a | b |\\n|---|:-:|\\n| 1 | 2 |\\n", "|", "---", "***", "\\\\", "\\\\*", "<b>", "</script>", "<img src=x onerror=alert(1)>", "javascript:alert(1)", "[x](javascript:alert(1))", "https://example.org/x.", "http://", "、", "。", "「重要」", "これは**「重要」**です", "\\u202e", "\\u0000", "😀", "&amp;", "\\t", "🏳️‍🌈", "mailto:a@b.c", "[m](mailto:a@b.c)", "$", "$$", "$x$", "\\\\(", "\\\\)", "\\\\[", "\\\\]", "\\\\frac{1}{2}", "<sub>", "</sub>", "<br>", "<details>\\n", "</details>\\n", "<summary>s</summary>", "[^1]", "[^1]: ", "[a]: https://b.c\\n", "[a]", "[t][a]", "<https://b.c>", "===\\n", "--\\n", "[!NOTE]\\n", "&nbsp;", "&#0;", "***b***", "~~~a`b\\n", "<b>", "</b>"];
  const allowed = new Set(["P", "UL", "OL", "LI", "INPUT", "BLOCKQUOTE", "DIV", "PRE", "CODE", "BUTTON", "SPAN", "TABLE", "THEAD", "TBODY", "TR", "TH", "TD", "HR", "BR", "STRONG", "EM", "DEL", "A", "H3", "H4", "H5", "H6", "svg", "path", "SUB", "SUP", "U", "MARK", "KBD", "DETAILS", "SUMMARY", "math", "mrow", "mi", "mo", "mn", "mfrac", "mtext", "mspace", "msup", "msub", "msubsup", "mover", "munder", "munderover"]);
  const attributes = new Set(["class", "href", "rel", "target", "type", "disabled", "checked", "aria-label", "title", "data-copy", "tabindex", "role", "scope", "start", "viewBox", "aria-hidden", "d", "dir", "data-wrap", "aria-pressed", "open", "display", "stretchy", "mathvariant", "width"]);
  const faults = { splits: [], moved: [], elements: [], attributes: [], links: [] };
  const note = (list, text) => { if (list.length < 5) list.push(text); };
  const first = document.createElement("div");
  new MarkdownView(first).replace("$x$");
  while (!first.querySelector("math")) await new Promise(done => requestAnimationFrame(done));
  let nodes = 0;
  for (let number = 0; number < count; number++) {
    let text = "";
    for (let length = 1 + random(30); length > 0; length--) text += parts[random(parts.length)];
    const whole = document.createElement("div");
    const once = new MarkdownView(whole);
    once.append(text);
    once.finish();
    const pieces = document.createElement("div");
    const view = new MarkdownView(pieces);
    let at = 0;
    let frozen = [];
    while (at < text.length) {
      const next = Math.min(text.length, at + 1 + random(12));
      view.append(text.slice(at, next));
      view.render();
      at = next;
      const now = [...pieces.children];
      // All but the last blocks stay the same nodes.
      for (let index = 0; index < Math.min(frozen.length, now.length) - 1; index++) if (frozen[index] !== now[index] && index < frozen.length - 2) note(faults.moved, text);
      frozen = now;
      if (random(4) === 0) {
        const fresh = document.createElement("div");
        const other = new MarkdownView(fresh);
        other.append(text.slice(0, at));
        other.render();
        if (fresh.innerHTML !== pieces.innerHTML) note(faults.splits, text.slice(0, at));
      }
    }
    view.finish();
    if (whole.innerHTML !== pieces.innerHTML) note(faults.splits, text);
    for (const node of whole.querySelectorAll("*")) {
      nodes++;
      if (!allowed.has(node.tagName)) note(faults.elements, `${node.tagName}: ${text}`);
      for (const attribute of node.attributes) if (!attributes.has(attribute.name)) note(faults.attributes, `${attribute.name}: ${text}`);
      if (node.tagName === "A" && !/^(https?|mailto):/.test(node.href)) note(faults.links, node.href);
    }
  }
  return { faults, nodes };
}
"""

# Texts, and the HTML of what is drawn.
LINK = 'rel="noopener noreferrer nofollow" target="_blank"'
EXAMPLES = [
    ("one\ntwo\n\nthree", "<p>one<br>two</p><p>three</p>"),
    ("# Tea\n## Green ##", "<h3>Tea</h3><h4>Green</h4>"),
    ("**bold** *slanted* ~~gone~~ `a*b`", "<p><strong>bold</strong> <em>slanted</em> <del>gone</del> <code>a*b</code></p>"),
    ("snake_case_name and 2 * 3 * 4", "<p>snake_case_name and 2 * 3 * 4</p>"),
    ("これは**「重要」**です。", "<p>これは<strong>「重要」</strong>です。</p>"),
    ("**注意：**必ず読む", "<p><strong>注意：</strong>必ず読む</p>"),
    ("見て https://example.org/茶。次", f'<p>見て <a href="https://example.org/%E8%8C%B6" {LINK}>https://example.org/茶</a>。次</p>'),
    ("（https://example.org/a）と", f'<p>（<a href="https://example.org/a" {LINK}>https://example.org/a</a>）と</p>'),
    ("see https://example.org/a_(b).", f'<p>see <a href="https://example.org/a_(b)" {LINK}>https://example.org/a_(b)</a>.</p>'),
    ("[here](https://example.org)", f'<p><a href="https://example.org/" {LINK}>here</a></p>'),
    ("[bank.example](https://evil.test)", f'<p><span><a href="https://evil.test/" {LINK}>bank.example</a> (evil.test)</span></p>'),
    ("[x](javascript:alert)", "<p>x (javascript:alert)</p>"),
    ("![logo](https://example.org/a.png)", f'<p><a href="https://example.org/a.png" {LINK}>logo (image)</a></p>'),
    ("- a\n- b\n  - c\n- [x] d", '<ul><li>a</li><li>b<ul><li>c</li></ul></li><li class="task"><input type="checkbox" disabled="" checked="" aria-label="done">d</li></ul>'),
    ("3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'),
    ("> a\n> > b", "<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>"),
    ("---", "<hr>"),
    ("<b class=x>no</b> &amp;", "<p>&lt;b class=x&gt;no&lt;/b&gt; &amp;</p>"),
    ("\\*not\\*", "<p>*not*</p>"),
]  # fmt: skip

# Quotation marks, brackets and marks of a sentence: after an address they are no part of it.
AFTER = [
    *"”’»›“‘«‹„‚‟‛〝〞〟「」『』（）【】〈〉《》〔〕〖〗〘〙〚〛［］｛｝｟｠｢｣⟨⟩⟪⟫⟦⟧⦅⦆❨❩❲❳❴❵❬❭❮❯❰❱❝❞\"'<>`)]}", *".,;:!?*_~…‥・،؛؟۔।、。，．！？；：｜＂＇＜＞｡､",
    ").", ".)", ".”", "!」", "…)", "”.", ")]}",
]  # fmt: skip
# Addresses with brackets of their own.
WHOLE_ADDRESSES = ["https://example.org/a_(b)", "https://example.org/a_(b)_(c)?q=[1]&r={2}", "http://[::1]:8080/", "https://ja.wikipedia.org/wiki/茶"]

ADDRESSES = """async ([path, texts]) => {
  const { MarkdownView } = await import(path);
  return texts.map(text => { const node = document.createElement("div"); new MarkdownView(node).replace(text); return [...node.querySelectorAll("a")].map(link => [link.textContent, link.href]); });
}"""

SHOW = """async ([path, texts]) => {
  const { MarkdownView } = await import(path);
  return texts.map(text => { const node = document.createElement("div"); new MarkdownView(node).replace(text); return node.innerHTML; });
}"""

# Repeated in a paragraph, and as blocks of their own.
INLINE = {
    "stars": "*a ", "opened": "**", "brackets": "[", "links": "[a](", "whole links": "[a](https://b.c) ", "ticks": "` `` ", "unequal ticks": "`a``b", "spaces": "x ", "words": "word ",
    "underscores": "_a_b", "addresses": "https://a.b/ ", "dots after addresses": "https://a.b/" + "." * 19_000, "brackets after addresses": "https://)", "hashes": "#", "tildes": "~~a", "escapes": "\\*", "images": "![", "kana": "これは**「重要」**です", "nested": "**a _b ",
}  # fmt: skip
BLOCKS = {
    "items": "- a\n", "nested items": "  - a\n", "deeper items": "- - - - - - a\n", "quotes": "> a\n", "deep quotes": ">>>>>>>>>> a\n", "headings": "# a #\n", "fences": "```\n",
    "rules": "***\n", "code": "```" + " " * 50 + "`\n", "tables": "| a | b |\n|---|---|\n", "rows": "| a | b |\n", "lines": "a\n",
}  # fmt: skip
SHORT, LONG, WHOLE = 2_400, 19_200, 192_000
SMALL, LARGE = 40_000, 320_000

DRAW = """async ([path, text]) => {
  const { MarkdownView } = await import(path);
  const view = new MarkdownView(document.createElement("div"));
  view.append(text);
  view.finish();
}"""


def paragraphs(part, length):
    """Returns a text of one size in paragraphs of a length."""
    return ((part * length)[:length] + "\n\n") * (WHOLE // length)


def cost(tools, page, path, text):
    """Returns the processor time of a drawing, in ms: other work on the machine does not count."""

    def ticks():
        return {metric["name"]: metric["value"] for metric in tools.send("Performance.getMetrics")["metrics"]}["ThreadTime"]

    before = ticks()
    page.evaluate(DRAW, [path, text])
    return (ticks() - before) * 1e3


def least_costs(measured, is_linear):
    """Measures both texts until their least times are linear, up to three times, because a collection of garbage costs more than a text."""
    costs = measured()
    for _ in range(2):
        if is_linear(*costs):
            break
        costs = [min(pair) for pair in zip(costs, measured(), strict=True)]
    return costs


def in_paragraphs(short, long):
    return long < 4 * max(short, 2)


def in_blocks(small, large):
    return large < 24 * max(small, 2)


def addresses(page, path):
    wanted = ["https://example.com/tea", "https://example.com/tea"]
    for place, after in {"at the end": "", "before a space": " and", "before a word": "and"}.items():
        found = page.evaluate(ADDRESSES, [path, [f"Read {wanted[0]}{mark}{after}" for mark in AFTER]])
        # A mark of a sentence before a word may be a part of the address.
        faults = [(mark, links) for mark, links in zip(AFTER, found, strict=True) if links != [wanted] and not (after == "and" and mark[0] in ".,;:!?*_~…‥・،؛؟۔।")]
        none(f"marks in addresses before them, {place}", len(faults), faults[:4])
    found = page.evaluate(ADDRESSES, [path, [f"({address})" for address in WHOLE_ADDRESSES]])
    check("addresses keep their own brackets", [links[0][0] for links in found] == WHOLE_ADDRESSES, found)


def perform(playwright, folder):
    with chromium(playwright) as browser, section("Markdown"), torii(folder) as server, context(browser) as opened:
        page = opened.new_page()
        page.goto(url(server))
        page.locator("dialog.sign-in").wait_for()
        path = page.evaluate("() => document.querySelector('script').src.replace('chat.js', 'markdown.js')")
        shown = page.evaluate(SHOW, [path, [text for text, _ in EXAMPLES]])
        for (text, expected), found in zip(EXAMPLES, shown, strict=True):
            check(f"{text!r}", found == expected, found if found != expected else "")
        addresses(page, path)
        found = page.evaluate(FUZZ, [path, TEXTS])
        names = {
            "splits": "texts whose pieces differ from the whole", "moved": "finished blocks that were drawn again",
            "elements": "elements off the list", "attributes": "attributes off the list", "links": "addresses off the list",
        }  # fmt: skip
        for name, text in names.items():
            none(text, len(found["faults"][name]), found["faults"][name][:2])
        check(f"{TEXTS} texts made {found['nodes']} elements", found["nodes"] > TEXTS)
        tools = opened.new_cdp_session(page)
        tools.send("Performance.enable")
        for name, part in INLINE.items():
            # The same text in longer paragraphs needs the same time, or eight times as much if the time is quadratic.
            costs = least_costs(lambda part=part: [cost(tools, page, path, paragraphs(part, length)) for length in (SHORT, LONG)], in_paragraphs)
            check(f"the time for {name} in a paragraph is linear", in_paragraphs(*costs), f"{costs[0]:.1f} and {costs[1]:.1f} ms of the processor")
        for name, part in BLOCKS.items():
            # Eight times the text needs eight times as much, or 64 times if the time is quadratic.
            costs = least_costs(lambda part=part: [cost(tools, page, path, part * (size // len(part))) for size in (SMALL, LARGE)], in_blocks)
            check(f"the time for {name} is linear", in_blocks(*costs), f"{costs[0]:.1f} and {costs[1]:.1f} ms of the processor")
