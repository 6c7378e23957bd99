import LanguageModels

/// A list as the model is asked for it: in an object, which is what providers take as the shape of a whole answer.
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

    /// Finds out whether an answer is such a list, whatever its elements.
    static func check(_ content: GeneratedContent) throws {
        _ = try content.value([GeneratedContent].self, forProperty: propertyName)
    }

    /// The list as a type, which gives the schema its name.
    struct Shape: Generable {
        let elements: [Element]

        static var generationSchema: GenerationSchema { ElementList.generationSchema }

        init(_ content: GeneratedContent) throws {
            elements = try content.value([Element].self, forProperty: propertyName)
        }

        var generatedContent: GeneratedContent { GeneratedContent(properties: [propertyName: elements]) }
    }
}
