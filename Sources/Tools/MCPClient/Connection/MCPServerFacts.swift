package import ModelContextProtocol
package import StreamingJSON

/// The facts that a server stated about itself when the connection was made.
package struct MCPServerFacts: Sendable, Equatable {
    /// The agreed revision.
    package let revision: ProtocolRevision
    /// The server's capabilities.
    package let capabilities: JSONObject
    /// The server's words about how to use it.
    package let instructions: String?
    /// The process that said it.
    let generation: Int

    init(revision: ProtocolRevision, _ result: JSONObject, generation: Int) {
        self.revision = revision
        self.generation = generation
        capabilities = result["capabilities"]?.objectValue ?? [:]
        instructions = result["instructions"]?.stringValue
    }
}
