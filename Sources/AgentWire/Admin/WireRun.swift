#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// A run as the admin endpoint lists it: its times and counts, never its texts.
public struct WireRun: WireValue {
    /// The states of a run.
    public enum Status: String, Sendable, CaseIterable {
        /// It waits for its conversation or for a slot.
        case queued
        /// It is executed.
        case running
        /// It waits for calls that its client or a person must answer.
        case waiting
        /// It ended with an answer.
        case completed
        /// It ended with an error.
        case failed
        /// It was stopped.
        case cancelled
        /// The server stopped before it had ended.
        case interrupted
    }

    /// The id.
    public var id: String
    /// The id of its client.
    public var client: String
    /// The name of its client; `nil` if the client is deleted.
    public var clientName: String?
    /// The model, such as `openai:gpt-6.1-terra`; `nil` for a direct call.
    public var model: String?
    /// The tool of a direct call; `nil` for any other run.
    public var tool: String?
    /// The state.
    public var status: Status
    /// The time of the request.
    public var createdAt: Date
    /// The time of the last change of the state.
    public var updatedAt: Date
    /// The milliseconds in which it waited for its conversation or a slot; `nil` while it is queued, and if they were not recorded.
    public var queueMilliseconds: Int?
    /// The milliseconds from the request to the end; `nil` until it has ended.
    public var durationMilliseconds: Int?
    /// The number of model calls so far.
    public var rounds: Int
    /// The number of calls of the server's tools so far.
    public var toolCalls: Int
    /// The tokens read so far, as far as the provider has counted them.
    public var inputTokens: Int
    /// The tokens of the input that the provider's cache had.
    public var cachedTokens: Int
    /// The tokens written so far.
    public var outputTokens: Int
    /// The kind of problem with which it failed; `nil` for any other run.
    public var problem: String?

    /// Makes a run.
    public init(
        id: String,
        client: String,
        clientName: String? = nil,
        model: String?,
        tool: String?,
        status: Status,
        createdAt: Date,
        updatedAt: Date,
        queueMilliseconds: Int? = nil,
        durationMilliseconds: Int? = nil,
        rounds: Int = 0,
        toolCalls: Int = 0,
        inputTokens: Int = 0,
        cachedTokens: Int = 0,
        outputTokens: Int = 0,
        problem: String? = nil
    ) {
        self.id = id
        self.client = client
        self.clientName = clientName
        self.model = model
        self.tool = tool
        self.status = status
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.queueMilliseconds = queueMilliseconds
        self.durationMilliseconds = durationMilliseconds
        self.rounds = rounds
        self.toolCalls = toolCalls
        self.inputTokens = inputTokens
        self.cachedTokens = cachedTokens
        self.outputTokens = outputTokens
        self.problem = problem
    }

    /// Reads a run.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        id = fields.requiredString("id")
        client = fields.requiredString("client")
        clientName = fields.string("client_name")
        model = fields.string("model")
        tool = fields.string("tool")
        createdAt = fields.requiredDate("created_at")
        updatedAt = fields.requiredDate("updated_at")
        queueMilliseconds = fields.integer("queue_ms")
        durationMilliseconds = fields.integer("duration_ms")
        rounds = fields.requiredInteger("rounds")
        toolCalls = fields.requiredInteger("tool_calls")
        inputTokens = fields.requiredInteger("input_tokens")
        cachedTokens = fields.requiredInteger("cached_tokens")
        outputTokens = fields.requiredInteger("output_tokens")
        problem = fields.string("problem")
        status = try fields.requiredChoice("status")
        try fields.check()
    }

    /// The run as JSON.
    public var jsonValue: JSONValue {
        [
            "id": .string(id),
            "client": .string(client),
            "client_name": .text(clientName),
            "model": .text(model),
            "tool": .text(tool),
            "status": .string(status.rawValue),
            "created_at": .time(createdAt),
            "updated_at": .time(updatedAt),
            "queue_ms": .milliseconds(queueMilliseconds),
            "duration_ms": .milliseconds(durationMilliseconds),
            "rounds": .integer(rounds),
            "tool_calls": .integer(toolCalls),
            "input_tokens": .integer(inputTokens),
            "cached_tokens": .integer(cachedTokens),
            "output_tokens": .integer(outputTokens),
            "problem": .text(problem),
        ]
    }
}
