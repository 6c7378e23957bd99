import AgentTools
import Foundation
import KeyLeasing
import Secrets
import Transport

/// The credentials of a request to a WebDAV server: a user name and a password (RFC 7617), or none.
struct DAVCredentials: Sendable {
    /// Identifies the key that the credentials were made from.
    let keyID: String
    private let basic: SecretString?
    /// The search for the password in answers, as it is and joined with the user name; `nil` without a password.
    let echo: SecretEcho?

    /// Joins a user name with a leased password.
    init(userName: String?, lease: KeyLease?) {
        keyID = lease?.keyID ?? ""
        let basic = lease.map { lease in
            lease.secret.withBytes { password in
                SecretString(utf8: Array((Data("\(userName ?? ""):".utf8) + Data(password)).base64EncodedData()))
            }
        }
        self.basic = basic
        echo = lease.map { lease in
            // A password that is also the user's name is in the addresses of the account, which must stay as they are.
            let isName = lease.secret.withBytes { Array($0) == Array((userName ?? "").utf8) }
            let report = lease.reportEcho
            return isName
                ? SecretEcho([basic].compactMap(\.self), onEcho: { report(nil) })
                : SecretEcho(of: lease, and: [basic].compactMap(\.self))
        }
    }

    /// The header field; `nil` without a password.
    var authorization: HTTPHeaderValue? { basic.map { .secret($0, prefix: "Basic ") } }
}
