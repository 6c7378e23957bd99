import StreamSafeText

/// The instructions that the server itself provides to a model, before those of an app.
public enum ServerInstructions: Sendable, Equatable {
    /// Those of Torii.
    case standard
    /// None: a model receives what the app sends, and for the server's tools one line that their outputs are data.
    case none
    /// Those of the operator, in place of Torii's.
    case own(String)

    /// The maximum length of own instructions, in bytes.
    public static let longest = 16 << 10

    /// Reads `default`, `none` or the instructions themselves.
    ///
    /// The two words may have spaces around them and letters of either case. The result is `nil` for a blank text, one that is too long,
    /// and one with control characters other than tabs and line breaks.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.longest, !text.hasControlCharacters else { return nil }
        let words = text.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard let first = words.first else { return nil }
        switch (first.lowercased(), words.dropFirst().allSatisfy { $0.allSatisfy(\.isWhitespace) }) {
        case ("default", true): self = .standard
        case ("none", true): self = .none
        default: self = .own(text)
        }
    }

    /// Reads the instructions in a client's record, which an earlier version may have stored with control characters.
    init(stored text: String) { self = Self(text) ?? .own(text) }

    /// The form in which it is read.
    public var text: String {
        switch self {
        case .standard: "default"
        case .none: "none"
        case .own(let text): text
        }
    }
}
