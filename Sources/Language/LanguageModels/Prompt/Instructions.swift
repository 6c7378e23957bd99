/// The developer's text for the model before the conversation (Apple FoundationModels 26.0).
public struct Instructions: Sendable, Equatable {
    /// The texts and the attachments between them.
    let content: PromptContent

    init(content: PromptContent) { self.content = content }

    init(text: String) { content = PromptContent(text: text) }

    /// The texts, without the attachments.
    var text: String { content.text }

    /// Makes instructions of any value that has a representation as instructions.
    public init(_ content: some InstructionsRepresentable) { self = content.instructionsRepresentation }

    /// Makes instructions of several parts, one per line.
    public init(@InstructionsBuilder _ content: () throws -> Instructions) rethrows { self = try content() }
}

/// A value that can be a part of instructions (Apple FoundationModels 26.0).
public protocol InstructionsRepresentable {
    /// The value as instructions.
    @InstructionsBuilder var instructionsRepresentation: Instructions { get }
}

extension Instructions: InstructionsRepresentable {
    /// The instructions themselves.
    public var instructionsRepresentation: Instructions { self }
}

/// Builds ``Instructions`` from its parts (Apple FoundationModels 26.0).
@resultBuilder
public struct InstructionsBuilder {
    /// Returns instructions without other parts unchanged.
    ///
    /// This overload also ends the recursion, because the requirement for a part's representation is itself written
    /// with this builder.
    public static func buildBlock(_ whole: Instructions) -> Instructions { whole }

    /// Joins the parts, one per line.
    public static func buildBlock<each Part: InstructionsRepresentable>(_ parts: repeat each Part) -> Instructions {
        var contents: [PromptContent] = []
        for part in repeat each parts { contents.append(part.instructionsRepresentation.content) }
        return Instructions(content: PromptContent(joining: contents))
    }

    /// Joins the parts made by a loop, one per line.
    public static func buildArray(_ parts: [some InstructionsRepresentable]) -> Instructions {
        Instructions(
            content: PromptContent(joining: parts.map(\.instructionsRepresentation.content), keepingEmpty: true)
        )
    }

    /// Returns the part of the first branch.
    public static func buildEither(first part: some InstructionsRepresentable) -> Instructions {
        part.instructionsRepresentation
    }

    /// Returns the part of the second branch.
    public static func buildEither(second part: some InstructionsRepresentable) -> Instructions {
        part.instructionsRepresentation
    }

    /// Returns an optional part; empty instructions if it is missing.
    public static func buildOptional(_ part: Instructions?) -> Instructions { part ?? Instructions(text: "") }

    /// Returns a part that needs a newer system.
    public static func buildLimitedAvailability(_ part: some InstructionsRepresentable) -> Instructions {
        part.instructionsRepresentation
    }

    /// Returns any representable value unchanged.
    @_disfavoredOverload
    public static func buildExpression<Part: InstructionsRepresentable>(_ expression: Part) -> Part { expression }

    /// Returns instructions unchanged.
    public static func buildExpression(_ expression: Instructions) -> Instructions { expression }

    /// Explains which types are accepted if an expression has another type.
    @available(*, unavailable, message: "Only `Instructions` and `InstructionsRepresentable` are accepted here.")
    public static func buildExpression<Part>(_ expression: Part) -> Instructions { Instructions(text: "") }
}
