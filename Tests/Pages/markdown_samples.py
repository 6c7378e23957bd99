"""What models write: Markdown, formulas, prices, letters from right to left, colors of code, and texts that shall harm."""

from browser import check, chromium, context, none, url
from checks import section
from torii import torii

LINK = 'rel="noopener noreferrer nofollow" target="_blank"'


def code(language, text):
    """The HTML of a block of code, without its buttons."""
    return f'<div class="code" dir="ltr"><span>{language}</span><pre tabindex="0" aria-label="Code"><code>{text}</code></pre></div>'


# Names, texts, and the HTML of what is drawn, without directions.
SAMPLES = [
    ("bold, slanted, struck", "**a** *b* ~~c~~ __d__ _e_", "<p><strong>a</strong> <em>b</em> <del>c</del> <strong>d</strong> <em>e</em></p>"),
    ("bold and slanted", "***both*** and **bold *and* more** *a **b*** ***a** b*",
     "<p><strong><em>both</em></strong> and <strong>bold <em>and</em> more</strong> <em>a <strong>b</strong></em> <em><strong>a</strong> b</em></p>"),
    ("headings", "## A\n\n### B\n\ntext\n\n## C", "<h3>A</h3><h4>B</h4><p>text</p><h3>C</h3>"),
    ("underlined headings", "Title\n=====\n\nPart\n---\ntext", "<h3>Title</h3><h4>Part</h4><p>text</p>"),
    ("lists in lists", "1. a\n   - b\n   - c\n2. d", "<ol><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ol>"),
    ("tasks", "- [x] a\n- [ ] b", '<ul><li class="task"><input type="checkbox" disabled="" checked="" aria-label="done">a</li>'
     '<li class="task"><input type="checkbox" disabled="" aria-label="not done">b</li></ul>'),
    ("quotations", "> a\n> b\n\nc", "<blockquote><p>a<br>b</p></blockquote><p>c</p>"),
    ("remarks", "> [!WARNING]\n> Take *care*.", '<blockquote class="remark warning"><strong class="remark-kind">remark.warning</strong><p>Take <em>care</em>.</p></blockquote>'),
    ("a block of code", "```py\nif a:\n    b()\n```", code("py", "if a:\n    b()\n")),
    ("tildes with a backtick in the name", "~~~a`b\nx\n~~~", code("a`b", "x\n")),
    ("code in a list", "1. Run:\n\n    ```py\n    if a:\n        b()\n    ```\n2. Done", f"<ol><li>Run:{code('py', 'if a:' + chr(10) + '    b()' + chr(10))}</li><li>Done</li></ol>"),
    ("code in a list by tabs", "- Run:\n\n\t```sh\n\tls\n\t```", f"<ul><li>Run:{code('sh', 'ls' + chr(10))}</li></ul>"),
    ("paragraphs of an item", "1. First.\n\n   More.\n\n   Last.\n2. Next.", "<ol><li>First.<p>More.</p><p>Last.</p></li><li>Next.</li></ol>"),
    ("paragraphs of a task", "- [x] Done.\n\n  More.", '<ul><li class="task"><input type="checkbox" disabled="" checked="" aria-label="done">Done.<p>More.</p></li></ul>'),
    ("a table under a line", "The sum:\nof all\n| a | b |\n|---|---|\n| 1 | 2 |", '<p>The sum:<br>of all</p><div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th scope="col">a</th>'
     '<th scope="col">b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>'),
    ("a table of 101 columns", "|a" * 101 + "\n" + "|-" * 101, "<p>" + "|a" * 101 + "<br>" + "|-" * 101 + "</p>"),
    ("a line that is no end of code", "```\na\n    ```\nb\n```", code("", "a\n    ```\nb\n")),
    ("indented code", "Text\n\n    a\n\n      b\n\nend", "<p>Text</p>" + code("", "a\n\n  b\n") + "<p>end</p>"),
    ("a table with breaks", "| a | b |\n|---|--:|\n| x<br>y | 1,180,000 |", '<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr><th scope="col">a</th>'
     '<th scope="col" class="align-right">b</th></tr></thead><tbody><tr><td>x<br>y</td><td class="align-right">1,180,000</td></tr></tbody></table></div>'),
    ("links", '[a](<https://example.org>) and https://example.org/b.', f'<p><a href="https://example.org/" {LINK}>a</a> and <a href="https://example.org/b" {LINK}>https://example.org/b</a>.</p>'),
    ("links by labels", "[Tea][t], [t] and [u]\n\n[t]: https://example.org/tea \"Tea\"\n[none]: nothing",
     f'<p><span><a href="https://example.org/tea" {LINK}>Tea</a></span>, <span><a href="https://example.org/tea" {LINK}>t</a></span> and <span>[u]</span></p><p><span>[none]</span>: nothing</p>'),
    ("addresses in brackets", "<https://example.org/a?b=c> <me@example.org>", f'<p><a href="https://example.org/a?b=c" {LINK}>https://example.org/a?b=c</a> <a href="mailto:me@example.org" {LINK}>me@example.org</a></p>'),
    ("pictures", "![logo](https://example.org/a.png)", f'<p><a href="https://example.org/a.png" {LINK}>logo (image)</a></p>'),
    ("notes at the foot", "Tea[^1] is old[^b].\n\n[^1]: Very\n  old.\n[^b]: *Really*.",
     '<p>Tea<sup class="footnote-mark">1</sup> is old<sup class="footnote-mark">b</sup>.</p><p class="footnote"><sup>1</sup> Very<br>old.</p><p class="footnote"><sup>b</sup> <em>Really</em>.</p>'),
    ("letters above and below", "H<sub>2</sub>O, x<sup>2</sup>, <kbd>Esc</kbd>, <script>, <sub>", "<p>H<sub>2</sub>O, x<sup>2</sup>, <kbd>Esc</kbd>, &lt;script&gt;, &lt;sub&gt;</p>"),
    ("parts that unfold", "<details>\n<summary>More</summary>\n\n- a\n\n</details>\n\nend", '<details class="fold"><summary>More</summary><div><ul><li>a</li></ul></div></details><p>end</p>'),
    ("names of characters", "a&nbsp;b &lt;b&gt; &amp;amp; &#8364; &#x1F600; &nothing; &#0; AT&T", "<p>a&nbsp;b &lt;b&gt; &amp;amp; € 😀 &amp;nothing; &amp;#0; AT&amp;T</p>"),
    ("rules and escapes", "a\n\n***\n\n\\*b\\* \\_c\\_ \\\\ 1\\. \\[d\\] \\$5", "<p>a</p><hr><p>*b* _c_ \\ 1. [d] $5</p>"),
]  # fmt: skip

