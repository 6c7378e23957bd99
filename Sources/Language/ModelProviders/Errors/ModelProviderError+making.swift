extension ModelProviderError {
    /// A page of a proxy, or a login page, in place of the interface.
    static func page(from host: String) -> ModelProviderError {
        ModelProviderError(
            .notUnderstood,
            "\(host) answered with an HTML page. Check the base URL; it may be the address of a proxy."
        )
    }

    /// An event of a stream that is not JSON.
    static func notJSON(from host: String) -> ModelProviderError {
        ModelProviderError(.notUnderstood, "\(host) sent a piece of its answer that is not JSON.")
    }

    /// A stream that ended too early.
    static func cutShort(by host: String) -> ModelProviderError {
        ModelProviderError(.truncatedStream, "The answer of \(host) ended in the middle.")
    }

    /// A whole answer without text, call or thought.
    static func emptyAnswer(of host: String) -> ModelProviderError {
        ModelProviderError(.upstreamFault, "\(host) sent an answer without any content.")
    }

    /// A call without the name of a tool.
    static func namelessCall(by host: String) -> ModelProviderError {
        ModelProviderError(.notUnderstood, "\(host) sent a tool call without a name.")
    }

    /// A call or a structured answer that was cut by the token limit.
    static let cutByOutputLimit = ModelProviderError(
        .outputLimit,
        "The model reached its limit of output tokens before its answer was whole. Allow for more tokens."
    )

    /// Returns the error of a call that was made without a key: a server that refuses it wants one.
    ///
    /// - Parameter remedy: The way to add a key, in a sentence for the operator.
    func afterCallWithoutKey(to host: String, remedy: String) -> ModelProviderError {
        guard code == .unauthorized else { return self }
        var error = ModelProviderError(.noUsableKey, "\(host) wants a key, and none is stored\(facts). \(remedy)")
        error.facts = facts
        error.isRefusalWithoutKey = true
        return error
    }

    /// Makes an error from the status, header and error object of a failure.
    ///
    /// - Parameters:
    ///   - interface: The name of the interface that is not there, for a 404.
    ///   - words: The codes of the error object. Only a plain word is shown, because it cannot be a part of a key or a prompt.
    ///   - isPage: Whether the body was an HTML page.
    init(
        _ code: Code,
        from host: String,
        interface: String,
        status: Int?,
        words: [String],
        isPage: Bool
    ) {
        let word = words.first { word in
            word.utf8.count <= 48 && word.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "_") }
        }
        let parts = [status.map(String.init), word, isPage ? "an HTML page" : nil].compactMap { $0 }
        let sentence =
            switch code {
            case .unauthorized: "\(host) refused the key"
            case .outOfCredit: "The account at \(host) has no credit left"
            case .rateLimited: "\(host) wants fewer requests for now"
            case .modelNotFound: "\(host) does not have the model"
            case .contextExceeded: "The conversation is longer than the model at \(host) can read"
            case .noInterface: "\(host) has no \(interface) under this base URL"
            case .filtered: "The content filter of \(host) stopped the request"
            case .refused: "The policy of \(host) does not allow the request"
            case .invalidRequest: "\(host) did not accept the request"
            case .upstreamFault: "\(host) failed"
            case .timedOut: "\(host) took too long"
            default: "\(host) sent a response that does not follow its interface"
            }
        let facts = parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
        self.init(code, sentence + facts + ".")
        self.facts = facts
    }
}
