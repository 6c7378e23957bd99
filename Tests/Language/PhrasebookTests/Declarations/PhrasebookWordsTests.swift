import Foundation
import Repository
import Testing
import ToolPhrases

@testable import Phrasebook

@Suite struct PhrasebookWordsTests {
    /// The sections whose lists are read by names that are values: acts and subjects.
    private static let readWhole: Set<String> = [
        "ItemWords.verbs", "ItemWords.nouns", "LanguageData.english.smallTalk", "LanguageData.japanese.smallTalk",
    ]

    /// A name without a list would stop the program at its first use, and a list without a name has no effect.
    @Test func eachListHasItsNameInTheSources() throws {
        let folder = Repository.root.appending(path: "Sources/Language/Phrasebook")
        var named: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
        where path.hasSuffix(".swift") {
            let source = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            let uses = /(?:words: |phrasebook\[)"([A-Za-z.]+)"(?:, |\]\.words\()"([A-Za-z]+)"/
            for use in source.matches(of: uses) { named.insert("\(use.1): \(use.2)") }
        }
        let texts = PhraseTexts.phrasebook
        let lists = texts.names.filter { !Self.readWhole.contains($0) }
            .flatMap { name in texts[name].lists.map { "\(name): \($0)" } }
        #expect(named.count > 150)
        #expect(named == Set(lists))
    }

    @Test(arguments: ["LanguageData.english.smallTalk", "LanguageData.japanese.smallTalk"])
    func eachSubjectOfSmallTalkHasPatterns(_ section: String) {
        #expect(PhraseTexts.phrasebook[section].lists == SmallTalk.Subject.allCases.map(\.rawValue))
    }

    @Test func theVerbsAndNounsAreThoseOfActs() {
        let acts = PhraseTexts.phrasebook["ItemWords.verbs"].lists
        #expect(acts == PhraseTexts.phrasebook["ItemWords.nouns"].lists)
        #expect(acts.allSatisfy { ItemFrame.Act(rawValue: $0) != nil })
        #expect(acts.flatMap { PhraseTexts.phrasebook["ItemWords.verbs"].lines($0) }.allSatisfy { $0.count == 3 })
    }
}
