import CalendarDays

extension LanguageData {
    /// Dates that are written alike in both languages.
    static let writtenDays: [DayExpression] = [
        DayExpression("{y:digits}-{m:digits}-{d:digits}") { $0.date },
        DayExpression("{y:digits}/{m:digits}/{d:digits}") { $0["y"] > 31 ? $0.date : nil },
        DayExpression("{m:digits}/{d:digits}") { $0.nearestDate },
    ]

    static let englishDays: [DayExpression] =
        writtenDays + [
            DayExpression("{m:digits}/{d:digits}/{y:digits}") { $0.date },
            DayExpression("today") { .single($0.today) },
            DayExpression("tomorrow") { .single($0.today.adding(days: 1)) },
            DayExpression("day after tomorrow") { .single($0.today.adding(days: 2)) },
            DayExpression("yesterday") { .single($0.today.adding(days: -1)) },
            DayExpression("day before yesterday") { .single($0.today.adding(days: -2)) },
            DayExpression("{m:month} [the] {d:digits}(|st|nd|rd|th)") { $0.nearestDate },
            DayExpression("[the] {d:digits}(|st|nd|rd|th) [of] {m:month}") { $0.nearestDate },
            DayExpression("{m:month} {d:digits}(|st|nd|rd|th) {y:digits}") { $0.date },
            DayExpression("{d:digits}(|st|nd|rd|th) [of] {m:month} {y:digits}") { $0.date },
            DayExpression("{n:integer} (day|days) ago") { $0.ago() },
            DayExpression("{n:integer} (week|weeks) ago") { $0.ago(unit: 7) },
            DayExpression("a week ago") { .single($0.today.adding(days: -7)) },
            DayExpression("{w:weekday}") { $0.latestWeekday },
            DayExpression("last {w:weekday}") { $0.today.weekday == $0["w"] ? $0.weekdayOfLastWeek : $0.latestWeekday },
        ]

    static let englishSpans: [DayExpression] = [
        DayExpression("[on] {a:day}") { $0.range("a") },
        DayExpression("this week") { .week(of: $0.today) },
        DayExpression("last week") { .week(of: $0.today, moved: -1) },
        DayExpression("this month") { .month(of: $0.today) },
        DayExpression("last month") { .month(of: $0.today, moved: -1) },
        DayExpression("this year") { .year($0.today.components.year) },
        DayExpression("last year") { .year($0.today.components.year - 1) },
        DayExpression("[in] {m:month}") { $0.latestMonth },
        DayExpression("[in] {m:month} {y:digits}") { $0["y"] > 999 ? .month($0["m"], of: $0["y"]) : nil },
    ]

    static let englishRanges: [DayExpression] = [
        DayExpression("{a:span}") { $0.range("a") },
        DayExpression("[in|within|over|during] (last|past) {n:integer} (day|days)") { $0.latestDays },
        DayExpression("(since|after|from|on or after) [beginning of|start of] {a:span}") {
            DayRange(first: $0.range("a").first)
        },
        DayExpression("from {a:span} (on|onwards)") { DayRange(first: $0.range("a").first) },
        DayExpression("(until|till|up to|by|on or before) [end of] {b:span}") { DayRange(last: $0.range("b").last) },
        DayExpression("before {b:day}") { DayRange(last: $0.day("b")) },
        DayExpression("between {a:span} and {b:span}") { .between($0.range("a"), $0.range("b")) },
        DayExpression("[from] {a:span} (to|until|till|through) {b:span}") { .between($0.range("a"), $0.range("b")) },
    ]

    static let japaneseDays: [DayExpression] =
        writtenDays + [
            DayExpression("(今日|本日|きょう)") { .single($0.today) },
            DayExpression("(明日|あした|あす)") { .single($0.today.adding(days: 1)) },
            DayExpression("(明後日|あさって)") { .single($0.today.adding(days: 2)) },
            DayExpression("(昨日|きのう|前日)") { .single($0.today.adding(days: -1)) },
            DayExpression("(一昨日|おととい|おとつい)") { .single($0.today.adding(days: -2)) },
            DayExpression("{y:digits}年{m:digits}月{d:digits}日") { $0.date },
            DayExpression("{m:digits}月{d:digits}日") { $0.nearestDate },
            DayExpression("(今年|本年)[の]{m:digits}月{d:digits}日") {
                CalendarDay(year: $0.today.components.year, month: $0["m"], day: $0["d"]).map(DayRange.single)
            },
            DayExpression("{n:integer}日前") { $0.ago() },
            DayExpression("{n:integer}週間前") { $0.ago(unit: 7) },
            DayExpression("{w:weekday}曜[日]") { $0.latestWeekday },
            DayExpression("先週[の]{w:weekday}曜[日]") { $0.weekdayOfLastWeek },
        ]

    static let japaneseSpans: [DayExpression] = [
        DayExpression("{a:day}") { $0.range("a") },
        DayExpression("今週") { .week(of: $0.today) },
        DayExpression("(先週|前の週)") { .week(of: $0.today, moved: -1) },
        DayExpression("今月") { .month(of: $0.today) },
        DayExpression("(先月|前月)") { .month(of: $0.today, moved: -1) },
        DayExpression("(今年|本年)") { .year($0.today.components.year) },
        DayExpression("(去年|昨年)") { .year($0.today.components.year - 1) },
        DayExpression("{m:digits}月") { $0.latestMonth },
        DayExpression("{y:digits}年{m:digits}月") { .month($0["m"], of: $0["y"]) },
    ]

    static let japaneseRanges: [DayExpression] = [
        DayExpression("{a:span}[中]") { $0.range("a") },
        DayExpression("(この|ここ|過去|直近|最近)[の]{n:integer}日[間]") { $0.latestDays },
        DayExpression("{a:span}(以降|以後|から|より後|より後ろ)") { DayRange(first: $0.range("a").first) },
        DayExpression("{b:span}まで") { DayRange(last: $0.range("b").last) },
        DayExpression("{b:day}(以前|より前)") { DayRange(last: $0.day("b")) },
        DayExpression("{a:span}(から|以降){b:span}[まで|以前][の間]") { .between($0.range("a"), $0.range("b")) },
        DayExpression("{a:span}と{b:span}の間") { .between($0.range("a"), $0.range("b")) },
    ]
}
