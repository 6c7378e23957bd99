public import StreamingJSON

/// A completed tool call of a turn.
public struct WireToolCall: WireValue {
    /// The result of a call.
    public enum Status: String, Sendable, CaseIterable {
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
    /// Whether a person declined the call; its status is then ``Status/failed``, which earlier clients know.
    public var isDeclined: Bool

    /// Makes a call.
    public init(
        id: String,
        name: String,
        arguments: JSONValue,
        status: Status,
        durationMilliseconds: Int,
        summary: String,
        artifacts: [WireArtifact],
        isDeclined: Bool = false
    ) {
        self.id = id
        self.name = name
        self.arguments = arguments
        self.status = status
        self.durationMilliseconds = durationMilliseconds
        self.summary = summary
        self.artifacts = artifacts
        self.isDeclined = isDeclined
    }

    /// Reads a call; the arguments may be missing, because its last event does not repeat them.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        id = fields.requiredString("call")
        name = fields.requiredString("name")
        arguments = fields.member("arguments") ?? .null
        durationMilliseconds = fields.requiredInteger("duration_ms")
        summary = fields.requiredString("summary")
        artifacts = [WireArtifact](jsonValue: fields.member("artifacts"))
        isDeclined = fields.bool("declined") ?? false
        status = try fields.requiredChoice("status")
        try fields.check()
    }

    /// The call as JSON, in the form of a reply.
    public var jsonValue: JSONValue {
        var object: JSONObject = [
            "call": .string(id),
            "name": .string(name),
            "arguments": arguments,
            "status": .string(status.rawValue),
            "duration_ms": .integer(durationMilliseconds),
            "summary": .string(summary),
            "artifacts": .array(artifacts.map(\.jsonValue)),
        ]
        if isDeclined { object["declined"] = true }
        return .object(object)
    }
}

/// An artifact: typed data beside a tool's output, for a client to display.
public struct WireArtifact: WireValue {
    /// The type of the data, such as `inventory.items`.
    public var type: String
    /// The data.
    public var data: JSONValue

    /// Makes an artifact.
    public init(type: String, data: JSONValue) {
        self.type = type
        self.data = data
    }

    /// Reads an artifact.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        type = fields.requiredString("type")
        data = fields.requiredMember("data")
        try fields.check()
    }

    /// The artifact as JSON.
    public var jsonValue: JSONValue { ["type": .string(type), "data": data] }
}

extension [WireArtifact] {
    /// Reads a list, without the elements that are no artifacts.
    init(jsonValue: JSONValue?) {
        self = (jsonValue?.arrayValue ?? []).compactMap { try? WireArtifact(jsonValue: $0) }
    }
}
