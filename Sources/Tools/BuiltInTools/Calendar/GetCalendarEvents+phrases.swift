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
        phrases: EnglishCalendar.phrases + JapaneseCalendar.phrases + JapaneseCalendar.next
    )
}

private enum EnglishCalendar {
    static let events =
        "(events|event|meetings|meeting|appointments|appointment|calls|call|plans|plan|anything|something|calendar|schedule|agenda|"
        + "calendar events|calendar entries|entries|engagements|sessions|dates)"
    static let have =
        "(do i have|are there|is there|have i got|do we have|i have|am i having|are planned|are scheduled|is scheduled|are on)"
    static let show = "(show|list|get|give|find|check|read|see|tell|look up|pull up|display|open|fetch|look at)"
    static let when = "[on|for|at] {date:coming}"

    /// The attendee and the day, in either order; the day may be missing.
    static let meeting = [
        "(with|involving|including|attended by) {attendee:name} \(when)",
        "\(when) (with|involving|including|attended by) {attendee:name}",
        "(with|involving|including|attended by) {attendee:name}",
    ]

    static var phrases: [Phrase] {
        meeting.flatMap { meeting -> [Phrase] in
            .english(
                "(what|which|how many) \(events) \(have) [on [my] calendar] \(meeting)",
                "[\(show)] [me|us|up] [all] [my|our] \(events) [i have|we have|on my calendar] \(meeting)",
                "[is there|are there|\(have)] [any] \(events) \(meeting)",
                "what (is|do i have|have i got|am i doing|is there) [on|in] [my|our] [calendar|schedule|agenda|planned|scheduled] "
                    + "\(meeting)",
                "(check|look at|look in|search) [my] (calendar|schedule|agenda) for \(events) \(meeting)",
                "(when|what time|at what time) (is|are|do i have) [my|our] \(events) \(meeting)"
            )
        }
            + .english(
                "(when|what time|at what time) (do i|am i|do we|are we|will i|should i) (meet|meeting|see|seeing|to meet) {attendee:name} "
                    + "[\(when)]",
                "(am i|are we|do i|do we|will i|will we) [going to] (meeting|seeing|meet|see|have to meet|have to see) {attendee:name} "
                    + "[\(when)]",
                "(is|will) {attendee:name} [be] (in|on|at|part of) [any of] [my|our] \(events) \(when)",
                "check [my] (calendar|schedule) \(when) for \(events) with {attendee:name}"
            )
            + day + span + next
    }

    /// What the tool cannot do.
    private static let next: [Phrase] = .english(
        "((when|what|what time|at what time|where) is|[\(show)] [me|us]) [my|our] next (\(meetings)|{attendee:name} \(meetings)|"
            + "\(meetings) with {attendee:name})",
        wording: .refusal(
            "I can look up one day at a time, not the next event of a kind. Name the day, for example “dentist appointment "
                + "tomorrow” or “What do I have on Friday?”."
        )
    )

    /// The names for an event that are not also the name of a thing: "anything" could be in the inventory.
    static let meetings =
        "(events|event|meetings|meeting|appointments|appointment|plans|calendar events|calendar entries|engagements)"
    static let calendar = "[on|in] (my|our|the) (calendar|schedule|agenda)"

    /// The questions about a whole day.
    static let day: [Phrase] = questions(about: when, isOptional: true).flatMap { pattern -> [Phrase] in
        .english(pattern)
    }

    /// The questions about a longer time, which the tool does not answer.
    static let span: [Phrase] = questions(
        about: "[on|for|in|over|during|of|from] [rest of] (this|next|coming|whole|entire|all|each|every) "
            + "(week|weekend|month|year)",
        isOptional: false
    ).flatMap { pattern -> [Phrase] in
        .english(
            pattern,
            wording: .refusal(
                "I can look up one day at a time, not a longer time. Name the day, for example “What do I have on Friday?”."
            )
        )
    }

