/// A one-to-one mapping between the names of tools and names that a provider accepts.
///
/// Accepted names stay as they are. The mapping is a function of the set of names: the order of the tools does not matter, and a
/// further tool changes the substitute of another one only if it has that very name.
struct ToolNameMap: Sendable, Equatable {
    /// By the bytes of the name, because `String` compares names as equal that are different bytes on the wire.
    private var substitutes: [[UInt8]: String] = [:]
    private var names: [String: String] = [:]

    init(_ names: some Collection<String>, rule: ToolNameRule) {
        // Most sets have accepted names only, so that no substitute can be taken.
        guard !names.allSatisfy(rule.accepts) else { return }
        var accepted: Set<String> = []
        var refused: [[UInt8]: String] = [:]
        for name in names {
            if rule.accepts(name) { accepted.insert(name) } else { refused[Array(name.utf8)] = name }
        }
        // The names are sorted, so that of two names with one digest always the same keeps it.
        for (bytes, name) in refused.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            var attempt: UInt64 = 0
            var substitute = rule.substitute(for: name)
            while accepted.contains(substitute) || self.names[substitute] != nil {
                attempt += 1
                substitute = rule.substitute(for: name, attempt: attempt)
            }
            substitutes[bytes] = substitute
            self.names[substitute] = name
        }
    }

    /// Whether all names stay as they are.
    var isIdentity: Bool { substitutes.isEmpty }

    /// Whether a name is no substitute.
    func isFree(_ name: String) -> Bool { isIdentity || names[name] == nil }

    /// Whether a name has a substitute.
    func hasSubstitute(for name: String) -> Bool { !isIdentity && substitutes[Array(name.utf8)] != nil }

    /// Returns the name to send.
    func wireName(of name: String) -> String { isIdentity ? name : substitutes[Array(name.utf8)] ?? name }

    /// Returns the session's name of a tool for a name on the wire.
    ///
    /// An unknown name is returned unchanged: a model may invent one, or use the session's name, which it reads in the description.
    func name(ofWire wireName: String) -> String { isIdentity ? wireName : names[wireName] ?? wireName }
}
