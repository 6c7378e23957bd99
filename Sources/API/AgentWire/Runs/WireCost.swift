import StreamingJSON

/// The cost of a turn in money, as the server charges it.
public struct WireCost: Sendable, Hashable {
    /// The amount in millionths of the currency's unit, at least 0; without the parts that have no price.
    public private(set) var micros: Int
    /// The currency, such as `USD`.
    public var currency: String
    /// Whether a part of it has no price, so that the cost is not known.
    public var isUnpriced: Bool

    /// Makes a cost.
    ///
    /// - Parameter micros: The amount in millionths of the currency's unit; `nil` if there is no price.
    public init(micros: Int?, currency: String) {
        self.micros = max(0, micros ?? 0)
        self.currency = currency
        isUnpriced = micros == nil
    }

    /// The amount as a decimal number with at least two decimal places.
    public var amount: String {
        let digits = String(micros % 1_000_000)
        var fraction = String(repeating: "0", count: 6 - digits.utf8.count) + digits
        while fraction.utf8.count > 2, fraction.hasSuffix("0") { fraction.removeLast() }
        return "\(micros / 1_000_000).\(fraction)"
    }

    /// The value of the header `Torii-Cost`: the amount and the currency, or `unpriced`.
    public var headerValue: String { isUnpriced ? "unpriced" : "\(amount) \(currency)" }

    /// The parts of the schema for ``members``.
    static let parts = [
        FieldPart(
            name: "cost",
            schema: .object(
                .always("amount", .text("A decimal number, such as \"0.0123\".")),
                .always("currency", .text("Such as `USD`."))
            ),
            presence: .optionalOrNull
        ),
        FieldPart(
            name: "unpriced",
            schema: .flag("Whether a model that was used has no price; the cost is then null."),
            presence: .optional
        ),
    ]

    /// The schema of ``members`` in another dialect.
    package static let schema = WireSchema.object(
        .always("cost", parts[0].schema.orNull),
        parts[1].member(of: .answer),
        note: "The cost of the answer; missing if it used no tokens."
    )

    /// The members for a count of tokens: `cost`, and `unpriced` if the cost is not known.
    var members: JSONObject {
        guard !isUnpriced else { return ["cost": .null, "unpriced": true] }
        return ["cost": ["amount": .string(amount), "currency": .string(currency)]]
    }

    /// The cost in the form of a log, which also has the amount of the parts with a price.
    var logged: JSONValue {
        var object: JSONObject = ["micros": .integer(micros), "currency": .string(currency)]
        if isUnpriced { object["unpriced"] = true }
        return .object(object)
    }

    /// Reads the cost in a count of tokens, in the form of a log or of the native dialect; `nil` if it has none or an invalid one.
    init?(in usage: inout RequestFields) {
        let cost = usage.value("cost")
        if usage.value("unpriced")?.boolValue == true {
            self.init(micros: nil, currency: "")
        } else if let currency = cost?["currency"]?.stringValue,
            let micros = cost?["micros"]?.intValue ?? cost?["amount"]?.stringValue.flatMap(Self.micros)
        {
            self.init(micros: micros, currency: currency)
            isUnpriced = cost?["unpriced"]?.boolValue ?? false
        } else {
            return nil
        }
    }

    /// Reads a decimal number with at most six decimal places as millionths.
    private static func micros(_ amount: String) -> Int? {
        let parts = amount.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? parts[1] : ""
        guard let units = parts.first, !units.isEmpty, fraction.utf8.count <= 6,
            (units + fraction).utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(units + fraction + String(repeating: "0", count: 6 - fraction.utf8.count))
    }

    /// The sum of two costs; one that is `nil` costs nothing.
    static func sum(_ left: WireCost?, _ right: WireCost?) -> WireCost? {
        guard var sum = left, let right else { return left ?? right }
        let (micros, isTooLarge) = sum.micros.addingReportingOverflow(right.micros)
        sum.micros = isTooLarge ? .max : micros
        sum.isUnpriced = sum.isUnpriced || right.isUnpriced
        if sum.currency.isEmpty { sum.currency = right.currency }
        return sum
    }

    /// The difference of two costs, at least zero.
    static func difference(_ left: WireCost?, _ right: WireCost?) -> WireCost? {
        guard var difference = left, let right else { return left }
        difference.micros = max(0, difference.micros - right.micros)
        return difference
    }
}
