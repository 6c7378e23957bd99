import Foundation
import LanguageModels
import Testing

/// A structure whose schema is written by hand.
private struct Parcel: Generable, Equatable {
    var label: String
    var weight: Double?
    var code: String
    var note: String?

    static var generationSchema: GenerationSchema {
        GenerationSchema(
            type: Parcel.self,
            description: "A parcel",
            properties: [
                .init(
                    name: "label",
                    description: "On the outside",
                    type: String.self,
                    guides: [.anyOf(["blue", "red"])]
                ),
                .init(name: "weight", description: "Kilograms", type: Double?.self, guides: [.range(0...30)]),
                .init(name: "code", description: "The code", type: String.self, guides: [/[0-9]{4}/]),
                .init(name: "note", type: String?.self, guides: [/[a-z ]+/]),
            ]
        )
    }

    init(_ content: GeneratedContent) throws {
        label = try content.value(forProperty: "label")
        weight = try content.value(forProperty: "weight")
        code = try content.value(forProperty: "code")
        note = try content.value(forProperty: "note")
    }

    var generatedContent: GeneratedContent {
        GeneratedContent(properties: ["label": label, "weight": weight, "code": code, "note": note])
    }
}

/// One of two types, with a schema written by hand.
private enum Delivery: Generable {
    case parcel(Parcel)
    case letter(Letter)

    static var generationSchema: GenerationSchema {
        GenerationSchema(type: Delivery.self, description: "What is brought", anyOf: [Parcel.self, Letter.self])
    }

    init(_ content: GeneratedContent) throws {
        if let letter = try? Letter(content) { self = .letter(letter) } else { self = .parcel(try Parcel(content)) }
    }

    var generatedContent: GeneratedContent {
        switch self {
        case .parcel(let parcel): parcel.generatedContent
        case .letter(let letter): letter.generatedContent
        }
    }
}

@Generable
private struct Letter: Equatable { var sender: String }

