import Foundation
import LanguageModels
import Testing

@Generable
private struct Recipe { var title: String }

/// A person's feedback on an answer (reference §2.15).
@Suite(.timeLimit(.minutes(1))) struct FeedbackFamilyTests {
    private typealias Issue = LanguageModelFeedback.Issue

    private static func session() async throws -> LanguageModelSession {
        let session = LanguageModelSession(model: ScriptedModel([ScriptedModel.text("Bread")]), instructions: "Cook.")
        try await session.respond(to: "Dinner?")
        return session
    }

    private static func content(_ data: Data) throws -> GeneratedContent {
        try GeneratedContent(json: String(decoding: data, as: UTF8.self))
    }

    @Test func anAttachmentHoldsTheOpinionAndTheConversation() async throws {
        let session = try await Self.session()
        let issues = LanguageModelFeedback.Issue.Category.allCases.map { Issue(category: $0, explanation: "\($0)") }
        let data = session.logFeedbackAttachment(sentiment: .negative, issues: issues)
        let feedback = try Self.content(data)
        #expect(try feedback.value(String.self, forProperty: "sentiment") == "negative")
        let listed: [GeneratedContent] = try feedback.value(forProperty: "issues")
        #expect(
            try listed.map { try $0.value(String.self, forProperty: "category") } == [
                "unhelpful", "tooVerbose", "didNotFollowInstructions", "incorrect", "stereotypeOrBias",
                "suggestiveOrSexual", "vulgarOrOffensive", "triggeredGuardrailUnexpectedly",
            ]
        )
        #expect(try listed[1].value(String.self, forProperty: "explanation") == "tooVerbose")
        let entries: [GeneratedContent] = try feedback.value(forProperty: "transcript")
        #expect(entries.count == session.transcript.count)
        #expect(try feedback.value(GeneratedContent?.self, forProperty: "desired_output") == nil)
    }

    @Test func theDesiredAnswerIsAnEntryATextOrAValue() async throws {
        let session = try await Self.session()
        let entry = Transcript.Entry.response(.init(segments: [.text(.init(content: "Rice"))]))
        let wanted = Recipe(title: "Rice")
        session.logFeedbackAttachment(sentiment: .neutral)
        let forms = [
            session.logFeedbackAttachment(sentiment: nil, issues: [], desiredOutput: entry),
            session.logFeedbackAttachment(sentiment: .positive, desiredResponseText: "Rice"),
            session.logFeedbackAttachment(
                sentiment: .negative,
                issues: [Issue(category: .incorrect)],
                desiredResponseContent: wanted
            ),
        ]
        for form in forms {
            let output: GeneratedContent = try Self.content(form).value(forProperty: "desired_output")
            #expect(output.jsonString.contains("Rice"))
        }
        let last: GeneratedContent = try Self.content(forms[2]).value(forProperty: "desired_output")
        #expect(last.jsonString.contains(#""schema":"Recipe""#))
        #expect(try Self.content(forms[0]).value(String?.self, forProperty: "sentiment") == nil)
    }

    /// An app's picker shows all cases.
    @Test func everyOpinionIsListed() {
        #expect(LanguageModelFeedback.Sentiment.allCases == [.positive, .negative, .neutral])
        let issue = Issue(category: .tooVerbose)
        #expect(issue.explanation == nil)
        #expect(issue == Issue(category: .tooVerbose, explanation: nil))
    }
}
