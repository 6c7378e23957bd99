#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import StreamingJSON

/// The state of a run, the response of `GET /v1/runs/{id}`.
public struct RunDescription: WireRecord {
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
        (self.run, self.conversation, self.model, self.tool) = (run, conversation, model, tool)
        (self.status, self.eventCount, self.createdAt) = (status, eventCount, createdAt)
        (self.updatedAt, self.toolCalls, self.actions, self.ending) = (updatedAt, toolCalls, actions, ending)
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

    private static let none = RunDescription(
        run: "",
        conversation: "",
        model: "",
        status: "",
        eventCount: 0,
        createdAt: .distantPast,
        updatedAt: .distantPast
    )

    /// The members of every run first, then those of its end.
    package static let fields: Fields<Self> = Fields(
        named: "Run",
        from: none,
        .always("run", \.run),
        .unless("", "conversation", \.conversation, "Missing for an extraction or a direct call."),
        .always("status", \.status, as: .runStatus),
        .maybe("tool", \.tool, "The tool of a direct call; missing for any other run."),
        .unless("", "model", \.model, "The model; missing for a direct call."),
        .always("created_at", \.createdAt),
        .always("updated_at", \.updatedAt),
        .always("event_count", \.eventCount),
        .always("tool_calls", \.toolCalls),
        .unless([], "actions", \.actions, as: .list(of: RequiredAction.schema, "The actions that the run waits for.")),
        Field(parts: Ending.parts, inline: \.ending, writes: { $0?.write(into: &$1) }, read: { .some(Ending(&$0)) })
    )
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

    fileprivate static let parts: [FieldPart] =
        [FieldPart(name: "message", schema: ReplyMessage.schema, presence: .optional)]
        + StructuredAnswer.fields.parts.map(\.asOptional) + [
            FieldPart(name: "usage", schema: WireUsage.schema, presence: .optional),
            FieldPart(name: "reason", schema: .words(of: RunEvent.CancelReason.self), presence: .optional),
            FieldPart(name: "problem", schema: .named("ProblemInAnEvent"), presence: .optional),
        ]

    /// Reads the end from a description's members; `nil` when there are none of it.
    fileprivate init?(_ fields: inout RequestFields) {
        if let problem = fields.problem("problem") {
            self = .failed(problem)
        } else if let reason: RunEvent.CancelReason = fields.choice("reason") {
            guard let usage = WireUsage.requiredField("usage", &fields) else { return nil }
            self = .cancelled(reason, usage: usage)
        } else if let usage: WireUsage = fields.wireValue("usage") {
            self = .completed(
                message: fields.wireValue("message"),
                answer: fields.contains("object") ? StructuredAnswer.fields.read(&fields) : nil,
                usage: usage
            )
        } else {
            return nil
        }
    }

    fileprivate func write(into object: inout JSONObject) {
        switch self {
        case .completed(let message, let answer, let usage):
            object["message"] = message?.jsonValue
            if let answer { StructuredAnswer.fields.write(answer, into: &object) }
            object["usage"] = usage.jsonValue
        case .cancelled(let reason, let usage):
            object["reason"] = .string(reason.rawValue)
            object["usage"] = usage.jsonValue
        case .failed(let problem): object["problem"] = problem.jsonValue(requestID: nil)
        }
    }
}
