import StreamSafeText
import StreamingJSON
import Testing

@Suite struct JSONStreamSafetyTests {
    private static let marks = String(repeating: "\u{301}\u{316}", count: 40)
    private static let escaped = String(repeating: #"\u0301\u0316"#, count: 40)

    static let texts = [
        #"{"m":"\#(marks)"}"#, #"{"\#(marks)":1}"#, #"["x\#(escaped)","é\#(marks)\n\#(escaped)"]"#,
        #"["\#(String(repeating: #"\u0344"#, count: 20))"]"#,
        #"{"\#(escaped)":1,"\#(marks)":2,"\#(escaped)\#(marks)":3}"#,
    ]

    @Test(arguments: texts)
    func wholeAndStreamedTextsAreBounded(text: String) throws {
        let whole = try JSONDocument(parsing: text.utf8)
        #expect(whole.value.serialized().isStreamSafe)
        let bytes = Array(text.utf8)
        for length in [1, 2, 3, 5, 31, 4096] {
            var parser = JSONStreamParser()
            for start in stride(from: 0, to: bytes.count, by: length) {
                try parser.feed(bytes[start..<min(start + length, bytes.count)])
            }
            let streamed = try parser.finish()
            #expect(streamed.serialized().utf8.elementsEqual(whole.value.serialized().utf8), "pieces of \(length)")
            #expect(parser.repeatedNames == whole.repeatedNames)
        }
    }

    @Test func namesInTwoSpellingsAreOneName() throws {
        let document = try JSONDocument(parsing: #"{"\#(Self.escaped)":1,"\#(Self.marks)":2}"#.utf8)
        #expect(document.value.objectValue?.count == 1)
        #expect(document.repeatedNames.count == 1)
    }

    @Test func namesOfTheSameLengthAsTheirSpellingAreFoundAgain() throws {
        // Each line break is one byte shorter than its escape, and a joiner has two bytes.
        let run = String(repeating: "\u{301}", count: 31)
        let document = try JSONDocument(parsing: "{\"\\n\\n\(run)\":1,\"\\u000a\\n\(run)\":2}".utf8)
        #expect(document.value.objectValue?.count == 1)
        let plain = "\u{A}\u{A}" + run.streamSafe
        #expect(document.value.objectValue?[plain] == 2)
    }

    /// Without a bound on runs this takes hours.
    @Test(.timeLimit(.minutes(1)))
    func megabyteOfMarksIsReadAndComparedInLinearTime() throws {
        let marks = String(repeating: "\u{301}\u{316}", count: 1 << 18)
        let value = try JSONValue(parsing: #"{"\#(marks)":1,"message":"\#(marks)"}"#)
        let message = try #require(value["message"]?.stringValue)
        let name = try #require(value.objectValue?.first?.key)
        #expect(name == message)
        #expect(Set([name, message + "x"]).count == 2)
        #expect(!["a", "b"].contains(name))
    }
}
