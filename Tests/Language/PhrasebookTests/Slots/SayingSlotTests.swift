import CalendarDays
import StreamingJSON
import Testing

@testable import Phrasebook

/// The slots for persons, clauses and headings.
@Suite struct SayingSlotTests {
    private static let phrases = ToolPhrases(
        tool: "say",
        examples: [:],
        phrases: .english("tell {person:person} [that] {text:statement}", "note {title:heading} {text:text}")
            + .japanese("{person:person}(さん|)に{text:text}って送って")
    )
    private static let compiled = Result { try CompiledPhrases([phrases]) }

    private func call(_ message: String) throws -> [String: String] {
        let planner = Planner(phrases: try Self.compiled.get(), today: CalendarDay(number: 20_783), language: nil) {
            _ in true
        }
        var values: [String: String] = [:]
        for (name, value) in planner.understanding(of: [Turn(prompt: message)]).calls.first?.call.arguments ?? [:] {
            values[name] = value.stringValue
        }
        return values
    }

    @Test(arguments: [
        ("tell Mika I'm on my way", "Mika", "I'm on my way"),
        ("tell mom that dinner is ready", "mom", "dinner is ready"),
        ("Tell my wife the shop is closed", "wife", "the shop is closed"),
        ("tell Aiko Sato we won", "Aiko Sato", "we won"),
        ("ゆうこにもうすぐ着くって送って", "ゆうこ", "もうすぐ着く"), ("田中さんに駅に着いたって送って", "田中", "駅に着いた"),
        ("くにこに明日行くって送って", "くにこ", "明日行く"),
    ])
    func personsAndClauses(message: String, person: String, text: String) throws {
        #expect(try call(message) == ["person": person, "text": text])
    }

    @Test(arguments: [
        "tell me I'm pretty", "tell Monday I'm late", "tell Mika a joke", "tell jokes I like", "明日に延期するって送って",
        "メモに書くって送って",
        "田中さんと山田さんに遅れるって送って",
    ])
    func noPersonOrNoClause(message: String) throws {
        #expect(try call(message) == [:])
    }

    @Test(arguments: [
        ("note Gift ideas: a kettle and a scarf", "Gift ideas", "a kettle and a scarf"),
        ("note Things to buy: milk", "Things to buy", "milk"),
    ])
    func aHeadingEndsAtAColon(message: String, title: String, text: String) throws {
        #expect(try call(message) == ["title": title, "text": text])
    }

    @Test func theColonOfATimeEndsNoHeading() throws {
        #expect(try call("note train 10:30 platform") == [:])
    }
}
