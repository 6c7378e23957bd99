/// An item as listed in a tool's output.
struct ListedItem: Equatable, Sendable {
    /// The item's number.
    var number: Int
    /// The item's title.
    var title: String
    /// The quantity with its unit, as written; `nil` if the output does not contain it.
    var amount: String?
    /// The values by their labels, such as `Place`.
    var values: [String: String] = [:]

    init(number: Int, title: String, amount: String? = nil) {
        self.number = number
        self.title = title
        self.amount = amount
    }

    /// The quantity without its unit.
    var quantity: Double? {
        amount.flatMap { Double($0.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }) }
    }

    /// The unit of the quantity; empty if there is none.
    var unit: String {
        let rest = (amount ?? "").drop { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
        return rest.split(separator: " ").joined(separator: " ")
    }

    /// Returns the items of an output, in order.
    ///
    /// A line that names an item starts with the prefix; the lines below it hold its values.
    static func all(in output: String, _ declared: ListedItems) -> [ListedItem] {
        var items: [ListedItem] = []
        for line in output.lines {
            if let item = ListedItem(line: line, declared) {
                items.append(item)
            } else if !items.isEmpty, let colon = line.firstPlace(of: ": ") {
                items[items.count - 1].values[String(line[..<colon.lowerBound])] = String(line[colon.upperBound...])
            }
        }
        return items
    }

    private init?(line: Substring, _ declared: ListedItems) {
        guard let rest = line.rest(after: declared.linePrefix) else { return nil }
        let digits = rest.leadingDigits
        guard let number = Int(digits) else { return nil }
        self.number = number
        let named = rest[digits.endIndex...]
        let text = named.rest(after: declared.titlePrefix) ?? named
        // The last one counts because a title may contain any text.
        let end = declared.titleEnds.compactMap { text.lastPlace(of: $0) }.max { $0.lowerBound < $1.lowerBound }
        guard let end else {
            title = String(text)
            return
        }
        title = String(text[..<end.lowerBound])
        if let colon = text[end.upperBound...].firstPlace(of: "): ") { amount = String(text[colon.upperBound...]) }
    }
}
