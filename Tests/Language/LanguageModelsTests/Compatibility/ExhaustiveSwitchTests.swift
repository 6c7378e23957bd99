import LanguageModels
import Testing

/// Switches without a default arm.
///
/// They compile without a warning, because the enumerations have Apple's cases and no others.
@Suite struct ExhaustiveSwitchTests {
    private static func words(_ error: LanguageModelSession.Error) -> String {
        switch error {
        case .concurrentRequests: "busy"
        case .transcriptMutationWhileResponding: "changed"
        }
    }

    private static func words(_ sentiment: LanguageModelFeedback.Sentiment) -> String {
        switch sentiment {
        case .positive: "good"
        case .negative: "bad"
        case .neutral: "so so"
        }
    }

    private static func words(_ level: ContextOptions.ReasoningLevel) -> String {
        switch level {
        case .light: "light"
        case .moderate: "moderate"
        case .deep: "deep"
        case .custom(let name): name
        }
    }

    private static func words(_ kind: GeneratedContent.Kind) -> String {
        switch kind {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let value): value
        case .array(let elements): "\(elements.count) elements"
        case .structure(_, let orderedKeys): orderedKeys.joined(separator: ",")
        }
    }

    private static func words(_ error: GenerationSchema.SchemaError) -> String {
        switch error {
        case .duplicateType(_, let type, _): type
        case .duplicateProperty(_, let property, _): property
        case .emptyTypeChoices(let schema, _): schema
        case .undefinedReferences(_, let references, _): references.joined()
        }
    }

    @Test func errorsOfASession() {
        #expect([.concurrentRequests, .transcriptMutationWhileResponding].map(Self.words) == ["busy", "changed"])
    }

    @Test func opinionsAndLevels() {
        #expect(LanguageModelFeedback.Sentiment.allCases.map(Self.words) == ["good", "bad", "so so"])
        #expect([.light, .moderate, .deep, .custom("x")].map(Self.words) == ["light", "moderate", "deep", "x"])
    }

    @Test func kindsOfContentAndFaultsOfSchemas() throws {
        let content = try GeneratedContent(json: #"[null, true, 1, "a", [1, 2], {"b": 1, "a": 2}]"#)
        guard case .array(let elements) = content.kind else { Issue.record("no array"); return }
        #expect(elements.map(\.kind).map(Self.words) == ["null", "true", "1.0", "a", "2 elements", "b,a"])
        let context = GenerationSchema.SchemaError.Context(debugDescription: "")
        #expect(Self.words(.undefinedReferences(schema: nil, references: ["A", "B"], context: context)) == "AB")
    }
}
