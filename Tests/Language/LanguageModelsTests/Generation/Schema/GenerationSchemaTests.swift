import FoundationEssentials
import LanguageModels
import StreamingJSON
import Testing

@Generable(description: "A company")
private struct Company {
    var name: String
    var boss: Employee
    var staff: [Employee]?
}

@Generable
private struct Employee {
    @Guide(description: "Where they work, if not here") var companies: [Company]?
    var reports: [Employee]
}

private enum First {
    @Generable struct Item: Equatable { var a: Int }
}

private enum Second {
    @Generable struct Item { var b: Int }
}

@Generable
private struct TwoItems {
    var first: First.Item
    var second: Second.Item
    var more: [Second.Item]
}

@Generable
private struct Box<Value: Generable> {
    var value: Value
    var others: [Value]
}

@Generable
private struct Pair<Left, Right> where Left: Generable & Sendable, Right: Generable {
    var left: Left
    var right: Right?
}

@Generable
private struct Boxes {
    var number: Box<Int>
    var text: Box<String>
    var nested: Box<Box<Int>>
    var pair: Pair<Int, [String]>
}

@Generable(description: "A note", representNilExplicitlyInGeneratedContent: true)
private struct Note: Equatable {
    var text: String
    @Guide(description: "Who wrote it") var author: String?
    var employee: First.Item?
}

@Generable(name: "Journey", description: "A trip")
private struct Trip {
    var to: String
    var next: [Trip]
}

@Generable(name: "Quiet", description: nil, representNilExplicitlyInGeneratedContent: false)
private struct Named {
    var trip: Trip
}

@Generable
private struct Empty {}

/// A type whose schema is plain JSON Schema.
private struct ByHand: Generable {
    static var generationSchema: GenerationSchema {
        GenerationSchema(jsonSchema: [
            "title": "ByHand", "type": "object",
            "properties": ["again": ["$ref": "#"], "part": ["$ref": "#/$defs/Part"], "$ref": ["type": "string"]],
            "$defs": ["Part": ["type": "array", "items": ["$ref": "#/$defs/Part"]]],
        ])
    }
    init(_ content: GeneratedContent) throws {}
    var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
}

@Generable
private struct WithByHand {
    var part: ByHand
}

/// A recursive type without a name in its schema.
private struct Anonymous: Generable {
    static var generationSchema: GenerationSchema { [Anonymous].generationSchema }
    init(_ content: GeneratedContent) throws {}
    var generatedContent: GeneratedContent { GeneratedContent(elements: []) }
}

