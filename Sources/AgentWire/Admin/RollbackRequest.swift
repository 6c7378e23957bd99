public import StreamingJSON

/// The body of `POST /admin/rotations/{id}/rollback`.
public struct RollbackRequest: WireValue {
    /// Whether to put the old key back although its upstream refuses it.
    public var force: Bool

    /// Makes a request.
    public init(force: Bool = false) {
        self.force = force
    }

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every field that is missing, unknown or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(jsonValue, known: ["force"])
        force = fields.bool("force") ?? false
        try fields.check()
    }

    /// The body as JSON.
    public var jsonValue: JSONValue {
        ["force": .bool(force)]
    }
}
