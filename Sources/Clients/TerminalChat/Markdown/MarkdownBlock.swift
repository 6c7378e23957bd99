/// A part of an answer that is drawn at once and never changes after its end.
enum MarkdownBlock: Sendable, Equatable {
    /// The alignment of a table's column.
    enum Alignment: Sendable, Equatable {
        case left, center, right
    }

    /// A paragraph; the depth is that of the list around it.
    case paragraph(String, depth: Int)
    /// A heading of a level from 1 to 6.
    case heading(String, level: Int)
    /// An item of a list, with its mark: a bullet, a number, or a box.
    case item(String, mark: String, depth: Int)
    /// A quotation.
    case quote(String)
    /// The first line of a block of code, with its language.
    case codeStart(String, depth: Int)
    /// A line of code.
    case codeLine(String, depth: Int)
    /// The end of a block of code.
    case codeEnd
    /// A table; each row has as many cells as the head.
    case table(head: [String], rows: [[String]], alignments: [Alignment])
    /// A line between two parts.
    case rule
}
