import Testing
import ToolPhrases

@testable import Phrasebook

/// Phrases that are compiled on first use.
@Suite struct LazyPhrasesTests {
    @Test func theyAreCompiledOnceForAllCallers() async throws {
        let phrases = LazyPhrases(PhraseReading.tools)
        let found = try await withThrowingTaskGroup(of: CompiledPhrases.self) { group in
            for _ in 0..<20 { group.addTask { try await phrases.compiled() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(found.count == 20)
        #expect(Set(found.map(ObjectIdentifier.init)).count == 1)
    }

    @Test func aPatternThatCannotBeReadIsAnErrorEachTime() async throws {
        let tool = ToolPhrases(tool: "broken", examples: [:], phrases: [Phrase(.english, "show (a|b")])
        let phrases = LazyPhrases([tool])
        for _ in 0..<2 {
            await #expect(throws: PhrasebookError.self) { try await phrases.compiled() }
        }
    }

    @Test func compiledPhrasesAreReturnedUnchanged() async throws {
        let compiled = try PhraseReading.phrases.get()
        #expect(try await LazyPhrases(compiled).compiled() === compiled)
    }

    @Test func modelsOfTheSameToolsShareThemWhileTheyAreInUse() async throws {
        func tools(_ text: String) -> [ToolPhrases] {
            [ToolPhrases(tool: "sharing", examples: [:], phrases: [Phrase(.english, text)])]
        }
        let first = PhrasebookLanguageModel(compilingLater: tools("one"))
        let second = PhrasebookLanguageModel(compilingLater: tools("two"))
        let phrases = first.executorConfiguration.phrases
        #expect(second.executorConfiguration.phrases !== phrases)
        second.replacePhrases(tools("one"))
        #expect(second.executorConfiguration.phrases === phrases)
        #expect(second.executorConfiguration != first.executorConfiguration)
    }

    @Test func theyAreFreedWithTheLastModel() {
        let tools = [ToolPhrases(tool: "freeing", examples: [:], phrases: [])]
        var model: PhrasebookLanguageModel? = PhrasebookLanguageModel(compilingLater: tools)
        weak let phrases = model?.executorConfiguration.phrases
        #expect(phrases != nil)
        model = nil
        #expect(phrases == nil)
    }
}
