/// The typed side of a tool's output, for a client to draw lists and cards from without parsing prose.
public struct ToolArtifact: Sendable, Equatable {
    /// What the content is, such as `inventory.items`.
    public var type: String
    /// The data.
    public var content: GeneratedContent

    /// Makes an artifact.
    public init(type: String, content: GeneratedContent) {
        self.type = type
        self.content = content
    }
}
