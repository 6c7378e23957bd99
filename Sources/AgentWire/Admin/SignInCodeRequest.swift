public import StreamingJSON

/// The body of `POST /admin/sign-in-codes`: the page and the client that signs in.
public struct SignInCodeRequest: WireValue {
    /// The page.
    public var page: WebPage
    /// The name or id of the client; `nil` for the first one that may use the page.
    public var client: String?

    /// Makes a request.
    public init(page: WebPage = .chat, client: String? = nil) { (self.page, self.client) = (page, client) }

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every unknown or mistyped field.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(jsonValue, known: ["page", "client"])
        page = fields.choice("page") ?? .chat
        client = fields.string("client")
        try fields.check()
    }

    /// The body as JSON.
    public var jsonValue: JSONValue {
        var object: JSONObject = ["page": .string(page.rawValue)]
        if let client { object["client"] = .string(client) }
        return .object(object)
    }
}