# Sources, and what is drawn: element names with their texts in brackets; "" for what stays as it was written.
FORMULAS = [
    ("x", "mi(x)"), ("a+b", "mrow(mi(a)mo(+)mi(b))"), ("-1.5", "mrow(mo(−)mn(1.5))"), ("x^2", "msup(mi(x)mn(2))"), ("x_i", "msub(mi(x)mi(i))"),
    ("x_i^2", "msubsup(mi(x)mi(i)mn(2))"), ("x^2_i", "msubsup(mi(x)mi(i)mn(2))"), ("x^{10}", "msup(mi(x)mn(10))"), ("f'(x)", "mrow(msup(mi(f)mo(′))mo(()mi(x)mo()))"),
    (r"\frac{1}{2}", "mfrac(mn(1)mn(2))"), (r"\frac12", "mfrac(mn(1)mn(2))"), (r"\sqrt{x}", "msqrt(mi(x))"), (r"\sqrt[3]{x}", "mroot(mi(x)mn(3))"),
    (r"\alpha\beta", "mrow(mi(α)mi(β))"), (r"a \leq b", "mrow(mi(a)mo(≤)mi(b))"), (r"\sum_{i=1}^n i", "mrow(munderover(mo(∑)mrow(mi(i)mo(=)mn(1))mi(n))mi(i))"),
    (r"\int_0^1 x\,dx", "mrow(msubsup(mo(∫)mn(0)mn(1))mi(x)mspace()mi(d)mi(x))"), (r"\lim_{x\to 0} x", "mrow(munder(mi(lim)mrow(mi(x)mo(→)mn(0)))mi(x))"),
    (r"\sin x", "mrow(mi(sin)mi(x))"), (r"\text{if } x", "mrow(mtext(if\u00a0)mi(x))"), (r"Q = 576\,\mathrm{W}", "mrow(mi(Q)mo(=)mn(576)mspace()mi(W))"),
    (r"\mathbb{R}^n", "msup(mi(ℝ)mi(n))"), (r"\mathbf{v}", "mi(𝐯)"), (r"\mathcal{L}", "mi(ℒ)"), (r"\hat{x}", "mover(mi(x)mo(^))"), (r"\vec v", "mover(mi(v)mo(→))"),
    (r"\overline{AB}", "mover(mrow(mi(A)mi(B))mo(¯))"), (r"\left( x \right)", "mrow(mo(()mi(x)mo()))"), (r"\left. x \right|_0", "msub(mrow(mo()mi(x)mo(|))mn(0))"),
    (r"\binom{n}{k}", "mrow(mo(()mfrac(mi(n)mi(k))mo()))"), (r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}", "mrow(mo(()mtable(mtr(mtd(mn(1))mtd(mn(2)))mtr(mtd(mn(3))mtd(mn(4))))mo()))"),
    (r"\begin{cases} 1 & x>0 \\ 0 \end{cases}", "mrow(mo({)mtable(mtr(mtd(mn(1))mtd(mrow(mi(x)mo(>)mn(0))))mtr(mtd(mn(0)))))"),
    (r"\begin{aligned} a &= b \\ &= c \end{aligned}", "mtable(mtr(mtd(mi(a))mtd(mrow(mo(=)mi(b))))mtr(mtd(mrow())mtd(mrow(mo(=)mi(c)))))"),
    (r"a \not= b", "mrow(mi(a)mo(=\u0338)mi(b))"), (r"50\%", "mrow(mn(50)mo(%))"), (r"\operatorname{rank}(A)", "mrow(mi(rank)mo(()mi(A)mo()))"), (r"\boxed{42}", "mrow(mn(42))"),
    (r"\underbrace{x}_{n}", "munder(munder(mi(x)mo(⏟))mi(n))"), (r"\{1, 2\}", "mrow(mo({)mn(1)mo(,)mn(2)mo(}))"), (r"10^{-3}", "msup(mn(10)mrow(mo(−)mn(3)))"), ("面積 = 縦", "mrow(mi(面)mi(積)mo(=)mi(縦))"),
    (r"\unknown{x}", ""), (r"\frac{1}", ""), ("{", ""), ("x}", ""), (r"\left( x", ""), (r"\begin{pmatrix} 1", ""), (r"\begin{constructor}x\end{constructor}", ""), (r"\constructor{x}", ""), ("a & b", ""), ("x^", ""),
    ("{" * 40 + "x" + "}" * 40, ""), ("x" * 3000, ""), (r"\href{javascript:alert(1)}{x}", ""), (r"\text{\href{x}}", ""), (r"\mathrm{constructor}", "mi(constructor)"),
]  # fmt: skip

