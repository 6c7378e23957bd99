#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// The state of a run, the response of `GET /v1/runs/{id}`.
public struct RunDescription: Sendable, Equatable {
    /// The run's id.
    public var run: String
    /// The conversation's id; empty for an extraction or a direct call, which has no conversation.
    public var conversation: String
    /// The model that answers; empty for a direct call.
    public var model: String
    /// The tool of a direct call; `nil` for any other run.
    public var tool: String?
    /// The status, such as `running` or `completed`.
    public var status: String
    /// The number of the run's events.
    public var eventCount: Int
    /// The time of the request.
    public var createdAt: Date
    /// The time of the last change of status.
    public var updatedAt: Date
    /// The outcome so far.
    public var outcome: RunOutcome

    /// Makes a description.
    public init(
        run: String,
        conversation: String,
        model: String,
        tool: String? = nil,
        status: String,
        eventCount: Int,
        createdAt: Date,
        updatedAt: Date,
        outcome: RunOutcome
    ) {
        self.run = run
        self.conversation = conversation
        self.model = model
        self.tool = tool
        self.status = status
        self.eventCount = eventCount
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.outcome = outcome
    }

    /// The description as JSON: the members of every run first, then those of its outcome.
    public var jsonValue: JSONValue {
        var object: JSONObject = ["run": .string(run)]
        if !conversation.isEmpty { object["conversation"] = .string(conversation) }
        object["status"] = .string(status)
        if let tool { object["tool"] = .string(tool) }
        if !model.isEmpty { object["model"] = .string(model) }
        object["created_at"] = .string(createdAt.formatted(.iso8601))
        object["updated_at"] = .string(updatedAt.formatted(.iso8601))
        object["event_count"] = .integer(eventCount)
        object["tool_calls"] = .array(outcome.toolCalls.map(\.jsonValue))
        if !outcome.actions.isEmpty, outcome.ending == nil {
            object["actions"] = .array(outcome.actions.map(\.jsonValue))
        }
        switch outcome.ending {
        case .completed(let usage):
            // A direct call has no message.
            if outcome.text != nil, let reply = try? outcome.reply() { object["message"] = reply.message }
            for (name, value) in outcome.answer?.members ?? [:] { object[name] = value }
            object["usage"] = usage.jsonValue
        case .cancelled(let reason, let usage):
            object["reason"] = .string(reason.rawValue)
            object["usage"] = usage.jsonValue
        case .failed(let problem), .interrupted(let problem):
            object["problem"] = problem.jsonValue(requestID: nil)
        default: break
        }
        return .object(object)
    }
}
