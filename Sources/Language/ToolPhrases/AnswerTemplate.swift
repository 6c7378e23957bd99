package import StreamingJSON

/// A sentence with placeholders for a count and for the arguments of a call.
///
/// `{count}` is the number of things in the output, `{title}` the argument of that name. A part in `[…]` is left out if
/// an argument in it is missing: `{count} items[ with “{title}” in the title]:`.
public struct AnswerTemplate: Sendable, Hashable {
    private enum Piece: Hashable {
        case text(String)
        case value(String)
        case optional([Piece])
    }

    private let one: [Piece]
    private let many: [Piece]

    /// Makes a template for one thing and for several; both texts are the same in a language without plural forms.
    public init(one: String, many: String) {
        self.one = Self.pieces(of: one)
        self.many = Self.pieces(of: many)
    }

    /// Returns the sentence; `nil` if an argument outside the brackets is missing.
    package func text(count: Int, arguments: JSONObject) -> String? {
        Self.text(of: count == 1 ? one : many) { name in
            if name == "count" { return String(count) }
            return switch arguments[name] {
            case .string(let text)?: text
            case let value?: value.serialized()
            case nil: nil
            }
        }
    }

    private static func text(of pieces: [Piece], value: (String) -> String?) -> String? {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let literal): text += literal
            case .value(let name):
                guard let value = value(name) else { return nil }
                text += value
            case .optional(let pieces): text += self.text(of: pieces, value: value) ?? ""
            }
        }
        return text
    }

    /// Splits a text into pieces; an unclosed bracket counts as closed at the end.
    private static func pieces(of text: String) -> [Piece] {
        var outer: [Piece] = []
        var inner: [Piece]?
        var literal = ""
        func flush() {
            guard !literal.isEmpty else { return }
            if inner == nil { outer.append(.text(literal)) } else { inner?.append(.text(literal)) }
            literal = ""
        }
        for character in text {
            switch character {
            case "[":
                flush()
                inner = []
            case "]":
                flush()
                if let pieces = inner { outer.append(.optional(pieces)) }
                inner = nil
            case "{": flush()
            case "}":
                if inner == nil { outer.append(.value(literal)) } else { inner?.append(.value(literal)) }
                literal = ""
            default: literal.append(character)
            }
        }
        flush()
        if let inner { outer.append(.optional(inner)) }
        return outer
    }
}
