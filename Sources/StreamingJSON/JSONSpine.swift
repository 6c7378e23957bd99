/// What is open of a value that is still arriving, from the root along each last child.
struct JSONSpine: Sendable {
    /// The open containers, the outermost first.
    var frames: [JSONFrame]
    /// How many of ``frames`` are shown.
    var levelCount: Int
    /// The content of the open string in the innermost of them, if one is open.
    var text: GrowingList<UInt8>?

    /// How many nodes are open.
    var depth: Int { levelCount + (text == nil ? 0 : 1) }

    /// The open string.
    ///
    /// The parser has checked each character of it, and of a long string that is asked for again and again the check would be
    /// nearly all the cost.
    var string: String {
        let bytes = text?.array ?? []
        return String(copying: UTF8Span(unchecked: bytes.span))
    }

    /// The value of the open node at `level`, with what is open in it.
    func value(at level: Int) -> JSONValue {
        // `nil` for "none" needs its type spelt out: a bare one would be the literal `null`.
        var child: JSONValue? = text == nil ? Optional.none : .some(.string(string))
        for frame in frames[..<levelCount].dropFirst(level).reversed() {
            if let open = child { child = frame.value(with: open) } else { child = frame.value() }
        }
        guard let child else { preconditionFailure("a spine without an open node has no value") }
        return child
    }
}
