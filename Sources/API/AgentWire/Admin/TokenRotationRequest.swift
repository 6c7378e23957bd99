/// The body of `POST /admin/clients/{id}/rotate`.
public struct TokenRotationRequest: WireRecord {
    /// The seconds for which the old tokens stay valid; `nil` for a day.
    public var overlapSeconds: Int?
    /// The id of the one token to replace; `nil` for all.
    public var token: String?

    /// Makes a request.
    public init(overlapSeconds: Int? = nil, token: String? = nil) {
        (self.overlapSeconds, self.token) = (overlapSeconds, token)
    }

    private static let overlap = FieldReading<Int> { fields, name in
        guard let seconds = fields.integer(name) else { return nil }
        if !(0...366 * 86_400).contains(seconds) { fields.reject(name, "must be from 0 to a year") }
        return seconds
    }

    package static let fields: Fields<Self> = Fields(
        of: .request,
        Self.init,
        .maybe(
            "overlap_seconds",
            \.overlapSeconds,
            as: .integer("The time for which the old tokens stay valid. Default: a day.", to: 366 * 86_400),
            read: overlap
        ),
        .maybe("token", \.token, "The token to replace. Default: all.")
    )
}
