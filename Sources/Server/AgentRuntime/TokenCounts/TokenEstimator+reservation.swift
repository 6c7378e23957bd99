import LanguageModels
import StreamingJSON

extension TokenEstimator {
    /// The estimator of what a turn may use, and of a round whose provider sent no count.
    ///
    /// English has a token for about four characters, Chinese and Japanese one for each. The margin covers tokenizers that make more of
    /// them; a text of random letters or digits may still have twice as many. The count of a provider replaces the estimate.
    static let reserving = TokenEstimator(scale: 1.3)

    /// Returns the estimated number of tokens in a text of which only the number of bytes is known.
    ///
    /// Three bytes are one character of Chinese or Japanese, and a little less than a token of English.
    static func tokenCount(ofBytes count: Int) -> Int { count / 3 + (count % 3 == 0 ? 0 : 1) }

    /// Returns the estimated number of tokens in a request: its transcript, its tools and the schema of its answer.
    func tokenCount(of request: LanguageModelExecutorGenerationRequest) -> Int {
        let schema = request.schema.map { tokenCount(of: $0.jsonValue.serialized()) } ?? 0
        let tools = request.toolSet.map { tokenCount(of: $0) } ?? tokenCount(of: request.enabledToolDefinitions)
        return tokenCount(of: request.transcript) + tools + schema
    }
}
