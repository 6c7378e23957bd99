import FoundationEssentials
import LanguageModels
import Testing

@testable import Phrasebook

@Suite(.timeLimit(.minutes(1))) struct ExecutorTests {
    private let model: PhrasebookLanguageModel

    init() throws { model = try PhrasebookLanguageModel(PhraseReading.phrases.get()) }

    private func session(_ tools: [any Tool], transcript: [Transcript.Entry] = []) -> LanguageModelSession {
        LanguageModelSession(model: model, tools: tools, transcript: Transcript(entries: transcript))
    }

    private let metadata: [String: any ConvertibleToGeneratedContent] = [
        "now": "2026-11-20T15:30:00Z", "time_zone": "Asia/Tokyo", "locale": "ja",
    ]

    @Test func callsToolsInParallelAndWordsTheAnswer() async throws {
        let weather = EchoTool(name: "getCurrentWeather") { arguments in
            let city = try arguments.text("city")
            return "\(city): \(city == "Oslo" ? 1 : 20) °C."
        }
        let session = session([weather])
        let deltas = Recorder()
        let turn = try await session.turn(Prompt("Is it hotter in Oslo or Rome?"), metadata: metadata) { event in
            if case .textDelta(let text) = event { deltas.append(text) }
        }
        let answer = "Rome is hotter: 20 °C, against 1 °C in Oslo (a difference of 19 °C).\nOslo: 1 °C.\nRome: 20 °C."
        #expect(turn.response.segments.text == answer)
        #expect(deltas.texts.joined() == answer)
        #expect(deltas.texts.count > 5)
        #expect(turn.usage.totalTokenCount == 0)
        let calls = turn.entries.compactMap { if case .toolCalls(let calls) = $0 { Array(calls) } else { nil } }
        #expect(calls.map { $0.map(\.arguments.jsonString) } == [[#"{"city":"Oslo"}"#, #"{"city":"Rome"}"#]])
    }

    @Test("Days are relative to the caller's time, from the request's metadata")
    func relativeDays() async throws {
        let session = session([
            EchoTool(name: "getInventoryList") { try $0.text("updatedAfter") + " " + $0.text("updatedBefore") }
        ])
        let response = try await session.respond(to: Prompt("昨日更新された在庫を見せて"), metadata: metadata)
        #expect(response.content == "2026-11-20 2026-11-20")
    }

    @Test func imagesAreRefused() async throws {
        let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        let segment = Transcript.AttachmentSegment(content: .image(try .init(imageData: png)))
        let transcript = Transcript(entries: [.prompt(.init(segments: [.attachment(segment)]))])
        func fault(_ body: () async throws -> Void) async throws -> LanguageModelError.UnsupportedCapability? {
            let error = await #expect(throws: LanguageModelError.self) { try await body() }
            guard case .unsupportedCapability(let payload)? = error else { return nil }
            return payload
        }
        // The session knows the model's capabilities and refuses first; the model refuses requests without a session.
        let session = LanguageModelSession(model: model, transcript: transcript)
        #expect(try await fault { _ = try await session.respond(to: "What is this?") }?.capability == .vision)
        let direct = try await fault {
            try await PhrasebookExecutor(configuration: model.executorConfiguration)
                .respond(to: .init(transcript: transcript), model: model, streamingInto: .init())
        }
        #expect(direct?.debugDescription == "The built-in model sees no images. Configure another model for that.")
    }

    @Test func failuresAreRelayed() async throws {
        let session = session([EchoTool(name: "getInventory") { _ in throw ToolFailure("There is no item 3.") }])
        #expect(try await session.respond(to: "Show item 3").content == "There is no item 3.")
    }

    @Test func followUpsLeanOnTheTranscript() async throws {
        let session = session([EchoTool(name: "getCurrentWeather") { "It rains in \(try $0.text("city"))." }])
        _ = try await session.respond(to: "What's the weather in Oslo?")
        #expect(try await session.respond(to: "And in Bergen?").content == "It rains in Bergen.")
    }

    @Test func toolsThatAreNotEnabledAreNotCalled() async throws {
        let session = session([EchoTool(name: "getInventory") { _ in "3" }])
        let answer = try await session.respond(to: Prompt("東京の天気は？"), metadata: metadata).content
        #expect(answer.hasPrefix("申し訳ありませんが"))
        #expect(answer.hasSuffix("「在庫3の詳細を見せて」"))
    }

    @Test("The locale decides if the message does not")
    func locale() async throws {
        let session = session([])
        let answer = try await session.respond(to: Prompt("Sing!"), metadata: metadata).content
        #expect(answer.hasPrefix("使えるツールがない"))
    }

    @Test func tooManyCallsAreRefused() async throws {
        let session = session([EchoTool(name: "getInventory") { _ in "one" }])
        let answer = try await session.respond(to: "show items 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 11").content
        #expect(answer == "That is too much at once: I can make at most 10 calls for one message.")
    }

    @Test func structuredAnswersAreRefused() async throws {
        let session = session([])
        let error = await #expect(throws: LanguageModelError.self) {
            try await session.turn(Prompt("How many?"), schema: Int.generationSchema) { _ in }
        }
        guard case .unsupportedCapability(let payload)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(payload.capability == .guidedGeneration)
    }

    @Test func copiesOfAModelShareTheirConfiguration() throws {
        let copy = model
        #expect(copy.executorConfiguration == model.executorConfiguration)
        let other = try PhrasebookLanguageModel(PhraseReading.phrases.get())
        #expect(other.executorConfiguration != model.executorConfiguration)
        #expect(model.capabilities == LanguageModelCapabilities([.toolCalling]))
    }
}
