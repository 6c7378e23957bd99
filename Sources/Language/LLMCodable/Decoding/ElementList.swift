import LanguageModels

/// A list in the form requested from the model: inside an object, because providers accept only objects as whole
/// answers.
enum ElementList<Element: Generable> {
    static var propertyName: String { "elements" }

    static var generationSchema: GenerationSchema {
        GenerationSchema(
            type: Shape.self,
            properties: [
                .init(
                    name: propertyName,
                    description: "All that the text has, in its order; empty if it has none",
                    type: [Element].self
                )
            ]
        )
    }

    /// Throws if an answer is no such list; the elements are not checked.
    static func check(_ content: GeneratedContent) throws {
        _ = try content.value([GeneratedContent].self, forProperty: propertyName)
    }

    /// The type of the list, which names the schema.
    struct Shape: Generable {
        let elements: [Element]

        static var generationSchema: GenerationSchema { ElementList.generationSchema }

        init(_ content: GeneratedContent) throws {
            elements = try content.value([Element].self, forProperty: propertyName)
        }

        var generatedContent: GeneratedContent { GeneratedContent(properties: [propertyName: elements]) }
    }
}
