#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import Secrets
public import StreamingJSON

/// The body of `POST /admin/upstreams/{name}/rotations`.
public struct RotationRequest: WireValue {
    /// The new key.
    public var secret: SecretString
    /// The id of the key to replace; `nil` for the one in use.
    public var replaces: String?
    /// Whether to continue if the new key could not be checked.
    public var force: Bool
    /// The maximum time to wait for calls with the old key, in seconds.
    public var drainSeconds: Int?
    /// The time after that for which the old key is kept for a roll-back, in seconds.
    public var keepSeconds: Int?
    /// The time at which the upstream stops accepting the new key.
    public var expiresAt: Date?

    /// Makes a request.
    public init(
        secret: SecretString,
        replaces: String? = nil,
        force: Bool = false,
        drainSeconds: Int? = nil,
        keepSeconds: Int? = nil,
        expiresAt: Date? = nil
    ) {
        self.secret = secret
        self.replaces = replaces
        self.force = force
        self.drainSeconds = drainSeconds
        self.keepSeconds = keepSeconds
        self.expiresAt = expiresAt
    }

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every missing, unknown or mistyped field.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(
            jsonValue,
            known: ["secret", "replaces", "force", "drain_seconds", "keep_seconds", "expires_at"]
        )
        secret = SecretString(fields.requiredText("secret"))
        replaces = fields.string("replaces")
        force = fields.bool("force") ?? false
        drainSeconds = fields.integer("drain_seconds")
        keepSeconds = fields.integer("keep_seconds")
        expiresAt = fields.date("expires_at")
        try fields.check()
    }

    /// The body as JSON, with the new key in plain text.
    public var jsonValue: JSONValue {
        var object: JSONObject = ["secret": .string(secret.shown), "force": .bool(force)]
        if let replaces { object["replaces"] = .string(replaces) }
        if let drainSeconds { object["drain_seconds"] = .integer(drainSeconds) }
        if let keepSeconds { object["keep_seconds"] = .integer(keepSeconds) }
        if let expiresAt { object["expires_at"] = .time(expiresAt) }
        return .object(object)
    }
}