/// Schemas of types, and schemas built at run time (reference §2.5).
@Suite(.timeLimit(.minutes(1))) struct SchemaFamilyTests {
    @Test func aStructureDescribedByHandIsGenerated() async throws {
        let model = ScriptedModel([
            ScriptedModel.text(#"{"label":"blue","code":"0042"}"#), ScriptedModel.text(#"{"sender":"Ada"}"#),
        ])
        let session = LanguageModelSession(model: model)
        let parcel = try await session.respond(to: "Q", generating: Parcel.self).content
        #expect(parcel.code == "0042")
        #expect(parcel.weight == nil)
        if case .letter(let letter) = try await session.respond(to: "Q", generating: Delivery.self).content {
            #expect(letter.sender == "Ada")
        } else {
            Issue.record("no letter")
        }
        let (first, second) = (model.requests[0].schema, model.requests[1].schema)
        #expect(first?.name == "Parcel")
        #expect(first?.debugDescription.contains(#""required":["label","code"]"#) == true)
        #expect(first?.debugDescription.contains(#""pattern":"^(?:[0-9]{4})$""#) == true)
        #expect(second?.debugDescription.contains("anyOf") == true)
    }

    @Test func nilMayBeExplicit() {
        let properties = [GenerationSchema.Property(name: "a", type: Int?.self)]
        let explicit = GenerationSchema(
            type: Letter.self,
            description: "d",
            representNilExplicitlyInGeneratedContent: true,
            properties: properties
        )
        #expect(explicit.debugDescription.contains(#""required":["a"]"#))
        #expect(!GenerationSchema(type: Letter.self, properties: properties).debugDescription.contains(#"["a"],"x"#))
        let choice = GenerationSchema(type: Letter.self, description: "d", anyOf: ["x", "y"])
        #expect(choice.debugDescription.contains(#""enum":["x","y"]"#))
    }

    /// A menu whose dishes are known only at run time, with an allergen that may be `null`.
    private static func menu() throws -> GenerationSchema {
        let dish = DynamicGenerationSchema(name: "Dish", description: "What there is", anyOf: ["ramen", "udon"])
        let drink = DynamicGenerationSchema(
            name: "Drink",
            description: "With it",
            representNilExplicitlyInGeneratedContent: true,
            properties: [
                .init(
                    name: "name",
                    description: "The name",
                    schema: .init(type: String.self, guides: [.pattern(/[a-z]+/)])
                ),
                .init(name: "sugar", schema: .init(type: Int.self, guides: [.range(0...9)]), isOptional: true),
            ]
        )
        let either = DynamicGenerationSchema(name: "Allergen", description: "If any", anyOf: [dish, .null])
        let root = DynamicGenerationSchema(
            name: "Menu",
            description: "Today",
            properties: [
                .init(
                    name: "dishes",
                    schema: .init(arrayOf: .init(referenceTo: "Dish"), minimumElements: 1, maximumElements: 2)
                ),
                .init(name: "drink", schema: .init(referenceTo: "Drink"), isOptional: true),
                .init(name: "allergen", schema: .init(referenceTo: "Allergen")),
            ]
        )
        return try GenerationSchema(root: root, dependencies: [dish, drink, either])
    }

    @Test func aSchemaMadeAtRunTimeGuidesAnAnswer() async throws {
        let answer = #"{"dishes":["udon"],"drink":{"name":"tea","sugar":null},"allergen":null}"#
        let model = ScriptedModel([
            ScriptedModel.text(answer), ScriptedModel.text(#"{"dishes":["pizza"],"allergen":null}"#),
        ])
        let session = LanguageModelSession(model: model)
        let schema = try Self.menu()
        #expect(schema.name == "Menu")
        let content = try await session.respond(to: "Lunch?", schema: schema, includeSchemaInPrompt: false).content
        #expect(try content.value([String].self, forProperty: "dishes") == ["udon"])
        #expect(model.requests[0].schema == schema)
        #expect(model.requests[0].contextOptions.includeSchemaInPrompt == false)
        await #expect(throws: GeneratedContent.ParsingError.self) {
            try await session.respond(to: "Dinner?", schema: schema)
        }
    }

    @Test func aSchemaIsStoredInApplesDialect() throws {
        let schema = try Self.menu()
        let stored = try JSONDecoder().decode(GenerationSchema.self, from: JSONEncoder().encode(schema))
        #expect(stored == schema)
        for part in [
            #""title":"Menu""#, #""x-order":["dishes","drink","allergen"]"#, #""additionalProperties":false"#,
            ##""$ref":"#/$defs/Dish""##, #""minItems":1,"maxItems":2"#, #""required":["name","sugar"]"#,
        ] { #expect(schema.debugDescription.contains(part), "\(part)") }
        let type = try GenerationSchema(root: .init(type: Letter.self), dependencies: [])
        #expect(type == Letter.generationSchema)
    }

    @Test func schemasThatDoNotFitTogetherAreErrors() throws {
        typealias Schema = DynamicGenerationSchema
        func error(_ root: Schema, _ others: Schema...) -> GenerationSchema.SchemaError? {
            #expect(throws: GenerationSchema.SchemaError.self) {
                try GenerationSchema(root: root, dependencies: others)
            }
        }
        let text = Schema(type: String.self)
        let twice = error(Schema(name: "A", anyOf: ["x"]), Schema(name: "A", anyOf: ["y"]))
        guard case .duplicateType(_, "A", let context)? = twice else { Issue.record("\(twice as Any)"); return }
        #expect(context.debugDescription.contains("two different schemas"))
        let property = error(
            Schema(name: "A", properties: [.init(name: "p", schema: text), .init(name: "p", schema: text)])
        )
        guard case .duplicateProperty("A", "p", _)? = property else { Issue.record("\(property as Any)"); return }
        let empty = error(Schema(name: "A", anyOf: [] as [String]))
        guard case .emptyTypeChoices("A", _)? = empty else { Issue.record("\(empty as Any)"); return }
        let missing = error(Schema(name: "A", properties: [.init(name: "p", schema: .init(referenceTo: "B"))]))
        guard case .undefinedReferences("A", ["B"], _)? = missing else { Issue.record("\(missing as Any)"); return }
        #expect(missing?.errorDescription == "no schema is named 'B'")
        #expect(missing?.recoverySuggestion?.contains("dependencies") == true)
        let own = GenerationSchema.SchemaError.Context(debugDescription: "own")
        #expect(GenerationSchema.SchemaError.emptyTypeChoices(schema: "s", context: own).errorDescription == "own")
    }
}
