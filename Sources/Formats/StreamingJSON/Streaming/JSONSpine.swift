/// The open nodes of a value that is still arriving, from the root along each last child.
struct JSONSpine: Sendable {
    /// The open containers, outermost first.
    var frames: [JSONFrame]
    /// The number of ``frames`` that are shown.
    var levelCount: Int
    /// The content of the open string in the innermost of them, if one is open.
    var text: GrowingList<UInt8>?

    /// The number of open nodes.
    var depth: Int { levelCount + (text == nil ? 0 : 1) }

    /// The open string.
    ///
    /// It is not validated again because the parser has checked each of its characters, and for a long string that is
    /// read repeatedly the check would be nearly all the cost.
    var string: String {
        let bytes = text?.array ?? []
        return String(copying: UTF8Span(unchecked: bytes.span))
    }

    /// Returns the value of the open node at `level`, with the open nodes in it.
    func value(at level: Int) -> JSONValue {
        // A bare `nil` would be the literal `null`, so "none" is written with its type.
        var child: JSONValue? = text == nil ? Optional.none : .some(.string(string))
        for frame in frames[..<levelCount].dropFirst(level).reversed() {
            if let open = child { child = frame.value(with: open) } else { child = frame.value() }
        }
        guard let child else { preconditionFailure("a spine without an open node has no value") }
        return child
    }
}
