public import StreamingJSON

/// The body of `POST /admin/clients/{id}/rotate`.
public struct TokenRotationRequest: WireValue {
    /// The seconds for which the old tokens stay valid; `nil` for a day.
    public var overlapSeconds: Int?
    /// The id of the one token to replace; `nil` for all.
    public var token: String?

    /// Makes a request.
    public init(overlapSeconds: Int? = nil, token: String? = nil) {
        self.overlapSeconds = overlapSeconds
        self.token = token
    }

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every field that is missing, unknown or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(jsonValue, known: ["token", "overlap_seconds"])
        token = fields.string("token")
        overlapSeconds = fields.integer("overlap_seconds")
        if let overlapSeconds, !(0...366 * 86_400).contains(overlapSeconds) {
            fields.reject("overlap_seconds", "must be from 0 to a year")
        }
        try fields.check()
    }

    /// The body as JSON.
    public var jsonValue: JSONValue {
        var object = JSONObject()
        if let overlapSeconds { object["overlap_seconds"] = .integer(overlapSeconds) }
        if let token { object["token"] = .string(token) }
        return .object(object)
    }
}
