import CalendarDays

extension LanguageData {
    static let englishComingDays: [DayExpression] =
        writtenDays + [
            DayExpression("{m:digits}/{d:digits}/{y:digits}") { $0.date },
            DayExpression("(today|tonight)") { .single($0.today) },
            DayExpression("tomorrow") { .single($0.today.adding(days: 1)) },
            DayExpression("day after tomorrow") { .single($0.today.adding(days: 2)) },
            DayExpression("yesterday") { .single($0.today.adding(days: -1)) },
            DayExpression("{m:month} [the] {d:digits}(|st|nd|rd|th)") { $0.nearestDate },
            DayExpression("[the] {d:digits}(|st|nd|rd|th) [of] {m:month}") { $0.nearestDate },
            DayExpression("{m:month} {d:digits}(|st|nd|rd|th) {y:digits}") { $0.date },
            DayExpression("{d:digits}(|st|nd|rd|th) [of] {m:month} {y:digits}") { $0.date },
            DayExpression("[the] {d:digits}(st|nd|rd|th) of next month") { $0.dayOfNextMonth },
            DayExpression("in {n:integer} (day|days)") { $0.ahead() },
            DayExpression("in {n:integer} (week|weeks)") { $0.ahead(unit: 7) },
            DayExpression("[this|coming|this coming] {w:weekday}") { $0.nextWeekday },
            DayExpression("next {w:weekday}") { $0.weekday(weeksAhead: 1) },
            DayExpression("{w:weekday} (next week|of next week)") { $0.weekday(weeksAhead: 1) },
            DayExpression("last {w:weekday}") { $0.today.weekday == $0["w"] ? $0.weekdayOfLastWeek : $0.latestWeekday },
        ]

    static let japaneseComingDays: [DayExpression] =
        writtenDays + [
            DayExpression("(今日|本日|きょう|今夜|今晩)") { .single($0.today) },
            DayExpression("(明日|あした|あす)") { .single($0.today.adding(days: 1)) },
            DayExpression("(明後日|あさって)") { .single($0.today.adding(days: 2)) },
            DayExpression("(しあさって|明々後日)") { .single($0.today.adding(days: 3)) },
            DayExpression("(昨日|きのう)") { .single($0.today.adding(days: -1)) },
            DayExpression("{y:digits}年{m:digits}月{d:digits}日") { $0.date },
            DayExpression("{m:digits}月{d:digits}日") { $0.nearestDate },
            DayExpression("来月[の]{d:digits}日") { $0.dayOfNextMonth },
            DayExpression("{n:integer}日後") { $0.ahead() },
            DayExpression("{n:integer}週間後") { $0.ahead(unit: 7) },
            DayExpression("[次の|今度の]{w:weekday}曜[日]") { $0.nextWeekday },
            DayExpression("今週[の]{w:weekday}曜[日]") { $0.weekday(weeksAhead: 0) },
            DayExpression("来週[の]{w:weekday}曜[日]") { $0.weekday(weeksAhead: 1) },
            DayExpression("先週[の]{w:weekday}曜[日]") { $0.weekdayOfLastWeek },
        ]
}
