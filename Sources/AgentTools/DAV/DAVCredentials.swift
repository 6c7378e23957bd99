import Foundation
import KeyVault
import Secrets
import Transport

/// What a request to a WebDAV server proves its sender by: a user name and a password (RFC 7617), or nothing.
struct DAVCredentials: Sendable {
    /// Tells the credentials of one key from those of another.
    let keyID: String
    private let basic: SecretString?

    /// Joins a user name with the password that is lent.
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
