/// A long text divided into parts that a model can process, at line ends where possible.
package struct TextParts: Sendable, Equatable {
    /// The parts; there is always at least one.
    package let parts: [Substring]

    /// Divides a text in linear time.
    ///
    /// - Parameter length: The number of scalars in a part at most; one `Character` can have any number of bytes.
    package init(_ text: String, length: Int) {
        var parts: [Substring] = []
        var rest = Substring(text).unicodeScalars
        while let limit = rest.index(rest.startIndex, offsetBy: length, limitedBy: rest.endIndex), limit < rest.endIndex
        {
            let room = rest[..<limit]
            let middle = room.index(room.startIndex, offsetBy: length / 2)
            // Only the second half is searched, so that parts do not get too small.
            let end = room[middle...].lastIndex(of: "\n") ?? room[middle...].lastIndex(of: " ") ?? limit
            parts.append(Substring(rest[..<end]))
            rest = rest[end...].drop { $0 == "\n" || $0 == " " }
        }
        if !rest.isEmpty || parts.isEmpty { parts.append(Substring(rest)) }
        self.parts = parts
    }
}
