public import StreamingJSON

/// A tool call that a turn made.
public struct WireToolCall: Sendable, Equatable {
    /// How a call ended.
    public enum Status: String, Sendable {
        /// With an output.
        case completed
        /// With an explanation of what went wrong.
        case failed
    }

    /// The call's id.
    public var id: String
    /// The tool.
    public var name: String
    /// The arguments that the model gave.
    public var arguments: JSONValue
    /// How it ended.
    public var status: Status
    /// How long it took, in milliseconds.
    public var durationMilliseconds: Int
    /// The output, or what went wrong.
    public var summary: String
    /// The data for the client.
    public var artifacts: [WireArtifact]

    /// Makes a call.
    public init(
        id: String,
        name: String,
        arguments: JSONValue,
        status: Status,
        durationMilliseconds: Int,
        summary: String,
        artifacts: [WireArtifact]
    ) {
        self.id = id
        self.name = name
        self.arguments = arguments
        self.status = status
        self.durationMilliseconds = durationMilliseconds
        self.summary = summary
        self.artifacts = artifacts
    }

    /// The call as JSON, as it stands in a reply.
    public var jsonValue: JSONValue {
        [
            "call": .string(id),
            "name": .string(name),
            "arguments": arguments,
            "status": .string(status.rawValue),
            "duration_ms": .integer(durationMilliseconds),
            "summary": .string(summary),
            "artifacts": .array(artifacts.map(\.jsonValue)),
        ]
    }
}
