import StreamingJSON

/// The context size of a model and the size of a request, read from the text or the numbers of a provider's refusal.
struct ContextCounts: Equatable {
    /// The number of tokens that the model can read; 0 if the provider did not name it.
    var contextSize = 0
    /// The number of tokens of the request; 0 if the provider did not name it.
    var tokenCount = 0

    /// Whether the text of a refusal without a code of its own reports that the request was too long.
    ///
    /// Proxies send their upstream's text under a general code: LiteLLM after the name of its exception, others unchanged.
    static func areExceeded(by text: String) -> Bool {
        ["ContextWindowExceededError", "maximum context length is", "exceeds the available context size"]
            .contains { text.contains($0) }
    }

    /// Reads the error object of a failure.
    ///
    /// Only the first bytes of its message are searched, and only for numbers of at most twelve digits, because the time that a regular
    /// expression needs grows with the text.
    init(error: JSONValue) {
        // llama.cpp sends the numbers as members.
        contextSize = Int(tokenCount: error["n_ctx"])
        tokenCount = Int(tokenCount: error["n_prompt_tokens"])
        guard contextSize == 0, let message = error["message"]?.stringValue else { return }
        let text = message.beginning
        // Anthropic: "prompt is too long: 203456 tokens > 200000 maximum", "…exceed context limit: 188240 + 21333 > 200000".
        if let match = text.firstMatch(of: /(\d{1,12})(?: \+ (\d{1,12}))?(?: tokens)? > (\d{1,12})/) {
            tokenCount = Self.number(match.1) + (match.2.map(Self.number) ?? 0)
            contextSize = Self.number(match.3)
        } else if let match = text.firstMatch(
            of: /\((\d{1,12}) tokens\) exceeds the available context size \((\d{1,12})/
        ) {
            // llama.cpp's text, as a proxy sends it: "request (6020 tokens) exceeds the available context size (4096 tokens)…".
            tokenCount = Self.number(match.1)
            contextSize = Self.number(match.2)
        } else if let match = text.firstMatch(
            of: /token count \(?(\d{1,12})\)? exceeds .{0,200}? allowed \(?(\d{1,12})/
        ) {
            // Gemini: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."
            tokenCount = Self.number(match.1)
            contextSize = Self.number(match.2)
        } else if let match = text.firstMatch(of: /context length is (\d{1,12}) tokens/) {
            // OpenAI: "…maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens."
            contextSize = Self.number(match.1)
            tokenCount =
                text.firstMatch(of: /(?:resulted in|requested) (\d{1,12}) tokens/).map { Self.number($0.1) } ?? 0
        }
    }

    private static func number(_ digits: Substring) -> Int { Int(tokenCount: Int(digits).map { .integer($0) }) }
}

extension Int {
    /// The largest count of tokens.
    ///
    /// Sums of counts up to it do not overflow.
    private static let largestTokenCount = Double(1 << 40)

    /// Reads a provider's count of tokens; 0 if there is none, and at most the largest count.
    init(tokenCount value: JSONValue?) {
        self = Int(Swift.min(Swift.max(value?.doubleValue ?? 0, 0), Self.largestTokenCount))
    }
}

extension String {
    /// The first bytes of an error's message, which are searched for numbers.
    var beginning: String { utf8.count > 2048 ? String(decoding: utf8.prefix(2048), as: UTF8.self) : self }
}
