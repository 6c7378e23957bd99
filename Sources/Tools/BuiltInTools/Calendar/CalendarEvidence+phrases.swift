import ToolPhrases

/// Words and values that indicate a question about a day, alone or with somebody.
enum CalendarEvidence {
    static let evidence = ToolEvidence(
        words: [
            .english: [
                "meeting", "meetings", "event", "events", "appointment", "appointments", "calendar", "schedule",
                "agenda",
                "meet", "seeing", "calendar events", "plans", "on my calendar", "my calendar", "interview",
            ],
            .japanese: [
                "予定", "会議", "打ち合わせ", "ミーティング", "約束", "カレンダー", "スケジュール", "会う", "会います", "会いましたか", "会った", "会いました", "面談",
                "アポ", "さんと", "さんとの", "様との", "会う予定", "会議は", "会いますか", "会えますか",
            ],
        ],
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
