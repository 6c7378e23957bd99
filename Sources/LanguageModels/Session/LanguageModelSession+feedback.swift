public import Foundation
import StreamingJSON

extension LanguageModelSession {
    /// Writes down what a person thought of the conversation, with the conversation itself.
    ///
    /// Nothing is sent anywhere: the caller decides what becomes of it.
    ///
    /// - Parameter desiredOutput: What the model should have said.
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

    /// Writes down what a person thought of the conversation; the desired answer is text (26.1).
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

    /// Writes down what a person thought of the conversation; the desired answer is a value (26.1).
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
