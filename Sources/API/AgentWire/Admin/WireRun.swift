#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A run as the admin endpoint lists it: its times and counts, never its texts.
public struct WireRun: WireRecord {
    /// The states of a run.
    public enum Status: String, Sendable, CaseIterable, WireWord {
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
    /// The id of the client's user; `nil` for the client itself.
    public var user: String?

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
        problem: String? = nil,
        user: String? = nil
    ) {
        (self.id, self.client, self.clientName) = (id, client, clientName)
        (self.model, self.tool, self.status) = (model, tool, status)
        (self.createdAt, self.updatedAt, self.queueMilliseconds) = (createdAt, updatedAt, queueMilliseconds)
        (self.durationMilliseconds, self.rounds, self.toolCalls) = (durationMilliseconds, rounds, toolCalls)
        (self.inputTokens, self.cachedTokens, self.outputTokens) = (inputTokens, cachedTokens, outputTokens)
        (self.problem, self.user) = (problem, user)
    }

    package static let fields: Fields<Self> = Fields(
        named: "AdminRun",
        note: "A run, without its texts.",
        Self.init,
        .always("id", \.id),
        .always("client", \.client),
        .always("client_name", \.clientName, "Null for a deleted client."),
        .always("model", \.model, "Null for a direct call."),
        .always("tool", \.tool, "The tool of a direct call."),
        .always("status", \.status),
        .always("created_at", \.createdAt),
        .always("updated_at", \.updatedAt),
        .always("queue_ms", \.queueMilliseconds, "The time in which it waited for a slot."),
        .always("duration_ms", \.durationMilliseconds, "The time from the request to the end."),
        .always("rounds", \.rounds, "The number of model calls."),
        .always("tool_calls", \.toolCalls, "The number of calls of the server's tools."),
        .always("input_tokens", \.inputTokens),
        .always("cached_tokens", \.cachedTokens),
        .always("output_tokens", \.outputTokens),
        .always("problem", \.problem, "The kind of problem with which it failed."),
        .maybe("user", \.user, "The user of the client.")
    )
}
