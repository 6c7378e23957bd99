import Foundation
import Testing

@testable import AgentServer
@testable import ToriiApp

/// The table of settings against the settings themselves and `.env.example`.
@Suite struct SettingsHelpTests {
    private var entries: [SettingsHelp.Entry] { SettingsHelp.sections.flatMap(\.entries) }

    @Test func everySettingIsExplainedOnce() {
        let names = entries.map(\.name.rawValue)
        #expect(names.count == Set(names).count)
        #expect(SettingName.allCases.map(\.rawValue).filter { !names.contains($0) } == [])
    }

    @Test func defaultsAreThoseOfTheExampleFile() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent(".env.example")
        var examples: [String: String] = [:]
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            guard let match = line.wholeMatch(of: /#([A-Z][A-Z0-9_]*)=(.*)/) else { continue }
            examples[String(match.1)] = String(match.2)
        }
        for entry in entries {
            #expect(examples[entry.name.rawValue] == entry.standard, "\(entry.name.rawValue)")
        }
    }

    @Test func aMeaningIsASentence() {
        for entry in entries {
            #expect(entry.meaning.hasSuffix("."), "\(entry.name.rawValue)")
            #expect(entry.meaning.first?.isUppercase == true, "\(entry.name.rawValue)")
        }
    }
}
