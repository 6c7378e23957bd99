#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// The use of a client's limit.
public struct WireLimitUse: WireRecord, WireElement {
    /// `limits`.
    public static var listName: String { "limits" }

    /// The limit, such as `tokens-per-day`.
    public var name: String
    /// The size of the limit: a whole number, or an amount of money as a decimal text.
    public var quota: JSONValue
    /// The spent amount, in the form of ``quota``.
    public var used: JSONValue
    /// The amount that running turns have reserved, in the form of ``quota``.
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
        (self.name, self.quota, self.used, self.reserved) = (name, quota, used, reserved)
        (self.share, self.resetsAt, self.currency) = (share, resetsAt, currency)
    }

    package static let fields: Fields<Self> = Fields(
        named: "LimitUse",
        Self.init,
        .always("name", \.name, "Such as `tokens-per-day`."),
        .always("quota", \.quota, as: .either(.integer(), .text("An amount of money.")), missing: .null),
        .always("used", \.used, as: .either(.integer(), .text()), missing: .null),
        .always(
            "reserved",
            \.reserved,
            as: .either(.integer(), .text("The reservations of running turns.")),
            missing: .null
        ),
        .always("share", \.share, missing: 0),
        .always("resets_at", \.resetsAt),
        .maybe("currency", \.currency, "The currency of a limit in money.")
    )
}
