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

    /// Documents that make careless readers open files, send requests, or need far more memory or time than the bytes received.
    @Test(arguments: [
        "<!DOCTYPE a SYSTEM \"http://127.0.0.1/a.dtd\"><a/>",
        "<!DOCTYPE a PUBLIC \"-//x\" \"file:///etc/passwd\"><a/>",
        "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY % p SYSTEM \"http://127.0.0.1/p\">%p;]><a/>",
        "<!DOCTYPE a [<!ATTLIST a b CDATA \"default\">]><a/>", "<!DOCTYPE a []><a/>", "<a><!DOCTYPE a []></a>",
        "<!ENTITY x \"y\"><a/>", "<a>&x;</a>", "<a b=\"&x;\"/>", "<a>&#99999999999999999999;</a>",
        "<a>&" + String(repeating: "x", count: 100_000) + ";</a>",
        "<a \((0..<65).map { "b\($0)=''" }.joined(separator: " "))/>",
        "<!DOCTYPE a [<!ENTITY l0 \"ha\">"
            + (1...30).map { "<!ENTITY l\($0) \"&l\($0 - 1);&l\($0 - 1);\">" }.joined() + "]><a>&l30;</a>",
    ])
    func refusesAttacks(document: String) {
        #expect(throws: XMLError.self) { try XMLElement(parsing: Array(document.utf8)) }
    }

    @Test func aStyleSheetOrAnInclusionIsNotLoaded() throws {
        let document = """
            <?xml-stylesheet href="http://127.0.0.1/a.xsl"?><a xmlns:xi="http://www.w3.org/2001/XInclude">
            <xi:include href="file:///etc/passwd" parse="text"/></a>
            """
        let element = try XMLElement(parsing: Array(document.utf8))
        #expect(element.trimmedText.isEmpty)
        #expect(element.children.map(\.attributes) == [["href": "file:///etc/passwd", "parse": "text"]])
    }

    /// A calendar's line may be folded within a character, so that the document is not valid UTF-8 before it is unfolded.
    @Test func charactersInTwoPartsRemain() throws {
        let document = Array("<a>SUMMARY:".utf8) + [0xE6, 0x97, 0x0D, 0x0A, 0x20, 0xA5] + Array("</a>".utf8)
        let element = try XMLElement(parsing: document)
        #expect(element.bytes == Array("SUMMARY:".utf8) + [0xE6, 0x97, 0x0A, 0x20, 0xA5])
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
