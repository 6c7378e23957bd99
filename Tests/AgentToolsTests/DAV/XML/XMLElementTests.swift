import Testing

@testable import AgentTools
@testable import BuiltInTools

@Suite struct XMLElementTests {
    private static let document = """
        <?xml version='1.0' encoding="utf-8"?>
        <!-- a comment with <tags> -->
        <a:top xmlns:a="DAV:" xmlns="urn:x" one="1 &amp; &#x32;" a:two='2'>
          <inner/>text &lt;&gt;&amp;&quot;&apos;&#26085;<![CDATA[ <raw> & ]]><a:inner></a:inner >
        </a:top>
        """

    @Test func readsNamesByTheirNamespaces() throws {
        let element = try XMLElement(parsing: Array(Self.document.utf8))
        #expect(element.name == .init(namespace: "DAV:", local: "top"))
        #expect(element.attributes == ["one": "1 & 2"])
        #expect(
            element.children.map(\.name) == [
                .init(namespace: "urn:x", local: "inner"), .init(namespace: "DAV:", local: "inner"),
            ]
        )
        #expect(element.trimmedText == "text <>&\"'日 <raw> &")
    }

    @Test func aDocumentCutAnywhereIsRefused() {
        let bytes = Array(Self.document.utf8)
        for count in 0..<bytes.count {
            #expect(throws: XMLError.self) { try XMLElement(parsing: Array(bytes[..<count])) }
        }
    }

    @Test(arguments: [
        "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>",
        "<!DOCTYPE a [<!ENTITY x \"xxxx\"><!ENTITY y \"&x;&x;\">]><a>&y;</a>",
        "<a>&unknown;</a>", "<a>&#0;</a>", "<a>&#xD800;</a>", "<a>&#x110000;</a>", "<a>& b</a>", "<a>&#xFFFE;</a>",
        "<a><b></a></b>", "<a></a><b/>", "<a/>text", "text<a/>", "<a b=c/>", "<a b=\"1\" b=\"2\"/>", "<a b=\"<\"/>",
        "<x:a/>", "<a x:b=\"1\"></a", "<1a/>", "<a b='1'c='2'/>", "", "<a>\u{1}</a>",
        "<?xml version=\"1.0\" encoding=\"utf-16\"?><a/>",
    ])
    func refusesInvalidDocuments(document: String) {
        #expect(throws: XMLError.self) { try XMLElement(parsing: Array(document.utf8)) }
    }

    @Test func deepNestingIsRefused() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)).utf8)
        }
        _ = try XMLElement(parsing: nested(32))
        #expect(throws: XMLError.self) { try XMLElement(parsing: nested(33)) }
        #expect(throws: XMLError.self) { try XMLElement(parsing: nested(100_000)) }
    }

    @Test func onlyPropertiesWithASuccessStatusAreRead() throws {
        let answer = try DAVMultistatus(
            parsing: Array(
                """
                <multistatus xmlns="DAV:"><response><href> /a </href><propstat><prop><getetag>"1"</getetag></prop>
                <status>HTTP/1.1 200 OK</status></propstat><propstat><status>HTTP/1.1 404 Not Found</status><prop><displayname/></prop>
                </propstat></response><response><href>/gone</href><status>HTTP/1.1 404 Not Found</status></response></multistatus>
                """.utf8
            )
        )
        #expect(answer.resources.map(\.href) == ["/a"])
        #expect(answer.resources.first?.properties.map(\.name.local) == ["getetag"])
        #expect(try DAVMultistatus(parsing: Array("<multistatus xmlns=\"DAV:\" />".utf8)).resources.isEmpty)
        #expect(throws: XMLError.self) { try DAVMultistatus(parsing: Array("<error xmlns=\"DAV:\"/>".utf8)) }
    }
}
