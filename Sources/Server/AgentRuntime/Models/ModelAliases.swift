/// Further names that requests may use for models.
public struct ModelAliases: Sendable, Equatable {
    /// A name, or a pattern of names, with the model that answers.
    public struct Alias: Sendable, Equatable {
        /// A name, or a pattern with one `*`, which matches any text.
        public let pattern: String
        /// The model.
        public let target: ModelReference

        /// Makes an alias; `nil` for an empty pattern, one with more than one `*`, or one with a space or a control character.
        public init?(_ pattern: String, target: ModelReference) {
            guard !pattern.isEmpty, pattern.utf8.count(where: { $0 == UInt8(ascii: "*") }) <= 1,
                pattern.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
            else { return nil }
            (self.pattern, self.target) = (pattern, target)
        }

        /// Parses `<pattern>=<model>`, such as `claude-*=anthropic:claude-sonnet-5-5`; `nil` for anything else.
        public init?(_ text: String) {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let target = ModelReference(Self.trimmed(parts[1])) else { return nil }
            self.init(Self.trimmed(parts[0]), target: target)
        }

        /// Whether the pattern has a `*`.
        public var isPattern: Bool { pattern.utf8.contains(UInt8(ascii: "*")) }

        /// Whether the pattern matches a name, byte by byte.
        func matches(_ name: String) -> Bool {
            let (pattern, name) = (pattern.utf8, name.utf8)
            guard let star = pattern.firstIndex(of: UInt8(ascii: "*")) else { return pattern.elementsEqual(name) }
            let (start, end) = (pattern[..<star], pattern[pattern.index(after: star)...])
            return name.count >= start.count + end.count && name.starts(with: start)
                && name.suffix(end.count).elementsEqual(end)
        }

        private static func trimmed(_ text: Substring) -> String {
            var text = text.drop { $0 == " " }
            while text.last == " " { text.removeLast() }
            return String(text)
        }
    }

    /// The aliases, in the order of the setting.
    public let all: [Alias]

    /// Makes aliases; `nil` if two have the same pattern.
    public init?(_ all: [Alias]) {
        guard Set(all.map(\.pattern)).count == all.count else { return nil }
        self.all = all
    }

    /// No aliases.
    public static let none = ModelAliases(checked: [])

    private init(checked all: [Alias]) { self.all = all }

    /// Returns the model that is named exactly by an alias without a `*`.
    func exactTarget(of name: String) -> ModelReference? { all.first { !$0.isPattern && $0.matches(name) }?.target }

    /// Returns the model of the longest pattern that matches a name, the first of several that are equally long.
    func patternTarget(of name: String) -> ModelReference? {
        var longest: Alias?
        for alias in all where alias.isPattern && alias.matches(name) {
            if alias.pattern.utf8.count > longest?.pattern.utf8.count ?? 0 { longest = alias }
        }
        return longest?.target
    }
}
