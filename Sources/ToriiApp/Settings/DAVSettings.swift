/// An account at a CardDAV or CalDAV server, but for its password, which is a key of the vault's.
struct DAVSettings: Sendable, Equatable {
    /// Any address that leads to the account; `nil` when there is no account.
    var baseURL: String?
    /// The name to sign in with.
    var userName: String?
}

extension DAVSettings {
    /// Reads an account's settings.
    ///
    /// - Throws: ``SettingsError`` for a name that cannot be sent, and for a name or a password that no address takes.
    init(
        _ values: SettingValues,
        baseURL: SettingName,
        userName: SettingName,
        password: SettingName
    ) throws(SettingsError) {
        self.baseURL = try values.url(baseURL)
        // RFC 7617: what is before the first colon is the name.
        self.userName = try values.converted(userName, expected: "a user name; one has no colon in it") { name in
            name.contains(":") ? nil : name
        }
        guard self.baseURL == nil else { return }
        for name in [userName, password] where values.isSet(name) {
            throw SettingsError(name: name.rawValue, message: "set \(baseURL.rawValue) too, the server that takes it")
        }
    }
}
