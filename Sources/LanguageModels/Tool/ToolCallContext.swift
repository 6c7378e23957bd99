/// What a running tool can know of the turn it runs in, and say beside its output.
public struct ToolCallContext: Sendable {
    /// The context of the call that the current task belongs to; `nil` outside a call.
    @TaskLocal public static var current: ToolCallContext?

    /// The call's id, as the model gave it.
    public let callID: String
    /// The name the tool was called by.
    public let toolName: String
    /// The metadata of the turn: `locale`, `time_zone`, `now` and whatever else the caller of the session gave.
    public let metadata: [String: GeneratedContent]

    private let onArtifact: @Sendable (ToolArtifact) -> Void
    private let onProgress: @Sendable (Double?, String?) -> Void

    /// Makes a context whose reports go to these closures.
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
    /// An outcome holds up to 256 of them; what is added beyond that, or after the call has ended, is left out.
    public func attach(_ artifact: ToolArtifact) { onArtifact(artifact) }

    /// Tells the client how far the call has come.
    ///
    /// A client that is behind hears the newest report only; what is reported after the call has ended is left out.
    ///
    /// - Parameters:
    ///   - progress: From 0 to 1, `nil` when it cannot be told.
    ///   - note: A few words for the person.
    public func report(progress: Double?, note: String? = nil) { onProgress(progress, note) }
}
