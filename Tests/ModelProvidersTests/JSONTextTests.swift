import StreamingJSON
import Testing

@testable import ModelProviders

/// Values read in place, held against the parser.
@Suite struct JSONTextTests {
    private static func members(_ text: String) -> [(name: String, value: JSONValue?)]? {
        var text = text
        return text.withUTF8 { bytes in
            var members: [(String, JSONValue?)] = []
            let isWhole = JSONText(trimming: bytes).forEachMember { name, value in
                members.append((name.string ?? "?", value.value))
            }
            return isWhole ? members : nil
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
        #expect(text.withUTF8 { JSONText(trimming: $0).string } == value)
    }

    @Test(
        arguments: [
            ("0", 0), ("42", 42), (" 7 ", 7), ("-1", nil), ("1.0", nil), (#""1""#, nil), ("9999999999999999999", nil),
        ] as [(String, Int?)]
    ) func numbers(text: String, value: Int?) {
        var text = text
        #expect(text.withUTF8 { JSONText(trimming: $0).int } == value)
    }
}
