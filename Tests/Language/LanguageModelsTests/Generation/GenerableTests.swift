import LanguageModels
import StreamingJSON
import Testing

@Generable(description: "A person")
struct Person: Equatable {
    @Guide(description: "Full name")
    var name: String
    @Guide(description: "In years", .range(0...150))
    var age: Int
    var email: String?
    var address: Address
    @Guide(description: "Nicknames", .maximumCount(3))
    var nicknames: [String]
    var mood: Mood
    var isAdult: Bool { age >= 18 }
}

@Generable
struct Address: Equatable {
    var city: String
    var tags: [Tag]?
}

@Generable
struct Tag: Equatable {
    var label: String
}

@Generable
enum Mood: Equatable {
    case happy
    case sad
}

@Generable
enum Unit: String, Equatable {
    case box = "箱"
    case piece
}

@Generable
struct Folder: Equatable {
    var name: String
    var folders: [Folder]
}

@Generable
struct Numbered: Equatable {
    var id: Int
}

@Suite struct GenerableTests {
    let person = Person(
        name: "Ada",
        age: 36,
        email: nil,
        address: Address(city: "London", tags: [Tag(label: "home")]),
        nicknames: ["A"],
        mood: .happy
    )

    @Test func aValueReadsBackFromItsContent() throws {
        #expect(try Person(person.generatedContent) == person)
    }

    @Test func missingOptionalsAreOmitted() {
        #expect(
            person.generatedContent.jsonString
                == #"{"name":"Ada","age":36,"address":{"city":"London","tags":[{"label":"home"}]},"nicknames":["A"],"mood":"happy"}"#
        )
    }

    @Test func theSchemaIsApplesDialect() {
        let schema = Person.generationSchema.jsonValue
        #expect(schema["title"] == "Person")
        #expect(schema["description"] == "A person")
        #expect(schema["x-order"] == ["name", "age", "email", "address", "nicknames", "mood"])
        #expect(schema["required"] == ["name", "age", "address", "nicknames", "mood"])
        #expect(schema["additionalProperties"] == false)
        #expect(
            schema["properties"]?["age"]
                == ["type": "integer", "minimum": 0, "maximum": 150, "description": "In years"]
        )
        #expect(schema["properties"]?["address"] == ["$ref": "#/$defs/Address"])
        #expect(schema["$defs"]?["Mood"] == ["title": "Mood", "type": "string", "enum": ["happy", "sad"]])
        #expect(schema["$defs"]?["Tag"]?["properties"]?["label"] == ["type": "string"])
        #expect(schema["properties"]?["nicknames"]?["maxItems"] == 3)
    }

    @Test func aTypeMayReferToItself() throws {
        let schema = Folder.generationSchema.jsonValue
        #expect(schema["properties"]?["folders"] == ["type": "array", "items": ["$ref": "#"]])
        #expect(schema["$defs"] == nil)
        let tree = Folder(name: "a", folders: [Folder(name: "b", folders: [])])
        #expect(try Folder(tree.generatedContent) == tree)
    }

    @Test func aTypeMayHaveItsOwnId() throws {
        #expect(try Numbered(GeneratedContent(json: #"{"id":3}"#)) == Numbered(id: 3))
        #expect(try Numbered.PartiallyGenerated(GeneratedContent(json: #"{"id":3}"#)).id == 3)
        #expect(try Numbered.PartiallyGenerated(GeneratedContent(json: "{")).id == nil)
    }

    @Test func rawValuesAreTheTextOfAnEnumeration() throws {
        #expect(Unit.generationSchema.jsonValue["enum"] == ["箱", "piece"])
        #expect(try Unit(GeneratedContent("箱")) == .box)
        #expect(Unit.piece.generatedContent.jsonString == "\"piece\"")
    }

    @Test(arguments: [
        (#"{"name":"Ada"}"#, "the required property 'age' is missing"),
        (#"{"name":"Ada","age":"x"}"#, "in 'age': expected integer, found string"),
        (#"{"name":"Ada","age":1,"address":{}}"#, "in 'address': the required property 'city' is missing"),
        (
            #"{"name":"Ada","age":1,"address":{"city":""},"nicknames":[],"mood":"odd"}"#,
            #"in 'mood': expected one of happy, sad; found "odd""#
        ),
        (#"[1]"#, "expected object, found array"),
    ])
    func aFaultNamesItsProperty(json: String, message: String) throws {
        let error = #expect(throws: GeneratedContent.ParsingError.self) {
            try Person(GeneratedContent(json: json))
        }
        #expect(error?.debugDescription == message)
    }

    @Test func largeIntegersStayExact() throws {
        let content = try GeneratedContent(json: "9007199254740993")
        #expect(try Int(content) == 9_007_199_254_740_993)
    }

    @Test func aPartialValueGrowsWithStableIdentities() throws {
        let text = person.generatedContent.jsonString
        let id = GenerationID()
        var names: [String] = []
        var identities: Set<GenerationID> = []
        for end in text.indices.dropFirst() {
            guard let content = try? GeneratedContent(GeneratedContent(json: String(text[..<end])), id: id) else {
                continue
            }
            let partial = try Person.PartiallyGenerated(content)
            identities.insert(partial.id)
            if let name = partial.name, names.last != name { names.append(name) }
            #expect(partial.age == nil || partial.age == 36)
        }
        #expect(names == ["", "A", "Ad", "Ada"])
        #expect(identities == [id])
    }

    @Test func onlyThePathToTheOpenPartIsIncomplete() throws {
        let content = try GeneratedContent(json: #"{"a":[1,2],"b":{"c":"x"#)
        #expect(!content.isComplete)
        #expect(try content.value(GeneratedContent.self, forProperty: "a").isComplete)
        let b = try content.value(GeneratedContent.self, forProperty: "b")
        #expect(!b.isComplete)
        #expect(try !b.value(GeneratedContent.self, forProperty: "c").isComplete)
    }
}
