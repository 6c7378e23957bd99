import Foundation
import LanguageModels
import Testing

@Generable
private struct City: Equatable {
    var name: String
    var population: Int?
}

/// Content that is built and read by hand (reference §2.3).
@Suite(.timeLimit(.minutes(1))) struct GeneratedContentFamilyTests {
    @Test func contentIsMadeOfPropertiesInTheirOrder() throws {
        let id = GenerationID()
        let content = GeneratedContent(
            properties: [
                "name": "Nara", "population": 360_000, "sights": ["deer", "temples"], "mayor": nil as String?,
            ],
            id: id
        )
        #expect(content.id == id)
        #expect(content.jsonString == #"{"name":"Nara","population":360000,"sights":["deer","temples"],"mayor":null}"#)
        #expect(content.debugDescription == content.jsonString)
        #expect(content.isComplete)
    }

    @Test func theCallerResolvesDuplicateProperties() throws {
        let pairs: [(String, any ConvertibleToGeneratedContent)] = [("a", 1), ("b", "x"), ("a", 2)]
        let sum = try GeneratedContent(properties: pairs) { try $0.value(Int.self) + $1.value(Int.self) }
        #expect(sum.jsonString == #"{"a":3,"b":"x"}"#)
        let last = GeneratedContent(properties: pairs, id: nil, uniquingKeysWith: { _, later in later })
        #expect(last.jsonString == #"{"a":2,"b":"x"}"#)
        #expect(throws: GeneratedContent.ParsingError.self) {
            try GeneratedContent(properties: [("a", "x"), ("a", "y")] as [(String, any ConvertibleToGeneratedContent)])
            {
                try $0.value(Int.self) + $1.value(Int.self)
            }
        }
    }

    @Test func contentIsMadeOfElementsAndOfValues() throws {
        let elements: [any ConvertibleToGeneratedContent] = [1, "two", [3.5], City(name: "Uji", population: nil)]
        #expect(GeneratedContent(elements: elements).jsonString == #"[1,"two",[3.5],{"name":"Uji"}]"#)
        let id = GenerationID()
        #expect(GeneratedContent(City(name: "Uji", population: 1), id: id).id == id)
        #expect(GeneratedContent("text").jsonString == #""text""#)
        #expect(try GeneratedContent(GeneratedContent(true)).kind == .bool(true))
    }

    @Test func valuesAreReadByTheirTypes() throws {
        let content = try GeneratedContent(
            json: #"{"name": "Nara", "population": null, "sights": ["deer"], "area": 276.9}"#
        )
        #expect(try content.value(City.self) == City(name: "Nara", population: nil))
        let city: City = try content.value()
        #expect(city.name == "Nara")
        #expect(try content.value(String.self, forProperty: "name") == "Nara")
        let area: Double = try content.value(forProperty: "area")
        #expect(area == 276.9)
        #expect(try content.value(Int?.self, forProperty: "population") == nil)
        #expect(try content.value([String]?.self, forProperty: "missing") == nil)
        #expect(try content.value([String].self, forProperty: "sights") == ["deer"])
    }

    /// A fault of the content, with the error text for a developer.
    struct Fault: Sendable, CustomTestStringConvertible {
        let json: String
        let words: String
        var testDescription: String { words }
    }

    @Test(arguments: [
        Fault(json: #"{"population": 1}"#, words: "the required property 'name' is missing"),
        Fault(json: #"{"name": 7}"#, words: "in 'name': expected string, found the number 7"),
        Fault(json: #"{"name": "a", "population": "x"}"#, words: "in 'population': expected integer, found string"),
        Fault(json: "[]", words: "expected object, found array"),
    ])
    func contentOfAnotherShapeIsAnErrorThatNamesTheProperty(fault: Fault) throws {
        let content = try GeneratedContent(json: fault.json)
        let error = #expect(throws: GeneratedContent.ParsingError.self) { try City(content) }
        #expect(error?.debugDescription == fault.words)
        #expect(error?.errorDescription == fault.words)
    }

    @Test func unfinishedJSONIsReadUpToItsEnd() throws {
        let content = try GeneratedContent(json: #"{"name": "Na", "sights": ["deer", "te"#)
        #expect(!content.isComplete)
        let name: GeneratedContent = try content.value(forProperty: "name")
        #expect(name.isComplete)
        #expect(name.kind == .string("Na"))
        let sights: GeneratedContent = try content.value(forProperty: "sights")
        #expect(!sights.isComplete)
        guard case .array(let elements) = sights.kind else { Issue.record("no array"); return }
        #expect(elements.map(\.isComplete) == [true, false])
        let error = #expect(throws: GeneratedContent.ParsingError.self) { try GeneratedContent(json: "{name}") }
        #expect(error?.rawContent == "{name}")
        #expect(error?.underlyingError != nil)
    }

    @Test func everyKindIsWrittenAndReadBack() throws {
        let json = #"{"a":null,"b":true,"c":1.5,"d":"x","e":[1],"f":{"z":1,"y":2}}"#
        let content = try GeneratedContent(json: json)
        func copied(_ content: GeneratedContent) -> GeneratedContent {
            switch content.kind {
            case .null: GeneratedContent(kind: .null)
            case .bool(let value): GeneratedContent(kind: .bool(value))
            case .number(let value): GeneratedContent(kind: .number(value))
            case .string(let value): GeneratedContent(kind: .string(value))
            case .array(let elements): GeneratedContent(kind: .array(elements.map(copied)))
            case .structure(let properties, let orderedKeys):
                GeneratedContent(kind: .structure(properties: properties.mapValues(copied), orderedKeys: orderedKeys))
            }
        }
        #expect(copied(content).jsonString == json)
        #expect(copied(content) == content)
        let id = GenerationID()
        #expect(GeneratedContent(kind: .string("x"), id: id).id == id)
    }

    @Test func aModelGeneratesContentWithoutAType() async throws {
        let model = ScriptedModel([ScriptedModel.text(#"{"name": "Nara", "#, #""population": 360000}"#)])
        let session = LanguageModelSession(model: model)
        let response = try await session.respond(to: "Where?", schema: City.generationSchema)
        #expect(try response.content.value(City.self).population == 360_000)
        #expect(response.rawContent == response.content)
    }

    @Test func anErrorCanBeMadeByAnAppsType() {
        let cause = CancellationError()
        let error = GeneratedContent.ParsingError(rawContent: "x", underlyingError: cause, debugDescription: "no date")
        #expect(error.rawContent == "x")
        #expect(error.underlyingError is CancellationError)
        #expect((error as any LocalizedError).errorDescription == "no date")
    }
}
