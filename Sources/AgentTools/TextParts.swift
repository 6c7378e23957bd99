/// A long text in parts that a model can take, cut at the ends of lines where there are any.
struct TextParts: Sendable, Equatable {
    /// The parts; there is always one.
    let parts: [Substring]

    /// Cuts a text in linear time.
    ///
    /// - Parameter length: How many scalars a part has at most: one `Character` can have any number of bytes.
    init(_ text: String, length: Int) {
        var parts: [Substring] = []
        var rest = Substring(text).unicodeScalars
        while let limit = rest.index(rest.startIndex, offsetBy: length, limitedBy: rest.endIndex), limit < rest.endIndex
        {
            let room = rest[..<limit]
            let middle = room.index(room.startIndex, offsetBy: length / 2)
            // Not so early that the parts get small.
            let end = room[middle...].lastIndex(of: "\n") ?? room[middle...].lastIndex(of: " ") ?? limit
            parts.append(Substring(rest[..<end]))
            rest = rest[end...].drop { $0 == "\n" || $0 == " " }
        }
        if !rest.isEmpty || parts.isEmpty { parts.append(Substring(rest)) }
        self.parts = parts
    }
}
