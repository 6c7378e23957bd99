public import StreamingJSON

/// The settings of a client's users: the answer of `/admin/clients/{id}/users-settings`.
///
/// Their members are those of the accounts, which read and write them.
public struct WireUserSettings: WireRecord {
    /// The settings; `null` for a client without users.
    public var users: JSONValue
    /// The number of the client's changes, which a change sends back.
    public var revision: Int
    /// Warnings about the settings.
    public var warnings: [String]?

    /// Makes settings.
    public init(users: JSONValue, revision: Int, warnings: [String]? = nil) {
        (self.users, self.revision, self.warnings) = (users, revision, warnings)
    }

    package static let fields: Fields<Self> = Fields(
        Self.init,
        .always("users", \.users),
        .always("revision", \.revision),
        .maybe("warnings", \.warnings)
    )
}

/// The body of `PUT /admin/clients/{id}/users-settings`.
public struct UserSettingsRequest: WireRecord {
    /// The settings, which replace the present ones as a whole.
    public var users: JSONValue
    /// The client's revision that the caller has seen; `nil` only for the first settings.
    public var revision: Int?

    /// Makes a request.
    public init(users: JSONValue, revision: Int? = nil) { (self.users, self.revision) = (users, revision) }

    package static let fields: Fields<Self> = Fields(
        of: .request,
        Self.init,
        .always("users", \.users),
        .maybe("revision", \.revision)
    )
}
