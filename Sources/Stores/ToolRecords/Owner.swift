/// The key under which data is kept: a client, or a user of it.
///
/// The text is `client`, or `client/user`. An owner without a user is the client's own data, and its text is the client's id, so the rows
/// from before there were owners are those of their clients. Neither id contains a slash.
public struct Owner: Sendable, Hashable {
    /// The id of the client.
    public let client: String

    /// The id of the user within the client; `nil` for the client's own data.
    public let user: String?

    /// Makes an owner.
    public init(client: String, user: String? = nil) { (self.client, self.user) = (client, user) }

    /// Reads the text of an owner, which is split at the first slash; `nil` if a half is empty.
    public init?(text: String) {
        guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else {
            guard !text.isEmpty else { return nil }
            self.init(client: text)
            return
        }
        let (client, user) = (text[..<slash], text[text.utf8.index(after: slash)...])
        guard !client.isEmpty, !user.isEmpty else { return nil }
        self.init(client: String(client), user: String(user))
    }

    /// Reads a stored text; a text of another form is the id of a client as it is, so that no row is lost.
    package init(stored text: String) { self = Owner(text: text) ?? Owner(client: text) }

    /// Returns the owner under which the usage of all anonymous users of a client is kept; no user has this id.
    public static func anonymousUsers(of client: String) -> Owner { Owner(client: client, user: "anonymous") }

    /// Whether another owner is this one, or a user of this client.
    public func includes(_ other: Owner) -> Bool { user == nil ? client == other.client : self == other }

    /// The text, under which a store keeps the data.
    public var text: String { user.map { "\(client)/\($0)" } ?? client }
}

extension Owner: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}
