/// A user's or a program's text for the model (Apple FoundationModels 26.0).
public struct Prompt: Sendable, Equatable {
    /// The texts and the attachments between them.
    let content: PromptContent

    init(content: PromptContent) { self.content = content }

    init(text: String) { content = PromptContent(text: text) }

    /// The texts, without the attachments.
    var text: String { content.text }

    /// Returns the prompt with a note of the program after it; an empty note changes nothing.
    package func noting(_ note: String) -> Prompt {
        note.isEmpty ? self : Prompt(content: PromptContent(content.parts + [.note(note)]))
    }

    /// Makes a prompt of any value that has a representation as a prompt.
    public init(_ content: some PromptRepresentable) { self = content.promptRepresentation }

    /// Makes a prompt of several parts, one per line.
    public init(@PromptBuilder _ content: () throws -> Prompt) rethrows { self = try content() }
}

/// A value that can be a part of a prompt (Apple FoundationModels 26.0).
public protocol PromptRepresentable {
    /// The value as a prompt.
    @PromptBuilder var promptRepresentation: Prompt { get }
}

extension Prompt: PromptRepresentable {
    /// The prompt itself.
    public var promptRepresentation: Prompt { self }
}

/// Builds a ``Prompt`` from its parts (Apple FoundationModels 26.0).
@resultBuilder
public struct PromptBuilder {
    /// Returns a prompt without other parts unchanged.
    ///
    /// This overload also ends the recursion, because the requirement for a part's representation is itself written
    /// with this builder.
    public static func buildBlock(_ whole: Prompt) -> Prompt { whole }

    /// Joins the parts, one per line.
    public static func buildBlock<each Part: PromptRepresentable>(_ parts: repeat each Part) -> Prompt {
        var contents: [PromptContent] = []
        for part in repeat each parts { contents.append(part.promptRepresentation.content) }
        return Prompt(content: PromptContent(joining: contents))
    }

    /// Joins the parts made by a loop, one per line.
    public static func buildArray(_ prompts: [some PromptRepresentable]) -> Prompt {
        Prompt(content: PromptContent(joining: prompts.map(\.promptRepresentation.content), keepingEmpty: true))
    }

    /// Returns the part of the first branch.
    public static func buildEither(first part: some PromptRepresentable) -> Prompt { part.promptRepresentation }

    /// Returns the part of the second branch.
    public static func buildEither(second part: some PromptRepresentable) -> Prompt { part.promptRepresentation }

    /// Returns an optional part; an empty prompt if it is missing.
    public static func buildOptional(_ part: Prompt?) -> Prompt { part ?? Prompt(text: "") }

    /// Returns a part that needs a newer system.
    public static func buildLimitedAvailability(_ part: some PromptRepresentable) -> Prompt {
        part.promptRepresentation
    }

    /// Returns any representable value unchanged.
    @_disfavoredOverload
    public static func buildExpression<Part: PromptRepresentable>(_ expression: Part) -> Part { expression }

    /// Returns a prompt unchanged.
    public static func buildExpression(_ expression: Prompt) -> Prompt { expression }

    /// Explains which types are accepted if an expression has another type.
    @available(*, unavailable, message: "Only `Prompt` and `PromptRepresentable` are accepted here.")
    public static func buildExpression<Part>(_ expression: Part) -> Prompt { Prompt(text: "") }
}
