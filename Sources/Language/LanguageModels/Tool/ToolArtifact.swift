/// The typed part of a tool's output, from which a client draws lists and cards without parsing prose.
public struct ToolArtifact: Sendable, Equatable {
    /// The kind of content, such as `inventory.items`.
    public var type: String
    /// The data.
    public var content: GeneratedContent

    /// Makes an artifact.
    public init(type: String, content: GeneratedContent) {
        self.type = type
        self.content = content
    }
}
