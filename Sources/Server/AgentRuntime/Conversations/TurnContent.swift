import AgentWire
import Foundation
import LanguageModels
import Storage
import StreamSafeText
import StreamingJSON
import Synchronization
import ToolRecords

/// What people see of a turn beside the entries of its transcript: the calls with their artifacts, the reason of a failure, and the texts of
/// a turn that left no entries.
struct TurnContent {
    /// What a turn asks, as far as its details show it.
    struct Question: Sendable {
        let message: String
        /// The id of the earlier run that the turn replaces.
        let replaces: String?

        init(_ request: TurnRequest) { (message, replaces) = (request.message, request.replaces) }
    }

    /// The start of a text that can be searched: 20,000 characters, and 80,000 bytes of UTF-8.
    ///
    /// Without the second limit one character may have thousands of marks, and a message of 1 MB is folded whole while others wait.
    static func searched(_ text: String) -> Substring { text.prefix(utf8Count: 80_000).prefix(20_000) }

    /// The calls, in the order in which they started.
    var calls: [WireToolCall] = []
    /// The message of the user, if no entry has it.
    var message: String?
    /// The answer, or the part of it that was written, if no entry has it.
    var answer: String?
    /// Whether the model declined.
    var isRefusal = false
    /// The reason why there is no answer.
    var problem: JSONValue?

    /// The content as JSON text.
    var text: String {
        var object: JSONObject = ["calls": .array(calls.map(\.jsonValue))]
        if let message { object["message"] = .string(message) }
        if let answer { object["answer"] = .string(answer) }
        if isRefusal { object["refused"] = true }
        if let problem { object["problem"] = problem }
        return JSONValue.object(object).serialized()
    }

    init() {}

    /// Reads the content of a stored turn; empty if the text is damaged.
    init(text: String) {
        guard let value = try? JSONValue(parsing: text) else { return }
        calls = (value["calls"]?.arrayValue ?? []).compactMap { try? WireToolCall(jsonValue: $0) }
        message = value["message"]?.stringValue
        answer = value["answer"]?.stringValue
        isRefusal = value["refused"]?.boolValue ?? false
        problem = value["problem"]
    }
}

extension TurnDetails {
    /// Makes the details of a run that has ended.
    ///
    /// - Parameters:
    ///   - outcome: The outcome with the last event.
    ///   - question: What the run's request asks; `nil` for one that cannot be read.
    ///   - turn: The turn that the run adds to its conversation.
    ///   - partialAnswer: The text of an answer that was cut off.
    init?(
        _ record: RunRecord,
        _ outcome: RunOutcome,
        _ question: TurnContent.Question?,
        turn: TurnCommit?,
        partialAnswer: String
    ) {
        guard !record.conversation.isEmpty else { return nil }
        let message = question?.message ?? ""
        let kinds = Set(turn?.entries.map(\.kind) ?? [])
        let answer = outcome.text ?? partialAnswer
        var content = TurnContent()
        content.calls = outcome.toolCalls
        content.isRefusal = outcome.isRefusal
        if !kinds.contains(TranscriptEntryRecord.promptKind) { content.message = message }
        if !kinds.contains(TranscriptEntryRecord.responseKind), !answer.isEmpty { content.answer = answer }
        switch outcome.ending {
        case .failed(let problem), .interrupted(let problem): content.problem = problem.jsonValue(requestID: nil)
        default: break
        }
        let searched = TurnContent.searched(message) + "\n" + TurnContent.searched(answer)
        self.init(
            run: record.id,
            model: outcome.model.isEmpty ? record.model : outcome.model,
            status: record.status,
            createdAt: record.createdAt,
            endedAt: record.updatedAt,
            content: content.text,
            searchText: String(searched).foldedForSearch,
            replaces: question?.replaces
        )
    }
}

extension RunEventLine {
    /// Returns the text of the answer in a log's lines, as far as it was written.
    static func answer(in lines: [UInt8]) -> String {
        var text = ""
        for event in events(in: lines) {
            switch event {
            case .textDelta(_, let part), .refusalDelta(_, let part): text += part
            case .textReplaced(_, let whole): text = whole
            default: break
            }
        }
        return text
    }
}
