import AssistantSchemas
import CalendarDays
@testable import Phrasebook
import Testing

/// The phrases of the catalog as the built-in model reads them.
@Suite struct SchemaPhrasesTests {
    private static let phrases = SpokenRequests.phrases

    /// Each slot fills a parameter, or a part of one.
    @Test func thePatternsAreValid() throws {
        for (intent, phrases) in zip(SchemaCatalog.current.intents, Self.phrases) {
            let names = Set(intent.parameters.map(\.name))
            for argument in try phrases.slotArguments() {
                #expect(names.contains(String(argument.prefix { $0 != "." })), "\(intent.id): \(argument)")
            }
        }
    }

    /// Each example leads to its action and to no other, beside the phrases of all actions.
    @Test func theExamplesLeadToTheirActions() throws {
        let planner = try SpokenRequests.planner()
        for phrases in Self.phrases {
            for language in PhraseLanguage.allCases {
                let example = try #require(phrases.examples[language], "\(phrases.tool)")
                let calls = planner.understanding(of: [Turn(prompt: example)]).calls.map(\.call)
                #expect(calls.map(\.tool) == [phrases.tool], "\(example)")
            }
        }
    }

    /// A mention of an action is no request for it.
    @Test(arguments: [
        "Don't delete the album Winter", "Do not cancel the meeting Budget", "Should I delete the album Winter?",
        "I will set an alarm tomorrow", "He told me to call Anna", "If it rains, cancel the event Picnic",
        "冬のアルバムを削除しないで", "アルバム「冬」を消さないで", "タイマーを止めないで", "会議の予定を削除するべきですか",
        "I cancelled my dentist appointment yesterday", "I'd rather not delete the Winter album", "a meeting is at 3",
        "the meeting on friday at noon was boring", "did you text Kenji", "should I message Mika",
        "tell me a story about a dragon",
        "tell me that you love me", "show me how to tie a tie", "remind me why I came here",
        "let me know when you are done",
        "let Tom go", "text me when you get home", "put milk in the fridge", "put the kettle on", "save the date",
        "cancel that",
        "delete everything", "drop it", "I will book a haircut tomorrow at 10am",
        "if it rains tomorrow cancel the event picnic",
        "アルバムを買いました", "昨日タイマーが鳴らなかった", "写真を撮るのが趣味です", "田中さんにはまだ言わないで", "明日は歯医者に行く予定です",
        "メッセージを送るべきかな", "アルバムってどうやって作るの？", "田中さんに怒られたって聞いた", "5分経ったら帰るね", "毎朝7時に起きています",
        "家賃を払うのを忘れた", "会議は3時からだって", "カレンダーに予定がいっぱい", "明日の天気を教えて", "10分後に電車が来る", "全部消して",
    ])
    func aMentionIsNoRequest(message: String) throws {
        let planner = try SpokenRequests.planner()
        #expect(planner.understanding(of: [Turn(prompt: message)]).calls.isEmpty)
    }
}

/// The planner of the built-in model for the phrases of actions.
enum SpokenRequests {
    static let phrases = SchemaCatalog.current.intents.map(ToolPhrases.init)

    private static let compiled = Result { try CompiledPhrases(phrases) }

    static func planner() throws -> Planner {
        // 2026-11-26, a Thursday.
        Planner(
            phrases: try compiled.get(),
            today: CalendarDay(number: 20_783),
            language: nil,
            isEnabled: { _ in true }
        )
    }
}

extension ToolPhrases {
    /// Makes the phrases of an action.
    init(_ intent: IntentSchema) {
        var phrases: [Phrase] = []
        var examples: [PhraseLanguage: String] = [:]
        for (language, sentences) in [
            (PhraseLanguage.english, intent.phrases.english), (.japanese, intent.phrases.japanese),
        ] {
            examples[language] = sentences.example
            phrases += sentences.patterns.map { Phrase(language, $0) }
            phrases += sentences.questions.map { Phrase(language, $0.pattern, asks: .init($0.text, answer: $0.answer)) }
        }
        self.init(
            tool: intent.toolName,
            effect: intent.risk == .navigate ? .reads : .changes,
            examples: examples,
            phrases: phrases
        )
    }
}
