import FoundationEssentials
import LanguageModels
import StreamingJSON
import Testing

@Generable
private struct Dish: Equatable {
    var name: String
}

@Suite struct DynamicGenerationSchemaTests {
    private typealias Dynamic = DynamicGenerationSchema
    private typealias SchemaError = GenerationSchema.SchemaError

    @Test func aMenu() throws {
        let menu = Dynamic(
            name: "Menu",
            description: "Today's",
            properties: [
                .init(name: "soup", schema: Dynamic(name: "Soup", anyOf: ["Tomato", "Miso"])),
                .init(
                    name: "sides",
                    description: "Up to three",
                    schema: Dynamic(
                        arrayOf: Dynamic(type: String.self),
                        minimumElements: 1,
                        maximumElements: 3
                    ),
                    isOptional: true
                ),
                .init(name: "price", schema: Dynamic(type: Int.self, guides: [.range(1...100)])),
                .init(name: "main", schema: Dynamic(type: Dish.self)),
                .init(name: "nothing", schema: .null),
            ]
        )
        let schema = try GenerationSchema(root: menu, dependencies: [])
        #expect(schema.name == "Menu")
        #expect(
            schema.jsonValue.serialized()
                == #"{"title":"Menu","description":"Today's","type":"object","properties":{"#
                + ##""soup":{"$ref":"#/$defs/Soup"},"##
                + #""sides":{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":3,"#
                + #""description":"Up to three"},"#
                + #""price":{"type":"integer","minimum":1,"maximum":100},"#
                + ##""main":{"$ref":"#/$defs/Dish"},"nothing":{"type":"null"}},"##
                + #""required":["soup","price","main","nothing"],"#
                + #""x-order":["soup","sides","price","main","nothing"],"additionalProperties":false,"#
                + #""$defs":{"Soup":{"title":"Soup","type":"string","enum":["Tomato","Miso"]},"#
                + #""Dish":{"title":"Dish","type":"object","properties":{"name":{"type":"string"}},"#
                + #""required":["name"],"x-order":["name"],"additionalProperties":false}}}"#
        )
        let content = try GeneratedContent(
            json: #"{"soup":"Miso","price":3,"main":{"name":"Udon"},"nothing":null}"#
        )
        #expect(try content.value(Dish.self, forProperty: "main") == Dish(name: "Udon"))
        #expect(try content.value([String]?.self, forProperty: "sides") == nil)
    }

    @Test func referencesMayNameAnySchema() throws {
        let node = Dynamic(
            name: "Node",
            properties: [
                .init(name: "value", schema: Dynamic(referenceTo: "Value")),
                .init(name: "children", schema: Dynamic(arrayOf: Dynamic(referenceTo: "Node"))),
                .init(name: "leaf", schema: Dynamic(referenceTo: "Leaf"), isOptional: true),
            ]
        )
        let value = Dynamic(
            name: "Value",
            anyOf: [
                Dynamic(type: Int.self), Dynamic(referenceTo: "Node"),
                Dynamic(name: "Leaf", properties: []),
            ]
        )
        let schema = try GenerationSchema(root: node, dependencies: [value]).jsonValue
        #expect(schema["properties"]?["children"]?["items"] == ["$ref": "#"])
        #expect(schema["properties"]?["value"] == ["$ref": "#/$defs/Value"])
        #expect(
            schema["$defs"]?["Value"]?["anyOf"]
                == [["type": "integer"], ["$ref": "#"], ["$ref": "#/$defs/Leaf"]]
        )
        #expect(schema["$defs"]?["Leaf"]?["title"] == "Leaf")
    }

    @Test func theRootMayBeAnything() throws {
        let dish = try GenerationSchema(root: Dynamic(type: Dish.self), dependencies: [])
        #expect(dish == Dish.generationSchema)
        let list = try GenerationSchema(root: Dynamic(arrayOf: Dynamic(type: Dish.self)), dependencies: [])
        #expect(list == [Dish].generationSchema)
        let number = try GenerationSchema(root: Dynamic(type: Int.self, guides: [.minimum(1)]), dependencies: [])
        #expect(number.jsonValue == ["type": "integer", "minimum": 1])
        let reference = try GenerationSchema(
            root: Dynamic(referenceTo: "Size"),
            dependencies: [Dynamic(name: "Size", anyOf: ["S", "L"])]
        )
        #expect(reference.jsonValue["$ref"] == "#/$defs/Size")
        #expect(reference.jsonValue["$defs"]?["Size"]?["enum"] == ["S", "L"])
    }

    @Test func aTypeAmongTheDependenciesHasItsName() throws {
        let schema = try GenerationSchema(
            root: Dynamic(arrayOf: Dynamic(referenceTo: "Dish")),
            dependencies: [Dynamic(type: Dish.self)]
        )
        #expect(schema.jsonValue["items"] == ["$ref": "#/$defs/Dish"])
        #expect(schema.jsonValue["$defs"]?["Dish"] == Dish.generationSchema.jsonValue)
    }

    @Test func nilMayBeExplicit() throws {
        let schema = try GenerationSchema(
            root: Dynamic(
                name: "Row",
                representNilExplicitlyInGeneratedContent: true,
                properties: [.init(name: "note", schema: Dynamic(type: String.self), isOptional: true)]
            ),
            dependencies: []
        )
        #expect(schema.jsonValue["required"] == ["note"])
        #expect(schema.jsonValue["properties"]?["note"]?["anyOf"] == [["type": "string"], ["type": "null"]])
    }

    @Test func oneSchemaMayOccurInSeveralPlaces() throws {
        let address = Dynamic(name: "Address", properties: [.init(name: "city", schema: Dynamic(type: String.self))])
        let schema = try GenerationSchema(
            root: Dynamic(
                name: "Order",
                properties: [.init(name: "from", schema: address), .init(name: "to", schema: address)]
            ),
            dependencies: [address]
        )
        #expect(schema.jsonValue["$defs"]?.objectValue?.keys == ["Address"])
        #expect(schema.jsonValue["properties"]?["to"] == ["$ref": "#/$defs/Address"])
    }

    /// A JSON Pointer in a URI fragment has its own escapes.
    @Test(arguments: [
        ("a/b", "#/$defs/a~1b"), ("a~b", "#/$defs/a~0b"), ("50%", "#/$defs/50%25"),
        ("get weather", "#/$defs/get%20weather"),
        ("天気", "#/$defs/天気"),
    ])
    func namesAreEscapedInReferences(name: String, reference: String) throws {
        let schema = try GenerationSchema(
            root: Dynamic(arrayOf: Dynamic(referenceTo: name)),
            dependencies: [Dynamic(name: name, anyOf: ["x"])]
        )
        #expect(schema.jsonValue["items"]?["$ref"]?.stringValue == reference)
        #expect(schema.jsonValue["$defs"]?[name]?["title"]?.stringValue == name)
    }

    @Test func twoDependenciesOfOneName() throws {
        let error = #expect(throws: SchemaError.self) {
            try GenerationSchema(
                root: Dynamic(name: "Root", properties: []),
                dependencies: [Dynamic(name: "A", anyOf: ["x"]), Dynamic(name: "A", anyOf: ["x"])]
            )
        }
        guard case .duplicateType(schema: "Root", type: "A", let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.debugDescription == "two different schemas are named 'A'")
        #expect(error?.recoverySuggestion == "Rename one of the schemas named 'A'.")
    }

    @Test(arguments: [
        (Dynamic(name: "Root", anyOf: ["x"]), "Root"),
        (Dynamic(name: "B", properties: [.init(name: "r", schema: Dynamic(name: "Root", anyOf: ["x"]))]), "Root"),
        (
            Dynamic(
                name: "B",
                anyOf: [Dynamic(name: "C", anyOf: ["x"]), Dynamic(name: "C", anyOf: ["y"])]
            ), "C"
        ),
    ])
    private func twoDifferentSchemasOfOneName(dependency: DynamicGenerationSchema, name: String) throws {
        let error = #expect(throws: SchemaError.self) {
            try GenerationSchema(root: Dynamic(name: "Root", properties: []), dependencies: [dependency])
        }
        guard case .duplicateType(schema: "Root", type: name, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func twoPropertiesOfOneName() throws {
        let error = #expect(throws: SchemaError.self) {
            try GenerationSchema(
                root: Dynamic(
                    name: "Root",
                    properties: [.init(name: "a", schema: .null), .init(name: "a", schema: .null)]
                ),
                dependencies: []
            )
        }
        guard case .duplicateProperty(schema: "Root", property: "a", _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.errorDescription == "'Root' has two properties named 'a'")
    }

    @Test(arguments: [Dynamic(name: "None", anyOf: [String]()), Dynamic(name: "None", anyOf: [Dynamic]())])
    private func choicesWithoutAlternatives(dependency: DynamicGenerationSchema) throws {
        let error = #expect(throws: SchemaError.self) {
            try GenerationSchema(root: Dynamic(arrayOf: dependency), dependencies: [])
        }
        guard case .emptyTypeChoices(schema: "None", _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.description == "'None' has no choices. Add at least one choice to 'None'.")
    }

    @Test func namesWithoutASchema() throws {
        let error = #expect(throws: SchemaError.self) {
            try GenerationSchema(
                root: Dynamic(
                    name: "Root",
                    properties: [
                        .init(name: "a", schema: Dynamic(referenceTo: "Missing")),
                        .init(name: "b", schema: Dynamic(arrayOf: Dynamic(referenceTo: "Gone"))),
                        .init(name: "c", schema: Dynamic(referenceTo: "Missing")),
                        .init(name: "d", schema: Dynamic(referenceTo: "Root")),
                    ]
                ),
                dependencies: []
            )
        }
        guard case .undefinedReferences(schema: "Root", references: ["Missing", "Gone"], _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.errorDescription == "no schema is named 'Missing', 'Gone'")
        #expect(
            error?.recoverySuggestion
                == "Add schemas named 'Missing', 'Gone' to the dependencies, or correct the names."
        )
    }
}
