import StreamingJSON

/// The word classes of `words.json`, which patterns name: `<open>`, or `<time:startDate>` with an argument.
struct WordClasses {
    /// The deepest nesting of classes in classes; a deeper one is a class within itself.
    private static let depth = 8

    private let languages: MemberReader

    init(_ languages: MemberReader) { self.languages = languages }

    /// Returns a pattern with the words of the classes in the place of their names, and the arguments in that of each `$`.
    func expanded(_ pattern: String, _ language: String) throws(DocumentFormatError) -> String {
        var text = ""
        try expand(pattern, argument: nil, classes: languages.reader(language), depth: 0, into: &text)
        return text
    }

    private func expand(
        _ pattern: String,
        argument: Substring?,
        classes: MemberReader,
        depth: Int,
        into text: inout String
    ) throws(DocumentFormatError) {
        var rest = pattern[...]
        while let place = rest.utf8.firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "$") }) {
            text.append(contentsOf: rest[..<place])
            if rest.utf8[place] == UInt8(ascii: "$") {
                text.append(contentsOf: argument ?? "")
                rest = rest[rest.utf8.index(after: place)...]
                continue
            }
            let start = rest.utf8.index(after: place)
            let end = rest[start...].utf8.firstIndex(of: UInt8(ascii: ">")) ?? rest.endIndex
            let colon = rest[start..<end].utf8.firstIndex(of: UInt8(ascii: ":"))
            let name = String(rest[start..<(colon ?? end)])
            let written = colon.map { rest[rest.utf8.index(after: $0)..<end] }
            let inner = written == "$" ? argument : written
            let body = try classes.text(name, most: 1000)
            guard end < rest.endIndex, depth < Self.depth, body.utf8.contains(UInt8(ascii: "$")) == (inner != nil)
            else { throw classes.fault(name, "The class contains itself, or '\(pattern)' does not name it correctly.") }
            try expand(body, argument: inner, classes: classes, depth: depth + 1, into: &text)
            rest = rest[rest.utf8.index(after: end)...]
        }
        text.append(contentsOf: rest)
    }
}
