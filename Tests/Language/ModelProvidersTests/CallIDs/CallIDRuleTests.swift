import LanguageModels
import StreamingJSON
import Testing

@testable import ModelProviders

@Suite struct CallIDRuleTests {
    private static let long = String(repeating: "x", count: 60)
    private static let ids = ["\(long)1", "\(long)2", "a\(long)", "b\(long)", "functions.read_sensor:0", "", "é"]

    @Test(arguments: [CallIDRule.any(maximumLength: 40), .any(maximumLength: 64), .alphanumeric(length: 9)])
    func idsAreFittedAndStayDifferent(rule: CallIDRule) {
        let sent = Self.ids.map(rule.wireForm)
        #expect(Set(sent).count == Self.ids.count)
        for id in sent {
            #expect(rule.length.contains(id.utf8.count))
            #expect(rule.wireForm(of: id) == id)
        }
    }

    @Test(
        arguments: [
            (.any(maximumLength: 40), "functions.read_sensor:0", "functions.read_sensor:0"),
            (.any(maximumLength: 64), "call_1", "call_1"), (.alphanumeric(length: 9), "D681PevKs", "D681PevKs"),
            // The substitutes are the same in every process.
            (.alphanumeric(length: 9), "call_1", "jqBFvGS7E"),
            (.any(maximumLength: 40), long, "call_70RY2Qcu3NQqUK0l3MMzD"),
        ] as [(CallIDRule, String, String)]
    )
    func fittingIDsStay(rule: CallIDRule, id: String, sent: String) {
        #expect(rule.wireForm(of: id) == sent)
    }

    /// Both interfaces keep calls and outputs together and different calls apart.
    @Test func pairsStayPairs() throws {
        let ids = ["\(Self.long)\(Self.long)1", "\(Self.long)\(Self.long)2"]
        let entries: [Transcript.Entry] =
            [
                .toolCalls(.init(ids.map { .init(id: $0, toolName: "f", arguments: GeneratedContent(jsonValue: [:])) }))
            ] + ids.map { .toolOutput(.init(id: $0, toolName: "f", segments: [.text(.init(content: $0))])) }
        let request = LanguageModelExecutorGenerationRequest(transcript: Transcript(entries: entries))
        let messages =
            try OpenAIChatRequestEncoder(model: "m", dialect: .compatible).encode(request)["messages"]?.arrayValue ?? []
        let called = (messages.first?["tool_calls"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
        #expect(called == messages.dropFirst().compactMap { $0["tool_call_id"]?.stringValue })
        #expect(Set(called).count == 2 && called.allSatisfy { $0.utf8.count <= 40 })
        let items = try OpenAIResponsesRequestEncoder(model: "m").encode(request)["input"]?.arrayValue ?? []
        let pairs = items.compactMap { $0["call_id"]?.stringValue }
        #expect(pairs.count == 4 && Array(pairs[..<2]) == Array(pairs[2...]))
        #expect(Set(pairs).count == 2 && pairs.allSatisfy { $0.utf8.count <= 64 })
    }
}
