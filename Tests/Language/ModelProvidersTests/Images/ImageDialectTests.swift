import Foundation
import LanguageModels
import ModelTable
import StandIns
import StreamingJSON
import Testing

@testable import ModelProviders

/// Images on the wire of each dialect: in a prompt, in a tool's output, and sent again with a stored transcript.
@Suite(.timeLimit(.minutes(1))) struct ImageDialectTests {
    private static let base64 =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    private static let dataURL = JSONValue.string("data:image/png;base64,\(base64)")

    private static func png(orientation: CGImagePropertyOrientation? = nil) throws -> Transcript.ImageAttachment {
        try .init(imageData: try #require(Data(base64Encoded: base64)), orientation: orientation)
    }

    private struct Camera: Tool {
        let name = "camera"
        let description = "Takes a photo"
        let parameters = GenerationSchema(jsonSchema: ["type": "object", "properties": ["of": ["type": "string"]]])

        func call(arguments: GeneratedContent) async throws -> Prompt {
            let photo = LanguageModels.Attachment(try png()).label("photo-1")
            return Prompt {
                "A photo:"
                photo
            }
        }
    }

    /// The model, marked as one that sees images.
    private static func seeing(_ model: any LanguageModel) -> any LanguageModel {
        guard var ollama = model as? OllamaLanguageModel else { return model }
        ollama.capabilities = LanguageModelCapabilities([.toolCalling, .guidedGeneration, .vision])
        return ollama
    }

    private static let script: OpenAIStandIn.Script = { request in
        guard request.lastUserText.contains("photo"), request.toolOutputs.isEmpty else { return .text("A dot.") }
        return .toolCalls([.init("camera", arguments: #"{"of":"a dot"}"#)])
    }

    /// The messages of a request, without ids and without the texts that do not accompany images.
    private static func prompt(_ body: JSONValue, _ dialect: Dialect) -> JSONValue? {
        switch dialect {
        case .chat: body["messages"]?[1]
        case .responses: body["input"]?[0]
        case .anthropic: body["messages"]?[0]
        case .gemini: body["contents"]?[0]
        case .ollama: body["messages"]?[1]
        }
    }

    /// A prompt of "What is this?" with a labeled image that is rotated.
    private static func expectedPrompt(_ dialect: Dialect) -> JSONValue {
        let text: JSONValue =
            #"What is this?\#nImage "it"; to see it upright, turn it by 90 degrees clockwise:"#
        switch dialect {
        case .chat:
            return [
                "role": "user",
                "content": [["type": "text", "text": text], ["type": "image_url", "image_url": ["url": dataURL]]],
            ]
        case .responses:
            return [
                "type": "message", "role": "user",
                "content": [
                    ["type": "input_text", "text": text],
                    ["type": "input_image", "detail": "auto", "image_url": dataURL],
                ],
            ]
        case .anthropic:
            return [
                "role": "user",
                "content": [
                    ["type": "text", "text": text],
                    [
                        "type": "image",
                        "source": ["type": "base64", "media_type": "image/png", "data": .string(base64)],
                    ],
                ],
            ]
        case .gemini:
            return [
                "role": "user",
                "parts": [["text": text], ["inlineData": ["mimeType": "image/png", "data": .string(base64)]]],
            ]
        case .ollama: return ["role": "user", "content": text, "images": [.string(base64)]]
        }
    }

    @Test(arguments: Dialect.allCases) func anImageOfAPromptIsSentAndSentAgain(dialect: Dialect) async throws {
        try await dialect.with(script: Self.script) { model, standIn in
            let model = Self.seeing(model)
            let session = LanguageModelSession(model: model, instructions: "You are a helper.")
            let image = LanguageModels.Attachment(try Self.png(orientation: .right)).label("it")
            let answer = try await session.respond {
                "What is this?"
                image
            }
            #expect(answer.content == "A dot.")
            let stored = try JSONDecoder().decode(Transcript.self, from: JSONEncoder().encode(session.transcript))
            _ = try await LanguageModelSession(model: model, transcript: stored).respond(to: "Are you sure?")
            let bodies = try standIn.requests.map { try JSONValue(parsing: $0.body) }
            #expect(
                bodies.map { Self.prompt($0, dialect) } == [Self.expectedPrompt(dialect), Self.expectedPrompt(dialect)]
            )
        }
    }

    /// The output of the tool on the wire, with everything after it.
    private static func expectedOutput(_ dialect: Dialect, id: JSONValue?) -> [JSONValue] {
        let text: JSONValue = #"A photo:\#nImage "photo-1":"#
        switch dialect {
        case .chat:
            return [
                ["role": "tool", "content": text, "tool_call_id": id ?? nil],
                [
                    "role": "user",
                    "content": [
                        ["type": "text", "text": "The images of the output of camera:"],
                        ["type": "image_url", "image_url": ["url": dataURL]],
                    ],
                ],
            ]
        case .responses:
            return [
                [
                    "type": "function_call_output", "call_id": id ?? nil,
                    "output": [
                        ["type": "input_text", "text": text],
                        ["type": "input_image", "detail": "auto", "image_url": dataURL],
                    ],
                ]
            ]
        case .anthropic:
            return [
                [
                    "role": "user",
                    "content": [
                        [
                            "type": "tool_result", "tool_use_id": id ?? nil,
                            "content": [
                                ["type": "text", "text": text],
                                [
                                    "type": "image",
                                    "source": ["type": "base64", "media_type": "image/png", "data": .string(base64)],
                                ],
                            ],
                        ]
                    ],
                ]
            ]
        case .gemini:
            return [
                [
                    "role": "user",
                    "parts": [
                        ["functionResponse": ["name": "camera", "id": id ?? nil, "response": ["output": text]]],
                        ["inlineData": ["mimeType": "image/png", "data": .string(base64)]],
                    ],
                ]
            ]
        case .ollama:
            return [
                [
                    "role": "tool", "content": text, "images": [.string(base64)], "tool_name": "camera",
                    "tool_call_id": id ?? nil,
                ]
            ]
        }
    }

    @Test(arguments: Dialect.allCases) func anImageOfAToolsOutputIsSent(dialect: Dialect) async throws {
        try await dialect.with(script: Self.script) { model, standIn in
            let session = LanguageModelSession(model: Self.seeing(model), tools: [Camera()])
            let answer = try await session.respond(to: "Take a photo")
            #expect(answer.content == "A dot.")
            guard case .toolOutput(let output)? = session.transcript.first(where: { $0.kind == "tool_output" }) else {
                Issue.record("no output")
                return
            }
            let body = try JSONValue(parsing: try #require(standIn.requests.last).body)
            let messages = (body["messages"] ?? body["input"] ?? body["contents"])?.arrayValue ?? []
            let expected = Self.expectedOutput(dialect, id: .string(output.id))
            #expect(Array(messages.suffix(expected.count)) == expected)
        }
    }

    @Test(arguments: Dialect.allCases) func imagesOfInstructionsAndAnswersAreShownWithTheNextPrompt(
        dialect: Dialect
    ) async throws {
        let image = Transcript.Segment.attachment(.init(content: .image(try Self.png())))
        func text(_ words: String) -> Transcript.Segment { .text(.init(content: words)) }
        let transcript = Transcript(entries: [
            .instructions(.init(segments: [text("Logo:"), image], toolDefinitions: [])),
            .prompt(.init(segments: [text("Draw it.")])), .response(.init(segments: [image])),
        ])
        try await dialect.with(script: Self.script) { model, standIn in
            let session = LanguageModelSession(model: Self.seeing(model), transcript: transcript)
            _ = try await session.respond(to: "Is it the same?")
            let body = try #require(standIn.requests.last).body
            let sent = String(decoding: body, as: UTF8.self)
            let first = try #require(sent.firstRange(of: "An image of the instructions:"))
            let second = try #require(sent.firstRange(of: "An image of your earlier answer:"))
            #expect(first.upperBound < second.lowerBound)
            #expect(sent.ranges(of: Self.base64).count == 2)
        }
    }

    @Test func anImageThatTheInterfaceDoesNotAcceptIsRefusedBeforeAnythingIsSent() async throws {
        let gif = try Transcript.ImageAttachment(imageData: Data("GIF89a".utf8) + Data([1, 0, 1, 0]))
        let web = Transcript.ImageAttachment(imageURL: try #require(URL(string: "https://example.com/a.png")))
        let file = Transcript.ImageAttachment(imageURL: URL(filePath: "/a.png"))
        let rows: [(Dialect, Transcript.ImageAttachment, String?)] =
            [
                (.chat, gif, nil), (.responses, gif, nil), (.anthropic, gif, nil), (.ollama, gif, nil),
                (
                    .gemini, gif,
                    "does not accept image/gif. Convert the image to one of image/png, image/jpeg, image/webp."
                ),
                (.chat, web, nil), (.responses, web, nil), (.anthropic, web, nil),
                (.gemini, web, "does not fetch images. Attach the bytes instead of a URL."),
                (.ollama, web, "does not fetch images. Attach the bytes instead of a URL."),
            ] + Dialect.allCases.map { ($0, file, "The file of an image was not read.") }
        for (dialect, image, fault) in rows {
            let entry = Transcript.Entry.prompt(.init(segments: [.attachment(.init(content: .image(image)))]))
            try await dialect.with(script: Self.script) { model, standIn in
                let transcript = Transcript(entries: [entry])
                let session = LanguageModelSession(model: Self.seeing(model), transcript: transcript)
                guard let fault else {
                    let answer = try await session.respond(to: "Well?").content
                    #expect(answer == "A dot.", "\(dialect) \(image)")
                    return
                }
                let error = await #expect(throws: LanguageModelError.self, "\(dialect) \(image)") {
                    try await session.respond(to: "Well?")
                }
                guard case .unsupportedTranscriptContent(let payload)? = error else {
                    Issue.record("\(dialect): \(String(describing: error))")
                    return
                }
                #expect(payload.unsupportedContent == [entry] && payload.debugDescription.contains(fault))
                #expect(standIn.requests.isEmpty)
            }
        }
    }

    private static func sees(_ model: String, at baseURL: String) -> Bool {
        let chat = OpenAIChatDialect.known(for: model, at: baseURL, in: .builtIn).capabilities(of: model)
        let responses = OpenAIResponsesDialect.known(for: model, at: baseURL, in: .builtIn).capabilities(of: model)
        return chat.contains(.vision) && responses.contains(.vision)
    }

    @Test func modelsThatAreKnownToSeeNoImages() {
        let rows: [(String, (String) -> Bool, sees: [String], blind: [String])] = [
            (
                "OpenAI", { Self.sees($0, at: "https://us.api.openai.com/v1") },
                ["gpt-5.4-mini", "gpt-4o", "gpt-4.1", "o3", "o4-mini", "gpt-7"],
                ["gpt-3.5-turbo", "gpt-4", "gpt-4-0613", "o3-mini"]
            ),
            (
                "compatible", { Self.sees($0, at: "http://127.0.0.1:8080/v1") },
                ["qwen2.5-vl-7b", "local", "deepseek-v4-vision-exp"],
                ["openai/gpt-oss-120b", "DeepSeek-R1", "deepseek-v4-flash"]
            ),
            (
                "Anthropic", { AnthropicDialect.known(for: $0).capabilities(of: $0).contains(.vision) },
                ["claude-opus-5-5", "claude-3-haiku"],
                ["claude-2.1", "claude-instant-1.2"]
            ),
            (
                "Gemini", { GeminiDialect.known(for: $0).capabilities(of: $0).contains(.vision) },
                ["gemini-3.1-pro-preview", "gemma-3-27b-it"],
                ["gemini-pro", "models/gemma-3-1b-it"]
            ),
            (
                "Ollama", { OllamaDialect.known(for: $0).capabilities(of: $0).contains(.vision) },
                ["llava:7b", "gemma4:31b", "qwen3.5:9b", "gemma3", "gemma3:12b", "qwen3-vl:8b", "me/llama3.2-vision"],
                ["qwen3:4b", "gemma3:1b", "llama3.2", "phi4"]
            ),
        ]
        for (provider, table, sees, blind) in rows {
            #expect(sees.allSatisfy(table) && !blind.contains(where: table), "\(provider)")
        }
    }

    @Test func aModelThatIsKnownToSeeNoImagesIsNotAsked() async throws {
        try await Dialect.ollama.with(script: Self.script) { model, standIn in
            let image = LanguageModels.Attachment(try Self.png())
            let error = await #expect(throws: LanguageModelError.self) {
                try await LanguageModelSession(model: model).respond(to: Prompt(image))
            }
            guard case .unsupportedCapability(let payload)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(payload.capability == .vision && standIn.requests.isEmpty)
        }
    }

    @Test func aRouterPassesByModelsThatSeeNoImages() async throws {
        try await Dialect.ollama.with(script: { _ in .text("blind") }) { blind, first in
            try await Dialect.anthropic.with(script: { _ in .text("A dot.") }) { seeing, second in
                func routed(_ name: String, _ model: some LanguageModel) -> RoutedModel { RoutedModel(name, model) }
                let router = RouterLanguageModel(routed("blind", blind), [routed("seeing", seeing)])
                let image = LanguageModels.Attachment(try Self.png())
                let session = LanguageModelSession(model: router)
                #expect(try await session.respond(to: Prompt(image)).content == "A dot.")
                #expect(first.requests.isEmpty && second.requests.count == 1)
            }
        }
    }
}
