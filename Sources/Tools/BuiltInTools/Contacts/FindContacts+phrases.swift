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
        phrases: EnglishContacts.phrases + JapaneseContacts.phrases
    )
}

private enum EnglishContacts {
    static let people =
        "(contacts|contact|people|friends|friend|colleagues|family|someone|somebody|anyone|anybody|person|everyone|everybody)"
    static let who =
        "(who|(which|what) \(people)|(which|who|any|anyone|all) of my \(people)|\(people) [of mine] [who|that|whose])"
    static let month = "([in|during|for|from|on] [month of] {month:whichMonth}|[on|for] {date:coming})"
    static let birthday = "(birthday|birthdays|birth day|birth days|bday|bdays)"
    static let show =
        "(find|show|list|get|give|tell|look up|look for|search for|search|check|see|display|fetch|name|pull up|who are)"

    static var phrases: [Phrase] {
        .english(
            "\(who) (has|have|is having|celebrates|celebrate|is celebrating|are celebrating) [a|their|his|her] \(birthday) "
                + "[coming up] \(month)",
            "\(who) (was|were|is|are|) born \(month)",
            "\(who) (turns|turn|is turning|gets|get) [year] older \(month)",
            "(who|whose) \(birthday) (is|are|falls|fall|comes up) [coming up] \(month)",
            "(which|what|whose) \(birthday) (are|is) [there|coming up] \(month)",
            "(is|are) there [any] \(birthday) [coming up] \(month)",
            "[\(show)] [me|us] [all|any|some|list of] \(birthday) [of my \(people)] [coming up] \(month)",
            "[\(show)] [me|us] [all|any|some|list of] {month:whichMonth}['s] \(birthday) [list]",
            "\(show) [me|us] [all|some|any|my] \(people) [who|that] [was|were|is|are] born \(month)",
            "\(show) [me|us] [all|some|any|my] \(people) (with|having|who has|who have|whose) [their] \(birthday) [is|are] \(month)",
            "(does|do|is|was|were|has|have) \(people) [i know] (have|having|born|got) [a|their] [\(birthday)] \(month)"
        )
    }
}

private enum JapaneseContacts {
    static let people =
        "(連絡先|人|ひと|友だち|友達|ともだち|友人|知り合い|知人|方|かた|仲間|同僚|家族)[たち|達]"
    static let ask =
        "(|は|を|が|って)(|教えて|見せて|探して|調べて|検索[して]|見つけて|一覧|リスト|誰|だれ|どなた|いる|います|いますか|知りたい|出して|"
        + "表示[して]|確認[して]|何人[いる|います])"
    static let month = "({month:whichMonth}|{date:coming})"
    static let birthday = "(誕生日|お誕生日|誕生月|バースデー|バースデイ)"

    static var phrases: [Phrase] {
        .japanese(
            "\(month)[に|の]生まれ[の\(people)]\(ask)",
            "\(month)に生まれた\(people)\(ask)",
            "\(month)(が|に|の|は|)\(birthday)[の|を迎える|がある|がくる|が来る|になる][\(people)]\(ask)",
            "\(month)(が|に|の|は|)\(birthday)(一覧|リスト|の一覧|のリスト)\(ask)",
            "\(birthday)(が|は)\(month)[の|にある|に来る|だ][\(people)]\(ask)",
            "(連絡先|友だち|友達|知り合い)(から|で|の中から|の中で|のうち)[、]\(month)[に]生まれ[の人|の方]\(ask)",
            "(連絡先|友だち|友達|知り合い)(から|で|の中から|の中で|のうち)[、]\(month)(が|に|の|)\(birthday)[の人|の方]\(ask)",
            "(誰|だれ|どなた)が\(month)[に](生まれ|生まれた|\(birthday))",
            "\(month)に(誰|だれ|誰か|だれか)\(birthday)(の人|)(いる|います)"
        )
    }
}
