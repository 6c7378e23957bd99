public import ToolPhrases

extension FindContacts {
    /// The sentences that ask for people with a birthday in a month or on a day.
    public var phrases: ToolPhrases { .findContacts }
}

extension ToolPhrases {
    /// The phrases of `findContacts`: the sentences that ask for people with a birthday in a month or on a day.
    public static let findContacts = ToolPhrases(
        tool: "findContacts",
        effect: .reads,
        examples: [
            .english: "Which of my contacts were born in December?",
            .japanese: "12月生まれの連絡先を教えて",
        ],
        evidence: ContactEvidence.evidence,
        phrases: .english(PhraseTexts.builtInTools["contacts.english"]("phrases"))
            + .japanese(PhraseTexts.builtInTools["contacts.japanese"]("phrases"))
    )
}

/// Words and values that indicate a question about birthdays.
private enum ContactEvidence {
    private static let texts = PhraseTexts.builtInTools["contacts.evidence"]

    static let evidence = ToolEvidence(
        words: [.english: texts.words("english"), .japanese: texts.words("japanese")],
        slots: [
            .init("month", .month, question: [.english: "In which month?", .japanese: "何月ですか？"]),
            .init("maxResults", .count),
        ],
        judgement: .found(unless: ["No contact has a birthday", "誕生日の連絡先はありません"], needing: "）"),
        limits: [
            .english: "I cannot do that with contacts: I can only tell who was born in a month or on a day.",
            .japanese: "連絡先については、誕生月か誕生日から探すことしかできません。",
        ]
    )
}
