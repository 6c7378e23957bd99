/// The purpose of a lease; keys may be restricted to models or tools.
public enum KeyUse: Sendable, Hashable {
    /// No particular purpose: only unrestricted keys are suitable.
    case any

    /// A call to a model, by the model's name at the upstream.
    case model(String)

    /// A call on behalf of a tool, by the tool's name.
    case tool(String)
}

/// The models and tools that a key is restricted to.
struct KeyRestriction: Sendable, Equatable {
    var models: [String] = []
    var tools: [String] = []

    /// Whether every use is allowed.
    var isEmpty: Bool { models.isEmpty && tools.isEmpty }

    /// Returns whether the key may be used for a purpose.
    ///
    /// A restricted key is never used for an unnamed purpose.
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
