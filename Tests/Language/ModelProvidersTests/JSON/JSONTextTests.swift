import StreamingJSON
import Testing

@testable import ModelProviders

/// Values that are read in place, compared with the parser's.
@Suite struct JSONTextTests {
    private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> JSONText {
        var reader = JSONReader(bytes)
        return reader.text()
    }

    private static func members(_ text: String) -> [(name: String, value: JSONValue?)]? {
        var text = text
        return text.withUTF8 { bytes in
            var members: [(String, JSONValue?)] = []
            var reader = JSONReader(bytes)
            guard reader.isAtObject else { return nil }
            reader.members { members.append(($0.string ?? "?", $1.text().value)) }
            return reader.isWhole ? members : nil
        }
    }

    @Test(arguments: [
        "{}", " { } ", #"{"a":1}"#, #"{"a" : 1 , "b":[1,{"c":"]}"}] , "d":{"e":{"f":"\"}"}},"g":null }   "#,
        #"{"\u00e9\n":"\\","東":"京\ud83d\ude00"}"#, #"{"a":-1.5e3,"b":true,"c":false}"#,
    ]) func membersAreThoseOfTheParser(text: String) throws {
        let parsed = try #require(try JSONValue(parsing: text).objectValue)
        let members = try #require(Self.members(text))
        #expect(members.map(\.name) == parsed.keys)
        for (name, value) in members { #expect(value == parsed[name]) }
    }

    @Test(arguments: [
        "", " ", "[]", "1", #""a""#, "{", #"{"a""#, #"{"a":"#, #"{"a":}"#, #"{"a":1"#, #"{"a":1,"#, #"{"a":"b"#,
        #"{"a":"b\"#, #"{"a":[1}"#, #"{a:1}"#, #"{"a":1}x"#, #"{"a" 1}"#, #"{"a":1 "b":2}"#, #"{"a":1}}"#,
        // Strings are held to the parser's rules wherever they are.
        #"{"a":"\q"}"#, #"{"a":"\u12"}"#, #"{"a":"\u123g"}"#, #"{"a":"\ud83d"}"#, #"{"a":"\ude00"}"#,
        #"{"a":"\ud83dx"}"#, #"{"a":"\ud83d\n"}"#, #"{"a":"\ud83d\u0041"}"#, #"{"\q":1}"#, #"{"a":[{"b":"\q"}]}"#,
        "{\"a\":\"\n\"}", #"{"a":"\u"#, #"{"a":"\ud83d\u"#,
    ]) func whatIsNotAnObjectIsNone(text: String) {
        #expect(Self.members(text) == nil)
    }

    @Test(
        arguments: [
            (#""""#, ""), (#""a""#, "a"), (#""東\n\u6771""#, "東\n東"), (#""\ud83d\ude00""#, "😀"), ("1", nil),
            ("null", nil),
            (#""a"#, nil),
        ] as [(String, String?)]
    ) func strings(text: String, value: String?) {
        var text = text
        #expect(text.withUTF8 { Self.text($0).string } == value)
    }

    @Test(arguments: [#""a\nb""#, #""\u0061\nb""#, #""\u0061\u000Ab""#, #""a\u000ab""#])
    func namesMayBeEscaped(text: String) {
        var text = text
        #expect(text.withUTF8 { Self.text($0).isString("a\nb") })
        #expect(!text.withUTF8 { Self.text($0).isString("a\nc") })
    }

    /// Bytes that are not UTF-8 are replaced, as in a stream of events.
    @Test(arguments: [#"{"a":"x?y"}"#, #"{"a":"\tx?y\u6771"}"#]) func bytesThatAreNotUTF8AreReplaced(
        text: String
    ) throws {
        let bytes = text.utf8.map { $0 == UInt8(ascii: "?") ? 0xFF : $0 }
        let expected = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))["a"]?.stringValue
        var values: [String?] = []
        bytes.withUnsafeBufferPointer { bytes in
            var reader = JSONReader(bytes)
            reader.members { values.append($1.string()) }
            #expect(reader.isWhole)
        }
        #expect(values == [expected])
        #expect(expected?.contains("\u{FFFD}") == true)
    }

    @Test(
        arguments: [
            ("0", 0), ("-7", -7), ("1.0", JSONValue.number(1).intValue), ("1e2", JSONValue.number(100).intValue),
            ("9223372036854775807", .max), ("99999999999999999999", nil), (#""1""#, nil), ("null", nil), ("[1]", nil),
        ] as [(String, Int?)]
    ) func wholeNumbersOfAnyKind(text: String, value: Int?) {
        var text = text
        #expect(text.withUTF8 { Self.text($0).integer } == value)
    }

    @Test(
        arguments: [
            ("0", 0), ("42", 42), (" 7 ", 7), ("-1", nil), ("1.0", nil), (#""1""#, nil), ("9999999999999999999", nil),
        ] as [(String, Int?)]
    ) func numbers(text: String, value: Int?) {
        var text = text
        #expect(text.withUTF8 { Self.text($0).int } == value)
    }
}
