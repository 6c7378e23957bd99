import Foundation
import LanguageModels
import StreamingJSON
import Testing

@testable import ModelProviders

/// A conversation that grows only at its end, whose start must have the same form in each request.
///
/// Providers find the start in their caches, and some refuse a thought whose conversation before it has changed.
@Suite struct ConstantPrefixTests {
    private static func text(_ text: String) -> [Transcript.Segment] { [.text(.init(content: text))] }

    private static func image() throws -> Transcript.Segment {
        let png = try #require(
            Data(
                base64Encoded:
                    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
            )
        )
        return .attachment(.init(content: .image(try Transcript.ImageAttachment(imageData: png))))
    }

    private static let tool = Transcript.ToolDefinition(
        name: "find",
        description: "Finds.",
        parameters: .init(jsonSchema: ["type": "object", "properties": ["what": ["type": "string"]]])
    )

    private static func thought(_ number: Int) -> Transcript.Entry {
        .reasoning(
            .init(
                metadata: ["anthropic": "thinking"],
                segments: text("Hm \(number)."),
                signature: Data("seal\(number)".utf8)
            )
        )
    }

    /// The entries of several turns, and the numbers of entries with which requests are made.
    private static func conversation() throws -> (entries: [Transcript.Entry], lengths: [Int]) {
        var entries: [Transcript.Entry] = [.instructions(.init(segments: text("Be brief."), toolDefinitions: [tool]))]
        var lengths: [Int] = []
        for turn in 0..<4 {
            // Two prompts in a row, as after a turn that failed; and one with an image.
            if turn == 2 { entries.append(.prompt(.init(segments: text("Are you there?")))) }
            entries.append(.prompt(.init(segments: try text("Question \(turn)") + (turn == 1 ? [image()] : []))))
            lengths.append(entries.count)
            for round in 0..<turn {
                entries.append(thought(turn * 10 + round))
                if round == 0 { entries.append(.response(.init(segments: text("I'll look.")))) }
                let calls = (0...round).map { call in
                    Transcript.ToolCall(
                        id: "call_\(turn)_\(round)_\(call)",
                        metadata: call == 0 ? GeminiSignature.metadata("c2VhbA==") : [:],
                        toolName: "find",
                        arguments: GeneratedContent(properties: ["what": "it"])
                    )
                }
                entries.append(.toolCalls(.init(calls)))
                for call in calls {
                    let segments = try text("Found \(call.id)") + (round == 1 ? [image()] : [])
                    entries.append(.toolOutput(.init(id: call.id, toolName: "find", segments: segments)))
                }
                lengths.append(entries.count)
            }
            entries.append(thought(turn * 10 + 9))
            // An answer with an image, which the next prompt shows; and an empty answer.
            entries.append(
                .response(.init(segments: try turn == 2 ? [] : text("Answer \(turn)") + (turn == 1 ? [image()] : [])))
            )
        }
        return (entries, lengths)
    }

    private static func request(_ entries: ArraySlice<Transcript.Entry>) -> LanguageModelExecutorGenerationRequest {
        .init(transcript: Transcript(entries: Array(entries)), enabledTools: [tool])
    }

    /// The blocks of all messages, each with the role of its message.
    private static func blocks(_ messages: JSONValue?, _ member: String) -> [JSONValue] {
        (messages?.arrayValue ?? []).flatMap { message in
            (message[member]?.arrayValue ?? []).map { ["role": message["role"] ?? .null, "block": $0] }
        }
    }

    private static func check(
        _ encode: (LanguageModelExecutorGenerationRequest) throws -> (head: [JSONValue?], blocks: [JSONValue])
    ) throws {
        let (entries, lengths) = try conversation()
        var before: (head: [JSONValue?], blocks: [JSONValue])?
        for length in lengths {
            let request = try encode(request(entries[..<length]))
            if let before {
                #expect(request.head == before.head)
                #expect(request.blocks.count > before.blocks.count)
                #expect(Array(request.blocks.prefix(before.blocks.count)) == before.blocks, "\(length) entries")
            }
            before = request
        }
    }

    @Test(arguments: ["claude-sonnet-5-5", "claude-opus-5-5", "claude-haiku-4-5", "qwen3"])
    func theMessagesInterface(model: String) throws {
        try Self.check { request in
            let body = try AnthropicRequestEncoder(model: model, dialect: .known(for: model)).encode(request)
            return ([body["system"], body["tools"]], Self.blocks(body["messages"], "content"))
        }
    }

    @Test(arguments: ["gemini-3.8-flash", "gemini-2.5-flash"]) func geminisInterface(model: String) throws {
        try Self.check { request in
            let body = try GeminiRequestEncoder(dialect: .known(for: model)).encode(request)
            return ([body["systemInstruction"], body["tools"]], Self.blocks(body["contents"], "parts"))
        }
    }
}
