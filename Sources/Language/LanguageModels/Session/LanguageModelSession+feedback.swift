public import Foundation
import StreamingJSON

extension LanguageModelSession {
    /// Returns a person's feedback on the conversation, together with the conversation.
    ///
    /// Nothing is sent; the caller decides how to use the data.
    ///
    /// - Parameter desiredOutput: The answer that the person would have liked.
    /// - Returns: A JSON object with `sentiment`, `issues`, `transcript` and `desired_output`.
    @discardableResult
    public func logFeedbackAttachment(
        sentiment: LanguageModelFeedback.Sentiment?,
        issues: [LanguageModelFeedback.Issue] = [],
        desiredOutput: Transcript.Entry? = nil
    ) -> Data {
        var feedback = JSONObject()
        if let sentiment { feedback["sentiment"] = .string(sentiment.rawValue) }
        feedback["issues"] = .array(
            issues.map { issue in
                var object: JSONObject = ["category": .string(issue.category.rawValue)]
                if let explanation = issue.explanation { object["explanation"] = .string(explanation) }
                return .object(object)
            }
        )
        feedback["transcript"] = transcript.jsonValue
        if let desiredOutput { feedback["desired_output"] = desiredOutput.jsonValue }
        var bytes: [UInt8] = []
        JSONValue.object(feedback).write(into: &bytes)
        return Data(bytes)
    }

    /// Returns a person's feedback on the conversation, with the desired answer as text (26.1).
    @discardableResult
    public func logFeedbackAttachment(
        sentiment: LanguageModelFeedback.Sentiment?,
        issues: [LanguageModelFeedback.Issue] = [],
        desiredResponseText: String?
    ) -> Data {
        logFeedbackAttachment(
            sentiment: sentiment,
            issues: issues,
            desiredOutput: desiredResponseText.map { text in
                .response(.init(segments: [.text(.init(content: text))]))
            }
        )
    }

    /// Returns a person's feedback on the conversation, with the desired answer as a value (26.1).
    @discardableResult
    public func logFeedbackAttachment(
        sentiment: LanguageModelFeedback.Sentiment?,
        issues: [LanguageModelFeedback.Issue] = [],
        desiredResponseContent: (any ConvertibleToGeneratedContent)?
    ) -> Data {
        logFeedbackAttachment(
            sentiment: sentiment,
            issues: issues,
            desiredOutput: desiredResponseContent.map { value in
                let segment = Transcript.StructuredSegment(
                    schemaName: String(describing: type(of: value)),
                    content: value.generatedContent
                )
                return .response(.init(segments: [.structure(segment)]))
            }
        )
    }
}
