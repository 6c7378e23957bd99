public import StreamingJSON

/// A completed tool call of a turn.
public struct WireToolCall: Sendable, Equatable {
    /// The result of a call.
    public enum Status: String, Sendable {
        /// The call has an output.
        case completed
        /// The call failed; the summary explains why.
        case failed
    }

    /// The call's id.
    public var id: String
    /// The tool.
    public var name: String
    /// The arguments that the model wrote.
    public var arguments: JSONValue
    /// The result of the call.
    public var status: Status
    /// The duration of the call, in milliseconds.
    public var durationMilliseconds: Int
    /// The output, or the reason of the failure.
    public var summary: String
    /// The artifacts for the client.
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

    /// The call as JSON, in the form of a reply.
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

/// An artifact: typed data beside a tool's output, for a client to display.
public struct WireArtifact: Sendable, Equatable {
    /// The type of the data, such as `inventory.items`.
    public var type: String
    /// The data.
    public var data: JSONValue

    /// Makes an artifact.
    public init(type: String, data: JSONValue) {
        self.type = type
        self.data = data
    }

    /// The artifact as JSON.
    public var jsonValue: JSONValue { ["type": .string(type), "data": data] }
}
