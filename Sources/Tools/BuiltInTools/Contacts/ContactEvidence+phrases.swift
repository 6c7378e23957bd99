import ToolPhrases

/// Words and values that indicate a question about birthdays.
enum ContactEvidence {
    static let evidence = ToolEvidence(
        words: [
            .english: [
                "birthday", "birthdays", "born", "bday", "contacts", "friends", "birth day", "birthday people",
                "celebrate", "celebrates", "celebrating", "phone number", "email address",
            ],
            .japanese: [
                "誕生日", "お誕生日", "たんじょうび", "生まれ", "生まれた", "連絡先", "誕生月", "バースデー", "友だち", "友達", "知り合い", "電話番号", "メールアドレス",
            ],
        ],
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
