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

    /// Reads `default`, `none` or the instructions themselves; `nil` for a blank text or one that is too long.
    public init?(_ text: String) {
        switch text {
        case "default": self = .standard
        case "none": self = .none
        case _ where text.utf8.count > Self.longest || text.allSatisfy(\.isWhitespace): return nil
        default: self = .own(text)
        }
    }

    /// The form in which it is read.
    public var text: String {
        switch self {
        case .standard: "default"
        case .none: "none"
        case .own(let text): text
        }
    }
}
