extension LanguageData {
    /// Dates that are written alike in both languages.
    private static let writtenDays: [DayExpression] = [
        DayExpression("{y:digits}-{m:digits}-{d:digits}") { $0.date },
        DayExpression("{y:digits}/{m:digits}/{d:digits}") { $0["y"] > 31 ? $0.date : nil },
        DayExpression("{m:digits}/{d:digits}") { $0.nearestDate },
    ]

    static let englishDays: [DayExpression] =
        writtenDays + [
            DayExpression("{m:digits}/{d:digits}/{y:digits}") { $0.date },
            DayExpression("today") { .single($0.today) },
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

    static let englishRanges: [DayExpression] = [
        DayExpression("[on] {a:day}") { $0.range("a") },
        DayExpression("this week") { .week(of: $0.today) },
        DayExpression("last week") { .week(of: $0.today, moved: -1) },
        DayExpression("this month") { .month(of: $0.today) },
        DayExpression("last month") { .month(of: $0.today, moved: -1) },
        DayExpression("this year") { .year($0.today.components.year) },
        DayExpression("last year") { .year($0.today.components.year - 1) },
        DayExpression("[in|within|over|during] (last|past) {n:integer} (day|days)") { $0.latestDays },
        DayExpression("[in] {m:month}") { $0.latestMonth },
        DayExpression("[in] {m:month} {y:digits}") { $0["y"] > 999 ? .month($0["m"], of: $0["y"]) : nil },
        DayExpression("(since|after|from|on or after) {a:day}") { DayRange(first: $0.day("a")) },
        DayExpression("from {a:day} (on|onwards)") { DayRange(first: $0.day("a")) },
        DayExpression("(before|until|till|up to|by|on or before) {b:day}") { DayRange(last: $0.day("b")) },
        DayExpression("between {a:day} and {b:day}") { DayRange(first: $0.day("a"), last: $0.day("b")).ordered },
        DayExpression("[from] {a:day} (to|until|till|through) {b:day}") {
            DayRange(first: $0.day("a"), last: $0.day("b")).ordered
        },
        DayExpression("since (this|the beginning of this) week") { DayRange(first: DayRange.week(of: $0.today).first) },
        DayExpression("since last week") { DayRange(first: DayRange.week(of: $0.today, moved: -1).first) },
        DayExpression("since (this|the beginning of this) month") {
            DayRange(first: DayRange.month(of: $0.today)?.first)
        },
        DayExpression("since last month") { DayRange(first: DayRange.month(of: $0.today, moved: -1)?.first) },
    ]

    static let japaneseDays: [DayExpression] =
        writtenDays + [
            DayExpression("(今日|本日|きょう)") { .single($0.today) },
            DayExpression("(昨日|きのう|前日)") { .single($0.today.adding(days: -1)) },
            DayExpression("(一昨日|おととい|おとつい)") { .single($0.today.adding(days: -2)) },
            DayExpression("{y:digits}年{m:digits}月{d:digits}日") { $0.date },
            DayExpression("{m:digits}月{d:digits}日") { $0.nearestDate },
            DayExpression("(今年|本年)[の]{m:digits}月{d:digits}日") {
                Day(year: $0.today.components.year, month: $0["m"], day: $0["d"]).map(DayRange.single)
            },
            DayExpression("{n:integer}日前") { $0.ago() },
            DayExpression("{n:integer}週間前") { $0.ago(unit: 7) },
            DayExpression("{w:weekday}曜[日]") { $0.latestWeekday },
            DayExpression("先週[の]{w:weekday}曜[日]") { $0.weekdayOfLastWeek },
        ]

    static let japaneseRanges: [DayExpression] = [
        DayExpression("{a:day}[中]") { $0.range("a") },
        DayExpression("今週[中]") { .week(of: $0.today) },
        DayExpression("(先週|前の週)[中]") { .week(of: $0.today, moved: -1) },
        DayExpression("今月[中]") { .month(of: $0.today) },
        DayExpression("(先月|前月)[中]") { .month(of: $0.today, moved: -1) },
        DayExpression("(今年|本年)[中]") { .year($0.today.components.year) },
        DayExpression("(去年|昨年)[中]") { .year($0.today.components.year - 1) },
        DayExpression("{m:digits}月[中]") { $0.latestMonth },
        DayExpression("{y:digits}年{m:digits}月[中]") { .month($0["m"], of: $0["y"]) },
        DayExpression("(この|ここ|過去|直近|最近)[の]{n:integer}日[間]") { $0.latestDays },
        DayExpression("{a:day}(以降|以後|から|より後|より後ろ)") { DayRange(first: $0.day("a")) },
        DayExpression("{b:day}(以前|まで|より前)") { DayRange(last: $0.day("b")) },
        DayExpression("{a:day}(から|以降){b:day}(まで|以前)[の間]") {
            DayRange(first: $0.day("a"), last: $0.day("b")).ordered
        },
        DayExpression("{a:day}と{b:day}の間") { DayRange(first: $0.day("a"), last: $0.day("b")).ordered },
        DayExpression("今週(以降|から)") { DayRange(first: DayRange.week(of: $0.today).first) },
        DayExpression("先週(以降|から)") { DayRange(first: DayRange.week(of: $0.today, moved: -1).first) },
        DayExpression("今月(以降|から)") { DayRange(first: DayRange.month(of: $0.today)?.first) },
        DayExpression("先月(以降|から)") { DayRange(first: DayRange.month(of: $0.today, moved: -1)?.first) },
    ]
}
