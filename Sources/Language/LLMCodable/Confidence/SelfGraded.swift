import LanguageModels

/// A value together with the model's confidence in it, as one answer.
struct SelfGraded<Value: Generable>: Generable {
    let value: Value
    let confidence: Double

    static var generationSchema: GenerationSchema {
        GenerationSchema(
            type: Self.self,
            properties: [
                .init(name: "value", type: Value.self),
                Grade.property,
            ]
        )
    }

    init(_ content: GeneratedContent) throws {
        value = try content.value(Value.self, forProperty: "value")
        confidence = try Grade(content).confidence
    }

    var generatedContent: GeneratedContent {
        GeneratedContent(properties: ["value": value, "confidence": confidence])
    }
}

/// The model's confidence in an answer.
struct Grade: Generable {
    let confidence: Double

    static var property: GenerationSchema.Property {
        .init(
            name: "confidence",
            description: "How sure you are that the value is what the text says, from 0 (a guess) to 1 (it says so)",
            type: Double.self,
            guides: [.range(0...1)]
        )
    }

    static var generationSchema: GenerationSchema { GenerationSchema(type: Self.self, properties: [property]) }

    init(_ content: GeneratedContent) throws {
        confidence = try content.value(Double.self, forProperty: "confidence")
        guard (0...1).contains(confidence) else {
            throw GeneratedContent.ParsingError(
                rawContent: content.jsonString,
                debugDescription: "in 'confidence': expected a number from 0 to 1, found \(confidence)"
            )
        }
    }

    var generatedContent: GeneratedContent { GeneratedContent(properties: ["confidence": confidence]) }
}
