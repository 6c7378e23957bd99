import StreamingJSON
import Testing

@testable import AgentTools
@testable import DeclaredTools

@Suite struct AnswerFormTests {
    @Test(arguments: [
        ("application/json", "", AnswerForm.json), ("application/ld+json", "", .json),
        ("application/geo+json", "", .json),
        ("text/xml", "", .xml), ("application/atom+xml", "", .xml), ("image/svg+xml", "", .binary),
        ("text/csv", "", .csv),
        ("text/plain", "hello", .text), ("text/plain", "{", .json), ("", "[", .json), ("", "hello", .text),
        ("application/octet-stream", "{", .json), ("application/octet-stream", "x", .binary),
        ("image/png", "{", .binary),
        ("text/html", "{", nil), ("application/xhtml+xml", "", nil),
    ])
    func mediaTypesHaveForms(type: String, start: String, form: AnswerForm?) {
        #expect(AnswerForm(mediaType: type, first: start.utf8.first) == form)
    }
}

@Suite struct XMLAnswerTests {
    @Test(arguments: [
        ("<a/>", #"{"a":""}"#),
        ("<a>  x y\n</a>", #"{"a":"x y"}"#),
        ("<a b=\"1\">x</a>", ##"{"a":{"@b":"1","#text":"x"}}"##),
        ("<l><i>1</i><i>2</i><n>3</n></l>", #"{"l":{"i":["1","2"],"n":"3"}}"#),
        (
            "<?xml version=\"1.0\"?><x:a xmlns:x=\"urn:x\" x:b=\"1\"><x:c><![CDATA[<&>]]></x:c></x:a>",
            #"{"a":{"@b":"1","c":"<&>"}}"#
        ),
        ("<a>&lt;&#233;</a>", #"{"a":"<é"}"#),
    ])
    func elementsBecomeObjects(xml: String, json: String) throws {
        #expect(try JSONValue(xml: Array(xml.utf8)) == JSONValue(parsing: Array(json.utf8)))
    }

    @Test(arguments: ["", "<a>", "<a></b>", "<a/><b/>", "<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>", "plain"])
    func faultsAreRefused(xml: String) {
        #expect(throws: XMLError.self) { try JSONValue(xml: Array(xml.utf8)) }
    }

    @Test func nestingAndElementsAreBounded() {
        let deep = String(repeating: "<a>", count: 10_000) + String(repeating: "</a>", count: 10_000)
        #expect(throws: XMLError.self) { try JSONValue(xml: Array(deep.utf8)) }
        let many = "<a>" + String(repeating: "<b/>", count: 500_001) + "</a>"
        #expect(throws: XMLError.self) { try JSONValue(xml: Array(many.utf8)) }
    }
}

@Suite struct CSVAnswerTests {
    @Test(arguments: [
        ("", "[]"), ("a,b\n", "[]"),
        ("a,b\r\n1,\"x,\ny\"\r\n2,", #"[{"a":"1","b":"x,\ny"},{"a":"2","b":""}]"#),
        ("a,,a\n1,2,3", #"[{"a":"1"}]"#),
        ("a,b\n1", #"[{"a":"1"}]"#), ("a\n1,2", #"[{"a":"1"}]"#),
    ])
    func recordsBecomeObjects(csv: String, json: String) throws {
        #expect(try JSONValue(csv: Array(csv.utf8)) == JSONValue(parsing: Array(json.utf8)))
    }

    @Test func faultsNameTheLine() {
        #expect(throws: CSVFault(line: 2, message: "A quotation mark is opened but never closed.")) {
            try JSONValue(csv: Array("a\n\"b".utf8))
        }
    }
}
