"""Markdown in the browser: 20,000 texts, drawn at once and in pieces; what may become an element; and the time."""

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
    "![", "| a | b |\\n|---|:-:|\\n| 1 | 2 |\\n", "|", "---", "***", "\\\\", "\\\\*", "<b>", "</script>", "<img src=x onerror=alert(1)>", "javascript:alert(1)", "[x](javascript:alert(1))", "https://example.org/x.", "http://", "、", "。", "「重要」", "これは**「重要」**です", "\\u202e", "\\u0000", "😀", "&amp;", "\\t", "🏳️‍🌈", "mailto:a@b.c", "[m](mailto:a@b.c)"];
  const allowed = new Set(["P", "UL", "OL", "LI", "INPUT", "BLOCKQUOTE", "DIV", "PRE", "CODE", "BUTTON", "SPAN", "TABLE", "THEAD", "TBODY", "TR", "TH", "TD", "HR", "BR", "STRONG", "EM", "DEL", "A", "H3", "H4", "H5", "H6", "svg", "path"]);
  const attributes = new Set(["class", "href", "rel", "target", "type", "disabled", "checked", "aria-label", "title", "data-copy", "tabindex", "role", "scope", "start", "viewBox", "aria-hidden", "d"]);
  const faults = { splits: [], moved: [], elements: [], attributes: [], links: [] };
  const note = (list, text) => { if (list.length < 5) list.push(text); };
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

TIMES = """
async path => {
  const { MarkdownView } = await import(path);
  const kinds = { stars: "*a ", opened: "**", brackets: "[", links: "[a](", ticks: "` `` ", pipes: "|-", spaces: " ", quotes: "> ", items: "- a\\n", headings: "# a #\\n", fences: "```\\n", rules: "***\\n", words: "word ", code: "```" + " ".repeat(50) + "`\\n", underscores: "_a_b", addresses: "https://a.b/", hashes: "#" , tildes: "~~a" };
  const found = {};
  for (const [name, part] of Object.entries(kinds)) {
    const times = [];
    for (const size of [50_000, 100_000, 200_000]) {
      const text = part.repeat(Math.ceil(size / part.length));
      let best = Infinity;
      for (let attempt = 0; attempt < 3; attempt++) {
        const view = new MarkdownView(document.createElement("div"));
        const start = performance.now();
        view.append(text);
        view.finish();
        best = Math.min(best, performance.now() - start);
      }
      times.push(best);
    }
    found[name] = times;
  }
  return found;
}
"""


def perform(playwright, folder):
    with chromium(playwright) as browser, section("Markdown"), torii(folder) as server, context(browser) as opened:
        page = opened.new_page()
        page.goto(url(server))
        page.locator("dialog.sign-in").wait_for()
        path = page.evaluate("() => document.querySelector('link[href$=\"markdown.js\"]').getAttribute('href')")
        found = page.evaluate(FUZZ, [path, TEXTS])
        names = {
            "splits": "texts whose pieces differ from the whole", "moved": "finished blocks that were drawn again",
            "elements": "elements off the list", "attributes": "attributes off the list", "links": "addresses off the list",
        }  # fmt: skip
        for name, text in names.items():
            none(text, len(found["faults"][name]), found["faults"][name][:2])
        check(f"{TEXTS} texts made {found['nodes']} elements", found["nodes"] > TEXTS)
        for name, times in page.evaluate(TIMES, path).items():
            # Four times the text takes four times as long, or sixteen times if the time is quadratic.
            holds = times[2] < 8 * max(times[0], 5)
            check(f"the time for {name} is linear", holds, " ".join(f"{time:.1f}" for time in times) + " ms for 50, 100, 200 kB")
