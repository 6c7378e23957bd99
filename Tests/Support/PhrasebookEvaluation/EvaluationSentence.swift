import FoundationEssentials
public import StreamingJSON

/// A sentence of the evaluation, and its correct outcomes.
public struct EvaluationSentence: Sendable {
    /// A tool call that an outcome has.
    public struct Call: Sendable {
        /// The tool's name.
        public var tool: String
        /// The arguments that the call must have.
        public var arguments: JSONObject
        /// The arguments that the call may have, with any value.
        public var free: Set<String>
    }

    /// An outcome: the calls, and the kind of answer.
    public struct Outcome: Sendable {
        /// The calls, in no particular order.
        public var calls: [Call]
        /// The kind of answer.
        public var answer: AnswerKind
    }

    /// The sentence's name in reports.
    public var id: String
    /// `en` or `ja`.
    public var language: String
    /// The preceding messages of the same conversation.
    public var before: [String]
    /// The message.
    public var message: String
    /// The world at the start of the conversation.
    public var world: String
    /// The correct outcomes, the best one first.
    public var outcomes: [Outcome]
    /// The tools whose call would do harm.
    public var never: Set<String>

    /// The tool in whose row the sentence is counted.
    public var row: String {
        let tools = outcomes.first?.calls.map(\.tool) ?? []
        return Set(tools).count > 1 ? "several tools" : tools.first ?? "no tool"
    }

    /// Reads a line of the evaluation's files.
    ///
    /// - Throws: ``EvaluationFault`` when the line is not a sentence.
    public init(line: some StringProtocol) throws {
        let json = try JSONValue(parsing: String(line))
        guard let id = json["id"]?.stringValue, let language = json["language"]?.stringValue,
            let message = json["say"]?.stringValue, let outcomes = json["expect"]?.arrayValue
        else { throw EvaluationFault("A line is not a sentence: \(line.prefix(60))") }
        self.id = id
        self.language = language
        self.message = message
        before = (json["before"]?.arrayValue ?? []).compactMap { $0.stringValue ?? $0["say"]?.stringValue }
        world = json["state"]?.stringValue ?? "empty"
        never = Set((json["never"]?.arrayValue ?? []).compactMap(\.stringValue))
        self.outcomes = try outcomes.map { outcome in
            guard let kind = outcome["answer"]?.stringValue.flatMap(AnswerKind.init) else {
                throw EvaluationFault("\(id) has an answer of no known kind.")
            }
            return Outcome(calls: try Self.calls(of: outcome, id), answer: kind)
        }
    }

    private static func calls(of outcome: JSONValue, _ id: String) throws -> [Call] {
        let calls = outcome["calls"]?.arrayValue ?? (outcome["tool"]?.stringValue == nil ? [] : [outcome])
        return try calls.map { call in
            guard let tool = call["tool"]?.stringValue else {
                throw EvaluationFault("\(id) has a call without a tool.")
            }
            return Call(
                tool: tool,
                arguments: call["arguments"]?.objectValue ?? [:],
                free: Set((call["any"]?.arrayValue ?? []).compactMap(\.stringValue))
            )
        }
    }

    /// Reads a file of sentences, one on each line.
    ///
    /// - Throws: ``EvaluationFault`` when a line is not a sentence.
    public static func all(in text: String) throws -> [EvaluationSentence] {
        try text.split(separator: "\n").map { try EvaluationSentence(line: $0) }
    }
}

/// A mistake in the evaluation's files.
public struct EvaluationFault: Error, CustomStringConvertible {
    /// The mistake, as a sentence.
    public let description: String

    init(_ description: String) { self.description = description }
}
