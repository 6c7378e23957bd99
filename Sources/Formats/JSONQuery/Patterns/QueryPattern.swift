import JSONSchema

/// A compiled pattern of `match` or `search`.
enum QueryPattern: Sendable {
    /// A text that is no I-Regexp, which matches nothing (RFC 9535 §2.4.6).
    case invalid
    case valid(SchemaRegex)
    /// An I-Regexp that is over the limits, so that no answer is right.
    case tooLarge

    /// Reads a pattern.
    ///
    /// - Parameter isWhole: Whether the pattern must match the whole text, as for `match`.
    init(_ source: String, isWhole: Bool, maximumSize: Int) {
        guard let translated = IRegexp.translated(source) else {
            self = .invalid
            return
        }
        let text = isWhole ? "^(?:\(translated))$" : translated
        // Each translated I-Regexp is also an expression of ECMA-262, so only its size can be refused.
        self = (try? SchemaRegex(text, maximumSize: maximumSize)).map(Self.valid) ?? .tooLarge
    }

    /// The number of instructions.
    var size: Int {
        if case .valid(let pattern) = self { pattern.size } else { 0 }
    }
}