@Suite struct GenerationSchemaTests {
    @Test func typesMayReferToEachOther() {
        let schema = Company.generationSchema.jsonValue
        #expect(
            schema.serialized()
                == #"{"title":"Company","description":"A company","type":"object","properties":{"#
                + ##""name":{"type":"string"},"boss":{"$ref":"#/$defs/Employee"},"##
                + ##""staff":{"type":"array","items":{"$ref":"#/$defs/Employee"}}},"##
                + #""required":["name","boss"],"x-order":["name","boss","staff"],"additionalProperties":false,"#
                + #""$defs":{"Employee":{"title":"Employee","type":"object","properties":{"#
                + ##""companies":{"type":"array","items":{"$ref":"#"},"description":"Where they work, if not here"},"##
                + ##""reports":{"type":"array","items":{"$ref":"#/$defs/Employee"}}},"##
                + #""required":["reports"],"x-order":["companies","reports"],"additionalProperties":false}}}"#
        )
        let other = Employee.generationSchema.jsonValue
        #expect(other["properties"]?["reports"]?["items"] == ["$ref": "#"])
        #expect(other["$defs"]?["Company"]?["properties"]?["boss"] == ["$ref": "#"])
    }

    @Test func twoTypesOfOneNameHaveTwoDefinitions() {
        let schema = TwoItems.generationSchema.jsonValue
        let first = schema["properties"]?["first"]?["$ref"]?.stringValue
        let second = schema["properties"]?["second"]?["$ref"]?.stringValue
        #expect(first == "#/$defs/Item")
        #expect(second == "#/$defs/Second.Item")
        #expect(schema["properties"]?["more"]?["items"]?["$ref"]?.stringValue == second)
        #expect(schema["$defs"]?["Item"]?["properties"]?["a"] == ["type": "integer"])
        #expect(schema["$defs"]?["Second.Item"]?["properties"]?["b"] == ["type": "integer"])
        #expect(schema["$defs"]?["Second.Item"]?["title"] == "Second.Item")
    }

    @Test func aGenericTypeIsNamedForItsArguments() {
        let schema = Boxes.generationSchema.jsonValue
        #expect(
            schema["$defs"]?.objectValue?.keys == ["Box_Int", "Box_String", "Box_Box_Int", "Pair_Int_Array_String"]
        )
        #expect(schema["$defs"]?["Box_Box_Int"]?["properties"]?["value"] == ["$ref": "#/$defs/Box_Int"])
        #expect(schema["$defs"]?["Pair_Int_Array_String"]?["required"] == ["left"])
        #expect(Box<Int>.generationSchema.name == "Box_Int")
    }

    @Test func nilMayBeExplicit() throws {
        let schema = Note.generationSchema.jsonValue
        #expect(schema["required"] == ["text", "author", "employee"])
        #expect(
            schema["properties"]?["author"]
                == ["anyOf": [["type": "string"], ["type": "null"]], "description": "Who wrote it"]
        )
        #expect(schema["properties"]?["employee"] == ["anyOf": [["$ref": "#/$defs/Item"], ["type": "null"]]])
        let note = Note(text: "x", author: nil, employee: nil)
        #expect(note.generatedContent.jsonString == #"{"text":"x","author":null,"employee":null}"#)
        #expect(try Note(note.generatedContent) == note)
        #expect(try Note(GeneratedContent(json: #"{"text":"x"}"#)) == note)
    }

    @Test func aTypeMayHaveAnotherNameInSchemas() {
        let schema = Named.generationSchema
        #expect(schema.name == "Quiet")
        #expect(schema.jsonValue["description"] == nil)
        #expect(schema.jsonValue["properties"]?["trip"] == ["$ref": "#/$defs/Journey"])
        #expect(schema.jsonValue["$defs"]?["Journey"]?["description"] == "A trip")
        #expect(
            schema.jsonValue["$defs"]?["Journey"]?["properties"]?["next"]?["items"] == ["$ref": "#/$defs/Journey"]
        )
        #expect(Trip.generationSchema.jsonValue["properties"]?["next"]?["items"] == ["$ref": "#"])
    }

    @Test func anObjectMayBeEmpty() throws {
        #expect(
            Empty.generationSchema.jsonValue.serialized()
                == #"{"title":"Empty","type":"object","properties":{},"required":[],"x-order":[],"#
                + #""additionalProperties":false}"#
        )
        #expect(Empty().generatedContent.jsonString == "{}")
        _ = try Empty(GeneratedContent(json: "{}"))
    }

    @Test func aSchemaWrittenByHandMovesWithItsReferences() {
        let schema = WithByHand.generationSchema.jsonValue
        #expect(schema["properties"]?["part"] == ["$ref": "#/$defs/ByHand"])
        let moved = schema["$defs"]?["ByHand"]
        #expect(moved?["properties"]?["again"] == ["$ref": "#/$defs/ByHand"])
        #expect(moved?["properties"]?["part"] == ["$ref": "#/$defs/Part"])
        #expect(moved?["properties"]?["$ref"] == ["type": "string"])
        #expect(moved?["$defs"] == nil)
        #expect(schema["$defs"]?["Part"]?["items"] == ["$ref": "#/$defs/Part"])
    }

    @Test func aTypeWithoutANameMayContainItself() {
        let schema = Box<Anonymous>.generationSchema.jsonValue
        #expect(schema["$defs"]?["Anonymous"]?["items"] == ["$ref": "#/$defs/Anonymous"])
        #expect(schema["properties"]?["value"] == ["$ref": "#/$defs/Anonymous"])
    }

    @Test func anArrayHasItsOwnSchema() {
        #expect(
            [First.Item].generationSchema.jsonValue.serialized()
                == ##"{"type":"array","items":{"$ref":"#/$defs/Item"},"$defs":{"Item":{"title":"Item","type":"object","##
                + #""properties":{"a":{"type":"integer"}},"required":["a"],"x-order":["a"],"additionalProperties":false}}}"#
        )
        #expect([[Int]].generationSchema.jsonValue["items"]?["items"] == ["type": "integer"])
        #expect([Int].generationSchema.name.isEmpty)
    }

    @Test func choicesMayBeAmongTypes() {
        let schema = GenerationSchema(
            type: TwoItems.self,
            description: "Either",
            anyOf: [First.Item.self, String.self, TwoItems.self]
        )
        #expect(schema.jsonValue["title"] == "TwoItems")
        #expect(schema.jsonValue["anyOf"] == [["$ref": "#/$defs/Item"], ["type": "string"], ["$ref": "#"]])
        let texts = GenerationSchema(type: TwoItems.self, anyOf: ["a", "b"])
        #expect(texts.jsonValue == ["title": "TwoItems", "type": "string", "enum": ["a", "b"]])
    }

    @Test func aSchemaSurvivesAnyCoder() throws {
        let schema = Company.generationSchema
        let data = try JSONEncoder().encode(schema)
        let read = try JSONDecoder().decode(GenerationSchema.self, from: data)
        #expect(read == schema)
        #expect(read.name == "Company")
        // The properties are in the order of their declaration, whichever order the coder kept.
        #expect(read.jsonValue["properties"]?.objectValue?.keys == ["name", "boss", "staff"])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(GenerationSchema.self, from: Data("[]".utf8))
        }
    }

    @Test func equalSchemasAreEqualHoweverTheyWereMade() throws {
        let dynamic = try GenerationSchema(
            root: DynamicGenerationSchema(
                name: "Item",
                properties: [.init(name: "a", schema: DynamicGenerationSchema(type: Int.self))]
            ),
            dependencies: []
        )
        #expect(dynamic == First.Item.generationSchema)
        #expect(dynamic != Second.Item.generationSchema)
        #expect(dynamic.debugDescription == dynamic.jsonValue.serialized())
    }
}

@Suite struct DialectSchemaTests {
    @Test func aDialectIsWrittenOnceForASchemaAndItsCopies() {
        let schema = GenerationSchema(jsonSchema: ["type": "string"])
        let copy = schema
        var written = 0
        func write(_ name: JSONValue) -> (JSONValue) -> JSONValue {
            { plain in
                written += 1
                return [plain, name]
            }
        }
        #expect(schema.jsonValue(in: "one", write("one")) == [["type": "string"], "one"])
        #expect(copy.jsonValue(in: "one", write("other")) == [["type": "string"], "one"])
        #expect(copy.jsonValue(in: "two", write("two")) == [["type": "string"], "two"])
        #expect(written == 2)
        #expect(schema.jsonValue == ["type": "string"])
    }
}
