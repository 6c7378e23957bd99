public import StreamingJSON

/// The answer to a change or check of a key.
public struct WireKeyReply: WireValue {
    /// The key as it is now; `nil` when it was removed meanwhile.
    public var key: WireKey?
    /// The outcome of the check, if the request made one.
    public var check: WireKeyCheck?

    /// Makes an answer.
    public init(key: WireKey?, check: WireKeyCheck? = nil) {
        self.key = key
        self.check = check
    }

    /// Reads an answer.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        key = fields.wireValue("key")
        check = fields.wireValue("check")
        try fields.check()
    }

    /// The answer as JSON.
    public var jsonValue: JSONValue {
        var object: JSONObject = ["key": key?.jsonValue ?? .null]
        if let check { object["check"] = check.jsonValue }
        return .object(object)
    }
}
