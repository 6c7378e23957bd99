import CalendarDays

/// The compiled day expressions of both languages.
struct DayGrammar: Sendable {
    struct Compiled: Sendable {
        var program: PatternProgram
        var resolve: @Sendable (DayExpression.Values) -> DayRange?
    }

    let days: [Compiled]
    let spans: [Compiled]
    let ranges: [Compiled]
    /// The expressions for days in the future.
    let comingDays: [Compiled]
    let weekdays: WordValues

    init(vocabulary: inout Vocabulary) throws(PhrasebookError) {
        var days: [Compiled] = []
        var spans: [Compiled] = []
        var ranges: [Compiled] = []
        var comingDays: [Compiled] = []
        var weekdays = WordValues()
        for language in PhraseLanguage.allCases {
            let data = LanguageData.of(language)
            for expression in data.days { days.append(try Self.compile(expression, &vocabulary)) }
            for expression in data.comingDays { comingDays.append(try Self.compile(expression, &vocabulary)) }
            for expression in data.spans { spans.append(try Self.compile(expression, &vocabulary)) }
            for expression in data.ranges { ranges.append(try Self.compile(expression, &vocabulary)) }
            weekdays.merge(data.weekdays)
        }
        self.days = days
        self.spans = spans
        self.ranges = ranges
        self.comingDays = comingDays
        self.weekdays = weekdays
    }

    private static func compile(
        _ expression: DayExpression,
        _ vocabulary: inout Vocabulary
    ) throws(PhrasebookError) -> Compiled {
        Compiled(
            program: try PatternProgram(expression.pattern, vocabulary: &vocabulary),
            resolve: expression.resolve
        )
    }
}
