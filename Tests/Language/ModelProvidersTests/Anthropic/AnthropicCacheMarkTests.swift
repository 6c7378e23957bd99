import LanguageModels
import ModelTable
import StreamingJSON
import Testing

@testable import ModelProviders

/// The marks up to which the provider caches a request.
@Suite struct AnthropicCacheMarkTests {
    private static let short: JSONValue = ["type": "ephemeral"]
    private static let long: JSONValue = ["type": "ephemeral", "ttl": "1h"]

    /// A text of a number of tokens, by the encoder's estimate.
    private static func text(_ tokens: Int) -> String { String(repeating: "word", count: tokens) }

    private static func tool(_ tokens: Int) -> Transcript.ToolDefinition {
        .init(
            name: "find",
            description: text(tokens),
            parameters: .init(jsonSchema: ["type": "object", "properties": [:]])
        )
    }

    private func body(
        _ model: String = "claude-sonnet-5-5",
        instructions: Int = 0,
        tool: Int? = nil,
        inputs: [Int] = [1],
        marks: [GenerationOptions.CacheMark] = []
    ) throws -> JSONValue {
        var entries: [Transcript.Entry] = []
        if instructions > 0 {
            entries.append(
                .instructions(.init(segments: [.text(.init(content: Self.text(instructions)))], toolDefinitions: []))
            )
        }
        for (index, tokens) in inputs.enumerated() {
            if index > 0 { entries.append(.response(.init(segments: [.text(.init(content: "Yes."))]))) }
            entries.append(.prompt(.init(segments: [.text(.init(content: Self.text(tokens)))])))
        }
        var options = GenerationOptions()
        options.details.cacheMarks = marks
        return try AnthropicRequestEncoder(model: model, dialect: .known(for: model)).encode(
            .init(
                transcript: Transcript(entries: entries),
                enabledTools: tool.map { [Self.tool($0)] } ?? [],
                generationOptions: options
            )
        )
    }

    /// The marks of a body: on the tools, on the instructions, on the blocks of messages, and at the top.
    private func marks(_ body: JSONValue) -> [JSONValue?] {
        let blocks = (body["messages"]?.arrayValue ?? []).flatMap { $0["content"]?.arrayValue ?? [] }
        return [
            body["tools"]?.arrayValue?.last?["cache_control"], body["system"]?.arrayValue?.last?["cache_control"],
            .array(blocks.map { $0["cache_control"] ?? .null }), body["cache_control"],
        ]
    }

    struct OwnRow: Sendable {
        var model = "claude-sonnet-5-5"
        var instructions = 0
        var tool: Int?
        var inputs = [1]
        /// Whether the tools, the instructions and the end are marked.
        var marked: [Bool]
    }

    @Test(arguments: [
        // What no later request repeats is not marked.
        OwnRow(instructions: 9000, inputs: [9000], marked: [false, false, false]),
        OwnRow(instructions: 10, tool: 10, marked: [false, false, false]),
        OwnRow(instructions: 10, tool: 600, marked: [true, true, true]),
        OwnRow(instructions: 300, tool: 300, marked: [false, true, true]),
        OwnRow(instructions: 10, tool: 10, inputs: [600], marked: [false, false, true]),
        OwnRow(instructions: 600, inputs: [1, 1], marked: [false, true, true]),
        // The least number is that of the model.
        OwnRow(model: "claude-haiku-4-5", tool: 4000, marked: [false, false, false]),
        OwnRow(model: "claude-haiku-4-5", tool: 4100, marked: [true, false, true]),
        OwnRow(model: "qwen3", tool: 9000, marked: [false, false, false]),
    ]) func whatPaysIsMarked(row: OwnRow) throws {
        let body = try body(row.model, instructions: row.instructions, tool: row.tool, inputs: row.inputs)
        let marks = marks(body)
        #expect(
            [marks[0], marks[1], marks[3]].map { $0 == Self.short }
                == row.marked.enumerated().map { index, isMarked in
                    // Without instructions there is nothing to mark.
                    index == 1 && row.instructions == 0 ? false : isMarked
                }
        )
        #expect(marks[2]?.arrayValue?.allSatisfy(\.isNull) == true)
    }

    @Test func aServerThatMayNotKnowMarksGetsThemOnlyAtAnthropicsHost() {
        let table = ModelTable.builtIn
        #expect(AnthropicDialect.known(for: "m", at: "https://api.anthropic.com", in: table).marksCaches)
        #expect(!AnthropicDialect.known(for: "m", at: "http://127.0.0.1:8080", in: table).marksCaches)
        #expect(AnthropicDialect.known(for: "a/claude-opus-5", at: "http://127.0.0.1:8080", in: table).marksCaches)
    }

    @Test func aClientsMarksArePassedOn() throws {
        let body = try body(
            instructions: 1,
            tool: 1,
            inputs: [1, 2, 3],
            marks: [.init(.input(1)), .init(.instructions, isLong: true), .init(.input(9))]
        )
        #expect(marks(body) == [nil, Self.long, [nil, nil, Self.short, nil, nil], nil])
        #expect(body["tools"]?.arrayValue?.count == 1)
        let end = try self.body(marks: [.init(.end, isLong: true)])
        #expect(marks(end) == [nil, nil, [nil], Self.long])
    }

    @Test func marksAreBroughtIntoTheFormOfTheInterface() throws {
        let many = (0..<5).map { GenerationOptions.CacheMark(.input($0), isLong: $0 == 4) }
        let marked = try body(instructions: 1, inputs: [1, 1, 1, 1, 1], marks: [.init(.instructions)] + many)
        // Four at most, the newest of them, and no long one after a short one.
        let blocks: JSONValue = [nil, nil, nil, nil, Self.short, nil, Self.short, nil, Self.short]
        #expect(marks(marked) == [nil, Self.short, blocks, nil])
        let other = try body("qwen3", instructions: 1, marks: [.init(.instructions)])
        #expect(marks(other) == [nil, nil, [nil], nil])
    }
}
