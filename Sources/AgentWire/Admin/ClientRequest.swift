#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// The body of `POST /admin/clients`.
public struct ClientRequest: WireValue {
    /// A name for people.
    public var name: String
    /// The scopes; `nil` for those of a client that chats, extracts and calls all tools.
    public var scopes: [String]?
    /// The limits; `nil` for none.
    public var limits: WireClientLimits?
    /// The server's instructions for models in the client's turns: `default`, `none` or the instructions themselves.
    public var instructions: String?
    /// The time from which its tokens are refused; `nil` for never.
    public var expiresAt: Date?

    /// Makes a request.
    public init(
        name: String,
        scopes: [String]? = nil,
        limits: WireClientLimits? = nil,
        instructions: String? = nil,
        expiresAt: Date? = nil
    ) {
        self.name = name
        self.scopes = scopes
        self.limits = limits
        self.instructions = instructions
        self.expiresAt = expiresAt
    }

    /// The names of the fields.
    package static let fieldNames: Set<String> = ["name", "scopes", "limits", "instructions", "expires_at"]

    /// Reads the fields of a body; the caller checks what only the server knows, such as scopes, and then for faults.
    package init(_ fields: inout RequestFields) {
        name = fields.requiredText("name")
        scopes = fields.strings("scopes")
        limits = fields.wireValue("limits")
        instructions = fields.string("instructions")
        expiresAt = fields.date("expires_at")
    }

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every field that is missing, unknown or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(jsonValue, known: Self.fieldNames)
        self.init(&fields)
        try fields.check()
    }

    /// The body as JSON.
    public var jsonValue: JSONValue {
        var object: JSONObject = ["name": .string(name)]
        if let limits { object["limits"] = limits.jsonValue }
        if let instructions { object["instructions"] = .string(instructions) }
        if let scopes { object["scopes"] = .texts(scopes) }
        if let expiresAt { object["expires_at"] = .time(expiresAt) }
        return .object(object)
    }
}
