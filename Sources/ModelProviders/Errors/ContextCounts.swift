import StreamingJSON

/// How much a model can read and how much it was given, as a provider's refusal says in words or numbers.
struct ContextCounts: Equatable {
    /// In tokens; 0 when the provider did not say.
    var contextSize = 0
    /// In tokens; 0 when the provider did not say.
    var tokenCount = 0

    /// Whether a refusal without a code of its own says that the request was too long.
    ///
    /// Proxies pass their upstream's words on under a general code: LiteLLM behind the name of its exception, others as they are.
    static func areExceeded(by text: String) -> Bool {
        ["ContextWindowExceededError", "maximum context length is", "exceeds the available context size"]
            .contains { text.contains($0) }
    }

    /// Reads the error object of a failure.
    ///
    /// Only the beginning of its message is looked at, and numbers of twelve digits: an expression takes longer the longer a text is.
    init(error: JSONValue) {
        // llama.cpp says it in members of its own.
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
            // llama.cpp's words, as a proxy passes them on: "request (6020 tokens) exceeds the available context size (4096 tokens)…".
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
    /// No count of tokens is larger; sums of counts up to here do not overflow.
    private static let largestTokenCount = Double(1 << 40)

    /// A count of tokens as a provider writes it; 0 when it says none, and never more than can be added up.
    init(tokenCount value: JSONValue?) {
        self = Int(Swift.min(Swift.max(value?.doubleValue ?? 0, 0), Self.largestTokenCount))
    }
}

extension String {
    /// As much of an error's message as is searched for numbers; a provider says them at once.
    var beginning: String { utf8.count > 2048 ? String(decoding: utf8.prefix(2048), as: UTF8.self) : self }
}
