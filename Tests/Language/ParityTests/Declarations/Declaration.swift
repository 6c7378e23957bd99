/// A declaration by its kind, its place and its argument labels, such as `func Tool.call(arguments:)`.
struct Declaration: Hashable, Comparable, CustomStringConvertible {
    /// The kind, as the list names it, such as `func` or `struct`.
    var kind: String
    /// The name with the enclosing types and the argument labels.
    var path: String

    /// The line of the list.
    var description: String { "\(kind) \(path)" }

    init(kind: String, path: String) {
        (self.kind, self.path) = (kind, path)
    }

    /// Reads a line; `nil` for an empty one.
    init?(line: some StringProtocol) {
        let words = line.split(separator: " ", maxSplits: 1)
        guard words.count == 2 else { return nil }
        self.init(kind: String(words[0]), path: String(words[1]))
    }

    /// The declaration in the form for comparisons.
    ///
    /// Two differences do not matter to callers: `let` and `var` (a list of names does not show whether a `var` can be
    /// set), and the names of a subscript's parameters, which are no argument labels. The values of a case are not in
    /// Apple's list.
    var comparable: Self {
        switch kind {
        case "let": Self(kind: "var", path: path)
        case "case": Self(kind: kind, path: String(path.prefix { $0 != "(" }))
        case "subscript":
            Self(
                kind: kind,
                path: path.prefix { $0 != "(" } + "(" + path.filter { $0 == ":" }.map { "_\($0)" }.joined() + ")"
            )
        default: self
        }
    }

    static func < (left: Self, right: Self) -> Bool { (left.path, left.kind) < (right.path, right.kind) }
}
