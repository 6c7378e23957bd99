import StreamSafeText

extension LanguageModelError {
    /// The model declined to answer.
    public struct Refusal: Sendable {
        /// The model's own words, as they came with the refusal.
        public var explanationText: String
        /// What happened.
        public var debugDescription: String
        /// What the provider says beside it.
        public var metadata: [String: any Sendable]

        /// Makes a payload.
        public init(explanation: String, debugDescription: String, metadata: [String: any Sendable] = [:]) {
            explanationText = explanation.streamSafe
            self.debugDescription = debugDescription
            self.metadata = metadata
        }

        /// Why the model declined, as a response.
        ///
        /// The words came with the refusal, so nothing is asked of the model; ``explanationText`` has them without waiting.
        public var explanation: LanguageModelSession.Response<String> {
            get async throws { try await explanationStream.collect() }
        }

        /// Why the model declined, as a stream of one snapshot.
        public var explanationStream: LanguageModelSession.ResponseStream<String> {
            LanguageModelSession.ResponseStream(text: explanationText)
        }
    }
}
