public import ToolPhrases

extension GetCalendarEvents {
    /// The sentences that ask about a day, alone or with somebody.
    public var phrases: ToolPhrases { .getCalendarEvents }
}

extension ToolPhrases {
    /// The phrases of `getCalendarEvents`: the sentences that ask about a day, alone or with somebody.
    public static let getCalendarEvents = ToolPhrases(
        tool: "getCalendarEvents",
        effect: .reads,
        examples: [
            .english: "What meetings do I have with Ben Ortiz today?",
            .japanese: "今日の山田花子さんとの予定を教えて",
        ],
        evidence: CalendarEvidence.evidence,
        phrases: EnglishCalendar.phrases + JapaneseCalendar.phrases
    )
}

private enum EnglishCalendar {
    static let texts = PhraseTexts.builtInTools["calendar.english"]

    static var phrases: [Phrase] {
        let met = texts("meeting").flatMap { texts("met", ["meeting": $0]) }
        return .english(met + texts("with")) + day + span + next
    }

    /// What the tool cannot do.
    private static var next: [Phrase] {
        .english(
            texts("refused"),
            wording: .refusal(
                "I can look up one day at a time, not the next event of a kind. Name the day, for example “dentist appointment "
                    + "tomorrow” or “What do I have on Friday?”."
            )
        )
    }

    /// The questions about a whole day.
    private static var day: [Phrase] { .english(texts("questions", ["maybe": "[\(texts["when"])]"])) }

    /// The questions about a longer time, which the tool does not answer.
    private static var span: [Phrase] {
        .english(
            texts("questions", ["when": texts["span"], "maybe": texts["span"]]),
            wording: .refusal(
                "I can look up one day at a time, not a longer time. Name the day, for example “What do I have on Friday?”."
            )
        )
    }
}

private enum JapaneseCalendar {
    static let texts = PhraseTexts.builtInTools["calendar.japanese"]

    static var phrases: [Phrase] {
        .japanese(texts("phrases"))
            // What the tool cannot do.
            + .japanese(
                texts("refused"),
                wording: .refusal("予定は1日ずつ調べられます。「明日の歯医者の予定」のように、日を指定してください。")
            )
    }
}

/// Words and values that indicate a question about a day, alone or with somebody.
private enum CalendarEvidence {
    private static let texts = PhraseTexts.builtInTools["calendar.evidence"]

    static let evidence = ToolEvidence(
        words: [.english: texts.words("english"), .japanese: texts.words("japanese")],
        slots: [
            .init("date", .day),
            .init("attendee", .person),
        ],
        judgement: .found(unless: ["There are no events", "but none with", "予定はありません"], needing: ": "),
        limits: [
            .english: "I cannot change the calendar: I can only tell the events of a day.",
            .japanese: "カレンダーの変更はできません。ある日の予定をお伝えすることだけできます。",
        ]
    )
}
