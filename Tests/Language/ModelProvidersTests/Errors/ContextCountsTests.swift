import StreamingJSON
import Testing

@testable import ModelProviders

@Suite(.timeLimit(.minutes(1))) struct ContextCountsTests {
    private static func counts(_ message: String) -> [Int] {
        let counts = ContextCounts(error: ["message": .string(message)])
        return [counts.tokenCount, counts.contextSize]
    }

    @Test(
        arguments: [
            ("prompt is too long: 203456 tokens > 200000 maximum", [203_456, 200_000]),
            ("input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000", [209_573, 200_000]),
            ("request (6020 tokens) exceeds the available context size (4096 tokens)", [6020, 4096]),
            (
                "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
                [1_200_000, 1_048_576]
            ),
            (
                "maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
                [130_000, 128_000]
            ),
            ("99999999999999999999 tokens > 99999999999999999999", [999_999_999_999, 999_999_999_999]),
            ("", [0, 0]),
        ] as [(String, [Int])]
    ) func areReadFromWords(message: String, counts: [Int]) {
        #expect(Self.counts(message) == counts)
    }

    /// Text after the first bytes of a message is not searched, so it costs nothing.
    @Test func onlyTheFirstBytesAreSearched() {
        let digits = String(repeating: "1", count: 256 << 10)
        #expect(Self.counts("maximum context length is " + digits) == [0, 0])
        #expect(Self.counts(String(repeating: " ", count: 2048) + "2 tokens > 1") == [0, 0])
        #expect("é".beginning == "é" && digits.beginning.utf8.count == 2048)
    }

    @Test(arguments: [
        JSONValue.integer(.min), .integer(.max), .integer(-1), .number(1e308), .number(-1e308), "9223372036854775807",
        .null,
    ]) func countsOfProvidersCanBeAddedUp(value: JSONValue) {
        let counts = ContextCounts(error: ["n_ctx": value, "n_prompt_tokens": value])
        #expect((0...1 << 40).contains(counts.contextSize) && (0...1 << 40).contains(counts.tokenCount))
        #expect((0...1 << 40).contains(Int(tokenCount: value)))
    }
}