    /// - Parameter isOptional: Whether some of the questions need no words for the time.
    private static func questions(about when: String, isOptional: Bool) -> [String] {
        let maybe = isOptional ? "[\(when)]" : when
        return [
            "(what is|what are|what's|whats|what do i have|what have i got|is there anything|do i have anything|anything) \(calendar) "
                + "[planned] \(maybe)",
            "(what do i have|what have i got|what am i doing|what do we have|what are we doing|what is|what's|whats) "
                + "[planned|scheduled|going] [on] \(when)",
            "(do i have|have i got|do we have|have we got|am i doing|is there|are there) (anything|something) [planned|scheduled|on] "
                + when,
            "(what|which|how many) \(meetings) \(have) [\(calendar)] \(maybe)",
            "(is there|are there|\(have)) [a|an|any] \(meetings) [\(calendar)] \(maybe)",
            "[any] \(meetings) [i have|we have|\(calendar)] \(when)",
            "\(show) [me|us|up] [all] (my|our|the) (\(meetings)|calendar|schedule|agenda) [\(calendar)] \(maybe)",
            "[my|our] (calendar|schedule|agenda) \(when)",
            "(am i|are we|will i be|will we be) (free|busy|available) [at all] \(when)",
            "(do i|do we|will i|will we|would i) have [any|some|enough] [free] (time|availability) [free|left] \(when)",
        ]
    }
}

private enum JapaneseCalendar {
    static let events =
        "(予定|会議|ミーティング|打ち合わせ|打合せ|うちあわせ|約束|アポ[イントメント]|イベント|スケジュール|面談|面会|商談|用事|集まり|日程)"
    static let ask =
        "(|は|を|が|って|について|も)[何時から|何時に|いつ|何か|なにか|他に]"
        + "(|教えて|見せて|調べて|確認[して|したい]|知りたい|ある|あります|入って[い]る|入って[い]ます|何|何時[から]|いつ|出して|表示[して]|"
        + "どうなって[い]る|どう|ない|ありません|チェック[して])"
    static let person = "{attendee:name}(さん|様|氏|君|くん|ちゃん|先生|部長|課長|社長|)"
    static let day = "{date:coming}[の|に|は|、]"

    /// What the tool cannot do.
    static let next: [Phrase] = .japanese(
        "次[回]の[{attendee:name}の]\(events)(は|って|が|を|)(|いつ|何時|何日|どこ|何曜日|教えて)",
        "\(span)[の|に|は|、][私の|僕の|わたしの]\(events)\(ask)",
        "\(events)(は|って)\(span)(|何|ある|あります|どう|どうなって[い]る)",
        "\(span)[の|に|は|、](空いて|あいて)[い](る|ます|る日)",
        wording: .refusal("予定は1日ずつ調べられます。「明日の歯医者の予定」のように、日を指定してください。")
    )
    static let span = "(今週末|来週末|週末|今週|来週|再来週|今月|来月|今年|来年|[この]一週間|[この]1週間)"

    static var phrases: [Phrase] {
        .japanese(
            "\(day)\(person)と(の|)\(events)\(ask)",
            "\(day)\(person)が(参加する|出席する|出る|いる|来る)\(events)\(ask)",
            "\(person)と(の|)\(day)\(events)\(ask)",
            "\(person)と(の|)\(events)(は|が|って|、|)\(day)(|ある|あります|入って[い]る|何時[から]|いつ)",
            "(カレンダー|スケジュール|予定表)(で|から|の|を見て)[、][\(day)]\(person)と(の|)\(events)\(ask)",
            "\(person)と(の|)\(events)\(ask)",
            "\(day)\(person)(と|に)(会う|会います|会える|会議する|話す|打ち合わせする)(|のは|予定)[\(events)]\(ask)",
            "\(person)(と|に)(は|)[\(day)](会う|会います)(|のは|予定)\(ask)",
            "\(day)[私の|僕の|わたしの](予定|会議|ミーティング|打ち合わせ|打合せ|スケジュール|約束|アポ|イベント)\(ask)",
            "\(day)(カレンダー|予定表|スケジュール)(に|には)(は|)[何か|なにか](|何|なに|何が|なにが)[入って](ある|あります|いる|います|る|ます)",
            "(予定|会議|ミーティング|打ち合わせ|スケジュール)(は|って)\(day)(|何|ある|あります|どう|どうなってる)",
            "(カレンダー|スケジュール|予定表)(を|)(見せて|確認[して]|教えて|開いて|表示[して])",
            "\(day)[私は|僕は|わたしは|何か](空いて|あいて)[い](る|ます)",
            "\(day)[私は|僕は|わたしは](時間|暇|ひま|空き|空き時間)(は|が|って|)(ある|あります|取れる|取れます|とれる|とれます)"
        )
    }
}