# Texts, and the formulas in them.
PLACES = [
    ("It costs $5 and $6.", []), ("US$5 or A$7, $5-$6", []), ("from $5/month to $10/month", []), ("echo $HOME and $PATH", []), ("$HOME/bin:$PATH", []), ("$5 is less than 6$", []),
    ("so $x$ is", ["$x$"]), ("$a+b$, the $n$th of $2n$", ["$a+b$", "$n$", "$2n$"]), ("$5, but $x^2$", ["$x^2$"]), (r"\(a\) and \[b+c\]", [r"\(a\)", r"\[b+c\]"]), ("$$a$$", ["$$a$$"]),
    ("we have\n$$\na\n= b\n$$\nthen", ["$$\na\n= b\n$$"]), ("\\[\na\n\\]", ["\\[\na\n\\]"]), (r"\(see below\) \[1\] \[text\](x)", []), ("$$\nnever closed\n\nnext", []), ("`$x$` and ```$y$```", []), ("- $a$\n- b $c_1$", ["$a$", "$c_1$"]),
    ("| a | b |\n|---|---|\n| $x$ | $5 |", ["$x$"]), ("$x$$y$", ["$x$", "$y$"]), (r"price \$5 and $y$", ["$y$"]), ("**$a$**", ["$a$"]), ("$x\ny$", []),
]  # fmt: skip

# Texts, and the directions of their first block.
DIRECTIONS = [
    ("مرحبا بالعالم.", "rtl"), ("- שלום\n- עולם", "rtl"), ("> مرحبا", "rtl"), ("> [!NOTE]\n> مرحبا", "rtl"), ("<details>\n<summary>مرحبا</summary>\n\na\n</details>", "rtl"), ("## שלום", "rtl"), ("| أ | ب |\n|---|---|\n| ١ | ٢ |", "rtl"), ("Hello مرحبا", "ltr"), ("123 مرحبا", "rtl"), ("```\nمرحبا\n```", "ltr"),
]  # fmt: skip

