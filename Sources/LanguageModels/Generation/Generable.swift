/// A type that can be read out of what a model generated (Apple FoundationModels 26.0).
public protocol ConvertibleFromGeneratedContent: SendableMetatype {
    /// Reads the value.
    ///
    /// - Throws: ``GeneratedContent/ParsingError`` when the content has another shape or lacks a required value.
    init(_ content: GeneratedContent) throws
}

/// A type that can be shown to a model as structured content (Apple FoundationModels 26.0).
public protocol ConvertibleToGeneratedContent: PromptRepresentable, InstructionsRepresentable {
    /// The value as structured content.
    var generatedContent: GeneratedContent { get }
}

/// A type that a model can be asked to generate (Apple FoundationModels 26.0).
///
/// Attach ``Generable(description:)`` to a structure or an enumeration rather than conforming by hand.
public protocol Generable: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
    /// The type of a value that is still being generated.
    associatedtype PartiallyGenerated: ConvertibleFromGeneratedContent = Self

    /// The shape that a generated value must have.
    static var generationSchema: GenerationSchema { get }
}

extension Generable {
    /// A type whose values come whole, or that reads an unfinished one as well, is its own partial form.
    public typealias PartiallyGenerated = Self

    /// The value as if it were still being generated.
    public func asPartiallyGenerated() -> Self.PartiallyGenerated {
        if let whole = self as? Self.PartiallyGenerated { return whole }
        do {
            return try Self.PartiallyGenerated(generatedContent)
        } catch {
            preconditionFailure("\(Self.PartiallyGenerated.self) cannot read what \(Self.self) writes: \(error)")
        }
    }

    /// The content as JSON text.
    public var promptRepresentation: Prompt { Prompt(text: generatedContent.jsonString) }

    /// The content as JSON text.
    public var instructionsRepresentation: Instructions { Instructions(text: generatedContent.jsonString) }
}

extension ConvertibleToGeneratedContent {
    /// The content as JSON text.
    public var promptRepresentation: Prompt { Prompt(text: generatedContent.jsonString) }

    /// The content as JSON text.
    public var instructionsRepresentation: Instructions { Instructions(text: generatedContent.jsonString) }
}
