public import Phrasebook

extension GetCalendarEvents {
    /// What a person may say to hear about a day with somebody.
    public var phrases: ToolPhrases { .getCalendarEvents }
}

extension ToolPhrases {
    static let getCalendarEvents = ToolPhrases(
        tool: "getCalendarEvents",
        effect: .reads,
        examples: [
            .english: "What meetings do I have with Ben Ortiz today?",
            .japanese: "今日の山田花子さんとの予定を教えて",
        ],
        phrases: EnglishCalendar.phrases + JapaneseCalendar.phrases
    )
}

private enum EnglishCalendar {
    static let events =
        "(events|event|meetings|meeting|appointments|appointment|calls|plans|plan|anything|something|calendar events|calendar entries)"
    static let when = "[on|for] {date:day}"

    static var phrases: [Phrase] {
        .english(
            "(what|which) \(events) (do i have|are there|have i got|do we have) with {attendee:name} \(when)",
            "(what|which) \(events) (do i have|are there|have i got|do we have) \(when) with {attendee:name}",
            "(show|list|get|give|find|check|read|see) [me|us] [all] [my] \(events) with {attendee:name} \(when)",
            "(show|list|get|give|find|check|read|see) [me|us] [all] [my] \(events) \(when) with {attendee:name}",
            "(do i have|have i got|is there|are there|do we have) [any] \(events) with {attendee:name} \(when)",
            "(do i have|have i got|is there|are there|do we have) [any] \(events) \(when) with {attendee:name}",
            "what (is|do i have) (on|in) [my] calendar with {attendee:name} \(when)",
            "what (is|do i have) (on|in) [my] calendar \(when) with {attendee:name}",
            "(what|which) \(events) (do i have|are there|have i got) with {attendee:name}",
            "(do i have|have i got|is there|are there) [any] \(events) with {attendee:name}",
            "(when|what time) (do i meet|am i meeting|do i see|am i seeing) {attendee:name} \(when)",
            "am i (meeting|seeing) {attendee:name} \(when)",
            "check [my] calendar \(when) for \(events) with {attendee:name}",
            "check [my] calendar for \(events) with {attendee:name} \(when)"
        )
    }
}

private enum JapaneseCalendar {
    static let events = "(予定|会議|ミーティング|打ち合わせ|打合せ|約束|アポ|イベント|スケジュール)"
    static let ask =
        "(|は|を|が|って|について)(|教えて|見せて|調べて|確認[して]|知りたい|ある|あります|ありますか|入って[い]る|何|何時[から]|いつ)"
    static let person = "{attendee:name}(さん|様|氏|君|ちゃん|)"

    static var phrases: [Phrase] {
        .japanese(
            "{date:day}[の|に|は]\(person)と(の|)\(events)\(ask)",
            "{date:day}[の|に|は]\(person)が(参加する|出席する|出る)\(events)\(ask)",
            "\(person)と(の|){date:day}の\(events)\(ask)",
            "\(person)と(の|)\(events)は{date:day}[に](ある|あります|入って[い]る)",
            "カレンダー(で|から|の){date:day}の\(person)との\(events)\(ask)",
            "\(person)との\(events)\(ask)",
            "{date:day}[は|に]\(person)と(会う|会います)[予定]"
        )
    }
}
