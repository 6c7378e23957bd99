import Foundation
import KeyLeasing
import Secrets
import Transport

/// The credentials of a request to a WebDAV server: a user name and a password (RFC 7617), or none.
struct DAVCredentials: Sendable {
    /// Identifies the key that the credentials were made from.
    let keyID: String
    private let basic: SecretString?

    /// Joins a user name with a leased password.
    init(userName: String?, lease: KeyLease?) {
        keyID = lease?.keyID ?? ""
        basic = lease.map { lease in
            lease.secret.withBytes { password in
                SecretString(utf8: Array((Data("\(userName ?? ""):".utf8) + Data(password)).base64EncodedData()))
            }
        }
    }

    /// The header field; `nil` without a password.
    var authorization: HTTPHeaderValue? { basic.map { .secret($0, prefix: "Basic ") } }
}
