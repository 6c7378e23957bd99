import Foundation
import StreamingJSON
import Synchronization
import Testing

@testable import LanguageModels

/// A model with its own window and its own count of tokens: it refuses requests that are too long, and reports the
/// tokens it read.
private final class NarrowModel: LanguageModel {
    let capabilities = LanguageModelCapabilities([.toolCalling])
    let executorConfiguration = 0
    let size: Int
    private let seen = Mutex<[Seen]>([])

    struct Seen {
        let entries: [Transcript.Entry]
        let tokenCount: Int
        let wasRefused: Bool
    }

    /// Whether a refusal contains the size of the window.
    let isFrank: Bool

    init(size: Int, isFrank: Bool = true) {
        self.size = size
        self.isFrank = isFrank
    }

    var requests: [Seen] { seen.withLock { $0 } }

    /// Unlike the session's estimator: every character outside ASCII is 1.15 tokens, ASCII a third.
    static func count(_ request: LanguageModelExecutorGenerationRequest) -> Int {
        let texts = request.transcript.map { entry in
            switch entry {
            case .toolCalls(let calls): calls.map { $0.toolName + $0.arguments.jsonString }.joined()
            case .instructions(let entry): entry.segments.text
            case .prompt(let entry): entry.segments.text
            case .toolOutput(let entry): entry.segments.text
            case .response(let entry): entry.segments.text
            case .reasoning(let entry): entry.segments.text
            }
        }
        let tools = request.enabledToolDefinitions.map { $0.name + $0.description + "\($0.parameters.jsonValue)" }
        let text = (texts + tools).joined()
        let plain = text.utf8.count { $0 < 0x80 }
        let others = text.unicodeScalars.count { !$0.isASCII }
        return plain / 3 + others * 23 / 20 + 6 * request.transcript.count
    }

    struct Executor: LanguageModelExecutor {
        init(configuration: Int) {}

        func respond(
            to request: LanguageModelExecutorGenerationRequest,
            model: NarrowModel,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            let count = NarrowModel.count(request)
            let isTooLong = count > model.size
            model.seen.withLock {
                $0.append(.init(entries: Array(request.transcript), tokenCount: count, wasRefused: isTooLong))
            }
            if isTooLong {
                throw LanguageModelError.contextSizeExceeded(
                    .init(
                        contextSize: model.isFrank ? model.size : 0,
                        tokenCount: model.isFrank ? count : 0,
                        debugDescription: "too long"
                    )
                )
            }
            let turn = request.transcript.count
            if case .prompt(let prompt) = request.transcript.last, prompt.segments.text.contains("在庫") {
                for id in ["a", "b"] {
                    await channel.send(
                        .toolCalls(
                            action: .toolCall(
                                id: id,
                                name: "inventory",
                                action: .appendArguments(#"{"item":"ねじ\#(id)"}"#)
                            )
                        )
                    )
                }
            } else {
                let text = "承知しました。" + String(repeating: "これはお答えです。", count: 3 + turn % 5)
                await channel.send(.response(action: .appendText(text)))
            }
            await channel.send(
                .response(
                    action: .updateUsage(input: .init(totalTokenCount: count), output: .init(totalTokenCount: 40))
                )
            )
        }
    }
}

/// A tool that returns a long list of an inventory.
private struct Inventory: Tool {
    @Generable struct Arguments { @Guide(description: "品名") var item: String }
    let name = "inventory"
    let description = "在庫を調べます"
    func call(arguments: Arguments) async throws -> String {
        "\(arguments.item)の在庫: " + String(repeating: "棚三に二十四個、状態は良好。", count: 20)
    }
}

@Suite(.timeLimit(.minutes(1))) struct LongConversationTests {
    @Test(arguments: [true, false])
    func twoHundredJapaneseTurnsWithToolsStayUnder4096Tokens(hasSummaries: Bool) async throws {
        let model = NarrowModel(size: 4096)
        let writer = SummaryWriter()
        let session = LanguageModelSession(
            model: model,
            tools: [Inventory()],
            instructions: Instructions("あなたは倉庫の係です。短く丁寧に答えてください。"),
            configuration: .init(
                contextWindow: ContextWindow(size: 4096, summarizer: hasSummaries ? .model(writer) : .none)
            )
        )
        let reports = Mutex<[ContextCompaction.Report]>([])
        for turn in 1...200 {
            let prompt = turn.isMultiple(of: 3) ? "\(turn)番のねじの在庫を調べてください。" : "\(turn)番目の質問です。次の手順を教えてください。"
            try await session.turn(Prompt(prompt)) { event in
                if case .contextCompacted(let report) = event { reports.withLock { $0.append(report) } }
            }
        }

        // Nothing is lost: the session has the whole transcript.
        #expect(session.transcript.count { if case .prompt = $0 { true } else { false } } == 200)
        let accepted = model.requests.filter { !$0.wasRefused }
        #expect(accepted.allSatisfy { $0.tokenCount <= 4096 })
        #expect(accepted.count == 200 + 66)
        for request in model.requests { try Self.expectWholeTurns(request.entries) }
        // The instructions never change, and the prefix rarely changes from one request to the next.
        #expect(model.requests.allSatisfy { $0.entries.first == session.transcript.first })
        let kept = zip(accepted, accepted.dropFirst()).count { $1.entries.starts(with: $0.entries) }
        #expect(kept * 10 >= accepted.count * 8)
        let compactions = reports.withLock { $0 }
        #expect(!compactions.isEmpty)
        let refusals = model.requests.count - accepted.count
        #expect(refusals <= 1)

        let shown = session.contextTranscript
        let outputs = shown.compactMap { if case .toolOutput(let output) = $0 { output.segments.text } else { nil } }
        let placeholders = outputs.count { $0 == ContextWindow.Wording().omittedOutput }
        print(
            """
            200 turns, \(hasSummaries ? "with" : "without") summaries: \(session.transcript.count) entries said, \
            \(shown.count) shown at the end
              shown: \(shown.count { if case .prompt = $0 { true } else { false } }) prompts, \
            \(outputs.count) outputs of which \(placeholders) by a placeholder, \
            summary of \(session.compaction?.summary?.count ?? 0) characters for \
            \(session.compaction?.coveredCount ?? 0) entries
              requests: \(accepted.count) accepted, \(refusals) refused, the longest \
            \(accepted.map(\.tokenCount).max() ?? 0) tokens by the model's own count
              compactions: \(compactions.count), beginning unchanged in \(kept) of \(accepted.count - 1) requests, \
            \(writer.count) summaries written
              the estimate's scale, learnt: \((session.tokenEstimator.scale * 100).rounded() / 100); split pairs: 0
            """
        )
    }

    /// Every call is followed by its output, every output follows its call, and the history starts with a prompt.
    private static func expectWholeTurns(_ entries: [Transcript.Entry]) throws {
        guard case .instructions = entries.first, case .prompt = entries.dropFirst().first else { throw SplitTurn() }
        var waiting: [String] = []
        for entry in entries {
            if case .toolOutput(let output) = entry {
                #expect(waiting.first == output.id)
                waiting = Array(waiting.dropFirst())
                continue
            }
            #expect(waiting.isEmpty)
            if case .toolCalls(let calls) = entry { waiting = calls.map(\.id) }
        }
        #expect(waiting.isEmpty)
    }

    private struct SplitTurn: Error {}

    /// The assumed size of the window, and whether the model's refusal corrects it.
    @Test(arguments: [(nil, true), (nil, false), (8000, true), (8000, false), (2000, false)] as [(Int?, Bool)])
    func anUnknownOrWrongSizeIsLearnedFromRefusals(size: Int?, isFrank: Bool) async throws {
        let model = NarrowModel(size: 2000, isFrank: isFrank)
        let session = LanguageModelSession(
            model: model,
            tools: [Inventory()],
            configuration: .init(contextWindow: ContextWindow(size: size, summarizer: .none))
        )
        for turn in 1...60 { try await session.turn(Prompt("\(turn)番のねじの在庫を調べてください。")) { _ in } }
        #expect(session.transcript.count { if case .prompt = $0 { true } else { false } } == 60)
        #expect(model.requests.count(where: \.wasRefused) <= (isFrank ? 1 : 2))
    }

    @Test func withoutAWindowTheErrorPassesThrough() async throws {
        let session = LanguageModelSession(model: NarrowModel(size: 10))
        await #expect(throws: LanguageModelError.self) { try await session.respond(to: "これは長すぎる質問です。") }
        #expect(session.transcript.isEmpty)
    }

    @Test func aPromptThatCannotFitIsSentOnlyOnce() async throws {
        let model = NarrowModel(size: 100)
        let session = LanguageModelSession(
            model: model,
            configuration: .init(contextWindow: ContextWindow(size: 100, summarizer: .none))
        )
        await #expect(throws: LanguageModelError.self) {
            try await session.respond(to: String(repeating: "長い質問。", count: 100))
        }
        #expect(model.requests.count == 1)
    }

