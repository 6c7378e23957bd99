import StreamingJSON
import Testing

@Suite struct JSONParserTests {
    @Test(
        arguments: [
            ("null", JSONValue.null),
            (" true ", true),
            ("false", false),
            ("0", 0),
            ("-12", -12),
            ("9223372036854775807", .integer(.max)),
            ("9223372036854775808", .number(9_223_372_036_854_775_808)),
            ("1.5e3", 1500.0),
            (#""""#, ""),
            (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{c}\n\r\t"),
            (#""\u3042\ud83d\ude00""#, "あ😀"),
            (#""日本""#, "日本"),
            ("[]", []),
            ("[1,[2],{}]", [1, [2], [:]]),
            (#"{"a":1,"b":{"c":null}}"#, ["a": 1, "b": ["c": nil]]),
            ("{\"a\" :\n1 , \"a\":2}", ["a": 2]),
        ] as [(String, JSONValue)]
    )
    func wholeTexts(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == value)
    }

    @Test(arguments: [
        ("", JSONParseError.Code.unexpectedEnd),
        ("[1", .unexpectedEnd),
        ("{\"a\":", .unexpectedEnd),
        ("\"a", .unexpectedEnd),
        ("tru", .unexpectedEnd),
        ("01", .badNumber),
        ("1.", .unexpectedEnd),
        ("1.x", .badNumber),
        ("-", .unexpectedEnd),
        ("1e999", .badNumber),
        ("[1,]", .unexpectedByte),
        ("{,}", .unexpectedByte),
        ("{\"a\" 1}", .unexpectedByte),
        ("[1 2]", .unexpectedByte),
        ("nul1", .unexpectedByte),
        ("\"\u{1}\"", .badString),
        (#""\x""#, .badString),
        (#""\ud800""#, .badString),
        (#""\udc00""#, .badString),
        ("1 2", .trailingBytes),
        (String(repeating: "[", count: 300), .tooDeep),
    ])
    func faults(text: String, code: JSONParseError.Code) {
        let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: text) }
        #expect(error?.code == code)
    }

    @Test func bytesThatAreNotUTF8AreRefused() {
        let error = #expect(throws: JSONParseError.self) {
            try JSONValue(parsing: [0x22, 0xC3, 0x28, 0x22] as [UInt8])
        }
        #expect(error?.code == .badString)
    }

    @Test func membersKeepTheirOrder() throws {
        let text = #"{"z":1,"y":2,"x":3,"w":4,"v":5,"u":6,"t":7,"s":8,"r":9,"q":10,"a":11}"#
        let value = try JSONValue(parsing: text)
        #expect(value.serialized() == text)
        #expect(value["q"] == 10)
        #expect(value.objectValue?.keys.first == "z")
    }

    @Test(
        arguments: [
            ("12", nil), ("12 ", JSONValue.integer(12)), ("[12", []), ("[12,", [12]), ("tr", nil), ("[true", [true]),
            (#"{"a"#, [:]), (#"{"a":"#, [:]), (#"{"a":"x"#, ["a": "x"]), (#"["\u30"#, [""]), (#"["\ud83d\ude"#, [""]),
            (#"["a\"#, ["a"]), ("", nil), ("  ", nil), ("\"", ""), ("[", []), ("{", [:]),
            (#"{"a":[{"b":"#, ["a": [[:]]]),
            (#"{"a":1,"a":[2"#, ["a": 1]), (#"{"a":1,"a":[2]"#, ["a": [2]]), ("-", nil), ("[1e", []), ("[nul", []),
        ] as [(String, JSONValue?)]
    )
    func numbersAndNamesAreHeldUntilProven(prefix: String, value: JSONValue?) throws {
        #expect(try JSONPrefix(prefix)?.value == value)
    }

    @Test func aPrefixThatCannotBecomeJSONIsRefused() {
        #expect(throws: JSONParseError.self) { try JSONPrefix("<html>") }
        #expect(throws: JSONParseError.self) { try JSONPrefix("{1") }
    }
}
