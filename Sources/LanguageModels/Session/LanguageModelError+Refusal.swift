import StreamSafeText

extension LanguageModelError {
    /// The payload for a refusal: the model declined to answer.
    public struct Refusal: Sendable {
        /// The model's text of the refusal.
        public var explanationText: String
        /// The description of the error.
        public var debugDescription: String
        /// The provider's metadata of the error.
        public var metadata: [String: any Sendable]

        /// Makes a payload.
        public init(explanation: String, debugDescription: String, metadata: [String: any Sendable] = [:]) {
            explanationText = explanation.streamSafe
            self.debugDescription = debugDescription
            self.metadata = metadata
        }

        /// The reason for the refusal, as a response.
        ///
        /// The text was part of the refusal, so no model is called; ``explanationText`` has it without waiting.
        public var explanation: LanguageModelSession.Response<String> {
            get async throws { try await explanationStream.collect() }
        }

        /// The reason for the refusal, as a stream of one snapshot.
        public var explanationStream: LanguageModelSession.ResponseStream<String> {
            LanguageModelSession.ResponseStream(text: explanationText)
        }
    }
}
