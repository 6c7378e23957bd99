import LanguageModels

/// The objection of a provider to a request, from which a remedy is chosen.
///
/// It has text of the provider, so it is neither shown nor logged, and the session's error has none.
struct RequestObjection: Sendable, Equatable {
    /// The codes of the error object.
    let words: [String]
    /// The part of the request that the provider names; empty if it names none.
    let parameter: String
    /// The beginning of the provider's text.
    let text: String

    /// Makes an objection.
    init(words: [String] = [], parameter: String = "", text: String) {
        self.words = words
        self.parameter = parameter
        self.text = text.beginning
    }
}

// MARK: - Reading

extension RequestObjection {
    /// Whether the objection is to a thought's seal, its signature or its place.
    var isAboutSeals: Bool {
        let text = text.lowercased()
        return words.contains("invalid_encrypted_content")
            || [
                "encrypted content", "encrypted_content", "thought signature", "thought_signature",
                "invalid `signature`",
                "redacted_thinking", "bound to a different conversation", "without its required following item",
                "item with id 'rs_",
            ].contains { text.contains($0) }
    }

    /// Whether a call has to carry the signature of a thought.
    var isAboutMissingSignatures: Bool {
        let text = text.lowercased()
        return text.contains("missing a thought_signature") || text.contains("missing_thought_signature")
    }

    /// The places of the refused tools in the request, as steps of a path after `tools`.
    ///
    /// `tools[3]`, `tools.3.custom.input_schema` and `tools[0].function_declarations[2]` are understood.
    var toolPlaces: [[Int]] {
        [parameter, text].flatMap { text in
            text.matches(
                of: /(?:^|[^A-Za-z_])tools(?:\[|\.)(\d{1,4})\]?(?:\.function_?[dD]eclarations(?:\[|\.)(\d{1,4}))?/
            ).compactMap { match in
                guard let first = Int(match.1) else { return nil }
                return [first] + (match.2.flatMap { Int($0) }.map { [$0] } ?? [])
            }
        }
    }

    /// Whether the text quotes a name and is about a tool.
    func quotesTool(_ name: String) -> Bool {
        let lowered = text.lowercased()
        guard ["function", "tool", "schema"].contains(where: { lowered.contains($0) }) else { return false }
        return ["'", "\"", "`"].contains { text.contains($0 + name + $0) }
    }

    /// The most output tokens that the model allows, if the objection is to a limit above it.
    ///
    /// The second value is whether it is the rest of the model's context, which depends on the conversation.
    var outputLimit: (limit: Int?, isRest: Bool)? {
        let names = ["max_tokens", "max_completion_tokens", "max_output_tokens", "maxoutputtokens"]
        let lowered = "\(parameter) \(text)".lowercased()
        // vLLM: "…maximum context length is 8192 tokens and your request has 500 input tokens (32000 > 8192 - 500)".
        if let match = text.firstMatch(of: /\(\d{1,12} > (\d{1,12}) - (\d{1,12})\)/), let all = Int(match.1),
            let used = Int(match.2)
        {
            return (all - used, true)
        }
        // OpenAI's older wording, which others use: "…you requested 32500 tokens (500 in the messages, 32000 in the completion)".
        if let match = text.firstMatch(
            of: /maximum context length is (\d{1,12}) tokens.{0,200}?\((\d{1,12}) in (?:the messages|your prompt)[,;]/
        ), let all = Int(match.1), let used = Int(match.2) {
            return (all - used, true)
        }
        // Anthropic: "input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000".
        if let match = text.firstMatch(of: /context limit: (\d{1,12}) \+ \d{1,12} > (\d{1,12})/),
            let used = Int(match.1),
            let all = Int(match.2)
        {
            return (all - used, true)
        }
        guard names.contains(where: { lowered.contains($0) }) else { return nil }
        let number: Substring? =
            // OpenAI: "max_tokens is too large: 32000. This model supports at most 16384 completion tokens".
            text.firstMatch(of: /at most (\d{1,12})/)?.1
            // Anthropic: "max_tokens: 200000 > 128000, which is the maximum allowed number of output tokens".
            ?? text.firstMatch(of: /max_tokens: \d{1,12} > (\d{1,12})/)?.1
            // OpenAI's Responses: "Expected a value <= 128000, but got 200000 instead."
            ?? text.firstMatch(of: /<= (\d{1,12})/)?.1
            // Groq: "`max_tokens` must be less than or equal to `8192`".
            ?? text.firstMatch(of: /less than or equal to `?(\d{1,12})/)?.1
            // DeepSeek: "the valid range of max_tokens is [1, 8192]".
            ?? text.firstMatch(of: /\[\d{1,12}, ?(\d{1,12})\]/)?.1
        if let number { return (Int(number), false) }
        // Gemini: "…but the supported range is from 1 (inclusive) to 65537 (exclusive)."
        if let end = text.firstMatch(of: /to (\d{1,12}) \(exclusive\)/).flatMap({ Int($0.1) }) {
            return (end - 1, false)
        }
        return lowered.contains("too large") || words.contains("integer_above_max_value") ? (nil, false) : nil
    }
}