# Texts that may be slow or break the page: each as it grows eightfold.
HOSTILE = {
    "spaces after a delimiter": lambda size: "a|b\n-" + " " * size + "x", "delimiters": lambda size: "a|b\n" + ":-|" * (size // 3) + "x", "spaces after a rule": lambda size: "***" + " " * size + "x",
    "spaces after a heading": lambda size: "# a" + " " * size + "#x", "spaces under a heading": lambda size: "a\n--" + " " * size + "x", "spaces in a definition": lambda size: "[a]:" + " " * size,
    "spaces at the end": lambda size: "a" + " " * size + "\n|", "tabs": lambda size: "- a\n" + "\t" * size + "x", "ticks": lambda size: "```" + "`" * size + "x`", "dollars": lambda size: "$a " * (size // 3),
    "opened formulas": lambda size: r"\(a b " * (size // 6) + r"\)", "double dollars": lambda size: "$$ " * (size // 3), "opened tags": lambda size: "<sub>" * (size // 5), "addresses in brackets": lambda size: "<https://" * (size // 9),
    "labels": lambda size: "[a] " * (size // 4), "definitions": lambda size: "[a]: https://a.b\n" * (size // 17), "notes": lambda size: "[^a]: b\n" * (size // 8), "folds": lambda size: "<details>\n" * (size // 10), "ends of folds": lambda size: "<details>" + "</details>" * (size // 10),
    "dots of a name": lambda size: "[" + "a." * 400 + "](https://b.c) " * (size // 900), "a long name": lambda size: "https://" + "a" * size, "code with a space": lambda size: "` " + "a" * size + "`", "signs of characters": lambda size: "&#1111111" * (size // 9), "indented code": lambda size: "    a\n\n" * (size // 7),
}  # fmt: skip

SETUP = """async path => {
  const { MarkdownView } = await import(path);
  const first = document.body.appendChild(document.createElement("div"));
  new MarkdownView(first).replace("$x$");
  // The module of formulas is loaded with the first one.
  while (!first.querySelector("math")) await new Promise(done => requestAnimationFrame(done));
  first.remove();
  window.draw = text => { const node = document.createElement("div"); new MarkdownView(node).replace(text); return node; };
}"""
SHOW = """texts => texts.map(text => {
  const node = window.draw(text);
  for (const one of node.querySelectorAll("button, .code-head")) one.localName === "button" ? one.remove() : one.replaceWith(...one.childNodes);
  return node.innerHTML;
})"""
TREES = """async ([path, texts]) => {
  const { formula } = await import(path);
  const tree = node => node.nodeType === 3 ? node.data : `${node.localName}(${[...node.childNodes].map(tree).join("")})`;
  return texts.map(text => { const made = formula(text, false); return made ? tree(made).slice(5, -1) : ""; });
}"""
FOUND = """texts => texts.map(text => [...window.draw(text).querySelectorAll("math, code.source")].length)"""
TIMED = """text => { window.draw(text); }"""


def samples(page):
    for (name, _, expected), found in zip(SAMPLES, page.evaluate(SHOW, [text for _, text, _ in SAMPLES]), strict=True):
        check(name, found == expected, found if found != expected else "")
    pieces = page.evaluate(PIECES, [page.markdown, [text for _, text, _ in SAMPLES] + [text for text, _ in PLACES]])
    none("samples whose letters one by one draw something else", len(pieces), pieces[:2])


PIECES = """async ([path, texts]) => {
  const { MarkdownView } = await import(path);
  return texts.filter(text => {
    const node = document.createElement("div");
    const view = new MarkdownView(node);
    for (const letter of text) { view.append(letter); view.render(); }
    view.finish();
    return node.innerHTML !== window.draw(text).innerHTML;
  });
}"""


def formulas(page):
    trees = page.evaluate(TREES, [page.markdown.replace("markdown.js", "math.js"), [source for source, _ in FORMULAS]])
    for (source, expected), found in zip(FORMULAS, trees, strict=True):
        check(f"the formula {source[:60]}", found == expected, found[:200] if found != expected else "")
    counts = page.evaluate(FOUND, [text for text, _ in PLACES])
    for (text, expected), found in zip(PLACES, counts, strict=True):
        check(f"{len(expected)} formulas in {text!r}", found == len(expected), found)
    kept = page.evaluate("() => { const node = window.draw('It is $\\\\unknown{x}\\\\,y$ here.'); return [node.textContent, node.querySelector('code').textContent]; }")
    check("an unknown command leaves the source as it is", kept == [r"It is $\unknown{x}\,y$ here.", r"$\unknown{x}\,y$"], kept)
    drawn = page.evaluate("""() => { const node = document.body.appendChild(window.draw("$$\\\\frac{1}{2}$$")); const box = node.querySelector("mfrac").getBoundingClientRect(); node.remove(); return [box.width, box.height]; }""")
    check("the browser draws it", drawn[0] > 3 and drawn[1] > 10, drawn)


def directions(page):
    found = page.evaluate(
        """texts => texts.map(text => { const node = document.body.appendChild(window.draw(text)); const found = getComputedStyle(node.firstElementChild).direction; node.remove(); return found; })""",
        [text for text, _ in DIRECTIONS],
    )
    for (text, expected), direction in zip(DIRECTIONS, found, strict=True):
        check(f"{text!r} is written {expected}", direction == expected, direction)


COLORS = [
    ("py", "def f(x):  # say\n    return 'a' + 1", {"def", "# say", "return", "'a'", "1"}), ("js", "const a = `b${1}`; // c", {"const", "`b${1}`", "// c"}), ("swift", 'let x = """\na\n"""', {"let", '"""\na\n"""'}),
    ("sh", "if ls $HOME # x", {"if", "# x"}), ("json", '{"a": [true, 1.5]}', {'"a"', "true", "1.5"}), ("sql", "SELECT 1 -- x", {"SELECT", "1", "-- x"}), ("html", "<b>x</b><!-- y -->", {"<b", ">", "</b", "<!-- y -->"}), ("nothing", "def f", set()),
]  # fmt: skip


def colors(page):
    found = page.evaluate(
        """async ([path, blocks]) => {
        const { color } = await import(path);
        return blocks.map(([language, text]) => {
          const code = document.body.appendChild(document.createElement("code"));
          code.textContent = text;
          color(code, language);
          const parts = [...CSS.highlights.values()].flatMap(one => [...one]).filter(range => range.startContainer === code.firstChild).map(range => text.slice(range.startOffset, range.endOffset));
          const children = code.childNodes.length;
          code.remove();
          return [parts, children];
        }); }""",
        [page.markdown.replace("markdown.js", "colors.js"), [[language, text] for language, text, _ in COLORS]],
    )
    for (language, _, expected), (parts, children) in zip(COLORS, found, strict=True):
        check(f"the colored parts of {language}, in one text", set(parts) == expected and children == 1, parts)
    left = page.evaluate(
        """async path => { const { color } = await import(path); const code = document.createElement("code"); code.textContent = "1"; color(code, "js"); color(code, "js");
        return [...CSS.highlights.values()].reduce((sum, one) => sum + one.size, 0); }""",
        page.markdown.replace("markdown.js", "colors.js"),
    )
    check("colors of blocks that are gone are forgotten", left <= 2, left)


def hostile(page, tools):
    def cost(text):
        def ticks():
            return {metric["name"]: metric["value"] for metric in tools.send("Performance.getMetrics")["metrics"]}["ThreadTime"]

        before = ticks()
        page.evaluate(TIMED, text)
        return (ticks() - before) * 1e3

    for name, make in HOSTILE.items():
        # Eight times the text needs eight times as much processor time, or 64 times if it is quadratic; the least of three counts.
        small, large = (min(cost(make(size)) for _ in range(3)) for size in (25_000, 200_000))
        check(f"the time for {name} is linear", large < 24 * max(small, 2), f"{small:.1f} and {large:.1f} ms of the processor")
    deep = page.evaluate("""() => ["> ".repeat(3000) + "x", "- ".repeat(3000) + "x", "<details>\\n".repeat(300) + "x", "**a ".repeat(3000), "<sub>".repeat(3000) + "x"].map(text => {
        let most = 0;
        const walk = (node, depth) => { most = Math.max(most, depth); for (const child of node.children) walk(child, depth + 1); };
        walk(window.draw(text), 0);
        return most;
    })""")
    check("nothing nests deeper than is bounded", max(deep) <= 40, deep)


def perform(playwright, folder):
    with chromium(playwright) as browser, section("What models write"), torii(folder) as server, context(browser) as opened:
        page = opened.new_page()
        page.goto(url(server))
        page.locator("dialog.sign-in").wait_for()
        page.markdown = page.evaluate("() => document.querySelector('script').src.replace('chat.js', 'markdown.js')")
        page.evaluate(SETUP, page.markdown)
        samples(page)
        formulas(page)
        directions(page)
        colors(page)
        tools = opened.new_cdp_session(page)
        tools.send("Performance.enable")
        hostile(page, tools)
