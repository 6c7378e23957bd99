import CalendarDays
import StreamingJSON

extension TopicReader {
    /// Returns the day that a sentence names, as a future day.
    func comingDay(_ marks: inout [Mark]) -> CalendarDay? {
        for index in tokens.indices where marks[index - tokens.startIndex] != .topic && !tokens[index].isSkippable {
            let found = reader.days(at: index, in: reader.comingDays).max { $0.end < $1.end }
            guard let found, case .days(let range) = found.content, let day = range.day else { continue }
            mark(index..<found.end, as: .value, &marks)
            return day
        }
        return nil
    }

    static let spans: [(TokenSequences, @Sendable (CalendarDay) -> Int)] = [
        (
            TokenSequences(["this weekend", "weekend", "on the weekend", "今週末", "週末"]),
            // Up to Sunday.
            { 7 - $0.weekday }
        ),
        (
            TokenSequences([
                "this week", "the week", "whole week", "week", "the whole week", "a week", "next seven days", "weekly",
                "今週", "一週間", "1週間", "週間", "一週間分", "1週間分", "この一週間",
            ]), { _ in 7 }
        ),
        (TokenSequences(["next week", "来週"]), { 14 - $0.weekday }),
        (TokenSequences(["forecast", "天気予報", "予報", "outlook", "coming days", "next days"]), { _ in 3 }),
    ]

    /// Days before today, which a forecast does not cover.
    static let pastSpans = TokenSequences(words: "TopicReader.days", "pastSpans")

    static let farSpans = TokenSequences(["next month", "来月", "next year", "来年"])

    static let dayWords = TokenSequences(["days", "day", "日間", "日分", "日先", "日"])

    func readDaysAhead(_ argument: String, _ limit: Int, _ values: inout Values, _ marks: inout [Mark]) {
        var count: Int?
        if let (range, _) = first(Self.pastSpans) {
            mark(range, as: .value, &marks)
            values.limit = DayLimits.text(language)
            return
        }
        if let (range, _) = first(Self.farSpans) {
            mark(range, as: .value, &marks)
            count = limit + 1
        } else if let number = numberBefore(Self.dayWords, &marks) {
            count = number
        } else if let day = comingDay(&marks) {
            let ahead = day.number - today.number
            guard ahead >= 0 else {
                values.limit = DayLimits.text(language)
                return
            }
            // The tool reports today without a number.
            count = ahead == 0 ? nil : ahead + 1
            values.day = ahead == 0 ? nil : day
            values.weight += 4
            if ahead == 0 { return }
        } else {
            for (words, days) in Self.spans {
                guard let (range, _) = first(words) else { continue }
                count = days(today)
                mark(range, as: .value, &marks)
                values.weight += 4
                break
            }
        }
        guard let count else { return }
        guard count <= limit else {
            values.limit = DayLimits.text(language, limit: limit)
            return
        }
        values.single[argument] = .integer(count)
    }

    func first(_ words: TokenSequences) -> (Range<Int>, Int)? {
        for index in tokens.indices {
            if let found = words.longest(at: index, in: tokens) { return (index..<index + found.count, found.index) }
        }
        return nil
    }

    func numberBefore(_ words: TokenSequences, _ marks: inout [Mark]) -> Int? {
        for index in tokens.indices where marks[index - tokens.startIndex] != .topic {
            for candidate in reader.number(at: index, isWhole: true) {
                guard case .number(let value) = candidate.content, let number = Int(exactly: value) else { continue }
                let next = reader.skippingMarks(from: candidate.end)
                guard next < tokens.endIndex, let word = words.longest(at: next, in: tokens),
                    (1...366).contains(number),
                    // 「22日」 alone is a date.
                    tokens[next].isWord || word.count > 1
                else { continue }
                mark(index..<next + word.count, as: .value, &marks)
                return number
            }
        }
        return nil
    }

    func readDay(_ argument: String, _ values: inout Values, _ marks: inout [Mark]) {
        guard let day = comingDay(&marks) else { return }
        values.single[argument] = .string(day.text)
        values.weight += 4
    }

    static let thisMonth = TokenSequences(["today", "this month", "今日", "今月", "本日"])

    func readMonths(_ argument: String, _ values: inout Values, _ marks: inout [Mark]) {
        var found: [(JSONValue, String)] = []
        var index = tokens.startIndex
        while index < tokens.endIndex {
            defer { index += 1 }
            guard !tokens[index].isSkippable, let month = month(at: index) else { continue }
            mark(index..<month.end, as: .value, &marks)
            if !found.contains(where: { $0.0 == .integer(month.number) }) {
                found.append((.integer(month.number), monthName(month.number)))
            }
            index = month.end - 1
        }
        if found.isEmpty, let (range, _) = first(Self.thisMonth) {
            mark(range, as: .value, &marks)
            found = [(.integer(today.components.month), monthName(today.components.month))]
        }
        guard !found.isEmpty else { return }
        values.repeated.append((argument, found))
        values.weight += 4
    }

    func monthName(_ number: Int) -> String {
        let names = LanguageData.english.months.pairs.filter { $0.value == number }.map(\.key.text)
        let name = names.max { $0.count < $1.count } ?? ""
        return isJapanese ? "\(number)月" : name.prefix(1).uppercased() + name.dropFirst()
    }

    static let monthCounters = TokenSequences(["がつ", "ガツ"])

    func month(at index: Int) -> (number: Int, end: Int)? {
        for candidate in reader.months(at: index) {
            if case .number(let value) = candidate.content, let month = Int(exactly: value) {
                return (month, candidate.end)
            }
        }
        // "the 7th month", 「5がつ」
        let token = tokens[index]
        guard let number = token.number, let digits = Int(exactly: number), (1...12).contains(digits) else {
            return nil
        }
        if index + 1 < tokens.endIndex, let found = Self.monthCounters.longest(at: index + 1, in: tokens) {
            return (digits, index + 1 + found.count)
        }
        guard index + 2 < tokens.endIndex, ["st", "nd", "rd", "th"].contains(tokens[index + 1].key),
            tokens[index + 2].key == "month"
        else { return nil }
        return (digits, index + 3)
    }
}

/// The sentences about days that a forecast does not cover.
private enum DayLimits {
    static func text(_ language: PhraseLanguage, limit: Int? = nil) -> String {
        switch (language, limit) {
        case (.english, let limit?): "I can only look \(limit) days ahead."
        case (.english, nil): "I do not know past weather: I can only look up today's and that of the days to come."
        case (.japanese, let limit?): "お調べできるのは\(limit)日先までです。"
        case (.japanese, nil): "過去の天気はわかりません。お調べできるのは今日から先の天気だけです。"
        }
    }
}
