extension ModelProviderError {
    /// A proxy's or a login page where the interface should be.
    static func page(from host: String) -> ModelProviderError {
        ModelProviderError(
            .notUnderstood,
            "\(host) answered with an HTML page. Check the base URL; a proxy may stand in between."
        )
    }

    /// A piece of a stream that is not what it should be.
    static func notJSON(from host: String) -> ModelProviderError {
        ModelProviderError(.notUnderstood, "\(host) sent a piece of its answer that is not JSON.")
    }

    /// A stream without its end.
    static func cutShort(by host: String) -> ModelProviderError {
        ModelProviderError(.truncatedStream, "The answer of \(host) ended in the middle.")
    }

    /// A call that nobody can make.
    static func namelessCall(by host: String) -> ModelProviderError {
        ModelProviderError(.notUnderstood, "\(host) sent a tool call without a name.")
    }

    /// A call or a structured answer that was cut.
    static let cutByOutputLimit = ModelProviderError(
        .outputLimit,
        "The model reached its limit of output tokens before its answer was whole. Allow for more tokens."
    )

    /// A failure that an answer's status, header and error object tell of.
    ///
    /// - Parameters:
    ///   - interface: What a 404 says is not under the base URL.
    ///   - words: The codes of the error object; only plain words are shown, which cannot be a part of a key or a prompt.
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
            case .invalidRequest where status == 404: "\(host) has no \(interface) under this base URL"
            case .invalidRequest: "\(host) did not accept the request"
            case .upstreamFault: "\(host) failed"
            case .timedOut: "\(host) took too long"
            default: "\(host) gave an answer that is not understood"
            }
        self.init(code, sentence + (parts.isEmpty ? "." : " (\(parts.joined(separator: ", ")))."))
    }
}
