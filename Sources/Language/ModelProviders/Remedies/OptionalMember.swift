import StreamingJSON

/// A member of a request's body without which a provider still answers the same question.
struct OptionalMember: Sendable, Hashable {
    /// The names under which providers' texts mention it, in small letters.
    let names: [String]
    /// The member's path in the body.
    let path: [String]

    private init(_ path: String..., names: [String] = []) {
        self.path = path
        self.names = [path.joined(separator: ".").lowercased()] + names
    }

    /// All such members; those with the more exact names are first.
    static let all: [OptionalMember] = [
        OptionalMember("stream_options", names: ["include_usage", "include_obfuscation"]),
        OptionalMember("reasoning", "summary", names: ["reasoning summaries", "reasoning_summary"]),
        OptionalMember("reasoning", "effort"),
        OptionalMember("thinking", "block_binding", names: ["block_binding", "thinking-binding-controls-2026-08-01"]),
        OptionalMember("output_config", "effort", names: ["effort parameter"]),
        OptionalMember(
            "generationConfig",
            "thinkingConfig",
            names: [
                "thinking_config", "thinkingconfig", "thinking_level", "thinking level", "thinkinglevel",
                "thinking_budget", "thinking budget", "thinkingbudget",
            ]
        ),
        OptionalMember("generationConfig", "temperature"),
        OptionalMember("generationConfig", "topP", names: ["top_p", "topp"]),
        OptionalMember("generationConfig", "topK", names: ["top_k", "topk"]),
        OptionalMember("generationConfig", "seed"),
        OptionalMember("parallel_tool_calls"), OptionalMember("temperature"), OptionalMember("top_p"),
        OptionalMember("top_k"), OptionalMember("presence_penalty"), OptionalMember("frequency_penalty"),
        OptionalMember("seed"), OptionalMember("random_seed"), OptionalMember("reasoning_effort"),
        OptionalMember("prompt_cache_key"), OptionalMember("prompt_cache_retention"),
        OptionalMember("prompt_cache_options"), OptionalMember("safety_identifier"), OptionalMember("user"),
        OptionalMember("metadata"), OptionalMember("service_tier"), OptionalMember("store"), OptionalMember("include"),
        OptionalMember("cache_control"), OptionalMember("reasoning"),
    ]
}

extension RequestObjection {
    private static let ofMembers = [
        "unsupported", "not supported", "not support", "unknown", "unrecognized", "unexpected", "extra_forbidden",
        "extra inputs", "extra fields", "extra parameters", "not permitted", "not allowed", "cannot both",
        "must be verified",
    ]

    /// Whether the model or the server does not know a part of the request at all.
    ///
    /// A value out of range is the client's mistake, so that it gets the refusal; a repetition would answer something else.
    var isAboutUnknownPart: Bool {
        let said = (words + [text]).joined(separator: " ").lowercased()
        return Self.ofMembers.contains(where: said.contains)
    }

    /// Whether the objection is to a member of the body.
    func names(_ member: OptionalMember) -> Bool {
        guard isAboutUnknownPart else { return false }
        if isParameter(member) { return true }
        // The provider names a part, and it is another one.
        guard parameter.isEmpty || words.contains("extra_forbidden") else { return false }
        let text = text.lowercased()
        return member.names.contains { name in
            // A plain word such as "store" or "user" means the member only in quotation marks, or as a path of its own.
            name.contains { $0 == "_" || $0 == " " || $0 == "." }
                ? text.containsWord(name)
                : ["'", "\"", "`"].contains { text.contains($0 + name + $0) }
                    || text.contains("extra_forbidden \(name):")
                    || text.hasPrefix("\(name):")
        }
    }

    /// Whether the provider names the member itself as the cause.
    func isParameter(_ member: OptionalMember) -> Bool {
        let parameter = parameter.lowercased()
        return isAboutUnknownPart && member.names.contains { parameter == $0 || parameter.hasPrefix("\($0).") }
    }
}

extension String {
    /// Whether a name occurs that is not a part of a longer one.
    fileprivate func containsWord(_ name: String) -> Bool {
        var rest = self[...]
        while let found = rest.firstRange(of: name) {
            let before = found.lowerBound > startIndex ? self[index(before: found.lowerBound)] : " "
            let after = found.upperBound < endIndex ? self[found.upperBound] : " "
            if !before.isNameLike, !after.isNameLike { return true }
            rest = self[found.upperBound...]
        }
        return false
    }
}

extension Character {
    fileprivate var isNameLike: Bool { isLetter || isNumber || self == "_" }
}
