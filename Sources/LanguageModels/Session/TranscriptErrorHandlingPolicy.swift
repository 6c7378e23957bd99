/// A policy for the transcript of a turn that failed (Apple FoundationModels 27.0).
public struct TranscriptErrorHandlingPolicy: Sendable, Equatable {
    private enum Base { case revert, preserve }
    private let base: Base

    /// The transcript is restored to its state before the turn.
    public static let revertTranscript = Self(base: .revert)
    /// The transcript keeps the prompt and each completed round of tool calls with its outputs.
    public static let preserveTranscript = Self(base: .preserve)
}
