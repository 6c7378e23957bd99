import LanguageModels
import Testing

/// An example inside a prompt.
@Generable
private struct Example: Equatable {
    var title: String
    var days: Int
}

/// An app's type that is a part of prompts and instructions, written with the builders.
private struct Ticket: PromptRepresentable, InstructionsRepresentable {
    var number: Int
    var isUrgent: Bool

    var promptRepresentation: Prompt {
        "Ticket \(number)"
        if isUrgent { "It is urgent." }
    }

    var instructionsRepresentation: Instructions {
        "Know ticket \(number)."
        if isUrgent { "Hurry." } else { "Take time." }
    }
}

/// Prompts, instructions and their builders (reference §2.6, without images).
@Suite(.timeLimit(.minutes(1))) struct PromptFamilyTests {
    private static func prompt(_ model: ScriptedModel) throws -> String {
        guard case .prompt(let prompt)? = model.requests.last?.transcript.last else { throw NoEntry() }
        return prompt.segments.text
    }

    private static func instructions(_ model: ScriptedModel) throws -> String {
        guard case .instructions(let instructions)? = model.requests.last?.transcript.first else { throw NoEntry() }
        return instructions.segments.text
    }

    private struct NoEntry: Error {}

    @Test func aPromptOfEveryKindOfPart() async throws {
        let model = ScriptedModel([ScriptedModel.text("ok")])
        let (hints, extra, isShort): ([String], Prompt?, Bool) = (["a", "b"], nil, true)
        try await LanguageModelSession(model: model).respond {
            "Plan a trip."
            Prompt("Nested")
            if isShort { "Short" } else { "Long" }
            if let extra { extra }
            for hint in hints { "Hint \(hint)" }
            Ticket(number: 7, isUrgent: true)
            Example(title: "Kyoto", days: 3)
            [Example(title: "Nara", days: 1)]
            hints
            12
            if #available(macOS 27, iOS 27, *) { "New" }
        }
        #expect(
            try Self.prompt(model) == """
                Plan a trip.
                Nested
                Short
                Hint a
                Hint b
                Ticket 7
                It is urgent.
                {"title":"Kyoto","days":3}
                [{"title":"Nara","days":1}]
                ["a","b"]
                12
                New
                """
        )
    }

    @Test func instructionsOfEveryKindOfPart() async throws {
        let model = ScriptedModel([ScriptedModel.text("ok")])
        let (rules, extra, isShort): ([String], Instructions?, Bool) = (["one", "two"], Instructions("More"), false)
        let session = LanguageModelSession(model: model) {
            "You plan trips."
            Instructions("Nested")
            if isShort { "Short" } else { "Long" }
            if let extra { extra }
            for rule in rules { "Rule \(rule)" }
            Ticket(number: 7, isUrgent: false)
            Example(title: "Kyoto", days: 3)
            rules
            if #available(macOS 27, iOS 27, *) { "New" }
        }
        try await session.respond(to: "Go")
        #expect(
            try Self.instructions(model) == """
                You plan trips.
                Nested
                Long
                More
                Rule one
                Rule two
                Know ticket 7.
                Take time.
                {"title":"Kyoto","days":3}
                ["one","two"]
                New
                """
        )
    }

    @Test func promptsAreMadeAheadOfTheirUse() async throws {
        let model = ScriptedModel([ScriptedModel.text("ok")])
        let prompt = Prompt {
            "A"
            "B"
        }
        let instructions = Instructions {
            "C"
            "D"
        }
        try await LanguageModelSession(model: model, instructions: instructions).respond(to: prompt)
        #expect(try Self.prompt(model) == "A\nB")
        #expect(try Self.instructions(model) == "C\nD")
        #expect(Prompt(prompt) == prompt)
        #expect(Instructions(instructions) == instructions)
        #expect(["A", "B"].map(Prompt.init).promptRepresentation == prompt)
        #expect(["C", "D"].map(Instructions.init).instructionsRepresentation == instructions)
    }

    /// The error of a part is the error of the whole builder.
    @Test func aBuilderThatThrows() async throws {
        struct Offline: Error {}
        func weather() throws -> String { throw Offline() }
        #expect(throws: Offline.self) { try Prompt { try weather() } }
        #expect(throws: Offline.self) { try Instructions { try weather() } }
        let session = LanguageModelSession(model: ScriptedModel([]))
        await #expect(throws: Offline.self) { try await session.respond { try weather() } }
        #expect(throws: Offline.self) { _ = try session.streamResponse { try weather() } }
        #expect(throws: Offline.self) {
            _ = try LanguageModelSession(model: ScriptedModel([])) { try weather() }
        }
        #expect(session.transcript.isEmpty)
    }

    /// The builders' functions, called as the compiler calls them.
    @Test func theFunctionsOfTheBuilders() {
        let (a, b) = (PromptBuilder.buildExpression("a"), PromptBuilder.buildExpression(Prompt("b")))
        #expect(PromptBuilder.buildBlock(a, b) == Prompt("a\nb"))
        #expect(PromptBuilder.buildArray([a, "c"]) == Prompt("a\nc"))
        #expect(PromptBuilder.buildEither(first: a) == Prompt("a"))
        #expect(PromptBuilder.buildEither(second: b) == Prompt("b"))
        #expect(PromptBuilder.buildOptional(nil) == Prompt(""))
        #expect(PromptBuilder.buildLimitedAvailability(b) == Prompt("b"))
        let (c, d) = (InstructionsBuilder.buildExpression("c"), InstructionsBuilder.buildExpression(Instructions("d")))
        #expect(InstructionsBuilder.buildBlock(c, d) == Instructions("c\nd"))
        #expect(InstructionsBuilder.buildArray([c]) == Instructions("c"))
        #expect(InstructionsBuilder.buildEither(first: c) == Instructions("c"))
        #expect(InstructionsBuilder.buildEither(second: d) == Instructions("d"))
        #expect(InstructionsBuilder.buildOptional(d) == Instructions("d"))
        #expect(InstructionsBuilder.buildLimitedAvailability(d) == Instructions("d"))
    }
}
