import Foundation
import LanguageModels
import Testing

/// A type made `Generable` by hand, as code does for types of other modules.
private struct Weekday: Generable, Equatable {
    var number: Int

    static var generationSchema: GenerationSchema {
        GenerationSchema(type: Weekday.self, description: "A day", anyOf: ["Monday", "Tuesday"])
    }

    init(number: Int) { self.number = number }

    init(_ content: GeneratedContent) throws {
        switch try content.value(String.self) {
        case "Monday": number = 1
        case "Tuesday": number = 2
        default: throw GeneratedContent.ParsingError(rawContent: content.jsonString, debugDescription: "no weekday")
        }
    }

    var generatedContent: GeneratedContent { GeneratedContent(number == 1 ? "Monday" : "Tuesday") }
}

/// A type that is only read.
private struct Reading: ConvertibleFromGeneratedContent {
    let words: Int
    init(_ content: GeneratedContent) throws { words = try content.value(String.self).split(separator: " ").count }
}

/// A type that is only written.
private struct Place: ConvertibleToGeneratedContent {
    let name: String
    var generatedContent: GeneratedContent { GeneratedContent(properties: ["name": name, "rooms": 3]) }
}

@Generable
private struct Everything: Equatable {
    var flag: Bool
    var text: String
    var count: Int
    var ratio: Float
    var size: Double
    var price: Decimal
    var days: [Weekday]
    var maybe: [String]?
    var free: GeneratedContent
}

/// The generable types (reference §2.2).
@Suite(.timeLimit(.minutes(1))) struct GenerableFamilyTests {
    private static let json = """
        {"flag": true, "text": "a", "count": 9007199254740993, "ratio": 0.5, "size": 2.25, "price": 19.99,
         "days": ["Tuesday", "Monday"], "free": {"any": [1]}}
        """

    @Test func everyStandardTypeIsGenerated() async throws {
        let model = ScriptedModel([ScriptedModel.text(Self.json)])
        let response = try await LanguageModelSession(model: model).respond(to: "All", generating: Everything.self)
        let all = response.content
        #expect(all.flag)
        #expect(all.count == 9_007_199_254_740_993)
        #expect((all.ratio, all.size) == (0.5, 2.25))
        #expect(all.price == Decimal(string: "19.99"))
        #expect(all.days == [Weekday(number: 2), Weekday(number: 1)])
        #expect(all.maybe == nil)
        #expect(try all.free.value([Int].self, forProperty: "any") == [1])
        #expect(try Everything(all.generatedContent) == all)
        #expect(all.asPartiallyGenerated().days == all.days)
    }

    @Test func aSingleValueIsGeneratedWithoutAStructure() async throws {
        let model = ScriptedModel([
            ScriptedModel.text("7"), ScriptedModel.text("true"), ScriptedModel.text(#"["a","b"]"#),
            ScriptedModel.text("2.5"), ScriptedModel.text(#""Monday""#), ScriptedModel.text("0.1"),
        ])
        let session = LanguageModelSession(model: model)
        #expect(try await session.respond(to: "Q", generating: Int.self).content == 7)
        #expect(try await session.respond(to: "Q", generating: Bool.self).content)
        #expect(try await session.respond(to: "Q", generating: [String].self).content == ["a", "b"])
        #expect(try await session.respond(to: "Q", generating: Double.self).content == 2.5)
        #expect(try await session.respond(to: "Q", generating: Weekday.self).content.number == 1)
        let price: Decimal = try await session.respond(to: "Q").content
        #expect(price == Decimal(string: "0.1"))
        let types = model.requests.map { $0.schema?.debugDescription.contains("integer") == true }
        #expect(types == [true, false, false, false, false, false])
    }

    /// `Never` has no values, so reading one is always an error.
    @Test func neverIsGenerableAndNeverGenerated() {
        #expect(throws: GeneratedContent.ParsingError.self) { try Never(GeneratedContent(1)) }
        #expect(Never.generationSchema.debugDescription == #"{"not":{}}"#)
    }

    @Test func partialFormsOfStandardTypes() throws {
        let list: [Weekday].PartiallyGenerated = try .init(GeneratedContent(json: #"["Monday", "Tu"#))
        #expect(list == [Weekday(number: 1)])
        let text: String?.PartiallyGenerated = try .init(GeneratedContent(json: #""ab"#))
        #expect(text == "ab")
        #expect(5.asPartiallyGenerated() == 5)
        #expect(["a"].asPartiallyGenerated() == ["a"])
    }

    @Test func typesThatAreOnlyReadOrOnlyWritten() async throws {
        #expect(try GeneratedContent("three short words").value(Reading.self).words == 3)
        let readings: [Reading] = try GeneratedContent(json: #"["a b", "c"]"#).value()
        #expect(readings.map(\.words) == [2, 1])
        let place = Place(name: "Nara")
        #expect([place].generatedContent.jsonString == #"[{"name":"Nara","rooms":3}]"#)
        let model = ScriptedModel([ScriptedModel.text("ok")])
        let session = LanguageModelSession(model: model, instructions: Instructions(place))
        try await session.respond {
            "Describe it"
            place
        }
        let entries = try #require(model.requests.first).transcript
        #expect(entries.map(\.description).first == #"instructions: {"name":"Nara","rooms":3}"#)
        #expect(entries.map(\.description).last == "prompt: Describe it\n" + #"{"name":"Nara","rooms":3}"#)
    }

    @Test func anOptionalIsWrittenAsItsValueOrAsNull() {
        let (some, none): (Place?, Place?) = (Place(name: "a"), nil)
        #expect(some.generatedContent.jsonString == #"{"name":"a","rooms":3}"#)
        #expect(none.generatedContent.kind == .null)
        #expect(Prompt(none) == Prompt("null"))
        #expect(Instructions(some) == Instructions(#"{"name":"a","rooms":3}"#))
    }

    @Test func everyValueIsAPromptAndInstructions() {
        #expect(5.promptRepresentation == Prompt("5"))
        #expect(true.instructionsRepresentation == Instructions("true"))
        #expect("a \"b\"".promptRepresentation == Prompt("a \"b\""))
        #expect([1.5, 2].promptRepresentation == Prompt("[1.5,2]"))
        #expect(Weekday(number: 2).promptRepresentation == Prompt(#""Tuesday""#))
    }

    @Test func anIdentityIsTheSameInAllSnapshotsOfOneAnswer() async throws {
        let json = #"[{"text":"a"},{"text":"bc"}]"#
        let rounds: [ScriptedModel.Round] = (0..<2).map { _ in
            { _, channel in for piece in json { await channel.send(.response(action: .appendText(String(piece)))) } }
        }
        let session = LanguageModelSession(model: ScriptedModel(rounds))
        var identities: [Set<GenerationID>] = []
        for _ in 0..<2 {
            var seen: Set<GenerationID> = []
            for try await snapshot in session.streamResponse(to: "Q", generating: [Remark].self) {
                seen.formUnion(snapshot.content.map(\.id))
            }
            identities.append(seen)
        }
        #expect(identities.map(\.count) == [2, 2])
        #expect(identities[0].isDisjoint(with: identities[1]))
        #expect(GenerationID() != GenerationID())
    }
}

@Generable
private struct Remark { var text: String }
