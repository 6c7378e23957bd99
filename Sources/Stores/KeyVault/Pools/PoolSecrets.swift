import Secrets

/// The secrets that no answer of an upstream may contain: the keys of its pool, and earlier ones that are still kept.
struct PoolSecrets: Sendable {
    /// The ids of the keys, in the order of the secrets.
    let keys: [String]
    /// The search for the secrets.
    let forms: SecretForms

    init(_ secrets: [(key: String, secret: SecretString)] = []) {
        keys = secrets.map(\.key)
        forms = SecretForms(secrets.map(\.secret))
    }

    /// Returns the id of the key at a place among the secrets; `nil` without a place.
    func key(at place: Int?) -> String? { place.map { keys[$0] } }
}
