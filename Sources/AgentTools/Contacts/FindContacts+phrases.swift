public import Phrasebook

extension FindContacts {
    /// What a person may say to hear whose birthday is in a month.
    public var phrases: ToolPhrases { .findContacts }
}

extension ToolPhrases {
    static let findContacts = ToolPhrases(
        tool: "findContacts",
        effect: .reads,
        examples: [
            .english: "Which of my contacts were born in December?",
            .japanese: "12月生まれの連絡先を教えて",
        ],
        phrases: EnglishContacts.phrases + JapaneseContacts.phrases
    )
}

private enum EnglishContacts {
    static let people = "(contacts|contact|people|friends|someone|somebody|anyone|anybody|person)"
    static let month = "(in {month:month}|in month {month:integer}|this month)"

    static var phrases: [Phrase] {
        .english(
            "(who|which contacts|which people|which friends|which of my contacts|which of my friends|who of my contacts) "
                + "(has|have|is having) [a|their|his|her] (birthday|birthdays) \(month)",
            "(who|which contacts|which people|which friends|which of my contacts|which of my friends|who of my contacts) "
                + "(was|were|is|are) born \(month)",
            "(who|whose) birthday is \(month)",
            "whose (birthday|birthdays) (is|are) \(month)",
            "(which|what) birthdays are [there] \(month)",
            "(is|are) there [any] (birthdays|birthday) \(month)",
            "(find|show|list|get|give|look up|look for|search for) [me|us] [all|a|some|any] \(people) [who|that] [was|were|is|are] born \(month)",
            "(find|show|list|get|give|look up|look for|search for) [me|us] [all|a|some|any] \(people) (with|having|who has|who have) "
                + "[a|their] (birthday|birthdays) \(month)",
            "(find|show|list|get|give) [me|us] [all] [birthdays|birthday] [of my contacts] \(month) [birthdays|birthday]",
            "(show|list|get|give|find) [me|us] [all] (birthdays|birthday list) \(month)",
            "(show|list|get|give|find) [me|us] [all] {month:month} (birthdays|birthday)",
            "does (anyone|anybody|someone) [i know] have [a] birthday \(month)"
        )
    }
}

private enum JapaneseContacts {
    static let people = "(連絡先|人|友だち|友達|友人|知り合い|知人|方|かた)"
    static let ask = "(|は|を|が)(|教えて|見せて|探して|調べて|検索[して]|見つけて|一覧|誰|だれ|いる|います|いますか|知りたい)"

    static var phrases: [Phrase] {
        .japanese(
            "{month:integer}月[に]生まれの\(people)\(ask)",
            "{month:integer}月に生まれた\(people)\(ask)",
            "{month:integer}月(が|に)誕生日の\(people)\(ask)",
            "{month:integer}月が誕生月の\(people)\(ask)",
            "{month:integer}月[の|に]誕生日(の人|の連絡先|の友達|を迎える人|がある人|)\(ask)",
            "誕生日が{month:integer}月の\(people)\(ask)",
            "連絡先(から|で|の中から){month:integer}月生まれ(の人|)\(ask)",
            "{month:integer}月生まれ(は|って)(誰|だれ|いる|います)",
            "今月[が|の|に]誕生日の\(people)\(ask)",
            "今月生まれの\(people)\(ask)",
            "今月の誕生日\(ask)"
        )
    }
}
