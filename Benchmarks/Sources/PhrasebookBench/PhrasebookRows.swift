import AgentTools
import BuiltInTools
import BenchmarkReport
import Foundation
import LanguageModels
import Measuring
import Phrasebook

/// The rows of this benchmark, measured in order.
struct PhrasebookRows {
    /// The limit on the time for a turn, in microseconds.
    private static let limit = 1000.0

    let repetitions: Int
    private let model: PhrasebookLanguageModel
    private let tools: [any Tool]
    private let utterances: [String]
    private(set) var report = Report()

    init(repetitions: Int) throws {
        let phrases: [ToolPhrases] = [
            .searchWeb, .readWebPage, .getCurrentWeather, .getInventoryList, .getInventory, .createInventory,
            .updateInventory, .deleteInventory, .findContacts, .getCalendarEvents, .fetchHealthData, .readOn,
        ]
        self.repetitions = repetitions
        model = try PhrasebookLanguageModel(phrases)
        tools = phrases.map { PlayedTool(name: $0.tool) }
        utterances = try ["utterances", "held-out", "held-out-2"].flatMap(Self.table)
    }

    mutating func run() async throws {
        let isJapanese = { (text: String) in text.unicodeScalars.contains { $0.value > 0x3000 } }
        try await add("English", utterances.filter { !isJapanese($0) })
        try await add("Japanese", utterances.filter(isJapanese))
        try await add("after eight earlier ones", utterances, earlier: Array(utterances.prefix(8)))
    }

    /// Adds the median and the slowest hundredth of the turns with these messages, each in its own session, and the median of the
    /// slowest message.
    private mutating func add(_ name: String, _ messages: [String], earlier: [String] = []) async throws {
        let history = try await Self.transcript(of: earlier, model, tools)
        var timesOfMessages = [[Double]](repeating: [], count: messages.count)
        for round in 0...repetitions {
            for (number, message) in messages.enumerated() {
                let time = try await Self.time(message, history, model, tools)
                // The first round fills caches.
                if round > 0 { timesOfMessages[number].append(time) }
            }
        }
        let times = timesOfMessages.flatMap(\.self).sorted()
        row("a turn, \(name), median of \(times.count)", times.median)
        row("a turn, \(name), 99 of 100", times[min(times.count - 1, times.count * 99 / 100)])
        row("a turn, \(name), slowest of \(messages.count) messages", timesOfMessages.map(\.median).max() ?? 0)
    }

    private mutating func row(_ name: String, _ microseconds: Double) {
        report.add(
            ReportRow(
                name,
                torii: ReportRow.number(microseconds, digits: 0) + " us",
                baseline: "",
                ratio: microseconds / Self.limit,
                bar: 1
            )
        )
    }

    /// Returns the processor time of a turn: the message is read, its tools are called, and their outputs are worded.
    @concurrent private static func time(
        _ message: String,
        _ history: Transcript,
        _ model: PhrasebookLanguageModel,
        _ tools: [any Tool]
    ) async throws -> Double {
        let session = LanguageModelSession(model: model, tools: tools, transcript: history)
        let start = CPUTime.microseconds()
        let answer = try await session.respond(to: message).content
        let time = CPUTime.microseconds() - start
        guard !answer.isEmpty else { throw BenchmarkFailure("“\(message)” had no answer.") }
        return Double(time)
    }

    @concurrent private static func transcript(
        of messages: [String],
        _ model: PhrasebookLanguageModel,
        _ tools: [any Tool]
    ) async throws -> Transcript {
        let session = LanguageModelSession(model: model, tools: tools)
        for message in messages { _ = try await session.respond(to: message) }
        return session.transcript
    }

    /// Returns the single messages of a table by which the hit rate is measured.
    private static func table(_ name: String) throws -> [String] {
        var folder = URL(filePath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        let file = folder.appending(path: "Tests/Language/PhrasebookTests/Fixtures/\(name).tsv")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .compactMap { $0.split(separator: "\t").first.map(String.init) }
            .filter { !$0.contains(" / ") }
    }
}

/// A tool that answers immediately.
private struct PlayedTool: Tool {
    let name: String
    let description = "Answers at once."
    let parameters = GeneratedContent.generationSchema

    func call(arguments: GeneratedContent) async throws -> String { "Done: 20 °C." }
}
