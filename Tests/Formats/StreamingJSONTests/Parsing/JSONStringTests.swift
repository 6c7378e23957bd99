import StreamingJSON
import Testing

@Suite struct JSONStringTests {
    @Test(
        arguments: [
            // (the text before the fault, the fault, its offset)
            (#"["日本"#, [0xC3, 0x28], 8), (#"["日本"#, [0xE3, 0x81], 8), (#"["\n"#, [0xFF], 4),
            (#"["0123456789abcdef"#, [0x80], 18),
            (#"{""#, [0xED, 0xA0, 0x80], 2), (#"["é\u00e9é"#, [0xF0, 0x9F, 0x98, 0x22], 12),
        ] as [(String, [UInt8], Int)]
    )
    func bytesThatAreNotUTF8AreRefusedAtTheirStart(before: String, fault: [UInt8], offset: Int) {
        let text = Array(before.utf8) + fault + Array(#""]"#.utf8)
        let outcome = Outcome(whole: text)
        #expect(outcome.error?.code == .badString)
        #expect(outcome.error?.offset == offset)
        #expect(Outcome(pieces: text.map { [$0] }) == outcome)
    }

    @Test(arguments: [
        (#"["a\ud800"]"#, 3), (#"["a\udfff"]"#, 3), (#"["\ud83d\u0041"]"#, 2), (#"["\ud83dx"]"#, 2),
        (#"["\ud83d\n"]"#, 2),
        (#"["ab\q"]"#, 5), (#"["\u12G4"]"#, 6), ("[\"ab\u{1F}\"]", 4),
    ])
    func faultyEscapesAreRefusedWhereTheyAre(text: String, offset: Int) {
        let outcome = Outcome(whole: Array(text.utf8))
        #expect(outcome.error?.code == .badString)
        #expect(outcome.error?.offset == offset)
        #expect(Outcome(pieces: text.utf8.map { [$0] }) == outcome)
    }

    /// Half a surrogate pair is replaced if the options say so; what follows it is read as it is.
    @Test(arguments: [
        (#"["a\ud83d"]"#, "a�"), (#"["\uDE00b"]"#, "�b"), (#"["\ud83d\n"]"#, "�\n"), (#"["\ud83d\u0041"]"#, "�A"),
        (#"["\ud83d\ud83d\ude00"]"#, "�😀"), (#"["\ude00\ud83d"]"#, "��"), (#"["\ud83dx\ud83d\ude00"]"#, "�x😀"),
        (#"["\ud7ff\ue000"]"#, "\u{D7FF}\u{E000}"),
    ])
    func loneSurrogatesFollowTheOption(text: String, read: String) throws {
        let options = JSONParseOptions(loneSurrogates: .replace)
        #expect(try JSONValue(parsing: text, options: options) == .array([.string(read)]))
    }

    /// Other faults of strings are refused with the option as well.
    @Test(arguments: [#"["\ud83d\q"]"#, #"["\ud83d\uZZZZ"]"#, #"["\ud83"]"#, #"["\ud83d"#, #"["\ud8"#])
    func otherFaultsAreRefused(text: String) {
        let options = JSONParseOptions(loneSurrogates: .replace)
        #expect(throws: JSONParseError.self) { try JSONValue(parsing: text, options: options) }
    }

    @Test func everyScalarIsReadRawAndEscaped() throws {
        // Every 97th scalar keeps this short and still covers each length and range.
        for code in stride(from: UInt32(0x20), through: 0x10FFFF, by: 97) {
            guard let scalar = Unicode.Scalar(code), scalar != "\"", scalar != "\\" else { continue }
            let escaped = String(scalar).utf16.map { unit in
                let digits = String(unit, radix: 16, uppercase: unit % 2 == 0)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
            let text = "[\"\(scalar)\",\"\(escaped.joined())\"]"
            let value = try JSONValue(parsing: text)
            #expect(
                value[0]?.stringValue?.unicodeScalars.elementsEqual([scalar]) == true,
                "U+\(String(code, radix: 16))"
            )
            #expect(
                value[1]?.stringValue?.unicodeScalars.elementsEqual([scalar]) == true,
                "U+\(String(code, radix: 16))"
            )
        }
    }

    @Test(arguments: 0..<40)
    func stringsOfEveryLengthAreRead(length: Int) throws {
        // Quotes, escapes and letters beyond ASCII at every place in the words of eight bytes that the parser scans.
        let plain = String(repeating: "x", count: length)
        for content in [plain, plain + "é", plain + "\n", plain + "日" + plain, plain + "\"" + plain] {
            let text = JSONValue.string(content).serialized()
            #expect(try JSONValue(parsing: text + "  ") == .string(content))
            #expect(try JSONValue(parsing: "{" + text + ":[]}") == .object(JSONObject([(content, .array([]))])))
        }
        let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: "\"" + plain + "\u{0}" + plain) }
        #expect(error?.offset == length + 1)
    }

    @Test func writtenStringsAreReadBack() throws {
        let text = String(String.UnicodeScalarView((0..<0x250).compactMap(Unicode.Scalar.init))) + "\u{2028}😀\u{10FFFF}"
        let value = JSONValue.object([text: .string(text), "": [.string(""), "\\\"\u{7F}"]])
        let written = value.serialized()
        #expect(try JSONValue(parsing: written) == value)
        // RFC 8259 §7: only these must be escaped.
        #expect(
            JSONValue.string("\u{0}\u{1F}\"\\\n\u{8}é\u{7F}/").serialized()
                == "\"\\u0000\\u001f\\\"\\\\\\n\\u0008é\u{7F}/\""
        )
    }

    @Test func namesAreComparedByTheirBytes() throws {
        // The same letter as one character and as two: the strings are equal in Swift, but not in JSON (RFC 8259 §8.3).
        let (one, two) = ("\u{E9}", "e\u{301}")
        let document = try JSONDocument(parsing: "{\"\(one)\":1,\"\(two)\":2}")
        #expect(document.repeatedNames.isEmpty)
        #expect(document.value.objectValue?.count == 2)
        #expect(document.value[one] == 1)
        #expect(document.value[two] == 2)

        var many = JSONObject((0..<40).map { ("\($0)", .integer($0)) })
        many[one] = 1
        many[two] = 2
        #expect(many.count == 42)
        #expect(many[one] == 1)
        #expect(many[two] == 2)
    }

    @Test func anEscapedNameIsTheSameName() throws {
        let document = try JSONDocument(parsing: #"{"name":1,"n\u0061me":2}"#)
        #expect(document.value == ["name": 2])
        #expect(document.repeatedNames.map(\.offset) == [10])
    }
}
