import Foundation

/// Text of somebody else's as part of one line: a title, a name.
///
/// It cannot begin a line of its own, and is cut when it is long.
struct TextLine: Equatable {
    let text: String

    init(_ text: String, limit: Int) {
        let words = text.split { $0.isWhitespace || $0.isNewline }
            .map { word in
                // Marks that turn the direction of writing would make the rest of the line read otherwise.
                String(String.UnicodeScalarView(word.unicodeScalars.filter { !$0.isInvisible }))
            }
            .filter { !$0.isEmpty }
        let line = words.joined(separator: " ")
        self.text = line.count > limit ? line.prefix(limit) + "…" : line
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character or one that changes the direction of writing.
    fileprivate var isInvisible: Bool {
        switch properties.generalCategory {
        case .control: true
        case .format:
            (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
                || [0x200E, 0x200F, 0x61C].contains(value)
        default: false
        }
    }
}
