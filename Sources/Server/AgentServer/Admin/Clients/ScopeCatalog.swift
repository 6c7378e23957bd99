import Accounts
import StreamingJSON

/// The scopes that a client can have on this server: the fixed ones, and one for each tool.
package struct ScopeCatalog: Sendable {
    /// The names of all tools, including those that are switched off and those that files declare now.
    var tools: [String] { builtIn + declared() }
    private let builtIn: [String]
    private let declared: @Sendable () -> [String]

    /// The first parts of the names of other servers' tools, which are not known before the servers list them.
    let prefixes: [String]

    /// Creates a catalog for these tools.
    ///
    /// - Parameters:
    ///   - prefixes: The first parts of the names of other servers' tools.
    ///   - declared: Returns the names of the tools that files declare at that time.
    package init(
        tools: [String],
        prefixes: [String] = [],
        declared: @escaping @Sendable () -> [String] = { [] }
    ) {
        (builtIn, self.prefixes, self.declared) = (tools, prefixes, declared)
    }

    /// Parses a scope.
    /// - Throws: ``Unknown``, which suggests the most similar scope or lists all of them.
    func scope(_ text: String) throws(Unknown) -> Scope {
        let scope = try? Scope(text)
        switch scope {
        case .tool(let name)? where !tools.contains(name) && !prefixes.contains(where: name.hasPrefix):
            throw Unknown(detail: detail(of: text))
        case let scope?: return scope
        case nil: throw Unknown(detail: detail(of: text))
        }
    }

    /// An error: a text that is no scope.
    struct Unknown: Error {
        /// The problem and the remedy.
        let detail: String
    }

    private func detail(of text: String) -> String {
        let short = text.excerpt()
        let all = Scope.fixed.map(\.description) + tools.map { Scope.tool($0).description }
        if let nearest = Suggestion.nearest(to: text, among: all) {
            return "there is no scope '\(short)'; did you mean \(nearest)?"
        }
        guard text.utf8.starts(with: "tools:".utf8) else {
            let words = Scope.fixed.map(\.description).joined(separator: ", ")
            return "there is no scope '\(short)'; the scopes are \(words) and tools:<name of a tool>"
        }
        return "there is no tool for the scope '\(short)'; the tools are \(tools.joined(separator: ", "))"
    }
}
