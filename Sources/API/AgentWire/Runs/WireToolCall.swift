public import StreamingJSON

/// A completed tool call of a turn.
public struct WireToolCall: WireRecord {
    /// The result of a call.
    public enum Status: String, Sendable, CaseIterable, WireWord {
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
        (self.id, self.name, self.arguments) = (id, name, arguments)
        (self.status, self.durationMilliseconds, self.summary) = (status, durationMilliseconds, summary)
        (self.artifacts, self.isDeclined) = (artifacts, isDeclined)
    }

    package static let fields: Fields<Self> = Fields(
        named: "ToolCall",
        Self.init,
        .always("call", \.id),
        .always("name", \.name),
        .always("arguments", \.arguments, missing: .null),
        .always("status", \.status),
        .always("duration_ms", \.durationMilliseconds),
        .always("summary", \.summary, "The text for the model."),
        .always("artifacts", \.artifacts, read: .validArtifacts),
        .unless(false, "declined", \.isDeclined, "Whether a person declined the call; its status is then `failed`.")
    )
}

/// An artifact: typed data beside a tool's output, for a client to display.
public struct WireArtifact: WireRecord {
    /// The type of the data, such as `inventory.items`.
    public var type: String
    /// The data.
    public var data: JSONValue

    /// Makes an artifact.
    public init(type: String, data: JSONValue) {
        (self.type, self.data) = (type, data)
    }

    package static let fields: Fields<Self> = Fields(
        named: "Artifact",
        note: "Typed data of a tool's output, for the client's display.",
        Self.init,
        .always("type", \.type),
        .always("data", \.data)
    )
}

extension FieldReading<[WireArtifact]> {
    /// A list, without the elements that are no artifacts.
    static let validArtifacts = FieldReading { fields, name in [WireArtifact](jsonValue: fields.member(name)) }
}

extension [WireArtifact] {
    /// Reads a list, without the elements that are no artifacts.
    init(jsonValue: JSONValue?) {
        self = (jsonValue?.arrayValue ?? []).compactMap { try? WireArtifact(jsonValue: $0) }
    }
}
