public import StreamingJSON

/// The typed side of a tool's output, for a client to draw.
public struct WireArtifact: Sendable, Equatable {
    /// What the data is, such as `inventory.items`.
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
