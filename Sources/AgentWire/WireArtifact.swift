public import StreamingJSON

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
