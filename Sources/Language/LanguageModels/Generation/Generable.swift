/// A type that can be read from generated content (Apple FoundationModels 26.0).
public protocol ConvertibleFromGeneratedContent: SendableMetatype {
    /// Reads the value.
    ///
    /// - Throws: ``GeneratedContent/ParsingError`` if the content has another shape or lacks a required value.
    init(_ content: GeneratedContent) throws
}

/// A type that can be written as structured content for a model (Apple FoundationModels 26.0).
public protocol ConvertibleToGeneratedContent: PromptRepresentable, InstructionsRepresentable {
    /// The value as structured content.
    var generatedContent: GeneratedContent { get }
}

/// A type that a model can generate (Apple FoundationModels 26.0).
///
/// Attach ``Generable(description:)`` to a structure or an enumeration instead of writing the conformance by hand.
public protocol Generable: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
    /// The type of a value that is still being generated.
    associatedtype PartiallyGenerated: ConvertibleFromGeneratedContent = Self

    /// The schema that a generated value must fit.
    static var generationSchema: GenerationSchema { get }
}

extension Generable {
    /// The type itself, for types whose values arrive complete or that can read incomplete values.
    public typealias PartiallyGenerated = Self

    /// Returns the value in its partial form.
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