    @Test func aStoredConversationContinuesWithItsCompaction() async throws {
        let model = NarrowModel(size: 2000)
        let window = ContextWindow(size: 2000, summarizer: .model(SummaryWriter()))
        let first = LanguageModelSession(
            model: model,
            tools: [Inventory()],
            instructions: Instructions("倉庫の係です。"),
            configuration: .init(contextWindow: window)
        )
        for turn in 1...30 { try await first.turn(Prompt("\(turn)番のねじの在庫を調べてください。")) { _ in } }
        let compaction = try #require(first.compaction)
        let stored = try JSONEncoding.roundTrip(compaction)
        let second = LanguageModelSession(
            model: model,
            tools: [Inventory()],
            transcript: first.transcript,
            compaction: stored,
            configuration: .init(contextWindow: window)
        )
        #expect(second.contextTranscript == first.contextTranscript)
        let before = model.requests.count
        try await second.turn(Prompt("ありがとう。")) { _ in }
        #expect(model.requests[before].entries.starts(with: first.contextTranscript))
        // Another transcript is sent whole.
        let other = LanguageModelSession(
            model: model,
            transcript: Transcript(entries: first.transcript.suffix(4)),
            compaction: stored,
            configuration: .init(contextWindow: window)
        )
        #expect(other.compaction == nil)
        #expect(other.contextTranscript == other.transcript)
    }
}

/// A model that writes short summaries.
private final class SummaryWriter: LanguageModel {
    let capabilities = LanguageModelCapabilities([])
    let executorConfiguration = 0
    private let written = Mutex(0)

    var count: Int { written.withLock { $0 } }

    struct Executor: LanguageModelExecutor {
        init(configuration: Int) {}

        func respond(
            to request: LanguageModelExecutorGenerationRequest,
            model: SummaryWriter,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            let number = model.written.withLock { count in
                count += 1
                return count
            }
            let text = "要約その\(number)。" + String(repeating: "ねじの在庫は十分です。", count: 10)
            await channel.send(.response(action: .appendText(text)))
        }
    }
}

enum JSONEncoding {
    /// Encodes and decodes a value.
    static func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }
}
