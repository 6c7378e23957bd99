/// The models and tools that a key may be used for.
struct KeyRestriction: Sendable, Equatable {
    var models: [String] = []
    var tools: [String] = []

    /// Whether there is nothing that it forbids.
    var isEmpty: Bool { models.isEmpty && tools.isEmpty }

    /// Whether the key may be used so.
    ///
    /// A key that is restricted at all is never used for something that is not named.
    func permits(_ use: KeyUse) -> Bool {
        if isEmpty { return true }
        return switch use {
        case .any: false
        case .model(let name): models.contains { Self.matches(name, $0) }
        case .tool(let name): tools.contains { Self.matches(name, $0) }
        }
    }

    private static func matches(_ name: String, _ pattern: String) -> Bool {
        pattern.last == "*" ? name.hasPrefix(pattern.dropLast()) : name == pattern
    }
}
