/// Reads the lines of one message of a prompt, with their slots.
struct PromptMessageReader {
    /// The outcome of a line.
    enum Outcome: Equatable {
        /// The names of its slots.
        case slots([String])
        /// A problem and its remedy.
        case fault(String)
    }

    let role: PromptFile.Role
    /// The line where the message starts.
    let line: Int
    private var pieces: [PromptFile.Piece] = []
    /// The text after the last slot.
    private var text = ""
    /// Blank lines that belong to the message only if another line follows.
    private var blankLines = 0

    init(_ role: PromptFile.Role, line: Int) { (self.role, self.line) = (role, line) }

    /// Returns the role of the message that starts with a line such as `@assistant`; `nil` for any other line.
    static func role(of line: Substring) -> PromptFile.Role? {
        guard line.first == "@" else { return nil }
        let word = line.dropFirst().prefix { !$0.isWhitespace }
        guard line[word.endIndex...].allSatisfy(\.isWhitespace) else { return nil }
        return PromptFile.Role(rawValue: String(word))
    }

    private var isEmpty: Bool { pieces.isEmpty && text.isEmpty }

    /// The message; `nil` if it has no text.
    var message: PromptFile.Message? {
        let all = pieces + (text.isEmpty ? [] : [.text(text)])
        return all.isEmpty ? nil : PromptFile.Message(role: role, pieces: all)
    }

    /// Adds a line.
    mutating func append(_ line: Substring) -> Outcome {
        guard !line.allSatisfy(\.isWhitespace) else {
            blankLines += isEmpty ? 0 : 1
            return .slots([])
        }
        if !isEmpty { text += String(repeating: "\n", count: blankLines + 1) }
        blankLines = 0
        // `\@user` is the text @user.
        var rest = line.hasPrefix("\\@") ? line.dropFirst() : line
        var names: [String] = []
        while let open = Self.braces(in: rest) {
            let before = rest[..<open]
            let after = rest[rest.index(open, offsetBy: 2)...]
            if before.last == "\\" {
                text += before.dropLast() + "{{"
                rest = after
                continue
            }
            guard let close = after.firstIndex(of: "}"), after[close...].hasPrefix("}}") else {
                return .fault("{{ has no }} on its line; close it, or write \\{{ for braces that are no slot")
            }
            let inner = after[..<close]
            let name = String(inner.filter { $0 != " " })
            guard PromptFile.isName(name) else {
                return .fault(
                    "'{{\(inner.prefix(80))}}' is no slot, because an argument's name has only letters, digits, hyphens and "
                        + "underscores; write \\{{ for braces that are no slot"
                )
            }
            text += before
            if !text.isEmpty { pieces.append(.text(text)) }
            text = ""
            pieces.append(.slot(name))
            names.append(name)
            rest = after[after.index(close, offsetBy: 2)...]
        }
        text += rest
        return .slots(names)
    }

    /// Returns the start of the first two opening braces.
    private static func braces(in text: Substring) -> Substring.Index? {
        var index = text.startIndex
        while let brace = text[index...].firstIndex(of: "{") {
            index = text.index(after: brace)
            if index < text.endIndex, text[index] == "{" { return brace }
        }
        return nil
    }
}
