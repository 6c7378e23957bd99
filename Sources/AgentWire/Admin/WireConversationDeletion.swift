public import StreamingJSON

/// The result of the deletion of conversations.
public struct WireConversationDeletion: WireValue {
    /// The number of conversations that were deleted.
    public var deleted: Int
    /// The ids of conversations that stay because a turn of them is running.
    public var busy: [String]

    /// Makes a result.
    public init(deleted: Int, busy: [String] = []) {
        self.deleted = deleted
        self.busy = busy
    }

    /// Reads a result.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        deleted = fields.requiredInteger("deleted")
        busy = fields.requiredStrings("busy")
        try fields.check()
    }

    /// The result as JSON.
    public var jsonValue: JSONValue {
        ["deleted": .integer(deleted), "busy": .texts(busy)]
    }
}
