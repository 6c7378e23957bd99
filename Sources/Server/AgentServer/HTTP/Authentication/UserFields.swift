import ToolRecords
import Accounts
import AgentWire
import HTTPTypes
import Hummingbird
import StreamingJSON

/// The fields by which an app's backend names the user of a request beside its own token.
///
/// They are never ignored: a request whose user is not believed would mix the data of all users. The body never chooses the user.
struct UserFields: Equatable {
    /// The backend's name for the user.
    let subject: String
    /// The name of the user's plan; `nil` for the stored one.
    let plan: String?
    /// The user's organization; `nil` for none.
    let organization: String?

    /// The fields.
    static let names: [HTTPField.Name] = [.user, .userPlan, .userOrganization]

    /// Whether a list of field names, as a browser's preflight has it, names one of the fields.
    static func areNamed(in list: String) -> Bool {
        list.utf8.count > 4096
            || list.lowercased().split(separator: ",").contains { word in
                names.contains { $0.canonicalName.utf8.elementsEqual(word.utf8.drop { $0 == 0x20 || $0 == 0x09 }) }
            }
    }

    /// Reads the fields of a request; `nil` if it has none.
    ///
    /// - Parameters:
    ///   - client: The holder of the request's token.
    ///   - hasToken: Whether the request has a token, not the cookie of a browser.
    /// - Throws: ``Problem`` if the token may not name users, or the fields have another form.
    init?(_ headers: HTTPFields, of client: Principal, hasToken: Bool) throws(Problem) {
        guard Self.names.contains(where: { headers[$0] != nil }) else { return nil }
        guard hasToken, client.kind == .client, client.owner.user == nil, client.scopes.contains(.users) else {
            throw Problem(
                .forbidden,
                detail:
                    "this token may not act for users: 'Torii-User' needs the scope '\(Scope.users)', which only the app's own "
                    + "backend may have"
            )
        }
        guard client.users != nil else { throw Problem(UserRefusal.noUsers) }
        guard let subject = try Self.value(.user, headers) else {
            throw Problem(
                .invalidRequest,
                detail: "'Torii-Plan' and 'Torii-Organization' need 'Torii-User' beside them"
            )
        }
        self.subject = subject
        plan = try Self.value(.userPlan, headers)
        organization = try Self.value(.userOrganization, headers)
    }

    /// Returns the value of a field; `nil` if it is missing.
    private static func value(_ name: HTTPField.Name, _ headers: HTTPFields) throws(Problem) -> String? {
        let values = headers[values: name]
        guard let value = values.first else { return nil }
        guard values.count == 1, Users.isName(value), value.unicodeScalars.allSatisfy({ $0 != "\u{FFFD}" }) else {
            throw Problem(
                .invalidRequest,
                detail:
                    "'\(name.rawName)' must be there once, with 1 to \(Users.longestName) bytes of UTF-8 and no control characters"
            )
        }
        return value
    }
}

extension Problem {
    /// Creates the problem for a user that is refused.
    init(_ refusal: UserRefusal) {
        switch refusal {
        case .noUsers:
            self.init(
                .forbidden,
                title: "The client has no users",
                detail: "this client has no users; the operator switches them on with `torii clients users`"
            )
        case .invalidIdentity:
            self.init(
                .invalidRequest,
                detail:
                    "the name of a user or an organization must have 1 to \(Users.longestName) bytes and no control characters"
            )
        case .blocked:
            self.init(.userBlocked, detail: "the operator has blocked this user; ask the operator why")
        case .signedOut:
            self.init(.unauthorized, detail: "this user was signed out; sign in again for a new token")
        case .limited(let seconds):
            self.init(
                .newUsersLimited,
                detail:
                    "the client has had as many new users in a day as it may; known users can continue, a new one can try again in "
                    + "\(seconds) seconds",
                retryAfterSeconds: seconds
            )
        case .erasuresLimited(let seconds):
            self.init(
                .rateLimited,
                title: "Too many erasures",
                detail: "this user, or the client, was erased too often; send the request again in \(seconds) seconds",
                retryAfterSeconds: seconds
            )
        }
    }
}
