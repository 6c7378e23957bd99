/// A key of a set that is not used, for the doctor.
public struct LeftOutKey: Sendable {
    /// The reason to leave a key out.
    public enum Reason: Error, Sendable {
        /// The key has private members: its issuer publishes a private key.
        case privateKey
        /// The key is a shared secret, which must not be published.
        case sharedSecret
        /// An RSA key of less than 2,048 bits, or with a weak exponent.
        case weak
        /// An RSA key of more than 4,096 bits, whose checks cost too much.
        case tooLarge
        /// The key is for encryption.
        case notForSignatures
        /// A type or curve that is not known here.
        case unknownType
        /// No algorithm fits the key and the row.
        case otherAlgorithm
        /// The key is not what its type requires, such as a point beside its curve.
        case malformed
    }

    /// The id of the key.
    public let keyID: String?
    /// The reason.
    public let reason: Reason
}

extension LeftOutKey.Reason: CustomStringConvertible {
    /// The reason as the end of a sentence about the key.
    public var description: String {
        switch self {
        case .privateKey: "is published with its private part, so that everybody can sign with it"
        case .sharedSecret: "is a published secret"
        case .weak: "is weak: an RSA key needs 2,048 bits and an exponent from 3 on"
        case .tooLarge: "is too large: an RSA key has at most 4,096 bits"
        case .notForSignatures: "is not for signatures (use, key_ops)"
        case .unknownType: "has a type or curve that is not known here"
        case .otherAlgorithm: "has no algorithm that the issuer's settings accept"
        case .malformed: "is not what its type requires"
        }
    }
}
