/// What the developer tells the model before the conversation (Apple FoundationModels 26.0).
public struct Instructions: Sendable, Equatable {
    /// The texts and the attachments between them.
    let content: PromptContent

    init(content: PromptContent) { self.content = content }

    init(text: String) { content = PromptContent(text: text) }

    /// The texts, without the attachments.
    var text: String { content.text }

    /// Makes instructions of anything that can stand in them.
    public init(_ content: some InstructionsRepresentable) { self = content.instructionsRepresentation }

    /// Makes instructions of several parts, one per line.
    public init(@InstructionsBuilder _ content: () throws -> Instructions) rethrows { self = try content() }
}

/// A value that can stand in instructions (Apple FoundationModels 26.0).
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
    /// Takes instructions alone as it is.
    ///
    /// Also what ends the recursion: the requirement that gives a part's representation is itself written with this builder.
    public static func buildBlock(_ whole: Instructions) -> Instructions { whole }

    /// Joins the parts, one per line.
    public static func buildBlock<each Part: InstructionsRepresentable>(_ parts: repeat each Part) -> Instructions {
        var contents: [PromptContent] = []
        for part in repeat each parts { contents.append(part.instructionsRepresentation.content) }
        return Instructions(content: PromptContent(joining: contents))
    }

    /// Joins the parts that a loop made.
    public static func buildArray(_ parts: [some InstructionsRepresentable]) -> Instructions {
        Instructions(
            content: PromptContent(joining: parts.map(\.instructionsRepresentation.content), keepingEmpty: true)
        )
    }

    /// Takes the first branch.
    public static func buildEither(first part: some InstructionsRepresentable) -> Instructions {
        part.instructionsRepresentation
    }

    /// Takes the second branch.
    public static func buildEither(second part: some InstructionsRepresentable) -> Instructions {
        part.instructionsRepresentation
    }

    /// Takes a part that may be missing.
    public static func buildOptional(_ part: Instructions?) -> Instructions { part ?? Instructions(text: "") }

    /// Takes a part that needs a newer system.
    public static func buildLimitedAvailability(_ part: some InstructionsRepresentable) -> Instructions {
        part.instructionsRepresentation
    }

    /// Takes any representable value.
    @_disfavoredOverload
    public static func buildExpression<Part: InstructionsRepresentable>(_ expression: Part) -> Part { expression }

    /// Takes instructions.
    public static func buildExpression(_ expression: Instructions) -> Instructions { expression }

    /// Says what can stand here where something else was written.
    @available(*, unavailable, message: "Only `Instructions` and `InstructionsRepresentable` are accepted here.")
    public static func buildExpression<Part>(_ expression: Part) -> Instructions { Instructions(text: "") }
}
