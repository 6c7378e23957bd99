import AgentTools
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
        self.init(line.text)
    }

    /// Reads the value of a `BDAY` line; after a year also `1990/12/3` and `1990.12.3`, which have one meaning only.
    init?(_ text: String) {
        let bytes = Array(text.utf8.drop { $0 == 0x20 }.prefix { ![0x54, 0x74, 0x20].contains($0) })
        let rest: ArraySlice<UInt8>
        if bytes.starts(with: [0x2D, 0x2D]) {
            rest = bytes.dropFirst(2)
        } else {
            // Four digits of the year, which are skipped.
            guard bytes.count > 4, bytes.prefix(4).allSatisfy(Self.isDigit) else { return nil }
            let date = bytes.dropFirst(4)
            let signs = date.filter { !Self.isDigit($0) }
            if signs.count == 2, signs[0] == signs[1], "-/.".utf8.contains(signs[0]) {
                let parts = date.split(separator: signs[0])
                guard parts.count == 2, let month = Self.number(parts[0]), let day = Self.number(parts[1]) else {
                    return nil
                }
                self.init(month: month, day: day)
                return
            }
            rest = date.first == UInt8(ascii: "-") ? date.dropFirst() : date
        }
        let plain = Array(rest)
        let hasHyphen = plain.count == 5 && plain[2] == UInt8(ascii: "-")
        let number = hasHyphen ? plain[..<2] + plain[3...] : plain[...]
        guard number.count == 4, let month = Self.number(number.prefix(2)), let day = Self.number(number.suffix(2))
        else { return nil }
        self.init(month: month, day: day)
    }

    /// Reads one or two digits.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard (1...2).contains(digits.count), digits.allSatisfy(isDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
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
