/// A function that lends the key for one call to an upstream; it returns `nil` if there is none, and the call is then
/// made without a key or not at all.
///
/// It is called again for every call, so that a rotation applies from the next call on.
public typealias KeySource = @Sendable () async throws -> KeyLease?
