/// The day on which a person was born: a month and a day; the year is not of interest.
struct Birthday: Hashable, Comparable {
    let month: Int
    let day: Int

    /// A day that some year has; the 29th of February is one.
    init?(month: Int, day: Int) {
        // A leap year has every day there is.
        guard CivilDay(year: 2000, month: month, day: day) != nil else { return nil }
        self.month = month
        self.day = day
    }

    /// Reads the forms that vCards have: `1990-12-03`, `19901203`, either with a time, `--1203` and `--12-03` without the year.
    ///
    /// What Apple writes for a birthday without a year, `BDAY;X-APPLE-OMIT-YEAR=1604:1604-07-19`, is one of them.
    init?(_ line: ContentLine) {
        guard line.parameter("VALUE")?.lowercased() != "text" else { return nil }
        self.init(line.value)
    }

    /// Reads the value alone.
    init?(_ text: String) {
        let date = text.trimmingPrefix { $0 == " " }.prefix { $0 != "T" && $0 != "t" && $0 != " " }
        let digits: Substring
        if date.hasPrefix("--") {
            digits = date.dropFirst(2)
        } else {
            // Four digits of the year.
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

    /// Earlier in the year comes first.
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
