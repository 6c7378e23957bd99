import LanguageModels
import Testing

@testable import ModelProviders

/// A provider that never stops.
@Suite struct OpenAIAnswerLimitTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The delta that is repeated.
        var delta: String
        /// The number of deltas that an answer of 30 bytes may have.
        var count: Int
    }

    static let rows: [Row] = [
        Row(testDescription: "text", delta: #"{"content":"0123456789"}"#, count: 3),
        Row(testDescription: "bytes and not characters", delta: #"{"content":"東京都"}"#, count: 3),
        Row(testDescription: "thoughts", delta: #"{"reasoning":"0123456789"}"#, count: 3),
        Row(testDescription: "a refusal", delta: #"{"refusal":"0123456789"}"#, count: 3),
        Row(testDescription: "text and thoughts", delta: #"{"content":"01234","reasoning":"56789"}"#, count: 3),
        Row(
            testDescription: "arguments, beside the id and the name",
            delta: #"{"tool_calls":[{"index":0,"id":"call_0","function":{"name":"find","arguments":"0123456789"}}]}"#,
            count: 2
        ),
        Row(
            testDescription: "arguments without a name",
            delta: #"{"tool_calls":[{"index":0,"id":"call_0","function":{"arguments":"0123456789"}}]}"#,
            count: 2
        ),
    ]

    @Test(arguments: rows) func bytes(row: Row) throws {
        var decoder = OpenAIChatStreamDecoder(
            host: "host",
            fallbackID: "x",
            needsWholeAnswer: false,
            maximumBytes: 30
        )
        let chunk = #"{"choices":[{"delta":\#(row.delta)}]}"#
        for _ in 0..<row.count { _ = try decoder.decode(chunk) }
        let error = #expect(throws: ModelProviderError.self) { try decoder.decode(chunk) }
        #expect(error?.code == .notUnderstood)
        #expect(error?.message == "The answer of host is longer than 30 bytes.")
    }

    @Test(arguments: [true, false]) func calls(inOneDelta: Bool) throws {
        var decoder = OpenAIChatStreamDecoder(host: "host", fallbackID: "x", needsWholeAnswer: false)
        let calls = (0...64).map { #"{"index":\#($0),"id":"\#($0)","function":{"name":"f","arguments":"{}"}}"# }
        func chunk(_ calls: some Collection<String>) -> String {
            #"{"choices":[{"delta":{"tool_calls":[\#(calls.joined(separator: ","))]}}]}"#
        }
        if inOneDelta {
            var other = decoder
            #expect(try other.decode(chunk(calls.prefix(64))).count == 64)
        } else {
            for call in calls.prefix(64) { #expect(try decoder.decode(chunk([call])).count == 1) }
        }
        let error = #expect(throws: ModelProviderError.self) {
            try decoder.decode(chunk(inOneDelta ? calls[...] : calls.suffix(1)))
        }
        #expect(error?.code == .notUnderstood)
        #expect(error?.message == "host asked for more than 64 tool calls in one answer.")
    }
}
