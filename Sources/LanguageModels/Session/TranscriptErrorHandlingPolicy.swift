/// What a session's transcript holds after a turn that failed (Apple FoundationModels 27.0).
public struct TranscriptErrorHandlingPolicy: Sendable, Equatable {
    private enum Base { case revert, preserve }
    private let base: Base

    /// What it held before the turn.
    public static let revertTranscript = Self(base: .revert)
    /// Also the prompt, and each round of tool calls that was finished with its outputs.
    public static let preserveTranscript = Self(base: .preserve)
}
