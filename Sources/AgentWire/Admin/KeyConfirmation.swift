public import StreamingJSON

/// The body of `POST /admin/upstreams/{name}/keys/{key}/confirm`: the places that the administrator has seen and permits.
public struct KeyConfirmation: WireValue {
    /// The places, as ``WireKey/unconfirmed`` names them.
    public var destinations: [String]

    /// Makes a request.
    public init(destinations: [String]) { self.destinations = destinations }

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every field that is missing, unknown or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(jsonValue, known: ["destinations"])
        destinations = fields.requiredStrings("destinations")
        try fields.check()
    }

    /// The body as JSON.
    public var jsonValue: JSONValue { ["destinations": .texts(destinations)] }
}
