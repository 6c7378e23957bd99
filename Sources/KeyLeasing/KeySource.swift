/// Lends the key for one call to an upstream; `nil` when there is none, and the call is made without one or not at all.
///
/// It is asked anew for every call, so that a rotation takes effect with the next one.
public typealias KeySource = @Sendable () async throws -> KeyLease?
