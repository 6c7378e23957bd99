extension LanguageData {
    static let english = LanguageData(
        fillers: TokenSequences(words: "LanguageData.english", "fillers"),
        favors: TokenSequences([]),
        articles: ["the", "a", "an", "my", "our", "please", "just", "currently", "now", "really"],
        closings: TokenSequences(words: "LanguageData.english", "closings"),
        negations: TokenSequences(words: "LanguageData.english", "negations"),
        reframings: TokenSequences(words: "LanguageData.english", "reframings"),
        askingWords: TokenSequences(words: "LanguageData.english", "askingWords"),
        persons: ["i", "me", "my", "mine", "we", "us", "our", "you", "your", "yours"],
        hollowTexts: TokenSequences(words: "LanguageData.english", "hollowTexts"),
        happenings: TokenSequences(words: "LanguageData.english", "happenings"),
        conjunctions: TokenSequences(words: "LanguageData.english", "conjunctions"),
        clauseEndings: [],
        separators: TokenSequences(words: "LanguageData.english", "separators"),
        particles: ["of", "on", "by", "off", "per"],
        placeStops: TokenSequences(words: "LanguageData.english", "placeStops"),
        days: englishDays,
        spans: englishSpans,
        comingDays: englishComingDays,
        ranges: englishRanges,
        references: englishReferences,
        months: [
            "january": 1, "jan": 1, "february": 2, "feb": 2, "march": 3, "mar": 3, "april": 4, "apr": 4, "may": 5,
            "june": 6,
            "jun": 6, "july": 7, "jul": 7, "august": 8, "aug": 8, "september": 9, "sep": 9, "sept": 9, "october": 10,
            "oct": 10, "november": 11, "nov": 11, "december": 12, "dec": 12,
        ],
        weekdays: [
            "monday": 0, "tuesday": 1, "wednesday": 2, "thursday": 3, "friday": 4, "saturday": 5, "sunday": 6,
        ],
        numberWords: [
            "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
            "nine": 9,
            "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
            "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
            "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
        ],
        followUps: [
            "(and|or|what about|how about|and what about|and how about|also|and also) [in|for|at|on|of|with|from|by|my] {value:text} [then|too]"
        ],
        picks: ["[option|number|no] {n:integer}", "{n:ordinal} [one|option]"],
        smallTalk: SmallTalk.all(in: "LanguageData.english.smallTalk"),
        personal: TokenSequences(words: "LanguageData.english", "personal"),
        publicWords: TokenSequences(words: "LanguageData.english", "publicWords"),
        replies: .english,
        endsWithVerb: false
    )
}

extension Replies {
    static let english = Replies(
        greeting: "Hello! I answer from set phrases, without a language model.",
        thanks: "You are welcome.",
        farewell: "Good-bye!",
        praise: "Glad to help.",
        undo:
            "I cannot take a change back by myself. Tell me what it should be again, for example “set the quantity of item 3 to 20”; what was deleted has to be added again.",
        time: { "It is \($0.clock) on \($0.englishDay) (\($0.zone))." },
        day: { "Today is \($0.englishDay) (\($0.zone))." },
        closed: { tools in
            "I cannot do that here: this app may not use \(tools.joined(separator: ", ")). "
                + "Whoever runs the server can allow it with the scope \(tools.map { "tools:\($0)" }.joined(separator: ", "))."
        },
        abilities: "You can ask me things like these:",
        cannot:
            "I did not understand that: I work without a language model. You can ask me things like these:",
        noTools: "No tool is switched on, so there is nothing I can look up or do.",
        whichPage: "Which page? Give me its address.",
        refrained: "All right: nothing was done.",
        choose: "Which do you mean?",
        offer: { "\($0). \($1)" },
        notUnderstood: { "I did not understand “\($0)”." },
        nothingDone: { "I have done nothing, because I did not understand “\($0)”." },
        tooManyCalls: { "That is too much at once: I can make at most \($0) calls for one message." },
        missingOutput: { "\($0) gave no answer." },
        example: { "- “\($0)”" },
        comparison: EnglishComparison()
    )
}
