import CalendarDays

/// The month and the day on which a person was born, without the year.
struct Birthday: Hashable, Comparable {
    let month: Int
    let day: Int

    /// Makes a birthday; `nil` for a date that exists in no year, so February 29 is valid.
    init?(month: Int, day: Int) {
        // 2000 is a leap year, so every valid date exists in it.
        guard CalendarDay(year: 2000, month: month, day: day) != nil else { return nil }
        self.month = month
        self.day = day
    }

    /// Reads the forms of vCards: `1990-12-03` and `19901203`, with or without a time, and `--1203` and `--12-03` without a year.
    ///
    /// Apple's form of a birthday without a year, `BDAY;X-APPLE-OMIT-YEAR=1604:1604-07-19`, is covered too.
    init?(_ line: ContentLine) {
        guard line.parameter("VALUE")?.lowercased() != "text" else { return nil }
        self.init(line.value)
    }

    /// Reads the value of a `BDAY` line.
    init?(_ text: String) {
        let date = text.trimmingPrefix { $0 == " " }.prefix { $0 != "T" && $0 != "t" && $0 != " " }
        let digits: Substring
        if date.hasPrefix("--") {
            digits = date.dropFirst(2)
        } else {
            // Four digits of the year, which are skipped.
            guard date.utf8.prefix(4).allSatisfy(Self.isDigit), date.utf8.count > 4 else { return nil }
            let rest = date.dropFirst(4)
            digits = rest.hasPrefix("-") ? rest.dropFirst() : rest
        }
        let plain = Array(digits.utf8)
        let hasHyphen = plain.count == 5 && plain[2] == UInt8(ascii: "-")
        let number = hasHyphen ? plain[..<2] + plain[3...] : plain[...]
        guard number.count == 4, number.allSatisfy(Self.isDigit),
            let value = Int(String(decoding: number, as: UTF8.self))
        else { return nil }
        self.init(month: value / 100, day: value % 100)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Orders by month and day.
    static func < (left: Self, right: Self) -> Bool { (left.month, left.day) < (right.month, right.day) }

    /// `--12-03`, as vCard 4 writes a day without its year.
    var text: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "--\(two(month))-\(two(day))"
    }

    /// The day in the caller's language.
    func text(for caller: Caller) -> String {
        caller.text("\(Self.monthNames[month - 1]) \(day)", "\(month)月\(day)日")
    }

    /// The names of the months in English, January first.
    static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
