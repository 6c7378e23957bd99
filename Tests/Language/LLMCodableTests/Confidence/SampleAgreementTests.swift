import StreamingJSON
import Testing

@testable import LLMCodable

@Suite struct SampleAgreementTests {
    struct Row: Sendable {
        var texts: [String]
        var count: Int
        var best: Int
        var confidence: Double
    }

    private static let rows = [
        Row(texts: [#"{"a":1,"b":2}"#, #"{"a":1,"b":2}"#], count: 2, best: 0, confidence: 1),
        Row(texts: [#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, #"{"a":9,"b":9}"#], count: 3, best: 0, confidence: 2.0 / 3),
        Row(texts: [#"{"a":9}"#, #"{"a":1}"#, #"{"a":1}"#], count: 3, best: 1, confidence: 2.0 / 3),
        Row(texts: ["[1,2]", "[1,2,3]"], count: 2, best: 0, confidence: 1),
        Row(texts: ["[]"], count: 4, best: 0, confidence: 0.25),
        Row(texts: [#""x""#, #""y""#], count: 2, best: 0, confidence: 0.5),
    ]

    @Test(arguments: rows)
    func theSampleThatAgreesMostIsTheBest(row: Row) throws {
        let samples = try row.texts.map { try JSONValue(parsing: $0) }
        let agreement = SampleAgreement(samples, of: row.count)
        #expect(agreement.best == row.best)
        #expect(abs(agreement.confidence - row.confidence) < 1e-9)
    }
}
