/// A running tool's view of its turn, and its means to report beside its output.
public struct ToolCallContext: Sendable {
    /// The context of the current task's call; `nil` outside a call.
    @TaskLocal public static var current: ToolCallContext?

    /// The call's id from the model.
    public let callID: String
    /// The tool's name in the call.
    public let toolName: String
    /// The metadata of the turn: `locale`, `time_zone`, `now` and any other values that the session's caller passed.
    public let metadata: [String: GeneratedContent]

    private let onArtifact: @Sendable (ToolArtifact) -> Void
    private let onProgress: @Sendable (Double?, String?) -> Void

    /// Makes a context that passes reports to these closures.
    public init(
        callID: String,
        toolName: String,
        metadata: [String: GeneratedContent] = [:],
        onArtifact: @escaping @Sendable (ToolArtifact) -> Void = { _ in },
        onProgress: @escaping @Sendable (Double?, String?) -> Void = { _, _ in }
    ) {
        self.callID = callID
        self.toolName = toolName
        self.metadata = metadata
        self.onArtifact = onArtifact
        self.onProgress = onProgress
    }

    /// Adds data for the client to the call's outcome; the model does not see it.
    ///
    /// An outcome holds up to 256 artifacts. Further artifacts, and artifacts added after the call has ended, are
    /// dropped.
    public func attach(_ artifact: ToolArtifact) { onArtifact(artifact) }

    /// Reports the call's progress to the client.
    ///
    /// A client that is behind receives only the newest report. Reports after the call has ended are dropped.
    ///
    /// - Parameters:
    ///   - progress: The progress from 0 to 1; `nil` if it is unknown.
    ///   - note: A short text for the user.
    public func report(progress: Double?, note: String? = nil) { onProgress(progress, note) }
}
