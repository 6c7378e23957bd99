#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// A page that browsers sign in to.
public enum WebPage: String, Sendable, CaseIterable {
    /// The chat page.
    case chat
    /// The operator's console.
    case console
}

/// The sign-in of a browser.
public struct WireSignIn: WireElement {
    /// The member of a reply that has a list of sign-ins.
    public static var listName: String { "sessions" }

    /// The id.
    public var id: String
    /// The page.
    public var page: WebPage
    /// The client's id.
    public var client: String
    /// The client's name; `nil` if the client is gone.
    public var name: String?
    /// The browser, as it named itself.
    public var agent: String
    /// The time of the sign-in.
    public var createdAt: Date
    /// The time of the latest request.
    public var usedAt: Date
    /// The time at which it ends without a further request.
    public var expiresAt: Date

    /// Makes a sign-in.
    public init(
        id: String,
        page: WebPage,
        client: String,
        name: String?,
        agent: String,
        createdAt: Date,
        usedAt: Date,
        expiresAt: Date
    ) {
        self.id = id
        self.page = page
        self.client = client
        self.name = name
        self.agent = agent
        self.createdAt = createdAt
        self.usedAt = usedAt
        self.expiresAt = expiresAt
    }

    /// Reads a sign-in.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        id = fields.requiredString("id")
        page = try fields.requiredChoice("page")
        client = fields.requiredString("client")
        name = fields.string("name")
        agent = fields.requiredString("agent")
        createdAt = fields.requiredDate("created_at")
        usedAt = fields.requiredDate("used_at")
        expiresAt = fields.requiredDate("expires_at")
        try fields.check()
    }

    /// The sign-in as JSON.
    public var jsonValue: JSONValue {
        [
            "id": .string(id), "page": .string(page.rawValue), "client": .string(client), "name": .text(name),
            "agent": .string(agent), "created_at": .time(createdAt), "used_at": .time(usedAt),
            "expires_at": .time(expiresAt),
        ]
    }
}

/// A one-time code with which a browser signs in.
public struct WireSignInCode: WireValue {
    /// The code.
    public var code: String
    /// The page.
    public var page: WebPage
    /// The name of the client that signs in.
    public var name: String
    /// The time at which the code expires.
    public var expiresAt: Date

    /// Makes a code.
    public init(code: String, page: WebPage, name: String, expiresAt: Date) {
        (self.code, self.page, self.name, self.expiresAt) = (code, page, name, expiresAt)
    }

    /// Reads a code.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        code = fields.requiredString("code")
        page = try fields.requiredChoice("page")
        name = fields.requiredString("name")
        expiresAt = fields.requiredDate("expires_at")
        try fields.check()
    }

    /// The code as JSON.
    public var jsonValue: JSONValue {
        [
            "code": .string(code), "page": .string(page.rawValue), "name": .string(name),
            "expires_at": .time(expiresAt),
        ]
    }
}
