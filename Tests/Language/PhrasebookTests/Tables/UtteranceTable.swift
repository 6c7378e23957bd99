import Foundation
import StreamingJSON

@testable import Phrasebook

/// Utterances with the calls that they should lead to, from a file in `Fixtures`.
///
/// A line has the utterance and, after a tab, the expected calls. ` / ` separates the messages of a conversation, and
/// `[12 15]` among them means a list of those items in the answer to the previous message. ` ; ` separates calls, ` | `
/// separates alternative expectations, and `-` means no call at all.
struct UtteranceTable {
    struct Row: CustomStringConvertible {
        var turns: [Turn]
        /// The correct readings, each a set of calls in a canonical form.
        var expected: [[String]]
        var description: String

        /// The tool it belongs to in the table of rates.
        var tool: String {
            expected[0].first.map { String($0.prefix { $0 != " " }) } ?? "(no call)"
        }

        /// Whether it has Japanese in it.
        var isJapanese: Bool { Utterance(description).hasIdeographs }
    }

    /// The result of the rows.
    struct Result {
        var hits: [Row] = []
        var misses: [(row: Row, calls: [String])] = []

        /// The share of hits, in percent.
        var rate: Double { 100 * Double(hits.count) / Double(hits.count + misses.count) }

        /// Returns the rates and the misses as text.
        func report(_ title: String) -> String {
            func line(_ name: String, _ isMeant: (Row) -> Bool) -> String {
                let good = hits.count(where: isMeant)
                return "  \(name): \(good) of \(good + misses.count { isMeant($0.row) })"
            }
            let tools = Set((hits + misses.map(\.row)).map(\.tool)).sorted()
            let lines =
                ["\(title): \(hits.count) of \(hits.count + misses.count), \(String(format: "%.1f", rate)) %"]
                + [line("English") { !$0.isJapanese }, line("Japanese") { $0.isJapanese }]
                + tools.map { tool in line(tool) { $0.tool == tool } }
                + misses.map {
                    "  missed: \($0.row) — got \($0.calls.isEmpty ? "no call" : $0.calls.joined(separator: " ; "))"
                }
            return lines.joined(separator: "\n")
        }
    }

    let rows: [Row]

    init(_ name: String) throws {
        let folder = Bundle.module.url(forResource: "Fixtures", withExtension: nil)
        guard let file = folder?.appending(path: name) else { throw CocoaError(.fileNoSuchFile) }
        rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { try Self.row($0) }
    }

    /// Reads every row with the real phrases.
    func result() throws -> Result {
        var result = Result()
        for row in rows {
            let calls = try PhraseReading.understanding(of: row.turns).calls
                .map { Self.canonical($0.call.tool, $0.call.arguments) }
            if row.expected.contains(calls) { result.hits.append(row) } else { result.misses.append((row, calls)) }
        }
        return result
    }

    private static func row(_ line: Substring) throws -> Row {
        let columns = line.components(separatedBy: "\t")
        guard columns.count == 2 else { throw CocoaError(.fileReadCorruptFile) }
        var turns: [Turn] = []
        for piece in columns[0].components(separatedBy: " / ") {
            if piece.hasPrefix("["), let last = turns.indices.last {
                let lines = piece.dropFirst().dropLast().split(separator: " ").map {
                    "ID: \($0) - Thing \($0) (updated: 2026-11-20)"
                }
                turns[last].calls = [
                    Turn.Call(tool: "getInventoryList", arguments: [:], output: lines.joined(separator: "\n"))
                ]
            } else {
                turns.append(Turn(prompt: piece))
            }
        }
        // Earlier calls have been made, so that "it" has a meaning.
        for index in turns.indices.dropLast() where turns[index].calls.isEmpty {
            turns[index].calls = try PhraseReading.understanding(of: Array(turns[...index])).calls.map {
                Turn.Call(tool: $0.call.tool, arguments: $0.call.arguments, output: "Done.")
            }
        }
        let expected = try columns[1].components(separatedBy: " | ").map { alternative in
            guard alternative != "-" else { return [String]() }
            return try alternative.components(separatedBy: " ; ").map { call in
                let space = call.firstIndex(of: " ") ?? call.endIndex
                let arguments = try JSONValue(parsing: String(call[space...]))
                return canonical(String(call[..<space]), arguments.objectValue ?? [:])
            }
        }
        return Row(turns: turns, expected: expected, description: columns[0])
    }

    /// Returns the call with its arguments by name, in lower case and without an article at the start.
    private static func canonical(_ tool: String, _ arguments: JSONObject) -> String {
        let texts = arguments.map { name, value -> String in
            guard case .string(let text) = value else { return "\(name)=\(value.serialized())" }
            let words = text.lowercased().split(separator: " ")
            let bare = words.first.map { ["the", "a", "an"].contains($0) } == true ? words.dropFirst() : words[...]
            return "\(name)=\(bare.joined(separator: " "))"
        }
        return "\(tool) \(texts.sorted().joined(separator: ", "))"
    }
}
