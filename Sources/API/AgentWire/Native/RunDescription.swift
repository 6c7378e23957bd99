#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// The state of a run, the response of `GET /v1/runs/{id}`.
public struct RunDescription: WireValue {
    /// The end of a run.
    public enum Ending: Sendable, Equatable {
        /// It has answered; a direct call has no message.
        case completed(message: ReplyMessage?, answer: StructuredAnswer?, usage: WireUsage)
        /// It was cancelled.
        case cancelled(RunEvent.CancelReason, usage: WireUsage)
        /// It failed, or the server stopped before its end; the status says which.
        case failed(Problem)
    }

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
    /// The tools called so far, in call order.
    public var toolCalls: [WireToolCall]
    /// The calls that it waits for.
    public var actions: [RequiredAction]
    /// The end; `nil` while there is none.
    public var ending: Ending?

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
        toolCalls: [WireToolCall] = [],
        actions: [RequiredAction] = [],
        ending: Ending? = nil
    ) {
        self.run = run
        self.conversation = conversation
        self.model = model
        self.tool = tool
        self.status = status
        self.eventCount = eventCount
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.toolCalls = toolCalls
        self.actions = actions
        self.ending = ending
    }

    /// Makes a description of a run with this outcome.
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
        self.init(
            run: run,
            conversation: conversation,
            model: model,
            tool: tool,
            status: status,
            eventCount: eventCount,
            createdAt: createdAt,
            updatedAt: updatedAt,
            toolCalls: outcome.toolCalls,
            actions: outcome.ending == nil ? outcome.actions : [],
            ending: Ending(outcome)
        )
    }

    /// Reads a description.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        run = fields.requiredString("run")
        conversation = fields.string("conversation") ?? ""
        status = fields.requiredString("status")
        tool = fields.string("tool")
        model = fields.string("model") ?? ""
        createdAt = fields.requiredDate("created_at")
        updatedAt = fields.requiredDate("updated_at")
        eventCount = fields.requiredInteger("event_count")
        toolCalls = fields.requiredValues("tool_calls")
        actions = fields.values("actions")
        ending = try Ending(&fields)
        try fields.check()
    }

    /// The description as JSON: the members of every run first, then those of its end.
    public var jsonValue: JSONValue {
        var object: JSONObject = ["run": .string(run)]
        if !conversation.isEmpty { object["conversation"] = .string(conversation) }
        object["status"] = .string(status)
        if let tool { object["tool"] = .string(tool) }
        if !model.isEmpty { object["model"] = .string(model) }
        object["created_at"] = .time(createdAt)
        object["updated_at"] = .time(updatedAt)
        object["event_count"] = .integer(eventCount)
        object["tool_calls"] = .array(toolCalls.map(\.jsonValue))
        if !actions.isEmpty { object["actions"] = .array(actions.map(\.jsonValue)) }
        switch ending {
        case .completed(let message, let answer, let usage):
            if let message { object["message"] = message.jsonValue }
            for (name, value) in answer?.members ?? [:] { object[name] = value }
            object["usage"] = usage.jsonValue
        case .cancelled(let reason, let usage):
            object["reason"] = .string(reason.rawValue)
            object["usage"] = usage.jsonValue
        case .failed(let problem): object["problem"] = problem.jsonValue(requestID: nil)
        case nil: break
        }
        return .object(object)
    }
}

extension RunDescription.Ending {
    /// The end of a run with this outcome; `nil` while there is none.
    fileprivate init?(_ outcome: RunOutcome) {
        switch outcome.ending {
        case .completed(let usage):
            let message = outcome.text.flatMap { _ in try? outcome.reply().message }
            self = .completed(message: message, answer: outcome.answer, usage: usage)
        case .cancelled(let reason, let usage): self = .cancelled(reason, usage: usage)
        case .failed(let problem), .interrupted(let problem): self = .failed(problem)
        default: return nil
        }
    }

    /// Reads the end from a description's members; `nil` when there are none of it.
    fileprivate init?(_ fields: inout RequestFields) throws(WireError) {
        if let problem = fields.problem("problem") {
            self = .failed(problem)
        } else if let reason: RunEvent.CancelReason = fields.choice("reason") {
            self = .cancelled(reason, usage: try fields.requiredValue("usage"))
        } else if let usage: WireUsage = fields.wireValue("usage") {
            self = .completed(
                message: fields.wireValue("message"),
                answer: try StructuredAnswer(in: fields),
                usage: usage
            )
        } else {
            return nil
        }
    }
}
