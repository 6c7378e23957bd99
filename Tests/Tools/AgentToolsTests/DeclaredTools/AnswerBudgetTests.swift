import StreamingJSON
import Testing
import ToolDeclarations

@testable import AgentTools
@testable import DeclaredTools

/// The result made of an answer has a budget of bytes, however often a query finds the same part.
@Suite struct AnswerBudgetTests {
    private static func declaration(_ answer: String) throws -> AnswerDeclaration {
        let text = """
            torii: 1
            upstream: orders
            base: https://orders.example
            tools:
              - {name: read, description: a, effect: reads, request: {get: /}, answer: {\(answer)}}

            """
        return try ToolDeclarationFile(text, file: "f").tools[0].answer
    }

    /// An object in an object, and so on, around a text.
    private static func nested(_ depth: Int, around size: Int) -> JSONValue {
        (0..<depth).reduce(.string(String(repeating: "x", count: size))) { inner, _ in ["item": inner] }
    }

    @Test(arguments: [
        ("select: $..item, max: 1000", 60), ("select: \"$..*\", max: 1000", 60),
        ("select: $, fields: {a: $..item, b: $..item, c: $..item}", 60),
        ("select: $..item, fields: {a: $}, max: 1000", 100),
    ])
    func overlappingItemsAreCounted(_ answer: String, _ depth: Int) throws {
        let value = Self.nested(depth, around: 1_000)
        var whole = AnswerItems(try Self.declaration(answer), budget: .max)
        _ = try whole.add(value)
        let wanted = JSONValue.array(whole.items).serialized().utf8.count
        #expect(wanted > 50_000)
        var found = AnswerItems(try Self.declaration(answer), budget: 10_000)
        let count = try found.add(value)
        #expect(JSONValue.array(found.items).serialized().utf8.count <= 10_000)
        #expect(found.isFull && found.rest > 0 && found.items.count + found.rest == count)
        // A further page adds nothing.
        _ = try found.add(value)
        #expect(JSONValue.array(found.items).serialized().utf8.count <= 10_000)
    }

    @Test func anAnswerOfOnePieceFits() throws {
        var found = AnswerItems(try Self.declaration("max: 100"), budget: 10_000)
        _ = try found.add(.array((0..<50).map { ["id": .integer($0), "name": "some words"] }))
        #expect(found.items.count == 50 && found.rest == 0)
    }

    @Test func theSizeIsCountedOnlyUpToTheLimit() {
        let value: JSONValue = ["a": ["text", 1, true, nil], "b": .string(String(repeating: "y", count: 100))]
        let size = value.byteCount(upTo: .max)
        #expect(size.map { $0 >= value.serialized().utf8.count } == true)
        #expect(value.byteCount(upTo: 20) == nil && value.byteCount(upTo: size ?? 0) == size)
    }
}
