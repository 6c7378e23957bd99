import HTMLText
import Testing

@Suite struct HTMLPageTests {
    private func page(_ html: String, limits: HTMLLimits = .init()) -> HTMLPage {
        HTMLPage(Array(html.utf8), limits: limits)
    }

    @Test(arguments: [
        ("<p>One</p><p>Two<br>Three</p>", "One\n\nTwo\nThree"),
        ("<h1>Head</h1>text", "# Head\n\ntext"),
        ("<h3>A</h3><ul><li>one<li>two</ul>after", "### A\n\n- one\n- two\n\nafter"),
        ("a  <b>b</b>\n c<i> d</i>e", "a b c de"),
        ("a<b>b</b>c", "abc"),
        ("<table><tr><td>1</td><td>2</td></tr><tr><th>3<th>4</table>", "1 | 2\n3 | 4"),
        ("<pre>x  y\n  z</pre>", "x  y\n  z"),
        ("<script>alert('<p>no</p>')</script><style>p{}</style>seen", "seen"),
        ("&lt;b&gt; &amp;amp; &eacute; &#x65E5;&#26412; &nbsp;&unknown;", "<b> &amp; é 日本 &unknown;"),
        (
            "<p hidden>a</p><p aria-hidden=true>b</p><p style='display : none'>c</p><p style='opacity:0 !important'>d</p>e",
            "e"
        ),
        ("<nav>menu</nav><main>text</main><footer>foot</footer>", "text"),
        ("", ""), ("   ", ""), ("<", "<"), ("a < b <3 c", "a < b <3 c"), ("<p", ""), ("<p>a<p b='>c", "a"),
        ("</p></div>x", "x"), ("<!-- <p>comment</p> -->x", "x"),
        ("<!-->x<!--->y<!-- a -- b --!>z-->", "xy"), ("a<!-- open", "a"), ("a<![CDATA[b]]>c", "ac"),
        ("<?php x ?>y", "y"),
        ("<title>a<b></title>x", "x"), ("x<script>'</p>'</script >y<SCRIPT>z", "xy"), ("<br/>a<br />b", "a\nb"),
        ("<p>a</p></body></html><p>b</p>", "a\n\nb"), ("<div title='>' class=\"a>b\" data-x=>c</div>", "c"),
        ("<a href=1 href=2>x</a></ b>y</>z", "xyz"), ("<svg><path d=1/><path/></svg>t", "t"),
        ("日本語の<em>文章</em>です。", "日本語の文章です。"),
    ])
    func writesTheText(html: String, text: String) {
        #expect(page(html).text == text)
    }

    @Test(arguments: [
        ("<title> A \n title </title><h1>Other</h1>", "A title"), ("<title></title><h1>Head</h1>", "Head"), ("x", ""),
        ("<title>a<b>c</b> &amp; d</title>", "a<b>c</b> & d"),
    ])
    func findsTheTitle(html: String, title: String) {
        #expect(page(html).title == title)
    }

    @Test func listsTheLinksOfTheText() {
        let page = page(
            """
            <base href="https://example.test/dir/"><nav><a href="/menu">menu</a></nav>
            <main><p>See <a href="a.html">the <b>first</b></a>, <a name=x>no link</a> and <a href='?q=1&amp;r=2'>two</a>.</main>
            """
        )
        #expect(page.base == "https://example.test/dir/")
        #expect(page.links == [.init(text: "the first", target: "a.html"), .init(text: "two", target: "?q=1&r=2")])
    }

    private static let paragraph =
        "<p>The outpost was founded in 2001, and it has been kept, for science, by a small committee ever since then.</p>"

    @Test(arguments: [
        "<article>\(String(repeating: paragraph, count: 4))</article>",
        "<div class='post-content'>\(String(repeating: paragraph, count: 4))</div>",
        "<div><div>\(String(repeating: paragraph, count: 4))</div></div>",
        "<table><tr><td>\(String(repeating: paragraph, count: 4))</td></tr></table>",
    ])
    func leavesOutTheFrame(content: String) {
        let links = (1...20).map { "<li><a href='/\($0)'>Another story, number \($0)</a></li>" }.joined()
        let html = """
            <html><head><title>T</title></head><body><div id="header">Site name</div><div class="sidebar"><ul>\(links)</ul></div>
            \(content)<div class="comments"><p>First!</p></div><footer>Terms</footer></body></html>
            """
        let text = page(html).text
        #expect(text.contains("founded in 2001"))
        #expect(!text.contains("Another story") && !text.contains("First!") && !text.contains("Terms"))
    }

    @Test func keepsAPageWithoutAnyMainText() {
        let text = page("<body><div>Opening hours</div><div>9 to 5</div><div><a href='/m'>Map</a></div></body>").text
        #expect(text == "Opening hours\n9 to 5\nMap")
    }

    @Test(arguments: [
        ("<strong>Alpha</strong> &amp; Beta", "Alpha & Beta"), ("plain  text", "plain text"), ("1 < 2", "1 < 2"),
        ("<p>a</p><p>b</p>", "a b"), ("<script>x</script>y", "y"),
    ])
    func readsFragments(html: String, text: String) {
        #expect(HTMLPage.plainText(ofFragment: html) == text)
    }
}
