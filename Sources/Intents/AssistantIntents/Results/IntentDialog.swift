/// Words that a person hears or reads about a result or a question.
public struct IntentDialog: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The words.
    public let full: LocalizedStringResource
    /// The words if a screen shows the rest.
    public let supporting: LocalizedStringResource?

    /// Makes words.
    public init(_ full: LocalizedStringResource) {
        self.full = full
        supporting = nil
    }

    /// Makes words with a short form.
    public init(full: LocalizedStringResource, supporting: LocalizedStringResource) {
        self.full = full
        self.supporting = supporting
    }

    /// Makes words.
    public init(stringLiteral value: String) {
        self.init(LocalizedStringResource(stringLiteral: value))
    }

    /// The words as plain text.
    public var text: String { full.text }
}
