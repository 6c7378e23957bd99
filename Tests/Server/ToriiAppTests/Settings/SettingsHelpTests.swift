import Foundation
import Repository
import Testing

@testable import AgentServer
@testable import ToriiApp

/// The help of settings, compared with the settings and with `.env.example`.
@Suite struct SettingsHelpTests {
    private var entries: [SettingsHelp.Entry] { SettingsHelp.sections.flatMap(\.entries) }

    @Test func everySettingIsExplainedOnce() throws {
        let names = entries.map(\.name.rawValue)
        #expect(names.count == Set(names).count)
        // The names come from the explanations, so a name that has none is found only in the source.
        let source = Repository.root.appendingPathComponent("Sources/Server/ToriiApp/Settings/SettingName.swift")
        let declared = try String(contentsOf: source, encoding: .utf8).matches(of: /SettingName\("(TORII_[A-Z_]+)"\)/)
        #expect(declared.count > 40)
        #expect(declared.map { String($0.1) }.filter { !names.contains($0) } == [])
    }

    @Test func defaultsAreThoseOfTheExampleFile() throws {
        let file = Repository.root.appendingPathComponent(".env.example")
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
