#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// How much of a client's limit is used.
public struct WireLimitUse: WireElement {
    /// `limits`.
    public static var listName: String { "limits" }

    /// The limit, such as `tokens-per-day`.
    public var name: String
    /// The size of the limit: a whole number, or an amount of money as a decimal text.
    public var quota: JSONValue
    /// What is spent, in the form of ``quota``.
    public var used: JSONValue
    /// What running turns have reserved, in the form of ``quota``.
    public var reserved: JSONValue
    /// The used and reserved part of the limit, from 0 to 1.
    public var share: Double
    /// The time at which all of it is available again; `nil` if that is unknown, as for runs.
    public var resetsAt: Date?

    /// The currency of a limit in money; `nil` for another limit, or if the server does not name it.
    public var currency: String?

    /// Makes a description.
    public init(
        name: String,
        quota: JSONValue,
        used: JSONValue,
        reserved: JSONValue,
        share: Double,
        resetsAt: Date?,
        currency: String? = nil
    ) {
        self.name = name
        self.quota = quota
        self.used = used
        self.reserved = reserved
        self.share = share
        self.resetsAt = resetsAt
        self.currency = currency
    }

    /// Reads a description.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        name = fields.requiredString("name")
        quota = fields.member("quota") ?? .null
        used = fields.member("used") ?? .null
        reserved = fields.member("reserved") ?? .null
        share = fields.member("share")?.doubleValue ?? 0
        resetsAt = fields.date("resets_at")
        currency = fields.string("currency")
        try fields.check()
    }

    /// The description as JSON.
    public var jsonValue: JSONValue {
        var object: JSONObject = [
            "name": .string(name), "quota": quota, "used": used, "reserved": reserved, "share": .number(share),
            "resets_at": .time(resetsAt),
        ]
        if let currency { object["currency"] = .string(currency) }
        return .object(object)
    }
}
